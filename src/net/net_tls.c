/* net_tls.c -- certificate and key are read before anything starts, with words for all
 * that can be wrong with them; and what TLS is spoken. */
#define _GNU_SOURCE
#include <errno.h>
#include <openssl/err.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "net_internal.h"

static bool fail(char trouble[NET_TROUBLE_MAX], const char *file, const char *what) {
    char reason[160] = "";
    unsigned long code = ERR_peek_last_error();
    if (code) ERR_error_string_n(code, reason, sizeof reason);
    snprintf(trouble, NET_TROUBLE_MAX, "%s: %s%s%s%s", file, what, code ? " (" : "", reason, code ? ")" : "");
    ERR_clear_error();
    return false;
}

static bool check_pair(SSL_CTX *context, const char *cert, const char *key, char trouble[NET_TROUBLE_MAX]) {
    if (SSL_CTX_use_certificate_chain_file(context, cert) != 1)
        return fail(trouble, cert, "is not a certificate in PEM form; it begins with -----BEGIN CERTIFICATE-----");
    if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1) {
        if (ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH)
            return fail(trouble, key, "is not the key of the certificate: give the two that belong together");
        return fail(trouble, key, "is not a private key in PEM form without a password");
    }
    if (SSL_CTX_check_private_key(context) != 1)
        return fail(trouble, key, "is not the key of the certificate: give the two that belong together");
    return true;
}

/* HTTP/1.1, where the other side asks; what it speaks if it does not know that, its first bytes will show. */
static int choose_protocol(SSL *tls, const unsigned char **out, unsigned char *length, const unsigned char *offered,
                           unsigned count, void *unused) {
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *chosen;
    (void)tls, (void)unused;
    if (SSL_select_next_proto(&chosen, length, ours, sizeof ours - 1, offered, count) != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_NOACK;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

static void prepare(SSL_CTX *context) {
    /* Without releasing them an idle connection holds on to 34 KiB of buffers. What waits may move and grow between
     * two attempts to send it. */
    SSL_CTX_set_mode(context,
                     SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF); /* tickets need no memory of ours */
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
}

SSL_CTX *tls_open(const char *cert, const char *key, char trouble[NET_TROUBLE_MAX]) {
    const char *files[] = {cert, key};
    for (unsigned i = 0; i < 2; i++)
        if (access(files[i], R_OK)) {
            snprintf(trouble, NET_TROUBLE_MAX, "cannot read %s: %s", files[i], strerror(errno));
            return NULL;
        }
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context) return fail(trouble, cert, "TLS does not start"), NULL;
    prepare(context);
    if (check_pair(context, cert, key, trouble)) return context;
    SSL_CTX_free(context);
    return NULL;
}
