/* knockout.c -- elimination at tables of three and more, round by round: the best of each table stay, the others have
 * lost; one loss too many, and they are out. With two losses allowed those who have lost play among themselves; when
 * no more are left than one table seats they play it out together. */
#include <stdlib.h>
#include <string.h>

#include "event_internal.h"

bool is_knockout_at_tables(const TourneySettings *settings) {
    return (settings->form == FORM_single || settings->form == FORM_double) && settings->number[NUMBER_seats] > 2;
}

unsigned knockout_allowed(const Tourney *tourney) { return tourney->settings.form == FORM_double ? 2 : 1; }

bool knockout_lost(const TourneyGame *game, unsigned seat) {
    return game->state == GAME_OVER && (game->absent >> seat & 1 || game->place[seat] > game->through);
}

/* Who is still in, in the order of the field, and how often each has lost. */
typedef struct {
    Entrant *who;
    uint32_t count;
    uint8_t *losses, *place; /* of every entrant; in the last game */
} Remaining;

static void remaining_free(Remaining *remaining) {
    free(remaining->who);
    free(remaining->losses);
    free(remaining->place);
}

static bool remaining_make(const Tourney *tourney, bool drawn, Remaining *out) {
    size_t room = (size_t)tourney->entrants + 1;
    *out = (Remaining){malloc(sizeof *out->who * room), 0, calloc(room, 1), calloc(room, 1)};
    if (!out->who || !out->losses || !out->place) return false;
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        for (unsigned seat = 0; game->state == GAME_OVER && seat < game->seats; seat++) {
            out->losses[game->who[seat]] += knockout_lost(game, seat);
            out->place[game->who[seat]] = game->place[seat];
        }
    }
    uint32_t count = tourney_field(tourney, drawn, true, out->who); /* a bracket waits for nobody, either */
    for (uint32_t i = 0; i < count; i++)
        if (out->losses[out->who[i]] < knockout_allowed(tourney)) out->who[out->count++] = out->who[i];
    return true;
}

/* Those with so many losses: the winners of the last round first, so that the best are spread over the tables. */
static uint32_t with_losses(const Remaining *remaining, unsigned losses, Entrant *out) {
    uint32_t count = 0;
    for (unsigned place = 0; place <= SEATS_MAX + 2; place++)
        for (uint32_t i = 0; i < remaining->count; i++) {
            Entrant who = remaining->who[i];
            if (remaining->losses[who] == losses && remaining->place[who] == place) out[count++] = who;
        }
    return count;
}

/* Balanced tables, filled back and forth. Somebody alone waits. */
static void spread(Tables *out, const Entrant *field, uint32_t count, unsigned seats) {
    uint32_t tables = (count + seats - 1) / seats;
    for (uint32_t table = 0; count > 1 && table < tables; table++) {
        Entrant who[SEATS_MAX];
        unsigned taken = 0;
        for (uint32_t row = 0; row * tables < count; row++) {
            uint32_t at = row * tables + (row % 2 ? tables - 1 - table : table);
            if (at < count) who[taken++] = field[at];
        }
        seating_put(out, who, taken);
    }
}

bool knockout_pair(Tourney *tourney, Tables *out, TourneyAnswer *answer) {
    unsigned seats = (unsigned)tourney->settings.number[NUMBER_seats];
    Remaining remaining;
    bool good = remaining_make(tourney, true, &remaining);
    Entrant *side = malloc(sizeof *side * ((size_t)tourney->entrants + 1));
    uint32_t count = good ? remaining.count : 0;
    if (good && side && count <= seats) {
        uint32_t first = with_losses(&remaining, 0, side);
        spread(out, side, first + with_losses(&remaining, 1, side + first), seats);
    } else if (good && side) {
        for (unsigned losses = 0; losses < knockout_allowed(tourney); losses++)
            spread(out, side, with_losses(&remaining, losses, side), seats);
    }
    if (!good || !side) tourney->short_of_memory = true;
    free(side);
    remaining_free(&remaining);
    if (tourney->short_of_memory) return false;
    return count > 1 || tourney_refuse(answer, TOURNEY_REFUSAL_no_more_rounds, NULL);
}

/* The tables of a round are laid: who stays in at each of them. */
void knockout_lay(Tourney *tourney, uint32_t from) {
    Remaining remaining;
    bool good = remaining_make(tourney, false, &remaining);
    unsigned through = (unsigned)tourney->settings.number[NUMBER_through];
    for (uint32_t i = from; good && i <= tourney->games; i++) {
        TourneyGame *game = &tourney->game[i];
        unsigned seated = 0, lost = 0;
        for (uint32_t k = 0; k < remaining.count; k++)
            for (unsigned seat = 0; seat < game->seats; seat++) seated += game->who[seat] == remaining.who[k];
        for (unsigned seat = 0; seat < game->seats; seat++) lost += remaining.losses[game->who[seat]] > 0;
        game->last = from == tourney->games && seated == remaining.count;
        game->lower = !game->last && lost == game->seats;
        game->through = (uint8_t)(game->last ? 1 : through < game->seats ? through : game->seats - 1u);
    }
    remaining_free(&remaining);
    if (!good) tourney->short_of_memory = true;
}

/* The places settle who goes on: nobody shares the last of them with somebody who does not. */
bool knockout_is_decided(const TourneyGame *game, const uint8_t place[SEATS_MAX]) {
    unsigned present = 0, on = 0;
    for (unsigned seat = 0; seat < game->seats; seat++) {
        if (game->absent >> seat & 1) continue;
        present++;
        on += place[seat] <= game->through;
    }
    return on == (game->through < present ? game->through : present);
}

void knockout_after(Tourney *tourney) {
    if (!tourney->round || tourney->open) return;
    Remaining remaining;
    if (!remaining_make(tourney, false, &remaining)) tourney->short_of_memory = true;
    bool played_out = tourney->game[tourney->games].last && !tourney->settings.number[NUMBER_reset];
    if (remaining.count < 2 || played_out) tourney->state = TOURNEY_OVER;
    remaining_free(&remaining);
}
