/* names.c -- what people may be called and may say, by a list of nasty strings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "random.h"
#include "record/record.h"
#include "hub/names.h"

static void good_names_come_out_tidied(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"Ada", "Ada"},
        {"  Ada  Lovelace ", "Ada Lovelace"},
        {"Ada\u00A0\u3000\u2003B", "Ada B"}, /* blanks of other kinds */
        {"J\u00F6rg", "J\u00F6rg"},
        {"Jo\u0308rg", "J\u00F6rg"},           /* the same, composed */
        {"Vi\u0323\u0302n", "V\u1ECB\u0302n"}, /* two accents on one letter */
        {"\u0645\u062D\u0645\u062F", "\u0645\u062D\u0645\u062F"},
        {"\u5F20\u4F1F", "\u5F20\u4F1F"},
        {"\u0928\u093F\u0939\u093E", "\u0928\u093F\u0939\u093E"},
        {"\u2764\uFE0F Ada", "\u2764 Ada"}, /* the style of an emoji is left out */
        {"e\uFE0F\u0301", "\u00E9"},        /* and what was apart comes together */
        {"\U0001F98A", "\U0001F98A"},
        {"<b>&\"'\\", "<b>&\"'\\"}, /* whoever prints it escapes it */
        {"12345678901234567890", "12345678901234567890"},
        {"\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4"
         "\u00C4",
         "\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4\u00C4"
         "\u00C4"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[STORE_NAME_MAX];
        const char *why;
        assert_true(name_tidy(cases[i][0], out, &why));
        assert_string_equal(out, cases[i][1]);
        assert_null(why);
    }
}

static void nasty_names_are_refused(void **unused) {
    (void)unused;
    static const char *const cases[] = {
        "",
        " ",
        "\u3000",
        "\uFE0F",                /* nothing but a style */
        "123456789012345678901", /* 21 characters */
        "a\nb",                  /* line ends and other control characters */
        "a\tb",
        "a\rb",
        "a\x01",
        "a\x7F",
        "a\xC2\x85",
        "a\u2028b", /* line and paragraph separators */
        "a\u2029b",
        "\u202Eada", /* direction */
        "a\u202Ab\u202C",
        "a\u2066b\u2069",
        "a\u200Eb",
        "a\u200Fb",
        "a\u061Cb",
        "a\u200Bb", /* invisible */
        "a\u200Db",
        "a\u200Cb",
        "a\u2060b",
        "a\uFEFFb",
        "a\u00ADb",
        "a\u034Fb",
        "\u115F",
        "\u1160",
        "\u3164",
        "\uFFA0",
        "\u2800",
        "a\u180Eb",
        "a\uFE01",
        "a\U000E0100",
        "\U000E0041\U000E0042",
        "\uE000", /* private use */
        "\U000F0000",
        "\U0010FFFD",
        "\u0378", /* unassigned */
        "\uFFFE",
        "\U0001FFFF",
        "\uFFFC",
        "\uFFFD",
        "\u0301", /* an accent on nothing */
        "a \u0301",
        "q\u0301\u0302\u0303", /* and too many */
        "z\u0334\u0335\u0336\u0337\u0338\u0321\u0322",
        "\xFF", /* no UTF-8 */
        "a\xC3",
        "\xC0\xAF",
        "\xE2\x82",
        "\xED\xA0\x80",
        "\xF4\x90\x80\x80",
        "\xF0\x82\x82\xAC",
        "\U0001F98A\U0001F98A\U0001F98A\U0001F98A\U0001F98A\U0001F98A\U0001F98A\U0001F98A\U0001F98A\U0001F98A\U0001F98A\U0001F98A",
        "\uFDFA\uFDFA\uFDFA\uFDFA", /* folds into a text of eighteen letters each */
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[STORE_NAME_MAX] = "x";
        const char *why = NULL;
        if (name_tidy(cases[i], out, &why)) fail_msg("case %u was accepted: %s", i, out);
        assert_non_null(why);
        assert_string_equal(out, "");
    }
}

