/* property.c -- what must hold in every position of every game, tried on random
 * ones: every built-in ruleset, every number of players, and mixes of options
 * that nobody has ever played.
 *
 * `property POSITIONS [SEED]` examines so many positions for each ruleset and
 * for the mixes of each family; with a third argument, for invented rulesets alone. A fault prints the rules, the position and the
 * seed that leads back to it. `property text SEED` prints an invented ruleset that is accepted. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/position.h"
#include "invent.h"
#include "mix.h"
#include "record/record.h"
#include "trial.h"

enum { MATCH_ACTIONS_MAX = 20000, ACTIONS_A_TURN = 200, GAMES_A_MIX = 2, EXAMINE_ONE_IN = 4 };

typedef struct {
    unsigned long positions, games, actions, mixes, refused;
} Tally;

/* ---- records ---- */

typedef struct {
    char *text;
    size_t length, size;
} Paper;

static void paper_put(void *sink, const char *words) {
    Paper *paper = sink;
    size_t more = strlen(words);
    if (paper->length + more + 1 > paper->size) {
        paper->size = 2 * (paper->length + more + 1);
        paper->text = realloc(paper->text, paper->size);
        if (!paper->text) abort();
    }
    memcpy(paper->text + paper->length, words, more + 1);
    paper->length += more;
}

static bool check_record(Trial *trial, Record *record) {
    Paper text = {0}, again = {0};
    const Printer first = {paper_put, &text}, second = {paper_put, &again};
    RecordError error = {0};
    RecordReport report;
    Record back;
    bool good = true;
    record_finish(record, &trial->game);
    record_format(record, &first);
    if (!record_parse(text.text, text.length, &back, &error)) {
        free(text.text);
        return trial_fault(trial, "the record is not read back: line %u: %s", error.line, error.text);
    }
    record_format(&back, &second);
    if (strcmp(text.text, again.text) != 0) good = trial_fault(trial, "the record is read back as another one");
    else if (!record_verify(&back, &report, &error))
        good = trial_fault(trial, "the record does not verify: line %u: %s", error.line, error.text);
    record_free(&back);
    free(text.text);
    free(again.text);
    return good;
}

/* ---- one game ---- */

static void random_faces(uint64_t *random, uint64_t from, Face *out, uint8_t *count, unsigned most) {
    *count = (uint8_t)random_below(random, most + 1);
    for (unsigned i = 0; i < *count; i++) out[i] = (Face)bits_select(from, random_below(random, bits_count(from)));
}

static void random_fate(uint64_t *random, const Rules *rules, Fate *fate) {
    bool split = rules->family == FAMILY_SPLIT;
    memset(fate, 0, sizeof *fate);
    random_faces(random, split ? NUMBERS_MASK : rules->faces, fate->cards, &fate->cards_left, FATE_CARDS);
    if (split) {
        random_faces(random, cards_faces(&rules->deck), fate->actions, &fate->actions_left, FATE_FEW);
        random_faces(random, NUMBERS_MASK, fate->steals, &fate->steals_left, FATE_FEW);
    } else {
        fate->dice_left = (uint8_t)random_below(random, FATE_FEW + 1);
        for (unsigned i = 0; i < fate->dice_left; i++) fate->dice[i] = (uint8_t)(1 + random_below(random, 6));
    }
}

static void trial_begin(Trial *trial, const Rules *rules, unsigned players, uint64_t seed) {
    memset(trial, 0, sizeof *trial);
    trial->rules = rules;
    trial->players = players;
    trial->random = seed;
    for (unsigned i = 0; i < SEED_BYTES; i++) trial->seed.bytes[i] = (uint8_t)random_next(&trial->random);
    rng_init(&trial->sampler, &trial->seed);
    rng_next(&trial->sampler);
    trial->fated = random_below(&trial->random, 4) == 0;
    Fate fate;
    random_fate(&trial->random, rules, &fate);
    witness_init(&trial->witness);
    game_init(rules, &trial->game, players, &trial->seed, trial->fated ? &fate : NULL, &trial->witness);
}

static bool idles(Action action) {
    ActionKind kind = action_kind(action);
    return kind == ACT_DRAW || kind == ACT_PASS || kind == ACT_MISPLAY;
}

