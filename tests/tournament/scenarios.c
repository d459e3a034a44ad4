/* scenarios.c -- tournaments told line by line, and what must come of them:
 *
 *     scenario T7 T8: a win is worth 3, a loss costs 2
 *     new split
 *     field 10                                      P1 to P10 enter
 *     start
 *     result 1 P1 P2
 *     expect P1 points 3, P2 points -2, Red total 3, phase window
 *     refused "cannot exceed": shift to Blue P1
 *     shows "they would be eliminated": shift to Blue P1        a preview; nothing is entered
 *     play 0101                                     the open game is won by its first or second seat, again and again;
 *                                                   a round is opened where one can be
 *     duel P1 P2                                    the next duel is between these, and the first wins
 *
 * What is none of these words is entered, and must be taken. What is refused must change nothing. At the end of every
 * scenario its log is read again and must give the same tournament.
 *
 *     tournament-scenarios [--ids LIST] FILE...        (as in tests/arbiter) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../arbiter/place.h"
#include "dump.h"

enum { ROW_BYTES = 4096 };

static Tourney tourney;
static TourneyAnswer answer;
static char *log_text; /* the lines as they were kept */
static size_t log_used;

static bool enter(const char *line) {
    char kept[TOURNEY_LINE_MAX];
    if (!tourney_enter(&tourney, line, SEEN_NOT_ASKED, kept, &answer)) return false;
    char *longer = realloc(log_text, log_used + strlen(kept) + 2);
    if (!longer) abort();
    log_text = longer;
    log_used += (size_t)sprintf(log_text + log_used, "%s\n", kept);
    return true;
}

/* ---- expect ---- */

static const char *const standing_names[] = {"absent", "in", "paused", "withdrawn", "eliminated"};
static const char *const state_names[] = {"empty", "gathering", "running", "over"};
static const char *const phase_names[] = {"none", "duel", "window", "ties", "finale"};

static bool place_of(Entrant who, char *out, size_t size) {
    TourneyRow *rows = calloc((size_t)tourney.entrants + 1, sizeof *rows);
    uint32_t count = tourney_standings(&tourney, rows);
    snprintf(out, size, "none");
    for (uint32_t i = 0; i < count; i++)
        if (rows[i].who == who) snprintf(out, size, rows[i].shared > 1 ? "%u=" : "%u", rows[i].place);
    free(rows);
    return true;
}

static bool value_of_entrant(Entrant who, const char *what, char *out, size_t size) {
    const TourneyEntrant *e = &tourney.entrant[who];
    if (strcmp(what, "points") == 0) return snprintf(out, size, "%d", e->points) > 0;
    if (strcmp(what, "games") == 0) return snprintf(out, size, "%u", e->games) > 0;
    if (strcmp(what, "byes") == 0) return snprintf(out, size, "%u", e->byes) > 0;
    if (strcmp(what, "standing") == 0) return snprintf(out, size, "%s", standing_names[e->standing]) > 0;
    if (strcmp(what, "card") == 0)
        return snprintf(out, size, "%s", e->held == NO_FACE ? "none" : tourney_card_name(e->held)) > 0;
    if (strcmp(what, "group") == 0)
        return snprintf(out, size, "%s", e->group < GROUPS ? tourney.settings.group[e->group] : "none") > 0;
    return strcmp(what, "place") == 0 && place_of(who, out, size);
}

static bool value_of_group(unsigned group, const char *what, char *out, size_t size) {
    if (strcmp(what, "total") == 0) return snprintf(out, size, "%d", tourney.split.total[group]) > 0;
    return strcmp(what, "size") == 0 && snprintf(out, size, "%u", tourney_group_size(&tourney, group)) > 0;
}

