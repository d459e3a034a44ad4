#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/position.h"
#include "trial.h"

enum { OTHERS_A_SEAT = 24, LISTED_TRIED_MAX = 48 };

bool trial_fault(Trial *trial, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(trial->fault, sizeof trial->fault, format, arguments);
    va_end(arguments);
    return false;
}

void trial_list(Trial *trial, Seat seat) {
    trial->count = game_actions(trial->rules, &trial->game, seat, trial->actions);
}

static const char *action_words(const Rules *rules, Action action) {
    static char text[ACTION_TEXT_MAX];
    action_format(rules, action, text, sizeof text);
    return text;
}

/* ---- the position itself ---- */

/* Number cards only ever leave the game and action cards only ever get fewer,
 * so each kind bounds the rounds it can drive; rounds in which everybody is
 * blocked take a Block for each player. A challenge paid out of shed cards puts
 * up to four back for each of the twelve draw cards. */
unsigned split_steps_max(const Rules *rules, unsigned players) {
    unsigned bound = 76 * rules_number_sets(rules, players) + 37 + 8 / players;
    return rules->option.challenge_from == FROM_SHED ? bound + 48 : bound;
}

static bool check_limits(Trial *trial) {
    const Rules *rules = trial->rules;
    const Board *board = &trial->game.board;
    if (rules->family == FAMILY_CLASSIC) {
        if (board->turns > (unsigned)rules->option.turn_limit)
            return trial_fault(trial, "turn %u of at most %d", board->turns, rules->option.turn_limit);
        return true;
    }
    unsigned most = split_steps_max(rules, board->players);
    if (board->split.steps > most) return trial_fault(trial, "step %u of at most %u", board->split.steps, most);
    return true;
}

static bool check_who_is_asked(Trial *trial) {
    const Board *board = &trial->game.board;
    SeatMask awaited = board_awaited(trial->rules, board), waiting = board_waiting(trial->rules, board);
    if (awaited & ~waiting) return trial_fault(trial, "a seat is awaited that may not act");
    if ((awaited == 0) != (board->phase == PHASE_OVER)) return trial_fault(trial, "the game waits for nobody");
    for (Seat seat = 0; seat < board->players; seat++) {
        trial_list(trial, seat);
        if (trial->count && !(waiting >> seat & 1))
            return trial_fault(trial, "seat %c may act but is not waited for", 'A' + seat);
        if (!trial->count && awaited >> seat & 1)
            return trial_fault(trial, "seat %c is asked and can do nothing", 'A' + seat);
    }
    return true;
}

bool check_position(Trial *trial) {
    if (!game_sound(trial->rules, &trial->game)) return trial_fault(trial, "the game is not sound");
    return check_limits(trial) && check_who_is_asked(trial);
}

/* ---- listed actions ---- */

static bool check_action_text(Trial *trial, Action action) {
    char text[ACTION_TEXT_MAX];
    unsigned length = action_format(trial->rules, action, text, sizeof text);
    if (length >= sizeof text) return trial_fault(trial, "the text of action %08x is too long", action);
    const char *at = text;
    Action back = 0;
    if (!action_parse(trial->rules, &at, &back)) return trial_fault(trial, "'%s' is not read back", text);
    if (*at || back != action) return trial_fault(trial, "'%s' is read back as %08x, not %08x", text, back, action);
    return true;
}

static bool check_applies(Trial *trial, Seat seat, Action action) {
    Game copy;
    memcpy(&copy, &trial->game, sizeof copy);
    Verdict verdict = game_apply(trial->rules, &copy, seat, action, NULL);
    if (verdict != VERDICT_ok)
        return trial_fault(trial, "%c: '%s' is listed and refused: %s", 'A' + seat, action_words(trial->rules, action),
                           verdict_name(verdict));
    if (!game_sound(trial->rules, &copy))
        return trial_fault(trial, "%c: '%s' leaves a game that is not sound", 'A' + seat,
                           action_words(trial->rules, action));
    return true;
}

/* All of a short list, a part of a long one. */
static bool check_listed_by(Trial *trial, Seat seat) {
    const Board *board = &trial->game.board;
    ActionSet set;
    board_actions(trial->rules, board, &trial->game.own[seat], seat, &set);
    if (action_set_empty(&set) != (trial->count == 0)) return trial_fault(trial, "%c: set and list differ", 'A' + seat);
    unsigned stride = trial->count / LISTED_TRIED_MAX + 1;
    for (unsigned i = random_below(&trial->random, stride); i < trial->count; i += stride) {
        Action action = trial->actions[i];
        if (i && trial->actions[i - 1] >= action) return trial_fault(trial, "the list is not in ascending order");
        if (!action_set_has(trial->rules, &set, action) ||
            board_refusal(trial->rules, board, &trial->game.own[seat], seat, action) != VERDICT_ok)
            return trial_fault(trial, "%c: '%s' is listed but not in the set", 'A' + seat,
                               action_words(trial->rules, action));
        if (!check_action_text(trial, action) || !check_applies(trial, seat, action)) return false;
    }
    return true;
}

