/* event.h -- an evening, a league or a championship: who entered, who plays whom, how it
 * stands. A fold over its log, as a table is (table.h) and the arbiter's book (book.h):
 *
 *     line --tourney_parse()--> entry, or what is not understood       nothing has changed yet
 *     entry --tourney_preview()--> what would follow from it           still nothing
 *     entry --tourney_apply()--> the tournament, or a refusal          the only way to change it
 *     entry --tourney_format()--> the line that the log keeps
 *
 * A refusal names the reason and what is possible; nothing has changed then.
 *
 * Taking back. Nothing is ever taken out of a log. "undo 17" says that entry 17 does not
 * count; "correct 9 Ben Ada" says that the result of game 9 reads so from the beginning.
 * Either folds the log again from its first entry. What was paired stays paired, since it
 * was played that way. An entry that is no longer possible (the result of a final between
 * two others) becomes moot: it stays in the log and counts again if it can. An undo can
 * be undone. tourney_preview() tells all of that before anything is entered.
 *
 * Two organisers. An entry says what its author had seen (`seen`). If what it is about has
 * changed since, it is refused. Results of different games never get in each other's way.
 *
 * Pure: time and chance are in the entries. Memory comes from realloc() alone, in a few
 * arrays that grow. Only whole numbers, so every machine has the same places. */
#ifndef UNO_TOURNAMENT_EVENT_H
#define UNO_TOURNAMENT_EVENT_H

#include "../engine/cards.h"
#include "../engine/rng.h"
#include "settings.h"

enum {
    TOURNEY_ENTRANTS_MAX = 20000,
    TOURNEY_GAMES_MAX = 1000000,
    TOURNEY_ENTRIES_MAX = 2000000,
    TOURNEY_LIST_MAX = 32,     /* people one entry can name */
    TOURNEY_LINE_MAX = 2048,   /* bytes of a line of the log, with its end */
    TOURNEY_MEMBERS_MAX = 120, /* bytes that tell who is in a team */
    TOURNEY_PLACE_MAX = 32,    /* bytes that tell where a game is played */
    TOURNEY_WHY_MAX = 600,
};

typedef uint16_t Entrant; /* counted from 1 in the order of the log; 0: nobody */
enum { NOBODY = 0 };

/* ---- what is entered ---- */

typedef enum {
#define ENTRY(name, form, words) TOURNEY_##name,
#include "entry.def"
#undef ENTRY
    TOURNEY_ENTRY_KINDS
} TourneyEntryKind;
const char *tourney_entry_name(TourneyEntryKind kind); /* the word that begins one */

/* Where a result comes from. */
typedef enum { BY_ORGANISER, BY_TABLE, BY_ARBITER, BY_BOTS, BY_NOSHOW, BY_BYE, TOURNEY_BYS } TourneyBy;

typedef struct {
    uint32_t seq; /* counted from 1: the line of the log after its first */
    int64_t at_s; /* when, in seconds since 1970; 0: not said */
    uint8_t kind; /* TourneyEntryKind */
    uint8_t by;   /* TourneyBy, of a result */
    uint8_t count;
    uint8_t group[TOURNEY_LIST_MAX]; /* shift: where each goes; enter: group[0], or NO_GROUP */
    Entrant who[TOURNEY_LIST_MAX];   /* result: first to last */
    uint32_t level;                  /* result: bit i: who[i] shares the place of who[i - 1] */
    bool scored;                     /* result: with scores */
    int32_t score[SEATS_MAX];
    uint32_t number; /* of the game, the round, or the entry that is undone */
    Face card;       /* share */
    bool seeded;     /* open: with a seed */
    Seed seed;
    char name[TOURNEY_NAME_MAX];
    char words[TOURNEY_MEMBERS_MAX]; /* enter: members; open: where */
    const TourneySettings *settings; /* new: the caller's; NULL once it is kept */
    /* Settled when it was entered first, and kept when the log is folded again. */
    uint8_t stage;          /* of the game it is about */
    uint32_t pairs, paired; /* round: where its pairing begins in `pool`, and how many numbers it has */
    uint32_t target;        /* correct: the entry whose result was wrong */
} TourneyEntry;

/* ---- how it stands ---- */

typedef enum { ENTRANT_ABSENT, ENTRANT_IN, ENTRANT_PAUSED, ENTRANT_WITHDRAWN, ENTRANT_ELIMINATED } EntrantStanding;
enum { NO_GROUP = 2, GROUPS = 2 };

typedef struct {
    char name[TOURNEY_NAME_MAX];
    char members[TOURNEY_MEMBERS_MAX]; /* of a team; "": a player */
    uint8_t standing;                  /* ABSENT: the entry was taken back */
    uint8_t group;                     /* 0, 1, or NO_GROUP */
    Face held;                         /* the action card for the next duel (H107); NO_FACE: none */
    Entrant giver;                     /* whose it was */
    bool shared;                       /* has given one after the last duel (H107) */
    uint8_t byes;
    uint16_t games, wins; /* played or walked over; won. A bye is neither */
    int32_t points, difference;
    uint32_t seq; /* of the last entry about this entrant */
} TourneyEntrant;

