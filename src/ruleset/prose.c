/* prose.c -- options and cards as sentences, and sentences as lines. */
#include <string.h>

#include "../engine/text.h"
#include "ruleset_internal.h"

/* ---- options ---- */

/* Puts a sentence with the value for each %. After a 1 the next word loses its
 * plural: "% cards" and "% card(s)" both become "1 card". */
static void put_sentence(Text *text, const char *sentence, size_t length, const char *value) {
    bool single = !strcmp(value, "1"), word = false;
    for (size_t i = 0; i < length; i++) {
        const char *at = sentence + i;
        if (*at == '%') {
            text_put(text, value);
            word = true;
            if (length > i + 1 && at[1] == ' ') text_char(text, sentence[++i]);
            continue;
        }
        if (word && i + 3 <= length && !strncmp(at, "(s)", 3)) {
            if (!single) text_char(text, 's');
            i += 2;
            word = false;
            continue;
        }
        bool letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
        bool last = i + 1 == length || at[1] < 'a' || at[1] > 'z';
        if (word && single && *at == 's' && last && (i + 1 == length || at[1] != '(')) word = false;
        else text_char(text, *at);
        if (word && !letter) word = false;
    }
}

unsigned option_sentence(const Rules *rules, const RuleRow *row, char *out, unsigned size) {
    Text text = text_in(out, size);
    char value[128];
    int number = rules_value(rules, row);
    const char *sentence = row->sentences[row->type == ROW_CHOICE ? 0 : number != 0];
    if (row->type == ROW_CHOICE)
        for (; number; number--) sentence += strcspn(sentence, "|") + 1;
    rules_get(rules, row, value, sizeof value);
    put_sentence(&text, sentence, strcspn(sentence, "|"), value);
    return text.length;
}

/* ---- cards ---- */

static void put_cards_of(Text *text, unsigned n) {
    text_number(text, n);
    text_put(text, n == 1 ? " card" : " cards");
}

static void put_effect(Text *text, Effect effect) {
    switch ((EffectKind)effect.kind) {
    case EFFECT_DRAW:
        text_put(text, "the next player draws ");
        put_cards_of(text, effect.n);
        text_put(text, " and loses the turn");
        break;
    case EFFECT_SKIP:
        if (effect.n == 1) text_put(text, "the next player loses the turn");
        else {
            text_put(text, "the next ");
            text_number(text, effect.n);
            text_put(text, " players lose their turn");
        }
        break;
    case EFFECT_REVERSE: text_put(text, "play goes on in the other direction"); break;
    case EFFECT_SWAP: text_put(text, "its player may swap hands with another player"); break;
    case EFFECT_ROTATE: text_put(text, "every hand passes to the next player in the direction of play"); break;
    case EFFECT_REFLECT: text_put(text, "answers a pending draw by sending it back"); break;
    case EFFECT_TAKE:
        text_put(text, "its player draws ");
        put_cards_of(text, effect.n);
        break;
    case EFFECT_ALL:
        text_put(text, "every other player draws ");
        put_cards_of(text, effect.n);
        break;
    case EFFECT_AGAIN: text_put(text, "its player takes another turn"); break;
    case EFFECT_NONE:
    case EFFECT_ROLL: text_put(text, "nothing happens"); break;
    }
}

unsigned effects_sentence(const CardRow *row, char *out, unsigned size) {
    Text text = text_in(out, size);
    if (!row->colours) text_put(&text, "fits on every card and names the colour");
    for (unsigned i = 0; i < CARD_EFFECTS_MAX && row->effects[i].kind; i++) {
        if (text.length) text_put(&text, "; ");
        if (row->effects[i].kind != EFFECT_ROLL) {
            put_effect(&text, row->effects[i]);
            continue;
        }
        text_put(&text, "roll a die: on ");
        text_number(&text, row->effects[i].n);
        text_put(&text, " or more ");
        put_effect(&text, row->effects[i + 1]);
        text_put(&text, ", otherwise ");
        put_effect(&text, row->effects[i + 2]);
        i += 2;
    }
    if (size && out[0] >= 'a' && out[0] <= 'z') out[0] = (char)(out[0] - 'a' + 'A');
    return text.length;
}

/* ---- lines ---- */

unsigned text_columns(const char *text) {
    unsigned columns = 0;
    for (; *text; text++) columns += ((unsigned char)*text & 0xC0) != 0x80;
    return columns;
}

void print_wrapped(const Printer *printer, unsigned width, const char *first, const char *rest, const char *text) {
    char line[PROSE_MAX + 64];
    Text out = text_in(line, sizeof line);
    text_put(&out, first);
    bool empty = true;
    while (*text) {
        size_t length = strcspn(text, " ");
        char word[PROSE_MAX];
        if (length >= sizeof word) length = sizeof word - 1;
        memcpy(word, text, length);
        word[length] = 0;
        text += length + strspn(text + length, " ");
        if (!empty && ((width && text_columns(line) + 1 + text_columns(word) > width) ||
                       out.length + length + 2 >= sizeof line)) {
            text_char(&out, '\n');
            printer->put(printer->sink, line);
            out = text_in(line, sizeof line);
            text_put(&out, rest);
            empty = true;
        }
        if (!empty) text_char(&out, ' ');
        text_put(&out, word);
        empty = false;
    }
    text_char(&out, '\n');
    printer->put(printer->sink, line);
}
