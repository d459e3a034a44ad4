/* arbiter_new.c -- the dialogue that begins a game: rules, players, decks, who leads.
 * Escape goes a step back and keeps what was said. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../ruleset/ruleset.h"
#include "arbiter_internal.h"

enum { RULESETS_SHOWN = 32, ROW_COLUMNS = 160 };

typedef enum { STEP_RULES, STEP_PLAYERS, STEP_DECKS, STEP_LEAD, STEP_BEGIN } Step;

typedef struct {
    Arbiter *a;
    int ruleset;
    char players[ARBITER_LINE], decks[64];
    Seat lead;
    char trouble[ARBITER_TOLD];
    bool stop, leave;
} Wish;

/* ---- rules ---- */

static const char *const order[] = {"split-v3",       "split-duel",       "split-arbiter", "split-speed", "split-team",
                                    "split-hardcore", "split-tournament", "official",      NULL};

static const char *ruleset_name(int row) {
    int known = (int)(sizeof order / sizeof *order) - 1;
    if (row < known) return order[row];
    for (unsigned i = 0, seen = 0; i < builtin_ruleset_count; i++) {
        bool listed = false;
        for (int j = 0; j < known; j++) listed |= strcmp(order[j], builtin_rulesets[i].name) == 0;
        if (!listed && (int)seen++ == row - known) return builtin_rulesets[i].name;
    }
    return NULL;
}

static void write_ruleset(const char *name, char *out, size_t size) {
    Ruleset ruleset;
    RulesetError error;
    if (!ruleset_load(name, &ruleset, &error)) snprintf(out, size, "%s", name);
    else if (!sheet_has_points(&ruleset.rules)) snprintf(out, size, "%-17s %s", name, ruleset.title);
    else snprintf(out, size, "%-17s %s: a score sheet", name, ruleset.title);
}

static Step ask_rules(Wish *wish) {
    char text[RULESETS_SHOWN][ROW_COLUMNS];
    const char *rows[RULESETS_SHOWN];
    int count = 0;
    for (const char *name; count < RULESETS_SHOWN && (name = ruleset_name(count)); count++) {
        write_ruleset(name, text[count], sizeof text[count]);
        rows[count] = text[count];
    }
    int row = window_list("A new game: the rules", "Which rules are played?", rows, count, wish->ruleset);
    wish->stop = row == WINDOW_STOP;
    wish->leave = row < 0;
    if (row < 0) return STEP_RULES;
    wish->ruleset = row;
    return STEP_PLAYERS;
}

/* ---- players ---- */

/* The line as far as it is known. */
static void write_line(const Wish *wish, Step until, const char *decks, char *out, size_t size) {
    size_t used = (size_t)snprintf(out, size, "game %s players %s", ruleset_name(wish->ruleset), wish->players);
    if (until > STEP_DECKS && decks[0] && used < size)
        used += (size_t)snprintf(out + used, size - used, " decks %s", decks);
    const Names *names = &wish->a->scratch.names;
    if (until > STEP_LEAD && wish->lead < names->count && used < size)
        snprintf(out + used, size - used, " lead %s", names->name[wish->lead]);
}

/* Tries the line; what it would make is in a->scratch. */
static bool try_line(Wish *wish, Step until, const char *decks) {
    char line[2 * ARBITER_LINE];
    write_line(wish, until, decks, line, sizeof line);
    return opening_parse(line, NULL, wish->a->finder, &wish->a->scratch, wish->trouble, sizeof wish->trouble);
}

static Step ask_players(Wish *wish) {
    char about[400], name[ROW_COLUMNS];
    write_ruleset(ruleset_name(wish->ruleset), name, sizeof name);
    snprintf(about, sizeof about, "%s\nWho plays? Type the names in seat order, with blanks between them.", name);
    Typed typed =
        window_type(wish->a, "A new game: the players", about, wish->trouble, wish->players, sizeof wish->players);
    wish->trouble[0] = 0;
    wish->stop = typed == TYPED_STOP;
    if (typed != TYPED) return STEP_RULES;
    for (char *c = wish->players; *c; c++)
        if (*c == ',') *c = ' ';
    if (!try_line(wish, STEP_PLAYERS, "")) return STEP_PLAYERS;
    return wish->a->scratch.points ? STEP_BEGIN : STEP_DECKS;
}

/* ---- decks ---- */

