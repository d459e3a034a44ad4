/* program_read.c -- the text of a card or rule (docs/rule-language.md) into a list of `Code`.
 *
 * A reader that goes down through the words once. What cannot be carried out
 * where it stands is refused here, with the place, so that program_run.c never
 * meets it: a step that only a laid card can take, a player that nobody named,
 * loops within loops, more questions than a table would bear. */
#include <string.h>

#include "family.h"
#include "program_code.h"

/* ---- words ---- */

static const char *const moment_words[MOMENTS] = {
    "",
#define MOMENT(name, word) word,
#include "program.def"
#undef MOMENT
};
static const char *const who_words[WHOMS] = {
#define WHOM(name, word) word,
#include "program.def"
#undef WHOM
};
const char *const amount_words[] = {
#define AMOUNT(name, word) word,
#include "program.def"
#undef AMOUNT
    NULL};
const StepRow step_rows[CODES] = {
    {"", 0, ""},
#define STEP(name, word, parts, preposition) {word, parts, preposition},
#include "program.def"
#undef STEP
};
const char *const block_words[] = {"if", "roll", "choose", "each", "repeat", "all", NULL};
enum { BLOCK_WORDS = sizeof block_words / sizeof *block_words - 1, STEPS_END = CODE_NOTHING + 1, WORD_MAX = 24 };

const char *moment_word(Moment moment) { return moment_words[moment]; }
const char *who_word(Whom who) { return who_words[who]; }

bool moment_find(const char *word, Moment *out) {
    for (Moment moment = MOMENT_NONE + 1; moment < MOMENTS; moment++)
        if (text_equal(word, moment_words[moment])) return *out = moment, true;
    return false;
}

/* ---- the reader ---- */

typedef struct {
    Rules *rules;
    RulesError *error;
    const char *text, *at;
    ProgramPlace place;
    unsigned begin;            /* its first instruction */
    unsigned times, questions; /* how often the steps at hand may run; questions in all */
    bool in_each, in_repeat, picked, target;
} Reader;

static bool fail(Reader *r, const char *at, const char *sentence, const char *word) {
    Text text = text_in(r->error->text, sizeof r->error->text);
    r->error->offset = (unsigned)(at - r->text);
    if (!RULES_PRINTED) return false;
    text_put(&text, sentence);
    text_put(&text, word);
    return false;
}

static bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

static void blanks(Reader *r) { scan_blanks(&r->at); }

/* The word at hand, "" where there is none. */
static void peek(Reader *r, char out[WORD_MAX]) {
    unsigned length = 0;
    blanks(r);
    while (is_letter(r->at[length]) && length + 1 < WORD_MAX) out[length] = r->at[length], length++;
    out[length] = 0;
}

static bool take(Reader *r, const char *word) {
    char here[WORD_MAX];
    peek(r, here);
    if (!text_equal(here, word)) return false;
    r->at += text_length(word);
    blanks(r);
    return true;
}

static bool mark(Reader *r, char c) {
    blanks(r);
    if (*r->at != c) return false;
    r->at++;
    blanks(r);
    return true;
}

static bool need_mark(Reader *r, char c, const char *what) { return mark(r, c) || fail(r, r->at, what, ""); }

static bool number(Reader *r, unsigned most, uint8_t *out) {
    long long n;
    blanks(r);
    if (*r->at < '0' || *r->at > '9') return false;
    if (!scan_number(&r->at, 0, most, &n)) return false;
    *out = (uint8_t)n;
    blanks(r);
    return true;
}

/* "Name" in quotes. */
static bool quoted(Reader *r, char out[CARD_NAME_MAX], bool *found) {
    unsigned length = 0;
    blanks(r);
    *found = *r->at == '"';
    if (!*found) return true;
    const char *start = r->at++;
    while (*r->at && *r->at != '"' && length + 1 < CARD_NAME_MAX) out[length++] = *r->at++;
    out[length] = 0;
    if (*r->at++ != '"')
        return r->at = start, fail(r, start, "this name has no closing quotation mark, or is too long", "");
    blanks(r);
    return true;
}

