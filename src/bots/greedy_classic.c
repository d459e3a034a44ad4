/* greedy_classic.c -- greedy at a classic table. */
#include "greedy.h"
#include "tried.h"

/* Worths, in hundredths of a card; found by play against the other bots. */
enum {
    HIT_DUEL = 60,       /* a card drawn by the only opponent */
    HIT_TABLE = 25,      /* by one of several */
    HIT_CLOSE = 40,      /* on top, by somebody about to go out */
    TEMPO_DUEL = 60,     /* the turn comes straight back, and there is a card to follow */
    TEMPO_EMPTY = -40,   /* it comes back, and there is none */
    SKIP_TABLE = 10,     /* one of several loses a turn */
    SKIP_CLOSE = 120,    /* who is about to go out loses one */
    COLOUR_FOLLOWS = 10, /* a card left that has the colour in play */
    PAIR_DUEL = 8,       /* between two: a card left with the symbol of the one laid */
    HOLD_WILD = 150,     /* a Wild is best as the last card */
    HOLD_WILD4 = 60,
    HOLD_SWAP = 20,   /* a card that swaps hands, while nobody has a hand worth taking */
    BLUFF = 600,      /* what a dishonest Wild +4 risks */
    DENY = 80,        /* the next player cannot follow, */
    DENY_CLOSE = 200, /* and would have gone out or be left with one card */
    STUCK = 300,      /* the cards left cannot be played as the last one */
    DRAW_WORTH = -100,
    KEEP_WORTH = 50,
    BLUFFERS = 80, /* of 256 who could play something else and lay a Wild +4 all the same */
    CLOSE = 2,     /* cards in the hand of somebody about to go out */
    RUN_MAX = 6,   /* cards of a hand that is looked through for a way out in one go */
};

/* The table as this seat sees it, worked out once for a decision. */
typedef struct {
    const Rules *rules;
    const View *view;
    const Board *board;
    const ActionSet *set;
    Seat seat;
    unsigned active; /* players still in */
    Seat next;
    bool against;     /* who is to be hurt */
    int deny;         /* what it is worth that the next player cannot follow */
    unsigned left;    /* cards in the own hand after a play */
    uint64_t faces;   /* in the own hand, */
    uint64_t singles; /* and those of which it has one */
    uint64_t keys;    /* without which none is left that may be the last (Q9) */
    bool few;         /* there are at most seven copies of any */
    bool points;      /* what is left in a hand costs points */
    bool counted;     /* the unseen cards are; few decisions need them, and they take long */
    Cards unseen;     /* cards that could be anywhere */
    unsigned unseen_total;
    uint64_t next_known;  /* faces that the next player is known to hold, */
    unsigned next_hidden; /* and how many cards beside those */
} Sight;

/* A play, and what it leaves. */
typedef struct {
    Face card;
    unsigned colour; /* in play after it */
    Seat target;
    unsigned left_count; /* cards in the own hand after it */
} Play;

static uint64_t faces_left(const Sight *sight, const Play *play) {
    return sight->faces & ~(sight->singles & FACE_BIT(play->card));
}

static unsigned total_left(const Sight *sight, const Play *play, uint64_t faces) {
    const Cards *hand = &sight->view->own.hand;
    unsigned all = sight->few ? cards_total_few(hand, faces) : cards_total_of(hand, faces);
    return all - (unsigned)(faces >> play->card & 1);
}

/* ---- seats ---- */

static Seat seat_after(const Board *board, Seat seat, int direction) {
    unsigned last = board->players - 1u, place = board->classic.reseated ? board_place_of(board, seat) : seat;
    do place = direction > 0 ? place == last ? 0 : place + 1u : place ? place - 1u : last;
    while (board->out >> board_at_place(board, place) & 1);
    return board_at_place(board, place);
}

static bool hostile(const Sight *sight, Seat seat) { return greedy_hostile(sight->rules, sight->view, seat); }

static unsigned nearest_opponent(const Sight *sight) {
    unsigned fewest = ~0u;
    for (Seat seat = 0; seat < sight->board->players; seat++)
        if (hostile(sight, seat) && sight->board->count[seat] < fewest) fewest = sight->board->count[seat];
    return fewest;
}

