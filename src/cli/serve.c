/* serve.c -- `uno serve`: a server for tables of people and bots. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../net/host_name.h"
#include "../net/net.h"
#include "command.h"
#include "data_choice.h"

enum {
    OPT_DATA,
    OPT_PORT,
    OPT_LISTEN,
    OPT_URL,
    OPT_CERT,
    OPT_KEY,
    OPT_HOST,
    OPT_BEHIND_PROXY,
    OPT_SOCKETS,
    OPT_SOCKETS_PER_ADDRESS,
    OPT_SOCKETS_PER_USER,
    OPT_TABLES,
    OPT_TABLES_PER_USER,
    OPT_SPECTATORS,
    OPT_MESSAGES_PER_S,
    OPT_REQUESTS_PER_S,
    OPT_GUESTS_PER_HOUR,
    OPT_IDLE_MINUTES,
    OPT_PACE,
    OPT_PACE_MIN,
    OPT_KEEP,
    OPT_WORKERS,
    OPT_DRAIN,
    OPT_PUSH,
    OPT_PUSH_ALLOW,
    OPT_METRICS_OPEN,
    OPT_LOG_LEVEL,
    OPT_NO_SANDBOX,
    OPT_UNLIMITED,
    OPT_COUNT
};

static const OptionRow options[] = {
    {"data", 'd', "FILE",
     "the database: a file, or postgresql://...; ':memory:' keeps nothing (default: uno/uno.db in $XDG_STATE_HOME or ~/.local/state)"},
    {"port", 'p', "N", "the port (default: 8080; 0: any that is free)"},
    {"listen", 'l', "ADDRESS", "listen on this address of the machine only; may be given again (default: on all)"},
    {"url", 0, "URL", "how people reach the server, for links; https makes the cookie secure"},
    {"cert", 0, "FILE", "certificate for TLS, with its chain, PEM"},
    {"key", 0, "FILE", "the certificate's key, PEM"},
    {"host", 0, "NAME", "another name of the server, besides the one in --url; may be given again"},
    {"behind-proxy", 0, "ADDRESS",
     "the proxy in front, or its network: believe its X-Forwarded-For, -Host and -Proto; may be given again"},
    {"sockets", 0, "N", "WebSockets at a time"},
    {"sockets-per-address", 0, "N", "of one address"},
    {"sockets-per-user", 0, "N", "of one person"},
    {"tables", 0, "N", "open tables at a time"},
    {"tables-per-user", 0, "N", "opened by one person"},
    {"spectators", 0, "N", "at one table"},
    {"messages-per-s", 0, "N", "of one WebSocket, with bursts of five times as many"},
    {"requests-per-s", 0, "N", "of one address"},
    {"guests-per-hour", 0, "N", "new guests of one address"},
    {"idle-minutes", 0, "N", "how long before a table with nobody at it closes"},
    {"pace", 0, "MS", "between the moves of bots, unless the table says otherwise"},
    {"pace-min", 0, "MS", "the shortest that a table may choose"},
    {"keep", 0, "DAYS", "how long after a table was closed its log is deleted; records stay (default: 30; 0: never)"},
    {"workers", 'w', "N", "threads that think for bots (default: one fewer than there are processors)"},
    {"drain", 0, "SECONDS", "how long to wait for the disk when stopping (default: 5)"},
    {"push", 0, NULL, "notify people who want it, through their browsers' push services, when a table waits for them"},
    {"push-allow", 0, "HOST", "a push service that may be called by http, even on this machine: for tests"},
    {"metrics-open", 0, NULL, "show /metrics to everybody, not only to this machine and its network"},
    {"log-level", 0, "LEVEL", "error, warn or info (default: info)"},
    {"no-sandbox", 0, NULL, "keep all rights after starting, instead of only those that serving needs"},
    {"unlimited", 0, NULL, "no limits by rate or address: for tests on your own machine"},
    {NULL, 0, NULL, NULL},
};

typedef struct {
    NetConfig net;
    const char *data;
    bool from_line[OPT_COUNT]; /* given there, so what the environment says does not count */
} Wish;

/* ---- options, from the line or the environment ---- */

/* The numbers: where each goes, and its bounds. */
static const struct {
    int option;
    size_t offset;
    long low, high;
} numbers[] = {
    {OPT_PORT, offsetof(NetConfig, port), 0, 65535},
    {OPT_SOCKETS, offsetof(NetConfig, hub.sockets_max), 1, 1000000},
    {OPT_SOCKETS_PER_ADDRESS, offsetof(NetConfig, hub.sockets_per_address), 1, 1000000},
    {OPT_SOCKETS_PER_USER, offsetof(NetConfig, hub.sockets_per_user), 1, 1000000},
    {OPT_TABLES, offsetof(NetConfig, hub.tables_max), 1, 1000000},
    {OPT_TABLES_PER_USER, offsetof(NetConfig, hub.tables_per_user), 1, 1000000},
    {OPT_SPECTATORS, offsetof(NetConfig, hub.spectators_max), 1, 100000},
    {OPT_MESSAGES_PER_S, offsetof(NetConfig, hub.messages_per_s), 1, 100000},
    {OPT_REQUESTS_PER_S, offsetof(NetConfig, hub.requests_per_s), 1, 100000},
    {OPT_GUESTS_PER_HOUR, offsetof(NetConfig, hub.guests_per_hour), 1, 1000000},
    {OPT_IDLE_MINUTES, offsetof(NetConfig, hub.idle_minutes), 1, 100000},
    {OPT_PACE, offsetof(NetConfig, hub.pace_ms), 1, 60000},
    {OPT_PACE_MIN, offsetof(NetConfig, hub.pace_min_ms), 1, 10000},
    {OPT_KEEP, offsetof(NetConfig, hub.keep_days), 0, 36500},
    {OPT_WORKERS, offsetof(NetConfig, workers), 1, 64},
    {OPT_DRAIN, offsetof(NetConfig, drain_s), 0, 3600},
};

