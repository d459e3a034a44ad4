/* main.c -- the front door of `uno`: finds the command, prints the overview and help. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "say.h"

#ifndef UNO_VERSION
#define UNO_VERSION "0.1.0"
#endif

static const Command *const commands[] = {
    &command_play,     &command_arbiter, &command_tournament, &command_serve, &command_admin, &command_rules,
    &command_scenario, &command_replay,  &command_verify,     &command_stats, &command_lab,   &command_review,
    &command_puzzle,   &command_arena,   &command_bot,        &command_bench,
};
enum { HELP_COLUMN = 29, COMMANDS = sizeof commands / sizeof commands[0] };

static void print_overview(void) {
    printf("uno plays UNO by whichever rules you like, and shows exactly which those are.\n\n"
           "  uno play                        the official rules, against one opponent\n"
           "  uno play ultimate --players 4   more players, wilder rules\n"
           "  uno play split-duel             Split UNO for two\n"
           "  uno serve                       tables for friends, in their browsers\n"
           "  uno rules list                  the rules there are\n"
           "  uno rules book ultimate | less  a rulebook to play from\n\n"
           "Commands:\n");
    for (unsigned i = 0; i < COMMANDS; i++) printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    printf("  %-10s %s\n", "help", "explain a command: uno help play");
    printf("\n`uno COMMAND --help` says more about each. `uno --version` prints the version.\n");
}

static void print_option(const OptionRow *row) {
    char left[40];
    int used = row->letter ? snprintf(left, sizeof left, "-%c, ", row->letter) : snprintf(left, sizeof left, "    ");
    snprintf(left + used, sizeof left - (size_t)used, "--%s%s%s", row->name, row->value ? " " : "",
             row->value ? row->value : "");
    printf("  %-26s ", left);
    say_wrapped_at(HELP_COLUMN, HELP_COLUMN, row->help);
}

/* Paragraphs are wrapped for the terminal; indented lines stay as they are. */
static void print_paragraphs(const char *text) {
    while (*text) {
        char paragraph[1024];
        size_t used = 0;
        bool kept = *text == ' ' || *text == '\n';
        do {
            size_t length = strcspn(text, "\n");
            used += (size_t)snprintf(paragraph + used, sizeof paragraph - used, "%s%.*s", used ? " " : "", (int)length,
                                     text);
            if (used >= sizeof paragraph) used = sizeof paragraph - 1;
            text += length + (text[length] == '\n');
        } while (!kept && *text && *text != ' ' && *text != '\n');
        if (kept) printf("%.*s\n", (int)used, paragraph);
        else say_wrapped_at(0, 0, paragraph);
    }
}

static void command_help(const Command *command) {
    const char *usage = command->usage;
    for (bool first = true; usage; first = false) {
        const char *end = strchr(usage, '\n');
        int length = end ? (int)(end - usage) : (int)strlen(usage);
        printf("%s uno %s%s%.*s\n", first ? "Usage:" : "      ", command->name, length ? " " : "", length, usage);
        usage = end ? end + 1 : NULL;
    }
    printf("\n%c%s.\n\nOptions:\n", command->summary[0] - 'a' + 'A', command->summary + 1);
    for (const OptionRow *row = command->options; row->name; row++) print_option(row);
    print_option(&(OptionRow){"help", 'h', NULL, "print this"});
    if (command->help[0]) printf("\n");
    print_paragraphs(command->help);
}

static const Command *find_command(const char *name) {
    const char *names[COMMANDS + 1];
    for (unsigned i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
        names[i] = commands[i]->name;
    }
    names[COMMANDS] = "help";
    OptionReader reader = {.command = "uno"};
    const char *nearest = suggest_word(name, names, COMMANDS + 1);
    if (nearest) complain(&reader, "there is no command '%s': did you mean '%s'?", name, nearest);
    else complain(&reader, "there is no command '%s'; `uno` alone lists them", name);
    return NULL;
}

static int run_help(int count, char **words) {
    if (count == 0) {
        print_overview();
        return STATUS_GOOD;
    }
    if (strcmp(words[0], "help") == 0) {
        printf("Usage: uno help [COMMAND]\n\nExplain a command, or list them all.\n");
        return STATUS_GOOD;
    }
    const Command *command = find_command(words[0]);
    if (!command) return STATUS_BAD_INPUT;
    command_help(command);
    return STATUS_GOOD;
}

static int run_command(const Command *command, int count, char **arguments) {
    char title[32];
    snprintf(title, sizeof title, "uno %s", command->name);
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++)
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0) {
            command_help(command);
            return STATUS_GOOD;
        }
    OptionReader reader = {.command = title, .rows = command->options, .argument = arguments, .count = count};
    return command->run(&reader);
}

/* What could not be written must not pass as written. */
static int close_output(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    if (errno != EPIPE) fprintf(stderr, "uno: cannot write the output: %s\n", strerror(errno));
    return status ? status : STATUS_FAILED;
}

int main(int argc, char **argv) {
    const char *first = argc > 1 ? argv[1] : NULL;
    if (!first || strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) return close_output(run_help(0, NULL));
    if (strcmp(first, "help") == 0) return close_output(run_help(argc - 2, argv + 2));
    if (strcmp(first, "--version") == 0) {
        printf("uno %s\n", UNO_VERSION);
        return close_output(STATUS_GOOD);
    }
    if (first[0] == '-') {
        OptionReader reader = {.command = "uno"};
        return complain(&reader, "there is no option %s; `uno` alone lists what there is", first);
    }
    const Command *command = find_command(first);
    if (!command) return STATUS_BAD_INPUT;
    return close_output(run_command(command, argc - 2, argv + 2));
}
