#include "view_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the fields of a board, each a row ---- */

typedef enum { NUMBER, SIGN, FLAG, SEAT, SEATS, CARD, COLOUR, WORD } FieldType;

/* How a number is told in words; NULL in a list: that number is null in JSON. */
typedef struct {
    const char *const *list;
    unsigned count;
} Words;

typedef struct {
    const char *group; /* the object it is in; NULL: the view itself */
    const char *name;
    FieldType type;
    uint8_t size;
    uint16_t offset;
    const Words *words;
} Field;

static const char *const duty_list[NAMES + 1] = {"R", "Y", "G", "B", "even", "odd", "low", "high", NULL};
static const char *const shed_list[] = {NULL, "ends", "names", "replies", "wins"};
static const char *const return_list[VALUES] = {[VALUE_REVERSE] = "reverse", [VALUE_WILD] = "reflector"};
static const Words duties = {duty_list, NAMES + 1}, sheds = {shed_list, SHED_WINS + 1}, returns = {return_list, VALUES};

#define FIELD(group, name, type, member) \
    { group, name, type, sizeof((Board *)0)->member, offsetof(Board, member), NULL }
#define IN_WORDS(group, name, member, words) \
    { group, name, WORD, sizeof((Board *)0)->member, offsetof(Board, member), words }

static const Field common_fields[] = {
    FIELD(NULL, "turn", SEAT, turn),
    FIELD(NULL, "winners", SEATS, winners),
    FIELD(NULL, "deal_winners", SEATS, deal_winners),
    FIELD(NULL, "turns", NUMBER, turns),
    FIELD(NULL, "deals", NUMBER, deals),
};

