/* Any text as the whole log of a server's table, folded as the server does after a crash: each entry is refused with a
 * reason and ends the fold, or leaves a table that is sound, that shows itself to everybody, and whose game can be
 * written down and played again. A line "@TIME ENTRY" begins an entry; lines without an @ belong to the one before. */
#include "hub_script.h"
#include "lines.h"
#include "table_replay.h"

static const char *const stock[] = {
    "@1000 secret 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
    "@1000 sit A 00000000000000aa p Ada",
    "@1000 sit B 00000000000000bb r Robo",
    "@1000 bot C easy",
    "@1000 wait 00000000000000cc p Cleo",
    "@1000 unwait 00000000000000cc",
    "@2000 stand A",
    "@2000 kick B",
    "@2000 back A",
    "@2000 ready A 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
    "@2000 unready A",
    "@2000 host B",
    "@3000 start 0000000000000001 2026-11-16 12:30",
    "@4000 act A self draw",
    "@4000 act B bot pass",
    "@4000 act A clock R5!",
    "@4000 tell A Who, me?",
    "@4000 lapse A",
    "@5000 pause self",
    "@5000 pause nobody",
    "@5000 resume",
    "@5000 vote A kick B yes",
    "@5000 vote A end - yes",
    "@5000 vote_over",
    "@5000 rename 00000000000000aa Eve",
    "@6000 end",
    "@6000 close",
    "seats=4",
    "think_s=5",
};
FUZZ_LINES(stock)

/* What holds of every table that a log leads to. */
static void check_table(Table *table) {
    static Game game;
    static Witness witness;
    const Rules *rules = &table->settings.ruleset.rules;
    LogEntry elapsed;
    View view;
    Record record;
    RecordError error = {0};
    table_due(table);
    table_people(table);
    MUST(table_seats(table) <= SEATS_MAX);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) table_time_left(table, (Seat)seat, table->at_ms);
    table_wants_start(table, table->at_ms);
    table_wants_secret(table);
    if (table->game_id) {
        MUST(game_sound(rules, &table->game));
        for (unsigned seat = 0; seat < table->players; seat++) table_view(table, seat, &view);
        table_view(table, SPECTATOR, &view);
        table_replay(table, table->steps, &game, &witness);
        MUST(memcmp(&game, &table->game, sizeof game) == 0);
        MUST(table_record(table, &record));
        record.chance =
            (RecordChance){.has_seed = true, .seed = table->seed}; /* the secret is not told while it is played */
        bool holds = table->seq % 8 || record_replay(&record, NULL, NULL, &game, &error); /* which takes long */
        if (!holds) fprintf(stderr, "%s\n", error.text);
        MUST(holds && memcmp(&game, &table->game, sizeof game) == 0);
        record_free(&record);
    }
    if (table->stage == TABLE_PLAYING) table_thinkers(table);
    table_elapse(table, table->at_ms, &elapsed);
}

static bool enter(Table *table, char *text, int64_t at_ms) {
    static TableSettings settings;
    LogEntry entry;
    char why[200] = "";
    if (!log_entry_parse(&table->settings.ruleset.rules, text, strlen(text), &entry, &settings, why, sizeof why)) {
        MUST(why[0]);
        return false;
    }
    entry.seq = table->seq + 1;
    entry.at_ms = at_ms;
    return table_apply(table, &entry);
}

/* The next entry, its line ends kept; NULL: there is none. */
static char *next_entry(char **rest, int64_t *at_ms) {
    char *start = *rest, *end = strstr(start, "\n@");
    if (*start != '@') return NULL;
    *rest = end ? end + 1 : start + strlen(start);
    if (end) *end = 0;
    *at_ms = strtoll(start + 1, &start, 10);
    return start + (*start == ' ');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Table table;
    char *text = fuzz_text(data, size, 0), *rest = text, *entry;
    int64_t at_ms;
    table_init(&table);
    while ((entry = next_entry(&rest, &at_ms)) && enter(&table, entry, at_ms)) check_table(&table);
    table_free(&table);
    free(text);
    return 0;
}

/* ---- seeds: the logs of all tables of the server's scripts ---- */

typedef struct {
    Store *store;
    char text[1 << 15];
    size_t length;
} Paper;

static bool write_entry(void *context, const void *row) {
    Paper *paper = context;
    const StoreEntry *entry = row;
    if (paper->length + entry->length + 64 > sizeof paper->text) return false;
    paper->length += (size_t)snprintf(paper->text + paper->length, sizeof paper->text - paper->length, "@%lld %.*s\n",
                                      (long long)entry->at, (int)entry->length, entry->text);
    return true;
}

static bool write_table(void *context, const void *row) {
    Paper *paper = context;
    paper->length = 0;
    store_log(paper->store, ((const StoreTable *)row)->id, 1, write_entry, paper);
    fuzz_seed(paper->text, paper->length);
    return true;
}

static void write_seeds(void) {
    static Script script;
    static Paper paper;
    char trouble[STORE_TROUBLE_MAX];
    for (unsigned i = 0; script_files[i]; i++) {
        char *text = script_read(script_files[i]);
        paper.store = store_open_memory();
        MUST(paper.store && script_begin(&script, paper.store, false, false, trouble));
        script_lines(&script, text);
        script_end(&script);
        store_tables(paper.store, TABLE_ROW_OPEN, write_table, &paper);
        store_tables(paper.store, TABLE_ROW_CLOSED, write_table, &paper);
        store_close(paper.store);
        free(text);
    }
}
FUZZ_SEEDS(write_seeds)
