/* page_stats.c -- what a list of games says of one player: the sums of src/rating/stats.h, as `uno stats` and the server
 * have them. */
#include "../engine/text.h"
#include "../rating/stats.h"
#include "page_internal.h"

/* "4 A BC": players, the player's seat, who won; "-" for nobody. */
static bool read_game(const char **at, Outcome *out, unsigned *seat) {
    long long players;
    *out = (Outcome){0};
    if (!scan_number(at, 2, SEATS_MAX, &players) || !scan_word(at, " ")) return false;
    out->players = (uint8_t)players;
    *seat = (unsigned)(*(*at)++ - 'A');
    if (*seat >= out->players || !scan_word(at, " ")) return false;
    for (bool nobody = scan_word(at, "-"); !nobody && **at && **at != '\n'; ++*at) {
        unsigned winner = (unsigned)(**at - 'A');
        if (winner >= out->players) return false;
        out->seat[winner].won = true;
    }
    return scan_word(at, "\n");
}

const char *page_stats(const char *games) {
    Stats stats = {0};
    for (unsigned line = 1; *games; line++) {
        Outcome outcome;
        unsigned seat;
        if (!read_game(&games, &outcome, &seat))
            return reply_error_at("bad_games", "A game is a line: players, your seat, who won, as in '4 A BC'.", line,
                                  0);
        stats_add(&stats, &outcome, seat);
    }
    reply_begin();
    reply_open('{');
    reply_name("games"), reply_number(stats.all.games);
    reply_name("wins"), reply_number(stats.all.wins);
    reply_name("expected"), reply_number((long long)stats.all.expected);
    reply_name("win"), reply_number(OUTCOME_WIN);
    reply_name("streak"), reply_number(stats.streak);
    reply_name("longest"), reply_number(stats.longest);
    reply_close('}');
    return reply_end();
}
