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

/* Moves cards out of `left`; complains where there are not so many. `place`: of the words that want them. */
static void take(Run *run, Cards *left, const Cards *cards, const char *where, Place place) {
    if (run->broken) return;
    for (Face face = 0; face < FACES; face++) {
        unsigned wanted = cards_copies(cards, face), there = cards_copies(left, face);
        char code[CARD_CODE_MAX + 2];
        if (wanted <= there) continue;
        face_format(&run->ruleset.rules, face, code, sizeof code);
        run_bad_place(run, place, "expected fewer %s in the set-up: %s wants %u, and %u %s left", code, where, wanted,
                      there, there == 1 ? "is" : "are");
        return;
    }
    cards_take_away(left, cards);
}

/* Moves the first `count` cards that are settled to come next. */
static void take_next(Run *run, Cards *left, unsigned which, const Face *list, unsigned count, Cards *out) {
    for (unsigned i = 0; i < count; i++) {
        char code[CARD_CODE_MAX + 2];
        if (!cards_has(left, list[i])) {
            face_format(&run->ruleset.rules, list[i], code, sizeof code);
            run_bad_place(run, run->setup.settled[which].place[i],
                          "expected a card that can come next: no %s is left for the deck", code);
            return;
        }
        cards_remove(left, list[i]);
        cards_add(out, list[i]);
    }
}

/* Moves cards by chance until `pile` has `size`. */
static void fill(Run *run, Cards *left, Cards *pile, unsigned size, Place place) {
    for (unsigned total = cards_total(pile); total < size && !run->broken; total++) {
        unsigned there = cards_total(left);
        if (!there) {
            run_bad_place(run, place, "expected at most %u cards there: no more are left", total);
            return;
        }
        Face face = cards_at(left, rng_below(&run->game.rng, there));
        cards_remove(left, face);
        cards_add(pile, face);
    }
}

/* One of the decks and what lies beside it, as the words give them. */
typedef struct {
    const Pile *deck, *beside;
    const char *deck_word;
    unsigned settled; /* the list of what comes next */
    const Face *next;
    unsigned nexts;
} Piles;

/* The deck card by card: what comes next must be among it, as far as it lasts. */
static void lay_deck(Run *run, Cards *left, const Piles *piles, Cards *deck_out) {
    unsigned size = piles->deck->given == PILE_SIZE ? piles->deck->size : cards_total(&piles->deck->cards);
    unsigned nexts = piles->deck->given != PILE_OPEN && piles->nexts > size ? size : piles->nexts;
    if (piles->deck->given == PILE_CARDS) {
        Cards cards = piles->deck->cards, none = {{0}};
        take(run, left, &cards, "the deck", setup_place(run, piles->deck_word));
        take_next(run, &cards, piles->settled, piles->next, nexts, &none);
        *deck_out = piles->deck->cards;
        return;
    }
    take_next(run, left, piles->settled, piles->next, nexts, deck_out);
    fill(run, left, deck_out, size, setup_place(run, piles->deck_word));
}

/* Shares `left` between a deck and what lies beside it. */
static void share(Run *run, Cards *left, const Piles *piles, Cards *deck_out, Cards *beside_out) {
    const Pile *deck = piles->deck, *beside = piles->beside;
    Place beside_place = setup_place(run, "discards");
    *deck_out = *beside_out = (Cards){{0}};
    if (beside->given == PILE_CARDS) {
        take(run, left, &beside->cards, "the discard pile", beside_place);
        *beside_out = beside->cards;
    }
    lay_deck(run, left, piles, deck_out);
    if (beside->given == PILE_SIZE) fill(run, left, beside_out, beside->size, beside_place);
    unsigned over = cards_total(left);
    if (run->setup.rest != NO_SEAT || run->broken) return;
    if (deck->given != PILE_OPEN && beside->given != PILE_OPEN && over)
        run_bad_place(
            run, beside_place,
            "expected a place for the %u other cards: leave out the deck or the discards, or let a hand hold the rest",
            over);
    if (deck->given == PILE_OPEN) cards_merge(deck_out, left);
    else cards_merge(beside_out, left);
    memset(left, 0, sizeof *left);
}

static void take_hands(Run *run, Cards *left, uint64_t faces) {
    for (Seat seat = 0; seat < run->game.board.players; seat++) {
        Cards hand = cards_only(&run->setup.hand[seat], faces);
        char where[] = "the hand of A";
        where[sizeof where - 2] = (char)('A' + seat);
        take(run, left, &hand, where, run->setup.hand_at[seat]);
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
        uint64_t apart = cards_faces(&run->ruleset.rules.numbers) ? SPLIT_ACTIONS : 0; /* counted as action cards */
        board->count[seat] = (uint16_t)cards_total_of(hand, ~apart);
        board->actions[seat] = (uint8_t)cards_total_of(hand, apart);
    }
}

/* ---- classic ---- */

/* Second hands, counters and what lies on the table; the second deck is the rest. */
static void lay_extra(Run *run) {
    const Setup *setup = &run->setup;
    const Rules *rules = &run->ruleset.rules;
    Game *game = &run->game;
    Extra *x = &game->board.extra;
    memset(x, 0, sizeof *x);
    extra_rest(x);
    for (Seat seat = 0; seat < game->board.players; seat++) {
        for (unsigned flag = 0, place = 0; flag <= SECOND_SET; flag += SECOND_SET) /* the hand, then what is set */
            for (unsigned i = 0; i < SECOND_HAND_MAX; i++)
                if (setup->second[seat][i] && (setup->second[seat][i] & SECOND_SET) == (int)flag)
                    own_set_second(&game->own[seat], place++, setup->second[seat][i]);
        for (unsigned i = 0; i < rules->counters; i++)
            x->counter[i][seat] =
                (uint8_t)(setup->counter[i][seat] ? setup->counter[i][seat] - 1u : rules->counter[i].start);
    }
    memcpy(x->laid, setup->laid, sizeof x->laid);
    x->lying = (uint8_t)setup->lying;
    game_count_second(rules, game);
}

