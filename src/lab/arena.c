/* arena.c -- every line-up plays every deal from every seat; threads share the deals. */
#include "arena.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../engine/blake2b.h"

/* ---- line-ups ---- */

/* A chair for each bot, and, where there are more seats, further ones for the last. */
static unsigned count_chairs(const ArenaPlan *plan) { return plan->bots > plan->players ? plan->bots : plan->players; }
static unsigned chair_bot(const ArenaPlan *plan, unsigned chair) { return chair < plan->bots ? chair : plan->bots - 1; }

unsigned arena_tables(const ArenaPlan *plan) {
    unsigned long tables = 1;
    unsigned beyond = count_chairs(plan) - plan->players;
    for (unsigned i = 1; i <= plan->players; i++) tables = tables * (beyond + i) / i;
    return (unsigned)tables;
}

unsigned long arena_games_per_deal(const ArenaPlan *plan) { return (unsigned long)arena_tables(plan) * plan->players; }

/* The next combination of chairs, in ascending order; after the last comes none. */
static bool lineup_next(const ArenaPlan *plan, unsigned lineup[SEATS_MAX]) {
    unsigned i = plan->players, beyond = count_chairs(plan) - plan->players;
    while (i > 0 && lineup[i - 1] == beyond + i - 1) i--;
    if (i == 0) return false;
    lineup[i - 1]++;
    for (; i < plan->players; i++) lineup[i] = lineup[i - 1] + 1;
    return true;
}

/* ---- chance ---- */

static void hash_numbers(const ArenaPlan *plan, const char *tag, const uint64_t *numbers, unsigned count, uint8_t *out,
                         unsigned bytes) {
    Blake2b state;
    blake2b_init(&state, bytes);
    blake2b_update(&state, tag, strlen(tag));
    blake2b_update(&state, plan->seed.bytes, sizeof plan->seed.bytes);
    for (unsigned i = 0; i < count; i++) {
        uint8_t little[8];
        for (unsigned j = 0; j < 8; j++) little[j] = (uint8_t)(numbers[i] >> 8 * j);
        blake2b_update(&state, little, sizeof little);
    }
    blake2b_final(&state, out);
}

static void settle_chance(const ArenaPlan *plan, unsigned long deal, unsigned table, unsigned turn, Match *match) {
    uint8_t bytes[8 * SEATS_MAX];
    hash_numbers(plan, "uno arena deal", (uint64_t[]){deal}, 1, match->seed.bytes, sizeof match->seed.bytes);
    for (unsigned seat = 0; seat < plan->players; seat++) {
        hash_numbers(plan, "uno arena bot", (uint64_t[]){deal, table, turn, seat}, 4, bytes, 8);
        match->chance[seat] = 0;
        for (unsigned i = 0; i < 8; i++) match->chance[seat] |= (uint64_t)bytes[i] << 8 * i;
    }
}

/* ---- counting ---- */

/* One game of a deal. Nothing is counted before all of them are over. */
typedef struct {
    unsigned bot[SEATS_MAX]; /* of each seat */
    uint64_t won[SEATS_MAX];
    unsigned table, turn;
    MatchResult result;
} Note;

/* A win is shared by the teams that won; one that nobody won, by all. */
static void share_win(const ArenaPlan *plan, Note *note) {
    SeatMask winners = note->result.winners;
    unsigned teams = 0;
    for (unsigned seat = 0; seat < plan->players; seat++)
        if (!winners || winners >> seat & 1) teams |= 1u << rules_team(plan->rules, (Seat)seat);
    for (unsigned seat = 0; seat < plan->players; seat++) {
        bool wins = teams >> rules_team(plan->rules, (Seat)seat) & 1;
        note->won[seat] = wins ? ARENA_WIN / (unsigned)__builtin_popcount(teams) : 0;
    }
}

static void count_pairs(const ArenaPlan *plan, const Note *note, uint64_t (*over)[ARENA_BOTS_MAX]) {
    for (unsigned a = 0; a < plan->players; a++)
        for (unsigned b = 0; b < plan->players; b++) {
            if (note->bot[a] == note->bot[b] || !note->won[a]) continue;
            if (rules_team(plan->rules, (Seat)a) == rules_team(plan->rules, (Seat)b)) continue;
            over[note->bot[a]][note->bot[b]] += note->won[b] ? 1 : 2;
        }
}

static bool earlier(const ArenaForfeit *a, const ArenaForfeit *b) {
    if (a->deal != b->deal) return a->deal < b->deal;
    return a->table != b->table ? a->table < b->table : a->turn < b->turn;
}

