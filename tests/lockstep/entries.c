/* entries.c -- entries of any kind and any content, thrown at a tally: nothing
 * is half-applied, no card comes from nowhere, and there is always a way on. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lockstep.h"

enum { ENTRIES_A_GAME = 6000, SHOTS_AT_STEPS = 8, SHOTS_AT_QUESTIONS = 40, CORRECTIONS_UNTIL = 60 };

typedef struct {
    const Rules *rules;
    Tally tally, trial;
    uint64_t random;
    unsigned numbers, actions; /* cards in the game when it was last looked at */
    Entry choice[TALLY_CHOICES_MAX];
    unsigned choices;
    Board outcome[TALLY_CHOICES_MAX]; /* of each choice */
    char *fault;
} Shots;

static bool fault(Shots *shots, const Entry *entry, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(shots->fault, FAULT_MAX, format, arguments);
    va_end(arguments);
    if (entry && length > 0 && length < FAULT_MAX)
        snprintf(shots->fault + length, FAULT_MAX - (size_t)length,
                 " (phase %s, kind %u seat %u other %u card %u second %u choice %u sort %u seats %x amount %u)",
                 phase_name(shots->tally.game.board.phase), entry->kind, entry->seat, entry->other, entry->card,
                 entry->second, entry->choice, entry->sort, entry->seats, entry->amount);
    return false;
}

/* ---- what must always hold ---- */

static unsigned numbers_of(const Board *board) {
    unsigned sum = board->split.numbers_left + cards_total_of(&board->open, NUMBERS_MASK);
    for (unsigned seat = 0; seat < board->players; seat++)
        sum += board->count[seat] + (unsigned)(board->split.shown[seat] != NO_FACE);
    return sum;
}

static unsigned actions_of(const Board *board) {
    unsigned sum = board->split.actions_left;
    for (unsigned seat = 0; seat < board->players; seat++) sum += board->actions[seat];
    return sum;
}

/* Stand-ins are as many as are counted, and nothing hidden is left lying about. */
static bool stand_ins_agree(const Game *game) {
    const Board *board = &game->board;
    static const Fate none;
    for (unsigned seat = 0; seat < board->players; seat++) {
        const Private *own = &game->own[seat];
        if (cards_total_of(&own->hand, NUMBERS_MASK) != board->count[seat]) return false;
        if (cards_total_of(&own->hand, SPLIT_ACTIONS) != board->actions[seat]) return false;
        if (cards_total(&own->hand) != (unsigned)board->count[seat] + board->actions[seat] || own->commit) return false;
    }
    return cards_total(&game->pile) == board->split.numbers_left &&
           cards_total(&game->actions) == board->split.actions_left && !board->split.committed &&
           memcmp(&game->fate, &none, sizeof none) == 0;
}

static bool check_tally(Shots *shots, const Tally *tally, const Entry *entry) {
    const Board *board = &tally->game.board;
    unsigned numbers = numbers_of(board), actions = actions_of(board);
    if (!stand_ins_agree(&tally->game)) return fault(shots, entry, "the stand-ins are not what is counted");
    if (numbers > tally->numbers_total) return fault(shots, entry, "%u number cards are too many", numbers);
    if (actions > tally->actions_total) return fault(shots, entry, "%u action cards are too many", actions);
    if (entry && entry_corrects(entry)) return true;
    if (numbers != shots->numbers)
        return fault(shots, entry, "there were %u number cards, now %u", shots->numbers, numbers);
    if (actions > shots->actions)
        return fault(shots, entry, "there were %u action cards, now %u", shots->actions, actions);
    return true;
}

static bool check_events(Shots *shots, const Entry *entry, const TallyEvents *events) {
    char text[EVENT_TEXT_MAX];
    if (events->count >= TALLY_EVENTS_MAX) return fault(shots, entry, "too many events for one entry");
    for (unsigned i = 0; i < events->count; i++)
        event_format(&shots->tally.rules, &events->event[i], NULL, text, sizeof text);
    return true;
}

/* ---- choices ---- */

static bool check_choice(Shots *shots, unsigned i) {
    TallyEvents events;
    Objection objection;
    const Entry *entry = &shots->choice[i];
    memcpy(&shots->trial, &shots->tally, sizeof shots->tally);
    if (!tally_apply(&shots->trial, entry, &events, &objection)) return fault(shots, entry, "a choice is refused");
    if (objection.kind != OBJECTION_none) return fault(shots, entry, "what is taken in has a reason against it");
    memcpy(&shots->outcome[i], &shots->trial.game.board, sizeof(Board));
    return check_tally(shots, &shots->trial, entry) && check_events(shots, entry, &events);
}

static Entry good_round(Shots *shots) {
    Entry entry = entry_of(ENTRY_ROUND);
    bool shows;
    unsigned bidders = tally_bidders(&shots->tally, &shows);
    bool same = random_below(&shots->random, 4) == 0;
    unsigned number = random_below(&shots->random, 10);
    for (unsigned left = shows ? bidders : 0; left; left &= left - 1)
        entry.number[mask_first(left)] = (uint8_t)(same ? number : random_below(&shots->random, 10));
    return entry;
}

