#include "checksum.h"

#include <string.h>

#include "arbiter/tally.h"
#include "bots/bot.h"
#include "engine/text.h"
#include "random.h"

enum { NAME_MAX = 32, VALUE_MAX = 32, ACTIONS_A_GAME = 200000, LISTED_ONE_IN = 32 };

typedef struct {
    Family family;
    uint8_t players;
    const char *options; /* "name=value name=value" */
} Setup;

#define EDITION_ARBITER \
    "max_players=2 blocked_draws=on solo_reveal=off blocked_streak=reset zero_optional=off reverse_cost=played " \
    "wild_rule=both truth_shed=both dare_shed=both barrier=two_actions"
#define EDITION_DUEL \
    "max_players=2 loser_keeps=off blocked_draws=on blocked_streak=reset zero_optional=off zero_pool=hand " \
    "action_timing=interrupt draw_counter=off reverse_cost=played wild_optional=on wild_rule=opponent " \
    "truth_shed=none dare_shed=optional barrier=only_card"
#define HOUSE_ULTIMATE \
    "stack_draws=same trap_card=on take_a_chance=on seven_swap=on zero_rotate=on draw_to_match=on uno_call=with_play"

static const Setup setups[] = {
    {FAMILY_CLASSIC, 2, ""},
    {FAMILY_CLASSIC, 4, ""},
    {FAMILY_CLASSIC, 10, ""},
    {FAMILY_CLASSIC, 3, "wild4_legal=no_colour opening_wild=first_player_names"},
    {FAMILY_CLASSIC, 2, HOUSE_ULTIMATE},
    {FAMILY_CLASSIC, 5, HOUSE_ULTIMATE " first_dealer=random"},
    {FAMILY_CLASSIC, 4, "teams=2 min_players=4 max_players=4 stack_draws=any force_play=on must_play=on"},
    {FAMILY_CLASSIC, 6, "jump_in=on multi_play=on seven_swap=on decks=2 stalemate=nobody turn_limit=300"},
    {FAMILY_CLASSIC, 4, "elimination=on scoring=off uno_dice=4 false_catch=2 uno_penalty=4 stack_draws=four_on_two"},
    {FAMILY_CLASSIC, 3, "bluffing=off challenge=off finish_on_action=off finish_on_wild=off hand_limit=20"},
    {FAMILY_CLASSIC, 2,
     "misplay_penalty=2 last_card_draws=off double_points=on cards_dealt=12 max_players=6 uno_call=off"},
    {FAMILY_SPLIT, 2, "max_players=6"},
    {FAMILY_SPLIT, 3, "max_players=6"},
    {FAMILY_SPLIT, 4, "min_players=4 max_players=6 teams=2"},
    {FAMILY_SPLIT, 6, "max_players=6 numbers_dealt=15 specials=off"},
    {FAMILY_SPLIT, 3, "max_players=6 draw_counter=off claim_challenge=off"},
    {FAMILY_SPLIT, 2, EDITION_ARBITER},
    {FAMILY_SPLIT, 2, EDITION_DUEL},
    {FAMILY_SPLIT, 2, EDITION_DUEL " specials=off"},
    {FAMILY_SPLIT, 5, "max_players=6 challenge_from=shed bonus_wins=3 number_deck_size=40"},
};
enum { SETUPS = sizeof setups / sizeof setups[0] };

/* ---- rules from a line of options ---- */

static unsigned copy_until(const char *from, char end, char *out, unsigned size) {
    unsigned length = 0;
    while (from[length] && from[length] != end && length + 1 < size) {
        out[length] = from[length];
        length++;
    }
    out[length] = 0;
    return length;
}

static bool setup_rules(const Setup *setup, Rules *rules) {
    RulesError error;
    char name[NAME_MAX], value[VALUE_MAX];
    rules_init(rules, setup->family);
    for (const char *at = setup->options; *at; scan_blanks(&at)) {
        at += copy_until(at, '=', name, sizeof name);
        if (*at++ != '=') return false;
        at += copy_until(at, ' ', value, sizeof value);
        if (!rules_set(rules, name, value, &error)) return false;
    }
    return rules_finish(rules, &error) && rules_allow_players(rules, setup->players, &error);
}

