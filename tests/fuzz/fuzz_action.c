/* Any text as an action: what is read prints back to something that reads as
 * the same action. The first byte chooses the rules. */
#include "fuzz.h"

static void check_print(const Rules *rules, Action action) {
    char out[ACTION_TEXT_MAX];
    MUST(action_format(rules, action, out, sizeof out) < sizeof out);
    const char *at = out;
    Action back;
    MUST(action_parse(rules, &at, &back) && *at == 0 && back == action);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    const Rules *rules = &fuzz_ruleset(data[0])->rules;
    char *text = fuzz_text(data, size, 1);
    const char *at = text;
    Action action;
    bool read = action_parse(rules, &at, &action);
    MUST(at >= text + read && at <= text + size - 1);
    if (read) check_print(rules, action);
    free(text);
    return 0;
}

/* ---- seeds: what is played in a game of each ruleset ---- */

static void write_seeds(void) {
    enum { ACTIONS_WRITTEN = 60 };
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        const Rules *rules = &fuzz_ruleset(i)->rules;
        const uint8_t head[] = {(uint8_t)i};
        Seed seed = {{(uint8_t)i}};
        uint64_t random = i;
        Game game;
        game_init(rules, &game, (unsigned)rules->option.min_players, &seed, NULL, NULL);
        for (unsigned left = ACTIONS_WRITTEN; left && board_awaited(rules, &game.board); left--) {
            char text[ACTION_TEXT_MAX];
            Seat seat;
            Action action = fuzz_choose(rules, &game, &random, &seat);
            action_format(rules, action, text, sizeof text);
            fuzz_seed_text(head, sizeof head, text);
            MUST(game_apply(rules, &game, seat, action, NULL) == VERDICT_ok);
        }
    }
}
FUZZ_SEEDS(write_seeds)