/* Keeps the earliest. */
static void add_forfeit(const ArenaForfeit *one, ArenaForfeit list[ARENA_FORFEITS_MAX], unsigned *count) {
    unsigned place = *count;
    while (place > 0 && earlier(one, &list[place - 1])) place--;
    if (place == ARENA_FORFEITS_MAX) return;
    if (*count < ARENA_FORFEITS_MAX) ++*count;
    memmove(&list[place + 1], &list[place], (*count - place - 1) * sizeof *one);
    list[place] = *one;
}

static void add_reason(const ArenaForfeit *one, ArenaReport *report) {
    ArenaForfeit sum = *one, *list = report->reason;
    for (unsigned i = 0; i < report->reasons; i++) {
        if (list[i].bot != one->bot || strcmp(list[i].reason, one->reason) != 0) continue;
        if (earlier(&list[i], one)) sum = list[i];
        sum.times = list[i].times + one->times;
        report->reasons--;
        memmove(&list[i], &list[i + 1], (report->reasons - i) * sizeof *list);
        break;
    }
    add_forfeit(&sum, list, &report->reasons);
}

static ArenaForfeit forfeit_of(const Note *note, unsigned long deal) {
    Seat seat = note->result.culprit;
    ArenaForfeit forfeit = {
        .deal = deal, .table = note->table, .turn = note->turn, .bot = note->bot[seat], .seat = seat, .times = 1};
    memcpy(forfeit.reason, note->result.reason, sizeof forfeit.reason);
    return forfeit;
}

static void count_forfeit(const Note *note, unsigned long deal, ArenaReport *report) {
    unsigned bot = note->bot[note->result.culprit];
    report->forfeits++;
    report->tally[bot].forfeits++;
    ArenaForfeit forfeit = forfeit_of(note, deal);
    add_forfeit(&forfeit, report->forfeit, &report->told);
    add_reason(&forfeit, report);
}

static void count_seat(const Note *note, unsigned seat, ArenaTally *tally) {
    const MatchTime *time = &note->result.time[seat];
    tally->sittings++;
    tally->won += note->won[seat];
    tally->points += note->result.score[seat];
    tally->dealt += note->result.deals;
    tally->decisions += time->decisions;
    tally->ns += time->ns;
    if (time->ns_max > tally->ns_max) tally->ns_max = time->ns_max;
}

static void count_game(const ArenaPlan *plan, const Note *note, unsigned long deal, ArenaReport *report) {
    unsigned seen = 0;
    for (unsigned seat = 0; seat < plan->players; seat++) {
        count_seat(note, seat, &report->tally[note->bot[seat]]);
        seen |= 1u << note->bot[seat];
    }
    for (; seen; seen &= seen - 1) report->tally[__builtin_ctz(seen)].games++;
    if (note->result.end == MATCH_FORFEIT) count_forfeit(note, deal, report);
    report->games++;
    report->undecided += !note->result.winners;
    report->dealt += note->result.deals;
    count_pairs(plan, note, report->elo.over[deal % ELO_GROUPS]);
}

/* The games of one deal resemble each other: they make one observation. */
static void count_deal(const ArenaPlan *plan, const Note *notes, unsigned long deal, ArenaReport *report) {
    ArenaTally before[ARENA_BOTS_MAX];
    memcpy(before, report->tally, sizeof before);
    for (unsigned long i = 0; i < arena_games_per_deal(plan); i++) count_game(plan, &notes[i], deal, report);
    for (unsigned bot = 0; bot < plan->bots; bot++) {
        ArenaTally *tally = &report->tally[bot];
        uint64_t won = tally->won - before[bot].won, sittings = tally->sittings - before[bot].sittings;
        tally->won_won += won * won;
        tally->won_sittings += won * sittings;
        tally->sittings_sittings += sittings * sittings;
    }
    report->elo.group[deal % ELO_GROUPS]++;
    report->deals++;
}

static void add_tally(const ArenaTally *part, ArenaTally *sum) {
    sum->games += part->games;
    sum->sittings += part->sittings;
    sum->won += part->won;
    sum->points += part->points;
    sum->dealt += part->dealt;
    sum->decisions += part->decisions;
    sum->forfeits += part->forfeits;
    sum->ns += part->ns;
    if (part->ns_max > sum->ns_max) sum->ns_max = part->ns_max;
    sum->won_won += part->won_won;
    sum->won_sittings += part->won_sittings;
    sum->sittings_sittings += part->sittings_sittings;
}

