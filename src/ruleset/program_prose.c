/* program_prose.c -- what a club has written, as sentences: a walk over the compiled program, which is also what plays. */
#include <string.h>

#include "../engine/text.h"
#include "ruleset_internal.h"

typedef struct {
    const Rules *rules;
    Text *text;
    Moment moment; /* MOMENT_NONE: when a card is played */
    bool rule;     /* of a rule: me is the doer */
} Prose;

static const char *const step_words[CODES] = {
#define STEP_WORDS(step, words) [CODE_##step] = words,
#include "program_words.def"
#undef STEP_WORDS
};
static const char *const whom_words[WHOMS] = {
#define WHOM_WORDS(whom, words) [WHOM_##whom] = words,
#include "program_words.def"
#undef WHOM_WORDS
};
static const struct {
    const char *when, *doer;
} moment_words[MOMENTS] = {
#define MOMENT_WORDS(moment, when, doer) [MOMENT_##moment] = {when, doer},
#include "program_words.def"
#undef MOMENT_WORDS
};

static void put(const Prose *p, const char *words) { text_put(p->text, words); }

/* ---- players ---- */

static bool is_you(const Prose *p, unsigned whom) { return whom == WHOM_ME && !p->moment; }

static void put_whom(const Prose *p, unsigned whom) {
    if (whom == WHOM_ME && p->rule) whom = WHOM_DOER;
    if (whom == WHOM_ME && p->moment) put(p, "its owner");
    else if (whom == WHOM_DOER && p->moment) put(p, moment_words[p->moment].doer);
    else if (whom == WHOM_DOER && !p->moment) put(p, "the player who laid the draw card");
    else put(p, whom_words[whom]);
}

/* ---- cards and amounts ---- */

static void put_filter(const Prose *p, unsigned index, bool many) {
    const Filter *f = &p->rules->filter[index];
    static const char *const kinds[] = {"", "number card", "action card", "card without a colour", "card"};
    if (f->colour < COLOURS) put(p, colour_names[f->colour]), put(p, " ");
    if (f->kind == KIND_NAMED) {
        put(p, p->rules->card[f->named].name);
        put(p, " ");
    }
    bool wilds = f->kind == KIND_WILDS;
    put(p, wilds                                               ? (many ? "cards without a colour" : kinds[KIND_WILDS])
           : index && f->kind != KIND_NAMED && *kinds[f->kind] ? kinds[f->kind]
                                                               : "card");
    if (many && !wilds) put(p, "s");
    if (f->colour == FILTER_SAME) put(p, " of the colour in play");
    if (f->kind == KIND_SAME) put(p, " with the symbol of the top card");
}

/* What is counted: "the die shows", "you hold". */
static void put_measure(const Prose *p, const Amount *amount) {
    bool you = is_you(p, amount->of);
    switch ((AmountKind)amount->kind) {
    case AMOUNT_CARDS:
        put_whom(p, amount->of);
        put(p, you ? " hold cards" : " holds cards");
        break;
    case AMOUNT_COUNTER:
        put_whom(p, amount->of);
        put(p, you ? " have " : " has ");
        put(p, p->rules->counter[amount->number].name);
        break;
    case AMOUNT_DIE: put(p, "the die shows"); break;
    case AMOUNT_TOP: put(p, "the number of the top card says"); break;
    case AMOUNT_PENDING: put(p, "are to be drawn"); break;
    case AMOUNT_PLAYERS: put(p, "there are players"); break;
    case AMOUNT_LYING:
        put(p, "cards ");
        put(p, p->rules->second[amount->number].name);
        put(p, " lie before ");
        put_whom(p, amount->of);
        break;
    case AMOUNT_NUMBER:
    case AMOUNT_ALL:
    case AMOUNT_KINDS: break;
    }
}

static void put_so_many(const Prose *p, const Amount *amount, const char *many) {
    put(p, amount->scale == SCALE_HALF ? "half as " : amount->scale == SCALE_DOUBLE ? "twice as " : "as ");
    put(p, many);
}

static unsigned scaled(const Amount *amount) {
    unsigned n = amount->number;
    return amount->scale == SCALE_HALF ? (n + 1) / 2 : amount->scale == SCALE_DOUBLE ? 2 * n : n;
}

static void put_cards(const Prose *p, const Code *code) {
    const Amount *amount = &code->amount;
    if (amount->kind == AMOUNT_ALL) {
        put(p, "all ");
        put_filter(p, code->filter, true);
    } else if (amount->kind == AMOUNT_NUMBER) {
        text_number(p->text, scaled(amount));
        put(p, " ");
        put_filter(p, code->filter, scaled(amount) != 1);
    } else {
        put_so_many(p, amount, "many ");
        put_filter(p, code->filter, true);
        put(p, " as ");
        put_measure(p, amount);
    }
}

