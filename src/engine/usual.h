/* usual.h -- the usual turns of lean rules, for those who play whole games out.
 *
 * A player whom nothing fits draws, and keeps what does not fit. So the only question is which card to lay, and in which
 * colour. Asking and doing are one here: no list of actions, no Action and no check lie between them, and what every turn
 * changes is kept at hand. What comes out is the same game, byte for byte, as by board_actions() and game_apply(); the
 * property tests hold the two against each other. */
#ifndef UNO_USUAL_H
#define UNO_USUAL_H

#include "game.h"

/* A card to lay, and the colour in play after it; whoever is left with one card calls. */
typedef struct {
    Face card;
    uint8_t colour;
} Laying;

/* Chooses among `cards`, of which there is at least one. */
typedef Laying UsualChoice(void *self, const Rules *rules, const Private *own, Seat seat, uint64_t cards);

/* Compiled anew for each choice, which is then part of it. */
#define USUAL static inline __attribute__((always_inline))

/* What the turns change, out of the game as long as they go on, and what is asked for each of them. */
typedef struct {
    Cards pile;
    unsigned piled, turns, drawn,
        kept;      /* cards in the pile; turns begun, cards drawn in them, turns without a card laid */
    unsigned back; /* all bits if play goes back */
    unsigned seat, uno_seat, top, colour;
    unsigned players, few;      /* with so few cards a player does what is done the general way */
    uint64_t turning, skipping; /* cards that turn play round; that pass the next player by (O7, O8) */
} UsualTable;

/* Nothing is open beside the turn that begins, chance is not settled, there is a pile, and a turn left. */
static inline bool usual_begins(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    const ClassicBoard *c = &board->classic;
    bool open = c->uno_seat != NO_SEAT && (!c->uno_called || rules->option.false_catch);
    return rules->lean && board->phase == PHASE_TURN && board->pile && !open && !game->fate.cards_left &&
           board->turns < (unsigned)rules->option.turn_limit;
}

USUAL void usual_take_up(const Rules *rules, const Game *game, unsigned players, UsualTable *table) {
    const Board *board = &game->board;
    const ClassicBoard *c = &board->classic;
    table->pile = game->pile;
    table->piled = board->pile;
    table->turns = table->drawn = table->kept = 0;
    table->back = (unsigned)(c->direction >> 1);
    table->seat = board->turn;
    table->uno_seat = c->uno_seat;
    table->top = c->top;
    table->colour = c->colour;
    table->players = players;
    table->few = rules->option.uno_dice || rules->option.false_catch ? 2 : 1;
    table->turning = players == 2 ? 0 : rules->reverses;
    table->skipping = players == 2 ? rules->skips | rules->reverses : rules->skips;
}

/* The game as it is now. */
USUAL void usual_put_back(const UsualTable *table, Game *game) {
    Board *board = &game->board;
    ClassicBoard *c = &board->classic;
    if (!(table->turns | table->drawn)) return;
    game->pile = table->pile;
    board->pile = (uint16_t)table->piled;
    board->open_count = (uint16_t)(board->open_count + table->turns - table->kept);
    board->turns = (uint16_t)(board->turns + table->turns);
    board->turn = (uint8_t)table->seat;
    c->direction = (int8_t)(table->back | 1);
    c->uno_seat = (uint8_t)table->uno_seat;
    c->top = (Face)table->top;
    c->colour = (uint8_t)table->colour;
    c->passes = 0;
}

/* plain_neighbour(). */
USUAL unsigned usual_next(const UsualTable *table, unsigned seat) {
    if (table->players == 2) return seat ^ 1;
    unsigned at = seat + 1 + ((table->players - 2) & table->back);
    return at - (table->players & (0 - (unsigned)(at >= table->players)));
}

USUAL unsigned usual_draw(UsualTable *table, Game *game, unsigned seat) {
    Face card = cards_at_few(&table->pile, rng_below(&game->rng, table->piled));
    cards_remove_few(&table->pile, card);
    cards_add_few(&game->own[seat].hand, card);
    game->board.count[seat]++;
    table->piled--;
    return card;
}

