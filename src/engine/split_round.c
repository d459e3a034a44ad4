/* split_round.c -- Split UNO: a number round, from the bids to the bonus.
 *
 *     round_begin --> bids --> 0s and 7s --> comparison --> bonus --> round_end
 *
 * A revealed bid lies on the table: it is in no hand, and in nobody's count,
 * until it is shed or taken back. */
#include <string.h>

#include "split_internal.h"

static void effects_resolve(Table *table);
static void bids_compare(Table *table);

/* ---- bids ---- */

/* H63: a nominee's duty lasts until that seat has bid, any other until the round is over, bid or not. */
static void duties_lapse(Table *table, unsigned bid) {
    SplitBoard *split = split_of(table);
    if (table->rules->option.wild_rule != WILD_NOMINEE) memset(split->duty, NAMES, sizeof split->duty);
    else
        for (; bid; bid &= bid - 1) split->duty[mask_first(bid)] = NAMES;
}

static void round_end(Table *table) {
    SplitBoard *split = split_of(table);
    /* V22 */
    for (unsigned left = split->blocked; left; left &= left - 1)
        say(table, EVENT_unblocked, mask_first(left), NO_SEAT, NO_FACE, 0);
    split->blocked = split->bidders = 0;
    split_claims_hear(table);
}

void split_round_begin(Table *table) {
    SplitBoard *split = split_of(table);
    unsigned playing = split_with_numbers(&table->game->board);
    split->asked = 0;
    split->first = split->lead;
    split->in_round = 1;
    for (unsigned out = split->blocked & ~playing; out; out &= out - 1) /* H94, H232: a block sits out with its seat */
        say(table, EVENT_unblocked, mask_first(out), NO_SEAT, NO_FACE, 0);
    split->blocked &= (uint8_t)playing;
    split->bidders = (uint8_t)(playing & ~split->blocked);
    if (!split->bidders) { /* H29 */
        say(table, EVENT_void_round, NO_SEAT, NO_SEAT, NO_FACE, 0);
        duties_lapse(table, 0);
        round_end(table);
    } else if (!table->rules->option.solo_reveal && !(split->bidders & (split->bidders - 1))) {
        duties_lapse(table, 0); /* H231: the free shed is bound by nothing */
        split_sheds_ask(table, split->bidders, SHED_WINS);
    } else ask_all(table, PHASE_BID, split->bidders);
}

void split_bids_reveal(Table *table) {
    const unsigned effective = 1u << 0 | 1u << 7; /* V23 */
    Game *game = table->game;
    SplitBoard *split = split_of(table);
    while (split->committed) {
        Seat seat = seat_from(split->committed, split->lead);
        Face card = action_card(revealed(table, seat));
        cards_remove(&game->own[seat].hand, card);
        game->board.count[seat]--;
        split->shown[seat] = card;
        split->effects |= (uint8_t)((effective >> face_value(card) & 1) << seat);
        if (table->witness) witness_left(table->witness, seat, card);
        say(table, EVENT_revealed, seat, NO_SEAT, card, 0);
    }
    duties_lapse(table, split->bidders);
    effects_resolve(table);
}

/* ---- 0 and 7 ---- */

/* True when the player of the 0 has a choice to make first. */
static bool zero_asks(Table *table, Seat seat) {
    unsigned victims = split_victims(table->rules, &table->game->board, seat);
    if (!victims) { /* H39 */
        say(table, EVENT_no_steal, seat, NO_SEAT, NO_FACE, 0);
        return false;
    }
    if (table->rules->option.zero_optional || victims & (victims - 1)) {
        ask(table, PHASE_STEAL, seat);
        return true;
    }
    split_steal(table, seat, mask_first(victims));
    return false;
}

/* V29, V31: what is available. */
static void hit(Table *table, Seat seat, Seat target) {
    say(table, EVENT_hit, seat, target, NO_FACE, 0);
    split_draw_numbers(table, target, 2);
    split_draw_actions(table, target, 1);
}

static bool seven_asks(Table *table, Seat seat) {
    unsigned targets = split_opponents(table->rules, &table->game->board, seat);
    if (targets & (targets - 1)) {
        ask(table, PHASE_SEVEN, seat);
        return true;
    }
    hit(table, seat, mask_first(targets)); /* H50 */
    return false;
}

/* H44, H220: one by one from the lead, each fully before the next. */
static void effects_resolve(Table *table) {
    SplitBoard *split = split_of(table);
    while (split->effects) {
        Seat seat = seat_from(split->effects, split->lead);
        if (face_value(split->shown[seat]) == 0 ? zero_asks(table, seat) : seven_asks(table, seat)) return;
        split->effects &= (uint8_t)~seat_bit(seat);
    }
    bids_compare(table);
}

