/* hall.h -- events at work. A hall is a tournament (tournament/event.h) together with who is who in it, who runs it, who
 * follows it, and the tables that it opens. It is the fold of its log, which lies in the store under the event's id:
 *
 *     : 00ab.. result 7 Ada Ben     an entry of the tournament, and who made it (0000..: the server)
 *     organiser 00ab.. Ada          runs it from now on
 *     key K7QD2M4P9RST              whoever has this may become an organiser; the one before it is void
 *     player 3 00ab..               entrant 3 is this user; 0000..: is nobody here any more
 *     gone 00ab..                   this user's account is deleted: neither plays nor organises
 *     bot 3 greedy                  entrant 3 is a bot of this kind
 *     options open=1 ...            hall_option.def
 *     rules 00cd.. own rules        the organiser's own rules, or those of a club (0000..: of none): name, then in lines of
 *                                   their own the title and the rules
 *
 * Whatever happens is one or more lines, all in one batch: hall_write() appends one, hall_apply() carries it out, now
 * and when the log is read again after a crash.
 *
 *     halls.c        all of them: making, finding, loading, time
 *     hall_log.c     lines
 *     hall_games.c   tables that an event opens, no-shows, bots among themselves, the next round
 *     hall_follow.c  who follows, and hears what; the chats of two groups
 *     hall_nodes.c   the same event at several servers
 *     hall_read.c    entries out of JSON
 *     hall_show.c    how it stands, as JSON
 *     hall_entries.c what was entered, and what would follow from an entry, as JSON
 *     events.c       the requests */
#ifndef UNO_HUB_HALL_H
#define UNO_HUB_HALL_H

#include "../table/home.h"
#include "../tournament/event.h"
#include "api.h"
#include "tables.h"

enum {
    HALLS_MAX = 500,     /* events in memory */
    HALLS_PER_USER = 10, /* that somebody runs at a time */
    HALL_ENTRANTS_MAX = 10000,
    HALL_ORGANISERS_MAX = 20,
    HALL_KEY_LENGTH = 12, /* 60 bits */
    HALL_GAME_KEY = 9,    /* of an arbiter's phone, with the zero: 40 bits */
    HALL_CHAT_KEPT = 50,
    HALL_LINE_MAX = TOURNEY_LINE_MAX + 32,
    HALL_BREATH_MS = 8,     /* between two tables that are opened: nobody elsewhere waits long */
    HALL_TELLING_MS = 4,    /* the same between */
    HALL_TOLD_AT_ONCE = 10, /* so many followers who hear of a change and the next ones */
    HALL_TELL_MS = 300,     /* who follows is told of changes no more often */
    HALL_SHOWN = 4,         /* parts of what a page shows at first */
};
#define HALL_IDLE_MS INT64_C(3600000) /* an event that is over leaves the memory after so long */

typedef enum {
#define OPTION(name, low, high, usual, sentence) HALL_##name,
#include "hall_option.def"
#undef OPTION
    HALL_OPTIONS
} HallOption;

typedef struct {
    const char *name, *sentence;
    unsigned low, high, usual;
} HallOptionRow;
extern const HallOptionRow hall_options[HALL_OPTIONS];

/* Whom an entrant is on this server. Neither: somebody whom an organiser has written down. */
typedef struct {
    uint64_t user;
    char bot[TABLE_BOT_MAX];
} HallEntrant;

/* What goes on about a game. */
typedef struct {
    Desk *desk;                 /* where it is played; NULL: nowhere yet, or not at a table */
    int64_t opened_at;          /* mono: since when the table waits for its players */
    bool bots;                  /* bots are playing it among themselves */
    HubJob *done;               /* what they have come to, while nobody knows how the event stands (nodes.h) */
    uint32_t stuck;             /* the game's seq plus 1 at which it could not go on: an organiser decides; 0: it did */
    char table[STORE_CODE_MAX]; /* by the log: the last table that was opened for it; "": none was */
    Entrant who[SEATS_MAX];     /* for whom the table was opened */
} HallGame;

typedef struct {
    uint64_t id;
    char name[STORE_NAME_MAX];
} HallOrganiser;

typedef struct {
    uint64_t user;
    uint8_t group;
    char name[STORE_NAME_MAX], text[CHAT_TEXT_MAX];
} HallChat;

