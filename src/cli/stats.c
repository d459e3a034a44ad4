/* stats.c -- `uno stats`: what records say of those who played them. */
#define _GNU_SOURCE /* memmem */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "stats_report.h"

enum { OPT_PLAYER, OPT_RULES, OPT_JSON, OPT_CSV, OPT_HTML };
static const OptionRow options[] = {
    {"player", 'p', "NAME", "show everything about one player, or one kind of bot"},
    {"rules", 'r', "RULESET", "count only games by the ruleset of this name"},
    {"json", 'j', NULL, "print JSON"},
    {"csv", 'c', NULL, "print a row for each player, for a spreadsheet"},
    {"html", 'H', "FILE", "write a page with charts to a new file; - for the standard output"},
    {NULL, 0, NULL, NULL},
};

enum { PATH_MAX_BYTES = 4096, DEPTH_MAX = 16 };

typedef struct {
    const OptionReader *reader;
    const char *rules, *html;
    bool json, csv;
    StatsReport report;
} Job;

/* ---- reading ---- */

static void leave_out(Job *job, const char *path, unsigned line, const RecordError *error) {
    job->report.broken++;
    fprintf(stderr, "uno stats: %s:%u:%u: %s; left out\n", path, line + error->line, error->column, error->text);
}

static void read_record(Job *job, const char *path, unsigned line, const char *text, size_t length) {
    Record record;
    RecordError error = {0};
    bool good = record_parse(text, length, &record, &error);
    if (good && (!job->rules || strcmp(job->rules, record.ruleset) == 0))
        good = results_add_record(&job->report.results, &record, &error);
    if (!good) leave_out(job, path, line, &error);
    record_free(&record);
}

/* A text may hold many records, one after the other: each begins with its first line. */
static const char *next_record(const char *text, const char *end) {
    static const char first[] = "\nuno-record ";
    const char *at = memmem(text, (size_t)(end - text), first, sizeof first - 1);
    return at ? at + 1 : NULL;
}

static unsigned lines_in(const char *from, const char *to) {
    unsigned lines = 0;
    for (; from < to; from++) lines += *from == '\n';
    return lines;
}

static bool read_text_file(Job *job, const char *path) {
    size_t length;
    unsigned line = 0;
    char *text = read_file(job->reader, path, RECORD_BYTES_MAX, &length);
    if (!text) return false;
    job->report.files++;
    for (const char *at = text, *next; at; at = next) {
        next = next_record(at, text + length);
        const char *end = next ? next : text + length;
        read_record(job, path, line, at, (size_t)(end - at));
        line += lines_in(at, end);
    }
    free(text);
    return true;
}

/* Of a folder: whatever is called .uno, and each .txt that begins like a record. */
static bool is_record(const char *path) {
    static const char first[] = "uno-record ";
    char begins[sizeof first] = "";
    const char *dot = strrchr(path, '.');
    if (!dot || strcmp(dot, ".txt") != 0) return dot && strcmp(dot, ".uno") == 0;
    FILE *file = fopen(path, "r");
    if (!file) return true; /* why not is said when it is read */
    size_t length = fread(begins, 1, sizeof first - 1, file);
    fclose(file);
    return length == sizeof first - 1 && memcmp(begins, first, length) == 0;
}

static bool read_path(Job *job, const char *path, unsigned depth);

/* In the order of their names, so that messages come in the same order everywhere. */
static bool read_folder(Job *job, const char *path, unsigned depth) {
    struct dirent **entry;
    int count = scandir(path, &entry, NULL, alphasort);
    bool good = count >= 0;
    if (!good) complain(job->reader, "cannot read the folder %s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        char inner[PATH_MAX_BYTES];
        struct stat about;
        bool fits = (size_t)snprintf(inner, sizeof inner, "%s/%s", path, entry[i]->d_name) < sizeof inner;
        if (good && fits && entry[i]->d_name[0] != '.' && stat(inner, &about) == 0) {
            bool folder = S_ISDIR(about.st_mode);
            if (folder ? depth < DEPTH_MAX : is_record(inner)) good = read_path(job, inner, depth + 1);
        }
        free(entry[i]);
    }
    if (count >= 0) free(entry);
    return good;
}