/* A seat that may act, and something it may do; games should also end. */
static Action trial_choose(Trial *trial, Seat *seat) {
    const Board *board = &trial->game.board;
    SeatMask some = board_waiting(trial->rules, board);
    do {
        *seat = (Seat)bits_select(some, random_below(&trial->random, bits_count(some)));
        trial_list(trial, *seat);
        some = board_awaited(trial->rules, board);
    } while (!trial->count);
    Action action = trial->actions[random_below(&trial->random, trial->count)];
    return idles(action) ? trial->actions[random_below(&trial->random, trial->count)] : action;
}

/* A copy must go the same way as the original, watched or not. */
static bool trial_step(Trial *trial, Record *record) {
    Seat seat;
    Action action = trial_choose(trial, &seat);
    Game copy;
    memcpy(&copy, &trial->game, sizeof copy);
    Verdict unwatched = game_apply(trial->rules, &copy, seat, action, NULL);
    Verdict watched = game_apply(trial->rules, &trial->game, seat, action, &trial->witness);
    if (unwatched != VERDICT_ok || watched != VERDICT_ok)
        return trial_fault(trial, "%c: %08x is listed and refused", 'A' + seat, action);
    if (memcmp(&copy, &trial->game, sizeof copy) != 0)
        return trial_fault(trial, "%c: after %08x a copy is not the same game", 'A' + seat, action);
    return record_add(record, seat, action) || trial_fault(trial, "the record takes no more actions");
}

static bool trial_examine(Trial *trial) {
    return check_listed(trial) && check_unlisted(trial) && check_text(trial) && check_hidden(trial) &&
           check_playouts(trial) && check_json(trial);
}

/* A deal must end by its turn limit; a match of several is not followed for ever. */
static bool trial_too_long(const Trial *trial, unsigned long actions) {
    const Options *o = &trial->rules->option;
    if (trial->rules->family == FAMILY_SPLIT)
        return actions > (unsigned long)split_steps_max(trial->rules, trial->players) * ACTIONS_A_TURN;
    return !o->target && actions > (unsigned long)o->turn_limit * ACTIONS_A_TURN;
}

static bool trial_run(Trial *trial, Record *record, Tally *tally) {
    unsigned long actions = 0;
    for (; trial->game.board.phase != PHASE_OVER; actions++) {
        if (!check_position(trial)) return false;
        if (random_below(&trial->random, EXAMINE_ONE_IN) == 0) {
            if (!trial_examine(trial)) return false;
            tally->positions++;
        }
        if (trial_too_long(trial, actions)) return trial_fault(trial, "the game does not end");
        if (trial->rules->option.target && actions > MATCH_ACTIONS_MAX) break;
        if (!trial_step(trial, record)) return false;
    }
    tally->games++;
    tally->actions += actions;
    if (trial->game.board.phase != PHASE_OVER) return true;
    return check_position(trial) && trial_examine(trial) && (trial->fated || check_record(trial, record));
}

static void print_fault(const Trial *trial, const Ruleset *ruleset, uint64_t seed) {
    static char rules[RULESET_TEXT_MAX], position[POSITION_TEXT_MAX];
    printf("# %s, %u players, seed %" PRIu64 "%s: %s\n", ruleset->name, trial->players, seed,
           trial->fated ? ", chance settled in advance" : "", trial->fault);
    ruleset_format(&ruleset->rules, rules, sizeof rules);
    position_format(trial->rules, &trial->game, &trial->witness, position, sizeof position);
    printf("%s\n%s\n", rules, position);
}

static bool play(const Ruleset *ruleset, unsigned players, uint64_t seed, Tally *tally) {
    static Trial trial;
    static Record record;
    trial_begin(&trial, &ruleset->rules, players, seed);
    record_init(&record, ruleset, players);
    record.chance.has_seed = true;
    record.chance.seed = trial.seed;
    bool good = trial_run(&trial, &record, tally);
    record_free(&record);
    if (!good) print_fault(&trial, ruleset, seed);
    return good;
}

/* ---- many games ---- */

static bool play_all_counts(const Ruleset *ruleset, uint64_t *seed, Tally *tally) {
    for (unsigned players = 2; players <= SEATS_MAX; players++) {
        if (!rules_allow_players(&ruleset->rules, players, NULL)) continue;
        if (!play(ruleset, players, random_next(seed), tally)) return false;
    }
    return true;
}

