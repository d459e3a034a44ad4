/* score.c -- points of a game with real cards, deal by deal, until somebody has enough. */
#include "score.h"

#include <string.h>

#include "tokens.h"

void score_init(Score *score, const Rules *rules, unsigned players) {
    memset(score, 0, sizeof *score);
    score->rules = *rules;
    score->players = (uint8_t)players;
}

SeatMask score_team(const Score *score, Seat seat) {
    SeatMask mask = 0;
    for (Seat other = 0; other < score->players; other++)
        if (rules_team(&score->rules, other) == rules_team(&score->rules, seat)) mask |= (SeatMask)(1u << other);
    return mask;
}

static void set_team(Score *score, Seat seat, uint32_t points) {
    for (Seat other = 0; other < score->players; other++)
        if (score_team(score, seat) >> other & 1) score->score[other] = points;
}

/* O23, H176: who has reached the target; with a target of 0 one deal decides. */
static void look_for_winner(Score *score, const ScoreEntry *entry) {
    bool single = score->rules.option.target == 0;
    score->winners = 0;
    if (entry->seat == NO_SEAT) return;
    bool reached = score->score[entry->seat] >= (uint32_t)score->rules.option.target;
    if (single ? entry->kind == SCORE_DEAL : reached) score->winners = score_team(score, entry->seat);
}

ScoreVerdict score_apply(Score *score, const ScoreEntry *entry) {
    bool deal = entry->kind == SCORE_DEAL, nobody = entry->seat == NO_SEAT;
    if (score->winners) return SCORE_IS_OVER;
    if (nobody ? !deal || entry->points : entry->seat >= score->players) return SCORE_NOT_A_PLAYER;
    uint32_t before = deal && !nobody ? score->score[entry->seat] : 0;
    if ((deal && entry->points > DEAL_POINTS_MAX) || before + entry->points > SCORE_MAX) return SCORE_TOO_MANY;
    if (!nobody) set_team(score, entry->seat, before + entry->points);
    if (deal) score->deals++;
    look_for_winner(score, entry);
    return SCORE_TAKEN;
}

bool score_card(const Rules *rules, const char *word, unsigned *points) {
    for (unsigned face = 0; face < FACES; face++) {
        const CardRow *row = &rules->card[face];
        char code[CARD_CODE_MAX + 2];
        if (!(rules->faces >> face & 1)) continue;
        face_format(rules, (Face)face, code, sizeof code);
        if (!word_is(word, code) && !word_is(word, row->code) && !word_is(word, row->name) &&
            !word_is(word, row->glyph))
            continue;
        *points = row->points;
        return true;
    }
    return false;
}
