/* preview.c -- what would follow from an entry: it is applied to a copy, and the two are compared. */
#include <stdlib.h>
#include <string.h>

#include "event_internal.h"

static const struct {
    char what;
    const char *words;
} rows[CHANGES] = {
#define CHANGE(name, form, words) {form, words},
#include "change.def"
#undef CHANGE
};

static void note(TourneyPreview *preview, TourneyChangeKind kind, uint32_t id, int64_t from, int64_t to) {
    if (!tourney_grow((void **)&preview->change, &preview->room, (uint64_t)preview->count + 1,
                      sizeof *preview->change)) {
        preview->after.short_of_memory = true;
        return;
    }
    preview->change[preview->count++] = (TourneyChange){(uint8_t)kind, id, (int32_t)from, (int32_t)to};
}

/* ---- comparing ---- */

static void compare_entrant(TourneyPreview *preview, uint32_t id, const TourneyEntrant *from,
                            const TourneyEntrant *to) {
    if (from->standing != to->standing) {
        if (from->standing == ENTRANT_ABSENT) note(preview, CHANGE_entered, id, 0, 0);
        else if (to->standing == ENTRANT_ABSENT) note(preview, CHANGE_gone, id, 0, 0);
        else note(preview, CHANGE_standing, id, from->standing, to->standing);
    }
    if (from->standing == ENTRANT_ABSENT || to->standing == ENTRANT_ABSENT) return;
    if (from->group != to->group) note(preview, CHANGE_group, id, from->group, to->group);
    if (from->held != to->held && to->held != NO_FACE) note(preview, CHANGE_card, id, from->held, to->held);
    if (from->held != to->held && to->held == NO_FACE) note(preview, CHANGE_card_gone, id, from->held, to->held);
    if (from->points != to->points) note(preview, CHANGE_points, id, from->points, to->points);
}

static void compare_game(TourneyPreview *preview, uint32_t id, const TourneyGame *from, const TourneyGame *to) {
    bool same = memcmp(from->who, to->who, sizeof to->who) == 0 && from->stage == to->stage;
    bool was = from->state == GAME_OVER, is = to->state == GAME_OVER;
    if (from->seats && !same && (from->state != GAME_AWAITS || was)) note(preview, CHANGE_players, id, 0, 0);
    if (!was && is) note(preview, CHANGE_decided, id, 0, 0);
    else if (was && !is) note(preview, CHANGE_reopens, id, 0, 0);
    else if (was && memcmp(from->place, to->place, sizeof to->place) != 0) note(preview, CHANGE_outcome, id, 0, 0);
    if (!game_is_playable(from) && game_is_playable(to)) note(preview, CHANGE_opens, id, 0, 0);
}

static void compare_games(TourneyPreview *preview, const Tourney *before) {
    const Tourney *after = &preview->after;
    static const TourneyGame none;
    for (uint32_t i = 1; i <= before->games || i <= after->games; i++) {
        if (i > after->games) {
            if (before->game[i].state != GAME_AWAITS && before->game[i].state != GAME_EMPTY)
                note(preview, CHANGE_vanishes, i, 0, 0);
            continue;
        }
        compare_game(preview, i, i <= before->games ? &before->game[i] : &none, &after->game[i]);
    }
}

static void compare_entries(TourneyPreview *preview, const Tourney *before) {
    const Tourney *after = &preview->after;
    for (uint32_t i = 1; i <= before->entries; i++) {
        bool was = before->fate[i] == FATE_MOOT, is = after->fate[i] == FATE_MOOT;
        if (was != is && after->fate[i] != FATE_UNDONE) note(preview, is ? CHANGE_moot : CHANGE_counts, i, 0, 0);
    }
}

/* H103: what a window closes on is told while it is open. */
static void compare_groups(TourneyPreview *preview, const Tourney *before) {
    const Tourney *after = &preview->after;
    if (after->settings.form != FORM_split) return;
    for (unsigned group = 0; group < GROUPS; group++) {
        uint32_t was = tourney_group_size(before, group), is = tourney_group_size(after, group);
        bool other_small = tourney_group_size(after, !group) < SPLIT_GROUP_LEAST;
        bool closes = after->split.phase == SPLIT_WINDOW ||
                      (after->split.phase == SPLIT_DUEL && after->split.rounds < SPLIT_ROUNDS - 1u);
        if (closes && is != was && is && is < SPLIT_GROUP_LEAST && !other_small)
            note(preview, CHANGE_doomed, group, was, is);
        if (before->split.total[group] != after->split.total[group])
            note(preview, CHANGE_total, group, before->split.total[group], after->split.total[group]);
    }
    if (before->split.phase != after->split.phase)
        note(preview, CHANGE_phase, 0, before->split.phase, after->split.phase);
    if (after->split.winner != before->split.winner && after->split.winner < GROUPS)
        note(preview, CHANGE_wins_phase, after->split.winner, 0, 0);
}

