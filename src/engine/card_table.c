/* card_table.c -- what each card is: the built-in rows, a ruleset's own rows,
 * and both as text. A built-in card and one that a ruleset declares are rows of
 * the same table; play knows only the rows. */
#include "card_table.h"

#include <string.h>

#include "family.h"

const char colour_letters[] = "RYGB";
const char *const colour_names[COLOURS] = {"red", "yellow", "green", "blue"};

/* ---- the cards of every family ---- */

static const CardRow number_names[] = {
    {"0", "0", "0", ALL_COLOURS, 1, 0, {{0}}, {0}}, {"1", "1", "1", ALL_COLOURS, 2, 1, {{0}}, {0}},
    {"2", "2", "2", ALL_COLOURS, 2, 2, {{0}}, {0}}, {"3", "3", "3", ALL_COLOURS, 2, 3, {{0}}, {0}},
    {"4", "4", "4", ALL_COLOURS, 2, 4, {{0}}, {0}}, {"5", "5", "5", ALL_COLOURS, 2, 5, {{0}}, {0}},
    {"6", "6", "6", ALL_COLOURS, 2, 6, {{0}}, {0}}, {"7", "7", "7", ALL_COLOURS, 2, 7, {{0}}, {0}},
    {"8", "8", "8", ALL_COLOURS, 2, 8, {{0}}, {0}}, {"9", "9", "9", ALL_COLOURS, 2, 9, {{0}}, {0}},
};

void card_table_put(Rules *rules, Face face, const CardRow *row) {
    rules->card[face] = *row;
    rules->faces |= FACE_BIT(face);
}

void card_table_init(Rules *rules) {
    for (unsigned colour = 0; colour < COLOURS; colour++)
        for (unsigned value = 0; value < VALUE_SKIP; value++)
            card_table_put(rules, FACE(colour, value), &number_names[value]);
    family_of(rules)->cards(rules);
}

/* ---- codes ---- */

unsigned face_format(const Rules *rules, Face face, char *out, unsigned size) {
    Text text = text_in(out, size);
    if (face_is_second(rules, face)) {
        text_put(&text, face_row(rules, face)->code);
        return text.length;
    }
    if (face >= FACES || !(rules->faces & FACE_BIT(face))) {
        text_put(&text, "?");
        return text.length;
    }
    if (rules->card[face].colours) text_char(&text, colour_letters[face_colour(face)]);
    text_put(&text, rules->card[face].code);
    return text.length;
}

bool face_parse(const Rules *rules, const char **text, Face *out) {
    unsigned longest = 0;
    for (uint64_t left = rules->faces; left; left &= left - 1) {
        Face face = (Face)bits_first(left);
        const CardRow *row = &rules->card[face];
        const char *at = *text;
        if (row->colours && *at++ != colour_letters[face_colour(face)]) continue;
        if (!scan_word(&at, row->code) || (unsigned)(at - *text) <= longest) continue;
        longest = (unsigned)(at - *text);
        *out = face;
    }
    *text += longest;
    return longest > 0;
}

bool second_parse(const Rules *rules, const char **text, Face *out) {
    unsigned longest = 0;
    for (unsigned i = 0; i < rules->seconds; i++) {
        const char *at = *text;
        if (!scan_word(&at, rules->second[i].code) || (unsigned)(at - *text) <= longest) continue;
        longest = (unsigned)(at - *text);
        *out = (Face)(SECOND_CODE + i);
    }
    *text += longest;
    return longest > 0;
}

/* ---- effects as text ---- */

static const struct {
    const char *word;
    uint8_t low, high; /* of n; 0, 0: takes none */
} effect_words[EFFECTS] = {
    {"nothing", 0, 0},
#define EFFECT(name, word, low, high) {word, low, high},
#include "effect.def"
#undef EFFECT
};

