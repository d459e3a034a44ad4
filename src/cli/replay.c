/* replay.c -- `uno replay`: tells a recorded game, or shows the table at one of its actions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../engine/position.h"
#include "../record/record.h"
#include "command.h"
#include "say.h"

enum { EVERYBODY = SPECTATOR + 1 };

enum { OPT_AT, OPT_SEAT, OPT_POSITION };
static const OptionRow options[] = {
    {"at", 'n', "N", "show the table after action N; 0: when the cards were dealt"},
    {"seat", 'S', "LETTER", "as this seat saw it, with its hand; \"all\" shows every hand"},
    {"position", 'p', NULL, "print the position as text instead of the table"},
    {NULL, 0, NULL, NULL},
};

typedef struct {
    const char *path, *seat_text;
    long at;       /* -1: tell the whole game */
    unsigned seat; /* a seat, SPECTATOR or EVERYBODY */
    bool position;
    const Record *record;
    Speaker speaker;
    Witness witness; /* as of the last action */
    size_t reached;
} Request;

/* ---- showing ---- */

static void show_hand_of(const Request *request, const Game *game, unsigned seat) {
    char heading[RECORD_NAME_MAX + 16];
    snprintf(heading, sizeof heading, "  %c %s:", 'A' + (int)seat, request->speaker.teller.name[seat]);
    say_cards(&request->speaker, heading, &game->own[seat].hand);
}

static void show_table(const Request *request, const Game *game) {
    View view;
    unsigned observer = request->seat == EVERYBODY ? SPECTATOR : request->seat;
    view_of(&request->record->rules, game, &request->witness, observer, &view);
    if (game->board.phase != PHASE_OVER) say_table(&request->speaker, &view);
    if (request->seat == EVERYBODY)
        for (unsigned seat = 0; seat < request->record->players; seat++) show_hand_of(request, game, seat);
    if (observer != SPECTATOR) say_hand(&request->speaker, &view);
    if (game->board.phase == PHASE_OVER) say_result(&request->speaker, &game->board);
    else say_question(&request->speaker, &view);
    if (observer != SPECTATOR && board_waiting(&request->record->rules, &game->board) >> observer & 1)
        say_actions(&request->speaker, &view);
}

static void show_position(const Request *request, const Game *game) {
    char text[POSITION_TEXT_MAX];
    position_format(&request->record->rules, game, &request->witness, text, sizeof text);
    printf("%s", text);
}

static void tell_action(const Request *request, size_t number, Seat seat, Action action, const Witness *witness) {
    char text[ACTION_TEXT_MAX], line[EVENTS_MAX * EVENT_TEXT_MAX] = "";
    size_t used = 0;
    unsigned column = 7;
    for (unsigned i = 0; i < witness->events; i++) {
        char words[WORDS_EVENT_MAX];
        if (words_is_told(witness->event, i)) continue;
        words_event(&request->speaker.teller, &witness->event[i], words, sizeof words);
        size_t length = strlen(words);
        used += (size_t)snprintf(line + used, sizeof line - used, " %s%s", words,
                                 length && words[length - 1] == '!' ? "" : ".");
        if (used >= sizeof line) used = sizeof line - 1;
    }
    if (number == 0) printf("%*s", (int)column, "");
    else {
        action_format(&request->record->rules, action, text, sizeof text);
        column = (unsigned)printf("%5zu. %c %-12s", number, 'A' + seat, text);
    }
    /* In a pipe an action stays on one line, for grep and its like. */
    if (isatty(STDOUT_FILENO)) say_wrapped_at(column, 8, line);
    else printf("%s\n", line);
}

static bool watch(void *context, size_t number, Seat seat, Action action, const Game *game, const Witness *witness) {
    Request *request = context;
    request->reached = number;
    request->witness = *witness;
    bool there = request->at >= 0 && number == (size_t)request->at;
    if (!request->position && (request->at < 0 || there)) tell_action(request, number, seat, action, witness);
    if (request->at < 0 && request->seat == EVERYBODY && !request->position && number == 0)
        for (unsigned each = 0; each < request->record->players; each++) show_hand_of(request, game, each);
    return !there;
}

