/* outcome.c -- a record replayed, and counted on the way. */
#include "outcome.h"

#include <stdio.h>
#include <string.h>

#include "../engine/blake2b.h"
#include "../engine/offer.h"
#include "../engine/text.h"

static const struct {
    const char *name, *heading, *words;
} counts[SEAT_COUNTS] = {
#define COUNT(name, heading, words) {#name, heading, words},
#include "seat_count.def"
#undef COUNT
};

const char *seat_count_name(SeatCount count) { return counts[count].name; }
const char *seat_count_heading(SeatCount count) { return counts[count].heading; }
const char *seat_count_words(SeatCount count) { return counts[count].words; }

/* ---- watching ---- */

static void count(OutcomeFold *fold, Seat seat, SeatCount what, unsigned amount) {
    if (seat < SEATS_MAX) fold->out.seat[seat].count[what] += amount;
}

/* What counts for the seat that an event is about; everything else counts for the game alone. */
static const struct {
    EventKind event;
    SeatCount count;
} counted[] = {
    {EVENT_drew, SEAT_COUNT_drawn},     {EVENT_drew_action, SEAT_COUNT_drawn},         {EVENT_called, SEAT_COUNT_calls},
    {EVENT_caught, SEAT_COUNT_catches}, {EVENT_false_catch, SEAT_COUNT_false_catches},
};

/* Of a challenge the table hears who challenges whom, then whether the other was guilty. */
static void count_event(OutcomeFold *fold, const Event *event, Seat *challenger) {
    for (unsigned i = 0; i < sizeof counted / sizeof *counted; i++) {
        if (counted[i].event != event->kind) continue;
        count(fold, event->seat, counted[i].count, counted[i].count == SEAT_COUNT_drawn ? event->amount : 1);
    }
    if (event->kind == EVENT_challenged) *challenger = event->seat;
    if (event->kind == EVENT_guilty) count(fold, *challenger, SEAT_COUNT_challenges_won, 1);
    if (event->kind == EVENT_innocent) count(fold, *challenger, SEAT_COUNT_challenges_lost, 1);
    if (event->kind < EVENT_KINDS) fold->out.events[event->kind]++;
}

static bool has_called(const Witness *witness, Seat seat) {
    for (unsigned i = 0; i < witness->events; i++)
        if (witness->event[i].kind == EVENT_called && witness->event[i].seat == seat) return true;
    return false;
}

/* A window that was open without its call, and is not any more, was missed: whether somebody caught it or not. */
static void follow_call(OutcomeFold *fold, const Rules *rules, const Board *board, const Witness *witness) {
    Seat due = board_uncalled(rules, board);
    if (fold->due != NO_SEAT && due != fold->due && !has_called(witness, fold->due))
        count(fold, fold->due, SEAT_COUNT_calls_missed, 1);
    fold->due = due;
}

static bool is_deal_over(const Witness *witness) {
    for (unsigned i = 0; i < witness->events; i++) {
        EventKind kind = (EventKind)witness->event[i].kind;
        if (kind == EVENT_deal_won || kind == EVENT_won || kind == EVENT_drawn_game) return true;
    }
    return false;
}

void outcome_begin(OutcomeFold *fold) { *fold = (OutcomeFold){.due = NO_SEAT}; }

void outcome_watch(OutcomeFold *fold, const Rules *rules, const Board *board, const Witness *witness) {
    Seat challenger = NO_SEAT;
    for (unsigned i = 0; i < witness->events; i++) count_event(fold, &witness->event[i], &challenger);
    follow_call(fold, rules, board, witness);
    if (!is_deal_over(witness)) return;
    fold->out.deals++;
    for (Seat at = 0; at < board->players; at++)
        count(fold, at, SEAT_COUNT_cards_left, board->count[at] + (unsigned)board->actions[at]);
}

/* ---- places ---- */

/* How much better than nothing a seat stands behind the winners: more is better. */
static unsigned standing_of(const Rules *rules, const Board *board, Seat seat) {
    if (board->winners >> seat & 1) return UINT16_MAX + 1u;
    if (!board->winners) return 0;
    if (rules->option.target) return board->score[seat];
    if (rules->option.elimination) return SEATS_MAX - board->classic.place[seat];
    return 0;
}

