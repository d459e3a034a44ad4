/* view_holds.c -- is this a view that some game of these rules has?
 *
 * What is asked first keeps view_sample() within its tables; then a world behind
 * the view is dealt, and the engine says whether that world can be played. */
#include <string.h>

#include "view_fields.h"

static bool seat_or_none(const Board *board, unsigned seat) { return seat == NO_SEAT || seat < board->players; }

bool classic_ranges_hold(const Board *board) {
    const ClassicBoard *c = &board->classic;
    bool draw = board->phase == PHASE_ANSWER || board->phase == PHASE_RETURNED;
    const Extra *x = &board->extra;
    bool asked = board->phase == PHASE_CHOICE;
    if (asked && (x->at >= CODE_MAX || (x->after == AFTER_DRAWN && x->turn >= board->players))) return false;
    if (x->lying > LAID_MAX) return false;
    return (board->phase <= PHASE_RETURNED || asked) && board->turn < board->players && c->top < FACES &&
           (c->colour < COLOURS || (c->colour == NO_COLOUR && board->phase == PHASE_OPENING)) &&
           c->before_colour < COLOURS && (c->attacker < board->players || (!draw && c->attacker == NO_SEAT)) &&
           seat_or_none(board, c->passer) && seat_or_none(board, c->returner) && seat_or_none(board, c->finisher) &&
           seat_or_none(board, c->uno_seat) && !(c->uno_tried & ~seats_all(board->players));
}

bool split_ranges_hold(const Board *board) {
    const SplitBoard *split = &board->split;
    unsigned masks = split->asked | split->awaited | split->committed | split->blocked | split->bidders |
                     split->effects | split->had_numbers;
    return (board->phase == PHASE_OVER || board->phase >= PHASE_OFFER) && board->phase < PHASES &&
           board->turn < board->players && !(masks & ~(unsigned)seats_all(board->players));
}

void classic_count_shown(const Board *board, unsigned copies[FACES]) { copies[board->classic.top]++; }

void split_count_shown(const Board *board, unsigned copies[FACES]) {
    for (unsigned seat = 0; seat < SPLIT_SEATS_MAX; seat++)
        if (board->split.shown[seat] < FACES) copies[board->split.shown[seat]]++;
}

static void count_cards(unsigned copies[FACES], const Cards *cards) {
    for (uint64_t faces = cards_faces(cards); faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        copies[face] += cards_copies(cards, face);
    }
}

/* No more of any card is in sight than the game has. */
static bool cards_hold(const Rules *rules, const View *view) {
    const Board *board = &view->board;
    unsigned seen[FACES] = {0}, there[FACES] = {0};
    count_cards(there, &rules->deck);
    for (unsigned sets = rules_number_sets(rules, board->players); sets; sets--) count_cards(there, &rules->numbers);
    view_family(rules)->count_shown(board, seen);
    count_cards(seen, &board->open);
    count_cards(seen, &view->own.hand);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) count_cards(seen, &view->known[seat]);
    for (unsigned face = 0; face < FACES; face++)
        if (seen[face] > there[face]) return false;
    return true;
}

/* A seat knows its own cards by holding them; a spectator holds none. */
static bool viewer_holds(const View *view) {
    static const Private none;
    if (view->seat == SPECTATOR) return memcmp(&view->own, &none, sizeof none) == 0;
    return view->seat < view->board.players && !cards_faces(&view->known[view->seat]);
}

bool view_holds(const Rules *rules, const View *view) {
    const Board *board = &view->board;
    Game world;
    Rng rng;
    Seed seed = {{0}};
    if (board->players > SEATS_MAX || !rules_allow_players(rules, board->players, NULL)) return false;
    if (!view_family(rules)->ranges_hold(board)) return false;
    if (!viewer_holds(view) || !cards_hold(rules, view)) return false;
    rng_init(&rng, &seed);
    return view_sample(rules, view, &rng, &world, NULL) && game_sound(rules, &world);
}
