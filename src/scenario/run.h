/* run.h -- what the parts of the scenario runner share. Private to src/scenario.
 *
 *     scenario.c   lines, titles, faults: the order of things
 *     words.c      reading words, numbers, seats, cards and colours of a line
 *     setup.c      what lies on the table: the words before the first action
 *     build.c      makes a Game of it
 *     act.c        what the players do
 *     expect.c     what must follow, said of a player
 *     facts.c      what must follow, said of the table and of the rules
 *
 * A function that cannot understand its words calls run_bad_text() and its
 * result no longer matters: run->broken stops everything up to the next title. */
#ifndef UNO_SCENARIO_RUN_H
#define UNO_SCENARIO_RUN_H

#include "../engine/position.h"
#include "../engine/text.h"
#include "../engine/view.h"
#include "../ruleset/ruleset.h"
#include "scenario.h"

enum {
    LINE_BYTES = 512,
    WORD_BYTES = 64,
    FOUND_BYTES = 400,
    HEARD_MAX = 256,
    SETUP_WORDS_MAX = 32,
    OPTION_ROWS_MAX = 128
};

/* Where something stands in the file, for a fault that shows only later. */
typedef struct {
    unsigned line, column; /* from 1; line 0: nowhere */
    const char *source;    /* the line, `length` bytes */
    unsigned length;
} Place;

/* Where the entries of a list of the Fate stand that were not used when it was last added to. */
typedef struct {
    unsigned given;
    Place place[FATE_CARDS];
} Settled;

enum { SETTLED_CARDS, SETTLED_ACTIONS, SETTLED_STEALS, SETTLED_DICE, SETTLED_LISTS };

/* How a pile is given: not at all, by its size, or card by card. */
typedef enum { PILE_OPEN, PILE_SIZE, PILE_CARDS } PileGiven;

typedef struct {
    PileGiven given;
    unsigned size;
    Cards cards;
} Pile;

/* The position as the words give it; build.c makes a Game of it. */
typedef struct {
    unsigned players; /* 0: as many as there are hands */
    bool any;         /* something was said that `start` cannot take */
    SeatMask hands;   /* seats with a hand given */
    Cards hand[SEATS_MAX];
    Seat rest;       /* holds every card that is nowhere else; NO_SEAT: nobody */
    Face top;        /* NO_FACE: not given */
    unsigned colour; /* NO_COLOUR: that of the top card */
    Pile deck, actions, discards;
    Fate fate;
    Seat turn, dealer, lead;
    int direction;
    unsigned turns;
    SeatMask blocked;
    uint8_t streak[SEATS_MAX];
    uint8_t duty[SEATS_MAX];
    uint16_t score[SEATS_MAX];
    uint8_t second[SEATS_MAX][SECOND_HAND_MAX]; /* as Private has it */
    uint16_t counter[COUNTERS_MAX][SEATS_MAX];  /* 1 more than it shows; 0: as at the beginning */
    Laid laid[LAID_MAX];
    unsigned lying;
    /* where it stands */
    Place word[SETUP_WORDS_MAX];   /* the last time that each word was said */
    Place option[OPTION_ROWS_MAX]; /* each option that was changed */
    Place hand_at[SEATS_MAX];      /* each hand */
    Place seat_at[SEATS_MAX];      /* each player that another word names */
    Settled settled[SETTLED_LISTS];
} Setup;

