/* classic_legal.c -- what a seat may do at a classic table, and why not, from
 * nothing but the open board and the seat's own hand. */
#include "classic_internal.h"

#define BIT(kind) (1u << (kind))

bool classic_dishonest(const Rules *rules, uint64_t other_faces, Face top, unsigned colour) {
    uint64_t others = other_faces & ~FACE_BIT(FACE_WILD4); /* H139: another +4 does not count */
    if (rules->option.wild4_legal == WILD4_NO_COLOUR) return others & COLOUR_MASK(colour) & ~rules->wilds; /* X60 */
    return others & classic_fitting(rules, top, colour); /* O13, H168 */
}

/* What rules with and without programs share is written once and compiled twice, so that those without ask one
 * question at the door and keep no registers for calls that they never make. */
#define TWICE static inline __attribute__((always_inline))

TWICE uint64_t playable(const Rules *rules, const Board *board, uint64_t faces, unsigned count, bool programs) {
    const ClassicBoard *c = &board->classic;
    uint64_t fit = faces & classic_fitting(rules, c->top, c->colour);
    if (!programs && rules->plain_turn) return fit;
    Face top = programs ? classic_counts_as(rules, board) : c->top;
    if (programs) fit = program_layable(rules, board, board->turn, faces, classic_fitting(rules, top, c->colour));
    if (count == 1) fit &= rules->last_ok; /* Q9 */
    if (!rules->option.bluffing && fit & rules->bluffs && classic_dishonest(rules, faces, top, c->colour))
        fit &= ~rules->bluffs;
    return fit;
}

uint64_t classic_playable(const Rules *rules, const Board *board, uint64_t faces, unsigned count) {
    return playable(rules, board, faces, count, rules->programs);
}

static SeatMask others(const Board *board, Seat seat) {
    return (SeatMask)(seats_all(board->players) & ~board->out & ~(1u << seat));
}

static bool may_call(const Rules *rules, const Board *board, Seat seat) {
    return board->count[seat] == 2 && rules->option.uno_call != UNO_OFF; /* Q6 */
}

/* Sets the cards, less what may not be the last of a hand, and what goes with them. */
static void set_cards(const Rules *rules, const Board *board, Seat seat, uint64_t cards, ActionSet *out) {
    if (board->count[seat] == 1) cards &= rules->last_ok;              /* Q9 */
    else if (cards & rules->aimed) out->targets = others(board, seat); /* H143: a last 7 swaps nothing */
    out->cards = cards;
    out->call = may_call(rules, board, seat);
}

/* H148, H165: also with a card to play, unless the rules say otherwise. */
static bool may_draw(const Rules *rules, const Board *board, uint64_t playable, Seat seat) {
    if (!classic_can_draw(rules, board, seat)) return false;
    if (rules->option.bluffing) playable &= ~rules->bluffs; /* H213 */
    return !rules->option.must_play || !playable;
}

static void set_casts(const Rules *rules, const Board *board, const Private *own, Seat seat, bool answering,
                      ActionSet *out) {
    out->casts = program_castable(rules, board, own, seat, answering);
    if (out->casts) out->targets = others(board, seat);
}

typedef void PhaseActions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out);

TWICE void list_turn(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out,
                     bool programs) {
    uint64_t faces = cards_faces(&own->hand), cards = playable(rules, board, faces, board->count[seat], programs);
    set_cards(rules, board, seat, cards, out);
    if (rules->plain_turn ? board->pile | board->open_count : may_draw(rules, board, cards, seat))
        out->plain |= BIT(ACT_DRAW);
    else if (!cards) out->plain |= BIT(ACT_PASS); /* Q3 */
    if (programs && rules->second_deck.plays) set_casts(rules, board, own, seat, false, out);
    if (rules->option.misplay_penalty && classic_can_draw(rules, board, seat))
        out->misplays = faces & ~cards; /* H214 */
}

