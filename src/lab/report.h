/* report.h -- a report, said once and shown in several forms: on a terminal, or as one HTML file that needs
 * nothing else (pictures inside, light and dark, printable, with a table behind each picture), or as a part of a page.
 *
 * Whoever reports says what there is: a title, sentences, tables, charts. Everything goes piece by piece into a
 * Printer; nothing here reads, writes or allocates. All text given is plain: what has a meaning in HTML is escaped. */
#ifndef UNO_REPORT_H
#define UNO_REPORT_H

#include "../ruleset/ruleset.h"

enum {
    REPORT_CELL_MAX = 64,
    REPORT_COLUMNS_MAX = 10,
    REPORT_ROWS_MAX = 160,
    REPORT_POINTS_MAX = 640,
    REPORT_SERIES_MAX = 8
};

typedef enum {
    REPORT_TERMINAL,
    REPORT_HTML, /* a whole file */
    REPORT_PART  /* the same without its head and title, for a page that has both */
} ReportForm;

typedef struct {
    const Printer *printer;
    ReportForm form;
    unsigned width; /* of the terminal's lines */
    unsigned ids;   /* given to pictures so far */
    bool listing;   /* within a list */
} Report;

void report_begin(Report *report, const Printer *printer, ReportForm form, unsigned width, const char *title);
void report_end(Report *report);

void report_heading(Report *report, const char *text);
void report_say(Report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));  /* a paragraph */
void report_lead(Report *report, const char *format, ...) __attribute__((format(printf, 2, 3))); /* of the answer */
void report_note(Report *report, const char *format, ...) __attribute__((format(printf, 2, 3))); /* in small print */

/* ---- tables ---- */

typedef struct {
    const char *caption;
    unsigned columns, rows; /* the heading not counted */
    unsigned words;         /* columns from the left that are words; the others are numbers */
    char head[REPORT_COLUMNS_MAX][REPORT_CELL_MAX];
    char cell[REPORT_ROWS_MAX][REPORT_COLUMNS_MAX][REPORT_CELL_MAX];
} ReportTable;

/* An empty table; `heads` names its columns, separated by '|'. */
void report_table_init(ReportTable *table, const char *caption, unsigned words, const char *heads);

/* Fills the next cell of the last row; a row begins by itself. What does not fit is left out. */
void report_cell(ReportTable *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_table(Report *report, const ReportTable *table);

/* ---- charts ---- */

typedef enum {
    CHART_BARS,    /* a bar for each point from `zero` on, with whiskers from low to high */
    CHART_COLUMNS, /* how often each x is: `value` over `x`, a line of steps for each series */
    CHART_LINES,   /* `value` over `x` with low and high, a line for each series */
    CHART_MAP,     /* points with their labels: `value` over `x` */
    CHART_HEAT     /* fields by column (`x`) and row (`y`), both counted from 0 */
} ChartKind;

typedef struct {
    char label[REPORT_CELL_MAX];
    double x, y, value, low, high;
    bool ranged; /* low and high are known */
    unsigned series;
} ReportPoint;

typedef struct {
    ChartKind kind;
    const char *title, *x_title, *unit;
    char says[240]; /* what the picture shows, in a sentence: its text for those who do not see it */
    double zero;
    unsigned series, points;
    char name[REPORT_SERIES_MAX][REPORT_CELL_MAX];
    ReportPoint point[REPORT_POINTS_MAX];
} ReportChart;

void report_chart_init(ReportChart *chart, ChartKind kind, const char *title, const char *x_title, const char *unit);

/* The next point, all zero but for its label; the last one again where there is no room. */
ReportPoint *report_point(ReportChart *chart, const char *label);
void report_chart(Report *report, const ReportChart *chart);

/* ---- for the files of the report ---- */

void report_put(Report *report, const char *text);                                                 /* as it is */
void report_format(Report *report, const char *format, ...) __attribute__((format(printf, 2, 3))); /* as it is */
void report_escape(Report *report, const char *text);                                              /* for HTML */
void report_svg(Report *report, const ReportChart *chart);
void report_plot(Report *report, const ReportChart *chart); /* on a terminal */

#endif
