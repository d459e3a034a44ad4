/* play.c -- the game on the screen: lets the players play, asks the people, one
 * after another, and shows how it ends. */
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play_internal.h"

/* ---- what is shown ---- */

/* Whom the screen speaks to while nobody is asked. */
static unsigned onlooker(const Play *play) {
    const Home *home = play->home;
    if (!home->people) return SPECTATOR;
    if (!home_is_shared(home)) return mask_first(home->people);
    return !play->hidden && home->holder < SEATS_MAX ? home->holder : SPECTATOR;
}

void play_look_anew(Play *play) {
    story_retell(&play->frame.story, &play->frame.scene.teller, &play->home->record);
    home_view(play->home, play->frame.scene.teller.reader, &play->frame.scene.view);
}

/* Turns the screen, and with it the story, to this seat, or to SPECTATOR. */
static void play_look(Play *play, unsigned observer) {
    play->frame.scene.teller.reader = observer;
    if (play->frame.story.reader != observer) play_look_anew(play);
    else home_view(play->home, observer, &play->frame.scene.view);
}

static void write_keys(Play *play) {
    Frame *frame = &play->frame;
    bool asked = frame->scene.pick;
    snprintf(frame->keys, sizeof frame->keys, "%s ", asked ? "Arrows and Enter" : "Space: on to the next decision");
    frame_add_key(frame, '?', "help");
    frame_add_key(frame, 'l', "log");
    frame_add_key(frame, 'r', "rules");
    if (help_knows_hands(&frame->scene)) frame_add_key(frame, 'h', "hands");
    if (asked && home_may_undo(play->home)) frame_add_key(frame, 'u', "undo");
    if (asked) frame_add_key(frame, 's', "save");
    else frame_add_key(frame, '+', "- speed");
    frame_add_key(frame, 'q', "quit");
}

static void write_corner(Play *play) {
    const PlaySetup *setup = play->setup;
    if (!setup->save[0]) snprintf(play->frame.corner, sizeof play->frame.corner, "not saved");
    else if (setup->save_trouble && setup->save_trouble[0])
        snprintf(play->frame.corner, sizeof play->frame.corner, "NOT SAVED");
    else {
        const char *name = strrchr(setup->save, '/');
        snprintf(play->frame.corner, sizeof play->frame.corner, "saved in %s", name ? name + 1 : setup->save);
    }
}

/* Draws what the screen is turned to; nobody is asked unless `pick`. */
static void play_show(Play *play, Pick *pick) {
    play->frame.scene.pick = pick;
    write_keys(play);
    write_corner(play);
    scene_draw(&play->frame.scene);
}

/* ---- what happens ---- */

/* After an action: the story grows, and the screen shows the new table. */
static void note_action(Play *play) {
    Frame *frame = &play->frame;
    View now;
    unsigned observer = onlooker(play);
    frame->message[0] = 0;
    frame->scene.story_up = 0;
    if (observer == frame->story.reader) {
        home_view(play->home, observer, &now);
        frame_tell(frame, &play->home->table.witness, &now);
    }
    play_look(play, observer);
    frame_write_question(frame);
}

/* Shows a player's move for a while. */
static Flow show_move(Play *play) {
    int left = play->hurry ? 0 : (int)play->pause_ms;
    play_show(play, NULL);
    do {
        Input input = screen_read(left);
        if (input.kind == INPUT_NONE) return FLOW_GO_ON;
        if (input.kind == INPUT_ENTER || (input.kind == INPUT_CHARACTER && input.character == ' ')) play->hurry = true;
        Flow flow = play_key(play, &input);
        if (flow != FLOW_STAY) return flow;
        play_show(play, NULL);
    } while (!play->hurry);
    return FLOW_GO_ON;
}

/* ---- people ---- */

