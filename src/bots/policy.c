/* policy.c -- quick, sensible play for all seats, to go on with after a candidate. */
#include "policy.h"

#include <stddef.h>

#include "playout.h"

/* ---- classic ---- */

/* The colour of which the hand has most cards, Wilds aside; a tie goes by chance. */
static unsigned main_colour(const Rules *rules, const Cards *hand, Dice *dice) {
    unsigned best = 0, most = 0, start = (unsigned)dice_next(dice) % COLOURS;
    for (unsigned i = 0; i < COLOURS; i++) {
        unsigned colour = (start + i) % COLOURS;
        uint64_t mask = COLOUR_MASK(colour) & ~rules->wilds;
        unsigned cards = 1 + bits_count(hand->plane[0] & mask) + 2 * bits_count(hand->plane[1] & mask) +
                         4 * bits_count(hand->plane[2] & mask);
        if (cards > most) best = colour, most = cards;
    }
    return best;
}

static Face pick_face(uint64_t faces, uint64_t roll) {
    return (Face)bits_select(faces, (unsigned)((roll >> 32) * bits_count(faces) >> 32));
}

/* Whom a swap pays for most: the smallest hand, if it is smaller than what is left of the player's own. */
static Seat swap_target(const Board *board, Seat seat, SeatMask targets) {
    Seat best = NO_SEAT;
    unsigned fewest = board->count[seat] - 1u;
    for (unsigned rest = targets; rest; rest &= rest - 1)
        if (board->count[mask_first(rest)] < fewest) best = mask_first(rest), fewest = board->count[best];
    return best;
}

/* Anybody, where somebody has to be named. */
static Seat any_target(SeatMask targets, Dice *dice) {
    return targets ? (Seat)pick_face(targets, dice_next(dice)) : NO_SEAT;
}

static Face pick_wild(uint64_t cards, Dice *dice) {
    uint64_t plain = cards & ~FACE_BIT(FACE_WILD4);
    return plain ? pick_face(plain, dice_next(dice)) : (Face)FACE_WILD4;
}

static Action play_wild(const Rules *rules, const Private *own, const ActionSet *set, Dice *dice) {
    Face card = pick_wild(set->cards, dice);
    unsigned asks = rules->asks[card], choice = asks & ASKS_COLOUR ? main_colour(rules, &own->hand, dice) : NO_CHOICE;
    bool aims = asks & ASKS_TARGET && !(asks & TARGET_OPTIONAL);
    return action_full(ACT_PLAY, card, choice, aims ? any_target(set->targets, dice) : NO_SEAT, set->call);
}

/* Cards that cost others a turn go first between two. */
static inline Face pick_coloured(const Rules *rules, unsigned players, uint64_t cards, Dice *dice) {
    uint64_t roll = dice_next(dice), tempo = cards & rules->effective;
    bool first = tempo && (players == 2 || (roll & 1));
    return pick_face(first ? tempo : cards, roll);
}

/* Wilds are kept as long as something else fits. */
static Action play_card(const Rules *rules, const Board *board, const Private *own, Seat seat, const ActionSet *set,
                        Dice *dice) {
    uint64_t coloured = set->cards & ~rules->naming;
    if (!coloured) return play_wild(rules, own, set, dice);
    Face card = pick_coloured(rules, board->players, coloured, dice);
    unsigned asks = rules->asks[card], choice = asks & ASKS_COLOUR ? main_colour(rules, &own->hand, dice) : NO_CHOICE;
    Seat target = asks & ASKS_TARGET ? swap_target(board, seat, set->targets) : NO_SEAT;
    if (target == NO_SEAT && asks & ASKS_TARGET && !(asks & TARGET_OPTIONAL)) target = any_target(set->targets, dice);
    return action_full(ACT_PLAY, card, choice, target, set->call);
}

/* A Wild +4 is doubted the more, the more cards its player kept. */
static bool doubts(const Board *board, Dice *dice) {
    unsigned held = board->classic.held;
    return dice_chance(dice, held > 8 ? 128 : 16 * held);
}

/* What a program asks, and whether a card of the second hand is played: anything goes, but a colour one has. */
static Action choose(const Rules *rules, const Private *own, const ActionSet *set, Dice *dice) {
    if (set->casts) {
        unsigned card = pick_face(set->casts, dice_next(dice));
        Seat target = rules->second_code[card].target ? any_target(set->targets, dice) : NO_SEAT;
        return action_full(ACT_CAST, SECOND_CODE + card, NO_CHOICE, target, false);
    }
    if (set->target_kind == ACT_NAME)
        return action_full(ACT_NAME, NO_FACE, main_colour(rules, &own->hand, dice), NO_SEAT, false);
    return playout_pick(rules, set, dice);
}

