/* lobby_nodes.c -- the public tables of other nodes, as their leaders say them: the row of the lobby, and what quick play has to know. A row is said
 * when it has changed, and all of them now and then, for those who have come since; one that is not said any more is forgotten. Whoever wants
 * to sit down is shown the table itself, out of its log. */
#include <stdlib.h>
#include <string.h>

#include "people.h"
#include "tables.h"

enum {
    AGAIN_LIVES = 10,  /* every so many seconds all rows are said, */
    AGAIN_ROWS = 100,  /* as many as a lobby shows, */
    UNSAID_MS = 35000, /* and one that was not said for so long is not there any more */
    PIECES = 6,
};

struct TableElsewhere {
    uint64_t id, node;
    int64_t heard_at;
    unsigned seats;
    bool waits; /* for somebody to sit down */
    char code[STORE_CODE_MAX], rules[RULESET_HASH_HEX];
    char *row;
};

static void forget(Hub *hub, TableElsewhere *table) {
    if (!table) return;
    map_take(&hub->tables_elsewhere, table->id);
    free(table->row);
    free(table);
}

void lobby_forget_elsewhere(Hub *hub) {
    size_t at = 0;
    for (TableElsewhere *table; (table = map_next(&hub->tables_elsewhere, &at));) {
        free(table->row);
        free(table);
    }
    map_free(&hub->tables_elsewhere);
}

/* ---- saying ---- */

static void say_row(Hub *hub, Desk *desk) {
    bool listed = lobby_lists(desk);
    cJSON *json = listed ? show_row(desk) : NULL;
    char *row = json ? cJSON_PrintUnformatted(json) : NULL;
    if (listed || desk->row_said)
        nodes_say(hub, "lobby %llu" NEWS_PIECE "%u" NEWS_PIECE "%u" NEWS_PIECE "%s" NEWS_PIECE "%s" NEWS_PIECE "%s\n",
                  (unsigned long long)desk->row.id, (unsigned)lobby_waits(desk), desk->table.settings.seats,
                  desk->row.code, desk->told.rules_hash, row ? row : "");
    desk->row_said = listed;
    desk->row_changed = false;
    free(row);
    cJSON_Delete(json);
}

void lobby_say(Hub *hub, bool all) {
    size_t at = 0;
    unsigned rows = 0;
    if (hub_stands_still(hub)) return;
    for (Desk *desk; (desk = map_next(&hub->desks, &at));) {
        if (!desk->shared.leads) continue;
        bool again = all && lobby_lists(desk) && rows++ < AGAIN_ROWS;
        if (desk->row_changed && desk_is_busy(desk)) sockets_lobby_changed(hub); /* a little later */
        else if (desk->row_changed || (again && !desk_is_busy(desk))) say_row(hub, desk);
    }
}

void lobby_say_gone(Hub *hub, Desk *desk) {
    desk->closed = true;
    if (desk->shared.leads && desk->row_said) say_row(hub, desk);
}

bool lobby_says_all(const Hub *hub) { return hub->lives % AGAIN_LIVES == 0; }

/* ---- hearing ---- */

void lobby_hear(Hub *hub, const char *line) {
    char text[2048];
    const char *piece[PIECES];
    if (!news_pieces(line, text, sizeof text, piece, PIECES)) return;
    uint64_t id = strtoull(piece[0], NULL, 10);
    TableElsewhere *table = map_get(&hub->tables_elsewhere, id);
    sockets_lobby_changed(hub);
    if (!piece[5][0]) return forget(hub, table);
    if (!table) {
        table = calloc(1, sizeof *table);
        if (!table) return;
        table->id = id;
        if (!map_put(&hub->tables_elsewhere, id, table)) return free(table);
    }
    free(table->row);
    table->row = strdup(piece[5]);
    table->heard_at = hub->mono_ms;
    table->waits = piece[1][0] == '1';
    table->seats = (unsigned)strtoul(piece[2], NULL, 10);
    memset(table->code, 0, sizeof table->code);
    memset(table->rules, 0, sizeof table->rules);
    strncpy(table->code, piece[3], sizeof table->code - 1);
    strncpy(table->rules, piece[4], sizeof table->rules - 1);
    if (!table->row) forget(hub, table);
}

/* The next one that is not here, and is still said. */
static TableElsewhere *next_elsewhere(Hub *hub, size_t *at) {
    for (TableElsewhere *table; (table = map_next(&hub->tables_elsewhere, at));)
        if (!map_get(&hub->desks, table->id) && hub->mono_ms - table->heard_at < UNSAID_MS) return table;
    return NULL;
}

static TableElsewhere *first_unsaid(const Hub *hub) {
    size_t at = 0;
    for (TableElsewhere *table; (table = map_next(&hub->tables_elsewhere, &at));)
        if (hub->mono_ms - table->heard_at >= UNSAID_MS) return table;
    return NULL;
}

void lobby_add_elsewhere(Hub *hub, cJSON *list, unsigned most) {
    size_t at = 0;
    for (TableElsewhere *table; (table = first_unsaid(hub));) forget(hub, table);
    for (const TableElsewhere *table; most && (table = next_elsewhere(hub, &at)); most--)
        cJSON_AddItemToArray(list, cJSON_CreateRaw(table->row));
}

/* One that waits is read, and stands among ours from then on, as it is. True: the asking waits for that. */
bool lobby_find_elsewhere(Hub *hub, const char *rules, unsigned seats) {
    size_t at = 0;
    for (TableElsewhere *table; (table = next_elsewhere(hub, &at));) {
        if (!table->waits || table->seats != seats || strcmp(table->rules, rules) != 0) continue;
        if (!nodes_find(hub, table->code) && !hub_lacks(hub)) table->waits = false; /* it is gone */
        return true;
    }
    return false;
}
