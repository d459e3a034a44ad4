/* net_tls.c -- certificate and key are looked at before anything starts, because the
 * library would only say that it could not. */
#define _GNU_SOURCE
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <errno.h>

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

bool tls_check(const char *cert, const char *key, char trouble[NET_TROUBLE_MAX]) {
    const char *files[] = {cert, key};
    for (unsigned i = 0; i < 2; i++)
        if (access(files[i], R_OK)) {
            snprintf(trouble, NET_TROUBLE_MAX, "cannot read %s: %s", files[i], strerror(errno));
            return false;
        }
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context) return fail(trouble, cert, "TLS does not start");
    bool good = check_pair(context, cert, key, trouble);
    SSL_CTX_free(context);
    return good;
}

void tls_prepare(void *context) {
    /* Without this an idle connection holds on to 34 KiB of buffers. */
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}
