/* uno.h -- the library in one header.
 *
 * Read in this order: cards, rules, action, game, view, position, then ruleset
 * and record, bots, and what programs that learn need. The installed uno.h is this file with all of them written out. */
#ifndef UNO_H
#define UNO_H

#ifdef __cplusplus
extern "C" {
#endif

#include "engine/cards.h"
#include "engine/rng.h"
#include "engine/rules.h"
#include "engine/action.h"
#include "engine/verdict.h"
#include "engine/game.h"
#include "engine/witness.h"
#include "engine/view.h"
#include "engine/position.h"
#include "engine/blake2b.h"
#include "ruleset/ruleset.h"
#include "record/record.h"
#include "bots/bot.h"
#include "bots/worlds.h"
#include "bots/policy.h"
#include "lab/encode.h"
#include "lab/batch.h"
#include "lab/turn.h"
#include "lab/foreign.h"

#ifdef __cplusplus
}
#endif

#endif
