/* view.c -- copies what a seat may know, and deals a world that fits it. */
#include "view.h"

#include <stddef.h>
#include <string.h>

#include "family.h"

/* L21: of a hidden counter everybody sees their own. */
static void hide_counters(const Rules *rules, unsigned observer, Board *board) {
    for (unsigned i = 0; i < rules->counters; i++)
        for (unsigned seat = 0; rules->counter[i].hidden && seat < board->players; seat++)
            if (seat != observer) board->extra.counter[i][seat] = COUNTER_UNSEEN;
}

void view_of(const Rules *rules, const Game *game, const Witness *witness, unsigned observer, View *out) {
    enum { KNOWN = offsetof(View, known) };
    _Static_assert(offsetof(View, own) == sizeof out->board && KNOWN == sizeof out->board + sizeof out->own,
                   "nothing lies between what is copied and what is set to 0");
    size_t open = rules->programs ? sizeof(Board) : offsetof(Board, extra);
    memcpy(&out->board, &game->board, open);
    memset((char *)&out->board + open, 0, sizeof(Board) - open);
    if (rules->programs) hide_counters(rules, observer, &out->board);
    if (observer < SEATS_MAX) memcpy(&out->own, &game->own[observer], sizeof out->own);
    else memset(&out->own, 0, sizeof out->own);
    memset((char *)out + KNOWN, 0, sizeof *out - KNOWN);
    out->seat = (uint8_t)observer;
    for (unsigned holder = 0; witness && holder < game->board.players; holder++)
        if (holder != observer) out->known[holder] = witness->known[observer][holder];
}

void view_renew(const Rules *rules, const Game *game, const Witness *witness, Seat seat, View *view) {
    enum { PLAIN = offsetof(Board, extra) };
    if (__builtin_expect(rules->programs, 0)) {
        memcpy(&view->board, &game->board, sizeof view->board);
        hide_counters(rules, seat, &view->board);
    } else {
        memcpy(&view->board, &game->board, PLAIN); /* a size that is known at once takes a few moves */
    }
    memcpy(&view->own, &game->own[seat], sizeof view->own);
    view->seat = seat;
    if (!witness) return;
    memcpy(view->known, witness->known[seat], game->board.players * sizeof *view->known);
    view->known[seat] = (Cards){0};
}

void view_actions(const Rules *rules, const View *view, ActionSet *out) {
    memset(out, 0, sizeof *out);
    if (view->seat < view->board.players) board_actions(rules, &view->board, &view->own, view->seat, out);
}

bool view_unseen(const Rules *rules, const View *view, Cards *out) {
    if (!board_unplaced(rules, &view->board, out) || !cards_taken(out, &view->own.hand)) return false;
    for (unsigned holder = 0; holder < view->board.players; holder++)
        if (cards_faces(&view->known[holder]) && !cards_taken(out, &view->known[holder])) return false;
    return true;
}

/* ---- a world behind a view ---- */

Face deal_one(Deal *deal, uint64_t faces, Cards *to) {
    Cards some = cards_only(&deal->unseen, faces);
    unsigned total = cards_total(&some);
    if (!total) return NO_FACE;
    Face face = cards_at(&some, rng_below(deal->rng, total));
    cards_remove(&deal->unseen, face);
    cards_add(to, face);
    return face;
}

bool deal_up_to(Deal *deal, uint64_t faces, unsigned count, Cards *to) {
    unsigned held = cards_total_of(to, faces);
    if (held > count) return false;
    for (; held < count; held++)
        if (deal_one(deal, faces, to) == NO_FACE) return false;
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
    return family_of(rules)->deal(&deal);
}
