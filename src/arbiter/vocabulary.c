/* vocabulary.c -- the words of the command language, and what they stand for. */
#include "vocabulary.h"

#include <stddef.h>

#include "tokens.h"

const Word card_words[] = {
    {"block", FACE_BLOCK}, {"reverse", FACE_REVERSE}, {"+2", FACE_DRAW2},   {"+4", FACE_WILD4}, {"wild", FACE_WILD},
    {"truth", FACE_TRUTH}, {"dare", FACE_DARE},       {"skip", FACE_BLOCK}, {NULL, 0},
};

const Word choice_words[] = {
    {"red", RED},      {"yellow", YELLOW}, {"green", GREEN},    {"blue", BLUE}, {"even", NAME_EVEN},
    {"odd", NAME_ODD}, {"low", NAME_LOW},  {"high", NAME_HIGH}, {NULL, 0},
};

const Word answer_words[] = {
    {"pass", ENTRY_PASS},       {"nobody", ENTRY_PASS},       {"none", ENTRY_PASS},     {"lands", ENTRY_PASS},
    {"round", ENTRY_ROUND},     {"answered", ENTRY_ANSWERED}, {"done", ENTRY_ANSWERED}, {"told", ENTRY_ANSWERED},
    {"refused", ENTRY_REFUSED}, {"refuses", ENTRY_REFUSED},   {"stuck", ENTRY_STUCK},   {NULL, 0},
};

/* Words that begin something longer or stand inside it, and those of the book. */
static const char *const further_words[] = {
    "countered", "counters", "penalty",  "shed",    "sheds",     "name",       "names",   "steal",  "steals", "took",
    "hit",       "hits",     "bonus",    "meets",   "challenge", "challenges", "adjust",  "deck",   "lead",   "numbers",
    "number",    "actions",  "action",   "streak",  "blocked",   "empty",      "nothing", "it",     "yes",    "no",
    "card",      "draw",     "on",       "from",    "with",      "plays",      "wins",    "undo",   "redo",   "new",
    "game",      "open",     "games",    "status",  "help",      "log",        "export",  "quit",   "exit",   "players",
    "decks",     "rules",    "physical", "printed", "arbiter",   "why",        "points",  "option", NULL,
};

const Word *word_find(const Word *list, const char *word) {
    for (; list->word; list++)
        if (word_is(list->word, word)) return list;
    return NULL;
}

const char *word_for(const Word *list, unsigned value) {
    while (list->value != value) list++;
    return list->word;
}

bool word_is_reserved(const char *word) {
    if (word_find(card_words, word) || word_find(choice_words, word) || word_find(answer_words, word)) return true;
    for (const char *const *further = further_words; *further; further++)
        if (word_is(*further, word)) return true;
    return false;
}
