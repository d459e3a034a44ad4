/* hall_log.c -- the lines of an event's log, written and carried out. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "hall.h"

const HallOptionRow hall_options[HALL_OPTIONS] = {
#define OPTION(name, low, high, usual, sentence) {#name, sentence, low, high, usual},
#include "hall_option.def"
#undef OPTION
};

/* ---- room ---- */

static bool grow(void **array, uint32_t *room, uint32_t need, size_t size) {
    if (need <= *room) return true;
    uint32_t more = need > 2 * *room ? need + 15 : 2 * *room;
    void *grown = realloc(*array, more * size);
    if (!grown) return false;
    memset((char *)grown + *room * size, 0, (more - *room) * size);
    *array = grown;
    *room = more;
    return true;
}

/* After an entry: as much room as the tournament needs. */
static bool hall_grow(Hall *hall) {
    const Tourney *tourney = &hall->tourney;
    return grow((void **)&hall->entrant, &hall->entrant_room, tourney->entrants + 1, sizeof *hall->entrant) &&
           grow((void **)&hall->game, &hall->game_room, tourney->games + 1, sizeof *hall->game) &&
           grow((void **)&hall->author, &hall->author_room, tourney->entries + 1, sizeof *hall->author);
}

void hall_unfold(Hall *hall) {
    tourney_free(&hall->tourney);
    tourney_init(&hall->tourney);
    map_free(&hall->users);
    free(hall->ruleset);
    hall->ruleset = NULL;
    hall->club = hall->organisers = 0;
    hall->key[0] = 0;
    hall->seq = 0;
    for (unsigned i = 0; i < HALL_OPTIONS; i++) hall->option[i] = (uint16_t)hall_options[i].usual;
    for (uint32_t i = 0; i < hall->entrant_room; i++) hall->entrant[i] = (HallEntrant){0};
    for (uint32_t i = 0; i < hall->author_room; i++) hall->author[i] = 0;
    for (uint32_t i = 0; i < hall->game_room; i++) hall->game[i].table[0] = 0;
}

/* ---- who ---- */

bool hall_is_organiser(const Hall *hall, uint64_t user) {
    for (unsigned i = 0; user && i < hall->organisers; i++)
        if (hall->organiser[i].id == user) return true;
    return false;
}

Entrant hall_entrant(const Hall *hall, uint64_t user) {
    Entrant who = user ? (Entrant)(uintptr_t)map_get(&hall->users, user) : NOBODY;
    return who && hall->tourney.entrant[who].standing != ENTRANT_ABSENT ? who : NOBODY;
}

/* ---- a line each ---- */

typedef struct {
    Hall *hall;
    const char *at;
    char *why;
    size_t size;
} Line;

static bool misread(const Line *line, const char *what) {
    snprintf(line->why, line->size, "%s", what);
    return false;
}

static bool take_id(Line *line, uint64_t *out) {
    uint8_t bytes[8];
    *out = 0;
    if (!scan_hex(&line->at, bytes, sizeof bytes)) return misread(line, "an id was expected");
    for (unsigned i = 0; i < sizeof bytes; i++) *out = *out << 8 | bytes[i];
    if (*line->at == ' ') line->at++;
    return true;
}

static bool take_entrant(Line *line, Entrant *out) {
    long long number;
    if (!scan_number(&line->at, 1, line->hall->tourney.entrants, &number))
        return misread(line, "nobody has that number");
    if (*line->at == ' ') line->at++;
    return *out = (Entrant)number, true;
}

/* What is kept of the last entry beside the tournament itself. False: there is no memory. */
static bool note_entry(Hall *hall, uint64_t author) {
    const TourneyEntry *entry = &hall->tourney.entry[hall->tourney.entries];
    if (!hall_grow(hall)) return false;
    hall->author[hall->tourney.entries] = author;
    bool opens = entry->kind == TOURNEY_open && !author && entry->words[0];
    if (opens) snprintf(hall->game[entry->number].table, STORE_CODE_MAX, "%.*s", STORE_CODE_MAX - 1, entry->words);
    return true;
}

