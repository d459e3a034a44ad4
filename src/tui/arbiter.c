/* arbiter.c -- the arbiter on the screen: keys become lines of the language, and what
 * the book says to them is shown. */
#include "arbiter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbiter_internal.h"

enum { EXIT_NO_SCREEN = 1, EXIT_STOPPED = 130 };

/* ---- entering ---- */

/* The book has changed: everything that is shown follows from it. */
static void look_anew(Arbiter *a) {
    past_gather(&a->past, &a->file->book, &a->scratch);
    ask_begin(&a->ask, arbiter_sheet(a));
}

/* A refusal repeats the question and its answers for those who cannot see them. */
static void cut_repetition(const Arbiter *a, char *why) {
    const Sheet *sheet = arbiter_sheet(a);
    char words[SHEET_TEXT_MAX];
    if (!sheet || sheet_over(sheet)) return;
    sheet_question(sheet, words, sizeof words);
    char *repeated = strstr(why, words);
    if (repeated && repeated > why) repeated[-1] = 0;
    sheet_answers(sheet, words, sizeof words);
    repeated = strstr(why, words);
    if (repeated && repeated > why) repeated[-1] = 0;
}

/* What the table has to do is due again with the line that redo has brought. */
static void tell_again(Arbiter *a) {
    size_t used = strlen(a->told);
    if (a->past.lines)
        snprintf(a->told + used, sizeof a->told - used, " %s", a->past.row[(a->past.lines - 1) % PAST_ROWS].told);
}

bool arbiter_enter(Arbiter *a, const char *line, char *why, size_t size) {
    char told[ARBITER_TOLD] = "";
    a->message[0] = 0;
    if (!book_file_enter(a->file, line, a->finder, told, sizeof told)) {
        cut_repetition(a, told);
        snprintf(why, size, "Not entered: %s", told);
        return false;
    }
    memcpy(a->told, told, sizeof a->told);
    look_anew(a);
    if (book_is_redo(line)) tell_again(a);
    return true;
}

void arbiter_say(Arbiter *a, const char *line) {
    char why[ARBITER_TOLD];
    if (!arbiter_enter(a, line, why, sizeof why)) {
        memcpy(a->message, why, sizeof a->message);
        a->trouble = true;
    }
}

static void say_entry(Arbiter *a, const Entry *entry) {
    char line[ARBITER_LINE];
    entry_format(arbiter_sheet(a), entry, line, sizeof line);
    arbiter_say(a, line);
}

/* ---- answers ---- */

static ArbiterFlow take(Arbiter *a, unsigned answer) {
    const Sheet *sheet = arbiter_sheet(a);
    Entry entry;
    if (sheet->points) {
        unsigned winner = a->ask.answer[answer].value;
        if (winner != ASK_POINTS_NOBODY) return arbiter_type_points(a, (Seat)winner);
        arbiter_say(a, "nobody");
    } else if (ask_take(&a->ask, sheet, answer, &entry)) say_entry(a, &entry);
    return ARBITER_STAY;
}

static void enter_round(Arbiter *a) {
    Entry entry;
    ask_round(&a->ask, &entry);
    say_entry(a, &entry);
}

/* What comes faster than anybody types was hardly meant as a round: it is shown, and waits for Enter by itself. */
static ArbiterFlow press_enter(Arbiter *a, bool burst) {
    if (a->ask.chosen >= 0) return take(a, (unsigned)a->ask.chosen);
    if (a->ask.round && !a->ask.depth && !burst) enter_round(a);
    return ARBITER_STAY;
}

static void step_back(Arbiter *a) {
    if (ask_back(&a->ask, arbiter_sheet(a))) return;
    if (a->ask.round) ask_erase(&a->ask);
}

/* ---- keys ---- */

static ArbiterFlow press_nothing(Arbiter *a, uint32_t key) {
    a->trouble = true;
    if (key > ' ' && key < 127)
        snprintf(a->message, sizeof a->message, "'%c' answers nothing here. ? explains the keys.", (char)key);
    return ARBITER_STAY;
}

/* Keys that begin something else: never by mistake in the middle of a question. */
static ArbiterFlow press_free(Arbiter *a, uint32_t key) {
    if (!arbiter_is_free(a)) return press_nothing(a, key);
    switch (key) {
    case '=': return arbiter_correct(a);
    case 'N': return arbiter_new_game(a);
    case 'G': return arbiter_games(a);
    case 'X': return arbiter_export(a);
    }
    return press_nothing(a, key);
}

