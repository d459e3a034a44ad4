/* Any bytes as a record: refused with a reason, or read, printed back the same,
 * and checked action by action. Bytes that begin with a zero are edits to the
 * record of a real game: rules, seed, how long, then the edits. */
#include "fuzz.h"
#include "record/record.h"

enum { RECORD_ROOM = 1 << 16, REAL_BYTES = 4 };

typedef struct {
    char text[RECORD_ROOM];
    size_t length;
} Paper;

static void paper_put(void *sink, const char *words) {
    Paper *paper = sink;
    size_t more = strlen(words);
    MUST(paper->length + more < RECORD_ROOM);
    memcpy(paper->text + paper->length, words, more + 1);
    paper->length += more;
}

static void print(const Record *record, Paper *paper) {
    const Printer printer = {paper_put, paper};
    paper->length = 0;
    record_format(record, &printer);
}

static void real_record(const uint8_t *data, Paper *paper) {
    static Record record;
    const Ruleset *ruleset = fuzz_ruleset(data[1]);
    const Rules *rules = &ruleset->rules;
    unsigned players = (unsigned)rules->option.min_players;
    Seed seed = {{data[2]}};
    uint64_t random = data[2];
    Game game;
    record_init(&record, ruleset, players);
    record.chance.has_seed = true;
    record.chance.seed = seed;
    game_init(rules, &game, players, &seed, NULL, NULL);
    for (unsigned i = data[3]; i && board_awaited(rules, &game.board); i--) {
        Seat seat;
        Action action = fuzz_choose(rules, &game, &random, &seat);
        MUST(game_apply(rules, &game, seat, action, NULL) == VERDICT_ok && record_add(&record, seat, action));
    }
    if (game.board.phase == PHASE_OVER) record_finish(&record, &game);
    print(&record, paper);
    record_free(&record);
}

static void check(const char *text, size_t length) {
    static Record record, back;
    static Paper first, second;
    RecordError error = {0};
    RecordReport report;
    if (!record_parse(text, length, &record, &error)) {
        MUST(error.text[0] && memchr(error.text, 0, sizeof error.text));
        return;
    }
    print(&record, &first);
    MUST(record_parse(first.text, first.length, &back, &error));
    print(&back, &second);
    MUST(strcmp(first.text, second.text) == 0);
    if (!record_verify(&record, &report, &error)) MUST(error.text[0]);
    record_free(&record);
    record_free(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size >= REAL_BYTES && data[0] == 0) {
        static Paper paper;
        real_record(data, &paper);
        fuzz_edit(paper.text, RECORD_ROOM, data + REAL_BYTES, size - REAL_BYTES);
        check(paper.text, strlen(paper.text));
    } else {
        char *text = fuzz_text(data, size, 0);
        check(text, size);
        free(text);
    }
    return 0;
}
