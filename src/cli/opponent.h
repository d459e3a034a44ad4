/* opponent.h -- a simple opponent: plays whatever is legal, at random. It draws
 * only when it cannot play, always calls UNO, sometimes notices that somebody
 * else did not, and never challenges a Wild +4. It sees a View, like a player. */
#ifndef UNO_OPPONENT_H
#define UNO_OPPONENT_H

#include "../engine/view.h"
#include "playout.h"

/* What it does now; false: nothing, it was only asked whether it cares to act
 * out of turn. `awaited`: the game waits for it, so it must do something. */
bool opponent_act(const Rules *rules, const View *view, bool awaited, Dice *dice, Action *out);

#endif
