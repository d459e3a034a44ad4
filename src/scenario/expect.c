/* expect.c -- what must follow, clause by clause, and the clauses that begin
 * with players: "B draws 2", "C to play on G-", "A may only draw, challenge". */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

static const Board *board_of(const Run *run) { return &run->game.board; }

/* ---- what happened ---- */

/* How many cards a seat drew in this line of action. */
static unsigned drawn_by(const Run *run, Seat seat, EventKind kind) {
    unsigned cards = 0;
    for (unsigned i = 0; i < run->heard; i++)
        if (run->event[i].kind == kind && run->event[i].seat == seat) cards += run->event[i].amount;
    return cards;
}

static bool seat_draws(Run *run, SeatMask seats, const char **at) {
    unsigned wanted = 0;
    if (!words_take(at, "nothing") && !words_take(at, "no") && !read_number(run, at, 0, 999, &wanted)) return false;
    bool actions = words_take(at, "action") || words_take(at, "actions");
    if (!actions && !words_take(at, "number")) words_take(at, "numbers");
    for (Seat seat = 0; seat < board_of(run)->players; seat++) {
        if (!(seats >> seat & 1)) continue;
        unsigned drawn = drawn_by(run, seat, actions ? EVENT_drew_action : EVENT_drew);
        if (drawn != wanted) return run_found(run, false, "%c draws %u", 'A' + seat, drawn);
    }
    return run_found(run, true, "that was drawn");
}

static bool seat_rolls(Run *run, SeatMask seats, const char **at) {
    unsigned wanted;
    if (!read_number(run, at, 1, 6, &wanted)) return false;
    for (unsigned i = 0; i < run->heard; i++) {
        const Event *event = &run->event[i];
        if (event->kind == EVENT_rolled && seats == 1u << event->seat && event->amount == wanted)
            return run_found(run, true, "that was rolled");
    }
    return run_found(run, false, "that was not rolled");
}

/* ---- the question on the table ---- */

static bool describe_question(Run *run, bool holds) {
    char seats[WORD_BYTES];
    if (board_of(run)->phase == PHASE_OVER) return run_found(run, holds, "the game is over");
    seats_words(board_awaited(&run->ruleset.rules, board_of(run)), seats);
    if (board_pending(board_of(run)))
        return run_found(run, holds, "%s asked %s, with a draw of %u", seats, phase_name((Phase)board_of(run)->phase),
                         board_pending(board_of(run)));
    return run_found(run, holds, "%s asked %s", seats, phase_name((Phase)board_of(run)->phase));
}

/* "to play" -- to begin a turn; "to play on G-" */
static bool seat_to(Run *run, SeatMask seats, const char **at) {
    if (!words_take(at, "play")) {
        run_bad_text(run, *at, "expected 'to play'");
        return false;
    }
    bool asked = board_of(run)->phase == PHASE_TURN && seats == board_awaited(&run->ruleset.rules, board_of(run));
    if (!words_take(at, "on") || run->broken) return describe_question(run, asked);
    Face face;
    char code[CARD_CODE_MAX + 2];
    if (!read_face(run, at, &face) || !asked) return describe_question(run, false);
    face_format(&run->ruleset.rules, board_of(run)->classic.top, code, sizeof code);
    return run_found(run, board_of(run)->classic.top == face, "the top card is %s", code);
}

static bool seat_asked(Run *run, SeatMask seats, const char **at) {
    char word[WORD_BYTES];
    words_end(at);
    words_peek(*at, word);
    for (Phase phase = PHASE_OVER + 1; phase < PHASES; phase++) {
        if (strcmp(word, phase_name(phase)) != 0) continue;
        words_skip(at);
        return describe_question(run, board_of(run)->phase == phase &&
                                          board_awaited(&run->ruleset.rules, board_of(run)) == seats);
    }
    run_bad_text(run, *at, "expected a question, such as turn, answer, bid or claim");
    return false;
}

