#define _GNU_SOURCE
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH = 80, WIDTH_MIN = 20, WIDTH_MAX = 100, QUESTION_MAX = 1024, NAME_WIDTH = 12 };

static const char *const colour_paint[COLOURS] = {"\033[91m", "\033[93m", "\033[92m", "\033[94m"};
static const char *const duty_words[NAMES] = {"red",           "yellow", "green", "blue", "an even number",
                                              "an odd number", "0 to 4", "5 to 9"};
static const char *const colour_words[COLOURS] = {"red", "yellow", "green", "blue"};

bool say_colours_wanted(void) {
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    bool plain = !terminal || !terminal[0] || strcmp(terminal, "dumb") == 0;
    return isatty(STDOUT_FILENO) && !plain && !(no && no[0]);
}

unsigned say_width(void) {
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < WIDTH_MIN) return WIDTH;
    return size.ws_col < WIDTH_MAX ? size.ws_col : WIDTH_MAX;
}

/* A column for each character; what paints takes none. */
static unsigned columns_of(const char *text, size_t length) {
    unsigned columns = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\033') {
            while (i < length && text[i] != 'm') i++;
            continue;
        }
        columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    }
    return columns;
}

static const char *name_of(const Speaker *speaker, unsigned seat) {
    if (seat == speaker->reader) return "you";
    return seat < SEATS_MAX && speaker->name[seat] ? speaker->name[seat] : "?";
}

/* ---- cards ---- */

static bool is_coloured(const Rules *rules, Face face) {
    if (rules->family == FAMILY_SPLIT) return !(SPLIT_ACTIONS >> face & 1);
    return !(rules->wilds >> face & 1);
}

const char *say_card(const Speaker *speaker, Face face, char out[SAY_CARD_MAX]) {
    char code[CARD_CODE_MAX + 2];
    face_format(speaker->rules, face, code, sizeof code);
    if (!speaker->colour) snprintf(out, SAY_CARD_MAX, "%s", code);
    else
        snprintf(out, SAY_CARD_MAX, "%s%s\033[0m",
                 is_coloured(speaker->rules, face) ? colour_paint[face_colour(face)] : "\033[1m", code);
    return out;
}

static unsigned card_width(const Speaker *speaker, Face face) {
    char code[CARD_CODE_MAX + 2];
    return face_format(speaker->rules, face, code, sizeof code);
}

/* The cards without a colour come last. */
static unsigned card_order(const Rules *rules, unsigned place) {
    unsigned plain = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned face = 0; face < FACES; face++)
            if (is_coloured(rules, (Face)face) == (pass == 0) && plain++ == place) return face;
    return 0;
}

void say_cards(const Speaker *speaker, const char *heading, const Cards *cards) {
    unsigned indent = columns_of(heading, strlen(heading)), column = indent, group = COLOURS + 1;
    printf("%s", heading);
    for (unsigned place = 0; place < FACES; place++) {
        Face face = (Face)card_order(speaker->rules, place);
        unsigned now = is_coloured(speaker->rules, face) ? face_colour(face) : COLOURS;
        for (unsigned copies = cards_copies(cards, face); copies; copies--) {
            char text[SAY_CARD_MAX];
            unsigned width = card_width(speaker, face) + 1;
            bool apart = group != COLOURS + 1 && now != group; /* a wider gap between colours */
            if (column + width + apart > say_width() - 2) {
                printf("\n%*s", (int)indent, "");
                column = indent;
                apart = false;
            }
            printf("%s %s", apart ? " " : "", say_card(speaker, face, text));
            column += width + apart;
            group = now;
        }
    }
    printf(group == COLOURS + 1 ? " none\n" : "\n");
}

/* What the seat has seen in other hands: swapped away, shown, lost, taken back. */
static void say_known(const Speaker *speaker, const View *view) {
    for (unsigned seat = 0; seat < view->board.players; seat++) {
        char heading[96];
        if (seat == view->seat || !cards_faces(&view->known[seat])) continue;
        snprintf(heading, sizeof heading, "  %s holds, as you know:", name_of(speaker, seat));
        say_cards(speaker, heading, &view->known[seat]);
    }
}