static bool line_entry(Line *line) {
    Hall *hall = line->hall;
    TourneyAnswer answer;
    uint64_t author;
    if (!take_id(line, &author)) return false;
    if (!tourney_enter(&hall->tourney, line->at, SEEN_NOT_ASKED, NULL, &answer)) return misread(line, answer.why);
    return note_entry(hall, author) || misread(line, "there is no memory");
}

static bool line_organiser(Line *line) {
    Hall *hall = line->hall;
    uint64_t id;
    if (!take_id(line, &id) || hall_is_organiser(hall, id)) return misread(line, "somebody new was expected");
    if (hall->organisers == HALL_ORGANISERS_MAX) return misread(line, "there are too many organisers");
    HallOrganiser *organiser = &hall->organiser[hall->organisers++];
    organiser->id = id;
    snprintf(organiser->name, sizeof organiser->name, "%s", line->at);
    return true;
}

static bool line_key(Line *line) {
    if (strlen(line->at) != HALL_KEY_LENGTH) return misread(line, "a key was expected");
    memcpy(line->hall->key, line->at, HALL_KEY_LENGTH + 1);
    return true;
}

static bool line_player(Line *line) {
    Hall *hall = line->hall;
    Entrant who;
    uint64_t user;
    if (!take_entrant(line, &who) || !take_id(line, &user)) return false;
    HallEntrant *entrant = &hall->entrant[who];
    if (entrant->user && map_get(&hall->users, entrant->user) == (void *)(uintptr_t)who)
        map_take(&hall->users, entrant->user);
    *entrant = (HallEntrant){.user = user};
    if (user && !map_put(&hall->users, user, (void *)(uintptr_t)who)) return misread(line, "there is no memory");
    return true;
}

static bool line_gone(Line *line) {
    Hall *hall = line->hall;
    uint64_t user;
    if (!take_id(line, &user)) return false;
    Entrant who = (Entrant)(uintptr_t)map_take(&hall->users, user);
    if (who) hall->entrant[who] = (HallEntrant){0};
    unsigned left = 0;
    for (unsigned i = 0; i < hall->organisers; i++)
        if (hall->organiser[i].id != user) hall->organiser[left++] = hall->organiser[i];
    hall->organisers = left;
    return true;
}

static bool line_bot(Line *line) {
    Entrant who;
    if (!take_entrant(line, &who)) return false;
    if (!bot_find(line->at)) return misread(line, "there is no such bot");
    HallEntrant *entrant = &line->hall->entrant[who];
    *entrant = (HallEntrant){0};
    snprintf(entrant->bot, sizeof entrant->bot, "%s", line->at);
    return true;
}

/* One that is not known (of another version) is passed over. */
static bool line_options(Line *line) {
    while (*line->at) {
        size_t length = strcspn(line->at, "=");
        const char *name = line->at;
        long long value;
        line->at += length + (name[length] == '=');
        if (!scan_number(&line->at, 0, UINT16_MAX, &value)) return misread(line, "an option has no value");
        for (unsigned i = 0; i < HALL_OPTIONS; i++)
            if (strlen(hall_options[i].name) == length && memcmp(hall_options[i].name, name, length) == 0)
                line->hall->option[i] = (uint16_t)value;
        if (*line->at == ' ') line->at++;
    }
    return true;
}

static bool line_rules(Line *line) {
    Hall *hall = line->hall;
    if (!take_id(line, &hall->club)) return false;
    if (!hall->ruleset) hall->ruleset = malloc(sizeof *hall->ruleset);
    if (!hall->ruleset) return misread(line, "there is no memory");
    return settings_parse_rules(line->at, line->at + strlen(line->at), hall->ruleset, line->why, line->size);
}

