/* hall_show.c -- how an event stands, as JSON: structure, so that a page need not know a rule of any tournament. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall.h"
#include "people.h"

static const char *const state_words[] = {"empty", "gathering", "running", "over"};
const char *const hall_standing_words[] = {"absent", "in", "paused", "withdrawn", "eliminated"};
static const char *const game_words[] = {"awaits", "ready", "open", "over", "empty"};
const char *const hall_phase_words[] = {"", "duel", "window", "ties", "finale"};
static const struct {
    const char *name, *title;
} stage_words[STAGES] = {
#define STAGE(name, title, sentence) {#name, title},
#include "../tournament/stage.def"
#undef STAGE
};

/* ---- people ---- */

static void add_entrant(cJSON *json, const Hall *hall, Entrant who) {
    const TourneyEntrant *entrant = &hall->tourney.entrant[who];
    const HallEntrant *here = &hall->entrant[who];
    json_add_whole(json, "id", who);
    cJSON_AddStringToObject(json, "name", tourney_name(&hall->tourney, who));
    if (entrant->members[0]) cJSON_AddStringToObject(json, "members", entrant->members);
    cJSON_AddStringToObject(json, "standing", hall_standing_words[entrant->standing]);
    cJSON_AddStringToObject(json, "kind", here->bot[0] ? "bot" : here->user ? "person" : "written");
    if (here->bot[0]) cJSON_AddStringToObject(json, "bot", here->bot);
    if (hall->tourney.settings.form == FORM_split) {
        json_add_whole(json, "group", entrant->group);
        if (entrant->held != NO_FACE) cJSON_AddStringToObject(json, "card", tourney_card_name(entrant->held));
    }
}

/* ---- games ---- */

void hall_add_title(cJSON *json, const Tourney *tourney, uint32_t number) {
    const TourneyGame *game = &tourney->game[number];
    json_add_whole(json, "id", number);
    cJSON_AddStringToObject(json, "stage", stage_words[game->stage].name);
    json_add_whole(json, "round", game->round);
    if (game->stage == STAGE_round) json_add_whole(json, "number", tourney_table_number(tourney, number));
    if (game->lower) cJSON_AddTrueToObject(json, "lower");
    if (game->last) cJSON_AddTrueToObject(json, "last");
}

void hall_add_seat(cJSON *seats, const Tourney *tourney, const TourneyGame *game, unsigned seat) {
    cJSON *json = cJSON_CreateObject();
    const TourneyFeed *feed = &game->feed[seat < 2 ? seat : 0];
    cJSON_AddItemToArray(seats, json);
    if (game->who[seat]) {
        json_add_whole(json, "who", game->who[seat]);
        cJSON_AddStringToObject(json, "name", tourney_name(tourney, game->who[seat]));
    } else if (seat < 2 && feed->game) {
        json_add_whole(json, "from", feed->game);
        cJSON_AddBoolToObject(json, "loser", feed->loser);
    }
    if (game->absent >> seat & 1) cJSON_AddTrueToObject(json, "absent");
    if (game->state != GAME_OVER) return;
    json_add_whole(json, "place", game->place[seat]);
    json_add_whole(json, "points", game->points[seat]);
    if (game->scored) json_add_whole(json, "score", game->score[seat]);
}

static cJSON *game_json(const Hall *hall, uint32_t number, bool organiser) {
    const TourneyGame *game = &hall->tourney.game[number];
    const HallGame *at = &hall->game[number];
    char title[TABLE_TITLE_MAX], key[HALL_GAME_KEY];
    cJSON *json = cJSON_CreateObject();
    tourney_game_title(&hall->tourney, number, title, sizeof title);
    hall_add_title(json, &hall->tourney, number);
    cJSON_AddStringToObject(json, "title", title);
    cJSON_AddStringToObject(json, "state", game_words[game->state]);
    if (game->teams) cJSON_AddTrueToObject(json, "teams");
    cJSON *seats = cJSON_AddArrayToObject(json, "seats");
    for (unsigned seat = 0; seat < game->seats; seat++) hall_add_seat(seats, &hall->tourney, game, seat);
    if (game->where[0]) cJSON_AddStringToObject(json, "where", game->where);
    const char *table = hall_table(hall, number);
    bool playable = game->state == GAME_READY || game->state == GAME_OPEN;
    if (table) cJSON_AddStringToObject(json, "table", table);
    if (at->bots || (playable && !hall->shared.leads && hall_is_for_bots(hall, number)))
        cJSON_AddTrueToObject(json, "bots");
    if (game->state == GAME_OVER) cJSON_AddStringToObject(json, "by", tourney_by_name(game->by));
    if (playable && at->stuck == game->seq + 1) cJSON_AddTrueToObject(json, "stuck");
    if (playable && organiser) {
        hall_game_key(hall, number, key);
        cJSON_AddStringToObject(json, "key", key);
    }
    return json;
}

