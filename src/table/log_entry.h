/* log_entry.h -- what happened at a table, one entry after another: the log. A table is the
 * fold of its log (table.h), so an entry is a fact, not a wish: it says what was decided,
 * and needs no clock and no chance to be carried out again.
 *
 *     make / set        settings (several lines)
 *     secret HEX        what the next deal is drawn from, before the seats add theirs
 *     seed HEX          the same at home, where nobody asks for a proof: drawn from this as it is
 *     sit B 00ab.. p Ada        a person (p) or a program (r) takes a seat
 *     bot B hard        a bot of this program does
 *     wait 00ab.. p Ada / unwait 00ab..     would like to join
 *     stand B           leaves: the seat is free, or a bot plays on for them
 *     kick B            the same, by the host or by vote, and for good
 *     back B            is there again
 *     ready B / unready B
 *     commit B HEX      is ready, and has fixed its seed for the next deal by this hash
 *     ready B HEX       (of older logs) is ready, and says its seed in the open
 *     host B
 *     seal ID DATE      all seats that are taken move together; who plays and what was committed to stays so
 *     reveal B HEX      the seed behind a commitment
 *     start ID DATE     the cards are dealt (in older logs without a seal before: the seats move together now)
 *     act B self R5! [text]     self, clock (a bot for a person) or bot
 *     tell B Who, me?   what a truth or dare is, or the answer to it
 *     lapse B           used up all time
 *     pause self|vote|nobody / resume
 *     vote B kick C yes / vote B pause - no / vote_over
 *     rename 00ab.. Ada
 *     end / close */
#ifndef UNO_LOG_ENTRY_H
#define UNO_LOG_ENTRY_H

#include "settings.h"

enum { ENTRY_WORDS_MAX = 280, ENTRY_TEXT_MAX = SETTINGS_TEXT_MAX + 64 };

typedef enum {
#define ENTRY(name, form) LOG_##name,
#include "log_entry.def"
#undef ENTRY
    LOG_KINDS
} LogKind;

typedef enum { HOW_SELF, HOW_CLOCK, HOW_BOT, HOW_VOTE, HOW_NOBODY, HOWS } EntryHow;
typedef enum { VOTE_NONE, VOTE_KICK, VOTE_PAUSE, VOTE_END, VOTES } VoteKind;

typedef struct {
    uint64_t seq;
    int64_t at_ms; /* the table's own time */
    uint8_t kind;
    uint8_t how;      /* EntryHow */
    Seat seat, other; /* NO_SEAT where none */
    uint8_t vote;     /* VoteKind */
    bool yes, remote; /* remote: a program, not a person; yes of a ready: with a seed */
    uint64_t id;      /* of the user, or of the game that starts */
    Action action;
    Seed seed;
    char words[ENTRY_WORDS_MAX];   /* a name, a bot's kind, a date, what is said with an action */
    const TableSettings *settings; /* make, set: the caller's */
} LogEntry;

/* The words of the log for these, which the network uses too: "clock", "kick". */
const char *how_name(unsigned how);
const char *vote_name(unsigned vote);

/* An empty entry of that kind. */
void log_entry_init(LogEntry *entry, LogKind kind);

/* As text, without seq and time; returns the length. `rules`: of the game that is played. */
unsigned log_entry_format(const Rules *rules, const LogEntry *entry, char *out, unsigned size);

/* Reads it back. `settings` takes those of a make or set entry, and is pointed to by it then. False: `why` says
 * what is wrong. */
bool log_entry_parse(const Rules *rules, const char *text, size_t length, LogEntry *out, TableSettings *settings,
                     char *why, size_t size);

#endif
