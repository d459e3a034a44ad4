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
        log_entry_init(&entry, ENTRY_make);
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
    enter(table, "start 0000000000000001 2026-11-16 12:30", NULL);
    uint64_t chance = stage;
    for (unsigned left = stage % 4 == 2 ? 0 : stage; left && table->stage == TABLE_PLAYING; left--) {
        LogEntry entry;
        log_entry_init(&entry, ENTRY_act);
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
