/* stats_data.c -- `uno stats` for programs: JSON and CSV. */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "../rating/rating_json.h"
#include "stats_report.h"

static void add_number(cJSON *json, const char *name, double number) { cJSON_AddNumberToObject(json, name, number); }

static void add_who(cJSON *json, const Results *results, uint32_t player) {
    cJSON_AddStringToObject(json, "name", results->player[player].name);
    cJSON_AddBoolToObject(json, "bot", results->player[player].bot);
}

static void add_pairs(cJSON *json, const char *name, const Results *results, const StatsPair *pairs) {
    cJSON *list = cJSON_AddArrayToObject(json, name);
    for (uint32_t i = 0; i < results->players; i++) {
        if (!pairs[i].with.games) continue;
        cJSON *one = pair_json(&pairs[i]);
        add_who(one, results, i);
        cJSON_AddItemToArray(list, one);
    }
}

static cJSON *history_json(const StatsHistory *history) {
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < history->points; i++) {
        cJSON *one = cJSON_CreateObject();
        add_number(one, "at", (double)history->point[i].at);
        add_number(one, "ordinal", history->point[i].ordinal);
        if (history->point[i].duel != 0) add_number(one, "duel", history->point[i].duel);
        cJSON_AddItemToArray(list, one);
    }
    return list;
}

static cJSON *player_json(const StatsReport *report, const StatsPlayer *player) {
    const Results *results = &report->results;
    cJSON *json = stats_json(&player->stats);
    add_who(json, results, player->number);
    cJSON *ratings = cJSON_AddObjectToObject(json, "ratings");
    for (int family = 0; family < FAMILIES; family++) {
        const Standing *standing = results_standing(&report->ladder, (Family)family, player->number);
        if (standing) cJSON_AddItemToObject(ratings, family_name((Family)family), standing_json(standing));
    }
    cJSON *rulesets = cJSON_AddObjectToObject(json, "rulesets");
    for (uint32_t i = 0; i < results->rulesets; i++)
        if (player->ruleset[i].games)
            cJSON_AddItemToObject(rulesets, results->ruleset[i], share_json(&player->ruleset[i]));
    add_pairs(json, "opponents", results, player->opponent);
    add_pairs(json, "partners", results, player->partner);
    cJSON *events = cJSON_AddObjectToObject(json, "events");
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        if (player->events.times[kind]) add_number(events, event_name((EventKind)kind), player->events.times[kind]);
    cJSON *histories = cJSON_AddObjectToObject(json, "history");
    for (unsigned family = 0; family < FAMILIES; family++)
        if (player->history[family].points)
            cJSON_AddItemToObject(histories, family_name((Family)family), history_json(&player->history[family]));
    return json;
}

bool stats_print_json(const StatsReport *report, FILE *file) {
    cJSON *json = cJSON_CreateObject();
    add_number(json, "games", (double)report->results.count);
    add_number(json, "left_out", report->broken);
    cJSON *list = cJSON_AddArrayToObject(json, "players");
    for (uint32_t i = 0; i < report->players; i++) cJSON_AddItemToArray(list, player_json(report, &report->player[i]));
    char *text = cJSON_Print(json);
    cJSON_Delete(json);
    if (text) fprintf(file, "%s\n", text);
    cJSON_free(text);
    return text != NULL;
}

/* A field that a spreadsheet would take for a formula is kept from it by an apostrophe. */
static void put_field(const char *text, FILE *file) {
    fputc('"', file);
    if (text[0] == '=' || text[0] == '+' || text[0] == '-' || text[0] == '@') fputc('\'', file);
    for (; *text; text++) {
        if (*text == '"') fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

void stats_print_csv(const StatsReport *report, FILE *file) {
    fputs("player,bot,games,wins,expected,points,deals,actions,streak,longest", file);
    for (int i = 0; i < SEAT_COUNTS; i++) fprintf(file, ",%s", seat_count_name((SeatCount)i));
    fputs(",family,mu,sigma,ordinal,duel_rating,duel_deviation,duels\n", file);
    for (uint32_t p = 0; p < report->players; p++) {
        const StatsPlayer *player = &report->player[p];
        const ResultsPlayer *who = &report->results.player[player->number];
        const Stats *stats = &player->stats;
        const Standing *standing = stats_main_standing(report, player->number);
        put_field(who->name, file);
        fprintf(file, ",%d,%u,%u,%.6f,%llu,%llu,%llu,%d,%u", who->bot, stats->all.games, stats->all.wins,
                (double)stats->all.expected / OUTCOME_WIN, (unsigned long long)stats->points,
                (unsigned long long)stats->deals, (unsigned long long)stats->actions, stats->streak, stats->longest);
        for (int i = 0; i < SEAT_COUNTS; i++) fprintf(file, ",%llu", (unsigned long long)stats->count[i]);
        if (!standing) fputs(",,,,,,,", file);
        else
            fprintf(file, ",%s,%.9f,%.9f,%.9f", family_name((Family)standing->scope), standing->skill.mu,
                    standing->skill.sigma, skill_ordinal(&standing->skill));
        if (standing && standing->duels)
            fprintf(file, ",%.6f,%.6f,%u", standing->duel.rating, standing->duel.deviation, standing->duels);
        else if (standing) fputs(",,,0", file);
        fputc('\n', file);
    }
}
