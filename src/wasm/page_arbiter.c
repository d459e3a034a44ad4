/* page_arbiter.c -- the arbiter's book for a page. The rules, the language and the words are those of
 * src/arbiter; here they become JSON. */
#include "page_arbiter.h"

#include <string.h>

#include "../arbiter/export.h"
#include "../arbiter/vocabulary.h"
#include "../engine/text.h"
#include "page_internal.h"

static char memory[PAGE_BOOK_BYTES];
static Book book, peeked;
static Sheet scratch;
static bool open;

static Book *the_book(void) {
    if (!open) book_init(&book, memory, sizeof memory);
    open = true;
    return &book;
}

static void name_text(const char *name, const char *text) {
    reply_name(name);
    reply_text(text);
}

static void name_number(const char *name, long long number) {
    reply_name(name);
    reply_number(number);
}

static void name_flag(const char *name, bool flag) {
    reply_name(name);
    reply_flag(flag);
}

static void name_seat(const char *name, unsigned seat) {
    reply_name(name);
    reply_seat(seat);
}

static void name_seats(const char *name, unsigned seats) {
    reply_name(name);
    reply_seats(seats);
}

/* ---- finding rules ---- */

static bool find_rules(void *context, const char *word, Rules *rules, char name[SHEET_RULESET_MAX], char *why,
                       unsigned size) {
    static Ruleset ruleset;
    RulesetError error;
    Text text = text_in(why, size);
    (void)context;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        const BuiltinRuleset *builtin = &builtin_rulesets[i];
        if (!text_equal(builtin->name, word)) continue;
        if (!ruleset_parse(builtin->name, builtin->text, builtin->length, NULL, &ruleset, &error)) break;
        *rules = ruleset.rules;
        memcpy(name, builtin->name, text_length(builtin->name) + 1);
        return true;
    }
    text_put(&text, "There is no ruleset '");
    text_put(&text, word);
    text_put(&text, "'.");
    return false;
}

static const RulesFinder finder = {find_rules, NULL};

/* ---- the question ---- */

static const char *asks_of(const Sheet *sheet) {
    if (sheet_over(sheet)) return "over";
    if (sheet->points) return "deal";
    if (tally_between_steps(&sheet->tally)) return "round";
    switch ((Phase)sheet->tally.game.board.phase) {
    case PHASE_COUNTER: return "counter";
    case PHASE_REPLY: return "reply";
    case PHASE_PENALTY: return "penalty";
    case PHASE_NAME: return "name";
    case PHASE_STEAL: return "steal";
    case PHASE_SEVEN: return "hit";
    case PHASE_BONUS: return "bonus";
    case PHASE_CLAIM: return "claim";
    case PHASE_STUCK: return "stuck";
    case PHASE_OFFER:
    case PHASE_WINDOW:
    case PHASE_SHED:
    case PHASE_DISCARD:
    case PHASE_BID:
    case PHASE_OVER:
    CASE_CLASSIC_PHASES:
        break;
    }
    return "shed";
}

static const char *const kinds[ENTRY_KINDS] = {
    [ENTRY_PLAY] = "play",
    [ENTRY_MEET] = "meet",
    [ENTRY_PASS] = "pass",
    [ENTRY_COUNTER] = "counter",
    [ENTRY_ANSWERED] = "answered",
    [ENTRY_REFUSED] = "refused",
    [ENTRY_PENALTY_TWO] = "penalty_two",
    [ENTRY_PENALTY_FIVE] = "penalty_five",
    [ENTRY_SHED] = "shed",
    [ENTRY_NAME] = "name",
    [ENTRY_STEAL] = "steal",
    [ENTRY_HIT] = "hit",
    [ENTRY_BONUS_CARD] = "bonus_card",
    [ENTRY_BONUS_DRAW] = "bonus_draw",
    [ENTRY_CHALLENGE] = "challenge",
    [ENTRY_STUCK] = "stuck",
    [ENTRY_SHED_IT] = "shed_it",
};

static void name_card(const char *name, Face card) {
    if (card < FACES) name_text(name, word_for(card_words, card));
}

static void put_choice(const Sheet *sheet, const Entry *entry) {
    char line[BOOK_LINE_BYTES];
    entry_format(sheet, entry, line, sizeof line);
    reply_open('{');
    name_text("line", line);
    name_text("kind", kinds[entry->kind]);
    if (entry->seat != NO_SEAT) name_seat("seat", entry->seat);
    if (entry->other != NO_SEAT) name_seat("other", entry->other);
    name_card("card", entry->card);
    name_card("second", entry->second);
    if (entry->choice < NAMES) name_text("choice", word_for(choice_words, entry->choice));
    if (entry->sort != SORT_UNSAID) name_text("sort", entry->sort == SORT_NUMBER ? "number" : "action");
    if (entry->kind == ENTRY_SHED) name_seats("sheds", entry->seats);
    reply_close('}');
}

