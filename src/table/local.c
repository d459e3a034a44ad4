/* local.c -- who is asked next on one machine: players who break in, people, then whoever is awaited. */
#include "local.h"

#include <stdio.h>
#include <string.h>

/* ---- who may do what ---- */

static unsigned count_seats(SeatMask seats) { return (unsigned)__builtin_popcount(seats); }

bool local_is_shared(const Local *local) { return count_seats(local->people) > 1; }

static SeatMask awaited(const Local *local) { return board_awaited(&local->record.rules, &local->game.board); }

/* Who may act although nobody waits for them. */
static SeatMask bystanders(const Local *local) {
    if (local->game.board.phase == PHASE_OVER) return 0;
    return board_waiting(&local->record.rules, &local->game.board) & (SeatMask)~awaited(local);
}

static void actions_of(const Local *local, Seat seat, ActionSet *out) {
    board_actions(&local->record.rules, &local->game.board, &local->game.own[seat], seat, out);
}

SeatMask local_asked(const Local *local) { return awaited(local) & local->people; }

SeatMask local_may(const Local *local) {
    SeatMask may = 0;
    for (SeatMask left = (local_asked(local) | bystanders(local)) & local->people; left; left &= (SeatMask)(left - 1)) {
        ActionSet set;
        Seat seat = mask_first(left);
        actions_of(local, seat, &set);
        if (!action_set_empty(&set)) may |= (SeatMask)(1u << seat);
    }
    return may;
}

/* A call, a catch that would hit, a card to jump in with. */
static bool is_worth_asking(const Local *local, Seat seat) {
    const Board *board = &local->game.board;
    ActionSet set;
    actions_of(local, seat, &set);
    bool slip = action_set_may(&set, ACT_CATCH) && !board->classic.uno_called;
    return slip || action_set_may(&set, ACT_CALL) || set.cards;
}

/* Whether anything could be open to bystanders, as the whole table knows it. */
static bool is_worth_asking_all(const Local *local) {
    const Rules *rules = &local->record.rules;
    const ClassicBoard *classic = &local->game.board.classic;
    if (rules->family != FAMILY_CLASSIC) return false;
    return rules->option.jump_in || (classic->uno_seat != NO_SEAT && !classic->uno_called);
}

SeatMask local_open(const Local *local) {
    SeatMask open = bystanders(local) & local->people & (SeatMask)~local->declined;
    if (local_is_shared(local)) return is_worth_asking_all(local) ? open : 0;
    if (open && !is_worth_asking(local, mask_first(open))) return 0;
    return open;
}

Seat local_person(const Local *local) {
    SeatMask open = local_open(local), asked = local_asked(local);
    if (local->holder < SEATS_MAX && (open | asked) >> local->holder & 1) return local->holder;
    if (open) return mask_first(open);
    return asked ? mask_first(asked) : NO_SEAT;
}

void local_view(const Local *local, unsigned observer, View *out) {
    view_of(&local->record.rules, &local->game, &local->witness, observer, out);
}

/* ---- players ---- */

static bool fail(Local *local, Seat seat, const char *how) {
    const char *name = local->record.name[seat];
    char letter[] = {(char)('A' + seat), 0};
    local->failed = true;
    snprintf(local->trouble, sizeof local->trouble, "%s %s.", name[0] ? name : letter, how);
    return false;
}

static bool fail_record(Local *local, const char *why) {
    local->failed = true;
    snprintf(local->trouble, sizeof local->trouble, "%s", why);
    return false;
}

static Player *player_of(const Local *local, unsigned seat) {
    return local->people >> seat & 1 ? NULL : local->player[seat];
}

static void show(Local *local) {
    for (unsigned seat = 0; seat < local->record.players; seat++) {
        Player *player = player_of(local, seat);
        View view;
        if (!player || !player->watches) continue;
        local_view(local, seat, &view);
        player->watch(player->self, &view);
    }
}

static void end_players(Local *local) {
    for (unsigned seat = 0; seat < local->record.players; seat++) {
        Player *player = player_of(local, seat);
        if (player) player->end(player->self, &local->game.board);
    }
}

static bool begin_players(Local *local) {
    for (unsigned seat = 0; seat < local->record.players; seat++) {
        Player *player = player_of(local, seat);
        if (!player) continue;
        if (!player->begin(player->self, &local->record.rules, local->record.players, (Seat)seat, local->chance + seat))
            return fail(local, (Seat)seat, player->trouble(player->self));
    }
    return true;
}

/* The moment decides what the dice show, so that a game can be taken up again anywhere. */
static PlayerAnswer ask(Local *local, Seat seat, bool is_awaited, Action *out) {
    Player *player = local->player[seat];
    View view;
    local_view(local, seat, &view);
    if (player->reseed) {
        Dice dice = {local->chance + seat};
        Dice moment = {dice_next(&dice) + 2 * (uint64_t)local->record.actions + is_awaited};
        player->reseed(player->self, dice_next(&moment));
    }
    return player->act(player->self, &view, is_awaited, out);
}

/* ---- acting ---- */

static void keep(Local *local) {
    if (local->keep) local->keep(local->keeper, local);
}

/* A new question lies on the table. */
static void turn_page(Local *local) {
    local->declined = 0;
    local->offered = false;
    show(local);
}