static void look(Sight *sight, const Rules *rules, const View *view, const ActionSet *set) {
    const Board *board = &view->board;
    sight->rules = rules;
    sight->view = view;
    sight->board = board;
    sight->set = set;
    sight->seat = view->seat;
    sight->active = board->players - bits_count(board->out);
    const uint64_t *plane = view->own.hand.plane;
    sight->left = board->count[view->seat] - 1u;
    sight->faces = cards_faces(&view->own.hand);
    sight->singles = plane[0] & ~(plane[1] | plane[2] | plane[3] | plane[4]);
    uint64_t last = sight->faces & rules->last_ok;
    sight->keys = !last ? ~UINT64_C(0) : last & (last - 1) ? 0 : last & sight->singles;
    sight->few = !(plane[3] | plane[4]);
    sight->points = rules->option.scoring && rules->option.target;
    sight->next = seat_after(board, view->seat, board->classic.direction);
    sight->against = hostile(sight, sight->next);
    sight->deny = !sight->against ? 0 : board->count[sight->next] <= CLOSE ? DENY_CLOSE : DENY;
    sight->counted = false;
}

/* hostile(), mostly known already. */
static bool is_against(const Sight *sight, Seat seat) {
    return seat == sight->next ? sight->against : hostile(sight, seat);
}

/* view_unseen() where no face has more than seven copies. */
static void count_unseen_few(Sight *sight) {
    Cards unseen = sight->rules->deck;
    cards_take_few(&unseen, &sight->board->open);
    if (sight->board->classic.top < FACES) cards_remove_few(&unseen, sight->board->classic.top);
    cards_take_few(&unseen, &sight->view->own.hand);
    for (Seat holder = 0; holder < sight->board->players; holder++)
        if (cards_faces_few(&sight->view->known[holder])) cards_take_few(&unseen, &sight->view->known[holder]);
    sight->unseen = unseen;
    sight->unseen_total = cards_total_few(&unseen, ~UINT64_C(0));
}

static void count_unseen(Sight *sight) {
    if (sight->counted) return;
    const Cards *known = &sight->view->known[sight->next];
    if (sight->rules->lean) {
        count_unseen_few(sight);
    } else {
        view_unseen(sight->rules, sight->view, &sight->unseen);
        sight->unseen_total = cards_total(&sight->unseen);
    }
    sight->next_known = cards_faces(known);
    sight->next_hidden = sight->board->count[sight->next] - (sight->next_known ? cards_total(known) : 0);
    sight->counted = true;
}

/* ---- what the others may hold ---- */

/* How many of the unseen cards have one of these faces. */
static unsigned unseen_of(const Sight *sight, uint64_t faces) {
    return sight->rules->lean ? cards_total_few(&sight->unseen, faces) : cards_total_of(&sight->unseen, faces);
}

/* How likely, of 256, it is that `cards` unknown cards have none of so many of the unseen ones. */
static unsigned chance_of_none(const Sight *sight, unsigned these, unsigned cards) {
    if (!sight->unseen_total) return 256;
    unsigned others = 256 * (sight->unseen_total - these) / sight->unseen_total, none = 256;
    for (unsigned i = 0; i < cards && none; i++) none = none * others / 256;
    return none;
}

/* ---- what a card does to the others ---- */

/* Cards in an opponent's hand are good, most of all in the one nearest to going
 * out; a partner's hand counts as the player's own. */
static int hit_worth(const Sight *sight, Seat victim, unsigned cards) {
    int each = sight->active == 2 ? HIT_DUEL : HIT_TABLE;
    if (sight->board->count[victim] <= CLOSE) each += HIT_CLOSE;
    return (int)cards * (is_against(sight, victim) ? each : -each);
}

static int skip_worth(const Sight *sight, Seat victim) {
    int worth = sight->board->count[victim] <= CLOSE ? SKIP_CLOSE : SKIP_TABLE;
    return is_against(sight, victim) ? worth : -worth;
}

/* Some card of those left can be laid on this one. */
static bool can_follow(const Sight *sight, const Play *play) {
    uint64_t faces = faces_left(sight, play);
    if (play->left_count == 1) faces &= sight->rules->last_ok; /* Q9 */
    return faces & classic_fitting(sight->rules, play->card, play->colour);
}

