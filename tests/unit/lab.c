/* lab.c -- counts of parts are the counts of the whole; intervals hold what they promise; what is known comes out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lab/lab_goal.h"
#include "lab/lab_run.h"
#include "lab/match.h"
#include "random.h"

static Ruleset load(const char *name, const char *change) {
    Ruleset ruleset;
    RulesetError error;
    assert_true(ruleset_load(name, &ruleset, &error));
    if (ruleset.rules.option.target) assert_true(ruleset_change(&ruleset, "target=0", &error));
    if (change) assert_true(ruleset_change(&ruleset, change, &error));
    return ruleset;
}

static void begin(LabBook *book, const char *bot, uint64_t games) {
    assert_true(lab_book_init(book));
    book->plan.bots = 1;
    book->plan.bot[0].kind = bot_find(bot);
    book->games = games;
}

static void add(LabBook *book, const char *ruleset, const char *change, unsigned players) {
    Ruleset loaded = load(ruleset, change);
    assert_non_null(lab_book_add(book, &loaded.rules, players, ruleset, change ? change : ruleset));
}

static void play(LabBook *book, unsigned threads, uint64_t from, uint64_t to) {
    LabRun run = {&book->plan, threads, from, to, book->shard, book->shards, NULL, NULL};
    uint64_t reached;
    if (!book->count) assert_true(lab_book_open(book));
    assert_true(lab_run(&run, book->count, &reached));
    assert_int_equal(reached, to);
    book->reached = to;
}

static void mixture(LabBook *book, uint64_t games) {
    begin(book, "greedy", games);
    add(book, "ultimate", NULL, 3);
    add(book, "ultimate", "stack_draws=off", 3);
    add(book, "split-duel", NULL, 2);
    book->plan.skill = 16;
    book->plan.searches = 4;
}

/* ---- the same bytes, however it is done ---- */

static void test_parts_add_up(void **state) {
    (void)state;
    LabBook whole, threads, parts;
    mixture(&whole, 70);
    mixture(&threads, 70);
    mixture(&parts, 70);
    play(&whole, 1, 0, 70);
    play(&threads, 3, 0, 70);
    play(&parts, 2, 0, 37);
    play(&parts, 1, 37, 70);
    size_t size = whole.plan.cells * sizeof *whole.count;
    assert_memory_equal(whole.count, threads.count, size);
    assert_memory_equal(whole.count, parts.count, size);
    lab_book_free(&whole);
    lab_book_free(&threads);
    lab_book_free(&parts);
}

static void gather(void *sink, const char *text) {
    char **out = sink;
    size_t used = *out ? strlen(*out) : 0, length = strlen(text);
    *out = realloc(*out, used + length + 1);
    assert_non_null(*out);
    memcpy(*out + used, text, length + 1);
}

static char *written(const LabBook *book) {
    static char *text;
    Printer printer = {gather, &text};
    text = NULL;
    lab_book_write(book, &printer);
    return text;
}

static void test_shards_merge(void **state) {
    (void)state;
    enum { SHARDS = 3 };
    LabBook whole, part[SHARDS], read[SHARDS], merged;
    LabBookError error;
    mixture(&whole, 100);
    play(&whole, 1, 0, 100);
    for (unsigned i = 0; i < SHARDS; i++) {
        mixture(&part[i], 100);
        part[i].shard = i;
        part[i].shards = SHARDS;
        play(&part[i], 1, 0, 100);
        char *text = written(&part[i]);
        assert_true(lab_book_read(text, strlen(text), &read[i], &error));
        free(text);
        lab_book_free(&part[i]);
    }
    assert_false(lab_book_merge(read, SHARDS - 1, &merged, &error));
    assert_non_null(strstr(error.text, "shard 3 of 3 is missing"));
    assert_true(lab_book_merge(read, SHARDS, &merged, &error));
    char *one = written(&whole), *other = written(&merged);
    assert_string_equal(one, other);
    free(one);
    free(other);
    LabBook twice[2] = {read[1], read[1]};
    assert_false(lab_book_merge(twice, 2, &part[0], &error));
    assert_non_null(strstr(error.text, "both shard 2 of 3"));
    for (unsigned i = 0; i < SHARDS; i++) lab_book_free(&read[i]);
    lab_book_free(&whole);
    lab_book_free(&merged);
}