typedef struct Hall Hall;
struct Hall {
    StoreEvent row;
    SharedLog shared; /* without other nodes it leads, and that is all */
    Tourney tourney;
    uint64_t seq; /* of the last line of the log */
    uint16_t option[HALL_OPTIONS];
    char key[HALL_KEY_LENGTH + 1];
    Ruleset *ruleset; /* NULL: the built-in one that the settings name */
    uint64_t club;    /* whose rules those are; 0: nobody's */
    HallOrganiser organiser[HALL_ORGANISERS_MAX];
    unsigned organisers;
    HallEntrant *entrant; /* by number */
    HallGame *game;       /* by number */
    uint64_t *author;     /* of each entry */
    uint32_t entrant_room, game_room, author_room;
    Map users; /* user -> their number as an entrant, as a pointer */
    Socket *followers;
    Socket *telling;                  /* the next of them to hear of what has changed; NULL: nobody has to */
    bool changed;                     /* since that began */
    int64_t tell_at, due_at, used_at; /* mono */
    int64_t opens_at;                 /* tables, if any have to be opened */
    int64_t round_at;                 /* when the next round opens by itself, */
    uint32_t round_seq;               /* and the entry after which that was settled */
    HallChat *chat;                   /* the last lines of both groups, a ring */
    unsigned chat_count;
    char *shown[HALL_SHOWN]; /* hall_add_shown(); NULL: not written yet */
    uint32_t shown_rows;
    bool shown_old; /* something has changed since it was written */
};

/* ---- halls.c ---- */

bool halls_load(Hub *hub, Store *store);
void halls_free(Hub *hub);
void halls_elapse(Hub *hub);
int64_t halls_due_in(const Hub *hub);

static inline void hall_due(Hub *hub, Hall *hall, int64_t at) {
    hall->due_at = at;
    if (at < hub->halls_at) hub->halls_at = at;
}

Hall *halls_find(Hub *hub, uint64_t id); /* in memory */
/* One that is not here yet, and runs. */
void halls_take_up(Hub *hub, const Asking *asking, const StoreEvent *row);
/* By its code; one that is not here is read from the store (then hub_lacks() for now). NULL: there is none. */
Hall *halls_find_code(Hub *hub, const char *code);
/* `own`: rules that are not built in, of a club or of none (0); NULL: the settings name them. */
Hall *halls_make(Hub *hub, const StoreUser *owner, const TourneySettings *settings, const Ruleset *own, uint64_t club,
                 const uint16_t *option, TourneyAnswer *answer);
/* What cannot happen has happened to this one: it stops, for somebody to look at. */
void hall_quarantine(Hub *hub, Hall *hall, const char *trouble);
unsigned halls_run_by(Hub *hub, uint64_t user);
/* Somebody's account is deleted: they leave the events in memory, where no list calls them by their name any more; `everywhere`, or
 * only those that this node leads. */
void halls_forget_user(Hub *hub, uint64_t user, bool everywhere);
bool halls_wait_for(Hub *hub,
                    uint64_t user); /* asked before: how an event of theirs stands is not known for a moment */

/* ---- hall_log.c ---- */

/* Carries a line out. False: *why. */
bool hall_apply(Hall *hall, const char *line, char *why, size_t size);
/* The same of a line that was read and has to be the next one. */
bool hall_follow(Hall *hall, const StoreEntry *entry, char *trouble, size_t size);
/* As it was before its first line, but for what is not in the log. */
void hall_unfold(Hall *hall);
/* The same, written down. What it says was checked before: it cannot fail but for memory. */
__attribute__((format(printf, 3, 4))) void hall_write(Hub *hub, Hall *hall, const char *format, ...);
/* An entry of the tournament, by this user (0: the server). False: it is refused, *answer says why. */
bool hall_enter(Hub *hub, Hall *hall, TourneyEntry *entry, uint32_t seen, uint64_t author, TourneyAnswer *answer);
void hall_write_options(Hub *hub, Hall *hall, const uint16_t *option);
void hall_write_rules(Hub *hub, Hall *hall, const Ruleset *ruleset, uint64_t club);

bool hall_is_organiser(const Hall *hall, uint64_t user);
Entrant hall_entrant(const Hall *hall, uint64_t user); /* NOBODY: has not entered, or has left */

/* ---- hall_games.c ---- */