/* The turn is worth something only with a card to use it for. */
static int tempo_worth(const Sight *sight, const Play *play) {
    return can_follow(sight, play) ? TEMPO_DUEL : TEMPO_EMPTY;
}

/* Hands are compared by their size alone. */
static int swap_worth(const Sight *sight, const Play *play, Seat with) {
    if (with == NO_SEAT) return -HOLD_SWAP;
    return ((int)play->left_count - (int)sight->board->count[with]) * ONE_CARD;
}

/* U29: a 0 passes every hand on: the player gets the one before and gives away its own. */
static int rotate_worth(const Sight *sight, const Play *play) {
    Seat before = seat_after(sight->board, sight->seat, -sight->board->classic.direction);
    return swap_worth(sight, play, before);
}

static int all_worth(const Sight *sight, unsigned cards) {
    int worth = 0;
    for (Seat seat = 0; seat < sight->board->players; seat++)
        if (seat != sight->seat && !(sight->board->out >> seat & 1)) worth += hit_worth(sight, seat, cards);
    return worth;
}

/* What the effects of a card add up to before it is clear whose turn it is. */
typedef struct {
    int worth;
    unsigned draw, skip;
    int direction;
    bool again;
} Outcome;

static void add_effect(const Sight *sight, const Play *play, Effect effect, Outcome *outcome) {
    switch ((EffectKind)effect.kind) {
    case EFFECT_DRAW: outcome->draw += effect.n; break;
    case EFFECT_SKIP: outcome->skip += effect.n; break;
    case EFFECT_REVERSE:
        if (sight->active == 2) outcome->skip++; /* O8 */
        else outcome->direction = -outcome->direction;
        break;
    case EFFECT_SWAP: outcome->worth += swap_worth(sight, play, play->target); break;
    case EFFECT_ROTATE: outcome->worth += rotate_worth(sight, play); break;
    case EFFECT_TAKE: outcome->worth -= effect.n * ONE_CARD; break;
    case EFFECT_ALL: outcome->worth += all_worth(sight, effect.n); break;
    case EFFECT_AGAIN: outcome->again = true; break;
    case EFFECT_NONE:
    case EFFECT_REFLECT:
    case EFFECT_ROLL: break; /* its branches are weighed by the caller */
    }
}

/* Who draws, who loses a turn, and whether it comes straight back. */
static int settle_worth(const Sight *sight, const Play *play, const Outcome *outcome) {
    int worth = outcome->worth;
    Seat seat = sight->seat;
    bool again = outcome->again && !outcome->draw;
    for (unsigned i = 0; i < outcome->skip && !again; i++) {
        seat = seat_after(sight->board, seat, outcome->direction);
        if (seat != sight->seat) worth += skip_worth(sight, seat);
    }
    if (outcome->draw) {
        seat = seat_after(sight->board, seat, outcome->direction);
        if (seat == sight->seat) seat = seat_after(sight->board, seat, outcome->direction);
        worth += hit_worth(sight, seat, outcome->draw) + skip_worth(sight, seat);
    }
    if (again || seat_after(sight->board, seat, outcome->direction) == sight->seat) worth += tempo_worth(sight, play);
    return worth;
}

/* The next player loses a turn, and draws so many cards. */
static int next_worth(const Sight *sight, const Play *play, unsigned cards) {
    int worth = skip_worth(sight, sight->next) + (cards ? hit_worth(sight, sight->next, cards) : 0);
    return worth + (sight->active == 2 ? tempo_worth(sight, play) : 0);
}

