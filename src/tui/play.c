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
    const Local *local = play->local;
    if (!local->people) return SPECTATOR;
    if (!local_is_shared(local)) return mask_first(local->people);
    return !play->hidden && local->holder < SEATS_MAX ? local->holder : SPECTATOR;
}

void play_look_anew(Play *play) {
    story_retell(&play->story, &play->scene.teller, &play->local->record);
    local_view(play->local, play->scene.teller.reader, &play->scene.view);
}

void play_look(Play *play, unsigned observer) {
    play->scene.teller.reader = observer;
    if (play->story.reader != observer) play_look_anew(play);
    else local_view(play->local, observer, &play->scene.view);
}

static void write_question(Play *play) {
    const Scene *scene = &play->scene;
    unsigned used = words_question(&scene->teller, &scene->view, play->question, sizeof play->question);
    char besides[WORDS_BESIDES_MAX];
    if (scene->view.seat >= SEATS_MAX || !words_besides(&scene->teller, &scene->view, besides, sizeof besides)) return;
    for (char *end = besides; (end = strchr(end, '\n'));) *end = ';';
    if (used < sizeof play->question) snprintf(play->question + used, sizeof play->question - used, " %s.", besides);
}

/* A key that answers the question means nothing else meanwhile. */
static void add_key(Play *play, char key, const char *meaning) {
    size_t used = strlen(play->keys);
    if (play->scene.pick && pick_find_key(play->scene.pick, (unsigned char)key) >= 0) return;
    snprintf(play->keys + used, sizeof play->keys - used, "  %c %s", key, meaning);
}

static void write_keys(Play *play) {
    bool asked = play->scene.pick;
    snprintf(play->keys, sizeof play->keys, "%s ", asked ? "Arrows and Enter" : "Space: on to the next decision");
    add_key(play, '?', "help");
    add_key(play, 'l', "log");
    add_key(play, 'r', "rules");
    if (help_knows_hands(&play->scene)) add_key(play, 'h', "hands");
    if (asked && local_may_undo(play->local)) add_key(play, 'u', "undo");
    if (asked) add_key(play, 's', "save");
    else add_key(play, '+', "- speed");
    add_key(play, 'q', "quit");
}

static void write_corner(Play *play) {
    const PlaySetup *setup = play->setup;
    if (!setup->save[0]) snprintf(play->corner, sizeof play->corner, "not saved");
    else if (setup->save_trouble && setup->save_trouble[0]) snprintf(play->corner, sizeof play->corner, "NOT SAVED");
    else {
        const char *name = strrchr(setup->save, '/');
        snprintf(play->corner, sizeof play->corner, "saved in %s", name ? name + 1 : setup->save);
    }
}

void play_show(Play *play, Pick *pick) {
    play->scene.pick = pick;
    write_keys(play);
    write_corner(play);
    scene_draw(&play->scene);
}

/* ---- what happens ---- */

/* After an action: the story grows, and the screen shows the new table. */
static void note_action(Play *play) {
    const Witness *witness = &play->local->witness;
    const Teller *teller = &play->scene.teller;
    View before = play->scene.view, now;
    unsigned observer = onlooker(play);
    play->message[0] = 0;
    play->scene.story_up = 0;
    if (observer == play->story.reader) {
        local_view(play->local, observer, &now);
        story_tell(&play->story, teller, witness, &before, &now);
        words_learnt(teller, witness, &before, &now, play->message, sizeof play->message);
    }
    play_look(play, observer);
    write_question(play);
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
    const Local *local = play->local;
    int width = 60, rows = 7;
    Box box = {((int)screen_rows() - rows) / 2, ((int)screen_columns() - width) / 2, rows, width};
    bool undo = local_may_undo(local);
    screen_clear();
    screen_frame(box, PAINT_ACCENT, play->scene.title);
    screen_format(box.row + 2, box.column + 3, width - 6, PAINT_TEXT | PAINT_BOLD, "Pass the keyboard to %s.",
                  local->record.name[seat]);
    screen_format(box.row + 3, box.column + 3, width - 6, PAINT_TEXT, "%s: press Enter when ready.",
                  local->record.name[seat]);
    if (undo)
        screen_format(box.row + 4, box.column + 3, width - 6, PAINT_TEXT, "%s can still take back: u",
                      local->record.name[local->holder]);
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
    if (local_is_shared(play->local) && (play->local->holder != seat || play->hidden)) {
        play->message[0] = 0;
        Flow flow = draw_curtain(play, seat);
        if (flow != FLOW_GO_ON) return flow;
    }
    local_hand_to(play->local, seat);
    play_look(play, seat);
    write_question(play);
    return FLOW_GO_ON;
}