/* One thing after another that is due; sets hall->due_at. */
void hall_settle(Hub *hub, Hall *hall);
/* A table of the event is over, has begun or is gone; what happened at it is on the disk. */
void halls_table_over(Hub *hub, Desk *desk);
void halls_table_settled(Hub *hub, const Desk *desk);
/* Its event looks at it: it stays here, though nobody else does. */
bool halls_need(Hub *hub, const Desk *desk);
void halls_table_gone(Hub *hub, Desk *desk);
void halls_table_loaded(Hub *hub, Desk *desk);
void halls_bots_played(Hub *hub, HubJob *job);
/* The clocks of all tables stood still for so long. */
void halls_skip_time(Hub *hub, int64_t ms);
/* Where it is played; NULL: nowhere yet, or not at a table. And whether bots play it among themselves. */
const char *hall_table(const Hall *hall, uint32_t number);
bool hall_is_for_bots(const Hall *hall, uint32_t number);
/* What an arbiter's phone has to say to enter the result of a game. */
void hall_game_key(const Hall *hall, uint32_t game, char out[HALL_GAME_KEY]);

/* ---- hall_follow.c ---- */

void hall_changed(Hub *hub, Hall *hall);
void hall_tell(Hub *hub, Hall *hall);
void hall_unfollow(Socket *socket);
void hall_call_players(Hub *hub, const Hall *hall, uint32_t game);
void hall_follow_message(Hub *hub, Socket *socket, const cJSON *message, const char *id);
void hall_team_message(Hub *hub, Socket *socket, const cJSON *message, const char *id);
/* To all of the group who follow here; `asker` with the id of its message. */
void hall_tell_team(Hub *hub, Hall *hall, const HallChat *line, const Socket *asker, const char *id);

/* ---- hall_nodes.c ---- */

/* Reads its log on, or folds it anew. */
void hall_read(Hub *hub, const Asking *asking, Hall *hall);
/* Everything of it is on the disk. */
void halls_settled(Hub *hub, uint64_t id);
/* Whoever asks for it waits until it is known how it stands. */
bool hall_waits(Hub *hub, Hall *hall);
/* A game that cannot go on. */
void hall_get_stuck(Hub *hub, Hall *hall, uint32_t game);
void hall_say_team(Hub *hub, const Hall *hall, const HallChat *line);
/* News of other nodes. */
void hall_hear_team(Hub *hub, const char *line);
void halls_hear_stuck(Hub *hub, const char *line);

/* ---- hall_read.c ---- */

/* What {"do":"result","game":7,...} means. False: *answer says what is wrong. */
bool hall_read_entry(const Hall *hall, const cJSON *json, TourneyEntry *out, TourneyAnswer *answer);
/* `seed`: what lots are drawn from. The rules are the form's usual ones. */
bool hall_read_settings(const cJSON *json, const Seed *seed, TourneySettings *out, TourneyAnswer *answer);
/* Members of the body that are options; others stay. False: *why names the one that is wrong. */
bool hall_read_options(const cJSON *json, uint16_t option[HALL_OPTIONS], char *why, size_t size);

/* ---- hall_show.c ---- */

cJSON *hall_row(const Hall *hall); /* of a list */
cJSON *hall_overview(Hub *hub, const Hall *hall, const StoreUser *user);
cJSON *hall_standings(const Hall *hall, uint32_t from, uint32_t most);
cJSON *hall_games(const Hall *hall, const StoreUser *user, uint32_t from, uint32_t most, unsigned round, bool open);
/* What a game is called, in parts; and who has a seat in it. */
void hall_add_title(cJSON *json, const Tourney *tourney, uint32_t number);
void hall_add_seat(cJSON *seats, const Tourney *tourney, const TourneyGame *game, unsigned seat);
extern const char *const hall_standing_words[], *const hall_phase_words[];
/* What a page shows at first: standings, games to be played, results, the last entries. Everybody in a hall asks for it
 * after every change, so it is written once and kept until the next one; only organisers are shown more. While tables
 * are being opened it is kept until everybody is told that something has changed, and asks again. */
void hall_add_shown(Hub *hub, Hall *hall, const StoreUser *user, uint32_t rows, cJSON *json);
void hall_forget_shown(Hall *hall);

/* ---- hall_entries.c ---- */

cJSON *hall_entries(const Hall *hall, uint32_t before, uint32_t most);
cJSON *hall_changes(const TourneyPreview *preview);

/* ---- events.c ---- */

/* A name like this one that nobody else has in the event. */
void hall_free_name(const Hall *hall, const char *name, char out[TOURNEY_NAME_MAX]);
/* Those in memory that somebody runs or plays in. */
void halls_add_mine(Hub *hub, const StoreUser *user, cJSON *list);
/* The event that a request names; NULL: it has been answered. */
Hall *answer_hall(Hub *hub, const ApiCall *call);

#endif
