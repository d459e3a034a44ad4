/* classic.c -- play at a classic table: official UNO, Ultimate UNO and the
 * house rules. Each function is one thing that can happen; all checks were made
 * before (classic_legal.c). */
#include "classic_internal.h"
#include "offer.h"

static ClassicBoard *classic_of(Change *change) { return &change->game->board.classic; }

static void tell(Change *change, EventKind kind, Seat seat) {
    witness_event(change->witness, kind, seat, NO_SEAT, NO_FACE, 0);
}

unsigned classic_roll(Change *change, Seat seat) {
    unsigned die = game_roll(change->game);
    witness_event(change->witness, EVENT_rolled, seat, NO_SEAT, NO_FACE, die);
    return die;
}

static bool roll_is_good(Change *change, Seat seat) {
    return classic_roll(change, seat) >= (unsigned)change->rules->option.good_roll;
}

/* ---- UNO ---- */

static void close_window(Change *change) { classic_of(change)->uno_seat = NO_SEAT; }

static void call_uno(Change *change, Seat seat) {
    ClassicBoard *c = classic_of(change);
    tell(change, EVENT_called, seat);
    int needed = change->rules->option.uno_dice;
    if (needed && classic_roll(change, seat) < (unsigned)needed) { /* H209: the cards are the whole price */
        tell(change, EVENT_call_failed, seat);
        classic_draw(change, seat, (unsigned)change->rules->option.uno_penalty);
        close_window(change);
        return;
    }
    c->uno_called = true;
}

static void open_window(Change *change, Seat seat, bool calls) {
    ClassicBoard *c = classic_of(change);
    c->uno_seat = seat;
    c->uno_called = false;
    c->uno_tried = 0;
    if (calls) call_uno(change, seat);
}

/* H145, M18: the duty goes by the hand that the play leaves, before any swap, and stays with
 * its seat whatever hand it holds after one. H203: only drawing ends it (classic_draw). */
static void note_uno(Change *change, Seat seat, bool calls) {
    if (change->game->board.count[seat] == 1 && change->rules->option.uno_call != UNO_OFF)
        open_window(change, seat, calls);
}

static void catch_somebody(Change *change, Seat seat) {
    ClassicBoard *c = classic_of(change);
    Seat caught = c->uno_seat;
    if (c->uno_called) {
        c->uno_tried |= (uint16_t)(1u << seat);
        tell(change, EVENT_false_catch, seat);
        classic_draw(change, seat, (unsigned)change->rules->option.false_catch); /* H203 */
        return;
    }
    witness_event(change->witness, EVENT_caught, seat, caught, NO_FACE, 0);
    close_window(change); /* H147: the first catcher only */
    classic_draw(change, caught, (unsigned)change->rules->option.uno_penalty);
}

/* ---- laying a card ---- */

static void tell_laid(Change *change, Seat seat, Action action) {
    witness_left(change->witness, seat, action_card(action));
    witness_event(change->witness, EVENT_played, seat, NO_SEAT, action_card(action), 0);
    if (action_choice(action) < COLOURS)
        witness_event(change->witness, EVENT_colour, seat, NO_SEAT, NO_FACE, action_choice(action));
}

static void lay(Change *change, Seat seat, Action action) {
    classic_lay(change->game, seat, action);
    if (change->witness) tell_laid(change, seat, action);
}

void classic_swap_hands(Change *change, Seat a, Seat b) {
    Game *game = change->game;
    Cards hand = game->own[a].hand;
    uint16_t count = game->board.count[a];
    game->own[a].hand = game->own[b].hand;
    game->own[b].hand = hand;
    game->board.count[a] = game->board.count[b];
    game->board.count[b] = count;
    witness_swapped(change->witness, game, a, b);
    witness_event(change->witness, EVENT_swapped, a, b, NO_FACE, 0);
}

void classic_rotate_hands(Change *change, Seat from) {
    Game *game = change->game;
    Board *board = &game->board;
    if (board->out >> from & 1) from = classic_next(board, from); /* a program has sent its player out */
    Cards hand = game->own[from].hand;
    uint16_t count = board->count[from];
    for (Seat seat = classic_next(board, from);; seat = classic_next(board, seat)) { /* U29 */
        Cards next_hand = game->own[seat].hand;
        uint16_t next_count = board->count[seat];
        game->own[seat].hand = hand;
        board->count[seat] = count;
        if (seat == from) break;
        hand = next_hand, count = next_count;
    }
    witness_rotated(change->witness, game);
    tell(change, EVENT_rotated, NO_SEAT);
}

