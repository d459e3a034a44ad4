/* story.h -- what has happened, in plain words to one reader: a growing text, and the last
 * thing that each seat did. Owns memory: story_free(). Without memory it grows no further. */
#ifndef UNO_STORY_H
#define UNO_STORY_H

#include <stddef.h>

#include "../table/home.h"
#include "../words/words.h"

enum { STORY_DEEDS_MAX = 6 };

typedef struct {
    char *text; /* lines, each with its line end; NULL while there is none */
    size_t length, capacity;
    Event deed[SEATS_MAX][STORY_DEEDS_MAX]; /* what each seat did last */
    unsigned deeds[SEATS_MAX];
    SeatMask called; /* seats that have called UNO and still hold one card */
    unsigned reader; /* whom it was told to */
} Story;

void story_free(Story *story);

/* One more line. */
void story_add(Story *story, const char *line);

/* What the last action brought about, and what the seat of the views, which is the reader's, learnt by it. */
void story_tell(Story *story, const Teller *teller, const Witness *witness, const View *before, const View *now);

/* Tells the whole record again: after resuming, after taking back, and to another reader. */
void story_retell(Story *story, const Teller *teller, const Record *record);

/* All of it, or only so many bytes from the end, from the start of a line. Never NULL. */
const char *story_text(const Story *story, size_t bytes_at_most);

#endif
