/* The head of a request: what is good comes out in its parts, and each thing that is not has its refusal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "net/host_name.h"
#include "net/network.h"

#define HOST "Host: x\r\n"
#define END "\r\n"

static HttpHead head;
static HttpRefusal refusal;

/* Exactly as many bytes as there are, so that a sanitizer sees one that is read too far. */
static HttpResult read_bytes(const char *text, size_t length) {
    char *exact = malloc(length ? length : 1);
    assert_non_null(exact);
    memcpy(exact, text, length);
    static char *last;
    free(last);
    last = exact; /* slices point into it */
    refusal = (HttpRefusal){0, NULL, NULL};
    return http_head_read(exact, length, &head, &refusal);
}

static HttpResult read_text(const char *text) { return read_bytes(text, strlen(text)); }

static void assert_refused(const char *text, size_t length, unsigned status, const char *code) {
    HttpResult result = read_bytes(text, length);
    if (result != HTTP_REFUSED || refusal.status != status || strcmp(refusal.code, code) != 0)
        fail_msg("%.60s: %d, %u %s", text, result, refusal.status, refusal.code ? refusal.code : "");
    assert_null(strpbrk(refusal.message, "\"\\\n")); /* it is told as JSON as it is */
}

static void parts_come_out(void **state) {
    (void)state;
    static const char text[] =
        "POST /a%20b/%c3%a4?q=%26&x HTTP/1.1\r\nHost: uno.example:80\r\nX-List: one,\t Two \r\nx-list:three\r\n"
        "Content-Length: 5\r\nEmpty:\r\n\r\nhello";
    assert_int_equal(read_text(text), HTTP_READY);
    assert_true(slice_is(head.method, "POST"));
    assert_string_equal(head.path, "/a b/\xc3\xa4");
    assert_true(slice_is(head.query, "q=%26&x"));
    assert_true(head.http_1_1);
    assert_int_equal(head.headers, 5);
    assert_int_equal(head.length, 5);
    assert_int_equal(head.size, sizeof text - 1 - 5);
    assert_true(slice_is(http_header(&head, "host"), "uno.example:80"));
    assert_true(slice_is(http_header(&head, "x-list"), "one,\t Two"));
    assert_true(http_header(&head, "empty").at && http_header(&head, "empty").length == 0);
    assert_null(http_header(&head, "missing").at);
    assert_true(http_header_lists(&head, "X-List", "two") && http_header_lists(&head, "x-list", "THREE"));
    assert_false(http_header_lists(&head, "x-list", "on") || http_header_lists(&head, "x-list", ""));
}

static void old_clients_are_understood(void **state) {
    (void)state;
    assert_int_equal(read_text("GET / HTTP/1.0\r\n\r\n"), HTTP_READY);
    assert_false(head.http_1_1);
    assert_int_equal(head.length, -1);
    assert_null(head.query.at);
}

/* Whatever is missing at the end, it is asked for, and never refused. */
static void it_may_come_in_pieces(void **state) {
    (void)state;
    static const char text[] = "PUT /api/x?y HTTP/1.1\r\n" HOST "Cookie: uno=1\r\nContent-Length: 0\r\n\r\n";
    for (size_t length = 0; length < sizeof text - 1; length++) assert_int_equal(read_bytes(text, length), HTTP_MORE);
    assert_int_equal(read_bytes(text, sizeof text - 1), HTTP_READY);
}

typedef struct {
    const char *text;
    unsigned status;
    const char *code;
} Bad;

