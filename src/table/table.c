/* table.c -- a table as the fold of its log: each kind of entry is one function. */
#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "table_internal.h"

void table_init(Table *table) {
    memset(table, 0, sizeof *table);
    table->host = NO_SEAT;
    table->window_at = -1;
}

static void free_brains(Table *table) {
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        free(table->brain[seat]);
        table->brain[seat] = NULL;
    }
}

void table_drop_held(Table *table, Seat seat) {
    table->held[seat] = 0;
    free(table->held_words[seat]);
    table->held_words[seat] = NULL;
}

static void drop_all_held(Table *table) {
    for (Seat seat = 0; seat < SEATS_MAX; seat++) table_drop_held(table, seat);
}

void table_free(Table *table) {
    free_brains(table);
    drop_all_held(table);
    free(table->step);
    memset(table, 0, sizeof *table);
}

/* ---- looking ---- */

Seat table_seat_of(const Table *table, uint64_t user) {
    for (Seat seat = 0; user && seat < SEATS_MAX; seat++)
        if (table->seat[seat].kind == SEAT_PERSON && table->seat[seat].user == user) return seat;
    return NO_SEAT;
}

Seat table_player_of(const Table *table, uint64_t user) {
    Seat seat = table_seat_of(table, user);
    return seat < SEATS_MAX && table->seat[seat].left ? NO_SEAT : seat;
}

SeatMask table_people(const Table *table) {
    SeatMask people = 0;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (table->seat[seat].kind == SEAT_PERSON && !table->seat[seat].left) people |= seat_bit(seat);
    return people;
}

unsigned table_seats(const Table *table) { return table_is_settled(table) ? table->players : table->settings.seats; }

void table_view(const Table *table, unsigned observer, View *out) {
    view_of(table_rules(table), &table->game, &table->witness, observer, out);
}

bool table_awaits(const Table *table, Seat seat) {
    return !table->paused && seat < SEATS_MAX && table_awaited(table) >> seat & 1 && !table_is_dealing(table);
}

bool table_wants_secret(const Table *table) { return table->stage == TABLE_GATHERING && !table->has_secret; }

bool table_record(const Table *table, Record *out) {
    record_init(out, &table->settings.ruleset, table->players);
    memcpy(out->date, table->date, sizeof out->date);
    memcpy(out->given, table->settings.given, sizeof out->given);
    RecordChance *chance = &out->chance;
    bool shown = !table_is_playing(table);
    chance->has_seed = shown && table->settings.seeded;
    if (chance->has_seed) chance->seed = table->seed;
    chance->has_commitment = !table->settings.seeded;
    if (chance->has_commitment) fair_commitment(&table->spent_secret, &chance->commitment);
    chance->has_secret = shown && !table->settings.seeded;
    if (chance->has_secret) chance->secret = table->spent_secret;
    chance->way = table->settings.seeded ? 0 : table->way;
    for (unsigned seat = 0; seat < table->players; seat++) {
        memcpy(out->name[seat], table->seat[seat].name, RECORD_NAME_MAX);
        if (table->seat[seat].kind == SEAT_BOT) record_set_bot(out, seat, table->seat[seat].bot);
        if (!table->settings.seeded) chance->part[seat] = table->part[seat];
    }
    for (size_t i = 0; i < table->steps; i++)
        if (!record_add(out, table->step[i].seat, table->step[i].action)) return record_free(out), false;
    if (table->game.board.phase == PHASE_OVER) record_finish(out, &table->game);
    return true;
}

/* ---- bots ---- */

static const BotKind *brain_kind(const Table *table, Seat seat) {
    const TableSeat *at = &table->seat[seat];
    const BotKind *kind = bot_find(at->kind == SEAT_BOT ? at->bot : table->settings.fill);
    return kind && kind->families >> table_rules(table)->family & 1 ? kind : &bot_greedy;
}