TWICE void list_drawn(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out,
                      bool programs) {
    uint64_t faces = cards_faces(&own->hand);
    uint64_t cards = playable(rules, board, faces, board->count[seat], programs) & FACE_BIT(own->drawn); /* H148 */
    set_cards(rules, board, seat, cards, out);
    bool forced = rules->option.force_play && cards;
    if (forced && rules->bluffs >> own->drawn & 1 &&
        classic_dishonest(rules, faces, programs ? classic_counts_as(rules, board) : board->classic.top,
                          board->classic.colour))
        forced = false;
    if (!forced) out->plain |= BIT(ACT_KEEP); /* H166 */
}

/* The draw cards that may be added to the pending chain. */
static uint64_t stack_faces(const Rules *rules, const ClassicBoard *c, uint64_t faces) {
    uint64_t draws = faces & rules->draw_faces, fit = 0;
    unsigned last =
        rules->draw_amount[c->draw_card] ? rules->draw_amount[c->draw_card] : c->pending; /* 0: a die decided it */
    switch (rules->option.stack_draws) {
    case STACK_OFF: return 0;
    case STACK_ANY: return draws; /* H210 */
    case STACK_SAME:
        if (rules->wilds >> c->draw_card & 1) return draws & FACE_BIT(c->draw_card); /* U26, H128 */
        return draws & ~rules->wilds & VALUE_MASK(face_value(c->draw_card));         /* U9, H127 */
    case STACK_FOUR_ON_TWO: break;
    }
    for (; draws; draws &= draws - 1) {
        unsigned face = bits_first(draws);
        if (rules->draw_amount[face] >= last) fit |= FACE_BIT(face);
    }
    return fit;
}

static bool may_challenge(const Rules *rules, const ClassicBoard *c, Seat seat) {
    /* H142: never in a chain; Q5: never the player's own; H204: also when chance passed it on. */
    return rules->option.challenge && c->draw_card == FACE_WILD4 && rules->bluffs && c->chain == 1 &&
           c->attacker != seat;
}

/* H131: a Skip of the colour in play; on a Skip that passed the draw, any. */
static uint64_t chance_faces(const Rules *rules, const ClassicBoard *c, uint64_t faces) {
    if (!rules->option.take_a_chance) return 0;
    uint64_t skips = faces & VALUE_MASK(VALUE_SKIP);
    bool any = rules->option.take_a_chance == CHANCE_ANY; /* M54 */
    return any || c->passer != NO_SEAT ? skips : skips & COLOUR_MASK(c->colour);
}

TWICE void list_answers(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out,
                        bool programs) {
    const ClassicBoard *c = &board->classic;
    uint64_t faces = cards_faces(&own->hand);
    out->plain |= BIT(ACT_ACCEPT);
    if (may_challenge(rules, c, seat)) out->plain |= BIT(ACT_CHALLENGE);
    if (c->finisher != NO_SEAT) return; /* Q7 */
    uint64_t cards = stack_faces(rules, c, faces) | (faces & rules->reflectors);
    if (rules->option.trap_card) cards |= faces & VALUE_MASK(VALUE_REVERSE); /* H130 */
    cards |= chance_faces(rules, c, faces);
    if (programs) cards = program_layable(rules, board, seat, cards, ~UINT64_C(0));
    set_cards(rules, board, seat, cards, out);
    if (programs && rules->answerers) set_casts(rules, board, own, seat, true, out);
}

#ifdef __wasm__ /* a page has to be fetched: there, once is enough */
#define LISTED(name, list) \
    static void name(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) { \
        list(rules, board, own, seat, out, rules->programs); \
    }
#else
#define LISTED(name, list) \
    static APART void name##_of_programs(const Rules *rules, const Board *board, const Private *own, Seat seat, \
                                         ActionSet *out) { \
        list(rules, board, own, seat, out, true); \
    } \
    static void name(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) { \
        if (__builtin_expect(rules->programs, 0)) name##_of_programs(rules, board, own, seat, out); \
        else list(rules, board, own, seat, out, false); \
    }
