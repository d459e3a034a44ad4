#define _GNU_SOURCE
#include "session.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "options.h"

enum { LINE_MAX_BYTES = 256, LOG_LINES = 20, HELP_INDENT = 21 };

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
    (void)number;
    interrupted = 1;
}

/* Without SA_RESTART a signal also ends a waiting read. */
static void catch_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = SIG_IGN; /* a closed pipe must not cost the record */
    sigaction(SIGPIPE, &action, NULL);
}

static void view_now(const Session *session, unsigned observer, View *out) {
    view_of(&session->record.rules, &session->game, &session->witness, observer, out);
}

/* ---- telling ---- */

static void log_line(Session *session, const char *line) {
    size_t length = strlen(line);
    if (session->log_length + length + 2 > session->log_capacity) {
        size_t capacity = (session->log_length + length + 2) * 2;
        char *more = realloc(session->log, capacity);
        if (!more) return;
        session->log = more;
        session->log_capacity = capacity;
    }
    memcpy(session->log + session->log_length, line, length + 1);
    session->log_length += length;
    session->log[session->log_length++] = '\n';
    session->log[session->log_length] = 0;
}

/* The cards that came into the person's hand by a draw or a theft. */
static bool gained(const Session *session, const Cards *before, Cards *out) {
    const Cards *now = &session->game.own[session->seat].hand;
    bool drew = false;
    memset(out, 0, sizeof *out);
    for (unsigned face = 0; face < FACES; face++) {
        unsigned was = cards_copies(before, (Face)face), is = cards_copies(now, (Face)face);
        if (is > was) cards_set(out, (Face)face, is - was);
    }
    for (unsigned i = 0; i < session->witness.events; i++) {
        const Event *event = &session->witness.event[i];
        if (event->kind == EVENT_swapped || event->kind == EVENT_rotated || event->kind == EVENT_dealt) return false;
        if (event->seat != session->seat) continue;
        if (event->kind == EVENT_drew || event->kind == EVENT_drew_action || event->kind == EVENT_stole) drew = true;
        if (event->kind == EVENT_took_back && event->card < FACES && cards_has(out, event->card))
            cards_remove(out, event->card);
    }
    return drew && cards_faces(out);
}

/* All that one action brought about, on one line. */
static void tell_events(Session *session, const Cards *before) {
    char line[EVENTS_MAX * EVENT_TEXT_MAX] = "";
    size_t used = 0;
    for (unsigned i = 0; i < session->witness.events; i++) {
        const Event *event = &session->witness.event[i];
        char text[EVENT_TEXT_MAX + 40];
        if (say_is_told(session->witness.event, i)) continue;
        if (event->kind == EVENT_bid_made && event->seat != session->seat) continue; /* goes without saying */
        say_event(&session->speaker, event, text, sizeof text);
        size_t length = strlen(text);
        bool closed = length && text[length - 1] == '!';
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s%s", used ? " " : "", text, closed ? "" : ".");
        if (used >= sizeof line) used = sizeof line - 1;
    }
    if (!used) return;
    say_wrapped(line);
    log_line(session, line);
    Cards cards;
    if (!session->automatic && gained(session, before, &cards)) say_cards(&session->speaker, "  You get:", &cards);
}

/* ---- acting ---- */

static bool is_bot(const Session *session, unsigned seat) { return seat != session->seat || session->automatic; }

static void bots_watch(Session *session) {
    for (unsigned seat = 0; seat < session->record.players; seat++) {
        View view;
        if (!is_bot(session, seat)) continue;
        view_now(session, seat, &view);
        bot_watch(&session->bot[seat], &view);
    }
}

static Verdict act(Session *session, Seat seat, Action action) {
    Cards before = session->game.own[session->seat].hand;
    Verdict verdict = game_apply(&session->record.rules, &session->game, seat, action, &session->witness);
    if (verdict != VERDICT_ok) return verdict;
    record_add(&session->record, seat, action);
    bots_watch(session);
    tell_events(session, &before);
    return verdict;
}

/* Gives every bot but the awaited ones the chance to act out of turn. */
static bool bots_break_in(Session *session) {
    const Board *board = &session->game.board;
    SeatMask awaited = board_awaited(&session->record.rules, board);
    SeatMask others = board_waiting(&session->record.rules, board) & (SeatMask)~awaited;
    for (unsigned seat = 0; seat < board->players; seat++) {
        if (!(others >> seat & 1) || !is_bot(session, seat)) continue;
        View view;
        Action action;
        view_now(session, seat, &view);
        if (bot_act(&session->bot[seat], &view, &action) && act(session, (Seat)seat, action) == VERDICT_ok) return true;
    }
    return false;
}

