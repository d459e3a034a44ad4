/* qr.c -- the modules of libqrencode as a picture. */
#include "qr.h"

#include <qrencode.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The white edge that readers need. */
enum { EDGE = 4 };

static QRcode *encode(const char *text) { return *text ? QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) : NULL; }

static bool is_dark(const QRcode *code, int x, int y) {
    if (x < 0 || y < 0 || x >= code->width || y >= code->width) return false;
    return code->data[y * code->width + x] & 1;
}

/* A row of dark modules is one stroke: "M4 5h7". */
static char *put_strokes(const QRcode *code, char *at) {
    for (int y = 0; y < code->width; y++)
        for (int x = 0; x < code->width; x++) {
            int start = x;
            while (is_dark(code, x, y)) x++;
            if (x > start) at += sprintf(at, "M%d %dh%d", start + EDGE, y + EDGE, x - start);
        }
    return at;
}

char *qr_svg(const char *text) {
    QRcode *code = encode(text);
    if (!code) return NULL;
    enum { STROKE_BYTES = 16, REST_BYTES = 400 };
    int side = code->width + 2 * EDGE;
    char *svg = malloc((size_t)(code->width * (code->width + 1) / 2) * STROKE_BYTES + REST_BYTES);
    if (svg) {
        char *at = svg + sprintf(svg,
                                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
                                 "aria-label=\"QR code\" shape-rendering=\"crispEdges\">"
                                 "<path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/><path stroke=\"#000\" "
                                 "transform=\"translate(0 .5)\" d=\"",
                                 side, side, side, side);
        at = put_strokes(code, at);
        strcpy(at, "\"/></svg>\n");
    }
    QRcode_free(code);
    return svg;
}
