/* program_prose.c -- what a club has written, as sentences: a walk over the compiled program, which is also what plays.
 * The words of a language are rows of program_words.def, which has the marks. */
#include <string.h>

#include "ruleset_internal.h"

enum { PIECE_MAX = 384 };

typedef struct {
    const BookLanguage *language;
    const Rules *rules;
    Text *text;
    Moment moment;   /* MOMENT_NONE: when a card is played */
    bool rule;       /* of a rule: me is the doer */
    bool yours;      /* its moment is one of yours: whoever has set it off is you */
    bool verb_first; /* the words before want it so */
    unsigned *last;  /* whom "that player" would mean; NOBODY: it would not be clear */
    bool skips;      /* the program skips somebody: who draws is somebody else */
} Prose;
enum { NOBODY = WHOMS };

/* What stands for the marks of a row. */
typedef struct {
    unsigned who;       /* {p} */
    unsigned other;     /* {q} */
    const Code *code;   /* of a step */
    const char *a, *b;  /* words */
    const char *name;   /* {c} */
    const Amount *less; /* {z}: what is counted */
    long long n, m;     /* of a row without a step */
    bool cards;         /* {z} counts cards in cards */
} Slots;

static void put_row(Prose *p, BookPhrase row, const Slots *slots, bool one);
static void put_words(Prose *p, BookPhrase row) { put_row(p, row, &(Slots){0}, false); }

/* The same prose elsewhere, to be put in later. */
static Prose aside(const Prose *p, Text *text) {
    Prose other = *p;
    other.text = text;
    other.verb_first = false;
    return other;
}

/* ---- players ---- */

typedef enum { CASE_SUBJECT, CASE_RECEIVER, CASE_OBJECT } Case;
typedef enum { CLASS_YOU, CLASS_ONE, CLASS_MANY } Class;

/* Whom the words of a moment call somebody. */
static bool is_somebody(const Prose *p, unsigned whom) {
    if (!p->moment) return false;
    if (p->moment == MOMENT_HIT) return whom == WHOM_VICTIM;
    return whom == WHOM_DOER || (whom == WHOM_ME && p->rule);
}

static bool is_you(const Prose *p, unsigned whom) {
    return (whom == WHOM_ME && !p->rule) || (p->yours && is_somebody(p, whom));
}

static Class class_of(const Prose *p, unsigned whom) {
    if (is_you(p, whom)) return CLASS_YOU;
    return whom == WHOM_EVERYBODY || whom == WHOM_OTHERS ? CLASS_MANY : CLASS_ONE;
}

/* One of the forms that a row has between its bars; the first where it has not so many. */
static void put_form(Text *text, const char *forms, unsigned form) {
    const char *at = forms;
    for (; form && *at; at++) form -= *at == '|';
    if (form) at = forms;
    while (*at && *at != '|') text_char(text, *at++);
}

/* Whoever stays the same from one mention to the next may be called "that player" the second time. */
static bool stays_the_same(unsigned whom) {
    return whom == WHOM_DOER || whom == WHOM_VICTIM || whom == WHOM_TARGET || whom == WHOM_HOLDER ||
           whom == WHOM_NEXT || whom == WHOM_PREVIOUS;
}

static BookPhrase whom_phrase(const Prose *p, unsigned whom) {
    if (whom == WHOM_DOER) return (BookPhrase)(BOOK_doer_none + (unsigned)p->moment);
    if (whom == WHOM_TARGET && p->moment == MOMENT_CAST) return BOOK_target_cast;
    return (BookPhrase)(BOOK_whom_me + whom);
}

static void put_whom(const Prose *p, unsigned whom, Case in) {
    BookPhrase row = BOOK_whom_me;
    if (!is_you(p, whom)) {
        if (whom == WHOM_ME) whom = WHOM_DOER; /* of a rule */
        row = *p->last == whom ? BOOK_whom_them : whom_phrase(p, whom);
        *p->last = stays_the_same(whom) ? whom : NOBODY;
    }
    put_form(p->text, book_phrase(p->language, row), in);
}

/* ---- kinds of cards ---- */

static BookPhrase kind_phrase(unsigned kind) {
    static const BookPhrase kinds[] = {
        [KIND_ANY] = BOOK_kind_card,   [KIND_NUMBERS] = BOOK_kind_number, [KIND_ACTIONS] = BOOK_kind_action,
        [KIND_WILDS] = BOOK_kind_wild, [KIND_SAME] = BOOK_kind_card,      [KIND_NAMED] = BOOK_kind_named};
    return kinds[kind];
}

/* How a noun is used: "red card", "red cards", "all red cards". */
typedef enum { NOUN_ONE, NOUN_MANY, NOUN_ALL } Noun;

