/* event.c -- the log, and the fold over it: entering, taking back, loading. */
#include "event.h"

#include <stdlib.h>
#include <string.h>

#include "event_internal.h"

const char tourney_first_line[] = "tournament 1\n";

static const char *const refusal_codes[TOURNEY_REFUSALS] = {
#define REFUSAL(code, sentence) #code,
#include "refusal.def"
#undef REFUSAL
};
static const char *const refusal_sentences[TOURNEY_REFUSALS] = {
#define REFUSAL(code, sentence) sentence,
#include "refusal.def"
#undef REFUSAL
};

const char *tourney_refusal_code(TourneyRefusal refusal) { return refusal_codes[refusal]; }

bool tourney_refuse(TourneyAnswer *answer, TourneyRefusal refusal, const char *more) {
    Text text = text_in(answer->why, sizeof answer->why);
    answer->refusal = (uint8_t)refusal;
    text_put(&text, refusal_sentences[refusal]);
    if (!more || !*more) return false;
    text_char(&text, ' ');
    text_put(&text, more);
    return false;
}

/* ---- memory ---- */

bool tourney_grow(void **array, uint32_t *room, uint64_t need, size_t size) {
    if (need <= *room) return true;
    uint64_t more = *room ? (uint64_t)*room * 2 : 16;
    while (more < need) more *= 2;
    void *grown = more <= UINT32_MAX ? realloc(*array, (size_t)more * size) : NULL;
    if (!grown) return false;
    memset((char *)grown + (size_t)*room * size, 0, (size_t)(more - *room) * size);
    *array = grown;
    *room = (uint32_t)more;
    return true;
}

void tourney_init(Tourney *tourney) { memset(tourney, 0, sizeof *tourney); }

void tourney_free(Tourney *tourney) {
    free(tourney->entrant);
    free(tourney->game);
    free(tourney->entry);
    free(tourney->fate);
    free(tourney->pool);
    free(tourney->slot);
    tourney_init(tourney);
}

static bool copy_array(void *to, const void *from, uint32_t *room, uint64_t used, size_t size) {
    void **array = to;
    *array = NULL;
    *room = 0;
    if (!used) return true;
    *array = malloc((size_t)used * size);
    if (!*array) return false;
    memcpy(*array, from, (size_t)used * size);
    *room = (uint32_t)used;
    return true;
}

bool tourney_copy(Tourney *to, const Tourney *from) {
    *to = *from;
    to->entrant = NULL, to->game = NULL, to->entry = NULL, to->fate = NULL, to->pool = NULL, to->slot = NULL;
    bool good =
        copy_array(&to->entrant, from->entrant, &to->entrant_room, from->entrant_room, sizeof *to->entrant) &&
        copy_array(&to->game, from->game, &to->game_room, from->games ? from->games + 1 : 0, sizeof *to->game) &&
        copy_array(&to->entry, from->entry, &to->entry_room, from->entries ? from->entries + 1 : 0,
                   sizeof *to->entry) &&
        copy_array(&to->fate, from->fate, &to->fate_room, from->entries ? from->entries + 1 : 0, 1) &&
        copy_array(&to->pool, from->pool, &to->pool_room, from->pool_used, sizeof *to->pool) &&
        copy_array(&to->slot, from->slot, &to->slot_room, from->slot_room, sizeof *to->slot);
    if (!good) tourney_free(to);
    return good;
}

/* ---- folding again ---- */

/* For each entry, what stands for it: itself, an entry that corrects it, or 0 where it is undone. */
static uint32_t *find_substitutes(const Tourney *tourney) {
    uint32_t entries = tourney->entries, *stand = malloc(sizeof *stand * (size_t)(entries + 1));
    if (!stand) return NULL;
    for (uint32_t i = 0; i <= entries; i++) stand[i] = i;
    for (uint32_t i = entries; i; i--) { /* the last word comes first: an undo may be undone itself */
        const TourneyEntry *entry = &tourney->entry[i];
        if (!stand[i]) continue;
        if (entry->kind == TOURNEY_undo) stand[entry->number] = 0;
        if (entry->kind == TOURNEY_correct && stand[entry->target] == entry->target) stand[entry->target] = i;
    }
    return stand;
}

static void fold_entry(Tourney *tourney, uint32_t seq, const uint32_t *stands, TourneyAnswer *answer) {
    TourneyEntry *entry = &tourney->entry[seq];
    uint32_t stand = stands[seq];
    TourneyEntry read = tourney->entry[stand ? stand : seq];
    tourney->fate[seq] = stand ? stand == seq ? FATE_COUNTS : FATE_CORRECTED : FATE_UNDONE;
    if (stand && entry->kind == TOURNEY_correct && stands[entry->target] != seq)
        tourney->fate[seq] = stands[entry->target] ? FATE_CORRECTED : FATE_MOOT;
    if (!stand || entry->kind == TOURNEY_undo || entry->kind == TOURNEY_correct) return;
    if (stand != seq) read.kind = TOURNEY_result, read.seq = seq, read.stage = entry->stage;
    if (!entry_carry_out(tourney, &read, answer)) tourney->fate[seq] = FATE_MOOT;
    else if (stand == seq) *entry = read; /* a round that was moot so far has its pairing now */
    else tourney->game[read.number].seq = stand;
}

