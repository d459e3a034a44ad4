/* bots.c -- what must hold of every bot, tried in random games: every kind, every
 * built-in ruleset, every number of players, and mixes of options and cards that
 * nobody has ever played.
 *
 * `bots DECISIONS [SEED]` looks at so many decisions at least, shared out among the
 * rulesets; of fewer than 10000, bots that search get less. A fault prints the rules
 * and the seed that leads back to it. First of all, bots that break the promises are
 * planted, and must be found out. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../property/mix.h"
#include "bots/worlds.h"
#include "table.h"

enum {
    WORLDS_LEAST = 2,
    WORLDS_SPREAD = 3,
    WORLDS_MANY = 24,
    SEARCH_LIMIT = 120,
    SLOW_ROUNDS = 2,
    SHORT = 10000,
    WARM_UP_A_SEAT = 16,
    SEARCHER_ONE_IN = 8
};

typedef struct {
    Tally tally;
    uint32_t kinds[SEATS_MAX + 1]; /* by number of players: which kinds have decided something there */
    unsigned long rulesets, refused;
} Campaign;

static unsigned long decisions_of[KINDS_MAX]; /* by kind, in all campaigns together */

static bool plays(const BotKind *kind, const Rules *rules) { return kind->families >> rules->family & 1; }

/* It searches in every world that it looks at: a decision takes as long as thousands of others. */
static bool is_slow(const BotKind *kind) { return kind == &bot_nemesis; }

/* A short campaign lets it sit at small tables only, where it takes least, and ends games with a search early. */
static unsigned slow_players_max = SEATS_MAX, search_limit = SEARCH_LIMIT;

/* ---- one game ---- */

static void print_fault(const Ruleset *ruleset, const Sitting *sitting, const Finding *finding) {
    static char rules[RULESET_TEXT_MAX];
    printf("# %s, %u players, seed %" PRIu64 ", %u worlds, %u actions before: %s\n", ruleset->name, sitting->players,
           sitting->seed, sitting->worlds, sitting->warm_up, finding->words);
    for (unsigned seat = 0; seat < sitting->players; seat++) printf("# %c %s\n", 'A' + seat, sitting->kind[seat]->name);
    ruleset_format(&ruleset->rules, rules, sizeof rules);
    puts(rules);
}

/* Every other game is joined when some actions are done. */
static void prepare(Sitting *sitting, const Rules *rules, unsigned players, uint64_t *random) {
    memset(sitting, 0, sizeof *sitting);
    sitting->rules = rules;
    sitting->players = players;
    sitting->seed = random_next(random);
    sitting->worlds = WORLDS_LEAST + random_below(random, WORLDS_SPREAD);
    if (random_below(random, 8) == 0) sitting->worlds = WORLDS_MANY;
    if (random_below(random, 2)) sitting->warm_up = random_below(random, WARM_UP_A_SEAT * players);
}

static bool play(const Ruleset *ruleset, Sitting *sitting, Campaign *campaign) {
    Finding finding;
    unsigned players = sitting->players;
    sitting->limit = DECISIONS_MAX;
    memset(campaign->tally.by_seat, 0, sizeof campaign->tally.by_seat);
    for (unsigned seat = 0; seat < players; seat++) {
        if (sitting->kind[seat]->worlds && sitting->limit > search_limit) sitting->limit = search_limit;
        if (is_slow(sitting->kind[seat])) sitting->limit = SLOW_ROUNDS * players, sitting->worlds = 1;
        if (sitting->kind[seat] == &bot_expert) sitting->careful |= (SeatMask)(1u << seat);
    }
    if (table_play(sitting, &campaign->tally, &finding) != FAULT_NONE)
        return print_fault(ruleset, sitting, &finding), false;
    for (unsigned seat = 0; seat < players; seat++)
        for (unsigned i = 0; i < bot_kind_count; i++)
            if (sitting->kind[seat] == bot_kinds[i] && campaign->tally.by_seat[seat]) {
                campaign->kinds[players] |= 1u << i;
                decisions_of[i] += campaign->tally.by_seat[seat];
            }
    return true;
}

/* ---- many games ---- */

/* Every kind takes a seat. */
static bool play_every_kind(const Ruleset *ruleset, unsigned players, uint64_t *random, Campaign *campaign) {
    unsigned next = random_below(random, bot_kind_count);
    for (unsigned done = 0; done < bot_kind_count; done += players) {
        Sitting sitting;
        prepare(&sitting, &ruleset->rules, players, random);
        for (unsigned seat = 0; seat < players; seat++) {
            do next = (next + 1) % bot_kind_count;
            while (!plays(bot_kinds[next], &ruleset->rules) || is_slow(bot_kinds[next]));
            sitting.kind[seat] = bot_kinds[next];
        }
        if (!play(ruleset, &sitting, campaign)) return false;
    }
    return true;
}

