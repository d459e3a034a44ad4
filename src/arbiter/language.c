/* language.c -- what is typed, as entries. A line is one thing that happened and
 * then, if one likes, the answers to what it leads to:
 *
 *     Ada 7 Ben 4          block Ada Ben, countered          wild Ada, name blue Ben */
#include <string.h>

#include "../engine/text.h"
#include "sheet.h"
#include "tokens.h"
#include "vocabulary.h"

typedef struct {
    const Sheet *sheet;
    Tokens *tokens;
    Statement *out;
    Text *why;
} Reading;

static bool fail(Reading *r, const char *before, const char *word, const char *behind) {
    text_put(r->why, before);
    text_put(r->why, word);
    text_put(r->why, behind);
    return false;
}

/* ---- single things ---- */

static Seat next_seat(const Reading *r) { return names_find(&r->sheet->names, tokens_peek(r->tokens)); }

/* A name if one comes next, else NO_SEAT. */
static Seat maybe_seat(Reading *r) {
    Seat seat = next_seat(r);
    if (seat != NO_SEAT) tokens_take(r->tokens);
    return seat;
}

/* What is said behind the name of somebody who does something: the name begins the next clause. */
static bool is_deed(const char *word) {
    unsigned number;
    return word_number(word, &number) || word_is(word, "plays") || word_is(word, "hits") || word_is(word, "steals") ||
           word_is(word, "challenges");
}

/* A name that may be left out: in "name blue, Ada 7 Ben 4" it is. */
static Seat spare_seat(Reading *r) {
    const Tokens *tokens = r->tokens;
    bool deed = tokens->next + 1 < tokens->count && is_deed(tokens->word[tokens->next + 1]);
    return deed ? (Seat)NO_SEAT : maybe_seat(r);
}

static bool expect_seat(Reading *r, uint8_t *out) {
    const char *word = tokens_peek(r->tokens);
    *out = maybe_seat(r);
    if (*out != NO_SEAT) return true;
    if (!word[0]) return fail(r, "A player's name is missing at the end.", "", "");
    return fail(r, "'", word, "' is no player here, or could be more than one.");
}

static bool expect_number(Reading *r, uint16_t *out) {
    unsigned number = 0;
    const char *word = tokens_take(r->tokens);
    if (tokens_is_end(word)) return fail(r, "A number is missing at the end.", "", "");
    if (!word_number(word, &number) || number > UINT16_MAX)
        return fail(r, "'", word, r->sheet->points ? "' is not a number of points." : "' is not a number of cards.");
    *out = (uint16_t)number;
    return true;
}

static bool maybe_word(Reading *r, const Word *list, uint8_t *out) {
    const Word *row = word_find(list, tokens_peek(r->tokens));
    if (!row) return false;
    tokens_take(r->tokens);
    *out = row->value;
    return true;
}

static bool expect_card(Reading *r, Face *out) {
    if (maybe_word(r, card_words, out)) return true;
    return fail(r, "A card is missing: block, reverse, wild, +2, +4, truth or dare.", "", "");
}

static bool add(Reading *r, const Entry *entry) {
    if (r->out->count == LINE_ENTRIES_MAX) return fail(r, "That is too much for one line.", "", "");
    r->out->entry[r->out->count++] = *entry;
    return true;
}

/* ---- number rounds ---- */

/* Splits "a7" into a name and its number. */
static bool split_number(const Reading *r, const char *word, Seat *seat, unsigned *number) {
    char name[PLAYER_NAME_MAX];
    size_t length = text_length(word), letters = length;
    while (letters && word[letters - 1] >= '0' && word[letters - 1] <= '9') letters--;
    if (!letters || letters >= sizeof name || !word_number(word + letters, number)) return false;
    memcpy(name, word, letters);
    name[letters] = 0;
    *seat = names_find(&r->sheet->names, name);
    return *seat != NO_SEAT;
}

/* "Ada 7" or "a7". */
static bool maybe_number_shown(Reading *r, Seat *seat, unsigned *number) {
    Tokens *tokens = r->tokens;
    *seat = next_seat(r);
    if (*seat != NO_SEAT) {
        if (tokens->next + 1 >= tokens->count || !word_number(tokens->word[tokens->next + 1], number)) return false;
        tokens->next += 2;
        return true;
    }
    if (!split_number(r, tokens_peek(tokens), seat, number)) return false;
    tokens->next++;
    return true;
}

