/* words_action.c -- what a seat may do, in words, and why it may not. */
#include "../engine/offer.h"
#include "phrase.h"

/* What is done without a card, a choice or a target; PHRASES: no such thing. */
static Phrase plain_phrase(const View *view, ActionKind kind) {
    const Board *board = &view->board;
    switch (kind) {
    case ACT_DRAW: return PHRASE_do_draw;
    case ACT_KEEP: return PHRASE_do_keep;
    case ACT_PASS:
        return board->phase == PHASE_CLAIM     ? PHRASE_do_let_stand
               : board->phase == PHASE_COUNTER ? PHRASE_do_not_counter
                                               : PHRASE_do_pass;
    case ACT_ACCEPT: return PHRASE_do_accept;
    case ACT_DONE: return PHRASE_do_done;
    case ACT_CALL: return PHRASE_do_call;
    case ACT_CATCH: return board->classic.uno_seat == NO_SEAT ? PHRASE_do_catch_any : PHRASE_do_catch;
    case ACT_DEAL: return PHRASE_do_deal;
    case ACT_ANSWER: return board->split.card == FACE_TRUTH ? PHRASE_do_truth : PHRASE_do_dare;
    case ACT_REFUSE: return PHRASE_do_refuse;
    case ACT_PENALTY_A: return PHRASE_do_penalty_a;
    case ACT_PENALTY_B: return PHRASE_do_penalty_b;
    case ACT_BONUS_CARD: return PHRASE_do_bonus_card;
    case ACT_BONUS_DRAW: return PHRASE_do_bonus_draw;
    case ACT_CHALLENGE: return PHRASE_do_challenge;
    case ACT_SHED: return PHRASE_do_shed_none;
    case ACT_STEAL: return PHRASE_do_steal_none;
    case ACT_NAME: return PHRASE_move_name;
    case ACT_NONE:
    case ACT_PLAY:
    case ACT_MISPLAY:
    case ACT_DISCARD:
    case ACT_CAST:
    case ACT_CHOOSE:
    case ACT_HIT: break;
    }
    return PHRASES;
}

static Phrase card_phrase(const View *view, ActionKind kind) {
    if (kind == ACT_MISPLAY) return PHRASE_move_misplay;
    if (kind == ACT_SHED) return PHRASE_move_shed;
    if (kind == ACT_DISCARD) return PHRASE_move_discard;
    if (kind == ACT_CHALLENGE) return PHRASE_move_challenge;
    if (kind == ACT_CHOOSE) return PHRASE_move_choose_card;
    return view->board.phase == PHASE_BID ? PHRASE_move_bid : PHRASE_move_play;
}

static Phrase what_phrase(const View *view, Action action) {
    ActionKind kind = action_kind(action);
    if (action_card(action) < FACES) return card_phrase(view, kind);
    if (kind == ACT_HIT) return PHRASE_move_hit;
    if (kind == ACT_CAST) return PHRASE_move_cast;
    if (kind == ACT_CHOOSE)
        return action_target(action) != NO_SEAT ? PHRASE_move_choose_seat : PHRASE_move_choose_option;
    if (kind == ACT_STEAL && action_target(action) != NO_SEAT) return PHRASE_move_steal;
    return plain_phrase(view, kind);
}

/* Behind what is done: whom it is aimed at, where that is not said yet. */
static Phrase target_phrase(const Teller *teller, Action action) {
    if (action_target(action) == NO_SEAT) return PHRASES;
    switch (aim_of(teller->rules, action)) {
    case AIM_SWAP: return PHRASE_move_swap;
    case AIM_ACTION: return PHRASE_move_on;
    case AIM_NOMINEE: return PHRASE_move_for;
    case AIM_STEAL:
    case AIM_HIT:
    case AIM_NOBODY: break;
    }
    return PHRASES;
}