static void bot_answers(Session *session, Seat seat) {
    View view;
    Action action;
    view_now(session, seat, &view);
    if (bot_act(&session->bot[seat], &view, &action) && act(session, seat, action) == VERDICT_ok) return;
    /* A refusal here is a bug of the bot, not of the person who plays. */
    Action list[ACTIONS_MAX];
    if (game_actions(&session->record.rules, &session->game, seat, list)) act(session, seat, list[0]);
}

/* ---- the person ---- */

typedef struct {
    const char *words, *meaning;
} HelpRow;

static const HelpRow help_keys[] = {
    {"?", "what you can do now, numbered; a number picks one"},
    {"hand", "the table and your hand again"},
    {"log", "what has happened"},
    {"rules", "the rulebook of this game"},
    {"why", "which of your cards do not fit, and why not"},
    {"quit", "leave the game"},
    {NULL, NULL},
};

static const HelpRow help_classic[] = {
    {"R5, Bx, G-, Y+2", "play the red 5, the blue Skip, the green Reverse, the yellow Draw Two"},
    {"W:B, W+4:R", "play a Wild and name blue, a Wild +4 and name red"},
    {"R7>B", "play the 7 and swap hands with seat B, where a 7 swaps"},
    {"R5!", "an added ! calls UNO with the last card but one"},
    {"draw", "take a card from the draw pile"},
    {"keep", "do not play the card you have just drawn"},
    {"accept", "draw what you are to draw"},
    {"challenge", "say that the Wild +4 was not honest"},
    {"call", "call UNO after your card lies"},
    {"catch", "somebody has one card left and did not call"},
    {"pass", "where you can neither play nor draw"},
    {"done", "lay no further card of the same number"},
    {NULL, NULL},
};

static const HelpRow help_split[] = {
    {"R7", "bid the red 7"},
    {"+2>B, block>B", "play an action card on seat B; with one opponent +2 will do"},
    {"wild", "play a Wild; what must be bid is named afterwards: name R>B, name even"},
    {"+2, +4, block", "counter a card that was played on you"},
    {"pass", "play no action card, let a card or a claim stand"},
    {"shed R5", "get rid of that number card; shed none where you need not"},
    {"discard block", "pay for a Reverse with that action card"},
    {"steal B", "your 0: take a card from seat B; or steal none"},
    {"hit B", "your 7: seat B draws"},
    {"answer, refuse", "what you say to a truth or a dare"},
    {"bonus card", "take an action card as your bonus"},
    {"bonus draw", "or let every opponent draw"},
    {"challenge +2", "lay a +2 against somebody who claims the win"},
    {NULL, NULL},
};

static void print_help_rows(const HelpRow *rows) {
    for (; rows->words; rows++) {
        printf("    %-16s ", rows->words);
        say_wrapped_at(HELP_INDENT, HELP_INDENT, rows->meaning);
    }
}

static void print_keys(const Session *session) {
    bool split = session->record.rules.family == FAMILY_SPLIT;
    say_wrapped("Words for you alone:");
    print_help_rows(help_keys);
    say_wrapped("What you do is a card or a word; capitals do not matter, R Y G B are the colours, A B C the seats:");
    print_help_rows(split ? help_split : help_classic);
    say_wrapped("Not all of it is open in every game or at every moment. Ids in brackets, such as [O5], name the "
                "rulings behind a refusal; docs/rulings.md explains them.");
}

static void print_log(const Session *session) {
    if (!session->log_length) return;
    const char *at = session->log + session->log_length - 1;
    for (unsigned lines = 0; at > session->log; at--)
        if (at[-1] == '\n' && ++lines == LOG_LINES) break;
    while (*at) {
        char line[EVENTS_MAX * EVENT_TEXT_MAX];
        size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        say_wrapped(line);
        at += length + 1;
    }
}

static void print_rules(const Session *session) {
    Printer printer = printer_on(stdout);
    ruleset_book(&session->ruleset, BOOK_TERMINAL, 80, &printer);
}