static void test_damaged_books(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"\"uno_lab\":\t2", "\"uno_lab\":\t3"}, {"\"players\":\t3", "\"players\":\t30"},
        {"\"base\":\t0", "\"base\":\t9"},       {"greedy", "groddy"},
        {"\"0=", "\"999999999=1 0="},           {"stack_draws", "stick_draws"}};
    LabBook book, read;
    LabBookError error;
    mixture(&book, 40);
    play(&book, 1, 0, 40);
    char *text = written(&book);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char *at = strstr(text, bad[i][0]), *changed = NULL;
        Printer printer = {gather, &changed};
        assert_non_null(at);
        char kept = *at;
        *at = 0;
        printer.put(printer.sink, text);
        *at = kept;
        printer.put(printer.sink, bad[i][1]);
        printer.put(printer.sink, at + strlen(bad[i][0]));
        assert_false(lab_book_read(changed, strlen(changed), &read, &error));
        assert_true(strlen(error.text) > 10);
        free(changed);
    }
    for (size_t length = 0; length < strlen(text); length += 997)
        assert_false(lab_book_read(text, length, &read, &error));
    free(text);
    lab_book_free(&book);
}

/* ---- intervals ---- */

/* A coin that shows heads `heads` times in 1000. */
static void flip(LabCount *count, uint64_t *random, unsigned games, unsigned heads) {
    for (unsigned i = 0; i < games; i++) {
        uint64_t won = random_next(random) % 1000 < heads ? LAB_WIN : 0;
        count->games++;
        count->metric[METRIC_first_wins].sum += won;
        count->metric[METRIC_first_wins].square += won * won;
        count->place[0].won += won;
        count->place[0].square += won * won;
        count->place[1].won += LAB_WIN - won;
        count->place[1].square += (LAB_WIN - won) * (LAB_WIN - won);
    }
}

static void test_coin(void **state) {
    (void)state;
    LabCount *count = calloc(1, sizeof *count);
    uint64_t random = 7;
    unsigned held = 0, all_held = 0;
    enum { RUNS = 1000 };
    for (unsigned run = 0; run < RUNS; run++) {
        memset(count, 0, sizeof *count);
        flip(count, &random, 200, 500);
        LabFigure share = lab_mean(count, METRIC_first_wins, lab_z(1));
        held += share.low <= 50 && share.high >= 50;
        LabFigure edge = lab_edge(count, 2, 0, lab_z(2));
        all_held += edge.low <= 0 && edge.high >= 0;
    }
    assert_in_range(held, 930, 970);     /* 95 of 100 */
    assert_in_range(all_held, 955, 995); /* each of two figures at 97.5 */
    memset(count, 0, sizeof *count);
    flip(count, &random, 40000, 520);
    LabFigure planted = lab_edge(count, 2, 0, lab_z(2));
    assert_true(planted.low > 0 && planted.low < 2 && planted.high > 2);
    free(count);
}

/* Rules by which a die decides who wins, as soon as the first turn begins: on 1 to `most` the player whose turn it is. */
static void add_die(LabBook *book, unsigned most) {
    char text[160];
    Ruleset ruleset;
    RulesetError error;
    snprintf(
        text, sizeof text,
        "[ruleset]\nextends = official\n[rules]\ntarget = 0\nopening_number = on\n[rule Coin]\nwhen turn = roll: 1-%u win or %u-6 win by next\n",
        most, most + 1);
    if (!ruleset_parse("coin", text, strlen(text), NULL, &ruleset, &error)) fail_msg("%s", error.text);
    assert_non_null(lab_book_add(book, &ruleset.rules, 2, "coin", "coin"));
}

