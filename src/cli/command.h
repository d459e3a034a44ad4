/* command.h -- what a command of `uno` is: one file, one entry of the table in
 * main.c. A command reads its own arguments with options.h.
 *
 * Exit status: 0 all is well; 1 what was checked is not as it should be, or the
 * system failed; 2 the input is bad: a message on stderr, and nothing written;
 * 3 the game of a record is not finished. Of a server: 4 its address cannot be
 * listened on; 5 its database cannot be used; 6 it stopped while the disk took nothing. */
#ifndef UNO_COMMAND_H
#define UNO_COMMAND_H

#include <stddef.h>

#include "options.h"

enum {
    STATUS_GOOD = 0,
    STATUS_FAILED = 1,
    STATUS_BAD_INPUT = 2,
    STATUS_UNFINISHED = 3,
    STATUS_NO_ADDRESS = 4,
    STATUS_NO_DATA = 5,
    STATUS_UNWRITTEN = 6,
    STATUS_INTERRUPTED = 130
};

typedef struct {
    const char *name;
    const char *summary;      /* one line for the overview */
    const char *usage;        /* what follows `uno NAME`; several forms are separated by '\n' */
    const char *help;         /* paragraphs below the options; may be "" */
    const OptionRow *options; /* ends with a row without a name */
    int (*run)(OptionReader *reader);
} Command;

extern const Command command_play, command_rules, command_scenario, command_replay, command_verify, command_bench,
    command_stats, command_arena, command_bot, command_arbiter, command_tournament, command_serve, command_admin,
    command_lab, command_review, command_puzzle;

#endif