static void put_counted(const Prose *p, const Code *code) {
    const char *name = p->rules->counter[code->arg].name;
    if (code->amount.kind == AMOUNT_NUMBER) text_number(p->text, scaled(&code->amount)), put(p, " ");
    else if (code->amount.kind == AMOUNT_ALL) put(p, "all ");
    else put_so_many(p, &code->amount, "much ");
    put(p, name);
    if (code->amount.kind == AMOUNT_NUMBER || code->amount.kind == AMOUNT_ALL) return;
    put(p, " as ");
    put_measure(p, &code->amount);
}

/* An amount that is compared: "the cards that you hold". */
static void put_compared(const Prose *p, const Amount *amount) {
    bool you = is_you(p, amount->of);
    if (amount->kind == AMOUNT_NUMBER) {
        text_number(p->text, scaled(amount));
        return;
    }
    if (amount->scale) put(p, amount->scale == SCALE_HALF ? "half of " : "twice ");
    switch ((AmountKind)amount->kind) {
    case AMOUNT_CARDS:
        put(p, "the number of cards that ");
        put_whom(p, amount->of);
        put(p, you ? " hold" : " holds");
        break;
    case AMOUNT_COUNTER:
        put(p, "the ");
        put(p, p->rules->counter[amount->number].name);
        put(p, " of ");
        put_whom(p, amount->of);
        break;
    case AMOUNT_DIE: put(p, "what the die shows"); break;
    case AMOUNT_TOP: put(p, "the number of the top card"); break;
    case AMOUNT_PENDING: put(p, "the draw"); break;
    case AMOUNT_PLAYERS: put(p, "the number of players"); break;
    case AMOUNT_LYING:
        put(p, "the number of cards ");
        put(p, p->rules->second[amount->number].name);
        put(p, " before ");
        put_whom(p, amount->of);
        break;
    case AMOUNT_NUMBER:
    case AMOUNT_ALL:
    case AMOUNT_KINDS: break;
    }
}

/* ---- steps ---- */

static void put_colour(const Prose *p, const Code *code) {
    static const char *const colours[] = {"the colour in play becomes red", "the colour in play becomes yellow",
                                          "the colour in play becomes green", "the colour in play becomes blue",
                                          "the colour in play is settled by chance"};
    if (code->arg < sizeof colours / sizeof *colours) {
        put(p, colours[code->arg]);
        return;
    }
    put_whom(p, code->who);
    put(p, is_you(p, code->who) ? " name the colour in play" : " names the colour in play");
}

static void put_mark(const Prose *p, const Code *code, char letter) {
    bool me = is_you(p, WHOM_ME);
    switch (letter) {
    case 'p': put_whom(p, code->who); break;
    case 'o': put_whom(p, WHOM_ME); break;
    case 'y': put(p, me ? "your" : "their"); break;
    case 'n': put_cards(p, code); break;
    case 'm': put_counted(p, code); break;
    case 'f': put(p, "a "), put_filter(p, code->filter, false); break;
    case 'k': put_colour(p, code); break;
    case 'g': put(p, p->moment == MOMENT_CAST ? "that card has no effect" : "the draw is called off"); break;
    case 's':
        if (code->amount.kind == AMOUNT_NUMBER && scaled(&code->amount) == 1) put(p, "one player");
        else if (code->amount.kind == AMOUNT_NUMBER) text_number(p->text, scaled(&code->amount)), put(p, " players");
        else put(p, "as many players as "), put_measure(p, &code->amount);
        break;
    }
}

static void put_step(const Prose *p, const Code *code) {
    bool all = code->code == CODE_DISCARD && code->amount.kind == AMOUNT_ALL; /* nothing to choose */
    const char *at = all ? "{p} [discard|discards] {n}" : step_words[code->code];
    bool by_me = code->code == CODE_SWAP || code->code == CODE_GIVE || code->code == CODE_STEAL;
    bool you = is_you(p, by_me ? (unsigned)WHOM_ME : code->who);
    for (; *at; at++) {
        if (*at == '{') {
            put_mark(p, code, at[1]);
            at += 2;
        } else if (*at == '[') {
            const char *bar = strchr(at, '|'), *end = strchr(at, ']');
            const char *from = you ? at + 1 : bar + 1, *to = you ? bar : end;
            for (; from < to; from++) text_char(p->text, *from);
            at = end;
        } else {
            text_char(p->text, *at);
        }
    }
}