static Step type_decks(Wish *wish) {
    char text[64] = "";
    for (;;) {
        Typed typed =
            window_type(wish->a, "A new game: the decks",
                        "How many number cards and how many action cards are left in the decks? Such as 36 37",
                        wish->trouble, text, sizeof text);
        wish->trouble[0] = 0;
        wish->stop = typed == TYPED_STOP;
        if (typed != TYPED) return STEP_DECKS;
        if (!try_line(wish, STEP_LEAD, text)) continue;
        snprintf(wish->decks, sizeof wish->decks, "%s", text);
        return STEP_LEAD;
    }
}

/* "printed: 68 number and 32 action cards" */
static void write_decks(Wish *wish, char key, const char *kind, const char *words, char *out, size_t size) {
    if (!try_line(wish, STEP_LEAD, kind)) {
        snprintf(out, size, "%c %s", key, words);
        wish->trouble[0] = 0;
        return;
    }
    const SplitBoard *split = &wish->a->scratch.tally.game.board.split;
    snprintf(out, size, "%c %s: %u number, %u action cards", key, words, split->numbers_left, split->actions_left);
}

static Step ask_decks(Wish *wish) {
    char printed[80], physical[80];
    write_decks(wish, 'p', "printed", "as printed in the rules", printed, sizeof printed);
    write_decks(wish, 'r', "physical", "what real cards leave", physical, sizeof physical);
    bool real_first = try_line(wish, STEP_PLAYERS, "") &&
                      wish->a->scratch.tally.rules.option.action_timing != TIMING_ROUND; /* D2, D3 */
    const char *choices[] = {real_first ? physical : printed, real_first ? printed : physical, "o other counts",
                             CHOICE_BACK, NULL};
    arbiter_draw(wish->a);
    int choice =
        screen_choose("A new game: the decks", "How many cards are left in the decks after the deal?", choices);
    wish->stop = choice < 0;
    if (choice == 2) return type_decks(wish);
    if (choice < 0 || choice == 3) return STEP_PLAYERS;
    snprintf(wish->decks, sizeof wish->decks, "%s", choices[choice][0] == 'p' ? "printed" : "physical");
    if (try_line(wish, STEP_LEAD, wish->decks)) return STEP_LEAD;
    return STEP_PLAYERS;
}

static Step ask_lead(Wish *wish) {
    char text[SEATS_MAX][PLAYER_NAME_MAX + 4];
    const char *choices[SEATS_MAX + 2] = {NULL};
    const Names *names = &wish->a->scratch.names;
    unsigned count = 0;
    for (; count < names->count; count++) {
        snprintf(text[count], sizeof text[count], "%c %s", ask_seat_key(names, (Seat)count), names->name[count]);
        choices[count] = text[count];
    }
    choices[count] = CHOICE_BACK;
    arbiter_draw(wish->a);
    int choice = screen_choose("A new game: the lead", "Who leads first?", choices);
    wish->stop = choice < 0;
    if (choice < 0 || choice == (int)count) return STEP_DECKS;
    wish->lead = (Seat)choice;
    return STEP_BEGIN;
}

/* ---- the whole ---- */

static Step begin(Wish *wish, bool *begun) {
    char line[2 * ARBITER_LINE];
    bool points = wish->a->scratch.points;
    write_line(wish, points ? STEP_PLAYERS : STEP_BEGIN, wish->decks, line, sizeof line);
    *begun = arbiter_enter(wish->a, line, wish->trouble, sizeof wish->trouble);
    return STEP_PLAYERS;
}

/* The players and rules of the game before. */
static void remember(Wish *wish) {
    const Sheet *last = arbiter_sheet(wish->a);
    size_t used = 0;
    if (!last) return;
    for (unsigned seat = 0; seat < last->names.count; seat++)
        used += (size_t)snprintf(wish->players + used, sizeof wish->players - used, "%s%s", seat ? " " : "",
                                 last->names.name[seat]);
    for (int row = 0; ruleset_name(row); row++)
        if (strcmp(ruleset_name(row), last->ruleset) == 0) wish->ruleset = row;
}

ArbiterFlow arbiter_new_game(Arbiter *a) {
    Wish *wish = calloc(1, sizeof *wish);
    if (!wish) return ARBITER_STAY;
    bool begun = false;
    wish->a = a;
    remember(wish);
    for (Step step = STEP_RULES; !begun && !wish->stop && !wish->leave;) {
        switch (step) {
        case STEP_RULES: step = ask_rules(wish); break;
        case STEP_PLAYERS: step = ask_players(wish); break;
        case STEP_DECKS: step = ask_decks(wish); break;
        case STEP_LEAD: step = ask_lead(wish); break;
        case STEP_BEGIN: step = begin(wish, &begun); break;
        }
    }
    ArbiterFlow flow = wish->stop ? ARBITER_STOP : ARBITER_STAY;
    free(wish);
    return flow;
}
