/* lab_book.h -- a lab as a file: its plan with the rules in full, how far it has come, and all counts.
 *
 * A part of a lab (a shard), one that was interrupted and one that is complete have the same form (JSON). Parts of
 * one plan are merged into exactly what one run of the whole would have counted. A LabBook owns memory. */
#ifndef UNO_LAB_BOOK_H
#define UNO_LAB_BOOK_H

#include "lab_report.h"

enum { LAB_TITLE_MAX = 200, LAB_AGAIN_MAX = 1200, LAB_AXIS_MAX = 32, LAB_BOOK_BYTES_MAX = 256 << 20 };

typedef struct {
    LabPlan plan;
    Rules *rules;    /* of each cell */
    LabCount *count; /* of each cell */
    unsigned shard, shards;
    uint64_t games, reached; /* wanted; and all below this number are played, as far as they are the shard's */
    bool matches;
    char title[LAB_TITLE_MAX], again[LAB_AGAIN_MAX], axis[2][LAB_AXIS_MAX]; /* as LabFindings has them; "" for none */
    char goal[LAB_AXIS_MAX];                                                /* the same; not in the file */
} LabBook;

typedef struct {
    char text[240];
} LabBookError;

/* An empty book with room for LAB_CELLS_MAX cells of rules; counts come with lab_book_open(). False: no memory. */
bool lab_book_init(LabBook *book);
void lab_book_free(LabBook *book);

/* Adds a cell; its base is the first one of as many players and the same family. NULL: there are too many. */
LabCell *lab_book_add(LabBook *book, const Rules *rules, unsigned players, const char *label, const char *setting);

/* Which games are played again to measure skill: fewer where games take long. All cells are there. */
void lab_book_settle(LabBook *book, bool skill);

/* Makes one deal a game. */
bool lab_single_deal(Ruleset *ruleset, RulesetError *error);

/* All cells are there: sets all counts to zero. False: no memory. */
bool lab_book_open(LabBook *book);

LabFindings lab_book_findings(const LabBook *book);

void lab_book_write(const LabBook *book, const Printer *printer);
bool lab_book_read(const char *text, size_t length, LabBook *out, LabBookError *error);

/* True when both are of one plan: the same rules, players, bots, seed and number of games. */
bool lab_book_same(const LabBook *a, const LabBook *b);

/* All parts of one plan, each once and complete, into *out. */
bool lab_book_merge(const LabBook *parts, unsigned count, LabBook *out, LabBookError *error);

#endif
