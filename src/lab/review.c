/* review.c -- judges, applies, and adds up luck and skill. */
#include "review.h"

#include <string.h>

#include "../bots/bot.h"
#include "../engine/offer.h"
#include "review_why.h"

/* Parts of WORTH_ALL, and tenths of a standard error. */
enum {
    POINT = WORTH_ALL / 100,
    MISTAKE = 5 * POINT,
    BLUNDER = 10 * POINT,
    BRILLIANT = 8 * POINT,
    LEAST = POINT,
    CLEAR = 30
};

const char *review_grade_name(ReviewGrade grade) {
    static const char *const names[GRADES] = {"forced", "brilliant", "best", "inaccurate", "mistake", "blunder"};
    return names[grade];
}

const char *review_why_name(ReviewWhy why) {
    static const char *const names[WHYS] = {
#define WHY(name, text) #name,
#include "review_why.def"
#undef WHY
    };
    return names[why];
}

const char *review_why_words(ReviewWhy why) {
    static const char *const words[WHYS] = {
#define WHY(name, text) text,
#include "review_why.def"
#undef WHY
    };
    return words[why];
}

/* ---- watching ---- */

void review_view(const Review *review, Seat seat, View *out) {
    view_of(review->rules, &review->game, &review->witness, seat, out);
}

/* Everybody sees the table as they saw it when it was played. */
static void watch(Review *review) {
    for (Seat seat = 0; seat < review->players; seat++) {
        View view;
        if (!(review->seats >> seat & 1)) continue;
        review_view(review, seat, &view);
        memory_watch(review->rules, &review->memory[seat], &view);
    }
}

void review_init(Review *review, const Rules *rules, unsigned players, const Seed *seed, SeatMask seats,
                 unsigned worlds) {
    memset(review, 0, sizeof *review);
    review->rules = rules;
    review->players = players;
    review->seats = seats;
    review->worlds = worlds ? worlds : REVIEW_WORLDS;
    game_init(rules, &review->game, players, seed, NULL, &review->witness);
    unsigned sides = rules->option.teams ? (unsigned)rules->option.teams : players;
    for (Seat seat = 0; seat < players; seat++) {
        review->seat[seat].even = review->seat[seat].now = WORTH_ALL / sides;
        memory_init(&review->memory[seat]);
    }
    watch(review);
}

/* ---- judging ---- */

static unsigned square_root(uint64_t n) {
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= n) root += bit;
    return (unsigned)root;
}

/* Two standard errors of an average. */
static unsigned error_of(const Judged *judged) {
    uint64_t n = judged->worlds, mean = judge_worth(judged);
    if (n < 2) return WORTH_ALL;
    uint64_t square = judged->square / n * WORTH_ALL, mean_square = mean * mean;
    return 2 * square_root((square > mean_square ? square - mean_square : 0) / n);
}

/* The best candidate but the first, by the first look. */
static unsigned rival_of(const Judgement *judgement) {
    unsigned best = 1;
    for (unsigned i = 2; i < judgement->count; i++)
        if (judge_worth(&judgement->candidate[i]) > judge_worth(&judgement->candidate[best])) best = i;
    return best;
}

static bool thumb_agrees(const Review *review, const View *view, Action action) {
    Bot bot;
    Action other;
    bot_init(&bot, &bot_greedy, review->rules, review->number, NULL);
    return bot_act(&bot, view, &other) && other == action;
}

static ReviewGrade grade_of(const Review *review, const View *view, const Judged *rival, Action played, unsigned loss) {
    if (loss >= BLUNDER) return GRADE_BLUNDER;
    if (loss >= MISTAKE) return GRADE_MISTAKE;
    if (loss) return GRADE_INACCURATE;
    int64_t lead = -rival->ahead / (int64_t)(rival->worlds ? rival->worlds : 1);
    bool clear = lead >= BRILLIANT && judge_clear(rival, CLEAR);
    return clear && !thumb_agrees(review, view, played) ? GRADE_BRILLIANT : GRADE_BEST;
}

