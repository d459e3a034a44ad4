/* push_seal.c -- the example of RFC 8291, byte for byte; keys that are none; and which addresses may be called. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "hub/push_url.h"
#include "net/push_seal.h"

static void bytes(const char *text, uint8_t *out, size_t size) {
    size_t length;
    assert_int_equal(
        sodium_base642bin(out, size, text, strlen(text), NULL, &length, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
        0);
    assert_int_equal(length, size);
}

/* RFC 8291, section 5 and appendix A. */
static void the_example_of_the_rfc(void **unused) {
    static const char words[] = "When I grow up, I want to be a watermelon";
    static const char whole[] =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    uint8_t browser[SEAL_POINT], auth[SEAL_AUTH], own[SEAL_SCALAR], own_public[SEAL_POINT], salt[SEAL_SALT];
    uint8_t expected[sizeof words - 1 + SEAL_MORE], out[sizeof expected], point[SEAL_POINT];
    (void)unused;
    bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", browser,
          sizeof browser);
    bytes("BTBZMqHH6r4Tts7J_aSIgg", auth, sizeof auth);
    bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", own, sizeof own);
    bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8", own_public,
          sizeof own_public);
    bytes("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
    bytes(whole, expected, sizeof expected);
    assert_true(seal_public(own, point));
    assert_memory_equal(point, own_public, sizeof point);
    assert_true(seal_message(browser, auth, own, salt, words, sizeof words - 1, out));
    assert_memory_equal(out, expected, sizeof out);
}

static void what_is_no_point_seals_nothing(void **unused) {
    uint8_t browser[SEAL_POINT] = {4, 1, 2, 3}, auth[SEAL_AUTH] = {0}, own[SEAL_SCALAR], point[SEAL_POINT], out[200];
    (void)unused;
    assert_true(seal_new_pair(own, point));
    assert_false(seal_message(browser, auth, own, auth, "x", 1, out));
    assert_true(seal_message(point, auth, own, auth, "x", 1, out));
    assert_false(seal_message(point, auth, own, auth, out, SEAL_WORDS_MAX + 1, out));
}

static void a_token_names_its_key(void **unused) {
    uint8_t own[SEAL_SCALAR], point[SEAL_POINT];
    char token[SEAL_TOKEN_MAX], key[100], text[600];
    (void)unused;
    assert_true(seal_new_pair(own, point));
    assert_true(seal_token(own, "https://push.example", "mailto:a@b.example", 1900000000, token));
    sodium_bin2base64(key, sizeof key, point, sizeof point, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    assert_memory_equal(token, "vapid t=", 8);
    assert_string_equal(strstr(token, "k=") + 2, key);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    assert_false(seal_token(own, text, "mailto:a@b.example", 1900000000, token));
}

static void only_names_on_the_internet(void **unused) {
    static const char *const wrong[] = {
        "http://push.example/x",   "https://10.0.0.1/x",      "https://127.1/x",    "https://0x7f.0x1/x",
        "https://localhost/x",     "https://a@push.example/", "https://[::1]/x",    "https://push.example",
        "https://push.example:/x", "https://push.example/ x", "https:///x",         "https://push..example/x",
        "ftp://push.example/x",    "https://push.example/\r", "https://.example/x", "https://push.example:123456/x",
        "https://push.example/#x", "https://2130706433/x",    "//push.example/x",   "https://push.example?x",
    };
    PushUrl url;
    (void)unused;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (push_url_read(wrong[i], "", &url)) fail_msg("this was let through: %s", wrong[i]);
    assert_true(push_url_read("https://fcm.googleapis.com/fcm/send/a:b?c=d", "", &url));
    assert_string_equal(url.host, "fcm.googleapis.com");
    assert_string_equal(url.port, "443");
    assert_string_equal(url.path, "/fcm/send/a:b?c=d");
    assert_true(push_url_read("https://push.example:8443/x", "", &url));
    assert_string_equal(url.port, "8443");
    assert_true(push_url_read("http://127.0.0.1:81/x", "127.0.0.1", &url) && url.plain);
    assert_false(push_url_read("http://127.0.0.2:81/x", "127.0.0.1", &url));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_rfc),
        cmocka_unit_test(what_is_no_point_seals_nothing),
        cmocka_unit_test(a_token_names_its_key),
        cmocka_unit_test(only_names_on_the_internet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
