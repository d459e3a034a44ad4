/* rules_finish.c -- do the options agree, and what follows from them.
 *
 * Every refusal names the options that do not fit together. The tables are
 * worked out from scratch each time, so rules may be changed and finished again. */
#include <string.h>

#include "card_table.h"
#include "classic_internal.h"
#include "program_code.h"
#include "split_internal.h"
#include "text.h"

static bool refuse(RulesError *error, const char *sentence, const char *about, const char *fixes) {
    Text text = text_in(error->text, sizeof error->text);
    error->about = error->fixes = "";
    error->source = 0;
    if (!RULES_PRINTED) return false;
    text_put(&text, sentence);
    error->about = about;
    error->fixes = fixes;
    return false;
}

/* ---- do the options agree ---- */

typedef struct {
    bool broken;
    const char *sentence, *about, *fixes;
} Check;

#define CHECK(broken, sentence, about, fixes) \
    { broken, RULES_PRINTED ? sentence : "", RULES_PRINTED ? about : "", RULES_PRINTED ? fixes : "" }

static bool passes(const Check *checks, unsigned count, RulesError *error) {
    for (unsigned i = 0; i < count; i++)
        if (checks[i].broken) return refuse(error, checks[i].sentence, checks[i].about, checks[i].fixes);
    return true;
}

#define PASSES(checks, error) passes(checks, sizeof checks / sizeof *checks, error)

static bool check_classic(const Options *o, RulesError *error) {
    unsigned places = 0;
    for (unsigned i = 0; i < PLACES_MAX; i++)
        if (o->place_points[i]) places = i + 1;
    const Check checks[] = {
        CHECK(o->teams == 3, "teams=3 is for the split family; a classic game has teams=2", "teams", "teams=2"),
        CHECK(o->teams && (o->min_players > 4 || o->max_players < 4),
              "teams=2 is for exactly four players: min_players and max_players must allow four",
              "teams min_players max_players", ""),
        CHECK(o->elimination && o->teams, "elimination=on and teams do not go together: partners win or lose at once",
              "elimination teams", "elimination=off teams=0"),
        CHECK(
            o->elimination && o->scoring,
            "elimination=on counts places, scoring=on counts the cards left over: set scoring=off, and place_points for points by place",
            "elimination scoring place_points", "scoring=off"),
        CHECK(places && !o->elimination, "place_points needs elimination=on: otherwise there is only a first place",
              "place_points elimination", "elimination=on"),
        CHECK(places > (unsigned)o->max_players, "place_points names more places than max_players allows players",
              "place_points max_players", ""),
        CHECK(o->target && !o->scoring && !places,
              "target needs points to count: set scoring=on, or elimination=on with place_points, or target=0",
              "target scoring elimination place_points", "scoring=on target=0"),
        CHECK(o->target && places && o->place_points[0] <= 0,
              "place_points must give the first place some points, or target is never reached", "place_points target",
              ""),
        CHECK(o->double_points && !o->scoring && !places,
              "double_points=on needs points to double: set scoring=on, or elimination=on with place_points",
              "double_points scoring elimination place_points", "scoring=on double_points=off"),
        CHECK(!o->bluffing && o->challenge,
              "bluffing=off leaves nothing to challenge: set challenge=off as well, or bluffing=on",
              "bluffing challenge", "challenge=off bluffing=on"),
        CHECK(o->uno_call == UNO_OFF && o->uno_dice, "uno_dice needs a call to roll for: uno_call must not be off",
              "uno_dice uno_call", ""),
        CHECK(o->uno_call == UNO_OFF && o->false_catch, "false_catch needs somebody to catch: uno_call must not be off",
              "false_catch uno_call", ""),
        CHECK(o->hand_limit && o->hand_limit < o->cards_dealt, "hand_limit must be 0 (none) or at least cards_dealt",
              "hand_limit cards_dealt", ""),
        CHECK(o->hand_limit == 1, "hand_limit must be 0 (none) or at least 2", "hand_limit", ""),
    };
    return PASSES(checks, error);
}

