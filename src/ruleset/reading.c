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

typedef enum {
    KEY_CODE,
    KEY_GLYPH,
    KEY_COLOURS,
    KEY_COUNT,
    KEY_POINTS,
    KEY_EFFECTS,
    KEY_DECK,
    KEY_NAME,
    KEY_COST,
    KEY_STAYS,
    KEY_ANSWERS,
    KEY_WILD,
    KEY_BANS,
    KEY_FREES
} CardKey;
const char *const card_keys[] = {"code", "glyph", "colours", "count", "points", "effects", "deck", "name",
                                 "cost", "stays", "answers", "wild",  "bans",   "frees",   NULL};

static const char *const section_names[] = {"ruleset", "rules", "card", "deck", "counter", "rule", NULL};
const char *const counter_keys[] = {"start", "most", "hidden", NULL};
const char *const counter_switches[] = {"hidden", NULL};
const char *const deck_keys[] = {"dealt", "hand", "plays", NULL};
const char *const stays_words[] = {"no", "me", "target", "table", "down", NULL};
const char *const wild_words[] = {"off", "fits", "on", NULL};

/* ---- errors ---- */

/* Something about a line as a whole is about its value, or about the section that it opens. */
static unsigned column_of(const Reading *r, unsigned line) {
    const char *at = r->text;
    while (--line && at < r->end) {
        const char *next = memchr(at, '\n', (size_t)(r->end - at));
        at = next ? next + 1 : r->end;
    }
    unsigned column = 0, value = 0;
    while (at + column < r->end && strchr(" \t", at[column])) column++;
    while (at + value < r->end && !strchr("=\n", at[value])) value++;
    if (at + value == r->end || at[value] != '=') return column + 1;
    for (value++; at + value < r->end && strchr(" \t", at[value]);) value++;
    return value + 1;
}

bool reading_fail(Reading *r, unsigned line, unsigned column, const char *format, ...) {
    RulesetError error = {.line = line, .column = column || !line ? column : column_of(r, line)};
    if (r->failed && !r->seen) return false; /* the first error is the one to mend */
    if (RULES_PRINTED) {
        va_list values;
        va_start(values, format);
        snprintf(error.file, sizeof error.file, "%s", r->name);
        vsnprintf(error.text, sizeof error.text, format, values);
        va_end(values);
    }
    if (!r->failed) *r->error = error;
    if (r->seen) r->seen(r->context, &error);
    r->failed = true;
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
    for (; RULES_PRINTED && *list; list++) {
        unsigned distance = word_distance(word, *list);
        if (distance >= least) continue;
        least = distance;
        nearest = *list;
    }
    return nearest;
}

