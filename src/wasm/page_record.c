/* page_record.c -- records, opened to be looked through. */
#include <string.h>

#include "../engine/text.h"
#include "../record/kept.h"
#include "page_internal.h"

static struct {
    bool open;
    Record record;
} places[PAGE_RECORDS];

static const Record *record_in(unsigned place) {
    return place < PAGE_RECORDS && places[place].open ? &places[place].record : NULL;
}

static const char *no_record(void) { return reply_error("no_record", "No record is open in this place."); }

void page_record_close(unsigned place) {
    if (!record_in(place)) return;
    record_free(&places[place].record);
    places[place].open = false;
}

static void put_result(const Record *record) {
    if (!record->finished) {
        reply_text(NULL);
        return;
    }
    reply_open('{');
    reply_name("winners"), reply_seats(record->result.winners);
    reply_name("scores"), reply_open('[');
    for (unsigned seat = 0; seat < record->players; seat++) reply_number(record->result.score[seat]);
    reply_close(']');
    reply_close('}');
}

const char *page_record_open(unsigned place, const char *text) {
    RecordError error;
    char rules[RULESET_TEXT_MAX];
    if (place >= PAGE_RECORDS) return no_record();
    page_record_close(place);
    Record *record = &places[place].record;
    if (!record_parse(text, strlen(text), record, &error))
        return reply_error_at("bad_record", error.text, error.line, error.column);
    places[place].open = true;
    ruleset_format(&record->rules, rules, sizeof rules);
    reply_begin();
    reply_open('{');
    reply_name("ruleset"), reply_text(record->ruleset);
    reply_name("hash"), reply_text(record->hash);
    reply_name("rules"), reply_text(rules);
    reply_name("date"), reply_text(record->date);
    reply_name("names"), reply_open('[');
    for (unsigned seat = 0; seat < record->players; seat++) reply_text(record->name[seat]);
    reply_close(']');
    reply_name("bots"), reply_open('[');
    for (unsigned seat = 0; seat < record->players; seat++) reply_text(record->bot[seat][0] ? record->bot[seat] : NULL);
    reply_close(']');
    reply_name("actions"), reply_number((long long)record->actions);
    reply_name("result"), put_result(record);
    reply_close('}');
    return reply_end();
}

/* ---- looking ---- */

/* Where a replay stops, and what it saw there. */
typedef struct {
    size_t wanted;
    bool reached;
    Seat seat;
    Action action;
    Witness witness;
} Stop;

static bool watch(void *context, size_t number, Seat seat, Action action, const Game *game, const Witness *witness) {
    Stop *stop = context;
    (void)game;
    if (number < stop->wanted) return true;
    stop->reached = true;
    stop->seat = seat;
    stop->action = number ? action : 0;
    stop->witness = *witness;
    return false;
}

static void put_hands(const Record *record, const Game *game) {
    reply_open('[');
    for (unsigned seat = 0; seat < record->players; seat++) reply_cards(&record->rules, &game->own[seat].hand);
    reply_close(']');
}

/* The names of a record; letters where it has none. */
static Teller teller_of(const Record *record, unsigned reader) {
    Teller teller = page_teller(&record->rules, NULL, reader);
    for (unsigned seat = 0; seat < record->players; seat++)
        if (record->name[seat][0]) teller.name[seat] = record->name[seat];
    return teller;
}

const char *page_record_words(unsigned place, unsigned number, const char *notation, const char *why) {
    const Record *record = record_in(place);
    char words[WORDS_HINT_MAX];
    Stop stop = {.wanted = number - 1};
    Action action = ACT_NONE;
    Game game;
    RecordError error;
    View view;
    if (!record) return no_record();
    if (!number || number > record->actions) return reply_error("no_action", "The record has not so many actions.");
    Seat seat = record->action[number - 1].seat;
    bool good = (!*notation && *why) || (action_parse(&record->rules, &notation, &action) && !*notation);
    if (seat >= record->players || !good || (*why && page_why(why) == WHYS))
        return reply_error("bad_action", "This is no action of these rules.");
    record_replay(record, watch, &stop, &game, &error);
    if (!stop.reached) return reply_error_at("bad_record", error.text, error.line, error.column);
    view_of(&record->rules, &game, &stop.witness, seat, &view);
    Teller teller = teller_of(record, SPECTATOR);
    if (*why) words_better(&teller, &view, action, page_why(why), words, sizeof words);
    else words_action(&teller, &view, action, words, sizeof words);
    reply_begin();
    reply_open('{');
    reply_name("words"), reply_text(words);
    reply_close('}');
    return reply_end();
}

