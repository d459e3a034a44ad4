/* page_lab.c -- the rule lab in a page: the counters, the figures and the report of `uno lab` (src/lab/lab.h). Workers
 * play and hand over their counts; whoever gathers them has what one run would have counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lab/lab_wish.h"
#include "../record/fair.h"
#include "page_internal.h"

enum { NAME_MAX = RULESET_NAME_MAX + 8, PLAYERS_TEXT = 12 };

static struct {
    bool open;
    LabBook book;
    LabCount *part; /* room for counts that are read */
} lab;

/* ---- the plan ---- */

static void close_lab(void) {
    if (lab.open) lab_book_free(&lab.book);
    free(lab.part);
    lab.part = NULL;
    lab.open = false;
}

/* "friday.ini" is labelled as `uno lab friday.ini` labels it: friday. */
static bool add_cell(unsigned place, const char *name, unsigned players, bool matches, RulesetError *error) {
    static Ruleset ruleset;
    RulesError reason;
    char label[NAME_MAX];
    ruleset = *page_rules(place);
    if (!matches && !lab_single_deal(&ruleset, error)) return false;
    if (!rules_allow_players(&ruleset.rules, players, &reason))
        return snprintf(error->text, sizeof error->text, "%s", reason.text), false;
    snprintf(label, sizeof label, "%s", name);
    size_t length = strlen(label);
    if (length > 4 && strcmp(label + length - 4, ".ini") == 0) label[length - 4] = 0;
    return lab_book_add(&lab.book, &ruleset.rules, players, label, label);
}

static bool add_bot(const char *name, Families families) {
    const BotKind *kind = bot_find(name);
    if (!kind || (kind->families & families) != families) return false;
    lab.book.plan.bots = 1;
    lab.book.plan.bot[0].kind = kind;
    return true;
}

const char *page_lab_begin(unsigned place, unsigned against, char *names, unsigned players, const char *bot,
                           const char *seed, unsigned games, unsigned matches) {
    const Ruleset *first = page_rules(place), *second = page_rules(against);
    const char *name[SEATS_MAX];
    char players_text[PLAYERS_TEXT];
    RulesetError error = {0};
    close_lab();
    if (!first || !second) return page_no_rules();
    bool two = place != against;
    if (page_lines(names, name) != (two ? 2 : 1) || !name[0] || (two && !name[1]))
        return reply_error("bad_names", "Each ruleset needs a name.");
    lab.open = lab_book_init(&lab.book);
    lab.part = malloc(sizeof *lab.part);
    if (!lab.open || !lab.part) return close_lab(), reply_error("no_memory", "There is not enough memory.");
    if (!add_bot(bot, (Families)(1 << first->rules.family | 1 << second->rules.family)))
        return close_lab(), reply_error("no_such_bot", "There is no bot of that name that plays these rules.");
    if (!add_cell(place, name[0], players, matches, &error) ||
        (two && !add_cell(against, name[1], players, matches, &error)))
        return close_lab(), reply_error("bad_players", error.text);
    if (!lab_book_open(&lab.book)) return close_lab(), reply_error("no_memory", "There is not enough memory.");
    snprintf(players_text, sizeof players_text, "%u", players);
    LabWish wish = {.ruleset = {name[0], two ? name[1] : NULL},
                    .rulesets = two ? 2 : 1,
                    .players = players_text,
                    .bots = bot,
                    .seed = seed,
                    .games = games,
                    .match = matches};
    fair_seed_of_text(seed, &lab.book.plan.seed);
    lab.book.matches = matches;
    lab.book.games = games;
    lab_book_settle(&lab.book, true);
    lab_wish_describe(&wish, &lab.book);
    reply_begin();
    reply_open('{');
    reply_name("cells"), reply_number(lab.book.plan.cells);
    reply_close('}');
    return reply_end();
}

static const char *no_lab(void) { return reply_error("no_lab", "No lab has begun."); }

/* ---- playing, and handing over ---- */

const char *page_lab_play(unsigned from, unsigned games) {
    if (!lab.open) return no_lab();
    lab_play_deals(&lab.book.plan, from, (uint64_t)from + games, lab.book.count);
    reply_begin();
    reply_open('{');
    reply_name("games"), reply_number((long long)lab.book.count[0].games);
    reply_close('}');
    return reply_end();
}

