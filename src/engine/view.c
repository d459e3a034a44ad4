/* view.c -- copies what a seat may know, and deals a world that fits it. */
#include "view.h"

#include <string.h>

#include "family.h"

void view_of(const Rules *rules, const Game *game, const Witness *witness, unsigned observer, View *out) {
    (void)rules;
    memset(out, 0, sizeof *out);
    memcpy(&out->board, &game->board, sizeof out->board);
    out->seat = (uint8_t)observer;
    if (observer < SEATS_MAX) memcpy(&out->own, &game->own[observer], sizeof out->own);
    for (unsigned holder = 0; witness && holder < game->board.players; holder++)
        if (holder != observer) out->known[holder] = witness->known[observer][holder];
}

void view_actions(const Rules *rules, const View *view, ActionSet *out) {
    memset(out, 0, sizeof *out);
    if (view->seat < view->board.players) board_actions(rules, &view->board, &view->own, view->seat, out);
}

bool view_unseen(const Rules *rules, const View *view, Cards *out) {
    if (!board_unplaced(rules, &view->board, out) || !cards_taken(out, &view->own.hand)) return false;
    for (unsigned holder = 0; holder < view->board.players; holder++)
        if (!cards_taken(out, &view->known[holder])) return false;
    return true;
}

/* ---- a world behind a view ---- */

typedef struct {
    const Rules *rules;
    const View *view;
    Rng *rng;
    Game *game;
    Cards unseen; /* every card whose place the view does not tell */
} Deal;

/* Moves one random unseen card of these faces into `to`; NO_FACE if there is none. */
static Face deal_one(Deal *deal, uint64_t faces, Cards *to) {
    Cards some = cards_only(&deal->unseen, faces);
    unsigned total = cards_total(&some);
    if (!total) return NO_FACE;
    Face face = cards_at(&some, rng_below(deal->rng, total));
    cards_remove(&deal->unseen, face);
    cards_add(to, face);
    return face;
}

/* Fills `to` up to `count` cards of these faces. */
static bool deal_up_to(Deal *deal, uint64_t faces, unsigned count, Cards *to) {
    unsigned held = cards_total_of(to, faces);
    if (held > count) return false;
    for (; held < count; held++)
        if (deal_one(deal, faces, to) == NO_FACE) return false;
    return true;
}

/* ---- classic ---- */

/* Q14: who drew until a card fitted holds one that fits. */
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
static bool judge_anew(Deal *deal, const Cards *hand) {
    const ClassicBoard *c = &deal->view->board.classic;
    Cards then = *hand;
    for (unsigned total = cards_total(hand); total > c->held; total--)
        cards_remove(&then, cards_at(&then, rng_below(deal->rng, total)));
    return classic_dishonest(deal->rules, cards_faces(&then), c->before_top, c->before_colour);
}

static bool deal_classic(Deal *deal) {
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
        game->own[c->attacker].guilty = judge_anew(deal, &game->own[c->attacker].hand);
    return true;
}

/* ---- split ---- */

/* A choice that lies hidden is made anew, as that hand could have made it. */
static bool choose_anew(Deal *deal, Seat seat) {
    Game *game = deal->game;
    Board before = game->board;
    before.split.committed &= (uint8_t) ~(1u << seat);
    before.split.awaited |= (uint8_t)(1u << seat);
    Action actions[ACTIONS_MAX];
    ActionSet set;
    board_actions(deal->rules, &before, &game->own[seat], seat, &set);
    unsigned count = action_set_list(deal->rules, &set, actions);
    if (!count) return false;
    game->own[seat].commit = actions[rng_below(deal->rng, count)];
    return true;
}

static bool deal_split(Deal *deal) {
    const Board *board = &deal->view->board;
    Game *game = deal->game;
    for (unsigned seat = 0; seat < board->players; seat++) {
        if (seat == deal->view->seat) continue;
        Cards *hand = &game->own[seat].hand;
        /* Q14: only a lone +2 or +4 makes a hand stuck. */
        bool stuck = board->phase == PHASE_STUCK && seat == board->turn;
        if (!deal_up_to(deal, stuck ? SPLIT_DRAW_CARDS : SPLIT_ACTIONS, board->actions[seat], hand)) return false;
        if (!deal_up_to(deal, NUMBERS_MASK, board->count[seat], hand)) return false;
    }
    if (!deal_up_to(deal, NUMBERS_MASK, board->split.numbers_left, &game->pile)) return false;
    if (!deal_up_to(deal, SPLIT_ACTIONS, board->split.actions_left, &game->actions)) return false;
    for (unsigned rest = board->split.committed; rest; rest &= rest - 1)
        if (mask_first(rest) != deal->view->seat && !choose_anew(deal, mask_first(rest))) return false;
    return true;
}

bool view_sample(const Rules *rules, const View *view, Rng *rng, Game *out, Witness *witness) {
    Deal deal = {rules, view, rng, out, {{0}}};
    memset(out, 0, sizeof *out);
    memcpy(&out->board, &view->board, sizeof out->board);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        out->own[seat].drawn = NO_FACE;
        if (seat < view->board.players) out->own[seat].hand = view->known[seat];
    }
    if (view->seat < SEATS_MAX) memcpy(&out->own[view->seat], &view->own, sizeof view->own);
    Seed seed;
    for (unsigned i = 0; i < SEED_BYTES; i++) seed.bytes[i] = (uint8_t)rng_below(rng, 256);
    rng_init(&out->rng, &seed);
    if (witness) {
        witness_init(witness);
        memcpy(witness->known[view->seat], view->known, sizeof view->known);
    }
    if (!view_unseen(rules, view, &deal.unseen)) return false;
    return rules->family == FAMILY_CLASSIC ? deal_classic(&deal) : deal_split(&deal);
}
