/* turn.c -- one game stepped in one call. */
#include "turn.h"

#include <string.h>

#include "../engine/offer.h"

void turn_show(Turn *turn) {
    const Encoder *encoder = turn->encoder;
    const Board *board = &turn->game->board;
    memset(turn->mask, 0, encoder->numbers);
    turn->seat = NO_SEAT;
    if (board->phase == PHASE_OVER) return;
    Seat seat = game_asked(encoder->rules, turn->game, (SeatMask)turn->waived);
    const Private *own = &turn->game->own[seat];
    uint64_t bits[ENCODE_WORDS_MAX];
    bool awaited = board_awaited(encoder->rules, board) >> seat & 1;
    turn->seat = seat;
    board_actions(encoder->rules, board, own, seat, &turn->set);
    encode_mask(encoder, &turn->set, seat, !awaited, bits);
    encode_spread(bits, encoder->words, turn->mask);
    encode_observe(encoder, board, own, seat, turn->observation);
    if (encoder->more < encoder->observation)
        encode_observe_more(encoder, turn->witness->known[seat], turn->past, seat, turn->observation);
}

bool turn_step(Turn *turn, int64_t number) {
    const Encoder *encoder = turn->encoder;
    if (number < 0 || number >= encoder->numbers || !turn->mask[number]) return false;
    Seat seat = (Seat)turn->seat;
    Action action = encode_number(encoder, seat, &turn->set, (unsigned)number);
    if (action == ENCODE_WAIT) {
        turn->waived |= 1u << seat;
    } else {
        if (game_apply(encoder->rules, turn->game, seat, action, turn->witness) != VERDICT_ok) return false;
        past_note(turn->past, turn->witness);
        turn->waived = 0;
    }
    turn->action = action;
    turn_show(turn);
    return true;
}

int64_t turn_sample(const Turn *turn, Dice *dice) {
    unsigned total = 0, number = 0;
    for (unsigned i = 0; i < turn->encoder->numbers; i++) total += turn->mask[i];
    if (!total) return -1;
    for (unsigned k = dice_below(dice, total); k || !turn->mask[number]; number++) k -= turn->mask[number];
    return number;
}
