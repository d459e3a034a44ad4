/* page_lesson.c -- a guided first game: a scenario, looked at step by step from the first seat. What lies on the table,
 * what everybody does and what is said of it all come from the scenario; the engine plays it. */
#include <stdio.h>
#include <string.h>

#include "../scenario/scenario.h"
#include "page_internal.h"

enum { REMARK_MAX = 80 };

static struct {
    unsigned wanted, count; /* steps asked for, and told so far, the first of which is the table as it lies ready */
    Rules rules;
    Game game;
    Witness witness;
    Seat seat, next_seat;
    Action action, next_action;
    char next_remark[REMARK_MAX];
    char fault[400];
} lesson;

static void note_step(void *self, const ScenarioStep *step) {
    (void)self;
    unsigned number = lesson.count++;
    if (number == lesson.wanted) {
        lesson.rules = *step->rules;
        lesson.game = *step->game;
        lesson.witness = *step->witness;
        lesson.seat = step->seat;
        lesson.action = step->action;
    } else if (number == lesson.wanted + 1) {
        lesson.next_seat = step->seat;
        lesson.next_action = step->action;
        snprintf(lesson.next_remark, sizeof lesson.next_remark, "%s", step->remark);
    }
}

static void note_fault(void *self, const ScenarioFault *fault) {
    (void)self;
    snprintf(lesson.fault, sizeof lesson.fault, "%u:%u: %s", fault->line, fault->column, fault->message);
}

static void put_next(void) {
    if (lesson.count <= lesson.wanted + 1) {
        reply_text(NULL);
        return;
    }
    reply_open('{');
    reply_name("by"), reply_seat(lesson.next_seat);
    reply_name("do"), reply_action(&lesson.rules, lesson.next_action);
    reply_name("note"), reply_text(lesson.next_remark);
    reply_close('}');
}

static void put_rules(void) {
    char text[RULESET_TEXT_MAX];
    ruleset_format(&lesson.rules, text, sizeof text);
    reply_text(text);
}

const char *page_lesson(const char *text, unsigned number, char *names) {
    ScenarioCounts counts = {0};
    const ScenarioReport report = {.fault = note_fault, .step = note_step};
    View view;
    memset(&lesson, 0, sizeof lesson);
    lesson.wanted = number;
    if (!scenario_run(text, strlen(text), "lesson", NULL, &report, &counts))
        return reply_error("bad_lesson", lesson.fault);
    if (lesson.count <= number) return reply_error("no_step", "The lesson has not so many steps.");
    view_of(&lesson.rules, &lesson.game, &lesson.witness, 0, &view);
    Teller teller = page_teller(&lesson.rules, names, 0);
    reply_begin();
    reply_open('{');
    reply_name("steps"), reply_number(lesson.count - 1);
    reply_name("rules"), put_rules();
    reply_name("view"), reply_view(&lesson.rules, &view);
    reply_name("events");
    if (lesson.seat == NO_SEAT) reply_open('['), reply_close(']');
    else page_put_events(&teller, &lesson.witness);
    reply_name("by"), reply_seat(lesson.seat);
    reply_name("do"), reply_action(&lesson.rules, lesson.action);
    reply_name("next"), put_next();
    reply_close('}');
    return reply_end();
}
