/* setup.c -- the words that lay out a table, before the first action.
 *
 * Every word is one row of a table. Several may share a line ("top R5  dice 5"),
 * since each knows where its own words end. Most of them can also be checked
 * later, in the same words (facts.c). */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

void setup_init(Setup *setup) {
    memset(setup, 0, sizeof *setup);
    setup->rest = setup->turn = setup->dealer = setup->lead = NO_SEAT;
    setup->top = NO_FACE;
    setup->colour = NO_COLOUR;
    memset(setup->duty, NAMES, sizeof setup->duty);
}

/* ---- what the scenario is about ---- */

static void set_proves(Run *run, const char **at) {
    for (char word[WORD_BYTES]; words_peek(*at, word); words_skip(at)) {
        int id = rule_id_find(word, strlen(word));
        words_end(at);
        if (id < 0) {
            const char *instead = rule_id_replaced(word);
            if (instead) run_bad_text(run, *at, "expected another id: %s was replaced by %s", word, instead);
            else run_bad_text(run, *at, "expected the ids of rules, such as U11 or H130");
            return;
        }
        if (run->ids == SCENARIO_IDS_MAX) {
            run_bad_text(run, *at, "expected at most %d ids", SCENARIO_IDS_MAX);
            return;
        }
        run->id[run->ids++] = (unsigned)id;
    }
}

static void set_rules(Run *run, const char **at) {
    char name[WORD_BYTES], path[512];
    RulesetError error = {0};
    words_end(at);
    if (!words_peek(*at, name)) {
        run_bad_text(run, *at, "expected the name of a ruleset");
        return;
    }
    size_t length = strlen(name);
    bool is_path = strchr(name, '/') || (length > 4 && !strcmp(name + length - 4, ".ini"));
    if (is_path && !run->folder) {
        run_bad_text(run, *at, "expected the name of a built-in ruleset");
        return;
    }
    snprintf(path, sizeof path, "%s%s%s", is_path && name[0] != '/' ? run->folder : "",
             is_path && name[0] != '/' ? "/" : "", name);
    if (!ruleset_load(path, &run->ruleset, &error)) {
        run_bad_text(run, *at, "expected a ruleset: %s", error.text);
        return;
    }
    words_skip(at);
    run->ruled = true;
}

/* The options are checked against each other when all are known: act.c. */
static void set_option(Run *run, const char **at) {
    char key[WORD_BYTES], value[WORD_BYTES];
    RulesError error = {.text = ""};
    words_end(at);
    const char *start = *at;
    if (!words_peek(*at, key)) {
        run_bad_text(run, *at, "expected an option and its value");
        return;
    }
    words_skip(at);
    if (!words_peek(*at, value)) {
        run_bad_text(run, *at, "expected a value for %s", key);
        return;
    }
    words_skip(at);
    if (!rules_set(&run->ruleset.rules, key, value, &error))
        run_bad_text(run, start, "expected another option: %s", error.text);
    else run->setup.option[rule_row_find(key) - rule_rows] = run_place(run, start);
}

static void set_players(Run *run, const char **at) { read_number(run, at, 1, SEATS_MAX, &run->setup.players); }

/* ---- cards ---- */

/* "A:" standing before a hand. */
static bool hand_label(const char *at, Seat *out) {
    char word[WORD_BYTES];
    if (!words_peek(at, word) || word[0] < 'A' || word[0] >= 'A' + SEATS_MAX || word[1] != ':' || word[2]) return false;
    *out = (Seat)(word[0] - 'A');
    return true;
}

