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
#include "usual.h"

#define UNUSUAL __attribute__((noinline))

_Static_assert(PHASE_DRAWN == PHASE_TURN + 1 && ACT_KEEP == ACT_DRAW + 1,
               "the two halves of a turn are told apart by arithmetic");

static bool begins_or_has_drawn(const Board *board) { return (unsigned)(board->phase - PHASE_TURN) <= 1; }

/* The cards of the hand that may be laid now: any that fits, or only the drawn one (H148). */
static uint64_t layable(const Rules *rules, const Board *board, const Private *own) {
    uint64_t among = FACE_BIT(own->drawn % FACES) | (board->phase - PHASE_TURN - UINT64_C(1));
    return cards_faces_few(&own->hand) & classic_fitting(rules, board->classic.top, board->classic.colour) & among;
}

/* There is a pile to draw from, and nobody may call or catch. */
static bool is_usual(const Rules *rules, const Board *board) {
    const ClassicBoard *c = &board->classic;
    bool uno_open = c->uno_seat != NO_SEAT && (!c->uno_called || rules->option.false_catch);
    return !uno_open && begins_or_has_drawn(board) && board->pile;
}

static void usual_actions(const Rules *rules, const Board *board, const Private *own, ActionSet *out) {
    unsigned drawn = board->phase - PHASE_TURN;
    uint64_t cards = layable(rules, board, own);
    action_set_init(out, cards, 1u << (ACT_DRAW + drawn));
    out->call = (board->count[board->turn] == 2) & (rules->option.uno_call != UNO_OFF);
}

bool board_usual(const Rules *rules, const Board *board, const Private *own, ActionSet *out) {
    if (!rules->lean || !is_usual(rules, board)) return false;
    usual_actions(rules, board, own, out);
    return true;
}

void classic_lean_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    if (seat != board->turn || !is_usual(rules, board)) classic_actions(rules, board, own, seat, out);
    else usual_actions(rules, board, own, out);
}

/* The turn limit is not reached: classic_lean_apply() has seen to that. */
static void begin_turn(Board *board, Seat seat) {
    board->turns++;
    board->turn = seat;
    board->phase = PHASE_TURN;
}

/* ---- laying a card ---- */

/* What the card lets follow is more than a plain turn of the next seat. */
static UNUSUAL Verdict follow(const Rules *rules, Game *game, Seat seat, Action action) {
    Change change = {rules, game, NULL, false};
    Board *board = &game->board;
    Face card = action_card(action);
    Effect effect = rules->only_effect[card];
    Seat next = plain_neighbour(board, seat);
    if (board->count[seat] <= 1) {
        classic_follow_card(&change, seat, action);
    } else if (!(rules->effective >> card & 1)) {
        begin_turn(board, next);
    } else if ((effect.kind == EFFECT_SKIP && effect.n == 1) ||
               (effect.kind == EFFECT_REVERSE && board->players == 2)) { /* O7, O8 */
        begin_turn(board, plain_neighbour(board, next));
    } else if (effect.kind == EFFECT_DRAW && !rules->answerable && card != FACE_WILD4) { /* O9, Q4 */
        classic_draw(&change, next, effect.n);
        begin_turn(board, plain_neighbour(board, next));
    } else {
        classic_follow_card(&change, seat, action);
    }
    return VERDICT_ok;
}

/* A card with an effect, with a colour to name or with the UNO call. */
static UNUSUAL Verdict lay(const Rules *rules, Game *game, Seat seat, Action action) {
    Face card = action_card(action);
    unsigned choice = action_choice(action);
    bool may_call = game->board.count[seat] == 2 && rules->option.uno_call;
    bool said = card < FACES && (rules->wilds >> card & 1 ? choice < COLOURS : choice == NO_CHOICE) &&
                action == action_full(ACT_PLAY, card, choice, NO_SEAT, may_call && action_calls(action));
    if (!said || !(layable(rules, &game->board, &game->own[seat]) >> card & 1))
        return game_apply_any(rules, game, seat, action, NULL);
    if (card == FACE_WILD4) classic_judge_wild4(rules, game, seat);
    classic_lay(game, seat, action);
    game->own[seat].drawn = NO_FACE;
    return follow(rules, game, seat, action);
}

