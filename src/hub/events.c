/* events.c -- requests about events: making, entering, running, following one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "../tournament/export.h"
#include "../tournament/picture.h"
#include "gathered.h"
#include "hall.h"
#include "names.h"
#include "people.h"
#include "rules_api.h"

enum { ROWS_USUAL = 50, ROWS_MOST = 500, LISTED_MOST = 100 };

/* ---- pieces; one that returns false or NULL has answered ---- */

/* *out is NULL where there is none. */
static bool answer_find(Hub *hub, const ApiCall *call, Hall **out) {
    const char *address = call->request->address;
    bool may = people_might_from(hub, RATE_CODE, address);
    *out = may ? halls_find_code(hub, call->part[0]) : NULL;
    if (*out && hall_waits(hub, *out)) return false;
    return !hub_lacks(hub) && (*out || answer_rate_from(hub, call->line, RATE_CODE, address));
}

Hall *answer_hall(Hub *hub, const ApiCall *call) {
    Hall *hall;
    if (!answer_find(hub, call, &hall)) return NULL;
    if (!hall)
        api_error(hub, call->line, 404, "no_such_event", "There is no event with that code: ask for a new link.");
    return hall;
}

/* The same to change something. */
static Hall *answer_hall_at_work(Hub *hub, const ApiCall *call) {
    Hall *hall = answer_hall(hub, call);
    if (!hall) return NULL;
    if (hall->row.state == TABLE_ROW_QUARANTINED)
        return api_error(hub, call->line, 409, "stopped",
                         "This event has stopped: its log is damaged. What comes before the damage can be looked at "
                         "and saved."),
               NULL;
    if (hub->draining)
        return api_error(hub, call->line, 503, "going_down", "The server restarts: try again in a minute."), NULL;
    return answer_rate_of(hub, call->line, RATE_EVENT, call->user->id) ? hall : NULL;
}

static Hall *answer_own_hall(Hub *hub, const ApiCall *call) {
    Hall *hall = answer_hall_at_work(hub, call);
    if (!hall || hall_is_organiser(hall, call->user->id)) return hall;
    return api_error(hub, call->line, 403, "not_organiser", "Only organisers of the event may do that."), NULL;
}

static void answer_refusal(Hub *hub, HubLine line, const TourneyAnswer *answer) {
    TourneyRefusal refusal = (TourneyRefusal)answer->refusal;
    bool unclear = refusal == TOURNEY_REFUSAL_not_understood || refusal == TOURNEY_REFUSAL_bad_name ||
                   refusal == TOURNEY_REFUSAL_bad_settings;
    unsigned status = refusal == TOURNEY_REFUSAL_no_memory ? 503 : unclear ? 400 : 409;
    api_error(hub, line, status, tourney_refusal_code(refusal), "%s", answer->why);
}

static bool query_number(const ApiCall *call, const char *name, unsigned high, uint32_t *out) {
    char text[16];
    const char *at = text;
    long long number;
    if (!api_query(call, name, text, sizeof text)) return true;
    if (!scan_number(&at, 0, high, &number) || *at) return false;
    return *out = (uint32_t)number, true;
}

static bool answer_page(Hub *hub, const ApiCall *call, uint32_t *from, uint32_t *most) {
    *from = 0;
    *most = ROWS_USUAL;
    if (query_number(call, "from", UINT32_MAX, from) && query_number(call, "most", ROWS_MOST, most)) return true;
    api_error(hub, call->line, 400, "bad_query", "Expected from= and most= as numbers, most= up to %d.", ROWS_MOST);
    return false;
}

static void answer_overview(Hub *hub, const ApiCall *call, const Hall *hall, unsigned status) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "event", hall_overview(hub, hall, call->user));
    api_reply(hub, call->line, status, json);
}

/* ---- lists ---- */

static cJSON *about_json(const TourneyAbout *about) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "name", about->name);
    cJSON_AddStringToObject(json, "title", about->title);
    cJSON_AddStringToObject(json, "sentence", about->sentence);
    cJSON_AddNumberToObject(json, "low", about->low);
    cJSON_AddNumberToObject(json, "high", about->high);
    cJSON_AddNumberToObject(json, "usual", about->usual);
    return json;
}

static void add_abouts(cJSON *json, const char *name, const TourneyAbout *rows, unsigned count) {
    cJSON *list = cJSON_AddArrayToObject(json, name);
    for (unsigned i = 0; i < count; i++) cJSON_AddItemToArray(list, about_json(&rows[i]));
}