/* The seat has a bot exactly while one plays for it. */
static bool settle_brain(Table *table, Seat seat, bool wanted) {
    if (!wanted) {
        free(table->brain[seat]);
        table->brain[seat] = NULL;
        table->thinking &= (SeatMask)~seat_bit(seat);
        if (table_holds_for_bot(table, seat)) table_drop_held(table, seat);
    } else if (!table->brain[seat]) {
        table->brain[seat] = calloc(1, sizeof(Bot));
        if (!table->brain[seat]) return false;
        bot_init(table->brain[seat], brain_kind(table, seat), table_rules(table), 0, NULL);
        View view;
        table_view(table, seat, &view);
        bot_watch(table->brain[seat], &view);
    }
    return true;
}

static bool settle_brains(Table *table) {
    for (Seat seat = 0; seat < SEATS_MAX; seat++) {
        const TableSeat *at = &table->seat[seat];
        bool wanted = table_is_playing(table) && seat < table->players &&
                      (at->kind == SEAT_BOT || at->away || at->left || table->lapsed >> seat & 1);
        if (!settle_brain(table, seat, wanted)) return false;
    }
    return true;
}

static void show_brains(Table *table) {
    for (Seat seat = 0; seat < table->players; seat++) {
        Bot *brain = table->brain[seat];
        if (!brain || !brain->kind->remembers) continue;
        View view;
        table_view(table, seat, &view);
        bot_watch(brain, &view);
    }
}

uint64_t table_chance(const Seed *seed) {
    Seed mixed;
    uint64_t chance = 0;
    fair_commitment(seed, &mixed);
    for (unsigned i = 0; i < sizeof chance; i++) chance |= (uint64_t)mixed.bytes[i] << 8 * i;
    return chance;
}

void table_dice(const Table *table, Seat seat, Dice *out) {
    Dice dice = {table_chance(&table->seed) + seat};
    Dice moment = {dice_next(&dice) + 2 * (uint64_t)table->steps + (table_awaited(table) >> seat & 1)};
    out->state = dice_next(&moment);
}

void table_brain(const Table *table, Seat seat, Bot *out) {
    *out = *table->brain[seat];
    table_dice(table, seat, &out->dice);
}

/* ---- the game ---- */

/* What people have to take in before the next card falls is given more time: hands that change hands, what a challenge
 * showed, a roll, a call, a catch. All of it is seen by everybody. */
static uint8_t extra_paces(const Witness *witness) {
    uint8_t most = 0;
    for (unsigned i = 0; i < witness->events; i++) {
        EventKind kind = (EventKind)witness->event[i].kind;
        bool moves_hands = kind == EVENT_swapped || kind == EVENT_rotated;
        if (moves_hands || kind == EVENT_guilty || kind == EVENT_innocent) return 2;
        if (kind == EVENT_called || kind == EVENT_caught || kind == EVENT_rolled) most = 1;
    }
    return most;
}

/* After the board has changed: who is asked since when, and whether a call is missing. */
static void note_questions(Table *table, uint64_t seq, int64_t clock_ms, Seat actor) {
    const Board *board = &table->game.board;
    SeatMask awaited = table_awaited(table);
    SeatMask same = 0;
    table->turned_at = clock_ms;
    table->acted_seq = seq;
    for (Seat seat = 0; seat < table->players; seat++) {
        if (!(awaited >> seat & 1)) table->asked_seq[seat] = 0;
        else if (!table->asked_seq[seat] || seat == actor) {
            table->asked_seq[seat] = seq;
            table->asked_at[seat] = clock_ms;
            table->extra_paces[seat] = extra_paces(&table->witness);
        } else same |= seat_bit(seat);
    }
    table->thinking &=
        table_chooses_together(table) ? same : 0; /* a seat that chooses with others need not choose again */
    table->lapsed &= same;
    table->let_be = 0;
    if (!(board_open(table_rules(table), board) & OPEN_CALL)) table->window_at = -1;
    else if (table->window_at < 0 || actor == board_uncalled(table_rules(table), board)) table->window_at = clock_ms;
}

