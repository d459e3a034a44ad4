/* tables.c -- tables at work: wishes and time become entries; an entry is written down,
 * applied, and told to everybody; bots are asked; results are kept. */
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gathered.h"
#include "hall.h"
#include "people.h"
#include "push.h"
#include "ratings.h"

enum {
    DUE_AT_ONCE = 8,     /* tables that are looked at in one turn */
    LONELY_MS = 20000,   /* how long a game goes on without any of its players connected */
    HOST_MS = 30000,     /* how long a table waits for its host while somebody else sits there */
    SLOW_DAYS = 7,       /* how long a table in no hurry stays open without anybody */
    FOLLOWER_MS = 30000, /* how long a table that another node runs is kept without anybody here */
    PUT_OFF_MS = 100,    /* when a bot is asked again that found too many waiting */
};

/* ---- results ---- */

_Static_assert((int)TABLE_BOT_MAX == (int)STORE_BOT_MAX, "a kind of bot has room");

static void fill_result(const Hub *hub, const Desk *desk, const Record *record, StoreResult *out) {
    const Table *table = &desk->table;
    *out = (StoreResult){.id = table->game_id,
                         .table = desk->row.id,
                         .club = table->settings.club,
                         .event = table->settings.event,
                         .finished = record->finished,
                         .finished_at = ratings_now(hub),
                         .family = (uint8_t)record->rules.family,
                         .actions = (unsigned)record->actions,
                         .players = table->players};
    out->started_at = hub->wall_ms - (table->at_ms - desk->started_ms);
    memcpy(out->code, desk->row.code, sizeof out->code);
    snprintf(out->ruleset, sizeof out->ruleset, "%s", record->ruleset);
    memcpy(out->hash, record->hash, sizeof out->hash);
    for (unsigned seat = 0; seat < table->players; seat++) {
        StoreResultSeat *at = &out->seat[seat];
        at->user = table->seat[seat].user;
        snprintf(at->name, sizeof at->name, "%s", table->seat[seat].name);
        at->score = table->game.board.score[seat];
        at->won = record->finished && table->game.board.winners >> seat & 1;
        at->team = (uint8_t)rules_team(&record->rules, (Seat)seat);
        if (table->seat[seat].kind == SEAT_BOT) memcpy(at->bot, table->seat[seat].bot, sizeof at->bot);
    }
}

/* What ratings and statistics keep of it. */
static bool fill_outcome(Hub *hub, const Desk *desk, StoreResult *out) {
    Outcome outcome;
    if (!out->finished) return true;
    outcome_end(&desk->outcome, &desk->table.settings.ruleset.rules, &desk->table.game.board, &outcome);
    return ratings_keep(hub, &outcome, out);
}

/* The game is over, or broken off. */
static void keep_result(Hub *hub, const Desk *desk) {
    Record record;
    StoreResult result;
    Gathered text;
    Printer printer = gather_start(&text);
    if (!text.file) return hub_wrote(hub, false);
    bool known = table_record(&desk->table, &record);
    if (known) record_format(&record, &printer);
    bool whole = gather_end(&text) && known;
    if (whole) {
        fill_result(hub, desk, &record, &result);
        whole = fill_outcome(hub, desk, &result);
        result.record = text.text;
        result.record_length = text.length;
    }
    hub_wrote(hub, whole && batch_result(hub_write(hub), &result));
    hub->count.games++;
    if (known) record_free(&record);
    free(text.text);
}

/* ---- opening and closing ---- */

static void desk_free(Desk *desk) {
    table_free(&desk->table);
    nodes_let_go(desk);
    free(desk->chat);
    free(desk);
}

void desk_send_away(Hub *hub, Socket *socket, const char *code, const char *why) {
    char text[160];
    int length = snprintf(text, sizeof text, "{\"t\":\"closed\",\"code\":\"%s\",\"message\":\"%s\"}", code, why);
    if (!socket->stream) hub_say(hub, socket->line, text, (size_t)length);
    desk_disconnect(hub, socket);
}

