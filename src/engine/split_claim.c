/* split_claim.c -- Split UNO: the end of a step, and of the game. */
#include "split_internal.h"

void split_win(Table *table, Seat seat) {
    Board *board = &table->game->board;
    SplitBoard *split = &board->split;
    split->asked = split->in_round = 0;
    split->actor = split->target = split->claimant = NO_SEAT;
    split->card = NO_FACE;
    board->winners = (uint16_t)split_team(table->rules, board, seat);
    ask_all(table, PHASE_OVER, 0);
    for (unsigned left = board->winners; left; left &= left - 1)
        say(table, EVENT_won, mask_first(left), NO_SEAT, NO_FACE, 0);
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
static void claim_ask_next(Table *table) {
    SplitBoard *split = split_of(table);
    Seat claimant = split->claimant;
    unsigned left = split_opponents(table->rules, &table->game->board, claimant) & ~(unsigned)split->asked;
    if (left) ask(table, PHASE_CLAIM, seat_from(left, claimant + 1u));
    else split_win(table, claimant);
}

/* H75, H77, H222: who is first without number cards claims, again and again until somebody wins or nobody is. */
static void claims_next(Table *table) {
    SplitBoard *split = split_of(table);
    Seat claimant = split_claimant(table->rules, &table->game->board);
    split->asked = 0;
    split->claimant = claimant;
    if (claimant == NO_SEAT) {
        split_step_end(table);
        return;
    }
    say(table, EVENT_claimed, claimant, NO_SEAT, NO_FACE, 0);
    if (table->rules->option.claim_challenge) claim_ask_next(table);
    else split_win(table, claimant); /* V81, H88 */
}

/* A step is complete: its card is done with, and claims are heard. */
void split_claims_hear(Table *table) {
    SplitBoard *split = split_of(table);
    split->steps++;
    split->actor = split->target = NO_SEAT;
    split->card = NO_FACE;
    claims_next(table);
}

void split_recount(Table *table) {
    SplitBoard *split = split_of(table);
    bool claiming = table->game->board.phase == PHASE_CLAIM;
    for (unsigned left = split->committed; left; left &= left - 1) revealed(table, mask_first(left));
    if (!claiming) { /* a round may have begun that nobody has bid in yet */
        split->asked = split->in_round = split->bidders = 0;
        split->shed_next = SHED_IDLE;
        split->first = split->lead;
    }
    if (claiming || split_claimant(table->rules, &table->game->board) != NO_SEAT) claims_next(table);
    else split_step_begin(table);
}

/* V67, V71, H80: a +2 or +4 laid against the claim. */
static void claimant_pays(Table *table, Seat challenger, Face card) {
    Seat claimant = split_of(table)->claimant;
    say(table, EVENT_claim_challenged, challenger, claimant, card, 0);
    split_spend_action(table, challenger, card);
    if (table->rules->option.challenge_from == FROM_SHED)
        split_take_back_shed(table, claimant, split_draw_amount(card));
    else split_draw_numbers(table, claimant, split_draw_amount(card));
}

/* H84: the win is suspended while the seat draws; with nothing to draw the claim stands against it. */
static void stuck_begin(Table *table, Seat seat) {
    say(table, EVENT_stuck, seat, NO_SEAT, NO_FACE, 0);
    if (split_draw_numbers(table, seat, 1)) ask(table, PHASE_STUCK, seat);
    else claim_ask_next(table);
}

void split_claim_answered(Table *table, Seat seat, Action action) {
    Game *game = table->game;
    SplitBoard *split = split_of(table);
    if (action_kind(action) == ACT_PASS) {
        split->asked |= (uint8_t)seat_bit(seat);
        say(table, EVENT_passed, seat, NO_SEAT, NO_FACE, 0);
        if (split_lone_draw(table->rules, &game->board, &game->own[seat], seat)) stuck_begin(table, seat);
        else claim_ask_next(table);
    } else if (table->rules->option.barrier == BARRIER_TWO_ACTIONS && game->board.actions[seat] == 1) {
        say(table, EVENT_barred, seat, NO_SEAT, NO_FACE, 0); /* A42, H228 */
        split_draw_numbers(table, seat, 1);
        split_win(table, split->claimant);
    } else {
        claimant_pays(table, seat, action_card(action));
        claims_next(table);
    }
}

void split_stuck_answered(Table *table, Seat seat, Action action) {
    Face card = action_card(action);
    Seat claimant = split_of(table)->claimant;
    if (FACE_BIT(card) & NUMBERS_MASK) {
        split_shed_number(table, seat, card);
        claim_ask_next(table);
        return;
    }
    claimant_pays(table, seat, card);
    if (table->game->board.count[claimant]) claims_next(table);
    else split_win(table, claimant); /* H229 */
}