/* "; did you mean X?" for a word that is like one of these. */
static void nearest(const char *word, const char *const *list, unsigned count, const char **best, unsigned *least) {
    for (unsigned i = 0; i < count; i++) {
        unsigned distance = list[i][0] ? word_distance(word, list[i]) : 9;
        if (distance < *least) *least = distance, *best = list[i];
    }
}

static bool fail_word(Reader *r, const char *expected, const char *const *list, unsigned count) {
    char word[WORD_MAX];
    const char *best = NULL;
    if (!RULES_PRINTED) return fail(r, r->at, "", "");
    peek(r, word);
    unsigned least = text_length(word) < 4 ? 2 : 3;
    nearest(word, list, count, &best, &least);
    Text text = text_in(r->error->text, sizeof r->error->text);
    text_put(&text, expected);
    text_put(&text, " was expected, not '");
    if (word[0]) text_put(&text, word);
    else if (*r->at) text_char(&text, *r->at);
    else text_put(&text, "the end");
    text_put(&text, "'");
    if (best) {
        text_put(&text, "; did you mean ");
        text_put(&text, best);
        text_put(&text, "?");
    }
    r->error->offset = (unsigned)(r->at - r->text);
    return false;
}

/* ---- code ---- */

static unsigned here(const Reader *r) { return r->rules->codes; }

static bool emit(Reader *r, Code code) {
    if (r->rules->codes == CODE_MAX) return fail(r, r->at, "all programs of a ruleset together are too long", "");
    if (here(r) - r->begin >= PROGRAM_LENGTH_MAX)
        return fail(r, r->at, "this program is too long: shorten it or use several cards", "");
    r->rules->code[r->rules->codes++] = code;
    return true;
}

static bool emit_kind(Reader *r, CodeKind kind) { return emit(r, (Code){.code = (uint8_t)kind}); }

static void land(Reader *r, unsigned at) { r->rules->code[at].jump = (uint16_t)here(r); }

/* ---- players ---- */

bool who_is_several(unsigned who) { return who == WHOM_EVERYBODY || who == WHOM_OTHERS; }

static bool faces_draw(const ProgramPlace *p) { return p->moment == MOMENT_HIT || p->answers; }

/* Why the player is not there; NULL: it is. */
static const char *whom_refusal(const ProgramPlace *p, Whom who) {
    if (who == WHOM_VICTIM && !faces_draw(p))
        return "a victim is there only when a draw is faced: 'when hit', or a card with answers = on";
    if (who == WHOM_TARGET && p->moment && p->moment != MOMENT_CAST)
        return "a target is named only when a card is played; use holder or 'choose player' here";
    if (who == WHOM_HOLDER && !(p->moment && p->second)) return "only a card that lies on the table has a holder";
    return NULL;
}

bool program_whom_stands(const ProgramPlace *place, Whom who) { return !whom_refusal(place, who); }

static bool check_who(Reader *r, const char *at, unsigned who) {
    const char *refusal = whom_refusal(&r->place, (Whom)who);
    if (refusal) return fail(r, at, refusal, "");
    if (who == WHOM_THEM && !r->in_each) return fail(r, at, "'them' stands only within 'each'", "");
    if (who == WHOM_CHOSEN && !r->picked) return fail(r, at, "nobody is chosen yet: 'choose player' comes first", "");
    if (who == WHOM_TARGET) r->target = true;
    return true;
}

static bool read_who(Reader *r, uint8_t *out, bool several) {
    blanks(r);
    const char *start = r->at;
    for (unsigned who = 0; who < WHOMS; who++) {
        if (!take(r, who_words[who])) continue;
        if (who_is_several(who) && !several)
            return fail(r, start, "one player is meant here, not several: use 'each'", "");
        *out = (uint8_t)who;
        return check_who(r, start, who);
    }
    return fail_word(r, "a player such as me, next, target or others", who_words, WHOMS);
}