static bool add_step(Table *table, const LogEntry *entry) {
    if (table->steps == table->step_room) {
        size_t room = table->step_room ? 2 * table->step_room : 64;
        if (table->steps >= RECORD_ACTIONS_MAX) return false;
        TableStep *more = realloc(table->step, room * sizeof *more);
        if (!more) return false;
        table->step = more;
        table->step_room = room;
    }
    table->step[table->steps++] =
        (TableStep){.action = entry->action, .seq = (uint32_t)entry->seq, .seat = entry->seat, .how = entry->how};
    return true;
}

/* The game is over or broken off: people are asked again. A player who has left keeps the name on the score sheet, and
 * makes room at the next start. */
static void gather(Table *table) {
    table->stage = TABLE_GATHERING;
    table->paused = false;
    table->vote = (TableVote){0};
    for (Seat seat = 0; seat < SEATS_MAX; seat++) {
        TableSeat *at = &table->seat[seat];
        at->ready = at->kind == SEAT_BOT;
        at->part = (FairPart){0}; /* the next secret must be drawn before anybody's part of it is known */
        table->asked_seq[seat] = 0;
        table_drop_held(table, seat);
    }
    table->window_at = -1;
    table->lapsed = table->thinking = 0;
}

bool table_is_telling(const Table *table, Seat seat, bool *asks) {
    Seat asker, asked;
    if (!table_is_playing(table) || !board_dared(table_rules(table), &table->game.board, &asker, &asked)) return false;
    *asks = seat == asker;
    return *asks || seat == asked;
}

/* What is said with a truth or dare, and with its answer. Words to a card that is not shown yet would show it: they
 * are dropped, and can be told once it lies open. */
static void note_words(Table *table, const LogEntry *entry) {
    ActionKind kind = action_kind(entry->action);
    bool asks = false, replies = kind == ACT_ANSWER || kind == ACT_REFUSE;
    table->said = entry->words[0] && (replies || (table_is_telling(table, entry->seat, &asks) && asks));
    if (replies) memcpy(table->reply, entry->words, sizeof table->reply);
    if (table->said && asks && !replies) {
        memcpy(table->prompt, entry->words, sizeof table->prompt);
        table->reply[0] = 0;
    }
}

static bool apply_tell(Table *table, const LogEntry *entry) {
    bool asks;
    if (entry->seat >= table->players || !table_is_telling(table, entry->seat, &asks)) return false;
    memcpy(asks ? table->prompt : table->reply, entry->words, ENTRY_WORDS_MAX);
    return true;
}

static void spend_time(Table *table, const LogEntry *entry, int64_t clock_ms) {
    TableSeat *at = &table->seat[entry->seat];
    int64_t used = clock_ms - table->asked_at[entry->seat] - 1000 * (int64_t)table->settings.think_s;
    if (!table->settings.think_s || !table->asked_seq[entry->seat] || entry->how != HOW_SELF || used <= 0) return;
    at->reserve_ms = used < at->reserve_ms ? at->reserve_ms - (int32_t)used : 0;
}

/* What waits for its time was meant for the table as it was. For people only a call or a catch leaves it so; bots are
 * asked again, except those who choose at the same time as others. */
static void drop_overtaken(Table *table, const LogEntry *entry) {
    ActionKind kind = action_kind(entry->action);
    bool stays = kind == ACT_CALL || kind == ACT_CATCH;
    SeatMask choosing = table_chooses_together(table) ? table_awaited(table) : 0;
    for (Seat seat = 0; seat < table->players; seat++) {
        bool good = table_holds_for_bot(table, seat) ? choosing >> seat & 1 && table->asked_seq[seat] : stays;
        if (seat == entry->seat || !good) table_drop_held(table, seat);
    }
}

static bool apply_act(Table *table, const LogEntry *entry) {
    int64_t clock_ms = table_clock(table, entry->at_ms);
    if (!table_is_playing(table) || entry->seat >= table->players || table->paused || entry->how > HOW_BOT)
        return false;
    if (game_apply(table_rules(table), &table->game, entry->seat, entry->action, &table->witness) != VERDICT_ok)
        return false;
    if (!add_step(table, entry)) return false;
    spend_time(table, entry, clock_ms);
    if (entry->how == HOW_SELF) table->seat[entry->seat].lapses = 0, table->seat[entry->seat].away = false;
    table->last_seq[entry->seat] = entry->seq;
    drop_overtaken(table, entry);
    note_words(table, entry);
    note_questions(table, entry->seq, clock_ms, entry->seat);
    if (table->game.board.phase == PHASE_OVER) gather(table);
    show_brains(table);
    return settle_brains(table);
}

