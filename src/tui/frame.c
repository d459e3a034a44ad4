/* frame.c -- question, keys and answers around a table, wherever the game is played. */
#include "frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHEEL_LINES = 2 };

void frame_init(Frame *frame, const Ruleset *ruleset, const Rules *rules) {
    memset(frame, 0, sizeof *frame);
    frame->ruleset = ruleset;
    frame->scene = (Scene){.title = ruleset->title[0] ? ruleset->title : ruleset->name,
                           .teller = {.rules = rules, .reader = SPECTATOR, .picks = true},
                           .view = {.seat = SPECTATOR},
                           .story = &frame->story,
                           .question = frame->question,
                           .message = frame->message,
                           .keys = frame->keys,
                           .corner = frame->corner};
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) frame->scene.teller.name[seat] = "";
}

void frame_free(Frame *frame) { story_free(&frame->story); }

/* ---- what is shown ---- */

void frame_write_question(Frame *frame) {
    const Scene *scene = &frame->scene;
    unsigned used = words_question(&scene->teller, &scene->view, frame->question, sizeof frame->question);
    char besides[WORDS_BESIDES_MAX];
    if (scene->view.seat >= SEATS_MAX || !words_besides(&scene->teller, &scene->view, besides, sizeof besides)) return;
    for (char *end = besides; (end = strchr(end, '\n'));) *end = ';';
    if (used < sizeof frame->question) snprintf(frame->question + used, sizeof frame->question - used, " %s.", besides);
}

void frame_add_key(Frame *frame, char key, const char *meaning) {
    size_t used = strlen(frame->keys);
    if (frame->scene.pick && pick_find_key(frame->scene.pick, (unsigned char)key) >= 0) return;
    snprintf(frame->keys + used, sizeof frame->keys - used, "  %c %s", key, meaning);
}

void frame_tell(Frame *frame, const Witness *witness, const View *now) {
    Scene *scene = &frame->scene;
    View before = scene->view;
    story_tell(&frame->story, &scene->teller, witness, &before, now);
    words_learnt(&scene->teller, witness, &before, now, frame->message, sizeof frame->message);
    scene->view = *now;
}

/* ---- answering ---- */

bool frame_is_sure(const Frame *frame, Action action) {
    static const char *const choices[] = {"y lay it all the same", "n do not lay it", NULL};
    if (action_kind(action) != ACT_MISPLAY) return true;
    char text[200], card[WORDS_FACE_MAX];
    words_face(&frame->scene.teller, action_card(action), card, sizeof card);
    snprintf(text, sizeof text, "The %s does not fit: you would take it back and draw %d.", card,
             frame->scene.teller.rules->option.misplay_penalty);
    return screen_choose("It does not fit", text, choices) == 0;
}

static FrameAnswer take(Frame *frame, int choice, Seat *seat, Action *action) {
    if (choice < 0 || choice >= (int)frame->pick.choices) return ANSWER_STAYS;
    switch (pick_take(&frame->pick, (unsigned)choice, seat, action)) {
    case PICK_ACTS: return ANSWER_ACTS;
    case PICK_LETS_BE: return ANSWER_LETS_BE;
    case PICK_GOES_ON: break;
    }
    return ANSWER_STAYS;
}

static FrameAnswer answer_character(Frame *frame, uint32_t character, Seat *seat, Action *action) {
    Pick *pick = &frame->pick;
    int found = pick_find_key(pick, character);
    if (found >= 0) return take(frame, found, seat, action);
    if (character == '!' && pick->may_call) {
        pick->call = !pick->call;
        return ANSWER_STAYS;
    }
    bool digit = character >= '0' && character <= '9';
    return digit && pick_move_rank(pick, character - '0') ? ANSWER_STAYS : ANSWER_NO;
}

static FrameAnswer answer_click(Frame *frame, const Input *input, Seat *seat, Action *action) {
    if (input->what >= AREA_CHOICE) return take(frame, input->what - AREA_CHOICE, seat, action);
    if (input->what < AREA_CARD) return ANSWER_NO;
    help_why(&frame->scene, (Face)(input->what - AREA_CARD), frame->message, sizeof frame->message);
    return ANSWER_STAYS;
}

FrameAnswer frame_answer(Frame *frame, const Input *input, Seat *seat, Action *action) {
    Pick *pick = &frame->pick;
    switch (input->kind) {
    case INPUT_ENTER: return take(frame, (int)pick->chosen, seat, action);
    case INPUT_LEFT:
    case INPUT_BACK_TAB: pick_move(pick, -1); return ANSWER_STAYS;
    case INPUT_RIGHT:
    case INPUT_TAB: pick_move(pick, 1); return ANSWER_STAYS;
    case INPUT_UP: pick_move_rows(pick, -1); return ANSWER_STAYS;
    case INPUT_DOWN: pick_move_rows(pick, 1); return ANSWER_STAYS;
    case INPUT_ESCAPE:
        if (pick->view->seat < SEATS_MAX) pick_back(pick);
        return ANSWER_STAYS;
    case INPUT_CLICK: return answer_click(frame, input, seat, action);
    case INPUT_CHARACTER: return answer_character(frame, input->character, seat, action);
    default: return ANSWER_NO; /* foreign: keys that mean nothing here */
    }
}

/* ---- looking up ---- */

static FrameLook page(const char *title, char *text, bool at_end, char key) {
    bool good = screen_pager(title, text ? text : "There is no memory left to show this.", at_end, key);
    free(text);
    return good ? LOOK_DONE : LOOK_STOP;
}

/* A copy: what is read may grow meanwhile. */
static char *copy_story(const Story *story) {
    const char *text = story_text(story, SIZE_MAX);
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

static FrameLook scroll(Frame *frame, int lines) {
    int up = (int)frame->scene.story_up + lines;
    frame->scene.story_up = up > 0 ? (unsigned)up : 0;
    return LOOK_DONE;
}

void frame_say_useless(Frame *frame, uint32_t key) {
    if (key == ' ') return; /* it may have come late, while others played */
    if (key < 0x80) snprintf(frame->message, sizeof frame->message, "'%c' answers nothing here; ? helps.", (char)key);
    else snprintf(frame->message, sizeof frame->message, "That key answers nothing here; ? helps.");
}

FrameLook frame_look_up(Frame *frame, const Input *input, const char *help_of_keys) {
    switch (input->kind) {
    case INPUT_STOP: return LOOK_STOP;
    case INPUT_WHEEL_UP: return scroll(frame, WHEEL_LINES);
    case INPUT_WHEEL_DOWN: return scroll(frame, -WHEEL_LINES);
    case INPUT_PAGE_UP: return scroll(frame, 2 * WHEEL_LINES);
    case INPUT_PAGE_DOWN: return scroll(frame, -2 * WHEEL_LINES);
    case INPUT_CLICK:
        if (input->what != AREA_KEYS) return LOOK_NO;
        return page("Help", help_text(&frame->scene, help_of_keys), false, '?');
    case INPUT_CHARACTER: break;
    default: return LOOK_NO; /* foreign: keys that mean nothing here */
    }
    switch (input->character) {
    case '?': return page("Help", help_text(&frame->scene, help_of_keys), false, '?');
    case 'l': return page("The story", copy_story(&frame->story), true, 'l');
    case 'r': return page("The rules", rules_text(frame->ruleset), false, 'r');
    case 'h':
        if (!help_knows_hands(&frame->scene)) return LOOK_NO;
        return page("What you have seen", hands_text(&frame->scene), false, 'h');
    }
    return LOOK_NO;
}
