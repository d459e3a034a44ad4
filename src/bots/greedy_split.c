/* greedy_split.c -- greedy at a Split UNO table. */
#include "greedy.h"

/* Worths in hundredths of a card, likelihoods of 1024; found by play against the other bots. */
enum {
    SURE = 1024,
    MIDDLE = 4,        /* the number of a middling card */
    SHED_SLOPE = 26,   /* a card one lower is so much better to be rid of: it wins so much less */
    HIT = 35,          /* a number card drawn by an opponent, */
    HIT_CLOSE = 20,    /* on top, if nobody is nearer to winning */
    BID_PLAINLY = 384, /* how often others are taken to bid any card; the rest of the time their highest */
    BID_MIX = 60,      /* bids worth less than the best by less than this are made too, now and then */
    CLOSE = 2,         /* number cards of somebody about to claim */
    FINISH = 3,        /* number cards from which a card that sheds one is used */
    ANY_ACTION = 130,  /* an action card not seen yet */
    OWN_REVERSE = 200, /* what each of them is good for in the hand */
    OWN_BLOCK = 130,
    OWN_WILD = 110,
    OWN_TRUTH = 100,
    OWN_DARE = 100,
    OWN_DRAW = 60,       /* a +2 or +4, for each card it draws */
    WINDOW_CHANCE = 240, /* of 256: how often a card is risked in a window where the other may play one too */
};

/* The table as this seat sees it, worked out once for a decision. */
typedef struct {
    const Rules *rules;
    const View *view;
    const Board *board;
    const SplitBoard *split;
    const ActionSet *set;
    Dice *dice;
    Seat seat;
    unsigned numbers, actions; /* in the own hand */
    unsigned deck;             /* cards in the number deck */
    Cards unseen;              /* number cards that could be anywhere */
    unsigned unseen_total;
} Sight;

static bool hostile(const Sight *sight, Seat seat) { return greedy_hostile(sight->rules, sight->view, seat); }

static void look(Sight *sight, Bot *bot, const View *view, const ActionSet *set) {
    const Board *board = &view->board;
    Seat seat = view->seat;
    *sight = (Sight){.rules = bot->rules, .view = view, .board = board, .split = &board->split, .set = set};
    sight->dice = &bot->dice;
    sight->seat = seat;
    sight->numbers = board->count[seat];
    sight->actions = board->actions[seat];
    sight->deck = board->split.numbers_left;
    view_unseen(bot->rules, view, &sight->unseen);
    sight->unseen = cards_only(&sight->unseen, NUMBERS_MASK);
    sight->unseen_total = cards_total(&sight->unseen);
}

/* ---- cards and seats ---- */

/* Being rid of a card. A hand of the lowest cards cannot win a bid. */
static int shed_worth(unsigned value) { return ONE_CARD + (MIDDLE - (int)value) * SHED_SLOPE; }

/* The faces of the lowest number among these, which are not none. */
static uint64_t lowest_faces(uint64_t faces) {
    unsigned value = 0;
    while (!(faces & VALUE_MASK(value))) value++;
    return faces & VALUE_MASK(value);
}

static Face lowest_card(uint64_t faces) { return (Face)bits_first(lowest_faces(faces & NUMBERS_MASK)); }

/* The opponent nearest to winning; NO_SEAT if the mask has none. */
static Seat nearest(const Sight *sight, SeatMask seats) {
    Seat best = NO_SEAT;
    for (unsigned left = seats; left; left &= left - 1) {
        Seat seat = mask_first(left);
        if (hostile(sight, seat) && (best == NO_SEAT || sight->board->count[seat] < sight->board->count[best]))
            best = seat;
    }
    return best;
}

static Seat farthest(const Sight *sight, SeatMask seats) {
    Seat best = mask_first(seats);
    for (unsigned left = seats; left; left &= left - 1)
        if (sight->board->count[mask_first(left)] > sight->board->count[best]) best = mask_first(left);
    return best;
}

static SeatMask everybody(const Sight *sight) { return seats_all(sight->board->players); }

