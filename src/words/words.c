/* words.c -- seats and cards in words, templates filled in, and who won. */
#include "words.h"

#include "phrase.h"

const char *phrase_of(const Teller *teller, Phrase phrase) {
    return (teller->language ? teller->language : &language_english)->phrase[phrase];
}

const char *words_duty(const Teller *teller, unsigned duty) { return phrase_of(teller, (Phrase)(PHRASE_NAMES + duty)); }

static const char *name_or(const Teller *teller, unsigned seat, Phrase you) {
    if (seat == teller->reader) return phrase_of(teller, you);
    return seat < SEATS_MAX && teller->name[seat] ? teller->name[seat] : "?";
}

const char *words_name(const Teller *teller, unsigned seat) { return name_or(teller, seat, PHRASE_you); }

/* ---- cards ---- */

/* The built-in cards that have a name in words; the others go by the name of their row. */
static const struct {
    Family family;
    const char *code;
    Phrase phrase;
} card_names[] = {
#define CARD(FAMILY, key, code) {FAMILY_##FAMILY, code, PHRASE_card_##key},
#include "../ruleset/card_names.def"
#undef CARD
};

const char *words_card_name(const Teller *teller, Face face) {
    const Rules *rules = teller->rules;
    const CardRow *row = face_row(rules, face);
    if (face >= FACES || (rules->custom | rules->changed) >> face & 1) return row->name;
    for (unsigned i = 0; i < sizeof card_names / sizeof *card_names; i++) {
        const char *name = phrase_of(teller, card_names[i].phrase);
        if (card_names[i].family == rules->family && text_equal(card_names[i].code, row->code) && *name) return name;
    }
    return row->name;
}

static void put_face(Text *text, const Teller *teller, Face face) {
    const char *name = words_card_name(teller, face), *at = phrase_of(teller, PHRASE_coloured);
    if (face >= FACES || !face_is_coloured(teller->rules, face)) {
        text_put(text, name);
        return;
    }
    for (Mark mark; (mark = template_next(&at, text)).letter;)
        text_put(text, mark.letter == 'k' ? words_duty(teller, face_colour(face)) : name);
}

unsigned words_face(const Teller *teller, Face face, char *out, unsigned size) {
    Text text = text_in(out, size);
    put_face(&text, teller, face);
    return text.length;
}

unsigned words_cards(const Teller *teller, const Cards *cards, char *out, unsigned size) {
    Text text = text_in(out, size);
    for (uint64_t faces = cards_faces(cards); faces; faces &= faces - 1)
        for (unsigned copies = cards_copies(cards, (Face)bits_first(faces)); copies; copies--) {
            if (text.length) text_put(&text, ", ");
            put_face(&text, teller, (Face)bits_first(faces));
        }
    return text.length;
}

/* ---- templates ---- */

/* {a}, {aAcc}, {aDat} */
static void put_seat(Text *text, const Teller *teller, unsigned seat, char detail) {
    text_put(text, name_or(teller, seat, detail == 'A' ? PHRASE_you_acc : detail == 'D' ? PHRASE_you_dat : PHRASE_you));
}

/* Those who type read what can be typed. */
static void put_card(Text *text, const Teller *teller, Face card, bool named) {
    char code[CARD_CODE_MAX + 2];
    if (card >= FACES && !face_is_second(teller->rules, card)) text_put(text, phrase_of(teller, PHRASE_some_card));
    else if (teller->picks || named) put_face(text, teller, card);
    else face_format(teller->rules, card, code, sizeof code), text_put(text, code);
}

/* "3 mana"; "mana" of one that is hidden */
static void put_counter(Text *text, const Teller *teller, unsigned number) {
    if (number % COUNTER_EVENT != COUNTER_UNSEEN) {
        text_number(text, number % COUNTER_EVENT);
        text_char(text, ' ');
    }
    text_put(text, teller->rules->counter[number / COUNTER_EVENT % COUNTERS_MAX].name);
}

void phrase_fill(Text *text, const Teller *teller, const char *words, const Parts *parts) {
    for (Mark mark; (mark = template_next(&words, text)).letter;) switch (mark.letter) {
        case 'a': put_seat(text, teller, parts->a, mark.detail); break;
        case 'b': put_seat(text, teller, parts->b, mark.detail); break;
        case 'c': put_card(text, teller, parts->card, parts->named); break;
        case 'n': text_number(text, parts->number); break;
        case 'k': text_put(text, parts->name < NAMES ? words_duty(teller, parts->name) : "?"); break;
        case 'm': put_counter(text, teller, parts->number); break;
        case 'r': text_put(text, rules_trigger_name(teller->rules, parts->number)); break;
        case 'f': text_put(text, parts->fits); break;
        case 'l': text_put(text, parts->list); break;
        case 'w': text_put(text, parts->what); break;
        }
}

unsigned phrase_form_of(const Teller *teller, const Parts *parts) {
    return teller->reader >= SEATS_MAX ? 0 : parts->a == teller->reader ? 1 : parts->b == teller->reader ? 2 : 0;
}

void phrase_put_form(Text *text, const Teller *teller, Phrase phrase, unsigned form, const Parts *parts) {
    phrase_fill(text, teller, template_form(phrase_of(teller, phrase), form, parts->number == 1), parts);
}

void phrase_put(Text *text, const Teller *teller, Phrase phrase, const Parts *parts) {
    phrase_put_form(text, teller, phrase, !teller->picks, parts);
}

/* ---- who won ---- */

unsigned words_result(const Teller *teller, const Board *board, char *out, unsigned size) {
    char names[WORDS_RESULT_MAX];
    Text text = text_in(out, size), list = text_in(names, sizeof names);
    Parts parts = {.list = names};
    bool you = teller->reader < board->players && board->winners >> teller->reader & 1;
    for (unsigned seat = 0; seat < board->players; seat++) {
        if (!(board->winners >> seat & 1)) continue;
        if (parts.number++) text_put(&list, phrase_of(teller, PHRASE_list_and));
        text_put(&list, name_or(teller, seat, parts.number == 1 ? PHRASE_you_first : PHRASE_you));
    }
    if (!parts.number) phrase_put(&text, teller, PHRASE_result_nobody, &parts);
    else phrase_put_form(&text, teller, PHRASE_result_won, you && parts.number == 1, &parts);
    return text.length;
}
