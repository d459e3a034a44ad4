/* verify.c -- `uno verify`: checks that a record is what it claims to be: its rules,
 * the proof of its deal, every action, its result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../record/record.h"
#include "command.h"
#include "say.h"

enum { CHANGES_TEXT = 2048, INDENT = 15 };

enum { OPT_QUIET };
static const OptionRow options[] = {
    {"quiet", 'q', NULL, "say nothing about records that are good"},
    {NULL, 0, NULL, NULL},
};

/* How the rules compare with the ruleset of that name that comes with the program. */
static void tell_rules(const Record *record) {
    Ruleset ruleset;
    RulesetError error;
    char changes[CHANGES_TEXT];
    bool known = false;
    for (unsigned i = 0; i < builtin_ruleset_count && !known; i++)
        known = strcmp(builtin_rulesets[i].name, record->ruleset) == 0;
    printf("  rules        ");
    if (!known || !ruleset_load(record->ruleset, &ruleset, &error)) printf("%s, of its own\n", record->ruleset);
    else if (!list_changes(&ruleset.rules, &record->rules, changes, sizeof changes))
        printf("%s, as they come with this program\n", record->ruleset);
    else {
        char line[CHANGES_TEXT + RULESET_NAME_MAX + 16];
        snprintf(line, sizeof line, "%s, changed: %s", record->ruleset, changes);
        say_wrapped_at(INDENT, INDENT, line);
    }
}

static const char *proof_words(RecordProof proof) {
    switch (proof) {
    case PROOF_HOLDS:
        return "proven: the secret is the one committed to, and the seed follows from it and the contributions";
    case PROOF_WAITING: return "committed to, but the secret is not shown yet: nothing can be proven before it is";
    default: return "follows from the seed given; nothing was committed to beforehand";
    }
}

static void tell_winners(const Record *record) {
    bool several = false;
    printf("  result       ");
    for (unsigned seat = 0; seat < record->players; seat++) {
        if (!(record->result.winners >> seat & 1)) continue;
        printf("%sseat %c", several ? " and " : "", 'A' + (int)seat);
        if (record->name[seat][0]) printf(", %s,", record->name[seat]);
        several = true;
    }
    printf("%s; it follows from the actions\n", record->result.winners ? " won" : "nobody won");
}

static void tell_good(const char *path, const Record *record, const RecordReport *report) {
    printf("%s: good\n", path);
    tell_rules(record);
    printf("  deal         ");
    say_wrapped_at(INDENT, INDENT, proof_words(report->proof));
    printf("  actions      %zu, all legal\n", record->actions);
    tell_winners(record);
    printf("  not checked  names and date\n");
}

/* An unfinished record is no proof of anything yet. */
static int tell_unfinished(const OptionReader *reader, const char *path, const Record *record,
                           const RecordReport *report) {
    unsigned line = record->actions ? record->action[record->actions - 1].line : 0;
    if (!report->replayed)
        complain(reader, "%s: unfinished, and the secret is not shown yet: the %zu actions cannot be checked", path,
                 record->actions);
    else
        complain(reader,
                 "%s:%u: unfinished: the record stops after action %zu without a result (all actions so far are legal)",
                 path, line, record->actions);
    return STATUS_UNFINISHED;
}

static int verify(const OptionReader *reader, const char *path, bool quiet) {
    Record record;
    RecordError error;
    RecordReport report;
    size_t length;
    char *text = read_file(reader, path, RECORD_BYTES_MAX, &length);
    if (!text) return STATUS_BAD_INPUT;
    bool good = record_parse(text, length, &record, &error);
    free(text);
    bool verified = good && record_verify(&record, &report, &error);
    int status = good ? verified ? STATUS_GOOD : STATUS_FAILED : STATUS_BAD_INPUT;
    if (!verified && error.column) complain(reader, "%s:%u:%u: %s", path, error.line, error.column, error.text);
    else if (!verified && error.line) complain(reader, "%s:%u: %s", path, error.line, error.text);
    else if (!verified) complain(reader, "%s: %s", path, error.text);
    else if (!report.finished) status = tell_unfinished(reader, path, &record, &report);
    else if (!quiet) tell_good(path, &record, &report);
    if (good) record_free(&record);
    return status;
}

/* Of several records the gravest finding counts: a false one, one that cannot be read, an unfinished one. */
static int graver(int a, int b) {
    static const int order[] = {STATUS_FAILED, STATUS_BAD_INPUT, STATUS_UNFINISHED};
    for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++)
        if (a == order[i] || b == order[i]) return order[i];
    return STATUS_GOOD;
}

static int run(OptionReader *reader) {
    bool quiet = false;
    int files = 0, first = reader->next, status = STATUS_GOOD;
    for (int option; (option = option_next(reader)) != OPTION_END;) {
        if (option == OPT_QUIET) quiet = true;
        else if (option == OPTION_WORD) files++;
        else return STATUS_BAD_INPUT;
    }
    if (files == 0) return complain(reader, "expected the file of a record; see uno verify --help");
    reader->next = first;
    reader->only_words = false;
    for (int option; (option = option_next(reader)) != OPTION_END;)
        if (option == OPTION_WORD) status = graver(status, verify(reader, reader->value, quiet));
    return status;
}

const Command command_verify = {
    "verify",
    "check a record: its rules, its deal, every action, its result",
    "FILE... [--quiet]",
    "Exit status 0: everything in the record holds. 1: something does not, and the message says\n"
    "which line and which action. 2: the record cannot be read. 3: the game is not finished. Of\n"
    "several records the gravest counts: 1, then 2, then 3. Names and date are not checked.\n"
    "docs/notation.md tells how to check the deal without this program. FILE may be -.\n",
    options,
    run,
};