/* All that somebody who makes an event can choose from. */
static void answer_forms(Hub *hub, const ApiCall *call) {
    cJSON *json = cJSON_CreateObject();
    add_abouts(json, "forms", tourney_forms, FORMS);
    add_abouts(json, "numbers", tourney_numbers, NUMBERS);
    add_abouts(json, "tiebreaks", tourney_tiebreaks, TIEBREAKS);
    cJSON *list = cJSON_AddArrayToObject(json, "options");
    for (unsigned i = 0; i < HALL_OPTIONS; i++) {
        const HallOptionRow *row = &hall_options[i];
        cJSON_AddItemToArray(list, about_json(&(TourneyAbout){row->name, row->name, row->sentence, (int32_t)row->low,
                                                              (int32_t)row->high, (int32_t)row->usual}));
    }
    api_reply(hub, call->line, 200, json);
}

static bool is_mine(const Hall *hall, const StoreUser *user) {
    return user && (hall_is_organiser(hall, user->id) || hall_entrant(hall, user->id));
}

void halls_add_mine(Hub *hub, const StoreUser *user, cJSON *list) {
    size_t at = 0;
    for (Hall *hall; (hall = map_next(&hub->halls, &at));) {
        if (!is_mine(hall, user)) continue;
        if (asking_waits(hub, &hall->shared)) return;
        cJSON_AddItemToArray(list, hall_row(hall));
    }
}

static void answer_events(Hub *hub, const ApiCall *call) {
    cJSON *json = cJSON_CreateObject();
    cJSON *events = cJSON_AddArrayToObject(json, "events");
    size_t at = 0;
    unsigned listed = 0;
    for (Hall *hall; (hall = map_next(&hub->halls, &at));) {
        if (asking_waits(hub, &hall->shared)) break;
        bool open = hall->option[HALL_is_public] && hall->row.state == TABLE_ROW_OPEN;
        if (open && !is_mine(hall, call->user) && listed++ < LISTED_MOST) cJSON_AddItemToArray(events, hall_row(hall));
    }
    halls_add_mine(hub, call->user, cJSON_AddArrayToObject(json, "mine"));
    api_reply(hub, call->line, 200, json);
}

/* ---- making ---- */

/* The rules an organiser wishes: built-in, a club's, or their own text. The settings name them. */
static bool answer_rules(Hub *hub, const ApiCall *call, TourneySettings *settings, Ruleset *out, uint64_t *club,
                         bool *own) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(call->body, "ruleset");
    const char *wish = item ? cJSON_GetStringValue(item) : settings->rules;
    RulesetError error = {.text = "\"ruleset\" is the name of a ruleset, or the text of your own"};
    RulesError refusal;
    bool found = wish && rules_find(hub, call->user, wish, out, club, &error);
    if (hub_lacks(hub)) return false;
    if (!found) return rules_answer_error(hub, call->line, 400, &error), false;
    if (!rules_allow_players(&out->rules, (unsigned)settings->number[NUMBER_seats], &refusal))
        return api_error(hub, call->line, 400, "bad_settings", "%s", refusal.text), false;
    *own = !rules_is_builtin(wish);
    if (!item) return true;
    snprintf(settings->rules, sizeof settings->rules, "%.*s", TOURNEY_RULESET_MAX - 1, *own ? out->title : wish);
    text_mend(settings->rules);
    if (!tourney_name_is_good(settings->rules)) snprintf(settings->rules, sizeof settings->rules, "own rules");
    return true;
}

static void answer_new_event(Hub *hub, const ApiCall *call) {
    TourneySettings settings;
    TourneyAnswer answer;
    Ruleset ruleset;
    uint64_t club;
    bool own;
    uint16_t option[HALL_OPTIONS];
    char why[200];
    Seed seed;
    if (hub->draining)
        return api_error(hub, call->line, 503, "going_down", "The server restarts: try again in a minute.");
    if (halls_run_by(hub, call->user->id) >= HALLS_PER_USER)
        return api_error(hub, call->line, 409, "too_many", "You run %d events already: finish one first.",
                         HALLS_PER_USER);
    for (unsigned i = 0; i < HALL_OPTIONS; i++) option[i] = (uint16_t)hall_options[i].usual;
    if (!hall_read_options(call->body, option, why, sizeof why))
        return api_error(hub, call->line, 400, "bad_settings", "%s", why);
    hub->world.random(hub->world.self, &seed, sizeof seed);
    if (!hall_read_settings(call->body, &seed, &settings, &answer)) return answer_refusal(hub, call->line, &answer);
    if (!answer_rules(hub, call, &settings, &ruleset, &club, &own)) return;
    if (!answer_rate_of(hub, call->line, RATE_NEW_EVENT, call->user->id)) return;
    Hall *hall = halls_make(hub, call->user, &settings, own ? &ruleset : NULL, club, option, &answer);
    if (!hall) return answer_refusal(hub, call->line, &answer);
    answer_overview(hub, call, hall, 201);
}