/* A first look finds the best of the others; a second, in worlds of its own, measures how far it is from what was
 * played: so nothing looks better because it was lucky in the first. */
static bool judge(const Review *review, Seat seat, Action action, ReviewMove *move) {
    Judgement all, two = {.count = 2};
    View view;
    review_view(review, seat, &view);
    bool awaited = board_awaited(review->rules, &view.board) >> seat & 1;
    const Memory *memory = &review->memory[seat];
    uint64_t luck = 2 * review->number;
    if (judge_list(review->rules, &view, action, awaited, &all) < 2) return false;
    if (!judge_look(review->rules, &view, memory, review->worlds, luck, &all)) return false;
    two.candidate[0] = (Judged){.action = action};
    two.candidate[1] = (Judged){.action = all.candidate[rival_of(&all)].action};
    if (!judge_look(review->rules, &view, memory, 2 * review->worlds, luck + 1, &two)) return false;
    Judged *rival = &two.candidate[1];
    int64_t ahead = rival->ahead / (int64_t)(rival->worlds ? rival->worlds : 1);
    unsigned loss = ahead >= LEAST && judge_clear(rival, CLEAR) ? (unsigned)ahead : 0;
    unsigned worst = WORTH_ALL;
    for (unsigned i = 0; i < all.count; i++)
        if (judge_worth(&all.candidate[i]) < worst) worst = judge_worth(&all.candidate[i]);
    move->played = action;
    move->best = rival->action;
    move->after = judge_worth(&two.candidate[0]);
    move->before = move->after + loss;
    move->error = error_of(&two.candidate[0]);
    move->stake = move->before > worst ? move->before - worst : 0;
    if (move->stake < loss) move->stake = loss;
    move->candidates = all.count;
    move->grade = grade_of(review, &view, rival, action, loss);
    move->why = review_why(review->rules, &view, action, rival->action);
    return true;
}

static void note_step(ReviewSeat *seat, int step, size_t number) {
    int size = step < 0 ? -step : step, most = seat->turn < 0 ? -seat->turn : seat->turn;
    if (size > most) seat->turn = step, seat->turn_number = number;
}

static void add(ReviewSeat *seat, ReviewMove *move) {
    move->luck = (int)move->before - (int)seat->now;
    int skill = (int)move->after - (int)move->before;
    seat->luck += move->luck;
    seat->skill += skill;
    seat->now = move->after;
    seat->choices++;
    seat->lost += (unsigned)-skill;
    seat->stake += move->stake;
    seat->grades[move->grade]++;
    note_step(seat, move->luck, move->number);
    note_step(seat, skill, move->number);
}

Verdict review_action(Review *review, Seat seat, Action action, ReviewMove *move, bool *judged) {
    const Board *board = &review->game.board;
    *judged = false;
    if (seat >= review->players) return VERDICT_not_your_turn;
    Verdict verdict = board_refusal(review->rules, board, &review->game.own[seat], seat, action);
    if (verdict != VERDICT_ok) return verdict;
    review->number++;
    memset(move, 0, sizeof *move);
    move->number = review->number;
    move->seat = seat;
    if (review->seats >> seat & 1 && board->phase != PHASE_DEAL) *judged = judge(review, seat, action, move);
    if (*judged) add(&review->seat[seat], move);
    verdict = game_apply(review->rules, &review->game, seat, action, &review->witness);
    watch(review);
    return verdict;
}

/* ---- the end ---- */

void review_finish(Review *review) {
    const Board *board = &review->game.board;
    review->over = board->phase == PHASE_OVER;
    for (Seat seat = 0; review->over && seat < review->players; seat++) {
        ReviewSeat *each = &review->seat[seat];
        unsigned result = worth_end(review->rules, board, seat);
        int step = (int)result - (int)each->now;
        each->luck += step;
        each->now = result;
        note_step(each, step, review->number);
    }
}

unsigned review_accuracy(const ReviewSeat *seat) {
    return seat->stake ? 1000 - (unsigned)((uint64_t)seat->lost * 1000 / seat->stake) : 1000;
}
