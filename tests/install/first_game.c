/* first_game.c -- the shortest use of the library: a game played to its end. */
#include <uno.h>

#include <stdio.h>
#include <string.h>

int main(void) {
    Ruleset ruleset;
    RulesetError error;
    if (!ruleset_load("official", &ruleset, &error)) return fprintf(stderr, "%s\n", error.text), 1;

    Game game;
    Seed seed;
    memset(&seed, 1, sizeof seed);
    game_init(&ruleset.rules, &game, 3, &seed, NULL, NULL);
    while (game.board.phase != PHASE_OVER) {
        static Action actions[ACTIONS_MAX];
        Seat seat = mask_first(board_awaited(&ruleset.rules, &game.board));
        unsigned count = game_actions(&ruleset.rules, &game, seat, actions);
        if (!count || game_apply(&ruleset.rules, &game, seat, actions[0], NULL) != VERDICT_ok) return 1;
    }
    printf("# after %u turns seat %c wins\n", game.board.turns, 'A' + mask_first(game.board.winners));
    return 0;
}
