#include "view_fields.h"

static const char *const duty_list[NAMES + 1] = {"R", "Y", "G", "B", "even", "odd", "low", "high", NULL};
static const char *const shed_list[] = {NULL, "ends", "names", "replies", "wins"};
static const char *const return_list[VALUES] = {[VALUE_REVERSE] = "reverse", [VALUE_WILD] = "reflector"};
static const Words duties = {duty_list, NAMES + 1}, sheds = {shed_list, SHED_WINS + 1}, returns = {return_list, VALUES};

#define FIELD(group, name, type, member) \
    { group, name, FIELD_##type, sizeof((Board *)0)->member, offsetof(Board, member), NULL }
#define IN_WORDS(group, name, member, words) \
    { group, name, FIELD_WORD, sizeof((Board *)0)->member, offsetof(Board, member), words }

static const Field common_rows[] = {
    FIELD(NULL, "turn", SEAT, turn),
    FIELD(NULL, "winners", SEATS, winners),
    FIELD(NULL, "deal_winners", SEATS, deal_winners),
    FIELD(NULL, "turns", NUMBER, turns),
    FIELD(NULL, "deals", NUMBER, deals),
};

static const Field classic_rows[] = {
    FIELD(NULL, "top", CARD, classic.top),
    FIELD(NULL, "colour", COLOUR, classic.colour),
    FIELD(NULL, "direction", SIGN, classic.direction),
    FIELD(NULL, "dealer", SEAT, dealer),
    FIELD(NULL, "draw_pile", NUMBER, pile),
    FIELD("pending", "cards", NUMBER, classic.pending),
    FIELD("pending", "chain", NUMBER, classic.chain),
    FIELD("pending", "card", CARD, classic.draw_card),
    FIELD("pending", "attacker", SEAT, classic.attacker),
    FIELD("pending", "passer", SEAT, classic.passer),
    FIELD("pending", "returner", SEAT, classic.returner),
    IN_WORDS("pending", "returned_by", classic.returned_by, &returns),
    FIELD("pending", "finisher", SEAT, classic.finisher),
    FIELD("honesty", "top", CARD, classic.before_top),
    FIELD("honesty", "colour", COLOUR, classic.before_colour),
    FIELD("honesty", "held", NUMBER, classic.held),
    FIELD("uno", "seat", SEAT, classic.uno_seat),
    FIELD("uno", "called", FLAG, classic.uno_called),
    FIELD("uno", "tried", SEATS, classic.uno_tried),
    FIELD(NULL, "drawn_fits", FLAG, classic.drawn_fits),
    FIELD(NULL, "passes", NUMBER, classic.passes),
    FIELD(NULL, "places", NUMBER, classic.places),
};

static const Field split_rows[] = {
    FIELD(NULL, "lead", SEAT, split.lead),
    FIELD(NULL, "first", SEAT, split.first),
    FIELD(NULL, "asked", SEATS, split.asked),
    FIELD(NULL, "actor", SEAT, split.actor),
    FIELD(NULL, "target", SEAT, split.target),
    FIELD(NULL, "card", CARD, split.card),
    FIELD(NULL, "awaited", SEATS, split.awaited),
    FIELD(NULL, "committed", SEATS, split.committed),
    FIELD(NULL, "blocked", SEATS, split.blocked),
    FIELD(NULL, "bidders", SEATS, split.bidders),
    FIELD(NULL, "effects", SEATS, split.effects),
    FIELD(NULL, "had_numbers", SEATS, split.had_numbers),
    FIELD(NULL, "claimant", SEAT, split.claimant),
    FIELD(NULL, "in_round", FLAG, split.in_round),
    IN_WORDS(NULL, "after_shed", split.shed_next, &sheds),
    FIELD(NULL, "steps", NUMBER, split.steps),
    FIELD(NULL, "number_deck", NUMBER, split.numbers_left),
    FIELD(NULL, "action_deck", NUMBER, split.actions_left),
    FIELD(NULL, "put_away", NUMBER, split.put_away),
};

static const Field classic_seat_rows[] = {
    FIELD(NULL, "cards", NUMBER, count[0]),
    FIELD(NULL, "score", NUMBER, score[0]),
    FIELD(NULL, "place", NUMBER, classic.place[0]),
};

static const Field split_seat_rows[] = {
    FIELD(NULL, "numbers", NUMBER, count[0]),       FIELD(NULL, "actions", NUMBER, actions[0]),
    FIELD(NULL, "score", NUMBER, score[0]),         FIELD(NULL, "streak", NUMBER, split.streak[0]),
    IN_WORDS(NULL, "duty", split.duty[0], &duties), FIELD(NULL, "shown", CARD, split.shown[0]),
};

#define LIST_OF(rows) ((FieldList){rows, sizeof rows / sizeof *rows})

FieldList common_fields(void) { return LIST_OF(common_rows); }

FieldList family_fields(const Rules *rules) {
    return rules->family == FAMILY_CLASSIC ? LIST_OF(classic_rows) : LIST_OF(split_rows);
}

FieldList seat_fields(const Rules *rules) {
    return rules->family == FAMILY_CLASSIC ? LIST_OF(classic_seat_rows) : LIST_OF(split_seat_rows);
}
