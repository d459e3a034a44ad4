/* promise.c -- what the server has promised: nothing is told before it is on the disk, nobody
 * misses anything, and everybody sees exactly what their seat may know. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text.h"
#include "rating/outcome.h"
#include "sim.h"
#include "table_by_code.h"

/* ---- at every message ---- */

typedef struct {
    World *world;
    const Kept *kept;
} Fairness;

static bool copy_row(void *context, const void *row) {
    const StoreEntry *entry = row;
    StoreEntry *out = context;
    *out = *entry;
    return false;
}

static uint64_t table_id(World *world, const char *code) {
    StoreTable row;
    return table_by_code(world->store, code, &row) ? row.id : 0;
}

/* An action that was told is in the log, at its place. */
static void check_written(World *world, const Person *person) {
    const ClientTable *table = &person->table;
    StoreEntry row = {0};
    char begins[16], action[ACTION_TEXT_MAX];
    uint64_t id = table_id(world, table->room.code);
    store_log(world->store, id, table->q, copy_row, &row);
    snprintf(begins, sizeof begins, "act %c ", 'A' + table->by);
    if (row.seq != table->q || strncmp(row.text, begins, strlen(begins)) != 0) {
        fault(world, "action %llu of table %s was told, but is not in the log", (unsigned long long)table->q,
              table->room.code);
        return;
    }
    world->count.checked++;
    if (!table->done) return;
    action_format(&table->ruleset->rules, table->done, action, sizeof action);
    const char *at = strstr(row.text + strlen(begins), action);
    if (!at || at[-1] != ' ') fault(world, "%s was told, but the log has '%s'", action, row.text);
}

static bool same_seat(const ClientSeat *told, const TableSeat *seat, bool has_clock, bool playing) {
    static const uint8_t kinds[] = {CLIENT_SEAT_FREE, CLIENT_SEAT_PERSON, CLIENT_SEAT_BOT};
    if (told->kind != (seat->remote ? CLIENT_SEAT_PROGRAM : kinds[seat->kind])) return false;
    if (told->kind == CLIENT_SEAT_FREE) return true;
    char commit[CLIENT_HEX_MAX] = "";
    Text text = text_in(commit, sizeof commit);
    if (seat->part.committed) text_hex(&text, seat->part.commit.bytes, SEED_BYTES);
    if (!playing && strcmp(told->commit, commit) != 0) return false;
    return told->ready == seat->ready && told->away == seat->away && told->left == seat->left &&
           strcmp(told->name, seat->name) == 0 && (!has_clock || told->reserve_ms == seat->reserve_ms);
}

/* What of the room is not as it was told; NULL: nothing. */
static const char *other_room(const ClientTable *client, const Table *table) {
    bool has_clock = table->stage == TABLE_PLAYING && table->settings.think_s;
    /* The last action of a game tells of the game; what becomes of the seats comes with the next secret, which the node
     * that leads the table draws. */
    if (table_wants_secret(table)) return NULL;
    if (client->room.stage != table->stage) return "stage";
    if (client->room.sealed != table->sealed) return "sealed";
    if (client->room.host != table->host) return "host";
    if (!client->room.paused != !table->paused) return "paused";
    if (client->room.vote.kind != table->vote.kind) return "vote";
    if (client->room.seats != table_seats(table)) return "seats";
    if (client->room.waiting != table->waiting_count) return "waiting";
    for (unsigned i = 0; i < client->room.seats; i++)
        if (!same_seat(&client->room.seat[i], &table->seat[i], has_clock, table->stage == TABLE_PLAYING))
            return "a seat";
    return NULL;
}

/* Who has heard everything sees what their seat may know, byte for byte. */
static void check_view(World *world, const Person *person, const Desk *desk) {
    const ClientTable *client = &person->table;
    const Table *table = &desk->table;
    Seat seat = table_player_of(table, person->user);
    unsigned observer = table->game_id && seat < table->players ? seat : SPECTATOR;
    View view;
    world->count.compared++;
    if (client->you != seat) fault(world, "%s: seat %d is told to be %d", desk->row.code, seat, client->you);
    const char *other = other_room(client, table);
    if (other)
        fault(world, "%s: %s is not as it was told at %llu", desk->row.code, other, (unsigned long long)client->q);
    if (client->has_game != (table->game_id != 0))
        fault(world, "%s: %s a game for observer %u, was told at %llu", desk->row.code,
              table->game_id ? "there is" : "there is not", observer, (unsigned long long)client->q);
    if (!client->has_game || !table->game_id) return;
    if (client->is_over != (table->stage != TABLE_PLAYING)) fault(world, "%s: whether it is over", desk->row.code);
    table_view(table, observer, &view);
    if (memcmp(&view, &client->view, sizeof view) != 0)
        fault(world, "%s: observer %u sees something else at %llu", desk->row.code, observer,
              (unsigned long long)client->q);
}

