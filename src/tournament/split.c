/* split.c -- the Split UNO tournament (T1 to T15, H101 to H116): 15 duels between two groups whose members may change
 * sides, then the best four for the trophy. */
#include <stdlib.h>
#include <string.h>

#include "event_internal.h"

/* ---- representatives ---- */

/* H106: fewest duels played, then entry order; the second group's is counted from one further on each time that all
 * of it could have played, so that pairs vary. */
static Entrant choose_representative(const Tourney *tourney, unsigned group) {
    uint32_t size = tourney_group_size(tourney, group), index = 0, best_order = 0;
    uint32_t offset = group && size ? tourney->split.rounds / size % size : 0;
    Entrant best = NOBODY;
    for (uint32_t i = 1; i <= tourney->entrants; i++) {
        const TourneyEntrant *entrant = &tourney->entrant[i];
        if (!entrant_is_there(entrant) || entrant->group != group) continue;
        uint32_t order = (index++ + size - offset) % size;
        if (entrant->standing != ENTRANT_IN) continue;
        const TourneyEntrant *other = &tourney->entrant[best];
        if (best && (entrant->games > other->games || (entrant->games == other->games && order > best_order))) continue;
        best = (Entrant)i;
        best_order = order;
    }
    return best;
}

static bool can_represent(const Tourney *tourney, Entrant who, unsigned group) {
    return who && who <= tourney->entrants && tourney->entrant[who].standing == ENTRANT_IN &&
           tourney->entrant[who].group == group;
}

static bool lay_duel(Tourney *tourney, const Entrant who[GROUPS], uint32_t seq) {
    uint32_t game = game_lay(tourney, STAGE_duel, tourney->split.rounds + 1u, who, GROUPS);
    if (!game) return false;
    tourney->game[game].seq = seq;
    tourney->round = (uint16_t)(tourney->split.rounds + 1);
    tourney->split.phase = SPLIT_DUEL;
    tourney->split.shifted = false;
    for (uint32_t i = 1; i <= tourney->entrants; i++) tourney->entrant[i].shared = false;
    games_refresh(tourney, game);
    return true;
}

bool split_represent(Tourney *tourney, Entrant who, TourneyAnswer *answer) {
    TourneyGame *duel = tourney->split.phase == SPLIT_DUEL ? &tourney->game[tourney->games] : NULL;
    if (!duel || !game_is_playable(duel) || tourney->entrant[who].standing != ENTRANT_IN)
        return tourney_refuse(answer, TOURNEY_REFUSAL_not_representative,
                              duel ? NULL : "A duel must be open and not decided.");
    duel->who[tourney->entrant[who].group] = who; /* H106: the group's choice */
    duel->absent = 0;
    return true;
}

/* ---- the end of the group phase ---- */

/* Games of a knock-out for this place, the last that was laid; 0: none. */
static uint32_t last_tie_game(const Tourney *tourney, unsigned place) {
    for (uint32_t i = tourney->games; i; i--)
        if (tourney->game[i].stage == STAGE_tie && tourney->game[i].round == place) return i;
    return 0;
}

static bool is_seeded(const Tourney *tourney, Entrant who) {
    for (unsigned i = 0; i < tourney->split.seeds; i++)
        if (tourney->split.seed[i] == who) return true;
    return false;
}

/* Those with the most points among survivors without a place, in entry order; H110: there are often several. */
static unsigned top_block(const Tourney *tourney, Entrant *block) {
    unsigned count = 0;
    for (uint32_t i = 1; i <= tourney->entrants; i++) {
        const TourneyEntrant *entrant = &tourney->entrant[i];
        if (!entrant_is_there(entrant) || is_seeded(tourney, (Entrant)i)) continue;
        if (count && entrant->points < tourney->entrant[block[0]].points) continue;
        if (count && entrant->points > tourney->entrant[block[0]].points) count = 0;
        block[count++] = (Entrant)i;
    }
    return count;
}

/* T11, H111: places 1 to 4, one after another. True: all are settled. */
static bool settle_seeds(Tourney *tourney) {
    SplitEvent *split = &tourney->split;
    Entrant block[TOURNEY_LIST_MAX];
    while (split->seeds < 4) { /* T10 */
        unsigned count = top_block(tourney, block);
        if (!count) break; /* H113: fewer than four are left */
        Entrant next = block[0];
        if (count > 1) {
            uint32_t tie = last_tie_game(tourney, split->seeds + 1u);
            if (tie && !game_is_settled(&tourney->game[tie])) return false;
            next = tie ? game_winner(&tourney->game[tie]) : NOBODY;
            if (!next || !entrant_is_there(&tourney->entrant[next])) {
                if (!bracket_lay(tourney, block, count, STAGE_tie, split->seeds + 1u)) return false;
                continue;
            }
        }
        split->seed[split->seeds++] = next;
    }
    return true;
}

