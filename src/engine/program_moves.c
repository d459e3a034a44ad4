/* program_moves.c -- cards that a program moves out of a hand: all, by chance, or by choice. */
#include "program_internal.h"

/* A hand has changed otherwise than by laying: who is above one card again, or has none, has nothing to call. */
void hand_changed(Change *change, Seat seat) {
    Board *board = &change->game->board;
    if (board->classic.uno_seat == seat && board->count[seat] != 1) board->classic.uno_seat = NO_SEAT;
}

void card_discard(Change *change, Seat seat, Face card) {
    Game *game = change->game;
    cards_remove(&game->own[seat].hand, card);
    game->board.count[seat]--;
    cards_add(&game->board.open, card);
    game->board.open_count++;
    witness_left(change->witness, seat, card);
    tell(change, EVENT_discarded, seat, NO_SEAT, card, 0);
    hand_changed(change, seat);
}

static void hand_over(Change *change, Seat from, Seat to, Face card) {
    Game *game = change->game;
    cards_remove(&game->own[from].hand, card);
    cards_add(&game->own[to].hand, card);
    game->board.count[from]--;
    game->board.count[to]++;
    witness_moved(change->witness, from, to, card);
    hand_changed(change, from);
    hand_changed(change, to);
}

/* Whose cards a step about `who` moves, and where they go: NO_SEAT, the discards. */
bool cards_go(Change *change, const Code *code, Seat who, Seat *from, Seat *to) {
    Seat me = who_is(change, WHOM_ME);
    *from = code->code == CODE_GIVE ? me : who;
    *to = code->code == CODE_GIVE ? who : code->code == CODE_STEAL ? me : NO_SEAT;
    if (*from == NO_SEAT || *from == *to) return false;
    return *to != NO_SEAT || (code->code != CODE_GIVE && code->code != CODE_STEAL);
}

void card_goes(Change *change, const Code *code, Seat from, Seat to, Face card) {
    if (to == NO_SEAT) card_discard(change, from, card);
    else hand_over(change, from, to, card);
    if (code->code == CODE_GIVE) tell(change, EVENT_gave, from, to, NO_FACE, 0);
    if (code->code == CODE_STEAL) tell(change, EVENT_stole, to, from, NO_FACE, 0);
}

static void cards_go_all(Change *change, const Code *code, Seat from, Seat to) {
    Cards some =
        cards_only(&change->game->own[from].hand, program_filter(change->rules, &change->game->board, code->filter));
    for (uint64_t faces; (faces = cards_faces(&some)) != 0;) {
        Face card = (Face)bits_first(faces);
        cards_remove(&some, card);
        card_goes(change, code, from, to, card);
    }
}

void cards_go_by_chance(Change *change, const Code *code, Seat from, Seat to, unsigned n) {
    Game *game = change->game;
    Cards some = cards_only(&game->own[from].hand, program_filter(change->rules, &game->board, code->filter));
    for (; n; n--) {
        unsigned total = cards_total(&some);
        if (!total) return;
        Face card = game->fate.steals_left ? fate_card(game->fate.steals, &game->fate.steals_left, &some) : NO_FACE;
        if (card == NO_FACE) card = cards_at(&some, rng_below(&game->rng, total));
        cards_remove(&some, card);
        card_goes(change, code, from, to, card);
    }
}

/* Who was meant when the first card was chosen is meant for all of them. */
Seat cards_chosen_with(Change *change) {
    Extra *x = extra_of(change);
    return is_in(&change->game->board, x->with) ? x->with : NO_SEAT;
}

/* Cards that somebody chooses: asked one at a time, and only while there is a choice. False: asks. */
bool cards_go_by_choice(Change *change, const Code *code) {
    const Rules *rules = change->rules;
    Game *game = change->game;
    Extra *x = extra_of(change);
    Seat from, to;
    if (!x->left) {
        unsigned n = amount_of(change, &code->amount);
        x->left = (uint8_t)(n < 255 ? n : 255);
        x->with = who_is(change, code->who);
    }
    if (!cards_go(change, code, cards_chosen_with(change), &from, &to)) x->left = 0;
    else if (x->left >= cards_total_of(&game->own[from].hand, program_filter(rules, &game->board, code->filter))) {
        cards_go_all(change, code, from, to);
        x->left = 0;
    }
    if (x->left) {
        program_ask(change, from, ASK_CARD);
        return false;
    }
    x->with = NO_SEAT;
    return true;
}
