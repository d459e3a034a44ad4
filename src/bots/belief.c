/* belief.c -- walks from one hand to the next. */
#include "belief.h"

#include <string.h>

#include "logarithm.h"

enum { HELD = 0xFF };

/* How readily a card is laid, by everybody whom we know; found by play against bots of all kinds. */
enum {
    PLAIN = 64,  /* a number */
    TEMPO = 160, /* a card with an effect */
    WILD = 8,    /* mostly kept */
    HIT_WILD = 50,
    BLUFF = 4,    /* a Wild +4 beside a card that fits */
    DRAWS = 1,    /* drawing all the same */
    GROWTH = 8,   /* the unit of `grown` */
    UNSWAYED = 2, /* of 16 name any colour */
    TIMES = 40,   /* of 256 steps change when a card came */
};

/* Of a colour that the hand has more of, a card is laid the sooner, and it is named all the more. */
static const uint8_t grown[8] = {8, 8, 11, 15, 20, 27, 36, 48};
static const uint16_t naming[8] = {1, 3, 9, 27, 81, 243, 729, 2187};

static unsigned at_most_7(unsigned n) { return n < 7 ? n : 7; }

/* ---- how likely a hand does that ---- */

static unsigned weight_of(const Rules *rules, Face face) {
    if (face == FACE_WILD4) return HIT_WILD;
    if (rules->naming >> face & 1) return rules->draw_faces >> face & 1 ? HIT_WILD : WILD;
    return rules->effective >> face & 1 ? TEMPO : PLAIN;
}

/* The sums of all signs at which the card was there change with it. */
static void put(const Belief *belief, BeliefSum *sums, const BeliefCard *card, int more) {
    const Trail *trail = belief->trail;
    unsigned colour = face_colour(card->face), end = card->left < trail->signs ? card->left + 1u : trail->signs;
    bool plain = !(belief->rules->naming >> card->face & 1);
    int weight = more * belief->weight[card->face];
    for (unsigned i = card->came; i < end; i++) {
        const Sign *sign = &trail->sign[i];
        BeliefSum *sum = &sums[i];
        bool fits = sign->fit >> card->face & 1;
        if (sign->kind == SIGN_KEPT && card->came != i) continue; /* nothing else could have been laid */
        if (plain) {
            sum->held[colour] = (uint8_t)(sum->held[colour] + more);
            if (fits) sum->fitting[colour] = (uint16_t)(sum->fitting[colour] + weight);
        } else if (card->face == FACE_WILD4) {
            sum->fours = (uint8_t)(sum->fours + more);
        } else if (fits) {
            sum->wilds = (uint16_t)(sum->wilds + weight);
        }
    }
}

static int log_named(const BeliefSum *sum, unsigned colour) {
    unsigned all = 0, this = naming[at_most_7(sum->held[colour])];
    for (unsigned i = 0; i < COLOURS; i++) all += naming[at_most_7(sum->held[i])];
    return log2_of((16 - UNSWAYED) * this * 16 + UNSWAYED * 4 * all) - log2_of(all);
}

/* How likely the sign is, given what it was chosen from: in 256ths of a doubling, beside a constant. */
static int log_sign(const Belief *belief, const Sign *sign, const BeliefSum *sum) {
    unsigned coloured = 0, four = belief->weight[FACE_WILD4];
    if (sign->kind == SIGN_LEFT) return 0;
    if (sign->kind == SIGN_NAMED) return log_named(sum, sign->colour);
    for (unsigned i = 0; i < COLOURS; i++)
        coloured += (unsigned)sum->fitting[i] * grown[at_most_7(sum->held[i])] / GROWTH;
    if (coloured && belief->rules->option.challenge) four = BLUFF;
    if (sign->kind == SIGN_KEPT) return -log2_of(DRAWS + coloured + sum->wilds / 4 + sum->fours * four);
    unsigned all = DRAWS + coloured + sum->wilds + sum->fours * four, this = DRAWS;
    if (sign->kind == SIGN_LAID) {
        this = sign->card == FACE_WILD4 ? four : belief->weight[sign->card];
        if (sign->colour == NO_COLOUR) this = this * grown[at_most_7(sum->held[face_colour(sign->card)])] / GROWTH;
    }
    int named = sign->colour < COLOURS ? log_named(sum, sign->colour) : 0;
    return log2_of(this * 16) - log2_of(all * 16) + named;
}

static int log_trail(const Belief *belief, const BeliefSum *sums) {
    int sum = 0;
    for (unsigned i = 0; i < belief->trail->signs; i++) sum += log_sign(belief, &belief->trail->sign[i], &sums[i]);
    return sum;
}

/* ---- steps ---- */

static size_t size_of_sums(const Belief *belief) { return belief->trail->signs * sizeof(BeliefSum); }

/* Whether the hand is to be like this from now on; then its sums are these. */
static bool accepted(Belief *belief, const BeliefSum *sums, Dice *dice) {
    int likely = log_trail(belief, sums), more = likely - belief->likely;
    unsigned roll = (unsigned)(dice_next(dice) >> 32) | 1;
    if (more < 0 && log2_of(roll) - 32 * 256 >= more) return false;
    memcpy(belief->sum, sums, size_of_sums(belief));
    belief->likely = likely;
    return true;
}

