/* record.c -- records are read back as they were written, and whatever is done
 * to one in between is noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "random.h"
#include "record/record.h"

/* ---- helpers ---- */

typedef struct {
    char *text;
    size_t length, capacity;
} Buffer;

static void buffer_put(void *sink, const char *text) {
    Buffer *buffer = sink;
    size_t length = strlen(text);
    while (buffer->length + length + 1 > buffer->capacity) {
        buffer->capacity = buffer->capacity ? buffer->capacity * 2 : 4096;
        buffer->text = realloc(buffer->text, buffer->capacity);
        assert_non_null(buffer->text);
    }
    memcpy(buffer->text + buffer->length, text, length + 1);
    buffer->length += length;
}

static Buffer written(const Record *record) {
    Buffer buffer = {NULL, 0, 0};
    Printer printer = {buffer_put, &buffer};
    record_format(record, &printer);
    return buffer;
}

/* Plays up to `limit` random actions; draws and the like only when no card can be played. */
static void play_random(Record *record, unsigned limit, uint64_t *state) {
    Seed seed;
    Game game;
    assert_true(record_seed(record, &seed));
    game_init(&record->rules, &game, record->players, &seed, NULL, NULL);
    while (game.board.phase != PHASE_OVER && limit--) {
        Action list[ACTIONS_MAX];
        ActionSet set;
        Seat seat = mask_first(board_awaited(&record->rules, &game.board));
        board_actions(&record->rules, &game.board, &game.own[seat], seat, &set);
        if (set.cards) set.plain = 0;
        unsigned count = action_set_list(&record->rules, &set, list);
        assert_true(count > 0);
        Action action = list[random_below(state, count)];
        assert_int_equal(game_apply(&record->rules, &game, seat, action, NULL), VERDICT_ok);
        assert_true(record_add(record, seat, action));
    }
    if (game.board.phase == PHASE_OVER) record_finish(record, &game);
}

static void new_record(Record *record, const char *name, unsigned number, uint64_t *state) {
    Ruleset ruleset;
    RulesetError error;
    char text[32];
    assert_true(ruleset_load(name, &ruleset, &error));
    if (ruleset.rules.family == FAMILY_CLASSIC) assert_true(ruleset_change(&ruleset, "target=0", &error));
    unsigned players = (unsigned)ruleset.rules.option.min_players;
    if (number % 2 && rules_allow_players(&ruleset.rules, players + 1, NULL)) players++;
    record_init(record, &ruleset, players);
    snprintf(text, sizeof text, "%s %u", name, number);
    if (number % 3) {
        record->chance.has_seed = true;
        fair_seed_of_text(text, &record->chance.seed);
    } else {
        RecordChance *chance = &record->chance;
        chance->has_secret = chance->has_commitment = true;
        fair_seed_of_text(text, &chance->secret);
        fair_commitment(&chance->secret, &chance->commitment);
        FairPart *part = &chance->part[players - 1];
        part->added = number % 6 != 0;
        for (unsigned i = 0; i < SEED_BYTES; i++) part->seed.bytes[i] = (uint8_t)random_next(state);
        if (number % 2 == 0) {
            chance->way = FAIR_COMMITTED;
            part->committed = true;
            fair_commit(&part->seed, &part->commit);
            if (!part->added) memset(&part->seed, 0, sizeof part->seed);
        }
    }
    if (number % 2) memcpy(record->name[0], "Zo\xC3\xAB # 1", 9);
    if (number % 4 == 0) memcpy(record->date, "2026-01-31", 11);
}

static bool parses(const char *text, size_t length, Record *out, RecordError *error) {
    /* A copy of just that size: the sanitizer sees any step beyond the end. */
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    bool good = record_parse(copy, length, out, error);
    free(copy);
    return good;
}

/* ---- tests ---- */

