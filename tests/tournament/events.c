/* events.c -- random tournaments of every form, with every accident, from one number:
 *
 *     events [N] [SEED]
 *
 * At every step everything that must hold is looked at; now and then the log is read again, an entry is undone (which
 * must give the tournament as it was) and the undo is undone. Lines of nonsense must be refused and change nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events_check.h"
#include "random.h"

typedef struct {
    Tourney tourney;
    uint64_t random;
    unsigned number, entered;
    unsigned calm; /* the higher, the fewer accidents */
    char log[1 << 18];
    size_t length;
} Event;

static unsigned long lines_taken, lines_refused, tournaments_over;

static unsigned below(Event *event, unsigned n) { return random_below(&event->random, n); }

static void fail(const Event *event, const char *broken, const char *line) {
    fprintf(stderr, "tournament %u: %s\nat: %s\nlog:\n%s", event->number, broken, line, event->log);
    printf("not ok events: %s\n", broken);
    exit(1);
}

static void check(const Event *event, const char *broken, const char *line) {
    if (broken) fail(event, broken, line);
}

static void keep(Event *event, const char *line) {
    event->length += (size_t)snprintf(event->log + event->length, sizeof event->log - event->length, "%s\n", line);
    if (event->length >= sizeof event->log) abort();
}

/* Taken back, it is as it was; the undo taken back, it is as it is. */
static void check_undo(Event *event, const Tourney *before, const char *line) {
    Tourney copy;
    TourneyAnswer answer;
    char undo[32];
    if (!tourney_copy(&copy, &event->tourney)) abort();
    size_t length = event->length;
    snprintf(undo, sizeof undo, "undo %u", copy.seq);
    if (!tourney_enter(&copy, undo, SEEN_NOT_ASKED, NULL, &answer)) fail(event, answer.why, undo);
    keep(event, undo);
    if (!tourney_same(before, &copy, true)) fail(event, "undone, it is not as it was", line);
    snprintf(undo, sizeof undo, "undo %u", copy.seq);
    if (!tourney_enter(&copy, undo, SEEN_NOT_ASKED, NULL, &answer)) fail(event, answer.why, undo);
    keep(event, undo);
    if (!tourney_same(&event->tourney, &copy, true)) fail(event, "undone twice, it is not as it is", line);
    check(event, log_broken(&copy, event->log, event->length), line);
    event->log[event->length = length] = 0;
    tourney_free(&copy);
}

/* A preview tells nothing that is not so: its copy is what the entry makes of it. */
static void check_preview(Event *event, const Tourney *before, const char *line) {
    TourneyPreview preview;
    TourneyEntry entry;
    TourneySettings settings;
    TourneyAnswer answer;
    char words[1024];
    if (!tourney_parse(before, line, &entry, &settings, &answer)) fail(event, "what was taken is not parsed", line);
    if (!tourney_preview(before, &entry, SEEN_NOT_ASKED, &preview, &answer)) fail(event, answer.why, line);
    if (!tourney_same(&event->tourney, &preview.after, true)) fail(event, "a preview shows something else", line);
    for (uint32_t i = 0; i < preview.count; i++) {
        tourney_change_words(&preview, &preview.change[i], words, sizeof words);
        if (!words[0]) fail(event, "a change has no words", line);
    }
    tourney_preview_free(&preview);
}

/* A kept line says the same again. */
static void check_line(Event *event, const Tourney *before, const char *kept) {
    TourneyEntry entry;
    TourneySettings settings;
    TourneyAnswer answer;
    char again[TOURNEY_LINE_MAX];
    if (!tourney_parse(before, kept, &entry, &settings, &answer)) fail(event, answer.why, kept);
    tourney_format(before, &entry, again, sizeof again);
    if (strcmp(kept, again) != 0) fail(event, "a line does not say the same again", kept);
}

static bool enter(Event *event, const char *line) {
    Tourney before;
    char kept[TOURNEY_LINE_MAX];
    TourneyAnswer answer;
    bool undo = strncmp(line, "undo", 4) == 0 || strncmp(line, "correct", 7) == 0;
    bool looks = undo || below(event, 8) == 0 || strncmp(line, "round", 5) == 0;
    if (!tourney_copy(&before, &event->tourney)) abort();
    bool taken = tourney_enter(&event->tourney, line, SEEN_NOT_ASKED, kept, &answer);
    if (!taken && !answer.why[0]) fail(event, "refused without a reason", line);
    if (!taken && (looks || before.seq != event->tourney.seq) && !tourney_same(&before, &event->tourney, true))
        fail(event, "refused, and something has changed", line);
    if (taken) {
        check_line(event, &before, kept);
        keep(event, kept);
        check(event, event_broken(&event->tourney), line);
    }
    if (taken && strncmp(line, "round", 5) == 0) check(event, round_broken(&before, &event->tourney), line);
    if (taken && looks && before.entries) {
        check_preview(event, &before, line);
        if (below(event, 3) == 0) check_undo(event, &before, line);
    }
    if (taken) lines_taken++;
    else lines_refused++;
    tourney_free(&before);
    return taken;
}