static bool read_path(Job *job, const char *path, unsigned depth) {
    struct stat about;
    bool folder = strcmp(path, "-") != 0 && stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    return folder ? read_folder(job, path, depth) : read_text_file(job, path);
}

/* ---- telling ---- */

static int write_html(Job *job) {
    if (strcmp(job->html, "-") == 0) return stats_print_html(&job->report, stdout), STATUS_GOOD;
    FILE *file = fopen(job->html, "wx");
    if (!file) return complain(job->reader, "cannot write %s: %s", job->html, strerror(errno));
    stats_print_html(&job->report, file);
    bool failed = ferror(file) != 0;
    if (fclose(file) == 0 && !failed) return STATUS_GOOD;
    fprintf(stderr, "uno stats: cannot write %s: %s\n", job->html, strerror(errno));
    return STATUS_FAILED;
}

static int no_memory(void) {
    fputs("uno stats: there is no memory left\n", stderr);
    return STATUS_FAILED;
}

static int tell(Job *job) {
    const StatsReport *report = &job->report;
    if (!report->results.count)
        return complain(job->reader, "there are no finished games%s%s in what was given", job->rules ? " by " : "",
                        job->rules ? job->rules : "");
    if (report->only && results_find(&report->results, report->only) == NO_PLAYER)
        return complain(job->reader, "nobody called '%s' plays in these %zu games", report->only,
                        report->results.count);
    if (!stats_report_make(&job->report)) return no_memory();
    if (job->html) return write_html(job);
    if (job->json) return stats_print_json(report, stdout) ? STATUS_GOOD : no_memory();
    if (job->csv) stats_print_csv(report, stdout);
    else stats_print(report, stdout);
    return STATUS_GOOD;
}

static int read_all(OptionReader *reader, Job *job) {
    unsigned paths = 0;
    for (int option; (option = option_next(reader)) != OPTION_END;) switch (option) {
        case OPT_PLAYER: job->report.only = reader->value; break;
        case OPT_RULES: job->rules = reader->value; break;
        case OPT_JSON: job->json = true; break;
        case OPT_CSV: job->csv = true; break;
        case OPT_HTML: job->html = reader->value; break;
        case OPTION_WORD: reader->argument[paths++] = (char *)reader->value; break;
        default: return STATUS_BAD_INPUT; /* foreign: the reader has complained */
        }
    if (job->json + job->csv + (job->html != NULL) > 1)
        return complain(reader, "--json, --csv and --html cannot go together: choose one");
    if (!paths) return complain(reader, "expected records: files, folders, or - for the standard input");
    for (unsigned i = 0; i < paths; i++)
        if (!read_path(job, reader->argument[i], 0)) return STATUS_BAD_INPUT;
    return STATUS_GOOD;
}

static int run(OptionReader *reader) {
    Job job = {.reader = reader};
    int status = read_all(reader, &job);
    if (status == STATUS_GOOD) status = tell(&job);
    if (status == STATUS_GOOD && job.report.broken) {
        fprintf(stderr, "uno stats: %u %s left out\n", job.report.broken,
                job.report.broken == 1 ? "record was" : "records were");
        status = STATUS_FAILED;
    }
    stats_report_free(&job.report);
    return status;
}

const Command command_stats = {
    .name = "stats",
    .summary = "tell what records say of their players: wins, ratings, habits",
    .usage = "RECORD...",
    .help =
        "A RECORD is a file with one or more records, a folder (the .uno and .txt files in it that are "
        "records, and those of its folders), or - for the standard input. A record that is broken, against the rules or not over is named with the "
        "reason and left out; the exit status is then 1. The same game given twice counts once, and the order of "
        "the files does not matter.\n"
        "\n"
        "People are known by their names, bots by their kind. Ratings are kept apart for classic and Split UNO; how "
        "they are worked out is in docs/ratings.md.\n",
    .options = options,
    .run = run,
};
