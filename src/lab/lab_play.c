/* lab_play.c -- plays the games of one number and counts what happens in them.
 *
 * Most games are played as fast as the engine goes: only what can be read off the
 * board is counted. Some are watched: there a Witness reports every event, and for
 * every action it is noted in which situation each seat was, to be filled in with
 * who won once that is known. Watching changes nothing about the game. */
#include "lab.h"

#include <string.h>

#include "../bots/judge.h"
#include "../bots/playout.h"

enum { NOTES_MAX = 1 << 14, FIRE_ANY = FIRES, SECONDS_A_GAME = 60, SECONDS_AN_ACTION = 3, CLEAR = WORTH_ALL / 20 };

/* A seat in a situation when something happened: FIRE_ANY for any action at all. */
typedef struct {
    uint16_t fire;
    uint8_t role, seat, situation;
} Note;

typedef struct {
    const Rules *rules;
    unsigned players;
    const Rng *chance; /* of the game, from its beginning */
    Game game;
    Witness witness;
    Bot bot[SEATS_MAX];
    bool watched, judged, halved;
    bool witnessed; /* watched, or somebody may have seen a card in another hand */
    bool late;      /* only a challenge shows a hand; */
    SeatMask shown; /* these hands somebody has seen cards of */
    bool viewed;    /* `view` was written in this game */
    View view;      /* of the seat asked last */
    uint64_t luck;  /* of the judge */
    LabCount *count;
    uint64_t value[METRICS];
    uint64_t turns; /* of the deals before this one */
    SeatMask acted, behind;
    Seat first, mover, leader;
    uint32_t fired[FIRES]; /* so often in this game */
    unsigned notes;
    Note note[NOTES_MAX];
} Table;

/* ---- what differs between families ---- */

static Seat classic_first(const Board *board) { return (Seat)((board->dealer + 1) % board->players); }
static bool classic_dry(const Board *board) { return !board->pile && !board->open_count; }
enum { classic_halved = false };

static Seat split_first(const Board *board) { return board->split.lead; }
static bool split_dry(const Board *board) { return !board->split.numbers_left; }
enum { split_halved = true };

static const struct {
    Seat (*first)(const Board *board); /* who begins */
    bool (*dry)(const Board *board);   /* there is nothing left to draw */
    bool halved;                       /* about twice as many cards are held: two count as one */
} rows[] = {
#define FAMILY(NAME, name) [FAMILY_##NAME] = {name##_first, name##_dry, name##_halved},
#include "../engine/family.def"
#undef FAMILY
};

/* ---- situations and what fires ---- */

static unsigned held(const Table *table, Seat seat) {
    unsigned count = table->game.board.count[seat];
    return table->halved ? (count + 1) / 2 : count;
}

static unsigned situation(const Table *table, Seat seat) {
    int own = (int)held(table, seat), nearest = 1000;
    for (Seat other = 0; other < table->players; other++)
        if (other != seat && !(table->game.board.out >> other & 1) && (int)held(table, other) < nearest)
            nearest = (int)held(table, other);
    int lead = nearest - own;
    lead = lead > LAB_LEAD_MAX ? LAB_LEAD_MAX : lead < -LAB_LEAD_MAX ? -LAB_LEAD_MAX : lead;
    own = own > LAB_OWN_MAX ? LAB_OWN_MAX : own < 1 ? 1 : own;
    return (unsigned)((own - 1) * (2 * LAB_LEAD_MAX + 1) + lead + LAB_LEAD_MAX);
}

static void note(Table *table, unsigned fire, LabRole role, Seat seat, const uint8_t *situations) {
    if (seat >= table->players || table->notes == NOTES_MAX) return;
    table->note[table->notes++] = (Note){(uint16_t)fire, (uint8_t)role, seat, situations[seat]};
}

static void fire(Table *table, unsigned fire_number) { table->fired[fire_number]++; }

