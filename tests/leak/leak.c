/* leak [ACTIONS] [SEED] -- so many actions a ruleset, all phases: see leak.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game.h"
#include "leak.h"

enum { SAMPLES = 60 };

typedef struct {
    Pair pair;
    const Rules *rules;
    const char *ruleset, *options; /* as JSON */
    unsigned players, observer;    /* a seat, or SPECTATOR */
    uint64_t chance;
    Rng sampler;
    unsigned number; /* of the next message */
    Words live;      /* what the observer was told of the actions of this game, as it happened */
    uint64_t redealt[PHASES], compared, bytes, apart, refused, resumed, otherwise;
    unsigned faults;
} Test;

static unsigned below(Test *test, unsigned n) { return random_below(&test->chance, n); }

static Table *real(Test *test) { return &pair_desk(&test->pair, 0)->table; }
static Table *other(Test *test) { return &pair_desk(&test->pair, 1)->table; }
static unsigned observer_guest(const Test *test) {
    return test->observer == SPECTATOR ? test->players : test->observer;
}
static HubLine observer_line(const Test *test) { return test->pair.guest[observer_guest(test)].line; }

static void fault(Test *test, const char *what, const char *one, const char *two) {
    if (test->faults++ >= 5) return;
    printf("# %s, observer %u, phase %s: %s\n#  %.300s\n#  %.300s\n", test->ruleset, test->observer,
           phase_name((Phase)real(test)->game.board.phase), what, one, two);
}

/* ---- what is compared ---- */

static void words_cut(Words *words, size_t length) {
    words->length = length;
    if (words->text) words->text[length] = 0;
}

static void compare_words(Test *test, const char *what, const Words *a, const Words *b) {
    test->compared++;
    test->bytes += a->length;
    if (a->length != b->length || (a->length && memcmp(a->text, b->text, a->length) != 0))
        fault(test, what, a->text ? a->text : "", b->text ? b->text : "");
}

/* After every input: what the observer has heard, what the operator reads, and when the server wakes next. */
static void compare(Test *test) {
    Side *side = test->pair.side;
    HubLine line = observer_line(test);
    char one[32], two[32];
    compare_words(test, "the observer is told something else", &side[0].said[line], &side[1].said[line]);
    compare_words(test, "the operator is told something else", &side[0].log, &side[1].log);
    snprintf(one, sizeof one, "%lld ms", (long long)side[0].wait_ms);
    snprintf(two, sizeof two, "%lld ms", (long long)side[1].wait_ms);
    if (side[0].wait_ms != side[1].wait_ms) fault(test, "the server wakes at another time", one, two);
    if (side[0].said[line].length && !test->pair.guest[observer_guest(test)].program)
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
    for (unsigned i = 0; i < OBSERVERS; i++) table_view(&desk->table, i, &desk->shown[i]);
}

/* The other world is the real one again. */
static void rejoin(Test *test) {
    put_world(test, &real(test)->game, &real(test)->witness);
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
    if (!sample(test, &game, &witness)) return fault(test, "the view has no sample", "", ""), false;
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

/* Finds a world in which the action shows the same; where there is none, the worlds meet again. */
static void make_possible(Test *test, Seat seat, Action action) {
    Game game;
    static Witness witness;
    const Action both[2] = {action, action};
    if (looks_the_same(test, &other(test)->game, &other(test)->witness, seat, both)) return;
    for (unsigned i = 0; i < SAMPLES; i++) {
        if (!sample(test, &game, &witness) || !looks_the_same(test, &game, &witness, seat, both)) continue;
        put_world(test, &game, &witness);
        test->redealt[game.board.phase]++;
        return;
    }
    rejoin(test);
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
    if (table->game.board.phase == PHASE_DEAL || held_actions(table) > 1) return rejoin(test);
    for (Seat seat = 0; seat < table->players; seat++)
        if (table->held[seat]) make_possible(test, seat, table->held[seat]);
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
            compare_words(test, "the program is answered something else", &test->pair.side[0].said[line],
                          &test->pair.side[1].said[line]);
    } else pair_say_each(&test->pair, seat, messages);
    compare(test);
}

static Seat any_asked(Test *test, const Table *table) {
    SeatMask awaited = board_awaited(test->rules, &table->game.board);
    SeatMask waiting = board_waiting(test->rules, &table->game.board);
    if (waiting & (SeatMask)~awaited && below(test, 4) == 0) awaited = waiting & (SeatMask)~awaited;
    for (unsigned skip = below(test, (unsigned)__builtin_popcount(awaited)); skip; skip--)
        awaited &= (SeatMask)(awaited - 1);
    return mask_first(awaited);
}