#endif
LISTED(turn_actions, list_turn)
LISTED(drawn_actions, list_drawn)
LISTED(answer_actions, list_answers)

static void returned_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    /* H136, H209: only the kind of card that sent it here. */
    uint64_t answers = board->classic.returned_by == VALUE_REVERSE ? VALUE_MASK(VALUE_REVERSE) : rules->reflectors;
    answers &= cards_faces(&own->hand);
    if (rules->programs) answers = program_layable(rules, board, seat, answers, ~UINT64_C(0));
    set_cards(rules, board, seat, answers, out);
    out->plain |= BIT(ACT_ACCEPT);
}

static void more_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    set_cards(rules, board, seat, cards_faces(&own->hand) & VALUE_MASK(face_value(board->classic.top)), out); /* H211 */
    out->plain |= BIT(ACT_DONE);
}

static void opening_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    (void)rules, (void)board, (void)own, (void)seat;
    out->target_kind = ACT_NAME;
    out->names = (1 << COLOURS) - 1;
}

static void deal_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    (void)rules, (void)board, (void)own, (void)seat;
    out->plain |= BIT(ACT_DEAL);
}

static void no_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    (void)rules, (void)board, (void)own, (void)seat, (void)out;
}

static PhaseActions *const phase_actions[] = {
    [PHASE_OVER] = no_actions,       [PHASE_DEAL] = deal_actions,         [PHASE_OPENING] = opening_actions,
    [PHASE_TURN] = turn_actions,     [PHASE_DRAWN] = drawn_actions,       [PHASE_MORE] = more_actions,
    [PHASE_ANSWER] = answer_actions, [PHASE_RETURNED] = returned_actions, [PHASE_CHOICE] = program_choices,
};

/* Calls and catches are open beside whatever else is asked (H147, H174, H202). */
static uint32_t uno_kinds(const Rules *rules, const ClassicBoard *c, Seat seat) {
    if (seat == c->uno_seat) return !c->uno_called && rules->option.uno_call == UNO_UNTIL_NEXT_TURN ? BIT(ACT_CALL) : 0;
    bool open = !(c->uno_tried >> seat & 1) && (!c->uno_called || rules->option.false_catch);
    return open ? BIT(ACT_CATCH) : 0;
}

void classic_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    const ClassicBoard *c = &board->classic;
    action_set_init(out, 0, 0);
    if (c->uno_seat != NO_SEAT && !(board->out >> seat & 1)) out->plain = uno_kinds(rules, c, seat);
    if (seat == board->turn) phase_actions[board->phase](rules, board, own, seat, out);
    else if (classic_may_jump_in(rules, board) && !(board->out >> seat & 1))
        set_cards(rules, board, seat, cards_faces(&own->hand) & FACE_BIT(c->top), out);
}

SeatMask classic_waiting(const Rules *rules, const Board *board) {
    const ClassicBoard *c = &board->classic;
    unsigned seats = board_awaited(rules, board);
    if (board->phase == PHASE_DEAL) return (SeatMask)seats;
    if (classic_may_jump_in(rules, board)) seats |= seats_all(board->players);
    if (c->uno_seat != NO_SEAT) {
        if (!c->uno_called && rules->option.uno_call == UNO_UNTIL_NEXT_TURN) seats |= 1u << c->uno_seat;
        if (!c->uno_called || rules->option.false_catch)
            seats |= seats_all(board->players) & ~(1u << c->uno_seat) & ~(unsigned)c->uno_tried;
    }
    return (SeatMask)(seats & ~board->out);
}

/* ---- why not ---- */

/* A card that fits is banned by what lies on the table, or costs too much. */
static bool program_forbids(const Rules *rules, const Board *board, Seat seat, uint64_t bit) {
    return rules->programs && !program_layable(rules, board, seat, bit, ~UINT64_C(0));
}

