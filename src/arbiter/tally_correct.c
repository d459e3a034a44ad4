/* tally_correct.c -- what was miscounted is set right (H73). */
#include <string.h>

#include "tally_internal.h"

static unsigned all_numbers(const Board *board) {
    unsigned sum = board->split.numbers_left;
    for (unsigned seat = 0; seat < board->players; seat++) sum += board->count[seat];
    return sum;
}

static unsigned all_actions(const Board *board) {
    unsigned sum = board->split.actions_left;
    for (unsigned seat = 0; seat < board->players; seat++) sum += board->actions[seat];
    return sum;
}

/* Sets the counts as the entry says; false where that is no count. */
static bool correct_counts(Run *run, const Entry *entry) {
    Board *board = run->board;
    SplitBoard *split = &board->split;
    unsigned amount = entry->amount, bonus = (unsigned)run->tally->rules.option.bonus_wins - 1;
    unsigned rest_numbers = all_numbers(board), rest_actions = all_actions(board);
    if (entry->kind == ENTRY_SET_NUMBERS) rest_numbers -= board->count[entry->seat];
    if (entry->kind == ENTRY_SET_NUMBER_DECK) rest_numbers -= split->numbers_left;
    if (entry->kind == ENTRY_SET_ACTIONS) rest_actions -= board->actions[entry->seat];
    if (entry->kind == ENTRY_SET_ACTION_DECK) rest_actions -= split->actions_left;
    bool numbers = entry->kind == ENTRY_SET_NUMBERS || entry->kind == ENTRY_SET_NUMBER_DECK;
    bool actions = entry->kind == ENTRY_SET_ACTIONS || entry->kind == ENTRY_SET_ACTION_DECK;
    if (numbers && rest_numbers + amount > run->tally->numbers_total)
        return tally_refuse(run, OBJECTION_too_many_numbers, NO_SEAT, run->tally->numbers_total);
    if (actions && rest_actions + amount > run->tally->actions_total)
        return tally_refuse(run, OBJECTION_too_many_actions, NO_SEAT, run->tally->actions_total);
    switch (entry->kind) {
    case ENTRY_SET_NUMBERS: board->count[entry->seat] = entry->amount; break;
    case ENTRY_SET_NUMBER_DECK: split->numbers_left = entry->amount; break;
    case ENTRY_SET_ACTIONS: board->actions[entry->seat] = (uint8_t)amount; break;
    case ENTRY_SET_ACTION_DECK: split->actions_left = entry->amount; break;
    case ENTRY_SET_LEAD: split->lead = entry->seat; break;
    case ENTRY_SET_BLOCKED:
        split->blocked = (uint8_t)((split->blocked & ~(1u << entry->seat)) | (unsigned)(amount != 0) << entry->seat);
        break;
    case ENTRY_SET_STREAK:
        if (amount > bonus) return tally_refuse(run, OBJECTION_streak_too_long, NO_SEAT, bonus);
        split->streak[entry->seat] = (uint8_t)amount;
    }
    return true;
}

bool tally_enter_correction(Run *run, const Entry *entry) {
    bool deck = entry->kind == ENTRY_SET_NUMBER_DECK || entry->kind == ENTRY_SET_ACTION_DECK;
    if (!tally_between_steps(run->tally) && run->board->phase != PHASE_CLAIM)
        return tally_refuse(run, OBJECTION_correct_between, NO_SEAT, 0);
    if (!deck && entry->seat >= run->board->players) return tally_refuse(run, OBJECTION_not_now, NO_SEAT, 0);
    if (!correct_counts(run, entry)) return false;
    /* What was miscounted was not shed. */
    unsigned room = run->tally->numbers_total - all_numbers(run->board);
    unsigned shed = cards_total_of(&run->board->open, NUMBERS_MASK);
    memset(&run->board->open, 0, sizeof run->board->open);
    tally_lay(&run->board->open, shed < room ? shed : room, NUMBERS_MASK);
    tally_lay_all(run->game);
    game_recount(&run->tally->rules, run->game, run->witness);
    tally_collect(run);
    return true;
}