bool check_listed(Trial *trial) {
    for (Seat seat = 0; seat < trial->game.board.players; seat++) {
        trial_list(trial, seat);
        if (!check_listed_by(trial, seat)) return false;
    }
    return true;
}

/* ---- all other actions ---- */

static bool is_listed(const Trial *trial, Action action) {
    for (unsigned i = 0; i < trial->count; i++)
        if (trial->actions[i] == action) return true;
    return false;
}

/* One field of a good action gone wrong. */
static Action near_miss(Trial *trial, Action action) {
    uint64_t *random = &trial->random;
    switch (random_below(random, 5)) {
    case 0: return (action & 0x00FFFFFF) | random_below(random, ACT_KINDS + 1) << 24;
    case 1: return (action & 0xFF00FFFF) | random_below(random, FACES + 2) << 16;
    case 2: return (action & 0xFFFF00FF) | random_below(random, NAMES + 1) << 8;
    case 3: return (action & 0xFFFFFF0F) | random_below(random, 16) << 4;
    default: return (action & 0xFFFFFFF0) | random_below(random, 16);
    }
}

static Action likely(Trial *trial) {
    uint64_t *random = &trial->random;
    unsigned card = random_below(random, 2) ? NO_FACE : random_below(random, FACES);
    unsigned choice = random_below(random, 3) ? NO_CHOICE : random_below(random, NAMES);
    unsigned target = random_below(random, 3) ? NO_SEAT : random_below(random, SEATS_MAX);
    return action_full((ActionKind)random_below(random, ACT_KINDS), card, choice, target, random_below(random, 4) == 0);
}

static Action any_action(Trial *trial) {
    unsigned way = random_below(&trial->random, 8);
    if (way == 0) return (Action)random_next(&trial->random);
    if (way < 3 || !trial->count) return likely(trial);
    return near_miss(trial, trial->actions[random_below(&trial->random, trial->count)]);
}

static bool check_refused(Trial *trial, Seat seat, Action action) {
    Game copy;
    memcpy(&copy, &trial->game, sizeof copy);
    const Private *own = seat < trial->game.board.players ? &trial->game.own[seat] : NULL;
    Verdict verdict = game_apply(trial->rules, &copy, seat, action, NULL);
    if (verdict == VERDICT_ok) return trial_fault(trial, "%c: %08x is not listed and done", 'A' + seat, action);
    if (memcmp(&copy, &trial->game, sizeof copy) != 0)
        return trial_fault(trial, "%c: %08x is refused and changes the game", 'A' + seat, action);
    if (own && board_refusal(trial->rules, &trial->game.board, own, seat, action) != verdict)
        return trial_fault(trial, "%c: %08x has two reasons to be refused", 'A' + seat, action);
    return true;
}

bool check_unlisted(Trial *trial) {
    for (Seat seat = 0; seat < trial->game.board.players; seat++) {
        trial_list(trial, seat);
        for (unsigned i = 0; i < OTHERS_A_SEAT; i++) {
            Action action = any_action(trial);
            bool good =
                is_listed(trial, action) ? check_applies(trial, seat, action) : check_refused(trial, seat, action);
            if (!good) return false;
        }
    }
    /* Somebody who does not sit here at all, with what the last seat could do. */
    trial->count = 0;
    return check_refused(trial, trial->game.board.players, any_action(trial));
}

/* ---- text ---- */

bool check_text(Trial *trial) {
    static char text[POSITION_TEXT_MAX], again[POSITION_TEXT_MAX];
    static Witness witness;
    Game game;
    ParseError error;
    memset(&game, 0xA5, sizeof game);
    if (position_format(trial->rules, &trial->game, &trial->witness, text, sizeof text) >= sizeof text)
        return trial_fault(trial, "the text of the position is too long");
    if (!position_parse(trial->rules, text, &game, &witness, &error))
        return trial_fault(trial, "the position is not read back: line %u column %u: %s", error.line, error.column,
                           error.text);
    position_format(trial->rules, &game, &witness, again, sizeof again);
    if (strcmp(text, again) != 0) return trial_fault(trial, "the position is read back as another one");
    if (memcmp(&game.board, &trial->game.board, sizeof game.board) != 0)
        return trial_fault(trial, "the board read back has other bytes");
    if (memcmp(witness.known, trial->witness.known, sizeof witness.known) != 0)
        return trial_fault(trial, "what the seats know is not read back");
    if (memcmp(&game.rng, &trial->game.rng, sizeof game.rng) != 0)
        return trial_fault(trial, "the generator is not read back");
    return true;
}