/* "answers 4", "answers a draw of 4" */
static bool seat_answers(Run *run, SeatMask seats, const char **at) {
    unsigned wanted;
    if (words_take(at, "a") && !(words_take(at, "draw") && words_take(at, "of"))) {
        run_bad_text(run, *at, "expected 'answers a draw of 2' or 'answers 2'");
        return false;
    }
    if (!read_number(run, at, 1, 9999, &wanted)) return false;
    bool asked = board_of(run)->phase == PHASE_ANSWER || board_of(run)->phase == PHASE_RETURNED;
    return describe_question(run, asked && board_of(run)->classic.pending == wanted &&
                                      board_awaited(&run->ruleset.rules, board_of(run)) == seats);
}

/* ---- hands ---- */

static bool seat_has(Run *run, SeatMask seats, const char **at) {
    Cards wanted;
    char is[FOUND_BYTES - 40];
    if (!read_cards(run, at, &wanted)) return false;
    for (Seat seat = 0; seat < board_of(run)->players; seat++) {
        const Cards *hand = &run->game.own[seat].hand;
        if (!(seats >> seat & 1) || cards_equal(hand, &wanted)) continue;
        return run_found(run, false, "%c has %s", 'A' + seat, cards_words(&run->ruleset.rules, hand, is, sizeof is));
    }
    return run_found(run, true, "that is the hand");
}

/* "holds 5", "holds 2 actions": what everybody can count. */
static bool seat_holds(Run *run, SeatMask seats, const char **at) {
    unsigned wanted = 0;
    if (!words_take(at, "nothing") && !words_take(at, "no") && !read_number(run, at, 0, 999, &wanted)) return false;
    bool actions = words_take(at, "actions") || words_take(at, "action");
    if (!actions && !words_take(at, "numbers")) words_take(at, "number");
    for (Seat seat = 0; seat < board_of(run)->players; seat++) {
        unsigned held = actions ? board_of(run)->actions[seat] : board_of(run)->count[seat];
        if (!(seats >> seat & 1) || held == wanted) continue;
        return run_found(run, false, "%c holds %u", 'A' + seat, held);
    }
    return run_found(run, true, "that many are held");
}

/* "sees B R5 G7": exactly these cards of B's hand are known. `observer` may be the SPECTATOR. */
static bool sees(Run *run, unsigned observer, const char **at) {
    View view;
    Cards wanted;
    Seat holder;
    char is[FOUND_BYTES - 40];
    if (!read_seat(run, at, &holder) || !read_cards(run, at, &wanted)) return false;
    view_of(&run->ruleset.rules, &run->game, &run->witness, observer, &view);
    const Cards *known = observer == holder ? &view.own.hand : &view.known[holder];
    return run_found(run, cards_equal(known, &wanted), "%s of %c's hand is seen",
                     cards_words(&run->ruleset.rules, known, is, sizeof is), 'A' + holder);
}

static bool seat_sees(Run *run, SeatMask seats, const char **at) {
    if (!run->built || bits_count(seats) != 1) {
        run_bad_text(run, *at, "expected one player who sees");
        return false;
    }
    return sees(run, mask_first(seats), at);
}

/* ---- what may be done ---- */

/* An action as it is written covers every action that says the same and more:
 * "W" stands for all four colours, "R7" also for its swaps. */
static bool covers(Action written, Action legal) {
    ActionKind kind = action_kind(written);
    bool any_card = kind == ACT_CHALLENGE && action_card(written) == NO_FACE;
    if (kind != action_kind(legal) || (!any_card && action_card(written) != action_card(legal))) return false;
    if (kind == ACT_STEAL) return written == legal;
    if (action_choice(written) != NO_CHOICE && action_choice(written) != action_choice(legal)) return false;
    if (action_target(written) != NO_SEAT && action_target(written) != action_target(legal)) return false;
    return !action_calls(written) || action_calls(legal);
}

static unsigned mark_covered(Action written, const Action *legal, bool *covered, unsigned count) {
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!covers(written, legal[i])) continue;
        covered[i] = true;
        found++;
    }
    return found;
}