typedef struct {
    /* the text */
    const char *file, *folder;
    const ScenarioReport *report;
    ScenarioCounts *counts;
    unsigned number;    /* of the line */
    const char *source; /* the line as it stands in the file, `length` bytes */
    unsigned length;
    char line[LINE_BYTES]; /* the same without remarks, cut into clauses */

    /* the scenario */
    char title[SCENARIO_TITLE_MAX];
    Place title_at;
    unsigned ids, id[SCENARIO_IDS_MAX];
    bool open;   /* a scenario has begun */
    bool broken; /* and has a fault: the rest is skipped */
    bool ruled;  /* it has named its rules */
    bool built;  /* there is a game */
    bool acted;  /* somebody has acted, or a check was made */
    bool last_was_hands;
    Ruleset ruleset;
    Setup setup;
    Game game;
    Witness witness;

    /* the last line of action */
    Verdict verdict;
    bool negated; /* the clause begins with 'not' */
    unsigned heard;
    Event event[HEARD_MAX];
    char found[FOUND_BYTES]; /* what is, where it is not what was expected */
} Run;

/* ---- scenario.c ---- */

/* The text at `at` (inside run->line) makes no sense; the words say what was expected. */
void run_bad_text(Run *run, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same for words that were read before. */
void run_bad_place(Run *run, Place place, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Where the text at `at` (inside run->line) stands. */
Place run_place(const Run *run, const char *at);

/* The game does otherwise. */
void run_bad_play(Run *run, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Tells whoever watches what was done; NO_SEAT: the table lies ready. */
void run_step(const Run *run, Seat seat, Action action);

/* Notes what is on the table; returns `holds`. */
bool run_found(Run *run, bool holds, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- words.c: each moves *at behind what it read ---- */

bool words_end(const char **at);                       /* only blanks are left */
bool words_peek(const char *at, char out[WORD_BYTES]); /* the next word; false at the end */
bool words_have(const char *list, const char *word);   /* one of these words; NULL: none */
bool words_take(const char **at, const char *word);    /* takes the next word if it is this one */
void words_skip(const char **at);                      /* takes the next word, whatever it is */

/* These call run_bad_text() and return false (or 0) where the words are not what they read. */
bool read_number(Run *run, const char **at, unsigned low, unsigned high, unsigned *out);
bool read_seat(Run *run, const char **at, Seat *out); /* "B"; within the players once there is a game */
bool read_face(Run *run, const char **at, Face *out);
bool read_second(Run *run, const char **at, Face *out);      /* a card of the second deck */
bool read_counter(Run *run, const char **at, unsigned *out); /* one of these rules by its name */
bool read_colour(Run *run, const char **at, unsigned *out);
bool read_duty(Run *run, const char **at, uint8_t *out); /* a colour, even, odd, low, high, none */
bool read_action(Run *run, const char **at, Action *out);
bool read_deed(Run *run, const char **at, Action *out); /* the same as people say it: "plays +2 on B" */

/* Faces up to the end, or up to a word that is none; "nothing" or "none" alone is the empty set. */
bool read_cards(Run *run, const char **at, Cards *out);

/* A seat letter standing alone; never complains. */
bool seat_here(const char *at, Seat *out);

/* Cards as words, "R5 B7"; "nothing". */
const char *cards_words(const Rules *rules, const Cards *cards, char *out, unsigned size);

/* Seats as words, "A C"; "nobody". */
const char *seats_words(SeatMask seats, char out[WORD_BYTES]);

const char *duty_word(unsigned duty);

/* ---- the parts ---- */

/* The words before the first action. False: the line does not begin with one of them. */
bool setup_line(Run *run);
void setup_init(Setup *setup);

/* Where a word of the set-up was said; the title where it was not. */
Place setup_place(const Run *run, const char *word);

/* At the end of a scenario: complains of settled chance that was not used. */
void setup_unused(Run *run);

/* Makes the game, if there is enough for one and none yet. */
void build_game(Run *run);
void build_start(Run *run); /* deals a real one */

/* A line that begins with a seat, "all" or "start": acts, then checks. False: it does not. */
bool act_line(Run *run);

/* Checks the clauses, separated by ';', from `at` on. `refusable`: the last action may have been refused. */
void expect_clauses(Run *run, char *at, bool refusable);

/* One clause that speaks of the table or of the rules. */
bool expect_fact(Run *run, const char **at);

#endif
