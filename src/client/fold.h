/* fold.h -- a table as somebody far away knows it: a value that hears the server's
 * messages (docs/protocol.md), one JSON object each, and remembers what they say.
 *
 *     ClientTable table;
 *     client_table_init(&table);
 *     send(client_say_join(&table, "K7QD2M4P", text));
 *     for each message:  switch (client_hear(&table, text, length, error)) ...
 *     client_table_free(&table);
 *
 * Nothing here opens a socket, reads a clock or prints: the terminal, a load generator
 * and simulations of thousands of clients use the same code. A table takes some 3 KiB,
 * and 5 KiB more for its rules once it has joined. */
#ifndef UNO_CLIENT_FOLD_H
#define UNO_CLIENT_FOLD_H

#include "../record/kept.h"
#include "../table/table.h"
#include "../wire/view_json.h"

enum {
    CLIENT_CODE_MAX = 16,
    CLIENT_LINK_MAX = 300,
    CLIENT_ID_MAX = 20,        /* of a person or a game */
    CLIENT_HEX_MAX = 65,       /* 32 bytes */
    CLIENT_MESSAGE_MAX = 4096, /* what is sent */
    CLIENT_SAID_MAX = 512,     /* a refusal or a notice */
    CLIENT_WORD_MAX = 32,      /* a code such as "not_ready" */
    CLIENT_CHAT_KEPT = 30,     /* lines of chat, */
    CLIENT_CHAT_MAX = 900,     /* of so many bytes */
};

typedef enum { CLIENT_SEAT_FREE, CLIENT_SEAT_PERSON, CLIENT_SEAT_PROGRAM, CLIENT_SEAT_BOT } ClientSeatKind;

typedef struct {
    uint8_t kind; /* ClientSeatKind */
    bool ready, away, left;
    int32_t reserve_ms; /* 0 where there is no clock */
    char user[CLIENT_ID_MAX];
    char name[RECORD_NAME_MAX];
    char bot[TABLE_BOT_MAX];
    char commit[CLIENT_HEX_MAX]; /* to its seed for the deal; "": none */
    bool revealed;
} ClientSeat;

typedef enum { CLIENT_GATHERING, CLIENT_PLAYING, CLIENT_CLOSED_STAGE } ClientStage;
typedef enum { CLIENT_GOES, CLIENT_PAUSED_BY_HOST, CLIENT_PAUSED_BY_VOTE, CLIENT_PAUSED_FOR_NOBODY } ClientPause;
typedef enum { CLIENT_NO_VOTE, CLIENT_VOTE_KICK, CLIENT_VOTE_PAUSE, CLIENT_VOTE_END } ClientVoteKind;

/* As the protocol calls them, by their numbers; nothing, or no vote, is "". */
extern const char *const client_seat_words[4], *const client_stage_words[3], *const client_pause_words[4],
                                                                                 *const client_vote_words[4];

/* All but the game. */
typedef struct {
    char code[CLIENT_CODE_MAX], link[CLIENT_LINK_MAX];
    uint8_t stage, paused;     /* ClientStage, ClientPause */
    Seat host;                 /* NO_SEAT: nobody */
    unsigned seats, seats_set; /* that there are now, and as the settings say */
    ClientSeat seat[SEATS_MAX];
    unsigned waiting; /* people who wait for a seat */
    struct {
        char user[CLIENT_ID_MAX], name[RECORD_NAME_MAX];
    } waits[TABLE_WAITING_MAX];
    bool i_wait;
    struct {
        uint8_t kind; /* ClientVoteKind */
        Seat target;
        SeatMask yes, no;
    } vote;
    char prompt[ENTRY_WORDS_MAX], reply[ENTRY_WORDS_MAX]; /* of a truth or dare; "" */
    unsigned games;                                       /* begun here so far */
    char commitment[CLIENT_HEX_MAX];
    bool sealed; /* the cards are about to be dealt, and the seeds are asked for */
    /* settings that matter to who sits here */
    char title[TABLE_TITLE_MAX], ruleset[RULESET_NAME_MAX], rules_title[RULESET_TITLE_MAX],
        rules_hash[RULESET_HASH_HEX], fill[TABLE_BOT_MAX];
    bool is_public, chat, spectators, starts_alone;
    unsigned think_s, reserve_s, window_ms, jump_ms, pace_ms;
} ClientRoom;

typedef enum { CLIENT_BY_SELF, CLIENT_BY_CLOCK, CLIENT_BY_BOT } ClientHow;

typedef struct {
    SeatMask winners;
    unsigned scores;
    unsigned score[SEATS_MAX];
    char game[CLIENT_ID_MAX], secret[CLIENT_HEX_MAX];
} ClientResult;