void say_hand(const Speaker *speaker, const View *view) {
    if (speaker->rules->family == FAMILY_CLASSIC) {
        say_cards(speaker, "  Your hand:", &view->own.hand);
    } else {
        Cards numbers = cards_only(&view->own.hand, ~SPLIT_ACTIONS),
              actions = cards_only(&view->own.hand, SPLIT_ACTIONS);
        say_cards(speaker, "  Your number cards:", &numbers);
        say_cards(speaker, "  Your action cards:", &actions);
    }
    say_known(speaker, view);
}

/* ---- the table ---- */

static void say_name(const Speaker *speaker, unsigned seat) {
    const char *name = seat == speaker->reader ? "You" : speaker->name[seat];
    unsigned width = columns_of(name, strlen(name));
    printf("%c %s%*s", 'A' + (int)seat, name, width < NAME_WIDTH ? (int)(NAME_WIDTH - width) : 0, "");
}

static void say_seat_name(const Speaker *speaker, unsigned seat, SeatMask awaited) {
    printf("  %s ", awaited >> seat & 1 ? ">" : " ");
    say_name(speaker, seat);
}

static void say_score(const Rules *rules, const Board *board, unsigned seat) {
    if (rules->family == FAMILY_CLASSIC && (rules->option.scoring || board->score[seat]))
        printf("  %4u points", board->score[seat]);
    if (rules->option.teams) printf("  team %u", rules_team(rules, (Seat)seat) + 1u);
}

static void say_classic_seat(const Speaker *speaker, const Board *board, unsigned seat) {
    const ClassicBoard *c = &board->classic;
    printf("%3u card%s", board->count[seat], board->count[seat] == 1 ? " " : "s");
    say_score(speaker->rules, board, seat);
    if (c->place[seat]) printf("  out: place %u", c->place[seat]);
    if (board->count[seat] == 1 && c->uno_seat == seat) printf(c->uno_called ? "  UNO!" : "  has not called UNO");
    if (seat == board->dealer) printf("  dealer");
}

static void say_split_seat(const Speaker *speaker, const Board *board, unsigned seat) {
    const SplitBoard *s = &board->split;
    printf("%3u number%s %2u action%s", board->count[seat], board->count[seat] == 1 ? " " : "s", board->actions[seat],
           board->actions[seat] == 1 ? " " : "s");
    say_score(speaker->rules, board, seat);
    if (s->shown[seat] < FACES) {
        char card[SAY_CARD_MAX];
        printf("  shows %s", say_card(speaker, s->shown[seat], card));
    }
    if (s->streak[seat]) printf("  %u win%s running", s->streak[seat], s->streak[seat] == 1 ? "" : "s");
    if (s->blocked >> seat & 1) printf("  blocked");
    if (s->duty[seat] < NAMES) printf("  must bid %s", duty_words[s->duty[seat]]);
    if (s->committed >> seat & 1) printf("  has chosen");
    if (seat == s->lead) printf("  leads");
}

/* The order in which the seats still playing follow each other. */
static void say_order(const Board *board) {
    printf("   Play goes");
    for (unsigned i = 0; i < board->players; i++) {
        unsigned seat = board->classic.direction > 0 ? i : board->players - 1 - i;
        if (!(board->out >> seat & 1)) printf(" %c", 'A' + (int)seat);
    }
}

static void say_classic_middle(const Speaker *speaker, const Board *board) {
    const ClassicBoard *c = &board->classic;
    char card[SAY_CARD_MAX];
    if (board->phase == PHASE_DEAL) {
        printf("  Deal %u is over.\n", board->deals);
        return;
    }
    printf("  On top: %s", say_card(speaker, c->top, card));
    if (!is_coloured(speaker->rules, c->top))
        printf(", colour %s", c->colour < COLOURS ? colour_words[c->colour] : "not named yet");
    if (c->pending) printf("   Draw pending: %u", c->pending);
    printf("   Draw pile: %u%s", board->pile, board->pile ? "" : " (empty)");
    if (board->players > 2) say_order(board);
    printf("\n");
}

static void say_split_middle(const Board *board) {
    const SplitBoard *s = &board->split;
    printf("  Number deck: %u   Action deck: %u\n", s->numbers_left, s->actions_left);
    if (!s->numbers_left) printf("  The number deck is used up: nobody draws number cards any more.\n");
}