/* The record is what the person has kept of the table; only the own seed may have come too late. */
static bool check_fair(void *context, const void *row) {
    const Kept *kept = ((Fairness *)context)->kept;
    World *world = ((Fairness *)context)->world;
    const StoreResult *result = row;
    Record record;
    RecordError error;
    if (!record_parse(result->record, result->record_length, &record, &error)) return true;
    unsigned found = kept_differences(kept, &record);
    world->count.fair++;
    world->count.unrevealed += found != 0;
    for (unsigned i = 0; i < DIFFERENCES; i++)
        if (found >> i & 1 && i != DIFFERENCE_unrevealed) fault(world, "a deal: %s", difference_sentence(i));
    record_free(&record);
    return false;
}

static void check_deal(World *world, Person *person) {
    Fairness fairness = {world, &person->table.fair.kept};
    uint64_t id;
    person->table.fair.checked = true;
    if (id_parse(fairness.kept->game, &id)) store_result(world->store, id, check_fair, &fairness);
}

/* What was sent twice is done once. */
static void check_once(World *world, Person *person) {
    const ClientTable *table = &person->table;
    unsigned known = person->intents < SIM_INTENTS ? (unsigned)person->intents : SIM_INTENTS;
    if (table->how != CLIENT_BY_SELF || table->resuming) return;
    for (unsigned i = 0; i < known; i++) {
        Intent *intent = &person->intent[i];
        if (intent->done || intent->action != table->done || strcmp(intent->code, table->room.code) != 0) continue;
        intent->done = true;
        return;
    }
    fault(world, "%s: something was done twice at %llu", table->room.code, (unsigned long long)table->q);
}

static void check_manners(World *world, const Person *person, ClientHeard heard, const char *text) {
    bool of_table = heard == CLIENT_PASSED || heard == CLIENT_ACTED || heard == CLIENT_CHANGED ||
                    heard == CLIENT_STARTED || heard == CLIENT_HERE || heard == CLIENT_CHAT;
    if (of_table && !person->at && !person->joining) fault(world, "told of a table they are not at: %.200s", text);
    if (heard == CLIENT_GAP) fault(world, "a gap after %llu: %.200s", (unsigned long long)person->table.q, text);
    if (heard == CLIENT_HELLO && person->greeted) fault(world, "greeted twice");
    if (heard == CLIENT_ACTED && (strstr(text, "\"do\":") != NULL) != (person->table.by == person->table.you))
        fault(world, "what another seat has chosen was told, or not what one chose oneself: %.200s", text);
}

void promise_heard(World *world, Person *person, ClientHeard heard, const char *text) {
    const ClientTable *table = &person->table;
    check_manners(world, person, heard, text);
    world->count.acts += heard == CLIENT_ACTED && table->done;
    world->count.resumed += heard == CLIENT_RESUMED;
    world->count.refused += heard == CLIENT_NO;
    world->count.held += heard == CLIENT_HELD;
    if (table->answers) person->answered++;
    if (heard == CLIENT_ACTED) check_written(world, person);
    if (heard == CLIENT_ACTED && table->done) check_once(world, person);
    if (client_may_check(table)) check_deal(world, person);
    const Desk *desk = table->joined ? world_desk(world, person, table->room.code) : NULL;
    bool sees = heard == CLIENT_JOINED || heard == CLIENT_RESUMED || heard == CLIENT_ACTED || heard == CLIENT_CHANGED ||
                heard == CLIENT_STARTED;
    if (desk && sees && !table->resuming && table->q == desk->table.seq) check_view(world, person, desk);
    if (desk && (person->at || sees) && table->q > desk->table.seq) fault(world, "told of what has not happened");
}

/* ---- after a crash ---- */

void promise_kept(World *world) {
    for (unsigned i = 0; i < world->people; i++) {
        const ClientTable *table = &world->person[i].table;
        StoreTable row;
        StoreEntry told = {0};
        if (!table->joined) continue;
        if (!table_by_code(world->store, table->room.code, &row)) {
            fault(world, "table %s is gone", table->room.code);
            continue;
        }
        if (table->q) store_log(world->store, row.id, table->q, copy_row, &told);
        if (told.seq != table->q)
            fault(world, "%s: entry %llu was told and is lost", table->room.code, (unsigned long long)table->q);
    }
}

/* ---- at the end ---- */

/* All jobs are done: no bot is still waited for, or its table would stand still for ever. */
static void check_bots(World *world, const Hub *hub) {
    size_t at = 0;
    for (const Desk *desk; (desk = map_next(&hub->desks, &at));)
        if (desk->table.stage == TABLE_PLAYING && desk->table.thinking)
            fault(world, "%s waits for a bot that nobody has asked", desk->row.code);
}

void promise_up_to_date(World *world) {
    for (unsigned i = 0; i < world->nodes; i++)
        if (world->node[i].hub) check_bots(world, world->node[i].hub);
    for (unsigned i = 0; i < world->people; i++) {
        const Person *person = &world->person[i];
        if (!person->line || person->program || world->line[person->line].broken ||
            world->line[person->line].life != world->node[world->line[person->line].node].life)
            continue;
        if (person->asked != person->answered)
            fault(world, "%lu messages were answered %lu times", person->asked, person->answered);
        if (!person->at) continue;
        const Desk *desk = world_desk(world, person, person->table.room.code);
        if (!desk) fault(world, "at a table that is not there");
        else if (desk->table.seq != person->table.q) fault(world, "not up to date");
        else check_view(world, person, desk);
    }
}

