/* tally_enter.c -- rounds, action cards and claims, as the table has seen them. */
#include <stddef.h>

#include "tally_internal.h"

/* A number that is shown has no colour: it gets this one. */
enum { SHOWN_COLOUR = BLUE };

/* ---- steps ---- */

bool tally_between_steps(const Tally *tally) {
    const Board *board = &tally->game.board;
    return board->phase == PHASE_OFFER || board->phase == PHASE_WINDOW || board->phase == PHASE_BID ||
           tally_is_free_shed(board);
}

unsigned tally_bidders(const Tally *tally, bool *shows) {
    Game trial = tally->game; /* the engine says it, once nobody plays an action card */
    const Board *board = &trial.board;
    unsigned step = board->split.steps;
    while ((board->phase == PHASE_OFFER || board->phase == PHASE_WINDOW) && board->split.steps == step)
        game_apply(&tally->rules, &trial, mask_first(board->split.awaited), action_plain(ACT_PASS), NULL);
    bool begun = board->split.steps == step; /* or it was void (H29) */
    *shows = begun && board->phase == PHASE_BID;
    return begun ? board->split.awaited : 0;
}

/* H10, H15: those still asked for an action card play none. After a void round the next step asks again. */
static bool pass_offers(Run *run) {
    unsigned step = run->board->split.steps;
    while ((run->board->phase == PHASE_OFFER || run->board->phase == PHASE_WINDOW) && run->board->split.steps == step)
        if (!tally_pass(run)) return false;
    return true;
}

static bool check_numbers(Run *run, const Entry *entry, unsigned bidders, bool shows) {
    for (unsigned seat = 0; seat < run->board->players; seat++) {
        bool given = entry->number[seat] != NO_NUMBER;
        if (given && entry->number[seat] > 9)
            return tally_refuse(run, OBJECTION_not_a_number, seat, entry->number[seat]);
        if (given && run->board->split.blocked >> seat & 1) return tally_refuse(run, OBJECTION_blocked, seat, 0);
        if (given && !(bidders >> seat & 1)) return tally_refuse(run, OBJECTION_no_numbers, seat, 0);
        if (!given && shows && bidders >> seat & 1) return tally_refuse(run, OBJECTION_number_missing, seat, 0);
    }
    for (unsigned seat = run->board->players; seat < SPLIT_SEATS_MAX; seat++)
        if (entry->number[seat] != NO_NUMBER) return tally_refuse(run, OBJECTION_not_now, NO_SEAT, 0);
    return true;
}

/* V44, H61: what a Wild has named is noted, not enforced: nobody but the player knows whether another card was there.
 * A colour does not show in a number. */
static void note_duty(Run *run, Seat seat, unsigned number) {
    uint8_t *duty = &run->board->split.duty[seat];
    bool named = *duty >= COLOURS && *duty < NAMES;
    if (named && !(split_duty_faces(*duty) >> (SHOWN_COLOUR * 16 + number) & 1))
        run->tally->undutiful |= (uint8_t)(1u << seat);
    *duty = NAMES; /* lapses with the bid in any case (H63) */
}

static bool show_numbers(Run *run, const Entry *entry, unsigned bidders) {
    for (; bidders; bidders &= bidders - 1) {
        Seat seat = mask_first(bidders);
        Face card = (Face)(SHOWN_COLOUR * 16 + entry->number[seat]);
        note_duty(run, seat, entry->number[seat]);
        tally_slip_in(run->game, seat, card);
        if (!tally_act(run, seat, action_card_of(ACT_PLAY, card))) return false;
    }
    return true;
}

bool tally_enter_round(Run *run, const Entry *entry) {
    bool shows;
    if (!tally_between_steps(run->tally)) return tally_refuse(run, OBJECTION_step_first, NO_SEAT, 0);
    unsigned bidders = tally_bidders(run->tally, &shows);
    if (!check_numbers(run, entry, bidders, shows)) return false;
    run->tally->undutiful = 0;
    if (!pass_offers(run)) return false;
    if (!bidders) return true; /* H29: a void round, which the engine has gone past */
    return shows ? show_numbers(run, entry, bidders) : tally_shed_one(run, mask_first(bidders));
}

/* ---- action cards ---- */

static bool check_card(Run *run, Seat seat, Face card, Seat target) {
    const Tally *tally = run->tally;
    if (card >= FACES || !(FACE_BIT(card) & SPLIT_ACTIONS)) return tally_refuse(run, OBJECTION_not_now, seat, 0);
    if (!cards_has(&tally->rules.deck, card)) return tally_refuse(run, OBJECTION_no_such_card, seat, 0);
    if (seat >= run->board->players) return tally_refuse(run, OBJECTION_not_now, NO_SEAT, 0);
    if (target != NO_SEAT && target >= run->board->players) return tally_refuse(run, OBJECTION_not_now, NO_SEAT, 0);
    if (target == seat) return tally_refuse(run, OBJECTION_own_target, seat, 0);
    if (!run->board->actions[seat]) return tally_refuse(run, OBJECTION_no_actions, seat, 0);
    return true;
}

