/* arbiter_words.c -- questions and answers in words, each answer with its key. */
#include <stdio.h>
#include <string.h>

#include "arbiter_internal.h"

/* ---- cards and names ---- */

static const struct {
    Face card;
    char key;
    const char *name;
} cards[] = {
    {FACE_BLOCK, 'b', "Block"}, {FACE_REVERSE, 'r', "Reverse"}, {FACE_WILD, 'w', "Wild"}, {FACE_DRAW2, '2', "+2"},
    {FACE_WILD4, '4', "+4"},    {FACE_TRUTH, 't', "Truth"},     {FACE_DARE, 'd', "Dare"},
};

static unsigned card_row(unsigned card) {
    unsigned row = 0;
    while (row + 1 < sizeof cards / sizeof *cards && cards[row].card != card) row++;
    return row;
}

static const char *card_name(unsigned card) { return cards[card_row(card)].name; }

static const struct {
    char key;
    const char *name;
} names_of_wild[NAMES] = {
    [RED] = {'r', SYMBOL_RED " red"},
    [YELLOW] = {'y', SYMBOL_YELLOW " yellow"},
    [GREEN] = {'g', SYMBOL_GREEN " green"},
    [BLUE] = {'b', SYMBOL_BLUE " blue"},
    [NAME_EVEN] = {'e', "even"},
    [NAME_ODD] = {'o', "odd"},
    [NAME_LOW] = {'l', "low: 0 to 4"},
    [NAME_HIGH] = {'h', "high: 5 to 9"},
};

/* ---- answers ---- */

#define WORDS(answer, ...) snprintf((answer)->text, sizeof(answer)->text, __VA_ARGS__)

static void word_card(Answer *answer, const Sheet *sheet, const Entry *entry, unsigned card) {
    answer->key = cards[card_row(card)].key;
    if (entry->kind == ENTRY_COUNTER) WORDS(answer, "yes, with a %s", card_name(card));
    else if (entry->kind == ENTRY_CHALLENGE && entry->seat != NO_SEAT)
        WORDS(answer, "%s challenges with a %s", sheet->names.name[entry->seat], card_name(card));
    else if (entry->kind == ENTRY_CHALLENGE) WORDS(answer, "plays a %s", card_name(card));
    else WORDS(answer, "%s", card_name(card));
}

static void word_seat(Answer *answer, const Sheet *sheet, const Entry *entry, unsigned seat) {
    const char *name = sheet->names.name[seat];
    answer->key = ask_seat_key(&sheet->names, (Seat)seat);
    if (entry->kind == ENTRY_STEAL) WORDS(answer, "from %s", name);
    else if (entry->kind == ENTRY_CHALLENGE) WORDS(answer, "%s challenges", name);
    else WORDS(answer, "%s", name);
}

static void word_group(Answer *answer, unsigned group) {
    answer->key = cards[card_row(group)].key;
    if (group == GROUP_MEETING) answer->key = 'm', WORDS(answer, "two cards at once");
    else if (group == FACE_DRAW2) answer->key = '+', WORDS(answer, "+2 or +4");
    else WORDS(answer, "%s", card_name(group));
}

void arbiter_word_part(Answer *answer, const Sheet *sheet, const Entry *entry, AskField field, unsigned value) {
    if (field >= FIELD_SHEDS) {
        answer->key = value ? 'y' : 'n';
        WORDS(answer, value ? "yes, sheds one" : "no, keeps it");
        return;
    }
    switch (field) {
    case FIELD_GROUP: word_group(answer, value); break;
    case FIELD_CARD:
    case FIELD_SECOND: word_card(answer, sheet, entry, value); break;
    case FIELD_SEAT:
    case FIELD_OTHER: word_seat(answer, sheet, entry, value); break;
    case FIELD_CHOICE:
        answer->key = names_of_wild[value].key;
        WORDS(answer, "%s", names_of_wild[value].name);
        break;
    case FIELD_SORT:
        answer->key = value == SORT_NUMBER ? 'n' : 'a';
        WORDS(answer, value == SORT_NUMBER ? "a number card" : "an action card");
        break;
    case FIELD_SHEDS:
    case FIELD_NONE: break; /* seen to above */
    }
}

