/* program_run.c -- goes through the instructions of a program until it is done or somebody has to be asked. */
#include "program_internal.h"

/* The next of these seats in the direction of play, from `from` on. */
static Seat first_of(const Board *board, Seat from, unsigned seats) {
    while (!(seats >> from & 1)) from = classic_neighbour(board, from);
    return from;
}

static void loop_begin(Change *change, const Code *code) {
    const Board *board = &change->game->board;
    Extra *x = extra_of(change);
    bool each = code->code == CODE_EACH;
    unsigned seats = seats_all(board->players) & ~(unsigned)board->out, n = each ? 0 : amount_of(change, &code->amount);
    if (code->who == WHOM_OTHERS) seats &= ~(1u << x->me);
    unsigned left = each ? seats : n < REPEAT_MOST ? n : REPEAT_MOST;
    if (!left) {
        x->at = code->jump;
        return;
    }
    Loop *loop = &x->loop[x->loops++];
    loop->them = each ? first_of(board, x->me, left) : NO_SEAT;
    loop->left = (uint16_t)(each ? left & ~(1u << loop->them) : left - 1);
    x->at++;
}

static void loop_again(Change *change, const Code *code) {
    Extra *x = extra_of(change);
    Loop *loop = &x->loop[x->loops - 1];
    if (!loop->left) {
        memset(loop, 0, sizeof *loop);
        x->loops--;
        x->at = change->rules->code[code->jump].jump;
        return;
    }
    bool each = change->rules->code[code->jump].code == CODE_EACH;
    if (each) loop->them = first_of(&change->game->board, x->me, loop->left);
    loop->left = (uint16_t)(each ? loop->left & ~(1u << loop->them) : loop->left - 1u);
    x->at = (uint16_t)(code->jump + 1);
}

void program_ask(Change *change, Seat seat, AskKind kind) {
    Board *board = &change->game->board;
    Private *drew = &change->game->own[board->turn];
    if (drew->drawn < FACES && !cards_has(&drew->hand, drew->drawn)) drew->drawn = NO_FACE; /* it has gone elsewhere */
    board->extra.turn = board->turn;
    board->extra.ask = (uint8_t)kind;
    board->turn = seat;
    board->phase = PHASE_CHOICE;
}

/* Asks, unless nobody can be asked or there is nothing to choose from. False: asks. */
static bool put_question(Change *change, const Code *code) {
    const Board *board = &change->game->board;
    Extra *x = extra_of(change);
    Seat seat = who_is(change, code->who); /* of PICK: me */
    if (seat == NO_SEAT) {                 /* nobody is there to choose: it does not happen */
        x->at = code->code == CODE_CHOOSE ? code->jump : (uint16_t)(x->at + 1);
        return true;
    }
    if (code->code == CODE_PICK && classic_active(board) == 2) {
        x->chosen = classic_next(board, seat);
        x->at++;
        return true;
    }
    program_ask(change, seat, code->code == CODE_CHOOSE ? ASK_OPTION : code->code == CODE_PICK ? ASK_SEAT : ASK_COLOUR);
    return false;
}

/* One instruction; false: somebody is asked. */
static bool run_one(Change *change, const Code *code) {
    Extra *x = extra_of(change);
    switch ((CodeKind)code->code) {
    case CODE_END: x->at = 0; return true;
    case CODE_IF: x->at = test_holds(change, code) ? (uint16_t)(x->at + 1) : code->jump; return true;
    case CODE_ELSE: x->at = code->jump; return true;
    case CODE_ROLL:
        x->die = (uint8_t)classic_roll(change, x->me);
        x->at++;
        return true;
    case CODE_RANGE:
        x->at = x->die >= code->who && x->die <= code->arg ? (uint16_t)(x->at + 1) : code->jump;
        return true;
    case CODE_EACH:
    case CODE_REPEAT: loop_begin(change, code); return true;
    case CODE_LOOP: loop_again(change, code); return true;
    case CODE_DISCARD:
    case CODE_GIVE:
        if (!cards_go_by_choice(change, code)) return false;
        x->at++;
        return true;
    case CODE_CHOOSE:
    case CODE_PICK: return put_question(change, code);
    case CODE_COLOUR:
        if (code->arg == COLOUR_NAMED) return put_question(change, code);
        break;
    case CODE_OPTION: break; /* its options are leapt to */
    case CODE_DRAW:
    case CODE_SKIP:
    case CODE_AGAIN:
    case CODE_REVERSE:
    case CODE_ROTATE:
    case CODE_SWAP:
    case CODE_SEATS:
    case CODE_TAKE:
    case CODE_HUNT:
    case CODE_RAISE:
    case CODE_RECOVER:
    case CODE_NUMBER:
    case CODE_FETCH:
    case CODE_DROP:
    case CODE_STEAL:
    case CODE_GAIN:
    case CODE_LOSE:
    case CODE_SET:
    case CODE_SHOW:
    case CODE_WIN:
    case CODE_OUT:
    case CODE_NEGATE:
    case CODE_DEFLECT:
    case CODE_PENDING:
    case CODE_STOP:
    case CODE_LEAVE:
    case CODE_DISPEL:
    case CODE_NOTHING:
    case CODES: break;
    }
    program_step(change, code);
    if (x->after) x->at++; /* else the deal is over */
    return true;
}

bool program_run(Change *change) {
    Extra *x = extra_of(change);
    while (x->at)
        if (!run_one(change, &change->rules->code[x->at])) return false;
    if (x->sprung && x->slot < x->lying) laid_remove(change, x->slot); /* a trap has done its work */
    x->sprung = false;
    return true;
}

void program_begin(Extra *x, unsigned at, Seat me, Seat target, unsigned slot) {
    x->at = (uint16_t)at;
    x->me = me;
    x->target = target;
    x->slot = (uint8_t)slot;
    x->chosen = NO_SEAT;
    x->die = x->left = x->loops = 0;
}
