/* teller.h -- what whoever looks at a table is told of it: the messages of docs/protocol.md.
 *
 *     Table + entry of its log + who looks --> the text of one message
 *
 * The whole when somebody comes, then for every entry exactly one message, with only what
 * changed in the looker's own view. Pure: who is told, when and over what line is the caller's
 * business, and so are names, codes and chat.
 *
 * A text that is returned is the caller's, to be freed; NULL: there is no memory. `id` is the
 * number of the request that a message answers, as JSON; NULL: none. */
#ifndef UNO_TELLER_H
#define UNO_TELLER_H

#include "../table/table.h"
#include "../wire/event_json.h"
#include "../wire/json_text.h"
#include "../wire/view_delta.h"

enum {
    CHAT_KEPT = 30,
    CHAT_TEXT_MAX = 600,
    REPLAY_MAX = 256, /* actions that are told one by one to who comes back; who has missed more gets the whole */
    ACT_TEXT_MAX = VIEW_DELTA_MAX + EVENTS_TEXT_MAX + 8 * ENTRY_WORDS_MAX,
};

typedef struct {
    uint64_t user;
    char name[RECORD_NAME_MAX];
    char text[CHAT_TEXT_MAX];
} ChatLine;

/* The game as it was before a step, so that nobody who comes back has all of it played again. */
typedef struct {
    size_t step;
    Game game;
    Witness witness;
} ToldMark;

/* What a table has told so far. All zero: nothing. */
typedef struct {
    View shown[OBSERVERS];             /* what each observer was told last */
    ToldMark mark[2];                  /* the last two multiples of REPLAY_MAX, or the deal */
    char rules_hash[RULESET_HASH_HEX]; /* of the settings */
} Told;

/* All that a message is made of. */
typedef struct {
    const Table *table;
    Told *told;
    int64_t now_ms;          /* the table's time */
    const char *code, *link; /* how people come to it */
    SeatMask here;           /* who of the players is connected */
    const ChatLine *chat;    /* the last lines, a ring of CHAT_KEPT */
    unsigned chat_count;     /* of all that were ever said */
} Telling;

/* Whose view somebody on this seat gets: its own, or SPECTATOR's. */
unsigned teller_observer(const Table *table, Seat seat);

/* To be called after every entry that was applied, before it is told. */
void told_note(Told *told, const Table *table, const LogEntry *entry);

/* Everything, to one who comes; `you` is their seat, or NO_SEAT. */
char *teller_joined(const Telling *telling, Seat you, const char *id);

/* The cards are dealt. */
char *teller_start(const Telling *telling, Seat you, const char *id);

/* Any entry but a start and an action: the same for everybody whose observer stays as it was. */
char *teller_changed(const Telling *telling, const LogEntry *entry);

/* Who is connected; and whether an entry changes what that says. */
char *teller_here(SeatMask here, unsigned spectators);
bool teller_moves_people(const LogEntry *entry);

/* An action: what is the same for everybody, then for each observer what changed in its view. */
typedef struct {
    TableStep step;
    char words[ENTRY_WORDS_MAX]; /* said with it */
    int64_t reserve_ms;          /* of the actor, where it has begun to use it; -1 */
    bool over;                   /* the game is */
    char events[EVENTS_TEXT_MAX];
} Deed;

void teller_deed_begin(const Table *table, const LogEntry *entry, Deed *out);
unsigned teller_deed(const Telling *telling, const Deed *deed, unsigned observer, char out[ACT_TEXT_MAX]);

/* All that an observer missed since that entry, action by action to `say`, and then the message that closes it. False:
 * it was too much, or others sit here now; nothing was said. */
bool teller_resumed(const Telling *telling, Seat you, uint64_t since, const char *id,
                    void (*say)(void *context, const char *text, size_t length), void *context);

/* The message `text` as the answer to a request. */
char *teller_numbered(const char *text, const char *id);

/* ---- inside the room (teller_table.c) ---- */

void teller_put_id(JsonText *json, const char *name, uint64_t id);
void teller_put_table(JsonText *json, const Telling *telling);
void teller_put_rules(JsonText *json, const Table *table);
void teller_put_result(JsonText *json, const Table *table);

#endif