static Verdict apply(Local *local, Seat seat, Action action) {
    Game before = local->game;
    Witness seen = local->witness;
    Verdict verdict = game_apply(&local->record.rules, &local->game, seat, action, &local->witness);
    if (verdict != VERDICT_ok) return verdict;
    if (!record_add(&local->record, seat, action)) {
        local->game = before;
        local->witness = seen;
        fail_record(local, "There is no memory left for the record of the game.");
        return verdict;
    }
    turn_page(local);
    return verdict;
}

static bool player_acts(Local *local, Seat seat, Action action) {
    Verdict verdict = apply(local, seat, action);
    if (verdict == VERDICT_ok) return !local->failed;
    char text[ACTION_TEXT_MAX], how[LOCAL_TROUBLE_MAX / 2];
    action_format(&local->record.rules, action, text, sizeof text);
    snprintf(how, sizeof how, "played '%s', which the rules refuse (%s)", text, verdict_name(verdict));
    return fail(local, seat, how);
}

/* True when the player did not let it be: it acted, or failed. */
static bool offer(Local *local, Seat seat) {
    ActionSet set;
    Action action = 0;
    actions_of(local, seat, &set);
    if (action_set_empty(&set)) return false;
    switch (ask(local, seat, false, &action)) {
    case PLAYER_LETS_BE: return false;
    case PLAYER_ACTS: player_acts(local, seat, action); return true;
    default: fail(local, seat, local->player[seat]->trouble(local->player[seat]->self)); return true;
    }
}

static bool players_break_in(Local *local) {
    if (local->offered) return false;
    for (SeatMask left = bystanders(local) & (SeatMask)~local->people; left; left &= (SeatMask)(left - 1))
        if (offer(local, mask_first(left))) return true;
    local->offered = true;
    return false;
}

static void player_answers(Local *local, Seat seat) {
    Action action = 0;
    switch (ask(local, seat, true, &action)) {
    case PLAYER_ACTS: player_acts(local, seat, action); break;
    case PLAYER_LETS_BE: fail(local, seat, "did nothing although the table waited for it"); break;
    default: fail(local, seat, local->player[seat]->trouble(local->player[seat]->self));
    }
}

LocalStep local_step(Local *local) {
    if (local->failed) return LOCAL_FAILED;
    if (local->game.board.phase == PHASE_OVER) {
        if (!local->record.finished) {
            record_finish(&local->record, &local->game);
            keep(local);
        }
        return LOCAL_OVER;
    }
    if (!players_break_in(local)) {
        if (local_person(local) != NO_SEAT) return LOCAL_ASKS;
        player_answers(local, mask_first(awaited(local)));
    }
    return local->failed ? LOCAL_FAILED : LOCAL_ACTED;
}

Verdict local_act(Local *local, Seat seat, Action action) {
    Verdict verdict = apply(local, seat, action);
    if (verdict == VERDICT_ok && !local->failed) keep(local);
    return verdict;
}

void local_let_be(Local *local, SeatMask seats) { local->declined |= seats; }

void local_hand_to(Local *local, Seat seat) {
    if (local->holder != seat && local_is_shared(local)) local->handed = local->record.actions;
    local->holder = seat;
}

/* ---- beginning, resuming, taking back ---- */

uint64_t local_chance(const Record *record) {
    Seed seed, mixed;
    uint64_t chance = 0;
    if (!record_seed(record, &seed)) return 0;
    fair_commitment(&seed, &mixed);
    for (unsigned i = 0; i < sizeof chance; i++) chance |= (uint64_t)mixed.bytes[i] << 8 * i;
    return chance;
}

static bool watch_replay(void *context, size_t number, Seat seat, Action action, const Game *game,
                         const Witness *witness) {
    Local *local = context;
    (void)number, (void)seat, (void)action;
    local->game = *game;
    local->witness = *witness;
    turn_page(local);
    return true;
}

/* Plays the record from the start. */
static bool replay(Local *local) {
    Game game;
    RecordError error;
    local->begun = true;
    if (!begin_players(local)) return false;
    return record_replay(&local->record, watch_replay, local, &game, &error) || fail_record(local, error.text);
}

bool local_begin(Local *local) {
    local->failed = false;
    local->trouble[0] = 0;
    local->holder = NO_SEAT;
    local->handed = local_is_shared(local) ? local->record.actions : 0;
    if (!replay(local)) return false;
    keep(local);
    return true;
}

void local_free(Local *local) {
    if (local->begun) end_players(local);
    record_free(&local->record);
}

/* The place of the last action of a person in the record; false: there is none that may go. */
static bool find_last(const Local *local, size_t *out) {
    for (size_t i = local->record.actions; i-- > local->handed;) {
        Seat seat = local->record.action[i].seat;
        if (local->people >> seat & 1) return *out = i, !local_is_shared(local) || seat == local->holder;
    }
    return false;
}

bool local_may_undo(const Local *local) {
    size_t place;
    return local->undo_allowed && !local->failed && !local->record.finished && find_last(local, &place);
}

bool local_undo(Local *local) {
    size_t place;
    if (!local_may_undo(local) || !find_last(local, &place)) return false;
    local->record.actions = place;
    end_players(local);
    if (!replay(local)) return false;
    local->offered = true; /* they had their chance before the person acted */
    keep(local);
    return true;
}
