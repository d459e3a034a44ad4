/* kept.h -- what a player kept of what the table showed, so that the record of the game can
 * be held against it afterwards (docs/notation.md).
 *
 *     uno-kept 1
 *     game 0123456789abcdef
 *     players 3
 *     seat B
 *     commitment HEX       the server's, shown before the own one was sent
 *     commit A HEX         every seat's, shown before the own seed was revealed
 *     commit B HEX
 *     seed HEX             the own one
 *     hand R5 G2 W ...     the first hand
 *
 * `game`, `seed` and `hand` may be missing: then they are not compared. */
#ifndef UNO_KEPT_H
#define UNO_KEPT_H

#include "record.h"

enum { KEPT_GAME_MAX = 20, KEPT_HAND_MAX = 512, KEPT_TEXT_MAX = 4096 };

typedef struct {
    char game[KEPT_GAME_MAX]; /* its id; "": not known */
    unsigned players;
    Seat seat;
    Seed commitment;
    SeatMask committed;
    Seed commit[SEATS_MAX];
    bool has_seed;
    Seed seed;
    char hand[KEPT_HAND_MAX]; /* codes of cards; "": not known */
} Kept;

typedef enum {
#define DIFFERENCE(code, sentence) DIFFERENCE_##code,
#include "kept.def"
#undef DIFFERENCE
    DIFFERENCES
} Difference;

const char *difference_code(unsigned difference);
const char *difference_sentence(unsigned difference);

/* False: *error says what cannot be read. */
bool kept_parse(const char *text, size_t length, Kept *out, RecordError *error);

/* Writes it, as kept_parse() reads it; returns the length. */
unsigned kept_format(const Kept *kept, char *out, unsigned size);

/* Everything in which the record differs from what was kept, a bit for each Difference. That the record holds in
 * itself is record_verify()'s business, and comes first. */
unsigned kept_differences(const Kept *kept, const Record *record);

#endif
