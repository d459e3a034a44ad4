/* house_rules.c -- every row of docs/house-rules.md gives rules that hold, and others than those of `official`; and a
 * scenario plays it with just these settings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "ruleset/ruleset.h"

enum { ROWS = 33, LINE_BYTES = 512 };

/* "[card Skip] effects = again ; count = 1" as a file that extends official. */
static void file_of(const char *setting, char *out, size_t size) {
    const char *close = strchr(setting, ']');
    assert_non_null(close);
    size_t length =
        (size_t)snprintf(out, size, "[ruleset]\nextends = official\n%.*s\n", (int)(close + 1 - setting), setting);
    for (const char *at = close + 1; *at && length + 2 < size; at++) out[length++] = *at == ';' ? '\n' : *at;
    out[length++] = '\n';
    out[length] = 0;
}

static void loads(const char *setting, Ruleset *ruleset) {
    RulesetError error;
    char text[2 * LINE_BYTES];
    if (setting[0] == '[') {
        file_of(setting, text, sizeof text);
        if (!ruleset_parse("house", text, strlen(text), NULL, ruleset, &error)) fail_msg("%s: %s", setting, error.text);
    } else {
        assert_true(ruleset_load("official", ruleset, &error));
        if (!ruleset_change(ruleset, setting, &error)) fail_msg("%s: %s", setting, error.text);
    }
}

static void every_house_rule_can_be_had(void **state) {
    static Ruleset official, ruleset;
    RulesetError error;
    char line[LINE_BYTES], hash[RULESET_HASH_HEX], plain[RULESET_HASH_HEX];
    unsigned rows = 0;
    (void)state;
    assert_true(ruleset_load("official", &official, &error));
    ruleset_hash(&official.rules, plain);
    FILE *file = fopen("docs/house-rules.md", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        unsigned number;
        char *begin = strchr(line, '`'), *end = strrchr(line, '`');
        if (sscanf(line, "| %u |", &number) != 1) continue;
        assert_int_equal(number, ++rows);
        assert_true(begin && end > begin);
        *end = 0;
        loads(begin + 1, &ruleset);
        ruleset_hash(&ruleset.rules, hash);
        if (!strcmp(hash, plain)) fail_msg("%s changes nothing", begin + 1);
    }
    fclose(file);
    assert_int_equal(rows, ROWS);
}

static size_t file_read(const char *path, char *out, size_t size) {
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("%s is missing", path);
    size_t length = fread(out, 1, size - 1, file);
    fclose(file);
    out[length] = 0;
    return length;
}

/* "house-17.ini" is the row as a file. */
static void played_from_a_file(unsigned number, const char *setting, const char *rules) {
    static Ruleset here, there;
    RulesetError error;
    char path[64], text[4 * LINE_BYTES], hash[2][RULESET_HASH_HEX];
    snprintf(path, sizeof path, "tests/scenarios/house/house-%u.ini", number);
    if (!strstr(rules, strrchr(path, '/') + 1)) fail_msg("house rule %u is not played with %s", number, path);
    size_t length = file_read(path, text, sizeof text);
    if (!ruleset_parse("house", text, length, NULL, &there, &error)) fail_msg("%s: %s", path, error.text);
    loads(setting, &here);
    ruleset_hash(&here.rules, hash[0]);
    ruleset_hash(&there.rules, hash[1]);
    if (strcmp(hash[0], hash[1])) fail_msg("%s says something else than row %u", path, number);
}

/* "option stack_draws same" for each part of "stack_draws=same;...", and no other option. */
static void played_with_options(unsigned number, const char *setting, const char *rules) {
    unsigned options = 0, parts = 1;
    for (const char *at = rules; (at = strstr(at, "option ")) != NULL; at++) options++;
    for (const char *at = setting; *at; at++) parts += *at == ';';
    assert_int_equal(options, parts);
    while (*setting) {
        char option[LINE_BYTES];
        size_t length = strcspn(setting, ";"), name = strcspn(setting, "=");
        snprintf(option, sizeof option, "option %.*s %.*s", (int)name, setting, (int)(length - name - 1),
                 setting + name + 1);
        if (!strstr(rules, option)) fail_msg("house rule %u is not played with %s", number, option);
        setting += length + (setting[length] != 0);
    }
}

static void every_house_rule_is_played(void **state) {
    static char scenarios[1 << 15];
    char line[LINE_BYTES], title[32], rules[LINE_BYTES];
    unsigned rows = 0;
    (void)state;
    file_read("tests/scenarios/house/every-rule.txt", scenarios, sizeof scenarios);
    FILE *file = fopen("docs/house-rules.md", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        unsigned number;
        char *begin = strchr(line, '`'), *end = strrchr(line, '`');
        if (sscanf(line, "| %u |", &number) != 1) continue;
        *end = 0;
        snprintf(title, sizeof title, "scenario House rule %u:", number);
        const char *at = strstr(scenarios, title);
        at = at ? strstr(at, "\nrules ") : NULL;
        if (!at) fail_msg("no scenario plays house rule %u", number);
        snprintf(rules, sizeof rules, "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
        if (begin[1] == '[') played_from_a_file(number, begin + 1, rules);
        else played_with_options(number, begin + 1, rules);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, ROWS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_house_rule_can_be_had),
                                       cmocka_unit_test(every_house_rule_is_played)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
