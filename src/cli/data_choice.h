/* data_choice.h -- which database of a server is meant, for the commands that use one. */
#ifndef UNO_DATA_CHOICE_H
#define UNO_DATA_CHOICE_H

#include "options.h"

enum { DATA_CHOICE_MAX = 1024 };

/* What --data says; else $UNO_DATA; else uno/uno.db in $XDG_STATE_HOME or ~/.local/state, whose folder is made
 * if `make` is set. False: said why on stderr. */
bool choose_data(const OptionReader *reader, const char *given, bool make, char out[DATA_CHOICE_MAX]);

/* Nothing is to be kept. */
bool is_memory(const char *data);

#endif