typedef struct {
    World *world;
    Table table;
    TableSettings settings;
    uint64_t id;
    Map users; /* -> how often they have acted, plus 1 */
    bool broken;
} Reading;

static bool read_entry(void *context, const void *row) {
    Reading *reading = context;
    const StoreEntry *stored = row;
    Table *table = &reading->table;
    LogEntry entry;
    char why[200] = "it does not follow";
    bool good = log_entry_parse(&table->settings.ruleset.rules, stored->text, stored->length, &entry,
                                &reading->settings, why, sizeof why);
    if (good) {
        entry.seq = stored->seq;
        entry.at_ms = stored->at;
        good = table_apply(table, &entry);
    }
    if (!good) {
        fault(reading->world, "entry %llu of a log: %s", (unsigned long long)stored->seq, why);
        reading->broken = true;
        return false;
    }
    if (entry.kind == LOG_act && entry.how == HOW_SELF && entry.seat < SEATS_MAX) {
        uint64_t user = table->seat[entry.seat].user;
        size_t *count = map_get(&reading->users, user);
        if (!count && (count = calloc(1, sizeof *count))) map_put(&reading->users, user, count);
        if (count) ++*count;
    }
    return true;
}

static bool read_table(void *context, const void *row) {
    Reading *reading = context;
    const StoreTable *stored = row;
    table_init(&reading->table);
    if (!store_log(reading->world->store, stored->id, 1, read_entry, reading) || !reading->table.seq)
        fault(reading->world, "the log of %s cannot be read", stored->code);
    bool closed = reading->table.stage == TABLE_CLOSED;
    if (!reading->broken && closed != (stored->state == TABLE_ROW_CLOSED))
        fault(reading->world, "%s: the row and the log do not agree on whether it is closed", stored->code);
    table_free(&reading->table);
    return true;
}

/* Whoever sends an action once, or the same one several times, does it once. */
static void check_counts(World *world, const Map *users) {
    for (unsigned i = 0; i < world->people; i++) {
        const Person *person = &world->person[i];
        size_t *count = person->user ? map_get(users, person->user) : NULL;
        if (count && *count > person->intents)
            fault(world, "%zu actions of somebody who sent %llu", *count, (unsigned long long)person->intents);
    }
}

/* What is kept of the seats is what the record comes to, and everybody who played has a rating. */
static void check_outcome(World *world, const StoreResult *result, const Record *record) {
    Outcome outcome;
    RecordError error;
    if (!outcome_of_record(record, &outcome, &error)) return fault(world, "a record has no outcome: %s", error.text);
    if (result->family != outcome.family || result->deals != outcome.deals || result->actions != outcome.actions)
        fault(world, "a result is not of its record's length");
    for (unsigned seat = 0; seat < result->players; seat++) {
        const StoreResultSeat *at = &result->seat[seat];
        if (at->place != outcome.seat[seat].place || at->team != outcome.seat[seat].team ||
            at->won != outcome.seat[seat].won || memcmp(at->count, outcome.seat[seat].count, sizeof at->count) != 0)
            fault(world, "seat %u of a result is not what its record says", seat);
        if (!at->user && !at->bot[0]) fault(world, "seat %u is a bot of no kind", seat);
        if (at->user && !(at->sigma > 0)) fault(world, "seat %u has no rating after its game", seat);
    }
}

static bool read_result(void *context, const void *row) {
    World *world = context;
    const StoreResult *result = row;
    Record record;
    RecordError error;
    RecordReport report;
    if (!result->record) return true;
    if (!record_parse(result->record, result->record_length, &record, &error)) {
        fault(world, "a record cannot be read: %s", error.text);
        return true;
    }
    if (!record_verify(&record, &report, &error)) fault(world, "a record does not hold: %s", error.text);
    else if (report.proof != PROOF_HOLDS || !report.replayed) fault(world, "a record proves nothing");
    else if (report.finished != result->finished) fault(world, "a result is not that of its record");
    if (report.finished) check_outcome(world, result, &record);
    world->count.records += report.finished;
    world->count.games++;
    record_free(&record);
    return true;
}

static bool open_result(void *context, const void *row) {
    World *world = context;
    store_result(world->store, ((const StoreResult *)row)->id, read_result, world);
    return true;
}

void promise_store(World *world) {
    Reading *reading = calloc(1, sizeof *reading);
    if (!reading) abort();
    reading->world = world;
    store_tables(world->store, TABLE_ROW_OPEN, read_table, reading);
    store_tables(world->store, TABLE_ROW_CLOSED, read_table, reading);
    check_counts(world, &reading->users);
    size_t at = 0;
    for (void *count; (count = map_next(&reading->users, &at));) free(count);
    map_free(&reading->users);
    free(reading);
    store_results(world->store, 0, 0, 0, UINT32_MAX, open_result, world);
}
