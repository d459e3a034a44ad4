/* table_timing.c -- when a bot acts tells nothing about its cards. At every fresh question all that one person cannot
 * see is dealt anew, in the other world bots think for other lengths of time, and both worlds go on: until the person
 * sees something else, everything happens at the same time. */
#include "table_talk.h"

#include "engine/game.h"

enum { WORLDS = 2, JOBS = 64, AHEAD = 8, SEARCH_MS = TABLE_THINK_BUDGET_MS, QUICK_MS = 20 };

/* A bot's thought that is under way. */
typedef struct {
    Seat seat;
    uint64_t seen;
    int64_t done_ms;
    bool acts;
    Action action;
} Job;

typedef struct {
    Table table;
    uint64_t chance; /* how long the bots of this world think */
    int64_t now_ms;
    Job job[JOBS];
    unsigned jobs;
    LogEntry entry; /* the last one */
    bool out_of_turn;
} World;

static Talk talk;
static World world[WORLDS];
static uint64_t chance;
static unsigned late_ms; /* how much longer than they should all bots think */
static struct { unsigned compared, apart, broke_in, redealt, choices[2]; } count;

static unsigned below(unsigned n) { return random_below(&chance, n); }

static const Rules *rules_of(const World *at) { return &at->table.settings.ruleset.rules; }

/* ---- two worlds ---- */

static void world_free(World *at) {
    table_free(&at->table);
    at->jobs = 0;
}

/* The world as the table is, after an entry, when nobody has begun to think. */
static void world_copy(World *at, const Table *from, int64_t now_ms, uint64_t seed) {
    memset(at, 0, sizeof *at);
    at->table = *from;
    at->now_ms = now_ms;
    at->chance = seed;
    at->table.step = malloc((from->step_room + 1) * sizeof *from->step);
    assert_non_null(at->table.step);
    if (from->steps) memcpy(at->table.step, from->step, from->steps * sizeof *from->step);
    for (Seat seat = 0; seat < SEATS_MAX; seat++) {
        assert_null(from->held_words[seat]);
        if (!from->brain[seat]) continue;
        at->table.brain[seat] = malloc(sizeof(Bot));
        assert_non_null(at->table.brain[seat]);
        *at->table.brain[seat] = *from->brain[seat];
        at->table.brain[seat]->rules = rules_of(at);
    }
}

static bool redeal(World *at) {
    static Rng sampler;
    Seed key = {{0}};
    View view;
    Game game;
    static Witness witness;
    memcpy(key.bytes, &chance, sizeof chance);
    rng_init(&sampler, &key);
    table_view(&at->table, 0, &view);
    if (!view_sample(rules_of(at), &view, &sampler, &game, &witness)) return false;
    witness.events = at->table.witness.events;
    memcpy(witness.event, at->table.witness.event, sizeof witness.event);
    at->table.game = game;
    at->table.witness = witness;
    for (Seat seat = 0; seat < at->table.players; seat++) {
        Bot *brain = at->table.brain[seat];
        if (!brain) continue;
        bot_init(brain, brain->kind, rules_of(at), 0, NULL);
        table_view(&at->table, seat, &view);
        bot_watch(brain, &view);
    }
    return true;
}

/* ---- a world goes on ---- */

static void enter(World *at, const LogEntry *entry) {
    const Board *board = &at->table.game.board;
    at->out_of_turn = entry->kind == LOG_act && !(board_awaited(rules_of(at), board) >> entry->seat & 1);
    at->entry = *entry;
    if (!table_apply(&at->table, entry)) fail_msg("an entry cannot be carried out");
}

/* Who can only do one thing has decided at once. */
static int64_t thinking_ms(World *at, Seat seat) {
    Action list[ACTIONS_MAX];
    bool searches = at->table.brain[seat]->kind->worlds != 0;
    unsigned most = random_below(&at->chance, searches ? SEARCH_MS : QUICK_MS);
    unsigned choices = game_actions(rules_of(at), &at->table.game, seat, list);
    count.choices[choices > 1]++;
    return (choices > 1 ? most : 0) + late_ms;
}

static void ask(World *at) {
    for (SeatMask seats = table_thinkers(&at->table); seats; seats &= (SeatMask)(seats - 1)) {
        Seat seat = mask_first(seats);
        Job *job = &at->job[at->jobs++];
        Bot bot;
        View view;
        assert_true(at->jobs < JOBS);
        table_brain(&at->table, seat, &bot);
        bot.budget.worlds = 2; /* how well it plays does not matter here */
        table_view(&at->table, seat, &view);
        *job = (Job){.seat = seat, .seen = at->table.seq, .done_ms = at->now_ms + thinking_ms(at, seat)};
        job->acts = bot_act(&bot, &view, &job->action);
    }
}

