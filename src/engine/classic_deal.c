/* classic_deal.c -- the cards of a classic table: drawing, dealing, the opening
 * card, and what a deal is worth when it ends. */
#include <string.h>

#include "classic_internal.h"

/* ---- drawing ---- */

void classic_reshuffle(Change *change) {
    Game *game = change->game;
    game->pile = game->board.open; /* H150: all but the top card */
    game->board.pile = game->board.open_count;
    game->board.open = (Cards){0};
    game->board.open_count = 0;
    witness_event(change->witness, EVENT_reshuffled, NO_SEAT, NO_SEAT, NO_FACE, game->board.pile);
}

unsigned classic_draw(Change *change, Seat seat, unsigned n) {
    unsigned drawn = 0;
    while (drawn < n && classic_draw_one(change, seat) != NO_FACE) drawn++;
    ClassicBoard *c = &change->game->board.classic;
    if (drawn && c->uno_seat == seat) c->uno_seat = NO_SEAT; /* H203: above one card again */
    witness_event(change->witness, EVENT_drew, seat, NO_SEAT, NO_FACE, drawn);
    return drawn;
}

/* ---- dealing ---- */

static Seat left_of(const Board *board, Seat seat) { return (Seat)(seat + 1 < board->players ? seat + 1 : 0); }

/* H121, H200: the highest number deals; only the players tied for it draw again. */
static Seat draw_for_dealer(Change *change) {
    Game *game = change->game;
    unsigned in_draw = seats_all(game->board.players);
    for (;;) {
        game->pile = change->rules->deck;
        game->board.pile = (uint16_t)cards_total(&game->pile);
        unsigned best = 0, tied = 0;
        for (unsigned rest = in_draw; rest; rest &= rest - 1) {
            Seat seat = mask_first(rest);
            Face face = classic_take(game);
            unsigned value = NUMBERS_MASK & FACE_BIT(face) ? face_value(face) : 0;
            witness_event(change->witness, EVENT_dealer_draw, seat, NO_SEAT, face, value);
            if (value > best) best = value, tied = 0;
            if (value == best) tied |= 1u << seat;
        }
        if (!(tied & (tied - 1))) return mask_first(tied);
        in_draw = tied;
    }
}

static Seat first_dealer(Change *change) {
    switch ((DealerChoice)change->rules->option.first_dealer) {
    case DEALER_DRAW: return draw_for_dealer(change);
    case DEALER_RANDOM: return (Seat)rng_below(&change->game->rng, change->game->board.players);
    case DEALER_FIRST_SEAT: break;
    }
    return 0;
}

/* O4, U5: a card without a colour goes back, unless a Wild may open. */
static void turn_up_opening(Change *change) {
    Game *game = change->game;
    ClassicBoard *c = &game->board.classic;
    for (;;) {
        Face face = classic_take(game);
        bool wild = change->rules->wilds >> face & 1;
        bool opens = change->rules->openers >> face & 1;
        witness_event(change->witness, opens ? EVENT_opening : EVENT_put_back, NO_SEAT, NO_SEAT, face, 0);
        if (opens) {
            c->top = face;
            c->colour = wild ? NO_COLOUR : (uint8_t)face_colour(face);
            return;
        }
        cards_add(&game->pile, face);
        game->board.pile++;
    }
}

/* H122, H162: the opening card acts as if the dealer had played it, but nobody
 * answers its draw (nobody played it), and no other effect happens (H123). */
static void start_first_turn(Change *change) {
    Board *board = &change->game->board;
    Seat first = classic_next(board, board->dealer);
    const Effect *effects = change->rules->card[board->classic.top].effects;
    if (board->classic.colour == NO_COLOUR) {
        board->phase = PHASE_OPENING;
        board->turn = first;
        return;
    }
    for (unsigned i = 0; i < CARD_EFFECTS_MAX && effects[i].kind; i++) switch ((EffectKind)effects[i].kind) {
        case EFFECT_ROLL: i += 2; break;
        case EFFECT_SKIP:
            for (unsigned n = effects[i].n; n; n--) {
                witness_event(change->witness, EVENT_skipped, first, NO_SEAT, NO_FACE, 0);
                first = classic_next(board, first);
            }
            break;
        case EFFECT_REVERSE:
            if (board->players > 2) board->classic.direction = -1; /* Q10 */
            if (board->players > 2) witness_event(change->witness, EVENT_reversed, NO_SEAT, NO_SEAT, NO_FACE, 0);
            else witness_event(change->witness, EVENT_skipped, first, NO_SEAT, NO_FACE, 0);
            first = board->dealer;
            break;
        case EFFECT_DRAW:
            classic_draw(change, first, effects[i].n);
            first = classic_next(board, first);
            break;
        case EFFECT_NONE:
        case EFFECT_SWAP:
        case EFFECT_ROTATE:
        case EFFECT_REFLECT:
        case EFFECT_TAKE:
        case EFFECT_ALL:
        case EFFECT_AGAIN: break; /* nobody has played it */
        }
    classic_begin_turn(change, first);
}

