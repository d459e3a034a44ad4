/* review_report.c -- a review in sentences, tables and a curve; and as JSON. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "review_record.h"

static double percent(int worth) { return 100.0 * worth / WORTH_ALL; }

static bool is_reviewed(const ReviewFindings *of, Seat seat) { return of->review->seats >> seat & 1; }

static const ReviewLine *line_of(const ReviewFindings *of, size_t number, Seat seat) {
    for (size_t i = 0; i < of->lines; i++)
        if (of->line[i].move.number == number && of->line[i].move.seat == seat) return &of->line[i];
    return NULL;
}

static const char *verb_of(Action action) { return action_kind(action) == ACT_NONE ? "" : "to "; }

static void tell_seat(const ReviewFindings *of, Report *report, Seat seat) {
    const ReviewSeat *each = &of->review->seat[seat];
    char name[RECORD_NAME_MAX];
    review_name(of->record, seat, name);
    report_lead(report, "%s kept %.1f %% of what was at stake in %u choices: %u blunder%s, %u mistake%s, %u brilliant.",
                name, review_accuracy(each) / 10.0, each->choices, each->grades[GRADE_BLUNDER],
                each->grades[GRADE_BLUNDER] == 1 ? "" : "s", each->grades[GRADE_MISTAKE],
                each->grades[GRADE_MISTAKE] == 1 ? "" : "s", each->grades[GRADE_BRILLIANT]);
    report_say(report, "From an even %.0f %%, luck added %+.1f points and choices %+.1f: %s %.0f %%.",
               percent((int)each->even), percent(each->luck), percent(each->skill),
               of->review->over ? "the result is" : "where the record ends it is", percent((int)each->now));
    const ReviewLine *line = line_of(of, each->turn_number, seat);
    if (!each->turn) return;
    report_say(report, "The turning point for %s: %+.0f points %s action %zu%s%s.", name, percent(each->turn),
               line && (int)line->move.after - (int)line->move.before == each->turn ? "by" : "before",
               each->turn_number, line ? ", where the choice was to " : "", line ? line->played : "");
}

static void tell_worst(const ReviewFindings *of, Report *report) {
    unsigned told = 0;
    for (size_t i = 0; i < of->lines && told < 8; i++) {
        const ReviewLine *line = &of->line[i];
        char name[RECORD_NAME_MAX];
        if (line->move.grade != GRADE_BLUNDER && line->move.grade != GRADE_BRILLIANT) continue;
        review_name(of->record, line->move.seat, name);
        told++;
        if (line->move.grade == GRADE_BRILLIANT)
            report_say(report, "Action %zu, brilliant: %s chose to %s, clearly ahead of everything else.",
                       line->move.number, name, line->played);
        else
            report_say(report, "Action %zu, a blunder: %s chose to %s (%.0f %%); better was %s%s (%.0f %%), which %s.",
                       line->move.number, name, line->played, percent((int)line->move.after), verb_of(line->move.best),
                       line->best, percent((int)line->move.before), move_why_words(line->move.why));
    }
}

static void table_of_seats(const ReviewFindings *of, Report *report) {
    ReportTable table;
    report_table_init(&table, "Players", 1,
                      "player|accuracy|choices|luck|skill|result|best|inaccurate|mistakes|blunders");
    for (Seat seat = 0; seat < of->record->players; seat++) {
        const ReviewSeat *each = &of->review->seat[seat];
        char name[RECORD_NAME_MAX];
        if (!is_reviewed(of, seat)) continue;
        report_cell(&table, "%s", review_name(of->record, seat, name));
        report_cell(&table, "%.1f %%", review_accuracy(each) / 10.0);
        report_cell(&table, "%u", each->choices);
        report_cell(&table, "%+.1f", percent(each->luck));
        report_cell(&table, "%+.1f", percent(each->skill));
        report_cell(&table, "%.0f %%", percent((int)each->now));
        report_cell(&table, "%u", each->grades[GRADE_BEST] + each->grades[GRADE_BRILLIANT]);
        report_cell(&table, "%u", each->grades[GRADE_INACCURATE]);
        report_cell(&table, "%u", each->grades[GRADE_MISTAKE]);
        report_cell(&table, "%u", each->grades[GRADE_BLUNDER]);
    }
    report_table(report, &table);
}

/* On a terminal only what went wrong or was brilliant; in a file, as much as a table holds. */
static void table_of_moves(const ReviewFindings *of, Report *report) {
    ReportTable table;
    size_t last = 0;
    bool all = report->form == REPORT_HTML;
    report_table_init(&table, all ? "Every choice" : "What could have been better", 5,
                      "action|player|choice|grade|better|before %|after %|±");
    for (size_t i = 0; i < of->lines && table.rows < REPORT_ROWS_MAX; i++, last = i) {
        const ReviewLine *line = &of->line[i];
        const ReviewMove *move = &line->move;
        char name[RECORD_NAME_MAX];
        if (!all && (move->grade == GRADE_BEST || move->grade == GRADE_FORCED)) continue;
        report_cell(&table, "%zu", move->number);
        report_cell(&table, "%s", review_name(of->record, move->seat, name));
        report_cell(&table, "%.60s", line->played);
        report_cell(&table, "%s", review_grade_name(move->grade));
        report_cell(&table, "%.60s", move->grade > GRADE_BEST ? line->best : "-");
        report_cell(&table, "%.1f", percent((int)move->before));
        report_cell(&table, "%.1f", percent((int)move->after));
        report_cell(&table, "%.1f", percent((int)move->error));
    }
    report_table(report, &table);
    if (table.rows == REPORT_ROWS_MAX && last < of->lines)
        report_note(report, "The table ends after %d choices; --json has all %zu.", REPORT_ROWS_MAX, of->lines);
}

