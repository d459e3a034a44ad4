/* net_log.c -- the log: one JSON object a line. A log that cannot be written to just
 * now loses lines, which are counted; the loop does not wait for it. */
#define _GNU_SOURCE
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "net_internal.h"

enum { LOG_LINE_MAX = 2048 }; /* below what a pipe takes in one piece */

static size_t write_time(char *out, size_t size) {
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t used = strftime(out, size, "{\"time\":\"%Y-%m-%dT%H:%M:%S", &parts);
    return used + (size_t)snprintf(out + used, size - used, ".%03ldZ\"", now.tv_nsec / 1000000);
}

void net_log(Net *net, LogLevel level, const char *event, const char *detail, ...) {
    static const char *const names[] = {"error", "warn", "info"};
    if (level > net->config->log_level) return;
    char line[LOG_LINE_MAX], members[LOG_LINE_MAX - 200];
    va_list arguments;
    va_start(arguments, detail);
    int count = vsnprintf(members, sizeof members, detail, arguments);
    va_end(arguments);
    if (count >= (int)sizeof members) snprintf(members, sizeof members, "\"detail\":\"too long for the log\"");
    size_t used = write_time(line, sizeof line);
    used += (size_t)snprintf(line + used, sizeof line - used, ",\"level\":\"%s\",\"event\":\"%s\"%s%s}\n", names[level],
                             event, members[0] ? "," : "", members);
    struct pollfd ready = {.fd = net->config->log_fd, .events = POLLOUT};
    if (poll(&ready, 1, 0) != 1 || !(ready.revents & POLLOUT) ||
        write(net->config->log_fd, line, used) != (ssize_t)used)
        net->count.log_lost++;
}
