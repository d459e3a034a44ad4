/* english.c -- English: english.def, and what the engine has in English by itself. */
#include "language.h"

/* Nobody types in a page, and it does not say what only a terminal does. */
#ifdef __wasm__
#define TYPED(key, picked, typed) picked,
#define TERMINAL(key, words) "",
#else
#define TYPED(key, picked, typed) picked "~" typed,
#define TERMINAL(key, words) words,
#endif

const Language language_english = {{
#define PHRASE(key, words) words,
#include "english.def"
#undef PHRASE
#undef TYPED
#undef TERMINAL
    DUTY_WORDS,
#define EVENT(name, fields, words) words,
#include "../engine/event.def"
#undef EVENT
#define VERDICT(name, rules, sentence) sentence,
#include "../engine/verdict.def"
#undef VERDICT
#define WHY(name, words) words,
#include "../bots/move_why.def"
#undef WHY
}};
