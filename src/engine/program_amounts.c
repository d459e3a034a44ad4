/* program_amounts.c -- whom a step is about, how many, which cards, and whether a test holds. */
#include "program_internal.h"

static Seat seat_before(const Board *board, Seat seat) {
    unsigned place = board_place_of(board, seat), back = board->classic.direction > 0 ? board->players - 1u : 1u;
    do place = (place + back) % board->players;
    while (board->out >> board_at_place(board, place) & 1);
    return board_at_place(board, place);
}

/* The most or fewest cards; of equals the first after me. */
static Seat seat_by_cards(const Board *board, Seat me, bool most) {
    Seat best = NO_SEAT, seat = me;
    for (unsigned i = 0; i < board->players; i++) {
        seat = classic_neighbour(board, seat);
        if (board->out >> seat & 1) continue;
        if (best == NO_SEAT ||
            (most ? board->count[seat] > board->count[best] : board->count[seat] < board->count[best]))
            best = seat;
    }
    return best;
}

static Seat random_other(Change *change, Seat me) {
    const Board *board = &change->game->board;
    unsigned others = seats_all(board->players) & ~(unsigned)board->out & ~(1u << me);
    return others ? (Seat)bits_select(others, rng_below(&change->game->rng, bits_count(others))) : NO_SEAT;
}

Seat who_is(Change *change, unsigned who) {
    const Board *board = &change->game->board;
    const Extra *x = &board->extra;
    Seat seat = NO_SEAT;
    switch ((Whom)who) {
    case WHOM_ME: seat = x->me; break;
    case WHOM_DOER: seat = x->doer; break;
    case WHOM_VICTIM: seat = x->victim; break;
    case WHOM_NEXT: seat = classic_next(board, x->me); break;
    case WHOM_PREVIOUS: seat = seat_before(board, x->me); break;
    case WHOM_TARGET: seat = x->target; break;
    case WHOM_CHOSEN: seat = x->chosen; break;
    case WHOM_THEM: seat = x->loops ? x->loop[x->loops - 1].them : NO_SEAT; break;
    case WHOM_HOLDER: seat = x->slot < x->lying ? x->laid[x->slot].at : NO_SEAT; break;
    case WHOM_MOST: seat = seat_by_cards(board, x->me, true); break;
    case WHOM_FEWEST: seat = seat_by_cards(board, x->me, false); break;
    case WHOM_RANDOM: seat = random_other(change, x->me); break;
    case WHOM_EVERYBODY:
    case WHOM_OTHERS:
    case WHOMS: break; /* only in loops */
    }
    if (who == WHOM_THEM) /* the innermost each, whatever is repeated within it */
        for (unsigned i = x->loops; i-- > 0;)
            if (x->loop[i].them != NO_SEAT) seat = x->loop[i].them;
    return is_in(board, seat) ? seat : NO_SEAT;
}

static unsigned lying_at(const Extra *x, unsigned card, Seat seat) {
    unsigned count = 0;
    for (unsigned i = 0; i < x->lying; i++) count += x->laid[i].card == SECOND_CODE + card && x->laid[i].at == seat;
    return count;
}

unsigned amount_of(Change *change, const Amount *amount) {
    const Board *board = &change->game->board;
    const Extra *x = &board->extra;
    bool of_seat = amount->kind == AMOUNT_CARDS || amount->kind == AMOUNT_COUNTER || amount->kind == AMOUNT_LYING;
    Seat seat = of_seat ? who_is(change, amount->of) : NO_SEAT;
    Face top = classic_counts_as(change->rules, board);
    unsigned n = 0;
    if (of_seat && seat == NO_SEAT) return 0;
    switch ((AmountKind)amount->kind) {
    case AMOUNT_NUMBER: n = amount->number; break;
    case AMOUNT_ALL: n = UINT16_MAX; break;
    case AMOUNT_CARDS: n = board->count[seat]; break;
    case AMOUNT_COUNTER: n = x->counter[amount->number][seat]; break;
    case AMOUNT_DIE: n = x->die; break;
    case AMOUNT_TOP: n = NUMBERS_MASK & ~change->rules->wilds & FACE_BIT(top) ? face_value(top) : 0; break;
    case AMOUNT_PENDING: n = board->classic.pending; break;
    case AMOUNT_PLAYERS: n = classic_active(board); break;
    case AMOUNT_LYING: n = lying_at(x, amount->number, seat); break;
    case AMOUNT_KINDS: break;
    }
    if (amount->scale == SCALE_HALF) return (n + 1) / 2;
    return amount->scale == SCALE_DOUBLE ? 2 * n : n;
}

uint64_t program_filter(const Rules *rules, const Board *board, unsigned filter) {
    const Filter *f = &rules->filter[filter];
    uint64_t faces = f->faces;
    if (f->colour == FILTER_SAME) faces &= COLOUR_MASK(board->classic.colour) & ~rules->wilds;
    if (f->kind == KIND_SAME) faces &= VALUE_MASK(face_value(classic_counts_as(rules, board))) & ~rules->wilds;
    return faces;
}

bool test_holds(Change *change, const Code *code) {
    const Board *board = &change->game->board;
    unsigned test = code->arg & ~(unsigned)TEST_AND;
    if (test == TEST_CARD)
        return program_filter(change->rules, board, code->filter) >> classic_counts_as(change->rules, board) & 1;
    if (test == TEST_WHO || test == TEST_NOT_WHO) {
        Seat a = who_is(change, code->who), b = who_is(change, code->amount.of);
        return (a != NO_SEAT && a == b) == (test == TEST_WHO);
    }
    unsigned a = amount_of(change, &code->amount), b = amount_of(change, &code->other);
    if (test == TEST_AT_LEAST) return a >= b;
    if (test == TEST_AT_MOST) return a <= b;
    return (a == b) == (test == TEST_IS);
}