/* ---- effects ---- */

/* What the effects of a card add up to, once its owner is done. */
typedef struct {
    unsigned draw, skip, chain; /* chain: draw cards that lie on each other */
    bool again;
} Outcome;

/* False: between two it is a skip. */
bool classic_reverse(Change *change) {
    Board *board = &change->game->board;
    if (classic_active(board) == 2) return false; /* O8, H124, Q10 */
    board->classic.direction = (int8_t)-board->classic.direction;
    tell(change, EVENT_reversed, NO_SEAT);
    return true;
}

static void all_others_draw(Change *change, Seat seat, unsigned n) {
    const Board *board = &change->game->board;
    unsigned others = classic_active(board) - !(board->out >> seat & 1);
    for (Seat other = seat; others; others--) {
        other = classic_next(board, other);
        classic_draw(change, other, n);
    }
}

/* `out` says that the card was the last of its hand: then only what concerns
 * the others happens (Q12). */
static void one_effect(Change *change, Seat seat, Effect effect, Seat target, bool out, Outcome *outcome) {
    switch ((EffectKind)effect.kind) {
    case EFFECT_DRAW: outcome->draw += effect.n; break;
    case EFFECT_SKIP: outcome->skip += effect.n; break;
    case EFFECT_REVERSE:
        if (!classic_reverse(change)) outcome->skip++;
        break;
    case EFFECT_SWAP:
        if (!out && target != NO_SEAT) classic_swap_hands(change, seat, target);
        break;
    case EFFECT_ROTATE:
        if (!out) classic_rotate_hands(change, seat);
        break;
    case EFFECT_TAKE:
        if (!out) classic_draw(change, seat, effect.n);
        break;
    case EFFECT_ALL: all_others_draw(change, seat, effect.n); break;
    case EFFECT_AGAIN: outcome->again = !out; break;
    case EFFECT_NONE:
    case EFFECT_REFLECT: /* only in an answer to a draw */
    case EFFECT_ROLL: break;
    }
}

static void run_effects(Change *change, Seat seat, Face face, Seat target, bool out, Outcome *outcome) {
    const Effect *effects = change->rules->card[face].effects;
    for (unsigned i = 0; i < CARD_EFFECTS_MAX && effects[i].kind; i++) {
        if (effects[i].kind != EFFECT_ROLL) {
            one_effect(change, seat, effects[i], target, out, outcome);
        } else {
            unsigned branch = classic_roll(change, seat) >= effects[i].n ? 1 : 2;
            one_effect(change, seat, effects[i + branch], target, out, outcome);
            i += 2;
        }
    }
}

/* ---- pending draws ---- */

static void clear_pending(Change *change) {
    ClassicBoard *c = classic_of(change);
    if (c->attacker != NO_SEAT) change->game->own[c->attacker].guilty = false;
    c->pending = 0;
    c->chain = 0;
    c->draw_card = c->before_top = NO_FACE;
    c->attacker = c->passer = c->returner = c->finisher = NO_SEAT;
    c->before_colour = c->returned_by = 0;
    c->held = 0;
}

SeatMask classic_side_of(const Change *change, Seat seat) {
    unsigned side = 0;
    for (Seat other = 0; other < change->game->board.players; other++)
        if (rules_team(change->rules, other) == rules_team(change->rules, seat)) side |= 1u << other;
    return (SeatMask)side;
}

/* The hit is paid; the game goes on with `next`, or ends if the hit was a last card. */
static void settle(Change *change, Seat next) {
    Seat finisher = classic_of(change)->finisher;
    clear_pending(change);
    if (finisher != NO_SEAT && !change->rules->option.elimination)
        classic_end_deal(change, classic_side_of(change, finisher), true);
    else classic_begin_turn(change, next);
}

static void pay(Change *change, Seat seat, unsigned cards) {
    classic_draw(change, seat, cards);
    settle(change, classic_next(&change->game->board, seat));
}

/* Q4: a hit that no rule could answer is drawn at once; otherwise every hand is asked. */
static void ask_or_pay(Change *change, Seat victim) {
    Board *board = &change->game->board;
    ClassicBoard *c = &board->classic;
    const Rules *rules = change->rules;
    bool challengeable = rules->option.challenge && c->draw_card == FACE_WILD4 && rules->bluffs && c->chain == 1;
    if (challengeable || (rules->answerable && c->finisher == NO_SEAT)) { /* Q7 */
        board->phase = PHASE_ANSWER;
        board->turn = victim;
    } else {
        pay(change, victim, c->pending);
    }
}

