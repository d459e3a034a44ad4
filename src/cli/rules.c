/* rules.c -- `uno rules`: which rules there are, and what they say. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "say.h"

enum { OPT_MARKDOWN, OPT_ALL, OPT_LANGUAGE, OPT_SHORT };
static const OptionRow options[] = {
    {"markdown", 'm', NULL, "book: print Markdown instead of plain text"},
    {"all", 'a', NULL, "show: every option, with what each value means"},
    {"language", 'l', "CODE", "list, diff, book and show --all: en (English, the default) or de (German)"},
    {"short", 's', NULL, "book: one page, for people who are about to play"},
    {NULL, 0, NULL, NULL},
};

enum { WORDS_MAX = 3, COMMENT_MAX = 2048, COMMENT_WIDTH = 88 };

typedef struct {
    const char *word[WORDS_MAX];
    unsigned words;
    bool markdown, all, brief;
    const BookLanguage *language; /* NULL: English */
} Request;

static void print_players(const Rules *rules, char *out, size_t size) {
    int low = rules->option.min_players, high = rules->option.max_players;
    while (high > low && !rules_allow_players(rules, (unsigned)high, NULL)) high--;
    while (low < high && !rules_allow_players(rules, (unsigned)low, NULL)) low++;
    if (low == high) snprintf(out, size, "%d", low);
    else snprintf(out, size, "%d-%d", low, high);
}

static int list(const OptionReader *reader, const Request *request) {
    printf("%-18s %-8s %s\n", "RULESET", "PLAYERS", "TITLE");
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        char players[16];
        if (!load_ruleset(reader, builtin_rulesets[i].name, &ruleset)) return STATUS_FAILED;
        print_players(&ruleset.rules, players, sizeof players);
        printf("%-18s %-8s %s\n", ruleset.name, players, ruleset_title(&ruleset, request->language));
    }
    printf("\n`uno rules book NAME` prints a rulebook, `uno play NAME` plays by it.\n");
    return STATUS_GOOD;
}

/* ---- show ---- */

/* A comment in front of an option: "# on: ...", broken into lines. N stands for the number itself. */
static void print_sentence(const BookLanguage *language, const RuleRow *row, unsigned which, const char *value,
                           int value_length) {
    char meaning[COMMENT_MAX], text[COMMENT_MAX + 64];
    if (!option_meaning(language, row, which, "N", meaning, sizeof meaning)) return;
    snprintf(text, sizeof text, "%.*s: %s", value_length, value, meaning);
    size_t column = 0;
    for (const char *word = text; *word;) {
        size_t letters = strcspn(word, " ");
        if (column && column + 1 + letters > COMMENT_WIDTH) column = (size_t)printf("\n") - 1;
        column += (size_t)printf(column ? " %.*s" : "#   %.*s", (int)letters, word);
        word += letters + strspn(word + letters, " ");
    }
    printf("\n");
}

static void print_choices(const BookLanguage *language, const RuleRow *row) {
    const char *choice = row->choices;
    printf("# %s: one of", row->name);
    for (const char *c = choice; *c; c += strcspn(c, "|"), c += *c == '|')
        printf("%s %.*s", c == choice ? "" : ",", (int)strcspn(c, "|"), c);
    printf("\n");
    for (unsigned i = 0; *choice; i++) {
        size_t length = strcspn(choice, "|");
        print_sentence(language, row, i, choice, (int)length);
        choice += length + (choice[length] == '|');
    }
}

/* What an option can be, and what each value means. */
static void print_meaning(const BookLanguage *language, const RuleRow *row) {
    static const char *const values[][2] = {
        [ROW_FLAG] = {"off", "on"}, [ROW_NUMBER] = {"0", "N"}, [ROW_LIST] = {"none", "N"}};
    switch (row->type) {
    case ROW_FLAG: printf("# %s: on or off\n", row->name); break;
    case ROW_NUMBER: printf("# %s: %d to %d\n", row->name, row->low, row->high); break;
    case ROW_LIST: printf("# %s: up to %d numbers, each %d to %d\n", row->name, PLACES_MAX, row->low, row->high); break;
    case ROW_CHOICE: print_choices(language, row); return;
    }
    for (unsigned i = 0; i < 2; i++) {
        const char *value = values[row->type][i];
        if (i || row->low <= 0) print_sentence(language, row, i, value, (int)strlen(value));
    }
}

static void print_options(const BookLanguage *language, const Rules *rules) {
    printf("\n[rules]\n");
    for (unsigned i = 0; i < rule_row_count; i++) {
        const RuleRow *row = &rule_rows[i];
        char value[128];
        if (!(row->families >> rules->family & 1)) continue;
        rules_get(rules, row, value, sizeof value);
        print_meaning(language, row);
        printf("%s =%s%s\n\n", row->name, *value ? " " : "", value);
    }
}

/* What is printed is itself a ruleset file that says the same. */
static int show(const OptionReader *reader, const Request *request) {
    Ruleset ruleset;
    char text[RULESET_TEXT_MAX], hash[RULESET_HASH_HEX], players[16];
    if (!load_ruleset(reader, request->word[1], &ruleset)) return STATUS_BAD_INPUT;
    ruleset_hash(&ruleset.rules, hash);
    print_players(&ruleset.rules, players, sizeof players);
    printf("# %s\n", ruleset.name);
    if (ruleset.parent[0]) printf("# extends %s, which is written out here\n", ruleset.parent);
    printf("# players %s\n# hash %s\n\n[ruleset]\n", players, hash);
    if (ruleset.title[0]) printf("title = %s\n", ruleset.title);
    if (ruleset.about[0]) printf("about = %s\n", ruleset.about);
    printf("family = %s\n", family_name(ruleset.rules.family));
    ruleset_format(&ruleset.rules, text, sizeof text);
    if (request->all) print_options(request->language, &ruleset.rules);
    /* The sections behind [ruleset], with a line of air before each. */
    const char *line = text + strcspn(text, "\n") + 1;
    line += strcspn(line, "\n") + 1;
    if (request->all) /* the options are told already */
        while (*line && (*line != '[' || !strncmp(line, "[rules]", 7))) line += strcspn(line, "\n") + 1;
    for (; *line; line += strcspn(line, "\n") + 1)
        printf("%s%.*s\n", *line == '[' ? "\n" : "", (int)strcspn(line, "\n"), line);
    return STATUS_GOOD;
}