static void continue_finale(Tourney *tourney) {
    SplitEvent *split = &tourney->split;
    if (split->phase == SPLIT_TIES && settle_seeds(tourney)) {
        split->phase = SPLIT_FINALE;
        page_lay(tourney, split->seed, split->seeds);
        games_refresh(tourney, 1);
    }
    if (split->phase == SPLIT_FINALE) bracket_after(tourney);
}

static void end_group_phase(Tourney *tourney, unsigned winner) {
    tourney->split.winner = (uint8_t)winner;
    tourney->split.phase = SPLIT_TIES;
    for (uint32_t i = 1; i <= tourney->entrants; i++) tourney->entrant[i].held = NO_FACE; /* H107: void now */
    continue_finale(tourney);
}

/* T9, H108: level totals cannot come out of 15 decided duels; if the phase ends early they can, and nobody has the
 * title then (H109: it is no more than that). */
static unsigned higher_total(const Tourney *tourney) {
    const int32_t *total = tourney->split.total;
    return total[0] == total[1] ? NO_GROUP : total[1] > total[0];
}

/* ---- windows ---- */

/* T5, H103: at the close of a window a group under 5 is eliminated; H103a: if both are, nobody is. */
static bool close_window(Tourney *tourney) {
    bool small[GROUPS];
    for (unsigned group = 0; group < GROUPS; group++)
        small[group] = tourney_group_size(tourney, group) < SPLIT_GROUP_LEAST;
    if (!small[0] && !small[1]) return true;
    bool both = small[0] && small[1];
    for (uint32_t i = 1; !both && i <= tourney->entrants; i++) {
        TourneyEntrant *entrant = &tourney->entrant[i];
        if (entrant_is_there(entrant) && small[entrant->group]) entrant->standing = ENTRANT_ELIMINATED;
    }
    end_group_phase(tourney, both ? higher_total(tourney) : small[0]);
    return false;
}

bool split_start(Tourney *tourney, TourneyAnswer *answer) {
    for (unsigned group = 0; group < GROUPS; group++) {
        uint32_t size = tourney_group_size(tourney, group);
        if (size >= SPLIT_GROUP_LEAST && size <= SPLIT_GROUP_MOST) continue;
        char more[160];
        Text text = text_in(more, sizeof more);
        text_put(&text, tourney->settings.group[group]);
        text_put(&text, " has ");
        text_number(&text, size);
        text_put(&text, ", and a group starts with 5 to 15 (T4, H101).");
        return tourney_refuse(answer, TOURNEY_REFUSAL_groups_uneven, more);
    }
    Entrant who[GROUPS] = {choose_representative(tourney, 0), choose_representative(tourney, 1)};
    if (!who[0] || !who[1]) return tourney_refuse(answer, TOURNEY_REFUSAL_groups_uneven, "A whole group pauses.");
    tourney->rounds = SPLIT_ROUNDS;
    tourney->split.winner = NO_GROUP;
    return lay_duel(tourney, who, 0);
}

/* Closes the window after a round and opens the next duel. */
bool split_round(Tourney *tourney, TourneyEntry *entry, TourneyAnswer *answer) {
    SplitEvent *split = &tourney->split;
    char more[80];
    if (split->phase == SPLIT_DUEL)
        return tourney_refuse(answer, TOURNEY_REFUSAL_round_open, "Its duel has no result.");
    if (split->phase != SPLIT_WINDOW) return tourney_refuse(answer, TOURNEY_REFUSAL_no_more_rounds, NULL);
    if (entry->number != split->rounds + 1u) {
        Text text = text_in(more, sizeof more);
        text_put(&text, "The next one is round ");
        text_number(&text, split->rounds + 1);
        text_char(&text, '.');
        return tourney_refuse(answer, TOURNEY_REFUSAL_wrong_round, more);
    }
    Entrant who[GROUPS];
    bool small = false;
    for (unsigned group = 0; group < GROUPS; group++) {
        small = small || tourney_group_size(tourney, group) < SPLIT_GROUP_LEAST;
        who[group] = entry->paired ? tourney->pool[entry->pairs + group] : NOBODY;
        if (!can_represent(tourney, who[group], group)) who[group] = choose_representative(tourney, group);
    }
    if (!small && (!who[0] || !who[1]))
        return tourney_refuse(answer, TOURNEY_REFUSAL_not_representative, "A whole group pauses: back brings them in.");
    if (!entry->paired) { /* who was sent stays who played, whatever is taken back later */
        if (!tourney_grow((void **)&tourney->pool, &tourney->pool_room, (uint64_t)tourney->pool_used + GROUPS,
                          sizeof *tourney->pool))
            return tourney->short_of_memory = true, false;
        memcpy(tourney->pool + tourney->pool_used, who, sizeof who);
        entry->pairs = tourney->pool_used;
        entry->paired = GROUPS;
        tourney->pool_used += GROUPS;
    }
    return !close_window(tourney) || lay_duel(tourney, who, entry->seq);
}

