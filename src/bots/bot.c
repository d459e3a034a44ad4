/* bot.c -- the table of all kinds, and the calls that every kind answers. */
#include "bot.h"

const BotKind *const bot_kinds[] = {
    &bot_random, &bot_rule, &bot_highest, &bot_greedy, &bot_search,  &bot_nemesis, &bot_easy,
    &bot_medium, &bot_hard, &bot_expert,  &bot_even,   &bot_hoarder, &bot_hitter,  &bot_gambler,
};
const unsigned bot_kind_count = sizeof bot_kinds / sizeof(const BotKind *);

static bool same_word(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

const BotKind *bot_find(const char *name) {
    for (unsigned i = 0; i < bot_kind_count; i++)
        if (same_word(bot_kinds[i]->name, name)) return bot_kinds[i];
    return 0;
}

void bot_init(Bot *bot, const BotKind *kind, const Rules *rules, uint64_t seed, const BotBudget *budget) {
    static const BotBudget unlimited = {0};
    bot->kind = kind;
    bot->rules = rules;
    bot->budget = budget ? *budget : unlimited;
    bot->dice.state = seed;
    bot->memory.begun = false;
    if (kind->remembers) memory_init(&bot->memory);
}

void bot_watch(Bot *bot, const View *view) {
    if (bot->kind->remembers) memory_watch(bot->rules, &bot->memory, view);
}

bool bot_act(Bot *bot, const View *view, Action *out) {
    ActionSet set;
    view_actions(bot->rules, view, &set);
    if (action_set_empty(&set)) return false;
    bool awaited = board_awaited(bot->rules, &view->board) >> view->seat & 1;
    return bot->kind->act(bot, view, &set, awaited, out);
}
