/* scenario.c -- runs a text of scenarios line by line, and reports. */
#include "scenario.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

/* ---- faults ---- */

Place run_place(const Run *run, const char *at) {
    bool inside = at >= run->line && at < run->line + sizeof run->line;
    return (Place){run->number, inside ? (unsigned)(at - run->line) + 1 : 1, run->source, run->length};
}

static void fault(Run *run, FaultKind kind, Place place, const char *message) {
    char position[POSITION_TEXT_MAX] = "", source[LINE_BYTES];
    if (run->built) position_format(&run->ruleset.rules, &run->game, NULL, position, sizeof position);
    snprintf(source, sizeof source, "%.*s", (int)place.length, place.source);
    ScenarioFault found = {
        .kind = kind,
        .file = run->file,
        .line = place.line,
        .column = place.column,
        .scenario = run->open ? run->title : "",
        .message = message,
        .source = source,
        .position = position,
    };
    if (kind == FAULT_TEXT) run->counts->bad_text++;
    else run->counts->bad_play++;
    if (run->report && run->report->fault) run->report->fault(run->report->self, &found);
    run->broken = true;
}

#define FAULT_WITH_WORDS(run, kind, place, format) \
    do { \
        char words[FOUND_BYTES * 2]; \
        va_list args; \
        if ((run)->broken) return; /* the first one counts */ \
        va_start(args, format); \
        vsnprintf(words, sizeof words, format, args); \
        va_end(args); \
        fault(run, kind, place, words); \
    } while (0)

void run_bad_text(Run *run, const char *at, const char *format, ...) {
    FAULT_WITH_WORDS(run, FAULT_TEXT, run_place(run, at), format);
}
void run_bad_place(Run *run, Place place, const char *format, ...) { FAULT_WITH_WORDS(run, FAULT_TEXT, place, format); }
void run_bad_play(Run *run, const char *at, const char *format, ...) {
    FAULT_WITH_WORDS(run, FAULT_PLAY, run_place(run, at), format);
}

bool run_found(Run *run, bool holds, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(run->found, sizeof run->found, format, args);
    va_end(args);
    return holds;
}

void run_step(const Run *run, Seat seat, Action action) {
    char remark[LINE_BYTES] = "";
    if (!run->report || !run->report->step) return;
    const char *mark = memchr(run->source, '#', run->length);
    if (mark && seat != NO_SEAT) {
        size_t length = run->length - (size_t)(mark + 1 - run->source), blanks = 0;
        while (blanks < length && mark[1 + blanks] == ' ') blanks++;
        snprintf(remark, sizeof remark, "%.*s", (int)(length - blanks), mark + 1 + blanks);
    }
    run->report->step(run->report->self, &(ScenarioStep){.rules = &run->ruleset.rules,
                                                         .game = &run->game,
                                                         .witness = &run->witness,
                                                         .seat = seat,
                                                         .action = action,
                                                         .remark = remark});
}

/* ---- scenarios ---- */

static void close_scenario(Run *run) {
    if (!run->open) return;
    if (!run->acted)
        run_bad_place(run, run->title_at, "expected an action or an 'expect' line: the scenario says nothing");
    setup_unused(run);
    ScenarioResult result = {run->file, run->title_at.line, run->title, run->ids, run->id, !run->broken};
    run->counts->scenarios++;
    run->counts->passed += result.passed;
    if (run->report && run->report->scenario) run->report->scenario(run->report->self, &result);
}

static void open_scenario(Run *run, const char *title) {
    snprintf(run->title, sizeof run->title, "%s", title);
    run->title_at = run_place(run, run->line);
    run->ids = 0;
    run->open = true;
    run->broken = run->ruled = run->built = run->acted = run->last_was_hands = false;
    setup_init(&run->setup);
}

/* "scenario TITLE" closes the one before and opens this one. */
static bool title_line(Run *run) {
    const char *at = run->line;
    if (!words_take(&at, "scenario")) return false;
    close_scenario(run);
    bool titled = !words_end(&at);
    size_t length = strlen(at);
    while (length && (at[length - 1] == ' ' || at[length - 1] == '\t')) length--;
    run->line[at - run->line + (ptrdiff_t)length] = 0;
    open_scenario(run, at);
    if (!titled) run_bad_text(run, at, "expected a title");
    else if (length >= SCENARIO_TITLE_MAX)
        run_bad_text(run, at, "expected a title of at most %d characters", SCENARIO_TITLE_MAX - 1);
    return true;
}

/* ---- lines ---- */

/* Blanks out what is only for the reader: "# to the end", "(in brackets)". Quoted words stay.
 * Returns the bracket that nothing closes, or NULL. */
static const char *drop_remarks(Run *run) {
    bool quoted = false;
    unsigned depth = 0;
    const char *opened = NULL;
    for (char *at = run->line; *at; at++) {
        if (*at == '"' && !depth) quoted = !quoted;
        if (quoted) continue;
        if (*at == '#') {
            *at = 0;
            break;
        }
        if (*at == '(' && !depth++) opened = at;
        bool inside = depth > 0;
        if (*at == ')' && depth) depth--;
        if (inside) *at = ' ';
    }
    return depth ? opened : NULL;
}

static void run_line(Run *run) {
    const char *unclosed = drop_remarks(run), *at = run->line;
    bool empty = words_end(&at), titled = !empty && title_line(run);
    if (!run->open && (!empty || unclosed)) open_scenario(run, run->file);
    if (unclosed) run_bad_text(run, unclosed, "expected ')' before the end of the line");
    if (empty || titled || run->broken) return;
    if (setup_line(run) || act_line(run)) return;
    run_bad_text(run, at, "expected a word of the set-up, a player's action, 'expect' or 'scenario'");
}

static void run_text_line(Run *run, const char *text, size_t length) {
    if (length && text[length - 1] == '\r') length--;
    size_t kept = length < LINE_BYTES ? length : LINE_BYTES - 1;
    run->source = text;
    run->length = (unsigned)kept;
    memcpy(run->line, text, kept);
    run->line[kept] = 0;
    if (kept < length || strlen(run->line) < kept) {
        if (!run->open) open_scenario(run, run->file);
        run_bad_text(run, run->line + strlen(run->line), "expected plain text, at most %d characters in a line",
                     LINE_BYTES - 1);
        return;
    }
    run_line(run);
}

bool scenario_run(const char *text, size_t length, const char *file, const char *folder, const ScenarioReport *report,
                  ScenarioCounts *counts) {
    Run run = {.file = file, .folder = folder, .report = report, .counts = counts};
    unsigned faults = counts->bad_text + counts->bad_play;
    for (size_t from = 0; from < length;) {
        const char *end = memchr(text + from, '\n', length - from);
        size_t bytes = end ? (size_t)(end - text) - from : length - from;
        run.number++;
        run_text_line(&run, text + from, bytes);
        from += bytes + 1;
    }
    close_scenario(&run);
    return counts->bad_text + counts->bad_play == faults;
}
