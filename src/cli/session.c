/* session.c -- a game line by line at one keyboard: hears, asks, acts. */
#define _GNU_SOURCE
#include "session.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../words/answer.h"
#include "session_help.h"
#include "session_internal.h"

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
    (void)number;
    interrupted = 1;
}

/* Without SA_RESTART a signal also ends a waiting read. */
static void catch_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = SIG_IGN; /* a closed pipe must not cost the record */
    sigaction(SIGPIPE, &action, NULL);
}

void session_address(Session *session) {
    const Home *home = session->home;
    Seat seat = home_is_shared(home) ? home->holder : home->people ? mask_first(home->people) : NO_SEAT;
    session->speaker.teller.reader = seat < SEATS_MAX ? seat : SPECTATOR;
}

/* ---- hearing ---- */

/* What came out of a pipe is shown, so that the transcript can be read. */
static void echo(const char *line) {
    if (isatty(STDIN_FILENO)) return;
    for (; *line; line++) putchar((unsigned char)*line < ' ' || *line == 0x7F ? '?' : *line);
    putchar('\n');
}

bool session_read(char line[SESSION_LINE_MAX]) {
    fflush(stdout);
    if (interrupted || !fgets(line, SESSION_LINE_MAX, stdin)) return printf("\n"), false;
    size_t length = strlen(line);
    if (length && line[length - 1] != '\n' && !feof(stdin))
        for (int c; (c = getchar()) != EOF && c != '\n';) {}
    line[strcspn(line, "\r\n")] = 0;
    echo(line);
    return !interrupted;
}

char *session_skip_blanks(char *text) { return text + strspn(text, " \t"); }

static Heard take_back(Session *session) {
    Home *home = session->home;
    if (home_undo(home)) {
        printf("  Taken back.\n");
        session_log(session, "The last action is taken back.");
        return HEARD_ANEW;
    }
    if (!home->undo_allowed) printf("  This game is played without taking back.\n");
    else if (home_is_shared(home) && home->record.actions)
        say_wrapped("Only what nobody else has seen since can be taken back, by who did it.");
    else printf("  There is nothing to take back.\n");
    return HEARD_AGAIN;
}

static Heard save_to(Session *session, const char *path) {
    SaveFile *save = session->save;
    char line[2 * SAVE_PATH_MAX + 200];
    if (path[0] && save->path[0] && strcmp(path, save->path) != 0)
        snprintf(line, sizeof line, "The game is kept in %s already.", save->path);
    else if (!path[0] && !save->path[0]) snprintf(line, sizeof line, "Where? Type save and the name of a new file.");
    else save_begin(save, session->home, path, line, sizeof line);
    say_wrapped(line);
    return HEARD_AGAIN;
}

/* One of the words that need no hand to look at. */
Heard session_hear(Session *session, const char *word) {
    bool bare = !word[strcspn(word, " \t")];
    if (bare && (strcmp(word, "quit") == 0 || strcmp(word, "exit") == 0 || strcmp(word, "q") == 0)) return HEARD_QUIT;
    if (strcmp(word, "undo") == 0) return take_back(session);
    if (strcmp(word, "save") == 0) return save_to(session, "");
    if (strncmp(word, "save ", 5) == 0) return save_to(session, word + 5 + strspn(word + 5, " \t"));
    if (strcmp(word, "help") == 0 || strcmp(word, "h") == 0)
        session_help(session_rules(session), home_is_shared(session->home));
    else if (strcmp(word, "log") == 0) session_print_log(session, SESSION_LOG_LINES);
    else if (strcmp(word, "rules") == 0) session_print_book(session);
    else return HEARD_NOTHING;
    return HEARD_AGAIN;
}

static Heard hear_own_key(Session *session, const View *view, const char *word) {
    if (strcmp(word, "?") == 0) say_actions(&session->speaker, view);
    else if (strcmp(word, "why") == 0) session_print_why(session, view);
    else if (strcmp(word, "hand") == 0) {
        say_table(&session->speaker, view);
        say_hand(&session->speaker, view);
        say_question(&session->speaker, view);
    } else return session_hear(session, word);
    return HEARD_AGAIN;
}

