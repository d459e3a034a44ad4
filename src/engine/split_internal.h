/* split_internal.h -- what the files of the Split family share.
 *
 *     split_family.c  the row of the family: its cards and where they are
 *     split.c         deal, steps, offers and windows, hidden sheds; the dispatch
 *     split_round.c   number rounds
 *     split_action.c  action cards
 *     split_claim.c   claims, challenges, the win
 *     split_cards.c   how cards move
 *     split_legal.c   what may be done, and why not
 *     split_sound.c   which games can be played on */
#ifndef UNO_SPLIT_INTERNAL_H
#define UNO_SPLIT_INTERNAL_H

#include "family.h"

/* Its columns that are not in split_family.c. */
bool split_finish(Rules *rules, RulesError *error);
Verdict split_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action);

/* ---- seats and the open table ---- */

static inline unsigned seat_bit(Seat seat) { return 1u << seat; }

/* The first seat of a mask (not 0) going clockwise, `from` itself included.
 * `from` may be one past the last seat. */
static inline Seat seat_from(unsigned mask, unsigned from) {
    unsigned behind = mask >> from << from;
    return mask_first(behind ? behind : mask);
}

/* The seat and its team-mates (H92: seats belong to the teams in turn). */
static inline unsigned split_team(const Rules *rules, const Board *board, Seat seat) {
    static const uint8_t pattern[] = {1, 0x3F, 0x15, 0x09};
    unsigned teams = (unsigned)rules->option.teams;
    return (unsigned)pattern[teams] << rules_team(rules, seat) & seats_all(board->players);
}

/* H95: with teams only the members of other teams are opponents. */
static inline unsigned split_opponents(const Rules *rules, const Board *board, Seat seat) {
    return seats_all(board->players) & ~split_team(rules, board, seat);
}

static inline unsigned split_with_numbers(const Board *board) {
    unsigned mask = 0;
    for (Seat seat = 0; seat < board->players; seat++) mask |= (unsigned)(board->count[seat] > 0) << seat;
    return mask;
}

static inline unsigned split_with_actions(const Board *board) {
    unsigned mask = 0;
    for (Seat seat = 0; seat < board->players; seat++) mask |= (unsigned)(board->actions[seat] > 0) << seat;
    return mask;
}

static inline unsigned split_draw_amount(Face card) { return card == FACE_WILD4 ? 4 : 2; }

/* D35, D36, H83, H86: all that this hand holds is one +2 or +4, which then cannot be played. */
static inline bool split_lone_draw(const Rules *rules, const Board *board, const Private *own, Seat seat) {
    return rules->option.barrier == BARRIER_ONLY_CARD && board->count[seat] == 0 && board->actions[seat] == 1 &&
           cards_faces(&own->hand) & SPLIT_DRAW_CARDS;
}

/* Whom a 0 can steal from. H39, H40: a bid on the table is in no hand, so it neither counts nor can be taken. */
static inline unsigned split_victims(const Rules *rules, const Board *board, Seat seat) {
    unsigned rich = split_with_numbers(board);
    if (rules->option.zero_pool == POOL_HAND) rich |= split_with_actions(board);
    return rich & split_opponents(rules, board, seat);
}

/* V41, H59, D30: whether the sheds of the card in progress may be declined. */
static inline bool split_shed_optional(const Rules *rules, const SplitBoard *split) {
    return (split->card == FACE_WILD && rules->option.wild_optional) ||
           (split->card == FACE_DARE && rules->option.dare_shed == DARE_OPTIONAL);
}

/* Whose win is to be heard next, or NO_SEAT (H74, H77, H99). */
Seat split_claimant(const Rules *rules, const Board *board);

/* ---- putting questions ---- */

static inline SplitBoard *split_of(const Change *change) { return &change->game->board.split; }

static inline void say(const Change *change, EventKind kind, Seat seat, Seat other, Face card, unsigned amount) {
    if (change->witness) witness_event(change->witness, kind, seat, other, card, amount);
}

/* Puts the question of `phase` to one seat. */
static inline void ask(Change *change, Phase phase, Seat seat) {
    change->game->board.phase = (uint8_t)phase;
    change->game->board.turn = seat;
    split_of(change)->awaited = (uint8_t)seat_bit(seat);
}

/* Puts it to several, who choose unseen by each other. */
static inline void ask_all(Change *change, Phase phase, unsigned seats) {
    change->game->board.phase = (uint8_t)phase;
    change->game->board.turn = split_of(change)->lead;
    split_of(change)->awaited = (uint8_t)seats;
}

/* Keeps a hidden choice; true when it was the last one. */
static inline bool commit(Change *change, Seat seat, Action action) {
    SplitBoard *split = split_of(change);
    change->game->own[seat].commit = action;
    split->awaited &= (uint8_t)~seat_bit(seat);
    split->committed |= (uint8_t)seat_bit(seat);
    if (split->awaited) say(change, EVENT_bid_made, seat, NO_SEAT, NO_FACE, 0);
    return !split->awaited;
}

/* A hidden choice, taken up. */
static inline Action revealed(Change *change, Seat seat) {
    Action action = change->game->own[seat].commit;
    change->game->own[seat].commit = 0;
    split_of(change)->committed &= (uint8_t)~seat_bit(seat);
    return action;
}

/* ---- the course of play: each ends by putting the next question ---- */

void split_sheds_ask(Change *change, unsigned seats, ShedNext next);
void split_round_begin(Change *change);
void split_bids_reveal(Change *change);
void split_effect_chosen(Change *change, Seat seat, Action action);
void split_round_settle(Change *change, Seat winner);
void split_bonus_chosen(Change *change, Seat seat, Action action);
void split_action_begin(Change *change, Seat actor, Action action);
void split_battle(Change *change, Seat a, Face card_a, Seat b, Face card_b);
void split_counter_answered(Change *change, Seat seat, Action action);
void split_discard(Change *change, Seat seat, Face card);
void split_name_chosen(Change *change, Action action);
void split_reply_given(Change *change, Seat seat, Action action);
void split_penalty_chosen(Change *change, Seat actor, Action action);
void split_claims_hear(Change *change); /* a step is complete */
void split_claim_answered(Change *change, Seat seat, Action action);
void split_stuck_answered(Change *change, Seat seat, Action action);
void split_win(Change *change, Seat seat);
void split_step_end(Change *change);

/* ---- moving cards ---- */

/* The next card of the number deck, which is not empty; it is the caller's to place. */
static inline Face split_take_number(Game *game) {
    Fate *fate = &game->fate;
    unsigned left = game->board.split.numbers_left--;
    Face card = fate->cards_left ? fate_card(fate->cards, &fate->cards_left, &game->pile) : NO_FACE;
    if (card == NO_FACE) return pile_take(&game->pile, left, &game->rng);
    cards_remove(&game->pile, card);
    return card;
}

unsigned split_draw_numbers(Change *change, Seat seat, unsigned wanted);
void split_draw_actions(Change *change, Seat seat, unsigned wanted);
void split_draw_each(Change *change, unsigned seats, unsigned amount);
void split_shed_number(Change *change, Seat seat, Face card);
void split_spend_action(Change *change, Seat seat, Face card);
void split_steal(Change *change, Seat thief, Seat victim);
void split_swap_hands(Change *change, Seat a, Seat b);
void split_take_back_shed(Change *change, Seat seat, unsigned wanted);

#endif