static void add_report(const ArenaReport *part, ArenaReport *sum) {
    sum->deals += part->deals;
    sum->games += part->games;
    sum->undecided += part->undecided;
    sum->forfeits += part->forfeits;
    sum->dealt += part->dealt;
    for (unsigned bot = 0; bot < ARENA_BOTS_MAX; bot++) add_tally(&part->tally[bot], &sum->tally[bot]);
    elo_merge(&sum->elo, &part->elo);
    for (unsigned i = 0; i < part->told; i++) add_forfeit(&part->forfeit[i], sum->forfeit, &sum->told);
    for (unsigned i = 0; i < part->reasons; i++) add_reason(&part->reason[i], sum);
}

/* ---- what the counts say ---- */

double arena_even(const ArenaPlan *plan) {
    return 1.0 / (plan->rules->option.teams ? (double)plan->rules->option.teams : (double)plan->players);
}

Estimate arena_wins(const ArenaReport *report, unsigned bot) {
    const ArenaTally *tally = &report->tally[bot];
    RatioSums sums = {tally->won,    tally->sittings, tally->won_won, tally->won_sittings, tally->sittings_sittings,
                      report->deals, ARENA_WIN};
    return estimate_ratio(&sums);
}

/* ---- workers ---- */

/* What the workers share. */
typedef struct {
    const ArenaPlan *plan;
    unsigned long games_per_deal;
    ArenaReport *out;
    atomic_ulong next_deal, games_done, lengths_done;
    atomic_ulong sittings, won;           /* of the first bot, for the progress bar alone */
    atomic_uint failures[ARENA_BOTS_MAX]; /* in a row */
    atomic_bool stop, failed;
    atomic_uint running;
} Hall;

typedef struct {
    Hall *hall;
    pthread_t thread;
    ArenaReport report;
    Note *notes;
    Player player[ARENA_BOTS_MAX]; /* by chair */
} Worker;

static void show_progress(Hall *hall, const Note *note) {
    for (unsigned seat = 0; seat < hall->plan->players; seat++) {
        if (note->bot[seat]) continue;
        atomic_fetch_add(&hall->sittings, 1);
        atomic_fetch_add(&hall->won, note->won[seat]);
    }
    atomic_fetch_add(&hall->games_done, 1);
}

/* Of a program that never answers, more games tell nothing more. */
static void watch_failures(Hall *hall, const Note *note, unsigned long deal) {
    const MatchResult *result = &note->result;
    unsigned culprit = note->bot[result->culprit];
    bool forfeited = result->end == MATCH_FORFEIT && hall->plan->bot[culprit].plan.program;
    if (!forfeited || result->time[result->culprit].decisions > 1) {
        for (unsigned seat = 0; seat < hall->plan->players; seat++) atomic_store(&hall->failures[note->bot[seat]], 0);
        return;
    }
    if (atomic_fetch_add(&hall->failures[culprit], 1) + 1 < ARENA_FAILURES_MAX) return;
    if (atomic_exchange(&hall->failed, true)) return; /* somebody else has told */
    hall->out->failure = forfeit_of(note, deal);
    atomic_store(&hall->stop, true);
}

static bool play_game(Worker *worker, unsigned long deal, const unsigned lineup[SEATS_MAX], Note *note) {
    const ArenaPlan *plan = worker->hall->plan;
    Match match = {.rules = plan->rules, .players = plan->players, .stop = &worker->hall->stop};
    if (atomic_load(match.stop)) return false; /* a program may take long to be found wanting */
    settle_chance(plan, deal, note->table, note->turn, &match);
    for (unsigned seat = 0; seat < plan->players; seat++) {
        unsigned chair = lineup[(seat + note->turn) % plan->players];
        note->bot[seat] = chair_bot(plan, chair);
        match.player[seat] = &worker->player[chair];
    }
    match_play(&match, &note->result);
    if (note->result.end == MATCH_STOPPED) return false;
    share_win(plan, note);
    show_progress(worker->hall, note);
    watch_failures(worker->hall, note, deal);
    return true;
}

static bool play_deal(Worker *worker, unsigned long deal) {
    const ArenaPlan *plan = worker->hall->plan;
    unsigned lineup[SEATS_MAX], table = 0;
    Note *note = worker->notes;
    for (unsigned i = 0; i < plan->players; i++) lineup[i] = i;
    do {
        for (unsigned turn = 0; turn < plan->players; turn++, note++) {
            note->table = table, note->turn = turn;
            if (!play_game(worker, deal, lineup, note)) return false;
        }
        table++;
    } while (lineup_next(plan, lineup));
    return true;
}

