/* program.c -- carries out what a club has written.
 *
 * What is under way is in `Extra`: a place in the list of instructions, the
 * moment that set it off, and what follows when all is done (After). drive()
 * goes on with it until somebody has to be asked; the answer comes back as an
 * ordinary action. Steps set off nothing further: moments are set off by what
 * players do, so a program is over after as many steps as its text says. */
#include "classic_internal.h"
#include "program_code.h"

static Extra *extra_of(Change *change) { return &change->game->board.extra; }

static void tell(Change *change, EventKind kind, Seat seat, Seat other, Face card, unsigned amount) {
    witness_event(change->witness, kind, seat, other, card, amount);
}

static bool is_in(const Board *board, unsigned seat) { return seat < board->players && !(board->out >> seat & 1); }

/* ---- cards of the second deck ---- */

unsigned second_filled(const Private *own) {
    unsigned filled = 0;
    while (filled < SECOND_HAND_MAX && own_second(own, filled)) filled++;
    return filled;
}

/* What lies face down stands behind the hand, each in the order in which it came. */
void second_put(Private *own, unsigned value) {
    unsigned place = second_filled(own);
    while (!(value & SECOND_SET) && place && own_second(own, place - 1) & SECOND_SET) {
        own_set_second(own, place, own_second(own, place - 1));
        place--;
    }
    own_set_second(own, place, value);
}

/* Takes the card out of its place; those behind it move up. */
static unsigned second_take(Private *own, unsigned place) {
    unsigned value = own_second(own, place);
    for (; place + 1 < SECOND_HAND_MAX; place++) own_set_second(own, place, own_second(own, place + 1));
    own_set_second(own, SECOND_HAND_MAX - 1, 0);
    return value & ~(unsigned)SECOND_SET;
}

static void second_put_back(Change *change, unsigned card) {
    cards_add(&change->game->actions, (Face)card);
    extra_of(change)->second_pile++;
}

static unsigned second_draw(Change *change, Seat seat, unsigned n) {
    Game *game = change->game;
    Extra *x = extra_of(change);
    Private *own = &game->own[seat];
    unsigned drawn = 0;
    while (drawn < n && x->second_pile && second_filled(own) < change->rules->second_deck.hand) {
        Face card =
            game->fate.actions_left ? fate_card(game->fate.actions, &game->fate.actions_left, &game->actions) : NO_FACE;
        if (card == NO_FACE) card = cards_at(&game->actions, rng_below(&game->rng, x->second_pile));
        cards_remove(&game->actions, card);
        x->second_pile--;
        second_put(own, card + 1u);
        game->board.actions[seat]++;
        drawn++;
    }
    return drawn;
}

/* The place, in its owner's Private, of the card that lies face down in this slot: the n-th to the n-th. */
static unsigned down_place(const Game *game, unsigned slot) {
    const Extra *x = &game->board.extra;
    const Private *own = &game->own[x->laid[slot].owner];
    unsigned before = 0, place = 0;
    for (unsigned i = 0; i < slot; i++)
        before += x->laid[i].card == CARD_DOWN && x->laid[i].owner == x->laid[slot].owner;
    for (; place < SECOND_HAND_MAX; place++)
        if (own_second(own, place) & SECOND_SET && !before--) break;
    return place;
}

static void laid_add(Change *change, unsigned card, Seat owner, Seat at, unsigned turns) {
    Extra *x = extra_of(change);
    Laid *laid = &x->laid[x->lying++];
    laid->card = (uint8_t)card;
    laid->owner = owner;
    laid->at = at;
    laid->turns = (uint8_t)(turns ? turns + 1 : 0); /* it is there at the beginning of so many turns */
}

/* The card goes back to its deck. */
static void laid_remove(Change *change, unsigned slot) {
    Game *game = change->game;
    Extra *x = extra_of(change);
    Laid laid = x->laid[slot];
    if (laid.card == CARD_DOWN) {
        second_put_back(change, second_take(&game->own[laid.owner], down_place(game, slot)) - 1);
        tell(change, EVENT_left, NO_SEAT, NO_SEAT, NO_FACE, 0);
    } else {
        second_put_back(change, laid.card - SECOND_CODE);
        tell(change, EVENT_left, NO_SEAT, NO_SEAT, laid.card, 0);
    }
    for (unsigned i = slot; i + 1 < LAID_MAX; i++) x->laid[i] = x->laid[i + 1];
    memset(&x->laid[LAID_MAX - 1], 0, sizeof x->laid[0]);
    x->lying--;
    x->fired = (uint16_t)((x->fired & ((1u << slot) - 1)) | ((unsigned)x->fired >> (slot + 1) << slot));
    if (x->slot == slot) x->slot = NO_SLOT;
    else if (x->slot != NO_SLOT && x->slot > slot) x->slot--;
}

/* ---- whom, how many, which ---- */

static Seat seat_before(const Board *board, Seat seat) {
    do seat = (Seat)((board->classic.direction > 0 ? seat + board->players - 1u : seat + 1u) % board->players);
    while (board->out >> seat & 1);
    return seat;
}

/* The most or fewest cards; of equals the first after me. */
static Seat seat_by_cards(const Board *board, Seat me, bool most) {
    Seat best = NO_SEAT, seat = me;
    for (unsigned i = 0; i < board->players; i++) {
        seat = classic_neighbour(board, seat);
        if (board->out >> seat & 1) continue;
        if (best == NO_SEAT ||
            (most ? board->count[seat] > board->count[best] : board->count[seat] < board->count[best]))
            best = seat;
    }
    return best;
}

