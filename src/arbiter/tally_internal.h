/* tally_internal.h -- what the files of the tally share.
 *
 *     tally.c          stand-ins, setting up, asking the engine, the dispatch
 *     tally_enter.c    rounds, action cards, claims
 *     tally_correct.c  corrections
 *     choices.c        what could be entered */
#ifndef UNO_TALLY_INTERNAL_H
#define UNO_TALLY_INTERNAL_H

#include "tally.h"

/* An entry on its way through the engine. */
typedef struct {
    Tally *tally;
    Game *game;
    Board *board;
    TallyEvents *events;
    Witness *witness; /* NULL where nobody wants the events */
    Objection *objection;
} Run;

/* ---- stand-ins ---- */

/* As many cards of one sort as are counted. */
void tally_lay(Cards *cards, unsigned count, uint64_t faces);
void tally_lay_all(Game *game);

/* The table has seen `card` in that hand, which holds one of its sort. */
void tally_slip_in(Game *game, Seat seat, Face card);

/* ---- asking the engine: false is a refusal ---- */

bool tally_refuse(Run *run, ObjectionKind kind, unsigned seat, unsigned amount);
bool tally_act(Run *run, Seat seat, Action action);
void tally_collect(Run *run); /* the events of the last action */

static inline Seat tally_asked(const Run *run) { return mask_first(run->board->split.awaited); }
static inline bool tally_pass(Run *run) { return tally_act(run, tally_asked(run), action_plain(ACT_PASS)); }
bool tally_shed_one(Run *run, Seat seat);
bool tally_steal(Run *run, Seat victim, unsigned sort);

/* The only seat that is not blocked sheds without a bid (A16). */
static inline bool tally_is_free_shed(const Board *board) {
    return board->phase == PHASE_SHED && board->split.shed_next == SHED_WINS;
}
bool tally_shed_is_choice(const Tally *tally);

/* Both sorts of card lie in the victim's hand, and either may be taken (H41). */
bool tally_sort_matters(const Tally *tally, Seat victim);

/* ---- entries ---- */

bool tally_enter_round(Run *run, const Entry *entry);
bool tally_enter_play(Run *run, const Entry *entry);
bool tally_enter_meeting(Run *run, const Entry *entry);
bool tally_enter_counter(Run *run, const Entry *entry);
bool tally_enter_sheds(Run *run, const Entry *entry);
bool tally_enter_name(Run *run, const Entry *entry);
bool tally_enter_steal(Run *run, const Entry *entry);
bool tally_enter_hit(Run *run, const Entry *entry);
bool tally_enter_challenge(Run *run, const Entry *entry);
bool tally_enter_stuck(Run *run);
bool tally_enter_pass(Run *run);
bool tally_enter_correction(Run *run, const Entry *entry);

#endif
