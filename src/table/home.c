/* home.c -- drives the server's table for people at one machine. */
#include "home.h"

#include <stdio.h>
#include <string.h>

#include "table_internal.h"

enum { HOME_WINDOW_MIN_MS = 1000 }; /* TABLE_KIND_MS among bots that do not search */

/* ---- who may do what ---- */

static const Board *board_of(const Home *home) { return &home->table.game.board; }

/* Not the table's: when the game is over it is still looked at. */
static SeatMask awaited(const Home *home) { return board_awaited(&home->record.rules, board_of(home)); }

static SeatMask bystanders(const Home *home) {
    if (board_of(home)->phase == PHASE_OVER) return 0;
    return board_waiting(&home->record.rules, board_of(home)) & (SeatMask)~awaited(home);
}

static void actions_of(const Home *home, Seat seat, ActionSet *out) {
    board_actions(&home->record.rules, board_of(home), &home->table.game.own[seat], seat, out);
}

bool home_is_shared(const Home *home) { return bits_count(home->people) > 1; }

SeatMask home_asked(const Home *home) { return awaited(home) & home->people; }

/* A call, a catch that would hit, a card to jump in with. */
static bool is_worth_asking(const Home *home, Seat seat) {
    ActionSet set;
    actions_of(home, seat, &set);
    bool slip = action_set_may(&set, ACT_CATCH) && home->table.window_at >= 0;
    return slip || action_set_may(&set, ACT_CALL) || set.cards;
}

/* Whether anything could be open to bystanders, as the whole table knows it. */
static bool is_worth_asking_all(const Home *home) {
    const Rules *rules = &home->record.rules;
    return home->table.window_at >= 0 || rules->option.jump_in;
}

SeatMask home_open(const Home *home) {
    SeatMask open = bystanders(home) & home->people & (SeatMask)~home->declined;
    if (home_is_shared(home)) return is_worth_asking_all(home) ? open : 0;
    return open && is_worth_asking(home, mask_first(open)) ? open : 0;
}

Seat home_person(const Home *home) {
    SeatMask open = home_open(home), asked = home_asked(home);
    if (home->holder < SEATS_MAX && (open | asked) >> home->holder & 1) return home->holder;
    if (open) return mask_first(open);
    return asked ? mask_first(asked) : NO_SEAT;
}

void home_view(const Home *home, unsigned observer, View *out) { table_view(&home->table, observer, out); }

/* ---- programs ---- */

static bool fail(Home *home, const char *why) {
    home->failed = true;
    snprintf(home->trouble, sizeof home->trouble, "%s", why);
    return false;
}

static bool fail_seat(Home *home, Seat seat, const char *how) {
    const char *name = home->record.name[seat];
    char letter[] = {(char)('A' + seat), 0};
    home->failed = true;
    snprintf(home->trouble, sizeof home->trouble, "%s %s.", name[0] ? name : letter, how);
    return false;
}

static SeatMask programs(const Home *home) {
    SeatMask seats = 0;
    for (Seat seat = 0; seat < home->record.players; seat++)
        if (home->player[seat] && !(home->people >> seat & 1)) seats |= seat_bit(seat);
    return seats;
}

static void show_programs(Home *home) {
    for (SeatMask left = programs(home); left; left &= (SeatMask)(left - 1)) {
        Player *player = home->player[mask_first(left)];
        View view;
        if (!player->watches) continue;
        home_view(home, mask_first(left), &view);
        player->watch(player->self, &view);
    }
}

static void end_programs(Home *home) {
    for (SeatMask left = programs(home); left; left &= (SeatMask)(left - 1)) {
        Player *player = home->player[mask_first(left)];
        player->end(player->self, board_of(home));
    }
}

static bool begin_programs(Home *home) {
    for (SeatMask left = programs(home); left; left &= (SeatMask)(left - 1)) {
        Seat seat = mask_first(left);
        Player *player = home->player[seat];
        uint64_t seed = table_chance(&home->table.secret) + seat;
        if (!player->begin(player->self, &home->record.rules, home->record.players, seat, seed))
            return fail_seat(home, seat, player->trouble(player->self));
    }
    return true;
}

/* ---- entries ---- */

/* Nobody has an account at home: who sits on a seat is its number. */
static uint64_t user_of(Seat seat) { return 1u + seat; }