static void put_filter(const Prose *p, unsigned index, Noun noun) {
    const Filter *f = &p->rules->filter[index];
    char words[2][PIECE_MAX];
    Text text = text_in(words[0], sizeof words[0]);
    if (f->colour < COLOURS) {
        put_form(&text, book_phrase(p->language, (BookPhrase)(BOOK_filter_red + f->colour)), noun);
        text_char(&text, ' ');
    }
    Prose inner = aside(p, &text);
    const char *name = index && f->kind == KIND_NAMED ? book_card_name(p->language, p->rules, (Face)f->named) : "";
    put_row(&inner, index ? kind_phrase(f->kind) : BOOK_kind_card, &(Slots){.b = name}, noun == NOUN_ONE);
    const BookPhrase tails[2] = {index && f->colour == FILTER_SAME ? BOOK_kind_same_colour : BOOK_PHRASES,
                                 index && f->kind == KIND_SAME ? BOOK_kind_same_symbol : BOOK_PHRASES};
    unsigned last = 0;
    for (unsigned i = 0; i < 2; i++) {
        if (tails[i] == BOOK_PHRASES) continue;
        Text longer = text_in(words[!last], sizeof words[!last]);
        Prose outer = aside(p, &longer);
        put_row(&outer, tails[i], &(Slots){.b = words[last]}, false);
        last = !last;
    }
    text_put(p->text, words[last]);
}

/* "a red card", "an action card". */
static void put_one_card(Prose *p, unsigned index) {
    char words[PIECE_MAX];
    Text text = text_in(words, sizeof words);
    Prose inner = aside(p, &text);
    put_filter(&inner, index, NOUN_ONE);
    put_row(p, strchr("aeiou", words[0]) ? BOOK_kind_one_vowel : BOOK_kind_one, &(Slots){.b = words}, false);
}

/* ---- amounts ---- */

static unsigned scaled(const Amount *amount) {
    unsigned n = amount->number;
    return amount->scale == SCALE_HALF ? (n + 1) / 2 : amount->scale == SCALE_DOUBLE ? 2 * n : n;
}

static const char *amount_name(const Prose *p, const Amount *amount) {
    if (amount->kind == AMOUNT_COUNTER) return p->rules->counter[amount->number].name;
    return amount->kind == AMOUNT_LYING ? p->rules->second[amount->number].name : "";
}

/* The row for the kind among seven that stand in the order of `first`. */
static BookPhrase by_kind(const Amount *amount, BookPhrase first) {
    switch ((AmountKind)amount->kind) {
    case AMOUNT_CARDS: return first;
    case AMOUNT_COUNTER: return (BookPhrase)(first + 1);
    case AMOUNT_DIE: return (BookPhrase)(first + 2);
    case AMOUNT_TOP: return (BookPhrase)(first + 3);
    case AMOUNT_PENDING: return (BookPhrase)(first + 4);
    case AMOUNT_PLAYERS: return (BookPhrase)(first + 5);
    case AMOUNT_LYING: return (BookPhrase)(first + 6);
    case AMOUNT_NUMBER:
    case AMOUNT_ALL:
    case AMOUNT_KINDS: break;
    }
    return BOOK_PHRASES;
}

/* "as many cards as {z}": the row for the scale among three. */
static BookPhrase by_scale(const Amount *amount, BookPhrase first) { return (BookPhrase)(first + amount->scale); }

static void put_measure(Prose *p, const Amount *amount, bool cards) {
    BookPhrase row = by_kind(amount, BOOK_measure_cards);
    if (row == BOOK_PHRASES) return;
    if (cards && amount->kind == AMOUNT_CARDS) row = BOOK_measure_hand;
    put_row(p, row, &(Slots){.who = amount->of, .name = amount_name(p, amount)}, false);
}

static void put_as(Prose *p, const Amount *amount, BookPhrase so, const char *what, bool cards) {
    put_row(p, amount->scale == SCALE_HALF ? BOOK_amount_as_half : BOOK_amount_as,
            &(Slots){.a = book_phrase(p->language, by_scale(amount, so)), .b = what, .less = amount, .cards = cards},
            false);
}

static void put_cards(Prose *p, const Code *code) {
    const Amount *amount = &code->amount;
    char words[PIECE_MAX];
    Text text = text_in(words, sizeof words);
    Prose inner = aside(p, &text);
    bool all = amount->kind == AMOUNT_ALL, number = amount->kind == AMOUNT_NUMBER;
    put_filter(&inner, code->filter, all ? NOUN_ALL : number && scaled(amount) == 1 ? NOUN_ONE : NOUN_MANY);
    if (number) text_number(p->text, scaled(amount)), text_char(p->text, ' '), text_put(p->text, words);
    else if (all) put_row(p, BOOK_all_cards, &(Slots){.b = words}, false);
    else put_as(p, amount, BOOK_so_many, words, true);
}

static void put_counted(Prose *p, const Code *code) {
    const char *name = p->rules->counter[code->arg].name;
    const Amount *amount = &code->amount;
    if (amount->kind == AMOUNT_NUMBER)
        text_number(p->text, scaled(amount)), text_char(p->text, ' '), text_put(p->text, name);
    else if (amount->kind == AMOUNT_ALL) put_row(p, BOOK_all_counted, &(Slots){.b = name}, false);
    else put_as(p, amount, BOOK_so_much, name, false);
}