static void set_hands(Run *run, const char **at) {
    Seat seat;
    words_end(at);
    if (!hand_label(*at, &seat)) {
        if (**at) run_bad_text(run, *at, "expected a player and a colon, such as A:");
        return; /* the hands may begin on the next line */
    }
    for (; !run->broken && hand_label(*at, &seat); words_end(at)) {
        char next[WORD_BYTES];
        if (run->setup.hands >> seat & 1) {
            run_bad_text(run, *at, "expected one hand for %c", 'A' + seat);
            return;
        }
        run->setup.hand_at[seat] = run_place(run, *at);
        words_skip(at);
        run->setup.hands |= (SeatMask)(1u << seat);
        if (words_peek(*at, next) && strcmp(next, "rest") != 0 && !read_cards(run, at, &run->setup.hand[seat])) return;
        words_end(at);
        const char *here = *at;
        if (!words_take(at, "rest")) continue;
        if (run->setup.rest != NO_SEAT)
            run_bad_text(run, here, "expected the rest in one hand: %c holds it", 'A' + run->setup.rest);
        run->setup.rest = seat;
    }
    run->last_was_hands = true;
}

static void set_top(Run *run, const char **at) { read_face(run, at, &run->setup.top); }
static void set_colour(Run *run, const char **at) { read_colour(run, at, &run->setup.colour); }

static void read_pile(Run *run, const char **at, Pile *pile) {
    words_end(at);
    if (words_take(at, "empty")) {
        pile->given = PILE_SIZE;
    } else if (isdigit((unsigned char)**at)) {
        if (read_number(run, at, 0, 999, &pile->size)) pile->given = PILE_SIZE;
    } else if (read_cards(run, at, &pile->cards)) {
        pile->given = PILE_CARDS;
    }
}

static void set_deck(Run *run, const char **at) { read_pile(run, at, &run->setup.deck); }
static void set_discards(Run *run, const char **at) { read_pile(run, at, &run->setup.discards); }

static void set_action(Run *run, const char **at) {
    if (!words_take(at, "deck")) {
        run_bad_text(run, *at, "expected action deck");
        return;
    }
    read_pile(run, at, &run->setup.actions);
}

/* ---- chance settled in advance; also between actions ---- */

static Fate *fate_of(Run *run) { return run->built ? &run->game.fate : &run->setup.fate; }

/* Notes where the next entry of a list stands, of which `left` are to come. */
static void note_settled(Run *run, unsigned list, unsigned left, const char *at) {
    Settled *settled = &run->setup.settled[list];
    memmove(settled->place, settled->place + settled->given - left, left * sizeof *settled->place);
    settled->place[left] = run_place(run, at);
    settled->given = left + 1;
}

static void read_faces(Run *run, const char **at, unsigned which, Face *list, uint8_t *left, unsigned most) {
    char word[WORD_BYTES];
    Face face;
    bool any = false;
    while (words_peek(*at, word)) {
        const char *here = word;
        if (any && (!run->ruled || !face_parse(&run->ruleset.rules, &here, &face) || *here)) return;
        words_end(at);
        here = *at;
        if (!read_face(run, at, &face)) return;
        if (*left == most) {
            run_bad_text(run, *at, "expected at most %u cards settled in advance", most);
            return;
        }
        note_settled(run, which, *left, here);
        list[(*left)++] = face;
        any = true;
    }
    if (!any) run_bad_text(run, *at, "expected the cards that come next");
}

static bool second_here(const Run *run, const char *at) {
    char word[WORD_BYTES];
    const char *here = word;
    Face face;
    return words_peek(at, word) && run->ruled && second_parse(&run->ruleset.rules, &here, &face) && !*here;
}

static void set_next(Run *run, const char **at) {
    Fate *fate = fate_of(run);
    if (words_take(at, "second")) {
        Face face;
        do {
            if (!read_second(run, at, &face)) return;
            if (fate->actions_left == FATE_FEW)
                run_bad_text(run, *at, "expected at most %d cards settled in advance", FATE_FEW);
            else
                note_settled(run, SETTLED_ACTIONS, fate->actions_left, *at),
                    fate->actions[fate->actions_left++] = (Face)(face - SECOND_CODE);
        } while (!run->broken && second_here(run, *at));
    } else if (words_take(at, "actions"))
        read_faces(run, at, SETTLED_ACTIONS, fate->actions, &fate->actions_left, FATE_FEW);
    else read_faces(run, at, SETTLED_CARDS, fate->cards, &fate->cards_left, FATE_CARDS);
}

