/* offer.c -- who is offered to act, what stands open, and what kind of thing an action is. */
#include "offer.h"

#include "family.h"

/* ---- who ---- */

static bool has_something_to_do(const Rules *rules, const Game *game, Seat seat) {
    ActionSet set;
    board_actions(rules, &game->board, &game->own[seat], seat, &set);
    return !action_set_empty(&set);
}

static Seat offered_of(const Rules *rules, const Game *game, unsigned left) {
    const Board *board = &game->board;
    bool called;
    Seat caller = family_of(rules)->caller(board, &called);
    if (caller != NO_SEAT && left >> caller & 1 && has_something_to_do(rules, game, caller)) return caller;
    for (unsigned i = 0; i < board->players; i++) {
        Seat seat = (Seat)((board->turn + i) % board->players);
        if (left >> seat & 1 && has_something_to_do(rules, game, seat)) return seat;
    }
    return NO_SEAT;
}

Seat game_offered(const Rules *rules, const Game *game, SeatMask waived) {
    const Board *board = &game->board;
    unsigned left = board_waiting(rules, board) & ~(unsigned)board_awaited(rules, board) & ~(unsigned)waived;
    return left ? offered_of(rules, game, left) : NO_SEAT;
}

Seat game_asked(const Rules *rules, const Game *game, SeatMask waived) {
    Seat seat = game_offered(rules, game, waived);
    return seat != NO_SEAT ? seat : board_asked(rules, &game->board);
}

/* ---- what stands open ---- */

unsigned board_open(const Rules *rules, const Board *board) {
    if (board->phase == PHASE_OVER) return 0;
    /* Lean rules let nobody jump in, so that only a call can stand open. */
    const ClassicBoard *c = &board->classic;
    if (rules->lean) return board->phase != PHASE_DEAL && c->uno_seat != NO_SEAT && !c->uno_called ? OPEN_CALL : 0;
    return family_of(rules)->open(rules, board);
}

Seat board_uncalled(const Rules *rules, const Board *board) {
    bool called;
    Seat seat = family_of(rules)->caller(board, &called);
    return called ? NO_SEAT : seat;
}

bool rules_choose_together(const Rules *rules) { return family_of(rules)->together; }

bool board_dared(const Rules *rules, const Board *board, Seat *asks, Seat *answers) {
    return board->phase != PHASE_OVER && family_of(rules)->dared(board, asks, answers);
}

/* ---- what kind of thing ---- */

const char *deed_name(Deed deed) {
    static const char *const names[] = {
#define DEED(name, word) word,
#include "deed.def"
#undef DEED
    };
    return names[deed];
}

const char *aim_name(Aim aim) {
    static const char *const names[] = {
#define AIM(name, word) word,
#include "deed.def"
#undef AIM
    };
    return names[aim];
}

Deed deed_of_answer(const Rules *rules, Face face) {
    if (rules->draw_faces >> face & 1) return DEED_STACK;
    if (rules->reflectors >> face & 1) return DEED_REFLECT;
    return face_value(face) == VALUE_SKIP ? DEED_CHANCE : DEED_TRAP;
}

Deed deed_of(const Rules *rules, const Board *board, Seat seat, Action action) {
    if (action_kind(action) != ACT_PLAY) return DEED_OTHER;
    if (!(board_awaited(rules, board) >> seat & 1)) return DEED_JUMP; /* nobody waits for it */
    switch ((Phase)board->phase) {
    case PHASE_TURN:
    case PHASE_DRAWN: return DEED_PLAY;
    case PHASE_MORE: return DEED_MORE;
    case PHASE_ANSWER:
    case PHASE_RETURNED: return deed_of_answer(rules, action_card(action));
    case PHASE_OFFER:
    case PHASE_WINDOW: return DEED_ACTION;
    case PHASE_COUNTER: return DEED_COUNTER;
    case PHASE_BID: return DEED_BID;
    case PHASE_STUCK: return DEED_STUCK;
    case PHASE_OVER:
    case PHASE_DEAL:
    case PHASE_OPENING:
    case PHASE_REPLY:
    case PHASE_PENALTY:
    case PHASE_SHED:
    case PHASE_DISCARD:
    case PHASE_NAME:
    case PHASE_STEAL:
    case PHASE_SEVEN:
    case PHASE_BONUS:
    case PHASE_CLAIM:
    case PHASE_CHOICE: break; /* no card is played */
    }
    return DEED_OTHER;
}

Aim aim_of(const Rules *rules, Action action) {
    ActionKind kind = action_kind(action);
    Face card = action_card(action);
    if (kind == ACT_STEAL) return AIM_STEAL;
    if (kind == ACT_HIT) return AIM_HIT;
    if (kind == ACT_NAME) return family_of(rules)->named;
    if (kind == ACT_CAST)
        return face_is_second(rules, card) && rules->second_code[card - SECOND_CODE].target ? AIM_ACTION : AIM_NOBODY;
    if (kind != ACT_PLAY || card >= FACES || !(rules->aimed >> card & 1)) return AIM_NOBODY;
    return family_of(rules)->aim(&rules->card[card]);
}