static void put_test(const Prose *p, const Code *code) {
    static const char *const compares[] = {" is ", " is not ", " is at least ", " is at most "};
    unsigned test = code->arg & ~(unsigned)TEST_AND;
    if (test == TEST_CARD) {
        put(p, "the top card is a ");
        put_filter(p, code->filter, false);
    } else if (test == TEST_WHO || test == TEST_NOT_WHO) {
        put_whom(p, code->who);
        put(p, is_you(p, code->who) ? " are " : " is ");
        if (test == TEST_NOT_WHO) put(p, "not ");
        put_whom(p, code->amount.of);
    } else {
        put_compared(p, &code->amount);
        put(p, compares[test]);
        put_compared(p, &code->other);
    }
}

static unsigned put_one(const Prose *p, unsigned at);

/* The steps from `at` up to `end`; several in a branch stand in brackets, so that nobody can misread where it ends. */
static void put_steps(const Prose *p, unsigned at, unsigned end, bool branch) {
    unsigned first = at, steps = 0;
    for (unsigned i = at; i < end && p->rules->code[i].code != CODE_END; i = code_behind(p->rules, i)) steps++;
    if (branch && steps > 1) put(p, "(");
    while (at < end && p->rules->code[at].code != CODE_END) {
        if (at != first) put(p, branch ? " and then " : "; then ");
        at = put_one(p, at);
    }
    if (branch && steps > 1) put(p, ")");
}

static unsigned put_if(const Prose *p, unsigned at) {
    const Rules *rules = p->rules;
    unsigned end = code_behind(rules, at), otherwise = rules->code[at].jump;
    put(p, "if ");
    put_test(p, &rules->code[at++]);
    for (; rules->code[at].code == CODE_IF && rules->code[at].arg & TEST_AND; at++)
        put(p, " and "), put_test(p, &rules->code[at]);
    put(p, ", ");
    put_steps(p, at, otherwise < end ? otherwise - 1 : end, true);
    if (otherwise < end) put(p, ", otherwise "), put_steps(p, otherwise, end, true);
    return end;
}

static void put_range(const Prose *p, const Code *range) {
    put(p, "on ");
    text_number(p->text, range->who);
    if (range->arg > range->who)
        put(p, range->arg == range->who + 1 ? " or " : " to "), text_number(p->text, range->arg);
    put(p, ", ");
}

/* Branches: each ends with an ELSE that leaps behind them all. */
static unsigned put_branches(const Prose *p, unsigned at, bool dice) {
    const Rules *rules = p->rules;
    unsigned end = rules->code[at].jump, branch = at + 1;
    for (bool first = true; branch < end; first = false) {
        unsigned next = rules->code[branch].jump;
        if (!first) put(p, dice ? "; " : ", or ");
        if (dice) put_range(p, &rules->code[branch]);
        else if (first) put(p, "either ");
        put_steps(p, branch + 1, next - 1, true);
        branch = next;
    }
    return end;
}

static unsigned put_loop(const Prose *p, unsigned at) {
    const Code *code = &p->rules->code[at];
    if (code->code == CODE_EACH)
        put(p, code->who == WHOM_OTHERS ? "for each other player in turn: " : "for each player in turn: ");
    else if (code->amount.kind == AMOUNT_NUMBER) text_number(p->text, scaled(&code->amount)), put(p, " times: ");
    else put_so_many(p, &code->amount, "many times as "), put_measure(p, &code->amount), put(p, " (at most 6): ");
    put_steps(p, at + 1, code->jump - 1u, true);
    return code->jump;
}

static unsigned put_one(const Prose *p, unsigned at) {
    const Code *code = &p->rules->code[at];
    switch ((CodeKind)code->code) {
    case CODE_IF: return put_if(p, at);
    case CODE_EACH:
    case CODE_REPEAT: return put_loop(p, at);
    case CODE_ROLL: put(p, "roll a die: "); return put_branches(p, at, true);
    case CODE_CHOOSE:
        put_whom(p, code->who);
        put(p, is_you(p, code->who) ? " choose: " : " chooses: ");
        return put_branches(p, at, false);
    case CODE_PICK:
        put_whom(p, WHOM_ME);
        put(p, is_you(p, WHOM_ME) ? " choose another player" : " chooses another player");
        return at + 1;
    case CODE_END:
    case CODE_ELSE:
    case CODE_RANGE:
    case CODE_OPTION:
    case CODE_LOOP:
    case CODES: return at + 1; /* within the others */
#define STEP(name, word, parts, preposition) case CODE_##name:
#include "../engine/program.def"
#undef STEP
        break;
    }
    put_step(p, code);
    return at + 1;
}

