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

/* {a} to {z} as bits, {pd} as {p}; of an option's {cards/card} nothing, nor of {v}, which is about the order of words. */
static unsigned marks_of(const char *words) {
    unsigned marks = 0;
    for (; *words; words++)
        if (words[0] == '{' && words[1] != 'v' && (words[2] == '}' || words[3] == '}')) marks |= 1u << (words[1] - 'a');
    return marks;
}

/* Each subject and each verb is closed, and a verb has its three forms. */
static void is_well_formed(const char *words) {
    bool subject = false;
    for (; *words; words++) {
        if (*words == '<' || *words == '>') {
            assert_true(subject == (*words == '>'));
            subject = !subject;
        }
        if (*words != '[') continue;
        unsigned forms = 1;
        assert_false(subject);
        for (words++; *words && *words != ']'; words++) forms += *words == '/';
        assert_true(*words == ']');
        assert_int_equal(forms, 3);
    }
    assert_false(subject);
}

static void rows_of_programs_are_well_formed(void **state) {
    (void)state;
    for (unsigned i = BOOK_step_draw; i <= BOOK_rule_changed; i++) {
        is_well_formed(book_english.phrase[i]);
        is_well_formed(book_german.phrase[i]);
    }
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

/* Names that a file has given stay as they are. */
static void blank(char *text, const char *name) {
    for (char *at = text; *name && (at = strstr(at, name)); at += strlen(name)) memset(at, ' ', strlen(name));
}

static void blank_names(char *text, const Rules *rules) {
    for (unsigned i = 0; i < FACES; i++)
        if (rules->faces >> i & 1) blank(text, rules->card[i].name);
    for (unsigned i = 0; i < rules->seconds; i++) blank(text, rules->second[i].name);
    for (unsigned i = 0; i < rules->counters; i++) blank(text, rules->counter[i].name);
    for (unsigned i = 0; i < rules->clubs; i++) blank(text, rules->club[i].name);
}

/* No mark of a template is left over. */
static void no_marks_in(const char *text) {
    size_t length = strcspn(text, "{}[]<>");
    if (text[length]) fail_msg("a mark is left: %.80s", text + length);
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
        ruleset_short(&ruleset, &book_german, BOOK_MARKDOWN, 0, &printer);
        blank_names(book.text, &ruleset.rules);
        no_english_in(book.text);
        if (ruleset.rules.programs) no_marks_in(book.text);
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

/* ---- programs ---- */

static const struct {
    const char *effects, *english, *german;
} programs[] = {
    {"take 2 by next, take 1", "The next player draws 2 cards; then you draw 1 card.",
     "Der Nächste zieht 2 Karten; dann ziehst du 1 Karte."},
    {"if cards of me is 3: (if cards of next is 2: take 1 else take 2)",
     "If you hold exactly 3 cards, (if the next player holds exactly 2 cards, you draw 1 card, otherwise you draw 2 cards).",
     "Wenn du genau 3 Karten hältst, (gilt: wenn der Nächste genau 2 Karten hält, ziehst du 1 Karte, sonst ziehst du 2 Karten)."},
    {"if cards of me is 3: (if cards of next is 2: take 1) else take 2",
     "If you hold exactly 3 cards, (if the next player holds exactly 2 cards, you draw 1 card), otherwise you draw 2 cards.",
     "Wenn du genau 3 Karten hältst, (gilt: wenn der Nächste genau 2 Karten hält, ziehst du 1 Karte), sonst ziehst du 2 Karten."},
    {"if cards of me is 3: take 1 else take 2, reverse",
     "If you hold exactly 3 cards, you draw 1 card, otherwise you draw 2 cards; then, in any case, play goes on in the other direction.",
     "Wenn du genau 3 Karten hältst, ziehst du 1 Karte, sonst ziehst du 2 Karten; in jedem Fall geht es in der anderen Richtung weiter."},
    {"each others: (roll 3: take 1 by them), seats with next",
     "For each other player in turn: a die decides: on 3 to 6, that player draws 1 card; when that is done, you change places with the next player, and play goes round in the new order.",
     "Für jeden anderen Spieler gilt reihum: ein Würfel entscheidet: bei 3 bis 6 zieht dieser Spieler 1 Karte; ist das geschehen, tauschst du den Platz mit dem Nächsten, und gespielt wird in der neuen Reihenfolge."},
    {"take 1 by others", "All other players draw 1 card.", "Alle anderen ziehen 1 Karte."},
    {"if cards of me at least 3: take 1 else (discard 1, gain 2 gold)",
     "If you hold at least 3 cards, you draw 1 card, otherwise (you choose 1 card and discard it and then you gain 2 gold).",
     "Wenn du mindestens 3 Karten hältst, ziehst du 1 Karte, sonst (wählst du 1 Karte aus und legst sie ab und dann bekommst du 2 gold)."},
    {"each others: if gold of them is 1: take 1 by them",
     "For each other player in turn: if that player has exactly 1 gold, that player draws 1 card.",
     "Für jeden anderen Spieler gilt reihum: wenn dieser Spieler genau 1 gold hat, zieht dieser Spieler 1 Karte."},
    {"take 1, if cards of next at most half cards of me: win",
     "You draw 1 card; then if the next player holds at most half as many cards as you, you win the deal.",
     "Du ziehst 1 Karte; dann gilt: wenn der Nächste höchstens halb so viele Karten hält wie du, gewinnst du die Runde."},
    {"discard all red actions, hunt blue by next",
     "You discard all red action cards; then the next player draws until a blue card comes.",
     "Du legst alle roten Aktionskarten ab; dann zieht der Nächste, bis eine blaue Karte kommt."},
    {"roll: 1-2 nothing or 3-6 take die by next",
     "A die decides: on 1 or 2, nothing happens; on 3 to 6, the next player draws as many cards as the die shows.",
     "Ein Würfel entscheidet: bei 1 oder 2 geschieht nichts; bei 3 bis 6 zieht der Nächste so viele Karten, wie der Würfel zeigt."},
    {"choose player, swap with chosen, colour random",
     "You choose another player; then you swap hands with the player chosen; then the colour in play is settled by chance.",
     "Du wählst einen anderen Spieler; dann tauschst du die Hand mit dem gewählten Spieler; dann bestimmt der Zufall die Farbe im Spiel."},
    {"repeat 2: gain half cards of next gold",
     "2 times: you gain half as much gold as the next player holds cards (rounded up).",
     "2-mal geschieht: du bekommst halb so viel gold, wie der Nächste Karten hält (aufgerundet)."},
    {"steal 1 from target, give 1 to target, discard 2 by target",
     "You take 1 card from the player you name, picked at random; then you choose 1 card to give to that player; then that player chooses 2 cards and discards them.",
     "Du nimmst dem Spieler, den du nennst, 1 Karte ab, wie es der Zufall will; dann wählst du 1 Karte aus und gibst sie diesem Spieler; dann wählt dieser Spieler 2 Karten aus und legt sie ab."},
    {"take 1 by next, reverse, take 1 by next",
     "The next player draws 1 card; then play goes on in the other direction; then the next player draws 1 card.",
     "Der Nächste zieht 1 Karte; dann geht es in der anderen Richtung weiter; dann zieht der Nächste 1 Karte."},
    {"choose: take 1 by target or take 2 by target, take 1 by target",
     "You choose: either the player you name draws 1 card, or the player you name draws 2 cards; then, in any case, the player you name draws 1 card.",
     "Du wählst: entweder der Spieler, den du nennst, zieht 1 Karte, oder der Spieler, den du nennst, zieht 2 Karten; in jedem Fall zieht der Spieler, den du nennst, 1 Karte."},
    {"recover 2 numbers by next, recover all red, number 7",
     "The next player takes 2 number cards from the discards, picked at random; then you take all red cards from the discards; then the number of the top card is now 7.",
     "Der Nächste nimmt 2 Zahlenkarten von den abgelegten Karten, wie es der Zufall will; dann nimmst du alle roten Karten von den abgelegten Karten; dann ist die Zahl der obersten Karte nun 7."},
    {"number half gold of next", "The number of the top card is now half of the gold of the next player.",
     "Die Zahl der obersten Karte ist nun halb so groß wie gold von dem Nächsten."},
    {"if gold of me at least double gold of target: take 1",
     "If you have at least twice as much gold as the player you name, you draw 1 card.",
     "Wenn du mindestens doppelt so viel gold hast wie der Spieler, den du nennst, ziehst du 1 Karte."},
};

/* What a card does at a moment, with its text behind "when". */
static const struct {
    const char *when, *english, *german;
} moments[] = {
    {"turn = if doer is me: gain 1 gold", "When your turn begins, you gain 1 gold.",
     "Wenn dein Zug beginnt, bekommst du 1 gold."},
    {"turn = if doer is holder and gold of me is 1: take 1 by holder",
     "When the turn of the player it lies before begins and you have exactly 1 gold, that player draws 1 card.",
     "Wenn der Zug von dem Spieler, vor dem sie liegt, beginnt und du genau 1 gold hast, zieht dieser Spieler 1 Karte."},
    {"played = if doer is not me and cards of doer is 1: take 3 by doer",
     "When somebody else has laid a card and that player holds exactly 1 card, that player draws 3 cards.",
     "Wenn ein anderer eine Karte gelegt hat und dieser Spieler genau 1 Karte hält, zieht dieser Spieler 3 Karten."},
    {"played = if me is doer: take 1 by doer", "When you have laid a card, you draw 1 card.",
     "Wenn du eine Karte gelegt hast, ziehst du 1 Karte."},
    {"played = if card is actions: negate",
     "When somebody has laid a card and the top card is an action card, that card has no effect.",
     "Wenn jemand eine Karte gelegt hat und die oberste Karte eine Aktionskarte ist, hat diese Karte keine Wirkung."},
    {"cast = if target is me: deflect to doer",
     "When somebody plays a card of the second hand and it is played on you, that card is turned on the player who plays it, if it was played on somebody.",
     "Wenn jemand eine Karte der zweiten Hand spielt und sie dir gilt, gilt diese Karte, falls sie jemandem galt, stattdessen dem Spieler, der sie spielt."},
    {"hit = if victim is me: deflect to doer",
     "When you are to draw because of a card, the player who laid the draw card draws the cards instead.",
     "Wenn du wegen einer Karte ziehen sollst, zieht der Spieler, der die Ziehkarte gelegt hat, stattdessen die Karten."},
};

/* The last sentence. */
static void ends_in(const char *text, const char *end) {
    size_t length = strlen(text), last = strlen(end);
    assert_string_equal(length < last ? text : text + length - last, end);
}

static void moments_read_well(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof moments / sizeof *moments; i++) {
        char text[1024], out[1024];
        Ruleset ruleset;
        RulesetError error;
        snprintf(text, sizeof text,
                 "[ruleset]\nextends = ultimate\n[rules]\nmax_players = 3\n[counter gold]\n[deck Own]\n"
                 "[card Test]\ndeck = Own\ncode = T\ncount = 20\nstays = target\nwhen %s\n",
                 moments[i].when);
        if (!ruleset_parse("own", text, strlen(text), NULL, &ruleset, &error))
            fail_msg("%s: %s", moments[i].when, error.text);
        ruleset_card_does(&ruleset.rules, NULL, SECOND_CODE, out, sizeof out);
        ends_in(out, moments[i].english);
        ruleset_card_does(&ruleset.rules, &book_german, SECOND_CODE, out, sizeof out);
        ends_in(out, moments[i].german);
    }
}

/* Who draws is not who is skipped, and the direction changes before either is settled. */
static void draws_beside_skips_read_well(void **state) {
    static const struct {
        const char *effects, *english;
    } cards[] = {
        {"draw 1, skip",
         "The next player who is not skipped draws 1 card and loses the turn; the next player loses the turn."},
        {"skip 2, draw 2, reverse",
         "Play goes on in the other direction; the next 2 players lose their turn; the next player who is not skipped draws 2 cards and loses the turn."},
        {"draw 2, skip, show",
         "The next player who is not skipped draws 2 cards and loses the turn, or answers; then the next player loses the turn; then you show everybody your hand."},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof cards / sizeof *cards; i++) {
        static Ruleset ruleset;
        RulesetError error;
        char text[300], out[800];
        int length =
            snprintf(text, sizeof text, "[ruleset]\nextends = official\n[card Skip]\neffects = %s\n", cards[i].effects);
        if (!ruleset_parse("skips", text, (size_t)length, NULL, &ruleset, &error)) fail_msg("%s", error.text);
        ruleset_card_does(&ruleset.rules, NULL, FACE(RED, VALUE_SKIP), out, sizeof out);
        assert_string_equal(out, cards[i].english);
    }
}

static void programs_read_well(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
        char text[1024], out[1024];
        Ruleset ruleset;
        RulesetError error;
        snprintf(text, sizeof text,
                 "[ruleset]\nextends = ultimate\n[rules]\nmax_players = 3\n[counter gold]\n[deck Own]\n"
                 "[card Test]\ndeck = Own\ncode = T\ncount = 20\neffects = %s\n",
                 programs[i].effects);
        if (!ruleset_parse("own", text, strlen(text), NULL, &ruleset, &error))
            fail_msg("%s: %s", programs[i].effects, error.text);
        ruleset_card_does(&ruleset.rules, NULL, SECOND_CODE, out, sizeof out);
        assert_string_equal(out, programs[i].english);
        ruleset_card_does(&ruleset.rules, &book_german, SECOND_CODE, out, sizeof out);
        assert_string_equal(out, programs[i].german);
    }
}

