/* view_fields.c -- the rows of board.def that a view in JSON has, by list and place. */
#include "view_fields.h"

static const char *const duty_list[NAMES + 1] = {"R", "Y", "G", "B", "even", "odd", "low", "high", NULL};
static const char *const shed_list[] = {NULL, "ends", "names", "replies", "wins"};
static const char *const return_list[VALUES] = {[VALUE_REVERSE] = "reverse", [VALUE_WILD] = "reflector"};

Words field_words(const BoardField *field) {
    if (field->type == BOARD_DUTY) return (Words){duty_list, NAMES + 1};
    if (field->type == BOARD_SHED) return (Words){shed_list, SHED_WINS + 1};
    return (Words){return_list, VALUES};
}

/* A row goes to the list that it names, and nowhere else. */
#define IN_NOT(...)
#define IN_COMMON(...)
#define IN_CLASSIC(...)
#define IN_SPLIT(...)
#define IN_CLASSIC_SEAT(...)
#define IN_SPLIT_SEAT(...)
#define FIELD(families, type, member, name, usual, list, place, group, key, lab) \
    IN_##list([place] = BOARD_FIELD(families, type, member, name, usual, group, key, lab), )
#define SEATS_FIELD(families, type, member, name, usual, list, place, group, key, lab) \
    IN_##list([place] = BOARD_SEATS_FIELD(families, type, member, name, usual, group, key, lab), )

#undef IN_COMMON
#define IN_COMMON(...) __VA_ARGS__
static const BoardField common_rows[] = {
#include "../engine/board.def"
};
#undef IN_COMMON
#define IN_COMMON(...)

#undef IN_CLASSIC
#define IN_CLASSIC(...) __VA_ARGS__
static const BoardField classic_rows[] = {
#include "../engine/board.def"
};
#undef IN_CLASSIC
#define IN_CLASSIC(...)

#undef IN_SPLIT
#define IN_SPLIT(...) __VA_ARGS__
static const BoardField split_rows[] = {
#include "../engine/board.def"
};
#undef IN_SPLIT
#define IN_SPLIT(...)

#undef IN_CLASSIC_SEAT
#define IN_CLASSIC_SEAT(...) __VA_ARGS__
static const BoardField classic_seat_rows[] = {
#include "../engine/board.def"
};
#undef IN_CLASSIC_SEAT
#define IN_CLASSIC_SEAT(...)

#undef IN_SPLIT_SEAT
#define IN_SPLIT_SEAT(...) __VA_ARGS__
static const BoardField split_seat_rows[] = {
#include "../engine/board.def"
};
#undef IN_SPLIT_SEAT
#define IN_SPLIT_SEAT(...)

#define LIST_OF(rows) ((FieldList){rows, sizeof rows / sizeof *rows})

FieldList common_fields(void) { return LIST_OF(common_rows); }

FieldList family_fields(const Rules *rules) {
    return rules->family == FAMILY_CLASSIC ? LIST_OF(classic_rows) : LIST_OF(split_rows);
}

FieldList seat_fields(const Rules *rules) {
    return rules->family == FAMILY_CLASSIC ? LIST_OF(classic_seat_rows) : LIST_OF(split_seat_rows);
}
