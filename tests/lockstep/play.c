/* play.c -- random play: each game has a taste, or what is rare would stay so. */
#include "lockstep.h"

static uint64_t values(unsigned a, unsigned b) { return VALUE_MASK(a) | VALUE_MASK(b); }

static uint64_t taste_for_numbers(uint64_t *random) {
    switch (random_below(random, 6)) {
    case 0: return values(0, 7);
    case 1: return values(9, 8);
    case 2: return values(0, 0);
    case 3: return values(random_below(random, 10), 9);
    default: return NUMBERS_MASK;
    }
}

static uint64_t taste_for_actions(uint64_t *random) {
    if (random_below(random, 3) == 0) return SPLIT_ACTIONS;
    if (random_below(random, 2)) return SPLIT_DRAW_CARDS | FACE_BIT(FACE_WILD); /* for the stuck rule, D37 */
    Face one = split_sorts[random_below(random, SPLIT_SORTS)], other = split_sorts[random_below(random, SPLIT_SORTS)];
    return FACE_BIT(one) | FACE_BIT(other);
}

void taste_choose(uint64_t *random, Taste *taste) {
    static const uint8_t often[] = {1, 4, 8, 12, 16};
    taste->plays = often[random_below(random, 5)];
    taste->answers = often[random_below(random, 5)];
    taste->refuses = random_below(random, 2) ? 1 : 8;
    taste->numbers = taste_for_numbers(random);
    taste->favourites = taste_for_actions(random);
    taste->fated = random_below(random, 2);
    taste->says_passes = random_below(random, 4) == 0;
    taste->favoured = random_below(random, 3) ? (Seat)NO_SEAT : (Seat)random_below(random, 2);
    taste->bonus = random_below(random, 2) ? ACT_BONUS_CARD : ACT_NONE;
}

static unsigned any_bit(uint64_t bits, uint64_t *random) {
    return bits_select(bits, random_below(random, bits_count(bits)));
}

static void fill(Face *list, uint8_t *left, unsigned size, uint64_t faces, uint64_t *random) {
    while (*left < size) list[(*left)++] = (Face)any_bit(faces, random);
}

void taste_settle_fate(Pair *pair) {
    Fate *fate = &pair->game.fate;
    if (!pair->taste.fated || random_below(&pair->random, 4)) return;
    if (fate->actions_left < 2) fill(fate->actions, &fate->actions_left, 4, pair->taste.favourites, &pair->random);
    if (fate->cards_left < 4) fill(fate->cards, &fate->cards_left, 8, pair->taste.numbers, &pair->random);
}

static bool one_of_16(Pair *pair, unsigned times) { return random_below(&pair->random, 16) < times; }

static Face pick_card(Pair *pair, uint64_t cards) {
    uint64_t liked = cards & (pair->taste.numbers | pair->taste.favourites);
    return (Face)any_bit(liked && random_below(&pair->random, 4) ? liked : cards, &pair->random);
}

/* The favoured seat shows its highest number, everybody else their lowest. */
static Face pick_by_value(uint64_t cards, bool highest) {
    unsigned value = highest ? 9 : 0;
    while (!(cards & VALUE_MASK(value))) value = highest ? value - 1 : value + 1;
    return (Face)bits_first(cards & VALUE_MASK(value));
}

static Action pick_play(Pair *pair, const ActionSet *set, Seat seat) {
    bool ordered = pair->game.board.phase == PHASE_BID && pair->taste.favoured != NO_SEAT;
    Face card = ordered ? pick_by_value(set->cards, seat == pair->taste.favoured) : pick_card(pair, set->cards);
    bool offered = pair->game.board.phase == PHASE_OFFER || pair->game.board.phase == PHASE_WINDOW;
    SeatMask targets = card == FACE_BLOCK ? set->block_targets : set->targets;
    Seat target = offered && card != FACE_WILD ? (Seat)any_bit(targets, &pair->random) : (Seat)NO_SEAT;
    return action_full(set->card_kind, card, NO_CHOICE, target, false);
}

static Action pick_aimed(Pair *pair, const ActionSet *set) {
    unsigned choice = set->target_kind == ACT_NAME ? any_bit(set->names, &pair->random) : NO_CHOICE;
    Seat target = set->targets ? (Seat)any_bit(set->targets, &pair->random) : (Seat)NO_SEAT;
    return action_full(set->target_kind, NO_FACE, choice, target, false);
}

static Action pick_plain(Pair *pair, const ActionSet *set) {
    if (pair->game.board.phase == PHASE_REPLY)
        return action_plain(one_of_16(pair, pair->taste.refuses) ? ACT_REFUSE : ACT_ANSWER);
    if (action_set_may(set, pair->taste.bonus)) return action_plain(pair->taste.bonus);
    return action_plain((ActionKind)any_bit(set->plain, &pair->random));
}

Action taste_pick(Pair *pair, Seat *seat) {
    const Board *board = &pair->game.board;
    bool offered = board->phase == PHASE_OFFER || board->phase == PHASE_WINDOW;
    unsigned often = offered ? pair->taste.plays : pair->taste.answers;
    ActionSet set;
    *seat = (Seat)any_bit(board->split.awaited, &pair->random);
    board_actions(pair->rules, board, &pair->game.own[*seat], *seat, &set);
    if (set.cards && (!set.plain || one_of_16(pair, often))) return pick_play(pair, &set, *seat);
    if (set.target_kind && (!set.plain || !one_of_16(pair, 3))) return pick_aimed(pair, &set);
    return pick_plain(pair, &set);
}
