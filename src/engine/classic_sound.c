/* classic_sound.c -- is this a classic game that can be played? Whatever
 * classic_apply() leaves behind is, and whatever passes here can be played. */
#include "classic_internal.h"

/* Every card of the deck is in exactly one place, and the counts say so. */
static bool cards_sound(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    Cards rest;
    if (board->classic.top >= FACES || cards_copies(&board->open, board->classic.top) == COPIES_MAX) return false;
    if (!board_unplaced(rules, board, &rest) || !cards_taken(&rest, &game->pile)) return false;
    if (board->pile != cards_total(&game->pile) || board->open_count != cards_total(&board->open)) return false;
    for (Seat seat = 0; seat < board->players; seat++) {
        if (!cards_taken(&rest, &game->own[seat].hand)) return false;
        if (board->count[seat] != cards_total(&game->own[seat].hand)) return false;
    }
    return !cards_faces(&rest);
}

static bool is_active(const Board *board, unsigned seat) { return seat < board->players && !(board->out >> seat & 1); }

static bool seats_sound(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    const ClassicBoard *c = &board->classic;
    bool at_rest = board->phase == PHASE_OVER || board->phase == PHASE_DEAL;
    if (board->turn >= board->players || board->dealer >= board->players) return false;
    if (board->out & ~seats_all(board->players) || (board->out && !rules->option.elimination)) return false;
    if (board->winners & ~seats_all(board->players) || board->deal_winners & ~seats_all(board->players)) return false;
    for (Seat seat = 0; seat < SEATS_MAX; seat++) {
        if (c->place[seat] > board->players || (seat >= board->players && c->place[seat])) return false;
        if (game->own[seat].commit) return false;
        if (game->own[seat].guilty && (seat != c->attacker || c->draw_card != FACE_WILD4)) return false;
        bool drawn = board->phase == PHASE_DRAWN && seat == board->turn;
        if (drawn ? game->own[seat].drawn >= FACES || !cards_has(&game->own[seat].hand, game->own[seat].drawn)
                  : game->own[seat].drawn != NO_FACE)
            return false;
        if (at_rest || seat >= board->players || seat == c->finisher) continue;
        if (!board->count[seat] != !is_active(board, seat)) return false;
    }
    if (at_rest) return c->places <= board->players;
    if (c->places != bits_count(board->out) || c->passes >= classic_active(board)) return false;
    return is_active(board, board->turn) && classic_active(board) >= 2;
}

static bool table_sound(const Rules *rules, const Board *board) {
    const ClassicBoard *c = &board->classic;
    if (c->direction != 1 && c->direction != -1) return false;
    bool wild = rules->wilds >> c->top & 1, unnamed = c->colour == NO_COLOUR;
    if (unnamed != (board->phase == PHASE_OPENING) || c->colour > NO_COLOUR) return false;
    if (unnamed ? c->top != FACE_WILD : !wild && c->colour != face_colour(c->top)) return false;
    if (board->deals < 1 || board->turns > rules->option.turn_limit) return false;
    if (c->before_top != NO_FACE && c->before_top >= FACES) return false;
    if (c->before_colour >= COLOURS) return false;
    if (c->drawn_fits && (board->phase != PHASE_DRAWN || !rules->option.draw_to_match)) return false;
    if (board->phase == PHASE_DEAL && !rules->option.target) return false;
    if (c->uno_seat == NO_SEAT) return true;
    if (rules->option.uno_call == UNO_OFF || board->phase == PHASE_DRAWN) return false;
    /* H145: another number of cards than one only by a card that moves hands, once it has done so. */
    bool moved = board->phase != PHASE_MORE && rules->movers >> c->top & 1;
    return is_active(board, c->uno_seat) && (moved || board->count[c->uno_seat] == 1);
}

static bool draw_sound(const Rules *rules, const Board *board) {
    const ClassicBoard *c = &board->classic;
    bool answering = board->phase == PHASE_ANSWER, returned = board->phase == PHASE_RETURNED;
    if (!answering && !returned)
        return !c->pending && !c->chain && c->draw_card == NO_FACE && c->attacker == NO_SEAT && c->passer == NO_SEAT &&
               c->returner == NO_SEAT && c->finisher == NO_SEAT;
    if (!c->pending || !c->chain || c->draw_card >= FACES || !(rules->faces >> c->draw_card & 1)) return false;
    if (c->finisher != NO_SEAT) {
        if (returned || c->finisher >= board->players || c->attacker != c->finisher || c->finisher == board->turn)
            return false;
        if (board->count[c->finisher] || !(board->out >> c->finisher & 1) != !rules->option.elimination) return false;
    } else if (!is_active(board, c->attacker)) {
        return false;
    }
    if (c->passer != NO_SEAT && (!is_active(board, c->passer) || (answering && c->passer == board->turn))) return false;
    if (answering) return (c->attacker != board->turn || c->passer != NO_SEAT) && c->returner == NO_SEAT;
    if (c->returned_by != VALUE_REVERSE && c->returned_by != VALUE_WILD) return false;
    return is_active(board, c->returner) && c->returner != board->turn;
}

static bool more_sound(const Rules *rules, const Board *board) {
    const ClassicBoard *c = &board->classic;
    if (board->phase != PHASE_MORE) return !c->laid && !c->swaps;
    if (!rules->option.multi_play || !c->laid || !(NUMBERS_MASK & FACE_BIT(c->top))) return false;
    for (unsigned i = 0; i < 16; i++) {
        unsigned target = c->swaps >> (4 * i) & 0xF;
        if (i >= c->laid ? target : target != NO_SEAT && (target == board->turn || !is_active(board, target)))
            return false;
    }
    return true;
}

bool classic_sound(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    return board->phase <= PHASE_RETURNED && cards_sound(rules, game) && seats_sound(rules, game) &&
           table_sound(rules, board) && draw_sound(rules, board) && more_sound(rules, board);
}
