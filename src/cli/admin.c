/* admin.c -- `uno admin`: asks a running server over the socket beside its database,
 * and copies the database. */
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../client/foreign.h"
#include "../store/store.h"
#include "command.h"
#include "data_choice.h"

enum { ADMIN_LINE_MAX = 1000, WORDS_MAX = 64, CELL_MAX = 200 };

enum { OPT_DATA, OPT_WHY, OPT_FROM, OPT_TO, OPT_JSON };
static const OptionRow options[] = {
    {"data", 'd', "FILE", "the server's database (default: as for uno serve)"},
    {"why", 0, "TEXT", "with ban: the reason, kept for `bans`"},
    {"from", 0, "FILE|URL", "with migrate: where the site is"},
    {"to", 0, "URL|FILE", "with migrate: where it goes, which must be empty"},
    {"json", 'j', NULL, "print the server's answer unchanged"},
    {NULL, 0, NULL, NULL},
};

typedef struct {
    const char *data, *why, *from, *to;
    const char *word[WORDS_MAX];
    unsigned words;
    bool json;
} Wish;

static int read_wish(OptionReader *reader, Wish *wish) {
    for (int option; (option = option_next(reader)) != OPTION_END;) switch (option) {
        case OPT_DATA: wish->data = reader->value; break;
        case OPT_WHY: wish->why = reader->value; break;
        case OPT_FROM: wish->from = reader->value; break;
        case OPT_TO: wish->to = reader->value; break;
        case OPT_JSON: wish->json = true; break;
        case OPTION_WORD:
            if (wish->words == WORDS_MAX) return complain(reader, "that is too long");
            wish->word[wish->words++] = reader->value;
            break;
        default: return STATUS_BAD_INPUT; /* foreign: the reader has complained */
        }
    if (!wish->words) return complain(reader, "what should be done? See uno admin --help");
    return STATUS_GOOD;
}

/* ---- printing an answer ---- */

static void print_cell(const cJSON *value, char out[CELL_MAX]) {
    size_t used = 0;
    out[0] = 0;
    if (cJSON_IsString(value)) snprintf(out, CELL_MAX, "%s", value->valuestring);
    else if (cJSON_IsNumber(value)) snprintf(out, CELL_MAX, "%.15g", value->valuedouble);
    else if (cJSON_IsBool(value)) snprintf(out, CELL_MAX, "%s", cJSON_IsTrue(value) ? "yes" : "no");
    else if (cJSON_IsArray(value))
        for (const cJSON *one = value->child; one && used < CELL_MAX; one = one->next) {
            char text[CELL_MAX];
            print_cell(one, text);
            used += (size_t)snprintf(out + used, CELL_MAX - used, "%s%s", used ? ", " : "", text);
        }
}

/* Rows with the same members, one below the other. */
static void print_table(const cJSON *rows) {
    char cell[CELL_MAX];
    for (const cJSON *row = rows->child; row; row = row->next) {
        for (const cJSON *member = row->child; member; member = member->next) {
            print_cell(member, cell);
            if (*cell) printf("%s%s %s", member == row->child ? "" : "  ", member->string, cell);
        }
        printf("\n");
    }
    if (!rows->child) printf("none\n");
}

static int print_answer(const OptionReader *reader, const char *answer, bool raw) {
    cJSON *json = cJSON_Parse(answer);
    foreign_clean_json(json, false); /* people have called themselves what they like */
    const cJSON *error = cJSON_GetObjectItem(json, "error");
    int status = json ? STATUS_GOOD : STATUS_FAILED;
    char cell[CELL_MAX];
    if (!json) complain(reader, "the server's answer makes no sense; are both of the same version?");
    else if (error && !raw) status = complain(reader, "%s", cJSON_IsString(error) ? error->valuestring : "refused");
    else if (raw) printf("%s", answer);
    else
        for (const cJSON *member = json->child; member; member = member->next) {
            if (cJSON_IsArray(member)) print_table(member);
            else print_cell(member, cell), printf("%s: %s\n", member->string, cell);
        }
    if (error) status = STATUS_BAD_INPUT;
    cJSON_Delete(json);
    return status;
}

/* ---- asking the server ---- */

/* The socket; -1: said why on stderr. */
static int connect_to(const OptionReader *reader, const char *data) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if ((size_t)snprintf(address.sun_path, sizeof address.sun_path, "%s.sock", data) >= sizeof address.sun_path) {
        complain(reader, "the path of the database is too long for a socket next to it: %s", data);
        return -1;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
    int error = errno;
    if (fd >= 0) close(fd);
    complain(reader, "no server answers at %s: %s%s", address.sun_path, strerror(error),
             error == EACCES ? "; ask as the user who runs it" : "; is it running, and with this --data?");
    return -1;
}

