/* pick.c -- an answer put together step by step: what, then which colour, then whom. */
#include "pick.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/offer.h"
#include "../ruleset/ruleset.h"
#include "card.h"

/* ---- keys ---- */

static const char plain_keys[ACT_KINDS] = {
    [ACT_DRAW] = 'd',   [ACT_KEEP] = 'k',      [ACT_PASS] = 'p',      [ACT_ACCEPT] = 'a',     [ACT_CHALLENGE] = 'c',
    [ACT_DONE] = 'd',   [ACT_CALL] = '!',      [ACT_CATCH] = 'x',     [ACT_DEAL] = 'd',       [ACT_ANSWER] = 'y',
    [ACT_REFUSE] = 'n', [ACT_PENALTY_A] = 'a', [ACT_PENALTY_B] = 'b', [ACT_BONUS_CARD] = 'c', [ACT_BONUS_DRAW] = 'd',
    [ACT_SHED] = 'n',   [ACT_STEAL] = 'n',     [ACT_NAME] = 'm',      [ACT_HIT] = 'h',
};

/* A key for each card of the second hand: none that answers anything else, or means something at any time. */
static const char second_keys[SECOND_HAND_MAX + 1] = "efgijo";

static const char name_keys[NAMES] = {'r', 'y', 'g', 'b', 'e', 'o', 'l', 'h'};

/* The first nine cards get a digit; number cards of Split UNO have one on them (pick_move_rank). */
static char card_key(const Pick *pick, Face card) {
    unsigned keyed = 0;
    if (face_is_number_card(pick->teller->rules, card)) return 0;
    for (unsigned i = 0; i < pick->choices; i++) keyed += choice_is_card(&pick->choice[i]) && pick->choice[i].key;
    return keyed < 9 ? (char)('1' + keyed) : 0;
}

/* ---- the steps ---- */

static Choice *add(Pick *pick, Action action) {
    if (pick->choices == CHOICES_MAX) return &pick->choice[CHOICES_MAX - 1];
    Choice *choice = &pick->choice[pick->choices++];
    memset(choice, 0, sizeof *choice);
    choice->action = action;
    choice->seat = pick->view->seat < SEATS_MAX ? pick->view->seat : NO_SEAT;
    return choice;
}

static void add_let_be(Pick *pick) {
    Choice *choice = add(pick, action_plain(ACT_NONE));
    choice->let_be = true;
    choice->key = 'n';
    snprintf(choice->text, sizeof choice->text, "let it be");
}

/* The action without what the further steps ask. */
static Action what_of(Action action) {
    return action_full(action_kind(action), action_card(action), NO_CHOICE, NO_SEAT, false);
}

static bool is_listed(const Pick *pick, Action action) {
    for (unsigned i = 0; i < pick->choices; i++)
        if (pick->choice[i].action == action) return true;
    return false;
}

static char second_key(const Pick *pick) {
    unsigned keyed = 0;
    for (unsigned i = 0; i < pick->choices; i++) keyed += action_kind(pick->choice[i].action) == ACT_CAST;
    return keyed < SECOND_HAND_MAX ? second_keys[keyed] : 0;
}

static void add_what(Pick *pick, Action action) {
    Action what = what_of(action);
    if (is_listed(pick, what)) return;
    char key = action_card(what) < FACES       ? card_key(pick, action_card(what))
               : action_kind(what) == ACT_CAST ? second_key(pick)
                                               : plain_keys[action_kind(what)];
    Choice *choice = add(pick, what);
    choice->key = key;
    words_action(pick->teller, pick->view, what, choice->text, sizeof choice->text);
}

/* Cards come in the order of the hand; those that do not fit, and may be laid all the same, after them. */
static void list_what(Pick *pick) {
    Face sorted[FACES];
    const Rules *rules = pick->teller->rules;
    unsigned faces = card_order(rules, sorted);
    for (unsigned pass = 0; pass < 3; pass++)
        for (unsigned place = 0; place < faces; place++)
            for (unsigned i = 0; i < pick->actions; i++) {
                Action action = pick->list[i];
                bool card = action_card(action) < FACES, misplay = action_kind(action) == ACT_MISPLAY;
                if (pass == 1 ? card || place : !card || action_card(action) != sorted[place]) continue;
                if (card && misplay != (pass == 2)) continue;
                add_what(pick, action);
            }
}

