/* view_fields.h -- the fields of a view in JSON, one row each. Whoever writes or
 * reads a view or a part of one goes by these rows, so that all agree.
 *
 * Inside the room: others use view_json.h and view_delta.h. */
#ifndef UNO_VIEW_FIELDS_H
#define UNO_VIEW_FIELDS_H

#include <string.h>

#include "view_json.h"

typedef enum {
    FIELD_NUMBER, /* 0 and up */
    FIELD_SIGN,   /* 1 or -1 */
    FIELD_FLAG,
    FIELD_SEAT,
    FIELD_SEATS,
    FIELD_CARD,
    FIELD_COLOUR,
    FIELD_WORD,
} FieldType;

/* How a number is told in words; NULL in a list: that number is null in JSON. */
typedef struct {
    const char *const *list;
    unsigned count;
} Words;

typedef struct {
    const char *group; /* the object it is in; NULL: the view itself. The rows of a group are neighbours */
    const char *name;
    FieldType type;
    uint8_t size; /* in bytes: 1 or 2 */
    uint16_t offset;
    const Words *words;
} Field;

typedef struct {
    const Field *field;
    unsigned count;
} FieldList;

FieldList common_fields(void);
FieldList family_fields(const Rules *rules);
FieldList seat_fields(const Rules *rules); /* a row stands for an array with an entry per seat */

/* The entry `i` of a field; 0 for one that is no array. */
static inline long field_get(const Board *board, const Field *field, unsigned i) {
    const char *at = (const char *)board + field->offset + i * field->size;
    int8_t small;
    uint8_t byte;
    uint16_t word;
    if (field->type == FIELD_SIGN) return memcpy(&small, at, 1), small;
    if (field->size == 1) return memcpy(&byte, at, 1), byte;
    return memcpy(&word, at, 2), word;
}

static inline void field_set(Board *board, const Field *field, unsigned i, long value) {
    char *at = (char *)board + field->offset + i * field->size;
    uint8_t byte = (uint8_t)value;
    uint16_t word = (uint16_t)value;
    if (field->size == 1) memcpy(at, &byte, 1);
    else memcpy(at, &word, 2);
}

/* True for "A", and for "R5". */
bool json_is_seat(const cJSON *json, long *out);
bool json_is_card(const Rules *rules, const cJSON *json, Face *out);

/* Reads a whole view into *view, or, where `partial`, changes *view by what is there.
 * False: `error` says where and what was expected, and *view is untouched. */
bool view_read(const Rules *rules, const cJSON *json, bool partial, View *view, char error[JSON_ERROR_MAX]);

#endif
