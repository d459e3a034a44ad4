/* page_workshop.c -- what is read and compared where rules are made: the options, rulebooks, differences, what a choice offers. Everything
 * comes off the rows of rules.def, in the shapes of the server's /api/rules. */
#include <string.h>

#include "../ruleset/book_words.h"
#include "page_internal.h"

/* ---- the language ---- */

static BookLanguage language;
static char *templates; /* of the language; NULL: English is spoken */

const char *page_book_language(const char *text) {
    const char *wrong = page_take_lines(text, &templates, language.phrase, BOOK_PHRASES);
    if (wrong) return wrong;
    page_book_words = templates ? &language : NULL;
    return page_done();
}

/* ---- what a form is made from ---- */

const char *page_option_rows(void) {
    reply_begin();
    Printer printer = reply_json();
    ruleset_options_json(page_book_words, &printer);
    return reply_end();
}

/* ---- what is wrong ---- */

static void put_problem(void *context, const RulesetError *error) {
    static const char warning[] = "warning: "; /* as ruleset_check() marks them */
    bool warns = !strncmp(error->text, warning, sizeof warning - 1);
    (void)context;
    reply_open('{');
    reply_name("line"), reply_number(error->line);
    reply_name("column"), reply_number(error->column);
    reply_name("message"), reply_text(warns ? error->text + sizeof warning - 1 : error->text);
    reply_name("warning"), reply_flag(warns);
    reply_close('}');
}

const char *page_check(const char *text) {
    static Ruleset ruleset;
    reply_begin();
    reply_open('{');
    reply_name("problems"), reply_open('[');
    ruleset_check_text("own rules", text, strlen(text), &ruleset, put_problem, NULL);
    reply_close(']');
    reply_close('}');
    return reply_end();
}

/* ---- for people ---- */

static void put_item(void *context, const BookItem *item) {
    (void)context;
    reply_open('{');
    reply_name("words"), reply_text(item->words);
    reply_name("options"), reply_split(*item->options ? item->options : NULL, ' ');
    reply_name("rules"), reply_split(*item->sources ? item->sources : NULL, ' ');
    reply_close('}');
}

/* What each card does that is more than its number. */
static void put_does(const Rules *rules) {
    char does[400], code[CARD_CODE_MAX + 2];
    for (uint64_t faces = rules->faces; faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        if (!ruleset_card_does(rules, page_book_words, face, does, sizeof does)) continue;
        face_format(rules, face, code, sizeof code);
        reply_name(code), reply_text(does);
    }
}

static char saying[4096]; /* one thing of a club at a time */

static void put_said(const char *name) { reply_name(name), reply_text(saying); }

static void put_card_sentences(const Rules *rules) {
    const char *last = "";
    for (unsigned i = 0; i < 2 * FACES; i++) {
        Face face = (Face)i;
        if (i < FACES ? !(rules->faces >> i & 1) : i - FACES >= rules->seconds) continue;
        if (!strcmp(face_row(rules, face)->name, last)) continue; /* the same in another colour */
        last = face_row(rules, face)->name;
        ruleset_card_does(rules, page_book_words, face, saying, sizeof saying);
        put_said(last);
    }
}

const char *page_sentences(unsigned place) {
    const Ruleset *ruleset = page_rules(place);
    if (!ruleset) return page_no_rules();
    const Rules *rules = &ruleset->rules;
    reply_begin();
    reply_open('{');
    reply_name("cards"), reply_open('{');
    put_card_sentences(rules);
    reply_close('}');
    reply_name("rules"), reply_open('{');
    for (unsigned i = 0; i < rules->clubs; i++) {
        ruleset_rule_says(rules, page_book_words, rules->club[i].name, saying, sizeof saying);
        put_said(rules->club[i].name);
    }
    reply_close('}');
    reply_name("counters"), reply_open('{');
    for (unsigned i = 0; i < rules->counters; i++) {
        ruleset_counter_says(rules, page_book_words, i, saying, sizeof saying);
        put_said(rules->counter[i].name);
    }
    reply_close('}');
    if (!ruleset_deck_says(rules, page_book_words, saying, sizeof saying)) saying[0] = 0;
    put_said("deck");
    reply_close('}');
    return reply_end();
}

const char *page_book(unsigned place) {
    const Ruleset *ruleset = page_rules(place);
    if (!ruleset) return page_no_rules();
    reply_begin();
    reply_open('{');
    reply_name("text");
    Printer printer = reply_text_begin();
    ruleset_book(ruleset, page_book_words, BOOK_MARKDOWN, 0, &printer);
    reply_text_end();
    reply_name("items"), reply_open('[');
    ruleset_book_items(ruleset, page_book_words, put_item, NULL);
    reply_close(']');
    reply_name("cards"), reply_open('{');
    put_does(&ruleset->rules);
    reply_close('}');
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
    ruleset_changes(a, b, page_book_words, put_change, NULL);
    reply_close(']');
    reply_close('}');
    return reply_end();
}

const char *page_choice_words(unsigned place, const char *text) {
    const Ruleset *ruleset = page_rules(place);
    View view;
    if (!ruleset) return page_no_rules();
    const char *wrong = page_read_view(&ruleset->rules, text, &view);
    if (wrong) return wrong;
    reply_begin();
    reply_open('{');
    reply_name("options"), reply_open('[');
    for (unsigned option = 0, at; (at = program_option(&ruleset->rules, &view.board, option)); option++) {
        char words[400] = "";
        program_option_sentence(page_book_words, &ruleset->rules, at, words, sizeof words);
        reply_text(words);
    }
    reply_close(']');
    reply_close('}');
    return reply_end();
}
