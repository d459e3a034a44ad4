/* act.c -- what the players do: "B R+2", "A R9 and B R7", "all pass", "start". */
#include <stdio.h>
#include <string.h>

#include "run.h"

/* Words a scenario may put behind a card that answers a draw, for the reader; they must be true. */
static bool remark_true(const Run *run, const char *word, Face card) {
    const Rules *rules = &run->ruleset.rules;
    if (run->game.board.phase != PHASE_ANSWER && run->game.board.phase != PHASE_RETURNED) return false;
    if (card >= FACES) return false;
    if (!strcmp(word, "trap")) return face_value(card) == VALUE_REVERSE;
    if (!strcmp(word, "chance")) return face_value(card) == VALUE_SKIP;
    if (!strcmp(word, "reflect")) return rules->reflectors >> card & 1;
    return rules->draw_faces >> card & 1;
}

static void take_remark(Run *run, const char **at, Action action) {
    static const char *const remarks[] = {"trap", "chance", "stack", "reflect"};
    words_end(at);
    for (unsigned i = 0; i < sizeof remarks / sizeof *remarks; i++) {
        const char *here = *at;
        if (!words_take(at, remarks[i])) continue;
        if (!remark_true(run, remarks[i], action_card(action)))
            run_bad_text(run, here, "expected '%s' only where it is one", remarks[i]);
        return;
    }
}

/* Plays one action; a refusal must leave every byte as it was. */
static void apply(Run *run, const char *at, Seat seat, Action action) {
    Game before;
    memcpy(&before, &run->game, sizeof before);
    run->verdict = game_apply(&run->ruleset.rules, &run->game, seat, action, &run->witness);
    run->counts->actions++;
    if (run->verdict != VERDICT_ok) {
        if (memcmp(&before, &run->game, sizeof before) != 0)
            run_bad_play(run, at, "refused, and yet the game has changed");
        return;
    }
    for (unsigned i = 0; i < run->witness.events && run->heard < HEARD_MAX; i++)
        run->event[run->heard++] = run->witness.event[i];
    if (!game_sound(&run->ruleset.rules, &run->game)) run_bad_play(run, at, "the game is no longer sound after this");
    run_step(run, seat, action);
}

/* Every seat that is asked passes once, as long as the question stays the same. */
static void all_pass(Run *run, const char *at) {
    const Rules *rules = &run->ruleset.rules;
    unsigned phase = run->game.board.phase;
    SeatMask passed = 0, asked;
    while (!run->broken && run->game.board.phase == phase &&
           (asked = (SeatMask)(board_awaited(rules, &run->game.board) & ~(unsigned)passed)) != 0) {
        Seat seat = mask_first(asked);
        passed |= (SeatMask)(1u << seat);
        apply(run, at, seat, action_plain(ACT_PASS));
        if (run->verdict != VERDICT_ok) return;
    }
}

/* "A R9 and B R7": all but the last must be accepted. */
static void seats_act(Run *run, const char **at) {
    do {
        Seat seat;
        Action action;
        const char *here = *at;
        if (run->verdict != VERDICT_ok) {
            run_bad_play(run, here, "the action before was refused: %s", verdict_name(run->verdict));
            return;
        }
        if (!read_seat(run, at, &seat) || !read_deed(run, at, &action)) return;
        take_remark(run, at, action);
        if (!run->broken) apply(run, here, seat, action);
    } while (!run->broken && words_take(at, "and"));
}

/* Cuts the line at "->"; returns what follows it, or NULL. */
static char *cut_arrow(Run *run) {
    bool quoted = false;
    for (char *at = run->line; *at; at++) {
        if (*at == '"') quoted = !quoted;
        if (quoted || at[0] != '-' || at[1] != '>') continue;
        *at = 0;
        return at + 2;
    }
    return NULL;
}

/* The set-up is over: the options must fit together. */
static void finish_rules(Run *run) {
    RulesError error = {.text = ""};
    if (run->acted || !run->ruled || rules_finish(&run->ruleset.rules, &error)) return;
    Place place = setup_place(run, "option");
    for (unsigned i = 0; i < rule_row_count; i++) /* one that it is about, if this scenario changed it */
        if (run->setup.option[i].line && words_have(error.about, rule_rows[i].name)) place = run->setup.option[i];
    run_bad_place(run, place, "expected other options: %s", error.text);
}

bool act_line(Run *run) {
    char word[WORD_BYTES];
    Seat seat;
    bool acts = seat_here(run->line, &seat);
    words_peek(run->line, word);
    bool passes = !strcmp(word, "all"), starts = !strcmp(word, "start"), expects = !strcmp(word, "expect");
    if (!acts && !passes && !starts && !expects) return false;

    char *expected = expects ? NULL : cut_arrow(run);
    const char *at = run->line;
    if (!expects) run->heard = 0; /* an 'expect' still speaks of the line before */
    run->verdict = VERDICT_ok;
    if (!acts) words_skip(&at);
    finish_rules(run);
    if (run->broken) return true;
    bool built = run->built;
    if (starts) build_start(run);
    else build_game(run);
    run->acted = true;
    if (run->broken) return true;
    if (!built && run->built) run_step(run, NO_SEAT, ACT_NONE);
    if (!expects && !run->built) {
        run_bad_text(run, run->line, "expected hands, or 'start', before the first action");
        return true;
    }
    if (expects) expected = run->line + (at - run->line);
    else if (starts) {
        for (unsigned i = 0; i < run->witness.events && run->heard < HEARD_MAX; i++)
            run->event[run->heard++] = run->witness.event[i];
        if (!game_sound(&run->ruleset.rules, &run->game))
            run_bad_play(run, run->line, "the game is not sound after the deal");
    } else if (acts) {
        seats_act(run, &at);
    } else if (words_take(&at, "pass")) {
        all_pass(run, run->line);
    } else {
        run_bad_text(run, at, "expected 'all pass'");
    }
    if (!run->broken && !expects && !words_end(&at))
        run_bad_text(run, at, "expected '->' and what must follow, 'and' with another action, or the end of the line");
    if (!run->broken) expect_clauses(run, expected, !expects);
    return true;
}
