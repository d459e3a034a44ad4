/* scene.h -- what one frame of a game shows: a View in words, the story so far, and
 * what may be answered. Nothing that draws knows more than this. Private to the game's screen. */
#ifndef UNO_SCENE_H
#define UNO_SCENE_H

#include "../words/words.h"
#include "card.h"
#include "pick.h"
#include "screen.h"
#include "story.h"

typedef struct {
    const char *title; /* of the ruleset */
    Teller teller;     /* its reader is whom the screen speaks to */
    View view;         /* what they may know */
    const Story *story;
    unsigned story_up; /* lines the story is scrolled back */
    Pick *pick;        /* NULL: nobody is asked at this keyboard */
    const char *question;
    const char *message; /* a refusal, or what was just noticed; "" for none */
    const char *keys;    /* the line at the bottom */
    const char *corner;  /* the right end of the title: where the game is saved */
} Scene;

/* Areas below AREA_CHOICE mean something of their own, those from there on a choice of the pick. */
enum { AREA_STORY, AREA_KEYS, AREA_CARD, AREA_CHOICE = AREA_CARD + 2 * FACES }; /* cards of either deck */

/* ---- scene.c: where everything goes ---- */
void scene_draw(const Scene *scene);

/* ---- the three zones: seats.c, middle.c, hand.c ---- */

/* Rows that all seats need; two stand side by side where a row each would be more than `rows_at_most`. */
unsigned seats_rows(const Scene *scene, unsigned rows_at_most);
void seats_draw(const Scene *scene, Box box);

void middle_draw(const Scene *scene, Box box);
void story_draw(const Scene *scene, Box box);

/* Rows that the hand needs at this width, so that all of it can be seen: drawn cards where `rows_at_most`
 * are enough for them, else words, which may need more. */
unsigned hand_rows(const Scene *scene, unsigned columns, unsigned rows_at_most, bool large);
void hand_draw(const Scene *scene, Box box, bool large);

#endif
