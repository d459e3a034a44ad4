/* position.c -- a game as text, field by field, and back. */
#include "position.h"

#include "board_fields.h"
#include "classic_internal.h"
#include "text.h"

const BoardField board_fields[] = {
#define FIELD(families, type, member, name, usual, list, place, group, key, lab) \
    BOARD_FIELD(families, type, member, name, usual, group, key, lab),
#define SEATS_FIELD(families, type, member, name, usual, list, place, group, key, lab) \
    BOARD_SEATS_FIELD(families, type, member, name, usual, group, key, lab),
#include "board.def"
#undef FIELD
#undef SEATS_FIELD
};
const unsigned board_field_count = sizeof board_fields / sizeof *board_fields;

static bool has_field(const Rules *rules, const BoardField *field) {
    return field->name && (unsigned)field->families >> rules->family & 1;
}

/* ---- writing ---- */

static void put_card(Text *text, const Rules *rules, Face face) {
    char code[CARD_CODE_MAX + 2];
    face_format(rules, face, code, sizeof code);
    text_put(text, code);
}

static void put_cards(Text *text, const Rules *rules, const Cards *cards) {
    for (uint64_t faces = cards_faces(cards); faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        for (unsigned copies = cards_copies(cards, face); copies; copies--) {
            text_char(text, ' ');
            put_card(text, rules, face);
        }
    }
}

static char observer_letter(unsigned observer) { return observer == SPECTATOR ? '*' : (char)('A' + observer); }

static void put_value(Text *text, const Rules *rules, const BoardField *field, long long value) {
    text_char(text, ' ');
    switch (field->type) {
    case BOARD_PHASE: text_put(text, phase_name((Phase)value)); break;
    case BOARD_COLOUR: text_char(text, value < COLOURS ? colour_letters[value] : '-'); break;
    case BOARD_SEAT: text_char(text, value < SEATS_MAX ? (char)('A' + value) : '-'); break;
    case BOARD_SEATS:
        if (!value) text_char(text, '-');
        for (unsigned seat = 0; seat < 16; seat++)
            if (value >> seat & 1) text_char(text, (char)('A' + seat));
        break;
    case BOARD_CARD:
        if (value < FACES) put_card(text, rules, (Face)value);
        else text_char(text, '-');
        break;
    case BOARD_TARGETS: {
        uint8_t bytes[8];
        for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)((uint64_t)value >> (56 - 8 * i));
        text_hex(text, bytes, sizeof bytes);
        break;
    }
    case BOARD_NUMBER:
    case BOARD_SIGN:
    case BOARD_FLAG:
    case BOARD_MASK:
    case BOARD_RETURN:
    case BOARD_SHED:
    case BOARD_DUTY: text_number(text, value);
    }
}

static void put_fields(Text *text, const Rules *rules, const Board *board) {
    for (const BoardField *field = board_fields; field < board_fields + board_field_count; field++) {
        bool usual = true;
        if (!has_field(rules, field)) continue;
        for (unsigned i = 0; i < field->count; i++) usual = usual && board_get(board, field, i) == field->usual;
        if (usual) continue;
        text_put(text, field->name);
        for (unsigned i = 0; i < field->count; i++) put_value(text, rules, field, board_get(board, field, i));
        text_char(text, '\n');
    }
}

static void put_card_line(Text *text, const Rules *rules, const char *name, const Cards *cards) {
    if (!cards_faces(cards)) return;
    text_put(text, name);
    put_cards(text, rules, cards);
    text_char(text, '\n');
}

static void put_seats(Text *text, const Rules *rules, const Game *game) {
    for (unsigned seat = 0; seat < game->board.players; seat++) {
        const Private *own = &game->own[seat];
        char name[] = "hand A";
        name[5] = (char)('A' + seat);
        text_put(text, name);
        put_cards(text, rules, &own->hand);
        text_char(text, '\n');
        if (own->drawn < FACES) {
            text_put(text, "drawn ");
            text_char(text, (char)('A' + seat));
            text_char(text, ' ');
            put_card(text, rules, own->drawn);
            text_char(text, '\n');
        }
        if (own->guilty) {
            text_put(text, "guilty ");
            text_char(text, (char)('A' + seat));
            text_char(text, '\n');
        }
        if (own->commit && !rules->programs) {
            char words[ACTION_TEXT_MAX];
            action_format(rules, own->commit, words, sizeof words);
            text_put(text, "commit ");
            text_char(text, (char)('A' + seat));
            text_char(text, ' ');
            text_put(text, words);
            text_char(text, '\n');
        }
    }
}