/* There is a way on, and where there is but one nobody is asked. */
static bool check_choices(Shots *shots) {
    shots->choices = tally_choices(&shots->tally, shots->choice);
    for (unsigned i = 0; i < shots->choices; i++)
        if (!check_choice(shots, i)) return false;
    if (tally_over(&shots->tally)) return !shots->choices || fault(shots, NULL, "the game is over and goes on");
    if (tally_between_steps(&shots->tally)) {
        Objection objection;
        Entry round = good_round(shots);
        memcpy(&shots->trial, &shots->tally, sizeof shots->tally);
        return tally_apply(&shots->trial, &round, NULL, &objection) || fault(shots, &round, "a round is refused");
    }
    if (shots->choices > 1) return true;
    return fault(shots, NULL, "%s asks, and %u answers are possible", phase_name(shots->tally.game.board.phase),
                 shots->choices);
}

/* ---- wild shots ---- */

static uint8_t any_byte(uint64_t *random) { return (uint8_t)random_next(random); }

static uint8_t any_seat(Shots *shots) {
    unsigned way = random_below(&shots->random, 8);
    if (way == 0) return any_byte(&shots->random);
    return way < 3 ? (uint8_t)NO_SEAT : (uint8_t)random_below(&shots->random, shots->tally.game.board.players);
}

static Face any_card(Shots *shots) {
    unsigned way = random_below(&shots->random, 8);
    if (way == 0) return any_byte(&shots->random);
    return way == 1 ? (Face)NO_FACE : split_sorts[random_below(&shots->random, SPLIT_SORTS)];
}

static uint8_t any_number(Shots *shots) {
    unsigned way = random_below(&shots->random, 8);
    return way ? (uint8_t)random_below(&shots->random, 12) : any_byte(&shots->random);
}

static void change_field(Shots *shots, Entry *entry, unsigned field) {
    uint64_t *random = &shots->random;
    bool wild = random_below(random, 8) == 0;
    switch (field) {
    case 0: entry->kind = wild ? any_byte(random) : (uint8_t)random_below(random, ENTRY_KINDS); break;
    case 1: entry->seat = any_seat(shots); break;
    case 2: entry->other = any_seat(shots); break;
    case 3: entry->card = any_card(shots); break;
    case 4: entry->second = any_card(shots); break;
    case 5: entry->choice = wild ? any_byte(random) : (uint8_t)random_below(random, NAMES); break;
    case 6: entry->sort = wild ? any_byte(random) : (uint8_t)random_below(random, 3); break;
    case 7: entry->seats = wild ? any_byte(random) : (uint8_t)random_below(random, 64); break;
    case 8: entry->amount = (uint16_t)(wild ? random_next(random) : random_below(random, 120)); break;
    default: entry->number[random_below(random, SPLIT_SEATS_MAX)] = any_number(shots);
    }
}

enum { FIELDS = 10 };

static Entry wild_shot(Shots *shots) {
    unsigned way = random_below(&shots->random, 4);
    Entry entry = entry_of(ENTRY_NONE);
    if (way == 0 && shots->choices) entry = shots->choice[random_below(&shots->random, shots->choices)];
    else if (way == 1) entry = good_round(shots);
    else
        for (unsigned field = 0; field < FIELDS; field++)
            if (field == 0 || random_below(&shots->random, 2)) change_field(shots, &entry, field);
    if (way < 2) change_field(shots, &entry, random_below(&shots->random, FIELDS));
    return entry;
}

static bool is_listed_kind(const Entry *entry) {
    return entry->kind != ENTRY_ROUND && entry->kind != ENTRY_MEET && !entry_corrects(entry);
}

/* What is taken in does what one of the choices does. */
static bool check_listed(Shots *shots, const Entry *entry) {
    for (unsigned i = 0; i < shots->choices; i++)
        if (shots->choice[i].kind == entry->kind &&
            memcmp(&shots->outcome[i], &shots->trial.game.board, sizeof(Board)) == 0)
            return true;
    return fault(shots, entry, "an entry that is no choice is taken in");
}

/* A correction does what it says, unless a round was void or the claims are settled by it. */
static bool check_corrected(Shots *shots, const Entry *entry) {
    const Board *was = &shots->tally.game.board, *is = &shots->trial.game.board;
    unsigned now = entry->amount;
    bool moved = was->phase == PHASE_CLAIM || was->split.steps != is->split.steps;
    switch (entry->kind) {
    case ENTRY_SET_NUMBERS: now = is->count[entry->seat]; break;
    case ENTRY_SET_ACTIONS: now = is->actions[entry->seat]; break;
    case ENTRY_SET_NUMBER_DECK: now = is->split.numbers_left; break;
    case ENTRY_SET_ACTION_DECK: now = is->split.actions_left; break;
    case ENTRY_SET_STREAK: now = is->split.streak[entry->seat]; break;
    case ENTRY_SET_LEAD: return moved || is->split.lead == entry->seat || fault(shots, entry, "the lead is not set");
    case ENTRY_SET_BLOCKED:
        if (!moved && is->count[entry->seat] && (is->split.blocked >> entry->seat & 1) != (entry->amount != 0))
            return fault(shots, entry, "the block is not set");
        break;
    default: break;
    }
    return now == entry->amount || fault(shots, entry, "the correction made it %u", now);
}