static void test_coin_rules(void **state) {
    (void)state;
    enum { RUNS = 200, GAMES = 100 };
    LabBook book;
    unsigned held = 0;
    begin(&book, "greedy", 1);
    add_die(&book, 3);
    for (unsigned run = 0; run < RUNS; run++) {
        assert_true(lab_book_open(&book));
        play(&book, 1, run * GAMES, (run + 1) * GAMES);
        LabFigure share = lab_mean(book.count, METRIC_mover_wins, lab_z(1));
        held += share.low <= 50 && share.high >= 50;
    }
    assert_in_range(held, 180, 198); /* 95 of 100 */
    lab_book_free(&book);
    begin(&book, "greedy", 1);
    add_die(&book, 3);
    add_die(&book, 4);
    play(&book, 2, 0, 20000);
    LabFigure coin = lab_mean(&book.count[0], METRIC_mover_wins, lab_z(2));
    LabFigure die = lab_mean(&book.count[1], METRIC_mover_wins, lab_z(2));
    LabFigure more = lab_difference(&book.count[0], &book.count[1], METRIC_mover_wins, lab_z(2));
    assert_true(coin.low < 50 && coin.high > 50 && coin.high - coin.low < 2);
    assert_true(die.low > 65 && die.low < 66.67 && die.high > 66.66 && die.high < 68); /* a planted advantage */
    assert_true(more.low > 15 && more.low < 16.67 && more.high > 16.66);
    lab_book_free(&book);
}

/* Real games: the truth is what very many of them say. */
static void test_coverage(void **state) {
    (void)state;
    enum { RUNS = 1000, GAMES = 60 };
    LabBook book;
    begin(&book, "random", 1);
    add(&book, "official", NULL, 2);
    add(&book, "official", "cards_dealt=6", 2);
    play(&book, 2, 1000000, 1150000);
    double turns = lab_mean(&book.count[0], METRIC_turns, 1).value,
           first = lab_mean(&book.count[0], METRIC_first_wins, 1).value;
    double ratio = lab_relative(&book.count[0], &book.count[1], METRIC_turns, 1).value;
    unsigned held[3] = {0};
    for (unsigned run = 0; run < RUNS; run++) {
        assert_true(lab_book_open(&book));
        play(&book, 1, 8192 + run * GAMES, 8192 + (run + 1) * GAMES);
        LabFigure length = lab_mean(&book.count[0], METRIC_turns, lab_z(1));
        LabFigure share = lab_mean(&book.count[0], METRIC_first_wins, lab_z(1));
        LabFigure more = lab_relative(&book.count[0], &book.count[1], METRIC_turns, lab_z(1));
        held[0] += length.low <= turns && length.high >= turns;
        held[1] += share.low <= first && share.high >= first;
        held[2] += more.low <= ratio && more.high >= ratio;
    }
    for (unsigned i = 0; i < 3; i++) assert_in_range(held[i], 915, 975);
    lab_book_free(&book);
}

/* ---- a game of the lab is a game ---- */

/* The game of a number as a match, with the cards and the dice that the lab gives it. */
static MatchResult match_of(const Rules *rules, unsigned players, const BotKind *kind, uint64_t number) {
    Match match = {.rules = rules, .players = players};
    MatchResult result;
    Player player[SEATS_MAX];
    Dice dice = {number};
    for (unsigned i = 0; i < sizeof number; i++) match.seed.bytes[i] = (uint8_t)(number >> 8 * i);
    for (unsigned seat = 0; seat < players; seat++) {
        assert_true(player_open(&(PlayerPlan){.kind = kind}, &player[seat]));
        match.player[seat] = &player[seat];
        match.chance[seat] = dice_next(&dice);
    }
    match_play(&match, &result);
    for (unsigned seat = 0; seat < players; seat++) player_close(&player[seat]);
    return result;
}

/* Rolls by what lies before it alone, however often it was asked before: the lab does not ask where there is nothing to
 * choose. */
