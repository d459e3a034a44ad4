/* diff.c -- what changes from one ruleset to another, in words. */
#include <stdio.h>
#include <string.h>

#include "ruleset_internal.h"

enum { WIDTH = 96 };

/* Who is told, and what is being told: `from`, `to`, `was` and `is` are filled in change by change. */
typedef struct {
    const BookLanguage *language;
    RulesetChangeSeen *seen;
    void *context;
    unsigned count;
} Report;

static void report(Report *report, const char *name, const char *from, const char *to, const char *was,
                   const char *is) {
    const char *none = book_phrase(report->language, BOOK_no_value);
    RulesetChange change = {name, *from ? from : none, *to ? to : none, was, is};
    report->seen(report->context, &change);
    report->count++;
}

static void report_phrases(Report *out, const char *name, BookPhrase from, BookPhrase to, const char *was,
                           const char *is) {
    report(out, name, book_phrase(out->language, from), book_phrase(out->language, to), was, is);
}

static void diff_options(const Rules *a, const Rules *b, Report *out) {
    for (unsigned i = 0; i < rule_row_count; i++) {
        const RuleRow *row = &rule_rows[i];
        bool in_a = row->families & 1 << a->family, in_b = row->families & 1 << b->family;
        char before[128] = "", after[128] = "", was[PROSE_MAX], is[PROSE_MAX];
        if (!in_a || !in_b) continue; /* of two families: said once, at the top */
        rules_get(a, row, before, sizeof before);
        rules_get(b, row, after, sizeof after);
        if (!strcmp(before, after)) continue;
        option_sentence(out->language, a, row, was, sizeof was);
        option_sentence(out->language, b, row, is, sizeof is);
        report(out, row->name, before, after, was, is);
    }
}

/* The row of that name among the ruleset's own cards, or NULL. */
static const CardRow *own_card(const Rules *rules, const char *name) {
    Face own[OWN_CARDS_MAX];
    unsigned count = rules_own_cards(rules, own);
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(rules->card[own[i]].name, name)) return &rules->card[own[i]];
    return NULL;
}

static bool same_text(const Rules *a, uint16_t at, const Rules *b, uint16_t other) {
    return !strcmp(at ? a->text + at : "", other ? b->text + other : "");
}

static bool same_more(const Rules *a, const CardMore *x, const Rules *b, const CardMore *y) {
    bool same = x->price == y->price && x->stays == y->stays && x->turns == y->turns && x->answers == y->answers &&
                x->wild == y->wild && same_text(a, x->effects, b, y->effects) && same_text(a, x->drawn, b, y->drawn) &&
                same_text(a, x->bans, b, y->bans) && same_text(a, x->fits, b, y->fits);
    for (unsigned i = 0; same && i < WHENS_MAX; i++)
        same = x->when[i].moment == y->when[i].moment && same_text(a, x->when[i].text, b, y->when[i].text);
    return same;
}

static bool same_card(const CardRow *a, const CardRow *b) {
    return !strcmp(a->code, b->code) && a->colours == b->colours && a->count == b->count && a->points == b->points &&
           !memcmp(a->effects, b->effects, sizeof a->effects);
}

/* "2 each in red and green (RZ GZ)"; "4 (Z)" for a card without a colour. */
static void count_words(const BookLanguage *language, const CardRow *row, char *out, unsigned size) {
    unsigned colours = (unsigned)__builtin_popcount(row->colours), said = 0;
    char names[64], codes[COLOURS * (CARD_CODE_MAX + 2)];
    Text list = text_in(names, sizeof names), written = text_in(codes, sizeof codes), text = text_in(out, size);
    for (unsigned i = 0; i < COLOURS; i++) {
        if (!(row->colours >> i & 1)) continue;
        if (said) text_put(&list, said + 1 == colours ? book_phrase(language, BOOK_colours_and) : ", ");
        text_put(&list, book_phrase(language, (BookPhrase)(BOOK_colour_red + i)));
        if (said++) text_char(&written, ' ');
        text_char(&written, colour_letters[i]);
        text_put(&written, row->code);
    }
    if (!colours) text_put(&written, row->code);
    BookPhrase phrase = !colours ? BOOK_copies : colours > 1 ? BOOK_copies_each : BOOK_copies_in;
    put_filled(&text, language, phrase, &(Filling){.n = row->count, .words = {names, codes}});
}

/* "" for a card that is not there. */
static void card_words(const BookLanguage *language, const Rules *rules, const CardRow *row, char out[PROSE_MAX]) {
    char does[PROSE_MAX / 2], count[128];
    Text text = text_in(out, PROSE_MAX);
    if (!row || !row->count) return;
    bool second = row >= rules->second && row < rules->second + FACES;
    Face face = (Face)(second ? SECOND_CODE + (row - rules->second) : row - rules->card);
    const char *name = second ? row->name : book_card_name(language, rules, face);
    card_sentence(language, rules, face, does, sizeof does);
    count_words(language, row, count, sizeof count);
    put_filled(&text, language, BOOK_card_told, &(Filling){.n = row->points, .words = {name, count, does}});
}

/* Cards of `a` that `b` lacks, and those that it has otherwise. */
static void diff_cards(const Rules *a, const Rules *b, Report *out) {
    Face own[OWN_CARDS_MAX];
    unsigned count = rules_own_cards(a, own);
    for (unsigned i = 0; i < count; i++) {
        const CardRow *row = &a->card[own[i]], *other = own_card(b, row->name);
        char was[PROSE_MAX], is[PROSE_MAX];
        if (other && same_card(row, other) && same_more(a, &row->more, b, &other->more)) continue;
        card_words(out->language, a, row, was);
        card_words(out->language, b, other, is);
        report_phrases(out, row->name, BOOK_in_deck, other ? BOOK_card_changed : BOOK_not_in_deck, was, is);
    }
}