static Flow answer(Play *play);

/* A person wants to act out of turn and needs to see the own hand for it. */
static Flow answer_in_person(Play *play, Seat seat) {
    Flow flow = seat_person(play, seat);
    if (flow != FLOW_GO_ON) return flow;
    pick_begin(&play->pick, &play->scene.teller, &play->scene.view, !(local_asked(play->local) >> seat & 1));
    return answer(play);
}

static bool is_sure(const Play *play, Action action) {
    static const char *const choices[] = {"y lay it all the same", "n do not lay it", NULL};
    if (action_kind(action) != ACT_MISPLAY) return true;
    char text[200], card[WORDS_FACE_MAX];
    words_face(play->scene.teller.rules, action_card(action), card, sizeof card);
    snprintf(text, sizeof text, "The %s does not fit: you would take it back and draw %d.", card,
             play->scene.teller.rules->option.misplay_penalty);
    return screen_choose("It does not fit", text, choices) == 0;
}

static Flow act(Play *play, Seat seat, Action action) {
    if (action_kind(action) == ACT_NONE) return answer_in_person(play, seat);
    if (!is_sure(play, action)) {
        pick_back(&play->pick);
        return FLOW_STAY;
    }
    Verdict verdict = local_act(play->local, seat, action);
    if (verdict == VERDICT_ok) {
        note_action(play);
        return FLOW_GO_ON;
    }
    words_refusal(&play->scene.teller, &play->scene.view, action, verdict, play->message, sizeof play->message);
    pick_back(&play->pick);
    return FLOW_STAY;
}

static Flow take(Play *play, unsigned choice) {
    Seat seat;
    Action action;
    switch (pick_take(&play->pick, choice, &seat, &action)) {
    case PICK_ACTS: return act(play, seat, action);
    case PICK_LETS_BE:
        local_let_be(play->local, seat < SEATS_MAX ? (SeatMask)(1u << seat) : local_open(play->local));
        return FLOW_GO_ON;
    default: return FLOW_STAY;
    }
}

/* Keys that answer. False: the key means something else. */
static bool answer_key(Play *play, const Input *input, Flow *flow) {
    Pick *pick = &play->pick;
    int found = -1;
    switch (input->kind) {
    case INPUT_ENTER: found = (int)pick->chosen; break;
    case INPUT_LEFT:
    case INPUT_BACK_TAB: pick_move(pick, -1); return true;
    case INPUT_RIGHT:
    case INPUT_TAB: pick_move(pick, 1); return true;
    case INPUT_UP: pick_move_rows(pick, -1); return true;
    case INPUT_DOWN: pick_move_rows(pick, 1); return true;
    case INPUT_ESCAPE:
        if (pick->view->seat < SEATS_MAX) pick_back(pick);
        return true;
    case INPUT_CLICK:
        if (input->what >= AREA_CHOICE) found = input->what - AREA_CHOICE;
        else if (input->what >= AREA_CARD)
            help_why(&play->scene, (Face)(input->what - AREA_CARD), play->message, sizeof play->message);
        else return false;
        break;
    case INPUT_CHARACTER:
        found = pick_find_key(pick, input->character);
        if (found < 0 && input->character == '!' && pick->may_call) {
            pick->call = !pick->call;
            return true;
        }
        if (found < 0 && input->character >= '0' && input->character <= '9')
            return pick_move_rank(pick, input->character - '0');
        if (found < 0) return false;
        break;
    default: return false;
    }
    if (found >= 0 && found < (int)pick->choices) *flow = take(play, (unsigned)found);
    return true;
}