static bool read_number(const OptionReader *reader, int option, const char *name, const char *text, NetConfig *net) {
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        long number;
        if (numbers[i].option != option) continue;
        if (!option_number(reader, name, text, numbers[i].low, numbers[i].high, &number)) return false;
        *(unsigned *)((char *)net + numbers[i].offset) = (unsigned)number;
        return true;
    }
    return false;
}

static bool read_level(const OptionReader *reader, const char *name, const char *text, LogLevel *out) {
    static const char *const words[] = {"error", "warn", "info"};
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(text, words[i]) == 0) return *out = (LogLevel)i, true;
    complain(reader, "%s is error, warn or info, not '%s'", name, text);
    return false;
}

static bool read_url(const OptionReader *reader, const char *name, const char *text, NetConfig *net) {
    size_t length = strlen(text);
    while (length && text[length - 1] == '/') length--;
    bool good = strncmp(text, "http://", 7) == 0 || strncmp(text, "https://", 8) == 0;
    if (!good || length >= sizeof net->hub.url) {
        complain(reader, "%s is an address such as https://uno.example.org, not '%s'", name, text);
        return false;
    }
    snprintf(net->hub.url, sizeof net->hub.url, "%.*s", (int)length, text);
    return true;
}

static bool add_listen(const OptionReader *reader, const char *name, const char *text, NetConfig *net) {
    if (net->listens == NET_LISTEN_MAX) return complain(reader, "%s: at most %d of them", name, NET_LISTEN_MAX), false;
    net->listen[net->listens++] = text;
    return true;
}

static bool add_host(const OptionReader *reader, const char *name, const char *text, NetConfig *net) {
    Slice whole = {text, strlen(text)}, host;
    if (net->hosts == NET_HOSTS_MAX) return complain(reader, "%s: at most %d of them", name, NET_HOSTS_MAX), false;
    if (!host_name(whole, &host) || !slice_copy(host, net->host[net->hosts], NET_HOST_SIZE)) {
        complain(reader, "%s is a name such as uno.example.org, not '%s'", name, text);
        return false;
    }
    net->hosts++;
    return true;
}

static bool read_push_allow(const OptionReader *reader, const char *name, const char *text, NetConfig *net) {
    int length = snprintf(net->hub.push_allow, sizeof net->hub.push_allow, "%s", text);
    if (length > 0 && length < (int)sizeof net->hub.push_allow) return true;
    complain(reader, "%s is the name or address of a push service, not '%s'", name, text);
    return false;
}

static bool add_proxy(const OptionReader *reader, const char *name, const char *text, NetConfig *net) {
    if (net->proxies == NET_PROXIES_MAX)
        return complain(reader, "%s: at most %d of them", name, NET_PROXIES_MAX), false;
    if (network_parse(text, &net->proxy[net->proxies])) return net->proxies++, true;
    complain(reader, "%s names the proxy by its address or network: %s%s127.0.0.1, or 10.0.0.0/8, not '%s'", name, name,
             name[0] == '-' ? " " : "=", text);
    return false;
}

/* Several, with commas between them. */
static bool read_list(const OptionReader *reader, const char *name, const char *text,
                      bool (*add)(const OptionReader *, const char *, const char *, NetConfig *), NetConfig *net) {
    char *list = strdup(text), *rest = list;
    bool good = list;
    for (char *word; good && (word = strsep(&rest, ","));) good = add(reader, name, word + strspn(word, " "), net);
    free(list);
    return good;
}

/* `name` is how it was given: "--port" or "UNO_PORT". In the environment a switch may also be off. */
static bool apply(const OptionReader *reader, int option, const char *name, const char *text, Wish *wish) {
    NetConfig *net = &wish->net;
    bool on = strcmp(text, "0") != 0 && strcmp(text, "no") != 0;
    switch (option) {
    case OPT_DATA: return wish->data = text, true;
    case OPT_URL: return read_url(reader, name, text, net);
    case OPT_CERT: return net->cert = text, true;
    case OPT_KEY: return net->key = text, true;
    case OPT_HOST: return read_list(reader, name, text, add_host, net);
    case OPT_BEHIND_PROXY: return read_list(reader, name, text, add_proxy, net);
    case OPT_PUSH: return net->push = on, true;
    case OPT_PUSH_ALLOW: return read_push_allow(reader, name, text, net);
    case OPT_METRICS_OPEN: return net->metrics_open = on, true;
    case OPT_NO_SANDBOX: return net->no_sandbox = on, true;
    case OPT_UNLIMITED: return net->hub.unlimited = on, true;
    case OPT_LOG_LEVEL: return read_level(reader, name, text, &net->log_level);
    case OPT_LISTEN: return add_listen(reader, name, text, net);
    }
    return read_number(reader, option, name, text, net);
}