static Action classic_pick(const Rules *rules, const Board *board, const Private *own, Seat seat, const ActionSet *set,
                           Dice *dice) {
    if (board->phase == PHASE_CHOICE || (set->casts && dice_chance(dice, 128))) return choose(rules, own, set, dice);
    if (set->cards) return play_card(rules, board, own, seat, set, dice);
    if (action_set_may(set, ACT_DRAW)) return action_plain(ACT_DRAW);
    if (action_set_may(set, ACT_KEEP)) return action_plain(ACT_KEEP);
    if (action_set_may(set, ACT_CHALLENGE)) return action_plain(doubts(board, dice) ? ACT_CHALLENGE : ACT_ACCEPT);
    if (set->target_kind == ACT_NAME)
        return action_full(ACT_NAME, NO_FACE, main_colour(rules, &own->hand, dice), NO_SEAT, false);
    return playout_pick(rules, set, dice);
}

/* ---- split ---- */

/* Number cards of somebody about to win; of a hand that a card which sheds is used for;
 * and how often, of 256, the highest card is bid outright. */
enum { CLOSE = 2, FINISH = 3, BID_TOP = 200 };

/* The opponent with the fewest number cards among these seats; NO_SEAT: none. */
static Seat nearest(const Board *board, SeatMask seats) {
    Seat best = NO_SEAT;
    for (unsigned rest = seats; rest; rest &= rest - 1)
        if (best == NO_SEAT || board->count[mask_first(rest)] < board->count[best]) best = mask_first(rest);
    return best;
}

static Face lowest(uint64_t numbers) {
    unsigned value = 0;
    while (!(numbers & VALUE_MASK(value))) value++;
    return (Face)bits_first(numbers & VALUE_MASK(value));
}

static Face highest(uint64_t numbers) {
    unsigned values = (unsigned)((numbers | numbers >> 16 | numbers >> 32 | numbers >> 48) & 0x3FF);
    return (Face)bits_first(numbers & VALUE_MASK(31 - (unsigned)__builtin_clz(values)));
}

/* Mostly the highest card, else the better of any two: low cards win nothing. */
static Action bid(const ActionSet *set, Dice *dice) {
    uint64_t roll = dice_next(dice);
    if ((roll & 255) < BID_TOP) return action_card_of(ACT_PLAY, highest(set->cards));
    Face one = pick_face(set->cards, roll), two = pick_face(set->cards, roll << 32);
    return action_card_of(ACT_PLAY, face_value(one) > face_value(two) ? one : two);
}

/* The bid of somebody who has kept track of the cards: the lowest that no rival can
 * reach, if there is one. Late in a game, when it matters, people know that much. */
static Action informed_bid(const Game *game, Seat seat, const ActionSet *set, Dice *dice) {
    uint64_t rivals = 0, above = 0;
    for (unsigned rest = game->board.split.bidders & ~(1u << seat); rest; rest &= rest - 1)
        rivals |= cards_faces(&game->own[mask_first(rest)].hand) & NUMBERS_MASK;
    if (!rivals) return action_card_of(ACT_PLAY, lowest(set->cards));
    for (unsigned value = face_value(highest(rivals)) + 1; value < 10; value++) above |= VALUE_MASK(value);
    above &= set->cards;
    return above ? action_card_of(ACT_PLAY, lowest(above)) : bid(set, dice);
}

/* Cards that make others draw and Blocks are laid at once; cards that shed are for
 * the end; a Reverse is for the smaller hand. */
static Action offer(const Board *board, Seat seat, const ActionSet *set, Dice *dice) {
    uint64_t cards = set->cards;
    if (!cards) return action_plain(ACT_PASS);
    Seat rival = nearest(board, set->targets), blocked = nearest(board, set->block_targets);
    unsigned own = board->count[seat], theirs = board->count[rival];
    if (!board->split.numbers_left) cards &= ~SPLIT_DRAW_CARDS;
    if (own < theirs + 2) cards &= ~FACE_BIT(FACE_REVERSE);
    if (own > FINISH && theirs > CLOSE) cards &= ~(FACE_BIT(FACE_WILD) | FACE_BIT(FACE_TRUTH) | FACE_BIT(FACE_DARE));
    if (!cards || (board->phase == PHASE_WINDOW && dice_chance(dice, 64))) return action_plain(ACT_PASS);
    Face card = pick_face(cards, dice_next(dice));
    if (cards & FACE_BIT(FACE_REVERSE)) card = FACE_REVERSE;
    return action_full(ACT_PLAY, card, NO_CHOICE,
                       card == FACE_WILD    ? NO_SEAT
                       : card == FACE_BLOCK ? blocked
                                            : rival,
                       false);
}

static Action counter(const Board *board, const ActionSet *set) {
    uint64_t cards = set->cards;
    bool four = board->split.card == FACE_WILD4;
    if (four) cards &= ~FACE_BIT(FACE_DRAW2);
    if (!cards || (board->split.card != FACE_BLOCK && !board->split.numbers_left)) return action_plain(ACT_PASS);
    return action_card_of(ACT_PLAY, (Face)bits_first(cards));
}

