/* record.c -- building, writing, replaying and checking a record. Reading one is
 * in record_parse.c. */
#include "record.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/blake2b.h"
#include "../engine/position.h"
#include "../engine/text.h"

enum { LINE_WIDTH = 92 };

/* ---- building ---- */

void record_init(Record *record, const Ruleset *ruleset, unsigned players) {
    memset(record, 0, sizeof *record);
    memcpy(record->ruleset, ruleset->name, sizeof record->ruleset);
    record->rules = ruleset->rules;
    ruleset_hash(&record->rules, record->hash);
    record->players = players;
}

void record_free(Record *record) {
    free(record->action);
    memset(record, 0, sizeof *record);
}

bool record_add(Record *record, Seat seat, Action action) {
    if (record->actions == record->capacity) {
        size_t capacity = record->capacity ? record->capacity * 2 : 256;
        if (record->actions >= RECORD_ACTIONS_MAX) return false;
        RecordAction *more = realloc(record->action, capacity * sizeof *more);
        if (!more) return false;
        record->action = more;
        record->capacity = capacity;
    }
    record->action[record->actions++] = (RecordAction){.action = action, .seat = seat};
    return true;
}

void record_finish(Record *record, const Game *game) {
    RecordResult *result = &record->result;
    memset(result, 0, sizeof *result);
    result->winners = game->board.winners;
    for (unsigned seat = 0; seat < record->players; seat++) result->score[seat] = game->board.score[seat];
    result->actions = (unsigned)record->actions;
    record_checksum(record, game, result->checksum);
    record->finished = true;
}

void record_set_bot(Record *record, unsigned seat, const char *kind) {
    if (record_name_fits(kind)) memcpy(record->bot[seat], kind, strlen(kind) + 1);
    else record->bot[seat][0] = 0;
}

bool record_name_fits(const char *name) {
    size_t length = strlen(name);
    if (length == 0 || length >= RECORD_NAME_MAX || name[0] == ' ' || name[length - 1] == ' ') return false;
    return text_is_shown(name);
}

/* ---- writing ---- */

static void put(const Printer *printer, const char *text) { printer->put(printer->sink, text); }

__attribute__((format(printf, 2, 3))) static void print(const Printer *printer, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put(printer, text);
}

static void print_hex(const Printer *printer, const char *keyword, const Seed *seed) {
    char hex[2 * SEED_BYTES + 1];
    Text text = text_in(hex, sizeof hex);
    text_hex(&text, seed->bytes, SEED_BYTES);
    print(printer, "%s %s\n", keyword, hex);
}

static void print_seat_hex(const Printer *printer, const char *keyword, unsigned seat, const Seed *seed) {
    char words[24];
    snprintf(words, sizeof words, "%s %c", keyword, 'A' + (int)seat);
    print_hex(printer, words, seed);
}

static void print_rules(const Record *record, const Printer *printer) {
    char text[RULESET_TEXT_MAX];
    ruleset_format(&record->rules, text, sizeof text);
    print(printer, "ruleset %s %s\n", record->ruleset, record->hash);
    for (char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        bool last = line[length] == 0;
        line[length] = 0;
        print(printer, "| %s\n", line);
        line += length + !last;
    }
}

static void print_names(const Record *record, const char *keyword, const char (*names)[RECORD_NAME_MAX],
                        const Printer *printer) {
    for (unsigned seat = 0; seat < record->players; seat++)
        if (names[seat][0]) print(printer, "%s %c %s\n", keyword, 'A' + (int)seat, names[seat]);
}

static void print_header(const Record *record, const Printer *printer) {
    put(printer, "uno-record 1\n");
    print_rules(record, printer);
    if (record->date[0]) print(printer, "date %s\n", record->date);
    print(printer, "players %u\n", record->players);
    print_names(record, "seat", record->name, printer);
    print_names(record, "bot", record->bot, printer);

    for (unsigned seat = 0; seat < record->players; seat++) {
        char card[CARD_CODE_MAX + 2];
        if (!record->given[seat]) continue;
        face_format(&record->rules, record->given[seat], card, sizeof card);
        print(printer, "given %c %s\n", 'A' + (int)seat, card);
    }

    const RecordChance *chance = &record->chance;
    if (chance->has_seed) print_hex(printer, "seed", &chance->seed);
    if (chance->way == FAIR_COMMITTED) put(printer, "chance 2\n");
    if (chance->has_commitment) print_hex(printer, "commitment", &chance->commitment);
    for (unsigned seat = 0; seat < record->players; seat++) {
        const FairPart *part = &chance->part[seat];
        if (part->committed) print_seat_hex(printer, "commit", seat, &part->commit);
        if (part->added) print_seat_hex(printer, "contribution", seat, &part->seed);
    }
}

