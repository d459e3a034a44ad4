/* Any bytes as the log of a tournament: refused with a reason, or taken up whole, sound, and the same when it is taken
 * up again from what it says. Every line of it is also said to a tournament as it stands: taken or refused, it leaves
 * it sound. */
#include <stdlib.h>

#include "fuzz.h"
#include "tournament/event.h"

enum { MEMORY = 1 << 16 };

static void check_sound(const Tourney *tourney) {
    TourneyRow *rows = calloc((size_t)tourney->entrants + 1, sizeof *rows);
    uint32_t open = 0;
    MUST(rows);
    MUST(tourney_standings(tourney, rows) <= tourney->entrants);
    free(rows);
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        open += game->state == GAME_READY || game->state == GAME_OPEN;
        for (unsigned seat = 0; seat < game->seats; seat++) MUST(game->who[seat] <= tourney->entrants);
    }
    MUST(open == tourney->open);
}

/* The lines that the entries make are taken again, and are the same. */
static void check_lines(const char *text, size_t length) {
    Tourney tourney;
    TourneyAnswer answer;
    char line[TOURNEY_LINE_MAX], kept[TOURNEY_LINE_MAX], again[TOURNEY_LINE_MAX];
    tourney_init(&tourney);
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t bytes = end ? (size_t)(end - text) - at : length - at;
        if (bytes < sizeof line && !memchr(text + at, 0, bytes)) {
            TourneyEntry entry;
            TourneySettings settings;
            memcpy(line, text + at, bytes);
            line[bytes] = 0;
            if (tourney_parse(&tourney, line, &entry, &settings, &answer)) {
                unsigned size = tourney_format(&tourney, &entry, kept, sizeof kept);
                if (size < sizeof kept) {
                    MUST(tourney_parse(&tourney, kept, &entry, &settings, &answer));
                    tourney_format(&tourney, &entry, again, sizeof again);
                    MUST(strcmp(kept, again) == 0);
                }
            }
            if (!tourney_enter(&tourney, line, SEEN_NOT_ASKED, NULL, &answer)) MUST(answer.why[0]);
        }
        at += bytes + 1;
    }
    check_sound(&tourney);
    tourney_free(&tourney);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Tourney tourney;
    TourneyAnswer answer = {0};
    size_t good = 0;
    uint32_t line = 0;
    if (size > MEMORY) return 0;
    tourney_init(&tourney);
    if (tourney_load(&tourney, (const char *)data, size, &good, &line, &answer)) MUST(good <= size);
    else MUST(answer.why[0]);
    check_sound(&tourney);
    tourney_free(&tourney);
    check_lines((const char *)data, size);
    return 0;
}
