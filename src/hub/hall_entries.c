/* hall_entries.c -- what was entered into an event, and what would follow from an entry, as JSON: English words, and the
 * parts that a page needs to say the same in its own language. */
#include <stdio.h>

#include "hall.h"
#include "people.h"

static const char *const fate_words[] = {"counts", "undone", "corrected", "moot"};
static const char *const change_words[CHANGES] = {
#define CHANGE(name, form, words) #name,
#include "../tournament/change.def"
#undef CHANGE
};
static const char change_abouts[CHANGES] = {
#define CHANGE(name, form, words) form,
#include "../tournament/change.def"
#undef CHANGE
};

/* ---- the log ---- */

static void add_places(cJSON *json, const Tourney *tourney, const TourneyEntry *entry) {
    cJSON *list = cJSON_AddArrayToObject(json, "places");
    for (unsigned i = 0; i < entry->count; i++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemToArray(list, one);
        cJSON_AddStringToObject(one, "name", tourney_name(tourney, entry->who[i]));
        if (entry->level >> i & 1) cJSON_AddTrueToObject(one, "level");
        if (entry->scored) json_add_whole(one, "score", entry->score[i]);
    }
}

static void add_game(cJSON *json, const Tourney *tourney, uint32_t number) {
    if (number <= tourney->games) hall_add_title(cJSON_AddObjectToObject(json, "game"), tourney, number);
    else json_add_whole(json, "number", number); /* its round was taken back */
}

static void add_names(cJSON *json, const Tourney *tourney, const TourneyEntry *entry) {
    cJSON *names = cJSON_AddArrayToObject(json, "names");
    for (unsigned i = 0; i < entry->count; i++)
        cJSON_AddItemToArray(names, cJSON_CreateString(tourney_name(tourney, entry->who[i])));
}

static void add_moves(cJSON *json, const Tourney *tourney, const TourneyEntry *entry) {
    cJSON *list = cJSON_AddArrayToObject(json, "moves");
    for (unsigned i = 0; i < entry->count; i++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "name", tourney_name(tourney, entry->who[i]));
        cJSON_AddStringToObject(one, "to", tourney->settings.group[entry->group[i]]);
        cJSON_AddItemToArray(list, one);
    }
}

/* What an entry is about, as a page can tell it in any language. */
static void add_parts(cJSON *json, const Tourney *tourney, const TourneyEntry *entry) {
    switch ((TourneyEntryKind)entry->kind) {
    case TOURNEY_enter:
        cJSON_AddItemToArray(cJSON_AddArrayToObject(json, "names"), cJSON_CreateString(entry->name));
        break;
    case TOURNEY_open:
        add_game(json, tourney, entry->number);
        if (entry->words[0]) cJSON_AddStringToObject(json, "where", entry->words);
        break;
    case TOURNEY_result:
    case TOURNEY_correct:
        add_game(json, tourney, entry->number);
        add_places(json, tourney, entry);
        break;
    case TOURNEY_noshow:
        add_game(json, tourney, entry->number);
        add_names(json, tourney, entry);
        break;
    case TOURNEY_round:
    case TOURNEY_undo: json_add_whole(json, "number", entry->number); break;
    case TOURNEY_shift: add_moves(json, tourney, entry); break;
    case TOURNEY_share:
        cJSON_AddStringToObject(json, "card", tourney_card_name(entry->card));
        add_names(json, tourney, entry);
        break;
    case TOURNEY_rename:
    case TOURNEY_represent:
    case TOURNEY_withdraw:
    case TOURNEY_pause:
    case TOURNEY_back: add_names(json, tourney, entry); break;
    case TOURNEY_new:
    case TOURNEY_start:
    case TOURNEY_finish:
    case TOURNEY_ENTRY_KINDS: break;
    }
}