static void print_actions(const Record *record, const Printer *printer) {
    size_t column = 0;
    for (size_t i = 0; i < record->actions; i++) {
        const RecordAction *entry = &record->action[i];
        char text[ACTION_TEXT_MAX];
        size_t length = action_format(&record->rules, entry->action, text, sizeof text);
        bool deal = action_kind(entry->action) == ACT_DEAL;
        if (i == 0 || deal || column + length + 4 > LINE_WIDTH) {
            print(printer, "%s%s%5zu.", i ? "\n" : "", i == 0 || deal ? "\n" : "", i + 1);
            column = 6;
        }
        print(printer, "%s%c %s", column == 6 ? " " : "  ", 'A' + entry->seat, text);
        column += length + 4;
    }
    if (record->actions) put(printer, "\n");
}

static void print_result(const Record *record, const Printer *printer) {
    const RecordResult *result = &record->result;
    put(printer, "winners");
    for (unsigned seat = 0; seat < record->players; seat++)
        if (result->winners >> seat & 1) print(printer, " %c", 'A' + (int)seat);
    put(printer, result->winners ? "\nscores" : " nobody\nscores");
    for (unsigned seat = 0; seat < record->players; seat++)
        print(printer, "%s%c %u", seat ? "  " : " ", 'A' + (int)seat, result->score[seat]);
    print(printer, "\nactions %u\nchecksum %s\n", result->actions, result->checksum);
}

void record_format(const Record *record, const Printer *printer) {
    print_header(record, printer);
    print_actions(record, printer);
    if (record->finished || record->chance.has_secret) put(printer, "\n");
    if (record->chance.has_secret) print_hex(printer, "secret", &record->chance.secret);
    if (record->finished) print_result(record, printer);
}

/* ---- replaying ---- */

static unsigned way_of(const RecordChance *chance) { return chance->way ? chance->way : FAIR_OPEN; }

bool record_seed(const Record *record, Seed *out) {
    const RecordChance *chance = &record->chance;
    if (chance->has_seed) {
        *out = chance->seed;
        return true;
    }
    if (!chance->has_secret) return false;
    fair_seed(way_of(chance), &chance->secret, chance->part, record->players, out);
    return true;
}

void record_checksum(const Record *record, const Game *game, char out[RECORD_CHECKSUM_HEX]) {
    uint8_t digest[(RECORD_CHECKSUM_HEX - 1) / 2];
    Blake2b hash;
    blake2b_init(&hash, sizeof digest);
    for (size_t i = 0; i < record->actions; i++) {
        char line[ACTION_TEXT_MAX + 3] = {(char)('A' + record->action[i].seat), ' '};
        unsigned length = 2 + action_format(&record->rules, record->action[i].action, line + 2, ACTION_TEXT_MAX);
        line[length++] = '\n';
        blake2b_update(&hash, line, length);
    }
    char position[POSITION_TEXT_MAX];
    unsigned length = position_format(&record->rules, game, NULL, position, sizeof position);
    blake2b_update(&hash, position, length < sizeof position ? length : sizeof position - 1);
    blake2b_final(&hash, digest);
    Text text = text_in(out, RECORD_CHECKSUM_HEX);
    text_hex(&text, digest, sizeof digest);
}

