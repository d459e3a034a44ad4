/* view_delta.h -- what changed in a seat's view, as JSON: what a seat is sent at every
 * move, some 100 bytes instead of the whole view. Writing allocates nothing.
 *
 *     {"turn":"B","awaited":["B"],"turns":7,"hand":{"-":["R5"]},"top":"R5",
 *      "discards":{"+":["R2"]},"players":{"A":{"cards":6}}}
 *
 * The fields are those of view_to_json(); what is not there has not changed.
 *
 * - A field replaces that of the view. A group (`pending`, `honesty`, `uno`) holds its
 *   changed fields only.
 * - A list of cards (`hand`, `discards` or `shed`, a player's `known`) is the whole new list, or
 *   an object: "-" lists cards to take out, "+" cards to put in, and either may be missing.
 *   Lists of cards are sorted: in the order in which a game's
 *   `cards` tells them: a reader that keeps them so has exactly view_to_json(after).
 * - `players` is an object: by the letter of the seat, the changed fields of that player.
 * - Any other list is given whole.
 *
 * A page applies it, with `order` the codes of the game's `cards`:
 *
 *     function apply(view, delta) {
 *       for (const [name, change] of Object.entries(delta)) {
 *         const old = view[name];
 *         if (change === null || typeof change !== "object" || Array.isArray(change)) view[name] = change;
 *         else if (name === "players") for (const seat in change) apply(old[seat.charCodeAt(0) - 65], change[seat]);
 *         else if (!Array.isArray(old)) apply(old, change);
 *         else {
 *           for (const card of change["-"] ?? []) old.splice(old.indexOf(card), 1);
 *           old.push(...change["+"] ?? []);
 *           old.sort((a, b) => order.indexOf(a) - order.indexOf(b));
 *         }
 *       }
 *     } */
#ifndef UNO_VIEW_DELTA_H
#define UNO_VIEW_DELTA_H

#include "view_json.h"

/* Room for every card there can be, once; and for everything else. */
enum { VIEW_TEXT_MAX = FACES * COPIES_MAX * (CARD_CODE_MAX + 3) + 4096, VIEW_DELTA_MAX = VIEW_TEXT_MAX };

/* Writes what changed from `before` to `after`, two views of one observer at one table; "{}"
 * when nothing did. Always closed with a zero; returns the whole length, whether it fitted
 * or not. In VIEW_DELTA_MAX nothing is cut. */
unsigned view_delta_format(const Rules *rules, const View *before, const View *after, char *out, unsigned size);

/* Changes *view by a delta. Fields it does not know are passed over. False: `error` says where
 * and what was expected, or that no game of these rules can look like the result; *view is
 * untouched. */
bool view_delta_apply(const Rules *rules, View *view, const cJSON *delta, char error[JSON_ERROR_MAX]);

/* A whole view: the text of view_to_json(), printed unformatted. In VIEW_TEXT_MAX nothing is cut. */
unsigned view_format(const Rules *rules, const View *view, char *out, unsigned size);

#endif
