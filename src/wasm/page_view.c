/* page_view.c -- what can be said about a view without the game: what its seat may do, why not, what happened.
 * Every view is checked first: one that no game can have is refused. */
#include "../engine/offer.h"
#include "../wire/view_json.h"
#include "page_internal.h"

/* Reads a view; NULL, or the answer that says what is wrong. */
const char *page_read_view(const Rules *rules, const char *text, View *out) {
    char error[JSON_ERROR_MAX];
    cJSON *json = cJSON_ParseWithOpts(text, NULL, 1);
    if (!json) return reply_error("bad_view", "The view is no JSON.");
    bool good = view_from_json(rules, json, out, error);
    cJSON_Delete(json);
    return good ? NULL : reply_error("bad_view", error);
}

/* ---- options ---- */

static const char *const kind_names[ACT_KINDS] = {
    [ACT_NONE] = "none",
    [ACT_PLAY] = "play",
    [ACT_MISPLAY] = "misplay",
    [ACT_SHED] = "shed",
    [ACT_DISCARD] = "discard",
    [ACT_CHALLENGE] = "challenge",
    [ACT_NAME] = "name",
    [ACT_STEAL] = "steal",
    [ACT_HIT] = "hit",
    [ACT_DRAW] = "draw",
    [ACT_KEEP] = "keep",
    [ACT_PASS] = "pass",
    [ACT_ACCEPT] = "accept",
    [ACT_DONE] = "done",
    [ACT_CALL] = "call",
    [ACT_CATCH] = "catch",
    [ACT_DEAL] = "deal",
    [ACT_ANSWER] = "answer",
    [ACT_REFUSE] = "refuse",
    [ACT_PENALTY_A] = "penalty_a",
    [ACT_PENALTY_B] = "penalty_b",
    [ACT_BONUS_CARD] = "bonus_card",
    [ACT_BONUS_DRAW] = "bonus_draw",
    [ACT_CAST] = "cast",
    [ACT_CHOOSE] = "choose",
};

static const char *const choice_names[NAMES] = {"R", "Y", "G", "B", "even", "odd", "low", "high"};

/* A colour or a rule; of a program's question the number of the option, from 1. */
static void put_choice(Action action) {
    unsigned choice = action_choice(action);
    char number[2] = {(char)('1' + choice), 0};
    bool option = action_kind(action) == ACT_CHOOSE && choice != NO_CHOICE;
    reply_name("choice"), reply_text(option ? number : choice < NAMES ? choice_names[choice] : NULL);
}

static void put_move(const Teller *teller, const View *view, Action action) {
    char words[WORDS_ACTION_MAX];
    words_action(teller, view, action, words, sizeof words);
    reply_open('{');
    reply_name("do"), reply_action(teller->rules, action);
    reply_name("kind"), reply_text(kind_names[action_kind(action)]);
    reply_name("card"), reply_card(teller->rules, action_card(action));
    put_choice(action);
    reply_name("target"), reply_seat(action_target(action));
    reply_name("deed"), reply_text(deed_name(deed_of(teller->rules, &view->board, view->seat, action)));
    reply_name("aim"), reply_text(aim_name(aim_of(teller->rules, action)));
    reply_name("call"), reply_flag(action_calls(action));
    reply_name("words"), reply_text(words);
    reply_close('}');
}

static void put_moves(const Teller *teller, const View *view) {
    Action actions[ACTIONS_MAX];
    ActionSet set;
    view_actions(teller->rules, view, &set);
    unsigned count = action_set_list(teller->rules, &set, actions);
    reply_name("moves"), reply_open('[');
    for (unsigned i = 0; i < count; i++) put_move(teller, view, actions[i]);
    reply_close(']');
}

static void put_besides(const Teller *teller, const View *view) {
    static const char *const kinds[BESIDES] = {"call", "catch", "jump", "swap", "uno"};
    reply_name("besides"), reply_open('[');
    for (unsigned i = 0; i < BESIDES; i++) {
        char words[WORDS_BESIDES_MAX];
        if (!words_beside(teller, view, (Beside)i, words, sizeof words)) continue;
        reply_open('{');
        reply_name("kind"), reply_text(kinds[i]);
        reply_name("words"), reply_text(words);
        reply_close('}');
    }
    reply_close(']');
}

const char *page_answer_options(const Teller *teller, const View *view) {
    char question[WORDS_QUESTION_MAX];
    words_question(teller, view, question, sizeof question);
    reply_begin();
    reply_open('{');
    reply_name("question"), reply_text(question);
    put_besides(teller, view);
    put_moves(teller, view);
    reply_close('}');
    return reply_end();
}

const char *page_options(unsigned place, const char *text, char *names) {
    const Ruleset *ruleset = page_rules(place);
    View view;
    if (!ruleset) return page_no_rules();
    const char *wrong = page_read_view(&ruleset->rules, text, &view);
    if (wrong) return wrong;
    Teller teller = page_teller(&ruleset->rules, names, view.seat);
    return page_answer_options(&teller, &view);
}

/* ---- refusals ---- */

const char *page_answer_refusal(const Rules *rules, const View *view, const char *notation) {
    Action action;
    if (view->seat >= SEATS_MAX) return reply_error("not_seated", "Only who plays can act.");
    if (!action_parse(rules, &notation, &action) || *notation)
        return reply_error("bad_action", "This is no action of these rules.");
    Verdict verdict = board_refusal(rules, &view->board, &view->own, view->seat, action);
    reply_begin();
    reply_open('{');
    reply_name("refusal");
    if (verdict == VERDICT_ok) {
        reply_text(NULL);
    } else {
        reply_open('{');
        page_put_refusal(verdict);
        reply_close('}');
    }
    reply_close('}');
    return reply_end();
}

const char *page_refusal(unsigned place, const char *text, const char *notation) {
    const Ruleset *ruleset = page_rules(place);
    View view;
    if (!ruleset) return page_no_rules();
    const char *wrong = page_read_view(&ruleset->rules, text, &view);
    return wrong ? wrong : page_answer_refusal(&ruleset->rules, &view, notation);
}

/* ---- what happened ---- */

static void put_event(const Teller *teller, const Witness *witness, unsigned number) {
    const Event *event = &witness->event[number];
    Teller onlooker = *teller;
    char words[WORDS_EVENT_MAX], deed[WORDS_EVENT_MAX] = "";
    if (event->seat == teller->reader) onlooker.reader = SPECTATOR; /* below your own seat as below any other */
    words_event(teller, event, words, sizeof words);
    if (!words_is_told(witness->event, number)) words_deed(&onlooker, event, deed, sizeof deed);
    reply_open('{');
    reply_name("name"), reply_text(event_name(event->kind));
    reply_name("seat"), reply_seat(event->seat);
    reply_name("other"), reply_seat(event->other);
    reply_name("card"), reply_card(teller->rules, event->card);
    reply_name("amount"), reply_number(event->amount);
    reply_name("text"), reply_text(words);
    reply_name("told"), reply_flag(words_is_worth(teller, witness->event, number));
    reply_name("deed"), reply_text(deed);
    reply_close('}');
}

void page_put_events(const Teller *teller, const Witness *witness) {
    reply_open('[');
    for (unsigned i = 0; i < witness->events; i++) put_event(teller, witness, i);
    reply_close(']');
}