/* Any card of any ruleset, by its row of the card table; the usual ones are seen through at once. */
static int effects_worth(const Sight *sight, const Play *play) {
    bool plain = !(sight->rules->effective >> play->card & 1);
    if (plain && sight->active > 1) return 0; /* the turn passes on, and nothing else */
    Effect only = sight->rules->only_effect[play->card];
    if (sight->active > 1 && only.kind == EFFECT_DRAW) return next_worth(sight, play, only.n);
    if (sight->active > 1 && only.kind == EFFECT_SKIP && only.n == 1) return next_worth(sight, play, 0);
    if (sight->active == 2 && only.kind == EFFECT_REVERSE) return next_worth(sight, play, 0); /* O8 */
    const Effect *effects = sight->rules->card[play->card].effects;
    Outcome outcome = {.direction = sight->board->classic.direction};
    for (unsigned i = 0; i < CARD_EFFECTS_MAX && effects[i].kind; i++) {
        if (effects[i].kind != EFFECT_ROLL) {
            add_effect(sight, play, effects[i], &outcome);
            continue;
        }
        int good = 7 - effects[i].n, worth = 0; /* of six rolls of the die */
        for (unsigned branch = 1; branch <= 2; branch++) {
            Outcome one = {.direction = outcome.direction};
            add_effect(sight, play, effects[i + branch], &one);
            worth += settle_worth(sight, play, &one) * (branch == 1 ? good : 6 - good);
        }
        outcome.worth += worth / 6;
        i += 2;
    }
    return settle_worth(sight, play, &outcome);
}

/* ---- what a card does for the own hand ---- */

/* Colour control: the more of the hand goes on this card, the better. */
static int follow_worth(const Sight *sight, const Play *play) {
    return (int)total_left(sight, play, COLOUR_MASK(play->colour) & ~sight->rules->wilds) * COLOUR_FOLLOWS;
}

/* A pair is a bridge from one colour to another, to be kept; at a larger table the
 * colour has changed anyway before the second card could be laid. */
static int pair_worth(const Sight *sight, const Play *play) {
    if (sight->active != 2) return 0;
    uint64_t symbol = VALUE_MASK(face_value(play->card)) & ~sight->rules->wilds;
    return -(int)total_left(sight, play, symbol) * PAIR_DUEL;
}

/* A Wild, or a coloured card that names the colour, always goes, so it is the best last card: it is kept, but not when an
 * opponent may go out first and it would only cost points. */
static int hold_worth(const Sight *sight, const Play *play) {
    if (!(sight->rules->naming >> play->card & 1)) return 0;
    int hold = play->card == FACE_WILD4 ? HOLD_WILD4 : HOLD_WILD;
    if (sight->points && nearest_opponent(sight) <= CLOSE) hold /= 2;
    return -hold;
}

/* What lies in the hand when somebody else goes out is theirs. */
static int points_worth(const Sight *sight, Face card) {
    return sight->points ? sight->rules->card[card].points / 4 : 0;
}

/* The unseen cards by which the next player could follow this one; HELD: one of those is known to be in that hand. */
enum { HELD = 1 << 20 };
static unsigned followers(Sight *sight, Face card, unsigned colour) {
    uint64_t fit = classic_fitting(sight->rules, card, colour);
    count_unseen(sight);
    return sight->next_known & fit ? HELD : unseen_of(sight, fit);
}

/* The next player ought not to have the colour or the symbol: the fewer can follow, the better. */
static int deny_worth(const Sight *sight, unsigned following) {
    if (following == HELD) return 0;
    return (int)chance_of_none(sight, following, sight->next_hidden) * sight->deny / 256;
}

/* Q9: where some cards may not be the last, one that may has to stay. */
static int last_card_worth(const Sight *sight, const Play *play) {
    return play->left_count && sight->keys >> play->card & 1 ? -STUCK : 0;
}

/* O13: a Wild +4 beside another card that fits may be challenged. */
static bool bluffs(const Sight *sight, Face card, const Cards *hand) {
    const ClassicBoard *c = &sight->board->classic;
    return card == FACE_WILD4 && sight->rules->option.challenge &&
           classic_dishonest(sight->rules, cards_faces(hand), c->top, c->colour);
}

/* ---- a way out ---- */

/* Between two, a card after which the other has no turn, whatever they hold. */
static bool keeps_turn(const Sight *sight, Face card) {
    Effect only = sight->rules->only_effect[card];
    switch ((EffectKind)only.kind) {
    case EFFECT_SKIP: return only.n & 1;
    case EFFECT_REVERSE:
    case EFFECT_AGAIN: return true;
    case EFFECT_DRAW: return !sight->rules->answerable; /* an honest +4 is beyond challenge */
    case EFFECT_NONE:
    case EFFECT_SWAP:
    case EFFECT_ROTATE:
    case EFFECT_REFLECT:
    case EFFECT_TAKE:
    case EFFECT_ALL:
    case EFFECT_ROLL: break;
    }
    return false;
}

