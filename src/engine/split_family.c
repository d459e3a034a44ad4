/* split_family.c -- the row of the Split family: its cards, where they are, and what its actions mean. */
#include "card_table.h"
#include "split_internal.h"

/* ---- cards ---- */

/* V5, D3: the action deck of Split UNO. What these cards do is split.c's. */
static const struct {
    Face face;
    CardRow row;
} action_cards[] = {
    {FACE_BLOCK, {"Block", "block", "\xE2\x8A\x98", 0, 8, 0, {{0}}, {0}}},
    {FACE_REVERSE, {"Reverse", "reverse", "\xE2\x87\x84", 0, 8, 0, {{0}}, {0}}},
    {FACE_DRAW2, {"+2", "+2", "+2", 0, 8, 0, {{0}}, {0}}},
    {FACE_WILD, {"Wild", "wild", "\xE2\x9C\xA6", 0, 4, 0, {{0}}, {0}}},
    {FACE_WILD4, {"+4", "+4", "+4", 0, 4, 0, {{0}}, {0}}},
    {FACE_TRUTH, {"Truth", "truth", "?", 0, 3, 0, {{0}}, {0}}},
    {FACE_DARE, {"Dare", "dare", "!", 0, 2, 0, {{0}}, {0}}},
};

static void split_cards(Rules *rules) {
    for (unsigned i = 0; i < sizeof action_cards / sizeof *action_cards; i++)
        card_table_put(rules, action_cards[i].face, &action_cards[i].row);
}

/* ---- actions ---- */

SeatMask split_waiting(const Rules *rules, const Board *board) {
    (void)rules;
    return board->split.awaited;
}

static unsigned split_open(const Rules *rules, const Board *board) {
    (void)rules, (void)board;
    return 0;
}

static Seat split_caller(const Board *board, bool *called) {
    (void)board;
    *called = false;
    return NO_SEAT;
}

static bool split_dared(const Board *board, Seat *asks, Seat *answers) {
    *asks = board->split.actor;
    *answers = board->split.target;
    return board->split.card == FACE_TRUTH || board->split.card == FACE_DARE;
}

static Aim split_aim(const CardRow *card) {
    (void)card;
    return AIM_ACTION;
}

/* ---- where the cards are ---- */

static void split_lay_open(const Board *board, Cards *open) {
    for (unsigned seat = 0; seat < SPLIT_SEATS_MAX; seat++)
        if (board->split.shown[seat] < FACES) cards_add(open, board->split.shown[seat]);
}

/* `decked`: the number deck was told, and what is left over of the number cards is put away. */
static void split_count(const Rules *rules, Game *game, const Cards *rest, bool decked) {
    (void)rules;
    Board *board = &game->board;
    for (unsigned seat = 0; seat < board->players; seat++) {
        const Cards *hand = &game->own[seat].hand;
        board->count[seat] = (uint16_t)cards_total_of(hand, NUMBERS_MASK);
        board->actions[seat] = (uint8_t)cards_total_of(hand, SPLIT_ACTIONS);
    }
    game->actions = cards_only(rest, SPLIT_ACTIONS);
    if (!decked) game->pile = cards_only(rest, NUMBERS_MASK);
    board->split.numbers_left = (uint16_t)cards_total(&game->pile);
    board->split.actions_left = (uint16_t)cards_total(&game->actions);
}

static bool split_put_away(const Board *board) { return board->split.put_away; }

static unsigned split_length(const Board *board) { return board->split.steps; }

/* ---- a world behind a view ---- */

/* A choice that lies hidden is made again, as that hand could have made it. */
static bool choose_again(Deal *deal, Seat seat) {
    Game *game = deal->game;
    Board before = game->board;
    before.split.committed &= (uint8_t) ~(1u << seat);
    before.split.awaited |= (uint8_t)(1u << seat);
    Action actions[ACTIONS_MAX];
    ActionSet set;
    board_actions(deal->rules, &before, &game->own[seat], seat, &set);
    unsigned count = action_set_list(deal->rules, &set, actions);
    if (!count) return false;
    game->own[seat].commit = actions[rng_below(deal->rng, count)];
    return true;
}

static bool split_deal(Deal *deal) {
    const Board *board = &deal->view->board;
    Game *game = deal->game;
    for (unsigned seat = 0; seat < board->players; seat++) {
        if (seat == deal->view->seat) continue;
        Cards *hand = &game->own[seat].hand;
        /* Q14: only a lone +2 or +4 makes a hand stuck. */
        bool stuck = board->phase == PHASE_STUCK && seat == board->turn;
        if (!deal_up_to(deal, stuck ? SPLIT_DRAW_CARDS : SPLIT_ACTIONS, board->actions[seat], hand)) return false;
        if (!deal_up_to(deal, NUMBERS_MASK, board->count[seat], hand)) return false;
    }
    if (!deal_up_to(deal, NUMBERS_MASK, board->split.numbers_left, &game->pile)) return false;
    if (!deal_up_to(deal, SPLIT_ACTIONS, board->split.actions_left, &game->actions)) return false;
    for (unsigned rest = board->split.committed; rest; rest &= rest - 1)
        if (mask_first(rest) != deal->view->seat && !choose_again(deal, mask_first(rest))) return false;
    return true;
}

/* ---- the row ---- */

const GameFamily split_family = {
    split_cards,
    split_finish,
    false,
    SPLIT_SEATS_MAX /* V1 */,
    0,
    split_refusal,
    split_open,
    split_caller,
    true,
    split_dared,
    split_aim,
    true,
    AIM_NOMINEE,
    split_lay_open,
    split_deal,
    split_count,
    split_put_away,
    split_length,
    "steps",
};
