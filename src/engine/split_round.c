/* split_round.c -- Split UNO: a number round, from the bids to the bonus.
 *
 *     round_begin --> bids --> 0s and 7s --> comparison --> bonus --> round_end
 *
 * A revealed bid lies on the table: it is in no hand, and in nobody's count,
 * until it is shed or taken back. */
#include <string.h>

#include "split_internal.h"

static void effects_resolve(Change *change);
static void bids_compare(Change *change);

/* ---- bids ---- */

/* H63: a nominee's duty lasts until that seat has bid, any other until the round is over, bid or not. */
static void duties_lapse(Change *change, unsigned bid) {
    SplitBoard *split = split_of(change);
    if (change->rules->option.wild_rule != WILD_NOMINEE) memset(split->duty, NAMES, sizeof split->duty);
    else
        for (; bid; bid &= bid - 1) split->duty[mask_first(bid)] = NAMES;
}

static void round_end(Change *change) {
    SplitBoard *split = split_of(change);
    /* V22 */
    for (unsigned left = split->blocked; left; left &= left - 1)
        say(change, EVENT_unblocked, mask_first(left), NO_SEAT, NO_FACE, 0);
    split->blocked = split->bidders = 0;
    split_claims_hear(change);
}

void split_round_begin(Change *change) {
    SplitBoard *split = split_of(change);
    unsigned playing = split_with_numbers(&change->game->board);
    split->asked = 0;
    split->first = split->lead;
    split->in_round = 1;
    for (unsigned out = split->blocked & ~playing; out; out &= out - 1) /* H94, H232: a block sits out with its seat */
        say(change, EVENT_unblocked, mask_first(out), NO_SEAT, NO_FACE, 0);
    split->blocked &= (uint8_t)playing;
    split->bidders = (uint8_t)(playing & ~split->blocked);
    if (!split->bidders) { /* H29 */
        say(change, EVENT_void_round, NO_SEAT, NO_SEAT, NO_FACE, 0);
        duties_lapse(change, 0);
        round_end(change);
    } else if (!change->rules->option.solo_reveal && !(split->bidders & (split->bidders - 1))) {
        duties_lapse(change, 0); /* H231: the free shed is bound by nothing */
        split_sheds_ask(change, split->bidders, SHED_WINS);
    } else ask_all(change, PHASE_BID, split->bidders);
}

void split_bids_reveal(Change *change) {
    const unsigned effective = 1u << 0 | 1u << 7; /* V23 */
    Game *game = change->game;
    SplitBoard *split = split_of(change);
    while (split->committed) {
        Seat seat = seat_from(split->committed, split->lead);
        Face card = action_card(revealed(change, seat));
        cards_remove(&game->own[seat].hand, card);
        game->board.count[seat]--;
        split->shown[seat] = card;
        split->effects |= (uint8_t)((effective >> face_value(card) & 1) << seat);
        if (change->witness) witness_left(change->witness, seat, card);
        say(change, EVENT_revealed, seat, NO_SEAT, card, 0);
    }
    duties_lapse(change, split->bidders);
    effects_resolve(change);
}

/* ---- 0 and 7 ---- */

/* True when the player of the 0 has a choice to make first. */
static bool zero_asks(Change *change, Seat seat) {
    unsigned victims = split_victims(change->rules, &change->game->board, seat);
    if (!victims) { /* H39 */
        say(change, EVENT_no_steal, seat, NO_SEAT, NO_FACE, 0);
        return false;
    }
    if (change->rules->option.zero_optional || victims & (victims - 1)) {
        ask(change, PHASE_STEAL, seat);
        return true;
    }
    split_steal(change, seat, mask_first(victims));
    return false;
}

/* V29, V31: what is available. */
static void hit(Change *change, Seat seat, Seat target) {
    say(change, EVENT_hit, seat, target, NO_FACE, 0);
    split_draw_numbers(change, target, 2);
    split_draw_actions(change, target, 1);
}

static bool seven_asks(Change *change, Seat seat) {
    unsigned targets = split_opponents(change->rules, &change->game->board, seat);
    if (targets & (targets - 1)) {
        ask(change, PHASE_SEVEN, seat);
        return true;
    }
    hit(change, seat, mask_first(targets)); /* H50 */
    return false;
}

/* H44, H220: one by one from the lead, each fully before the next. */
static void effects_resolve(Change *change) {
    SplitBoard *split = split_of(change);
    while (split->effects) {
        Seat seat = seat_from(split->effects, split->lead);
        if (face_value(split->shown[seat]) == 0 ? zero_asks(change, seat) : seven_asks(change, seat)) return;
        split->effects &= (uint8_t)~seat_bit(seat);
    }
    bids_compare(change);
}

