/* page_workshop.c -- what is read and compared where rules are made: the options, rulebooks, differences. Everything
 * comes off the rows of rules.def, in the shapes of the server's /api/rules. */
#include "page_internal.h"

/* ---- what a form is made from ---- */

const char *page_option_rows(void) {
    reply_begin();
    Printer printer = reply_json();
    ruleset_options_json(&printer);
    return reply_end();
}

/* ---- for people ---- */

static void put_item(void *context, const char *options) {
    (void)context;
    reply_split(*options ? options : NULL, ' ');
}

const char *page_book(unsigned place) {
    const Ruleset *ruleset = page_rules(place);
    if (!ruleset) return page_no_rules();
    reply_begin();
    reply_open('{');
    reply_name("text");
    Printer printer = reply_text_begin();
    ruleset_book(ruleset, BOOK_MARKDOWN, 0, &printer);
    reply_text_end();
    reply_name("items"), reply_open('[');
    ruleset_book_items(ruleset, put_item, NULL);
    reply_close(']');
    reply_close('}');
    return reply_end();
}

static void put_change(void *context, const RulesetChange *change) {
    (void)context;
    reply_open('{');
    reply_name("name"), reply_text(change->name);
    reply_name("from"), reply_text(change->from);
    reply_name("to"), reply_text(change->to);
    reply_name("was"), reply_text(change->was);
    reply_name("is"), reply_text(change->is);
    reply_close('}');
}

const char *page_diff(unsigned from, unsigned to) {
    const Ruleset *a = page_rules(from), *b = page_rules(to);
    if (!a || !b) return page_no_rules();
    reply_begin();
    reply_open('{');
    reply_name("families"), reply_flag(a->rules.family != b->rules.family);
    reply_name("changes"), reply_open('[');
    ruleset_changes(a, b, put_change, NULL);
    reply_close(']');
    reply_close('}');
    return reply_end();
}
