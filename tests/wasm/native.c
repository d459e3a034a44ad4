/* native.c -- the calls of src/wasm/page.h in a program of this machine: a line of JSON such as
 * ["page_open",0,"official"] is a call, answered by a line. Numbers of 64 bits come as texts. What the module answers
 * must be the same, byte for byte. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/page.h"
#include "wasm/page_arbiter.h"

enum { VALUES_MAX = 8 };

typedef union {
    char *text;
    unsigned number;
    uint64_t wide;
} Value;

/* One row a call: its values are t for a text, u for a number, w for a wide one. */
#define CALLS(CALL) \
    CALL(page_language, "t", page_language(v[0].text)) \
    CALL(page_book_language, "t", page_book_language(v[0].text)) \
    CALL(page_verdict, "t", page_verdict(v[0].text)) \
    CALL(page_rulesets, "", page_rulesets()) \
    CALL(page_option_rows, "", page_option_rows()) \
    CALL(page_check, "t", page_check(v[0].text)) \
    CALL(page_grammar, "", page_grammar()) \
    CALL(page_sentences, "u", page_sentences(v[0].number)) \
    CALL(page_bots, "t", page_bots(v[0].text)) \
    CALL(page_open, "ut", page_open(v[0].number, v[1].text)) \
    CALL(page_book, "u", page_book(v[0].number)) \
    CALL(page_diff, "uu", page_diff(v[0].number, v[1].number)) \
    CALL(page_choice_words, "us", page_choice_words(v[0].number, v[1].text)) \
    CALL(page_options, "utt", page_options(v[0].number, v[1].text, v[2].text)) \
    CALL(page_refusal, "utt", page_refusal(v[0].number, v[1].text, v[2].text)) \
    CALL(page_bot, "uttwu", page_bot(v[0].number, v[1].text, v[2].text, v[3].wide, v[4].number)) \
    CALL(page_lab_begin, "uututtuu", \
         page_lab_begin(v[0].number, v[1].number, v[2].text, v[3].number, v[4].text, v[5].text, v[6].number, \
                        v[7].number)) \
    CALL(page_lab_play, "uu", page_lab_play(v[0].number, v[1].number)) \
    CALL(page_lab_take, "", page_lab_take()) \
    CALL(page_lab_add, "ut", page_lab_add(v[0].number, v[1].text)) \
    CALL(page_lab_figures, "", page_lab_figures()) \
    CALL(page_lab_report, "t", page_lab_report(v[0].text)) \
    CALL(page_record_open, "ut", page_record_open(v[0].number, v[1].text)) \
    CALL(page_record_close, "u", (page_record_close(v[0].number), "null")) \
    CALL(page_record_at, "uut", page_record_at(v[0].number, v[1].number, v[2].text)) \
    CALL(page_record_words, "uutt", page_record_words(v[0].number, v[1].number, v[2].text, v[3].text)) \
    CALL(page_review_begin, "ttu", page_review_begin(v[0].text, v[1].text, v[2].number)) \
    CALL(page_review_next, "", page_review_next()) \
    CALL(page_puzzle, "uut", page_puzzle(v[0].number, v[1].number, v[2].text)) \
    CALL(page_record_verify, "u", page_record_verify(v[0].number)) \
    CALL(page_record_compare, "ut", page_record_compare(v[0].number, v[1].text)) \
    CALL(page_table_commit, "ut", page_table_commit(v[0].number, v[1].text)) \
    CALL(page_table_pledge, "ut", page_table_pledge(v[0].number, v[1].text)) \
    CALL(page_stats, "t", page_stats(v[0].text)) \
    CALL(page_table_open, "u", page_table_open(v[0].number)) \
    CALL(page_table_close, "u", (page_table_close(v[0].number), "null")) \
    CALL(page_table_hear, "uut", page_table_hear(v[0].number, v[1].number, v[2].text)) \
    CALL(page_table_resumes, "ut", page_table_resumes(v[0].number, v[1].text)) \
    CALL(page_table_options, "u", page_table_options(v[0].number)) \
    CALL(page_table_refusal, "ut", page_table_refusal(v[0].number, v[1].text)) \
    CALL(page_table_hint, "utt", page_table_hint(v[0].number, v[1].text, v[2].text)) \
    CALL(page_lesson, "tut", page_lesson(v[0].text, v[1].number, v[2].text)) \
    CALL(page_game_hint, "u", page_game_hint(v[0].number)) \
    CALL(page_game_begin, "utttttu", \
         page_game_begin(v[0].number, v[1].text, v[2].text, v[3].text, v[4].text, v[5].text, v[6].number)) \
    CALL(page_game_resume, "ttttu", page_game_resume(v[0].text, v[1].text, v[2].text, v[3].text, v[4].number)) \
    CALL(page_game_go, "u", page_game_go(v[0].number)) \
    CALL(page_game_do, "tuu", page_game_do(v[0].text, v[1].number, v[2].number)) \
    CALL(page_game_let_be, "u", page_game_let_be(v[0].number)) \
    CALL(page_game_pace, "uu", page_game_pace(v[0].number, v[1].number)) \
    CALL(page_game_undo, "u", page_game_undo(v[0].number)) \
    CALL(page_game_record, "", page_game_record()) \
    CALL(page_arbiter_open, "t", page_arbiter_open(v[0].text)) \
    CALL(page_arbiter_enter, "t", page_arbiter_enter(v[0].text)) \
    CALL(page_arbiter_sheet, "", page_arbiter_sheet()) \
    CALL(page_arbiter_try, "t", page_arbiter_try(v[0].text)) \
    CALL(page_arbiter_games, "", page_arbiter_games()) \
    CALL(page_arbiter_past, "u", page_arbiter_past(v[0].number)) \
    CALL(page_arbiter_export, "t", page_arbiter_export(v[0].text))

#define CALL(name, kinds, answer) \
    static const char *call_##name(const Value v[VALUES_MAX]) { \
        (void)v; \
        return answer; \
    }
CALLS(CALL)
#undef CALL

static const struct {
    const char *name, *kinds;
    const char *(*call)(const Value v[VALUES_MAX]);
} calls[] = {
#define CALL(name, kinds, answer) {#name, kinds, call_##name},
    CALLS(CALL)
#undef CALL
};

/* A text goes in through a room, as from a page. */
static char *in_room(const char *text) {
    char *room = page_room((unsigned)strlen(text) + 1);
    return room ? strcpy(room, text) : NULL;
}

static bool read_value(const cJSON *item, char kind, Value *out) {
    const char *text = cJSON_GetStringValue(item);
    if (kind == 'u') return out->number = item ? (unsigned)(int64_t)item->valuedouble : 0, cJSON_IsNumber(item);
    if (!text) return false;
    if (kind == 'w') return out->wide = strtoull(text, NULL, 10), true;
    return (out->text = in_room(text));
}

static const char *answer(const cJSON *line) {
    const char *name = cJSON_GetStringValue(cJSON_GetArrayItem(line, 0));
    Value values[VALUES_MAX] = {{0}};
    for (unsigned i = 0; name && i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(calls[i].name, name) != 0) continue;
        for (int k = 0; calls[i].kinds[k]; k++)
            if (!read_value(cJSON_GetArrayItem(line, k + 1), calls[i].kinds[k], &values[k])) return "bad value";
        return calls[i].call(values); // cppcheck-suppress returnDanglingLifetime
    }
    return "bad call";
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        cJSON *json = cJSON_Parse(line);
        puts(answer(json));
        cJSON_Delete(json);
        page_clear();
    }
    free(line);
    return 0;
}