/* ---- examples ---- */

static void has(const char *name, const BookLanguage *language, const char *words) {
    static Gathered book;
    Ruleset ruleset;
    RulesetError error;
    book.length = 0;
    assert_true(ruleset_load(name, &ruleset, &error));
    ruleset_book(&ruleset, language, BOOK_MARKDOWN, 0, &(Printer){gather, &book});
    if (!strstr(book.text, words)) fail_msg("%s does not say: %s", name, words);
}

static void has_not(const char *name, const BookLanguage *language, const char *words) {
    static Gathered book;
    Ruleset ruleset;
    RulesetError error;
    assert_true(ruleset_load(name, &ruleset, &error));
    book.length = 0;
    ruleset_book(&ruleset, language, BOOK_MARKDOWN, 0, &(Printer){gather, &book});
    if (strstr(book.text, words)) fail_msg("%s says: %s", name, words);
    book.length = 0;
    ruleset_short(&ruleset, language, BOOK_MARKDOWN, 0, &(Printer){gather, &book});
    if (strstr(book.text, words)) fail_msg("%s says in short: %s", name, words);
}

/* Nothing about cards that a ruleset does not have. */
static void books_speak_of_what_there_is(void **state) {
    static const char *const fourless[] = {"no-mercy", "all-wild", "crazy-eights", "mau-mau", "taki"};
    (void)state;
    for (unsigned i = 0; i < sizeof fourless / sizeof *fourless; i++) {
        has_not(fourless[i], NULL, "Wild +4");
        has_not(fourless[i], &book_german, "Farbwahl +4");
    }
    has_not("crazy-eights", NULL, "without a colour");
    has_not("crazy-eights", NULL, "a number card is worth its number");
    has_not("all-wild", NULL, "A card fits if");
    has("all-wild", NULL, "Every card fits on every other.");
    has_not("no-mercy", NULL, "The opening card acts");
    has("official", NULL, "This book writes +2 for a Draw Two and Wild +4 for a Wild Draw Four.");
}

