/* classic_internal.h -- what the files of the classic family share. */
#ifndef UNO_CLASSIC_INTERNAL_H
#define UNO_CLASSIC_INTERNAL_H

#include "family.h"

/* Its columns that are not in classic_family.c. */
bool classic_finish(Rules *rules, RulesError *error);
Verdict classic_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action);

enum { DEALS_MAX = 255 };

/* The faces of a hand of `count` cards that may be laid on the top card. */
uint64_t classic_playable(const Rules *rules, const Board *board, uint64_t faces, unsigned count);

/* There is a card to draw, and the seat may take one more. */
static inline bool classic_can_draw(const Rules *rules, const Board *board, Seat seat) {
    if (!(board->pile | board->open_count)) return false;                              /* H151, H167 */
    return !rules->option.hand_limit || board->count[seat] < rules->option.hand_limit; /* H214 */
}

/* The seat that has a drawn card to decide about, now or when a program is done; NO_SEAT: none. */
static inline Seat classic_drawing(const Board *board) {
    if (board->phase == PHASE_DRAWN) return board->turn;
    return board->phase == PHASE_CHOICE && board->extra.after == AFTER_DRAWN ? board->extra.turn : NO_SEAT;
}

/* Whose Wild +4 is, or will be, faced by somebody: only that seat can be guilty. NO_SEAT: nobody's. */
static inline Seat classic_suspect(const Board *board) {
    const Extra *x = &board->extra;
    if (board->classic.draw_card == FACE_WILD4) return board->classic.attacker;
    bool laid = board->phase == PHASE_CHOICE && (x->after == AFTER_CARD || x->after == AFTER_EFFECTS);
    return laid && action_card(x->action) == FACE_WILD4 ? x->doer : NO_SEAT;
}

/* What the top card counts as for the card laid on it: itself, or the number that a program has given it (L23). */
static inline Face classic_counts_as(const Rules *rules, const Board *board) {
    const ClassicBoard *c = &board->classic;
    unsigned number = rules->programs ? board->extra.number : 0;
    return number ? FACE(c->colour % COLOURS, number) : c->top;
}

/* Q8: open while a seat is asked to begin its turn, to every other seat. */
static inline bool classic_may_jump_in(const Rules *rules, const Board *board) {
    return rules->option.jump_in && board->phase == PHASE_TURN && !(rules->wilds >> board->classic.top & 1);
}

/* ---- classic_deal.c ---- */

/* Draws up to n cards (H151, H214: the rest is forgiven); returns how many. */
unsigned classic_draw(Change *change, Seat seat, unsigned n);

/* The discards become the draw pile. */
void classic_reshuffle(Change *change);

/* The next card of the draw pile, which is not empty, out of it. */
static inline Face classic_take(Game *game) {
    Face face = NO_FACE;
    if (__builtin_expect(game->fate.cards_left, 0))
        face = fate_card(game->fate.cards, &game->fate.cards_left, &game->pile);
    if (__builtin_expect(face == NO_FACE, 1)) face = cards_at(&game->pile, rng_below(&game->rng, game->board.pile));
    cards_remove(&game->pile, face);
    game->board.pile--;
    return face;
}

/* One card, or NO_FACE when there is none to be had. No event. */
static inline Face classic_draw_one(Change *change, Seat seat) {
    Game *game = change->game;
    if (!classic_can_draw(change->rules, &game->board, seat)) return NO_FACE;
    if (__builtin_expect(!game->board.pile, 0)) classic_reshuffle(change); /* Q2: when a card is needed, not before */
    Face face = classic_take(game);
    cards_add(&game->own[seat].hand, face);
    game->board.count[seat]++;
    return face;
}

/* ---- program*.c: rules that a club has written ----
 *
 * Apart: inlined, they would cost those who have no programs registers and stack. */
#define APART __attribute__((noinline))

APART void program_deal(Change *change);                             /* counters and second hands of a new deal */
APART void program_turn_begins(Change *change);                      /* moments; each goes on with the game by itself */
APART void program_played(Change *change, Seat seat, Action action); /* then classic_card_acts() */
APART void program_card(Change *change, Seat seat, Action action); /* a laid card acts; then classic_after_effects() */
APART void program_drawn(Change *change, Seat seat);               /* then PHASE_DRAWN */
APART void program_hit(Change *change, Seat victim);               /* then classic_after_hit() */
APART void program_cast(Change *change, Seat seat, Action action); /* a card of the second hand */
APART void program_answered(Change *change, Action action);        /* PHASE_CHOICE */
APART void program_pay(Change *change, Seat seat, Face card);      /* what a laid card costs */
APART void program_deal_over(Change *change);
APART void program_stop(Board *board);         /* nothing is under way */
unsigned second_filled(const Private *own);    /* places of the second hand that are in use */
void second_put(Private *own, unsigned value); /* there is room */