/* Whom an event does harm to: its seat, or the other one. */
enum { HARMS_SEAT = 1, HARMS_OTHER = 2 };
static const uint8_t harms[EVENT_KINDS] = {
    [EVENT_drew] = HARMS_SEAT,    [EVENT_skipped] = HARMS_SEAT,  [EVENT_pending] = HARMS_SEAT,
    [EVENT_trapped] = HARMS_SEAT, [EVENT_chanced] = HARMS_SEAT,  [EVENT_reflected] = HARMS_SEAT,
    [EVENT_caught] = HARMS_OTHER, [EVENT_swapped] = HARMS_OTHER, [EVENT_challenged] = HARMS_OTHER,
    [EVENT_stole] = HARMS_OTHER,  [EVENT_hit] = HARMS_OTHER,     [EVENT_blocked] = HARMS_SEAT,
    [EVENT_action] = HARMS_OTHER, [EVENT_duty] = HARMS_SEAT,     [EVENT_claim_challenged] = HARMS_OTHER,
};

static SeatMask harmed(const Table *table, Seat actor) {
    unsigned mask = 0;
    for (unsigned i = 0; i < table->witness.events; i++) {
        const Event *event = &table->witness.event[i];
        Seat seat = harms[event->kind] == HARMS_SEAT ? event->seat : harms[event->kind] ? event->other : NO_SEAT;
        if (seat < table->players && seat != actor) mask |= 1u << seat;
    }
    return (SeatMask)mask;
}

static void note_all(Table *table, unsigned fire_number, Seat actor, SeatMask hit, const uint8_t *situations) {
    fire(table, fire_number);
    note(table, fire_number, ROLE_ACTOR, actor, situations);
    for (unsigned rest = hit; rest; rest &= rest - 1) note(table, fire_number, ROLE_HIT, mask_first(rest), situations);
}

static bool laid_by(const Event *event, Seat actor) {
    bool laid = event->kind == EVENT_played || event->kind == EVENT_jumped || event->kind == EVENT_action ||
                event->kind == EVENT_action_all || event->kind == EVENT_countered ||
                event->kind == EVENT_claim_challenged;
    return laid && event->seat == actor && event->card < FACES;
}

static void note_events(Table *table, Seat actor, const uint8_t *situations) {
    uint64_t *value = table->value;
    SeatMask hit = harmed(table, actor);
    for (unsigned i = 0; i < table->witness.events; i++) {
        const Event *event = &table->witness.event[i];
        unsigned number = FIRE_EVENTS + event->kind, has = event_fields((EventKind)event->kind);
        fire(table, number);
        if (has & HAS_SEAT) note(table, number, event->seat == actor ? ROLE_ACTOR : ROLE_HIT, event->seat, situations);
        if (has & HAS_OTHER) note(table, number, ROLE_HIT, event->other, situations);
        if (laid_by(event, actor)) note_all(table, lab_fire_of_card(table->rules, event->card), actor, hit, situations);
        if (event->kind == EVENT_revealed && event->seat < table->players)
            note_all(table, lab_fire_of_card(table->rules, event->card), event->seat, 0, situations);
        if (event->kind == EVENT_cast || event->kind == EVENT_cast_on || event->kind == EVENT_sprung)
            note_all(table, lab_fire_of_card(table->rules, event->card), event->seat, hit, situations);
        if (event->kind == EVENT_rule) fire(table, FIRE_RULES + rules_trigger_club(table->rules, event->amount));
        if (event->kind == EVENT_reshuffled || event->kind == EVENT_numbers_gone || event->kind == EVENT_actions_gone)
            value[METRIC_refills]++;
        if (event->kind == EVENT_drew && event->amount > value[METRIC_largest_draw])
            value[METRIC_largest_draw] = event->amount;
        if (event->kind == EVENT_stalemate) value[METRIC_stalemates] = 1;
    }
}

/* ---- who is ahead ---- */

static void watch_lead(Table *table) {
    const Board *board = &table->game.board;
    unsigned fewest = ~0u, holders = 0;
    Seat leader = NO_SEAT;
    for (Seat seat = 0; seat < table->players; seat++) {
        if (board->out >> seat & 1) continue;
        unsigned count = board->count[seat];
        if (count > table->value[METRIC_largest_hand]) table->value[METRIC_largest_hand] = count;
        if (count < fewest) fewest = count, leader = seat, holders = 0;
        holders += count == fewest;
    }
    for (Seat seat = 0; seat < table->players; seat++)
        if (!(board->out >> seat & 1) && board->count[seat] >= fewest + LAB_BEHIND)
            table->behind |= (SeatMask)(1u << seat);
    if (holders != 1) return; /* nobody leads alone: the lead stays where it was */
    if (table->leader != NO_SEAT && table->leader != leader) table->value[METRIC_lead_changes]++;
    table->leader = leader;
}

