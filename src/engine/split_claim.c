/* split_claim.c -- Split UNO: the end of a step, and of the game. */
#include "split_internal.h"

void split_win(Change *change, Seat seat) {
    Board *board = &change->game->board;
    SplitBoard *split = &board->split;
    split->asked = split->in_round = 0;
    split->actor = split->target = split->claimant = NO_SEAT;
    split->card = NO_FACE;
    board->winners = (uint16_t)split_team(change->rules, board, seat);
    ask_all(change, PHASE_OVER, 0);
    for (unsigned left = board->winners; left; left &= left - 1)
        say(change, EVENT_won, mask_first(left), NO_SEAT, NO_FACE, 0);
    witness_opened(change->witness, change->game);
}

Seat split_claimant(const Rules *rules, const Board *board) {
    const SplitBoard *split = &board->split;
    unsigned without = seats_all(board->players) & ~split_with_numbers(board);
    unsigned claims = without;
    for (unsigned team = 0; team < (unsigned)rules->option.teams && without; team++) {
        unsigned members = split_team(rules, board, (Seat)team);
        if (members & ~without) claims &= ~members; /* H93, H94: the whole team has to be without */
        else if (members & split->had_numbers) claims &= ~members | split->had_numbers; /* H99, Q24 */
    }
    return claims ? seat_from(claims, split->first) : (Seat)NO_SEAT;
}

/* H79: clockwise from the claimant; when nobody is left to ask, the claim has stood. */
static void claim_ask_next(Change *change) {
    SplitBoard *split = split_of(change);
    Seat claimant = split->claimant;
    unsigned left = split_opponents(change->rules, &change->game->board, claimant) & ~(unsigned)split->asked;
    if (left) ask(change, PHASE_CLAIM, seat_from(left, claimant + 1u));
    else split_win(change, claimant);
}

/* H75, H77, H222: who is first without number cards claims, again and again until somebody wins or nobody is. */
static void claims_next(Change *change) {
    SplitBoard *split = split_of(change);
    Seat claimant = split_claimant(change->rules, &change->game->board);
    split->asked = 0;
    split->claimant = claimant;
    if (claimant == NO_SEAT) {
        split_step_end(change);
        return;
    }
    say(change, EVENT_claimed, claimant, NO_SEAT, NO_FACE, 0);
    if (change->rules->option.claim_challenge) claim_ask_next(change);
    else split_win(change, claimant); /* V81, H88 */
}

/* A step is complete: its card is done with, and claims are heard. */
void split_claims_hear(Change *change) {
    SplitBoard *split = split_of(change);
    split->steps++;
    split->actor = split->target = NO_SEAT;
    split->card = NO_FACE;
    claims_next(change);
}

void split_recount(Change *change) {
    SplitBoard *split = split_of(change);
    bool claiming = change->game->board.phase == PHASE_CLAIM;
    for (unsigned left = split->committed; left; left &= left - 1) revealed(change, mask_first(left));
    if (!claiming) { /* a round may have begun that nobody has bid in yet */
        split->asked = split->in_round = split->bidders = 0;
        split->shed_next = SHED_IDLE;
        split->first = split->lead;
    }
    if (claiming || split_claimant(change->rules, &change->game->board) != NO_SEAT) claims_next(change);
    else split_step_begin(change);
}

/* V67, V71, H80: a +2 or +4 laid against the claim. */
static void claimant_pays(Change *change, Seat challenger, Face card) {
    Seat claimant = split_of(change)->claimant;
    say(change, EVENT_claim_challenged, challenger, claimant, card, 0);
    split_spend_action(change, challenger, card);
    if (change->rules->option.challenge_from == FROM_SHED)
        split_take_back_shed(change, claimant, split_draw_amount(card));
    else split_draw_numbers(change, claimant, split_draw_amount(card));
}

/* H84: the win is suspended while the seat draws; with nothing to draw the claim stands against it. */
static void stuck_begin(Change *change, Seat seat) {
    say(change, EVENT_stuck, seat, NO_SEAT, NO_FACE, 0);
    if (split_draw_numbers(change, seat, 1)) ask(change, PHASE_STUCK, seat);
    else claim_ask_next(change);
}

void split_claim_answered(Change *change, Seat seat, Action action) {
    Game *game = change->game;
    SplitBoard *split = split_of(change);
    if (action_kind(action) == ACT_PASS) {
        split->asked |= (uint8_t)seat_bit(seat);
        say(change, EVENT_passed, seat, NO_SEAT, NO_FACE, 0);
        if (split_lone_draw(change->rules, &game->board, &game->own[seat], seat)) stuck_begin(change, seat);
        else claim_ask_next(change);
    } else if (change->rules->option.barrier == BARRIER_TWO_ACTIONS && game->board.actions[seat] == 1) {
        say(change, EVENT_barred, seat, NO_SEAT, NO_FACE, 0); /* A42, H228 */
        split_draw_numbers(change, seat, 1);
        split_win(change, split->claimant);
    } else {
        claimant_pays(change, seat, action_card(action));
        claims_next(change);
    }
}

void split_stuck_answered(Change *change, Seat seat, Action action) {
    Face card = action_card(action);
    Seat claimant = split_of(change)->claimant;
    if (FACE_BIT(card) & NUMBERS_MASK) {
        split_shed_number(change, seat, card);
        claim_ask_next(change);
        return;
    }
    claimant_pays(change, seat, card);
    if (change->game->board.count[claimant]) claims_next(change);
    else split_win(change, claimant); /* H229 */
}
