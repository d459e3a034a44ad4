/* witness.c -- notes events, and who has seen which cards of which hand. */
#include "witness.h"

#include <string.h>

#include "text.h"

void witness_init(Witness *witness) { memset(witness, 0, sizeof *witness); }

void witness_begin(Witness *witness) {
    if (witness) witness->events = 0;
}

void witness_event(Witness *witness, EventKind kind, Seat seat, Seat other, Face card, unsigned amount) {
    if (!witness || witness->events == EVENTS_MAX) return;
    witness->event[witness->events++] = (Event){(uint8_t)kind, seat, other, card, (uint16_t)amount};
}

void witness_left(Witness *witness, Seat holder, Face card) {
    if (!witness) return;
    for (unsigned observer = 0; observer < OBSERVERS; observer++)
        if (cards_has(&witness->known[observer][holder], card)) cards_remove(&witness->known[observer][holder], card);
}

void witness_kept(Witness *witness, Seat holder, Face card) {
    if (!witness) return;
    for (unsigned observer = 0; observer < OBSERVERS; observer++)
        if (observer != holder) cards_add(&witness->known[observer][holder], card);
}

void witness_shown(Witness *witness, Seat observer, Seat holder, const Cards *hand) {
    if (witness && observer != holder) witness->known[observer][holder] = *hand;
}

void witness_opened(Witness *witness, const Game *game) {
    for (unsigned observer = 0; witness && observer < OBSERVERS; observer++)
        for (unsigned holder = 0; holder < game->board.players; holder++)
            witness_shown(witness, (Seat)observer, (Seat)holder, &game->own[holder].hand);
}

/* `giver` knows all that `taker` just got from it, and nothing of its own hand. */
static void gave_hand(Witness *witness, const Game *game, Seat giver, Seat taker) {
    witness->known[giver][taker] = game->own[taker].hand;
    witness->known[taker][taker] = (Cards){0};
}

void witness_swapped(Witness *witness, const Game *game, Seat a, Seat b) {
    if (!witness) return;
    for (unsigned observer = 0; observer < OBSERVERS; observer++) {
        Cards of_a = witness->known[observer][a];
        witness->known[observer][a] = witness->known[observer][b];
        witness->known[observer][b] = of_a;
    }
    gave_hand(witness, game, a, b);
    gave_hand(witness, game, b, a);
}

void witness_rotated(Witness *witness, const Game *game) {
    if (!witness) return;
    const Board *board = &game->board;
    Seat ring[SEATS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < board->players; i++) {
        Seat seat = board_at_place(board, board->classic.direction > 0 ? i : board->players - 1 - i);
        if (!(board->out >> seat & 1)) ring[count++] = seat;
    }
    if (!count) return;
    for (unsigned observer = 0; observer < OBSERVERS; observer++) {
        Cards last = witness->known[observer][ring[count - 1]];
        for (unsigned i = count - 1; i; i--) witness->known[observer][ring[i]] = witness->known[observer][ring[i - 1]];
        witness->known[observer][ring[0]] = last;
    }
    for (unsigned i = 0; i < count; i++) gave_hand(witness, game, ring[i], ring[(i + 1) % count]);
}

void witness_stolen(Witness *witness, Seat thief, Seat victim, Face card) {
    if (!witness) return;
    for (unsigned observer = 0; observer < OBSERVERS; observer++) {
        Cards *known = &witness->known[observer][victim];
        if (observer == thief) {
            if (cards_has(known, card)) cards_remove(known, card);
        } else if (observer != victim) {
            /* Any of the cards seen there may be the one that went; the counts tell only whether it was a number. */
            *known = cards_only(known, FACE_BIT(card) & NUMBERS_MASK ? ~NUMBERS_MASK : NUMBERS_MASK);
        }
    }
    cards_add(&witness->known[victim][thief], card);
}

void witness_moved(Witness *witness, Seat from, Seat to, Face card) {
    if (!witness) return;
    for (unsigned observer = 0; observer < OBSERVERS; observer++) {
        Cards *known = &witness->known[observer][from];
        if (observer == from) continue;
        if (observer != to) *known = (Cards){0}; /* any of the cards seen there may be the one that went */
        else if (cards_has(known, card)) cards_remove(known, card);
    }
    cards_add(&witness->known[from][to], card);
}

void witness_shown_all(Witness *witness, Seat holder, const Cards *hand) {
    for (unsigned observer = 0; witness && observer < OBSERVERS; observer++)
        witness_shown(witness, (Seat)observer, holder, hand);
}

void witness_new_deal(Witness *witness) {
    if (witness) memset(witness->known, 0, sizeof witness->known);
}

/* A table for each column: what is not asked for is not linked. */
static const char *const event_names[EVENT_KINDS] = {
#define EVENT(name, fields, words) #name,
#include "event.def"
#undef EVENT
};

static const uint8_t fields_of[EVENT_KINDS] = {
#define EVENT(name, fields, words) fields,
#include "event.def"
#undef EVENT
};

static const char *const templates[EVENT_KINDS] = {
#define EVENT(name, fields, words) words,
#include "event.def"
#undef EVENT
};

const char *event_name(EventKind kind) { return event_names[kind]; }
unsigned event_fields(EventKind kind) { return fields_of[kind]; }

static const char *const duty_words[NAMES] = {DUTY_WORDS};

static void put_name(Text *text, const char *const *names, Seat seat) {
    if (names && seat < SEATS_MAX && names[seat]) text_put(text, names[seat]);
    else text_char(text, seat < SEATS_MAX ? (char)('A' + seat) : '-');
}

static void put_card(Text *text, const Rules *rules, Face card) {
    char code[CARD_CODE_MAX + 2];
    bool seen = card < FACES || face_is_second(rules, card);
    if (seen) face_format(rules, card, code, sizeof code);
    text_put(text, seen ? code : "a card");
}

unsigned event_format(const Rules *rules, const Event *event, const char *const *names, char *out, unsigned size) {
    Text text = text_in(out, size);
    const char *at = template_form(templates[event->kind], 0, event->amount == 1);
    for (Mark mark; (mark = template_next(&at, &text)).letter;) switch (mark.letter) {
        case 'a': put_name(&text, names, event->seat); break;
        case 'b': put_name(&text, names, event->other); break;
        case 'c': put_card(&text, rules, event->card); break;
        case 'n': text_number(&text, event->amount); break;
        case 'm':
            if (event->amount % COUNTER_EVENT != COUNTER_UNSEEN) {
                text_number(&text, event->amount % COUNTER_EVENT);
                text_char(&text, ' ');
            }
            text_put(&text, rules->counter[event->amount / COUNTER_EVENT % COUNTERS_MAX].name);
            break;
        case 'r': text_put(&text, rules_trigger_name(rules, event->amount)); break;
        case 'k': text_put(&text, event->amount < NAMES ? duty_words[event->amount] : "?"); break;
        }
    return text.length;
}
