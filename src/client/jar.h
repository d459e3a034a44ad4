/* jar.h -- who one is at which server: a small file of sessions, for its owner's eyes
 * only (0600), so that coming back finds the own seat. One line each: the address of the
 * server, the name one asked for ("" for none), the cookie; separated by tabs. */
#ifndef UNO_CLIENT_JAR_H
#define UNO_CLIENT_JAR_H

#include "link.h"

enum { JAR_PATH_MAX = 1024 };

/* uno/sessions in $XDG_STATE_HOME, or in ~/.local/state. False: there is no home folder. */
bool jar_path(char out[JAR_PATH_MAX]);

/* The cookie of that name at that server; false: there is none. */
bool jar_find(const char *path, const char *base, const char *name, char cookie[CLIENT_COOKIE_MAX]);

/* Remembers it; makes file and folders. False: `trouble` says why. */
bool jar_keep(const char *path, const char *base, const char *name, const char *cookie,
              char trouble[CLIENT_TROUBLE_MAX]);

/* The command that comes back to a table as the same person; returns `out`. */
const char *jar_command(const char *base, const char *name, const char *code, char *out, size_t size);

#endif
