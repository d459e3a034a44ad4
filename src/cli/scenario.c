/* scenario.c -- `uno scenario`: runs games told as table talk and says what is at fault. */
#include "../scenario/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

enum { OPT_COVERAGE, OPT_VERBOSE };
static const OptionRow options[] = {
    {"coverage", 'c', NULL, "print every rule with the scenarios that prove it; fail when one has none"},
    {"verbose", 'v', NULL, "name every scenario, not only those that fail"},
    {NULL, 0, NULL, NULL},
};

typedef struct {
    Coverage *coverage; /* NULL: not asked for */
    bool verbose, no_memory;
} Telling;

static void tell_fault(void *self, const ScenarioFault *fault) {
    (void)self;
    fflush(stdout);
    fprintf(stderr, "%s:%u:%u: %s\n", fault->file, fault->line, fault->column, fault->message);
    if (fault->scenario[0]) fprintf(stderr, "    in \"%s\"\n", fault->scenario);
    if (fault->source[0]) fprintf(stderr, "    %s\n", fault->source);
    if (fault->position[0]) fprintf(stderr, "%s", fault->position);
}

static void tell_scenario(void *self, const ScenarioResult *result) {
    Telling *telling = self;
    if (telling->verbose)
        printf("%s  %s:%u  %s\n", result->passed ? "good" : "FAIL", result->file, result->line, result->title);
    if (telling->coverage && result->passed && !coverage_add(telling->coverage, result)) telling->no_memory = true;
}

static void put_out(void *sink, const char *text) { fputs(text, sink); }

/* The folder of a file, where rulesets it names by a path are looked for. */
static void folder_of(const char *path, char *out, size_t size) {
    const char *slash = strrchr(path, '/');
    if (slash) snprintf(out, size, "%.*s", (int)(slash - path), path);
    else snprintf(out, size, ".");
}

static int run_file(const OptionReader *reader, const char *path, const ScenarioReport *report,
                    ScenarioCounts *counts) {
    size_t length;
    char folder[4096];
    char *text = read_file(reader, path, SCENARIO_TEXT_MAX, &length);
    if (!text) return STATUS_BAD_INPUT;
    folder_of(path, folder, sizeof folder);
    scenario_run(text, length, path, folder, report, counts);
    free(text);
    return STATUS_GOOD;
}

static int conclude(const OptionReader *reader, const ScenarioCounts *counts, const Telling *telling, int status) {
    if (counts->scenarios)
        printf("%u of %u scenarios are as they should be (%u actions, %u checks)\n", counts->passed, counts->scenarios,
               counts->actions, counts->checks);
    if (telling->no_memory) return complain(reader, "there is not enough memory"), STATUS_FAILED;
    unsigned unproved = telling->coverage ? coverage_print(telling->coverage, put_out, stdout) : 0;
    if (counts->bad_text) return STATUS_BAD_INPUT;
    if (status != STATUS_GOOD) return status;
    return counts->bad_play || unproved ? STATUS_FAILED : STATUS_GOOD;
}

static int run(OptionReader *reader) {
    Telling telling = {NULL, false, false};
    bool coverage = false;
    int files = 0, first = reader->next;
    for (int option; (option = option_next(reader)) != OPTION_END;) {
        if (option == OPT_COVERAGE) coverage = true;
        else if (option == OPT_VERBOSE) telling.verbose = true;
        else if (option == OPTION_WORD) files++;
        else return STATUS_BAD_INPUT;
    }
    if (files == 0) return complain(reader, "expected at least one scenario file; see uno scenario --help");
    if (coverage && !(telling.coverage = coverage_new())) return STATUS_FAILED;

    ScenarioReport report = {.fault = tell_fault, .scenario = tell_scenario, .self = &telling};
    ScenarioCounts counts = {0};
    int status = STATUS_GOOD;
    reader->next = first;
    reader->only_words = false;
    for (int option; (option = option_next(reader)) != OPTION_END;)
        if (option == OPTION_WORD && run_file(reader, reader->value, &report, &counts) != STATUS_GOOD)
            status = STATUS_BAD_INPUT;
    status = conclude(reader, &counts, &telling, status);
    if (telling.coverage) coverage_free(telling.coverage);
    return status;
}

const Command command_scenario = {
    "scenario",
    "run games told as table talk, and check what follows",
    "FILE... [--coverage] [--verbose]",
    "A scenario sets up a table, lets the players act and says what must follow. Exit status\n"
    "1: a game turns out differently; 2: a file cannot be understood. How to write scenarios is\n"
    "explained in docs/scenarios.md.\n",
    options,
    run,
};