/* The state as the log makes it. `watched`: an entry whose refusal goes to *answer; false: it is moot, or there is no
 * memory. */
static bool fold(Tourney *tourney, uint32_t watched, TourneyAnswer *answer) {
    uint32_t *stand = find_substitutes(tourney);
    if (!stand) return tourney_refuse(answer, TOURNEY_REFUSAL_no_memory, NULL);
    TourneyAnswer ignored;
    tourney_clear(tourney);
    for (uint32_t i = 1; i <= tourney->entries; i++) {
        fold_entry(tourney, i, stand, i == watched ? answer : &ignored);
        tourney->seq = i;
    }
    free(stand);
    if (tourney->short_of_memory) return tourney_refuse(answer, TOURNEY_REFUSAL_no_memory, NULL);
    return !watched || tourney->fate[watched] != FATE_MOOT;
}

/* ---- entering ---- */

/* What the entry is about has changed since its author looked. */
static bool has_moved_on(const Tourney *tourney, const TourneyEntry *entry, uint32_t seen) {
    if (seen == SEEN_NOT_ASKED) return false;
    switch ((TourneyEntryKind)entry->kind) {
    case TOURNEY_open:
    case TOURNEY_result:
    case TOURNEY_noshow:
    case TOURNEY_correct:
        return entry->number <= tourney->games && entry->number && tourney->game[entry->number].seq > seen;
    case TOURNEY_enter: return false;
    case TOURNEY_rename:
    case TOURNEY_withdraw:
    case TOURNEY_pause:
    case TOURNEY_back:
        for (unsigned i = 0; i < entry->count; i++)
            if (tourney->entrant[entry->who[i]].seq > seen) return true;
        return false;
    case TOURNEY_new:
    case TOURNEY_start:
    case TOURNEY_round:
    case TOURNEY_represent:
    case TOURNEY_shift:
    case TOURNEY_share:
    case TOURNEY_finish:
    case TOURNEY_undo:
    case TOURNEY_ENTRY_KINDS: return tourney->seq > seen;
    }
    return false;
}

static bool refuse_moved_on(const Tourney *tourney, TourneyAnswer *answer) {
    char last[TOURNEY_LINE_MAX], more[TOURNEY_WHY_MAX];
    Text text = text_in(more, sizeof more);
    tourney_format(tourney, &tourney->entry[tourney->entries], last, sizeof last);
    text_put(&text, "Nothing was changed. The last entry is ");
    text_number(&text, tourney->seq);
    text_put(&text, ", '");
    text_put(&text, last);
    text_put(&text, "': look again, then enter it again or correct what is there.");
    return tourney_refuse(answer, TOURNEY_REFUSAL_moved_on, more);
}

/* Room for one more entry, so that keeping it cannot fail. */
static bool reserve(Tourney *tourney, TourneyAnswer *answer) {
    if (tourney->entries >= TOURNEY_ENTRIES_MAX) return tourney_refuse(answer, TOURNEY_REFUSAL_too_much, NULL);
    uint64_t need = (uint64_t)tourney->entries + 2;
    if (tourney_grow((void **)&tourney->entry, &tourney->entry_room, need, sizeof *tourney->entry) &&
        tourney_grow((void **)&tourney->fate, &tourney->fate_room, need, 1))
        return true;
    return tourney_refuse(answer, TOURNEY_REFUSAL_no_memory, NULL);
}

static void keep(Tourney *tourney, const TourneyEntry *entry) {
    tourney->entry[++tourney->entries] = *entry;
    tourney->entry[tourney->entries].settings = NULL;
    tourney->fate[tourney->entries] = FATE_COUNTS;
    tourney->seq = tourney->entries;
}

static bool check_undo(const Tourney *tourney, const TourneyEntry *entry, TourneyAnswer *answer) {
    if (entry->number > tourney->entries || !entry->number) {
        char more[40];
        Text text = text_in(more, sizeof more);
        text_put(&text, "The last one is ");
        text_number(&text, tourney->entries);
        text_char(&text, '.');
        return tourney_refuse(answer, TOURNEY_REFUSAL_no_such_entry, more);
    }
    if (tourney->entry[entry->number].kind == TOURNEY_new)
        return tourney_refuse(answer, TOURNEY_REFUSAL_there_already, "The first entry stays.");
    if (tourney->fate[entry->number] == FATE_UNDONE) return tourney_refuse(answer, TOURNEY_REFUSAL_undone, NULL);
    return true;
}

static bool is_same_result(const TourneyEntry *a, const TourneyEntry *b) {
    return a->kind != TOURNEY_noshow && a->count == b->count && a->level == b->level && a->scored == b->scored &&
           memcmp(a->who, b->who, sizeof a->who) == 0 && memcmp(a->score, b->score, sizeof a->score) == 0;
}