/* ---- looking ---- */

/* With rows=: all that a page shows at first, in one answer, since everybody who follows asks after every change. */
static void answer_event(Hub *hub, const ApiCall *call) {
    Hall *hall;
    uint32_t rows = 0;
    if (!answer_find(hub, call, &hall)) return;
    if (!query_number(call, "rows", ROWS_MOST, &rows))
        return api_error(hub, call->line, 400, "bad_query", "Expected rows= as a number up to %d.", ROWS_MOST);
    if (hall && !rows) return answer_overview(hub, call, hall, 200);
    cJSON *json = cJSON_CreateObject();
    if (!hall) { /* no fault of whoever asks: a browser would report one */
        cJSON_AddNullToObject(json, "event");
        return api_reply(hub, call->line, 200, json);
    }
    cJSON_AddItemToObject(json, "event", hall_overview(hub, hall, call->user));
    hall_add_shown(hub, hall, call->user, rows, json);
    api_reply(hub, call->line, 200, json);
}

static void answer_standings(Hub *hub, const ApiCall *call) {
    uint32_t from, most;
    const Hall *hall = answer_hall(hub, call);
    if (hall && answer_page(hub, call, &from, &most)) api_reply(hub, call->line, 200, hall_standings(hall, from, most));
}

static void answer_event_games(Hub *hub, const ApiCall *call) {
    uint32_t from, most, round = 0, open = 0;
    const Hall *hall = answer_hall(hub, call);
    if (!hall || !answer_page(hub, call, &from, &most)) return;
    if (!query_number(call, "round", UINT16_MAX, &round) || !query_number(call, "open", 1, &open))
        return api_error(hub, call->line, 400, "bad_query",
                         "Expected round= as a number, open=1 for those to be played.");
    api_reply(hub, call->line, 200, hall_games(hall, call->user, from, most, round, open));
}

static void answer_entries(Hub *hub, const ApiCall *call) {
    uint32_t from, most, before = 0;
    const Hall *hall = answer_hall(hub, call);
    if (!hall || !answer_page(hub, call, &from, &most)) return;
    if (!query_number(call, "before", UINT32_MAX, &before))
        return api_error(hub, call->line, 400, "bad_query", "Expected before= as the number of an entry.");
    api_reply(hub, call->line, 200, hall_entries(hall, before, most));
}

/* The log, as `uno tournament` reads it. The seeds of deals are in it once they are played. */
static bool print_log(const Tourney *tourney, const Printer *printer) {
    printer->put(printer->sink, tourney_first_line);
    for (uint32_t i = 1; i <= tourney->entries; i++) {
        TourneyEntry entry = tourney->entry[i];
        char line[TOURNEY_LINE_MAX];
        if (tourney->state != TOURNEY_OVER && entry.kind == TOURNEY_open) entry.seeded = false;
        tourney_format(tourney, &entry, line, sizeof line);
        printer->put(printer->sink, line);
        printer->put(printer->sink, "\n");
    }
    return true;
}

static bool print_bracket(const Tourney *tourney, const Printer *printer) {
    return tourney_print_svg(tourney, printer, false), true;
}

static bool print_format(const Tourney *tourney, const char *as, const Printer *printer) {
    TourneyFormat format;
    return tourney_format_find(as, &format) && tourney_export(tourney, format, printer);
}

static const struct {
    const char *as, *type;
    bool (*print)(const Tourney *tourney, const Printer *printer); /* NULL: tourney_export() does */
} exports[] = {{"csv", "text/csv; charset=utf-8", NULL},
               {"json", "application/json", NULL},
               {"svg", "image/svg+xml", NULL},
               {"html", "text/html; charset=utf-8", NULL},
               {"log", "text/plain; charset=utf-8", print_log}};

