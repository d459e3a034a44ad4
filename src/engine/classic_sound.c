/* classic_sound.c -- is this a classic game that can be played? Whatever
 * classic_apply() leaves behind is, and whatever passes here can be played. */
#include "classic_internal.h"

/* Every card of the deck is in exactly one place, and the counts say so. */
static bool cards_sound(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    Cards rest;
    if (board->classic.top >= FACES || cards_copies(&board->open, board->classic.top) == COPIES_MAX) return false;
    if (!board_unplaced(rules, board, &rest) || !cards_taken(&rest, &game->pile)) return false;
    if (board->pile != cards_total(&game->pile) || board->open_count != cards_total(&board->open)) return false;
    for (Seat seat = 0; seat < board->players; seat++) {
        if (!cards_taken(&rest, &game->own[seat].hand)) return false;
        if (board->count[seat] != cards_total(&game->own[seat].hand)) return false;
    }
    return !cards_faces(&rest);
}

static bool is_active(const Board *board, unsigned seat) { return seat < board->players && !(board->out >> seat & 1); }

static bool seats_sound(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    const ClassicBoard *c = &board->classic;
    bool at_rest = board->phase == PHASE_OVER || board->phase == PHASE_DEAL;
    if (board->turn >= board->players || board->dealer >= board->players) return false;
    if (board->out & ~seats_all(board->players) || (board->out && !rules->option.elimination && !rules->outs))
        return false;
    if (board->winners & ~seats_all(board->players) || board->deal_winners & ~seats_all(board->players)) return false;
    for (Seat seat = 0; seat < SEATS_MAX; seat++) {
        if (c->place[seat] > board->players || (seat >= board->players && c->place[seat])) return false;
        if (!rules->programs &&
            (game->own[seat].commit || game->own[seat].second_more[0] || game->own[seat].second_more[1]))
            return false;
        if (game->own[seat].guilty && seat != classic_suspect(board)) return false;
        bool drawn = seat == classic_drawing(board);
        if (board->phase == PHASE_CHOICE && game->own[seat].drawn == NO_FACE)
            drawn = false; /* a program has taken it */
        if (drawn ? game->own[seat].drawn >= FACES || !cards_has(&game->own[seat].hand, game->own[seat].drawn)
                  : game->own[seat].drawn != NO_FACE)
            return false;
        if (at_rest || seat >= board->players || seat == c->finisher) continue;
        if (board->phase == PHASE_CHOICE && !(board->out >> seat & 1))
            continue; /* somebody has just laid the last card */
        if (!board->count[seat] != !is_active(board, seat)) return false;
    }
    if (at_rest) return c->places <= board->players;
    if ((!rules->outs && c->places != bits_count(board->out)) || c->passes >= classic_active(board)) return false;
    return is_active(board, board->turn) && classic_active(board) >= 2;
}

static bool table_sound(const Rules *rules, const Board *board) {
    const ClassicBoard *c = &board->classic;
    if (c->direction != 1 && c->direction != -1) return false;
    bool wild = rules->wilds >> c->top & 1, unnamed = c->colour == NO_COLOUR;
    if (unnamed != (board->phase == PHASE_OPENING) || c->colour > NO_COLOUR) return false;
    bool named = wild || rules->programs || rules->asks[c->top] & ASKS_COLOUR;
    if (unnamed ? !wild || !(rules->openers >> c->top & 1) : !named && c->colour != face_colour(c->top)) return false;
    if (board->deals < 1 || board->turns > rules->option.turn_limit) return false;
    if (c->before_top != NO_FACE && c->before_top >= FACES) return false;
    if (c->before_colour >= COLOURS) return false;
    if (c->drawn_fits && (classic_drawing(board) == NO_SEAT || !rules->option.draw_to_match)) return false;
    if (board->phase == PHASE_DEAL && !rules->option.target) return false;
    if (c->uno_seat == NO_SEAT) return true;
    if (rules->option.uno_call == UNO_OFF || board->phase == PHASE_DRAWN) return false;
    /* H145: another number of cards than one only by a card that moves hands, once it has done so. */
    bool moved = board->phase != PHASE_MORE && rules->movers >> c->top & 1;
    return is_active(board, c->uno_seat) && (moved || rules->programs || board->count[c->uno_seat] == 1);
}