static void examples_follow_the_rules(void **state) {
    (void)state;
    has("official", NULL, "Ann lays red Draw Two. Ben draws 2 cards and loses the turn; Carl plays next.");
    has("ultimate", NULL, "Ben adds green Draw Two. Carl has nothing to add, so he draws 4 cards");
    has("mau-mau", &book_german, "Anna legt Rot 7. Ben legt Grün 7 dazu.");
    has("ultimate-magic", NULL, "Before she lays a card she plays Bargain and pays 2");
    has("split-v3", NULL, "Ben and Carl take their cards back");
    has("split-duel", &book_german, "Auch Ben wirft seine Karte ab");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_phrase_is_there),     cmocka_unit_test(every_choice_has_its_sentence),
        cmocka_unit_test(one_card_is_a_card),        cmocka_unit_test(german_books_are_german),
        cmocka_unit_test(german_phrases_are_german), cmocka_unit_test(a_child_has_its_own_title),
        cmocka_unit_test(languages_have_codes),      cmocka_unit_test(rows_of_programs_are_well_formed),
        cmocka_unit_test(programs_read_well),        cmocka_unit_test(draws_beside_skips_read_well),
        cmocka_unit_test(moments_read_well),         cmocka_unit_test(books_speak_of_what_there_is),
        cmocka_unit_test(examples_follow_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
