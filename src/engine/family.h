/* family.h -- the families behind game.h, and what they share.
 *
 * A family is a row of family.def and fills in a GameFamily; the files of src/engine
 * that know no family call it. Private to src/engine. */
#ifndef UNO_FAMILY_H
#define UNO_FAMILY_H

#include "offer.h"
#include "text.h"
#include "view.h"
#include "witness.h"

/* One action being carried out: the arguments that every step needs. */
typedef struct {
    const Rules *rules;
    Game *game;
    Witness *witness;
    bool driving; /* program.c goes on with whatever comes up */
} Change;

/* A world behind a view, being dealt. */
typedef struct {
    const Rules *rules;
    const View *view;
    Rng *rng;
    Game *game;
    Cards unseen; /* every card whose place the view does not tell */
} Deal;

/* What a family is. No column may stay empty: the rows are written in this order. */
typedef struct {
    /* The rules. */
    void (*cards)(Rules *rules);                     /* puts its built-in cards into the card table */
    bool (*finish)(Rules *rules, RulesError *error); /* rules_finish(), once all is clear */
    bool own_cards;                                  /* a ruleset may declare cards of its own */
    unsigned seats_max, partners;                    /* how many play where there are teams; 0: as the options say */

    /* The course of a game, beyond what is called by name (below). */
    Verdict (*refusal)(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action);

    /* Offers, and what an action means. */
    unsigned (*open)(const Rules *rules, const Board *board);     /* board_open() */
    Seat (*caller)(const Board *board, bool *called);             /* whose UNO call counts, or NO_SEAT; it was made */
    bool together;                                                /* several seats may choose at the same time */
    bool (*dared)(const Board *board, Seat *asks, Seat *answers); /* board_dared() */
    Aim (*aim)(const CardRow *card);                              /* of a card that names a seat */
    bool challenge_card;                                          /* a challenge names the card it is made with */
    Aim named;                                                    /* of ACT_NAME */

    /* Where the cards are. */
    void (*lay_open)(const Board *board, Cards *open); /* adds what lies open and is not in Board.open */
    bool (*deal)(Deal *deal);                          /* deals what the view does not tell */
    void (*count)(const Rules *rules, Game *game, const Cards *rest,
                  bool decked);             /* counts hands; the piles are what is left over */
    bool (*put_away)(const Board *board);   /* some cards are in no pile and in no hand, so that a pile must be told */
    unsigned (*length)(const Board *board); /* board_length() */
    const char *length_unit;
} GameFamily;

/* The row of the rules' family. */
const GameFamily *family_of(const Rules *rules);

/* What every action takes has a name in each family, and not a column, so that the compiler sees through the call:
 * sets up the first deal; board_actions(); whether that set has the action; does it; board_waiting(). */
#define FAMILY(NAME, name) \
    extern const GameFamily name##_family; \
    void name##_init(Change *change); \
    void name##_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out); \
    bool name##_allows(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action); \
    void name##_apply(Change *change, Seat seat, Action action); \
    SeatMask name##_waiting(const Rules *rules, const Board *board);
#include "family.def"
#undef FAMILY

/* game_sound() has a name as well: only what reads positions needs it, and a small module goes without. */
#define FAMILY(NAME, name) bool name##_sound(const Rules *rules, const Game *game);
#include "family.def"
#undef FAMILY

/* Moves one random unseen card of these faces into `to`; NO_FACE if there is none. */
Face deal_one(Deal *deal, uint64_t faces, Cards *to);

/* Fills `to` up to `count` cards of these faces; false where there are not enough, or too many in it already. */
bool deal_up_to(Deal *deal, uint64_t faces, unsigned count, Cards *to);

/* The same as classic_actions() and game_apply_any() for lean rules (and, for the
 * second, where nobody watches), sooner. */
void classic_lean_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out);
Verdict classic_lean_apply(const Rules *rules, Game *game, Seat seat, Action action);

/* game_apply() by the general way, for any rules. */
Verdict game_apply_any(const Rules *rules, Game *game, Seat seat, Action action, Witness *witness);

/* For game_begin_step() and game_recount(). */
void split_step_begin(Change *change);
void split_recount(Change *change);

/* The helpers below are the only ways by which cards move, so that counts and settled chance are kept in one place. */

/* A card of a pile, by fate or by chance, removed from it. The pile has `total` > 0 cards. */
static inline Face pile_take(Cards *pile, unsigned total, Rng *rng) {
    Face face = cards_at(pile, rng_below(rng, total));
    cards_remove(pile, face);
    return face;
}

/* Takes `part` out of `from`, or returns false if it is not all there. */
static inline bool cards_taken(Cards *from, const Cards *part) {
    if (!cards_within(part, from)) return false;
    cards_take_away(from, part);
    return true;
}

/* All the cards of the game less those that lie open: hands, piles and what was
 * put away. False when more lies open than there is. */
bool board_unplaced(const Rules *rules, const Board *board, Cards *out);

/* The next settled card of a list, or NO_FACE where there is none or `pile` does not have it. */
Face fate_card(Face *list, uint8_t *left, const Cards *pile);

/* 1 to 6. */
unsigned game_roll(Game *game);

#endif
