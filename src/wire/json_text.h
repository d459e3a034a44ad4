/* json_text.h -- JSON written straight into a buffer, without allocating: for what
 * goes over the network at every move. Commas are seen to. Only json_put_text()
 * escapes: neither a card's code nor an action has a character that needs it. */
#ifndef UNO_JSON_TEXT_H
#define UNO_JSON_TEXT_H

#include "../engine/game.h"
#include "../engine/text.h"

typedef struct {
    const Rules *rules;
    Text text;
    bool comma; /* what comes next stands behind something */
} JsonText;

static inline JsonText json_text_in(const Rules *rules, char *out, unsigned size) {
    return (JsonText){rules, text_in(out, size), false};
}

void json_put_open(JsonText *json, char bracket);
void json_put_close(JsonText *json, char bracket);
void json_put_name(JsonText *json, const char *name); /* the next thing put is its value */

void json_put_number(JsonText *json, long long number);
void json_put_flag(JsonText *json, bool flag);
void json_put_word(JsonText *json, const char *word);    /* NULL: null */
void json_put_text(JsonText *json, const char *text);    /* whatever people write */
void json_put_raw(JsonText *json, const char *value);    /* JSON already */
void json_put_letter(JsonText *json, char letter);       /* 0: null */
void json_put_seat(JsonText *json, unsigned seat);       /* "A"; null for none */
void json_put_seats(JsonText *json, unsigned seats);     /* ["A","C"] */
void json_put_card(JsonText *json, Face face);           /* "R5"; null for none */
void json_put_cards(JsonText *json, const Cards *cards); /* ["R5","R5","W"] */
void json_put_action(JsonText *json, Action action);     /* "R5!"; null for none */

#endif