/* The card leaves the hand of the seat, which held `count`. */
USUAL void usual_lay(UsualTable *table, const Rules *rules, Game *game, Laying laying, unsigned count) {
    cards_remove_few(&game->own[table->seat].hand, laying.card);
    cards_add_few(&game->board.open, (Face)table->top);
    game->board.count[table->seat] = (uint16_t)(count - 1);
    table->top = laying.card;
    table->colour = laying.colour;
    table->uno_seat = NO_SEAT;
    if (__builtin_expect(count != 2, 1) || !rules->option.uno_call) return;
    table->uno_seat = table->seat; /* H145 */
    game->board.classic.uno_called = true;
    game->board.classic.uno_tried = 0;
}

/* Lays a card that is unusual, or that ends such turns, the general way. `drawn`: the card just drawn, or NO_FACE. */
void usual_last(const Rules *rules, Game *game, Laying laying, unsigned drawn);

/* Plays on from the beginning of a turn for as long as the turns are usual ones, `most` at most; the last action may be of
 * any kind. Returns how many actions there were. */
USUAL unsigned usual_turns(const Rules *rules, Game *game, unsigned players, unsigned most, UsualChoice *choose,
                           void *self, SeatMask *acted) {
    UsualTable table;
    usual_take_up(rules, game, players, &table);
    while (table.turns < most && table.piled) {
        unsigned seat = table.seat, card = NO_FACE;
        Private *own = &game->own[seat];
        uint64_t fit = classic_fitting(rules, (Face)table.top, table.colour), cards = cards_faces_few(&own->hand) & fit;
        *acted |= (SeatMask)(1u << seat);
        if (!cards) {
            card = usual_draw(&table, game, seat);
            table.uno_seat = NO_SEAT;
            table.drawn++;
            cards = FACE_BIT(card) & fit;
            if (!cards) {
                table.turns++;
                table.kept++;
                table.seat = usual_next(&table, seat);
                continue;
            }
        }
        Laying laying = choose(self, rules, own, (Seat)seat, cards);
        unsigned count = game->board.count[seat];
        unsigned hit = rules->hits >> laying.card & 1 ? rules->draw_amount[laying.card] : 0;
        if (__builtin_expect((rules->unusual >> laying.card & 1) | (count <= table.few) | (hit > table.piled), 0)) {
            usual_put_back(&table, game);
            usual_last(rules, game, laying, card);
            return table.turns + table.drawn + 1;
        }
        usual_lay(&table, rules, game, laying, count);
        table.turns++;
        table.back ^= 0 - (unsigned)(table.turning >> laying.card & 1);
        unsigned next = usual_next(&table, seat), after = usual_next(&table, next);
        bool skips = (table.skipping >> laying.card & 1) | (hit > 0);
        table.seat = skips ? after : next;
        for (; __builtin_expect(hit > 0, 0); hit--) usual_draw(&table, game, next); /* O9 */
    }
    usual_put_back(&table, game);
    return table.turns + table.drawn;
}

/* The same for at most `limit` actions. 0, and nothing has changed: the question is none of these. The seats that acted
 * are added to *acted. */
USUAL unsigned usual_run(const Rules *rules, Game *game, uint64_t limit, UsualChoice *choose, void *self,
                         SeatMask *acted) {
    if (!usual_begins(rules, game)) return 0;
    unsigned left = (unsigned)rules->option.turn_limit - game->board.turns;
    unsigned most = limit / 2 < left ? (unsigned)(limit / 2) : left; /* a turn is two actions at most */
#ifndef __wasm__ /* a page has to be fetched: there, once is enough */
    if (game->board.players == 2) return usual_turns(rules, game, 2, most, choose, self, acted);
#endif
    return usual_turns(rules, game, game->board.players, most, choose, self, acted);
}

#endif
