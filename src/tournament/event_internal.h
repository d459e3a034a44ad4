/* event_internal.h -- what the files of this room share: memory, games, and what a form has to know. */
#ifndef UNO_TOURNAMENT_EVENT_INTERNAL_H
#define UNO_TOURNAMENT_EVENT_INTERNAL_H

#include "event.h"

/* Makes room for so many; false: there is no memory. What is new is zero. */
bool tourney_grow(void **array, uint32_t *room, uint64_t need, size_t size);

/* Refuses: the sentence of the code, then `more` (may be NULL). Returns false. */
bool tourney_refuse(TourneyAnswer *answer, TourneyRefusal refusal, const char *more);

static inline bool entrant_is_there(const TourneyEntrant *entrant) {
    return entrant->standing == ENTRANT_IN || entrant->standing == ENTRANT_PAUSED;
}

/* ---- entries (apply.c) ---- */

/* Carries out an entry other than undo and correct. False: *answer; nothing has changed unless memory ran short. */
bool entry_carry_out(Tourney *tourney, TourneyEntry *entry, TourneyAnswer *answer);

/* Forgets everything but the log and what was paired; entrants get their numbers. */
void tourney_clear(Tourney *tourney);

/* ---- games (games.c) ---- */

/* Lays a game at the end of the list; returns its number, 0: no memory. */
uint32_t game_lay(Tourney *tourney, TourneyStage stage, unsigned round, const Entrant *who, unsigned seats);

/* The same for a bracket: each seat has somebody, comes from a game, or stays empty. */
typedef struct {
    Entrant who;
    TourneyFeed feed;
} BracketSeat;
uint32_t game_lay_bracket(Tourney *tourney, TourneyStage stage, unsigned round, BracketSeat first, BracketSeat second);

/* Settles what settles itself, from this game on: seats that are known now, walk-overs, empty games. */
void games_refresh(Tourney *tourney, uint32_t from);

/* Ends a game: places of the seats, from 1. Points go to whom they belong. */
void game_decide(Tourney *tourney, uint32_t game, const uint8_t place[SEATS_MAX], TourneyBy by);

static inline bool game_is_settled(const TourneyGame *game) {
    return game->state == GAME_OVER || game->state == GAME_EMPTY;
}
static inline bool game_is_playable(const TourneyGame *game) {
    return game->state == GAME_READY || game->state == GAME_OPEN;
}
static inline bool stage_has_points(unsigned stage) { return stage == STAGE_round || stage == STAGE_duel; }
/* In an elimination places follow from who beat whom: nobody asks for points there, or for what decides between equal ones. */
static inline bool form_has_points(unsigned form) {
    return form != FORM_single && form != FORM_double && form != FORM_page;
}
Entrant game_winner(const TourneyGame *game); /* NOBODY: none */

/* ---- forms (form.c) ---- */

/* Tables of a round, in memory that grows: for each a count and its people; one alone has a bye. */
typedef struct {
    Entrant *seat;
    uint32_t used, room;
    bool failed;
} Tables;
void seating_put(Tables *tables, const Entrant *who, unsigned count);
void seating_free(Tables *tables);

typedef struct {
    bool (*start)(Tourney *tourney, TourneyAnswer *answer);
    bool (*pair)(Tourney *tourney, Tables *out, TourneyAnswer *answer); /* NULL: nothing is paired */
    void (*after)(Tourney *tourney);                                    /* a game has ended, or somebody has left */
    bool late;                                                          /* people may enter after the start */
} FormRow;
const FormRow *form_row(const Tourney *tourney);
bool tourney_has_rounds(const Tourney *tourney); /* a bracket has none: it lays all its games when it starts */

/* brackets.c */
bool single_start(Tourney *tourney, TourneyAnswer *answer);
bool double_start(Tourney *tourney, TourneyAnswer *answer);
bool page_start(Tourney *tourney, TourneyAnswer *answer);
void bracket_after(Tourney *tourney);
uint32_t bracket_lay(Tourney *tourney, const Entrant *who, unsigned count, TourneyStage stage, unsigned round);
void page_lay(Tourney *tourney, const Entrant *seed, unsigned count);

/* knockout.c: elimination at tables of three and more */
bool is_knockout_at_tables(const TourneySettings *settings);
unsigned knockout_allowed(const Tourney *tourney); /* so many losses, and somebody is out */
bool knockout_lost(const TourneyGame *game, unsigned seat);
bool knockout_pair(Tourney *tourney, Tables *out, TourneyAnswer *answer);
void knockout_lay(Tourney *tourney, uint32_t from);
bool knockout_is_decided(const TourneyGame *game, const uint8_t place[SEATS_MAX]);
void knockout_after(Tourney *tourney);

/* robin.c */
enum { ROBIN_AT_TABLES_MOST = 100 };
bool robin_start(Tourney *tourney, TourneyAnswer *answer);
bool robin_pair(Tourney *tourney, Tables *out, TourneyAnswer *answer);
void robin_after(Tourney *tourney);

/* rounds.c */
bool rounds_start(Tourney *tourney, TourneyAnswer *answer);
bool swiss_pair(Tourney *tourney, Tables *out, TourneyAnswer *answer);
bool partners_pair(Tourney *tourney, Tables *out, TourneyAnswer *answer);
bool arena_pair(Tourney *tourney, Tables *out, TourneyAnswer *answer);
void rounds_after(Tourney *tourney);
void arena_after(Tourney *tourney);

/* split.c */
enum { SPLIT_ROUNDS = 15, SPLIT_GROUP_LEAST = 5, SPLIT_GROUP_MOST = 15 };
bool split_start(Tourney *tourney, TourneyAnswer *answer);
bool split_round(Tourney *tourney, TourneyEntry *entry, TourneyAnswer *answer);
bool split_represent(Tourney *tourney, Entrant who, TourneyAnswer *answer);
bool split_shift(Tourney *tourney, const TourneyEntry *entry, TourneyAnswer *answer);
bool split_share(Tourney *tourney, const TourneyEntry *entry, TourneyAnswer *answer);
void split_after(Tourney *tourney);

/* Everybody who is there, with `paused` also those who pause, in the order of entry, or of lots where the settings say
 * so. Returns how many; `out` has room for tourney->entrants. */
uint32_t tourney_field(const Tourney *tourney, bool drawn, bool paused, Entrant *out);

/* The lot of each entrant: three numbers of the key stream, so that a late entry changes nobody else's. */
void lots_draw(const Tourney *tourney, int64_t *lot);

#endif
