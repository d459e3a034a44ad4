/* look_ahead.c -- what a bot that looks ahead needs is in uno.h: worlds that a view allows, played out quickly. */
#include <uno.h>

#include <stdio.h>
#include <string.h>

int main(void) {
    Ruleset ruleset;
    RulesetError error;
    if (!ruleset_load("official", &ruleset, &error)) return fprintf(stderr, "%s\n", error.text), 1;
    const Rules *rules = &ruleset.rules;

    static Game game, world;
    static Witness witness;
    Seed seed;
    memset(&seed, 1, sizeof seed);
    game_init(rules, &game, 2, &seed, NULL, &witness);

    View view;
    view_of(rules, &game, &witness, 0, &view);
    Worlds worlds;
    worlds_init(&worlds, rules, &view, NULL, 7);
    unsigned won = 0, tried = 100;
    Dice dice = {1};
    for (unsigned i = 0; i < tried; i++) {
        if (!worlds_next(&worlds, &world)) return 1;
        policy_run(rules, &world, &dice, 4000);
        won += world.board.deal_winners & 1;
    }
    printf("# seat A wins %u of %u worlds\n", won, tried);
    return won == 0 || won == tried;
}
