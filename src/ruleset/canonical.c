/* canonical.c -- one text for one set of rules, and its hash.
 *
 * The text is itself a ruleset file. What stands at its family's default is
 * left out, so a new option whose default is the old behaviour changes no hash.
 * The hash is that of the text without glyphs: they change nothing in play. */
#include "../engine/blake2b.h"
#include "../engine/text.h"
#include "ruleset_internal.h"

static void put_line(Text *text, const char *key, const char *value) {
    text_put(text, key);
    text_put(text, " = ");
    text_put(text, value);
    text_char(text, '\n');
}

static void put_options(Text *text, const Rules *rules) {
    bool any = false;
    for (unsigned i = 0; i < rule_row_count; i++) {
        const RuleRow *row = &rule_rows[i];
        char value[128];
        if (!rules_changed(rules, row, value, sizeof value)) continue;
        if (!any) text_put(text, "[rules]\n");
        any = true;
        put_line(text, row->name, value);
    }
}

static void put_colours(Text *text, unsigned colours) {
    text_put(text, "colours =");
    for (unsigned i = 0; i < COLOURS; i++) {
        if (!(colours >> i & 1)) continue;
        text_char(text, ' ');
        text_put(text, colour_names[i]);
    }
    text_put(text, colours ? "\n" : " none\n");
}

static void put_number(Text *text, const char *key, unsigned number) {
    char digits[8];
    Text value = text_in(digits, sizeof digits);
    text_number(&value, number);
    put_line(text, key, digits);
}

static void put_section(Text *text, const char *kind, const char *name) {
    text_char(text, '[');
    text_put(text, kind);
    text_char(text, ' ');
    text_put(text, name);
    text_put(text, "]\n");
}

/* A program, over as many lines as a file takes (docs/rule-language.md: and). */
static void put_program(Text *text, const char *key, const char *word, const char *program) {
    enum { LINE = 160 };
    text_put(text, key);
    text_put(text, word);
    for (;;) {
        unsigned length = 0, cut = 0;
        for (; program[length] && length < LINE; length++)
            if (program[length] == ' ') cut = length;
        if (!program[length] || !cut) cut = length;
        text_put(text, " = ");
        for (unsigned i = 0; i < cut; i++) text_char(text, program[i]);
        text_char(text, '\n');
        program += cut;
        while (*program == ' ') program++;
        if (!*program) return;
        text_put(text, "and");
    }
}

static void put_whens(Text *text, const Rules *rules, const When when[WHENS_MAX]) {
    for (unsigned moment = MOMENT_NONE + 1; moment < MOMENTS; moment++)
        for (unsigned i = 0; i < WHENS_MAX; i++)
            if (when[i].text && when[i].moment == moment)
                put_program(text, "when ", moment_word((Moment)moment), rules->text + when[i].text);
}

static void put_more(Text *text, const Rules *rules, const CardMore *more) {
    static const char *const stays[] = {"no", "me", "target", "table", "down"};
    static const char *const wild[] = {"off", "fits", "on"};
    if (more->price) {
        text_put(text, "cost = ");
        text_number(text, more->price);
        text_char(text, ' ');
        text_put(text, rules->counter[more->counter].name);
        text_char(text, '\n');
    }
    if (more->stays) {
        text_put(text, "stays = ");
        text_put(text, stays[more->stays]);
        if (more->turns) {
            text_put(text, " for ");
            text_number(text, more->turns);
            text_put(text, more->turns == 1 ? " turn" : " turns");
        }
        text_char(text, '\n');
    }
    if (more->answers) put_line(text, "answers", "on");
    if (more->wild) put_line(text, "wild", wild[more->wild]);
    if (more->bans) put_program(text, "bans", "", rules->text + more->bans);
    if (more->fits) put_program(text, "frees", "", rules->text + more->fits);
    if (more->effects) put_program(text, "effects", "", rules->text + more->effects);
    if (more->drawn) put_program(text, "when drawn", "", rules->text + more->drawn);
    put_whens(text, rules, more->when);
}

static void put_card(Text *text, const Rules *rules, const CardRow *row, bool glyph) {
    char effects[128];
    put_section(text, "card", row->name);
    put_line(text, "code", row->code);
    if (glyph) put_line(text, "glyph", row->glyph);
    put_colours(text, row->colours);
    put_number(text, "count", row->count);
    put_number(text, "points", row->points);
    if (effects_format(row->effects, effects, sizeof effects)) put_line(text, "effects", effects);
    put_more(text, rules, &row->more);
}

