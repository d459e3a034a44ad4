/* admin.c -- what the operator asks of a running server (docs/operations.md), and how it is. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "people.h"
#include "tables.h"

/* ---- how it is ---- */

__attribute__((format(printf, 2, 3))) static void print(const Printer *printer, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    printer->put(printer->sink, text);
}

static void metric(const Printer *printer, const char *name, const char *type, const char *help, uint64_t value) {
    print(printer, "# HELP uno_%s %s\n# TYPE uno_%s %s\n", name, help, name, type);
    print(printer, "uno_%s %llu\n", name, (unsigned long long)value);
}

static unsigned count_stage(const Hub *hub, TableStage stage) {
    size_t at = 0;
    unsigned count = 0;
    for (const Desk *desk; (desk = map_next(&hub->desks, &at));) count += desk->table.stage == stage;
    return count;
}

void hub_metrics(const Hub *hub, const Printer *printer) {
    print(printer, "# HELP uno_tables Open tables.\n# TYPE uno_tables gauge\n");
    print(printer, "uno_tables{stage=\"gathering\"} %u\n", count_stage(hub, TABLE_GATHERING));
    print(printer, "uno_tables{stage=\"playing\"} %u\n", count_stage(hub, TABLE_PLAYING));
    metric(printer, "sockets", "gauge", "WebSockets and streams that are open.", hub->sockets.count);
    metric(printer, "storage_full", "gauge", "1 while the disk takes nothing.", hub->disk_full);
    metric(printer, "draining", "gauge", "1 while the server goes down.", hub->draining);
    metric(printer, "messages_total", "counter", "Messages heard.", hub->count.messages);
    metric(printer, "requests_total", "counter", "Requests heard.", hub->count.requests);
    metric(printer, "sent_total", "counter", "Messages said.", hub->count.sent);
    metric(printer, "sent_bytes_total", "counter", "Bytes of them.", hub->count.sent_bytes);
    metric(printer, "actions_total", "counter", "Actions played.", hub->count.actions);
    metric(printer, "refused_total", "counter", "Wishes that a table refused.", hub->count.refused);
    metric(printer, "games_total", "counter", "Games over or broken off.", hub->count.games);
    metric(printer, "jobs_total", "counter", "Thoughts of bots, and passwords.", hub->count.jobs);
    metric(printer, "jobs_refused_total", "counter", "Those for which too many were waiting.", hub->count.jobs_refused);
    metric(printer, "reads_total", "counter", "Readings of the store.", hub->count.reads);
    metric(printer, "nodes", "gauge", "Servers that share the store; 0: it is not shared.", hub->alive);
    metric(printer, "races_total", "counter", "Entries that another server was faster with.", hub->count.races);
    metric(printer, "commits_total", "counter", "Batches written.", hub->count.commits);
    metric(printer, "commit_rows_total", "counter", "Rows of them.", hub->count.commit_rows);
}

/* ---- what is asked ---- */

static cJSON *wrong(const char *message) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "error", message);
    return json;
}

static cJSON *done(void) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "done", true);
    return json;
}

static cJSON *ask_tables(Hub *hub, const char *rest) {
    cJSON *json = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(json, "tables");
    size_t at = 0;
    (void)rest;
    for (const Desk *desk; (desk = map_next(&hub->desks, &at));) {
        cJSON *row = show_row(desk), *names = cJSON_AddArrayToObject(row, "players");
        for (unsigned seat = 0; seat < table_seats(&desk->table); seat++) {
            const TableSeat *taken = &desk->table.seat[seat];
            char text[ID_TEXT + STORE_NAME_MAX + 4], id[ID_TEXT];
            if (taken->kind == SEAT_FREE) continue;
            id_format(taken->user, id);
            snprintf(text, sizeof text, "%s%s%s%s", taken->name, taken->user ? " (" : "", taken->user ? id : "",
                     taken->user ? ")" : "");
            cJSON_AddItemToArray(names, cJSON_CreateString(text));
        }
        cJSON_AddItemToArray(list, row);
    }
    return json;
}

