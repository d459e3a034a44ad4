/* session_help.c -- the words that can be typed during a game, explained. */
#include "session_help.h"

#include <stdio.h>

#include "say.h"

enum { HELP_INDENT = 21 };

typedef struct {
    const char *words, *meaning;
} HelpRow;

static const HelpRow help_keys[] = {
    {"?", "what you can do now, numbered; a number picks one"},
    {"hand", "the table and your hand again"},
    {"log", "what has happened"},
    {"rules", "the rulebook of this game"},
    {"why", "which of your cards do not fit, and why not"},
    {"undo", "take your last action back, and all that followed it"},
    {"save FILE", "keep the game in a new file; uno play --resume FILE picks it up again"},
    {"quit", "leave the game"},
    {NULL, NULL},
};

static const HelpRow help_shared[] = {
    {"Ben: catch", "while the table is asked: who acts out of turn, and how"},
    {"undo", "also before the keyboard is passed on; what somebody else has seen stays"},
    {NULL, NULL},
};

static const HelpRow help_classic[] = {
    {"R5, Bx, G-, Y+2", "play the red 5, the blue Skip, the green Reverse, the yellow Draw Two"},
    {"red 5, skip", "words do as well: blue skip, draw two yellow, reverse; a card you hold once needs no colour"},
    {"W:B, W+4:R", "play a Wild and name blue, a Wild +4 and name red; or wild blue, +4 red"},
    {"R7>B", "play the 7 and swap hands with seat B, where a 7 swaps"},
    {"R5!", "an added ! calls UNO with the last card but one"},
    {"draw", "take a card from the draw pile"},
    {"keep", "do not play the card you have just drawn"},
    {"accept", "draw what you are to draw"},
    {"challenge", "say that the Wild +4 was not honest"},
    {"call", "call UNO after your card lies"},
    {"catch", "somebody was down to one card and did not call"},
    {"pass", "where you can neither play nor draw"},
    {"done", "lay no more cards of that number"},
    {NULL, NULL},
};

static const HelpRow help_split[] = {
    {"R7, red 7", "bid the red 7"},
    {"+2>B, block>B", "play an action card on seat B; with one opponent +2 will do"},
    {"wild", "play a Wild; what must be bid is named afterwards: name R>B, name even"},
    {"+2, +4, block", "counter a card that was played on you"},
    {"pass", "play no action card, let a card or a claim stand"},
    {"shed R5", "get rid of that number card; shed none where you need not"},
    {"discard block", "pay for a Reverse with that action card"},
    {"steal B", "your 0: take a card from seat B; or steal none"},
    {"hit B", "your 7: seat B draws"},
    {"answer, refuse", "what you say to a truth or a dare"},
    {"bonus card", "take an action card as your bonus"},
    {"bonus draw", "or let every opponent draw"},
    {"challenge +2", "lay a +2 against somebody who claims the win"},
    {NULL, NULL},
};

static void print_rows(const HelpRow *rows) {
    for (; rows->words; rows++) {
        printf("    %-16s ", rows->words);
        say_wrapped_at(HELP_INDENT, HELP_INDENT, rows->meaning);
    }
}

void session_help(const Rules *rules, bool shared) {
    static const HelpRow *const rows[FAMILIES] = {
#define FAMILY(NAME, name) help_##name,
#include "../engine/family.def"
#undef FAMILY
    };
    say_wrapped("Words for you alone:");
    print_rows(help_keys);
    if (shared) {
        say_wrapped("Several people at one keyboard:");
        print_rows(help_shared);
    }
    say_wrapped("What you do is a card or a word; capitals do not matter, R Y G B are the colours, A B C the seats:");
    print_rows(rows[rules->family]);
    say_wrapped("Not all of it is open in every game or at every moment. Ids in brackets, such as [O5], name the "
                "rulings behind a refusal; docs/rulings.md explains them.");
}
