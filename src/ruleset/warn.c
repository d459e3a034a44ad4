/* warn.c -- what a ruleset says that can never show: options without effect, cards that never come. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../engine/program_code.h"
#include "ruleset_internal.h"

typedef struct {
    const Ruleset *ruleset;
    RulesetErrorSeen *seen;
    void *context;
} Warning;

__attribute__((format(printf, 2, 3))) static void warn(const Warning *w, const char *format, ...) {
    RulesetError error = {.line = 0};
    va_list values;
    va_start(values, format);
    snprintf(error.file, sizeof error.file, "%s", w->ruleset->name);
    int used = snprintf(error.text, sizeof error.text, "warning: ");
    vsnprintf(error.text + used, sizeof error.text - (size_t)used, format, values);
    va_end(values);
    w->seen(w->context, &error);
}

/* An option that the ruleset has changed although another keeps it from mattering. */
static void warn_option(const Warning *w, const char *name, bool idle, const char *reason) {
    char value[128];
    const RuleRow *row = rule_row_find(name);
    if (idle && row && rules_changed(&w->ruleset->rules, row, value, sizeof value))
        warn(w, "%s = %s has no effect: %s", name, value, reason);
}

static void warn_options(const Warning *w) {
    const Rules *rules = &w->ruleset->rules;
    const Options *o = &rules->option;
    bool dice = o->trap_card || o->take_a_chance, fours = cards_has(&rules->deck, FACE_WILD4);
    warn_option(w, "uno_penalty", o->uno_call == UNO_OFF && !o->uno_dice, "uno_call is off");
    warn_option(w, "challenge_penalty", !o->challenge, "challenge is off");
    warn_option(w, "wild4_legal", !fours || (o->bluffing && !o->challenge),
                "nobody can find out whether a Wild Draw Four was honest");
    warn_option(w, "opening_wild", o->opening_number, "only a number card opens");
    warn_option(w, "good_roll", !dice, "nothing is rolled for: trap_card and take_a_chance are off");
    warn_option(w, "stack_draws", !rules->draw_faces, "no card makes anybody draw");
    warn_option(w, "last_card_draws", !rules->draw_faces, "no card makes anybody draw");
    warn_option(w, "double_points", !o->scoring && !o->elimination, "no points are counted");
    warn_option(w, "trap_card", !rules->draw_faces, "no card makes anybody draw");
    warn_option(w, "take_a_chance", !rules->draw_faces, "no card makes anybody draw");
}

static bool has(const CardRow *row, EffectKind kind) {
    for (unsigned i = 0; i < CARD_EFFECTS_MAX; i++)
        if (row->effects[i].kind == kind) return true;
    return false;
}

/* `again` gives way to a draw, and makes skipping pointless (classic.c, follow_up). */
static void warn_card(const Warning *w, const CardRow *row) {
    if (has(row, EFFECT_AGAIN) && has(row, EFFECT_DRAW) && !has(row, EFFECT_ROLL))
        warn(w, "card %s: 'again' never happens beside 'draw'", row->name);
    if (has(row, EFFECT_AGAIN) && has(row, EFFECT_SKIP) && !has(row, EFFECT_DRAW) && !has(row, EFFECT_ROLL))
        warn(w, "card %s: nobody is skipped beside 'again'", row->name);
}

static bool counter_used(const Rules *rules, unsigned counter) {
    for (unsigned at = 0; at < rules->codes; at++) {
        const Code *code = &rules->code[at];
        if ((code->amount.kind == AMOUNT_COUNTER && code->amount.number == counter) ||
            (code->code == CODE_IF && code->other.kind == AMOUNT_COUNTER && code->other.number == counter))
            return true;
    }
    for (unsigned face = 0; face < FACES; face++)
        if ((rules->card[face].more.price && rules->card[face].more.counter == counter) ||
            (rules->second[face].more.price && rules->second[face].more.counter == counter))
            return true;
    return false;
}

static bool program_has(const Rules *rules, unsigned at, CodeKind kind) {
    for (; at && rules->code[at].code != CODE_END; at++)
        if (rules->code[at].code == kind) return true;
    return false;
}

/* The same among the steps that depend on nothing. */
static bool always_has(const Rules *rules, unsigned at, CodeKind kind) {
    for (; at && rules->code[at].code != CODE_END; at = code_behind(rules, at))
        if (rules->code[at].code == kind) return true;
    return false;
}

/* A branch or loop ends there, so that it is reached without the step before it. */
static bool lands_at(const Rules *rules, unsigned at) {
    for (unsigned i = 0; i < at; i++)
        if (rules->code[i].code >= CODE_IF && rules->code[i].jump == at) return true;
    return false;
}

/* The deal is over with `win`: a step right behind it never happens. */
static void warn_behind_win(const Warning *w, const char *name, unsigned at) {
    for (; at && w->ruleset->rules.code[at].code != CODE_END; at++) {
        unsigned behind = w->ruleset->rules.code[at + 1].code;
        bool step = behind > CODE_END && behind < CODE_ELSE;
        if (w->ruleset->rules.code[at].code == CODE_WIN && step && !lands_at(&w->ruleset->rules, at + 1))
            warn(w, "%s: what stands behind 'win' never happens", name);
    }
}