/* A challenge after which the claimant holds no more number cards than before has cost nothing. */
static void watch_claims(Table *table, const uint16_t *before) {
    for (unsigned i = 0; i < table->witness.events; i++) {
        const Event *event = &table->witness.event[i];
        if (event->kind == EVENT_claim_challenged && event->other < table->players)
            table->value[METRIC_dry_claims] += table->game.board.count[event->other] <= before[event->other];
    }
}

/* ---- acting ---- */

static void apply_watched(Table *table, Seat seat, Action action) {
    const Board *board = &table->game.board;
    uint8_t situations[SEATS_MAX];
    uint16_t before[SEATS_MAX];
    memcpy(before, board->count, sizeof before);
    Deed deed = deed_of(table->rules, board, seat, action);
    unsigned turns = board_length(table->rules, board);
    for (Seat each = 0; each < table->players; each++) {
        situations[each] = (uint8_t)situation(table, each);
        if (!(board->out >> each & 1)) note(table, FIRE_ANY, each == seat ? ROLE_ACTOR : ROLE_HIT, each, situations);
    }
    game_apply(table->rules, &table->game, seat, action, &table->witness);
    note_all(table, FIRE_DEEDS + deed, seat, harmed(table, seat), situations);
    note_events(table, seat, situations);
    watch_claims(table, before);
    watch_lead(table);
    if (board_length(table->rules, board) != turns && rows[table->rules->family].dry(board))
        table->value[METRIC_dry_turns]++;
}

/* How far the best choice is ahead of the next: half of the worlds say which two those are, the other half
 * how far they are apart. So what is best by chance alone counts as nothing on average. */
static void judge(Table *table, const View *view, bool awaited) {
    Judgement found, measured;
    LabCount *count = table->count;
    uint64_t seed = table->luck + table->value[METRIC_actions];
    if (judge_list(table->rules, view, ACT_NONE, false, &found) < 3) return;
    if (awaited) found.candidate[0] = found.candidate[--found.count]; /* it must act */
    if (!judge_look(table->rules, view, NULL, LAB_JUDGE_WORLDS / 2, seed, &found)) return;
    unsigned best = judge_best(&found);
    measured.count = 2;
    measured.candidate[0] = (Judged){.action = found.candidate[best].action};
    found.candidate[best] = found.candidate[--found.count];
    measured.candidate[1] = (Judged){.action = found.candidate[judge_best(&found)].action};
    if (!judge_look(table->rules, view, NULL, LAB_JUDGE_WORLDS / 2, seed + 1, &measured)) return;
    int64_t gap = -measured.candidate[1].ahead / (LAB_JUDGE_WORLDS / 2);
    count->judged++;
    count->gap += (uint64_t)(gap + WORTH_ALL); /* kept above 0; lab_stat.c takes it off again */
    count->gap_square += (uint64_t)((gap + WORTH_ALL) * (gap + WORTH_ALL)) / WORTH_ALL;
    count->clear += gap >= CLEAR;
}

static unsigned options_of(const ActionSet *set) {
    unsigned aimed = set->target_kind ? bits_count(set->targets) : 0, names = bits_count(set->names);
    if (set->target_kind && !aimed) aimed = 1;
    return bits_count(set->cards) + bits_count(set->casts) + bits_count(set->plain) + aimed * (names ? names : 1);
}

/* `view` becomes the seat's. */
static void look(Table *table, Seat seat) {
    const Witness *witness = table->witnessed ? &table->witness : NULL;
    if (table->viewed) view_renew(table->rules, &table->game, witness, seat, &table->view);
    else view_of(table->rules, &table->game, witness, seat, &table->view);
    table->viewed = true;
}

/* A seat that need not act, or has more than one thing to do, is asked. */
static bool decide(Table *table, Seat seat, const ActionSet *set, bool awaited, Action *out) {
    Bot *bot = &table->bot[seat];
    unsigned options = options_of(set) + !awaited;
    bool plain = !set->cards && !set->casts && !set->target_kind;
    if (awaited && plain && options == 1) return *out = action_plain((ActionKind)bits_first(set->plain)), true;
    look(table, seat);
    if (options > 1) {
        table->value[METRIC_choices]++;
        table->value[METRIC_options] += options;
        if (table->judged && table->value[METRIC_choices] % LAB_JUDGE_CHOICE == 0) judge(table, &table->view, awaited);
    }
    return bot->kind->act(bot, &table->view, set, awaited, out);
}

