/* rules.c -- the option table, and options by name: set, get, find.
 *
 * Everything here is driven by the rows of rules.def; an option added there
 * can be parsed, printed and misspelt without a line of code. */
#include "rules.h"

#include <string.h>

#include "card_table.h"
#include "family.h"
#include "text.h"

/* The last value of each choice: a choice without its line here does not compile. */
enum {
    LAST_first_dealer = DEALER_FIRST_SEAT,
    LAST_opening_wild = OPENING_ANY_WILD,
    LAST_stack_draws = STACK_ANY,
    LAST_take_a_chance = CHANCE_ANY,
    LAST_seven_swap = SWAP_MUST,
    LAST_wild4_legal = WILD4_NO_COLOUR,
    LAST_uno_call = UNO_UNTIL_NEXT_TURN,
    LAST_stalemate = STALEMATE_NOBODY,
    LAST_blocked_streak = STREAK_RESET,
    LAST_zero_pool = POOL_HAND,
    LAST_action_timing = TIMING_INTERRUPT,
    LAST_reverse_cost = REVERSE_PLAYED,
    LAST_wild_rule = WILD_OPPONENT,
    LAST_truth_shed = TRUTH_BOTH,
    LAST_dare_shed = DARE_BOTH,
    LAST_challenge_from = FROM_SHED,
    LAST_barrier = BARRIER_ONLY_CARD,
};

#define ROW(name, type, family, section, low, high, standard, sources, choices) \
    {#name,        type, \
     FOR_##family, SECTION_##section, \
     low,          high, \
     standard,     RULES_PRINTED ? sources : "", \
     choices,      offsetof(Options, name)},
#define FLAG(name, family, section, standard, sources, off, on) \
    ROW(name, ROW_FLAG, family, section, 0, 1, standard, sources, NULL)
#define NUMBER(name, family, section, low, high, standard, sources, zero, some) \
    ROW(name, ROW_NUMBER, family, section, low, high, standard, sources, NULL)
#define CHOICE(name, family, section, standard, sources, choices, sentences) \
    ROW(name, ROW_CHOICE, family, section, 0, LAST_##name, standard, sources, choices)
#define LIST(name, family, section, low, high, sources, empty, some) \
    ROW(name, ROW_LIST, family, section, low, high, 0, sources, NULL)
const RuleRow rule_rows[] = {
#include "rules.def"
};
#undef FLAG
#undef NUMBER
#undef CHOICE
#undef LIST
const unsigned rule_row_count = sizeof rule_rows / sizeof rule_rows[0];

static int16_t *option_at(Rules *rules, const RuleRow *row) {
    return (int16_t *)(void *)((char *)&rules->option + row->offset);
}

static const int16_t *option_of(const Rules *rules, const RuleRow *row) {
    return (const int16_t *)(const void *)((const char *)&rules->option + row->offset);
}

const char *family_name(Family family) {
    static const char *const names[FAMILIES] = {
#define FAMILY(NAME, name) #name,
#include "family.def"
#undef FAMILY
    };
    return names[family];
}

bool family_find(const char *name, Family *out) {
    for (unsigned i = 0; i < FAMILIES; i++)
        if (text_equal(name, family_name((Family)i))) return *out = (Family)i, true;
    return false;
}

/* A list is empty. */
static int16_t standard_of(const Rules *rules, const RuleRow *row) {
    bool seats = row->offset == offsetof(Options, max_players);
    return (int16_t)(seats ? (int)family_of(rules)->seats_max : row->standard);
}

void rules_reset(Rules *rules, const RuleRow *row) {
    if (!(row->families >> rules->family & 1)) return;
    if (row->type == ROW_LIST) memset(option_at(rules, row), 0, PLACES_MAX * sizeof(int16_t));
    else *option_at(rules, row) = standard_of(rules, row);
}

void rules_init(Rules *rules, Family family) {
    memset(rules, 0, sizeof *rules);
    rules->family = family;
    for (unsigned i = 0; i < rule_row_count; i++) rules_reset(rules, &rule_rows[i]);
    card_table_init(rules);
}

/* ---- finding ---- */

const RuleRow *rule_row_find(const char *name) {
    for (unsigned i = 0; i < rule_row_count; i++)
        if (text_equal(rule_rows[i].name, name)) return &rule_rows[i];
    return NULL;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c == '-' ? '_' : c; }

/* Insertions, deletions, changes and swaps of neighbours. */
unsigned word_distance(const char *a, const char *b) {
    enum { LIMIT = 8, LONGEST = 40 };
    size_t m = text_length(a), n = text_length(b);
    if (m > LONGEST || n > LONGEST) return LIMIT;
    uint8_t row[3][LONGEST + 1]; /* the row at hand and the two before it, in turn */
    for (size_t j = 0; j <= n; j++) row[0][j] = (uint8_t)j;
    for (size_t i = 1; i <= m; i++) {
        uint8_t *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = (uint8_t)i;
        for (size_t j = 1; j <= n; j++) {
            char x = lower(a[i - 1]), y = lower(b[j - 1]);
            unsigned best = last[j - 1] + (x != y ? 1u : 0u);
            if (last[j] + 1u < best) best = last[j] + 1u;
            if (now[j - 1] + 1u < best) best = now[j - 1] + 1u;
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y && before[j - 2] + 1u < best)
                best = before[j - 2] + 1u;
            now[j] = (uint8_t)best;
        }
    }
    unsigned distance = row[m % 3][n];
    return distance < LIMIT ? distance : LIMIT;
}

