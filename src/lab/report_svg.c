/* report_svg.c -- the charts of a report as pictures, drawn small enough to be read on a phone. */
#include "report.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 420, LEFT = 44, RIGHT = 12, TOP = 8, BOTTOM = 34, HEIGHT = 240, BAR = 20, LABEL = 150, LABEL_ROOM = 24 };

/* A stretch of numbers, and where it is drawn. */
typedef struct {
    double low, high, from, to;
} Scale;

static double at(const Scale *scale, double value) {
    double share = scale->high > scale->low ? (value - scale->low) / (scale->high - scale->low) : 0.5;
    return scale->from + share * (scale->to - scale->from);
}

static void widen(Scale *scale, double value) {
    if (value < scale->low) scale->low = value;
    if (value > scale->high) scale->high = value;
}

/* A round step that divides the stretch into about so many. */
static double step_of(const Scale *scale, unsigned parts) {
    double rough = (scale->high - scale->low) / parts;
    if (!(rough > 0)) return 1;
    double power = 1;
    while (power > rough) power /= 10;
    while (power * 10 <= rough) power *= 10;
    double digit = rough / power;
    return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

/* From one round number to another. */
static void round_out(Scale *scale, unsigned parts) {
    if (scale->high <= scale->low) scale->high = scale->low + 1;
    double step = step_of(scale, parts);
    scale->low = floor(scale->low / step + 1e-9) * step;
    scale->high = ceil(scale->high / step - 1e-9) * step;
}

static void number(double value, char out[32]) { snprintf(out, 32, "%.10g", fabs(value) < 1e-9 ? 0.0 : value); }

static void text_at(Report *report, double x, double y, const char *anchor, const char *class, const char *text) {
    report_format(report, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s%s%s>", x, y, anchor,
                  *class ? " class=\"" : "", class, *class ? "\"" : "");
    report_escape(report, text);
    report_put(report, "</text>");
}

static void line(Report *report, const char *class, double x1, double y1, double x2, double y2) {
    report_format(report, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", class, x1, y1, x2,
                  y2);
}

/* Numbers below the picture; the lines reach from `top` to `bottom`. */
static void axis_x(Report *report, const Scale *x, double top, double bottom, const char *title) {
    double step = step_of(x, 6);
    char text[32];
    if (step < 1 && x->high - x->low >= 2) step = 1; /* players, actions: there is nothing between */
    for (double value = ceil(x->low / step - 1e-9) * step; value <= x->high + step * 1e-6; value += step) {
        line(report, "grid", at(x, value), top, at(x, value), bottom);
        number(value, text);
        text_at(report, at(x, value), bottom + 13, "middle", "soft", text);
    }
    text_at(report, (x->from + x->to) / 2, bottom + 28, "middle", "soft", title);
}

static void axis_y(Report *report, const Scale *y, double left, double right) {
    double step = step_of(y, 5);
    char text[32];
    for (double value = ceil(y->low / step - 1e-9) * step; value <= y->high + step * 1e-6; value += step) {
        line(report, "grid", left, at(y, value), right, at(y, value));
        number(value, text);
        text_at(report, left - 5, at(y, value) + 4, "end", "soft", text);
    }
}

/* At most so many characters, so that labels stay in their column; cut between characters. */
static void shorten(const char *text, char out[REPORT_CELL_MAX], unsigned most) {
    unsigned used = 0, count = 0;
    for (; text[used] && count <= most; used++) {
        if (((unsigned char)text[used] & 0xC0) != 0x80 && ++count > most) break;
        out[used] = text[used];
    }
    out[used] = 0;
}

static void bars(Report *report, const ReportChart *chart) {
    Scale x = {chart->zero, chart->zero, LABEL, WIDTH - RIGHT - 34};
    double bottom = TOP + BAR * (double)chart->points;
    for (unsigned i = 0; i < chart->points; i++) {
        const ReportPoint *point = &chart->point[i];
        widen(&x, point->value);
        if (point->ranged) widen(&x, point->low), widen(&x, point->high);
    }
    round_out(&x, 5);
    axis_x(report, &x, TOP, bottom, chart->x_title);
    for (unsigned i = 0; i < chart->points; i++) {
        const ReportPoint *point = &chart->point[i];
        double top = TOP + BAR * (double)i + 3, middle = top + (BAR - 6) / 2.0;
        double from = at(&x, chart->zero), to = at(&x, point->value);
        char label[REPORT_CELL_MAX], value[32];
        report_format(
            report,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"1.5\" fill=\"var(--c%u)\" fill-opacity=\".8\"/>",
            fmin(from, to), top, fmax(fabs(to - from), 0.6), BAR - 6, point->series % 8);
        if (point->ranged) {
            line(report, "whisker", at(&x, point->low), middle, at(&x, point->high), middle);
            line(report, "whisker", at(&x, point->low), middle - 3, at(&x, point->low), middle + 3);
            line(report, "whisker", at(&x, point->high), middle - 3, at(&x, point->high), middle + 3);
        }
        shorten(point->label, label, LABEL_ROOM);
        text_at(report, LABEL - 6, middle + 4, "end", "", label);
        snprintf(value, sizeof value, "%.*f", fabs(point->value) < 100 ? 1 : 0, point->value);
        text_at(report, WIDTH - 2, middle + 4, "end", "soft", value);
    }
    line(report, "zero", at(&x, chart->zero), TOP, at(&x, chart->zero), bottom);
}

static void scales_of(const ReportChart *chart, Scale *x, Scale *y, bool from_zero) {
    const ReportPoint *first = &chart->point[0];
    *x = (Scale){first->x, first->x, LEFT, WIDTH - RIGHT};
    *y = (Scale){from_zero ? 0 : first->value, first->value, HEIGHT - BOTTOM, TOP};
    for (unsigned i = 0; i < chart->points; i++) {
        widen(x, chart->point[i].x);
        widen(y, chart->point[i].value);
        if (chart->point[i].ranged) widen(y, chart->point[i].low), widen(y, chart->point[i].high);
    }
    round_out(y, 5);
}

static void band(Report *report, const ReportChart *chart, unsigned series, const Scale *x, const Scale *y) {
    report_format(report, "<polygon fill=\"var(--c%u)\" fill-opacity=\".18\" points=\"", series % 8);
    for (unsigned i = 0; i < chart->points; i++)
        if (chart->point[i].series == series && chart->point[i].ranged)
            report_format(report, "%.1f,%.1f ", at(x, chart->point[i].x), at(y, chart->point[i].high));
    for (unsigned i = chart->points; i-- > 0;)
        if (chart->point[i].series == series && chart->point[i].ranged)
            report_format(report, "%.1f,%.1f ", at(x, chart->point[i].x), at(y, chart->point[i].low));
    report_put(report, "\"/>");
}

static void lines(Report *report, const ReportChart *chart, bool steps) {
    Scale x, y;
    scales_of(chart, &x, &y, steps);
    axis_y(report, &y, LEFT, WIDTH - RIGHT);
    axis_x(report, &x, TOP, HEIGHT - BOTTOM, chart->x_title);
    for (unsigned series = 0; series < (chart->series ? chart->series : 1); series++) {
        double before = -1;
        if (!steps) band(report, chart, series, &x, &y);
        report_format(report, "<polyline fill=\"none\" stroke=\"var(--c%u)\" stroke-width=\"2\" points=\"", series % 8);
        for (unsigned i = 0; i < chart->points; i++) {
            const ReportPoint *point = &chart->point[i];
            if (point->series != series) continue;
            if (steps && before >= 0) report_format(report, "%.1f,%.1f ", at(&x, point->x), before);
            before = at(&y, point->value);
            report_format(report, "%.1f,%.1f ", at(&x, point->x), before);
        }
        report_put(report, "\"/>");
        for (unsigned i = 0; !steps && i < chart->points && chart->points < 60; i++)
            if (chart->point[i].series == series)
                report_format(report, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"var(--c%u)\"/>",
                              at(&x, chart->point[i].x), at(&y, chart->point[i].value), series % 8);
    }
}

/* Where a label has its room: a box around its text. */
typedef struct {
    double left, right, top, bottom;
} Box;

/* The places that a label may take, the nearest first: from its point to the text, and how the text is anchored. */
static const struct {
    double x, y;
    const char *anchor;
} spots[] = {
    {7, 4, "start"},   {-7, 4, "end"},    {0, -8, "middle"},  {0, 15, "middle"},  {12, 16, "start"},
    {12, -9, "start"}, {-12, 16, "end"},  {-12, -9, "end"},   {20, 28, "start"},  {20, -21, "start"},
    {-20, 28, "end"},  {-20, -21, "end"}, {28, 40, "start"},  {28, -33, "start"}, {-28, 40, "end"},
    {-28, -33, "end"}, {36, 52, "start"}, {36, -45, "start"}, {-36, 52, "end"},   {-36, -45, "end"},
};
enum { SPOTS = sizeof spots / sizeof spots[0], SPOTS_NEAR = 4 };

static unsigned letters(const char *text) {
    unsigned count = 0;
    for (; *text; text++) count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static Box box_of(double x, double y, unsigned spot, const char *text) {
    double width = 6.2 * letters(text), left = x + spots[spot].x;
    if (spots[spot].anchor[0] == 'e') left -= width;
    if (spots[spot].anchor[0] == 'm') left -= width / 2;
    return (Box){left, left + width, y + spots[spot].y - 10, y + spots[spot].y + 2};
}

static bool apart(const Box *a, const Box *b) {
    return a->right <= b->left || b->right <= a->left || a->bottom <= b->top || b->bottom <= a->top;
}

/* The first spot where the label lies on no point and on none of the labels that are there; else the first of all. */
static unsigned free_spot(const ReportPoint *point, double places[][2], const ReportChart *chart, const Box *labels,
                          unsigned at_point) {
    for (unsigned spot = 0; spot < SPOTS; spot++) {
        Box box = box_of(places[at_point][0], places[at_point][1], spot, point->label);
        bool is_free = box.left > LEFT && box.right < WIDTH && box.top > 0 && box.bottom < HEIGHT - BOTTOM + 2;
        for (unsigned i = 0; is_free && i < at_point; i++) is_free = apart(&box, &labels[i]);
        for (unsigned i = 0; is_free && i < chart->points; i++) {
            Box dot = {places[i][0] - 4, places[i][0] + 4, places[i][1] - 4, places[i][1] + 4};
            is_free = apart(&box, &dot);
        }
        if (is_free) return spot;
    }
    return 0;
}

static void map(Report *report, const ReportChart *chart) {
    Scale x, y;
    double places[REPORT_POINTS_MAX][2];
    Box labels[REPORT_POINTS_MAX];
    scales_of(chart, &x, &y, true);
    widen(&x, 0);
    round_out(&x, 6);
    axis_y(report, &y, LEFT, WIDTH - RIGHT);
    axis_x(report, &x, TOP, HEIGHT - BOTTOM, chart->x_title);
    for (unsigned i = 0; i < chart->points; i++) {
        places[i][0] = at(&x, chart->point[i].x);
        places[i][1] = at(&y, chart->point[i].value);
    }
    for (unsigned i = 0; i < chart->points; i++) {
        const ReportPoint *point = &chart->point[i];
        double px = places[i][0], py = places[i][1];
        unsigned spot = free_spot(point, places, chart, labels, i);
        double to_x = px + spots[spot].x, to_y = py + spots[spot].y;
        labels[i] = box_of(px, py, spot, point->label);
        if (spot >= SPOTS_NEAR) line(report, "zero", px, py, to_x, to_y - 4);
        report_format(report, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"var(--c%u)\"/>", px, py,
                      point->series % 8);
        text_at(report, to_x, to_y, spots[spot].anchor, "", point->label);
    }
}

static void heat(Report *report, const ReportChart *chart) {
    double columns = 0, rows = 0;
    Scale shade = {chart->point[0].value, chart->point[0].value, 0.08, 0.95};
    for (unsigned i = 0; i < chart->points; i++) {
        columns = fmax(columns, chart->point[i].x + 1);
        rows = fmax(rows, chart->point[i].y + 1);
        widen(&shade, chart->point[i].value);
    }
    double width = (WIDTH - LABEL + 60.0) / columns, height = 34;
    for (unsigned i = 0; i < chart->points; i++) {
        const ReportPoint *point = &chart->point[i];
        double left = LABEL - 60 + point->x * width, top = TOP + point->y * height, strength = at(&shade, point->value);
        char text[32], label[REPORT_CELL_MAX];
        report_format(
            report,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"var(--c0)\" fill-opacity=\"%.2f\"/>",
            left, top, width - 2, height - 2, strength);
        snprintf(text, sizeof text, "%.1f", point->value);
        report_format(report, "<rect x=\"%.1f\" y=\"%.1f\" width=\"40\" height=\"15\" rx=\"3\" fill=\"var(--card)\"/>",
                      left + width / 2 - 21, top + height / 2 - 9);
        text_at(report, left + width / 2 - 1, top + height / 2 + 3, "middle", "", text);
        const char *bar = point->label;
        while (*bar && *bar != '|') bar++;
        snprintf(label, sizeof label, "%.*s", (int)(bar - point->label), point->label);
        if (point->y == 0) text_at(report, left + width / 2, TOP + rows * height + 12, "middle", "soft", label);
        if (point->x == 0 && *bar) text_at(report, LABEL - 66, top + height / 2 + 3, "end", "soft", bar + 1);
    }
    text_at(report, WIDTH / 2.0, TOP + rows * height + 27, "middle", "soft", chart->x_title);
}

static double height_of(const ReportChart *chart) {
    double rows = 0;
    if (chart->kind == CHART_BARS) return TOP + BAR * (double)chart->points + BOTTOM;
    for (unsigned i = 0; chart->kind == CHART_HEAT && i < chart->points; i++) rows = fmax(rows, chart->point[i].y + 1);
    return chart->kind == CHART_HEAT ? TOP + rows * 34 + BOTTOM : HEIGHT;
}

void report_svg(Report *report, const ReportChart *chart) {
    unsigned id = ++report->ids;
    report_format(report,
                  "<svg viewBox=\"0 0 %d %.0f\" role=\"img\" aria-labelledby=\"picture-%u\"><title id=\"picture-%u\">",
                  WIDTH, height_of(chart), id, id);
    report_escape(report, chart->says[0] ? chart->says : chart->title);
    report_put(report, "</title>");
    switch (chart->kind) {
    case CHART_BARS: bars(report, chart); break;
    case CHART_COLUMNS: lines(report, chart, true); break;
    case CHART_LINES: lines(report, chart, false); break;
    case CHART_MAP: map(report, chart); break;
    case CHART_HEAT: heat(report, chart); break;
    }
    report_put(report, "</svg>\n");
}
