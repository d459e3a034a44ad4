/* compare.c -- both games side by side, and a count of what seldom happens. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lockstep.h"

bool pair_fault(Pair *pair, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(pair->fault, sizeof pair->fault, format, arguments);
    va_end(arguments);
    return false;
}

bool event_happened(const Witness *witness, EventKind kind) {
    for (unsigned i = 0; i < witness->events; i++)
        if (witness->event[i].kind == kind) return true;
    return false;
}

/* ---- the same situation ---- */

/* The engine asks where the tally knows the answer: sheds that must be, the card that pays for a Reverse, counters and
 * challenges of a hand without action cards. */
static bool tally_is_ahead(const Pair *pair) {
    const Board *board = &pair->game.board;
    const Options *option = &pair->rules->option;
    Face card = board->split.card;
    switch (board->phase) {
    case PHASE_DISCARD: return true;
    case PHASE_COUNTER:
    case PHASE_CLAIM: return !board->actions[board->turn];
    case PHASE_SHED:
        if (board->split.shed_next == SHED_WINS) return false;
        return card == FACE_WILD ? !option->wild_optional : card != FACE_DARE || option->dare_shed != DARE_OPTIONAL;
    default: return false;
    }
}

#define SAME(field) \
    if (real->field != told->field) \
    return pair_fault(pair, "%s: %s is %u, and %u in the tally", phase_name(real->phase), #field, \
                      (unsigned)real->field, (unsigned)told->field)
#define SAME_OF(field, seat) \
    if (real->field[seat] != told->field[seat]) \
    return pair_fault(pair, "%s: %s of seat %u is %u, and %u in the tally", phase_name(real->phase), #field, seat, \
                      (unsigned)real->field[seat], (unsigned)told->field[seat])

static bool same_seat(Pair *pair, const Board *real, const Board *told, unsigned seat) {
    SAME_OF(count, seat);
    SAME_OF(actions, seat);
    SAME_OF(split.streak, seat);
    SAME_OF(split.duty, seat);
    Face a = real->split.shown[seat], b = told->split.shown[seat];
    if ((a == NO_FACE) != (b == NO_FACE) || (a != NO_FACE && face_value(a) != face_value(b)))
        return pair_fault(pair, "seat %u shows %u, and %u in the tally", seat, a, b);
    return true;
}

static bool same_table(Pair *pair, const Board *real, const Board *told) {
    SAME(phase);
    SAME(turn);
    SAME(winners);
    SAME(split.numbers_left);
    SAME(split.actions_left);
    SAME(split.blocked);
    SAME(split.lead);
    SAME(split.steps);
    SAME(split.claimant);
    SAME(split.first);
    SAME(split.asked);
    SAME(split.actor);
    SAME(split.target);
    SAME(split.card);
    SAME(split.awaited);
    SAME(split.committed);
    SAME(split.bidders);
    SAME(split.effects);
    SAME(split.had_numbers);
    SAME(split.in_round);
    SAME(split.shed_next);
    return true;
}

bool pair_compare(Pair *pair) {
    const Board *real = &pair->game.board, *told = &pair->tally.game.board;
    if (pair->behind || tally_is_ahead(pair)) return true;
    pair->score->compared++;
    for (unsigned seat = 0; seat < real->players; seat++)
        if (!same_seat(pair, real, told, seat)) return false;
    unsigned shed = cards_total_of(&real->open, NUMBERS_MASK), shed_told = cards_total_of(&told->open, NUMBERS_MASK);
    if (shed != shed_told) return pair_fault(pair, "%u number cards are shed, and %u in the tally", shed, shed_told);
    return same_table(pair, real, told);
}

/* ---- what seldom happens ---- */

static void count_card(Score *score, Face card) {
    switch (card) {
    case FACE_BLOCK: score->rare[RARE_block]++; break;
    case FACE_REVERSE: score->rare[RARE_reverse]++; break;
    case FACE_WILD: score->rare[RARE_wild]++; break;
    case FACE_TRUTH: score->rare[RARE_truth]++; break;
    case FACE_DARE: score->rare[RARE_dare]++; break;
    default: score->rare[RARE_draw_card]++;
    }
}

