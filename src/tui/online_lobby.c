/* online_lobby.c -- choosing a table: your own, a public one, one whose code is known, or
 * a new one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "online_internal.h"

enum { ROWS_MAX = 9, ROW_MAX = 120 };

typedef struct {
    unsigned count;
    char code[ROWS_MAX][CLIENT_CODE_MAX];
    char text[ROWS_MAX][ROW_MAX];
} Tables;

/* ---- what there is ---- */

static const char *text_of(const cJSON *json, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
    return text ? text : "";
}

static long number_of(const cJSON *json, const char *name) {
    long number;
    return json_is_whole(cJSON_GetObjectItemCaseSensitive(json, name), 0, 1000, &number) ? number : 0;
}

static bool is_listed(const Tables *tables, const char *code) {
    for (unsigned i = 0; i < tables->count; i++)
        if (strcmp(tables->code[i], code) == 0) return true;
    return false;
}

static void add_tables(Tables *tables, const cJSON *list, bool mine) {
    const cJSON *row;
    cJSON_ArrayForEach(row, list) {
        unsigned i = tables->count;
        char code[CLIENT_CODE_MAX];
        if (i == ROWS_MAX) return;
        if (!client_code_parse(text_of(row, "code"), code) || is_listed(tables, code)) continue;
        long seats = number_of(row, "seats"), open = number_of(row, "free");
        bool playing = strcmp(text_of(row, "stage"), "playing") == 0;
        snprintf(tables->text[i], ROW_MAX, "%u %.30s: %.24s, %ld of %ld seats free%s%s", i + 1, text_of(row, "title"),
                 text_of(row, "rules_title"), open, seats, playing ? ", playing" : "", mine ? " (you sit there)" : "");
        memcpy(tables->code[i], code, sizeof code);
        tables->count++;
    }
}

static bool look(Client *client, Tables *tables, char *trouble, size_t size) {
    char why[CLIENT_TROUBLE_MAX];
    cJSON *answer = NULL;
    unsigned status = client_request(client, "GET", "/api/tables", NULL, &answer, why);
    memset(tables, 0, sizeof *tables);
    add_tables(tables, cJSON_GetObjectItemCaseSensitive(answer, "mine"), true);
    add_tables(tables, cJSON_GetObjectItemCaseSensitive(answer, "tables"), false);
    cJSON_Delete(answer);
    if (status != 200) snprintf(trouble, size, "%s", status ? "This is no uno server, or an old one." : why);
    return status == 200;
}

/* ---- windows ---- */

static void draw_behind(void *client) {
    screen_clear();
    screen_format(1, 2, (int)screen_columns() - 4, PAINT_TEXT | PAINT_BOLD, "uno at %s", client_address(client)->base);
}

static Typed type(Client *client, TypeWindow window) {
    window.fresh = true;
    window.backdrop = draw_behind;
    window.context = client;
    return screen_type(&window);
}

/* The answer to a request that makes or finds a table; false: `said` tells why there is none. */
static bool take_table(Client *client, const char *path, const char *body, char code[CLIENT_CODE_MAX], char *said,
                       size_t size) {
    char why[CLIENT_TROUBLE_MAX];
    cJSON *answer = NULL;
    unsigned status = client_request(client, "POST", path, body, &answer, why);
    bool good = (status == 200 || status == 201) && client_code_parse(text_of(answer, "code"), code);
    if (!good) snprintf(said, size, "%s", status ? text_of(answer, "message") : why);
    cJSON_Delete(answer);
    return good;
}

static LobbyEnd type_code(Client *client, char code[CLIENT_CODE_MAX]) {
    char text[80] = "";
    const char *said = "";
    for (;;) {
        Typed typed = type(client, (TypeWindow){.title = "The code of a table",
                                                .about = "Eight letters and digits, or its whole link:",
                                                .trouble = said,
                                                .text = text,
                                                .size = sizeof text});
        ClientAddress link;
        char why[CLIENT_TROUBLE_MAX];
        if (typed == TYPED_STOP) return LOBBY_STOP;
        if (typed == TYPED_BACK || !text[0]) return LOBBY_LEFT;
        if (client_code_parse(text, code)) return LOBBY_CHOSEN;
        if (client_address_parse(text, &link, why) && link.code[0]) {
            memcpy(code, link.code, sizeof link.code);
            return LOBBY_CHOSEN;
        }
        said = "That is no code.";
    }
}