static Class put_skipped(Prose *p, const Amount *amount) {
    bool number = amount->kind == AMOUNT_NUMBER, one = number && scaled(amount) == 1;
    if (number) put_row(p, BOOK_skipped, &(Slots){.n = scaled(amount)}, one);
    else
        put_row(p, BOOK_skipped_as,
                &(Slots){.b = book_phrase(p->language, by_scale(amount, BOOK_so_many)), .less = amount}, false);
    return one ? CLASS_ONE : CLASS_MANY;
}

/* ---- rows ---- */

/* Puts what stands for the mark; *verb is the class of what may be a subject. */
static void put_mark(Prose *p, const Slots *slots, Mark mark, Class *verb) {
    switch (mark.letter) {
    case 'p':
        put_whom(p, slots->who, mark.detail == 'd' ? CASE_RECEIVER : mark.detail == 'a' ? CASE_OBJECT : CASE_SUBJECT);
        if (!mark.detail) *verb = class_of(p, slots->who);
        break;
    case 'q': put_whom(p, slots->other, CASE_SUBJECT); break;
    case 'o':
        put_whom(p, WHOM_ME, CASE_SUBJECT);
        *verb = class_of(p, WHOM_ME);
        break;
    case 'n':
        if (slots->code) put_cards(p, slots->code);
        else text_number(p->text, slots->n);
        break;
    case 'm':
        if (slots->code) put_counted(p, slots->code);
        else text_number(p->text, slots->m);
        break;
    case 'f': put_one_card(p, slots->code->filter); break;
    case 's': *verb = put_skipped(p, &slots->code->amount); break;
    case 'z': put_measure(p, slots->less, slots->cards); break;
    case 'a': text_put(p->text, slots->a); break;
    case 'b': text_put(p->text, slots->b); break;
    case 'c': text_put(p->text, slots->name); break;
    case 'd': text_put(p->text, p->rules->second_deck.name); break;
    case 'v': p->verb_first = true; break;
    }
}

/* A character, or what stands for a mark; returns what follows. */
static const char *put_next(Prose *p, const char *at, const Slots *slots, Class *verb) {
    if (*at != '{') {
        text_char(p->text, *at);
        return at + 1;
    }
    put_mark(p, slots, (Mark){at[1], at[2] == '}' ? (char)0 : at[2]}, verb);
    return strchr(at, '}') + 1;
}

/* "[draw/draws/draw]": the form for the class; returns what follows. */
static const char *put_verb(Prose *p, const char *at, Class verb) {
    unsigned form = 0;
    for (at++; *at && *at != ']'; at++) {
        if (*at == '/') form++;
        else if (form == verb) text_char(p->text, *at);
    }
    return at + (*at == ']');
}

/* "<{p}>": with the verb before it where that comes first. Returns what follows. */
static const char *put_subject(Prose *p, const char *at, const Slots *slots, Class *verb) {
    char words[PIECE_MAX];
    Text text = text_in(words, sizeof words);
    Prose inner = aside(p, &text);
    bool turned = p->verb_first;
    *verb = CLASS_ONE;
    for (at++; *at != '>';) at = put_next(&inner, at, slots, verb);
    at++;
    p->verb_first = false;
    if (turned && at[0] == ' ' && at[1] == '[') {
        at = put_verb(p, at + 1, *verb);
        text_char(p->text, ' ');
    }
    text_put(p->text, words);
    return at;
}

static void put_row(Prose *p, BookPhrase row, const Slots *slots, bool one) {
    const char *at = template_form(book_phrase(p->language, row), 0, one);
    Class verb = CLASS_ONE;
    while (*at && *at != '|') {
        if (*at == '<') at = put_subject(p, at, slots, &verb);
        else if (*at == '[') at = put_verb(p, at, verb);
        else at = put_next(p, at, slots, &verb);
    }
}

/* ---- steps ---- */

static void put_colour(Prose *p, const Code *code) {
    if (code->arg < COLOURS) {
        const char *colour = book_phrase(p->language, (BookPhrase)(BOOK_colour_red + code->arg));
        put_row(p, BOOK_step_colour, &(Slots){.b = colour}, false);
    } else {
        put_row(p, code->arg == COLOURS ? BOOK_step_colour_chance : BOOK_step_colour_named, &(Slots){.who = code->who},
                false);
    }
}

static BookPhrase pending_phrase(const Amount *amount) {
    if (amount->kind != AMOUNT_PENDING || !amount->scale) return BOOK_step_pending;
    return amount->scale == SCALE_HALF ? BOOK_step_pending_half : BOOK_step_pending_double;
}

/* At these moments a card has been played, and what is negated or deflected is that card. */
static bool is_card(const Prose *p) { return p->moment == MOMENT_CAST || p->moment == MOMENT_PLAYED; }

