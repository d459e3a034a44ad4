/* program_rules.c -- what a club declares: texts, counters, the second deck, rules, changed cards; and all of it
 * compiled by rules_finish(). */
#include <string.h>

#include "card_table.h"
#include "family.h"
#include "program_code.h"

static bool refuse(RulesError *error, const char *what, const char *name, const char *reason) {
    Text text = text_in(error->text, sizeof error->text);
    error->source = error->card = 0;
    error->about = error->fixes = "";
    if (!RULES_PRINTED) return false;
    text_put(&text, what);
    text_put(&text, name);
    text_put(&text, reason);
    return false;
}

/* Something about a card as a whole: `card` is one of its faces, or SECOND_CODE and more. */
static bool refuse_card(const Rules *rules, unsigned card, uint16_t text, const char *reason, RulesError *error) {
    refuse(error, "card ", face_row(rules, (Face)card)->name, reason);
    error->card = card + 1;
    error->source = text;
    error->offset = 0;
    return false;
}

/* ---- texts ---- */

/* Blanks one at a time, none before , : ) and none after (: so that the same words are the same text. */
static unsigned put_tidy(char *out, unsigned size, const char *text) {
    unsigned length = 0;
    bool quotes = false;
    for (scan_blanks(&text); *text; text++) {
        char c = *text == '\t' ? ' ' : *text, last = length ? out[length - 1] : ' ';
        if (c == '"') quotes = !quotes;
        if (!quotes && c == ' ') {
            const char *next = text;
            scan_blanks(&next);
            if (!*next || last == ' ' || last == '(' || *next == ',' || *next == ':' || *next == ')') continue;
        }
        if (length + 2 >= size) return size;
        out[length++] = c;
        bool comma = !quotes && (c == ',' || c == ':');
        if (comma && text[1] && text[1] != ' ' && text[1] != '\t') out[length++] = ' ';
    }
    out[length] = 0;
    return length;
}

uint16_t rules_keep_text(Rules *rules, const char *text, RulesError *error) {
    unsigned at = rules->text_used ? rules->text_used : 1, room = PROGRAM_TEXT_MAX - at;
    unsigned length = room > 2 ? put_tidy(rules->text + at, room, text) : room;
    if (length >= room) return refuse(error, "the programs of a ruleset have room for 8 KiB of text", "", ""), 0;
    rules->text_used = (uint16_t)(at + length + 1);
    return (uint16_t)at;
}

/* ---- declaring ---- */

static bool word_of_letters(const char *name) {
    for (const char *p = name; *p; p++)
        if (*p < 'a' || *p > 'z') return false;
    return *name;
}

static bool counter_word_taken(const char *name) {
    static const char *const taken[] = {
        "all",   "cards", "die",      "top",     "pending", "players", "half",  "double", "red",  "yellow",
        "green", "blue",  "matching", "numbers", "actions", "wilds",   "alike", "by",     "to",   "from",
        "for",   "with",  "of",       "and",     "or",      "is",      "at",    "else",   "card",
#define WHOM(name, word) word,
#include "program.def"
#undef WHOM
    };
    for (unsigned i = 0; i < sizeof taken / sizeof *taken; i++)
        if (text_equal(name, taken[i])) return true;
    return false;
}

bool rules_add_counter(Rules *rules, const CounterRow *row, RulesError *error) {
    if (!word_of_letters(row->name) || counter_word_taken(row->name))
        return refuse(error, "counter ", row->name,
                      ": a counter's name is one word of small letters that means nothing else");
    if (row->start > row->most) return refuse(error, "counter ", row->name, ": it cannot start above its most");
    for (unsigned i = 0; i < rules->counters; i++)
        if (text_equal(rules->counter[i].name, row->name)) return rules->counter[i] = *row, true;
    if (rules->counters == COUNTERS_MAX)
        return refuse(error, "counter ", row->name, ": there can be at most four counters");
    rules->counter[rules->counters++] = *row;
    return true;
}

bool rules_add_club_rule(Rules *rules, const ClubRule *rule, RulesError *error) {
    for (unsigned i = 0; i < rules->clubs; i++)
        if (text_equal(rules->club[i].name, rule->name)) return rules->club[i] = *rule, true;
    if (rules->clubs == CLUB_RULES_MAX) return refuse(error, "rule ", rule->name, ": there can be at most 24 rules");
    rules->club[rules->clubs++] = *rule;
    return true;
}

