/* net_metrics.c -- numbers for a monitor, in the text form of Prometheus: those of the
 * hub, then those of the net. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net_internal.h"

static const uint32_t steps_us[HISTOGRAM_STEPS] = {50,    100,   250,   500,    1000,   2500,    5000,
                                                   10000, 25000, 50000, 100000, 250000, 1000000, 5000000};

void histogram_add(Histogram *histogram, uint64_t us) {
    unsigned step = 0;
    while (step < HISTOGRAM_STEPS && us > steps_us[step]) step++;
    histogram->count[step]++;
    histogram->total_us += us;
}

static void put_text(void *sink, const char *text) { fputs(text, sink); }

static void put_number(FILE *out, const char *kind, const char *name, const char *help, uint64_t value) {
    fprintf(out, "# HELP %s %s\n# TYPE %s %s\n%s %" PRIu64 "\n", name, help, name, kind, name, value);
}

static void put_histogram(FILE *out, const char *name, const char *help, const Histogram *histogram) {
    uint64_t sum = 0;
    fprintf(out, "# HELP %s %s\n# TYPE %s histogram\n", name, help, name);
    for (unsigned i = 0; i < HISTOGRAM_STEPS; i++) {
        sum += histogram->count[i];
        fprintf(out, "%s_bucket{le=\"%g\"} %" PRIu64 "\n", name, steps_us[i] / 1e6, sum);
    }
    sum += histogram->count[HISTOGRAM_STEPS];
    fprintf(out, "%s_bucket{le=\"+Inf\"} %" PRIu64 "\n%s_sum %g\n%s_count %" PRIu64 "\n", name, sum, name,
            (double)histogram->total_us / 1e6, name, sum);
}

static uint64_t resident_bytes(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%*u %lu", &pages) != 1) pages = 0;
    fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void put_net(FILE *out, Net *net) {
    const NetCount *count = &net->count;
    put_number(out, "gauge", "uno_connections", "Connections that are open.", net->conns);
    put_number(out, "gauge", "uno_websockets", "WebSockets that are open.", net->sockets);
    put_number(out, "counter", "uno_connections_total", "Connections that were accepted.", count->accepted);
    put_number(out, "counter", "uno_connections_refused_total", "Connections beyond the limits.", count->refused);
    put_number(out, "counter", "uno_http_requests_total", "Requests.", count->requests);
    put_number(out, "counter", "uno_messages_in_total", "Messages of WebSockets.", count->messages_in);
    put_number(out, "counter", "uno_frames_out_total", "Frames sent to WebSockets.", count->frames_out);
    put_number(out, "counter", "uno_bytes_in_total", "Bytes of messages and bodies.", count->bytes_in);
    put_number(out, "counter", "uno_bytes_out_total", "Bytes of frames and answers.", count->bytes_out);
    put_number(out, "counter", "uno_slow_dropped_total", "Connections dropped because they read too slowly.",
               count->slow);
    put_number(out, "counter", "uno_silent_dropped_total", "WebSockets dropped without a sign of life.", count->silent);
    put_number(out, "counter", "uno_broken_dropped_total", "Connections dropped in the middle of what they sent.",
               count->broken);
    put_number(out, "counter", "uno_log_lost_total", "Lines that the log did not take.", count->log_lost);
    put_number(out, "gauge", "uno_jobs_waiting", "Thoughts of bots that wait or run.", threads_waiting(net));
    put_number(out, "gauge", "uno_resident_bytes", "Memory in use.", resident_bytes());
    put_histogram(out, "uno_commit_seconds", "How long writing a batch to the disk took.", &count->commit);
    put_histogram(out, "uno_read_seconds", "How long looking up a few things in the store took.", &count->read);
    put_histogram(out, "uno_turn_seconds", "How long the loop was busy with a round of events.", &count->turn);
    put_histogram(out, "uno_job_seconds", "How long a bot thought.", &count->job);
}

char *metrics_text(Net *net, size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (!out) return NULL;
    Printer printer = {put_text, out};
    hub_metrics(net->hub, &printer);
    put_net(out, net);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}