static bool act_by_table(const BotKind *kind, Bot *bot, const View *view, const ActionSet *set, bool awaited,
                         Action *out) {
    const unsigned char *const parts[2] = {(const unsigned char *)&view->board, (const unsigned char *)&view->own};
    const size_t sizes[2] = {sizeof view->board, sizeof view->own};
    bot->dice.state = view->seat;
    for (unsigned part = 0; part < 2; part++)
        for (size_t i = 0; i < sizes[part]; i++) bot->dice.state = (bot->dice.state ^ parts[part][i]) * 0x100000001b3;
    return kind->act(bot, view, set, awaited, out);
}

static bool act_greedy(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    return act_by_table(&bot_greedy, bot, view, set, awaited, out);
}

/* Forgets calls and misses catches, so that others have something to break in for. */
static bool act_easy(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    return act_by_table(&bot_easy, bot, view, set, awaited, out);
}

static void same_as_match(const char *name, const char *options, unsigned players, const BotKind *kind,
                          uint64_t number) {
    Ruleset ruleset = load(name, options);
    LabBook book;
    begin(&book, "random", 1);
    add(&book, name, options, players);
    book.plan.bot[0].kind = kind;
    play(&book, 1, number, number + 1);
    MatchResult match = match_of(&ruleset.rules, players, kind, number);
    assert_int_equal(book.count->watched, number < LAB_WATCH_FIRST);
    assert_int_equal(book.count->metric[METRIC_actions].sum, match.actions);
    assert_int_equal(book.count->metric[METRIC_turns].sum, match.turns);
    assert_int_equal(book.count->metric[METRIC_undecided].sum, !match.winners);
    lab_book_free(&book);
}

/* Whether it is watched, judged or played as fast as possible: it is the same game, in every ruleset. */
static void test_same_as_match(void **state) {
    (void)state;
    enum { NUMBERS = 16 };
    static const BotKind greedy = {.name = "greedy", .families = FOR_ALL, .act = act_greedy};
    static const BotKind easy = {.name = "easy", .families = FOR_ALL, .act = act_easy};
    for (unsigned r = 0; r < builtin_ruleset_count; r++) {
        Ruleset ruleset = load(builtin_rulesets[r].name, NULL);
        unsigned least = (unsigned)ruleset.rules.option.min_players, most = (unsigned)ruleset.rules.option.max_players;
        for (unsigned i = 0; i < NUMBERS; i++) {
            unsigned players = i % 2 ? least : most;
            if (!rules_allow_players(&ruleset.rules, players, NULL)) continue;
            same_as_match(builtin_rulesets[r].name, NULL, players, i % 4 < 2 ? &greedy : &easy,
                          (i % 4 ? LAB_WATCH_FIRST : 0) + i);
        }
    }
    for (unsigned i = 0; i < NUMBERS; i++) same_as_match("official", "jump_in=on", 3, &easy, i);
}

/* A game follows from the plan's seed and its number together, so that one and the same game can have a number that is
 * watched and one that is not. */
static void play_once(const Rules *rules, unsigned players, const BotKind *kind, uint64_t number, LabCount *out) {
    enum { GAME = 12345 };
    LabBook book;
    begin(&book, kind->name, 1);
    assert_non_null(lab_book_add(&book, rules, players, "x", "x"));
    for (unsigned i = 0; i < 8; i++) book.plan.seed.bytes[i] = (uint8_t)((number ^ (GAME + number % 16)) >> 8 * i);
    play(&book, 1, number, number + 1);
    *out = *book.count;
    lab_book_free(&book);
}

static void test_watching_changes_nothing(void **state) {
    (void)state;
    const BotKind *const kinds[] = {&bot_random, &bot_greedy};
    LabCount seen, unseen;
    for (unsigned r = 0; r < builtin_ruleset_count; r++)
        for (unsigned i = 0; i < 16; i++) {
            Ruleset ruleset = load(builtin_rulesets[r].name, NULL);
            const Rules *rules = &ruleset.rules;
            unsigned players = (unsigned)(i % 4 < 2 ? rules->option.min_players : rules->option.max_players);
            if (!rules_allow_players(rules, players, NULL)) continue;
            play_once(rules, players, kinds[i % 2], 64 + i, &seen);                     /* neither is judged */
            play_once(rules, players, kinds[i % 2], LAB_WATCH_FIRST + 16 + i, &unseen); /* nor a multiple of 64 */
            assert_true(seen.watched && !unseen.watched);
            for (unsigned m = 0; m < METRICS_ALL; m++) assert_int_equal(seen.metric[m].sum, unseen.metric[m].sum);
        }
}

