/* data_choice.c -- where the database lies: as given, by the environment, or in the usual place. */
#include "data_choice.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool is_memory(const char *data) { return strcmp(data, ":memory:") == 0; }

/* Every folder on the way to a file. */
static bool make_folders(const OptionReader *reader, const char *path) {
    char folder[DATA_CHOICE_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(folder, 0700) && errno != EEXIST) {
            complain(reader, "cannot make the folder %s: %s; say with --data where to put the database", folder,
                     strerror(errno));
            return false;
        }
        *slash = '/';
    }
    return true;
}

bool choose_data(const OptionReader *reader, const char *given, bool make, char out[DATA_CHOICE_MAX]) {
    const char *named = given ? given : getenv("UNO_DATA"), *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length;
    if (named && *named) length = snprintf(out, DATA_CHOICE_MAX, "%s", named);
    else if (state && *state) length = snprintf(out, DATA_CHOICE_MAX, "%s/uno/uno.db", state);
    else if (home && *home) length = snprintf(out, DATA_CHOICE_MAX, "%s/.local/state/uno/uno.db", home);
    else return complain(reader, "say with --data where the database is: there is no home folder"), false;
    if (length >= DATA_CHOICE_MAX) return complain(reader, "the path of the database is too long"), false;
    return (named && *named) || !make || make_folders(reader, out);
}