static void show_curtain(const Play *play, Seat seat) {
    const Home *home = play->home;
    int width = 60, rows = 7;
    Box box = {((int)screen_rows() - rows) / 2, ((int)screen_columns() - width) / 2, rows, width};
    bool undo = home_may_undo(home);
    screen_clear();
    screen_frame(box, PAINT_ACCENT, play->frame.scene.title);
    screen_format(box.row + 2, box.column + 3, width - 6, PAINT_TEXT | PAINT_BOLD, "Pass the keyboard to %s.",
                  home->record.name[seat]);
    screen_format(box.row + 3, box.column + 3, width - 6, PAINT_TEXT, "%s: press Enter when ready.",
                  home->record.name[seat]);
    if (undo)
        screen_format(box.row + 4, box.column + 3, width - 6, PAINT_TEXT, "%s can still take back: u",
                      home->record.name[home->holder]);
    screen_format((int)screen_rows() - 1, 1, 60, PAINT_QUIET, "The cards are hidden.   %sq quit",
                  undo ? "u undo  " : "");
    screen_show();
}

/* Hides everything until the next person sits at the keyboard. */
static Flow draw_curtain(Play *play, Seat seat) {
    play->hidden = true;
    for (;;) {
        Flow flow = FLOW_STAY;
        show_curtain(play, seat);
        Input input = screen_read(-1);
        if (input.kind == INPUT_ENTER) return play->hidden = false, FLOW_GO_ON;
        if (input.kind == INPUT_STOP) return FLOW_STOP;
        if (input.kind == INPUT_CHARACTER && input.character == 'q') flow = play_ask_quit(play);
        if (input.kind == INPUT_CHARACTER && input.character == 'u') flow = play_take_back(play);
        if (flow != FLOW_STAY) return flow;
    }
}

static Flow seat_person(Play *play, Seat seat) {
    if (home_is_shared(play->home) && (play->home->holder != seat || play->hidden)) {
        play->frame.message[0] = 0;
        Flow flow = draw_curtain(play, seat);
        if (flow != FLOW_GO_ON) return flow;
    }
    home_hand_to(play->home, seat);
    play_look(play, seat);
    frame_write_question(&play->frame);
    return FLOW_GO_ON;
}

static Flow answer(Play *play);

/* A person wants to act out of turn and needs to see the own hand for it. */
static Flow answer_in_person(Play *play, Seat seat) {
    Flow flow = seat_person(play, seat);
    if (flow != FLOW_GO_ON) return flow;
    pick_begin(&play->frame.pick, &play->frame.scene.teller, &play->frame.scene.view,
               !(home_asked(play->home) >> seat & 1));
    return answer(play);
}

static Flow act(Play *play, Seat seat, Action action) {
    if (action_kind(action) == ACT_NONE) return answer_in_person(play, seat);
    if (!frame_is_sure(&play->frame, action)) {
        pick_back(&play->frame.pick);
        return FLOW_STAY;
    }
    Verdict verdict = home_act(play->home, seat, action);
    if (verdict == VERDICT_ok) {
        note_action(play);
        return FLOW_GO_ON;
    }
    words_refusal(&play->frame.scene.teller, &play->frame.scene.view, action, verdict, play->frame.message,
                  sizeof play->frame.message);
    pick_back(&play->frame.pick);
    return FLOW_STAY;
}

/* Until the question is answered. */
static Flow answer(Play *play) {
    for (;;) {
        Flow flow = FLOW_STAY;
        Seat seat;
        Action action;
        play_show(play, &play->frame.pick);
        Input input = screen_read(-1);
        if (input.kind >= INPUT_CHARACTER && input.kind <= INPUT_CLICK) play->frame.message[0] = 0;
        switch (frame_answer(&play->frame, &input, &seat, &action)) {
        case ANSWER_NO: flow = play_key(play, &input); break;
        case ANSWER_ACTS: flow = act(play, seat, action); break;
        case ANSWER_LETS_BE:
            home_let_be(play->home, seat < SEATS_MAX ? (SeatMask)(1u << seat) : home_open(play->home));
            return FLOW_GO_ON;
        case ANSWER_STAYS: break;
        }
        if (flow != FLOW_STAY) return flow;
    }
}

