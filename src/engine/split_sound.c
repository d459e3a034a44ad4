/* split_sound.c -- can this game of Split UNO be played on?
 *
 * Whatever split_apply() leaves behind is sound, and whatever is sound can be
 * played to its end: every card lies in one place, all counts agree, and the
 * question on the table is the one that the rules would have put. The second
 * half is what keeps positions written by hand, or by an enemy, harmless. */
#include "split_internal.h"

/* ---- cards ---- */

/* The copies of a face anywhere in the game. Many more than the planes of a multiset can count may turn up. */
static unsigned copies_in_all(const Game *game, Face face) {
    const Board *board = &game->board;
    unsigned copies =
        cards_copies(&game->pile, face) + cards_copies(&game->actions, face) + cards_copies(&board->open, face);
    for (Seat seat = 0; seat < board->players; seat++)
        copies += cards_copies(&game->own[seat].hand, face) + (board->split.shown[seat] == face);
    return copies;
}

static bool cards_conserved(const Rules *rules, const Game *game) {
    unsigned sets = rules_number_sets(rules, game->board.players), missing = 0;
    for (Face face = 0; face < FACES; face++) {
        unsigned numbers = sets * cards_copies(&rules->numbers, face), there = copies_in_all(game, face);
        if (there > numbers + cards_copies(&rules->deck, face)) return false;
        missing += numbers + cards_copies(&rules->deck, face) - there;
        if (numbers == 0 && there != cards_copies(&rules->deck, face)) return false;
    }
    return missing == game->board.split.put_away;
}

static bool hands_counted(const Game *game) {
    const Board *board = &game->board;
    for (Seat seat = 0; seat < SEATS_MAX; seat++) {
        const Private *own = &game->own[seat];
        if (own->drawn != NO_FACE) return false;
        if (seat >= board->players && (cards_faces(&own->hand) || own->commit)) return false;
        if (cards_total_of(&own->hand, NUMBERS_MASK) != board->count[seat]) return false;
        if (cards_total_of(&own->hand, ~NUMBERS_MASK) != board->actions[seat]) return false;
    }
    return true;
}

static bool decks_counted(const Game *game) {
    const SplitBoard *split = &game->board.split;
    return !(cards_faces(&game->pile) & ~NUMBERS_MASK) && !(cards_faces(&game->actions) & NUMBERS_MASK) &&
           cards_total(&game->pile) == split->numbers_left && cards_total(&game->actions) == split->actions_left;
}

/* ---- the open table ---- */

static bool seat_or_none(const Board *board, Seat seat) { return seat == NO_SEAT || seat < board->players; }

static bool ranges_hold(const Board *board) {
    const SplitBoard *split = &board->split;
    unsigned all = seats_all(board->players);
    unsigned masks = split->asked | split->awaited | split->committed | split->blocked | split->bidders |
                     split->effects | split->had_numbers;
    return !(masks & ~all) && split->lead < board->players && split->first < board->players &&
           board->turn < board->players && seat_or_none(board, split->actor) && seat_or_none(board, split->target) &&
           seat_or_none(board, split->claimant) && split->in_round <= 1 && !(split->awaited & split->committed);
}

/* Runs of wins, duties and bids on the table, seat by seat. */
static bool seats_hold(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    unsigned names = rules->option.wild_rule == WILD_BOTH ? NAMES : COLOURS;
    bool effects = board->phase == PHASE_STEAL || board->phase == PHASE_SEVEN;
    for (Seat seat = 0; seat < SPLIT_SEATS_MAX; seat++) {
        bool bonus = board->phase == PHASE_BONUS && seat == board->turn;
        if (bonus ? split->streak[seat] != rules->option.bonus_wins : split->streak[seat] >= rules->option.bonus_wins)
            return false;
        if (split->duty[seat] != NAMES && split->duty[seat] >= names) return false;
        bool shows = effects && split->bidders >> seat & 1;
        Face shown = split->shown[seat];
        if (shows ? shown >= FACES || !(FACE_BIT(shown) & NUMBERS_MASK) : shown != NO_FACE) return false;
        if (seat >= board->players && (split->streak[seat] || split->duty[seat] != NAMES)) return false;
    }
    return true;
}

/* What is set only in some phases is idle in all others. */
static bool idle_elsewhere(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    Phase phase = board->phase;
    bool claims = phase == PHASE_CLAIM || phase == PHASE_STUCK, effects = phase == PHASE_STEAL || phase == PHASE_SEVEN;
    bool hidden = phase == PHASE_WINDOW || phase == PHASE_SHED || phase == PHASE_BID;
    bool playing =
        effects || phase == PHASE_BID || phase == PHASE_BONUS || (phase == PHASE_SHED && split->shed_next == SHED_WINS);
    return (split->card < FACES) == (split->actor != NO_SEAT) && (split->card < FACES || split->card == NO_FACE) &&
           (split->card != NO_FACE || split->target == NO_SEAT) && (claims || split->claimant == NO_SEAT) &&
           (claims || phase == PHASE_OFFER || !split->asked) && (hidden || !split->committed) &&
           (phase == PHASE_SHED) == (split->shed_next != SHED_IDLE) && (effects || !split->effects) &&
           (playing ? split->bidders && split->in_round : !split->bidders) && (playing || claims || !split->in_round) &&
           (rules->option.teams || !split->had_numbers) && (phase == PHASE_OVER) == (board->winners != 0);
}