static BookPhrase step_phrase(const Prose *p, const Code *code) {
    switch ((CodeKind)code->code) {
    case CODE_DRAW: return p->skips ? BOOK_step_draw_unskipped : BOOK_step_draw;
    case CODE_SKIP: return BOOK_step_skip;
    case CODE_AGAIN: return BOOK_step_again;
    case CODE_REVERSE: return BOOK_step_reverse;
    case CODE_ROTATE: return BOOK_step_rotate;
    case CODE_SWAP: return BOOK_step_swap;
    case CODE_SEATS: return BOOK_step_seats;
    case CODE_TAKE: return BOOK_step_take;
    case CODE_HUNT: return BOOK_step_hunt;
    case CODE_RAISE: return BOOK_step_raise;
    case CODE_RECOVER: return code->amount.kind == AMOUNT_ALL ? BOOK_step_recover_all : BOOK_step_recover;
    case CODE_NUMBER: return BOOK_step_number;
    case CODE_FETCH: return BOOK_step_fetch;
    case CODE_DISCARD: return code->amount.kind == AMOUNT_ALL ? BOOK_step_discard_all : BOOK_step_discard;
    case CODE_DROP: return code->amount.kind == AMOUNT_ALL ? BOOK_step_discard_all : BOOK_step_drop;
    case CODE_GIVE: return BOOK_step_give;
    case CODE_STEAL: return BOOK_step_steal;
    case CODE_GAIN: return BOOK_step_gain;
    case CODE_LOSE: return BOOK_step_lose;
    case CODE_SET: return BOOK_step_set;
    case CODE_SHOW: return BOOK_step_show;
    case CODE_WIN: return BOOK_step_win;
    case CODE_OUT: return BOOK_step_out;
    case CODE_NEGATE: return is_card(p) ? BOOK_step_negate_cast : BOOK_step_negate;
    case CODE_DEFLECT: return is_card(p) ? BOOK_step_deflect_cast : BOOK_step_deflect;
    case CODE_PENDING: return pending_phrase(&code->amount);
    case CODE_STOP: return BOOK_step_stop;
    case CODE_LEAVE: return BOOK_step_leave;
    case CODE_DISPEL: return BOOK_step_dispel;
    case CODE_NOTHING: return BOOK_step_nothing;
    case CODE_PICK: return BOOK_step_pick;
    case CODE_COLOUR:
    case CODE_END:
    case CODE_IF:
    case CODE_ELSE:
    case CODE_ROLL:
    case CODE_RANGE:
    case CODE_CHOOSE:
    case CODE_OPTION:
    case CODE_EACH:
    case CODE_REPEAT:
    case CODE_LOOP:
    case CODES: break; /* no single sentence */
    }
    return BOOK_PHRASES;
}

/* ---- amounts as things ---- */

/* "the number of cards that you hold"; of a number the number. */
static void put_thing(Prose *p, const Amount *amount) {
    BookPhrase row = by_kind(amount, BOOK_amount_cards);
    char words[PIECE_MAX];
    Text text = text_in(words, sizeof words);
    Prose inner = aside(p, &text);
    if (row == BOOK_PHRASES) text_number(&text, scaled(amount));
    else put_row(&inner, row, &(Slots){.who = amount->of, .name = amount_name(p, amount)}, false);
    text_put(p->text, words);
}

/* "6", "half of the number of cards that you hold". */
static void put_size(Prose *p, const Amount *amount) {
    char thing[PIECE_MAX];
    Text text = text_in(thing, sizeof thing);
    Prose inner = aside(p, &text);
    put_thing(&inner, amount);
    if (amount->kind == AMOUNT_NUMBER) text_put(p->text, thing);
    else put_row(p, by_scale(amount, BOOK_compared), &(Slots){.b = thing}, false);
}

static void put_number(Prose *p, const Amount *amount) {
    char size[PIECE_MAX];
    Text text = text_in(size, sizeof size);
    Prose inner = aside(p, &text);
    if (amount->scale) put_size(&inner, amount);
    else put_thing(&inner, amount);
    put_row(p, BOOK_step_number, &(Slots){.b = size}, false);
}

static void put_step(Prose *p, const Code *code, unsigned who) {
    Code mine = *code;
    bool one = code->amount.kind == AMOUNT_NUMBER && scaled(&code->amount) == 1;
    mine.who = (uint8_t)who;
    if (code->code == CODE_COLOUR) put_colour(p, &mine);
    else if (code->code == CODE_NUMBER) put_number(p, &code->amount);
    else put_row(p, step_phrase(p, code), &(Slots){.who = who, .code = &mine}, one);
    bool moves = code->code == CODE_REVERSE || code->code == CODE_OUT || code->code == CODE_SEATS; /* who is next is
                                                                                                     another then */
    if (moves || code->code == CODE_PICK) *p->last = NOBODY;
}

/* ---- tests ---- */

/* "at least 6", "at most twice the number of cards that you hold". */
static void put_bound(Prose *p, unsigned test, const Amount *amount) {
    char words[PIECE_MAX];
    Text text = text_in(words, sizeof words);
    Prose inner = aside(p, &text);
    put_size(&inner, amount);
    put_row(p, (BookPhrase)(BOOK_compare_is + test), &(Slots){.b = words}, false);
}

