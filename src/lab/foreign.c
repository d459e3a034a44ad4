#include "foreign.h"

#include <limits.h>
#include <string.h>
#include <time.h>

#include "../engine/position.h"

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
                 SIZE(Seed),    SIZE(EncodeField),  SIZE(RulesError)};
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

bool foreign_is_split(const Rules *rules) { return rules->family == FAMILY_SPLIT; }

/* ---- tables ---- */

static int seat_or_none(unsigned seat) { return seat < SEATS_MAX ? (int)seat : -1; }
static int face_or_none(Face face) { return face < FACES ? (int)face : -1; }

typedef struct {
    const char *name;
    int value;
} Fact;

static int fact(const Fact *facts, unsigned count, const char *name) {
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(facts[i].name, name)) return facts[i].value;
    return INT_MIN;
}
#define FACT(facts, name) fact(facts, sizeof(facts) / sizeof *(facts), name)

static int common_fact(const Board *board, const char *field, unsigned seat) {
    const Fact facts[] = {
        {"phase", board->phase},
        {"players", board->players},
        {"winners", board->winners},
        {"deal_winners", board->deal_winners},
        {"out", board->out},
        {"turns", board->turns},
        {"deals", board->deals},
        {"count", board->count[seat]},
        {"actions", board->actions[seat]},
        {"score", board->score[seat]},
    };
    return FACT(facts, field);
}

static int classic_fact(const Board *board, const char *field, unsigned seat) {
    const ClassicBoard *c = &board->classic;
    const Fact facts[] = {
        {"turn", board->turn},
        {"dealer", board->dealer},
        {"pile", board->pile},
        {"discards", board->open_count},
        {"direction", c->direction},
        {"colour", c->colour < COLOURS ? c->colour : -1},
        {"top", face_or_none(c->top)},
        {"pending", c->pending},
        {"chain", c->chain},
        {"draw_card", c->pending ? face_or_none(c->draw_card) : -1},
        {"attacker", c->pending ? seat_or_none(c->attacker) : -1},
        {"uno_seat", seat_or_none(c->uno_seat)},
        {"uno_called", c->uno_called},
        {"place", c->place[seat]},
    };
    return FACT(facts, field);
}

static int split_fact(const Board *board, const char *field, unsigned seat) {
    const SplitBoard *s = &board->split;
    seat = seat < SPLIT_SEATS_MAX ? seat : 0;
    const Fact facts[] = {
        {"lead", seat_or_none(s->lead)},
        {"actor", seat_or_none(s->actor)},
        {"target", seat_or_none(s->target)},
        {"card", face_or_none(s->card)},
        {"blocked", s->blocked},
        {"bidders", s->bidders},
        {"committed", s->committed},
        {"claimant", seat_or_none(s->claimant)},
        {"numbers_left", s->numbers_left},
        {"actions_left", s->actions_left},
        {"steps", s->steps},
        {"streak", s->streak[seat]},
        {"duty", s->duty[seat] < NAMES ? s->duty[seat] : -1},
        {"shown", face_or_none(s->shown[seat])},
    };
    return FACT(facts, field);
}

int foreign_board(const Rules *rules, const Board *board, const char *field, unsigned seat) {
    if (seat >= SEATS_MAX) return INT_MIN;
    int value = common_fact(board, field, seat);
    if (value != INT_MIN) return value;
    return rules->family == FAMILY_CLASSIC ? classic_fact(board, field, seat) : split_fact(board, field, seat);
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

void foreign_view_observe(const Encoder *encoder, const View *view, uint8_t *out) {
    Seat seat = view->seat < encoder->players ? view->seat : 0; /* a spectator looks from the first seat */
    encode_observe(encoder, &view->board, &view->own, seat, out);
}

Action foreign_view_number(const Encoder *encoder, const View *view, unsigned number) {
    ActionSet set;
    view_actions(encoder->rules, view, &set);
    return encode_number(encoder, view->seat, &set, number);
}

bool foreign_batch_init(Batch *batch, const Rules *rules, unsigned games, unsigned players, bool choose_calls,
                        const BotKind *opponent, unsigned worlds, const BatchArrays *to) {
    BatchPlan plan = {games, players, choose_calls, opponent, budget_of(worlds, 0)};
    return batch_init(batch, rules, &plan, to);
}

uint64_t foreign_batch_ended(const Batch *batch) { return batch->ended; }

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
