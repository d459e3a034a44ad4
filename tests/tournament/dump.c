/* dump.c -- a tournament as text, to compare two. */
#include "dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_entrants(const Tourney *tourney, bool with_seq, FILE *out) {
    for (uint32_t i = 1; i <= tourney->entrants; i++) {
        const TourneyEntrant *e = &tourney->entrant[i];
        if (e->standing == ENTRANT_ABSENT) continue;
        fprintf(out, "%u %s [%s] standing %u group %u held %u giver %u shared %d byes %u games %u wins %u points %d %d",
                i, e->name, e->members, e->standing, e->group, e->held, e->held == NO_FACE ? 0 : e->giver, e->shared,
                e->byes, e->games, e->wins, e->points, e->difference);
        fprintf(out, with_seq ? " seq %u\n" : "\n", e->seq);
    }
}

static void put_games(const Tourney *tourney, bool with_seq, FILE *out) {
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *g = &tourney->game[i];
        fprintf(out, "game %u stage %u state %u by %u teams %d absent %u round %u at %s", i, g->stage, g->state, g->by,
                g->teams, g->absent, g->round, g->where);
        if (with_seq) fprintf(out, " seq %u result %u", g->seq, g->result);
        for (unsigned s = 0; s < g->seats; s++)
            fprintf(out, " | %u %u %d %d", g->who[s], g->place[s], g->score[s], g->points[s]);
        for (unsigned s = 0; g->seeded && s < SEED_BYTES; s++) fprintf(out, "%02x", g->seed.bytes[s]);
        fputc('\n', out);
    }
}

static void put_standings(const Tourney *tourney, FILE *out) {
    TourneyRow *rows = calloc((size_t)tourney->entrants + 1, sizeof *rows);
    uint32_t count = rows ? tourney_standings(tourney, rows) : 0;
    for (uint32_t i = 0; i < count; i++) {
        fprintf(out, "%u. (%u) %u %d", rows[i].place, rows[i].shared, rows[i].who, rows[i].points);
        for (unsigned t = 0; t < tourney->settings.tiebreaks; t++) fprintf(out, " %lld", (long long)rows[i].broken[t]);
        fputc('\n', out);
    }
    free(rows);
}

char *tourney_dump(const Tourney *tourney, bool with_seq) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const SplitEvent *split = &tourney->split;
    if (!out) abort();
    fprintf(out, "state %u paused %d round %u of %u open %u split %u %d %d %u %d %u:", tourney->state, tourney->paused,
            tourney->round, tourney->rounds, tourney->open, split->phase, split->total[0], split->total[1],
            split->winner, split->shifted, split->rounds);
    for (unsigned i = 0; i < split->seeds; i++) fprintf(out, " %u", split->seed[i]);
    fputc('\n', out);
    put_entrants(tourney, with_seq, out);
    put_games(tourney, with_seq, out);
    put_standings(tourney, out);
    fclose(out);
    return text;
}

bool tourney_same(const Tourney *one, const Tourney *other, bool with_seq) {
    char *a = tourney_dump(one, with_seq), *b = tourney_dump(other, with_seq);
    bool same = strcmp(a, b) == 0;
    if (!same) fprintf(stderr, "---- one\n%s---- other\n%s", a, b);
    free(a);
    free(b);
    return same;
}
