/* teller.c -- messages of a table: whatever people write arrives as they wrote it, and no message is ever cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "teller/teller.h"

typedef struct {
    Table table;
    Told told;
    TableSettings settings;
    ChatLine chat[CHAT_KEPT];
    Telling telling;
} Room;

static void enter(Room *room, LogEntry *entry) {
    entry->seq = room->table.seq + 1;
    assert_true(table_apply(&room->table, entry));
    told_note(&room->told, &room->table, entry);
}

static Room *room_new(void) {
    Room *room = calloc(1, sizeof *room);
    Ruleset ruleset;
    RulesetError error;
    LogEntry entry;
    assert_non_null(room);
    assert_true(ruleset_load("official", &ruleset, &error));
    settings_init(&room->settings, &ruleset);
    table_init(&room->table);
    log_entry_init(&entry, LOG_make);
    entry.settings = &room->settings;
    enter(room, &entry);
    log_entry_init(&entry, LOG_sit);
    entry.seat = 1;
    entry.id = 0xAB;
    strcpy(entry.words, "Ada \"\\ Lovelace");
    enter(room, &entry);
    room->telling =
        (Telling){.table = &room->table, .told = &room->told, .code = "CODE", .link = "", .chat = room->chat};
    return room;
}

static void room_free(Room *room) {
    table_free(&room->table);
    free(room);
}

static cJSON *read_message(char *text, const char *kind) {
    const char *end;
    assert_non_null(text);
    cJSON *json = cJSON_ParseWithOpts(text, &end, 1);
    assert_non_null(json);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "t")), kind);
    free(text);
    return json;
}

/* Every character there is, in the longest lines there can be: the whole is told, and read as it was said. */
static void words_arrive_as_they_were_said(void **state) {
    (void)state;
    Room *room = room_new();
    for (unsigned i = 0; i < CHAT_KEPT; i++) {
        char *text = room->chat[i].text;
        for (unsigned k = 0; k + 1 < CHAT_TEXT_MAX; k++) text[k] = (char)(1 + (i + k) % 255);
        strcpy(room->chat[i].name, "\"B\\\n\x7f");
    }
    room->telling.chat_count = CHAT_KEPT + 7;
    cJSON *json = read_message(teller_joined(&room->telling, 1, "[7]"), "joined");
    const cJSON *chat = cJSON_GetObjectItemCaseSensitive(json, "chat");
    assert_int_equal(cJSON_GetArraySize(chat), CHAT_KEPT);
    for (unsigned i = 0; i < CHAT_KEPT; i++) {
        const ChatLine *line = &room->chat[(i + 7) % CHAT_KEPT];
        const cJSON *told = cJSON_GetArrayItem(chat, (int)i);
        assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(told, "text")), line->text);
        assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(told, "name")), line->name);
    }
    const cJSON *seats = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(json, "table"), "seats");
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(seats, 1), "name");
    assert_string_equal(cJSON_GetStringValue(name), "Ada \"\\ Lovelace");
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(json, "game")));
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(json, "id")), 1);
    cJSON_Delete(json);
    room_free(room);
}

static void an_answer_has_the_number_of_its_request(void **state) {
    (void)state;
    char *plain = teller_here(5, 2), *numbered = teller_numbered(plain, "\"x\"");
    assert_string_equal(plain, "{\"t\":\"here\",\"seats\":[\"A\",\"C\"],\"spectators\":2}");
    assert_string_equal(numbered, "{\"id\":\"x\",\"t\":\"here\",\"seats\":[\"A\",\"C\"],\"spectators\":2}");
    free(plain);
    free(numbered);
}

static void who_did_not_see_the_game_begin_is_not_resumed(void **state) {
    (void)state;
    Room *room = room_new();
    assert_false(teller_resumed(&room->telling, 1, 1, NULL, NULL, NULL));
    room_free(room);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_arrive_as_they_were_said),
        cmocka_unit_test(an_answer_has_the_number_of_its_request),
        cmocka_unit_test(who_did_not_see_the_game_begin_is_not_resumed),
    };
    return cmocka_run_group_tests_name("teller", tests, NULL, NULL);
}