void say_table(const Speaker *speaker, const View *view) {
    const Board *board = &view->board;
    SeatMask awaited = board_awaited(speaker->rules, board);
    bool classic = speaker->rules->family == FAMILY_CLASSIC;
    printf("\n");
    for (unsigned seat = 0; seat < board->players; seat++) {
        say_seat_name(speaker, seat, awaited);
        if (classic) say_classic_seat(speaker, board, seat);
        else say_split_seat(speaker, board, seat);
        printf("\n");
    }
    if (board->phase == PHASE_OVER) return;
    if (classic) say_classic_middle(speaker, board);
    else say_split_middle(board);
}

void say_result(const Speaker *speaker, const Board *board) {
    printf("\n");
    for (unsigned seat = 0; seat < board->players; seat++) {
        bool won = board->winners >> seat & 1;
        printf("  ");
        say_name(speaker, seat);
        if (speaker->rules->family == FAMILY_CLASSIC)
            printf("%3u card%s", board->count[seat], board->count[seat] == 1 ? " " : "s");
        else
            printf("%3u number%s %2u action%s", board->count[seat], board->count[seat] == 1 ? " " : "s",
                   board->actions[seat], board->actions[seat] == 1 ? " " : "s");
        say_score(speaker->rules, board, seat);
        printf(won ? "  wins\n" : "\n");
    }
    if (!board->winners) printf("  Nobody wins.\n");
}

/* ---- the question ---- */

/* "red or 7": what fits on the top card. */
static void say_fitting(const Speaker *speaker, const ClassicBoard *c, FILE *out) {
    const Rules *rules = speaker->rules;
    fprintf(out, "%s", c->colour < COLOURS ? colour_words[c->colour] : "any colour");
    if (!is_coloured(rules, c->top)) return;
    unsigned value = face_value(c->top);
    if (value <= 9) fprintf(out, " or %u", value);
    else fprintf(out, " or a %s", rules->card[c->top].name);
}

static bool may(const ActionSet *set, ActionKind kind) { return set->plain >> kind & 1; }

static void ask_turn(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    if (!set->cards) {
        if (may(set, ACT_DRAW)) fprintf(out, "Nothing you hold fits (");
        else fprintf(out, "Nothing you hold fits and there is nothing to draw (");
        say_fitting(speaker, &view->board.classic, out);
        fprintf(out, may(set, ACT_DRAW) ? "): draw" : "): pass");
        return;
    }
    fprintf(out, "Play ");
    say_fitting(speaker, &view->board.classic, out);
    uint64_t wilds = set->cards & speaker->rules->wilds;
    if (wilds)
        fprintf(out, " or a card without colour (%s:B names blue)", speaker->rules->card[bits_first(wilds)].code);
    if (may(set, ACT_DRAW)) fprintf(out, ", or draw");
}

static void ask_drawn(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    char card[SAY_CARD_MAX];
    fprintf(out, "You drew %s", say_card(speaker, view->own.drawn, card));
    if (!set->cards) fprintf(out, ", which does not fit: keep");
    else if (!may(set, ACT_KEEP)) fprintf(out, ": it fits and must be played");
    else fprintf(out, ": play it, or keep");
}

static void ask_answer(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    const ClassicBoard *c = &view->board.classic;
    const Rules *rules = speaker->rules;
    fprintf(out, view->board.phase == PHASE_RETURNED ? "The draw of %u has come back to you: " : "You are to draw %u: ",
            c->pending);
    if (set->cards & rules->draw_faces) fprintf(out, "add a draw card, ");
    if (set->cards & VALUE_MASK(VALUE_REVERSE) && rules->option.trap_card) fprintf(out, "set a trap with a Reverse, ");
    if (set->cards & VALUE_MASK(VALUE_SKIP)) fprintf(out, "take a chance with a Skip, ");
    if (set->cards & rules->reflectors) fprintf(out, "reflect it, ");
    if (may(set, ACT_CHALLENGE)) fprintf(out, "challenge the Wild +4, ");
    fprintf(out, set->cards || may(set, ACT_CHALLENGE) ? "or accept" : "accept");
}

static void ask_more(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)speaker;
    if (set->cards) fprintf(out, "Lay another %u, or say done", face_value(view->board.classic.top));
    else fprintf(out, "You have no further %u: done", face_value(view->board.classic.top));
}