bool rules_change_card(Rules *rules, Face face, const CardRow *row, RulesError *error) {
    CardRow old = rules->card[face];
    uint64_t column = old.colours ? VALUE_MASK(face_value(face)) : FACE_BIT(face);
    for (uint64_t left = rules->faces & ~column; left; left &= left - 1) {
        const CardRow *other = &rules->card[bits_first(left)];
        if (text_equal(other->code, row->code) && other->colours && row->colours)
            return refuse(error, "card ", row->name, ": its code is taken already");
        if (text_equal(other->name, row->name))
            return refuse(error, "card ", row->name, ": there is a card of that name already");
    }
    for (uint64_t left = rules->faces & column; left; left &= left - 1) rules->card[bits_first(left)] = *row;
    rules->changed |= rules->faces & column;
    return true;
}

static bool code_before(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a < (unsigned char)*b;
}

bool rules_add_second(Rules *rules, const CardRow *row, RulesError *error) {
    unsigned at = rules->seconds;
    if (!rules->second_deck.name[0])
        return refuse(error, "card ", row->name, ": it is of a second deck, and there is no [deck NAME] before it");
    for (unsigned i = 0; i < rules->seconds; i++) {
        bool same = text_equal(rules->second[i].name, row->name);
        if (!same && text_equal(rules->second[i].code, row->code))
            return refuse(error, "card ", row->name, ": another card of the second deck has that code");
        if (same) { /* changed by a file that extends another */
            memmove(&rules->second[i], &rules->second[i + 1], (rules->seconds - i - 1) * sizeof *row);
            at = --rules->seconds;
            break;
        }
    }
    if (rules_find_card(rules, row->name) != NO_FACE)
        return refuse(error, "card ", row->name, ": there is a card of that name in the main deck");
    if (at == FACES) return refuse(error, "card ", row->name, ": a second deck has at most 64 kinds of cards");
    while (at && code_before(row->code, rules->second[at - 1].code)) at--;
    memmove(&rules->second[at + 1], &rules->second[at], (rules->seconds - at) * sizeof *row);
    rules->second[at] = *row;
    rules->seconds++;
    return true;
}

/* ---- compiling ---- */

/* Texts that are compiled already: the four colours of a card share one. */
typedef struct {
    Rules *rules;
    RulesError *error;
    uint16_t text[2 * FACES];
    ProgramRead read[2 * FACES];
    unsigned count;
} Compiler;

static bool compile(Compiler *c, uint16_t text, ProgramPlace place, ProgramRead *out) {
    for (unsigned i = 0; i < c->count; i++)
        if (c->text[i] == text && !place.moment) return *out = c->read[i], true;
    if (!program_read(c->rules, c->rules->text + text, &place, out, c->error))
        return c->error->source = text, c->error->about = c->error->fixes = "", false;
    if (place.moment || c->count == 2 * FACES) return true;
    c->text[c->count] = text;
    c->read[c->count++] = *out;
    return true;
}

static bool compile_filter(Compiler *c, uint16_t text, uint8_t *out) {
    if (!text) return *out = 0, true;
    if (program_read_filter(c->rules, c->rules->text + text, out, c->error)) return true;
    c->error->source = text;
    c->error->about = c->error->fixes = "";
    return false;
}

static bool compile_card(Compiler *c, unsigned card, CardCode *out) {
    const CardRow *row = face_row(c->rules, (Face)card);
    bool second = card >= SECOND_CODE;
    const CardMore *more = &row->more;
    ProgramRead read = {0, false};
    if (more->effects && !compile(c, more->effects, (ProgramPlace){MOMENT_NONE, second, more->answers}, &read))
        return false;
    out->effects = more->effects ? read.at : 0;
    out->target = read.target || more->stays == STAYS_TARGET;
    if (more->drawn && !compile(c, more->drawn, (ProgramPlace){MOMENT_NONE, true, false}, &read)) return false;
    out->drawn = more->drawn ? read.at : 0;
    if (more->drawn && read.target)
        return refuse_card(c->rules, card, more->drawn, ": nobody is named when a card is drawn; use 'choose player'",
                           c->error);
    return compile_filter(c, more->bans, &out->bans) && compile_filter(c, more->fits, &out->fits);
}

