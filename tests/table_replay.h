/* table_replay.h -- a table's game played again, to hold what was told against. */
#ifndef TESTS_TABLE_REPLAY_H
#define TESTS_TABLE_REPLAY_H

#include "table/table.h"

/* Up to a step: step 0 is the deal. `game` and `witness` are as they were then. */
static inline void table_replay(const Table *table, size_t step, Game *game, Witness *witness) {
    const Rules *rules = &table->settings.ruleset.rules;
    witness_init(witness);
    game_init(rules, game, table->players, &table->seed, NULL, witness);
    for (size_t i = 0; i < step && i < table->steps; i++)
        game_apply(rules, game, table->step[i].seat, table->step[i].action, witness);
}

#endif
