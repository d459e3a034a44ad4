/* foreign.h -- text that comes from somebody else's program, before it is shown: nothing in
 * it may move a terminal's cursor, turn the direction of writing or hide. */
#ifndef UNO_CLIENT_FOREIGN_H
#define UNO_CLIENT_FOREIGN_H

#include <cjson/cJSON.h>
#include <stdbool.h>

/* In place: every control character, character of direction or format, and byte that is no UTF-8 becomes '?'. */
void foreign_clean(char *text);

/* Every text in it, names of members as well. `keeps_lines`: line ends stay, for a ruleset. */
void foreign_clean_json(cJSON *json, bool keeps_lines);

#endif
