/* names.c -- names and chat, character by character, by the tables of utf8proc. */
#include "names.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "../record/record.h"

/* More than any name or line of chat needs; what is longer is not even looked at. */
enum { TEXT_BYTES_MAX = 8192 };

enum { ZWNJ = 0x200C, ZWJ = 0x200D, TEXT_STYLE = 0xFE0E, EMOJI_STYLE = 0xFE0F, BRAILLE_BLANK = 0x2800 };

typedef enum {
    CHARACTER_SHOWN,
    CHARACTER_BLANK,
    CHARACTER_MARK,   /* goes onto the one before it */
    CHARACTER_STYLE,  /* how an emoji is drawn, or that two are one */
    CHARACTER_HIDDEN, /* control, format, direction, private, unknown, or drawn as nothing */
} CharacterKind;

static CharacterKind kind_of(utf8proc_int32_t c) {
    const utf8proc_property_t *property = utf8proc_get_property(c);
    if (c == ZWNJ || c == ZWJ || c == TEXT_STYLE || c == EMOJI_STYLE) return CHARACTER_STYLE;
    if (property->ignorable || c == BRAILLE_BLANK) return CHARACTER_HIDDEN;
    switch (property->category) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return CHARACTER_HIDDEN;
    case UTF8PROC_CATEGORY_ZS: return CHARACTER_BLANK;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME: return CHARACTER_MARK;
    }
    /* The stand-ins for objects and for broken text. */
    return c == 0xFFFC || c == 0xFFFD ? CHARACTER_HIDDEN : CHARACTER_SHOWN;
}

unsigned text_hidden_line(const char *text, size_t length) {
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)text, *end = at + length;
    unsigned line = 1;
    while (at < end) {
        utf8proc_int32_t c;
        utf8proc_ssize_t bytes = utf8proc_iterate(at, end - at, &c);
        if (bytes <= 0) return line;
        if (kind_of(c) == CHARACTER_HIDDEN && c != '\n' && c != '\r' && c != '\t') return line;
        line += c == '\n';
        at += bytes;
    }
    return 0;
}

void text_mend(char *text) {
    while (*text) {
        utf8proc_int32_t c;
        utf8proc_ssize_t bytes = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &c);
        if (bytes <= 0) *text = '?';
        text += bytes > 0 ? bytes : 1;
    }
}

/* The text after the given mapping, which the caller frees; NULL: it is no UTF-8. */
static char *mapped(const char *text, unsigned options) {
    utf8proc_uint8_t *out = NULL;
    utf8proc_ssize_t length = utf8proc_map((const utf8proc_uint8_t *)text, 0, &out,
                                           (utf8proc_option_t)(options | UTF8PROC_NULLTERM | UTF8PROC_STABLE));
    if (length >= 0) return (char *)out;
    free(out);
    return NULL;
}

/* ---- copying what is shown ---- */

typedef struct {
    char *out;
    size_t size, used;
    size_t characters; /* as people count them */
    unsigned marks;    /* on the last character */
    utf8proc_int32_t last, state;
    bool blank; /* there was one, not yet written: at the end it is left out */
} Copy;

/* Takes up one character, or says why it will not. */
typedef const char *(*Take)(Copy *copy, utf8proc_int32_t c);

static void append_one(Copy *copy, utf8proc_int32_t c) {
    utf8proc_uint8_t bytes[4];
    size_t length = (size_t)utf8proc_encode_char(c, bytes);
    if (copy->used + length < copy->size) memcpy(copy->out + copy->used, bytes, length);
    copy->used += length;
    if (!copy->last || utf8proc_grapheme_break_stateful(copy->last, c, &copy->state)) copy->characters++;
    copy->last = c;
}

static void append(Copy *copy, utf8proc_int32_t c) {
    if (copy->blank && copy->used) append_one(copy, ' ');
    copy->blank = false;
    append_one(copy, c);
}

/* Marks need something to stand on. */
static bool mark_fits(const Copy *copy) { return copy->used && !copy->blank && copy->marks < MARKS_MAX; }

static bool close_copy(Copy *copy, size_t most, const char **why) {
    bool fits = copy->used < copy->size && copy->characters <= most;
    if (!copy->used) *why = "it is empty";
    else if (!fits) *why = "it is too long";
    copy->out[fits ? copy->used : 0] = 0;
    return !*why;
}