/* "you hold at least twice as many cards as the next player". */
static void put_side_by_side(Prose *p, unsigned test, const Amount *left, const Amount *right) {
    bool cards = left->kind == AMOUNT_CARDS;
    char bound[PIECE_MAX];
    Text text = text_in(bound, sizeof bound);
    Prose inner = aside(p, &text);
    const char *so = book_phrase(p->language, by_scale(right, cards ? BOOK_so_many : BOOK_so_much));
    put_row(&inner, (BookPhrase)(BOOK_compare_is + test), &(Slots){.b = so}, false);
    put_row(p, cards ? BOOK_test_cards_as : BOOK_test_counter_as,
            &(Slots){.who = left->of, .other = right->of, .b = bound, .name = amount_name(p, left)}, false);
}

static void put_comparison(Prose *p, unsigned test, const Amount *left, const Amount *right) {
    char thing[PIECE_MAX], bound[PIECE_MAX];
    Text first = text_in(thing, sizeof thing), second = text_in(bound, sizeof bound);
    Prose inner = aside(p, &first), outer = aside(p, &second);
    BookPhrase row = by_kind(left, BOOK_test_cards);
    bool alike = left->kind == right->kind && !left->scale &&
                 (left->kind == AMOUNT_CARDS || (left->kind == AMOUNT_COUNTER && left->number == right->number));
    if (alike) {
        put_side_by_side(p, test, left, right);
        return;
    }
    if (right->kind == AMOUNT_NUMBER && !left->scale && row != BOOK_PHRASES) {
        put_bound(&outer, test, right);
        put_row(p, row, &(Slots){.who = left->of, .name = amount_name(p, left), .b = bound}, scaled(right) == 1);
        return;
    }
    if (left->scale && left->kind != AMOUNT_NUMBER) put_size(&inner, left);
    else put_thing(&inner, left);
    put_bound(&outer, test, right);
    put_row(p, BOOK_test_amounts, &(Slots){.a = thing, .b = bound}, false);
}

/* "it is played on you". */
static bool put_on_test(Prose *p, const Code *code, bool negated) {
    if (p->moment != MOMENT_CAST || (code->who != WHOM_TARGET && code->amount.of != WHOM_TARGET)) return false;
    unsigned other = code->who == WHOM_TARGET ? code->amount.of : code->who;
    put_row(p, negated ? BOOK_test_not_on : BOOK_test_on, &(Slots){.who = other}, false);
    return true;
}

static void put_who_test(Prose *p, const Code *code, bool negated) {
    if (put_on_test(p, code, negated)) return;
    bool turned = is_you(p, code->amount.of) || is_somebody(p, code->who); /* "you are", not "is you" */
    unsigned who = turned ? code->amount.of : code->who, other = turned ? code->who : code->amount.of;
    char words[PIECE_MAX];
    Text text = text_in(words, sizeof words);
    Prose inner = aside(p, &text);
    unsigned last = NOBODY;
    inner.last = &last; /* two players in one breath: both by their full names */
    put_whom(&inner, other, CASE_SUBJECT);
    BookPhrase row = !is_somebody(p, other) ? BOOK_test_who : p->moment == MOMENT_TURN ? BOOK_test_turn : BOOK_test_it;
    put_row(p, (BookPhrase)(row + negated), &(Slots){.who = who, .b = words}, false);
    *p->last = negated && is_you(p, who) && stays_the_same(other) ? other : NOBODY;
}

static void put_test(Prose *p, const Code *code) {
    unsigned test = code->arg & ~(unsigned)TEST_AND;
    if (test == TEST_CARD) {
        put_row(p, BOOK_test_card, &(Slots){.code = code}, false);
    } else if (test == TEST_WHO || test == TEST_NOT_WHO) {
        *p->last = NOBODY;
        put_who_test(p, code, test == TEST_NOT_WHO);
    } else {
        put_comparison(p, test, &code->amount, &code->other);
    }
}

/* Another test of the same if. */
static bool is_and(const Rules *rules, unsigned at) {
    return rules->code[at].code == CODE_IF && rules->code[at].arg & TEST_AND;
}

/* All the tests of an if; returns where its steps begin. */
static unsigned put_tests(Prose *p, unsigned at) {
    const Code *code = p->rules->code;
    put_test(p, &code[at++]);
    for (; is_and(p->rules, at); at++) put_words(p, BOOK_steps_and), put_test(p, &code[at]);
    return at;
}

/* ---- steps that hold others ---- */

static unsigned put_one(Prose *p, unsigned at);

static bool speaks_of_all(const Prose *p, unsigned at);

/* What comes behind a step: not one more step of the branch or loop that it closes with. */
static BookPhrase then_phrase(const Prose *p, unsigned before, bool branch) {
    unsigned code = p->rules->code[before].code;
    if (code == CODE_IF || code == CODE_ROLL || code == CODE_CHOOSE) return BOOK_steps_then_always;
    if (code == CODE_REPEAT || (code == CODE_EACH && !speaks_of_all(p, before))) return BOOK_steps_then_done;
    return branch ? BOOK_branch_then : BOOK_steps_then;
}

