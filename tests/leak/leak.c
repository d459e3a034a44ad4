/* leak [ACTIONS] [SEED] -- so many actions a ruleset, all phases: see leak.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game.h"
#include "engine/text.h"
#include "leak.h"

enum { SAMPLES = 60 };

unsigned test_below(Test *test, unsigned n) { return random_below(&test->chance, n); }
static unsigned below(Test *test, unsigned n) { return test_below(test, n); }

static Table *real(Test *test) { return &pair_desk(&test->pair, 0)->table; }
static Table *other(Test *test) { return &pair_desk(&test->pair, 1)->table; }
unsigned test_observer(const Test *test) { return test->observer == SPECTATOR ? test->players : test->observer; }
static HubLine observer_line(const Test *test) { return test->pair.guest[test_observer(test)].line; }

void test_fault(Test *test, const char *what, const char *one, const char *two) {
    if (test->faults++ >= 5) return;
    printf("# %s, observer %u, phase %s: %s\n#  %.300s\n#  %.300s\n", test->ruleset, test->observer,
           phase_name((Phase)real(test)->game.board.phase), what, one, two);
}

/* ---- what is compared ---- */

static void words_cut(Words *words, size_t length) {
    words->length = length;
    if (words->text) words->text[length] = 0;
}

void test_compare_words(Test *test, const char *what, const Words *a, const Words *b) {
    test->compared++;
    test->bytes += a->length;
    if (a->length != b->length || (a->length && memcmp(a->text, b->text, a->length) != 0))
        test_fault(test, what, a->text ? a->text : "", b->text ? b->text : "");
}

/* What the deal was drawn from is nobody's while it is played. */
static void check_secrets(Test *test, const Words *said) {
    const Table *table = real(test);
    const Seed *const secrets[] = {&table->seed, &table->spent_secret, &table->secret};
    for (unsigned i = 0; i < 3 && said->length && table->stage == TABLE_PLAYING; i++) {
        char hex[2 * SEED_BYTES + 1];
        Text text = text_in(hex, sizeof hex);
        text_hex(&text, secrets[i]->bytes, SEED_BYTES);
        if (strstr(said->text, hex)) test_fault(test, "a secret is told", hex, said->text);
    }
}

/* Nor does a record of the game have it before it is over. */
static void check_record(Test *test) {
    Record record;
    if (real(test)->stage != TABLE_PLAYING || !table_record(real(test), &record)) return;
    if (record.chance.has_secret || record.chance.has_seed)
        test_fault(test, "the record of a game that is played has its secret", "", "");
    record_free(&record);
}

/* Both worlds tell the same events, so a card that an event ought not to name is looked for by itself. */
static void check_events(Test *test) {
    const Witness *witness = &real(test)->witness;
    for (unsigned i = 0; i < witness->events; i++)
        if (witness->event[i].kind == EVENT_drew && witness->event[i].card != NO_FACE)
            test_fault(test, "the table is told which card was drawn", "", "");
}

/* After every input: what the observer has heard, what the operator reads, and when the server wakes next. */
static void compare_now(Test *test) {
    Side *side = test->pair.side;
    HubLine line = observer_line(test);
    char one[32], two[32];
    test_compare_words(test, "the observer is told something else", &side[0].said[line], &side[1].said[line]);
    check_secrets(test, &side[0].said[line]);
    check_events(test);
    test_compare_words(test, "the operator is told something else", &side[0].log, &side[1].log);
    snprintf(one, sizeof one, "%lld ms", (long long)side[0].wait_ms);
    snprintf(two, sizeof two, "%lld ms", (long long)side[1].wait_ms);
    if (side[0].wait_ms != side[1].wait_ms) test_fault(test, "the server wakes at another time", one, two);
    if (side[0].said[line].length && !test->pair.guest[test_observer(test)].program)
        words_add(&test->live, side[0].said[line].text, side[0].said[line].length - 1);
    for (HubLine i = 1; i <= test->pair.lines; i++) pair_hush(&test->pair, i);
    side[0].log.length = side[1].log.length = 0;
}

/* ---- the other world ---- */