/* An answer that is complete in itself. */
void arbiter_word_whole(Answer *answer, const Sheet *sheet, const Entry *entry) {
    const SplitBoard *split = &sheet->tally.game.board.split;
    const char *actor = split->actor != NO_SEAT ? sheet->names.name[split->actor] : "the asker";
    const char *target = split->target != NO_SEAT ? sheet->names.name[split->target] : "the refuser";
    answer->key = 'n';
    switch ((EntryKind)entry->kind) {
    case ENTRY_PASS:
        if (sheet->tally.game.board.phase != PHASE_CLAIM) WORDS(answer, "no, nothing is played");
        else if (tally_may_be_stuck(&sheet->tally)) WORDS(answer, "no, it is another card");
        else WORDS(answer, "nobody challenges");
        break;
    case ENTRY_STUCK: answer->key = 'y', WORDS(answer, "yes, it is a +2 or +4"); break;
    case ENTRY_STEAL: WORDS(answer, "takes nothing"); break;
    case ENTRY_ANSWERED:
        answer->key = split->card == FACE_TRUTH ? 't' : 'd';
        WORDS(answer, split->card == FACE_TRUTH ? "tells the truth" : "does the dare");
        break;
    case ENTRY_REFUSED:
        answer->key = 'r';
        WORDS(answer, split->card == FACE_TRUTH ? "refuses" : "refuses, and loses the game");
        break;
    case ENTRY_PENALTY_TWO:
        answer->key = '2';
        WORDS(answer, "2 action cards for %s, 2 number cards for %s", actor, target);
        break;
    case ENTRY_PENALTY_FIVE: answer->key = '5', WORDS(answer, "5 number cards for %s", target); break;
    case ENTRY_BONUS_CARD: answer->key = 'a', WORDS(answer, "an action card"); break;
    case ENTRY_BONUS_DRAW: answer->key = 'd', WORDS(answer, "every opponent draws 2 number cards"); break;
    case ENTRY_SHED_IT: answer->key = 's', WORDS(answer, "sheds the card just drawn"); break;
    case ENTRY_NONE:
    case ENTRY_ROUND:
    case ENTRY_PLAY:
    case ENTRY_MEET:
    case ENTRY_COUNTER:
    case ENTRY_SHED:
    case ENTRY_NAME:
    case ENTRY_HIT:
    case ENTRY_CHALLENGE:
    CASE_CORRECTIONS: /* the only possibility of its kind, beside others */
        answer->key = 'y';
        for (const AskField *field = ask_fields(entry); *field != FIELD_NONE; field++)
            if (ask_value(entry, *field) != NO_SEAT)
                arbiter_word_part(answer, sheet, entry, *field, ask_value(entry, *field));
        if (entry->kind == ENTRY_COUNTER) answer->key = 'y';
    }
}

/* ---- questions ---- */

#define ASKS(...) snprintf(ask->question, sizeof ask->question, __VA_ARGS__)

void arbiter_word_question(Ask *ask, const Sheet *sheet, const Entry *first) {
    if (ask->asks >= FIELD_SHEDS && ask->asks < FIELD_NONE) {
        ASKS("%s may shed a number card. Do they?", sheet->names.name[ask->asks - FIELD_SHEDS]);
        return;
    }
    if (!ask->depth) {
        sheet_question(sheet, ask->question, sizeof ask->question);
        return;
    }
    switch (ask->asks) {
    case FIELD_CARD:
        if (first->kind == ENTRY_MEET) ASKS("Two cards at once: which is %s's?", sheet->names.name[first->seat]);
        else if (first->kind == ENTRY_CHALLENGE)
            ASKS("%s challenges: with which card?", sheet->names.name[first->seat]);
        else ASKS("+2 or +4: which of them?");
        break;
    case FIELD_SECOND:
        ASKS("%s of %s, and at the same time: which card of %s?", card_name(first->card),
             sheet->names.name[first->seat], sheet->names.name[first->other]);
        break;
    case FIELD_SEAT: ASKS("%s: who plays it?", card_name(first->card)); break;
    case FIELD_OTHER:
        if (first->kind == ENTRY_NAME) ASKS("%s: who must show it next?", names_of_wild[first->choice].name);
        else ASKS("%s of %s: on whom?", card_name(first->card), sheet->names.name[first->seat]);
        break;
    case FIELD_SORT: ASKS("What is taken from %s: a number or an action card?", sheet->names.name[first->other]); break;
    case FIELD_GROUP:
    case FIELD_CHOICE: /* begin an entry */
    case FIELD_SHEDS:
    case FIELD_NONE: break; /* seen to above */
    }
}
