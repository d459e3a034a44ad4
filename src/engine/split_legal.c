/* split_legal.c -- Split UNO: what a seat may do, and why it may not.
 *
 * Everything here is worked out from the open table and the seat's own cards. */
#include "split_internal.h"

uint64_t split_duty_faces(unsigned duty) {
    static const uint64_t faces[NAMES + 1] = {
        COLOUR_MASK(RED),
        COLOUR_MASK(YELLOW),
        COLOUR_MASK(GREEN),
        COLOUR_MASK(BLUE),
        VALUE_MASK(0) | VALUE_MASK(2) | VALUE_MASK(4) | VALUE_MASK(6) | VALUE_MASK(8),
        VALUE_MASK(1) | VALUE_MASK(3) | VALUE_MASK(5) | VALUE_MASK(7) | VALUE_MASK(9),
        VALUE_MASK(0) | VALUE_MASK(1) | VALUE_MASK(2) | VALUE_MASK(3) | VALUE_MASK(4),
        VALUE_MASK(5) | VALUE_MASK(6) | VALUE_MASK(7) | VALUE_MASK(8) | VALUE_MASK(9),
        ~UINT64_C(0),
    };
    return faces[duty];
}

/* H60, H61: bound as far as able. */
static uint64_t bids(const SplitBoard *split, uint64_t hand, Seat seat) {
    uint64_t numbers = hand & NUMBERS_MASK, dutiful = numbers & split_duty_faces(split->duty[seat]);
    return dutiful ? dutiful : numbers;
}

/* What answers the action card in progress (V36, V46, V50). */
static uint64_t counters(Face card) { return card == FACE_BLOCK ? FACE_BIT(FACE_BLOCK) : SPLIT_DRAW_CARDS; }

/* An action card played in turn, with its target, or none. */
static void offer_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    unsigned opponents = split_opponents(rules, board, seat);
    out->cards = cards_faces(&own->hand) & SPLIT_ACTIONS;
    out->targets = (SeatMask)opponents;
    out->block_targets = (SeatMask)(opponents & ~(unsigned)board->split.blocked); /* H30 */
    if (!out->block_targets) out->cards &= ~FACE_BIT(FACE_BLOCK);
    if (split_lone_draw(rules, board, own, seat)) out->cards = 0; /* H86 */
    out->plain = 1u << ACT_PASS;
}

static void counter_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    out->cards = cards_faces(&own->hand) & counters(board->split.card);
    if (split_lone_draw(rules, board, own, seat)) out->cards = 0;
    out->plain = 1u << ACT_PASS;
}

static void shed_actions(const Rules *rules, const Board *board, const Private *own, ActionSet *out) {
    out->card_kind = ACT_SHED;
    out->cards = cards_faces(&own->hand) & NUMBERS_MASK;
    if (split_shed_optional(rules, &board->split)) out->plain = 1u << ACT_SHED;
}

static void name_actions(const Rules *rules, const Board *board, Seat seat, ActionSet *out) {
    out->target_kind = ACT_NAME;
    out->names = rules->option.wild_rule == WILD_BOTH ? (1u << NAMES) - 1 : (1u << COLOURS) - 1;
    if (rules->option.wild_rule == WILD_NOMINEE) out->targets = (SeatMask)split_opponents(rules, board, seat);
}

static void steal_actions(const Rules *rules, const Board *board, Seat seat, ActionSet *out) {
    out->target_kind = ACT_STEAL;
    out->targets = (SeatMask)split_victims(rules, board, seat);
    if (rules->option.zero_optional) out->plain = 1u << ACT_STEAL;
}

/* H87: nothing but a +2 or +4. H228: with the arbiter's barrier a hopeless attempt is allowed. */
static void claim_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    out->card_kind = ACT_CHALLENGE;
    out->cards = cards_faces(&own->hand) & SPLIT_DRAW_CARDS;
    if (split_lone_draw(rules, board, own, seat)) out->cards = 0; /* H83 */
    out->plain = 1u << ACT_PASS;
}