/* Several people share the keyboard, and some of them could break in: nobody's hand is shown. */
static Flow ask_all(Play *play, SeatMask open) {
    ActionSet set[SEATS_MAX];
    memset(set, 0, sizeof set);
    for (SeatMask left = open; left; left &= (SeatMask)(left - 1)) {
        View view;
        home_view(play->home, mask_first(left), &view);
        view_actions(&play->home->record.rules, &view, &set[mask_first(left)]);
    }
    play->hidden = true;
    play_look(play, SPECTATOR);
    snprintf(play->frame.question, sizeof play->frame.question, "Does anybody want to call, catch or jump in?");
    pick_begin_open(&play->frame.pick, &play->frame.scene.teller, &play->frame.scene.view, open, set);
    return answer(play);
}

static Flow ask(Play *play) {
    SeatMask open = home_open(play->home);
    play->hurry = false;
    if (open && home_is_shared(play->home)) return ask_all(play, open);
    return answer_in_person(play, home_person(play->home));
}

/* ---- the end ---- */

static Flow show_result(Play *play) {
    play_look(play, home_is_shared(play->home) ? SPECTATOR : onlooker(play));
    words_result(&play->frame.scene.teller, &play->frame.scene.view.board, play->frame.question,
                 sizeof play->frame.question);
    play->frame.message[0] = 0;
    for (;;) {
        play->frame.scene.pick = NULL;
        snprintf(play->frame.keys, sizeof play->frame.keys, "The game is over   %sl log  r rules  s save  Enter leaves",
                 play->setup->again ? "n another game  " : "");
        write_corner(play);
        scene_draw(&play->frame.scene);
        Input input = screen_read(-1);
        play->frame.message[0] = 0;
        bool leave = input.kind == INPUT_CHARACTER && input.character == 'q';
        if (leave || input.kind == INPUT_ENTER || input.kind == INPUT_ESCAPE) return FLOW_QUIT;
        if (input.kind == INPUT_CHARACTER && input.character == 'u') continue;
        if (input.kind == INPUT_CHARACTER && input.character == 'n' && play->setup->again) return FLOW_GO_ON;
        if (play_key(play, &input) == FLOW_STOP) return FLOW_STOP;
    }
}

/* ---- the game ---- */

static PlayEnd run(Play *play) {
    for (;;) {
        Flow flow = FLOW_GO_ON;
        switch (home_step(play->home)) {
        case HOME_ACTED:
            note_action(play);
            flow = show_move(play);
            break;
        case HOME_ASKS: flow = ask(play); break;
        case HOME_OVER:
            flow = show_result(play);
            return flow == FLOW_STOP ? PLAY_INTERRUPTED : flow == FLOW_GO_ON ? PLAY_AGAIN : PLAY_OVER;
        case HOME_WAITS: /* nothing at home is live */
        case HOME_FAILED: return PLAY_FAILED;
        }
        if (flow == FLOW_QUIT) return PLAY_QUIT;
        if (flow == FLOW_STOP) return PLAY_INTERRUPTED;
    }
}

static void begin(Play *play, Home *home, const PlaySetup *setup) {
    Teller *teller = &play->frame.scene.teller;
    play->home = home;
    play->setup = setup;
    play->pause_ms = setup->pause_ms;
    frame_init(&play->frame, setup->ruleset, &home->record.rules);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) teller->name[seat] = home->record.name[seat];
    teller->reader = onlooker(play);
    play_look_anew(play);
    frame_write_question(&play->frame);
}

PlayEnd play_screen(Home *home, const PlaySetup *setup, char *trouble, size_t size) {
    Play *play = calloc(1, sizeof *play);
    if (!play) {
        snprintf(trouble, size, "there is no memory left");
        return PLAY_NO_SCREEN;
    }
    PlayEnd end = PLAY_NO_SCREEN;
    if (screen_start(trouble, size)) {
        begin(play, home, setup);
        end = run(play);
        screen_stop();
    }
    frame_free(&play->frame);
    free(play);
    return end;
}