/* All the cards can be laid one after the other without the opponent having a turn. */
static bool runs_out(const Sight *sight, const Cards *hand, unsigned count, Face top, unsigned colour) {
    const Rules *rules = sight->rules;
    uint64_t faces = cards_faces(hand);
    uint64_t fit = faces & classic_fitting(rules, top, colour);
    if (count == 1) return fit & rules->last_ok;
    if (fit & FACE_BIT(FACE_WILD4) && classic_dishonest(rules, faces, top, colour)) fit &= ~FACE_BIT(FACE_WILD4);
    for (; fit; fit &= fit - 1) {
        Face card = (Face)bits_first(fit);
        if (!keeps_turn(sight, card)) continue;
        Cards left = *hand;
        cards_remove(&left, card);
        bool wild = rules->wilds >> card & 1;
        for (unsigned name = wild ? 0 : face_colour(card); name < COLOURS; name++) {
            if (runs_out(sight, &left, count - 1, card, name)) return true;
            if (!wild) break;
        }
    }
    return false;
}

/* This play wins at once, or begins a run that does. */
static bool play_wins(const Sight *sight, const Play *play) {
    if (!play->left_count) return true;
    if (sight->active != 2 || play->left_count > RUN_MAX || !keeps_turn(sight, play->card)) return false;
    Cards left = sight->view->own.hand;
    cards_remove(&left, play->card);
    return runs_out(sight, &left, play->left_count, play->card, play->colour);
}

/* ---- choosing a play ---- */

/* The smallest hand of an opponent, if it is smaller than the player's own will be; where somebody must be named, in any case. */
static Seat swap_target(const Sight *sight, const Play *play) {
    bool must = sight->set->targets && !(sight->rules->asks[play->card] & TARGET_OPTIONAL); /* M54 */
    Seat best = must ? mask_first(sight->set->targets) : NO_SEAT;
    unsigned fewest = must ? UINT16_MAX : play->left_count;
    for (unsigned left = sight->set->targets; left; left &= left - 1) {
        Seat seat = mask_first(left);
        if (!hostile(sight, seat) || sight->board->count[seat] >= fewest) continue;
        best = seat;
        fewest = sight->board->count[seat];
    }
    return best;
}

static inline Play play_of(const Sight *sight, Face card, unsigned colour) {
    Play play = {card, colour, NO_SEAT, sight->left};
    if (__builtin_expect(sight->rules->asks[card] & ASKS_TARGET, 0)) play.target = swap_target(sight, &play);
    return play;
}

typedef struct {
    Action action;
    int worth;
} Choice;

static void consider(Choice *best, Action action, int worth) {
    if (worth > best->worth) *best = (Choice){action, worth};
}

/* A play that may be the best: what it is worth before anybody has guessed at the next player's hand. */
typedef struct {
    int worth;
    Face card;
    uint8_t colour;
    bool wins; /* for certain: there is nothing to guess */
} Draft;

typedef struct {
    unsigned count, best; /* `best`: the first of those that are worth most */
    Draft draft[COLOURS * FACES];
} Drafts;

static inline Action action_of(const Sight *sight, const Draft *draft) {
    bool names = sight->rules->asks[draft->card] & ASKS_COLOUR;
    Seat target = play_of(sight, draft->card, draft->colour).target;
    return action_full(ACT_PLAY, draft->card, names ? draft->colour : NO_CHOICE, target, sight->set->call);
}

/* Whatever its colour is. */
static inline int card_worth(const Sight *sight, const Play *play) {
    return ONE_CARD + pair_worth(sight, play) + points_worth(sight, play->card) + last_card_worth(sight, play);
}

/* A card with an effect, or without a colour, or the last; `worth` is what it is worth whatever its colour is. */
static Draft special_draft(const Sight *sight, const Play *play, bool bluff, int worth) {
    if (!bluff && play_wins(sight, play)) return (Draft){100 * ONE_CARD, play->card, (uint8_t)play->colour, true};
    worth += follow_worth(sight, play) + effects_worth(sight, play);
    return (Draft){worth, play->card, (uint8_t)play->colour, false};
}