static void compare_places(TourneyPreview *preview, const Tourney *before) {
    const Tourney *after = &preview->after;
    size_t room = (size_t)(before->entrants > after->entrants ? before->entrants : after->entrants) + 1;
    TourneyRow *rows_before = malloc(sizeof *rows_before * room), *rows_after = malloc(sizeof *rows_after * room);
    uint16_t *place = calloc(room, sizeof *place);
    if (rows_before && rows_after && place && before->state >= TOURNEY_RUNNING) {
        uint32_t count = tourney_standings(before, rows_before);
        for (uint32_t i = 0; i < count; i++) place[rows_before[i].who] = rows_before[i].place;
        count = tourney_standings(after, rows_after);
        for (uint32_t i = 0; i < count; i++)
            if (place[rows_after[i].who] && rows_after[i].place && place[rows_after[i].who] != rows_after[i].place)
                note(preview, CHANGE_place, rows_after[i].who, place[rows_after[i].who], rows_after[i].place);
    }
    free(rows_before);
    free(rows_after);
    free(place);
    Entrant was = tourney_champion(before), is = tourney_champion(after);
    if (was && was != is) note(preview, CHANGE_uncrowned, was, 0, 0);
    if (is && was != is) note(preview, CHANGE_champion, is, 0, 0);
}

bool tourney_preview(const Tourney *tourney, const TourneyEntry *entry, uint32_t seen, TourneyPreview *out,
                     TourneyAnswer *answer) {
    memset(out, 0, sizeof *out);
    if (!tourney_copy(&out->after, tourney)) return tourney_refuse(answer, TOURNEY_REFUSAL_no_memory, NULL);
    if (!tourney_apply(&out->after, entry, seen, answer)) {
        tourney_preview_free(out);
        return false;
    }
    static const TourneyEntrant nobody;
    const Tourney *after = &out->after;
    compare_entries(out, tourney);
    for (uint32_t i = 1; i <= after->entrants; i++)
        compare_entrant(out, i, i <= tourney->entrants ? &tourney->entrant[i] : &nobody, &after->entrant[i]);
    compare_groups(out, tourney);
    compare_games(out, tourney);
    compare_places(out, tourney);
    return true;
}

void tourney_preview_free(TourneyPreview *preview) {
    tourney_free(&preview->after);
    free(preview->change);
    memset(preview, 0, sizeof *preview);
}

/* ---- words ---- */

static void put_game(const Tourney *tourney, uint32_t id, Text *text) {
    char words[200];
    text_put(text, "Game ");
    text_number(text, id);
    if (id > tourney->games) return;
    tourney_game_title(tourney, id, words, sizeof words);
    text_put(text, " (");
    text_put(text, words);
    text_put(text, ", ");
    tourney_game_players(tourney, id, words, sizeof words);
    text_put(text, words);
    text_char(text, ')');
}

static void put_entry(const Tourney *tourney, uint32_t id, Text *text) {
    char line[TOURNEY_LINE_MAX];
    text_number(text, id);
    text_put(text, " (");
    tourney_format_command(tourney, &tourney->entry[id], line, sizeof line);
    text_put(text, line);
    text_char(text, ')');
}

static void put_small(Text *text, int32_t number) {
    static const char *const words[] = {"none", "one", "two", "three", "four", "five"};
    if (number >= 0 && number < (int32_t)(sizeof words / sizeof *words)) text_put(text, words[number]);
    else text_number(text, number);
}

static void put_value(const TourneyPreview *preview, const TourneyChange *change, int32_t value, Text *text) {
    static const char *const standings[] = {"not entered", "in", "pausing", "withdrawn", "eliminated"};
    static const char *const phases[] = {"", "The next duel is open", "A shift window opens",
                                         "The group phase ends: ties for the first four places are played off",
                                         "The group phase ends: the finale begins"};
    switch ((TourneyChangeKind)change->kind) {
    case CHANGE_standing: text_put(text, standings[value]); return;
    case CHANGE_group: text_put(text, value < GROUPS ? preview->after.settings.group[value] : "none"); return;
    case CHANGE_card:
    case CHANGE_card_gone: text_put(text, tourney_card_name((Face)value)); return;
    case CHANGE_doomed: put_small(text, value); return;
    case CHANGE_phase: text_put(text, phases[value]); return;
    case CHANGE_entered:
    case CHANGE_gone:
    case CHANGE_total:
    case CHANGE_points:
    case CHANGE_place:
    case CHANGE_opens:
    case CHANGE_decided:
    case CHANGE_reopens:
    case CHANGE_outcome:
    case CHANGE_players:
    case CHANGE_vanishes:
    case CHANGE_moot:
    case CHANGE_counts:
    case CHANGE_wins_phase:
    case CHANGE_champion:
    case CHANGE_uncrowned:
    case CHANGES: text_number(text, value); return;
    }
}

void tourney_change_words(const TourneyPreview *preview, const TourneyChange *change, char *out, unsigned size) {
    const Tourney *after = &preview->after;
    Text text = text_in(out, size);
    const char *at = rows[change->kind].words;
    for (Mark mark; (mark = template_next(&at, &text)).letter;) {
        if (mark.letter != 'i') {
            put_value(preview, change, mark.letter == 'f' ? change->from : change->to, &text);
            continue;
        }
        switch (rows[change->kind].what) {
        case 'e': text_put(&text, tourney_name(after, (Entrant)change->id)); break;
        case 'g': put_game(after, change->id, &text); break;
        case 't': text_put(&text, after->settings.group[change->id]); break;
        case 'n': put_entry(after, change->id, &text); break;
        }
    }
}
