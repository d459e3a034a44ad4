/* encode_observe.c -- the table as a row of bytes. The rows below say what comes
 * in which order; the writers follow them. Amounts end at 255. */
#include <string.h>

#include "encode.h"

enum { EACH = 1 << 8 }; /* so many bytes for each seat, the own one first, then to the left */

typedef struct {
    const char *name;
    unsigned size;
} Row;

static const Row classic_rows[] = {
    {"hand", FACES}, {"discards", FACES}, {"top", VALUES}, {"colour", COLOURS}, {"phase", PHASE_RETURNED},
    {"pending", 1},  {"chain", 1},        {"pile", 1},     {"clockwise", 1},    {"guilty", 1},
    {"called", 1},   {"cards", EACH},     {"turn", EACH},  {"attacker", EACH},  {"uno", EACH},
    {"out", EACH},   {"score", EACH},     {NULL, 0},
};

static const Row split_rows[] = {
    {"hand", FACES},       {"shed", FACES},     {"phase", PHASE_CHOICE - PHASE_OFFER},
    {"card", 7},           {"numbers_left", 1}, {"actions_left", 1},
    {"numbers", EACH},     {"actions", EACH},   {"awaited", EACH},
    {"committed", EACH},   {"blocked", EACH},   {"bidders", EACH},
    {"streak", EACH},      {"lead", EACH},      {"actor", EACH},
    {"target", EACH},      {"claimant", EACH},  {"shown", EACH},
    {"duty", NAMES *EACH}, {NULL, 0},
};

/* Behind those of classic, for rules with programs. Seats here are counted from 1, the one that looks; 0: none. */
enum { LYING_BYTES = 4 };
static const Row program_rows[] = {
    {"place", EACH},    {"second_hand", FACES},
    {"set", FACES},     {"second_cards", EACH},
    {"second_pile", 1}, {"casts", 1},
    {"counts_as", 1},   {"lying", LAID_MAX *LYING_BYTES},
    {"ask", ASKS - 1},  {"at", 2},
    {"left", 1},        {"die", 1},
    {"card_played", 1}, {"me", 1},
    {"doer", 1},        {"victim", 1},
    {"target", 1},      {"chosen", 1},
    {NULL, 0},
};

static void add_field(Encoder *encoder, const char *name, unsigned size) {
    encoder->field[encoder->fields++] = (EncodeField){name, encoder->observation, size};
    encoder->observation += size;
}

static void add_rows(Encoder *encoder, const Row *row) {
    for (; row->name; row++)
        add_field(encoder, row->name, row->size >= EACH ? row->size / EACH * encoder->players : row->size);
}

void encode_fields(Encoder *encoder) {
    static const Row *const rows[FAMILIES] = {
#define FAMILY(NAME, name) name##_rows,
#include "../engine/family.def"
#undef FAMILY
    };
    const Rules *rules_of = encoder->rules;
    add_rows(encoder, rows[rules_of->family]);
    for (unsigned i = 0; rules_of->programs && i < rules_of->counters; i++)
        add_field(encoder, rules_of->counter[i].name, encoder->players);
    if (rules_of->programs) add_rows(encoder, program_rows);
    encoder->more = encoder->observation;
}

void encode_add(Encoder *encoder, bool known, unsigned past) {
    encoder->known = known;
    encoder->past = past < PAST_MAX ? past : PAST_MAX;
    if (known) add_field(encoder, "known", FACES * (encoder->players - 1));
    if (encoder->past) add_field(encoder, "past", PAST_BYTES * encoder->past);
}

/* ---- bits into bytes ---- */

#define BYTES_ONE UINT64_C(0x0101010101010101)

/* Byte i of the result is bit i of the lowest byte. */
static inline uint64_t spread8(uint64_t bits) {
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(bits, BYTES_ONE);
#else
    uint64_t apart = (bits & 0xFF) * BYTES_ONE & UINT64_C(0x8040201008040201);
    return (apart + 0x7F * BYTES_ONE) >> 7 & BYTES_ONE;
#endif
}

static inline void put8(uint8_t *out, uint64_t bytes) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    memcpy(out, &bytes, sizeof bytes);
}

void encode_spread(const uint64_t *bits, unsigned words, uint8_t *out) {
    for (unsigned word = 0; word < words; word++)
        for (unsigned i = 0; i < 8; i++, out += 8) put8(out, spread8(bits[word] >> 8 * i));
}

/* The copies of every face. */
static inline void put_cards(const Cards *cards, uint8_t out[FACES]) {
    const uint64_t *p = cards->plane;
    for (unsigned i = 0; i < FACES; i += 8) {
        uint64_t few = spread8(p[0] >> i) | spread8(p[1] >> i) << 1 | spread8(p[2] >> i) << 2;
        put8(out + i, few);
    }
    if (__builtin_expect(!(p[3] | p[4]), 1)) return;
    for (unsigned i = 0; i < FACES; i++) out[i] |= (uint8_t)((p[3] >> i & 1) << 3 | (p[4] >> i & 1) << 4);
}

