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

void json_put_number(JsonText *json, long number) {
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
    if (face < FACES) face_format(json->rules, face, code, sizeof code);
    json_put_word(json, face < FACES ? code : NULL);
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
