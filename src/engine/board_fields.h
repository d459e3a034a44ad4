/* board_fields.h -- the fields of a board as rows (board.def): for code that writes, reads or compares boards field by
 * field. */
#ifndef UNO_BOARD_FIELDS_H
#define UNO_BOARD_FIELDS_H

#include <stddef.h>
#include <string.h>

#include "game.h"

typedef enum {
    BOARD_NUMBER, /* 0 and up */
    BOARD_SIGN,   /* 1 or -1 */
    BOARD_FLAG,
    BOARD_SEAT,
    BOARD_SEATS,
    BOARD_MASK, /* seats too, but a number in a position */
    BOARD_CARD,
    BOARD_COLOUR,
    BOARD_PHASE,
    BOARD_TARGETS, /* a seat for each seat, four bits each */
    BOARD_RETURN,  /* the value of the card that sent a draw back */
    BOARD_SHED,    /* ShedNext */
    BOARD_DUTY,    /* a colour or rule that must be shown */
} BoardType;

typedef struct {
    Families families;
    BoardType type;
    uint8_t size, count; /* in bytes, of one entry; entries */
    uint16_t offset;
    const char *name; /* in a position; NULL: it is not there */
    long long usual;
    const char *group, *key; /* in JSON; the rows of a group are neighbours there */
    const char *lab;
} BoardField;

#define BOARD_FIELD(families, type, member, name, usual, group, key, lab) \
    { families, BOARD_##type, sizeof((Board *)0)->member, 1, offsetof(Board, member), name, usual, group, key, lab }
#define BOARD_SEATS_FIELD(families, type, member, name, usual, group, key, lab) \
    { \
        families, BOARD_##type, sizeof((Board *)0)->member[0], \
            sizeof((Board *)0)->member / sizeof((Board *)0)->member[0], offsetof(Board, member), name, usual, group, \
            key, lab \
    }

extern const BoardField board_fields[];
extern const unsigned board_field_count;

/* The entry `i` of a field; 0 for one that is no array. */
static inline long long board_get(const Board *board, const BoardField *field, unsigned i) {
    const char *at = (const char *)board + field->offset + i * field->size;
    int8_t small;
    uint8_t byte;
    uint16_t word;
    uint64_t wide;
    if (field->type == BOARD_SIGN) return memcpy(&small, at, 1), small;
    if (field->size == 1) return memcpy(&byte, at, 1), byte;
    if (field->size == 2) return memcpy(&word, at, 2), word;
    return memcpy(&wide, at, 8), (long long)wide;
}

static inline void board_set(Board *board, const BoardField *field, unsigned i, long long value) {
    char *at = (char *)board + field->offset + i * field->size;
    uint8_t byte = (uint8_t)value;
    uint16_t word = (uint16_t)value;
    uint64_t wide = (uint64_t)value;
    if (field->size == 1) memcpy(at, &byte, 1);
    else if (field->size == 2) memcpy(at, &word, 2);
    else memcpy(at, &wide, 8);
}

#endif