static void put_count(Text *text, unsigned n) {
    text_char(text, ' ');
    text_number(text, n);
}

static void put_second_hand(Text *text, const Rules *rules, const Private *own, unsigned seat, bool set) {
    bool any = false;
    for (unsigned i = 0, value; i < SECOND_HAND_MAX && (value = own_second(own, i)) != 0; i++) {
        if (!(value & SECOND_SET) == set) continue;
        if (!any) text_put(text, set ? "set " : "second "), text_char(text, (char)('A' + seat));
        any = true;
        text_char(text, ' ');
        put_card(text, rules, (Face)(SECOND_CODE + (value & ~(unsigned)SECOND_SET) - 1));
    }
    if (any) text_char(text, '\n');
}

/* What a club's rules keep on the table. */
static void put_extra(Text *text, const Rules *rules, const Game *game) {
    const Extra *x = &game->board.extra;
    for (unsigned i = 0; i < rules->counters; i++) {
        text_put(text, "counter ");
        text_put(text, rules->counter[i].name);
        for (unsigned seat = 0; seat < game->board.players; seat++) put_count(text, x->counter[i][seat]);
        text_char(text, '\n');
    }
    for (unsigned seat = 0; seat < game->board.players; seat++) {
        put_second_hand(text, rules, &game->own[seat], seat, false);
        put_second_hand(text, rules, &game->own[seat], seat, true);
    }
    for (unsigned i = 0; i < x->lying; i++) {
        text_put(text, "lying ");
        if (x->laid[i].card == CARD_DOWN) text_put(text, "?");
        else put_card(text, rules, x->laid[i].card);
        text_char(text, ' ');
        text_char(text, (char)('A' + x->laid[i].owner));
        text_char(text, ' ');
        text_char(text, x->laid[i].at < SEATS_MAX ? (char)('A' + x->laid[i].at) : '-');
        put_count(text, x->laid[i].turns);
        text_char(text, '\n');
    }
    if (x->casts) text_put(text, "casts"), put_count(text, x->casts), text_char(text, '\n');
    if (x->number) text_put(text, "counts_as"), put_count(text, x->number), text_char(text, '\n');
    if (game->board.classic.reseated) {
        text_put(text, "order");
        for (unsigned place = 0; place < game->board.players; place++)
            text_char(text, ' '), text_char(text, (char)('A' + x->order[place]));
        text_char(text, '\n');
    }
    if (!x->after) return;
    uint32_t run[RUN_NUMBERS];
    extra_run(x, run);
    text_put(text, "run");
    for (unsigned i = 0; i < RUN_NUMBERS; i++) put_count(text, run[i]);
    text_char(text, '\n');
}

/* `first`: the face that the list counts from. */
static void put_fate_cards(Text *text, const Rules *rules, const char *name, const Face *list, unsigned count,
                           unsigned first) {
    if (!count) return;
    text_put(text, name);
    for (unsigned i = 0; i < count; i++) {
        text_char(text, ' ');
        put_card(text, rules, (Face)(first + list[i]));
    }
    text_char(text, '\n');
}

static void put_chance(Text *text, const Rules *rules, const Game *game) {
    const Fate *fate = &game->fate;
    put_fate_cards(text, rules, "next", fate->cards, fate->cards_left, 0);
    put_fate_cards(text, rules, "next_actions", fate->actions, fate->actions_left, rules->programs ? SECOND_CODE : 0);
    put_fate_cards(text, rules, "next_steals", fate->steals, fate->steals_left, 0);
    if (fate->dice_left) {
        text_put(text, "next_dice");
        for (unsigned i = 0; i < fate->dice_left; i++) text_char(text, ' '), text_number(text, fate->dice[i]);
        text_char(text, '\n');
    }
    uint8_t key[SEED_BYTES];
    for (unsigned i = 0; i < SEED_BYTES; i++) key[i] = (uint8_t)(game->rng.key[i / 4] >> (i % 4 * 8));
    text_put(text, "seed ");
    text_hex(text, key, sizeof key);
    text_char(text, ' ');
    text_number(text, (long long)game->rng.next_block);
    text_char(text, ' ');
    text_number(text, (long long)game->rng.used);
    text_char(text, '\n');
}

