/* table.h -- a table where people, programs and bots sit: who, when, how long, and the
 * game among them. Pure: time is an argument, and all that ever changes a table is an
 * entry of its log (log_entry.h).
 *
 *     wish --table_wish()--> entry, or a refusal                     nothing has changed yet
 *     time --table_elapse()--> entry, if it brings one about
 *     entry --> written down, then --table_apply()--> the table      the only way to change it
 *
 * What a table keeps beside its log is only what nobody can rely on after a crash: an
 * action that waits for its time (held), which bots were asked, who tried to catch in
 * vain.
 *
 * Windows. A player who lays the last card but one without a call can be caught until the next
 * player acts. On a network that would reward the shortest line, so as long as such a
 * call is missing, what would close the window is held until it was open for
 * `window_ms`; and a catch is held for the first part of it (TABLE_GRACE of 8), in
 * favour of the caller. A catch that was held is dropped without a price when the call
 * comes in time. Who presses "catch" where there is nothing to catch cannot try
 * again for TABLE_EAGER_MS. In the same way the next player's card is held for
 * `jump_ms` where others could jump in: always, no matter who holds what, so that nobody
 * learns anything from the waiting.
 *
 * Bots. How long a bot thinks would tell what it holds: one that can only draw has decided
 * at once. So a bot is asked as soon as there is a question, its answer is held, and it
 * counts at a time that follows from what everybody knows: the question's time, the pace,
 * the kind of bot, the windows. One that comes late counts at a tick of TABLE_TICK_MS
 * after that. Nobody waits for a bot that might break in.
 *
 * Fair deals (fair.h). Between games every seat may commit to a seed; the table has shown
 * the commitment to its secret by then. A start seals the table: who plays and all
 * commitments stay as they are, and everybody has seen them. Only then do the seats
 * reveal. When all have, or after TABLE_REVEAL_MS, the cards are dealt; of a seat that did
 * not reveal its commitment counts. Nobody can sit down, be sent away or change the rules
 * in between; a player who stands up leaves as in a game: a bot plays on. */
#ifndef UNO_TABLE_H
#define UNO_TABLE_H

#include "../bots/bot.h"
#include "log_entry.h"

enum {
    TABLE_WAITING_MAX = 10,
    TABLE_GRACE = 3, /* eighths of the window in which only the call counts */
    TABLE_EAGER_MS = 1500,
    TABLE_VOTE_MS = 30000,
    TABLE_LAPSES_MAX = 2, /* after so many in a row a bot plays on */
    TABLE_KICKED_MAX = 16,
    TABLE_FILL_MS = 8000,        /* how long a table that starts by itself waits for more people */
    TABLE_DEAL_PACES = 5,        /* how long the scores of a deal are looked at, in moves of a bot */
    TABLE_STEPS_MAX = 30000,     /* actions of a game: one that goes on longer is broken off */
    TABLE_TICK_MS = 250,         /* how long a bot has that does not search; and how coarse lateness is */
    TABLE_THINK_MS = 1200,       /* how long one has that does, */
    TABLE_THINK_BUDGET_MS = 800, /* and how much of it the search may take */
    TABLE_REVEAL_MS = 4000,      /* how long a sealed table waits for the seeds */
    TABLE_KIND_MS = 2500,        /* how long a bot that does not search lets people remember their call */
    TABLE_COMMIT_MS = 2000,      /* how long one that starts by itself waits for commitments of people who are ready */
};

typedef enum { SEAT_FREE, SEAT_PERSON, SEAT_BOT } SeatKind;

typedef struct {
    uint8_t kind;   /* SeatKind */
    bool remote;    /* a program of its own, in a person's place */
    bool ready;     /* for the next game */
    bool away;      /* a bot plays for this person */
    bool left;      /* stood up during the game */
    uint8_t lapses; /* used up all time, in a row */
    uint64_t user;  /* of a person or program; 0 for a bot */
    char name[RECORD_NAME_MAX];
    char bot[TABLE_BOT_MAX]; /* of a bot: its kind */
    int32_t reserve_ms;
    FairPart part; /* of the chance of the next game */
} TableSeat;

typedef struct {
    uint64_t user;
    bool remote;
    char name[RECORD_NAME_MAX];
} TableWaiting;

