/* diff.c -- what changes from one ruleset to another, in words. */
#include <stdio.h>
#include <string.h>

#include "ruleset_internal.h"

enum { WIDTH = 96 };

static void put(const Printer *printer, const char *text) { printer->put(printer->sink, text); }

static void put_title(const Printer *printer, const char *name, const char *before, const char *after) {
    char line[512];
    snprintf(line, sizeof line, "%s: %s -> %s\n", name, *before ? before : "(none)", *after ? after : "(none)");
    put(printer, line);
}

static void put_side(const Printer *printer, char sign, const char *sentence) {
    char first[] = "  - ";
    if (!*sentence) return;
    first[2] = sign;
    print_wrapped(printer, WIDTH, first, "    ", sentence);
}

static unsigned diff_options(const Rules *a, const Rules *b, const Printer *printer) {
    unsigned differences = 0;
    for (unsigned i = 0; i < rule_row_count; i++) {
        const RuleRow *row = &rule_rows[i];
        bool in_a = row->families & 1 << a->family, in_b = row->families & 1 << b->family;
        char before[128] = "", after[128] = "", sentence[PROSE_MAX];
        if (!in_a || !in_b) continue; /* of two families: said once, at the top */
        rules_get(a, row, before, sizeof before);
        rules_get(b, row, after, sizeof after);
        if (!strcmp(before, after)) continue;
        differences++;
        put_title(printer, row->name, before, after);
        option_sentence(a, row, sentence, sizeof sentence);
        put_side(printer, '-', sentence);
        option_sentence(b, row, sentence, sizeof sentence);
        put_side(printer, '+', sentence);
    }
    return differences;
}

/* The row of that name among the ruleset's own cards, or NULL. */
static const CardRow *own_card(const Rules *rules, const char *name) {
    for (uint64_t left = rules->custom; left; left &= left - 1) {
        const CardRow *row = &rules->card[bits_first(left)];
        if (!strcmp(row->name, name)) return row;
    }
    return NULL;
}

static bool same_card(const CardRow *a, const CardRow *b) {
    return !strcmp(a->code, b->code) && a->colours == b->colours && a->count == b->count && a->points == b->points &&
           !memcmp(a->effects, b->effects, sizeof a->effects);
}

/* "2 each in red and green (RZ GZ)"; "4 (Z)" for a card without a colour. */
static void count_words(const CardRow *row, char *out, size_t size) {
    unsigned colours = (unsigned)__builtin_popcount(row->colours), said = 0;
    char codes[COLOURS * (CARD_CODE_MAX + 2)] = "";
    if (!colours) {
        snprintf(out, size, "%u (%s)", row->count, row->code);
        return;
    }
    size_t used = (size_t)snprintf(out, size, "%u%s in ", row->count, colours > 1 ? " each" : "");
    for (unsigned i = 0; i < COLOURS; i++) {
        if (!(row->colours >> i & 1)) continue;
        const char *between = !said ? "" : said + 1 == colours ? " and " : ", ";
        used += (size_t)snprintf(out + used, size - used, "%s%s", between, colour_names[i]);
        snprintf(codes + strlen(codes), sizeof codes - strlen(codes), "%s%c%s", said ? " " : "", colour_letters[i],
                 row->code);
        said++;
    }
    snprintf(out + used, size - used, " (%s)", codes);
}

static void put_card(const Printer *printer, char sign, const CardRow *row) {
    char does[PROSE_MAX / 2], count[128], line[PROSE_MAX];
    effects_sentence(row, does, sizeof does);
    count_words(row, count, sizeof count);
    snprintf(line, sizeof line, "%s: %s, %u points. %s%s", row->name, count, row->points, does, *does ? "." : "");
    put_side(printer, sign, line);
}

/* Cards of `a` that `b` lacks or has otherwise; with `both`, the changed ones too. */
static unsigned diff_cards(const Rules *a, const Rules *b, bool both, char sign, const Printer *printer) {
    unsigned differences = 0;
    const CardRow *last = NULL;
    for (uint64_t left = a->custom; left; left &= left - 1) {
        const CardRow *row = &a->card[bits_first(left)], *other = own_card(b, row->name);
        if (own_card(a, row->name) != row || row == last) continue; /* one face stands for all its colours */
        last = row;
        if (other && (!both || same_card(row, other))) continue;
        differences++;
        put_title(printer, row->name, sign == '-' ? "in the deck" : "(not in the deck)",
                  other         ? "changed"
                  : sign == '-' ? "(not in the deck)"
                                : "in the deck");
        put_card(printer, sign, row);
        if (other) put_card(printer, '+', other);
    }
    return differences;
}

unsigned ruleset_diff(const Ruleset *a, const Ruleset *b, const Printer *printer) {
    char line[256];
    unsigned differences = 0;
    snprintf(line, sizeof line, "%s -> %s\n\n", a->name, b->name);
    put(printer, line);
    if (a->rules.family != b->rules.family) {
        put(printer,
            "These are games of two families: one is classic UNO, the other Split UNO. Only what both have is compared; print both books for the rest.\n\n");
        differences++;
    }
    differences += diff_options(&a->rules, &b->rules, printer);
    differences += diff_cards(&a->rules, &b->rules, true, '-', printer);
    differences += diff_cards(&b->rules, &a->rules, false, '+', printer);
    if (!differences) put(printer, "They play the same.\n");
    return differences;
}
