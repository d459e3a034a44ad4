/* settings.h -- how a table is meant to be: which rules, how many seats, how much time.
 * Written down as lines "key=value", the rules in full after a line "rules". */
#ifndef UNO_SETTINGS_H
#define UNO_SETTINGS_H

#include "../engine/text.h"
#include "../record/record.h"

enum {
    TABLE_TITLE_MAX = RECORD_NAME_MAX,
    TABLE_BOT_MAX = 16,
    SETTINGS_TEXT_MAX = RULESET_TEXT_MAX + 1024,
    THINK_MIN_S = 3,
    THINK_MAX_S = 7 * 86400,
    SLOW_S = 3600, /* a table with at least so much time for a decision is in no hurry */
    RESERVE_MAX_S = 3600,
    WINDOW_MAX_MS = 10000,
    PACE_MAX_MS = 10000,
};

typedef struct {
    char title[TABLE_TITLE_MAX];
    Ruleset ruleset;
    uint64_t club;       /* whose table it is; 0: nobody's */
    uint64_t event;      /* the event that opened it and decides who sits here; 0: none did */
    uint32_t event_game; /* which of its games is played here, once */
    bool seeded;         /* the cards are drawn from this as it is: all tables of a round play the same deals */
    Seed seed;
    Face given[SEATS_MAX];    /* H107: the action card that a seat starts with; 0: none */
    uint8_t seats;            /* at the table when it starts */
    bool is_public;           /* listed in the lobby */
    bool chat, spectators;    /* allowed */
    bool starts_alone;        /* begins as soon as all seats are taken and everybody is ready */
    uint32_t think_s;         /* for a decision; 0: no clock */
    uint16_t reserve_s;       /* for the whole game, once the decision's time is used up */
    uint16_t window_ms;       /* how long a call may be caught before play goes on; 0: no waiting */
    uint16_t jump_ms;         /* how long others may jump in before the next player's card counts */
    uint16_t pace_ms;         /* before a bot moves */
    char fill[TABLE_BOT_MAX]; /* the bot that takes empty seats at the start, "" for none; and plays for who is away */
} TableSettings;

/* The usual ones for these rules. */
void settings_init(TableSettings *settings, const Ruleset *ruleset);

/* What is wrong with one of them. */
typedef struct {
    const char *name; /* of the setting, as in its row; NULL: it is none of them */
    char words[200];  /* what would do */
} SettingFault;

/* Returns false. */
bool setting_fault(SettingFault *fault, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "think_s: give at least 3 seconds" */
void setting_fault_text(const SettingFault *fault, char *out, size_t size);

/* Changes one by its name: "seats", "think_s" ... Not the rules. False: nothing has changed. */
bool settings_set(TableSettings *settings, const char *name, const char *value, SettingFault *fault);

/* True of a table where people come by when they have time: it waits for nobody to be there, and for a move as long as
 * its clock says. */
static inline bool settings_slow(const TableSettings *settings) { return settings->think_s >= SLOW_S; }

/* True when they fit together. */
bool settings_check(const TableSettings *settings, SettingFault *fault);

/* True when only title, chat, spectators and being public differ: that can be changed during a game. */
bool settings_differ_lightly(const TableSettings *a, const TableSettings *b);
void settings_take_lightly(TableSettings *settings, const TableSettings *other);

/* Writes them down; returns the length. */
unsigned settings_format(const TableSettings *settings, char *out, unsigned size);
/* A ruleset as both keep it: its name, its title, then the rules themselves, a line each. */
void settings_format_rules(const Ruleset *ruleset, Text *out);
bool settings_parse_rules(const char *text, const char *end, Ruleset *out, char *why, size_t size);
bool settings_parse(const char *text, size_t length, TableSettings *out, char *why, size_t size);

/* The rows behind the names, for code that shows or asks for settings. */
typedef enum { SETTING_TEXT, SETTING_FLAG, SETTING_NUMBER, SETTING_BOT } SettingType;
typedef struct {
    const char *name, *sentence;
    SettingType type;
    unsigned low, high;
    unsigned offset, size;
} SettingRow;
extern const SettingRow setting_rows[];
extern const unsigned setting_row_count;
/* The value as text; returns its length. */
unsigned setting_get(const TableSettings *settings, const SettingRow *row, char *out, unsigned size);

#endif
