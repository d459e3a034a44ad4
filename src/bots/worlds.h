/* worlds.h -- games that a view could be a view of, likely ones more often. */
#ifndef UNO_WORLDS_H
#define UNO_WORLDS_H

#include "belief.h"

typedef struct {
    const Rules *rules;
    const View *view;
    const Memory *memory; /* NULL: every world is as likely as any other */
    Rng rng;
    Dice dice;
    bool believes; /* the belief has begun */
    Belief belief;
} Worlds;

void worlds_init(Worlds *worlds, const Rules *rules, const View *view, const Memory *memory, uint64_t seed);

/* The next world. False only for a view that no game of these rules can have. */
bool worlds_next(Worlds *worlds, Game *out);

#endif