static const struct {
    const char *word;
    bool (*apply)(Line *line);
} words[] = {{":", line_entry}, {"organiser", line_organiser}, {"key", line_key},     {"player", line_player},
             {"bot", line_bot}, {"options", line_options},     {"rules", line_rules}, {"gone", line_gone}};

bool hall_apply(Hall *hall, const char *text, char *why, size_t size) {
    size_t length = strcspn(text, " ");
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].word) != length || memcmp(words[i].word, text, length) != 0) continue;
        Line line = {hall, text + length + (text[length] == ' '), why, size};
        return words[i].apply(&line);
    }
    snprintf(why, size, "the line begins with a word that is not known");
    return false;
}

bool hall_follow(Hall *hall, const StoreEntry *entry, char *trouble, size_t size) {
    char why[TOURNEY_WHY_MAX] = "its checksum is wrong";
    if (!entry->corrupt && entry->seq == hall->seq + 1 && hall_apply(hall, entry->text, why, sizeof why))
        return hall->seq = entry->seq, true;
    snprintf(trouble, size, "line %llu of the log: %.200s", (unsigned long long)entry->seq, why);
    return false;
}

/* ---- writing ---- */

static void append(Hub *hub, Hall *hall, const char *line) {
    if (hub->node) nodes_begin_entry(hub, &hall->shared);
    hub_wrote(hub, batch_log(hub_write(hub), hall->row.id, ++hall->seq, hub->wall_ms, line, strlen(line)));
    if (hub->node) nodes_end_entry(hub);
    if (hub->node && hub->asking) hub->asking->wrote = &hall->shared;
    hall_changed(hub, hall);
}

void hall_write(Hub *hub, Hall *hall, const char *format, ...) {
    char line[HALL_LINE_MAX], why[TOURNEY_WHY_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (hall_apply(hall, line, why, sizeof why)) append(hub, hall, line);
    else hall_quarantine(hub, hall, why);
}

void hall_write_options(Hub *hub, Hall *hall, const uint16_t *option) {
    char line[HALL_LINE_MAX];
    Text text = text_in(line, sizeof line);
    text_put(&text, "options");
    for (unsigned i = 0; i < HALL_OPTIONS; i++) {
        text_char(&text, ' ');
        text_put(&text, hall_options[i].name);
        text_char(&text, '=');
        text_number(&text, option[i]);
    }
    hall_write(hub, hall, "%s", line);
}

void hall_write_rules(Hub *hub, Hall *hall, const Ruleset *ruleset, uint64_t club) {
    char line[SETTINGS_TEXT_MAX], why[TOURNEY_WHY_MAX];
    Text text = text_in(line, sizeof line);
    text.length = (unsigned)snprintf(line, sizeof line, "rules %016llx ", (unsigned long long)club);
    settings_format_rules(ruleset, &text);
    if (hall_apply(hall, line, why, sizeof why)) append(hub, hall, line);
    else hall_quarantine(hub, hall, why);
}

bool hall_enter(Hub *hub, Hall *hall, TourneyEntry *entry, uint32_t seen, uint64_t author, TourneyAnswer *answer) {
    char line[HALL_LINE_MAX];
    Tourney *tourney = &hall->tourney;
    int used = snprintf(line, sizeof line, ": %016llx ", (unsigned long long)author);
    entry->at_s = hub->wall_ms / 1000;
    unsigned length = tourney_format(tourney, entry, line + used, TOURNEY_LINE_MAX); /* with the names of now */
    if (length + 1 >= TOURNEY_LINE_MAX) {
        answer->refusal = TOURNEY_REFUSAL_not_understood;
        snprintf(answer->why, sizeof answer->why, "That is too much for one entry.");
        return false;
    }
    if (!tourney_apply(tourney, entry, seen, answer)) return false;
    if (!note_entry(hall, author)) return hub_wrote(hub, false), false;
    append(hub, hall, line);
    return true;
}
