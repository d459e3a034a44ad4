/* bot.c -- `uno bot NAME`: one of the bots of this program, spoken to in the bot
 * protocol on stdin and stdout. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../wire/talk.h"
#include "bot_choice.h"
#include "command.h"

enum { OPT_WORLDS, OPT_THINK };
static const OptionRow options[] = {
    {"worlds", 'w', "N", "worlds it samples for a decision (default: as the host says)"},
    {"think", 't', "MS", "milliseconds it thinks about a decision (default: as the host says)"},
    {NULL, 0, NULL, NULL},
};

enum { THINK_MS_MAX = 600000 };

static uint64_t clock_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* STATUS_GOOD, or what to leave with. */
static int read_plan(OptionReader *reader, const BotKind **kind, BotBudget *budget) {
    for (int option; (option = option_next(reader)) != OPTION_END;) {
        long number;
        unsigned ms;
        switch (option) {
        case OPT_WORLDS:
            if (!option_number(reader, "--worlds", reader->value, 1, WORLDS_MAX, &number)) return STATUS_BAD_INPUT;
            budget->worlds = (unsigned)number;
            break;
        case OPT_THINK:
            if (!read_think(reader, THINK_MS_MAX, &ms)) return STATUS_BAD_INPUT;
            budget->think_us = ms * 1000;
            break;
        case OPTION_WORD:
            if (*kind) return complain(reader, "one bot at a time; '%s' is too much", reader->value);
            if (!(*kind = choose_bot(reader, reader->value, FOR_ALL))) return STATUS_BAD_INPUT;
            break;
        default: return STATUS_BAD_INPUT; /* foreign: the reader has complained */
        }
    }
    if (!*kind) return complain(reader, "which bot? Try `uno bot random`, or `uno bot --help`");
    return STATUS_GOOD;
}

/* Says a line at once, and frees it. */
static bool say(char *line) {
    bool good = !line || (printf("%s\n", line) >= 0 && fflush(stdout) == 0);
    free(line);
    return good;
}

/* Lines, as long as they come; a line that is too long leaves no hope of the next. */
static int converse(Talk *talk) {
    char *line = malloc(PROTOCOL_HOST_LINE_MAX + 1), *reply;
    int status = line ? STATUS_GOOD : STATUS_FAILED;
    TalkState state = TALK_GOES_ON;
    while (status == STATUS_GOOD && state != TALK_ENDS && fgets(line, PROTOCOL_HOST_LINE_MAX + 1, stdin)) {
        size_t length = strlen(line);
        bool whole = length && line[length - 1] == '\n';
        if (!whole && length == PROTOCOL_HOST_LINE_MAX) {
            say(protocol_error("this line is too long"));
            status = STATUS_BAD_INPUT;
            break;
        }
        while (length && (line[length - 1] == '\n' || line[length - 1] == '\r')) length--;
        if (!length) continue;
        state = talk_hear(talk, line, length, &reply);
        if (!say(reply)) status = STATUS_FAILED;
    }
    free(line);
    return status;
}

static int run(OptionReader *reader) {
    const BotKind *kind = NULL;
    BotBudget budget = {.clock_us = clock_us};
    int status = read_plan(reader, &kind, &budget);
    if (status != STATUS_GOOD) return status;
    Talk *talk = malloc(sizeof *talk);
    if (!talk) return STATUS_FAILED;
    talk_init(talk, kind, &budget);
    status = converse(talk);
    free(talk);
    return status;
}

const Command command_bot = {
    "bot",
    "let a built-in bot play through the bot protocol",
    "NAME [--worlds N] [--think MS]",
    "The bot reads one JSON message a line from the standard input and answers on the\n"
    "standard output, as docs/bot-protocol.md explains. So any program can host it:\n"
    "\n"
    "  echo '{\"type\":\"hello\",\"protocol\":\"uno-bot 1\"}' | uno bot random\n"
    "\n"
    "A line that makes no sense is answered with an error, and the bot carries on. Where\n"
    "neither --worlds nor --think is given, the host's \"worlds\" and \"think_ms\" count.\n",
    options,
    run,
};
