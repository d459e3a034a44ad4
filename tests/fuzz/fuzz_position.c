/* Any text as a position. The first byte chooses the rules; the second whether
 * the rest is the text itself, or edits to the text of a real position. A
 * position that is accepted must be playable and print back to itself. */
#include "engine/position.h"
#include "fuzz.h"

enum { ACTIONS_PLAYED = 30 };

static char *real_position(const Rules *rules, const uint8_t *data, size_t size) {
    static Witness witness;
    Game game;
    Seed seed = {{data[1]}};
    uint64_t random = data[1];
    unsigned players = (unsigned)rules->option.min_players + data[0] / 16;
    if (!rules_allow_players(rules, players, NULL)) players = (unsigned)rules->option.min_players;
    witness_init(&witness);
    game_init(rules, &game, players, &seed, NULL, &witness);
    for (unsigned i = size > 2 ? data[2] : 0; i && board_awaited(rules, &game.board); i--) {
        Seat seat;
        Action action = fuzz_choose(rules, &game, &random, &seat);
        MUST(game_apply(rules, &game, seat, action, &witness) == VERDICT_ok);
    }
    char *text = malloc(POSITION_TEXT_MAX);
    MUST(text && position_format(rules, &game, &witness, text, POSITION_TEXT_MAX) < POSITION_TEXT_MAX);
    return text;
}

static void play_on(const Rules *rules, Game *game, Witness *witness) {
    uint64_t random = 1;
    MUST(game_sound(rules, game));
    for (unsigned i = 0; i < ACTIONS_PLAYED && board_awaited(rules, &game->board); i++) {
        Seat seat;
        Action action = fuzz_choose(rules, game, &random, &seat);
        MUST(game_apply(rules, game, seat, action, witness) == VERDICT_ok);
        MUST(game_sound(rules, game));
    }
}

static void check_text(const Rules *rules, const char *text) {
    static char first[POSITION_TEXT_MAX], second[POSITION_TEXT_MAX];
    static Witness witness;
    Game game, back;
    ParseError error;
    memset(&error, 0, sizeof error);
    if (!position_parse(rules, text, &game, &witness, &error)) {
        MUST(error.text[0] && memchr(error.text, 0, sizeof error.text));
        return;
    }
    MUST(position_format(rules, &game, &witness, first, sizeof first) < sizeof first);
    MUST(position_parse(rules, first, &back, &witness, &error));
    position_format(rules, &back, &witness, second, sizeof second);
    MUST(strcmp(first, second) == 0);
    play_on(rules, &game, &witness);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    const Rules *rules = &fuzz_ruleset(data[0])->rules;
    bool raw = data[1] % 4 == 0;
    char *text = raw ? fuzz_text(data, size, 2) : real_position(rules, data, size);
    if (!raw && size > 3) fuzz_edit(text, POSITION_TEXT_MAX, data + 3, size - 3);
    check_text(rules, text);
    free(text);
    return 0;
}

/* ---- seeds: positions early and late, of each ruleset and some numbers of players ---- */

static void write_seeds(void) {
    static const uint8_t played[] = {0, 9, 40, 150};
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        for (unsigned k = 0; k < sizeof played; k++) {
            const uint8_t head[] = {(uint8_t)i, 0},
                          real[] = {(uint8_t)(i % 16 + 16 * k), (uint8_t)(4 * k + 1), played[k]};
            char *text = real_position(&fuzz_ruleset(i)->rules, real, sizeof real);
            fuzz_seed_text(head, sizeof head, text);
            free(text);
            fuzz_seed(real, sizeof real);
        }
}
FUZZ_SEEDS(write_seeds)