/* --sockets-per-user is also UNO_SOCKETS_PER_USER. */
static bool read_environment(const OptionReader *reader, Wish *wish) {
    for (int option = 0; option < OPT_COUNT; option++) {
        char name[64] = "UNO_";
        size_t used = 4;
        for (const char *c = options[option].name; *c; c++) name[used++] = *c == '-' ? '_' : (char)toupper(*c);
        name[used] = 0;
        const char *text = getenv(name);
        if (text && *text && !apply(reader, option, name, text, wish)) return false;
    }
    return true;
}

/* Of what may be given again. */
static void forget_environment(int option, NetConfig *net) {
    if (option == OPT_LISTEN) net->listens = 0;
    if (option == OPT_HOST) net->hosts = 0;
    if (option == OPT_BEHIND_PROXY) net->proxies = 0;
}

static int read_wish(OptionReader *reader, Wish *wish) {
    if (!read_environment(reader, wish)) return STATUS_BAD_INPUT;
    for (int option; (option = option_next(reader)) != OPTION_END;) {
        char name[64];
        if (option == OPTION_WORD) return complain(reader, "'%s' is too much; see uno serve --help", reader->value);
        if (option < 0) return STATUS_BAD_INPUT;
        if (!wish->from_line[option]) forget_environment(option, &wish->net);
        wish->from_line[option] = true;
        snprintf(name, sizeof name, "--%s", options[option].name);
        const char *text = reader->value ? reader->value : "yes"; /* a switch has none */
        if (!apply(reader, option, name, text, wish)) return STATUS_BAD_INPUT;
    }
    if (!wish->net.cert != !wish->net.key) return complain(reader, "--cert and --key belong together: give both");
    return STATUS_GOOD;
}

/* ---- the command ---- */

static void say_ready(void *context, const NetReady *ready) {
    const Wish *wish = context;
    if (!wish->net.data) printf("Nothing is kept: all tables are lost when the server stops.\n");
    printf("Open %s\n", wish->net.hub.url[0] ? wish->net.hub.url : ready->urls[0]);
    for (unsigned i = wish->net.hub.url[0] ? 0 : 1; i < ready->url_count; i++) printf("  or %s\n", ready->urls[i]);
    printf("Ctrl-C stops.\n");
    fflush(stdout);
}

static int status_of(NetEnd end) {
    switch (end) {
    case NET_STOPPED: return STATUS_GOOD;
    case NET_CERTIFICATE: return STATUS_BAD_INPUT;
    case NET_ADDRESS: return STATUS_NO_ADDRESS;
    case NET_DATA: return STATUS_NO_DATA;
    case NET_UNWRITTEN: return STATUS_UNWRITTEN;
    case NET_SYSTEM: break;
    }
    return STATUS_FAILED;
}

static int run(OptionReader *reader) {
    Wish wish = {
        .net = {
            .port = 8080, .drain_s = 5, .log_fd = 2, .log_level = LOG_INFO, .ready = say_ready, .hub.keep_days = 30}};
    char data[DATA_CHOICE_MAX], admin[DATA_CHOICE_MAX + 8], trouble[NET_TROUBLE_MAX] = "";
    int status = read_wish(reader, &wish);
    if (status != STATUS_GOOD) return status;
    if (!choose_data(reader, wish.data, true, data)) return STATUS_BAD_INPUT;
#ifdef __SANITIZE_ADDRESS__
    wish.net.no_sandbox = true; /* looking for leaks at the end takes another process */
#endif
    if (!is_memory(data)) wish.net.data = data;
    if (wish.net.data && !store_is_url(data)) {
        snprintf(admin, sizeof admin, "%s.sock", data);
        wish.net.admin = admin;
    }
    wish.net.context = &wish;
    NetEnd end = net_serve(&wish.net, trouble);
    if (end != NET_STOPPED) complain(reader, "%s", trouble);
    return status_of(end);
}

const Command command_serve = {
    "serve",
    "let people and bots meet at tables, in the browser or the terminal",
    "[--port N] [--data FILE] [--cert FILE --key FILE] [OPTION...]",
    "The address to open is printed; the log goes to the standard error, one JSON object a\n"
    "line. Every table is kept in the database and resumes where it was after a restart.\n"
    "Each option is also read from the environment: UNO_PORT is --port, UNO_TABLES_PER_USER\n"
    "is --tables-per-user.\n"
    "\n"
    "Exit status: 0 stopped by a signal, with everything written; 1 the system failed; 2 bad\n"
    "options or certificate; 4 the address cannot be listened on; 5 the database cannot be\n"
    "used; 6 stopped while the disk took nothing. docs/operations.md says more.\n",
    options,
    run,
};