/* ", such as W:B": how the card would have been played; "" where no example helps. */
static void refusal_example(const Session *session, const ActionSet *set, Verdict verdict, Action action, char *out,
                            size_t size) {
    const Rules *rules = &session->record.rules;
    Face card = action_card(action);
    char code[CARD_CODE_MAX + 2];
    out[0] = 0;
    if (card >= FACES || (verdict != VERDICT_colour_needed && verdict != VERDICT_target_needed)) return;
    face_format(rules, card, code, sizeof code);
    SeatMask targets = card == FACE_BLOCK && rules->family == FAMILY_SPLIT ? set->block_targets : set->targets;
    if (verdict == VERDICT_colour_needed) snprintf(out, size, ", such as %s:B", code);
    else snprintf(out, size, ", such as %s>%c", code, targets ? 'A' + mask_first(targets) : session->seat ? 'A' : 'B');
}

static void print_refusal(const Session *session, const ActionSet *set, Verdict verdict, Action action) {
    const char *ids = verdict_rules(verdict), *sentence = verdict_sentence(verdict);
    char example[40], line[512];
    refusal_example(session, set, verdict, action, example, sizeof example);
    int length = (int)strlen(sentence) - (example[0] != 0); /* without its full stop */
    snprintf(line, sizeof line, "%.*s%s%s%s%s%s", length, sentence, example, example[0] ? "." : "", ids[0] ? " [" : "",
             ids, ids[0] ? "]" : "");
    say_wrapped(line);
}

/* Card by card, what the rules have against it. */
static void print_why(const Session *session, const View *view) {
    const Rules *rules = &session->record.rules;
    ActionSet set;
    view_actions(rules, view, &set);
    Verdict last = VERDICT_ok;
    uint64_t wrong = cards_faces(&view->own.hand) & ~set.cards;
    ActionKind kind = set.card_kind == ACT_NONE ? ACT_PLAY : set.card_kind;
    if (!wrong) printf("  Every card you hold can be used now.\n");
    for (Verdict verdict = VERDICT_ok; verdict < VERDICTS; verdict++)
        for (uint64_t faces = wrong; faces; faces &= faces - 1) {
            Face face = (Face)bits_first(faces);
            char card[SAY_CARD_MAX];
            unsigned choice = rules->asks[face] & ASKS_COLOUR && kind == ACT_PLAY ? RED : NO_CHOICE;
            Action action = action_full(kind, face, choice, NO_SEAT, false);
            if (board_refusal(rules, &view->board, &view->own, view->seat, action) != verdict || verdict == VERDICT_ok)
                continue;
            if (verdict != last) {
                if (last != VERDICT_ok) printf("\n");
                print_refusal(session, &set, verdict, action_plain(ACT_NONE));
                printf("   ");
            }
            last = verdict;
            printf(" %s", say_card(&session->speaker, face, card));
        }
    if (last != VERDICT_ok) printf("\n");
}

static bool read_line(char line[LINE_MAX_BYTES]) {
    fflush(stdout);
    if (interrupted || !fgets(line, LINE_MAX_BYTES, stdin)) return false;
    size_t length = strlen(line);
    if (length && line[length - 1] != '\n' && !feof(stdin))
        for (int c; (c = getchar()) != EOF && c != '\n';) {}
    line[strcspn(line, "\r\n")] = 0;
    return !interrupted;
}

typedef enum { HEARD_NOTHING, HEARD_ACTION, HEARD_QUIT, HEARD_KEY } Heard;

/* One of the words that are not actions. */
static Heard hear_key(Session *session, const View *view, const char *word) {
    if (strcmp(word, "quit") == 0 || strcmp(word, "exit") == 0 || strcmp(word, "q") == 0) return HEARD_QUIT;
    if (strcmp(word, "?") == 0) say_actions(&session->speaker, view);
    else if (strcmp(word, "help") == 0 || strcmp(word, "h") == 0) print_keys(session);
    else if (strcmp(word, "log") == 0) print_log(session);
    else if (strcmp(word, "rules") == 0) print_rules(session);
    else if (strcmp(word, "why") == 0) print_why(session, view);
    else if (strcmp(word, "hand") == 0) {
        say_table(&session->speaker, view);
        say_hand(&session->speaker, view);
        say_question(&session->speaker, view);
    } else return HEARD_NOTHING;
    return HEARD_KEY;
}

/* The one thing that can be done, where there is only one. */
static bool only_action(const Session *session, const ActionSet *set, Action *out) {
    Action list[ACTIONS_MAX];
    if (action_set_list(&session->record.rules, set, list) != 1) return false;
    *out = list[0];
    return true;
}

