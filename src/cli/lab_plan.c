/* lab_plan.c -- rulesets, varied options, numbers of players and bots, put together to the cells of a plan. */
#include "lab_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../record/fair.h"
#include "../ruleset/book_words.h"
#include "bot_choice.h"

enum { VALUE_MAX = 48 };

/* An option and the values it takes in turn. */
typedef struct {
    char key[LAB_AXIS_MAX], value[LAB_VALUES_MAX][VALUE_MAX];
    unsigned values;
} Vary;

typedef struct {
    const OptionReader *reader;
    const LabWish *wish;
    LabBook *book;
    Vary vary[LAB_VARIES_MAX];
    unsigned low, high; /* players; 0: as few as each ruleset allows */
} Making;

/* The sentence has the word, whatever the case of its letters. */
static bool speaks_of(const char *sentence, const char *word, size_t length) {
    for (; sentence && *sentence; sentence++)
        if (strncasecmp(sentence, word, length) == 0) return true;
    return false;
}

/* The options whose sentences in the rulebook have what was typed, without the ending of a word like "stacking". */
static void list_meant(const char *word, char *out, size_t size) {
    enum { LISTED = 4, STEM_LEAST = 4 };
    size_t length = strlen(word), used = 0;
    if (length > STEM_LEAST + 2 && strcmp(word + length - 3, "ing") == 0) length -= 3;
    *out = 0;
    if (length < STEM_LEAST) return;
    for (unsigned i = 0, listed = 0; i < rule_row_count && listed < LISTED && used < size; i++) {
        const char *const *sentence = &book_english.phrase[BOOK_OPTIONS + 2 * i];
        if (!speaks_of(sentence[0], word, length) && !speaks_of(sentence[1], word, length)) continue;
        const char *before = listed++ ? ", " : " (these speak of it: ";
        used += (size_t)snprintf(out + used, size - used, "%s%s", before, rule_rows[i].name);
    }
    if (used && used + 1 < size) memcpy(out + used, ")", 2);
}

static void complain_unknown(const OptionReader *reader, const char *key) {
    const RuleRow *near = rule_row_nearest(key);
    char meant[200];
    list_meant(key, meant, sizeof meant);
    complain(reader, "--vary: there is no option '%s'%s%s%s%s", key, near ? ": did you mean " : "",
             near ? near->name : "", near ? "?" : "", meant);
}

/* "key=v1,v2,...", or "key=2..6" for numbers. */
static bool read_vary(const OptionReader *reader, const char *text, Vary *out) {
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : 0;
    if (!length || length >= sizeof out->key || !equals[1])
        return complain(reader, "--vary %s: write it as --vary stack_draws=off,any", text), false;
    memcpy(out->key, text, length);
    out->key[length] = 0;
    if (!rule_row_find(out->key)) return complain_unknown(reader, out->key), false;
    for (const char *at = equals + 1; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        size_t size = strcspn(at, ",");
        long from, to;
        char rest;
        if (out->values == LAB_VALUES_MAX)
            return complain(reader, "--vary %s: at most %d values", out->key, LAB_VALUES_MAX), false;
        if (!size || size >= VALUE_MAX)
            return complain(reader, "--vary %s: a value is missing or too long", out->key), false;
        char word[VALUE_MAX];
        snprintf(word, sizeof word, "%.*s", (int)size, at);
        if (sscanf(word, "%ld..%ld%c", &from, &to, &rest) != 2) {
            memcpy(out->value[out->values++], word, sizeof word);
            continue;
        }
        if (from > to)
            return complain(reader, "--vary %s=%s: write the smaller number first, as in %ld..%ld", out->key, word, to,
                            from),
                   false;
        if (to - from >= LAB_VALUES_MAX - (long)out->values)
            return complain(reader, "--vary %s=%s: at most %d values", out->key, word, LAB_VALUES_MAX), false;
        for (; from <= to; from++) snprintf(out->value[out->values++], VALUE_MAX, "%ld", from);
    }
    return true;
}

static bool read_players(Making *making) {
    const char *text = making->wish->players;
    unsigned low, high;
    char rest;
    if (!text) return true;
    int found = sscanf(text, "%2u-%2u%c", &low, &high, &rest);
    if (found == 1 && strspn(text, "0123456789") == strlen(text)) high = low, found = 2;
    if (found != 2 || low < 2 || high > SEATS_MAX || low > high)
        return complain(making->reader, "--players must be a number from 2 to %d, or a range as in 2-6, not '%s'",
                        SEATS_MAX, text),
               false;
    making->low = low;
    making->high = high;
    return true;
}

/* ---- bots ---- */

static bool add_bot(Making *making, const char *word, const Ruleset *ruleset) {
    PlayerPlan plan;
    ProcessPlan program;
    LabPlan *lab = &making->book->plan;
    BotWish wish = {.word = word};
    if (strchr(word, '/'))
        return complain(making->reader, "--bots %s: the lab plays with bots of its own; `uno arena` takes programs",
                        word),
               false;
    if (lab->bots == SEATS_MAX) return complain(making->reader, "--bots: at most %d", SEATS_MAX), false;
    if (!choose_player(making->reader, &wish, ruleset, &plan, &program)) return false;
    if (plan.budget.think_us)
        return complain(making->reader,
                        "--bots %s: a budget of time gives other results each time; write worlds, as in search:50",
                        word),
               false;
    lab->bot[lab->bots++] = (LabBot){plan.kind, plan.budget.worlds};
    return true;
}