static void long_names_do_no_harm(void **unused) {
    (void)unused;
    static char text[100001];
    char out[STORE_NAME_MAX];
    const char *why;
    for (size_t length = 40; length < sizeof text; length = length * 3 / 2) {
        memset(text, 'a', length);
        text[length] = 0;
        assert_false(name_tidy(text, out, &why));
        assert_string_equal(why, "it is too long");
        assert_false(text_tidy(text, 30, out, sizeof out, &why));
    }
}

static void names_that_look_alike_have_one_key(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"Ada", "ada"},
        {"ADA", "ada"},
        {"\uFF21\uFF44\uFF41", "ada"}, /* full width */
        {"\U0001D400da", "ada"},       /* a letter of mathematics */
        {"J\u00D6RG", "j\u00F6rg"},
        {"Stra\u00DFe", "STRASSE"},
        {"\uFB01n", "fin"}, /* a ligature */
        {"\u0399\u03A9\u03A3", "\u03B9\u03C9\u03C2"},
        {"x\u00B2", "x2"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[2][STORE_NAME_MAX], key[2][STORE_NAME_MAX];
        const char *why;
        for (unsigned side = 0; side < 2; side++) {
            assert_true(name_tidy(cases[i][side], name[side], &why));
            name_key(name[side], key[side]);
        }
        assert_string_equal(key[0], key[1]);
    }
    char ada[STORE_NAME_MAX], adb[STORE_NAME_MAX];
    name_key("Ada", ada);
    name_key("Adb", adb);
    assert_string_not_equal(ada, adb);
}

static void what_is_said_is_tidied(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"  good  game ", "good game"},
        {"two\nlines\r\n\tand more", "two lines and more"},
        {"\u202Eevil\u2066\u200B\x01", "evil"},
        {"z\u0334\u0335\u0336\u0337\u0338!", "z\u0334\u0335!"},
        {"\u0301a", "a"},
        {"\U0001F468\u200D\U0001F469\u200D\U0001F467", "\U0001F468\u200D\U0001F469\u200D\U0001F467"},
        {"\u2764\uFE0F", "\u2764\uFE0F"},
        {"\U0001F3F3\uFE0F\u200D\U0001F308", "\U0001F3F3\uFE0F\u200D\U0001F308"},
        {"a\u200D\u200D\u200D\u200Db", "a\u200Db"},
        {"e\u200B\u0301", "\u00E9"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[100];
        const char *why;
        assert_true(text_tidy(cases[i][0], 50, out, sizeof out, &why));
        assert_string_equal(out, cases[i][1]);
    }
}

static void what_cannot_be_said(void **unused) {
    (void)unused;
    char out[10];
    const char *why;
    assert_false(text_tidy("", 5, out, sizeof out, &why));
    assert_false(text_tidy(" \n\u200B ", 5, out, sizeof out, &why));
    assert_string_equal(why, "it is empty");
    assert_false(text_tidy("abcdef", 5, out, sizeof out, &why));
    assert_string_equal(why, "it is too long");
    assert_true(text_tidy("abcde", 5, out, sizeof out, &why));
    assert_false(text_tidy("\U0001F98A\U0001F98A\U0001F98A", 5, out, sizeof out, &why)); /* twelve bytes */
    assert_false(text_tidy("\xFF", 5, out, sizeof out, &why));
    assert_string_equal(why, "it is not written in UTF-8");
}

/* ---- random text ---- */

