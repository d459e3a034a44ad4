/* say.c -- a table in lines of text, with or without colours. */
#define _GNU_SOURCE
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH = 80, WIDTH_MIN = 20, WIDTH_MAX = 100, NAME_WIDTH = 12 };

static const char *const colour_paint[COLOURS] = {"\033[91m", "\033[93m", "\033[92m", "\033[94m"};

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

/* ---- cards ---- */

const char *say_card(const Speaker *speaker, Face face, char out[SAY_CARD_MAX]) {
    char code[CARD_CODE_MAX + 2];
    face_format(speaker->teller.rules, face, code, sizeof code);
    if (!speaker->colour) snprintf(out, SAY_CARD_MAX, "%s", code);
    else
        snprintf(out, SAY_CARD_MAX, "%s%s\033[0m",
                 face_is_coloured(speaker->teller.rules, face) ? colour_paint[face_colour(face)] : "\033[1m", code);
    return out;
}

static unsigned card_width(const Speaker *speaker, Face face) {
    char code[CARD_CODE_MAX + 2];
    return face_format(speaker->teller.rules, face, code, sizeof code);
}

/* The cards without a colour come last. */
static unsigned card_order(const Rules *rules, unsigned place) {
    unsigned plain = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned face = 0; face < FACES; face++)
            if (face_is_coloured(rules, (Face)face) == (pass == 0) && plain++ == place) return face;
    return 0;
}

void say_cards(const Speaker *speaker, const char *heading, const Cards *cards) {
    unsigned indent = columns_of(heading, strlen(heading)), column = indent, group = COLOURS + 1;
    printf("%s", heading);
    for (unsigned place = 0; place < FACES; place++) {
        Face face = (Face)card_order(speaker->teller.rules, place);
        unsigned now = face_is_coloured(speaker->teller.rules, face) ? face_colour(face) : COLOURS;
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
        snprintf(heading, sizeof heading, "  %s holds, as you know:", words_name(&speaker->teller, seat));
        say_cards(speaker, heading, &view->known[seat]);
    }
}

static void say_classic_hand(const Speaker *speaker, const View *view) {
    say_cards(speaker, "  Your hand:", &view->own.hand);
}

static void say_split_hand(const Speaker *speaker, const View *view) {
    Cards numbers = cards_only(&view->own.hand, ~SPLIT_ACTIONS), actions = cards_only(&view->own.hand, SPLIT_ACTIONS);
    say_cards(speaker, "  Your number cards:", &numbers);
    say_cards(speaker, "  Your action cards:", &actions);
}

/* ---- the table ---- */

static void say_name(const Speaker *speaker, unsigned seat) {
    const char *name = seat == speaker->teller.reader ? "You" : speaker->teller.name[seat];
    unsigned width = columns_of(name, strlen(name));
    printf("%c %s%*s", 'A' + (int)seat, name, width < NAME_WIDTH ? (int)(NAME_WIDTH - width) : 0, "");
}

static void say_seat_name(const Speaker *speaker, unsigned seat, SeatMask awaited) {
    printf("  %s ", awaited >> seat & 1 ? ">" : " ");
    say_name(speaker, seat);
}

static void say_score(const Rules *rules, const Board *board, unsigned seat) {
    if (rules->option.target || board->score[seat]) printf("  %4u points", board->score[seat]);
    if (rules->option.teams) printf("  team %u", rules_team(rules, (Seat)seat) + 1u);
}

static void say_classic_count(const Board *board, unsigned seat) {
    printf("%3u card%s", board->count[seat], board->count[seat] == 1 ? " " : "s");
}

static void say_split_count(const Board *board, unsigned seat) {
    printf("%3u number%s %2u action%s", board->count[seat], board->count[seat] == 1 ? " " : "s", board->actions[seat],
           board->actions[seat] == 1 ? " " : "s");
}

static void say_classic_seat(const Speaker *speaker, const Board *board, unsigned seat) {
    const ClassicBoard *c = &board->classic;
    say_classic_count(board, seat);
    say_score(speaker->teller.rules, board, seat);
    if (c->place[seat]) printf("  out: place %u", c->place[seat]);
    if (c->uno_seat == seat && !c->uno_called) printf("  has not called UNO");
    else if (c->uno_seat == seat && board->count[seat] == 1) printf("  UNO!");
    if (seat == board->dealer) printf("  dealer");
}