static Seat random_other(Change *change, Seat me) {
    const Board *board = &change->game->board;
    unsigned others = seats_all(board->players) & ~(unsigned)board->out & ~(1u << me);
    return others ? (Seat)bits_select(others, rng_below(&change->game->rng, bits_count(others))) : NO_SEAT;
}

static Seat who_is(Change *change, unsigned who) {
    const Board *board = &change->game->board;
    const Extra *x = &board->extra;
    Seat seat = NO_SEAT;
    switch ((Whom)who) {
    case WHOM_ME: seat = x->me; break;
    case WHOM_DOER: seat = x->doer; break;
    case WHOM_VICTIM: seat = x->victim; break;
    case WHOM_NEXT: seat = classic_next(board, x->me); break;
    case WHOM_PREVIOUS: seat = seat_before(board, x->me); break;
    case WHOM_TARGET: seat = x->target; break;
    case WHOM_CHOSEN: seat = x->chosen; break;
    case WHOM_THEM: seat = x->loops ? x->loop[x->loops - 1].them : NO_SEAT; break;
    case WHOM_HOLDER: seat = x->slot < x->lying ? x->laid[x->slot].at : NO_SEAT; break;
    case WHOM_MOST: seat = seat_by_cards(board, x->me, true); break;
    case WHOM_FEWEST: seat = seat_by_cards(board, x->me, false); break;
    case WHOM_RANDOM: seat = random_other(change, x->me); break;
    case WHOM_EVERYBODY:
    case WHOM_OTHERS:
    case WHOMS: break; /* only in loops */
    }
    if (who == WHOM_THEM) /* the innermost each, whatever is repeated within it */
        for (unsigned i = x->loops; i-- > 0;)
            if (x->loop[i].them != NO_SEAT) seat = x->loop[i].them;
    return is_in(board, seat) ? seat : NO_SEAT;
}

static unsigned lying_at(const Extra *x, unsigned card, Seat seat) {
    unsigned count = 0;
    for (unsigned i = 0; i < x->lying; i++) count += x->laid[i].card == SECOND_CODE + card && x->laid[i].at == seat;
    return count;
}

static unsigned amount_of(Change *change, const Amount *amount) {
    const Board *board = &change->game->board;
    const Extra *x = &board->extra;
    bool of_seat = amount->kind == AMOUNT_CARDS || amount->kind == AMOUNT_COUNTER || amount->kind == AMOUNT_LYING;
    Seat seat = of_seat ? who_is(change, amount->of) : NO_SEAT;
    unsigned n = 0;
    if (of_seat && seat == NO_SEAT) return 0;
    switch ((AmountKind)amount->kind) {
    case AMOUNT_NUMBER: n = amount->number; break;
    case AMOUNT_ALL: n = UINT16_MAX; break;
    case AMOUNT_CARDS: n = board->count[seat]; break;
    case AMOUNT_COUNTER: n = x->counter[amount->number][seat]; break;
    case AMOUNT_DIE: n = x->die; break;
    case AMOUNT_TOP:
        n = NUMBERS_MASK & ~change->rules->wilds & FACE_BIT(board->classic.top) ? face_value(board->classic.top) : 0;
        break;
    case AMOUNT_PENDING: n = board->classic.pending; break;
    case AMOUNT_PLAYERS: n = classic_active(board); break;
    case AMOUNT_LYING: n = lying_at(x, amount->number, seat); break;
    case AMOUNT_KINDS: break;
    }
    if (amount->scale == SCALE_HALF) return (n + 1) / 2;
    return amount->scale == SCALE_DOUBLE ? 2 * n : n;
}

uint64_t program_filter(const Rules *rules, const Board *board, unsigned filter) {
    const Filter *f = &rules->filter[filter];
    uint64_t faces = f->faces;
    if (f->colour == FILTER_SAME) faces &= COLOUR_MASK(board->classic.colour) & ~rules->wilds;
    if (f->kind == KIND_SAME) faces &= VALUE_MASK(face_value(board->classic.top)) & ~rules->wilds;
    return faces;
}

static bool holds(Change *change, const Code *code) {
    const Board *board = &change->game->board;
    unsigned test = code->arg & ~(unsigned)TEST_AND;
    if (test == TEST_CARD) return program_filter(change->rules, board, code->filter) >> board->classic.top & 1;
    if (test == TEST_WHO || test == TEST_NOT_WHO) {
        Seat a = who_is(change, code->who), b = who_is(change, code->amount.of);
        return (a != NO_SEAT && a == b) == (test == TEST_WHO);
    }
    unsigned a = amount_of(change, &code->amount), b = amount_of(change, &code->other);
    if (test == TEST_AT_LEAST) return a >= b;
    if (test == TEST_AT_MOST) return a <= b;
    return (a == b) == (test == TEST_IS);
}

/* ---- steps ---- */

/* A hand has changed otherwise than by laying: who is above one card again, or has none, has nothing to call. */
static void hand_changed(Change *change, Seat seat) {
    Board *board = &change->game->board;
    if (board->classic.uno_seat == seat && board->count[seat] != 1) board->classic.uno_seat = NO_SEAT;
}

