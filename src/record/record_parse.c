/* record_parse.c -- reading a record. The text is copied and cut into lines; each
 * line is a comment, a rule ("| ..."), numbered actions ("12. A R5 ..."), or a
 * keyword with its value. The first thing that makes no sense ends the reading,
 * with its line and column. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "record.h"

typedef struct {
    Record *out;
    RecordError *error;
    char *line;      /* the present one, closed with a zero */
    unsigned number; /* of the line, from 1 */
    bool last;       /* it is the last one and has no line end */
    unsigned seen;   /* a bit per keyword */
    bool rules_read;
    unsigned rules_from, rules_lines;
    unsigned rules_length;
    char rules[RULESET_TEXT_MAX];
} Reader;

/* at NULL: the whole line. */
__attribute__((format(printf, 3, 4))) static bool fail(Reader *reader, const char *at, const char *format, ...) {
    RecordError *error = reader->error;
    error->line = reader->number;
    error->column = at ? (unsigned)(at - reader->line) + 1 : 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    if (reader->last) {
        size_t length = strlen(error->text);
        snprintf(error->text + length, sizeof error->text - length, " (the file ends here: is it cut off?)");
    }
    return false;
}

/* A few characters of what stands at `at`, safe to print. */
static const char *excerpt(const char *at, char out[24]) {
    unsigned length = 0;
    while (length < 20 && at[length] > ' ' && at[length] < 0x7F) {
        out[length] = at[length];
        length++;
    }
    out[length] = 0;
    if (length == 0) memcpy(out, *at ? "something else" : "the line's end", 15);
    return out;
}

/* ---- values ---- */

static bool read_end(Reader *reader, const char *at) {
    char found[24];
    scan_blanks(&at);
    if (*at == 0 || *at == '#') return true;
    return fail(reader, at, "expected the end of the line, found '%s'", excerpt(at, found));
}

static bool read_number(Reader *reader, const char **at, long long high, unsigned *out) {
    long long number;
    scan_blanks(at);
    if (!scan_number(at, 0, high, &number)) return fail(reader, *at, "expected a number from 0 to %lld", high);
    *out = (unsigned)number;
    return true;
}

static bool read_seed(Reader *reader, const char *at, Seed *out) {
    scan_blanks(&at);
    if (!scan_hex(&at, out->bytes, SEED_BYTES)) return fail(reader, at, "expected 64 hexadecimal digits (0-9, a-f)");
    return read_end(reader, at);
}

/* A seat letter that stands alone. */
static bool read_seat(Reader *reader, const char **at, Seat *out) {
    *out = 0;
    scan_blanks(at);
    unsigned players = reader->out->players;
    unsigned seat = (unsigned)(**at - 'A');
    bool alone = **at && ((*at)[1] == ' ' || (*at)[1] == '\t' || (*at)[1] == 0);
    if (players == 0) return fail(reader, *at, "expected 'players' with a number before any seat");
    if (seat >= players || !alone) return fail(reader, *at, "expected a seat, A to %c", 'A' + (int)players - 1);
    *out = (Seat)seat;
    ++*at;
    return true;
}

/* ---- keywords ---- */

static bool read_ruleset(Reader *reader, const char *at) {
    Record *record = reader->out;
    const char *blank = strrchr(at, ' ');
    scan_blanks(&at);
    if (!blank || blank <= at || strlen(blank + 1) != RULESET_HASH_HEX - 1 ||
        strspn(blank + 1, "0123456789abcdef") != RULESET_HASH_HEX - 1)
        return fail(reader, blank ? blank + 1 : at,
                    "expected the ruleset's name and its hash of 32 hexadecimal digits");
    size_t length = (size_t)(blank - at);
    while (length && at[length - 1] == ' ') length--;
    if (length >= sizeof record->ruleset) return fail(reader, at, "the ruleset's name is too long");
    memcpy(record->ruleset, at, length);
    record->ruleset[length] = 0;
    if (!record_name_fits(record->ruleset))
        return fail(reader, at, "the ruleset's name has characters that cannot be shown");
    memcpy(record->hash, blank + 1, RULESET_HASH_HEX);
    record->hash_line = reader->number;
    return true;
}

static bool read_date(Reader *reader, const char *at) {
    scan_blanks(&at);
    size_t length = strspn(at, "0123456789-:TZ.+");
    if (length == 0 || length >= RECORD_DATE_MAX)
        return fail(reader, at, "expected a date such as 2026-01-31 or 2026-01-31T20:15Z");
    memcpy(reader->out->date, at, length);
    reader->out->date[length] = 0;
    return read_end(reader, at + length);
}

