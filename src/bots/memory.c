/* memory.c -- notices what a table shows by comparing its board with the one before. */
#include "memory.h"

#include <string.h>

void memory_init(Memory *memory) { memset(memory, 0, sizeof *memory); }

bool memory_fits(const Memory *memory, const View *view) {
    return memory->begun && memcmp(&memory->before, &view->board, sizeof view->board) == 0;
}

/* ---- batches ---- */

static void guess_reset(Guess *guess, unsigned cards) {
    memset(guess, 0, sizeof *guess);
    guess->batch[0].cards = cards;
    guess->batches = 1;
    guess->named = NO_COLOUR;
}

static unsigned guess_cards(const Guess *guess) {
    unsigned cards = 0;
    for (unsigned i = 0; i < guess->batches; i++) cards += guess->batch[i].cards;
    return cards;
}

static void guess_drew(Guess *guess, unsigned cards) {
    if (guess->batches == BATCHES_MAX) { /* the two oldest become one: what is known of both */
        guess->batch[0].cards += guess->batch[1].cards;
        guess->batch[0].banned &= guess->batch[1].banned;
        guess->batches--;
        memmove(&guess->batch[1], &guess->batch[2], (guess->batches - 1) * sizeof *guess->batch);
    }
    guess->batch[guess->batches++] = (CardBatch){cards, 0};
}

/* The card came most likely from the largest batch that can have had it. */
static void guess_played(Guess *guess, Face face) {
    CardBatch *from = NULL, *any = NULL;
    for (unsigned i = 0; i < guess->batches; i++) {
        CardBatch *batch = &guess->batch[i];
        if (!batch->cards) continue;
        any = batch;
        if (!(batch->banned >> face & 1) && (!from || batch->cards > from->cards)) from = batch;
    }
    if (!from) from = any;
    if (from) from->cards--;
}

/* ---- watching a classic table ---- */

/* U28, U29: hands have changed hands. */
static bool moves_hands(const Rules *rules, Face card) {
    for (unsigned i = 0; i < CARD_EFFECTS_MAX; i++) {
        unsigned kind = rules->card[card].effects[i].kind;
        if (kind == EFFECT_SWAP || kind == EFFECT_ROTATE) return true;
    }
    return false;
}

static void watch_turn(const Rules *rules, Memory *memory, const Board *now) {
    const Board *before = &memory->before;
    Seat seat = before->turn;
    Guess *guess = &memory->guess[seat];
    const ClassicBoard *c = &before->classic;
    bool laid = now->count[seat] < guess_cards(guess);
    if (laid) {
        if (rules->wilds >> now->classic.top & 1) guess->named = now->classic.colour;
        memory->laid[seat] = (LaidCard){before->phase == PHASE_TURN, now->classic.top, *before};
        return;
    }
    /* A player who draws, or keeps what was drawn, most likely has nothing that fits. */
    if (before->phase == PHASE_TURN && now->count[seat] > before->count[seat]) {
        for (unsigned i = 0; i < guess->batches; i++)
            guess->batch[i].banned |= classic_fitting(rules, c->top, c->colour);
        if (guess->named == c->colour) guess->named = NO_COLOUR;
    }
    if (before->phase == PHASE_DRAWN && now->phase != PHASE_DRAWN && guess->batches > 1 &&
        guess->batch[guess->batches - 1].cards == 1)
        guess->batch[guess->batches - 1].banned |= classic_fitting(rules, c->top, c->colour);
}

static void watch_counts(Memory *memory, const Board *now) {
    for (unsigned seat = 0; seat < now->players; seat++) {
        Guess *guess = &memory->guess[seat];
        unsigned cards = guess_cards(guess);
        if (now->count[seat] > cards) {
            guess_drew(guess, now->count[seat] - cards);
            memory->laid[seat].holds = false;
        }
        for (; cards > now->count[seat]; cards--) guess_played(guess, now->classic.top);
    }
}

static void watch_classic(const Rules *rules, Memory *memory, const View *view) {
    const Board *before = &memory->before, *now = &view->board;
    Seat other = (Seat)(1 - view->seat);
    bool two = now->players == 2 && view->seat < 2;
    memory->guesses = true;
    bool other_deal = !memory->begun || before->deals != now->deals || before->phase == PHASE_DEAL;
    bool laid = !other_deal && now->open_count != before->open_count;
    if (other_deal || (laid && moves_hands(rules, now->classic.top))) {
        for (unsigned seat = 0; seat < now->players; seat++) {
            guess_reset(&memory->guess[seat], now->count[seat]);
            memory->laid[seat].holds = false;
        }
        if (two) trail_reset(&memory->trail, now->count[other]);
        return;
    }
    if (two) trail_watch(rules, &memory->trail, other, before, now);
    if (before->turn < now->players) watch_turn(rules, memory, now);
    watch_counts(memory, now);
    /* After a reshuffle a hand may hold cards that lay open then. */
    for (unsigned seat = 0; now->open_count < before->open_count && seat < now->players; seat++)
        memory->laid[seat].holds = false;
}

/* ---- watching a Split table ---- */

enum { CERTAIN = 24, HIGH = 7, LOW = 3 };

/* The bid of the other seat, once it is open, at a table of two: it still lies there, or
 * was shed beside the own card. NO_FACE: its owner took it back. */
static Face other_bid(const Memory *memory, const View *view, Seat other) {
    Face shown = view->board.split.shown[other];
    Cards shed = view->board.open, own = memory->hand;
    if (shown < FACES) return shown;
    if (!cards_within(&memory->before.open, &shed)) return NO_FACE;
    cards_take_away(&shed, &memory->before.open);
    for (uint64_t faces = cards_faces(&own); faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        if (cards_copies(&view->own.hand, face) < cards_copies(&own, face) && cards_has(&shed, face))
            cards_remove(&shed, face);
    }
    return cards_faces(&shed) ? (Face)bits_first(cards_faces(&shed)) : NO_FACE;
}

/* A seat that bids low does not bid its highest card; one that bids high may. */
static void watch_split(const Rules *rules, Memory *memory, const View *view) {
    (void)rules;
    Seat other = (Seat)(1 - view->seat);
    bool revealed = memory->begun && memory->before.phase == PHASE_BID && view->board.phase != PHASE_BID;
    if (view->board.players != 2 || view->seat > 1 || !revealed) return;
    Face bid = other_bid(memory, view, other);
    if (bid >= FACES || !(FACE_BIT(bid) & NUMBERS_MASK)) return;
    int more = face_value(bid) >= HIGH ? 4 : face_value(bid) <= LOW ? -12 : -1;
    int sum = memory->bids_high[other] + more;
    memory->bids_high[other] = (int16_t)(sum > CERTAIN ? CERTAIN : sum < -CERTAIN ? -CERTAIN : sum);
}

unsigned memory_bids_highest(const Memory *memory, Seat seat) {
    int sum = memory->bids_high[seat];
    return sum > 0 ? (unsigned)sum * 256 / (CERTAIN + 4) : 0;
}

typedef void Watch(const Rules *rules, Memory *memory, const View *view);

void memory_watch(const Rules *rules, Memory *memory, const View *view) {
    static Watch *const rows[FAMILIES] = {
#define FAMILY(NAME, name) watch_##name,
#include "../engine/family.def"
#undef FAMILY
    };
    rows[rules->family](rules, memory, view);
    memory->hand = view->own.hand;
    memcpy(&memory->before, &view->board, sizeof view->board);
    memory->begun = true;
}