/* "champion P1", "open 2", "sum 15": what is about the whole. */
static bool value_of_all(const char *what, char *out, size_t size) {
    int32_t sum = 0;
    for (uint32_t i = 1; i <= tourney.entrants; i++) sum += tourney.entrant[i].points;
    Entrant champion = tourney_champion(&tourney);
    if (strcmp(what, "state") == 0) return snprintf(out, size, "%s", state_names[tourney.state]) > 0;
    if (strcmp(what, "phase") == 0) return snprintf(out, size, "%s", phase_names[tourney.split.phase]) > 0;
    if (strcmp(what, "round") == 0) return snprintf(out, size, "%u", tourney.round) > 0;
    if (strcmp(what, "rounds") == 0) return snprintf(out, size, "%u", tourney.rounds) > 0;
    if (strcmp(what, "games") == 0) return snprintf(out, size, "%u", tourney.games) > 0;
    if (strcmp(what, "open") == 0) return snprintf(out, size, "%u", tourney.open) > 0;
    if (strcmp(what, "sum") == 0) return snprintf(out, size, "%d", sum) > 0;
    if (strcmp(what, "winner") == 0)
        return snprintf(out, size, "%s",
                        tourney.split.winner < GROUPS ? tourney.settings.group[tourney.split.winner] : "none") > 0;
    return strcmp(what, "champion") == 0 &&
           snprintf(out, size, "%s", champion ? tourney.entrant[champion].name : "none") > 0;
}

/* "game 3 P1 v P2", "title 3 Qualifier 1", "gift 3 0 +4", "fate 7 moot" */
static bool value_numbered(const char *what, unsigned number, char **rest, char *out, size_t size) {
    static const char *const fates[] = {"counts", "undone", "corrected", "moot"};
    bool game = number && number <= tourney.games;
    if (strcmp(what, "game") == 0 && game) return tourney_game_players(&tourney, number, out, (unsigned)size), true;
    if (strcmp(what, "title") == 0 && game) return tourney_game_title(&tourney, number, out, (unsigned)size), true;
    if (strcmp(what, "gift") == 0 && game) {
        Face face = tourney_gift(&tourney, number, (unsigned)strtoul(*rest, rest, 10));
        *rest += strspn(*rest, " ");
        return snprintf(out, size, "%s", face == NO_FACE ? "none" : tourney_card_name(face)) > 0;
    }
    return strcmp(what, "fate") == 0 && number && number <= tourney.entries &&
           snprintf(out, size, "%s", fates[tourney.fate[number]]) > 0;
}

static void expect_item(Place *place, char *item) {
    char first[ROW_BYTES], out[ROW_BYTES] = "", *rest = item;
    size_t length = strcspn(item, " ");
    snprintf(first, sizeof first, "%.*s", (int)length, item);
    rest += length + strspn(item + length, " ");
    Entrant who = tourney_find(&tourney, first);
    int group = -1;
    for (int i = 0; i < GROUPS; i++)
        if (strcmp(first, tourney.settings.group[i]) == 0) group = i;
    bool known;
    if (who || group >= 0) {
        char what[64];
        length = strcspn(rest, " ");
        snprintf(what, sizeof what, "%.*s", (int)length, rest);
        rest += length + strspn(rest + length, " ");
        known =
            who ? value_of_entrant(who, what, out, sizeof out) : value_of_group((unsigned)group, what, out, sizeof out);
    } else if (*rest >= '0' && *rest <= '9' && value_of_all(first, out, sizeof out) && !strchr(rest, ' ')) {
        known = true;
    } else if (*rest >= '0' && *rest <= '9') {
        unsigned number = (unsigned)strtoul(rest, &rest, 10);
        rest += strspn(rest, " ");
        known = value_numbered(first, number, &rest, out, sizeof out);
    } else {
        known = value_of_all(first, out, sizeof out);
    }
    if (*rest == '"') rest[strlen(rest) - 1] = 0, rest++; /* what has commas stands in quotes */
    if (!known) complain_at(place, "there is no '%s' to expect", item);
    else if (strcmp(out, rest) != 0) complain_at(place, "expected '%s', and it is '%s'", item, out);
}

/* ---- what is refused, shown, played ---- */