static inline Draft draft_of(const Sight *sight, Face card) {
    const Play play = play_of(sight, card, face_colour(card));
    int worth = card_worth(sight, &play);
    if (sight->rules->plain >> card & 1 && sight->left && sight->active > 1) /* most cards */
        return (Draft){worth + follow_worth(sight, &play), card, (uint8_t)play.colour, false};
    bool bluff = bluffs(sight, card, &sight->view->own.hand);
    return special_draft(sight, &play, bluff, worth + hold_worth(sight, &play) - (bluff ? BLUFF : 0));
}

static inline void put_draft(Drafts *drafts, Draft one) {
    drafts->draft[drafts->count] = one;
    if (one.worth > drafts->draft[drafts->best].worth) drafts->best = drafts->count;
    drafts->count++;
}

/* A card with each colour that it can be given. */
static void put_drafts(const Sight *sight, Face card, Drafts *drafts) {
    Play play = play_of(sight, card, 0);
    bool bluff = bluffs(sight, card, &sight->view->own.hand);
    int worth = card_worth(sight, &play) + hold_worth(sight, &play) - (bluff ? BLUFF : 0);
    for (; play.colour < COLOURS; play.colour++) put_draft(drafts, special_draft(sight, &play, bluff, worth));
}

/* The best of them; of two that are worth the same, the one in front. Guessing at a hand takes long: what seems best is
 * weighed first. Another can only be better if fewer cards can follow it, and not by more than that is worth. */
static Choice best_draft(Sight *sight, const Drafts *drafts) {
    const Draft *first = &drafts->draft[drafts->best], *best = first;
    int worth = first->worth;
    if (sight->deny && !first->wins) {
        unsigned most = followers(sight, first->card, first->colour);
        worth += deny_worth(sight, most);
        for (const Draft *one = drafts->draft, *end = one + drafts->count; one < end; one++) {
            int least = worth + (one > best);
            if (one->worth + sight->deny < least) continue;
            unsigned following = followers(sight, one->card, one->colour);
            if (following >= most) continue;
            int other = one->worth + deny_worth(sight, following);
            if (other >= least) best = one, worth = other;
        }
    }
    return (Choice){action_of(sight, best), worth};
}

/* What a Wild without an effect is worth at the most, whichever colour it gets: all that is left goes on it, and the next
 * player lacks it for certain. */
static int most_worth(const Sight *sight, Face card) {
    const Play play = {card, 0, NO_SEAT, sight->left};
    if (!play.left_count || sight->active < 2) return -NEVER;
    return ONE_CARD + (int)play.left_count * COLOUR_FOLLOWS + hold_worth(sight, &play) + points_worth(sight, card) +
           sight->deny;
}

/* The only card is weighed against what can be done instead of it, and keeping is the best of that. */
static Choice only_play(Sight *sight, Face card) {
    Draft one = draft_of(sight, card);
    int worth = one.worth;
    if (sight->deny && worth <= KEEP_WORTH) worth += deny_worth(sight, followers(sight, card, one.colour));
    return (Choice){action_of(sight, &one), worth};
}

/* The best of the cards that may be laid; of two that are worth the same, the one with the lower number. A Wild without
 * an effect is mostly kept: it comes last, where that can mostly be seen without trying its colours. */
static Choice best_play(Sight *sight, uint64_t cards) {
    Choice best = {0, NEVER};
    Drafts drafts;
    uint64_t last = cards & sight->rules->wilds & ~sight->rules->effective;
    if (cards && !(cards & (cards - 1)) && !(sight->rules->asks[bits_first(cards)] & ASKS_COLOUR))
        return only_play(sight, (Face)bits_first(cards));
    drafts.count = drafts.best = 0;
    drafts.draft[0].worth = NEVER;
    for (uint64_t left = cards & ~last; left; left &= left - 1) {
        Face card = (Face)bits_first(left);
        if (sight->rules->asks[card] & ASKS_COLOUR) put_drafts(sight, card, &drafts);
        else put_draft(&drafts, draft_of(sight, card));
    }
    if (drafts.count) best = best_draft(sight, &drafts);
    for (; last; last &= last - 1) {
        Face card = (Face)bits_first(last);
        int least = best.worth - (best.worth > NEVER && card < action_card(best.action));
        if (most_worth(sight, card) <= least) continue;
        drafts.count = drafts.best = 0;
        drafts.draft[0].worth = NEVER;
        put_drafts(sight, card, &drafts);
        Choice one = best_draft(sight, &drafts);
        if (one.worth > least) best = one;
    }
    return best;
}

