/* dump.h -- a tournament as text, all that its log makes of it: equal texts, equal tournaments. */
#ifndef TESTS_TOURNAMENT_DUMP_H
#define TESTS_TOURNAMENT_DUMP_H

#include "tournament/event.h"

/* The caller frees it. `with_seq`: also which entry was the last about everything. */
char *tourney_dump(const Tourney *tourney, bool with_seq);

bool tourney_same(const Tourney *one, const Tourney *other, bool with_seq);

#endif
