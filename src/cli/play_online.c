/* play_online.c -- `uno play --connect`: signs in, finds or makes the table, and hands over to a screen. */
#include "play_online.h"

#include <stdio.h>
#include <string.h>

#include "../client/jar.h"
#include "../tui/online.h"
#include "../tui/screen.h"
#include "command.h"
#include "say.h"

/* Says what went wrong on stderr; returns STATUS_FAILED. */
static int fail(const OptionReader *reader, const char *trouble) {
    fprintf(stderr, "%s: %s\n", reader->command, trouble);
    return STATUS_FAILED;
}

static const char *text_of(const cJSON *json, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
    return text ? text : "";
}

/* A request that must succeed; `field` of its answer is copied. */
static bool ask(const OptionReader *reader, Client *client, const char *path, cJSON *body, const char *field, char *out,
                size_t size) {
    char trouble[CLIENT_TROUBLE_MAX];
    char *text = cJSON_PrintUnformatted(body);
    cJSON *answer = NULL;
    unsigned status = client_request(client, "POST", path, text ? text : "{}", &answer, trouble);
    bool good = status == 200 || status == 201;
    if (good && field) snprintf(out, size, "%s", text_of(answer, field));
    const char *said = text_of(answer, "message");
    if (status && !good)
        snprintf(trouble, sizeof trouble, "%.400s", said[0] ? said : "this is no uno server, or an old one");
    if (!good) fail(reader, trouble);
    cJSON_free(text);
    cJSON_Delete(body);
    cJSON_Delete(answer);
    return good;
}

/* ---- who one is ---- */

static const char *name_of(const PlayWish *wish) { return wish->name ? wish->name : ""; }

/* The same guest as last time, or a new one, who is remembered. */
static bool sign_in(const OptionReader *reader, const PlayWish *wish, Client *client) {
    const char *base = client_address(client)->base, *name = name_of(wish);
    char path[JAR_PATH_MAX], cookie[CLIENT_COOKIE_MAX], trouble[CLIENT_TROUBLE_MAX];
    bool remembers = jar_path(path);
    cJSON *body = cJSON_CreateObject();
    if (name[0]) cJSON_AddStringToObject(body, "name", name);
    if (remembers && jar_find(path, base, name, cookie)) client_set_cookie(client, cookie);
    if (!ask(reader, client, "/api/guest", body, NULL, NULL, 0)) return false;
    if (remembers && !jar_keep(path, base, name, client_cookie(client), trouble)) fail(reader, trouble);
    return true;
}

/* ---- which table ---- */

/* The rules of your own file go to the server in full. */
static bool add_rules(const OptionReader *reader, const char *name, cJSON *json) {
    size_t length = strlen(name);
    bool file = strchr(name, '/') || (length > 4 && strcmp(name + length - 4, ".ini") == 0);
    char text[RULESET_TEXT_MAX];
    Ruleset ruleset;
    if (file && !load_ruleset(reader, name, &ruleset)) return false;
    if (file) ruleset_format(&ruleset.rules, text, sizeof text);
    return cJSON_AddStringToObject(json, "ruleset", file ? text : name);
}

/* NULL: said why on stderr. */
static cJSON *settings_of(const OptionReader *reader, const PlayWish *wish) {
    cJSON *json = cJSON_CreateObject(), *options = NULL;
    if (wish->ruleset && !add_rules(reader, wish->ruleset, json)) return cJSON_Delete(json), NULL;
    if (wish->players) cJSON_AddNumberToObject(json, "seats", wish->players);
    if (wish->bots) cJSON_AddStringToObject(json, "fill", wish->bots);
    for (unsigned i = 0; i < wish->changes; i++) {
        char key[80];
        const char *value = strchr(wish->change[i], '=');
        snprintf(key, sizeof key, "%.*s", (int)strcspn(wish->change[i], "="), wish->change[i]);
        if (!options) options = cJSON_AddObjectToObject(json, "options");
        cJSON_AddStringToObject(options, key, value ? value + 1 : "");
    }
    return json;
}

