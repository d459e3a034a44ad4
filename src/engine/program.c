/* program.c -- when what a club has written acts, and what follows.
 *
 * What is under way is in `Extra`: a place in the list of instructions, the
 * moment that set it off, and what follows when all is done (After). drive()
 * goes on with it until somebody has to be asked; the answer comes back as an
 * ordinary action. Steps set off nothing further: moments are set off by what
 * players do, so a program is over after as many steps as its text says. */
#include "program_internal.h"

/* ---- moments ---- */

/* Goes into the program if its first condition holds, or if it has none for all of it. */
static bool enters(Change *change, unsigned at, Seat me, unsigned slot) {
    const Rules *rules = change->rules;
    Extra *x = extra_of(change);
    program_begin(x, 0, me, x->moment == MOMENT_CAST ? action_target(x->action) : NO_SEAT, slot);
    bool guarded = rules->code[at].code == CODE_IF && rules->code[rules->code[at].jump].code == CODE_END;
    while (guarded && rules->code[at].code == CODE_IF) {
        if (!test_holds(change, &rules->code[at])) return false;
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
    bool turned = x->deflected != NO_SEAT && action_target(x->action) != NO_SEAT; /* L10 */
    Seat target = turned ? x->deflected : action_target(x->action), caster = x->doer;
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
    x->deflected = NO_SEAT;
    if (x->negated) tell(change, EVENT_negated, NO_SEAT, NO_SEAT, (Face)(SECOND_CODE + card), 0);
    else if (change->rules->second_code[card].effects && is_in(&change->game->board, caster)) {
        program_begin(x, change->rules->second_code[card].effects, caster, target, stays ? x->lying - 1u : NO_SLOT);
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
        classic_card_acts(change, x->doer, action, x->negated);
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
        if (x->at && !program_run(change)) break;
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
    x->negated = false;
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
    program_pay(change, seat, action_card(action));
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
    program_begin(x, change->rules->card_code[action_card(action)].effects, seat, action_target(action), NO_SLOT);
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
    card_discard(change, seat, card);
    x->doer = seat;
    x->after = AFTER_NEXT;
    program_begin(x, change->rules->card_code[card].drawn, seat, NO_SEAT, NO_SLOT);
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
    if (more->price) counter_set(change, more->counter, seat, x->counter[more->counter][seat] - more->price);
    if (more->stays == STAYS_DOWN) {
        second_put(own, (card + 1) | SECOND_SET);
        laid_add(change, CARD_DOWN, seat, seat, more->turns);
        tell(change, EVENT_set_down, seat, NO_SEAT, NO_FACE, 0);
        return;
    }
    Seat target = action_target(action);
    tell(change, target == NO_SEAT ? EVENT_cast : EVENT_cast_on, seat, target, action_card(action), 0);
    x->action = action;
    bool answers = game->board.phase == PHASE_ANSWER;
    x->back = answers ? AFTER_HIT : AFTER_ASK;
    raise(change, MOMENT_CAST, seat, answers ? seat : NO_SEAT, AFTER_CAST);
}

/* Every card laid comes through here. */
void program_pay(Change *change, Seat seat, Face card) {
    extra_of(change)->number = 0; /* L23: what the card below counted as */
    const CardMore *more = &change->rules->card[card].more;
    if (!more->price) return;
    unsigned has = extra_of(change)->counter[more->counter][seat];
    counter_set(change, more->counter, seat, has > more->price ? has - more->price : 0);
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
        if (cards_go(change, code, cards_chosen_with(change), &from, &to))
            card_goes(change, code, from, to, action_card(action));
        if (!--x->left) x->with = NO_SEAT, x->at++;
        break;
    case ASK_NOTHING:
    case ASKS: break;
    }
    drive(change);
}
