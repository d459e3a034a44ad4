/* picture.h -- a tournament as a picture in the midst of a page: it takes the colours around it and brings no styles, unlike
 * the wall chart (export.h), which stands alone and is printed. */
#ifndef UNO_TOURNAMENT_PICTURE_H
#define UNO_TOURNAMENT_PICTURE_H

#include "../ruleset/ruleset.h"
#include "event.h"

/* SVG. Where games follow from games: the bracket, from left to right, with lines between them. Otherwise a column for
 * each round. Where there is no memory it is empty. */
void tourney_print_svg(const Tourney *tourney, const Printer *printer);

#endif