/* A slow one sits among quick ones, for a few decisions. */
static bool play_slow(const Ruleset *ruleset, unsigned players, uint64_t *random, Campaign *campaign) {
    for (unsigned i = 0; i < bot_kind_count; i++) {
        Sitting sitting;
        if (!is_slow(bot_kinds[i]) || !plays(bot_kinds[i], &ruleset->rules) || players > slow_players_max) continue;
        prepare(&sitting, &ruleset->rules, players, random);
        for (unsigned seat = 0; seat < players; seat++) sitting.kind[seat] = &bot_greedy;
        sitting.kind[random_below(random, players)] = bot_kinds[i];
        if (!play(ruleset, &sitting, campaign)) return false;
    }
    return true;
}

/* Any kinds, seldom one that searches: those take their time. */
static bool play_any(const Ruleset *ruleset, unsigned players, uint64_t *random, Campaign *campaign) {
    Sitting sitting;
    prepare(&sitting, &ruleset->rules, players, random);
    bool may_search = random_below(random, SEARCHER_ONE_IN) == 0;
    for (unsigned seat = 0; seat < players; seat++) do
            sitting.kind[seat] = bot_kinds[random_below(random, bot_kind_count)];
        while (!plays(sitting.kind[seat], &ruleset->rules) || is_slow(sitting.kind[seat]) ||
               (sitting.kind[seat]->worlds && !may_search));
    return play(ruleset, &sitting, campaign);
}

static bool every_kind_sat(const Ruleset *ruleset, const Campaign *campaign) {
    for (unsigned players = 2; players <= SEATS_MAX; players++) {
        if (!rules_allow_players(&ruleset->rules, players, NULL)) continue;
        for (unsigned i = 0; i < bot_kind_count; i++)
            if (plays(bot_kinds[i], &ruleset->rules) && !(is_slow(bot_kinds[i]) && players > slow_players_max) &&
                !(campaign->kinds[players] >> i & 1))
                return printf("# %s decided nothing among %u\n", bot_kinds[i]->name, players), false;
    }
    return true;
}

/* A check that deals the same cards again would prove nothing. */
static bool report(const char *name, bool good, const Campaign *campaign) {
    const Tally *tally = &campaign->tally;
    if (good && tally->dealt_anew < tally->decisions / 3) {
        puts("# what is hidden was hardly ever dealt otherwise");
        good = false;
    }
    printf("%s bots %s: %lu decisions (%lu with other hands behind the same view), %lu games, %lu worlds imagined\n",
           good ? "ok" : "not ok", name, tally->decisions, tally->dealt_anew, tally->games, tally->worlds);
    return good;
}

static bool try_builtin(const char *name, unsigned long decisions, uint64_t random, Tally *all) {
    Campaign campaign = {0};
    Ruleset ruleset;
    RulesetError error;
    bool good = ruleset_load(name, &ruleset, &error), all_sat = false;
    while (good && (!all_sat || campaign.tally.decisions < decisions)) {
        for (unsigned players = 2; good && players <= SEATS_MAX; players++)
            if (rules_allow_players(&ruleset.rules, players, NULL))
                good = all_sat ? play_any(&ruleset, players, &random, &campaign)
                               : play_every_kind(&ruleset, players, &random, &campaign) &&
                                     play_slow(&ruleset, players, &random, &campaign);
        all_sat = true;
    }
    good = good && every_kind_sat(&ruleset, &campaign);
    all->slips += campaign.tally.slips;
    all->misses += campaign.tally.misses;
    all->lets_be += campaign.tally.lets_be;
    all->decisions += campaign.tally.decisions;
    return report(name, good, &campaign);
}

static bool play_mix(const Ruleset *ruleset, uint64_t *random, Campaign *campaign) {
    unsigned players = 2 + random_below(random, SEATS_MAX - 1);
    for (unsigned i = 0; i < SEATS_MAX; i++, players = players < SEATS_MAX ? players + 1 : 2)
        if (rules_allow_players(&ruleset->rules, players, NULL)) return play_any(ruleset, players, random, campaign);
    return true;
}

static bool try_mixes(Family family, unsigned long decisions, uint64_t random) {
    const char *name = family == FAMILY_CLASSIC ? "classic mixes" : "split mixes";
    Campaign campaign = {0};
    Ruleset ruleset;
    bool good = true;
    while (good && campaign.tally.decisions < decisions) {
        if (!mix_rules(&random, family, &ruleset)) campaign.refused++;
        else campaign.rulesets++, good = play_mix(&ruleset, &random, &campaign);
        if (campaign.refused > 1000 + 100 * campaign.rulesets) good = false;
    }
    return report(name, good, &campaign);
}

