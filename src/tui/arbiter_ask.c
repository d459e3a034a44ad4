/* arbiter_ask.c -- one question at a time: everything that could be entered now is
 * narrowed down part by part, and a part with a single possibility is not asked for. */
#include <stdio.h>
#include <string.h>

#include "arbiter_internal.h"

/* ---- keys ---- */

/* Letters that always mean something else. */
static bool is_taken(char letter) { return letter < 'a' || letter > 'z' || strchr("lnqu", letter); }

static char first_letter(const Names *names, unsigned seat) {
    char letter = names->name[seat][0];
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool first_letters_tell(const Names *names) {
    for (unsigned seat = 0; seat < names->count; seat++) {
        if (is_taken(first_letter(names, seat))) return false;
        for (unsigned other = 0; other < seat; other++)
            if (first_letter(names, other) == first_letter(names, seat)) return false;
    }
    return true;
}

char ask_seat_key(const Names *names, Seat seat) {
    static const char letters[SEATS_MAX + 1] = "abcdefghij";
    return first_letters_tell(names) ? first_letter(names, seat) : letters[seat];
}

/* ---- parts of an entry ---- */

unsigned ask_value(const Entry *entry, AskField field) {
    if (field >= FIELD_SHEDS) return entry->seats >> (field - FIELD_SHEDS) & 1u;
    switch (field) {
    case FIELD_GROUP:
        if (entry->kind == ENTRY_MEET) return GROUP_MEETING;
        return entry->card == FACE_WILD4 ? FACE_DRAW2 : entry->card; /* their keys are those of numbers */
    case FIELD_CARD: return entry->card;
    case FIELD_SECOND: return entry->second;
    case FIELD_SEAT: return entry->seat;
    case FIELD_OTHER: return entry->other;
    case FIELD_CHOICE: return entry->choice;
    case FIELD_SORT: return entry->sort;
    case FIELD_SHEDS:
    case FIELD_NONE: break; /* seen to above */
    }
    return 0;
}

/* In the order in which they are asked for; FIELD_NONE ends them. */
const AskField *ask_fields(const Entry *entry) {
    static const AskField play[] = {FIELD_GROUP, FIELD_CARD, FIELD_SEAT, FIELD_OTHER, FIELD_NONE};
    static const AskField meet[] = {FIELD_GROUP, FIELD_CARD, FIELD_SECOND, FIELD_NONE};
    static const AskField counter[] = {FIELD_CARD, FIELD_NONE};
    static const AskField name[] = {FIELD_CHOICE, FIELD_OTHER, FIELD_NONE};
    static const AskField steal[] = {FIELD_OTHER, FIELD_SORT, FIELD_NONE};
    static const AskField challenge[] = {FIELD_SEAT, FIELD_CARD, FIELD_NONE};
    static const AskField sheds[] = {FIELD_SHEDS,     FIELD_SHEDS + 1, FIELD_SHEDS + 2, FIELD_SHEDS + 3,
                                     FIELD_SHEDS + 4, FIELD_SHEDS + 5, FIELD_NONE};
    static const AskField none[] = {FIELD_NONE};
    switch ((EntryKind)entry->kind) {
    case ENTRY_PLAY: return play;
    case ENTRY_MEET: return meet;
    case ENTRY_COUNTER: return counter;
    case ENTRY_NAME: return name;
    case ENTRY_STEAL: return entry->other == NO_SEAT ? none : steal;
    case ENTRY_HIT: return steal;
    case ENTRY_CHALLENGE: return challenge;
    case ENTRY_SHED: return sheds;
    case ENTRY_NONE:
    case ENTRY_ROUND:
    case ENTRY_PASS:
    case ENTRY_ANSWERED:
    case ENTRY_REFUSED:
    case ENTRY_PENALTY_TWO:
    case ENTRY_PENALTY_FIVE:
    case ENTRY_BONUS_CARD:
    case ENTRY_BONUS_DRAW:
    case ENTRY_STUCK:
    case ENTRY_SHED_IT:
    CASE_CORRECTIONS:
        break;
    }
    return none;
}

static bool has_parts(const Entry *entry) { return ask_fields(entry)[0] != FIELD_NONE; }

/* Agrees with all that was picked; what has no parts is only there before anything is. */
static bool agrees(const Ask *ask, const Entry *entry) {
    if (ask->depth && !has_parts(entry)) return false;
    for (unsigned i = 0; i < ask->depth; i++)
        if (ask_value(entry, ask->picked[i].field) != ask->picked[i].value) return false;
    return true;
}

static const Entry *first_with_parts(const Ask *ask) {
    for (unsigned i = 0; i < ask->count; i++)
        if (has_parts(&ask->possible[i]) && agrees(ask, &ask->possible[i])) return &ask->possible[i];
    return NULL;
}

static bool is_open(const Ask *ask, AskField field, const Entry *first) {
    for (unsigned i = 0; i < ask->count; i++) {
        const Entry *entry = &ask->possible[i];
        if (has_parts(entry) && agrees(ask, entry) && ask_value(entry, field) != ask_value(first, field)) return true;
    }
    return false;
}

/* The first part that could be one or the other. */
static AskField next_field(const Ask *ask, const Entry *first) {
    const AskField *field = ask_fields(first);
    if (ask->round && !ask->depth) return FIELD_GROUP;
    while (*field != FIELD_NONE && !is_open(ask, *field, first)) field++;
    return *field;
}

/* ---- building ---- */

static Answer *add(Ask *ask, char key, unsigned value, int entry) {
    Answer *answer = &ask->answer[ask->answers < ASK_ANSWERS_MAX ? ask->answers++ : ASK_ANSWERS_MAX - 1];
    *answer = (Answer){.key = key, .value = value, .entry = entry};
    return answer;
}

/* One answer for each value; one that leaves a single entry is that entry. */
static void offer_part(Ask *ask, const Sheet *sheet, const Entry *entry, int index) {
    unsigned value = ask_value(entry, ask->asks);
    for (unsigned i = 0; i < ask->answers; i++)
        if (ask->answer[i].value == value) {
            ask->answer[i].entry = -1;
            return;
        }
    arbiter_word_part(add(ask, 0, value, index), sheet, entry, ask->asks, value);
}

static void offer_answers(Ask *ask, const Sheet *sheet) {
    for (unsigned i = 0; i < ask->count; i++) {
        const Entry *entry = &ask->possible[i];
        if (!has_parts(entry) || !agrees(ask, entry)) continue;
        if (ask->asks == FIELD_NONE) arbiter_word_whole(add(ask, 0, 0, (int)i), sheet, entry);
        else offer_part(ask, sheet, entry, (int)i);
    }
    for (unsigned i = 0; i < ask->count && !ask->depth; i++)
        if (!has_parts(&ask->possible[i]))
            arbiter_word_whole(add(ask, 0, UINT32_MAX, (int)i), sheet, &ask->possible[i]);
}

static int order_of(const Answer *answer) {
    static const char order[] = "brw+24tdm";
    const char *at = strchr(order, answer->key);
    return at ? (int)(at - order) : (int)sizeof order;
}

/* Cards stand in the same order, no matter who holds them. */
static void sort_cards(Ask *ask) {
    if (ask->asks > FIELD_SECOND) return;
    for (unsigned i = 1; i < ask->answers; i++)
        for (unsigned j = i; j && order_of(&ask->answer[j]) < order_of(&ask->answer[j - 1]); j--) {
            Answer moved = ask->answer[j];
            ask->answer[j] = ask->answer[j - 1];
            ask->answer[j - 1] = moved;
        }
}

static void build(Ask *ask, const Sheet *sheet) {
    const Entry *first = first_with_parts(ask);
    ask->answers = 0;
    ask->asks = first ? next_field(ask, first) : FIELD_NONE;
    arbiter_word_question(ask, sheet, first);
    offer_answers(ask, sheet);
    sort_cards(ask);
    ask->chosen = (ask->round && !ask->depth) || !ask->answers ? -1 : 0;
}

/* A round is entered as it is, without passing first. */
static void drop_passes(Ask *ask) {
    unsigned kept = 0;
    for (unsigned i = 0; i < ask->count; i++)
        if (ask->possible[i].kind != ENTRY_PASS) ask->possible[kept++] = ask->possible[i];
    ask->count = kept;
}

static void begin_tally(Ask *ask, const Sheet *sheet) {
    const Tally *tally = &sheet->tally;
    bool shows;
    ask->round = !tally_over(tally) && tally_between_steps(tally);
    ask->bidders = ask->round ? tally_bidders(tally, &shows) : 0;
    if (ask->round && !shows) ask->bidders = 0;
    ask->mark = ask->bidders ? mask_first(ask->bidders) : NO_SEAT;
    if (!tally_over(tally)) ask->count = tally_choices(tally, ask->possible);
    if (ask->round) {
        drop_passes(ask);
        ask->count += tally_meetings(tally, ask->possible + ask->count);
    }
    build(ask, sheet);
}

static void begin_points(Ask *ask, const Sheet *sheet) {
    sheet_question(sheet, ask->question, sizeof ask->question);
    if (sheet_over(sheet)) return;
    for (Seat seat = 0; seat < sheet->names.count; seat++) {
        char key = ask_seat_key(&sheet->names, seat);
        Answer *answer = add(ask, key, seat, -1);
        snprintf(answer->text, sizeof answer->text, "%s wins", sheet->names.name[seat]);
    }
    Answer *nobody = add(ask, '0', ASK_POINTS_NOBODY, -1);
    snprintf(nobody->text, sizeof nobody->text, "nobody wins");
    ask->chosen = 0;
}

void ask_begin(Ask *ask, const Sheet *sheet) {
    memset(ask, 0, sizeof *ask);
    memset(ask->number, NO_NUMBER, sizeof ask->number);
    ask->chosen = -1;
    ask->mark = NO_SEAT;
    if (!sheet) snprintf(ask->question, sizeof ask->question, "No game has begun. N begins one.");
    else if (sheet->points) begin_points(ask, sheet);
    else begin_tally(ask, sheet);
}

/* ---- answering ---- */

int ask_find_key(const Ask *ask, uint32_t key) {
    bool menu = key == 'U' || key == 'N' || key == 'G' || key == 'X'; /* never an answer */
    uint32_t small = key >= 'A' && key <= 'Z' && !menu ? key - 'A' + 'a' : key;
    for (unsigned i = 0; i < ask->answers; i++)
        if ((unsigned char)ask->answer[i].key == small) return (int)i;
    return -1;
}

bool ask_take(Ask *ask, const Sheet *sheet, unsigned answer, Entry *out) {
    const Answer *taken = &ask->answer[answer];
    if (taken->entry >= 0) {
        *out = ask->possible[taken->entry];
        return true;
    }
    if (ask->depth == ASK_DEPTH_MAX) return false;
    ask->picked[ask->depth].field = ask->asks;
    ask->picked[ask->depth++].value = taken->value;
    build(ask, sheet);
    return false;
}

bool ask_back(Ask *ask, const Sheet *sheet) {
    if (!ask->depth) return false;
    ask->depth--;
    build(ask, sheet);
    return true;
}

void ask_move(Ask *ask, int by) {
    int count = (int)ask->answers;
    if (!count) return;
    if (ask->chosen < 0) ask->chosen = by > 0 ? 0 : count - 1;
    else ask->chosen = (ask->chosen + by + count) % count;
}

/* ---- the number round ---- */

/* The first seat from there on whose number is missing. */
static Seat missing_from(const Ask *ask, unsigned from) {
    for (unsigned step = 0; step < SPLIT_SEATS_MAX; step++) {
        unsigned seat = (from + step) % SPLIT_SEATS_MAX;
        if (ask->bidders >> seat & 1 && ask->number[seat] == NO_NUMBER) return (Seat)seat;
    }
    return NO_SEAT;
}

bool ask_number(Ask *ask, unsigned number) {
    if (ask->mark == NO_SEAT) return false;
    ask->number[ask->mark] = (uint8_t)number;
    ask->mark = missing_from(ask, ask->mark + 1u);
    return ask->mark == NO_SEAT;
}

void ask_erase(Ask *ask) {
    unsigned from = ask->mark == NO_SEAT ? SPLIT_SEATS_MAX : ask->mark;
    if (ask->mark != NO_SEAT && ask->number[ask->mark] != NO_NUMBER) from++;
    while (from-- > 0) {
        if (!(ask->bidders >> from & 1)) continue;
        ask->number[from] = NO_NUMBER;
        ask->mark = (Seat)from;
        return;
    }
}

void ask_round(const Ask *ask, Entry *out) {
    *out = entry_of(ENTRY_ROUND);
    memcpy(out->number, ask->number, sizeof out->number);
}
