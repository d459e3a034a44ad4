/* hub_script.h -- a whole server that is told by lines of text what happens to it: what comes from outside, what time
 * it is, how the disk is. So good scripts are written by hand, a fuzzer makes bad ones of them, and what it finds can
 * be read.
 *
 *     0 POST /api/guest {"name":"Ada"}   person 0 asks; the session that is answered is theirs from then on
 *     0 open                             opens a WebSocket
 *     0 {"t":"join","code":"$T"}         says something on it: anything that is no other line
 *     0 close                            ends it
 *     0 gone                             ends the stream of their program
 *     0b GET /api/bot/stream             asks with the token of their program
 *     0! POST /api/guest                 asks from another site's page
 *     0@198.51.100.7 open                from another address
 *     - GET /api/me                      somebody without a session asks
 *     +1500                              so many milliseconds pass, with the turns that the server wants
 *     commit  full  fail                 what is on its way to the disk is written, finds no room, or fails for good
 *     read  unread                       the first thing that is looked up in the store is found, or cannot be read
 *     job                                the first thing that takes long is done
 *     drain                              the server is about to stop
 *     crash                              it dies, and is started again; "crash written": after writing, before telling
 *     admin ban user $U0 noise           the operator asks
 *     metrics
 *     limits                             as the first line: with the limits of rate and number, and low ones
 *
 * After each line all that is to be looked up is read, all that is to be written is written and all that takes long is done, unless it begins with '~'.
 * What stands for something that nobody can know beforehand:
 *
 *     $T code of the last table   $Q number that the person heard last   $A0 to $A9 something that their seat may do
 *     $U0 to $U3 id of a person   $C club   $I its invitation   $B program   $K link to another device   $G game
 *     $F code of a followed game   $S its key
 *
 * What must hold is checked on the way: a request is answered once, nothing is told that is not in the store, what is
 * said is JSON in UTF-8 that a client understands, the server wants its next turn in time, and it starts again from what it has written with
 * every table it had. With FUZZ_TRACE=1 in the environment all of it is printed. */
#ifndef UNO_FUZZ_HUB_SCRIPT_H
#define UNO_FUZZ_HUB_SCRIPT_H

#include "client/fold.h"
#include "hub/tables.h"

enum { SCRIPT_PEOPLE = 4, SCRIPT_LINES = 1024, SCRIPT_JOBS = 256, SCRIPT_FACTS = 1024, SCRIPT_WORD = 96 };

typedef enum { LINE_NEW, LINE_ASKED, LINE_ANSWERED, LINE_SOCKET, LINE_STREAM, LINE_GONE } LineState;

typedef struct {
    char user[ID_TEXT], session[SCRIPT_WORD], bearer[SCRIPT_WORD];
    HubLine socket, stream; /* the last ones; 0: none */
    ClientTable table;      /* as a client knows it by what was said on the socket */
    uint64_t q;
} ScriptPerson;

typedef struct {
    Hub *hub;
    Store *store;
    int64_t mono_ms, wall_ms, wait_ms;
    uint64_t chance;
    HubLine lines, first; /* `first` of this life of the server */
    uint8_t state[SCRIPT_LINES], who[SCRIPT_LINES];
    char code[SCRIPT_LINES][STORE_CODE_MAX]; /* of the table that a socket is at, */
    bool joining[SCRIPT_LINES];              /* unless it asked for another and was not answered yet */
    HubJob *job[SCRIPT_JOBS];
    unsigned jobs;
    StoreFact *fact[SCRIPT_FACTS];
    unsigned facts;
    const StoreBatch *batch;
    ScriptPerson person[SCRIPT_PEOPLE + 1]; /* the last one is nobody */
    char table[SCRIPT_WORD], club[SCRIPT_WORD], invite[SCRIPT_WORD], bot[SCRIPT_WORD], link[SCRIPT_WORD],
        game[SCRIPT_WORD], follow[SCRIPT_WORD], follow_key[SCRIPT_WORD];
    bool limits, trace;
    bool hostile; /* the store may be bad: tables may be put in quarantine, and the server may stop */
    /* Who wants to know what people hear; may be NULL. */
    void (*heard)(void *context, unsigned who, const char *text, size_t length);
    void *context;
} Script;

/* Starts a server on the store, which stays the caller's; `heard` and `context` are to be set before. False: it does
 * not start, as `trouble` says. */
bool script_begin(Script *script, Store *store, bool limits, bool hostile, char trouble[STORE_TROUBLE_MAX]);

/* One line; may change what stands in it. On a hostile store nothing happens any more once the server has failed. */
void script_line(Script *script, char *line);

/* The lines of a text, one after another. */
void script_lines(Script *script, char *text);

/* Whatever waits is written and said; all that was promised is checked, once more after a crash. */
void script_end(Script *script);

/* What is in a file; the caller frees it. */
char *script_read(const char *path);

/* The scripts of tests/fuzz/seeds/hub, for targets that make their seeds of what happens in them; NULL ends the list. */
extern const char *const script_files[];

#endif