/* ---- starting ---- */

static void seat_clear(TableSeat *seat) { memset(seat, 0, sizeof *seat); }

static void seat_bot(Table *table, Seat seat, const char *kind) {
    TableSeat *at = &table->seat[seat];
    seat_clear(at);
    at->kind = SEAT_BOT;
    at->ready = true;
    memcpy(at->bot, kind, strlen(kind) + 1 < TABLE_BOT_MAX ? strlen(kind) + 1 : TABLE_BOT_MAX - 1);
}

static const char *const bot_names[] = {
#define BOT_NAME(name) name,
#include "bot_name.def"
#undef BOT_NAME
};
enum { BOT_NAMES = sizeof bot_names / sizeof *bot_names };
_Static_assert((int)BOT_NAMES >= (int)SEATS_MAX, "every seat finds a name");

static bool is_name_taken(const Table *table, const TableSeat *by_other_than, const char *name) {
    for (Seat seat = 0; seat < SEATS_MAX; seat++)
        if (&table->seat[seat] != by_other_than && strcmp(table->seat[seat].name, name) == 0) return true;
    return false;
}

/* A bot has the name of a bot, and one of its own at this table: it keeps the one that it has, if that is so. */
static void name_bot(const Table *table, TableSeat *at) {
    for (unsigned i = 0; i < BOT_NAMES; i++)
        if (strcmp(at->name, bot_names[i]) == 0 && !is_name_taken(table, at, at->name)) return;
    unsigned first = 0;
    while (first + 1 < BOT_NAMES && is_name_taken(table, at, bot_names[first])) first++;
    Text text = text_in(at->name, sizeof at->name);
    text_put(&text, bot_names[first]);
}

/* Seats that are taken move together; empty ones get a bot where the settings say so. */
static unsigned close_ranks(Table *table, bool *moved) {
    unsigned players = 0;
    *moved = false;
    for (Seat seat = 0; seat < table->settings.seats; seat++) {
        TableSeat *at = &table->seat[seat];
        if (at->left) seat_clear(at);
        if (at->kind == SEAT_FREE && table->settings.fill[0]) seat_bot(table, seat, table->settings.fill);
        if (at->kind == SEAT_FREE) continue;
        if (players != seat) {
            if (table->host == seat) table->host = (Seat)players;
            table->seat[players] = *at;
            seat_clear(at);
            *moved = true;
        }
        players++;
    }
    return players;
}

/* Who plays the next game is settled. The last one is shown on only where its seats still mean the same. */
static bool settle_players(Table *table) {
    bool moved;
    unsigned players = close_ranks(table, &moved);
    if (moved || players != table->players) {
        table->game_id = 0;
        table->steps = 0;
    }
    table->players = players;
    for (Seat seat = 0; seat < players; seat++) {
        TableSeat *at = &table->seat[seat];
        at->away = false;
        at->lapses = 0;
        if (at->kind == SEAT_BOT && !table->settings.event) name_bot(table, at);
    }
    return rules_allow_players(table_rules(table), players, NULL);
}

static bool apply_seal(Table *table, const LogEntry *entry) {
    if (table->stage != TABLE_GATHERING || table->sealed || !table->has_secret || !settle_players(table)) return false;
    for (Seat seat = 0; seat < SEATS_MAX; seat++) /* what was said in the open (an older log) does not count any more */
        if (!table->seat[seat].part.committed) table->seat[seat].part = (FairPart){0};
    table->sealed = true;
    table->sealed_at = entry->at_ms;
    table->sealed_id = entry->id;
    memcpy(table->sealed_date, entry->words, sizeof table->sealed_date - 1);
    table->seated_seq = entry->seq;
    return true;
}

