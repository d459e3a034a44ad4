/* page_arbiter.h -- the arbiter's book (docs/arbiter.md) for a page: the rules of calling are those of page.h.
 *
 * There is one book at a time, in the module's memory; what outlives the page is its log, a text that the page keeps.
 * A refusal is no error: {"ok":false,"told":why}, and nothing has changed. */
#ifndef UNO_PAGE_ARBITER_H
#define UNO_PAGE_ARBITER_H

#include "page.h"

enum { PAGE_BOOK_BYTES = 1 << 20 }; /* of a log */

/* Takes up a log; "" is an empty one. Answers as page_arbiter_sheet(), or an error with its line; then the book is
 * empty. What follows the last line end is left out. */
const char *PAGE_CALL(page_arbiter_open)(const char *log);

/* Enters a line of the language: {"ok","told","added"}, and "events" where something happened; `added` is what the log
 * has grown by. An event is [name, seat, other seat, card or word, amount], null where there is none: those of
 * event.def, and "undutiful" (a number that is not what a Wild has named), "corrected", "scored", "unscored" (nobody
 * wins the deal) and "total". */
const char *PAGE_CALL(page_arbiter_enter)(const char *line);

/* How the current game stands:
 *
 *     {"games","current","entries","undo","redo",      how many games, which one is current (from 1; 0: none),
 *                                                       entries that count, what undo and redo would be about
 *      "sheet":null or {"ruleset","points","teams","over","winners":["A"],"question","answers","asks","players":[...]
 *        counts   "number_deck","action_deck","shed","steps","bonus_wins","card","actor","target","turn","claimant",
 *                 "asked":["B"],"round":null or {"bidders":["A"],"shows"},"choices":[...]
 *        points   "target","deals","double","cards":[{"code","name","glyph","points"}]}}
 *
 * A player is {"seat","name","team","wins","remarks"} and {"numbers","actions","streak","blocked","duty","shown",
 * "leads","claims"}, or {"points"}. `asks` is round, counter, reply, penalty, shed, name, steal, hit, bonus, claim,
 * stuck, deal or over. A choice is {"line","kind"} and what it says of "seat", "other", "card", "second", "choice",
 * "sort" and "sheds"; number rounds, corrections and, where a round can begin, passing are none. */
const char *PAGE_CALL(page_arbiter_sheet)(void);

/* {"ok","told","ruleset","points","names":[...],"numbers","actions","lead"}: what a line such as "game split-v3 players
 * Ada Ben" would begin. Nothing is entered. */
const char *PAGE_CALL(page_arbiter_try)(const char *line);

/* {"games":[{"ruleset","names","points","over","winners","entries"}]} */
const char *PAGE_CALL(page_arbiter_games)(void);

/* {"entries":[{"line","told","events"}]}: at most so many of the current game, the newest last; on a score sheet also
 * "deal" (0: a correction) and "scores". */
const char *PAGE_CALL(page_arbiter_past)(unsigned most);

/* {"text"}: the current game as "text", "csv" or "json"; or as "log", one with its entries that count alone. */
const char *PAGE_CALL(page_arbiter_export)(const char *format);

#endif