static bool read_players(Reader *reader, const char *at) {
    scan_blanks(&at);
    const char *start = at;
    if (!read_number(reader, &at, 99, &reader->out->players)) return false;
    if (reader->out->players < 2 || reader->out->players > SEATS_MAX) {
        reader->out->players = 0;
        return fail(reader, start, "expected 2 to %d players", SEATS_MAX);
    }
    return read_end(reader, at);
}

static bool read_name(Reader *reader, const char *at, char (*names)[RECORD_NAME_MAX]) {
    Seat seat;
    if (!read_seat(reader, &at, &seat)) return false;
    scan_blanks(&at);
    if (names[seat][0]) return fail(reader, at, "seat %c has a name already", 'A' + seat);
    if (!record_name_fits(at))
        return fail(reader, at, "expected a name of at most %d bytes, without control characters", RECORD_NAME_MAX - 1);
    memcpy(names[seat], at, strlen(at) + 1);
    return true;
}

static bool read_seat_name(Reader *reader, const char *at) { return read_name(reader, at, reader->out->name); }

static bool read_bot(Reader *reader, const char *at) { return read_name(reader, at, reader->out->bot); }

static bool close_header(Reader *reader);

/* H107: the card is one of the rules, which stand before it. */
static bool read_given(Reader *reader, const char *at) {
    Record *record = reader->out;
    Seat seat;
    Face card;
    if (!close_header(reader) || !read_seat(reader, &at, &seat)) return false;
    scan_blanks(&at);
    const char *start = at;
    if (record->given[seat]) return fail(reader, at, "seat %c was given a card already", 'A' + seat);
    if (!face_parse(&record->rules, &at, &card) || !rules_can_give(&record->rules, card))
        return fail(reader, start, "expected an action card of these rules");
    record->given[seat] = card;
    return read_end(reader, at);
}

static bool read_plain_seed(Reader *reader, const char *at) {
    RecordChance *chance = &reader->out->chance;
    chance->has_seed = true;
    chance->seed_line = reader->number;
    return read_seed(reader, at, &chance->seed);
}

static bool read_commitment(Reader *reader, const char *at) {
    RecordChance *chance = &reader->out->chance;
    chance->has_commitment = true;
    chance->commitment_line = reader->number;
    return read_seed(reader, at, &chance->commitment);
}

static bool read_secret(Reader *reader, const char *at) {
    RecordChance *chance = &reader->out->chance;
    chance->has_secret = true;
    chance->secret_line = reader->number;
    return read_seed(reader, at, &chance->secret);
}

/* How the seed is mixed, where it is not the first way. */
static bool read_way(Reader *reader, const char *at) {
    unsigned way = 0;
    scan_blanks(&at);
    const char *start = at;
    if (!read_number(reader, &at, 99, &way)) return false;
    if (way != FAIR_OPEN && way != FAIR_COMMITTED)
        return fail(reader, start, "this program knows chance 1 and chance 2 only");
    reader->out->chance.way = (uint8_t)way;
    return read_end(reader, at);
}

static bool read_contribution(Reader *reader, const char *at) {
    RecordChance *chance = &reader->out->chance;
    Seat seat;
    if (!read_seat(reader, &at, &seat)) return false;
    if (chance->part[seat].added) return fail(reader, at, "seat %c has contributed already", 'A' + seat);
    chance->part[seat].added = true;
    chance->part_line[seat] = reader->number;
    return read_seed(reader, at, &chance->part[seat].seed);
}

static bool read_commit(Reader *reader, const char *at) {
    RecordChance *chance = &reader->out->chance;
    Seat seat;
    if (!read_seat(reader, &at, &seat)) return false;
    if (chance->part[seat].committed) return fail(reader, at, "seat %c has committed already", 'A' + seat);
    chance->part[seat].committed = true;
    chance->part_line[seat] = reader->number;
    return read_seed(reader, at, &chance->part[seat].commit);
}

static bool read_winners(Reader *reader, const char *at) {
    RecordResult *result = &reader->out->result;
    reader->out->finished = true;
    result->line = reader->number;
    scan_blanks(&at);
    if (scan_word(&at, "nobody")) return read_end(reader, at);
    do {
        Seat seat;
        if (!read_seat(reader, &at, &seat)) return false;
        result->winners |= (SeatMask)(1u << seat);
        scan_blanks(&at);
    } while (*at && *at != '#');
    return true;
}

