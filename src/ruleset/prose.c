/* prose.c -- options and cards as sentences, and sentences as lines. */
#include <string.h>

#include "ruleset_internal.h"

const char *book_phrase(const BookLanguage *language, BookPhrase phrase) {
    return (language ? language : &book_english)->phrase[phrase];
}

void put_filled(Text *text, const BookLanguage *language, BookPhrase phrase, const Filling *filling) {
    const char *at = template_form(book_phrase(language, phrase), 0, filling->n == 1);
    for (Mark mark; (mark = template_next(&at, text)).letter;) {
        if (mark.letter == 'n') text_number(text, filling->n);
        else if (mark.letter == 'm') text_number(text, filling->m);
        else if (mark.letter >= 'a' && mark.letter <= 'd') text_put(text, filling->words[mark.letter - 'a']);
    }
}

/* ---- options ---- */

/* Puts a sentence with the value for each %, and of {cards/card} the word that goes with it. */
static void put_sentence(Text *text, const char *sentence, size_t length, const char *value) {
    bool one = !strcmp(value, "1"), inside = false, second = false;
    for (size_t i = 0; i < length; i++) {
        char c = sentence[i];
        if (c == '{') inside = true, second = false;
        else if (c == '}') inside = false;
        else if (c == '/' && inside) second = true;
        else if (inside && second != one) continue;
        else if (c == '%') text_put(text, value);
        else text_char(text, c);
    }
}

/* The sentence with that number: of a choice one for each, of the others for off, 0 or none and for the rest. */
static const char *sentence_at(const BookLanguage *language, const RuleRow *row, unsigned which) {
    unsigned place = (unsigned)BOOK_OPTIONS + 2 * (unsigned)(row - rule_rows);
    if (row->type != ROW_CHOICE) return book_phrase(language, (BookPhrase)(place + which));
    const char *sentence = book_phrase(language, (BookPhrase)place);
    for (; which; which--) sentence += strcspn(sentence, "|") + 1;
    return sentence;
}

unsigned option_meaning(const BookLanguage *language, const RuleRow *row, unsigned which, const char *value, char *out,
                        unsigned size) {
    Text text = text_in(out, size);
    const char *sentence = sentence_at(language, row, which);
    put_sentence(&text, sentence, strcspn(sentence, "|"), value);
    return text.length;
}

unsigned option_sentence(const BookLanguage *language, const Rules *rules, const RuleRow *row, char *out,
                         unsigned size) {
    char value[128];
    int number = rules_value(rules, row);
    rules_get(rules, row, value, sizeof value);
    return option_meaning(language, row, row->type == ROW_CHOICE ? (unsigned)number : number != 0, value, out, size);
}

/* ---- cards ---- */

static BookPhrase effect_phrase(EffectKind kind) {
    switch (kind) {
    case EFFECT_DRAW: return BOOK_does_draw;
    case EFFECT_SKIP: return BOOK_does_skip;
    case EFFECT_REVERSE: return BOOK_does_reverse;
    case EFFECT_SWAP: return BOOK_does_swap;
    case EFFECT_ROTATE: return BOOK_does_rotate;
    case EFFECT_REFLECT: return BOOK_does_reflect;
    case EFFECT_TAKE: return BOOK_does_take;
    case EFFECT_ALL: return BOOK_does_all;
    case EFFECT_AGAIN: return BOOK_does_again;
    case EFFECT_NONE:
    case EFFECT_ROLL: break;
    }
    return BOOK_does_nothing;
}

/* `skips`: the card skips somebody as well, who does not draw. */
static void put_effect(Text *text, const BookLanguage *language, Effect effect, bool skips) {
    bool unskipped = skips && effect.kind == EFFECT_DRAW;
    put_filled(text, language, unskipped ? BOOK_does_draw_unskipped : effect_phrase((EffectKind)effect.kind),
               &(Filling){.n = effect.n});
}

static void put_roll(Text *text, const BookLanguage *language, const Effect effects[3], bool skips) {
    char good[128], bad[128];
    Text first = text_in(good, sizeof good), second = text_in(bad, sizeof bad);
    put_effect(&first, language, effects[1], skips);
    put_effect(&second, language, effects[2], skips);
    put_filled(text, language, BOOK_does_roll, &(Filling){.n = effects[0].n, .words = {good, bad}});
}

/* Who is skipped and who draws is settled when all effects are done, so a change of direction is told first. */
unsigned effects_sentence(const BookLanguage *language, const CardRow *row, char *out, unsigned size) {
    Text text = text_in(out, size);
    bool skips = false;
    for (unsigned i = 0; i < CARD_EFFECTS_MAX; i++) skips = skips || row->effects[i].kind == EFFECT_SKIP;
    if (!row->colours) text_put(&text, book_phrase(language, BOOK_does_fit));
    for (unsigned turn = 0; turn < 2; turn++)
        for (unsigned i = 0; i < CARD_EFFECTS_MAX && row->effects[i].kind; i++) {
            bool roll = row->effects[i].kind == EFFECT_ROLL, first = row->effects[i].kind == EFFECT_REVERSE;
            if (first == !turn) {
                if (text.length) text_put(&text, "; ");
                if (roll) put_roll(&text, language, &row->effects[i], skips);
                else put_effect(&text, language, row->effects[i], skips);
            }
            if (roll) i += 2;
        }
    if (size && out[0] >= 'a' && out[0] <= 'z') out[0] = (char)(out[0] - 'a' + 'A');
    return text.length;
}

const char *book_card_name(const BookLanguage *language, const Rules *rules, Face face) {
    static const struct {
        Family family;
        const char *code;
        BookPhrase phrase;
    } names[] = {
#define CARD(FAMILY, key, code) {FAMILY_##FAMILY, code, BOOK_card_##key},
#include "card_names.def"
#undef CARD
    };
    const CardRow *row = &rules->card[face];
    if (rules->custom >> face & 1) return row->name;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = book_phrase(language, names[i].phrase);
        if (names[i].family == rules->family && !strcmp(names[i].code, row->code) && *name) return name;
    }
    return row->name;
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