/* ---- folding ---- */

static void fold(uint64_t *sum, uint64_t word) {
    *sum = (*sum ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    *sum ^= *sum >> 29;
}

static void fold_cards(uint64_t *sum, const Cards *cards) {
    for (unsigned i = 0; i < PLANES; i++) fold(sum, cards->plane[i]);
}

static void fold_game(uint64_t *sum, const Game *game) {
    const Board *board = &game->board;
    fold(sum, (uint64_t)board->phase << 48 | (uint64_t)board->turns << 32 | (uint64_t)board->winners << 16 |
                  board->deal_winners);
    for (Seat seat = 0; seat < board->players; seat++) {
        fold(sum, (uint64_t)board->count[seat] << 32 | (uint64_t)board->actions[seat] << 16 | board->score[seat]);
        fold_cards(sum, &game->own[seat].hand);
    }
    fold_cards(sum, &game->pile);
    fold_cards(sum, &game->actions);
    fold_cards(sum, &board->open);
    Rng chance = game->rng;
    fold(sum, rng_next(&chance));
}

/* What a step shows: cheap enough to fold after every action. */
static void fold_step(uint64_t *sum, Family family, const Board *board, Seat seat, Action action) {
    fold(sum, (uint64_t)action << 32 | (uint64_t)seat << 24 | (uint64_t)board->phase << 16 | board->count[seat]);
    if (family == FAMILY_CLASSIC)
        fold(sum, (uint64_t)board->pile << 32 | (uint64_t)board->classic.pending << 16 |
                      (uint64_t)board->classic.colour << 8 | board->classic.top);
    else
        fold(sum, (uint64_t)board->split.numbers_left << 32 | (uint64_t)board->split.steps << 16 |
                      (uint64_t)board->split.blocked << 8 | board->actions[seat]);
}

/* ---- playing ---- */

static Seat any_seat(SeatMask seats, uint64_t *random) {
    return (Seat)bits_select(seats, random_below(random, bits_count(seats)));
}

static Action pick_play(const Rules *rules, const ActionSet *set, Face card, uint64_t *random) {
    unsigned asks = rules->asks[card], choice = asks & ASKS_COLOUR ? random_below(random, COLOURS) : NO_CHOICE;
    SeatMask targets = 0;
    if (asks & ASKS_TARGET)
        targets = rules->family == FAMILY_SPLIT && card == FACE_BLOCK ? set->block_targets : set->targets;
    bool aim = targets && !(asks & TARGET_OPTIONAL && random_below(random, 2));
    Seat target = aim ? any_seat(targets, random) : NO_SEAT;
    return action_full(ACT_PLAY, card, choice, target, set->call && random_below(random, 2));
}

static Action pick_aimed(const ActionSet *set, uint64_t *random) {
    unsigned choice = NO_CHOICE;
    if (set->target_kind == ACT_NAME) choice = bits_select(set->names, random_below(random, bits_count(set->names)));
    return action_full(set->target_kind, NO_FACE, choice, set->targets ? any_seat(set->targets, random) : NO_SEAT,
                       false);
}

/* Something out of a set, straight from its closed form; not empty. */
static Action pick(const Rules *rules, const ActionSet *set, uint64_t *random) {
    unsigned cards = bits_count(set->cards), misplays = set->misplays && !random_below(random, 16),
             plain = bits_count(set->plain);
    unsigned aimed = set->target_kind && (set->targets || set->target_kind == ACT_NAME);
    unsigned k = random_below(random, cards + misplays + plain + aimed);
    if (k < cards) {
        Face card = (Face)bits_select(set->cards, k);
        return set->card_kind == ACT_PLAY ? pick_play(rules, set, card, random) : action_card_of(set->card_kind, card);
    }
    k -= cards;
    if (k < misplays) /* a slip now and then */
        return action_card_of(ACT_MISPLAY,
                              (Face)bits_select(set->misplays, random_below(random, bits_count(set->misplays))));
    k -= misplays;
    return k < plain ? action_plain((ActionKind)bits_select(set->plain, k)) : pick_aimed(set, random);
}

/* The same with every action written out. */
static Action pick_listed(const Rules *rules, const ActionSet *set, uint64_t *random) {
    Action actions[ACTIONS_MAX];
    unsigned count = action_set_list(rules, set, actions);
    return actions[random_below(random, count)];
}

static bool idles(Action action) {
    ActionKind kind = action_kind(action);
    return kind == ACT_DRAW || kind == ACT_PASS || kind == ACT_MISPLAY;
}

/* Any seat that may act, or, when it turns out to have nothing, one that must.
 * Some games choose from the list, most from the closed form, which is faster. */
static bool choose(const Rules *rules, const Game *game, bool listed, uint64_t *random, Seat *seat, Action *out) {
    ActionSet set;
    *seat = any_seat(board_waiting(rules, &game->board), random);
    board_actions(rules, &game->board, &game->own[*seat], *seat, &set);
    if (action_set_empty(&set)) {
        *seat = any_seat(board_awaited(rules, &game->board), random);
        board_actions(rules, &game->board, &game->own[*seat], *seat, &set);
        if (action_set_empty(&set)) return false;
    }
    Action (*const from)(const Rules *, const ActionSet *, uint64_t *) = listed ? pick_listed : pick;
    *out = from(rules, &set, random);
    for (unsigned again = 0; again < 2 && idles(*out); again++) *out = from(rules, &set, random);
    return true;
}

static bool play_game(const Rules *rules, unsigned players, uint64_t number, uint64_t *sum) {
    uint64_t random = number;
    Seed seed;
    for (unsigned i = 0; i < SEED_BYTES; i++) seed.bytes[i] = (uint8_t)random_next(&random);
    Game game;
    game_init(rules, &game, players, &seed, NULL, NULL);
    for (unsigned i = 0; board_awaited(rules, &game.board); i++) {
        Action action;
        Seat seat;
        if (i == ACTIONS_A_GAME || !choose(rules, &game, (number >> 1) % LISTED_ONE_IN == 0, &random, &seat, &action))
            return false;
        if (game_apply(rules, &game, seat, action, NULL) != VERDICT_ok) return false;
        fold_step(sum, rules->family, &game.board, seat, action);
    }
    fold_game(sum, &game);
    return true;
}

uint64_t checksum_games(uint32_t family, uint32_t games) {
    static Rules rules[SETUPS];
    unsigned own[SETUPS], count = 0;
    for (unsigned i = 0; i < SETUPS; i++) {
        if ((uint32_t)setups[i].family != family) continue;
        if (!setup_rules(&setups[i], &rules[i])) return 0;
        own[count++] = i;
    }
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (uint32_t game = 0; game < games; game++) {
        unsigned i = own[game % count];
        if (!play_game(&rules[i], setups[i].players, (uint64_t)game << 1 | family, &sum)) return 0;
    }
    return sum ? sum : 1;
}

/* ---- bots ---- */

enum { BOT_WORLDS = 3 };

typedef struct {
    const Rules *rules;
    Game game;
    Witness witness;
    Bot bot[SEATS_MAX];
} BotTable;

static void sit_down(BotTable *table, const Rules *rules, unsigned players, const BotKind *kind, uint64_t number) {
    static const BotBudget budget = {.worlds = BOT_WORLDS};
    uint64_t random = number;
    Seed seed;
    for (unsigned i = 0; i < SEED_BYTES; i++) seed.bytes[i] = (uint8_t)random_next(&random);
    table->rules = rules;
    witness_init(&table->witness);
    game_init(rules, &table->game, players, &seed, NULL, &table->witness);
    for (unsigned seat = 0; seat < players; seat++)
        bot_init(&table->bot[seat], kind, rules, random_next(&random), &budget);
}

/* Seats that may act come first, those that must come last. */
static bool bots_act(BotTable *table, uint64_t *sum) {
    const Board *board = &table->game.board;
    SeatMask awaited = board_awaited(table->rules, board), may = board_waiting(table->rules, board);
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned rest = pass ? awaited : may & ~awaited; rest; rest &= rest - 1) {
            Seat seat = mask_first(rest);
            Action action;
            View view;
            view_of(table->rules, &table->game, &table->witness, seat, &view);
            if (!bot_act(&table->bot[seat], &view, &action)) continue;
            if (game_apply(table->rules, &table->game, seat, action, &table->witness) != VERDICT_ok) return false;
            fold_step(sum, table->rules->family, board, seat, action);
            return true;
        }
    return false;
}

