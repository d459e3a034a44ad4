/* book.c -- the arbiter's book at its edges: lines that are easy to misread, logs
 * that are damaged, books that are full. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "engine/text.h"
#include "book_check.h"

enum { MEMORY = 2 << 20 };

static char memory[MEMORY], spare_memory[MEMORY], old_text[MEMORY];
static Book book, spare, before;
static char told[CHECK_TOLD];

static void begin(const char *line) {
    book_init(&book, memory, MEMORY);
    if (!book_enter(&book, line, &check_finder, told, sizeof told)) fail_msg("%s: %s", line, told);
}

static bool say(const char *line) {
    bool taken = false;
    const char *broken = entering_broken(&book, line, &before, old_text, &taken);
    if (broken) fail_msg("%s\nat: %s\nlog:\n%s", broken, line, book.text);
    broken = book_reload_broken(&book, &spare, spare_memory, MEMORY);
    if (broken) fail_msg("%s\nafter: %s\nlog:\n%s", broken, line, book.text);
    return taken;
}

static const char *last_line(void) {
    static char line[BOOK_LINE_BYTES];
    book_next_undo(&book, line, sizeof line);
    return line;
}

static void assert_kept(const char *line, const char *spelt) {
    if (!say(line)) {
        book_enter(&book, line, NULL, told, sizeof told);
        fail_msg("%s: %s", line, told);
    }
    assert_string_equal(last_line(), spelt);
}

static void assert_refused(const char *line, const char *words) {
    assert_false(say(line));
    book_enter(&book, line, &check_finder, told, sizeof told);
    if (!strstr(told, words)) fail_msg("%s: not '%s' but: %s", line, words, told);
}

/* ---- lines ---- */

/* A round that follows in the same line begins with a name, which the clause before must not take. */
static void a_name_belongs_to_what_it_does(void **state) {
    (void)state;
    begin("game split-duel players Ada Ben decks 36 30");
    assert_true(say("adjust Ada actions 7"));
    assert_kept("reverse Ada, b3 a4", "reverse Ada, Ada 4 Ben 3");
    assert_true(say("deck actions 9"));
    assert_true(say("adjust Ada actions 7"));
    assert_kept("dare Ada, done, shed Ada, b5 a4", "dare Ada, answered, shed Ada, Ada 4 Ben 5");
    assert_kept("wild Ada, shed nobody, name blue, b5 a4", "wild Ada, shed nobody, name blue, Ada 4 Ben 5");
}

static void a_card_belongs_to_who_plays_it(void **state) {
    (void)state;
    begin("game split-v3 players Ada Ben Cleo decks 68 20");
    assert_true(say("adjust Ada actions 3"));
    assert_true(say("adjust Ben actions 3"));
    assert_kept("block Ada on Ben, countered, Ben plays +2 on Cleo",
                "block Ada on Ben, countered, Ben plays +2 on Cleo");
}

static void what_grows_when_spelt_out_is_kept(void **state) {
    (void)state;
    char line[2048], round[] = "a1 b2 c3 d4 e5 f6";
    for (unsigned rounds = 1; rounds <= 8; rounds++) {
        Text text = text_in(line, sizeof line);
        begin("game split-v3 players Ada Ben Cleo Dan Eve Finn decks 300 30");
        for (unsigned i = 0; i < rounds; i++) {
            text_put(&text, i ? " lead a " : "");
            round[1 + 3 * (i % 6)] = '9';
            text_put(&text, round);
            round[1 + 3 * (i % 6)] = (char)('1' + i % 6);
        }
        if (!say(line)) fail_msg("%s", line);
        begin("game split-v3 players AAAAAAAAAAAAAAAAAAAAAAAA BBBBBBBBBBBBBBBBBBBBBBBB CCCCCCCCCCCCCCCCCCCCCCCC "
              "DDDDDDDDDDDDDDDDDDDDDDDD EEEEEEEEEEEEEEEEEEEEEEEE FFFFFFFFFFFFFFFFFFFFFFFF decks 300 30");
        assert_true(say(line));
    }
}