static void prompt(const Session *session, const ActionSet *set, bool asked) {
    Action only;
    char text[ACTION_TEXT_MAX] = "let it be";
    bool enter = !asked;
    if (asked && only_action(session, set, &only)) {
        action_format(&session->record.rules, only, text, sizeof text);
        enter = true;
    }
    if (enter) printf("(Enter: %s) ", text);
    printf("> ");
}

static Heard hear(Session *session, const View *view, const ActionSet *set, bool asked, Action *out) {
    char line[LINE_MAX_BYTES], *word = line;
    prompt(session, set, asked);
    if (!read_line(line)) {
        printf("\n");
        return HEARD_QUIT;
    }
    while (*word == ' ' || *word == '\t') word++;
    if (!*word) {
        if (!asked) return HEARD_NOTHING;
        if (only_action(session, set, out)) return HEARD_ACTION;
        printf("  Type what you do, ? for a list, or help.\n");
        return HEARD_KEY;
    }
    Heard key = hear_key(session, view, word);
    if (key != HEARD_NOTHING) return key;
    if (answer_parse(&session->record.rules, set, word, out)) return HEARD_ACTION;
    if (strspn(word, "0123456789") == strlen(word)) printf("  There is no answer %s: ? lists them.\n", word);
    else say_wrapped("That is not understood. ? lists what you can do now, help explains the words.");
    return HEARD_KEY;
}

/* Asks the person until they act (true), let it be (true, when not asked) or leave (false). */
static bool person_answers(Session *session, bool asked) {
    View view;
    ActionSet set;
    view_now(session, session->seat, &view);
    view_actions(&session->record.rules, &view, &set);
    if (asked) {
        say_table(&session->speaker, &view);
        say_hand(&session->speaker, &view);
    }
    say_question(&session->speaker, &view);
    for (;;) {
        Action action = 0;
        Heard heard = hear(session, &view, &set, asked, &action);
        if (heard == HEARD_QUIT) return false;
        if (heard == HEARD_NOTHING) return true;
        if (heard == HEARD_KEY) continue;
        Verdict verdict = act(session, session->seat, action);
        if (verdict == VERDICT_ok) return true;
        print_refusal(session, &set, verdict, action);
    }
}

/* Something the person could do although nobody waits for it. */
static bool person_may_break_in(const Session *session) {
    const Board *board = &session->game.board;
    const Rules *rules = &session->record.rules;
    if (session->automatic || board_awaited(rules, board) >> session->seat & 1) return false;
    if (!(board_waiting(rules, board) >> session->seat & 1)) return false;
    ActionSet set;
    board_actions(rules, board, &session->game.own[session->seat], session->seat, &set);
    bool slip = set.plain >> ACT_CATCH & 1 && !board->classic.uno_called;
    return slip || set.plain >> ACT_CALL & 1 || set.cards;
}

/* ---- the game ---- */

static bool step(Session *session) {
    const Rules *rules = &session->record.rules;
    if (bots_break_in(session)) return true;
    if (person_may_break_in(session)) {
        size_t before = session->record.actions;
        if (!person_answers(session, false)) return false;
        if (session->record.actions != before) return true;
    }
    SeatMask awaited = board_awaited(rules, &session->game.board);
    if (!session->automatic && awaited >> session->seat & 1) return person_answers(session, true);
    bot_answers(session, mask_first(awaited));
    return true;
}

SessionEnd session_run(Session *session) {
    Seed seed;
    Cards nothing = {0};
    Record *record = &session->record;
    record_seed(record, &seed);
    session->speaker = (Speaker){.rules = &record->rules, .reader = session->automatic ? SPECTATOR : session->seat};
    session->speaker.colour = say_colours_wanted();
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) session->speaker.name[seat] = record->name[seat];
    catch_signals();
    witness_init(&session->witness);
    game_init(&record->rules, &session->game, record->players, &seed, NULL, &session->witness);
    for (unsigned seat = 0; seat < record->players; seat++)
        bot_init(&session->bot[seat], session->kind, &record->rules, session->chance + seat, NULL);
    bots_watch(session);
    tell_events(session, &nothing);

    while (session->game.board.phase != PHASE_OVER) {
        size_t before = record->actions;
        if (interrupted) return SESSION_INTERRUPTED;
        if (!step(session)) return interrupted ? SESSION_INTERRUPTED : SESSION_QUIT;
        if (record->actions == before) return SESSION_NO_MEMORY;
    }
    record_finish(record, &session->game);
    say_result(&session->speaker, &session->game.board);
    return SESSION_OVER;
}

void session_free(Session *session) {
    record_free(&session->record);
    free(session->log);
}
