/* names.h -- what people may be called, and what they may say: text that everybody can
 * see for what it is, in one spelling (Unicode NFC).
 *
 * A name is refused where it has characters that nobody sees or that turn the direction
 * of writing; what people say is tidied instead. */
#ifndef UNO_HUB_NAMES_H
#define UNO_HUB_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "../store/store.h"

enum { NAME_CHARACTERS_MAX = 20, MARKS_MAX = 2 /* accents on one letter */ };

/* A name of a person, club, table or bot: blanks are tidied, and it has 1 to NAME_CHARACTERS_MAX characters as
 * people count them. False: *why says what to do. */
bool name_tidy(const char *text, char out[STORE_NAME_MAX], const char **why);

/* The name as it is compared: names that differ only in case or width have one key. `name` went through
 * name_tidy(), which sees to it that the key has room. */
void name_key(const char *name, char out[STORE_NAME_MAX]);

/* Something that is said: one line; what cannot be shown is dropped. False: there is nothing left, it is longer
 * than `most_characters` or does not fit into `out`, or it is no UTF-8. */
bool text_tidy(const char *text, size_t most_characters, char *out, size_t size, const char **why);

/* The first line of a longer text, counted from 1, that is no UTF-8 or has characters that nobody sees; 0: there is
 * none. Tabs and line ends are fine. */
unsigned text_hidden_line(const char *text, size_t length);

/* Makes UTF-8 of a text that was perhaps cut in the middle of a character. */
void text_mend(char *text);

#endif
