/* Any lines as what a page calls in the engine (src/wasm/page.h), natively: a line is a call as tests/wasm/native.c has
 * it, ["page_open",0,"official"]. Whatever goes in, the answer is a JSON object and nothing breaks. */
#define main native_main
#include "wasm/native.c"
#undef main

#include "lines.h"

static const char *const stock[] = {
    "[\"page_rulesets\"]",
    "[\"page_option_rows\"]",
    "[\"page_bots\",\"split\"]",
    "[\"page_open\",0,\"ultimate\"]",
    "[\"page_open\",1,\"split-v3\"]",
    "[\"page_open\",2,\"[ruleset]\\nextends = official\\n[rules]\\nstack_draws = any\\n\"]",
    "[\"page_book\",0]",
    "[\"page_diff\",0,1]",
    "[\"page_lab_begin\",0,1,\"a\\nb.ini\",2,\"easy\",\"1\",3,0]",
    "[\"page_lab_play\",0,2]",
    "[\"page_lab_add\",0,\"0=1 1=1 2=40\"]",
    "[\"page_lab_figures\"]",
    "[\"page_lab_report\",\"part\"]",
    "[\"page_lab_take\"]",
    "[\"page_game_begin\",1,\"Ada\\nBen\",\"\\neasy\",\"A\",\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\",\"2026-01-31\",900]",
    "[\"page_game_go\",900]",
    "[\"page_game_go\",20000]",
    "[\"page_game_do\",\"draw\",6,1000]",
    "[\"page_game_do\",\"keep\",7,2000]",
    "[\"page_game_do\",\"catch\",7,2000]",
    "[\"page_game_let_be\",3000]",
    "[\"page_game_pace\",300,3000]",
    "[\"page_game_undo\",4000]",
    "[\"page_stats\",\"4 A BC\\n2 B -\\n\"]",
    "[\"page_table_open\",0]",
    "[\"page_table_hear\",0,5000,\"@\"]",
    "[\"page_table_hear\",0,5000,\"{\\\"t\\\":\\\"here\\\",\\\"seats\\\":[\\\"A\\\"],\\\"spectators\\\":2}\"]",
    "[\"page_table_hear\",0,5000,\"{\\\"t\\\":\\\"held\\\"}\"]",
    "[\"page_table_resumes\",0,\"\"]",
    "[\"page_table_commit\",0,\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"]",
    "[\"page_table_pledge\",0,\"uno-pledge 1\\nseed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\\nshown\\n\"]",
    "[\"page_table_options\",0]",
    "[\"page_table_refusal\",0,\"R5\"]",
    "[\"page_table_close\",0]",
    "[\"page_game_record\"]",
    "[\"page_record_at\",0,3,\"all\"]",
    "[\"page_record_at\",0,99,\"A\"]",
    "[\"page_record_verify\",0]",
    "[\"page_record_close\",0]",
    "[\"page_arbiter_open\",\"arbiter 1\\ngame split-v3 players Ada Ben\\n\"]",
    "[\"page_arbiter_enter\",\"game split-v3 players Ada Ben\"]",
    "[\"page_arbiter_enter\",\"Ada 9 Ben 4\"]",
    "[\"page_arbiter_enter\",\"undo\"]",
    "[\"page_arbiter_sheet\"]",
    "[\"page_arbiter_try\",\"game official players A B C\"]",
    "[\"page_arbiter_games\"]",
    "[\"page_arbiter_past\",5]",
    "[\"page_arbiter_export\",\"csv\"]",
    "[\"page_arbiter_export\",\"json\"]",
    "[\"page_arbiter_export\",\"log\"]",
    "[\"page_options\",0,\"$\",\"Ada\\nBen\"]",
    "[\"page_refusal\",0,\"$\",\"R5\"]",
    "[\"page_bot\",0,\"$\",\"hard\",\"7\",2]",
};
FUZZ_LINES(stock)

enum { PLACES = 3, WORLDS = 2, GAMES = 3, UNJUDGED = 25, VIEW_ROOM = 1 << 16 };

static char seen[VIEW_ROOM]; /* the last view that was answered, */
static char told[VIEW_ROOM]; /* and the last message of the game */

static const char *call(const char *name, const cJSON *values) {
    Value v[VALUES_MAX] = {{0}};
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(calls[i].name, name) != 0) continue;
        for (int k = 0; calls[i].kinds[k]; k++) {
            const cJSON *item = cJSON_GetArrayItem(values, k + 1);
            const char *text = cJSON_GetStringValue(item);
            if (!read_value(item, calls[i].kinds[k], &v[k])) return NULL;
            if (calls[i].kinds[k] == 't' && text && strcmp(text, "$") == 0) v[k].text = in_room(seen);
            if (calls[i].kinds[k] == 't' && text && strcmp(text, "@") == 0) v[k].text = in_room(told);
        }
        /* A few places, so that they get used; what a page may ask for, but takes long, is asked for in small. */
        if (calls[i].kinds[0] == 'u' && v[0].number < PAGE_RULES) v[0].number %= PLACES;
        if (strcmp(name, "page_bot") == 0) v[4].number = 1 + v[4].number % WORLDS;
        if (strcmp(name, "page_lab_begin") == 0) v[1].number %= PLACES;
        if (strcmp(name, "page_lab_play") == 0) v[0].number += UNJUDGED, v[1].number %= GAMES;
        return calls[i].call(v); // cppcheck-suppress returnDanglingLifetime
    }
    return NULL;
}

/* A view in an answer is one that later calls can name: "$"; what the game says is "@". */
static void keep_view(const cJSON *json) {
    const cJSON *view = cJSON_GetObjectItemCaseSensitive(json, "view"), *message;
    if (cJSON_IsObject(view)) cJSON_PrintPreallocated((cJSON *)view, seen, sizeof seen, false);
    cJSON_ArrayForEach(message, cJSON_GetObjectItemCaseSensitive(json, "say")) {
        cJSON *good = cJSON_Parse(cJSON_GetStringValue(message));
        MUST(good);
        cJSON_Delete(good);
        snprintf(told, sizeof told, "%s", message->valuestring);
    }
}

static void check_line(const char *line) {
    cJSON *values = cJSON_Parse(line);
    const char *name = cJSON_GetStringValue(cJSON_GetArrayItem(values, 0));
    const char *said = name ? call(name, values) : NULL;
    if (said && strcmp(said, "null") != 0) {
        cJSON *json = cJSON_Parse(said);
        if (!cJSON_IsObject(json)) fprintf(stderr, "%s\n", said);
        MUST(cJSON_IsObject(json));
        keep_view(json);
        cJSON_Delete(json);
    }
    cJSON_Delete(values);
    page_clear();
}

/* Nothing is left of the input before. */
static void begin(void) {
    check_line("[\"page_open\",0,\"official\"]");
    check_line("[\"page_open\",1,\"split-duel\"]");
    check_line("[\"page_open\",2,\"ultimate\"]");
    check_line("[\"page_arbiter_open\",\"\"]");
    for (unsigned place = 0; place < PAGE_RECORDS; place++) page_record_close(place);
    for (unsigned place = 0; place < PAGE_TABLES; place++) page_table_close(place);
    check_line("[\"page_game_begin\",0,\"Ada\\nBen\",\"\\neasy\",\"A\","
               "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\",\"\",900]");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size, 0), *rest = text;
    begin();
    for (char *line; (line = fuzz_line(&rest));) check_line(line);
    free(text);
    return 0;
}