/* Number cards drawn by an opponent, as far as the deck goes (H7). */
static int hit_worth(const Sight *sight, Seat victim, unsigned cards) {
    int each = HIT + (victim == nearest(sight, everybody(sight)) ? HIT_CLOSE : 0);
    return (int)(cards < sight->deck ? cards : sight->deck) * each;
}

/* Drawn by this seat. */
static int draw_worth(const Sight *sight, unsigned cards) {
    return -(int)(cards < sight->deck ? cards : sight->deck) * ONE_CARD;
}

/* ---- what the others may bid ---- */

/* How many cards of each number a seat is likely to hold, in some small unit. */
static unsigned expect_hand(const Sight *sight, Seat seat, uint64_t faces, unsigned expected[10]) {
    const Cards *known = &sight->view->known[seat];
    unsigned known_count = cards_total_of(known, NUMBERS_MASK), total = 0;
    unsigned unknown = sight->board->count[seat] > known_count ? sight->board->count[seat] - known_count : 0;
    unsigned each = sight->unseen_total ? unknown * 64 / sight->unseen_total : 0;
    for (unsigned value = 0; value < 10; value++) {
        uint64_t of_value = faces & VALUE_MASK(value);
        expected[value] = cards_total_of(known, of_value) * 64 + cards_total_of(&sight->unseen, of_value) * each;
        total += expected[value];
    }
    return total;
}

static unsigned power(unsigned likelihood, unsigned times) {
    unsigned result = SURE;
    for (; times; times >>= 1) {
        if (times & 1) result = result * likelihood / SURE;
        likelihood = likelihood * likelihood / SURE;
    }
    return result;
}

/* at_most[v]: how likely it is that the seat bids v or less, if it bids now. */
static void expect_bid(const Sight *sight, Seat seat, unsigned at_most[10]) {
    unsigned expected[10], below = 0;
    unsigned total = expect_hand(sight, seat, split_duty_faces(sight->split->duty[seat]) & NUMBERS_MASK, expected);
    if (!total) total = expect_hand(sight, seat, NUMBERS_MASK, expected);
    unsigned cards = (total + 32) / 64;
    for (unsigned value = 0; value < 10; value++) {
        below += expected[value];
        unsigned plainly = total ? below * SURE / total : SURE;
        at_most[value] = (plainly * BID_PLAINLY + power(plainly, cards) * (SURE - BID_PLAINLY)) / SURE;
    }
}

/* ---- bidding ---- */

typedef struct {
    unsigned below[10];   /* how likely all the others bid less */
    unsigned at_most[10]; /* and that they bid no more */
} Field;

static void survey(const Sight *sight, Field *field) {
    for (unsigned value = 0; value < 10; value++) field->at_most[value] = SURE;
    for (unsigned left = sight->split->bidders & ~(1u << sight->seat); left; left &= left - 1) {
        unsigned at_most[10];
        expect_bid(sight, mask_first(left), at_most);
        for (unsigned value = 0; value < 10; value++)
            field->at_most[value] = field->at_most[value] * at_most[value] / SURE;
    }
    bool alone = !(sight->split->bidders & ~(1u << sight->seat));
    for (unsigned value = 0; value < 10; value++)
        field->below[value] = alone ? SURE : value ? field->at_most[value - 1] : 0;
}

static int action_worth(const Sight *sight, Face card);

/* An action card not seen yet, if there is one to draw. */
static int any_action_worth(const Sight *sight) { return sight->split->actions_left ? ANY_ACTION : 0; }

static int all_draw_worth(const Sight *sight, unsigned cards) {
    int worth = 0;
    for (Seat seat = 0; seat < sight->board->players; seat++)
        if (hostile(sight, seat)) worth += hit_worth(sight, seat, cards);
    return worth;
}

static int bonus_worth(const Sight *sight) {
    int card = any_action_worth(sight), draw = all_draw_worth(sight, 2);
    return card > draw ? card : draw;
}

/* V59: high cards are for the round that pays. */
static int streak_worth(const Sight *sight, Seat seat) {
    unsigned wins = sight->split->streak[seat] + 1u;
    return wins >= (unsigned)sight->rules->option.bonus_wins ? bonus_worth(sight) : bonus_worth(sight) / 4;
}