static bool check_split(const Options *o, RulesError *error) {
    bool duel = o->max_players == 2;
    const Check checks[] = {
        CHECK(o->max_players > SPLIT_SEATS_MAX, "max_players must be at most 6 in the split family", "max_players", ""),
        CHECK(o->teams == 2 && o->min_players < 4, "teams=2 needs at least four players: set min_players=4",
              "teams min_players", "min_players=4"),
        CHECK(o->teams == 3 && (o->min_players != 6 || o->max_players != 6),
              "teams=3 is for exactly six players: set min_players=6 and max_players=6",
              "teams min_players max_players", "min_players=6 max_players=6"),
        CHECK(o->action_timing == TIMING_INTERRUPT && !duel,
              "action_timing=interrupt is for two players: set max_players=2", "action_timing max_players",
              "max_players=2"),
        CHECK(o->action_timing == TIMING_INTERRUPT && o->draw_counter,
              "draw_counter=on needs action_timing=round: in a window cards only meet; set draw_counter=off",
              "draw_counter action_timing", "draw_counter=off"),
        CHECK(o->wild_rule == WILD_BOTH && !duel, "wild_rule=both is for two players: set max_players=2",
              "wild_rule max_players", "max_players=2"),
        CHECK(o->wild_rule == WILD_OPPONENT && !duel, "wild_rule=opponent is for two players: set max_players=2",
              "wild_rule max_players", "max_players=2"),
        CHECK(o->truth_shed == TRUTH_BOTH && !duel, "truth_shed=both is for two players: set max_players=2",
              "truth_shed max_players", "max_players=2"),
        CHECK(o->dare_shed == DARE_BOTH && !duel, "dare_shed=both is for two players: set max_players=2",
              "dare_shed max_players", "max_players=2"),
        CHECK(o->barrier == BARRIER_TWO_ACTIONS && !duel, "barrier=two_actions is for two players: set max_players=2",
              "barrier max_players", "max_players=2"),
        CHECK(o->barrier == BARRIER_ONLY_CARD && !duel, "barrier=only_card is for two players: set max_players=2",
              "barrier max_players", "max_players=2"),
        CHECK(o->barrier != BARRIER_NONE && !o->claim_challenge,
              "barrier limits challenges, and claim_challenge=off has none: set barrier=none",
              "barrier claim_challenge", "barrier=none"),
        CHECK(o->challenge_from == FROM_SHED && !o->claim_challenge,
              "challenge_from=shed pays for a challenge, and claim_challenge=off has none: set challenge_from=deck",
              "challenge_from claim_challenge", "challenge_from=deck"),
    };
    return PASSES(checks, error);
}

static bool check_any(const Options *o, RulesError *error) {
    const Check checks[] = {
        CHECK(o->min_players > o->max_players, "min_players must not be greater than max_players",
              "min_players max_players", ""),
        CHECK(o->teams == 1, "teams=1 leaves nobody to play against: set teams=0 for none, or teams=2", "teams",
              "teams=0 teams=2"),
    };
    return PASSES(checks, error);
}

/* After the deal there must be a card with a colour to open with, whatever was
 * dealt, and one to draw for everybody. */
static bool check_deck(const Rules *rules, RulesError *error) {
    const Options *o = &rules->option;
    unsigned total = cards_total(&rules->deck), wilds = cards_total_of(&rules->deck, ~rules->openers);
    unsigned players = (unsigned)o->max_players, dealt = players * (unsigned)o->cards_dealt;
    unsigned spare = wilds > players ? wilds + 1 : players + 1;
    if (dealt + spare <= total) return true;
    refuse(error, "", "max_players cards_dealt decks", "");
    if (!RULES_PRINTED) return false;
    Text text = text_in(error->text, sizeof error->text);
    text_put(&text, "the cards do not go round: max_players=");
    text_number(&text, players);
    text_put(&text, " with cards_dealt=");
    text_number(&text, o->cards_dealt);
    text_put(&text, " take ");
    text_number(&text, dealt);
    text_put(&text, " of ");
    text_number(&text, total);
    text_put(&text, " cards, and ");
    text_number(&text, spare);
    text_put(&text, " must be left; deal fewer, seat fewer or raise decks");
    return false;
}

/* Scores are kept in 16 bits: the target and one more deal must fit. */
static bool check_points(const Rules *rules, RulesError *error) {
    unsigned points = 0, target = (unsigned)rules->option.target;
    for (uint64_t left = rules->faces; left; left &= left - 1) {
        Face face = (Face)bits_first(left);
        points += rules->card[face].points * cards_copies(&rules->deck, face);
    }
    if (points * 2 + target <= UINT16_MAX) return true;
    return refuse(error,
                  "the points of all cards together are too many: lower the points of the ruleset's cards, or decks",
                  "decks", "");
}

static bool check_copies(const Rules *rules, RulesError *error) {
    for (uint64_t left = rules->faces; left; left &= left - 1)
        if (rules->card[bits_first(left)].count * (unsigned)rules->option.decks > COPIES_MAX)
            return refuse(error, "decks is too large: no card may come more than 31 times in all", "decks", "");
    return true;
}

/* ---- what follows ---- */

static bool has_effect(const CardRow *row, EffectKind kind) {
    for (unsigned i = 0; i < CARD_EFFECTS_MAX; i++)
        if (row->effects[i].kind == kind) return true;
    return false;
}