static bool fail_key(Reading *r, const char *section, const char *key, const char *const *keys) {
    const char *nearest = nearest_word(key, keys);
    char all[160] = "";
    for (; RULES_PRINTED && *keys; keys++) {
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

static bool name_fits(const char *name) {
    for (const char *p = name; *p; p++)
        if ((unsigned char)*p < ' ' || strchr("[];#=", *p)) return false;
    return *name;
}

/* ---- programs ---- */

static unsigned letters_of(const char *text) {
    unsigned count = 0;
    for (; *text; text++) count += !strchr(" \t", *text);
    return count;
}

/* A piece of the program at hand: the first, or what `and` adds to it. */
static bool program_piece(Reading *r, const char *value) {
    size_t length = strlen(r->program);
    if (length + strlen(value) + 2 > sizeof r->program || r->pieces == PIECES_MAX)
        return reading_fail(r, r->line, value_column(r), "this program is too long");
    r->piece[r->pieces++] =
        (Piece){0, letters_of(r->program), r->line, value_column(r), r->line_at + value_column(r) - 1};
    snprintf(r->program + length, sizeof r->program - length, "%s%s", length ? " " : "", value);
    return true;
}

static bool program_begin(Reading *r, Purpose purpose, unsigned when, const char *value) {
    r->purpose = purpose;
    r->purpose_when = when;
    r->program[0] = 0;
    r->pieces_before = r->pieces;
    if (!*value) return reading_fail(r, r->line, value_column(r), "what is to happen is missing");
    return program_piece(r, value);
}

/* The program at hand is whole: it goes to where it is meant for. */
static bool program_end(Reading *r) {
    RulesError error;
    Purpose purpose = r->purpose;
    r->purpose = FOR_NOTHING;
    if (purpose == FOR_NOTHING) return true;
    if (purpose == FOR_EFFECTS && !r->second && effects_parse(r->program, r->card.effects, &error)) return true;
    uint16_t text = rules_keep_text(&r->out->rules, r->program, &error);
    if (!text) return reading_fail(r, r->line, 0, "%s", error.text);
    for (unsigned i = r->pieces_before; i < r->pieces; i++) r->piece[i].text = text;
    switch (purpose) {
    case FOR_EFFECTS:
        memset(r->card.effects, 0, sizeof r->card.effects);
        r->card.more.effects = text;
        break;
    case FOR_DRAWN: r->card.more.drawn = text; break;
    case FOR_BANS: r->card.more.bans = text; break;
    case FOR_FREES: r->card.more.fits = text; break;
    case FOR_WHEN:
        if (r->place == IN_RULE) r->rule.when[r->purpose_when].text = text;
        else r->card.more.when[r->purpose_when].text = text;
        break;
    case FOR_NOTHING: break;
    }
    return true;
}

static void forget_text(Rules *rules, uint16_t text) {
    for (unsigned face = 0; face < FACES; face++) {
        CardMore *of[] = {&rules->card[face].more, &rules->second[face].more};
        for (unsigned i = 0; i < 2; i++) {
            if (of[i]->effects == text) of[i]->effects = 0;
            if (of[i]->drawn == text) of[i]->drawn = 0;
            if (of[i]->bans == text) of[i]->bans = 0;
            if (of[i]->fits == text) of[i]->fits = 0;
            for (unsigned w = 0; w < WHENS_MAX; w++)
                if (of[i]->when[w].text == text) of[i]->when[w].text = 0;
        }
    }
    for (unsigned i = 0; i < rules->clubs; i++)
        for (unsigned w = 0; w < WHENS_MAX; w++)
            if (rules->club[i].when[w].text == text) rules->club[i].when[w].text = 0;
}

static void fail_program(Reading *r, const RulesError *problem) {
    const char *text = r->out->rules.text + problem->source;
    unsigned letters = 0;
    const Piece *found = NULL;
    for (unsigned i = 0; i < problem->offset && text[i]; i++) letters += text[i] != ' ';
    for (unsigned i = 0; i < r->pieces; i++)
        if (r->piece[i].text == problem->source && r->piece[i].before <= letters) found = &r->piece[i];
    if (!found) {
        reading_fail(r, 0, 0, "%s (in '%.80s')", problem->text, text); /* of a file that this one extends */
        return;
    }
    unsigned column = 0;
    for (letters -= found->before; letters || strchr(" \t", found->at[column]); column++) {
        if (!found->at[column] || found->at[column] == '\n' || found->at + column >= r->end) break;
        letters -= !strchr(" \t", found->at[column]);
    }
    reading_fail(r, found->line, found->column + column, "%s", problem->text);
}

/* Where the section of a card begins; 0: in another file. */
static unsigned line_of_card(const Reading *r, Face card) {
    char name[SECTION_BYTES];
    snprintf(name, sizeof name, "card %s", face_row(&r->out->rules, card)->name);
    for (unsigned i = 0; i < r->section_count; i++)
        if (!strcmp(r->sections[i], name)) return r->section_line[i];
    return 0;
}

/* Where the file sets the first of these options that it sets at all; 0: nowhere. */
static unsigned line_of_options(const Reading *r, const char *names) {
    char copy[128], *rest = copy;
    snprintf(copy, sizeof copy, "%s", names);
    for (const char *name; (name = next_piece(&rest, " "));) {
        const RuleRow *row = rule_row_find(name);
        if (row && r->option_line[row - rule_rows]) return r->option_line[row - rule_rows];
        for (unsigned i = 0; !row && i < r->section_count; i++) /* "deck" is a section */
            if (!strncmp(r->sections[i], name, strlen(name))) return r->section_line[i];
    }
    return 0;
}

void reading_fail_rules(Reading *r, const RulesError *problem) {
    if (problem->source) {
        fail_program(r, problem);
    } else if (problem->card) {
        reading_fail(r, line_of_card(r, (Face)(problem->card - 1)), 0, "%s", problem->text);
    } else {
        reading_fail(r, line_of_options(r, problem->about), 0, "%s", problem->text);
        r->error->about = problem->about;
        r->error->fixes = problem->fixes;
    }
}

static bool forget_options(Reading *r, const char *names) {
    char copy[128], *rest = copy;
    bool any = false;
    snprintf(copy, sizeof copy, "%s", names);
    for (const char *name; (name = next_piece(&rest, " "));) {
        const RuleRow *row = rule_row_find(name);
        if (!row || !r->option_line[row - rule_rows]) continue;
        r->option_line[row - rule_rows] = 0;
        rules_reset(&r->out->rules, row);
        any = true;
    }
    return any;
}

bool reading_forget(Reading *r, const RulesError *problem) {
    Rules *rules = &r->out->rules;
    if (problem->card > SECOND_CODE) {
        rules->second[problem->card - 1 - SECOND_CODE].more = (CardMore){0};
        return true;
    }
    if (!problem->source) return forget_options(r, problem->about);
    forget_text(rules, (uint16_t)problem->source);
    return true;
}

/* "when turn": a place among the moments of the card or rule at hand. */
static bool when_key(Reading *r, When when[WHENS_MAX], const char *key, const char *value, bool drawn) {
    static const char *const words[] = {
#define MOMENT(name, word) word,
#include "../engine/program.def"
#undef MOMENT
        NULL};
    const char *word = key + 4 + strspn(key + 4, " \t");
    Moment moment;
    unsigned at = 0;
    if (!moment_find(word, &moment)) {
        const char *nearest = nearest_word(word, words);
        return reading_fail(r, r->line, key_column(r), "there is no moment '%.30s'; %s%s%s", word,
                            nearest ? "did you mean 'when " : "it is one of turn, played, drawn, hit, cast",
                            nearest ? nearest : "", nearest ? "'?" : "");
    }
    if (drawn) {
        if (moment != MOMENT_DRAWN)
            return reading_fail(
                r, r->line, key_column(r),
                "a card of the main deck does not stay on the table: it acts when it is played (effects) or drawn (when drawn)");
        return program_begin(r, FOR_DRAWN, 0, value);
    }
    while (at < WHENS_MAX && when[at].moment && when[at].moment != moment) at++;
    if (at == WHENS_MAX)
        return reading_fail(r, r->line, key_column(r), "at most %d moments can be given here", WHENS_MAX);
    if (r->seen_keys >> (24 + moment) & 1) return reading_fail(r, r->line, key_column(r), "%s is given twice", key);
    r->seen_keys |= 1u << (24 + moment);
    when[at].moment = (uint8_t)moment;
    return program_begin(r, FOR_WHEN, at, value);
}

static bool is_when(const char *key) { return !strncmp(key, "when", 4) && (!key[4] || strchr(" \t", key[4])); }

/* "3 mana" */
static bool parse_cost(Reading *r, const char *value) {
    const Rules *rules = &r->out->rules;
    char *end;
    unsigned long price = strtoul(value, &end, 10);
    end += strspn(end, " \t");
    for (unsigned i = 0; end != value && price && price <= COUNTER_MOST && i < rules->counters; i++) {
        if (strcmp(end, rules->counter[i].name) != 0) continue;
        r->card.more.price = (uint8_t)price;
        r->card.more.counter = (uint8_t)i;
        return true;
    }
    return reading_fail(r, r->line, value_column(r),
                        "cost must be a number and a counter that is declared before, such as 3 mana; not '%.40s'",
                        value);
}

/* "me", "target for 2 turns", "table", "down" */
static bool parse_stays(Reading *r, const char *value) {
    char copy[64], *rest = copy;
    snprintf(copy, sizeof copy, "%s", value);
    char *word = next_piece(&rest, " \t");
    unsigned index = word ? key_index(word, stays_words) : 5;
    char *of = next_piece(&rest, " \t"), *number = next_piece(&rest, " \t"), *turns = next_piece(&rest, " \t");
    uint8_t n = 0;
    bool good = stays_words[index] && (!of || (!strcmp(of, "for") && number && turns && !strncmp(turns, "turn", 4) &&
                                               parse_small(number, 1, STAY_TURNS_MOST, &n)));
    if (!good)
        return reading_fail(r, r->line, value_column(r),
                            "stays must be me, target, table or down, and perhaps 'for 3 turns'; not '%.40s'", value);
    r->card.more.stays = (uint8_t)index;
    r->card.more.turns = n;
    return true;
}

static bool parse_word(Reading *r, const char *key, const char *value, const char *const *words, uint8_t *out) {
    unsigned index = key_index(value, words);
    if (!words[index])
        return reading_fail(r, r->line, value_column(r), "%s must be %s or %s%s%s, not '%.40s'", key, words[0],
                            words[1], words[2] ? " or " : "", words[2] ? words[2] : "", value);
    *out = (uint8_t)index;
    return true;
}

/* A card of the second deck has another code and needs no colour; so the deck comes first. */
static bool parse_deck(Reading *r, const char *value) {
    const char *name = r->out->rules.second_deck.name;
    if (r->seen_keys & ~(1u << KEY_DECK))
        return reading_fail(r, r->line, key_column(r), "deck must be the first line of its card");
    if (!strcmp(value, "main")) return true;
    if (!*name || strcmp(value, name) != 0)
        return reading_fail(r, r->line, value_column(r), "there is no [deck %.40s] before this card%s%s%s", value,
                            *name ? "; did you mean " : "", name, *name ? "?" : "");
    if (r->changes != NO_FACE)
        return reading_fail(r, r->line, value_column(r), "there is a card of that name in the main deck already");
    r->second = true;
    memset(&r->card.more, 0, sizeof r->card.more);
    return true;
}

static bool card_key(Reading *r, const char *key, const char *value) {
    static const char *const yes[] = {"off", "on", NULL};
    unsigned index = key_index(key, card_keys);
    uint8_t flag = 0;
    if (is_when(key)) return when_key(r, r->card.more.when, key, value, !r->second);
    if (!card_keys[index]) return fail_key(r, "card", key, card_keys);
    if (!once(r, index, key)) return false;
    switch ((CardKey)index) {
    case KEY_CODE: return copy_value(r, r->card.code, sizeof r->card.code, key, value);
    case KEY_GLYPH:
        if (!glyph_fits(value))
            return reading_fail(r, r->line, value_column(r),
                                "glyph must be one to three characters without blanks, ';' and '#'");
        return copy_value(r, r->card.glyph, sizeof r->card.glyph, key, value);
    case KEY_DECK: return parse_deck(r, value);
    case KEY_NAME:
        if (!name_fits(value)) return reading_fail(r, r->line, value_column(r), "a name has no [ ] ; # =");
        return copy_value(r, r->card.name, sizeof r->card.name, key, value);
    case KEY_COST: return parse_cost(r, value);
    case KEY_STAYS:
        if (!r->second)
            return reading_fail(
                r, r->line, key_column(r),
                "only a card of the second deck stays on the table; a card of the main deck lies on the discards");
        return parse_stays(r, value);
    case KEY_ANSWERS:
        if (!r->second)
            return reading_fail(
                r, r->line, key_column(r),
                "answers is for cards of the second deck; in the main deck, reflect and draw answer a draw");
        return parse_word(r, key, value, yes, &flag) && (r->card.more.answers = flag, true);
    case KEY_WILD: return parse_word(r, key, value, wild_words, &r->card.more.wild);
    case KEY_BANS: return program_begin(r, FOR_BANS, 0, value);
    case KEY_FREES: return program_begin(r, FOR_FREES, 0, value);
    case KEY_COLOURS:
        if (r->changes != NO_FACE || r->second)
            return reading_fail(r, r->line, key_column(r),
                                r->second ? "a card of the second deck has no colours"
                                          : "the colours of a card that is there already cannot be changed");
        return parse_colours(value, &r->card.colours) ||
               reading_fail(r, r->line, value_column(r),
                            "colours must be all, none, or some of red yellow green blue; not '%.40s'", value);
    case KEY_COUNT:
        return parse_small(value, r->changes != NO_FACE ? 0 : 1, COPIES_MAX, &r->card.count) ||
               reading_fail(r, r->line, value_column(r),
                            "count must be a number from 1 to %d (copies in each colour), not '%.40s'", COPIES_MAX,
                            value);
    case KEY_POINTS:
        return parse_small(value, 0, 255, &r->card.points) ||
               reading_fail(r, r->line, value_column(r), "points must be a number from 0 to 255, not '%.40s'", value);
    case KEY_EFFECTS:
        memset(r->card.effects, 0, sizeof r->card.effects);
        r->card.more.effects = 0;
        if (r->changes != NO_FACE && (!*value || !strcmp(value, "nothing"))) return true;
        return program_begin(r, FOR_EFFECTS, 0, value);
    }
    return false;
}

/* ---- counters, the second deck, rules ---- */

static bool counter_key(Reading *r, const char *key, const char *value) {
    unsigned index = key_index(key, counter_keys);
    static const char *const yes[] = {"off", "on", NULL};
    uint8_t flag = 0;
    if (!counter_keys[index]) return fail_key(r, "counter", key, counter_keys);
    if (counter_switches[key_index(key, counter_switches)])
        return once(r, index, key) && parse_word(r, key, value, yes, &flag) && (r->counter.hidden = flag, true);
    return once(r, index, key) &&
           (parse_small(value, index, COUNTER_MOST, index ? &r->counter.most : &r->counter.start) ||
            reading_fail(r, r->line, value_column(r), "%s must be a number from %u to %d, not '%.40s'", key, index,
                         COUNTER_MOST, value));
}

static bool deck_key(Reading *r, const char *key, const char *value) {
    unsigned index = key_index(key, deck_keys);
    Rules *rules = &r->out->rules;
    uint8_t *const out[] = {&rules->second_deck.dealt, &rules->second_deck.hand, &rules->second_deck.plays};
    if (!deck_keys[index]) return fail_key(r, "deck", key, deck_keys);
    return once(r, index, key) &&
           (parse_small(value, index > 0, SECOND_HAND_MAX, out[index]) ||
            reading_fail(r, r->line, value_column(r), "%s must be a number from %d to %d, not '%.40s'", key, index > 0,
                         SECOND_HAND_MAX, value));
}

static bool rule_key(Reading *r, const char *key, const char *value) {
    if (is_when(key)) return when_key(r, r->rule.when, key, value, false);
    return reading_fail(r, r->line, key_column(r),
                        "a rule says when it applies and what happens: when turn = gain 1 mana; not '%.40s'", key);
}

static bool finish_named(Reading *r) {
    RulesError error;
    if (r->place == IN_COUNTER) {
        if (rules_add_counter(&r->out->rules, &r->counter, &error)) return true;
        reading_fail(r, r->card_line, 0, "%s", error.text);
        r->counter.start = 0; /* what speaks of it is not wrong because of that */
        return rules_add_counter(&r->out->rules, &r->counter, &error) && false;
    }
    if (r->place != IN_RULE) return true;
    if (!r->rule.when[0].moment)
        return reading_fail(r, r->card_line, 0, "rule %s needs a line such as when turn = gain 1 mana", r->rule.name);
    return rules_add_club_rule(&r->out->rules, &r->rule, &error) || reading_fail(r, r->card_line, 0, "%s", error.text);
}

/* A new card lacks something: is it one that is there, spelt otherwise? */
static bool fail_needs(Reading *r, const char *key) {
    const Rules *rules = &r->out->rules;
    const char *names[2 * FACES + 1];
    unsigned count = 0;
    for (uint64_t left = rules->faces; left; left &= left - 1) names[count++] = rules->card[bits_first(left)].name;
    for (unsigned i = 0; i < rules->seconds; i++) names[count++] = rules->second[i].name;
    names[count] = NULL;
    const char *nearest = nearest_word(r->card.name, names);
    return reading_fail(r, r->card_line, 0, "card %s needs %s%s%s%s", r->card.name, key,
                        nearest ? ", as there is no card of that name; did you mean " : "", nearest ? nearest : "",
                        nearest ? "?" : "");
}

/* The section is over. */
static bool finish_card(Reading *r) {
    RulesError error;
    if (!program_end(r) || (r->failed && !r->seen)) return false;
    if (r->place != IN_CARD) return finish_named(r) && !r->failed;
    if (r->changes != NO_FACE)
        return rules_change_card(&r->out->rules, r->changes, &r->card, &error) ||
               reading_fail(r, r->card_line, 0, "%s", error.text);
    static const uint8_t needed[] = {KEY_CODE, KEY_COUNT, KEY_COLOURS};
    bool has[] = {r->second && r->card.code[0], r->second && r->card.count,
                  false}; /* from a file that this one extends */
    for (unsigned i = 0; i < sizeof needed - r->second; i++)
        if (!(r->seen_keys >> needed[i] & 1) && !has[i]) return fail_needs(r, card_keys[needed[i]]);
    if (r->second) {
        if (!(r->seen_keys >> KEY_GLYPH & 1) && !r->card.glyph[0]) strcpy(r->card.glyph, r->card.code);
        return rules_add_second(&r->out->rules, &r->card, &error) || reading_fail(r, r->card_line, 0, "%s", error.text);
    }
    if (!(r->seen_keys >> KEY_GLYPH & 1)) strcpy(r->card.glyph, r->card.code);
    if (!(r->seen_keys >> KEY_POINTS & 1)) r->card.points = r->card.colours ? 20 : 50; /* O21 */
    return rules_add_card(&r->out->rules, &r->card, &error) || reading_fail(r, r->card_line, 0, "%s", error.text);
}

/* ---- sections ---- */

static bool begin_card(Reading *r, const char *name) {
    memset(&r->card, 0, sizeof r->card);
    if (!name_fits(name))
        return reading_fail(r, r->line, key_column(r), "a card section needs the card's name: [card Reflector]");
    if (strlen(name) >= sizeof r->card.name)
        return reading_fail(r, r->line, key_column(r), "a card's name has at most %d bytes", CARD_NAME_MAX - 1);
    strcpy(r->card.name, name);
    r->card_line = r->line;
    r->place = IN_CARD;
    r->second = false;
    Rules *rules = &r->out->rules;
    r->changes = rules->family == FAMILY_CLASSIC ? rules_find_card(rules, name) : NO_FACE;
    if (r->changes != NO_FACE) r->card = rules->card[r->changes];
    for (unsigned i = 0; i < rules->seconds; i++) /* of a file that this one extends */
        if (!strcmp(rules->second[i].name, name)) r->card = rules->second[i], r->second = true;
    return true;
}

static bool begin_counter(Reading *r, const char *name) {
    memset(&r->counter, 0, sizeof r->counter);
    r->counter.most = COUNTER_MOST;
    r->card_line = r->line;
    r->place = IN_COUNTER;
    if (!*name || strlen(name) >= sizeof r->counter.name)
        return reading_fail(r, r->line, key_column(r),
                            "a counter section needs a name of at most %d letters: [counter mana]",
                            COUNTER_NAME_MAX - 1);
    strcpy(r->counter.name, name);
    for (unsigned i = 0; i < r->out->rules.counters; i++)
        if (!strcmp(r->out->rules.counter[i].name, name)) r->counter = r->out->rules.counter[i];
    return true;
}

static bool begin_deck(Reading *r, const char *name) {
    Rules *rules = &r->out->rules;
    r->card_line = r->line;
    r->place = IN_DECK;
    if (!name_fits(name) || strlen(name) >= sizeof rules->second_deck.name)
        return reading_fail(r, r->line, key_column(r), "a deck section needs a name of at most %d bytes: [deck Magic]",
                            CARD_NAME_MAX - 1);
    if (rules->second_deck.name[0] && strcmp(rules->second_deck.name, name) != 0)
        return reading_fail(r, r->line, key_column(r), "there can be one second deck, and it is [deck %s]",
                            rules->second_deck.name);
    if (!rules->second_deck.name[0])
        rules->second_deck.dealt = 2, rules->second_deck.hand = 5, rules->second_deck.plays = 1;
    strcpy(rules->second_deck.name, name);
    return true;
}

static bool begin_rule(Reading *r, const char *name) {
    memset(&r->rule, 0, sizeof r->rule);
    r->card_line = r->line;
    r->place = IN_RULE;
    if (!name_fits(name) || strlen(name) >= sizeof r->rule.name)
        return reading_fail(r, r->line, key_column(r), "a rule section needs a name of at most %d bytes: [rule Mana]",
                            CLUB_NAME_MAX - 1);
    strcpy(r->rule.name, name);
    return true;
}

/* A section with a name of its own may stand only once. */
static bool section_once(Reading *r, const char *name) {
    for (unsigned i = 0; i < r->section_count; i++)
        if (!strcmp(r->sections[i], name))
            return reading_fail(r, r->line, key_column(r), "[%.50s] is given twice", name);
    if (r->section_count == SECTIONS_MAX) return reading_fail(r, r->line, key_column(r), "there are too many sections");
    r->section_line[r->section_count] = r->line;
    snprintf(r->sections[r->section_count++], SECTION_BYTES, "%.50s", name);
    return true;
}

static bool begin_named(Reading *r, const char *kind, const char *name) {
    if (r->out->rules.family != FAMILY_CLASSIC)
        return reading_fail(r, r->line, key_column(r),
                            "only rulesets of the classic family can declare cards, decks, counters and rules");
    if (!strcmp(kind, "card")) return begin_card(r, name);
    if (!strcmp(kind, "counter")) return begin_counter(r, name);
    return !strcmp(kind, "deck") ? begin_deck(r, name) : begin_rule(r, name);
}

static bool begin_section(Reading *r, const char *name) {
    static const char *const named[] = {"card", "counter", "deck", "rule", NULL};
    char kind[SECTION_BYTES];
    if (!strcmp(name, "ruleset")) {
        if (r->started) return reading_fail(r, r->line, key_column(r), "[ruleset] must be the first section");
        if (r->seen_ruleset) return reading_fail(r, r->line, key_column(r), "[ruleset] is given twice");
        r->seen_ruleset = true;
        r->place = IN_RULESET;
        return true;
    }
    size_t length = strcspn(name, " \t");
    snprintf(kind, sizeof kind, "%.*s", (int)length, name);
    bool has_name = named[key_index(kind, named)];
    if (!has_name && strcmp(name, "rules")) {
        const char *nearest = nearest_word(name[length] ? kind : name, section_names);
        return reading_fail(
            r, r->line, key_column(r), "there is no section [%.40s]; %s%s%s", name,
            nearest ? "did you mean ["
                    : "a ruleset has [ruleset], [rules], [deck NAME], [counter NAME], [rule NAME] and [card NAME",
            nearest ? nearest : "", nearest ? "]?" : "]");
    }
    if (!(r->started && r->seen) && !reading_start(r)) {
        r->seen = NULL; /* without family or parent there is nothing to go on with */
        return false;
    }
    if (has_name) return section_once(r, name) && begin_named(r, kind, name + length + strspn(name + length, " \t"));
    if (r->seen_rules) return reading_fail(r, r->line, key_column(r), "[rules] is given twice");
    r->seen_rules = true;
    r->place = IN_RULES;
    return true;
}

/* "[card Reflector] ; comment" -> "card Reflector". */
static bool read_section(Reading *r, const char *line) {
    char name[LINE_MAX_BYTES];
    size_t length = strcspn(line + 1, "]");
    if (!finish_card(r) && !r->seen) return false;
    r->seen_keys = 0;
    r->place = r->seen ? IN_UNKNOWN : IN_NOTHING; /* until the heading is understood */
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
    if ((r->failed && !r->seen) || r->at == r->end) return NULL;
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
    r->line_at = line;
    memcpy(r->raw, line, length);
    r->raw[length] = 0;
    strcpy(out, r->raw + strspn(r->raw, " \t"));
    if (!strchr(";#", out[0])) cut_comment(out);
    if (out[0] == '[' && !read_section(r, out) && (!r->seen || !r->started)) return NULL;
    strcat(out, "\n");
    return out;
}

static bool take_line(Reading *r, const char *key, const char *value) {
    if (r->failed && !r->seen) return false;
    if (!strcmp(key, "and") && r->purpose != FOR_NOTHING) return program_piece(r, value);
    if (!program_end(r)) return false;
    switch (r->place) {
    case IN_RULESET: return ruleset_key(r, key, value);
    case IN_RULES: return option_key(r, key, value);
    case IN_CARD: return card_key(r, key, value);
    case IN_COUNTER: return counter_key(r, key, value);
    case IN_DECK: return deck_key(r, key, value);
    case IN_RULE: return rule_key(r, key, value);
    case IN_UNKNOWN: return true; /* its heading was told of already */
    case IN_NOTHING: break;
    }
    return reading_fail(r, r->line, key_column(r), "'%.40s' stands before the first section; begin with [ruleset]",
                        key);
}

/* Where all errors are told, inih must go on after each. */
static int take_key(void *user, const char *section, const char *key, const char *value) {
    Reading *r = user;
    (void)section;
    return take_line(r, key, value) || r->seen;
}

bool reading_lines(Reading *r) {
    int wrong = ini_parse_stream(next_line, r, take_key, r);
    unsigned line = wrong > 0 ? (unsigned)wrong : r->line;
    if (wrong && !r->failed) reading_fail(r, line, 0, "expected a section like [rules], or a line like key = value");
    if (r->failed && !r->seen) return false;
    bool started = (r->started && r->seen) || reading_start(r);
    if (!started) r->seen = NULL;
    return started && finish_card(r) && !r->failed;
}