/* What can an amount be? False: anything. */
static bool amount_range(const Rules *rules, const Amount *amount, unsigned *least, unsigned *most) {
    if (amount->kind == AMOUNT_NUMBER) *least = *most = amount->number;
    else if (amount->kind == AMOUNT_COUNTER) *least = 0, *most = rules->counter[amount->number].most;
    else if (amount->kind == AMOUNT_TOP) *least = 0, *most = VALUE_SKIP - 1;
    else if (amount->kind == AMOUNT_LYING) *least = 0, *most = rules->second[amount->number].count;
    else return false;
    if (amount->scale == SCALE_HALF) *least = (*least + 1) / 2, *most = (*most + 1) / 2;
    if (amount->scale == SCALE_DOUBLE) *least *= 2, *most *= 2;
    return true;
}

/* "if 1 at least 2", "if mana of me at least 10" where nobody has more than 9. */
static void warn_test(const Warning *w, const char *name, const Code *code) {
    unsigned test = code->arg & ~(unsigned)TEST_AND, least, most, from, to;
    if (test == TEST_WHO || test == TEST_NOT_WHO) {
        if (code->who == code->amount.of && code->who != WHOM_RANDOM)
            warn(w, "%s: a test compares %s with %s", name, who_word((Whom)code->who), who_word((Whom)code->who));
        return;
    }
    const Rules *rules = &w->ruleset->rules;
    if (test == TEST_CARD || !amount_range(rules, &code->amount, &least, &most) ||
        !amount_range(rules, &code->other, &from, &to))
        return;
    bool never = test == TEST_IS         ? most < from || least > to
                 : test == TEST_IS_NOT   ? least == to && most == from
                 : test == TEST_AT_LEAST ? most < from
                                         : least > to;
    bool always = test == TEST_IS         ? least == to && most == from
                  : test == TEST_IS_NOT   ? most < from || least > to
                  : test == TEST_AT_LEAST ? least >= to
                                          : most <= from;
    if (never) warn(w, "%s: a test never holds", name);
    if (always) warn(w, "%s: a test always holds", name);
}

static bool asks_die(const Code *code) {
    return code->amount.kind == AMOUNT_DIE || (code->code == CODE_IF && code->other.kind == AMOUNT_DIE);
}

/* Steps that do nothing, and tests that are no question. */
static void warn_steps(const Warning *w, const char *name, unsigned at) {
    const Rules *rules = &w->ruleset->rules;
    bool rolled = false;
    for (; at && rules->code[at].code != CODE_END; at++) {
        const Code *code = &rules->code[at];
        bool amount = code->code < CODE_IF && step_rows[code->code].parts & HAS_N;
        bool sets = code->code == CODE_SET || code->code == CODE_PENDING;
        rolled = rolled || code->code == CODE_ROLL;
        if (amount && !sets && code->amount.kind == AMOUNT_NUMBER && !code->amount.number)
            warn(w, "%s: '%s 0' does nothing", name, step_rows[code->code].word);
        if (asks_die(code) && !rolled) warn(w, "%s: nothing is rolled before 'die', so it is 0", name);
        if (code->code == CODE_IF) warn_test(w, name, code);
    }
}

static void warn_program(const Warning *w, const char *name, unsigned at) {
    warn_behind_win(w, name, at);
    warn_steps(w, name, at);
}

static void warn_programs(const Warning *w) {
    const Rules *rules = &w->ruleset->rules;
    bool draws = rules->draw_faces != 0;
    for (unsigned i = 0; i < rules->counters; i++)
        if (!counter_used(rules, i)) warn(w, "counter %s is counted, and nothing asks for it", rules->counter[i].name);
    for (unsigned i = 0; i < rules->triggers; i++) {
        const Trigger *trigger = &rules->trigger[i];
        const char *name = trigger->card == NO_FACE ? rules_trigger_name(rules, i) : rules->second[trigger->card].name;
        if (trigger->moment == MOMENT_HIT && !draws)
            warn(w, "%s: 'when hit' never happens: no card makes anybody draw", name);
        warn_program(w, name, trigger->at);
        if (trigger->moment == MOMENT_CAST && !rules->seconds)
            warn(w, "%s: 'when cast' never happens: there is no second deck", name);
    }
    for (uint64_t left = rules->programmed; left; left &= left - 1) {
        unsigned face = bits_first(left), at = rules->card_code[face].effects;
        if (face_colour((Face)face) != RED && rules->card[face].colours) continue;
        warn_program(w, rules->card[face].name, at);
        if (program_has(rules, at, CODE_AGAIN) && rules->draw_amount[face])
            warn(w, "card %s: 'again' never happens beside 'draw'", rules->card[face].name);
        if (!rules->draw_amount[face] && always_has(rules, at, CODE_AGAIN) && program_has(rules, at, CODE_SKIP))
            warn(w, "card %s: nobody is skipped beside 'again'", rules->card[face].name);
        if (rules->card_code[face].drawn) warn_program(w, rules->card[face].name, rules->card_code[face].drawn);
    }
    for (unsigned i = 0; i < rules->seconds; i++) {
        warn_program(w, rules->second[i].name, rules->second_code[i].effects);
        if (rules->second[i].more.price > rules->counter[rules->second[i].more.counter].most)
            warn(w, "card %s costs more than anybody can have", rules->second[i].name);
    }
}

void ruleset_warn(const Ruleset *ruleset, RulesetErrorSeen *seen, void *context) {
    const Warning w = {ruleset, seen, context};
    const Rules *rules = &ruleset->rules;
    Face own[OWN_CARDS_MAX];
    if (rules->family != FAMILY_CLASSIC) return;
    warn_options(&w);
    unsigned count = rules_own_cards(rules, own);
    for (unsigned i = 0; i < count; i++) warn_card(&w, &rules->card[own[i]]);
    for (uint64_t left = rules->changed & COLOUR_MASK(RED); left; left &= left - 1)
        warn_card(&w, &rules->card[bits_first(left)]);
    warn_programs(&w);
}
