/* build.c -- makes a Game of the words of the set-up.
 *
 * Every card of the deck lies somewhere. What the scenario does not place is in
 * the deck; where the scenario gives the deck itself, it lies among the discards
 * (classic) or counts as shed (split); and a hand that holds the `rest` takes it
 * all. The generator is seeded by the title, so a scenario always plays alike. */
#include <stdio.h>
#include <string.h>

#include "../engine/blake2b.h"
#include "run.h"

static void title_seed(const Run *run, Seed *out) {
    Blake2b state;
    blake2b_init(&state, SEED_BYTES);
    blake2b_update(&state, run->title, strlen(run->title));
    blake2b_final(&state, out->bytes);
}

/* Moves cards out of `left`; complains where there are not so many. */
static void take(Run *run, Cards *left, const Cards *cards, const char *where) {
    if (run->broken) return;
    for (Face face = 0; face < FACES; face++) {
        unsigned wanted = cards_copies(cards, face), there = cards_copies(left, face);
        char code[CARD_CODE_MAX + 2];
        if (wanted <= there) continue;
        face_format(&run->ruleset.rules, face, code, sizeof code);
        run_bad_text(run, run->line, "expected fewer %s in the set-up: %s wants %u, and %u %s left", code, where,
                     wanted, there, there == 1 ? "is" : "are");
        return;
    }
    cards_take_away(left, cards);
}

/* Moves the cards that are settled to come next, as far as they are there; returns them. */
static Cards take_next(Cards *left, const Face *list, unsigned count) {
    Cards out = {{0}};
    for (unsigned i = 0; i < count; i++) {
        if (!cards_has(left, list[i])) continue;
        cards_remove(left, list[i]);
        cards_add(&out, list[i]);
    }
    return out;
}

/* Moves cards by chance until `pile` has `size`. */
static void fill(Run *run, Cards *left, Cards *pile, unsigned size) {
    for (unsigned total = cards_total(pile); total < size; total++) {
        unsigned there = cards_total(left);
        if (!there) {
            run_bad_text(run, run->line, "expected at most %u cards there: no more are left", total);
            return;
        }
        Face face = cards_at(left, rng_below(&run->game.rng, there));
        cards_remove(left, face);
        cards_add(pile, face);
    }
}

/* Shares `left` between a deck and what lies beside it. */
static void share(Run *run, Cards *left, const Pile *deck, const Pile *beside, const Face *next, unsigned nexts,
                  Cards *deck_out, Cards *beside_out) {
    bool rest = run->setup.rest != NO_SEAT;
    *deck_out = *beside_out = (Cards){{0}};
    if (deck->given == PILE_CARDS) {
        take(run, left, &deck->cards, "the deck");
        *deck_out = deck->cards;
    }
    if (beside->given == PILE_CARDS) {
        take(run, left, &beside->cards, "the discard pile");
        *beside_out = beside->cards;
    }
    if (run->broken) return;
    bool deck_has_next = deck->given == PILE_OPEN || (deck->given == PILE_SIZE && deck->size >= nexts);
    if (deck_has_next) *deck_out = take_next(left, next, nexts);
    if (deck->given == PILE_SIZE) fill(run, left, deck_out, deck->size);
    if (beside->given == PILE_SIZE) fill(run, left, beside_out, beside->size);
    if (rest || run->broken) return;
    if (deck->given == PILE_OPEN) cards_merge(deck_out, left);
    else cards_merge(beside_out, left);
    memset(left, 0, sizeof *left);
}

static void take_hands(Run *run, Cards *left, uint64_t faces) {
    for (Seat seat = 0; seat < run->game.board.players; seat++) {
        Cards hand = cards_only(&run->setup.hand[seat], faces);
        char where[] = "the hand of A";
        where[sizeof where - 2] = (char)('A' + seat);
        take(run, left, &hand, where);
    }
}

static void lay_hands(Run *run) {
    Board *board = &run->game.board;
    memset(board->count, 0, sizeof board->count);
    memset(board->actions, 0, sizeof board->actions);
    for (Seat seat = 0; seat < board->players; seat++) {
        const Cards *hand = &run->setup.hand[seat];
        Private *own = &run->game.own[seat];
        *own = (Private){.hand = *hand, .commit = 0, .drawn = NO_FACE};
        if (run->ruleset.rules.family == FAMILY_CLASSIC) {
            board->count[seat] = (uint16_t)cards_total(hand);
        } else {
            board->count[seat] = (uint16_t)cards_total_of(hand, NUMBERS_MASK);
            board->actions[seat] = (uint8_t)cards_total_of(hand, SPLIT_ACTIONS);
        }
    }
}

/* ---- classic ---- */

static void lay_classic(Run *run) {
    const Setup *setup = &run->setup;
    Game *game = &run->game;
    Board *board = &game->board;
    Cards left = run->ruleset.rules.deck, top = {{0}};
    if (setup->top == NO_FACE) {
        run_bad_text(run, run->line, "expected a top card in the set-up: top R5");
        return;
    }
    cards_add(&top, setup->top);
    take_hands(run, &left, ~UINT64_C(0));
    take(run, &left, &top, "the top card");
    share(run, &left, &setup->deck, &setup->discards, setup->fate.cards, setup->fate.cards_left, &game->pile,
          &board->open);
    if (run->broken) return;
    if (setup->rest != NO_SEAT) cards_merge(&run->setup.hand[setup->rest], &left);
    lay_hands(run);
    board->pile = (uint16_t)cards_total(&game->pile);
    board->open_count = (uint16_t)cards_total(&board->open);
}

