/* lab_wish.c -- the same command again, word by word. */
#include "lab_wish.h"

#include <stdio.h>
#include <string.h>

/* The name of the option that is varied. */
static void key_of(const LabWish *wish, unsigned vary, char out[LAB_AXIS_MAX]) {
    out[0] = 0;
    if (vary < wish->varies) snprintf(out, LAB_AXIS_MAX, "%.*s", (int)strcspn(wish->vary[vary], "="), wish->vary[vary]);
}

static void describe_title(const LabWish *wish, LabBook *book) {
    char first[LAB_AXIS_MAX], second[LAB_AXIS_MAX];
    key_of(wish, 0, first);
    key_of(wish, 1, second);
    if (wish->compare) snprintf(book->title, sizeof book->title, "Rule lab: %u rulesets side by side", wish->rulesets);
    else if (wish->rulesets > 1)
        snprintf(book->title, sizeof book->title, "Rule lab: %.60s against %.60s", wish->ruleset[0], wish->ruleset[1]);
    else if (wish->varies)
        snprintf(book->title, sizeof book->title, "Rule lab: %.60s with %s%s%s varied", wish->ruleset[0], first,
                 wish->varies > 1 ? " and " : "", second);
    else snprintf(book->title, sizeof book->title, "Rule lab: %.120s", wish->ruleset[0]);
}

static void describe_command(const LabWish *wish, LabBook *book) {
    size_t used = 0;
    char *out = book->again;
    size_t room = sizeof book->again;
#define ADD(...) used += used < room ? (size_t)snprintf(out + used, room - used, __VA_ARGS__) : 0
    ADD("uno lab%s", wish->compare ? " compare" : wish->goal ? " balance" : "");
    for (unsigned i = 0; i < wish->rulesets; i++)
        ADD(" %s%s", i && !wish->compare ? "--against " : "", wish->ruleset[i]);
    for (unsigned i = 0; i < wish->varies; i++) ADD(" --vary %s", wish->vary[i]);
    for (unsigned i = 0; i < wish->changes; i++) ADD(" --option %s", wish->change[i]);
    if (wish->players) ADD(" --players %s", wish->players);
    if (wish->goal) ADD(" --goal '%s'", wish->goal);
    ADD(" --bots %s --seed '%s'", wish->bots, wish->seed);
    if (wish->precision > 0) ADD(" --precision %g", wish->precision);
    else ADD(" --games %lu", wish->games);
    if (wish->match) ADD(" --match");
    if (wish->no_skill) ADD(" --no-skill");
#undef ADD
}

void lab_wish_describe(const LabWish *wish, LabBook *book) {
    describe_title(wish, book);
    describe_command(wish, book);
    for (unsigned i = 0; i < 2 && wish->rulesets == 1; i++) key_of(wish, i, book->axis[i]);
}
