/* play_keys.c -- keys that work at any time. */
#include <stdio.h>

#include "play_internal.h"

enum { PAUSE_STEP_MS = 100 };

static void change_pause(Play *play, bool longer) {
    unsigned now = play->pause_ms;
    if (longer) now = now ? now * 2 : PAUSE_STEP_MS;
    else now = now > PAUSE_STEP_MS ? now / 2 : 0;
    play->pause_ms = now < PLAY_PAUSE_MAX_MS ? now : PLAY_PAUSE_MAX_MS;
    snprintf(play->frame.message, sizeof play->frame.message, "Pause after each move: %u.%u seconds",
             play->pause_ms / 1000, play->pause_ms / 100 % 10);
}

Flow play_take_back(Play *play) {
    if (!home_may_undo(play->home)) {
        snprintf(play->frame.message, sizeof play->frame.message, "%s",
                 play->home->undo_allowed ? "There is nothing that you can take back now."
                                          : "Taking back is not allowed in this game.");
        return FLOW_STAY;
    }
    if (!home_undo(play->home)) return FLOW_ANEW; /* the next step says what failed */
    play_look_anew(play);
    snprintf(play->frame.message, sizeof play->frame.message, "Taken back.");
    return FLOW_ANEW;
}

static const char help_of_keys[] = "  h  the hands you have seen         s  save the game, or where it is\n"
                                   "  u  take back\n"
                                   "  +  shorter pauses                  -  longer pauses\n"
                                   "  Space or Enter while others play goes on to your next decision.\n"
                                   "  q  leave the game\n";

Flow play_key(Play *play, const Input *input) {
    FrameLook look = frame_look_up(&play->frame, input, help_of_keys);
    if (look == LOOK_STOP) return FLOW_STOP;
    if (look == LOOK_DONE || input->kind != INPUT_CHARACTER) return FLOW_STAY;
    switch (input->character) {
    case 's': return play_show_save(play);
    case 'u': return play_take_back(play);
    case '+': change_pause(play, false); return FLOW_STAY;
    case '-': change_pause(play, true); return FLOW_STAY;
    case 'q': return play_ask_quit(play);
    }
    frame_say_useless(&play->frame, input->character);
    return FLOW_STAY;
}