static void show(Table *table) {
    for (unsigned seat = 0; seat < table->players; seat++) {
        if (!table->bot[seat].kind->remembers) continue;
        View view;
        view_of(table->rules, &table->game, &table->witness, seat, &view);
        bot_watch(&table->bot[seat], &view);
    }
}

/* Where only a challenge shows a hand (H170), nothing is to be remembered before the first one. */
static bool shows_late(const Rules *rules) {
    if (!rules->lean) return false;
    for (uint64_t left = rules->effective; left; left &= left - 1) {
        unsigned kind = rules->only_effect[bits_first(left)].kind;
        if (kind != EFFECT_DRAW && kind != EFFECT_SKIP && kind != EFFECT_REVERSE) return false;
    }
    return true;
}

static void bear_witness(Table *table) {
    if (table->witnessed) return;
    witness_init(&table->witness);
    table->witnessed = true;
}

static SeatMask shown_hands(const Table *table) {
    unsigned shown = 0;
    for (Seat seat = 0; seat < table->players; seat++)
        for (Seat holder = 0; holder < table->players; holder++)
            if (cards_faces(&table->witness.known[seat][holder])) shown |= 1u << holder;
    return (SeatMask)shown;
}

/* A game that is not watched: of the witness only what is known of the hands is needed. Where nothing but a challenge
 * shows one, all that changes it afterwards are the cards that are laid, and the next deal. */
static void apply_quickly(Table *table, Seat seat, Action action) {
    ActionKind kind = action_kind(action);
    bool usual = table->late && (kind == ACT_PLAY || kind == ACT_DRAW || kind == ACT_KEEP);
    game_apply(table->rules, &table->game, seat, action, table->witnessed && !usual ? &table->witness : NULL);
    if (!table->witnessed || !table->late) return;
    if (!usual) table->shown = shown_hands(table);
    else if (kind == ACT_PLAY && table->shown >> seat & 1) witness_left(&table->witness, seat, action_card(action));
}

static bool ask(Table *table, Seat seat, bool awaited) {
    ActionSet set;
    Action action;
    board_actions(table->rules, &table->game.board, &table->game.own[seat], seat, &set);
    if (action_set_empty(&set) || !decide(table, seat, &set, awaited, &action)) return false;
    if (action_kind(action) == ACT_CHALLENGE) bear_witness(table);
    if (table->game.board.phase == PHASE_DEAL) table->turns += board_length(table->rules, &table->game.board);
    if (table->watched) apply_watched(table, seat, action);
    else apply_quickly(table, seat, action);
    table->acted |= (SeatMask)(1u << seat);
    table->value[METRIC_actions]++;
    return true;
}

static bool break_in(Table *table) {
    SeatMask waived = 0;
    if (!board_open(table->rules, &table->game.board)) return false;
    for (Seat seat; (seat = game_offered(table->rules, &table->game, waived)) != NO_SEAT;
         waived |= (SeatMask)(1u << seat))
        if (ask(table, seat, false)) return true;
    return false;
}

/* The usual decisions of a table that nobody watches, where nobody remembers and nobody need be asked beside the seat
 * whose turn it is. Stops at the first of another kind. */
static void act_usually(Table *table) {
    const Rules *rules = table->rules;
    const Board *board = &table->game.board;
    ActionSet set;
    while (table->value[METRIC_actions] < LAB_ACTIONS_MAX &&
           board_usual(rules, board, &table->game.own[board->turn], &set)) {
        Seat seat = board->turn;
        Action action = action_plain((ActionKind)bits_first(set.plain));
        if (set.cards) {
            look(table, seat);
            if (!table->bot[seat].kind->act(&table->bot[seat], &table->view, &set, true, &action)) break;
            table->value[METRIC_choices]++;
            table->value[METRIC_options] += bits_count(set.cards) + 1;
        }
        apply_quickly(table, seat, action);
        table->acted |= (SeatMask)(1u << seat);
        table->value[METRIC_actions]++;
    }
}

/* ---- a game ---- */

