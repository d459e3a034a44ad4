/* levels.c -- opponents for people, from easy to expert: the other bots, with less
 * or more to think about, and with the slips that people make. A player who forgets to
 * call UNO may still remember while the call is in time, or be caught. And one that is as
 * strong as the game is close. */
#include "bot.h"

enum { WORLDS_HARD = 48, WORLDS_EVEN = 100, WORLDS_EXPERT = 800 };

/* ---- a child ---- */

/* Those of these faces that count most. */
static uint64_t highest_faces(const Rules *rules, uint64_t faces) {
    uint64_t best = 0;
    for (unsigned most = 0; faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        unsigned points = rules->card[face].points;
        if (points > most) most = points, best = 0;
        if (points == most) best |= FACE_BIT(face);
    }
    return best;
}

/* Plays its highest card, whatever that leaves; would rather draw than part with a Wild. */
static bool act_child(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    enum { KEEPS_WILD = 128, FEW = 3 };
    ActionSet some = *set;
    uint64_t coloured = set->cards & ~bot->rules->naming;
    bool turn = awaited && view->board.phase == PHASE_TURN && set->cards;
    if (!turn) return bot_highest.act(bot, view, set, awaited, out);
    if (!coloured && action_set_may(set, ACT_DRAW) && view->board.count[view->seat] > FEW &&
        dice_chance(&bot->dice, KEEPS_WILD))
        return *out = action_plain(ACT_DRAW), true;
    if (coloured) some.cards = highest_faces(bot->rules, coloured);
    return bot_random.act(bot, view, &some, awaited, out);
}

static const BotKind child = {.name = "child", .about = "its highest card", .families = FOR_ALL, .act = act_child};

/* ---- levels ---- */

typedef struct {
    const BotKind *plays;
    const BotKind *dozes; /* how it plays when it does not think, */
    unsigned dozing;      /* times in 256 */
    unsigned forgets;     /* the UNO call */
    unsigned misses;      /* a catch */
} Level;

static const Level careless = {&child, &child, 0, 128, 224};
static const Level easy = {&bot_greedy, &child, 192, 44, 176};
static const Level medium = {&bot_greedy, &child, 64, 32, 96};
static const Level hard = {&bot_search, &bot_greedy, 152, 8, 32};
static const Level expert = {&bot_search, &bot_search, 0, 0, 0};

static bool act_at(const Level *level, Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    const uint32_t slips[2] = {1u << ACT_CALL, 1u << ACT_CATCH};
    ActionSet some = *set;
    if (some.plain & slips[0] && dice_chance(&bot->dice, level->forgets)) some.plain &= ~slips[0];
    if (some.plain & slips[1] && dice_chance(&bot->dice, level->misses)) some.plain &= ~slips[1];
    if (action_set_empty(&some)) return false;
    const BotKind *kind = level->dozing && dice_chance(&bot->dice, level->dozing) ? level->dozes : level->plays;
    if (!kind->act(bot, view, &some, awaited, out)) return false;
    if (action_calls(*out) && dice_chance(&bot->dice, level->forgets)) *out &= ~(Action)1;
    return true;
}

static bool act_easy(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    return act_at(&easy, bot, view, set, awaited, out);
}

static bool act_medium(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    return act_at(&medium, bot, view, set, awaited, out);
}

static bool act_hard(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    return act_at(&hard, bot, view, set, awaited, out);
}

static bool act_expert(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    return act_at(&expert, bot, view, set, awaited, out);
}

/* ---- as strong as it takes ---- */

/* How far this seat is behind the one nearest to winning: in cards, and in a match for points in hundredths of the
 * target that make a step too. */
static int steps_behind(const Rules *rules, const View *view) {
    enum { STEP = 20 };
    int fewest = 1 << 10, most = 0, own = view->board.count[view->seat];
    for (unsigned seat = 0; seat < view->board.players; seat++) {
        if (rules_team(rules, (Seat)seat) == rules_team(rules, view->seat) || view->board.out >> seat & 1) continue;
        if (view->board.count[seat] < fewest) fewest = view->board.count[seat];
        if (view->board.score[seat] > most) most = view->board.score[seat];
    }
    int behind = own - fewest, target = rules->option.target;
    if (target) behind += (most - view->board.score[view->seat]) * 100 / target / STEP;
    return behind;
}

/* Plays well while it is behind and carelessly while it is ahead. It knows what everybody at the table sees. */
static bool act_even(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    int behind = steps_behind(bot->rules, view);
    const Level *level = behind > 2    ? &expert
                         : behind == 2 ? &hard
                         : behind == 1 ? &medium
                         : behind == 0 ? &easy
                                       : &careless;
    return act_at(level, bot, view, set, awaited, out);
}

const BotKind bot_easy = {"easy",  "plays its highest card, keeps its Wilds, forgets to call", FOR_ALL, 0, false,
                          act_easy};
const BotKind bot_medium = {"medium", "plays by good rules of thumb, with slips", FOR_ALL, 0, false, act_medium};
const BotKind bot_hard = {"hard",  "looks ahead a little where it thinks, and seldom slips", FOR_ALL, WORLDS_HARD, true,
                          act_hard};
const BotKind bot_expert = {"expert", "looks ahead, and never slips", FOR_ALL, WORLDS_EXPERT, true, act_expert};
const BotKind bot_even = {"even",  "plays as well as it takes to keep the game close", FOR_ALL, WORLDS_EVEN, true,
                          act_even};
