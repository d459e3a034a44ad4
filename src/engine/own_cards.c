/* own_cards.c -- cards that a ruleset declares: where they go among the faces,
 * and which of them would be confusing. */
#include <string.h>

#include "card_table.h"
#include "text.h"

static bool refuse(RulesError *error, const CardRow *row, const char *what, const char *detail) {
    Text text = text_in(error->text, sizeof error->text);
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
    "draw", "keep",  "pass", "accept", "done",   "challenge", "call",  "catch", "deal", "misplay", "shed", "discard",
    "name", "steal", "hit",  "answer", "refuse", "penalty",   "bonus", "none",  "even", "odd",     "low",  "high",
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

static bool column_free(const Rules *rules, unsigned value) { return !(rules->faces & VALUE_MASK(value)); }

/* A column that no coloured card uses, so that its slots can hold wild ones. */
static bool column_uncoloured(const Rules *rules, unsigned value) {
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        Face face = FACE(colour, value);
        if (rules->faces & FACE_BIT(face) && rules->card[face].colours) return false;
    }
    return true;
}

/* One column for a coloured card: within a column cards match by symbol. */
static uint64_t slots_coloured(const Rules *rules, unsigned colours) {
    for (unsigned value = VALUE_OWN1; value <= VALUE_OWN2; value++) {
        if (!column_free(rules, value)) continue;
        uint64_t slots = 0;
        for (unsigned colour = 0; colour < COLOURS; colour++)
            if (colours >> colour & 1) slots |= FACE_BIT(FACE(colour, value));
        return slots;
    }
    return 0;
}

/* The wild column first, then the others from the back: a coloured card needs a whole one. */
static uint64_t slots_wild(const Rules *rules) {
    for (unsigned value = VALUE_WILD; value >= VALUE_OWN1; value--) {
        uint64_t slots = VALUE_MASK(value) & ~rules->faces;
        if (slots && column_uncoloured(rules, value)) return slots & (~slots + 1);
    }
    return 0;
}

bool rules_add_card(Rules *rules, const CardRow *row, RulesError *error) {
    if (rules->family != FAMILY_CLASSIC)
        return refuse(error, row, "only rulesets of the classic family can declare cards", "");
    if (!row->name[0]) return refuse(error, row, "needs a name", "");
    if (!check_row(rules, row, error)) return false;
    uint64_t slots = row->colours ? slots_coloured(rules, row->colours) : slots_wild(rules);
    if (!slots)
        return refuse(
            error, row,
            "there is no room for it: a ruleset holds ten cards without a colour, or one with colours and six without, or two and two",
            "");
    for (uint64_t left = slots; left; left &= left - 1) rules->card[bits_first(left)] = *row;
    rules->faces |= slots;
    rules->custom |= slots;
    return true;
}