static cJSON *entry_json(const Hall *hall, uint32_t number) {
    const Tourney *tourney = &hall->tourney;
    const TourneyEntry *entry = &tourney->entry[number];
    char words[600];
    cJSON *json = cJSON_CreateObject();
    tourney_tell(tourney, entry, words, sizeof words);
    json_add_whole(json, "id", number);
    cJSON_AddStringToObject(json, "do", tourney_entry_name(entry->kind));
    json_add_whole(json, "at", entry->at_s * 1000);
    cJSON_AddStringToObject(json, "words", words);
    add_parts(json, tourney, entry);
    cJSON_AddStringToObject(json, "fate", fate_words[tourney->fate[number]]);
    for (unsigned i = 0; i < hall->organisers; i++)
        if (hall->author[number] == hall->organiser[i].id) cJSON_AddStringToObject(json, "by", hall->organiser[i].name);
    return json;
}

cJSON *hall_entries(const Hall *hall, uint32_t before, uint32_t most) {
    uint32_t total = hall->tourney.entries, last = before && before <= total ? before - 1 : total;
    cJSON *json = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(json, "entries");
    for (uint32_t i = last; i && last - i < most; i--) cJSON_AddItemToArray(list, entry_json(hall, i));
    json_add_whole(json, "total", total);
    return json;
}

/* ---- what would follow ---- */

/* What a change is about, as a page can show it in any language: a name, a game, the line of an entry. */
static void add_about(cJSON *json, const Tourney *after, const TourneyChange *change) {
    char line[TOURNEY_LINE_MAX];
    switch (change_abouts[change->kind]) {
    case 'e': cJSON_AddStringToObject(json, "name", tourney_name(after, (Entrant)change->id)); break;
    case 't': cJSON_AddStringToObject(json, "name", after->settings.group[change->id]); break;
    case 'g': {
        if (change->id > after->games) break;
        const TourneyGame *game = &after->game[change->id];
        cJSON *one = cJSON_AddObjectToObject(json, "game"), *seats = cJSON_AddArrayToObject(one, "seats");
        hall_add_title(one, after, change->id);
        for (unsigned seat = 0; seat < game->seats; seat++) hall_add_seat(seats, after, game, seat);
        break;
    }
    case 'n': {
        const TourneyEntry *entry = &after->entry[change->id];
        cJSON *one = cJSON_AddObjectToObject(json, "entry");
        cJSON_AddStringToObject(one, "do", tourney_entry_name(entry->kind));
        add_parts(one, after, entry);
        tourney_format_command(after, entry, line, sizeof line);
        cJSON_AddStringToObject(json, "line", line);
        break;
    }
    }
    bool card = change->kind == CHANGE_card || change->kind == CHANGE_card_gone;
    if (card)
        cJSON_AddStringToObject(json, "card",
                                tourney_card_name((Face)(change->kind == CHANGE_card ? change->to : change->from)));
    if (change->kind == CHANGE_group && change->from < GROUPS && change->to < GROUPS) {
        cJSON_AddStringToObject(json, "from_name", after->settings.group[change->from]);
        cJSON_AddStringToObject(json, "to_name", after->settings.group[change->to]);
    }
    if (change->kind != CHANGE_standing) return;
    cJSON_AddStringToObject(json, "from_name", hall_standing_words[change->from]);
    cJSON_AddStringToObject(json, "to_name", hall_standing_words[change->to]);
}

cJSON *hall_changes(const TourneyPreview *preview) {
    enum { MOST = 60 };
    cJSON *json = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(json, "changes");
    for (uint32_t i = 0; i < preview->count && i < MOST; i++) {
        const TourneyChange *change = &preview->change[i];
        char words[300];
        cJSON *one = cJSON_CreateObject();
        tourney_change_words(preview, change, words, sizeof words);
        cJSON_AddStringToObject(one, "kind", change_words[change->kind]);
        json_add_whole(one, "id", change->id);
        json_add_whole(one, "from", change->from);
        json_add_whole(one, "to", change->to);
        cJSON_AddStringToObject(one, "words", words);
        add_about(one, &preview->after, change);
        if (change->kind == CHANGE_phase) cJSON_AddStringToObject(one, "phase", hall_phase_words[change->to]);
        cJSON_AddItemToArray(list, one);
    }
    json_add_whole(json, "total", preview->count);
    return json;
}