/* The bots' names and budgets are the caller's; the table knows their kinds. */
static void dress_bots(Home *home) {
    for (Seat seat = 0; seat < home->record.players; seat++) {
        if (!home->table.brain[seat]) continue;
        home->table.brain[seat]->budget = home->plan[seat].budget;
        if (home->record.name[seat][0]) memcpy(home->table.seat[seat].name, home->record.name[seat], RECORD_NAME_MAX);
    }
}

static void entry_begin(const Home *home, LogEntry *entry, LogKind kind) {
    log_entry_init(entry, kind);
    entry->at_ms = home->now_ms;
}

/* What is on the table has changed: carries the entry out, and notes it. */
static bool enter(Home *home, LogEntry *entry) {
    entry->seq = home->table.seq + 1;
    if (!table_apply(&home->table, entry)) return fail(home, "The table cannot go on: there may be no memory left.");
    if (entry->kind == LOG_start) dress_bots(home);
    if (home->note) home->note(home->keeper, home, entry);
    if (entry->kind != LOG_act && entry->kind != LOG_start) return true;
    home->declined = 0;
    show_programs(home);
    return true;
}

/* The same for an action that the record does not have yet. */
static bool enter_act(Home *home, LogEntry *entry) {
    if (!record_add(&home->record, entry->seat, entry->action))
        return fail(home, "There is no memory left for the record of the game.");
    return enter(home, entry);
}

static bool enter_seat(Home *home, Seat seat) {
    LogEntry entry;
    bool person = home->people >> seat & 1, program = !person && home->player[seat];
    entry_begin(home, &entry, person || program ? LOG_sit : LOG_bot);
    entry.seat = seat;
    entry.id = user_of(seat);
    entry.remote = program;
    snprintf(entry.words, sizeof entry.words, "%s",
             entry.kind == LOG_sit ? home->record.name[seat] : home->plan[seat].kind->name);
    return enter(home, &entry);
}

/* Where bots are quick windows are short, but never too short for a person to press a button. */
static uint16_t at_pace(unsigned usual_ms, unsigned usual_pace_ms, unsigned pace_ms, unsigned least_ms) {
    unsigned ms = usual_ms * pace_ms / usual_pace_ms;
    if (!usual_ms || !pace_ms) return 0;
    return (uint16_t)(ms < least_ms ? least_ms : ms < WINDOW_MAX_MS ? ms : WINDOW_MAX_MS);
}

static bool has_kind_bots(const Home *home) {
    for (Seat seat = 0; seat < home->record.players; seat++)
        if (!(home->people >> seat & 1) && home->plan[seat].kind && !home->plan[seat].kind->worlds) return true;
    return false;
}

static void settle(Home *home) {
    Ruleset ruleset = {.rules = home->record.rules};
    TableSettings *settings = &home->settings;
    unsigned pace_ms = home->live ? home->pace_ms < PACE_MAX_MS ? home->pace_ms : PACE_MAX_MS : 0;
    memcpy(ruleset.name, home->record.ruleset, sizeof ruleset.name);
    memcpy(ruleset.title, home->title, sizeof ruleset.title);
    settings_init(settings, &ruleset);
    settings->seats = (uint8_t)home->record.players;
    memcpy(settings->given, home->record.given, sizeof settings->given);
    settings->chat = settings->spectators = false;
    settings->think_s = settings->reserve_s = 0;
    settings->window_ms = at_pace(settings->window_ms, settings->pace_ms, pace_ms,
                                  has_kind_bots(home) ? TABLE_KIND_MS : HOME_WINDOW_MIN_MS);
    settings->jump_ms = at_pace(settings->jump_ms, settings->pace_ms, pace_ms, HOME_WINDOW_MIN_MS);
    settings->pace_ms = (uint16_t)pace_ms;
}

void home_set_pace(Home *home, unsigned pace_ms) {
    home->pace_ms = pace_ms;
    settle(home);
    home->table.settings.window_ms = home->settings.window_ms;
    home->table.settings.jump_ms = home->settings.jump_ms;
    home->table.settings.pace_ms = home->settings.pace_ms;
}

static bool open_table(Home *home) {
    LogEntry entry;
    entry_begin(home, &entry, LOG_make);
    entry.settings = &home->settings;
    if (!enter(home, &entry)) return false;
    for (Seat seat = 0; seat < home->record.players; seat++)
        if (!enter_seat(home, seat)) return false;
    entry_begin(home, &entry, LOG_seed);
    return record_seed(&home->record, &entry.seed) && enter(home, &entry);
}