/* The cards that a filter means now. */
uint64_t program_filter(const Rules *rules, const Board *board, unsigned filter);
uint64_t program_castable(const Rules *rules, const Board *board, const Private *own, Seat seat, bool answering);
uint64_t program_layable(const Rules *rules, const Board *board, Seat seat, uint64_t faces, uint64_t fitting);
bool program_stands(const Rules *rules, const Board *board); /* the question is one of the step at hand */
void program_choices(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out);

/* classic.c, for programs. */
void classic_card_acts(Change *change, Seat seat, Action action, bool negated); /* what a laid card lets follow */
void classic_after_effects(Change *change, Seat seat, Face face);               /* who draws and who is next */
void classic_after_hit(Change *change);
bool classic_reverse(Change *change); /* false: two play, so that it is a skip */
void classic_rotate_hands(Change *change, Seat from);
void classic_swap_hands(Change *change, Seat a, Seat b);
unsigned classic_roll(Change *change, Seat seat);
SeatMask classic_side_of(const Change *change, Seat seat);

/* Shuffles and deals, and asks the first player. */
void classic_begin_deal(Change *change);

/* The deal is decided. `winners` may be none. `counted`: it was won by going out, so hands count. */
void classic_end_deal(Change *change, SeatMask winners, bool counted);

/* H152, H206: the fewest cards decide. */
void classic_stalemate(Change *change);

/* ---- classic.c ---- */

/* What follows once a card of a turn lies: the UNO duty, going out, effects, the next turn. */
void classic_follow_card(Change *change, Seat seat, Action action);

/* Remembers whether the Wild +4 that is about to be played is dishonest. */
void classic_judge_wild4(const Rules *rules, Game *game, Seat seat);

/* The card leaves the hand and becomes the top card. */
static inline void classic_lay(Game *game, Seat seat, Action action) {
    ClassicBoard *c = &game->board.classic;
    Face face = action_card(action);
    unsigned choice = action_choice(action);
    cards_remove(&game->own[seat].hand, face);
    cards_add(&game->board.open, c->top);
    game->board.count[seat]--;
    game->board.open_count++;
    c->top = face;
    c->colour = (uint8_t)(choice < COLOURS ? choice : face_colour(face));
    c->passes = 0;
    c->uno_seat = NO_SEAT;
}

/* ---- turns ---- */

/* Asks `seat` to begin a turn, unless the turn limit is reached. */
static inline void classic_begin_turn(Change *change, Seat seat) {
    Board *board = &change->game->board;
    if (__builtin_expect(board->turns >= change->rules->option.turn_limit, 0)) {
        classic_stalemate(change); /* H152 */
        return;
    }
    board->turns++;
    board->turn = seat;
    board->phase = PHASE_TURN;
    if (__builtin_expect(change->rules->programs, 0)) program_turn_begins(change);
}

/* The neighbour of a seat in the direction of play, in play or not. Whose turn
 * comes is what a processor guesses worst, so this has no branch. */
static inline Seat plain_neighbour(const Board *board, Seat seat) {
    unsigned players = board->players,
             back = (unsigned)(board->classic.direction >> 1); /* all bits if play goes back */
    unsigned at = seat + 1 + ((players - 2) & back), round = at - players;
    return (Seat)(round < at ? round : at); /* the smaller of the two: below zero is very large */
}

/* The same where a program may have swapped seats (L26). */
static inline Seat classic_neighbour(const Board *board, Seat seat) {
    if (__builtin_expect(!board->classic.reseated, 1)) return plain_neighbour(board, seat);
    return board->extra.order[plain_neighbour(board, (Seat)board_place_of(board, seat))];
}

/* The next seat in the direction of play, past seats that are out. */
static inline Seat classic_next(const Board *board, Seat seat) {
    do seat = classic_neighbour(board, seat);
    while (board->out >> seat & 1);
    return seat;
}

static inline unsigned classic_active(const Board *board) { return board->players - bits_count(board->out); }

#endif
