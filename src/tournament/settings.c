/* settings.c -- the settings of a tournament as words. */
#include "settings.h"

#include <string.h>

const TourneyAbout tourney_forms[FORMS] = {
#define FORM(name, title, least, most, seats, sentence) {#name, title, sentence, least, most, seats},
#include "form.def"
#undef FORM
};
const TourneyAbout tourney_tiebreaks[TIEBREAKS] = {
#define TIEBREAK(name, title, sentence) {#name, title, sentence, 0, 0, 0},
#include "tiebreak.def"
#undef TIEBREAK
};
const TourneyAbout tourney_numbers[NUMBERS] = {
#define NUMBER(name, low, high, usual, sentence) {#name, #name, sentence, low, high, usual},
#include "number.def"
#undef NUMBER
};

enum { POINTS_MOST = 10000 };

/* ---- names ---- */

bool tourney_scan_name(const char **at, char *out, unsigned size, bool *quoted) {
    Text text = text_in(out, size);
    scan_blanks(at);
    const char *p = *at;
    *quoted = *p == '"';
    if (*quoted) p++;
    while (*p && (*quoted ? *p != '"' : *p != ' ' && *p != '\t')) text_char(&text, *p++);
    if (*quoted && *p++ != '"') return false;
    if ((*quoted && *p && *p != ' ' && *p != '\t') || (!*quoted && !text.length) || text.length >= size) return false;
    *at = p;
    return true;
}

/* A word that stands for itself, and for nothing in the language. */
static bool is_plain(const char *name) {
    static const char *const words[] = {"by", "to", "at", "seed", "group", "members", "="};
    bool number = true;
    if (!*name || *name == '@' || *name == '-') return false;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (text_equal(name, words[i])) return false;
    for (const char *p = name; *p; p++) {
        if (*p == ' ') return false;
        number = number && *p >= '0' && *p <= '9';
    }
    return !number;
}

void tourney_put_name(Text *out, const char *name) {
    bool plain = is_plain(name);
    if (!plain) text_char(out, '"');
    text_put(out, name);
    if (!plain) text_char(out, '"');
}

bool tourney_name_is_good(const char *name) {
    for (const char *p = name; *p; p++)
        if (*p == '"') return false;
    return *name && *name != ' ' && name[text_length(name) - 1] != ' ' && text_is_shown(name);
}

/* ---- usual values ---- */

void tourney_settings_usual(TourneySettings *settings, TourneyForm form) {
    static const uint8_t breaks[] = {TIEBREAK_buchholz, TIEBREAK_direct, TIEBREAK_wins, TIEBREAK_lot};
    memset(settings, 0, sizeof *settings);
    settings->form = (uint8_t)form;
    for (unsigned i = 0; i < NUMBERS; i++) settings->number[i] = tourney_numbers[i].usual;
    if (tourney_forms[form].usual) settings->number[NUMBER_seats] = tourney_forms[form].usual;
    memcpy(settings->rules, form == FORM_split ? "split-tournament" : "official", form == FORM_split ? 17 : 9);
    memcpy(settings->group[0], "Red", 4);
    memcpy(settings->group[1], "Blue", 5);
    settings->places = 2;
    settings->points[0] = 2;
    if (form == FORM_split) settings->points[0] = 3, settings->points[1] = -2; /* T7, T8 */
    if (form != FORM_split) {
        settings->tiebreaks = sizeof breaks;
        memcpy(settings->tiebreak, breaks, sizeof breaks);
    }
    if (form == FORM_split) settings->number[NUMBER_rounds] = 15; /* T6 */
}

void tourney_settings_table_points(TourneySettings *settings) {
    static const int32_t usual[] = {5, 3, 2, 1};
    if (settings->number[NUMBER_seats] <= 2 || tourney_forms[settings->form].usual) return;
    memcpy(settings->points, usual, sizeof usual);
    settings->places = sizeof usual / sizeof *usual;
}

void tourney_settings_fit(const TourneySettings *settings, Ruleset *ruleset) {
    RulesetError error;
    if (settings->form != FORM_partners || ruleset->rules.option.teams) return;
    if (!ruleset_change(ruleset, "teams=2", &error)) ruleset_change(ruleset, "min_players=4;teams=2", &error);
}

/* ---- reading ---- */