static unsigned put_utf8(char *out, uint32_t c) {
    if (c < 0x80) return out[0] = (char)c, 1;
    unsigned more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned lead[] = {0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(lead[more] | c >> 6 * more);
    for (unsigned i = 1; i <= more; i++) out[i] = (char)(0x80 | (c >> 6 * (more - i) & 0x3F));
    return more + 1;
}

/* Mostly characters that are known to be difficult, some of any kind, and some bytes that are none. */
static void random_text(uint64_t *state, char *out) {
    static const uint32_t hard[] = {'a',    'A',    ' ',    0x301,  0x308,  0x323,   0xFE0F,  0x200D,  0x200B, 0x202E,
                                    0x1100, 0x1161, 0x11A8, 0xAC00, 0xFB01, 0x1F98A, 0x1F1E6, 0x1F3FB, 0x3000, 0x130};
    unsigned used = 0, count = random_below(state, 26);
    for (unsigned i = 0; i < count; i++) {
        unsigned dice = random_below(state, 20);
        uint32_t c = dice < 16 ? hard[random_below(state, sizeof hard / sizeof *hard)] : random_below(state, 0x110000);
        if (dice == 19) out[used++] = (char)(random_below(state, 255) + 1);
        else used += put_utf8(out + used, c ? c : 1);
    }
    out[used] = 0;
}

static void random_names_keep_what_is_promised(void **unused) {
    (void)unused;
    uint64_t state = 11;
    unsigned good = 0;
    for (unsigned i = 0; i < 200000; i++) {
        char text[200], name[STORE_NAME_MAX], again[STORE_NAME_MAX], key[STORE_NAME_MAX], key_again[STORE_NAME_MAX];
        const char *why;
        random_text(&state, text);
        if (!name_tidy(text, name, &why)) {
            assert_non_null(why);
            continue;
        }
        good++;
        assert_true(record_name_fits(name));
        assert_true(name_tidy(name, again, &why));
        assert_string_equal(name, again);
        name_key(name, key);
        assert_true(key[0] && text_hidden_line(key, strlen(key)) == 0);
        if (!name_tidy(key, again, &why)) continue; /* a folded sign can have a blank or an accent of its own */
        name_key(again, key_again);
        assert_string_equal(key, key_again);
    }
    assert_true(good > 500);
}

static void random_words_keep_what_is_promised(void **unused) {
    (void)unused;
    uint64_t state = 12;
    unsigned good = 0;
    for (unsigned i = 0; i < 200000; i++) {
        char text[200], said[64], again[64];
        const char *why;
        random_text(&state, text);
        if (!text_tidy(text, 15, said, sizeof said, &why)) continue;
        good++;
        assert_int_equal(text_hidden_line(said, strlen(said)), 0);
        assert_null(strpbrk(said, "\n\r\t"));
        assert_true(text_tidy(said, 15, again, sizeof again, &why));
        assert_string_equal(said, again);
    }
    assert_true(good > 20000);
}

static void hidden_lines_of_a_text_are_found(void **unused) {
    (void)unused;
    assert_int_equal(text_hidden_line("", 0), 0);
    assert_int_equal(text_hidden_line("[rules]\r\n\ta = \U0001F98A\n", 18), 0);
    assert_int_equal(text_hidden_line("a\nb\x1B[31m\n", 9), 2);
    assert_int_equal(text_hidden_line("a\0b", 3), 1);
    assert_int_equal(text_hidden_line("\n\n\u202E", 5), 3);
    assert_int_equal(text_hidden_line("\U0001F98A", 3), 1);
}

static void broken_text_is_mended(void **unused) {
    (void)unused;
    char text[] = "\u00E9\xC3(\xFF\xE2\x82";
    text_mend(text);
    assert_string_equal(text, "\u00E9?(???");
    char empty[] = "";
    text_mend(empty);
    assert_string_equal(empty, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_names_come_out_tidied),
        cmocka_unit_test(nasty_names_are_refused),
        cmocka_unit_test(long_names_do_no_harm),
        cmocka_unit_test(names_that_look_alike_have_one_key),
        cmocka_unit_test(what_is_said_is_tidied),
        cmocka_unit_test(what_cannot_be_said),
        cmocka_unit_test(random_names_keep_what_is_promised),
        cmocka_unit_test(random_words_keep_what_is_promised),
        cmocka_unit_test(hidden_lines_of_a_text_are_found),
        cmocka_unit_test(broken_text_is_mended),
    };
    return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
