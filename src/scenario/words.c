/* words.c -- the words of a scenario's line: numbers, seats, cards, colours. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

bool words_end(const char **at) {
    while (**at == ' ' || **at == '\t') ++*at;
    return !**at;
}

bool words_peek(const char *at, char out[WORD_BYTES]) {
    unsigned length = 0;
    out[0] = 0;
    if (words_end(&at)) return false;
    for (; *at && *at != ' ' && *at != '\t'; at++)
        if (length + 1 < WORD_BYTES) out[length++] = *at;
    out[length] = 0;
    return true;
}

void words_skip(const char **at) {
    if (words_end(at)) return;
    while (**at && **at != ' ' && **at != '\t') ++*at;
}

bool words_take(const char **at, const char *word) {
    char next[WORD_BYTES];
    if (!words_peek(*at, next) || strcmp(next, word) != 0) return false;
    words_skip(at);
    return true;
}

bool words_have(const char *list, const char *word) {
    char next[WORD_BYTES];
    for (; list && words_peek(list, next); words_skip(&list))
        if (!strcmp(next, word)) return true;
    return false;
}

bool read_counter(Run *run, const char **at, unsigned *out) {
    const Rules *rules = &run->ruleset.rules;
    char word[WORD_BYTES];
    unsigned counter = 0;
    words_end(at);
    words_peek(*at, word);
    while (counter < rules->counters && strcmp(word, rules->counter[counter].name) != 0) counter++;
    if (counter == rules->counters) {
        run_bad_text(run, *at, "expected the name of a counter of these rules");
        return false;
    }
    words_skip(at);
    *out = counter;
    return true;
}

bool read_number(Run *run, const char **at, unsigned low, unsigned high, unsigned *out) {
    long long number;
    words_end(at);
    const char *here = *at;
    if (!isdigit((unsigned char)*here) || !scan_number(&here, low, high, &number) ||
        (*here && !isspace((unsigned char)*here))) {
        run_bad_text(run, *at, "expected a number from %u to %u", low, high);
        return false;
    }
    *at = here;
    *out = (unsigned)number;
    return true;
}

bool seat_here(const char *at, Seat *out) {
    char word[WORD_BYTES];
    if (!words_peek(at, word) || word[1] || word[0] < 'A' || word[0] >= 'A' + SEATS_MAX) return false;
    *out = (Seat)(word[0] - 'A');
    return true;
}

bool read_seat(Run *run, const char **at, Seat *out) {
    unsigned players = run->built ? run->game.board.players : SEATS_MAX;
    words_end(at);
    if (seat_here(*at, out) && *out < players) {
        words_skip(at);
        return true;
    }
    run_bad_text(run, *at, "expected a player, A to %c", 'A' + (int)players - 1);
    return false;
}

/* A face that fills its whole word; moves *at only then. */
static bool face_here(const Rules *rules, const char **at, Face *out) {
    words_end(at);
    const char *here = *at;
    if (!face_parse(rules, &here, out) || (*here && *here != ' ' && *here != '\t' && *here != ',')) return false;
    *at = here;
    return true;
}

typedef struct {
    const char *cards, *actions;
} Examples;

static const Examples examples[FAMILIES] = {
#define CLASSIC_EXAMPLES \
    { "R5, G+2, Bx, Y-, W or W+4", "R5, W:B, draw, keep, accept or challenge" }
#define SPLIT_EXAMPLES \
    { "R5, block, reverse, wild, +2 or +4", "R5, +2>B, wild, pass, shed R5 or steal B" }
#define FAMILY(NAME, name) NAME##_EXAMPLES,
#include "../engine/family.def"
#undef FAMILY
};

bool read_face(Run *run, const char **at, Face *out) {
    if (!run->ruled) {
        run_bad_text(run, *at, "expected the rules first: rules NAME");
        return false;
    }
    if (face_here(&run->ruleset.rules, at, out)) return true;
    run_bad_text(run, *at, "expected a card of these rules, such as %s", examples[run->ruleset.rules.family].cards);
    return false;
}

bool read_cards(Run *run, const char **at, Cards *out) {
    Face face;
    memset(out, 0, sizeof *out);
    if (words_take(at, "nothing") || words_take(at, "none")) return true;
    if (!read_face(run, at, &face)) return false;
    do {
        if (cards_copies(out, face) == COPIES_MAX) {
            run_bad_text(run, *at, "expected fewer cards of one kind");
            return false;
        }
        cards_add(out, face);
    } while (face_here(&run->ruleset.rules, at, &face));
    return true;
}

/* Where `word` stands among the names of colours and duties, or -1. */
static int name_find(const char *word) {
    static const char *const others[] = {"even", "odd", "low", "high"};
    for (int c = 0; c < COLOURS; c++) {
        if (!word[1] && word[0] == colour_letters[c]) return c;
        if (tolower((unsigned char)word[0]) == tolower((unsigned char)colour_names[c][0]) &&
            !strcmp(word + 1, colour_names[c] + 1))
            return c;
    }
    for (int i = 0; i < (int)(sizeof others / sizeof *others); i++)
        if (!strcmp(word, others[i])) return NAME_EVEN + i;
    return -1;
}

