/* reading.c -- the lines of a ruleset file.
 *
 * inih splits the lines into keys and values. It says neither on which line a
 * key stands nor that a section begins, so the lines pass through next_line()
 * first, which keeps count of both. The first error ends the reading. */
#include "reading.h"

#include <ini.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { KEY_TITLE, KEY_ABOUT, KEY_FAMILY, KEY_EXTENDS } RulesetKey;
static const char *const ruleset_keys[] = {"title", "about", "family", "extends", NULL};

typedef enum { KEY_CODE, KEY_GLYPH, KEY_COLOURS, KEY_COUNT, KEY_POINTS, KEY_EFFECTS } CardKey;
static const char *const card_keys[] = {"code", "glyph", "colours", "count", "points", "effects", NULL};

static const char *const section_names[] = {"ruleset", "rules", "card", NULL};

/* ---- errors ---- */

bool reading_fail(Reading *r, unsigned line, unsigned column, const char *format, ...) {
    if (r->failed) return false; /* the first error is the one to mend */
    r->failed = true;
    va_list values;
    va_start(values, format);
    memset(r->error, 0, sizeof *r->error);
    snprintf(r->error->file, sizeof r->error->file, "%s", r->name);
    r->error->line = line;
    r->error->column = column;
    vsnprintf(r->error->text, sizeof r->error->text, format, values);
    va_end(values);
    return false;
}

static unsigned key_column(const Reading *r) { return (unsigned)strspn(r->raw, " \t") + 1; }

static unsigned value_column(const Reading *r) {
    size_t at = strcspn(r->raw, "=:");
    if (r->raw[at]) at++;
    return (unsigned)(at + strspn(r->raw + at, " \t")) + 1;
}

const char *nearest_word(const char *word, const char *const *list) {
    const char *nearest = NULL;
    unsigned least = strlen(word) < 5 ? 3 : 4;
    for (; *list; list++) {
        unsigned distance = word_distance(word, *list);
        if (distance >= least) continue;
        least = distance;
        nearest = *list;
    }
    return nearest;
}

static bool fail_key(Reading *r, const char *section, const char *key, const char *const *keys) {
    const char *nearest = nearest_word(key, keys);
    char all[128] = "";
    for (; *keys; keys++) {
        strcat(all, *keys);
        if (keys[1]) strcat(all, ", ");
    }
    if (nearest)
        return reading_fail(r, r->line, key_column(r), "[%s] has no key '%.40s'; did you mean %s?", section, key,
                            nearest);
    return reading_fail(r, r->line, key_column(r), "[%s] has no key '%.40s'; it takes %s", section, key, all);
}

/* ---- keys ---- */

char *next_piece(char **rest, const char *separators) {
    char *piece = *rest + strspn(*rest, separators);
    if (!*piece) return NULL;
    *rest = piece + strcspn(piece, separators);
    if (**rest) *(*rest)++ = 0;
    return piece;
}

static bool once(Reading *r, unsigned bit, const char *key) {
    if (r->seen_keys & 1u << bit) return reading_fail(r, r->line, key_column(r), "%s is given twice", key);
    r->seen_keys |= 1u << bit;
    return true;
}

static bool copy_value(Reading *r, char *out, size_t size, const char *key, const char *value) {
    if (strlen(value) >= size)
        return reading_fail(r, r->line, value_column(r), "%s is too long: at most %zu bytes", key, size - 1);
    strcpy(out, value);
    return true;
}

static unsigned key_index(const char *key, const char *const *keys) {
    unsigned i = 0;
    while (keys[i] && strcmp(keys[i], key)) i++;
    return i;
}

static bool ruleset_key(Reading *r, const char *key, const char *value) {
    unsigned index = key_index(key, ruleset_keys);
    if (!ruleset_keys[index]) {
        if (rule_row_find(key))
            return reading_fail(r, r->line, key_column(r), "%s is an option: put it under [rules]", key);
        return fail_key(r, "ruleset", key, ruleset_keys);
    }
    if (!once(r, index, key)) return false;
    if (!*value) return reading_fail(r, r->line, value_column(r), "%s has no value", key);
    switch ((RulesetKey)index) {
    case KEY_TITLE: return copy_value(r, r->out->title, sizeof r->out->title, key, value);
    case KEY_ABOUT: return copy_value(r, r->out->about, sizeof r->out->about, key, value);
    case KEY_FAMILY: r->family_line = r->line; return copy_value(r, r->family, sizeof r->family, key, value);
    case KEY_EXTENDS: r->extends_line = r->line; return copy_value(r, r->extends, sizeof r->extends, key, value);
    }
    return false;
}

