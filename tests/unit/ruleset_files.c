/* ruleset_files.c -- rulesets in files of their own that extend one another: found beside each other, and never in a circle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "ruleset/ruleset.h"

static char folder[] = "/tmp/uno-ruleset-XXXXXX";
static char paths[24][80];
static unsigned files;

static const char *write_rules(const char *name, const char *extends, const char *lines) {
    char *path = paths[files++];
    assert_true(files <= 24);
    snprintf(path, sizeof paths[0], "%s/%s.ini", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "[ruleset]\ntitle = %s\nextends = %s\n%s", name, extends, lines);
    assert_int_equal(fclose(file), 0);
    return path;
}

static int make_folder(void **unused) {
    (void)unused;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **unused) {
    (void)unused;
    for (unsigned i = 0; i < files; i++) unlink(paths[i]);
    return rmdir(folder);
}

static void assert_refused(const char *path, const char *words) {
    static Ruleset ruleset;
    RulesetError error = {.text = ""};
    assert_false(ruleset_load(path, &ruleset, &error));
    if (!strstr(error.text, words)) fail_msg("%s: '%s', not '%s'", path, error.text, words);
}

static void a_file_extends_one_beside_it(void **unused) {
    static Ruleset child;
    RulesetError error = {.text = ""};
    (void)unused;
    write_rules("parent", "official", "[rules]\ncards_dealt = 5\nuno_penalty = 4\n");
    if (!ruleset_load(write_rules("child", "./parent.ini", "[rules]\nuno_penalty = 3\n"), &child, &error))
        fail_msg("%s", error.text);
    assert_int_equal(child.rules.option.cards_dealt, 5); /* the parent's */
    assert_int_equal(child.rules.option.uno_penalty, 3); /* its own */
    if (!ruleset_load(write_rules("byname", "parent", ""), &child, &error))
        fail_msg("%s", error.text); /* without .ini */
    assert_int_equal(child.rules.option.cards_dealt, 5);
    assert_string_equal(child.parent, "parent");
}

static void what_cannot_be_extended_is_refused(void **unused) {
    char path[400], deep[40], below[40];
    (void)unused;
    write_rules("one", "./two.ini", "");
    assert_refused(write_rules("two", "./one.ini", ""), "extends goes in a circle");
    assert_refused(write_rules("lonely", "./nobody.ini", ""), "nobody");
    memset(path, 'x', sizeof path - 1);
    path[0] = '.', path[1] = '/', path[sizeof path - 1] = 0;
    assert_refused(write_rules("long", path, ""), "");
    assert_refused(write_rules("mixed", "official", "family = split\n"),
                   "family is split, but official is of the other family");
    const char *last = write_rules("deep0", "official", "");
    for (unsigned i = 1; i <= 8; i++) {
        snprintf(deep, sizeof deep, "deep%u", i);
        snprintf(below, sizeof below, "./deep%u.ini", i - 1);
        last = write_rules(deep, below, "");
    }
    assert_refused(last, "rulesets extend one another");
}

/* A mistake in a file that is extended is told with that file's name. */
static void a_mistake_below_is_told_where_it_is(void **unused) {
    static Ruleset ruleset;
    RulesetError error = {.text = ""};
    (void)unused;
    write_rules("broken", "official", "[card Skip]\neffects = fly\n");
    assert_false(ruleset_load(write_rules("above", "./broken.ini", ""), &ruleset, &error));
    assert_non_null(strstr(error.file, "broken"));
    assert_non_null(strstr(error.text, "'fly'"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_file_extends_one_beside_it),
                                       cmocka_unit_test(what_cannot_be_extended_is_refused),
                                       cmocka_unit_test(a_mistake_below_is_told_where_it_is)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