/* Whether "otherwise" behind this one step, or in it, could be taken for that of another if. */
static bool misleads(const Prose *p, unsigned at, unsigned end, bool otherwise) {
    const Rules *rules = p->rules;
    if (rules->code[at].code < CODE_IF || code_behind(rules, at) != end) return false;
    bool own = rules->code[at].code == CODE_IF && rules->code[at].jump < end;
    return own || otherwise;
}

/* The steps from `at` up to `end`; several in a branch stand in brackets, so that nobody can misread where it ends. */
static void put_steps(Prose *p, unsigned at, unsigned end, bool branch) {
    unsigned first = at, before = at, steps = 0;
    for (unsigned i = at; i < end && p->rules->code[i].code != CODE_END; i = code_behind(p->rules, i)) steps++;
    if (branch && steps > 1) text_char(p->text, '(');
    while (at < end && p->rules->code[at].code != CODE_END) {
        if (at != first) put_words(p, then_phrase(p, before, branch));
        before = at;
        at = put_one(p, at);
        p->verb_first = false;
    }
    if (branch && steps > 1) text_char(p->text, ')');
}

static unsigned put_if(Prose *p, unsigned at) {
    const Rules *rules = p->rules;
    unsigned end = code_behind(rules, at), otherwise = rules->code[at].jump;
    put_words(p, p->verb_first ? BOOK_steps_if_behind : BOOK_steps_if);
    p->verb_first = false;
    at = put_tests(p, at);
    put_words(p, BOOK_steps_so);
    unsigned last = *p->last, behind = otherwise < end ? otherwise - 1 : end;
    bool brackets = misleads(p, at, behind, otherwise < end);
    if (brackets) text_char(p->text, '(');
    put_steps(p, at, behind, true);
    if (brackets) text_char(p->text, ')');
    *p->last = last;
    if (otherwise < end) put_words(p, BOOK_steps_otherwise), put_steps(p, otherwise, end, true);
    *p->last = NOBODY; /* whom a branch has spoken of need not be whom another has */
    return end;
}

static void put_range(Prose *p, unsigned low, unsigned high) {
    BookPhrase row = high <= low ? BOOK_range_one : high == low + 1 ? BOOK_range_two : BOOK_range_more;
    put_row(p, row, &(Slots){.n = low, .m = high}, false);
}

/* Branches: each ends with an ELSE that leaps behind them all. */
static unsigned put_branches(Prose *p, unsigned at, bool dice) {
    const Rules *rules = p->rules;
    unsigned end = rules->code[at].jump, branch = at + 1, last = *p->last;
    for (bool first = true; branch < end; first = false) {
        *p->last = last;
        unsigned next = rules->code[branch].jump;
        if (dice && !first) text_put(p->text, "; ");
        if (dice) put_range(p, rules->code[branch].who, rules->code[branch].arg);
        else put_words(p, first ? BOOK_choose_first : BOOK_choose_next);
        put_steps(p, branch + 1, next - 1, true);
        branch = next;
    }
    *p->last = NOBODY;
    return end;
}

/* "each others: take 1 by them" is one sentence about them all. */
static bool speaks_of_all(const Prose *p, unsigned at) {
    const Code *loop = &p->rules->code[at], *step = loop + 1;
    bool counts = step->amount.kind != AMOUNT_NUMBER && step->amount.kind != AMOUNT_ALL;
    bool subject = step_phrase(p, step) != BOOK_PHRASES && step->code != CODE_SWAP && step->code != CODE_GIVE &&
                   step->code != CODE_STEAL && step->code != CODE_DISPEL && step->code != CODE_PICK;
    return loop->jump == at + 3 && subject && step->who == WHOM_THEM && !(counts && step->amount.of == WHOM_THEM);
}

static unsigned put_loop(Prose *p, unsigned at) {
    const Code *code = &p->rules->code[at];
    const Amount *amount = &code->amount;
    if (code->code == CODE_EACH && speaks_of_all(p, at)) {
        put_step(p, code + 1, code->who);
        return code->jump;
    }
    if (code->code == CODE_EACH) put_words(p, code->who == WHOM_OTHERS ? BOOK_each_other : BOOK_each_player);
    else if (amount->kind == AMOUNT_NUMBER) put_row(p, BOOK_repeat_number, &(Slots){.n = scaled(amount)}, false);
    else
        put_row(p, BOOK_repeat_as,
                &(Slots){.b = book_phrase(p->language, by_scale(amount, BOOK_so_often)), .less = amount}, false);
    *p->last = NOBODY; /* within a loop "that player" is whose turn it is */
    put_steps(p, at + 1, code->jump - 1u, true);
    *p->last = NOBODY;
    return code->jump;
}