/* ---- the questions of a table ---- */

static Action turn_action(Sight *sight) {
    Choice best = best_play(sight, sight->set->cards);
    if (action_set_may(sight->set, ACT_DRAW)) consider(&best, action_plain(ACT_DRAW), DRAW_WORTH);
    if (action_set_may(sight->set, ACT_PASS)) consider(&best, action_plain(ACT_PASS), DRAW_WORTH);
    return best.action;
}

static Action drawn_action(Sight *sight) {
    Choice best = best_play(sight, sight->set->cards);
    if (action_set_may(sight->set, ACT_KEEP)) consider(&best, action_plain(ACT_KEEP), KEEP_WORTH);
    return best.action;
}

/* H211: everything of that number goes, the card with the best colour last; not
 * once hands are about to move, for then each card laid is one the other lacks. */
static Action more_action(const Sight *sight) {
    const ClassicBoard *c = &sight->board->classic;
    unsigned kind = sight->rules->only_effect[c->top].kind;
    bool moves = kind == EFFECT_ROTATE || (kind == EFFECT_SWAP && (c->swaps & 0xF) != NO_SEAT);
    uint64_t cards = sight->set->cards;
    Choice worst = {action_plain(ACT_DONE), -NEVER};
    if (moves && sight->board->count[sight->seat] > cards_total_of(&sight->view->own.hand, cards)) return worst.action;
    for (; cards; cards &= cards - 1) {
        Face card = (Face)bits_first(cards);
        Play play = play_of(sight, card, face_colour(card));
        int worth = follow_worth(sight, &play);
        if (last_card_worth(sight, &play) < 0 || worth >= worst.worth) continue;
        worst = (Choice){action_full(ACT_PLAY, card, NO_CHOICE, NO_SEAT, sight->set->call), worth};
    }
    return worst.action;
}

static Action opening_action(const Sight *sight) {
    unsigned best = 0, most = 0;
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        unsigned cards = cards_total_of(&sight->view->own.hand, COLOUR_MASK(colour) & ~sight->rules->wilds);
        if (cards > most) best = colour, most = cards;
    }
    return action_full(ACT_NAME, NO_FACE, best, NO_SEAT, false);
}

/* ---- answering a draw ---- */

/* How likely, of 256, the pending Wild +4 was a bluff: that its player held a card
 * that fitted, and is one who bluffs. */
static unsigned chance_of_guilt(Sight *sight) {
    const ClassicBoard *c = &sight->board->classic;
    const Rules *rules = sight->rules;
    uint64_t fit = classic_fitting(rules, c->before_top, c->before_colour) & ~FACE_BIT(FACE_WILD4);
    if (rules->option.wild4_legal == WILD4_NO_COLOUR) fit = COLOUR_MASK(c->before_colour) & ~rules->wilds;
    const Cards *known = &sight->view->known[c->attacker];
    if (cards_faces(known) & fit) return 256;
    unsigned known_count = cards_total(known);
    count_unseen(sight);
    unsigned none = chance_of_none(sight, unseen_of(sight, fit), c->held > known_count ? c->held - known_count : 0);
    unsigned bluff = (256 - none) * BLUFFERS / 256;
    return bluff ? 256 * bluff / (bluff + none) : 0;
}

/* What being hit by that many cards costs, the turn included. */
static int pay_worth(unsigned cards) { return -(int)cards * ONE_CARD - ONE_CARD / 2; }

static int challenge_worth(Sight *sight) {
    const ClassicBoard *c = &sight->board->classic;
    int guilt = (int)chance_of_guilt(sight);
    int won = hit_worth(sight, c->attacker, c->pending);
    int lost = pay_worth(c->pending + (unsigned)sight->rules->option.challenge_penalty);
    return (guilt * won + (256 - guilt) * lost) / 256;
}

