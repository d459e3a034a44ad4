/* view_json.c -- a view as JSON and back; one that no game can have is refused. */
#include "view_json.h"

#include <stdio.h>
#include <string.h>

#include "view_delta.h"
#include "view_fields.h"

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
    if (face >= FACES && !face_is_second(rules, face)) return cJSON_CreateNull();
    face_format(rules, face, code, sizeof code);
    return cJSON_CreateString(code);
}

cJSON *json_action(const Rules *rules, Action action) {
    char text[ACTION_TEXT_MAX];
    action_format(rules, action, text, sizeof text);
    return cJSON_CreateString(text);
}

/* One writer for both: what a page is sent and what a bot is told are the same text. */
cJSON *view_to_json(const Rules *rules, const View *view) {
    char text[VIEW_TEXT_MAX];
    view_format(rules, view, text, sizeof text);
    return cJSON_Parse(text);
}

/* ---- reading ---- */

/* A whole view and a change of one are read by the same functions: in a change, what
 * is missing stays as it is. */
typedef struct {
    const Rules *rules;
    bool partial;
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

bool json_is_count(const cJSON *json, uint64_t *out) {
    if (!cJSON_IsNumber(json) || !(json->valuedouble >= 0 && json->valuedouble <= (double)(1ull << 52))) return false;
    *out = (uint64_t)json->valuedouble;
    return (double)*out == json->valuedouble;
}

bool json_is_seat(const cJSON *json, long *out) {
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
        if (!json_is_seat(item, &seat)) return false;
        *out |= 1l << seat;
    }
    return true;
}

bool json_is_card(const Rules *rules, const cJSON *json, Face *out) {
    const char *text = cJSON_GetStringValue(json);
    return text && face_parse(rules, &text, out) && !*text;
}

static bool read_colour(const cJSON *json, long *out) {
    const char *text = cJSON_GetStringValue(json), *letter = text && text[0] ? strchr(colour_letters, text[0]) : NULL;
    if (!letter || text[1]) return false;
    *out = letter - colour_letters;
    return true;
}

static bool read_word(Words words, const cJSON *json, long *out) {
    const char *text = cJSON_GetStringValue(json);
    for (unsigned i = 0; i < words.count; i++) {
        const char *word = words.list[i];
        if (word ? !text || strcmp(text, word) != 0 : !cJSON_IsNull(json)) continue;
        *out = (long)i;
        return true;
    }
    return false;
}

/* What stands for null. */
static long nothing_of(const BoardField *field) {
    return field->type == BOARD_SEAT     ? NO_SEAT
           : field->type == BOARD_CARD   ? NO_FACE
           : field->type == BOARD_COLOUR ? NO_COLOUR
                                         : -1;
}

static bool read_value(Reader *r, const BoardField *field, const cJSON *json, long *out) {
    Face face;
    if (cJSON_IsNull(json) && (*out = nothing_of(field)) >= 0) return true;
    switch (field->type) {
    case BOARD_NUMBER:
        return json_is_whole(json, 0, field->size == 1 ? UINT8_MAX : UINT16_MAX, out) ||
               fail(r, field->key, "a whole number in range was expected");
    case BOARD_SIGN: return json_is_whole(json, -1, 1, out) || fail(r, field->key, "1 or -1 was expected");
    case BOARD_FLAG:
        *out = cJSON_IsTrue(json);
        return cJSON_IsBool(json) || fail(r, field->key, "true or false was expected");
    case BOARD_SEAT:
        return json_is_seat(json, out) || fail(r, field->key, "a seat such as \"A\", or null, was expected");
    case BOARD_SEATS:
    case BOARD_MASK:
        return read_seats(json, out) || fail(r, field->key, "a list of seats such as [\"A\"] was expected");
    case BOARD_CARD:
        if (!json_is_card(r->rules, json, &face))
            return fail(r, field->key, "a card of these rules, or null, was expected");
        return *out = face, true;
    case BOARD_COLOUR:
        return read_colour(json, out) || fail(r, field->key, "\"R\", \"Y\", \"G\", \"B\" or null was expected");
    case BOARD_RETURN:
    case BOARD_SHED:
    case BOARD_DUTY:
        return read_word(field_words(field), json, out) || fail(r, field->key, "one of its words was expected");
    case BOARD_PHASE:
    case BOARD_TARGETS: break; /* not among the rows of a view */
    }
    return false;
}