static bool word_begins(const char *word, const char *start) {
    while (*start)
        if (lower(*word++) != lower(*start++)) return false;
    return true;
}

/* A part of the name is the beginning of the word, or the other way round: "stacking" is like stack_draws. */
static bool shares_part(const char *name, const char *word) {
    enum { PART_LEAST = 4 };
    for (const char *part = name; part; part = *part ? part + 1 : NULL) {
        unsigned same = 0;
        while (part[same] && part[same] != '_' && lower(part[same]) == lower(word[same])) same++;
        if (same >= PART_LEAST && (!part[same] || part[same] == '_' || !word[same])) return true;
        while (*part && *part != '_') part++;
    }
    return false;
}

const RuleRow *rule_row_nearest(const char *name) {
    const RuleRow *nearest = NULL;
    unsigned least = text_length(name) < 6 ? 3 : 5;
    for (unsigned i = 0; i < rule_row_count; i++) {
        unsigned distance = word_distance(name, rule_rows[i].name);
        if (distance > 2 && text_length(name) > 2 && word_begins(rule_rows[i].name, name)) distance = 2;
        if (distance > 3 && shares_part(rule_rows[i].name, name)) distance = 3;
        if (distance >= least) continue;
        least = distance;
        nearest = &rule_rows[i];
    }
    return nearest;
}

/* ---- setting ---- */

/* Writes "must be one of off, same, any" and so on: what the row takes. */
static void put_expected(Text *text, const RuleRow *row) {
    text_put(text, row->name);
    if (row->type == ROW_FLAG) text_put(text, " must be on or off");
    if (row->type == ROW_NUMBER || row->type == ROW_LIST) {
        text_put(text, row->type == ROW_LIST ? " must be numbers from " : " must be a number from ");
        text_number(text, row->low);
        text_put(text, " to ");
        text_number(text, row->high);
    }
    if (row->type == ROW_LIST) {
        text_put(text, ", at most ");
        text_number(text, PLACES_MAX);
        text_put(text, " of them, separated by blanks");
    }
    if (row->type != ROW_CHOICE) return;
    text_put(text, " must be one of ");
    for (const char *p = row->choices; *p; p++) {
        if (*p == '|') text_char(text, ',');
        text_char(text, *p == '|' ? ' ' : *p);
    }
}

static bool parse_flag(const char *value, int16_t *out) {
    static const char *const words[] = {"off", "on", "no", "yes", "false", "true", "0", "1"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        if (!text_equal(value, words[i])) continue;
        *out = (int16_t)(i & 1);
        return true;
    }
    return false;
}

static bool parse_choice(const RuleRow *row, const char *value, int16_t *out) {
    const char *at = row->choices;
    for (int16_t i = 0; i <= row->high; i++) {
        const char *p = value;
        while (*at && *at != '|' && *p == *at) p++, at++;
        if (!*p && (!*at || *at == '|')) {
            *out = i;
            return true;
        }
        while (*at && *at != '|') at++;
        if (*at) at++;
    }
    return false;
}

