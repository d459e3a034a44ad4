/* hall_read.c -- what somebody asks of an event, out of JSON: entries, settings, options. Entrants, games and entries
 * are named by their numbers. The parts of an entry are those of its row in tournament/entry.def. */
#include <stdio.h>
#include <string.h>

#include "../wire/view_json.h"
#include "hall.h"
#include "names.h"

enum { ENTRANT_CHARACTERS = 30, SCORE_MOST = 1000000 };

static const struct {
    const char *name, *form;
} kinds[TOURNEY_ENTRY_KINDS] = {
#define ENTRY(name, form, words) {#name, form},
#include "../tournament/entry.def"
#undef ENTRY
};

typedef struct {
    const Hall *hall;
    const cJSON *json;
    TourneyEntry *entry;
    TourneyAnswer *answer;
} Reading;

static bool misread(TourneyAnswer *answer, TourneyRefusal refusal, const char *what) {
    answer->refusal = (uint8_t)refusal;
    snprintf(answer->why, sizeof answer->why, "%s", what);
    return false;
}

static bool bad(const Reading *reading, const char *what) {
    return misread(reading->answer, TOURNEY_REFUSAL_not_understood, what);
}

static const cJSON *member(const Reading *reading, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(reading->json, name);
}

/* ---- parts ---- */

static bool take_whole(const Reading *reading, const char *name, uint32_t *out) {
    long number;
    char why[64];
    if (json_is_whole(member(reading, name), 1, UINT32_MAX - 1, &number)) return *out = (uint32_t)number, true;
    snprintf(why, sizeof why, "\"%s\" is a number from 1 on.", name);
    return bad(reading, why);
}

static bool read_who(const Reading *reading, const cJSON *item, Entrant *out) {
    long number;
    if (json_is_whole(item, 1, reading->hall->tourney.entrants, &number)) return *out = (Entrant)number, true;
    return misread(reading->answer, TOURNEY_REFUSAL_nobody, "People are named by their number in the event.");
}

static bool take_text(const Reading *reading, const char *name, size_t characters, char *out, size_t size) {
    const char *text = cJSON_GetStringValue(member(reading, name)), *why = "a text was expected";
    char message[200];
    if (text && text_tidy(text, characters, out, size, &why)) {
        for (char *at = out; *at; at++)
            if (*at == '"') *at = '\''; /* the log puts names in quotes */
        if (tourney_name_is_good(out)) return true;
        why = "it has characters that cannot be shown";
    }
    snprintf(message, sizeof message, "\"%s\" does not fit: %s.", name, why);
    return misread(reading->answer, TOURNEY_REFUSAL_bad_name, message);
}

static bool read_group(const Reading *reading, const cJSON *item, uint8_t *out) {
    long group;
    if (json_is_whole(item, 0, GROUPS - 1, &group)) return *out = (uint8_t)group, true;
    return bad(reading, "\"group\" is 0 or 1.");
}

static bool take_group(const Reading *reading) {
    const cJSON *item = member(reading, "group");
    if (!item || cJSON_IsNull(item)) return true;
    return read_group(reading, item, &reading->entry->group[0]);
}

/* One, several, or nobody. */
static bool take_several(const Reading *reading) {
    const cJSON *item = member(reading, "who"), *one;
    TourneyEntry *entry = reading->entry;
    if (!item) return true;
    if (!cJSON_IsArray(item)) return entry->count = 1, read_who(reading, item, &entry->who[0]);
    cJSON_ArrayForEach(one, item) {
        if (entry->count == TOURNEY_LIST_MAX) return bad(reading, "Those are too many people for one entry.");
        if (!read_who(reading, one, &entry->who[entry->count])) return false;
        entry->count++;
    }
    return true;
}

static bool add_place(const Reading *reading, const cJSON *item, bool level) {
    TourneyEntry *entry = reading->entry;
    if (entry->count == SEATS_MAX) return bad(reading, "A table has at most ten seats.");
    if (!read_who(reading, item, &entry->who[entry->count])) return false;
    entry->level |= (uint32_t)level << entry->count;
    entry->count++;
    return true;
}

static bool take_scores(const Reading *reading) {
    const cJSON *scores = member(reading, "scores"), *one;
    TourneyEntry *entry = reading->entry;
    unsigned count = 0;
    if (!scores || cJSON_IsNull(scores)) return true;
    cJSON_ArrayForEach(one, scores) {
        long score;
        if (count == entry->count || !json_is_whole(one, -SCORE_MOST, SCORE_MOST, &score))
            return bad(reading, "\"scores\" has a whole number for everybody in \"places\".");
        entry->score[count++] = (int32_t)score;
    }
    entry->scored = true;
    return count == entry->count || bad(reading, "\"scores\" has a whole number for everybody in \"places\".");
}

