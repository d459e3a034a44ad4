/* own_cards.c -- cards that a ruleset declares: where they go among the faces,
 * and which of them would be confusing. */
#include <string.h>

#include "card_table.h"
#include "family.h"
#include "text.h"

static bool refuse(RulesError *error, const CardRow *row, const char *what, const char *detail) {
    Text text = text_in(error->text, sizeof error->text);
    if (!RULES_PRINTED) return false;
    text_put(&text, "card ");
    text_put(&text, row->name);
    text_put(&text, ": ");
    text_put(&text, what);
    text_put(&text, detail);
    return false;
}

static bool text_begins(const char *text, const char *start) { return scan_word(&text, start); }

/* What action_parse() reads before a card, and letters that stand for something else. */
static const char *const taken_words[] = {
    "draw",    "keep", "pass",    "accept", "done",  "challenge", "call",   "catch",  "deal",
    "misplay", "shed", "discard", "name",   "steal", "hit",       "answer", "refuse", "penalty",
    "bonus",   "none", "even",    "odd",    "low",   "high",      "cast",   "choose", "option",
};

static bool code_character(char c) {
    static const char allowed[] = "+-?&%@~^/<";
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) return true;
    for (const char *p = allowed; *p; p++)
        if (c == *p) return true;
    return false;
}

/* A code has to be told from every other card and word by its first letters. */
static bool check_code(const Rules *rules, const CardRow *row, RulesError *error) {
    if (!row->code[0]) return refuse(error, row, "needs a code, 1 to 7 characters", "");
    for (const char *p = row->code; *p; p++)
        if (!code_character(*p))
            return refuse(error, row, "a code is made of letters, digits and + - ? & % @ ~ ^ / <, without blanks; not ",
                          row->code);
    for (uint64_t left = rules->faces; left; left &= left - 1) {
        const CardRow *other = &rules->card[bits_first(left)];
        if (text_equal(other->code, row->code))
            return refuse(error, row, "this code is taken already by ", other->name);
    }
    if (row->colours) return true;
    char letter = row->code[0];
    bool seat = letter >= 'A' && letter < 'A' + SEATS_MAX;
    for (const char *p = colour_letters; *p; p++)
        if (letter == *p)
            return refuse(
                error, row,
                "the code of a card without a colour cannot begin with a colour's letter, R, Y, G or B: ", row->code);
    if (seat && !row->code[1])
        return refuse(error, row, "a single letter A to J means a seat; choose a longer code than ", row->code);
    for (unsigned i = 0; i < sizeof taken_words / sizeof *taken_words; i++)
        if (text_begins(taken_words[i], row->code) || text_begins(row->code, taken_words[i]))
            return refuse(error, row, "its code looks like the action word ", taken_words[i]);
    return true;
}

static bool check_row(const Rules *rules, const CardRow *row, RulesError *error) {
    unsigned decks = (unsigned)rules->option.decks;
    for (uint64_t left = rules->faces; left; left &= left - 1)
        if (word_distance(rules->card[bits_first(left)].name, row->name) == 0)
            return refuse(error, row, "there is a card of that name already", "");
    if (row->colours >> COLOURS)
        return refuse(error, row, "a card comes in red, yellow, green, blue or has no colour", "");
    if (!row->count) return refuse(error, row, "count must be at least 1", "");
    if (row->count * decks > COPIES_MAX) return refuse(error, row, "count times decks must not exceed 31", "");
    return check_code(rules, row, error);
}

/* ---- where they go ----
 *
 * Own cards stand in the order of their codes, those with colours first, whatever the order
 * of the file: so the order of its sections changes neither the hash nor the deal. */

unsigned rules_own_cards(const Rules *rules, Face out[OWN_CARDS_MAX]) {
    unsigned count = 0;
    for (unsigned value = VALUE_OWN1; value <= VALUE_OWN2; value++) {
        uint64_t column = rules->custom & VALUE_MASK(value);
        if (column && rules->card[bits_first(column)].colours) out[count++] = (Face)bits_first(column);
    }
    for (unsigned value = VALUE_WILD; value >= VALUE_OWN1; value--)
        for (uint64_t left = rules->custom & VALUE_MASK(value); left; left &= left - 1)
            if (!rules->card[bits_first(left)].colours) out[count++] = (Face)bits_first(left);
    return count;
}

static bool code_before(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a < (unsigned char)*b;
}

static bool stands_before(const CardRow *a, const CardRow *b) {
    if (!a->colours != !b->colours) return a->colours;
    return code_before(a->code, b->code);
}

/* A card with colours takes a column, since cards of one column match by their symbol; the
 * Wild and the Wild +4 leave room in theirs. */
static bool room_for(const CardRow *rows, unsigned count) {
    unsigned coloured = 0;
    while (coloured < count && rows[coloured].colours) coloured++;
    return coloured <= 2 && count - coloured <= COLOURS - 2 + (2 - coloured) * COLOURS;
}

static uint64_t slots_coloured(unsigned colours, unsigned column) {
    uint64_t slots = 0;
    for (unsigned colour = 0; colour < COLOURS; colour++)
        if (colours >> colour & 1) slots |= FACE_BIT(FACE(colour, VALUE_OWN1 + column));
    return slots;
}

/* The wild column first, then the others from the back. */
static uint64_t slots_wild(const Rules *rules) {
    unsigned value = VALUE_WILD;
    while (!(VALUE_MASK(value) & ~rules->faces)) value--;
    uint64_t slots = VALUE_MASK(value) & ~rules->faces;
    return slots & (~slots + 1);
}

static void place_rows(Rules *rules, const CardRow *rows, unsigned count) {
    for (uint64_t left = rules->custom; left; left &= left - 1) rules->card[bits_first(left)] = (CardRow){.count = 0};
    rules->faces &= ~rules->custom;
    rules->custom = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t slots = rows[i].colours ? slots_coloured(rows[i].colours, i) : slots_wild(rules);
        for (uint64_t left = slots; left; left &= left - 1) rules->card[bits_first(left)] = rows[i];
        rules->faces |= slots;
        rules->custom |= slots;
    }
}

bool rules_add_card(Rules *rules, const CardRow *row, RulesError *error) {
    Face own[OWN_CARDS_MAX];
    CardRow rows[OWN_CARDS_MAX + 1];
    if (!family_of(rules)->own_cards)
        return refuse(error, row, "only rulesets of the classic family can declare cards", "");
    if (!row->name[0]) return refuse(error, row, "needs a name", "");
    if (!check_row(rules, row, error)) return false;
    unsigned count = rules_own_cards(rules, own), at = 0;
    for (unsigned i = 0; i < count; i++) rows[i + 1] = rules->card[own[i]];
    for (; at < count && stands_before(&rows[at + 1], row); at++) rows[at] = rows[at + 1];
    rows[at] = *row;
    if (!room_for(rows, count + 1))
        return refuse(
            error, row,
            "there is no room for it: a ruleset holds ten cards without a colour, or one with colours and six without, or two and two",
            "");
    place_rows(rules, rows, count + 1);
    return true;
}
