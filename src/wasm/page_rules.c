/* page_rules.c -- rulesets: which there are, and opening one. The shapes are those of the server's /api/rulesets. */
#include <stdio.h>
#include <string.h>

#include "../engine/text.h"
#include "page_internal.h"

static struct {
    bool open;
    Ruleset ruleset;
} places[PAGE_RULES];

const BookLanguage *page_book_words;

const Ruleset *page_rules(unsigned place) {
    return place < PAGE_RULES && places[place].open ? &places[place].ruleset : NULL;
}

const char *page_no_rules(void) { return reply_error("no_rules", "No rules are open in this place."); }

/* In the language, or with NULL as the ruleset itself has it. */
static void put_head(const Ruleset *ruleset, const BookLanguage *language) {
    reply_name("name"), reply_text(ruleset->name);
    reply_name("title"), reply_text(ruleset_title(ruleset, language));
    reply_name("about"), reply_text(ruleset_about(ruleset, language));
    reply_name("parent"), reply_text(ruleset->parent);
    reply_name("family"), reply_text(family_name(ruleset->rules.family));
}

/* ---- what there is ---- */

const char *page_rulesets(void) {
    reply_begin();
    reply_open('{');
    reply_name("rulesets"), reply_open('[');
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        RulesetError error;
        if (!ruleset_load(builtin_rulesets[i].name, &ruleset, &error)) continue;
        reply_open('{');
        put_head(&ruleset, page_book_words);
        reply_name("text"), reply_text_of(builtin_rulesets[i].text, builtin_rulesets[i].length);
        reply_close('}');
    }
    reply_close(']');
    reply_close('}');
    return reply_end();
}

/* ---- opening ---- */

/* The line of the first character that cannot be seen; 0: there is none. A copy of each line is looked at. */
static unsigned hidden_line(const char *text) {
    for (unsigned line = 1; text; line++) {
        char copy[256];
        size_t length = strcspn(text, "\n"), kept = 0;
        for (size_t i = 0; i < length && kept + 1 < sizeof copy; i++)
            if (text[i] != '\t' && text[i] != '\r') copy[kept++] = text[i];
        copy[kept] = 0;
        if (kept + 1 < sizeof copy && !text_is_shown(copy)) return line;
        text = text[length] ? text + length + 1 : NULL;
    }
    return 0;
}

/* "official", or "official target=200": nothing can be read by a path here. */
static bool load_changed(const char *text, Ruleset *out, RulesetError *error) {
    char copy[200], *rest, *word;
    if (strlen(text) >= sizeof copy || strpbrk(text, "/.") || !text[strspn(text, " ")]) {
        snprintf(error->text, sizeof error->text, "there is no ruleset of that name");
        return false;
    }
    strcpy(copy, text);
    word = strtok_r(copy, " ", &rest);
    if (!ruleset_load(word, out, error)) return false;
    while ((word = strtok_r(NULL, " ", &rest)))
        if (!ruleset_change(out, word, error)) return false;
    return true;
}

static bool read_rules(const char *text, Ruleset *out, RulesetError *error) {
    size_t length = strlen(text);
    *error = (RulesetError){0};
    if (!strchr(text, '\n') || !strchr(text, '[')) {
        return load_changed(text, out, error);
    } else if (length >= RULESET_TEXT_MAX) {
        snprintf(error->text, sizeof error->text, "a ruleset has at most %d bytes", RULESET_TEXT_MAX - 1);
    } else if ((error->line = hidden_line(text))) {
        snprintf(error->text, sizeof error->text, "this line has characters that cannot be seen: leave them out");
    } else {
        return ruleset_parse("own rules", text, length, NULL, out, error);
    }
    return false;
}

static void put_players(const Rules *rules) {
    int least = rules->option.min_players, most = rules->option.max_players;
    while (most > least && !rules_allow_players(rules, (unsigned)most, NULL)) most--;
    while (least < most && !rules_allow_players(rules, (unsigned)least, NULL)) least++;
    reply_name("players"), reply_open('{');
    reply_name("least"), reply_number(least);
    reply_name("most"), reply_number(most);
    reply_close('}');
}

static void put_options(const Rules *rules) {
    reply_name("options"), reply_open('{');
    for (unsigned i = 0; i < rule_row_count; i++) {
        char value[128];
        if (!(rule_rows[i].families >> rules->family & 1)) continue;
        rules_get(rules, &rule_rows[i], value, sizeof value);
        reply_name(rule_rows[i].name), reply_text(value);
    }
    reply_close('}');
}

