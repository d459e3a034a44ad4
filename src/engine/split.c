/* split.c -- Split UNO: the deal, and what every action does.
 *
 *     offer or window --> action card --> counter, sheds, reply ... --+
 *          |                                                          |
 *          +--> number round --> bids --> 0s and 7s --> bonus --------+--> claims --> next step
 *
 * Each function of play ends by putting the next question: ask() or ask_all()
 * for a person's choice, otherwise the function that follows in the picture.
 * Nothing here looks at who plays which edition: only options decide. Whether
 * a question is put depends on open information alone (Q22). */
#include <string.h>

#include "split_internal.h"

/* ---- sheds ---- */

static void sheds_done(Change *change) {
    SplitBoard *split = split_of(change);
    ShedNext next = split->shed_next;
    split->shed_next = SHED_IDLE;
    switch (next) {
    case SHED_NAMES: ask(change, PHASE_NAME, split->actor); break; /* H234 */
    case SHED_REPLIES: ask(change, PHASE_REPLY, split->target); break;
    case SHED_WINS: split_round_settle(change, mask_first(split->bidders)); break;
    default: split_claims_hear(change);
    }
}

/* H51: each of the seats chooses a number card before it sees the others'. H69e: who has none is not asked. */
void split_sheds_ask(Change *change, unsigned seats, ShedNext next) {
    split_of(change)->shed_next = (uint8_t)next;
    seats &= split_with_numbers(&change->game->board);
    if (seats) ask_all(change, PHASE_SHED, seats);
    else sheds_done(change);
}

static void sheds_reveal(Change *change) {
    SplitBoard *split = split_of(change);
    while (split->committed) {
        Seat seat = seat_from(split->committed, split->first);
        Face card = action_card(revealed(change, seat));
        if (card != NO_FACE) split_shed_number(change, seat, card);
        else say(change, EVENT_passed, seat, NO_SEAT, NO_FACE, 0);
    }
    sheds_done(change);
}

/* ---- offers and windows ---- */

/* H10: the first to play a card makes it an action round; if nobody does, a number round follows. */
static void offer_next(Change *change) {
    SplitBoard *split = split_of(change);
    unsigned left = split_with_actions(&change->game->board) & ~(unsigned)split->asked;
    if (left) ask(change, PHASE_OFFER, seat_from(left, split->lead));
    else split_round_begin(change);
}

static void offer_answered(Change *change, Seat seat, Action action) {
    if (action_kind(action) == ACT_PLAY) {
        split_action_begin(change, seat, action);
        return;
    }
    split_of(change)->asked |= (uint8_t)seat_bit(seat);
    say(change, EVENT_passed, seat, NO_SEAT, NO_FACE, 0);
    offer_next(change);
}

/* H15: as often as anybody plays; without action cards there is nothing to ask. */
static void window_open(Change *change) {
    unsigned holders = split_with_actions(&change->game->board);
    if (holders) ask_all(change, PHASE_WINDOW, holders);
    else split_round_begin(change);
}

/* Two cards at once (D21, D22, D24). */
static void cards_meet(Change *change, Seat a, Face card_a, Seat b, Face card_b) {
    SplitBoard *split = split_of(change);
    unsigned both = seat_bit(a) | seat_bit(b);
    say(change, EVENT_action_all, a, NO_SEAT, card_a, 0);
    say(change, EVENT_action_all, b, NO_SEAT, card_b, 0);
    say(change, EVENT_met, a, b, card_a, 0);
    split_spend_action(change, a, card_a);
    split_spend_action(change, b, card_b);
    split->first = split->lead;                         /* H227 */
    if (card_a == FACE_BLOCK && card_b == FACE_BLOCK) { /* H68 */
        split->actor = a;
        split->target = b;
        split->card = FACE_BLOCK;
        split_sheds_ask(change, both, SHED_ENDS);
    } else if (!((FACE_BIT(card_a) | FACE_BIT(card_b)) & ~SPLIT_DRAW_CARDS)) {
        split_battle(change, a, card_a, b, card_b);
    } else { /* H67: both cards are void */
        split_draw_each(change, both, 1);
        split_claims_hear(change);
    }
}

static void window_reveal(Change *change) {
    SplitBoard *split = split_of(change);
    Seat players[2] = {NO_SEAT, NO_SEAT};
    Action played[2] = {0, 0};
    unsigned cards = 0;
    while (split->committed) {
        Seat seat = seat_from(split->committed, split->lead);
        Action action = revealed(change, seat);
        if (action_kind(action) == ACT_PLAY) {
            players[cards] = seat;
            played[cards++] = action;
        } else say(change, EVENT_passed, seat, NO_SEAT, NO_FACE, 0);
    }
    if (cards == 0) split_round_begin(change);
    else if (cards == 1) split_action_begin(change, players[0], played[0]);
    else cards_meet(change, players[0], action_card(played[0]), players[1], action_card(played[1]));
}

