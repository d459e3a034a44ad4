/* facts.c -- the clauses that speak of the table ("top G-", "pending 4",
 * "streak A 1") and of the rules themselves ("cards 108", "players 7 refused").
 * What the set-up can say is checked in the same words. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

static const Rules *rules_of(const Run *run) { return &run->ruleset.rules; }
static const Board *board_of(const Run *run) { return &run->game.board; }

/* Compares a number said with the number that is. */
static bool number_is(Run *run, const char **at, unsigned is, const char *what) {
    unsigned wanted = 0;
    if (!words_take(at, "empty") && !words_take(at, "nothing") && !read_number(run, at, 0, 9999, &wanted)) return false;
    return run_found(run, wanted == is, "%s %u", what, is);
}

static bool seat_is(Run *run, const char **at, unsigned is, const char *what) {
    Seat wanted = NO_SEAT;
    if (!words_take(at, "nobody") && !read_seat(run, at, &wanted)) return false;
    if (is == NO_SEAT) return run_found(run, wanted == is, "%s nobody", what);
    return run_found(run, wanted == is, "%s %c", what, 'A' + (int)is);
}

/* ---- classic ---- */

static bool fact_top(Run *run, const char **at) {
    Face wanted;
    char code[CARD_CODE_MAX + 2];
    if (!read_face(run, at, &wanted)) return false;
    face_format(rules_of(run), board_of(run)->classic.top, code, sizeof code);
    return run_found(run, wanted == board_of(run)->classic.top, "the top card is %s", code);
}

static bool fact_colour(Run *run, const char **at) {
    unsigned wanted = NO_COLOUR, is = board_of(run)->classic.colour;
    if (!words_take(at, "none") && !read_colour(run, at, &wanted)) return false;
    return run_found(run, wanted == is, "the colour is %s", is < COLOURS ? colour_names[is] : "none");
}

static bool fact_direction(Run *run, const char **at) {
    bool left = board_of(run)->classic.direction > 0;
    words_end(at);
    if (words_take(at, "left")) return run_found(run, left, "the direction is right");
    if (words_take(at, "right")) return run_found(run, !left, "the direction is left");
    run_bad_text(run, *at, "expected left or right");
    return false;
}

static bool fact_pending(Run *run, const char **at) {
    return number_is(run, at, board_of(run)->classic.pending, "pending");
}
static bool fact_turns(Run *run, const char **at) { return number_is(run, at, board_of(run)->turns, "turns"); }
static bool fact_deals(Run *run, const char **at) { return number_is(run, at, board_of(run)->deals, "deals"); }
static bool fact_dealer(Run *run, const char **at) { return seat_is(run, at, board_of(run)->dealer, "dealer"); }
static bool fact_discards(Run *run, const char **at) {
    return number_is(run, at, board_of(run)->open_count, "discards");
}

static bool fact_scores(Run *run, const char **at) {
    Seat seat;
    bool holds = run_found(run, true, "those are the scores");
    do {
        unsigned wanted;
        if (!read_seat(run, at, &seat) || !read_number(run, at, 0, 65535, &wanted)) return false;
        unsigned is = board_of(run)->score[seat];
        if (holds && is != wanted) holds = run_found(run, false, "scores %c %u", 'A' + seat, is);
    } while (seat_here(*at, &seat));
    return holds;
}

/* Elimination: "place B 2"; 0 while B plays on. */
static bool fact_place(Run *run, const char **at) {
    Seat seat;
    if (!read_seat(run, at, &seat)) return false;
    return number_is(run, at, board_of(run)->classic.place[seat], "place");
}

/* ---- split ---- */

static bool fact_lead(Run *run, const char **at) { return seat_is(run, at, board_of(run)->split.lead, "lead"); }
static bool fact_claim(Run *run, const char **at) { return seat_is(run, at, board_of(run)->split.claimant, "claim"); }
static bool fact_shed(Run *run, const char **at) {
    return number_is(run, at, cards_total(&board_of(run)->open), "shed");
}

static bool fact_streak(Run *run, const char **at) {
    Seat seat;
    bool holds = run_found(run, true, "that is the streak");
    do {
        unsigned wanted;
        if (!read_seat(run, at, &seat) || !read_number(run, at, 0, 9, &wanted)) return false;
        unsigned is = board_of(run)->split.streak[seat];
        if (holds && is != wanted) holds = run_found(run, false, "streak %c %u", 'A' + seat, is);
    } while (seat_here(*at, &seat));
    return holds;
}

