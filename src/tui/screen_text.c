/* screen_text.c -- text as cells: UTF-8 to characters and their width, letters for
 * symbols where only ASCII can be shown, lines broken at blanks. */
#define _XOPEN_SOURCE 700
#include <string.h>
#include <wchar.h>

#include "screen.h"
#include "screen_internal.h"

/* What stands for a symbol where there is nothing but ASCII. */
static const struct {
    wchar_t symbol;
    char letter;
} plain[] = {
    {0x25CF, 'R'}, {0x2605, 'Y'}, {0x25B2, 'G'}, {0x25A0, 'B'}, {0x25C6, '*'}, {0x25B6, '>'},
    {0x25C0, '<'}, {0x2191, '^'}, {0x2193, 'v'}, {0x2013, '-'}, {0x00B7, '.'}, {0x00D7, 'x'},
    {0x2298, 'x'}, {0x21C4, '-'}, {0x2726, 'W'}, {0x2500, '-'}, {0x2502, '|'}, {0x2591, ':'},
};

static wchar_t plain_of(wchar_t glyph) {
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (plain[i].symbol == glyph) return (unsigned char)plain[i].letter;
    return glyph < 128 ? glyph : L'?';
}

/* One character of UTF-8; a byte that fits nowhere is one '?'. */
static wchar_t decode(const char **text) {
    const unsigned char *at = (const unsigned char *)*text;
    unsigned more = *at < 0x80 ? 0 : *at >> 5 == 6 ? 1 : *at >> 4 == 14 ? 2 : *at >> 3 == 30 ? 3 : 4;
    *text += 1;
    if (!more) return *at;
    if (more == 4) return L'?';
    wchar_t glyph = *at & (0x3F >> more);
    for (unsigned i = 1; i <= more; i++) {
        if ((at[i] & 0xC0) != 0x80) return L'?';
        glyph = glyph << 6 | (at[i] & 0x3F);
    }
    *text += more;
    return glyph;
}

unsigned glyph_next(const char **text, bool utf8, wchar_t *out) {
    wchar_t glyph = decode(text);
    if (!utf8) glyph = plain_of(glyph);
    int wide = utf8 && glyph >= 128 ? wcwidth(glyph) : 1;
    bool shown = glyph >= 32 && glyph != 127 && wide > 0; /* a combining mark alone has no cell of its own */
    *out = shown ? glyph : L'?';
    return shown ? (unsigned)wide : 1;
}

static unsigned width_of(const char *text, size_t length) {
    const char *end = text + length;
    unsigned columns = 0;
    wchar_t glyph;
    while (text < end) columns += glyph_next(&text, screen_has_utf8(), &glyph);
    return columns;
}

/* The bytes of the first of the lines that this text, up to its line end, breaks into. */
static size_t first_piece(const char *text, size_t length, unsigned columns) {
    size_t fits = 0, next = 0;
    while (next < length) {
        size_t word = next + strspn(text + next, " ");
        while (word < length && text[word] != ' ') word++;
        if (word > length) word = length;
        if (width_of(text, word) > columns) break;
        fits = next = word;
    }
    if (fits) return fits;
    const char *at = text; /* a single word that is too long is cut */
    wchar_t glyph;
    unsigned used = glyph_next(&at, screen_has_utf8(), &glyph);
    while (at < text + length) {
        const char *after = at;
        used += glyph_next(&after, screen_has_utf8(), &glyph);
        if (used > columns) break;
        at = after;
    }
    return (size_t)(at - text);
}

/* Where a line goes on that breaks: below its text, which is behind the gap where an indented line has one. */
static size_t hanging_indent(const char *text, size_t length, size_t indent, unsigned columns) {
    size_t at = indent;
    while (indent && at + 1 < length && !(text[at] == ' ' && text[at + 1] == ' ')) at++;
    while (at < length && text[at] == ' ') at++;
    bool gap = indent && at < length && text[at - 1] == ' ' && text[at - 2] == ' ';
    return gap && at <= columns / 2 ? at : indent;
}

unsigned screen_wrapped(Box box, unsigned first, unsigned paint, const char *text) {
    unsigned lines = 0, columns = box.columns > 0 ? (unsigned)box.columns : 1;
    while (*text) {
        size_t length = strcspn(text, "\n"), indent = strspn(text, " ");
        if (indent >= length || indent + 10 > columns) indent = 0;
        const char *end = text + length, *at = text + indent;
        size_t hang = hanging_indent(text, length, indent, columns);
        do {
            char piece[1024];
            size_t bytes = at < end ? first_piece(at, (size_t)(end - at), columns - (unsigned)indent) : 0;
            if (bytes >= sizeof piece) bytes = sizeof piece - 1;
            memcpy(piece, at, bytes);
            piece[bytes] = 0;
            if (lines >= first && lines - first < (unsigned)(box.rows > 0 ? box.rows : 0))
                screen_text(box.row + (int)(lines - first), box.column + (int)indent, box.columns - (int)indent, paint,
                            piece);
            lines++;
            at += bytes;
            while (at < end && *at == ' ') at++;
            indent = hang;
        } while (at < end);
        text = *end ? end + 1 : end;
    }
    return lines;
}
