#include "bots/worlds.h"

#include <string.h>

#include "table.h"

bool world_possible(const Rules *rules, const View *view, const Game *world) {
    static Witness witness;
    View again;
    if (!game_sound(rules, world)) return false;
    for (unsigned seat = 0; seat < view->board.players; seat++)
        if (!cards_within(&view->known[seat], &world->own[seat].hand)) return false;
    witness_init(&witness);
    memcpy(witness.known[view->seat], view->known, sizeof view->known);
    memset(&again, 0xA5, sizeof again);
    view_of(rules, world, &witness, view->seat, &again);
    return memcmp(view, &again, sizeof again) == 0;
}

/* As many cards are remembered to have come as are held. */
static bool counts_agree(const Memory *memory, const View *view) {
    for (unsigned seat = 0; seat < view->board.players; seat++) {
        const Guess *guess = &memory->guess[seat];
        unsigned cards = 0;
        if (guess->batches > BATCHES_MAX) return false;
        for (unsigned i = 0; i < guess->batches; i++) cards += guess->batch[i].cards;
        if (cards != view->board.count[seat]) return false;
    }
    return view->board.players > 2 || trail_cards(&memory->trail) == view->board.count[1 - view->seat];
}

bool worlds_possible(const Rules *rules, const View *view, const Memory *memory, uint64_t seed, unsigned count) {
    static Game world;
    Worlds worlds;
    if (!memory_fits(memory, view)) return false;
    if (rules->family == FAMILY_CLASSIC && !counts_agree(memory, view)) return false;
    worlds_init(&worlds, rules, view, memory, seed);
    while (count--) {
        memset(&world, 0xA5, sizeof world);
        if (!worlds_next(&worlds, &world) || !world_possible(rules, view, &world)) return false;
    }
    return true;
}