static bool apply_reveal(Table *table, const LogEntry *entry) {
    if (entry->seat >= SEATS_MAX || !(table_unrevealed(table) >> entry->seat & 1)) return false;
    FairPart *part = &table->seat[entry->seat].part;
    Seed commit;
    fair_commit(&entry->seed, &commit);
    if (!fair_equal(&commit, &part->commit)) return false;
    part->seed = entry->seed;
    return part->added = true;
}

SeatMask table_unrevealed(const Table *table) {
    SeatMask seats = 0;
    for (Seat seat = 0; table->sealed && seat < table->players; seat++) {
        const TableSeat *at = &table->seat[seat];
        if (at->part.committed && !at->part.added && !at->left) seats |= seat_bit(seat);
    }
    return seats;
}

/* Takes over what the seats add to the chance of the game. */
static void mix_chance(Table *table) {
    table->way = table->sealed ? FAIR_COMMITTED : FAIR_OPEN;
    memset(table->part, 0, sizeof table->part);
    for (Seat seat = 0; seat < table->players; seat++) table->part[seat] = table->seat[seat].part;
    table->spent_secret = table->secret;
    if (table->given) table->seed = table->secret;
    else fair_seed(table->way, &table->secret, table->part, table->players, &table->seed);
    table->has_secret = table->sealed = false;
}

static bool apply_start(Table *table, const LogEntry *entry) {
    if (table->stage != TABLE_GATHERING || !table->has_secret) return false;
    if (table->sealed ? entry->id != table->sealed_id : !settle_players(table)) return false;
    for (Seat seat = 0; seat < table->players; seat++) {
        table->seat[seat].reserve_ms = 1000 * (int32_t)table->settings.reserve_s;
        table->last_seq[seat] = table->asked_seq[seat] = 0;
        table->eager_until[seat] = 0;
    }
    mix_chance(table);
    table->stage = TABLE_PLAYING;
    table->game_id = entry->id;
    table->games++;
    table->started_seq = table->seated_seq = entry->seq;
    table->steps = 0;
    table->paused_total = 0;
    table->lapsed = table->thinking = 0;
    table->window_at = -1;
    table->prompt[0] = table->reply[0] = 0;
    memcpy(table->date, entry->words, sizeof table->date - 1);
    witness_init(&table->witness);
    game_init_given(table_rules(table), &table->game, table->players, &table->seed, table->settings.given,
                    &table->witness);
    note_questions(table, entry->seq, table_clock(table, entry->at_ms), NO_SEAT);
    free_brains(table);
    return settle_brains(table);
}

/* ---- who sits where ---- */

static void unwait(Table *table, uint64_t user) {
    for (unsigned i = 0; i < table->waiting_count; i++) {
        if (table->waiting[i].user != user) continue;
        memmove(&table->waiting[i], &table->waiting[i + 1], (--table->waiting_count - i) * sizeof *table->waiting);
        return;
    }
}

/* Somebody who is there has the table: a person, if there is one, rather than a program. */
static void settle_host(Table *table) {
    SeatMask people = table_people(table), programs = 0;
    if (table->settings.event) {
        table->host = NO_SEAT; /* nobody's: the event is */
        return;
    }
    if (table->host < SEATS_MAX && people >> table->host & 1) return;
    for (Seat seat = 0; seat < SEATS_MAX; seat++)
        if (table->seat[seat].remote) programs |= seat_bit(seat);
    if (people & (SeatMask)~programs) people &= (SeatMask)~programs;
    table->host = people ? mask_first(people) : NO_SEAT;
}

