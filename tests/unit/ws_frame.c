/* The frames of a WebSocket: what a client sends is read, whole and in pieces, and what breaks the rules ends it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "net/ws_frame.h"

enum { MOST = 8192, ROOM = 3 * MOST };
static const unsigned char mask[4] = {0x37, 0xfa, 0x21, 0x3d};

/* A frame as a client sends it; returns its size. */
static size_t put(unsigned char *out, unsigned first, const void *payload, size_t length) {
    size_t used = ws_frame_head((WsOpcode)(first & 0x0f), length, out);
    out[0] = (unsigned char)first;
    out[1] |= 0x80;
    memcpy(out + used, mask, 4);
    used += 4;
    for (size_t i = 0; i < length; i++) out[used + i] = ((const unsigned char *)payload)[i] ^ mask[i % 4];
    return used + length;
}

static WsResult read_exactly(WsReader *reader, const unsigned char *data, size_t count, WsFrame *frame) {
    static unsigned char *last;
    free(last);
    last = malloc(count ? count : 1);
    assert_non_null(last);
    memcpy(last, data, count);
    memset(frame, 0, sizeof *frame);
    return ws_frame_read(reader, last, count, MOST, frame);
}

static void texts_of_every_length_come_out(void **state) {
    (void)state;
    static unsigned char text[MOST], data[ROOM];
    for (size_t i = 0; i < MOST; i++) text[i] = (unsigned char)('a' + i % 23);
    for (size_t length = 0; length <= MOST; length += length < 300 ? 1 : 563) {
        WsReader reader = {.in_message = false};
        WsFrame frame;
        size_t size = put(data, 0x81, text, length);
        for (size_t part = 0; part < size; part += part < 20 ? 1 : 97)
            assert_int_equal(read_exactly(&reader, data, part, &frame), WS_MORE);
        assert_int_equal(read_exactly(&reader, data, size, &frame), WS_FRAME);
        assert_true(frame.final && frame.opcode == WS_TEXT && frame.size == size && frame.length == length);
        assert_memory_equal(frame.payload, text, length);
        assert_false(reader.in_message);
    }
}

/* A message in two fragments at every place, even inside a character, with a ping between them. */
static void fragments_are_one_message(void **state) {
    (void)state;
    static const char text[] = "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80z";
    for (size_t cut = 0, whole = sizeof text - 1; cut <= whole; cut++) {
        WsReader reader = {.in_message = false};
        WsFrame frame;
        unsigned char data[100] = {0};
        assert_int_equal(read_exactly(&reader, data, put(data, 0x01, text, cut), &frame), WS_FRAME);
        assert_true(!frame.final && reader.in_message && reader.gathered == cut);
        assert_int_equal(read_exactly(&reader, data, put(data, 0x89, "ping", 4), &frame), WS_FRAME);
        assert_true(frame.opcode == WS_PING && frame.length == 4 && reader.in_message);
        assert_int_equal(read_exactly(&reader, data, put(data, 0x80, text + cut, whole - cut), &frame), WS_FRAME);
        assert_true(frame.final && frame.opcode == WS_CONTINUED && !reader.in_message && !reader.gathered);
    }
}

static void assert_ends(const unsigned char *data, size_t count, unsigned code) {
    WsReader reader = {.in_message = false};
    WsFrame frame;
    assert_int_equal(read_exactly(&reader, data, count, &frame), WS_ENDED);
    assert_int_equal(frame.code, code);
    assert_true(frame.reason && strlen(frame.reason) <= 123);
}

static void broken_frames_end_it(void **state) {
    (void)state;
    static unsigned char data[ROOM], text[MOST + 1];
    static const unsigned firsts[] = {0xc1, 0xa1, 0x91, 0xf1, 0x83, 0x84, 0x85, 0x86, 0x87, 0x8b,
                                      0x8c, 0x8d, 0x8e, 0x8f, 0x80, 0x00, 0x08, 0x09, 0x0a};
    for (unsigned i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        assert_ends(data, put(data, firsts[i], "", 0), WS_BROKEN_RULES);
        assert_ends(data, 2, WS_BROKEN_RULES); /* as soon as it is known */
    }
    assert_ends((const unsigned char *)"\x81\x02{}", 4, WS_BROKEN_RULES); /* not masked */
    assert_ends((const unsigned char *)"\x89\x00", 2, WS_BROKEN_RULES);
    assert_ends(data, put(data, 0x82, "{}", 2), WS_NOT_TEXT);
    assert_ends(data, put(data, 0x89, text, 126), WS_BROKEN_RULES);
    assert_ends((const unsigned char *)"\x81\xfe\x00\x7d", 4, WS_BROKEN_RULES);              /* 125 in two bytes */
    assert_ends((const unsigned char *)"\x81\xff\0\0\0\0\0\0\xff\xff", 10, WS_BROKEN_RULES); /* 65535 in eight */
    assert_ends((const unsigned char *)"\x81\xff\x80\0\0\0\0\0\0\0", 10, WS_BROKEN_RULES);   /* the highest bit */
    assert_ends((const unsigned char *)"\x81\xff\0\0\1\0\0\0\0\0", 10, WS_TOO_LARGE);        /* a terabyte */
    memset(text, 'x', sizeof text);
    put(data, 0x81, text, MOST + 1);
    assert_ends(data, 4, WS_TOO_LARGE); /* nobody waits for it */
}