static void bots_see(BotTable *table) {
    for (unsigned seat = 0; seat < table->game.board.players; seat++) {
        View view;
        view_of(table->rules, &table->game, &table->witness, seat, &view);
        bot_watch(&table->bot[seat], &view);
    }
}

uint64_t checksum_bots(uint32_t games) {
    static Rules rules;
    static BotTable table;
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (uint32_t game = 0; game < games; game++) {
        const Setup *setup = &setups[game % SETUPS];
        const BotKind *kind = bot_kinds[game / SETUPS % bot_kind_count];
        if (!(kind->families >> setup->family & 1)) continue;
        if (!setup_rules(setup, &rules)) return 0;
        sit_down(&table, &rules, setup->players, kind, game);
        for (bots_see(&table); table.game.board.phase != PHASE_OVER; bots_see(&table))
            if (!bots_act(&table, &sum)) return 0;
        fold_game(&sum, &table.game);
    }
    return sum ? sum : 1;
}

/* ---- the arbiter ---- */

enum { ENTRIES_A_GAME = 20000 };

static void fold_tally(uint64_t *sum, const Tally *tally) {
    const Board *board = &tally->game.board;
    const SplitBoard *split = &board->split;
    fold(sum,
         (uint64_t)board->phase << 40 | (uint64_t)board->turn << 32 | (uint64_t)board->winners << 16 | split->steps);
    fold(sum, (uint64_t)split->numbers_left << 48 | (uint64_t)split->actions_left << 32 |
                  (uint64_t)split->blocked << 16 | (uint64_t)split->lead << 8 | tally->undutiful);
    for (Seat seat = 0; seat < board->players; seat++)
        fold(sum, (uint64_t)board->count[seat] << 32 | (uint64_t)board->actions[seat] << 16 |
                      (uint64_t)split->streak[seat] << 8 | split->duty[seat]);
}