static void set_steals(Run *run, const char **at) {
    Fate *fate = fate_of(run);
    read_faces(run, at, SETTLED_STEALS, fate->steals, &fate->steals_left, FATE_FEW);
}

static void set_dice(Run *run, const char **at) {
    Fate *fate = fate_of(run);
    do {
        unsigned roll;
        words_end(at);
        const char *here = *at;
        if (!read_number(run, at, 1, 6, &roll)) return;
        if (fate->dice_left == FATE_FEW) {
            run_bad_text(run, *at, "expected at most %d rolls settled in advance", FATE_FEW);
            return;
        }
        note_settled(run, SETTLED_DICE, fate->dice_left, here);
        fate->dice[fate->dice_left++] = (uint8_t)roll;
        words_end(at);
    } while (isdigit((unsigned char)**at));
}

void setup_unused(Run *run) {
    const Fate *fate = fate_of(run);
    const struct {
        unsigned left;
        const Face *list;
        const Cards *pile;
        const char *done;
    } lists[SETTLED_LISTS] = {
        [SETTLED_CARDS] = {fate->cards_left, fate->cards, &run->game.pile, "drawn"},
        [SETTLED_ACTIONS] = {fate->actions_left, fate->actions, &run->game.actions, "drawn"},
        [SETTLED_STEALS] = {fate->steals_left, fate->steals, NULL, "taken"},
        [SETTLED_DICE] = {fate->dice_left, NULL, NULL, ""},
    };
    for (unsigned i = 0; i < SETTLED_LISTS && !run->broken; i++) {
        const Settled *settled = &run->setup.settled[i];
        if (!lists[i].left) continue;
        Place place = settled->place[settled->given - lists[i].left];
        char code[CARD_CODE_MAX + 2] = "";
        if (lists[i].list) face_format(&run->ruleset.rules, lists[i].list[0], code, sizeof code);
        if (!lists[i].list) run_bad_place(run, place, "expected a roll that is needed: nobody rolled this");
        else if (lists[i].pile && run->built && !cards_has(lists[i].pile, lists[i].list[0]))
            run_bad_place(run, place, "expected a card that can come next: %s is not in the deck", code);
        else run_bad_place(run, place, "expected a card that is needed: %s was never %s", code, lists[i].done);
    }
}

/* ---- who is where ---- */

/* How many sit at the table is known later: build.c. */
static bool name_seat(Run *run, const char **at, Seat *out) {
    words_end(at);
    Place place = run_place(run, *at);
    if (!read_seat(run, at, out)) return false;
    run->setup.seat_at[*out] = place;
    return true;
}

static void set_turn(Run *run, const char **at) { name_seat(run, at, &run->setup.turn); }
static void set_dealer(Run *run, const char **at) { name_seat(run, at, &run->setup.dealer); }
static void set_lead(Run *run, const char **at) { name_seat(run, at, &run->setup.lead); }
static void set_turns(Run *run, const char **at) { read_number(run, at, 0, 2000, &run->setup.turns); }

/* ---- what a club's rules keep on the table ---- */

static void take_second(Run *run, const char **at, unsigned flag) {
    Seat seat;
    Face face;
    if (!name_seat(run, at, &seat)) return;
    do {
        unsigned place = 0;
        if (!read_second(run, at, &face)) return;
        while (place < SECOND_HAND_MAX && run->setup.second[seat][place]) place++;
        if (place == SECOND_HAND_MAX)
            run_bad_text(run, *at, "expected at most %d cards in a second hand", SECOND_HAND_MAX);
        else run->setup.second[seat][place] = (uint8_t)((face - SECOND_CODE + 1u) | flag);
    } while (!run->broken && second_here(run, *at));
}

static void set_second(Run *run, const char **at) { take_second(run, at, 0); }

static void lie(Run *run, const char **at, Laid laid) {
    if (run->setup.lying == LAID_MAX) run_bad_text(run, *at, "expected at most %d cards on the table", LAID_MAX);
    else run->setup.laid[run->setup.lying++] = laid;
}