static const Field classic_fields[] = {
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

static const Field split_fields[] = {
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

/* A row of these stands for an array with an entry per seat. */
static const Field classic_seat_fields[] = {
    FIELD(NULL, "cards", NUMBER, count[0]),
    FIELD(NULL, "score", NUMBER, score[0]),
    FIELD(NULL, "place", NUMBER, classic.place[0]),
};

static const Field split_seat_fields[] = {
    FIELD(NULL, "numbers", NUMBER, count[0]),       FIELD(NULL, "actions", NUMBER, actions[0]),
    FIELD(NULL, "score", NUMBER, score[0]),         FIELD(NULL, "streak", NUMBER, split.streak[0]),
    IN_WORDS(NULL, "duty", split.duty[0], &duties), FIELD(NULL, "shown", CARD, split.shown[0]),
};

typedef struct {
    const Field *field;
    unsigned count;
} FieldList;

#define LIST_OF(fields) ((FieldList){fields, sizeof fields / sizeof *fields})

static FieldList family_fields(const Rules *rules) {
    return rules->family == FAMILY_CLASSIC ? LIST_OF(classic_fields) : LIST_OF(split_fields);
}

static FieldList seat_fields(const Rules *rules) {
    return rules->family == FAMILY_CLASSIC ? LIST_OF(classic_seat_fields) : LIST_OF(split_seat_fields);
}

static long field_get(const Board *board, const Field *field, unsigned i) {
    const char *at = (const char *)board + field->offset + i * field->size;
    int8_t small;
    uint8_t byte;
    uint16_t word;
    if (field->type == SIGN) return memcpy(&small, at, 1), small;
    if (field->size == 1) return memcpy(&byte, at, 1), byte;
    return memcpy(&word, at, 2), word;
}

static void field_set(Board *board, const Field *field, unsigned i, long value) {
    char *at = (char *)board + field->offset + i * field->size;
    uint8_t byte = (uint8_t)value;
    uint16_t word = (uint16_t)value;
    if (field->size == 1) memcpy(at, &byte, 1);
    else memcpy(at, &word, 2);
}

/* ---- writing ---- */

cJSON *json_seat(unsigned seat) {
    char letter[] = {(char)('A' + seat), 0};
    return seat < SEATS_MAX ? cJSON_CreateString(letter) : cJSON_CreateNull();
}

cJSON *json_seats(unsigned seats) {
    cJSON *list = cJSON_CreateArray();
    for (; seats; seats &= seats - 1) cJSON_AddItemToArray(list, json_seat(mask_first(seats)));
    return list;
}

cJSON *json_card(const Rules *rules, Face face) {
    char code[CARD_CODE_MAX + 2];
    if (face >= FACES) return cJSON_CreateNull();
    face_format(rules, face, code, sizeof code);
    return cJSON_CreateString(code);
}

cJSON *json_cards(const Rules *rules, const Cards *cards) {
    cJSON *list = cJSON_CreateArray();
    for (uint64_t faces = cards_faces(cards); faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        for (unsigned copies = cards_copies(cards, face); copies; copies--)
            cJSON_AddItemToArray(list, json_card(rules, face));
    }
    return list;
}

cJSON *json_action(const Rules *rules, Action action) {
    char text[ACTION_TEXT_MAX];
    action_format(rules, action, text, sizeof text);
    return cJSON_CreateString(text);
}

static cJSON *json_colour(long colour) {
    char letter[2] = {0};
    if (colour >= COLOURS) return cJSON_CreateNull();
    letter[0] = colour_letters[colour];
    return cJSON_CreateString(letter);
}

static cJSON *json_word(const Words *words, long value) {
    const char *word = value < (long)words->count ? words->list[value] : NULL;
    return word ? cJSON_CreateString(word) : cJSON_CreateNull();
}

static cJSON *field_json(const Rules *rules, const Field *field, long value) {
    switch (field->type) {
    case FLAG: return cJSON_CreateBool(value != 0);
    case SEAT: return json_seat((unsigned)value);
    case SEATS: return json_seats((unsigned)value);
    case CARD: return json_card(rules, (Face)value);
    case COLOUR: return json_colour(value);
    case WORD: return json_word(field->words, value);
    default: return cJSON_CreateNumber((double)value);
    }
}

static cJSON *group_in(cJSON *json, const char *name) {
    if (!name) return json;
    cJSON *group = cJSON_GetObjectItemCaseSensitive(json, name);
    return group ? group : cJSON_AddObjectToObject(json, name);
}

static void put_fields(cJSON *json, const Rules *rules, const Board *board, FieldList list, unsigned seat) {
    for (unsigned f = 0; f < list.count; f++) {
        const Field *field = &list.field[f];
        cJSON_AddItemToObject(group_in(json, field->group), field->name,
                              field_json(rules, field, field_get(board, field, seat)));
    }
}

static void put_players(cJSON *json, const Rules *rules, const View *view) {
    cJSON *list = cJSON_AddArrayToObject(json, "players");
    for (unsigned seat = 0; seat < view->board.players; seat++) {
        cJSON *player = cJSON_CreateObject();
        cJSON_AddItemToArray(list, player);
        cJSON_AddItemToObject(player, "seat", json_seat(seat));
        put_fields(player, rules, &view->board, seat_fields(rules), seat);
        if (rules->family == FAMILY_CLASSIC) cJSON_AddBoolToObject(player, "out", view->board.out >> seat & 1);
        cJSON_AddItemToObject(player, "known", json_cards(rules, &view->known[seat]));
    }
}

/* Four bits a card laid, the first lowest. */
static void put_laid(cJSON *json, const ClassicBoard *c) {
    cJSON_AddNumberToObject(json, "laid", c->laid);
    cJSON *list = cJSON_AddArrayToObject(json, "swaps");
    for (unsigned i = 0; i < c->laid && i < 16; i++)
        cJSON_AddItemToArray(list, json_seat((unsigned)(c->swaps >> (4 * i) & 0xF)));
}

static void put_own(cJSON *json, const Rules *rules, const View *view) {
    const Private *own = &view->own;
    bool sits = view->seat < SEATS_MAX;
    cJSON_AddItemToObject(json, "hand", json_cards(rules, &own->hand));
    cJSON_AddItemToObject(json, "choice", own->commit ? json_action(rules, own->commit) : cJSON_CreateNull());
    if (rules->family != FAMILY_CLASSIC) return;
    cJSON_AddItemToObject(json, "drawn", json_card(rules, sits ? own->drawn : NO_FACE));
    cJSON_AddBoolToObject(json, "bluffed", own->guilty);
}

cJSON *view_to_json(const Rules *rules, const View *view) {
    cJSON *json = cJSON_CreateObject();
    bool classic = rules->family == FAMILY_CLASSIC;
    cJSON_AddStringToObject(json, "family", classic ? "classic" : "split");
    cJSON_AddStringToObject(json, "phase", phase_name(view->board.phase));
    cJSON_AddItemToObject(json, "seat", json_seat(view->seat));
    if (classic) cJSON_AddItemToObject(json, "awaited", json_seats(board_awaited(rules, &view->board)));
    put_fields(json, rules, &view->board, LIST_OF(common_fields), 0);
    put_own(json, rules, view);
    put_fields(json, rules, &view->board, family_fields(rules), 0);
    if (classic) put_laid(json, &view->board.classic);
    cJSON_AddItemToObject(json, classic ? "discards" : "shed", json_cards(rules, &view->board.open));
    put_players(json, rules, view);
    return json;
}

/* ---- reading ---- */

typedef struct {
    const Rules *rules;
    char *error;
    char where[64]; /* "players[1].", in front of the field's name */
    View view;
} Reader;

static bool fail(Reader *r, const char *name, const char *expected) {
    snprintf(r->error, JSON_ERROR_MAX, "%s%s: %s", r->where, name, expected);
    return false;
}

bool json_is_whole(const cJSON *json, long low, long high, long *out) {
    if (!cJSON_IsNumber(json) || !(json->valuedouble >= (double)low && json->valuedouble <= (double)high)) return false;
    *out = (long)json->valuedouble;
    return (double)*out == json->valuedouble;
}

static bool read_seat(const cJSON *json, long *out) {
    const char *text = cJSON_GetStringValue(json);
    if (!text || text[0] < 'A' || text[0] >= 'A' + SEATS_MAX || text[1]) return false;
    *out = text[0] - 'A';
    return true;
}

static bool read_seats(const cJSON *json, long *out) {
    const cJSON *item;
    *out = 0;
    if (!cJSON_IsArray(json)) return false;
    cJSON_ArrayForEach(item, json) {
        long seat;
        if (!read_seat(item, &seat)) return false;
        *out |= 1l << seat;
    }
    return true;
}

static bool read_card(const Rules *rules, const cJSON *json, Face *out) {
    const char *text = cJSON_GetStringValue(json);
    return text && face_parse(rules, &text, out) && !*text;
}

static bool read_colour(const cJSON *json, long *out) {
    const char *text = cJSON_GetStringValue(json), *letter = text && text[0] ? strchr(colour_letters, text[0]) : NULL;
    if (!letter || text[1]) return false;
    *out = letter - colour_letters;
    return true;
}

static bool read_word(const Words *words, const cJSON *json, long *out) {
    const char *text = cJSON_GetStringValue(json);
    for (unsigned i = 0; i < words->count; i++) {
        const char *word = words->list[i];
        if (word ? !text || strcmp(text, word) != 0 : !cJSON_IsNull(json)) continue;
        *out = i;
        return true;
    }
    return false;
}

/* What stands for null. */
static long nothing_of(const Field *field) {
    return field->type == SEAT ? NO_SEAT : field->type == CARD ? NO_FACE : field->type == COLOUR ? NO_COLOUR : -1;
}

static bool read_value(Reader *r, const Field *field, const cJSON *json, long *out) {
    Face face;
    if (cJSON_IsNull(json) && (*out = nothing_of(field)) >= 0) return true;
    switch (field->type) {
    case NUMBER:
        return json_is_whole(json, 0, field->size == 1 ? UINT8_MAX : UINT16_MAX, out) ||
               fail(r, field->name, "a whole number in range was expected");
    case SIGN: return json_is_whole(json, -1, 1, out) || fail(r, field->name, "1 or -1 was expected");
    case FLAG:
        *out = cJSON_IsTrue(json);
        return cJSON_IsBool(json) || fail(r, field->name, "true or false was expected");
    case SEAT: return read_seat(json, out) || fail(r, field->name, "a seat such as \"A\", or null, was expected");
    case SEATS: return read_seats(json, out) || fail(r, field->name, "a list of seats such as [\"A\"] was expected");
    case CARD:
        if (!read_card(r->rules, json, &face))
            return fail(r, field->name, "a card of these rules, or null, was expected");
        return *out = face, true;
    case COLOUR:
        return read_colour(json, out) || fail(r, field->name, "\"R\", \"Y\", \"G\", \"B\" or null was expected");
    default: return read_word(field->words, json, out) || fail(r, field->name, "one of its words was expected");
    }
}

static bool read_fields(Reader *r, const cJSON *json, FieldList list, unsigned seat) {
    for (unsigned f = 0; f < list.count; f++) {
        const Field *field = &list.field[f];
        const cJSON *group = field->group ? cJSON_GetObjectItemCaseSensitive(json, field->group) : json;
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(group, field->name);
        long value = 0;
        if (field->group) snprintf(r->where, sizeof r->where, "%s.", field->group);
        if (!item) return fail(r, field->name, "this field is missing");
        if (!read_value(r, field, item, &value)) return false;
        if (field->group) r->where[0] = 0;
        field_set(&r->view.board, field, seat, value);
    }
    return true;
}

static bool read_cards(Reader *r, const cJSON *json, const char *name, Cards *out) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, name), *item;
    if (!cJSON_IsArray(list)) return fail(r, name, "a list of cards was expected");
    cJSON_ArrayForEach(item, list) {
        Face face;
        if (!read_card(r->rules, item, &face)) return fail(r, name, "cards of these rules were expected");
        if (cards_copies(out, face) == COPIES_MAX) return fail(r, name, "no card comes more than 31 times");
        cards_add(out, face);
    }
    return true;
}

