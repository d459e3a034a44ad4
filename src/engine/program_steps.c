/* program_steps.c -- what one step does that is no question and no jump. */
#include "program_internal.h"

void counter_set(Change *change, unsigned counter, Seat seat, unsigned value) {
    Extra *x = extra_of(change);
    unsigned most = change->rules->counter[counter].most;
    if (value > most) value = most;
    if (x->counter[counter][seat] == value) return;
    x->counter[counter][seat] = (uint8_t)value;
    bool hidden = change->rules->counter[counter].hidden; /* L21: that it has changed is all that is told */
    tell(change, hidden ? EVENT_counter_unseen : EVENT_counter, seat, NO_SEAT, NO_FACE,
         counter * COUNTER_EVENT + (hidden ? (unsigned)COUNTER_UNSEEN : value));
}

static void count(Change *change, const Code *code, Seat seat) {
    unsigned now = extra_of(change)->counter[code->arg][seat], n = amount_of(change, &code->amount);
    if (code->code == CODE_GAIN) counter_set(change, code->arg, seat, now + n);
    else if (code->code == CODE_LOSE) counter_set(change, code->arg, seat, now > n ? now - n : 0);
    else counter_set(change, code->arg, seat, n);
}

static void set_colour(Change *change, unsigned colour) {
    change->game->board.classic.colour = (uint8_t)colour;
    tell(change, EVENT_recoloured, NO_SEAT, NO_SEAT, NO_FACE, colour);
}

/* L26: between two it changes nothing. */
static void swap_seats(Change *change, Seat a, Seat b) {
    Board *board = &change->game->board;
    uint8_t *order = board->extra.order;
    unsigned of_a = board_place_of(board, a), of_b = board_place_of(board, b);
    if (a == b || board->players == 2) return;
    for (unsigned place = 0; place < board->players; place++) order[place] = board_at_place(board, place);
    order[of_a] = b;
    order[of_b] = a;
    board->classic.reseated = false;
    for (unsigned place = 0; place < board->players; place++) board->classic.reseated |= order[place] != place;
    if (!board->classic.reseated) memset(order, 0, sizeof board->extra.order); /* everybody sits as before */
    tell(change, EVENT_reseated, a, b, NO_FACE, 0);
}

static void dispel(Change *change, Seat seat) {
    const Extra *x = extra_of(change);
    for (unsigned slot = x->lying; slot-- > 0;)
        if (x->laid[slot].at == seat && x->laid[slot].card != CARD_DOWN) laid_remove(change, slot);
}

/* All that somebody has leaves the deal with them. */
static void put_out(Change *change, Seat seat) {
    Game *game = change->game;
    Board *board = &game->board;
    Extra *x = extra_of(change);
    for (unsigned slot = x->lying; slot-- > 0;)
        if (x->laid[slot].at == seat || x->laid[slot].owner == seat) laid_remove(change, slot);
    while (own_second(&game->own[seat], 0)) second_put_back(change, second_take(&game->own[seat], 0) - 1);
    board->actions[seat] = 0;
    cards_merge(&board->open, &game->own[seat].hand);
    board->open_count = (uint16_t)(board->open_count + board->count[seat]);
    game->own[seat].hand = (Cards){0};
    game->own[seat].drawn = NO_FACE;
    game->own[seat].guilty = false;
    board->count[seat] = 0;
    board->out |= (uint16_t)(1u << seat);
    board->classic.passes = 0;
    if (board->classic.uno_seat == seat) board->classic.uno_seat = NO_SEAT;
    if (board->classic.passer == seat) board->classic.passer = NO_SEAT;
    witness_shown_all(change->witness, seat, &game->own[seat].hand);
    tell(change, EVENT_knocked_out, seat, NO_SEAT, NO_FACE, 0);
    if (classic_active(board) > 1) return;
    classic_end_deal(change, classic_side_of(change, mask_first(seats_all(board->players) & ~(unsigned)board->out)),
                     true);
}

/* Draws until a card like that has come; what it is only the drawer sees, and that it has come everybody. */
static void hunt(Change *change, const Code *code, Seat seat) {
    Board *board = &change->game->board;
    uint64_t wanted = program_filter(change->rules, board, code->filter);
    unsigned drawn = 0;
    Face card;
    do {
        card = classic_draw_one(change, seat);
        drawn += card != NO_FACE;
    } while (card != NO_FACE && !(wanted >> card & 1));
    hand_changed(change, seat);
    tell(change, EVENT_drew, seat, NO_SEAT, NO_FACE, drawn);
}

/* L22: one such card of the discards comes up and is the top card; its colour is in play. A card without a colour does
 * not: nobody has named one. */
static void raise_card(Change *change, const Code *code) {
    Board *board = &change->game->board;
    ClassicBoard *c = &board->classic;
    Cards some = cards_only(&board->open, program_filter(change->rules, board, code->filter) & ~change->rules->wilds);
    unsigned total = cards_total(&some);
    if (!total) return;
    Face card = cards_at(&some, rng_below(&change->game->rng, total));
    cards_remove(&board->open, card);
    cards_add(&board->open, c->top);
    c->top = card;
    c->colour = (uint8_t)face_colour(card);
    extra_of(change)->number = 0;
    tell(change, EVENT_raised, NO_SEAT, NO_SEAT, card, 0);
}

