/* game.h -- a game as a value, changed only by game_apply().
 *
 * Same rules, seed and actions give the same game on every platform. Nothing
 * here allocates, prints, reads a clock or keeps a global.
 *
 *     Game = Board      what lies open: everybody may know it
 *          + Private[]  what one seat alone knows: its hand, its hidden choice
 *          + the rest   what nobody knows: piles, the generator
 *
 * A seat's legal actions are a function of Board and its own Private alone:
 * hiding is by type. What leaves the engine is a View (view.h). */
#ifndef UNO_GAME_H
#define UNO_GAME_H

#include <stddef.h>
#include <string.h>

#include "action.h"
#include "classic.h"
#include "rng.h"
#include "split.h"
#include "verdict.h"

/* The one question on the table. */
typedef enum {
    PHASE_OVER,
#define CLASSIC(name, word) PHASE_##name,
#define SPLIT(name, word) PHASE_##name,
#include "phase.def"
#undef CLASSIC
#undef SPLIT
} Phase;
#define PHASES (PHASE_CHOICE + 1)

/* For a switch over the phases of the other family: a new one fits in nowhere until it is named here, too. */
#define CASE_CLASSIC_PHASES \
    case PHASE_DEAL: \
    case PHASE_OPENING: \
    case PHASE_TURN: \
    case PHASE_DRAWN: \
    case PHASE_MORE: \
    case PHASE_ANSWER: \
    case PHASE_RETURNED: \
    case PHASE_CHOICE
#define CASE_SPLIT_PHASES \
    case PHASE_OFFER: \
    case PHASE_WINDOW: \
    case PHASE_COUNTER: \
    case PHASE_REPLY: \
    case PHASE_PENALTY: \
    case PHASE_SHED: \
    case PHASE_DISCARD: \
    case PHASE_NAME: \
    case PHASE_BID: \
    case PHASE_STEAL: \
    case PHASE_SEVEN: \
    case PHASE_BONUS: \
    case PHASE_CLAIM: \
    case PHASE_STUCK

const char *phase_name(Phase phase); /* "turn" */

typedef struct {
    uint8_t phase;
    uint8_t players;
    uint8_t turn;          /* the seat asked, where the phase asks one */
    uint8_t dealer;        /* classic */
    uint16_t out;          /* classic: seats that have finished (elimination) */
    uint16_t winners;      /* of the game, once it is over */
    uint16_t deal_winners; /* of the last deal */
    uint16_t turns;        /* begun in this deal */
    uint16_t pile;         /* classic: cards in the draw pile */
    uint16_t open_count;   /* classic: cards below the top card */
    uint8_t deals;
    uint8_t actions[SEATS_MAX]; /* split: action cards held; classic: cards of the second hand */
    uint16_t count[SEATS_MAX];  /* classic: cards held; split: number cards held (a revealed bid lies on the table) */
    uint16_t score[SEATS_MAX];  /* of the seat's team, the same for each of its seats */
    Cards open;                 /* classic: the discards below the top card; split: all that was shed */
    union {
        ClassicBoard classic;
        SplitBoard split;
    };
    Extra extra; /* of rules with programs; the end of a Game, so that others need not copy it */
} Board;

typedef struct {
    Cards hand;
    union {
        Action commit; /* split: a choice not yet revealed, else 0 */
        uint8_t second[4];
    };
    Face drawn;  /* PHASE_DRAWN: the card drawn last, else NO_FACE */
    bool guilty; /* classic: the pending Wild +4 is this seat's, and it was dishonest */
    uint8_t second_more[2];
} Private;

/* Classic: a place of the second hand. 0: empty, else a card of the second deck, counted from 1, and SECOND_SET where
 * it lies face down on the table. The filled places come first. */
enum { SECOND_SET = 0x80 };
static inline unsigned own_second(const Private *own, unsigned i) {
    return i < 4 ? own->second[i] : own->second_more[i - 4];
}
static inline void own_set_second(Private *own, unsigned i, unsigned value) {
    if (i < 4) own->second[i] = (uint8_t)value;
    else own->second_more[i - 4] = (uint8_t)value;
}

/* Chance settled in advance, for scenarios and set-up positions: as long as a
 * list lasts, its first entry is what comes next. While that card is not in its
 * pile chance decides, and the list waits. */
enum { FATE_CARDS = 40, FATE_FEW = 8 };
typedef struct {
    uint8_t cards_left, actions_left, dice_left, steals_left; /* the entries are used from the front */
    Face cards[FATE_CARDS];                                   /* draw pile, or the number deck */
    Face actions[FATE_FEW];                                   /* the action deck */
    uint8_t dice[FATE_FEW];
    Face steals[FATE_FEW];
} Fate;

typedef struct {
    Private own[SEATS_MAX];
    Cards pile;    /* classic: the draw pile; split: the number deck */
    Cards actions; /* split: the action deck; classic: the second deck */
    Rng rng;
    Fate fate;
    Board board; /* last: its tail is not always needed */
} Game;

/* The bytes of a game that these rules use. */
static inline size_t game_size(const Rules *rules) {
    return rules->programs ? sizeof(Game) : offsetof(Game, board) + offsetof(Board, extra);
}