static void put_world(Test *test, const Game *game, const Witness *witness) {
    Desk *desk = pair_desk(&test->pair, 1);
    desk->table.game = *game;
    desk->table.witness = *witness;
    desk->table.witness.events = real(test)->witness.events; /* the table has heard them all */
    memcpy(desk->table.witness.event, real(test)->witness.event, sizeof witness->event);
    for (unsigned i = 0; i < OBSERVERS; i++) table_view(&desk->table, i, &desk->told.shown[i]);
}

/* The other world is the real one again, with what waits for its time. */
void test_meet(Test *test) {
    put_world(test, &real(test)->game, &real(test)->witness);
    for (Seat seat = 0; seat < SEATS_MAX; seat++)
        if (other(test)->held[seat]) other(test)->held[seat] = real(test)->held[seat];
    test->apart++;
}

static bool sample(Test *test, Game *game, Witness *witness) {
    View view;
    table_view(real(test), test->observer, &view);
    return view_sample(test->rules, &view, &test->sampler, game, witness);
}

static bool redeal(Test *test) {
    Game game;
    static Witness witness;
    if (!sample(test, &game, &witness)) return test_fault(test, "the view has no sample", "", ""), false;
    put_world(test, &game, &witness);
    test->redealt[game.board.phase]++;
    return true;
}

/* True when the first action in the real world and the second in another can be done, and show the observer the same. */
static bool looks_the_same(Test *test, const Game *game, const Witness *seen, Seat seat, const Action action[2]) {
    static Witness witness[2];
    Game after[2] = {real(test)->game, *game};
    View view[2];
    witness[0] = real(test)->witness;
    witness[1] = *seen;
    for (unsigned i = 0; i < 2; i++) {
        if (game_apply(test->rules, &after[i], seat, action[i], &witness[i]) != VERDICT_ok) return false;
        view_of(test->rules, &after[i], &witness[i], test->observer, &view[i]);
    }
    return memcmp(&view[0], &view[1], sizeof view[0]) == 0 && witness[0].events == witness[1].events &&
           memcmp(witness[0].event, witness[1].event, witness[0].events * sizeof(Event)) == 0;
}

/* Finds a world in which the second action shows the same as the first in the real one; where there is none, the
 * worlds meet again. */
static void make_both_possible(Test *test, Seat seat, const Action both[2]) {
    Game game;
    static Witness witness;
    if (looks_the_same(test, &other(test)->game, &other(test)->witness, seat, both)) return;
    for (unsigned i = 0; i < SAMPLES; i++) {
        if (!sample(test, &game, &witness) || !looks_the_same(test, &game, &witness, seat, both)) continue;
        put_world(test, &game, &witness);
        test->redealt[game.board.phase]++;
        return;
    }
    test_meet(test);
}

static void make_possible(Test *test, Seat seat, Action action) {
    make_both_possible(test, seat, (const Action[]){action, action});
}

/* What another seat chooses in secret may be something else in the other world. */
static Action choose_otherwise(Test *test, Seat seat, Action action) {
    Action list[ACTIONS_MAX];
    unsigned count = game_actions(test->rules, &other(test)->game, seat, list), found = 0;
    for (unsigned i = 0; i < count && seat != test->observer; i++)
        if (looks_the_same(test, &other(test)->game, &other(test)->witness, seat, (const Action[]){action, list[i]}))
            list[found++] = list[i];
    Action choice = found ? list[below(test, found)] : action;
    test->otherwise += choice != action;
    return choice;
}

static unsigned held_actions(const Table *table) {
    unsigned held = 0;
    for (Seat seat = 0; seat < table->players; seat++) held += table->held[seat] != 0;
    return held;
}

/* Everything that time may bring about by itself. */
static void make_time_possible(Test *test) {
    const Table *table = real(test);
    if (table->stage != TABLE_PLAYING) return;
    if (table->game.board.phase == PHASE_DEAL || held_actions(table) > 1) return test_meet(test);
    for (Seat seat = 0; seat < table->players; seat++)
        if (table->held[seat])
            make_both_possible(test, seat, (const Action[]){table->held[seat], other(test)->held[seat]});
}

/* What follows on an action is the same in both worlds, or the worlds meet. */
static void make_act_possible(Test *test, Seat seat, Action action) {
    bool frees =
        action_kind(action) == ACT_CALL || action_kind(action) == ACT_CATCH; /* what was held follows at once */
    if (real(test)->game.board.phase == PHASE_DEAL || (frees && held_actions(real(test)))) test_meet(test);
    else make_possible(test, seat, action);
}

