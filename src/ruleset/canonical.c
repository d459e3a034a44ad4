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

static void put_card(Text *text, const CardRow *row, bool glyph) {
    char number[8], effects[128];
    text_put(text, "[card ");
    text_put(text, row->name);
    text_put(text, "]\n");
    put_line(text, "code", row->code);
    if (glyph) put_line(text, "glyph", row->glyph);
    put_colours(text, row->colours);
    Text digits = text_in(number, sizeof number);
    text_number(&digits, row->count);
    put_line(text, "count", number);
    digits = text_in(number, sizeof number);
    text_number(&digits, row->points);
    put_line(text, "points", number);
    if (effects_format(row->effects, effects, sizeof effects)) put_line(text, "effects", effects);
}

/* What plays, and where it is asked for what only a screen shows. */
static unsigned format(const Rules *rules, bool glyphs, char *out, unsigned size) {
    Text text = text_in(out, size);
    Face own[OWN_CARDS_MAX];
    text_put(&text, "[ruleset]\nfamily = ");
    text_put(&text, family_name(rules->family));
    text_char(&text, '\n');
    put_options(&text, rules);
    unsigned count = rules_own_cards(rules, own);
    for (unsigned i = 0; i < count; i++) put_card(&text, &rules->card[own[i]], glyphs);
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