unsigned words_action(const Teller *teller, const View *view, Action action, char *out, unsigned size) {
    Text text = text_in(out, size);
    bool carries = action_card(action) < FACES;
    Parts parts = {.a = NO_SEAT,
                   .b = action_target(action),
                   .card = action_card(action),
                   .named = true,
                   .number = board_pending(&view->board),
                   .name = action_choice(action)};
    Phrase what = what_phrase(view, action), target = target_phrase(teller, action);
    if (what == PHRASE_move_choose_option) parts.number = action_choice(action) + 1;
    if (what == PHRASE_do_catch) parts.b = view->board.classic.uno_seat;
    if (what == PHRASES) text_char(&text, '?');
    else phrase_put(&text, teller, what, &parts);
    if (carries && parts.name < COLOURS) phrase_put(&text, teller, PHRASE_move_colour, &parts);
    if (target != PHRASES) phrase_put(&text, teller, target, &parts);
    if (action_calls(action)) phrase_put(&text, teller, PHRASE_move_uno, &parts);
    return text.length;
}

static unsigned advise(const Teller *teller, const View *view, Phrase phrase, Action action, unsigned why, char *out,
                       unsigned size) {
    char what[WORDS_ACTION_MAX];
    Text text = text_in(out, size);
    Parts parts = {.a = NO_SEAT, .b = NO_SEAT, .card = NO_FACE, .what = what};
    if (action == ACT_NONE) parts.what = phrase_of(teller, PHRASE_hint_wait);
    else words_action(teller, view, action, what, sizeof what);
    if (why < WHYS) parts.list = phrase_of(teller, (Phrase)(PHRASE_WHYS + why));
    phrase_put(&text, teller, phrase, &parts);
    return text.length;
}

unsigned words_hint(const Teller *teller, const View *view, Action action, unsigned why, char *out, unsigned size) {
    return advise(teller, view, why < WHYS ? PHRASE_hint : PHRASE_hint_only, action, why, out, size);
}

unsigned words_better(const Teller *teller, const View *view, Action action, MoveWhy why, char *out, unsigned size) {
    return advise(teller, view, PHRASE_better, action, why, out, size);
}

/* ---- refusals ---- */

/* "W:B": how the card would have been played; false where no example helps. */
static bool example_of(const Teller *teller, const View *view, Action action, Verdict verdict, Text *text) {
    const Rules *rules = teller->rules;
    Face card = action_card(action);
    char code[CARD_CODE_MAX + 2];
    ActionSet set;
    if (teller->picks || card >= FACES || (verdict != VERDICT_colour_needed && verdict != VERDICT_target_needed))
        return false;
    face_format(rules, card, code, sizeof code);
    view_actions(rules, view, &set);
    SeatMask targets = action_set_targets(rules, &set, card);
    char whom = targets ? (char)('A' + mask_first(targets)) : view->seat ? 'A' : 'B';
    text_put(text, code);
    text_put(text, verdict == VERDICT_colour_needed ? ":B" : ">");
    if (verdict == VERDICT_target_needed) text_char(text, whom);
    return true;
}

const char *words_verdict(const Teller *teller, Verdict verdict) {
    return phrase_of(teller, (Phrase)(PHRASE_VERDICTS + verdict));
}

unsigned words_refusal(const Teller *teller, const View *view, Action action, Verdict verdict, char *out,
                       unsigned size) {
    char example[CARD_CODE_MAX + 4];
    const char *ids = verdict_rules(verdict), *sentence = words_verdict(teller, verdict);
    Text text = text_in(out, size), typed = text_in(example, sizeof example);
    for (; sentence[0] && sentence[1]; sentence++) text_char(&text, sentence[0]); /* all but its full stop */
    if (example_of(teller, view, action, verdict, &typed))
        phrase_put(&text, teller, PHRASE_refusal_example, &(Parts){.what = example});
    text_put(&text, sentence);
    if (ids[0]) {
        text_put(&text, " [");
        text_put(&text, ids);
        text_char(&text, ']');
    }
    return text.length;
}
