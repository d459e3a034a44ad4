/* page_trial.c -- many games among bots, counted (src/lab/trial.h). */
#include "../lab/trial.h"

#include "page_internal.h"

const char *page_trial(unsigned place, unsigned players, const char *name, unsigned games, uint64_t first) {
    const Ruleset *ruleset = page_rules(place);
    const BotKind *kind = bot_find(name);
    RulesError error;
    Trial trial;
    if (!ruleset) return page_no_rules();
    if (!kind || !(kind->families >> ruleset->rules.family & 1))
        return reply_error("no_such_bot", "There is no bot of that name that plays these rules.");
    if (!rules_allow_players(&ruleset->rules, players, &error)) return reply_error("bad_players", error.text);
    trial_init(&trial, &ruleset->rules, players, kind);
    for (unsigned i = 0; i < games; i++) trial_play(&trial, first + i);

    reply_begin();
    reply_open('{');
    reply_name("games"), reply_number((long long)trial.games);
    reply_name("undecided"), reply_number((long long)trial.undecided);
    reply_name("actions"), reply_number((long long)trial.actions);
    reply_name("turns"), reply_number((long long)trial.turns);
    reply_name("deals"), reply_number((long long)trial.deals);
    reply_name("longest"), reply_number((long long)trial.longest);
    reply_name("wins"), reply_open('[');
    for (unsigned seat = 0; seat < players; seat++) reply_number((long long)trial.wins[seat]);
    reply_close(']');
    reply_name("events"), reply_open('{');
    for (unsigned i = 0; i < EVENT_KINDS; i++)
        reply_name(event_name((EventKind)i)), reply_number((long long)trial.events[i]);
    reply_close('}');
    reply_close('}');
    return reply_end();
}
