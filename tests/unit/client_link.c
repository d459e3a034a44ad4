/* client_link.c -- addresses as people write them, and the file that remembers who one is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "client/jar.h"

/* ---- addresses ---- */

static void addresses(void **unused) {
    static const struct {
        const char *url, *base, *host;
        unsigned port;
        bool https;
        const char *code;
    } good[] = {
        {"http://localhost:8080", "http://localhost:8080", "localhost", 8080, false, ""},
        {"localhost:8080", "http://localhost:8080", "localhost", 8080, false, ""},
        {"http://uno.example", "http://uno.example", "uno.example", 80, false, ""},
        {"https://uno.example/", "https://uno.example", "uno.example", 443, true, ""},
        {"HTTPS://uno.example:443/t/k7qd2m4p", "https://uno.example", "uno.example", 443, true, "K7QD2M4P"},
        {"http://192.0.2.1:8080/t/K7QD-2M4P/", "http://192.0.2.1:8080", "192.0.2.1", 8080, false, "K7QD2M4P"},
        {"http://[::1]:8080/t/K7QD2M4P?x=1", "http://[::1]:8080", "::1", 8080, false, "K7QD2M4P"},
    };
    static const char *const bad[] = {"",
                                      "http://",
                                      "ftp://uno.example",
                                      "http://a b:80",
                                      "http://x:0",
                                      "http://x:65536",
                                      "http://x:port",
                                      "http://x/y",
                                      "http://user@x",
                                      "http://[::1",
                                      "http://x/t/CODE_WITH_A_LINE"};
    ClientAddress address;
    char trouble[CLIENT_TROUBLE_MAX];
    (void)unused;
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        if (!client_address_parse(good[i].url, &address, trouble)) fail_msg("%s: %s", good[i].url, trouble);
        assert_string_equal(address.base, good[i].base);
        assert_string_equal(address.host, good[i].host);
        assert_int_equal(address.port, good[i].port);
        assert_int_equal(address.https, good[i].https);
        assert_string_equal(address.code, good[i].code);
    }
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (client_address_parse(bad[i], &address, trouble)) fail_msg("'%s' was taken", bad[i]);
        assert_non_null(strstr(trouble, "http://"));
    }
}

static void codes(void **unused) {
    char code[CLIENT_CODE_MAX];
    (void)unused;
    assert_true(client_code_parse(" k7qd-2m4p ", code));
    assert_string_equal(code, "K7QD2M4P");
    assert_false(client_code_parse("", code));
    assert_false(client_code_parse("k7qd/2m4p", code));
    assert_false(client_code_parse("ABCDEFGHIJKLMNOPQ", code));
}

/* ---- the jar ---- */

static void sessions_are_remembered(void **unused) {
    char folder[] = "/tmp/jar.XXXXXX", path[JAR_PATH_MAX], cookie[CLIENT_COOKIE_MAX], trouble[CLIENT_TROUBLE_MAX];
    struct stat is;
    (void)unused;
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    assert_true(jar_path(path));
    assert_false(jar_find(path, "http://a", "", cookie));
    assert_true(jar_keep(path, "http://a", "", "uno=1", trouble));
    assert_true(jar_keep(path, "http://a", "Ada", "uno=2", trouble));
    assert_true(jar_keep(path, "http://a:8080", "", "uno=3", trouble));
    assert_true(jar_keep(path, "http://a", "", "uno=4", trouble));
    assert_true(jar_find(path, "http://a", "", cookie));
    assert_string_equal(cookie, "uno=4");
    assert_true(jar_find(path, "http://a", "Ada", cookie));
    assert_string_equal(cookie, "uno=2");
    assert_true(jar_find(path, "http://a:8080", "", cookie));
    assert_string_equal(cookie, "uno=3");
    assert_false(jar_find(path, "http://a", "Ad", cookie));
    assert_int_equal(stat(path, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0600);
    /* Where nothing can be written, it says so. */
    assert_false(jar_keep("/proc/uno/sessions", "http://a", "", "uno=1", trouble));
    assert_non_null(strstr(trouble, "cannot write"));
    assert_int_equal(unlink(path), 0);
    snprintf(path, sizeof path, "%s/uno", folder);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void the_way_back(void **unused) {
    char text[200];
    (void)unused;
    assert_string_equal(jar_command("http://a", "", "K7", text, sizeof text), "uno play --connect http://a/t/K7");
    assert_string_equal(jar_command("http://a", "Ada", "K7", text, sizeof text),
                        "uno play --connect http://a/t/K7 --name Ada");
    assert_string_equal(jar_command("http://a", "Ada's cat", "K7", text, sizeof text),
                        "uno play --connect http://a/t/K7 --name 'Ada'\\''s cat'");
    assert_true(strlen(jar_command("http://a", "somebody", "K7", text, 20)) < 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses),
        cmocka_unit_test(codes),
        cmocka_unit_test(sessions_are_remembered),
        cmocka_unit_test(the_way_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
