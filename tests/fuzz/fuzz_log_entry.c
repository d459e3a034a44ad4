/* Any text as an entry of a table's log: what is read prints back to something that
 * reads as the same entry; what a table takes leaves it in order; the rest is refused
 * with a reason. The first byte chooses the rules, the second how far the table is. */
#include "fuzz.h"
#include "table/table.h"

static void enter(Table *table, const char *text, const TableSettings *made) {
    static TableSettings settings;
    LogEntry entry;
    char why[200];
    if (made) {
        log_entry_init(&entry, LOG_make);
        entry.settings = made;
    } else
        MUST(log_entry_parse(&table->settings.ruleset.rules, text, strlen(text), &entry, &settings, why, sizeof why));
    entry.seq = table->seq + 1;
    entry.at_ms = table->at_ms + 10;
    MUST(table_apply(table, &entry));
}

/* A table with two people and perhaps a game. */
static void prepare(Table *table, const Ruleset *ruleset, unsigned stage) {
    static TableSettings settings;
    settings_init(&settings, ruleset);
    table_init(table);
    enter(table, NULL, &settings);
    if (stage % 4 == 0) return;
    enter(table, "secret 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20", NULL);
    enter(table, "sit A 00000000000000aa p Ada", NULL);
    enter(table, "sit B 00000000000000bb p Ben", NULL);
    if (stage % 4 == 1) return;
    if (stage % 3) {
        enter(table, "commit A 8b65803db76989e1e77d1816a7b6a6a4fbbc9eab6df1399cd488424f29d76d92", NULL);
        enter(table, "seal 0000000000000001 2026-11-16 12:30", NULL);
        if (stage % 3 == 1 && stage % 4 == 2) return;
    }
    enter(table, "start 0000000000000001 2026-11-16 12:30", NULL);
    uint64_t chance = stage;
    for (unsigned left = stage % 4 == 2 ? 0 : stage; left && table->stage == TABLE_PLAYING; left--) {
        LogEntry entry;
        log_entry_init(&entry, LOG_act);
        entry.action = fuzz_choose(&table->settings.ruleset.rules, &table->game, &chance, &entry.seat);
        entry.seq = table->seq + 1;
        entry.at_ms = table->at_ms + 10;
        MUST(table_apply(table, &entry));
    }
}

static void check_print(const Rules *rules, const LogEntry *entry) {
    static TableSettings settings;
    static char text[ENTRY_TEXT_MAX], again[ENTRY_TEXT_MAX];
    LogEntry back;
    char why[200];
    unsigned length = log_entry_format(rules, entry, text, sizeof text);
    MUST(length < sizeof text && length == strlen(text));
    MUST(log_entry_parse(rules, text, length, &back, &settings, why, sizeof why));
    MUST(log_entry_format(rules, &back, again, sizeof again) == length && strcmp(text, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static TableSettings settings;
    static Table table;
    LogEntry entry, elapsed;
    char why[200] = "";
    if (size < 2) return 0;
    prepare(&table, fuzz_ruleset(data[0]), data[1]);
    const Rules *rules = &table.settings.ruleset.rules;
    char *text = fuzz_text(data, size, 2);
    if (log_entry_parse(rules, text, size - 2, &entry, &settings, why, sizeof why)) {
        check_print(rules, &entry);
        entry.seq = table.seq + 1;
        entry.at_ms = table.at_ms + 10;
        if (table_apply(&table, &entry)) {
            while (table_elapse(&table, table.at_ms, &elapsed))
                if (!table_apply(&table, &elapsed)) break;
            MUST(!table.game_id || game_sound(rules, &table.game));
        }
    } else MUST(why[0]);
    free(text);
    table_free(&table);
    return 0;
}

/* ---- seeds: one of each kind ---- */

static void write_seeds(void) {
    static const char *const entries[] = {
        "secret 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
        "sit C 00000000000000cc r Robot",
        "bot B hard",
        "wait 00000000000000dd p Dan",
        "unwait 00000000000000dd",
        "stand B",
        "kick B",
        "back B",
        "ready A 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
        "unready A",
        "host B",
        "start 0000000000000002 2026-11-16 12:30",
        "act A self draw",
        "act A bot R5!",
        "act B clock truth:A Who was it?",
        "tell B Who, me?",
        "lapse A",
        "pause vote",
        "resume",
        "vote A kick B yes",
        "vote A pause - no",
        "vote_over",
        "rename 00000000000000aa Ada Lovelace",
        "end",
        "close",
    };
    static TableSettings settings;
    static char text[ENTRY_TEXT_MAX];
    LogEntry entry;
    for (unsigned i = 0; i < sizeof entries / sizeof *entries; i++)
        for (unsigned stage = 0; stage < 4; stage++) {
            const uint8_t head[] = {(uint8_t)(i + stage), (uint8_t)(stage + 40)};
            fuzz_seed_text(head, sizeof head, entries[i]);
        }
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        const uint8_t head[] = {(uint8_t)i, 1};
        settings_init(&settings, fuzz_ruleset(i));
        log_entry_init(&entry, i % 2 ? LOG_set : LOG_make);
        entry.settings = &settings;
        log_entry_format(&settings.ruleset.rules, &entry, text, sizeof text);
        fuzz_seed_text(head, sizeof head, text);
    }
}
FUZZ_SEEDS(write_seeds)
