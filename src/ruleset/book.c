/* book.c -- the printed rulebook of a ruleset: book.def, with what is made from
 * the rules themselves. */
#include <stdio.h>
#include <string.h>

#include "ruleset_internal.h"

enum { ROWS_MAX = 96 };

typedef struct {
    const Ruleset *ruleset;
    const Printer *printer;
    BookFormat format;
    unsigned width;      /* 0: unbroken */
    const char *heading; /* not printed yet, else NULL */
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
    if (!book->heading) return;
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
    option_sentence(&book->ruleset->rules, row, sentence, sizeof sentence);
    put_item(book, sentence, option, row->sources);
}

/* ---- tables made from the rules ---- */

/* "2 to 10 players." */
static void put_players(Rulebook *book) {
    const Options *o = &book->ruleset->rules.option;
    char line[64];
    if (o->min_players == o->max_players) snprintf(line, sizeof line, "The game is for %d players.", o->min_players);
    else snprintf(line, sizeof line, "The game is for %d to %d players.", o->min_players, o->max_players);
    put_item(book, line, "min_players max_players", "");
}

static const char *count_word(unsigned n) {
    static const char *const words[] = {"no", "one", "two", "three", "four", "five", "six"};
    return n < sizeof words / sizeof *words ? words[n] : "many";
}

/* H2: how many sets of number cards, and what is left of them. */
static void put_sets(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    unsigned dealt = (unsigned)rules->option.numbers_dealt;
    char line[256];
    for (unsigned players = (unsigned)rules->option.min_players; players <= (unsigned)rules->option.max_players;
         players++) {
        unsigned sets = rules_number_sets(rules, players), left = sets * cards_total(&rules->numbers) - players * dealt;
        snprintf(line, sizeof line, "%u players use %s set%s of number cards, which leaves %u after the deal.", players,
                 count_word(sets), sets == 1 ? "" : "s", left);
        put_item(book, line, "", "");
    }
}

