/* words_event.c -- what has happened, in words. */
#include "phrase.h"

static Parts parts_of(const Event *event) {
    return (Parts){
        .a = event->seat, .b = event->other, .card = event->card, .number = event->amount, .name = event->amount};
}

/* Whoever draws from an empty deck gets nothing. */
static Phrase phrase_for(const Event *event) {
    bool draws = event->kind == EVENT_drew || event->kind == EVENT_drew_action;
    return draws && !event->amount ? PHRASE_drew_none : (Phrase)(PHRASE_EVENTS + event->kind);
}

static const char *form_of(const Teller *teller, const Event *event, const Parts *parts) {
    return template_form(phrase_of(teller, phrase_for(event)), phrase_form_of(teller, parts), event->amount == 1);
}

/* ---- teams ---- */

static bool is_of_team(const Teller *teller, const Event *event) {
    return event->kind == EVENT_points && event->seat < SEATS_MAX && teller->rules->option.teams;
}

static unsigned team_event(const Teller *teller, const Event *event, char *out, unsigned size) {
    char number[8];
    Text text = text_in(out, size), digits = text_in(number, sizeof number);
    Seat team = rules_team(teller->rules, event->seat);
    bool own = teller->reader < SEATS_MAX && rules_team(teller->rules, (Seat)teller->reader) == team;
    text_number(&digits, team + 1);
    phrase_put_form(&text, teller, PHRASE_team_points, own, &(Parts){.number = event->amount, .what = number});
    return text.length;
}

/* What a team scores is told once, though each of its seats has it. */
static bool is_told_of_team(const Teller *teller, const Event *events, unsigned index) {
    const Event *event = &events[index];
    for (unsigned i = 0; is_of_team(teller, event) && i < index; i++)
        if (is_of_team(teller, &events[i]) &&
            rules_team(teller->rules, events[i].seat) == rules_team(teller->rules, event->seat))
            return true;
    return false;
}

/* ---- events ---- */

unsigned words_event(const Teller *teller, const Event *event, char *out, unsigned size) {
    Text text = text_in(out, size);
    Parts parts = parts_of(event);
    if (is_of_team(teller, event)) return team_event(teller, event, out, size);
    phrase_fill(&text, teller, form_of(teller, event, &parts), &parts);
    if (size && out[0] >= 'a' && out[0] <= 'z') out[0] = (char)(out[0] - 'a' + 'A');
    return text.length;
}

unsigned words_deed(const Teller *teller, const Event *event, char *out, unsigned size) {
    Text text = text_in(out, size);
    Parts parts = parts_of(event);
    const char *words = form_of(teller, event, &parts);
    if (event->seat >= SEATS_MAX || event->kind == EVENT_bid_made || event->kind == EVENT_lead) return 0;
    bool own = event->seat == teller->reader;
    if (!scan_word(&words, own ? phrase_of(teller, PHRASE_you_first) : "{a}") || !scan_word(&words, " ")) return 0;
    phrase_fill(&text, teller, words, &parts);
    return text.length;
}

bool words_is_told(const Event *events, unsigned index) {
    return index && events[index].kind == EVENT_played && events[index - 1].kind == EVENT_jumped;
}

bool words_is_worth(const Teller *teller, const Event *events, unsigned index) {
    bool secret = events[index].kind == EVENT_bid_made && events[index].seat != teller->reader;
    bool rule = events[index].kind == EVENT_rule; /* what it does is told */
    return !secret && !rule && !words_is_told(events, index) && !is_told_of_team(teller, events, index);
}

unsigned words_events(const Teller *teller, const Witness *witness, char *out, unsigned size) {
    Text text = text_in(out, size);
    for (unsigned i = 0; i < witness->events; i++) {
        char words[WORDS_EVENT_MAX];
        if (!words_is_worth(teller, witness->event, i)) continue;
        unsigned length = words_event(teller, &witness->event[i], words, sizeof words);
        if (text.length) text_char(&text, ' ');
        text_put(&text, words);
        if (!length || words[length - 1] != '!') text_char(&text, '.');
    }
    return text.length;
}
