/* batch.c -- what is to be written, gathered in blocks of memory. A write lies in one
 * piece (its place in the list, its row, its text), so it is there whole or not at all. */
#include "batch_internal.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 64 << 10 };

struct Block {
    Block *next;
    size_t used, size;
    max_align_t bytes[];
};

static size_t aligned(size_t size) { return (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1); }

static bool has_room(const Block *block, size_t size) { return block && block->size - block->used >= size; }

/* Makes a block with that much room the one that is written to. */
static bool block_find(StoreBatch *batch, size_t size) {
    Block *next = batch->block ? batch->block->next : batch->first;
    if (!has_room(next, size)) {
        size_t bytes = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        Block *made = malloc(sizeof *made + bytes);
        if (!made) return false;
        *made = (Block){.next = next, .size = bytes};
        if (batch->block) batch->block->next = made;
        else batch->first = made;
        next = made;
    }
    batch->block = next;
    return true;
}

static void *take(StoreBatch *batch, size_t size) {
    if (!has_room(batch->block, size) && !block_find(batch, size)) return NULL;
    void *taken = (char *)batch->block->bytes + batch->block->used;
    batch->block->used += size;
    return taken;
}

/* Appends a write with a copy of the row and, where `text` says where they are kept in the
 * row, of `length` bytes of text. */
static bool append(StoreBatch *batch, WriteKind kind, const void *row, size_t row_size, const char *text, size_t length,
                   size_t text_offset) {
    size_t row_at = aligned(sizeof(Write)), text_at = row_at + aligned(row_size);
    char *taken = take(batch, text_at + (text ? aligned(length + 1) : 0));
    if (!taken) return false;
    Write *write = (Write *)(void *)taken;
    *write = (Write){.kind = kind, .row = taken + row_at, .part = batch->part};
    memcpy(taken + row_at, row, row_size);
    if (text) {
        const char *copy = taken + text_at;
        memcpy(taken + text_at, text, length);
        taken[text_at + length] = 0;
        memcpy(taken + row_at + text_offset, &copy, sizeof copy);
    }
    if (batch->last) batch->last->next = write;
    else batch->head = write;
    batch->last = write;
    batch->count++;
    return true;
}

static bool append_plain(StoreBatch *batch, WriteKind kind, const void *row, size_t size) {
    return append(batch, kind, row, size, NULL, 0, 0);
}

StoreBatch *batch_new(void) { return calloc(1, sizeof(StoreBatch)); }