static bool apply_sit(Table *table, const LogEntry *entry) {
    if (entry->seat >= table_seats(table) || !entry->id || table_seat_of(table, entry->id) != NO_SEAT) return false;
    if (table->sealed) return false;
    TableSeat *at = &table->seat[entry->seat];
    if (at->kind == SEAT_PERSON && !(at->left && table->stage == TABLE_GATHERING)) return false;
    int32_t reserve_ms = at->reserve_ms;
    seat_clear(at);
    at->kind = SEAT_PERSON;
    at->user = entry->id;
    at->remote = entry->remote;
    at->reserve_ms = reserve_ms;
    memcpy(at->name, entry->words, sizeof at->name - 1);
    table->seated_seq = entry->seq;
    unwait(table, entry->id);
    settle_host(table);
    return settle_brains(table);
}

static bool apply_unwait(Table *table, const LogEntry *entry) { return unwait(table, entry->id), true; }

static bool apply_wait(Table *table, const LogEntry *entry) {
    unwait(table, entry->id);
    if (table->waiting_count == TABLE_WAITING_MAX) return false;
    TableWaiting *at = &table->waiting[table->waiting_count++];
    memset(at, 0, sizeof *at);
    at->user = entry->id;
    at->remote = entry->remote;
    memcpy(at->name, entry->words, sizeof at->name - 1);
    return true;
}

static void note_kicked(Table *table, uint64_t user) { table->kicked[table->kicked_count++ % TABLE_KICKED_MAX] = user; }

/* Out of a running game, and one that is about to run, nobody vanishes: a bot plays on. */
static bool leave(Table *table, uint64_t seq, Seat seat, bool kicked) {
    TableSeat *at = &table->seat[seat];
    if (kicked && at->kind == SEAT_PERSON) note_kicked(table, at->user);
    table->seated_seq = seq;
    if (!table_is_settled(table)) {
        seat_clear(at);
    } else if (kicked) {
        char name[RECORD_NAME_MAX];
        memcpy(name, at->name, sizeof name);
        seat_bot(table, seat, table->settings.fill[0] ? table->settings.fill : bot_greedy.name);
        memcpy(at->name, name, sizeof name);
    } else at->left = true;
    table_drop_held(table, seat);
    settle_host(table);
    return settle_brains(table);
}

/* The seat that the entry is about: a person's, and not while the table is sealed. NULL: it cannot be. */
static TableSeat *seat_of_person(Table *table, const LogEntry *entry, bool when_sealed) {
    if (entry->seat >= table_seats(table) || (table->sealed && !when_sealed)) return NULL;
    TableSeat *at = &table->seat[entry->seat];
    return at->kind == SEAT_PERSON ? at : NULL;
}

static bool apply_bot(Table *table, const LogEntry *entry) {
    if (entry->seat >= table_seats(table) || table->sealed || table->stage != TABLE_GATHERING) return false;
    TableSeat *at = &table->seat[entry->seat];
    if (at->kind == SEAT_PERSON && !at->left) return false;
    table->seated_seq = entry->seq;
    char kind[ENTRY_WORDS_MAX]; /* "medium", or at an event's table "medium Robo": its name there */
    memcpy(kind, entry->words, sizeof kind);
    char *name = strchr(kind, ' ');
    if (name) *name++ = 0;
    seat_bot(table, entry->seat, kind);
    Text shown = text_in(at->name, sizeof at->name);
    if (name) text_put(&shown, name);
    else name_bot(table, at);
    settle_host(table);
    return true;
}

static bool apply_stand(Table *table, const LogEntry *entry) {
    return seat_of_person(table, entry, true) && leave(table, entry->seq, entry->seat, false);
}

static bool apply_kick(Table *table, const LogEntry *entry) {
    if (entry->seat >= table_seats(table) || table->sealed || table->seat[entry->seat].kind == SEAT_FREE) return false;
    return leave(table, entry->seq, entry->seat, true);
}

static bool apply_back(Table *table, const LogEntry *entry) {
    TableSeat *at = seat_of_person(table, entry, true);
    if (!at) return false;
    if (at->left) table->seated_seq = entry->seq;
    at->away = at->left = false;
    at->lapses = 0;
    settle_host(table);
    return settle_brains(table);
}

static bool set_ready(Table *table, const LogEntry *entry, bool ready, FairPart part) {
    TableSeat *at = seat_of_person(table, entry, false);
    if (!at) return false;
    at->ready = ready;
    at->part = part;
    return true;
}

