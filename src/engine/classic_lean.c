/* classic_lean.c -- the usual moves at a table of lean rules, quickly.
 *
 * Nine of ten actions are: lay a card that has no effect, draw, keep. Where the
 * rules have nothing that touches these (Rules.lean), they are listed and done
 * here without asking for what such rules do not have. Whatever is in the least
 * unusual is left to classic_legal.c and classic.c; the outcome is the same, and
 * the property tests hold the two against each other. */
#include <stddef.h>

#include "classic_internal.h"

bool classic_lean_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    const ClassicBoard *c = &board->classic;
    bool drawn = board->phase == PHASE_DRAWN;
    if (seat != board->turn || !(drawn || (board->phase == PHASE_TURN && board->pile))) return false;
    uint64_t cards = cards_faces(&own->hand) & classic_matching(rules, c);
    if (drawn) cards &= FACE_BIT(own->drawn); /* H148 */
    uint32_t plain = drawn ? 1u << ACT_KEEP : 1u << ACT_DRAW;
    if (__builtin_expect(c->uno_seat != NO_SEAT, 0)) plain |= classic_uno_kinds(rules, c, seat);
    action_set_init(out, cards, plain);
    out->call = board->count[seat] == 2 && rules->option.uno_call;
    return true;
}

/* The action says about its card what it must, and no more. */
static __attribute__((noinline)) bool well_formed(const Rules *rules, const Board *board, Seat seat, Action action, Face card) {
    bool wild = rules->wilds >> card & 1, may_call = board->count[seat] == 2 && rules->option.uno_call;
    unsigned choice = action_choice(action);
    if (wild ? choice >= COLOURS : choice != NO_CHOICE) return false;
    return action == action_full(ACT_PLAY, card, choice, NO_SEAT, may_call && action_calls(action));
}

/* ... and the card is in the hand and fits. */
static bool may_lay(const Rules *rules, const Game *game, Seat seat, Action action, Face card) {
    const Board *board = &game->board;
    const Private *own = &game->own[seat];
    if (card >= FACES || !((cards_faces(&own->hand) & classic_matching(rules, &board->classic)) >> card & 1)) return false;
    if (board->phase == PHASE_DRAWN && card != own->drawn) return false;
    bool plain = action == action_card_of(ACT_PLAY, card) && !(rules->wilds >> card & 1);
    return plain || well_formed(rules, board, seat, action, card);
}

/* The card lies and its hand has more than one card left: whose turn is next?
 * False for what is not a plain skip, reverse or draw. */
static bool next_turn(Table *table, Seat seat, Face card) {
    Board *board = &table->game->board;
    const Rules *rules = table->rules;
    Seat next = classic_neighbour(board, seat);
    if (rules->effective >> card & 1) {
        Effect effect = rules->only_effect[card];
        if (effect.kind == EFFECT_SKIP || (effect.kind == EFFECT_REVERSE && board->players == 2)) { /* O7, O8 */
            next = classic_after(board, next, effect.kind == EFFECT_SKIP ? effect.n : 1);
        } else if (effect.kind == EFFECT_REVERSE) {
            board->classic.direction = (int8_t)-board->classic.direction;
            next = classic_neighbour(board, seat);
        } else if (effect.kind == EFFECT_DRAW && !rules->answerable && card != FACE_WILD4) { /* O9, Q4 */
            classic_draw(table, next, effect.n);
            next = classic_neighbour(board, next);
        } else {
            return false;
        }
    }
    classic_begin_turn(table, next);
    return true;
}

static bool lay(Table *table, Seat seat, Action action) {
    Game *game = table->game;
    Face card = action_card(action);
    if (!may_lay(table->rules, game, seat, action, card)) return false;
    if (card == FACE_WILD4) classic_judge_wild4(table, seat);
    classic_lay(game, seat, action);
    game->own[seat].drawn = NO_FACE;
    if (game->board.count[seat] <= 1 || !next_turn(table, seat, card)) classic_follow_card(table, seat, action);
    return true;
}

static bool draw(Game *game, Seat seat) {
    if (!game->board.pile) return false;
    Face card = classic_take(game);
    cards_add(&game->own[seat].hand, card);
    game->board.count[seat]++;
    game->own[seat].drawn = card;
    game->board.classic.uno_seat = NO_SEAT;
    game->board.classic.passes = 0;
    game->board.phase = PHASE_DRAWN;
    return true;
}

static bool keep(Table *table, Seat seat) {
    table->game->own[seat].drawn = NO_FACE;
    classic_begin_turn(table, classic_neighbour(&table->game->board, seat));
    return true;
}

bool classic_lean_apply(const Rules *rules, Game *game, Seat seat, Action action) {
    Table table = {rules, game, NULL};
    bool drawn = game->board.phase == PHASE_DRAWN;
    if (seat != game->board.turn || !(drawn || game->board.phase == PHASE_TURN)) return false;
    if (action_kind(action) == ACT_PLAY) return lay(&table, seat, action);
    if (drawn) return action == action_plain(ACT_KEEP) && keep(&table, seat);
    return action == action_plain(ACT_DRAW) && draw(game, seat);
}