static bool read_round(Reading *r) {
    Entry entry = entry_of(ENTRY_ROUND);
    Seat seat;
    unsigned number;
    while (maybe_number_shown(r, &seat, &number)) {
        if (seat >= SPLIT_SEATS_MAX || entry.number[seat] != NO_NUMBER)
            return fail(r, "There are two numbers for ", r->sheet->names.name[seat], ".");
        entry.number[seat] = (uint8_t)(number < NO_NUMBER ? number : NO_NUMBER - 1);
    }
    return add(r, &entry);
}

/* ---- action cards ---- */

/* The card is read: "Ada", "Ada on Ben", "Ada meets +2 Ben". `seat` is known where it stood in front. */
static bool read_card(Reading *r, Face card, Seat seat) {
    Entry entry = entry_of(ENTRY_PLAY);
    entry.card = card;
    entry.seat = seat;
    if (seat == NO_SEAT && !expect_seat(r, &entry.seat)) return false;
    if (tokens_accept(r->tokens, "meets")) {
        entry.kind = ENTRY_MEET;
        if (!expect_card(r, &entry.second)) return false;
        if (!tokens_is_end(tokens_peek(r->tokens))) return expect_seat(r, &entry.other) && add(r, &entry);
        if (r->sheet->names.count == 2) entry.other = (uint8_t)(1 - entry.seat);
        return add(r, &entry);
    }
    bool on = tokens_accept(r->tokens, "on");
    if (on && !expect_seat(r, &entry.other)) return false;
    if (!on && card != FACE_WILD) entry.other = spare_seat(r);
    return add(r, &entry);
}

static bool read_counter(Reading *r) {
    Entry entry = entry_of(ENTRY_COUNTER);
    tokens_accept(r->tokens, "with");
    maybe_word(r, card_words, &entry.card);
    return add(r, &entry);
}

static bool read_penalty(Reading *r) {
    const char *word = tokens_take(r->tokens);
    Entry entry = entry_of(word_is(word, "5") ? ENTRY_PENALTY_FIVE : ENTRY_PENALTY_TWO);
    if (!word_is(word, "5") && !word_is(word, "2+2")) return fail(r, "Say penalty 2+2, or penalty 5.", "", "");
    return add(r, &entry);
}

static bool read_shed(Reading *r) {
    Entry entry = entry_of(ENTRY_SHED);
    if (tokens_accept(r->tokens, "it")) entry.kind = ENTRY_SHED_IT;
    else if (!tokens_accept(r->tokens, "nobody") && !tokens_accept(r->tokens, "none")) {
        uint8_t seat;
        if (!expect_seat(r, &seat)) return false;
        for (; seat != NO_SEAT; seat = spare_seat(r))
            if (seat < SPLIT_SEATS_MAX) entry.seats |= (uint8_t)(1u << seat);
    }
    return add(r, &entry);
}

static bool read_name(Reading *r) {
    Entry entry = entry_of(ENTRY_NAME);
    if (!maybe_word(r, choice_words, &entry.choice))
        return fail(r, "A Wild names red, yellow, green or blue; or where the rules say so even, odd, low or high.", "",
                    "");
    tokens_accept(r->tokens, "on");
    entry.other = spare_seat(r);
    return add(r, &entry);
}

static void maybe_sort(Reading *r, uint8_t *sort) {
    if (tokens_accept(r->tokens, "number")) *sort = SORT_NUMBER;
    else if (tokens_accept(r->tokens, "action")) *sort = SORT_ACTION;
}

static bool read_steal(Reading *r, Seat thief) {
    Entry entry = entry_of(ENTRY_STEAL);
    entry.seat = thief;
    tokens_accept(r->tokens, "from");
    if (!tokens_accept(r->tokens, "nothing") && !expect_seat(r, &entry.other)) return false;
    if (entry.other != NO_SEAT) maybe_sort(r, &entry.sort);
    return add(r, &entry);
}

static bool read_took(Reading *r) {
    Entry entry = entry_of(ENTRY_STEAL);
    maybe_sort(r, &entry.sort);
    return entry.sort ? add(r, &entry) : fail(r, "Say took number, or took action.", "", "");
}

static bool read_hit(Reading *r, Seat seat) {
    Entry entry = entry_of(ENTRY_HIT);
    entry.seat = seat;
    return expect_seat(r, &entry.other) && add(r, &entry);
}