static bool apply_ready(Table *table, const LogEntry *entry) {
    return set_ready(table, entry, true, (FairPart){.added = entry->yes, .seed = entry->seed});
}

static bool apply_commit(Table *table, const LogEntry *entry) {
    return set_ready(table, entry, true, (FairPart){.committed = true, .commit = entry->seed});
}

static bool apply_unready(Table *table, const LogEntry *entry) { return set_ready(table, entry, false, (FairPart){0}); }

static bool apply_host(Table *table, const LogEntry *entry) {
    if (!seat_of_person(table, entry, true)) return false;
    table->host = entry->seat;
    return true;
}

static bool apply_lapse(Table *table, const LogEntry *entry) {
    TableSeat *at = seat_of_person(table, entry, false);
    if (!at) return false;
    at->reserve_ms = 0;
    table->lapsed |= seat_bit(entry->seat);
    if (at->lapses < TABLE_LAPSES_MAX) at->lapses++;
    at->away = at->lapses == TABLE_LAPSES_MAX;
    return settle_brains(table);
}

static bool apply_rename(Table *table, const LogEntry *entry) {
    Seat seat = table_seat_of(table, entry->id);
    if (seat < SEATS_MAX) {
        memset(table->seat[seat].name, 0, RECORD_NAME_MAX);
        memcpy(table->seat[seat].name, entry->words, RECORD_NAME_MAX - 1);
    }
    for (unsigned i = 0; i < table->waiting_count; i++)
        if (table->waiting[i].user == entry->id) memcpy(table->waiting[i].name, entry->words, RECORD_NAME_MAX - 1);
    return true;
}

/* ---- pauses and votes ---- */

static bool pause_by(Table *table, int64_t at_ms, EntryHow how) {
    if (!table_is_playing(table) || table->paused) return false;
    table->paused_at = at_ms;
    table->paused_how = (uint8_t)how;
    table->thinking = table->let_be = 0; /* they are asked again, and have as much time as before */
    for (Seat seat = 0; seat < table->players; seat++)
        if (table_holds_for_bot(table, seat)) table_drop_held(table, seat);
    return table->paused = true;
}

static bool apply_pause(Table *table, const LogEntry *entry) {
    return pause_by(table, entry->at_ms, (EntryHow)entry->how);
}

static bool apply_resume(Table *table, const LogEntry *entry) {
    if (!table_is_playing(table) || !table->paused) return false;
    table->paused_total += entry->at_ms - table->paused_at;
    table->paused = false;
    return true;
}

static bool break_off(Table *table) {
    gather(table);
    return settle_brains(table);
}

SeatMask table_voters(const Table *table, VoteKind kind, Seat target) {
    SeatMask voters = 0;
    for (Seat seat = 0; seat < table_seats(table); seat++) {
        const TableSeat *at = &table->seat[seat];
        bool there = at->kind == SEAT_PERSON && !at->left && !at->away && !at->remote;
        if (there && !(kind == VOTE_KICK && seat == target)) voters |= seat_bit(seat);
    }
    return voters;
}

static bool carry_vote(Table *table, const LogEntry *entry, const TableVote *vote) {
    switch ((VoteKind)vote->kind) {
    case VOTE_KICK: return leave(table, entry->seq, vote->target, true);
    case VOTE_PAUSE: return table->paused ? apply_resume(table, entry) : pause_by(table, entry->at_ms, HOW_VOTE);
    case VOTE_END: return break_off(table);
    case VOTE_NONE:
    case VOTES: break;
    }
    return false;
}

/* It opens a vote, or answers the one there is. */
static bool is_vote(const Table *table, const LogEntry *entry) {
    if (!table_is_playing(table) || entry->seat >= table->players || entry->vote == VOTE_NONE) return false;
    if (entry->vote == VOTE_KICK ? entry->other >= table->players : entry->other != NO_SEAT) return false;
    return !table->vote.kind || (table->vote.kind == entry->vote && table->vote.target == entry->other);
}

