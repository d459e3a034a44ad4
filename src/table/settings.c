/* settings.c -- settings by their rows: read, written, checked and compared. */
#include "settings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../engine/text.h"

#define ROW(name, type, low, high, sentence) \
    { #name, sentence, type, low, high, offsetof(TableSettings, name), sizeof((TableSettings *)0)->name }

const SettingRow setting_rows[] = {
    ROW(title, SETTING_TEXT, 1, TABLE_TITLE_MAX - 1, "The name of the table."),
    ROW(seats, SETTING_NUMBER, 2, SEATS_MAX, "Players at the table."),
    ROW(is_public, SETTING_FLAG, 0, 1, "Listed for everybody to join."),
    ROW(chat, SETTING_FLAG, 0, 1, "People may write to each other."),
    ROW(spectators, SETTING_FLAG, 0, 1, "Others may watch."),
    ROW(starts_alone, SETTING_FLAG, 0, 1, "Starts by itself once everybody is ready."),
    ROW(think_s, SETTING_NUMBER, 0, THINK_MAX_S, "Seconds for a decision; 0: no clock."),
    ROW(reserve_s, SETTING_NUMBER, 0, RESERVE_MAX_S, "Seconds in reserve for a whole game."),
    ROW(window_ms, SETTING_NUMBER, 0, WINDOW_MAX_MS, "Milliseconds in which a missing UNO call can be made or caught."),
    ROW(jump_ms, SETTING_NUMBER, 0, WINDOW_MAX_MS, "Milliseconds in which others may jump in."),
    ROW(pace_ms, SETTING_NUMBER, 0, PACE_MAX_MS, "Milliseconds before a bot moves."),
    ROW(fill, SETTING_BOT, 0, TABLE_BOT_MAX - 1, "The bot that takes empty seats; nothing: none does."),
};
const unsigned setting_row_count = sizeof setting_rows / sizeof *setting_rows;

void settings_init(TableSettings *settings, const Ruleset *ruleset) {
    const Options *option = &ruleset->rules.option;
    memset(settings, 0, sizeof *settings);
    snprintf(settings->title, sizeof settings->title, "%.*s", TABLE_TITLE_MAX - 1,
             record_name_fits(ruleset->title) ? ruleset->title : "A table");
    settings->ruleset = *ruleset;
    settings->seats = (uint8_t)(option->min_players > 4 || option->max_players < 4 ? option->min_players : 4);
    settings->chat = settings->spectators = true;
    settings->think_s = 30;
    settings->reserve_s = 120;
    settings->window_ms = 2500;
    settings->jump_ms = option->jump_in ? 1200 : 0;
    settings->pace_ms = 900;
    memcpy(settings->fill, "medium", sizeof "medium");
}

/* ---- one by its name ---- */

static unsigned get_number(const TableSettings *settings, const SettingRow *row) {
    const char *at = (const char *)settings + row->offset;
    uint32_t number;
    uint16_t word;
    uint8_t byte;
    if (row->size == 1) return memcpy(&byte, at, 1), byte;
    if (row->size == 2) return memcpy(&word, at, 2), word;
    return memcpy(&number, at, 4), number;
}

static void set_number(TableSettings *settings, const SettingRow *row, unsigned number) {
    char *at = (char *)settings + row->offset;
    uint32_t all = number;
    uint16_t word = (uint16_t)number;
    uint8_t byte = (uint8_t)number;
    if (row->size == 1) memcpy(at, &byte, 1);
    else if (row->size == 2) memcpy(at, &word, 2);
    else memcpy(at, &all, 4);
}

unsigned setting_get(const TableSettings *settings, const SettingRow *row, char *out, unsigned size) {
    Text text = text_in(out, size);
    if (row->type == SETTING_TEXT || row->type == SETTING_BOT) text_put(&text, (const char *)settings + row->offset);
    else text_number(&text, get_number(settings, row));
    return text.length;
}

bool setting_fault(SettingFault *fault, const char *name, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->words, sizeof fault->words, format, arguments);
    va_end(arguments);
    fault->name = name;
    return false;
}

void setting_fault_text(const SettingFault *fault, char *out, size_t size) {
    snprintf(out, size, "%s%s%s", fault->name ? fault->name : "", fault->name ? ": " : "", fault->words);
}

static bool set_text(TableSettings *settings, const SettingRow *row, const char *value, SettingFault *fault) {
    size_t length = strlen(value);
    if (length > row->high || length < row->low) return setting_fault(fault, row->name, "too long or too short");
    if (row->type == SETTING_TEXT && !record_name_fits(value))
        return setting_fault(fault, row->name, "a short text without control characters was expected");
    if (row->type == SETTING_BOT && value[0] && !bot_find(value))
        return setting_fault(fault, row->name, "there is no bot of that name");
    memset((char *)settings + row->offset, 0, row->size);
    memcpy((char *)settings + row->offset, value, length);
    return true;
}