static int win_worth(const Sight *sight, unsigned value) {
    int worth = shed_worth(value) + streak_worth(sight, sight->seat);
    for (unsigned left = sight->split->bidders & ~(1u << sight->seat); left; left &= left - 1)
        if (hostile(sight, mask_first(left))) worth += hit_worth(sight, mask_first(left), 1);
    return worth;
}

/* V18: the tied cards are shed, and everybody draws one. */
static int tie_worth(const Sight *sight, unsigned value) { return shed_worth(value) + draw_worth(sight, 1); }

/* H21: where the loser's card is spent a loss changes a low card for any other. */
static int loss_worth(const Sight *sight, unsigned value) {
    int worth = draw_worth(sight, 1), streak = 0;
    if (!sight->rules->option.loser_keeps && sight->deck) worth += shed_worth(value);
    for (unsigned left = sight->split->bidders & ~(1u << sight->seat); left; left &= left - 1) {
        int theirs = streak_worth(sight, mask_first(left));
        if (hostile(sight, mask_first(left)) && theirs > streak) streak = theirs;
    }
    return worth - streak;
}

/* A 7 hits, but gives an action card away (V29); a 0 that must steal costs a card (A9). */
static int number_effect_worth(const Sight *sight, unsigned value) {
    Seat victim = nearest(sight, everybody(sight));
    if (value == 7) return hit_worth(sight, victim, 2) - any_action_worth(sight);
    if (value == 0 && !sight->rules->option.zero_optional) return -ONE_CARD;
    return 0;
}

static int bid_worth(const Sight *sight, const Field *field, unsigned value) {
    int win = (int)field->below[value], tie = (int)field->at_most[value] - win, loss = SURE - win - tie;
    if (field->below[value] == SURE) tie = loss = 0;
    int worth = win * win_worth(sight, value) + tie * tie_worth(sight, value) + loss * loss_worth(sight, value);
    return worth / SURE + number_effect_worth(sight, value);
}

/* Any of the bids that are nearly as good as the best, the better the oftener:
 * who always bids the best card can be read. */
static Action bid_action(const Sight *sight) {
    Field field;
    int worth[10], best = NEVER, weights = 0;
    survey(sight, &field);
    for (unsigned value = 0; value < 10; value++) {
        worth[value] = sight->set->cards & VALUE_MASK(value) ? bid_worth(sight, &field, value) : NEVER;
        if (worth[value] > best) best = worth[value];
    }
    for (unsigned value = 0; value < 10; value++) {
        int near = worth[value] > best - BID_MIX ? worth[value] - best + BID_MIX : 0;
        weights += worth[value] = near * near * near * near;
    }
    int pick = (int)dice_below(sight->dice, (unsigned)weights);
    unsigned value = 0;
    while ((pick -= worth[value]) >= 0) value++;
    return action_card_of(ACT_PLAY, (Face)bits_first(sight->set->cards & VALUE_MASK(value)));
}

/* ---- action cards ---- */

/* Getting rid of all the cards, by what each is worth to be rid of. */
static int own_hand_cost(const Sight *sight) {
    int cost = 0;
    for (unsigned value = 0; value < 10; value++)
        cost += (int)cards_total_of(&sight->view->own.hand, VALUE_MASK(value) & NUMBERS_MASK) * shed_worth(value);
    return cost;
}

static int hand_cost(const Sight *sight, Seat seat) {
    unsigned expected[10];
    int cost = 0;
    expect_hand(sight, seat, NUMBERS_MASK, expected);
    for (unsigned value = 0; value < 10; value++) cost += (int)expected[value] * shed_worth(value) / 64;
    return cost;
}

static int own_actions_worth(const Sight *sight) {
    int worth = 0;
    for (uint64_t faces = cards_faces(&sight->view->own.hand) & SPLIT_ACTIONS; faces; faces &= faces - 1) {
        Face card = (Face)bits_first(faces);
        worth += (int)cards_copies(&sight->view->own.hand, card) * action_worth(sight, card);
    }
    return worth;
}