/* A decision's time. */
typedef struct {
    int64_t ends_at; /* on the clock of now_ms, the reserve included; -1: no clock runs */
    int32_t had_ms;  /* in all */
} ClientClock;

/* The own part of fair deals (docs/protocol.md), and what is kept to check them. */
typedef struct {
    bool committed;              /* the own commitment was sent for the next deal */
    bool shown;                  /* and the table has shown it */
    bool told;                   /* the seed is on its way */
    bool doubtful;               /* the seal shows another commitment of the server than before: nothing is revealed */
    char before[CLIENT_HEX_MAX]; /* the server's when the own one was sent; "": it had none yet */
    Seed seed, commit;
    bool sealed;        /* `kept` is of a game that is about to start */
    bool dealt;         /* and of the one that was dealt last */
    bool checked, good; /* the record has been compared; it is what was shown */
    Kept kept;
} ClientFair;

/* A line of chat: what somebody wrote, the name of a quick phrase, or of a little face. */
typedef enum { CLIENT_SAYS_TEXT, CLIENT_SAYS_PHRASE, CLIENT_SAYS_EMOTE } ClientLineKind;
typedef struct {
    uint8_t kind; /* ClientLineKind */
    char user[CLIENT_ID_MAX], name[RECORD_NAME_MAX];
    char *text;
} ClientLine;

typedef struct {
    int64_t now_ms; /* set by the caller before client_hear(), where clocks matter; any clock will do */

    /* Who I am; "" before the first message. */
    char user[CLIENT_ID_MAX], name[RECORD_NAME_MAX];
    bool account;

    /* The table. */
    bool joined;
    ClientRoom room;
    Seat you;      /* NO_SEAT: a spectator */
    SeatMask here; /* players who are connected */
    unsigned onlookers;
    uint64_t q; /* the last number heard */

    /* The game. */
    Ruleset *ruleset; /* NULL before the table is joined; name and title are the server's */
    bool has_game, is_over;
    char game[CLIENT_ID_MAX];
    char player[SEATS_MAX][RECORD_NAME_MAX]; /* who plays, or played, it */
    SeatMask named;                          /* seats whose name there is a name, not "Seat B" */
    View view;
    unsigned events;
    Event event[EVENTS_MAX]; /* of the last action */
    Seat by;                 /* who acted last; NO_SEAT after joined, start and resumed */
    uint8_t how;             /* ClientHow */
    Action done;             /* what I did myself in the last action; 0: it was not mine */
    char *words;             /* said with the last action; NULL: nothing */
    bool held;               /* my action waits until the others had their chance */
    ClientClock clock[SEATS_MAX];
    ClientResult result; /* once is_over */
    ClientFair fair;

    /* What was heard last. */
    unsigned long answers;                             /* the number of my message that it answers; 0: none */
    char code[CLIENT_WORD_MAX], said[CLIENT_SAID_MAX]; /* of CLIENT_NO, CLIENT_NOTICE, CLIENT_CLOSED */
    cJSON *lobby; /* CLIENT_LOBBY: the list of tables, until the next one comes; else NULL */

    /* The last lines of chat: chat[(n - 1) % CLIENT_CHAT_KEPT] is the newest of chat_count. */
    ClientLine chat[CLIENT_CHAT_KEPT];
    unsigned chat_count;

    /* Private. */
    unsigned long asked; /* messages that were numbered */
    bool resuming;       /* asked for what was missed: numbers may be left out until it is all told */
    bool lost;           /* nothing counts until the whole table was told anew */
    int64_t paused_at;   /* -1: the clocks run */
} ClientTable;

typedef enum {
    CLIENT_BAD,     /* this is no message of the protocol: `error` says why; nothing has changed */
    CLIENT_GAP,     /* something was missed: join again (client_say_join()); what follows is passed over till then */
    CLIENT_PASSED,  /* nothing to know: a kind that is not known here, or what came before joining anew */
    CLIENT_HELLO,   /* who I am */
    CLIENT_JOINED,  /* everything is new */
    CLIENT_RESUMED, /* all that was missed has been told */
    CLIENT_STARTED, /* a game begins */
    CLIENT_ACTED,   /* an action: view, event, by, how, done, words */
    CLIENT_CHANGED, /* the room; or the game was broken off: is_over */
    CLIENT_HERE,    /* who is connected */
    CLIENT_CHAT,    /* one more line */
    CLIENT_LOBBY,   /* the public tables */
    CLIENT_OK,      /* done: answers */
    CLIENT_HELD,    /* it counts once the others had their chance */
    CLIENT_NO,      /* refused: code, said */
    CLIENT_CLOSED,  /* the table is closed: said */
    CLIENT_NOTICE,  /* of the server: code, said */
} ClientHeard;

void client_table_init(ClientTable *table);
void client_table_free(ClientTable *table);

