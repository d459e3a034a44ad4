/* tally.c -- stand-ins, setting up, asking the engine, and what an entry is about. */
#include "tally_internal.h"

#include <string.h>

const char *objection_ids(const Objection *objection) {
    static const char *const ids[OBJECTIONS] = {
#define OBJECTION(name, ids, sentence) ids,
#include "objection.def"
#undef OBJECTION
    };
    return objection->kind == OBJECTION_rule ? verdict_rules((Verdict)objection->verdict) : ids[objection->kind];
}

/* ---- stand-ins ---- */

/* So few of a face that what one entry brings about never adds up to more copies than a hand can hold. */
enum { STAND_IN_COPIES = COPIES_MAX / 2 };

void tally_lay(Cards *cards, unsigned count, uint64_t faces) {
    for (; count; faces &= faces - 1) {
        unsigned copies = count < STAND_IN_COPIES ? count : STAND_IN_COPIES;
        cards_set(cards, (Face)bits_first(faces), copies);
        count -= copies;
    }
}

/* Cards are as good as equal: all that counts is how many there are. */
void tally_lay_all(Game *game) {
    Board *board = &game->board;
    unsigned shed = cards_total_of(&board->open, NUMBERS_MASK);
    for (unsigned seat = 0; seat < board->players; seat++) {
        Cards *hand = &game->own[seat].hand;
        memset(hand, 0, sizeof *hand);
        tally_lay(hand, board->count[seat], NUMBERS_MASK);
        tally_lay(hand, board->actions[seat], SPLIT_ACTIONS);
    }
    memset(&game->pile, 0, sizeof game->pile);
    memset(&game->actions, 0, sizeof game->actions);
    memset(&board->open, 0, sizeof board->open);
    tally_lay(&game->pile, board->split.numbers_left, NUMBERS_MASK);
    tally_lay(&game->actions, board->split.actions_left, SPLIT_ACTIONS);
    tally_lay(&board->open, shed, NUMBERS_MASK);
}

/* Any card of a sort that a hand holds, the least usual one first. */
static Face tally_some_card(const Cards *hand, uint64_t sort) {
    return (Face)(63 - __builtin_clzll(cards_faces(hand) & sort));
}

void tally_slip_in(Game *game, Seat seat, Face card) {
    Cards *hand = &game->own[seat].hand;
    if (cards_has(hand, card)) return;
    cards_remove(hand, tally_some_card(hand, FACE_BIT(card) & NUMBERS_MASK ? NUMBERS_MASK : SPLIT_ACTIONS));
    cards_add(hand, card);
}

/* ---- setting up ---- */

void tally_physical(const Rules *rules, TallySetup *setup) {
    unsigned all = rules_number_sets(rules, setup->players) * cards_total(&rules->numbers);
    unsigned size = (unsigned)rules->option.number_deck_size;
    unsigned left = all - setup->players * (unsigned)rules->option.numbers_dealt;
    setup->numbers = (uint16_t)(size && size < left ? size : left);
    setup->actions = (uint16_t)cards_total(&rules->deck);
}

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

void tally_init(Tally *tally, const Rules *rules, const TallySetup *setup) {
    Game *game = &tally->game;
    SplitBoard *split = &game->board.split;
    TallySetup real = *setup;
    Seed seed = {{0}};
    memset(tally, 0, sizeof *tally);
    tally->rules = *rules;
    tally->may_spare = rules->option.zero_optional;
    tally->rules.option.zero_optional = 1;
    tally_physical(rules, &real);
    tally->numbers_total = (uint16_t)(setup->players * (unsigned)rules->option.numbers_dealt +
                                      larger(larger(real.numbers, PRINTED_NUMBERS), setup->numbers));
    tally->actions_total = (uint16_t)larger(real.actions, setup->actions);
    game_init(&tally->rules, game, setup->players, &seed, NULL, NULL);
    split->lead = split->first = setup->lead;
    split->numbers_left = setup->numbers;
    split->actions_left = setup->actions;
    split->put_away = 0;
    tally_lay_all(game);
    game_recount(&tally->rules, game, NULL);
}

/* ---- asking the engine ---- */

bool tally_refuse(Run *run, ObjectionKind kind, unsigned seat, unsigned amount) {
    *run->objection = (Objection){(uint8_t)kind, (uint8_t)seat, NO_SEAT, (uint16_t)amount, VERDICT_ok};
    return false;
}

/* Stand-ins are nobody's business: a card that was not seen is not named. */
void tally_collect(Run *run) {
    if (!run->witness) return;
    for (unsigned i = 0; i < run->witness->events && run->events->count < TALLY_EVENTS_MAX; i++) {
        Event event = run->witness->event[i];
        if (event.kind == EVENT_shed || event.kind == EVENT_took_back) {
            event.amount = FACE_BIT(event.card) & NUMBERS_MASK ? SORT_NUMBER : SORT_ACTION;
            event.card = NO_FACE;
        }
        run->events->event[run->events->count++] = event;
    }
}