/* `file` NULL: to be shown, not saved. */
static void answer_printed(Hub *hub, const ApiCall *call, const Hall *hall, unsigned which, const char *file) {
    Gathered text;
    Printer printer = gather_start(&text);
    if (!text.file) return answer_no_memory(hub, call->line);
    bool good = !file                  ? print_bracket(&hall->tourney, &printer)
                : exports[which].print ? exports[which].print(&hall->tourney, &printer)
                                       : print_format(&hall->tourney, exports[which].as, &printer);
    good = gather_end(&text) && good;
    if (good) api_reply_text(hub, call->line, exports[which].type, file, text.text, text.length);
    else answer_no_memory(hub, call->line);
    free(text.text);
}

static void answer_event_export(Hub *hub, const ApiCall *call) {
    const Hall *hall = answer_hall(hub, call);
    char file[STORE_CODE_MAX + 16];
    for (unsigned i = 0; hall && i < sizeof exports / sizeof *exports; i++) {
        if (strcmp(exports[i].as, call->part[1]) != 0) continue;
        snprintf(file, sizeof file, "event-%s.%s", hall->row.code, exports[i].as);
        return answer_printed(hub, call, hall, i, file);
    }
    if (hall) api_error(hub, call->line, 404, "no_such_path", "An event is exported as csv, json, svg, html or log.");
}

static void answer_bracket(Hub *hub, const ApiCall *call) {
    enum { AS_SVG = 2 };
    const Hall *hall = answer_hall(hub, call);
    if (hall) answer_printed(hub, call, hall, AS_SVG, NULL);
}

/* ---- entering and leaving ---- */

void hall_free_name(const Hall *hall, const char *name, char out[TOURNEY_NAME_MAX]) {
    char base[TOURNEY_NAME_MAX - 4]; /* room for a number behind it */
    snprintf(base, sizeof base, "%.*s", (int)sizeof base - 1, name);
    text_mend(base);
    for (char *at = base; *at; at++)
        if (*at == '"') *at = '\'';
    snprintf(out, TOURNEY_NAME_MAX, "%s", base);
    for (unsigned i = 2; tourney_find(&hall->tourney, out) && i < 1000; i++)
        snprintf(out, TOURNEY_NAME_MAX, "%s %u", base, i);
}

static bool answer_room(Hub *hub, HubLine line, const Hall *hall) {
    if (hall->tourney.entrants < HALL_ENTRANTS_MAX) return true;
    api_error(hub, line, 409, "full", "An event on a server has at most %d entrants.", HALL_ENTRANTS_MAX);
    return false;
}

static void answer_enter(Hub *hub, const ApiCall *call) {
    Hall *hall = answer_hall_at_work(hub, call);
    TourneyEntry entry;
    TourneyAnswer answer;
    if (!hall) return;
    if (hall_entrant(hall, call->user->id))
        return api_error(hub, call->line, 409, "entered", "You have entered this event already.");
    if (!hall->option[HALL_open] && !hall_is_organiser(hall, call->user->id))
        return api_error(hub, call->line, 403, "not_open", "The organisers enter people themselves: ask one of them.");
    if (!answer_room(hub, call->line, hall)) return;
    cJSON *json = cJSON_Duplicate(call->body, true);
    char name[TOURNEY_NAME_MAX];
    hall_free_name(hall, call->user->name, name);
    if (!cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "name"))) {
        cJSON_DeleteItemFromObjectCaseSensitive(json, "name");
        cJSON_AddStringToObject(json, "name", name);
    }
    cJSON_DeleteItemFromObjectCaseSensitive(json, "do");
    cJSON_AddStringToObject(json, "do", "enter");
    bool good = hall_read_entry(hall, json, &entry, &answer) &&
                hall_enter(hub, hall, &entry, SEEN_NOT_ASKED, call->user->id, &answer);
    cJSON_Delete(json);
    if (!good) return answer_refusal(hub, call->line, &answer);
    hall_write(hub, hall, "player %u %016llx", hall->tourney.entrants, (unsigned long long)call->user->id);
    answer_overview(hub, call, hall, 201);
}

static bool enter_about(Hub *hub, Hall *hall, const ApiCall *call, TourneyEntryKind kind, Entrant who,
                        TourneyAnswer *answer) {
    TourneyEntry entry;
    tourney_entry_init(&entry, kind);
    entry.who[0] = who;
    entry.count = 1;
    return hall_enter(hub, hall, &entry, SEEN_NOT_ASKED, call->user->id, answer);
}