/* A round is entered as it is, without passing first. */
static void put_choices(const Sheet *sheet) {
    static Entry entry[TALLY_CHOICES_MAX + TALLY_MEETINGS_MAX];
    bool round = tally_between_steps(&sheet->tally);
    unsigned count = tally_choices(&sheet->tally, entry);
    count += tally_meetings(&sheet->tally, entry + count);
    reply_name("choices");
    reply_open('[');
    for (unsigned i = 0; i < count; i++)
        if (!round || entry[i].kind != ENTRY_PASS) put_choice(sheet, &entry[i]);
    reply_close(']');
}

static void put_round(const Tally *tally) {
    bool shows = false;
    reply_name("round");
    if (tally_over(tally) || !tally_between_steps(tally)) {
        reply_text(NULL);
        return;
    }
    unsigned bidders = tally_bidders(tally, &shows);
    reply_open('{');
    name_seats("bidders", bidders);
    name_flag("shows", shows);
    reply_close('}');
}

/* ---- the sheet ---- */

static void put_counts(const Sheet *sheet, Seat seat) {
    const Board *board = &sheet->tally.game.board;
    const SplitBoard *split = &board->split;
    name_number("numbers", board->count[seat]);
    name_number("actions", board->actions[seat]);
    name_number("streak", split->streak[seat]);
    name_flag("blocked", split->blocked >> seat & 1);
    name_text("duty", split->duty[seat] < NAMES ? word_for(choice_words, split->duty[seat]) : NULL);
    reply_name("shown");
    if (split->shown[seat] < FACES) reply_number(face_value(split->shown[seat]));
    else reply_text(NULL);
    name_flag("leads", split->lead == seat && !tally_over(&sheet->tally));
    name_flag("claims", split->claimant == seat);
}

static void put_player(const Sheet *sheet, Seat seat) {
    char remarks[160];
    const Rules *rules = sheet_rules(sheet);
    sheet_remarks(sheet, seat, false, remarks, sizeof remarks);
    reply_open('{');
    name_seat("seat", seat);
    name_text("name", sheet->names.name[seat]);
    reply_name("team");
    if (rules->option.teams) reply_number(rules_team(rules, seat) + 1);
    else reply_text(NULL);
    name_flag("wins", sheet_winners(sheet) >> seat & 1);
    name_text("remarks", remarks);
    if (sheet->points) name_number("points", sheet->score.score[seat]);
    else put_counts(sheet, seat);
    reply_close('}');
}

/* The action card that is asked about; NULL: none. */
static const char *card_in_play(const Board *board) {
    Face card = board->split.card;
    bool asked = card < FACES && SPLIT_ACTIONS >> card & 1 && board->phase != PHASE_OVER;
    return asked ? word_for(card_words, card) : NULL;
}

static void put_tally(const Sheet *sheet) {
    const Tally *tally = &sheet->tally;
    const Board *board = &tally->game.board;
    name_number("number_deck", board->split.numbers_left);
    name_number("action_deck", board->split.actions_left);
    name_number("shed", cards_total_of(&board->open, NUMBERS_MASK));
    name_number("steps", board->split.steps);
    name_number("bonus_wins", tally->rules.option.bonus_wins);
    name_text("card", card_in_play(board));
    name_seat("actor", board->split.actor);
    name_seat("target", board->split.target);
    name_seat("turn", board->turn);
    name_seat("claimant", board->split.claimant);
    name_seats("asked", board->split.awaited);
    put_round(tally);
    put_choices(sheet);
}

/* One row for each card that counts: colours make no difference to points. */
static void put_cards(const Rules *rules) {
    uint64_t told = 0;
    reply_name("cards");
    reply_open('[');
    for (unsigned face = 0; face < FACES; face++) {
        const CardRow *row = &rules->card[face];
        bool again = false;
        if (!(rules->faces >> face & 1)) continue;
        for (unsigned other = 0; other < face; other++)
            again |= told >> other & 1 && text_equal(rules->card[other].code, row->code);
        if (again) continue;
        told |= FACE_BIT(face);
        reply_open('{');
        name_text("code", row->code);
        name_text("name", row->name);
        name_text("glyph", row->glyph);
        name_number("points", row->points);
        reply_close('}');
    }
    reply_close(']');
}

