/* view_fields.h -- the fields of a view in JSON, one row each (engine/board.def). All code that writes or
 * reads a view or a part of one goes by these rows, so that all of it agrees.
 *
 * Inside the room: others use view_json.h and view_delta.h. */
#ifndef UNO_VIEW_FIELDS_H
#define UNO_VIEW_FIELDS_H

#include "../engine/board_fields.h"
#include "view_json.h"

/* How a number is told in words; NULL in a list: that number is null in JSON. */
typedef struct {
    const char *const *list;
    unsigned count;
} Words;

/* Of a field that is told in words. */
Words field_words(const BoardField *field);

typedef struct {
    const BoardField *field;
    unsigned count;
} FieldList;

FieldList common_fields(void);

/* What the view of a family has beyond that. */
typedef struct {
    FieldList fields;
    FieldList seat_fields; /* a row stands for an array with an entry per seat */
    const char *open;      /* the name of Board.open */
    unsigned seats_max;
    bool asks_one;                           /* "awaited" follows from the phase and is no field of the board */
    bool out, drawn, laid;                   /* seats that are out; the card drawn and a bluff; cards laid in a turn */
    bool (*ranges_hold)(const Board *board); /* keeps view_sample() within its tables */
    void (*count_shown)(const Board *board, unsigned copies[FACES]); /* counts what lies before the seats or on top */
} ViewFamily;

const ViewFamily *view_family(const Rules *rules);

/* For its rows. */
bool classic_ranges_hold(const Board *board);
bool split_ranges_hold(const Board *board);
void classic_count_shown(const Board *board, unsigned copies[FACES]);
void split_count_shown(const Board *board, unsigned copies[FACES]);

/* True for "A", and for "R5". */
bool json_is_seat(const cJSON *json, long *out);
bool json_is_card(const Rules *rules, const cJSON *json, Face *out);

/* Reads a whole view into *view, or, where `partial`, changes *view by what is there.
 * False: `error` says where and what was expected, and *view is untouched. */
bool view_read(const Rules *rules, const cJSON *json, bool partial, View *view, char error[JSON_ERROR_MAX]);

#endif
