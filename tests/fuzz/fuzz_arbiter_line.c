/* Any bytes as lines said to an arbiter: taken or refused with a reason, never
 * half-applied, and the log is the whole truth. The first byte chooses the rules,
 * the second how many play. A line that begins with = says something good, which
 * the byte behind it chooses; what follows is said in the same line. */
#include "arbiter/export.h"
#include "engine/text.h"
#include "book_check.h"
#include "fuzz.h"

enum { MEMORY = 1 << 18, LINES_MAX = 64, WORDS = 6000 };

static char memory[MEMORY], spare_memory[MEMORY], old_text[MEMORY];
static Book book, spare, before;

static void must(const char *broken, const char *line) {
    if (broken) fprintf(stderr, "broken: %s\nat: %s\nlog:\n%s", broken, line, book.text);
    MUST(!broken);
}

static void begin(unsigned rules, unsigned players) {
    static const char *const names[] = {"Ada", "Ben", "Cleo", "\xC3\x89va", "a7", "D\"n", "Ann", "anna", "b", "x"};
    const Ruleset *ruleset = fuzz_ruleset(rules);
    char line[512], told[CHECK_TOLD];
    Text text = text_in(line, sizeof line);
    players = 2 + players % 9;
    if (!rules_allow_players(&ruleset->rules, players, NULL)) players = (unsigned)ruleset->rules.option.min_players;
    text_put(&text, "game ");
    text_put(&text, ruleset->name);
    text_put(&text, " players");
    for (unsigned seat = 0; seat < players; seat++) {
        text_char(&text, ' ');
        text_put(&text, names[seat]);
    }
    book_init(&book, memory, MEMORY);
    MUST(book_enter(&book, line, &check_finder, told, sizeof told));
}

static void put_good(Text *line, unsigned choice) {
    static Entry choices[TALLY_CHOICES_MAX];
    const Sheet *sheet = &book.sheet;
    char words[256] = "";
    bool shows;
    unsigned count = sheet->points ? 0 : tally_choices(&sheet->tally, choices);
    unsigned bidders = sheet->points ? 0 : tally_bidders(&sheet->tally, &shows);
    if (choice % 2 && count) entry_format(sheet, &choices[choice / 2 % count], words, sizeof words);
    text_put(line, words);
    if (words[0]) return;
    for (; bidders; bidders &= bidders - 1) {
        text_put(line, sheet->names.name[mask_first(bidders)]);
        text_char(line, ' ');
        text_number(line, (choice = choice * 5 + 3) / 2 % 10);
        text_char(line, ' ');
    }
}

static void say(const char *words) {
    static char line[WORDS];
    Text text = text_in(line, sizeof line);
    bool taken = false;
    if (words[0] == '=' && words[1]) {
        put_good(&text, (unsigned char)words[1]);
        words += 2;
    }
    text_put(&text, words);
    must(entering_broken(&book, line, &before, old_text, &taken), line);
}

static void drop(void *sink, const char *words) { *(size_t *)sink += strlen(words); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3) return 0;
    char *text = fuzz_text(data, size, 2), *rest = text;
    begin(data[0], data[1]);
    for (unsigned i = 0; i < LINES_MAX && *rest; i++) {
        size_t length = strcspn(rest, "\n");
        bool last = !rest[length];
        rest[length] = 0;
        say(rest);
        if (last) break;
        rest += length + 1;
    }
    free(text);
    must(book_reload_broken(&book, &spare, spare_memory, MEMORY), "the log");
    must(book_script_broken(&book, &spare, spare_memory, MEMORY), "the log as a script");
    must(undo_broken(&book, &spare), "undo and redo");
    for (unsigned format = 0; format < EXPORT_FORMATS; format++) {
        static Sheet scratch;
        size_t written = 0;
        const Printer printer = {drop, &written};
        MUST(book_export(&book, (ExportFormat)format, &scratch, &printer) && written);
        MUST(memcmp(&scratch, &book.sheet, sizeof scratch) == 0);
    }
    return 0;
}