/* ---- steps ---- */

void split_step_begin(Change *change) {
    if (change->rules->option.teams) split_of(change)->had_numbers = (uint8_t)split_with_numbers(&change->game->board);
    if (change->rules->option.action_timing == TIMING_ROUND) offer_next(change);
    else window_open(change);
}

/* Q21: the claims are settled, play goes on. */
void split_step_end(Change *change) {
    SplitBoard *split = split_of(change);
    bool moves = split->in_round || change->rules->option.action_timing == TIMING_ROUND; /* H9, H227 */
    split->in_round = 0;
    if (moves) {
        split->lead = (uint8_t)(split->lead + 1u == change->game->board.players ? 0 : split->lead + 1u);
        say(change, EVENT_lead, split->lead, NO_SEAT, NO_FACE, 0);
    }
    split->first = split->lead;
    split_step_begin(change);
}

/* ---- the entrances ---- */

/* The last hidden choice is in. */
static void all_chosen(Change *change, Phase phase) {
    if (phase == PHASE_BID) split_bids_reveal(change);
    else if (phase == PHASE_WINDOW) window_reveal(change);
    else sheds_reveal(change);
}

static void answered(Change *change, Seat seat, Action action) {
    switch ((Phase)change->game->board.phase) {
    case PHASE_OFFER: offer_answered(change, seat, action); break;
    case PHASE_COUNTER: split_counter_answered(change, seat, action); break;
    case PHASE_REPLY: split_reply_given(change, seat, action); break;
    case PHASE_PENALTY: split_penalty_chosen(change, seat, action); break;
    case PHASE_DISCARD: split_discard(change, seat, action_card(action)); break;
    case PHASE_NAME: split_name_chosen(change, action); break;
    case PHASE_STEAL:
    case PHASE_SEVEN: split_effect_chosen(change, seat, action); break;
    case PHASE_BONUS: split_bonus_chosen(change, seat, action); break;
    case PHASE_CLAIM: split_claim_answered(change, seat, action); break;
    case PHASE_STUCK: split_stuck_answered(change, seat, action); break;
    case PHASE_OVER:
    case PHASE_WINDOW: /* what several choose at a time was taken before */
    case PHASE_SHED:
    case PHASE_BID:
    CASE_CLASSIC_PHASES:
        break;
    }
}

void split_apply(Change *change, Seat seat, Action action) {
    Phase phase = change->game->board.phase;
    if (phase != PHASE_BID && phase != PHASE_WINDOW && phase != PHASE_SHED) answered(change, seat, action);
    else if (commit(change, seat, action)) all_chosen(change, phase);
}

/* V6, Q20: one card at a time, clockwise from the lead. */
static void deal(Change *change) {
    Game *game = change->game;
    unsigned players = game->board.players, dealt = (unsigned)change->rules->option.numbers_dealt;
    for (unsigned i = 0, seat = game->board.split.lead; i < dealt * players; i++) {
        cards_add(&game->own[seat].hand, split_take_number(game));
        seat = seat + 1 == players ? 0 : seat + 1;
    }
    for (unsigned seat = 0; seat < players; seat++) game->board.count[seat] = (uint16_t)dealt;
    say(change, EVENT_dealt, NO_SEAT, NO_SEAT, NO_FACE, dealt);
}

/* P8: what is beyond the size agreed on is put away unseen. */
static void cut_deck(Change *change) {
    SplitBoard *split = split_of(change);
    unsigned size = (unsigned)change->rules->option.number_deck_size;
    for (; size && split->numbers_left > size; split->numbers_left--, split->put_away++)
        pile_take(&change->game->pile, split->numbers_left, &change->game->rng);
}

void split_init(Change *change) {
    Game *game = change->game;
    SplitBoard *split = split_of(change);
    for (unsigned sets = rules_number_sets(change->rules, game->board.players); sets; sets--)
        cards_merge(&game->pile, &change->rules->numbers);
    game->actions = change->rules->deck;
    split->numbers_left = (uint16_t)cards_total(&game->pile);
    split->actions_left = (uint16_t)cards_total(&game->actions);
    memset(split->duty, NAMES, sizeof split->duty);
    memset(split->shown, NO_FACE, sizeof split->shown);
    split->actor = split->target = split->claimant = NO_SEAT;
    split->card = NO_FACE;
    split->first = split->lead = (uint8_t)rng_below(&game->rng, game->board.players); /* V10 */
    deal(change);
    cut_deck(change);
    say(change, EVENT_lead, split->lead, NO_SEAT, NO_FACE, 0);
    split_step_begin(change);
}
