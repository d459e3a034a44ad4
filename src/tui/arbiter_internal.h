/* arbiter_internal.h -- the parts of the arbiter's screen. */
#ifndef UNO_TUI_ARBITER_INTERNAL_H
#define UNO_TUI_ARBITER_INTERNAL_H

#include "arbiter.h"
#include "screen.h"

enum { ARBITER_TOLD = 8192, ARBITER_LINE = 1024 };

/* ---- what is asked, and how it is answered by single keys (arbiter_ask.c) ---- */

/* What an entry still has to say; the sheds of six seats one by one. */
typedef enum {
    FIELD_GROUP, /* the card, +2 and +4 as one; or two cards at once */
    FIELD_CARD,
    FIELD_SECOND,
    FIELD_SEAT,
    FIELD_OTHER,
    FIELD_CHOICE,
    FIELD_SORT,
    FIELD_SHEDS,
    FIELD_NONE = FIELD_SHEDS + SPLIT_SEATS_MAX
} AskField;

enum { ASK_ANSWERS_MAX = 24, ASK_DEPTH_MAX = 10, ASK_TEXT = 512, ASK_POINTS_NOBODY = SEATS_MAX };

typedef struct {
    char key;
    char text[96];
    unsigned value; /* of the field that is asked; on a score sheet the winner */
    int entry;      /* of `possible`; -1: more is asked */
} Answer;

typedef struct {
    Entry possible[TALLY_CHOICES_MAX + TALLY_MEETINGS_MAX];
    unsigned count;
    struct {
        AskField field;
        unsigned value;
    } picked[ASK_DEPTH_MAX];
    unsigned depth;
    AskField asks;
    char question[ASK_TEXT];
    Answer answer[ASK_ANSWERS_MAX];
    unsigned answers;
    int chosen; /* by the arrows; -1: none */
    /* the number round */
    bool round;       /* one can be entered now */
    unsigned bidders; /* who shows a number in it; 0: it is entered without numbers */
    uint8_t number[SPLIT_SEATS_MAX];
    Seat mark; /* whose number comes next; NO_SEAT: all are there, and Enter enters them */
} Ask;

/* The key that stands for a player: first letters where they tell everybody apart, else a, b, c. */
char ask_seat_key(const Names *names, Seat seat);

void ask_begin(Ask *ask, const Sheet *sheet);

/* The answer of a key, or -1. */
int ask_find_key(const Ask *ask, uint32_t key);

/* Takes an answer: true: *out is complete; false: the next part is asked. */
bool ask_take(Ask *ask, const Sheet *sheet, unsigned answer, Entry *out);

/* A step back; false: this is the first. */
bool ask_back(Ask *ask, const Sheet *sheet);

void ask_move(Ask *ask, int by);

/* The number of the marked seat; true: it was the last one. */
bool ask_number(Ask *ask, unsigned number);
void ask_erase(Ask *ask);
void ask_round(const Ask *ask, Entry *out);

/* The parts that an entry has, in the order in which they are asked for, up to FIELD_NONE; and one of them. */
const AskField *ask_fields(const Entry *entry);
unsigned ask_value(const Entry *entry, AskField field);
enum { GROUP_MEETING = 0xFE };

/* Key and words of an answer, and the words of the question (arbiter_words.c). `first` is an entry that agrees with
 * what was picked; NULL: all entries are whole in themselves. */
void arbiter_word_part(Answer *answer, const Sheet *sheet, const Entry *entry, AskField field, unsigned value);
void arbiter_word_whole(Answer *answer, const Sheet *sheet, const Entry *entry);
void arbiter_word_question(Ask *ask, const Sheet *sheet, const Entry *first);

/* ---- what was entered (arbiter_past.c) ---- */

enum { PAST_ROWS = 64, PAST_LINE = 160, PAST_TOLD = 480 };

typedef struct {
    unsigned lines; /* of the game; the last PAST_ROWS of them are kept, line i at i % PAST_ROWS */
    struct {
        char line[PAST_LINE], told[PAST_TOLD];
        unsigned deal; /* score sheet: its number; 0: a correction */
        uint32_t score[SEATS_MAX];
    } row[PAST_ROWS];
} Past;

