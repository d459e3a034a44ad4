/* play.h -- a game on the full screen: the seats, the middle, your hand, the one
 * question in words and what answers it. Draws only Views, so nothing hidden can be
 * seen; between people who share the keyboard a curtain hides the table. */
#ifndef UNO_TUI_PLAY_H
#define UNO_TUI_PLAY_H

#include "../table/home.h"

enum { PLAY_PAUSE_USUAL_MS = 700, PLAY_PAUSE_MAX_MS = 5000 };

typedef struct {
    const Ruleset *ruleset;   /* its title, and the rulebook */
    const char *save;         /* the file that the game is kept in by home->keep; "" while it is not */
    const char *save_trouble; /* why the last keeping failed, "" while all is well; may be NULL */
    const char *resume;       /* the command that goes on with a game, but for its file */
    /* Begins to keep the game in a new file, from when on `save` names it. The keeper is home->keeper; *said is
     * told to the person. False: nothing is kept. */
    bool (*keep_in)(void *keeper, const Home *home, const char *path, char *said, size_t size);
    unsigned pause_ms; /* after each move of a player; 0: none */
    bool again;        /* another game of the same kind can be offered at the end */
} PlaySetup;

typedef enum {
    PLAY_OVER,        /* played to its end */
    PLAY_AGAIN,       /* the same, and another one is wanted */
    PLAY_QUIT,        /* the person left */
    PLAY_INTERRUPTED, /* by a signal, or the terminal is gone */
    PLAY_FAILED,      /* a player or the record failed: home->trouble */
    PLAY_NO_SCREEN,   /* the terminal cannot be drawn on: *trouble says why, and nothing was shown */
} PlayEnd;

/* Plays from where `home` is, which has begun, until one of the above. The terminal is
 * given back before it returns; what the caller prints then stays to be read. */
PlayEnd play_screen(Home *home, const PlaySetup *setup, char *trouble, size_t size);

#endif
