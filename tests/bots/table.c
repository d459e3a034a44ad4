#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bots/playout.h"

typedef enum { AS_IT_IS, MOVED_ABOUT, DEALT_ANEW } Way;

/* ACT_NONE: let it be. */
typedef struct {
    Seat seat;
    Action action;
} Decision;

typedef struct {
    const Sitting *sitting;
    const Rules *rules;
    Way way;
    Game game;
    Witness witness;
    Bot bot[2][SEATS_MAX]; /* a bot that moves about goes from one to the other */
    unsigned place[SEATS_MAX];
    Memory memory[SEATS_MAX];
    Decision decision[DECISIONS_MAX]; /* as it went the first time */
    unsigned decisions;
    uint64_t random;
    Rng sampler;
    Tally *tally;
    Finding *finding;
} Table;

static bool found(Table *table, Fault fault, Seat seat, const char *format, ...) {
    char text[120];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    table->finding->fault = fault;
    snprintf(table->finding->words, sizeof table->finding->words, "decision %u, phase %s, %c (%s) %s", table->decisions,
             phase_name(table->game.board.phase), 'A' + seat, table->sitting->kind[seat]->name, text);
    return false;
}

static const char *words_of(const Table *table, Action action, char text[ACTION_TEXT_MAX]) {
    if (action == ACT_NONE) return "nothing";
    action_format(table->rules, action, text, ACTION_TEXT_MAX);
    return text;
}

static bool differs(Table *table, Fault fault, Seat seat, Action first, Action now) {
    char a[ACTION_TEXT_MAX], b[ACTION_TEXT_MAX];
    return found(table, fault, seat, "does %s, and did %s", words_of(table, now, b), words_of(table, first, a));
}

/* ---- dealing anew ---- */

static bool same_to_others(const Board *board, const Game *a, const Game *b) {
    for (unsigned seat = 0; seat < board->players; seat++)
        if (memcmp(&a->own[seat].hand, &b->own[seat].hand, sizeof a->own[seat].hand) != 0 ||
            a->own[seat].commit != b->own[seat].commit)
            return false;
    return true;
}

/* Where the game was there is now another one of which the seat has the same view. */
static bool veil(Table *table, const View *view, View *again) {
    if (!view_sample(table->rules, view, &table->sampler, &table->game, &table->witness))
        return found(table, FAULT_ENGINE, view->seat, "has a view without a sample");
    memset(again, 0xA5, sizeof *again);
    view_of(table->rules, &table->game, &table->witness, view->seat, again);
    if (memcmp(view, again, sizeof *again) != 0)
        return found(table, FAULT_ENGINE, view->seat, "has another view of the sample");
    return true;
}

static Action ask(Bot *bot, const View *view) {
    Action action = 0xA5A5A5A5;
    return bot_act(bot, view, &action) ? action : ACT_NONE;
}

/* Asks the bot, and a copy of it that is shown the other game's view. */
static bool ask_dealt_anew(Table *table, Bot *bot, const View *view, Action first, Action *out) {
    static Game game;
    static Witness witness;
    View again;
    Bot copy = *bot;
    memcpy(&game, &table->game, sizeof game);
    memcpy(&witness, &table->witness, sizeof witness);
    bool good = veil(table, view, &again);
    if (good) {
        table->tally->dealt_anew += !same_to_others(&view->board, &game, &table->game);
        *out = ask(bot, view);
        Action other = ask(&copy, &again);
        if (*out != first) good = differs(table, FAULT_PEEKS, view->seat, first, *out);
        else if (other != first) good = differs(table, FAULT_PEEKS, view->seat, first, other);
    }
    memcpy(&table->game, &game, sizeof game);
    memcpy(&table->witness, &witness, sizeof witness);
    return good;
}

/* ---- asking ---- */

static bool forgets(const ActionSet *set, Action action) {
    if (set->plain >> ACT_CALL & 1) return action_kind(action) != ACT_CALL;
    return set->call && action_kind(action) == ACT_PLAY && !action_calls(action);
}

