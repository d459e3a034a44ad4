/* courier.c -- the process that takes messages to push services: what arrives there, whom it does not call, and the keys that it signs with. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "net/courier.h"
#include "store/store.h"

/* ---- a push service of one answer ---- */

typedef struct {
    int listener;
    unsigned port;
    const char *answer;
    char heard[8000];
    size_t length;
} Service;

static void open_service(Service *service, const char *answer) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    memset(service, 0, sizeof *service);
    service->answer = answer;
    service->listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(service->listener, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(service->listener, 1), 0);
    assert_int_equal(getsockname(service->listener, (struct sockaddr *)&at, &size), 0);
    service->port = ntohs(at.sin_port);
}

/* Hears a head and as many bytes as it says, and answers. */
static void *serve(void *self) {
    Service *service = self;
    int line = accept(service->listener, NULL, NULL);
    size_t wanted = sizeof service->heard - 1;
    while (service->length < wanted) {
        ssize_t got = recv(line, service->heard + service->length, wanted - service->length, 0);
        if (got <= 0) break;
        service->length += (size_t)got;
        const char *end = strstr(service->heard, "\r\n\r\n"), *length = strstr(service->heard, "Content-Length: ");
        if (end && length) wanted = (size_t)(end + 4 - service->heard) + strtoul(length + 16, NULL, 10);
    }
    send(line, service->answer, strlen(service->answer), MSG_NOSIGNAL);
    close(line);
    return NULL;
}

/* ---- messages ---- */

static HubJob message(const char *host, unsigned port) {
    HubJob job = {.kind = JOB_PUSH};
    uint8_t secret[SEAL_SCALAR], point[SEAL_POINT], auth[SEAL_AUTH];
    assert_true(seal_new_pair(secret, point));
    randombytes_buf(auth, sizeof auth);
    sodium_bin2base64(job.push.key, sizeof job.push.key, point, sizeof point, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_bin2base64(job.push.secret, sizeof job.push.secret, auth, sizeof auth,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(job.push.endpoint, sizeof job.push.endpoint, "http://%s:%u/push/7", host, port);
    snprintf(job.push.words, sizeof job.push.words, "{\"secret\":\"it is your turn\"}");
    snprintf(job.push.topic, sizeof job.push.topic, "turn");
    job.push.ttl_s = 60;
    job.push.status = 999;
    return job;
}

static void start(Courier *courier, const char *allow) {
    CourierOrders orders = {.contact = "mailto:uno@example.org"};
    uint8_t point[SEAL_POINT];
    assert_true(seal_new_pair(orders.private_key, point));
    snprintf(orders.allow, sizeof orders.allow, "%s", allow);
    assert_true(courier_start(courier, &orders));
}

static void a_message_arrives_sealed_and_signed(void **state) {
    static Service service;
    (void)state;
    Courier courier;
    pthread_t thread;
    open_service(&service, "HTTP/1.1 201 Created\r\n\r\n");
    start(&courier, "localhost");
    assert_int_equal(pthread_create(&thread, NULL, serve, &service), 0);
    HubJob job = message("localhost", service.port);
    courier_run(&courier, &job);
    pthread_join(thread, NULL);
    assert_int_equal(job.push.status, 201);
    assert_memory_equal(service.heard, "POST /push/7 HTTP/1.1\r\n", 23);
    assert_non_null(strstr(service.heard, "Authorization: vapid "));
    assert_non_null(strstr(service.heard, "TTL: 60\r\nTopic: turn\r\nContent-Encoding: aes128gcm\r\n"));
    for (size_t at = 0; at + 4 < service.length; at++) /* nobody on the way reads it */
        assert_int_not_equal(memcmp(service.heard + at, "turn\"", 5), 0);
    close(service.listener);
    courier_stop(&courier);
    assert_int_equal(courier.process, 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nobody is left behind */
    courier_stop(&courier);                           /* once more is nothing */
}

static void an_answer_that_is_none_is_no_status(void **state) {
    static Service service;
    (void)state;
    Courier courier;
    pthread_t thread;
    open_service(&service, "SPAM 201 Created\r\n\r\n");
    start(&courier, "localhost");
    assert_int_equal(pthread_create(&thread, NULL, serve, &service), 0);
    HubJob job = message("localhost", service.port);
    courier_run(&courier, &job);
    pthread_join(thread, NULL);
    assert_int_equal(job.push.status, 0);
    close(service.listener);
    courier_stop(&courier);
}

static void whom_it_may_not_call_it_does_not(void **state) {
    static Service service;
    (void)state;
    Courier courier;
    open_service(&service, "");
    start(&courier, "");
    HubJob job = message("localhost", service.port);
    courier_run(&courier, &job);
    assert_int_equal(job.push.status, 0); /* only the host that is allowed may be called by http */
    memmove(job.push.endpoint + 5, job.push.endpoint + 4, strlen(job.push.endpoint + 4) + 1);
    job.push.endpoint[4] = 's';
    assert_memory_equal(job.push.endpoint, "https://localhost:", 18);
    job.push.status = 999;
    courier_run(&courier, &job);
    assert_int_equal(job.push.status, 0); /* a name without a dot is none of the internet */
    struct timeval soon = {.tv_usec = 1};
    setsockopt(service.listener, SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof soon);
    assert_int_equal(accept(service.listener, NULL, NULL), -1); /* nobody has called */
    close(service.listener);
    courier_stop(&courier);
}

static void without_the_courier_nothing_is_sent(void **state) {
    (void)state;
    Courier courier;
    start(&courier, "localhost");
    kill(courier.process, SIGKILL);
    HubJob job = message("localhost", 9);
    courier_run(&courier, &job);
    assert_int_equal(job.push.status, 0);
    courier_stop(&courier);
}

/* ---- keys ---- */

static void keys_are_made_once_and_kept(void **state) {
    (void)state;
    uint8_t first[SEAL_SCALAR], second[SEAL_SCALAR];
    char first_text[STORE_PUSH_KEY_MAX] = "", second_text[STORE_PUSH_KEY_MAX] = "";
    Store *store = store_open_memory();
    assert_non_null(store);
    assert_true(courier_keys(store, 1000, first, first_text));
    assert_true(courier_keys(store, 2000, second, second_text));
    assert_memory_equal(first, second, sizeof first);
    assert_string_equal(first_text, second_text);
    assert_int_equal(strlen(first_text), 87); /* a point of 65 bytes */
    assert_false(sodium_is_zero(first, sizeof first));
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_arrives_sealed_and_signed), cmocka_unit_test(an_answer_that_is_none_is_no_status),
        cmocka_unit_test(whom_it_may_not_call_it_does_not),    cmocka_unit_test(without_the_courier_nothing_is_sent),
        cmocka_unit_test(keys_are_made_once_and_kept),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
