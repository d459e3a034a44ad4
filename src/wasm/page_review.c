/* page_review.c -- what each choice of a record was worth (src/lab/review_record.h), choice by choice; and puzzles
 * (src/lab/puzzle.h). Both take long: for workers. */
#include <string.h>

#include "../lab/puzzle.h"
#include "../lab/review_record.h"
#include "page_internal.h"

/* ---- reviews ---- */

static struct {
    bool open;
    Record record;
    Review review;
} work;

const char *page_review_begin(const char *text, const char *letter, unsigned worlds) {
    RecordError error;
    unsigned seat;
    bool cut;
    if (work.open) record_free(&work.record);
    work.review.rules = NULL; /* nothing has begun until all is well */
    work.open = review_read(text, strlen(text), &work.record, &cut, &error);
    if (!work.open) return reply_error_at("bad_record", error.text, error.line, error.column);
    const Record *record = &work.record;
    if (!page_seat(letter, SPECTATOR, &seat) || (seat != SPECTATOR && seat >= record->players))
        return reply_error("bad_seat", "There is no such seat.");
    SeatMask seats = seat == SPECTATOR ? seats_all(record->players) : (SeatMask)(1u << seat);
    if (worlds > REVIEW_WORLDS_MAX) worlds = REVIEW_WORLDS_MAX;
    if (!review_begin(record, seats, worlds, &work.review, &error)) return reply_error("cards_unknown", error.text);
    reply_begin();
    reply_open('{');
    reply_name("all"), reply_number(WORTH_ALL);
    reply_name("players"), reply_number(record->players);
    reply_name("actions"), reply_number((long long)record->actions);
    reply_name("cut"), reply_flag(cut);
    reply_name("even"), reply_number(work.review.seat[0].even);
    reply_close('}');
    return reply_end();
}

static void put_choice(const ReviewMove *move) {
    const Rules *rules = &work.record.rules;
    reply_open('{');
    reply_name("number"), reply_number((long long)move->number);
    reply_name("seat"), reply_seat(move->seat);
    reply_name("played"), reply_action(rules, move->played);
    reply_name("best"), reply_action(rules, move->best);
    reply_name("before"), reply_number(move->before);
    reply_name("after"), reply_number(move->after);
    reply_name("error"), reply_number(move->error);
    reply_name("luck"), reply_number(move->luck);
    reply_name("grade"), reply_text(review_grade_name(move->grade));
    reply_name("why"), reply_text(move->grade > GRADE_BEST ? move_why_name(move->why) : NULL);
    reply_close('}');
}

static void put_seat(Seat seat) {
    const ReviewSeat *each = &work.review.seat[seat];
    reply_open('{');
    reply_name("seat"), reply_seat(seat);
    reply_name("now"), reply_number(each->now);
    reply_name("luck"), reply_number(each->luck);
    reply_name("skill"), reply_number(each->skill);
    reply_name("choices"), reply_number(each->choices);
    reply_name("accuracy"), reply_number(review_accuracy(each));
    reply_name("turn"), reply_number(each->turn);
    reply_name("turn_number"), reply_number((long long)each->turn_number);
    reply_close('}');
}

const char *page_review_next(void) {
    RecordError error;
    ReviewMove move;
    View view;
    if (!work.open || !work.review.rules) return reply_error("no_review", "No review has begun.");
    ReviewStep step = REVIEW_END;
    if (!work.review.over) step = review_next(&work.record, &work.review, &move, &view, &error);
    if (step == REVIEW_REFUSED) return reply_error_at("bad_record", error.text, error.line, error.column);
    reply_begin();
    reply_open('{');
    reply_name("reached"), reply_number((long long)work.review.number);
    reply_name("done"), reply_flag(step == REVIEW_END);
    reply_name("over"), reply_flag(work.review.over);
    reply_name("choice");
    if (step == REVIEW_CHOICE) put_choice(&move);
    else reply_text(NULL);
    reply_name("seats"), reply_open('[');
    for (Seat seat = 0; seat < work.record.players; seat++)
        if (work.review.seats >> seat & 1) put_seat(seat);
    reply_close(']');
    reply_close('}');
    return reply_end();
}

/* ---- puzzles ---- */

const char *page_puzzle(unsigned place, unsigned players, const char *day) {
    static Puzzle puzzle;
    static Ruleset ruleset;
    const Ruleset *opened = page_rules(place);
    RulesetError error;
    RulesError reason;
    Seed seed;
    if (!opened) return page_no_rules();
    ruleset = *opened;
    if (!puzzle_rules(&ruleset, &error)) return reply_error_at("bad_ruleset", error.text, error.line, error.column);
    if (!players) players = (unsigned)ruleset.rules.option.min_players;
    if (!rules_allow_players(&ruleset.rules, players, &reason)) return reply_error("bad_players", reason.text);
    puzzle_seed(PUZZLE_OF_DAY, day, &seed);
    if (!puzzle_find(&ruleset.rules, players, &seed, &puzzle))
        return reply_error("no_puzzle", "No position with one clearly best move was found.");
    char text[RULESET_TEXT_MAX];
    ruleset_format(&ruleset.rules, text, sizeof text);
    reply_begin();
    reply_open('{');
    reply_name("rules"), reply_text(text);
    reply_name("view"), reply_view(&ruleset.rules, &puzzle.view);
    reply_name("number"), reply_number((long long)puzzle.number);
    reply_name("all"), reply_number(WORTH_ALL);
    reply_name("worlds"), reply_number(puzzle.judged.candidate[0].worlds);
    reply_name("moves"), reply_open('[');
    for (unsigned i = 0; i < puzzle.judged.count; i++) {
        const Judged *judged = &puzzle.judged.candidate[i];
        reply_open('{');
        reply_name("do"), reply_action(&ruleset.rules, judged->action);
        reply_name("worth"), reply_number(judge_worth(judged));
        reply_close('}');
    }
    reply_close(']');
    reply_close('}');
    return reply_end();
}