static void ask_opening(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)speaker, (void)view, (void)set;
    fprintf(out, "A Wild opens the game: name its colour (name R, name Y, name G, name B)");
}

static void ask_deal(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)speaker, (void)view, (void)set;
    fprintf(out, "You are the dealer: deal");
}

static void ask_offer(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)speaker, (void)view;
    fprintf(out, set->cards ? "Play an action card, or pass" : "You have no action card to play: pass");
}

static void ask_window(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)speaker, (void)view;
    fprintf(out, set->cards ? "Choose an action card in secret, or pass" : "You have no action card to play: pass");
}

static void ask_counter(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    const SplitBoard *s = &view->board.split;
    char card[SAY_CARD_MAX];
    fprintf(out, "%s plays %s on you: ", name_of(speaker, s->actor), say_card(speaker, s->card, card));
    fprintf(out, set->cards ? "counter it, or pass" : "you cannot counter it, so pass");
}

static void ask_reply(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)set;
    bool truth = view->board.split.card == FACE_TRUTH;
    const char *actor = name_of(speaker, view->board.split.actor);
    if (truth) fprintf(out, "%s asks you for a truth: answer, or refuse and pay for it", actor);
    else fprintf(out, "%s dares you: answer means that you do it; refuse and the game is lost", actor);
}

static void ask_penalty(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)set;
    fprintf(
        out,
        "%s refuses the truth. penalty A: you take 2 action cards and they draw 2 number cards; penalty B: they draw 5",
        name_of(speaker, view->board.split.target));
}

static void ask_shed(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)speaker, (void)view;
    fprintf(out, "Shed a number card (such as \"shed R3\")%s", may(set, ACT_SHED) ? ", or shed none" : "");
}

static void ask_discard(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)speaker, (void)view, (void)set;
    fprintf(out, "Pay for the Reverse with an action card of your new hand (such as \"discard block\")");
}

static void ask_name(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)view;
    bool rule = set->names >> NAME_EVEN & 1;
    char whom = set->targets ? (char)('A' + mask_first(set->targets)) : 0;
    fprintf(out, "Name the %s that must be bid next", rule ? "colour or rule (even, odd, low, high)" : "colour");
    if (whom) fprintf(out, ", and by whom (such as \"name R>%c\")", whom);
    else fprintf(out, " (such as \"name R\")");
    if (speaker->rules->option.wild_rule == WILD_BOTH) fprintf(out, "; it binds you too");
}

static void ask_bid(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)set;
    unsigned duty = view->seat < SPLIT_SEATS_MAX ? view->board.split.duty[view->seat] : NAMES;
    (void)speaker;
    fprintf(out, "Bid a number card in secret; the single highest wins and is shed");
    if (duty < NAMES) fprintf(out, " (you must bid %s if you can)", duty_words[duty]);
}

static void ask_steal(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)speaker, (void)view;
    char whom = set->targets ? (char)('A' + mask_first(set->targets)) : 'B';
    fprintf(out, "Your 0 lets you steal a card: from whom? (such as \"steal %c\"%s)", whom,
            may(set, ACT_STEAL) ? ", or \"steal none\"" : "");
}

static void ask_seven(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)speaker, (void)view;
    char whom = set->targets ? (char)('A' + mask_first(set->targets)) : 'B';
    fprintf(out, "Your 7 makes an opponent draw 2 number cards and an action card: whom? (such as \"hit %c\")", whom);
}

static void ask_bonus(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)speaker, (void)view, (void)set;
    fprintf(
        out,
        "You have earned a bonus. bonus card: draw an action card; bonus draw: every opponent draws 2 number cards");
}

static void ask_claim(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    fprintf(out, "%s claims the win: ", name_of(speaker, view->board.split.claimant));
    fprintf(out, set->cards ? "challenge with a +2 or +4 (such as \"challenge +2\"), or pass"
                            : "you cannot challenge, so pass");
}

static void ask_stuck(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) {
    (void)set;
    const char *name = name_of(speaker, view->board.split.claimant);
    fprintf(out, "Play the number card you drew, and %s wins, or your +2 or +4 on %s", name, name);
}