static void seat_classic(Run *run) {
    const Setup *setup = &run->setup;
    const Rules *rules = &run->ruleset.rules;
    Board *board = &run->game.board;
    bool wild = rules->wilds >> setup->top & 1;
    if (wild && setup->colour == NO_COLOUR) {
        run_bad_text(run, run->line, "expected the colour of the top card: colour red");
        return;
    }
    board->phase = PHASE_TURN;
    board->turn = setup->turn == NO_SEAT ? 0 : setup->turn;
    board->dealer = setup->dealer == NO_SEAT ? (uint8_t)(board->players - 1) : setup->dealer;
    board->turns = (uint16_t)(setup->turns ? setup->turns : 1);
    board->classic.direction = (int8_t)(setup->direction ? setup->direction : 1);
    board->classic.top = setup->top;
    board->classic.colour = (uint8_t)(setup->colour == NO_COLOUR ? face_colour(setup->top) : setup->colour);
    for (Seat seat = 0; seat < board->players; seat++)
        for (Seat mate = 0; mate < board->players; mate++)
            if (rules_team(rules, seat) == rules_team(rules, mate) && setup->score[mate])
                board->score[seat] = setup->score[mate];
}

/* ---- split ---- */

static void lay_split(Run *run) {
    static const Pile beside = {0};
    const Setup *setup = &run->setup;
    const Rules *rules = &run->ruleset.rules;
    Game *game = &run->game;
    Board *board = &game->board;
    Cards numbers = {{0}}, actions = rules->deck, shed, shed_actions;
    for (unsigned i = rules_number_sets(rules, board->players); i; i--) cards_merge(&numbers, &rules->numbers);
    take_hands(run, &numbers, NUMBERS_MASK);
    take_hands(run, &actions, SPLIT_ACTIONS);
    share(run, &numbers, &setup->deck, &beside, setup->fate.cards, setup->fate.cards_left, &game->pile, &shed);
    share(run, &actions, &setup->actions, &beside, setup->fate.actions, setup->fate.actions_left, &game->actions,
          &shed_actions);
    if (run->broken) return;
    if (setup->rest != NO_SEAT) {
        cards_merge(&run->setup.hand[setup->rest], &numbers);
        cards_merge(&run->setup.hand[setup->rest], &actions);
    }
    board->open = shed;
    cards_merge(&board->open, &shed_actions);
    lay_hands(run);
    board->split.numbers_left = (uint16_t)cards_total(&game->pile);
    board->split.actions_left = (uint16_t)cards_total(&game->actions);
}

static void seat_split(Run *run) {
    const Setup *setup = &run->setup;
    Board *board = &run->game.board;
    SplitBoard *split = &board->split;
    SeatMask with_numbers = 0, with_actions = 0;
    for (Seat seat = 0; seat < board->players; seat++) {
        with_numbers |= (SeatMask)((board->count[seat] > 0) << seat);
        with_actions |= (SeatMask)((board->actions[seat] > 0) << seat);
    }
    split->first = split->lead = setup->lead == NO_SEAT ? 0 : setup->lead;
    split->put_away = 0;
    split->asked = split->committed = split->in_round = split->bidders = 0; /* of the game this one began as */
    split->blocked = (uint8_t)setup->blocked;
    for (unsigned seat = 0; seat < SPLIT_SEATS_MAX; seat++) {
        split->streak[seat] = setup->streak[seat];
        split->duty[seat] = setup->duty[seat];
    }
    if (!with_actions && !(with_numbers & ~setup->blocked))
        run_bad_text(run, run->line, "expected an action card in some hand: with everybody blocked nothing is asked");
    else game_begin_step(&run->ruleset.rules, &run->game);
}

/* ---- the game ---- */

static bool players_fit(Run *run, unsigned players) {
    RulesError error = {{0}};
    if (players && rules_allow_players(&run->ruleset.rules, players, &error)) return true;
    run_bad_text(run, run->line, "expected another number of players: %s", players ? error.text : "give them hands");
    return false;
}

void build_start(Run *run) {
    Seed seed;
    if (!run->ruled || run->built || run->setup.any) {
        run_bad_text(run, run->line,
                     "expected 'start' once, after the rules, without hands or other words of a position");
        return;
    }
    if (!players_fit(run, run->setup.players ? run->setup.players : 2)) return;
    title_seed(run, &seed);
    game_init(&run->ruleset.rules, &run->game, run->setup.players ? run->setup.players : 2, &seed, &run->setup.fate,
              &run->witness);
    run->built = true;
}

void build_game(Run *run) {
    Setup *setup = &run->setup;
    unsigned players = setup->players;
    Seed seed;
    char seats[WORD_BYTES];
    if (run->built || !setup->any) return;
    if (!players)
        while (setup->hands >> players) players++;
    if (!players_fit(run, players)) return;
    if (setup->hands != seats_all(players)) {
        SeatMask missing = (SeatMask)(seats_all(players) & ~(unsigned)setup->hands);
        run_bad_text(run, run->line, "expected a hand for each of %u players: %s%s", players,
                     missing ? seats_words(missing, seats) : "there are more", missing ? " without one" : "");
        return;
    }
    title_seed(run, &seed);
    game_init(&run->ruleset.rules, &run->game, players, &seed, NULL, &run->witness);
    witness_init(&run->witness);
    bool classic = run->ruleset.rules.family == FAMILY_CLASSIC;
    if (classic) lay_classic(run);
    else lay_split(run);
    if (run->broken) return;
    if (classic) seat_classic(run);
    else seat_split(run);
    run->game.fate = setup->fate;
    if (!run->broken && !game_sound(&run->ruleset.rules, &run->game))
        run_bad_text(run, run->line, "expected a position that can be played: this one cannot come about");
    run->built = !run->broken;
}
