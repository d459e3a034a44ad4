/* lockstep.c -- random Split games, played by the engine and told to the arbiter.
 *
 * `lockstep GAMES [SEED] [RULESET]` plays so many games of every Split ruleset
 * that is built in (or of one), each with every number of players in turn, and
 * of mixes of options ("mixes"). After whatever the engine has done, what the
 * table has seen of it is entered, and every count must agree. Then entries of
 * any kind are thrown at the arbiter. A long run also fails if something that
 * should be tried never happened. A fault prints the rules and the seed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../property/mix.h"
#include "lockstep.h"

/* From so many games on nothing may be missing; wild entries take so much longer than plain games. */
enum { LONG_RUN = 50000, GAMES_A_MIX = 16, SET_UP_ONE_IN = 3, ENTRIES_ONE_IN = 50 };

static void pair_begin(Pair *pair, const Rules *rules, unsigned players, uint64_t number) {
    Seed seed;
    TallySetup setup = {.players = (uint8_t)players};
    pair->rules = rules;
    pair->random = number;
    pair->behind = false;
    pair->fault[0] = 0;
    taste_choose(&pair->random, &pair->taste);
    for (unsigned i = 0; i < SEED_BYTES; i++) seed.bytes[i] = (uint8_t)random_next(&pair->random);
    game_init(rules, &pair->game, players, &seed, NULL, &pair->witness);
    setup.lead = pair->game.board.split.lead;
    tally_physical(rules, &setup);
    tally_init(&pair->tally, rules, &setup);
}

static bool pair_step(Pair *pair) {
    Board before;
    Seat seat;
    memcpy(&before, &pair->game.board, sizeof before);
    taste_settle_fate(pair);
    Action action = taste_pick(pair, &seat);
    if (game_apply(pair->rules, &pair->game, seat, action, &pair->witness) != VERDICT_ok)
        return pair_fault(pair, "the engine refuses its own action");
    pair_count_rare(pair, &before, action);
    return pair_feed(pair, &before, seat, action) && pair_compare(pair);
}

static bool pair_play(Pair *pair, const Rules *rules, unsigned players, uint64_t number) {
    pair_begin(pair, rules, players, number);
    if (!pair_compare(pair)) return false;
    if (random_below(&pair->random, SET_UP_ONE_IN) == 0 && !(pair_set_up(pair) && pair_compare(pair))) return false;
    while (pair->game.board.phase != PHASE_OVER)
        if (!pair_step(pair)) return false;
    pair->score->games++;
    return tally_over(&pair->tally) || pair_fault(pair, "the game is over, and goes on in the tally");
}

/* ---- many games ---- */

typedef bool Play(const Rules *rules, unsigned players, uint64_t number, Score *score, char fault[FAULT_MAX]);

static bool play_lockstep(const Rules *rules, unsigned players, uint64_t number, Score *score, char fault[FAULT_MAX]) {
    static Pair pair;
    pair.score = score;
    if (pair_play(&pair, rules, players, number)) return true;
    memcpy(fault, pair.fault, FAULT_MAX);
    return false;
}

static bool play_one(Play *play, const Ruleset *ruleset, unsigned players, uint64_t number, Score *score) {
    static char text[RULESET_TEXT_MAX], fault[FAULT_MAX];
    if (play(&ruleset->rules, players, number, score, fault)) return true;
    ruleset_format(&ruleset->rules, text, sizeof text);
    printf("# %s, %u players, game %" PRIu64 ": %s\n%s\n", ruleset->name, players, number, fault, text);
    return false;
}

/* The ruleset as it is, and with hands and decks of other sizes, where its rarer rules come to bear. */
enum { SIZES = 5 };
static bool load_sizes(const char *name, Ruleset out[SIZES]) {
    static const char *const sizes[SIZES][2] = {{NULL, NULL}, {"5", "4"}, {"5", "0"}, {"8", "150"}, {NULL, "200"}};
    RulesetError unread;
    RulesError error;
    for (unsigned i = 0; i < SIZES; i++) {
        if (!ruleset_load(name, &out[i], &unread)) return false;
        if (sizes[i][0]) rules_set(&out[i].rules, "numbers_dealt", sizes[i][0], &error);
        if (sizes[i][1]) rules_set(&out[i].rules, "number_deck_size", sizes[i][1], &error);
        if (!rules_finish(&out[i].rules, &error)) return false;
    }
    return true;
}

static bool play_ruleset(Play *play, const char *name, unsigned long games, uint64_t *random, Score *score) {
    static Ruleset rulesets[SIZES];
    if (!load_sizes(name, rulesets)) return false;
    for (unsigned players = 2; score->games < games; players = players == SPLIT_SEATS_MAX ? 2 : players + 1) {
        const Ruleset *ruleset = &rulesets[random_below(random, 2) ? 0 : random_below(random, SIZES)];
        if (rules_allow_players(&ruleset->rules, players, NULL) &&
            !play_one(play, ruleset, players, random_next(random), score))
            return false;
    }
    return true;
}