static void discard(Change *change, Seat seat, Face card) {
    Game *game = change->game;
    cards_remove(&game->own[seat].hand, card);
    game->board.count[seat]--;
    cards_add(&game->board.open, card);
    game->board.open_count++;
    witness_left(change->witness, seat, card);
    tell(change, EVENT_discarded, seat, NO_SEAT, card, 0);
    hand_changed(change, seat);
}

static void hand_over(Change *change, Seat from, Seat to, Face card) {
    Game *game = change->game;
    cards_remove(&game->own[from].hand, card);
    cards_add(&game->own[to].hand, card);
    game->board.count[from]--;
    game->board.count[to]++;
    witness_moved(change->witness, from, to, card);
    hand_changed(change, from);
    hand_changed(change, to);
}

/* Whose cards a step about `who` moves, and where they go: NO_SEAT, the discards. */
static bool goes(Change *change, const Code *code, Seat who, Seat *from, Seat *to) {
    Seat me = who_is(change, WHOM_ME);
    *from = code->code == CODE_GIVE ? me : who;
    *to = code->code == CODE_GIVE ? who : code->code == CODE_STEAL ? me : NO_SEAT;
    if (*from == NO_SEAT || *from == *to) return false;
    return *to != NO_SEAT || (code->code != CODE_GIVE && code->code != CODE_STEAL);
}

static void go(Change *change, const Code *code, Seat from, Seat to, Face card) {
    if (to == NO_SEAT) discard(change, from, card);
    else hand_over(change, from, to, card);
    if (code->code == CODE_GIVE) tell(change, EVENT_gave, from, to, NO_FACE, 0);
    if (code->code == CODE_STEAL) tell(change, EVENT_stole, to, from, NO_FACE, 0);
}

static void go_all(Change *change, const Code *code, Seat from, Seat to) {
    Cards some =
        cards_only(&change->game->own[from].hand, program_filter(change->rules, &change->game->board, code->filter));
    for (uint64_t faces; (faces = cards_faces(&some)) != 0;) {
        Face card = (Face)bits_first(faces);
        cards_remove(&some, card);
        go(change, code, from, to, card);
    }
}

static void go_by_chance(Change *change, const Code *code, Seat from, Seat to, unsigned n) {
    Game *game = change->game;
    Cards some = cards_only(&game->own[from].hand, program_filter(change->rules, &game->board, code->filter));
    for (; n; n--) {
        unsigned total = cards_total(&some);
        if (!total) return;
        Face card = game->fate.steals_left ? fate_card(game->fate.steals, &game->fate.steals_left, &some) : NO_FACE;
        if (card == NO_FACE) card = cards_at(&some, rng_below(&game->rng, total));
        cards_remove(&some, card);
        go(change, code, from, to, card);
    }
}

static void ask(Change *change, Seat seat, AskKind kind) {
    Board *board = &change->game->board;
    Private *drew = &change->game->own[board->turn];
    if (drew->drawn < FACES && !cards_has(&drew->hand, drew->drawn)) drew->drawn = NO_FACE; /* it has gone elsewhere */
    board->extra.turn = board->turn;
    board->extra.ask = (uint8_t)kind;
    board->turn = seat;
    board->phase = PHASE_CHOICE;
}

/* Who was meant when the first card was chosen is meant for all of them. */
static Seat chosen_with(Change *change) {
    Extra *x = extra_of(change);
    return is_in(&change->game->board, x->with) ? x->with : NO_SEAT;
}

/* Cards that somebody chooses: asked one at a time, and only while there is a choice. False: asks. */
static bool go_by_choice(Change *change, const Code *code) {
    const Rules *rules = change->rules;
    Game *game = change->game;
    Extra *x = extra_of(change);
    Seat from, to;
    if (!x->left) {
        unsigned n = amount_of(change, &code->amount);
        x->left = (uint8_t)(n < 255 ? n : 255);
        x->with = who_is(change, code->who);
    }
    if (!goes(change, code, chosen_with(change), &from, &to)) x->left = 0;
    else if (x->left >= cards_total_of(&game->own[from].hand, program_filter(rules, &game->board, code->filter))) {
        go_all(change, code, from, to);
        x->left = 0;
    }
    if (x->left) {
        ask(change, from, ASK_CARD);
        return false;
    }
    x->with = NO_SEAT;
    return true;
}

static void set_counter(Change *change, unsigned counter, Seat seat, unsigned value) {
    Extra *x = extra_of(change);
    unsigned most = change->rules->counter[counter].most;
    if (value > most) value = most;
    if (x->counter[counter][seat] == value) return;
    x->counter[counter][seat] = (uint8_t)value;
    tell(change, EVENT_counter, seat, NO_SEAT, NO_FACE, counter * COUNTER_EVENT + value);
}

static void count(Change *change, const Code *code, Seat seat) {
    unsigned now = extra_of(change)->counter[code->arg][seat], n = amount_of(change, &code->amount);
    if (code->code == CODE_GAIN) set_counter(change, code->arg, seat, now + n);
    else if (code->code == CODE_LOSE) set_counter(change, code->arg, seat, now > n ? now - n : 0);
    else set_counter(change, code->arg, seat, n);
}