static inline uint8_t at_most_255(unsigned amount) { return (uint8_t)(amount < 255 ? amount : 255); }

/* ---- one byte for each seat ---- */

typedef struct {
    unsigned players;
    Seat seat; /* who looks */
    uint8_t *out;
} Writer;

#define FOR_EACH_SEAT(w, other, i) \
    for (unsigned i = 0, other = (w)->seat; i < (w)->players; i++, other = other + 1 == (w)->players ? 0 : other + 1)

/* 1 at this seat; nowhere for NO_SEAT. */
static inline void put_seat(Writer *w, unsigned which) {
    FOR_EACH_SEAT(w, other, i) w->out[i] = other == which;
    w->out += w->players;
}

static inline void put_seats(Writer *w, unsigned mask) {
    FOR_EACH_SEAT(w, other, i) w->out[i] = mask >> other & 1;
    w->out += w->players;
}

static inline void put_amounts(Writer *w, const uint16_t *amounts) {
    FOR_EACH_SEAT(w, other, i) w->out[i] = at_most_255(amounts[other]);
    w->out += w->players;
}

static inline void put_bytes(Writer *w, const uint8_t *bytes) {
    FOR_EACH_SEAT(w, other, i) w->out[i] = bytes[other];
    w->out += w->players;
}

static inline void put_one(Writer *w, unsigned amount) { *w->out++ = at_most_255(amount); }

/* 1 at `index` of `size`; nowhere if it is not below. */
static inline void put_choice(Writer *w, unsigned size, unsigned index) {
    memset(w->out, 0, size);
    if (index < size) w->out[index] = 1;
    w->out += size;
}

static inline void put_hand_and_open(Writer *w, const Board *board, const Private *own) {
    put_cards(&own->hand, w->out);
    put_cards(&board->open, w->out + FACES);
    w->out += 2 * FACES;
}

/* ---- the two families ---- */

/* In 250ths of the target, so that it fits a byte. */
static void put_scores(Writer *w, const Rules *rules, const Board *board) {
    unsigned target = (unsigned)rules->option.target;
    FOR_EACH_SEAT(w, other, i) w->out[i] = target ? at_most_255(board->score[other] * 250u / target) : 0;
    w->out += w->players;
}

/* L21: 255 for what the seat may not know. */
static void put_counters(Writer *w, const Rules *rules, const Extra *x) {
    for (unsigned i = 0; i < rules->counters; i++) {
        FOR_EACH_SEAT(w, other, s)
        w->out[s] = rules->counter[i].hidden && other != w->seat ? COUNTER_UNSEEN : x->counter[i][other];
        w->out += w->players;
    }
}

/* L26: how far clockwise everybody sits from the seat that looks. */
static void put_places(Writer *w, const Board *board) {
    unsigned own = board_place_of(board, w->seat);
    FOR_EACH_SEAT(w, other, i)
    w->out[i] = (uint8_t)((board_place_of(board, (Seat)other) + w->players - own) % w->players);
    w->out += w->players;
}

static void put_second(Writer *w, const Private *own) {
    memset(w->out, 0, 2 * FACES);
    for (unsigned i = 0, value; i < SECOND_HAND_MAX && (value = own_second(own, i)) != 0; i++)
        w->out[(value & SECOND_SET ? FACES : 0) + (value & ~(unsigned)SECOND_SET) - 1]++;
    w->out += 2 * FACES;
}

/* 0 for nobody, 1 for the seat that looks, 2 for its left neighbour. */
static uint8_t seat_from(unsigned players, Seat seat, unsigned other) {
    return other < players ? (uint8_t)((other + players - seat) % players + 1) : 0;
}

static void put_lying(Writer *w, const Extra *x) {
    memset(w->out, 0, LAID_MAX * LYING_BYTES);
    for (unsigned i = 0; i < x->lying; i++, w->out += LYING_BYTES) {
        const Laid *laid = &x->laid[i];
        w->out[0] = (uint8_t)(laid->card == CARD_DOWN ? 255 : laid->card - SECOND_CODE + 1);
        w->out[1] = seat_from(w->players, w->seat, laid->owner);
        w->out[2] = seat_from(w->players, w->seat, laid->at);
        w->out[3] = laid->turns;
    }
    w->out += (LAID_MAX - x->lying) * LYING_BYTES;
}

static uint8_t card_plus_one(unsigned card) { return card < 2 * FACES ? (uint8_t)(card + 1) : 0; }

/* The question, and what the program has come to. */
static void put_program(Writer *w, const Extra *x) {
    const uint8_t seats[] = {x->me, x->doer, x->victim, x->target, x->chosen};
    put_choice(w, ASKS - 1, x->ask - 1u);
    put_one(w, x->at / 256u);
    put_one(w, x->at % 256u);
    put_one(w, x->left);
    put_one(w, x->die);
    put_one(w, x->action ? card_plus_one(action_card(x->action)) : 0);
    for (unsigned i = 0; i < sizeof seats; i++) put_one(w, seat_from(w->players, w->seat, seats[i]));
}

