/* feed.c -- the table's side of the tally: what everybody saw, as entries.
 *
 * Who passed an offer and what was chosen in secret is entered only once it
 * shows; of a stolen card its sort, which the counts give away. */
#include <string.h>

#include "lockstep.h"

enum { THEFTS_MAX = 2 * SPLIT_SEATS_MAX };

static bool enter(Pair *pair, const Entry *entry) {
    Objection objection;
    pair->score->entries++;
    pair->behind = false;
    if (tally_apply(&pair->tally, entry, NULL, &objection)) return true;
    return pair_fault(pair, "entry %u (seat %u, other %u, card %u, second %u, sort %u) is refused: %u (%s), verdict %u",
                      entry->kind, entry->seat, entry->other, entry->card, entry->second, entry->sort, objection.kind,
                      objection_ids(&objection), objection.verdict);
}

static bool enter_kind(Pair *pair, EntryKind kind) {
    Entry entry = entry_of(kind);
    return enter(pair, &entry);
}

/* With two players nobody needs to say whom. */
static Seat said(Pair *pair, Seat seat) {
    return pair->game.board.players == 2 && random_below(&pair->random, 2) ? (Seat)NO_SEAT : seat;
}

static bool enter_card(Pair *pair, EntryKind kind, Seat seat, Face card, Seat other) {
    Entry entry = entry_of(kind);
    entry.seat = seat;
    entry.card = card;
    entry.other = other;
    return enter(pair, &entry);
}

/* ---- number rounds ---- */

/* Reads the course of the thefts with the sorts in `actions`, a bit each; true where they lead to the counts that lie
 * open now. */
static bool sorts_agree(const Pair *pair, const Board *before, unsigned actions) {
    unsigned thefts = 0, held[SPLIT_SEATS_MAX], numbers[SPLIT_SEATS_MAX];
    for (unsigned seat = 0; seat < before->players; seat++) {
        held[seat] = before->actions[seat];
        numbers[seat] = before->count[seat];
    }
    for (unsigned i = 0; i < pair->witness.events; i++) {
        const Event *event = &pair->witness.event[i];
        if (event->kind == EVENT_round_won || event->kind == EVENT_tied) break;
        if (event->kind == EVENT_revealed) numbers[event->seat]--;
        if (event->kind == EVENT_drew) numbers[event->seat] += event->amount;
        if (event->kind == EVENT_drew_action) held[event->seat] += event->amount;
        if (event->kind != EVENT_stole) continue;
        unsigned *pool = actions >> thefts++ & 1 ? held : numbers;
        if (!pool[event->other]--) return false;
        pool[event->seat]++;
    }
    for (unsigned seat = 0; seat < before->players; seat++)
        if (held[seat] != pair->game.board.actions[seat]) return false;
    return true;
}

static unsigned theft_sorts(const Pair *pair, const Board *before) {
    unsigned thefts = 0, sorts = 0;
    for (unsigned i = 0; i < pair->witness.events; i++) thefts += pair->witness.event[i].kind == EVENT_stole;
    if (!thefts || pair->rules->option.zero_pool == POOL_NUMBERS) return 0;
    while (sorts >> thefts == 0 && !sorts_agree(pair, before, sorts)) sorts++;
    return sorts;
}

/* Thefts that had no choice in them but which sort chance took are told as well where the tally wants to know. */
static bool feed_thefts(Pair *pair, const Board *before) {
    unsigned sorts = theft_sorts(pair, before), thefts = 0;
    for (unsigned i = 0; i < pair->witness.events; i++) {
        const Event *event = &pair->witness.event[i];
        if (event->kind != EVENT_stole) continue;
        bool action = sorts >> thefts++ & 1;
        pair->score->rare[action ? RARE_stole_action : RARE_stole_number]++;
        if (pair->tally.game.board.phase != PHASE_STEAL || pair->tally.game.board.turn != event->seat) continue;
        Entry entry = entry_of(ENTRY_STEAL);
        entry.other = event->other;
        bool plain = pair->rules->option.zero_pool == POOL_NUMBERS && random_below(&pair->random, 2);
        entry.sort = plain ? SORT_UNSAID : action ? SORT_ACTION : SORT_NUMBER;
        if (!enter(pair, &entry)) return false;
    }
    pair->score->rare[RARE_stole_twice] += thefts > 1;
    return true;
}

