#include "answer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../engine/game.h"

enum { ANSWER_MAX = 64 };

/* Reads `text` strictly, and wholly. */
static bool parse_all(const Rules *rules, const char *text, Action *out) {
    const char *at = text;
    return action_parse(rules, &at, out) && *at == 0;
}

static void change_case(const char *text, bool upper, char *out, size_t size) {
    size_t i = 0;
    for (; text[i] && i + 1 < size; i++)
        out[i] = (char)(upper ? toupper((unsigned char)text[i]) : tolower((unsigned char)text[i]));
    out[i] = 0;
}

/* Blanks at the ends go, blanks inside become single. */
static bool tidy(const char *line, char out[ANSWER_MAX]) {
    size_t used = 0;
    for (; *line; line++) {
        bool blank = isspace((unsigned char)*line);
        if (blank && (used == 0 || out[used - 1] == ' ')) continue;
        if (used == ANSWER_MAX - 1) return false;
        out[used++] = blank ? ' ' : *line;
    }
    if (used && out[used - 1] == ' ') used--;
    out[used] = 0;
    return used > 0;
}

/* The colour a word means: "b", "blue"; COLOURS: none. */
static unsigned colour_of(const char *word) {
    unsigned colour = 0;
    while (colour < COLOURS && strcasecmp(word, colour_names[colour]) != 0 &&
           !(toupper((unsigned char)word[0]) == colour_letters[colour] && word[1] == 0))
        colour++;
    return colour;
}

/* "rx>b" -> "Rx>B": the longest card code, whatever its case, then capital letters. */
static bool spell_card(const Rules *rules, const char *text, char out[ANSWER_MAX]) {
    unsigned best = 0;
    for (unsigned face = 0; face < FACES; face++) {
        char code[CARD_CODE_MAX + 2];
        if (!(rules->faces >> face & 1)) continue;
        unsigned length = face_format(rules, (Face)face, code, sizeof code);
        if (length <= best || strncasecmp(text, code, length) != 0) continue;
        best = length;
        memcpy(out, code, length);
    }
    if (best) change_case(text + best, true, out + best, ANSWER_MAX - best);
    return best > 0;
}

/* A card and a second word: "r5 uno", "w blue". */
static bool parse_card_and_word(const Rules *rules, const char *card, const char *word, Action *out) {
    char text[ANSWER_MAX + 4];
    if (!spell_card(rules, card, text)) return false;
    size_t length = strlen(text);
    unsigned colour = colour_of(word);
    if (strcasecmp(word, "uno") == 0 || strcasecmp(word, "uno!") == 0)
        snprintf(text + length, sizeof text - length, "!");
    else if (colour < COLOURS) snprintf(text + length, sizeof text - length, ":%c", colour_letters[colour]);
    else return false;
    return parse_all(rules, text, out);
}

/* A word and what it is about: "shed r5", "name blue>c", "steal b", "bonus card". */
static bool parse_word_and_rest(const Rules *rules, const char *word, const char *rest, Action *out) {
    char text[2 * ANSWER_MAX], low[ANSWER_MAX], tail[ANSWER_MAX];
    change_case(word, false, low, sizeof low);
    unsigned colour = colour_of(rest);
    if (colour < COLOURS) {
        snprintf(text, sizeof text, "%s %c", low, colour_letters[colour]);
        if (parse_all(rules, text, out)) return true;
    }
    for (unsigned way = 0; way < 3; way++) {
        if (way == 2 ? !spell_card(rules, rest, tail) : (change_case(rest, way == 1, tail, sizeof tail), false))
            continue;
        snprintf(text, sizeof text, "%s %s", low, tail);
        if (parse_all(rules, text, out)) return true;
    }
    return false;
}

static bool parse_loosely(const Rules *rules, char *text, Action *out) {
    char other[ANSWER_MAX];
    char *blank = strchr(text, ' ');
    if (parse_all(rules, text, out)) return true;
    if (!blank) {
        change_case(text, false, other, sizeof other);
        if (strcmp(other, "uno") == 0 || strcmp(other, "uno!") == 0) return *out = action_plain(ACT_CALL), true;
        return parse_all(rules, other, out) || (spell_card(rules, text, other) && parse_all(rules, other, out));
    }
    *blank = 0;
    return parse_card_and_word(rules, text, blank + 1, out) || parse_word_and_rest(rules, text, blank + 1, out);
}

/* People say "draw" to a pending draw and "pass" to keep a card: where only one
 * of such neighbours is open, it is the one that is meant. */
static Action meant(const ActionSet *set, Action action) {
    static const ActionKind alike[][2] = {
        {ACT_DRAW, ACT_ACCEPT}, {ACT_PASS, ACT_KEEP},   {ACT_PASS, ACT_DONE}, {ACT_PASS, ACT_ACCEPT},
        {ACT_KEEP, ACT_PASS},   {ACT_ACCEPT, ACT_DRAW}, {ACT_DONE, ACT_PASS}, {ACT_DONE, ACT_KEEP},
    };
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++)
        if (action == action_plain(alike[i][0]) && !(set->plain >> alike[i][0] & 1) && set->plain >> alike[i][1] & 1)
            return action_plain(alike[i][1]);
    return action;
}

/* Split: with a single opponent there is no need to say on whom. */
static Action aimed(const Rules *rules, const ActionSet *set, Action action) {
    if (rules->family != FAMILY_SPLIT || action_target(action) != NO_SEAT) return action;
    if (action_set_has(rules, set, action)) return action;
    SeatMask targets = action_card(action) == FACE_BLOCK ? set->block_targets : set->targets;
    if (!targets || targets & (targets - 1)) return action;
    Action whole = action_full(action_kind(action), action_card(action), action_choice(action), mask_first(targets),
                               action_calls(action));
    return action_set_has(rules, set, whole) ? whole : action;
}

static bool parse_choice(const Rules *rules, const ActionSet *set, const char *text, Action *out) {
    Action list[ACTIONS_MAX];
    if (strspn(text, "0123456789") != strlen(text)) return false;
    unsigned long number = strtoul(text, NULL, 10);
    unsigned count = action_set_list(rules, set, list);
    if (number == 0 || number > count) return false;
    *out = list[number - 1];
    return true;
}

bool answer_parse(const Rules *rules, const ActionSet *set, const char *line, Action *out) {
    char text[ANSWER_MAX];
    if (!tidy(line, text)) return false;
    if (parse_choice(rules, set, text, out)) return true;
    if (!parse_loosely(rules, text, out)) return false;
    *out = aimed(rules, set, meant(set, *out));
    return true;
}
