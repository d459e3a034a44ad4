/* book_random.c -- whatever is said to the arbiter's book, nothing is lost and
 * nothing half-applied: random lines of every kind, from good to binary. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "arbiter/vocabulary.h"
#include "engine/text.h"
#include "book_check.h"
#include "random.h"

enum { MEMORY = 1 << 20, LINES = 250, LONG = 4000, ROOM = 4096, STATES = 64 };

static char memory[MEMORY], spare_memory[MEMORY], old_text[MEMORY];
static Book book, spare, before;
static uint64_t chance;
static unsigned books = 8; /* of each ruleset; the program's argument */

static unsigned below(unsigned n) { return random_below(&chance, n); }

/* ---- lines ---- */

static const char *const more_words[] = {
    "countered", "penalty", "shed",  "it",     "name",  "steal",  "steals",   "nothing",    "took",    "hit",   "hits",
    "bonus",     "card",    "draw",  "meets",  "on",    "with",   "from",     "challenge",  "numbers", "2+2",   "5",
    "number",    "action",  "empty", "streak", "yes",   "no",     "blocked",  "actions",    "adjust",  "deck",  "lead",
    "plays",     "wins",    "skip",  "r5",     "undo",  "redo",   "open",     "new",        "game",    "rules", "split",
    "players",   "decks",   "a7",    "b0",     "c3",    "d9",     "split-v3", "physical",   "printed", "#",     ",",
    "arbiter",   "1",       "99999", "65536",  "65535", "100000", "-1",       "challenges", "classic", "b10",
};

static const char *any_word(const Sheet *sheet) {
    static char number[12];
    unsigned way = below(6), players = sheet->names.count;
    if (way == 0 && players) return sheet->names.name[below(players)];
    if (way == 1) {
        snprintf(number, sizeof number, "%u", below(12));
        return number;
    }
    if (way == 2) return card_words[below(8)].word;
    if (way == 3) return below(2) ? choice_words[below(8)].word : answer_words[below(11)].word;
    return more_words[below(sizeof more_words / sizeof *more_words)];
}

static void add_words(Text *line, unsigned count) {
    while (count--) {
        text_put(line, any_word(&book.sheet));
        text_char(line, ' ');
    }
}

static void add_round(Text *line, const Sheet *sheet) {
    bool shows, short_form = below(2);
    unsigned bidders = tally_bidders(&sheet->tally, &shows);
    if (!shows || !bidders) text_put(line, "round");
    for (unsigned left = shows ? bidders : 0; left; left &= left - 1) {
        if (short_form) text_char(line, (char)('a' + mask_first(left)));
        else text_put(line, sheet->names.name[mask_first(left)]);
        if (!short_form) text_char(line, ' ');
        text_number(line, below(40) ? below(10) : below(300));
        text_char(line, ' ');
    }
}

static void add_good_entry(Text *line, const Sheet *sheet) {
    static Entry choice[TALLY_CHOICES_MAX];
    char words[256];
    unsigned count = tally_choices(&sheet->tally, choice);
    if (!count || (tally_between_steps(&sheet->tally) && below(3))) {
        add_round(line, sheet);
        return;
    }
    entry_format(sheet, &choice[below(count)], words, sizeof words);
    text_put(line, words);
}

/* Several things that could happen one after the other, in one line. */
static void add_good_line(Text *line, unsigned clauses) {
    static Sheet ahead;
    memcpy(&ahead, &book.sheet, sizeof ahead);
    for (unsigned i = 0; i < clauses && !sheet_over(&ahead); i++) {
        Statement statement;
        char told[CHECK_TOLD], words[512];
        Text clause = text_in(words, sizeof words);
        add_good_entry(&clause, &ahead);
        if (i) text_put(line, below(2) ? ", " : " ");
        text_put(line, words);
        if (!statement_parse(&ahead, words, &statement, told, sizeof told)) return;
        if (!sheet_enter(&ahead, &statement, told, sizeof told)) return;
    }
}

