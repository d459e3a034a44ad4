/* book.c -- the printed rulebook of a ruleset: book.def, with what is made from
 * the rules themselves. */
#include <stdio.h>
#include <string.h>

#include "ruleset_internal.h"

enum { ROWS_MAX = 96 };

typedef struct {
    const Ruleset *ruleset;
    const BookLanguage *language;
    const Printer *printer;
    BookFormat format;
    unsigned width;      /* 0: unbroken */
    const char *heading; /* not printed yet, else NULL */
    bool gap;            /* a table has ended: a line is left free before anything else under its heading */
    bool told[ROWS_MAX]; /* options that the book has spoken about */
    BookItemSeen *seen;  /* of every item, or NULL */
    void *context;
} Rulebook;

static void put(const Rulebook *book, const char *text) { book->printer->put(book->printer->sink, text); }

/* ---- pieces ---- */

static void put_underlined(const Rulebook *book, const char *text, char line) {
    char under[RULESET_TITLE_MAX + 2];
    unsigned columns = text_columns(text);
    if (columns > sizeof under - 2) columns = sizeof under - 2;
    memset(under, line, columns);
    strcpy(under + columns, "\n");
    put(book, text);
    put(book, "\n");
    put(book, under);
}

static void put_title(const Rulebook *book, const char *title) {
    if (book->format == BOOK_TERMINAL) {
        put_underlined(book, title, '=');
    } else {
        put(book, "# ");
        put(book, title);
        put(book, "\n");
    }
}

/* A heading waits until something stands under it. */
static void put_heading(Rulebook *book) {
    if (!book->heading) {
        if (book->gap) put(book, "\n");
        book->gap = false;
        return;
    }
    book->gap = false;
    put(book, "\n");
    if (book->format == BOOK_TERMINAL) {
        put_underlined(book, book->heading, '-');
    } else {
        put(book, "## ");
        put(book, book->heading);
        put(book, "\n");
    }
    put(book, "\n");
    book->heading = NULL;
}

static void put_item(Rulebook *book, const char *text, const char *options, const char *sources) {
    if (!*text) return;
    if (book->seen) book->seen(book->context, &(BookItem){text, options, sources});
    put_heading(book);
    print_wrapped(book->printer, book->width, "- ", "  ", text);
}

static void put_rule(Rulebook *book, const char *option) {
    char sentence[PROSE_MAX];
    const RuleRow *row = rule_row_find(option);
    if (!row) return;
    option_sentence(book->language, &book->ruleset->rules, row, sentence, sizeof sentence);
    put_item(book, sentence, option, row->sources);
}

/* ---- tables made from the rules ---- */

static const char *phrase(const Rulebook *book, BookPhrase phrase) { return book_phrase(book->language, phrase); }

/* An item made of a row of book_words.def. */
static void put_filled_item(Rulebook *book, BookPhrase words, const Filling *filling, const char *options) {
    char line[512];
    Text text = text_in(line, sizeof line);
    put_filled(&text, book->language, words, filling);
    put_item(book, line, options, "");
}

/* "2 to 10 players." */
static void put_players(Rulebook *book) {
    const Options *o = &book->ruleset->rules.option;
    put_filled_item(book, o->min_players == o->max_players ? BOOK_players_exactly : BOOK_players_from_to,
                    &(Filling){.n = o->min_players, .m = o->max_players}, "min_players max_players");
}

/* H2: how many sets of number cards, and what is left of them. */
static void put_sets(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    unsigned dealt = (unsigned)rules->option.numbers_dealt, last = (unsigned)rules->option.max_players;
    for (unsigned players = (unsigned)rules->option.min_players; players <= last; players++) {
        char people[16], many[16];
        unsigned sets = rules_number_sets(rules, players);
        snprintf(people, sizeof people, "%u", players);
        snprintf(many, sizeof many, "%u", sets);
        const char *words = sets >= 2 && sets <= 6 ? phrase(book, (BookPhrase)(BOOK_count_2 + sets - 2)) : many;
        put_filled_item(
            book, BOOK_sets,
            &(Filling){.n = sets, .m = sets * cards_total(&rules->numbers) - players * dealt, .words = {words, people}},
            "");
    }
}