static bool is_who(Reader *r) {
    char word[WORD_MAX];
    peek(r, word);
    for (unsigned who = 0; who < WHOMS; who++)
        if (text_equal(word, who_words[who])) return true;
    return false;
}

static bool preposition(Reader *r) {
    return take(r, "by") || take(r, "to") || take(r, "from") || take(r, "for") || take(r, "with") || take(r, "of");
}

/* ---- amounts ---- */

const char *const scale_words[] = {"", "half", "double", NULL};

static int counter_here(Reader *r) {
    char word[WORD_MAX];
    peek(r, word);
    for (unsigned i = 0; i < r->rules->counters; i++)
        if (text_equal(word, r->rules->counter[i].name)) return (int)i;
    return -1;
}

static int second_named(const Rules *rules, const char *name) {
    for (unsigned i = 0; i < rules->seconds; i++)
        if (text_equal(rules->second[i].name, name)) return (int)i;
    return -1;
}

bool program_amount_stands(const ProgramPlace *place, AmountKind kind) {
    return kind != AMOUNT_PENDING || faces_draw(place);
}

bool amount_is_of(AmountKind kind) { return kind == AMOUNT_CARDS || kind == AMOUNT_COUNTER || kind == AMOUNT_LYING; }

static bool read_of(Reader *r, Amount *out) { return !take(r, "of") || read_who(r, &out->of, false); }

static bool read_term(Reader *r, Amount *out) {
    char name[CARD_NAME_MAX];
    bool found;
    blanks(r);
    const char *start = r->at;
    if (number(r, COUNTER_MOST, &out->number)) return true;
    if (*start >= '0' && *start <= '9') return fail(r, start, "a number here is at most 99", "");
    if (!quoted(r, name, &found)) return false;
    if (found) {
        int card = second_named(r->rules, name);
        if (card < 0) return fail(r, start, "there is no card of the second deck of that name: ", name);
        out->kind = AMOUNT_LYING, out->number = (uint8_t)card;
        return read_of(r, out);
    }
    int counter = counter_here(r);
    if (counter >= 0) {
        take(r, r->rules->counter[counter].name);
        out->kind = AMOUNT_COUNTER, out->number = (uint8_t)counter;
        return read_of(r, out);
    }
    for (unsigned kind = AMOUNT_ALL; kind < AMOUNT_LYING; kind++) {
        if (kind == AMOUNT_COUNTER || !take(r, amount_words[kind])) continue;
        out->kind = (uint8_t)kind;
        if (!program_amount_stands(&r->place, (AmountKind)kind))
            return fail(r, start,
                        "no draw is faced here: 'pending' stands under 'when hit', or on a card with answers = on", "");
        return !amount_is_of((AmountKind)kind) || read_of(r, out);
    }
    return fail_word(r, "an amount such as 2, cards, die, a counter or half of one", amount_words + 1,
                     AMOUNT_KINDS - 1);
}

static bool read_amount(Reader *r, Amount *out) {
    memset(out, 0, sizeof *out);
    for (unsigned scale = SCALE_HALF; scale <= SCALE_DOUBLE; scale++)
        if (!out->scale && take(r, scale_words[scale])) out->scale = (uint8_t)scale;
    return read_term(r, out);
}

/* True where an amount may begin here; where cards may follow, a name in quotes is theirs. */
static bool is_amount(Reader *r, bool cards) {
    char word[WORD_MAX];
    peek(r, word);
    if (*r->at == '"') return !cards;
    if ((*r->at >= '0' && *r->at <= '9') || text_equal(word, scale_words[SCALE_HALF]) ||
        text_equal(word, scale_words[SCALE_DOUBLE]))
        return true;
    for (unsigned kind = AMOUNT_ALL; kind < AMOUNT_LYING; kind++)
        if (text_equal(word, amount_words[kind])) return true;
    return counter_here(r) >= 0;
}