/* T2, H104: one move per window, of any number of players, all at once. */
bool split_shift(Tourney *tourney, const TourneyEntry *entry, TourneyAnswer *answer) {
    SplitEvent *split = &tourney->split;
    int32_t size[GROUPS];
    unsigned moves = 0;
    if (tourney->settings.form != FORM_split) return tourney_refuse(answer, TOURNEY_REFUSAL_not_split, NULL);
    if (split->phase != SPLIT_WINDOW)
        return tourney_refuse(answer, TOURNEY_REFUSAL_no_window,
                              split->phase == SPLIT_DUEL
                                  ? "A window opens when the duel is decided, after rounds 1 to 14."
                                  : "The group phase is over.");
    if (split->shifted)
        return tourney_refuse(answer, TOURNEY_REFUSAL_window_used, "Undo it, and enter one that has all moves (H104).");
    for (unsigned group = 0; group < GROUPS; group++) size[group] = (int32_t)tourney_group_size(tourney, group);
    for (unsigned i = 0; i < entry->count; i++) {
        const TourneyEntrant *entrant = &tourney->entrant[entry->who[i]];
        if (!entrant_is_there(entrant)) return tourney_refuse(answer, TOURNEY_REFUSAL_not_out, NULL);
        for (unsigned before = 0; before < i; before++)
            if (entry->who[before] == entry->who[i])
                return tourney_refuse(answer, TOURNEY_REFUSAL_not_understood, "Somebody is named twice.");
        if (entrant->group == entry->group[i]) continue;
        size[entry->group[i]]++;
        size[entrant->group]--;
        moves++;
    }
    if (!moves) return tourney_refuse(answer, TOURNEY_REFUSAL_no_move, NULL);
    if (size[0] > SPLIT_GROUP_MOST || size[1] > SPLIT_GROUP_MOST) /* T4, H102 */
        return tourney_refuse(answer, TOURNEY_REFUSAL_group_full, "Swap players instead (H102).");
    for (unsigned i = 0; i < entry->count; i++) { /* H105: their points go with them, totals stay */
        tourney->entrant[entry->who[i]].group = entry->group[i];
        tourney->entrant[entry->who[i]].seq = entry->seq;
    }
    split->shifted = true;
    return true;
}

/* T3, H107 */
bool split_share(Tourney *tourney, const TourneyEntry *entry, TourneyAnswer *answer) {
    if (tourney->settings.form != FORM_split) return tourney_refuse(answer, TOURNEY_REFUSAL_not_split, NULL);
    if (tourney->split.phase != SPLIT_WINDOW)
        return tourney_refuse(answer, TOURNEY_REFUSAL_no_share, "Cards are shared in the window after a duel.");
    const TourneyGame *duel = &tourney->game[tourney->games];
    TourneyEntrant *giver = &tourney->entrant[entry->who[0]], *taker = &tourney->entrant[entry->who[1]];
    bool played = duel->by != BY_NOSHOW && (duel->who[0] == entry->who[0] || duel->who[1] == entry->who[0]);
    if (!played || !entrant_is_there(giver))
        return tourney_refuse(answer, TOURNEY_REFUSAL_no_share, "Only the two who played the last duel can give one.");
    if (giver == taker || !entrant_is_there(taker))
        return tourney_refuse(answer, TOURNEY_REFUSAL_no_share, "Give it to another player who is in.");
    if (giver->shared) return tourney_refuse(answer, TOURNEY_REFUSAL_shared, NULL);
    if (taker->held != NO_FACE) return tourney_refuse(answer, TOURNEY_REFUSAL_holds_one, NULL);
    giver->shared = true;
    taker->held = entry->card;
    taker->giver = entry->who[0];
    giver->seq = taker->seq = entry->seq;
    return true;
}

/* ---- a game has ended ---- */

static void end_duel(Tourney *tourney) {
    SplitEvent *split = &tourney->split;
    const TourneyGame *duel = &tourney->game[tourney->games];
    for (unsigned group = 0; group < GROUPS; group++) split->total[group] += duel->points[group]; /* T7, T8 */
    split->rounds++;
    split->phase = SPLIT_WINDOW;
    if (split->rounds == SPLIT_ROUNDS) end_group_phase(tourney, higher_total(tourney)); /* T6: no window after it */
}

void split_after(Tourney *tourney) {
    SplitEvent *split = &tourney->split;
    if (split->phase == SPLIT_DUEL && tourney->game[tourney->games].state == GAME_OVER) end_duel(tourney);
    else continue_finale(tourney);
}
