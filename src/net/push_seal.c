/* push_seal.c -- ECDH and ECDSA on P-256, HKDF with SHA-256, AES-128-GCM. */
#include "push_seal.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { HASH = 32, KEY = 16, NONCE = 12, TAG = 16, RECORD = 4096 };

/* ---- keys ---- */

bool seal_public(const uint8_t private_key[SEAL_SCALAR], uint8_t public_key[SEAL_POINT]) {
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = group ? EC_POINT_new(group) : NULL;
    BIGNUM *scalar = BN_bin2bn(private_key, SEAL_SCALAR, NULL);
    bool good =
        point && scalar && EC_POINT_mul(group, point, scalar, NULL, NULL, NULL) == 1 &&
        EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, public_key, SEAL_POINT, NULL) == SEAL_POINT;
    BN_clear_free(scalar);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    return good;
}

/* NULL for the private key: the public one alone. NULL: it is no key. */
static EVP_PKEY *key_of(const uint8_t *private_key, const uint8_t public_key[SEAL_POINT]) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *scalar = private_key ? BN_bin2bn(private_key, SEAL_SCALAR, NULL) : NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    bool good = builder && context &&
                OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) &&
                OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public_key, SEAL_POINT) &&
                (!scalar || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar));
    OSSL_PARAM *params = good ? OSSL_PARAM_BLD_to_param(builder) : NULL;
    if (params && EVP_PKEY_fromdata_init(context) == 1)
        EVP_PKEY_fromdata(context, &key, private_key ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params);
    OSSL_PARAM_free(params);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(scalar);
    OSSL_PARAM_BLD_free(builder);
    return key;
}

bool seal_new_pair(uint8_t private_key[SEAL_SCALAR], uint8_t public_key[SEAL_POINT]) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    BIGNUM *scalar = NULL;
    bool good = key && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &scalar) == 1 &&
                BN_bn2binpad(scalar, private_key, SEAL_SCALAR) == SEAL_SCALAR && seal_public(private_key, public_key);
    BN_clear_free(scalar);
    EVP_PKEY_free(key);
    return good;
}

static bool agree(EVP_PKEY *own, EVP_PKEY *other, uint8_t out[HASH]) {
    size_t length = HASH;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(own, NULL);
    bool good = context && EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, other) == 1 &&
                EVP_PKEY_derive(context, out, &length) == 1 && length == HASH;
    EVP_PKEY_CTX_free(context);
    return good;
}

/* ---- one message ---- */

static bool hmac(const uint8_t *key, size_t key_length, const uint8_t *text, size_t length, uint8_t out[HASH]) {
    unsigned out_length = HASH;
    return HMAC(EVP_sha256(), key, (int)key_length, text, length, out, &out_length) != NULL;
}

/* RFC 5869 for one block: the last byte of `info` is 1. */
static bool expand(const uint8_t prk[HASH], const char *info, uint8_t *out, size_t length) {
    uint8_t block[HASH], text[64];
    size_t used = strlen(info) + 1; /* with its zero */
    memcpy(text, info, used);
    text[used++] = 1;
    if (!hmac(prk, HASH, text, used, block)) return false;
    memcpy(out, block, length);
    return true;
}

/* What both sides know, from what they agreed on and the browser's secret. */
static bool mix(const uint8_t auth[SEAL_AUTH], const uint8_t shared[HASH], const uint8_t browser[SEAL_POINT],
                const uint8_t own[SEAL_POINT], uint8_t out[HASH]) {
    static const char label[] = "WebPush: info"; /* with its zero */
    uint8_t prk[HASH], info[sizeof label + 2 * SEAL_POINT + 1];
    memcpy(info, label, sizeof label);
    memcpy(info + sizeof label, browser, SEAL_POINT);
    memcpy(info + sizeof label + SEAL_POINT, own, SEAL_POINT);
    info[sizeof info - 1] = 1;
    return hmac(auth, SEAL_AUTH, shared, HASH, prk) && hmac(prk, HASH, info, sizeof info, out);
}