static void begin(Table *table, const Seed *seed) {
    const Board *board = &table->game.board;
    Witness *witness = table->witnessed ? &table->witness : NULL;
    table->turns = 0;
    table->acted = table->behind = 0;
    table->leader = NO_SEAT;
    table->notes = 0;
    table->shown = 0;
    table->viewed = false;
    memset(table->value, 0, sizeof table->value);
    if (table->watched) memset(table->fired, 0, sizeof table->fired);
    if (witness) game_init(table->rules, &table->game, table->players, seed, NULL, witness);
    else game_init_with(table->rules, &table->game, table->players, table->chance);
    table->first = rows[table->rules->family].first(board);
    bool together = rules_choose_together(table->rules);
    table->mover = together || board->phase == PHASE_OVER ? table->first : board_asked(table->rules, board);
    if (!table->watched) return;
    for (unsigned i = 0; i < witness->events; i++) fire(table, FIRE_EVENTS + witness->event[i].kind);
    watch_lead(table);
}

/* What `random` does where it lays a card if it has one, and else draws, keeps or accepts: it never challenges. ACT_NONE:
 * it may do something else. */
static Action pick_blindly(Table *table, Seat seat, unsigned *options) {
    const uint32_t usual = 1u << ACT_DRAW | 1u << ACT_KEEP | 1u << ACT_ACCEPT | 1u << ACT_CHALLENGE;
    const Board *board = &table->game.board;
    ActionSet set;
    if (board->phase == PHASE_DEAL || board_open(table->rules, board)) return ACT_NONE;
    board_actions(table->rules, board, &table->game.own[seat], seat, &set);
    if ((set.plain & ~usual) | set.misplays | set.casts | set.target_kind) return ACT_NONE;
    *options = bits_count(set.cards) + bits_count(set.plain);
    if (set.cards) return playout_pick(table->rules, &set, &table->bot[seat].dice);
    uint32_t kinds = set.plain & ~(1u << ACT_CHALLENGE);
    return kinds ? action_plain((ActionKind)bits_first(kinds)) : ACT_NONE;
}

/* What `random` chose from, whether it had anything to choose or not. */
typedef struct {
    Bot *bot;
    uint64_t choices, options;
} Blind;

static inline Laying lay_blindly(void *self, const Rules *rules, const Private *own, Seat seat, uint64_t cards) {
    (void)own;
    Blind *blind = self;
    blind->choices++;
    blind->options += 1 + bits_count(cards); /* drawing, or keeping, is always another */
    return playout_card(rules, cards, &blind->bot[seat].dice);
}

/* The usual decisions of a table of `random` alone, which nobody watches: it looks at its cards and at nothing else, so
 * that no view is needed, and mostly no list of actions. Stops at the first decision of another kind. */
static void act_blindly(Table *table) {
    const Rules *rules = table->rules;
    const Board *board = &table->game.board;
    Blind blind = {.bot = table->bot};
    uint64_t actions = table->value[METRIC_actions];
    while (board->phase != PHASE_OVER && actions < LAB_ACTIONS_MAX) {
        uint64_t left = LAB_ACTIONS_MAX - actions, done = 0;
        done = usual_run(rules, &table->game, left, lay_blindly, &blind, &table->acted);
        actions += done;
        if (done) continue;
        Seat seat = board->turn;
        unsigned among;
        Action action = pick_blindly(table, seat, &among);
        if (!action) break;
        blind.choices += among > 1;
        blind.options += among > 1 ? among : 0;
        table->acted |= (SeatMask)(1u << seat);
        game_apply(rules, &table->game, seat, action, NULL);
        actions++;
    }
    table->value[METRIC_choices] += blind.choices;
    table->value[METRIC_options] += blind.options;
    table->value[METRIC_actions] = actions;
}

/* What a seat has won, in parts of LAB_WIN. */
static unsigned part_of(SeatMask winners, unsigned seat) {
    static const uint16_t part[SEATS_MAX + 1] = {0,           LAB_WIN,     LAB_WIN / 2, LAB_WIN / 3,
                                                 LAB_WIN / 4, LAB_WIN / 5, LAB_WIN / 6, LAB_WIN / 7,
                                                 LAB_WIN / 8, LAB_WIN / 9, LAB_WIN / 10};
    return winners >> seat & 1 ? part[bits_count(winners)] : 0;
}

