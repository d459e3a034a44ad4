/* json_text.c -- JSON written into a buffer: the commas come by themselves. */
#include "json_text.h"

/* Begins an entry of a list or object, or the value of a name. */
static void begin(JsonText *json) {
    if (json->comma) text_char(&json->text, ',');
    json->comma = true;
}

void json_put_open(JsonText *json, char bracket) {
    begin(json);
    text_char(&json->text, bracket);
    json->comma = false;
}

void json_put_close(JsonText *json, char bracket) {
    text_char(&json->text, bracket);
    json->comma = true;
}

void json_put_name(JsonText *json, const char *name) {
    json_put_word(json, name);
    text_char(&json->text, ':');
    json->comma = false;
}

static void put_plain(JsonText *json, const char *text) {
    begin(json);
    text_put(&json->text, text);
}

void json_put_raw(JsonText *json, const char *value) { put_plain(json, value); }

void json_put_number(JsonText *json, long long number) {
    begin(json);
    text_number(&json->text, number);
}

void json_put_flag(JsonText *json, bool flag) { put_plain(json, flag ? "true" : "false"); }

void json_put_word(JsonText *json, const char *word) {
    if (!word) {
        put_plain(json, "null");
        return;
    }
    put_plain(json, "\"");
    text_put(&json->text, word);
    text_char(&json->text, '"');
}

static void put_escaped(Text *text, char c) {
    static const char short_for[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\";
    for (unsigned i = 0; letters[i]; i++) {
        if (short_for[i] != c) continue;
        text_char(text, '\\');
        text_char(text, letters[i]);
        return;
    }
    uint8_t byte = (uint8_t)c;
    if (byte >= ' ') {
        text_char(text, c);
        return;
    }
    text_put(text, "\\u00");
    text_hex(text, &byte, 1);
}

void json_put_text(JsonText *json, const char *text) {
    put_plain(json, "\"");
    for (; *text; text++) put_escaped(&json->text, *text);
    text_char(&json->text, '"');
}

void json_put_letter(JsonText *json, char letter) {
    char word[] = {letter, 0};
    json_put_word(json, letter ? word : NULL);
}

void json_put_seat(JsonText *json, unsigned seat) { json_put_letter(json, seat < SEATS_MAX ? (char)('A' + seat) : 0); }

void json_put_seats(JsonText *json, unsigned seats) {
    json_put_open(json, '[');
    for (; seats; seats &= seats - 1) json_put_seat(json, mask_first(seats));
    json_put_close(json, ']');
}

void json_put_card(JsonText *json, Face face) {
    char code[CARD_CODE_MAX + 2];
    bool seen = face < FACES || face_is_second(json->rules, face);
    if (seen) face_format(json->rules, face, code, sizeof code);
    json_put_word(json, seen ? code : NULL);
}

void json_put_cards(JsonText *json, const Cards *cards) {
    json_put_open(json, '[');
    for (uint64_t faces = cards_faces(cards); faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        for (unsigned copies = cards_copies(cards, face); copies; copies--) json_put_card(json, face);
    }
    json_put_close(json, ']');
}

void json_put_action(JsonText *json, Action action) {
    char text[ACTION_TEXT_MAX];
    if (action) action_format(json->rules, action, text, sizeof text);
    json_put_word(json, action ? text : NULL);
}