static bool read_fields(Reader *r, const cJSON *json, FieldList list, unsigned seat) {
    for (unsigned f = 0; f < list.count; f++) {
        const BoardField *field = &list.field[f];
        const cJSON *group = field->group ? cJSON_GetObjectItemCaseSensitive(json, field->group) : json;
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(group, field->key);
        long value = 0;
        if (field->group && group && !cJSON_IsObject(group)) return fail(r, field->group, "an object was expected");
        if (!item && r->partial) continue;
        if (field->group) snprintf(r->where, sizeof r->where, "%s.", field->group);
        if (!item) return fail(r, field->key, "this field is missing");
        if (!read_value(r, field, item, &value)) return false;
        if (field->group) r->where[0] = 0;
        board_set(&r->view.board, field, seat, value);
    }
    return true;
}

static bool add_cards(Reader *r, const cJSON *list, const char *name, Cards *out) {
    const cJSON *item;
    if (!cJSON_IsArray(list)) return fail(r, name, "a list of cards was expected");
    cJSON_ArrayForEach(item, list) {
        Face face;
        if (!json_is_card(r->rules, item, &face)) return fail(r, name, "cards of these rules were expected");
        if (cards_copies(out, face) == COPIES_MAX) return fail(r, name, "no card comes more than 31 times");
        cards_add(out, face);
    }
    return true;
}

/* {"-":["R5"],"+":["B3"]} */
static bool change_cards(Reader *r, const cJSON *change, const char *name, Cards *cards) {
    const cJSON *gone = cJSON_GetObjectItemCaseSensitive(change, "-");
    const cJSON *come = cJSON_GetObjectItemCaseSensitive(change, "+");
    Cards taken = {{0}};
    if (gone && !add_cards(r, gone, name, &taken)) return false;
    if (!cards_within(&taken, cards)) return fail(r, name, "only cards that are there can be taken out");
    cards_take_away(cards, &taken);
    return !come || add_cards(r, come, name, cards);
}

static bool read_cards(Reader *r, const cJSON *json, const char *name, Cards *out) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, name);
    if (r->partial && !list) return true;
    if (r->partial && cJSON_IsObject(list)) return change_cards(r, list, name, out);
    *out = (Cards){{0}};
    return add_cards(r, list, name, out);
}

static bool read_phase(Reader *r, const cJSON *json) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "phase");
    const char *text = cJSON_GetStringValue(item);
    if (r->partial && !item) return true;
    for (Phase phase = 0; text && phase < PHASES; phase++)
        if (strcmp(text, phase_name(phase)) == 0) return r->view.board.phase = (uint8_t)phase, true;
    return fail(r, "phase", "a phase such as \"turn\" was expected");
}

static bool read_viewer(Reader *r, const cJSON *json) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "seat");
    long seat = SPECTATOR;
    if (r->partial) return true; /* a change is for one observer, and says nothing of it */
    if (!cJSON_IsNull(item) && !json_is_seat(item, &seat))
        return fail(r, "seat", "a seat such as \"A\", or null for a spectator, was expected");
    r->view.seat = (uint8_t)seat;
    if (seat < SEATS_MAX) r->view.own.drawn = NO_FACE;
    return true;
}

static bool read_player(Reader *r, const cJSON *player, unsigned seat) {
    const cJSON *out = cJSON_GetObjectItemCaseSensitive(player, "out");
    Board *board = &r->view.board;
    if (!read_fields(r, player, view_family(r->rules)->seat_fields, seat)) return false;
    if (!read_cards(r, player, "known", &r->view.known[seat])) return false;
    if (!view_family(r->rules)->out || (r->partial && !out)) return true;
    if (!cJSON_IsBool(out)) return fail(r, "out", "true or false was expected");
    board->out = (uint16_t)((board->out & ~(1u << seat)) | (unsigned)cJSON_IsTrue(out) << seat);
    return true;
}