/* Returns the winners. */
static SeatMask play(Table *table, const Seed *seed) {
    const Board *board = &table->game.board;
    bool remembers = false, guesses = false, blind = !table->watched && !rules_choose_together(table->rules);
    for (unsigned seat = 0; seat < table->players; seat++) {
        remembers |= table->bot[seat].kind->remembers;
        guesses |= table->bot[seat].kind != &bot_random;
    }
    blind &= !guesses;
    table->late = !remembers && shows_late(table->rules);
    table->witnessed = table->watched || remembers || (guesses && !table->late);
    begin(table, seed);
    if (remembers) show(table);
    while (board->phase != PHASE_OVER && table->value[METRIC_actions] < LAB_ACTIONS_MAX) {
        if (blind) act_blindly(table);
        else if (table->late && !table->watched) act_usually(table);
        if (board->phase == PHASE_OVER || table->value[METRIC_actions] == LAB_ACTIONS_MAX) break;
        if (!break_in(table) && !ask(table, board_asked(table->rules, board), true)) break;
        if (remembers) show(table);
    }
    return board->phase == PHASE_OVER ? board->winners : 0;
}

/* A number of this game, and the same number of the same game in the cell that this one is compared with. */
static void add_number(LabSum *sum, uint64_t value, uint64_t base) {
    sum->sum += value;
    sum->square += value * value;
    sum->cross += value * base;
}

static void fill_in(Table *table, SeatMask winners, const uint32_t *base) {
    LabCount *count = table->count;
    for (unsigned i = 0; i < table->notes; i++) {
        const Note *each = &table->note[i];
        LabFate *fate = each->fire == FIRE_ANY ? &count->fate[each->role][each->situation]
                                               : &count->fire[each->fire].fate[each->role][each->situation];
        fate->seats++;
        fate->won += part_of(winners, each->seat);
    }
    for (unsigned i = 0; i < FIRES; i++) {
        add_number(&count->fire[i].times, table->fired[i], base[i]);
        count->fire[i].games += table->fired[i] > 0;
    }
    count->watched++;
}

static void finish(Table *table, SeatMask winners) {
    const Board *board = &table->game.board;
    const Rules *rules = table->rules;
    uint64_t *value = table->value;
    unsigned sides = rules->option.teams ? (unsigned)rules->option.teams : table->players;
    value[METRIC_turns] = table->turns + board_length(rules, board);
    value[METRIC_seconds] = SECONDS_A_GAME + SECONDS_AN_ACTION * (value[METRIC_actions] + value[METRIC_choices]);
    value[METRIC_first_wins] = part_of(winners, table->first);
    value[METRIC_mover_wins] = part_of(winners, table->mover);
    for (unsigned side = 0; side < sides; side++) value[METRIC_points] += board->score[side];
    value[METRIC_undecided] = !winners;
    bool limit = rules->option.turn_limit && board->turns >= rules->option.turn_limit;
    value[METRIC_capped] = limit || board->phase != PHASE_OVER;
    value[METRIC_left_out] = table->acted != seats_all(table->players);
    value[METRIC_comebacks] = (winners & table->behind) != 0;
}

/* Adds the game; `base` has the numbers of the same game in the cell that this one is compared with. */
static void add(Table *table, SeatMask winners, const uint64_t *base) {
    LabCount *count = table->count;
    uint64_t bin = table->value[METRIC_turns] / LAB_BIN;
    for (unsigned i = 0, known = table->watched ? METRICS : METRICS_ALL; i < known; i++)
        add_number(&count->metric[i], table->value[i], base[i]);
    for (unsigned i = 0; i < table->players; i++) {
        unsigned seat = table->first + i;
        uint64_t part = part_of(winners, seat < table->players ? seat : seat - table->players);
        count->place[i].won += part;
        count->place[i].square += part * part;
    }
    count->length[bin < LAB_BINS ? bin : LAB_BINS - 1]++;
    count->games++;
    if (table->value[METRIC_turns] > count->turns_max) count->turns_max = table->value[METRIC_turns];
    if (table->value[METRIC_largest_hand] > count->hand_max) count->hand_max = table->value[METRIC_largest_hand];
    if (table->value[METRIC_largest_draw] > count->draw_max) count->draw_max = table->value[METRIC_largest_draw];
}

/* ---- the plan ---- */

static bool is_of(uint64_t number, uint64_t first, uint64_t every) { return number < first || number % every == 0; }

