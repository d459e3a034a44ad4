/* opening.c -- the line that opens a game, "new split-v3 Ada Ben Cleo", part by part. */
#include "opening.h"

#include <string.h>

#include "../engine/text.h"
#include "tokens.h"

enum { DECK_MAX = 300 };

typedef enum { DECKS_USUAL, DECKS_PHYSICAL, DECKS_GIVEN } DecksKind;

typedef struct {
    Tokens tokens;
    Rules rules;
    bool has_rules;
    Sheet *out;
    DecksKind decks;
    bool says_decks;
    uint16_t numbers, actions; /* DECKS_GIVEN */
    Text why;
} Opening;

static bool fail(Opening *o, const char *before, const char *word, const char *behind) {
    text_put(&o->why, before);
    text_put(&o->why, word);
    text_put(&o->why, behind);
    return false;
}

static bool is_keyword(const char *word) {
    return tokens_is_end(word) || word_is(word, "players") || word_is(word, "decks") || word_is(word, "lead") ||
           word_is(word, "rules") || word_is(word, "option");
}

/* A list of numbers is one word in the line. */
enum { LIST_MARK = '/' };

static void change_characters(const char *text, char from, char to, char *out) {
    for (; *text; text++) *out++ = *text == from ? to : *text;
    *out = 0;
}

/* ---- the parts ---- */

/* What the log calls the ruleset is one word. */
static void tidy_name(char *name) {
    for (char *at = name; *at; at++)
        if (*at == ' ' || *at == '\t' || *at == ',' || *at == ';' || *at == '#') *at = '-';
    if (is_keyword(name) || !text_is_shown(name)) memcpy(name, "house", sizeof "house");
}

static bool read_ruleset(Opening *o, const Sheet *last, const RulesFinder *finder) {
    const char *word = tokens_peek(&o->tokens);
    if (is_keyword(word)) {
        if (!last) return fail(o, "Which ruleset is played? Say game split-v3 players Ada Ben.", "", "");
        o->rules = *sheet_rules(last);
        if (!last->points) o->rules.option.zero_optional = last->tally.may_spare;
        memcpy(o->out->ruleset, last->ruleset, sizeof o->out->ruleset);
        return o->has_rules = true;
    }
    tokens_take(&o->tokens);
    if (text_length(word) >= SHEET_RULESET_MAX && !finder) return fail(o, "The ruleset's name is too long.", "", "");
    if (!finder) { /* the log says the rules further on */
        memcpy(o->out->ruleset, word, text_length(word) + 1);
        tidy_name(o->out->ruleset);
        return true;
    }
    unsigned used = o->why.length < o->why.size ? o->why.length : o->why.size;
    if (!finder->find(finder->context, word, &o->rules, o->out->ruleset, o->why.out + used, o->why.size - used))
        return false;
    tidy_name(o->out->ruleset);
    return o->has_rules = true;
}

static bool read_players(Opening *o) {
    Names *names = &o->out->names;
    memset(names, 0, sizeof *names);
    while (!is_keyword(tokens_peek(&o->tokens))) {
        const char *name = tokens_take(&o->tokens), *trouble = names_add(names, name);
        if (!trouble) continue;
        fail(o, "'", name, "': ");
        return fail(o, trouble, ".", "");
    }
    return true;
}

static bool read_decks(Opening *o) {
    unsigned numbers = PRINTED_NUMBERS, actions = PRINTED_ACTIONS;
    o->says_decks = true;
    o->decks = DECKS_PHYSICAL;
    if (tokens_accept(&o->tokens, "physical")) return true;
    o->decks = DECKS_GIVEN;
    bool good = tokens_accept(&o->tokens, "printed") ||
                (word_number(tokens_take(&o->tokens), &numbers) && word_number(tokens_take(&o->tokens), &actions));
    if (!good || numbers > DECK_MAX || actions > DECK_MAX)
        return fail(
            o,
            "After decks say printed, physical, or how many number and how many action cards are left (at most 300).",
            "", "");
    o->numbers = (uint16_t)numbers;
    o->actions = (uint16_t)actions;
    return true;
}

/* "key=value" as often as one comes next; then the rules must fit together again. */
static bool read_options(Opening *o) {
    RulesError error;
    for (const char *word; !is_keyword(word = tokens_peek(&o->tokens)); tokens_take(&o->tokens)) {
        char name[64], value[128];
        size_t length = 0;
        while (word[length] && word[length] != '=') length++;
        if (!word[length] || length >= sizeof name || text_length(word + length) >= sizeof value)
            return fail(o, "'", word, "' is not an option: say key=value.");
        memcpy(name, word, length);
        name[length] = 0;
        change_characters(word + length + 1, LIST_MARK, ' ', value);
        if (!rules_set(&o->rules, name, value, &error)) return fail(o, error.text, "", "");
    }
    if (!rules_finish(&o->rules, &error)) return fail(o, error.text, "", "");
    return o->has_rules = true;
}

static bool read_rules(Opening *o) {
    for (unsigned i = 0; i < FAMILIES; i++) {
        Family family = (Family)i;
        if (!tokens_accept(&o->tokens, family_name(family))) continue;
        rules_init(&o->rules, family);
        return read_options(o);
    }
    return fail(o, "After rules say split or classic.", "", "");
}

/* Options on top of what the ruleset says. */
static bool read_changes(Opening *o) {
    if (!o->has_rules) return fail(o, "The line does not say its rules.", "", "");
    return read_options(o);
}

/* H70: the first two editions print the same counts; the duel counts real cards (D2, D3). */
static void usual_decks(const Rules *rules, TallySetup *setup) {
    tally_physical(rules, setup);
    if (rules->option.action_timing != TIMING_ROUND) return;
    setup->numbers = PRINTED_NUMBERS;
    setup->actions = PRINTED_ACTIONS;
}

