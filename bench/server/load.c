/* load.c -- many people in one thread, who use a server as hard as they can or at a
 * given pace; and how it did.
 *
 *     load play PORT SOCKETS SEATS SECONDS ACTIONS_PER_S SERVER    0 actions a second: as many as go
 *     load echo PORT SOCKETS BYTES SECONDS SERVER
 *     load idle PORT SOCKETS                                       says so and stays until its input ends
 *     load return PORT SOCKETS SEATS        all sit down; once a line comes in the server is new, and all come back
 *
 * SERVER is the server's process. Prints JSON, a line each: that it has begun to measure, and what it has measured. */
#define _GNU_SOURCE
#include "load.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    OPENING_MAX = 128,
    EVENTS_AT_ONCE = 512,
    WARM_UP_S = 1,
    OPENING_S = 120,
    PAUSE_NS = 100000000,
    RETURNING_MAX = 2048
};

void load_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static int64_t clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* ---- what is counted ---- */

void load_say(Player *player, const char *text, size_t length) {
    Load *load = player->load;
    load->sent++;
    load->bytes += length;
    if (!length || !line_send(&player->line, text, length)) load_fail("a message could not be sent");
}

void load_note_delay(Load *load, int64_t since_ns) {
    load->actions++;
    if (!load->measuring) return;
    if (load->delays == load->delays_room) {
        load->delays_room = load->delays_room ? 2 * load->delays_room : 1 << 16;
        load->delay_us = realloc(load->delay_us, load->delays_room * sizeof *load->delay_us);
        if (!load->delay_us) load_fail("there is no memory");
    }
    load->delay_us[load->delays++] = (uint32_t)((load->now_ns - since_ns) / 1000);
}