/* Cards of `b` that `a` lacks. */
static void diff_new_cards(const Rules *a, const Rules *b, Report *out) {
    Face own[OWN_CARDS_MAX];
    unsigned count = rules_own_cards(b, own);
    for (unsigned i = 0; i < count; i++) {
        const CardRow *row = &b->card[own[i]];
        char is[PROSE_MAX];
        if (own_card(a, row->name)) continue;
        card_words(out->language, b, row, is);
        report_phrases(out, row->name, BOOK_not_in_deck, BOOK_in_deck, "", is);
    }
}

static const CardRow *second_card(const Rules *rules, const char *name) {
    for (unsigned i = 0; i < rules->seconds; i++)
        if (!strcmp(rules->second[i].name, name)) return &rules->second[i];
    return NULL;
}

static void diff_second(const Rules *a, const Rules *b, Report *out) {
    char was[PROSE_MAX], is[PROSE_MAX];
    for (unsigned i = 0; i < a->seconds; i++) {
        const CardRow *row = &a->second[i], *other = second_card(b, row->name);
        if (other && same_card(row, other) && same_more(a, &row->more, b, &other->more)) continue;
        card_words(out->language, a, row, was);
        card_words(out->language, b, other, is);
        report_phrases(out, row->name, BOOK_in_second_deck, other ? BOOK_card_changed : BOOK_not_in_second_deck, was,
                       is);
    }
    for (unsigned i = 0; i < b->seconds; i++) {
        if (second_card(a, b->second[i].name)) continue;
        card_words(out->language, b, &b->second[i], is);
        report_phrases(out, b->second[i].name, BOOK_not_in_second_deck, BOOK_in_second_deck, "", is);
    }
}

/* Built-in cards that one of the two has otherwise. */
static void diff_built_in(const Rules *a, const Rules *b, Report *out) {
    for (uint64_t left = (a->changed | b->changed) & ~a->custom & ~b->custom & a->faces & b->faces; left;
         left &= left - 1) {
        Face face = (Face)bits_first(left);
        const CardRow *row = &a->card[face], *other = &b->card[face];
        char was[PROSE_MAX], is[PROSE_MAX];
        if (row->colours && face_colour(face) != RED) continue;
        if (same_card(row, other) && !strcmp(row->name, other->name) && same_more(a, &row->more, b, &other->more))
            continue;
        card_words(out->language, a, row, was);
        card_words(out->language, b, other, is);
        report_phrases(out, row->name, row->count ? BOOK_in_deck : BOOK_not_in_deck,
                       !other->count ? BOOK_not_in_deck
                       : row->count  ? BOOK_card_changed
                                     : BOOK_in_deck,
                       was, is);
    }
}

static int club_rule(const Rules *rules, const char *name) {
    for (unsigned i = 0; i < rules->clubs; i++)
        if (!strcmp(rules->club[i].name, name)) return (int)i;
    return -1;
}

static void diff_clubs(const Rules *a, const Rules *b, Report *out) {
    char was[PROSE_MAX], is[PROSE_MAX];
    for (unsigned i = 0; i < a->clubs; i++) {
        ruleset_rule_says(a, out->language, a->club[i].name, was, sizeof was);
        ruleset_rule_says(b, out->language, a->club[i].name, is, sizeof is);
        if (strcmp(was, is) != 0)
            report_phrases(out, a->club[i].name, BOOK_a_rule,
                           club_rule(b, a->club[i].name) < 0 ? BOOK_no_rule : BOOK_rule_changed, was, is);
    }
    for (unsigned i = 0; i < b->clubs; i++) {
        if (club_rule(a, b->club[i].name) >= 0) continue;
        ruleset_rule_says(b, out->language, b->club[i].name, is, sizeof is);
        report_phrases(out, b->club[i].name, BOOK_no_rule, BOOK_a_rule, "", is);
    }
}

unsigned ruleset_changes(const Ruleset *a, const Ruleset *b, const BookLanguage *language, RulesetChangeSeen *seen,
                         void *context) {
    Report out = {language, seen, context, 0};
    diff_options(&a->rules, &b->rules, &out);
    diff_cards(&a->rules, &b->rules, &out);
    diff_new_cards(&a->rules, &b->rules, &out);
    diff_built_in(&a->rules, &b->rules, &out);
    diff_second(&a->rules, &b->rules, &out);
    diff_clubs(&a->rules, &b->rules, &out);
    return out.count;
}

/* ---- in print ---- */

static void put(const Printer *printer, const char *text) { printer->put(printer->sink, text); }

static void put_change(void *context, const RulesetChange *change) {
    const Printer *printer = context;
    char line[512];
    snprintf(line, sizeof line, "%s: %s -> %s\n", change->name, change->from, change->to);
    put(printer, line);
    if (*change->was) print_wrapped(printer, WIDTH, "  - ", "    ", change->was);
    if (*change->is) print_wrapped(printer, WIDTH, "  + ", "    ", change->is);
}

unsigned ruleset_diff(const Ruleset *a, const Ruleset *b, const BookLanguage *language, const Printer *printer) {
    char line[256];
    unsigned differences = a->rules.family != b->rules.family;
    Printer copy = *printer;
    snprintf(line, sizeof line, "%s -> %s\n\n", a->name, b->name);
    put(printer, line);
    if (differences) put(printer, book_phrase(language, BOOK_two_families)), put(printer, "\n\n");
    differences += ruleset_changes(a, b, language, put_change, &copy);
    if (!differences) put(printer, book_phrase(language, BOOK_play_the_same)), put(printer, "\n");
    return differences;
}