/* Exactly these; 'not': none of these. */
static bool fact_blocked(Run *run, const char **at) {
    Seat seat;
    char is[WORD_BYTES];
    unsigned wanted = 0, blocked = board_of(run)->split.blocked;
    seats_words((SeatMask)blocked, is);
    if (words_take(at, "nobody")) return run_found(run, !blocked, "blocked %s", is);
    do {
        if (!read_seat(run, at, &seat)) return false;
        wanted |= 1u << seat;
    } while (seat_here(*at, &seat));
    return run_found(run, run->negated ? blocked & wanted : blocked == wanted, "blocked %s", is);
}

static bool fact_duty(Run *run, const char **at) {
    Seat seat;
    bool holds = run_found(run, true, "that is the duty");
    do {
        uint8_t wanted;
        if (!read_seat(run, at, &seat) || !read_duty(run, at, &wanted)) return false;
        unsigned is = board_of(run)->split.duty[seat];
        if (holds && is != wanted) holds = run_found(run, false, "duty %c %s", 'A' + seat, duty_word(is));
    } while (seat_here(*at, &seat));
    return holds;
}

/* ---- both ---- */

static bool fact_over(Run *run, const char **at) {
    (void)at;
    return run_found(run, board_of(run)->phase == PHASE_OVER,
                     board_of(run)->phase == PHASE_OVER ? "the game is over" : "the game goes on");
}

static bool fact_deck(Run *run, const char **at) { return number_is(run, at, cards_total(&run->game.pile), "deck"); }

/* log "B draws 2 cards": the table heard exactly this. */
static bool fact_log(Run *run, const char **at) {
    char wanted[EVENT_TEXT_MAX], words[EVENT_TEXT_MAX];
    words_end(at);
    const char *end = **at == '"' ? strchr(*at + 1, '"') : NULL;
    if (!end || end - *at > EVENT_TEXT_MAX) {
        run_bad_text(run, *at, "expected words in quotation marks");
        return false;
    }
    snprintf(wanted, sizeof wanted, "%.*s", (int)(end - *at - 1), *at + 1);
    *at = end + 1;
    Text heard = text_in(run->found, sizeof run->found);
    text_put(&heard, "the table heard");
    for (unsigned i = 0; i < run->heard; i++) {
        event_format(rules_of(run), &run->event[i], NULL, words, sizeof words);
        if (!strcmp(words, wanted)) return true;
        text_put(&heard, i ? ", \"" : " \"");
        text_put(&heard, words);
        text_put(&heard, "\"");
    }
    if (!run->heard) text_put(&heard, " nothing");
    return false;
}

/* ---- the rules themselves ---- */

static bool fact_cards(Run *run, const char **at) {
    const Rules *rules = rules_of(run);
    return number_is(run, at, cards_total(&rules->deck) + cards_total(&rules->numbers), "cards");
}

/* "action deck 36": what is left of it; "action cards 37": what it begins with. */
static bool fact_action(Run *run, const char **at) {
    if (words_take(at, "cards")) return number_is(run, at, cards_total(&rules_of(run)->deck), "action cards");
    if (words_take(at, "deck") && run->built)
        return number_is(run, at, board_of(run)->split.actions_left, "action deck");
    run_bad_text(run, *at, "expected 'action cards', or 'action deck' once there are hands");
    return false;
}

static bool fact_number(Run *run, const char **at) {
    if (words_take(at, "cards")) return number_is(run, at, cards_total(&rules_of(run)->numbers), "number cards");
    run_bad_text(run, *at, "expected 'number cards'");
    return false;
}

static bool fact_copies(Run *run, const char **at) {
    const Rules *rules = rules_of(run);
    Face face;
    if (!read_face(run, at, &face)) return false;
    return number_is(run, at, cards_copies(&rules->deck, face) + cards_copies(&rules->numbers, face), "copies");
}

static bool fact_points(Run *run, const char **at) {
    Face face;
    if (!read_face(run, at, &face)) return false;
    return number_is(run, at, rules_of(run)->card[face].points, "points");
}

