/* halls.c -- all events: made, found, read from the store, and what time brings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall.h"

/* ---- one of them ---- */

static void hall_free(Hall *hall) {
    while (hall->followers) hall_unfollow(hall->followers);
    tourney_free(&hall->tourney);
    map_free(&hall->users);
    free(hall->ruleset);
    free(hall->entrant);
    free(hall->author);
    free(hall->chat);
    hall_forget_shown(hall);
    for (uint32_t i = 0; i < hall->game_room; i++)
        if (hall->game[i].done) hub_job_drop(hall->game[i].done);
    free(hall->game);
    free(hall);
}

static void hall_forget(Hub *hub, Hall *hall) {
    map_take(&hub->halls, hall->row.id);
    map_take(&hub->hall_codes, map_hash(hall->row.code));
    for (uint32_t i = 1; i <= hall->tourney.games && i < hall->game_room; i++)
        if (hall->game[i].desk) desk_close(hub, hall->game[i].desk, "its event has stopped");
    if (hub->node) nodes_log_free(hub, &hall->shared);
    hall_free(hall);
}

static Hall *hall_new(Hub *hub, const StoreEvent *row) {
    Hall *hall = calloc(1, sizeof *hall);
    if (!hall) return NULL;
    hall->row = *row;
    hall->shared = (SharedLog){.id = row->id, .hall = hall, .leads = !hub->node};
    hall_unfold(hall);
    hall->due_at = hall->tell_at = hall->used_at = hub->mono_ms;
    if (map_put(&hub->halls, row->id, hall)) {
        if (map_put(&hub->hall_codes, map_hash(row->code), hall)) return hall;
        map_take(&hub->halls, row->id);
    }
    hall_free(hall);
    return NULL;
}

void hall_quarantine(Hub *hub, Hall *hall, const char *trouble) {
    hub_log_trouble(hub, "event_quarantine", hall->row.code, trouble);
    hall->row.state = TABLE_ROW_QUARANTINED;
    snprintf(hall->row.trouble, sizeof hall->row.trouble, "%s", trouble);
    hub_wrote(hub, batch_event(hub_write(hub), &hall->row));
}

/* It is over, or goes on after all: an undo can bring that about, and then it may be that nobody leads it. */
static void hall_note_state(Hub *hub, Hall *hall) {
    bool over = hall->tourney.state == TOURNEY_OVER;
    if (hall->row.state == TABLE_ROW_QUARANTINED || over == (hall->row.state == TABLE_ROW_CLOSED)) return;
    if (log_is_busy(&hall->shared)) return;
    hall->row.state = over ? TABLE_ROW_CLOSED : TABLE_ROW_OPEN;
    hall->row.closed_at = over ? hub->wall_ms : 0;
    if (hall->shared.leads || !over) hub_wrote(hub, batch_event(hub_write(hub), &hall->row));
}

/* ---- finding ---- */

Hall *halls_find(Hub *hub, uint64_t id) { return id ? map_get(&hub->halls, id) : NULL; }

typedef struct {
    Hub *hub;
    Store *store;
    Hall *hall;
    char trouble[STORE_TROUBLE_MAX];
} Loading;

static bool load_line(void *context, const void *row) {
    Loading *loading = context;
    return hall_follow(loading->hall, row, loading->trouble, sizeof loading->trouble);
}

/* True: the store could be read; loading->trouble says whether the log could be carried out. */
static bool load_hall(Loading *loading, const StoreEvent *row) {
    loading->trouble[0] = 0;
    loading->hall = hall_new(loading->hub, row);
    if (!loading->hall) return false;
    bool good = store_log(loading->store, row->id, 1, load_line, loading);
    if (good && !loading->trouble[0] && loading->hall->tourney.state == TOURNEY_EMPTY)
        snprintf(loading->trouble, sizeof loading->trouble, "its log is empty");
    loading->hall->shared.known = loading->hall->seq;
    return good;
}

static bool load_row(void *context, const void *row) {
    Loading *loading = context;
    if (!load_hall(loading, row)) return loading->hub->failed = true, false;
    if (!loading->trouble[0]) return true;
    hall_quarantine(loading->hub, loading->hall, loading->trouble);
    hall_forget(loading->hub, loading->hall);
    return true;
}