typedef enum { TABLE_GATHERING, TABLE_PLAYING, TABLE_CLOSED } TableStage;

/* An action of the game that is, or was last, played. */
typedef struct {
    Action action;
    uint32_t seq; /* of its entry */
    Seat seat;
    uint8_t how;
} TableStep;

typedef struct {
    uint8_t kind; /* VoteKind; VOTE_NONE: there is none */
    Seat target;
    SeatMask yes, no;
    int64_t at_ms;
} TableVote;

typedef struct {
    TableSettings settings;
    uint8_t stage;
    Seat host; /* NO_SEAT: nobody is there */
    TableSeat seat[SEATS_MAX];
    TableWaiting waiting[TABLE_WAITING_MAX];
    unsigned waiting_count;
    uint64_t kicked[TABLE_KICKED_MAX];
    unsigned kicked_count;
    TableVote vote;
    uint64_t seq;  /* of the last entry */
    int64_t at_ms; /* and its time */

    bool paused;
    uint8_t paused_how;
    int64_t paused_at, paused_total; /* the clock of the game stands still meanwhile */

    bool has_secret;
    bool given; /* the secret is the seed itself: at home, where nobody asks for a proof */
    Seed secret, commitment;
    bool sealed; /* the next game is about to be dealt, to `players` */
    int64_t sealed_at;
    uint64_t sealed_id; /* of that game, and its date */
    char sealed_date[RECORD_DATE_MAX];

    /* The game: none yet while game_id is 0. */
    uint64_t game_id;
    unsigned games; /* started here */
    char date[RECORD_DATE_MAX];
    unsigned players;
    Seed seed;                /* what the cards were drawn from, */
    uint8_t way;              /* in which way (fair.h), */
    FairPart part[SEATS_MAX]; /* and what each seat added */
    Seed spent_secret;        /* the secret of this game, to be shown when it is over */
    Game game;
    Witness witness;
    TableStep *step;
    size_t steps, step_room;
    uint64_t started_seq;
    uint64_t seated_seq; /* since when everybody is who they are: the start, or who sat down or had to go since */
    uint64_t acted_seq;  /* of the last action of anybody, or the start */
    uint64_t last_seq[SEATS_MAX];   /* of the seat's own last action */
    uint64_t asked_seq[SEATS_MAX];  /* of the entry since which the seat is awaited; 0: it is not */
    int64_t asked_at[SEATS_MAX];    /* on the clock of the game */
    uint8_t extra_paces[SEATS_MAX]; /* for what had just happened then, on top of a bot's usual one */
    int64_t turned_at;              /* when the board last changed */
    int64_t window_at;              /* since when a call is missing; -1: none is */
    SeatMask lapsed;                /* used up all time for the question they are asked */
    char prompt[ENTRY_WORDS_MAX], reply[ENTRY_WORDS_MAX]; /* what was said with a truth or dare, and to it */
    bool said; /* words went with the last action, and they are for everybody */

    Bot *brain[SEATS_MAX];       /* of bots, and for who is away */
    int64_t brain_at[SEATS_MAX]; /* since when, on the clock of the game; or since the last pause */

    /* Not in the log. */
    bool follows;               /* somebody else runs its clock and its bots: of time only comes what is held here */
    unsigned pace_min_ms;       /* the server's: no bot is faster, whatever the settings say */
    Action held[SEATS_MAX];     /* waits for its time; 0: nothing does */
    int64_t held_at[SEATS_MAX]; /* since when, on the clock of the game */
    uint8_t held_how[SEATS_MAX];
    char *held_words[SEATS_MAX];
    int64_t eager_until[SEATS_MAX];
    SeatMask thinking;                /* bots that were asked about this very moment, */
    uint64_t thinking_seq[SEATS_MAX]; /* when they were, */
    SeatMask let_be;                  /* and who of them had nothing to do out of turn */
} Table;

typedef enum {
#define REFUSAL(code, sentence) REFUSAL_##code,
#include "refusal.def"
#undef REFUSAL
    REFUSALS
} Refusal;

const char *refusal_code(Refusal refusal);
const char *refusal_sentence(Refusal refusal);

typedef enum {
#define WISH(name, who) WISH_##name,
#include "wish.def"
#undef WISH
} WishKind;