/* What a card in the hand is good for, roughly. */
static int action_worth(const Sight *sight, Face card) {
    switch (card) {
    case FACE_DRAW2: return sight->deck ? 2 * OWN_DRAW : 5;
    case FACE_WILD4: return sight->deck ? 4 * OWN_DRAW : 10;
    case FACE_REVERSE: return OWN_REVERSE;
    case FACE_BLOCK: return OWN_BLOCK;
    case FACE_WILD: return OWN_WILD;
    case FACE_TRUTH: return sight->rules->option.truth_shed == TRUTH_NONE ? 0 : OWN_TRUTH;
    case FACE_DARE: return OWN_DARE;
    }
    return 0; /* there are no other action cards */
}

/* V38: all cards change hands, so the smaller hand, and the one with more action cards, is the better. */
static int reverse_worth(const Sight *sight, Seat target) {
    int numbers = own_hand_cost(sight) - hand_cost(sight, target);
    int actions = (int)sight->board->actions[target] * any_action_worth(sight) - own_actions_worth(sight) + OWN_REVERSE;
    return numbers + actions;
}

/* V21: the blocked seat cannot win the round; alone, any card wins it. */
static int block_worth(const Sight *sight, Seat target) {
    if (!sight->numbers) return 0; /* H94: sits out, for its team */
    int worth = shed_worth(face_value(lowest_card(cards_faces(&sight->view->own.hand)))) / 2;
    if (sight->board->players == 2) worth += worth + streak_worth(sight, sight->seat);
    if (sight->rules->option.blocked_draws) worth += hit_worth(sight, target, 1);
    return worth;
}

/* Cards that shed a number card without a bid. */
static unsigned finishers(const Sight *sight) {
    uint64_t faces = FACE_BIT(FACE_WILD) | FACE_BIT(FACE_DARE);
    if (sight->rules->option.truth_shed != TRUTH_NONE) faces |= FACE_BIT(FACE_TRUTH);
    return cards_total_of(&sight->view->own.hand, faces);
}

/* The last cards are the lowest, and no bid is won with them: that is what a card
 * that sheds is kept for. Not when it would let another go out first. */
static int finish_worth(const Sight *sight, bool others_shed) {
    Seat rival = nearest(sight, everybody(sight));
    unsigned theirs = sight->board->count[rival];
    if (others_shed && theirs <= 1 && sight->numbers > 1) return -10 * ONE_CARD;
    if (sight->numbers <= finishers(sight) || sight->numbers <= FINISH || theirs <= CLOSE) return 4 * ONE_CARD;
    return 0;
}

/* Where a challenged claimant takes back shed cards, the last +2 or +4 is kept for
 * that; from the deck there is nothing left to take when it comes to claims (P7). */
static bool guards_claim(const Sight *sight) {
    const Options *option = &sight->rules->option;
    return option->claim_challenge && option->challenge_from == FROM_SHED &&
           cards_total_of(&sight->view->own.hand, SPLIT_DRAW_CARDS) == 1;
}

/* What playing this card now is worth, above keeping it. */
static int offer_worth(const Sight *sight, Face card, Seat target) {
    switch (card) {
    case FACE_DRAW2:
    case FACE_WILD4:
        if (guards_claim(sight)) return -1;
        return hit_worth(sight, target, card == FACE_WILD4 ? 4 : 2) - ONE_CARD / 2;
    case FACE_REVERSE: return reverse_worth(sight, target) - OWN_REVERSE;
    case FACE_BLOCK: return block_worth(sight, target) - OWN_BLOCK;
    case FACE_WILD: return finish_worth(sight, true) - ONE_CARD;
    case FACE_TRUTH:
        if (sight->rules->option.truth_shed == TRUTH_NONE) return -1;
        return finish_worth(sight, sight->rules->option.truth_shed == TRUTH_BOTH) - ONE_CARD;
    case FACE_DARE: return finish_worth(sight, sight->rules->option.dare_shed == DARE_BOTH) - ONE_CARD;
    }
    return -1; /* there are no other action cards */
}