void past_gather(Past *past, const Book *book, Sheet *scratch);

/* All of it, to be freed; NULL: no memory. */
char *past_text(const Book *book, Sheet *scratch);

/* ---- the whole ---- */

typedef struct {
    BookFile *file;
    const RulesFinder *finder;
    char told[ARBITER_TOLD];    /* what the last entry made happen: it stays until the next one */
    char message[ARBITER_TOLD]; /* why something was not taken, or what was done besides; "" */
    bool trouble;               /* it is the former */
    Ask ask;
    Past past;
    Sheet scratch;
} Arbiter;

static inline const Sheet *arbiter_sheet(const Arbiter *a) {
    return a->file->book.current ? &a->file->book.sheet : NULL;
}

/* True where a step may begin, or nothing is going on: else a question waits for its answer. */
static inline bool arbiter_is_free(const Arbiter *a) {
    const Sheet *sheet = arbiter_sheet(a);
    return !sheet || sheet_over(sheet) || sheet->points || (a->ask.round && !a->ask.depth);
}

/* ARBITER_BACK stays within a dialogue: a step back in it. */
typedef enum { ARBITER_STAY, ARBITER_BACK, ARBITER_QUIT, ARBITER_STOP } ArbiterFlow;

/* Areas of a frame. */
enum { AREA_SEAT = 0, AREA_ANSWER = 32, AREA_KEY = 128 };

/* Enters a line of the language. False: `why` says why not, and nothing has changed. */
bool arbiter_enter(Arbiter *a, const char *line, char *why, size_t size);

/* The same; a refusal becomes the message. */
void arbiter_say(Arbiter *a, const char *line);

/* Draws the frame, without showing it (arbiter_draw.c). */
void arbiter_draw(const Arbiter *a);

/* The counts: how many rows they take, and the drawing of them (arbiter_counts.c, arbiter_points.c). */
int counts_rows(const Sheet *sheet, int rows, int columns);
void counts_draw(const Arbiter *a, Box box);
int points_rows(const Sheet *sheet, int rows, int columns);
void points_draw(const Arbiter *a, Box box);

/* Partners share a row of the score sheet: the first of them stands for it. Returns how many rows there are. */
unsigned points_seats(const Sheet *sheet, Seat out[SEATS_MAX]);

/* "a Ada + c Cleo", or without the keys. */
void points_name(const Sheet *sheet, Seat seat, bool keys, char *out, size_t size);

/* A number in figures of several rows, of strokes, or solid with so many columns a pixel; returns the columns it takes.
 * Without `draw` it only measures. */
int figures_draw(int row, int column, unsigned paint, unsigned number, int pixel, bool draw);
enum { FIGURE_ROWS = 3, FIGURE_ROWS_SOLID = 5 };

/* "number" or "numbers". */
static inline const char *plural(unsigned count, const char *one, const char *many) { return count == 1 ? one : many; }

/* ---- windows (arbiter_window.c) ---- */

/* A line that is typed, in a window below the counts. `text` is what it begins with and what it becomes. */
Typed window_type(Arbiter *a, const char *title, const char *about, const char *trouble, char *text, size_t size);

/* The same; the first character that is typed takes the place of what it begins with. */
Typed window_retype(Arbiter *a, const char *title, const char *about, const char *trouble, char *text, size_t size);

/* A list to choose from on the whole screen. Returns the row, -1: back, -2: INPUT_STOP. */
enum { WINDOW_BACK = -1, WINDOW_STOP = -2 };
int window_list(const char *title, const char *about, const char *const *rows, int count, int chosen);

/* ---- dialogues ---- */

ArbiterFlow arbiter_new_game(Arbiter *a);
ArbiterFlow arbiter_correct(Arbiter *a);
ArbiterFlow arbiter_games(Arbiter *a);
ArbiterFlow arbiter_log(Arbiter *a);
ArbiterFlow arbiter_export(Arbiter *a);
ArbiterFlow arbiter_help(Arbiter *a);
ArbiterFlow arbiter_type_line(Arbiter *a);
ArbiterFlow arbiter_type_points(Arbiter *a, Seat winner);
ArbiterFlow arbiter_leave(Arbiter *a);

#endif
