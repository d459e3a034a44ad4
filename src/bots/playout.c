/* playout.c -- the plainest play there is: any legal action, by chance. */
#include "playout.h"

#include <stddef.h>

static Seat pick_seat(SeatMask seats, Dice *dice) {
    return (Seat)bits_select(seats, dice_below(dice, bits_count(seats)));
}

/* Colour and target, for the few cards that ask for them. */
static Action aim(const Rules *rules, const ActionSet *set, Face card, Dice *dice) {
    unsigned asks = rules->asks[card], choice = NO_CHOICE;
    Seat target = NO_SEAT;
    if (asks & ASKS_COLOUR) choice = dice_below(dice, COLOURS);
    SeatMask targets = action_set_targets(rules, set, card);
    if (targets) target = pick_seat(targets, dice);
    return action_full(ACT_PLAY, card, choice, target, set->call);
}

/* STEAL, HIT, NAME and CHOOSE. */
static Action pick_aimed(const ActionSet *set, Dice *dice) {
    unsigned choice = NO_CHOICE;
    if (set->names) choice = bits_select(set->names, dice_below(dice, bits_count(set->names)));
    Seat target = set->targets ? pick_seat(set->targets, dice) : NO_SEAT;
    return action_full(set->target_kind, NO_FACE, choice, target, false);
}

static Action pick_cast(const Rules *rules, const ActionSet *set, Dice *dice) {
    unsigned card = bits_select(set->casts, dice_below(dice, bits_count(set->casts)));
    Seat target = rules->second_code[card].target ? pick_seat(set->targets, dice) : NO_SEAT;
    return action_full(ACT_CAST, SECOND_CODE + card, NO_CHOICE, target, false);
}

/* Everything but a plain card. */
static inline Action pick_other(const Rules *rules, const ActionSet *set, Dice *dice) {
    if (set->cards) {
        Face card = (Face)bits_select(set->cards, dice_below(dice, bits_count(set->cards)));
        return set->card_kind == ACT_PLAY ? aim(rules, set, card, dice) : action_card_of(set->card_kind, card);
    }
    if (set->target_kind) return pick_aimed(set, dice);
    if (!set->plain) return action_card_of(ACT_MISPLAY, (Face)bits_first(set->misplays));
    /* An open catch or challenge is left alone as long as there is something else to do. */
    uint32_t kinds = set->plain & ~(1u << ACT_CATCH | 1u << ACT_CALL | 1u << ACT_CHALLENGE);
    if (!kinds) kinds = set->plain;
    unsigned kind = kinds & (kinds - 1) ? bits_select(kinds, dice_below(dice, bits_count(kinds))) : bits_first(kinds);
    return action_plain((ActionKind)kind);
}

static inline Action lay(const Rules *rules, Laying laying, bool call) {
    unsigned choice = rules->naming >> laying.card & 1 ? laying.colour : NO_CHOICE;
    return action_full(ACT_PLAY, laying.card, choice, NO_SEAT, call);
}

/* Most actions are a card that asks for a colour at most: that case is kept short. */
static inline Action pick(const Rules *rules, const ActionSet *set, Dice *dice) {
    if (__builtin_expect(set->casts != 0, 0) && dice_below(dice, 2)) return pick_cast(rules, set, dice);
    if (set->cards && set->card_kind == ACT_PLAY && !(set->cards & rules->aimed))
        return lay(rules, playout_card(rules, set->cards, dice), set->call);
    return pick_other(rules, set, dice);
}

Action playout_pick(const Rules *rules, const ActionSet *set, Dice *dice) { return pick(rules, set, dice); }

static inline void step(const Rules *rules, Game *game, Dice *dice) {
    Seat seat = board_asked(rules, &game->board);
    ActionSet set;
    board_actions(rules, &game->board, &game->own[seat], seat, &set);
    game_apply(rules, game, seat, pick(rules, &set, dice), NULL);
}

unsigned long playout_steps(const Rules *rules, Game *game, Dice *dice, unsigned long limit) {
    unsigned long done = 0;
    for (; done < limit && game->board.phase != PHASE_OVER; done++) step(rules, game, dice);
    return done;
}

static inline Laying choose(void *self, const Rules *rules, const Private *own, Seat seat, uint64_t cards) {
    (void)own, (void)seat;
    return playout_card(rules, cards, self);
}

unsigned long playout_run(const Rules *rules, Game *game, Dice *dice, unsigned long limit) {
    if (!rules->lean) return playout_steps(rules, game, dice, limit);
    unsigned long done = 0;
    SeatMask acted = 0;
    while (done < limit && game->board.phase != PHASE_OVER) {
        Dice own = *dice; /* nobody else sees it, so that it need not be kept in memory */
        unsigned long usual = usual_run(rules, game, limit - done, choose, &own, &acted);
        *dice = own;
        done += usual ? usual : playout_steps(rules, game, dice, 1);
    }
    return done;
}