bool halls_load(Hub *hub, Store *store) {
    Loading *loading = calloc(1, sizeof *loading);
    if (!loading) return false;
    loading->hub = hub;
    loading->store = store;
    bool good = store_events(loading->store, TABLE_ROW_OPEN, INT32_MAX, load_row, loading) && !hub->failed;
    good = good && !store_trouble(store)[0];
    free(loading);
    size_t at = 0;
    for (Desk *desk; good && (desk = map_next(&hub->desks, &at));) halls_table_loaded(hub, desk);
    return good;
}

void halls_free(Hub *hub) {
    size_t at = 0;
    for (Hall *hall; (hall = map_next(&hub->halls, &at));) hall_free(hall);
    map_free(&hub->halls);
    map_free(&hub->hall_codes);
}

static bool is_spare(const Hall *hall) {
    return hall->row.state != TABLE_ROW_OPEN && !hall->followers && !hall->shared.waiting &&
           !log_is_busy(&hall->shared);
}

/* One that is over and that nobody has asked for lately. Those that run are never in the way. */
static bool make_room(Hub *hub) {
    size_t at = 0;
    Hall *oldest = NULL;
    if (hub->halls.count < HALLS_MAX) return true;
    for (Hall *hall; (hall = map_next(&hub->halls, &at));)
        if (is_spare(hall) && (!oldest || hall->used_at < oldest->used_at)) oldest = hall;
    if (oldest) hall_forget(hub, oldest);
    return oldest;
}

/* What a damaged log tells up to the damage can be looked at, and saved. */
static bool can_be_shown(const Hall *hall) {
    return hall->row.state == TABLE_ROW_QUARANTINED && hall->tourney.state != TOURNEY_EMPTY;
}

static bool pass_over(void *context, const void *row) { return (void)context, (void)row, false; }

/* One that runs is here, unless another node has just made it. NULL: it has stopped, or something is lacking. */
static Hall *take_up(Hub *hub, const StoreEvent *row) {
    Loading loading = {.hub = hub, .store = hub->facts};
    bool wanted = row->state != TABLE_ROW_OPEN || hub->node;
    if (wanted) store_log(hub->facts, row->id, 1, pass_over, NULL); /* nothing is made of a log that is not read yet */
    if (!wanted || hub_lacks(hub) || !make_room(hub) || !load_hall(&loading, row)) return NULL;
    if (!loading.trouble[0] || can_be_shown(loading.hall)) return loading.hall;
    hall_forget(hub, loading.hall);
    return NULL;
}

void halls_take_up(Hub *hub, const Asking *asking, const StoreEvent *row) {
    Hall *hall = row->state == TABLE_ROW_OPEN ? take_up(hub, row) : NULL;
    if (hall) hall_read(hub, asking, hall);
}

Hall *halls_find_code(Hub *hub, const char *code) {
    char plain[STORE_CODE_MAX];
    StoreEvent row;
    code_plain(code, plain);
    Hall *hall = map_get(&hub->hall_codes, map_hash(plain));
    if (hall && strcmp(hall->row.code, plain) != 0) hall = NULL;
    if (!hall && plain[0] && store_event_by_code(hub->facts, plain, &row)) hall = take_up(hub, &row);
    if (hall) hall->used_at = hub->mono_ms;
    return hall;
}

unsigned halls_run_by(Hub *hub, uint64_t user) {
    size_t at = 0;
    unsigned count = 0;
    for (const Hall *hall; (hall = map_next(&hub->halls, &at));)
        count += hall->row.owner == user && hall->row.state == TABLE_ROW_OPEN;
    return count;
}

/* What people call somebody who is gone. */
static const char gone_name[] = "Somebody";

static bool has_user(const Hall *hall, uint64_t user) {
    return hall->row.state != TABLE_ROW_QUARANTINED && (hall_entrant(hall, user) || hall_is_organiser(hall, user));
}

static void forget_user(Hub *hub, Hall *hall, uint64_t user) {
    Entrant who = hall_entrant(hall, user);
    TourneyEntry entry;
    TourneyAnswer answer;
    for (unsigned i = 0; who && i < 2; i++) { /* a withdrawal is refused where they are out, or the event is over */
        tourney_entry_init(&entry, i ? TOURNEY_rename : TOURNEY_withdraw);
        entry.who[0] = who;
        entry.count = 1;
        if (i) hall_free_name(hall, gone_name, entry.name);
        hall_enter(hub, hall, &entry, SEEN_NOT_ASKED, 0, &answer);
    }
    hall_write(hub, hall, "gone %016llx", (unsigned long long)user);
}

