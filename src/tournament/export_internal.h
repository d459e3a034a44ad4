/* export_internal.h -- what the formats of an export share. */
#ifndef UNO_TOURNAMENT_EXPORT_INTERNAL_H
#define UNO_TOURNAMENT_EXPORT_INTERNAL_H

#include "export.h"

typedef struct {
    const Tourney *tourney;
    const Printer *printer;
    const TourneyRow *rows;
    uint32_t count;
} Exporting;

void export_put(const Exporting *out, const char *text);
void export_number(const Exporting *out, long long number);
const char *export_title(const Tourney *tourney);

void export_svg(const Exporting *out);
void export_html(const Exporting *out);

#endif