static bool add_trigger(Compiler *c, const char *name, const When *when, uint8_t card, ProgramRead *read) {
    Rules *rules = c->rules;
    ProgramPlace place = {(Moment)when->moment, card != NO_FACE, false};
    if (!compile(c, when->text, place, read)) return false;
    if (rules->triggers == TRIGGERS_MAX)
        return refuse(c->error, "", name, ": a ruleset has at most 96 texts for moments");
    rules->trigger[rules->triggers++] = (Trigger){when->moment, card, read->at};
    rules->moments |= (uint8_t)(1u << when->moment);
    return true;
}

/* A hidden card gives itself away only when its condition holds, so it must have one. */
static bool guarded(const Rules *rules, unsigned at) {
    const Code *first = &rules->code[at];
    if (first->code != CODE_IF || rules->code[code_behind(rules, at)].code != CODE_END) return false;
    return code_behind(rules, at) == first->jump;
}

static bool asks_hidden(const Rules *rules, const Amount *amount) {
    return amount->kind == AMOUNT_COUNTER && rules->counter[amount->number].hidden;
}

/* L21: whether it acts would tell its owner what somebody has. */
static bool tests_hidden(const Rules *rules, unsigned at) {
    for (; rules->code[at].code == CODE_IF; at++)
        if (asks_hidden(rules, &rules->code[at].amount) || asks_hidden(rules, &rules->code[at].other)) return true;
    return false;
}

static bool compile_whens(Compiler *c, unsigned card) {
    const CardRow *row = face_row(c->rules, (Face)card);
    const CardMore *more = &row->more;
    uint16_t any = 0;
    for (unsigned i = 0; i < WHENS_MAX; i++) {
        ProgramRead read;
        uint16_t text = more->when[i].text;
        if (!text) continue;
        any = text;
        if (!add_trigger(c, row->name, &more->when[i], (uint8_t)(card - SECOND_CODE), &read)) return false;
        if (more->stays == STAYS_DOWN && !guarded(c->rules, read.at))
            return refuse_card(
                c->rules, card, text,
                ": a card set face down acts when its condition holds: 'when ... = if ...: ...', without else",
                c->error);
        if (more->stays == STAYS_DOWN && tests_hidden(c->rules, read.at))
            return refuse_card(c->rules, card, text, ": a card set face down cannot test a hidden counter", c->error);
    }
    const struct {
        bool wrong;
        uint16_t text;
        const char *reason;
    } slips[] = {
        {any && more->stays == STAYS_NOT, any,
         ": only a card that stays on the table acts at a moment; give it 'stays'"},
        {more->stays == STAYS_DOWN && !any, 0, ": a card set face down needs a moment at which it acts"},
        {more->stays == STAYS_DOWN && more->effects, more->effects,
         ": a card set face down does nothing when it is set: it has no effects"},
        {more->stays == STAYS_DOWN && (more->bans || more->fits), more->bans ? more->bans : more->fits,
         ": a card set face down cannot ban or free cards: nobody sees it"},
        {more->answers && more->stays != STAYS_NOT, 0, ": a card that answers a draw does not stay"},
    };
    for (unsigned i = 0; i < sizeof slips / sizeof *slips; i++)
        if (slips[i].wrong) return refuse_card(c->rules, card, slips[i].text, slips[i].reason, c->error);
    return true;
}

static bool compile_main(Compiler *c) {
    Rules *rules = c->rules;
    for (uint64_t left = rules->faces; left; left &= left - 1) {
        Face face = (Face)bits_first(left);
        if (!compile_card(c, face, &rules->card_code[face])) return false;
        if (rules->card_code[face].effects) rules->programmed |= FACE_BIT(face);
        if (rules->card_code[face].drawn) rules->when_drawn |= FACE_BIT(face);
        if (rules->card[face].more.price) rules->priced |= FACE_BIT(face);
    }
    return true;
}

static bool compile_second(Compiler *c) {
    Rules *rules = c->rules;
    for (unsigned i = 0; i < rules->seconds; i++) {
        const CardRow *row = &rules->second[i];
        if (!compile_card(c, SECOND_CODE + i, &rules->second_code[i]) || !compile_whens(c, SECOND_CODE + i))
            return false;
        cards_set(&rules->second_cards, (Face)i, row->count);
        const char *code = row->code;
        Face face;
        if (face_parse(rules, &code, &face) && !*code)
            return refuse_card(rules, SECOND_CODE + i, 0,
                               ": a card of the main deck is written like that, too; choose another code", c->error);
        if (row->more.answers) rules->answerers |= FACE_BIT(i);
        if (row->more.answers && rules->second_code[i].target)
            return refuse_card(rules, SECOND_CODE + i, row->more.effects,
                               ": a card that answers a draw names nobody; use 'choose player'", c->error);
    }
    return true;
}