/* A challenge is worth its card as long as there is something to draw. */
static Action claim(const Rules *rules, const Board *board, Seat seat, const ActionSet *set) {
    bool barred = rules->option.barrier == BARRIER_TWO_ACTIONS && board->actions[seat] < 2;
    bool none = rules->option.challenge_from == FROM_DECK && !board->split.numbers_left;
    if (!set->cards || barred || none) return action_plain(ACT_PASS);
    return action_card_of(ACT_CHALLENGE, set->cards & FACE_BIT(FACE_WILD4) ? FACE_WILD4 : FACE_DRAW2);
}

static Action split_pick(const Rules *rules, const Board *board, const Private *own, Seat seat, const ActionSet *set,
                         Dice *dice) {
    (void)own;
    switch ((Phase)board->phase) {
    case PHASE_BID: return bid(set, dice);
    case PHASE_OFFER:
    case PHASE_WINDOW: return offer(board, seat, set, dice);
    case PHASE_COUNTER: return counter(board, set);
    case PHASE_REPLY: return action_plain(ACT_ANSWER);
    case PHASE_SHED: return set->cards ? action_card_of(ACT_SHED, lowest(set->cards)) : action_plain(ACT_SHED);
    case PHASE_STEAL:
        if (action_set_may(set, ACT_STEAL)) return action_plain(ACT_STEAL);
        break;
    case PHASE_SEVEN: return action_full(ACT_HIT, NO_FACE, NO_CHOICE, nearest(board, set->targets), false);
    case PHASE_BONUS: return action_plain(board->split.numbers_left > 1 ? ACT_BONUS_DRAW : ACT_BONUS_CARD);
    case PHASE_PENALTY: return action_plain(board->split.numbers_left > 3 ? ACT_PENALTY_B : ACT_PENALTY_A);
    case PHASE_CLAIM: return claim(rules, board, seat, set);
    case PHASE_STUCK:
        if (set->cards & SPLIT_DRAW_CARDS)
            return action_card_of(ACT_PLAY, (Face)bits_first(set->cards & SPLIT_DRAW_CARDS));
        break;
    case PHASE_DISCARD:
    case PHASE_NAME:
    case PHASE_OVER:
    CASE_CLASSIC_PHASES:
        break;
    }
    return playout_pick(rules, set, dice);
}

typedef Action Picker(const Rules *rules, const Board *board, const Private *own, Seat seat, const ActionSet *set,
                      Dice *dice);

Action policy_pick(const Rules *rules, const Board *board, const Private *own, Seat seat, const ActionSet *set,
                   Dice *dice) {
    static Picker *const rows[FAMILIES] = {
#define FAMILY(NAME, name) name##_pick,
#include "../engine/family.def"
#undef FAMILY
    };
    return rows[rules->family](rules, board, own, seat, set, dice);
}

static void policy_step(const Rules *rules, Game *game, Dice *dice) {
    const Board *board = &game->board;
    Seat seat = board_asked(rules, board);
    ActionSet set;
    board_actions(rules, board, &game->own[seat], seat, &set);
    Action action = board->phase == PHASE_BID ? informed_bid(game, seat, &set, dice)
                                              : policy_pick(rules, board, &game->own[seat], seat, &set, dice);
    game_apply(rules, game, seat, action, NULL);
}

#ifndef __wasm__
/* What policy_pick() lays where no card is aimed and no program asks. */
typedef struct {
    Dice dice;
    unsigned players;
} Usual;

static inline Laying choose_usual(void *self, const Rules *rules, const Private *own, Seat seat, uint64_t cards) {
    (void)seat;
    Usual *usual = self;
    uint64_t coloured = cards & ~rules->naming;
    if (__builtin_expect(!coloured, 0)) {
        Dice dice = usual->dice; /* what a function is given the address of is kept in memory: not that of every turn */
        Face card = pick_wild(cards, &dice);
        unsigned colour = main_colour(rules, &own->hand, &dice);
        usual->dice = dice;
        return (Laying){card, (uint8_t)colour};
    }
    Face card = pick_coloured(rules, usual->players, coloured, &usual->dice);
    return (Laying){card, (uint8_t)face_colour(card)};
}

static void run_lean(const Rules *rules, Game *game, Dice *dice, unsigned limit) {
    SeatMask acted = 0;
    while (game->board.phase > PHASE_DEAL && limit) {
        Usual usual = {*dice, game->board.players};
        unsigned done = (unsigned)usual_run(rules, game, limit, choose_usual, &usual, &acted);
        *dice = usual.dice;
        if (!done) policy_step(rules, game, dice);
        limit -= done ? done : 1;
    }
}
#endif

void policy_run(const Rules *rules, Game *game, Dice *dice, unsigned limit) {
#ifndef __wasm__ /* a page has to be fetched: there, the general way is enough */
    if (rules->lean) {
        run_lean(rules, game, dice, limit);
        return;
    }
#endif
    while (game->board.phase > PHASE_DEAL && limit--) policy_step(rules, game, dice);
}

void policy_run_step(const Rules *rules, Game *game, Dice *dice) {
    unsigned steps = game->board.split.steps;
    while (game->board.phase != PHASE_OVER && game->board.split.steps == steps) policy_step(rules, game, dice);
}
