#include "mix.h"

#include <stdio.h>
#include <string.h>

#include "random.h"

enum { CHANGES_MAX = 8, VALUE_TEXT = 64 };

static const char *const effect_texts[] = {
    "draw 1",
    "draw 3",
    "skip 1",
    "skip 2",
    "reverse",
    "swap",
    "rotate",
    "reflect",
    "take 1",
    "all 1",
    "again",
    "draw 2, reverse",
    "skip 1, draw 1",
    "rotate, again",
    "roll 4: draw 2 else take 2",
    "roll 2: skip 1 else again",
};
enum { EFFECT_TEXTS = sizeof effect_texts / sizeof effect_texts[0] };

static void random_choice(uint64_t *random, const RuleRow *row, char *out) {
    unsigned choices = 1;
    for (const char *p = row->choices; *p; p++) choices += *p == '|';
    const char *at = row->choices;
    for (unsigned skip = random_below(random, choices); skip; at++) skip -= *at == '|';
    while (*at && *at != '|') *out++ = *at++;
    *out = 0;
}

static void random_value(uint64_t *random, const RuleRow *row, char out[VALUE_TEXT]) {
    unsigned range = (unsigned)(row->high - row->low);
    switch (row->type) {
    case ROW_FLAG: strcpy(out, random_below(random, 2) ? "on" : "off"); break;
    case ROW_CHOICE: random_choice(random, row, out); break;
    case ROW_LIST:
        snprintf(out, VALUE_TEXT, "%u %u %u", 3 + random_below(random, 20), random_below(random, 3), 1u);
        break;
    case ROW_NUMBER: /* the ends are where things break */
        if (random_below(random, 3) == 0) range = random_below(random, 2) ? range : 0;
        else range = random_below(random, range + 1);
        snprintf(out, VALUE_TEXT, "%d", row->low + (int)range);
        break;
    }
}

static void change_something(uint64_t *random, Rules *rules) {
    const RuleRow *row;
    do row = &rule_rows[random_below(random, rule_row_count)];
    while (!(row->families >> rules->family & 1));
    char value[VALUE_TEXT];
    RulesError error;
    random_value(random, row, value);
    rules_set(rules, row->name, value, &error);
}

static void add_own_card(uint64_t *random, Rules *rules, unsigned number) {
    CardRow row;
    RulesError error;
    memset(&row, 0, sizeof row);
    snprintf(row.name, sizeof row.name, "Own %u", number);
    snprintf(row.code, sizeof row.code, "Q%u", number);
    snprintf(row.glyph, sizeof row.glyph, "%u", number);
    row.colours = random_below(random, 2) ? 0 : (uint8_t)(1 + random_below(random, 15));
    row.count = (uint8_t)(1 + random_below(random, 4));
    row.points = (uint8_t)random_below(random, 60);
    if (effects_parse(effect_texts[random_below(random, EFFECT_TEXTS)], row.effects, &error))
        rules_add_card(rules, &row, &error);
}

static void set(Rules *rules, const char *name, const char *value) {
    RulesError error;
    rules_set(rules, name, value, &error);
}

/* Options that are wished for together often enough to be worth a nudge. */
static void make_agree(Rules *rules) {
    const Options *o = &rules->option;
    bool classic = rules->family == FAMILY_CLASSIC;
    if (o->teams) set(rules, "teams", "2"), set(rules, "min_players", "4"), set(rules, "max_players", "4");
    if (classic) {
        if (o->elimination) set(rules, "scoring", "off"), set(rules, "teams", "0"), set(rules, "target", "0");
        if (!o->bluffing) set(rules, "challenge", "off");
        if (!o->scoring) set(rules, "double_points", "off"), set(rules, "target", "0");
        if (!o->elimination) set(rules, "place_points", "");
        if (o->uno_call == UNO_OFF) set(rules, "uno_dice", "0"), set(rules, "false_catch", "0");
        if (o->hand_limit && o->hand_limit < o->cards_dealt) set(rules, "hand_limit", "0");
    } else {
        if (!o->claim_challenge) set(rules, "barrier", "none"), set(rules, "challenge_from", "deck");
        if (!o->teams) set(rules, "min_players", "2"), set(rules, "max_players", "2");
    }
}

bool mix_rules(uint64_t *random, Family family, Ruleset *out) {
    RulesetError unread;
    RulesError error;
    memset(out, 0, sizeof *out);
    const char *base = builtin_rulesets[random_below(random, builtin_ruleset_count)].name;
    if (random_below(random, 2) || !ruleset_load(base, out, &unread) || out->rules.family != family)
        rules_init(&out->rules, family);
    strcpy(out->name, "mix");
    for (unsigned i = 1 + random_below(random, CHANGES_MAX); i; i--) change_something(random, &out->rules);
    /* A single deal mostly: a match shows the same position again and again. */
    if (random_below(random, 4)) set(&out->rules, "target", "0");
    if (family == FAMILY_CLASSIC && random_below(random, 4) == 0)
        for (unsigned i = 1 + random_below(random, 3); i; i--) add_own_card(random, &out->rules, i);
    if (rules_finish(&out->rules, &error)) return true;
    make_agree(&out->rules);
    return rules_finish(&out->rules, &error);
}
