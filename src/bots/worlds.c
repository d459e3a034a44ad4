/* worlds.c -- deals what is hidden, then moves cards to where the memory points. */
#include "worlds.h"

#include <string.h>

#include "bot.h"
#include "tried.h"

/* How often, in 256, evidence is taken for nothing, a named colour for a hint, and a
 * Wild +4 that others could have been played instead of for possible; how many hands
 * are tried for one that fits what its player did. */
enum { DISBELIEVED = 24, NAMED_HELD = 192, BLUFFS = 80, BLUFF_TRIES = 8, LAID_TRIES = 6 };

/* Between two: steps of the belief before the first world, and from one world to the next. */
enum { FIRST_STEPS = 20, STEPS = 2 };

void worlds_init(Worlds *worlds, const Rules *rules, const View *view, const Memory *memory, uint64_t seed) {
    Seed key = {{0}};
    worlds->rules = rules;
    worlds->view = view;
    worlds->memory = memory && memory->guesses && memory_fits(memory, view) ? memory : NULL;
    worlds->believes = false;
    worlds->dice.state = seed;
    for (unsigned i = 0; i < 8; i++) key.bytes[i] = (uint8_t)(seed >> 8 * i);
    rng_init(&worlds->rng, &key);
}

/* ---- classic: hands by what was noticed ---- */

/* Moves up to n random cards of these faces from the pile to the hand; returns how many are still missing. */
static unsigned move_cards(Worlds *worlds, Game *game, Cards *hand, uint64_t faces, unsigned n) {
    Cards some = cards_only(&game->pile, faces);
    for (unsigned total = cards_total(&some); n && total; n--, total--) {
        Face face = cards_at(&some, dice_below(&worlds->dice, total));
        cards_remove(&some, face);
        cards_remove(&game->pile, face);
        cards_add(hand, face);
    }
    return n;
}

/* Cards that were seen count for the batches that can have had them. */
static void place_known(Guess *guess, const Cards *known) {
    for (uint64_t faces = cards_faces(known); faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        for (unsigned copies = cards_copies(known, face); copies; copies--) {
            unsigned i = guess->batches;
            while (i-- > 0 && (!guess->batch[i].cards || guess->batch[i].banned >> face & 1)) {}
            for (unsigned j = 0; i >= guess->batches && j < guess->batches; j++)
                if (guess->batch[j].cards) i = j;
            if (i < guess->batches) guess->batch[i].cards--;
        }
    }
}

static void deal_any_hand(Worlds *worlds, Game *game, Seat seat) {
    const Cards *known = &worlds->view->known[seat];
    Guess guess = worlds->memory->guess[seat];
    Cards *hand = &game->own[seat].hand, unknown = *hand;
    unsigned missing = 0;
    bool believes = !dice_chance(&worlds->dice, DISBELIEVED);
    cards_take_away(&unknown, known);
    cards_merge(&game->pile, &unknown);
    *hand = *known;
    place_known(&guess, known);
    for (unsigned i = 0; i < guess.batches; i++) {
        CardBatch *batch = &guess.batch[i];
        uint64_t faces = believes ? ~batch->banned : ~UINT64_C(0);
        if (guess.named < COLOURS && batch->cards && dice_chance(&worlds->dice, NAMED_HELD)) {
            uint64_t named = COLOUR_MASK(guess.named) & ~worlds->rules->wilds & faces;
            batch->cards -= 1 - move_cards(worlds, game, hand, named, 1);
            guess.named = NO_COLOUR;
        }
        missing += move_cards(worlds, game, hand, faces, batch->cards);
    }
    move_cards(worlds, game, hand, ~UINT64_C(0), missing);
}

/* The table as the seat saw it then, with this hand; false if there are not that many
 * cards of a kind. */
static bool look_back(const Rules *rules, const LaidCard *laid, Seat seat, const Cards *hand, View *view) {
    Cards unseen;
    memset(view, 0, sizeof *view);
    view->board = laid->table;
    view->own.hand = *hand;
    view->own.drawn = NO_FACE;
    view->seat = seat;
    cards_add(&view->own.hand, laid->card);
    return view_unseen(rules, view, &unseen);
}