static void answer(World *at, unsigned number) {
    Job job = at->job[number];
    LogEntry entry;
    Wish wish = {.kind = WISH_ACT, .seat = job.seat, .seen = job.seen, .action = job.action};
    at->job[number] = at->job[--at->jobs];
    if (!job.acts || table_wish(&at->table, at->now_ms, &wish, &entry).refusal != REFUSAL_held)
        table_let_be(&at->table, job.seat, job.seen);
}

/* What the person does about the table as it is, and when: she sees the same in both worlds. */
static bool person_acts(const World *at, int64_t *when, Action *out) {
    const Table *table = &at->table;
    Action list[ACTIONS_MAX];
    uint64_t mind = table->seq * 77 + 5;
    bool awaited = board_awaited(rules_of(at), &table->game.board) & 1;
    unsigned actions = game_actions(rules_of(at), &table->game, 0, list);
    if (!actions || table->held[0] || table->game.board.phase == PHASE_DEAL || (!awaited && random_below(&mind, 3)))
        return false;
    *when = table->at_ms + random_below(&mind, 3000);
    *out = list[random_below(&mind, actions)];
    return true;
}

/* Until the next entry; false: there is none. */
static bool go_on(World *at) {
    for (unsigned i = 0; i < 1000; i++) {
        LogEntry entry;
        Wish wish = {.kind = WISH_ACT, .user = talk_user('A'), .seat = NO_SEAT, .seen = at->table.seq};
        int64_t next = table_due(&at->table), act_ms = 0;
        unsigned first = JOBS;
        if (table_elapse(&at->table, at->now_ms, &entry)) return enter(at, &entry), true;
        ask(at);
        next = table_due(&at->table);
        for (unsigned j = 0; j < at->jobs; j++)
            if (at->job[j].done_ms <= next) next = at->job[j].done_ms, first = j;
        bool acts = person_acts(at, &act_ms, &wish.action) && act_ms < next && act_ms >= at->now_ms;
        if (acts) next = act_ms, first = JOBS;
        if (next == INT64_MAX) return false;
        if (next > at->now_ms) at->now_ms = next;
        if (first < JOBS) answer(at, first);
        if (acts && table_wish(&at->table, at->now_ms, &wish, &entry).refusal == REFUSAL_ok)
            return enter(at, &entry), true;
        if (acts) at->now_ms++;
    }
    fail_msg("something is due, but nothing happens");
    return false;
}

/* ---- what is compared ---- */

static bool breaks_in(const World *at) {
    ActionKind kind = action_kind(at->entry.action);
    return at->entry.kind == LOG_act && (kind == ACT_CALL || kind == ACT_CATCH || at->out_of_turn);
}

static bool looks_the_same(void) {
    View view[WORLDS];
    for (unsigned i = 0; i < WORLDS; i++) {
        if (world[i].table.stage != TABLE_PLAYING) return false;
        table_view(&world[i].table, 0, &view[i]);
    }
    const Witness *a = &world[0].table.witness, *b = &world[1].table.witness;
    return memcmp(&view[0], &view[1], sizeof view[0]) == 0 && a->events == b->events &&
           memcmp(a->event, b->event, a->events * sizeof *a->event) == 0;
}

/* True: both go on, as the person cannot tell them from each other. */
static bool compare(const char *what) {
    const World *a = &world[0], *b = &world[1];
    bool same = a->entry.kind == b->entry.kind && a->entry.seat == b->entry.seat && breaks_in(a) == breaks_in(b);
    if (!same) { /* somebody has broken in, or not */
        count.broke_in++;
        if (!breaks_in(a) && !breaks_in(b)) fail_msg("%s: another seat acts", what);
        return false;
    }
    count.compared++;
    if (a->entry.at_ms != b->entry.at_ms)
        fail_msg("%s: %c acts at %lld, with other cards at %lld (%s, entry %llu)", what, 'A' + a->entry.seat,
                 (long long)a->entry.at_ms, (long long)b->entry.at_ms, phase_name((Phase)a->table.game.board.phase),
                 (unsigned long long)a->entry.seq);
    if (looks_the_same()) return true;
    count.apart++;
    return false;
}