static Verdict card_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Face card) {
    const ClassicBoard *c = &board->classic;
    uint64_t faces = cards_faces(&own->hand), bit = FACE_BIT(card);
    bool banned_last = board->count[seat] == 1 && !(rules->last_ok & bit);
    bool fits = bit & classic_fitting(rules, classic_counts_as(rules, board), c->colour);
    switch ((Phase)board->phase) {
    case PHASE_TURN:
        if (!fits) return VERDICT_no_match;
        if (program_forbids(rules, board, seat, bit)) return VERDICT_banned;
        return banned_last ? VERDICT_not_last_card : VERDICT_dishonest_wild4;
    case PHASE_DRAWN:
        if (card != own->drawn) return VERDICT_only_drawn;
        if (!fits || program_forbids(rules, board, seat, bit)) return VERDICT_drawn_unplayable;
        return banned_last ? VERDICT_not_last_card : VERDICT_dishonest_wild4;
    case PHASE_MORE: return face_value(card) != face_value(c->top) ? VERDICT_not_same_number : VERDICT_not_last_card;
    case PHASE_ANSWER:
        if (c->finisher != NO_SEAT) return VERDICT_draw_pending;
        if (rules->draw_faces & bit && !(stack_faces(rules, c, faces) & bit)) return VERDICT_no_stack;
        if (face_value(card) == VALUE_REVERSE && !rules->option.trap_card) return VERDICT_no_trap;
        if (rules->option.take_a_chance && face_value(card) == VALUE_SKIP &&
            !(banned_last && chance_faces(rules, c, faces) & bit))
            return VERDICT_no_chance;
        return banned_last ? VERDICT_not_last_card : VERDICT_draw_pending;
    case PHASE_RETURNED: return banned_last ? VERDICT_not_last_card : VERDICT_draw_pending;
    case PHASE_OVER:
    case PHASE_DEAL:
    case PHASE_OPENING:
    case PHASE_CHOICE:
    CASE_SPLIT_PHASES:
        break;
    }
    return VERDICT_not_asked;
}

static Verdict play_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action,
                            const ActionSet *set) {
    Face card = action_card(action);
    bool begun = board->phase != PHASE_OPENING && board->phase != PHASE_DEAL, waits = seat != board->turn;
    if (waits && (!rules->option.jump_in || !begun || board->out >> seat & 1)) return VERDICT_not_your_turn;
    if (!begun) return VERDICT_not_asked;
    if (!cards_has(&own->hand, card)) return VERDICT_not_in_hand;
    if (waits && !(set->cards >> card & 1)) return VERDICT_no_jump_in; /* H213, Q8 */
    if (!(set->cards >> card & 1)) return card_refusal(rules, board, own, seat, card);
    unsigned asks = rules->asks[card], choice = action_choice(action);
    if (asks & ASKS_COLOUR && choice >= COLOURS) return VERDICT_colour_needed;
    if (!(asks & ASKS_COLOUR) && choice != NO_CHOICE) return VERDICT_colour_unwanted;
    if (!(asks & ASKS_TARGET) && action_target(action) != NO_SEAT) return VERDICT_target_unwanted;
    if (action_target(action) != NO_SEAT && !(set->targets >> action_target(action) & 1)) return VERDICT_bad_target;
    if (action_target(action) == NO_SEAT && asks & ASKS_TARGET && !(asks & TARGET_OPTIONAL) && set->targets)
        return VERDICT_target_needed;
    return action_calls(action) && !set->call ? VERDICT_no_call : VERDICT_malformed;
}

/* Why nothing can be drawn: the hand is full, or the piles are empty. */
static Verdict no_draw(const Board *board) {
    return board->pile | board->open_count ? VERDICT_hand_full : VERDICT_nothing_to_draw;
}