static void desk_forget(Hub *hub, Desk *desk) {
    desk->closed = true;
    if (hub->node) lobby_say_gone(hub, desk), nodes_log_free(hub, &desk->shared);
    map_take(&hub->desks, desk->row.id);
    map_take(&hub->codes, map_hash(desk->row.code));
    schedule_take(hub, desk);
    halls_table_gone(hub, desk);
    while (desk->sockets) desk_send_away(hub, desk->sockets, "closed", "This table is closed.");
    desk->next_gone = hub->gone;
    hub->gone = desk;
    sockets_lobby_changed(hub);
}

static void desk_set_state(Hub *hub, Desk *desk, TableRowState state, const char *trouble) {
    desk->row.state = state;
    desk->row.closed_at = state == TABLE_ROW_CLOSED ? hub->wall_ms : 0;
    snprintf(desk->row.trouble, sizeof desk->row.trouble, "%s", trouble);
    hub_wrote(hub, batch_table(hub_write(hub), &desk->row));
}

/* For the operator. */
static void note_quarantine(Hub *hub, const StoreTable *row) {
    if (hub->quarantine_count == QUARANTINE_SHOWN) return;
    Quarantined *quarantined = &hub->quarantine[hub->quarantine_count++];
    memcpy(quarantined->code, row->code, sizeof quarantined->code);
    memcpy(quarantined->trouble, row->trouble, sizeof quarantined->trouble);
}

/* What cannot happen has happened to this one: it stops, for somebody to look at; the others go on. */
void desk_quarantine(Hub *hub, Desk *desk, const char *trouble) {
    hub_log_trouble(hub, "quarantine", desk->row.code, trouble);
    desk_set_state(hub, desk, TABLE_ROW_QUARANTINED, trouble);
    note_quarantine(hub, &desk->row);
    desk_forget(hub, desk);
}

/* ---- entries ---- */

static void count_entry(Desk *desk, const LogEntry *entry) {
    const Table *table = &desk->table;
    bool begins = table->game_id && table->game_id != desk->counted;
    if (begins) outcome_begin(&desk->outcome);
    if (begins || entry->kind == LOG_act)
        outcome_watch(&desk->outcome, &table->settings.ruleset.rules, &table->game.board, &table->witness);
    desk->counted = table->game_id;
}

/* What a desk knows of its table beside the table itself, after an entry was applied. */
static void desk_note(Desk *desk, const LogEntry *entry) {
    if (entry->kind == LOG_start) desk->started_ms = entry->at_ms;
    if (entry->kind == LOG_sit && !desk->maker) desk->maker = entry->id;
    told_note(&desk->told, &desk->table, entry);
    count_entry(desk, entry);
}

/* ---- what it costs ---- */

/* A row of the log takes more than its text. */
enum { ENTRY_BYTES = 64 };

static void desk_pay(Hub *hub, Desk *desk, const LogEntry *entry, size_t length) {
    desk->log_bytes += length + ENTRY_BYTES;
    if (hub->config.unlimited || entry->kind != LOG_act) return;
    rate_spend(&desk->acts, hub->mono_ms, &table_allowance, 1);
    if (entry->how != HOW_SELF) budget_spend(&hub->budgets, desk->maker, BUDGET_ACTS, hub->mono_ms, 1);
}

/* Too much was done here of late: it rests until rested_ms(). */
static bool is_spent(const Hub *hub, const Desk *desk) {
    return !rate_is_left(&desk->acts, hub->mono_ms, &table_allowance) ||
           !budget_is_left(&hub->budgets, desk->maker, BUDGET_ACTS, hub->mono_ms);
}

static int64_t rested_ms(const Hub *hub, const Desk *desk) {
    int64_t here = rate_again_ms(&desk->acts, &table_allowance);
    int64_t all = budget_again_ms(&hub->budgets, desk->maker, BUDGET_ACTS);
    return here > all ? here : all;
}