static bool check_taken(Shots *shots, const Entry *entry, const TallyEvents *events) {
    if (!check_tally(shots, &shots->trial, entry) || !check_events(shots, entry, events)) return false;
    if (entry_corrects(entry)) return check_corrected(shots, entry);
    return !is_listed_kind(entry) || check_listed(shots, entry);
}

static bool check_shot(Shots *shots, const Entry *entry) {
    static Tally unwatched;
    TallyEvents events;
    Objection objection, again;
    memcpy(&shots->trial, &shots->tally, sizeof shots->tally);
    memcpy(&unwatched, &shots->tally, sizeof unwatched);
    bool taken = tally_apply(&shots->trial, entry, &events, &objection);
    if (tally_apply(&unwatched, entry, NULL, &again) != taken || memcmp(&unwatched, &shots->trial, sizeof unwatched))
        return fault(shots, entry, "watched and unwatched differ");
    if (taken != entry_possible(shots->rules, &shots->tally, entry))
        return fault(shots, entry, taken ? "what cannot be is taken in" : "what can be is refused (%u)",
                     objection.kind);
    if (taken) return check_taken(shots, entry, &events);
    if (objection.kind == OBJECTION_none || objection.kind >= OBJECTIONS ||
        (objection.kind == OBJECTION_rule && !objection.verdict))
        return fault(shots, entry, "refused without a reason");
    if (events.count) return fault(shots, entry, "refused, and something happened");
    return memcmp(&shots->trial, &shots->tally, sizeof shots->tally) == 0 ||
           fault(shots, entry, "refused, and changed");
}

/* ---- a game ---- */

static Entry way_on(Shots *shots) {
    bool round = tally_between_steps(&shots->tally) && (!shots->choices || random_below(&shots->random, 3));
    return round ? good_round(shots) : shots->choice[random_below(&shots->random, shots->choices)];
}

/* Goes on with a good entry, or early in the game with whatever is taken. */
static bool go_on(Shots *shots, bool any, const Entry *shot) {
    Objection objection;
    Entry entry = way_on(shots);
    if (any && tally_apply(&shots->tally, shot, NULL, &objection)) entry = *shot;
    else if (!tally_apply(&shots->tally, &entry, NULL, &objection)) return fault(shots, &entry, "no way on");
    if (!check_tally(shots, &shots->tally, &entry)) return false;
    shots->numbers = numbers_of(&shots->tally.game.board);
    shots->actions = actions_of(&shots->tally.game.board);
    return true;
}

static TallySetup any_setup(uint64_t *random, const Rules *rules, unsigned players) {
    TallySetup setup = {(uint8_t)players, (Seat)random_below(random, players), PRINTED_NUMBERS, PRINTED_ACTIONS};
    unsigned way = random_below(random, 4);
    if (way == 0) tally_physical(rules, &setup);
    if (way == 1) {
        setup.numbers = (uint16_t)random_below(random, TALLY_NUMBERS_MAX + 1);
        setup.actions = (uint16_t)random_below(random, TALLY_ACTIONS_MAX + 1);
    }
    if (way == 2) setup.numbers = (uint16_t)random_below(random, 8);
    return setup;
}

bool entries_game(const Rules *rules, unsigned players, uint64_t seed, Score *score, char out[FAULT_MAX]) {
    static Shots shots;
    shots.rules = rules;
    shots.random = seed;
    shots.fault = out;
    TallySetup setup = any_setup(&shots.random, rules, players);
    tally_init(&shots.tally, rules, &setup);
    shots.numbers = numbers_of(&shots.tally.game.board);
    shots.actions = actions_of(&shots.tally.game.board);
    for (unsigned i = 0; !tally_over(&shots.tally); i++) {
        Entry shot = entry_of(ENTRY_NONE);
        if (i == ENTRIES_A_GAME) return fault(&shots, NULL, "the game does not end");
        if (!check_tally(&shots, &shots.tally, NULL) || !check_choices(&shots)) return false;
        unsigned tries = tally_between_steps(&shots.tally) ? SHOTS_AT_STEPS : SHOTS_AT_QUESTIONS;
        score->entries += 1 + tries;
        while (tries--) {
            shot = wild_shot(&shots);
            if (!check_shot(&shots, &shot)) return false;
        }
        if (!go_on(&shots, i < CORRECTIONS_UNTIL && seed & 1, &shot)) return false;
    }
    score->games++;
    return check_choices(&shots);
}