/* ---- the question on the table ---- */

static bool asks_one(const Board *board) { return board->split.awaited == seat_bit(board->turn); }

/* Exactly `seats` choose, and some still have to. */
static bool asks_all(const SplitBoard *split, unsigned seats) {
    return split->awaited && (unsigned)(split->awaited | split->committed) == seats;
}

/* The action card in progress is one of `faces`, lies where it must and has a target it may have. */
static bool card_in_progress(const Rules *rules, const Board *board, uint64_t faces) {
    const SplitBoard *split = &board->split;
    if (split->card == NO_FACE || !(FACE_BIT(split->card) & faces)) return false;
    if (split->card == FACE_WILD ? split->target != NO_SEAT : split->target == NO_SEAT) return false;
    if (split->target != NO_SEAT && !(split_opponents(rules, board, split->actor) >> split->target & 1)) return false;
    bool travels = split->card == FACE_REVERSE && rules->option.reverse_cost == REVERSE_NEW_HAND;
    return travels || cards_has(&board->open, split->card);
}

static bool nothing_in_progress(const SplitBoard *split) { return split->card == NO_FACE; }

/* Before a step: nothing has moved yet. */
static bool step_is_fresh(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    return nothing_in_progress(split) && split->first == split->lead &&
           (!rules->option.teams || split->had_numbers == split_with_numbers(board));
}

static bool offer_holds(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    unsigned holders = split_with_actions(board), left = holders & ~(unsigned)split->asked;
    return rules->option.action_timing == TIMING_ROUND && step_is_fresh(rules, board) && asks_one(board) &&
           !(split->asked & ~holders) && left && board->turn == seat_from(left, split->lead);
}

static bool window_holds(const Rules *rules, const Board *board) {
    return rules->option.action_timing == TIMING_INTERRUPT && board->players == 2 && step_is_fresh(rules, board) &&
           asks_all(&board->split, split_with_actions(board));
}

static bool counter_holds(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    uint64_t faces = FACE_BIT(FACE_BLOCK) | (rules->option.draw_counter ? SPLIT_DRAW_CARDS : 0);
    return rules->option.action_timing == TIMING_ROUND && card_in_progress(rules, board, faces) && asks_one(board) &&
           board->turn == split->target && split->first == split->actor &&
           !(split->card == FACE_BLOCK && split->blocked >> split->target & 1);
}

/* A question to the actor or the target about one of `faces`. */
static bool single_holds(const Rules *rules, const Board *board, uint64_t faces, Seat seat) {
    return card_in_progress(rules, board, faces) && asks_one(board) && board->turn == seat &&
           board->split.first == board->split.actor;
}

/* Who sheds for the card in progress, if anybody does at this point. */
static unsigned shedders(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    const Options *option = &rules->option;
    bool ends = split->shed_next == SHED_ENDS;
    unsigned actor = seat_bit(split->actor), both = actor | (split->target == NO_SEAT ? 0 : seat_bit(split->target));
    switch (split->card) {
    case FACE_BLOCK: return ends ? both : 0;
    case FACE_WILD: return split->shed_next == SHED_NAMES ? seats_all(board->players) : 0;
    case FACE_TRUTH:
        if (ends) return option->truth_shed == TRUTH_ACTOR ? actor : 0;
        return split->shed_next == SHED_REPLIES && option->truth_shed == TRUTH_BOTH ? both : 0;
    case FACE_DARE:
        if (ends) return option->dare_shed != DARE_BOTH ? actor : 0;
        return split->shed_next == SHED_REPLIES && option->dare_shed == DARE_BOTH ? both : 0;
    }
    return 0; /* no other card sheds */
}

static bool first_fits_sheds(const Rules *rules, const SplitBoard *split) {
    /* H227: two Blocks of one window are heard from the lead. */
    bool window = rules->option.action_timing == TIMING_INTERRUPT && split->card == FACE_BLOCK;
    return split->first == (window ? split->lead : split->actor);
}

static bool one_seat(unsigned mask) { return mask && !(mask & (mask - 1)); }

static bool shed_holds(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    if (split->shed_next == SHED_WINS)
        return nothing_in_progress(split) && !rules->option.solo_reveal && one_seat(split->bidders) &&
               split->bidders == (split_with_numbers(board) & ~(unsigned)split->blocked) &&
               !(split->blocked & ~split_with_numbers(board)) && asks_all(split, split->bidders) &&
               split->first == split->lead;
    if (!card_in_progress(rules, board, SPLIT_ACTIONS) || !first_fits_sheds(rules, split)) return false;
    return asks_all(split, shedders(rules, board) & split_with_numbers(board));
}

static bool discard_holds(const Rules *rules, const Board *board) {
    return rules->option.reverse_cost == REVERSE_NEW_HAND && board->split.actor != NO_SEAT &&
           board->actions[board->split.actor] > 0 &&
           single_holds(rules, board, FACE_BIT(FACE_REVERSE), board->split.actor);
}

