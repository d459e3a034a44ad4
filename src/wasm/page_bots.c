/* page_bots.c -- bots: which there are, and what one would do. */
#include <string.h>

#include "../bots/bot.h"
#include "page_internal.h"

enum { WORLDS_MOST = 10000 };

const char *page_bots(const char *family) {
    Families wanted = !strcmp(family, "split") ? FOR_SPLIT : !strcmp(family, "classic") ? FOR_CLASSIC : 0;
    if (!wanted) return reply_error("no_family", "A family is classic or split.");
    reply_begin();
    reply_open('{');
    reply_name("bots"), reply_open('[');
    for (unsigned i = 0; i < bot_kind_count; i++) {
        if (!(bot_kinds[i]->families & wanted)) continue;
        reply_open('{');
        reply_name("name"), reply_text(bot_kinds[i]->name);
        reply_name("about"), reply_text(bot_kinds[i]->about);
        reply_close('}');
    }
    reply_close(']');
    reply_close('}');
    return reply_end();
}

const char *page_bot(unsigned place, const char *text, const char *name, uint64_t seed, unsigned worlds) {
    const Ruleset *ruleset = page_rules(place);
    const BotKind *kind = bot_find(name);
    BotBudget budget = {.worlds = worlds < WORLDS_MOST ? worlds : WORLDS_MOST};
    View view;
    Bot bot;
    Action action;
    if (!ruleset) return page_no_rules();
    if (!kind || !(kind->families >> ruleset->rules.family & 1))
        return reply_error("no_such_bot", "There is no bot of that name that plays these rules.");
    const char *wrong = page_read_view(&ruleset->rules, text, &view);
    if (wrong) return wrong;
    if (view.seat >= SEATS_MAX) return reply_error("not_seated", "Only who plays can act.");
    bot_init(&bot, kind, &ruleset->rules, seed, &budget);
    bot_watch(&bot, &view);
    if (!bot_act(&bot, &view, &action)) action = 0;
    reply_begin();
    reply_open('{');
    reply_name("do"), reply_action(&ruleset->rules, action);
    reply_close('}');
    return reply_end();
}