/* Worked out with Python's hashlib. */
static void seeds_are_derived_as_documented(void **unused) {
    (void)unused;
    Seed secret, out;
    FairPart parts[2] = {{.added = false}, {.added = true}};
    for (unsigned i = 0; i < SEED_BYTES; i++) secret.bytes[i] = (uint8_t)i, parts[1].seed.bytes[i] = (uint8_t)(255 - i);
    static const uint8_t commitment[SEED_BYTES] = {0xcb, 0x2f, 0x51, 0x60, 0xfc, 0x1f, 0x7e, 0x05, 0xa5, 0x5e, 0xf4,
                                                   0x9d, 0x34, 0x0b, 0x48, 0xda, 0x2e, 0x5a, 0x78, 0x09, 0x9d, 0x53,
                                                   0x39, 0x33, 0x51, 0xcd, 0x57, 0x9d, 0xd4, 0x25, 0x03, 0xd6};
    static const uint8_t seed[SEED_BYTES] = {0xc7, 0x9e, 0x04, 0x8a, 0xee, 0x78, 0xb1, 0x52, 0x49, 0xd8, 0x5b,
                                             0x0f, 0xd4, 0x4f, 0xef, 0xe7, 0xad, 0x85, 0x3d, 0x05, 0x82, 0xd6,
                                             0x43, 0x78, 0x8d, 0x80, 0x49, 0xb3, 0x17, 0x65, 0x65, 0x86};
    static const uint8_t of_text[SEED_BYTES] = {0xb7, 0xd6, 0x01, 0x78, 0x58, 0xe1, 0xe9, 0x85, 0x55, 0x6e, 0xad,
                                                0xd7, 0x6e, 0xd0, 0x7b, 0x0f, 0x01, 0x80, 0x6b, 0x5c, 0x9c, 0x81,
                                                0x8b, 0x9d, 0xb8, 0x4e, 0x73, 0xdf, 0x8c, 0x72, 0xf9, 0x98};
    fair_commitment(&secret, &out);
    assert_memory_equal(out.bytes, commitment, SEED_BYTES);
    fair_seed(FAIR_OPEN, &secret, parts, 2, &out);
    assert_memory_equal(out.bytes, seed, SEED_BYTES);
    static const uint8_t commit[SEED_BYTES] = {0x9c, 0x01, 0x9b, 0xfa, 0xad, 0xc4, 0x98, 0x89, 0xbe, 0x07, 0xdb,
                                               0xbb, 0xa3, 0x9a, 0xae, 0x00, 0xae, 0xf0, 0xf4, 0x5d, 0x21, 0xd0,
                                               0xf6, 0x77, 0xda, 0xbe, 0x14, 0xb5, 0x35, 0x16, 0x3f, 0xda};
    static const uint8_t revealed[SEED_BYTES] = {0x86, 0x14, 0x5c, 0x60, 0xf9, 0xd4, 0x3a, 0x14, 0x79, 0x9f, 0x32,
                                                 0xd8, 0x91, 0x34, 0x91, 0x40, 0xe4, 0xd4, 0xec, 0xd7, 0x17, 0x2f,
                                                 0xee, 0x56, 0x24, 0xd2, 0x52, 0xd4, 0xf3, 0xf5, 0xd2, 0x67};
    static const uint8_t unrevealed[SEED_BYTES] = {0x66, 0x0c, 0x47, 0xef, 0xdd, 0xcc, 0x90, 0xfd, 0xf3, 0x71, 0xe5,
                                                   0x39, 0x2d, 0x74, 0x47, 0xe4, 0x71, 0xe9, 0x0a, 0x5c, 0x71, 0xf3,
                                                   0xb0, 0xaa, 0x9c, 0x78, 0x28, 0xe3, 0x6a, 0x91, 0x5f, 0x57};
    fair_commit(&parts[1].seed, &parts[1].commit);
    assert_memory_equal(parts[1].commit.bytes, commit, SEED_BYTES);
    parts[1].committed = true;
    fair_seed(FAIR_COMMITTED, &secret, parts, 2, &out);
    assert_memory_equal(out.bytes, revealed, SEED_BYTES);
    parts[1].added = false;
    fair_seed(FAIR_COMMITTED, &secret, parts, 2, &out);
    assert_memory_equal(out.bytes, unrevealed, SEED_BYTES);
    fair_seed_of_text("uno", &out);
    assert_memory_equal(out.bytes, of_text, SEED_BYTES);
}

static void records_are_read_back_as_written(void **unused) {
    (void)unused;
    uint64_t state = 1;
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        for (unsigned number = 0; number < 12; number++) {
            Record record, again;
            RecordError error;
            RecordReport report;
            new_record(&record, builtin_rulesets[i].name, number, &state);
            play_random(&record, number == 5 ? 7 : ~0u, &state);
            Buffer first = written(&record);
            if (!parses(first.text, first.length, &again, &error))
                fail_msg("%u:%u: %s", error.line, error.column, error.text);
            Buffer second = written(&again);
            assert_string_equal(first.text, second.text);
            if (!record_verify(&again, &report, &error)) fail_msg("%u:%u: %s", error.line, error.column, error.text);
            assert_int_equal(report.finished, record.finished);
            assert_int_equal(report.proof, number % 3 ? PROOF_NONE : number % 2 ? PROOF_OPEN : PROOF_HOLDS);
            free(first.text);
            free(second.text);
            record_free(&record);
            record_free(&again);
        }
}

static void example(Record *record, Buffer *text) {
    uint64_t state = 7;
    new_record(record, "ultimate", 3, &state);
    play_random(record, ~0u, &state);
    assert_true(record->finished);
    *text = written(record);
}