bool read_second(Run *run, const char **at, Face *out) {
    char word[WORD_BYTES];
    const char *here = word;
    words_end(at);
    if (words_peek(*at, word) && run->ruled && second_parse(&run->ruleset.rules, &here, out) && !*here) {
        words_skip(at);
        return true;
    }
    run_bad_text(run, *at, "expected a card of the second deck");
    return false;
}

bool read_colour(Run *run, const char **at, unsigned *out) {
    char word[WORD_BYTES];
    int name = words_peek(*at, word) ? name_find(word) : -1;
    words_end(at);
    if (name < 0 || name >= COLOURS) {
        run_bad_text(run, *at, "expected red, yellow, green or blue");
        return false;
    }
    words_skip(at);
    *out = (unsigned)name;
    return true;
}

bool read_duty(Run *run, const char **at, uint8_t *out) {
    char word[WORD_BYTES];
    int name = words_peek(*at, word) ? name_find(word) : -1;
    words_end(at);
    if (name < 0 && !strcmp(word, "none")) name = NAMES;
    if (name < 0) {
        run_bad_text(run, *at, "expected a colour, even, odd, low, high or none");
        return false;
    }
    words_skip(at);
    *out = (uint8_t)name;
    return true;
}

const char *duty_word(unsigned duty) {
    static const char *const others[] = {"even", "odd", "low", "high"};
    if (duty < COLOURS) return colour_names[duty];
    return duty < NAMES ? others[duty - NAME_EVEN] : "none";
}

/* An action that ends where a word does; moves *at only then. */
static bool action_here(const Rules *rules, const char **at, Action *out) {
    const char *here = *at;
    if (!action_parse(rules, &here, out) || (*here && *here != ' ' && *here != '\t' && *here != ',')) return false;
    *at = here;
    return true;
}

/* "draws" for draw, "catches" for catch. */
static bool third_person(const Rules *rules, const char **at, Action *out) {
    char text[LINE_BYTES];
    size_t letters = 0;
    while (islower((unsigned char)(*at)[letters])) letters++;
    for (size_t cut = 1; cut <= 2 && cut < letters; cut++) {
        const char *here = text;
        if (strncmp(*at + letters - cut, cut == 1 ? "s" : "es", cut) != 0) continue;
        snprintf(text, sizeof text, "%.*s%s", (int)(letters - cut), *at, *at + letters);
        if (!action_here(rules, &here, out)) continue;
        *at += (size_t)(here - text) + cut;
        return true;
    }
    return false;
}

bool read_action(Run *run, const char **at, Action *out) {
    const Rules *rules = &run->ruleset.rules;
    if (!words_take(at, "play")) words_take(at, "plays");
    words_end(at);
    if (action_here(rules, at, out) || third_person(rules, at, out)) return true;
    run_bad_text(run, *at, "expected an action, such as %s", examples[rules->family].actions);
    return false;
}

/* "catch C": the rules know who can be caught, so the words must be true where somebody can be. */
static bool caught_named(Run *run, const char **at) {
    Seat named, caught = run->game.board.classic.uno_seat;
    if (!seat_here(*at, &named)) return true;
    words_end(at);
    const char *here = *at;
    if (!read_seat(run, at, &named)) return false;
    if (caught == NO_SEAT || caught == named) return true;
    run_bad_text(run, here, "expected 'catch %c': that is who can be caught", 'A' + caught);
    return false;
}

/* "+2 on B", "R7 with C", "steals from B" */
static bool target_said(const char **at, Seat *out) {
    static const char *const words[] = {"on", "at", "with", "from"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        const char *here = *at;
        if (!words_take(&here, words[i]) || !seat_here(here, out)) continue;
        words_skip(&here);
        *at = here;
        return true;
    }
    return false;
}

bool read_deed(Run *run, const char **at, Action *out) {
    Seat target;
    if (!read_action(run, at, out)) return false;
    if (action_kind(*out) == ACT_CATCH) return caught_named(run, at);
    if (action_target(*out) == NO_SEAT && target_said(at, &target))
        *out = action_full(action_kind(*out), action_card(*out), action_choice(*out), target, action_calls(*out));
    return true;
}

const char *cards_words(const Rules *rules, const Cards *cards, char *out, unsigned size) {
    Text text = text_in(out, size);
    for (Face face = 0; face < FACES; face++) {
        char code[CARD_CODE_MAX + 2];
        for (unsigned copies = cards_copies(cards, face); copies; copies--) {
            face_format(rules, face, code, sizeof code);
            if (text.length) text_char(&text, ' ');
            text_put(&text, code);
        }
    }
    if (!text.length) text_put(&text, "nothing");
    return out;
}

const char *seats_words(SeatMask seats, char out[WORD_BYTES]) {
    unsigned length = 0;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (!(seats >> seat & 1)) continue;
        if (length) out[length++] = ' ';
        out[length++] = (char)('A' + seat);
    }
    out[length] = 0;
    if (!length) snprintf(out, WORD_BYTES, "nobody");
    return out;
}