/* ---- filters ---- */

const char *const kind_words[] = {"", "numbers", "actions", "wilds", "alike", NULL};

Face rules_find_card(const Rules *rules, const char *name) {
    for (uint64_t left = rules->faces; left; left &= left - 1)
        if (text_equal(rules->card[bits_first(left)].name, name)) return (Face)bits_first(left);
    return NO_FACE;
}

static uint64_t faces_named(const Rules *rules, const char *name) {
    uint64_t faces = 0;
    for (uint64_t left = rules->faces; left; left &= left - 1)
        if (text_equal(rules->card[bits_first(left)].name, name)) faces |= left & (~left + 1);
    return faces;
}

static uint64_t faces_of_kind(const Rules *rules, unsigned kind) {
    uint64_t wilds = 0;
    for (uint64_t left = rules->faces; left; left &= left - 1)
        if (!rules->card[bits_first(left)].colours) wilds |= left & (~left + 1);
    if (kind == KIND_NUMBERS) return NUMBERS_MASK & ~wilds;
    if (kind == KIND_ACTIONS) return rules->faces & ~NUMBERS_MASK & ~wilds;
    return kind == KIND_WILDS ? wilds : rules->faces;
}

static bool filter_kept(Reader *r, const Filter *filter, uint8_t *out) {
    Rules *rules = r->rules;
    for (unsigned i = 1; i < rules->filters; i++) {
        const Filter *old = &rules->filter[i];
        if (old->faces == filter->faces && old->colour == filter->colour && old->kind == filter->kind)
            return *out = (uint8_t)i, true;
    }
    if (rules->filters == FILTERS_MAX) return fail(r, r->at, "a ruleset may name at most 63 kinds of cards", "");
    rules->filter[rules->filters] = *filter;
    *out = rules->filters++;
    return true;
}

/* Nothing at all is any card: *out is 0. */
static bool read_filter(Reader *r, uint8_t *out) {
    Filter filter = {.faces = r->rules->faces, .colour = FILTER_ANY};
    char name[CARD_NAME_MAX];
    bool found;
    for (unsigned colour = 0; colour < COLOURS; colour++)
        if (filter.colour == FILTER_ANY && take(r, colour_names[colour])) filter.colour = (uint8_t)colour;
    if (filter.colour == FILTER_ANY && take(r, "matching")) filter.colour = FILTER_SAME;
    if (filter.colour < COLOURS) filter.faces &= COLOUR_MASK(filter.colour) & ~faces_of_kind(r->rules, KIND_WILDS);
    for (unsigned kind = KIND_NUMBERS; kind <= KIND_SAME; kind++)
        if (!filter.kind && take(r, kind_words[kind]))
            filter.kind = (uint8_t)kind, filter.faces &= faces_of_kind(r->rules, kind);
    blanks(r);
    const char *start = r->at;
    if (!filter.kind && !quoted(r, name, &found)) return false;
    if (!filter.kind && found) {
        filter.kind = KIND_NAMED, filter.faces &= faces_named(r->rules, name);
        if (!faces_named(r->rules, name)) return fail(r, start, "there is no card of that name: ", name);
        filter.named = rules_find_card(r->rules, name);
    }
    if (filter.colour == FILTER_ANY && !filter.kind) return *out = 0, true;
    if (!filter.faces) return fail(r, start, "no card is like that", "");
    return filter_kept(r, &filter, out);
}

/* ---- steps ---- */

static bool read_block(Reader *r);

