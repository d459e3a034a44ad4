/* play_keys.c -- keys that work at any time. */
#include <stdio.h>
#include <stdlib.h>

#include "play_internal.h"

enum { WHEEL_LINES = 2, PAUSE_STEP_MS = 100 };

static Flow page(const char *title, char *text, bool at_end, char key) {
    bool good = screen_pager(title, text ? text : "There is no memory left to show this.", at_end, key);
    free(text);
    return good ? FLOW_STAY : FLOW_STOP;
}

static void change_pause(Play *play, bool longer) {
    unsigned now = play->pause_ms;
    if (longer) now = now ? now * 2 : PAUSE_STEP_MS;
    else now = now > PAUSE_STEP_MS ? now / 2 : 0;
    play->pause_ms = now < PLAY_PAUSE_MAX_MS ? now : PLAY_PAUSE_MAX_MS;
    snprintf(play->message, sizeof play->message, "Pause after each move: %u.%u seconds", play->pause_ms / 1000,
             play->pause_ms / 100 % 10);
}

Flow play_take_back(Play *play) {
    if (!local_may_undo(play->local)) {
        snprintf(play->message, sizeof play->message, "%s",
                 play->local->undo_allowed ? "There is nothing that you can take back now."
                                           : "Taking back is not allowed in this game.");
        return FLOW_STAY;
    }
    if (!local_undo(play->local)) return FLOW_ANEW; /* the next step says what failed */
    play_look_anew(play);
    snprintf(play->message, sizeof play->message, "Taken back.");
    return FLOW_ANEW;
}

/* A key that means nothing now; a blank may have come late, while others played. */
static void say_useless(Play *play, uint32_t key) {
    if (key == ' ') return;
    if (key < 0x80) snprintf(play->message, sizeof play->message, "'%c' answers nothing here; ? helps.", (char)key);
    else snprintf(play->message, sizeof play->message, "That key answers nothing here; ? helps.");
}

static void scroll(Play *play, int lines) {
    int up = (int)play->scene.story_up + lines;
    play->scene.story_up = up > 0 ? (unsigned)up : 0;
}

Flow play_key(Play *play, const Input *input) {
    if (input->kind == INPUT_STOP) return FLOW_STOP;
    if (input->kind == INPUT_WHEEL_UP) scroll(play, WHEEL_LINES);
    if (input->kind == INPUT_WHEEL_DOWN) scroll(play, -WHEEL_LINES);
    if (input->kind == INPUT_PAGE_UP) scroll(play, 2 * WHEEL_LINES);
    if (input->kind == INPUT_PAGE_DOWN) scroll(play, -2 * WHEEL_LINES);
    if (input->kind == INPUT_CLICK && input->what == AREA_KEYS)
        return page("Help", help_text(&play->scene), false, '?');
    if (input->kind != INPUT_CHARACTER) return FLOW_STAY;
    switch (input->character) {
    case '?': return page("Help", help_text(&play->scene), false, '?');
    case 'l': return screen_pager("The story", story_text(&play->story, SIZE_MAX), true, 'l') ? FLOW_STAY : FLOW_STOP;
    case 'r': return page("The rules", rules_text(play->setup->ruleset), false, 'r');
    case 's': return play_show_save(play);
    case 'u': return play_take_back(play);
    case '+': change_pause(play, false); return FLOW_STAY;
    case '-': change_pause(play, true); return FLOW_STAY;
    case 'q': return play_ask_quit(play);
    case 'h':
        if (help_knows_hands(&play->scene)) return page("What you have seen", hands_text(&play->scene), false, 'h');
        break;
    default: break;
    }
    say_useless(play, input->character);
    return FLOW_STAY;
}
