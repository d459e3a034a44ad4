/* house_rules.c -- every row of docs/house-rules.md gives rules that hold, and others than those of `official`. */
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_house_rule_can_be_had)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