/* H92: five players make teams of three and two. */
static void put_uneven_teams(Rulebook *book) {
    int dealt = book->ruleset->rules.option.numbers_dealt;
    put_filled_item(book, BOOK_uneven_teams, &(Filling){.n = 2 * dealt, .m = 3 * dealt}, "");
}

/* The copies of a card in all decks, in all its colours. */
static unsigned card_total(const Rules *rules, const CardRow *row) {
    unsigned colours = row->colours ? (unsigned)__builtin_popcount(row->colours) : 1;
    return colours * row->count * (unsigned)rules->option.decks;
}

static void put_card(Rulebook *book, const char *name, const char *code, unsigned copies, const char *points,
                     const char *does) {
    char line[PROSE_MAX];
    bool scored = book->ruleset->rules.option.scoring;
    if (book->format == BOOK_MARKDOWN) {
        snprintf(line, sizeof line, scored ? "| %s | %s | %u | %s | %s |\n" : "| %s | %s | %u |%.0s %s |\n", name, code,
                 copies, points, does);
        put(book, line);
        return;
    }
    Text text = text_in(line, sizeof line);
    put_filled(&text, book->language, scored ? BOOK_card_line_scored : BOOK_card_line,
               &(Filling){.n = copies, .words = {name, code, points, does}});
    print_wrapped(book->printer, book->width, "- ", "  ", line);
}

/* "Skip" with its codes in all colours: "Rx Yx Gx Bx". */
static void card_codes(const CardRow *row, char *out, size_t size) {
    size_t length = 0;
    out[0] = 0;
    if (!row->colours) snprintf(out, size, "%s", row->code);
    for (unsigned i = 0; i < COLOURS && length < size; i++)
        if (row->colours >> i & 1)
            length += (size_t)snprintf(out + length, size - length, "%s%c%s", length ? " " : "", colour_letters[i],
                                       row->code);
}

unsigned ruleset_card_does(const Rules *rules, const BookLanguage *language, Face face, char *out, unsigned size) {
    out[0] = 0;
    bool there = face < FACES ? rules->faces >> face & 1 : face_is_second(rules, face);
    return there ? card_sentence(language, rules, face, out, size) : 0;
}

static void put_card_row(Rulebook *book, Face face) {
    const Rules *rules = &book->ruleset->rules;
    const CardRow *row = &rules->card[face];
    char codes[64], points[8], does[PROSE_MAX / 2];
    card_codes(row, codes, sizeof codes);
    snprintf(points, sizeof points, "%u", row->points);
    bool acts = card_sentence(book->language, rules, face, does, sizeof does);
    put_card(book, book_card_name(book->language, rules, face), codes, card_total(rules, row), points,
             acts ? does : phrase(book, BOOK_no_effect));
}

/* Number cards one by one where a club has changed some. */
static void put_numbers(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    unsigned decks = (unsigned)rules->option.decks;
    if (rules->changed & NUMBERS_MASK) {
        for (unsigned value = 0; value < VALUE_SKIP; value++)
            if (rules->card[FACE(RED, value)].count) put_card_row(book, FACE(RED, value));
        return;
    }
    put_card(book, "0", "R0 Y0 G0 B0", 4 * decks, "0",
             phrase(book, rules->option.zero_rotate ? BOOK_see_below : BOOK_no_effect));
    put_card(book, phrase(book, BOOK_one_to_nine), phrase(book, BOOK_one_to_nine_codes), 72 * decks,
             phrase(book, BOOK_face_value), phrase(book, rules->option.seven_swap ? BOOK_seven_below : BOOK_no_effect));
}

/* ---- what a club has written ---- */

