/* entry.c -- an entry as a line of the log, by the form of its kind (entry.def). */
#include <string.h>

#include "event_internal.h"

static const char *const kind_names[TOURNEY_ENTRY_KINDS] = {
#define ENTRY(name, form, words) #name,
#include "entry.def"
#undef ENTRY
};
const char *tourney_entry_name(TourneyEntryKind kind) { return kind_names[kind]; }

static const char *const forms[TOURNEY_ENTRY_KINDS] = {
#define ENTRY(name, form, words) form,
#include "entry.def"
#undef ENTRY
};
static const char *const by_names[TOURNEY_BYS] = {"organiser", "table", "arbiter", "bots", "noshow", "bye"};
enum { BYS_SAID = BY_BOTS + 1, SCORE_MOST = 1000000 };

/* The action cards of a tournament duel: no specials (H100). */
static const struct {
    const char *name;
    Face face;
} cards[] = {
    {"block", FACE_BLOCK}, {"reverse", FACE_REVERSE}, {"+2", FACE_DRAW2}, {"wild", FACE_WILD}, {"+4", FACE_WILD4}};
enum { CARDS = sizeof cards / sizeof *cards };

const char *tourney_card_name(Face card) {
    for (unsigned i = 0; i < CARDS; i++)
        if (cards[i].face == card) return cards[i].name;
    return "";
}

const char *tourney_by_name(unsigned by) { return by_names[by]; }

/* ---- writing ---- */

const char *tourney_name(const Tourney *tourney, Entrant who) {
    if (!who || who > tourney->entrants) return "?";
    if (tourney->entrant[who].name[0]) return tourney->entrant[who].name;
    for (uint32_t i = 1; i <= tourney->entries; i++) /* the entry was taken back */
        if (tourney->entry[i].kind == TOURNEY_enter && tourney->entry[i].who[0] == who) return tourney->entry[i].name;
    return "?";
}

static void put_who(const Tourney *tourney, Entrant who, Text *out) {
    text_char(out, ' ');
    tourney_put_name(out, tourney_name(tourney, who));
}

static void put_places(const Tourney *tourney, const TourneyEntry *entry, Text *out) {
    for (unsigned i = 0; i < entry->count; i++) {
        if (entry->level >> i & 1) text_put(out, " =");
        put_who(tourney, entry->who[i], out);
        if (!entry->scored) continue;
        text_char(out, ' ');
        text_number(out, entry->score[i]);
    }
}

static void put_moves(const Tourney *tourney, const TourneyEntry *entry, Text *out) {
    for (unsigned i = 0; i < entry->count; i++) {
        if (!i || entry->group[i] != entry->group[i - 1]) {
            text_put(out, " to ");
            tourney_put_name(out, tourney->settings.group[entry->group[i]]);
        }
        put_who(tourney, entry->who[i], out);
    }
}

static void put_key(Text *out, const char *key) {
    text_char(out, ' ');
    text_put(out, key);
    text_char(out, ' ');
}

static void put_part(const Tourney *tourney, const TourneyEntry *entry, char part, Text *out) {
    switch (part) {
    case 'S':
        text_char(out, ' ');
        tourney_settings_format(entry->settings ? entry->settings : &tourney->settings, out);
        return;
    case 'n': text_char(out, ' '), tourney_put_name(out, entry->name); return;
    case 'G':
        if (entry->group[0] == NO_GROUP) return;
        put_key(out, "group");
        tourney_put_name(out, tourney->settings.group[entry->group[0]]);
        return;
    case 'm':
    case 'a':
        if (!entry->words[0]) return;
        put_key(out, part == 'm' ? "members" : "at");
        tourney_put_name(out, entry->words);
        return;
    case 'w': put_who(tourney, entry->who[0], out); return;
    case 'v': put_who(tourney, entry->who[1], out); return;
    case 'W':
        for (unsigned i = 0; i < entry->count; i++) put_who(tourney, entry->who[i], out);
        return;
    case 'g':
    case 'r':
    case 'e': text_char(out, ' '), text_number(out, entry->number); return;
    case 'x':
        if (!entry->seeded) return;
        put_key(out, "seed");
        text_hex(out, entry->seed.bytes, SEED_BYTES);
        return;
    case 'R': put_places(tourney, entry, out); return;
    case 'b':
        if (entry->by == BY_ORGANISER) return;
        put_key(out, "by");
        text_put(out, by_names[entry->by]);
        return;
    case 'M': put_moves(tourney, entry, out); return;
    case 'c': text_char(out, ' '), text_put(out, tourney_card_name(entry->card)); return;
    }
}