static bool try_builtin(const char *name, unsigned long positions, uint64_t seed) {
    Tally tally = {0};
    Ruleset ruleset;
    RulesetError error;
    bool good = ruleset_load(name, &ruleset, &error);
    while (good && tally.positions < positions) {
        unsigned long before = tally.games;
        good = play_all_counts(&ruleset, &seed, &tally) && tally.games > before;
    }
    printf("%s property %s: %lu positions, %lu games, %lu actions\n", good ? "ok" : "not ok", name, tally.positions,
           tally.games, tally.actions);
    return good;
}

static bool play_mix(const Ruleset *ruleset, uint64_t *random, Tally *tally) {
    unsigned first = 2 + random_below(random, SEATS_MAX - 1);
    for (unsigned i = 0, players = first; i < SEATS_MAX - 1; i++, players = players < SEATS_MAX ? players + 1 : 2) {
        if (!rules_allow_players(&ruleset->rules, players, NULL)) continue;
        for (unsigned game = 0; game < GAMES_A_MIX; game++)
            if (!play(ruleset, players, random_next(random), tally)) return false;
        return true;
    }
    return true;
}

static bool try_mixes(Family family, unsigned long positions, uint64_t seed) {
    Tally tally = {0};
    Ruleset ruleset;
    bool good = true;
    while (good && tally.positions < positions && tally.refused < 1000 + 100 * tally.mixes) {
        if (!mix_rules(&seed, family, &ruleset)) {
            tally.refused++;
            continue;
        }
        tally.mixes++;
        good = play_mix(&ruleset, &seed, &tally);
    }
    good = good && tally.positions >= positions;
    printf("%s property %s mixes: %lu rulesets (%lu refused), %lu positions, %lu games, %lu actions\n",
           good ? "ok" : "not ok", family == FAMILY_CLASSIC ? "classic" : "split", tally.mixes, tally.refused,
           tally.positions, tally.games, tally.actions);
    return good;
}

/* The canonical text of rules is a file of the same rules. */
static bool reads_back(const Ruleset *ruleset) {
    static char text[RULESET_TEXT_MAX], again[RULESET_TEXT_MAX];
    static Ruleset back;
    RulesetError error = {.line = 0};
    unsigned length = ruleset_format(&ruleset->rules, text, sizeof text);
    bool good = length < sizeof text && ruleset_parse("back", text, length, NULL, &back, &error);
    if (good) ruleset_format(&back.rules, again, sizeof again);
    if (good && !strcmp(text, again)) return true;
    printf("# the rules are not read back: line %u: %s\n%s\n", error.line, error.text, text);
    return false;
}

/* Rulesets with programs by the grammar; nearly all must be accepted, or the grammar is another one. */
static bool try_invented(unsigned long positions, uint64_t seed) {
    static Ruleset ruleset;
    Tally tally = {0};
    RulesetError error = {.line = 0};
    bool good = true;
    while (good && tally.positions < positions && tally.refused <= 10 + tally.mixes) {
        if (!invent_rules(&seed, &ruleset, &error)) {
            tally.refused++;
            continue;
        }
        tally.mixes++;
        good = reads_back(&ruleset) && play_mix(&ruleset, &seed, &tally);
    }
    if (tally.positions < positions && good) printf("# refused, for one: line %u: %s\n", error.line, error.text);
    good = good && tally.positions >= positions;
    printf("%s property invented: %lu rulesets (%lu refused), %lu positions, %lu games, %lu actions\n",
           good ? "ok" : "not ok", tally.mixes, tally.refused, tally.positions, tally.games, tally.actions);
    return good;
}

static int print_invented(uint64_t seed) {
    static Ruleset ruleset;
    static char text[INVENTED_MAX];
    RulesetError error;
    uint64_t before;
    do before = seed;
    while (!invent_rules(&seed, &ruleset, &error));
    invent_text(&before, text);
    fputs(text, stdout);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && !strcmp(argv[1], "text")) return print_invented(strtoull(argv[2], NULL, 10));
    unsigned long positions = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (!positions) return fputs("usage: property POSITIONS [SEED [invented]]\n", stderr), 2;
    bool good = true;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc > 3) return !try_invented(positions, seed);
    for (unsigned i = 0; i < builtin_ruleset_count; i++) good &= try_builtin(builtin_rulesets[i].name, positions, seed);
    good &= try_mixes(FAMILY_CLASSIC, 2 * positions, seed);
    good &= try_mixes(FAMILY_SPLIT, 2 * positions, seed);
    good &= try_invented(48 * positions, seed);
    return !good;
}