unsigned ruleset_counter_says(const Rules *rules, const BookLanguage *language, unsigned counter, char *out,
                              unsigned size) {
    const CounterRow *row = &rules->counter[counter];
    Text text = text_in(out, size);
    put_filled(&text, language, row->hidden ? BOOK_counter_hidden : BOOK_counter_item,
               &(Filling){.n = row->start, .m = row->most, .words = {row->name}});
    return text.length;
}

static void put_counters(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    char line[256];
    for (unsigned i = 0; i < rules->counters; i++) {
        ruleset_counter_says(rules, book->language, i, line, sizeof line);
        put_item(book, line, "", rules->counter[i].hidden ? "L2 L21" : "L2");
    }
}

unsigned ruleset_rule_says(const Rules *rules, const BookLanguage *language, const char *name, char *out,
                           unsigned size) {
    char one[PROSE_MAX / 2];
    Text text = text_in(out, size);
    for (unsigned i = rules->card_triggers; i < rules->triggers; i++) {
        if (strcmp(rules_trigger_name(rules, i), name) != 0) continue;
        rule_sentence(language, rules, i, one, sizeof one);
        if (text.length) text_char(&text, ' ');
        text_put(&text, one);
    }
    return text.length;
}

static void put_club_rules(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    char sentence[PROSE_MAX - CLUB_NAME_MAX - 4], line[PROSE_MAX];
    for (unsigned i = rules->card_triggers; i < rules->triggers; i++) {
        rule_sentence(book->language, rules, i, sentence, sizeof sentence);
        snprintf(line, sizeof line, "%s: %s", rules_trigger_name(rules, i), sentence);
        put_item(book, line, "", "L1");
    }
}

/* How the second deck is played: its size, hands and limits, a sentence each. */
unsigned ruleset_deck_says(const Rules *rules, const BookLanguage *language, char *out, unsigned size) {
    Text text = text_in(out, size);
    if (!rules->second_deck.name[0]) return 0;
    put_filled(&text, language, BOOK_second_deck_cards,
               &(Filling){.n = cards_total(&rules->second_cards), .words = {rules->second_deck.name}});
    put_filled(&text, language, BOOK_second_deck_dealt,
               &(Filling){.n = rules->second_deck.dealt, .m = rules->second_deck.hand});
    put_filled(&text, language, BOOK_second_deck_plays, &(Filling){.n = rules->second_deck.plays});
    return text.length;
}

static void put_second_hand(Rulebook *book) {
    char line[PROSE_MAX];
    if (ruleset_deck_says(&book->ruleset->rules, book->language, line, sizeof line)) put_item(book, line, "", "L4");
}

static void put_second_deck(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    char line[PROSE_MAX], does[PROSE_MAX - 256];
    if (!rules->second_deck.name[0]) return;
    put_second_hand(book);
    for (unsigned i = 0; i < rules->seconds; i++) {
        const CardRow *row = &rules->second[i];
        Text text = text_in(line, sizeof line);
        card_sentence(book->language, rules, (Face)(SECOND_CODE + i), does, sizeof does);
        put_filled(&text, book->language, BOOK_card_line,
                   &(Filling){.n = row->count, .words = {row->name, row->code, "", does}});
        put_item(book, line, "", "L4");
    }
}

static void put_cards(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    char line[256];
    Text total = text_in(line, sizeof line);
    put_heading(book);
    put_filled(&total, book->language, BOOK_cards_total, &(Filling){.n = cards_total(&rules->deck)});
    print_wrapped(book->printer, book->width, "", "", line);
    put(book, "\n");
    if (book->format == BOOK_MARKDOWN) {
        bool scored = rules->option.scoring;
        put(book, phrase(book, scored ? BOOK_cards_columns_scored : BOOK_cards_columns));
        put(book, scored ? "\n| --- | --- | ---: | ---: | --- |\n" : "\n| --- | --- | ---: | --- |\n");
    }
    put_numbers(book);
    for (unsigned value = VALUE_SKIP; value < VALUES; value++)
        for (unsigned colour = 0; colour < COLOURS; colour++) {
            Face face = FACE(colour, value);
            if (!(rules->faces & FACE_BIT(face))) continue;
            if (rules->card[face].count) put_card_row(book, face);
            if (rules->card[face].colours) break; /* one row stands for all its colours */
        }
    book->gap = true;
}