static bool parse_number(const RuleRow *row, const char **at, int16_t *out) {
    long long number;
    if (!scan_number(at, row->low, row->high, &number)) return false;
    *out = (int16_t)number;
    return true;
}

/* "3 2 1", "3, 2, 1" or "" for an empty list. */
static bool parse_list(const RuleRow *row, const char *at, int16_t out[PLACES_MAX]) {
    int16_t list[PLACES_MAX] = {0};
    scan_blanks(&at);
    for (unsigned count = 0; *at; count++) {
        if (count == PLACES_MAX || !parse_number(row, &at, &list[count])) return false;
        const char *behind = at;
        scan_blanks(&at);
        if (*at == ',') at++;
        else if (*at && at == behind) return false;
        scan_blanks(&at);
    }
    memcpy(out, list, sizeof list);
    return true;
}

static bool parse_value(const RuleRow *row, const char *value, int16_t *out) {
    switch (row->type) {
    case ROW_FLAG: return parse_flag(value, out);
    case ROW_CHOICE: return parse_choice(row, value, out);
    case ROW_LIST: return parse_list(row, value, out);
    case ROW_NUMBER: break;
    }
    int16_t number;
    if (!parse_number(row, &value, &number) || *value) return false;
    *out = number;
    return true;
}

static void put_unknown(Text *text, const char *name) {
    text_put(text, "there is no option '");
    text_put(text, name);
    text_put(text, "'");
    const RuleRow *nearest = rule_row_nearest(name);
    if (!nearest) return;
    text_put(text, "; did you mean ");
    text_put(text, nearest->name);
    text_put(text, "?");
}

static void put_other_family(Text *text, const RuleRow *row, Family family) {
    text_put(text, row->name);
    text_put(text, " is an option of the ");
    text_put(text, family_name((Family)bits_first((uint64_t)row->families)));
    text_put(text, " family; this ruleset is of the ");
    text_put(text, family_name(family));
    text_put(text, " family");
}

static void put_unfit(Text *text, const RuleRow *row, const char *value) {
    put_expected(text, row);
    text_put(text, ", not '");
    text_put(text, value);
    text_put(text, "'");
}

bool rules_set(Rules *rules, const char *name, const char *value, RulesError *error) {
    const RuleRow *row = rule_row_find(name);
    bool fits = row && row->families & 1 << rules->family;
    if (fits && parse_value(row, value, option_at(rules, row))) return true;
    Text text = text_in(error->text, sizeof error->text);
    if (!RULES_PRINTED) return false;
    if (!row) put_unknown(&text, name);
    else if (!fits) put_other_family(&text, row, rules->family);
    else put_unfit(&text, row, value);
    return false;
}

/* ---- getting ---- */

static unsigned list_length(const int16_t list[PLACES_MAX]) {
    unsigned length = PLACES_MAX;
    while (length && !list[length - 1]) length--;
    return length;
}

int rules_value(const Rules *rules, const RuleRow *row) {
    const int16_t *option = option_of(rules, row);
    return row->type == ROW_LIST ? (int)list_length(option) : *option;
}

static void put_choice(Text *text, const char *choices, int index) {
    while (index) index -= *choices++ == '|';
    while (*choices && *choices != '|') text_char(text, *choices++);
}

unsigned rules_get(const Rules *rules, const RuleRow *row, char *out, unsigned size) {
    const int16_t *option = option_of(rules, row);
    Text text = text_in(out, size);
    switch (row->type) {
    case ROW_FLAG: text_put(&text, *option ? "on" : "off"); break;
    case ROW_NUMBER: text_number(&text, *option); break;
    case ROW_CHOICE: put_choice(&text, row->choices, *option); break;
    case ROW_LIST:
        for (unsigned i = 0, length = list_length(option); i < length; i++) {
            if (i) text_char(&text, ' ');
            text_number(&text, option[i]);
        }
        break;
    }
    return text.length;
}

bool rules_changed(const Rules *rules, const RuleRow *row, char *out, unsigned size) {
    if (!(row->families & 1 << rules->family)) return false;
    rules_get(rules, row, out, size);
    return rules_value(rules, row) != standard_of(rules, row);
}