static LobbyEnd choose_rules(Client *client, Ruleset *out) {
    const char *choices[32];
    char text[30][RULESET_TITLE_MAX + RULESET_NAME_MAX + 8];
    unsigned count = builtin_ruleset_count < 30 ? builtin_ruleset_count : 30;
    RulesetError error;
    for (unsigned i = 0; i < count; i++) {
        bool known = ruleset_load(builtin_rulesets[i].name, out, &error);
        snprintf(text[i], sizeof text[i], "%c %s", 'a' + (int)i, known ? out->title : builtin_rulesets[i].name);
        choices[i] = text[i];
    }
    choices[count] = CHOICE_BACK;
    choices[count + 1] = NULL;
    draw_behind(client);
    int choice = screen_choose("A new table", "By which rules?", choices);
    if (choice < 0) return LOBBY_STOP;
    if (choice >= (int)count || !ruleset_load(builtin_rulesets[choice].name, out, &error)) return LOBBY_LEFT;
    return LOBBY_CHOSEN;
}

/* Rules and seats, then the server makes it; LOBBY_LEFT: none is wanted after all. */
static LobbyEnd make_table(Client *client, char code[CLIENT_CODE_MAX]) {
    Ruleset ruleset;
    char seats[8], about[80], said[CLIENT_TROUBLE_MAX] = "", body[200];
    LobbyEnd chosen = choose_rules(client, &ruleset);
    if (chosen != LOBBY_CHOSEN) return chosen;
    unsigned low = (unsigned)ruleset.rules.option.min_players, high = (unsigned)ruleset.rules.option.max_players;
    snprintf(seats, sizeof seats, "%u", low);
    snprintf(about, sizeof about, "How many players, %u to %u? Bots take the seats that stay empty.", low, high);
    for (;;) {
        Typed typed = type(
            client,
            (TypeWindow){.title = ruleset.title, .about = about, .trouble = said, .text = seats, .size = sizeof seats});
        if (typed == TYPED_STOP) return LOBBY_STOP;
        if (typed == TYPED_BACK) return LOBBY_LEFT;
        char *rest;
        long wanted = strtol(seats, &rest, 10);
        if (*rest || wanted < (long)low || wanted > (long)high) {
            snprintf(said, sizeof said, "A number from %u to %u.", low, high);
            continue;
        }
        snprintf(body, sizeof body, "{\"ruleset\":\"%s\",\"seats\":%ld}", ruleset.name, wanted);
        if (take_table(client, "/api/tables", body, code, said, sizeof said)) return LOBBY_CHOSEN;
    }
}

/* ---- the choice ---- */

static int ask(Client *client, const Tables *tables, const char *said) {
    const char *choices[ROWS_MAX + 6];
    unsigned count = 0;
    char text[CLIENT_TROUBLE_MAX + 80];
    for (; count < tables->count; count++) choices[count] = tables->text[count];
    choices[count++] = "k a quick game with anybody who comes";
    choices[count++] = "n a new table";
    choices[count++] = "c a table whose code I know";
    choices[count++] = "l look again";
    choices[count++] = "q leave";
    choices[count] = NULL;
    snprintf(text, sizeof text, "%s%s%s", said, said[0] ? "\n" : "",
             tables->count ? "Where do you want to play?" : "There is no public table just now.");
    draw_behind(client);
    return screen_choose("Tables", text, choices);
}

LobbyEnd lobby_choose(Client *client, char code[CLIENT_CODE_MAX], char *trouble, size_t size) {
    char said[CLIENT_TROUBLE_MAX] = "";
    for (;;) {
        Tables tables;
        LobbyEnd end = LOBBY_LEFT;
        if (!look(client, &tables, trouble, size)) return LOBBY_FAILED;
        int choice = ask(client, &tables, said), rest = choice - (int)tables.count;
        said[0] = 0;
        if (choice < 0) return LOBBY_STOP;
        if (rest < 0) {
            memcpy(code, tables.code[choice], CLIENT_CODE_MAX);
            return LOBBY_CHOSEN;
        }
        if (rest == 0 && take_table(client, "/api/quick", "{}", code, said, sizeof said)) return LOBBY_CHOSEN;
        if (rest == 1) end = make_table(client, code);
        if (rest == 2) end = type_code(client, code);
        if (rest == 4) return LOBBY_LEFT;
        if (end != LOBBY_LEFT) return end;
    }
}
