/* report.c -- titles, sentences and tables, on a terminal and in HTML. */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MAX = 1600 };

void report_put(Report *report, const char *text) { report->printer->put(report->printer->sink, text); }

void report_format(Report *report, const char *format, ...) {
    char line[LINE_MAX];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    report_put(report, line);
}

void report_escape(Report *report, const char *text) {
    char run[LINE_MAX];
    while (*text) {
        size_t length = strcspn(text, "<>&\"%");
        if (length >= sizeof run) length = sizeof run - 1;
        memcpy(run, text, length);
        run[length] = 0;
        bool percent =
            text[length] == '%' && length && run[length - 1] == ' '; /* no line ends between a number and its % */
        if (percent) run[length - 1] = 0;
        report_put(report, run);
        if (percent) report_put(report, "&#160;");
        text += length;
        switch (*text) {
        case '<': report_put(report, "&lt;"); break;
        case '>': report_put(report, "&gt;"); break;
        case '&': report_put(report, "&amp;"); break;
        case '"': report_put(report, "&quot;"); break;
        case '%': report_put(report, "%"); break;
        default: continue; /* foreign: the text goes on */
        }
        text++;
    }
}

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fbfaf7;--ink:#1d2126;--soft:#59606a;--line:#d8d6cf;--card:#fff;"
    "--c0:#0b62a8;--c1:#b3470b;--c2:#0a7152;--c3:#8a2f7b;--c4:#6b5900;--c5:#3f4aa8;--c6:#a3203c;--c7:#555b63}"
    "@media(prefers-color-scheme:dark){:root{--paper:#15181c;--ink:#e9e7e2;--soft:#a9b0b9;--line:#363b42;--card:#1d2126;"
    "--c0:#6cb4f2;--c1:#f0975c;--c2:#53c79f;--c3:#dc8fd0;--c4:#d6bf4a;--c5:#a3adf5;--c6:#f58aa0;--c7:#b6bcc4}}"
    "*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}"
    "main{max-width:76rem;margin:0 auto;padding:2rem 1rem 4rem}h1{font-size:1.7rem;line-height:1.2;margin:0 0 1rem}"
    "h2{font-size:1.15rem;margin:2.2rem 0 .6rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}"
    "p{max-width:44rem;margin:.5rem 0}.lead{font-size:1.15rem}.note{color:var(--soft);font-size:.875rem}"
    ".wide{overflow-x:auto;margin:.8rem 0}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}"
    "caption{text-align:left;font-weight:600;padding:.2rem 0}th,td{padding:.25rem .7rem;border-bottom:1px solid var(--line);"
    "text-align:right;white-space:nowrap}th.w,td.w{text-align:left}thead th{color:var(--soft);font-weight:600}"
    ".pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:1rem;margin:1rem 0}"
    "figure{margin:0;padding:.9rem;background:var(--card);border:1px solid var(--line);border-radius:.6rem;min-width:0}"
    "figcaption{font-weight:600;margin-bottom:.4rem}svg{display:block;width:100%;height:auto;max-width:34rem}"
    "svg text{fill:var(--ink);font:11px system-ui,sans-serif}svg .soft{fill:var(--soft)}svg .grid{stroke:var(--line)}"
    "svg .zero{stroke:var(--soft)}svg .whisker{stroke:var(--ink);stroke-width:1.5}"
    "details{margin-top:.5rem;font-size:.875rem}summary{cursor:pointer;color:var(--soft)}"
    ".keys{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;margin:.4rem 0;font-size:.8rem}"
    ".keys i{display:inline-block;width:.9em;height:.9em;border-radius:2px;margin-right:.4em;vertical-align:-.1em}"
    "@media print{body{background:#fff;color:#000}figure{break-inside:avoid}details{display:none}}";