bool tally_act(Run *run, Seat seat, Action action) {
    Verdict verdict = game_apply(&run->tally->rules, run->game, seat, action, run->witness);
    if (verdict != VERDICT_ok) {
        *run->objection = (Objection){OBJECTION_rule, seat, action_target(action), 0, (uint8_t)verdict};
        return false;
    }
    tally_collect(run);
    return true;
}

bool tally_shed_one(Run *run, Seat seat) {
    return tally_act(run, seat, action_card_of(ACT_SHED, tally_some_card(&run->game->own[seat].hand, NUMBERS_MASK)));
}

bool tally_shed_is_choice(const Tally *tally) {
    const Board *board = &tally->game.board;
    Seat seat = mask_first(board->split.awaited);
    ActionSet set;
    board_actions(&tally->rules, board, &tally->game.own[seat], seat, &set);
    return action_set_may(&set, ACT_SHED);
}

bool tally_sort_matters(const Tally *tally, Seat victim) {
    const Board *board = &tally->game.board;
    return tally->rules.option.zero_pool == POOL_HAND && board->count[victim] && board->actions[victim];
}

SeatMask tally_victims(const Tally *tally) {
    const Board *board = &tally->game.board;
    ActionSet set;
    board_actions(&tally->rules, board, &tally->game.own[board->turn], board->turn, &set);
    return set.targets;
}

bool tally_steal(Run *run, Seat victim, unsigned sort) {
    Fate *fate = &run->game->fate;
    if (sort != SORT_UNSAID) { /* chance has decided it at the table */
        uint64_t faces = sort == SORT_NUMBER ? NUMBERS_MASK : SPLIT_ACTIONS;
        fate->steals[0] = tally_some_card(&run->game->own[victim].hand, faces);
        fate->steals_left = 1;
    }
    bool done = tally_act(run, run->board->turn, action_full(ACT_STEAL, NO_FACE, NO_CHOICE, victim, false));
    memset(fate, 0, sizeof *fate);
    return done;
}

/* Answers the question if it needs nobody's word. */
static bool answer_itself(Run *run, bool *answered) {
    const Board *board = run->board;
    Seat seat = board->phase == PHASE_OVER ? 0 : tally_asked(run);
    *answered = true;
    switch ((Phase)board->phase) {
    case PHASE_SHED:
        if (!tally_is_free_shed(board) && !tally_shed_is_choice(run->tally)) return tally_shed_one(run, seat); /* H51 */
        break;
    case PHASE_DISCARD: /* V39: which one it is, nobody counts */
        return tally_act(run, seat,
                         action_card_of(ACT_DISCARD, tally_some_card(&run->game->own[seat].hand, SPLIT_ACTIONS)));
    case PHASE_COUNTER:
    case PHASE_CLAIM:
        if (!board->actions[seat]) return tally_pass(run); /* V70: everybody can see that there is nothing to play */
        break;
    case PHASE_STEAL: {
        SeatMask victims = tally_victims(run->tally);
        bool single = !(victims & (victims - 1));
        if (!run->tally->may_spare && single && !tally_sort_matters(run->tally, mask_first(victims)))
            return tally_steal(run, mask_first(victims), SORT_UNSAID);
        break;
    }
    case PHASE_OFFER:
    case PHASE_WINDOW:
    case PHASE_REPLY:
    case PHASE_PENALTY:
    case PHASE_NAME:
    case PHASE_BID:
    case PHASE_SEVEN:
    case PHASE_BONUS:
    case PHASE_STUCK:
    case PHASE_OVER:
    CASE_CLASSIC_PHASES:
        break; /* the table has to say it */
    }
    *answered = false;
    return true;
}

static bool settle(Run *run) {
    for (bool answered = true; answered;)
        if (!answer_itself(run, &answered)) return false;
    return true;
}

/* ---- entries ---- */

/* The question an entry answers; PHASES: several, or none. */
static Phase phase_of(EntryKind kind) {
    switch (kind) {
    case ENTRY_COUNTER: return PHASE_COUNTER;
    case ENTRY_ANSWERED:
    case ENTRY_REFUSED: return PHASE_REPLY;
    case ENTRY_PENALTY_TWO:
    case ENTRY_PENALTY_FIVE: return PHASE_PENALTY;
    case ENTRY_SHED: return PHASE_SHED;
    case ENTRY_NAME: return PHASE_NAME;
    case ENTRY_STEAL: return PHASE_STEAL;
    case ENTRY_HIT: return PHASE_SEVEN;
    case ENTRY_BONUS_CARD:
    case ENTRY_BONUS_DRAW: return PHASE_BONUS;
    case ENTRY_STUCK: return PHASE_CLAIM;
    case ENTRY_SHED_IT: return PHASE_STUCK;
    case ENTRY_NONE:
    case ENTRY_ROUND:
    case ENTRY_PLAY:
    case ENTRY_MEET:
    case ENTRY_PASS:
    case ENTRY_CHALLENGE:
    CASE_CORRECTIONS:
        break;
    }
    return PHASES;
}

