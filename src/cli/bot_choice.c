/* bot_choice.c -- bots as the command line names them: "hard", "search:200", a program. */
#include "bot_choice.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { KINDS_MAX = 64, NAMES_ROOM = 512 };

/* The bots that play one of these families, "random, rule, ...". */
static void list_bot_names(Families families, char *out, size_t size) {
    size_t used = 0;
    out[0] = 0;
    for (unsigned i = 0; i < bot_kind_count && used < size; i++)
        if (bot_kinds[i]->families & families)
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "", bot_kinds[i]->name);
}

bool read_think(const OptionReader *reader, long high, unsigned *ms) {
    char *end;
    errno = 0;
    long number = strtol(reader->value, &end, 10);
    bool good = end != reader->value && !*end && !errno && number >= 1 && number <= high;
    if (good) *ms = (unsigned)number;
    else
        complain(reader, "--think must be a whole number of milliseconds from 1 to %ld, not '%s'", high, reader->value);
    return good;
}

const BotKind *choose_bot(const OptionReader *reader, const char *name, Families families) {
    const BotKind *kind = bot_find(name);
    const char *words[KINDS_MAX];
    char names[NAMES_ROOM];
    size_t count = 0;
    if (kind && kind->families & families) return kind;
    list_bot_names(families, names, sizeof names);
    for (; count < bot_kind_count && count < KINDS_MAX; count++) words[count] = bot_kinds[count]->name;
    const char *nearest = kind ? NULL : suggest_word(name, words, count);
    if (kind) complain(reader, "the bot '%s' does not play this game; those that do: %s", name, names);
    else if (nearest) complain(reader, "there is no bot '%s': did you mean %s? There are: %s", name, nearest, names);
    else complain(reader, "there is no bot '%s'; there are: %s", name, names);
    return NULL;
}

/* "search:200" looks at 200 worlds, "search:10ms" thinks for 10 ms. */
static bool read_budget(const OptionReader *reader, const char *word, const char *text, BotBudget *budget) {
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    bool digits = *text >= '0' && *text <= '9';
    *budget = (BotBudget){0};
    if (digits && number && number <= WORLDS_MAX && !*end) return budget->worlds = (unsigned)number, true;
    if (digits && number && number <= THINK_MAX_MS && strcmp(end, "ms") == 0) {
        *budget = (BotBudget){0, (unsigned)number * 1000, player_clock_us};
        return true;
    }
    complain(reader,
             "'%s': after the colon comes a number of worlds, as in search:200, or of milliseconds, as in search:10ms",
             word);
    return false;
}

static bool is_file(const char *path) {
    struct stat is;
    return stat(path, &is) == 0 && S_ISREG(is.st_mode);
}

static bool find_bot(const OptionReader *reader, const char *word, const Ruleset *ruleset, PlayerPlan *plan) {
    char name[BOT_WORD_MAX];
    size_t length = strcspn(word, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), word);
    if (!bot_find(name) && is_file(word))
        return complain(reader, "there is no bot '%s': did you mean ./%s?", word, word), false;
    plan->kind = choose_bot(reader, name, (Families)(1 << ruleset->rules.family));
    if (!plan->kind || !word[length]) return plan->kind;
    if (!plan->kind->worlds)
        return complain(reader, "'%s': %s does not search, so it has no budget; write just %s", word, name, name),
               false;
    return read_budget(reader, word, word + length + 1, &plan->budget);
}

static bool find_program(const OptionReader *reader, const ProcessPlan *program) {
    char error[PROCESS_TROUBLE_MAX];
    Process *process = process_init(program->command, &program->limits, error);
    if (!process) complain(reader, "%s", error);
    process_free(process);
    return process;
}

bool choose_player(const OptionReader *reader, const BotWish *wish, const Ruleset *ruleset, PlayerPlan *plan,
                   ProcessPlan *program) {
    *plan = (PlayerPlan){.budget = wish->budget};
    if (strchr(wish->word, '/')) {
        *program = (ProcessPlan){wish->word, ruleset->name, wish->budget, {0, wish->move_ms, -1}};
        plan->program = program;
        return find_program(reader, program);
    }
    if (strlen(wish->word) >= BOT_WORD_MAX)
        return complain(reader, "'%.20s...' is too long: at most %d bytes", wish->word, BOT_WORD_MAX - 1), false;
    return find_bot(reader, wish->word, ruleset, plan);
}