static bool read_players(Reader *r, const cJSON *json) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "players"), *player;
    unsigned seat = 0;
    unsigned most = view_family(r->rules)->seats_max;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > (int)most) {
        char expected[60];
        snprintf(expected, sizeof expected, "a list of at most %u players was expected", most);
        return fail(r, "players", expected);
    }
    cJSON_ArrayForEach(player, list) {
        snprintf(r->where, sizeof r->where, "players[%u].", seat);
        if (!read_player(r, player, seat)) return false;
        seat++;
    }
    r->where[0] = 0;
    r->view.board.players = (uint8_t)seat;
    return true;
}

/* {"A":{"cards":6}} */
static bool change_players(Reader *r, const cJSON *json) {
    const cJSON *object = cJSON_GetObjectItemCaseSensitive(json, "players"), *player;
    if (object && !cJSON_IsObject(object))
        return fail(r, "players", "an object with a seat for each name was expected");
    cJSON_ArrayForEach(player, object) {
        unsigned seat = (unsigned)player->string[0] - 'A';
        if (seat >= r->view.board.players || player->string[1])
            return fail(r, "players", "seats of this table were expected as names");
        if (!cJSON_IsObject(player)) return fail(r, "players", "an object for each seat was expected");
        snprintf(r->where, sizeof r->where, "players.%c.", 'A' + (int)seat);
        if (!read_player(r, player, seat)) return false;
    }
    r->where[0] = 0;
    return true;
}

/* The list has an entry for each card laid, up to 16. */
static bool read_laid(Reader *r, const cJSON *json) {
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(json, "laid"), *item;
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "swaps");
    ClassicBoard *c = &r->view.board.classic;
    long laid, seat;
    unsigned i = 0;
    if (r->partial && !number && !list) return true;
    if (!number || !json_is_whole(number, 0, UINT8_MAX, &laid))
        return fail(r, "laid", "a whole number in range was expected");
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != (laid < 16 ? laid : 16))
        return fail(r, "swaps", "a seat or null for each card laid was expected");
    c->swaps = 0;
    cJSON_ArrayForEach(item, list) {
        if (cJSON_IsNull(item)) seat = NO_SEAT;
        else if (!json_is_seat(item, &seat)) return fail(r, "swaps", "a seat or null for each card laid was expected");
        c->swaps |= (uint64_t)seat << (4 * i++);
    }
    c->laid = (uint8_t)laid;
    return true;
}

static bool read_choice(Reader *r, const cJSON *json) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "choice");
    const char *text = cJSON_GetStringValue(item);
    if (r->partial && !item) return true;
    if (r->rules->programs && cJSON_IsNull(item)) return true; /* its place is the second hand's */
    if (cJSON_IsNull(item)) return r->view.own.commit = 0, true;
    return (text && action_parse(r->rules, &text, &r->view.own.commit) && !*text) ||
           fail(r, "choice", "an action, or null, was expected");
}

static bool read_drawn(Reader *r, const cJSON *json) {
    static const BoardField drawn = {.type = BOARD_CARD, .size = 1, .key = "drawn"};
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "drawn");
    long value = NO_FACE;
    if (r->partial && !item) return true;
    if (!item) return fail(r, "drawn", "this field is missing");
    if (!read_value(r, &drawn, item, &value)) return false;
    if (r->view.seat < SEATS_MAX) r->view.own.drawn = (Face)value;
    return true;
}

static bool read_own(Reader *r, const cJSON *json) {
    const cJSON *bluffed = cJSON_GetObjectItemCaseSensitive(json, "bluffed");
    if (!read_cards(r, json, "hand", &r->view.own.hand) || !read_choice(r, json)) return false;
    if (!view_family(r->rules)->drawn) return true;
    if (!read_drawn(r, json)) return false;
    if (r->partial && !bluffed) return true;
    if (!cJSON_IsBool(bluffed)) return fail(r, "bluffed", "true or false was expected");
    r->view.own.guilty = cJSON_IsTrue(bluffed);
    return true;
}

/* ---- what a club's rules keep on the table ---- */

static bool read_numbers(Reader *r, const cJSON *list, const char *name, uint32_t most, unsigned count, uint32_t *out) {
    const cJSON *item;
    unsigned i = 0;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != (int)count)
        return fail(r, name, "a list of so many numbers was expected");
    cJSON_ArrayForEach(item, list) {
        uint64_t n;
        if (!json_is_count(item, &n) || n > most) return fail(r, name, "whole numbers in range were expected");
        out[i++] = (uint32_t)n;
    }
    return true;
}