static int find_row(const TourneyAbout *rows, unsigned count, const char *word) {
    for (unsigned i = 0; i < count; i++)
        if (text_equal(rows[i].name, word)) return (int)i;
    return -1;
}

static bool say_rows(const TourneyAbout *rows, unsigned count, const char *what, const char *word, Text *why) {
    text_put(why, "There is no ");
    text_put(why, what);
    text_put(why, " '");
    text_put(why, word);
    text_put(why, "': say ");
    for (unsigned i = 0; i < count; i++) {
        text_put(why, i == 0 ? "" : i + 1 == count ? " or " : ", ");
        text_put(why, rows[i].name);
    }
    text_char(why, '.');
    return false;
}

static bool say(Text *why, const char *words) {
    text_put(why, words);
    return false;
}

static bool read_points(const char **at, TourneySettings *out, Text *why) {
    long long number;
    memset(out->points, 0, sizeof out->points);
    out->places = 0;
    for (scan_blanks(at); scan_number(at, -POINTS_MOST, POINTS_MOST, &number); scan_blanks(at)) {
        if (out->places == SEATS_MAX) return say(why, "Points: at most ten places.");
        out->points[out->places++] = (int32_t)number;
    }
    for (unsigned i = 1; i < out->places; i++)
        if (out->points[i] > out->points[i - 1]) return say(why, "Points: a better place cannot have fewer points.");
    return out->places || say(why, "Points: say how many for each place, as in points 5 3 2 1.");
}

static bool read_tiebreaks(const char *words, TourneySettings *out, Text *why) {
    char word[24];
    out->tiebreaks = 0;
    if (text_equal(words, "none")) return true;
    while (*words) {
        Text text = text_in(word, sizeof word);
        while (*words && *words != ',') text_char(&text, *words++);
        if (*words) words++;
        int row = find_row(tourney_tiebreaks, TIEBREAKS, word);
        if (row < 0) return say_rows(tourney_tiebreaks, TIEBREAKS, "tie-break", word, why);
        for (unsigned i = 0; i < out->tiebreaks; i++)
            if (out->tiebreak[i] == row) return say(why, "A tie-break is named twice.");
        out->tiebreak[out->tiebreaks++] = (uint8_t)row;
    }
    return true;
}

static bool read_number(const char **at, unsigned row, TourneySettings *out, Text *why) {
    const TourneyAbout *about = &tourney_numbers[row];
    long long number;
    scan_blanks(at);
    if (scan_number(at, about->low, about->high, &number) && (!**at || **at == ' ' || **at == '\t')) {
        out->number[row] = (int32_t)number;
        return true;
    }
    text_put(why, about->name);
    text_put(why, ": a whole number from ");
    text_number(why, about->low);
    text_put(why, " to ");
    text_number(why, about->high);
    return say(why, ".");
}

static bool read_words(const char **at, const char *key, TourneySettings *out, Text *why) {
    char word[200];
    bool quoted;
    if (text_equal(key, "points")) return read_points(at, out, why);
    if (!tourney_scan_name(at, word, sizeof word, &quoted)) {
        text_put(why, key);
        return say(why, ": something is missing.");
    }
    const char *p = word;
    if (text_equal(key, "tie")) return read_tiebreaks(word, out, why);
    if (text_equal(key, "seed")) {
        out->seeded = scan_hex(&p, out->seed.bytes, SEED_BYTES) && !*p;
        return out->seeded || say(why, "seed: 64 hexadecimal digits.");
    }
    bool title = text_equal(key, "title"), rules = text_equal(key, "rules");
    char *to = title ? out->title : rules ? out->rules : text_equal(key, "first") ? out->group[0] : out->group[1];
    if (!tourney_name_is_good(word) || text_length(word) >= TOURNEY_NAME_MAX)
        return say(why, "A name has 1 to 39 bytes of plain text, and no blank at either end.");
    memcpy(to, word, text_length(word) + 1);
    return true;
}

static bool is_word_key(const char *key) {
    static const char *const keys[] = {"title", "rules", "first", "second", "points", "tie", "seed"};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (text_equal(key, keys[i])) return true;
    return false;
}

static bool check_through(const TourneySettings *settings, Text *why) {
    int32_t through = settings->number[NUMBER_through];
    if (through == 1) return true;
    if (settings->form != FORM_single && settings->form != FORM_double)
        return say(why, "Only in an elimination do some of a table go on: leave through out.");
    return through < settings->number[NUMBER_seats] ||
           say(why, "Fewer than all of a table go on: through is less than seats.");
}

