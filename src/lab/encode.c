/* encode.c -- actions as numbers: where each kind begins, and the way back. */
#include "encode.h"

#include <string.h>

/* ---- where things are among the numbers ---- */

enum {
    WORD = 64,
    BLOCK = 2 * WORD, /* classic: every way to play a card at one target */
    CLASSIC_PLAIN = 112,
    CLASSIC_CHALLENGE = 120,
    CLASSIC_NAME = 121,
    CLASSIC_WAIT = 127,
    ASKED_SEAT = 16,                    /* in the second word of what a program asks for; options come before */
    WILD_COLUMNS = VALUES - VALUE_OWN1, /* the values whose faces may be without a colour */

    SPLIT_PUT_DOWN = 64,
    SPLIT_PASS = 128,
    SPLIT_ANSWER = 129, /* and the five kinds after it */
    SPLIT_SHED_NONE = 135,
    SPLIT_STEAL_NONE = 136,
    SPLIT_CHALLENGE = 137, /* with a +2; with a +4 */
    SPLIT_NAME = 144,
    SPLIT_STEAL = 152,
    SPLIT_HIT = 160,
    SPLIT_AIMED = 192, /* AIMED_CARDS for each target */
    SPLIT_NAME_AIMED = 224,
    SPLIT_WORDS = 4,
};

_Static_assert(ACT_DEAL - ACT_DRAW == 7 && CLASSIC_PLAIN + 8 == CLASSIC_CHALLENGE, "eight plain kinds in a row");
_Static_assert(ACT_BONUS_DRAW - ACT_ANSWER == 5, "six plain kinds in a row");

static const Face aimed_cards[] = {FACE_BLOCK, FACE_REVERSE, FACE_DRAW2, FACE_WILD4, FACE_TRUTH, FACE_DARE};
enum { AIMED_CARDS = sizeof aimed_cards / sizeof *aimed_cards };

/* Seats as the one that acts counts them. */
static unsigned seat_left_of(const Encoder *encoder, Seat seat, Seat other) {
    return (other + encoder->players - seat) % encoder->players;
}

static Seat seat_at_left(const Encoder *encoder, Seat seat, unsigned left) {
    return (Seat)((seat + left) % encoder->players);
}

/* The same for a whole mask of seats. */
static unsigned seats_left_of(const Encoder *encoder, Seat seat, SeatMask seats) {
    unsigned mask = seats;
    return (mask >> seat | mask << (encoder->players - seat)) & ((1u << encoder->players) - 1);
}

/* ---- classic ---- */

/* A face without a colour: 0 Wild, 1 Wild +4, and then a ruleset's own. */
static unsigned wild_index(Face face) { return (VALUE_WILD - face_value(face)) * COLOURS + face_colour(face); }
static Face wild_at(unsigned index) { return FACE(index % COLOURS, VALUE_WILD - index / COLOURS); }

/* Four bits for each of the faces without a colour, one for each colour to name. */
static uint64_t wild_bits(uint64_t wilds) {
    uint64_t out = 0;
    for (unsigned column = 0; column < WILD_COLUMNS; column++) {
        uint64_t faces = wilds >> (VALUE_WILD - column) & VALUE_MASK(0);
        uint64_t apart = (faces | faces >> 12 | faces >> 24 | faces >> 36) & 0x1111; /* a bit each, four apart */
        out |= apart * 15 << (16 * column);
    }
    return out;
}

static void mask_plays(const Rules *rules, uint64_t cards, uint64_t *out) {
    out[0] |= cards & ~rules->naming;
    if (cards & rules->wilds) out[1] |= wild_bits(cards & rules->wilds);
}

static void mask_blocks(const Encoder *encoder, const ActionSet *set, Seat seat, uint64_t *out) {
    const Rules *rules = encoder->rules;
    mask_plays(rules, set->cards & ~(set->targets ? encoder->only_aimed : 0), out);
    if (encoder->blocks == 1 || !(set->cards & rules->aimed)) return;
    for (unsigned left = seats_left_of(encoder, seat, set->targets); left; left &= left - 1)
        mask_plays(rules, set->cards & rules->aimed, out + 2 * bits_first(left));
}

