/* split_action.c -- Split UNO: an action card, from its play to the end of its step. */
#include "split_internal.h"

static void block(Change *change, Seat target) {
    split_of(change)->blocked |= (uint8_t)seat_bit(target);
    say(change, EVENT_blocked, target, NO_SEAT, NO_FACE, 0);
    split_claims_hear(change);
}

/* V53, D21, H66: the owner of the lower card draws 1 plus the difference; equal cards: both draw 1. */
void split_battle(Change *change, Seat a, Face card_a, Seat b, Face card_b) {
    unsigned of_a = split_draw_amount(card_a), of_b = split_draw_amount(card_b);
    if (of_a == of_b) split_draw_each(change, seat_bit(a) | seat_bit(b), 1);
    else if (of_a < of_b) split_draw_numbers(change, a, 1 + of_b - of_a);
    else split_draw_numbers(change, b, 1 + of_a - of_b);
    split_claims_hear(change);
}

/* H20: hands change seats, nothing else does. */
static void reverse(Change *change, Seat actor, Seat target) {
    const Options *option = &change->rules->option;
    if (!option->teams && !change->game->board.count[actor]) { /* H56: who has won already does not swap */
        if (option->reverse_cost == REVERSE_NEW_HAND) split_spend_action(change, actor, FACE_REVERSE);
        split_claims_hear(change);
        return;
    }
    if (option->reverse_cost == REVERSE_PLAYED) { /* H53 */
        split_swap_hands(change, actor, target);
        split_claims_hear(change);
        return;
    }
    if (change->witness) { /* H52: the whole table has seen the Reverse that travels with the hand */
        witness_left(change->witness, actor, FACE_REVERSE);
        witness_kept(change->witness, actor, FACE_REVERSE);
    }
    split_swap_hands(change, actor, target);
    if (change->game->board.actions[actor]) {
        ask(change, PHASE_DISCARD, actor);
        return;
    }
    split_spend_action(change, target, FACE_REVERSE);
    say(change, EVENT_shed, target, NO_SEAT, FACE_REVERSE, 0);
    split_claims_hear(change);
}

void split_discard(Change *change, Seat seat, Face card) {
    split_spend_action(change, seat, card);
    say(change, EVENT_shed, seat, NO_SEAT, card, 0);
    split_claims_hear(change);
}

/* Where nobody counters, or nobody may. */
static void action_lands(Change *change) {
    const SplitBoard *split = split_of(change);
    if (split->card == FACE_BLOCK) {
        block(change, split->target);
        return;
    }
    split_draw_numbers(change, split->target, split_draw_amount(split->card));
    split_claims_hear(change);
}

/* Q22: the target is asked whatever it holds. In windows only another card of the same window meets a card (X24). */
static bool counter_is_asked(const Rules *rules, Face card) {
    return rules->option.action_timing == TIMING_ROUND && (card == FACE_BLOCK || rules->option.draw_counter);
}

void split_action_begin(Change *change, Seat actor, Action action) {
    SplitBoard *split = split_of(change);
    const Options *option = &change->rules->option;
    Face card = action_card(action);
    Seat target = action_target(action);
    unsigned both = seat_bit(actor) | (target == NO_SEAT ? 0 : seat_bit(target));
    bool shed_first = (card == FACE_TRUTH && option->truth_shed == TRUTH_BOTH) ||
                      (card == FACE_DARE && option->dare_shed == DARE_BOTH); /* H69c */
    split->asked = 0;
    split->first = split->actor = actor;
    split->target = target;
    split->card = card;
    say(change, target == NO_SEAT ? EVENT_action_all : EVENT_action, actor, target, card, 0);
    if (card != FACE_REVERSE || option->reverse_cost == REVERSE_PLAYED) split_spend_action(change, actor, card);
    switch (card) {
    case FACE_REVERSE: reverse(change, actor, target); break;
    case FACE_WILD:
        split_sheds_ask(change, seats_all(change->game->board.players), SHED_NAMES);
        break; /* V41, H58, H96 */
    case FACE_TRUTH:
    case FACE_DARE:
        if (shed_first) split_sheds_ask(change, both, SHED_REPLIES);
        else ask(change, PHASE_REPLY, target);
        break;
    case FACE_BLOCK:
    case FACE_DRAW2:
    case FACE_WILD4:
        if (counter_is_asked(change->rules, card)) ask(change, PHASE_COUNTER, target);
        else action_lands(change);
        break;
    }
}

void split_counter_answered(Change *change, Seat seat, Action action) {
    const SplitBoard *split = split_of(change);
    if (action_kind(action) == ACT_PASS) {
        say(change, EVENT_passed, seat, NO_SEAT, NO_FACE, 0);
        action_lands(change);
        return;
    }
    Face card = action_card(action);
    say(change, EVENT_countered, seat, split->actor, card, 0);
    split_spend_action(change, seat, card);
    /* V37, H230: neither is blocked by this pair; a block from before stays. */
    if (split->card == FACE_BLOCK) split_sheds_ask(change, seat_bit(split->actor) | seat_bit(seat), SHED_ENDS);
    else split_battle(change, split->actor, split->card, seat, card);
}

void split_name_chosen(Change *change, Action action) {
    SplitBoard *split = split_of(change);
    Board *board = &change->game->board;
    unsigned name = action_choice(action);
    unsigned bound = seats_all(board->players);
    if (change->rules->option.wild_rule == WILD_NOMINEE) bound = seat_bit(action_target(action));
    if (change->rules->option.wild_rule == WILD_OPPONENT) bound = split_opponents(change->rules, board, split->actor);
    if (change->rules->option.wild_rule == WILD_BOTH) say(change, EVENT_duty_all, split->actor, NO_SEAT, NO_FACE, name);
    for (; bound; bound &= bound - 1) { /* H64: the later duty replaces the earlier */
        Seat seat = mask_first(bound);
        split->duty[seat] = (uint8_t)name;
        if (change->rules->option.wild_rule != WILD_BOTH) say(change, EVENT_duty, seat, NO_SEAT, NO_FACE, name);
    }
    split_claims_hear(change);
}

/* The reply is in and paid for: what is left is the actor's own shed. */
static void reply_settled(Change *change) {
    const SplitBoard *split = split_of(change);
    const Options *option = &change->rules->option;
    bool sheds = split->card == FACE_TRUTH ? option->truth_shed == TRUTH_ACTOR : option->dare_shed != DARE_BOTH;
    if (sheds) split_sheds_ask(change, seat_bit(split->actor), SHED_ENDS);
    else split_claims_hear(change);
}

void split_reply_given(Change *change, Seat seat, Action action) {
    const SplitBoard *split = split_of(change);
    bool answered = action_kind(action) == ACT_ANSWER;
    say(change, answered ? EVENT_answered : EVENT_refused, seat, NO_SEAT, NO_FACE, 0);
    if (answered) reply_settled(change);
    else if (split->card == FACE_TRUTH) ask(change, PHASE_PENALTY, split->actor);
    else { /* V58, H69b */ say(change, EVENT_forfeited, seat, NO_SEAT, NO_FACE, 0);
        split_win(change, split->actor);
    }
}

/* V55, H69d */
void split_penalty_chosen(Change *change, Seat actor, Action action) {
    Seat target = split_of(change)->target;
    if (action_kind(action) == ACT_PENALTY_A) {
        split_draw_actions(change, actor, 2);
        split_draw_numbers(change, target, 2);
    } else split_draw_numbers(change, target, 5);
    reply_settled(change);
}