static bool same_decks(const TallySetup *setup, const Sheet *sheet) {
    return setup->numbers == sheet->numbers && setup->actions == sheet->actions;
}

/* What was said of the decks last time still holds: the kind where it was one, else the numbers. */
static void decks_as_before(Opening *o, const Sheet *last) {
    const Rules *rules = sheet_rules(last);
    TallySetup setup = {(uint8_t)last->names.count, 0, 0, 0};
    if (last->points) return;
    usual_decks(rules, &setup);
    if (same_decks(&setup, last)) return;
    o->decks = DECKS_PHYSICAL;
    tally_physical(rules, &setup);
    if (same_decks(&setup, last)) return;
    o->decks = DECKS_GIVEN;
    o->numbers = last->numbers;
    o->actions = last->actions;
}

static bool read_parts(Opening *o, const Sheet *last) {
    const char *lead = NULL;
    if (last) {
        o->out->names = last->names;
        decks_as_before(o, last);
    }
    while (o->tokens.next < o->tokens.count) {
        bool good = true;
        if (tokens_accept(&o->tokens, "players")) good = read_players(o);
        else if (tokens_accept(&o->tokens, "decks")) good = read_decks(o);
        else if (tokens_accept(&o->tokens, "lead")) lead = tokens_take(&o->tokens);
        else if (tokens_accept(&o->tokens, "rules")) good = read_rules(o);
        else if (tokens_accept(&o->tokens, "option")) good = read_changes(o);
        else return fail(o, "'", tokens_peek(&o->tokens), "' is not understood: say players, decks, lead or option.");
        if (!good) return false;
    }
    o->out->lead = 0;
    if (last && last->names.count == o->out->names.count &&
        memcmp(&last->names, &o->out->names, sizeof last->names) == 0)
        o->out->lead = (Seat)((last->lead + 1u) % last->names.count);
    if (lead) o->out->lead = names_find(&o->out->names, lead);
    if (o->out->lead == NO_SEAT) return fail(o, "'", lead, "' leads, but is not one of the players.");
    return true;
}

/* ---- the whole ---- */

static bool set_up(Opening *o) {
    RulesError error;
    Sheet *out = o->out;
    unsigned all = cards_total(&o->rules.deck);
    if (!o->has_rules) return fail(o, "The line does not say its rules.", "", "");
    if (!out->names.count) return fail(o, "Who plays? Say players Ada Ben.", "", "");
    if (!rules_allow_players(&o->rules, out->names.count, &error)) return fail(o, error.text, "", "");
    out->points = sheet_has_points(&o->rules);
    if (out->points) {
        if (o->says_decks) return fail(o, "A score sheet has no decks.", "", "");
        score_init(&out->score, &o->rules, out->names.count);
        return true;
    }
    TallySetup setup = {(uint8_t)out->names.count, out->lead, 0, 0};
    tally_physical(&o->rules, &setup);
    if (o->decks == DECKS_USUAL) usual_decks(&o->rules, &setup);
    if (o->decks == DECKS_GIVEN) setup.numbers = o->numbers, setup.actions = o->actions;
    if (setup.actions > all) {
        Text count = text_in(error.text, sizeof error.text);
        text_number(&count, all);
        return fail(o, "These rules have only ", error.text, " action cards.");
    }
    out->numbers = setup.numbers;
    out->actions = setup.actions;
    tally_init(&out->tally, &o->rules, &setup);
    return true;
}

bool opening_parse(const char *line, const Sheet *last, const RulesFinder *finder, Sheet *out, char *why,
                   unsigned size) {
    Opening opening;
    memset(out, 0, sizeof *out);
    opening.out = out;
    opening.has_rules = false;
    opening.decks = DECKS_USUAL;
    opening.says_decks = false;
    opening.why = text_in(why, size);
    tokens_split(&opening.tokens, line);
    if (opening.tokens.overlong) return fail(&opening, "That is too much for one line.", "", "");
    for (unsigned i = 0; i < opening.tokens.count; i++)
        if (word_is(opening.tokens.word[i], "rules")) finder = NULL; /* the line says its rules itself */
    tokens_take(&opening.tokens);                                    /* "game" */
    return read_ruleset(&opening, last, finder) && read_parts(&opening, last) && set_up(&opening);
}

static void put_rules(Text *text, const Sheet *sheet) {
    Rules rules = *sheet_rules(sheet);
    if (!sheet->points) rules.option.zero_optional = sheet->tally.may_spare;
    text_put(text, " rules ");
    text_put(text, family_name(rules.family));
    for (unsigned i = 0; i < rule_row_count; i++) {
        char value[128], word[128];
        if (!rules_changed(&rules, &rule_rows[i], value, sizeof value)) continue;
        change_characters(value, ' ', LIST_MARK, word);
        text_char(text, ' ');
        text_put(text, rule_rows[i].name);
        text_char(text, '=');
        text_put(text, word);
    }
}

unsigned opening_format(const Sheet *sheet, char *out, unsigned size) {
    Text text = text_in(out, size);
    text_put(&text, "game ");
    text_put(&text, sheet->ruleset);
    text_put(&text, " players");
    for (unsigned seat = 0; seat < sheet->names.count; seat++) {
        text_char(&text, ' ');
        text_put(&text, sheet->names.name[seat]);
    }
    if (!sheet->points) {
        text_put(&text, " decks ");
        text_number(&text, sheet->numbers);
        text_char(&text, ' ');
        text_number(&text, sheet->actions);
        text_put(&text, " lead ");
        text_put(&text, sheet->names.name[sheet->lead]);
    }
    put_rules(&text, sheet);
    return text.length;
}