static void note_lengths(Worker *worker) {
    Hall *hall = worker->hall;
    unsigned long games = hall->games_per_deal, at = atomic_fetch_add(&hall->lengths_done, games);
    for (unsigned long i = 0; i < games; i++) {
        hall->out->actions[at + i] = (uint32_t)worker->notes[i].result.actions;
        hall->out->turns[at + i] = (uint32_t)worker->notes[i].result.turns;
    }
}

static void *work(void *self) {
    Worker *worker = self;
    Hall *hall = worker->hall;
    for (unsigned long deal;
         !atomic_load(&hall->stop) && (deal = atomic_fetch_add(&hall->next_deal, 1)) < hall->plan->deals;) {
        if (!play_deal(worker, deal)) break;
        count_deal(hall->plan, worker->notes, deal, &worker->report);
        note_lengths(worker);
    }
    atomic_fetch_sub(&hall->running, 1);
    return NULL;
}

static bool worker_init(Worker *worker, Hall *hall) {
    const ArenaPlan *plan = hall->plan;
    worker->hall = hall;
    worker->notes = calloc(hall->games_per_deal, sizeof *worker->notes);
    for (unsigned chair = 0; worker->notes && chair < count_chairs(plan); chair++)
        if (!player_open(&plan->bot[chair_bot(plan, chair)].plan, &worker->player[chair])) return false;
    return worker->notes;
}

static void worker_free(Worker *worker) {
    for (unsigned chair = 0; chair < ARENA_BOTS_MAX; chair++) player_close(&worker->player[chair]);
    free(worker->notes);
}

/* ---- the whole ---- */

/* Waits for the workers, at first only briefly: many an arena is over at once. */
static void look_on(Hall *hall, const ArenaWatcher *watcher) {
    struct timespec pause = {.tv_nsec = 500000};
    while (atomic_load(&hall->running)) {
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 100000000) pause.tv_nsec *= 2;
        if (!watcher || !watcher->look) continue;
        unsigned long sittings = atomic_load(&hall->sittings);
        ArenaProgress progress = {
            .games = atomic_load(&hall->games_done),
            .all_games = hall->plan->deals * hall->games_per_deal,
            .share = sittings ? (double)atomic_load(&hall->won) / ARENA_WIN / (double)sittings : 0,
        };
        if (!watcher->look(watcher->self, &progress)) atomic_store(&hall->stop, true);
    }
}

static int by_length(const void *a, const void *b) {
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return (first > second) - (first < second);
}

static unsigned start(Hall *hall, Worker *workers) {
    unsigned started = 0;
    for (unsigned i = 0; i < hall->plan->threads; i++) {
        if (!worker_init(&workers[i], hall)) break;
        atomic_fetch_add(&hall->running, 1);
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i])) {
            atomic_fetch_sub(&hall->running, 1);
            break;
        }
        started++;
    }
    return started;
}

/* Plays with as many threads as can be started; false: with none. */
static bool run_workers(Hall *hall, const ArenaWatcher *watcher) {
    unsigned threads = hall->plan->threads;
    Worker *workers = calloc(threads, sizeof *workers);
    if (!workers) return false;
    unsigned started = start(hall, workers);
    if (started) look_on(hall, watcher);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        add_report(&workers[i].report, hall->out);
    }
    for (unsigned i = 0; i < threads; i++) worker_free(&workers[i]);
    free(workers);
    return started > 0;
}

bool arena_run(const ArenaPlan *plan, const ArenaWatcher *watcher, ArenaReport *out) {
    Hall hall = {.plan = plan, .games_per_deal = arena_games_per_deal(plan), .out = out};
    unsigned long games = plan->deals * hall.games_per_deal;
    memset(out, 0, sizeof *out);
    if (!games || !plan->threads) return false;
    out->actions = calloc(games, sizeof *out->actions);
    out->turns = calloc(games, sizeof *out->turns);
    if (!out->actions || !out->turns || !run_workers(&hall, watcher)) return false;
    out->stopped = out->deals < plan->deals;
    out->failed = atomic_load(&hall.failed);
    qsort(out->actions, out->games, sizeof *out->actions, by_length);
    qsort(out->turns, out->games, sizeof *out->turns, by_length);
    return true;
}

void arena_report_free(ArenaReport *report) {
    free(report->actions);
    free(report->turns);
    report->actions = report->turns = NULL;
}