const char *page_lab_take(void) {
    if (!lab.open) return no_lab();
    reply_begin();
    reply_open('{');
    reply_name("counts"), reply_open('[');
    for (unsigned cell = 0; cell < lab.book.plan.cells; cell++) {
        Printer printer = reply_text_begin();
        lab_counts_write(&lab.book.count[cell], &printer);
        reply_text_end();
        memset(&lab.book.count[cell], 0, sizeof lab.book.count[cell]);
    }
    reply_close(']');
    reply_close('}');
    return reply_end();
}

const char *page_lab_add(unsigned cell, const char *counts) {
    if (!lab.open || cell >= lab.book.plan.cells) return no_lab();
    if (!lab_counts_read(counts, lab.part)) return reply_error("bad_counts", "These are no counts of a lab.");
    lab_merge(&lab.book.count[cell], lab.part);
    return page_lab_play(0, 0);
}

/* ---- what it says ---- */

static void put_figure(const Printer *json, LabFigure figure) {
    char text[96];
    if (figure.sure) snprintf(text, sizeof text, "[%.6g,%.6g,%.6g]", figure.value, figure.low, figure.high);
    else snprintf(text, sizeof text, "[%.6g]", figure.value);
    json->put(json->sink, text);
}

/* Figures by name: of a cell, or, with a base, the differences from it. */
static void put_metrics(const LabCount *base, const LabCount *count) {
    double z = lab_z(base ? METRICS : 1);
    reply_open('{');
    for (unsigned i = 0; i < METRICS; i++) {
        reply_name(metric_rows[i].name);
        Printer json = reply_json();
        put_figure(&json, base ? lab_difference(base, count, (Metric)i, z) : lab_mean(count, (Metric)i, z));
    }
    reply_close('}');
}

static bool happens(unsigned fire) {
    for (unsigned cell = 0; cell < lab.book.plan.cells; cell++)
        if (lab.book.count[cell].fire[fire].times.sum) return true;
    return false;
}

static void put_events(const LabCount *base, const LabCount *count) {
    unsigned shown = 0;
    for (unsigned i = 0; i < EVENT_KINDS; i++) shown += happens(FIRE_EVENTS + i);
    double z = lab_z(base ? shown : 1);
    reply_open('{');
    for (unsigned i = 0; i < EVENT_KINDS; i++) {
        if (!happens(FIRE_EVENTS + i)) continue;
        reply_name(event_name((EventKind)i));
        Printer json = reply_json();
        put_figure(&json,
                   base ? lab_times_difference(base, count, FIRE_EVENTS + i, z) : lab_times(count, FIRE_EVENTS + i, z));
    }
    reply_close('}');
}

static void put_cell(unsigned cell) {
    const LabCount *count = &lab.book.count[cell];
    unsigned players = lab.book.plan.cell[cell].players;
    reply_open('{');
    reply_name("metrics"), put_metrics(NULL, count);
    reply_name("events"), put_events(NULL, count);
    reply_name("edges"), reply_open('[');
    for (unsigned place = 0; place < players; place++) {
        Printer json = reply_json();
        put_figure(&json, lab_edge(count, players, place, lab_z(players)));
    }
    reply_close(']');
    reply_name("longest"), reply_number((long long)count->turns_max);
    reply_close('}');
}

const char *page_lab_figures(void) {
    if (!lab.open) return no_lab();
    const LabCount *count = lab.book.count;
    bool two = lab.book.plan.cells > 1 && lab.book.plan.cell[1].base == 0;
    reply_begin();
    reply_open('{');
    reply_name("games"), reply_number((long long)count[0].games);
    reply_name("watched"), reply_number((long long)count[0].watched);
    reply_name("cells"), reply_open('[');
    for (unsigned cell = 0; cell < lab.book.plan.cells; cell++) put_cell(cell);
    reply_close(']');
    reply_name("differences");
    if (two) {
        reply_open('{');
        reply_name("metrics"), put_metrics(&count[0], &count[1]);
        reply_name("events"), put_events(&count[0], &count[1]);
        reply_close('}');
    } else {
        reply_text(NULL);
    }
    reply_close('}');
    return reply_end();
}

const char *page_lab_report(const char *form) {
    static const char *const forms[] = {[REPORT_TERMINAL] = "terminal", [REPORT_HTML] = "html", [REPORT_PART] = "part"};
    if (!lab.open) return no_lab();
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (strcmp(forms[i], form) != 0) continue;
        LabFindings findings = lab_book_findings(&lab.book);
        reply_begin();
        reply_open('{');
        reply_name("report");
        Printer printer = reply_text_begin();
        lab_report(&findings, (ReportForm)i, 0, &printer);
        reply_text_end();
        reply_close('}');
        return reply_end();
    }
    return reply_error("bad_form", "A report has the form terminal, html or part.");
}