static void put_second(Text *text, const Rules *rules, const CardRow *row, bool glyph) {
    put_section(text, "card", row->name);
    put_line(text, "deck", rules->second_deck.name);
    put_line(text, "code", row->code);
    if (glyph) put_line(text, "glyph", row->glyph);
    put_number(text, "count", row->count);
    put_more(text, rules, &row->more);
}

/* A built-in card, under its built-in name; all of it, as it may have been anything. */
static void put_changed(Text *text, const Rules *rules, const Rules *usual, Face face, bool glyph) {
    const CardRow *row = &rules->card[face], *old = &usual->card[face];
    char effects[128];
    put_section(text, "card", old->name);
    if (!text_equal(row->name, old->name)) put_line(text, "name", row->name);
    if (!text_equal(row->code, old->code)) put_line(text, "code", row->code);
    if (glyph && !text_equal(row->glyph, old->glyph)) put_line(text, "glyph", row->glyph);
    put_number(text, "count", row->count);
    put_number(text, "points", row->points);
    if (!row->more.effects)
        put_line(text, "effects", effects_format(row->effects, effects, sizeof effects) ? effects : "nothing");
    put_more(text, rules, &row->more);
}

static void put_all_changed(Text *text, const Rules *rules, bool glyphs) {
    Rules usual;
    uint64_t left = rules->changed & ~rules->custom;
    if (!left) return;
    rules_init(&usual, rules->family);
    for (; left; left &= left - 1) {
        Face face = (Face)bits_first(left);
        bool first = !usual.card[face].colours || face_colour(face) == RED;
        if (first) put_changed(text, rules, &usual, face, glyphs);
    }
}

static void put_club(Text *text, const Rules *rules) {
    for (unsigned i = 0; i < rules->counters; i++) {
        put_section(text, "counter", rules->counter[i].name);
        put_number(text, "start", rules->counter[i].start);
        put_number(text, "most", rules->counter[i].most);
        if (rules->counter[i].hidden) text_put(text, "hidden=on\n");
    }
    if (rules->second_deck.name[0]) {
        put_section(text, "deck", rules->second_deck.name);
        put_number(text, "dealt", rules->second_deck.dealt);
        put_number(text, "hand", rules->second_deck.hand);
        put_number(text, "plays", rules->second_deck.plays);
    }
}

/* What plays, and where it is asked for what only a screen shows. */
static unsigned format(const Rules *rules, bool glyphs, char *out, unsigned size) {
    Text text = text_in(out, size);
    Face own[OWN_CARDS_MAX];
    text_put(&text, "[ruleset]\nfamily = ");
    text_put(&text, family_name(rules->family));
    text_char(&text, '\n');
    put_options(&text, rules);
    put_club(&text, rules);
    put_all_changed(&text, rules, glyphs);
    unsigned count = rules_own_cards(rules, own);
    for (unsigned i = 0; i < count; i++) put_card(&text, rules, &rules->card[own[i]], glyphs);
    for (unsigned i = 0; i < rules->seconds; i++) put_second(&text, rules, &rules->second[i], glyphs);
    for (unsigned i = 0; i < rules->clubs; i++) {
        put_section(&text, "rule", rules->club[i].name);
        put_whens(&text, rules, rules->club[i].when);
    }
    return text.length;
}

unsigned ruleset_format(const Rules *rules, char *out, unsigned size) { return format(rules, true, out, size); }

static void hash_text(const Rules *rules, bool glyphs, char out[RULESET_HASH_HEX]) {
    enum { DIGEST = (RULESET_HASH_HEX - 1) / 2 };
    char text[RULESET_TEXT_MAX];
    uint8_t digest[DIGEST];
    Blake2b state;
    unsigned length = format(rules, glyphs, text, sizeof text);
    blake2b_init(&state, DIGEST);
    blake2b_update(&state, text, length < sizeof text ? length : sizeof text - 1);
    blake2b_final(&state, digest);
    Text hex = text_in(out, RULESET_HASH_HEX);
    text_hex(&hex, digest, DIGEST);
}

void ruleset_hash(const Rules *rules, char out[RULESET_HASH_HEX]) { hash_text(rules, false, out); }

bool ruleset_had_hash(const Rules *rules, const char *hash) {
    char own[RULESET_HASH_HEX];
    hash_text(rules, true, own);
    return text_equal(own, hash);
}
