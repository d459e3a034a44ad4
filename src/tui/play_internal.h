/* play_internal.h -- the game on the screen: the table behind it and the frame before it. */
#ifndef UNO_PLAY_INTERNAL_H
#define UNO_PLAY_INTERNAL_H

#include "frame.h"
#include "play.h"

typedef struct {
    Home *home;
    const PlaySetup *setup;
    Frame frame;
    unsigned pause_ms;
    bool hurry;  /* no more pauses until somebody is asked */
    bool hidden; /* the people see no hand: the next one has to take the keyboard first */
} Play;

/* What follows from an input. */
typedef enum {
    FLOW_STAY,  /* go on waiting */
    FLOW_GO_ON, /* something was done: the game goes on */
    FLOW_ANEW,  /* the last action was taken back */
    FLOW_QUIT,
    FLOW_STOP, /* by a signal */
} Flow;

/* ---- play.c ---- */

/* Tells the story from its beginning, after something was taken back. */
void play_look_anew(Play *play);

/* ---- play_keys.c: what can be looked up at any time ---- */

/* Keys that work everywhere: help, log, rules, save, speed, quit, and the wheel. */
Flow play_key(Play *play, const Input *input);

/* Takes the last action back, if it may be: FLOW_ANEW. */
Flow play_take_back(Play *play);

/* ---- play_save.c: where the game is kept ---- */

/* Says where, or asks for the name of a file to keep it in. */
Flow play_show_save(Play *play);

/* Asks whether to leave, and whether to save before. */
Flow play_ask_quit(Play *play);

#endif
