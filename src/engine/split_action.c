/* split_action.c -- Split UNO: an action card, from its play to the end of its step. */
#include "split_internal.h"

static void block(Table *table, Seat target) {
    split_of(table)->blocked |= (uint8_t)seat_bit(target);
    say(table, EVENT_blocked, target, NO_SEAT, NO_FACE, 0);
    split_claims_hear(table);
}

/* V53, D21, H66: the owner of the lower card draws 1 plus the difference; equal cards: both draw 1. */
void split_battle(Table *table, Seat a, Face card_a, Seat b, Face card_b) {
    unsigned of_a = split_draw_amount(card_a), of_b = split_draw_amount(card_b);
    if (of_a == of_b) split_draw_each(table, seat_bit(a) | seat_bit(b), 1);
    else if (of_a < of_b) split_draw_numbers(table, a, 1 + of_b - of_a);
    else split_draw_numbers(table, b, 1 + of_a - of_b);
    split_claims_hear(table);
}

/* H20: hands change seats, nothing else does. */
static void reverse(Table *table, Seat actor, Seat target) {
    const Options *option = &table->rules->option;
    if (!option->teams && !table->game->board.count[actor]) { /* H56: who has won already does not swap */
        if (option->reverse_cost == REVERSE_NEW_HAND) split_spend_action(table, actor, FACE_REVERSE);
        split_claims_hear(table);
        return;
    }
    if (option->reverse_cost == REVERSE_PLAYED) { /* H53 */
        split_swap_hands(table, actor, target);
        split_claims_hear(table);
        return;
    }
    if (table->witness) { /* H52: the whole table has seen the Reverse that travels with the hand */
        witness_left(table->witness, actor, FACE_REVERSE);
        witness_kept(table->witness, actor, FACE_REVERSE);
    }
    split_swap_hands(table, actor, target);
    if (table->game->board.actions[actor]) {
        ask(table, PHASE_DISCARD, actor);
        return;
    }
    split_spend_action(table, target, FACE_REVERSE);
    say(table, EVENT_shed, target, NO_SEAT, FACE_REVERSE, 0);
    split_claims_hear(table);
}

void split_discard(Table *table, Seat seat, Face card) {
    split_spend_action(table, seat, card);
    say(table, EVENT_shed, seat, NO_SEAT, card, 0);
    split_claims_hear(table);
}

/* Where nobody counters, or nobody may. */
static void action_lands(Table *table) {
    const SplitBoard *split = split_of(table);
    if (split->card == FACE_BLOCK) {
        block(table, split->target);
        return;
    }
    split_draw_numbers(table, split->target, split_draw_amount(split->card));
    split_claims_hear(table);
}

/* Q22: the target is asked whatever it holds. In windows only another card of the same window meets a card (X24). */
static bool counter_is_asked(const Rules *rules, Face card) {
    return rules->option.action_timing == TIMING_ROUND && (card == FACE_BLOCK || rules->option.draw_counter);
}

void split_action_begin(Table *table, Seat actor, Action action) {
    SplitBoard *split = split_of(table);
    const Options *option = &table->rules->option;
    Face card = action_card(action);
    Seat target = action_target(action);
    unsigned both = seat_bit(actor) | (target == NO_SEAT ? 0 : seat_bit(target));
    bool shed_first = (card == FACE_TRUTH && option->truth_shed == TRUTH_BOTH) ||
                      (card == FACE_DARE && option->dare_shed == DARE_BOTH); /* H69c */
    split->asked = 0;
    split->first = split->actor = actor;
    split->target = target;
    split->card = card;
    say(table, target == NO_SEAT ? EVENT_action_all : EVENT_action, actor, target, card, 0);
    if (card != FACE_REVERSE || option->reverse_cost == REVERSE_PLAYED) split_spend_action(table, actor, card);
    switch (card) {
    case FACE_REVERSE: reverse(table, actor, target); break;
    case FACE_WILD:
        split_sheds_ask(table, seats_all(table->game->board.players), SHED_NAMES);
        break; /* V41, H58, H96 */
    case FACE_TRUTH:
    case FACE_DARE:
        if (shed_first) split_sheds_ask(table, both, SHED_REPLIES);
        else ask(table, PHASE_REPLY, target);
        break;
    default:
        if (counter_is_asked(table->rules, card)) ask(table, PHASE_COUNTER, target);
        else action_lands(table);
    }
}

void split_counter_answered(Table *table, Seat seat, Action action) {
    const SplitBoard *split = split_of(table);
    if (action_kind(action) == ACT_PASS) {
        say(table, EVENT_passed, seat, NO_SEAT, NO_FACE, 0);
        action_lands(table);
        return;
    }
    Face card = action_card(action);
    say(table, EVENT_countered, seat, split->actor, card, 0);
    split_spend_action(table, seat, card);
    /* V37, H230: neither is blocked by this pair; a block from before stays. */
    if (split->card == FACE_BLOCK) split_sheds_ask(table, seat_bit(split->actor) | seat_bit(seat), SHED_ENDS);
    else split_battle(table, split->actor, split->card, seat, card);
}

void split_name_chosen(Table *table, Action action) {
    SplitBoard *split = split_of(table);
    Board *board = &table->game->board;
    unsigned name = action_choice(action);
    unsigned bound = seats_all(board->players);
    if (table->rules->option.wild_rule == WILD_NOMINEE) bound = seat_bit(action_target(action));
    if (table->rules->option.wild_rule == WILD_OPPONENT) bound = split_opponents(table->rules, board, split->actor);
    if (table->rules->option.wild_rule == WILD_BOTH) say(table, EVENT_duty_all, split->actor, NO_SEAT, NO_FACE, name);
    for (; bound; bound &= bound - 1) { /* H64: the later duty replaces the earlier */
        Seat seat = mask_first(bound);
        split->duty[seat] = (uint8_t)name;
        if (table->rules->option.wild_rule != WILD_BOTH) say(table, EVENT_duty, seat, NO_SEAT, NO_FACE, name);
    }
    split_claims_hear(table);
}

/* The reply is in and paid for: what is left is the actor's own shed. */
static void reply_settled(Table *table) {
    const SplitBoard *split = split_of(table);
    const Options *option = &table->rules->option;
    bool sheds = split->card == FACE_TRUTH ? option->truth_shed == TRUTH_ACTOR : option->dare_shed != DARE_BOTH;
    if (sheds) split_sheds_ask(table, seat_bit(split->actor), SHED_ENDS);
    else split_claims_hear(table);
}

void split_reply_given(Table *table, Seat seat, Action action) {
    const SplitBoard *split = split_of(table);
    bool answered = action_kind(action) == ACT_ANSWER;
    say(table, answered ? EVENT_answered : EVENT_refused, seat, NO_SEAT, NO_FACE, 0);
    if (answered) reply_settled(table);
    else if (split->card == FACE_TRUTH) ask(table, PHASE_PENALTY, split->actor);
    else { /* V58, H69b */ say(table, EVENT_forfeited, seat, NO_SEAT, NO_FACE, 0);
        split_win(table, split->actor);
    }
}

/* V55, H69d */
void split_penalty_chosen(Table *table, Seat actor, Action action) {
    Seat target = split_of(table)->target;
    if (action_kind(action) == ACT_PENALTY_A) {
        split_draw_actions(table, actor, 2);
        split_draw_numbers(table, target, 2);
    } else split_draw_numbers(table, target, 5);
    reply_settled(table);
}
