/* settings.h -- what a tournament is played by: its form, points, tie-breaks and numbers.
 * They are the first entry of its log and never change. */
#ifndef UNO_TOURNAMENT_SETTINGS_H
#define UNO_TOURNAMENT_SETTINGS_H

#include "../engine/rng.h"
#include "../engine/rules.h"
#include "../engine/text.h"
#include "../ruleset/ruleset.h"

enum {
    TOURNEY_NAME_MAX = 40, /* bytes of a name, with the zero */
    TOURNEY_RULESET_MAX = 40,
    TIEBREAKS_MAX = 6,
};

typedef enum {
#define FORM(name, title, least, most, seats, sentence) FORM_##name,
#include "form.def"
#undef FORM
    FORMS
} TourneyForm;

typedef enum {
#define TIEBREAK(name, title, sentence) TIEBREAK_##name,
#include "tiebreak.def"
#undef TIEBREAK
    TIEBREAKS
} Tiebreak;

typedef enum {
#define NUMBER(name, low, high, usual, sentence) NUMBER_##name,
#include "number.def"
#undef NUMBER
    NUMBERS
} TourneyNumber;

/* One line about each row of the .def files, for lists and forms on a page. */
typedef struct {
    const char *name, *title, *sentence;
    int32_t low, high, usual; /* of a number; of a form: how many may enter, and seats at a table (0: any) */
} TourneyAbout;
extern const TourneyAbout tourney_forms[FORMS], tourney_tiebreaks[TIEBREAKS], tourney_numbers[NUMBERS];

typedef struct {
    uint8_t form; /* TourneyForm */
    char title[TOURNEY_NAME_MAX];
    char rules[TOURNEY_RULESET_MAX]; /* a ruleset's name */
    char group[2][TOURNEY_NAME_MAX]; /* of the Split UNO tournament */
    int32_t number[NUMBERS];
    uint8_t places; /* points for the first `places` places at a table, nothing below */
    int32_t points[SEATS_MAX];
    uint8_t tiebreaks;
    uint8_t tiebreak[TIEBREAKS_MAX];
    bool seeded;
    Seed seed; /* for lots: everybody can draw them again */
} TourneySettings;

/* What a form has where nothing else is said. */
void tourney_settings_usual(TourneySettings *settings, TourneyForm form);

/* Where the seats are settled and no points are: those of tables of three and more. */
void tourney_settings_table_points(TourneySettings *settings);

/* Reads what follows "new": swiss "Friday night" rules official seats 4 rounds 5 points 5 3 2 1 tie buchholz,lot
 * seed HEX. False: `why` says what is wrong. */
bool tourney_settings_parse(const char **at, TourneySettings *out, Text *why);
void tourney_settings_format(const TourneySettings *settings, Text *out);

/* The rules that its games are played by: rotating partners are teams, wherever the rules can have any. */
void tourney_settings_fit(const TourneySettings *settings, Ruleset *ruleset);

/* The next word, or what stands in quotes, of at most size - 1 bytes; false: there is none, or it has no end. */
bool tourney_scan_name(const char **at, char *out, unsigned size, bool *quoted);
void tourney_put_name(Text *out, const char *name); /* in quotes where it needs them */

/* Plain text without quotes, and no blank at either end. */
bool tourney_name_is_good(const char *name);

#endif
