/* game.c -- game.h by asking the family of the rules: its row of functions. */
#include "game.h"

#include <string.h>

#include "family.h"

const char *phase_name(Phase phase) {
    static const char *const names[PHASES] = {
        "over",
#define CLASSIC(name, word) word,
#define SPLIT(name, word) word,
#include "phase.def"
#undef CLASSIC
#undef SPLIT
    };
    return names[phase];
}

const GameFamily *family_of(const Rules *rules) {
    static const GameFamily *const rows[FAMILIES] = {
#define FAMILY(NAME, name) &name##_family,
#include "family.def"
#undef FAMILY
    };
    return rows[rules->family];
}

static void begin(const Rules *rules, Game *game, unsigned players, Witness *witness) {
    game->board.players = (uint8_t)players;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) game->own[seat].drawn = NO_FACE;
    Change change = {rules, game, witness, false};
    switch (rules->family) {
#define FAMILY(NAME, name) \
    case FAMILY_##NAME: \
        name##_init(&change); \
        return;
#include "family.def"
#undef FAMILY
    }
    __builtin_unreachable();
}

void game_init(const Rules *rules, Game *game, unsigned players, const Seed *seed, const Fate *fate, Witness *witness) {
    memset(game, 0, sizeof *game);
    rng_init(&game->rng, seed);
    if (fate) game->fate = *fate;
    if (witness) witness_init(witness);
    begin(rules, game, players, witness);
}

void game_init_with(const Rules *rules, Game *game, unsigned players, const Rng *chance) {
    memset(game, 0, sizeof *game);
    game->rng = *chance;
    begin(rules, game, players, NULL);
}

void game_init_given(const Rules *rules, Game *game, unsigned players, const Seed *seed, const Face given[SEATS_MAX],
                     Witness *witness) {
    game_init(rules, game, players, seed, NULL, witness);
    for (Seat seat = 0; seat < players; seat++)
        if (given[seat] && game_give_action(rules, game, seat, given[seat]) && witness)
            witness_kept(witness, seat, given[seat]); /* it was given in the open */
}

bool rules_can_give(const Rules *rules, Face card) {
    return rules->family == FAMILY_SPLIT && card && card < FACES && cards_has(&rules->deck, card);
}

void game_begin_step(const Rules *rules, Game *game) {
    Change change = {rules, game, NULL, false};
    split_step_begin(&change);
}

bool game_give_action(const Rules *rules, Game *game, Seat seat, Face card) {
    SplitBoard *split = &game->board.split;
    if (rules->family == FAMILY_CLASSIC || seat >= game->board.players || card >= FACES || split->steps > 1 ||
        split->committed || !(SPLIT_ACTIONS >> card & 1) || !cards_has(&game->actions, card))
        return false;
    cards_remove(&game->actions, card);
    cards_add(&game->own[seat].hand, card);
    split->actions_left--;
    game->board.actions[seat]++;
    split->steps = 0; /* the step that the deal has begun begins again, as this card may be played in it */
    game_begin_step(rules, game);
    return true;
}

void game_recount(const Rules *rules, Game *game, Witness *witness) {
    Change change = {rules, game, witness, false};
    witness_begin(witness);
    split_recount(&change);
}

SeatMask board_waiting(const Rules *rules, const Board *board) {
    if (board->phase == PHASE_OVER) return 0;
    switch (rules->family) {
#define FAMILY(NAME, name) \
    case FAMILY_##NAME: \
        return name##_waiting(rules, board);
#include "family.def"
#undef FAMILY
    }
    __builtin_unreachable();
}

void board_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    if (rules->lean) {
        classic_lean_actions(rules, board, own, seat, out);
        return;
    }
    switch (rules->family) {
#define FAMILY(NAME, name) \
    case FAMILY_##NAME: \
        name##_actions(rules, board, own, seat, out); \
        return;
#include "family.def"
#undef FAMILY
    }
    __builtin_unreachable();
}

unsigned game_actions(const Rules *rules, const Game *game, Seat seat, Action out[ACTIONS_MAX]) {
    ActionSet set;
    board_actions(rules, &game->board, &game->own[seat], seat, &set);
    return action_set_list(rules, &set, out);
}

