/* rules.c -- `uno rules`: which rules there are, and what they say. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "command.h"

enum { OPT_MARKDOWN, OPT_ALL };
static const OptionRow options[] = {
    {"markdown", 'm', NULL, "book: print Markdown instead of plain text"},
    {"all", 'a', NULL, "show: every option, also those at their usual value"},
    {NULL, 0, NULL, NULL},
};

enum { WORDS_MAX = 3, WIDTH = 80, WIDTH_MAX = 100 };

typedef struct {
    const char *word[WORDS_MAX];
    unsigned words;
    bool markdown, all;
} Request;

static void print_players(const Rules *rules, char *out, size_t size) {
    int low = rules->option.min_players, high = rules->option.max_players;
    while (high > low && !rules_allow_players(rules, (unsigned)high, NULL)) high--;
    while (low < high && !rules_allow_players(rules, (unsigned)low, NULL)) low++;
    if (low == high) snprintf(out, size, "%d", low);
    else snprintf(out, size, "%d-%d", low, high);
}

static int list(const OptionReader *reader, const Request *request) {
    (void)request;
    printf("%-18s %-8s %s\n", "RULESET", "PLAYERS", "TITLE");
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        char players[16];
        if (!load_ruleset(reader, builtin_rulesets[i].name, &ruleset)) return STATUS_FAILED;
        print_players(&ruleset.rules, players, sizeof players);
        printf("%-18s %-8s %s\n", ruleset.name, players, ruleset.title);
    }
    printf("\n`uno rules book NAME` prints a rulebook, `uno play NAME` plays by it.\n");
    return STATUS_GOOD;
}

static void print_options(const Rules *rules) {
    for (unsigned i = 0; i < rule_row_count; i++) {
        const RuleRow *row = &rule_rows[i];
        char value[128];
        if (!(row->families >> rules->family & 1)) continue;
        rules_get(rules, row, value, sizeof value);
        printf("%-18s = %s", row->name, value);
        if (row->type == ROW_FLAG) printf("   # on or off");
        if (row->type == ROW_NUMBER) printf("   # %d to %d", row->low, row->high);
        if (row->type == ROW_CHOICE) printf("   # %s", row->choices);
        printf("\n");
    }
}

static int show(const OptionReader *reader, const Request *request) {
    Ruleset ruleset;
    char text[RULESET_TEXT_MAX], hash[RULESET_HASH_HEX], players[16];
    if (!load_ruleset(reader, request->word[1], &ruleset)) return STATUS_BAD_INPUT;
    ruleset_hash(&ruleset.rules, hash);
    print_players(&ruleset.rules, players, sizeof players);
    printf("# %s: %s\n", ruleset.name, ruleset.title);
    if (ruleset.about[0]) printf("# %s\n", ruleset.about);
    if (ruleset.parent[0]) printf("# extends %s\n", ruleset.parent);
    printf("# players %s\n# hash %s\n\n", players, hash);
    ruleset_format(&ruleset.rules, text, sizeof text);
    if (request->all) print_options(&ruleset.rules);
    else printf("%s", text);
    return STATUS_GOOD;
}

static int check(const OptionReader *reader, const Request *request) {
    Ruleset ruleset;
    char hash[RULESET_HASH_HEX], players[16];
    if (!load_ruleset(reader, request->word[1], &ruleset)) return STATUS_BAD_INPUT;
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
    if (ruleset_diff(&a, &b, &printer) == 0) printf("%s and %s are the same rules.\n", a.name, b.name);
    return STATUS_GOOD;
}

static unsigned width_of_terminal(void) {
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20) return WIDTH;
    return size.ws_col < WIDTH_MAX ? size.ws_col : WIDTH_MAX;
}

static int book(const OptionReader *reader, const Request *request) {
    Ruleset ruleset;
    if (!load_ruleset(reader, request->word[1], &ruleset)) return STATUS_BAD_INPUT;
    Printer printer = printer_on(stdout);
    ruleset_book(&ruleset, request->markdown ? BOOK_MARKDOWN : BOOK_TERMINAL, width_of_terminal(), &printer);
    return STATUS_GOOD;
}

static const struct {
    const char *name;
    unsigned words;
    const char *usage;
    int (*run)(const OptionReader *reader, const Request *request);
} requests[] = {
    {"list", 1, "uno rules list", list},
    {"show", 2, "uno rules show RULESET", show},
    {"check", 2, "uno rules check FILE", check},
    {"diff", 3, "uno rules diff RULESET RULESET", diff},
    {"book", 2, "uno rules book RULESET [--markdown]", book},
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
        else if (option != OPTION_WORD) return STATUS_BAD_INPUT;
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
    "list\nshow RULESET [--all]\ncheck FILE\ndiff RULESET RULESET\nbook RULESET [--markdown]",
    "A RULESET is one of the names that `uno rules list` prints, or the path of an .ini file.\n\n"
    "  list    the rulesets that come with the program\n"
    "  show    a ruleset's own options, in the form a ruleset file has\n"
    "  check   read a ruleset file and say what is wrong with it, with line and column\n"
    "  diff    what is different in the second ruleset, sentence by sentence\n"
    "  book    the whole rulebook, complete enough to play from\n",
    options,
    run,
};