static void face_draw(Change *change, Seat victim) {
    witness_event(change->witness, EVENT_pending, victim, NO_SEAT, NO_FACE, classic_of(change)->pending);
    if (__builtin_expect(change->rules->programs, 0)) program_hit(change, victim);
    else ask_or_pay(change, victim);
}

/* Programs have had their say: the draw may have gone, or be somebody else's; then who was hit plays. */
void classic_after_hit(Change *change) {
    Board *board = &change->game->board;
    ClassicBoard *c = &board->classic;
    Seat victim = board->extra.victim, instead = board->extra.deflected;
    bool there = !(board->out >> victim & 1);
    if (c->finisher != NO_SEAT && board->count[c->finisher])
        c->finisher = NO_SEAT; /* was given cards: has not gone out */
    Seat next = there ? victim : classic_next(board, victim);
    if (c->pending && instead != NO_SEAT && !(board->out >> instead & 1)) {
        witness_event(change->witness, EVENT_deflected, instead, NO_SEAT, NO_FACE, 0);
        classic_draw(change, instead, c->pending);
        settle(change, next);
    } else if (!c->pending || !there) {
        settle(change, next);
    } else if (c->finisher == NO_SEAT && board->out >> c->attacker & 1) {
        pay(change, victim, c->pending); /* who laid the card is out: nobody is left to answer to */
    } else {
        ask_or_pay(change, victim);
    }
}

/* The effects of a card have run: what remains is who draws and who is next. */
static void follow_up(Change *change, Seat seat, Face face, Outcome outcome) {
    Board *board = &change->game->board;
    ClassicBoard *c = &board->classic;
    Seat next = seat;
    bool again = outcome.again && !outcome.draw;
    for (unsigned i = 0; i < outcome.skip && !again; i++) {
        next = classic_next(board, next);
        tell(change, EVENT_skipped, next);
    }
    if (outcome.draw) {
        c->pending = (uint16_t)outcome.draw;
        c->chain = (uint8_t)outcome.chain;
        c->draw_card = face;
        c->attacker = seat;
        Seat victim = classic_next(board, next);
        face_draw(change, victim == seat ? classic_next(board, seat) : victim); /* M7: never the player of the card */
    } else {
        classic_begin_turn(change, again ? seat : classic_next(board, next));
    }
}

/* ---- going out ---- */

static void take_place(Change *change, Seat seat) {
    Board *board = &change->game->board;
    ClassicBoard *c = &board->classic;
    c->place[seat] = ++c->places;
    board->out |= (uint16_t)(1u << seat);
    witness_event(change->witness, EVENT_placed, seat, NO_SEAT, NO_FACE, c->place[seat]);
}

/* H212: play goes on without `seat`; true when only one player is left and the deal ends. */
static bool eliminate(Change *change, Seat seat) {
    Board *board = &change->game->board;
    take_place(change, seat);
    if (classic_active(board) > 1) return false;
    take_place(change, mask_first(seats_all(board->players) & ~(unsigned)board->out));
    for (Seat first = 0; first < board->players; first++)
        if (board->classic.place[first] == 1) classic_end_deal(change, (SeatMask)(1u << first), false);
    return true;
}

/* The hand is empty. Where the rules keep a last draw card alive the next
 * player draws (H173): `stacked` cards, if it was laid on a pending draw. Else
 * nothing more happens (H143); in an elimination other effects remain (Q12), but
 * not of a card that answers a draw: the answer takes their place (H132). */
static void go_out(Change *change, Seat seat, Face face, bool answers, unsigned stacked) {
    const Rules *rules = change->rules;
    ClassicBoard *c = classic_of(change);
    Outcome outcome = {.chain = stacked ? 2 : 1};
    tell(change, EVENT_went_out, seat);
    close_window(change);
    clear_pending(change);
    c->laid = 0;
    c->swaps = 0;
    if (rules->option.elimination && eliminate(change, seat)) return;
    bool acts = rules->option.elimination || rules->draw_faces >> face & 1;
    if (stacked) outcome.draw = stacked;
    else if (rules->option.last_card_draws && acts && !answers && rules->programmed >> face & 1)
        outcome.draw = rules->draw_amount[face];
    else if (rules->option.last_card_draws && acts && !answers)
        run_effects(change, seat, face, NO_SEAT, true, &outcome);
    if (outcome.draw) c->finisher = seat;
    if (outcome.draw || rules->option.elimination) follow_up(change, seat, face, outcome);
    else classic_end_deal(change, classic_side_of(change, seat), true);
}

