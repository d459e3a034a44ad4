/* language.h -- the sentences of a language, as templates (engine/text.h). english.def lists the keys; a language
 * that lacks one does not compile. */
#ifndef UNO_LANGUAGE_H
#define UNO_LANGUAGE_H

#include "../bots/move_why.h"
#include "../engine/action.h"
#include "../engine/verdict.h"
#include "../engine/witness.h"

typedef enum {
#define PHRASE(key, words) PHRASE_##key,
#define TYPED(key, picked, typed) PHRASE_##key,
#define TERMINAL(key, words) PHRASE_##key,
#include "english.def"
#undef PHRASE
#undef TYPED
#undef TERMINAL
    PHRASE_NAMES,                                  /* and a colour or rule */
    PHRASE_EVENTS = PHRASE_NAMES + NAMES,          /* and an EventKind */
    PHRASE_VERDICTS = PHRASE_EVENTS + EVENT_KINDS, /* and a Verdict */
    PHRASE_WHYS = PHRASE_VERDICTS + VERDICTS,      /* and a MoveWhy */
    PHRASES = PHRASE_WHYS + WHYS
} Phrase;

typedef struct {
    const char *phrase[PHRASES];
} Language;

extern const Language language_english, language_german;

#endif
