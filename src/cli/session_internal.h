/* session_internal.h -- what the files of a session share. */
#ifndef UNO_SESSION_INTERNAL_H
#define UNO_SESSION_INTERNAL_H

#include "session.h"

enum { SESSION_LINE_MAX = 256, SESSION_LOG_LINES = 20 };

static inline const Rules *session_rules(const Session *session) { return &session->home->record.rules; }

/* Whom "you" means from now on: the only person, or who holds the keyboard. */
void session_address(Session *session);

/* ---- session_tell.c ---- */

void session_log(Session *session, const char *line);

/* Prints the last lines of the log, at most so many. */
void session_print_log(const Session *session, unsigned most);
void session_print_log_from(const char *at);

/* The reader's hand, to be compared with after something has happened. */
Cards session_hand(const Session *session);

/* Tells what the last action brought about; `before` is what session_hand() was. */
void session_tell(Session *session, const Cards *before);

/* A person acts, and it is told. */
Verdict session_act(Session *session, Seat seat, Action action);

void session_print_book(const Session *session);
void session_print_refusal(const Session *session, const View *view, Action action, Verdict verdict);

/* Card by card, what the rules have against it. */
void session_print_why(const Session *session, const View *view);

/* ---- session.c ---- */

/* HEARD_AGAIN: something was told, the question stays. HEARD_ANEW: the table has changed. */
typedef enum { HEARD_NOTHING, HEARD_ACTION, HEARD_QUIT, HEARD_AGAIN, HEARD_ANEW } Heard;

/* The next line that somebody types; false: there is none, or the game is interrupted. */
bool session_read(char line[SESSION_LINE_MAX]);
char *session_skip_blanks(char *text);

/* Does what a word asks for that needs no hand to look at; HEARD_NOTHING: it is none. */
Heard session_hear(Session *session, const char *word);
void session_misunderstand(const char *word);

/* ---- session_shared.c ---- */

/* True: the person sits there now, or the table has changed. False: they leave. */
bool session_pass_keyboard(Session *session, Seat seat);

/* Asks all who might act out of turn at once. False: they leave. */
bool session_ask_all(Session *session, SeatMask open);

#endif
