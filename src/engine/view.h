/* view.h -- what one seat, or a spectator, may know. Nothing else leaves the
 * engine towards players, bots and browsers. */
#ifndef UNO_VIEW_H
#define UNO_VIEW_H

#include "witness.h"

typedef struct {
    Board board;
    Private own;            /* all zero for a spectator */
    Cards known[SEATS_MAX]; /* cards seen in other hands and known to be there still */
    uint8_t seat;           /* SPECTATOR for a spectator */
} View;

/* `witness` may be NULL: then nothing is known of other hands. Every byte of
 * *out is set, so that two views can be compared with memcmp(). */
void view_of(const Rules *rules, const Game *game, const Witness *witness, unsigned observer, View *out);

/* The same for a view that view_of() has written before, of the same table and any of its seats: only what can differ
 * is written. What was known of other hands stays if `witness` is NULL. */
void view_renew(const Rules *rules, const Game *game, const Witness *witness, Seat seat, View *view);

/* What the view's own seat may do; nothing for a spectator. */
void view_actions(const Rules *rules, const View *view, ActionSet *out);

/* Every card whose place the view does not tell: in another hand, in a pile, put away.
 * False, and *out is of no use, for a view with more cards than there are. */
bool view_unseen(const Rules *rules, const View *view, Cards *out);

/* A full game that this view could be a view of, drawn with `rng`: every unseen
 * card is dealt again, hidden choices are made again, the game's own chance gets
 * a new seed. view_of() of the result is the same view, byte for byte. False
 * only for a view that no game of these rules can have. */
bool view_sample(const Rules *rules, const View *view, Rng *rng, Game *out, Witness *witness);

#endif
