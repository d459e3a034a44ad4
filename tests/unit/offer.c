/* offer.c -- what the engine says of who is offered what, held against what then happens. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "bots/dice.h"
#include "engine/offer.h"
#include "engine/view.h"
#include "engine/witness.h"
#include "ruleset/ruleset.h"

static void load_rules(const char *name, const char *option, Ruleset *out) {
    RulesetError error;
    if (!ruleset_load(name, out, &error)) fail_msg("%s", error.text);
    if (option && !ruleset_change(out, option, &error)) fail_msg("%s", error.text);
}

static bool happened(const Witness *witness, EventKind kind) {
    for (unsigned i = 0; i < witness->events; i++)
        if (witness->event[i].kind == kind) return true;
    return false;
}

/* How often each deed and aim was seen: a test that never sees one proves nothing of it. */
typedef struct {
    unsigned deed[DEED_STUCK + 1], aim[AIM_HIT + 1], offers, calls_open, jumps_open;
} Seen;

/* ---- what an action is called, and what it did ---- */

static void deed_is_what_happened(const Game *before, const Witness *witness, Seat seat, Action action, Deed deed) {
    bool out = before->board.count[seat] == 1; /* going out ends the deal instead */
    switch (deed) {
    case DEED_OTHER: assert_int_not_equal(action_kind(action), ACT_PLAY); break;
    case DEED_PLAY:
    case DEED_MORE: assert_true(happened(witness, EVENT_played)); break;
    case DEED_JUMP: assert_true(happened(witness, EVENT_jumped)); break;
    case DEED_STACK: assert_true(out || happened(witness, EVENT_pending)); break;
    case DEED_REFLECT: assert_true(out || happened(witness, EVENT_reflected)); break;
    case DEED_TRAP:
        assert_true(out || happened(witness, EVENT_rolled));
        assert_false(happened(witness, EVENT_chanced));
        break;
    case DEED_CHANCE:
        assert_true(out || happened(witness, EVENT_rolled));
        assert_false(happened(witness, EVENT_trapped));
        break;
    case DEED_BID: assert_true(happened(witness, EVENT_bid_made) || happened(witness, EVENT_revealed)); break;
    case DEED_ACTION:
        if (before->board.phase == PHASE_OFFER)
            assert_true(happened(witness, EVENT_action) || happened(witness, EVENT_action_all));
        break;
    case DEED_COUNTER: assert_true(happened(witness, EVENT_countered)); break;
    case DEED_STUCK: assert_int_equal(before->board.phase, PHASE_STUCK); break;
    }
}

static void aim_is_what_happened(const Witness *witness, Action action, Aim aim) {
    bool named = action_target(action) != NO_SEAT;
    if (aim == AIM_NOBODY) assert_false(named);
    if (!named) return;
    if (aim == AIM_SWAP) assert_true(happened(witness, EVENT_swapped));
    if (aim == AIM_STEAL) assert_true(happened(witness, EVENT_stole));
    if (aim == AIM_HIT) assert_true(happened(witness, EVENT_hit));
    if (aim == AIM_NOMINEE) assert_true(happened(witness, EVENT_duty));
}

/* ---- who is offered it ---- */

static bool may_do(const Rules *rules, const Game *game, Seat seat, ActionKind kind) {
    ActionSet set;
    board_actions(rules, &game->board, &game->own[seat], seat, &set);
    return kind == ACT_PLAY ? set.cards != 0 : action_set_may(&set, kind);
}

static void everybody_is_offered_it_once(const Rules *rules, const Game *game, Seen *seen) {
    const Board *board = &game->board;
    SeatMask awaited = board_awaited(rules, board), waived = 0;
    Action list[ACTIONS_MAX];
    unsigned open = board_open(rules, board);
    for (Seat seat, place = 0; (seat = game_offered(rules, game, waived)) != NO_SEAT; place++, seen->offers++) {
        assert_int_equal(game_asked(rules, game, waived), seat);
        assert_false((awaited | waived) >> seat & 1);
        assert_true(game_actions(rules, game, seat, list));
        if (place) assert_false(may_do(rules, game, seat, ACT_CALL)); /* who may call comes first */
        if (may_do(rules, game, seat, ACT_CALL)) assert_true(open & OPEN_CALL);
        if (may_do(rules, game, seat, ACT_PLAY)) assert_true(open & OPEN_JUMP);
        waived |= (SeatMask)(1u << seat);
    }
    for (Seat seat = 0; seat < board->players; seat++)
        if (!((awaited | waived) >> seat & 1)) assert_int_equal(game_actions(rules, game, seat, list), 0);
    assert_int_equal(game_asked(rules, game, waived), board_asked(rules, board));
    seen->calls_open += open & OPEN_CALL ? 1 : 0;
    seen->jumps_open += open & OPEN_JUMP ? 1 : 0;
}

static void play(const Rules *rules, unsigned players, uint64_t number, Seen *seen) {
    Game game, before;
    Witness witness;
    Seed seed = {{(uint8_t)number, (uint8_t)(number >> 8)}};
    Dice dice = {number + 1};
    Action list[ACTIONS_MAX];
    witness_init(&witness);
    game_init(rules, &game, players, &seed, NULL, &witness);
    for (unsigned step = 0; step < 600 && game.board.phase != PHASE_OVER; step++) {
        everybody_is_offered_it_once(rules, &game, seen);
        Seat seat = game_asked(rules, &game, dice_below(&dice, 2) ? (SeatMask)0xFFFF : 0);
        unsigned count = game_actions(rules, &game, seat, list);
        Action action = list[dice_below(&dice, count)];
        Deed deed = deed_of(rules, &game.board, seat, action);
        Aim aim = aim_of(rules, action);
        before = game;
        assert_int_equal(game_apply(rules, &game, seat, action, &witness), VERDICT_ok);
        deed_is_what_happened(&before, &witness, seat, action, deed);
        aim_is_what_happened(&witness, action, aim);
        seen->deed[deed]++;
        seen->aim[aim]++;
    }
}

static void play_some(const char *name, const char *option, unsigned players, Seen *seen) {
    Ruleset ruleset;
    load_rules(name, option, &ruleset);
    for (uint64_t number = 0; number < 200; number++) play(&ruleset.rules, players, number, seen);
}

static void what_it_is_called_is_what_happens(void **unused) {
    (void)unused;
    Seen seen = {{0}, {0}, 0, 0, 0};
    play_some("official", NULL, 3, &seen);
    play_some("official", "jump_in=on", 4, &seen);
    play_some("official", "multi_play=on", 3, &seen);
    play_some("ultimate", NULL, 4, &seen);
    play_some("ultimate-next", NULL, 4, &seen);
    play_some("split-v3", NULL, 3, &seen);
    play_some("split-duel", NULL, 2, &seen);
    for (Deed deed = 0; deed < DEED_STUCK; deed++) /* to be stuck is rare */
        if (!seen.deed[deed]) fail_msg("no %s was seen", deed_name(deed));
    for (Aim aim = 0; aim <= AIM_HIT; aim++)
        if (!seen.aim[aim]) fail_msg("nothing was aimed to %s", aim_name(aim));
    assert_true(seen.offers && seen.calls_open && seen.jumps_open);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_is_called_is_what_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