static bool is_shown(const TourneyGame *game, unsigned round, bool open) {
    bool playable = game->state == GAME_READY || game->state == GAME_OPEN;
    return (!round || game->round == round) && (!open || playable);
}

cJSON *hall_games(const Hall *hall, const StoreUser *user, uint32_t from, uint32_t most, unsigned round, bool open) {
    cJSON *json = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(json, "games");
    bool organiser = user && hall_is_organiser(hall, user->id);
    uint32_t found = 0;
    for (uint32_t i = 1; i <= hall->tourney.games; i++) {
        if (!is_shown(&hall->tourney.game[i], round, open)) continue;
        if (found >= from && found - from < most) cJSON_AddItemToArray(list, game_json(hall, i, organiser));
        found++;
    }
    json_add_whole(json, "total", found);
    return json;
}

/* The games that ended last, the newest first. */
static cJSON *hall_recent(const Hall *hall, uint32_t most) {
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = hall->tourney.games; i && most; i--) {
        if (hall->tourney.game[i].state != GAME_OVER) continue;
        cJSON_AddItemToArray(list, game_json(hall, i, false));
        most--;
    }
    return list;
}

/* ---- standings ---- */

static cJSON *row_json(const Hall *hall, const TourneyRow *row) {
    const TourneyEntrant *entrant = &hall->tourney.entrant[row->who];
    cJSON *json = cJSON_CreateObject();
    json_add_whole(json, "place", row->place);
    json_add_whole(json, "shared", row->shared);
    add_entrant(json, hall, row->who);
    json_add_whole(json, "points", row->points);
    json_add_whole(json, "games", entrant->games);
    json_add_whole(json, "wins", entrant->wins);
    cJSON *broken = cJSON_AddArrayToObject(json, "broken");
    for (unsigned i = 0; i < hall->tourney.settings.tiebreaks; i++) { /* the number of a lot tells nobody anything */
        bool lot = hall->tourney.settings.tiebreak[i] == TIEBREAK_lot;
        cJSON_AddItemToArray(broken, lot ? cJSON_CreateNull() : json_whole(row->broken[i]));
    }
    return json;
}

cJSON *hall_standings(const Hall *hall, uint32_t from, uint32_t most) {
    const Tourney *tourney = &hall->tourney;
    TourneyRow *rows = malloc(((size_t)tourney->entrants + 1) * sizeof *rows);
    cJSON *json = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(json, "standings");
    uint32_t count = rows ? tourney_standings(tourney, rows) : 0;
    for (uint32_t i = from; i < count && i - from < most; i++) cJSON_AddItemToArray(list, row_json(hall, &rows[i]));
    json_add_whole(json, "total", count);
    free(rows);
    return json;
}

/* ---- all of it ---- */

static uint32_t entrants_there(const Tourney *tourney) {
    uint32_t count = 0;
    for (uint32_t i = 1; i <= tourney->entrants; i++) count += tourney->entrant[i].standing != ENTRANT_ABSENT;
    return count;
}

cJSON *hall_row(const Hall *hall) {
    const Tourney *tourney = &hall->tourney;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "code", hall->row.code);
    cJSON_AddStringToObject(json, "title", tourney->settings.title);
    cJSON_AddStringToObject(json, "form", tourney_forms[tourney->settings.form].name);
    cJSON_AddStringToObject(json, "form_title", tourney_forms[tourney->settings.form].title);
    cJSON_AddStringToObject(json, "ruleset", tourney->settings.rules);
    if (hall->ruleset) cJSON_AddTrueToObject(json, "own_rules");
    cJSON_AddStringToObject(json, "state", state_words[tourney->state]);
    json_add_whole(json, "entrants", entrants_there(tourney));
    json_add_whole(json, "round", tourney->round);
    json_add_whole(json, "rounds", tourney->rounds);
    json_add_whole(json, "made_at", hall->row.made_at);
    return json;
}