/* The n of a draw that is certain; a draw behind a roll is not. */
static unsigned certain_draw(const CardRow *row) {
    for (unsigned i = 0; i < CARD_EFFECTS_MAX && row->effects[i].kind; i += row->effects[i].kind == EFFECT_ROLL ? 3 : 1)
        if (row->effects[i].kind == EFFECT_DRAW) return row->effects[i].n;
    return 0;
}

/* The same of a program: a draw of a number, whatever the dice and the players say. */
static unsigned certain_step(const Rules *rules, unsigned at) {
    unsigned n = 0;
    for (; rules->code[at].code != CODE_END; at = code_behind(rules, at)) {
        const Code *code = &rules->code[at];
        if (code->code == CODE_DRAW && code->amount.kind == AMOUNT_NUMBER && !code->amount.scale)
            n += code->amount.number;
    }
    return n;
}

static void derive_program(Rules *rules, Face face) {
    uint64_t bit = FACE_BIT(face);
    rules->effective |= bit;
    rules->plain &= ~bit;
    if (rules->card_code[face].target) {
        rules->asks[face] |= ASKS_TARGET;
        rules->aimed |= bit;
    }
    rules->draw_amount[face] = (uint8_t)certain_step(rules, rules->card_code[face].effects);
    if (rules->draw_amount[face]) rules->draw_faces |= bit;
}

static void derive_face(Rules *rules, Face face) {
    const Options *o = &rules->option;
    const CardRow *row = &rules->card[face];
    uint64_t bit = FACE_BIT(face);
    cards_set(&rules->deck, face, row->count * (unsigned)o->decks);
    if (row->effects[0].kind) rules->effective |= bit;
    if (!row->effects[1].kind) rules->only_effect[face] = row->effects[0];
    if (!row->effects[0].kind && row->colours) rules->plain |= bit;
    if (has_effect(row, EFFECT_REFLECT)) rules->reflectors |= bit;
    if (has_effect(row, EFFECT_SWAP) || has_effect(row, EFFECT_ROTATE)) rules->movers |= bit;
    if (has_effect(row, EFFECT_SWAP)) {
        bool forced = o->seven_swap == SWAP_MUST && row->colours && face_value(face) == 7 && !(rules->changed & bit);
        rules->asks[face] |= forced ? ASKS_TARGET : ASKS_TARGET | TARGET_OPTIONAL; /* M54 */
        rules->aimed |= bit;
    }
    rules->draw_amount[face] = (uint8_t)certain_draw(row);
    if (rules->draw_amount[face]) rules->draw_faces |= bit;
    if (!row->colours) {
        rules->wilds |= bit;
        rules->asks[face] |= ASKS_COLOUR;
    } else if (row->more.wild == WILD_NAMES) {
        rules->asks[face] |= ASKS_COLOUR;
        rules->plain &= ~bit;
    }
    if (!row->colours || row->more.wild) rules->fits |= bit;
    if (rules->asks[face] & ASKS_COLOUR) rules->naming |= bit;
    if (rules->programmed & bit) derive_program(rules, face);
    bool opens =
        row->colours || o->opening_wild == OPENING_ANY_WILD || (face == FACE_WILD && o->opening_wild == OPENING_NAMES);
    if (opens && (!o->opening_number || (NUMBERS_MASK & bit && row->colours))) rules->openers |= bit;
    /* Q9: an action card has a colour and no number. */
    bool action = row->colours && face_value(face) >= VALUE_SKIP;
    if ((!action || o->finish_on_action) && (row->colours || o->finish_on_wild)) rules->last_ok |= bit;
}

/* What a card does that most tables see; a Wild +4 may be doubted. */
static void derive_usual(Rules *rules) {
    for (uint64_t left = rules->effective; left; left &= left - 1) {
        Face face = (Face)bits_first(left);
        Effect only = rules->only_effect[face];
        uint64_t bit = FACE_BIT(face);
        if (rules->programmed & bit) continue;
        if (only.kind == EFFECT_SKIP && only.n == 1) rules->skips |= bit;
        if (only.kind == EFFECT_REVERSE) rules->reverses |= bit;
        if (only.kind == EFFECT_DRAW && !rules->answerable && face != FACE_WILD4) rules->hits |= bit;
    }
    rules->unusual = rules->effective & ~(rules->skips | rules->reverses | rules->hits);
}

static bool few_copies(const Rules *rules) { return !(rules->deck.plane[3] | rules->deck.plane[4]); }