static void put_score(const Score *score) {
    name_number("target", score->rules.option.target);
    name_number("deals", score->deals);
    name_flag("double", score->rules.option.double_points);
    put_cards(&score->rules);
}

static void put_sheet(const Sheet *sheet) {
    char words[SHEET_TEXT_MAX];
    reply_open('{');
    name_text("ruleset", sheet->ruleset);
    name_flag("points", sheet->points);
    name_flag("teams", sheet_rules(sheet)->option.teams);
    name_flag("over", sheet_over(sheet));
    name_seats("winners", sheet_winners(sheet));
    sheet_question(sheet, words, sizeof words);
    name_text("question", words);
    words[0] = 0;
    sheet_answers(sheet, words, sizeof words);
    name_text("answers", words);
    name_text("asks", asks_of(sheet));
    reply_name("players");
    reply_open('[');
    for (Seat seat = 0; seat < sheet->names.count; seat++) put_player(sheet, seat);
    reply_close(']');
    if (sheet->points) put_score(&sheet->score);
    else put_tally(sheet);
    reply_close('}');
}

const char *page_arbiter_sheet(void) {
    const Book *now = the_book();
    char line[BOOK_LINE_BYTES];
    reply_begin();
    reply_open('{');
    name_number("games", now->games);
    name_number("current", now->current);
    name_number("entries", now->done);
    book_next_undo(now, line, sizeof line);
    name_text("undo", line);
    book_next_redo(now, line, sizeof line);
    name_text("redo", line);
    reply_name("sheet");
    if (now->current) put_sheet(&now->sheet);
    else reply_text(NULL);
    reply_close('}');
    return reply_end();
}

/* ---- what happened ---- */

static void put_event(const char *name, unsigned seat, unsigned other, const char *word, unsigned amount) {
    reply_open('[');
    reply_text(name);
    reply_seat(seat);
    reply_seat(other);
    reply_text(word);
    reply_number(amount);
    reply_close(']');
}

/* The number or card of an event, or what a Wild has named; NULL: none. */
static const char *event_word(const Event *event) {
    static const char numbers[][2] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    if (event->kind == EVENT_duty || event->kind == EVENT_duty_all)
        return event->amount < NAMES ? word_for(choice_words, event->amount) : NULL;
    if (event->card >= FACES) return NULL;
    if (NUMBERS_MASK >> event->card & 1) return numbers[face_value(event->card)];
    return SPLIT_ACTIONS >> event->card & 1 ? word_for(card_words, event->card) : NULL;
}

static void put_events(void *context, const Sheet *sheet, const Entry *entry, const TallyEvents *events) {
    char words[BOOK_LINE_BYTES];
    (void)context;
    if (entry_corrects(entry)) {
        entry_format(sheet, entry, words, sizeof words);
        put_event("corrected", NO_SEAT, NO_SEAT, words, 0);
    }
    for (unsigned i = 0; i < events->count; i++) {
        const Event *event = &events->event[i];
        put_event(event_name((EventKind)event->kind), event->seat, event->other, event_word(event), event->amount);
    }
    unsigned undutiful = entry->kind == ENTRY_ROUND ? sheet->tally.undutiful : 0;
    for (; undutiful; undutiful &= undutiful - 1)
        put_event("undutiful", mask_first(undutiful), NO_SEAT, NULL, entry->number[mask_first(undutiful)]);
}

static void put_points(const ScoreEntry *entry) {
    bool nobody = entry->seat == NO_SEAT;
    put_event(entry->kind == SCORE_CORRECT ? "total"
              : nobody                     ? "unscored"
                                           : "scored",
              entry->seat, NO_SEAT, NULL, entry->points);
}

/* What a line that was taken made happen; *before becomes the sheet after it. */
static void put_happenings(Sheet *before, const char *line) {
    static Statement statement;
    static char told[SHEET_TEXT_MAX];
    const SheetWatch watch = {put_events, NULL};
    reply_name("events");
    reply_open('[');
    if (statement_parse(before, line, &statement, told, sizeof told)) {
        if (before->points) put_points(&statement.points);
        sheet_enter_watched(before, &statement, &watch, told, sizeof told);
    }
    reply_close(']');
}

/* ---- the log ---- */

const char *page_arbiter_open(const char *log) {
    size_t length = text_length(log);
    BookError error;
    open = true;
    book_init(&book, memory, sizeof memory);
    if (length >= sizeof memory) return reply_error("too_large", "The log is too large for a page.");
    memcpy(memory, log, length);
    memory[length] = 0;
    if (!length || book_load(&book, length, &error)) return page_arbiter_sheet();
    book_init(&book, memory, sizeof memory);
    return reply_error_at("bad_log", error.text, error.line, 0);
}

