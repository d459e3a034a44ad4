/* bound.c -- how much there is to win: `search` for one seat that is shown all hands,
 * against bots that see only their own. No bot can be better than that by guessing
 * hands well; what is left between the two is what guessing could still bring.
 *
 *     bound RULESET PLAYERS OPPONENT GAMES WORLDS [KEY=VALUE]... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "record/fair.h"
#include "ruleset/ruleset.h"

typedef struct {
    const Rules *rules;
    Seat seer;
    Game game;
    Witness witness;
    Bot bot[SEATS_MAX];
} Table;

static void show(const Table *table, Seat seat, View *out) {
    view_of(table->rules, &table->game, &table->witness, seat, out);
    for (unsigned other = 0; seat == table->seer && other < table->game.board.players; other++)
        if (other != seat) out->known[other] = table->game.own[other].hand;
}

static void sit_down(Table *table, unsigned players, const BotKind *opponent, const BotBudget *budget, unsigned deal) {
    char text[32];
    Seed seed;
    snprintf(text, sizeof text, "bound %u", deal);
    fair_seed_of_text(text, &seed);
    witness_init(&table->witness);
    game_init(table->rules, &table->game, players, &seed, NULL, &table->witness);
    for (unsigned seat = 0; seat < players; seat++)
        bot_init(&table->bot[seat], seat == table->seer ? &bot_search : opponent, table->rules,
                 (uint64_t)deal * SEATS_MAX + seat, budget);
}

/* Who may act comes first, who must comes last. False: nobody did. */
static bool act(Table *table) {
    const Board *board = &table->game.board;
    SeatMask awaited = board_awaited(table->rules, board), may = board_waiting(table->rules, board);
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned rest = pass ? awaited : may & ~awaited; rest; rest &= rest - 1) {
            Seat seat = mask_first(rest);
            Action action;
            View view;
            show(table, seat, &view);
            if (bot_act(&table->bot[seat], &view, &action))
                return game_apply(table->rules, &table->game, seat, action, &table->witness) == VERDICT_ok;
        }
    return false;
}

static void all_watch(Table *table) {
    for (unsigned seat = 0; seat < table->game.board.players; seat++) {
        View view;
        show(table, (Seat)seat, &view);
        bot_watch(&table->bot[seat], &view);
    }
}

static bool play(Table *table) {
    for (all_watch(table); table->game.board.phase != PHASE_OVER; all_watch(table))
        if (!act(table)) return false;
    return table->game.board.winners >> table->seer & 1;
}

int main(int argc, char **argv) {
    static Ruleset ruleset;
    static Table table;
    RulesetError error;
    const BotKind *opponent = argc > 5 ? bot_find(argv[3]) : NULL;
    if (!opponent || !ruleset_load(argv[1], &ruleset, &error)) {
        fputs("usage: bound RULESET PLAYERS OPPONENT GAMES WORLDS [KEY=VALUE]...\n", stderr);
        return 2;
    }
    for (int i = 6; i < argc; i++)
        if (!ruleset_change(&ruleset, argv[i], &error)) {
            fprintf(stderr, "bound: %s\n", error.text);
            return 2;
        }
    unsigned players = (unsigned)strtoul(argv[2], NULL, 10), games = (unsigned)strtoul(argv[4], NULL, 10), wins = 0;
    const BotBudget budget = {.worlds = (unsigned)strtoul(argv[5], NULL, 10)};
    if (!rules_allow_players(&ruleset.rules, players, NULL) || !games) {
        fputs("bound: that many players, or games, cannot be\n", stderr);
        return 2;
    }
    table.rules = &ruleset.rules;
    for (unsigned game = 0; game < games; game++) {
        table.seer = (Seat)(game % players);
        sit_down(&table, players, opponent, &budget, game / players);
        wins += play(&table);
    }
    printf("%s, %u players: search that sees all hands wins %.2f %% of %u games against %s\n", argv[1], players,
           100.0 * wins / games, games, opponent->name);
    return 0;
}
