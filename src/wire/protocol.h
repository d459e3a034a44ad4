/* protocol.h -- the messages between a host and a bot that is a program of its own:
 * one JSON object a line. docs/bot-protocol.md tells the whole story.
 *
 *     host                                     bot
 *     hello  which protocol                    ready  its name, whether it watches
 *     game   rules, seat, cards, chance
 *     see    the table changed (if it watches)
 *     act    what does it do now?              do     an action
 *                                              wait   nothing (only if not awaited)
 *     end    the game is over
 *     bye    no more games
 *
 * A writer returns a line without its line end, which the caller frees; NULL: there
 * is no memory. Nothing here reads or writes a file. */
#ifndef UNO_PROTOCOL_H
#define UNO_PROTOCOL_H

#include <stddef.h>

#include "../ruleset/ruleset.h"
#include "../bots/bot.h"
#include "view_json.h"

#define PROTOCOL_VERSION "uno-bot 1"

enum {
    PROTOCOL_BOT_LINE_MAX = 1 << 16,  /* bytes of a bot's line, and of all it may say unasked */
    PROTOCOL_HOST_LINE_MAX = 1 << 20, /* a host's lines are much shorter in truth */
    PROTOCOL_NAME_MAX = 48
};

/* ---- what a host says ---- */

typedef struct {
    const char *ruleset; /* its name, for people; NULL: it has none */
    const Rules *rules;
    unsigned players;
    Seat seat;
    uint64_t seed;    /* for the bot's own chance */
    BotBudget budget; /* what it may think about a decision; 0: as it likes */
} ProtocolGame;

char *protocol_hello(void);
char *protocol_game(const ProtocolGame *game);
char *protocol_see(const Rules *rules, const View *view);
char *protocol_act(const Rules *rules, const View *view, unsigned time_ms);
char *protocol_end(const Rules *rules, const Board *board); /* the table as it was left */
char *protocol_bye(void);

/* ---- what a bot says ---- */

char *protocol_ready(const char *name, bool watch);
char *protocol_do(const Rules *rules, Action action);
char *protocol_wait(void);
char *protocol_error(const char *message);

typedef enum { REPLY_READY, REPLY_DO, REPLY_WAIT, REPLY_ERROR } ReplyKind;

typedef struct {
    ReplyKind kind;
    bool watch;                /* REPLY_READY */
    char text[JSON_ERROR_MAX]; /* its name, its action or its error; printable, cut off if too long */
} Reply;

/* Reads a line of a bot. False: `error` says what is wrong with it. */
bool protocol_read_reply(const char *line, size_t length, Reply *out, char error[JSON_ERROR_MAX]);

/* ---- reading, for a bot ---- */

/* A line as a JSON object with a "type"; the caller deletes it. NULL: it is none. */
cJSON *protocol_parse(const char *line, size_t length);

/* Its "type", never NULL for what protocol_parse() returned. */
const char *protocol_type(const cJSON *message);

/* The game of a "game" message. `ruleset` takes the rules, which out->rules points
 * to. False: `error` says what is wrong. */
bool protocol_read_game(const cJSON *message, Ruleset *ruleset, ProtocolGame *out, char error[JSON_ERROR_MAX]);

/* Copies what can be shown on one line, the rest as '?'; always closed with a zero. */
void protocol_printable(const char *text, size_t length, char *out, size_t size);

#endif
