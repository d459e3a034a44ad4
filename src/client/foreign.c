/* foreign.c -- keeps only what can be shown of a text, character by character. */
#include "foreign.h"

#include <string.h>
#include <utf8proc.h>

enum { ZWNJ = 0x200C, ZWJ = 0x200D }; /* emoji and some scripts are made with these; they stay in their line */

static bool can_be_shown(utf8proc_int32_t c) {
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return false;
    case UTF8PROC_CATEGORY_CF: return c == ZWNJ || c == ZWJ;
    default: return true; /* foreign: letters, signs and the like */
    }
}

static bool is_plain(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7F) return false;
    return true;
}

static void clean(char *text, bool keeps_lines) {
    if (is_plain(text)) return; /* nearly always */
    utf8proc_uint8_t *from = (utf8proc_uint8_t *)text, *to = from;
    while (*from) {
        utf8proc_int32_t c;
        utf8proc_ssize_t bytes = utf8proc_iterate(from, -1, &c);
        bool stays = bytes > 0 && (can_be_shown(c) || (c == '\n' && keeps_lines));
        if (bytes < 1) bytes = 1;
        if (stays) memmove(to, from, (size_t)bytes), to += bytes;
        else *to++ = '?';
        from += bytes;
    }
    *to = 0;
}

void foreign_clean(char *text) { clean(text, false); }

void foreign_clean_json(cJSON *json, bool keeps_lines) {
    for (cJSON *item = json; item; item = item->next) {
        if (item->string) clean(item->string, false);
        if (cJSON_IsString(item)) clean(item->valuestring, keeps_lines);
        foreign_clean_json(item->child, keeps_lines);
    }
}