/* H92: five players make teams of three and two. */
static void put_uneven_teams(Rulebook *book) {
    int dealt = book->ruleset->rules.option.numbers_dealt;
    char line[256];
    snprintf(line, sizeof line,
             "Five players make uneven teams: two members with %d number cards in all against three with %d. "
             "Two of the three sit next to each other.",
             2 * dealt, 3 * dealt);
    put_item(book, line, "", "");
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
    snprintf(line, sizeof line, "%s (%s): %u card%s%s%s. %s", name, code, copies, copies == 1 ? "" : "s",
             scored ? ", points: " : "", scored ? points : "", does);
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

unsigned ruleset_card_does(const Rules *rules, Face face, char *out, unsigned size) {
    out[0] = 0;
    bool there = face < FACES ? rules->faces >> face & 1 : face_is_second(rules, face);
    return there ? card_sentence(rules, face, out, size) : 0;
}

static void put_card_row(Rulebook *book, Face face) {
    const CardRow *row = &book->ruleset->rules.card[face];
    char codes[64], points[8], does[PROSE_MAX / 2];
    card_codes(row, codes, sizeof codes);
    snprintf(points, sizeof points, "%u", row->points);
    if (!card_sentence(&book->ruleset->rules, face, does, sizeof does) && face_value(face) < VALUE_SKIP)
        strcpy(does, "No effect.");
    put_card(book, row->name, codes, card_total(&book->ruleset->rules, row), points, does);
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
    put_card(book, "0", "R0 Y0 G0 B0", 4 * decks, "0", rules->option.zero_rotate ? "See below." : "No effect.");
    put_card(book, "1 to 9", "R1 to B9", 72 * decks, "face value",
             rules->option.seven_swap ? "No effect; for 7 see below." : "No effect.");
}

/* ---- what a club has written ---- */

static void put_counters(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    char line[256];
    for (unsigned i = 0; i < rules->counters; i++) {
        snprintf(line, sizeof line,
                 "Everybody has %s, for all to see: %u at the beginning of a deal, and never more than %u.",
                 rules->counter[i].name, rules->counter[i].start, rules->counter[i].most);
        put_item(book, line, "", "L2");
    }
}

static void put_club_rules(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    char sentence[PROSE_MAX - CLUB_NAME_MAX - 4], line[PROSE_MAX];
    for (unsigned i = rules->card_triggers; i < rules->triggers; i++) {
        rule_sentence(rules, i, sentence, sizeof sentence);
        snprintf(line, sizeof line, "%s: %s", rules_trigger_name(rules, i), sentence);
        put_item(book, line, "", "L1");
    }
}

static void put_second_deck(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    char line[512], does[PROSE_MAX / 2];
    if (!rules->second_deck.name[0]) return;
    snprintf(
        line, sizeof line,
        "The %s deck has %u cards. Each player is dealt %u of them as a second hand, and holds at most %u. In your turn, before you lay a card or draw, you may play up to %u of them. "
        "A card that is done with goes back into its deck.",
        rules->second_deck.name, cards_total(&rules->second_cards), rules->second_deck.dealt, rules->second_deck.hand,
        rules->second_deck.plays);
    put_item(book, line, "", "L4");
    for (unsigned i = 0; i < rules->seconds; i++) {
        const CardRow *row = &rules->second[i];
        char item[PROSE_MAX];
        card_sentence(rules, (Face)(SECOND_CODE + i), does, sizeof does);
        snprintf(item, sizeof item, "%s (%s, %u card%s): %s", row->name, row->code, row->count,
                 row->count == 1 ? "" : "s", does);
        put_item(book, item, "", "L4");
    }
}

static void put_cards(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    char line[256];
    put_heading(book);
    snprintf(line, sizeof line, "There are %u cards. R, Y, G and B stand for red, yellow, green and blue.",
             cards_total(&rules->deck));
    print_wrapped(book->printer, book->width, "", "", line);
    put(book, "\n");
    if (book->format == BOOK_MARKDOWN)
        put(book, rules->option.scoring
                      ? "| card | written | how many | points | what it does |\n| --- | --- | ---: | ---: | --- |\n"
                      : "| card | written | how many | what it does |\n| --- | --- | ---: | --- |\n");
    put_numbers(book);
    for (unsigned value = VALUE_SKIP; value < VALUES; value++)
        for (unsigned colour = 0; colour < COLOURS; colour++) {
            Face face = FACE(colour, value);
            if (!(rules->faces & FACE_BIT(face))) continue;
            if (rules->card[face].count) put_card_row(book, face);
            if (rules->card[face].colours) break; /* one row stands for all its colours */
        }
    put(book, "\n");
}

/* ---- the book ---- */

typedef enum { BOOK_HEADING, BOOK_TEXT, BOOK_RULE, BOOK_TABLE } BookRowKind;

typedef struct {
    BookRowKind kind;
    bool applies;
    const char *words, *sources;
    void (*table)(Rulebook *book);
} BookRow;

static void put_row(Rulebook *book, const BookRow *row) {
    const RuleRow *option = row->kind == BOOK_RULE ? rule_row_find(row->words) : NULL;
    if (option) book->told[option - rule_rows] = true;
    if (!row->applies) return;
    switch (row->kind) {
    case BOOK_HEADING: book->heading = row->words; break;
    case BOOK_TEXT: put_item(book, row->words, "", row->sources); break;
    case BOOK_RULE: put_rule(book, row->words); break;
    case BOOK_TABLE: row->table(book); break;
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

static void put_rows(Rulebook *book) {
    const Rules *r = &book->ruleset->rules;
    const Options *o = &r->option;
#define FAMILY(NAME, name) bool name = r->family == FAMILY_##NAME;
#include "../engine/family.def"
#undef FAMILY
    bool places = o->place_points[0] != 0;
    bool own_coloured = r->custom & ~r->wilds;
    OwnCards own = own_cards(r);
    bool two = o->min_players == 2 || o->elimination;             /* two may be left to play */
    bool honesty = o->challenge || !o->bluffing || o->force_play; /* it matters whether a Wild +4 is honest */
    bool duel = o->max_players == 2, interrupt = o->action_timing == TIMING_INTERRUPT;
    bool from_shed = o->claim_challenge && o->challenge_from == FROM_SHED;
    const BookRow rows[] = {
#define HEADING(when, title) {BOOK_HEADING, when, title, "", NULL},
#define TEXT(when, sources, words) {BOOK_TEXT, when, words, sources, NULL},
#define RULE(when, option) {BOOK_RULE, when, #option, "", NULL},
#define TABLE(when, which) {BOOK_TABLE, when, "", "", put_##which},
#include "book.def"
#undef HEADING
#undef TEXT
#undef RULE
#undef TABLE
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) put_row(book, &rows[i]);
}

/* Options that book.def does not know. */
static void put_untold(Rulebook *book) {
    const Rules *rules = &book->ruleset->rules;
    book->heading = "Further rules";
    for (unsigned i = 0; i < rule_row_count && i < ROWS_MAX; i++)
        if (!book->told[i] && rule_rows[i].families & 1 << rules->family) put_rule(book, rule_rows[i].name);
}

static void drop(void *sink, const char *text) { (void)sink, (void)text; }

void ruleset_book_items(const Ruleset *ruleset, BookItemSeen *seen, void *context) {
    Printer nowhere = {drop, NULL};
    Rulebook book = {
        .ruleset = ruleset, .printer = &nowhere, .format = BOOK_MARKDOWN, .seen = seen, .context = context};
    put_rows(&book);
    put_untold(&book);
}

void ruleset_book(const Ruleset *ruleset, BookFormat format, unsigned width, const Printer *printer) {
    Rulebook book = {
        .ruleset = ruleset, .printer = printer, .format = format, .width = format == BOOK_TERMINAL ? width : 0};
    put_title(&book, ruleset->title);
    if (ruleset->about[0]) {
        put(&book, "\n");
        print_wrapped(printer, book.width, "", "", ruleset->about);
    }
    put_rows(&book);
    put_untold(&book);
}