static Entry any_round(const Tally *tally, uint64_t *random) {
    Entry entry = entry_of(ENTRY_ROUND);
    bool shows;
    unsigned bidders = tally_bidders(tally, &shows);
    for (unsigned left = shows ? bidders : 0; left; left &= left - 1)
        entry.number[mask_first(left)] = (uint8_t)random_below(random, 10);
    return entry;
}

/* A number round mostly; else something out of the list. */
static Entry any_entry(const Tally *tally, uint64_t *random) {
    Entry choice[TALLY_CHOICES_MAX];
    bool between = tally_between_steps(tally);
    if (between && random_below(random, 4)) return any_round(tally, random);
    unsigned count = tally_choices(tally, choice);
    if (count) return choice[random_below(random, count)];
    return any_round(tally, random);
}

static bool tell_game(Tally *tally, uint64_t random, uint64_t *sum) {
    TallyEvents events;
    Objection objection;
    for (unsigned i = 0; !tally_over(tally); i++) {
        Entry entry = any_entry(tally, &random);
        if (i == ENTRIES_A_GAME || !tally_apply(tally, &entry, &events, &objection)) return false;
        fold_tally(sum, tally);
        fold(sum, (uint64_t)entry.kind << 32 | events.count);
    }
    return true;
}

uint64_t checksum_arbiter(uint32_t games) {
    static Rules rules[SETUPS];
    static Tally tally;
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (unsigned i = 0; i < SETUPS; i++)
        if (!setup_rules(&setups[i], &rules[i])) return 0;
    for (uint32_t game = 0; game < games; game++) {
        const Setup *table = &setups[game % SETUPS];
        if (table->family != FAMILY_SPLIT) continue;
        TallySetup setup = {.players = table->players, .lead = (Seat)(game % table->players)};
        tally_physical(&rules[game % SETUPS], &setup);
        tally_init(&tally, &rules[game % SETUPS], &setup);
        if (!tell_game(&tally, game, &sum)) return 0;
    }
    return sum ? sum : 1;
}
