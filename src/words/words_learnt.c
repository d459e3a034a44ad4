/* words_learnt.c -- what an action tells one seat alone. */
#include <string.h>

#include "phrase.h"

bool words_gained(const Witness *witness, Seat seat, const Cards *before, const Cards *now, Cards *out) {
    bool drew = false;
    memset(out, 0, sizeof *out);
    for (unsigned face = 0; face < FACES; face++) {
        unsigned was = cards_copies(before, (Face)face), is = cards_copies(now, (Face)face);
        if (is > was) cards_set(out, (Face)face, is - was);
    }
    for (unsigned i = 0; i < witness->events; i++) {
        const Event *event = &witness->event[i];
        if (event->kind == EVENT_swapped || event->kind == EVENT_rotated || event->kind == EVENT_dealt) return false;
        if (event->seat != seat) continue;
        drew |= event->kind == EVENT_drew || event->kind == EVENT_drew_action || event->kind == EVENT_stole;
        if (event->kind == EVENT_took_back && event->card < FACES && cards_has(out, event->card))
            cards_remove(out, event->card);
    }
    return drew && cards_faces(out);
}

/* True when cards were shown or changed hands unseen; what all saw needs no further word. */
static bool hands_moved(const Witness *witness) {
    for (unsigned i = 0; i < witness->events; i++) {
        unsigned kind = witness->event[i].kind;
        if (kind == EVENT_challenged || kind == EVENT_swapped || kind == EVENT_rotated || kind == EVENT_stole)
            return true;
    }
    return false;
}

static bool is_more(const Cards *now, const Cards *before) {
    for (uint64_t faces = cards_faces(now); faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        if (cards_copies(now, face) > cards_copies(before, face)) return true;
    }
    return false;
}

static void put_cards(Text *text, const Teller *teller, Phrase phrase, unsigned seat, const Cards *cards) {
    char words[WORDS_CARDS_MAX];
    words_cards(teller, cards, words, sizeof words);
    if (text->length) text_char(text, ' ');
    phrase_put(text, teller, phrase, &(Parts){.a = seat, .list = words});
}

unsigned words_learnt(const Teller *teller, const Witness *witness, const View *before, const View *now, char *out,
                      unsigned size) {
    Text text = text_in(out, size);
    Cards cards;
    if (now->seat >= SEATS_MAX || now->seat != before->seat) return 0;
    if (words_gained(witness, now->seat, &before->own.hand, &now->own.hand, &cards))
        put_cards(&text, teller, PHRASE_learnt_own, now->seat, &cards);
    for (unsigned seat = 0; seat < now->board.players && hands_moved(witness); seat++)
        if (seat != now->seat && is_more(&now->known[seat], &before->known[seat]))
            put_cards(&text, teller, PHRASE_learnt_other, seat, &now->known[seat]);
    return text.length;
}
