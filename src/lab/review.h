/* review.h -- what each decision of a game was worth to its player, by a fair judge (judge.h).
 *
 * A game is reviewed action by action, as it was played. Before each action of a seat that has a choice, the judge
 * says from this seat's view alone how often each candidate wins; then the action is done. What cannot be known has
 * no part in it: a move is never bad because of a card that nobody could know.
 *
 * A seat's chance goes from an even share to its result. Every step of the way is one of two kinds: skill, when the
 * seat chooses less than the best; luck, when the chance has changed by the time the seat chooses again (cards, and
 * what the others do). Each is added up by itself, and
 *
 *     result = even share + luck + skill
 *
 * to the last unit. Skill is never above 0: nobody can do better than the best. Nothing here allocates or reads a
 * clock; whole numbers throughout, in parts of WORTH_ALL. */
#ifndef UNO_REVIEW_H
#define UNO_REVIEW_H

#include <stddef.h>

#include "../bots/judge.h"
#include "../bots/move_why.h"

enum { REVIEW_WORLDS = 240, REVIEW_WORLDS_MAX = 100000 };

typedef enum {
    GRADE_FORCED,     /* there was no choice */
    GRADE_BRILLIANT,  /* clearly better than all others, and not what rules of thumb say */
    GRADE_BEST,       /* nothing was clearly better */
    GRADE_INACCURATE, /* clearly less, by up to 5 points of win chance */
    GRADE_MISTAKE,    /* by 5 to 10 */
    GRADE_BLUNDER,    /* by 10 or more */
} ReviewGrade;
#define GRADES (GRADE_BLUNDER + 1)
const char *review_grade_name(ReviewGrade grade); /* "blunder" */

typedef struct {
    size_t number; /* of the action in the game, from 1 */
    Seat seat;
    Action played, best;    /* the best one besides; ACT_NONE: to let it be */
    unsigned before, after; /* the chance with the best choice, and with the one made */
    unsigned error;         /* two standard errors of `after` */
    unsigned stake;         /* what the worst choice would have cost */
    unsigned candidates;
    int luck; /* since the seat's last choice */
    ReviewGrade grade;
    MoveWhy why; /* the best one is better; where the grade is below best */
} ReviewMove;

typedef struct {
    unsigned even, now; /* an even share; the chance after the last choice, in the end the result */
    int luck, skill;
    unsigned choices, lost, stake; /* real ones; what was lost in all; what was at stake in all */
    unsigned grades[GRADES];
    int turn;           /* the largest step, up or down, */
    size_t turn_number; /* and the action before which it was seen */
} ReviewSeat;

typedef struct {
    const Rules *rules;
    unsigned players, worlds;
    SeatMask seats; /* who is reviewed */
    size_t number;
    bool over;
    Game game;
    Witness witness;
    Memory memory[SEATS_MAX];
    ReviewSeat seat[SEATS_MAX];
} Review;

/* The cards are dealt. `worlds`: how many the judge looks at for a choice; 0: REVIEW_WORLDS. */
void review_init(Review *review, const Rules *rules, unsigned players, const Seed *seed, SeatMask seats,
                 unsigned worlds);

/* Judges the action if its seat is reviewed and has a choice (then true is returned in *judged, and *move is
 * filled), and does it. What is not VERDICT_ok was refused, and nothing has changed. */
Verdict review_action(Review *review, Seat seat, Action action, ReviewMove *move, bool *judged);

/* The game is over, or the record ends here: settles what each seat has got. */
void review_finish(Review *review);

/* The part of what was at stake that the seat kept, 0 to 1000; 1000 where nothing was. */
unsigned review_accuracy(const ReviewSeat *seat);

/* The view's own seat, before its action; for words. */
void review_view(const Review *review, Seat seat, View *out);

#endif
