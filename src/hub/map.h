/* map.h -- from a 64-bit number to a pointer: open addressing, grows as it must. The
 * numbers 0 and UINT64_MAX are not keys. */
#ifndef UNO_HUB_MAP_H
#define UNO_HUB_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t *key;
    void **value;
    size_t count, used, size; /* used: with the places of what was taken out */
} Map;

void map_free(Map *map);                           /* not what the values point to */
void *map_get(const Map *map, uint64_t key);       /* NULL: not there */
bool map_put(Map *map, uint64_t key, void *value); /* false: no memory */
void *map_take(Map *map, uint64_t key);            /* takes it out; NULL: was not there */
/* One after another, in no order: begin with *at = 0; NULL: that was all. Nothing may be put meanwhile; taking out
 * what was just returned is fine. */
void *map_next(const Map *map, size_t *at);

/* A number for a text, never 0 or UINT64_MAX. */
uint64_t map_hash(const char *text);

#endif