/* Q1: one card at a time, the player on the dealer's left first. */
static void deal_hands(Game *game, unsigned each) {
    Board *board = &game->board;
    Seat seat = board->dealer;
    for (unsigned left = each * board->players; left; left--) {
        seat = left_of(board, seat);
        cards_add(&game->own[seat].hand, classic_take(game));
        board->count[seat]++;
    }
}

#ifndef __wasm__ /* a page has to be fetched: there, the general way is enough */
/* The same where nothing is settled and no face has more than seven copies. */
static void deal_few(Game *game, unsigned each) {
    Board *board = &game->board;
    Cards pile = game->pile;
    Seat seat = board->dealer;
    for (unsigned left = each * board->players; left; left--) {
        Face card = cards_at_few(&pile, rng_below(&game->rng, board->pile));
        board->pile--;
        seat = left_of(board, seat);
        cards_remove_few(&pile, card);
        cards_add_few(&game->own[seat].hand, card);
    }
    game->pile = pile;
    for (seat = 0; seat < board->players; seat++) board->count[seat] = (uint16_t)each;
}
#endif

void classic_begin_deal(Change *change) {
    Game *game = change->game;
    Board *board = &game->board;
    game->pile = change->rules->deck;
    for (unsigned i = 0; i < board->players; i++) {
        game->own[i].hand = (Cards){0};
        game->own[i].guilty = false;
        board->count[i] = 0;
    }
    board->pile = (uint16_t)cards_total(&game->pile);
    board->open = (Cards){0};
    board->open_count = 0;
    board->turns = board->out = 0;
    memset(&board->classic, 0, sizeof board->classic);
    board->classic.direction = 1; /* H200 */
    board->classic.attacker = board->classic.passer = board->classic.returner = NO_SEAT;
    board->classic.finisher = board->classic.uno_seat = NO_SEAT;
    board->classic.draw_card = board->classic.before_top = NO_FACE;
    board->deals++;
    witness_new_deal(change->witness);
    witness_event(change->witness, EVENT_dealer, board->dealer, NO_SEAT, NO_FACE, 0);

    unsigned each = (unsigned)change->rules->option.cards_dealt;
#ifndef __wasm__
    if (change->rules->lean && !game->fate.cards_left) deal_few(game, each);
    else
#endif
        deal_hands(game, each);
    if (change->rules->programs) program_deal(change);
    witness_event(change->witness, EVENT_dealt, NO_SEAT, NO_SEAT, NO_FACE, each);
    turn_up_opening(change);
    start_first_turn(change);
}

void classic_init(Change *change) {
    change->game->board.classic.direction = 1;
    change->game->board.dealer = first_dealer(change);
    classic_begin_deal(change);
}

/* ---- the end of a deal ---- */

static unsigned hand_points(const Rules *rules, const Cards *hand) {
    unsigned points = 0;
    for (uint64_t faces = cards_faces(hand); faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        points += cards_copies(hand, face) * rules->card[face].points; /* O21 */
    }
    return points;
}

static void add_score(Change *change, Seat seat, unsigned points) {
    Board *board = &change->game->board;
    if (change->rules->option.double_points) points *= 2; /* Q11 */
    unsigned total = board->score[seat] + points;
    board->score[seat] = total > UINT16_MAX ? UINT16_MAX : (uint16_t)total;
    witness_event(change->witness, EVENT_points, seat, NO_SEAT, NO_FACE, points);
}

/* O22: the winner, or the winner's side, scores what the others still hold. */
static void score_hands(Change *change, SeatMask winners) {
    const Rules *rules = change->rules;
    Board *board = &change->game->board;
    Seat team = rules_team(rules, mask_first(winners));
    unsigned points = 0;
    for (Seat seat = 0; seat < board->players; seat++)
        if (rules_team(rules, seat) != team) points += hand_points(rules, &change->game->own[seat].hand);
    for (Seat seat = 0; seat < board->players; seat++)
        if (rules_team(rules, seat) == team) add_score(change, seat, points);
}

static void score_places(Change *change) {
    const Board *board = &change->game->board;
    for (Seat seat = 0; seat < board->players; seat++) {
        unsigned place = board->classic.place[seat];
        int points = place ? change->rules->option.place_points[place - 1] : 0;
        if (points) add_score(change, seat, (unsigned)points);
    }
}

