/* foreign.c -- calls for languages that cannot read our headers: names in, numbers out. */
#include "foreign.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../engine/board_fields.h"
#include "../engine/position.h"
#include "../wire/view_json.h"
#include "arena.h"

unsigned foreign_version(void) { return FOREIGN_VERSION; }

size_t foreign_size(const char *type) {
#define SIZE(type) \
    { #type, sizeof(type) }
    static const struct {
        const char *name;
        size_t size;
    } sizes[] = {SIZE(Ruleset), SIZE(Game),         SIZE(Witness),     SIZE(View),       SIZE(Bot),
                 SIZE(Record),  SIZE(Rng),          SIZE(Encoder),     SIZE(Batch),      SIZE(BatchArrays),
                 SIZE(Dice),    SIZE(RulesetError), SIZE(RecordError), SIZE(ParseError), SIZE(RecordReport),
                 SIZE(Seed),    SIZE(EncodeField),  SIZE(RulesError),  SIZE(Kept),       SIZE(Past),
                 SIZE(Turn),    SIZE(BatchPlan),    SIZE(ArenaRow)};
#undef SIZE
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!strcmp(sizes[i].name, type)) return sizes[i].size;
    return 0;
}

/* ---- rulesets ---- */

const Rules *foreign_rules(const Ruleset *ruleset) { return &ruleset->rules; }

const char *foreign_ruleset_text(const Ruleset *ruleset, const char *what) {
    return !strcmp(what, "name")     ? ruleset->name
           : !strcmp(what, "title")  ? ruleset->title
           : !strcmp(what, "about")  ? ruleset->about
           : !strcmp(what, "parent") ? ruleset->parent
                                     : NULL;
}

const char *foreign_builtin(unsigned index) {
    return index < builtin_ruleset_count ? builtin_rulesets[index].name : NULL;
}

static bool row_applies(const Rules *rules, const RuleRow *row) { return row->families >> rules->family & 1; }

const char *foreign_option(const Rules *rules, unsigned index) {
    for (unsigned i = 0; i < rule_row_count; i++)
        if (row_applies(rules, &rule_rows[i]) && index-- == 0) return rule_rows[i].name;
    return NULL;
}

bool foreign_option_get(const Rules *rules, const char *name, char *out, unsigned size) {
    const RuleRow *row = rule_row_find(name);
    if (!row || !row_applies(rules, row)) return false;
    rules_get(rules, row, out, size);
    return true;
}

unsigned foreign_players(const Rules *rules, bool most) {
    return (unsigned)(most ? rules->option.max_players : rules->option.min_players);
}

const char *foreign_family(const Rules *rules) { return family_name(rules->family); }

/* ---- tables ---- */

static int face_or_none(Face face) { return face < FACES ? (int)face : -1; }

/* What there is none of is -1. */
static int value_or_none(const BoardField *field, long long value) {
    switch (field->type) {
    case BOARD_SEAT: return value < SEATS_MAX ? (int)value : -1;
    case BOARD_CARD: return face_or_none((Face)value);
    case BOARD_COLOUR: return value < COLOURS ? (int)value : -1;
    case BOARD_DUTY: return value < NAMES ? (int)value : -1;
    case BOARD_NUMBER:
    case BOARD_SIGN:
    case BOARD_FLAG:
    case BOARD_SEATS:
    case BOARD_MASK:
    case BOARD_PHASE:
    case BOARD_TARGETS:
    case BOARD_RETURN:
    case BOARD_SHED: break;
    }
    return (int)value;
}

int foreign_board(const Rules *rules, const Board *board, const char *name, unsigned seat) {
    for (const BoardField *field = board_fields; field < board_fields + board_field_count; field++) {
        if (!field->lab || strcmp(field->lab, name) != 0 || !((unsigned)field->families >> rules->family & 1)) continue;
        if (seat >= SEATS_MAX) break;
        int value = value_or_none(field, board_get(board, field, seat < field->count ? seat : 0));
        bool settled = field->group && !strcmp(field->group, "pending") && !board->classic.pending;
        return settled && (field->type == BOARD_SEAT || field->type == BOARD_CARD) ? -1 : value; /* of an old draw */
    }
    return INT_MIN;
}

SeatMask foreign_awaited(const Rules *rules, const Board *board) { return board_awaited(rules, board); }
const Board *foreign_board_of(const Game *game) { return &game->board; }
const Board *foreign_board_seen(const View *view) { return &view->board; }

bool foreign_view_cards(const View *view, const char *pile, unsigned seat, uint8_t out[FACES]) {
    const Cards *cards = !strcmp(pile, "hand")                        ? &view->own.hand
                         : !strcmp(pile, "open")                      ? &view->board.open
                         : !strcmp(pile, "known") && seat < SEATS_MAX ? &view->known[seat]
                                                                      : NULL;
    for (unsigned face = 0; cards && face < FACES; face++) out[face] = (uint8_t)cards_copies(cards, (Face)face);
    return cards;
}

int foreign_view_drawn(const View *view) {
    return view->board.phase == PHASE_DRAWN ? face_or_none(view->own.drawn) : -1;
}

Action foreign_view_commit(const View *view) { return view->own.commit; }

unsigned foreign_witness_events(const Witness *witness) { return witness->events; }

const Event *foreign_witness_event(const Witness *witness, unsigned index) {
    return index < witness->events && index < EVENTS_MAX ? &witness->event[index] : NULL;
}

/* ---- bots ---- */