static void a_line_is_taken_whole_or_not_at_all(void **state) {
    (void)state;
    begin("game split-v3 players Ada Ben");
    assert_refused("Ada 5 Ben 4, hit Ben", "does not answer");
    assert_refused("Ada 7 Ben 11", "11 is not on a number card");
    assert_refused("Ada 7", "Ben is missing");
    assert_refused("block Ada on Ben", "has no action card");
    assert_refused("undo", "nothing to undo");
    assert_refused("redo", "nothing to redo");
    assert_refused("open 2", "no such game");
    assert_refused("nonsense", "not understood");
    assert_refused("adjust Ada numbers 65535", "more number cards than the game has");
    assert_refused("adjust Ada numbers 65536", "not a number of cards");
    assert_refused("adjust Ada actions 256", "more action cards than the game has");
    assert_int_equal(book.done, 0);
}

static void names_are_checked(void **state) {
    (void)state;
    static const struct {
        const char *line, *words;
    } bad[] = {
        {"game split-v3 players Ada ada", "same name"},
        {"game split-v3 players Ada block", "means something"},
        {"game split-v3 players Ada 7", "not a number"},
        {"game split-v3 players Ada AAAAAAAAAAAAAAAAAAAAAAAAA", "at most 24"},
        {"game split-v3 players Ada B\033[31m", "cannot be shown"},
        {"game split-v3 players Ada \xFF", "cannot be shown"},
        {"game split-v3 players Ada", "2"},
        {"game official players a b c d e f g h i j k", "at most ten"},
        {"game split-duel players a b c", "2"},
        {"game nosuch players a b", "No such ruleset"},
        {"game split-v3 players Ada Ben lead Cleo", "not one of the players"},
        {"game split-v3 players Ada Ben decks 5", "After decks"},
        {"game split-v3 players Ada Ben decks 68 500", "After decks"},
        {"game split-v3 players Ada Ben decks 68 299", "action cards"},
    };
    book_init(&book, memory, MEMORY);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) assert_refused(bad[i].line, bad[i].words);
    assert_int_equal(book.length, 0);
}

/* ---- damaged logs ---- */

#define GAME "game split-v3 players Ada Ben decks 68 32 lead Ada rules split\n"

static bool load(const char *log, BookError *error) {
    book_init(&book, memory, MEMORY);
    memcpy(memory, log, strlen(log) + 1);
    memset(error, 0, sizeof *error);
    return book_load(&book, strlen(log), error);
}