static void a_message_keeps_its_limits(void **state) {
    (void)state;
    static unsigned char data[ROOM], text[MOST];
    memset(text, 'x', sizeof text);
    WsReader reader = {.in_message = false};
    WsFrame frame;
    assert_int_equal(read_exactly(&reader, data, put(data, 0x01, text, MOST - 1), &frame), WS_FRAME);
    WsReader before = reader;
    assert_int_equal(read_exactly(&reader, data, put(data, 0x80, text, 1), &frame), WS_FRAME);
    reader = before;
    assert_int_equal(read_exactly(&reader, data, put(data, 0x80, text, 2), &frame), WS_ENDED);
    assert_int_equal(frame.code, WS_TOO_LARGE);
    reader = before;
    assert_int_equal(read_exactly(&reader, data, put(data, 0x81, text, 1), &frame), WS_ENDED); /* a message within */
    assert_int_equal(frame.code, WS_BROKEN_RULES);
}

static void texts_are_utf8(void **state) {
    (void)state;
    static const char *const bad[] = {"\xff",         "\x80",         "\xc0\xaf",         "\xc1\xbf",
                                      "\xed\xa0\x80", "\xed\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
                                      "\xe0\x80\x80", "\xe0\x9f\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf",
                                      "\xc3",         "\xe2\x82",     "\xf0\x9f\x98",     "abcdefgh\xc3(",
                                      "a\xc3\xa4\xff"};
    static const char *const good[] = {"",
                                       "\x7f",
                                       "\xc2\x80",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xf4\x8f\xbf\xbf",
                                       "\xf0\x90\x80\x80",
                                       "\xe0\xa0\x80",
                                       "abcdefghijklmn\xc3\xa4op"};
    unsigned char data[100] = {0};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_ends(data, put(data, 0x81, bad[i], strlen(bad[i])), WS_NOT_UTF8);
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        WsReader reader = {.in_message = false};
        WsFrame frame;
        assert_int_equal(read_exactly(&reader, data, put(data, 0x81, good[i], strlen(good[i])), &frame), WS_FRAME);
    }
}

static void goodbyes_are_checked(void **state) {
    (void)state;
    static const unsigned good[] = {1000, 1001, 1002, 1003, 1007, 1011, 1013, 1014, 3000, 4008, 4999};
    static const unsigned bad[] = {0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535};
    unsigned char data[200] = {0}, payload[3];
    WsFrame frame;
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        WsReader reader = {.in_message = false};
        payload[0] = (unsigned char)(good[i] >> 8), payload[1] = (unsigned char)good[i], payload[2] = 'x';
        assert_int_equal(read_exactly(&reader, data, put(data, 0x88, payload, 3), &frame), WS_FRAME);
        assert_int_equal(frame.code, good[i]);
    }
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        payload[0] = (unsigned char)(bad[i] >> 8), payload[1] = (unsigned char)bad[i];
        assert_ends(data, put(data, 0x88, payload, 2), WS_BROKEN_RULES);
    }
    assert_ends(data, put(data, 0x88, "\x03", 1), WS_BROKEN_RULES);
    assert_ends(data, put(data, 0x88, "\x03\xe8\xff", 3), WS_NOT_UTF8);
    WsReader reader = {.in_message = false};
    assert_int_equal(read_exactly(&reader, data, put(data, 0x88, "", 0), &frame), WS_FRAME);
    assert_int_equal(frame.code, 0);
}

static void frames_are_written(void **state) {
    (void)state;
    static const struct {
        size_t length, size;
        unsigned char head[WS_HEAD_MAX];
    } rows[] = {{0, 2, {0x81, 0}},
                {125, 2, {0x81, 125}},
                {126, 4, {0x81, 126, 0, 126}},
                {65535, 4, {0x81, 126, 255, 255}},
                {65536, 10, {0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0}}};
    unsigned char out[2 + WS_CONTROL_MAX];
    char reason[200];
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(ws_frame_head(WS_TEXT, rows[i].length, out), rows[i].size);
        assert_memory_equal(out, rows[i].head, rows[i].size);
    }
    assert_int_equal(ws_frame_close(0, "nothing", out), 2);
    assert_memory_equal(out, "\x88\x00", 2);
    assert_int_equal(ws_frame_close(1009, "long", out), 8);
    assert_memory_equal(out, "\x88\x06\x03\xf1long", 8);
    for (unsigned i = 0; i < 99; i++) memcpy(reason + 2 * i, "\xc3\xa4", 3);
    assert_int_equal(ws_frame_close(1000, reason, out), 2 + 2 + 122); /* no half characters */
    assert_int_equal(ws_frame_control(WS_PONG, reason, 125, out), 127);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_of_every_length_come_out),
        cmocka_unit_test(fragments_are_one_message),
        cmocka_unit_test(broken_frames_end_it),
        cmocka_unit_test(a_message_keeps_its_limits),
        cmocka_unit_test(texts_are_utf8),
        cmocka_unit_test(goodbyes_are_checked),
        cmocka_unit_test(frames_are_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
