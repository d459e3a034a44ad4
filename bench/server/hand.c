/* hand.c -- reads what it needs out of a message as it stands, without making a tree. */
#include "hand.h"

#include <stdlib.h>
#include <string.h>

/* ---- JSON, from member to member ---- */

typedef struct {
    const char *at, *end;
} Span;

static bool is(Span span, const char *text) {
    size_t length = (size_t)(span.end - span.at);
    return strlen(text) == length && memcmp(span.at, text, length) == 0;
}

/* Behind the value that begins here. Texts of the server have no quotation marks inside but escaped ones. */
static const char *skip_value(const char *at, const char *end) {
    unsigned depth = 0;
    for (; at < end; at++) switch (*at) {
        case '"':
            for (at++; at < end && *at != '"'; at++) at += *at == '\\';
            break;
        case '{':
        case '[': depth++; break;
        case '}':
        case ']':
            if (depth == 0) return at;
            if (--depth == 0) return at + 1;
            break;
        case ',':
            if (depth == 0) return at;
        }
    return end;
}

/* The next member of an object, or (without `name`) item of a list; `rest` begins inside. */
static bool next(Span *rest, Span *name, Span *value) {
    const char *at = rest->at;
    if (at < rest->end && *at == ',') at++;
    if (at >= rest->end || *at == '}' || *at == ']') return false;
    if (name) {
        name->at = ++at;
        at = memchr(at, '"', (size_t)(rest->end - at));
        if (!at || at + 2 >= rest->end) return false;
        name->end = at;
        at += 2;
    }
    value->at = at;
    value->end = rest->at = skip_value(at, rest->end);
    return true;
}

static Span inside(Span value) { return (Span){value.at + 1, value.end}; }

static bool find(Span object, const char *wanted, Span *value) {
    Span name;
    for (Span rest = inside(object); next(&rest, &name, value);)
        if (is(name, wanted)) return true;
    return false;
}

/* The inside of a text; cut where it is too long. */
static void read_text(Span value, char *out, size_t size) {
    size_t length = value.end - value.at > 2 && *value.at == '"' ? (size_t)(value.end - value.at) - 2 : 0;
    if (length >= size) length = size - 1;
    memcpy(out, value.at + 1, length);
    out[length] = 0;
}

/* ---- the hand ---- */

static void add_card(Hand *hand, Span value) {
    if (hand->cards < HAND_MAX) read_text(value, hand->card[hand->cards++], CARD_MAX);
}

static void take_card(Hand *hand, Span value) {
    char card[CARD_MAX];
    read_text(value, card, sizeof card);
    for (unsigned i = 0; i < hand->cards; i++) {
        if (strcmp(hand->card[i], card) != 0) continue;
        memcpy(hand->card[i], hand->card[--hand->cards], CARD_MAX);
        return;
    }
}

static void each_card(Hand *hand, Span list, void (*change)(Hand *hand, Span card)) {
    Span card;
    for (Span rest = inside(list); next(&rest, NULL, &card);) change(hand, card);
}

static void change_hand(Hand *hand, Span value) {
    Span name, list;
    if (*value.at == '[') {
        hand->cards = 0;
        return each_card(hand, value, add_card);
    }
    for (Span rest = inside(value); next(&rest, &name, &list);)
        each_card(hand, list, is(name, "-") ? take_card : add_card);
}

static void change_asked(Hand *hand, Span value) {
    hand->asked = hand->seat && memchr(value.at, hand->seat, (size_t)(value.end - value.at));
}

/* A whole view, or what changed in it. */
static void change(Hand *hand, Span view) {
    Span name, value;
    for (Span rest = inside(view); next(&rest, &name, &value);) {
        if (is(name, "hand")) change_hand(hand, value);
        else if (is(name, "top")) read_text(value, hand->top, sizeof hand->top);
        else if (is(name, "colour")) hand->colour = value.at[1];
        else if (is(name, "phase")) read_text(value, hand->phase, sizeof hand->phase);
        else if (is(name, "awaited")) change_asked(hand, value);
    }
}

/* ---- messages ---- */

static ToldKind read_kind(Span value) {
    static const struct {
        const char *name;
        ToldKind kind;
    } kinds[] = {{"\"act\"", TOLD_ACT},     {"\"start\"", TOLD_START},   {"\"table\"", TOLD_TABLE},
                 {"\"hello\"", TOLD_HELLO}, {"\"joined\"", TOLD_JOINED}, {"\"no\"", TOLD_NO}};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is(value, kinds[i].name)) return kinds[i].kind;
    return TOLD_OTHER;
}

static void read_seat(Hand *hand, Span value) { hand->seat = *value.at == '"' ? value.at[1] : 0; }

static void read_game(Hand *hand, Span game) {
    Span view;
    hand->playing = *game.at == '{' && find(game, "view", &view);
    if (hand->playing) change(hand, view);
}

bool hand_hear(Hand *hand, const char *text, size_t length, Told *told) {
    Span rest = {text + 1, text + length}, name, value;
    *told = (Told){.of_itself = true};
    if (length < 2 || *text != '{') return false;
    while (next(&rest, &name, &value)) {
        if (is(name, "t")) told->kind = read_kind(value);
        else if (is(name, "q")) told->q = strtoul(value.at, NULL, 10);
        else if (is(name, "id")) told->id = strtoul(value.at, NULL, 10);
        else if (is(name, "by")) told->by = value.at[1];
        else if (is(name, "how")) told->of_itself = false;
        else if (is(name, "you")) read_seat(hand, value);
        else if (is(name, "game")) read_game(hand, value);
        else if (is(name, "v")) change(hand, value);
        else if (is(name, "over")) told->over = true;
    }
    if (told->over) hand->playing = false;
    return rest.at < rest.end && *rest.at == '}';
}

/* ---- choosing ---- */

static bool fits(const Hand *hand, const char *card) {
    return card[0] == 'W' || card[0] == hand->colour || strcmp(card + 1, hand->top + 1) == 0;
}

static bool choose_card(const Hand *hand, char out[ACTION_MAX]) {
    for (unsigned i = 0; i < hand->cards; i++) {
        if (!fits(hand, hand->card[i])) continue;
        strcpy(out, hand->card[i]);
        if (out[0] == 'W') strcat(out, ":R");
        if (hand->cards == 2) strcat(out, "!");
        return true;
    }
    return false;
}

bool hand_choose(const Hand *hand, char out[ACTION_MAX]) {
    if (!hand->playing || !hand->asked || strcmp(hand->phase, "deal") == 0)
        return false; /* the table deals by itself */
    if (strcmp(hand->phase, "turn") == 0 && choose_card(hand, out)) return true;
    bool is_turn = strcmp(hand->phase, "turn") == 0, drew = strcmp(hand->phase, "drawn") == 0;
    bool opens = strcmp(hand->phase, "opening") == 0;
    strcpy(out, is_turn ? "draw" : drew ? "keep" : opens ? "name R" : "accept");
    return true;
}
