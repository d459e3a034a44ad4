/* ws_frame.h -- the frames of a WebSocket, as a server reads and writes them (RFC 6455): bytes in, a frame out, or the
 * code to close with.
 *
 * Strict: what a client sends is masked; reserved bits are 0; a length is written in as few bytes as it needs; control
 * frames have at most 125 bytes and come whole; fragments come in order; a text is UTF-8 from its first fragment to its
 * last; binary messages are not spoken. Nothing here has a socket or allocates. */
#ifndef UNO_NET_WS_FRAME_H
#define UNO_NET_WS_FRAME_H

#include <stdbool.h>
#include <stddef.h>

#include "utf8.h"

enum { WS_HEAD_MAX = 10 /* of a frame that a server sends */, WS_CONTROL_MAX = 125 };

typedef enum { WS_CONTINUED = 0, WS_TEXT = 1, WS_BINARY = 2, WS_CLOSE = 8, WS_PING = 9, WS_PONG = 10 } WsOpcode;

/* The codes that are closed with here. */
enum { WS_BROKEN_RULES = 1002, WS_NOT_TEXT = 1003, WS_NOT_UTF8 = 1007, WS_TOO_LARGE = 1009 };

/* What is remembered from frame to frame; all zero in the beginning. */
typedef struct {
    Utf8 utf8;
    bool in_message; /* fragments of a text have come, but not the last one */
    size_t gathered; /* their bytes */
} WsReader;

typedef struct {
    WsOpcode opcode;
    bool final;             /* of a text: this is the end of the message */
    unsigned char *payload; /* in what was given, no longer masked */
    size_t length;
    size_t size;   /* of the whole frame */
    unsigned code; /* WS_CLOSE: what the other side says; 0: nothing. WS_ENDED: what to say */
    const char *reason;
} WsFrame;

typedef enum {
    WS_MORE,  /* the frame is not complete */
    WS_FRAME, /* *frame is one */
    WS_ENDED, /* nothing that follows can be understood: close with frame->code and ->reason */
} WsResult;

/* The frame that `data` begins with; a message has at most `most` bytes. A frame that is complete is unmasked where it
 * lies, so it must be read once only. */
WsResult ws_frame_read(WsReader *reader, unsigned char *data, size_t count, size_t most, WsFrame *frame);

/* What goes in front of a frame's payload; returns how many bytes. */
size_t ws_frame_head(WsOpcode opcode, size_t length, unsigned char out[WS_HEAD_MAX]);

/* A whole control frame, at most WS_CONTROL_MAX bytes of payload; returns its size. */
size_t ws_frame_control(WsOpcode opcode, const void *payload, size_t length, unsigned char out[2 + WS_CONTROL_MAX]);
/* That closes: code 0 says nothing. A reason that is too long is cut between two characters. */
size_t ws_frame_close(unsigned code, const char *reason, unsigned char out[2 + WS_CONTROL_MAX]);

#endif