static void check_refused(Place *place, const char *words, const char *line) {
    char *before = tourney_dump(&tourney, true);
    uint32_t seq = tourney.seq;
    if (enter(line)) complain_at(place, "expected a refusal, and it was taken: %s", line);
    else if (!strstr(answer.why, words))
        complain_at(place, "expected the refusal \"%s\", and it is\n    %s", words, answer.why);
    char *after = tourney_dump(&tourney, true);
    if (strcmp(before, after) != 0 || seq != tourney.seq) complain_at(place, "what was refused has changed something");
    free(before);
    free(after);
}

static void check_shown(Place *place, const char *words, const char *line) {
    TourneyEntry entry;
    TourneySettings settings;
    TourneyPreview preview;
    char all[1 << 15] = "", one[1024];
    char *before = tourney_dump(&tourney, true);
    if (!tourney_parse(&tourney, line, &entry, &settings, &answer) ||
        !tourney_preview(&tourney, &entry, SEEN_NOT_ASKED, &preview, &answer)) {
        complain_at(place, "it would be refused: %s", answer.why);
    } else {
        for (uint32_t i = 0; i < preview.count; i++) {
            tourney_change_words(&preview, &preview.change[i], one, sizeof one);
            strncat(all, one, sizeof all - strlen(all) - 2);
            strcat(all, "\n");
        }
        if (!strstr(all, words)) complain_at(place, "expected to be shown \"%s\", and it is\n%s", words, all);
        tourney_preview_free(&preview);
    }
    char *after = tourney_dump(&tourney, true);
    if (strcmp(before, after) != 0) complain_at(place, "a preview has changed something");
    free(before);
    free(after);
}

static uint32_t first_open(void) {
    for (uint32_t i = 1; i <= tourney.games; i++)
        if (tourney.game[i].state == GAME_READY || tourney.game[i].state == GAME_OPEN) return i;
    return 0;
}

static void play(Place *place, const char *seats) {
    char line[ROW_BYTES];
    for (; *seats; seats++) {
        if (*seats == ' ') continue;
        if (!tourney.open) {
            snprintf(line, sizeof line, "round %u", tourney.round + 1u);
            if (!enter(line)) complain_at(place, "'%s' is refused: %s", line, answer.why);
        }
        uint32_t game = first_open();
        if (!game) {
            complain_at(place, "there is nothing to play");
            return;
        }
        snprintf(line, sizeof line, "result %u \"%s\"", game,
                 tourney.entrant[tourney.game[game].who[*seats - '0']].name);
        if (!enter(line)) complain_at(place, "'%s' is refused: %s", line, answer.why);
    }
}

static void duel(Place *place, const char *words) {
    char one[64], other[64], line[ROW_BYTES];
    if (sscanf(words, "%63s %63s", one, other) != 2) {
        complain_at(place, "a duel is between two");
        return;
    }
    for (unsigned step = 0; step < 4; step++) {
        if (step == 0 && tourney.open) continue;
        if (step == 0) snprintf(line, sizeof line, "round %u", tourney.round + 1u);
        else if (step < 3) snprintf(line, sizeof line, "represent %s", step == 1 ? one : other);
        else snprintf(line, sizeof line, "result %u %s %s", tourney.games, one, other);
        if (!enter(line)) complain_at(place, "'%s' is refused: %s", line, answer.why);
    }
}

static void enter_field(Place *place, unsigned count) {
    char line[64];
    for (unsigned i = 1; i <= count; i++) {
        snprintf(line, sizeof line, "enter P%u", i);
        if (!enter(line)) complain_at(place, "'%s' is refused: %s", line, answer.why);
    }
}

/* ---- files ---- */

typedef struct {
    Place place;
    char heading[ROW_BYTES];
    bool open;
    unsigned scenarios, failed;
} Run;

/* The log, as it was written line by line, makes the same tournament. */
static void check_reading(Place *place) {
    Tourney other;
    size_t good, length = strlen(tourney_first_line) + log_used;
    uint32_t line;
    char *text = malloc(length + 1);
    sprintf(text, "%s%s", tourney_first_line, log_text);
    tourney_init(&other);
    if (!tourney_load(&other, text, length, &good, &line, &answer) || good != length)
        complain_at(place, "the log is not read, line %u: %s", line, answer.why);
    else if (!tourney_same(&tourney, &other, true)) complain_at(place, "the log, read again, gives another tournament");
    tourney_free(&other);
    free(text);
}