/* "places": [3, [5, 6]]: 3 is first, 5 and 6 share the second place. */
static bool take_places(const Reading *reading) {
    const cJSON *places = member(reading, "places"), *place, *one;
    cJSON_ArrayForEach(place, places) {
        bool level = false;
        if (!cJSON_IsArray(place) && !add_place(reading, place, false)) return false;
        if (cJSON_IsArray(place)) cJSON_ArrayForEach(one, place) {
                if (!add_place(reading, one, level)) return false;
                level = true;
            }
    }
    if (!reading->entry->count) return bad(reading, "\"places\" lists the players from first to last.");
    return take_scores(reading);
}

static bool take_moves(const Reading *reading) {
    const cJSON *moves = member(reading, "moves"), *move;
    TourneyEntry *entry = reading->entry;
    cJSON_ArrayForEach(move, moves) {
        if (entry->count == TOURNEY_LIST_MAX) return bad(reading, "Those are too many people for one entry.");
        if (!read_who(reading, cJSON_GetObjectItemCaseSensitive(move, "who"), &entry->who[entry->count]) ||
            !read_group(reading, cJSON_GetObjectItemCaseSensitive(move, "group"), &entry->group[entry->count]))
            return false;
        entry->count++;
    }
    return entry->count || bad(reading, "\"moves\" lists who goes where: [{\"who\":3,\"group\":1}].");
}

static bool take_card(const Reading *reading) {
    const char *name = cJSON_GetStringValue(member(reading, "card"));
    for (unsigned face = 0; name && *name && face < FACES; face++)
        if (strcmp(tourney_card_name((Face)face), name) == 0) return reading->entry->card = (Face)face, true;
    return bad(reading, "\"card\" is block, reverse, +2, wild or +4.");
}

/* The next one, where it is not said. */
static bool take_round(const Reading *reading) {
    const Tourney *tourney = &reading->hall->tourney;
    if (member(reading, "round")) return take_whole(reading, "round", &reading->entry->number);
    reading->entry->number = (tourney->settings.form == FORM_split ? tourney->split.rounds : tourney->round) + 1u;
    return true;
}

static bool take_part(const Reading *reading, char part) {
    TourneyEntry *entry = reading->entry;
    switch (part) {
    case 'n': return take_text(reading, "name", ENTRANT_CHARACTERS, entry->name, sizeof entry->name);
    case 'G': return take_group(reading);
    case 'm':
        return !member(reading, "members") ||
               take_text(reading, "members", TOURNEY_MEMBERS_MAX, entry->words, TOURNEY_MEMBERS_MAX);
    case 'a':
        return !member(reading, "where") ||
               take_text(reading, "where", TOURNEY_PLACE_MAX, entry->words, TOURNEY_PLACE_MAX);
    case 'w': return entry->count = 1, read_who(reading, member(reading, "who"), &entry->who[0]);
    case 'v': return entry->count = 2, read_who(reading, member(reading, "to"), &entry->who[1]);
    case 'W': return take_several(reading);
    case 'g': return take_whole(reading, "game", &entry->number);
    case 'r': return take_round(reading);
    case 'e': return take_whole(reading, "entry", &entry->number);
    case 'R': return take_places(reading);
    case 'M': return take_moves(reading);
    case 'c': return take_card(reading);
    case 'x': /* the server draws seeds */
    case 'b': /* and knows where a result comes from */ return true;
    }
    return bad(reading, "That cannot be entered into an event that is there.");
}

bool hall_read_entry(const Hall *hall, const cJSON *json, TourneyEntry *out, TourneyAnswer *answer) {
    const char *word = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "do"));
    Reading reading = {hall, json, out, answer};
    for (unsigned kind = 0; word && kind < TOURNEY_ENTRY_KINDS; kind++) {
        if (strcmp(kinds[kind].name, word) != 0) continue;
        tourney_entry_init(out, (TourneyEntryKind)kind);
        for (const char *part = kinds[kind].form; *part; part++)
            if (!take_part(&reading, *part)) return false;
        return true;
    }
    return misread(answer, TOURNEY_REFUSAL_not_understood, "\"do\" names the kind of entry; docs/api.md lists them.");
}

/* ---- settings ---- */