static void put_command(const Tourney *tourney, const TourneyEntry *entry, Text *text) {
    text_put(text, kind_names[entry->kind]);
    for (const char *part = forms[entry->kind]; *part; part++) put_part(tourney, entry, *part, text);
}

unsigned tourney_format(const Tourney *tourney, const TourneyEntry *entry, char *out, unsigned size) {
    Text text = text_in(out, size);
    if (entry->at_s) {
        text_char(&text, '@');
        text_number(&text, entry->at_s);
        text_char(&text, ' ');
    }
    put_command(tourney, entry, &text);
    return text.length;
}

void tourney_format_command(const Tourney *tourney, const TourneyEntry *entry, char *out, unsigned size) {
    Text text = text_in(out, size);
    put_command(tourney, entry, &text);
}

/* ---- reading ---- */

typedef struct {
    const Tourney *tourney;
    const char *at;
    TourneyEntry *entry;
    TourneySettings *settings;
    TourneyAnswer *answer;
} Reading;

static bool misunderstood(Reading *reading, const char *more) {
    return tourney_refuse(reading->answer, TOURNEY_REFUSAL_not_understood, more);
}

/* The next word is this one, as it stands there and without quotes. */
static bool take_key(Reading *reading, const char *key) {
    const char *at = reading->at;
    scan_blanks(&at);
    if (!scan_word(&at, key) || (*at && *at != ' ' && *at != '\t')) return false;
    reading->at = at;
    return true;
}

static bool at_end(Reading *reading) {
    scan_blanks(&reading->at);
    return !*reading->at;
}

static bool take_who(Reading *reading, Entrant *out) {
    char name[TOURNEY_NAME_MAX], why[TOURNEY_NAME_MAX + 8];
    bool quoted;
    if (!tourney_scan_name(&reading->at, name, sizeof name, &quoted) || !text_is_shown(name))
        return misunderstood(reading, "A name is missing, or too long.");
    *out = tourney_find(reading->tourney, name);
    if (*out) return true;
    Text text = text_in(why, sizeof why);
    text_char(&text, '(');
    text_put(&text, name);
    text_char(&text, ')');
    return tourney_refuse(reading->answer, TOURNEY_REFUSAL_nobody, why);
}

static bool take_group(Reading *reading, uint8_t *out) {
    char name[TOURNEY_NAME_MAX];
    bool quoted;
    const TourneySettings *settings = &reading->tourney->settings;
    if (tourney_scan_name(&reading->at, name, sizeof name, &quoted))
        for (uint8_t group = 0; group < GROUPS; group++)
            if (text_equal(name, settings->group[group])) return *out = group, true;
    if (settings->form != FORM_split) return tourney_refuse(reading->answer, TOURNEY_REFUSAL_not_split, NULL);
    char why[3 * TOURNEY_NAME_MAX];
    Text text = text_in(why, sizeof why);
    text_put(&text, "The groups are ");
    text_put(&text, settings->group[0]);
    text_put(&text, " and ");
    text_put(&text, settings->group[1]);
    text_char(&text, '.');
    return misunderstood(reading, why);
}

static bool room_for_one(Reading *reading) {
    if (reading->entry->count < TOURNEY_LIST_MAX) return true;
    return misunderstood(reading, "Those are too many names for one entry.");
}

