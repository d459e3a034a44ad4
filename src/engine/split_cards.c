/* split_cards.c -- Split UNO: the ways by which cards move.
 *
 * Counts, the shed cards, settled chance and the witness are kept in step here
 * and nowhere else (a bid on its way over the table aside: split_round.c). */
#include "split_internal.h"

const Face split_sorts[SPLIT_SORTS] = {FACE_BLOCK, FACE_REVERSE, FACE_DRAW2, FACE_WILD,
                                       FACE_WILD4, FACE_TRUTH,   FACE_DARE};

/* Draws from the number deck what is there (H7); returns how many. */
unsigned split_draw_numbers(Change *change, Seat seat, unsigned wanted) {
    Game *game = change->game;
    unsigned left = split_of(change)->numbers_left, drawn = wanted < left ? wanted : left;
    for (unsigned i = 0; i < drawn; i++) cards_add(&game->own[seat].hand, split_take_number(game));
    game->board.count[seat] = (uint16_t)(game->board.count[seat] + drawn);
    say(change, EVENT_drew, seat, NO_SEAT, NO_FACE, drawn);
    if (drawn && drawn == left) say(change, EVENT_numbers_gone, NO_SEAT, NO_SEAT, NO_FACE, 0); /* V63, P1 */
    return drawn;
}

void split_draw_actions(Change *change, Seat seat, unsigned wanted) {
    Game *game = change->game;
    SplitBoard *split = split_of(change);
    unsigned drawn = wanted < split->actions_left ? wanted : split->actions_left;
    for (unsigned i = 0; i < drawn; i++) {
        Face card = NO_FACE;
        if (game->fate.actions_left) card = fate_card(game->fate.actions, &game->fate.actions_left, &game->actions);
        if (card == NO_FACE) card = pile_take(&game->actions, split->actions_left, &game->rng);
        else cards_remove(&game->actions, card);
        cards_add(&game->own[seat].hand, card);
        split->actions_left--;
    }
    game->board.actions[seat] = (uint8_t)(game->board.actions[seat] + drawn);
    say(change, EVENT_drew_action, seat, NO_SEAT, NO_FACE, drawn);
    if (drawn && !split->actions_left) say(change, EVENT_actions_gone, NO_SEAT, NO_SEAT, NO_FACE, 0); /* V64 */
}

/* A number card out of a hand, for good (V9). */
void split_shed_number(Change *change, Seat seat, Face card) {
    Game *game = change->game;
    cards_remove(&game->own[seat].hand, card);
    cards_add(&game->board.open, card);
    game->board.count[seat]--;
    if (change->witness) witness_left(change->witness, seat, card);
    say(change, EVENT_shed, seat, NO_SEAT, card, 0);
}

/* An action card out of a hand, for good. */
void split_spend_action(Change *change, Seat seat, Face card) {
    Game *game = change->game;
    cards_remove(&game->own[seat].hand, card);
    cards_add(&game->board.open, card);
    game->board.actions[seat]--;
    if (change->witness) witness_left(change->witness, seat, card);
}

/* H226: each in full, from the lead. */
void split_draw_each(Change *change, unsigned seats, unsigned amount) {
    while (seats) {
        Seat seat = seat_from(seats, split_of(change)->lead);
        seats &= ~seat_bit(seat);
        split_draw_numbers(change, seat, amount);
    }
}

void split_swap_hands(Change *change, Seat a, Seat b) {
    Game *game = change->game;
    Board *board = &game->board;
    Cards hand = game->own[a].hand;
    uint16_t count = board->count[a];
    uint8_t actions = board->actions[a];
    game->own[a].hand = game->own[b].hand;
    board->count[a] = board->count[b];
    board->actions[a] = board->actions[b];
    game->own[b].hand = hand;
    board->count[b] = count;
    board->actions[b] = actions;
    if (change->witness) witness_swapped(change->witness, game, a, b);
    say(change, EVENT_swapped, a, b, NO_FACE, 0);
}

static Face stolen_card(Change *change, Seat victim) {
    Game *game = change->game;
    uint64_t faces = change->rules->option.zero_pool == POOL_HAND ? ~UINT64_C(0) : NUMBERS_MASK;
    Cards pool = cards_only(&game->own[victim].hand, faces);
    Face card = fate_card(game->fate.steals, &game->fate.steals_left, &pool);
    return card != NO_FACE ? card : cards_at(&pool, rng_below(&game->rng, cards_total(&pool)));
}

void split_steal(Change *change, Seat thief, Seat victim) {
    Game *game = change->game;
    Face card = stolen_card(change, victim);
    cards_remove(&game->own[victim].hand, card);
    cards_add(&game->own[thief].hand, card);
    if (FACE_BIT(card) & NUMBERS_MASK) game->board.count[victim]--, game->board.count[thief]++;
    else game->board.actions[victim]--, game->board.actions[thief]++;
    if (change->witness) witness_stolen(change->witness, thief, victim, card);
    say(change, EVENT_stole, thief, victim, NO_FACE, 0);
}

/* P7: random number cards out of all that was shed, seen by everybody. */
void split_take_back_shed(Change *change, Seat seat, unsigned wanted) {
    Game *game = change->game;
    Cards shed = cards_only(&game->board.open, NUMBERS_MASK);
    unsigned total = cards_total(&shed);
    for (; wanted && total; wanted--, total--) {
        Face card = fate_card(game->fate.steals, &game->fate.steals_left, &shed);
        if (card == NO_FACE) card = cards_at(&shed, rng_below(&game->rng, total));
        cards_remove(&shed, card);
        cards_remove(&game->board.open, card);
        cards_add(&game->own[seat].hand, card);
        game->board.count[seat]++;
        if (change->witness) witness_kept(change->witness, seat, card);
        say(change, EVENT_took_back, seat, NO_SEAT, card, 0);
    }
}