const char *page_arbiter_enter(const char *line) {
    static char told[2 * SHEET_TEXT_MAX];
    Book *now = the_book();
    size_t before = now->length;
    unsigned entries = now->done;
    scratch = now->sheet;
    told[0] = 0;
    bool ok = book_enter(now, line, &finder, told, sizeof told);
    reply_begin();
    reply_open('{');
    name_flag("ok", ok);
    name_text("told", told);
    reply_name("added");
    reply_text_of(now->text + before, now->length - before);
    if (now->done == entries + 1 && now->line[entries] == before) put_happenings(&scratch, line);
    reply_close('}');
    return reply_end();
}

/* ---- a game that has not begun ---- */

static void put_names(const Names *names) {
    reply_name("names");
    reply_open('[');
    for (unsigned seat = 0; seat < names->count; seat++) reply_text(names->name[seat]);
    reply_close(']');
}

const char *page_arbiter_try(const char *line) {
    const Book *now = the_book();
    char why[SHEET_TEXT_MAX] = "";
    const Sheet *last = now->current ? &now->sheet : NULL;
    bool ok = opening_parse(line, last, &finder, &scratch, why, sizeof why);
    reply_begin();
    reply_open('{');
    name_flag("ok", ok);
    name_text("told", ok ? "" : why);
    if (ok) {
        name_text("ruleset", scratch.ruleset);
        name_flag("points", scratch.points);
        put_names(&scratch.names);
        name_number("numbers", scratch.numbers);
        name_number("actions", scratch.actions);
        name_seat("lead", scratch.lead);
    }
    reply_close('}');
    return reply_end();
}

/* ---- what there is ---- */

const char *page_arbiter_games(void) {
    const Book *now = the_book();
    reply_begin();
    reply_open('{');
    reply_name("games");
    reply_open('[');
    for (unsigned game = 1; game <= now->games; game++) {
        bool good = book_peek(now, game, &peeked);
        const Sheet *sheet = &peeked.sheet;
        reply_open('{');
        name_text("ruleset", good ? sheet->ruleset : "");
        if (good) {
            put_names(&sheet->names);
            name_flag("points", sheet->points);
            name_flag("over", sheet_over(sheet));
            name_seats("winners", sheet_winners(sheet));
            name_number("entries", peeked.done);
        }
        reply_close('}');
    }
    reply_close(']');
    reply_close('}');
    return reply_end();
}

typedef struct {
    unsigned seen, from, deals; /* entries so far; the first one that is told */
    Sheet before;
} Past;

static void put_past(void *context, const char *line, const char *told, const Sheet *sheet) {
    Past *past = context;
    unsigned deals = past->deals;
    past->deals = sheet->points ? sheet->score.deals : 0;
    if (!line || past->seen++ < past->from) {
        past->before = *sheet;
        return;
    }
    reply_open('{');
    name_text("line", line);
    name_text("told", told);
    put_happenings(&past->before, line);
    if (sheet->points) {
        name_number("deal", past->deals == deals ? 0 : past->deals);
        reply_name("scores");
        reply_open('[');
        for (unsigned seat = 0; seat < sheet->names.count; seat++) reply_number(sheet->score.score[seat]);
        reply_close(']');
    }
    reply_close('}');
}

const char *page_arbiter_past(unsigned most) {
    const Book *now = the_book();
    static Past past;
    past.seen = past.deals = 0;
    past.from = now->done > most ? now->done - most : 0;
    reply_begin();
    reply_open('{');
    reply_name("entries");
    reply_open('[');
    book_walk(now, &scratch, put_past, &past);
    reply_close(']');
    reply_close('}');
    return reply_end();
}

const char *page_arbiter_export(const char *format) {
    const Book *now = the_book();
    unsigned kind = 0;
    while (kind < EXPORT_FORMATS && !text_equal(export_names[kind], format)) kind++;
    if (kind == EXPORT_FORMATS && !text_equal(format, "log"))
        return reply_error("bad_format", "A game is exported as text, csv, json or log.");
    if (!now->current) return reply_error("no_game", "No game has begun yet.");
    reply_begin();
    reply_open('{');
    reply_name("text");
    Printer printer = reply_text_begin();
    if (kind == EXPORT_FORMATS) book_export_log(now, &printer);
    else book_export(now, (ExportFormat)kind, &scratch, &printer);
    reply_text_end();
    reply_close('}');
    return reply_end();
}