static void (*const questions[PHASES])(const Speaker *speaker, const View *view, const ActionSet *set, FILE *out) = {
    [PHASE_DEAL] = ask_deal,       [PHASE_OPENING] = ask_opening, [PHASE_TURN] = ask_turn,
    [PHASE_DRAWN] = ask_drawn,     [PHASE_MORE] = ask_more,       [PHASE_ANSWER] = ask_answer,
    [PHASE_RETURNED] = ask_answer, [PHASE_OFFER] = ask_offer,     [PHASE_WINDOW] = ask_window,
    [PHASE_COUNTER] = ask_counter, [PHASE_REPLY] = ask_reply,     [PHASE_PENALTY] = ask_penalty,
    [PHASE_SHED] = ask_shed,       [PHASE_DISCARD] = ask_discard, [PHASE_NAME] = ask_name,
    [PHASE_BID] = ask_bid,         [PHASE_STEAL] = ask_steal,     [PHASE_SEVEN] = ask_seven,
    [PHASE_BONUS] = ask_bonus,     [PHASE_CLAIM] = ask_claim,     [PHASE_STUCK] = ask_stuck,
};

/* What a phase asks, for those who only watch. */
static const char *const waiting_words[PHASES] = {
    [PHASE_DEAL] = "deal the next hand",
    [PHASE_OPENING] = "name the colour of the opening Wild",
    [PHASE_TURN] = "play or draw",
    [PHASE_DRAWN] = "play the drawn card or keep it",
    [PHASE_MORE] = "lay another card of the number",
    [PHASE_ANSWER] = "answer the pending draw",
    [PHASE_RETURNED] = "answer the draw that came back",
    [PHASE_OFFER] = "play an action card or pass",
    [PHASE_WINDOW] = "choose an action card or none, in secret",
    [PHASE_COUNTER] = "counter or pass",
    [PHASE_REPLY] = "answer or refuse",
    [PHASE_PENALTY] = "choose the price of the refused truth",
    [PHASE_SHED] = "shed a number card",
    [PHASE_DISCARD] = "pay for the Reverse",
    [PHASE_NAME] = "name what must be bid",
    [PHASE_BID] = "bid a number card",
    [PHASE_STEAL] = "choose whom to steal from",
    [PHASE_SEVEN] = "choose whom the 7 hits",
    [PHASE_BONUS] = "choose a bonus",
    [PHASE_CLAIM] = "challenge the claim or pass",
    [PHASE_STUCK] = "play the drawn card, or the +2 or +4",
};

static void say_waiting(const Speaker *speaker, const Board *board) {
    SeatMask awaited = board_awaited(speaker->rules, board);
    if (board->phase == PHASE_OVER || !awaited) {
        printf("  The game is over.\n");
        return;
    }
    printf("  Waiting for");
    for (unsigned seat = 0, said = 0; seat < board->players; seat++)
        if (awaited >> seat & 1) printf("%s %s", said++ ? " and" : "", name_of(speaker, seat));
    printf(" to %s.\n", waiting_words[board->phase]);
}

static void say_swaps(const Speaker *speaker, const ActionSet *set) {
    for (uint64_t cards = set->cards; cards; cards &= cards - 1) {
        Face face = (Face)bits_first(cards);
        char card[SAY_CARD_MAX];
        if (!(speaker->rules->asks[face] & ASKS_TARGET)) continue;
        printf("  %s>%c swaps hands with %s\n", say_card(speaker, face, card), 'A' + mask_first(set->targets),
               name_of(speaker, mask_first(set->targets)));
        return;
    }
}

/* What is open to the seat beside the question: a call, a catch, a jump-in. */
static void say_besides(const Speaker *speaker, const View *view, const ActionSet *set, bool asked) {
    if (speaker->rules->family != FAMILY_CLASSIC) return;
    const ClassicBoard *c = &view->board.classic;
    char card[SAY_CARD_MAX];
    if (may(set, ACT_CALL)) printf("  You have one card left and have not called: call\n");
    if (may(set, ACT_CATCH) && !c->uno_called)
        printf("  %s has one card left and has not called: catch\n", name_of(speaker, c->uno_seat));
    if (!asked && set->cards) printf("  You can jump in with %s\n", say_card(speaker, c->top, card));
    if (asked && set->targets) say_swaps(speaker, set);
    if (asked && set->call && set->cards) printf("  This leaves you one card: add ! to call UNO with it\n");
}