/* H61: noted is a number that a Wild's rule does not allow; a colour nobody can tell. */
static bool breaks_rule(unsigned duty, unsigned number) {
    switch (duty) {
    case NAME_EVEN: return number % 2 == 1;
    case NAME_ODD: return number % 2 == 0;
    case NAME_LOW: return number > 4;
    case NAME_HIGH: return number < 5;
    default: return false;
    }
}

static bool feed_bids(Pair *pair, const Board *before) {
    Entry entry = entry_of(ENTRY_ROUND);
    unsigned undutiful = 0;
    for (unsigned i = 0; i < pair->witness.events; i++) {
        const Event *event = &pair->witness.event[i];
        if (event->kind != EVENT_revealed) continue;
        entry.number[event->seat] = (uint8_t)face_value(event->card);
        undutiful |= (unsigned)breaks_rule(before->split.duty[event->seat], face_value(event->card)) << event->seat;
    }
    if (!enter(pair, &entry)) return false;
    if (pair->tally.undutiful != undutiful)
        return pair_fault(pair, "noted against duty: %x, not %x", pair->tally.undutiful, undutiful);
    pair->score->rare[RARE_undutiful] += undutiful != 0;
    return feed_thefts(pair, before);
}

static bool feed_steal(Pair *pair, const Board *before, Action action) {
    return (action_target(action) != NO_SEAT || enter_kind(pair, ENTRY_STEAL)) && feed_thefts(pair, before);
}

/* ---- offers and windows ---- */

static bool feed_meeting(Pair *pair) {
    Entry entry = entry_of(ENTRY_MEET);
    for (unsigned i = 0; i < pair->witness.events; i++) {
        const Event *event = &pair->witness.event[i];
        if (event->kind != EVENT_action_all) continue;
        bool first = entry.card == NO_FACE;
        *(first ? &entry.seat : &entry.other) = event->seat;
        *(first ? &entry.card : &entry.second) = event->card;
    }
    if (random_below(&pair->random, 2)) {
        Entry turned = entry;
        turned.seat = entry.other;
        turned.other = entry.seat;
        turned.card = entry.second;
        turned.second = entry.card;
        return enter(pair, &turned);
    }
    return enter(pair, &entry);
}

/* One more has passed, or nobody plays: that may be said, or shows itself by the round that follows, a void one too. */
static bool feed_pass(Pair *pair) {
    bool void_round = event_happened(&pair->witness, EVENT_void_round);
    bool nobody = void_round || pair->game.board.phase != PHASE_OFFER;
    pair->behind = true;
    if (nobody && pair->taste.says_passes) return enter_kind(pair, ENTRY_PASS);
    return !void_round || enter_kind(pair, ENTRY_ROUND);
}

static bool feed_offer(Pair *pair, Seat seat, Action action) {
    if (action_kind(action) == ACT_PASS) return feed_pass(pair);
    Seat target = action_target(action);
    return enter_card(pair, ENTRY_PLAY, seat, action_card(action), target == NO_SEAT ? target : said(pair, target));
}

static bool feed_window(Pair *pair) {
    if (event_happened(&pair->witness, EVENT_met)) return feed_meeting(pair);
    for (unsigned i = 0; i < pair->witness.events; i++) {
        const Event *event = &pair->witness.event[i];
        if (event->kind == EVENT_action || event->kind == EVENT_action_all)
            return enter_card(pair, ENTRY_PLAY, event->seat, event->card,
                              event->other == NO_SEAT ? event->other : said(pair, event->other));
    }
    return feed_pass(pair);
}

/* ---- sheds ---- */

static bool shed_is_declinable(const Options *option, Face card) {
    if (card == FACE_WILD) return option->wild_optional;
    return card == FACE_DARE && option->dare_shed == DARE_OPTIONAL;
}

