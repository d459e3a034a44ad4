/* plants.c -- bots that do what no bot may. If one of them is not found out, the
 * checks are worth nothing. */
#include <string.h>

#include "table.h"

static const Game *peeked;
static Bot *first_place;
static unsigned times;

void plants_begin(const Game *game) {
    peeked = game;
    first_place = NULL;
}

static bool pick(const Bot *bot, const ActionSet *set, uint64_t which, Action *out) {
    Action list[ACTIONS_MAX];
    unsigned count = action_set_list(bot->rules, set, list);
    *out = list[which % count];
    return true;
}

static uint64_t hash(const void *bytes, size_t count) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (const uint8_t *at = bytes; count--; at++) sum = (sum ^ *at) * UINT64_C(0x100000001B3);
    return sum >> 7;
}

static bool act_hand(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    const Private *next = &peeked->own[(view->seat + 1u) % view->board.players];
    (void)awaited;
    return pick(bot, set, hash(&next->hand, sizeof next->hand), out);
}

static bool act_pile(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    (void)view, (void)awaited;
    return pick(bot, set, hash(&peeked->pile, sizeof peeked->pile), out);
}

static bool act_luck(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    Rng rng = peeked->rng;
    (void)view, (void)awaited;
    return pick(bot, set, rng_next(&rng), out);
}

static bool act_choice(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    uint64_t sum = 0;
    (void)awaited;
    for (unsigned seat = 0; seat < view->board.players; seat++) sum = sum * 31 + peeked->own[seat].commit;
    return pick(bot, set, hash(&sum, sizeof sum), out);
}

/* Peeks just when somebody is about to win, and plays by the rules of thumb else. */
static bool act_late(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    Seat next = (Seat)((view->seat + 1u) % view->board.players);
    if (view->board.count[next] > 2) return bot_greedy.act(bot, view, set, awaited, out);
    return act_hand(bot, view, set, awaited, out);
}

static bool act_count(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    (void)view, (void)awaited;
    times++;
    return pick(bot, set, hash(&times, sizeof times), out);
}

static bool act_place(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    (void)view, (void)awaited;
    if (!first_place) first_place = bot;
    return pick(bot, set, dice_next(&first_place->dice), out);
}

static bool act_wrong(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    (void)bot, (void)view, (void)set, (void)awaited;
    *out = action_full(ACT_PLAY, NO_FACE, NO_CHOICE, NO_SEAT, false);
    return true;
}

static bool act_never(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    (void)bot, (void)view, (void)set, (void)awaited;
    *out = ACT_NONE;
    return false;
}

static bool act_easily(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    return bot_easy.act(bot, view, set, awaited, out);
}

#define KIND(act) \
    { "plant", "does what no bot may", FOR_ALL, 0, false, act }

const Plant plants[] = {
    {"reads another hand", KIND(act_hand), FAULT_PEEKS, FOR_ALL, false},
    {"reads another hand near the end", KIND(act_late), FAULT_PEEKS, FOR_ALL, false},
    {"reads what is still to be drawn", KIND(act_pile), FAULT_PEEKS, FOR_ALL, false},
    {"reads the generator", KIND(act_luck), FAULT_PEEKS, FOR_ALL, false},
    {"reads a choice that is not revealed", KIND(act_choice), FAULT_PEEKS, FOR_SPLIT, false},
    {"keeps a count that is not in its Bot", KIND(act_count), FAULT_UNREPEATED, FOR_ALL, false},
    {"keeps a pointer to its Bot", KIND(act_place), FAULT_UNREPEATED, FOR_ALL, false},
    {"does what is not legal", KIND(act_wrong), FAULT_ILLEGAL, FOR_ALL, false},
    {"does nothing although awaited", KIND(act_never), FAULT_SILENT, FOR_ALL, false},
    {"forgets to call", KIND(act_easily), FAULT_SLIPS, FOR_CLASSIC, true},
};
const unsigned plant_count = sizeof plants / sizeof *plants;