void batch_close(StoreBatch *batch) {
    if (!batch) return;
    for (Block *block = batch->first, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(batch);
}

void batch_clear(StoreBatch *batch) {
    for (Block *block = batch->first; block; block = block->next) block->used = 0;
    batch->block = batch->first;
    batch->head = batch->last = NULL;
    batch->parts = batch->part = NULL;
    batch->forgets = false;
    batch->count = 0;
}

size_t batch_count(const StoreBatch *batch) { return batch->count; }

bool batch_log(StoreBatch *batch, uint64_t table, uint64_t seq, int64_t at, const char *text, size_t length) {
    StoreEntry entry = {.table = table, .seq = seq, .at = at, .length = length};
    if (batch->part && batch->part->log == table) {
        if (!batch->part->first) batch->part->first = seq;
        batch->part->last = seq;
    }
    return append(batch, WRITE_LOG, &entry, sizeof entry, text, length, offsetof(StoreEntry, text));
}

bool batch_table(StoreBatch *batch, const StoreTable *table) {
    return append_plain(batch, WRITE_TABLE, table, sizeof *table);
}

bool batch_event(StoreBatch *batch, const StoreEvent *event) {
    return append_plain(batch, WRITE_EVENT, event, sizeof *event);
}

bool batch_user(StoreBatch *batch, const StoreUser *user) {
    return append_plain(batch, WRITE_USER, user, sizeof *user);
}

bool batch_key(StoreBatch *batch, const StoreKey *key) { return append_plain(batch, WRITE_KEY, key, sizeof *key); }

bool batch_key_end(StoreBatch *batch, const uint8_t hash[STORE_HASH_BYTES]) {
    StoreKey key = {0};
    memcpy(key.hash, hash, STORE_HASH_BYTES);
    return append_plain(batch, WRITE_KEY_END, &key, sizeof key);
}

bool batch_keys_end(StoreBatch *batch, uint64_t user, KeyKind kind) {
    StoreKey key = {.user = user, .kind = kind};
    return append_plain(batch, WRITE_KEYS_END, &key, sizeof key);
}

bool batch_club(StoreBatch *batch, const StoreClub *club) {
    return append_plain(batch, WRITE_CLUB, club, sizeof *club);
}

bool batch_member(StoreBatch *batch, const StoreMember *member) {
    return append_plain(batch, WRITE_MEMBER, member, sizeof *member);
}

bool batch_ruleset(StoreBatch *batch, const StoreRuleset *ruleset) {
    return append(batch, WRITE_RULESET, ruleset, sizeof *ruleset, ruleset->text ? ruleset->text : "",
                  ruleset->text ? ruleset->length : 0, offsetof(StoreRuleset, text));
}

bool batch_result(StoreBatch *batch, const StoreResult *result) {
    return append(batch, WRITE_RESULT, result, sizeof *result, result->record ? result->record : "",
                  result->record ? result->record_length : 0, offsetof(StoreResult, record));
}

bool batch_ban(StoreBatch *batch, const StoreBan *ban) { return append_plain(batch, WRITE_BAN, ban, sizeof *ban); }

bool batch_push(StoreBatch *batch, const StorePush *push) {
    return append_plain(batch, WRITE_PUSH, push, sizeof *push);
}

bool batch_push_end(StoreBatch *batch, const uint8_t hash[STORE_HASH_BYTES]) {
    StorePush push = {.user = 0};
    memcpy(push.hash, hash, sizeof push.hash);
    return append_plain(batch, WRITE_PUSH_END, &push, sizeof push);
}

bool batch_pushes_end(StoreBatch *batch, uint64_t user) {
    StorePush push = {.user = user};
    return append_plain(batch, WRITE_PUSHES_END, &push, sizeof push);
}

/* Sorted, so that all nodes write to the logs in the same order: none waits for another in a circle. */
bool batch_part(StoreBatch *batch, uint64_t log, uint64_t epoch) {
    Part **place = &batch->parts;
    batch->part = NULL;
    if (!log) return true;
    while (*place && (*place)->log < log) place = &(*place)->next;
    if (!*place || (*place)->log != log) {
        Part *made = take(batch, aligned(sizeof *made));
        if (!made) return false;
        *made = (Part){.next = *place, .log = log, .epoch = epoch};
        *place = made;
    }
    batch->part = *place;
    return true;
}

static const Part *part_of(const StoreBatch *batch, uint64_t log) {
    const Part *part = batch->parts;
    while (part && part->log != log) part = part->next;
    return part;
}

bool batch_is_lost(const StoreBatch *batch, uint64_t log) {
    const Part *part = part_of(batch, log);
    return part && part->lost;
}

uint64_t batch_last(const StoreBatch *batch, uint64_t log) {
    const Part *part = part_of(batch, log);
    return part ? part->last : 0;
}

bool batch_news(StoreBatch *batch, const char *text, size_t length) {
    StoreNews news = {.length = length};
    return append(batch, WRITE_NEWS, &news, sizeof news, text, length, offsetof(StoreNews, text));
}

bool batch_presence(StoreBatch *batch, const StorePresence *presence) {
    return append_plain(batch, WRITE_PRESENCE, presence, sizeof *presence);
}

bool batch_anonymous(StoreBatch *batch, uint64_t user) {
    StoreUser who = {.id = user};
    return append_plain(batch, WRITE_ANONYMOUS, &who, sizeof who);
}

void batch_forget(StoreBatch *batch, const StoreForget *what) {
    batch->forget = *what;
    batch->count += !batch->forgets;
    batch->forgets = true;
}

const char *write_name(WriteKind kind) {
    static const char *const names[] = {
#define WRITE(kind, row, name) [WRITE_##kind] = name,
#include "writes.def"
#undef WRITE
    };
    return names[kind];
}

bool ban_is_lifted(const StoreBan *ban) { return ban->until != 0 && ban->until < ban->at; }
