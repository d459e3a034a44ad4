/* lab_report.h -- what the lab found, in words, tables and pictures: the answer first. */
#ifndef UNO_LAB_REPORT_H
#define UNO_LAB_REPORT_H

#include "lab_stat.h"
#include "report.h"

typedef struct {
    const LabPlan *plan;
    const LabCount *count;
    const char *title;
    const char *again;   /* the command line that gives this report again */
    const char *axis[2]; /* the options that were varied, or NULL */
    const char *goal;    /* the quantity that a setting was searched by, or NULL */
    bool matches;        /* whole matches were played, not single deals */
} LabFindings;

void lab_report(const LabFindings *findings, ReportForm form, unsigned width, const Printer *printer);

/* The same as a table of comma-separated values: a line for each cell and metric. */
void lab_csv(const LabFindings *findings, const Printer *printer);

/* ---- goals ---- */

/* What a goal can be about: a metric by its name, or seat_advantage, first_edge, luck, skill. */
bool lab_quantity(const LabPlan *plan, const LabCount *count, unsigned cell, const char *name, LabFigure *out);

/* Its name most like `name`; the names are those of quantities. */
const char *lab_quantity_nearest(const char *name);
bool lab_quantity_known(const char *name);

#endif
