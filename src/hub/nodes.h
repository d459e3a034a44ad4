/* nodes.h -- other servers that share the store. A log that several of them carry out, each for itself, is that of a table (tables.h) or
 * of an event (hall.h); what happens to it on its way to the disk is the same for both. */
#ifndef UNO_HUB_NODES_H
#define UNO_HUB_NODES_H

#include "hub_internal.h"

struct Hall;
typedef struct SharedLog SharedLog;

struct SharedLog {
    uint64_t id;
    Desk *desk;        /* whose it is: this one's, */
    struct Hall *hall; /* or this one's; the other is NULL */
    uint8_t written;   /* in which of the two batches it has entries: until they are on the disk it stays as it is */
    bool reading;      /* it is being read */
    bool lost;         /* our own entries were not written: it is folded anew, */
    bool again;        /* and whoever wished for them tries again */
    bool leads;        /* this node does what time brings: clock and bots of a table, rounds and tables of an event */
    bool looks;        /* it is to be read once more: who is at the table elsewhere may have changed */
    uint64_t epoch;    /* of the lease */
    uint64_t known;    /* the last entry that everybody here was told, */
    uint64_t heard;    /* and that another node was heard of */
    uint64_t fresh;    /* it was read after this asking began */
    SharedLog *next_written[2], *next_settled;
    Asking *waiting; /* for it to be looked at again */
};

/* Nobody knows how it stands, for a moment. */
static inline bool log_is_busy(const SharedLog *log) { return log->written || log->reading || log->lost; }

void nodes_elapse(Hub *hub);
int64_t nodes_due_in(const Hub *hub);
/* An entry is about to be made: from here on it belongs to its log. And its end. */
void nodes_begin_entry(Hub *hub, SharedLog *log);
void nodes_end_entry(Hub *hub);
void nodes_batch_sent(Hub *hub);                         /* the batch is on its way */
void nodes_committed(Hub *hub, const StoreBatch *batch); /* it is on the disk, but for what others were faster with */
void nodes_settle(Hub *hub);                             /* after its words were said */
/* By its code or number; one that is not here is read (then hub_lacks() for now). NULL: there is none. */
Desk *nodes_find(Hub *hub, const char *code);
/* Whoever comes may have heard more of it at another node: it is read on, and the asking waits. */
bool nodes_may_be_behind(Hub *hub, SharedLog *log);
/* What was read of it says who leads. True: it is us, and it was not before. */
bool nodes_take_lease(Hub *hub, SharedLog *log);
void nodes_announce(Hub *hub, Desk *desk); /* who is connected here */
void nodes_detached(Hub *hub, Desk *desk, const Socket *socket);
void nodes_log_free(Hub *hub, SharedLog *log);
void nodes_let_go(Desk *desk); /* what was kept in case its entries are lost */

/* ---- news: a line each ---- */

void nodes_say(Hub *hub, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What separates the parts of a line where they may have blanks: it is in no text and no name. */
#define NEWS_PIECE "\x1f"
/* The parts of one; `text` has room for it. False: they are not so many. */
bool news_pieces(const char *line, char *text, size_t size, const char **piece, unsigned count);
/* Something was written that the name stands for: others hear of it. */
void nodes_wrote(Hub *hub, const char *name);
/* Nobody at another node writes this for so long; false: somebody is about to. Asked before anything is written. */
bool nodes_hold(Hub *hub, const char *name, uint64_t holder, unsigned ms);

/* ---- lobby_nodes.c: the public tables of other nodes ---- */

typedef struct TableElsewhere TableElsewhere;

/* Says the rows that have changed; `all`: those that have not, too. */
void lobby_say(Hub *hub, bool all);
void lobby_say_gone(Hub *hub, Desk *desk);
bool lobby_says_all(const Hub *hub); /* now and then */
void lobby_hear(Hub *hub, const char *line);
/* Rows of the lobby, `most` of them. */
void lobby_add_elsewhere(Hub *hub, cJSON *list, unsigned most);
/* Takes up a table with these rules that waits for somebody. False: there is none. */
bool lobby_find_elsewhere(Hub *hub, const char *rules, unsigned seats);
void lobby_forget_elsewhere(Hub *hub);

/* lobby.c: a row of the lobby is this table's; somebody may sit down there and start a game with it. */
bool lobby_lists(const Desk *desk);
bool lobby_waits(const Desk *desk);

#endif
