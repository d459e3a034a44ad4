/* rulebook.c -- rulebooks in every language: the same items about the same options, no template that lost a mark, and no
 * word of English in a German one. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "ruleset/book_words.h"
#include "ruleset/ruleset.h"

enum { BOOK_MAX = 65536, ITEMS_MAX = 256 };

/* ---- templates ---- */

static unsigned count_of(const char *words, char c) {
    unsigned count = 0;
    for (; *words; words++) count += *words == c;
    return count;
}

/* {a} to {z} as bits; of an option's {cards/card} nothing. */
static unsigned marks_of(const char *words) {
    unsigned marks = 0;
    for (; *words; words++)
        if (words[0] == '{' && words[2] == '}') marks |= 1u << (words[1] - 'a');
    return marks;
}

static void every_phrase_is_there(void **state) {
    (void)state;
    for (unsigned i = 0; i < BOOK_PHRASES; i++) {
        const char *german = book_german.phrase[i], *english = book_english.phrase[i];
        assert_non_null(german);
        assert_null(strchr(german, '\n'));
        if (!english) continue; /* what a ruleset's file says itself */
        if (*english && !*german) fail_msg("nothing is said for: %s", english);
        if (*german && !*english && (i < BOOK_card_skip || i > BOOK_card_dare))
            fail_msg("nobody said in English: %s", german);
        if (marks_of(german) != marks_of(english)) fail_msg("other marks: %s", german);
        assert_int_equal(count_of(german, '%'), count_of(english, '%'));
        assert_int_equal(count_of(german, '{'), count_of(german, '}'));
    }
}

static void every_choice_has_its_sentence(void **state) {
    (void)state;
    for (unsigned i = 0; i < rule_row_count; i++) {
        if (rule_rows[i].type != ROW_CHOICE) continue;
        unsigned choices = count_of(rule_rows[i].choices, '|');
        assert_int_equal(count_of(book_english.phrase[BOOK_OPTIONS + 2 * i], '|'), choices);
        assert_int_equal(count_of(book_german.phrase[BOOK_OPTIONS + 2 * i], '|'), choices);
    }
}

static void one_card_is_a_card(void **state) {
    char out[512];
    (void)state;
    const RuleRow *row = rule_row_find("cards_dealt");
    option_meaning(NULL, row, 1, "7", out, sizeof out);
    assert_non_null(strstr(out, "dealt 7 cards,"));
    option_meaning(NULL, row, 1, "1", out, sizeof out);
    assert_non_null(strstr(out, "dealt 1 card,"));
    option_meaning(&book_german, row, 1, "7", out, sizeof out);
    assert_non_null(strstr(out, "bekommen 7 Karten,"));
    option_meaning(&book_german, row, 1, "1", out, sizeof out);
    assert_non_null(strstr(out, "bekommen 1 Karte,"));
    assert_int_equal(option_meaning(NULL, row, 0, "0", out, sizeof out), 0);
}

/* ---- whole books ---- */

typedef struct {
    unsigned count;
    char options[ITEMS_MAX][64], sources[ITEMS_MAX][128];
} Items;

static void note_item(void *context, const BookItem *item) {
    Items *items = context;
    assert_true(items->count < ITEMS_MAX);
    assert_true(*item->words);
    snprintf(items->options[items->count], sizeof items->options[0], "%s", item->options);
    snprintf(items->sources[items->count], sizeof items->sources[0], "%s", item->sources);
    items->count++;
}

static void books_tell_the_same(const Ruleset *ruleset) {
    static Items english, german;
    english.count = german.count = 0;
    ruleset_book_items(ruleset, NULL, note_item, &english);
    ruleset_book_items(ruleset, &book_german, note_item, &german);
    assert_int_equal(english.count, german.count);
    for (unsigned i = 0; i < english.count; i++) {
        assert_string_equal(english.options[i], german.options[i]);
        assert_string_equal(english.sources[i], german.sources[i]);
    }
}

typedef struct {
    size_t length;
    char text[BOOK_MAX];
} Gathered;

static void gather(void *sink, const char *text) {
    Gathered *book = sink;
    size_t length = strlen(text);
    assert_true(book->length + length < sizeof book->text);
    memcpy(book->text + book->length, text, length + 1);
    book->length += length;
}

/* Words that no German sentence has. */
static bool is_english(const char *word) {
    static const char *const words[] = {"the",  "and",  "you",   "your",   "with",  "from", "this",     "that", "are",
                                        "is",   "it",   "to",    "of",     "not",   "has",  "have",     "card", "cards",
                                        "draw", "play", "plays", "player", "round", "deal", "everybody"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], word)) return true;
    return false;
}

static void no_english_in(const char *text) {
    char word[64];
    while (*text) {
        unsigned length = 0;
        while (isalpha((unsigned char)*text) || (unsigned char)*text >= 0x80) {
            if (length + 1 < sizeof word) word[length++] = (char)tolower((unsigned char)*text);
            text++;
        }
        word[length] = 0;
        if (is_english(word)) fail_msg("English in a German book: ... %s%.60s", word, text);
        if (*text) text++;
    }
}

static void german_books_are_german(void **state) {
    static Gathered book;
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        RulesetError error;
        Printer printer = {gather, &book};
        book.length = 0;
        assert_true(ruleset_load(builtin_rulesets[i].name, &ruleset, &error));
        books_tell_the_same(&ruleset);
        ruleset_book(&ruleset, &book_german, BOOK_MARKDOWN, 0, &printer);
        no_english_in(book.text);
        ruleset_options_json(&book_german, &printer);
    }
}

/* Every sentence that a book can have, not only those of the built-in rulesets. */
static void german_phrases_are_german(void **state) {
    (void)state;
    for (unsigned i = 0; i < BOOK_PHRASES; i++) no_english_in(book_german.phrase[i]);
}

static void a_child_has_its_own_title(void **state) {
    static const char text[] = "[ruleset]\nextends = official\ntitle = Mine\nabout = For us.\n";
    Ruleset ruleset;
    RulesetError error;
    (void)state;
    assert_true(ruleset_parse("official", text, sizeof text - 1, NULL, &ruleset, &error));
    assert_string_equal(ruleset_title(&ruleset, &book_german), "Mine");
    assert_string_equal(ruleset_about(&ruleset, &book_german), "For us.");
    static const char silent[] = "[ruleset]\nextends = split-duel\ntitle = Ours\n";
    assert_true(ruleset_parse("ours", silent, sizeof silent - 1, NULL, &ruleset, &error));
    assert_string_equal(ruleset_title(&ruleset, &book_german), "Ours");
    assert_memory_equal(ruleset_about(&ruleset, &book_german), "Split UNO für zwei:", 19);
    assert_true(ruleset_load("split-duel", &ruleset, &error));
    assert_string_equal(ruleset_title(&ruleset, NULL), "Split UNO, the duel");
    assert_string_equal(ruleset_title(&ruleset, &book_german), "Split UNO, das Duell");
}

static void languages_have_codes(void **state) {
    const BookLanguage *language = &book_german;
    (void)state;
    assert_true(book_language_find("en", &language));
    assert_null(language);
    assert_true(book_language_find("de", &language));
    assert_ptr_equal(language, &book_german);
    assert_false(book_language_find("fr", &language));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_phrase_is_there),     cmocka_unit_test(every_choice_has_its_sentence),
        cmocka_unit_test(one_card_is_a_card),        cmocka_unit_test(german_books_are_german),
        cmocka_unit_test(german_phrases_are_german), cmocka_unit_test(a_child_has_its_own_title),
        cmocka_unit_test(languages_have_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
