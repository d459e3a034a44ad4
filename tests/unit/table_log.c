/* table_log.c -- the log of a table: sessions by chance, written down and read back entry by
 * entry, make the same table; and a log that is not what was written is refused, or
 * makes another table that holds together, but never breaks anything. */
#include "table_talk.h"

enum { PEOPLE = 6, ENTRIES_MAX = 2000 };

static Talk talk;
static uint64_t chance;

static unsigned below(unsigned n) { return random_below(&chance, n); }

/* ---- a session by chance ---- */

static Wish any_action(char person) {
    Action list[ACTIONS_MAX];
    Wish wish = {.kind = WISH_ACT, .seen = talk.table.seq - (below(8) == 0 ? below(5) : 0)};
    Seat seat = table_seat_of(&talk.table, talk_user(person));
    if (below(16) == 0) wish.words = "said, with a comma, and \xC3\xBC";
    wish.action = (Action)random_next(&chance);
    if (seat >= talk.table.players || !talk.table.game_id || below(20) == 0) return wish;
    ActionSet set;
    board_actions(talk_rules(&talk), talk_board(&talk), &talk.table.game.own[seat], seat, &set);
    if (set.cards && below(8)) set.plain = 0;
    unsigned count = action_set_list(talk_rules(&talk), &set, list);
    if (count) wish.action = list[below(count)];
    return wish;
}

static void act_somehow(void) {
    SeatMask awaited = talk.table.stage == TABLE_PLAYING ? board_awaited(talk_rules(&talk), talk_board(&talk)) : 0;
    char person = (char)('A' + below(PEOPLE));
    for (char other = 'A'; awaited && below(8) && other < 'A' + PEOPLE; other++) {
        Seat seat = table_seat_of(&talk.table, talk_user(other));
        if (seat < SEATS_MAX && awaited >> seat & 1) person = other;
    }
    talk_wish(&talk, person, any_action(person));
}

static void set_somehow(char person) {
    static TableSettings settings;
    const BuiltinRuleset *builtin = &builtin_rulesets[below(builtin_ruleset_count)];
    talk_settings(builtin->name, NULL, 2 + below(4), &settings);
    settings.window_ms = below(2) ? 2500 : 0;
    settings.starts_alone = below(4) == 0;
    if (below(2)) strcpy(settings.fill, "greedy");
    talk_wish(&talk, person, (Wish){.kind = WISH_SET, .settings = &settings});
}

static void wish_somehow(void) {
    char person = (char)('A' + below(PEOPLE));
    Wish wish = {
        .kind = (WishKind)below(WISH_CLOSE), .seat = below(3) ? (Seat)below(5) : NO_SEAT, .yes = below(4) != 0};
    if (wish.kind == WISH_ACT) return act_somehow();
    if (wish.kind == WISH_SET) return below(20) ? (void)0 : set_somehow(person);
    if (wish.kind == WISH_SEAT_BOT) wish.name = bot_kinds[below(bot_kind_count)]->worlds ? "easy" : "random";
    if (wish.kind == WISH_SIT) wish.remote = below(10) == 0;
    if (wish.kind == WISH_TELL) wish.words = "well, \"so\"";
    if (wish.kind == WISH_VOTE) wish.vote = (VoteKind)below(VOTES);
    if (wish.kind == WISH_START) wish.game_id = ++talk.games, wish.date = "2026-11-16 12:30";
    if ((wish.kind == WISH_STAND || wish.kind == WISH_CLEAR || wish.kind == WISH_PAUSE) && below(3)) return;
    if (wish.kind == WISH_READY && below(2)) {
        Seed seed = talk_seed(person);
        wish.has_seed = true;
        fair_commit(&seed, &wish.seed);
    }
    if (wish.kind == WISH_REVEAL) wish.seed = talk_seed(below(8) ? person : 'Z');
    talk_wish(&talk, person, wish);
}

/* What people do who want to play. */
static void gather_somehow(void) {
    char person = (char)('A' + below(PEOPLE));
    Seat seat = table_seat_of(&talk.table, talk_user(person));
    if (seat == NO_SEAT) talk_simple(&talk, person, WISH_SIT);
    else if (!talk.table.seat[seat].ready)
        below(2) ? talk_commit(&talk, person) : talk_simple(&talk, person, WISH_READY);
    else if (talk.table.sealed) talk_reveal(&talk, person);
    else if (talk.table.host != NO_SEAT) talk_start(&talk);
}

static void start_if_wanted(void) {
    if (!table_wants_start(&talk.table, talk.now_ms)) return;
    Wish wish = {.kind = WISH_START, .game_id = ++talk.games, .date = "2026-11-16 12:30"};
    if (talk_wish(&talk, 0, wish) != REFUSAL_ok) fail_msg("it wants to start, and cannot");
}

static void open_any(uint64_t seed) {
    static TableSettings settings;
    chance = seed;
    talk_settings(builtin_rulesets[seed % builtin_ruleset_count].name, NULL, 4, &settings);
    settings.window_ms = below(2) ? 2500 : 0;
    settings.think_s = 5;
    settings.reserve_s = (uint16_t)below(20);
    if (below(2)) strcpy(settings.fill, "greedy");
    talk_open_with(&talk, &settings);
}