static void set_colour(Change *change, unsigned colour) {
    change->game->board.classic.colour = (uint8_t)colour;
    tell(change, EVENT_recoloured, NO_SEAT, NO_SEAT, NO_FACE, colour);
}

static void dispel(Change *change, Seat seat) {
    const Extra *x = extra_of(change);
    for (unsigned slot = x->lying; slot-- > 0;)
        if (x->laid[slot].at == seat && x->laid[slot].card != CARD_DOWN) laid_remove(change, slot);
}

/* All that somebody has leaves the deal with them. */
static void put_out(Change *change, Seat seat) {
    Game *game = change->game;
    Board *board = &game->board;
    Extra *x = extra_of(change);
    for (unsigned slot = x->lying; slot-- > 0;)
        if (x->laid[slot].at == seat || x->laid[slot].owner == seat) laid_remove(change, slot);
    while (own_second(&game->own[seat], 0)) second_put_back(change, second_take(&game->own[seat], 0) - 1);
    board->actions[seat] = 0;
    cards_merge(&board->open, &game->own[seat].hand);
    board->open_count = (uint16_t)(board->open_count + board->count[seat]);
    game->own[seat].hand = (Cards){0};
    game->own[seat].drawn = NO_FACE;
    game->own[seat].guilty = false;
    board->count[seat] = 0;
    board->out |= (uint16_t)(1u << seat);
    board->classic.passes = 0;
    if (board->classic.uno_seat == seat) board->classic.uno_seat = NO_SEAT;
    if (board->classic.passer == seat) board->classic.passer = NO_SEAT;
    witness_shown_all(change->witness, seat, &game->own[seat].hand);
    tell(change, EVENT_knocked_out, seat, NO_SEAT, NO_FACE, 0);
    if (classic_active(board) > 1) return;
    classic_end_deal(change, classic_side_of(change, mask_first(seats_all(board->players) & ~(unsigned)board->out)),
                     true);
}

/* Draws until a card like that has come; what it is only the drawer sees, and that it has come everybody. */
static void hunt(Change *change, const Code *code, Seat seat) {
    Board *board = &change->game->board;
    uint64_t wanted = program_filter(change->rules, board, code->filter);
    unsigned drawn = 0;
    Face card;
    do {
        card = classic_draw_one(change, seat);
        drawn += card != NO_FACE;
    } while (card != NO_FACE && !(wanted >> card & 1));
    hand_changed(change, seat);
    tell(change, EVENT_drew, seat, NO_SEAT, NO_FACE, drawn);
}

/* One step that is no question and no jump. */
static void step(Change *change, const Code *code) {
    Game *game = change->game;
    Extra *x = extra_of(change);
    bool about = step_rows[code->code].parts & HAS_W;
    Seat who = about ? who_is(change, code->who) : NO_SEAT, from, to;
    if (about && who == NO_SEAT) return; /* nobody is there: nothing happens */
    switch ((CodeKind)code->code) {
    case CODE_DRAW: x->draw = (uint16_t)(x->draw + amount_of(change, &code->amount)); break;
    case CODE_SKIP: x->skip = (uint16_t)(x->skip + amount_of(change, &code->amount)); break;
    case CODE_AGAIN: x->again = true; break;
    case CODE_REVERSE:
        if (!classic_reverse(change) && x->after == AFTER_EFFECTS) x->skip++; /* O8: between two it is a skip */
        break;
    case CODE_ROTATE: classic_rotate_hands(change, x->me); break;
    case CODE_SWAP:
        if (who != x->me && is_in(&game->board, x->me)) classic_swap_hands(change, x->me, who);
        break;
    case CODE_TAKE: classic_draw(change, who, amount_of(change, &code->amount)); break;
    case CODE_HUNT: hunt(change, code, who); break;
    case CODE_FETCH:
        tell(change, EVENT_fetched, who, NO_SEAT, NO_FACE, second_draw(change, who, amount_of(change, &code->amount)));
        break;
    case CODE_DROP:
    case CODE_STEAL:
        if (goes(change, code, who, &from, &to)) go_by_chance(change, code, from, to, amount_of(change, &code->amount));
        break;
    case CODE_GAIN:
    case CODE_LOSE:
    case CODE_SET: count(change, code, who); break;
    case CODE_COLOUR:
        set_colour(change, code->arg == COLOUR_RANDOM ? rng_below(&game->rng, COLOURS) : code->arg);
        break;
    case CODE_SHOW:
        witness_shown_all(change->witness, who, &game->own[who].hand);
        tell(change, EVENT_shown, who, NO_SEAT, NO_FACE, 0);
        break;
    case CODE_WIN: classic_end_deal(change, classic_side_of(change, who), true); break;
    case CODE_OUT: put_out(change, who); break;
    case CODE_NEGATE:
        x->negated = true;
        if (x->moment != MOMENT_CAST && game->board.classic.pending) {
            tell(change, EVENT_called_off, NO_SEAT, NO_SEAT, NO_FACE, game->board.classic.pending);
            game->board.classic.pending = 0;
        }
        break;
    case CODE_DEFLECT: x->deflected = who; break;
    case CODE_PENDING: {
        unsigned n = amount_of(change, &code->amount);
        game->board.classic.pending = (uint16_t)(n < 200 ? n : 200);
        tell(change, EVENT_pending, x->victim, NO_SEAT, NO_FACE, game->board.classic.pending);
        break;
    }
    case CODE_STOP: x->ends = true; break;
    case CODE_LEAVE:
        if (x->slot < x->lying) laid_remove(change, x->slot);
        break;
    case CODE_DISPEL: dispel(change, who); break;
    case CODE_NOTHING: break;
    case CODE_END:
    case CODE_DISCARD:
    case CODE_GIVE:
    case CODE_IF:
    case CODE_ELSE:
    case CODE_ROLL:
    case CODE_RANGE:
    case CODE_CHOOSE:
    case CODE_OPTION:
    case CODE_EACH:
    case CODE_REPEAT:
    case CODE_LOOP:
    case CODE_PICK:
    case CODES: break; /* in run() */
    }
}

