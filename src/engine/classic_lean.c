/* classic_lean.c -- the usual moves at a table of lean rules, quickly.
 *
 * Nine of ten actions are: lay a card, draw, keep. Where the rules have nothing
 * that touches these (Rules.lean) they are listed and done here, without asking
 * for what such rules do not have. Whatever is in the least unusual is handed on
 * to the general way as the last thing a function does, so that the short way
 * needs no stack. The outcome is the same; the property tests hold the two
 * against each other. */
#include <stddef.h>

#include "classic_internal.h"

#define UNUSUAL __attribute__((noinline))

_Static_assert(PHASE_DRAWN == PHASE_TURN + 1 && ACT_KEEP == ACT_DRAW + 1,
               "the two halves of a turn are told apart by arithmetic");

static bool begins_or_has_drawn(const Board *board) { return (unsigned)(board->phase - PHASE_TURN) <= 1; }

void classic_lean_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    const ClassicBoard *c = &board->classic;
    if (seat != board->turn || c->uno_seat != NO_SEAT || !begins_or_has_drawn(board) || !board->pile) {
        classic_actions(rules, board, own, seat, out);
        return;
    }
    unsigned drawn = board->phase - PHASE_TURN;
    uint64_t among = FACE_BIT(own->drawn % FACES) | (drawn - UINT64_C(1)); /* H148: one face, or all of them */
    uint64_t cards = cards_faces(&own->hand) & classic_matching(rules, c) & among;
    action_set_init(out, cards, 1u << (ACT_DRAW + drawn));
    out->call = board->count[seat] == 2 && rules->option.uno_call;
}

/* The turn limit is not reached: classic_lean_apply() has seen to that. */
static void begin_turn(Board *board, Seat seat) {
    board->turns++;
    board->turn = seat;
    board->phase = PHASE_TURN;
}

/* ---- laying a card ---- */

/* What the card lets follow is more than whose turn is next. */
static UNUSUAL Verdict follow(const Rules *rules, Game *game, Seat seat, Action action) {
    Table table = {rules, game, NULL};
    Board *board = &game->board;
    Effect effect = rules->only_effect[action_card(action)];
    if (board->count[seat] <= 1 || effect.kind != EFFECT_DRAW || rules->answerable ||
        action_card(action) == FACE_WILD4) {
        classic_follow_card(&table, seat, action);
    } else {
        Seat victim = classic_neighbour(board, seat); /* O9, Q4 */
        classic_draw(&table, victim, effect.n);
        begin_turn(board, classic_neighbour(board, victim));
    }
    return VERDICT_ok;
}

/* The action says about its card what it must, and no more; the card is in the
 * hand, fits, and is the drawn one where it has to be. */
static bool may_lay(const Rules *rules, const Game *game, Seat seat, Action action, Face card) {
    const Board *board = &game->board;
    const Private *own = &game->own[seat];
    bool wild = rules->wilds >> card & 1, may_call = (board->count[seat] == 2) & (rules->option.uno_call != UNO_OFF);
    unsigned choice = action_choice(action) - (wild ? 0 : NO_CHOICE), rest = (action & 0xFF) - (NO_SEAT << 4);
    uint64_t fit = cards_faces(&own->hand) & classic_matching(rules, &board->classic);
    bool wrong_card = (board->phase == PHASE_DRAWN) & (card != own->drawn);
    return (fit >> card & 1) & (choice <= (wild ? COLOURS - 1u : 0u)) & (rest <= may_call) & !wrong_card;
}

static UNUSUAL Verdict lay(const Rules *rules, Game *game, Seat seat, Action action) {
    Board *board = &game->board;
    Face card = action_card(action);
    if (card >= FACES || !may_lay(rules, game, seat, action, card))
        return game_apply_any(rules, game, seat, action, NULL);
    if (card == FACE_WILD4) classic_judge_wild4(rules, game, seat);
    classic_lay(game, seat, action);
    game->own[seat].drawn = NO_FACE;
    if (board->count[seat] <= 1 || !(rules->quick >> card & 1)) return follow(rules, game, seat, action);
    /* O7, O8: nothing, a skip or a reverse. Which of them is anybody's guess, so no branch decides. */
    unsigned reverse = rules->reverses >> card & 1, two = board->players == 2,
             skip = (rules->skips >> card & 1) | (reverse & two);
    int flip = (int)(reverse & ~two);
    board->classic.direction = (int8_t)((board->classic.direction ^ -flip) + flip);
    Seat next = classic_neighbour(board, seat), second = classic_neighbour(board, next);
    begin_turn(board, (Seat)(next ^ ((next ^ second) & (0 - skip))));
    return VERDICT_ok;
}

/* ---- drawing and keeping ---- */

static UNUSUAL Verdict draw(Game *game, Seat seat) {
    Face card = classic_take(game);
    cards_add(&game->own[seat].hand, card);
    game->board.count[seat]++;
    game->own[seat].drawn = card;
    game->board.classic.uno_seat = NO_SEAT;
    game->board.classic.passes = 0;
    game->board.phase = PHASE_DRAWN;
    return VERDICT_ok;
}

Verdict classic_lean_apply(const Rules *rules, Game *game, Seat seat, Action action) {
    Board *board = &game->board;
    bool drawn = board->phase == PHASE_DRAWN;
    /* The last turn before the limit, and whatever is not a turn, goes the general way. */
    if (seat != board->turn || !begins_or_has_drawn(board) || board->turns >= rules->option.turn_limit)
        return game_apply_any(rules, game, seat, action, NULL);
    if (action_kind(action) == ACT_PLAY) return lay(rules, game, seat, action);
    if (action != action_plain(drawn ? ACT_KEEP : ACT_DRAW) || !board->pile)
        return game_apply_any(rules, game, seat, action, NULL);
    if (!drawn) return draw(game, seat);
    game->own[seat].drawn = NO_FACE;
    begin_turn(board, classic_neighbour(board, seat));
    return VERDICT_ok;
}
