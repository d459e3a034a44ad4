/* classic_family.c -- the row of the classic family: its cards, where they are, and what its actions mean. */
#include "card_table.h"
#include "classic_internal.h"

/* ---- cards ---- */

/* O1: two of each action card in each colour, four of each Wild. O21: 20 and 50 points. */
static const CardRow classic_coloured[] = {
    {"Skip", "x", "\xE2\x8A\x98", ALL_COLOURS, 2, 20, {{EFFECT_SKIP, 1}}, {0}},
    {"Reverse", "-", "\xE2\x87\x84", ALL_COLOURS, 2, 20, {{EFFECT_REVERSE, 0}}, {0}},
    {"Draw Two", "+2", "+2", ALL_COLOURS, 2, 20, {{EFFECT_DRAW, 2}}, {0}},
};
static const CardRow classic_wilds[] = {
    {"Wild", "W", "\xE2\x9C\xA6", 0, 4, 50, {{0}}, {0}},
    {"Wild Draw Four", "W+4", "+4", 0, 4, 50, {{EFFECT_DRAW, 4}}, {0}},
};

static void classic_cards(Rules *rules) {
    for (unsigned colour = 0; colour < COLOURS; colour++)
        for (unsigned i = 0; i < 3; i++) card_table_put(rules, FACE(colour, VALUE_SKIP + i), &classic_coloured[i]);
    card_table_put(rules, FACE_WILD, &classic_wilds[0]);
    card_table_put(rules, FACE_WILD4, &classic_wilds[1]);
}

/* ---- actions ---- */

bool classic_allows(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action) {
    ActionSet set;
    classic_actions(rules, board, own, seat, &set);
    return action_set_has(rules, &set, action);
}

static unsigned classic_open(const Rules *rules, const Board *board) {
    const ClassicBoard *c = &board->classic;
    if (board->phase == PHASE_DEAL) return 0;
    unsigned call = c->uno_seat != NO_SEAT && !c->uno_called ? OPEN_CALL : 0;
    return call | (classic_may_jump_in(rules, board) ? OPEN_JUMP : 0);
}

static Seat classic_caller(const Board *board, bool *called) {
    *called = board->classic.uno_called;
    return board->classic.uno_seat;
}

static bool classic_dared(const Board *board, Seat *asks, Seat *answers) {
    (void)board, (void)asks, (void)answers;
    return false;
}

/* A card that names a seat does so for one of its effects. */
static Aim classic_aim(const CardRow *row) {
    if (row->more.effects) return AIM_ACTION; /* what a program does to its target */
    for (unsigned i = 0; i < CARD_EFFECTS_MAX; i++) switch ((EffectKind)row->effects[i].kind) {
        case EFFECT_SWAP: return AIM_SWAP;
        case EFFECT_NONE:
        case EFFECT_DRAW:
        case EFFECT_SKIP:
        case EFFECT_REVERSE:
        case EFFECT_ROTATE:
        case EFFECT_REFLECT:
        case EFFECT_TAKE:
        case EFFECT_ALL:
        case EFFECT_AGAIN:
        case EFFECT_ROLL: break;
        }
    return AIM_NOBODY;
}

/* ---- where the cards are ---- */

static void classic_lay_open(const Board *board, Cards *open) {
    if (board->classic.top < FACES) cards_add(open, board->classic.top);
}

/* The second deck is what is in no second hand and lies nowhere; game_sound() sees whether that can be. */
void game_count_second(const Rules *rules, Game *game) {
    Board *board = &game->board;
    Extra *x = &board->extra;
    Cards gone = {{0}};
    Face cast = action_card(x->action);
    for (unsigned seat = 0; seat < board->players; seat++) {
        board->actions[seat] = 0;
        for (unsigned i = 0, value; i < SECOND_HAND_MAX && (value = own_second(&game->own[seat], i)) != 0; i++) {
            Face card = (Face)((value & ~(unsigned)SECOND_SET) - 1);
            board->actions[seat] = (uint8_t)(board->actions[seat] + !(value & SECOND_SET));
            if (cards_copies(&gone, card) < COPIES_MAX) cards_add(&gone, card);
        }
    }
    for (unsigned i = 0; i < x->lying; i++)
        if (face_is_second(rules, x->laid[i].card) &&
            cards_copies(&gone, (Face)(x->laid[i].card - SECOND_CODE)) < COPIES_MAX)
            cards_add(&gone, (Face)(x->laid[i].card - SECOND_CODE));
    if (x->after == AFTER_CAST && face_is_second(rules, cast) &&
        cards_copies(&gone, (Face)(cast - SECOND_CODE)) < COPIES_MAX)
        cards_add(&gone, (Face)(cast - SECOND_CODE));
    game->actions = rules->second_cards;
    if (!cards_taken(&game->actions, &gone)) game->actions = (Cards){{0}};
    x->second_pile = (uint16_t)cards_total(&game->actions);
}