static int replay(const OptionReader *reader, Request *request) {
    Game game;
    RecordError error;
    if (request->at >= 0 && (size_t)request->at > request->record->actions)
        return complain(reader, "--at %ld: the record has only %zu actions", request->at, request->record->actions);
    if (!record_replay(request->record, watch, request, &game, &error))
        return complain(reader, "%s:%u:%u: %s", request->path, error.line, error.column, error.text);
    if (request->position) show_position(request, &game);
    else show_table(request, &game);
    if (request->at < 0 && !request->position && !request->record->finished)
        printf("  The record ends here after %zu actions: a game still running, or cut off.\n",
               request->record->actions);
    return STATUS_GOOD;
}

/* ---- the command ---- */

static bool read_seat(const OptionReader *reader, Request *request) {
    const char *text = request->seat_text;
    request->seat = SPECTATOR;
    if (!text) return true;
    if (strcmp(text, "all") == 0) return request->seat = EVERYBODY, true;
    unsigned seat = (unsigned)((text[0] & ~0x20) - 'A');
    if (text[0] && !text[1] && seat < request->record->players) return request->seat = seat, true;
    complain(reader, "--seat must be a letter from A to %c, or all, not '%s'", 'A' + (int)request->record->players - 1,
             text);
    return false;
}

static void introduce(Request *request) {
    static char letters[SEATS_MAX][2];
    const Record *record = request->record;
    request->speaker =
        (Speaker){.teller = {.rules = &record->rules, .reader = request->seat}, .colour = say_colours_wanted()};
    for (unsigned seat = 0; seat < record->players; seat++) {
        letters[seat][0] = (char)('A' + (int)seat);
        request->speaker.teller.name[seat] = record->name[seat][0] ? record->name[seat] : letters[seat];
    }
}

static int read_request(OptionReader *reader, Request *request) {
    for (int option; (option = option_next(reader)) != OPTION_END;) switch (option) {
        case OPT_AT:
            if (!option_number(reader, "--at", reader->value, 0, RECORD_ACTIONS_MAX, &request->at))
                return STATUS_BAD_INPUT;
            break;
        case OPT_SEAT: request->seat_text = reader->value; break;
        case OPT_POSITION: request->position = true; break;
        case OPTION_WORD:
            if (request->path) return complain(reader, "one record at a time: '%s' is too much", reader->value);
            request->path = reader->value;
            break;
        default: return STATUS_BAD_INPUT; /* foreign: the reader has complained */
        }
    return request->path ? STATUS_GOOD : complain(reader, "expected the file of a record; see uno replay --help");
}

static int run(OptionReader *reader) {
    Request request = {.at = -1};
    Record record;
    RecordError error;
    size_t length;
    int status = read_request(reader, &request);
    if (status != STATUS_GOOD) return status;
    char *text = read_file(reader, request.path, RECORD_BYTES_MAX, &length);
    if (!text) return STATUS_BAD_INPUT;
    bool good = record_parse(text, length, &record, &error);
    free(text);
    if (!good) return complain(reader, "%s:%u:%u: %s", request.path, error.line, error.column, error.text);
    request.record = &record;
    if (!read_seat(reader, &request)) status = STATUS_BAD_INPUT;
    else {
        introduce(&request);
        status = replay(reader, &request);
    }
    record_free(&record);
    return status;
}

const Command command_replay = {
    "replay",
    "tell a recorded game, or show the table at one of its actions",
    "FILE [--at N] [--seat LETTER] [--position]",
    "Every action is told with its number. With --at the table after that action is shown, as\n"
    "a spectator would see it; with --seat as that seat saw it. FILE may be -.\n\n"
    "  uno replay evening.uno --at 12 --seat B\n",
    options,
    run,
};