/* "refused because teams min_players": the refusal is about these options. */
static bool change_refused(Run *run, const char **at, const char *assignment) {
    Ruleset changed = run->ruleset;
    RulesetError error = {0};
    char named[WORD_BYTES];
    bool refused = !ruleset_change(&changed, assignment, &error), holds = refused;
    if (words_take(at, "because"))
        for (; words_peek(*at, named); words_skip(at)) holds = holds && words_have(error.about, named);
    return run_found(run, holds, "%s", refused ? error.text : "it is allowed");
}

/* "option decks 2", "option decks 9 refused", "option teams 3 refused because teams min_players" */
static bool fact_option(Run *run, const char **at) {
    char name[WORD_BYTES], wanted[WORD_BYTES], is[WORD_BYTES], assignment[2 * WORD_BYTES];
    words_end(at);
    const RuleRow *row = words_peek(*at, name) ? rule_row_find(name) : NULL;
    if (!row) {
        run_bad_text(run, *at, "expected the name of an option");
        return false;
    }
    words_skip(at);
    if (!words_peek(*at, wanted)) {
        run_bad_text(run, *at, "expected a value for %s", name);
        return false;
    }
    words_skip(at);
    if (words_take(at, "refused")) {
        snprintf(assignment, sizeof assignment, "%s=%s", name, wanted);
        return change_refused(run, at, assignment);
    }
    rules_get(rules_of(run), row, is, sizeof is);
    return run_found(run, !strcmp(is, wanted), "%s is %s", name, is);
}

/* "players 2 to 6", "players 7 refused", "players 6 allowed" */
static bool fact_players(Run *run, const char **at) {
    unsigned first, last;
    RulesError error = {.text = ""};
    const Options *option = &rules_of(run)->option;
    if (!read_number(run, at, 0, 99, &first)) return false;
    if (words_take(at, "to")) {
        if (!read_number(run, at, 0, 99, &last)) return false;
        return run_found(run, option->min_players == (int)first && option->max_players == (int)last, "players %d to %d",
                         option->min_players, option->max_players);
    }
    bool allowed = rules_allow_players(rules_of(run), first, &error);
    if (words_take(at, "allowed")) return run_found(run, allowed, "%s", error.text);
    if (words_take(at, "refused")) return run_found(run, !allowed, "%u may play", first);
    run_bad_text(run, *at, "expected 'players 2 to 6', 'players 6 allowed' or 'players 7 refused'");
    return false;
}

/* ---- what a club's rules keep on the table ---- */

/* "counter mana A 3 B 1" */
static bool fact_counter(Run *run, const char **at) {
    unsigned counter, wanted;
    Seat seat;
    if (!read_counter(run, at, &counter)) return false;
    do {
        if (!read_seat(run, at, &seat) || !read_number(run, at, 0, COUNTER_MOST, &wanted)) return false;
        unsigned is = board_of(run)->extra.counter[counter][seat];
        if (is != wanted)
            return run_found(run, false, "%c has %u %s", 'A' + seat, is, rules_of(run)->counter[counter].name);
    } while (seat_here(*at, &seat));
    return run_found(run, true, "that is what they have");
}

static bool second_here(const Run *run, const char *at) {
    char word[WORD_BYTES];
    const char *here = word;
    Face face;
    return words_peek(at, word) && second_parse(rules_of(run), &here, &face) && !*here;
}

/* "second A Spark Ward": the second hand, in any order; "second A nothing" */
static bool fact_second(Run *run, const char **at) {
    Cards wanted = {{0}}, is = {{0}};
    Seat seat;
    Face face;
    if (!read_seat(run, at, &seat)) return false;
    for (bool none = words_take(at, "nothing"); !none;) {
        if (!read_second(run, at, &face)) return false;
        cards_add(&wanted, (Face)(face - SECOND_CODE));
        none = !second_here(run, *at);
    }
    for (unsigned i = 0, value; i < SECOND_HAND_MAX && (value = own_second(&run->game.own[seat], i)) != 0; i++)
        if (!(value & SECOND_SET)) cards_add(&is, (Face)(value - 1));
    return run_found(run, cards_equal(&wanted, &is), "%c has another second hand, of %u cards", 'A' + seat,
                     cards_total(&is));
}