/* A number round after or during the reveal, and during the bids. */
static bool round_holds(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    return nothing_in_progress(split) && split->first == split->lead && !(split->bidders & split->blocked) &&
           (rules->option.solo_reveal || !one_seat(split->bidders));
}

static bool bid_holds(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    unsigned playing = split_with_numbers(board);
    return round_holds(rules, board) && !(split->blocked & ~playing) &&
           split->bidders == (playing & ~(unsigned)split->blocked) && asks_all(split, split->bidders);
}

static bool effect_holds(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    unsigned opponents = split_opponents(rules, board, board->turn), victims = split_victims(rules, board, board->turn);
    if (!round_holds(rules, board) || !asks_one(board) || !split->effects || split->effects & ~split->bidders)
        return false;
    for (unsigned left = split->effects; left; left &= left - 1) {
        unsigned value = face_value(split->shown[mask_first(left)]);
        if (value != 0 && value != 7) return false;
    }
    if (board->turn != seat_from(split->effects, split->lead)) return false;
    bool zero = face_value(split->shown[board->turn]) == 0;
    if (board->phase == PHASE_SEVEN) return !zero && !one_seat(opponents);
    return zero && victims && (rules->option.zero_optional || !one_seat(victims));
}

static bool bonus_holds(const Board *board) {
    const SplitBoard *split = &board->split;
    return nothing_in_progress(split) && split->first == split->lead && asks_one(board) &&
           split->bidders >> board->turn & 1 && !(split->bidders & split->blocked);
}

static bool claim_holds(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    if (!rules->option.claim_challenge || !nothing_in_progress(split) || !asks_one(board)) return false;
    if (split->claimant == NO_SEAT || split->claimant != split_claimant(rules, board)) return false;
    unsigned opponents = split_opponents(rules, board, split->claimant);
    if (split->asked & ~opponents || (split->in_round && (split->first != split->lead || split->blocked))) return false;
    if (board->phase == PHASE_STUCK) return split->asked >> board->turn & 1;
    unsigned left = opponents & ~(unsigned)split->asked;
    return left && board->turn == seat_from(left, split->claimant + 1u);
}

/* H84: a number card just drawn and the lone +2 or +4. */
static bool stuck_holds(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    return rules->option.barrier == BARRIER_ONLY_CARD && claim_holds(rules, board) && board->count[board->turn] == 1 &&
           board->actions[board->turn] == 1 && cards_faces(&game->own[board->turn].hand) & SPLIT_DRAW_CARDS;
}

static bool over_holds(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    return !split->awaited && nothing_in_progress(split) && !(board->winners & ~seats_all(board->players)) &&
           board->winners == split_team(rules, board, mask_first(board->winners));
}

static bool question_holds(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    const SplitBoard *split = &board->split;
    switch ((Phase)board->phase) {
    case PHASE_OVER: return over_holds(rules, board);
    case PHASE_OFFER: return offer_holds(rules, board);
    case PHASE_WINDOW: return window_holds(rules, board);
    case PHASE_COUNTER: return counter_holds(rules, board);
    case PHASE_REPLY: return single_holds(rules, board, FACE_BIT(FACE_TRUTH) | FACE_BIT(FACE_DARE), split->target);
    case PHASE_PENALTY: return single_holds(rules, board, FACE_BIT(FACE_TRUTH), split->actor);
    case PHASE_SHED: return shed_holds(rules, board);
    case PHASE_DISCARD: return discard_holds(rules, board);
    case PHASE_NAME: return single_holds(rules, board, FACE_BIT(FACE_WILD), split->actor);
    case PHASE_BID: return bid_holds(rules, board);
    case PHASE_STEAL:
    case PHASE_SEVEN: return effect_holds(rules, board);
    case PHASE_BONUS: return bonus_holds(board);
    case PHASE_CLAIM: return claim_holds(rules, board);
    case PHASE_STUCK:
        return stuck_holds(rules, game);
    CASE_CLASSIC_PHASES:
        break;
    }
    return false;
}

/* Every hidden choice is one that its seat could have made. */
static bool commits_hold(const Rules *rules, const Game *game) {
    Board before = game->board;
    before.split.awaited |= before.split.committed;
    before.split.committed = 0;
    for (Seat seat = 0; seat < before.players; seat++) {
        ActionSet set;
        if (!(game->board.split.committed >> seat & 1)) {
            if (game->own[seat].commit) return false;
            continue;
        }
        split_actions(rules, &before, &game->own[seat], seat, &set);
        if (!action_set_has(rules, &set, game->own[seat].commit)) return false;
    }
    return true;
}

bool split_sound(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    if (board->players < 2 || board->players > SPLIT_SEATS_MAX) return false;
    return ranges_hold(board) && seats_hold(rules, board) && idle_elsewhere(rules, board) && hands_counted(game) &&
           decks_counted(game) && cards_conserved(rules, game) && question_holds(rules, game) &&
           commits_hold(rules, game);
}
