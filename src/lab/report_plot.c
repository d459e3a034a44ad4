/* report_plot.c -- the charts of a report on a terminal: bars of characters, or the bare figures. */
#include "report.h"

#include <math.h>
#include <stdio.h>

enum { BAR_ROOM = 30, LABEL_ROOM = 30, LEVELS = 8 };

static double size_of(const ReportChart *chart) {
    double size = 0;
    for (unsigned i = 0; i < chart->points; i++) size = fmax(size, fabs(chart->point[i].value - chart->zero));
    return size;
}

static void bars(Report *report, const ReportChart *chart) {
    double size = size_of(chart);
    for (unsigned i = 0; i < chart->points; i++) {
        const ReportPoint *point = &chart->point[i];
        double value = point->value - chart->zero;
        unsigned length = size > 0 ? (unsigned)(fabs(value) / size * BAR_ROOM + 0.5) : 0;
        report_format(report, "  %-*.*s %7.1f%s ", LABEL_ROOM, LABEL_ROOM, point->label, point->value, chart->unit);
        for (unsigned k = 0; k < length; k++) report_put(report, value < 0 ? "-" : "#");
        if (point->ranged) report_format(report, "  (%.1f to %.1f)", point->low, point->high);
        report_put(report, "\n");
    }
}

/* A line of small columns for each series. */
static void columns(Report *report, const ReportChart *chart) {
    static const char *const level[LEVELS] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    double size = size_of(chart);
    for (unsigned series = 0; series < (chart->series ? chart->series : 1); series++) {
        report_put(report, "  ");
        for (unsigned i = 0; i < chart->points; i++) {
            if (chart->point[i].series != series) continue;
            unsigned high = size > 0 ? (unsigned)(chart->point[i].value / size * (LEVELS - 1) + 0.5) : 0;
            report_put(report, chart->point[i].value > 0 ? level[high] : " ");
        }
        if (chart->series > 1) report_format(report, "  %s", chart->name[series]);
        report_put(report, "\n");
    }
}

static void figures(Report *report, const ReportChart *chart) {
    for (unsigned i = 0; i < chart->points; i++) {
        const ReportPoint *point = &chart->point[i];
        report_format(report, "  %-*.*s", LABEL_ROOM, LABEL_ROOM, chart->series > 1 ? chart->name[point->series] : "");
        report_format(report, " %-*.*s %8.2f%s", 18, 18, point->label, point->value, chart->unit);
        if (chart->kind == CHART_MAP) report_format(report, "  %8.2f %s", point->x, chart->x_title);
        if (point->ranged) report_format(report, "  (%.2f to %.2f)", point->low, point->high);
        report_put(report, "\n");
    }
}

void report_plot(Report *report, const ReportChart *chart) {
    report_format(report, "\n%s\n", chart->title);
    switch (chart->kind) {
    case CHART_BARS: bars(report, chart); break;
    case CHART_COLUMNS: columns(report, chart); break;
    case CHART_LINES:
    case CHART_MAP:
    case CHART_HEAT: figures(report, chart); break;
    }
}
