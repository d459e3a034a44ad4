/* verify.c -- `uno verify`: checks that a record is what it claims to be: its rules,
 * the proof of its deal, every action, its result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "../record/kept.h"
#include "command.h"
#include "say.h"

enum { CHANGES_TEXT = 2048, INDENT = 15 };

enum { OPT_QUIET, OPT_KEPT };
static const OptionRow options[] = {
    {"quiet", 'q', NULL, "say nothing about records that are good"},
    {"kept", 0, "KEPT", "compare with what a player's client kept"},
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

/* ---- the deal: exactly what the record shows, and what it does not ---- */

static void say_deal(bool first, const char *text) {
    printf("%-*s", INDENT, first ? "  deal" : "");
    say_wrapped_at(INDENT, INDENT, text);
}

/* "A", "A and B", "A, B and C" */
static void list_seats(SeatMask seats, char *out, size_t size) {
    Text text = text_in(out, (unsigned)size);
    for (bool first = true; seats; seats &= (SeatMask)(seats - 1), first = false) {
        if (!first) text_put(&text, bits_count(seats) == 1 ? " and " : ", ");
        text_char(&text, (char)('A' + mask_first(seats)));
    }
}

/* "Seat A fixed ...", "Seats A and B fixed ..." */
static void say_seats(SeatMask seats, const char *words) {
    char names[64], line[320];
    if (!seats) return;
    list_seats(seats, names, sizeof names);
    snprintf(line, sizeof line, "Seat%s %s %s", bits_count(seats) > 1 ? "s" : "", names, words);
    say_deal(false, line);
}

static void say_commitment(const RecordChance *chance, bool compared) {
    char hex[2 * SEED_BYTES + 1], line[320];
    Text text = text_in(hex, sizeof hex);
    text_hex(&text, chance->commitment.bytes, SEED_BYTES);
    snprintf(
        line, sizeof line,
        compared
            ? "The server's commitment is the one that was kept: %s."
            : "That the server fixed its secret before the seeds were known is shown only to somebody who kept its "
              "commitment: compare %s with what you were shown.",
        hex);
    say_deal(false, line);
}

/* Seats by what they added. */
typedef struct {
    SeatMask revealed, unrevealed, nothing;
} Added;

static Added added_by(const Record *record) {
    Added added = {0};
    for (unsigned seat = 0; seat < record->players; seat++) {
        const FairPart *part = &record->chance.part[seat];
        SeatMask bit = (SeatMask)(1u << seat);
        if (part->added) added.revealed |= bit;
        else if (part->committed) added.unrevealed |= bit;
        else added.nothing |= bit;
    }
    return added;
}

static void tell_committed_deal(const Record *record, bool compared) {
    Added added = added_by(record);
    char line[320];
    say_deal(true, "follows from the server's secret and the seeds of the seats");
    say_commitment(&record->chance, compared);
    say_seats(added.revealed, "fixed a seed by commitment and revealed it.");
    say_seats(added.unrevealed, "did not reveal (or the server said so): the commitment counted in place of the seed.");
    say_seats(added.nothing, "added nothing.");
    if (added.unrevealed) {
        snprintf(line, sizeof line,
                 "So the operator of the server could choose among %u deals, two for every seat that did not reveal.",
                 1u << bits_count(added.unrevealed));
        say_deal(false, line);
    }
    if (!added.revealed) say_deal(false, "No seed of a seat counted: the server alone could choose this deal.");
}

static void tell_open_deal(const Record *record, bool compared) {
    Added added = added_by(record);
    say_deal(true, "follows from the server's secret and the seeds of the seats");
    say_commitment(&record->chance, compared);
    say_seats(added.revealed, "said a seed in the open, without a commitment: a seat that spoke last and knew the "
                              "server's secret could choose the deal.");
    say_seats(added.nothing, "added nothing.");
    if (!added.revealed) say_deal(false, "The server alone could choose this deal.");
}

static void tell_deal(const Record *record, RecordProof proof, bool compared) {
    switch (proof) {
    case PROOF_HOLDS: tell_committed_deal(record, compared); break;
    case PROOF_OPEN: tell_open_deal(record, compared); break;
    case PROOF_WAITING: say_deal(true, "committed to, but the secret is not shown yet: nothing is shown before"); break;
    case PROOF_NONE: say_deal(true, "follows from the seed given; nothing was committed to beforehand"); break;
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

static void tell_good(const char *path, const Record *record, const RecordReport *report, const Kept *kept) {
    printf("%s: good\n", path);
    tell_rules(record);
    tell_deal(record, report->proof, kept);
    if (kept) printf("  kept         all that seat %c kept is the same\n", 'A' + kept->seat);
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

/* Holds the record against what was kept of the table; false: said on stderr what differs. */
static bool compare(const OptionReader *reader, const char *path, const Record *record, const Kept *kept) {
    unsigned found = kept_differences(kept, record);
    for (unsigned i = 0; i < DIFFERENCES; i++)
        if (found >> i & 1) complain(reader, "%s: differs from what was kept: %s", path, difference_sentence(i));
    return !found;
}

static int verify(const OptionReader *reader, const char *path, const Kept *kept, bool quiet) {
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
    else if (kept && !compare(reader, path, &record, kept)) status = STATUS_FAILED;
    else if (!quiet) tell_good(path, &record, &report, kept);
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

/* False: said why on stderr. */
static bool read_kept(const OptionReader *reader, const char *path, Kept *out) {
    RecordError error;
    size_t length;
    char *text = read_file(reader, path, KEPT_TEXT_MAX, &length);
    bool good = text && kept_parse(text, length, out, &error);
    if (text && !good) complain(reader, "%s:%u: %s", path, error.line, error.text);
    free(text);
    return good;
}

static int run(OptionReader *reader) {
    bool quiet = false, compares = false;
    Kept kept;
    int files = 0, first = reader->next, status = STATUS_GOOD;
    for (int option; (option = option_next(reader)) != OPTION_END;) {
        if (option == OPT_QUIET) quiet = true;
        else if (option == OPT_KEPT) {
            if (!(compares = read_kept(reader, reader->value, &kept))) return STATUS_BAD_INPUT;
        } else if (option == OPTION_WORD) files++;
        else return STATUS_BAD_INPUT;
    }
    if (files == 0) return complain(reader, "expected the file of a record; see uno verify --help");
    if (compares && files > 1) return complain(reader, "--kept is about one game: give one record");
    reader->next = first;
    reader->only_words = false;
    for (int option; (option = option_next(reader)) != OPTION_END;)
        if (option == OPTION_WORD)
            status = graver(status, verify(reader, reader->value, compares ? &kept : NULL, quiet));
    return status;
}

const Command command_verify = {
    "verify",
    "check a record: its rules, its deal, every action, its result",
    "FILE... [--quiet]\nFILE --kept KEPT [--quiet]",
    "Exit status 0: everything in the record holds. 1: something does not, and the message says\n"
    "which line and which action. 2: the record cannot be read. 3: the game is not finished. Of\n"
    "several records the gravest counts: 1, then 2, then 3. Names and date are not checked.\n"
    "A record alone cannot show when a commitment was made: --kept compares it with what a player's\n"
    "client kept of the table: commitments, own seed, first hand.\n"
    "docs/notation.md explains how to check the deal without this program. FILE may be -.\n",
    options,
    run,
};