void split_effect_chosen(Change *change, Seat seat, Action action) {
    SplitBoard *split = split_of(change);
    Seat target = action_target(action);
    split->effects &= (uint8_t)~seat_bit(seat);
    if (action_kind(action) == ACT_HIT) hit(change, seat, target);
    else if (target != NO_SEAT) split_steal(change, seat, target);
    else say(change, EVENT_no_steal, seat, NO_SEAT, NO_FACE, 0);
    effects_resolve(change);
}

/* ---- the outcome ---- */

static void shed_shown(Change *change, Seat seat) {
    SplitBoard *split = split_of(change);
    cards_add(&change->game->board.open, split->shown[seat]);
    say(change, EVENT_shed, seat, NO_SEAT, split->shown[seat], 0);
    split->shown[seat] = NO_FACE;
}

static void take_back_shown(Change *change, Seat seat) {
    SplitBoard *split = split_of(change);
    Face card = split->shown[seat];
    cards_add(&change->game->own[seat].hand, card);
    change->game->board.count[seat]++;
    split->shown[seat] = NO_FACE;
    if (change->witness) witness_kept(change->witness, seat, card);
    say(change, EVENT_took_back, seat, NO_SEAT, card, 0);
}

/* What the round costs a seat that has not won; the card of a tied one lies shed already. */
static void lose(Change *change, Seat seat) {
    SplitBoard *split = split_of(change);
    bool bid = split->shown[seat] != NO_FACE;
    /* V16, H21. H22: with nothing to draw the card comes back, so losing never empties a hand. */
    if (bid && (change->rules->option.loser_keeps || !split->numbers_left)) take_back_shown(change, seat);
    else if (bid) shed_shown(change, seat);
    if (split->numbers_left) split_draw_numbers(change, seat, 1);
}

/* Everybody a round can cost something: blocked seats only where they draw (V21, A17). */
static unsigned round_payers(const Change *change) {
    const SplitBoard *split = split_of(change);
    return split->bidders | (change->rules->option.blocked_draws ? split->blocked : 0);
}

static void streaks_end(Change *change, unsigned seats) {
    SplitBoard *split = split_of(change);
    if (change->rules->option.blocked_streak == STREAK_RESET) seats |= split->blocked; /* H31, H32 */
    for (; seats; seats &= seats - 1) split->streak[mask_first(seats)] = 0;
}

void split_round_settle(Change *change, Seat winner) {
    SplitBoard *split = split_of(change);
    say(change, EVENT_round_won, winner, NO_SEAT, NO_FACE, 0);
    if (split->shown[winner] != NO_FACE) shed_shown(change, winner); /* V15; H33: a free shed lies already */
    unsigned losers = round_payers(change) & ~seat_bit(winner);
    for (unsigned left = losers; left;) { /* H8, H226: from the winner's left */
        Seat seat = seat_from(left, winner + 1u);
        left &= ~seat_bit(seat);
        lose(change, seat);
    }
    streaks_end(change, split->bidders & ~seat_bit(winner));
    split->streak[winner]++;
    if (split->streak[winner] < change->rules->option.bonus_wins) {
        round_end(change);
        return;
    }
    say(change, EVENT_bonus, winner, NO_SEAT, NO_FACE, 0); /* V62, H36 */
    ask(change, PHASE_BONUS, winner);
}

/* V18-V20, H24-H27 */
static void round_tied(Change *change, unsigned tied) {
    SplitBoard *split = split_of(change);
    for (unsigned left = tied; left;) {
        Seat seat = seat_from(left, split->lead);
        left &= ~seat_bit(seat);
        say(change, EVENT_tied, seat, NO_SEAT, NO_FACE, 0);
        shed_shown(change, seat);
    }
    for (unsigned left = round_payers(change); left;) {
        Seat seat = seat_from(left, split->lead);
        left &= ~seat_bit(seat);
        lose(change, seat);
    }
    streaks_end(change, split->bidders);
    round_end(change);
}

static void bids_compare(Change *change) {
    const SplitBoard *split = split_of(change);
    unsigned best = 0, top = 0;
    for (unsigned left = split->bidders; left; left &= left - 1) {
        Seat seat = mask_first(left);
        unsigned value = face_value(split->shown[seat]);
        top = (value > best ? 0 : top) | (value >= best ? seat_bit(seat) : 0);
        best = value > best ? value : best;
    }
    if (top & (top - 1)) round_tied(change, top);
    else split_round_settle(change, mask_first(top)); /* V14 */
}

void split_bonus_chosen(Change *change, Seat seat, Action action) {
    split_of(change)->streak[seat] = 0; /* V60 */
    if (action_kind(action) == ACT_BONUS_CARD) split_draw_actions(change, seat, 1);
    else split_draw_each(change, split_opponents(change->rules, &change->game->board, seat), 2);
    round_end(change);
}