void split_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    action_set_init(out, 0, 0);
    if (!(board->split.awaited >> seat & 1)) return;
    if (board->phase == PHASE_BID) {
        out->cards = bids(&board->split, cards_faces(&own->hand), seat);
        return;
    }
    switch ((Phase)board->phase) {
    case PHASE_OFFER:
    case PHASE_WINDOW: offer_actions(rules, board, own, seat, out); break;
    case PHASE_COUNTER: counter_actions(rules, board, own, seat, out); break;
    case PHASE_REPLY: out->plain = 1u << ACT_ANSWER | 1u << ACT_REFUSE; break;
    case PHASE_PENALTY: out->plain = 1u << ACT_PENALTY_A | 1u << ACT_PENALTY_B; break;
    case PHASE_SHED: shed_actions(rules, board, own, out); break;
    case PHASE_DISCARD:
        out->card_kind = ACT_DISCARD;
        out->cards = cards_faces(&own->hand) & SPLIT_ACTIONS;
        break;
    case PHASE_NAME: name_actions(rules, board, seat, out); break;
    case PHASE_STEAL: steal_actions(rules, board, seat, out); break;
    case PHASE_SEVEN:
        out->target_kind = ACT_HIT;
        out->targets = (SeatMask)split_opponents(rules, board, seat);
        break;
    case PHASE_BONUS: out->plain = 1u << ACT_BONUS_CARD | 1u << ACT_BONUS_DRAW; break;
    case PHASE_CLAIM: claim_actions(rules, board, own, seat, out); break;
    case PHASE_STUCK: out->cards = cards_faces(&own->hand); break;
    case PHASE_OVER:
    case PHASE_BID:
    CASE_CLASSIC_PHASES:
        break;
    }
}

/* Out of line, so that a bid, the commonest action by far, is checked without a frame for the set. */
static __attribute__((noinline)) bool any_allows(const Rules *rules, const Board *board, const Private *own, Seat seat,
                                                 Action action) {
    ActionSet set;
    split_actions(rules, board, own, seat, &set);
    return action_set_has(rules, &set, action);
}

bool split_allows(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action) {
    Face card = action_card(action);
    if (board->phase == PHASE_BID && card < FACES && action == action_card_of(ACT_PLAY, card))
        return board->split.awaited >> seat & 1 && bids(&board->split, cards_faces(&own->hand), seat) >> card & 1;
    return any_allows(rules, board, own, seat, action);
}

/* ---- why not ---- */

/* The kind of answer each question takes besides the plain ones. */
static ActionKind kind_asked(Phase phase) {
    switch (phase) {
    case PHASE_SHED: return ACT_SHED;
    case PHASE_DISCARD: return ACT_DISCARD;
    case PHASE_NAME: return ACT_NAME;
    case PHASE_STEAL: return ACT_STEAL;
    case PHASE_SEVEN: return ACT_HIT;
    case PHASE_CLAIM: return ACT_CHALLENGE;
    case PHASE_OFFER:
    case PHASE_WINDOW:
    case PHASE_COUNTER:
    case PHASE_BID:
    case PHASE_STUCK: return ACT_PLAY;
    case PHASE_REPLY:
    case PHASE_PENALTY:
    case PHASE_BONUS:
    case PHASE_OVER:
    CASE_CLASSIC_PHASES:
        break;
    }
    return ACT_NONE;
}

/* What is wrong with whom a play is aimed at, or VERDICT_not_asked. */
static Verdict target_refusal(const Rules *rules, const Board *board, Seat seat, Action action, bool aimed) {
    Seat target = action_target(action);
    if (!aimed) return target == NO_SEAT ? VERDICT_not_asked : VERDICT_target_unwanted;
    if (target == NO_SEAT) return VERDICT_target_needed;
    if (target >= board->players || !(split_opponents(rules, board, seat) >> target & 1)) return VERDICT_bad_target;
    return VERDICT_not_asked;
}