/* A word for each colour to name, in each block that the cards may be played in. */
static void mask_named(const Encoder *encoder, const ActionSet *set, Seat seat, unsigned call, uint64_t *out) {
    const Rules *rules = encoder->rules;
    uint64_t cards = set->cards & rules->naming & ~rules->wilds;
    out += encoder->named + COLOURS * call * encoder->blocks;
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        out[colour] |= cards & ~(set->targets ? encoder->only_aimed : 0);
        if (encoder->blocks == 1 || !(cards & rules->aimed)) continue;
        for (unsigned left = seats_left_of(encoder, seat, set->targets); left; left &= left - 1)
            out[COLOURS * bits_first(left) + colour] |= cards & rules->aimed;
    }
}

/* A card that must be aimed is in the words of its targets alone. */
static void mask_casts(const Encoder *encoder, const ActionSet *set, Seat seat, uint64_t *out) {
    uint64_t aimed = 0;
    for (uint64_t left = set->casts; left; left &= left - 1)
        if (encoder->rules->second_code[bits_first(left)].target) aimed |= left & (~left + 1);
    out[0] |= set->casts & ~aimed;
    for (unsigned left = seats_left_of(encoder, seat, set->targets); left; left &= left - 1)
        out[bits_first(left)] |= aimed;
}

static void mask_asked(const Encoder *encoder, const ActionSet *set, Seat seat, uint64_t *out) {
    if (set->card_kind == ACT_CHOOSE) out[0] |= set->cards;
    if (set->target_kind == ACT_CHOOSE)
        out[1] |= set->names | (uint64_t)seats_left_of(encoder, seat, set->targets) << ASKED_SEAT;
}

static void mask_classic(const Encoder *encoder, const ActionSet *set, Seat seat, bool waits, uint64_t *out) {
    if (set->card_kind == ACT_PLAY) mask_blocks(encoder, set, seat, out);
    uint64_t plain = (set->plain >> ACT_DRAW & 0xFF) | (uint64_t)(set->plain >> ACT_CHALLENGE & 1) << 8 |
                     (uint64_t)waits << (CLASSIC_WAIT - CLASSIC_PLAIN);
    if (set->target_kind == ACT_NAME) plain |= (uint64_t)set->names << (CLASSIC_NAME - CLASSIC_PLAIN);
    out[1] |= plain << (CLASSIC_PLAIN - WORD);
    if (encoder->choose_calls && set->call) mask_blocks(encoder, set, seat, out + 2 * encoder->blocks);
    if (set->misplays) out[encoder->misplays] = set->misplays;
    if (encoder->named && set->card_kind == ACT_PLAY && set->cards) {
        mask_named(encoder, set, seat, 0, out);
        if (encoder->choose_calls && set->call) mask_named(encoder, set, seat, 1, out);
    }
    if (set->casts) mask_casts(encoder, set, seat, out + encoder->casts);
    if (encoder->asked) mask_asked(encoder, set, seat, out + encoder->asked);
}

static int number_of_play(const Encoder *encoder, Seat seat, Action action) {
    const Rules *rules = encoder->rules;
    Face face = action_card(action);
    unsigned choice = action_choice(action), number = face, left = 0;
    if (face >= FACES || !(rules->faces >> face & 1)) return NO_NUMBER;
    if (rules->naming >> face & 1 && choice >= COLOURS) return NO_NUMBER;
    if (rules->wilds >> face & 1) number = WORD + COLOURS * wild_index(face) + choice;
    if (action_target(action) != NO_SEAT) {
        if (action_target(action) >= encoder->players || !(rules->aimed >> face & 1)) return NO_NUMBER;
        left = seat_left_of(encoder, seat, action_target(action));
    }
    if (action_calls(action) && encoder->choose_calls) left += encoder->blocks;
    if (rules->naming & ~rules->wilds & FACE_BIT(face))
        return (int)(WORD * (encoder->named + COLOURS * left + choice) + face);
    return (int)(BLOCK * left + number);
}

static int number_of_cast(const Encoder *encoder, Seat seat, Action action) {
    unsigned card = action_card(action) - (unsigned)SECOND_CODE, target = action_target(action);
    if (card >= encoder->rules->seconds || encoder->rules->second_code[card].target != (target != NO_SEAT))
        return NO_NUMBER;
    if (target != NO_SEAT && (target >= encoder->players || target == seat)) return NO_NUMBER;
    unsigned left = target == NO_SEAT ? 0 : seat_left_of(encoder, seat, (Seat)target);
    return (int)(WORD * (encoder->casts + left) + card);
}