unsigned position_format(const Rules *rules, const Game *game, const Witness *witness, char *out, unsigned size) {
    Text text = text_in(out, size);
    put_fields(&text, rules, &game->board);
    put_seats(&text, rules, game);
    put_card_line(&text, rules, "open", &game->board.open);
    if (rules->programs) put_extra(&text, rules, game);
    if (family_of(rules)->put_away(&game->board)) {
        text_put(&text, "deck");
        put_cards(&text, rules, &game->pile);
        text_char(&text, '\n');
    }
    for (unsigned observer = 0; witness && observer < OBSERVERS; observer++)
        for (unsigned holder = 0; holder < game->board.players; holder++) {
            char name[] = "known A B";
            name[6] = observer_letter(observer);
            name[8] = (char)('A' + holder);
            put_card_line(&text, rules, name, &witness->known[observer][holder]);
        }
    put_chance(&text, rules, game);
    return text.length;
}

/* ---- reading ---- */

typedef struct {
    const Rules *rules;
    const char *at, *line_start;
    unsigned line;
    ParseError *error;
    Game game;
    bool decked; /* a "deck" line told the number deck */
} Reader;

static bool fail(Reader *r, const char *expected) {
    r->error->line = r->line;
    r->error->column = (unsigned)(r->at - r->line_start) + 1;
    Text text = text_in(r->error->text, sizeof r->error->text);
    text_put(&text, expected);
    return false;
}

static bool at_line_end(Reader *r) {
    scan_blanks(&r->at);
    return *r->at == '\n' || *r->at == 0;
}

/* A name, up to the next blank or the end of the line. */
static bool read_name(Reader *r, const char *name) {
    const char *p = r->at;
    if (!scan_word(&p, name) || (*p != ' ' && *p != '\n' && *p != 0)) return false;
    r->at = p;
    return true;
}

static bool read_seat(Reader *r, Seat *out) {
    scan_blanks(&r->at);
    if (*r->at < 'A' || *r->at >= 'A' + SEATS_MAX) return fail(r, "a seat, A to J, was expected");
    *out = (Seat)(*r->at++ - 'A');
    return true;
}

static bool read_card(Reader *r, Face *out) {
    scan_blanks(&r->at);
    const char *p = r->at;
    if (!face_parse(r->rules, &p, out) || (*p != ' ' && *p != '\n' && *p != 0))
        return fail(r, "a card of these rules was expected");
    r->at = p;
    return true;
}

static bool read_cards(Reader *r, Cards *out) {
    *out = (Cards){0};
    while (!at_line_end(r)) {
        Face face;
        if (!read_card(r, &face)) return false;
        if (cards_copies(out, face) == COPIES_MAX) return fail(r, "no card comes more than 31 times");
        cards_add(out, face);
    }
    return true;
}

static bool read_number(Reader *r, long long high, long long *out) {
    scan_blanks(&r->at);
    const char *p = r->at;
    if (!scan_number(&p, 0, high, out) || (*p != ' ' && *p != '\n' && *p != 0))
        return fail(r, "a number in range was expected");
    r->at = p;
    return true;
}

static bool read_seats(Reader *r, long long *out) {
    *out = 0;
    if (scan_word(&r->at, "-")) return true;
    while (*r->at >= 'A' && *r->at < 'A' + SEATS_MAX) *out |= 1ll << (*r->at++ - 'A');
    return *out ? true : fail(r, "seats such as AC, or - for none, were expected");
}

static bool read_phase(Reader *r, long long *out) {
    for (Phase phase = 0; phase < PHASES; phase++)
        if (read_name(r, phase_name(phase))) return *out = (long long)phase, true;
    return fail(r, "a phase such as turn or bid was expected");
}

