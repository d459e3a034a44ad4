/* outbox.c -- items one behind the other in one block of memory, sent in that order. */
#include "outbox.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum { OUT_SEND, OUT_RESPOND, OUT_CLOSE } OutKind;

/* What stands before the bytes of each item: a response keeps its texts behind one another, each with its zero. */
typedef struct {
    OutKind kind;
    unsigned code; /* of a close, or the status */
    HubLine line;
    uint64_t table; /* what it tells of is on its way to this table's log; 0: to none */
    bool dropped;   /* it never came there */
    size_t length;  /* of the bytes that follow */
    size_t body;    /* OUT_RESPOND: where the body begins in them */
    HubResponse response;
} Item;

/* A message needs only this much of an item. */
typedef struct {
    OutKind kind;
    unsigned code;
    HubLine line;
    uint64_t table;
    bool dropped;
    size_t length;
} ItemHead;

struct Outbox {
    char *bytes;
    size_t used, room;
};

Outbox *outbox_new(void) { return calloc(1, sizeof(Outbox)); }

void outbox_free(Outbox *outbox) {
    if (!outbox) return;
    free(outbox->bytes);
    free(outbox);
}

bool outbox_is_empty(const Outbox *outbox) { return outbox->used == 0; }

static size_t padded(size_t length) { return (length + 15) & ~(size_t)15; }

static char *grow(Outbox *outbox, size_t length) {
    size_t need = outbox->used + padded(length);
    if (need > outbox->room) {
        size_t room = outbox->room ? outbox->room : 65536;
        while (room < need) room *= 2;
        char *more = realloc(outbox->bytes, room);
        if (!more) return NULL;
        outbox->bytes = more;
        outbox->room = room;
    }
    char *at = outbox->bytes + outbox->used;
    outbox->used = need;
    return at;
}

static size_t item_size(OutKind kind) { return kind == OUT_RESPOND ? sizeof(Item) : sizeof(ItemHead); }

static char *add(Outbox *outbox, const Item *item, size_t length) {
    size_t head = padded(item_size(item->kind));
    char *at = grow(outbox, head + length + 1);
    if (!at) return NULL;
    Item whole = *item;
    whole.length = length;
    memcpy(at, &whole, item_size(item->kind));
    at[head + length] = 0;
    return at + head;
}

bool outbox_send(Outbox *outbox, HubLine line, uint64_t table, const char *text, size_t length) {
    Item item = {.kind = OUT_SEND, .line = line, .table = table};
    char *at = add(outbox, &item, length);
    if (at) memcpy(at, text, length);
    return at;
}

bool outbox_close(Outbox *outbox, HubLine line, unsigned code, const char *reason) {
    Item item = {.kind = OUT_CLOSE, .line = line, .code = code};
    char *at = add(outbox, &item, strlen(reason));
    if (at) memcpy(at, reason, strlen(reason) + 1);
    return at;
}

static size_t text_size(const char *text) { return text ? strlen(text) + 1 : 0; }

static char *put_text(char *at, const char *text) {
    size_t size = text_size(text);
    if (size) memcpy(at, text, size);
    return at + size;
}

bool outbox_respond(Outbox *outbox, HubLine line, uint64_t table, const HubResponse *response) {
    Item item = {.kind = OUT_RESPOND, .line = line, .table = table, .response = *response};
    size_t texts = text_size(response->type) + text_size(response->session) + text_size(response->file);
    item.body = texts;
    char *at = add(outbox, &item, texts + response->length);
    if (!at) return false;
    at = put_text(put_text(put_text(at, response->type), response->session), response->file);
    if (response->length) memcpy(at, response->body, response->length);
    return true;
}

static void flush_response(const HubWorld *world, const Item *item, const char *bytes) {
    HubResponse response = item->response;
    const char **texts[] = {&response.type, &response.session, &response.file};
    const char *at = bytes;
    for (unsigned i = 0; i < 3; i++) {
        if (!*texts[i]) continue;
        *texts[i] = at;
        at += strlen(at) + 1;
    }
    response.body = bytes + item->body;
    world->respond(world->self, item->line, &response);
}

static const char *next(const Outbox *outbox, size_t *at, Item *item) {
    OutKind kind;
    if (*at >= outbox->used) return NULL;
    memcpy(&kind, outbox->bytes + *at, sizeof kind);
    memset(item, 0, sizeof *item);
    memcpy(item, outbox->bytes + *at, item_size(kind));
    const char *bytes = outbox->bytes + *at + padded(item_size(kind));
    *at += padded(padded(item_size(kind)) + item->length + 1);
    return bytes;
}

void outbox_flush(Outbox *outbox, const HubWorld *world) {
    Item item;
    size_t at = 0;
    for (const char *bytes; (bytes = next(outbox, &at, &item));) {
        if (item.dropped) continue;
        switch (item.kind) {
        case OUT_SEND: world->send(world->self, item.line, bytes, item.length); break;
        case OUT_RESPOND: flush_response(world, &item, bytes); break;
        case OUT_CLOSE: world->close(world->self, item.line, item.code, bytes); break;
        }
    }
    outbox->used = 0;
}

void outbox_drop(Outbox *outbox, uint64_t table) {
    Item item;
    size_t at = 0;
    for (size_t before = 0; next(outbox, &at, &item); before = at) {
        bool dropped = true;
        if (item.table != table) continue;
        memcpy(outbox->bytes + before + offsetof(Item, dropped), &dropped, sizeof dropped);
    }
}