/* Nobody has decided anything yet. */
static bool is_fresh(const Table *table) {
    for (Seat seat = 0; seat < table->players; seat++)
        if (table->held[seat]) return false;
    return !table->thinking && table->stage == TABLE_PLAYING && table->game.board.phase > PHASE_DEAL;
}

static void look_at_both(const Table *table, int64_t now_ms, const char *what) {
    for (unsigned i = 0; i < WORLDS; i++) world_copy(&world[i], table, now_ms, random_next(&chance));
    if (redeal(&world[1])) {
        count.redealt++;
        for (unsigned i = 0; i < AHEAD && go_on(&world[0]) && go_on(&world[1]) && compare(what); i++) {}
    }
    for (unsigned i = 0; i < WORLDS; i++) world_free(&world[i]);
}

/* ---- games ---- */

static const char *const kinds[] = {"easy", "medium", "greedy", "hard"};

static void open_game(const char *ruleset, const char *change, unsigned seats) {
    static TableSettings settings;
    static const uint16_t windows[] = {0, 800, 2500}, jumps[] = {0, 300, 1200}, paces[] = {250, 900, 2000};
    talk_settings(ruleset, change, seats, &settings);
    settings.think_s = 0;
    settings.window_ms = windows[below(3)];
    settings.jump_ms = settings.jump_ms ? jumps[below(3)] : 0;
    settings.pace_ms = paces[below(3)];
    talk_open_with(&talk, &settings);
    talk_sit(&talk, "A");
    for (unsigned seat = 1; seat < talk.table.settings.seats; seat++)
        done(talk_wish(&talk, 'A', (Wish){.kind = WISH_SEAT_BOT, .seat = (Seat)seat, .name = kinds[below(4)]}));
    done(talk_start(&talk));
}

static void play(const char *ruleset, const char *change, unsigned seats, unsigned steps) {
    static World real;
    char what[120];
    open_game(ruleset, change, seats);
    snprintf(what, sizeof what, "%s %s, %u players, seed %llu", ruleset, change ? change : "", seats,
             (unsigned long long)chance);
    world_copy(&real, &talk.table, talk.now_ms, random_next(&chance));
    for (unsigned i = 0; i < steps && real.table.stage == TABLE_PLAYING; i++) {
        if (is_fresh(&real.table)) look_at_both(&real.table, real.now_ms, what);
        if (!go_on(&real)) break;
    }
    world_free(&real);
    talk_close(&talk);
}

static const struct {
    const char *ruleset, *change;
} games[] = {
    {"official", "target=0"}, {"official", "jump_in=on"},      {"official", "uno_call=until_next_turn"},
    {"ultimate", NULL},       {"official", "stack_draws=any"}, {"split-v3", NULL},
    {"split-duel", NULL},
};

static void the_time_of_an_action_tells_nothing(void **unused) {
    (void)unused;
    Ruleset ruleset;
    RulesetError error;
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++)
        for (unsigned seats = 2; seats <= 5; seats++) {
            chance = 100 * i + seats;
            if (!ruleset_load(games[i].ruleset, &ruleset, &error)) fail_msg("%s", error.text);
            if (games[i].change && !ruleset_change(&ruleset, games[i].change, &error)) fail_msg("%s", error.text);
            for (unsigned game = 0; game < 3 && rules_allow_players(&ruleset.rules, seats, NULL); game++)
                play(games[i].ruleset, games[i].change, seats, 60);
        }
    print_message("%u worlds dealt anew: %u actions at the same time, %u seen to be others, %u broken in\n",
                  count.redealt, count.compared, count.apart, count.broke_in);
    assert_true(count.compared > 3000 && count.broke_in > 10);
    assert_true(count.choices[0] > 500 && count.choices[1] > 500);
}

/* ---- one by one ---- */

/* A has laid R5; B, a bot, is asked. */
#define B_TO_PLAY(hand) \
    "phase turn\nplayers 3\ndeals 1\nturn B\ndealer A\nturns 9\ndirection 1\ncolour R\ntop R5\n" \
    "hand A R1 R2 R3\nhand B " hand "\nhand C Y1 Y2 Y3\n"

static void seat_bots(const char *kind, const char *change) {
    talk_open(&talk, "official", change, 3);
    talk_sit(&talk, "A");
    for (Seat seat = 1; seat < 3; seat++)
        done(talk_wish(&talk, 'A', (Wish){.kind = WISH_SEAT_BOT, .seat = seat, .name = kind}));
    done(talk_start(&talk));
}