static int number_of_choice(const Encoder *encoder, Seat seat, Action action) {
    Face face = action_card(action);
    unsigned option = action_choice(action), target = action_target(action);
    if (!encoder->asked) return NO_NUMBER;
    if (face != NO_FACE)
        return face < FACES && encoder->rules->faces >> face & 1 ? (int)(WORD * encoder->asked + face) : NO_NUMBER;
    unsigned word = WORD * (encoder->asked + 1);
    if (target != NO_SEAT)
        return target < encoder->players && target != seat
                   ? (int)(word + ASKED_SEAT + seat_left_of(encoder, seat, (Seat)target))
                   : NO_NUMBER;
    return option < OPTIONS_MAX_ASKED ? (int)(word + option) : NO_NUMBER;
}

static int number_classic(const Encoder *encoder, Seat seat, Action action) {
    ActionKind kind = action_kind(action);
    if (kind == ACT_PLAY) return number_of_play(encoder, seat, action);
    if (kind == ACT_MISPLAY && encoder->rules->option.misplay_penalty && action_card(action) < FACES)
        return (int)(WORD * encoder->misplays + action_card(action));
    if (kind == ACT_CAST) return number_of_cast(encoder, seat, action);
    if (kind == ACT_CHOOSE) return number_of_choice(encoder, seat, action);
    if (kind == ACT_NAME && action_choice(action) < COLOURS) return CLASSIC_NAME + (int)action_choice(action);
    if (action != action_plain(kind)) return NO_NUMBER;
    if (kind >= ACT_DRAW && kind <= ACT_DEAL) return CLASSIC_PLAIN + (int)kind - ACT_DRAW;
    if (kind == ACT_CHALLENGE) return CLASSIC_CHALLENGE;
    return kind == ACT_NONE ? CLASSIC_WAIT : NO_NUMBER;
}

static Action play_of_number(const Encoder *encoder, Seat seat, const ActionSet *set, unsigned number) {
    const Rules *rules = encoder->rules;
    unsigned block = number / BLOCK, choice = NO_CHOICE, at = number % BLOCK;
    Seat target = block % encoder->blocks ? seat_at_left(encoder, seat, block % encoder->blocks) : NO_SEAT;
    bool call = encoder->choose_calls ? block >= encoder->blocks : set && set->call;
    Face face = (Face)at;
    if (at >= WORD) {
        face = wild_at((at - WORD) / COLOURS);
        choice = at % COLOURS;
    }
    bool exists = rules->faces >> face & 1 && (at >= WORD ? rules->wilds : ~rules->naming) >> face & 1;
    if (!exists || (target != NO_SEAT && !(rules->aimed >> face & 1))) return 0;
    return action_full(ACT_PLAY, face, choice, target, call);
}

static Action named_of_number(const Encoder *encoder, Seat seat, const ActionSet *set, unsigned number) {
    const Rules *rules = encoder->rules;
    unsigned word = number / WORD - encoder->named, block = word / COLOURS;
    Face face = (Face)(number % WORD);
    Seat target = block % encoder->blocks ? seat_at_left(encoder, seat, block % encoder->blocks) : NO_SEAT;
    bool call = encoder->choose_calls ? block >= encoder->blocks : set && set->call;
    if (!(rules->naming & ~rules->wilds & FACE_BIT(face))) return 0;
    if (target != NO_SEAT && !(rules->aimed >> face & 1)) return 0;
    return action_full(ACT_PLAY, face, word % COLOURS, target, call);
}

static Action cast_of_number(const Encoder *encoder, Seat seat, unsigned number) {
    unsigned left = number / WORD - encoder->casts, card = number % WORD;
    if (card >= encoder->rules->seconds || encoder->rules->second_code[card].target != (left != 0)) return 0;
    Seat target = left ? seat_at_left(encoder, seat, left) : NO_SEAT;
    return action_full(ACT_CAST, SECOND_CODE + card, NO_CHOICE, target, false);
}

static Action choice_of_number(const Encoder *encoder, Seat seat, unsigned number) {
    unsigned at = number % WORD, left = at - ASKED_SEAT;
    if (number / WORD == encoder->asked)
        return encoder->rules->faces >> at & 1 ? action_card_of(ACT_CHOOSE, (Face)at) : 0;
    if (at < OPTIONS_MAX_ASKED) return action_full(ACT_CHOOSE, NO_FACE, at, NO_SEAT, false);
    if (at <= ASKED_SEAT || left >= encoder->players) return 0;
    return action_full(ACT_CHOOSE, NO_FACE, NO_CHOICE, seat_at_left(encoder, seat, left), false);
}