bool settings_set(TableSettings *settings, const char *name, const char *value, SettingFault *fault) {
    for (unsigned i = 0; i < setting_row_count; i++) {
        const SettingRow *row = &setting_rows[i];
        long long number;
        if (strcmp(row->name, name) != 0) continue;
        if (row->type == SETTING_TEXT || row->type == SETTING_BOT) return set_text(settings, row, value, fault);
        if (!scan_number(&value, row->low, row->high, &number) || *value)
            return setting_fault(fault, row->name, "a whole number from %u to %u was expected", row->low, row->high);
        set_number(settings, row, (unsigned)number);
        return true;
    }
    return setting_fault(fault, NULL, "%s: there is no such setting", name);
}

bool settings_check(const TableSettings *settings, SettingFault *fault) {
    const Rules *rules = &settings->ruleset.rules;
    const BotKind *fill = bot_find(settings->fill);
    RulesError error;
    if (!rules_allow_players(rules, settings->seats, &error)) return setting_fault(fault, "seats", "%s", error.text);
    if (settings->think_s && settings->think_s < THINK_MIN_S)
        return setting_fault(fault, "think_s", "give at least %d seconds, or 0 for no clock", THINK_MIN_S);
    if (settings->fill[0] && (!fill || !(fill->families >> rules->family & 1)))
        return setting_fault(fault, "fill", "that bot does not play these rules");
    return true;
}

static bool is_light(const SettingRow *row) {
    static const char *const names[] = {"title", "is_public", "chat", "spectators"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(row->name, names[i]) == 0) return true;
    return false;
}

bool settings_differ_lightly(const TableSettings *a, const TableSettings *b) {
    char hash_a[RULESET_HASH_HEX], hash_b[RULESET_HASH_HEX];
    for (unsigned i = 0; i < setting_row_count; i++) {
        const SettingRow *row = &setting_rows[i];
        bool same = memcmp((const char *)a + row->offset, (const char *)b + row->offset, row->size) == 0;
        if (!same && !is_light(row)) return false;
    }
    ruleset_hash(&a->ruleset.rules, hash_a);
    ruleset_hash(&b->ruleset.rules, hash_b);
    if (a->event != b->event || a->event_game != b->event_game || memcmp(a->given, b->given, sizeof a->given) != 0)
        return false;
    return a->club == b->club && strcmp(hash_a, hash_b) == 0 && strcmp(a->ruleset.name, b->ruleset.name) == 0;
}

void settings_take_lightly(TableSettings *settings, const TableSettings *other) {
    for (unsigned i = 0; i < setting_row_count; i++) {
        const SettingRow *row = &setting_rows[i];
        if (is_light(row)) memcpy((char *)settings + row->offset, (const char *)other + row->offset, row->size);
    }
}

/* ---- an event's table ---- */

/* "event=00ab.. 7", then "given=A +4" for each seat that starts with a card. */
static void format_event(const TableSettings *settings, Text *text) {
    char line[64], card[CARD_CODE_MAX + 2];
    snprintf(line, sizeof line, "event=%016llx %u\n", (unsigned long long)settings->event, settings->event_game);
    if (settings->event) text_put(text, line);
    if (settings->seeded) {
        text_put(text, "seed=");
        text_hex(text, settings->seed.bytes, SEED_BYTES);
        text_char(text, '\n');
    }
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (!settings->given[seat]) continue;
        face_format(&settings->ruleset.rules, settings->given[seat], card, sizeof card);
        snprintf(line, sizeof line, "given=%c %s\n", 'A' + (int)seat, card);
        text_put(text, line);
    }
}

static bool fail(char *why, size_t size, const char *name, const char *words) {
    snprintf(why, size, "%s: %s", name, words);
    return false;
}

/* Says what is wrong, if something is. */
static bool passes(bool good, const SettingFault *fault, char *why, size_t size) {
    if (!good) setting_fault_text(fault, why, size);
    return good;
}

static bool parse_event(TableSettings *out, const char *value, char *why, size_t size) {
    uint8_t id[8];
    long long game;
    if (!scan_hex(&value, id, sizeof id) || *value++ != ' ' || !scan_number(&value, 1, UINT32_MAX, &game) || *value)
        return fail(why, size, "event", "an id and the number of a game were expected");
    for (unsigned i = 0; i < sizeof id; i++) out->event = out->event << 8 | id[i];
    out->event_game = (uint32_t)game;
    return true;
}