/* "may X, Y", "may not X", "may only X, Y" */
static bool one_may(Run *run, Seat seat, const char **at) {
    static const unsigned shown = 12;
    Action legal[ACTIONS_MAX];
    bool covered[ACTIONS_MAX] = {false};
    char text[ACTION_TEXT_MAX], list[FOUND_BYTES - 60];
    bool no = words_take(at, "not"), only = !no && words_take(at, "only"), holds = true;
    unsigned count = game_actions(&run->ruleset.rules, &run->game, seat, legal);
    if (only && words_take(at, "wait")) return run_found(run, !count, "%c may act", 'A' + seat);
    do {
        Action written;
        if (**at == ',') ++*at;
        if (!read_action(run, at, &written)) return false;
        if ((mark_covered(written, legal, covered, count) > 0) == no) holds = false;
        words_end(at);
    } while (**at == ',');
    Text words = text_in(list, sizeof list);
    for (unsigned i = 0, named = 0; i < count; i++) {
        if (only && !covered[i]) holds = false;
        if (named++ == shown) text_put(&words, " ...");
        if (named > shown) continue;
        action_format(&run->ruleset.rules, legal[i], text, sizeof text);
        text_put(&words, words.length ? ", " : "");
        text_put(&words, text);
    }
    return run_found(run, holds, "%c may %s", 'A' + seat, count ? list : "do nothing");
}

static bool seat_may(Run *run, SeatMask seats, const char **at) {
    const char *start = *at;
    bool all = true;
    for (; seats && all && !run->broken; seats &= (SeatMask)(seats - 1)) {
        *at = start;
        all = one_may(run, mask_first(seats), at);
    }
    return all;
}

/* ---- the end ---- */

/* "A wins", "A C win", "A wins the deal" */
static bool seat_wins(Run *run, SeatMask seats, const char **at) {
    char is[WORD_BYTES];
    const Board *board = board_of(run);
    if (words_take(at, "the")) {
        if (!words_take(at, "deal")) run_bad_text(run, *at, "expected 'wins the deal'");
        return run_found(run, board->deal_winners == seats, "%s won the deal", seats_words(board->deal_winners, is));
    }
    if (board->phase != PHASE_OVER) return run_found(run, false, "the game goes on");
    return run_found(run, board->winners == seats, "%s won", seats_words(board->winners, is));
}

/* ---- clauses ---- */

static const struct {
    const char *verb;
    bool (*check)(Run *run, SeatMask seats, const char **at);
} verbs[] = {
    {"draws", seat_draws}, {"draw", seat_draws}, {"rolls", seat_rolls},     {"to", seat_to},
    {"asked", seat_asked}, {"has", seat_has},    {"answers", seat_answers}, {"holds", seat_holds},
    {"hold", seat_holds},  {"sees", seat_sees},  {"see", seat_sees},        {"may", seat_may},
    {"wins", seat_wins},   {"win", seat_wins},
};

/* One clause that speaks of players: *at stands behind the seats. */
static bool expect_seats(Run *run, SeatMask seats, const char **at) {
    char word[WORD_BYTES];
    words_end(at);
    words_peek(*at, word);
    if (!run->built) {
        run_bad_text(run, *at, "expected hands, or 'start', before a word about players");
        return false;
    }
    for (unsigned i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(word, verbs[i].verb) != 0) continue;
        words_skip(at);
        return verbs[i].check(run, seats, at);
    }
    run_bad_text(run, *at,
                 "expected what the player does: draws, has, holds, may, to play, asked, answers, rolls, sees or wins");
    return false;
}

/* The players a clause begins with; 0 and *at unmoved where there are none. `nobody` is told apart. */
static bool clause_seats(Run *run, const char **at, SeatMask *out) {
    Seat seat;
    *out = 0;
    if (words_take(at, "everyone")) *out = seats_all(run->built ? board_of(run)->players : 0);
    else if (!words_take(at, "nobody") && !seat_here(*at, &seat)) return false;
    while (!run->broken && seat_here(*at, &seat))
        if (read_seat(run, at, &seat)) *out |= (SeatMask)(1u << seat);
    return true;
}