/* ---- what people do ---- */

static const char *anybody(Event *event) {
    const Tourney *tourney = &event->tourney;
    if (!tourney->entrants) return "Nobody";
    const char *name = tourney->entrant[1 + below(event, tourney->entrants)].name;
    return name[0] ? name : "Nobody";
}

static uint32_t an_open_game(Event *event) {
    const Tourney *tourney = &event->tourney;
    if (!tourney->open) return 0;
    uint32_t skip = below(event, tourney->open);
    for (uint32_t i = 1; i <= tourney->games; i++)
        if ((tourney->game[i].state == GAME_READY || tourney->game[i].state == GAME_OPEN) && !skip--) return i;
    return 0;
}

/* Everybody who came, in any order, with ties and scores where they may be. */
static void put_result(Event *event, uint32_t number, const char *word, char *line, size_t size) {
    const TourneyGame *game = &event->tourney.game[number];
    unsigned order[SEATS_MAX], count = 0;
    bool scored = below(event, 3) == 0, all = below(event, 4) != 0;
    for (unsigned seat = 0; seat < game->seats; seat++)
        if (game->who[seat] && !(game->absent >> seat & 1)) order[count++] = seat;
    for (unsigned i = count; i > 1; i--) {
        unsigned at = below(event, i), swap = order[i - 1];
        order[i - 1] = order[at];
        order[at] = swap;
    }
    size_t used = (size_t)snprintf(line, size, "%s %u", word, number);
    for (unsigned i = 0; i < count && (i == 0 || all); i++) {
        bool level = i && below(event, event->calm) == 0;
        used += (size_t)snprintf(line + used, size - used, "%s \"%s\"", level ? " =" : "",
                                 event->tourney.entrant[game->who[order[i]]].name);
        if (scored) used += (size_t)snprintf(line + used, size - used, " %d", (int)below(event, 300) - 50);
    }
    static const char *const bys[] = {"", " by table", " by arbiter", " by bots"};
    snprintf(line + used, size - used, "%s", bys[below(event, 4)]);
}

static void put_shift(Event *event, char *line, size_t size) {
    unsigned moves = 1 + below(event, below(event, 4) ? 2 : 12);
    size_t used = (size_t)snprintf(line, size, "shift");
    for (unsigned i = 0; i < moves; i++)
        used +=
            (size_t)snprintf(line + used, size - used, " to %s %s", below(event, 2) ? "Red" : "Blue", anybody(event));
}

static void accident(Event *event, char *line, size_t size) {
    static const char *const cards[] = {"+2", "+4", "block", "reverse", "wild", "truth"};
    static const char *const nonsense[] = {"",         "result",    "result 0 A",     "undo 0",
                                           "enter \"", "new swiss", "shift to",       "round 99999",
                                           "noshow 1", "@ start",   "open 1 seed 00", "share P1"};
    const Tourney *tourney = &event->tourney;
    switch (below(event, 14)) {
    case 0: snprintf(line, size, "withdraw %s", anybody(event)); return;
    case 1: snprintf(line, size, "pause %s", anybody(event)); return;
    case 2: snprintf(line, size, "back %s", anybody(event)); return;
    case 3: snprintf(line, size, below(event, 2) ? "pause" : "back"); return;
    case 4: snprintf(line, size, "enter P%u", ++event->entered); return;
    case 5: snprintf(line, size, "rename %s \"Q %u\"", anybody(event), event->entered++ + 5000); return;
    case 6: snprintf(line, size, "undo %u", 1 + below(event, tourney->entries + 1)); return;
    case 7:
        if (tourney->games) put_result(event, 1 + below(event, tourney->games), "correct", line, size);
        return;
    case 8: snprintf(line, size, "noshow %u %s", an_open_game(event), anybody(event)); return;
    case 9: put_shift(event, line, size); return;
    case 10: snprintf(line, size, "share %s to %s %s", anybody(event), anybody(event), cards[below(event, 6)]); return;
    case 11: snprintf(line, size, "represent %s", anybody(event)); return;
    case 12: snprintf(line, size, "open %u at room%u", an_open_game(event), below(event, 9)); return;
    case 13: snprintf(line, size, "%s", nonsense[below(event, sizeof nonsense / sizeof *nonsense)]); return;
    }
}

