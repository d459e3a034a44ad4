/* heap.c -- memory that is given out and taken back, at the end of the module's own.
 *
 * Blocks that are free form a list in the order of their addresses; neighbours are joined. A
 * block is taken from the first free one that is large enough. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, PAGE = 65536 };

typedef struct Block {
    size_t bytes;       /* with this head */
    struct Block *next; /* of a free one: the next free one */
    uint64_t padding;
} Block;
_Static_assert(sizeof(Block) == ALIGN, "what follows a head is aligned");

extern char __heap_base; /* from the linker: where data and stack end */

static Block *first; /* free */
static char *end;    /* of all blocks */

static char *end_of(Block *block) { return (char *)block + block->bytes; }

/* Puts a block back into the list, joined with its neighbours. */
static void give_back(Block *block) {
    Block *before = NULL, *after = first;
    while (after && after < block) before = after, after = after->next;
    block->next = after;
    if (after && end_of(block) == (char *)after) {
        block->bytes += after->bytes;
        block->next = after->next;
    }
    if (!before) {
        first = block;
    } else if (end_of(before) == (char *)block) {
        before->bytes += block->bytes;
        before->next = block->next;
    } else {
        before->next = block;
    }
}

/* Asks for so many bytes more behind the last block. */
static bool grow(size_t bytes) {
    if (!end) end = (char *)(((uintptr_t)&__heap_base + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1));
    size_t top = __builtin_wasm_memory_size(0) * (size_t)PAGE, left = top - (size_t)(uintptr_t)end;
    if (left < bytes) {
        size_t pages = (bytes - left + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return false;
        left += pages * PAGE;
    }
    Block *block = (Block *)(void *)end;
    block->bytes = left & ~(size_t)(ALIGN - 1);
    end += block->bytes;
    give_back(block);
    return true;
}

/* The first free block that is large enough, cut to size. */
static Block *take(size_t bytes) {
    for (Block **link = &first; *link; link = &(*link)->next) {
        Block *block = *link;
        if (block->bytes < bytes) continue;
        if (block->bytes - bytes >= 2 * sizeof(Block)) {
            Block *rest = (Block *)(void *)((char *)block + bytes);
            rest->bytes = block->bytes - bytes;
            rest->next = block->next;
            block->bytes = bytes;
            *link = rest;
        } else {
            *link = block->next;
        }
        return block;
    }
    return NULL;
}

void *malloc(size_t bytes) {
    if (bytes > INT32_MAX) return NULL;
    bytes = (bytes + sizeof(Block) + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (bytes < 2 * sizeof(Block)) bytes = 2 * sizeof(Block);
    Block *block = take(bytes);
    if (!block && grow(bytes)) block = take(bytes);
    return block ? block + 1 : NULL;
}

void *calloc(size_t count, size_t bytes) {
    size_t total;
    if (__builtin_mul_overflow(count, bytes, &total)) return NULL;
    void *room = malloc(total);
    return room ? memset(room, 0, total) : NULL;
}

void free(void *room) {
    if (room) give_back((Block *)room - 1);
}

void *realloc(void *old, size_t bytes) {
    if (!old) return malloc(bytes);
    size_t had = ((Block *)old - 1)->bytes - sizeof(Block);
    if (bytes <= had) return old;
    void *room = malloc(bytes);
    if (!room) return NULL;
    memcpy(room, old, had);
    free(old);
    return room;
}

char *strdup(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}
