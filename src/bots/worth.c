/* worth.c -- the win, the race for points, and how well a hand stands where a playout stops. */
#include "worth.h"

/* A win shared by k seats, or teams, is worth a k-th to each. */
static unsigned worth_winners(const Rules *rules, unsigned players, SeatMask winners, Seat seat) {
    unsigned sides = 0, seen = 0;
    for (unsigned s = 0; s < players; s++) {
        unsigned side = rules_team(rules, (Seat)s);
        if (winners >> s & 1 && !(seen >> side & 1)) seen |= 1u << side, sides++;
    }
    return seen >> rules_team(rules, seat) & 1 ? WORTH_ALL / sides : 0;
}

static unsigned square_root(unsigned n) {
    unsigned root = 0;
    for (unsigned bit = 1u << 12; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= n) root += bit;
    return root;
}

/* A race to the target: the lead over the nearest rival, against what chance will
 * still do on the way. */
static unsigned worth_race(const Rules *rules, const Board *board, Seat seat) {
    int target = rules->option.target, own = board->score[seat], rival = 0;
    for (unsigned s = 0; s < board->players; s++)
        if (rules_team(rules, (Seat)s) != rules_team(rules, seat) && board->score[s] > rival) rival = board->score[s];
    int left = 2 * target - own - rival, lead = own - rival;
    if (left < 0) left = 0;
    int spread = 6 * (int)square_root((unsigned)left) + 20, size = lead < 0 ? -lead : lead;
    return (unsigned)(WORTH_ALL / 2 + lead * (WORTH_ALL / 2) / (spread + size));
}

/* H212: a seat that is out earlier has the better place. */
static unsigned worth_place(const Board *board, Seat seat) {
    unsigned place = board->classic.place[seat];
    if (!place) place = board->players;
    return WORTH_ALL * (board->players - place) / (board->players - 1u);
}

unsigned worth_end(const Rules *rules, const Board *board, Seat seat) {
    bool over = board->phase == PHASE_OVER;
    if (rules->option.elimination && !rules->option.target) return worth_place(board, seat);
    if (over && board->winners) return worth_winners(rules, board->players, board->winners, seat);
    if (rules->option.target) return worth_race(rules, board, seat);
    return 0;
}