static void bad_request_lines_are_refused(void **state) {
    (void)state;
    static const Bad rows[] = {
        {"GET /\r\n" HOST END, 400, "bad_request"}, /* HTTP/0.9 */
        {"GET /\r\n", 400, "bad_request"},          /* at once, not when more has come */
        {"GET\r\n" END, 400, "bad_request"},
        {"\r\nGET / HTTP/1.1\r\n" HOST END, 400, "bad_request"},
        {" GET / HTTP/1.1\r\n" HOST END, 400, "bad_request"},
        {"GET  / HTTP/1.1\r\n" HOST END, 400, "bad_path"},
        {"GET /  HTTP/1.1\r\n" HOST END, 400, "bad_path"},
        {"GET / x HTTP/1.1\r\n" HOST END, 400, "bad_path"},
        {"GET\t/\tHTTP/1.1\r\n" HOST END, 400, "bad_request"},
        {"G(T / HTTP/1.1\r\n" HOST END, 400, "bad_request"},
        {"GET / HTTP/1.1 \r\n" HOST END, 400, "bad_path"},
        {"GET / http/1.1\r\n" HOST END, 400, "bad_request"},
        {"GET / HTTP/1.10\r\n" HOST END, 400, "bad_request"},
        {"GET / HTTP/1\r\n" HOST END, 400, "bad_request"},
        {"GET / HTTP/1.2\r\n" HOST END, 505, "bad_version"},
        {"GET / HTTP/2.0\r\n" HOST END, 505, "bad_version"},
        {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "bad_path"},
        {"GET http://x/ HTTP/1.1\r\n" HOST END, 400, "bad_path"},
        {"CONNECT x:80 HTTP/1.1\r\n" HOST END, 400, "bad_path"},
        {"OPTIONS * HTTP/1.1\r\n" HOST END, 400, "bad_path"},
        {"GET x HTTP/1.1\r\n" HOST END, 400, "bad_path"},
        {"GET / HTTP/1.1\n" HOST END, 400, "bad_request"},
        {"GET /\n HTTP/1.1\r\n" HOST END, 400, "bad_request"},
        {"GET /\r HTTP/1.1\r\n" HOST END, 400, "bad_request"},
        {"\x16\x03\x01\x02", 400, "bad_request"}, /* TLS where there is none */
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(rows[i].text, strlen(rows[i].text), rows[i].status, rows[i].code);
}

static void bad_targets_are_refused(void **state) {
    (void)state;
    static const char *const targets[] = {
        "/%",      "/%4",        "/%zz",      "/%0a",       "/api/me%0aOrigin:http://x/",
        "/%0d",    "/%00",       "/%09",      "/%1f",       "/%7f",
        "/%2f",    "/a%2Fb",     "/%5c",      "/%5C",       "/\\",
        "/\x7f",   "/\x80",      "/\xc3\xa4", "/#x",        "/%ff",
        "/%c0%ae", "/%ed%a0%80", "/%c3",      "/..",        "/../etc",
        "/a/..",   "/a/../b",    "/.",        "/./a",       "/%2e%2e/a",
        "/a/%2e",  "/%2e.",      "/?%0a",     "/?a=%0D%0A", "/?%00",
        "/?%7f",   "/?%",        "/?a=%4",    "/?\x80",     "/%f5%80%80%80"};
    static const char *const good[] = {"/",       "/a.b",         "/.well-known", "/...", "/a..b",
                                       "/%25",    "/%3f?%2f&%5c", "/?a=/../b",    "//",   "/?text=http%3A%2F%2Fx",
                                       "/%C3%A4", "/%41"};
    char text[200];
    for (unsigned i = 0; i < sizeof targets / sizeof *targets; i++) {
        int length = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\n" HOST END, targets[i]);
        HttpResult result = read_text(text);
        if (result != HTTP_REFUSED || refusal.status != 400) fail_msg("%s: %d", targets[i], result);
        assert_refused(text, (size_t)length, 400, refusal.code);
    }
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\n" HOST END, good[i]);
        if (read_text(text) != HTTP_READY) fail_msg("%s: %s", good[i], refusal.message);
    }
    assert_string_equal(head.path, "/A");
    /* Resolved once: what an escape stands for is no escape. */
    assert_int_equal(read_text("GET /%2541 HTTP/1.1\r\n" HOST END), HTTP_READY);
    assert_string_equal(head.path, "/%41");
}