static bool check_action(Table *table, const View *view, bool awaited, Action action) {
    char text[ACTION_TEXT_MAX];
    ActionSet set;
    view_actions(table->rules, view, &set);
    if (action == ACT_NONE) {
        table->tally->lets_be++;
        if (awaited) return found(table, FAULT_SILENT, view->seat, "does nothing although awaited");
    } else if (!action_set_has(table->rules, &set, action)) {
        return found(table, FAULT_ILLEGAL, view->seat, "does '%s' (%08x)", words_of(table, action, text), action);
    }
    if (forgets(&set, action)) {
        table->tally->slips++;
        if (table->sitting->careful >> view->seat & 1)
            return found(table, FAULT_SLIPS, view->seat, "does '%s' and does not call", words_of(table, action, text));
    }
    bool catchable = set.plain >> ACT_CATCH & 1 && !view->board.classic.uno_called;
    table->tally->misses += catchable && action_kind(action) != ACT_CATCH;
    return true;
}

/* The bot as it stands, in another place if it moves about; the place it left is laid waste. */
static Bot *bot_of(Table *table, Seat seat) {
    unsigned place = table->place[seat];
    if (table->way != MOVED_ABOUT) return &table->bot[0][seat];
    memcpy(&table->bot[!place][seat], &table->bot[place][seat], sizeof(Bot));
    memset(&table->bot[place][seat], 0x5A, sizeof(Bot));
    table->place[seat] = !place;
    return &table->bot[!place][seat];
}

static bool decide(Table *table, Seat seat, bool awaited, Action *out) {
    Decision *decision = &table->decision[table->decisions];
    Bot *bot = bot_of(table, seat);
    View view;
    view_of(table->rules, &table->game, &table->witness, seat, &view);
    if (table->way == AS_IT_IS) {
        *out = ask(bot, &view);
        *decision = (Decision){seat, *out};
        table->tally->by_seat[seat]++;
        if (!check_action(table, &view, awaited, *out)) return false;
    } else if (decision->seat != seat) {
        return found(table, FAULT_ENGINE, seat, "is asked, and was not");
    } else if (table->way == MOVED_ABOUT) {
        *out = ask(bot, &view);
        if (*out != decision->action) return differs(table, FAULT_UNREPEATED, seat, decision->action, *out);
    } else if (!ask_dealt_anew(table, bot, &view, decision->action, out)) {
        return false;
    }
    table->decisions++;
    return true;
}

/* ---- the table ---- */

static bool watch(Table *table) {
    for (unsigned seat = 0; seat < table->sitting->players; seat++) {
        bool remembers = table->sitting->kind[seat]->remembers;
        if (table->way != AS_IT_IS && !remembers) continue;
        View view, again;
        view_of(table->rules, &table->game, &table->witness, seat, &view);
        if (table->way == AS_IT_IS) memory_watch(table->rules, &table->memory[seat], &view);
        if (!remembers) continue;
        Bot *bot = bot_of(table, (Seat)seat);
        if (table->way != DEALT_ANEW) {
            bot_watch(bot, &view);
            continue;
        }
        static Game game;
        static Witness witness;
        memcpy(&game, &table->game, sizeof game);
        memcpy(&witness, &table->witness, sizeof witness);
        bool good = veil(table, &view, &again);
        if (good) bot_watch(bot, &view);
        memcpy(&table->game, &game, sizeof game);
        memcpy(&table->witness, &witness, sizeof witness);
        if (!good) return false;
    }
    return true;
}