static void observe_programs(Writer *w, const Rules *rules, const Board *board, const Private *own) {
    const Extra *x = &board->extra;
    put_counters(w, rules, x);
    put_places(w, board);
    put_second(w, own);
    put_bytes(w, board->actions);
    put_one(w, x->second_pile);
    put_one(w, x->casts);
    put_one(w, x->number);
    put_lying(w, x);
    put_program(w, x);
}

static void observe_classic(Writer *w, const Rules *rules, const Board *board, const Private *own) {
    const ClassicBoard *c = &board->classic;
    put_hand_and_open(w, board, own);
    put_choice(w, VALUES, c->top < FACES ? face_value(c->top) : VALUES);
    put_choice(w, COLOURS, c->colour);
    put_choice(w, PHASE_RETURNED, board->phase - 1u);
    put_one(w, c->pending);
    put_one(w, c->chain);
    put_one(w, board->pile);
    put_one(w, c->direction > 0);
    put_one(w, own->guilty);
    put_one(w, c->uno_called);
    put_amounts(w, board->count);
    put_seat(w, board->turn);
    put_seat(w, c->pending ? c->attacker : NO_SEAT);
    put_seat(w, c->uno_seat);
    put_seats(w, board->out);
    put_scores(w, rules, board);
    if (rules->programs) observe_programs(w, rules, board, own);
}

static void put_duties(Writer *w, const SplitBoard *split) {
    FOR_EACH_SEAT(w, other, i) {
        memset(w->out, 0, NAMES);
        if (split->duty[other] < NAMES) w->out[split->duty[other]] = 1;
        w->out += NAMES;
    }
}

static unsigned split_card_index(Face card) {
    unsigned index = 0;
    while (index < SPLIT_SORTS && split_sorts[index] != card) index++;
    return index;
}

static void observe_split(Writer *w, const Rules *rules, const Board *board, const Private *own) {
    (void)rules;
    const SplitBoard *split = &board->split;
    put_hand_and_open(w, board, own);
    put_choice(w, PHASE_CHOICE - PHASE_OFFER, (unsigned)board->phase - PHASE_OFFER);
    put_choice(w, SPLIT_SORTS, split_card_index(split->card));
    put_one(w, split->numbers_left);
    put_one(w, split->actions_left);
    put_amounts(w, board->count);
    put_bytes(w, board->actions);
    put_seats(w, split->awaited);
    put_seats(w, split->committed);
    put_seats(w, split->blocked);
    put_seats(w, split->bidders);
    put_bytes(w, split->streak);
    put_seat(w, split->lead);
    put_seat(w, split->actor);
    put_seat(w, split->target);
    put_seat(w, split->claimant);
    FOR_EACH_SEAT(w, other, i)
    w->out[i] = split->shown[other] < FACES ? (uint8_t)(face_value(split->shown[other]) + 1) : 0;
    w->out += w->players;
    put_duties(w, split);
}

typedef void Observe(Writer *w, const Rules *rules, const Board *board, const Private *own);

void encode_observe(const Encoder *encoder, const Board *board, const Private *own, Seat seat, uint8_t *out) {
    Writer writer = {.players = encoder->players, .seat = seat};
    writer.out = out;
    static Observe *const rows[FAMILIES] = {
#define FAMILY(NAME, name) observe_##name,
#include "../engine/family.def"
#undef FAMILY
    };
    rows[encoder->rules->family](&writer, encoder->rules, board, own);
}

/* ---- what can be added ---- */

void past_note(Past *past, const Witness *witness) {
    unsigned count = witness->events < EVENTS_MAX ? witness->events : EVENTS_MAX;
    for (unsigned i = 0; i < count; i++) past->event[past->heard++ % PAST_MAX] = witness->event[i];
}

static void put_event(const Encoder *encoder, Seat seat, const Event *event, uint8_t out[PAST_BYTES]) {
    out[0] = (uint8_t)(event->kind + 1);
    out[1] = seat_from(encoder->players, seat, event->seat);
    out[2] = seat_from(encoder->players, seat, event->other);
    out[3] = card_plus_one(event->card);
    out[4] = at_most_255(event->amount);
}

void encode_observe_more(const Encoder *encoder, const Cards *known, const Past *past, Seat seat, uint8_t *out) {
    out += encoder->more;
    if (encoder->known)
        for (unsigned left = 1; left < encoder->players; left++, out += FACES) {
            if (known) put_cards(&known[(seat + left) % encoder->players], out);
            else memset(out, 0, FACES);
        }
    unsigned heard = past ? past->heard : 0;
    for (unsigned i = 0; i < encoder->past; i++, out += PAST_BYTES) {
        if (i < heard && i < PAST_MAX) put_event(encoder, seat, &past->event[(heard - 1 - i) % PAST_MAX], out);
        else memset(out, 0, PAST_BYTES);
    }
}