/* What the cards do that do something, a line each. */
static void put_acting_cards(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    for (uint64_t left = rules->faces; left; left &= left - 1) {
        Face face = (Face)bits_first(left);
        const CardRow *row = &rules->card[face];
        bool again =
            row->colours && face_colour(face) != (unsigned)bits_first(row->colours); /* told in another colour */
        bool optional = face_value(face) < VALUE_SKIP && !(rules->changed & FACE_BIT(face)); /* an option tells it */
        char does[PROSE_MAX - 64], line[PROSE_MAX];
        if (again || optional || !row->count) continue;
        if (!card_sentence(book->language, rules, face, does, sizeof does)) continue;
        snprintf(line, sizeof line, "%s: %s", book_card_name(book->language, rules, face), does);
        put_item(book, line, "", "");
    }
}

/* ---- the book ---- */

typedef enum { ROW_IS_HEADING, ROW_IS_TEXT, ROW_IS_RULE, ROW_IS_TABLE } BookRowKind;

typedef struct {
    BookRowKind kind;
    bool applies;
    BookPhrase phrase;            /* of a heading or a text */
    const char *option, *sources; /* of a rule; of a text */
    void (*table)(Rulebook *book);
} BookRow;

static void put_row(Rulebook *book, const BookRow *row) {
    const RuleRow *option = row->kind == ROW_IS_RULE ? rule_row_find(row->option) : NULL;
    if (option) book->told[option - rule_rows] = true;
    if (!row->applies) return;
    switch (row->kind) {
    case ROW_IS_HEADING: book->heading = phrase(book, row->phrase); break;
    case ROW_IS_TEXT: put_item(book, phrase(book, row->phrase), "", row->sources); break;
    case ROW_IS_RULE: put_rule(book, row->option); break;
    case ROW_IS_TABLE: row->table(book); break;
    }
}

/* What the cards that a ruleset has declared need words for. */
typedef struct {
    bool several;  /* effects on one card */
    bool again;    /* beside a draw or a skip */
    bool skips;    /* more than one player */
    bool die;      /* decides about a draw */
    bool reflects; /* and does something else too */
} OwnCards;

static void note_own_card(const CardRow *row, OwnCards *own) {
    unsigned effects = 0, kinds = 0;
    for (unsigned i = 0; i < CARD_EFFECTS_MAX && row->effects[i].kind; i++, effects++) {
        kinds |= 1u << row->effects[i].kind;
        if (row->effects[i].kind == EFFECT_SKIP && row->effects[i].n > 1) own->skips = true;
        if (row->effects[i].kind != EFFECT_ROLL) continue;
        for (unsigned branch = 1; branch <= 2; branch++) {
            Effect effect = row->effects[i + branch];
            kinds |= 1u << effect.kind;
            if (effect.kind == EFFECT_DRAW) own->die = true;
            if (effect.kind == EFFECT_SKIP && effect.n > 1) own->skips = true;
        }
        i += 2;
    }
    if (effects > 1) own->several = true;
    if (effects > 1 && kinds & 1u << EFFECT_REFLECT) own->reflects = true;
    if (effects > 1 && kinds & 1u << EFFECT_AGAIN && kinds & (1u << EFFECT_DRAW | 1u << EFFECT_SKIP)) own->again = true;
}

static OwnCards own_cards(const Rules *rules) {
    OwnCards own = {0};
    for (unsigned face = 0; face < FACES; face++)
        if (rules->custom & FACE_BIT(face)) note_own_card(&rules->card[face], &own);
    return own;
}