static bool parse_seed(TableSettings *out, const char *value, char *why, size_t size) {
    out->seeded = scan_hex(&value, out->seed.bytes, SEED_BYTES) && !*value;
    return out->seeded || fail(why, size, "seed", "64 hexadecimal digits were expected");
}

static bool parse_given(TableSettings *out, const Rules *rules, const char *value, char *why, size_t size) {
    unsigned seat = (unsigned)(*value - 'A');
    Face card;
    const char *at = value + 2;
    if (seat >= SEATS_MAX || value[1] != ' ' || !face_parse(rules, &at, &card) || *at || !rules_can_give(rules, card))
        return fail(why, size, "given", "a seat and an action card of these rules were expected");
    out->given[seat] = card;
    return true;
}

/* ---- all of them ---- */

unsigned settings_format(const TableSettings *settings, char *out, unsigned size) {
    Text text = text_in(out, size);
    char value[TABLE_TITLE_MAX];
    for (unsigned i = 0; i < setting_row_count; i++) {
        setting_get(settings, &setting_rows[i], value, sizeof value);
        text_put(&text, setting_rows[i].name);
        text_char(&text, '=');
        text_put(&text, value);
        text_char(&text, '\n');
    }
    text_put(&text, "club=");
    snprintf(value, sizeof value, "%016llx\n", (unsigned long long)settings->club);
    text_put(&text, value);
    format_event(settings, &text);
    text_put(&text, "rules=");
    settings_format_rules(&settings->ruleset, &text);
    return text.length;
}

void settings_format_rules(const Ruleset *ruleset, Text *text) {
    char rules[RULESET_TEXT_MAX];
    text_put(text, ruleset->name);
    text_char(text, '\n');
    text_put(text, ruleset->title);
    text_char(text, '\n');
    ruleset_format(&ruleset->rules, rules, sizeof rules);
    text_put(text, rules);
}

bool settings_parse_rules(const char *text, const char *end, Ruleset *out, char *why, size_t size) {
    const char *title = memchr(text, '\n', (size_t)(end - text));
    const char *body = title ? memchr(title + 1, '\n', (size_t)(end - title - 1)) : NULL;
    char name[RULESET_NAME_MAX];
    RulesetError error;
    if (!body || title - text >= RULESET_NAME_MAX || body - title - 1 >= RULESET_TITLE_MAX)
        return fail(why, size, "rules", "name and title of the rules were expected");
    snprintf(name, sizeof name, "%.*s", (int)(title - text), text);
    if (!ruleset_parse(name, body + 1, (size_t)(end - body - 1), NULL, out, &error))
        return fail(why, size, "rules", error.text);
    memcpy(out->name, name, sizeof name);
    snprintf(out->title, sizeof out->title, "%.*s", (int)(body - title - 1), title + 1);
    return true;
}

static bool parse_line(TableSettings *out, char *line, char *why, size_t size) {
    SettingFault fault;
    char *value = strchr(line, '=');
    if (!value) return fail(why, size, line, "a setting and its value were expected");
    *value++ = 0;
    if (strcmp(line, "seed") == 0) return parse_seed(out, value, why, size);
    if (strcmp(line, "event") == 0) return parse_event(out, value, why, size);
    if (strcmp(line, "club") != 0) return passes(settings_set(out, line, value, &fault), &fault, why, size);
    out->club = strtoull(value, NULL, 16);
    return true;
}

bool settings_parse(const char *text, size_t length, TableSettings *out, char *why, size_t size) {
    const char *end = text + length;
    char given[SEATS_MAX][CARD_CODE_MAX + 8];
    unsigned gifts = 0;
    SettingFault fault;
    memset(out, 0, sizeof *out);
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        char line[TABLE_TITLE_MAX + 40];
        if (!stop || stop - text >= (long)sizeof line) break;
        snprintf(line, sizeof line, "%.*s", (int)(stop - text), text);
        if (strncmp(line, "rules=", 6) == 0) {
            bool good = settings_parse_rules(text + 6, end, &out->ruleset, why, size);
            for (unsigned i = 0; good && i < gifts; i++)
                good = parse_given(out, &out->ruleset.rules, given[i], why, size);
            return good && passes(settings_check(out, &fault), &fault, why, size);
        }
        if (strncmp(line, "given=", 6) == 0) { /* its card is one of the rules, which come last */
            if (gifts == SEATS_MAX || strlen(line + 6) < 3 || strlen(line + 6) >= sizeof *given)
                return fail(why, size, "given", "a seat and an action card were expected");
            memcpy(given[gifts++], line + 6, strlen(line + 6) + 1);
        } else if (!parse_line(out, line, why, size)) return false;
        text = stop + 1;
    }
    return fail(why, size, "rules", "the rules of the table are missing");
}