static bool read_colour(Reader *r, long long *out) {
    for (unsigned colour = 0; colour < COLOURS; colour++)
        if (*r->at == colour_letters[colour]) return *out = colour, r->at++, true;
    if (scan_word(&r->at, "-")) return *out = NO_COLOUR, true;
    return fail(r, "a colour, R Y G or B, was expected");
}

/* Four bits a seat, the first lowest, as hexadecimal digits. */
static bool read_targets(Reader *r, long long *out) {
    uint8_t bytes[8];
    uint64_t value = 0;
    if (!scan_hex(&r->at, bytes, sizeof bytes)) return fail(r, "16 hexadecimal digits were expected");
    for (unsigned i = 0; i < sizeof bytes; i++) value = value << 8 | bytes[i];
    *out = (long long)value;
    return true;
}

static bool read_value(Reader *r, const BoardField *field, long long *out) {
    Face face = 0;
    Seat seat = 0;
    scan_blanks(&r->at);
    switch (field->type) {
    case BOARD_PHASE: return read_phase(r, out);
    case BOARD_COLOUR: return read_colour(r, out);
    case BOARD_SEATS: return read_seats(r, out);
    case BOARD_SEAT:
        if (scan_word(&r->at, "-")) return *out = NO_SEAT, true;
        if (!read_seat(r, &seat)) return false;
        return *out = seat, true;
    case BOARD_CARD:
        if (scan_word(&r->at, "-")) return *out = NO_FACE, true;
        if (!read_card(r, &face)) return false;
        return *out = face, true;
    case BOARD_SIGN:
        if (!scan_number(&r->at, -1, 1, out)) return fail(r, "1 or -1 was expected");
        return true;
    case BOARD_TARGETS: return read_targets(r, out);
    case BOARD_FLAG: return read_number(r, 1, out);
    case BOARD_NUMBER:
    case BOARD_MASK:
    case BOARD_RETURN:
    case BOARD_SHED:
    case BOARD_DUTY: break;
    }
    return read_number(r, field->size == 1 ? UINT8_MAX : UINT16_MAX, out);
}

static bool read_field(Reader *r, bool *found) {
    for (const BoardField *field = board_fields; field < board_fields + board_field_count; field++) {
        if (!has_field(r->rules, field) || !read_name(r, field->name)) continue;
        *found = true;
        for (unsigned i = 0; i < field->count; i++) {
            long long value;
            if (!read_value(r, field, &value)) return false;
            board_set(&r->game.board, field, i, value);
        }
        return true;
    }
    return true;
}

static bool read_fate_cards(Reader *r, Face *list, uint8_t *left, unsigned most, bool second) {
    for (*left = 0; !at_line_end(r);) {
        if (*left == most) return fail(r, "no more cards can be settled in advance");
        scan_blanks(&r->at);
        if (second && !second_parse(r->rules, &r->at, &list[*left]))
            return fail(r, "a card of the second deck was expected");
        if (second) list[*left] = (Face)(list[*left] - SECOND_CODE);
        else if (!read_card(r, &list[*left])) return false;
        ++*left;
    }
    return true;
}

static bool read_dice(Reader *r) {
    Fate *fate = &r->game.fate;
    for (fate->dice_left = 0; !at_line_end(r);) {
        long long die;
        if (fate->dice_left == FATE_FEW) return fail(r, "no more dice can be settled in advance");
        if (!read_number(r, 6, &die) || !die) return fail(r, "a die shows 1 to 6");
        fate->dice[fate->dice_left++] = (uint8_t)die;
    }
    return true;
}

static bool read_seed(Reader *r) {
    Seed seed;
    long long next_block, used;
    scan_blanks(&r->at);
    if (!scan_hex(&r->at, seed.bytes, SEED_BYTES)) return fail(r, "a seed of 64 hexadecimal digits was expected");
    rng_init(&r->game.rng, &seed);
    if (at_line_end(r)) return true;
    if (!read_number(r, 1ll << 40, &next_block) || !read_number(r, RNG_NUMBERS, &used)) return false;
    if (next_block % 2 || (!next_block && used != RNG_NUMBERS)) return fail(r, "blocks of the generator come in pairs");
    if (next_block) {
        r->game.rng.next_block = (uint64_t)next_block - 2;
        rng_refill(&r->game.rng);
        r->game.rng.used = (uint64_t)used;
    }
    return true;
}