const char *page_record_at(unsigned place, unsigned number, const char *letter) {
    const Record *record = record_in(place);
    Stop stop = {.wanted = number};
    bool all = !strcmp(letter, "all");
    unsigned observer;
    Game game;
    RecordError error;
    View view;
    if (!record) return no_record();
    if (number > record->actions) return reply_error("no_action", "The record has not so many actions.");
    if (!page_seat(all ? "" : letter, SPECTATOR, &observer) || (observer < SPECTATOR && observer >= record->players))
        return reply_error("bad_seat", "There is no such seat.");
    record_replay(record, watch, &stop, &game, &error);
    if (!stop.reached) return reply_error_at("bad_record", error.text, error.line, error.column);
    view_of(&record->rules, &game, &stop.witness, observer, &view);
    Teller teller = teller_of(record, observer);
    reply_begin();
    reply_open('{');
    reply_name("view"), reply_view(&record->rules, &view);
    reply_name("hands");
    if (all) put_hands(record, &game);
    else reply_text(NULL);
    reply_name("events"), page_put_events(&teller, &stop.witness);
    reply_name("by"), reply_seat(stop.seat);
    reply_name("do"), reply_action(&record->rules, stop.action);
    reply_close('}');
    return reply_end();
}

/* ---- checking ---- */

/* The numbers that the deal follows from. A seed of zeros in an older record was none. */
static void put_chance(const Record *record) {
    static const Seed nothing;
    const RecordChance *chance = &record->chance;
    SeatMask added = 0, unrevealed = 0;
    for (unsigned seat = 0; seat < record->players; seat++) {
        const FairPart *part = &chance->part[seat];
        if (part->added && !fair_equal(&part->seed, &nothing)) added |= (SeatMask)(1u << seat);
        else if (part->committed) unrevealed |= (SeatMask)(1u << seat);
    }
    reply_name("added"), reply_seats(added);
    reply_name("unrevealed"), reply_seats(unrevealed);
    reply_name("commitment"), reply_seed(chance->has_commitment ? &chance->commitment : NULL);
    reply_name("secret"), reply_seed(chance->has_secret ? &chance->secret : NULL);
}

const char *page_record_verify(unsigned place) {
    static const char *const proofs[] = {"none", "waiting", "holds", "open"};
    const Record *record = record_in(place);
    RecordReport report;
    RecordError error = {.text = ""};
    if (!record) return no_record();
    bool good = record_verify(record, &report, &error);
    reply_begin();
    reply_open('{');
    reply_name("ok"), reply_flag(good);
    reply_name("proof"), reply_text(proofs[report.proof]);
    put_chance(record);
    reply_name("replayed"), reply_flag(report.replayed);
    reply_name("finished"), reply_flag(report.finished);
    reply_name("message"), reply_text(good ? "" : error.text);
    reply_close('}');
    return reply_end();
}

const char *page_record_compare(unsigned place, const char *text) {
    const Record *record = record_in(place);
    Kept kept;
    RecordError error;
    if (!record) return no_record();
    if (!kept_parse(text, strlen(text), &kept, &error)) return reply_error_at("bad_kept", error.text, error.line, 0);
    unsigned found = kept_differences(&kept, record);
    reply_begin();
    reply_open('{');
    reply_name("differences"), reply_open('[');
    for (unsigned i = 0; i < DIFFERENCES; i++)
        if (found >> i & 1) reply_text(difference_code(i));
    reply_close(']');
    reply_close('}');
    return reply_end();
}