static void add_groups(cJSON *json, const Tourney *tourney) {
    cJSON *groups = cJSON_AddArrayToObject(json, "groups");
    for (unsigned group = 0; group < GROUPS; group++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "name", tourney->settings.group[group]);
        json_add_whole(one, "size", tourney_group_size(tourney, group));
        json_add_whole(one, "total", tourney->split.total[group]);
        cJSON_AddBoolToObject(one, "winner", tourney->state >= TOURNEY_RUNNING && tourney->split.winner == group);
        cJSON_AddItemToArray(groups, one);
    }
    cJSON_AddStringToObject(json, "phase", hall_phase_words[tourney->split.phase]);
    cJSON *cards = cJSON_AddArrayToObject(json, "cards");
    for (unsigned face = 0; face < FACES; face++)
        if (tourney_card_name((Face)face)[0])
            cJSON_AddItemToArray(cards, cJSON_CreateString(tourney_card_name((Face)face)));
}

static void add_settings(cJSON *json, const Hall *hall) {
    const TourneySettings *settings = &hall->tourney.settings;
    cJSON *numbers = cJSON_AddObjectToObject(json, "numbers");
    for (unsigned i = 0; i < NUMBERS; i++) json_add_whole(numbers, tourney_numbers[i].name, settings->number[i]);
    cJSON *points = cJSON_AddArrayToObject(json, "points");
    for (unsigned i = 0; i < settings->places; i++) cJSON_AddItemToArray(points, json_whole(settings->points[i]));
    cJSON *breaks = cJSON_AddArrayToObject(json, "tiebreaks");
    for (unsigned i = 0; i < settings->tiebreaks; i++) {
        const TourneyAbout *about = &tourney_tiebreaks[settings->tiebreak[i]];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "name", about->name);
        cJSON_AddStringToObject(one, "title", about->title);
        cJSON_AddStringToObject(one, "sentence", about->sentence);
        cJSON_AddItemToArray(breaks, one);
    }
    if (settings->seeded) json_add_seed(json, "seed", &settings->seed);
    cJSON *options = cJSON_AddObjectToObject(json, "options");
    for (unsigned i = 0; i < HALL_OPTIONS; i++) json_add_whole(options, hall_options[i].name, hall->option[i]);
}

/* The kinds of entries that can be made now. */
static void add_possible(cJSON *json, const Tourney *tourney) {
    cJSON *list = cJSON_AddArrayToObject(json, "possible");
    uint32_t kinds = tourney_possible(tourney);
    for (TourneyEntryKind kind = 0; kind < TOURNEY_ENTRY_KINDS; kind++)
        if (kinds >> kind & 1) cJSON_AddItemToArray(list, cJSON_CreateString(tourney_entry_name(kind)));
}

static bool plays_in(const TourneyGame *game, Entrant who) {
    for (unsigned seat = 0; seat < game->seats; seat++)
        if (game->who[seat] == who && !(game->absent >> seat & 1)) return true;
    return false;
}

static void add_me(cJSON *json, const Hall *hall, const StoreUser *user) {
    const Tourney *tourney = &hall->tourney;
    Entrant who = user ? hall_entrant(hall, user->id) : NOBODY;
    cJSON *me = cJSON_AddObjectToObject(json, "me");
    cJSON_AddBoolToObject(me, "organiser", user && hall_is_organiser(hall, user->id));
    if (!who) return;
    add_entrant(cJSON_AddObjectToObject(me, "entrant"), hall, who);
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        if ((game->state != GAME_READY && game->state != GAME_OPEN) || !plays_in(game, who)) continue;
        cJSON_AddItemToObject(me, "game", game_json(hall, i, false));
        return;
    }
}

static void add_champions(cJSON *json, const Hall *hall) {
    const Tourney *tourney = &hall->tourney;
    Entrant champion = tourney_champion(tourney);
    if (tourney->state != TOURNEY_OVER) return;
    json_add_whole(json, "champion", champion);
    cJSON_AddStringToObject(json, "champion_name", champion ? tourney_name(tourney, champion) : "");
}