/* An option of a program, as the rulebook says it. */
static void describe_option(const Pick *pick, Choice *choice) {
    const Rules *rules = pick->teller->rules;
    unsigned option = action_choice(choice->action), at = program_option(rules, &pick->view->board, option);
    choice->key = (char)('1' + option);
    if (!at || !program_option_sentence(NULL, rules, at, choice->text, sizeof choice->text))
        words_action(pick->teller, pick->view, choice->action, choice->text, sizeof choice->text);
}

static void list_names(Pick *pick) {
    for (unsigned i = 0; i < pick->actions; i++) {
        Action action = action_full(action_kind(pick->list[i]), action_card(pick->list[i]),
                                    action_choice(pick->list[i]), NO_SEAT, false);
        unsigned name = action_choice(action);
        if (is_listed(pick, action)) continue;
        Choice *choice = add(pick, action);
        if (action_kind(action) == ACT_CHOOSE) {
            describe_option(pick, choice);
            continue;
        }
        if (name < NAMES) choice->key = name_keys[name];
        if (name < COLOURS)
            snprintf(choice->text, sizeof choice->text, "%s %s", colour_symbol(name), colour_names[name]);
        else snprintf(choice->text, sizeof choice->text, "%s", name < NAMES ? words_duty(pick->teller, name) : "none");
    }
}

static void list_whom(Pick *pick) {
    const Board *board = &pick->view->board;
    for (unsigned i = 0; i < pick->actions; i++) {
        Action action = pick->list[i] & ~(Action)1;
        Seat target = action_target(action);
        if (is_listed(pick, action)) continue;
        Choice *choice = add(pick, action);
        choice->key = target == NO_SEAT ? 'n' : (char)('a' + target);
        if (target == NO_SEAT) snprintf(choice->text, sizeof choice->text, "nobody");
        else
            snprintf(choice->text, sizeof choice->text, "%s (%u)", words_name(pick->teller, target),
                     board->count[target]);
    }
}

/* ---- narrowing ---- */

static unsigned field_of(Action action, PickStep step) {
    if (step == STEP_WHAT) return action >> 16;
    return step == STEP_NAME ? action_choice(action) : action_target(action);
}

/* True when the actions left differ in what this step asks. */
static bool differs(const Pick *pick, PickStep step) {
    for (unsigned i = 1; i < pick->actions; i++)
        if (field_of(pick->list[i], step) != field_of(pick->list[0], step)) return true;
    return false;
}

static void narrow(Pick *pick, PickStep step, unsigned value) {
    unsigned kept = 0;
    for (unsigned i = 0; i < pick->actions; i++)
        if (field_of(pick->list[i], step) == value) pick->list[kept++] = pick->list[i];
    pick->actions = kept;
}

static void ask_further(Pick *pick) {
    char what[WORDS_ACTION_MAX];
    pick->asking[0] = 0;
    if (pick->step == STEP_WHAT || !pick->actions || action_card(pick->list[0]) >= FACES) return;
    words_action(pick->teller, pick->view, what_of(pick->list[0]), what, sizeof what);
    if (what[0] >= 'a' && what[0] <= 'z') what[0] = (char)(what[0] - 'a' + 'A');
    snprintf(pick->asking, sizeof pick->asking, "%s: %s?", what,
             pick->step == STEP_NAME                                  ? "which colour"
             : aim_of(pick->teller->rules, pick->list[0]) == AIM_SWAP ? "swap hands with whom"
                                                                      : "on whom");
}

static void list_step(Pick *pick, PickStep step) {
    pick->step = step;
    ask_further(pick);
    pick->choices = pick->chosen = 0;
    if (step == STEP_WHAT) list_what(pick);
    else if (step == STEP_NAME) list_names(pick);
    else list_whom(pick);
    if (step == STEP_WHAT && pick->may_let_be) add_let_be(pick);
}

/* The next step that leaves a choice; false: there is none any more. */
static bool list_next(Pick *pick, PickStep after) {
    for (PickStep step = after + 1; step <= STEP_WHOM; step++)
        if (differs(pick, step)) return list_step(pick, step), true;
    return false;
}

/* With the call or without it, as far as there is a choice. */
static Action called_or_not(const Pick *pick) {
    for (unsigned i = 0; i < pick->actions; i++)
        if (action_calls(pick->list[i]) == pick->call) return pick->list[i];
    return pick->list[0];
}

