/* picture.h -- a tournament as a picture: in the midst of a page, where it takes the colours around it and brings no styles,
 * or alone, as a wall chart with a title and a background of its own. */
#ifndef UNO_TOURNAMENT_PICTURE_H
#define UNO_TOURNAMENT_PICTURE_H

#include "../ruleset/ruleset.h"
#include "event.h"

/* SVG. Where games follow from games: the bracket, from left to right, with lines between them. Otherwise a column for
 * each round, or for five duels of the Split UNO tournament. Where there is no memory it is empty. */
void tourney_print_svg(const Tourney *tourney, const Printer *printer, bool alone);

#endif