static bool deal(Home *home) {
    LogEntry entry;
    entry_begin(home, &entry, LOG_start);
    entry.id = 1;
    return begin_programs(home) && enter(home, &entry);
}

static bool play_record(Home *home) {
    LogEntry entry;
    for (size_t i = 0; i < home->record.actions; i++) {
        entry_begin(home, &entry, LOG_act);
        entry.seat = home->record.action[i].seat;
        entry.action = home->record.action[i].action;
        if (!enter(home, &entry)) return false;
    }
    return true;
}

/* The whole log, from the start. */
static bool fold(Home *home) {
    table_free(&home->table);
    table_init(&home->table);
    home->begun = home->folds = true;
    bool good = open_table(home) && deal(home) && play_record(home);
    home->folds = false;
    return good;
}

/* ---- the others act ---- */

static void keep(Home *home) {
    if (home->keep) home->keep(home->keeper, home);
}

/* The moment decides what the dice show, so that a game can be taken up again anywhere. */
static PlayerAnswer ask_program(Home *home, Seat seat, Action *out) {
    Player *player = home->player[seat];
    View view;
    Dice dice;
    home_view(home, seat, &view);
    table_dice(&home->table, seat, &dice);
    if (player->reseed) player->reseed(player->self, dice.state);
    return player->act(player->self, &view, awaited(home) >> seat & 1, out);
}

static bool program_acts(Home *home, Seat seat, Action action) {
    Wish wish = {.kind = WISH_ACT, .user = user_of(seat), .action = action, .seen = home->table.seq};
    LogEntry entry;
    TableAnswer said = table_wish(&home->table, home->now_ms, &wish, &entry);
    if (said.refusal == REFUSAL_ok) return enter_act(home, &entry);
    char text[ACTION_TEXT_MAX], how[HOME_TROUBLE_MAX / 2];
    action_format(&home->record.rules, action, text, sizeof text);
    snprintf(how, sizeof how, "played '%s', which the rules refuse (%s)", text, verdict_name(said.verdict));
    return fail_seat(home, seat, how);
}

/* True when the program did not let it be: it acted, or failed. */
static bool program_answers(Home *home, Seat seat) {
    Player *player = home->player[seat];
    Action action = 0;
    switch (ask_program(home, seat, &action)) {
    case PLAYER_ACTS: program_acts(home, seat, action); return true;
    case PLAYER_FAILS: fail_seat(home, seat, player->trouble(player->self)); return true;
    case PLAYER_LETS_BE: break;
    }
    if (!(awaited(home) >> seat & 1)) return false;
    fail_seat(home, seat, "did nothing although the table waited for it");
    return true;
}

static bool program_breaks_in(Home *home) {
    if (home->offered_seq == home->table.seq) return false;
    for (SeatMask left = bystanders(home) & programs(home); left; left &= (SeatMask)(left - 1)) {
        ActionSet set;
        actions_of(home, mask_first(left), &set);
        if (!action_set_empty(&set) && program_answers(home, mask_first(left))) return true;
    }
    home->offered_seq = home->table.seq;
    return false;
}

static void ask_bot(Home *home, Seat seat) {
    Bot bot;
    View view;
    Wish wish = {.kind = WISH_ACT, .seat = seat, .seen = home->table.seq};
    LogEntry entry;
    table_brain(&home->table, seat, &bot);
    home_view(home, seat, &view);
    if (!bot_act(&bot, &view, &wish.action) ||
        table_wish(&home->table, home->now_ms, &wish, &entry).refusal != REFUSAL_held)
        table_let_be(&home->table, seat, wish.seen);
}

/* Where several choose at once each decides when it comes to it, and people first: what the dice show then does not
 * depend on when the game was last taken up. */
static void ask_bots(Home *home) {
    bool alone = table_chooses_together(&home->table);
    if (alone && home_asked(home)) return;
    SeatMask seats = table_thinkers(&home->table);
    for (SeatMask left = seats; left; left &= (SeatMask)(left - 1)) {
        if (alone && left != seats) home->table.thinking &= (SeatMask)~seat_bit(mask_first(left));
        else ask_bot(home, mask_first(left));
    }
}

/* What the table brings about next, now or when its time comes; whoever breaks in does so before people are asked, and
 * everything else waits for them. */