static Refusal may_wish(const Hub *hub, const Desk *desk, const Wish *wish) {
    if (hub->draining) return REFUSAL_going_down;
    if (!wish->user || hub->config.unlimited) return REFUSAL_ok;
    bool acts = wish->kind != WISH_ACT || rate_is_left(&desk->acts, hub->mono_ms, &table_allowance);
    bool pays = budget_is_left(&hub->budgets, wish->user, BUDGET_BYTES, hub->mono_ms);
    return acts && pays ? REFUSAL_ok : REFUSAL_too_often;
}

/* Writes it down, carries it out, tells everybody. */
static bool desk_enter(Hub *hub, Desk *desk, const LogEntry *entry, const Socket *asker, const char *id) {
    char text[ENTRY_TEXT_MAX];
    Table *table = &desk->table;
    bool was_playing = table->stage == TABLE_PLAYING;
    Seat host = table->host;
    unsigned length = log_entry_format(&table->settings.ruleset.rules, entry, text, sizeof text);
    if (hub->node) nodes_begin_entry(hub, &desk->shared);
    if (!table_apply(table, entry)) {
        nodes_end_entry(hub);
        desk_quarantine(hub, desk, "an entry could not be carried out");
        return false;
    }
    hub_wrote(hub, batch_log(hub_write(hub), desk->row.id, entry->seq, entry->at_ms, text, length));
    desk_note(desk, entry);
    desk_pay(hub, desk, entry, length);
    if (entry->kind == LOG_act) hub->count.actions++;
    if (table->host != host) desk->host_gone_since = hub->mono_ms; /* from now on the new one may be missing */
    show_entry(hub, desk, entry, asker, id);
    remote_show(hub, desk, entry);
    if (entry->kind != LOG_act) desk_row_changed(hub, desk);
    if (was_playing && table->stage != TABLE_PLAYING) {
        keep_result(hub, desk);
        nodes_end_entry(hub);
        halls_table_over(hub, desk);
    }
    nodes_end_entry(hub);
    return true;
}

void desk_unfold(Hub *hub, Desk *desk) {
    table_free(&desk->table);
    table_init(&desk->table);
    desk->table.pace_min_ms = hub->config.pace_min_ms;
    desk->told = (Told){0};
    desk->outcome = (OutcomeFold){0};
    desk->counted = 0;
}

bool desk_follow(Hub *hub, Desk *desk, const StoreEntry *stored, bool shows, char *why, size_t size) {
    Table *table = &desk->table;
    TableSettings settings;
    LogEntry entry;
    Seat host = table->host;
    snprintf(why, size, "its checksum is wrong");
    if (stored->corrupt ||
        !log_entry_parse(&table->settings.ruleset.rules, stored->text, stored->length, &entry, &settings, why, size))
        return false;
    entry.seq = stored->seq;
    entry.at_ms = stored->at;
    snprintf(why, size, "it does not follow on the one before");
    if (!table_apply(table, &entry)) return false;
    desk_note(desk, &entry);
    desk->shared.known = table->seq;
    if (desk_now(hub, desk) < entry.at_ms) desk->offset_ms = entry.at_ms - hub_tables_ms(hub);
    if (!shows) return true;
    if (table->host != host) desk->host_gone_since = hub->mono_ms;
    show_entry(hub, desk, &entry, NULL, NULL);
    remote_show(hub, desk, &entry);
    if (entry.kind != LOG_act) desk_row_changed(hub, desk);
    return true;
}

static bool desk_enter_secret(Hub *hub, Desk *desk) {
    const TableSettings *settings = &desk->table.settings;
    LogEntry entry;
    log_entry_init(&entry, settings->seeded ? LOG_seed : LOG_secret);
    entry.seq = desk->table.seq + 1;
    entry.at_ms = desk_now(hub, desk) > desk->table.at_ms ? desk_now(hub, desk) : desk->table.at_ms;
    if (settings->seeded) entry.seed = settings->seed;
    else hub->world.random(hub->world.self, &entry.seed, sizeof entry.seed);
    return desk_enter(hub, desk, &entry, NULL, NULL);
}