void pick_back(Pick *pick) {
    ActionSet set;
    view_actions(pick->teller->rules, pick->view, &set);
    pick->actions = action_set_list(pick->teller->rules, &set, pick->list);
    pick->may_call = set.call && set.cards;
    list_step(pick, STEP_WHAT);
    /* Where only a colour or a player is asked, that is the first step. */
    if (pick->actions > 1 && !differs(pick, STEP_WHAT) && action_card(pick->list[0]) >= FACES && !pick->may_let_be)
        list_next(pick, STEP_WHAT);
    pick->first = pick->step;
}

void pick_begin(Pick *pick, const Teller *teller, const View *view, bool may_let_be) {
    pick->teller = teller;
    pick->view = view;
    pick->may_let_be = may_let_be;
    pick->call = false;
    pick_back(pick);
}

void pick_begin_open(Pick *pick, const Teller *teller, const View *view, SeatMask seats,
                     const ActionSet set[SEATS_MAX]) {
    memset(pick, 0, sizeof *pick);
    pick->teller = teller;
    pick->view = view;
    pick->may_let_be = true;
    add_let_be(pick);
    snprintf(pick->choice[0].text, sizeof pick->choice[0].text, "nobody: go on");
    for (SeatMask left = seats; left; left &= (SeatMask)(left - 1)) {
        Seat seat = mask_first(left);
        ActionKind kind = action_set_may(&set[seat], ACT_CALL)    ? ACT_CALL
                          : action_set_may(&set[seat], ACT_CATCH) ? ACT_CATCH
                                                                  : ACT_NONE;
        if (board_open(teller->rules, &view->board) & OPEN_JUMP) kind = ACT_NONE; /* or plays a card */
        Choice *choice = add(pick, action_plain(kind));
        choice->seat = seat;
        choice->key = (char)('a' + seat);
        const char *deed = kind == ACT_CALL ? "calls UNO" : kind == ACT_CATCH ? "catches" : "wants to act";
        snprintf(choice->text, sizeof choice->text, "%s %s", teller->name[seat], deed);
    }
}

PickEnd pick_take(Pick *pick, unsigned index, Seat *seat, Action *action) {
    const Choice choice = pick->choice[index];
    *seat = choice.seat;
    *action = choice.action;
    if (choice.let_be) return PICK_LETS_BE;
    if (pick->view->seat >= SEATS_MAX) return PICK_ACTS;
    narrow(pick, pick->step, field_of(choice.action, pick->step));
    if (list_next(pick, pick->step)) return PICK_GOES_ON;
    *action = called_or_not(pick);
    return PICK_ACTS;
}

/* ---- finding and moving ---- */

int pick_find_key(const Pick *pick, uint32_t key) {
    for (unsigned i = 0; i < pick->choices; i++)
        if (pick->choice[i].key && (unsigned char)pick->choice[i].key == key) return (int)i;
    return -1;
}

int pick_find_card(const Pick *pick, Face card) {
    for (unsigned i = 0; i < pick->choices && pick->step == STEP_WHAT; i++)
        if (action_card(pick->choice[i].action) == card) return (int)i;
    return -1;
}

void pick_move(Pick *pick, int by) {
    int count = (int)pick->choices;
    if (count) pick->chosen = (unsigned)(((int)pick->chosen + by % count + count) % count);
}

bool pick_move_rank(Pick *pick, unsigned rank) {
    if (pick->step != STEP_WHAT) return false;
    for (unsigned i = 1; i <= pick->choices; i++) {
        unsigned at = (pick->chosen + i) % pick->choices;
        Face card = action_card(pick->choice[at].action);
        if (card >= FACES || !face_is_number_card(pick->teller->rules, card) || face_value(card) != rank) continue;
        pick->chosen = at;
        return true;
    }
    return false;
}

void pick_move_rows(Pick *pick, int direction) {
    const Box from = pick->choice[pick->chosen].box;
    int best = -1, best_rows = 0, best_columns = 0;
    for (unsigned i = 0; i < pick->choices; i++) {
        const Box *to = &pick->choice[i].box;
        int rows = (to->row - from.row) * direction;
        int columns = abs(to->column + to->columns / 2 - from.column - from.columns / 2);
        if (!to->rows || rows <= 0) continue;
        if (best >= 0 && (rows > best_rows || (rows == best_rows && columns >= best_columns))) continue;
        best = (int)i;
        best_rows = rows;
        best_columns = columns;
    }
    if (best >= 0) pick->chosen = (unsigned)best;
    else pick_move(pick, direction);
}
