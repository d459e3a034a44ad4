/* log_entry.c -- an entry as a line of text, by the form of its kind. */
#include "log_entry.h"

#include <stdio.h>
#include <string.h>

#include "../engine/text.h"

static const char *const kind_names[LOG_KINDS] = {
#define ENTRY(name, form) #name,
#include "log_entry.def"
#undef ENTRY
};
static const char *const how_names[HOWS] = {"self", "clock", "bot", "vote", "nobody"};
static const char *const vote_names[VOTES] = {"none", "kick", "pause", "end"};

static const char *const forms[LOG_KINDS] = {
#define ENTRY(name, form) form,
#include "log_entry.def"
#undef ENTRY
};

const char *how_name(unsigned how) { return how_names[how]; }
const char *vote_name(unsigned vote) { return vote_names[vote]; }

static bool has_settings(unsigned kind) { return kind == LOG_make || kind == LOG_set; }

void log_entry_init(LogEntry *entry, LogKind kind) {
    memset(entry, 0, sizeof *entry);
    entry->kind = (uint8_t)kind;
    entry->seat = entry->other = NO_SEAT;
}

/* ---- writing ---- */

static void put_id(Text *text, uint64_t id) {
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++) bytes[i] = (uint8_t)(id >> (56 - 8 * i));
    text_hex(text, bytes, 8);
}

static void put_seat(Text *text, Seat seat) { text_char(text, seat < SEATS_MAX ? (char)('A' + seat) : '-'); }

static void put_part(Text *text, const Rules *rules, const LogEntry *entry, char part) {
    char action[ACTION_TEXT_MAX];
    switch (part) {
    case 's': put_seat(text, entry->seat); break;
    case 'o': put_seat(text, entry->other); break;
    case 'h': text_put(text, how_names[entry->how]); break;
    case 'i': put_id(text, entry->id); break;
    case 'p': text_char(text, entry->remote ? 'r' : 'p'); break;
    case 'v': text_put(text, vote_names[entry->vote]); break;
    case 'y': text_put(text, entry->yes ? "yes" : "no"); break;
    case 'x':
    case 'X': text_hex(text, entry->seed.bytes, SEED_BYTES); break;
    case 'a':
        action_format(rules, entry->action, action, sizeof action);
        text_put(text, action);
        break;
    case 'w': text_put(text, entry->words); break;
    }
}

unsigned log_entry_format(const Rules *rules, const LogEntry *entry, char *out, unsigned size) {
    Text text = text_in(out, size);
    text_put(&text, kind_names[entry->kind]);
    for (const char *part = forms[entry->kind]; *part; part++) {
        if (*part == 'w' ? !entry->words[0] : *part == 'X' && !entry->yes) break;
        /* An action may hold blanks of its own: a comma ends it where words follow. */
        text_put(&text, *part == 'w' && entry->kind == LOG_act ? ", " : " ");
        put_part(&text, rules, entry, *part);
    }
    if (!has_settings(entry->kind)) return text.length;
    text_char(&text, '\n');
    unsigned used = text.length < size ? text.length : size;
    return text.length + settings_format(entry->settings, out + used, size - used);
}

/* ---- reading ---- */

static bool scan_name(const char **at, const char *const *names, unsigned count, uint8_t *out) {
    for (unsigned i = 0; i < count; i++) {
        const char *after = *at;
        if (!scan_word(&after, names[i]) || (*after && *after != ' ' && *after != '\n')) continue;
        *at = after;
        *out = (uint8_t)i;
        return true;
    }
    return false;
}

static bool scan_seat(const char **at, Seat *out) {
    char c = **at;
    if (c != '-' && (c < 'A' || c >= 'A' + SEATS_MAX)) return false;
    *out = c == '-' ? NO_SEAT : (Seat)(c - 'A');
    ++*at;
    return true;
}

static bool scan_id(const char **at, uint64_t *out) {
    uint8_t bytes[8];
    if (!scan_hex(at, bytes, 8)) return false;
    *out = 0;
    for (unsigned i = 0; i < 8; i++) *out = *out << 8 | bytes[i];
    return true;
}

static bool scan_rest(const char **at, char out[ENTRY_WORDS_MAX]) {
    size_t length = strlen(*at);
    if (length >= ENTRY_WORDS_MAX || !text_is_shown(*at)) return false;
    memcpy(out, *at, length + 1);
    *at += length;
    return true;
}

static bool scan_part(const Rules *rules, const char **at, LogEntry *out, char part) {
    static const char *const answers[] = {"no", "yes"};
    uint8_t number = 0;
    switch (part) {
    case 's': return scan_seat(at, &out->seat);
    case 'o': return scan_seat(at, &out->other);
    case 'h': return scan_name(at, how_names, HOWS, &out->how);
    case 'i': return scan_id(at, &out->id);
    case 'p': out->remote = **at == 'r'; return scan_word(at, out->remote ? "r" : "p");
    case 'v': return scan_name(at, vote_names, VOTES, &out->vote);
    case 'y': return scan_name(at, answers, 2, &number) && (out->yes = number, true);
    case 'x': return scan_hex(at, out->seed.bytes, SEED_BYTES);
    case 'X': return out->yes = scan_hex(at, out->seed.bytes, SEED_BYTES);
    case 'a': return rules && action_parse(rules, at, &out->action);
    case 'w': return scan_rest(at, out->words);
    }
    return false;
}

static bool parse_line(const Rules *rules, const char *line, LogEntry *out, char *why, size_t size) {
    const char *at = line;
    for (const char *part = forms[out->kind]; *part; part++) {
        bool words = *part == 'w';
        if ((words || *part == 'X') && !*at) break;
        if (!scan_word(&at, words && out->kind == LOG_act ? ", " : " ") || !scan_part(rules, &at, out, *part)) {
            snprintf(why, size, "'%s' is not complete", kind_names[out->kind]);
            return false;
        }
    }
    if (*at) snprintf(why, size, "there is more than '%s' should say", kind_names[out->kind]);
    return !*at;
}

bool log_entry_parse(const Rules *rules, const char *text, size_t length, LogEntry *out, TableSettings *settings,
                     char *why, size_t size) {
    char line[ENTRY_WORDS_MAX + 128];
    const char *at = text, *end = memchr(text, '\n', length);
    size_t first = end ? (size_t)(end - text) : length;
    uint8_t kind;
    if (first >= sizeof line || memchr(text, 0, first)) {
        snprintf(why, size, "the entry is too long");
        return false;
    }
    memcpy(line, text, first);
    line[first] = 0;
    at = line;
    if (!scan_name(&at, kind_names, LOG_KINDS, &kind)) {
        snprintf(why, size, "there is no entry of that kind");
        return false;
    }
    log_entry_init(out, kind);
    if (!parse_line(rules, at, out, why, size)) return false;
    if (has_settings(kind) != (end != NULL)) {
        snprintf(why, size, "settings are missing, or where none belong");
        return false;
    }
    if (!end) return true;
    out->settings = settings;
    return settings_parse(end + 1, length - first - 1, settings, why, size);
}