/* A hidden counter of somebody else is null. */
static bool read_counters(Reader *r, const cJSON *object) {
    for (unsigned i = 0; i < r->rules->counters; i++) {
        const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, r->rules->counter[i].name), *item;
        unsigned seat = 0;
        if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != (int)r->view.board.players)
            return fail(r, "counters", "a list of so many numbers was expected");
        cJSON_ArrayForEach(item, list) {
            uint64_t n = COUNTER_UNSEEN;
            bool unseen = r->rules->counter[i].hidden && seat != r->view.seat;
            if (unseen ? !cJSON_IsNull(item) : !json_is_count(item, &n) || n > COUNTER_MOST)
                return fail(r, "counters", "whole numbers in range were expected, and null for what is hidden");
            r->view.board.extra.counter[i][seat++] = (uint8_t)n;
        }
    }
    return true;
}

static bool second_is(const Rules *rules, const cJSON *json, Face *out) {
    const char *text = cJSON_GetStringValue(json);
    return text && second_parse(rules, &text, out) && !*text;
}

static bool read_lying(Reader *r, const cJSON *list) {
    Extra *x = &r->view.board.extra;
    const cJSON *item;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > LAID_MAX)
        return fail(r, "lying", "a list of cards that lie on the table was expected");
    memset(x->laid, 0, sizeof x->laid);
    x->lying = 0;
    cJSON_ArrayForEach(item, list) {
        const cJSON *card = cJSON_GetObjectItemCaseSensitive(item, "card"),
                    *at = cJSON_GetObjectItemCaseSensitive(item, "at");
        long owner, seat = NO_SEAT, turns;
        Face face = CARD_DOWN;
        bool good = (cJSON_IsNull(card) || second_is(r->rules, card, &face)) &&
                    json_is_seat(cJSON_GetObjectItemCaseSensitive(item, "owner"), &owner) &&
                    (cJSON_IsNull(at) || json_is_seat(at, &seat)) &&
                    json_is_whole(cJSON_GetObjectItemCaseSensitive(item, "turns"), 0, UINT8_MAX, &turns);
        if (!good) return fail(r, "lying", "card, owner, at and turns of each were expected");
        x->laid[x->lying++] = (Laid){face, (uint8_t)owner, (uint8_t)seat, (uint8_t)turns};
    }
    return true;
}

static bool read_second(Reader *r, const cJSON *json) {
    const cJSON *lists[] = {cJSON_GetObjectItemCaseSensitive(json, "second"),
                            cJSON_GetObjectItemCaseSensitive(json, "set")},
                *item;
    unsigned place = 0;
    if (r->partial && !lists[0] && !lists[1]) return true;
    for (unsigned i = 0; i < SECOND_HAND_MAX; i++) own_set_second(&r->view.own, i, 0);
    for (unsigned set = 0; set < 2; set++) {
        if (!cJSON_IsArray(lists[set]))
            return fail(r, set ? "set" : "second", "a list of cards of the second deck was expected");
        cJSON_ArrayForEach(item, lists[set]) {
            Face face;
            if (place == SECOND_HAND_MAX || !second_is(r->rules, item, &face))
                return fail(r, set ? "set" : "second", "cards of the second deck were expected");
            own_set_second(&r->view.own, place++, (face - SECOND_CODE + 1u) | (set ? (unsigned)SECOND_SET : 0));
        }
    }
    return true;
}

static bool read_run(Reader *r, const cJSON *list) {
    uint32_t run[RUN_NUMBERS] = {0};
    Extra *x = &r->view.board.extra;
    if (cJSON_IsNull(list)) { /* nothing is under way */
        Extra still;
        memset(&still, 0, sizeof still);
        extra_rest(&still);
        extra_run(&still, run);
    } else if (!read_numbers(r, list, "run", UINT32_MAX, RUN_NUMBERS, run)) {
        return false;
    }
    return extra_set_run(x, run) || fail(r, "run", "this program cannot be under way");
}

static bool read_order(Reader *r, const cJSON *list) {
    Board *board = &r->view.board;
    long seat;
    memset(board->extra.order, 0, sizeof board->extra.order);
    board->classic.reseated = !cJSON_IsNull(list);
    if (!board->classic.reseated) return true;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != board->players)
        return fail(r, "order", "every seat, or null, was expected");
    for (unsigned place = 0; place < board->players; place++) {
        if (!json_is_seat(cJSON_GetArrayItem(list, (int)place), &seat) || seat >= board->players)
            return fail(r, "order", "every seat, or null, was expected");
        board->extra.order[place] = (uint8_t)seat;
    }
    return true;
}