static cJSON *ask_close(Hub *hub, const char *rest) {
    Desk *desk = tables_find(hub, rest);
    if (!desk) return wrong("there is no table with that code; `tables` lists them");
    if (hub->draining) return wrong("the server is going down: close the table after the restart");
    if (desk_is_busy(desk)) return wrong("something is just being written there: try again");
    desk_close(hub, desk, "by the operator");
    return done();
}

/* "user 00ab... WHY" or "address 192.0.2.7 WHY", with "for HOURS" before WHY. */
static cJSON *ask_ban(Hub *hub, const char *rest) {
    char kind[16], who[64], what[STORE_NAME_MAX];
    int used = 0, hours = 0, more = 0;
    const char *why = "it takes: ban user ID [for HOURS] WHY, or ban address ADDRESS [for HOURS] WHY";
    if (sscanf(rest, "%15s %63s %n", kind, who, &used) < 2) return wrong(why);
    rest += used;
    if (sscanf(rest, "for %d %n", &hours, &more) == 1) rest += more;
    if ((size_t)snprintf(what, sizeof what, "%s %s", kind, who) >= sizeof what) return wrong(why);
    int64_t until = hours > 0 ? hub->wall_ms + hours * INT64_C(3600000) : 0;
    return people_ban(hub, what, rest, until, &why) ? done() : wrong(why);
}

static cJSON *ask_unban(Hub *hub, const char *rest) {
    const char *why;
    return people_unban(hub, rest, &why) ? done() : wrong(why);
}

static bool list_ban(void *context, const void *row) {
    const StoreBan *ban = row;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "what", ban->what);
    cJSON_AddStringToObject(json, "why", ban->why);
    cJSON_AddNumberToObject(json, "until_ms", (double)ban->until);
    cJSON_AddItemToArray(context, json);
    return true;
}

static cJSON *ask_bans(Hub *hub, const char *rest) {
    cJSON *json = cJSON_CreateObject();
    (void)rest;
    people_bans(hub, list_ban, cJSON_AddArrayToObject(json, "bans"));
    return json;
}

static cJSON *ask_quarantine(Hub *hub, const char *rest) {
    cJSON *json = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(json, "quarantine");
    (void)rest;
    for (unsigned i = 0; i < hub->quarantine_count; i++) {
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "code", hub->quarantine[i].code);
        cJSON_AddStringToObject(row, "trouble", hub->quarantine[i].trouble);
        cJSON_AddItemToArray(list, row);
    }
    return json;
}

static cJSON *ask_stats(Hub *hub, const char *rest) {
    cJSON *json = cJSON_CreateObject();
    int64_t up_s = hub->mono_ms / 1000;
    (void)rest;
    cJSON_AddNumberToObject(json, "tables", (double)hub->desks.count);
    cJSON_AddNumberToObject(json, "playing", count_stage(hub, TABLE_PLAYING));
    cJSON_AddNumberToObject(json, "sockets", (double)hub->sockets.count);
    cJSON_AddNumberToObject(json, "actions", (double)hub->count.actions);
    cJSON_AddNumberToObject(json, "games", (double)hub->count.games);
    cJSON_AddNumberToObject(json, "up_s", (double)up_s);
    cJSON_AddBoolToObject(json, "storage_full", hub->disk_full);
    cJSON_AddBoolToObject(json, "draining", hub->draining);
    return json;
}

static const struct {
    const char *name;
    cJSON *(*ask)(Hub *hub, const char *rest);
} questions[] = {
    {"tables", ask_tables}, {"close", ask_close},           {"ban", ask_ban}, {"unban", ask_unban}, {"bans", ask_bans},
    {"stats", ask_stats},   {"quarantine", ask_quarantine},
};

char *hub_admin(Hub *hub, const char *line) {
    size_t length = strcspn(line, " ");
    cJSON *json = NULL;
    for (unsigned i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strlen(questions[i].name) == length && strncmp(questions[i].name, line, length) == 0)
            json = questions[i].ask(hub, line + length + (line[length] == ' '));
    if (!json) json = wrong("it takes: tables, close CODE, ban, unban, bans, quarantine or stats");
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}
