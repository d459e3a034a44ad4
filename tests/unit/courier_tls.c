/* courier_tls.c -- the process that calls push services, held against services on loopback that speak TLS: it tells whoever has a
 * certificate of somebody it trusts, for that host and for today, and nobody else; and it gives up whoever is slow. */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
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
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "net/courier.h"

static char folder[] = "/tmp/uno-courier-XXXXXX", trusted_file[64], trusted_hash[96];

static void stop_at(int line) {
    fprintf(stderr, "tests/unit/courier_tls.c:%d does not hold\n", line);
    _exit(1);
}

#define DEMAND(condition) ((condition) ? (void)0 : stop_at(__LINE__))

/* ---- certificates ---- */

typedef struct {
    EVP_PKEY *key;
    X509 *certificate;
} Identity;

static void extend(X509 *certificate, int what, const char *text) {
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, what, text);
    DEMAND(extension && X509_add_ext(certificate, extension, -1));
    X509_EXTENSION_free(extension);
}

/* For `days` from yesterday on; issued by itself where there is no `by`. */
static Identity issue(const char *name, int days, const Identity *by) {
    static long serial = 1;
    Identity made = {EVP_EC_gen("P-256"), X509_new()};
    char host[80];
    DEMAND(made.key && made.certificate);
    X509_NAME *subject = X509_get_subject_name(made.certificate);
    X509_set_version(made.certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(made.certificate), serial++);
    X509_gmtime_adj(X509_getm_notBefore(made.certificate), -24L * 60 * 60);
    X509_gmtime_adj(X509_getm_notAfter(made.certificate), (days - 1) * 24L * 60 * 60 + 60);
    X509_set_pubkey(made.certificate, made.key);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, (const unsigned char *)name, -1, -1, 0);
    X509_set_issuer_name(made.certificate, by ? X509_get_subject_name(by->certificate) : subject);
    snprintf(host, sizeof host, "DNS:%s", name);
    if (by) extend(made.certificate, NID_subject_alt_name, host);
    else extend(made.certificate, NID_basic_constraints, "critical,CA:TRUE");
    DEMAND(X509_sign(made.certificate, by ? by->key : made.key, EVP_sha256()) > 0);
    return made;
}

static void forget(Identity *identity) {
    X509_free(identity->certificate);
    EVP_PKEY_free(identity->key);
}

static Identity authority;

/* The authority is known by a file, or by the hash of its name in a folder, as in Debian's /etc/ssl/certs. */
static int trust_an_authority(void **unused) {
    (void)unused;
    authority = issue("An authority", 2, NULL);
    if (sodium_init() < 0 || !mkdtemp(folder)) return -1;
    snprintf(trusted_file, sizeof trusted_file, "%s/authority.pem", folder);
    snprintf(trusted_hash, sizeof trusted_hash, "%s/%08lx.0", folder, X509_subject_name_hash(authority.certificate));
    FILE *out = fopen(trusted_file, "w");
    bool kept = out && PEM_write_X509(out, authority.certificate);
    return !kept || fclose(out) || link(trusted_file, trusted_hash);
}

static int trust_nobody(void **unused) {
    (void)unused;
    forget(&authority);
    return unlink(trusted_file) || unlink(trusted_hash) || rmdir(folder);
}

/* ---- a push service, in a process of its own ---- */

enum { HEARD_MAX = 4096 };

typedef struct {
    pid_t process;
    unsigned port;
    int heard; /* what it was sent can be read here, once it is over */
} Service;

/* A head and as many bytes as it says. */
static int read_request(SSL *tls, char *out) {
    int length = 0, got;
    for (;;) {
        out[length] = 0;
        const char *end = strstr(out, "\r\n\r\n"), *said = strstr(out, "Content-Length: ");
        if (end && said && length >= end + 4 - out + atoi(said + 16)) return length;
        if (length == HEARD_MAX - 1 || (got = SSL_read(tls, out + length, HEARD_MAX - 1 - length)) <= 0) return length;
        length += got;
    }
}

/* `pause_us` lies between two bytes of its answer. */
static _Noreturn void serve(int listening, int heard, const Identity *identity, unsigned pause_us) {
    static char request[HEARD_MAX];
    static const char answer[] = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    signal(SIGPIPE, SIG_IGN);
    DEMAND(SSL_CTX_use_certificate(context, identity->certificate) == 1);
    DEMAND(SSL_CTX_use_PrivateKey(context, identity->key) == 1);
    SSL *tls = SSL_new(context);
    int line = accept(listening, NULL, NULL);
    DEMAND(line >= 0 && SSL_set_fd(tls, line) == 1);
    if (SSL_accept(tls) == 1) {
        int length = read_request(tls, request);
        const char *name = SSL_get_servername(tls, TLSEXT_NAMETYPE_host_name);
        DEMAND(!length || (name && !strcmp(name, "localhost")));
        DEMAND(write(heard, request, (size_t)length) == length);
        for (size_t i = 0; i < sizeof answer - 1; i++) {
            if (SSL_write(tls, answer + i, 1) != 1) break;
            if (pause_us) usleep(pause_us);
        }
        SSL_shutdown(tls);
    }
    close(line);
    SSL_free(tls);
    SSL_CTX_free(context);
    _exit(0);
}