static bool read_scores(Reader *reader, const char *at) {
    for (unsigned expected = 0; expected < reader->out->players; expected++) {
        Seat seat;
        scan_blanks(&at);
        const char *start = at;
        if (!read_seat(reader, &at, &seat)) return false;
        if (seat != expected) return fail(reader, start, "expected the score of seat %c", 'A' + (int)expected);
        if (!read_number(reader, &at, 65535, &reader->out->result.score[seat])) return false;
    }
    return read_end(reader, at);
}

static bool read_count(Reader *reader, const char *at) {
    return read_number(reader, &at, RECORD_ACTIONS_MAX, &reader->out->result.actions) && read_end(reader, at);
}

static bool read_checksum(Reader *reader, const char *at) {
    uint8_t digest[(RECORD_CHECKSUM_HEX - 1) / 2];
    scan_blanks(&at);
    const char *start = at;
    if (!scan_hex(&at, digest, sizeof digest)) return fail(reader, at, "expected a checksum of 16 hexadecimal digits");
    memcpy(reader->out->result.checksum, start, RECORD_CHECKSUM_HEX - 1);
    return read_end(reader, at);
}

enum { MANY = 0, ONCE = 1, RESULT = 2 };

static const struct {
    const char *word;
    unsigned how;
    bool (*read)(Reader *reader, const char *at);
} keywords[] = {
    {"ruleset", ONCE, read_ruleset},
    {"date", ONCE, read_date},
    {"players", ONCE, read_players},
    {"seat", MANY, read_seat_name},
    {"bot", MANY, read_bot},
    {"given", MANY, read_given},
    {"seed", ONCE, read_plain_seed},
    {"commitment", ONCE, read_commitment},
    {"contribution", MANY, read_contribution},
    {"secret", ONCE, read_secret},
    {"chance", ONCE, read_way},
    {"commit", MANY, read_commit},
    {"winners", ONCE | RESULT, read_winners},
    {"scores", ONCE | RESULT, read_scores},
    {"actions", ONCE | RESULT, read_count},
    {"checksum", ONCE | RESULT, read_checksum},
};
enum { KEYWORDS = sizeof keywords / sizeof keywords[0] };

static bool read_unknown(Reader *reader, const char *at) {
    char word[24];
    unsigned best = 0, least = 9;
    excerpt(at, word);
    for (unsigned i = 0; i < KEYWORDS; i++) {
        unsigned distance = word_distance(word, keywords[i].word);
        if (distance < least) best = i, least = distance;
    }
    if (least <= 2) return fail(reader, at, "'%s' is not known here: did you mean '%s'?", word, keywords[best].word);
    return fail(reader, at, "expected a keyword, numbered actions or a comment, found '%s'", word);
}

static bool read_keyword(Reader *reader, const char *at) {
    size_t length = strcspn(at, " \t");
    for (unsigned i = 0; i < KEYWORDS; i++) {
        if (strlen(keywords[i].word) != length || memcmp(at, keywords[i].word, length) != 0) continue;
        bool again = reader->seen >> i & 1;
        reader->seen |= 1u << i;
        if (again && keywords[i].how & ONCE)
            return fail(reader, at, "'%s' stands here a second time", keywords[i].word);
        return keywords[i].read(reader, at + length);
    }
    return read_unknown(reader, at);
}

/* ---- rules ---- */

static bool read_rule(Reader *reader) {
    const char *text = reader->line + 1;
    if (*text == ' ') text++;
    size_t length = strlen(text);
    if (reader->rules_lines == 0) reader->rules_from = reader->number;
    if (reader->number != reader->rules_from + reader->rules_lines)
        return fail(reader, NULL, "the rules stand together, from line %u on: this one is apart", reader->rules_from);
    if (reader->rules_length + length + 2 > sizeof reader->rules) return fail(reader, NULL, "the rules are too long");
    memcpy(reader->rules + reader->rules_length, text, length);
    reader->rules_length += (unsigned)length;
    reader->rules[reader->rules_length++] = '\n';
    reader->rules_lines++;
    return true;
}

/* Everything the actions need has been read: makes rules out of the rule lines. */
static bool close_header(Reader *reader) {
    Record *record = reader->out;
    if (reader->rules_read) return true;
    reader->rules_read = true;
    if (!record->ruleset[0]) return fail(reader, NULL, "expected a line 'ruleset NAME HASH' before this");
    if (!reader->rules_lines)
        return fail(reader, NULL, "expected the rules, in lines that begin with '|', before this");
    if (!record->players) return fail(reader, NULL, "expected a line 'players N' before this");

    Ruleset ruleset;
    RulesetError wrong;
    if (!ruleset_parse(record->ruleset, reader->rules, reader->rules_length, NULL, &ruleset, &wrong)) {
        reader->last = false;
        fail(reader, NULL, "%s", wrong.text);
        reader->error->line = reader->rules_from + (wrong.line ? wrong.line - 1 : 0);
        reader->error->column = wrong.column ? wrong.column + 2 : 0;
        return false;
    }
    record->rules = ruleset.rules;
    RulesError reason;
    if (!rules_allow_players(&record->rules, record->players, &reason)) return fail(reader, NULL, "%s", reason.text);
    return true;
}