static void step_somehow(void) {
    unsigned what = below(10);
    if (what < 6 && talk.table.stage == TABLE_GATHERING) gather_somehow();
    else if (what < 6) act_somehow();
    else if (what < 8) wish_somehow();
    else if (below(10)) talk.now_ms += below(400);
    else talk_wait(&talk, below(40000));
    talk_settle(&talk);
    start_if_wanted();
    talk_think(&talk);
}

static void every_session_is_its_log(void **unused) {
    (void)unused;
    enum { SESSIONS = 44, STEPS = 300 };
    unsigned acts = 0, games = 0, lapses = 0;
    for (uint64_t seed = 0; seed < SESSIONS; seed++) {
        open_any(seed);
        for (unsigned i = 0; i < STEPS; i++) step_somehow();
        acts += talk.acts;
        lapses += talk.lapses;
        games += talk.table.games;
        talk_close(&talk);
    }
    print_message("%u actions, %u lapses, %u games\n", acts, lapses, games);
    assert_true(acts > 1000 && games > SESSIONS / 2 && lapses > 10);
}

/* ---- a log that is not what was written ---- */

typedef struct {
    char *text;
    unsigned length;
    int64_t at_ms;
} Row;

static Row rows[ENTRIES_MAX];
static unsigned row_count;

static void keep_row(const char *text, unsigned length, int64_t at_ms) {
    Row *row = &rows[row_count];
    assert_true(row_count < ENTRIES_MAX);
    *row = (Row){malloc(length + 1), length, at_ms};
    assert_non_null(row->text);
    memcpy(row->text, text, length + 1);
    row_count++;
}

static void write_session(uint64_t seed, unsigned steps) {
    talk.keep = keep_row;
    open_any(seed);
    for (unsigned i = 0; i < steps && row_count < ENTRIES_MAX - 100; i++) step_somehow();
    talk_close(&talk);
    talk.keep = NULL;
}

static void forget_session(void) {
    while (row_count) free(rows[--row_count].text);
}

static bool read_row(Table *table, const char *text, unsigned length, uint64_t seq, int64_t at_ms) {
    static TableSettings settings;
    LogEntry entry;
    char why[200] = "";
    if (!log_entry_parse(&table->settings.ruleset.rules, text, length, &entry, &settings, why, sizeof why)) {
        assert_true(why[0]);
        return false;
    }
    entry.seq = seq;
    entry.at_ms = at_ms;
    return table_apply(table, &entry);
}

static void read_rows(Table *table, unsigned count) {
    table_init(table);
    for (unsigned i = 0; i < count; i++)
        if (!read_row(table, rows[i].text, rows[i].length, i + 1, rows[i].at_ms))
            fail_msg("entry %u, '%s', does not follow", i + 1, rows[i].text);
}

/* Whatever a table has become, time goes on at it. */
static void go_on(Table *table) {
    LogEntry entry;
    View view;
    int64_t now_ms = table->at_ms;
    for (unsigned i = 0; i < 40 && table_due(table) < INT64_MAX; i++) {
        if (table_due(table) > now_ms) now_ms = table_due(table);
        while (table_elapse(table, now_ms, &entry))
            if (!table_apply(table, &entry)) return;
        for (SeatMask seats = table_thinkers(table); seats; seats &= (SeatMask)(seats - 1)) {
            Wish wish = {.kind = WISH_ACT, .seat = mask_first(seats), .seen = table->seq};
            Bot bot;
            table_brain(table, wish.seat, &bot);
            table_view(table, wish.seat, &view);
            if (!bot_act(&bot, &view, &wish.action) || table_wish(table, now_ms, &wish, &entry).refusal != REFUSAL_held)
                table_let_be(table, wish.seat, wish.seen);
        }
    }
}

static void mutate(char *text, unsigned *length, unsigned room) {
    static const char alphabet[] = "ABCDEFGHIJ- \n,:>!0123456789abcdefprkno=\xC3\x80\x01";
    for (unsigned changes = 1 + below(3); changes; changes--) {
        unsigned at = *length ? below(*length < 60 || below(2) == 0 ? (*length < 60 ? *length : 60) : *length) : 0;
        char c = alphabet[below(sizeof alphabet)];
        switch (below(4)) {
        case 0:
            if (*length) memmove(text + at, text + at + 1, --*length - at);
            break;
        case 1:
            if (*length + 1 < room) memmove(text + at + 1, text + at, (*length)++ - at);
            text[at] = c;
            break;
        case 2: *length = at; break;
        default:
            if (*length) text[at] = c;
        }
    }
    text[*length] = 0;
}

static unsigned mutate_at(unsigned place, unsigned tries) {
    static Table table;
    static char text[ENTRY_TEXT_MAX];
    unsigned taken = 0;
    for (unsigned i = 0; i < tries; i++) {
        const Row *row = &rows[below(4) ? place : below(row_count)];
        unsigned length = row->length;
        memcpy(text, row->text, length + 1);
        if (below(8)) mutate(text, &length, sizeof text);
        read_rows(&table, place);
        if (read_row(&table, text, length, place + 1, rows[place].at_ms)) {
            taken++;
            go_on(&table);
        }
        table_free(&table);
    }
    return taken;
}