/* What a card costs, and which deck it is of: null where it is as most cards are. */
static void put_more(const Rules *rules, Face face) {
    const CardMore *more = &face_row(rules, face)->more;
    reply_name("deck"), reply_text(face_is_second(rules, face) ? rules->second_deck.name : NULL);
    reply_name("price");
    if (more->price) {
        reply_open('{');
        reply_name("counter"), reply_text(rules->counter[more->counter].name);
        reply_name("amount"), reply_number(more->price);
        reply_close('}');
    } else reply_text(NULL);
}

/* Of either deck. */
static void put_card(const Rules *rules, Face face) {
    const CardRow *row = face_row(rules, face);
    bool second = face_is_second(rules, face);
    char effects[128], letter[2] = {colour_letters[face_colour(face)], 0};
    effects_format(row->effects, effects, sizeof effects);
    reply_open('{');
    reply_name("code"), reply_card(rules, face);
    reply_name("name"), reply_text(row->name);
    reply_name("glyph"), reply_text(row->glyph);
    reply_name("colour"), reply_text(!second && face_is_coloured(rules, face) ? letter : NULL);
    reply_name("count");
    reply_number(second ? cards_copies(&rules->second_cards, (Face)(face - SECOND_CODE))
                        : cards_copies(&rules->deck, face) + cards_copies(&rules->numbers, face));
    reply_name("points"), reply_number(row->points);
    reply_name("effects"), reply_text(effects);
    reply_name("number");
    if (!second && FACE_BIT(face) & NUMBERS_MASK) reply_number(face_value(face));
    else reply_text(NULL);
    reply_name("own"), reply_flag(second || rules->custom & FACE_BIT(face));
    put_more(rules, face);
    reply_close('}');
}

static void put_cards(const Rules *rules) {
    reply_name("cards"), reply_open('[');
    for (uint64_t left = rules->faces; left; left &= left - 1) put_card(rules, (Face)bits_first(left));
    for (unsigned i = 0; i < rules->seconds; i++) put_card(rules, (Face)(SECOND_CODE + i));
    reply_close(']');
}

/* The second deck, and the numbers that lie before every player. */
static void put_club(const Rules *rules) {
    reply_name("second");
    if (rules->seconds) {
        reply_open('{');
        reply_name("name"), reply_text(rules->second_deck.name);
        reply_name("hand"), reply_number(rules->second_deck.hand);
        reply_name("plays"), reply_number(rules->second_deck.plays);
        reply_close('}');
    } else reply_text(NULL);
    reply_name("counters"), reply_open('[');
    for (unsigned i = 0; i < rules->counters; i++) {
        reply_open('{');
        reply_name("name"), reply_text(rules->counter[i].name);
        reply_name("start"), reply_number(rules->counter[i].start);
        reply_close('}');
    }
    reply_close(']');
}

static const char *bad_ruleset(const RulesetError *error) {
    reply_begin();
    reply_open('{');
    reply_name("error"), reply_text("bad_ruleset");
    reply_name("message"), reply_text(RULES_PRINTED ? error->text : "these rules cannot be played by");
    reply_name("line"), reply_number(error->line);
    reply_name("column"), reply_number(error->column);
    reply_name("about"), reply_split(error->about && *error->about ? error->about : NULL, ' ');
    reply_name("fixes"), reply_split(error->fixes && *error->fixes ? error->fixes : NULL, ' ');
    reply_close('}');
    return reply_end();
}

const char *page_open(unsigned place, const char *name_or_text) {
    RulesetError error;
    if (place >= PAGE_RULES) return page_no_rules();
    Ruleset *ruleset = &places[place].ruleset;
    places[place].open = read_rules(name_or_text, ruleset, &error);
    if (!places[place].open) return bad_ruleset(&error);

    char hash[RULESET_HASH_HEX], text[RULESET_TEXT_MAX];
    const Rules *rules = &ruleset->rules;
    ruleset_hash(rules, hash);
    ruleset_format(rules, text, sizeof text);
    reply_begin();
    reply_open('{');
    put_head(ruleset, NULL);
    put_players(rules);
    reply_name("hash"), reply_text(hash);
    reply_name("text"), reply_text(text);
    put_options(rules);
    put_club(rules);
    put_cards(rules);
    reply_close('}');
    return reply_end();
}
