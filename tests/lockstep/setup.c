/* setup.c -- games that begin in the middle: hands and decks as they might be
 * later on. The tally is told by corrections (H73). */
#include "lockstep.h"

static bool correct(Pair *pair, EntryKind kind, Seat seat, unsigned amount) {
    Entry entry = entry_of(kind);
    Objection objection;
    entry.seat = seat;
    entry.amount = (uint16_t)amount;
    pair->score->entries++;
    if (tally_apply(&pair->tally, &entry, NULL, &objection)) return true;
    return pair_fault(pair, "the correction %u of %u to %u is refused: %u", kind, seat, amount, objection.kind);
}

/* ---- the engine's side ---- */

static void put_away_number(Pair *pair, Seat seat) {
    Cards *hand = &pair->game.own[seat].hand;
    Cards numbers = cards_only(hand, NUMBERS_MASK);
    cards_remove(hand, cards_at(&numbers, random_below(&pair->random, cards_total(&numbers))));
    pair->game.board.count[seat]--;
    pair->game.board.split.put_away++;
}

static void put_away_from_deck(Pair *pair) {
    SplitBoard *split = &pair->game.board.split;
    cards_remove(&pair->game.pile, cards_at(&pair->game.pile, random_below(&pair->random, split->numbers_left)));
    split->numbers_left--;
    split->put_away++;
}

static void hand_out_action(Pair *pair, Seat seat, uint64_t faces) {
    Game *game = &pair->game;
    Cards liked = cards_only(&game->actions, faces);
    const Cards *from = cards_total(&liked) && random_below(&pair->random, 8) ? &liked : &game->actions;
    Face card = cards_at(from, random_below(&pair->random, cards_total(from)));
    cards_remove(&game->actions, card);
    cards_add(&game->own[seat].hand, card);
    game->board.actions[seat]++;
    game->board.split.actions_left--;
}

static void set_up_seat(Pair *pair, Seat seat, bool late) {
    Board *board = &pair->game.board;
    unsigned bonus = (unsigned)pair->rules->option.bonus_wins;
    unsigned numbers = 1 + random_below(&pair->random, late ? 1 + random_below(&pair->random, 2) : board->count[seat]);
    while (board->count[seat] > numbers) put_away_number(pair, seat);
    for (unsigned i = random_below(&pair->random, late ? 3 : 6); i && board->split.actions_left; i--)
        hand_out_action(pair, seat, pair->taste.favourites);
    board->split.streak[seat] = (uint8_t)random_below(&pair->random, bonus);
    if (random_below(&pair->random, 4) == 0) board->split.blocked |= (uint8_t)(1u << seat);
}

/* One number each, and a card that may take both of them against a lone +2 or +4 (H85). */
static void set_up_last_cards(Pair *pair) {
    Board *board = &pair->game.board;
    Seat actor = (Seat)random_below(&pair->random, 2);
    for (Seat seat = 0; seat < 2; seat++) {
        while (board->count[seat] > 1) put_away_number(pair, seat);
        hand_out_action(pair, seat, seat == actor ? FACE_BIT(FACE_WILD) : SPLIT_DRAW_CARDS);
    }
}

static void set_up_engine(Pair *pair) {
    Board *board = &pair->game.board;
    bool late = random_below(&pair->random, 2);
    unsigned deck = random_below(&pair->random, board->split.numbers_left + 1u);
    if (board->players == 2 && random_below(&pair->random, 4) == 0) set_up_last_cards(pair);
    else
        for (Seat seat = 0; seat < board->players; seat++) set_up_seat(pair, seat, late);
    if (random_below(&pair->random, 2))
        while (board->split.numbers_left > deck) put_away_from_deck(pair);
    board->split.in_round = board->split.bidders = 0;
    board->split.first = board->split.lead = (uint8_t)random_below(&pair->random, board->players);
}

/* ---- the tally's side ---- */

static bool tell_seat(Pair *pair, Seat seat) {
    const Board *board = &pair->game.board;
    return correct(pair, ENTRY_SET_NUMBERS, seat, board->count[seat]) &&
           correct(pair, ENTRY_SET_ACTIONS, seat, board->actions[seat]) &&
           correct(pair, ENTRY_SET_STREAK, seat, board->split.streak[seat]);
}

static bool tell_tally(Pair *pair) {
    const Board *board = &pair->game.board;
    if (!correct(pair, ENTRY_SET_NUMBER_DECK, NO_SEAT, board->split.numbers_left) ||
        !correct(pair, ENTRY_SET_ACTION_DECK, NO_SEAT, board->split.actions_left) ||
        !correct(pair, ENTRY_SET_LEAD, board->split.lead, 0))
        return false;
    for (Seat seat = 0; seat < board->players; seat++)
        if (!tell_seat(pair, seat)) return false;
    for (unsigned left = board->split.blocked; left; left &= left - 1)
        if (!correct(pair, ENTRY_SET_BLOCKED, mask_first(left), 1)) return false;
    return true;
}

/* The blocks are told last: with everybody blocked and no action card about, the round is void at once. */
bool pair_set_up(Pair *pair) {
    set_up_engine(pair);
    if (!tell_tally(pair)) return false;
    game_begin_step(pair->rules, &pair->game);
    return true;
}