static bool act_lazy(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    (void)bot, (void)view, (void)set, (void)awaited;
    return *out = 0, false;
}

static void test_lazy_bot_ends_its_game(void **state) {
    (void)state;
    static const BotKind lazy = {.name = "lazy", .families = FOR_ALL, .act = act_lazy};
    LabBook book;
    begin(&book, "random", 1);
    add(&book, "official", NULL, 2);
    book.plan.bot[0].kind = &lazy;
    play(&book, 1, 30, 31);
    assert_int_equal(book.count->metric[METRIC_undecided].sum, 1);
    assert_int_equal(book.count->metric[METRIC_capped].sum, 1);
    lab_book_free(&book);
}

/* ---- what is known ---- */

static void test_known_truths(void **state) {
    (void)state;
    LabBook book;
    begin(&book, "random", 1);
    add(&book, "official", NULL, 2);
    add(&book, "official", NULL, 2);
    add(&book, "official", "cards_dealt=3", 2);
    book.plan.skill = 16;
    play(&book, 2, 0, 30000);
    const LabCount *count = book.count;
    LabFigure mover = lab_mean(&count[0], METRIC_mover_wins, 4), turns = lab_mean(&count[0], METRIC_turns, 4);
    assert_true(mover.low < 52 && mover.high > 51);
    assert_true(turns.value > 44 && turns.value < 52);
    LabFigure same = lab_difference(&count[0], &count[1], METRIC_turns, 2);
    assert_true(same.value == 0 && same.low == 0 && same.high == 0); /* like against like, the same games */
    assert_true(lab_relative(&count[0], &count[2], METRIC_turns, 4).high < -0.2);
    LabSkillFigure skill;
    assert_true(lab_skill(&count[0], 2, SKILL_GREEDY, 4, &skill));
    assert_true(skill.wins.low > 50 && skill.skill > 0);
    LabSwing hit;
    assert_true(lab_swing(&count[0], FIRE_CARDS + VALUE_DRAW2, ROLE_HIT, 4, &hit));
    assert_true(hit.change.high < -2 && lab_times(&count[0], FIRE_CARDS + VALUE_DRAW2, 4).low > 1);
    uint64_t lengths = 0, won = 0;
    for (unsigned i = 0; i < LAB_BINS; i++) lengths += count[0].length[i];
    assert_int_equal(lengths, count[0].games);
    for (unsigned i = 0; i < 2; i++) won += count[0].place[i].won;
    assert_int_equal(won + LAB_WIN * count[0].metric[METRIC_undecided].sum, LAB_WIN * count[0].games);
    assert_int_equal(count[0].place[0].won, count[0].metric[METRIC_first_wins].sum); /* by the order, not by the seat */
    assert_int_not_equal(count[0].place[0].won, count[0].place[1].won);
    lab_book_free(&book);
}

/* Published of `random` between two: about 46 decisions, and 52 % for who moves first. That is of a table where a card
 * has to be laid if one fits, also the drawn one, where a Wild +4 needs a hand without the colour, and nobody calls or
 * challenges. */
static void test_published_figures(void **state) {
    (void)state;
    static const char *const plain[] = {"must_play=on", "force_play=on", "challenge=off",
                                        "uno_call=off", "bluffing=off",  "wild4_legal=no_colour"};
    Ruleset ruleset = load("official", NULL);
    RulesetError error;
    LabBook book;
    for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++) assert_true(ruleset_change(&ruleset, plain[i], &error));
    begin(&book, "random", 1);
    assert_non_null(lab_book_add(&book, &ruleset.rules, 2, "plain", "plain"));
    play(&book, 2, 0, 40000);
    LabFigure mover = lab_mean(book.count, METRIC_mover_wins, 1), turns = lab_mean(book.count, METRIC_turns, 1);
    assert_true(turns.low > 45 && turns.high < 48);
    assert_true(mover.low > 50 && mover.high > 51.5 && mover.low < 52.5);
    lab_book_free(&book);
}