/* "set B Pit": face down before B. */
static void set_set(Run *run, const char **at) {
    Seat seat;
    const char *here = *at;
    unsigned before = 0, after = 0;
    if (!read_seat(run, &here, &seat)) return;
    for (unsigned i = 0; i < SECOND_HAND_MAX; i++) before += run->setup.second[seat][i] != 0;
    take_second(run, at, SECOND_SET);
    for (unsigned i = 0; i < SECOND_HAND_MAX; i++) after += run->setup.second[seat][i] != 0;
    for (; before < after; before++) lie(run, at, (Laid){CARD_DOWN, seat, seat, 0});
}

/* "lying Leech A B 3": A's, at B, for three more turns; a - for the middle of the table. */
static void set_lying(Run *run, const char **at) {
    Laid laid = {0, 0, NO_SEAT, 0};
    unsigned turns = 0;
    if (!read_second(run, at, &laid.card) || !name_seat(run, at, &laid.owner)) return;
    words_end(at);
    if (!words_take(at, "-") && !name_seat(run, at, &laid.at)) return;
    words_end(at);
    if (isdigit((unsigned char)**at) && read_number(run, at, 1, 20, &turns)) laid.turns = (uint8_t)(turns + 1);
    lie(run, at, laid);
}

static void set_counter(Run *run, const char **at) {
    const Rules *rules = &run->ruleset.rules;
    unsigned counter, value;
    Seat seat;
    if (!read_counter(run, at, &counter)) return;
    do {
        if (!name_seat(run, at, &seat) || !read_number(run, at, 0, rules->counter[counter].most, &value)) return;
        run->setup.counter[counter][seat] = (uint16_t)(value + 1);
    } while (seat_here(*at, &seat));
}

static void set_direction(Run *run, const char **at) {
    words_end(at);
    if (words_take(at, "left")) run->setup.direction = 1;
    else if (words_take(at, "right")) run->setup.direction = -1;
    else run_bad_text(run, *at, "expected left or right");
}

static void set_blocked(Run *run, const char **at) {
    Seat seat;
    do {
        if (!name_seat(run, at, &seat)) return;
        run->setup.blocked |= (SeatMask)(1u << seat);
    } while (seat_here(*at, &seat));
}

static void set_streak(Run *run, const char **at) {
    Seat seat;
    do {
        unsigned wins;
        if (!name_seat(run, at, &seat) || !read_number(run, at, 0, 9, &wins)) return;
        run->setup.streak[seat] = (uint8_t)wins;
    } while (seat_here(*at, &seat));
}

static void set_duty(Run *run, const char **at) {
    Seat seat;
    do {
        if (!name_seat(run, at, &seat) || !read_duty(run, at, &run->setup.duty[seat])) return;
    } while (seat_here(*at, &seat));
}

static void set_scores(Run *run, const char **at) {
    Seat seat;
    do {
        unsigned points;
        if (!name_seat(run, at, &seat) || !read_number(run, at, 0, 9999, &points)) return;
        run->setup.score[seat] = (uint16_t)points;
    } while (seat_here(*at, &seat));
}

/* ---- the table of words ---- */

/* also after an action; rules come first; `start` cannot take it; said at most once */
enum { ALWAYS = 1, NEEDS_RULES = 2, POSITION = 4, ONCE = 8 };

