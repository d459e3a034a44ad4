/* lab.h -- what rules really do: many games by several rulesets, counted.
 *
 *     LabPlan   which rules, how many players, which bots, which seed
 *     LabCount  what happened in the games of one cell of the plan
 *     lab_play_deals()  plays the games of some numbers in every cell, and counts them
 *
 * All that is counted is counted in whole numbers, and everything about a game
 * follows from the plan and the game's number: counts of parts add up to the counts
 * of the whole, whatever the parts were and in whichever order they are added. The
 * games of one number have the same cards and the same chance of the bots in every
 * cell, so that two cells can be compared game by game. A LabCount has one size,
 * however many games it has seen. No clock, no thread, no allocation, no floating
 * point here: lab_run.h has the threads, lab_stat.h says what the counts mean. */
#ifndef UNO_LAB_H
#define UNO_LAB_H

#include "../bots/bot.h"
#include "../engine/offer.h"
#include "../engine/witness.h"
#include "../ruleset/ruleset.h"

enum {
    LAB_CELLS_MAX = 128,
    LAB_LABEL_MAX = 160,
    LAB_WIN = 2520,           /* a win; k who share it have 2520 / k each */
    LAB_ACTIONS_MAX = 200000, /* of a game; then it is broken off */
    LAB_WATCH_FIRST = 4096,   /* games that are all watched; */
    LAB_WATCH_EVERY = 64,     /* of those after them, one in so many is */
    LAB_JUDGE_FIRST = 24,     /* games of which some choices are judged by search; */
    LAB_JUDGE_EVERY = 8192,   /* of those after them, one in so many is; */
    LAB_JUDGE_CHOICE = 13,    /* in these, one choice in so many, */
    LAB_JUDGE_WORLDS = 64,    /* by so many worlds */
    LAB_BIN = 4,              /* turns to a bar of the lengths' distribution, */
    LAB_BINS = 64,            /* and bars; the last holds all that is longer */
    LAB_BEHIND = 5,           /* cards that make a comeback */
    LAB_OWN_MAX = 12,         /* situations are told apart by the own cards, up to so many, */
    LAB_LEAD_MAX = 4,         /* and by how many more or fewer the nearest other has, up to so many */
    LAB_SITUATIONS = LAB_OWN_MAX * (2 * LAB_LEAD_MAX + 1)
};

typedef enum {
#define METRIC(name, ...) METRIC_##name,
#include "metric.def"
#undef METRIC
    METRICS,
    METRICS_ALL = METRIC_left_out + 1 /* those of every game; the others follow */
} Metric;

typedef struct {
    const char *name;
    bool watched;
    double scale;
    const char *unit, *title, *meaning;
} MetricRow;
extern const MetricRow metric_rows[METRICS];

/* ---- the plan ---- */

typedef struct {
    const BotKind *kind;
    unsigned worlds; /* of one that searches; 0: the kind's own number */
} LabBot;

/* One set of rules at a table of one size. */
typedef struct {
    const Rules *rules; /* must stay as long as the plan */
    unsigned players;
    unsigned base;               /* the cell that this one is compared with; its own number: none */
    char label[LAB_LABEL_MAX];   /* "official, stack_draws=any" */
    char setting[LAB_LABEL_MAX]; /* what is varied: "stack_draws=any", or the ruleset's name */
    unsigned axis[2];            /* which of the values of the first and second varied option */
} LabCell;

typedef struct {
    unsigned cells, bots;
    LabCell cell[LAB_CELLS_MAX];
    LabBot bot
        [SEATS_MAX]; /* the first bot sits in the first seat of game 0, and so on round; moved on by a seat each game */
    Seed seed;
    unsigned skill;    /* of so many games one is played again by better against worse bots; 0: none */
    unsigned searches; /* and of so many of these one by `search` against `greedy`; 0: none */
} LabPlan;

/* ---- the counts ---- */

typedef struct {
    uint64_t sum, square, cross; /* `cross`: products with the same game's number in the cell it is compared with */
} LabSum;

typedef struct {
    uint64_t seats, won; /* how many were in that situation, and what they won, in parts of LAB_WIN */
} LabFate;

/* Who is meant: the seat that acts, or one that something is done to. */
typedef enum { ROLE_ACTOR, ROLE_HIT, ROLES } LabRole;

/* What can fire: a kind of action, an event, a card, a rule. */
enum {
    FIRE_DEEDS = 0,
    FIRE_EVENTS = DEED_STUCK + 1,
    FIRE_CARDS = FIRE_EVENTS + EVENT_KINDS,
    FIRE_VALUES = VALUES + COLOURS,          /* cards by their value; those without colour one by one */
    FIRE_SECONDS = FIRE_CARDS + FIRE_VALUES, /* cards of the second deck: played openly, or turned up */
    FIRE_RULES = FIRE_SECONDS + FACES,       /* rules that a club has written */
    FIRES = FIRE_RULES + CLUB_RULES_MAX
};

typedef struct {
    LabSum times;
    uint64_t games; /* in how many of them at all */
    LabFate fate[ROLES][LAB_SITUATIONS];
} LabFire;

/* The same cards played once from each seat by a better bot among worse ones. */
typedef enum { SKILL_GREEDY, SKILL_SEARCH, SKILLS } LabSkillKind;
typedef struct {
    uint64_t deals;
    uint64_t won, square; /* by the better one, a deal's games together, in parts of LAB_WIN */
    uint64_t pairs;       /* of the games of a deal, each seat's products, each pair of games twice */
} LabSkill;

typedef struct {
    uint64_t games, watched;
    LabSum metric[METRICS];
    struct {
        uint64_t won, square;
    } place[SEATS_MAX]; /* by the order of play */
    uint64_t length[LAB_BINS];
    uint64_t hand_max, draw_max, turns_max; /* the largest of all: merging takes the larger */
    LabFate fate[ROLES][LAB_SITUATIONS];    /* of all seats, at every action */
    LabFire fire[FIRES];
    LabSkill skill[SKILLS];
    uint64_t judged, gap, gap_square, clear; /* choices; how far the best was ahead of the next (worth.h); by a lot */
} LabCount;

/* Adds `part` to `whole`. */
void lab_merge(LabCount *whole, const LabCount *part);

/* Counts as text, "place=number" for all that are not 0: for files, and between the workers of a page. Reading
 * overwrites them; false: the text is none. */
void lab_counts_write(const LabCount *count, const Printer *printer);
bool lab_counts_read(const char *text, LabCount *count);

/* Plays the games from `from` to `to` - 1 in each cell and adds them to count[cell]. Rules, players and bots fit each
 * other. */
void lab_play_deals(const LabPlan *plan, uint64_t from, uint64_t to, LabCount *count);

/* ---- names of what fires ---- */

/* The card's place among the fires. */
unsigned lab_fire_of_card(const Rules *rules, Face face);

/* "stack", "caught", "Skip"; `rules` name the cards. Returns its length; 0: there is no such card. */
unsigned lab_fire_name(const Rules *rules, unsigned fire, char *out, unsigned size);

#endif