/* ---- a turn ---- */

static bool is_number(const Rules *rules, Face face) { return NUMBERS_MASK & FACE_BIT(face) & ~rules->wilds; }

static void lay_number(Change *change, Action action) {
    ClassicBoard *c = classic_of(change);
    if (c->laid < 16) c->swaps |= (uint64_t)action_target(action) << (4 * c->laid);
    c->laid++;
    change->game->board.phase = PHASE_MORE;
}

/* H139, Q5, Q6: judged by the whole hand, the top card and the colour before the play. */
void classic_judge_wild4(const Rules *rules, Game *game, Seat seat) {
    ClassicBoard *c = &game->board.classic;
    if (__builtin_expect(!rules->bluffs, 0)) return;
    Face top = classic_counts_as(rules, &game->board);
    game->own[seat].guilty = classic_dishonest(rules, cards_faces(&game->own[seat].hand), top, c->colour);
    c->held = (uint16_t)(game->board.count[seat] - 1);
    c->before_top = top;
    c->before_colour = c->colour;
}

static inline void play_with_effect(Change *change, Seat seat, Action action, bool programs) {
    if (programs && change->rules->programmed >> action_card(action) & 1) {
        program_card(change, seat, action);
        return;
    }
    Outcome outcome = {.chain = 1};
    run_effects(change, seat, action_card(action), action_target(action), false, &outcome);
    follow_up(change, seat, action_card(action), outcome);
}

void classic_after_effects(Change *change, Seat seat, Face face) {
    const Board *board = &change->game->board;
    const Extra *x = &board->extra;
    Outcome outcome = {x->draw, x->skip, 1, x->again};
    if (board->out >> seat & 1) classic_begin_turn(change, classic_next(board, seat));
    else follow_up(change, seat, face, outcome);
}

/* Compiled with programs and without: those who have none are not asked again. */
static inline __attribute__((always_inline)) void card_acts(Change *change, Seat seat, Action action, bool programs) {
    const Rules *rules = change->rules;
    Face face = action_card(action);
    if (programs && rules->outs && change->game->board.out >> seat & 1)
        settle(change, classic_next(&change->game->board, seat));
    else if (!change->game->board.count[seat]) go_out(change, seat, face, false, 0);
    else if (rules->option.multi_play && is_number(rules, face)) lay_number(change, action);
    else if (rules->effective >> face & 1) play_with_effect(change, seat, action, programs);
    else classic_begin_turn(change, classic_next(&change->game->board, seat));
}

void classic_card_acts(Change *change, Seat seat, Action action, bool negated) {
    Game *game = change->game;
    if (!negated || game->board.out >> seat & 1) {
        card_acts(change, seat, action, true);
        return;
    }
    witness_event(change->witness, EVENT_negated, NO_SEAT, NO_SEAT, action_card(action), 0);
    game->own[seat].guilty = false; /* nobody will doubt it */
    if (!game->board.count[seat]) go_out(change, seat, action_card(action), true, 0);
    else settle(change, classic_next(&game->board, seat));
}

void classic_follow_card(Change *change, Seat seat, Action action) {
    note_uno(change, seat, action_calls(action));
    if (__builtin_expect(change->rules->programs, 0)) program_played(change, seat, action);
    else card_acts(change, seat, action, false);
}

static void play(Change *change, Seat seat, Action action) {
    if (action_card(action) == FACE_WILD4) classic_judge_wild4(change->rules, change->game, seat);
    change->game->own[seat].drawn = NO_FACE;
    classic_of(change)->drawn_fits = false;
    lay(change, seat, action);
    classic_follow_card(change, seat, action);
}

static void play_out_of_turn(Change *change, Seat seat, Action action) {
    witness_event(change->witness, EVENT_jumped, seat, NO_SEAT, action_card(action), 0);
    change->game->board.turn = seat;
    play(change, seat, action);
}

static void lay_more(Change *change, Seat seat, Action action) {
    lay(change, seat, action);
    if (change->rules->programs) program_pay(change, seat, action_card(action));
    note_uno(change, seat, action_calls(action));
    if (!change->game->board.count[seat]) go_out(change, seat, action_card(action), false, 0);
    else lay_number(change, action);
}