static bool option_key(Reading *r, const char *key, const char *value) {
    const RuleRow *row = rule_row_find(key);
    RulesError error;
    if (!row && ruleset_keys[key_index(key, ruleset_keys)])
        return reading_fail(r, r->line, key_column(r), "%s belongs under [ruleset]", key);
    if (row) {
        unsigned *line = &r->option_line[row - rule_rows];
        if (*line) return reading_fail(r, r->line, key_column(r), "%s is given twice, first on line %u", key, *line);
        *line = r->line;
    }
    if (rules_set(&r->out->rules, key, value, &error)) return true;
    bool about_value = row && row->families & 1 << r->out->rules.family;
    return reading_fail(r, r->line, about_value ? value_column(r) : key_column(r), "%s", error.text);
}

static bool parse_colours(const char *value, uint8_t *out) {
    static const char *const words[] = {"red", "yellow", "green", "blue", NULL};
    unsigned colours = 0, count = 0;
    char copy[64];
    if (strlen(value) >= sizeof copy) return false;
    strcpy(copy, value);
    char *rest = copy;
    for (char *word; (word = next_piece(&rest, " ,\t")); count++) {
        unsigned index = key_index(word, words);
        if (index < COLOURS) colours |= 1u << index;
        else if (!count && !strcmp(word, "all")) colours = (1u << COLOURS) - 1;
        else if (count || strcmp(word, "none")) return false;
    }
    *out = (uint8_t)colours;
    return count > 0;
}

static bool parse_small(const char *value, unsigned low, unsigned high, uint8_t *out) {
    char *end;
    if (*value < '0' || *value > '9') return false;
    unsigned long number = strtoul(value, &end, 10);
    if (*end || number < low || number > high) return false;
    *out = (uint8_t)number;
    return true;
}

/* A glyph is what a screen shows: anything printable that the file format can carry. */
static bool glyph_fits(const char *glyph) {
    for (const char *p = glyph; *p; p++)
        if ((unsigned char)*p <= ' ' || *p == 0x7F || strchr(";#", *p)) return false;
    return *glyph;
}

static bool card_key(Reading *r, const char *key, const char *value) {
    unsigned index = key_index(key, card_keys);
    RulesError error;
    if (!card_keys[index]) return fail_key(r, "card", key, card_keys);
    if (!once(r, index, key)) return false;
    switch ((CardKey)index) {
    case KEY_CODE: return copy_value(r, r->card.code, sizeof r->card.code, key, value);
    case KEY_GLYPH:
        if (!glyph_fits(value))
            return reading_fail(r, r->line, value_column(r),
                                "glyph must be one to three characters without blanks, ';' and '#'");
        return copy_value(r, r->card.glyph, sizeof r->card.glyph, key, value);
    case KEY_COLOURS:
        return parse_colours(value, &r->card.colours) ||
               reading_fail(r, r->line, value_column(r),
                            "colours must be all, none, or some of red yellow green blue; not '%.40s'", value);
    case KEY_COUNT:
        return parse_small(value, 1, COPIES_MAX, &r->card.count) ||
               reading_fail(r, r->line, value_column(r),
                            "count must be a number from 1 to %d (copies in each colour), not '%.40s'", COPIES_MAX,
                            value);
    case KEY_POINTS:
        return parse_small(value, 0, 255, &r->card.points) ||
               reading_fail(r, r->line, value_column(r), "points must be a number from 0 to 255, not '%.40s'", value);
    case KEY_EFFECTS:
        return effects_parse(value, r->card.effects, &error) ||
               reading_fail(r, r->line, value_column(r), "%s", error.text);
    }
    return false;
}

/* The section of a card is over. */
static bool finish_card(Reading *r) {
    RulesError error;
    if (r->place != IN_CARD || r->failed) return !r->failed;
    static const uint8_t needed[] = {KEY_CODE, KEY_COLOURS, KEY_COUNT};
    for (unsigned i = 0; i < sizeof needed; i++)
        if (!(r->seen_keys >> needed[i] & 1))
            return reading_fail(r, r->card_line, 0, "card %s needs %s", r->card.name, card_keys[needed[i]]);
    if (!(r->seen_keys >> KEY_GLYPH & 1)) strcpy(r->card.glyph, r->card.code);
    if (!(r->seen_keys >> KEY_POINTS & 1)) r->card.points = r->card.colours ? 20 : 50; /* O21 */
    return rules_add_card(&r->out->rules, &r->card, &error) || reading_fail(r, r->card_line, 0, "%s", error.text);
}

/* ---- sections ---- */

static bool name_fits(const char *name) {
    for (const char *p = name; *p; p++)
        if ((unsigned char)*p < ' ' || strchr("[];#=", *p)) return false;
    return *name;
}

static bool begin_card(Reading *r, const char *name) {
    memset(&r->card, 0, sizeof r->card);
    if (!name_fits(name))
        return reading_fail(r, r->line, key_column(r), "a card section needs the card's name: [card Reflector]");
    if (strlen(name) >= sizeof r->card.name)
        return reading_fail(r, r->line, key_column(r), "a card's name has at most %d bytes", CARD_NAME_MAX - 1);
    strcpy(r->card.name, name);
    r->card_line = r->line;
    r->place = IN_CARD;
    return true;
}