static unsigned put_one(Prose *p, unsigned at) {
    const Code *code = &p->rules->code[at];
    switch ((CodeKind)code->code) {
    case CODE_IF: return put_if(p, at);
    case CODE_EACH:
    case CODE_REPEAT: return put_loop(p, at);
    case CODE_ROLL: put_words(p, BOOK_steps_roll); return put_branches(p, at, true);
    case CODE_CHOOSE:
        put_row(p, BOOK_steps_choose, &(Slots){.who = code->who}, false);
        return put_branches(p, at, false);
    case CODE_END:
    case CODE_ELSE:
    case CODE_RANGE:
    case CODE_OPTION:
    case CODE_LOOP:
    case CODES: return at + 1; /* within the others */
#define STEP(name, word, parts, preposition) case CODE_##name:
#include "../engine/program.def"
#undef STEP
    case CODE_PICK: break;
    }
    put_step(p, code, code->who);
    return at + 1;
}

/* ---- whole sentences ---- */

/* A large letter first; and a comma that closes a clause goes where another mark follows it. */
static void tidy(Text *text, unsigned from) {
    unsigned to = from, end = text->length < text->size ? text->length : text->size - 1; /* as far as it fitted */
    if (from >= end) return;
    if (text->out[from] >= 'a' && text->out[from] <= 'z') text->out[from] = (char)(text->out[from] - 'a' + 'A');
    for (unsigned i = from; i < end; i++)
        if (text->out[i] != ',' || !text->out[i + 1] || !strchr(",.;:)", text->out[i + 1]))
            text->out[to++] = text->out[i];
    text->out[to] = 0;
    text->length -= end - to;
}

/* An if that is the whole program and has no else. */
static bool only_if(const Rules *rules, unsigned at) {
    unsigned end = code_behind(rules, at);
    return rules->code[at].code == CODE_IF && rules->code[end].code == CODE_END && rules->code[at].jump == end;
}

/* The first test of a program says whose moment it is: "if doer is me", "if victim is not me", "if doer is holder".
 * Then the words of the moment say so, and the test is told. */
static bool put_whose(Prose *p, unsigned at) {
    const Code *code = &p->rules->code[at];
    unsigned test = code->arg;
    if (test != TEST_WHO && test != TEST_NOT_WHO) return false;
    bool first = is_somebody(p, code->who);
    unsigned other = first ? code->amount.of : code->who;
    if (!first && !is_somebody(p, code->amount.of)) return false;
    if (is_you(p, other)) {
        put_words(p,
                  (BookPhrase)((test == TEST_WHO ? BOOK_your_turn_begins : BOOK_others_turn_begins) + p->moment - 1));
        p->yours = test == TEST_WHO;
        *p->last = p->yours || p->moment == MOMENT_TURN ? NOBODY : first ? code->who : code->amount.of;
        return true;
    }
    if (test != TEST_WHO || p->moment != MOMENT_TURN || !stays_the_same(other)) return false;
    put_row(p, BOOK_their_turn_begins, &(Slots){.who = other}, false);
    return true;
}

static void put_moment(Prose *p) {
    put_words(p, (BookPhrase)(BOOK_moment_turn + p->moment - 1));
    if (p->moment != MOMENT_TURN) *p->last = p->moment == MOMENT_HIT ? WHOM_VICTIM : WHOM_DOER;
}

static void put_program(const BookLanguage *language, const Rules *rules, unsigned at, Moment moment, bool rule,
                        Text *text) {
    unsigned last = NOBODY;
    Prose p = {language, rules, text, moment, rule, false, false, &last, false};
    if (text->length) text_char(text, ' ');
    unsigned from = text->length;
    bool guarded = moment && only_if(rules, at), whose = guarded && put_whose(&p, at);
    if (moment && !whose) put_moment(&p);
    if (whose) at++;
    if (guarded && (!whose || is_and(rules, at))) put_words(&p, BOOK_steps_and), at = put_tests(&p, at);
    if (moment) put_words(&p, BOOK_steps_so);
    for (unsigned i = at; rules->code[i].code != CODE_END; i++) p.skips = p.skips || rules->code[i].code == CODE_SKIP;
    put_steps(&p, at, CODE_MAX, false);
    text_char(text, '.');
    tidy(text, from);
}

unsigned program_option_sentence(const BookLanguage *language, const Rules *rules, unsigned at, char *out,
                                 unsigned size) {
    Text text = text_in(out, size);
    unsigned last = NOBODY;
    Prose p = {language, rules, &text, MOMENT_NONE, false, false, false, &last, false};
    unsigned end = at;
    while (end < rules->codes && rules->code[end].code != CODE_ELSE && rules->code[end].code != CODE_END)
        end = code_behind(rules, end);
    put_steps(&p, at, end, false);
    tidy(&text, 0);
    return text.length;
}

unsigned rule_sentence(const BookLanguage *language, const Rules *rules, unsigned trigger, char *out, unsigned size) {
    Text text = text_in(out, size);
    const Trigger *t = &rules->trigger[trigger];
    put_program(language, rules, t->at, (Moment)t->moment, t->card == NO_FACE, &text);
    return text.length;
}

