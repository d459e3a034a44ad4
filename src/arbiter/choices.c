/* choices.c -- what could be entered now: candidates by the question on the
 * table, of which those stay that the tally would take. */
#include <stddef.h>

#include "tally.h"

typedef struct {
    const Tally *tally;
    Entry *out;
    unsigned count;
} Choices;

static void offer(Choices *choices, Entry entry) {
    Tally trial = *choices->tally;
    Objection objection;
    if (choices->count < TALLY_CHOICES_MAX && tally_apply(&trial, &entry, NULL, &objection))
        choices->out[choices->count++] = entry;
}

static void offer_kind(Choices *choices, EntryKind kind) { offer(choices, entry_of(kind)); }

static void offer_other(Choices *choices, Entry entry) {
    for (Seat seat = 0; seat < choices->tally->game.board.players; seat++) {
        entry.other = seat;
        offer(choices, entry);
    }
}

static void offer_plays(Choices *choices) {
    const Board *board = &choices->tally->game.board;
    for (Seat seat = 0; seat < board->players; seat++) {
        if (!board->actions[seat]) continue;
        for (unsigned sort = 0; sort < SPLIT_SORTS; sort++) {
            Entry entry = entry_of(ENTRY_PLAY);
            entry.seat = seat;
            entry.card = split_sorts[sort];
            if (entry.card == FACE_WILD) offer(choices, entry);
            else offer_other(choices, entry);
        }
    }
}

static void offer_cards(Choices *choices, EntryKind kind, uint64_t faces, Seat seat) {
    for (unsigned sort = 0; sort < SPLIT_SORTS; sort++) {
        Entry entry = entry_of(kind);
        entry.seat = seat;
        entry.card = split_sorts[sort];
        if (faces >> entry.card & 1) offer(choices, entry);
    }
}

static void offer_names(Choices *choices) {
    for (unsigned name = 0; name < NAMES; name++) {
        Entry entry = entry_of(ENTRY_NAME);
        entry.choice = (uint8_t)name;
        if (choices->tally->rules.option.wild_rule == WILD_NOMINEE) offer_other(choices, entry);
        else offer(choices, entry);
    }
}

static void offer_steals(Choices *choices) {
    const Board *board = &choices->tally->game.board;
    for (Seat seat = 0; seat < board->players; seat++)
        for (unsigned sort = SORT_UNSAID; sort <= SORT_ACTION; sort++) {
            Entry entry = entry_of(ENTRY_STEAL);
            entry.other = seat;
            entry.sort = (uint8_t)sort;
            bool plain = choices->tally->rules.option.zero_pool == POOL_NUMBERS;
            if (plain == (sort == SORT_UNSAID)) offer(choices, entry); /* each way of taking a card once */
        }
    offer_kind(choices, ENTRY_STEAL);
}

static void offer_sheds(Choices *choices) {
    unsigned asked = choices->tally->game.board.split.awaited;
    for (unsigned seats = asked;; seats = (seats - 1) & asked) {
        Entry entry = entry_of(ENTRY_SHED);
        entry.seats = (uint8_t)seats;
        offer(choices, entry);
        if (!seats) return;
    }
}

static void offer_challenges(Choices *choices) {
    for (Seat seat = 0; seat < choices->tally->game.board.players; seat++)
        offer_cards(choices, ENTRY_CHALLENGE, SPLIT_DRAW_CARDS, seat);
    if (tally_may_be_stuck(choices->tally)) offer_kind(choices, ENTRY_STUCK);
    offer_kind(choices, ENTRY_PASS);
}

unsigned tally_choices(const Tally *tally, Entry out[TALLY_CHOICES_MAX]) {
    Choices choices = {tally, out, 0};
    switch ((Phase)tally->game.board.phase) {
    case PHASE_OFFER:
    case PHASE_WINDOW:
        offer_plays(&choices);
        offer_kind(&choices, ENTRY_PASS);
        break;
    case PHASE_COUNTER:
        offer_cards(&choices, ENTRY_COUNTER, SPLIT_ACTIONS, NO_SEAT);
        offer_kind(&choices, ENTRY_PASS);
        break;
    case PHASE_REPLY:
        offer_kind(&choices, ENTRY_ANSWERED);
        offer_kind(&choices, ENTRY_REFUSED);
        break;
    case PHASE_PENALTY:
        offer_kind(&choices, ENTRY_PENALTY_TWO);
        offer_kind(&choices, ENTRY_PENALTY_FIVE);
        break;
    case PHASE_SHED: offer_sheds(&choices); break;
    case PHASE_NAME: offer_names(&choices); break;
    case PHASE_STEAL: offer_steals(&choices); break;
    case PHASE_SEVEN: offer_other(&choices, entry_of(ENTRY_HIT)); break;
    case PHASE_BONUS:
        offer_kind(&choices, ENTRY_BONUS_CARD);
        offer_kind(&choices, ENTRY_BONUS_DRAW);
        break;
    case PHASE_CLAIM: offer_challenges(&choices); break;
    case PHASE_STUCK:
        offer_kind(&choices, ENTRY_SHED_IT);
        offer_cards(&choices, ENTRY_CHALLENGE, SPLIT_DRAW_CARDS, NO_SEAT);
        break;
    case PHASE_OVER:
    case PHASE_BID:
    case PHASE_DISCARD: /* nobody counts which card it is */
    CASE_CLASSIC_PHASES:
        break;
    }
    return choices.count;
}

/* They exist between two players only, where the rules have interrupt windows. */
unsigned tally_meetings(const Tally *tally, Entry out[TALLY_MEETINGS_MAX]) {
    Choices choices = {tally, out, 0};
    if (tally->rules.option.action_timing == TIMING_ROUND || tally->game.board.players != 2) return 0;
    for (unsigned i = 0; i < TALLY_MEETINGS_MAX; i++) {
        Entry entry = entry_of(ENTRY_MEET);
        entry.seat = 0, entry.other = 1;
        entry.card = split_sorts[i / SPLIT_SORTS], entry.second = split_sorts[i % SPLIT_SORTS];
        offer(&choices, entry);
    }
    return choices.count;
}
