/* arbiter_correct.c -- corrections (H73): a count was wrong, a deck has run out, a
 * score was written down wrongly. */
#include <stdio.h>
#include <string.h>

#include "arbiter_internal.h"

enum { CHOICE_BYTES = 160 };

static const char title[] = "Correct a count";

/* Asks for a number until the book takes `before` NUMBER. */
static ArbiterFlow type_amount(Arbiter *a, const char *about, const char *before, unsigned now) {
    char text[32], why[ARBITER_TOLD] = "", line[ARBITER_LINE + 64];
    snprintf(text, sizeof text, "%u", now);
    for (;;) {
        Typed typed = window_retype(a, title, about, why, text, sizeof text);
        if (typed != TYPED) return typed == TYPED_STOP ? ARBITER_STOP : ARBITER_BACK;
        snprintf(line, sizeof line, "%s %s", before, text);
        if (arbiter_enter(a, line, why, sizeof why)) return ARBITER_STAY;
    }
}

/* ---- a player ---- */

static ArbiterFlow correct_amount(Arbiter *a, Seat seat, int which) {
    static const struct {
        const char *word, *asks;
    } amounts[] = {
        {"numbers", "How many number cards does %s have?"},
        {"actions", "How many action cards does %s have?"},
        {"streak", "How many rounds has %s won in a row?"},
    };
    const Sheet *sheet = arbiter_sheet(a);
    const Board *board = &sheet->tally.game.board;
    const unsigned now[] = {board->count[seat], board->actions[seat], board->split.streak[seat]};
    char line[ARBITER_LINE], about[ARBITER_LINE];
    snprintf(line, sizeof line, "adjust %s %s", sheet->names.name[seat], amounts[which].word);
    snprintf(about, sizeof about, amounts[which].asks, sheet->names.name[seat]);
    return type_amount(a, about, line, now[which]);
}

static int choose_part(Arbiter *a, Seat seat) {
    const Sheet *sheet = arbiter_sheet(a);
    const Board *board = &sheet->tally.game.board;
    char text[4][CHOICE_BYTES], about[ARBITER_LINE];
    const char *choices[] = {text[0], text[1], text[2], text[3], "l give them the lead", CHOICE_BACK, NULL};
    snprintf(text[0], CHOICE_BYTES, "n number cards: %u", board->count[seat]);
    snprintf(text[1], CHOICE_BYTES, "a action cards: %u", board->actions[seat]);
    snprintf(text[2], CHOICE_BYTES, "s rounds won in a row: %u", board->split.streak[seat]);
    snprintf(text[3], CHOICE_BYTES, board->split.blocked >> seat & 1 ? "b lift the block" : "b mark them as blocked");
    snprintf(about, sizeof about, "What has to be corrected for %s?", sheet->names.name[seat]);
    arbiter_draw(a);
    return screen_choose(title, about, choices);
}

static ArbiterFlow correct_seat(Arbiter *a, Seat seat) {
    enum { AMOUNT_CHOICES = 3, BLOCK = 3, LEAD, BACK };
    const Sheet *sheet = arbiter_sheet(a);
    const char *name = sheet->names.name[seat];
    bool blocked = sheet->tally.game.board.split.blocked >> seat & 1;
    char line[ARBITER_LINE];
    for (;;) {
        int choice = choose_part(a, seat);
        if (choice < 0) return ARBITER_STOP;
        if (choice == BACK) return ARBITER_BACK;
        if (choice == BLOCK) snprintf(line, sizeof line, "adjust %s blocked %s", name, blocked ? "no" : "yes");
        if (choice == LEAD) snprintf(line, sizeof line, "adjust lead %s", name);
        if (choice >= AMOUNT_CHOICES) return arbiter_say(a, line), ARBITER_STAY;
        ArbiterFlow flow = correct_amount(a, seat, choice);
        if (flow != ARBITER_BACK) return flow;
    }
}

/* ---- decks and scores ---- */

static ArbiterFlow correct_deck(Arbiter *a, bool numbers) {
    const SplitBoard *split = &arbiter_sheet(a)->tally.game.board.split;
    return type_amount(a,
                       numbers ? "How many cards are in the number deck? 0: it is empty."
                               : "How many cards are in the action deck? 0: it is empty.",
                       numbers ? "deck numbers" : "deck actions", numbers ? split->numbers_left : split->actions_left);
}

static ArbiterFlow correct_score(Arbiter *a, Seat seat) {
    const Sheet *sheet = arbiter_sheet(a);
    char line[ARBITER_LINE], names[CHOICE_BYTES], about[ARBITER_LINE];
    points_name(sheet, seat, false, names, sizeof names);
    snprintf(line, sizeof line, "adjust %s", sheet->names.name[seat]);
    snprintf(about, sizeof about, "What is the total of %s?", names);
    return type_amount(a, about, line, sheet->score.score[seat]);
}

/* ---- the whole ---- */

/* "a Ada: 20 numbers, 3 actions" */
static void write_seat(const Sheet *sheet, Seat seat, char out[CHOICE_BYTES]) {
    const Board *board = &sheet->tally.game.board;
    char key = ask_seat_key(&sheet->names, seat), names[CHOICE_BYTES - 32];
    if (sheet->points) {
        unsigned score = sheet->score.score[seat];
        points_name(sheet, seat, false, names, sizeof names);
        snprintf(out, CHOICE_BYTES, "%c %s: %u %s", key, names, score, plural(score, "point", "points"));
    } else
        snprintf(out, CHOICE_BYTES, "%c %s: %u %s, %u %s", key, sheet->names.name[seat], board->count[seat],
                 plural(board->count[seat], "number", "numbers"), board->actions[seat],
                 plural(board->actions[seat], "action", "actions"));
}

/* Whose counts are corrected: everybody's, but of a score sheet's team that of one. */
static unsigned list_seats(const Sheet *sheet, Seat out[SEATS_MAX]) {
    if (sheet->points) return points_seats(sheet, out);
    for (Seat seat = 0; seat < sheet->names.count; seat++) out[seat] = seat;
    return sheet->names.count;
}

static ArbiterFlow correct_once(Arbiter *a) {
    const Sheet *sheet = arbiter_sheet(a);
    char text[SEATS_MAX][CHOICE_BYTES];
    const char *choices[SEATS_MAX + 4] = {NULL};
    Seat seats[SEATS_MAX];
    unsigned players = list_seats(sheet, seats), count = players;
    for (unsigned i = 0; i < players; i++) write_seat(sheet, seats[i], text[i]), choices[i] = text[i];
    if (!sheet->points) choices[count++] = "1 the number deck", choices[count++] = "2 the action deck";
    choices[count] = CHOICE_BACK;
    arbiter_draw(a);
    int choice = screen_choose(title, "What was counted or written down wrongly?", choices);
    if (choice < 0) return ARBITER_STOP;
    if (choice == (int)count) return ARBITER_STAY;
    if (choice >= (int)players) return correct_deck(a, choice == (int)players);
    return sheet->points ? correct_score(a, seats[choice]) : correct_seat(a, seats[choice]);
}

ArbiterFlow arbiter_correct(Arbiter *a) {
    ArbiterFlow flow = arbiter_sheet(a) ? ARBITER_BACK : ARBITER_STAY;
    while (flow == ARBITER_BACK) flow = correct_once(a);
    return flow;
}