/* ---- bots ---- */

/* One has thought; in the other world it may choose something else that looks the same, and take longer. */
static void think_once(Test *test, HubJob *job[2]) {
    Pair *pair = &test->pair;
    BotJob *bot = &job[1]->bot;
    Seat seat = bot->seat;
    if (job[0]->bot.seq != bot->seq) test_fault(test, "a bot is asked at another time", "", "");
    hub_job_run(job[0]);
    Action action = job[0]->bot.action;
    bot->acts = job[0]->bot.acts;
    bot->action = action;
    if (bot->acts && real(test)->stage == TABLE_PLAYING) {
        make_act_possible(test, seat, action);
        bot->action = choose_otherwise(test, seat, action);
    }
    test->thoughts++;
    pair_job_done(pair, 0, job[0]);
    int64_t most = pair->side[0].wait_ms;
    if (COMPARE_TIMES_WITH_BOTS && most > 1) {
        make_time_possible(test);
        if (bot->acts && !looks_the_same(test, &other(test)->game, &other(test)->witness, seat,
                                         (const Action[]){action, bot->action})) {
            test_meet(test);
            bot->action = action;
        }
        pair_wait(pair, 1 + below(test, most < 40 ? (unsigned)most - 1 : 40));
    }
    pair_job_done(pair, 1, job[1]);
}

static HubJob *take_job(Side *side, Seat seat) {
    for (unsigned i = 0; i < side->jobs; i++) {
        HubJob *job = side->job[i];
        if (job->bot.seat != seat) continue;
        memmove(side->job + i, side->job + i + 1, (--side->jobs - i) * sizeof(HubJob *));
        return job;
    }
    return NULL;
}

/* Who could not break in with other cards need not be asked there, as long as nobody sees it: then it lets it be. */
static void let_be(Test *test, unsigned side, HubJob *job) {
    job->bot.acts = false;
    pair_job_done(&test->pair, side, job);
}

static void think(Test *test) {
    Side *side = test->pair.side;
    for (Seat seat = 0; side[0].jobs || side[1].jobs; seat = (Seat)((seat + 1) % SEATS_MAX)) {
        HubJob *job[2] = {take_job(&side[0], seat), take_job(&side[1], seat)};
        if (job[0] && job[1]) think_once(test, job);
        else if (job[0]) let_be(test, 0, job[0]);
        else if (job[1]) let_be(test, 1, job[1]);
    }
}

void test_compare(Test *test) {
    think(test);
    compare_now(test);
}

/* ---- playing ---- */

/* Whoever asks a truth or a dare says what it is, even while the card lies hidden; others talk as they like. */
static const char *words_with(Action action, bool talks) {
    bool asks =
        action_kind(action) == ACT_PLAY && (action_card(action) == FACE_TRUTH || action_card(action) == FACE_DARE);
    return asks || talks ? ",\"text\":\"said with it\"" : "";
}

static void act(Test *test, Seat seat, const Action action[2]) {
    char text[ACTION_TEXT_MAX], message[2][256];
    const char *const messages[2] = {message[0], message[1]};
    const Guest *guest = &test->pair.guest[seat];
    unsigned long long seen = real(test)->seq;
    bool talks = below(test, 8) == 0;
    test->number++;
    for (unsigned i = 0; i < 2; i++) {
        action_format(test->rules, action[i], text, sizeof text);
        if (guest->program)
            snprintf(message[i], sizeof message[i], "{\"table\":\"%s\",\"action\":\"%s\",\"q\":%llu}", test->pair.code,
                     text, seen);
        else
            snprintf(message[i], sizeof message[i], "{\"t\":\"do\",\"id\":%u,\"do\":\"%s\",\"q\":%llu%s}", test->number,
                     text, seen, words_with(action[i], talks && test->rules->family == FAMILY_CLASSIC));
    }
    if (guest->program) {
        HubLine line = pair_ask_each(&test->pair, seat, "POST", "/api/bot/do", messages);
        if (seat == test->observer)
            test_compare_words(test, "the program is answered something else", &test->pair.side[0].said[line],
                               &test->pair.side[1].said[line]);
    } else pair_say_each(&test->pair, seat, messages);
    test_compare(test);
}