static TableAnswer wish_only(Hub *hub, Desk *desk, const Wish *wish, const Socket *asker, const char *id) {
    LogEntry entry;
    TableAnswer said = table_wish(&desk->table, desk_now(hub, desk), wish, &entry);
    if (said.refusal == REFUSAL_ok) desk_enter(hub, desk, &entry, asker, id);
    return said;
}

static bool start_alone(Hub *hub, Desk *desk) {
    char date[RECORD_DATE_MAX];
    wall_date(hub, date);
    Wish wish = {.kind = WISH_START, .game_id = hub_new_id(hub), .date = date};
    return wish_only(hub, desk, &wish, NULL, NULL).refusal == REFUSAL_ok;
}

void wall_date(const Hub *hub, char out[RECORD_DATE_MAX]) {
    time_t seconds = (time_t)(hub->wall_ms / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(out, RECORD_DATE_MAX, "%Y-%m-%dT%H:%MZ", &parts);
}

/* ---- who is there ---- */

SeatMask desk_players(const Desk *desk) {
    SeatMask seats = 0;
    for (unsigned i = 0; i < desk->elsewhere.players; i++) {
        Seat seat = table_player_of(&desk->table, desk->elsewhere.player[i]);
        if (seat != NO_SEAT) seats |= (SeatMask)(1u << seat);
    }
    for (const Socket *socket = desk->sockets; socket; socket = socket->next) {
        Seat seat = table_player_of(&desk->table, socket->user.id);
        if (seat != NO_SEAT) seats |= (SeatMask)(1u << seat);
    }
    return seats;
}

static bool has_player_connected(const Desk *desk) { return desk_players(desk); }

/* Who takes the table over from a host who is gone; NO_SEAT: the host is there, or nobody else is. */
static Seat heir_of(const Desk *desk) {
    const Table *table = &desk->table;
    SeatMask there = desk_players(desk);
    if (table->host == NO_SEAT || there >> table->host & 1) return NO_SEAT;
    for (Seat seat = 0; seat < SEATS_MAX; seat++)
        if (table->seat[seat].remote) there &= (SeatMask) ~(1u << seat);
    return there ? mask_first(there) : NO_SEAT;
}

static bool settle_host(Hub *hub, Desk *desk) {
    Wish wish = {.kind = WISH_HOST, .seat = heir_of(desk)};
    if (wish.seat == NO_SEAT || hub->mono_ms - desk->host_gone_since < HOST_MS) return false;
    return wish_only(hub, desk, &wish, NULL, NULL).refusal == REFUSAL_ok;
}

/* Nobody has to be there for it: the clock decides. */
static bool plays_unattended(const Table *table) { return table->settings.event || settings_slow(&table->settings); }

/* A game without anybody there stands still, and goes on when somebody is back. */
static bool settle_presence(Hub *hub, Desk *desk) {
    const Table *table = &desk->table;
    bool there = has_player_connected(desk);
    if (there) desk->lonely_since = hub->mono_ms;
    if (table->stage != TABLE_PLAYING) return false;
    Wish wish = {.kind = there ? WISH_RESUME : WISH_PAUSE};
    if (there && !(table->paused && table->paused_how == HOW_NOBODY)) return false;
    if (!there && plays_unattended(table)) return false;
    if (!there && (table->paused || hub->mono_ms - desk->lonely_since < LONELY_MS)) return false;
    return wish_only(hub, desk, &wish, NULL, NULL).refusal == REFUSAL_ok;
}

static int64_t idle_at(const Hub *hub, const Desk *desk) {
    const Table *table = &desk->table;
    bool reserved = plays_unattended(table) && table->stage == TABLE_PLAYING;
    bool slow = settings_slow(&table->settings) && table_people(table);
    int64_t minutes = slow ? 60 * 24 * SLOW_DAYS : (int64_t)hub->config.idle_minutes;
    if (desk_is_watched(desk) || reserved || (table->settings.event && !table->games)) return INT64_MAX;
    return desk->empty_since + 60000 * minutes;
}

/* ---- bots ---- */

/* In whose name its bots wait for a thread. */
static uint64_t owner_of(const Desk *desk) { return desk->maker ? desk->maker : desk->row.id; }

static void ask_bot(Hub *hub, Desk *desk, Seat seat) {
    HubJob *job = job_new(JOB_BOT, owner_of(desk));
    if (!job) return table_let_be(&desk->table, seat, desk->table.seq);
    BotJob *bot = &job->bot;
    bot->table = desk->row.id;
    bot->seq = desk->table.seq;
    bot->seat = seat;
    bot->rules = desk->table.settings.ruleset.rules;
    table_brain(&desk->table, seat, &bot->bot);
    table_view(&desk->table, seat, &bot->view);
    if (hub_start_job(hub, job)) return;
    desk->table.thinking &= (SeatMask) ~(1u << seat); /* it is asked again */
    desk->put_off = true;
}

static void ask_bots(Hub *hub, Desk *desk) {
    for (SeatMask seats = table_thinkers(&desk->table); seats; seats &= (SeatMask)(seats - 1))
        ask_bot(hub, desk, mask_first(seats));
}

/* ---- one desk, until it needs nothing more for now ---- */

static bool desk_step(Hub *hub, Desk *desk) {
    LogEntry entry;
    if (desk->table.follows)
        return table_elapse(&desk->table, desk_now(hub, desk), &entry) && desk_enter(hub, desk, &entry, NULL, NULL);
    if (table_wants_secret(&desk->table)) return desk_enter_secret(hub, desk);
    if (table_elapse(&desk->table, desk_now(hub, desk), &entry)) return desk_enter(hub, desk, &entry, NULL, NULL);
    if (table_wants_start(&desk->table, desk_now(hub, desk)) && !hub->draining) return start_alone(hub, desk);
    return settle_presence(hub, desk) || settle_host(hub, desk);
}

/* Of time only comes what is held here; and where nobody here looks at it, it is not needed. */
static void schedule_follower(Hub *hub, Desk *desk) {
    int64_t unused = FOLLOWER_MS + (halls_need(hub, desk) ? hub->mono_ms : desk->empty_since);
    if (!desk->sockets && !desk->shared.waiting && unused < desk->due_at) desk->due_at = unused;
    if (desk->due_at <= hub->mono_ms) desk->due_at = hub->mono_ms + 1;
    hub_wrote(hub, schedule_put(hub, desk));
}

static void schedule(Hub *hub, Desk *desk) {
    if (desk_is_busy(desk)) return; /* it is seen to when that is over */
    if (!hub_stands_still(hub) && !desk->table.follows) push_settle(hub, desk, desk_players(desk));
    int64_t due = table_due(&desk->table);
    desk->due_at = due == INT64_MAX ? INT64_MAX : due - desk->offset_ms;
    if (idle_at(hub, desk) < desk->due_at) desk->due_at = idle_at(hub, desk);
    if (desk->table.follows) return schedule_follower(hub, desk);
    if (heir_of(desk) != NO_SEAT && desk->host_gone_since + HOST_MS < desk->due_at)
        desk->due_at = desk->host_gone_since + HOST_MS;
    if (desk->nudge_at && desk->nudge_at < desk->due_at) desk->due_at = desk->nudge_at;
    bool lonely = desk->table.stage == TABLE_PLAYING && !plays_unattended(&desk->table) && !desk->table.paused &&
                  !has_player_connected(desk);
    if (lonely && desk->lonely_since + LONELY_MS < desk->due_at) desk->due_at = desk->lonely_since + LONELY_MS;
    /* What is due already but could not be done now is tried again, but not without end in this turn. */
    if (desk->due_at <= hub->mono_ms) desk->due_at = hub->mono_ms + (desk->put_off ? PUT_OFF_MS : 1);
    desk->put_off = false;
    if (is_spent(hub, desk) && desk->due_at < rested_ms(hub, desk)) desk->due_at = rested_ms(hub, desk);
    hub_wrote(hub, schedule_put(hub, desk));
}

void desk_settle(Hub *hub, Desk *desk) {
    if (hub_stands_still(hub)) return schedule(hub, desk);
    if (desk->shared.reading) return;
    while (!desk->closed && desk->table.stage != TABLE_CLOSED && !is_spent(hub, desk) && desk_step(hub, desk)) {}
    if (desk->closed) return;
    if (desk->table.stage == TABLE_CLOSED) {
        if (desk->shared.written) return; /* once that is on the disk */
        desk_set_state(hub, desk, TABLE_ROW_CLOSED, "");
        return desk_forget(hub, desk);
    }
    ask_bots(hub, desk);
    schedule(hub, desk);
}

TableAnswer desk_wish(Hub *hub, Desk *desk, const Wish *wish, const Socket *asker, const char *id) {
    TableAnswer said = {.refusal = may_wish(hub, desk, wish)};
    size_t before = desk->log_bytes;
    if (said.refusal == REFUSAL_ok) said = wish_only(hub, desk, wish, asker, id);
    if (hub->node && hub->asking && said.refusal == REFUSAL_ok) hub->asking->wrote = &desk->shared;
    if (!hub->config.unlimited && desk->log_bytes > before)
        budget_spend(&hub->budgets, wish->user, BUDGET_BYTES, hub->mono_ms, desk->log_bytes - before);
    if (said.refusal == REFUSAL_ok || said.refusal == REFUSAL_held) desk_settle(hub, desk);
    else hub->count.refused++;
    return said;
}

bool desk_arrange(Hub *hub, Desk *desk, const Wish *wish) {
    bool done = wish_only(hub, desk, wish, NULL, NULL).refusal == REFUSAL_ok;
    if (!desk->closed) schedule(hub, desk);
    return done;
}

void tables_bot_thought(Hub *hub, BotJob *job) {
    Desk *desk = map_get(&hub->desks, job->table);
    if (!desk) return;
    Wish wish = {.kind = WISH_ACT, .seat = job->seat, .seen = job->seq, .action = job->action};
    if (!job->acts || wish_only(hub, desk, &wish, NULL, NULL).refusal != REFUSAL_held)
        table_let_be(&desk->table, job->seat, job->seq);
    if (!desk_is_busy(desk)) desk_settle(hub, desk);
}

void desk_close(Hub *hub, Desk *desk, const char *why) {
    Wish wish = {.kind = WISH_CLOSE};
    hub_log(hub, "info", "table_closed", "\"table\":\"%s\",\"why\":\"%s\"", desk->row.code, why);
    desk_wish(hub, desk, &wish, NULL, NULL);
}

/* ---- who is connected ---- */

void desk_connect(Hub *hub, Desk *desk, Socket *socket) {
    socket->desk = desk;
    socket->next = desk->sockets;
    socket->back = &desk->sockets;
    if (socket->next) socket->next->back = &socket->next;
    desk->sockets = socket;
    show_here(hub, desk);
    desk_settle(hub, desk);
}

void desk_disconnect(Hub *hub, Socket *socket) {
    Desk *desk = socket->desk;
    if (!desk) return;
    Seat host = desk->table.host;
    bool had_host = host != NO_SEAT && desk_players(desk) >> host & 1;
    *socket->back = socket->next;
    if (socket->next) socket->next->back = socket->back;
    socket->desk = NULL;
    socket->next = NULL;
    if (desk->closed) return;
    if (desk->shared.written) nodes_detached(hub, desk, socket);
    show_here(hub, desk);
    if (had_host) desk->host_gone_since = hub->mono_ms;
    bool deserted = !has_player_connected(desk);
    if (deserted && table_seat_of(&desk->table, socket->user.id) != NO_SEAT) desk->lonely_since = hub->mono_ms;
    if (!desk->sockets) desk->empty_since = hub->mono_ms;
    bool missed = settings_slow(&desk->table.settings); /* whoever went may be waited for */
    if ((deserted || had_host || missed) && map_get(&hub->desks, desk->row.id)) schedule(hub, desk);
}

void desk_row_changed(Hub *hub, Desk *desk) {
    desk->row_changed = true;
    sockets_lobby_changed(hub);
}

unsigned desk_spectators(const Desk *desk) {
    unsigned count = desk->elsewhere.spectators;
    for (const Socket *socket = desk->sockets; socket; socket = socket->next)
        count += table_player_of(&desk->table, socket->user.id) == NO_SEAT;
    return count;
}

/* ---- all of them ---- */

Desk *tables_find(Hub *hub, const char *code) {
    char plain[STORE_CODE_MAX];
    code_plain(code, plain);
    Desk *desk = map_get(&hub->codes, map_hash(plain));
    if (desk && strcmp(desk->row.code, plain) == 0) return desk;
    return hub->node && hub->asking && plain[0] ? nodes_find(hub, plain) : NULL;
}

Desk *desk_new(Hub *hub, const StoreTable *row) {
    Desk *desk = calloc(1, sizeof *desk);
    if (!desk) return NULL;
    desk->row = *row;
    desk->shared.id = row->id;
    desk->shared.desk = desk;
    table_init(&desk->table);
    desk->table.pace_min_ms = hub->config.pace_min_ms;
    desk->empty_since = desk->lonely_since = desk->host_gone_since = hub->mono_ms;
    desk->due_at = INT64_MAX;
    if (map_put(&hub->desks, row->id, desk)) {
        if (map_put(&hub->codes, map_hash(row->code), desk)) return desk;
        map_take(&hub->desks, row->id);
    }
    desk_free(desk);
    return NULL;
}

Desk *tables_make(Hub *hub, const TableSettings *settings) {
    StoreTable row = {.id = hub_new_id(hub), .state = TABLE_ROW_OPEN, .club = settings->club, .made_at = hub->wall_ms};
    do hub_new_code(hub, row.code, CODE_LETTERS);
    while (map_get(&hub->codes, map_hash(row.code)));
    Desk *desk = desk_new(hub, &row);
    if (!desk) return NULL;
    LogEntry entry;
    log_entry_init(&entry, LOG_make);
    entry.seq = 1;
    entry.settings = settings;
    desk->offset_ms = -hub->mono_ms;
    desk->shared.leads = true;
    desk->shared.epoch = 1;
    hub_wrote(hub, batch_table(hub_write(hub), &row));
    if (!desk_enter(hub, desk, &entry, NULL, NULL)) return NULL;
    desk_settle(hub, desk);
    return desk;
}

/* A few in each turn: however many tables are due at the same moment, people at other tables do not wait for all of them. */
void tables_elapse(Hub *hub) {
    unsigned most = hub_stands_still(hub) ? 0 : DUE_AT_ONCE;
    for (Desk *desk; most-- && (desk = schedule_first(hub)) && desk->due_at <= hub->mono_ms;) {
        if (desk_is_busy(desk)) desk->due_at = INT64_MAX, hub_wrote(hub, schedule_put(hub, desk));
        else if (desk->table.follows && !desk->sockets && !desk->shared.waiting && !halls_need(hub, desk) &&
                 desk->empty_since + FOLLOWER_MS <= hub->mono_ms)
            desk_forget(hub, desk);
        else if (!desk->table.follows && idle_at(hub, desk) <= hub->mono_ms) desk_close(hub, desk, "nobody was there");
        else desk_settle(hub, desk);
    }
    for (Desk *desk; (desk = hub->gone);) {
        hub->gone = desk->next_gone;
        desk_free(desk);
    }
}

int64_t tables_due_in(const Hub *hub) {
    const Desk *desk = schedule_first(hub);
    return desk && desk->due_at != INT64_MAX ? desk->due_at - hub->mono_ms : INT64_MAX;
}

void tables_skip_time(Hub *hub, int64_t ms) {
    size_t at = 0;
    for (Desk *desk; (desk = map_next(&hub->desks, &at));) {
        desk->offset_ms -= ms;
        desk->due_at = hub->mono_ms;
        hub_wrote(hub, schedule_put(hub, desk));
    }
}

static bool is_called_otherwise(const Table *table, uint64_t user, const char *name) {
    Seat seat = table_seat_of(table, user);
    bool other = seat != NO_SEAT && strcmp(table->seat[seat].name, name) != 0;
    for (unsigned i = 0; i < table->waiting_count; i++)
        other |= table->waiting[i].user == user && strcmp(table->waiting[i].name, name) != 0;
    return other;
}

bool desk_rename(Hub *hub, Desk *desk, uint64_t user, const char *name) {
    LogEntry entry;
    if (!is_called_otherwise(&desk->table, user, name)) return true;
    log_entry_init(&entry, LOG_rename);
    entry.seq = desk->table.seq + 1;
    entry.at_ms = desk_now(hub, desk) > desk->table.at_ms ? desk_now(hub, desk) : desk->table.at_ms;
    entry.id = user;
    snprintf(entry.words, sizeof entry.words, "%s", name);
    return desk_enter(hub, desk, &entry, NULL, NULL);
}

void tables_rename(Hub *hub, uint64_t user, const char *name) {
    size_t at = 0;
    for (Desk *desk; (desk = map_next(&hub->desks, &at));)
        if (!desk_is_busy(desk) && !desk_rename(hub, desk, user, name)) return;
}

/* ---- taking up again ---- */

typedef struct {
    Hub *hub;
    Store *store;
    Desk *desk;
    TableSettings settings;
    char trouble[200];
} Loading;

static bool load_entry(void *context, const void *row) {
    const StoreEntry *stored = row;
    Loading *loading = context;
    Table *table = &loading->desk->table;
    LogEntry entry;
    char why[160] = "";
    if (stored->corrupt) snprintf(why, sizeof why, "its checksum is wrong");
    else if (log_entry_parse(&table->settings.ruleset.rules, stored->text, stored->length, &entry, &loading->settings,
                             why, sizeof why)) {
        entry.seq = stored->seq;
        entry.at_ms = stored->at;
        if (table_apply(table, &entry)) return desk_note(loading->desk, &entry), true;
        snprintf(why, sizeof why, "it does not follow on the one before");
    }
    snprintf(loading->trouble, sizeof loading->trouble, "entry %llu of the log: %s", (unsigned long long)stored->seq,
             why);
    return false;
}

static bool load_table(void *context, const void *row) {
    Loading *loading = context;
    Hub *hub = loading->hub;
    loading->trouble[0] = 0;
    loading->desk = desk_new(hub, row);
    if (!loading->desk) return hub->failed = true, false;
    Desk *desk = loading->desk;
    if (!store_log(loading->store, desk->row.id, 1, load_entry, loading)) return false;
    if (!loading->trouble[0] && !desk->table.seq)
        snprintf(loading->trouble, sizeof loading->trouble, "its log is empty");
    if (loading->trouble[0]) return desk_quarantine(hub, desk, loading->trouble), true;
    desk->offset_ms = desk->table.at_ms - hub->mono_ms;
    schedule(hub, desk);
    return true;
}

/* Before those that are found now. */
static bool load_quarantined(void *context, const void *row) {
    Loading *loading = context;
    const StoreTable *table = row;
    note_quarantine(loading->hub, table);
    return loading->hub->quarantine_count < QUARANTINE_SHOWN;
}

bool tables_load(Hub *hub, Store *store) {
    Loading *loading = calloc(1, sizeof *loading);
    if (!loading) return false;
    loading->hub = hub;
    loading->store = store;
    bool good = store_tables(loading->store, TABLE_ROW_QUARANTINED, load_quarantined, loading);
    /* With other nodes those that nobody else has come one after another. */
    if (!hub->node) good = good && store_tables(loading->store, TABLE_ROW_OPEN, load_table, loading) && !hub->failed;
    good = good && !store_trouble(loading->store)[0];
    free(loading);
    return good;
}

void tables_unload(Hub *hub) {
    size_t at = 0;
    for (Desk *desk; (desk = map_next(&hub->desks, &at));) desk_free(desk);
    for (Desk *desk; (desk = hub->gone);) {
        hub->gone = desk->next_gone;
        desk_free(desk);
    }
    map_free(&hub->desks);
    map_free(&hub->codes);
    free(hub->due);
}
