/* standing.c -- what a game that goes on is worth, all hands being known.
 *
 * Every hand stands so well, in 256ths of a doubling of its chances: a sum of what it
 * holds, weighted. The weights were fitted to who won in games of `greedy` against
 * itself (bench/fit). A seat's worth is its part of all chances. Whole numbers only,
 * so that every platform comes to the same. */
#include "logarithm.h"
#include "worth.h"

/* 2 to the n/256, scaled; the scale does not matter. */
static uint64_t power_of_2(int n) {
    int whole = n >> 8, part = n & 255;
    uint64_t mantissa = (uint64_t)(65536 + part * 256 - part * (256 - part) * 88 / 256);
    whole += 24;
    return whole < 0 ? 1 : mantissa << (whole < 40 ? whole : 40);
}

/* ---- split ---- */
typedef struct {
    int16_t length;              /* of the logarithm of the hand's length */
    int16_t number[10];          /* of the share of each number in the hand: low cards win no bid */
    int16_t action[SPLIT_SORTS]; /* Block, Reverse, +2, Wild, +4, Truth, Dare */
    int16_t streak, blocked;
} Weights;

/* By whether the loser of a bid keeps the card, and whether there are cards to draw. */
static const Weights weights[2][2] = {
    {{10,
      {-2070, -2186, -2051, -1928, -1793, -1677, -1503, -1653, -1483, -1397},
      {58, 32, 13, 24, -1, -9, 68},
      12,
      -56},
     {10,
      {-2070, -2186, -2051, -1928, -1793, -1677, -1503, -1653, -1483, -1397},
      {58, 32, 13, 24, -1, -9, 68},
      12,
      -56}},
    {{-212, {-2093, -1907, -1304, -953, -664, -677, -548, -1487, -511, -963}, {97, 55, 15, 14, 25, 65, 74}, 25, -106},
     {-59, {-350, -203, -34, 105, 109, 200, 323, -54, 272, 303}, {36, 29, -2, 13, 8, 6, 25}, 4, -33}},
};

static int split_standing(const Rules *rules, const Game *game, Seat seat) {
    const Weights *w = &weights[rules->option.loser_keeps][game->board.split.numbers_left > 0];
    const Board *board = &game->board;
    const Cards *hand = &game->own[seat].hand;
    unsigned numbers = board->count[seat];
    int share = 0, sum = w->length * log2_of(numbers + 1) / 256;
    for (unsigned value = 0; value < 10; value++)
        share += (int)cards_total_of(hand, VALUE_MASK(value) & NUMBERS_MASK) * w->number[value];
    sum += share / (int)(numbers + 1);
    for (unsigned i = 0; board->actions[seat] && i < SPLIT_SORTS; i++)
        sum += (int)cards_copies(hand, split_sorts[i]) * w->action[i];
    return sum + board->split.streak[seat] * w->streak + (board->split.blocked >> seat & 1 ? w->blocked : 0);
}

/* ---- classic ---- */

/* Weights of a hand, in the same unit: of its length, of being next, and of what it
 * holds, by number and by share. */
typedef struct {
    int16_t cards, length, shortness;
    int16_t first, second;             /* to move, and after that */
    int16_t first_short, second_short; /* the more so, the fewer cards it has */
    int16_t held[5], share[5];         /* Wilds, Wild +4, coloured draw cards, Skips and the like, Reverses */
    int16_t colours, colours_share;
    int16_t fitting_share, fits, first_fits; /* cards that fit the top card */
} HandWeights;

static const HandWeights two = {-20, -211, 450, -62, 62, 334, -21, {78, 9, 140, 31, 40}, {1019, 2314, 12, 121, 73},
                                -28, -377, 185, 81,  106};
static const HandWeights many = {-128, -426, 450, -233, -6, 564, 67, {45, 128, 82, 37, 26}, {1270, 1237, 32, 5, -40},
                                 103,  -470, 155, 39,   229};

static int classic_standing(const Rules *rules, const Game *game, Seat seat) {
    const Board *board = &game->board;
    const ClassicBoard *c = &board->classic;
    const HandWeights *w = board->players == 2 ? &two : &many;
    const Cards *hand = &game->own[seat].hand;
    const uint64_t coloured = ~rules->naming, reverses = VALUE_MASK(VALUE_REVERSE) & coloured;
    const uint64_t sorts[5] = {rules->naming & ~FACE_BIT(FACE_WILD4), FACE_BIT(FACE_WILD4),
                               rules->draw_faces & coloured,
                               rules->effective & coloured & ~rules->draw_faces & ~reverses, reverses};
    int cards = board->count[seat], share = 0, colours = 0;
    int sum = w->cards * cards / 4 + w->length * log2_of((unsigned)cards + 1) / 256;
    for (unsigned i = 0; i < 5; i++) {
        int held = (int)cards_total_of(hand, sorts[i]);
        sum += held * w->held[i];
        share += held * w->share[i];
    }
    uint64_t faces = cards_faces(hand) & coloured;
    for (unsigned colour = 0; colour < COLOURS; colour++) colours += (faces & COLOUR_MASK(colour)) != 0;
    uint64_t fit = (c->colour < COLOURS ? COLOUR_MASK(c->colour) : 0) | VALUE_MASK(face_value(c->top)) | rules->fits;
    int fitting = (int)cards_total_of(hand, fit & coloured);
    int place = seat, turn = board->turn;
    if (c->reseated) place = (int)board_place_of(board, seat), turn = (int)board_place_of(board, board->turn);
    unsigned away = (unsigned)((place - turn) * c->direction + 2 * board->players) % board->players;
    share += w->shortness + colours * w->colours_share + fitting * w->fitting_share;
    sum += colours * w->colours + (fitting ? w->fits : 0);
    if (away == 0) sum += w->first + (fitting ? w->first_fits : 0), share += w->first_short;
    if (away == 1) sum += w->second, share += w->second_short;
    return sum + share / (cards + 1);
}

bool worth_can_stand(const Rules *rules) {
    const Options *o = &rules->option;
    return !o->target && !o->elimination && !o->seven_swap && !o->zero_rotate;
}

typedef int Standing(const Rules *rules, const Game *game, Seat seat);

unsigned worth_standing(const Rules *rules, const Game *game, Seat seat) {
    int stand[SEATS_MAX];
    uint64_t own = 0, all = 1;
    static Standing *const rows[FAMILIES] = {
#define FAMILY(NAME, name) name##_standing,
#include "../engine/family.def"
#undef FAMILY
    };
    for (unsigned s = 0; s < game->board.players; s++) stand[s] = rows[rules->family](rules, game, (Seat)s);
    for (unsigned s = 0; s < game->board.players; s++) {
        uint64_t chances = power_of_2(stand[s] - stand[seat]) >> 8;
        all += chances;
        if (rules_team(rules, (Seat)s) == rules_team(rules, seat)) own += chances;
    }
    return (unsigned)(own * WORTH_ALL / all);
}