static bool feed_sheds(Pair *pair, const Board *before) {
    bool free_shed = before->split.shed_next == SHED_WINS;
    Entry entry = entry_of(free_shed ? ENTRY_ROUND : ENTRY_SHED);
    for (unsigned i = 0; i < pair->witness.events; i++) {
        const Event *event = &pair->witness.event[i];
        if (event->kind != EVENT_shed) continue;
        if (free_shed && random_below(&pair->random, 2)) entry.number[event->seat] = (uint8_t)face_value(event->card);
        if (!free_shed) entry.seats |= (uint8_t)(1u << event->seat);
    }
    pair->behind = false;
    return (!free_shed && !shed_is_declinable(&pair->rules->option, before->split.card)) || enter(pair, &entry);
}

/* ---- claims ---- */

static bool feed_claim(Pair *pair, const Board *before, Seat seat, Action action) {
    if (action_kind(action) == ACT_CHALLENGE)
        return enter_card(pair, ENTRY_CHALLENGE, said(pair, seat), action_card(action), NO_SEAT);
    if (event_happened(&pair->witness, EVENT_stuck)) return enter_kind(pair, ENTRY_STUCK);
    if (pair->game.board.phase == PHASE_OVER && (pair->behind || before->actions[seat]))
        return enter_kind(pair, ENTRY_PASS);
    pair->behind |= before->actions[seat] > 0;
    pair->score->rare[RARE_passed_over] += pair->behind;
    return true;
}

static bool feed_stuck(Pair *pair, Seat seat, Action action) {
    if (FACE_BIT(action_card(action)) & NUMBERS_MASK) return enter_kind(pair, ENTRY_SHED_IT);
    return enter_card(pair, ENTRY_CHALLENGE, said(pair, seat), action_card(action), NO_SEAT);
}

static bool feed_counter(Pair *pair, const Board *before, Seat seat, Action action) {
    if (action_kind(action) == ACT_PLAY) return enter_card(pair, ENTRY_COUNTER, NO_SEAT, action_card(action), NO_SEAT);
    return !before->actions[seat] || enter_kind(pair, ENTRY_PASS); /* everybody sees that there is nothing to play */
}

static bool feed_name(Pair *pair, Action action) {
    Entry entry = entry_of(ENTRY_NAME);
    Seat target = action_target(action);
    entry.choice = (uint8_t)action_choice(action);
    entry.other = target == NO_SEAT ? target : said(pair, target);
    return enter(pair, &entry);
}

bool pair_feed(Pair *pair, const Board *before, Seat seat, Action action) {
    if (event_happened(&pair->witness, EVENT_bid_made)) { /* chosen in secret, and others still choose */
        pair->behind = true;
        return true;
    }
    switch (before->phase) {
    case PHASE_OFFER: return feed_offer(pair, seat, action);
    case PHASE_WINDOW: return feed_window(pair);
    case PHASE_COUNTER: return feed_counter(pair, before, seat, action);
    case PHASE_REPLY: return enter_kind(pair, action_kind(action) == ACT_ANSWER ? ENTRY_ANSWERED : ENTRY_REFUSED);
    case PHASE_PENALTY:
        return enter_kind(pair, action_kind(action) == ACT_PENALTY_A ? ENTRY_PENALTY_TWO : ENTRY_PENALTY_FIVE);
    case PHASE_SHED: return feed_sheds(pair, before);
    case PHASE_NAME: return feed_name(pair, action);
    case PHASE_BID: return feed_bids(pair, before);
    case PHASE_STEAL: return feed_steal(pair, before, action);
    case PHASE_SEVEN:
        return enter_card(pair, ENTRY_HIT, NO_SEAT, NO_FACE, action_target(action)) && feed_thefts(pair, before);
    case PHASE_BONUS:
        return enter_kind(pair, action_kind(action) == ACT_BONUS_CARD ? ENTRY_BONUS_CARD : ENTRY_BONUS_DRAW);
    case PHASE_CLAIM: return feed_claim(pair, before, seat, action);
    case PHASE_STUCK: return feed_stuck(pair, seat, action);
    default: return true; /* PHASE_DISCARD: which card pays for a Reverse, nobody counts */
    }
}