/* The words and the mark of the last record, then the tag. */
static bool lock(const uint8_t key[KEY], const uint8_t nonce[NONCE], const void *words, size_t length, uint8_t *out) {
    static const uint8_t last = 2;
    int first = 0, second = 0, rest = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool good = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(context, out, &first, words, (int)length) == 1 &&
                EVP_EncryptUpdate(context, out + first, &second, &last, 1) == 1 &&
                EVP_EncryptFinal_ex(context, out + first + second, &rest) == 1 &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, out + length + 1) == 1;
    EVP_CIPHER_CTX_free(context);
    return good;
}

static void put_head(uint8_t *out, const uint8_t salt[SEAL_SALT], const uint8_t own[SEAL_POINT]) {
    memcpy(out, salt, SEAL_SALT);
    out[16] = 0, out[17] = 0, out[18] = RECORD >> 8, out[19] = RECORD & 255;
    out[20] = SEAL_POINT;
    memcpy(out + 21, own, SEAL_POINT);
}

bool seal_message(const uint8_t browser[SEAL_POINT], const uint8_t auth[SEAL_AUTH],
                  const uint8_t private_key[SEAL_SCALAR], const uint8_t salt[SEAL_SALT], const void *words,
                  size_t length, uint8_t *out) {
    uint8_t own[SEAL_POINT], shared[HASH], secret[HASH], prk[HASH], key[KEY], nonce[NONCE];
    if (length > SEAL_WORDS_MAX || !seal_public(private_key, own)) return false;
    EVP_PKEY *mine = key_of(private_key, own), *theirs = key_of(NULL, browser);
    bool good = mine && theirs && agree(mine, theirs, shared) && mix(auth, shared, browser, own, secret) &&
                hmac(salt, SEAL_SALT, secret, HASH, prk) && expand(prk, "Content-Encoding: aes128gcm", key, KEY) &&
                expand(prk, "Content-Encoding: nonce", nonce, NONCE);
    if (good) {
        put_head(out, salt, own);
        good = lock(key, nonce, words, length, out + SEAL_HEAD);
    }
    EVP_PKEY_free(mine);
    EVP_PKEY_free(theirs);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(key, sizeof key);
    return good;
}

/* ---- who sends ---- */

static void put_base64(char *out, size_t size, const void *bytes, size_t length) {
    sodium_bin2base64(out, size, bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* r and s, 32 bytes each, as a token has them. */
static bool sign(EVP_PKEY *key, const char *text, uint8_t out[64]) {
    uint8_t der[128];
    const uint8_t *at = der;
    size_t length = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                EVP_DigestSign(context, der, &length, (const uint8_t *)text, strlen(text)) == 1;
    ECDSA_SIG *signature = good ? d2i_ECDSA_SIG(NULL, &at, (long)length) : NULL;
    good = signature && BN_bn2binpad(ECDSA_SIG_get0_r(signature), out, 32) == 32 &&
           BN_bn2binpad(ECDSA_SIG_get0_s(signature), out + 32, 32) == 32;
    ECDSA_SIG_free(signature);
    EVP_MD_CTX_free(context);
    return good;
}

bool seal_token(const uint8_t private_key[SEAL_SCALAR], const char *origin, const char *contact, int64_t until_s,
                char out[SEAL_TOKEN_MAX]) {
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[420], text[700], part[600], public_text[90];
    uint8_t point[SEAL_POINT], signature[64];
    int length = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}", origin,
                          (long long)until_s, contact);
    if (length < 0 || length >= (int)sizeof claims || !seal_public(private_key, point)) return false;
    put_base64(text, sizeof text, head, sizeof head - 1);
    put_base64(part, sizeof part, claims, (size_t)length);
    if (strlen(text) + strlen(part) + 2 > sizeof text) return false;
    strcat(text, ".");
    strcat(text, part);
    EVP_PKEY *key = key_of(private_key, point);
    bool good = key && sign(key, text, signature);
    EVP_PKEY_free(key);
    put_base64(part, sizeof part, signature, sizeof signature);
    put_base64(public_text, sizeof public_text, point, sizeof point);
    return good && snprintf(out, SEAL_TOKEN_MAX, "vapid t=%s.%s, k=%s", text, part, public_text) < SEAL_TOKEN_MAX;
}
