/* seat_count.h -- what is counted of each seat of a game, by the rows of seat_count.def. */
#ifndef UNO_RATING_SEAT_COUNT_H
#define UNO_RATING_SEAT_COUNT_H

typedef enum {
#define COUNT(name, heading, words) SEAT_COUNT_##name,
#include "seat_count.def"
#undef COUNT
    SEAT_COUNTS
} SeatCount;

const char *seat_count_name(SeatCount count);    /* "calls_missed" */
const char *seat_count_heading(SeatCount count); /* "missed" */
const char *seat_count_words(SeatCount count);

#endif