void session_misunderstand(const char *word) {
    if (strspn(word, "0123456789") == strlen(word)) printf("  There is no answer %s: ? lists them.\n", word);
    else say_wrapped("That is not understood. ? lists what you can do now, help explains the words.");
}

/* ---- one person ---- */

/* The one thing that can be done, where there is only one. */
static bool only_action(const Session *session, const ActionSet *set, Action *out) {
    Action list[ACTIONS_MAX];
    if (action_set_list(session_rules(session), set, list) != 1) return false;
    *out = list[0];
    return true;
}

static void prompt(const Session *session, const ActionSet *set, bool asked) {
    Action only;
    char text[ACTION_TEXT_MAX] = "let it be";
    bool enter = !asked;
    if (asked && only_action(session, set, &only)) {
        action_format(session_rules(session), only, text, sizeof text);
        enter = true;
    }
    if (enter) printf("(Enter: %s) ", text);
    printf("> ");
}

static Heard hear(Session *session, const View *view, const ActionSet *set, bool asked, Action *out) {
    char line[SESSION_LINE_MAX];
    prompt(session, set, asked);
    if (!session_read(line)) return HEARD_QUIT;
    char *word = session_skip_blanks(line);
    if (!*word) {
        if (!asked) return HEARD_NOTHING;
        if (only_action(session, set, out)) return HEARD_ACTION;
        printf("  Type what you do, ? for a list, or help.\n");
        return HEARD_AGAIN;
    }
    Heard key = hear_own_key(session, view, word);
    if (key != HEARD_NOTHING) return key;
    if (answer_parse(session_rules(session), set, &view->own.hand, word, out)) return HEARD_ACTION;
    session_misunderstand(word);
    return HEARD_AGAIN;
}

/* Asks the person until they act, take back or let it be (true), or leave (false). */
static bool person_answers(Session *session, Seat seat) {
    View view;
    ActionSet set;
    bool asked = home_asked(session->home) >> seat & 1;
    home_view(session->home, seat, &view);
    view_actions(session_rules(session), &view, &set);
    session->heard[seat] = session->log_length;
    if (asked) {
        say_table(&session->speaker, &view);
        say_hand(&session->speaker, &view);
    }
    say_question(&session->speaker, &view);
    for (;;) {
        Action action = 0;
        Verdict verdict;
        switch (hear(session, &view, &set, asked, &action)) {
        case HEARD_QUIT: return false;
        case HEARD_NOTHING: home_let_be(session->home, (SeatMask)(1u << seat)); return true;
        case HEARD_ANEW: return true;
        case HEARD_AGAIN: break;
        case HEARD_ACTION:
            verdict = session_act(session, seat, action);
            if (verdict == VERDICT_ok) return true;
            session_print_refusal(session, &view, action, verdict);
        }
    }
}

/* ---- the game ---- */

static bool ask_people(Session *session) {
    Home *home = session->home;
    SeatMask open = home_open(home);
    Seat seat = home_person(home);
    if (!home_is_shared(home)) return person_answers(session, seat);
    if (open) return session_ask_all(session, open);
    if (home->holder != seat || session->hidden) return session_pass_keyboard(session, seat);
    return person_answers(session, seat);
}

static void begin(Session *session) {
    Home *home = session->home;
    Cards nothing = {0};
    session->speaker = (Speaker){.teller = {.rules = &home->record.rules}, .colour = say_colours_wanted()};
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) session->speaker.teller.name[seat] = home->record.name[seat];
    session_address(session);
    catch_signals();
    session_tell(session, &nothing);
}

SessionEnd session_run(Session *session) {
    Home *home = session->home;
    begin(session);
    for (;;) {
        if (interrupted) return SESSION_INTERRUPTED;
        Cards before = session_hand(session);
        switch (home_step(home)) {
        case HOME_ACTED: session_tell(session, &before); break;
        case HOME_ASKS:
            if (!ask_people(session)) return interrupted ? SESSION_INTERRUPTED : SESSION_QUIT;
            break;
        case HOME_OVER: say_result(&session->speaker, &home->table.game.board); return SESSION_OVER;
        case HOME_WAITS: /* nothing at home is live */
        case HOME_FAILED: return SESSION_FAILED;
        }
    }
}

void session_free(Session *session) { free(session->log); }
