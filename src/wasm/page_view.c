/* page_view.c -- what can be said about a view without the game: what its seat may do, why not, what happened,
 * what a bot would do. Every view is checked first: one that no game can have is refused. */
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../engine/offer.h"
#include "../wire/event_json.h"
#include "page_internal.h"

enum { WORLDS_MOST = 10000 };

/* Reads a view; NULL, or the answer that says what is wrong. */
static const char *read_view(const Rules *rules, const char *text, View *out) {
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
};

static const char *const choice_names[NAMES] = {"R", "Y", "G", "B", "even", "odd", "low", "high"};

static void put_move(const Teller *teller, const View *view, Action action) {
    char words[WORDS_ACTION_MAX];
    unsigned choice = action_choice(action);
    words_action(teller, view, action, words, sizeof words);
    reply_open('{');
    reply_name("do"), reply_action(teller->rules, action);
    reply_name("kind"), reply_text(kind_names[action_kind(action)]);
    reply_name("card"), reply_card(teller->rules, action_card(action));
    reply_name("choice"), reply_text(choice < NAMES ? choice_names[choice] : NULL);
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

const char *page_options(unsigned place, const char *text, char *names) {
    const Ruleset *ruleset = page_rules(place);
    View view;
    char question[WORDS_QUESTION_MAX];
    if (!ruleset) return page_no_rules();
    const char *wrong = read_view(&ruleset->rules, text, &view);
    if (wrong) return wrong;
    Teller teller = page_teller(&ruleset->rules, names, view.seat);
    words_question(&teller, &view, question, sizeof question);
    reply_begin();
    reply_open('{');
    reply_name("question"), reply_text(question);
    put_besides(&teller, &view);
    put_moves(&teller, &view);
    reply_close('}');
    return reply_end();
}

/* ---- refusals ---- */

const char *page_refusal(unsigned place, const char *text, const char *notation) {
    const Ruleset *ruleset = page_rules(place);
    View view;
    Action action;
    if (!ruleset) return page_no_rules();
    const Rules *rules = &ruleset->rules;
    const char *wrong = read_view(rules, text, &view);
    if (wrong) return wrong;
    if (view.seat >= SEATS_MAX) return reply_error("not_seated", "Only who plays can act.");
    if (!action_parse(rules, &notation, &action) || *notation)
        return reply_error("bad_action", "This is no action of these rules.");
    Verdict verdict = board_refusal(rules, &view.board, &view.own, view.seat, action);
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

/* ---- what happened ---- */

static void put_told(const Teller *teller, const Witness *witness) {
    reply_open('[');
    for (unsigned i = 0; i < witness->events; i++) {
        char words[WORDS_EVENT_MAX];
        if (!words_is_worth(teller, witness->event, i)) continue;
        words_event(teller, &witness->event[i], words, sizeof words);
        reply_text(words);
    }
    reply_close(']');
}

static void put_deeds(const Teller *teller, const Witness *witness) {
    reply_open('[');
    for (unsigned i = 0; i < witness->events; i++) {
        char words[WORDS_EVENT_MAX] = "";
        if (!words_is_told(witness->event, i)) words_deed(teller, &witness->event[i], words, sizeof words);
        reply_text(words);
    }
    reply_close(']');
}

const char *page_tell(unsigned place, const char *text, char *names, const char *reader_letter) {
    const Ruleset *ruleset = page_rules(place);
    Witness witness;
    char error[JSON_ERROR_MAX];
    unsigned reader;
    if (!ruleset) return page_no_rules();
    if (!page_seat(reader_letter, SPECTATOR, &reader)) return reply_error("bad_seat", "There is no such seat.");
    cJSON *json = cJSON_ParseWithOpts(text, NULL, 1);
    if (!json) return reply_error("bad_events", "The events are no JSON.");
    bool good = events_parse(&ruleset->rules, json, &witness, error);
    cJSON_Delete(json);
    if (!good) return reply_error("bad_events", error);
    Teller teller = page_teller(&ruleset->rules, names, reader);
    reply_begin();
    reply_open('{');
    reply_name("told"), put_told(&teller, &witness);
    teller.reader = SPECTATOR;
    reply_name("deeds"), put_deeds(&teller, &witness);
    reply_close('}');
    return reply_end();
}

/* ---- bots ---- */

const char *page_bot(unsigned place, const char *text, const char *name, uint64_t seed, unsigned worlds) {
    const Ruleset *ruleset = page_rules(place);
    const BotKind *kind = bot_find(name);
    BotBudget budget = {.worlds = worlds < WORLDS_MOST ? worlds : WORLDS_MOST};
    View view;
    Bot bot;
    Action action;
    if (!ruleset) return page_no_rules();
    if (!kind || !(kind->families >> ruleset->rules.family & 1))
        return reply_error("no_such_bot", "There is no bot of that name that plays these rules.");
    const char *wrong = read_view(&ruleset->rules, text, &view);
    if (wrong) return wrong;
    if (view.seat >= SEATS_MAX) return reply_error("not_seated", "Only who plays can act.");
    bot_init(&bot, kind, &ruleset->rules, seed, &budget);
    bot_watch(&bot, &view);
    if (!bot_act(&bot, &view, &action)) action = 0;
    reply_begin();
    reply_open('{');
    reply_name("do"), reply_action(&ruleset->rules, action);
    reply_close('}');
    return reply_end();
}