static bool read_phase(Reader *r, const cJSON *json) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "phase"));
    for (Phase phase = 0; text && phase < PHASES; phase++)
        if (strcmp(text, phase_name(phase)) == 0) return r->view.board.phase = (uint8_t)phase, true;
    return fail(r, "phase", "a phase such as \"turn\" was expected");
}

static bool read_viewer(Reader *r, const cJSON *json) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "seat");
    long seat = SPECTATOR;
    if (!cJSON_IsNull(item) && !read_seat(item, &seat))
        return fail(r, "seat", "a seat such as \"A\", or null for a spectator, was expected");
    r->view.seat = (uint8_t)seat;
    return true;
}

static bool read_players(Reader *r, const cJSON *json) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "players"), *player;
    Board *board = &r->view.board;
    unsigned seat = 0;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > SEATS_MAX)
        return fail(r, "players", "a list of at most 10 players was expected");
    if (r->rules->family == FAMILY_SPLIT && cJSON_GetArraySize(list) > SPLIT_SEATS_MAX)
        return fail(r, "players", "a list of at most 6 players was expected");
    cJSON_ArrayForEach(player, list) {
        snprintf(r->where, sizeof r->where, "players[%u].", seat);
        const cJSON *out = cJSON_GetObjectItemCaseSensitive(player, "out");
        if (!read_fields(r, player, seat_fields(r->rules), seat)) return false;
        if (!read_cards(r, player, "known", &r->view.known[seat])) return false;
        if (r->rules->family == FAMILY_CLASSIC) {
            if (!cJSON_IsBool(out)) return fail(r, "out", "true or false was expected");
            board->out |= (uint16_t)(cJSON_IsTrue(out) << seat);
        }
        seat++;
    }
    r->where[0] = 0;
    board->players = (uint8_t)seat;
    return true;
}

