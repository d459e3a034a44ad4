/* play_online_lines.c -- a table at a server line by line: for pipes, logs and screen
 * readers. Lines are taken in order, an action when it is asked for, so that a whole
 * evening may stand in a file. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../words/answer.h"
#include "play_online.h"
#include "say.h"

enum { LINE_BYTES = 1024 };

typedef struct {
    Client *client;
    ClientTable *table;
    Speaker speaker;
    View before; /* what was known before the last action */
    bool shown;  /* the question is on the terminal */
    bool awaits; /* an action is on its way */
    bool came, closed;
    char typed[LINE_BYTES]; /* read, and not done yet */
    size_t length;
    bool at_end; /* nothing more comes from the input */
} Lines;

static volatile sig_atomic_t interrupted;
static void note_signal(int signal) {
    (void)signal;
    interrupted = 1;
}

/* ---- telling ---- */

static void address(Lines *lines) {
    ClientTable *table = lines->table;
    lines->speaker = (Speaker){.teller = {.rules = &table->ruleset->rules, .reader = table->view.seat},
                               .colour = say_colours_wanted()};
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) lines->speaker.teller.name[seat] = table->player[seat];
    lines->before = table->view;
}

static void tell_room(const ClientTable *table) {
    const ClientRoom *room = &table->room;
    char line[SEATS_MAX * (RECORD_NAME_MAX + 40)] = "";
    size_t used = 0;
    if (room->stage != CLIENT_GATHERING) return;
    for (unsigned seat = 0; seat < room->seats && used < sizeof line; seat++) {
        const ClientSeat *at = &room->seat[seat];
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%c %s%s%s", seat ? ", " : "", 'A' + (int)seat,
                                 at->kind ? at->name : "free", seat == table->you ? " (you)" : "",
                                 at->kind == CLIENT_SEAT_PERSON && !at->ready ? ", not ready" : "");
    }
    say_wrapped(line);
}

static void tell_events(Lines *lines) {
    Witness witness;
    char line[WORDS_EVENTS_MAX];
    const Teller *teller = &lines->speaker.teller;
    client_witness(lines->table, &witness);
    if (words_events(teller, &witness, line, sizeof line)) say_wrapped(line);
    if (words_learnt(teller, &witness, &lines->before, &lines->table->view, line, sizeof line)) say_wrapped(line);
    lines->before = lines->table->view;
    if (lines->table->words) printf("  %s: \"%s\"\n", lines->table->player[lines->table->by], lines->table->words);
}

static void note_joined(Lines *lines) {
    ClientTable *table = lines->table;
    char out[CLIENT_MESSAGE_MAX];
    printf("  %s, table %s. ? lists what you can do.\n", table->room.rules_title, table->room.code);
    if (table->has_game) address(lines);
    if (!lines->came && client_may_sit(table) && client_say_seat(table, "sit", NO_SEAT, out))
        client_send(lines->client, out);
    lines->came = true;
    tell_room(table);
}

static void note_acted(Lines *lines) {
    const ClientTable *table = lines->table;
    lines->shown = lines->awaits = false;
    tell_events(lines);
    if (table->is_over) say_result(&lines->speaker, &table->view.board);
}

static void tell_chat(const ClientTable *table) {
    char line[CLIENT_LINE_MAX];
    client_line_text(client_line(table, 0), line);
    printf("  %s\n", line);
}

static void heard(void *context, ClientHeard what) {
    Lines *lines = context;
    ClientTable *table = lines->table;
    switch (what) {
    case CLIENT_JOINED: note_joined(lines); break;
    case CLIENT_STARTED:
        address(lines);
        tell_events(lines);
        lines->shown = lines->awaits = false;
        break;
    case CLIENT_ACTED: note_acted(lines); break;
    case CLIENT_CHANGED: tell_room(table); break;
    case CLIENT_CHAT: tell_chat(table); break;
    case CLIENT_HELD: printf("  It counts as soon as the others have had their chance.\n"); break;
    case CLIENT_NO:
        lines->awaits = lines->shown = false;
        /* What ends it is said at the end. */
        if (client_link(lines->client) != LINK_ENDED) say_wrapped(table->said);
        break;
    case CLIENT_NOTICE: say_wrapped(table->said); break;
    case CLIENT_CLOSED: lines->closed = true; break;
    case CLIENT_BAD: say_wrapped(client_trouble(lines->client)); break;
    case CLIENT_GAP:
    case CLIENT_PASSED:
    case CLIENT_HELLO:
    case CLIENT_RESUMED:
    case CLIENT_HERE:
    case CLIENT_LOBBY:
    case CLIENT_OK: break;
    }
}

static void linked(void *context, ClientLink link) {
    Lines *lines = context;
    if (link == LINK_BROKEN) printf("  %s Trying again ...\n", client_trouble(lines->client));
    if (link == LINK_OPEN && lines->came) printf("  Connected again.\n");
}

static void show_question(Lines *lines) {
    if (lines->shown || lines->awaits || !client_is_asked(lines->table)) return;
    say_table(&lines->speaker, &lines->table->view);
    say_hand(&lines->speaker, &lines->table->view);
    say_question(&lines->speaker, &lines->table->view);
    printf("> ");
    lines->shown = true;
}

/* ---- typing ---- */

typedef enum { TYPED_DONE, TYPED_LATER, TYPED_QUIT } TypedEnd;

static void send(Lines *lines, unsigned length, const char *text) {
    if (length) client_send(lines->client, text);
}

