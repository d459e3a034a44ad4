/* reply.c -- JSON written straight into one buffer that grows. */
#include "reply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "../wire/view_delta.h"

enum { ROOM_FIRST = 1 << 16, ROOM_KEPT = 1 << 20 };

/* One page, one thread, one answer. */
static struct {
    char *text;
    size_t length, room;
    bool comma; /* what comes next stands behind something */
    bool lost;  /* there was no memory */
} reply;

/* ---- bytes ---- */

/* Room for so many bytes more and a zero; false: there is no memory. */
static bool reserve(size_t bytes) {
    size_t wanted = reply.length + bytes + 1, room = reply.room ? reply.room : ROOM_FIRST;
    if (reply.lost) return false;
    if (wanted <= reply.room) return true;
    while (room < wanted) room *= 2;
    char *text = realloc(reply.text, room);
    if (!text) return reply.lost = true, false;
    reply.text = text;
    reply.room = room;
    return true;
}

static void put_bytes(const char *bytes, size_t count) {
    if (!reserve(count)) return;
    memcpy(reply.text + reply.length, bytes, count);
    reply.length += count;
}

static void put(const char *text) { put_bytes(text, strlen(text)); }
static void put_char(char c) { put_bytes(&c, 1); }

void reply_begin(void) {
    if (reply.room > ROOM_KEPT) {
        free(reply.text);
        reply.text = NULL;
        reply.room = 0;
    }
    reply.length = 0;
    reply.comma = reply.lost = false;
}

const char *reply_end(void) {
    if (!reserve(0)) return "{\"error\":\"no_memory\",\"message\":\"There is no memory left for this.\"}";
    reply.text[reply.length] = 0;
    return reply.text;
}

/* ---- JSON ---- */

static void begin_value(void) {
    if (reply.comma) put_char(',');
    reply.comma = true;
}

void reply_open(char bracket) {
    begin_value();
    put_char(bracket);
    reply.comma = false;
}

void reply_close(char bracket) {
    put_char(bracket);
    reply.comma = true;
}

void reply_name(const char *name) {
    reply_text(name);
    put_char(':');
    reply.comma = false;
}

/* The bytes of the character at `at` in UTF-8; 0: it is none. */
static unsigned character_bytes(const unsigned char *at, size_t left) {
    unsigned bytes = at[0] < 0x80 ? 1 : at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : at[0] < 0xF5 ? 4 : 0;
    if (bytes > left) return 0;
    for (unsigned i = 1; i < bytes; i++)
        if ((at[i] & 0xC0) != 0x80) return 0;
    bool longer = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xF0 && at[1] < 0x90);
    bool beyond = (at[0] == 0xED && at[1] >= 0xA0) || (at[0] == 0xF4 && at[1] >= 0x90);
    return bytes > 1 && (longer || beyond) ? 0 : bytes;
}

static void put_control(unsigned char c) {
    char escape[8];
    if (c == '\n') put("\\n");
    else if (c == '\t') put("\\t");
    else snprintf(escape, sizeof escape, "\\u%04x", c), put(escape);
}

static void put_escaped(const char *text, size_t length) {
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    while (at < end) {
        const unsigned char *plain = at;
        while (at < end && *at >= ' ' && *at != '"' && *at != '\\' && *at < 0x80) at++;
        put_bytes((const char *)plain, (size_t)(at - plain));
        if (at == end) break;
        unsigned bytes = character_bytes(at, (size_t)(end - at));
        if (*at == '"' || *at == '\\') put_char('\\'), put_char((char)*at);
        else if (*at < ' ') put_control(*at);
        else if (bytes) put_bytes((const char *)at, bytes);
        else put_char('?');
        at += bytes ? bytes : 1;
    }
}

void reply_text_of(const char *text, size_t length) {
    begin_value();
    put_char('"');
    put_escaped(text, length);
    put_char('"');
}

static void put_word(const char *word) {
    begin_value();
    put(word);
}

void reply_text(const char *text) {
    if (text) reply_text_of(text, strlen(text));
    else put_word("null");
}

void reply_number(long long number) {
    char text[24];
    snprintf(text, sizeof text, "%lld", number);
    put_word(text);
}

void reply_flag(bool flag) { put_word(flag ? "true" : "false"); }

void reply_seat(unsigned seat) {
    char letter = (char)('A' + seat);
    if (seat < SEATS_MAX) reply_text_of(&letter, 1);
    else reply_text(NULL);
}

void reply_seats(unsigned seats) {
    reply_open('[');
    for (; seats; seats &= seats - 1) reply_seat(mask_first(seats));
    reply_close(']');
}

void reply_seed(const Seed *seed) {
    char hex[2 * SEED_BYTES + 1];
    Text text = text_in(hex, sizeof hex);
    if (seed) text_hex(&text, seed->bytes, SEED_BYTES);
    reply_text(seed ? hex : NULL);
}

void reply_split(const char *text, char mark) {
    const char marks[] = {mark, 0};
    reply_open('[');
    while (text) {
        size_t length = strcspn(text, marks);
        reply_text_of(text, length);
        text = text[length] ? text + length + 1 : NULL;
    }
    reply_close(']');
}

/* A character may be cut in two by the end of a piece; printers here print whole words. */
static void put_piece(void *sink, const char *text) {
    (void)sink;
    put_escaped(text, strlen(text));
}

static void put_as_it_is(void *sink, const char *text) {
    (void)sink;
    put(text);
}

Printer reply_json(void) {
    begin_value();
    return (Printer){put_as_it_is, NULL};
}

Printer reply_text_begin(void) {
    begin_value();
    put_char('"');
    return (Printer){put_piece, NULL};
}

void reply_text_end(void) { put_char('"'); }

/* ---- what the engine knows ---- */

void reply_card(const Rules *rules, Face face) {
    char code[CARD_CODE_MAX + 2];
    bool seen = face < FACES || face_is_second(rules, face);
    if (seen) face_format(rules, face, code, sizeof code);
    reply_text(seen ? code : NULL);
}

void reply_cards(const Rules *rules, const Cards *cards) {
    reply_open('[');
    for (uint64_t faces = cards_faces(cards); faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        for (unsigned copies = cards_copies(cards, face); copies; copies--) reply_card(rules, face);
    }
    reply_close(']');
}

void reply_action(const Rules *rules, Action action) {
    char text[ACTION_TEXT_MAX];
    if (action) action_format(rules, action, text, sizeof text);
    reply_text(action ? text : NULL);
}

void reply_view(const Rules *rules, const View *view) {
    begin_value();
    if (reserve(VIEW_TEXT_MAX)) reply.length += view_format(rules, view, reply.text + reply.length, VIEW_TEXT_MAX);
}

/* ---- errors ---- */

const char *reply_error_at(const char *code, const char *message, unsigned line, unsigned column) {
    reply_begin();
    reply_open('{');
    reply_name("error"), reply_text(code);
    reply_name("message"), reply_text(message);
    reply_name("line"), reply_number(line);
    reply_name("column"), reply_number(column);
    reply_close('}');
    return reply_end();
}

const char *reply_error(const char *code, const char *message) { return reply_error_at(code, message, 0, 0); }
