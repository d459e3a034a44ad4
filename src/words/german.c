/* german.c -- German, all of it: each row has its place, and there are as many rows as places. */
#include "language.h"

const Language language_german = {{
#define PHRASE(key, words) [PHRASE_##key] = words,
#define NAME(name, words) [PHRASE_NAMES + (name)] = words,
#define EVENT(name, words) [PHRASE_EVENTS + EVENT_##name] = words,
#define VERDICT(name, words) [PHRASE_VERDICTS + VERDICT_##name] = words,
#define WHY(name, words) [PHRASE_WHYS + WHY_##name] = words,
#include "german.def"
#undef PHRASE
#undef NAME
#undef EVENT
#undef VERDICT
#undef WHY
#define CARD(key, words) [PHRASE_card_##key] = words,
#include "../ruleset/cards_german.def"
#undef CARD
}};

enum {
#define PHRASE(key, words) ROW_##key,
#define NAME(name, words) ROW_NAME_##name,
#define EVENT(name, words) ROW_EVENT_##name,
#define VERDICT(name, words) ROW_VERDICT_##name,
#define WHY(name, words) ROW_WHY_##name,
#include "german.def"
#undef PHRASE
#undef NAME
#undef EVENT
#undef VERDICT
#undef WHY
#define CARD(key, words) ROW_card_##key,
#include "../ruleset/cards_german.def"
#undef CARD
    ROWS
};
_Static_assert((int)ROWS == (int)PHRASES,
               "german.def lacks a row that english.def, event.def, verdict.def or move_why.def has");
