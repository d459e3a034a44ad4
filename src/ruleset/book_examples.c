/* book_examples.c -- what a turn looks like, made from the rules in force: their own cards, numbers and prices. */
#include <stdio.h>

#include "ruleset_internal.h"

typedef struct {
    const BookLanguage *language;
    const Rules *rules;
    BookExampleSeen *seen;
    void *context;
} Examples;

static void tell(const Examples *e, BookPhrase row, const Filling *filling) {
    char line[512];
    Text text = text_in(line, sizeof line);
    put_filled(&text, e->language, row, filling);
    e->seen(e->context, line);
}

/* "red 5". */
static void name_card(const Examples *e, Face face, char *out, unsigned size) {
    Text text = text_in(out, size);
    const char *colour = book_phrase(e->language, (BookPhrase)(BOOK_colour_red + face_colour(face)));
    const char *name = book_card_name(e->language, e->rules, face);
    put_filled(&text, e->language, BOOK_example_card, &(Filling){.words = {colour, name}});
}

static bool in_deck(const Rules *rules, Face face) { return rules->faces & FACE_BIT(face) && rules->card[face].count; }

/* A card with a colour that does nothing, and fits only by its colour and symbol. */
static bool is_plain(const Rules *rules, Face face) {
    const CardRow *row = &rules->card[face];
    return in_deck(rules, face) && !row->effects[0].kind && !row->more.wild && !rules->card_code[face].effects;
}

/* The n-th value from above whose cards are plain; VALUES: there is none. */
static unsigned plain_value(const Rules *rules, unsigned n) {
    for (unsigned value = VALUE_SKIP; value-- > 0;)
        if (is_plain(rules, FACE(RED, value)) && n-- == 0) return value;
    return VALUES;
}

static void tell_fitting(const Examples *e) {
    unsigned top = plain_value(e->rules, 1), other = plain_value(e->rules, 0);
    char words[3][64];
    if (top == VALUES) return;
    name_card(e, FACE(RED, top), words[0], sizeof words[0]);
    name_card(e, FACE(RED, other), words[1], sizeof words[1]);
    name_card(e, FACE(GREEN, top), words[2], sizeof words[2]);
    tell(e, BOOK_example_fits, &(Filling){.words = {words[0], words[1], words[2]}});
}

/* Somebody is hit by the first card with a colour whose only effect is a draw. */
static void tell_draw(const Examples *e) {
    const Options *o = &e->rules->option;
    for (unsigned value = 0; value < VALUES; value++) {
        const CardRow *row = &e->rules->card[FACE(RED, value)];
        char first[64], second[64];
        bool draws = row->effects[0].kind == EFFECT_DRAW && !row->effects[1].kind;
        if (!in_deck(e->rules, FACE(RED, value)) || !draws || !in_deck(e->rules, FACE(GREEN, value))) continue;
        name_card(e, FACE(RED, value), first, sizeof first);
        name_card(e, FACE(GREEN, value), second, sizeof second);
        bool added = o->stack_draws != STACK_OFF;
        tell(e, added ? BOOK_example_added : BOOK_example_draw,
             &(Filling){.n = row->effects[0].n * (added ? 2 : 1), .words = {first, second}});
        return;
    }
}

static void tell_call(const Examples *e) {
    const Options *o = &e->rules->option;
    if (o->uno_call && o->uno_penalty) tell(e, BOOK_example_call, &(Filling){.n = o->uno_penalty});
}

/* The first card of the second deck that has a price and is played in a turn. */
static void tell_second(const Examples *e) {
    for (unsigned i = 0; i < e->rules->seconds; i++) {
        const CardRow *row = &e->rules->second[i];
        if (!row->more.price || row->more.answers) continue;
        const char *counter = e->rules->counter[row->more.counter].name;
        tell(e, BOOK_example_second,
             &(Filling){.n = row->more.price + 1, .m = row->more.price, .words = {counter, row->name}});
        return;
    }
}

static void tell_bids(const Examples *e) {
    const Options *o = &e->rules->option;
    if (o->max_players == 2) tell(e, o->loser_keeps ? BOOK_example_duel_kept : BOOK_example_duel_spent, &(Filling){0});
    else tell(e, o->loser_keeps ? BOOK_example_bids_kept : BOOK_example_bids_spent, &(Filling){0});
}

void book_examples(const Rules *rules, const BookLanguage *language, BookExampleSeen *seen, void *context) {
    Examples e = {language, rules, seen, context};
    switch (rules->family) {
    case FAMILY_CLASSIC:
        tell_fitting(&e);
        if (rules->option.max_players > 2) tell_draw(&e);
        tell_call(&e);
        tell_second(&e);
        break;
    case FAMILY_SPLIT: tell_bids(&e); break;
    }
}