static Seat offer_target(const Sight *sight, Face card) {
    return card == FACE_WILD ? (Seat)NO_SEAT
                             : nearest(sight, card == FACE_BLOCK ? sight->set->block_targets : sight->set->targets);
}

/* D20: in a window the other may play a card too, and then both are mostly wasted. */
static bool risks_window(const Sight *sight) {
    if (sight->board->phase != PHASE_WINDOW) return true;
    Seat rival = nearest(sight, everybody(sight));
    return !sight->board->actions[rival] || dice_chance(sight->dice, WINDOW_CHANCE);
}

static Action offer_action(const Sight *sight) {
    Action best = action_plain(ACT_PASS);
    int most = 0;
    for (uint64_t cards = sight->set->cards; cards; cards &= cards - 1) {
        Face card = (Face)bits_first(cards);
        Seat target = offer_target(sight, card);
        int worth = offer_worth(sight, card, target);
        if (worth <= most) continue;
        most = worth;
        best = action_full(ACT_PLAY, card, NO_CHOICE, target, false);
    }
    return most && !risks_window(sight) ? action_plain(ACT_PASS) : best;
}

/* V46, V50: what a counter saves and costs; V36: two Blocks cancel, and both shed. */
static Action counter_action(const Sight *sight) {
    uint64_t cards = sight->set->cards;
    bool four = sight->split->card == FACE_WILD4;
    if (!cards || (sight->split->card != FACE_BLOCK && !sight->deck)) return action_plain(ACT_PASS);
    if (!four && cards & FACE_BIT(FACE_DRAW2)) return action_card_of(ACT_PLAY, FACE_DRAW2);
    if (cards & FACE_BIT(FACE_WILD4)) return action_card_of(ACT_PLAY, FACE_WILD4);
    return four ? action_plain(ACT_PASS) : action_card_of(ACT_PLAY, (Face)bits_first(cards));
}

/* H52: what is worth least pays for the Reverse. */
static Action discard_action(const Sight *sight) {
    Face least = (Face)bits_first(sight->set->cards);
    for (uint64_t cards = sight->set->cards; cards; cards &= cards - 1)
        if (action_worth(sight, (Face)bits_first(cards)) < action_worth(sight, least)) least = (Face)bits_first(cards);
    return action_card_of(ACT_DISCARD, least);
}

/* ---- the smaller questions ---- */

/* A name should leave the other player's bid low and, where it binds both, the bot's own high. */
static int name_worth(const Sight *sight, unsigned name, Seat target) {
    unsigned expected[10];
    uint64_t faces = split_duty_faces(name) & NUMBERS_MASK, own = cards_faces(&sight->view->own.hand) & NUMBERS_MASK;
    unsigned total = expect_hand(sight, target, faces, expected), sum = 0;
    if (!total) total = expect_hand(sight, target, NUMBERS_MASK, expected);
    for (unsigned value = 0; value < 10; value++) sum += expected[value] * value;
    int theirs = total ? (int)(100 * sum / total) : 0, ours = 0;
    if (sight->rules->option.wild_rule == WILD_BOTH)
        for (uint64_t left = own & faces ? own & faces : own; left; left &= left - 1)
            if (100 * (int)face_value((Face)bits_first(left)) > ours)
                ours = 100 * (int)face_value((Face)bits_first(left));
    return ours - theirs;
}

static Action name_action(const Sight *sight) {
    bool aimed = sight->rules->option.wild_rule == WILD_NOMINEE;
    Seat target = nearest(sight, aimed ? sight->set->targets : everybody(sight));
    unsigned best = bits_first(sight->set->names);
    int most = NEVER;
    for (unsigned names = sight->set->names; names; names &= names - 1) {
        int worth = name_worth(sight, bits_first(names), target);
        if (worth > most) best = bits_first(names), most = worth;
    }
    return action_full(ACT_NAME, NO_FACE, best, aimed ? target : NO_SEAT, false);
}

static Action shed_action(const Sight *sight) {
    if (!sight->set->cards) return action_plain(ACT_SHED);
    return action_card_of(ACT_SHED, lowest_card(sight->set->cards));
}