static Action action_classic(const Encoder *encoder, Seat seat, const ActionSet *set, unsigned number) {
    unsigned word = number / WORD;
    if (encoder->asked && word >= encoder->asked) return choice_of_number(encoder, seat, number);
    if (encoder->casts && word >= encoder->casts) return cast_of_number(encoder, seat, number);
    if (encoder->named && word >= encoder->named) return named_of_number(encoder, seat, set, number);
    if (encoder->misplays && word >= encoder->misplays) {
        Face face = (Face)(number % WORD);
        return encoder->rules->faces >> face & 1 ? action_card_of(ACT_MISPLAY, face) : 0;
    }
    if (number % BLOCK < CLASSIC_PLAIN) return play_of_number(encoder, seat, set, number);
    if (number >= BLOCK) return 0;
    if (number < CLASSIC_CHALLENGE) return action_plain((ActionKind)(ACT_DRAW + number - CLASSIC_PLAIN));
    if (number == CLASSIC_CHALLENGE) return action_plain(ACT_CHALLENGE);
    if (number < CLASSIC_NAME + COLOURS) return action_full(ACT_NAME, NO_FACE, number - CLASSIC_NAME, NO_SEAT, false);
    return number == CLASSIC_WAIT ? ENCODE_WAIT : 0;
}

/* ---- split ---- */

static unsigned aimed_index(Face face) {
    unsigned index = 0;
    while (index < AIMED_CARDS && aimed_cards[index] != face) index++;
    return index;
}

static void mask_set(uint64_t *mask, unsigned number) { mask[number / WORD] |= UINT64_C(1) << number % WORD; }

/* An action card at each of its targets; without any it is a counter. */
static void mask_action_card(const Encoder *encoder, const ActionSet *set, Seat seat, Face face, uint64_t *out) {
    SeatMask targets = face == FACE_BLOCK ? set->block_targets : set->targets;
    if (!targets) out[0] |= FACE_BIT(face);
    for (unsigned left = seats_left_of(encoder, seat, targets); left; left &= left - 1)
        mask_set(out, SPLIT_AIMED + AIMED_CARDS * (bits_first(left) - 1) + aimed_index(face));
}

static void mask_cards(const Encoder *encoder, const ActionSet *set, Seat seat, uint64_t *out) {
    if (set->card_kind == ACT_PLAY) {
        out[0] |= set->cards & ~encoder->rules->aimed;
        for (uint64_t left = set->cards & encoder->rules->aimed; left; left &= left - 1)
            mask_action_card(encoder, set, seat, (Face)bits_first(left), out);
    } else if (set->card_kind == ACT_CHALLENGE) {
        if (set->cards & FACE_BIT(FACE_DRAW2)) mask_set(out, SPLIT_CHALLENGE);
        if (set->cards & FACE_BIT(FACE_WILD4)) mask_set(out, SPLIT_CHALLENGE + 1);
    } else {
        out[SPLIT_PUT_DOWN / WORD] |= set->cards;
    }
}

static void mask_aimed(const Encoder *encoder, const ActionSet *set, Seat seat, uint64_t *out) {
    uint64_t left = seats_left_of(encoder, seat, set->targets) >> 1;
    if (set->target_kind != ACT_NAME) {
        if (set->target_kind == ACT_HIT) left <<= SPLIT_HIT - SPLIT_STEAL;
        out[2] |= left << (SPLIT_STEAL - SPLIT_PASS);
        return;
    }
    if (!set->targets) out[2] |= (uint64_t)set->names << (SPLIT_NAME - SPLIT_PASS);
    for (; left; left &= left - 1)
        out[3] |= (uint64_t)(set->names & 15) << (SPLIT_NAME_AIMED - SPLIT_AIMED + COLOURS * bits_first(left));
}