/* Words that work at any time; false: it is none of them. */
static bool do_word(Lines *lines, const char *line) {
    ClientTable *table = lines->table;
    char out[CLIENT_MESSAGE_MAX], seed[CLIENT_SEED_MAX];
    if (strcmp(line, "ready") == 0) send(lines, client_say_ready(table, true, client_new_seed(seed), out), out);
    else if (strcmp(line, "not ready") == 0) send(lines, client_say_ready(table, false, NULL, out), out);
    else if (strcmp(line, "sit") == 0) send(lines, client_say_seat(table, "sit", NO_SEAT, out), out);
    else if (strcmp(line, "wait") == 0) send(lines, client_say_yes(table, "wait", true, out), out);
    else if (strcmp(line, "bot") == 0) send(lines, client_say_bot(table, NO_SEAT, NULL, out), out);
    else if (strncmp(line, "bot ", 4) == 0) send(lines, client_say_bot(table, NO_SEAT, line + 4, out), out);
    else if (strncmp(line, "say ", 4) == 0) send(lines, client_say_chat(table, line + 4, out), out);
    else if (strcmp(line, "start") == 0) client_start(lines->client);
    else if (strcmp(line, "stand") == 0 || strcmp(line, "back") == 0 || strcmp(line, "pause") == 0 ||
             strcmp(line, "resume") == 0)
        send(lines, client_say(table, line, out), out);
    else return false;
    return true;
}

static void print_help(const Lines *lines) {
    if (client_may_act(lines->table)) say_actions(&lines->speaker, &lines->table->view);
    say_wrapped("ready, start, bot KIND, sit, wait, stand, back, pause, resume: the table. say TEXT: to all. "
                "quit: leave; the seat stays yours.");
}

static TypedEnd do_action(Lines *lines, const char *line) {
    ClientTable *table = lines->table;
    ActionSet set;
    Action action;
    char out[CLIENT_MESSAGE_MAX];
    bool may = client_is_asked(table) || (client_may_act(table) && !lines->at_end);
    if (client_is_playing(table) && (!may || lines->awaits)) return TYPED_LATER;
    if (!client_is_playing(table)) return printf("  No game is under way: ready, then start.\n"), TYPED_DONE;
    view_actions(&table->ruleset->rules, &table->view, &set);
    if (!answer_parse(&table->ruleset->rules, &set, &table->view.own.hand, line, &action)) {
        say_wrapped("That is not understood. ? lists what you can do now.");
        return TYPED_DONE;
    }
    lines->awaits = true;
    send(lines, client_say_do(table, action, NULL, out), out);
    return TYPED_DONE;
}

static TypedEnd do_line(Lines *lines, char *line) {
    line += strspn(line, " \t");
    line[strcspn(line, "\r\n")] = 0;
    if (!lines->table->joined || client_waiting(lines->client)) return TYPED_LATER;
    if (!*line || do_word(lines, line)) return TYPED_DONE;
    if (strcmp(line, "quit") == 0) return TYPED_QUIT;
    if (strcmp(line, "?") == 0 || strcmp(line, "help") == 0) return print_help(lines), TYPED_DONE;
    return do_action(lines, line);
}

/* Reads what is there, if a whole line may still fit. */
static void read_more(Lines *lines) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (lines->at_end || lines->length + 1 >= LINE_BYTES || poll(&input, 1, 0) <= 0) return;
    ssize_t got = read(STDIN_FILENO, lines->typed + lines->length, LINE_BYTES - 1 - lines->length);
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) lines->at_end = true;
    else lines->length += (size_t)got;
    lines->typed[lines->length] = 0;
}

/* Does the lines that are there. TYPED_QUIT: the last of them was to leave, or there are no more. */
static TypedEnd do_lines(Lines *lines) {
    for (;;) {
        char *end = memchr(lines->typed, '\n', lines->length);
        bool full = lines->length + 1 >= LINE_BYTES;
        if (!end && !full)
            return lines->at_end && lines->came && !client_waiting(lines->client) && !lines->awaits ? TYPED_QUIT
                                                                                                    : TYPED_LATER;
        char line[LINE_BYTES];
        size_t used = end ? (size_t)(end - lines->typed) + 1 : lines->length;
        memcpy(line, lines->typed, used);
        line[used] = 0;
        TypedEnd done = do_line(lines, line);
        if (done != TYPED_DONE) return done;
        memmove(lines->typed, lines->typed + used, lines->length - used);
        lines->length -= used;
        lines->shown = lines->shown && lines->awaits;
    }
}

/* ---- the whole ---- */

static void catch_signals(void) {
    struct sigaction action = {.sa_handler = note_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

LinesEnd play_online_lines(Client *client, const char *code) {
    Lines lines = {.client = client, .table = client_table(client)};
    char checked[CLIENT_CHECK_MAX];
    catch_signals();
    client_set_ears(client, (ClientEars){&lines, heard, linked});
    client_join(client, code);
    LinesEnd end = LINES_LEFT;
    for (;;) {
        if (interrupted) end = LINES_INTERRUPTED;
        else if (lines.closed) end = LINES_CLOSED;
        else if (client_link(client) == LINK_ENDED) end = LINES_FAILED;
        if (end != LINES_LEFT) break;
        if (client_check_deal(client, checked)) say_wrapped(checked);
        read_more(&lines);
        if (do_lines(&lines) == TYPED_QUIT) break;
        show_question(&lines);
        fflush(stdout);
        bool listens = !lines.at_end && lines.length + 1 < LINE_BYTES && !memchr(lines.typed, '\n', lines.length);
        client_poll(client, 1000, listens ? STDIN_FILENO : -1);
    }
    client_set_ears(client, (ClientEars){0});
    return end;
}