/* ---- running ---- */

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
    ask(change, seat, code->code == CODE_CHOOSE ? ASK_OPTION : code->code == CODE_PICK ? ASK_SEAT : ASK_COLOUR);
    return false;
}

/* One instruction; false: somebody is asked. */
static bool run_one(Change *change, const Code *code) {
    Extra *x = extra_of(change);
    switch ((CodeKind)code->code) {
    case CODE_END: x->at = 0; return true;
    case CODE_IF: x->at = holds(change, code) ? (uint16_t)(x->at + 1) : code->jump; return true;
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
        if (!go_by_choice(change, code)) return false;
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
    case CODE_TAKE:
    case CODE_HUNT:
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
    step(change, code);
    if (x->after) x->at++; /* else the deal is over */
    return true;
}

static bool run(Change *change) {
    Extra *x = extra_of(change);
    while (x->at)
        if (!run_one(change, &change->rules->code[x->at])) return false;
    if (x->sprung && x->slot < x->lying) laid_remove(change, x->slot); /* a trap has done its work */
    x->sprung = false;
    return true;
}

static void begin(Extra *x, unsigned at, Seat me, Seat target, unsigned slot) {
    x->at = (uint16_t)at;
    x->me = me;
    x->target = target;
    x->slot = (uint8_t)slot;
    x->chosen = NO_SEAT;
    x->die = x->left = x->loops = 0;
}

/* ---- moments ---- */

/* Goes into the program if its first condition holds, or if it has none for all of it. */
static bool enters(Change *change, unsigned at, Seat me, unsigned slot) {
    const Rules *rules = change->rules;
    Extra *x = extra_of(change);
    begin(x, 0, me, NO_SEAT, slot);
    bool guarded = rules->code[at].code == CODE_IF && rules->code[rules->code[at].jump].code == CODE_END;
    while (guarded && rules->code[at].code == CODE_IF) {
        if (!holds(change, &rules->code[at])) return false;
        at++;
        if (!(rules->code[at].code == CODE_IF && rules->code[at].arg & TEST_AND)) break;
    }
    x->at = (uint16_t)at;
    return true;
}

static const Trigger *trigger_of(const Rules *rules, unsigned moment, unsigned card) {
    for (unsigned i = 0; i < rules->triggers; i++)
        if (rules->trigger[i].moment == moment && rules->trigger[i].card == card) return &rules->trigger[i];
    return NULL;
}

static bool rule_acts(Change *change) {
    const Rules *rules = change->rules;
    Extra *x = extra_of(change);
    while (x->next < rules->triggers) {
        const Trigger *trigger = &rules->trigger[x->next++];
        if (trigger->card != NO_FACE || trigger->moment != x->moment) continue;
        if (!enters(change, trigger->at, x->doer, NO_SLOT)) continue;
        tell(change, EVENT_rule, NO_SEAT, NO_SEAT, NO_FACE, (unsigned)(trigger - rules->trigger));
        return true;
    }
    return false;
}

/* A card that lies face down is turned up; it has left its owner's Private then. */
static void turn_up(Change *change, unsigned slot, unsigned card) {
    Extra *x = extra_of(change);
    second_take(&change->game->own[x->laid[slot].owner], down_place(change->game, slot));
    x->laid[slot].card = (uint8_t)(SECOND_CODE + card);
    x->sprung = true;
    tell(change, EVENT_sprung, x->laid[slot].owner, NO_SEAT, (Face)(SECOND_CODE + card), 0);
}

static bool lying_acts(Change *change) {
    Game *game = change->game;
    Extra *x = extra_of(change);
    for (unsigned slot = 0; slot < x->lying; slot++) {
        const Laid *laid = &x->laid[slot];
        if (x->fired >> slot & 1) continue;
        x->fired |= (uint16_t)(1u << slot);
        bool down = laid->card == CARD_DOWN;
        unsigned card = down ? (own_second(&game->own[laid->owner], down_place(game, slot)) & ~(unsigned)SECOND_SET) - 1
                             : laid->card - (unsigned)SECOND_CODE;
        const Trigger *trigger = trigger_of(change->rules, x->moment, card);
        if (!trigger || !enters(change, trigger->at, laid->owner, slot)) continue;
        if (down) turn_up(change, slot, card);
        else tell(change, EVENT_acts, NO_SEAT, NO_SEAT, laid->card, 0);
        return true;
    }
    return false;
}

/* ---- what follows ---- */

/* Somebody was left without cards by a program: they have gone out. */
static bool somebody_is_out(Change *change) {
    const Board *board = &change->game->board;
    const Extra *x = &board->extra;
    Seat seat = x->doer < board->players ? x->doer : board->turn;
    for (unsigned i = 0; i < board->players; i++, seat = classic_neighbour(board, seat)) {
        if (board->count[seat] || !is_in(board, seat) || seat == board->classic.finisher) continue;
        if (x->after == AFTER_CARD && seat == x->doer) continue; /* it has just laid its last card */
        tell(change, EVENT_went_out, seat, NO_SEAT, NO_FACE, 0);
        classic_end_deal(change, classic_side_of(change, seat), true);
        return true;
    }
    return false;
}

static void go_to_next(Change *change) {
    Board *board = &change->game->board;
    classic_begin_turn(change, classic_next(board, board->turn));
}

static void ask_for_turn(Change *change) {
    Board *board = &change->game->board;
    bool ends = board->extra.ends || !is_in(board, board->turn);
    board->extra.ends = false;
    if (ends) go_to_next(change);
    else board->phase = PHASE_TURN;
}

static void ask_about_drawn(Change *change) {
    Board *board = &change->game->board;
    Private *own = &change->game->own[board->turn];
    if (is_in(board, board->turn) && own->drawn < FACES && cards_has(&own->hand, own->drawn)) {
        board->phase = PHASE_DRAWN;
        return;
    }
    own->drawn = NO_FACE; /* a program has taken it */
    board->classic.drawn_fits = false;
    go_to_next(change);
}

static void cast_acts(Change *change) {
    Extra *x = extra_of(change);
    unsigned card = action_card(x->action) - (unsigned)SECOND_CODE;
    const CardMore *more = &change->rules->second[card].more;
    Seat target = action_target(x->action), caster = x->doer;
    x->after = x->back;
    x->back = AFTER_NOTHING;
    bool stays = more->stays != STAYS_NOT && !x->negated && is_in(&change->game->board, caster);
    if (stays)
        laid_add(change, SECOND_CODE + card, caster,
                 more->stays == STAYS_ME       ? caster
                 : more->stays == STAYS_TARGET ? target
                                               : NO_SEAT,
                 more->turns);
    else second_put_back(change, card);
    if (x->negated) tell(change, EVENT_negated, NO_SEAT, NO_SEAT, (Face)(SECOND_CODE + card), 0);
    else if (change->rules->second_code[card].effects && is_in(&change->game->board, caster)) {
        begin(x, change->rules->second_code[card].effects, caster, target, stays ? x->lying - 1u : NO_SLOT);
        if (x->after == AFTER_HIT) x->doer = change->game->board.classic.attacker;
    }
    x->negated = false;
    x->action = 0;
}

static void follow(Change *change) {
    Extra *x = extra_of(change);
    After after = (After)x->after;
    Action action = x->action;
    x->after = AFTER_NOTHING;
    switch (after) {
    case AFTER_TURN:
    case AFTER_ASK: ask_for_turn(change); break;
    case AFTER_CARD:
        x->action = 0;
        classic_card_acts(change, x->doer, action);
        break;
    case AFTER_EFFECTS:
        x->action = 0;
        classic_after_effects(change, x->me, action_card(action));
        break;
    case AFTER_DRAWN: ask_about_drawn(change); break;
    case AFTER_HIT: classic_after_hit(change); break;
    case AFTER_CAST: cast_acts(change); break;
    case AFTER_NEXT: go_to_next(change); break;
    case AFTER_NOTHING:
    case AFTERS: break;
    }
}

/* Nothing is under way any more; what it kept is cleared, so that a game at rest has one form. */
void extra_rest(Extra *x) {
    memset((char *)x + offsetof(Extra, at), 0, sizeof *x - offsetof(Extra, at));
    x->turn = x->me = x->doer = x->victim = x->target = x->chosen = x->deflected = x->with = NO_SEAT;
    x->slot = NO_SLOT;
}

void program_stop(Board *board) { extra_rest(&board->extra); }

void program_deal_over(Change *change) {
    const Extra *x = extra_of(change);
    if (x->after == AFTER_CAST)
        second_put_back(change, action_card(x->action) - (unsigned)SECOND_CODE); /* was on its way */
    program_stop(&change->game->board);
}

static void drive(Change *change) {
    Extra *x = extra_of(change);
    if (change->driving) return;
    change->driving = true;
    while (x->after) {
        if (x->at && !run(change)) break;
        if (!x->after) break; /* the deal is over */
        if (x->moment && (rule_acts(change) || lying_acts(change))) continue;
        x->moment = MOMENT_NONE;
        if (somebody_is_out(change)) break;
        follow(change);
    }
    change->driving = false;
    if (!x->after) program_stop(&change->game->board);
}

static void raise(Change *change, Moment moment, Seat doer, Seat victim, After after) {
    Extra *x = extra_of(change);
    bool listened = change->rules->moments >> moment & 1;
    x->moment = (uint8_t)(listened ? moment : MOMENT_NONE);
    x->next = 0;
    x->fired = 0;
    x->doer = doer;
    x->me = doer;
    x->victim = victim;
    x->deflected = NO_SEAT;
    x->after = (uint8_t)after;
    drive(change);
}

/* ---- what the table calls ---- */

void program_deal(Change *change) {
    Game *game = change->game;
    Board *board = &game->board;
    const Rules *rules = change->rules;
    memset(&board->extra, 0, sizeof board->extra);
    program_stop(board);
    game->actions = rules->second_cards;
    board->extra.second_pile = (uint16_t)cards_total(&game->actions);
    for (Seat seat = 0; seat < board->players; seat++) {
        for (unsigned i = 0; i < SECOND_HAND_MAX; i++) own_set_second(&game->own[seat], i, 0);
        board->actions[seat] = 0;
        for (unsigned i = 0; i < rules->counters; i++) board->extra.counter[i][seat] = rules->counter[i].start;
    }
    for (Seat seat = 0; seat < board->players; seat++) second_draw(change, seat, rules->second_deck.dealt);
}

void program_turn_begins(Change *change) {
    Board *board = &change->game->board;
    Extra *x = &board->extra;
    x->casts = 0;
    for (unsigned slot = x->lying; slot-- > 0;) {
        Laid *laid = &x->laid[slot];
        Seat whose = laid->at == NO_SEAT ? laid->owner : laid->at;
        if (whose == board->turn && laid->turns && !--laid->turns) laid_remove(change, slot);
    }
    x->ends = false;
    raise(change, MOMENT_TURN, board->turn, NO_SEAT, AFTER_TURN);
}

void program_played(Change *change, Seat seat, Action action) {
    extra_of(change)->action = action;
    raise(change, MOMENT_PLAYED, seat, NO_SEAT, AFTER_CARD);
}

void program_card(Change *change, Seat seat, Action action) {
    Extra *x = extra_of(change);
    x->draw = x->skip = 0;
    x->again = false;
    x->action = action;
    x->doer = seat;
    x->moment = MOMENT_NONE;
    x->after = AFTER_EFFECTS;
    begin(x, change->rules->card_code[action_card(action)].effects, seat, action_target(action), NO_SLOT);
    drive(change);
}

void program_drawn(Change *change, Seat seat) {
    Game *game = change->game;
    Extra *x = extra_of(change);
    Face card = game->own[seat].drawn;
    if (card >= FACES || !(change->rules->when_drawn >> card & 1)) {
        raise(change, MOMENT_DRAWN, seat, NO_SEAT, AFTER_DRAWN);
        return;
    }
    tell(change, EVENT_drew_open, seat, NO_SEAT, card, 0);
    game->own[seat].drawn = NO_FACE;
    game->board.classic.drawn_fits = false;
    discard(change, seat, card);
    x->doer = seat;
    x->after = AFTER_NEXT;
    begin(x, change->rules->card_code[card].drawn, seat, NO_SEAT, NO_SLOT);
    drive(change);
}

void program_hit(Change *change, Seat victim) {
    raise(change, MOMENT_HIT, change->game->board.classic.attacker, victim, AFTER_HIT);
}

void program_cast(Change *change, Seat seat, Action action) {
    Game *game = change->game;
    Extra *x = extra_of(change);
    Private *own = &game->own[seat];
    unsigned card = action_card(action) - (unsigned)SECOND_CODE, place = 0;
    const CardMore *more = &change->rules->second[card].more;
    while (own_second(own, place) != card + 1) place++;
    second_take(own, place);
    game->board.actions[seat]--;
    if (game->board.phase == PHASE_TURN) x->casts++;
    if (more->price) set_counter(change, more->counter, seat, x->counter[more->counter][seat] - more->price);
    if (more->stays == STAYS_DOWN) {
        second_put(own, (card + 1) | SECOND_SET);
        laid_add(change, CARD_DOWN, seat, seat, more->turns);
        tell(change, EVENT_set_down, seat, NO_SEAT, NO_FACE, 0);
        return;
    }
    Seat target = action_target(action);
    tell(change, target == NO_SEAT ? EVENT_cast : EVENT_cast_on, seat, target, action_card(action), 0);
    x->action = action;
    x->negated = false;
    bool answers = game->board.phase == PHASE_ANSWER;
    x->back = answers ? AFTER_HIT : AFTER_ASK;
    raise(change, MOMENT_CAST, seat, answers ? seat : NO_SEAT, AFTER_CAST);
}

void program_pay(Change *change, Seat seat, Face card) {
    const CardMore *more = &change->rules->card[card].more;
    if (!more->price) return;
    unsigned has = extra_of(change)->counter[more->counter][seat];
    set_counter(change, more->counter, seat, has > more->price ? has - more->price : 0);
}

void program_answered(Change *change, Action action) {
    Board *board = &change->game->board;
    Extra *x = &board->extra;
    const Code *code = &change->rules->code[x->at];
    Seat seat = board->turn, from, to;
    AskKind kind = (AskKind)x->ask;
    board->turn = x->turn;
    x->turn = NO_SEAT;
    x->ask = ASK_NOTHING;
    switch (kind) {
    case ASK_OPTION:
        tell(change, EVENT_chose, seat, NO_SEAT, NO_FACE, action_choice(action) + 1);
        for (x->at++; change->rules->code[x->at].code == CODE_OPTION && action_choice(action); action -= 1u << 8)
            x->at = change->rules->code[x->at].jump;
        x->at++;
        break;
    case ASK_SEAT:
        x->chosen = action_target(action);
        tell(change, EVENT_picked, seat, x->chosen, NO_FACE, 0);
        x->at++;
        break;
    case ASK_COLOUR:
        board->classic.colour = (uint8_t)action_choice(action);
        tell(change, EVENT_colour, seat, NO_SEAT, NO_FACE, action_choice(action));
        x->at++;
        break;
    case ASK_CARD:
        if (goes(change, code, chosen_with(change), &from, &to)) go(change, code, from, to, action_card(action));
        if (!--x->left) x->with = NO_SEAT, x->at++;
        break;
    case ASK_NOTHING:
    case ASKS: break;
    }
    drive(change);
}

/* ---- what may be done, from what a seat may know ---- */

uint64_t program_castable(const Rules *rules, const Board *board, const Private *own, Seat seat, bool answering) {
    const Extra *x = &board->extra;
    uint64_t casts = 0;
    if (!answering && x->casts >= rules->second_deck.plays) return 0;
    for (unsigned i = 0, value; i < SECOND_HAND_MAX && (value = own_second(own, i)) != 0; i++) {
        if (value & SECOND_SET) continue;
        const CardMore *more = &rules->second[value - 1].more;
        if (more->answers != answering || (more->stays && x->lying == LAID_MAX)) continue;
        if (!more->price || x->counter[more->counter][seat] >= more->price) casts |= FACE_BIT(value - 1);
    }
    return casts;
}

/* What lies on the table bans some cards and frees others; and a card that costs too much cannot be laid. */
uint64_t program_layable(const Rules *rules, const Board *board, Seat seat, uint64_t faces, uint64_t fitting) {
    const Extra *x = &board->extra;
    uint64_t banned = 0, freed = 0;
    for (unsigned slot = 0; slot < x->lying; slot++) {
        const Laid *laid = &x->laid[slot];
        if (laid->card == CARD_DOWN || (laid->at != NO_SEAT && laid->at != seat)) continue;
        const CardCode *code = &rules->second_code[laid->card - SECOND_CODE];
        if (code->bans) banned |= program_filter(rules, board, code->bans);
        if (code->fits) freed |= program_filter(rules, board, code->fits);
    }
    for (uint64_t left = faces & rules->priced; left; left &= left - 1) {
        const CardMore *more = &rules->card[bits_first(left)].more;
        if (x->counter[more->counter][seat] < more->price) banned |= left & (~left + 1);
    }
    return faces & (fitting | freed) & ~banned;
}

void program_choices(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    const Extra *x = &board->extra;
    const Code *code = &rules->code[x->at];
    switch ((AskKind)x->ask) {
    case ASK_OPTION:
        out->target_kind = ACT_CHOOSE;
        out->names = (uint8_t)((1u << code->filter) - 1);
        break;
    case ASK_SEAT:
        out->target_kind = ACT_CHOOSE;
        out->targets = (SeatMask)(seats_all(board->players) & ~(unsigned)board->out & ~(1u << seat));
        break;
    case ASK_COLOUR:
        out->target_kind = ACT_NAME;
        out->names = (1 << COLOURS) - 1;
        break;
    case ASK_CARD:
        out->card_kind = ACT_CHOOSE;
        out->cards = cards_faces(&own->hand) & program_filter(rules, board, code->filter);
        break;
    case ASK_NOTHING:
    case ASKS: break;
    }
}

bool program_stands(const Rules *rules, const Board *board) {
    const Extra *x = &board->extra;
    const Code *code = &rules->code[x->at];
    unsigned loops = 0, most = x->at;
    for (unsigned at = 1; at < most; at++) { /* the loops that it stands in */
        unsigned kind = rules->code[at].code;
        if ((kind == CODE_EACH || kind == CODE_REPEAT) && rules->code[at].jump > most) {
            bool each = kind == CODE_EACH;
            if (loops == LOOPS_MAX || loops >= x->loops) return false;
            if (each ? x->loop[loops].them >= board->players || x->loop[loops].left & ~seats_all(board->players)
                     : x->loop[loops].them != NO_SEAT || x->loop[loops].left >= REPEAT_MOST)
                return false;
            loops++;
        }
    }
    if (loops != x->loops) return false;
    switch ((AskKind)x->ask) {
    case ASK_OPTION: return code->code == CODE_CHOOSE;
    case ASK_SEAT: return code->code == CODE_PICK;
    case ASK_COLOUR: return code->code == CODE_COLOUR && code->arg == COLOUR_NAMED;
    case ASK_CARD: return (code->code == CODE_DISCARD || code->code == CODE_GIVE) && x->left;
    case ASK_NOTHING:
    case ASKS: break;
    }
    return false;
}

unsigned program_option(const Rules *rules, const Board *board, unsigned option) {
    unsigned at = board->extra.at + 1u;
    if (board->phase != PHASE_CHOICE || board->extra.ask != ASK_OPTION) return 0;
    while (option-- && rules->code[at].code == CODE_OPTION) at = rules->code[at].jump;
    return rules->code[at].code == CODE_OPTION ? at + 1 : 0;
}

/* ---- as numbers ---- */

void extra_run(const Extra *extra, uint32_t out[RUN_NUMBERS]) {
    unsigned i = 0;
#define RUN(member) out[i++] = extra->member;
#include "program.def"
#undef RUN
}

bool extra_set_run(Extra *extra, const uint32_t in[RUN_NUMBERS]) {
    unsigned i = 0;
#define RUN(member) \
    extra->member = (__typeof__(extra->member))in[i]; \
    if (extra->member != in[i++]) return false;
#include "program.def"
#undef RUN
    return true;
}