static void act_legally(Test *test) {
    Action list[ACTIONS_MAX];
    const Table *table = real(test);
    ActionSet set;
    Seat seat = any_asked(test, table);
    board_actions(test->rules, &table->game.board, &table->game.own[seat], seat, &set);
    if (set.cards && below(test, 8)) set.plain = 0;
    unsigned count = action_set_list(test->rules, &set, list);
    if (!count) return;
    Action action = list[below(test, count)];
    bool frees =
        action_kind(action) == ACT_CALL || action_kind(action) == ACT_CATCH; /* what was held follows at once */
    if (table->game.board.phase == PHASE_DEAL || (frees && held_actions(table))) rejoin(test);
    else make_possible(test, seat, action);
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

/* The words about an action are the same that were said when it happened, but for what was said with it. */
static void compare_replayed(Test *test, const char *line, size_t length) {
    char begins[64];
    const char *q = strstr(line, "\"q\":");
    if (!q) return;
    snprintf(begins, sizeof begins, "\"t\":\"act\",\"q\":%llu,", strtoull(q + 4, NULL, 10));
    const char *then = test->live.text ? strstr(test->live.text, begins) : NULL;
    if (!then) return; /* the observer was not there */
    if (strncmp(then, line + 1, length - 2) != 0) fault(test, "told again, an action is another", then, line);
    test->resumed++;
}

static void come_back(Test *test) {
    unsigned guest = observer_guest(test);
    const Table *table = real(test);
    uint64_t since = 0;
    pair_break(&test->pair, guest);
    pair_connect(&test->pair, guest);
    if (test->pair.guest[guest].program) return compare(test);
    if (table->game_id && table->seq > table->started_seq && below(test, 3))
        since = table->started_seq + below(test, (unsigned)(table->seq - table->started_seq));
    join(test, guest, since);
    const char *said = test->pair.side[0].said[observer_line(test)].text;
    for (const char *line = said, *end; since && line && (end = strchr(line, '\n')); line = end + 1)
        if (strncmp(line, "{\"t\":\"act\"", 10) == 0) compare_replayed(test, line, (size_t)(end - line));
    /* What is told again is played again from the seed, which knows nothing of the other world. */
    if (since) pair_hush(&test->pair, observer_line(test));
    size_t live = test->live.length;
    compare(test);
    words_cut(&test->live, live);
}

/* ---- a session ---- */

static void ready(Test *test, unsigned guest) {
    char text[64];
    if (test->pair.guest[guest].program) {
        snprintf(text, sizeof text, "{\"table\":\"%s\"}", test->pair.code);
        pair_ask(&test->pair, guest, "POST", "/api/bot/ready", text);
    } else pair_say(&test->pair, guest, "{\"t\":\"ready\"}");
}

static void start_game(Test *test) {
    rejoin(test);
    for (unsigned guest = 0; guest < test->players; guest++) ready(test, guest);
    pair_say(&test->pair, 0, "{\"t\":\"start\"}");
    words_cut(&test->live, 0);
    compare(test);
}

static void open_table(Test *test, bool programs) {
    char body[400];
    Pair *pair = &test->pair;
    for (unsigned guest = 0; guest <= test->players; guest++)
        pair_invite(pair, guest, programs && guest % 2 == 1 && guest < test->players);
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
    rejoin(test);
    test->observer = below(test, test->players + 1);
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
    else if (what < 20) {
        make_time_possible(test);
        int64_t most = test->pair.side[0].wait_ms;
        pair_wait(&test->pair,
                  below(test, 2) && most < 3000 ? most : (int64_t)below(test, most < 400 ? (unsigned)most + 1 : 400));
        compare(test);
    } else act_legally(test);
}

static void run_session(Test *test, unsigned players, unsigned actions, bool programs, uint64_t seed) {
    test->players = players;
    test->chance = seed;
    test->observer = SPECTATOR;
    Seed sampler = {{(uint8_t)seed, (uint8_t)players}};
    rng_init(&test->sampler, &sampler);
    pair_open(&test->pair, seed);
    open_table(test, programs);
    /* Lines are never used twice: a session is over when there are no more. */
    for (unsigned i = 0; i < 4 * actions && test->pair.lines + 40 < PAIR_LINES && !test->faults; i++) step(test);
    pair_close(&test->pair);
    free(test->live.text);
    test->live = (Words){0};
}

static bool run_ruleset(const char *name, const char *options, unsigned actions, uint64_t seed,
                        uint64_t phases[PHASES]) {
    Test *test = calloc(1, sizeof *test);
    Ruleset ruleset;
    RulesetError error;
    if (!test || !ruleset_load(name, &ruleset, &error)) abort();
    test->ruleset = name;
    test->options = options;
    for (unsigned players = 2; players <= 5; players++)
        for (unsigned programs = 0; programs < 2 && rules_allow_players(&ruleset.rules, players, NULL); programs++)
            run_session(test, players, actions, programs, seed * 100 + players);
    uint64_t redealt = 0;
    for (unsigned phase = 0; phase < PHASES; phase++) {
        redealt += test->redealt[phase];
        phases[phase] += test->redealt[phase];
    }
    bool good = !test->faults && redealt > actions / 20;
    printf("%s leak %s %s: %llu worlds dealt anew, %llu comparisons of %llu bytes, %llu refusals, %llu told again, "
           "%llu other choices, worlds met %llu times\n",
           good ? "ok" : "not ok", name, options, (unsigned long long)redealt, (unsigned long long)test->compared,
           (unsigned long long)test->bytes, (unsigned long long)test->refused, (unsigned long long)test->resumed,
           (unsigned long long)test->otherwise, (unsigned long long)test->apart);
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
    bool good = true;
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        good = run_ruleset(builtin_rulesets[i].name, "{}", actions, seed, phases) && good;
    for (unsigned i = 0; i < sizeof houses / sizeof *houses; i++)
        good = run_ruleset(houses[i].ruleset, houses[i].options, actions, seed, phases) && good;
    printf("#");
    for (unsigned phase = 1; phase < PHASES; phase++)
        printf(" %s %llu", phase_name((Phase)phase), (unsigned long long)phases[phase]);
    printf(" worlds\n");
    return good ? 0 : 1;
}