static int by_size(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* In milliseconds; the delays are sorted. */
static double delay_at(const Load *load, double share) {
    if (!load->delays) return 0;
    return load->delay_us[(size_t)(share * (double)(load->delays - 1))] / 1000.0;
}

/* Seconds of processor time. */
static double own_time(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static double server_time(const Load *load) {
    char path[64], text[512] = "";
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", load->server);
    FILE *file = load->server ? fopen(path, "r") : NULL;
    if (!file) return 0;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = 0;
    const char *after = strrchr(text, ')');
    if (after) sscanf(after + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* ---- the loop ---- */

static void wait_and_hear(Load *load) {
    struct epoll_event events[EVENTS_AT_ONCE];
    struct timespec most = {.tv_nsec = load->paced_from ? play_pause(load) : PAUSE_NS};
    int count = epoll_pwait2(load->epoll, events, EVENTS_AT_ONCE, &most, NULL);
    load->now_ns = clock_ns();
    for (int i = 0; i < count; i++) {
        Player *player = events[i].data.ptr;
        if (!line_read(&player->line, play_hear, player)) load_fail("the server has closed a connection");
        load->now_ns = clock_ns();
    }
    if (load->paced_from) play_pace(load);
}

static void open_line(Load *load, unsigned number) {
    Player *player = &load->player[number];
    if (!line_open(&player->line, load->port, number))
        load_fail("connection %u cannot be opened: is ulimit -n too low?", number);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = player};
    epoll_ctl(load->epoll, EPOLL_CTL_ADD, player->line.fd, &event);
}

static void open_player(Load *load, unsigned number) {
    Player *player = &load->player[number];
    player->load = load;
    if (load->parties) {
        Party *party = &load->party[number / load->seats];
        party->seats = load->seats;
        party->player[number % load->seats] = player;
        player->party = party;
    }
    open_line(load, number);
    play_begin(player);
}

static void open_all(Load *load) {
    int64_t until = clock_ns() + OPENING_S * INT64_C(1000000000);
    for (unsigned begun = 0; load->open < load->sockets; wait_and_hear(load)) {
        while (begun < load->sockets && begun < load->open + OPENING_MAX) open_player(load, begun++);
        if (clock_ns() > until) load_fail("only %u of %u are connected", load->open, load->sockets);
    }
}

/* The server that everybody knew is gone, and another one is there by its port: from the moment that the first of them
 * knocks until the last is at its table again. */
static void come_back(Load *load) {
    puts("{\"seated\":true}");
    fflush(stdout);
    if (getchar() == EOF) exit(1);
    for (unsigned i = 0; i < load->sockets; i++) line_close(&load->player[i].line);
    int64_t began = clock_ns();
    load->returning = true;
    load->open = 0;
    for (unsigned begun = 0; load->back < load->sockets; wait_and_hear(load)) {
        for (; begun < load->sockets && begun < load->back + RETURNING_MAX; begun++) {
            open_line(load, begun);
            play_return(&load->player[begun]);
        }
        if (clock_ns() > began + OPENING_S * INT64_C(1000000000))
            load_fail("only %u of %u are back", load->back, load->sockets);
    }
    printf("{\"sockets\":%u,\"seconds\":%.3f,\"refused\":%llu}\n", load->sockets, (double)(clock_ns() - began) / 1e9,
           (unsigned long long)load->refused);
}

static void run_for(Load *load, unsigned seconds) {
    int64_t until = clock_ns() + seconds * INT64_C(1000000000);
    while (clock_ns() < until) wait_and_hear(load);
}

static void measure(Load *load) {
    run_for(load, WARM_UP_S);
    Load before = *load;
    double own = own_time(), server = server_time(load);
    int64_t began = clock_ns();
    load->measuring = true;
    puts("{\"measuring\":true}"); /* somebody may want to disturb it now */
    fflush(stdout);
    run_for(load, load->seconds);
    double seconds = (double)(clock_ns() - began) / 1e9;
    double messages = (double)(load->sent + load->heard - before.sent - before.heard);
    own = own_time() - own;
    server = server_time(load) - server;
    qsort(load->delay_us, load->delays, sizeof *load->delay_us, by_size);
    printf("{\"sockets\":%u,\"seconds\":%.3f,\"actions_per_s\":%.0f,\"messages_per_s\":%.0f,\"bytes_per_message\":%.0f,"
           "\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"worst_ms\":%.3f,\"games\":%llu,\"told\":%llu,\"refused\":%llu,"
           "\"client_cpu\":%.2f,\"server_cpu\":%.2f}\n",
           load->sockets, seconds, (double)(load->actions - before.actions) / seconds, messages / seconds,
           messages > 0 ? (double)(load->bytes - before.bytes) / messages : 0, delay_at(load, 0.5),
           delay_at(load, 0.99), delay_at(load, 1), (unsigned long long)(load->games - before.games),
           (unsigned long long)load->actions, (unsigned long long)load->refused, own / seconds, server / seconds);
}

/* ---- beginning and end ---- */

/* The last processor is ours, so that the server has the others to itself as far as it wants them. */
static void take_last_processor(void) {
    cpu_set_t set;
    size_t last = 0;
    if (sched_getaffinity(0, sizeof set, &set)) return;
    for (size_t i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &set)) last = i;
    if (CPU_COUNT(&set) < 2) return;
    CPU_ZERO(&set);
    CPU_SET(last, &set);
    sched_setaffinity(0, sizeof set, &set);
}

static bool read_line(Load *load, int count, char **words) {
    unsigned number[8] = {0};
    for (int i = 2; i < count && i < 10; i++) number[i - 2] = (unsigned)strtoul(words[i], NULL, 10);
    *load = (Load){.seats = 1, .port = number[0], .sockets = number[1]};
    if (count == 8 && strcmp(words[1], "play") == 0) {
        load->seats = number[2];
        load->seconds = number[3];
        load->rate = number[4];
        load->server = number[5];
    } else if (count == 7 && strcmp(words[1], "echo") == 0) {
        load->mode = MODE_ECHO;
        load->echo_bytes = number[2];
        load->seconds = number[3];
        load->server = number[4];
    } else if (count == 4 && strcmp(words[1], "idle") == 0) load->mode = MODE_IDLE;
    else if (count == 5 && strcmp(words[1], "return") == 0) {
        load->mode = MODE_RETURN;
        load->seats = number[2];
    } else return false;
    bool good = load->sockets && load->seats && load->seats <= PLAYERS_MAX && load->sockets % load->seats == 0;
    return good && load->echo_bytes <= 1000;
}

int main(int count, char **words) {
    Load load;
    if (!read_line(&load, count, words)) {
        fputs("usage: load play PORT SOCKETS SEATS SECONDS ACTIONS_PER_S SERVER\n"
              "       load echo PORT SOCKETS BYTES SECONDS SERVER\n"
              "       load idle PORT SOCKETS\n"
              "       load return PORT SOCKETS SEATS\n",
              stderr);
        return 2;
    }
    take_last_processor();
    load.epoll = epoll_create1(EPOLL_CLOEXEC);
    load.parties = load.mode == MODE_IDLE ? 0 : load.sockets / load.seats;
    load.player = calloc(load.sockets, sizeof *load.player);
    load.party = calloc(load.parties + 1, sizeof *load.party);
    if (load.epoll < 0 || !load.player || !load.party) load_fail("there is no memory");
    open_all(&load);
    if (load.mode == MODE_IDLE) {
        puts("{\"idle\":true}");
        fflush(stdout);
        return getchar() == EOF ? 0 : 1;
    }
    while (load.mode != MODE_ECHO && load.playing < load.sockets) wait_and_hear(&load);
    if (load.rate) load.paced_from = load.now_ns;
    if (load.mode == MODE_RETURN) come_back(&load);
    else measure(&load);
    free(load.delay_us);
    free(load.player);
    free(load.party);
    return 0;
}