static bool answer_plainly(Run *run, ActionKind kind) { return tally_act(run, tally_asked(run), action_plain(kind)); }

/* No kind, nobody's seat or no sort at all. */
static bool is_nonsense(const Entry *entry, unsigned players) {
    return entry->kind == ENTRY_NONE || entry->kind >= ENTRY_KINDS || entry->sort > SORT_ACTION ||
           (entry->seat >= players && entry->seat != NO_SEAT) || (entry->other >= players && entry->other != NO_SEAT);
}

/* The line need not say who answers; if it does, that must be the player who is asked. */
static bool is_strangers_answer(const Run *run, const Entry *entry) {
    bool answers = phase_of(entry->kind) != PHASES && entry->kind != ENTRY_SHED;
    return answers && entry->seat != NO_SEAT && entry->seat != tally_asked(run);
}

static bool enter(Run *run, const Entry *entry) {
    Phase phase = phase_of(entry->kind), now = run->board->phase;
    if (now == PHASE_OVER) return tally_refuse(run, OBJECTION_over, NO_SEAT, 0);
    if (is_nonsense(entry, run->board->players) || (phase != PHASES && phase != now))
        return tally_refuse(run, OBJECTION_not_now, NO_SEAT, 0);
    if (is_strangers_answer(run, entry)) return tally_refuse(run, OBJECTION_not_asked, entry->seat, 0);
    if (entry_corrects(entry)) return tally_enter_correction(run, entry);
    switch ((EntryKind)entry->kind) {
    case ENTRY_ROUND: return tally_enter_round(run, entry);
    case ENTRY_PLAY: return tally_enter_play(run, entry);
    case ENTRY_MEET: return tally_enter_meeting(run, entry);
    case ENTRY_PASS: return tally_enter_pass(run);
    case ENTRY_COUNTER: return tally_enter_counter(run, entry);
    case ENTRY_ANSWERED: return answer_plainly(run, ACT_ANSWER);
    case ENTRY_REFUSED: return answer_plainly(run, ACT_REFUSE);
    case ENTRY_PENALTY_TWO: return answer_plainly(run, ACT_PENALTY_A);
    case ENTRY_PENALTY_FIVE: return answer_plainly(run, ACT_PENALTY_B);
    case ENTRY_SHED: return tally_enter_sheds(run, entry);
    case ENTRY_NAME: return tally_enter_name(run, entry);
    case ENTRY_STEAL: return tally_enter_steal(run, entry);
    case ENTRY_HIT: return tally_enter_hit(run, entry);
    case ENTRY_BONUS_CARD: return answer_plainly(run, ACT_BONUS_CARD);
    case ENTRY_BONUS_DRAW: return answer_plainly(run, ACT_BONUS_DRAW);
    case ENTRY_CHALLENGE:
        if (now != PHASE_CLAIM && now != PHASE_STUCK) return tally_refuse(run, OBJECTION_not_now, NO_SEAT, 0);
        return tally_enter_challenge(run, entry);
    case ENTRY_STUCK: return tally_enter_stuck(run);
    case ENTRY_SHED_IT:
        return tally_act(
            run, tally_asked(run),
            action_card_of(ACT_PLAY, tally_some_card(&run->game->own[tally_asked(run)].hand, NUMBERS_MASK)));
    case ENTRY_NONE:
    CASE_CORRECTIONS:
        break; /* at any time, and taken before */
    }
    return tally_refuse(run, OBJECTION_not_now, NO_SEAT, 0);
}

bool tally_apply(Tally *tally, const Entry *entry, TallyEvents *events, Objection *objection) {
    Game before = tally->game;
    uint8_t undutiful = tally->undutiful;
    Witness witness;
    Run run = {tally, &tally->game, &tally->game.board, events, events ? &witness : NULL, objection};
    *objection = (Objection){OBJECTION_none, NO_SEAT, NO_SEAT, 0, VERDICT_ok};
    if (events) {
        events->count = 0;
        witness_init(&witness);
    }
    if (!enter(&run, entry) || !settle(&run)) {
        tally->game = before;
        tally->undutiful = undutiful;
        if (events) events->count = 0;
        return false;
    }
    tally_lay_all(&tally->game);
    return true;
}