/* The code of the table to go to; "": the person is still to choose one. */
static bool find_table(const OptionReader *reader, const PlayWish *wish, Client *client, char code[CLIENT_CODE_MAX]) {
    bool makes = wish->ruleset || wish->players || wish->bots || wish->changes;
    memcpy(code, client_address(client)->code, CLIENT_CODE_MAX);
    if (code[0] || (!makes && !wish->quick)) return true;
    cJSON *settings = settings_of(reader, wish);
    return settings &&
           ask(reader, client, wish->quick ? "/api/quick" : "/api/tables", settings, "code", code, CLIENT_CODE_MAX);
}

/* ---- playing ---- */

static int part(const OptionReader *reader, const PlayWish *wish, const Client *client, const char *code, OnlineEnd end,
                const char *trouble) {
    char command[CLIENT_BASE_MAX + 160];
    if (end == ONLINE_FAILED) return fail(reader, trouble);
    if (end == ONLINE_CLOSED) printf("  %s\n", trouble);
    if ((end == ONLINE_LEFT || end == ONLINE_INTERRUPTED) && code[0])
        printf("  %s goes on at this table.\n",
               jar_command(client_address(client)->base, name_of(wish), code, command, sizeof command));
    return end == ONLINE_INTERRUPTED ? STATUS_INTERRUPTED : STATUS_GOOD;
}

static int play_in_lines(const OptionReader *reader, const PlayWish *wish, Client *client, const char *code) {
    static const OnlineEnd ends[] = {[LINES_LEFT] = ONLINE_LEFT,
                                     [LINES_CLOSED] = ONLINE_CLOSED,
                                     [LINES_INTERRUPTED] = ONLINE_INTERRUPTED,
                                     [LINES_FAILED] = ONLINE_FAILED};
    if (!code[0])
        return complain(reader, "line by line, say which table: --code CODE, --quick, or a ruleset for a new one");
    LinesEnd end = play_online_lines(client, code);
    const char *said = end == LINES_CLOSED ? client_table(client)->said : client_trouble(client);
    return part(reader, wish, client, code, ends[end], said);
}

static int play(const OptionReader *reader, const PlayWish *wish, Client *client) {
    char code[CLIENT_CODE_MAX], trouble[CLIENT_TROUBLE_MAX] = "";
    if (!sign_in(reader, wish, client) || !find_table(reader, wish, client, code)) return STATUS_FAILED;
    if (wish->plain || !screen_possible()) return play_in_lines(reader, wish, client, code);
    OnlineEnd end = online_screen(client, name_of(wish), code, trouble, sizeof trouble);
    if (end != ONLINE_NO_SCREEN) return part(reader, wish, client, code, end, trouble);
    printf("  %s\n", trouble);
    return play_in_lines(reader, wish, client, code);
}

int play_online(const OptionReader *reader, const PlayWish *wish) {
    ClientAddress address;
    char trouble[CLIENT_TROUBLE_MAX];
    if (wish->people || wish->seat || wish->names || wish->save || wish->resume || wish->seed || wish->automatic)
        return complain(reader,
                        "at a server there is no --people, --seat, --names, --save, --resume, --seed or --auto");
    if (!client_address_parse(wish->connect, &address, trouble)) return complain(reader, "%s", trouble);
    if (wish->code && !client_code_parse(wish->code, address.code))
        return complain(reader, "'%s' is no code of a table: it has eight letters and digits", wish->code);
    if (strpbrk(name_of(wish), "\t\r\n")) return complain(reader, "a name has no tabs and line ends");
    Client *client = client_open(&address, wish->insecure, trouble);
    if (!client) return fail(reader, trouble);
    int status = play(reader, wish, client);
    client_close(client);
    return status;
}
