/* record.h -- a game as a text file: who played by which rules, where the chance
 * came from, every action, and how it ended (docs/notation.md).
 *
 *     text --record_parse()--> Record --record_format()--> text
 *                                |
 *                                +--record_replay()---> Game, action by action
 *                                +--record_verify()---> proof, or the first thing that is wrong
 *
 * A record carries its rules in full and needs nothing else to be replayed. One
 * without a result is a running game. A Record owns memory: record_free(). */
#ifndef UNO_RECORD_H
#define UNO_RECORD_H

#include "../engine/witness.h"
#include "../ruleset/ruleset.h"
#include "fair.h"

enum {
    RECORD_NAME_MAX = 48, /* bytes of a player's name, with the closing zero */
    RECORD_DATE_MAX = 32,
    RECORD_CHECKSUM_HEX = 17,
    RECORD_ACTIONS_MAX = 4000000,
    RECORD_BYTES_MAX = 64 << 20,
};

typedef struct {
    unsigned line, column; /* from 1; 0: the record as a whole */
    char text[360];        /* what is wrong */
} RecordError;

typedef struct {
    Action action;
    Seat seat;
    uint32_t line, column; /* where it was read; 0 for one that was played */
} RecordAction;

typedef struct {
    SeatMask winners;
    unsigned score[SEATS_MAX];
    unsigned actions;
    char checksum[RECORD_CHECKSUM_HEX];
    unsigned line; /* where it was read */
} RecordResult;

/* Either the seed itself, or a secret with its commitment and what the seats added. */
typedef struct {
    bool has_seed, has_secret, has_commitment;
    uint8_t way; /* of fair.h; 0 counts as FAIR_OPEN */
    Seed seed, secret, commitment;
    FairPart part[SEATS_MAX];
    unsigned seed_line, secret_line, commitment_line, part_line[SEATS_MAX];
} RecordChance;

typedef struct {
    char ruleset[RULESET_NAME_MAX];
    char hash[RULESET_HASH_HEX];
    unsigned hash_line;
    Rules rules;
    char date[RECORD_DATE_MAX]; /* "" where none is given */
    unsigned players;
    char name[SEATS_MAX][RECORD_NAME_MAX]; /* "" where a seat has none */
    char bot[SEATS_MAX][RECORD_NAME_MAX];  /* the kind of bot that plays it, "medium"; "": a person, or not told */
    Face given[SEATS_MAX];                 /* H107: the action card that a seat starts with; 0: none */
    RecordChance chance;
    RecordAction *action;
    size_t actions, capacity;
    bool finished;
    RecordResult result;
} Record;

/* An empty record of a game that starts now. */
void record_init(Record *record, const Ruleset *ruleset, unsigned players);
void record_free(Record *record);

/* False: no memory, or too many actions. */
bool record_add(Record *record, Seat seat, Action action);

/* Writes down how the game ended. */
void record_finish(Record *record, const Game *game);

/* Notes that a bot of this kind plays the seat; one whose name does not fit is not told. */
void record_set_bot(Record *record, unsigned seat, const char *kind);

/* Names are UTF-8 without control characters, shorter than RECORD_NAME_MAX. */
bool record_name_fits(const char *name);

/* Reads a record. False: *error, and *out is empty. */
bool record_parse(const char *text, size_t length, Record *out, RecordError *error);

/* Writes the record; record_parse() reads it back as it is. */
void record_format(const Record *record, const Printer *printer);

/* The seed the game is played with; false while the secret is not known. */
bool record_seed(const Record *record, Seed *out);

/* A short sum over a whole game: BLAKE2b-64 of its actions, one a line, and the last position's text. */
void record_checksum(const Record *record, const Game *game, char out[RECORD_CHECKSUM_HEX]);

/* Called once with number 0 when the cards are dealt, then after each action
 * with its number. Returning false ends the replay early, without an error. */
typedef bool (*RecordWatch)(void *context, size_t number, Seat seat, Action action, const Game *game,
                            const Witness *witness);

/* Plays the actions; `watch` may be NULL. False: *error names the action that
 * the rules refuse. *game holds the last position reached in any case. */
bool record_replay(const Record *record, RecordWatch watch, void *context, Game *game, RecordError *error);

typedef enum {
    PROOF_NONE,    /* the seed is written down as it is: nothing was promised */
    PROOF_WAITING, /* the secret is not shown yet */
    PROOF_HOLDS,   /* the secret, all seeds and their commitments fit together */
    PROOF_OPEN,    /* so they do, but the seats' seeds were said in the open: the seat that spoke last could choose */
} RecordProof;

typedef struct {
    RecordProof proof;
    bool replayed; /* the seed is known, and every action was legal */
    bool finished; /* and the result is what the actions lead to */
} RecordReport;

/* Checks everything a record states. False: *error is the first thing wrong. */
bool record_verify(const Record *record, RecordReport *report, RecordError *error);

#endif