static SeatMask best_scores(const Board *board) {
    unsigned best = 0, seats = 0;
    for (Seat seat = 0; seat < board->players; seat++) {
        if (board->score[seat] > best) best = board->score[seat], seats = 0;
        if (board->score[seat] == best) seats |= 1u << seat;
    }
    return (SeatMask)seats;
}

static bool match_goes_on(const Rules *rules, const Board *board) {
    if (!rules->option.target || board->deals == DEALS_MAX) return false;
    return board->score[mask_first(best_scores(board))] < rules->option.target; /* O23 */
}

/* A program may end a deal in the middle of anything. */
static void stop_programs(Change *change) {
    Board *board = &change->game->board;
    ClassicBoard *c = &board->classic;
    for (Seat seat = 0; seat < board->players; seat++) {
        change->game->own[seat].drawn = NO_FACE;
        change->game->own[seat].guilty = false;
    }
    c->drawn_fits = false;
    c->chain = c->before_colour = c->returned_by = 0;
    c->held = 0;
    c->laid = 0;
    c->swaps = 0;
    c->draw_card = c->before_top = NO_FACE;
    c->attacker = c->passer = c->returner = c->finisher = NO_SEAT;
    program_deal_over(change);
}

void classic_end_deal(Change *change, SeatMask winners, bool counted) {
    const Rules *rules = change->rules;
    Board *board = &change->game->board;
    if (rules->option.elimination) score_places(change);
    else if (counted && rules->option.scoring) score_hands(change, winners);
    board->deal_winners = winners;
    board->classic.pending = 0;
    board->classic.uno_seat = NO_SEAT;
    if (rules->programs) stop_programs(change);
    bool goes_on = match_goes_on(rules, board);
    board->phase = goes_on ? PHASE_DEAL : PHASE_OVER;
    if (goes_on) board->dealer = board->turn = left_of(board, board->dealer); /* H200 */
    else board->winners = rules->option.target ? best_scores(board) : winners;
    SeatMask named = goes_on ? winners : board->winners;
    for (unsigned rest = named; rest; rest &= rest - 1)
        witness_event(change->witness, goes_on ? EVENT_deal_won : EVENT_won, mask_first(rest), NO_SEAT, NO_FACE, 0);
    if (!named) witness_event(change->witness, EVENT_drawn_game, NO_SEAT, NO_SEAT, NO_FACE, 0);
    witness_opened(change->witness, change->game); /* O22: what is left is counted before all */
}

/* What counts against a seat in a stalemate: its cards and its partners' (Q11). */
static unsigned cards_against(const Rules *rules, const Board *board, Seat seat) {
    unsigned cards = 0;
    for (Seat other = 0; other < board->players; other++)
        if (rules_team(rules, other) == rules_team(rules, seat)) cards += board->count[other];
    return cards;
}

/* Those still playing who hold the fewest cards. */
static SeatMask fewest_cards(const Rules *rules, const Board *board) {
    unsigned fewest = UINT16_MAX, seats = 0;
    for (Seat seat = 0; seat < board->players; seat++) {
        if (board->out >> seat & 1) continue;
        unsigned cards = cards_against(rules, board, seat);
        if (cards < fewest) fewest = cards, seats = 0;
        if (cards == fewest) seats |= 1u << seat;
    }
    return (SeatMask)seats;
}

/* Elimination: the rest are placed by their cards; equal hands share a place. */
static SeatMask place_the_rest(Change *change) {
    Board *board = &change->game->board;
    unsigned first = 0;
    while (classic_active(board)) {
        SeatMask seats = fewest_cards(change->rules, board);
        unsigned place = bits_count(board->out) + 1u;
        for (unsigned rest = seats; rest; rest &= rest - 1) {
            board->classic.place[mask_first(rest)] = (uint8_t)place;
            witness_event(change->witness, EVENT_placed, mask_first(rest), NO_SEAT, NO_FACE, place);
        }
        board->out |= seats;
    }
    board->classic.places = board->players;
    for (Seat seat = 0; seat < board->players; seat++)
        if (board->classic.place[seat] == 1) first |= 1u << seat;
    return (SeatMask)first;
}

void classic_stalemate(Change *change) {
    const Rules *rules = change->rules;
    Board *board = &change->game->board;
    witness_event(change->witness, EVENT_stalemate, NO_SEAT, NO_SEAT, NO_FACE, 0);
    SeatMask seats;
    if (rules->option.elimination) {
        seats = place_the_rest(change);
    } else {
        seats = fewest_cards(rules, board);
        Seat team = rules_team(rules, mask_first(seats));
        bool several = false;
        for (Seat seat = 0; seat < board->players; seat++)
            if (seats >> seat & 1 && rules_team(rules, seat) != team) several = true;
        if (several && rules->option.stalemate == STALEMATE_NOBODY) seats = 0; /* H206 */
    }
    classic_end_deal(change, seats, false);
}
