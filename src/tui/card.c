/* card.c -- a card as a box of characters. */
#include "card.h"

#include <stdio.h>
#include <string.h>

#include "../words/words.h"

static const unsigned char paints[COLOURS + 1] = {PAINT_RED, PAINT_YELLOW, PAINT_GREEN, PAINT_BLUE, PAINT_TEXT};
static const char *const symbols[COLOURS + 1] = {SYMBOL_RED, SYMBOL_YELLOW, SYMBOL_GREEN, SYMBOL_BLUE, SYMBOL_WILD};

unsigned colour_paint(unsigned colour) { return paints[colour <= COLOURS ? colour : NO_COLOUR]; }
const char *colour_symbol(unsigned colour) { return symbols[colour <= COLOURS ? colour : NO_COLOUR]; }

unsigned card_colour(const Rules *rules, Face face) {
    return face_is_coloured(rules, face) ? face_colour(face) : NO_COLOUR;
}

/* Words for narrow cards, where the name is too long. */
static const struct {
    const char *name, *brief;
} brief_names[] = {{"Reverse", "Rev"}, {"Draw Two", "+2"}, {"Wild Draw Four", "+4"}, {"Block", "Blk"}};

void card_label(const Rules *rules, Face face, unsigned columns, char *out, size_t size) {
    const CardRow *row = &rules->card[face];
    const char *label = row->name;
    if (strcmp(label, "Draw Two") == 0 || strcmp(label, "Wild Draw Four") == 0 || screen_width(label) > columns) {
        label = row->code;
        for (size_t i = 0; i < sizeof brief_names / sizeof *brief_names; i++)
            if (strcmp(row->name, brief_names[i].name) == 0 && screen_width(brief_names[i].brief) <= columns)
                label = brief_names[i].brief;
    }
    snprintf(out, size, "%s", label);
}

void card_text(const Rules *rules, Face face, unsigned columns, char *out, size_t size) {
    char label[CARD_NAME_MAX];
    card_label(rules, face, columns - 1, label, sizeof label);
    snprintf(out, size, "%s%s", colour_symbol(card_colour(rules, face)), label);
}

static void put_centred(Box box, int row, unsigned paint, const char *text) {
    int room = box.columns - 2, wide = (int)screen_width(text), before = wide < room ? (room - wide) / 2 : 0;
    screen_text(box.row + row, box.column + 1 + before, room - before, paint, text);
}

void card_draw(const Rules *rules, Face face, Box box, bool inverse) {
    unsigned colour = card_colour(rules, face), paint = colour_paint(colour);
    unsigned inside = paint | PAINT_BOLD | (inverse ? PAINT_INVERSE : 0);
    char label[CARD_NAME_MAX];
    card_label(rules, face, (unsigned)(box.columns - 2), label, sizeof label);
    screen_frame(box, paint | (inverse ? PAINT_BOLD : 0), NULL);
    screen_fill((Box){box.row + 1, box.column + 1, box.rows - 2, box.columns - 2}, inside);
    screen_text(box.row + 1, box.column + 1, 1, inside, colour_symbol(colour));
    if (box.rows == 4) { /* no room for a line of its own */
        int wide = (int)screen_width(label), room = box.columns - 2;
        bool below = wide > room - 2;
        screen_text(box.row + (below ? 2 : 1), box.column + 1 + room - wide, room, inside, label);
        if (!below) screen_text(box.row + 2, box.column + 1, wide, inside, label);
        if (!below) screen_text(box.row + 2, box.column + room, 1, inside, colour_symbol(colour));
        return;
    }
    put_centred(box, box.rows / 2, inside, label);
    screen_text(box.row + box.rows - 2, box.column + box.columns - 2, 1, inside, colour_symbol(colour));
}

void card_draw_back(Box box, const char *first, const char *second) {
    screen_frame(box, PAINT_QUIET, NULL);
    put_centred(box, box.rows / 2 - 1, PAINT_QUIET, first);
    put_centred(box, box.rows / 2, PAINT_TEXT | PAINT_BOLD, second);
}

unsigned card_order(const Rules *rules, Face sorted[FACES]) {
    unsigned count = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned face = 0; face < FACES; face++)
            if (rules->faces >> face & 1 && face_is_coloured(rules, (Face)face) == (pass == 0))
                sorted[count++] = (Face)face;
    return count;
}