/* The whole answer, which the caller frees; NULL: none came. */
static char *ask(int fd, const char *line) {
    char *answer = NULL, piece[4096];
    size_t length;
    FILE *out = open_memstream(&answer, &length);
    size_t size = strlen(line);
    if (!out) return NULL;
    bool sent = write(fd, line, size) == (ssize_t)size;
    for (ssize_t count; sent && (count = read(fd, piece, sizeof piece)) > 0;) fwrite(piece, 1, (size_t)count, out);
    fclose(out);
    if (answer && *answer) return answer;
    free(answer);
    return NULL;
}

static int ask_server(const OptionReader *reader, const Wish *wish, const char *data) {
    char line[ADMIN_LINE_MAX];
    size_t used = 0;
    for (unsigned i = 0; i < wish->words && used < sizeof line; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s", i ? " " : "", wish->word[i]);
    if (wish->why && used < sizeof line) used += (size_t)snprintf(line + used, sizeof line - used, " %s", wish->why);
    if (used + 2 > sizeof line || strchr(line, '\n')) return complain(reader, "that is too long, or has a line end");
    line[used] = '\n';
    line[used + 1] = 0;
    int fd = connect_to(reader, data);
    if (fd < 0) return STATUS_FAILED;
    char *answer = ask(fd, line);
    close(fd);
    if (!answer) return complain(reader, "the server did not answer"), STATUS_FAILED;
    int status = print_answer(reader, answer, wish->json);
    free(answer);
    return status;
}

/* ---- copies ---- */

static int back_up(const OptionReader *reader, const char *data, const char *to) {
    char trouble[STORE_TROUBLE_MAX];
    if (!store_backup_sqlite(data, to, trouble)) return complain(reader, "%s", trouble), STATUS_FAILED;
    printf("%s is a copy of %s.\n", to, data);
    return STATUS_GOOD;
}

static int restore(const OptionReader *reader, const char *data, const char *from) {
    char kept[DATA_CHOICE_MAX + 64] = "", trouble[STORE_TROUBLE_MAX];
    if (!store_restore_sqlite(data, from, kept, sizeof kept, trouble))
        return complain(reader, "%s", trouble), STATUS_FAILED;
    printf("%s is as it was in %s.\n", data, from);
    if (*kept) printf("What was there before is kept in %s.\n", kept);
    return STATUS_GOOD;
}

static void print_moved(void *context, const char *what, int64_t rows) {
    (void)context;
    printf("%-12s %10lld\n", what, (long long)rows);
}

static int migrate(const OptionReader *reader, const Wish *wish) {
    char trouble[STORE_TROUBLE_MAX];
    if (!wish->from || !wish->to || wish->words != 1)
        return complain(reader, "say from where and to where: uno admin migrate --from FILE --to URL, or back");
    if (!store_migrate(wish->from, wish->to, print_moved, NULL, trouble))
        return complain(reader, "%s", trouble), STATUS_FAILED;
    printf("All of it is there. What it was moved from is as it was: see that no server starts on it again.\n");
    return STATUS_GOOD;
}

static int run(OptionReader *reader) {
    Wish wish = {.words = 0};
    char data[DATA_CHOICE_MAX];
    int status = read_wish(reader, &wish);
    if (status != STATUS_GOOD) return status;
    if (wish.words && strcmp(wish.word[0], "migrate") == 0) return migrate(reader, &wish);
    if (wish.from || wish.to) return complain(reader, "--from and --to belong to migrate");
    if (!choose_data(reader, wish.data, false, data)) return STATUS_BAD_INPUT;
    if (is_memory(data)) return complain(reader, "a server that keeps nothing cannot be asked");
    const char *first = wish.word[0] ? wish.word[0] : "";
    bool copies = strcmp(first, "backup") == 0, puts_back = strcmp(first, "restore") == 0;
    if (!copies && !puts_back) return ask_server(reader, &wish, data);
    if (wish.words != 2) return complain(reader, "%s takes one file: uno admin %s FILE", first, first);
    return (copies ? back_up : restore)(reader, data, wish.word[1]);
}

const Command command_admin = {
    "admin",
    "look after a running server: tables, bans, backups",
    "tables | stats | bans | quarantine\n"
    "close CODE\n"
    "ban user ID|address ADDRESS [for HOURS] [--why TEXT]\n"
    "unban user ID|address ADDRESS\n"
    "backup FILE | restore FILE\n"
    "migrate --from FILE|URL --to URL|FILE",
    "The server is asked over a socket next to its database, which only the user who runs it\n"
    "may open. A backup may be made while the server runs; to restore one, stop it first:\n"
    "\n"
    "  uno admin backup /var/backups/uno-monday.db\n"
    "  uno admin restore /var/backups/uno-monday.db\n"
    "\n"
    "A whole site moves from a file to a PostgreSQL database, or back, with no server running:\n"
    "\n"
    "  uno admin migrate --from /var/lib/uno/uno.db --to postgresql://uno@db/uno\n",
    options,
    run,
};
