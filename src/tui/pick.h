/* pick.h -- an answer, picked step by step: first what is done (which card, or draw,
 * pass, ...), then the colour it names, then whom it meets, as far as there is a choice.
 * All of it follows from the list of legal actions, so nothing can be picked that the
 * rules refuse. Private to the game's screen. */
#ifndef UNO_PICK_H
#define UNO_PICK_H

#include "../words/words.h"
#include "screen.h"

typedef enum { STEP_WHAT, STEP_NAME, STEP_WHOM } PickStep;

typedef struct {
    char key;      /* that picks it at once; 0: none */
    Action action; /* what is known of it so far */
    bool let_be;   /* nothing is done */
    Seat seat;     /* who acts by it */
    Box box;       /* where the last frame drew it; no rows: nowhere */
    char text[WORDS_ACTION_MAX];
} Choice;

enum { CHOICES_MAX = 2 * FACES + SEATS_MAX + 32 };

typedef struct {
    const Teller *teller;
    const View *view;
    PickStep first, step;
    bool may_let_be;     /* not asked: nothing need be done */
    bool may_call, call; /* UNO can be called with the card; it is */
    Action list[ACTIONS_MAX];
    unsigned actions;
    Choice choice[CHOICES_MAX];
    unsigned choices, chosen;
    char asking[WORDS_ACTION_MAX + 32]; /* what a further step asks: "Play Wild: which colour?"; else "" */
} Pick;

/* What the view's seat may do. Teller and view must last as long as the pick. */
void pick_begin(Pick *pick, const Teller *teller, const View *view, bool may_let_be);

/* What some of the people at one keyboard may do out of turn, told without a look at any hand: call, catch,
 * or ask to see their cards (an ACT_NONE). The view is a spectator's; `set` has each seat's actions. */
void pick_begin_open(Pick *pick, const Teller *teller, const View *view, SeatMask seats,
                     const ActionSet set[SEATS_MAX]);

typedef enum { PICK_GOES_ON, PICK_ACTS, PICK_LETS_BE } PickEnd;

/* Takes a choice. PICK_ACTS: *action is what `*seat` does. */
PickEnd pick_take(Pick *pick, unsigned choice, Seat *seat, Action *action);

/* Back to the first step. */
void pick_back(Pick *pick);

/* The choice with that key, or with that card, or -1. */
int pick_find_key(const Pick *pick, uint32_t key);
int pick_find_card(const Pick *pick, Face card);

/* Moves along the choices: by one, wrapping round, or to the nearest one above or below as drawn. */
void pick_move(Pick *pick, int by);
void pick_move_rows(Pick *pick, int direction);

/* Split UNO: to the next number card of that rank; false: there is none. */
bool pick_move_rank(Pick *pick, unsigned rank);

static inline bool choice_is_card(const Choice *choice) { return action_card(choice->action) < FACES; }

#endif
