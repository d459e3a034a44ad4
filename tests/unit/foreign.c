/* foreign.c -- what others say is harmless once it is shown, and stays what it was where it can. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "client/foreign.h"

static void is_made(const char *from, const char *to) {
    char text[200];
    snprintf(text, sizeof text, "%s", from);
    foreign_clean(text);
    assert_string_equal(text, to);
}

static void what_can_be_shown_stays(void **unused) {
    (void)unused;
    static const char *const good[] = {"", "Ada plays R5.", "Zoë & Ōno 田中さん שלום الكل",
                                       "👩‍👩‍👧‍👦 🇩🇪", "e\xCC\x81"};
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) is_made(good[i], good[i]);
}

static void what_moves_or_hides_does_not(void **unused) {
    (void)unused;
    is_made("\x1b[2J\x07.", "?[2J?.");
    is_made("a\tb\nc\rd\x7f", "a?b?c?d?");
    is_made("\xC2\x9B"
            "31m",
            "?31m"); /* a control sequence of one character */
    is_made("\xE2\x80\xAE"
            "evil\xE2\x81\xA6",
            "?evil?");                         /* turns the direction of writing */
    is_made("\xE2\x80\xA8\xEF\xBB\xBF", "??"); /* a line end of its own, a mark */
    is_made("\xF3\xA0\x81\x81.", "?.");        /* a hidden letter */
}

static void what_is_no_text_does_not(void **unused) {
    (void)unused;
    is_made("\x9b"
            "31m",
            "?31m");
    is_made("\xff\xfe", "??");
    is_made("\xC0\xAF", "??");         /* longer than it need be */
    is_made("\xED\xA0\x80", "???");    /* half a pair */
    is_made("good\xE2\x80", "good??"); /* cut off */
}

static void all_of_a_message_is_cleaned(void **unused) {
    (void)unused;
    cJSON *json = cJSON_Parse("{\"a\\u001b\":[{\"b\":\"x\\u001by\\nz\"}],\"n\":1}");
    foreign_clean_json(json, true);
    char *text = cJSON_PrintUnformatted(json);
    assert_string_equal(text, "{\"a?\":[{\"b\":\"x?y\\nz\"}],\"n\":1}");
    cJSON_free(text);
    foreign_clean_json(json, false);
    text = cJSON_PrintUnformatted(json);
    assert_string_equal(text, "{\"a?\":[{\"b\":\"x?y?z\"}],\"n\":1}");
    cJSON_free(text);
    cJSON_Delete(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_can_be_shown_stays),
        cmocka_unit_test(what_moves_or_hides_does_not),
        cmocka_unit_test(what_is_no_text_does_not),
        cmocka_unit_test(all_of_a_message_is_cleaned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