static const struct {
    const char *word;
    Families families;
    unsigned when;
    void (*set)(Run *run, const char **at);
} setup_words[] = {
    {"proves", FOR_ALL, 0, set_proves},
    {"rules", FOR_ALL, ONCE, set_rules},
    {"option", FOR_ALL, NEEDS_RULES, set_option},
    {"players", FOR_ALL, ONCE, set_players},
    {"hands", FOR_ALL, NEEDS_RULES | POSITION, set_hands},
    {"top", FOR_CLASSIC, NEEDS_RULES | POSITION | ONCE, set_top},
    {"colour", FOR_CLASSIC, NEEDS_RULES | POSITION | ONCE, set_colour},
    {"deck", FOR_ALL, NEEDS_RULES | POSITION | ONCE, set_deck},
    {"action", FOR_SPLIT, NEEDS_RULES | POSITION | ONCE, set_action},
    {"discards", FOR_CLASSIC, NEEDS_RULES | POSITION | ONCE, set_discards},
    {"next", FOR_ALL, NEEDS_RULES | ALWAYS, set_next},
    {"second", FOR_CLASSIC, NEEDS_RULES | POSITION, set_second},
    {"set", FOR_CLASSIC, NEEDS_RULES | POSITION, set_set},
    {"lying", FOR_CLASSIC, NEEDS_RULES | POSITION, set_lying},
    {"counter", FOR_CLASSIC, NEEDS_RULES | POSITION, set_counter},
    {"steals", FOR_ALL, NEEDS_RULES | ALWAYS, set_steals},
    {"dice", FOR_CLASSIC, NEEDS_RULES | ALWAYS, set_dice},
    {"turn", FOR_CLASSIC, NEEDS_RULES | POSITION | ONCE, set_turn},
    {"turns", FOR_CLASSIC, NEEDS_RULES | POSITION | ONCE, set_turns},
    {"direction", FOR_CLASSIC, NEEDS_RULES | POSITION | ONCE, set_direction},
    {"dealer", FOR_CLASSIC, NEEDS_RULES | POSITION | ONCE, set_dealer},
    {"scores", FOR_CLASSIC, NEEDS_RULES | POSITION, set_scores},
    {"lead", FOR_SPLIT, NEEDS_RULES | POSITION | ONCE, set_lead},
    {"streak", FOR_SPLIT, NEEDS_RULES | POSITION, set_streak},
    {"blocked", FOR_SPLIT, NEEDS_RULES | POSITION, set_blocked},
    {"duty", FOR_SPLIT, NEEDS_RULES | POSITION, set_duty},
};

_Static_assert(sizeof setup_words / sizeof *setup_words <= SETUP_WORDS_MAX, "every word has its place");

Place setup_place(const Run *run, const char *word) {
    for (unsigned i = 0; i < sizeof setup_words / sizeof *setup_words; i++)
        if (!strcmp(word, setup_words[i].word) && run->setup.word[i].line) return run->setup.word[i];
    return run->title_at;
}

/* Takes one word and what belongs to it. False: the word is none of these. */
static bool setup_word(Run *run, const char **at) {
    char word[WORD_BYTES];
    words_peek(*at, word);
    for (unsigned i = 0; i < sizeof setup_words / sizeof *setup_words; i++) {
        if (strcmp(word, setup_words[i].word) != 0) continue;
        unsigned when = setup_words[i].when;
        if (run->acted && !(when & ALWAYS))
            run_bad_text(run, *at, "expected '%s' before the first action; to check it, begin the line with 'expect'",
                         word);
        else if ((when & NEEDS_RULES) && !run->ruled) run_bad_text(run, *at, "expected the rules first: rules NAME");
        else if (run->ruled && !(setup_words[i].families >> run->ruleset.rules.family & 1))
            run_bad_text(run, *at, "expected a word of the rules %s; '%s' is not one", run->ruleset.name, word);
        else if ((when & ONCE) && run->setup.word[i].line)
            run_bad_text(run, *at, "expected '%s' only once in a scenario", word);
        if (run->broken) return true;
        if (when & POSITION) run->setup.any = true;
        run->setup.word[i] = run_place(run, *at);
        words_skip(at);
        setup_words[i].set(run, at);
        return true;
    }
    return false;
}

bool setup_line(Run *run) {
    const char *at = run->line;
    Seat seat;
    bool more_hands = run->last_was_hands && hand_label(at, &seat);
    words_end(&at);
    run->last_was_hands = false;
    if (more_hands) set_hands(run, &at);
    else if (!setup_word(run, &at)) return false;
    while (!run->broken && !words_end(&at)) {
        if (!setup_word(run, &at))
            run_bad_text(run, at, "expected a card, another word of the set-up, or the end of the line");
    }
    return true;
}
