/* sheet.c -- hands each entry to the tally of a Split game or to the score of any other. */
#include "sheet.h"

#include <string.h>

#include "../engine/text.h"
#include "tell.h"

/* A Split table is counted deck by deck; of any other the points are kept. */
bool sheet_has_points(const Rules *rules) { return !cards_faces(&rules->numbers); }

const Rules *sheet_rules(const Sheet *sheet) { return sheet->points ? &sheet->score.rules : &sheet->tally.rules; }

bool sheet_over(const Sheet *sheet) { return sheet->points ? sheet->score.winners != 0 : tally_over(&sheet->tally); }

SeatMask sheet_winners(const Sheet *sheet) {
    return sheet->points ? sheet->score.winners : sheet->tally.game.board.winners;
}

/* ---- Split UNO ---- */

/* What goes without saying: a Block is countered with a Block. */
static void complete(const Tally *tally, Entry *entry) {
    const SplitBoard *split = &tally->game.board.split;
    if (entry->kind == ENTRY_COUNTER && entry->card == NO_FACE && split->card == FACE_BLOCK) entry->card = FACE_BLOCK;
}

static bool enter_one(Sheet *sheet, Entry entry, const SheetWatch *watch, Text *told, Objection *objection) {
    TallyEvents events;
    complete(&sheet->tally, &entry);
    if (!tally_apply(&sheet->tally, &entry, &events, objection)) return false;
    if (entry_corrects(&entry)) tell_correction(sheet, &entry, told);
    tell_events(sheet, &entry, &events, told);
    if (watch) watch->see(watch->context, sheet, &entry, &events);
    return true;
}

/* "+2 Ben on Ada, countered +4" where Ada has nothing to counter with: nobody was asked. */
static Seat vain_counter(const Board *before, const Statement *statement, unsigned i) {
    const Entry *play = &statement->entry[i ? i - 1 : 0];
    if (!i || statement->entry[i].kind != ENTRY_COUNTER || play->kind != ENTRY_PLAY) return NO_SEAT;
    Seat seat = play->other == NO_SEAT && before->players == 2 ? (Seat)(1 - play->seat) : play->other;
    return seat != NO_SEAT && !before->actions[seat] ? seat : (Seat)NO_SEAT;
}

static bool enter_tally(Sheet *sheet, const Statement *statement, const SheetWatch *watch, char *told, unsigned size) {
    Tally before = sheet->tally;
    Text text = text_in(told, size);
    for (unsigned i = 0; i < statement->count; i++) {
        Objection objection;
        if (enter_one(sheet, statement->entry[i], watch, &text, &objection)) continue;
        Seat vain = vain_counter(&before.game.board, statement, i);
        if (vain != NO_SEAT) objection.kind = OBJECTION_no_actions, objection.seat = vain;
        text = text_in(told, size);
        if (statement->count > 1) tell_part(sheet, &statement->entry[i], &text);
        tell_objection(sheet, &objection, &text);
        tell_possible(sheet, &text);
        sheet->tally = before;
        return false;
    }
    return true;
}

/* ---- points ---- */

static bool enter_points(Sheet *sheet, const ScoreEntry *entry, char *told, unsigned size) {
    Text text = text_in(told, size);
    ScoreVerdict verdict = score_apply(&sheet->score, entry);
    if (verdict == SCORE_TAKEN) {
        tell_points(sheet, entry, &text);
        return true;
    }
    tell_score_refusal(sheet, verdict, &text);
    return false;
}

bool sheet_enter_watched(Sheet *sheet, const Statement *statement, const SheetWatch *watch, char *told, unsigned size) {
    if (sheet->points) return enter_points(sheet, &statement->points, told, size);
    return enter_tally(sheet, statement, watch, told, size);
}

bool sheet_enter(Sheet *sheet, const Statement *statement, char *told, unsigned size) {
    return sheet_enter_watched(sheet, statement, NULL, told, size);
}