/* Until the question is answered. */
static Flow answer(Play *play) {
    for (;;) {
        Flow flow = FLOW_STAY;
        play_show(play, &play->pick);
        Input input = screen_read(-1);
        if (input.kind >= INPUT_CHARACTER && input.kind <= INPUT_CLICK) play->message[0] = 0;
        if (!answer_key(play, &input, &flow)) flow = play_key(play, &input);
        if (flow != FLOW_STAY) return flow;
    }
}

/* Several people share the keyboard, and some of them could break in: nobody's hand is shown. */
static Flow ask_all(Play *play, SeatMask open) {
    ActionSet set[SEATS_MAX];
    memset(set, 0, sizeof set);
    for (SeatMask left = open; left; left &= (SeatMask)(left - 1)) {
        View view;
        local_view(play->local, mask_first(left), &view);
        view_actions(&play->local->record.rules, &view, &set[mask_first(left)]);
    }
    play->hidden = true;
    play_look(play, SPECTATOR);
    snprintf(play->question, sizeof play->question, "Does anybody want to call, catch or jump in?");
    pick_begin_open(&play->pick, &play->scene.teller, &play->scene.view, open, set);
    return answer(play);
}

static Flow ask(Play *play) {
    SeatMask open = local_open(play->local);
    play->hurry = false;
    if (open && local_is_shared(play->local)) return ask_all(play, open);
    return answer_in_person(play, local_person(play->local));
}

/* ---- the end ---- */

static Flow show_result(Play *play) {
    play_look(play, local_is_shared(play->local) ? SPECTATOR : onlooker(play));
    words_result(&play->scene.teller, &play->scene.view.board, play->question, sizeof play->question);
    play->message[0] = 0;
    for (;;) {
        play->scene.pick = NULL;
        snprintf(play->keys, sizeof play->keys, "The game is over   %sl log  r rules  s save  Enter leaves",
                 play->setup->again ? "n another game  " : "");
        write_corner(play);
        scene_draw(&play->scene);
        Input input = screen_read(-1);
        play->message[0] = 0;
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
        switch (local_step(play->local)) {
        case LOCAL_ACTED:
            note_action(play);
            flow = show_move(play);
            break;
        case LOCAL_ASKS: flow = ask(play); break;
        case LOCAL_OVER:
            flow = show_result(play);
            return flow == FLOW_STOP ? PLAY_INTERRUPTED : flow == FLOW_GO_ON ? PLAY_AGAIN : PLAY_OVER;
        default: return PLAY_FAILED;
        }
        if (flow == FLOW_QUIT) return PLAY_QUIT;
        if (flow == FLOW_STOP) return PLAY_INTERRUPTED;
    }
}

static void begin(Play *play, Local *local, const PlaySetup *setup) {
    const Ruleset *ruleset = setup->ruleset;
    play->local = local;
    play->setup = setup;
    play->pause_ms = setup->pause_ms;
    play->scene = (Scene){.title = ruleset->title[0] ? ruleset->title : ruleset->name,
                          .teller = {.rules = &local->record.rules, .reader = SPECTATOR, .picks = true},
                          .story = &play->story,
                          .question = play->question,
                          .message = play->message,
                          .keys = play->keys,
                          .corner = play->corner};
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) play->scene.teller.name[seat] = local->record.name[seat];
    play->scene.teller.reader = onlooker(play);
    play_look_anew(play);
    write_question(play);
}

PlayEnd play_screen(Local *local, const PlaySetup *setup, char *trouble, size_t size) {
    Play *play = calloc(1, sizeof *play);
    if (!play) {
        snprintf(trouble, size, "there is no memory left");
        return PLAY_NO_SCREEN;
    }
    PlayEnd end = PLAY_NO_SCREEN;
    if (screen_start(trouble, size)) {
        begin(play, local, setup);
        end = run(play);
        screen_stop();
    }
    story_free(&play->story);
    free(play);
    return end;
}