static void answer_withdrawal(Hub *hub, const ApiCall *call) {
    Hall *hall = answer_hall_at_work(hub, call);
    TourneyAnswer answer;
    Entrant who = hall ? hall_entrant(hall, call->user->id) : NOBODY;
    if (!hall) return;
    if (!who) return api_error(hub, call->line, 409, "not_entered", "You have not entered this event.");
    if (!enter_about(hub, hall, call, TOURNEY_withdraw, who, &answer)) return answer_refusal(hub, call->line, &answer);
    answer_overview(hub, call, hall, 200);
}

/* ---- entries ---- */

/* What a player may enter for themself: coming and going, playing for the own group, giving an own card away. */
static bool is_players_own(const Hall *hall, uint64_t user, const TourneyEntry *entry) {
    Entrant who = hall_entrant(hall, user);
    bool about = entry->kind == TOURNEY_pause || entry->kind == TOURNEY_back || entry->kind == TOURNEY_withdraw ||
                 entry->kind == TOURNEY_represent;
    if (!who || entry->who[0] != who) return false;
    return (about && entry->count == 1) || entry->kind == TOURNEY_share;
}

static uint32_t seen_by(const ApiCall *call) {
    const cJSON *seen = cJSON_GetObjectItemCaseSensitive(call->body, "seen");
    return cJSON_IsNumber(seen) && seen->valuedouble >= 0 && seen->valuedouble < UINT32_MAX
               ? (uint32_t)seen->valuedouble
               : SEEN_NOT_ASKED;
}

static void answer_preview(Hub *hub, const ApiCall *call, const Hall *hall, const TourneyEntry *entry) {
    TourneyPreview preview;
    TourneyAnswer answer;
    if (!tourney_preview(&hall->tourney, entry, seen_by(call), &preview, &answer))
        return answer_refusal(hub, call->line, &answer);
    api_reply(hub, call->line, 200, hall_changes(&preview));
    tourney_preview_free(&preview);
}

/* A bot that enters: its kind, or NULL. False: there is no such, and that was answered. */
static bool answer_bot(Hub *hub, const ApiCall *call, const TourneyEntry *entry, const char **kind) {
    const cJSON *bot = cJSON_GetObjectItemCaseSensitive(call->body, "bot");
    *kind = NULL;
    if (entry->kind != TOURNEY_enter || !bot || cJSON_IsNull(bot)) return true;
    *kind = cJSON_GetStringValue(bot);
    if (*kind && bot_find(*kind)) return true;
    api_error(hub, call->line, 400, "no_such_bot", "There is no bot of that name.");
    return false;
}

static void answer_entry(Hub *hub, const ApiCall *call) {
    Hall *hall = answer_hall_at_work(hub, call);
    TourneyEntry entry;
    TourneyAnswer answer;
    const char *bot;
    if (!hall) return;
    if (!hall_read_entry(hall, call->body, &entry, &answer)) {
        if (!is_mine(hall, call->user))
            return api_error(hub, call->line, 403, "not_organiser", "Only organisers of the event may do that.");
        return answer_refusal(hub, call->line, &answer);
    }
    if (!hall_is_organiser(hall, call->user->id) && !is_players_own(hall, call->user->id, &entry))
        return api_error(hub, call->line, 403, "not_organiser", "Only organisers of the event may do that.");
    if (entry.kind == TOURNEY_enter && !answer_room(hub, call->line, hall)) return;
    if (!answer_bot(hub, call, &entry, &bot)) return;
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(call->body, "preview")))
        return answer_preview(hub, call, hall, &entry);
    if (!hall_enter(hub, hall, &entry, seen_by(call), call->user->id, &answer))
        return answer_refusal(hub, call->line, &answer);
    if (bot) hall_write(hub, hall, "bot %u %s", hall->tourney.entrants, bot);
    answer_overview(hub, call, hall, 200);
}