static void count_event(Pair *pair, const Board *before, const Event *event) {
    unsigned long *rare = pair->score->rare;
    switch (event->kind) {
    case EVENT_action:
    case EVENT_action_all: count_card(pair->score, event->card); break;
    case EVENT_countered: rare[event->card == FACE_BLOCK ? RARE_block_countered : RARE_draw_countered]++; break;
    case EVENT_met: rare[RARE_met]++; break;
    case EVENT_refused: rare[RARE_truth_refused] += before->split.card == FACE_TRUTH; break;
    case EVENT_forfeited: rare[RARE_forfeited]++; break;
    case EVENT_duty:
    case EVENT_duty_all: rare[RARE_duty]++; break;
    case EVENT_tied: rare[RARE_tied]++; break;
    case EVENT_void_round: rare[RARE_void_round]++; break;
    case EVENT_numbers_gone: rare[RARE_numbers_gone]++; break;
    case EVENT_actions_gone: rare[RARE_actions_gone]++; break;
    case EVENT_claimed: rare[RARE_claimed]++; break;
    case EVENT_claim_challenged: rare[RARE_challenged]++; break;
    case EVENT_barred: rare[RARE_barred]++; break;
    case EVENT_stuck: rare[RARE_stuck]++; break;
    case EVENT_passed: rare[RARE_kept] += before->phase == PHASE_SHED; break;
    case EVENT_took_back: rare[RARE_took_back] += before->phase == PHASE_CLAIM; break;
    default: break;
    }
}

static void count_bids(Pair *pair) {
    unsigned zeros = 0, sevens = 0, bids = 0;
    for (unsigned i = 0; i < pair->witness.events; i++) {
        const Event *event = &pair->witness.event[i];
        if (event->kind != EVENT_revealed) continue;
        bids++;
        zeros += face_value(event->card) == 0;
        sevens += face_value(event->card) == 7;
    }
    pair->score->rare[RARE_zero_and_seven] += zeros && sevens;
    pair->score->rare[RARE_zeros] += zeros > 1;
    pair->score->rare[RARE_solo] += bids == 1;
}

static void count_claims(Pair *pair, const Board *before) {
    const Board *board = &pair->game.board;
    unsigned without = 0;
    if (!event_happened(&pair->witness, EVENT_claimed)) return;
    for (unsigned seat = 0; seat < board->players; seat++) without += !board->count[seat];
    pair->score->rare[RARE_zero_together] += without > 1;
    pair->score->rare[RARE_claimed_again] += before->phase == PHASE_CLAIM;
}

void pair_count_rare(Pair *pair, const Board *before, Action action) {
    unsigned long *rare = pair->score->rare;
    for (unsigned i = 0; i < pair->witness.events; i++) count_event(pair, before, &pair->witness.event[i]);
    count_claims(pair, before);
    if (before->phase == PHASE_BID) count_bids(pair);
    rare[RARE_claim_lost] += before->phase == PHASE_CLAIM && pair->game.board.phase != PHASE_OVER &&
                             pair->game.board.split.claimant == NO_SEAT;
    bool number = before->phase == PHASE_STUCK && FACE_BIT(action_card(action)) & NUMBERS_MASK;
    rare[RARE_stuck_shed] += number;
    rare[RARE_stuck_played] += before->phase == PHASE_STUCK && !number;
    rare[RARE_stuck_empty] += event_happened(&pair->witness, EVENT_stuck) && !before->split.numbers_left;
    rare[RARE_reverse_paid] += before->phase == PHASE_DISCARD;
    rare[RARE_penalty_two] += action_kind(action) == ACT_PENALTY_A;
    rare[RARE_penalty_five] += action_kind(action) == ACT_PENALTY_B;
    rare[RARE_bonus_card] += action_kind(action) == ACT_BONUS_CARD;
    rare[RARE_bonus_draw] += action_kind(action) == ACT_BONUS_DRAW;
    rare[RARE_stole_nothing] += action == action_plain(ACT_STEAL);
    rare[RARE_solo] += before->phase == PHASE_SHED && before->split.shed_next == SHED_WINS;
}