/* Eight bytes as a number, the least first. */
static uint64_t word_of(const uint8_t *byte) {
    uint32_t low = (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
    uint32_t high = (uint32_t)byte[4] | (uint32_t)byte[5] << 8 | (uint32_t)byte[6] << 16 | (uint32_t)byte[7] << 24;
    return (uint64_t)high << 32 | low;
}

static Seed seed_of(const LabPlan *plan, uint64_t number) {
    Seed seed = plan->seed;
    number ^= word_of(seed.bytes);
    for (unsigned i = 0; i < sizeof number; i++) seed.bytes[i] = (uint8_t)(number >> 8 * i);
    return seed;
}

static Dice dice_of(const Seed *seed) {
    Dice dice = {word_of(seed->bytes)};
    dice.state ^= (uint64_t)seed->bytes[8] << 32; /* one more byte of the plan's own */
    return dice;
}

static void seat_bots(const LabPlan *plan, uint64_t number, const Seed *seed, Table *table) {
    Dice dice = dice_of(seed);
    for (unsigned seat = 0; seat < table->players; seat++) {
        const LabBot *bot = &plan->bot[(seat + number) % plan->bots];
        const BotBudget budget = {.worlds = bot->worlds};
        bot_init(&table->bot[seat], bot->kind, table->rules, dice_next(&dice), &budget);
    }
}

/* The same cards once with the better bot in each seat. */
static void play_skill(const Seed *seed, Table *table, LabSkillKind kind) {
    static const BotKind *const better[SKILLS] = {&bot_greedy, &bot_search}, *const worse[SKILLS] = {&bot_random,
                                                                                                     &bot_greedy};
    enum { SEARCH_WORLDS = 24 };
    LabSkill *skill = &table->count->skill[kind];
    const BotBudget budget = {.worlds = SEARCH_WORLDS};
    uint64_t sum[SEATS_MAX] = {0}, square = 0, won = 0;
    table->watched = table->judged = false;
    for (unsigned strong = 0; strong < table->players; strong++) {
        Dice dice = dice_of(seed);
        for (unsigned seat = 0; seat < table->players; seat++)
            bot_init(&table->bot[seat], seat == strong ? better[kind] : worse[kind], table->rules, dice_next(&dice),
                     &budget);
        SeatMask winners = play(table, seed);
        won += part_of(winners, strong);
        for (unsigned seat = 0; seat < table->players; seat++) {
            uint64_t part = part_of(winners, seat);
            sum[seat] += part;
            square += part * part;
        }
    }
    skill->deals++;
    skill->won += won;
    skill->square += won * won;
    for (unsigned seat = 0; seat < table->players; seat++) skill->pairs += sum[seat] * sum[seat];
    skill->pairs -= square;
}

static void play_deal(const LabPlan *plan, uint64_t number, const Rng *chance, LabCount *count) {
    Table table;
    uint64_t value[LAB_CELLS_MAX][METRICS];
    uint32_t fired[LAB_CELLS_MAX][FIRES];
    Seed seed = seed_of(plan, number);
    table.chance = chance;
    for (unsigned cell = 0; cell < plan->cells; cell++) {
        const LabCell *at = &plan->cell[cell];
        table.rules = at->rules;
        table.players = at->players;
        table.halved = rows[at->rules->family].halved;
        table.count = &count[cell];
        table.watched = is_of(number, LAB_WATCH_FIRST, LAB_WATCH_EVERY);
        table.judged = is_of(number, LAB_JUDGE_FIRST, LAB_JUDGE_EVERY);
        table.luck = dice_of(&seed).state;
        seat_bots(plan, number, &seed, &table);
        SeatMask winners = play(&table, &seed);
        finish(&table, winners);
        memcpy(value[cell], table.value, sizeof table.value);
        add(&table, winners, value[at->base]);
        if (table.watched) {
            memcpy(fired[cell], table.fired, sizeof table.fired);
            fill_in(&table, winners, fired[at->base]);
        }
        if (!plan->skill || number % plan->skill) continue;
        play_skill(&seed, &table, SKILL_GREEDY);
        if (plan->searches && number / plan->skill % plan->searches == 0) play_skill(&seed, &table, SKILL_SEARCH);
    }
}

void lab_play_deals(const LabPlan *plan, uint64_t from, uint64_t to, LabCount *count) {
    for (uint64_t number = from; number < to; number += 2) {
        const Seed seed[2] = {seed_of(plan, number), seed_of(plan, number + 1)};
        Rng chance[2];
        rng_init_two(chance, seed);
        play_deal(plan, number, &chance[0], count);
        if (number + 1 < to) play_deal(plan, number + 1, &chance[1], count);
    }
}