typedef enum {
#define STAGE(name, title, sentence) STAGE_##name,
#include "stage.def"
#undef STAGE
    STAGES
} TourneyStage;

typedef enum {
    GAME_AWAITS, /* somebody is not known yet */
    GAME_READY,  /* can be played */
    GAME_OPEN,   /* is being played */
    GAME_OVER,   /* has a result */
    GAME_EMPTY,  /* nobody comes, or one alone walks through a bracket: no result to enter */
} GameState;

/* A seat of a bracket's game comes from another game. */
typedef struct {
    uint32_t game; /* 0: from none */
    bool loser;    /* its loser, not its winner */
} TourneyFeed;

typedef struct {
    uint8_t stage, state, by;
    uint8_t seats;
    bool teams;               /* seats 0 and 1 play against 2 and 3 */
    uint8_t through;          /* elimination at tables: how many go on; 0: no such game */
    bool lower, last;         /* everybody at it has lost before; nobody is left but those at it */
    uint16_t absent;          /* seats whose players did not come */
    uint16_t round;           /* from 1; within the stage for brackets and tie-breaks */
    Entrant who[SEATS_MAX];   /* NOBODY: not known, or an empty seat */
    uint8_t place[SEATS_MAX]; /* from 1 when over; equal: shared */
    int32_t score[SEATS_MAX];
    int32_t points[SEATS_MAX]; /* what each got for it */
    TourneyFeed feed[2];
    uint32_t seq;    /* of the last entry about it */
    uint32_t result; /* the entry that decided it; 0: none did */
    bool scored, seeded;
    Seed seed; /* of its deals, where the open entry or the round settled one */
    char where[TOURNEY_PLACE_MAX];
} TourneyGame;

typedef enum { TOURNEY_EMPTY, TOURNEY_GATHERING, TOURNEY_RUNNING, TOURNEY_OVER } TourneyState;
typedef enum { SPLIT_NONE, SPLIT_DUEL, SPLIT_WINDOW, SPLIT_TIES, SPLIT_FINALE } SplitPhase;

/* The Split UNO tournament beyond what all forms have. */
typedef struct {
    uint8_t phase;         /* SplitPhase */
    int32_t total[GROUPS]; /* team points: they stay where they were earned (H105) */
    uint8_t winner;        /* of the group phase; NO_GROUP: not known yet */
    bool shifted;          /* this window has had its move (H104) */
    uint16_t rounds;       /* decided */
    uint8_t seeds;         /* places 1 to 4 that are settled, */
    Entrant seed[4];       /* and whose they are */
} SplitEvent;

/* What became of an entry when the log was folded. */
typedef enum { FATE_COUNTS, FATE_UNDONE, FATE_CORRECTED, FATE_MOOT } EntryFate;

typedef struct {
    TourneySettings settings;
    uint8_t state; /* TourneyState */
    bool paused;
    uint32_t seq;    /* of the last entry */
    uint16_t round;  /* the last that was opened */
    uint16_t rounds; /* as many as there will be; 0: not known */
    int64_t started_s;
    SplitEvent split;
    uint32_t entrants, games, entries; /* entrant e is entrant[e], game g game[g], entry s entry[s]: all from 1 */
    TourneyEntrant *entrant;
    TourneyGame *game;
    TourneyEntry *entry;
    uint8_t *fate;      /* EntryFate of each entry */
    uint32_t open;      /* games that are ready or open */
    uint32_t renames;   /* names that may lie in `slot` besides those in use */
    Entrant *pool;      /* pairings of round entries: what was paired stays paired */
    uint32_t pool_used; /* table by table: a count, then its people */
    uint16_t *slot;     /* names by hash */
    uint32_t entrant_room, game_room, entry_room, fate_room, pool_room, slot_room;
    bool short_of_memory; /* what is being applied cannot be finished */
} Tourney;

typedef enum {
#define REFUSAL(code, sentence) TOURNEY_REFUSAL_##code,
#include "refusal.def"
#undef REFUSAL
    TOURNEY_REFUSALS
} TourneyRefusal;

typedef struct {
    uint8_t refusal;           /* TourneyRefusal; TOURNEY_REFUSAL_none: done */
    char why[TOURNEY_WHY_MAX]; /* in words, with what is possible */
} TourneyAnswer;

const char *tourney_refusal_code(TourneyRefusal refusal);

void tourney_init(Tourney *tourney);
void tourney_free(Tourney *tourney);
bool tourney_copy(Tourney *to, const Tourney *from); /* `to` is empty; false: there is no memory */

/* An entry that says nothing else yet. */
void tourney_entry_init(TourneyEntry *entry, TourneyEntryKind kind);

/* A line as an entry, and back; names are those of this tournament as it stands. `settings` takes those of a new
 * entry, and is pointed to by it then. The language: docs/tournaments.md. Format returns the length; the line has
 * no end. */