/* U12, U13: a good roll saves the cards and hits somebody else; a bad one costs double. */
static int roll_worth(const Sight *sight, Seat victim, bool turn_follows) {
    const ClassicBoard *c = &sight->board->classic;
    int good = 7 - sight->rules->option.good_roll;
    int won = hit_worth(sight, victim, c->pending) + (turn_follows ? ONE_CARD / 2 : 0);
    int lost = pay_worth(2u * c->pending);
    return (good * won + (6 - good) * lost) / 6;
}

/* Laying this card instead of drawing: without its colour and hand, as for any play. */
static int answer_effect(const Sight *sight, Face card) {
    const ClassicBoard *c = &sight->board->classic;
    const Rules *rules = sight->rules;
    Seat next = seat_after(sight->board, sight->seat, c->direction);
    Seat back = sight->board->phase == PHASE_RETURNED ? c->returner
                : c->attacker == sight->seat          ? c->passer
                                                      : c->attacker;
    if (rules->draw_faces >> card & 1) return hit_worth(sight, next, c->pending + rules->draw_amount[card]);
    if (rules->reflectors >> card & 1) return hit_worth(sight, back, c->pending);
    if (face_value(card) == VALUE_SKIP) return roll_worth(sight, next, false);
    return roll_worth(sight, back, true);
}

/* A last card ends the deal, or at least the own part of it. */
static Choice best_answer(const Sight *sight) {
    Choice best = {0, NEVER};
    for (uint64_t cards = sight->set->cards; cards; cards &= cards - 1) {
        Face card = (Face)bits_first(cards);
        bool names = sight->rules->asks[card] & ASKS_COLOUR;
        for (unsigned colour = names ? 0 : face_colour(card); colour < COLOURS; colour++) {
            Play play = play_of(sight, card, colour);
            int worth = ONE_CARD + follow_worth(sight, &play) + last_card_worth(sight, &play);
            worth += play.left_count ? answer_effect(sight, card) : 100 * ONE_CARD;
            Action action = action_full(ACT_PLAY, card, names ? colour : NO_CHOICE, NO_SEAT, sight->set->call);
            consider(&best, action, worth);
            if (!names) break;
        }
    }
    return best;
}

static Action answer_action(Sight *sight) {
    Choice best = best_answer(sight);
    consider(&best, action_plain(ACT_ACCEPT), pay_worth(sight->board->classic.pending));
    if (action_set_may(sight->set, ACT_CHALLENGE)) consider(&best, action_plain(ACT_CHALLENGE), challenge_worth(sight));
    return best.action;
}

/* H203: a wrong catch may cost something, and a partner is not caught. */
static bool sees_slip(const Sight *sight) {
    const ClassicBoard *c = &sight->board->classic;
    return action_set_may(sight->set, ACT_CATCH) && !c->uno_called && hostile(sight, c->uno_seat);
}

/* H213: laying a card out of turn is a card less and takes the turn; only a card
 * that gives a good hand away is better kept. */
static bool jumps_in(Sight *sight, Action *out) {
    Choice best = best_play(sight, sight->set->cards);
    *out = best.action;
    return sight->set->cards && best.worth > 0;
}

static Action awaited_action(Sight *sight) {
    switch ((Phase)sight->board->phase) {
    case PHASE_DEAL: return action_plain(ACT_DEAL);
    case PHASE_OPENING: return opening_action(sight);
    case PHASE_DRAWN: return drawn_action(sight);
    case PHASE_MORE: return more_action(sight);
    case PHASE_ANSWER:
    case PHASE_RETURNED: return answer_action(sight);
    case PHASE_CHOICE:
    case PHASE_TURN:
    case PHASE_OVER:
    CASE_SPLIT_PHASES:
        break;
    }
    return turn_action(sight);
}

bool greedy_classic(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    Sight sight;
    if (action_set_may(set, ACT_CALL)) return *out = action_plain(ACT_CALL), true;
    look(&sight, bot->rules, view, set);
    if (sees_slip(&sight)) return *out = action_plain(ACT_CATCH), true;
    if (!awaited) return jumps_in(&sight, out);
    if (tried_needed(bot->rules, view, set)) return tried_action(bot, view, set, out);
    *out = awaited_action(&sight);
    return true;
}