/* Why the step cannot be taken there; NULL: it can. */
static const char *step_refusal(const ProgramPlace *p, CodeKind kind) {
    if ((kind == CODE_DRAW || kind == CODE_SKIP || kind == CODE_AGAIN) && (p->second || p->moment))
        return "only a card that is laid on the discards moves the turn on; use 'take ... by' or 'end' instead of ";
    if (kind == CODE_NEGATE && !faces_draw(p) && p->moment != MOMENT_CAST && p->moment != MOMENT_PLAYED)
        return "there is nothing to negate: that stands under 'when hit', 'when played', 'when cast', or on a card with answers = on";
    if (kind == CODE_DEFLECT && !faces_draw(p) && p->moment != MOMENT_CAST)
        return "there is nothing to deflect: that stands under 'when hit', 'when cast', or on a card with answers = on";
    if (kind == CODE_PENDING && !faces_draw(p))
        return "no draw is faced here: that stands under 'when hit', or on a card with answers = on";
    if (kind == CODE_STOP && (p->answers || !(p->moment == MOMENT_TURN || (p->second && !p->moment))))
        return "'end' ends a turn: it stands under 'when turn', or on a card of the second deck";
    if (kind == CODE_LEAVE && !(p->second && p->moment)) return "only a card that lies on the table can leave it";
    return NULL;
}

bool program_step_stands(const ProgramPlace *place, CodeKind kind) { return !step_refusal(place, kind); }

static bool check_step(Reader *r, const char *at, CodeKind kind) {
    bool turns = kind == CODE_DRAW || kind == CODE_SKIP || kind == CODE_AGAIN;
    const char *refusal = step_refusal(&r->place, kind);
    if (refusal) return fail(r, at, refusal, turns ? step_rows[kind].word : "");
    if (kind == CODE_FETCH && !r->rules->second_deck.name[0])
        return fail(r, at, "there is no second deck to fetch from: it needs a [deck NAME]", "");
    return true;
}

const char *const colour_words[] = {"red", "yellow", "green", "blue", "random", "named", NULL};

static bool read_colour(Reader *r, uint8_t *out) {
    for (unsigned i = 0; colour_words[i]; i++)
        if (take(r, colour_words[i])) return *out = (uint8_t)i, true;
    return fail_word(r, "red, yellow, green, blue, random or named", colour_words, 6);
}

static bool ask(Reader *r, const char *at, unsigned cards) {
    r->questions += r->times * cards;
    return r->questions <= QUESTIONS_MOST || fail(r, at, "this program could ask more than 24 questions in a row", "");
}

static bool begin_each(Reader *r, const char *at, uint8_t who) {
    if (r->in_each) return fail(r, at, "each cannot stand within each", "");
    r->in_each = true;
    r->times *= 10;
    return emit(r, (Code){.code = CODE_EACH, .who = who});
}

static bool end_loop(Reader *r, unsigned start) {
    if (!emit(r, (Code){.code = CODE_LOOP, .jump = (uint16_t)start})) return false;
    land(r, start);
    return true;
}

static bool end_each(Reader *r, unsigned start) {
    r->in_each = false;
    r->times /= 10;
    return end_loop(r, start);
}

static unsigned most_of(const Amount *amount) {
    return amount->kind == AMOUNT_NUMBER ? amount->number : amount->kind == AMOUNT_ALL ? 0 : 12;
}

/* A step about several players is done for each of them. */
static bool emit_step(Reader *r, const char *at, Code code) {
    bool asks = code.code == CODE_DISCARD || code.code == CODE_GIVE, several = who_is_several(code.who);
    unsigned start = here(r);
    if (several) {
        if (!begin_each(r, at, code.who)) return false;
        code.who = WHOM_THEM;
    }
    if (asks && !ask(r, at, most_of(&code.amount))) return false;
    return emit(r, code) && (!several || end_each(r, start));
}