static void say_split_seat(const Speaker *speaker, const Board *board, unsigned seat) {
    const SplitBoard *s = &board->split;
    say_split_count(board, seat);
    say_score(speaker->teller.rules, board, seat);
    if (s->shown[seat] < FACES) {
        char card[SAY_CARD_MAX];
        printf("  shows %s", say_card(speaker, s->shown[seat], card));
    }
    if (s->streak[seat]) printf("  %u win%s running", s->streak[seat], s->streak[seat] == 1 ? "" : "s");
    if (s->blocked >> seat & 1) printf("  blocked");
    if (s->duty[seat] < NAMES) printf("  must bid %s", words_duty(&speaker->teller, s->duty[seat]));
    if (s->committed >> seat & 1) printf("  has chosen");
    if (seat == s->lead) printf("  leads");
}

/* The order in which the seats still playing follow each other. */
static void say_order(const Board *board) {
    printf("   Play goes");
    for (unsigned i = 0; i < board->players; i++) {
        Seat seat = board_at_place(board, board->classic.direction > 0 ? i : board->players - 1 - i);
        if (!(board->out >> seat & 1)) printf(" %c", 'A' + seat);
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
    if (!face_is_coloured(speaker->teller.rules, c->top))
        printf(", colour %s", c->colour < COLOURS ? colour_names[c->colour] : "not named yet");
    if (c->pending) printf("   Draw pending: %u", c->pending);
    printf("   Draw pile: %u%s", board->pile, board->pile ? "" : " (empty)");
    if (board->players > 2) say_order(board);
    printf("\n");
}

static void say_split_middle(const Speaker *speaker, const Board *board) {
    (void)speaker;
    const SplitBoard *s = &board->split;
    printf("  Number deck: %u   Action deck: %u\n", s->numbers_left, s->actions_left);
    if (!s->numbers_left) printf("  The number deck is used up: nobody draws number cards now.\n");
}

/* ---- the families ---- */

typedef struct {
    void (*hand)(const Speaker *speaker, const View *view);
    void (*count)(const Board *board, unsigned seat); /* of the cards of a seat */
    void (*seat)(const Speaker *speaker, const Board *board, unsigned seat);
    void (*middle)(const Speaker *speaker, const Board *board);
} SayFamily;

static const SayFamily say_families[FAMILIES] = {
#define FAMILY(NAME, name) {say_##name##_hand, say_##name##_count, say_##name##_seat, say_##name##_middle},
#include "../engine/family.def"
#undef FAMILY
};

void say_hand(const Speaker *speaker, const View *view) {
    say_families[speaker->teller.rules->family].hand(speaker, view);
    say_known(speaker, view);
}

void say_table(const Speaker *speaker, const View *view) {
    const Board *board = &view->board;
    SeatMask awaited = board_awaited(speaker->teller.rules, board);
    const SayFamily *family = &say_families[speaker->teller.rules->family];
    printf("\n");
    for (unsigned seat = 0; seat < board->players; seat++) {
        say_seat_name(speaker, seat, awaited);
        family->seat(speaker, board, seat);
        printf("\n");
    }
    if (board->phase == PHASE_OVER) return;
    family->middle(speaker, board);
}

void say_result(const Speaker *speaker, const Board *board) {
    printf("\n");
    for (unsigned seat = 0; seat < board->players; seat++) {
        bool won = board->winners >> seat & 1;
        printf("  ");
        say_name(speaker, seat);
        say_families[speaker->teller.rules->family].count(board, seat);
        say_score(speaker->teller.rules, board, seat);
        printf(won ? "  wins\n" : "\n");
    }
    if (!board->winners) printf("  Nobody wins.\n");
}

/* ---- the question ---- */

/* Each line of the text by itself, as it is. */
static void say_lines(const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        printf("  %.*s\n", (int)length, text);
        text += length + (text[length] != 0);
    }
}

void say_question(const Speaker *speaker, const View *view) {
    char question[WORDS_QUESTION_MAX], besides[WORDS_BESIDES_MAX];
    words_question(&speaker->teller, view, question, sizeof question);
    words_besides(&speaker->teller, view, besides, sizeof besides);
    say_wrapped(question);
    say_lines(besides);
}

void say_actions(const Speaker *speaker, const View *view) {
    ActionSet set;
    Action list[ACTIONS_MAX];
    view_actions(speaker->teller.rules, view, &set);
    unsigned count = action_set_list(speaker->teller.rules, &set, list);
    unsigned column = 0;
    for (unsigned i = 0; i < count; i++) {
        char text[ACTION_TEXT_MAX];
        action_format(speaker->teller.rules, list[i], text, sizeof text);
        if (column + 16 > say_width() - 2) {
            printf("\n");
            column = 0;
        }
        printf("  %3u %-10s", i + 1, text);
        column += 16;
    }
    printf(count ? "\n" : "  There is nothing to do.\n");
}

/* ---- lines ---- */

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