static void a_changed_log_breaks_nothing(void **unused) {
    (void)unused;
    enum { SESSIONS = 11, PLACES = 12, TRIES = 12 };
    unsigned taken = 0;
    for (uint64_t seed = 100; seed < 100 + SESSIONS; seed++) {
        write_session(seed, 60);
        for (unsigned i = 0; i < PLACES; i++) taken += mutate_at(below(row_count), TRIES);
        forget_session();
    }
    print_message("%u of %u changed entries were taken\n", taken, SESSIONS * PLACES * TRIES);
    assert_true(taken > 0 && taken < SESSIONS * PLACES * TRIES / 2);
}

static void entries_come_in_their_order(void **unused) {
    (void)unused;
    static Table table;
    write_session(7, 60);
    assert_true(row_count > 20);
    for (unsigned place = 0; place < row_count; place++) {
        const Row *row = &rows[place];
        read_rows(&table, place);
        assert_false(read_row(&table, row->text, row->length, place, row->at_ms));
        assert_false(read_row(&table, row->text, row->length, place + 2, row->at_ms));
        if (place && rows[place - 1].at_ms > 0)
            assert_false(read_row(&table, row->text, row->length, place + 1, rows[place - 1].at_ms - 1));
        assert_true(read_row(&table, row->text, row->length, place + 1, row->at_ms));
        table_free(&table);
    }
    forget_session();
}

static void an_action_against_the_rules_is_no_entry(void **unused) {
    (void)unused;
    unsigned refused = 0;
    for (uint64_t seed = 0; seed < 11; seed++) {
        open_any(seed);
        for (unsigned i = 0; i < 40; i++) step_somehow();
        for (unsigned i = 0; i < 400 && talk.table.stage == TABLE_PLAYING && !talk.table.paused; i++) {
            static Table table;
            LogEntry entry;
            log_entry_init(&entry, LOG_act);
            entry.seq = talk.table.seq + 1;
            entry.at_ms = talk.now_ms;
            entry.seat = (Seat)below(SEATS_MAX);
            entry.action = action_full((ActionKind)below(ACT_KINDS), below(64), below(2) ? NO_CHOICE : below(8),
                                       below(2) ? NO_SEAT : below(10), below(2));
            bool legal = entry.seat < talk.table.players &&
                         board_refusal(talk_rules(&talk), talk_board(&talk), &talk.table.game.own[entry.seat],
                                       entry.seat, entry.action) == VERDICT_ok;
            if (legal) continue;
            refused++;
            table = talk.table;
            assert_false(table_apply(&table, &entry));
        }
        talk_close(&talk);
    }
    assert_true(refused > 500);
}

/* What no table would write, line by line. */
static void nonsense_is_refused(void **unused) {
    (void)unused;
    static const char *const lines[] = {
        "",
        "fly A",
        "act",
        "act A",
        "act A self",
        "act A self ZZ9",
        "act A self R5 and more",
        "act K self draw",
        "act - self draw",
        "act A vote draw",
        "act A nobody draw",
        "sit A",
        "sit A 00",
        "sit A 0000000000000000 p Nobody",
        "sit A 00000000abcd0041 x Ada",
        "sit A 00000000abcd0041 p Ada\x01",
        "sit Z 0000000000000001 p Zoe",
        "bot A greedy",
        "ready A 00",
        "ready J 0000000000000000000000000000000000000000000000000000000000000000",
        "secret 0000000000000000000000000000000000000000000000000000000000000000",
        "host J",
        "host -",
        "stand J",
        "kick -",
        "lapse J",
        "vote A kick - yes",
        "vote A kick J yes",
        "vote A none - yes",
        "vote A end B yes",
        "vote A end - perhaps",
        "vote - end - yes",
        "start 0000000000000001 2026-11-16 12:30",
        "seal 0000000000000001 2026-11-16 12:30",
        "seal",
        "commit A",
        "commit A 00",
        "commit J 0000000000000000000000000000000000000000000000000000000000000000",
        "reveal A 0000000000000000000000000000000000000000000000000000000000000000",
        "reveal - 0000000000000000000000000000000000000000000000000000000000000000",
        "resume",
        "make\nseats=2\n",
        "set\nseats=2\nrules=official\n",
        "set",
        "end\n",
        "close now",
        "unready",
    };
    Table *table = &talk.table;
    talk_open(&talk, "official", NULL, 3);
    talk_sit(&talk, "ABC");
    assert_said(talk_start(&talk), REFUSAL_ok);
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        static Table copy;
        copy = *table;
        if (read_row(&copy, lines[i], (unsigned)strlen(lines[i]), table->seq + 1, talk.now_ms))
            fail_msg("'%s' was taken", lines[i]);
    }
    talk_close(&talk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_session_is_its_log),    cmocka_unit_test(a_changed_log_breaks_nothing),
        cmocka_unit_test(entries_come_in_their_order), cmocka_unit_test(an_action_against_the_rules_is_no_entry),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
