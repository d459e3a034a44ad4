/* classic_family.c -- the row of the classic family: its cards, where they are, and what its actions mean. */
#include "card_table.h"
#include "classic_internal.h"

/* ---- cards ---- */

/* O1: two of each action card in each colour, four of each Wild. O21: 20 and 50 points. */
static const CardRow classic_coloured[] = {
    {"Skip", "x", "\xE2\x8A\x98", ALL_COLOURS, 2, 20, {{EFFECT_SKIP, 1}}},
    {"Reverse", "-", "\xE2\x87\x84", ALL_COLOURS, 2, 20, {{EFFECT_REVERSE, 0}}},
    {"Draw Two", "+2", "+2", ALL_COLOURS, 2, 20, {{EFFECT_DRAW, 2}}},
};
static const CardRow classic_wilds[] = {
    {"Wild", "W", "\xE2\x9C\xA6", 0, 4, 50, {{0}}},
    {"Wild Draw Four", "W+4", "+4", 0, 4, 50, {{EFFECT_DRAW, 4}}},
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

static void classic_count(Game *game, const Cards *rest, bool decked) {
    Board *board = &game->board;
    (void)decked; /* there is one pile, and the rest is in it */
    for (unsigned seat = 0; seat < board->players; seat++)
        board->count[seat] = (uint16_t)cards_total(&game->own[seat].hand);
    game->pile = *rest;
    board->pile = (uint16_t)cards_total(rest);
    board->open_count = (uint16_t)cards_total(&board->open);
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
    if (board->phase != PHASE_DRAWN || board->turn == deal->view->seat) return true;
    Private *own = &deal->game->own[board->turn];
    uint64_t fit = classic_fitting(deal->rules, c->top, c->colour), any = ~UINT64_C(0);
    if (!deal->rules->option.bluffing) fit &= ~FACE_BIT(FACE_WILD4); /* whether it is honest the table cannot tell */
    uint64_t wanted = c->drawn_fits ? fit : any;
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

static bool classic_deal(Deal *deal) {
    const Board *board = &deal->view->board;
    const ClassicBoard *c = &board->classic;
    Game *game = deal->game;
    if (!deal_drawn_card(deal)) return false;
    for (unsigned seat = 0; seat < board->players; seat++)
        if (seat != deal->view->seat && !deal_up_to(deal, ~UINT64_C(0), board->count[seat], &game->own[seat].hand))
            return false;
    game->pile = deal->unseen;
    if (board->phase == PHASE_ANSWER && c->draw_card == FACE_WILD4 && c->before_top < FACES &&
        c->attacker != deal->view->seat)
        game->own[c->attacker].guilty = judge_again(deal, &game->own[c->attacker].hand);
    return true;
}

/* ---- the row ---- */

const GameFamily classic_family = {
    classic_cards,  classic_finish,    true,
    SEATS_MAX,      4 /* two pairs */, classic_refusal,
    classic_sound,  classic_open,      classic_caller,
    false,          classic_dared,     classic_aim,
    false,          AIM_NOBODY,        classic_lay_open,
    classic_deal,   classic_count,     classic_put_away,
    classic_length, "turns",
};