static void mask_split(const Encoder *encoder, const ActionSet *set, Seat seat, bool waits, uint64_t *out) {
    (void)waits; /* there is nothing to let be */
    mask_cards(encoder, set, seat, out);
    if (set->target_kind) mask_aimed(encoder, set, seat, out);
    out[2] |= (set->plain >> ACT_PASS & 1) | (set->plain >> ACT_ANSWER & 0x3F) << (SPLIT_ANSWER - SPLIT_PASS) |
              (set->plain >> ACT_SHED & 1) << (SPLIT_SHED_NONE - SPLIT_PASS) |
              (set->plain >> ACT_STEAL & 1) << (SPLIT_STEAL_NONE - SPLIT_PASS);
}

static int number_split_card(const Encoder *encoder, Seat seat, Action action) {
    Face face = action_card(action);
    ActionKind kind = action_kind(action);
    if (!(encoder->rules->faces >> face & 1)) return NO_NUMBER;
    if (kind == ACT_SHED || kind == ACT_DISCARD)
        return (kind == ACT_SHED) == (NUMBERS_MASK >> face & 1) ? SPLIT_PUT_DOWN + face : NO_NUMBER;
    if (kind == ACT_CHALLENGE && SPLIT_DRAW_CARDS >> face & 1) return SPLIT_CHALLENGE + (face == FACE_WILD4);
    if (kind != ACT_PLAY) return NO_NUMBER;
    if (action_target(action) == NO_SEAT) return face;
    unsigned left = seat_left_of(encoder, seat, action_target(action)), index = aimed_index(face);
    if (action_target(action) >= encoder->players || !left || index == AIMED_CARDS) return NO_NUMBER;
    return (int)(SPLIT_AIMED + AIMED_CARDS * (left - 1) + index);
}

static int number_split(const Encoder *encoder, Seat seat, Action action) {
    ActionKind kind = action_kind(action);
    unsigned choice = action_choice(action);
    if (action_card(action) < FACES) return number_split_card(encoder, seat, action);
    bool aimed = action_target(action) < encoder->players && action_target(action) != seat;
    unsigned left = aimed ? seat_left_of(encoder, seat, action_target(action)) - 1 : 0;
    if (kind == ACT_NAME && aimed)
        return choice < COLOURS ? (int)(SPLIT_NAME_AIMED + COLOURS * left + choice) : NO_NUMBER;
    if (kind == ACT_NAME) return choice < NAMES ? SPLIT_NAME + (int)choice : NO_NUMBER;
    if (kind == ACT_STEAL && aimed) return SPLIT_STEAL + (int)left;
    if (kind == ACT_HIT && aimed) return SPLIT_HIT + (int)left;
    if (action != action_plain(kind)) return NO_NUMBER;
    if (kind >= ACT_ANSWER && kind <= ACT_BONUS_DRAW) return SPLIT_ANSWER + (int)kind - ACT_ANSWER;
    return kind == ACT_PASS    ? SPLIT_PASS
           : kind == ACT_SHED  ? SPLIT_SHED_NONE
           : kind == ACT_STEAL ? SPLIT_STEAL_NONE
                               : NO_NUMBER;
}

static Action split_card(const Encoder *encoder, ActionKind kind, Face face, Seat target) {
    return encoder->rules->faces >> face & 1 ? action_full(kind, face, NO_CHOICE, target, false) : 0;
}

/* Steals, hits and what is aimed: `per` numbers for each of the other seats. */
static bool aimed_part(const Encoder *encoder, Seat seat, unsigned number, unsigned from, unsigned per, Seat *target) {
    if (number < from || number >= from + per * (encoder->players - 1)) return false;
    *target = seat_at_left(encoder, seat, (number - from) / per + 1);
    return true;
}

static Action split_aimed(const Encoder *encoder, Seat seat, unsigned number) {
    Seat target;
    if (aimed_part(encoder, seat, number, SPLIT_STEAL, 1, &target))
        return action_full(ACT_STEAL, NO_FACE, NO_CHOICE, target, false);
    if (aimed_part(encoder, seat, number, SPLIT_HIT, 1, &target))
        return action_full(ACT_HIT, NO_FACE, NO_CHOICE, target, false);
    if (aimed_part(encoder, seat, number, SPLIT_AIMED, AIMED_CARDS, &target))
        return split_card(encoder, ACT_PLAY, aimed_cards[(number - SPLIT_AIMED) % AIMED_CARDS], target);
    if (aimed_part(encoder, seat, number, SPLIT_NAME_AIMED, COLOURS, &target))
        return action_full(ACT_NAME, NO_FACE, (number - SPLIT_NAME_AIMED) % COLOURS, target, false);
    return 0;
}