static bool read_plain_step(Reader *r, const char *at, CodeKind kind) {
    const StepRow *row = &step_rows[kind];
    Code code = {.code = (uint8_t)kind, .amount = {.number = 1}};
    if (!check_step(r, at, kind)) return false;
    if (kind == CODE_COLOUR) {
        if (!read_colour(r, &code.arg) || (code.arg == COLOUR_NAMED && !ask(r, at, 1))) return false;
        if (code.arg == COLOUR_NAMED && preposition(r) && !read_who(r, &code.who, false)) return false;
        return emit(r, code);
    }
    if (row->parts & HAS_N) {
        if (is_amount(r, row->parts & HAS_F) && !read_amount(r, &code.amount)) return false;
        if (!(row->parts & TAKES_ALL) && code.amount.kind == AMOUNT_ALL)
            return fail(r, at, "'all' says how many cards leave a hand, or how much a counter loses", "");
    }
    if (row->parts & HAS_F && !read_filter(r, &code.filter)) return false;
    if (row->parts & HAS_C) {
        int counter = counter_here(r);
        const char *names[COUNTERS_MAX];
        for (unsigned i = 0; i < r->rules->counters; i++) names[i] = r->rules->counter[i].name;
        if (counter < 0) return fail_word(r, "the name of a counter", names, r->rules->counters);
        take(r, names[counter]);
        code.arg = (uint8_t)counter;
    }
    if (row->parts & HAS_W) {
        if (preposition(r)) {
            if (!read_who(r, &code.who, !(row->parts & ONE_W))) return false;
        } else if (row->parts & NEEDS_W) {
            return fail_word(r, row->preposition, NULL, 0);
        }
    }
    return emit_step(r, at, code);
}

/* ---- blocks ---- */

const char *const test_words[] = {"is", "is not", "at least", "at most", NULL};

/* All of them, or none is taken. */
static bool take_words(Reader *r, const char *words) {
    const char *start = r->at;
    while (*words) {
        char word[WORD_MAX];
        unsigned length = 0;
        while (is_letter(*words)) word[length++] = *words++;
        word[length] = 0;
        if (!take(r, word)) return r->at = start, false;
        scan_blanks(&words);
    }
    return true;
}

static bool read_test(Reader *r, Code *code) {
    blanks(r);
    if (take(r, "card")) {
        if (!take(r, "is")) return fail_word(r, "is", NULL, 0);
        code->arg = TEST_CARD;
        if (!read_filter(r, &code->filter)) return false;
        return code->filter || fail_word(r, "a colour or kind of card", kind_words, 5);
    }
    if (is_who(r)) {
        if (!read_who(r, &code->who, false)) return false;
        if (!take(r, "is")) return fail_word(r, "is", NULL, 0);
        code->arg = take(r, "not") ? TEST_NOT_WHO : TEST_WHO;
        return read_who(r, &code->amount.of, false);
    }
    if (!read_amount(r, &code->amount)) return false;
    unsigned test = TEST_IS;
    while (test_words[test] && !take_words(r, test_words[test])) test++;
    if (!test_words[test]) return fail_word(r, "is, at least or at most", NULL, 0);
    code->arg = test == TEST_IS && take(r, "not") ? TEST_IS_NOT : (uint8_t)test;
    return read_amount(r, &code->other);
}

static bool read_if(Reader *r) {
    unsigned first = here(r);
    do {
        Code code = {.code = CODE_IF};
        if (!read_test(r, &code)) return false;
        if (here(r) > first) code.arg |= TEST_AND;
        if (!emit(r, code)) return false;
    } while (take(r, "and"));
    unsigned last = here(r);
    if (!need_mark(r, ':', "a colon was expected after what must hold") || !read_block(r)) return false;
    unsigned leap = here(r);
    bool otherwise = take(r, "else");
    if (otherwise && !emit_kind(r, CODE_ELSE)) return false;
    for (unsigned i = first; i < last; i++) land(r, i);
    if (otherwise && !read_block(r)) return false;
    if (otherwise) land(r, leap);
    return true;
}

/* One branch of several; its ELSE is linked to the one before it until the end is known. */
static bool read_branch(Reader *r, Code head, unsigned *ends) {
    unsigned at = here(r);
    if (!emit(r, head) || !read_block(r)) return false;
    unsigned end = here(r);
    if (!emit(r, (Code){.code = CODE_ELSE, .jump = (uint16_t)*ends})) return false;
    *ends = end;
    land(r, at);
    return true;
}