static Service start_service(const Identity *identity, unsigned pause_us) {
    Service service;
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int ends[2], listening = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(listening >= 0 && !bind(listening, (struct sockaddr *)&at, size) && !listen(listening, 1));
    assert_int_equal(getsockname(listening, (struct sockaddr *)&at, &size), 0);
    assert_int_equal(pipe(ends), 0);
    service.process = fork();
    assert_true(service.process >= 0);
    if (!service.process) serve(listening, ends[1], identity, pause_us);
    close(listening);
    close(ends[1]);
    service.port = ntohs(at.sin_port);
    service.heard = ends[0];
    return service;
}

/* What it was sent, as text: "" if nothing. */
static void stop_service(Service *service, char heard[HEARD_MAX]) {
    ssize_t length = 0, got;
    int status;
    while ((got = read(service->heard, heard + length, (size_t)(HEARD_MAX - 1 - length))) > 0) length += got;
    heard[length] = 0;
    close(service->heard);
    assert_int_equal(waitpid(service->process, &status, 0), service->process);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* ---- sending ---- */

static Courier start_courier(const char *variable, const char *place) {
    Courier courier;
    CourierOrders orders = {.contact = "mailto:a@b.example", .allow = "localhost", .fenced = true};
    uint8_t point[SEAL_POINT];
    assert_true(seal_new_pair(orders.private_key, point));
    unsetenv("SSL_CERT_FILE");
    unsetenv("SSL_CERT_DIR");
    setenv(variable, place, 1);
    assert_true(courier_start(&courier, &orders));
    return courier;
}

static HubJob message_to(unsigned port) {
    HubJob job = {.kind = JOB_PUSH};
    PushJob *push = &job.push;
    uint8_t scalar[SEAL_SCALAR], point[SEAL_POINT], secret[SEAL_AUTH] = {1};
    assert_true(seal_new_pair(scalar, point));
    sodium_bin2base64(push->key, sizeof push->key, point, sizeof point, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_bin2base64(push->secret, sizeof push->secret, secret, sizeof secret,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(push->endpoint, sizeof push->endpoint, "https://localhost:%u/greta", port);
    snprintf(push->words, sizeof push->words, "{\"kind\":\"turn\"}");
    snprintf(push->topic, sizeof push->topic, "ABCDEFGH");
    push->ttl_s = 60;
    return job;
}

/* The status that the service gave; `heard`: what it was sent. */
static unsigned tell(Courier *courier, const Identity *identity, unsigned pause_us, char heard[HEARD_MAX]) {
    Service service = start_service(identity, pause_us);
    HubJob job = message_to(service.port);
    courier_run(courier, &job);
    stop_service(&service, heard);
    return job.push.status;
}

static void whoever_is_trusted_is_told(void **unused) {
    const char *const places[][2] = {{"SSL_CERT_FILE", trusted_file}, {"SSL_CERT_DIR", folder}};
    Identity service = issue("localhost", 2, &authority);
    char heard[HEARD_MAX];
    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        Courier courier = start_courier(places[i][0], places[i][1]);
        for (unsigned again = 0; again < 2; again++) {
            assert_int_equal(tell(&courier, &service, 0, heard), 201);
            assert_memory_equal(heard, "POST /greta HTTP/1.1\r\nHost: localhost:", 38);
            assert_non_null(strstr(heard, "Content-Encoding: aes128gcm\r\n"));
            assert_null(strstr(heard, "turn")); /* sealed */
        }
        courier_stop(&courier);
    }
    forget(&service);
}

/* Not a byte of the message is sent, and the next one goes where it should. */
static void nobody_else_is(void **unused) {
    Identity stranger = issue("A stranger", 2, NULL);
    Identity good = issue("localhost", 2, &authority), refused[] = {
                                                           issue("localhost", 2, &stranger), /* by somebody unknown */
                                                           issue("localhost", 2, NULL),      /* by itself */
                                                           issue("push.example", 2, &authority), /* for another host */
                                                           issue("localhost", 0, &authority),    /* until yesterday */
                                                       };
    Courier courier = start_courier("SSL_CERT_FILE", trusted_file);
    char heard[HEARD_MAX];
    (void)unused;
    for (unsigned i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        assert_int_equal(tell(&courier, &refused[i], 0, heard), 0);
        assert_string_equal(heard, "");
        assert_int_equal(tell(&courier, &good, 0, heard), 201);
        forget(&refused[i]);
    }
    courier_stop(&courier);
    forget(&stranger);
    forget(&good);
}

/* Its status would be whole after seven seconds. */
static void who_answers_a_byte_at_a_time_is_given_up(void **unused) {
    Identity service = issue("localhost", 2, &authority);
    Courier courier = start_courier("SSL_CERT_FILE", trusted_file);
    char heard[HEARD_MAX];
    (void)unused;
    assert_int_equal(tell(&courier, &service, 330000, heard), 0);
    assert_int_equal(tell(&courier, &service, 0, heard), 201);
    courier_stop(&courier);
    forget(&service);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_is_trusted_is_told),
        cmocka_unit_test(nobody_else_is),
        cmocka_unit_test(who_answers_a_byte_at_a_time_is_given_up),
    };
    return cmocka_run_group_tests(tests, trust_an_authority, trust_nobody);
}
