/* session_shared.c -- several people at one keyboard: it is passed on without showing a
 * hand, and a player who acts out of turn says so aloud. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "../words/answer.h"
#include "session_internal.h"

enum { SCREENFUL = 60 };

/* Nobody may read on the screen what the one before had in hand, nor what they get meanwhile. */
static void hide_screen(Session *session) {
    bool terminal = isatty(STDOUT_FILENO);
    if (terminal && session->speaker.colour) printf("\033[2J\033[3J\033[H");
    else if (terminal)
        for (unsigned i = 0; i < SCREENFUL; i++) putchar('\n');
    printf("\n  ----------------------------------------------------------------\n");
    session->hidden = true;
    session->speaker.teller.reader = SPECTATOR;
}

/* What has happened since this person last looked. */
static void tell_missed(const Session *session, Seat seat) {
    if (session->heard[seat] < session->log_length) session_print_log_from(session->log + session->heard[seat]);
}

bool session_pass_keyboard(Session *session, Seat seat) {
    const Home *home = session->home;
    char line[SESSION_LINE_MAX];
    hide_screen(session);
    printf("  Pass the keyboard to %s, then press Enter.\n", home->record.name[seat]);
    if (home_may_undo(home)) printf("  %s can still take back: undo\n", home->record.name[home->holder]);
    for (;;) {
        printf("(%s: Enter) > ", home->record.name[seat]);
        if (!session_read(line)) return false;
        char *word = session_skip_blanks(line);
        if (!*word) break;
        switch (session_hear(session, word)) {
        case HEARD_QUIT: return false;
        case HEARD_ANEW: return true;
        case HEARD_NOTHING: say_wrapped("Enter goes on; undo, log, rules, save, help and quit are heard too."); break;
        case HEARD_ACTION:
        case HEARD_AGAIN: break;
        }
    }
    session->hidden = false;
    home_hand_to(session->home, seat);
    session_address(session);
    tell_missed(session, seat);
    return true;
}

/* "Ben: catch", "b R5": whose words they are; NO_SEAT: nobody's. *rest is what they say. */
static Seat find_speaker(const Home *home, SeatMask seats, char *word, char **rest) {
    for (SeatMask left = seats; left; left &= (SeatMask)(left - 1)) {
        Seat seat = mask_first(left);
        const char *name = home->record.name[seat];
        size_t length = strlen(name);
        bool named = strncasecmp(word, name, length) == 0 && strchr(": ", word[length]);
        if (!named) length = (word[0] & ~0x20) == 'A' + seat;
        if (!length || !word[length] || !strchr(": ", word[length])) continue;
        *rest = word + length + strspn(word + length, ": \t");
        return seat;
    }
    return NO_SEAT;
}

/* One says what they do although nobody waits for them; no hand is shown. */
static Heard hear_out_of_turn(Session *session, SeatMask open, char *word) {
    View view;
    ActionSet set;
    Action action = 0;
    char *rest;
    Seat seat = find_speaker(session->home, open, word, &rest);
    if (seat == NO_SEAT) {
        say_wrapped("Say who acts and how, such as \"Ben: catch\"; Enter: nobody does.");
        return HEARD_AGAIN;
    }
    home_view(session->home, seat, &view);
    view_actions(session_rules(session), &view, &set);
    if (!answer_parse(session_rules(session), &set, &view.own.hand, rest, &action))
        return session_misunderstand(rest), HEARD_AGAIN;
    Verdict verdict = session_act(session, seat, action);
    if (verdict == VERDICT_ok) return HEARD_ANEW;
    session_print_refusal(session, &view, action, verdict);
    return HEARD_AGAIN;
}

static void ask_all(const Session *session, SeatMask open) {
    const Home *home = session->home;
    const ClassicBoard *c = &home->table.game.board.classic;
    char line[512], example[CARD_CODE_MAX + 2] = "catch";
    size_t used = 0;
    bool slip = c->uno_seat != NO_SEAT && !c->uno_called;
    if (slip) printf("  %s has not called UNO.\n", home->record.name[c->uno_seat]);
    else face_format(session_rules(session), c->top, example, sizeof example);
    for (SeatMask left = open; left; left &= (SeatMask)(left - 1))
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s",
                                 used ? ", " : "Does anybody act out of turn? ", home->record.name[mask_first(left)]);
    snprintf(line + used, sizeof line - used, " (such as \"%s: %s\")", home->record.name[mask_first(open)], example);
    say_wrapped(line);
}

bool session_ask_all(Session *session, SeatMask open) {
    char line[SESSION_LINE_MAX];
    hide_screen(session);
    session_print_log(session, 1);
    ask_all(session, open);
    for (;;) {
        printf("(Enter: nobody) > ");
        if (!session_read(line)) return false;
        char *word = session_skip_blanks(line);
        if (!*word) return home_let_be(session->home, open), true;
        Heard heard = session_hear(session, word);
        if (heard == HEARD_NOTHING) heard = hear_out_of_turn(session, open, word);
        if (heard == HEARD_QUIT) return false;
        if (heard == HEARD_ANEW) return true;
    }
}