static void land_ends(Reader *r, unsigned ends) {
    while (ends) {
        unsigned before = r->rules->code[ends].jump;
        land(r, ends);
        ends = before;
    }
}

static bool read_range(Reader *r, uint8_t *low, uint8_t *high) {
    blanks(r);
    const char *start = r->at;
    if (!number(r, 6, low) || !*low) return fail(r, start, "what the die shows was expected, such as 1-2 or 6", "");
    *high = *low;
    if (!mark(r, '-')) return true;
    return (number(r, 6, high) && *high >= *low) || fail(r, start, "a range goes up: 1-2, 3-6", "");
}

static bool read_roll(Reader *r, const char *at) {
    unsigned start = here(r), ends = 0, seen = 0;
    uint8_t low = 0, high = 6;
    if (!emit_kind(r, CODE_ROLL)) return false;
    if (number(r, 6, &low)) { /* roll 4: A else B */
        if (low < 2) return fail(r, at, "roll takes a number from 2 to 6", "");
        if (!need_mark(r, ':', "a colon was expected after the number")) return false;
        if (!read_branch(r, (Code){.code = CODE_RANGE, .who = low, .arg = high}, &ends)) return false;
        if (take(r, "else") && !read_branch(r, (Code){.code = CODE_RANGE, .who = 1, .arg = (uint8_t)(low - 1)}, &ends))
            return false;
    } else {
        if (!need_mark(r, ':', "a colon was expected after roll")) return false;
        do {
            blanks(r);
            const char *range = r->at;
            if (!read_range(r, &low, &high)) return false;
            for (unsigned i = low; i <= high; i++) {
                if (seen >> i & 1) return fail(r, range, "the die has had this number already", "");
                seen |= 1u << i;
            }
            if (!read_branch(r, (Code){.code = CODE_RANGE, .who = low, .arg = high}, &ends)) return false;
        } while (take(r, "or"));
    }
    land(r, start);
    land_ends(r, ends);
    return true;
}

static bool read_choose(Reader *r, const char *at) {
    unsigned start = here(r), ends = 0, options = 0;
    Code code = {.code = CODE_CHOOSE};
    if (!ask(r, at, 1)) return false;
    if (take(r, "player")) return r->picked = true, emit_kind(r, CODE_PICK);
    if (take(r, "colour")) return emit(r, (Code){.code = CODE_COLOUR, .arg = COLOUR_NAMED});
    if (take(r, "by") && !read_who(r, &code.who, false)) return false;
    if (!need_mark(r, ':',
                   "'choose' is followed by player, colour, or a colon and the options: choose: take 1 or skip") ||
        !emit(r, code))
        return false;
    do {
        if (options++ == OPTIONS_MAX_ASKED) return fail(r, r->at, "there can be at most six options", "");
        if (!read_branch(r, (Code){.code = CODE_OPTION}, &ends)) return false;
    } while (take(r, "or"));
    if (options < 2) return fail(r, at, "a choice has at least two options, separated by 'or'", "");
    r->rules->code[start].filter = (uint8_t)options;
    land(r, start);
    land_ends(r, ends);
    return true;
}

static bool read_each(Reader *r, const char *at) {
    uint8_t who;
    unsigned start = here(r);
    if (!take(r, "others")) {
        if (!take(r, "everybody")) return fail_word(r, "others or everybody", who_words + WHOM_EVERYBODY, 2);
        who = WHOM_EVERYBODY;
    } else who = WHOM_OTHERS;
    if (!need_mark(r, ':', "a colon was expected after whom each is for") || !begin_each(r, at, who)) return false;
    return read_block(r) && end_each(r, start);
}

