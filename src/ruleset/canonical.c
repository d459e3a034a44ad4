/* canonical.c -- one text for one set of rules, and its hash.
 *
 * The text is itself a ruleset file. What stands at its family's default is
 * left out, so a new option whose default is the old behaviour changes no hash. */
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

static void put_card(Text *text, const CardRow *row) {
    char number[8], effects[128];
    text_put(text, "[card ");
    text_put(text, row->name);
    text_put(text, "]\n");
    put_line(text, "code", row->code);
    put_line(text, "glyph", row->glyph);
    put_colours(text, row->colours);
    Text digits = text_in(number, sizeof number);
    text_number(&digits, row->count);
    put_line(text, "count", number);
    digits = text_in(number, sizeof number);
    text_number(&digits, row->points);
    put_line(text, "points", number);
    if (effects_format(row->effects, effects, sizeof effects)) put_line(text, "effects", effects);
}

/* A card in several colours is one card: its first face stands for it. */
static bool first_face(const Rules *rules, Face face) {
    if (!rules->card[face].colours) return true;
    return !(rules->custom & VALUE_MASK(face_value(face)) & (FACE_BIT(face) - 1));
}

static void put_cards(Text *text, const Rules *rules, unsigned value, bool coloured) {
    for (uint64_t left = rules->custom & VALUE_MASK(value); left; left &= left - 1) {
        Face face = (Face)bits_first(left);
        if (!rules->card[face].colours == coloured || !first_face(rules, face)) continue;
        put_card(text, &rules->card[face]);
    }
}

unsigned ruleset_format(const Rules *rules, char *out, unsigned size) {
    Text text = text_in(out, size);
    text_put(&text, "[ruleset]\nfamily = ");
    text_put(&text, rules->family == FAMILY_SPLIT ? "split\n" : "classic\n");
    put_options(&text, rules);
    /* In the order in which rules_add_card() gives out the faces. */
    for (unsigned value = VALUE_OWN1; value <= VALUE_OWN2; value++) put_cards(&text, rules, value, true);
    for (unsigned value = VALUE_WILD; value >= VALUE_OWN1; value--) put_cards(&text, rules, value, false);
    return text.length;
}

void ruleset_hash(const Rules *rules, char out[RULESET_HASH_HEX]) {
    enum { DIGEST = (RULESET_HASH_HEX - 1) / 2 };
    char text[RULESET_TEXT_MAX];
    uint8_t digest[DIGEST];
    Blake2b state;
    unsigned length = ruleset_format(rules, text, sizeof text);
    blake2b_init(&state, DIGEST);
    blake2b_update(&state, text, length < sizeof text ? length : sizeof text - 1);
    blake2b_final(&state, digest);
    Text hex = text_in(out, RULESET_HASH_HEX);
    text_hex(&hex, digest, DIGEST);
}
