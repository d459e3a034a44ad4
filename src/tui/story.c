/* story.c -- the log of a game as lines, and what each seat did last. */
#include "story.h"

#include <stdlib.h>
#include <string.h>

void story_free(Story *story) {
    free(story->text);
    memset(story, 0, sizeof *story);
}

void story_add(Story *story, const char *line) {
    size_t length = strlen(line);
    if (story->length + length + 2 > story->capacity) {
        size_t capacity = (story->length + length + 2) * 2;
        char *more = realloc(story->text, capacity);
        if (!more) return;
        story->text = more;
        story->capacity = capacity;
    }
    memcpy(story->text + story->length, line, length);
    story->length += length;
    story->text[story->length++] = '\n';
    story->text[story->length] = 0;
}

/* A seat that acts again starts a new list; the deeds of one action are strung together. */
static void note_deeds(Story *story, const Teller *teller, const Witness *witness) {
    SeatMask begun = 0;
    for (unsigned i = 0; i < witness->events; i++) {
        const Event *event = &witness->event[i];
        char deed[WORDS_EVENT_MAX];
        if (words_is_told(witness->event, i) || !words_deed(teller, event, deed, sizeof deed)) continue;
        unsigned *deeds = &story->deeds[event->seat];
        if (!(begun >> event->seat & 1)) *deeds = 0;
        begun |= (SeatMask)(1u << event->seat);
        if (*deeds < STORY_DEEDS_MAX) story->deed[event->seat][(*deeds)++] = *event;
    }
}

static void note_calls(Story *story, const Witness *witness, const Board *board) {
    for (unsigned i = 0; i < witness->events; i++) {
        const Event *event = &witness->event[i];
        if (event->kind == EVENT_called) story->called |= (SeatMask)(1u << event->seat);
        if (event->kind == EVENT_call_failed) story->called &= (SeatMask) ~(1u << event->seat);
    }
    for (unsigned seat = 0; seat < board->players; seat++)
        if (board->count[seat] != 1) story->called &= (SeatMask) ~(1u << seat);
}

void story_tell(Story *story, const Teller *teller, const Witness *witness, const View *before, const View *now) {
    char line[WORDS_EVENTS_MAX];
    note_deeds(story, teller, witness);
    note_calls(story, witness, &now->board);
    if (words_events(teller, witness, line, sizeof line)) story_add(story, line);
    if (words_learnt(teller, witness, before, now, line, sizeof line)) story_add(story, line);
}

typedef struct {
    Story *story;
    const Teller *teller;
    View before;
} Retelling;

static bool watch(void *context, size_t number, Seat seat, Action action, const Game *game, const Witness *witness) {
    Retelling *retelling = context;
    View now;
    (void)number, (void)seat, (void)action;
    view_of(retelling->teller->rules, game, witness, retelling->teller->reader, &now);
    story_tell(retelling->story, retelling->teller, witness, &retelling->before, &now);
    retelling->before = now;
    return true;
}

void story_retell(Story *story, const Teller *teller, const Record *record) {
    Retelling retelling = {story, teller, {.seat = SPECTATOR}};
    RecordError error;
    Game game;
    story_free(story);
    story->reader = teller->reader;
    record_replay(record, watch, &retelling, &game, &error);
}

const char *story_text(const Story *story, size_t bytes_at_most) {
    if (!story->text) return "";
    if (story->length <= bytes_at_most) return story->text;
    const char *from = strchr(story->text + story->length - bytes_at_most, '\n');
    return from && from[1] ? from + 1 : "";
}