static bool read_repeat(Reader *r, const char *at) {
    Code code = {.code = CODE_REPEAT};
    unsigned start = here(r);
    if (r->in_repeat) return fail(r, at, "repeat cannot stand within repeat", "");
    if (!read_amount(r, &code.amount)) return false;
    if (code.amount.kind == AMOUNT_ALL ||
        (code.amount.kind == AMOUNT_NUMBER && (code.amount.number < 2 || code.amount.number > REPEAT_MOST)))
        return fail(r, at, "repeat takes a number from 2 to 6, or an amount such as die", "");
    if (!need_mark(r, ':', "a colon was expected after how often") || !emit(r, code)) return false;
    r->in_repeat = true;
    r->times *= REPEAT_MOST;
    if (!read_block(r)) return false;
    r->in_repeat = false;
    r->times /= REPEAT_MOST;
    return end_loop(r, start);
}

static bool fail_step(Reader *r) {
    const char *words[STEPS_END + BLOCK_WORDS];
    for (unsigned i = 0; i < STEPS_END; i++) words[i] = step_rows[i].word;
    for (unsigned i = 0; i < BLOCK_WORDS; i++) words[STEPS_END + i] = block_words[i];
    return fail_word(r, "a step such as take, draw, gain, if, roll or choose", words, STEPS_END + BLOCK_WORDS);
}

static bool read_step(Reader *r) {
    blanks(r);
    const char *at = r->at;
    if (take(r, "if")) return read_if(r);
    if (take(r, "roll")) return read_roll(r, at);
    if (take(r, "choose")) return read_choose(r, at);
    if (take(r, "each")) return read_each(r, at);
    if (take(r, "repeat")) return read_repeat(r, at);
    if (take(r, "all")) { /* all 2: every other player draws */
        Code code = {.code = CODE_TAKE, .who = WHOM_OTHERS};
        return read_amount(r, &code.amount) && emit_step(r, at, code);
    }
    for (unsigned kind = CODE_END + 1; kind < STEPS_END; kind++)
        if (take(r, step_rows[kind].word)) return read_plain_step(r, at, (CodeKind)kind);
    return fail_step(r);
}

static bool read_steps(Reader *r) {
    do
        if (!read_step(r)) return false;
    while (mark(r, ','));
    return true;
}

/* A step, or several in brackets. */
static bool read_block(Reader *r) {
    if (!mark(r, '(')) return read_step(r);
    return read_steps(r) && need_mark(r, ')', "a comma or a closing bracket was expected");
}

bool program_read(Rules *rules, const char *text, const ProgramPlace *place, ProgramRead *out, RulesError *error) {
    Reader r = {
        .rules = rules, .error = error, .text = text, .at = text, .place = *place, .begin = rules->codes, .times = 1};
    error->offset = 0;
    if (!read_steps(&r)) return false;
    blanks(&r);
    if (*r.at == ')') return fail(&r, r.at, "this bracket closes nothing", "");
    if (*r.at) return fail_word(&r, "a comma or the end", NULL, 0);
    out->at = (uint16_t)r.begin;
    out->target = r.target;
    return emit_kind(&r, CODE_END);
}

bool program_read_filter(Rules *rules, const char *text, uint8_t *out, RulesError *error) {
    Reader r = {.rules = rules, .error = error, .text = text, .at = text, .begin = rules->codes};
    error->offset = 0;
    if (!read_filter(&r, out)) return false;
    blanks(&r);
    if (!*out || *r.at)
        return fail_word(&r, "a colour or a kind of card, such as red numbers or \"Skip\",", kind_words, 5);
    return true;
}

/* Behind a construct that begins at `at`. */
unsigned code_behind(const Rules *rules, unsigned at) {
    const Code *code = &rules->code[at];
    bool leaps =
        code->code == CODE_ROLL || code->code == CODE_CHOOSE || code->code == CODE_EACH || code->code == CODE_REPEAT;
    if (leaps) return code->jump;
    if (code->code != CODE_IF) return at + 1;
    const Code *last = &rules->code[code->jump - 1]; /* of the branch: does it leap over an else? */
    return last->code == CODE_ELSE && last->jump > code->jump ? last->jump : code->jump;
}