/* H211: the effects of all the cards laid, in their order. */
static void done(Change *change, Seat seat) {
    ClassicBoard *c = classic_of(change);
    Outcome outcome = {.chain = 1};
    Face face = c->top;
    unsigned laid = c->laid;
    uint64_t swaps = c->swaps;
    c->laid = 0;
    c->swaps = 0;
    for (unsigned i = 0; i < laid; i++)
        run_effects(change, seat, face, i < 16 ? (Seat)(swaps >> (4 * i) & 0xF) : NO_SEAT, false, &outcome);
    follow_up(change, seat, face, outcome);
}

static void draw(Change *change, Seat seat) {
    Game *game = change->game;
    ClassicBoard *c = &game->board.classic;
    const Rules *rules = change->rules;
    unsigned drawn = 0;
    bool fits = false;
    close_window(change);
    c->passes = 0;
    do { /* U31, H149 */
        Face face = classic_draw_one(change, seat);
        if (face == NO_FACE) break;
        drawn++;
        game->own[seat].drawn = face;
        if (!rules->option.draw_to_match) break;
        uint64_t faces = cards_faces(&game->own[seat].hand);
        fits = classic_playable(rules, &game->board, faces, game->board.count[seat]) >> face & 1;
    } while (!fits);
    c->drawn_fits =
        fits && classic_can_draw(rules, &game->board, seat); /* or else nobody knows why the drawing ended */
    witness_event(change->witness, EVENT_drew, seat, NO_SEAT, NO_FACE, drawn);
    if (__builtin_expect(rules->programs, 0)) program_drawn(change, seat);
    else game->board.phase = PHASE_DRAWN; /* Q13: always asked */
}

static void keep(Change *change, Seat seat) {
    change->game->own[seat].drawn = NO_FACE;
    classic_of(change)->drawn_fits = false;
    tell(change, EVENT_kept, seat);
    classic_begin_turn(change, classic_next(&change->game->board, seat));
}

static void pass(Change *change, Seat seat) {
    Board *board = &change->game->board;
    close_window(change);
    tell(change, EVENT_passed, seat);
    if (++board->classic.passes >= classic_active(board)) classic_stalemate(change); /* H152, H207 */
    else classic_begin_turn(change, classic_next(board, seat));
}

static void misplay(Change *change, Seat seat, Face face) {
    close_window(change);
    classic_of(change)->passes = 0;
    witness_event(change->witness, EVENT_misplayed, seat, NO_SEAT, face, 0);
    witness_left(change->witness, seat, face); /* seen, and taken back */
    witness_kept(change->witness, seat, face);
    classic_draw(change, seat, (unsigned)change->rules->option.misplay_penalty);
    classic_begin_turn(change, classic_next(&change->game->board, seat));
}

/* ---- answers to a draw ---- */

/* H135: the player of the last draw card; if that is you, who passed it to you. */
static Seat sent_back_to(const ClassicBoard *c, Seat seat) { return c->attacker == seat ? c->passer : c->attacker; }

static void send_back(Change *change, Seat from, Seat to, unsigned by) {
    Board *board = &change->game->board;
    board->classic.returner = from;
    board->classic.returned_by = (uint8_t)by;
    board->turn = to;
    board->phase = PHASE_RETURNED;
    witness_event(change->witness, by == VALUE_REVERSE ? EVENT_trapped : EVENT_reflected, to, NO_SEAT, NO_FACE,
                  board->classic.pending);
}

/* U13, U18, H137: a bad roll doubles the draw and ends the chain. */
static void pay_double(Change *change, Seat seat, Seat next) {
    classic_draw(change, seat, 2u * classic_of(change)->pending);
    settle(change, next);
}

static void stack(Change *change, Seat seat, Face face) {
    ClassicBoard *c = classic_of(change);
    unsigned total = c->pending + change->rules->draw_amount[face];
    change->game->own[c->attacker].guilty = false; /* H142: nobody asks any more */
    c->before_top = NO_FACE;
    c->before_colour = 0;
    c->held = 0;
    c->pending = (uint16_t)(total > UINT16_MAX ? UINT16_MAX : total);
    if (c->chain < UINT8_MAX) c->chain++;
    c->draw_card = face;
    c->attacker = seat;
    c->passer = NO_SEAT;
    face_draw(change, classic_next(&change->game->board, seat));
}