static void picture_of_chances(const ReviewFindings *of, Report *report) {
    ReportChart chart;
    unsigned series = 0, every = (unsigned)(of->lines / (REPORT_POINTS_MAX - 2 * SEATS_MAX)) + 1;
    report_chart_init(&chart, CHART_LINES, "The chance to win, choice by choice", "action", "%");
    for (Seat seat = 0; seat < of->record->players && series < REPORT_SERIES_MAX; seat++) {
        const ReviewSeat *each = &of->review->seat[seat];
        if (!is_reviewed(of, seat)) continue;
        review_name(of->record, seat, chart.name[series]);
        ReportPoint *start = report_point(&chart, "0");
        start->value = percent((int)each->even);
        start->series = series;
        for (size_t i = 0, k = 0; i < of->lines; i++) {
            const ReviewMove *move = &of->line[i].move;
            char label[24];
            if (move->seat != seat || k++ % every) continue;
            snprintf(label, sizeof label, "%zu", move->number);
            ReportPoint *point = report_point(&chart, label);
            point->x = (double)move->number;
            point->value = percent((int)move->after);
            point->low = percent((int)move->after - (int)move->error);
            point->high = percent((int)move->after + (int)move->error);
            point->ranged = true;
            point->series = series;
        }
        if (of->review->over) {
            ReportPoint *end = report_point(&chart, "end");
            end->x = (double)of->review->number;
            end->value = percent((int)each->now);
            end->series = series;
        }
        series++;
    }
    chart.series = series;
    snprintf(chart.says, sizeof chart.says, "Each player's chance to win as their own view had it, over %zu actions.",
             of->review->number);
    report_chart(report, &chart);
}

void review_report(const ReviewFindings *of, ReportForm form, unsigned width, const Printer *printer) {
    Report report;
    char title[160];
    snprintf(title, sizeof title, "Review of a game of %s, %zu actions", of->record->ruleset, of->review->number);
    report_begin(&report, printer, form, width, title);
    if (of->cut)
        report_lead(&report, "The record is cut off: it was reviewed up to its last complete action, number %zu.",
                    of->review->number);
    else if (!of->review->over)
        report_lead(&report, "The game is not over: it was reviewed up to action %zu.", of->review->number);
    for (Seat seat = 0; seat < of->record->players; seat++)
        if (is_reviewed(of, seat)) tell_seat(of, &report, seat);
    tell_worst(of, &report);
    table_of_seats(of, &report);
    if (form == REPORT_HTML) picture_of_chances(of, &report);
    table_of_moves(of, &report);
    report_note(
        &report,
        "Each choice is judged from what its player could know: %u worlds that fit the view find the best of the others, twice as many measure how far it is from what was played. Something counts as better only if it is so by three standard errors. ± is two standard errors.",
        of->review->worlds);
    report_end(&report);
}

/* ---- JSON ---- */