void report_begin(Report *report, const Printer *printer, ReportForm form, unsigned width, const char *title) {
    *report = (Report){.printer = printer, .form = form, .width = width ? width : 80};
    if (form == REPORT_TERMINAL) {
        report_put(report, title);
        report_put(report, "\n\n");
        return;
    }
    if (form == REPORT_PART) return;
    report_put(report, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
    report_escape(report, title);
    report_put(report, "</title>\n<style>");
    report_put(report, style);
    report_put(report, "</style>\n</head>\n<body>\n<main>\n<h1>");
    report_escape(report, title);
    report_put(report, "</h1>\n");
}

/* Pictures stand side by side until something else comes. */
static void end_pictures(Report *report) {
    if (report->listing && report->form != REPORT_TERMINAL) report_put(report, "</div>\n");
    report->listing = false;
}

void report_end(Report *report) {
    end_pictures(report);
    if (report->form == REPORT_HTML) report_put(report, "</main>\n</body>\n</html>\n");
}

void report_heading(Report *report, const char *text) {
    end_pictures(report);
    if (report->form == REPORT_TERMINAL) {
        report_format(report, "\n%s\n", text);
        for (size_t i = strlen(text); i; i--) report_put(report, "-");
        report_put(report, "\n");
        return;
    }
    report_put(report, "<h2>");
    report_escape(report, text);
    report_put(report, "</h2>\n");
}

/* Breaks the text at blanks; a word that is too long stands alone. */
static void put_wrapped(Report *report, const char *text) {
    unsigned column = 0;
    while (*text) {
        char word[LINE_MAX];
        size_t length = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (column && column + 1 + length > report->width) report_put(report, "\n"), column = 0;
        if (column) report_put(report, " "), column++;
        report_put(report, word);
        column += (unsigned)length;
        text += length + (text[length] == ' ');
    }
    report_put(report, "\n");
}

static void paragraph(Report *report, const char *class, const char *format, va_list values) {
    char text[LINE_MAX];
    vsnprintf(text, sizeof text, format, values);
    end_pictures(report);
    if (report->form == REPORT_TERMINAL) {
        put_wrapped(report, text);
        return;
    }
    report_format(report, "<p class=\"%s\">", class);
    report_escape(report, text);
    report_put(report, "</p>\n");
}

void report_say(Report *report, const char *format, ...) {
    va_list values;
    va_start(values, format);
    paragraph(report, "say", format, values);
    va_end(values);
}

void report_lead(Report *report, const char *format, ...) {
    va_list values;
    va_start(values, format);
    paragraph(report, "lead", format, values);
    va_end(values);
}

void report_note(Report *report, const char *format, ...) {
    va_list values;
    va_start(values, format);
    paragraph(report, "note", format, values);
    va_end(values);
}

/* ---- tables ---- */

void report_table_init(ReportTable *table, const char *caption, unsigned words, const char *heads) {
    memset(table, 0, sizeof *table);
    table->caption = caption;
    table->words = words;
    while (*heads && table->columns < REPORT_COLUMNS_MAX) {
        size_t length = strcspn(heads, "|");
        snprintf(table->head[table->columns++], REPORT_CELL_MAX, "%.*s", (int)length, heads);
        heads += length + (heads[length] == '|');
    }
}

/* `rows` counts the cells while the table is filled: full rows are those before the last column was reached. */
void report_cell(ReportTable *table, const char *format, ...) {
    va_list values;
    unsigned row = table->rows, column = 0;
    if (!table->columns) return;
    while (column < table->columns && row < REPORT_ROWS_MAX && table->cell[row][column][0]) column++;
    if (row >= REPORT_ROWS_MAX || column >= table->columns) return;
    va_start(values, format);
    vsnprintf(table->cell[row][column], REPORT_CELL_MAX, format, values);
    va_end(values);
    if (!table->cell[row][column][0]) snprintf(table->cell[row][column], REPORT_CELL_MAX, "-");
    if (column == table->columns - 1) table->rows++;
}

/* Characters, not bytes: what continues one does not count. */
static unsigned columns_of(const char *text) {
    unsigned count = 0;
    for (; *text; text++) count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static void put_padded(Report *report, const char *text, unsigned width, bool left) {
    unsigned used = columns_of(text);
    if (left) report_put(report, text);
    for (; used < width; used++) report_put(report, " ");
    if (!left) report_put(report, text);
}

static void table_terminal(Report *report, const ReportTable *table) {
    unsigned width[REPORT_COLUMNS_MAX] = {0};
    for (unsigned column = 0; column < table->columns; column++) {
        width[column] = columns_of(table->head[column]);
        for (unsigned row = 0; row < table->rows; row++) {
            unsigned used = columns_of(table->cell[row][column]);
            if (used > width[column]) width[column] = used;
        }
    }
    report_format(report, "\n%s\n", table->caption);
    for (unsigned row = 0; row <= table->rows; row++) {
        for (unsigned column = 0; column < table->columns; column++) {
            bool last = column == table->columns - 1, left = column < table->words;
            if (column) report_put(report, "  ");
            const char *text = row ? table->cell[row - 1][column] : table->head[column];
            put_padded(report, text, last && left ? 0 : width[column], left);
        }
        report_put(report, "\n");
    }
}

static void table_html(Report *report, const ReportTable *table) {
    report_put(report, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"");
    report_escape(report, table->caption);
    report_put(report, "\"><table><caption>");
    report_escape(report, table->caption);
    report_put(report, "</caption><thead><tr>");
    for (unsigned column = 0; column < table->columns; column++) {
        report_format(report, "<th scope=\"col\"%s>", column < table->words ? " class=\"w\"" : "");
        report_escape(report, table->head[column]);
        report_put(report, "</th>");
    }
    report_put(report, "</tr></thead><tbody>\n");
    for (unsigned row = 0; row < table->rows; row++) {
        report_put(report, "<tr>");
        for (unsigned column = 0; column < table->columns; column++) {
            report_put(report,
                       column ? column < table->words ? "<td class=\"w\">" : "<td>" : "<th scope=\"row\" class=\"w\">");
            report_escape(report, table->cell[row][column]);
            report_put(report, column ? "</td>" : "</th>");
        }
        report_put(report, "</tr>\n");
    }
    report_put(report, "</tbody></table></div>\n");
}

void report_table(Report *report, const ReportTable *table) {
    end_pictures(report);
    if (!table->rows) return;
    if (report->form == REPORT_TERMINAL) table_terminal(report, table);
    else table_html(report, table);
}

/* ---- charts ---- */

void report_chart_init(ReportChart *chart, ChartKind kind, const char *title, const char *x_title, const char *unit) {
    memset(chart, 0, sizeof *chart);
    chart->kind = kind;
    chart->title = title;
    chart->x_title = x_title;
    chart->unit = unit;
}

ReportPoint *report_point(ReportChart *chart, const char *label) {
    unsigned at = chart->points < REPORT_POINTS_MAX ? chart->points++ : REPORT_POINTS_MAX - 1;
    chart->point[at] = (ReportPoint){0};
    snprintf(chart->point[at].label, REPORT_CELL_MAX, "%s", label);
    return &chart->point[at];
}

/* What the picture shows, in figures. */
static void chart_table(Report *report, const ReportChart *chart) {
    bool named = chart->series > 1;
    report_put(
        report,
        "<details><summary>The figures</summary><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Figures: ");
    report_escape(report, chart->title);
    report_put(report, "\"><table><thead><tr>");
    if (named) report_put(report, "<th scope=\"col\" class=\"w\">of</th>");
    report_format(
        report,
        "<th scope=\"col\" class=\"w\">%s</th><th scope=\"col\">value %s</th><th scope=\"col\">from</th><th scope=\"col\">to</th></tr></thead><tbody>\n",
        chart->kind == CHART_BARS || chart->kind == CHART_MAP ? "what" : chart->x_title, chart->unit);
    for (unsigned i = 0; i < chart->points; i++) {
        const ReportPoint *point = &chart->point[i];
        if (chart->kind == CHART_COLUMNS && point->value == 0) continue;
        report_put(report, "<tr>");
        if (named) {
            report_put(report, "<td class=\"w\">");
            report_escape(report, chart->name[point->series]);
            report_put(report, "</td>");
        }
        report_put(report, "<td class=\"w\">");
        report_escape(report, point->label);
        report_format(report, "</td><td>%.2f</td>", point->value);
        if (point->ranged) report_format(report, "<td>%.2f</td><td>%.2f</td></tr>\n", point->low, point->high);
        else report_put(report, "<td></td><td></td></tr>\n");
    }
    report_put(report, "</tbody></table></div></details>\n");
}

void report_chart(Report *report, const ReportChart *chart) {
    if (!chart->points) return;
    if (report->form == REPORT_TERMINAL) {
        report_plot(report, chart);
        return;
    }
    if (!report->listing) report_put(report, "<div class=\"pictures\">\n");
    report->listing = true;
    report_put(report, "<figure><figcaption>");
    report_escape(report, chart->title);
    report_put(report, "</figcaption>\n");
    report_svg(report, chart);
    if (chart->series > 1) {
        report_put(report, "<ul class=\"keys\">");
        for (unsigned i = 0; i < chart->series; i++) {
            report_format(report, "<li><i style=\"background:var(--c%u)\"></i>", i % 8);
            report_escape(report, chart->name[i]);
            report_put(report, "</li>");
        }
        report_put(report, "</ul>\n");
    }
    chart_table(report, chart);
    report_put(report, "</figure>\n");
}
