/* Any text as the settings of a table, and any "name=value" as a change of one: refused with a reason and nothing has
 * changed, or taken, and what is written down of it reads as the same. The first byte chooses the rules. */
#include "table/settings.h"
#include "lines.h"

static const char *const stock[] = {
    "title=Friday",
    "seats=3",
    "is_public=1",
    "chat=0",
    "spectators=1",
    "starts_alone=1",
    "think_s=30",
    "reserve_s=3600",
    "window_ms=100",
    "jump_ms=10000",
    "pace_ms=0",
    "fill=hard",
    "fill=",
    "think_s=0",
    "seats=10",
    "rules=official",
    "club=00000000000000ab",
    "Official UNO",
};
FUZZ_LINES(stock)

static void check_round(const TableSettings *settings) {
    static char text[SETTINGS_TEXT_MAX], again[SETTINGS_TEXT_MAX];
    static TableSettings back;
    char why[200] = "";
    unsigned length = settings_format(settings, text, sizeof text);
    MUST(length < sizeof text && length == strlen(text));
    bool read = settings_parse(text, length, &back, why, sizeof why);
    if (!read) fprintf(stderr, "%s\n%s\n", why, text);
    MUST(read);
    MUST(settings_format(&back, again, sizeof again) == length && strcmp(text, again) == 0);
    MUST(settings_differ_lightly(settings, &back));
}

static void check_change(TableSettings *settings, char *line) {
    static TableSettings before;
    SettingFault fault = {NULL, ""};
    char *value = strchr(line, '=');
    if (!value) return;
    *value++ = 0;
    before = *settings;
    if (!settings_set(settings, line, value, &fault)) {
        MUST(fault.words[0] && memcmp(&before, settings, sizeof before) == 0);
        return;
    }
    for (unsigned i = 0; i < setting_row_count; i++) {
        char out[TABLE_TITLE_MAX];
        MUST(setting_get(settings, &setting_rows[i], out, sizeof out) < sizeof out);
        if (strcmp(setting_rows[i].name, line) == 0 && setting_rows[i].type != SETTING_NUMBER &&
            setting_rows[i].type != SETTING_FLAG)
            MUST(strcmp(out, value) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static TableSettings settings;
    char why[200] = "";
    SettingFault fault;
    if (!size) return 0;
    char *text = fuzz_text(data, size, 1), *rest = text;
    if (settings_parse(text, size - 1, &settings, why, sizeof why)) check_round(&settings);
    else MUST(why[0]);
    settings_init(&settings, fuzz_ruleset(data[0]));
    check_round(&settings);
    for (char *line; (line = fuzz_line(&rest));) check_change(&settings, line);
    if (settings_check(&settings, &fault)) check_round(&settings);
    free(text);
    return 0;
}

static void write_seeds(void) {
    static TableSettings settings;
    static char text[SETTINGS_TEXT_MAX];
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        const uint8_t head[] = {(uint8_t)i};
        settings_init(&settings, fuzz_ruleset(i));
        settings.club = i * UINT64_C(0xABCDEF);
        settings_format(&settings, text, sizeof text);
        fuzz_seed_text(head, sizeof head, text);
    }
}
FUZZ_SEEDS(write_seeds)