/* ---- actions ---- */

static bool read_action(Reader *reader, const char **at) {
    Record *record = reader->out;
    Seat seat;
    if (!read_seat(reader, at, &seat)) return false;
    scan_blanks(at);
    const char *start = *at;
    Action action;
    char found[24];
    bool good = action_parse(&record->rules, at, &action);
    if (!good || (**at && **at != ' ' && **at != '\t' && **at != '#')) {
        excerpt(start, found);
        return fail(reader, start, "action %zu of %c cannot be read: '%s' is not an action of this game",
                    record->actions + 1, 'A' + seat, found);
    }
    if (!record_add(record, seat, action)) return fail(reader, start, "there are more actions than a record can hold");
    RecordAction *entry = &record->action[record->actions - 1];
    entry->line = reader->number;
    entry->column = (uint32_t)(start - reader->line) + 1;
    return true;
}

/* "12. A R5  B draw": the number is that of the first action on the line. */
static bool read_actions(Reader *reader, const char *at) {
    Record *record = reader->out;
    long long number;
    if (!close_header(reader)) return false;
    if (record->finished) return fail(reader, at, "there are actions after the result");
    if (!scan_number(&at, 1, RECORD_ACTIONS_MAX, &number) || *at != '.')
        return fail(reader, at, "expected the number of an action and a full stop");
    if ((size_t)number != record->actions + 1)
        return fail(reader, NULL,
                    "expected action %zu here, found number %lld: lines are missing, doubled or out of order",
                    record->actions + 1, number);
    at++;
    scan_blanks(&at);
    while (*at && *at != '#') {
        if (!read_action(reader, &at)) return false;
        scan_blanks(&at);
    }
    return true;
}

/* ---- lines ---- */

static bool read_line(Reader *reader) {
    const char *at = reader->line;
    scan_blanks(&at);
    if (reader->number == 1) {
        if (scan_word(&at, "uno-record 1")) return read_end(reader, at);
        if (scan_word(&at, "uno-record")) return fail(reader, at, "this program reads records of version 1 only");
        return fail(reader, at, "expected 'uno-record 1': this is not a record of a game");
    }
    if (*at == 0 || *at == '#') return true;
    if (reader->line[0] == '|') return read_rule(reader);
    if (*at >= '0' && *at <= '9') return read_actions(reader, at);
    return read_keyword(reader, at);
}

static bool close_record(Reader *reader) {
    if (!close_header(reader)) return false;
    unsigned wanted = 0;
    for (unsigned i = 0; i < KEYWORDS; i++)
        if (keywords[i].how & RESULT) wanted |= 1u << i;
    if (!(reader->seen & wanted) || (reader->seen & wanted) == wanted) return true;
    for (unsigned i = 0; i < KEYWORDS; i++)
        if ((wanted & ~reader->seen) >> i & 1)
            return fail(reader, NULL, "the result is not complete: the line '%s' is missing", keywords[i].word);
    return true;
}

static bool read_lines(Reader *reader, char *text, size_t length) {
    for (char *at = text, *end = text + length; at < end;) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        reader->line = at;
        reader->number++;
        reader->last = !stop;
        if (!stop) stop = end;
        *stop = 0;
        if (stop > at && stop[-1] == '\r') stop[-1] = 0;
        if (!read_line(reader)) return false;
        at = stop + 1;
    }
    return close_record(reader);
}

bool record_parse(const char *text, size_t length, Record *out, RecordError *error) {
    Reader reader = {.out = out, .error = error, .line = NULL};
    memset(out, 0, sizeof *out);
    memset(error, 0, sizeof *error);
    if (length == 0) return fail(&reader, NULL, "the file is empty");
    if (length > RECORD_BYTES_MAX) return fail(&reader, NULL, "the file is larger than %d MiB", RECORD_BYTES_MAX >> 20);
    if (memchr(text, 0, length)) return fail(&reader, NULL, "this is not a text file");
    char *copy = malloc(length + 1);
    if (!copy) return fail(&reader, NULL, "there is not enough memory");
    memcpy(copy, text, length);
    copy[length] = 0;
    bool good = read_lines(&reader, copy, length);
    free(copy);
    if (!good) record_free(out);
    return good;
}