/* When B has acted, after thinking for so long. */
static int64_t acts_at(const char *kind, const char *position, unsigned late) {
    static World at;
    seat_bots(kind, "target=0");
    talk_place(&talk, position);
    world_copy(&at, &talk.table, talk.now_ms, 1);
    late_ms = late;
    assert_true(go_on(&at));
    late_ms = 0;
    int64_t took = at.entry.at_ms - talk.now_ms;
    assert_int_equal(at.entry.seat, 1);
    world_free(&at);
    talk_close(&talk);
    return took;
}

static void a_bot_with_a_choice_takes_as_long_as_one_without(void **unused) {
    (void)unused;
    assert_int_equal(acts_at("greedy", B_TO_PLAY("G1 G2 G3"), 0), 900);
    assert_int_equal(acts_at("greedy", B_TO_PLAY("R1 R2 G3"), 0), 900);
    assert_int_equal(acts_at("hard", B_TO_PLAY("G1 G2 G3"), 0), TABLE_THINK_MS);
    assert_int_equal(acts_at("hard", B_TO_PLAY("R1 R2 R+2"), 0), TABLE_THINK_MS);
}

static void who_thinks_too_long_is_late_by_whole_ticks(void **unused) {
    (void)unused;
    assert_int_equal(acts_at("greedy", B_TO_PLAY("G1 G2 G3"), 900), 900);
    assert_int_equal(acts_at("greedy", B_TO_PLAY("G1 G2 G3"), 901), 900 + TABLE_TICK_MS);
    assert_int_equal(acts_at("greedy", B_TO_PLAY("G1 G2 G3"), 900 + TABLE_TICK_MS), 900 + TABLE_TICK_MS);
    assert_int_equal(acts_at("greedy", B_TO_PLAY("G1 G2 G3"), 901 + TABLE_TICK_MS), 900 + 2 * TABLE_TICK_MS);
}

static void no_bot_is_faster_than_the_server_wants(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_settings("official", "target=0", 3, &settings);
    settings.pace_ms = 0;
    talk_open_with(&talk, &settings);
    talk_sit(&talk, "A");
    for (Seat seat = 1; seat < 3; seat++)
        done(talk_wish(&talk, 'A', (Wish){.kind = WISH_SEAT_BOT, .seat = seat, .name = "greedy"}));
    done(talk_start(&talk));
    talk.table.pace_min_ms = 300;
    talk_place(&talk, B_TO_PLAY("G1 G2 G3"));
    talk_wait(&talk, 299);
    assert_int_equal(talk.acts, 0);
    talk_wait(&talk, 1);
    assert_int_equal(talk.acts, 1);
}

/* Rules by which nobody wins: the server ends it, and the cards on the table count for nothing. */
static void a_game_without_an_end_is_ended(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_settings("official", "target=0", 2, &settings);
    settings.pace_ms = 0;
    talk_open_with(&talk, &settings);
    talk_sit(&talk, "AB");
    done(talk_start(&talk));
    Table *tables[] = {&talk.table, &talk.folded};
    for (unsigned i = 0; i < 2; i++) {
        tables[i]->step = realloc(tables[i]->step, TABLE_STEPS_MAX * sizeof *tables[i]->step);
        memset(tables[i]->step, 0, TABLE_STEPS_MAX * sizeof *tables[i]->step);
        tables[i]->steps = tables[i]->step_room = TABLE_STEPS_MAX - 1;
    }
    talk_settle(&talk);
    assert_int_equal(talk.table.stage, TABLE_PLAYING);
    for (unsigned i = 0; i < 2; i++) tables[i]->steps++;
    assert_true(table_due(&talk.table) <= talk.now_ms);
    talk_settle(&talk);
    assert_int_equal(talk.table.stage, TABLE_GATHERING);
    assert_true(talk.table.game.board.phase != PHASE_OVER);
}

static int leave(void **unused) {
    (void)unused;
    talk_close(&talk);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_time_of_an_action_tells_nothing),
        cmocka_unit_test(a_bot_with_a_choice_takes_as_long_as_one_without),
        cmocka_unit_test(who_thinks_too_long_is_late_by_whole_ticks),
        cmocka_unit_test_teardown(no_bot_is_faster_than_the_server_wants, leave),
        cmocka_unit_test_teardown(a_game_without_an_end_is_ended, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