/* True if number cards have been given other names: then they are no number cards to people. */
static bool renames_numbers(const Rules *rules) {
    for (unsigned value = 0; value < VALUE_SKIP; value++) {
        const CardRow *row = &rules->card[FACE(RED, value)];
        if (rules->changed & NUMBERS_MASK && row->count && (row->name[0] != (char)('0' + value) || row->name[1]))
            return true;
    }
    return false;
}

/* Faces of cards that the deck has. */
static uint64_t faces_dealt(const Rules *rules) {
    uint64_t faces = 0;
    for (uint64_t left = rules->faces; left; left &= left - 1)
        if (rules->card[bits_first(left)].count) faces |= left & (~left + 1);
    return faces;
}

static bool is_called(const Rules *rules, Face face, const char *name) {
    return rules->card[face].count && !strcmp(rules->card[face].name, name);
}

/* True if number cards count otherwise than by their number. */
static bool rates_numbers(const Rules *rules) {
    for (uint64_t left = rules->changed & NUMBERS_MASK & faces_dealt(rules); left; left &= left - 1)
        if (rules->card[bits_first(left)].points != face_value((Face)bits_first(left))) return true;
    return false;
}

/* A card that turns the direction. */
static bool turns_round(const Rules *rules, bool by_program) {
    for (uint64_t left = faces_dealt(rules); left; left &= left - 1)
        for (unsigned i = 0; i < CARD_EFFECTS_MAX; i++)
            if (rules->card[bits_first(left)].effects[i].kind == EFFECT_REVERSE) return true;
    return by_program;
}

static bool has_step(const Rules *rules, CodeKind step) {
    for (unsigned i = 0; i < rules->codes; i++)
        if (rules->code[i].code == step) return true;
    return false;
}

static void put_rows(Rulebook *book) {
    const Rules *r = &book->ruleset->rules;
    const Options *o = &r->option;
#define FAMILY(NAME, name) bool name = r->family == FAMILY_##NAME;
#include "../engine/family.def"
#undef FAMILY
    bool places = o->place_points[0] != 0;
    bool own_coloured = (r->custom | r->changed) & ~r->wilds;
    bool own_numbers = renames_numbers(r), own_actions = r->changed & ~r->custom & ~r->wilds & ~NUMBERS_MASK;
    bool discards = has_step(r, CODE_DISCARD) || has_step(r, CODE_DROP);
    bool moves = has_step(r, CODE_GIVE) || has_step(r, CODE_STEAL);
    bool wild4 = r->bluffs & faces_dealt(r);
    uint64_t dealt = faces_dealt(r);
    bool wilds = (dealt & r->wilds) != 0, all_fit = !(dealt & ~r->fits), own_points = own_numbers || rates_numbers(r);
    bool usual = wild4 && is_called(r, FACE(RED, VALUE_DRAW2), "Draw Two"); /* the book may speak of them */
    bool reverse = is_called(r, FACE(RED, VALUE_REVERSE), "Reverse"), turns = turns_round(r, has_step(r, CODE_REVERSE));
    OwnCards own = own_cards(r);
    bool two = o->min_players == 2 || o->elimination;             /* two may be left to play */
    bool honesty = o->challenge || !o->bluffing || o->force_play; /* it matters whether a Wild +4 is honest */
    bool duel = o->max_players == 2, interrupt = o->action_timing == TIMING_INTERRUPT;
    bool from_shed = o->claim_challenge && o->challenge_from == FROM_SHED;
    const BookRow rows[] = {
#define HEADING(key, when, words) {ROW_IS_HEADING, when, BOOK_##key, "", "", NULL},
#define TEXT(key, when, sources, words) {ROW_IS_TEXT, when, BOOK_##key, "", sources, NULL},
#define RULE(when, option) {ROW_IS_RULE, when, BOOK_PHRASES, #option, "", NULL},
#define TABLE(when, which) {ROW_IS_TABLE, when, BOOK_PHRASES, "", "", put_##which},
#include "book.def"
#undef HEADING
#undef TEXT
#undef RULE
#undef TABLE
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) put_row(book, &rows[i]);
}

