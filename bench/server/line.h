/* line.h -- one connection of the load client: requests first, then a WebSocket.
 *
 * As little as a client can be, so that what is measured is the server: it talks to this
 * machine only, expects what our servers answer, and takes anything else for a failure. */
#ifndef UNO_BENCH_LINE_H
#define UNO_BENCH_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    int fd; /* -1: closed */
    bool is_socket;
    char *kept; /* what was read of a message that is not whole yet */
    size_t count;
} Line;

/* An answer to a request, or a message of the WebSocket; NULL, 0: the WebSocket is open. */
typedef void (*LineHear)(void *context, const char *text, size_t length);

/* From an address of this machine, by the number of the person: a few dozen share one, and a dozen addresses a network,
 * as people do whom no limit by address concerns. False: errno says why. */
bool line_open(Line *line, unsigned port, unsigned person);
void line_close(Line *line);

/* A request with a JSON body, or the wish for a WebSocket (`method` NULL); `cookie` is "" for none. False: it did not
 * go out whole. */
bool line_request(Line *line, const char *method, const char *path, const char *cookie, const char *body);
bool line_send(Line *line, const char *text, size_t length);

/* Reads what is there. False: the connection is over, or something came that was not expected. */
bool line_read(Line *line, LineHear hear, void *context);

#endif