static void step(Event *event) {
    char line[TOURNEY_LINE_MAX] = "";
    const Tourney *tourney = &event->tourney;
    uint32_t game;
    if (below(event, event->calm) == 0) {
        accident(event, line, sizeof line);
    } else if (tourney->state == TOURNEY_GATHERING) {
        if (!enter(event, "start")) snprintf(line, sizeof line, "enter P%u", ++event->entered);
    } else if (below(event, 12) == 0 && (game = an_open_game(event))) {
        const TourneyGame *absent = &tourney->game[game];
        snprintf(line, sizeof line, "noshow %u \"%s\"", game,
                 tourney->entrant[absent->who[below(event, absent->seats)]].name);
    } else if ((game = an_open_game(event)) && (tourney->settings.form != FORM_arena || below(event, 3))) {
        put_result(event, game, "result", line, sizeof line);
    } else if (tourney->paused) {
        snprintf(line, sizeof line, "back");
    } else if (tourney->settings.form == FORM_arena && below(event, 12) == 0) {
        snprintf(line, sizeof line, "finish");
    } else {
        snprintf(line, sizeof line, "round %u", tourney->round + 1);
    }
    if (line[0] && !enter(event, line) && tourney->settings.form == FORM_arena && !tourney->open)
        enter(event, "finish");
}

/* ---- a tournament ---- */

static void begin(Event *event) {
    static const char seed[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    char line[512], extra[128] = "";
    unsigned form = below(event, FORMS), most = form == FORM_split ? 30 : form == FORM_page ? 4 : 24;
    unsigned least = (unsigned)tourney_forms[form].low, count = least + below(event, most - least + 1);
    if (!tourney_forms[form].usual && below(event, 3) == 0)
        snprintf(extra, sizeof extra, " seats %u", 2 + below(event, 9));
    if (form == FORM_swiss && below(event, 3) == 0) snprintf(extra, sizeof extra, " rounds %u", 1 + below(event, 12));
    if (form == FORM_league)
        snprintf(extra, sizeof extra, " rounds 2 evenings %u best %u", 1 + below(event, 3), below(event, 3));
    if (form == FORM_single || form == FORM_double) {
        unsigned seats = below(event, 2) ? 2 : 3 + below(event, 8), through = 1 + below(event, seats - 1);
        snprintf(extra, sizeof extra, " seats %u through %u third %u reset %u lots %u", seats, through, below(event, 2),
                 below(event, 2), below(event, 2));
    }
    if (form == FORM_robin)
        snprintf(extra, sizeof extra, " seats %u legs %u", below(event, 2) ? 2 : 3 + below(event, 8),
                 1 + below(event, 2));
    snprintf(line, sizeof line, "new %s%s duplicate %u tie buchholz,direct,wins,difference,lot seed %s",
             tourney_forms[form].name, extra, below(event, 2), seed);
    if (!enter(event, line)) fail(event, "a good beginning was refused", line);
    for (unsigned i = 0; i < count; i++) {
        snprintf(line, sizeof line, "enter P%u", ++event->entered);
        enter(event, line);
    }
}

static void run(Event *event, uint64_t seed, unsigned number) {
    memset(event, 0, sizeof *event);
    event->random = seed * 1000003 + number;
    event->number = number;
    event->calm = below(event, 4) ? 30 : 4;
    tourney_init(&event->tourney);
    event->length = strlen(strcpy(event->log, tourney_first_line));
    begin(event);
    for (unsigned steps = 0; steps < 400 && event->tourney.state != TOURNEY_OVER; steps++) step(event);
    for (unsigned after = 0; after < 5; after++) {
        char line[TOURNEY_LINE_MAX] = "";
        accident(event, line, sizeof line);
        if (line[0]) enter(event, line);
    }
    tournaments_over += event->tourney.state == TOURNEY_OVER;
    check(event, log_broken(&event->tourney, event->log, event->length), "the end");
    tourney_free(&event->tourney);
}

int main(int count, char **words) {
    unsigned tournaments = count > 1 ? (unsigned)strtoul(words[1], NULL, 10) : 300;
    uint64_t seed = count > 2 ? strtoull(words[2], NULL, 10) : 1, random = seed;
    static Event event;
    for (unsigned i = 0; i < tournaments; i++) {
        run(&event, seed, i);
        for (unsigned k = 0; k < 10; k++) {
            const char *broken = pairing_broken(&random);
            if (broken) return printf("not ok events: %s\n", broken), 1;
        }
    }
    printf("# %u tournaments, %lu of them over, %lu lines taken, %lu refused\n", tournaments, tournaments_over,
           lines_taken, lines_refused);
    bool rich = tournaments < 20 || (tournaments_over * 2 > tournaments && lines_refused);
    printf("%s events: random tournaments of every form\n", rich ? "ok" : "not ok");
    return rich ? 0 : 1;
}
