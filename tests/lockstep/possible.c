/* possible.c -- which entries a table can make, written a second time from the
 * rules and the counts alone, to hold against what the tally takes in. */
#include "lockstep.h"

typedef struct {
    const Rules *rules; /* the table's own */
    const Tally *tally;
    const Board *board;
    const Entry *entry;
} Case;

static bool is_player(const Case *c, unsigned seat) { return seat < c->board->players; }

static bool is_opponent(const Case *c, unsigned seat, unsigned other) {
    unsigned teams = (unsigned)c->rules->option.teams;
    if (!is_player(c, seat) || !is_player(c, other) || seat == other) return false;
    return !teams || seat % teams != other % teams;
}

/* Nobody is named: with two players it is the other one. */
static unsigned meant(const Case *c, unsigned seat, unsigned other) {
    return other == NO_SEAT && c->board->players == 2 ? 1 - seat : other;
}

static bool is_in_deck(const Case *c, Face card) {
    return card < FACES && FACE_BIT(card) & SPLIT_ACTIONS && cards_has(&c->rules->deck, card);
}

static bool is_draw_card(Face card) { return card == FACE_DRAW2 || card == FACE_WILD4; }

static bool answers(const Case *c) { return c->entry->seat == NO_SEAT || c->entry->seat == c->board->turn; }

static bool is_between(const Case *c) {
    Phase phase = c->board->phase;
    bool free_shed = phase == PHASE_SHED && c->board->split.card == NO_FACE;
    return phase == PHASE_OFFER || phase == PHASE_WINDOW || phase == PHASE_BID || free_shed;
}

/* D35: all that the seat holds is this one card. */
static bool is_barred(const Case *c, unsigned seat, Face card) {
    return c->rules->option.barrier == BARRIER_ONLY_CARD && is_draw_card(card) && !c->board->count[seat] &&
           c->board->actions[seat] == 1;
}

/* ---- by kind ---- */

static bool round_possible(const Case *c) {
    unsigned showing = 0;
    for (unsigned seat = 0; seat < c->board->players; seat++)
        showing += c->board->count[seat] && !(c->board->split.blocked >> seat & 1);
    for (unsigned seat = 0; seat < SPLIT_SEATS_MAX; seat++) {
        unsigned number = c->entry->number[seat];
        bool takes_part = is_player(c, seat) && c->board->count[seat] && !(c->board->split.blocked >> seat & 1);
        if (number != NO_NUMBER && (number > 9 || !takes_part)) return false;
        if (number == NO_NUMBER && takes_part && (showing > 1 || c->rules->option.solo_reveal)) return false;
    }
    return is_between(c);
}

static bool card_possible(const Case *c, unsigned seat, Face card, unsigned other) {
    if (!is_player(c, seat) || !c->board->actions[seat] || !is_in_deck(c, card) || is_barred(c, seat, card))
        return false;
    if (card == FACE_WILD) return true;
    return is_opponent(c, seat, other) && (card != FACE_BLOCK || !(c->board->split.blocked >> other & 1));
}

static bool play_possible(const Case *c) {
    const Entry *e = c->entry;
    bool asked = c->board->phase == PHASE_OFFER || c->board->phase == PHASE_WINDOW;
    if (e->card == FACE_WILD && e->other != NO_SEAT) return false;
    return asked && is_player(c, e->seat) && card_possible(c, e->seat, e->card, meant(c, e->seat, e->other));
}

static bool meeting_possible(const Case *c) {
    const Entry *e = c->entry;
    return c->board->phase == PHASE_WINDOW && is_opponent(c, e->seat, e->other) &&
           card_possible(c, e->seat, e->card, e->other) && card_possible(c, e->other, e->second, e->seat);
}

static bool counter_possible(const Case *c) {
    const Entry *e = c->entry;
    bool fits = c->board->split.card == FACE_BLOCK ? e->card == FACE_BLOCK : is_draw_card(e->card);
    return answers(c) && fits && is_in_deck(c, e->card) && !is_barred(c, c->board->turn, e->card);
}

static bool name_possible(const Case *c) {
    const Entry *e = c->entry;
    unsigned wild_rule = (unsigned)c->rules->option.wild_rule, seat = c->board->turn;
    if (!answers(c) || e->choice >= (wild_rule == WILD_BOTH ? NAMES : COLOURS)) return false;
    return wild_rule == WILD_NOMINEE ? is_opponent(c, seat, meant(c, seat, e->other)) : e->other == NO_SEAT;
}

static bool can_lose(const Case *c, unsigned victim, unsigned sort) {
    bool either = c->rules->option.zero_pool == POOL_HAND;
    unsigned numbers = c->board->count[victim], actions = either ? c->board->actions[victim] : 0;
    if (!is_opponent(c, c->board->turn, victim)) return false;
    if (sort == SORT_UNSAID) return (numbers || actions) && !(numbers && actions);
    return sort == SORT_NUMBER ? numbers : actions;
}

