/* play_save.c -- where the game is kept: said, asked for, and asked for once more before leaving. */
#include <stdio.h>

#include "play_internal.h"

enum { NAME_MAX_BYTES = 1024, SAID_MAX = 4 * NAME_MAX_BYTES };

static void describe_save(const Play *play, char *out, size_t size) {
    const PlaySetup *setup = play->setup;
    if (!setup->save[0]) snprintf(out, size, "This game is not saved.");
    else if (setup->save_trouble && setup->save_trouble[0])
        snprintf(out, size, "The game could NOT be saved in %s: %s. It is tried again after your next move.",
                 setup->save, setup->save_trouble);
    else
        snprintf(out, size, "The game is saved in %s after every move of yours. To go on with it later: %s %s",
                 setup->save, setup->resume, setup->save);
}

static void draw_behind(void *context) { scene_draw(&((Play *)context)->frame.scene); }

/* Asks until there is such a file (FLOW_GO_ON), or the person wants none (FLOW_STAY). */
static Flow ask_file(Play *play) {
    char name[NAME_MAX_BYTES] = "", said[SAID_MAX] = "";
    TypeWindow window = {.title = "Save the game",
                         .about = "The name of a new file, which is then kept up to date:",
                         .trouble = said,
                         .text = name,
                         .size = sizeof name,
                         .backdrop = draw_behind,
                         .context = play};
    for (;;) {
        Typed typed = screen_type(&window);
        if (typed == TYPED_STOP) return FLOW_STOP;
        if (typed == TYPED_BACK || !name[0]) return FLOW_STAY;
        if (!play->setup->keep_in(play->home->keeper, play->home, name, said, sizeof said)) continue;
        snprintf(play->frame.message, sizeof play->frame.message, "%.*s", MESSAGE_MAX - 1, said);
        return FLOW_GO_ON;
    }
}

/* ---- what is asked ---- */

Flow play_show_save(Play *play) {
    static const char *const choices[] = {"o go on playing", NULL};
    char text[SAID_MAX];
    if (!play->setup->save[0]) return ask_file(play) == FLOW_STOP ? FLOW_STOP : FLOW_STAY;
    describe_save(play, text, sizeof text);
    return screen_choose("Saving", text, choices) < 0 ? FLOW_STOP : FLOW_STAY;
}

Flow play_ask_quit(Play *play) {
    static const char *const saved[] = {"y leave the game", "n go on playing", NULL};
    static const char *const unsaved[] = {"y leave the game", "s save it, then leave", "n go on playing", NULL};
    char text[SAID_MAX];
    bool kept = play->setup->save[0];
    describe_save(play, text, sizeof text);
    int choice = screen_choose("Leave the game?", text, kept ? saved : unsaved);
    if (choice < 0) return FLOW_STOP;
    if (choice == 0) return FLOW_QUIT;
    if (kept || choice == 2) return FLOW_STAY;
    Flow flow = ask_file(play);
    return flow == FLOW_GO_ON ? FLOW_QUIT : flow;
}