/* ---- who must be found out ---- */

/* The plant sits among bots that do no wrong. */
static bool find_out(const Plant *plant, const char *name, uint64_t *random) {
    enum { GAMES = 400 };
    Ruleset ruleset;
    RulesetError error;
    Tally tally = {0};
    if (!ruleset_load(name, &ruleset, &error)) return false;
    if (!(plant->families >> ruleset.rules.family & 1)) return true;
    if (plant->found == FAULT_SLIPS && ruleset.rules.option.uno_call == UNO_OFF) return true; /* nothing to forget */
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned players = 2 + game % (SEATS_MAX - 1);
        Sitting sitting;
        Finding finding;
        if (!rules_allow_players(&ruleset.rules, players, NULL)) continue;
        unsigned culprit = random_below(random, players);
        prepare(&sitting, &ruleset.rules, players, random);
        sitting.limit = DECISIONS_MAX;
        for (unsigned seat = 0; seat < players; seat++) sitting.kind[seat] = &bot_greedy;
        sitting.kind[culprit] = &plant->kind;
        sitting.careful = (SeatMask)(plant->careful << culprit);
        if (table_play(&sitting, &tally, &finding) == FAULT_NONE) continue;
        if (finding.fault == plant->found) return true;
        return printf("# %s: found as fault %d: %s\n", name, finding.fault, finding.words), false;
    }
    return printf("# %s: not found out in %lu decisions\n", name, tally.decisions), false;
}

static bool try_plants(uint64_t random) {
    bool all = true;
    for (unsigned i = 0; i < plant_count; i++) {
        bool good = true;
        for (unsigned j = 0; j < builtin_ruleset_count; j++)
            good &= find_out(&plants[i], builtin_rulesets[j].name, &random);
        printf("%s bots are found out: one that %s\n", good ? "ok" : "not ok", plants[i].what);
        all &= good;
    }
    return all;
}

/* Hands that have changed places make a world that cannot be behind the view. */
static bool try_worlds(uint64_t random) {
    static Game game, world;
    Ruleset ruleset;
    RulesetError error;
    Seed seed = {{0}};
    View view;
    unsigned caught = 0, tried = 0;
    for (unsigned i = 0; i < builtin_ruleset_count && ruleset_load(builtin_rulesets[i].name, &ruleset, &error); i++) {
        Worlds worlds;
        seed.bytes[0] = (uint8_t)i;
        unsigned players = 2;
        while (!rules_allow_players(&ruleset.rules, players, NULL)) players++;
        game_init(&ruleset.rules, &game, players, &seed, NULL, NULL);
        view_of(&ruleset.rules, &game, NULL, 0, &view);
        worlds_init(&worlds, &ruleset.rules, &view, NULL, random_next(&random));
        if (!worlds_next(&worlds, &world) || !world_possible(&ruleset.rules, &view, &world)) break;
        Cards own = world.own[0].hand;
        world.own[0].hand = world.own[1].hand;
        world.own[1].hand = own;
        tried++;
        caught += !world_possible(&ruleset.rules, &view, &world);
    }
    bool good = tried == builtin_ruleset_count && caught == tried;
    printf("%s bots are found out: worlds with another hand of one's own\n", good ? "ok" : "not ok");
    return good;
}

int main(int argc, char **argv) {
    unsigned long decisions = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    Tally all = {0};
    if (!decisions) return fputs("usage: bots DECISIONS [SEED]\n", stderr), 2;
    if (decisions < SHORT) slow_players_max = 3, search_limit = SEARCH_LIMIT / 3;
    setvbuf(stdout, NULL, _IOLBF, 0);
    bool good = try_plants(seed);
    good &= try_worlds(seed);
    unsigned long share = decisions / (builtin_ruleset_count + 2) + 1;
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        good &= try_builtin(builtin_rulesets[i].name, share, seed, &all);
    good &= try_mixes(FAMILY_CLASSIC, share, seed);
    good &= try_mixes(FAMILY_SPLIT, share, seed);
    for (unsigned i = 0; i < bot_kind_count; i++) printf("# %s: %lu decisions\n", bot_kinds[i]->name, decisions_of[i]);
    printf("%s bots let things be, forget and miss: %lu, %lu and %lu times\n",
           all.lets_be && all.slips && all.misses ? "ok" : "not ok", all.lets_be, all.slips, all.misses);
    return !(good && all.lets_be && all.slips && all.misses);
}
