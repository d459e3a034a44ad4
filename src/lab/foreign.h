/* foreign.h -- the library for other languages. They call the functions of the
 * other headers as they are and allocate its structs by their size; what those
 * hold is asked for here, by name, so that no struct has to be laid out twice. */
#ifndef UNO_FOREIGN_H
#define UNO_FOREIGN_H

#include "../record/kept.h"
#include "turn.h"

/* Changes whenever a caller has to change with it. */
enum { FOREIGN_VERSION = 2 };
unsigned foreign_version(void);

/* Bytes of a struct, by its name ("Game"); 0: there is no such struct here. All
 * are aligned as malloc() aligns. */
size_t foreign_size(const char *type);

/* ---- rulesets ---- */

const Rules *foreign_rules(const Ruleset *ruleset);
const char *foreign_ruleset_text(const Ruleset *ruleset, const char *what); /* "name", "title", "about", "parent" */
const char *foreign_builtin(unsigned index);                                /* a built-in ruleset's name, or NULL */
const char *foreign_option(const Rules *rules, unsigned index);             /* an option of this family, or NULL */
bool foreign_option_get(const Rules *rules, const char *name, char *out, unsigned size);
unsigned foreign_players(const Rules *rules, bool most); /* how few, or how many, can play */
const char *foreign_family(const Rules *rules);          /* "classic" */

/* ---- tables: a Game or a View ---- */

/* A field of the board by its name, and by seat where each has one; seats are
 * numbers, -1 for none, and so are cards and colours. INT_MIN: no such field. */
int foreign_board(const Rules *rules, const Board *board, const char *field, unsigned seat);

SeatMask foreign_awaited(const Rules *rules, const Board *board);
const Board *foreign_board_of(const Game *game);
const Board *foreign_board_seen(const View *view);

/* The copies of every face in a pile of the view: "hand", "open", or "known" of a seat. */
bool foreign_view_cards(const View *view, const char *pile, unsigned seat, uint8_t out[FACES]);
int foreign_view_drawn(const View *view); /* the card just drawn, or -1 */
Action foreign_view_commit(const View *view);

unsigned foreign_view_seat(const View *view); /* SPECTATOR for a spectator */

/* A view as the bot protocol writes it. False: `error`, of JSON_ERROR_MAX bytes, says what is wrong. */
bool foreign_view_read(const Rules *rules, const char *json, size_t length, View *out, char *error);

/* What the view's own seat may do; how many. */
unsigned foreign_view_actions(const Rules *rules, const View *view, Action out[ACTIONS_MAX]);

unsigned foreign_witness_events(const Witness *witness);
const Event *foreign_witness_event(const Witness *witness, unsigned index);

/* ---- bots ---- */

const char *foreign_bot(unsigned index, bool about); /* name or description of a kind of bot, or NULL */
bool foreign_bot_plays(const BotKind *kind, const Rules *rules);

/* bot_init() with a budget in numbers; 0: the kind's own. `kind` and `rules` must stay. */
void foreign_bot_init(Bot *bot, const BotKind *kind, const Rules *rules, uint64_t seed, unsigned worlds,
                      unsigned think_us);

/* ---- encoders and batches ---- */

/* "numbers", "words" or "observation"; 0 for anything else. */
unsigned foreign_encoder(const Encoder *encoder, const char *what);
const EncodeField *foreign_encoder_field(const Encoder *encoder, unsigned index); /* or NULL */

/* The mask and the observation of a view's own seat; `past` may be NULL. */
void foreign_view_mask(const Encoder *encoder, const View *view, uint64_t *out);
void foreign_view_observe(const Encoder *encoder, const View *view, const Past *past, uint8_t *out);
Action foreign_view_number(const Encoder *encoder, const View *view, unsigned number);

uint64_t foreign_batch_ended(const Batch *batch);

/* ---- matches among bots ---- */

typedef struct {
    double wins, low, high; /* the share of its games that it wins, and the 95 % interval of that */
    uint64_t games;
} ArenaRow;

/* `deals` deals, each played from every seat: arena.h. A bot's worlds may be 0, its own number. False: there is no
 * memory, or no thread. */
bool foreign_arena(const Rules *rules, const BotKind *const *kind, const unsigned *worlds, unsigned bots,
                   unsigned players, uint64_t deals, unsigned threads, const Seed *seed, ArenaRow *out);

/* ---- records ---- */

unsigned foreign_record(const Record *record, const char *what); /* "players", "actions", "finished", "winners" */
unsigned foreign_record_score(const Record *record, Seat seat);
char *foreign_record_text(Record *record, const char *what,
                          Seat seat); /* "ruleset", "date", "name"; to be read or set */
/* Seats that committed to a seed and did not reveal it. */
SeatMask foreign_record_unrevealed(const Record *record);
unsigned foreign_differences(void);                         /* how many there are (kept.h) */
void foreign_record_seed(Record *record, const Seed *seed); /* the seed as it is, without a proof */
Action foreign_record_action(const Record *record, size_t index, Seat *seat);
void foreign_record_ruleset(const Record *record, Ruleset *out); /* its rules, under their name */

#endif