static bool read_bots(Making *making, const Ruleset *ruleset) {
    const char *at = strcmp(making->wish->bots, "mixed") == 0 ? "greedy,random" : making->wish->bots;
    while (*at) {
        char word[BOT_WORD_MAX];
        size_t size = strcspn(at, ",");
        if (!size || size >= sizeof word)
            return complain(making->reader, "--bots: a name is missing or too long"), false;
        snprintf(word, sizeof word, "%.*s", (int)size, at);
        if (!add_bot(making, word, ruleset)) return false;
        at += size + (at[size] == ',');
    }
    return making->book->plan.bots || (complain(making->reader, "--bots needs a bot"), false);
}

static bool bots_play(const Making *making, const Ruleset *ruleset) {
    const LabPlan *plan = &making->book->plan;
    for (unsigned i = 0; i < plan->bots; i++)
        if (!choose_bot(making->reader, plan->bot[i].kind->name, (Families)(1 << ruleset->rules.family))) return false;
    return true;
}

/* ---- cells ---- */

/* A single deal, unless matches are wanted. */
static bool settle_target(const Making *making, Ruleset *ruleset) {
    RulesetError error;
    if (making->wish->match || lab_single_deal(ruleset, &error)) return true;
    complain(making->reader, "%s: %s", ruleset->name, error.text);
    return false;
}

static bool add_cell(Making *making, const Ruleset *ruleset, unsigned players, const char *setting,
                     const unsigned *choice) {
    RulesError reason;
    char label[2 * LAB_LABEL_MAX];
    if (!rules_allow_players(&ruleset->rules, players, &reason))
        return complain(making->reader, "%s%s%s: %s", ruleset->name, *setting ? ", " : "", setting, reason.text), false;
    snprintf(label, sizeof label, "%s%s%s", ruleset->name, *setting ? ", " : "", setting);
    LabCell *cell = lab_book_add(making->book, &ruleset->rules, players, label, *setting ? setting : ruleset->name);
    if (!cell)
        return complain(making->reader, "at most %d settings: give fewer values, players or rulesets", LAB_CELLS_MAX),
               false;
    cell->axis[0] = choice[0];
    cell->axis[1] = choice[1];
    return true;
}

/* The ruleset with each option at the value chosen for it. Two options may make sense only together. */
static bool vary_ruleset(Making *making, Ruleset *ruleset, const unsigned *choice, char setting[LAB_LABEL_MAX]) {
    char text[LAB_VARIES_MAX][LAB_AXIS_MAX + VALUE_MAX];
    const char *change[LAB_VARIES_MAX];
    size_t used = 0;
    setting[0] = 0;
    for (unsigned i = 0; i < making->wish->varies; i++) {
        snprintf(text[i], sizeof text[i], "%s=%s", making->vary[i].key, making->vary[i].value[choice[i]]);
        change[i] = text[i];
        used += (size_t)snprintf(setting + used, used < LAB_LABEL_MAX ? LAB_LABEL_MAX - used : 0, "%s%s", i ? ", " : "",
                                 text[i]);
    }
    return change_ruleset(making->reader, "--vary", change, making->wish->varies, ruleset);
}

static bool add_settings(Making *making, const Ruleset *ruleset, unsigned players) {
    unsigned choice[LAB_VARIES_MAX] = {0};
    for (;;) {
        Ruleset varied = *ruleset;
        char setting[LAB_LABEL_MAX];
        unsigned i = 0;
        if (!vary_ruleset(making, &varied, choice, setting) || !settle_target(making, &varied) ||
            !add_cell(making, &varied, players, setting, choice))
            return false;
        while (i < making->wish->varies && ++choice[i] == making->vary[i].values) choice[i++] = 0;
        if (i == making->wish->varies) return true;
    }
}

static bool add_rulesets(Making *making, Ruleset *ruleset, unsigned players) {
    const LabWish *wish = making->wish;
    for (unsigned i = 0; i < wish->rulesets; i++) {
        unsigned seats = players ? players : (unsigned)ruleset[i].rules.option.min_players;
        if (wish->compare && !rules_allow_players(&ruleset[i].rules, seats, NULL))
            seats = (unsigned)ruleset[i].rules.option.min_players;
        if (!add_settings(making, &ruleset[i], seats)) return false;
    }
    return true;
}

static bool make_cells(Making *making) {
    const LabWish *wish = making->wish;
    Ruleset *ruleset = calloc(wish->rulesets, sizeof *ruleset);
    bool good = ruleset;
    for (unsigned i = 0; good && i < wish->rulesets; i++)
        good = load_ruleset(making->reader, wish->ruleset[i], &ruleset[i]) &&
               change_ruleset(making->reader, "--option", wish->change, wish->changes, &ruleset[i]) &&
               (i ? bots_play(making, &ruleset[i]) : read_bots(making, &ruleset[i]));
    for (unsigned players = making->low; good && players <= making->high; players++)
        good = add_rulesets(making, ruleset, players);
    free(ruleset);
    return good;
}

/* ---- the rest ---- */

bool lab_plan_make(const OptionReader *reader, const LabWish *wish, LabBook *book) {
    Making making = {.reader = reader, .wish = wish, .book = book};
    for (unsigned i = 0; i < wish->varies; i++)
        if (!read_vary(reader, wish->vary[i], &making.vary[i])) return false;
    for (unsigned i = 1; i < wish->varies; i++)
        if (strcmp(making.vary[i].key, making.vary[i - 1].key) == 0)
            return complain(reader, "--vary %s is given twice: name all its values at once", making.vary[i].key), false;
    if (!read_players(&making) || !make_cells(&making)) return false;
    lab_book_settle(book, !wish->no_skill);
    book->matches = wish->match;
    book->games = wish->games;
    fair_seed_of_text(wish->seed, &book->plan.seed);
    lab_wish_describe(wish, book);
    return true;
}