/* An arbiter's phone at a table of the hall enters the result of its game, without being anybody. */
static void answer_result(Hub *hub, const ApiCall *call) {
    const char *key = api_text(call, "key", HALL_GAME_KEY - 1);
    Hall *hall = answer_hall(hub, call);
    TourneyEntry entry;
    TourneyAnswer answer;
    char wanted[HALL_GAME_KEY];
    if (!hall) return;
    cJSON *json = cJSON_Duplicate(call->body, true);
    cJSON_DeleteItemFromObjectCaseSensitive(json, "do");
    cJSON_AddStringToObject(json, "do", "result");
    bool good = hall_read_entry(hall, json, &entry, &answer);
    cJSON_Delete(json);
    hall_game_key(hall, good ? entry.number : 0, wanted);
    if (!key || strcmp(key, wanted) != 0) {
        if (!answer_rate_from(hub, call->line, RATE_CODE, call->request->address)) return;
        return api_error(hub, call->line, 403, "wrong_key", "This link does not open that game: ask an organiser.");
    }
    entry.by = BY_ARBITER;
    if (hub->draining || hall->row.state == TABLE_ROW_QUARANTINED)
        return api_error(hub, call->line, 409, "stopped",
                         "The event cannot take a result just now: tell an organiser.");
    if (!hall_enter(hub, hall, &entry, SEEN_NOT_ASKED, 0, &answer)) return answer_refusal(hub, call->line, &answer);
    api_reply(hub, call->line, 200, cJSON_CreateObject());
}

/* ---- running it ---- */

static void answer_options(Hub *hub, const ApiCall *call) {
    Hall *hall = answer_own_hall(hub, call);
    uint16_t option[HALL_OPTIONS];
    char why[200];
    if (!hall) return;
    memcpy(option, hall->option, sizeof option);
    if (!hall_read_options(call->body, option, why, sizeof why))
        return api_error(hub, call->line, 400, "bad_settings", "%s", why);
    if (memcmp(option, hall->option, sizeof option) != 0) hall_write_options(hub, hall, option);
    answer_overview(hub, call, hall, 200);
}

/* With the key one becomes an organiser. */
static void answer_organise(Hub *hub, const ApiCall *call) {
    const char *key = api_text(call, "key", HALL_KEY_LENGTH + 8);
    char plain[STORE_CODE_MAX] = "";
    Hall *hall = answer_hall_at_work(hub, call);
    if (!hall) return;
    if (key) code_plain(key, plain);
    if (strcmp(plain, hall->key) != 0) {
        if (!answer_rate_from(hub, call->line, RATE_CODE, call->request->address)) return;
        return api_error(hub, call->line, 403, "wrong_key",
                         "This link no longer makes an organiser: ask for a new one.");
    }
    if (hall_is_organiser(hall, call->user->id)) return answer_overview(hub, call, hall, 200);
    if (hall->organisers == HALL_ORGANISERS_MAX)
        return api_error(hub, call->line, 409, "too_many", "An event has at most %d organisers.", HALL_ORGANISERS_MAX);
    hall_write(hub, hall, "organiser %016llx %s", (unsigned long long)call->user->id, call->user->name);
    answer_overview(hub, call, hall, 201);
}

static void answer_new_key(Hub *hub, const ApiCall *call) {
    Hall *hall = answer_own_hall(hub, call);
    char key[HALL_KEY_LENGTH + 1];
    if (!hall) return;
    hub_new_code(hub, key, HALL_KEY_LENGTH);
    hall_write(hub, hall, "key %s", key);
    answer_overview(hub, call, hall, 200);
}

const ApiRoute event_routes[] = {
    {"GET", "/api/events", API_ANYBODY, answer_events, false},
    {"POST", "/api/events", API_PERSON, answer_new_event, false},
    {"GET", "/api/events/forms", API_ANYBODY, answer_forms, false},
    {"GET", "/api/events/*", API_ANYBODY, answer_event, false},
    {"GET", "/api/events/*/standings", API_ANYBODY, answer_standings, false},
    {"GET", "/api/events/*/games", API_ANYBODY, answer_event_games, false},
    {"GET", "/api/events/*/entries", API_ANYBODY, answer_entries, false},
    {"GET", "/api/events/*/bracket", API_ANYBODY, answer_bracket, true},
    {"GET", "/api/events/*/export/*", API_ANYBODY, answer_event_export, true},
    {"POST", "/api/events/*/enter", API_PERSON, answer_enter, false},
    {"POST", "/api/events/*/withdraw", API_PERSON, answer_withdrawal, false},
    {"POST", "/api/events/*/entries", API_PERSON, answer_entry, false},
    {"POST", "/api/events/*/result", API_ANYBODY, answer_result, false},
    {"POST", "/api/events/*/options", API_PERSON, answer_options, false},
    {"POST", "/api/events/*/organise", API_PERSON, answer_organise, false},
    {"POST", "/api/events/*/key", API_PERSON, answer_new_key, false},
    {0},
};
