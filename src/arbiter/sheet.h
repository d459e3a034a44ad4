/* sheet.h -- one game at a table with real cards: who plays, by which rules, and
 * how it stands. Split UNO is kept as a Tally of cards; official UNO and its kin
 * as a sheet of points. A Sheet is a value: it is copied with =, and an entry
 * that is refused changes nothing. */
#ifndef UNO_SHEET_H
#define UNO_SHEET_H

#include "names.h"
#include "score.h"
#include "tally.h"

enum { SHEET_RULESET_MAX = 48, SHEET_TEXT_MAX = 4096, LINE_ENTRIES_MAX = 16 };

typedef struct {
    char ruleset[SHEET_RULESET_MAX]; /* what the rules are called */
    Names names;
    Seat lead;                 /* who led first */
    uint16_t numbers, actions; /* what the decks had then; 0 on a score sheet */
    bool points;
    union {
        Tally tally;
        Score score;
    };
} Sheet;

/* By these rules there are points to be kept, and no decks. */
bool sheet_has_points(const Rules *rules);

const Rules *sheet_rules(const Sheet *sheet);
bool sheet_over(const Sheet *sheet);
SeatMask sheet_winners(const Sheet *sheet);

/* ---- the language (docs/arbiter.md) ---- */

/* What a line says: entries of a tally, or of a score sheet. */
typedef struct {
    unsigned count;
    Entry entry[LINE_ENTRIES_MAX];
    ScoreEntry points;
} Statement;

/* Reads a line of at most SHEET_TEXT_MAX bytes. False: `why` says what is not understood and what would be. */
bool statement_parse(const Sheet *sheet, const char *line, Statement *out, char *why, unsigned size);

/* The same line, spelt out: parsing it gives the same statement. Returns the length. */
unsigned statement_format(const Sheet *sheet, const Statement *statement, char *out, unsigned size);
unsigned entry_format(const Sheet *sheet, const Entry *entry, char *out, unsigned size);

/* Takes a whole line in; *told is what the table has to do and know, in plain words.
 * False: *told says why not and what is possible, and the sheet is as it was. */
bool sheet_enter(Sheet *sheet, const Statement *statement, char *told, unsigned size);

/* The same; each entry of a tally is shown with what it made happen as soon as it is taken, even where a later one of
 * the line is refused. */
typedef struct {
    void (*see)(void *context, const Sheet *sheet, const Entry *entry, const TallyEvents *events);
    void *context;
} SheetWatch;
bool sheet_enter_watched(Sheet *sheet, const Statement *statement, const SheetWatch *watch, char *told, unsigned size);

/* ---- in plain words ---- */

/* The one question on the table ("Ben may counter with a Block. Did they?"). */
unsigned sheet_question(const Sheet *sheet, char *out, unsigned size);

/* How the question can be answered, in the words of the language ("countered, or pass"). */
unsigned sheet_answers(const Sheet *sheet, char *out, unsigned size);

/* What somebody is bound by, owed or kept from; "" where there is nothing ("blocked; must bid blue", or
 * `loud` "BLOCKED; must bid blue"). */
unsigned sheet_remarks(const Sheet *sheet, Seat seat, bool loud, char *out, unsigned size);

/* How it stands: a line for each player, a line for the decks. */
unsigned sheet_status(const Sheet *sheet, char *out, unsigned size);

#endif