const char *foreign_bot(unsigned index, bool about) {
    if (index >= bot_kind_count) return NULL;
    return about ? bot_kinds[index]->about : bot_kinds[index]->name;
}

bool foreign_bot_plays(const BotKind *kind, const Rules *rules) { return kind->families >> rules->family & 1; }

static uint64_t clock_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static BotBudget budget_of(unsigned worlds, unsigned think_us) {
    return (BotBudget){.worlds = worlds, .think_us = think_us, .clock_us = think_us ? clock_us : NULL};
}

void foreign_bot_init(Bot *bot, const BotKind *kind, const Rules *rules, uint64_t seed, unsigned worlds,
                      unsigned think_us) {
    BotBudget budget = budget_of(worlds, think_us);
    bot_init(bot, kind, rules, seed, &budget);
}

/* ---- encoders and batches ---- */

unsigned foreign_encoder(const Encoder *encoder, const char *what) {
    return !strcmp(what, "numbers")       ? encoder->numbers
           : !strcmp(what, "words")       ? encoder->words
           : !strcmp(what, "observation") ? encoder->observation
                                          : 0;
}

const EncodeField *foreign_encoder_field(const Encoder *encoder, unsigned index) {
    return index < encoder->fields ? &encoder->field[index] : NULL;
}

void foreign_view_mask(const Encoder *encoder, const View *view, uint64_t *out) {
    ActionSet set;
    view_actions(encoder->rules, view, &set);
    bool awaited = board_awaited(encoder->rules, &view->board) >> view->seat & 1;
    encode_mask(encoder, &set, view->seat, !awaited && !action_set_empty(&set), out);
}

void foreign_view_observe(const Encoder *encoder, const View *view, const Past *past, uint8_t *out) {
    Seat seat = view->seat < encoder->players ? view->seat : 0; /* a spectator looks from the first seat */
    encode_observe(encoder, &view->board, &view->own, seat, out);
    encode_observe_more(encoder, view->known, past, seat, out);
}

Action foreign_view_number(const Encoder *encoder, const View *view, unsigned number) {
    ActionSet set;
    view_actions(encoder->rules, view, &set);
    return encode_number(encoder, view->seat, &set, number);
}

unsigned foreign_view_seat(const View *view) { return view->seat; }

bool foreign_view_read(const Rules *rules, const char *json, size_t length, View *out, char *error) {
    cJSON *root = cJSON_ParseWithLength(json, length);
    if (!root) return snprintf(error, JSON_ERROR_MAX, "it is not JSON"), false;
    bool good = view_from_json(rules, root, out, error);
    cJSON_Delete(root);
    return good;
}

unsigned foreign_view_actions(const Rules *rules, const View *view, Action out[ACTIONS_MAX]) {
    ActionSet set;
    view_actions(rules, view, &set);
    return action_set_list(rules, &set, out);
}

uint64_t foreign_batch_ended(const Batch *batch) { return batch->ended; }

/* ---- matches among bots ---- */

bool foreign_arena(const Rules *rules, const BotKind *const *kind, const unsigned *worlds, unsigned bots,
                   unsigned players, uint64_t deals, unsigned threads, const Seed *seed, ArenaRow *out) {
    ArenaPlan plan = {.rules = rules, .bots = bots, .players = players, .threads = threads, .seed = *seed};
    ArenaReport report;
    plan.deals = (unsigned long)deals;
    for (unsigned i = 0; i < bots; i++)
        plan.bot[i].plan = (PlayerPlan){.kind = kind[i], .budget = budget_of(worlds[i], 0)};
    bool good = arena_run(&plan, NULL, &report);
    for (unsigned i = 0; good && i < bots; i++) {
        Estimate wins = arena_wins(&report, i);
        out[i] = (ArenaRow){wins.value, wins.low, wins.high, report.tally[i].games};
    }
    arena_report_free(&report);
    return good;
}

/* ---- records ---- */

unsigned foreign_record(const Record *record, const char *what) {
    return !strcmp(what, "players")    ? record->players
           : !strcmp(what, "actions")  ? (unsigned)record->actions
           : !strcmp(what, "finished") ? record->finished
           : !strcmp(what, "winners")  ? record->result.winners
                                       : 0;
}

unsigned foreign_record_score(const Record *record, Seat seat) {
    return seat < record->players ? record->result.score[seat] : 0;
}

char *foreign_record_text(Record *record, const char *what, Seat seat) {
    return !strcmp(what, "ruleset")                          ? record->ruleset
           : !strcmp(what, "date")                           ? record->date
           : !strcmp(what, "name") && seat < record->players ? record->name[seat]
                                                             : NULL;
}

SeatMask foreign_record_unrevealed(const Record *record) {
    SeatMask seats = 0;
    for (unsigned seat = 0; seat < record->players; seat++) {
        const FairPart *part = &record->chance.part[seat];
        if (part->committed && !part->added) seats |= (SeatMask)(1u << seat);
    }
    return seats;
}

unsigned foreign_differences(void) { return DIFFERENCES; }

void foreign_record_seed(Record *record, const Seed *seed) {
    record->chance.has_seed = true;
    record->chance.seed = *seed;
}

Action foreign_record_action(const Record *record, size_t index, Seat *seat) {
    if (index >= record->actions) return 0;
    *seat = record->action[index].seat;
    return record->action[index].action;
}

void foreign_record_ruleset(const Record *record, Ruleset *out) {
    memset(out, 0, sizeof *out);
    memcpy(out->name, record->ruleset, sizeof out->name);
    memcpy(out->title, record->ruleset, sizeof record->ruleset);
    out->rules = record->rules;
}