/* Hears one message. Without memory it is CLIENT_BAD. */
ClientHeard client_hear(ClientTable *table, const char *text, size_t length, char error[JSON_ERROR_MAX]);

/* ---- what follows from it ---- */

static inline bool client_is_playing(const ClientTable *table) {
    return table->has_game && !table->is_over && table->room.stage == CLIENT_PLAYING;
}

static inline bool client_is_host(const ClientTable *table) {
    return table->you != NO_SEAT && table->room.host == table->you;
}

/* The game cannot go on without me; and: there is something that I could do, asked or not. */
bool client_is_asked(const ClientTable *table);
bool client_may_act(const ClientTable *table);

/* I have no seat, and there is a free one, between games. */
bool client_may_sit(const ClientTable *table);

/* How long a seat still has; -1: there is no clock for it. */
int64_t client_time_left(const ClientTable *table, Seat seat, int64_t now_ms);

/* The newest line but `back`; and as it stands in a terminal: "Ada: hello". */
const ClientLine *client_line(const ClientTable *table, unsigned back);
enum { CLIENT_LINE_MAX = RECORD_NAME_MAX + CLIENT_CHAT_MAX + 4 };
void client_line_text(const ClientLine *line, char out[CLIENT_LINE_MAX]);

/* The last events as words/words.h takes them; nothing is known of hands in it: that is in the view. */
void client_witness(const ClientTable *table, Witness *out);

/* A join is about to be sent: what still comes from another table is passed over. True: only what came after `q` has to
 * be told. */
bool client_resumes(ClientTable *table, const char *code);

/* ---- what to send: each returns the length of the text, 0 where it is too long ---- */

/* Comes to a table, or back to it: with what was heard last, so that only what was missed is told. */
unsigned client_say_join(ClientTable *table, const char *code, char out[CLIENT_MESSAGE_MAX]);

/* "leave", "stand", "back", "start", "pause", "resume", "close", "ping". */
unsigned client_say(ClientTable *table, const char *what, char out[CLIENT_MESSAGE_MAX]);

/* "wait", "lobby", "vote" (an answer to the running one). */
unsigned client_say_yes(ClientTable *table, const char *what, bool yes, char out[CLIENT_MESSAGE_MAX]);

/* "sit" (NO_SEAT: any), "clear", "host". */
unsigned client_say_seat(ClientTable *table, const char *what, Seat seat, char out[CLIENT_MESSAGE_MAX]);

/* `seed`: 64 hexadecimal digits, or NULL. It is kept; only its hash is sent. */
unsigned client_say_ready(ClientTable *table, bool yes, const char *seed, char out[CLIENT_MESSAGE_MAX]);

/* True: the table takes the seat as ready, but does not know the own commitment yet (quick play). */
bool client_owes_commitment(const ClientTable *table);

/* The own seed, once the table is sealed; 0: it is not asked for. */
unsigned client_say_reveal(ClientTable *table, char out[CLIENT_MESSAGE_MAX]);

/* The same without a message: takes a seed, or none (NULL), for the next deal and gives its hash; gives the seed, once,
 * when it is asked for. NULL: nothing. */
const Seed *client_commit(ClientTable *table, const char *seed);
const Seed *client_reveal(ClientTable *table);

/* The own part as text, so that it outlives a restart; "": there is none. It is taken back before the table is joined;
 * false: that is no such text, and nothing has changed. */
enum { CLIENT_PLEDGE_MAX = KEPT_TEXT_MAX + 256 };
unsigned client_pledge_format(const ClientTable *table, char out[CLIENT_PLEDGE_MAX]);
bool client_pledge_parse(ClientTable *table, const char *text);

/* True: the game is over, and what was kept of it can be compared with its record. */
bool client_may_check(const ClientTable *table);

/* Holds the record against it, once, and says what came of it in a sentence or two; false: something is wrong. */
enum { CLIENT_CHECK_MAX = 900 };
bool client_check(ClientTable *table, const char *record, size_t length, char out[CLIENT_CHECK_MAX]);

/* A bot takes a seat (NO_SEAT: any); `kind` NULL: that of the settings. */
unsigned client_say_bot(ClientTable *table, Seat seat, const char *kind, char out[CLIENT_MESSAGE_MAX]);

/* Opens a vote: "kick", "pause", "end". */
unsigned client_say_vote(ClientTable *table, const char *what, Seat seat, char out[CLIENT_MESSAGE_MAX]);

/* An action; `words` go with a truth, a dare or an answer, NULL: nothing is said. */
unsigned client_say_do(ClientTable *table, Action action, const char *words, char out[CLIENT_MESSAGE_MAX]);

unsigned client_say_chat(ClientTable *table, const char *text, char out[CLIENT_MESSAGE_MAX]);

#endif
