/* page_grammar.c -- the language of rules (docs/rule-language.md) as rows from which a form is made: what may be chosen comes off
 * the tables that the reader goes by, and where it may stand from the reader's own refusals. */
#include "../engine/program_code.h"
#include "page_internal.h"

/* Where programs stand. Those of moments are named after them. */
typedef struct {
    const char *name;
    ProgramPlace place;
} GrammarPlace;

static const GrammarPlace places[] = {
    {"laid", {MOMENT_NONE, false, false}},
    {"drawn", {MOMENT_NONE, true, false}},
    {"second", {MOMENT_NONE, true, false}},
    {"answer", {MOMENT_NONE, true, true}},
#define MOMENT(name, word) {"rule " word, {MOMENT_##name, false, false}}, {"card " word, {MOMENT_##name, true, false}},
#include "../engine/program.def"
#undef MOMENT
};
enum { GRAMMAR_PLACES = sizeof places / sizeof *places };

static void put_words(const char *name, const char *const *words) {
    reply_name(name), reply_open('[');
    for (; *words; words++) reply_text(*words);
    reply_close(']');
}

static void put_places(void) {
    reply_name("places"), reply_open('[');
    for (unsigned i = 0; i < GRAMMAR_PLACES; i++) reply_text(places[i].name);
    reply_close(']');
}

static void put_moments(void) {
    char label[160];
    reply_name("moments"), reply_open('[');
    for (unsigned i = MOMENT_NONE + 1; i < MOMENTS; i++) {
        reply_open('{');
        reply_name("word"), reply_text(moment_word((Moment)i));
        ruleset_moment_words(page_book_words, (Moment)i, label, sizeof label);
        reply_name("label"), reply_text(label);
        ruleset_doer_words(page_book_words, (Moment)i, label, sizeof label);
        reply_name("doer"), reply_text(label);
        reply_close('}');
    }
    reply_close(']');
    ruleset_doer_words(page_book_words, MOMENT_NONE, label, sizeof label);
    reply_name("doers"), reply_open('{');
    reply_name("laid"), reply_text(label);
    reply_close('}');
}

static unsigned where_whom(Whom who) {
    unsigned mask = 0;
    for (unsigned i = 0; i < GRAMMAR_PLACES; i++) mask |= (unsigned)program_whom_stands(&places[i].place, who) << i;
    return mask;
}

static void put_players(void) {
    char label[160];
    reply_name("players"), reply_open('[');
    for (unsigned i = 0; i < WHOMS; i++) {
        Whom who = (Whom)i;
        reply_open('{');
        reply_name("word"), reply_text(who_word(who));
        ruleset_whom_words(page_book_words, who, label, sizeof label);
        reply_name("label"), reply_text(label);
        reply_name("several"), reply_flag(who_is_several(who));
        reply_name("needs"), reply_text(who == WHOM_THEM ? "each" : who == WHOM_CHOSEN ? "choose player" : "");
        reply_name("in"), reply_number(where_whom(who));
        reply_close('}');
    }
    reply_close(']');
}

/* How the amount is written. */
static const char *amount_form(AmountKind kind) {
    if (kind == AMOUNT_NUMBER) return "number";
    if (kind == AMOUNT_COUNTER) return "counter";
    return kind == AMOUNT_LYING ? "name" : "word";
}

static void put_amounts(void) {
    reply_name("amounts"), reply_open('[');
    for (unsigned i = 0; i < AMOUNT_KINDS; i++) {
        AmountKind kind = (AmountKind)i;
        unsigned mask = 0;
        for (unsigned p = 0; p < GRAMMAR_PLACES; p++)
            mask |= (unsigned)program_amount_stands(&places[p].place, kind) << p;
        reply_open('{');
        reply_name("word"), reply_text(amount_words[i]);
        reply_name("form"), reply_text(amount_form(kind));
        reply_name("of"), reply_flag(amount_is_of(kind));
        reply_name("in"), reply_number(mask);
        reply_close('}');
    }
    reply_close(']');
}

static void put_parts(unsigned parts) {
    static const char *const names[] = {"amount", "cards", "player", "counter", "colour", "all", "needed", "one"};
    reply_name("parts"), reply_open('[');
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (parts >> i & 1) reply_text(names[i]);
    reply_close(']');
}

static void put_steps(void) {
    reply_name("steps"), reply_open('[');
    for (unsigned kind = CODE_END + 1; kind <= CODE_NOTHING; kind++) {
        unsigned mask = 0;
        for (unsigned i = 0; i < GRAMMAR_PLACES; i++)
            mask |= (unsigned)program_step_stands(&places[i].place, (CodeKind)kind) << i;
        reply_open('{');
        reply_name("word"), reply_text(step_rows[kind].word);
        put_parts(step_rows[kind].parts);
        reply_name("by"), reply_text(step_rows[kind].preposition);
        reply_name("in"), reply_number(mask);
        reply_close('}');
    }
    reply_close(']');
}

static void put_effect(const char *word, int low, int high) {
    reply_open('{');
    reply_name("word"), reply_text(word);
    reply_name("low"), reply_number(low);
    reply_name("high"), reply_number(high);
    reply_close('}');
}

static void put_effects(void) {
    reply_name("effects"), reply_open('[');
#define EFFECT(name, word, low, high) put_effect(word, low, high);
#include "../engine/effect.def"
#undef EFFECT
    reply_close(']');
}

static void put_kinds(void) {
    char label[160];
    reply_name("kinds"), reply_open('[');
    for (unsigned kind = KIND_ANY; kind <= KIND_SAME; kind++) {
        reply_open('{');
        reply_name("word"), reply_text(kind_words[kind]);
        ruleset_kind_words(page_book_words, kind, label, sizeof label);
        reply_name("label"), reply_text(label);
        reply_close('}');
    }
    reply_close(']');
}

static void put_most(void) {
    static const struct {
        const char *name;
        int most;
    } rows[] = {
        {"count", COPIES_MAX},      {"points", 255},           {"counter", COUNTER_MOST},
        {"counters", COUNTERS_MAX}, {"hand", SECOND_HAND_MAX}, {"turns", STAY_TURNS_MOST},
        {"whens", WHENS_MAX},       {"repeat", REPEAT_MOST},   {"options", OPTIONS_MAX_ASKED},
    };
    reply_name("most"), reply_open('{');
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) reply_name(rows[i].name), reply_number(rows[i].most);
    reply_close('}');
}

const char *page_grammar(void) {
    reply_begin();
    reply_open('{');
    put_places();
    put_moments();
    put_players();
    put_steps();
    put_effects();
    put_words("blocks", block_words);
    put_amounts();
    put_words("scales", scale_words);
    put_words("tests", test_words);
    put_words("colours", colour_words);
    put_kinds();
    reply_name("keys"), reply_open('{');
    put_words("card", card_keys);
    put_words("counter", counter_keys);
    put_words("switches", counter_switches);
    put_words("deck", deck_keys);
    reply_close('}');
    put_words("stays", stays_words);
    put_words("wild", wild_words);
    put_most();
    reply_close('}');
    return reply_end();
}