static bool take_places(Reading *reading) {
    TourneyEntry *entry = reading->entry;
    bool level = false;
    unsigned scores = 0;
    for (; !at_end(reading); level = false) {
        const char *before = reading->at;
        if (take_key(reading, "by")) {
            reading->at = before;
            break;
        }
        long long score;
        if (entry->count && scores < entry->count && scan_number(&reading->at, -SCORE_MOST, SCORE_MOST, &score) &&
            (!*reading->at || *reading->at == ' ' || *reading->at == '\t')) {
            if (scores + 1 != entry->count) return misunderstood(reading, "A score for everybody, or for nobody.");
            entry->score[scores++] = (int32_t)score;
            continue;
        }
        reading->at = before;
        level = take_key(reading, "=");
        if (entry->count >= SEATS_MAX) return misunderstood(reading, "A table has at most ten seats.");
        if (level && !entry->count) return misunderstood(reading, "'=' stands between two who share a place.");
        if (!take_who(reading, &entry->who[entry->count])) return false;
        entry->level |= (uint32_t)level << entry->count;
        entry->count++;
    }
    if (!entry->count) return misunderstood(reading, "Name the players from first to last, as in result 7 Ada Ben.");
    if (scores && scores != entry->count) return misunderstood(reading, "A score for everybody, or for nobody.");
    entry->scored = scores;
    return true;
}

static bool take_moves(Reading *reading) {
    TourneyEntry *entry = reading->entry;
    uint8_t group = NO_GROUP;
    while (!at_end(reading)) {
        if (take_key(reading, "to")) {
            if (!take_group(reading, &group)) return false;
            continue;
        }
        if (group == NO_GROUP) break;
        if (!room_for_one(reading) || !take_who(reading, &entry->who[entry->count])) return false;
        entry->group[entry->count++] = group;
    }
    return entry->count || misunderstood(reading, "Say who goes where, as in shift to Blue Ada to Red Ben.");
}

static bool take_card(Reading *reading) {
    for (unsigned i = 0; i < CARDS; i++)
        if (take_key(reading, cards[i].name)) return reading->entry->card = cards[i].face, true;
    return misunderstood(reading, "The action cards are block, reverse, +2, wild and +4.");
}

static bool take_by(Reading *reading) {
    if (!take_key(reading, "by")) return true;
    for (uint8_t by = BY_ORGANISER; by < BYS_SAID; by++)
        if (take_key(reading, by_names[by])) return reading->entry->by = by, true;
    return misunderstood(reading, "A result is by table, arbiter, bots or organiser.");
}

static bool take_words(Reading *reading, const char *key, unsigned size) {
    bool quoted;
    if (!take_key(reading, key)) return true;
    if (tourney_scan_name(&reading->at, reading->entry->words, size, &quoted) &&
        tourney_name_is_good(reading->entry->words))
        return true;
    return misunderstood(reading, "Words are missing, too long, or cannot be shown; put several words in quotes.");
}

static bool take_name(Reading *reading) {
    TourneyEntry *entry = reading->entry;
    bool quoted;
    if (tourney_scan_name(&reading->at, entry->name, sizeof entry->name, &quoted) && tourney_name_is_good(entry->name))
        return true;
    return tourney_refuse(reading->answer, TOURNEY_REFUSAL_bad_name,
                          "A name has 1 to 39 bytes of plain text; put one with blanks in quotes.");
}

static bool take_number(Reading *reading, const char *what) {
    long long number;
    scan_blanks(&reading->at);
    if (scan_number(&reading->at, 1, UINT32_MAX - 1, &number) && (!*reading->at || *reading->at == ' '))
        return reading->entry->number = (uint32_t)number, true;
    return misunderstood(reading, what);
}

static bool take_settings(Reading *reading) {
    char why[TOURNEY_WHY_MAX];
    Text text = text_in(why, sizeof why);
    reading->entry->settings = reading->settings;
    if (tourney_settings_parse(&reading->at, reading->settings, &text)) return true;
    return tourney_refuse(reading->answer, TOURNEY_REFUSAL_bad_settings, why);
}