/* A stolen number card helps its owner: who may, does not steal, and who must takes
 * it where it helps least. An action card is another matter (D17). */
static Action steal_action(const Sight *sight) {
    Seat best = NO_SEAT;
    int most = action_set_may(sight->set, ACT_STEAL) ? 0 : NEVER;
    for (unsigned left = sight->set->targets; left; left &= left - 1) {
        Seat seat = mask_first(left);
        int numbers = sight->board->count[seat], actions = sight->board->actions[seat];
        if (sight->rules->option.zero_pool == POOL_NUMBERS) actions = 0;
        int worth = (actions * 2 * any_action_worth(sight) - numbers * 2 * ONE_CARD) / (numbers + actions);
        if (sight->rules->option.zero_pool == POOL_NUMBERS) worth += numbers;
        if (worth > most) best = seat, most = worth;
    }
    return action_full(ACT_STEAL, NO_FACE, NO_CHOICE, best, false);
}

/* V29: two number cards for the one nearest to winning; with the deck empty a 7
 * only gives an action card, which goes where it does least harm. */
static Action seven_action(const Sight *sight) {
    Seat target = sight->deck ? nearest(sight, sight->set->targets) : farthest(sight, sight->set->targets);
    return action_full(ACT_HIT, NO_FACE, NO_CHOICE, target, false);
}

static Action bonus_action(const Sight *sight) {
    bool draw = all_draw_worth(sight, 2) >= any_action_worth(sight);
    return action_plain(draw ? ACT_BONUS_DRAW : ACT_BONUS_CARD);
}

static Action penalty_action(const Sight *sight) {
    return action_plain(sight->deck >= 4 ? ACT_PENALTY_B : ACT_PENALTY_A);
}

/* V65: any challenge that brings the claimant a card; the bigger one if the cards
 * are there. With nothing to draw it changes nothing (P7). */
static Action claim_action(const Sight *sight) {
    bool from_shed = sight->rules->option.challenge_from == FROM_SHED;
    bool barred = sight->rules->option.barrier == BARRIER_TWO_ACTIONS && sight->actions < 2; /* H228 */
    uint64_t cards = sight->set->cards;
    if (!cards || barred || (!from_shed && !sight->deck)) return action_plain(ACT_PASS);
    bool four = cards & FACE_BIT(FACE_WILD4) && (from_shed || sight->deck > 2 || !(cards & FACE_BIT(FACE_DRAW2)));
    return action_card_of(ACT_CHALLENGE, four ? FACE_WILD4 : FACE_DRAW2);
}

/* H84: shedding the card drawn lets the claim stand. */
static Action stuck_action(const Sight *sight) {
    uint64_t draws = sight->set->cards & SPLIT_DRAW_CARDS;
    return action_card_of(ACT_PLAY, (Face)bits_first(draws ? draws : sight->set->cards));
}

bool greedy_split(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    Sight sight;
    if (!awaited) return false;
    look(&sight, bot, view, set);
    switch ((Phase)view->board.phase) {
    case PHASE_OFFER:
    case PHASE_WINDOW: *out = offer_action(&sight); break;
    case PHASE_COUNTER: *out = counter_action(&sight); break;
    case PHASE_REPLY: *out = action_plain(ACT_ANSWER); break; /* V58: a refused dare is the end */
    case PHASE_PENALTY: *out = penalty_action(&sight); break;
    case PHASE_SHED: *out = shed_action(&sight); break;
    case PHASE_DISCARD: *out = discard_action(&sight); break;
    case PHASE_NAME: *out = name_action(&sight); break;
    case PHASE_STEAL: *out = steal_action(&sight); break;
    case PHASE_SEVEN: *out = seven_action(&sight); break;
    case PHASE_BONUS: *out = bonus_action(&sight); break;
    case PHASE_CLAIM: *out = claim_action(&sight); break;
    case PHASE_STUCK: *out = stuck_action(&sight); break;
    case PHASE_BID: *out = bid_action(&sight); break;
    case PHASE_OVER:
    CASE_CLASSIC_PHASES:
        return false;
    }
    return true;
}