static Action action_split(const Encoder *encoder, Seat seat, const ActionSet *set, unsigned number) {
    (void)set;
    Face face = (Face)(number % WORD);
    if (number < SPLIT_PUT_DOWN) return split_card(encoder, ACT_PLAY, face, NO_SEAT);
    if (number < SPLIT_PASS)
        return split_card(encoder, NUMBERS_MASK >> face & 1 ? ACT_SHED : ACT_DISCARD, face, NO_SEAT);
    if (number == SPLIT_PASS) return action_plain(ACT_PASS);
    if (number < SPLIT_SHED_NONE) return action_plain((ActionKind)(ACT_ANSWER + number - SPLIT_ANSWER));
    if (number == SPLIT_SHED_NONE) return action_plain(ACT_SHED);
    if (number == SPLIT_STEAL_NONE) return action_plain(ACT_STEAL);
    if (number == SPLIT_CHALLENGE) return action_card_of(ACT_CHALLENGE, FACE_DRAW2);
    if (number == SPLIT_CHALLENGE + 1) return action_card_of(ACT_CHALLENGE, FACE_WILD4);
    if (number >= SPLIT_NAME && number < SPLIT_NAME + NAMES)
        return action_full(ACT_NAME, NO_FACE, number - SPLIT_NAME, NO_SEAT, false);
    return split_aimed(encoder, seat, number);
}

/* ---- the families ---- */

/* Where `words` more begin; 0 where there are none. */
static unsigned more_words(Encoder *encoder, unsigned words) {
    unsigned begin = encoder->words;
    encoder->words += words;
    return words ? begin : 0;
}

static void init_classic(Encoder *encoder, bool choose_calls) {
    const Rules *rules = encoder->rules;
    encoder->choose_calls = choose_calls && rules->option.uno_call != UNO_OFF;
    encoder->blocks = rules->aimed ? encoder->players : 1;
    for (unsigned face = 0; face < FACES; face++)
        if ((rules->asks[face] & (ASKS_TARGET | TARGET_OPTIONAL)) == ASKS_TARGET) encoder->only_aimed |= FACE_BIT(face);
    unsigned blocks = encoder->blocks * (encoder->choose_calls ? 2 : 1);
    encoder->words = 2 * blocks;
    encoder->misplays = more_words(encoder, rules->option.misplay_penalty ? 1 : 0);
    encoder->named = more_words(encoder, rules->naming & ~rules->wilds ? COLOURS * blocks : 0);
    encoder->casts = more_words(encoder, rules->seconds ? encoder->players : 0);
    encoder->asked = more_words(encoder, rules->programs ? 2 : 0);
}

static void init_split(Encoder *encoder, bool choose_calls) {
    (void)choose_calls; /* nobody calls */
    encoder->words = SPLIT_WORDS;
}

static const struct {
    void (*init)(Encoder *encoder, bool choose_calls); /* how many words */
    void (*mask)(const Encoder *encoder, const ActionSet *set, Seat seat, bool waits, uint64_t *out);
    int (*number)(const Encoder *encoder, Seat seat, Action action);
    Action (*action)(const Encoder *encoder, Seat seat, const ActionSet *set, unsigned number);
} families[FAMILIES] = {
#define FAMILY(NAME, name) {init_##name, mask_##name, number_##name, action_##name},
#include "../engine/family.def"
#undef FAMILY
};

void encode_init(Encoder *encoder, const Rules *rules, unsigned players, bool choose_calls) {
    memset(encoder, 0, sizeof *encoder);
    encoder->rules = rules;
    encoder->players = players;
    families[rules->family].init(encoder, choose_calls);
    encoder->numbers = WORD * encoder->words;
    encode_fields(encoder);
}

void encode_mask(const Encoder *encoder, const ActionSet *set, Seat seat, bool waits, uint64_t *out) {
    for (unsigned i = 0; i < encoder->words; i++) out[i] = 0;
    families[encoder->rules->family].mask(encoder, set, seat, waits, out);
}

int encode_action(const Encoder *encoder, Seat seat, Action action) {
    return families[encoder->rules->family].number(encoder, seat, action);
}

Action encode_number(const Encoder *encoder, Seat seat, const ActionSet *set, unsigned number) {
    if (number >= encoder->numbers) return 0;
    return families[encoder->rules->family].action(encoder, seat, set, number);
}