bool tourney_parse(const Tourney *tourney, const char *line, TourneyEntry *out, TourneySettings *settings,
                   TourneyAnswer *answer);
unsigned tourney_format(const Tourney *tourney, const TourneyEntry *entry, char *out, unsigned size);
/* The same as somebody would type it: without its time. */
void tourney_format_command(const Tourney *tourney, const TourneyEntry *entry, char *out, unsigned size);

/* Carries an entry out and keeps it as the last of the log. `seen`: the seq its author had seen; NOT_ASKED: whatever
 * it was. False: *answer, and nothing has changed. */
#define SEEN_NOT_ASKED UINT32_MAX
bool tourney_apply(Tourney *tourney, const TourneyEntry *entry, uint32_t seen, TourneyAnswer *answer);

/* Parse and apply in one; `out`, if not NULL, takes the line that the log keeps, TOURNEY_LINE_MAX bytes. */
bool tourney_enter(Tourney *tourney, const char *line, uint32_t seen, char *out, TourneyAnswer *answer);

/* Reads a whole log: "tournament 1", then a line for each entry. What follows the last line end is not read: *good
 * has the bytes that count. False: `line` is the one that is bad (from 1; 0: the log as a whole), *answer says why. */
extern const char tourney_first_line[]; /* "tournament 1\n" */
bool tourney_load(Tourney *tourney, const char *text, size_t length, size_t *good, uint32_t *line,
                  TourneyAnswer *answer);

/* ---- what would follow ---- */

typedef enum {
#define CHANGE(name, form, words) CHANGE_##name,
#include "change.def"
#undef CHANGE
    CHANGES
} TourneyChangeKind;

typedef struct {
    uint8_t kind;
    uint32_t id; /* an entrant, game, group or entry: see change.def */
    int32_t from, to;
} TourneyChange;

typedef struct {
    Tourney after; /* the copy that the entry was applied to */
    TourneyChange *change;
    uint32_t count, room;
} TourneyPreview;

/* Applies the entry to a copy and lists what differs. False: it would be refused, *answer says why; nothing to free. */
bool tourney_preview(const Tourney *tourney, const TourneyEntry *entry, uint32_t seen, TourneyPreview *out,
                     TourneyAnswer *answer);
void tourney_preview_free(TourneyPreview *preview);

/* "This leaves four in Red: they would be eliminated." */
void tourney_change_words(const TourneyPreview *preview, const TourneyChange *change, char *out, unsigned size);

/* ---- questions ---- */

/* One line of the table, best first. */
typedef struct {
    Entrant who;
    uint16_t place, shared; /* `shared` entrants have this place; 0 as place: none (withdrawn, eliminated) */
    int32_t points;
    int64_t broken[TIEBREAKS_MAX]; /* the worth of each tie-break of the settings */
} TourneyRow;

/* Writes a row for every entrant that is not ABSENT, and returns how many; `rows` has room for tourney->entrants.
 * 0 with entrants: there is no memory. */
uint32_t tourney_standings(const Tourney *tourney, TourneyRow *rows);

Entrant tourney_find(const Tourney *tourney, const char *name); /* capitals do not matter; NOBODY: no such */
const char *tourney_name(const Tourney *tourney, Entrant who);  /* also of one whose entry was taken back */
uint32_t tourney_group_size(const Tourney *tourney, unsigned group);
Entrant tourney_champion(const Tourney *tourney); /* NOBODY: none yet, or more than one */

/* The card that starts a duel in the hand of its seat (H107), taken out of that duel's action deck; NO_FACE: none. */
Face tourney_gift(const Tourney *tourney, uint32_t game, unsigned seat);

/* Where all tables of a round play the same deals: the seed that another table of this game's round has; NULL: none has
 * one yet, or each plays its own. */
const Seed *tourney_round_seed(const Tourney *tourney, uint32_t game);

/* True if the clock says that a timed tournament should get its "finish". */
bool tourney_due(const Tourney *tourney, int64_t now_s);

/* What the organiser can enter now: a bit for each kind, and as words for lines ("result, noshow, undo"). */
uint32_t tourney_possible(const Tourney *tourney);
void tourney_possible_words(const Tourney *tourney, char *out, unsigned size);

/* The number of a round's table within it, from 1. */
uint32_t tourney_table_number(const Tourney *tourney, uint32_t game);
/* "Round 3, table 2", "Qualifier 1": and who plays, "Ada v Ben". */
void tourney_game_title(const Tourney *tourney, uint32_t game, char *out, unsigned size);
void tourney_game_players(const Tourney *tourney, uint32_t game, char *out, unsigned size);

const char *tourney_card_name(Face card);       /* "+4"; "": none */
const char *tourney_stage_name(unsigned stage); /* "q1" */
const char *tourney_by_name(unsigned by);       /* "table" */

/* An entry in a sentence: "Ada beat Ben in round 3." */
void tourney_tell(const Tourney *tourney, const TourneyEntry *entry, char *out, unsigned size);

#endif
