/* Any bytes as the log of an arbiter: refused with a reason and left alone, or
 * taken up, sound, and the same when it is taken up again. Bytes that begin with a
 * zero are edits to the log of a real evening: rules, chance, how long, the edits. */
#include "engine/text.h"
#include "book_check.h"
#include "fuzz.h"

enum { MEMORY = 1 << 18, REAL_BYTES = 4, LINES_MAX = 24 };

static char memory[MEMORY], spare_memory[MEMORY], old_text[MEMORY];
static Book book, spare, before;

static void must(const char *broken) {
    if (broken) fprintf(stderr, "broken: %s\nlog:\n%s\n", broken, old_text);
    MUST(!broken);
}

/* ---- a real log ---- */

static void put_entry(Text *line, uint64_t *random) {
    static Entry choices[TALLY_CHOICES_MAX];
    const Sheet *sheet = &spare.sheet;
    char words[256];
    bool shows;
    if (sheet->points) {
        text_put(line, sheet->names.name[random_below(random, sheet->names.count)]);
        text_char(line, ' ');
        text_number(line, random_below(random, 200));
        return;
    }
    bool round = tally_between_steps(&sheet->tally) && random_below(random, 3);
    unsigned count = round ? 0 : tally_choices(&sheet->tally, choices), bidders = tally_bidders(&sheet->tally, &shows);
    if (count) {
        entry_format(sheet, &choices[random_below(random, count)], words, sizeof words);
        text_put(line, words);
        return;
    }
    text_put(line, shows && bidders ? "" : "round");
    for (unsigned left = shows ? bidders : 0; left; left &= left - 1) {
        text_put(line, sheet->names.name[mask_first(left)]);
        text_char(line, ' ');
        text_number(line, random_below(random, 10));
        text_char(line, ' ');
    }
}

/* Writes the log to `memory`. */
static void real_log(const uint8_t *data) {
    static const char *const commands[] = {"undo", "redo", "undo 3", "redo 2", "open 1", "new", "open 2"};
    const Ruleset *ruleset = fuzz_ruleset(data[1]);
    unsigned players = (unsigned)ruleset->rules.option.min_players;
    uint64_t random = data[2];
    char line[512], told[CHECK_TOLD];
    Text text = text_in(line, sizeof line);
    text_put(&text, "game ");
    text_put(&text, ruleset->name);
    text_put(&text, players == 2 ? " players Ada Ben" : players == 3 ? " players Ada Ben Cleo" : " players A B C D");
    book_init(&spare, spare_memory, MEMORY);
    MUST(book_enter(&spare, line, &check_finder, told, sizeof told));
    for (unsigned i = data[3] % LINES_MAX; i; i--) {
        text = text_in(line, sizeof line);
        if (random_below(&random, 6)) put_entry(&text, &random);
        else text_put(&text, commands[random_below(&random, 7)]);
        book_enter(&spare, line, &check_finder, told, sizeof told);
    }
    memcpy(memory, spare.text, spare.length + 1);
}

/* ---- taking it up ---- */

static void check_refused(size_t length, const BookError *error) {
    MUST(error->text[0] && memchr(error->text, 0, sizeof error->text));
    MUST(!book.games && !book.current && !book.length && !book.done && !book.known);
    MUST(memcmp(memory, old_text, length) == 0);
}

/* What can be said next changes the book or does not; a game that nobody has looked at may be bad. */
static void check_taken(void) {
    static const char *const lines[] = {"undo", "redo", "open 1", "open 2", "new", "undo 2", "Ada 5 Ben 4", "Ada 30"};
    static char text[MEMORY];
    must(book.current ? sheet_broken(&book.sheet) : NULL);
    must(book_reload_broken(&book, &spare, spare_memory, MEMORY));
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        bool taken;
        must(entering_broken(&book, lines[i], &before, text, &taken));
        if (!taken || book.length == before.length) continue;
        must(book_reload_broken(&book, &spare, spare_memory, MEMORY));
        book_retract(&book, before.length);
        must(book_differs(&before, &book));
    }
    for (unsigned game = 0; game <= book.games + 1 && game < 20; game++)
        if (book_peek(&book, game, &spare)) must(sheet_broken(&spare.sheet));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t length = size;
    BookError error;
    memset(&error, 0, sizeof error);
    book_init(&book, memory, MEMORY);
    if (size > REAL_BYTES && !data[0]) {
        real_log(data);
        fuzz_edit(memory, MEMORY, data + REAL_BYTES, size - REAL_BYTES);
        length = strlen(memory);
    } else if (size) memcpy(memory, data, size);
    memory[length] = 0;
    memcpy(old_text, memory, length + 1);
    if (book_load(&book, length, &error)) check_taken();
    else check_refused(length, &error);
    return 0;
}

/* ---- seeds: evenings of each ruleset ---- */

static void write_seeds(void) {
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        for (unsigned k = 1; k <= 3; k++) {
            const uint8_t real[] = {0, (uint8_t)i, (uint8_t)k, (uint8_t)(7 * k), 9, 0, 0, 0};
            real_log(real);
            fuzz_seed(memory, strlen(memory));
            fuzz_seed(real, sizeof real);
        }
}
FUZZ_SEEDS(write_seeds)