static bool nobody_does(Run *run, const char **at) {
    if (words_take(at, "wins")) return seat_wins(run, 0, at);
    if (words_take(at, "draws")) {
        for (unsigned i = 0; i < run->heard; i++)
            if ((run->event[i].kind == EVENT_drew || run->event[i].kind == EVENT_drew_action) && run->event[i].amount)
                return run_found(run, false, "%c draws %u", 'A' + run->event[i].seat, run->event[i].amount);
        return run_found(run, true, "nobody draws");
    }
    if (words_take(at, "rolls")) {
        for (unsigned i = 0; i < run->heard; i++)
            if (run->event[i].kind == EVENT_rolled) return run_found(run, false, "%c rolls", 'A' + run->event[i].seat);
        return run_found(run, true, "nobody rolls");
    }
    run_bad_text(run, *at, "expected 'nobody wins', 'nobody draws' or 'nobody rolls'");
    return false;
}

static bool refusal(Run *run, const char **at) {
    char word[WORD_BYTES];
    words_end(at);
    if (!words_peek(*at, word)) return run_found(run, run->verdict != VERDICT_ok, "it was done");
    for (Verdict verdict = VERDICT_ok + 1; verdict < VERDICTS; verdict++) {
        if (strcmp(word, verdict_name(verdict)) != 0) continue;
        words_skip(at);
        if (run->verdict == VERDICT_ok) return run_found(run, false, "it was done");
        return run_found(run, run->verdict == verdict, "refused %s", verdict_name(run->verdict));
    }
    run_bad_text(run, *at,
                 "expected the name of a refusal, such as no_match; '%s' is none (docs/scenarios.md lists them)", word);
    return false;
}

static void clause(Run *run, const char *start, bool refusable) {
    const char *at = start;
    SeatMask seats;
    bool holds, negated = words_take(&at, "not");
    run->negated = negated;
    words_end(&at);
    start = at;
    if (refusable && words_take(&at, "refused")) holds = refusal(run, &at);
    else if (words_take(&at, "spectators")) {
        if (!words_take(&at, "see")) run_bad_text(run, at, "expected 'spectators see'");
        holds = !run->broken && run->built && sees(run, SPECTATOR, &at);
    } else if (clause_seats(run, &at, &seats)) holds = seats ? expect_seats(run, seats, &at) : nobody_does(run, &at);
    else holds = expect_fact(run, &at);
    if (!run->broken && !words_end(&at)) run_bad_text(run, at, "expected ';' or the end of the line");
    if (run->broken) return;
    run->counts->checks++;
    if (holds == negated)
        run_bad_play(run, start, "expected '%s%.*s', but %s", negated ? "not " : "", (int)strcspn(start, ";"), start,
                     run->found);
}

/* The first clause begins with this word. */
static bool says_refused(const char *at) {
    char word[WORD_BYTES];
    if (!at || !words_peek(at, word)) return false;
    word[strcspn(word, ";")] = 0;
    return !strcmp(word, "refused");
}

void expect_clauses(Run *run, char *at, bool refusable) {
    if (refusable && run->verdict != VERDICT_ok && !says_refused(at)) {
        run_bad_play(run, run->line, "expected this to be done, but it is refused: %s. %s", verdict_name(run->verdict),
                     verdict_sentence(run->verdict));
        return;
    }
    while (at && !run->broken) {
        bool quoted = false;
        char *end = at;
        for (; *end && (quoted || *end != ';'); end++)
            if (*end == '"') quoted = !quoted;
        char *next = *end ? end + 1 : NULL;
        const char *words = at;
        *end = 0;
        if (words_end(&words)) run_bad_text(run, words, "expected what must follow");
        else clause(run, words, refusable);
        at = next;
    }
}