/* A record cut off anywhere is an unfinished game or an error with a place, never a finished game. */
static void a_cut_is_noticed(void **unused) {
    (void)unused;
    Record record;
    Buffer text;
    example(&record, &text);
    for (size_t length = 0; length + 1 < text.length; length++) {
        Record cut;
        RecordError error;
        RecordReport report;
        if (!parses(text.text, length, &cut, &error)) {
            assert_true(error.text[0]);
            continue;
        }
        if (record_verify(&cut, &report, &error)) assert_false(report.finished);
        else assert_true(error.text[0]);
        record_free(&cut);
    }
    free(text.text);
    record_free(&record);
}

/* The lines that mean nothing to the game. */
static void forget_words(Record *record) {
    memset(record->name, 0, sizeof record->name);
    memset(record->date, 0, sizeof record->date);
    memset(record->ruleset, 'x', 3);
    record->ruleset[3] = 0;
}

/* One changed character: an error, an unfinished game, or the same game. */
static void a_changed_character_is_noticed(void **unused) {
    (void)unused;
    static const char put[] = "0aARx.!# |\n\0\xFF";
    Record record;
    Buffer text;
    unsigned same = 0, noticed = 0;
    example(&record, &text);
    char *changed = malloc(text.length + 1);
    assert_non_null(changed);
    forget_words(&record);
    Buffer plain = written(&record);
    for (size_t at = 0; at < text.length; at++)
        for (size_t i = 0; i < sizeof put - 1; i++) {
            Record read;
            RecordError error;
            RecordReport report;
            if (text.text[at] == put[i]) continue;
            memcpy(changed, text.text, text.length + 1);
            changed[at] = put[i];
            noticed++;
            if (!parses(changed, text.length, &read, &error)) continue;
            if (record_verify(&read, &report, &error) && report.finished) {
                forget_words(&read);
                Buffer other = written(&read);
                if (strcmp(other.text, plain.text) != 0)
                    fail_msg("byte %zu to '%c' goes unnoticed:\n%s", at, put[i], other.text);
                free(other.text);
                noticed--, same++;
            }
            record_free(&read);
        }
    assert_true(noticed > 10 * same);
    free(changed);
    free(plain.text);
    free(text.text);
    record_free(&record);
}

static void random_bytes_do_no_harm(void **unused) {
    (void)unused;
    uint64_t state = 5;
    Record record;
    Buffer text;
    example(&record, &text);
    for (unsigned round = 0; round < 3000; round++) {
        Record read;
        RecordError error;
        char *changed = malloc(text.length);
        assert_non_null(changed);
        memcpy(changed, text.text, text.length);
        for (unsigned n = random_below(&state, 8) + 1; n; n--) {
            size_t from = random_below(&state, (unsigned)text.length), to = random_below(&state, (unsigned)text.length);
            size_t length = random_below(&state, 30);
            if (from + length > text.length || to + length > text.length) continue;
            memmove(changed + to, changed + from, length);
        }
        RecordReport report;
        if (record_parse(changed, text.length, &read, &error)) {
            record_verify(&read, &report, &error);
            record_free(&read);
        }
        free(changed);
    }
    free(text.text);
    record_free(&record);
}

static void names_are_safe_to_print(void **unused) {
    (void)unused;
    static const char *const good[] = {"Ada", "Zo\xC3\xAB", "\xE6\x98\x8E", "a b", "#1", "\xF0\x9F\x83\x8F"};
    static const char *const bad[] = {"",
                                      " a",
                                      "a ",
                                      "a\033[2J",
                                      "a\nb",
                                      "\x7F",
                                      "\xC2\x9B",
                                      "\xC0\x80",
                                      "\xE2\x80\xAE",
                                      "\xFF",
                                      "\xED\xA0\x80",
                                      "\xF5\x80\x80\x80",
                                      "\xE2\x80",
                                      "123456789012345678901234567890123456789012345678"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) assert_true(record_name_fits(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(record_name_fits(bad[i]));
}

static void a_secret_not_shown_is_not_proven(void **unused) {
    (void)unused;
    Record record;
    Buffer text;
    RecordReport report;
    RecordError error;
    Game game;
    example(&record, &text);
    free(text.text);
    record.chance.has_secret = false;
    assert_false(record_verify(&record, &report, &error)); /* over, and still hidden */
    assert_false(record_replay(&record, NULL, NULL, &game, &error));
    record.finished = false;
    assert_true(record_verify(&record, &report, &error));
    assert_int_equal(report.proof, PROOF_WAITING);
    assert_false(report.replayed);
    record_free(&record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_are_derived_as_documented),
        cmocka_unit_test(records_are_read_back_as_written),
        cmocka_unit_test(a_cut_is_noticed),
        cmocka_unit_test(a_changed_character_is_noticed),
        cmocka_unit_test(random_bytes_do_no_harm),
        cmocka_unit_test(names_are_safe_to_print),
        cmocka_unit_test(a_secret_not_shown_is_not_proven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