/* One pass; `text` may be `out`. */
static bool copy_text(const char *text, Take take, size_t most, char *out, size_t size, const char **why) {
    Copy copy = {.out = out, .size = size};
    *why = NULL;
    if (strlen(text) > TEXT_BYTES_MAX) *why = "it is too long";
    char *composed = *why ? NULL : mapped(text, UTF8PROC_COMPOSE);
    if (!composed && !*why) *why = "it is not written in UTF-8";
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)composed;
    for (utf8proc_int32_t c; !*why && *at;) {
        at += utf8proc_iterate(at, -1, &c);
        *why = take(&copy, c);
    }
    free(composed);
    if (!*why && close_copy(&copy, most, why)) return true;
    out[0] = 0;
    return false;
}

/* Twice: where something was left out, letters and accents can have come together. */
static bool tidy(const char *text, Take take, size_t most, char *out, size_t size, const char **why) {
    return copy_text(text, take, most, out, size, why) && copy_text(out, take, most, out, size, why);
}

/* ---- names ---- */

static const char *take_mark(Copy *copy, utf8proc_int32_t c) {
    if (!mark_fits(copy)) return "it has too many accents on one letter, or one on none";
    copy->marks++;
    append(copy, c);
    return NULL;
}

static const char *take_for_name(Copy *copy, utf8proc_int32_t c) {
    switch (kind_of(c)) {
    case CHARACTER_BLANK: copy->blank = true; return NULL;
    case CHARACTER_HIDDEN: return "it has characters that cannot be seen: leave them out";
    case CHARACTER_MARK: return take_mark(copy, c);
    case CHARACTER_STYLE:
        /* Keyboards add the style by themselves, and without it the same sign is drawn. */
        if (c == TEXT_STYLE || c == EMOJI_STYLE) return NULL;
        return "it has signs that are joined by a character that cannot be seen: leave them out";
    case CHARACTER_SHOWN: break;
    }
    copy->marks = 0;
    append(copy, c);
    return NULL;
}

/* False: there is none, or it is too long. */
static bool find_key(const char *name, char out[STORE_NAME_MAX]) {
    enum { FOLD = UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE };
    /* Twice: what the first pass composes can have a fold of its own. */
    char *once = mapped(name, FOLD), *twice = once ? mapped(once, FOLD) : NULL;
    bool fits = twice && *twice && strlen(twice) < STORE_NAME_MAX;
    strcpy(out, fits ? twice : "");
    free(once);
    free(twice);
    return fits;
}

bool name_tidy(const char *text, char out[STORE_NAME_MAX], const char **why) {
    char key[STORE_NAME_MAX];
    if (!tidy(text, take_for_name, NAME_CHARACTERS_MAX, out, STORE_NAME_MAX, why)) return false;
    if (!find_key(out, key)) *why = "it is too long";
    else if (!record_name_fits(out)) *why = "it has characters that cannot be shown";
    if (*why) out[0] = 0;
    return !*why;
}

void name_key(const char *name, char out[STORE_NAME_MAX]) { find_key(name, out); }

/* ---- what is said ---- */

static const char *take_as_said(Copy *copy, utf8proc_int32_t c) {
    switch (kind_of(c)) {
    case CHARACTER_BLANK: copy->blank = true; return NULL;
    case CHARACTER_HIDDEN:
        if (c == '\n' || c == '\t' || c == '\r') copy->blank = true;
        return NULL;
    case CHARACTER_STYLE: /* behind what is seen, and one at a time; a style may be followed by a joiner */
        if (!copy->used || copy->blank) return NULL;
        if (kind_of(copy->last) == CHARACTER_STYLE && !(c == ZWJ && copy->last == EMOJI_STYLE)) return NULL;
        append(copy, c);
        return NULL;
    case CHARACTER_MARK:
        if (mark_fits(copy)) take_mark(copy, c);
        return NULL;
    case CHARACTER_SHOWN: break;
    }
    copy->marks = 0;
    append(copy, c);
    return NULL;
}

bool text_tidy(const char *text, size_t most_characters, char *out, size_t size, const char **why) {
    return tidy(text, take_as_said, most_characters, out, size, why);
}