static void add_points(Text *line) {
    const Names *names = &book.sheet.names;
    static const char *const cards[] = {"r5", "skip", "+2", "wild", "+4", "reverse", "b0", "nonsense"};
    unsigned way = below(6);
    if (way == 0) text_put(line, "adjust ");
    text_put(line, way == 5 ? "nobody" : names->name[below(names->count)]);
    if (way == 5) return;
    text_put(line, way < 3 ? " " : " wins ");
    if (way < 4) text_number(line, below(20) ? below(150) : below(70000));
    else
        for (unsigned i = 1 + below(4); i; i--) {
            text_put(line, names->name[below(names->count)]);
            text_char(line, ' ');
            text_put(line, cards[below(8)]);
            text_char(line, ' ');
        }
}

static void add_correction(Text *line) {
    static const char *const what[] = {"numbers", "actions", "streak", "blocked"};
    const Names *names = &book.sheet.names;
    unsigned way = below(7);
    if (way == 6) text_put(line, "lead ");
    else text_put(line, way < 2 ? (way ? "deck numbers " : "deck actions ") : "adjust ");
    if (way >= 2) text_put(line, names->name[below(names->count)]);
    if (way == 6) return;
    if (way >= 2) {
        text_char(line, ' ');
        text_put(line, what[way - 2]);
        text_char(line, ' ');
    }
    if (way == 5) text_put(line, below(2) ? "yes" : "no");
    else text_number(line, below(8) ? below(14) : below(70000));
}

static void add_command(Text *line) {
    static const char *const commands[] = {"undo",  "redo", "undo ",     "redo ",
                                           "open ", "new",  "new lead ", "game split-v3"};
    unsigned way = below(8);
    text_put(line, commands[way]);
    if (way == 6) text_put(line, any_word(&book.sheet));
    else if (way >= 2 && way < 5) text_number(line, below(6) ? below(4) : below(70000));
}

static void add_bytes(Text *line) {
    for (unsigned i = 1 + below(40); i; i--) text_char(line, (char)(1 + below(255)));
}

/* A good line with something wrong in it: a word more, less, or another letter. */
static void damage(char *line) {
    size_t length = strlen(line), at = below((unsigned)length + 1);
    switch (below(4)) {
    case 0: line[at] = 0; break;
    case 1: memmove(line, line + at, length - at + 1); break;
    case 2:
        if (length) line[below((unsigned)length)] = (char)(1 + below(255));
        break;
    default: {
        Text text = {line, LONG, (unsigned)length};
        text_char(&text, ' ');
        text_put(&text, any_word(&book.sheet));
    }
    }
}

static void make_line(char *out) {
    Text line = text_in(out, LONG);
    bool points = book.sheet.points;
    unsigned way = below(20);
    if (way < 9) points ? add_points(&line) : add_good_line(&line, 1 + (below(4) ? 0 : below(16)));
    else if (way < 11) points ? add_points(&line) : add_correction(&line);
    else if (way < 14) add_command(&line);
    else if (way < 16) add_words(&line, 1 + below(8));
    else if (way == 16) add_words(&line, below(LONG / 4));
    else if (way == 17) add_bytes(&line);
    else {
        points ? add_points(&line) : add_good_line(&line, 1 + below(3));
        damage(out);
    }
}

/* ---- the promises ---- */

static void begin(const char *ruleset, unsigned players) {
    static const char *const names[] = {"Ada", "Ben", "Cleo", "\xC3\x89va", "a7", "D\"n", "Ann", "anna", "b", "x\\y"};
    char line[512], told[CHECK_TOLD];
    Text text = text_in(line, sizeof line);
    text_put(&text, "game ");
    text_put(&text, ruleset);
    text_put(&text, " players");
    for (unsigned i = 0; i < players; i++) {
        text_char(&text, ' ');
        text_put(&text, names[(i + players) % 10]);
    }
    book_init(&book, memory, MEMORY);
    if (!book_enter(&book, line, &check_finder, told, sizeof told)) fail_msg("%s: %s", line, told);
}

static void must(const char *broken, const char *line) {
    if (broken) fail_msg("%s\nat: %s\nlog:\n%s", broken, line, book.text);
}

static void look_at_all_games(void) {
    for (unsigned game = 1; game <= book.games; game++) {
        if (!book_peek(&book, game, &spare)) fail_msg("game %u cannot be looked at:\n%s", game, book.text);
        must(sheet_broken(&spare.sheet), "peek");
        if (game == book.current && memcmp(&spare.sheet, &book.sheet, sizeof book.sheet) != 0)
            fail_msg("the current game looks different:\n%s", book.text);
    }
    assert_false(book_peek(&book, book.games + 1, &spare));
    assert_false(book_peek(&book, 0, &spare));
}

