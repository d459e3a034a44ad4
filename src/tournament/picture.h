/* picture.h -- a tournament to be looked at elsewhere: its bracket, or its rounds, as an SVG picture, and its standings as
 * a table for a spreadsheet. */
#ifndef UNO_TOURNAMENT_PICTURE_H
#define UNO_TOURNAMENT_PICTURE_H

#include "../ruleset/ruleset.h"
#include "event.h"

/* Where games follow from games: the bracket, from left to right. Otherwise a column for each round. Takes the colour
 * of the text around it. Where there is no memory it is empty. */
void tourney_print_svg(const Tourney *tourney, const Printer *printer);

/* A line for each entrant, best first (RFC 4180). */
void tourney_print_csv(const Tourney *tourney, const Printer *printer);

#endif