/* What fires has intervals, and differences of the same games: none where nothing differs. */
static void test_fires(void **state) {
    (void)state;
    const unsigned stack = FIRE_DEEDS + DEED_STACK, draw2 = FIRE_CARDS + VALUE_DRAW2;
    LabBook book;
    begin(&book, "random", 1);
    add(&book, "official", NULL, 3);
    add(&book, "official", NULL, 3);
    add(&book, "official", "stack_draws=any", 3);
    play(&book, 2, 0, 2000);
    const LabCount *count = book.count;
    LabFigure same = lab_times_difference(&count[0], &count[1], draw2, 4), none = lab_times(&count[0], stack, 4);
    assert_true(same.value == 0 && same.low == 0 && same.high == 0);
    assert_true(none.value == 0 && lab_times(&count[0], draw2, 4).low > 0.5);
    LabFigure more = lab_times_difference(&count[0], &count[2], stack, 4), times = lab_times(&count[2], stack, 4);
    assert_true(more.low > 0 && more.value == times.value && more.high - more.low == times.high - times.low);
    lab_book_free(&book);
}

/* Paired games tell more than games of their own would. */
static void test_pairing_helps(void **state) {
    (void)state;
    LabBook book;
    begin(&book, "greedy", 1);
    add(&book, "official", NULL, 2);
    add(&book, "official", "turn_limit=60", 2);
    play(&book, 2, 0, 4000);
    LabFigure more = lab_difference(&book.count[0], &book.count[1], METRIC_turns, 1);
    LabFigure alone = lab_mean(&book.count[0], METRIC_turns, 1);
    assert_true(more.high - more.low < alone.high - alone.low);
    assert_true(more.high < 0);
    lab_book_free(&book);
}

/* A report has whatever form, and nothing in it can be taken for HTML. */
static void test_report(void **state) {
    (void)state;
    LabBook book;
    begin(&book, "random", 400);
    add(&book, "official", NULL, 2);
    add(&book, "official", "stack_draws=any", 2);
    snprintf(book.title, sizeof book.title, "a <b> & \"c\"");
    play(&book, 1, 0, 400);
    LabFindings findings = lab_book_findings(&book);
    char *html = NULL, *plain = NULL;
    Printer to_html = {gather, &html}, to_plain = {gather, &plain};
    lab_report(&findings, REPORT_HTML, 0, &to_html);
    lab_report(&findings, REPORT_TERMINAL, 80, &to_plain);
    assert_non_null(strstr(html, "<h1>a &lt;b&gt; &amp; &quot;c&quot;</h1>"));
    assert_non_null(strstr(html, "<svg"));
    assert_null(strstr(html, "<b>"));
    assert_null(strstr(html, "nan"));
    assert_null(strstr(html, "http"));
    assert_non_null(strstr(plain, "stack_draws=any"));
    assert_null(strstr(plain, "<svg"));
    free(html);
    free(plain);
    lab_book_free(&book);
}

/* ---- goals ---- */

static void note_dropped(void *self, const LabCell *cell, LabFigure figure) {
    assert_true(figure.sure);
    strcat(self, cell->setting + strlen("cards_dealt="));
}

