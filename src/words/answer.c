/* answer.c -- what people type, word by word, compared with what they may do. */
#include "answer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../engine/offer.h"
#include "words.h"

enum { ANSWER_MAX = 64, WORDS_MAX = 12 };

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
    else if (colour < COLOURS && rules->wilds) /* some cards ask for one */
        snprintf(text + length, sizeof text - length, ":%c", colour_letters[colour]);
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

/* ---- plain words ---- */

typedef struct {
    char *word[WORDS_MAX];
    unsigned count;
} Words;

/* What a card is called beside its name and its code. */
static const struct {
    const char *said, *code;
} also_called[] = {
    {"zero", "0"},        {"one", "1"},         {"two", "2"},           {"three", "3"},       {"four", "4"},
    {"five", "5"},        {"six", "6"},         {"seven", "7"},         {"eight", "8"},       {"nine", "9"},
    {"rev", "-"},         {"reverse", "-"},     {"skip", "x"},          {"stop", "x"},        {"block", "x"},
    {"draw 2", "+2"},     {"draw two", "+2"},   {"plus two", "+2"},     {"plus 2", "+2"},     {"+4", "W+4"},
    {"wild +4", "W+4"},   {"wild four", "W+4"}, {"wild 4", "W+4"},      {"draw four", "W+4"}, {"draw 4", "W+4"},
    {"plus four", "W+4"}, {"plus 4", "W+4"},    {"wild draw 4", "W+4"}, {"draw four", "+4"},  {"draw 4", "+4"},
    {"plus four", "+4"},  {"plus 4", "+4"},     {"joker", "W"},
};

/* Said on the way to a card, without a meaning of their own. */
static const char *const fillers[] = {"play", "lay", "bid", "the", "a", "my", "and", "name", "call", "card", "i"};

static bool is_filler(const char *word) {
    for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++)
        if (strcmp(word, fillers[i]) == 0) return true;
    return false;
}

static Words split_words(char *text) {
    Words words = {.count = 0};
    char *rest;
    for (char *word = strtok_r(text, " ,", &rest); word && words.count < WORDS_MAX; word = strtok_r(NULL, " ,", &rest))
        words.word[words.count++] = word;
    return words;
}

static void drop_word(Words *words, unsigned place) {
    words->count--;
    for (unsigned i = place; i < words->count; i++) words->word[i] = words->word[i + 1];
}

/* "... uno", "... !", "five!" */
static bool take_call(Words *words) {
    if (!words->count) return false;
    char *last = words->word[words->count - 1];
    size_t length = strlen(last);
    bool mark = length && last[length - 1] == '!';
    if (mark) last[--length] = 0;
    if (strcmp(last, "uno") == 0 || !length) return drop_word(words, words->count - 1), true;
    return mark;
}

/* "... with B", "... on C" */
static unsigned take_target(Words *words) {
    static const char *const before[] = {"with", "on", "from", "for", "against"};
    if (words->count < 2) return NO_SEAT;
    const char *letter = words->word[words->count - 1], *link = words->word[words->count - 2];
    unsigned seat = (unsigned)(letter[0] - 'a');
    if (letter[1] || seat >= SEATS_MAX) return NO_SEAT;
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
        if (strcmp(link, before[i]) == 0) return words->count -= 2, seat;
    return NO_SEAT;
}

/* One colour, wherever it is said; two of them make no sense. */
static bool take_colour(Words *words, unsigned *colour) {
    *colour = COLOURS;
    for (unsigned i = words->count; i-- > 0;) {
        unsigned found = colour_of(words->word[i]);
        if (found == COLOURS) continue;
        if (*colour < COLOURS) return false;
        *colour = found;
        drop_word(words, i);
    }
    return true;
}

static void join_words(const Words *words, char out[ANSWER_MAX]) {
    size_t used = 0;
    out[0] = 0;
    for (unsigned i = 0; i < words->count && used < ANSWER_MAX; i++)
        used += (size_t)snprintf(out + used, ANSWER_MAX - used, "%s%s", i ? " " : "", words->word[i]);
}

static bool is_called(const CardRow *row, const char *said) {
    if (strcasecmp(said, row->name) == 0 || strcasecmp(said, row->code) == 0) return true;
    for (size_t i = 0; i < sizeof also_called / sizeof also_called[0]; i++)
        if (strcasecmp(said, also_called[i].said) == 0 && strcmp(row->code, also_called[i].code) == 0) return true;
    return false;
}

/* Every face of that name, whatever its colour. */
static uint64_t faces_called(const Rules *rules, const char *said) {
    uint64_t faces = 0;
    for (unsigned face = 0; face < FACES; face++)
        if (rules->faces >> face & 1 && is_called(&rules->card[face], said)) faces |= FACE_BIT(face);
    return faces;
}

static bool is_single(uint64_t faces) { return faces && !(faces & (faces - 1)); }