static bool apply_vote(Table *table, const LogEntry *entry) {
    TableVote *vote = &table->vote;
    if (!is_vote(table, entry)) return false;
    if (vote->kind == VOTE_NONE)
        *vote = (TableVote){.kind = entry->vote, .target = entry->other, .at_ms = entry->at_ms};
    if (entry->yes) vote->yes |= seat_bit(entry->seat);
    else vote->no |= seat_bit(entry->seat);
    TableVote so_far = *vote;
    SeatMask voters = table_voters(table, vote->kind, vote->target); /* who has gone since counts no more */
    bool carried = 2 * bits_count(vote->yes & voters) > bits_count(voters);
    bool lost = 2 * bits_count(vote->no & voters) >= bits_count(voters);
    if (carried || lost) *vote = (TableVote){0};
    return !carried || carry_vote(table, entry, &so_far);
}

static bool apply_vote_over(Table *table, const LogEntry *entry) {
    (void)entry;
    table->vote = (TableVote){0};
    return true;
}

/* ---- settings, and the end ---- */

static bool apply_make(Table *table, const LogEntry *entry) {
    if (table->stage != TABLE_GATHERING || table->sealed) return false;
    table->settings = *entry->settings;
    for (Seat seat = table->settings.seats; seat < SEATS_MAX; seat++) seat_clear(&table->seat[seat]);
    for (Seat seat = 0; seat < table->settings.seats; seat++) {
        if (table->seat[seat].kind != SEAT_PERSON) continue;
        table->seat[seat].ready = false;
        if (table->seat[seat].part.committed) table->seat[seat].part = (FairPart){0};
    }
    table->game_id = 0; /* what was played by other rules is not shown by these */
    table->steps = 0;
    table->seated_seq = entry->seq;
    settle_host(table);
    return true;
}

static bool apply_set(Table *table, const LogEntry *entry) {
    if (!settings_differ_lightly(&table->settings, entry->settings)) return apply_make(table, entry);
    settings_take_lightly(&table->settings, entry->settings);
    return true;
}

static bool apply_secret(Table *table, const LogEntry *entry) {
    if (!table_wants_secret(table)) return false;
    table->secret = entry->seed;
    table->given = false;
    fair_commitment(&entry->seed, &table->commitment);
    return table->has_secret = true;
}

static bool apply_seed(Table *table, const LogEntry *entry) { return table->given = apply_secret(table, entry); }

static bool apply_end(Table *table, const LogEntry *entry) {
    (void)entry;
    return table_is_playing(table) && break_off(table);
}

static bool apply_close(Table *table, const LogEntry *entry) {
    (void)entry;
    table->stage = TABLE_CLOSED;
    return settle_brains(table);
}

/* ---- every entry ---- */

static bool (*const apply[LOG_KINDS])(Table *table, const LogEntry *entry) = {
#define ENTRY(name, form) apply_##name,
#include "log_entry.def"
#undef ENTRY
};

static SeatMask seats_with_brain(const Table *table) {
    SeatMask seats = 0;
    for (Seat seat = 0; seat < SEATS_MAX; seat++)
        if (table->brain[seat]) seats |= seat_bit(seat);
    return seats;
}

static void note_brains(Table *table, SeatMask fresh, int64_t at_ms) {
    for (SeatMask left = fresh; left; left &= (SeatMask)(left - 1))
        table->brain_at[mask_first(left)] = table_clock(table, at_ms);
}

bool table_apply(Table *table, const LogEntry *entry) {
    SeatMask before = table->paused ? 0 : seats_with_brain(table);
    if (entry->kind >= LOG_KINDS || entry->seq != table->seq + 1 || entry->at_ms < table->at_ms) return false;
    if (table->stage == TABLE_CLOSED || (table->seq == 0) != (entry->kind == LOG_make)) return false;
    if (!apply[entry->kind](table, entry)) return false;
    note_brains(table, seats_with_brain(table) & (SeatMask)~before, entry->at_ms);
    table->seq = entry->seq;
    table->at_ms = entry->at_ms;
    return true;
}