static int find_about(const TourneyAbout *rows, unsigned count, const char *name) {
    for (unsigned i = 0; name && i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return (int)i;
    return -1;
}

static bool read_numbers(const Reading *reading, TourneySettings *out) {
    const cJSON *item;
    cJSON_ArrayForEach(item, member(reading, "numbers")) {
        int row = find_about(tourney_numbers, NUMBERS, item->string);
        long value;
        char why[160];
        if (row >= 0 && json_is_whole(item, tourney_numbers[row].low, tourney_numbers[row].high, &value)) {
            out->number[row] = (int32_t)value;
            continue;
        }
        if (row < 0) snprintf(why, sizeof why, "There is no number \"%.40s\".", item->string);
        else
            snprintf(why, sizeof why, "\"%s\" is a number from %d to %d.", item->string, tourney_numbers[row].low,
                     tourney_numbers[row].high);
        return misread(reading->answer, TOURNEY_REFUSAL_bad_settings, why);
    }
    return true;
}

static bool read_points(const Reading *reading, TourneySettings *out) {
    const cJSON *points = member(reading, "points"), *item;
    if (!points) return true;
    out->places = 0;
    cJSON_ArrayForEach(item, points) {
        long value;
        if (out->places == SEATS_MAX || !json_is_whole(item, -1000, 1000, &value))
            return misread(reading->answer, TOURNEY_REFUSAL_bad_settings,
                           "\"points\" lists whole numbers, for the first place first.");
        out->points[out->places++] = (int32_t)value;
    }
    return true;
}

static bool read_tiebreaks(const Reading *reading, TourneySettings *out) {
    const cJSON *list = member(reading, "tiebreaks"), *item;
    if (!list) return true;
    out->tiebreaks = 0;
    cJSON_ArrayForEach(item, list) {
        int row = find_about(tourney_tiebreaks, TIEBREAKS, cJSON_GetStringValue(item));
        if (row < 0 || out->tiebreaks == TIEBREAKS_MAX)
            return misread(reading->answer, TOURNEY_REFUSAL_bad_settings,
                           "\"tiebreaks\" names what decides between equal points; GET /api/events/forms lists them.");
        out->tiebreak[out->tiebreaks++] = (uint8_t)row;
    }
    return true;
}

static bool read_groups(const Reading *reading, TourneySettings *out) {
    const cJSON *groups = member(reading, "groups"), *item;
    unsigned group = 0;
    cJSON_ArrayForEach(item, groups) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemReferenceToObject(one, "groups", (cJSON *)item);
        Reading inner = *reading;
        inner.json = one;
        bool good = group < GROUPS &&
                    take_text(&inner, "groups", ENTRANT_CHARACTERS, out->group[group++], sizeof out->group[0]);
        cJSON_Delete(one);
        if (!good) return misread(reading->answer, TOURNEY_REFUSAL_bad_settings, "\"groups\" has two names.");
    }
    return true;
}

/* What fits together is for the tournament to say: they are read again as they would be written down. */
static bool check_settings(const Reading *reading, const TourneySettings *settings) {
    char text[TOURNEY_LINE_MAX], why[TOURNEY_WHY_MAX];
    Text line = text_in(text, sizeof text), reason = text_in(why, sizeof why);
    TourneySettings again;
    const char *at = text;
    tourney_settings_format(settings, &line);
    if (tourney_settings_parse(&at, &again, &reason)) return true;
    return misread(reading->answer, TOURNEY_REFUSAL_bad_settings, why);
}

bool hall_read_settings(const cJSON *json, const Seed *seed, TourneySettings *out, TourneyAnswer *answer) {
    Reading reading = {.json = json, .answer = answer};
    const cJSON *form = member(&reading, "form");
    int row = form ? find_about(tourney_forms, FORMS, cJSON_GetStringValue(form)) : FORM_swiss;
    if (row < 0) return misread(answer, TOURNEY_REFUSAL_bad_settings, "\"form\" is one of GET /api/events/forms.");
    tourney_settings_usual(out, (TourneyForm)row);
    snprintf(out->title, sizeof out->title, "%s", tourney_forms[row].title);
    out->seeded = true;
    out->seed = *seed;
    if (member(&reading, "title") && !take_text(&reading, "title", ENTRANT_CHARACTERS, out->title, sizeof out->title))
        return false;
    if (!read_numbers(&reading, out)) return false;
    tourney_settings_table_points(out);
    return read_points(&reading, out) && read_tiebreaks(&reading, out) && read_groups(&reading, out) &&
           check_settings(&reading, out);
}

bool hall_read_options(const cJSON *json, uint16_t option[HALL_OPTIONS], char *why, size_t size) {
    for (unsigned i = 0; i < HALL_OPTIONS; i++) {
        const HallOptionRow *row = &hall_options[i];
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, row->name);
        long value = cJSON_IsTrue(item);
        if (!item) continue;
        bool good = row->high == 1 && cJSON_IsBool(item);
        if (!good && !json_is_whole(item, (long)row->low, (long)row->high, &value)) {
            snprintf(why, size, "%s: a whole number from %u to %u was expected", row->name, row->low, row->high);
            return false;
        }
        option[i] = (uint16_t)value;
    }
    return true;
}