static bool read_own(Reader *r, const char *what) {
    Seat seat;
    if (!read_seat(r, &seat)) return false;
    Private *own = &r->game.own[seat];
    if (what[0] == 'h') return read_cards(r, &own->hand);
    if (what[0] == 'd') return read_card(r, &own->drawn);
    if (what[0] == 'g') return own->guilty = true;
    scan_blanks(&r->at);
    return action_parse(r->rules, &r->at, &own->commit) ? true : fail(r, "an action was expected");
}

static bool read_known(Reader *r, Witness *witness) {
    Seat observer = SPECTATOR, holder = 0;
    Cards cards;
    scan_blanks(&r->at);
    if (!scan_word(&r->at, "*") && !read_seat(r, &observer)) return false;
    if (!read_seat(r, &holder) || !read_cards(r, &cards)) return false;
    if (witness) witness->known[observer][holder] = cards;
    return true;
}

static bool read_counter(Reader *r) {
    scan_blanks(&r->at);
    for (unsigned i = 0; i < r->rules->counters; i++) {
        if (!read_name(r, r->rules->counter[i].name)) continue;
        for (unsigned seat = 0; seat < SEATS_MAX && !at_line_end(r); seat++) {
            long long n;
            if (!read_number(r, COUNTER_MOST, &n)) return false;
            r->game.board.extra.counter[i][seat] = (uint8_t)n;
        }
        return true;
    }
    return fail(r, "a counter of these rules was expected");
}

static bool read_second(Reader *r, bool set) {
    Seat seat;
    if (!read_seat(r, &seat)) return false;
    while (!at_line_end(r)) {
        Face face;
        scan_blanks(&r->at);
        if (!second_parse(r->rules, &r->at, &face)) return fail(r, "a card of the second deck was expected");
        if (own_second(&r->game.own[seat], SECOND_HAND_MAX - 1))
            return fail(r, "no more cards of the second deck can be held");
        second_put(&r->game.own[seat], (face - SECOND_CODE + 1u) | (set ? (unsigned)SECOND_SET : 0));
    }
    return true;
}

static bool read_lying(Reader *r) {
    Extra *x = &r->game.board.extra;
    Laid laid = {CARD_DOWN, 0, NO_SEAT, 0};
    long long turns;
    if (x->lying == LAID_MAX) return fail(r, "no more cards can lie on the table");
    scan_blanks(&r->at);
    if (!scan_word(&r->at, "?") && !second_parse(r->rules, &r->at, &laid.card))
        return fail(r, "a card of the second deck, or ?, was expected");
    if (!read_seat(r, &laid.owner)) return false;
    scan_blanks(&r->at);
    if (!scan_word(&r->at, "-") && !read_seat(r, &laid.at)) return false;
    if (!read_number(r, UINT8_MAX, &turns)) return false;
    laid.turns = (uint8_t)turns;
    x->laid[x->lying++] = laid;
    return true;
}

static bool read_run(Reader *r) {
    uint32_t run[RUN_NUMBERS];
    for (unsigned i = 0; i < RUN_NUMBERS; i++) {
        long long n;
        if (!read_number(r, UINT32_MAX, &n)) return false;
        run[i] = (uint32_t)n;
    }
    return extra_set_run(&r->game.board.extra, run) || fail(r, "this program cannot be under way");
}

static bool read_casts(Reader *r) {
    long long n;
    if (!read_number(r, UINT8_MAX, &n)) return false;
    r->game.board.extra.casts = (uint8_t)n;
    return true;
}

static bool read_counts_as(Reader *r) {
    long long n;
    if (!read_number(r, VALUE_SKIP - 1, &n)) return false;
    r->game.board.extra.number = (uint8_t)n;
    return true;
}

static bool read_order(Reader *r) {
    Extra *x = &r->game.board.extra;
    for (unsigned place = 0; place < r->game.board.players; place++)
        if (!read_seat(r, &x->order[place])) return false;
    return r->game.board.classic.reseated = true;
}

