/* ws_frame.c -- frames by RFC 6455, with what the RFC forbids refused. */
#include "ws_frame.h"

#include <stdint.h>
#include <string.h>

enum { MASK_BYTES = 4 };

static WsResult end_with(WsFrame *frame, unsigned code, const char *reason) {
    frame->code = code;
    frame->reason = reason;
    return WS_ENDED;
}

/* ---- reading ---- */

/* The two bytes that every frame has; WS_FRAME: they are good. */
static WsResult check_start(const WsReader *reader, const unsigned char *data, WsFrame *frame) {
    frame->final = data[0] & 0x80;
    frame->opcode = (WsOpcode)(data[0] & 0x0f);
    if (data[0] & 0x70) return end_with(frame, WS_BROKEN_RULES, "a reserved bit is set");
    if (!(data[1] & 0x80)) return end_with(frame, WS_BROKEN_RULES, "a frame is not masked");
    switch (frame->opcode) {
    case WS_CONTINUED:
        return reader->in_message ? WS_FRAME : end_with(frame, WS_BROKEN_RULES, "a fragment of no message");
    case WS_TEXT: return reader->in_message ? end_with(frame, WS_BROKEN_RULES, "a message within a message") : WS_FRAME;
    case WS_BINARY: return end_with(frame, WS_NOT_TEXT, "messages are text");
    case WS_CLOSE:
    case WS_PING:
    case WS_PONG:
        if (!frame->final) return end_with(frame, WS_BROKEN_RULES, "a control frame in fragments");
        return (data[1] & 0x7f) <= WS_CONTROL_MAX ? WS_FRAME
                                                  : end_with(frame, WS_BROKEN_RULES, "a control frame is too long");
    }
    return end_with(frame, WS_BROKEN_RULES, "a frame of no kind");
}

/* How long the payload is, and where its mask begins. */
static WsResult read_length(const unsigned char *data, size_t count, size_t *head, uint64_t *length, WsFrame *frame) {
    unsigned said = data[1] & 0x7f, bytes = said == 126 ? 2 : said == 127 ? 8 : 0;
    *head = 2 + bytes;
    *length = said;
    if (!bytes) return WS_FRAME;
    if (count < *head) return WS_MORE;
    *length = 0;
    for (unsigned i = 0; i < bytes; i++) *length = *length << 8 | data[2 + i];
    if (*length < (bytes == 2 ? 126u : 65536u) || *length >> 63)
        return end_with(frame, WS_BROKEN_RULES, "a length is not written in the shortest way");
    return WS_FRAME;
}

static void unmask(unsigned char *payload, size_t length, const unsigned char mask[MASK_BYTES]) {
    uint64_t word, eight;
    size_t i = 0;
    memcpy(&word, mask, MASK_BYTES);
    memcpy((unsigned char *)&word + MASK_BYTES, mask, MASK_BYTES);
    for (; i + sizeof eight <= length; i += sizeof eight) {
        memcpy(&eight, payload + i, sizeof eight);
        eight ^= word;
        memcpy(payload + i, &eight, sizeof eight);
    }
    for (; i < length; i++) payload[i] ^= mask[i % MASK_BYTES];
}

/* RFC 6455, 7.4, and what was registered since: those that may be sent. */
static bool is_close_code(unsigned code) {
    return (code >= 1000 && code <= 1014 && !(code >= 1004 && code <= 1006)) || (code >= 3000 && code <= 4999);
}

static WsResult read_close(WsFrame *frame) {
    Utf8 utf8 = {.missing = 0};
    frame->code = 0;
    if (!frame->length) return WS_FRAME;
    if (frame->length == 1) return end_with(frame, WS_BROKEN_RULES, "half a close code");
    unsigned code = (unsigned)frame->payload[0] << 8 | frame->payload[1];
    if (!is_close_code(code)) return end_with(frame, WS_BROKEN_RULES, "a close code that is none");
    if (!utf8_goes_on(&utf8, frame->payload + 2, frame->length - 2) || !utf8_is_whole(&utf8))
        return end_with(frame, WS_NOT_UTF8, "a reason is not UTF-8");
    frame->code = code;
    return WS_FRAME;
}

static WsResult read_text(WsReader *reader, WsFrame *frame) {
    if (!reader->in_message) *reader = (WsReader){.in_message = true};
    bool good = utf8_goes_on(&reader->utf8, frame->payload, frame->length);
    if (!good || (frame->final && !utf8_is_whole(&reader->utf8)))
        return end_with(frame, WS_NOT_UTF8, "a message is not UTF-8");
    reader->gathered += frame->length;
    if (frame->final) *reader = (WsReader){.in_message = false};
    return WS_FRAME;
}

WsResult ws_frame_read(WsReader *reader, unsigned char *data, size_t count, size_t most, WsFrame *frame) {
    size_t head;
    uint64_t length;
    if (count < 2) return WS_MORE;
    WsResult result = check_start(reader, data, frame);
    if (result == WS_FRAME) result = read_length(data, count, &head, &length, frame);
    if (result != WS_FRAME) return result;
    bool control = frame->opcode >= WS_CLOSE;
    if (!control && length > most - (reader->in_message ? reader->gathered : 0))
        return end_with(frame, WS_TOO_LARGE, "a message is too long");
    frame->size = head + MASK_BYTES + (size_t)length;
    if (count < frame->size) return WS_MORE;
    frame->payload = data + head + MASK_BYTES;
    frame->length = (size_t)length;
    unmask(frame->payload, frame->length, data + head);
    if (frame->opcode == WS_CLOSE) return read_close(frame);
    return control ? WS_FRAME : read_text(reader, frame);
}

/* ---- writing ---- */

size_t ws_frame_head(WsOpcode opcode, size_t length, unsigned char out[WS_HEAD_MAX]) {
    unsigned bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    out[0] = (unsigned char)(0x80 | opcode);
    out[1] = (unsigned char)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
    for (unsigned i = 0; i < bytes; i++) out[2 + i] = (unsigned char)((uint64_t)length >> 8 * (bytes - 1 - i));
    return 2 + bytes;
}

size_t ws_frame_control(WsOpcode opcode, const void *payload, size_t length, unsigned char out[2 + WS_CONTROL_MAX]) {
    if (length > WS_CONTROL_MAX) length = WS_CONTROL_MAX;
    out[0] = (unsigned char)(0x80 | opcode);
    out[1] = (unsigned char)length;
    if (length) memcpy(out + 2, payload, length);
    return 2 + length;
}

size_t ws_frame_close(unsigned code, const char *reason, unsigned char out[2 + WS_CONTROL_MAX]) {
    unsigned char payload[WS_CONTROL_MAX] = {(unsigned char)(code >> 8), (unsigned char)code};
    size_t length = strlen(reason), most = sizeof payload - 2;
    if (length > most)
        for (length = most; length && ((unsigned char)reason[length] & 0xc0) == 0x80;) length--;
    for (size_t i = 0; i < length; i++) payload[2 + i] = (unsigned char)reason[i];
    return ws_frame_control(WS_CLOSE, payload, code ? 2 + length : 0, out);
}