__attribute__((format(printf, 4, 5))) static bool fail(RecordError *error, unsigned line, unsigned column,
                                                       const char *format, ...) {
    error->line = line;
    error->column = column;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

static bool fail_refused(const Record *record, size_t index, Verdict verdict, RecordError *error) {
    const RecordAction *entry = &record->action[index];
    char text[ACTION_TEXT_MAX];
    action_format(&record->rules, entry->action, text, sizeof text);
    return fail(error, entry->line, entry->column, "action %zu, %c %s, is against the rules: %s [%s: %s]", index + 1,
                'A' + entry->seat, text, verdict_sentence(verdict), verdict_name(verdict), verdict_rules(verdict));
}

bool record_replay(const Record *record, RecordWatch watch, void *context, Game *game, RecordError *error) {
    Seed seed;
    if (!record_seed(record, &seed))
        return fail(error, 0, 0, "the record gives neither a seed nor a secret, so the cards are not known");
    Witness witness;
    witness_init(&witness);
    game_init_given(&record->rules, game, record->players, &seed, record->given, &witness);
    if (watch && !watch(context, 0, NO_SEAT, action_plain(ACT_NONE), game, &witness)) return true;

    for (size_t i = 0; i < record->actions; i++) {
        const RecordAction *entry = &record->action[i];
        Verdict verdict = game_apply(&record->rules, game, entry->seat, entry->action, &witness);
        if (verdict != VERDICT_ok) return fail_refused(record, i, verdict, error);
        if (watch && !watch(context, i + 1, entry->seat, entry->action, game, &witness)) return true;
    }
    return true;
}

/* ---- checking ---- */

static bool verify_rules(const Record *record, RecordError *error) {
    char hash[RULESET_HASH_HEX];
    ruleset_hash(&record->rules, hash);
    if (strcmp(hash, record->hash) == 0 || ruleset_had_hash(&record->rules, record->hash)) return true;
    return fail(error, record->hash_line, 0,
                "the rules below do not have the stated hash: it should be %s, so one of them was changed", hash);
}

/* What a seat revealed is what it had committed to. */
static bool verify_parts(const Record *record, RecordError *error) {
    const RecordChance *chance = &record->chance;
    for (unsigned seat = 0; seat < record->players; seat++) {
        const FairPart *part = &chance->part[seat];
        Seed commit;
        if (way_of(chance) == FAIR_OPEN && part->committed)
            return fail(error, chance->part_line[seat], 0,
                        "seat %c has a commitment, but the line 'chance 2' is missing", 'A' + (int)seat);
        if (way_of(chance) == FAIR_OPEN || !part->added) continue;
        if (!part->committed)
            return fail(error, chance->part_line[seat], 0, "the seed of seat %c was not committed to", 'A' + (int)seat);
        fair_commit(&part->seed, &commit);
        if (!fair_equal(&commit, &part->commit))
            return fail(error, chance->part_line[seat], 0, "the seed of seat %c is not the one committed to",
                        'A' + (int)seat);
    }
    return true;
}

static bool verify_chance(const Record *record, RecordProof *proof, RecordError *error) {
    const RecordChance *chance = &record->chance;
    bool open = way_of(chance) == FAIR_OPEN;
    *proof = PROOF_NONE;
    if (chance->has_commitment) *proof = !chance->has_secret ? PROOF_WAITING : open ? PROOF_OPEN : PROOF_HOLDS;
    if (!verify_parts(record, error)) return false;
    if (!chance->has_secret) return true;
    if (!chance->has_commitment)
        return fail(error, chance->secret_line, 0,
                    "there is a secret but no commitment: nothing shows that it was fixed beforehand");

    Seed expected;
    fair_commitment(&chance->secret, &expected);
    if (!fair_equal(&expected, &chance->commitment))
        return fail(error, chance->secret_line, 0,
                    "the secret is not the one committed to on line %u: its BLAKE2b-256 is another",
                    chance->commitment_line);
    fair_seed(way_of(chance), &chance->secret, chance->part, record->players, &expected);
    if (chance->has_seed && !fair_equal(&expected, &chance->seed))
        return fail(error, chance->seed_line, 0, "the seed does not follow from the secret and the contributions");
    return true;
}

static bool verify_result(const Record *record, const Game *game, RecordError *error) {
    const RecordResult *stated = &record->result;
    Record played = *record; /* shares the actions; only its result is its own */
    if (stated->actions != record->actions)
        return fail(error, stated->line, 0, "the result speaks of %u actions, but the record has %zu", stated->actions,
                    record->actions);
    if (game->board.phase != PHASE_OVER)
        return fail(error, stated->line, 0, "there is a result, but after action %zu the game is not over",
                    record->actions);
    record_finish(&played, game);
    if (played.result.winners != stated->winners)
        return fail(error, stated->line, 0, "the actions do not lead to the winners stated here");
    for (unsigned seat = 0; seat < record->players; seat++)
        if (played.result.score[seat] != stated->score[seat])
            return fail(error, stated->line, 0, "the actions give %c %u points, not %u", 'A' + (int)seat,
                        played.result.score[seat], stated->score[seat]);
    if (strcmp(played.result.checksum, stated->checksum) != 0)
        return fail(error, stated->line, 0, "the checksum is %s, but the actions lead to %s", stated->checksum,
                    played.result.checksum);
    return true;
}

bool record_verify(const Record *record, RecordReport *report, RecordError *error) {
    memset(report, 0, sizeof *report);
    if (!verify_rules(record, error) || !verify_chance(record, &report->proof, error)) return false;
    Seed seed;
    if (!record_seed(record, &seed)) {
        if (record->finished)
            return fail(error, record->result.line, 0, "the game has ended, but the secret is not shown");
        return true;
    }
    Game game;
    if (!record_replay(record, NULL, NULL, &game, error)) return false;
    report->replayed = true;
    if (!record->finished) return true;
    report->finished = true;
    return verify_result(record, &game, error);
}
