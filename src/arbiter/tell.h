/* tell.h -- what the arbiter says to the table, in plain words. Each adds to a text. */
#ifndef UNO_TELL_H
#define UNO_TELL_H

#include "../engine/text.h"
#include "sheet.h"

/* What happens now and what everybody has to do, as sentences. */
void tell_events(const Sheet *sheet, const Entry *entry, const TallyEvents *events, Text *out);
void tell_correction(const Sheet *sheet, const Entry *entry, Text *out);

/* Why an entry is not taken, with the ids of the rules behind it; then what could be entered. */
void tell_objection(const Sheet *sheet, const Objection *objection, Text *out);
void tell_part(const Sheet *sheet, const Entry *entry, Text *out);
void tell_possible(const Sheet *sheet, Text *out);

void tell_points(const Sheet *sheet, const ScoreEntry *entry, Text *out);
void tell_score_refusal(const Sheet *sheet, ScoreVerdict verdict, Text *out);

/* "Ada", "Ada and Ben", "Ada, Ben and Cleo". */
void tell_names(const Sheet *sheet, unsigned seats, const char *last, Text *out);

#endif