static void classic_count(const Rules *rules, Game *game, const Cards *rest, bool decked) {
    Board *board = &game->board;
    (void)decked; /* there is one pile, and the rest is in it */
    for (unsigned seat = 0; seat < board->players; seat++)
        board->count[seat] = (uint16_t)cards_total(&game->own[seat].hand);
    game->pile = *rest;
    board->pile = (uint16_t)cards_total(rest);
    board->open_count = (uint16_t)cards_total(&board->open);
    if (rules->programs) game_count_second(rules, game);
}

static bool classic_put_away(const Board *board) {
    (void)board;
    return false;
}

static unsigned classic_length(const Board *board) { return board->turns; }

/* ---- a world behind a view ---- */

/* Q14: a seat that drew until a card fitted holds one that fits. */
static bool deal_drawn_card(Deal *deal) {
    const Board *board = &deal->view->board;
    const ClassicBoard *c = &board->classic;
    Seat drawing = classic_drawing(board);
    if (drawing == NO_SEAT || drawing == deal->view->seat) return true;
    if (!board->count[drawing]) return true; /* a program has taken the card, with all of the hand */
    Private *own = &deal->game->own[drawing];
    uint64_t fit = classic_fitting(deal->rules, classic_counts_as(deal->rules, board), c->colour), any = ~UINT64_C(0);
    if (!deal->rules->option.bluffing) fit &= ~deal->rules->bluffs; /* whether it is honest the table cannot tell */
    uint64_t wanted = c->drawn_fits ? fit : any;
    if (cards_total(&own->hand) >= board->count[drawing]) { /* all of the hand was shown, and this card with it */
        Cards some = cards_only(&own->hand, wanted);
        if (!cards_faces(&some)) some = own->hand;
        own->drawn = cards_at(&some, rng_below(deal->rng, cards_total(&some)));
        return true;
    }
    own->drawn = deal_one(deal, wanted, &own->hand);
    if (own->drawn == NO_FACE) own->drawn = deal_one(deal, any, &own->hand);
    return own->drawn != NO_FACE;
}

/* Guilt was settled when the Wild +4 was laid: cards that its player drew since, as
 * a penalty, had no part in it. Which ones those are nobody else can tell. */
static bool judge_again(Deal *deal, const Cards *hand) {
    const ClassicBoard *c = &deal->view->board.classic;
    Cards then = *hand;
    for (unsigned total = cards_total(hand); total > c->held; total--)
        cards_remove(&then, cards_at(&then, rng_below(deal->rng, total)));
    return classic_dishonest(deal->rules, cards_faces(&then), c->before_top, c->before_colour);
}

/* Who is asked for one of several cards of a kind has more of them than are wanted, or nobody would ask. */
static bool deal_asked_cards(Deal *deal) {
    const Board *board = &deal->view->board;
    const Extra *x = &board->extra;
    if (board->phase != PHASE_CHOICE || x->ask != ASK_CARD || board->turn == deal->view->seat) return true;
    Cards *hand = &deal->game->own[board->turn].hand;
    uint64_t faces = program_filter(deal->rules, board, deal->rules->code[x->at].filter);
    while (cards_total_of(hand, faces) <= x->left)
        if (deal_one(deal, faces, hand) == NO_FACE) return false;
    return cards_total(hand) <= board->count[board->turn];
}