/* Which result the correction is about. */
static bool check_correct(const Tourney *tourney, TourneyEntry *entry, TourneyAnswer *answer) {
    if (!entry->number || entry->number > tourney->games)
        return tourney_refuse(answer, TOURNEY_REFUSAL_no_such_game, NULL);
    entry->target = tourney->game[entry->number].result;
    if (!entry->target)
        return tourney_refuse(answer, TOURNEY_REFUSAL_no_result, "Enter it with result; a withdrawal is undone.");
    uint32_t last = entry->target;
    for (uint32_t i = tourney->entries; i > entry->target; i--)
        if (tourney->entry[i].kind == TOURNEY_correct && tourney->entry[i].target == entry->target &&
            tourney->fate[i] == FATE_COUNTS) {
            last = i;
            break;
        }
    if (is_same_result(&tourney->entry[last], entry)) return tourney_refuse(answer, TOURNEY_REFUSAL_same_result, NULL);
    return true;
}

/* Undo and correct: the log is folded again with them, or without them if that cannot be. */
static bool apply_to_log(Tourney *tourney, TourneyEntry *entry, TourneyAnswer *answer) {
    TourneyAnswer ignored;
    bool corrects = entry->kind == TOURNEY_correct;
    if (corrects ? !check_correct(tourney, entry, answer) : !check_undo(tourney, entry, answer)) return false;
    keep(tourney, entry);
    if (fold(tourney, corrects ? entry->target : 0, answer)) return true;
    tourney->entries--;
    fold(tourney, 0, &ignored);
    return false;
}

bool tourney_apply(Tourney *tourney, const TourneyEntry *entry, uint32_t seen, TourneyAnswer *answer) {
    TourneyEntry mine = *entry;
    TourneyAnswer ignored;
    answer->refusal = TOURNEY_REFUSAL_none;
    answer->why[0] = 0;
    if (has_moved_on(tourney, entry, seen)) return refuse_moved_on(tourney, answer);
    if (!reserve(tourney, answer)) return false;
    mine.seq = tourney->entries + 1;
    if (entry->kind == TOURNEY_undo || entry->kind == TOURNEY_correct) return apply_to_log(tourney, &mine, answer);
    bool done = entry_carry_out(tourney, &mine, answer);
    if (tourney->short_of_memory) {
        fold(tourney, 0, &ignored);
        return tourney_refuse(answer, TOURNEY_REFUSAL_no_memory, NULL);
    }
    if (done) keep(tourney, &mine);
    return done;
}

bool tourney_enter(Tourney *tourney, const char *line, uint32_t seen, char *out, TourneyAnswer *answer) {
    TourneyEntry entry;
    TourneySettings settings;
    char text[TOURNEY_LINE_MAX];
    if (!tourney_parse(tourney, line, &entry, &settings, answer)) return false;
    if (tourney_format(tourney, &entry, text, sizeof text) + 1 >= TOURNEY_LINE_MAX)
        return tourney_refuse(answer, TOURNEY_REFUSAL_not_understood, "That is too much for one line.");
    if (!tourney_apply(tourney, &entry, seen, answer)) return false;
    if (out) memcpy(out, text, text_length(text) + 1);
    return true;
}

/* ---- loading ---- */

static bool refuse_log(const char *text, size_t length, TourneyAnswer *answer) {
    const char *more = "Its first line would be 'tournament 1'.";
    if (length > 11 && memcmp(text, "tournament ", 11) == 0)
        more = memchr(text, '\r', length < 20 ? length : 20)
                   ? "It has the line ends of Windows: tr -d '\\r' makes a copy that has plain ones."
                   : "It was written by another version of the program, and can be read only by that.";
    return tourney_refuse(answer, TOURNEY_REFUSAL_not_a_log, more);
}

bool tourney_load(Tourney *tourney, const char *text, size_t length, size_t *good, uint32_t *line,
                  TourneyAnswer *answer) {
    size_t first = text_length(tourney_first_line), at = first;
    char one[TOURNEY_LINE_MAX];
    *good = 0;
    *line = 0;
    if (memcmp(text, tourney_first_line, length < first ? length : first) != 0) return refuse_log(text, length, answer);
    if (length < first) return true; /* cut off in its first line: nothing was entered */
    for (*good = first, *line = 2; at < length; ++*line) {
        const char *end = memchr(text + at, '\n', length - at);
        if (!end) break; /* a line without its end was never entered */
        size_t bytes = (size_t)(end - (text + at));
        if (bytes >= sizeof one || memchr(text + at, 0, bytes))
            return tourney_refuse(answer, TOURNEY_REFUSAL_not_understood, "The line is too long, or is not text.");
        memcpy(one, text + at, bytes);
        one[bytes] = 0;
        if (!tourney_enter(tourney, one, SEEN_NOT_ASKED, NULL, answer)) return false;
        *good = at += bytes + 1;
    }
    return true;
}
