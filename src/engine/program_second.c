/* program_second.c -- the second deck: hands, what lies face down, what lies open on the table. */
#include "program_internal.h"

unsigned second_filled(const Private *own) {
    unsigned filled = 0;
    while (filled < SECOND_HAND_MAX && own_second(own, filled)) filled++;
    return filled;
}

/* What lies face down stands behind the hand, each in the order in which it came. */
void second_put(Private *own, unsigned value) {
    unsigned place = second_filled(own);
    while (!(value & SECOND_SET) && place && own_second(own, place - 1) & SECOND_SET) {
        own_set_second(own, place, own_second(own, place - 1));
        place--;
    }
    own_set_second(own, place, value);
}

/* Takes the card out of its place; those behind it move up. */
unsigned second_take(Private *own, unsigned place) {
    unsigned value = own_second(own, place);
    for (; place + 1 < SECOND_HAND_MAX; place++) own_set_second(own, place, own_second(own, place + 1));
    own_set_second(own, SECOND_HAND_MAX - 1, 0);
    return value & ~(unsigned)SECOND_SET;
}

void second_put_back(Change *change, unsigned card) {
    cards_add(&change->game->actions, (Face)card);
    extra_of(change)->second_pile++;
}

unsigned second_draw(Change *change, Seat seat, unsigned n) {
    Game *game = change->game;
    Extra *x = extra_of(change);
    Private *own = &game->own[seat];
    unsigned drawn = 0;
    while (drawn < n && x->second_pile && second_filled(own) < change->rules->second_deck.hand) {
        Face card =
            game->fate.actions_left ? fate_card(game->fate.actions, &game->fate.actions_left, &game->actions) : NO_FACE;
        if (card == NO_FACE) card = cards_at(&game->actions, rng_below(&game->rng, x->second_pile));
        cards_remove(&game->actions, card);
        x->second_pile--;
        second_put(own, card + 1u);
        game->board.actions[seat]++;
        drawn++;
    }
    return drawn;
}

/* The place, in its owner's Private, of the card that lies face down in this slot: the n-th to the n-th. */
unsigned down_place(const Game *game, unsigned slot) {
    const Extra *x = &game->board.extra;
    const Private *own = &game->own[x->laid[slot].owner];
    unsigned before = 0, place = 0;
    for (unsigned i = 0; i < slot; i++)
        before += x->laid[i].card == CARD_DOWN && x->laid[i].owner == x->laid[slot].owner;
    for (; place < SECOND_HAND_MAX; place++)
        if (own_second(own, place) & SECOND_SET && !before--) break;
    return place;
}

void laid_add(Change *change, unsigned card, Seat owner, Seat at, unsigned turns) {
    Extra *x = extra_of(change);
    Laid *laid = &x->laid[x->lying++];
    laid->card = (uint8_t)card;
    laid->owner = owner;
    laid->at = at;
    laid->turns = (uint8_t)(turns ? turns + 1 : 0); /* it is there at the beginning of so many turns */
}

/* The card goes back to its deck. */
void laid_remove(Change *change, unsigned slot) {
    Game *game = change->game;
    Extra *x = extra_of(change);
    Laid laid = x->laid[slot];
    if (laid.card == CARD_DOWN) {
        second_put_back(change, second_take(&game->own[laid.owner], down_place(game, slot)) - 1);
        tell(change, EVENT_left, NO_SEAT, NO_SEAT, NO_FACE, 0);
    } else {
        second_put_back(change, laid.card - SECOND_CODE);
        tell(change, EVENT_left, NO_SEAT, NO_SEAT, laid.card, 0);
    }
    for (unsigned i = slot; i + 1 < LAID_MAX; i++) x->laid[i] = x->laid[i + 1];
    memset(&x->laid[LAID_MAX - 1], 0, sizeof x->laid[0]);
    x->lying--;
    x->fired = (uint16_t)((x->fired & ((1u << slot) - 1)) | ((unsigned)x->fired >> (slot + 1) << slot));
    if (x->slot == slot) x->slot = NO_SLOT;
    else if (x->slot != NO_SLOT && x->slot > slot) x->slot--;
}