static void derive_classic(Rules *rules) {
    const Options *o = &rules->option;
    for (unsigned colour = 0; colour < COLOURS; colour++) { /* U28, U29 */
        if (!(rules->changed >> FACE(colour, 7) & 1))
            rules->card[FACE(colour, 7)].effects[0] = (Effect){o->seven_swap ? EFFECT_SWAP : EFFECT_NONE, 0};
        if (!(rules->changed >> FACE(colour, 0) & 1))
            rules->card[FACE(colour, 0)].effects[0] = (Effect){o->zero_rotate ? EFFECT_ROTATE : EFFECT_NONE, 0};
    }
    for (uint64_t left = rules->faces; left; left &= left - 1) derive_face(rules, (Face)bits_first(left));
    Effect four = rules->only_effect[FACE_WILD4]; /* a club may have made another card of it: then nobody doubts it */
    if (four.kind == EFFECT_DRAW && four.n == 4) rules->bluffs = FACE_BIT(FACE_WILD4) & ~rules->programmed;
    rules->answerable =
        o->stack_draws != STACK_OFF || o->trap_card || o->take_a_chance || rules->reflectors || rules->answerers;
    derive_usual(rules);
    rules->plain_turn = !o->must_play && o->finish_on_action && o->finish_on_wild && o->bluffing && !o->hand_limit &&
                        !o->misplay_penalty && !o->jump_in && !rules->programs;
    rules->lean = rules->plain_turn && few_copies(rules) && !o->multi_play && !o->elimination && !o->force_play &&
                  !o->draw_to_match && !rules->aimed && rules->fits == rules->wilds;
}

static void derive_split(Rules *rules) {
    rules->faces = NUMBERS_MASK | SPLIT_ACTIONS;
    if (!rules->option.specials) rules->faces &= ~SPLIT_SPECIALS;
    for (uint64_t left = rules->faces; left; left &= left - 1) {
        Face face = (Face)bits_first(left);
        bool action = FACE_BIT(face) & SPLIT_ACTIONS;
        cards_set(action ? &rules->deck : &rules->numbers, face, rules->card[face].count);
        if (!action || face == FACE_WILD) continue;
        rules->asks[face] = face == FACE_BLOCK ? ASKS_TARGET | ASKS_UNBLOCKED : ASKS_TARGET;
        rules->aimed |= FACE_BIT(face);
    }
    rules->last_ok = rules->faces;
}

static void clear_derived(Rules *rules) {
    memset(&rules->deck, 0, sizeof rules->deck);
    memset(&rules->numbers, 0, sizeof rules->numbers);
    memset(rules->asks, 0, sizeof rules->asks);
    memset(rules->draw_amount, 0, sizeof rules->draw_amount);
    memset(rules->only_effect, 0, sizeof rules->only_effect);
    rules->wilds = rules->last_ok = rules->effective = rules->reflectors = rules->draw_faces = rules->aimed = 0;
    rules->plain = rules->bluffs = rules->movers = rules->fits = rules->openers = rules->naming = 0;
    rules->skips = rules->reverses = rules->hits = rules->unusual = 0;
    rules->answerable = rules->plain_turn = rules->lean = false;
}

bool classic_finish(Rules *rules, RulesError *error) {
    if (!check_classic(&rules->option, error) || !check_copies(rules, error)) return false;
    if (!programs_compile(rules, error)) return false;
    derive_classic(rules);
    return check_deck(rules, error) && check_points(rules, error);
}

bool split_finish(Rules *rules, RulesError *error) {
    if (!check_split(&rules->option, error)) return false;
    derive_split(rules);
    return true;
}

bool rules_finish(Rules *rules, RulesError *error) {
    clear_derived(rules);
    error->source = error->offset = error->card = 0;
    return check_any(&rules->option, error) && family_of(rules)->finish(rules, error);
}

/* ---- players ---- */

bool rules_allow_players(const Rules *rules, unsigned players, RulesError *error) {
    unsigned low = (unsigned)rules->option.min_players, high = (unsigned)rules->option.max_players;
    unsigned partners = family_of(rules)->partners;
    if (rules->option.teams && partners) low = high = partners;
    if (players >= low && players <= high) return true;
    if (!error) return false;
    Text text = text_in(error->text, sizeof error->text);
    text_put(&text, "these rules are for ");
    if (low == high) text_put(&text, "exactly ");
    text_number(&text, low);
    if (low != high) {
        text_put(&text, " to ");
        text_number(&text, high);
    }
    text_put(&text, " players, not ");
    text_number(&text, players);
    return false;
}

/* H2: one set has 76 number cards; everybody needs a full hand and a card to draw. */
unsigned rules_number_sets(const Rules *rules, unsigned players) {
    unsigned set = cards_total(&rules->numbers);
    if (!set) return 0;
    unsigned deck = (unsigned)rules->option.number_deck_size;
    unsigned need = players * (unsigned)rules->option.numbers_dealt + (deck > players ? deck : players);
    return (need + set - 1) / set;
}