/* *to = *from, as far as these rules go. */
static inline void game_copy(const Rules *rules, Game *to, const Game *from) {
    enum { PLAIN = offsetof(Game, board) + offsetof(Board, extra) };
    if (__builtin_expect(rules->programs, 0)) memcpy(to, from, sizeof *to);
    else memcpy(to, from, PLAIN);
}

typedef struct Witness Witness; /* witness.h: what happened and who saw it; NULL where nobody watches */

/* Sets up the first deal. `players` must be allowed by the rules. `fate` may be
 * NULL; the settled cards then also cover the draw for dealer and the deal. */
void game_init(const Rules *rules, Game *game, unsigned players, const Seed *seed, const Fate *fate, Witness *witness);

/* The same with a generator that has given no number yet: for those who set up many games, and make two at a time of
 * those (rng_init_two()). Nothing is settled, and nobody watches. */
void game_init_with(const Rules *rules, Game *game, unsigned players, const Rng *chance);

/* H107: the same with an action card that a seat starts with; 0: it starts with none (no action card has that number).
 * It comes out of the action deck, and everybody knows it. */
void game_init_given(const Rules *rules, Game *game, unsigned players, const Seed *seed, const Face given[SEATS_MAX],
                     Witness *witness);
/* True when these rules have such a card. */
bool rules_can_give(const Rules *rules, Face card);

/* Split UNO, for a table that was set up by hand: puts the question that begins a
 * step. Hands, decks, counts, lead, blocks, runs of wins and duties are in place,
 * and nothing is under way. */
void game_begin_step(const Rules *rules, Game *game);

/* Split UNO, right after the deal: an action card that the seat was given beforehand goes from the action deck to its
 * hand (H107). False: the deck has none, or the game has gone on; nothing has changed. */
bool game_give_action(const Rules *rules, Game *game, Seat seat, Face card);

/* Split: plays on after counts were set between two steps, or while a claim was heard:
 * a seat without number cards claims, or else the step starts over. */
void game_recount(const Rules *rules, Game *game, Witness *witness);

/* Classic, for a table that was set up by hand: the second deck is what is in no second hand and lies nowhere. */
void game_count_second(const Rules *rules, Game *game);

/* The seats without which the game cannot go on: one, or several in a
 * simultaneous choice. None when it is over. */
static inline SeatMask board_awaited(const Rules *rules, const Board *board) {
    if (board->phase == PHASE_OVER) return 0;
    switch (rules->family) {
    case FAMILY_CLASSIC: return (SeatMask)(1u << board->turn);
    case FAMILY_SPLIT: return board->split.awaited;
    }
    __builtin_unreachable();
}

/* The first of them; the game is not over. */
static inline Seat board_asked(const Rules *rules, const Board *board) {
    switch (rules->family) {
    case FAMILY_CLASSIC: return board->turn;
    case FAMILY_SPLIT: return (Seat)__builtin_ctz(board->split.awaited);
    }
    __builtin_unreachable();
}

/* The seats that may act: the awaited ones, and who may call, catch or jump in. */
SeatMask board_waiting(const Rules *rules, const Board *board);

/* What a seat may do, from what that seat may know. */
void board_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out);

/* Most questions there are: the seat asked may lay one of out->cards, if there is one, or else draw (PHASE_TURN) or keep
 * (PHASE_DRAWN), and nothing is open to anybody else. Its actions, sooner; false: this one may be another. */
bool board_usual(const Rules *rules, const Board *board, const Private *own, ActionSet *out);

/* Writes what `seat` may do now, in ascending order; returns how many. */
unsigned game_actions(const Rules *rules, const Game *game, Seat seat, Action out[ACTIONS_MAX]);

/* Does it, or returns why not and leaves *game untouched. */
Verdict game_apply(const Rules *rules, Game *game, Seat seat, Action action, Witness *witness);

/* Why the action would be refused, from what the seat may know; VERDICT_ok if it would not. */
Verdict board_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action);

/* PHASE_CHOICE: where the program of an option begins, counted from 0; 0 where no options are asked for. */
unsigned program_option(const Rules *rules, const Board *board, unsigned option);

/* Classic: who sits at a place, counted clockwise from 0. That is the seat of that number, unless a program has swapped
 * seats (L26). */
static inline Seat board_at_place(const Board *board, unsigned place) {
    return __builtin_expect(board->classic.reseated, 0) ? board->extra.order[place] : (Seat)place;
}

/* The place of a seat. */
unsigned board_place_of(const Board *board, Seat seat);

/* How far the deal has come, and in what: "turns" begun or "steps" completed. */
unsigned board_length(const Rules *rules, const Board *board);
const char *board_length_unit(const Rules *rules);

/* The cards that the seat asked has to draw or answer; 0 where no draw is pending. */
static inline unsigned board_pending(const Board *board) {
    return board->phase == PHASE_ANSWER || board->phase == PHASE_RETURNED ? board->classic.pending : 0;
}

/* True when every card is where exactly one card can be and all counts agree:
 * whatever game_apply() leaves behind passes, and whatever passes can be played. */
bool game_sound(const Rules *rules, const Game *game);

static inline Seat mask_first(unsigned mask) { return (Seat)__builtin_ctz(mask); }
static inline SeatMask seats_all(unsigned players) { return (SeatMask)((1u << players) - 1); }

#endif