/* ---- cards ---- */

/* One more sentence of those about a card. */
static void put_about(Text *text, const BookLanguage *language, BookPhrase row, const Filling *filling) {
    if (text->length) text_char(text, ' ');
    put_filled(text, language, row, filling);
}

static void put_stay(const BookLanguage *language, const CardMore *more, Text *text) {
    char turns[64];
    Text duration = text_in(turns, sizeof turns);
    if (more->turns)
        put_filled(&duration, language, more->stays == STAYS_TARGET ? BOOK_for_their_turns : BOOK_for_your_turns,
                   &(Filling){.n = more->turns});
    put_about(text, language, (BookPhrase)(BOOK_stays_me + more->stays - 1), &(Filling){.words = {turns}});
}

/* While it lies: what it bans and frees. */
static void put_while(const BookLanguage *language, const Rules *rules, const CardCode *code, const CardMore *more,
                      Text *text) {
    bool all = more->stays == STAYS_TABLE;
    const unsigned filters[] = {code->bans, code->fits};
    const BookPhrase rows[] = {all ? BOOK_bans_all : BOOK_bans_one, all ? BOOK_frees_all : BOOK_frees_one};
    for (unsigned i = 0; i < 2; i++) {
        char cards[PIECE_MAX];
        Text kind = text_in(cards, sizeof cards);
        unsigned last = NOBODY;
        Prose p = {language, rules, &kind, MOMENT_NONE, false, false, false, &last, false};
        if (!filters[i]) continue;
        put_filter(&p, filters[i], NOUN_MANY);
        put_about(text, language, rows[i], &(Filling){.words = {"", cards}});
    }
}

/* What it costs, and where it fits. */
static void put_playing(const BookLanguage *language, const Rules *rules, const CardMore *more, Text *text) {
    if (more->price)
        put_about(text, language, BOOK_card_costs,
                  &(Filling){.n = more->price, .words = {rules->counter[more->counter].name}});
    if (more->answers) put_about(text, language, BOOK_card_answers, &(Filling){0});
    if (more->wild)
        put_about(text, language, more->wild == WILD_NAMES ? BOOK_card_fits_names : BOOK_card_fits, &(Filling){0});
}

unsigned card_sentence(const BookLanguage *language, const Rules *rules, Face face, char *out, unsigned size) {
    const CardRow *row = face_row(rules, face);
    const CardMore *more = &row->more;
    bool second = face >= SECOND_CODE;
    const CardCode *code = second ? &rules->second_code[face - SECOND_CODE] : &rules->card_code[face];
    Text text = text_in(out, size);
    char plain[PROSE_MAX / 2];
    put_playing(language, rules, more, &text);
    if (!second && effects_sentence(language, row, plain, sizeof plain)) {
        if (text.length) text_char(&text, ' ');
        text_put(&text, plain);
        text_char(&text, '.');
    }
    if (code->effects) put_program(language, rules, code->effects, MOMENT_NONE, false, &text);
    if (more->stays) put_stay(language, more, &text);
    put_while(language, rules, code, more, &text);
    for (unsigned i = 0; second && i < rules->triggers; i++)
        if (rules->trigger[i].card == face - SECOND_CODE)
            put_program(language, rules, rules->trigger[i].at, (Moment)rules->trigger[i].moment, false, &text);
    if (code->drawn) {
        put_about(&text, language, BOOK_acts_when_drawn, &(Filling){0});
        put_program(language, rules, code->drawn, MOMENT_NONE, false, &text);
    }
    return text.length;
}

/* ---- for forms ---- */

/* The first form, without the comma that closes a clause. */
static void put_label(const BookLanguage *language, unsigned row, char *out, unsigned size) {
    Text text = text_in(out, size);
    put_form(&text, book_phrase(language, (BookPhrase)row), 0);
    if (text.length && text.length < size && out[text.length - 1] == ',') out[text.length - 1] = 0;
}

void ruleset_whom_words(const BookLanguage *language, Whom who, char *out, unsigned size) {
    put_label(language, (unsigned)BOOK_whom_me + who, out, size);
}

void ruleset_moment_words(const BookLanguage *language, Moment moment, char *out, unsigned size) {
    put_label(language, (unsigned)BOOK_moment_turn + moment - 1, out, size);
}

void ruleset_doer_words(const BookLanguage *language, Moment moment, char *out, unsigned size) {
    put_label(language, (unsigned)BOOK_doer_none + moment, out, size);
}

void ruleset_kind_words(const BookLanguage *language, unsigned kind, char *out, unsigned size) {
    Text text = text_in(out, size);
    unsigned last = NOBODY;
    Prose p = {language, NULL, &text, MOMENT_NONE, false, false, false, &last, false};
    char cards[64];
    put_label(language, kind_phrase(kind), cards, sizeof cards);
    if (kind == KIND_SAME) put_row(&p, BOOK_kind_same_symbol, &(Slots){.b = cards}, false);
    else text_put(&text, cards);
}