static bool read_extra(Reader *r, bool *found) {
    *found = true;
    if (read_name(r, "counter")) return read_counter(r);
    if (read_name(r, "second")) return read_second(r, false);
    if (read_name(r, "set")) return read_second(r, true);
    if (read_name(r, "lying")) return read_lying(r);
    if (read_name(r, "casts")) return read_casts(r);
    if (read_name(r, "counts_as")) return read_counts_as(r);
    if (read_name(r, "order")) return read_order(r);
    if (read_name(r, "run")) return read_run(r);
    return *found = false, true;
}

static bool read_line(Reader *r, Witness *witness) {
    Fate *fate = &r->game.fate;
    bool found = false;
    if (!read_field(r, &found)) return false;
    if (!found && r->rules->programs && !read_extra(r, &found)) return false;
    if (found) return true;
    if (read_name(r, "hand")) return read_own(r, "hand");
    if (read_name(r, "drawn")) return read_own(r, "drawn");
    if (!r->rules->programs && read_name(r, "commit")) return read_own(r, "commit");
    if (read_name(r, "open")) return read_cards(r, &r->game.board.open);
    if (read_name(r, "deck")) return r->decked = true, read_cards(r, &r->game.pile);
    if (read_name(r, "guilty")) return read_own(r, "guilty");
    if (read_name(r, "known")) return read_known(r, witness);
    if (read_name(r, "next")) return read_fate_cards(r, fate->cards, &fate->cards_left, FATE_CARDS, false);
    if (read_name(r, "next_actions"))
        return read_fate_cards(r, fate->actions, &fate->actions_left, FATE_FEW, r->rules->programs);
    if (read_name(r, "next_steals")) return read_fate_cards(r, fate->steals, &fate->steals_left, FATE_FEW, false);
    if (read_name(r, "next_dice")) return read_dice(r);
    if (read_name(r, "seed")) return read_seed(r);
    return fail(r, "a field of a position, such as phase, top or hand, was expected");
}

/* Counts and piles follow from the cards that were named. */
static bool complete(Reader *r) {
    Game *game = &r->game;
    Board *board = &game->board;
    Cards rest;
    if (!rules_allow_players(r->rules, board->players, NULL))
        return fail(r, "these rules do not allow that number of players");
    bool placed = board_unplaced(r->rules, board, &rest);
    for (unsigned seat = 0; placed && seat < board->players; seat++) placed = cards_taken(&rest, &game->own[seat].hand);
    if (!placed) return fail(r, "a card lies in two places, or there are more of it than these rules have");
    family_of(r->rules)->count(r->rules, game, &rest, r->decked);
    return game_sound(r->rules, game) ? true : fail(r, "this position cannot occur in a game of these rules");
}

static bool known_sound(const Game *game, const Witness *witness) {
    for (unsigned observer = 0; observer < OBSERVERS; observer++)
        for (unsigned holder = 0; holder < SEATS_MAX; holder++) {
            const Cards *known = &witness->known[observer][holder];
            if (!cards_faces(known)) continue;
            if (holder >= game->board.players || holder == observer || !cards_within(known, &game->own[holder].hand))
                return false;
        }
    return true;
}

bool position_parse(const Rules *rules, const char *text, Game *game, Witness *witness, ParseError *error) {
    Reader r = {.rules = rules, .at = text, .line_start = text, .line = 1, .error = error};
    for (const BoardField *field = board_fields; field < board_fields + board_field_count; field++)
        for (unsigned i = 0; has_field(rules, field) && i < field->count; i++)
            board_set(&r.game.board, field, i, field->usual);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) r.game.own[seat].drawn = NO_FACE;
    if (rules->programs) program_stop(&r.game.board);
    Seed seed = {{0}};
    rng_init(&r.game.rng, &seed);
    Witness seen;
    witness_init(&seen);
    while (*r.at) {
        if (*r.at != '#' && !at_line_end(&r) && !read_line(&r, &seen)) return false;
        if (*r.at != '#' && !at_line_end(&r)) return fail(&r, "nothing more was expected on this line");
        while (*r.at && *r.at != '\n') r.at++;
        if (*r.at) r.at++, r.line++, r.line_start = r.at;
    }
    if (!complete(&r)) return false;
    if (!known_sound(&r.game, &seen)) return fail(&r, "nobody can know cards that are not in that hand");
    *game = r.game;
    if (witness) *witness = seen;
    return true;
}