static void bad_headers_are_refused(void **state) {
    (void)state;
    static const char *const headers[] = {"Name\r\n",
                                          "Name : x\r\n",
                                          ": x\r\n",
                                          " Folded: x\r\n",
                                          "A: x\r\n folded\r\n",
                                          "A: x\r\n\tfolded\r\n",
                                          "N\xc3\xa4me: x\r\n",
                                          "Na me: x\r\n",
                                          "A: x\ny\r\n",
                                          "A: x\ry\r\n",
                                          "A: \x01\r\n",
                                          "A: \x7f\r\n",
                                          "A: x\n",
                                          "Na\tme: x\r\n",
                                          "\tA: x\r\n",
                                          "(A): x\r\n",
                                          "A\r\n: x\r\n",
                                          "Content-Length: \r\n",
                                          "Content-Length: -1\r\n",
                                          "Content-Length: +1\r\n",
                                          "Content-Length: 1 1\r\n",
                                          "Content-Length: 5, 5\r\n",
                                          "Content-Length: 0x1\r\n",
                                          "Content-Length: 1e3\r\n",
                                          "Content-Length: 99999999999999999999\r\n",
                                          "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
                                          "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n"};
    static const char *const singles[] = {"Content-Length: 1",
                                          "Transfer-Encoding: chunked",
                                          "Origin: http://x",
                                          "Cookie: a=b",
                                          "Authorization: x",
                                          "Upgrade: websocket",
                                          "Sec-WebSocket-Key: x",
                                          "Sec-WebSocket-Version: 13",
                                          "X-Forwarded-Host: x",
                                          "X-Forwarded-Proto: https",
                                          "X-Real-IP: 192.0.2.1",
                                          "Expect: 100-continue",
                                          "Host: x"};
    char text[400];
    for (unsigned i = 0; i < sizeof headers / sizeof *headers; i++) {
        int length = snprintf(text, sizeof text, "GET / HTTP/1.1\r\n" HOST "%s" END, headers[i]);
        assert_refused(text, (size_t)length, 400, "bad_request");
    }
    for (unsigned i = 0; i < sizeof singles / sizeof *singles; i++) {
        int length = snprintf(text, sizeof text, "GET / HTTP/1.1\r\n%s%s\r\nA: b\r\n%s\r\n" END,
                              strncmp(singles[i], "Host", 4) == 0 ? "" : HOST, singles[i], singles[i]);
        *strstr(text, singles[i]) ^= 0x20; /* capitals make no difference */
        assert_refused(text, (size_t)length, 400, "bad_request");
    }
    assert_refused("GET / HTTP/1.1\r\n" END, 18, 400, "bad_request"); /* no Host */
    assert_refused("GET / HTTP/1.1\r\nHost: a\0b\r\n" END, 29, 400, "bad_request");
    assert_int_equal(read_text("GET / HTTP/1.1\r\n" HOST
                               "Connection: a\r\nConnection: b\r\nX-Forwarded-For: a\r\nX-Forwarded-For: b\r\n"
                               "Name: \xc3\xa4 a\tb\r\n" END),
                     HTTP_READY);
}

/* A head of `size` bytes in all, by a header that is filled up. */
static size_t write_head(char *out, const char *target, size_t size) {
    size_t used = (size_t)sprintf(out, "GET %s HTTP/1.1\r\n" HOST "A: ", target);
    while (used < size - 4) out[used++] = 'a';
    memcpy(out + used, "\r\n\r\n", 5);
    return used + 4;
}

static void too_much_is_refused(void **state) {
    (void)state;
    static char text[3 * HTTP_HEAD_MAX], target[HTTP_TARGET_MAX + 200];
    assert_int_equal(read_bytes(text, write_head(text, "/", HTTP_HEAD_MAX)), HTTP_READY);
    assert_refused(text, write_head(text, "/", HTTP_HEAD_MAX + 1), 431, "too_long");
    write_head(text, "/", HTTP_HEAD_MAX + 100);
    assert_refused(text, HTTP_HEAD_MAX, 431, "too_long"); /* nobody waits for the end of it */
    assert_int_equal(read_bytes(text, HTTP_HEAD_MAX - 1), HTTP_MORE);
    memset(target, 'a', sizeof target - 1);
    target[0] = '/';
    assert_refused(text, (size_t)sprintf(text, "GET %s", target), 414, "too_long");
    assert_refused(text, (size_t)sprintf(text, "GET %s HTTP/1.1\r\n" HOST END, target), 414, "too_long");
    target[HTTP_TARGET_MAX + 1] = 0;
    assert_refused(text, (size_t)sprintf(text, "GET %s HTTP/1.1\r\n" HOST END, target), 414, "too_long");
    target[HTTP_TARGET_MAX] = 0;
    assert_int_equal(read_bytes(text, (size_t)sprintf(text, "GET %s HTTP/1.1\r\n" HOST END, target)), HTTP_READY);
    memset(text, 'G', 3000);
    assert_refused(text, 3000, 400, "bad_request");
    for (unsigned count = HTTP_HEADERS_MAX - 1; count <= HTTP_HEADERS_MAX; count++) {
        size_t used = (size_t)sprintf(text, "GET / HTTP/1.1\r\n" HOST);
        for (unsigned i = 0; i < count; i++) used += (size_t)sprintf(text + used, "A: b\r\n");
        used += (size_t)sprintf(text + used, END);
        if (count < HTTP_HEADERS_MAX) assert_int_equal(read_bytes(text, used), HTTP_READY);
        else assert_refused(text, used, 431, "too_long");
    }
}