static bool draw_sound(const Rules *rules, const Board *board) {
    const ClassicBoard *c = &board->classic;
    bool answering = board->phase == PHASE_ANSWER, returned = board->phase == PHASE_RETURNED;
    if (board->phase == PHASE_CHOICE && (board->extra.after == AFTER_HIT || board->extra.back == AFTER_HIT))
        return c->attacker < board->players && c->draw_card < FACES && rules->faces >> c->draw_card & 1 && c->chain &&
               (c->finisher == NO_SEAT || c->finisher < board->players) &&
               (c->passer == NO_SEAT || is_active(board, c->passer)) && c->returner == NO_SEAT;
    if (!answering && !returned)
        return !c->pending && !c->chain && c->draw_card == NO_FACE && c->attacker == NO_SEAT && c->passer == NO_SEAT &&
               c->returner == NO_SEAT && c->finisher == NO_SEAT;
    if (!c->pending || !c->chain || c->draw_card >= FACES || !(rules->faces >> c->draw_card & 1)) return false;
    if (c->finisher != NO_SEAT) {
        if (returned || c->finisher >= board->players || c->attacker != c->finisher || c->finisher == board->turn)
            return false;
        if (board->count[c->finisher] || !(board->out >> c->finisher & 1) != !rules->option.elimination) return false;
    } else if (!is_active(board, c->attacker)) {
        return false;
    }
    if (c->passer != NO_SEAT && (!is_active(board, c->passer) || (answering && c->passer == board->turn))) return false;
    if (answering) return (c->attacker != board->turn || c->passer != NO_SEAT) && c->returner == NO_SEAT;
    if (c->returned_by != VALUE_REVERSE && c->returned_by != VALUE_WILD) return false;
    return is_active(board, c->returner) && c->returner != board->turn;
}

static bool more_sound(const Rules *rules, const Board *board) {
    const ClassicBoard *c = &board->classic;
    if (board->phase != PHASE_MORE) return !c->laid && !c->swaps;
    if (!rules->option.multi_play || !c->laid || !(NUMBERS_MASK & FACE_BIT(c->top))) return false;
    for (unsigned i = 0; i < 16; i++) {
        unsigned target = c->swaps >> (4 * i) & 0xF;
        if (i >= c->laid ? target : target != NO_SEAT && (target == board->turn || !is_active(board, target)))
            return false;
    }
    return true;
}

/* ---- what a club has written ---- */

/* Every card of the second deck is in its pile, in a second hand, or lies on the table. */
static bool second_sound(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    const Extra *x = &board->extra;
    Cards rest = rules->second_cards;
    if (!cards_taken(&rest, &game->actions) || x->second_pile != cards_total(&game->actions)) return false;
    for (Seat seat = 0; seat < SEATS_MAX; seat++) {
        unsigned held = 0, set = 0, down = 0, filled = second_filled(&game->own[seat]);
        for (unsigned i = 0; i < SECOND_HAND_MAX; i++) {
            unsigned value = own_second(&game->own[seat], i), card = (value & ~(unsigned)SECOND_SET) - 1;
            if (i >= filled) {
                if (value) return false;
                continue;
            }
            if (card >= rules->seconds || !cards_has(&rest, (Face)card)) return false;
            cards_remove(&rest, (Face)card);
            if (value & SECOND_SET && rules->second[card].more.stays != STAYS_DOWN) return false;
            if (value & SECOND_SET) set++;
            else if (set) return false; /* what lies face down stands last */
            else held++;
        }
        for (unsigned i = 0; i < x->lying; i++) down += x->laid[i].card == CARD_DOWN && x->laid[i].owner == seat;
        if (set != down || held != board->actions[seat] || (filled && !is_active(board, seat))) return false;
    }
    for (unsigned i = 0; i < LAID_MAX; i++) {
        const Laid *laid = &x->laid[i];
        if (i >= x->lying) {
            if (laid->card || laid->owner || laid->at || laid->turns) return false;
            continue;
        }
        if (laid->owner >= board->players || (laid->at != NO_SEAT && laid->at >= board->players)) return false;
        if (laid->card == CARD_DOWN) continue;
        if (!face_is_second(rules, laid->card) || !cards_has(&rest, (Face)(laid->card - SECOND_CODE))) return false;
        cards_remove(&rest, (Face)(laid->card - SECOND_CODE));
    }
    Face cast = action_card(x->action); /* on its way to the table */
    if (x->after == AFTER_CAST && face_is_second(rules, cast) && cards_has(&rest, (Face)(cast - SECOND_CODE)))
        cards_remove(&rest, (Face)(cast - SECOND_CODE));
    return !cards_faces(&rest);
}