/* Two players, for whom most options are. */
static void make_pair(uint64_t *random, Rules *rules) {
    static const char *const barriers[] = {"none", "two_actions", "only_card"};
    RulesError error;
    rules_set(rules, "teams", "0", &error);
    rules_set(rules, "min_players", "2", &error);
    rules_set(rules, "max_players", "2", &error);
    rules_set(rules, "claim_challenge", "on", &error);
    rules_set(rules, "barrier", barriers[random_below(random, 3)], &error);
    if (random_below(random, 2)) return;
    rules_set(rules, "action_timing", "interrupt", &error);
    rules_set(rules, "draw_counter", "off", &error);
}

/* Short games, small decks: where the ends meet. */
static bool mix(uint64_t *random, Ruleset *out) {
    RulesError error;
    char size[8];
    if (!mix_rules(random, FAMILY_SPLIT, out)) return false;
    if (random_below(random, 2)) make_pair(random, &out->rules);
    if (random_below(random, 2)) {
        snprintf(size, sizeof size, "%u", 1 + random_below(random, 12));
        rules_set(&out->rules, "number_deck_size", size, &error);
    }
    if (random_below(random, 2)) rules_set(&out->rules, "numbers_dealt", "5", &error);
    return rules_finish(&out->rules, &error);
}

static bool play_mixes(Play *play, unsigned long games, uint64_t *random, Score *score) {
    Ruleset ruleset;
    while (score->games < games) {
        if (!mix(random, &ruleset)) continue;
        score->mixes++;
        for (unsigned i = 0; i < GAMES_A_MIX; i++) {
            unsigned players = 2 + random_below(random, SPLIT_SEATS_MAX - 1);
            if (rules_allow_players(&ruleset.rules, players, NULL) &&
                !play_one(play, &ruleset, players, random_next(random), score))
                return false;
        }
    }
    return true;
}

/* ---- what happened ---- */

static const char *const rare_words[RARES] = {
#define RARE(name, words, possible) words,
#include "rare.def"
#undef RARE
};

static bool rare_is_possible(Rare rare, const Options *o) {
    switch (rare) {
#define RARE(name, words, possible) \
    case RARE_##name: \
        return possible;
#include "rare.def"
#undef RARE
    default: return false;
    }
}

static bool report_rare(const Score *score, const Options *option) {
    bool good = true;
    printf("#  ");
    for (unsigned i = 0; i < RARES; i++) {
        bool possible = !option || rare_is_possible((Rare)i, option);
        if (possible) printf(" %s: %lu;", rare_words[i], score->rare[i]);
        if (!possible || score->rare[i] || score->games < LONG_RUN) continue;
        good = false;
    }
    printf("\n");
    return good;
}

static bool try_lockstep(const char *name, unsigned long games, uint64_t random) {
    Score score = {0};
    Ruleset ruleset;
    RulesetError error;
    bool mixes = strcmp(name, "mixes") == 0;
    bool good = mixes ? play_mixes(play_lockstep, games, &random, &score)
                      : play_ruleset(play_lockstep, name, games, &random, &score);
    const Options *option = !mixes && ruleset_load(name, &ruleset, &error) ? &ruleset.rules.option : NULL;
    if (!report_rare(&score, option)) {
        printf("# %s: something above never happened\n", name);
        good = false;
    }
    printf("%s lockstep %s: %lu games, %lu entries, %lu times compared\n", good ? "ok" : "not ok", name, score.games,
           score.entries, score.compared);
    return good;
}

static bool try_entries(const char *name, unsigned long games, uint64_t random) {
    Score score = {0};
    bool good = strcmp(name, "mixes") == 0 ? play_mixes(entries_game, games, &random, &score)
                                           : play_ruleset(entries_game, name, games, &random, &score);
    printf("%s entries %s: %lu games, %lu entries\n", good ? "ok" : "not ok", name, score.games, score.entries);
    return good;
}

static bool try_all(const char *name, unsigned long games, uint64_t seed) {
    bool good = try_lockstep(name, games, seed);
    return try_entries(name, 1 + games / ENTRIES_ONE_IN, seed) && good;
}

int main(int argc, char **argv) {
    unsigned long games = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool good = true;
    if (!games) return fputs("usage: lockstep GAMES [SEED] [RULESET]\n", stderr), 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc > 3) return !try_all(argv[3], games, seed);
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        if (strncmp(builtin_rulesets[i].name, "split-", 6) == 0) good &= try_all(builtin_rulesets[i].name, games, seed);
    good &= try_all("mixes", games, seed);
    return !good;
}