/* ---- addresses, and what proxies say ---- */

static void networks_have_their_addresses(void **state) {
    (void)state;
    static const struct {
        const char *network, *inside, *outside;
    } rows[] = {{"192.0.2.1", "192.0.2.1", "192.0.2.2"},
                {"192.0.2.1", "::ffff:192.0.2.1", "::1"},
                {"10.0.0.0/8", "10.255.0.1", "11.0.0.0"},
                {"172.16.0.0/12", "172.31.255.255", "172.32.0.0"},
                {"fd00::/8", "fd12::1", "fc00::1"},
                {"::1", "::1", "127.0.0.1"},
                {"0.0.0.0/0", "8.8.8.8", "2001:db8::1"},
                {"2001:db8::/33", "2001:db8:7fff::", "2001:db8:8000::"},
                {"192.0.2.128/25", "192.0.2.255", "192.0.2.127"}};
    static const char *const bad[] = {
        "",         "/",        "x",   "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8 ", "::/129",
        "10.0.0/8", "::1/1000", "yes", "1"};
    Network network;
    Address address;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(network_parse(rows[i].network, &network));
        assert_true(address_parse(rows[i].inside, &address) && network_has(&network, &address));
        assert_true(address_parse(rows[i].outside, &address) && !network_has(&network, &address));
    }
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(network_parse(bad[i], &network));
}

