/* Any text as a program of a club's card and rule: refused with a reason and a place inside the text, or compiled to
 * something that can be played: every game stays sound, and nothing goes on for ever. */
#include "fuzz.h"

enum { ACTIONS = 120 };

static void play(const Rules *rules, uint64_t random) {
    static Game game;
    Seed seed = {{(uint8_t)random, (uint8_t)(random >> 8)}};
    game_init(rules, &game, 3, &seed, NULL, NULL);
    for (unsigned i = 0; i < ACTIONS && game.board.phase != PHASE_OVER; i++) {
        Action list[ACTIONS_MAX];
        Seat seat = board_asked(rules, &game.board);
        unsigned count = game_actions(rules, &game, seat, list);
        MUST(count);
        random = random * 6364136223846793005u + 1442695040888963407u;
        MUST(game_apply(rules, &game, seat, list[(random >> 33) % count], NULL) == VERDICT_ok);
        MUST(game_sound(rules, &game));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char head[] =
        "[ruleset]\nfamily = classic\n[rules]\nmax_players = 4\nscoring = off\n[counter mana]\nmost = 9\n"
        "[deck Second]\nhand = 3\n[card Spell]\ndeck = Second\ncode = Sp\ncount = 20\neffects = ";
    static const char middle[] = "\n[rule Always]\nwhen turn = gain 1 mana\n[card Skip]\neffects = ";
    static char file[4096];
    static Ruleset ruleset;
    RulesetError error;
    memset(&error, 0, sizeof error);
    if (size > 180) return 0;
    char *text = fuzz_text(data, size, 0);
    for (char *at = text; *at; at++)
        if (*at == '\n' || *at == '\r' || *at == ';') *at = ' ';
    int length = snprintf(file, sizeof file, "%s%s%s%s\n", head, text, middle, text);
    if (ruleset_parse("fuzz", file, (size_t)length, NULL, &ruleset, &error))
        play(&ruleset.rules, size * 31 + (size ? data[0] : 0));
    else MUST(error.text[0] && memchr(error.text, 0, sizeof error.text));
    free(text);
    return 0;
}