/* All that is wrong with a file, and what of it can have no effect, a line each. */
static void tell_problem(void *context, const RulesetError *error) {
    const OptionReader *reader = context;
    char place[32] = "";
    if (error->line && error->column) snprintf(place, sizeof place, ":%u:%u", error->line, error->column);
    else if (error->line) snprintf(place, sizeof place, ":%u", error->line);
    complain(reader, "%s%s: %s", error->file, place, error->text);
}

static int check(const OptionReader *reader, const Request *request) {
    Ruleset ruleset;
    char hash[RULESET_HASH_HEX], players[16];
    OptionReader telling = *reader;
    if (ruleset_check(request->word[1], &ruleset, tell_problem, &telling)) return STATUS_BAD_INPUT;
    ruleset_hash(&ruleset.rules, hash);
    print_players(&ruleset.rules, players, sizeof players);
    printf("%s is good: %s, %s players, hash %s\n", request->word[1], ruleset.title[0] ? ruleset.title : ruleset.name,
           players, hash);
    return STATUS_GOOD;
}

static int diff(const OptionReader *reader, const Request *request) {
    Ruleset a, b;
    if (!load_ruleset(reader, request->word[1], &a) || !load_ruleset(reader, request->word[2], &b))
        return STATUS_BAD_INPUT;
    Printer printer = printer_on(stdout);
    if (ruleset_diff(&a, &b, request->language, &printer) == 0)
        printf("%s and %s are the same rules.\n", a.name, b.name);
    return STATUS_GOOD;
}

static int book(const OptionReader *reader, const Request *request) {
    Ruleset ruleset;
    if (!load_ruleset(reader, request->word[1], &ruleset)) return STATUS_BAD_INPUT;
    Printer printer = printer_on(stdout);
    BookFormat format = request->markdown ? BOOK_MARKDOWN : BOOK_TERMINAL;
    (request->brief ? ruleset_short : ruleset_book)(&ruleset, request->language, format, say_width(), &printer);
    return STATUS_GOOD;
}

static const struct {
    const char *name;
    unsigned words;
    const char *usage;
    int (*run)(const OptionReader *reader, const Request *request);
} requests[] = {
    {"list", 1, "uno rules list", list},
    {"show", 2, "uno rules show RULESET [--all [--language de]]", show},
    {"check", 2, "uno rules check FILE", check},
    {"diff", 3, "uno rules diff RULESET RULESET [--language de]", diff},
    {"book", 2, "uno rules book RULESET [--short] [--markdown] [--language de]", book},
};
enum { REQUESTS = sizeof requests / sizeof requests[0] };

static int unknown_request(const OptionReader *reader, const char *word) {
    const char *names[REQUESTS];
    for (unsigned i = 0; i < REQUESTS; i++) names[i] = requests[i].name;
    const char *nearest = suggest_word(word, names, REQUESTS);
    if (nearest) return complain(reader, "'%s' is not known: did you mean 'uno rules %s'?", word, nearest);
    return complain(reader, "'%s' is not known: it is one of list, show, check, diff and book", word);
}

static int run(OptionReader *reader) {
    Request request = {.words = 0};
    for (int option; (option = option_next(reader)) != OPTION_END;) {
        if (option == OPT_MARKDOWN) request.markdown = true;
        else if (option == OPT_ALL) request.all = true;
        else if (option == OPT_SHORT) request.brief = true;
        else if (option == OPT_LANGUAGE) {
            if (!book_language_find(reader->value, &request.language))
                return complain(reader, "there is no language '%s': it is en or de", reader->value);
        } else if (option != OPTION_WORD) return STATUS_BAD_INPUT;
        else if (request.words == WORDS_MAX) return complain(reader, "there are too many words: '%s'", reader->value);
        else request.word[request.words++] = reader->value;
    }
    if (request.words == 0) request.word[request.words++] = "list";
    for (unsigned i = 0; i < REQUESTS; i++) {
        if (strcmp(requests[i].name, request.word[0]) != 0) continue;
        if (request.words != requests[i].words) return complain(reader, "expected: %s", requests[i].usage);
        return requests[i].run(reader, &request);
    }
    return unknown_request(reader, request.word[0]);
}

const Command command_rules = {
    "rules",
    "list, show, check and compare rules, or print a rulebook",
    "list\nshow RULESET [--all [--language de]]\ncheck FILE\ndiff RULESET RULESET [--language de]\nbook RULESET [--short] [--markdown] [--language de]",
    "A RULESET is one of the names that `uno rules list` prints, or the path of an .ini file.\n\n"
    "  list    the rulesets that come with the program\n"
    "  show    the ruleset written out, as a ruleset file to start your own from\n"
    "  check   read a ruleset file and say what is wrong with it, and where\n"
    "  diff    what is different in the second ruleset, sentence by sentence\n"
    "  book    the whole rulebook, complete enough to play from\n\n"
    "`uno rules show official --all` is the reference for the options: what each can be, and what\n"
    "that means. `uno rules show split-v3 --all` is the one for Split UNO.\n",
    options,
    run,
};