typedef struct {
    WishKind kind;
    uint64_t user; /* who wishes; 0: the server itself */
    bool remote, yes;
    bool reserved; /* WISH_SIT: the event gives this user the seat */
    Seat seat;
    VoteKind vote;
    const char *name;  /* of the user, or of a bot's kind; tidy and short enough */
    const char *words; /* with an action; WISH_SEAT_BOT: the name of an event's bot; NULL: none */
    Action action;
    uint64_t seen; /* WISH_ACT: the seq that the wisher had seen */
    uint8_t how;   /* WISH_ACT by the server for a bot: HOW_BOT or HOW_CLOCK, with `seat` */
    bool has_seed;
    Seed seed;        /* WISH_READY: the commitment; WISH_REVEAL */
    uint64_t game_id; /* WISH_START */
    const char *date; /* WISH_START */
    const TableSettings *settings;
} Wish;

typedef struct {
    Refusal refusal;
    Verdict verdict;    /* of REFUSAL_against_rules */
    SettingFault fault; /* of REFUSAL_bad_settings */
} TableAnswer;

/* An empty table; its first entry is a make. */
void table_init(Table *table);
void table_free(Table *table);

/* What the table says to a wish. REFUSAL_ok: *out is the entry to be written down and applied. REFUSAL_held: the
 * table keeps the action until table_elapse() brings it. Anything else: nothing has changed. */
TableAnswer table_wish(Table *table, int64_t now_ms, const Wish *wish, LogEntry *out);

/* True: *out is what time has brought about by now. To be called until it returns false. */
bool table_elapse(Table *table, int64_t now_ms, LogEntry *out);

/* When table_elapse() or table_thinkers() will next have something; INT64_MAX: not before something happens. */
int64_t table_due(const Table *table);

/* Carries an entry out. False: it cannot follow on what was before (or there is no memory), and the table is of no
 * use any more. */
bool table_apply(Table *table, const LogEntry *entry);

/* The seats whose bot should be asked now: the caller asks, with table_view() and a copy of the brain, and tells
 * with a WISH_ACT what it does (`seen`: the seq at which it was asked), which is held until its time; or with
 * table_let_be() that it does nothing, or that the table has refused it. They are not listed again until the question
 * changes; but who is awaited, and has decided about a table that has moved on since, is. */
SeatMask table_thinkers(Table *table);
void table_let_be(Table *table, Seat seat, uint64_t seen);

/* The bot of a seat as it is to be asked now: its dice depend on the game and the moment alone. And those dice, for
 * whatever else decides for a seat. */
void table_brain(const Table *table, Seat seat, Bot *out);
void table_dice(const Table *table, Seat seat, Dice *out);

/* The seat of a user; NO_SEAT: none. A player who stood up during the game still has one, to take back, but only watches
 * meanwhile: table_player_of() says who plays. */
Seat table_seat_of(const Table *table, uint64_t user);
Seat table_player_of(const Table *table, uint64_t user);

/* People and programs that sit here and have not left. */
SeatMask table_people(const Table *table);

/* Seats in use, from 0 on: while a game is played, or about to be, its players, else the settings' seats. */
unsigned table_seats(const Table *table);

/* What a seat, or SPECTATOR, may know of the game; there is one. */
void table_view(const Table *table, unsigned observer, View *out);

/* True when the game cannot go on without this seat, and it may act. */
bool table_awaits(const Table *table, Seat seat);

/* How long an awaited seat still has, with its reserve; -1: no clock. */
int64_t table_time_left(const Table *table, Seat seat, int64_t now_ms);

/* True when the table wants a secret (LOG_secret) before the next game. */
bool table_wants_secret(const Table *table);

/* Seats whose seed a sealed table still waits for. */
SeatMask table_unrevealed(const Table *table);

/* True when everybody is ready and the table is to start by itself (WISH_START of user 0). */
bool table_wants_start(const Table *table, int64_t now_ms);

/* Of a truth or dare that is under way: true when the seat asks it (*asks) or is to reply. */
bool table_is_telling(const Table *table, Seat seat, bool *asks);

/* The game as a record; without the secret while it is played. False: no memory. The caller frees it. */
bool table_record(const Table *table, Record *out);

#endif