static cJSON *move_json(const Record *record, const ReviewMove *move) {
    cJSON *json = cJSON_CreateObject();
    char text[ACTION_TEXT_MAX], seat[2] = {(char)('A' + move->seat), 0};
    cJSON_AddNumberToObject(json, "action", (double)move->number);
    cJSON_AddStringToObject(json, "seat", seat);
    action_format(&record->rules, move->played, text, sizeof text);
    cJSON_AddStringToObject(json, "played", text);
    if (move->best == ACT_NONE) cJSON_AddNullToObject(json, "best");
    else {
        action_format(&record->rules, move->best, text, sizeof text);
        cJSON_AddStringToObject(json, "best", text);
    }
    cJSON_AddNumberToObject(json, "before", (double)move->before / WORTH_ALL);
    cJSON_AddNumberToObject(json, "after", (double)move->after / WORTH_ALL);
    cJSON_AddNumberToObject(json, "error", (double)move->error / WORTH_ALL);
    cJSON_AddNumberToObject(json, "luck", (double)move->luck / WORTH_ALL);
    cJSON_AddStringToObject(json, "grade", review_grade_name(move->grade));
    if (move->grade > GRADE_BEST) cJSON_AddStringToObject(json, "why", move_why_words(move->why));
    return json;
}

static cJSON *seat_json(const Record *record, const Review *review, Seat seat) {
    const ReviewSeat *each = &review->seat[seat];
    cJSON *json = cJSON_CreateObject();
    char name[RECORD_NAME_MAX], letter[2] = {(char)('A' + seat), 0};
    cJSON_AddStringToObject(json, "seat", letter);
    cJSON_AddStringToObject(json, "name", review_name(record, seat, name));
    cJSON_AddNumberToObject(json, "accuracy", review_accuracy(each) / 1000.0);
    cJSON_AddNumberToObject(json, "choices", each->choices);
    cJSON_AddNumberToObject(json, "even", (double)each->even / WORTH_ALL);
    cJSON_AddNumberToObject(json, "luck", (double)each->luck / WORTH_ALL);
    cJSON_AddNumberToObject(json, "skill", (double)each->skill / WORTH_ALL);
    cJSON_AddNumberToObject(json, "result", (double)each->now / WORTH_ALL);
    cJSON_AddNumberToObject(json, "turning_point", (double)each->turn_number);
    for (unsigned i = GRADE_BRILLIANT; i < GRADES; i++)
        cJSON_AddNumberToObject(json, review_grade_name((ReviewGrade)i), each->grades[i]);
    return json;
}

void review_json(const ReviewFindings *of, const Printer *printer) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "uno_review", 1);
    cJSON_AddStringToObject(json, "ruleset", of->record->ruleset);
    cJSON_AddNumberToObject(json, "actions", (double)of->review->number);
    cJSON_AddBoolToObject(json, "over", of->review->over);
    cJSON_AddBoolToObject(json, "cut", of->cut);
    cJSON_AddNumberToObject(json, "worlds", of->review->worlds);
    cJSON *seats = cJSON_AddArrayToObject(json, "seats"), *choices = cJSON_AddArrayToObject(json, "choices");
    for (Seat seat = 0; seat < of->record->players; seat++)
        if (is_reviewed(of, seat)) cJSON_AddItemToArray(seats, seat_json(of->record, of->review, seat));
    for (size_t i = 0; i < of->lines; i++) cJSON_AddItemToArray(choices, move_json(of->record, &of->line[i].move));
    char *text = cJSON_Print(json);
    if (text) printer->put(printer->sink, text);
    printer->put(printer->sink, "\n");
    cJSON_free(text);
    cJSON_Delete(json);
}

/* Takes the JSON over. */
static void put_line(cJSON *json, const Printer *printer) {
    char *text = cJSON_PrintUnformatted(json);
    if (text) printer->put(printer->sink, text);
    printer->put(printer->sink, "\n");
    cJSON_free(text);
    cJSON_Delete(json);
}

void review_json_choice(const Record *record, const ReviewMove *move, const Printer *printer) {
    put_line(move_json(record, move), printer);
}

void review_json_seats(const Record *record, const Review *review, const Printer *printer) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "over", review->over);
    cJSON *seats = cJSON_AddArrayToObject(json, "seats");
    for (Seat seat = 0; seat < record->players; seat++)
        if (review->seats >> seat & 1) cJSON_AddItemToArray(seats, seat_json(record, review, seat));
    put_line(json, printer);
}