static bool take_part(Reading *reading, char part) {
    TourneyEntry *entry = reading->entry;
    switch (part) {
    case 'S': return take_settings(reading);
    case 'n': return take_name(reading);
    case 'G': return !take_key(reading, "group") || take_group(reading, &entry->group[0]);
    case 'm': return take_words(reading, "members", TOURNEY_MEMBERS_MAX);
    case 'a': return take_words(reading, "at", TOURNEY_PLACE_MAX);
    case 'w': return entry->count = 1, take_who(reading, &entry->who[0]);
    case 'v': take_key(reading, "to"); return entry->count = 2, take_who(reading, &entry->who[1]);
    case 'W':
        for (; !at_end(reading); entry->count++)
            if (!room_for_one(reading) || !take_who(reading, &entry->who[entry->count])) return false;
        return true;
    case 'g': return take_number(reading, "The number of a game is missing, as in result 7 Ada Ben.");
    case 'r': return take_number(reading, "The number of the round is missing, as in round 3.");
    case 'e': return take_number(reading, "The number of an entry is missing, as in undo 17.");
    case 'x':
        if (!take_key(reading, "seed")) return true;
        scan_blanks(&reading->at);
        entry->seeded = scan_hex(&reading->at, entry->seed.bytes, SEED_BYTES);
        return entry->seeded || misunderstood(reading, "A seed has 64 hexadecimal digits.");
    case 'R': return take_places(reading);
    case 'b': return take_by(reading);
    case 'M': return take_moves(reading);
    case 'c': return take_card(reading);
    }
    return false;
}

void tourney_entry_init(TourneyEntry *entry, TourneyEntryKind kind) {
    memset(entry, 0, sizeof *entry);
    entry->kind = (uint8_t)kind;
    entry->card = NO_FACE;
    entry->group[0] = NO_GROUP;
}

static bool take_time(Reading *reading) {
    long long at;
    scan_blanks(&reading->at);
    if (!scan_word(&reading->at, "@")) return true;
    if (!scan_number(&reading->at, 1, INT64_C(100000000000), &at))
        return misunderstood(reading, "'@' comes with a time.");
    reading->entry->at_s = at;
    return true;
}

bool tourney_parse(const Tourney *tourney, const char *line, TourneyEntry *out, TourneySettings *settings,
                   TourneyAnswer *answer) {
    Reading reading = {tourney, line, out, settings, answer};
    unsigned kind = 0;
    tourney_entry_init(out, TOURNEY_new);
    if (!text_is_shown(line)) return misunderstood(&reading, "It has characters that cannot be shown.");
    if (!take_time(&reading)) return false;
    int64_t at_s = out->at_s;
    while (kind < TOURNEY_ENTRY_KINDS && !take_key(&reading, kind_names[kind])) kind++;
    if (kind == TOURNEY_ENTRY_KINDS) {
        char why[TOURNEY_WHY_MAX];
        Text text = text_in(why, sizeof why);
        text_put(&text, "An entry begins with ");
        for (unsigned i = 0; i < TOURNEY_ENTRY_KINDS; i++) {
            text_put(&text, i == 0 ? "" : i + 1 == TOURNEY_ENTRY_KINDS ? " or " : ", ");
            text_put(&text, kind_names[i]);
        }
        text_char(&text, '.');
        return misunderstood(&reading, why);
    }
    if (kind != TOURNEY_new && tourney->state == TOURNEY_EMPTY)
        return tourney_refuse(answer, TOURNEY_REFUSAL_no_tournament, NULL);
    tourney_entry_init(out, (TourneyEntryKind)kind);
    out->at_s = at_s;
    for (const char *part = forms[kind]; *part; part++)
        if (!take_part(&reading, *part)) return false;
    return at_end(&reading) || misunderstood(&reading, "There is more in the line than belongs to it.");
}