/* One card is another. */
static void swap_with_pool(Belief *belief, BeliefCard *card, Face face, Dice *dice) {
    BeliefSum sums[SIGNS_MAX];
    BeliefCard other = {face, card->came, card->left};
    if (face == card->face) return;
    memcpy(sums, belief->sum, size_of_sums(belief));
    put(belief, sums, card, -1);
    put(belief, sums, &other, 1);
    if (!accepted(belief, sums, dice)) return;
    cards_remove(&belief->pool, face);
    cards_add(&belief->pool, card->face);
    *card = other;
}

/* Two cards, one of which may have been laid since, came at each other's time. */
static void swap_times(Belief *belief, Dice *dice) {
    BeliefCard *a = &belief->card[dice_below(dice, belief->cards)], *b = &belief->card[dice_below(dice, belief->cards)];
    BeliefSum sums[SIGNS_MAX];
    if (a->came == b->came || a->face == b->face || a->came > b->left || b->came > a->left) return;
    BeliefCard one = {a->face, b->came, a->left}, two = {b->face, a->came, b->left};
    memcpy(sums, belief->sum, size_of_sums(belief));
    put(belief, sums, a, -1);
    put(belief, sums, b, -1);
    put(belief, sums, &one, 1);
    put(belief, sums, &two, 1);
    if (!accepted(belief, sums, dice)) return;
    *a = one;
    *b = two;
}

void belief_walk(Belief *belief, unsigned steps, Dice *dice) {
    unsigned hidden = cards_total(&belief->pool);
    if (!hidden) return;
    for (steps *= belief->loose_cards; steps--;) {
        BeliefCard *card = &belief->card[belief->loose[dice_below(dice, belief->loose_cards)]];
        if (belief->times && dice_chance(dice, TIMES)) swap_times(belief, dice);
        else swap_with_pool(belief, card, cards_at(&belief->pool, dice_below(dice, hidden)), dice);
    }
}

/* ---- the first hand ---- */

/* Cards come, and the oldest there is goes with each card that was laid; which one it really was the walk will ask. */
static bool lay_out(Belief *belief) {
    const Trail *trail = belief->trail;
    unsigned cards = 0;
    for (unsigned i = 0; i <= trail->signs; i++) {
        unsigned came = i < trail->signs ? trail->sign[i].came : trail->came;
        if (cards + came > BELIEF_CARDS_MAX) return false;
        for (; came; came--) belief->card[cards++] = (BeliefCard){NO_FACE, (uint8_t)i, HELD};
        if (i == trail->signs || trail->sign[i].card >= FACES) continue;
        unsigned oldest = 0;
        while (oldest < cards && belief->card[oldest].left != HELD) oldest++;
        if (oldest == cards) return false;
        belief->card[oldest].face = trail->sign[i].card;
        belief->card[oldest].left = (uint8_t)i;
    }
    belief->cards = cards;
    return true;
}

/* The cards that are there still: those that were seen, the rest as in the world. */
static void fill(Belief *belief, Cards held, Cards seen, Dice *dice) {
    unsigned known = cards_total(&seen), rest;
    cards_take_away(&held, &seen);
    rest = cards_total(&held);
    for (unsigned i = 0; i < belief->cards; i++) {
        BeliefCard *card = &belief->card[i];
        Cards *from = known ? &seen : &held;
        if (card->left != HELD) continue;
        card->face = cards_at(from, known ? known - 1 : dice_below(dice, rest));
        cards_remove(from, card->face);
        if (known) known--;
        else belief->loose[belief->loose_cards++] = (uint8_t)i, rest--;
    }
}

bool belief_begin(Belief *belief, const Rules *rules, const View *view, const Trail *trail, const Game *world,
                  Seat seat, Dice *dice) {
    memset(belief, 0, sizeof *belief);
    belief->rules = rules;
    belief->trail = trail;
    belief->pool = world->pile;
    for (unsigned face = 0; face < FACES; face++) belief->weight[face] = (uint16_t)weight_of(rules, (Face)face);
    if (trail_cards(trail) != view->board.count[seat] || !lay_out(belief)) return false;
    fill(belief, world->own[seat].hand, view->known[seat], dice);
    for (unsigned i = 0; i < belief->cards; i++) {
        put(belief, belief->sum, &belief->card[i], 1);
        if (belief->card[i].came != belief->card[0].came) belief->times = true;
    }
    belief->likely = log_trail(belief, belief->sum);
    return true;
}

bool belief_deal(const Belief *belief, Game *world, Seat seat) {
    Cards hand = {{0}}, pile = world->pile;
    for (unsigned i = 0; i < belief->cards; i++)
        if (belief->card[i].left == HELD) cards_add(&hand, belief->card[i].face);
    cards_merge(&pile, &world->own[seat].hand);
    if (!cards_within(&hand, &pile)) return false;
    cards_take_away(&pile, &hand);
    world->own[seat].hand = hand;
    world->pile = pile;
    return true;
}