static bool read_bonus(Reading *r) {
    bool card = tokens_accept(r->tokens, "card");
    Entry entry = entry_of(card ? ENTRY_BONUS_CARD : ENTRY_BONUS_DRAW);
    if (!card && !tokens_accept(r->tokens, "draw")) return fail(r, "Say bonus card, or bonus draw.", "", "");
    return add(r, &entry);
}

static bool read_challenge(Reading *r, Seat seat) {
    Entry entry = entry_of(ENTRY_CHALLENGE);
    entry.seat = seat == NO_SEAT ? maybe_seat(r) : seat;
    tokens_accept(r->tokens, "with");
    return expect_card(r, &entry.card) && add(r, &entry);
}

/* ---- corrections ---- */

static bool read_amount(Reading *r, Entry *entry) {
    if (tokens_accept(r->tokens, "empty") || tokens_accept(r->tokens, "none")) return add(r, entry);
    return expect_number(r, &entry->amount) && add(r, entry);
}

static bool read_deck(Reading *r) {
    Entry numbers = entry_of(ENTRY_SET_NUMBER_DECK), actions = entry_of(ENTRY_SET_ACTION_DECK);
    if (tokens_accept(r->tokens, "numbers") || tokens_accept(r->tokens, "number")) return read_amount(r, &numbers);
    if (tokens_accept(r->tokens, "actions") || tokens_accept(r->tokens, "action")) return read_amount(r, &actions);
    return fail(r, "Say deck numbers or deck actions, and how many cards it has; or empty.", "", "");
}

static bool read_blocked(Reading *r, Entry *entry) {
    entry->kind = ENTRY_SET_BLOCKED;
    entry->amount = tokens_accept(r->tokens, "yes");
    if (!entry->amount && !tokens_accept(r->tokens, "no")) return fail(r, "Say blocked yes, or blocked no.", "", "");
    return add(r, entry);
}

static bool read_lead(Reading *r) {
    Entry entry = entry_of(ENTRY_SET_LEAD);
    return expect_seat(r, &entry.seat) && add(r, &entry);
}

static bool read_correction(Reading *r) {
    Entry entry = entry_of(ENTRY_SET_NUMBERS);
    if (tokens_accept(r->tokens, "lead")) return read_lead(r);
    if (!expect_seat(r, &entry.seat)) return false;
    if (tokens_accept(r->tokens, "blocked")) return read_blocked(r, &entry);
    if (tokens_accept(r->tokens, "actions")) entry.kind = ENTRY_SET_ACTIONS;
    else if (tokens_accept(r->tokens, "streak")) entry.kind = ENTRY_SET_STREAK;
    else if (!tokens_accept(r->tokens, "numbers"))
        return fail(r, "Say what to adjust: numbers, actions, streak or blocked.", "", "");
    return read_amount(r, &entry);
}

/* ---- lines ---- */

/* "Ada plays block on Ben", "Ada hits Ben", "Ada steals from Ben", "Ben challenges with +4", "Ada 7". */
static bool read_after_name(Reading *r) {
    Tokens *tokens = r->tokens;
    unsigned start = tokens->next;
    Seat seat = maybe_seat(r);
    Face card;
    if (tokens_accept(tokens, "hits")) return read_hit(r, seat);
    if (tokens_accept(tokens, "steals")) return read_steal(r, seat);
    if (tokens_accept(tokens, "challenges")) return read_challenge(r, seat);
    bool plays = tokens_accept(tokens, "plays");
    if (maybe_word(r, card_words, &card)) return read_card(r, card, seat);
    if (plays) return expect_card(r, &card);
    unsigned number;
    tokens->next = start;
    if (maybe_number_shown(r, &seat, &number)) {
        tokens->next = start;
        return read_round(r);
    }
    return fail(r, "What does ", r->sheet->names.name[seat], " do? Say the number they show, or the card they play.");
}

typedef bool (*ReadMore)(Reading *r);
static bool read_any_steal(Reading *r) { return read_steal(r, NO_SEAT); }
static bool read_any_hit(Reading *r) { return read_hit(r, NO_SEAT); }
static bool read_any_challenge(Reading *r) { return read_challenge(r, NO_SEAT); }