static bool begin_section(Reading *r, const char *name) {
    if (!finish_card(r)) return false;
    r->place = IN_NOTHING;
    r->seen_keys = 0;
    if (!strcmp(name, "ruleset")) {
        if (r->started) return reading_fail(r, r->line, key_column(r), "[ruleset] must be the first section");
        if (r->seen_ruleset) return reading_fail(r, r->line, key_column(r), "[ruleset] is given twice");
        r->seen_ruleset = true;
        r->place = IN_RULESET;
        return true;
    }
    bool card = !strncmp(name, "card", 4) && (!name[4] || name[4] == ' ' || name[4] == '\t');
    if (!card && strcmp(name, "rules")) {
        const char *nearest = nearest_word(name, section_names);
        return reading_fail(r, r->line, key_column(r), "there is no section [%.40s]; %s%s%s", name,
                            nearest ? "did you mean [" : "a ruleset has [ruleset], [rules] and [card NAME",
                            nearest ? nearest : "", nearest ? "]?" : "]");
    }
    if (!reading_start(r)) return false;
    if (card) return begin_card(r, name + 4 + strspn(name + 4, " \t"));
    if (r->seen_rules) return reading_fail(r, r->line, key_column(r), "[rules] is given twice");
    r->seen_rules = true;
    r->place = IN_RULES;
    return true;
}

/* "[card Reflector] ; comment" -> "card Reflector". */
static bool read_section(Reading *r, const char *line) {
    char name[LINE_MAX_BYTES];
    size_t length = strcspn(line + 1, "]");
    if (line[1 + length] != ']') return reading_fail(r, r->line, key_column(r), "this section has no closing ]");
    const char *after = line + length + 2 + strspn(line + length + 2, " \t");
    if (*after && !strchr(";#", *after))
        return reading_fail(r, r->line, (unsigned)(after - line) + key_column(r), "nothing can follow a section's ]");
    if (length > 48) return reading_fail(r, r->line, key_column(r), "this section's name is too long");
    memcpy(name, line + 1, length);
    while (length && strchr(" \t", name[length - 1])) length--;
    name[length] = 0;
    return begin_section(r, name + strspn(name, " \t"));
}

/* ---- lines ---- */

/* A '#' between blanks begins a comment, as ';' does. */
static void cut_comment(char *line) {
    for (char *p = line; *p; p++)
        if (*p == '#' && p > line && strchr(" \t", p[-1]) && (!p[1] || strchr(" \t", p[1]))) *p = 0;
}

/* What inih takes for fgets(): one line, without indentation (which inih would
 * read as a continued value) and without a comment at its end. */
static char *next_line(char *out, int size, void *stream) {
    Reading *r = stream;
    if (r->failed || r->at == r->end) return NULL;
    r->line++;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    size_t length = (size_t)((stop ? stop : r->end) - r->at);
    const char *line = r->at;
    r->at = stop ? stop + 1 : r->end;
    if (length && line[length - 1] == '\r') length--;
    if (r->line == 1 && length >= 3 && !memcmp(line, "\xEF\xBB\xBF", 3)) line += 3, length -= 3;
    const char *zero = memchr(line, 0, length);
    if (zero)
        return reading_fail(r, r->line, (unsigned)(zero - line) + 1, "there is a zero byte: this is not a text file"),
               NULL;
    if (length + 3 > (size_t)size || length >= sizeof r->raw)
        return reading_fail(r, r->line, (unsigned)size - 2, "this line is too long: at most %d bytes", size - 3), NULL;
    memcpy(r->raw, line, length);
    r->raw[length] = 0;
    strcpy(out, r->raw + strspn(r->raw, " \t"));
    if (!strchr(";#", out[0])) cut_comment(out);
    if (out[0] == '[' && !read_section(r, out)) return NULL;
    strcat(out, "\n");
    return out;
}

static int take_key(void *user, const char *section, const char *key, const char *value) {
    Reading *r = user;
    (void)section;
    if (r->failed) return 0;
    switch (r->place) {
    case IN_RULESET: return ruleset_key(r, key, value);
    case IN_RULES: return option_key(r, key, value);
    case IN_CARD: return card_key(r, key, value);
    case IN_NOTHING: break;
    }
    return reading_fail(r, r->line, key_column(r), "'%.40s' stands before the first section; begin with [ruleset]",
                        key);
}

bool reading_lines(Reading *r) {
    int wrong = ini_parse_stream(next_line, r, take_key, r);
    unsigned line = wrong > 0 ? (unsigned)wrong : r->line;
    if (wrong) reading_fail(r, line, 0, "expected a section like [rules], or a line like key = value");
    return !r->failed && reading_start(r) && finish_card(r);
}