static Seat any_asked(Test *test, const Table *table) {
    SeatMask awaited = board_awaited(test->rules, &table->game.board);
    SeatMask waiting = board_waiting(test->rules, &table->game.board);
    if (waiting & (SeatMask)~awaited && below(test, 4) == 0) awaited = waiting & (SeatMask)~awaited;
    for (unsigned skip = below(test, (unsigned)__builtin_popcount(awaited)); skip; skip--)
        awaited &= (SeatMask)(awaited - 1);
    return mask_first(awaited);
}

static void let_time_pass(Test *test) {
    make_time_possible(test);
    int64_t most = test->pair.side[0].wait_ms;
    pair_wait(&test->pair,
              below(test, 2) && most < 3000 ? most : (int64_t)below(test, most < 400 ? (unsigned)most + 1 : 400));
    test_compare(test);
}

static void act_legally(Test *test) {
    Action list[ACTIONS_MAX];
    const Table *table = real(test);
    ActionSet set;
    Seat seat = any_asked(test, table);
    if (table->brain[seat]) return let_time_pass(test);
    board_actions(test->rules, &table->game.board, &table->game.own[seat], seat, &set);
    if (set.cards && below(test, 8)) set.plain = 0;
    unsigned count = action_set_list(test->rules, &set, list);
    if (!count) return;
    Action action = list[below(test, count)];
    make_act_possible(test, seat, action);
    act(test, seat, (const Action[]){action, choose_otherwise(test, seat, action)});
}

/* What is refused is refused in both, and nobody else hears of it. */
static void act_illegally(Test *test) {
    Action action =
        action_full((ActionKind)(1 + below(test, ACT_KINDS - 1)), below(test, 4) ? below(test, FACES) : NO_FACE,
                    below(test, 2) ? NO_CHOICE : below(test, COLOURS),
                    below(test, 2) ? NO_SEAT : below(test, test->players), below(test, 2));
    char text[ACTION_TEXT_MAX];
    const char *at = text;
    Seat seat = (Seat)below(test, test->players);
    Action back;
    if (!test->pair.guest[seat].user) return; /* a bot */
    action_format(test->rules, action, text, sizeof text);
    if (!action_parse(test->rules, &at, &back) || *at) return;
    for (unsigned i = 0; i < 2; i++) {
        const Game *game = i ? &other(test)->game : &real(test)->game;
        if (board_refusal(test->rules, &game->board, &game->own[seat], seat, back) == VERDICT_ok) return;
    }
    test->refused++;
    act(test, seat, (const Action[]){back, back});
}

/* ---- coming back ---- */

static void join(Test *test, unsigned guest, uint64_t since) {
    char text[160];
    if (since)
        snprintf(text, sizeof text, "{\"t\":\"join\",\"id\":%u,\"code\":\"%s\",\"since\":%llu}", ++test->number,
                 test->pair.code, (unsigned long long)since);
    else snprintf(text, sizeof text, "{\"t\":\"join\",\"id\":%u,\"code\":\"%s\"}", ++test->number, test->pair.code);
    pair_say(&test->pair, guest, text);
}

void test_join(Test *test, unsigned guest) { join(test, guest, 0); }

/* The words about an action are the same that were said when it happened, but for what was said with it. */
static void compare_replayed(Test *test, const char *line, size_t length) {
    char begins[64];
    const char *q = strstr(line, "\"q\":");
    if (!q) return;
    snprintf(begins, sizeof begins, "\"t\":\"act\",\"q\":%llu,", strtoull(q + 4, NULL, 10));
    const char *then = test->live.text ? strstr(test->live.text, begins) : NULL;
    if (!then) return; /* the observer was not there */
    if (strncmp(then, line + 1, length - 2) != 0) test_fault(test, "told again, an action is another", then, line);
    test->resumed++;
}