/* ---- whole sentences ---- */

static void begin_large(Text *text, unsigned from) {
    if (from < text->size && text->out[from] >= 'a' && text->out[from] <= 'z')
        text->out[from] = (char)(text->out[from] - 'a' + 'A');
}

static void put_program(const Rules *rules, unsigned at, Moment moment, bool rule, Text *text) {
    Prose p = {rules, text, moment, rule};
    if (text->length) text_char(text, ' ');
    unsigned from = text->length;
    if (moment) put(&p, moment_words[moment].when), put(&p, ", ");
    put_steps(&p, at, CODE_MAX, false);
    begin_large(text, from);
    text_char(text, '.');
}

unsigned program_option_sentence(const Rules *rules, unsigned at, char *out, unsigned size) {
    Text text = text_in(out, size);
    Prose p = {rules, &text, MOMENT_NONE, false};
    unsigned end = at;
    while (end < rules->codes && rules->code[end].code != CODE_ELSE && rules->code[end].code != CODE_END)
        end = code_behind(rules, end);
    put_steps(&p, at, end, false);
    return text.length;
}

unsigned rule_sentence(const Rules *rules, unsigned trigger, char *out, unsigned size) {
    Text text = text_in(out, size);
    const Trigger *t = &rules->trigger[trigger];
    put_program(rules, t->at, (Moment)t->moment, t->card == NO_FACE, &text);
    return text.length;
}

static void put_stay(const CardMore *more, Text *text) {
    static const char *const places[] = {"", "It stays before you", "It stays before the player you name",
                                         "It stays in the middle of the table", "It is set face down before you"};
    text_char(text, ' ');
    text_put(text, places[more->stays]);
    if (more->turns) {
        text_put(text, " for ");
        text_number(text, more->turns);
        text_put(text, more->turns == 1 ? " turn" : " turns");
    }
    text_put(text, more->stays == STAYS_DOWN ? ", and is turned up when it acts." : ".");
}

/* While it lies: what it bans and frees. */
static void put_while(const Rules *rules, const CardCode *code, const CardMore *more, Text *text) {
    Prose p = {rules, text, MOMENT_NONE, false};
    const char *who = more->stays == STAYS_TABLE ? "nobody" : "the player it lies before";
    if (code->bans) {
        text_put(text, " While it lies there, ");
        text_put(text, who);
        text_put(text, more->stays == STAYS_TABLE ? " may lay " : " may not lay ");
        put_filter(&p, code->bans, true);
        text_put(text, ".");
    }
    if (code->fits) {
        text_put(text, more->stays == STAYS_TABLE ? " While it lies there, "
                                                  : " While it lies there, for the player it lies before, ");
        put_filter(&p, code->fits, true);
        text_put(text, " fit on everything.");
    }
}

unsigned card_sentence(const Rules *rules, Face face, char *out, unsigned size) {
    const CardRow *row = face_row(rules, face);
    const CardMore *more = &row->more;
    bool second = face >= SECOND_CODE;
    const CardCode *code = second ? &rules->second_code[face - SECOND_CODE] : &rules->card_code[face];
    Text text = text_in(out, size);
    char plain[PROSE_MAX / 2];
    if (more->price) {
        text_put(&text, "Costs ");
        text_number(&text, more->price);
        text_char(&text, ' ');
        text_put(&text, rules->counter[more->counter].name);
        text_put(&text, ".");
    }
    if (more->answers) text_put(&text, text.length ? " Answers a draw." : "Answers a draw.");
    if (more->wild)
        text_put(&text,
                 more->wild == WILD_NAMES ? "Fits on every card, and you name the colour." : "Fits on every card.");
    if (!second && effects_sentence(row, plain, sizeof plain)) {
        if (text.length) text_char(&text, ' ');
        text_put(&text, plain);
        text_char(&text, '.');
    }
    if (code->effects) put_program(rules, code->effects, MOMENT_NONE, false, &text);
    if (more->stays) put_stay(more, &text);
    put_while(rules, code, more, &text);
    for (unsigned i = 0; second && i < rules->triggers; i++)
        if (rules->trigger[i].card == face - SECOND_CODE)
            put_program(rules, rules->trigger[i].at, (Moment)rules->trigger[i].moment, false, &text);
    if (code->drawn) {
        text_put(&text, text.length ? " Drawn in a turn, it is shown and put under the discards:"
                                    : "Drawn in a turn, it is shown and put under the discards:");
        put_program(rules, code->drawn, MOMENT_NONE, false, &text);
    }
    return text.length;
}
