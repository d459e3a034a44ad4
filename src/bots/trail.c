/* trail.c -- follows one hand by comparing the table with the one before. */
#include "trail.h"

void trail_reset(Trail *trail, unsigned cards) {
    memset(trail, 0, sizeof *trail);
    trail->came = cards;
}

static bool takes_card(const Sign *sign) { return sign->kind == SIGN_LAID || sign->kind == SIGN_LEFT; }

unsigned trail_cards(const Trail *trail) {
    unsigned cards = trail->came;
    for (unsigned i = 0; i < trail->signs; i++) cards += trail->sign[i].came - (unsigned)takes_card(&trail->sign[i]);
    return cards;
}

static void forget_first(Trail *trail) {
    const Sign *first = &trail->sign[0];
    trail->sign[1].came = (uint16_t)(trail->sign[1].came + first->came - takes_card(first));
    memmove(&trail->sign[0], &trail->sign[1], --trail->signs * sizeof *trail->sign);
}

static void add(Trail *trail, SignKind kind, uint64_t fit, Face card, unsigned colour) {
    if (trail->signs == SIGNS_MAX) forget_first(trail);
    trail->sign[trail->signs++] = (Sign){fit, (uint16_t)trail->came, (uint8_t)kind, card, (uint8_t)colour};
    trail->came = 0;
}

static uint64_t could_be_laid(const Rules *rules, const Board *before) {
    return classic_fitting(rules, before->classic.top, before->classic.colour);
}

static void watch_laid(const Rules *rules, Trail *trail, Seat seat, const Board *before, const Board *now) {
    Face card = now->classic.top;
    bool asked = seat == before->turn;
    unsigned colour = rules->naming >> card & 1 ? now->classic.colour : NO_COLOUR;
    uint64_t fit = could_be_laid(rules, before);
    if (asked && before->phase == PHASE_DRAWN && trail->came) { /* it came, and is gone again */
        trail->came--;
        if (colour < COLOURS) add(trail, SIGN_NAMED, 0, NO_FACE, colour);
        return;
    }
    bool chosen = asked && before->phase == PHASE_TURN && fit >> card & 1;
    add(trail, chosen ? SIGN_LAID : SIGN_LEFT, fit, card, colour);
}

/* Who draws, or keeps what was drawn, most likely has nothing that fits. */
static void watch_turn(const Rules *rules, Trail *trail, const Board *before, const Board *now) {
    bool more = now->count[before->turn] > before->count[before->turn];
    bool over = now->phase == PHASE_DRAWN || now->turn != before->turn;
    if (before->phase == PHASE_TURN && more && over)
        add(trail, SIGN_DREW, could_be_laid(rules, before), NO_FACE, NO_COLOUR);
    if (before->phase == PHASE_DRAWN && now->phase != PHASE_DRAWN && !more && trail->came == 1)
        add(trail, SIGN_KEPT, could_be_laid(rules, before), NO_FACE, NO_COLOUR);
}

/* A card was laid, and no hand is smaller: it was the one whose turn it was, and the card made it draw. */
static bool laid_and_drew(const Board *before, const Board *now) {
    for (unsigned seat = 0; seat < now->players; seat++)
        if (now->count[seat] < before->count[seat]) return false;
    return now->open_count == before->open_count + 1;
}

void trail_watch(const Rules *rules, Trail *trail, Seat seat, const Board *before, const Board *now) {
    unsigned cards = before->count[seat], count = now->count[seat];
    bool asked = seat == before->turn, fewer = count + 1 == cards && now->classic.top < FACES;
    if (fewer || (asked && laid_and_drew(before, now))) {
        watch_laid(rules, trail, seat, before, now);
        cards--;
    } else if (asked) {
        watch_turn(rules, trail, before, now);
    }
    if (count >= cards) trail->came += count - cards;
    if (trail_cards(trail) != count) trail_reset(trail, count);
}