void split_effect_chosen(Table *table, Seat seat, Action action) {
    SplitBoard *split = split_of(table);
    Seat target = action_target(action);
    split->effects &= (uint8_t)~seat_bit(seat);
    if (action_kind(action) == ACT_HIT) hit(table, seat, target);
    else if (target != NO_SEAT) split_steal(table, seat, target);
    else say(table, EVENT_no_steal, seat, NO_SEAT, NO_FACE, 0);
    effects_resolve(table);
}

/* ---- the outcome ---- */

static void shed_shown(Table *table, Seat seat) {
    SplitBoard *split = split_of(table);
    cards_add(&table->game->board.open, split->shown[seat]);
    say(table, EVENT_shed, seat, NO_SEAT, split->shown[seat], 0);
    split->shown[seat] = NO_FACE;
}

static void take_back_shown(Table *table, Seat seat) {
    SplitBoard *split = split_of(table);
    Face card = split->shown[seat];
    cards_add(&table->game->own[seat].hand, card);
    table->game->board.count[seat]++;
    split->shown[seat] = NO_FACE;
    if (table->witness) witness_kept(table->witness, seat, card);
    say(table, EVENT_took_back, seat, NO_SEAT, card, 0);
}

/* What the round costs a seat that has not won; the card of a tied one lies shed already. */
static void lose(Table *table, Seat seat) {
    SplitBoard *split = split_of(table);
    bool bid = split->shown[seat] != NO_FACE;
    /* V16, H21. H22: with nothing to draw the card comes back, so losing never empties a hand. */
    if (bid && (table->rules->option.loser_keeps || !split->numbers_left)) take_back_shown(table, seat);
    else if (bid) shed_shown(table, seat);
    if (split->numbers_left) split_draw_numbers(table, seat, 1);
}

/* Everybody a round can cost something: blocked seats only where they draw (V21, A17). */
static unsigned round_payers(const Table *table) {
    const SplitBoard *split = split_of(table);
    return split->bidders | (table->rules->option.blocked_draws ? split->blocked : 0);
}

static void streaks_end(Table *table, unsigned seats) {
    SplitBoard *split = split_of(table);
    if (table->rules->option.blocked_streak == STREAK_RESET) seats |= split->blocked; /* H31, H32 */
    for (; seats; seats &= seats - 1) split->streak[mask_first(seats)] = 0;
}

void split_round_settle(Table *table, Seat winner) {
    SplitBoard *split = split_of(table);
    say(table, EVENT_round_won, winner, NO_SEAT, NO_FACE, 0);
    if (split->shown[winner] != NO_FACE) shed_shown(table, winner); /* V15; H33: a free shed lies already */
    unsigned losers = round_payers(table) & ~seat_bit(winner);
    for (unsigned left = losers; left;) { /* H8, H226: from the winner's left */
        Seat seat = seat_from(left, winner + 1u);
        left &= ~seat_bit(seat);
        lose(table, seat);
    }
    streaks_end(table, split->bidders & ~seat_bit(winner));
    split->streak[winner]++;
    if (split->streak[winner] < table->rules->option.bonus_wins) {
        round_end(table);
        return;
    }
    say(table, EVENT_bonus, winner, NO_SEAT, NO_FACE, 0); /* V62, H36 */
    ask(table, PHASE_BONUS, winner);
}

/* V18-V20, H24-H27 */
static void round_tied(Table *table, unsigned tied) {
    SplitBoard *split = split_of(table);
    for (unsigned left = tied; left;) {
        Seat seat = seat_from(left, split->lead);
        left &= ~seat_bit(seat);
        say(table, EVENT_tied, seat, NO_SEAT, NO_FACE, 0);
        shed_shown(table, seat);
    }
    for (unsigned left = round_payers(table); left;) {
        Seat seat = seat_from(left, split->lead);
        left &= ~seat_bit(seat);
        lose(table, seat);
    }
    streaks_end(table, split->bidders);
    round_end(table);
}

static void bids_compare(Table *table) {
    const SplitBoard *split = split_of(table);
    unsigned best = 0, top = 0;
    for (unsigned left = split->bidders; left; left &= left - 1) {
        Seat seat = mask_first(left);
        unsigned value = face_value(split->shown[seat]);
        top = (value > best ? 0 : top) | (value >= best ? seat_bit(seat) : 0);
        best = value > best ? value : best;
    }
    if (top & (top - 1)) round_tied(table, top);
    else split_round_settle(table, mask_first(top)); /* V14 */
}

void split_bonus_chosen(Table *table, Seat seat, Action action) {
    split_of(table)->streak[seat] = 0; /* V60 */
    if (action_kind(action) == ACT_BONUS_CARD) split_draw_actions(table, seat, 1);
    else split_draw_each(table, split_opponents(table->rules, &table->game->board, seat), 2);
    round_end(table);
}