static bool read_laid(Reader *r, const cJSON *json) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "swaps"), *item;
    ClassicBoard *c = &r->view.board.classic;
    long laid, seat;
    unsigned i = 0;
    if (!json_is_whole(cJSON_GetObjectItemCaseSensitive(json, "laid"), 0, UINT8_MAX, &laid))
        return fail(r, "laid", "a whole number in range was expected");
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != (laid < 16 ? laid : 16))
        return fail(r, "swaps", "a seat or null for each card laid was expected");
    cJSON_ArrayForEach(item, list) {
        if (cJSON_IsNull(item)) seat = NO_SEAT;
        else if (!read_seat(item, &seat)) return fail(r, "swaps", "a seat or null for each card laid was expected");
        c->swaps |= (uint64_t)seat << (4 * i++);
    }
    c->laid = (uint8_t)laid;
    return true;
}

static bool read_choice(Reader *r, const cJSON *json) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "choice");
    const char *text = cJSON_GetStringValue(item);
    if (cJSON_IsNull(item)) return true;
    return (text && action_parse(r->rules, &text, &r->view.own.commit) && !*text) ||
           fail(r, "choice", "an action, or null, was expected");
}

static bool read_own(Reader *r, const cJSON *json) {
    static const Field drawn = {NULL, "drawn", CARD, 1, 0, NULL};
    Private *own = &r->view.own;
    long value = NO_FACE;
    if (!read_cards(r, json, "hand", &own->hand) || !read_choice(r, json)) return false;
    if (r->rules->family == FAMILY_CLASSIC) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "drawn");
        const cJSON *bluffed = cJSON_GetObjectItemCaseSensitive(json, "bluffed");
        if (!item) return fail(r, "drawn", "this field is missing");
        if (!read_value(r, &drawn, item, &value)) return false;
        if (!cJSON_IsBool(bluffed)) return fail(r, "bluffed", "true or false was expected");
        own->guilty = cJSON_IsTrue(bluffed);
    }
    own->drawn = r->view.seat < SEATS_MAX ? (Face)value : 0;
    return true;
}

static bool read_table(Reader *r, const cJSON *json) {
    Board *board = &r->view.board;
    bool classic = r->rules->family == FAMILY_CLASSIC;
    if (!classic) {
        memset(board->split.duty, NAMES, sizeof board->split.duty);
        memset(board->split.shown, NO_FACE, sizeof board->split.shown);
    }
    if (!read_phase(r, json) || !read_viewer(r, json) || !read_players(r, json)) return false;
    if (!read_fields(r, json, LIST_OF(common_fields), 0) || !read_fields(r, json, family_fields(r->rules), 0))
        return false;
    if (classic && !read_laid(r, json)) return false;
    if (!read_cards(r, json, classic ? "discards" : "shed", &board->open)) return false;
    if (classic) board->open_count = (uint16_t)cards_total(&board->open);
    return read_own(r, json);
}

bool view_from_json(const Rules *rules, const cJSON *json, View *out, char error[JSON_ERROR_MAX]) {
    Reader r;
    memset(&r, 0, sizeof r);
    r.rules = rules;
    r.error = error;
    if (!cJSON_IsObject(json)) return fail(&r, "view", "an object was expected");
    if (!read_table(&r, json)) return false;
    if (!view_holds(rules, &r.view)) return fail(&r, "view", "no game of these rules can look like this");
    memcpy(out, &r.view, sizeof *out);
    return true;
}
