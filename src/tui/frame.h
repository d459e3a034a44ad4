/* frame.h -- a game on the screen, at home or at a server: what is shown, the question and
 * what answers it, the story, and what can be looked up. The game at one keyboard
 * (play.c) and the game at a server (online.c) differ only in where a View comes from
 * and where an answer goes. Private to the game's screens. */
#ifndef UNO_FRAME_H
#define UNO_FRAME_H

#include "../ruleset/ruleset.h"
#include "scene.h"

enum { MESSAGE_MAX = WORDS_LEARNT_MAX, KEYS_MAX = 200, CORNER_MAX = 120 };

/* Must not be moved once it is set up: its parts point at each other. */
typedef struct {
    const Ruleset *ruleset;
    Scene scene;
    Story story;
    Pick pick;
    char question[WORDS_QUESTION_MAX + WORDS_BESIDES_MAX];
    char message[MESSAGE_MAX];
    char keys[KEYS_MAX];
    char corner[CORNER_MAX];
} Frame;

/* Nobody is asked, and the screen speaks to a spectator; names are "". What was there before is forgotten, but not
 * freed: frame_free() does that. */
void frame_init(Frame *frame, const Ruleset *ruleset, const Rules *rules);
void frame_free(Frame *frame);

/* What is asked of the view's seat, or of whom. */
void frame_write_question(Frame *frame);

/* One more key in the line at the bottom, unless it answers the question. */
void frame_add_key(Frame *frame, char key, const char *meaning);

/* An action happened: the story grows, and the message says what the reader learnt by it. The scene's view, which is
 * the reader's, becomes *now. */
void frame_tell(Frame *frame, const Witness *witness, const View *now);

/* ---- answering ---- */

typedef enum {
    ANSWER_NO,      /* the input means something else */
    ANSWER_STAYS,   /* it moved along the answers, or took a step of one */
    ANSWER_ACTS,    /* *seat does *action */
    ANSWER_LETS_BE, /* *seat (NO_SEAT: everybody) does nothing */
} FrameAnswer;

/* What an input means to the pick. */
FrameAnswer frame_answer(Frame *frame, const Input *input, Seat *seat, Action *action);

/* Asks once more before a card is laid that does not fit. */
bool frame_is_sure(const Frame *frame, Action action);

/* ---- looking up ---- */

typedef enum { LOOK_NO, LOOK_DONE, LOOK_STOP } FrameLook; /* it means something else; it is done; INPUT_STOP */

/* Help, story, rules, hands that were seen; the wheel scrolls the story. */
FrameLook frame_look_up(Frame *frame, const Input *input, const char *help_of_keys);

/* Says that a key means nothing now. */
void frame_say_useless(Frame *frame, uint32_t key);

/* ---- frame_help.c: texts to look up; each returns one to be freed, or NULL ---- */

/* What can be done now, and why not the rest; then `keys`. */
char *help_text(const Scene *scene, const char *keys);
char *hands_text(const Scene *scene);
char *rules_text(const Ruleset *ruleset);

/* True when the seat has seen anything of other hands. */
bool help_knows_hands(const Scene *scene);

/* Why a card of the hand cannot be used now; writes nothing where it can. */
void help_why(const Scene *scene, Face face, char *out, unsigned size);

#endif