/* With a single opponent nobody has to say on whom. */
static Seat aim(const Run *run, Seat seat, Face card, Seat target) {
    if (card == FACE_WILD || target != NO_SEAT || run->board->players != 2) return target;
    return (Seat)(1 - seat);
}

static bool play_card(Run *run, Seat seat, Face card, Seat target) {
    tally_slip_in(run->game, seat, card);
    return tally_act(run, seat, action_full(ACT_PLAY, card, NO_CHOICE, target, false));
}

bool tally_enter_play(Run *run, const Entry *entry) {
    Seat seat = entry->seat, target = aim(run, seat, entry->card, entry->other);
    if (!tally_between_steps(run->tally)) return tally_refuse(run, OBJECTION_step_first, NO_SEAT, 0);
    if (!check_card(run, seat, entry->card, target)) return false;
    if (entry->card != FACE_WILD && target == NO_SEAT) return tally_refuse(run, OBJECTION_target_needed, seat, 0);
    if (entry->card == FACE_WILD && target != NO_SEAT) return tally_refuse(run, OBJECTION_target_unwanted, seat, 0);
    if (run->board->phase == PHASE_WINDOW) { /* a single card of the window: the other plays none */
        unsigned others = run->board->split.awaited & ~(1u << seat);
        if (!play_card(run, seat, entry->card, target)) return false;
        return !others || tally_act(run, mask_first(others), action_plain(ACT_PASS));
    }
    if (run->board->phase != PHASE_OFFER) return tally_refuse(run, OBJECTION_passed, seat, 0);
    while (tally_asked(run) != seat)
        if (!tally_pass(run)) return false;
    return play_card(run, seat, entry->card, target);
}

bool tally_enter_meeting(Run *run, const Entry *entry) {
    Seat a = entry->seat, b = entry->other;
    if (!tally_between_steps(run->tally)) return tally_refuse(run, OBJECTION_step_first, NO_SEAT, 0);
    if (run->tally->rules.option.action_timing == TIMING_ROUND)
        return tally_refuse(run, OBJECTION_windows_only, NO_SEAT, 0);
    if (a == b) return tally_refuse(run, OBJECTION_same_player, a, 0);
    if (!check_card(run, a, entry->card, NO_SEAT) || !check_card(run, b, entry->second, NO_SEAT)) return false;
    if (run->board->phase != PHASE_WINDOW) return tally_refuse(run, OBJECTION_passed, a, 0);
    return play_card(run, a, entry->card, entry->card == FACE_WILD ? (Seat)NO_SEAT : b) &&
           play_card(run, b, entry->second, entry->second == FACE_WILD ? (Seat)NO_SEAT : a);
}

bool tally_enter_counter(Run *run, const Entry *entry) {
    Seat seat = tally_asked(run);
    if (entry->card == NO_FACE) return tally_refuse(run, OBJECTION_counter_unnamed, seat, 0);
    if (!check_card(run, seat, entry->card, NO_SEAT)) return false;
    return play_card(run, seat, entry->card, NO_SEAT);
}

bool tally_enter_sheds(Run *run, const Entry *entry) {
    unsigned asked = run->board->split.awaited, strange = entry->seats & ~asked;
    if (!tally_shed_is_choice(run->tally)) return tally_refuse(run, OBJECTION_shed_must, NO_SEAT, 0);
    if (strange) return tally_refuse(run, OBJECTION_shed_unasked, mask_first(strange), 0);
    for (; asked; asked &= asked - 1) {
        Seat seat = mask_first(asked);
        bool sheds = entry->seats >> seat & 1;
        if (!(sheds ? tally_shed_one(run, seat) : tally_act(run, seat, action_plain(ACT_SHED)))) return false;
    }
    return true;
}

bool tally_enter_name(Run *run, const Entry *entry) {
    unsigned wild_rule = (unsigned)run->tally->rules.option.wild_rule;
    Seat seat = run->board->turn, nominee = entry->other;
    if (wild_rule == WILD_NOMINEE) nominee = aim(run, seat, NO_FACE, nominee);
    if (nominee == seat) return tally_refuse(run, OBJECTION_own_target, seat, 0);
    return tally_act(run, seat, action_full(ACT_NAME, NO_FACE, entry->choice, nominee, false));
}