static void chance(Change *change, Seat seat) {
    Board *board = &change->game->board;
    Seat next = classic_next(board, seat);
    if (!roll_is_good(change, seat)) {
        pay_double(change, seat, next);
        return;
    }
    board->classic.passer = seat; /* U17, H138 */
    board->turn = next;
    witness_event(change->witness, EVENT_chanced, next, NO_SEAT, NO_FACE, board->classic.pending);
}

static void answer(Change *change, Seat seat, Action action) {
    const Rules *rules = change->rules;
    ClassicBoard *c = classic_of(change);
    Face face = action_card(action);
    Deed deed = deed_of_answer(rules, face);
    bool was_returned = change->game->board.phase == PHASE_RETURNED;
    Seat back = was_returned ? c->returner : sent_back_to(c, seat);
    lay(change, seat, action); /* H205: the colour is that of the card laid */
    if (rules->programs) program_pay(change, seat, face);
    note_uno(change, seat, action_calls(action));
    if (!change->game->board.count[seat]) {
        go_out(change, seat, face, true,
               deed == DEED_STACK && rules->option.last_card_draws ? c->pending + rules->draw_amount[face] : 0u);
    } else if (deed == DEED_STACK) {
        stack(change, seat, face);
    } else if (deed == DEED_REFLECT) {
        send_back(change, seat, back, VALUE_WILD); /* H209 */
    } else if (deed == DEED_CHANCE) {
        chance(change, seat);
    } else if (roll_is_good(change, seat)) {
        send_back(change, seat, back, VALUE_REVERSE); /* U12, U14 */
    } else {
        pay_double(change, seat, was_returned ? back : classic_next(&change->game->board, seat)); /* H136 */
    }
}

static void accept(Change *change, Seat seat) {
    ClassicBoard *c = classic_of(change);
    if (change->game->board.phase == PHASE_ANSWER) {
        pay(change, seat, c->pending);
    } else {
        classic_draw(change, seat, c->pending);
        settle(change, c->returner); /* H133, H134 */
    }
}

static void challenge(Change *change, Seat seat) {
    Game *game = change->game;
    ClassicBoard *c = &game->board.classic;
    Seat attacker = c->attacker;
    bool guilty = game->own[attacker].guilty;
    witness_event(change->witness, EVENT_challenged, seat, attacker, NO_FACE, 0);
    witness_shown(change->witness, seat, attacker, &game->own[attacker].hand); /* H170 */
    tell(change, guilty ? EVENT_guilty : EVENT_innocent, attacker);
    if (guilty) { /* H141, H171: card and colour stand */
        classic_draw(change, attacker, c->pending);
        settle(change, seat);
    } else {
        pay(change, seat, c->pending + (unsigned)change->rules->option.challenge_penalty);
    }
}

/* ---- */

void classic_apply(Change *change, Seat seat, Action action) {
    Board *board = &change->game->board;
    switch (action_kind(action)) {
    case ACT_PLAY:
        if (seat != board->turn) play_out_of_turn(change, seat, action);
        else if (board->phase == PHASE_MORE) lay_more(change, seat, action);
        else if (board->phase == PHASE_ANSWER || board->phase == PHASE_RETURNED) answer(change, seat, action);
        else play(change, seat, action);
        break;
    case ACT_DRAW: draw(change, seat); break;
    case ACT_KEEP: keep(change, seat); break;
    case ACT_PASS: pass(change, seat); break;
    case ACT_ACCEPT: accept(change, seat); break;
    case ACT_CHALLENGE: challenge(change, seat); break;
    case ACT_DONE: done(change, seat); break;
    case ACT_CALL: call_uno(change, seat); break;
    case ACT_CATCH: catch_somebody(change, seat); break;
    case ACT_MISPLAY: misplay(change, seat, action_card(action)); break;
    case ACT_DEAL: classic_begin_deal(change); break;
    case ACT_CAST: program_cast(change, seat, action); break;
    case ACT_CHOOSE: program_answered(change, action); break;
    case ACT_NAME:
        if (board->phase == PHASE_CHOICE) {
            program_answered(change, action);
            break;
        }
        board->classic.colour = (uint8_t)action_choice(action);
        witness_event(change->witness, EVENT_colour, seat, NO_SEAT, NO_FACE, action_choice(action));
        classic_begin_turn(change, seat);
        break;
    CASE_SPLIT_ACTIONS:
        break;
    }
}