/* What it would do is found by trying, which takes too long for every hand of every world. */
static bool must_try(const Rules *rules, const View *view) {
    ActionSet set;
    if (!rules->programs) return false;
    view_actions(rules, view, &set);
    return tried_needed(rules, view, &set);
}

/* Whether this hand would have laid what its player laid, by rules of thumb. */
static bool would_lay(Worlds *worlds, const Game *game, Seat seat) {
    const LaidCard *laid = &worlds->memory->laid[seat];
    Bot other;
    View view;
    Action action;
    if (!look_back(worlds->rules, laid, seat, &game->own[seat].hand, &view)) return false;
    if (must_try(worlds->rules, &view)) return true;
    bot_init(&other, &bot_greedy, worlds->rules, dice_next(&worlds->dice), NULL);
    return bot_act(&other, &view, &action) && action_card(action) == laid->card;
}

static void deal_hand(Worlds *worlds, Game *game, Seat seat) {
    deal_any_hand(worlds, game, seat);
    for (unsigned tries = 0; worlds->memory->laid[seat].holds && tries < LAID_TRIES; tries++) {
        if (would_lay(worlds, game, seat)) return;
        deal_any_hand(worlds, game, seat);
    }
}

static bool dishonest(const Worlds *worlds, const Game *game, Seat attacker) {
    const ClassicBoard *c = &worlds->view->board.classic;
    return classic_dishonest(worlds->rules, cards_faces(&game->own[attacker].hand), c->before_top, c->before_colour);
}

/* Somebody else's Wild +4 is waiting for an answer. */
static bool asks_for_wild4(const Worlds *worlds) {
    const Board *board = &worlds->view->board;
    const ClassicBoard *c = &board->classic;
    return board->phase == PHASE_ANSWER && c->draw_card == FACE_WILD4 && c->before_top < FACES &&
           c->attacker != worlds->view->seat;
}

/* H141: whether the pending Wild +4 is a bluff; most players seldom dare. */
static void judge_wild4(Worlds *worlds, Game *game) {
    const ClassicBoard *c = &worlds->view->board.classic;
    if (!asks_for_wild4(worlds)) return;
    for (unsigned tries = 0; tries < BLUFF_TRIES; tries++) {
        if (!dishonest(worlds, game, c->attacker) || dice_chance(&worlds->dice, BLUFFS)) break;
        deal_hand(worlds, game, c->attacker);
    }
    game->own[c->attacker].guilty = dishonest(worlds, game, c->attacker);
}

/* H141: whether it was is known with the hand. */
static bool deal_by_belief(Worlds *worlds, Game *game) {
    const View *view = worlds->view;
    Belief *belief = &worlds->belief;
    Seat other = (Seat)(1 - view->seat);
    if (!worlds->believes) {
        if (!belief_begin(belief, worlds->rules, view, &worlds->memory->trail, game, other, &worlds->dice))
            return false;
        belief_walk(belief, FIRST_STEPS, &worlds->dice);
        worlds->believes = true;
    }
    belief_walk(belief, STEPS, &worlds->dice);
    if (!belief_deal(belief, game, other)) return false;
    if (asks_for_wild4(worlds)) game->own[other].guilty = dishonest(worlds, game, other);
    return true;
}

static void deal_by_memory(Worlds *worlds, Game *game) {
    const Board *board = &worlds->view->board;
    unsigned start = dice_below(&worlds->dice, board->players);
    if (board->phase == PHASE_DRAWN && board->turn != worlds->view->seat) return;
    if (board->players == 2 && worlds->view->seat < 2 && deal_by_belief(worlds, game)) return;
    for (unsigned i = 0; i < board->players; i++) {
        unsigned seat = (start + i) % board->players;
        if (seat != worlds->view->seat) deal_hand(worlds, game, (Seat)seat);
    }
    judge_wild4(worlds, game);
}

bool worlds_next(Worlds *worlds, Game *out) {
    if (!view_sample(worlds->rules, worlds->view, &worlds->rng, out, NULL)) return false;
    if (worlds->memory && out->board.phase != PHASE_CHOICE)
        deal_by_memory(worlds, out); /* what is asked tells of the hand */
    return true;
}