static void come_back(Test *test) {
    unsigned guest = test_observer(test);
    const Table *table = real(test);
    uint64_t since = 0;
    pair_break(&test->pair, guest);
    pair_connect(&test->pair, guest);
    if (test->pair.guest[guest].program) return test_compare(test);
    if (table->game_id && table->seq > table->started_seq && below(test, 3))
        since = table->started_seq + below(test, (unsigned)(table->seq - table->started_seq));
    join(test, guest, since);
    const char *said = test->pair.side[0].said[observer_line(test)].text;
    for (const char *line = said, *end; since && line && (end = strchr(line, '\n')); line = end + 1)
        if (strncmp(line, "{\"t\":\"act\"", 10) == 0) compare_replayed(test, line, (size_t)(end - line));
    /* What is told again is played again from the seed, which knows nothing of the other world. */
    if (since) pair_hush(&test->pair, observer_line(test));
    size_t live = test->live.length;
    test_compare(test);
    words_cut(&test->live, live);
}

/* ---- a session ---- */

static void ready(Test *test, unsigned guest) {
    char text[64];
    if (!test->pair.guest[guest].user) return;
    if (test->pair.guest[guest].program) {
        snprintf(text, sizeof text, "{\"table\":\"%s\"}", test->pair.code);
        pair_ask(&test->pair, guest, "POST", "/api/bot/ready", text);
    } else pair_say(&test->pair, guest, "{\"t\":\"ready\"}");
}

static void start_game(Test *test) {
    test_meet(test);
    for (unsigned guest = 0; guest < test->players; guest++) ready(test, guest);
    pair_say(&test->pair, 0, "{\"t\":\"start\"}");
    words_cut(&test->live, 0);
    check_record(test);
    test_compare(test);
}

/* The host has seated a bot where nobody is. */
static void seat_bot(Test *test, unsigned seat) {
    char text[64];
    snprintf(text, sizeof text, "{\"t\":\"bot\",\"seat\":\"%c\",\"kind\":\"greedy\"}", 'A' + (int)seat);
    pair_say(&test->pair, 0, text);
    if (real(test)->seat[seat].kind != SEAT_BOT) abort();
}

static void open_table(Test *test) {
    char body[400];
    Pair *pair = &test->pair;
    for (unsigned guest = 0; guest <= test->players; guest++)
        if (test->company != WITH_BOTS || guest % 2 == 0 || guest == test->players)
            pair_invite(pair, guest, test->company == WITH_PROGRAMS && guest % 2 == 1 && guest < test->players);
    snprintf(body, sizeof body,
             "{\"ruleset\":\"%s\",\"seats\":%u,\"fill\":\"\",\"think_s\":600,\"reserve_s\":3600,\"window_ms\":2000,"
             "\"jump_ms\":500,\"pace_ms\":100,\"options\":%s}",
             test->ruleset, test->players, test->options);
    HubLine line = pair_ask(pair, 0, "POST", "/api/tables", body);
    const char *code = strstr(pair->side[0].said[line].text, "\"code\":\"");
    if (!code || sscanf(code + 8, "%8[A-Z0-9]", pair->code) != 1) {
        printf("Bail out! no table: %s\n", pair->side[0].said[line].text);
        exit(1);
    }
    for (unsigned guest = 0; guest <= test->players; guest++) {
        if (!pair->guest[guest].user) {
            seat_bot(test, guest);
            continue;
        }
        pair_connect(pair, guest);
        if (pair->guest[guest].program) {
            snprintf(body, sizeof body, "{\"table\":\"%s\"}", pair->code);
            line = pair_ask(pair, guest, "POST", "/api/bot/sit", body);
            if (strncmp(pair->side[0].said[line].text, "200", 3) != 0) {
                printf("Bail out! no seat: %s\n", pair->side[0].said[line].text);
                exit(1);
            }
            continue;
        }
        join(test, guest, 0);
        if (guest && guest < test->players) pair_say(pair, guest, "{\"t\":\"sit\"}");
    }
    test->rules = &real(test)->settings.ruleset.rules;
}

static void observe_anew(Test *test) {
    test_meet(test);
    do test->observer = below(test, test->players + 1);
    while (!test->pair.guest[test->observer].user);
    if (test->observer == test->players) test->observer = SPECTATOR;
    words_cut(&test->live, 0);
}