static bool word_ends(const char *at) { return !((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z')); }

static bool refuse_effect(RulesError *error, const char *first, const char *at, const char *last) {
    Text text = text_in(error->text, sizeof error->text);
    if (!RULES_PRINTED) return false;
    text_put(&text, first);
    for (unsigned i = 0; at && at[i] && i < 24; i++) text_char(&text, at[i]);
    text_put(&text, last);
    return false;
}

/* One effect without what follows a roll's colon. */
static bool parse_effect(const char **at, Effect *out, RulesError *error) {
    const char *start = *at;
    for (unsigned kind = 1; kind < EFFECTS; kind++) {
        if (!scan_word(at, effect_words[kind].word) || !word_ends(*at)) {
            *at = start;
            continue;
        }
        unsigned low = effect_words[kind].low, high = effect_words[kind].high;
        long long n = low == 1 ? 1 : 0;
        scan_blanks(at);
        bool given = **at >= '0' && **at <= '9';
        if (given && !high) return refuse_effect(error, "this effect takes no number: '", start, "'");
        if ((given && !scan_number(at, low, high, &n)) || (!given && low > 1)) {
            refuse_effect(error, "", effect_words[kind].word, " needs a number from ");
            if (!RULES_PRINTED) return false;
            Text text = {error->text, sizeof error->text, (unsigned)text_length(error->text)};
            text_number(&text, low);
            text_put(&text, " to ");
            text_number(&text, high);
            return false;
        }
        *out = (Effect){(uint8_t)kind, (uint8_t)n};
        scan_blanks(at);
        return true;
    }
    return refuse_effect(
        error, "an effect is one of draw, skip, reverse, swap, rotate, reflect, take, all, again, roll; not '", start,
        "'");
}

/* A branch of a roll: a single effect, or "nothing". */
static bool parse_branch(const char **at, Effect *out, RulesError *error) {
    scan_blanks(at);
    *out = (Effect){EFFECT_NONE, 0};
    if (scan_word(at, "nothing") && word_ends(*at)) {
        scan_blanks(at);
        return true;
    }
    if (!parse_effect(at, out, error)) return false;
    if (out->kind == EFFECT_ROLL) return refuse_effect(error, "a roll cannot lead to another roll", NULL, "");
    if (out->kind == EFFECT_REFLECT)
        return refuse_effect(error, "reflect answers a draw; a roll cannot lead to it", NULL, "");
    return true;
}

static bool parse_roll(const char **at, Effect branches[2], RulesError *error) {
    if (!scan_word(at, ":"))
        return refuse_effect(error, "roll needs a colon and what follows: roll 4: draw 2 else take 2", NULL, "");
    if (!parse_branch(at, &branches[0], error)) return false;
    branches[1] = (Effect){EFFECT_NONE, 0};
    if (scan_word(at, "else") && !parse_branch(at, &branches[1], error)) return false;
    if (!branches[0].kind && !branches[1].kind) return refuse_effect(error, "a roll must lead to something", NULL, "");
    return true;
}

/* Twice the same, or a draw that also reflects, would leave open what is meant. */
static bool check_effects(const Effect effects[CARD_EFFECTS_MAX], unsigned count, RulesError *error) {
    unsigned seen = 0;
    for (unsigned i = 0; i < count; i += effects[i].kind == EFFECT_ROLL ? 3 : 1) {
        if (seen & 1u << effects[i].kind)
            return refuse_effect(error, "an effect can stand only once on a card: '",
                                 effect_words[effects[i].kind].word, "'");
        seen |= 1u << effects[i].kind;
        if (effects[i].kind != EFFECT_ROLL) continue;
        for (unsigned j = i + 1; j <= i + 2; j++)
            if (effects[j].kind == EFFECT_DRAW && seen & 1u << EFFECT_DRAW)
                return refuse_effect(error, "a card can make the next player draw only once", NULL, "");
    }
    if (seen & 1u << EFFECT_DRAW && seen & 1u << EFFECT_REFLECT)
        return refuse_effect(error, "a card cannot both draw and reflect", NULL, "");
    return true;
}

bool effects_parse(const char *text, Effect out[CARD_EFFECTS_MAX], RulesError *error) {
    Effect effects[CARD_EFFECTS_MAX] = {{0, 0}};
    unsigned count = 0;
    scan_blanks(&text);
    while (*text) {
        Effect found[3] = {{0, 0}};
        if (!parse_effect(&text, &found[0], error)) return false;
        unsigned size = found[0].kind == EFFECT_ROLL ? 3 : 1;
        if (size == 3 && !parse_roll(&text, &found[1], error)) return false;
        if (count + size > CARD_EFFECTS_MAX)
            return refuse_effect(error, "a card has at most 6 effects; a roll counts as three", NULL, "");
        memcpy(&effects[count], found, size * sizeof *found);
        count += size;
        if (!*text) break;
        if (*text != ',') return refuse_effect(error, "expected a comma or the end of the effects before '", text, "'");
        text++;
        scan_blanks(&text);
        if (!*text) return refuse_effect(error, "another effect is missing after the last comma", NULL, "");
    }
    if (!check_effects(effects, count, error)) return false;
    memcpy(out, effects, sizeof effects);
    return true;
}

static void put_effect(Text *text, Effect effect) {
    text_put(text, effect_words[effect.kind].word);
    if (!effect_words[effect.kind].high) return;
    text_char(text, ' ');
    text_number(text, effect.n);
}

unsigned effects_format(const Effect effects[CARD_EFFECTS_MAX], char *out, unsigned size) {
    Text text = text_in(out, size);
    for (unsigned i = 0; i < CARD_EFFECTS_MAX && effects[i].kind; i++) {
        if (i) text_put(&text, ", ");
        put_effect(&text, effects[i]);
        if (effects[i].kind != EFFECT_ROLL) continue;
        text_put(&text, ": ");
        put_effect(&text, effects[i + 1]);
        if (effects[i + 2].kind) {
            text_put(&text, " else ");
            put_effect(&text, effects[i + 2]);
        }
        i += 2;
    }
    return text.length;
}