/* The one page: rows of the book, picked by short.def. */
static void put_short_rows(Rulebook *book) {
    const Rules *r = &book->ruleset->rules;
    const Options *o = &r->option;
#define FAMILY(NAME, name) bool name = r->family == FAMILY_##NAME;
#include "../engine/family.def"
#undef FAMILY
    uint64_t dealt = faces_dealt(r);
    bool wilds = (dealt & r->wilds) != 0, all_fit = !(dealt & ~r->fits), wild4 = r->bluffs & dealt;
    bool own_points = renames_numbers(r) || rates_numbers(r);
    bool duel = o->max_players == 2;
    const BookRow rows[] = {
#define LINE(when, key) {ROW_IS_TEXT, when, BOOK_##key, "", "", NULL},
#define RULE(when, option) {ROW_IS_RULE, when, BOOK_PHRASES, #option, "", NULL},
#define TABLE(when, which) {ROW_IS_TABLE, when, BOOK_PHRASES, "", "", put_##which},
#include "short.def"
#undef LINE
#undef RULE
#undef TABLE
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) put_row(book, &rows[i]);
}

static void put_example(void *context, const char *sentence) { put_item(context, sentence, "", ""); }

static void put_examples(Rulebook *book) {
    book->heading = phrase(book, BOOK_example_heading);
    book_examples(&book->ruleset->rules, book->language, put_example, book);
    book->heading = NULL;
}

/* Options that book.def does not know. */
static void put_untold(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    book->heading = phrase(book, BOOK_further_rules);
    for (unsigned i = 0; i < rule_row_count && i < ROWS_MAX; i++)
        if (!book->told[i] && rule_rows[i].families & 1 << rules->family) put_rule(book, rule_rows[i].name);
}

static void drop(void *sink, const char *text) { (void)sink, (void)text; }

void ruleset_book_items(const Ruleset *ruleset, const BookLanguage *language, BookItemSeen *seen, void *context) {
    Printer nowhere = {drop, NULL};
    Rulebook book = {.ruleset = ruleset,
                     .language = language,
                     .printer = &nowhere,
                     .format = BOOK_MARKDOWN,
                     .seen = seen,
                     .context = context};
    put_rows(&book);
    put_untold(&book);
}

static Rulebook book_of(const Ruleset *ruleset, const BookLanguage *language, BookFormat format, unsigned width,
                        const Printer *printer) {
    return (Rulebook){.ruleset = ruleset,
                      .language = language,
                      .printer = printer,
                      .format = format,
                      .width = format == BOOK_TERMINAL ? width : 0};
}

void ruleset_book(const Ruleset *ruleset, const BookLanguage *language, BookFormat format, unsigned width,
                  const Printer *printer) {
    Rulebook book = book_of(ruleset, language, format, width, printer);
    const char *about = ruleset_about(ruleset, language);
    put_title(&book, ruleset_title(ruleset, language));
    if (about[0]) {
        put(&book, "\n");
        print_wrapped(printer, book.width, "", "", about);
    }
    put_examples(&book);
    put_rows(&book);
    put_untold(&book);
}

void ruleset_short(const Ruleset *ruleset, const BookLanguage *language, BookFormat format, unsigned width,
                   const Printer *printer) {
    Rulebook book = book_of(ruleset, language, format, width, printer);
    char title[RULESET_TITLE_MAX + 64];
    Text text = text_in(title, sizeof title);
    put_filled(&text, language, BOOK_in_short, &(Filling){.words = {ruleset_title(ruleset, language)}});
    put_title(&book, title);
    put(&book, "\n");
    put_short_rows(&book);
    put_examples(&book);
}