static void step(Test *test) {
    unsigned what = below(test, 40), phase = real(test)->game.board.phase;
    if (real(test)->stage != TABLE_PLAYING) return start_game(test);
    if (test->redealt[phase] < 5) redeal(test); /* what is seldom is not passed over */
    if (what == 0) observe_anew(test);
    else if (what < 6) redeal(test);
    else if (what < 12) act_illegally(test);
    else if (what < 14) come_back(test);
    else if (what < 20) let_time_pass(test);
    else if (what < 24) all_say(test);
    else if (what < 25) all_ask(test);
    else act_legally(test);
}

static void run_session(Test *test, unsigned players, unsigned actions, Company company, uint64_t seed) {
    test->players = players;
    test->company = company;
    test->chance = seed;
    test->observer = SPECTATOR;
    Seed sampler = {{(uint8_t)seed, (uint8_t)players}};
    rng_init(&test->sampler, &sampler);
    pair_open(&test->pair, seed);
    open_table(test);
    /* Lines are never used twice: a session is over when there are no more. */
    for (unsigned i = 0; i < 4 * actions && test->pair.lines + 40 < PAIR_LINES && !test->faults; i++) step(test);
    for (unsigned i = 0; i < PAIR_MESSAGES; i++) test->sent[i] += test->pair.sent[i];
    pair_close(&test->pair);
    free(test->live.text);
    test->live = (Words){0};
}

static bool run_ruleset(const char *name, const char *options, unsigned actions, uint64_t seed, Test *all,
                        uint64_t phases[PHASES]) {
    Test *test = calloc(1, sizeof *test);
    Ruleset ruleset;
    RulesetError error;
    if (!test || !ruleset_load(name, &ruleset, &error)) abort();
    test->ruleset = name;
    test->options = options;
    for (unsigned players = 2; players <= 5; players++)
        for (Company company = WITH_PEOPLE; company < COMPANIES && rules_allow_players(&ruleset.rules, players, NULL);
             company++)
            if (COMPARE_TIMES_WITH_BOTS || company != WITH_BOTS || !strstr(options, "jump_in"))
                run_session(test, players, actions, company, seed * 100 + players);
    uint64_t redealt = 0;
    for (unsigned phase = 0; phase < PHASES; phase++) {
        redealt += test->redealt[phase];
        phases[phase] += test->redealt[phase];
    }
    bool good = !test->faults && redealt > actions / 20;
    printf("%s leak %s %s: %llu worlds dealt anew, %llu comparisons of %llu bytes, %llu refusals, %llu told again, "
           "%llu other choices, %llu thoughts of bots, worlds met %llu times\n",
           good ? "ok" : "not ok", name, options, (unsigned long long)redealt, (unsigned long long)test->compared,
           (unsigned long long)test->bytes, (unsigned long long)test->refused, (unsigned long long)test->resumed,
           (unsigned long long)test->otherwise, (unsigned long long)test->thoughts, (unsigned long long)test->apart);
    for (unsigned i = 0; i < PAIR_MESSAGES; i++) all->sent[i] += test->sent[i];
    for (unsigned i = 0; i < PAIR_ROUTES; i++) all->asked[i] += test->asked[i];
    free(test);
    return good;
}

/* House rules that the built-in ones do without. */
static const struct {
    const char *ruleset, *options;
} houses[] = {
    {"official", "{\"jump_in\":true,\"false_catch\":2}"},
    {"official", "{\"multi_play\":true,\"opening_wild\":\"first_player_names\",\"target\":0}"},
    {"ultimate", "{\"elimination\":true,\"misplay_penalty\":2,\"multi_play\":true}"},
    {"split-duel", "{\"numbers_dealt\":5}"},
    {"split-v3", "{\"numbers_dealt\":5}"},
};

int main(int argc, char **argv) {
    unsigned actions = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 60;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, phases[PHASES] = {0};
    static Test all;
    bool good = true;
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        good = run_ruleset(builtin_rulesets[i].name, "{}", actions, seed, &all, phases) && good;
    for (unsigned i = 0; i < sizeof houses / sizeof *houses; i++)
        good = run_ruleset(houses[i].ruleset, houses[i].options, actions, seed, &all, phases) && good;
    printf("#");
    for (unsigned phase = 1; phase < PHASES; phase++)
        printf(" %s %llu", phase_name((Phase)phase), (unsigned long long)phases[phase]);
    printf(" worlds\n");
    good = all_were_sent(&all) && good;
    return good ? 0 : 1;
}