cJSON *hall_overview(Hub *hub, const Hall *hall, const StoreUser *user) {
    const Tourney *tourney = &hall->tourney;
    bool organiser = user && hall_is_organiser(hall, user->id);
    char link[sizeof hub->config.url + STORE_CODE_MAX + 16];
    cJSON *json = hall_row(hall);
    snprintf(link, sizeof link, "%s/event/%s", hub->config.url, hall->row.code);
    cJSON_AddStringToObject(json, "link", link);
    cJSON_AddStringToObject(json, "form_sentence", tourney_forms[tourney->settings.form].sentence);
    json_add_whole(json, "seq", tourney->seq);
    json_add_whole(json, "log", (int64_t)hall->seq);
    cJSON_AddBoolToObject(json, "paused", tourney->paused);
    cJSON_AddBoolToObject(json, "stopped", hall->row.state == TABLE_ROW_QUARANTINED);
    json_add_whole(json, "open", tourney->open);
    bool waits = hall->option[HALL_automatic] && tourney->state == TOURNEY_RUNNING && !tourney->open &&
                 hall->round_seq == tourney->seq && hall->round_at > hub->mono_ms;
    if (waits) json_add_whole(json, "round_in_ms", hall->round_at - hub->mono_ms);
    add_settings(json, hall);
    if (tourney->settings.form == FORM_split) add_groups(json, tourney);
    add_champions(json, hall);
    add_possible(json, tourney);
    add_me(json, hall, user);
    cJSON *organisers = cJSON_AddArrayToObject(json, "organisers");
    for (unsigned i = 0; i < hall->organisers; i++)
        cJSON_AddItemToArray(organisers, cJSON_CreateString(hall->organiser[i].name));
    if (organiser) cJSON_AddStringToObject(json, "key", hall->key);
    return json;
}

/* ---- what a page shows at first ---- */

static cJSON *shown_standings(const Hall *hall, const StoreUser *user, uint32_t rows) {
    return (void)user, hall_standings(hall, 0, rows);
}

static cJSON *shown_open(const Hall *hall, const StoreUser *user, uint32_t rows) {
    enum { OPEN_MOST = 200 };
    return (void)rows, hall_games(hall, user, 0, OPEN_MOST, 0, true);
}

enum { RECENT = 20 };

static cJSON *shown_recent(const Hall *hall, const StoreUser *user, uint32_t rows) {
    return (void)user, (void)rows, hall_recent(hall, RECENT);
}

static cJSON *shown_entries(const Hall *hall, const StoreUser *user, uint32_t rows) {
    return (void)user, (void)rows, hall_entries(hall, 0, RECENT);
}

static const struct {
    const char *name;
    cJSON *(*json)(const Hall *hall, const StoreUser *user, uint32_t rows);
} shown_parts[HALL_SHOWN] = {
    {"standings", shown_standings}, {"open", shown_open}, {"recent", shown_recent}, {"entries", shown_entries}};

void hall_forget_shown(Hall *hall) {
    for (unsigned i = 0; i < HALL_SHOWN; i++) {
        free(hall->shown[i]);
        hall->shown[i] = NULL;
    }
    hall->shown_old = false;
}

static bool may_show_old(const Hub *hub, const Hall *hall) { return hall->opens_at > hub->mono_ms && hall->changed; }

static const char *kept_part(Hall *hall, unsigned part, uint32_t rows) {
    if (!hall->shown[part]) {
        cJSON *json = shown_parts[part].json(hall, NULL, rows);
        hall->shown[part] = cJSON_PrintUnformatted(json);
        cJSON_Delete(json);
    }
    return hall->shown[part];
}

void hall_add_shown(Hub *hub, Hall *hall, const StoreUser *user, uint32_t rows, cJSON *json) {
    bool organiser = user && hall_is_organiser(hall, user->id);
    if (hall->shown_rows != rows || (hall->shown_old && !may_show_old(hub, hall))) hall_forget_shown(hall);
    hall->shown_rows = rows;
    for (unsigned i = 0; i < HALL_SHOWN; i++) {
        const char *name = shown_parts[i].name;
        const char *text = organiser ? NULL : kept_part(hall, i, rows);
        if (text) cJSON_AddRawToObject(json, name, text);
        else cJSON_AddItemToObject(json, name, shown_parts[i].json(hall, user, rows));
    }
}