/* One seat, not always one that is asked; and nobody acts who may not. */
static bool examine(Table *table) {
    enum { WORLDS = 2 };
    Seat seat = (Seat)random_below(&table->random, table->sitting->players);
    View view;
    ActionSet set;
    view_of(table->rules, &table->game, &table->witness, seat, &view);
    if (!worlds_possible(table->rules, &view, &table->memory[seat], random_next(&table->random), WORLDS))
        return found(table, FAULT_WORLDS, seat, "imagines what cannot be");
    table->tally->worlds += WORLDS;
    view_actions(table->rules, &view, &set);
    Bot copy = table->bot[0][seat];
    if (action_set_empty(&set) && ask(&copy, &view) != ACT_NONE)
        return found(table, FAULT_SILENT, seat, "acts although it may not");
    return true;
}

static bool apply(Table *table, Seat seat, Action action) {
    if (game_apply(table->rules, &table->game, seat, action, &table->witness) != VERDICT_ok)
        return found(table, FAULT_ILLEGAL, seat, "does %08x, which is refused", action);
    return watch(table);
}

/* First whoever is not awaited, round the table; whoever acts, all begins anew. */
static bool step(Table *table) {
    const Board *board = &table->game.board;
    SeatMask awaited = board_awaited(table->rules, board), some = board_waiting(table->rules, board);
    Seat asked = board_asked(table->rules, board);
    Action action = ACT_NONE;
    if (table->way == AS_IT_IS && !examine(table)) return false;
    for (unsigned i = 0; i < board->players; i++) {
        Seat seat = (Seat)((asked + i) % board->players);
        ActionSet set;
        if (!(some & (SeatMask)~awaited) || !((some & ~awaited) >> seat & 1)) continue;
        board_actions(table->rules, board, &table->game.own[seat], seat, &set);
        if (action_set_empty(&set)) continue;
        if (!decide(table, seat, false, &action)) return false;
        if (action != ACT_NONE) return apply(table, seat, action);
        if (table->decisions >= table->sitting->limit) return true;
    }
    return decide(table, asked, true, &action) && apply(table, asked, action);
}

static void sit_down(Table *table, Way way) {
    const Sitting *sitting = table->sitting;
    const BotBudget budget = {.worlds = sitting->worlds};
    Seed seed;
    table->way = way;
    table->random = sitting->seed;
    table->decisions = 0;
    for (unsigned i = 0; i < SEED_BYTES; i++) seed.bytes[i] = (uint8_t)random_next(&table->random);
    rng_init(&table->sampler, &seed);
    rng_next(&table->sampler);
    witness_init(&table->witness);
    game_init(table->rules, &table->game, sitting->players, &seed, NULL, &table->witness);
    if (sitting->warm_up) {
        Dice dice = {sitting->seed};
        Game later = table->game;
        witness_init(&table->witness);
        playout_run(table->rules, &later, &dice, sitting->warm_up);
        if (later.board.phase != PHASE_OVER) table->game = later;
    }
    for (unsigned seat = 0; seat < sitting->players; seat++) {
        table->place[seat] = 0;
        bot_init(&table->bot[0][seat], sitting->kind[seat], table->rules, random_next(&table->random), &budget);
        memory_init(&table->memory[seat]);
    }
    plants_begin(&table->game);
}

static bool play(Table *table, Way way) {
    sit_down(table, way);
    if (!watch(table)) return false;
    while (table->game.board.phase != PHASE_OVER && table->decisions < table->sitting->limit)
        if (!step(table)) return false;
    return true;
}

Fault table_play(const Sitting *sitting, Tally *tally, Finding *out) {
    static Table table;
    static Game end;
    table.sitting = sitting;
    table.rules = sitting->rules;
    table.tally = tally;
    table.finding = out;
    out->fault = FAULT_NONE;
    tally->games++;
    if (!play(&table, AS_IT_IS)) return out->fault;
    memcpy(&end, &table.game, sizeof end);
    tally->decisions += table.decisions;
    for (Way way = MOVED_ABOUT; way <= DEALT_ANEW; way++) {
        if (!play(&table, way)) return out->fault;
        if (memcmp(&end, &table.game, sizeof end) != 0) found(&table, FAULT_ENGINE, 0, "sees the game end otherwise");
    }
    return out->fault;
}
