/* move_why.c -- compares two actions by what they do on the table. */
#include "move_why.h"

enum { CLOSE = 2 };

const char *move_why_name(MoveWhy why) {
    static const char *const names[WHYS] = {
#define WHY(name, words) #name,
#include "move_why.def"
#undef WHY
    };
    return names[why];
}

const char *move_why_words(MoveWhy why) {
    static const char *const sentences[WHYS] = {
#define WHY(name, words) words,
#include "move_why.def"
#undef WHY
    };
    return sentences[why];
}

static bool lays(Action action) { return action_kind(action) == ACT_PLAY && action_card(action) < FACES; }

static bool has_effect(const Rules *rules, Action action, EffectKind kind) {
    if (!lays(action)) return false;
    const Effect *effects = rules->card[action_card(action)].effects;
    for (unsigned i = 0; i < CARD_EFFECTS_MAX && effects[i].kind; i++)
        if (effects[i].kind == kind) return true;
    return false;
}

static bool is_wild(const Rules *rules, Action action) {
    return lays(action) && rules->wilds >> action_card(action) & 1;
}

/* Cards left of the colour that is in play after the action. */
static unsigned following(const Rules *rules, const View *view, Action action) {
    if (!lays(action)) return 0;
    unsigned colour = is_wild(rules, action) ? action_choice(action) : face_colour(action_card(action));
    if (colour >= COLOURS) return 0;
    unsigned held = cards_total_of(&view->own.hand, COLOUR_MASK(colour) & ~rules->wilds);
    return held - (!is_wild(rules, action) && held);
}

static bool somebody_close(const View *view) {
    for (Seat seat = 0; seat < view->board.players; seat++)
        if (seat != view->seat && view->board.count[seat] <= CLOSE) return true;
    return false;
}

static bool costs_turn(const Rules *rules, const View *view, Action action) {
    return has_effect(rules, action, EFFECT_SKIP) ||
           (has_effect(rules, action, EFFECT_REVERSE) && view->board.players == 2);
}

static MoveWhy why_classic(const Rules *rules, const View *view, Action played, Action better) {
    bool answers = view->board.phase == PHASE_ANSWER || view->board.phase == PHASE_RETURNED,
         close = somebody_close(view);
    ActionKind kind = action_kind(better);
    if (lays(better) && view->board.count[view->seat] == 1) return WHY_wins;
    if (kind == ACT_CALL || (lays(better) && action_calls(better) && lays(played) && !action_calls(played)))
        return WHY_calls;
    if (kind == ACT_CATCH) return WHY_catches;
    if (kind == ACT_CHALLENGE) return WHY_challenges;
    if (kind == ACT_ACCEPT) return WHY_accepts;
    if (answers && lays(better) && !lays(played)) return WHY_answers;
    if (has_effect(rules, better, EFFECT_DRAW) && !has_effect(rules, played, EFFECT_DRAW))
        return close ? WHY_hits_close : WHY_hits;
    if (costs_turn(rules, view, better) && !costs_turn(rules, view, played)) return close ? WHY_stops_close : WHY_stops;
    if (has_effect(rules, better, EFFECT_SWAP) && action_target(better) != action_target(played)) return WHY_swaps;
    if (lays(better) && !lays(played)) return WHY_plays;
    if (!lays(better) && lays(played)) return WHY_holds;
    if (is_wild(rules, played) && !is_wild(rules, better)) return WHY_keeps_wild;
    if (following(rules, view, better) > following(rules, view, played)) return WHY_colour;
    return WHY_worlds;
}

static MoveWhy why_split(const Rules *rules, const View *view, Action played, Action better) {
    (void)rules;
    if (view->board.phase == PHASE_BID && lays(played) && lays(better)) {
        unsigned high = face_value(action_card(better)), was = face_value(action_card(played));
        return high == was ? WHY_worlds : high < was ? WHY_bids_low : WHY_bids_high;
    }
    if (lays(better) && !lays(played)) return WHY_acts;
    if (!lays(better) && lays(played)) return WHY_passes;
    if (action_kind(better) == action_kind(played) && action_target(better) != action_target(played)) return WHY_target;
    return WHY_worlds;
}

MoveWhy move_why(const Rules *rules, const View *view, Action played, Action better) {
    static MoveWhy (*const rows[])(const Rules *rules, const View *view, Action played, Action better) = {
#define FAMILY(NAME, name) [FAMILY_##NAME] = why_##name,
#include "../engine/family.def"
#undef FAMILY
    };
    return rows[rules->family](rules, view, played, better);
}