/* A card of a colour. */
static void lay_plain(Board *board, Private *own, Face card) {
    ClassicBoard *c = &board->classic;
    cards_remove_few(&own->hand, card);
    cards_add_few(&board->open, c->top);
    board->open_count++;
    c->top = card;
    c->colour = (uint8_t)face_colour(card);
    c->passes = 0;
    c->uno_seat = NO_SEAT;
}

/* ---- drawing ---- */

static void take_drawn(Board *board, Private *own, Seat seat, Face card) {
    cards_add_few(&own->hand, card);
    own->drawn = card;
    board->count[seat]++;
    board->classic.uno_seat = NO_SEAT;
    board->classic.passes = 0;
    board->phase = PHASE_DRAWN;
}

/* With settled cards, or when the generator has to be asked twice. */
static UNUSUAL Verdict draw_any(Game *game, Seat seat) {
    take_drawn(&game->board, &game->own[seat], seat, classic_take(game));
    return VERDICT_ok;
}

static UNUSUAL Verdict draw(Game *game, Seat seat) {
    uint32_t at;
    if (game->fate.cards_left || !rng_try_below(&game->rng, game->board.pile, &at)) return draw_any(game, seat);
    Face card = cards_at(&game->pile, at);
    cards_remove_few(&game->pile, card);
    game->board.pile--;
    take_drawn(&game->board, &game->own[seat], seat, card);
    return VERDICT_ok;
}

/* ---- */

/* Whoever is asked to answer a draw may accept it: that need not be looked up. */
static UNUSUAL Verdict do_unusual(const Rules *rules, Game *game, Seat seat, Action action) {
    const Board *board = &game->board;
    if (board->phase != PHASE_ANSWER || seat != board->turn || action != action_plain(ACT_ACCEPT))
        return game_apply_any(rules, game, seat, action, NULL);
    Change change = {rules, game, NULL, false};
    classic_apply(&change, seat, action);
    return VERDICT_ok;
}

Verdict classic_lean_apply(const Rules *rules, Game *game, Seat seat, Action action) {
    Board *board = &game->board;
    Private *own = &game->own[seat];
    /* The last turn before the limit, and whatever is not a turn, goes the general way. */
    if (seat != board->turn || !begins_or_has_drawn(board) || board->turns >= rules->option.turn_limit)
        return do_unusual(rules, game, seat, action);
    if (action_kind(action) == ACT_PLAY) {
        Face card = action_card(action) % FACES;
        uint64_t plain = board->count[seat] > 2 ? layable(rules, board, own) & rules->plain : 0;
        if (action != action_card_of(ACT_PLAY, card) || !(plain >> card & 1)) return lay(rules, game, seat, action);
        lay_plain(board, own, card);
        board->count[seat]--;
    } else if (action == action_plain(ACT_DRAW) && board->phase == PHASE_TURN && board->pile) {
        return draw(game, seat);
    } else if (action != action_plain(ACT_KEEP) || board->phase != PHASE_DRAWN) {
        return game_apply_any(rules, game, seat, action, NULL);
    }
    own->drawn = NO_FACE;
    begin_turn(board, plain_neighbour(board, seat));
    return VERDICT_ok;
}

void usual_last(const Rules *rules, Game *game, Laying laying, unsigned drawn) {
    Board *board = &game->board;
    Seat seat = board->turn;
    bool names = rules->naming >> laying.card & 1, calls = board->count[seat] == 2 && rules->option.uno_call;
    unsigned choice = names ? laying.colour : NO_CHOICE;
    game->own[seat].drawn = (Face)drawn;
    if (drawn != NO_FACE) board->phase = PHASE_DRAWN;
    classic_lean_apply(rules, game, seat, action_full(ACT_PLAY, laying.card, choice, NO_SEAT, calls));
}