void say_question(const Speaker *speaker, const View *view) {
    const Board *board = &view->board;
    ActionSet set;
    view_actions(speaker->rules, view, &set);
    bool asked = view->seat < SEATS_MAX && board_awaited(speaker->rules, board) >> view->seat & 1;
    if (asked && questions[board->phase]) {
        char text[QUESTION_MAX] = "";
        FILE *out = fmemopen(text, sizeof text, "w");
        if (out) {
            questions[board->phase](speaker, view, &set, out);
            fprintf(out, ".");
            fclose(out);
        }
        say_wrapped(text);
    } else {
        say_waiting(speaker, board);
    }
    say_besides(speaker, view, &set, asked);
}

void say_actions(const Speaker *speaker, const View *view) {
    ActionSet set;
    Action list[ACTIONS_MAX];
    view_actions(speaker->rules, view, &set);
    unsigned count = action_set_list(speaker->rules, &set, list);
    unsigned column = 0;
    for (unsigned i = 0; i < count; i++) {
        char text[ACTION_TEXT_MAX];
        action_format(speaker->rules, list[i], text, sizeof text);
        if (column + 16 > say_width() - 2) {
            printf("\n");
            column = 0;
        }
        printf("  %3u %-10s", i + 1, text);
        column += 16;
    }
    printf(count ? "\n" : "  There is nothing to do.\n");
}

/* ---- events ---- */

/* "draws" -> "draw", after "You". Returns the length of the verb written. */
static size_t agree(const char *verb, size_t length, char *out) {
    static const struct {
        const char *third, *second;
    } odd[] = {{"is", "are"}, {"has", "have"}, {"passes", "pass"}, {"catches", "catch"}, {"complies", "comply"}};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        if (strlen(odd[i].third) == length && memcmp(odd[i].third, verb, length) == 0)
            return (size_t)sprintf(out, "%s", odd[i].second);
    if (length > 1 && verb[length - 1] == 's') length--;
    memcpy(out, verb, length);
    return length;
}

/* Turns every mark of the reader (\1) into you, your, and agreeing verbs. */
static void address(const char *text, char *out, size_t size) {
    size_t used = 0;
    bool subject = text[0] == '\1' && text[1] == ' ';
    for (const char *at = text; *at && used + 32 < size; at++) {
        if (*at != '\1') {
            out[used++] = *at;
            continue;
        }
        bool owns = at[1] == '\'' && at[2] == 's';
        used += (size_t)sprintf(out + used, "%s%s", used ? "you" : "You", owns ? "r" : "");
        if (owns) at += 2;
        if (owns && !at[1]) out[used++] = 's'; /* "... meets yours" */
        if (subject && at == text) {
            size_t length = strcspn(at + 2, " ,");
            out[used++] = ' ';
            used += agree(at + 2, length, out + used);
            at += 1 + length;
        }
    }
    out[used] = 0;
    char *second = subject ? strstr(out, " and claims ") : NULL; /* the one sentence with two verbs */
    if (second) memmove(second + 10, second + 11, strlen(second + 11) + 1);
}

void say_event(const Speaker *speaker, const Event *event, char *out, unsigned size) {
    char text[EVENT_TEXT_MAX];
    const char *names[SEATS_MAX];
    memcpy(names, speaker->name, sizeof names);
    if (speaker->reader < SEATS_MAX) names[speaker->reader] = "\1";
    event_format(speaker->rules, event, names, text, sizeof text);
    address(text, out, size);
    if (out[0] >= 'a' && out[0] <= 'z') out[0] = (char)(out[0] - 'a' + 'A');
}

bool say_is_told(const Event *events, unsigned index) {
    return index && events[index].kind == EVENT_played && events[index - 1].kind == EVENT_jumped;
}

void say_wrapped(const char *text) {
    printf("  ");
    say_wrapped_at(2, 2, text);
}

void say_wrapped_at(unsigned column, unsigned indent, const char *text) {
    unsigned width = say_width();
    for (bool first = true; *text; first = false) {
        size_t length = strcspn(text, " ");
        unsigned columns = columns_of(text, length);
        if (!first && column + 1 + columns > width) {
            printf("\n%*s", (int)indent, "");
            column = indent;
            first = true;
        }
        printf(first ? "%.*s" : " %.*s", (int)length, text);
        column += columns + !first;
        text += length + strspn(text + length, " ");
    }
    printf("\n");
}
