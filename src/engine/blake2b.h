/* blake2b.h -- the BLAKE2b hash (RFC 7693) without a key. */
#ifndef UNO_BLAKE2B_H
#define UNO_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t h[8], total;
    uint8_t block[128];
    unsigned filled, digest;
} Blake2b;

void blake2b_init(Blake2b *state, unsigned digest_bytes); /* 1 to 64 */
void blake2b_update(Blake2b *state, const void *data, size_t length);
void blake2b_final(Blake2b *state, uint8_t *digest);

#endif
