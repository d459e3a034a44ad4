/* session_tell.c -- what a game line by line tells of itself: events, log, rulebook, refusals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "session_internal.h"

void session_log(Session *session, const char *line) {
    size_t length = strlen(line);
    if (session->log_length + length + 2 > session->log_capacity) {
        size_t capacity = (session->log_length + length + 2) * 2;
        char *more = realloc(session->log, capacity);
        if (!more) return;
        session->log = more;
        session->log_capacity = capacity;
    }
    memcpy(session->log + session->log_length, line, length + 1);
    session->log_length += length;
    session->log[session->log_length++] = '\n';
    session->log[session->log_length] = 0;
}

/* In the log nobody is "you" when several people read it. */
static void log_events(Session *session, const char *told) {
    char line[WORDS_EVENTS_MAX];
    Teller teller = session->speaker.teller;
    if (home_is_shared(session->home)) {
        teller.reader = SPECTATOR;
        words_events(&teller, &session->home->table.witness, line, sizeof line);
        told = line;
    }
    if (told[0]) session_log(session, told);
}

/* All that one action brought about, on one line. */
void session_tell(Session *session, const Cards *before) {
    char line[WORDS_EVENTS_MAX];
    unsigned reader = session->speaker.teller.reader;
    const Home *home = session->home;
    Cards cards;
    words_events(&session->speaker.teller, &session->home->table.witness, line, sizeof line);
    log_events(session, line);
    if (line[0]) say_wrapped(line);
    if (reader < SEATS_MAX &&
        words_gained(&home->table.witness, (Seat)reader, before, &home->table.game.own[reader].hand, &cards))
        say_cards(&session->speaker, "  You get:", &cards);
}

/* The reader's hand, to be compared with later. */
Cards session_hand(const Session *session) {
    unsigned reader = session->speaker.teller.reader;
    return reader < SEATS_MAX ? session->home->table.game.own[reader].hand : (Cards){0};
}

Verdict session_act(Session *session, Seat seat, Action action) {
    Cards before = session_hand(session);
    Verdict verdict = home_act(session->home, seat, action);
    if (verdict == VERDICT_ok && !session->home->trouble[0]) session_tell(session, &before);
    return verdict;
}

void session_print_log_from(const char *at) {
    while (*at) {
        char line[WORDS_EVENTS_MAX];
        size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        say_wrapped(line);
        at += length + 1;
    }
}

void session_print_log(const Session *session, unsigned most) {
    if (!session->log_length) return;
    const char *at = session->log + session->log_length - 1;
    for (unsigned lines = 0; at > session->log; at--)
        if (at[-1] == '\n' && ++lines == most) break;
    session_print_log_from(at);
}

void session_print_book(const Session *session) {
    Printer printer = printer_on(stdout);
    ruleset_book(session->ruleset, NULL, BOOK_TERMINAL, 80, &printer);
}

void session_print_refusal(const Session *session, const View *view, Action action, Verdict verdict) {
    char line[WORDS_REFUSAL_MAX];
    words_refusal(&session->speaker.teller, view, action, verdict, line, sizeof line);
    say_wrapped(line);
}

/* Card by card, what the rules have against it. */
void session_print_why(const Session *session, const View *view) {
    const Rules *rules = session_rules(session);
    ActionSet set;
    view_actions(rules, view, &set);
    Verdict last = VERDICT_ok;
    uint64_t wrong = cards_faces(&view->own.hand) & ~set.cards;
    ActionKind kind = set.card_kind == ACT_NONE ? ACT_PLAY : set.card_kind;
    if (!wrong) printf("  Every card you hold can be used now.\n");
    for (Verdict verdict = VERDICT_ok; verdict < VERDICTS; verdict++)
        for (uint64_t faces = wrong; faces; faces &= faces - 1) {
            Face face = (Face)bits_first(faces);
            char card[SAY_CARD_MAX];
            unsigned choice = rules->asks[face] & ASKS_COLOUR && kind == ACT_PLAY ? RED : NO_CHOICE;
            Action action = action_full(kind, face, choice, NO_SEAT, false);
            if (board_refusal(rules, &view->board, &view->own, view->seat, action) != verdict || verdict == VERDICT_ok)
                continue;
            if (verdict != last) {
                if (last != VERDICT_ok) printf("\n");
                session_print_refusal(session, view, action_plain(ACT_NONE), verdict);
                printf("   ");
            }
            last = verdict;
            printf(" %s", say_card(&session->speaker, face, card));
        }
    if (last != VERDICT_ok) printf("\n");
}