static HomeStep step(Home *home) {
    LogEntry entry;
    ask_bots(home);
    bool due = table_elapse(&home->table, home->now_ms, &entry);
    bool breaks_in = due && entry.kind == LOG_act && !(awaited(home) >> entry.seat & 1);
    if (!breaks_in && home_person(home) != NO_SEAT) return HOME_ASKS;
    SeatMask asked = awaited(home) & programs(home);
    if (!due && asked) return program_answers(home, mask_first(asked)), HOME_ACTED;
    if (!due && table_due(&home->table) > home->now_ms) home->now_ms = table_due(&home->table);
    if (!due && !table_elapse(&home->table, home->now_ms, &entry)) return fail(home, "Nobody can act."), HOME_FAILED;
    if (entry.kind != LOG_act) return fail(home, "The game goes on for too long."), HOME_FAILED;
    return enter_act(home, &entry), HOME_ACTED;
}

/* The same where the clock runs: everybody is asked at once, and all that is due by now comes one by one. */
static HomeStep step_live(Home *home) {
    LogEntry entry;
    for (SeatMask left = table_thinkers(&home->table); left; left &= (SeatMask)(left - 1))
        ask_bot(home, mask_first(left));
    if (!table_elapse(&home->table, home->now_ms, &entry)) return HOME_WAITS;
    if (entry.kind != LOG_act) return fail(home, "The game goes on for too long."), HOME_FAILED;
    bool own = home->people >> entry.seat & 1; /* it was held */
    if (enter_act(home, &entry) && own) keep(home);
    return HOME_ACTED;
}

int64_t home_due(const Home *home) { return table_due(&home->table); }

/* ---- stepping, acting ---- */

HomeStep home_step(Home *home) {
    if (home->failed) return HOME_FAILED;
    if (board_of(home)->phase == PHASE_OVER) {
        if (!home->record.finished) {
            record_finish(&home->record, &home->table.game);
            keep(home);
        }
        return HOME_OVER;
    }
    HomeStep came = home->live ? step_live(home) : program_breaks_in(home) ? HOME_ACTED : step(home);
    return home->failed ? HOME_FAILED : came;
}

TableAnswer home_wish(Home *home, Seat seat, Action action, uint64_t seen) {
    Wish wish = {.kind = WISH_ACT, .user = user_of(seat), .action = action, .seen = seen};
    LogEntry entry;
    TableAnswer said = table_wish(&home->table, home->now_ms, &wish, &entry);
    if (said.refusal == REFUSAL_ok && enter_act(home, &entry)) keep(home);
    return said;
}

Verdict home_act(Home *home, Seat seat, Action action) {
    Verdict verdict = table_refusal(&home->table, seat, action);
    if (verdict != VERDICT_ok) return verdict;
    home->now_ms += TABLE_EAGER_MS; /* nobody here is ever too quick */
    if (home_wish(home, seat, action, home->table.seq).refusal != REFUSAL_ok)
        fail(home, "The table does not take what its rules allow.");
    return verdict;
}

void home_let_be(Home *home, SeatMask seats) { home->declined |= seats; }

void home_hand_to(Home *home, Seat seat) {
    if (home->holder != seat && home_is_shared(home)) home->handed = home->record.actions;
    home->holder = seat;
}

/* ---- beginning, resuming, taking back ---- */

bool home_begin(Home *home) {
    Game game;
    RecordError error;
    home->failed = false;
    home->trouble[0] = 0;
    home->holder = NO_SEAT;
    home->handed = home_is_shared(home) ? home->record.actions : 0;
    settle(home);
    if (!record_replay(&home->record, NULL, NULL, &game, &error)) return fail(home, error.text);
    if (!fold(home)) return false;
    keep(home);
    return true;
}

void home_free(Home *home) {
    if (home->begun) end_programs(home);
    table_free(&home->table);
    record_free(&home->record);
}

/* The place of the last action of a person in the record; false: there is none that may go. */
static bool find_last(const Home *home, size_t *out) {
    for (size_t i = home->record.actions; i-- > home->handed;) {
        Seat seat = home->record.action[i].seat;
        if (home->people >> seat & 1) return *out = i, !home_is_shared(home) || seat == home->holder;
    }
    return false;
}

bool home_may_undo(const Home *home) {
    size_t place;
    return home->undo_allowed && !home->failed && !home->record.finished && find_last(home, &place);
}

bool home_undo(Home *home) {
    size_t place;
    if (!home_may_undo(home) || !find_last(home, &place)) return false;
    home->record.actions = place;
    end_programs(home);
    if (!fold(home)) return false;
    home->offered_seq = home->table.seq; /* they had their chance before the person acted */
    keep(home);
    return true;
}