static Verdict misplay_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Face card) {
    if (!rules->option.misplay_penalty) return VERDICT_no_misplay;
    if (seat != board->turn) return VERDICT_not_your_turn;
    if (board->phase != PHASE_TURN) return VERDICT_not_asked;
    if (card >= FACES || !cards_has(&own->hand, card)) return VERDICT_not_in_hand;
    return classic_can_draw(rules, board, seat) ? VERDICT_misplay_fits : no_draw(board);
}

static Verdict call_refusal(const Rules *rules, const ClassicBoard *c, Seat seat) {
    if (c->uno_seat == seat && !c->uno_called && rules->option.uno_call == UNO_WITH_PLAY) return VERDICT_late_call;
    return VERDICT_no_call;
}

static Verdict cast_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action,
                            const ActionSet *set) {
    unsigned card = action_card(action) - (unsigned)SECOND_CODE;
    bool answering = board->phase == PHASE_ANSWER, held = false;
    if (card >= rules->seconds) return VERDICT_malformed;
    if (seat != board->turn) return VERDICT_not_your_turn;
    if (!answering && board->phase != PHASE_TURN) return VERDICT_not_asked;
    for (unsigned i = 0; i < SECOND_HAND_MAX; i++) held |= own_second(own, i) == card + 1;
    const CardMore *more = &rules->second[card].more;
    if (!held) return VERDICT_not_in_hand;
    if (more->answers != answering) return answering ? VERDICT_draw_pending : VERDICT_not_asked;
    if (more->price > board->extra.counter[more->counter][seat]) return VERDICT_too_dear;
    if (!answering && board->extra.casts >= rules->second_deck.plays) return VERDICT_cast_enough;
    if (!(set->casts >> card & 1)) return VERDICT_table_full;
    if (!rules->second_code[card].target)
        return action_target(action) != NO_SEAT ? VERDICT_target_unwanted : VERDICT_malformed;
    return action_target(action) == NO_SEAT            ? VERDICT_target_needed
           : set->targets >> action_target(action) & 1 ? VERDICT_malformed
                                                       : VERDICT_bad_target;
}

Verdict classic_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action) {
    ActionKind kind = action_kind(action);
    ActionSet set;
    classic_actions(rules, board, own, seat, &set);
    if (kind == ACT_CAST) return cast_refusal(rules, board, own, seat, action, &set);
    if (kind == ACT_CHOOSE)
        return seat != board->turn            ? VERDICT_not_your_turn
               : board->phase == PHASE_CHOICE ? VERDICT_bad_choice
                                              : VERDICT_not_asked;
    if (kind == ACT_PLAY && action_card(action) < FACES) return play_refusal(rules, board, own, seat, action, &set);
    if (kind == ACT_MISPLAY) return misplay_refusal(rules, board, own, seat, action_card(action));
    if (kind == ACT_CALL) return call_refusal(rules, &board->classic, seat);
    if (kind == ACT_CATCH) return VERDICT_no_catch;
    if (action != action_plain(kind) && kind != ACT_NAME) return VERDICT_malformed;
    if (seat != board->turn) return VERDICT_not_your_turn;
    if (kind == ACT_DRAW && board->phase == PHASE_TURN)
        return classic_can_draw(rules, board, seat) ? VERDICT_must_play : no_draw(board);
    if (kind == ACT_PASS && board->phase == PHASE_TURN) return set.cards ? VERDICT_can_play : VERDICT_can_draw;
    if (kind == ACT_KEEP && board->phase == PHASE_DRAWN) return VERDICT_must_play_drawn;
    if (kind == ACT_CHALLENGE && (board->phase == PHASE_ANSWER || board->phase == PHASE_RETURNED))
        return VERDICT_no_challenge;
    if (kind == ACT_NAME && board->phase == PHASE_OPENING) return VERDICT_bad_choice;
    if (board->classic.pending && (kind == ACT_DRAW || kind == ACT_PASS || kind == ACT_KEEP))
        return VERDICT_draw_pending;
    return VERDICT_not_asked;
}