static bool compile_clubs(Compiler *c) {
    ProgramRead read;
    c->rules->card_triggers = c->rules->triggers;
    for (unsigned i = 0; i < c->rules->clubs; i++)
        for (unsigned w = 0; w < WHENS_MAX; w++) {
            const When *when = &c->rules->club[i].when[w];
            if (when->text && !add_trigger(c, c->rules->club[i].name, when, NO_FACE, &read)) return false;
        }
    return true;
}

static void clear_compiled(Rules *rules) {
    rules->programs = rules->outs = false;
    rules->moments = 0;
    rules->programmed = rules->when_drawn = rules->priced = rules->answerers = 0;
    memset(&rules->second_cards, 0, sizeof rules->second_cards);
    memset(rules->card_code, 0, sizeof rules->card_code);
    memset(rules->second_code, 0, sizeof rules->second_code);
    rules->filters = 1; /* 0: any card */
    rules->filter[0] = (Filter){.faces = ~UINT64_C(0), .colour = FILTER_ANY};
    rules->triggers = 0;
    rules->codes = 1; /* 0: no program */
    rules->code[0] = (Code){.code = CODE_END};
}

static bool refuse_deck(const Rules *rules, const char *reason, RulesError *error) {
    refuse(error, "deck ", rules->second_deck.name, reason);
    error->about = "deck"; /* its section */
    return false;
}

static bool check_second(const Rules *rules, RulesError *error) {
    unsigned cards = cards_total(&rules->second_cards), seats = (unsigned)rules->option.max_players;
    if (!rules->second_deck.name[0]) return true;
    if (!rules->seconds) return refuse_deck(rules, ": it has no cards: [card NAME] with deck = its name", error);
    if (rules->second_deck.dealt > rules->second_deck.hand)
        return refuse_deck(rules, ": more are dealt than may be held", error);
    if (cards < seats * rules->second_deck.hand + 1)
        return refuse_deck(
            rules,
            ": it is too small: with everybody's hand full a card must be left; add cards, or lower hand or max_players",
            error);
    return true;
}

/* The option stands in the way of a program. */
static bool refuse_option(const char *option, const char *reason, RulesError *error) {
    refuse(error, reason, "", "");
    error->about = option;
    return false;
}

static bool check_with_programs(const Rules *rules, RulesError *error) {
    const Options *o = &rules->option;
    if (o->teams && rules->outs)
        return refuse_option("teams", "'out' and teams do not go together: partners win or lose at once", error);
    if (o->elimination)
        return refuse_option("elimination", "elimination=on and programs do not go together: set elimination=off",
                             error);
    if (o->multi_play && rules->programmed & NUMBERS_MASK)
        return refuse_option(
            "multi_play",
            "multi_play=on lays several number cards at once, so number cards cannot have programs: set multi_play=off",
            error);
    return true;
}

bool programs_compile(Rules *rules, RulesError *error) {
    Compiler c = {.rules = rules, .error = error};
    clear_compiled(rules);
    error->source = 0;
    if (!compile_main(&c) || !compile_second(&c) || !compile_clubs(&c)) return false;
    for (unsigned at = 0; at < rules->codes; at++)
        if (rules->code[at].code == CODE_OUT) rules->outs = true;
    rules->programs = rules->programmed || rules->when_drawn || rules->priced || rules->counters || rules->triggers ||
                      rules->second_deck.name[0];
    return check_second(rules, error) && (!rules->programs || check_with_programs(rules, error));
}

unsigned rules_trigger_club(const Rules *rules, unsigned trigger) {
    unsigned at = 0;
    for (unsigned i = 0; trigger < rules->triggers && i < rules->clubs; i++)
        for (unsigned w = 0; w < WHENS_MAX; w++) /* those of the cards come first, as they were compiled */
            if (rules->club[i].when[w].text && at++ == trigger - rules->card_triggers) return i;
    return rules->clubs;
}

const char *rules_trigger_name(const Rules *rules, unsigned trigger) {
    unsigned club = rules_trigger_club(rules, trigger);
    return club < rules->clubs ? rules->club[club].name : "a rule";
}