void halls_forget_user(Hub *hub, uint64_t user, bool everywhere) {
    size_t at = 0;
    for (Hall *hall; (hall = map_next(&hub->halls, &at));)
        if ((everywhere || hall->shared.leads) && has_user(hall, user) && !log_is_busy(&hall->shared))
            forget_user(hub, hall, user);
}

bool halls_wait_for(Hub *hub, uint64_t user) {
    size_t at = 0;
    for (Hall *hall; (hall = map_next(&hub->halls, &at));)
        if (has_user(hall, user) && hall_waits(hub, hall)) return true;
    return false;
}

/* ---- making ---- */

Hall *halls_make(Hub *hub, const StoreUser *owner, const TourneySettings *settings, const Ruleset *own, uint64_t club,
                 const uint16_t *option, TourneyAnswer *answer) {
    StoreEvent row = {.id = hub_new_id(hub), .owner = owner->id, .made_at = hub->wall_ms};
    TourneyEntry entry;
    char key[HALL_KEY_LENGTH + 1];
    answer->refusal = TOURNEY_REFUSAL_no_memory;
    snprintf(answer->why, sizeof answer->why, "The server has no room for another event: try again later.");
    if (!make_room(hub)) return NULL;
    do hub_new_code(hub, row.code, CODE_LETTERS);
    while (map_get(&hub->hall_codes, map_hash(row.code)));
    snprintf(row.title, sizeof row.title, "%s", settings->title);
    Hall *hall = hall_new(hub, &row);
    if (!hall) return NULL;
    hall->shared.leads = true;
    hall->shared.epoch = 1;
    tourney_entry_init(&entry, TOURNEY_new);
    entry.settings = settings;
    if (!hall_enter(hub, hall, &entry, SEEN_NOT_ASKED, owner->id, answer)) return hall_forget(hub, hall), NULL;
    hub_wrote(hub, batch_event(hub_write(hub), &row));
    hub_new_code(hub, key, HALL_KEY_LENGTH);
    hall_write(hub, hall, "organiser %016llx %s", (unsigned long long)owner->id, owner->name);
    hall_write(hub, hall, "key %s", key);
    hall_write_options(hub, hall, option);
    if (own) hall_write_rules(hub, hall, own, club);
    if (hub->node) nodes_say(hub, "event %llu\n", (unsigned long long)row.id);
    return hall;
}

/* ---- time ---- */

static bool is_idle(const Hub *hub, const Hall *hall) {
    return is_spare(hall) && hub->mono_ms - hall->used_at >= HALL_IDLE_MS;
}

static bool has_to_tell(const Hall *hall) { return hall->changed || hall->telling; }

/* Looked at only when something is due: there may be many, and nearly always nothing is. */
void halls_elapse(Hub *hub) {
    size_t at = 0;
    if (hub_stands_still(hub) || hub->mono_ms < hub->halls_at) return;
    hub->halls_at = INT64_MAX;
    for (Hall *hall; (hall = map_next(&hub->halls, &at));) {
        if (log_is_busy(&hall->shared)) continue; /* it is seen to when that is over */
        if (hall->due_at <= hub->mono_ms && hall->row.state != TABLE_ROW_QUARANTINED) {
            hall_settle(hub, hall);
            hall_note_state(hub, hall);
        }
        if (log_is_busy(&hall->shared)) continue;
        if (has_to_tell(hall) && hall->tell_at <= hub->mono_ms) hall_tell(hub, hall);
        if (has_to_tell(hall) && hall->tell_at < hub->halls_at) hub->halls_at = hall->tell_at;
        if (hall->due_at < hub->halls_at && hall->row.state != TABLE_ROW_QUARANTINED) hub->halls_at = hall->due_at;
        if (is_idle(hub, hall)) hall_forget(hub, hall);
    }
}

int64_t halls_due_in(const Hub *hub) { return hub->halls_at == INT64_MAX ? INT64_MAX : hub->halls_at - hub->mono_ms; }