static void end_scenario(Run *run) {
    if (!run->open) return;
    if (tourney.entries) check_reading(&run->place);
    else complain_at(&run->place, "the scenario is empty");
    printf("%s tournament %s: %s\n", run->place.fails ? "not ok" : "ok", run->place.file, run->heading);
    run->failed += run->place.fails != 0;
    run->open = false;
    tourney_free(&tourney);
    log_used = 0;
}

static void begin_scenario(Run *run, char *words) {
    end_scenario(run);
    run->open = true;
    run->scenarios++;
    run->place.fails = 0;
    snprintf(run->heading, sizeof run->heading, "%s", words);
    tourney_init(&tourney);
    char *colon = strchr(words, ':');
    if (!colon) {
        complain_at(&run->place, "a scenario is 'scenario IDS: what it shows'");
        return;
    }
    *colon = 0;
    ids_cover(&run->place, words);
}

/* "words": line */
static void read_quoted(Run *run, char *row, void (*check)(Place *, const char *, const char *)) {
    char *words = strchr(row, '"'), *end = words ? strchr(words + 1, '"') : NULL;
    if (!end || end[1] != ':' || end == words + 1) {
        complain_at(&run->place, "say refused \"the words\": the line");
        return;
    }
    *end = 0;
    check(&run->place, words + 1, end + 2);
}

static void read_row(Run *run, char *row) {
    row[strcspn(row, "\n")] = 0;
    row += strspn(row, " ");
    if (!row[0] || row[0] == '#') return;
    if (strncmp(row, "scenario ", 9) == 0) begin_scenario(run, row + 9);
    else if (!run->open) complain_at(&run->place, "the file begins with a scenario");
    else if (strncmp(row, "expect ", 7) == 0)
        for (char *rest = row + 7, *item; (item = next_item(&rest));) expect_item(&run->place, item);
    else if (strncmp(row, "refused ", 8) == 0) read_quoted(run, row + 8, check_refused);
    else if (strncmp(row, "shows ", 6) == 0) read_quoted(run, row + 6, check_shown);
    else if (strncmp(row, "play ", 5) == 0) play(&run->place, row + 5);
    else if (strncmp(row, "duel ", 5) == 0) duel(&run->place, row + 5);
    else if (strncmp(row, "field ", 6) == 0) enter_field(&run->place, (unsigned)atoi(row + 6));
    else if (!enter(row)) complain_at(&run->place, "'%s' is refused:\n    %s", row, answer.why);
}

static bool run_file(Run *run, const char *path) {
    FILE *file = fopen(path, "r");
    char row[ROW_BYTES];
    unsigned before = run->scenarios;
    if (!file) return perror(path), false;
    run->place = (Place){path, 0, 0};
    while (fgets(row, sizeof row, file)) {
        run->place.line++;
        read_row(run, row);
    }
    end_scenario(run);
    fclose(file);
    if (run->scenarios == before) printf("not ok tournament %s has no scenario\n", path);
    return run->scenarios > before;
}

int main(int count, char **words) {
    static Run run;
    const char *ids = count > 2 && strcmp(words[1], "--ids") == 0 ? words[2] : NULL;
    bool good = !ids || ids_load(ids);
    if (count < 2) return fprintf(stderr, "usage: tournament-scenarios [--ids LIST] FILE...\n"), 2;
    for (int i = ids ? 3 : 1; i < count; i++)
        if (!ids || strcmp(words[i], ids) != 0) good &= run_file(&run, words[i]);
    if (ids) {
        bool complete = ids_complete(ids);
        printf("%s tournament %s: every rule is covered\n", complete ? "ok" : "not ok", ids);
        good &= complete;
    }
    free(log_text);
    printf("# %u scenarios, %u failed\n", run.scenarios, run.failed);
    return good && !run.failed && run.scenarios ? 0 : 1;
}