/* L24: such cards of the discards, by chance, into a hand; everybody sees which. */
static void recover(Change *change, const Code *code, Seat seat) {
    Game *game = change->game;
    Board *board = &game->board;
    uint64_t wanted = program_filter(change->rules, board, code->filter);
    for (unsigned n = amount_of(change, &code->amount); n && classic_can_draw(change->rules, board, seat); n--) {
        Cards some = cards_only(&board->open, wanted);
        unsigned total = cards_total(&some);
        if (!total) break;
        Face card = cards_at(&some, rng_below(&game->rng, total));
        cards_remove(&board->open, card);
        board->open_count--;
        cards_add(&game->own[seat].hand, card);
        board->count[seat]++;
        witness_kept(change->witness, seat, card);
        tell(change, EVENT_recovered, seat, NO_SEAT, card, 0);
    }
    hand_changed(change, seat);
}

/* L23: 0 is no number, and leaves the top card what it is. */
static void set_number(Change *change, const Code *code) {
    unsigned n = amount_of(change, &code->amount);
    if (!n) return;
    extra_of(change)->number = (uint8_t)(n < VALUE_SKIP ? n : VALUE_SKIP - 1);
    tell(change, EVENT_numbered, NO_SEAT, NO_SEAT, NO_FACE, extra_of(change)->number);
}

static void set_pending(Change *change, const Code *code) {
    unsigned n = amount_of(change, &code->amount), pending = n < 200 ? n : 200;
    change->game->board.classic.pending = (uint16_t)pending;
    tell(change, EVENT_pending, extra_of(change)->victim, NO_SEAT, NO_FACE, pending);
}

/* One step that is no question and no jump. */
void program_step(Change *change, const Code *code) {
    Game *game = change->game;
    Extra *x = extra_of(change);
    bool about = step_rows[code->code].parts & HAS_W;
    Seat who = about ? who_is(change, code->who) : NO_SEAT, from, to;
    if (about && who == NO_SEAT) return; /* nobody is there: nothing happens */
    switch ((CodeKind)code->code) {
    case CODE_DRAW: x->draw = (uint16_t)(x->draw + amount_of(change, &code->amount)); break;
    case CODE_SKIP: x->skip = (uint16_t)(x->skip + amount_of(change, &code->amount)); break;
    case CODE_AGAIN: x->again = true; break;
    case CODE_REVERSE:
        if (!classic_reverse(change) && x->after == AFTER_EFFECTS) x->skip++; /* O8: between two it is a skip */
        break;
    case CODE_ROTATE: classic_rotate_hands(change, x->me); break;
    case CODE_SWAP:
        if (who != x->me && is_in(&game->board, x->me)) classic_swap_hands(change, x->me, who);
        break;
    case CODE_SEATS: swap_seats(change, x->me, who); break;
    case CODE_TAKE: classic_draw(change, who, amount_of(change, &code->amount)); break;
    case CODE_HUNT: hunt(change, code, who); break;
    case CODE_RAISE: raise_card(change, code); break;
    case CODE_RECOVER: recover(change, code, who); break;
    case CODE_NUMBER: set_number(change, code); break;
    case CODE_FETCH:
        tell(change, EVENT_fetched, who, NO_SEAT, NO_FACE, second_draw(change, who, amount_of(change, &code->amount)));
        break;
    case CODE_DROP:
    case CODE_STEAL:
        if (cards_go(change, code, who, &from, &to))
            cards_go_by_chance(change, code, from, to, amount_of(change, &code->amount));
        break;
    case CODE_GAIN:
    case CODE_LOSE:
    case CODE_SET: count(change, code, who); break;
    case CODE_COLOUR:
        set_colour(change, code->arg == COLOUR_RANDOM ? rng_below(&game->rng, COLOURS) : code->arg);
        break;
    case CODE_SHOW:
        witness_shown_all(change->witness, who, &game->own[who].hand);
        tell(change, EVENT_shown, who, NO_SEAT, NO_FACE, 0);
        break;
    case CODE_WIN: classic_end_deal(change, classic_side_of(change, who), true); break;
    case CODE_OUT: put_out(change, who); break;
    case CODE_NEGATE:
        x->negated = true;
        if (x->moment != MOMENT_CAST && x->moment != MOMENT_PLAYED && game->board.classic.pending) {
            tell(change, EVENT_called_off, NO_SEAT, NO_SEAT, NO_FACE, game->board.classic.pending);
            game->board.classic.pending = 0;
        }
        break;
    case CODE_DEFLECT:
        x->deflected = who;
        if (x->moment == MOMENT_CAST && action_target(x->action) != NO_SEAT)
            tell(change, EVENT_turned_on, NO_SEAT, who, action_card(x->action), 0);
        break;
    case CODE_PENDING: set_pending(change, code); break;
    case CODE_STOP: x->ends = true; break;
    case CODE_LEAVE:
        if (x->slot < x->lying) laid_remove(change, x->slot);
        break;
    case CODE_DISPEL: dispel(change, who); break;
    case CODE_NOTHING: break;
    case CODE_END:
    case CODE_DISCARD:
    case CODE_GIVE:
    case CODE_IF:
    case CODE_ELSE:
    case CODE_ROLL:
    case CODE_RANGE:
    case CODE_CHOOSE:
    case CODE_OPTION:
    case CODE_EACH:
    case CODE_REPEAT:
    case CODE_LOOP:
    case CODE_PICK:
    case CODES: break; /* in program_run() */
    }
}