static void place_seats(const Rules *rules, const Board *board, Outcome *out) {
    for (Seat seat = 0; seat < board->players; seat++) {
        OutcomeSeat *at = &out->seat[seat];
        unsigned better = 0, mine = standing_of(rules, board, seat);
        for (Seat other = 0; other < board->players; other++) better += standing_of(rules, board, other) > mine;
        at->team = (uint8_t)rules_team(rules, seat);
        at->place = (uint8_t)(1 + better);
        at->won = board->winners >> seat & 1;
        at->points = board->score[seat];
    }
}

/* ---- the whole ---- */

/* Games with the same cards and actions are different ones when others played them or at another time. */
static uint64_t id_of(const Record *record) {
    uint64_t id;
    Blake2b hash;
    blake2b_init(&hash, sizeof id);
    blake2b_update(&hash, record->date, sizeof record->date);
    blake2b_update(&hash, record->name, sizeof record->name);
    blake2b_update(&hash, record->bot, sizeof record->bot);
    blake2b_update(&hash, record->result.checksum, sizeof record->result.checksum);
    blake2b_final(&hash, (uint8_t *)&id);
    return id;
}

void outcome_end(const OutcomeFold *fold, const Rules *rules, const Board *board, Outcome *out) {
    *out = fold->out;
    out->family = (uint8_t)rules->family;
    out->players = board->players;
    place_seats(rules, board, out);
}

typedef struct {
    const Rules *rules;
    OutcomeFold fold;
} Replay;

static bool watch(void *context, size_t number, Seat seat, Action action, const Game *game, const Witness *witness) {
    Replay *replay = context;
    (void)number, (void)seat, (void)action;
    outcome_watch(&replay->fold, replay->rules, &game->board, witness);
    return true;
}

bool outcome_of_record(const Record *record, Outcome *out, RecordError *error) {
    RecordReport report;
    Game game;
    Replay replay = {.rules = &record->rules};
    if (!record_verify(record, &report, error)) return false;
    if (!report.finished) {
        *error = (RecordError){.text = "the game is not over"};
        return false;
    }
    outcome_begin(&replay.fold);
    if (!record_replay(record, watch, &replay, &game, error)) return false;
    outcome_end(&replay.fold, &record->rules, &game.board, out);
    out->id = id_of(record);
    out->at = outcome_time(record->date);
    out->actions = (uint32_t)record->actions;
    return true;
}

static bool read_digits(const char **at, char before, int low, int high, int *out) {
    long long number;
    if (before && *(*at)++ != before) return false;
    if (!scan_number(at, low, high, &number)) return false;
    *out = (int)number;
    return true;
}

/* Days since 1970, by the calendar of Gregory. */
static int64_t days_of(int year, int month, int day) {
    int64_t y = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9;
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719468;
}

int64_t outcome_time(const char *date) {
    int year, month, day, hour = 0, minute = 0;
    if (!read_digits(&date, 0, 1970, 9999, &year) || !read_digits(&date, '-', 1, 12, &month) ||
        !read_digits(&date, '-', 1, 31, &day))
        return 0;
    if (*date == 'T' && (!read_digits(&date, 'T', 0, 23, &hour) || !read_digits(&date, ':', 0, 59, &minute))) return 0;
    return ((days_of(year, month, day) * 24 + hour) * 60 + minute) * 60000;
}

LadderGame outcome_for_ladder(const Outcome *outcome, uint32_t scope) {
    LadderGame game = {.at = outcome->at, .scope = scope, .seats = outcome->players};
    for (unsigned seat = 0; seat < outcome->players; seat++) {
        game.team[seat] = outcome->seat[seat].team;
        game.place[seat] = outcome->seat[seat].place;
    }
    return game;
}

unsigned outcome_expected(const Outcome *outcome) {
    unsigned winners = 0;
    for (unsigned seat = 0; seat < outcome->players; seat++) winners += outcome->seat[seat].won;
    return outcome->players ? OUTCOME_WIN * winners / outcome->players : 0;
}