/* The one that is meant: the only one, the only one that can be used now, the only one in hand. */
static bool choose_face(uint64_t faces, const ActionSet *set, const Cards *hand, Face *out) {
    uint64_t ways[] = {faces, faces & set->cards, faces & cards_faces(hand)};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (is_single(ways[i])) return *out = (Face)bits_first(ways[i]), true;
    return false;
}

/* "red", where a colour is to be named, or one red card fits. */
static bool parse_colour(const ActionSet *set, const Cards *hand, unsigned colour, unsigned target, bool call,
                         Action *out) {
    Face face;
    if (set->names >> colour & 1) return *out = action_full(ACT_NAME, NO_FACE, colour, target, false), true;
    if (!choose_face(set->cards & COLOUR_MASK(colour), set, hand, &face)) return false;
    *out = action_full(ACT_PLAY, face, NO_CHOICE, target, call);
    return true;
}

/* "block c" is a Block on seat C, where no card asks for a colour that the letter could mean. */
static void take_bare_target(const Rules *rules, Words *words, unsigned *target) {
    if (rules->wilds || *target != NO_SEAT || words->count < 2) return;
    const char *letter = words->word[words->count - 1];
    char said[ANSWER_MAX];
    Words before = *words;
    before.count--;
    join_words(&before, said);
    if (letter[1] || letter[0] < 'a' || letter[0] >= 'a' + SEATS_MAX || !(faces_called(rules, said) & SPLIT_ACTIONS))
        return;
    *target = (unsigned)(letter[0] - 'a');
    words->count--;
}

/* Of the faces those that have the colour, else those that have none, for which it is named. */
static uint64_t paint_faces(const Rules *rules, uint64_t faces, unsigned *colour) {
    uint64_t plain = 0;
    if (*colour == COLOURS) return faces;
    for (uint64_t left = faces; left; left &= left - 1)
        if (!face_is_coloured(rules, (Face)bits_first(left))) plain |= left & -left;
    uint64_t painted = faces & ~plain & COLOUR_MASK(*colour);
    if (!painted) return plain;
    *colour = COLOURS;
    return painted;
}

/* "red five", "play the blue skip uno", "draw two yellow", "wild green", "+4 red", "seven with B". */
static bool parse_words(const Rules *rules, const ActionSet *set, const Cards *hand, const char *line, Action *out) {
    char text[ANSWER_MAX], said[ANSWER_MAX];
    unsigned colour;
    Face face;
    change_case(line, false, text, sizeof text);
    Words words = split_words(text);
    while (words.count > 1 && is_filler(words.word[0])) drop_word(&words, 0);
    bool call = take_call(&words);
    unsigned target = take_target(&words);
    take_bare_target(rules, &words, &target);
    if (!take_colour(&words, &colour)) return false;
    for (unsigned i = words.count; i-- > 0;)
        if (is_filler(words.word[i])) drop_word(&words, i);
    join_words(&words, said);
    if (!said[0]) return colour < COLOURS && parse_colour(set, hand, colour, target, call, out);
    uint64_t faces = faces_called(rules, said);
    bool drawing = strcmp(words.word[0], "draw") == 0 && colour == COLOURS;
    if (drawing && !(faces & cards_faces(hand))) return *out = action_plain(ACT_DRAW), true;
    if (!choose_face(paint_faces(rules, faces, &colour), set, hand, &face)) return false;
    *out = action_full(ACT_PLAY, face, colour < COLOURS ? colour : NO_CHOICE, target, call);
    return true;
}

/* ---- what is meant ---- */

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

/* A card alone, where the question is which one to shed, to pay with or to challenge with. */
static Action asked_kind(const ActionSet *set, Action action) {
    Face card = action_card(action);
    bool other = set->card_kind == ACT_SHED || set->card_kind == ACT_DISCARD || set->card_kind == ACT_CHALLENGE;
    if (!other || action_kind(action) != ACT_PLAY || card >= FACES || !(set->cards >> card & 1)) return action;
    return action_card_of((ActionKind)set->card_kind, card);
}

/* With a single opponent there is no need to say on whom; but a swap has to be said. */
static Action aimed(const Rules *rules, const ActionSet *set, Action action) {
    Aim aim = aim_of(rules, action);
    if (aim == AIM_NOBODY || aim == AIM_SWAP || action_target(action) != NO_SEAT) return action;
    if (action_set_has(rules, set, action)) return action;
    SeatMask targets = aim == AIM_ACTION ? action_set_targets(rules, set, action_card(action)) : set->targets;
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

bool answer_parse(const Rules *rules, const ActionSet *set, const Cards *hand, const char *line, Action *out) {
    char text[ANSWER_MAX], loose[ANSWER_MAX];
    if (!tidy(line, text)) return false;
    if (parse_choice(rules, set, text, out)) return true;
    memcpy(loose, text, sizeof loose);
    if (!parse_loosely(rules, loose, out) && !parse_words(rules, set, hand, text, out)) return false;
    *out = aimed(rules, set, meant(set, asked_kind(set, *out)));
    return true;
}