static void lay_classic(Run *run) {
    const Setup *setup = &run->setup;
    Game *game = &run->game;
    Board *board = &game->board;
    Cards left = run->ruleset.rules.deck, top = {{0}};
    if (setup->top == NO_FACE) {
        run_bad_place(run, setup_place(run, "hands"), "expected a top card in the set-up: top R5");
        return;
    }
    cards_add(&top, setup->top);
    take_hands(run, &left, ~UINT64_C(0));
    take(run, &left, &top, "the top card", setup_place(run, "top"));
    const Piles piles = {&setup->deck,  &setup->discards,  "deck",
                         SETTLED_CARDS, setup->fate.cards, setup->fate.cards_left};
    share(run, &left, &piles, &game->pile, &board->open);
    if (run->broken) return;
    if (setup->rest != NO_SEAT) cards_merge(&run->setup.hand[setup->rest], &left);
    lay_hands(run);
    board->pile = (uint16_t)cards_total(&game->pile);
    board->open_count = (uint16_t)cards_total(&board->open);
    if (run->ruleset.rules.programs) lay_extra(run);
}

static void seat_classic(Run *run) {
    const Setup *setup = &run->setup;
    const Rules *rules = &run->ruleset.rules;
    Board *board = &run->game.board;
    bool wild = rules->wilds >> setup->top & 1;
    if (wild && setup->colour == NO_COLOUR) {
        run_bad_place(run, setup_place(run, "top"), "expected the colour of the top card: colour red");
        return;
    }
    bool other = rules->programs || rules->naming >> setup->top & 1; /* a program or its player may have changed it */
    if (!wild && !other && setup->colour != NO_COLOUR && setup->colour != face_colour(setup->top)) {
        run_bad_place(run, setup_place(run, "colour"), "expected the colour of the top card, which has one of its own");
        return;
    }
    if (setup->turns > (unsigned)rules->option.turn_limit) {
        run_bad_place(run, setup_place(run, "turns"), "expected at most %d turns: that is the turn_limit",
                      (int)rules->option.turn_limit);
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
    const Piles number_piles = {&setup->deck,  &beside,           "deck",
                                SETTLED_CARDS, setup->fate.cards, setup->fate.cards_left};
    const Piles action_piles = {&setup->actions,         &beside, "action", SETTLED_ACTIONS, setup->fate.actions,
                                setup->fate.actions_left};
    share(run, &numbers, &number_piles, &game->pile, &shed);
    share(run, &actions, &action_piles, &game->actions, &shed_actions);
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
        run_bad_place(run, setup_place(run, "blocked"),
                      "expected an action card in some hand: with everybody blocked nothing is asked");
    else game_begin_step(&run->ruleset.rules, &run->game);
}

/* ---- the game ---- */

static bool players_fit(Run *run, unsigned players) {
    RulesError error = {.text = ""};
    if (players && rules_allow_players(&run->ruleset.rules, players, &error)) return true;
    run_bad_place(run, setup_place(run, run->setup.players ? "players" : "hands"),
                  "expected another number of players: %s", players ? error.text : "give them hands");
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

/* Every player that the set-up names sits at the table, and has a hand. */
static bool seats_fit(Run *run, unsigned players) {
    char seats[WORD_BYTES];
    SeatMask missing = (SeatMask)(seats_all(players) & ~(unsigned)run->setup.hands);
    if (missing)
        run_bad_place(run, setup_place(run, run->setup.players ? "players" : "hands"),
                      "expected a hand for each of %u players: %s without one", players, seats_words(missing, seats));
    for (unsigned seat = players; seat < SEATS_MAX; seat++) {
        Place place = run->setup.hands >> seat & 1 ? run->setup.hand_at[seat] : run->setup.seat_at[seat];
        if (place.line) run_bad_place(run, place, "expected a player of this table, A to %c", 'A' + (int)players - 1);
    }
    return !run->broken;
}

void build_game(Run *run) {
    static const struct {
        void (*lay)(Run *run);  /* the cards */
        void (*seat)(Run *run); /* the question */
    } rows[FAMILIES] = {
#define FAMILY(NAME, name) {lay_##name, seat_##name},
#include "../engine/family.def"
#undef FAMILY
    };
    Setup *setup = &run->setup;
    unsigned players = setup->players;
    Seed seed;
    if (run->built || !setup->any) return;
    if (!players)
        while (setup->hands >> players) players++;
    if (!players_fit(run, players) || !seats_fit(run, players)) return;
    title_seed(run, &seed);
    game_init(&run->ruleset.rules, &run->game, players, &seed, NULL, &run->witness);
    witness_init(&run->witness);
    rows[run->ruleset.rules.family].lay(run);
    if (run->broken) return;
    rows[run->ruleset.rules.family].seat(run);
    run->game.fate = setup->fate;
    if (!run->broken && !game_sound(&run->ruleset.rules, &run->game))
        run_bad_place(run, setup_place(run, "hands"),
                      "expected a position that can be played: this one cannot come about");
    run->built = !run->broken;
}
