/* puzzle.c -- plays games and looks for a move that stands out. */
#include "puzzle.h"

#include <stdio.h>

#include "../bots/bot.h"
#include "../engine/offer.h"
#include "../record/fair.h"

enum { CANDIDATES_LEAST = 3, ACTIONS_MAX_TRIED = 2000, CLEAR = 50, FEW_BEFORE = 8 };

/* The first candidate is ahead of all others by `margin`, and by so many tenths of a standard error. */
static bool stands_out(const Judgement *judgement, int64_t margin, unsigned tenths) {
    for (unsigned i = 1; i < judgement->count; i++) {
        const Judged *other = &judgement->candidate[i];
        if (!other->worlds || -other->ahead / (int64_t)other->worlds < margin || !judge_clear(other, tenths))
            return false;
    }
    return judgement->count > 1;
}

/* A move that ends the game is no puzzle. */
static bool ends_at_once(const Rules *rules, const Game *game, Seat seat, Action action) {
    Game after = *game;
    game_apply(rules, &after, seat, action, NULL);
    return after.board.phase == PHASE_OVER;
}

static bool try_position(const Rules *rules, const Memory *memory, Seat seat, uint64_t luck, Puzzle *puzzle) {
    Judgement quick;
    view_of(rules, &puzzle->game, &puzzle->witness, seat, &puzzle->view);
    ActionSet set;
    view_actions(rules, &puzzle->view, &set);
    Action list[ACTIONS_MAX];
    set.misplays = 0;
    if (action_set_list(rules, &set, list) < CANDIDATES_LEAST) return false;
    if (judge_list(rules, &puzzle->view, list[0], true, &quick) < CANDIDATES_LEAST) return false;
    if (!judge_look(rules, &puzzle->view, memory, PUZZLE_QUICK, luck, &quick)) return false;
    Action best = quick.candidate[judge_best(&quick)].action;
    if (ends_at_once(rules, &puzzle->game, seat, best)) return false;
    if (judge_list(rules, &puzzle->view, best, true, &puzzle->judged) < CANDIDATES_LEAST) return false;
    if (!judge_look(rules, &puzzle->view, memory, PUZZLE_QUICK, luck + 1, &puzzle->judged) ||
        !stands_out(&puzzle->judged, PUZZLE_MARGIN, 20))
        return false;
    judge_list(rules, &puzzle->view, best, true, &puzzle->judged);
    puzzle->answer = best;
    return judge_look(rules, &puzzle->view, memory, PUZZLE_DEEP, luck + 2, &puzzle->judged) &&
           stands_out(&puzzle->judged, PUZZLE_MARGIN, CLEAR);
}

/* One game among bots that play by rules of thumb. */
static bool try_game(const Rules *rules, unsigned players, const Seed *seed, Puzzle *puzzle) {
    Bot bot[SEATS_MAX];
    uint64_t luck = seed->bytes[0] | (uint64_t)seed->bytes[1] << 8 | (uint64_t)seed->bytes[2] << 16;
    witness_init(&puzzle->witness);
    game_init(rules, &puzzle->game, players, seed, NULL, &puzzle->witness);
    for (Seat seat = 0; seat < players; seat++) {
        bot_init(&bot[seat], &bot_greedy, rules, luck + seat, NULL);
        memory_init(&bot[seat].memory);
    }
    for (puzzle->number = 0; puzzle->game.board.phase != PHASE_OVER && puzzle->number < ACTIONS_MAX_TRIED;
         puzzle->number++) {
        SeatMask waived = 0;
        for (Seat seat = 0; seat < players; seat++) {
            View view;
            view_of(rules, &puzzle->game, &puzzle->witness, seat, &view);
            memory_watch(rules, &bot[seat].memory, &view);
        }
        bool acted = false;
        while (!acted) {
            Seat seat = game_asked(rules, &puzzle->game, waived);
            bool awaited = board_awaited(rules, &puzzle->game.board) >> seat & 1;
            Action action;
            if (awaited && puzzle->number >= FEW_BEFORE &&
                try_position(rules, &bot[seat].memory, seat, luck ^ (puzzle->number << 8), puzzle))
                return true;
            view_of(rules, &puzzle->game, &puzzle->witness, seat, &puzzle->view);
            acted = bot_act(&bot[seat], &puzzle->view, &action) &&
                    game_apply(rules, &puzzle->game, seat, action, &puzzle->witness) == VERDICT_ok;
            if (!acted && awaited) return false;
            waived |= (SeatMask)(1u << seat);
        }
    }
    return false;
}

bool puzzle_find(const Rules *rules, unsigned players, const Seed *seed, Puzzle *out) {
    for (unsigned game = 0; game < PUZZLE_GAMES; game++) {
        Seed each = *seed;
        each.bytes[0] ^= (uint8_t)game;
        each.bytes[1] ^= (uint8_t)(game >> 8);
        if (try_game(rules, players, &each, out)) return true;
    }
    return false;
}

void puzzle_seed(PuzzleName kind, const char *named, Seed *out) {
    char text[128];
    snprintf(text, sizeof text, "uno puzzle %s %.60s", kind == PUZZLE_OF_TEXT ? "seed" : "of", named);
    fair_seed_of_text(text, out);
}

bool puzzle_rules(Ruleset *ruleset, RulesetError *error) {
    bool match = ruleset->rules.option.target;
    return !match || ruleset_change(ruleset, "target=0", error);
}