bool tally_enter_steal(Run *run, const Entry *entry) {
    SeatMask victims = tally_victims(run->tally);
    Seat victim = entry->other;
    if (victim == NO_SEAT && entry->sort != SORT_UNSAID && !(victims & (victims - 1))) victim = mask_first(victims);
    if (victim == NO_SEAT) {
        if (!run->tally->may_spare) return tally_refuse(run, OBJECTION_must_steal, run->board->turn, 0);
        return tally_act(run, run->board->turn, action_plain(ACT_STEAL));
    }
    if (victim == run->board->turn) return tally_refuse(run, OBJECTION_own_target, victim, 0);
    if (victim >= run->board->players || !(victims >> victim & 1))
        return tally_refuse(run, OBJECTION_nothing_to_steal, victim, 0);
    bool numbers_only = run->tally->rules.option.zero_pool == POOL_NUMBERS;
    bool none = entry->sort == SORT_NUMBER
                    ? !run->board->count[victim]
                    : entry->sort == SORT_ACTION && (numbers_only || !run->board->actions[victim]);
    if (none) return tally_refuse(run, OBJECTION_sort_absent, victim, 0);
    if (entry->sort == SORT_UNSAID && tally_sort_matters(run->tally, victim))
        return tally_refuse(run, OBJECTION_sort_needed, victim, 0);
    return tally_steal(run, victim, entry->sort);
}

bool tally_enter_hit(Run *run, const Entry *entry) {
    if (entry->other == run->board->turn) return tally_refuse(run, OBJECTION_own_target, entry->other, 0);
    return tally_act(run, run->board->turn, action_full(ACT_HIT, NO_FACE, NO_CHOICE, entry->other, false));
}

/* ---- claims ---- */

bool tally_may_be_stuck(const Tally *tally) {
    const Board *board = &tally->game.board;
    if (board->phase != PHASE_CLAIM || tally->rules.option.barrier != BARRIER_ONLY_CARD) return false;
    Seat seat = mask_first(board->split.awaited);
    return !board->count[seat] && board->actions[seat] == 1;
}

static bool is_own_side(const Run *run, Seat seat) {
    const Rules *rules = &run->tally->rules;
    return rules_team(rules, seat) == rules_team(rules, run->board->split.claimant);
}

bool tally_enter_challenge(Run *run, const Entry *entry) {
    Seat seat = entry->seat;
    bool stuck = run->board->phase == PHASE_STUCK;
    if (seat == NO_SEAT && (stuck || run->board->players == 2)) seat = tally_asked(run);
    if (seat < run->board->players && is_own_side(run, seat)) return tally_refuse(run, OBJECTION_own_claim, seat, 0);
    if (entry->card >= FACES || !(FACE_BIT(entry->card) & SPLIT_DRAW_CARDS))
        return tally_refuse(run, OBJECTION_draw_card_only, seat, 0);
    if (!check_card(run, seat, entry->card, NO_SEAT)) return false;
    if (stuck)
        return seat == tally_asked(run) ? play_card(run, seat, entry->card, NO_SEAT)
                                        : tally_refuse(run, OBJECTION_not_now, seat, 0);
    while (run->board->phase == PHASE_CLAIM && tally_asked(run) != seat)
        if (!tally_pass(run)) return false;
    if (run->board->phase != PHASE_CLAIM) return tally_refuse(run, OBJECTION_passed, seat, 0);
    tally_slip_in(run->game, seat, entry->card);
    return tally_act(run, seat, action_card_of(ACT_CHALLENGE, entry->card));
}

/* Nobody who is left challenges; who might be stuck is asked alone. */
static bool let_claim_stand(Run *run) {
    Seat claimant = run->board->split.claimant;
    uint16_t steps = run->board->split.steps;
    do {
        if (!tally_pass(run)) return false;
    } while (run->board->phase == PHASE_CLAIM && run->board->split.claimant == claimant &&
             run->board->split.steps == steps && !tally_may_be_stuck(run->tally));
    return true;
}

bool tally_enter_stuck(Run *run) {
    if (!tally_may_be_stuck(run->tally)) return tally_refuse(run, OBJECTION_not_stuck, NO_SEAT, 0);
    tally_slip_in(run->game, tally_asked(run), FACE_DRAW2);
    return tally_pass(run);
}

bool tally_enter_pass(Run *run) {
    switch ((Phase)run->board->phase) {
    case PHASE_OFFER:
    case PHASE_WINDOW: return pass_offers(run);
    case PHASE_COUNTER: return tally_pass(run);
    case PHASE_CLAIM: return let_claim_stand(run);
    case PHASE_REPLY:
    case PHASE_PENALTY:
    case PHASE_SHED:
    case PHASE_DISCARD:
    case PHASE_NAME:
    case PHASE_BID:
    case PHASE_STEAL:
    case PHASE_SEVEN:
    case PHASE_BONUS:
    case PHASE_STUCK:
    case PHASE_OVER:
    CASE_CLASSIC_PHASES:
        break;
    }
    return tally_refuse(run, OBJECTION_not_now, NO_SEAT, 0);
}
