/* page_workshop.c -- what is read and compared where rules are made: the options, rulebooks, differences. Everything
 * comes off the rows of rules.def, in the shapes of the server's /api/rules. */
#include "page_internal.h"

/* ---- what a form is made from ---- */

/* A family's defaults differ in places: "default": {"classic": "10", "split": "6"}. */
static void put_defaults(const RuleRow *row) {
    reply_name("default"), reply_open('{');
    for (Family family = FAMILY_CLASSIC; family <= FAMILY_SPLIT; family++) {
        Rules rules;
        char value[128];
        if (!(row->families >> family & 1)) continue;
        rules_init(&rules, family);
        rules_get(&rules, row, value, sizeof value);
        reply_name(page_family(family)), reply_text(value);
    }
    reply_close('}');
}

static void put_row(const RuleRow *row) {
    static const char *const types[] = {"flag", "number", "choice", "list"};
    static const char *const families[] = {[FOR_CLASSIC] = "classic", [FOR_SPLIT] = "split", [FOR_BOTH] = "both"};
    static const char *const sections[] = {"setup", "turn", "draws", "cards", "actions", "uno", "end"};
    _Static_assert(sizeof sections / sizeof *sections == SECTIONS, "every section has a name");
    reply_open('{');
    reply_name("name"), reply_text(row->name);
    reply_name("type"), reply_text(types[row->type]);
    reply_name("family"), reply_text(families[row->families]);
    reply_name("section"), reply_text(sections[row->section]);
    reply_name("low"), reply_number(row->low);
    reply_name("high"), reply_number(row->high);
    put_defaults(row);
    if (row->choices) reply_name("choices"), reply_split(row->choices, '|');
    reply_name("sentences");
    if (row->choices) {
        reply_split(row->sentences[0], '|');
    } else {
        reply_open('[');
        for (unsigned i = 0; i < 2; i++) reply_text(row->sentences[i]);
        reply_close(']');
    }
    reply_name("sources"), reply_split(row->sources, ' ');
    reply_close('}');
}

const char *page_option_rows(void) {
    reply_begin();
    reply_open('{');
    reply_name("options"), reply_open('[');
    for (unsigned i = 0; i < rule_row_count; i++) put_row(&rule_rows[i]);
    reply_close(']');
    reply_close('}');
    return reply_end();
}

/* ---- for people ---- */

const char *page_book(unsigned place) {
    const Ruleset *ruleset = page_rules(place);
    if (!ruleset) return page_no_rules();
    reply_begin();
    reply_open('{');
    reply_name("text");
    Printer printer = reply_text_begin();
    ruleset_book(ruleset, BOOK_MARKDOWN, 0, &printer);
    reply_text_end();
    reply_close('}');
    return reply_end();
}

const char *page_diff(unsigned from, unsigned to) {
    const Ruleset *a = page_rules(from), *b = page_rules(to);
    if (!a || !b) return page_no_rules();
    reply_begin();
    reply_open('{');
    reply_name("text");
    Printer printer = reply_text_begin();
    unsigned differences = ruleset_diff(a, b, &printer);
    reply_text_end();
    reply_name("differences"), reply_number(differences);
    reply_close('}');
    return reply_end();
}
