/* ids.c -- which rules scenarios cover.
 *
 *     need V 83          V1 to V83 must each be covered or excused
 *     need H 101-116     H101 to H116
 *     know H 234         H1 to H234 may stand in a heading
 *     V27 the reason     why V27 cannot be covered */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"

enum { IDS_MAX = 400 };

typedef struct {
    bool needed;
    unsigned first, known;
    bool covered[IDS_MAX], excused[IDS_MAX];
} Letter;

static Letter letters[26];
static bool loaded;

/* "V27", "H69c": NULL where it is no id of the list. */
static Letter *find_id(const char *word, unsigned *number) {
    char *end;
    if (word[0] < 'A' || word[0] > 'Z' || word[1] < '1' || word[1] > '9') return NULL;
    Letter *letter = &letters[word[0] - 'A'];
    unsigned long value = strtoul(word + 1, &end, 10);
    bool part = *end >= 'a' && *end <= 'e' && !end[1]; /* H69a to H69e */
    if ((*end && !part) || value > letter->known) return NULL;
    *number = (unsigned)value;
    return letter;
}

static bool read_row(char *row) {
    unsigned number, last;
    char kind[8], name;
    int read = sscanf(row, "%7s %c %u-%u", kind, &name, &number, &last);
    if (read >= 3 && (!strcmp(kind, "need") || !strcmp(kind, "know"))) {
        if (read == 3) last = number, number = 1;
        if (name < 'A' || name > 'Z' || last >= IDS_MAX || !number) return false;
        letters[name - 'A'] = (Letter){.needed = kind[0] == 'n', .first = number, .known = last};
        return true;
    }
    size_t length = strcspn(row, " ");
    bool reason = row[length] && row[length + 1];
    row[length] = 0;
    Letter *letter = find_id(row, &number);
    if (!letter || !letter->needed || !reason || letter->excused[number]) return false;
    return letter->excused[number] = true;
}

bool ids_load(const char *path) {
    FILE *file = fopen(path, "r");
    char row[1024];
    bool good = file != NULL;
    if (!file) perror(path);
    for (unsigned line = 1; good && fgets(row, sizeof row, file); line++) {
        row[strcspn(row, "\n")] = 0;
        if (!row[0] || row[0] == '#') continue;
        good = read_row(row);
        if (!good) printf("%s:%u: not 'need V 83', 'know H 234', or a needed id with a reason, once\n", path, line);
    }
    if (file) fclose(file);
    return loaded = good;
}

void ids_cover(Place *place, char *words) {
    unsigned number;
    for (char *word = loaded ? strtok(words, " ") : NULL; word; word = strtok(NULL, " ")) {
        Letter *letter = find_id(word, &number);
        if (letter) letter->covered[number] = true;
        else complain_at(place, "there is no rule %s", word);
    }
}

bool ids_complete(const char *path) {
    unsigned needed = 0, covered = 0, bad = 0;
    for (unsigned i = 0; i < 26; i++)
        for (unsigned number = letters[i].first; letters[i].needed && number <= letters[i].known; number++) {
            bool is_covered = letters[i].covered[number], is_excused = letters[i].excused[number];
            needed++;
            covered += is_covered;
            if (is_covered != is_excused) continue;
            bad++;
            printf("%s: %c%u is %s\n", path, 'A' + i, number,
                   is_covered ? "excused here, and a scenario covers it" : "neither covered by a scenario nor excused");
        }
    printf("# %u rules: %u covered, %u excused\n", needed, covered, needed - covered - bad);
    return needed && !bad;
}