/* What cannot be together. */
static bool check(const TourneySettings *settings, Text *why) {
    const TourneyAbout *form = &tourney_forms[settings->form];
    const int32_t *number = settings->number;
    if (form->usual && number[NUMBER_seats] != form->usual) {
        text_put(why, form->title);
        text_put(why, " has tables of ");
        text_number(why, form->usual);
        return say(why, settings->form == FORM_page ? ", since each of its games needs one winner and one loser: leave "
                                                      "seats out, or choose single or double for larger tables."
                                                    : ": leave seats out.");
    }
    if (!check_through(settings, why)) return false;
    if (settings->form == FORM_split &&
        (number[NUMBER_rounds] != 15 || settings->points[0] != 3 || settings->points[1] != -2 || settings->places != 2))
        return say(why, "The Split UNO tournament has 15 rounds, 3 points for a win and -2 for a loss (T6, T7, T8).");
    if (text_equal(settings->group[0], settings->group[1])) return say(why, "The two groups need different names.");
    for (unsigned i = 0; i < settings->tiebreaks; i++)
        if (settings->tiebreak[i] == TIEBREAK_lot && !settings->seeded)
            return say(why, "Lots are drawn from a seed: add seed and 64 hexadecimal digits, or tie without lot.");
    if (number[NUMBER_lots] && !settings->seeded)
        return say(why, "Lots are drawn from a seed: add seed and 64 hexadecimal digits.");
    return true;
}

bool tourney_settings_parse(const char **at, TourneySettings *out, Text *why) {
    char word[TOURNEY_NAME_MAX];
    bool quoted, seats_said = false, points_said = false;
    if (!tourney_scan_name(at, word, sizeof word, &quoted)) word[0] = 0;
    int form = find_row(tourney_forms, FORMS, word);
    if (form < 0) return say_rows(tourney_forms, FORMS, "form", word, why);
    tourney_settings_usual(out, (TourneyForm)form);
    for (scan_blanks(at); **at; scan_blanks(at)) {
        if (!tourney_scan_name(at, word, sizeof word, &quoted))
            return say(why, "A setting is a word and its value, as in rounds 5.");
        int row = find_row(tourney_numbers, NUMBERS, word);
        if (row < 0 && !is_word_key(word)) {
            text_put(why, "There is no setting '");
            text_put(why, word);
            return say(why, "'.");
        }
        seats_said = seats_said || row == NUMBER_seats;
        points_said = points_said || text_equal(word, "points");
        if (row >= 0 ? !read_number(at, (unsigned)row, out, why) : !read_words(at, word, out, why)) return false;
    }
    if (seats_said && !points_said) tourney_settings_table_points(out);
    return check(out, why);
}

/* ---- writing ---- */

static void put_setting(Text *out, const char *key, const char *value) {
    text_char(out, ' ');
    text_put(out, key);
    text_char(out, ' ');
    tourney_put_name(out, value);
}

void tourney_settings_format(const TourneySettings *settings, Text *out) {
    text_put(out, tourney_forms[settings->form].name);
    if (settings->title[0]) put_setting(out, "title", settings->title);
    put_setting(out, "rules", settings->rules);
    if (settings->form == FORM_split) {
        put_setting(out, "first", settings->group[0]);
        put_setting(out, "second", settings->group[1]);
    }
    for (unsigned i = 0; i < NUMBERS; i++) {
        text_char(out, ' ');
        text_put(out, tourney_numbers[i].name);
        text_char(out, ' ');
        text_number(out, settings->number[i]);
    }
    text_put(out, " points");
    for (unsigned i = 0; i < settings->places; i++) {
        text_char(out, ' ');
        text_number(out, settings->points[i]);
    }
    text_put(out, settings->tiebreaks ? " tie " : " tie none");
    for (unsigned i = 0; i < settings->tiebreaks; i++) {
        if (i) text_char(out, ',');
        text_put(out, tourney_tiebreaks[settings->tiebreak[i]].name);
    }
    if (!settings->seeded) return;
    text_put(out, " seed ");
    text_hex(out, settings->seed.bytes, SEED_BYTES);
}