/* What misses a goal is not played on, and is there again in the end, in its place and with what it had. */
static void test_goal(void **state) {
    (void)state;
    static const char *const deal[] = {"cards_dealt=7", "cards_dealt=2", "cards_dealt=6", "cards_dealt=3"};
    LabGoal goal;
    LabBookError error;
    LabBook book;
    LabFigure figure;
    bool met;
    char dropped[16] = "";
    assert_true(lab_goal_parse("turns<36%", &goal, &error));
    assert_true(goal.below && goal.value == 36 && strcmp(goal.name, "turns") == 0);
    assert_false(lab_goal_parse("turns=36", &goal, &error));
    assert_false(lab_goal_parse("turn<36", &goal, &error));
    assert_string_equal(error.text, "there is no quantity 'turn': did you mean turns?");
    assert_true(lab_goal_parse("turns<36", &goal, &error));
    begin(&book, "random", 1);
    for (unsigned i = 0; i < 4; i++) add(&book, "official", deal[i], 2), book.plan.cell[i].axis[0] = i;
    lab_goal_begin(&book);
    play(&book, 2, 0, 6000);
    uint64_t turns[4];
    for (unsigned i = 0; i < 4; i++) turns[i] = book.count[i].metric[METRIC_turns].sum;
    assert_int_equal(lab_goal_best(&book, &goal, &figure, &met), 1);
    assert_true(met && figure.high < 36);
    lab_goal_drop(&book, &goal, note_dropped, dropped);
    assert_string_equal(dropped, "76");
    assert_int_equal(book.plan.cells, 2);
    assert_string_equal(book.plan.cell[0].setting, "cards_dealt=2");
    assert_int_equal(book.plan.cell[1].rules->option.cards_dealt, 3);
    play(&book, 2, 6000, 6100);
    lab_goal_end(&book, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_string_equal(book.plan.cell[i].setting, deal[i]);
        assert_ptr_equal(book.plan.cell[i].rules, &book.rules[i]);
        assert_int_equal(book.rules[i].option.cards_dealt, deal[i][strlen("cards_dealt=")] - '0');
        assert_int_equal(book.count[i].games, i % 2 ? 6100 : 6000);
        assert_true(i % 2 ? book.count[i].metric[METRIC_turns].sum > turns[i]
                          : book.count[i].metric[METRIC_turns].sum == turns[i]);
    }
    /* With more rounds to come the same figure is less sure. */
    LabFigure later;
    goal.rounds = 9;
    assert_true(lab_goal_figure(&book, &goal, 0, &later));
    goal.rounds = 1;
    assert_true(lab_goal_figure(&book, &goal, 0, &figure));
    assert_true(later.value == figure.value && later.low < figure.low && later.high > figure.high);
    lab_book_free(&book);
}

/* A goal that is met by nothing is hardly ever found met, however often one looks. */
static void test_goal_many_rounds(void **state) {
    (void)state;
    enum { RUNS = 400, ROUNDS = 6 };
    const LabGoal goal = {.name = "first_wins", .value = 50, .rounds = ROUNDS}; /* first_wins>50: the truth is 50 */
    LabBook book;
    uint64_t random = 11;
    unsigned wrong = 0;
    begin(&book, "random", 1);
    add(&book, "official", NULL, 2);
    for (unsigned run = 0; run < RUNS; run++) {
        bool met = false;
        LabFigure figure;
        assert_true(lab_book_open(&book));
        for (unsigned round = 0; round < ROUNDS; round++) {
            flip(book.count, &random, round ? 100u << (round - 1) : 100, 500);
            if (lab_goal_best(&book, &goal, &figure, &met), met) break;
        }
        wrong += met;
    }
    assert_in_range(wrong, 0, RUNS / 20); /* one round's interval would be wrong in 25 and more */
    lab_book_free(&book);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_add_up),
        cmocka_unit_test(test_shards_merge),
        cmocka_unit_test(test_damaged_books),
        cmocka_unit_test(test_coin),
        cmocka_unit_test(test_coin_rules),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_known_truths),
        cmocka_unit_test(test_published_figures),
        cmocka_unit_test(test_fires),
        cmocka_unit_test(test_same_as_match),
        cmocka_unit_test(test_watching_changes_nothing),
        cmocka_unit_test(test_lazy_bot_ends_its_game),
        cmocka_unit_test(test_pairing_helps),
        cmocka_unit_test(test_goal),
        cmocka_unit_test(test_goal_many_rounds),
        cmocka_unit_test(test_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