static bool allows(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action) {
    switch (rules->family) {
#define FAMILY(NAME, name) \
    case FAMILY_##NAME: \
        return name##_allows(rules, board, own, seat, action);
#include "family.def"
#undef FAMILY
    }
    __builtin_unreachable();
}

static void apply(Change *change, Seat seat, Action action) {
    switch (change->rules->family) {
#define FAMILY(NAME, name) \
    case FAMILY_##NAME: \
        name##_apply(change, seat, action); \
        return;
#include "family.def"
#undef FAMILY
    }
    __builtin_unreachable();
}

__attribute__((cold, noinline)) Verdict board_refusal(const Rules *rules, const Board *board, const Private *own,
                                                      Seat seat, Action action) {
    if (board->phase == PHASE_OVER) return VERDICT_game_over;
    if (seat >= board->players) return VERDICT_not_your_turn;
    if (allows(rules, board, own, seat, action)) return VERDICT_ok;
    ActionKind kind = action_kind(action);
    Face card = action_card(action);
    bool second = kind == ACT_CAST && face_is_second(rules, card);
    if (kind == ACT_NONE || kind >= ACT_KINDS ||
        (card != NO_FACE && !second && (card >= FACES || !(rules->faces >> card & 1))))
        return VERDICT_malformed;
    return family_of(rules)->refusal(rules, board, own, seat, action);
}

__attribute__((noinline)) Verdict game_apply_any(const Rules *rules, Game *game, Seat seat, Action action,
                                                 Witness *witness) {
    if (seat >= game->board.players) return VERDICT_not_your_turn;
    if (!allows(rules, &game->board, &game->own[seat], seat, action))
        return board_refusal(rules, &game->board, &game->own[seat], seat, action);
    witness_begin(witness);
    Change change = {rules, game, witness, false};
    apply(&change, seat, action);
    return VERDICT_ok;
}

Verdict game_apply(const Rules *rules, Game *game, Seat seat, Action action, Witness *witness) {
    if (rules->lean && !witness) return classic_lean_apply(rules, game, seat, action);
    return game_apply_any(rules, game, seat, action, witness);
}

bool game_sound(const Rules *rules, const Game *game) {
    const Board *board = &game->board;
    if (board->phase >= PHASES || !rules_allow_players(rules, board->players, NULL)) return false;
    if (game->rng.used > RNG_NUMBERS) return false;
    if (game->fate.cards_left > FATE_CARDS || game->fate.actions_left > FATE_FEW || game->fate.dice_left > FATE_FEW ||
        game->fate.steals_left > FATE_FEW)
        return false;
    for (unsigned i = 0; i < game->fate.dice_left; i++)
        if (game->fate.dice[i] < 1 || game->fate.dice[i] > 6) return false;
    switch (rules->family) {
#define FAMILY(NAME, name) \
    case FAMILY_##NAME: \
        return name##_sound(rules, game);
#include "family.def"
#undef FAMILY
    }
    __builtin_unreachable();
}

unsigned board_place_of(const Board *board, Seat seat) {
    unsigned place = 0;
    while (board_at_place(board, place) != seat) place++;
    return place;
}

unsigned board_length(const Rules *rules, const Board *board) { return family_of(rules)->length(board); }

const char *board_length_unit(const Rules *rules) { return family_of(rules)->length_unit; }

bool board_unplaced(const Rules *rules, const Board *board, Cards *out) {
    Cards open = board->open;
    *out = rules->deck;
    for (unsigned sets = rules_number_sets(rules, board->players); sets; sets--) cards_merge(out, &rules->numbers);
    family_of(rules)->lay_open(board, &open);
    return cards_taken(out, &open);
}

Face fate_card(Face *list, uint8_t *left, const Cards *pile) {
    if (!*left || list[0] >= FACES || !cards_has(pile, list[0])) return NO_FACE;
    Face face = list[0];
    memmove(list, list + 1, --*left);
    list[*left] = 0; /* a used entry leaves no trace */
    return face;
}

unsigned game_roll(Game *game) {
    Fate *fate = &game->fate;
    if (!fate->dice_left) return 1 + rng_below(&game->rng, 6);
    unsigned die = fate->dice[0];
    memmove(fate->dice, fate->dice + 1, --fate->dice_left);
    fate->dice[fate->dice_left] = 0;
    return die;
}