/* "lying Leech": it lies open; "lying Leech B": at B; "lying 2": so many cards lie there, open or not */
static bool fact_lying(Run *run, const char **at) {
    const Extra *x = &board_of(run)->extra;
    Seat seat;
    Face face;
    words_end(at);
    if (isdigit((unsigned char)**at) || words_take(at, "nothing")) {
        unsigned wanted = 0;
        if (isdigit((unsigned char)**at) && !read_number(run, at, 0, LAID_MAX, &wanted)) return false;
        return run_found(run, x->lying == wanted, "%u cards lie on the table", x->lying);
    }
    if (!read_second(run, at, &face)) return false;
    bool placed = seat_here(*at, &seat);
    if (placed && !read_seat(run, at, &seat)) return false;
    for (unsigned i = 0; i < x->lying; i++)
        if (x->laid[i].card == face && (!placed || x->laid[i].at == seat)) return run_found(run, true, "it lies there");
    return run_found(run, false, "it does not lie there");
}

/* ---- the table of words ---- */

enum { OF_TABLE, OF_RULES };

static const struct {
    const char *word;
    Families families;
    int of;
    bool (*check)(Run *run, const char **at);
} facts[] = {
    {"top", FOR_CLASSIC, OF_TABLE, fact_top},
    {"colour", FOR_CLASSIC, OF_TABLE, fact_colour},
    {"direction", FOR_CLASSIC, OF_TABLE, fact_direction},
    {"pending", FOR_CLASSIC, OF_TABLE, fact_pending},
    {"turns", FOR_CLASSIC, OF_TABLE, fact_turns},
    {"deals", FOR_CLASSIC, OF_TABLE, fact_deals},
    {"dealer", FOR_CLASSIC, OF_TABLE, fact_dealer},
    {"discards", FOR_CLASSIC, OF_TABLE, fact_discards},
    {"scores", FOR_CLASSIC, OF_TABLE, fact_scores},
    {"place", FOR_CLASSIC, OF_TABLE, fact_place},
    {"counter", FOR_CLASSIC, OF_TABLE, fact_counter},
    {"second", FOR_CLASSIC, OF_TABLE, fact_second},
    {"lying", FOR_CLASSIC, OF_TABLE, fact_lying},
    {"lead", FOR_SPLIT, OF_TABLE, fact_lead},
    {"claim", FOR_SPLIT, OF_TABLE, fact_claim},
    {"shed", FOR_SPLIT, OF_TABLE, fact_shed},
    {"streak", FOR_SPLIT, OF_TABLE, fact_streak},
    {"blocked", FOR_SPLIT, OF_TABLE, fact_blocked},
    {"duty", FOR_SPLIT, OF_TABLE, fact_duty},
    {"over", FOR_ALL, OF_TABLE, fact_over},
    {"deck", FOR_ALL, OF_TABLE, fact_deck},
    {"log", FOR_ALL, OF_TABLE, fact_log},
    {"cards", FOR_ALL, OF_RULES, fact_cards},
    {"action", FOR_SPLIT, OF_RULES, fact_action},
    {"number", FOR_SPLIT, OF_RULES, fact_number},
    {"copies", FOR_ALL, OF_RULES, fact_copies},
    {"points", FOR_CLASSIC, OF_RULES, fact_points},
    {"option", FOR_ALL, OF_RULES, fact_option},
    {"players", FOR_ALL, OF_RULES, fact_players},
};

bool expect_fact(Run *run, const char **at) {
    char word[WORD_BYTES];
    words_end(at);
    words_peek(*at, word);
    for (unsigned i = 0; i < sizeof facts / sizeof *facts; i++) {
        if (strcmp(word, facts[i].word) != 0) continue;
        if (!run->ruled) run_bad_text(run, *at, "expected the rules first: rules NAME");
        else if (!(facts[i].families >> rules_of(run)->family & 1))
            run_bad_text(run, *at, "expected a word of the rules %s; '%s' is not one", run->ruleset.name, word);
        else if (facts[i].of == OF_TABLE && !run->built)
            run_bad_text(run, *at, "expected hands, or 'start', before '%s'", word);
        if (run->broken) return false;
        words_skip(at);
        return facts[i].check(run, at);
    }
    run_bad_text(run, *at,
                 "expected a player, or a word such as top, colour, pending, deck, scores, refused, over or log");
    return false;
}
