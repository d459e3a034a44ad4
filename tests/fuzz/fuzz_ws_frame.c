/* Any bytes as what a client sends over a WebSocket. The first byte says in what pieces they come, which changes
 * nothing: the same frames come out as when all are there at once. Messages are UTF-8 and not too long, and whatever
 * ends it ends it for good. */
#include "fuzz.h"
#include "net/ws_frame.h"

enum { MOST = 256 };

typedef struct {
    unsigned frames, code;
    uint64_t sum; /* of all that came out, in order */
    size_t used;
} Story;

static void add(Story *story, const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) story->sum = story->sum * 1099511628211u + bytes[i] + 1;
}

static void check_frame(const WsFrame *frame, const unsigned char *data, size_t count) {
    MUST(frame->size <= count && frame->payload >= data && frame->payload + frame->length == data + frame->size);
    MUST(frame->opcode < WS_CLOSE || (frame->final && frame->length <= WS_CONTROL_MAX));
    MUST(frame->opcode >= WS_CLOSE || frame->length <= MOST);
    MUST(frame->opcode != WS_BINARY);
    if (frame->opcode == WS_CLOSE) MUST(frame->length != 1 && (!frame->code || frame->code >= 1000));
}

/* All frames of `count` bytes, looked at again whenever `step` more of them have come. */
static Story read_all(const uint8_t *bytes, size_t count, size_t step) {
    Story story = {.frames = 0};
    WsReader reader = {.in_message = false};
    Utf8 text = {.missing = 0};
    unsigned char *data = malloc(count + 1);
    MUST(data);
    for (size_t at = 0, there = 0; !story.code;) {
        WsFrame frame;
        WsResult result = ws_frame_read(&reader, data + at, there - at, MOST, &frame);
        if (result == WS_MORE) {
            size_t more = count - there < step ? count - there : step;
            if (!more) break;
            memcpy(data + there, bytes + there, more);
            there += more;
            continue;
        }
        if (result == WS_ENDED) {
            story.code = frame.code;
            MUST(frame.code >= 1002 && frame.code <= 1009 && frame.reason);
            break;
        }
        check_frame(&frame, data + at, there - at);
        if (frame.opcode < WS_CLOSE) {
            MUST(utf8_goes_on(&text, frame.payload, frame.length));
            MUST(!frame.final || utf8_is_whole(&text));
            MUST(reader.gathered <= MOST && reader.in_message == !frame.final);
        }
        unsigned char kind[] = {(unsigned char)frame.opcode, frame.final, (unsigned char)frame.length};
        add(&story, kind, sizeof kind);
        add(&story, frame.payload, frame.length);
        story.frames++;
        at += frame.size;
        story.used = at;
    }
    free(data);
    return story;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    Story whole = read_all(data + 1, size - 1, size), pieces = read_all(data + 1, size - 1, 1 + data[0] % 32);
    MUST(whole.frames == pieces.frames && whole.code == pieces.code && whole.sum == pieces.sum &&
         whole.used == pieces.used);
    return 0;
}
