/* spell.c -- entries as lines of the arbiter's language, spelt out in full: what
 * the log keeps. */
#include "../engine/text.h"
#include "sheet.h"
#include "vocabulary.h"

static void put_word(Text *text, const char *word) {
    if (text->length) text_char(text, ' ');
    text_put(text, word);
}

static void put_seat(Text *text, const Sheet *sheet, Seat seat) {
    if (seat != NO_SEAT) put_word(text, sheet->names.name[seat]);
}

static void put_card(Text *text, Face card) {
    if (card != NO_FACE) put_word(text, word_for(card_words, card));
}

static void put_amount(Text *text, unsigned amount) {
    text_char(text, ' ');
    text_number(text, amount);
}

static void put_seats(Text *text, const Sheet *sheet, unsigned seats) {
    if (!seats) put_word(text, "nobody");
    for (; seats; seats &= seats - 1) put_seat(text, sheet, mask_first(seats));
}

static void spell_round(Text *text, const Sheet *sheet, const Entry *entry) {
    for (Seat seat = 0; seat < SPLIT_SEATS_MAX; seat++) {
        if (entry->number[seat] == NO_NUMBER) continue;
        put_seat(text, sheet, seat);
        put_amount(text, entry->number[seat]);
    }
    if (!text->length) put_word(text, "round");
}

/* The player comes first where the card could be taken for that of the clause before. */
static void spell_play(Text *text, const Sheet *sheet, const Entry *entry, bool player_first) {
    if (player_first) {
        put_seat(text, sheet, entry->seat);
        put_word(text, "plays");
    }
    put_card(text, entry->card);
    if (!player_first) put_seat(text, sheet, entry->seat);
    if (entry->kind == ENTRY_MEET) {
        put_word(text, "meets");
        put_card(text, entry->second);
    } else if (entry->other != NO_SEAT) put_word(text, "on");
    put_seat(text, sheet, entry->other);
}

static void spell_name(Text *text, const Sheet *sheet, const Entry *entry) {
    put_word(text, "name");
    put_word(text, word_for(choice_words, entry->choice));
    put_seat(text, sheet, entry->other);
}

static void spell_steal(Text *text, const Sheet *sheet, const Entry *entry) {
    static const char *const sorts[] = {"", "number", "action"};
    if (entry->seat != NO_SEAT) {
        put_seat(text, sheet, entry->seat);
        put_word(text, "steals");
    } else put_word(text, entry->other == NO_SEAT && entry->sort ? "took" : "steal");
    if (entry->other == NO_SEAT && !entry->sort) put_word(text, "nothing");
    put_seat(text, sheet, entry->other);
    if (entry->sort) put_word(text, sorts[entry->sort]);
}

static void spell_hit(Text *text, const Sheet *sheet, const Entry *entry) {
    put_seat(text, sheet, entry->seat);
    put_word(text, entry->seat == NO_SEAT ? "hit" : "hits");
    put_seat(text, sheet, entry->other);
}

static void spell_correction(Text *text, const Sheet *sheet, const Entry *entry) {
    static const char *const what[] = {"numbers", "actions", "streak"};
    bool numbers = entry->kind == ENTRY_SET_NUMBER_DECK;
    if (numbers || entry->kind == ENTRY_SET_ACTION_DECK) {
        put_word(text, numbers ? "deck numbers" : "deck actions");
        put_amount(text, entry->amount);
        return;
    }
    put_word(text, entry->kind == ENTRY_SET_LEAD ? "adjust lead" : "adjust");
    put_seat(text, sheet, entry->seat);
    if (entry->kind == ENTRY_SET_LEAD) return;
    if (entry->kind == ENTRY_SET_BLOCKED) {
        put_word(text, entry->amount ? "blocked yes" : "blocked no");
        return;
    }
    put_word(text, what[entry->kind - ENTRY_SET_NUMBERS]);
    put_amount(text, entry->amount);
}

unsigned entry_format(const Sheet *sheet, const Entry *entry, char *out, unsigned size) {
    Text text = text_in(out, size);
    switch ((EntryKind)entry->kind) {
    case ENTRY_ROUND: spell_round(&text, sheet, entry); break;
    case ENTRY_PLAY:
    case ENTRY_MEET: spell_play(&text, sheet, entry, false); break;
    case ENTRY_COUNTER:
        put_word(&text, "countered");
        put_card(&text, entry->card);
        break;
    case ENTRY_PENALTY_TWO: put_word(&text, "penalty 2+2"); break;
    case ENTRY_PENALTY_FIVE: put_word(&text, "penalty 5"); break;
    case ENTRY_SHED:
        put_word(&text, "shed");
        put_seats(&text, sheet, entry->seats);
        break;
    case ENTRY_SHED_IT: put_word(&text, "shed it"); break;
    case ENTRY_NAME: spell_name(&text, sheet, entry); break;
    case ENTRY_STEAL: spell_steal(&text, sheet, entry); break;
    case ENTRY_HIT: spell_hit(&text, sheet, entry); break;
    case ENTRY_BONUS_CARD: put_word(&text, "bonus card"); break;
    case ENTRY_BONUS_DRAW: put_word(&text, "bonus draw"); break;
    case ENTRY_CHALLENGE:
        put_word(&text, "challenge");
        put_seat(&text, sheet, entry->seat);
        put_card(&text, entry->card);
        break;
    case ENTRY_ANSWERED:
    case ENTRY_REFUSED:
    case ENTRY_PASS:
    case ENTRY_STUCK:
    case ENTRY_NONE:
        put_word(&text, word_for(answer_words, entry->kind));
        break;
    CASE_CORRECTIONS:
        spell_correction(&text, sheet, entry);
    }
    return text.length;
}

static unsigned spell_points(const Sheet *sheet, const ScoreEntry *entry, char *out, unsigned size) {
    Text text = text_in(out, size);
    if (entry->kind == SCORE_CORRECT) put_word(&text, "adjust");
    if (entry->seat == NO_SEAT) put_word(&text, "nobody");
    else {
        put_seat(&text, sheet, entry->seat);
        put_amount(&text, entry->points);
    }
    return text.length;
}

unsigned statement_format(const Sheet *sheet, const Statement *statement, char *out, unsigned size) {
    Text text = text_in(out, size);
    if (sheet->points) return spell_points(sheet, &statement->points, out, size);
    for (unsigned i = 0; i < statement->count; i++) {
        const Entry *entry = &statement->entry[i], *before = i ? entry - 1 : NULL;
        bool play = entry->kind == ENTRY_PLAY || entry->kind == ENTRY_MEET;
        char words[512];
        if (play && before && before->kind == ENTRY_COUNTER && before->card == NO_FACE) {
            Text alone = text_in(words, sizeof words);
            spell_play(&alone, sheet, entry, true);
        } else entry_format(sheet, entry, words, sizeof words);
        if (i) text_put(&text, ", ");
        text_put(&text, words);
    }
    return text.length;
}