static void a_bad_line_is_named(void **state) {
    (void)state;
    static const struct {
        const char *log;
        unsigned line;
        const char *words;
    } bad[] = {
        {"arbiter 2\n" GAME, 0, "another version"},
        {"arbiter 1\r\n", 0, "Windows"},
        {"\xFF\xD8\xFF\xE0 picture", 0, "not the log"},
        {"hello\n", 0, "not the log"},
        {"arbiter 1\n" GAME "Ada 7 Ben 4\nAda 7 Ben 40\n", 4, "40 is not on a number card"},
        {"arbiter 1\n" GAME "Ada 5 Ben 4\r\n", 3, "not text"},
        {"arbiter 1\n" GAME "Ada 5\tBen 4\n", 3, "not text"},
        {"arbiter 1\n" GAME "\033[31m\n", 3, "not text"},
        {"arbiter 1\nAda 7 Ben 4\n", 2, "No game"},
        {"arbiter 1\n" GAME "undo\n", 3, "nothing to undo"},
        {"arbiter 1\n" GAME "redo\n", 3, "nothing to redo"},
        {"arbiter 1\n" GAME "open 2\n", 3, "no such game"},
        {"arbiter 1\n" GAME "arbiter 1\n" GAME, 3, "another log"},
        {"arbiter 1\ngame split-v3 players Ada Ben\n", 2, "does not say its rules"},
        {"arbiter 1\ngame split-v3 players Ada Ben rules split bonus_wins=9999\n", 2, "bonus_wins"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        BookError error;
        if (load(bad[i].log, &error)) fail_msg("loaded: %s", bad[i].log);
        if (error.line != bad[i].line || !strstr(error.text, bad[i].words))
            fail_msg("line %u: %s", error.line, error.text);
        assert_int_equal(book.games, 0);
        assert_int_equal(book.length, 0);
        assert_memory_equal(memory, bad[i].log, strlen(bad[i].log));
    }
}

/* Only the current game is read when a log is taken up; what is bad elsewhere is met later, and changes nothing. */
static void what_is_bad_elsewhere_stays_outside(void **state) {
    (void)state;
    BookError error;
    if (!load("arbiter 1\n" GAME "Ada 99 Ben 4\n" GAME "Ada 5 Ben 4\n", &error)) fail_msg("%s", error.text);
    assert_refused("open 1", "Line 3 of the log is not good: 99 is not");
    assert_int_equal(book.current, 2);
    assert_true(say("Ada 6 Ben 3"));
    if (!load("arbiter 1\n" GAME "Ada 5 Ben 4\nnonsense\nundo\n", &error)) fail_msg("%s", error.text);
    assert_refused("redo", "Line 4 of the log is not good");
    assert_int_equal(book.done, 1);
    assert_true(say("Ada 6 Ben 3"));
    assert_true(say("undo 2"));
    assert_true(say("redo 2"));
}

static void remarks_and_blank_lines_are_no_entries(void **state) {
    (void)state;
    BookError error;
    if (!load("arbiter 1\n# a remark\n\n" GAME "  \nAda 5 Ben 4 # said twice\nundo # once\n", &error))
        fail_msg("%s", error.text);
    assert_int_equal(book.known, 1);
    assert_int_equal(book.done, 0);
    assert_true(say("# nothing"));
    assert_true(say("redo"));
}

/* ---- full books ---- */

static void a_full_book_stays_as_it_is(void **state) {
    (void)state;
    for (size_t capacity = 12; capacity < 140; capacity++) {
        unsigned lines = 0;
        book_init(&book, memory, capacity);
        memset(memory + capacity, '#', 64);
        bool began = book_enter(&book, "game official players Ada Ben", &check_finder, told, sizeof told);
        while (began && say("Ada 1")) lines++;
        if (began) assert_refused("Ada 1", "The book is full");
        assert_true(lines < 20);
        assert_true(book.length < capacity);
        for (unsigned i = 0; i < 64; i++) assert_int_equal(memory[capacity + i], '#');
    }
}

static void so_many_lines_and_no_more(void **state) {
    (void)state;
    begin("game official players Ada Ben");
    for (unsigned i = 0; i < BOOK_LINES_MAX; i++) assert_true(book_enter(&book, "nobody", NULL, told, sizeof told));
    assert_refused("nobody", "too many lines");
    assert_true(say("undo"));
    assert_true(say("Ada 5"));
    assert_refused("nobody", "too many lines");
    assert_true(say("undo 16384"));
    assert_int_equal(book.sheet.score.deals, 0);
    assert_true(say("redo 16384"));
    assert_int_equal(book.sheet.score.deals, BOOK_LINES_MAX);
    assert_true(say("new"));
    assert_true(say("Ada 5"));
}

/* What a disk could not keep has not happened, and what comes next is as if it had not. */
static void what_is_retracted_has_not_happened(void **state) {
    (void)state;
    static const char *const lines[] = {"Ada 7 Ben 4", "undo",   "redo",        "new",  "Ada 3 Ben 2",
                                        "open 1",      "undo",   "Ada 1 Ben 9", "new",  "new split-duel",
                                        "Ada 5 Ben 0", "open 2", "undo",        "redo", "game official players X Y"};
    book_init(&book, memory, MEMORY);
    book_enter(&book, "game split-v3 players Ada Ben", &check_finder, told, sizeof told);
    book_retract(&book, 0);
    assert_int_equal(book.games, 0);
    assert_int_equal(book.length, 0);
    begin("game split-v3 players Ada Ben");
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (!say(lines[i])) fail_msg("%s", lines[i]);
        book_retract(&book, before.length);
        const char *broken = book_differs(&before, &book);
        if (broken) fail_msg("%s at %s", broken, lines[i]);
        assert_true(say(lines[i]));
    }
    assert_int_equal(book.games, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_belongs_to_what_it_does),
        cmocka_unit_test(a_card_belongs_to_who_plays_it),
        cmocka_unit_test(what_grows_when_spelt_out_is_kept),
        cmocka_unit_test(a_line_is_taken_whole_or_not_at_all),
        cmocka_unit_test(names_are_checked),
        cmocka_unit_test(a_bad_line_is_named),
        cmocka_unit_test(what_is_bad_elsewhere_stays_outside),
        cmocka_unit_test(remarks_and_blank_lines_are_no_entries),
        cmocka_unit_test(a_full_book_stays_as_it_is),
        cmocka_unit_test(so_many_lines_and_no_more),
        cmocka_unit_test(what_is_retracted_has_not_happened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