/* A card of the own hand that is of the right sort, and still cannot be played so. */
static Verdict play_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action) {
    Face card = action_card(action);
    bool offered = board->phase == PHASE_OFFER || board->phase == PHASE_WINDOW;
    if (board->phase == PHASE_COUNTER && !(FACE_BIT(card) & counters(board->split.card))) return VERDICT_no_counter;
    if (board->phase == PHASE_CLAIM && !(FACE_BIT(card) & SPLIT_DRAW_CARDS)) return VERDICT_draw_card_only;
    if (board->phase != PHASE_STUCK && FACE_BIT(card) & SPLIT_DRAW_CARDS && split_lone_draw(rules, board, own, seat))
        return VERDICT_only_card;
    if (board->phase == PHASE_BID && !(FACE_BIT(card) & bids(&board->split, cards_faces(&own->hand), seat)))
        return VERDICT_duty;
    Verdict aim = target_refusal(rules, board, seat, action, offered && card != FACE_WILD);
    if (aim != VERDICT_not_asked) return aim;
    if (offered && card == FACE_BLOCK && board->split.blocked >> action_target(action) & 1)
        return VERDICT_already_blocked;
    if (action_choice(action) != NO_CHOICE) return VERDICT_colour_unwanted;
    return action_calls(action) ? VERDICT_no_call : VERDICT_not_asked;
}

static Verdict card_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action) {
    Face card = action_card(action);
    bool number = board->phase == PHASE_BID || board->phase == PHASE_SHED, either = board->phase == PHASE_STUCK;
    if (card >= FACES) return VERDICT_not_asked;
    if (number && !(FACE_BIT(card) & NUMBERS_MASK)) return VERDICT_number_card_only;
    if (!number && !either && FACE_BIT(card) & NUMBERS_MASK) return VERDICT_action_card_only;
    if (!cards_has(&own->hand, card)) return VERDICT_not_in_hand;
    return play_refusal(rules, board, own, seat, action);
}

static Verdict name_refusal(const Rules *rules, const Board *board, Seat seat, Action action) {
    unsigned names = rules->option.wild_rule == WILD_BOTH ? NAMES : COLOURS;
    if (action_choice(action) >= names) return VERDICT_bad_choice;
    return target_refusal(rules, board, seat, action, rules->option.wild_rule == WILD_NOMINEE);
}

static Verdict seat_refusal(const Board *board, Seat seat) {
    const SplitBoard *split = &board->split;
    if (split->committed >> seat & 1) return VERDICT_already_chosen;
    /* A16: where the only seat not blocked sheds without a bid, that shed is the number round. */
    bool round = board->phase == PHASE_BID || (board->phase == PHASE_SHED && split->shed_next == SHED_WINS);
    if (round && split->blocked >> seat & 1) return VERDICT_blocked;
    return VERDICT_not_your_turn;
}

Verdict split_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action) {
    ActionKind kind = action_kind(action);
    if (!(board->split.awaited >> seat & 1)) return seat_refusal(board, seat);
    if (kind != kind_asked(board->phase)) return VERDICT_not_asked;
    switch ((Phase)board->phase) {
    case PHASE_NAME: return name_refusal(rules, board, seat, action);
    case PHASE_STEAL:
        if (action == action_plain(ACT_STEAL)) return VERDICT_must_steal;
        /* fall through */
    case PHASE_SEVEN: {
        Verdict aim = target_refusal(rules, board, seat, action, true);
        return aim == VERDICT_not_asked ? VERDICT_bad_target : aim; /* V26: nothing to steal there */
    }
    case PHASE_SHED:
        if (action == action_plain(ACT_SHED)) return VERDICT_must_shed;
        break;
    case PHASE_OFFER:
    case PHASE_WINDOW:
    case PHASE_COUNTER:
    case PHASE_REPLY:
    case PHASE_PENALTY:
    case PHASE_DISCARD:
    case PHASE_BID:
    case PHASE_BONUS:
    case PHASE_CLAIM:
    case PHASE_STUCK:
    case PHASE_OVER:
    CASE_CLASSIC_PHASES:
        break;
    }
    return card_refusal(rules, board, own, seat, action);
}