static const struct {
    const char *word;
    ReadMore read;
} beginnings[] = {
    {"countered", read_counter}, {"penalty", read_penalty},
    {"shed", read_shed},         {"name", read_name},
    {"steal", read_any_steal},   {"took", read_took},
    {"hit", read_any_hit},       {"bonus", read_bonus},
    {"deck", read_deck},         {"challenge", read_any_challenge},
    {"lead", read_lead},         {"adjust", read_correction},
};

static bool read_clause(Reading *r) {
    const char *word = tokens_peek(r->tokens);
    Entry entry = entry_of(ENTRY_NONE);
    Face card;
    if (maybe_word(r, card_words, &card)) return read_card(r, card, NO_SEAT);
    if (word_find(choice_words, word)) return read_name(r);
    if (maybe_word(r, answer_words, &entry.kind)) return add(r, &entry);
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (tokens_accept(r->tokens, beginnings[i].word)) return beginnings[i].read(r);
    Seat seat;
    unsigned number;
    if (next_seat(r) != NO_SEAT) return read_after_name(r);
    if (split_number(r, word, &seat, &number)) return read_round(r);
    bool counted = r->tokens->next + 1 < r->tokens->count && word_number(r->tokens->word[r->tokens->next + 1], &number);
    return fail(r, "'", word, counted ? "' is no player here, or could be more than one." : "' is not understood.");
}

/* ---- points ---- */

/* "Ada wins Ben r5 skip, Cleo +4": what the others still hold. */
static bool read_hands(Reading *r, ScoreEntry *entry) {
    unsigned sum = 0;
    Seat holder = NO_SEAT;
    while (!tokens_is_end(tokens_peek(r->tokens))) {
        unsigned points = 0;
        Seat seat = next_seat(r);
        const char *word = tokens_peek(r->tokens);
        bool card = score_card(&r->sheet->score.rules, word, &points);
        if (seat != NO_SEAT && (!card || holder == NO_SEAT)) {
            if (score_team(&r->sheet->score, entry->seat) >> seat & 1)
                return fail(r, "Only the opponents' cards count, and ", r->sheet->names.name[seat], " is none.");
            holder = seat;
        } else if (!card)
            return fail(r, "'", word, "' is neither a player nor a card, such as 5, r5, skip, +2 or wild.");
        else if (holder == NO_SEAT) return fail(r, "Say who holds the cards first: '", word, "' is nobody's.");
        sum += points;
        tokens_take(r->tokens);
    }
    if (holder == NO_SEAT) return fail(r, "How many points is it worth? Or which cards do the others hold?", "", "");
    sum *= r->sheet->score.rules.option.double_points ? 2 : 1; /* Q11 */
    entry->points = (uint16_t)(sum < UINT16_MAX ? sum : UINT16_MAX);
    return true;
}

static bool read_points(Reading *r) {
    ScoreEntry *entry = &r->out->points;
    *entry = (ScoreEntry){SCORE_DEAL, NO_SEAT, 0};
    if (tokens_accept(r->tokens, "nobody")) {
        tokens_accept(r->tokens, "wins");
        return true;
    }
    if (tokens_accept(r->tokens, "adjust")) entry->kind = SCORE_CORRECT;
    if (!expect_seat(r, &entry->seat)) return false;
    bool wins = tokens_accept(r->tokens, "wins");
    unsigned number;
    bool last = r->tokens->next + 1 == r->tokens->count, end = tokens_is_end(tokens_peek(r->tokens));
    if (wins && end && !r->sheet->score.rules.option.target) return true; /* one deal decides: points are no matter */
    if (last && word_number(tokens_peek(r->tokens), &number)) return expect_number(r, &entry->points);
    if (entry->kind == SCORE_DEAL && wins) return read_hands(r, entry);
    return expect_number(r, &entry->points);
}

bool statement_parse(const Sheet *sheet, const char *line, Statement *out, char *why, unsigned size) {
    Tokens tokens;
    Text reason = text_in(why, size);
    Reading reading = {sheet, &tokens, out, &reason};
    memset(out, 0, sizeof *out);
    tokens_split(&tokens, line);
    if (tokens.overlong) return fail(&reading, "That is too much for one line.", "", "");
    if (!tokens.count) return fail(&reading, "Nothing was said.", "", "");
    if (sheet->points) {
        if (!read_points(&reading)) return false;
        if (tokens.next == tokens.count) return true;
        return fail(&reading, "'", tokens_peek(&tokens), "' is too much.");
    }
    while (tokens.next < tokens.count)
        if (!read_clause(&reading)) return false;
    return true;
}