/* The second hands: first what lies face down, which only some cards do. */
static bool deal_second(Deal *deal) {
    const Rules *rules = deal->rules;
    const Board *board = &deal->view->board;
    const Extra *x = &board->extra;
    Game *game = deal->game;
    Cards rest = rules->second_cards, wanted = {{0}};
    Deal second = {rules, deal->view, deal->rng, game, {{0}}};
    uint64_t downs = 0;
    for (unsigned i = 0; i < rules->seconds; i++)
        if (rules->second[i].more.stays == STAYS_DOWN) downs |= FACE_BIT(i);
    for (unsigned i = 0; i < x->lying && i < LAID_MAX; i++)
        if (x->laid[i].card != CARD_DOWN) {
            if (!face_is_second(rules, x->laid[i].card)) return false;
            cards_add(&wanted, (Face)(x->laid[i].card - SECOND_CODE));
            if (!cards_within(&wanted, &rest)) return false;
        }
    Face cast = action_card(x->action);
    if (x->after == AFTER_CAST && face_is_second(rules, cast)) cards_add(&wanted, (Face)(cast - SECOND_CODE));
    for (unsigned i = 0; deal->view->seat < SEATS_MAX && i < SECOND_HAND_MAX; i++) {
        unsigned value = own_second(&deal->view->own, i) & ~(unsigned)SECOND_SET;
        if (value > rules->seconds) return false;
        if (value && cards_copies(&wanted, (Face)(value - 1)) == COPIES_MAX) return false;
        if (value) cards_add(&wanted, (Face)(value - 1));
    }
    if (!cards_taken(&rest, &wanted)) return false;
    second.unseen = rest;
    for (unsigned pass = 0; pass < 2; pass++) /* the hidden ones of all seats come before any hand */
        for (Seat seat = 0; seat < board->players; seat++) {
            unsigned count = pass ? board->actions[seat] : 0;
            for (unsigned i = 0; !pass && i < x->lying && i < LAID_MAX; i++)
                count += x->laid[i].card == CARD_DOWN && x->laid[i].owner == seat;
            if (seat == deal->view->seat) continue;
            for (; count; count--) {
                Cards to = {{0}};
                Face card = deal_one(&second, pass ? ~UINT64_C(0) : downs, &to);
                if (card == NO_FACE || second_filled(&game->own[seat]) == SECOND_HAND_MAX) return false;
                second_put(&game->own[seat], (card + 1u) | (pass ? 0 : (unsigned)SECOND_SET));
            }
        }
    game->actions = second.unseen;
    return cards_total(&game->actions) == x->second_pile;
}

/* L21: what others have of a hidden counter may be anything. */
static void deal_counters(Deal *deal) {
    const Rules *rules = deal->rules;
    Board *board = &deal->game->board;
    for (unsigned i = 0; i < rules->counters; i++)
        for (unsigned seat = 0; rules->counter[i].hidden && seat < board->players; seat++)
            if (seat != deal->view->seat)
                board->extra.counter[i][seat] = (uint8_t)rng_below(deal->rng, rules->counter[i].most + 1u);
}

static bool classic_deal(Deal *deal) {
    const Board *board = &deal->view->board;
    const ClassicBoard *c = &board->classic;
    Game *game = deal->game;
    if (deal->rules->programs && (!deal_second(deal) || !deal_asked_cards(deal))) return false;
    if (deal->rules->programs) deal_counters(deal);
    if (!deal_drawn_card(deal)) return false;
    for (unsigned seat = 0; seat < board->players; seat++)
        if (seat != deal->view->seat && !deal_up_to(deal, ~UINT64_C(0), board->count[seat], &game->own[seat].hand))
            return false;
    game->pile = deal->unseen;
    Seat suspect = classic_suspect(board);
    if ((board->phase == PHASE_ANSWER || board->phase == PHASE_CHOICE) && suspect < board->players &&
        c->before_top < FACES && suspect != deal->view->seat)
        game->own[suspect].guilty = judge_again(deal, &game->own[suspect].hand);
    return true;
}

/* ---- the row ---- */

const GameFamily classic_family = {
    classic_cards, classic_finish,   true,         SEATS_MAX,     4 /* two pairs */, classic_refusal,
    classic_open,  classic_caller,   false,        classic_dared, classic_aim,       false,
    AIM_NOBODY,    classic_lay_open, classic_deal, classic_count, classic_put_away,  classic_length,
    "turns",
};
