/* hall_nodes.c -- events at several servers. Every node has all events that run, as the folds of their logs: whoever asks is answered
 * where they are, and an entry is made there, too, unless somebody else was faster (nodes.c). What time brings (tables, rounds,
 * bots, those who did not come) is the business of the node that has the event's lease.
 *
 * It keeps the tables that it waits for, whoever leads those, and looks only at what is on the disk: a result is entered
 * once the table's last entry is safe, and a table is closed once the entry that ends its game is. A node that takes an event over finds the
 * tables by their codes in the log. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall.h"
#include "names.h"

static bool pass_over(void *context, const void *row) { return (void)context, (void)row, true; }

/* ---- reading on ---- */

typedef struct {
    Hub *hub;
    Hall *hall;
    uint64_t told; /* up to this line everybody here knows it all */
    char trouble[STORE_TROUBLE_MAX];
} Following;

static void call_if_opened(Hub *hub, const Hall *hall, uint32_t number) {
    const TourneyEntry *entry = &hall->tourney.entry[number];
    if (entry->kind == TOURNEY_open && !hall->author[number] && hall->game[entry->number].table[0])
        hall_call_players(hub, hall, entry->number);
}

static bool follow_line(void *context, const void *row) {
    Following *following = context;
    Hall *hall = following->hall;
    const StoreEntry *entry = row;
    uint32_t entries = hall->tourney.entries;
    if (!hall_follow(hall, entry, following->trouble, sizeof following->trouble)) return false;
    if (entry->seq <= following->told) return true;
    if (hall->tourney.entries > entries) call_if_opened(following->hub, hall, hall->tourney.entries);
    hall_changed(following->hub, hall);
    return true;
}

/* Carries out what was read. False: its log is not as it should be. */
static bool fold(Hub *hub, Hall *hall, uint64_t from) {
    Following following = {.hub = hub, .hall = hall, .told = hall->shared.known};
    if (hall->shared.lost) hall_unfold(hall);
    hall->shared.lost = false;
    store_log(hub->facts, hall->row.id, from, follow_line, &following);
    hall->shared.known = hall->seq;
    if (following.trouble[0]) hall_quarantine(hub, hall, following.trouble);
    return !following.trouble[0];
}

/* Those that are in the log, and not here. False: they are being read. */
static bool find_tables(Hub *hub, const Hall *hall) {
    for (uint32_t i = 1; i <= hall->tourney.games; i++) {
        const HallGame *at = &hall->game[i];
        if (hall->tourney.game[i].state != GAME_OPEN || !at->table[0] || at->desk || at->bots) continue;
        Desk *desk = tables_find(hub, at->table);
        if (desk) halls_table_loaded(hub, desk);
    }
    return !hub_lacks(hub);
}

/* How it stands is known once more. */
static void end_reading(Hub *hub, const Asking *asking, Hall *hall, bool lost) {
    uint64_t id = hall->row.id;
    hall->shared.reading = false;
    hall->shared.fresh = asking->number;
    askings_wake(hub, &hall->shared, lost);
    halls_settled(hub, id);
}

void hall_read(Hub *hub, const Asking *asking, Hall *hall) {
    bool stopped = hall->row.state == TABLE_ROW_QUARANTINED;
    uint64_t from = hall->shared.lost ? 1 : hall->shared.known + 1;
    StoreLease lease;
    hall->shared.reading = true;
    if (!stopped) {
        store_log(hub->facts, hall->row.id, from, pass_over, NULL);
        store_lease(hub->facts, hall->row.id, &lease);
    }
    if (hub_lacks(hub)) return;
    hall->shared.again |= hall->shared.lost;
    if (stopped) hall->shared.lost = false;
    else if (fold(hub, hall, from)) {
        bool ours = store_lease(hub->facts, hall->row.id, &lease) && lease.node == hub->node;
        if (ours && !find_tables(hub, hall)) return; /* and then once more */
        nodes_take_lease(hub, &hall->shared);
    }
    bool again = hall->shared.again;
    hall->shared.again = false;
    end_reading(hub, asking, hall, again);
}

void halls_settled(Hub *hub, uint64_t id) {
    Hall *hall = halls_find(hub, id);
    if (hall && !log_is_busy(&hall->shared)) hall_due(hub, hall, hub->mono_ms);
}

bool hall_waits(Hub *hub, Hall *hall) {
    if (!hub->node || hall->row.state == TABLE_ROW_QUARANTINED) return false;
    return asking_waits(hub, &hall->shared) || nodes_may_be_behind(hub, &hall->shared);
}

/* ---- what is not in the log ---- */

void hall_say_team(Hub *hub, const Hall *hall, const HallChat *line) {
    if (hub->node)
        nodes_say(hub, "team %llu" NEWS_PIECE "%llu" NEWS_PIECE "%u" NEWS_PIECE "%s" NEWS_PIECE "%s\n",
                  (unsigned long long)hall->row.id, (unsigned long long)line->user, line->group, line->name,
                  line->text);
}

void hall_hear_team(Hub *hub, const char *line) {
    char text[CHAT_TEXT_MAX + 256];
    const char *piece[5];
    HallChat said = {0};
    if (!news_pieces(line, text, sizeof text, piece, 5)) return;
    Hall *hall = halls_find(hub, strtoull(piece[0], NULL, 10));
    said.user = strtoull(piece[1], NULL, 10);
    said.group = (uint8_t)strtoul(piece[2], NULL, 10);
    snprintf(said.name, sizeof said.name, "%s", piece[3]);
    snprintf(said.text, sizeof said.text, "%s", piece[4]);
    if (hall) hall_tell_team(hub, hall, &said, NULL, NULL);
}

void hall_get_stuck(Hub *hub, Hall *hall, uint32_t game) {
    HallGame *at = &hall->game[game];
    at->stuck = hall->tourney.game[game].seq + 1; /* an organiser decides */
    if (hub->node) nodes_say(hub, "stuck %llu %u %u\n", (unsigned long long)hall->row.id, game, at->stuck);
    hall_changed(hub, hall);
}

void halls_hear_stuck(Hub *hub, const char *line) {
    unsigned long long id;
    unsigned game, stuck;
    if (sscanf(line, "%llu %u %u", &id, &game, &stuck) != 3) return;
    Hall *hall = halls_find(hub, id);
    if (!hall || !game || game > hall->tourney.games) return;
    hall->game[game].stuck = stuck;
    hall_changed(hub, hall);
}
