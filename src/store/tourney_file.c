/* tourney_file.c -- a tournament over a log in a file. */
#include "tourney_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char keeper[] = "a tournament";

enum { PATIENCE_MS = 3000 }; /* an entry takes a moment; another organiser's may be under way */

bool tourney_file_open(TourneyFile *file, const char *path, bool writing, char *trouble, size_t size) {
    TourneyAnswer answer;
    size_t good;
    uint32_t line;
    tourney_init(&file->tourney);
    if (!(writing ? log_file_open(&file->log, path, keeper, TOURNEY_FILE_MAX, PATIENCE_MS, trouble, size)
                  : log_file_read(&file->log, path, keeper, TOURNEY_FILE_MAX, trouble, size)))
        return false;
    if (!tourney_load(&file->tourney, file->log.memory, file->log.held, &good, &line, &answer)) {
        if (!line) snprintf(trouble, size, "%s: %s", path, answer.why);
        else
            snprintf(trouble, size,
                     "%s, line %u: %s\nThe lines before it are good: take this line and all after it out of a copy of "
                     "the file, and open that",
                     path, line, answer.why);
        file->log.made = false; /* it is not ours to take away */
        tourney_file_close(file);
        return false;
    }
    if (log_file_accept(&file->log, good, trouble, size)) return true;
    tourney_free(&file->tourney);
    return false;
}

/* The tournament as the file has it. */
static void read_again(TourneyFile *file, uint32_t entries) {
    TourneyAnswer answer;
    Tourney before;
    tourney_init(&before);
    for (uint32_t i = 1; i <= entries; i++) {
        TourneyEntry entry = file->tourney.entry[i];
        if (entry.kind == TOURNEY_new) entry.settings = &file->tourney.settings;
        entry.paired = entry.stage = 0;
        tourney_apply(&before, &entry, SEEN_NOT_ASKED, &answer);
    }
    tourney_free(&file->tourney);
    file->tourney = before;
}

bool tourney_file_apply(TourneyFile *file, const TourneyEntry *entry, uint32_t seen, TourneyAnswer *answer) {
    char line[TOURNEY_LINE_MAX + 32] = "";
    bool first = !file->log.length;
    size_t used = first ? strlen(strcpy(line, tourney_first_line)) : 0;
    uint32_t entries = file->tourney.entries;
    used += tourney_format(&file->tourney, entry, line + used, (unsigned)(sizeof line - used));
    if (used + 1 >= sizeof line) {
        answer->refusal = TOURNEY_REFUSAL_not_understood;
        snprintf(answer->why, sizeof answer->why, "That is too much for one line of the log.");
        return false;
    }
    line[used++] = '\n';
    if (!tourney_apply(&file->tourney, entry, seen, answer)) return false;
    if (log_file_append(&file->log, line, used)) return true;
    int reason = errno;
    read_again(file, entries);
    answer->refusal = TOURNEY_REFUSAL_not_written;
    snprintf(answer->why, sizeof answer->why, "Not entered: %s cannot be written (%s). Make room, then enter it again.",
             file->log.path, strerror(reason));
    return false;
}

void tourney_file_close(TourneyFile *file) {
    tourney_free(&file->tourney);
    log_file_close(&file->log);
}
