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

#define ROWS(rows) \
    { rows, sizeof rows / sizeof *rows }

FieldList common_fields(void) { return (FieldList)ROWS(common_rows); }

static const ViewFamily classic_view = {
    ROWS(classic_rows),  ROWS(classic_seat_rows), "discards", SEATS_MAX, true, true, true, true,
    classic_ranges_hold, classic_count_shown};
static const ViewFamily split_view = {
    ROWS(split_rows),  ROWS(split_seat_rows), "shed", SPLIT_SEATS_MAX, false, false, false, false,
    split_ranges_hold, split_count_shown};

const ViewFamily *view_family(const Rules *rules) {
    static const ViewFamily *const rows[FAMILIES] = {
#define FAMILY(NAME, name) &name##_view,
#include "../engine/family.def"
#undef FAMILY
    };
    return rows[rules->family];
}
