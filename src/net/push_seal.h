/* push_seal.h -- what goes to a push service: a message that only the browser can read (RFC 8291, aes128gcm of RFC 8188), and
 * the server's word for itself (VAPID, RFC 8292). Nothing here sends. */
#ifndef UNO_NET_PUSH_SEAL_H
#define UNO_NET_PUSH_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SEAL_POINT = 65,  /* bytes of a public key, uncompressed */
    SEAL_SCALAR = 32, /* of a private one */
    SEAL_AUTH = 16,   /* of the secret that a browser gave */
    SEAL_SALT = 16,
    SEAL_HEAD = 86,             /* before what is sealed */
    SEAL_MORE = SEAL_HEAD + 17, /* how much longer a message gets */
    SEAL_WORDS_MAX = 3000,
    SEAL_TOKEN_MAX = 800,
};

/* A new pair. False: the library failed. */
bool seal_new_pair(uint8_t private_key[SEAL_SCALAR], uint8_t public_key[SEAL_POINT]);
/* The public key of a private one. */
bool seal_public(const uint8_t private_key[SEAL_SCALAR], uint8_t public_key[SEAL_POINT]);

/* Seals `length` bytes for the browser with this key and secret into `out`, which has room for SEAL_MORE more. The pair and the
 * salt are for this message alone; false: a key is none. */
bool seal_message(const uint8_t browser[SEAL_POINT], const uint8_t auth[SEAL_AUTH],
                  const uint8_t private_key[SEAL_SCALAR], const uint8_t salt[SEAL_SALT], const void *words,
                  size_t length, uint8_t *out);

/* "vapid t=..., k=...": who sends, for this origin ("https://push.example") until `until_s` (since 1970). */
bool seal_token(const uint8_t private_key[SEAL_SCALAR], const char *origin, const char *contact, int64_t until_s,
                char out[SEAL_TOKEN_MAX]);

#endif