/* Keys that mean the same wherever they are not an answer. */
static ArbiterFlow press_menu(Arbiter *a, uint32_t key) {
    switch (key) {
    case 'u': arbiter_say(a, "undo"); break;
    case 'U': arbiter_say(a, "redo"); break;
    case ':': return arbiter_type_line(a);
    case 'l': return arbiter_log(a);
    case '?': return arbiter_help(a);
    case 'q': return arbiter_leave(a);
    default: return press_free(a, key); /* foreign: any other key */
    }
    return ARBITER_STAY;
}

static ArbiterFlow press(Arbiter *a, uint32_t key, bool burst) {
    Ask *ask = &a->ask;
    bool numbers = ask->round && !ask->depth && ask->bidders;
    if (numbers && key >= '0' && key <= '9') {
        if (ask_number(ask, key - '0') && !burst) enter_round(a);
        return ARBITER_STAY;
    }
    int answer = ask_find_key(ask, key);
    return answer >= 0 ? take(a, (unsigned)answer) : press_menu(a, key);
}

static ArbiterFlow click(Arbiter *a, const Input *input) {
    Ask *ask = &a->ask;
    if (input->what >= AREA_KEY) return press(a, (uint32_t)(input->what - AREA_KEY), false);
    if (input->what >= AREA_ANSWER) return take(a, (unsigned)(input->what - AREA_ANSWER));
    if (input->what < 0) return ARBITER_STAY;
    Seat seat = (Seat)(input->what - AREA_SEAT);
    if (ask->round && !ask->depth && seat < SPLIT_SEATS_MAX && ask->bidders >> seat & 1) ask->mark = seat;
    else if (!ask->round) { /* a player is an answer where players are asked for */
        int answer = ask_find_key(ask, (unsigned char)ask_seat_key(&arbiter_sheet(a)->names, seat));
        if (answer >= 0 && arbiter_sheet(a)->points) return take(a, (unsigned)answer);
    }
    return ARBITER_STAY;
}

static ArbiterFlow hear(Arbiter *a, const Input *input) {
    if (input->kind >= INPUT_CHARACTER && input->kind <= INPUT_CLICK) a->message[0] = 0;
    switch (input->kind) {
    case INPUT_STOP: return ARBITER_STOP;
    case INPUT_CHARACTER: return press(a, input->character, input->burst);
    case INPUT_ENTER: return press_enter(a, input->burst);
    case INPUT_ESCAPE: ask_back(&a->ask, arbiter_sheet(a)); break;
    case INPUT_BACKSPACE: step_back(a); break;
    case INPUT_LEFT:
    case INPUT_UP:
    case INPUT_BACK_TAB: ask_move(&a->ask, -1); break;
    case INPUT_RIGHT:
    case INPUT_DOWN:
    case INPUT_TAB: ask_move(&a->ask, 1); break;
    case INPUT_CLICK: return click(a, input);
    default: break; /* foreign: keys that mean nothing here */
    }
    return ARBITER_STAY;
}

/* ---- the whole ---- */

/* What the last entry made happen is still true after a break. */
static void begin(Arbiter *a) {
    look_anew(a);
    const Past *past = &a->past;
    if (past->lines) snprintf(a->told, sizeof a->told, "%s", past->row[(past->lines - 1) % PAST_ROWS].told);
    else if (arbiter_sheet(a)) snprintf(a->told, sizeof a->told, "The game begins.");
}

static ArbiterFlow run(Arbiter *a) {
    ArbiterFlow flow = a->file->book.games ? ARBITER_STAY : arbiter_new_game(a);
    while (flow == ARBITER_STAY) {
        arbiter_draw(a);
        screen_show();
        Input input = screen_read(-1);
        flow = hear(a, &input);
    }
    return flow;
}

static void say_where(const BookFile *file) {
    if (file->path) printf("Everything is kept in %s. To continue: uno arbiter --file %s\n", file->path, file->path);
}

int arbiter_screen(BookFile *file, const RulesFinder *finder) {
    char trouble[512] = "there is no memory left";
    Arbiter *a = calloc(1, sizeof *a);
    ArbiterFlow flow = ARBITER_STOP;
    bool started = a && screen_start(trouble, sizeof trouble);
    if (started) {
        a->file = file;
        a->finder = finder;
        begin(a);
        flow = run(a);
        screen_stop();
        say_where(file);
    } else fprintf(stderr, "uno arbiter: %s\n", trouble);
    free(a);
    if (!started) return EXIT_NO_SCREEN;
    return flow == ARBITER_STOP ? EXIT_STOPPED : 0;
}