static bool read_extra(Reader *r, const cJSON *json) {
    const cJSON *counters = cJSON_GetObjectItemCaseSensitive(json, "counters"),
                *lying = cJSON_GetObjectItemCaseSensitive(json, "lying");
    const cJSON *held = cJSON_GetObjectItemCaseSensitive(json, "seconds"),
                *run = cJSON_GetObjectItemCaseSensitive(json, "run");
    const cJSON *pile = cJSON_GetObjectItemCaseSensitive(json, "second_deck"),
                *casts = cJSON_GetObjectItemCaseSensitive(json, "casts"),
                *as = cJSON_GetObjectItemCaseSensitive(json, "counts_as");
    const cJSON *order = cJSON_GetObjectItemCaseSensitive(json, "order");
    Board *board = &r->view.board;
    uint32_t numbers[SEATS_MAX];
    long n;
    if ((order || !r->partial) && !read_order(r, order)) return false;
    if ((counters || !r->partial) && !read_counters(r, counters)) return false;
    if ((lying || !r->partial) && !read_lying(r, lying)) return false;
    if ((run || !r->partial) && !read_run(r, run)) return false;
    if (held || !r->partial) {
        if (!read_numbers(r, held, "seconds", SECOND_HAND_MAX, board->players, numbers)) return false;
        for (unsigned seat = 0; seat < board->players; seat++) board->actions[seat] = (uint8_t)numbers[seat];
    }
    if (pile || !r->partial) {
        if (!json_is_whole(pile, 0, UINT16_MAX, &n))
            return fail(r, "second_deck", "a whole number in range was expected");
        board->extra.second_pile = (uint16_t)n;
    }
    if (casts || !r->partial) {
        if (!json_is_whole(casts, 0, UINT8_MAX, &n)) return fail(r, "casts", "a whole number in range was expected");
        board->extra.casts = (uint8_t)n;
    }
    if (as || !r->partial) {
        if (!json_is_whole(as, 0, VALUE_SKIP - 1, &n)) return fail(r, "counts_as", "a number from 0 to 9 was expected");
        board->extra.number = (uint8_t)n;
    }
    return read_second(r, json);
}

static bool read_table(Reader *r, const cJSON *json) {
    Board *board = &r->view.board;
    const ViewFamily *family = view_family(r->rules);
    for (unsigned f = 0; !r->partial && f < family->seat_fields.count; f++) { /* of seats that nobody sits in */
        const BoardField *field = &family->seat_fields.field[f];
        for (unsigned seat = 0; seat < field->count; seat++) board_set(board, field, seat, field->usual);
    }
    if (!read_phase(r, json) || !read_viewer(r, json)) return false;
    if (!(r->partial ? change_players(r, json) : read_players(r, json))) return false;
    if (!read_fields(r, json, common_fields(), 0) || !read_fields(r, json, family->fields, 0)) return false;
    if (family->laid && !read_laid(r, json)) return false;
    if (!read_cards(r, json, family->open, &board->open)) return false;
    if (family->laid) board->open_count = (uint16_t)cards_total(&board->open);
    return read_own(r, json) && (!r->rules->programs || read_extra(r, json));
}

bool view_read(const Rules *rules, const cJSON *json, bool partial, View *view, char error[JSON_ERROR_MAX]) {
    Reader r;
    memset(&r, 0, sizeof r);
    r.rules = rules;
    r.partial = partial;
    r.error = error;
    if (partial) memcpy(&r.view, view, sizeof r.view);
    if (!cJSON_IsObject(json)) return fail(&r, partial ? "delta" : "view", "an object was expected");
    if (!read_table(&r, json)) return false;
    if (!view_holds(rules, &r.view)) return fail(&r, "view", "no game of these rules can look like this");
    memcpy(view, &r.view, sizeof *view);
    return true;
}

bool view_from_json(const Rules *rules, const cJSON *json, View *out, char error[JSON_ERROR_MAX]) {
    return view_read(rules, json, false, out, error);
}