static unsigned long lines_taken, lines_refused;

static void say_anything(unsigned lines) {
    static char line[ROOM];
    for (unsigned i = 0; i < lines; i++) {
        bool taken = false;
        make_line(line);
        must(entering_broken(&book, line, &before, old_text, &taken), line);
        if (taken) lines_taken++;
        else lines_refused++;
        if (i % 16 == 0) must(book_reload_broken(&book, &spare, spare_memory, MEMORY), line);
        if (i % 64 == 0) must(undo_broken(&book, &spare), "undo and redo");
        if (taken && i % 8 == 0) { /* as if the disk had been full */
            memcpy(&spare, &book, sizeof spare);
            book_retract(&book, before.length);
            must(book_differs(&before, &book), "retract");
        }
    }
    must(book_reload_broken(&book, &spare, spare_memory, MEMORY), "the end");
    must(book_script_broken(&book, &spare, spare_memory, MEMORY), "the log as a script");
    must(undo_broken(&book, &spare), "undo and redo at the end");
    look_at_all_games();
}

static unsigned most_players(const char *ruleset) { return strncmp(ruleset, "split", 5) == 0 ? 6 : 10; }

static bool plays(const char *ruleset, unsigned players) {
    Rules rules;
    char name[SHEET_RULESET_MAX], why[100];
    assert_true(check_find(NULL, ruleset, &rules, name, why, sizeof why));
    return rules_allow_players(&rules, players, NULL);
}

static void anything_may_be_said(void **state) {
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        for (unsigned seed = 0; seed < books; seed++) {
            const char *ruleset = builtin_rulesets[i].name;
            chance = seed * 1000 + i;
            unsigned players = 2 + below(most_players(ruleset) - 1);
            while (!plays(ruleset, players)) players = 2 + below(most_players(ruleset) - 1);
            begin(ruleset, players);
            say_anything(LINES);
        }
    /* The lines are good and bad, not all of one kind. */
    assert_true(lines_taken > 1000);
    assert_true(lines_refused > 1000);
}

/* ---- a log that is cut off ---- */

static Book states[STATES]; /* after each line */

static void cut_everywhere(const char *ruleset) {
    static char line[ROOM], whole[MEMORY];
    unsigned count = 0;
    BookError error;
    begin(ruleset, ruleset[6] == 't' ? 4 : 2);
    memcpy(&states[count++], &book, sizeof book);
    for (unsigned tries = 0; count < STATES && tries < 4 * STATES; tries++) {
        bool taken = false;
        make_line(line);
        must(entering_broken(&book, line, &before, old_text, &taken), line);
        if (taken && book.length > states[count - 1].length) memcpy(&states[count++], &book, sizeof book);
    }
    memcpy(whole, book.text, book.length + 1);
    size_t form = strlen("arbiter 1\n");
    for (size_t cut = 0, at = 0; cut <= states[count - 1].length; cut++) {
        book_init(&spare, spare_memory, MEMORY);
        memcpy(spare_memory, whole, cut);
        if (!book_load(&spare, cut, &error)) fail_msg("cut at %zu: line %u: %s", cut, error.line, error.text);
        while (at < count && states[at].length <= cut) at++;
        if (!at) {
            assert_int_equal(spare.length, cut < form ? 0 : form);
            assert_int_equal(spare.games, 0);
            continue;
        }
        memcpy(&before, &states[at - 1], sizeof before);
        memcpy(old_text, whole, before.length);
        old_text[before.length] = 0;
        before.text = old_text;
        must(book_differs(&before, &spare), "cut");
    }
}

static void a_log_may_be_cut_at_any_byte(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < 2; seed++) {
        chance = 77 + seed;
        cut_everywhere("split-v3");
        cut_everywhere("split-duel");
        cut_everywhere("split-team");
        cut_everywhere("official");
    }
}

int main(int count, char **words) {
    if (count > 1) books = (unsigned)atoi(words[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anything_may_be_said),
        cmocka_unit_test(a_log_may_be_cut_at_any_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
