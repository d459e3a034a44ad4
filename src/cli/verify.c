/* verify.c -- `uno verify`: checks that a record is what it claims to be: its rules,
 * the proof of its deal, every action, its result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../record/record.h"
#include "command.h"

enum { OPT_QUIET };
static const OptionRow options[] = {
    {"quiet", 'q', NULL, "say nothing about records that are good"},
    {NULL, 0, NULL, NULL},
};

/* True when a ruleset of that name comes with the program and says the same. */
static const char *rules_words(const Record *record) {
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        RulesetError error;
        char hash[RULESET_HASH_HEX];
        if (strcmp(builtin_rulesets[i].name, record->ruleset) != 0 || !ruleset_load(record->ruleset, &ruleset, &error))
            continue;
        ruleset_hash(&ruleset.rules, hash);
        return strcmp(hash, record->hash) == 0 ? "as they come with this program" : "with changes of its own";
    }
    return "of its own";
}

static const char *proof_words(RecordProof proof) {
    switch (proof) {
    case PROOF_HOLDS:
        return "proven: the secret is the one committed to, and the seed follows from it and the contributions";
    case PROOF_WAITING: return "committed to, but the secret is not shown yet: nothing can be proven before it is";
    default: return "follows from the seed given; nothing was committed to beforehand";
    }
}

static void tell_good(const char *path, const Record *record, const RecordReport *report) {
    printf("%s: good\n", path);
    printf("  rules     %s, %s\n", record->ruleset, rules_words(record));
    printf("  deal      %s\n", proof_words(report->proof));
    printf("  actions   %zu, all legal\n", record->actions);
    printf("  result   ");
    for (unsigned seat = 0; seat < record->players; seat++)
        if (record->result.winners >> seat & 1)
            printf(" %s", record->name[seat][0] ? record->name[seat] : (char[2]){(char)('A' + (int)seat), 0});
    printf("%s; it follows from the actions\n", record->result.winners ? " won" : " nobody won");
}

/* An unfinished record is no proof of anything yet. */
static int tell_unfinished(const OptionReader *reader, const char *path, const Record *record,
                           const RecordReport *report) {
    unsigned line = record->actions ? record->action[record->actions - 1].line : 0;
    if (!report->replayed)
        return complain(reader, "%s: unfinished, and the secret is not shown yet: the %zu actions cannot be checked",
                        path, record->actions);
    return complain(
        reader, "%s:%u: unfinished: the record stops after action %zu without a result (all actions so far are legal)",
        path, line, record->actions);
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
    int status = STATUS_GOOD;
    if (!verified && error.column)
        status = complain(reader, "%s:%u:%u: %s", path, error.line, error.column, error.text);
    else if (!verified && error.line) status = complain(reader, "%s:%u: %s", path, error.line, error.text);
    else if (!verified) status = complain(reader, "%s: %s", path, error.text);
    else if (!report.finished) status = tell_unfinished(reader, path, &record, &report);
    else if (!quiet) tell_good(path, &record, &report);
    if (good) record_free(&record);
    return status;
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
        if (option == OPTION_WORD && verify(reader, reader->value, quiet) != STATUS_GOOD) status = STATUS_BAD_INPUT;
    return status;
}

const Command command_verify = {
    "verify",
    "check a record: its rules, the proof of its deal, every action, its result",
    "FILE... [--quiet]",
    "Exit status 0: everything in the record holds. 2: something does not, and the message says\n"
    "which line and which action; or the game is not finished. docs/notation.md tells how to\n"
    "check the deal without this program. FILE may be -.\n",
    options,
    run,
};