static bool steal_possible(const Case *c) {
    const Entry *e = c->entry;
    unsigned victims = 0, victim = e->other;
    if (!answers(c)) return false;
    for (unsigned seat = 0; seat < c->board->players; seat++)
        if (can_lose(c, seat, SORT_NUMBER) || can_lose(c, seat, SORT_ACTION)) victims |= 1u << seat;
    if (victim == NO_SEAT && (e->sort == SORT_UNSAID || victims & (victims - 1))) return c->rules->option.zero_optional;
    return can_lose(c, victim == NO_SEAT ? mask_first(victims) : victim, e->sort);
}

static bool challenge_possible(const Case *c) {
    const Board *board = c->board;
    unsigned seat = c->entry->seat;
    if (!is_draw_card(c->entry->card)) return false;
    if (board->phase == PHASE_STUCK) return answers(c);
    if (seat == NO_SEAT && board->players == 2) seat = board->turn;
    return board->phase == PHASE_CLAIM && is_opponent(c, seat, board->split.claimant) &&
           !(board->split.asked >> seat & 1) && board->actions[seat] && !is_barred(c, seat, c->entry->card);
}

static bool stuck_possible(const Case *c) { return answers(c) && is_barred(c, c->board->turn, FACE_DRAW2); }

static bool shed_possible(const Case *c) {
    return !is_between(c) && !(c->entry->seats & ~(unsigned)c->board->split.awaited);
}

/* ---- corrections ---- */

static unsigned others(const Case *c, bool numbers) {
    const Board *board = c->board;
    unsigned sum = 0;
    for (unsigned seat = 0; seat < board->players; seat++)
        if (seat != c->entry->seat) sum += numbers ? board->count[seat] : board->actions[seat];
    return sum;
}

static unsigned held(const Case *c, bool numbers) {
    unsigned seat = c->entry->seat;
    if (!is_player(c, seat)) return 0;
    return numbers ? c->board->count[seat] : c->board->actions[seat];
}

static bool correction_possible(const Case *c) {
    const Entry *e = c->entry;
    const SplitBoard *split = &c->board->split;
    if (!is_between(c) && c->board->phase != PHASE_CLAIM) return false;
    switch (e->kind) {
    case ENTRY_SET_NUMBER_DECK: return others(c, true) + held(c, true) + e->amount <= c->tally->numbers_total;
    case ENTRY_SET_ACTION_DECK: return others(c, false) + held(c, false) + e->amount <= c->tally->actions_total;
    case ENTRY_SET_NUMBERS:
        return is_player(c, e->seat) && others(c, true) + split->numbers_left + e->amount <= c->tally->numbers_total;
    case ENTRY_SET_ACTIONS:
        return is_player(c, e->seat) && others(c, false) + split->actions_left + e->amount <= c->tally->actions_total;
    case ENTRY_SET_STREAK: return is_player(c, e->seat) && e->amount < c->rules->option.bonus_wins;
    default: return is_player(c, e->seat);
    }
}

static bool kind_possible(const Case *c) {
    Phase phase = c->board->phase;
    switch (c->entry->kind) {
    case ENTRY_ROUND: return round_possible(c);
    case ENTRY_PLAY: return play_possible(c);
    case ENTRY_MEET: return meeting_possible(c);
    case ENTRY_PASS:
        return phase == PHASE_OFFER || phase == PHASE_WINDOW || phase == PHASE_COUNTER || phase == PHASE_CLAIM;
    case ENTRY_COUNTER: return phase == PHASE_COUNTER && counter_possible(c);
    case ENTRY_ANSWERED:
    case ENTRY_REFUSED: return phase == PHASE_REPLY && answers(c);
    case ENTRY_PENALTY_TWO:
    case ENTRY_PENALTY_FIVE: return phase == PHASE_PENALTY && answers(c);
    case ENTRY_SHED: return phase == PHASE_SHED && shed_possible(c);
    case ENTRY_NAME: return phase == PHASE_NAME && name_possible(c);
    case ENTRY_STEAL: return phase == PHASE_STEAL && steal_possible(c);
    case ENTRY_HIT: return phase == PHASE_SEVEN && answers(c) && is_opponent(c, c->board->turn, c->entry->other);
    case ENTRY_BONUS_CARD:
    case ENTRY_BONUS_DRAW: return phase == PHASE_BONUS && answers(c);
    case ENTRY_CHALLENGE: return challenge_possible(c);
    case ENTRY_STUCK: return phase == PHASE_CLAIM && stuck_possible(c);
    case ENTRY_SHED_IT: return phase == PHASE_STUCK && answers(c);
    default: return correction_possible(c);
    }
}

bool entry_possible(const Rules *rules, const Tally *tally, const Entry *entry) {
    Case c = {rules, tally, &tally->game.board, entry};
    bool seats = (entry->seat == NO_SEAT || is_player(&c, entry->seat)) &&
                 (entry->other == NO_SEAT || is_player(&c, entry->other));
    if (entry->kind == ENTRY_NONE || entry->kind >= ENTRY_KINDS || !seats || entry->sort > SORT_ACTION) return false;
    return c.board->phase != PHASE_OVER && kind_possible(&c);
}