static bool seat_or_none(const Board *board, unsigned seat) { return seat == NO_SEAT || seat < board->players; }

/* A question out of a program: it is the one that the program asks where it stands. */
static bool choice_sound(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    const Extra *x = &board->extra;
    if (!x->at || x->at >= rules->codes || !x->after || x->after >= AFTERS || x->back >= AFTERS || x->moment >= MOMENTS)
        return false;
    if (x->turn >= board->players || x->me >= board->players || x->doer >= board->players ||
        !seat_or_none(board, x->victim))
        return false;
    if (!seat_or_none(board, x->target) || !seat_or_none(board, x->chosen) || !seat_or_none(board, x->deflected) ||
        !seat_or_none(board, x->with))
        return false;
    if ((x->slot != NO_SLOT && x->slot >= x->lying) || x->loops > LOOPS_MAX || x->next > rules->triggers || x->die > 6)
        return false;
    if ((x->after == AFTER_HIT || x->back == AFTER_HIT) && x->victim >= board->players) return false;
    Face card = action_card(x->action);
    bool laid = x->after == AFTER_CARD || x->after == AFTER_EFFECTS, cast = x->after == AFTER_CAST;
    if (laid   ? card >= FACES || !(rules->faces >> card & 1)
        : cast ? !face_is_second(rules, card) || !x->back
               : x->action != 0)
        return false;
    if (cast && rules->second_code[card - SECOND_CODE].target && action_target(x->action) >= board->players)
        return false;
    return program_stands(rules, board) &&
           (x->ask != ASK_CARD ||
            cards_faces(&game->own[board->turn].hand) & program_filter(rules, board, rules->code[x->at].filter));
}

/* L26: everybody sits somewhere, and not all of them where they always do. */
static bool order_sound(const Board *board) {
    const uint8_t *order = board->extra.order;
    unsigned seats = 0, moved = 0;
    for (unsigned place = 0; place < SEATS_MAX; place++) {
        if (place >= board->players || !board->classic.reseated) {
            if (order[place]) return false;
            continue;
        }
        if (order[place] >= board->players) return false;
        seats |= 1u << order[place];
        moved |= order[place] ^ place;
    }
    return !board->classic.reseated || (seats == seats_all(board->players) && moved && board->players > 2);
}

static bool programs_sound(const Rules *rules, const Game *game) {
    const Extra *x = &game->board.extra;
    if (!rules->programs) return !game->board.classic.reseated;
    if (!order_sound(&game->board)) return false;
    for (unsigned i = 0; i < COUNTERS_MAX; i++)
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            if (x->counter[i][seat] > (i < rules->counters && seat < game->board.players ? rules->counter[i].most : 0))
                return false;
    if (x->number >= VALUE_SKIP || x->lying > LAID_MAX || x->casts > rules->second_deck.plays) return false;
    if (game->board.phase == PHASE_CHOICE ? !choice_sound(rules, game) : x->at || x->after || x->ask) return false;
    return second_sound(rules, game);
}

bool classic_sound(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    return (board->phase <= PHASE_RETURNED || (board->phase == PHASE_CHOICE && rules->programs)) &&
           programs_sound(rules, game) && cards_sound(rules, game) && seats_sound(rules, game) &&
           table_sound(rules, board) && draw_sound(rules, board) && more_sound(rules, board);
}