static void the_last_stranger_is_the_client(void **state) {
    (void)state;
    static const struct {
        const char *headers, *client; /* NULL: it cannot be read */
    } rows[] = {
        {"", ""},
        {"X-Forwarded-For: 192.0.2.7\r\n", "192.0.2.7"},
        {"X-Forwarded-For: 8.8.8.8, 192.0.2.7\r\n", "192.0.2.7"},
        {"X-Forwarded-For: nonsense, 192.0.2.7\r\n", "192.0.2.7"}, /* before it anybody may write */
        {"X-Forwarded-For: 192.0.2.7, 10.0.0.2,127.0.0.1\r\n", "192.0.2.7"},
        {"X-Forwarded-For: 192.0.2.7\r\nA: b\r\nx-forwarded-for: 10.0.0.2\r\n", "192.0.2.7"},
        {"X-Forwarded-For: 8.8.8.8\r\nX-Forwarded-For: 192.0.2.7\r\n", "192.0.2.7"},
        {"X-Forwarded-For: 10.0.0.9, 10.0.0.2\r\n", "10.0.0.9"}, /* proxies alone: the first of them */
        {"X-Forwarded-For: 192.0.2.7:4711\r\n", "192.0.2.7"},
        {"X-Forwarded-For: [2001:db8::1]:4711\r\n", "2001:db8::1"},
        {"X-Forwarded-For: [2001:db8::1]\r\n", "2001:db8::1"},
        {"X-Forwarded-For: 2001:db8::1\r\n", "2001:db8::1"},
        {"X-Forwarded-For: ::ffff:192.0.2.7\r\n", "192.0.2.7"},
        {"X-Forwarded-For: 192.0.2.7\r\nX-Real-IP: 8.8.8.8\r\n", "192.0.2.7"},
        {"X-Forwarded-For: 10.0.0.9\r\nX-Real-IP: 8.8.8.8\r\n", "10.0.0.9"},
        {"X-Real-IP: 192.0.2.7\r\n", "192.0.2.7"},
        {"X-Forwarded-For:\r\n", NULL},
        {"X-Forwarded-For: ,\r\n", NULL},
        {"X-Forwarded-For: 192.0.2.7,\r\n", NULL},
        {"X-Forwarded-For: unknown\r\nX-Real-IP: 192.0.2.7\r\n", NULL},
        {"X-Forwarded-For: nonsense, 10.0.0.2\r\n", NULL},
        {"X-Forwarded-For: 192.0.2.7:\r\n", NULL},
        {"X-Forwarded-For: 192.0.2.7:x\r\n", NULL},
        {"X-Forwarded-For: 192.0.2.7:123456\r\n", NULL},
        {"X-Forwarded-For: [192.0.2.7]\r\n", NULL},
        {"X-Forwarded-For: [2001:db8::1\r\n", NULL},
        {"X-Forwarded-For: [2001:db8::1]x\r\n", NULL},
        {"X-Forwarded-For: 192.0.2.7 8.8.8.8\r\n", NULL},
        {"X-Forwarded-For: 2001:db8:0000:0000:0000:0000:0000:0000:0000:0000:0000:0001\r\n", NULL},
        {"X-Real-IP: nonsense\r\n", NULL},
        {"X-Real-IP:\r\n", NULL},
        {"X-Real-IP: 192.0.2.7, 192.0.2.8\r\n", NULL},
    };
    Network proxy[2];
    assert_true(network_parse("127.0.0.1", &proxy[0]) && network_parse("10.0.0.0/8", &proxy[1]));
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[500], client[NETWORK_TEXT_MAX];
        snprintf(text, sizeof text, "GET / HTTP/1.1\r\n" HOST "%s" END, rows[i].headers);
        assert_int_equal(read_text(text), HTTP_READY);
        bool good = forwarded_client(&head, proxy, 2, client);
        if (good != !!rows[i].client || (good && strcmp(client, rows[i].client) != 0))
            fail_msg("%s: %s", rows[i].headers, client);
    }
}

static void names_near_by_are_known(void **state) {
    (void)state;
    static const char *const near[] = {
        "localhost", "LOCALHOST:80",  "x",         "uno-box", "127.0.0.1:8080", "192.0.2.1",
        "[::1]:80",  "[2001:db8::1]", "uno.local", "a.b.lan", "Uno.Internal:1", "uno.home.arpa",
        "uno.test.", "uno.localhost", "2130706433"};
    static const char *const far[] = {"uno.example.org", "evil.com:80", "evil.com.",   "local.evil.com",
                                      "xlocal.org",      ".local.x",    "evil-lan.de", "127.0.0.1.evil.com",
                                      "0x7f.1",          "127.1"};
    static const char *const none[] = {"",    ":",        ":80",       ".",       "..",       "a..b",        "a b",
                                       "a,b", "a/b",      "user@host", "[::1",    "[x]",      "[127.0.0.1]", "::1",
                                       "a:b", "a:123456", "a:80:80",   "[::1]80", "\xc3\xa4", "a%41",        ".lan"};
    Slice name;
    for (unsigned i = 0; i < sizeof near / sizeof *near; i++)
        if (!host_name((Slice){near[i], strlen(near[i])}, &name) || !host_is_near(name)) fail_msg("%s", near[i]);
    for (unsigned i = 0; i < sizeof far / sizeof *far; i++)
        if (host_name((Slice){far[i], strlen(far[i])}, &name) && host_is_near(name)) fail_msg("%s", far[i]);
    for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
        if (host_name((Slice){none[i], strlen(none[i])}, &name)) fail_msg("%s", none[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_come_out),
        cmocka_unit_test(old_clients_are_understood),
        cmocka_unit_test(it_may_come_in_pieces),
        cmocka_unit_test(bad_request_lines_are_refused),
        cmocka_unit_test(bad_targets_are_refused),
        cmocka_unit_test(bad_headers_are_refused),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(networks_have_their_addresses),
        cmocka_unit_test(the_last_stranger_is_the_client),
        cmocka_unit_test(names_near_by_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
