/* map.c -- open addressing with linear steps. A place that was never used ends a
 * search; one that was emptied does not, until the table is laid out again. */
#include "map.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_MIN = 16 };
#define UNUSED UINT64_C(0)
#define EMPTIED UINT64_MAX

/* Neighbouring numbers go far apart: the high bits of the product hang on all of the key. */
static size_t place_of(uint64_t key, size_t size) {
    uint64_t mixed = key * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(mixed ^ mixed >> 32) & (size - 1);
}

void map_free(Map *map) {
    free(map->key);
    free(map->value);
    *map = (Map){0};
}

/* Where the key is; `size`: it is not there. */
static size_t find(const Map *map, uint64_t key) {
    if (!map->size || key == UNUSED || key == EMPTIED) return map->size;
    for (size_t at = place_of(key, map->size);; at = (at + 1) & (map->size - 1)) {
        if (map->key[at] == key) return at;
        if (map->key[at] == UNUSED) return map->size;
    }
}

void *map_get(const Map *map, uint64_t key) {
    size_t at = find(map, key);
    return at < map->size ? map->value[at] : NULL;
}

/* Puts a key that is not there into a table with room. */
static void settle(Map *map, uint64_t key, void *value) {
    size_t at = place_of(key, map->size);
    while (map->key[at] != UNUSED && map->key[at] != EMPTIED) at = (at + 1) & (map->size - 1);
    if (map->key[at] == UNUSED) map->used++;
    map->key[at] = key;
    map->value[at] = value;
    map->count++;
}

/* Twice the room that what is in it needs, without the emptied places. */
static bool lay_out_anew(Map *map) {
    Map fresh = {.size = SIZE_MIN};
    while (fresh.size < 4 * (map->count + 1)) fresh.size *= 2;
    fresh.key = calloc(fresh.size, sizeof *fresh.key);
    fresh.value = calloc(fresh.size, sizeof *fresh.value);
    if (!fresh.key || !fresh.value) {
        map_free(&fresh);
        return false;
    }
    for (size_t i = 0; i < map->size; i++)
        if (map->key[i] != UNUSED && map->key[i] != EMPTIED) settle(&fresh, map->key[i], map->value[i]);
    free(map->key);
    free(map->value);
    map->key = fresh.key;
    map->value = fresh.value;
    map->used = map->count;
    map->size = fresh.size;
    return true;
}

bool map_put(Map *map, uint64_t key, void *value) {
    if (key == UNUSED || key == EMPTIED) return false;
    size_t at = find(map, key);
    if (at < map->size) {
        map->value[at] = value;
        return true;
    }
    if (4 * (map->used + 1) > 3 * map->size && !lay_out_anew(map)) return false;
    settle(map, key, value);
    return true;
}

void *map_take(Map *map, uint64_t key) {
    size_t at = find(map, key);
    if (at >= map->size) return NULL;
    map->key[at] = EMPTIED;
    map->count--;
    return map->value[at];
}

void *map_next(const Map *map, size_t *at) {
    while (*at < map->size) {
        size_t here = (*at)++;
        if (map->key[here] != UNUSED && map->key[here] != EMPTIED) return map->value[here];
    }
    return NULL;
}

/* FNV-1a. */
uint64_t map_hash(const char *text) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) hash = (hash ^ *p) * UINT64_C(0x100000001B3);
    return hash == UNUSED || hash == EMPTIED ? 1 : hash;
}
