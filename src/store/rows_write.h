/* rows_write.h -- rows of a batch into a database that speaks SQL. An id that is not there (0) and a key that nobody has ("")
 * are kept as NULL: they point nowhere, and they are not unique.
 *
 * A store that includes this has defined its RowStore, its Values with values_of(), put_number(), put_null(), put_bytes(),
 * put_real(), put_hash() and finish(), which is 0 when all went well; and put_node_row() for what nodes write for each other. */
#ifndef UNO_STORE_ROWS_WRITE_H
#define UNO_STORE_ROWS_WRITE_H

#include "happened.h"

/* ---- values ---- */

static void put_id(Values *values, uint64_t id) { put_number(values, (int64_t)id); }

static void put_pointer(Values *values, uint64_t id) {
    if (id) put_id(values, id);
    else put_null(values);
}

static void put_text(Values *values, const char *text) { put_bytes(values, text, strlen(text)); }

static void put_key_text(Values *values, const char *text) {
    if (text[0]) put_text(values, text);
    else put_null(values);
}

/* ---- a row each ---- */

static int put_log(RowStore *store, const StoreEntry *entry) {
    Values values = values_of(store, PUT_LOG);
    put_id(&values, entry->table);
    put_id(&values, entry->seq);
    put_number(&values, entry->at);
    put_bytes(&values, entry->text, entry->length);
    put_id(&values, log_checksum(entry->table, entry->seq, entry->at, entry->text, entry->length));
    return finish(store, &values, PUT_LOG);
}

static int put_table(RowStore *store, const StoreTable *table) {
    Values values = values_of(store, PUT_TABLE);
    put_id(&values, table->id);
    put_text(&values, table->code);
    put_number(&values, table->state);
    put_id(&values, table->club);
    put_number(&values, table->made_at);
    put_number(&values, table->closed_at);
    put_text(&values, table->trouble);
    return finish(store, &values, PUT_TABLE);
}

static int put_event(RowStore *store, const StoreEvent *event) {
    Values values = values_of(store, PUT_EVENT);
    put_id(&values, event->id);
    put_text(&values, event->code);
    put_number(&values, event->state);
    put_id(&values, event->owner);
    put_text(&values, event->title);
    put_number(&values, event->made_at);
    put_number(&values, event->closed_at);
    put_text(&values, event->trouble);
    return finish(store, &values, PUT_EVENT);
}

static int put_user(RowStore *store, const StoreUser *user) {
    Values values = values_of(store, PUT_USER);
    put_id(&values, user->id);
    put_number(&values, user->kind);
    put_pointer(&values, user->owner);
    put_text(&values, user->name);
    put_key_text(&values, user->key);
    put_text(&values, user->password);
    put_number(&values, user->made_at);
    put_number(&values, user->seen_at);
    put_number(&values, user->unlisted);
    return finish(store, &values, PUT_USER);
}

static int put_key(RowStore *store, const StoreKey *key) {
    Values values = values_of(store, PUT_KEY);
    put_hash(&values, key->hash);
    put_number(&values, key->kind);
    put_id(&values, key->user);
    put_text(&values, key->label);
    put_number(&values, key->made_at);
    put_number(&values, key->expires_at);
    return finish(store, &values, PUT_KEY);
}

static int put_key_end(RowStore *store, const StoreKey *key) {
    Values values = values_of(store, PUT_KEY_END);
    put_hash(&values, key->hash);
    return finish(store, &values, PUT_KEY_END);
}

static int put_keys_end(RowStore *store, const StoreKey *key) {
    Values values = values_of(store, PUT_KEYS_END);
    put_id(&values, key->user);
    put_number(&values, key->kind);
    return finish(store, &values, PUT_KEYS_END);
}

static int put_club(RowStore *store, const StoreClub *club) {
    Values values = values_of(store, PUT_CLUB);
    put_id(&values, club->id);
    put_text(&values, club->name);
    put_key_text(&values, club->key);
    put_key_text(&values, club->invite);
    put_pointer(&values, club->owner);
    put_number(&values, club->made_at);
    return finish(store, &values, PUT_CLUB);
}

static int put_member(RowStore *store, const StoreMember *member) {
    int kind = member->role == MEMBER_NONE ? PUT_MEMBER_END : PUT_MEMBER;
    Values values = values_of(store, kind);
    put_id(&values, member->club);
    put_id(&values, member->user);
    if (kind == PUT_MEMBER) {
        put_number(&values, member->role);
        put_number(&values, member->since);
    }
    return finish(store, &values, kind);
}

static int put_ruleset(RowStore *store, const StoreRuleset *ruleset) {
    Values values = values_of(store, PUT_RULESET);
    put_id(&values, ruleset->club);
    put_text(&values, ruleset->name);
    put_number(&values, ruleset->version);
    put_text(&values, ruleset->hash);
    put_id(&values, ruleset->author);
    put_number(&values, ruleset->at);
    put_number(&values, ruleset->withdrawn);
    put_bytes(&values, ruleset->text, ruleset->length);
    return finish(store, &values, PUT_RULESET);
}

static int put_result_seat(RowStore *store, const StoreResult *result, unsigned seat) {
    const StoreResultSeat *who = &result->seat[seat];
    Values values = values_of(store, PUT_RESULT_SEAT);
    put_id(&values, result->id);
    put_number(&values, seat);
    put_id(&values, who->user);
    put_text(&values, who->name);
    put_number(&values, who->score);
    put_number(&values, who->won);
    put_number(&values, result->finished_at);
    put_text(&values, who->bot);
    put_number(&values, who->team);
    put_number(&values, who->place);
    put_real(&values, who->mu);
    put_real(&values, who->sigma);
    put_real(&values, who->duel);
    for (int i = 0; i < SEAT_COUNTS; i++) put_number(&values, who->count[i]);
    return finish(store, &values, PUT_RESULT_SEAT);
}

static int put_result(RowStore *store, const StoreResult *result) {
    char happened[HAPPENED_MAX];
    happened_print(result->happened, happened);
    Values values = values_of(store, PUT_RESULT);
    put_id(&values, result->id);
    put_id(&values, result->table);
    put_id(&values, result->club);
    put_text(&values, result->code);
    put_text(&values, result->ruleset);
    put_text(&values, result->hash);
    put_number(&values, result->started_at);
    put_number(&values, result->finished_at);
    put_number(&values, result->finished);
    put_number(&values, result->players);
    put_number(&values, result->family);
    put_id(&values, result->event);
    put_number(&values, result->deals);
    put_number(&values, result->actions);
    put_bytes(&values, result->record, result->record_length);
    put_text(&values, happened);
    int code = finish(store, &values, PUT_RESULT);
    for (unsigned seat = 0; seat < result->players && code == 0; seat++) code = put_result_seat(store, result, seat);
    return code;
}

static int put_ban(RowStore *store, const StoreBan *ban) {
    int kind = ban_is_lifted(ban) ? PUT_BAN_END : PUT_BAN;
    Values values = values_of(store, kind);
    put_text(&values, ban->what);
    if (kind == PUT_BAN) {
        put_text(&values, ban->why);
        put_number(&values, ban->at);
        put_number(&values, ban->until);
    }
    return finish(store, &values, kind);
}

static int put_push(RowStore *store, const StorePush *push) {
    Values values = values_of(store, PUT_PUSH);
    put_hash(&values, push->hash);
    put_id(&values, push->user);
    put_text(&values, push->endpoint);
    put_text(&values, push->key);
    put_text(&values, push->secret);
    put_text(&values, push->language);
    put_number(&values, push->made_at);
    return finish(store, &values, PUT_PUSH);
}

static int put_push_end(RowStore *store, const StorePush *push) {
    Values values = values_of(store, PUT_PUSH_END);
    put_hash(&values, push->hash);
    return finish(store, &values, PUT_PUSH_END);
}

static int put_pushes_end(RowStore *store, const StorePush *push) {
    Values values = values_of(store, PUT_PUSHES_END);
    put_id(&values, push->user);
    return finish(store, &values, PUT_PUSHES_END);
}

static int put_anonymous(RowStore *store, const StoreUser *user) {
    int code = 0;
    for (int seat = 0; seat < STORE_SEATS_MAX && code == 0; seat++) {
        Values records = values_of(store, PUT_NO_RECORD_NAME);
        put_id(&records, user->id);
        put_number(&records, seat);
        code = finish(store, &records, PUT_NO_RECORD_NAME);
    }
    if (code != 0) return code;
    Values seats = values_of(store, PUT_NO_NAME);
    put_id(&seats, user->id);
    return finish(store, &seats, PUT_NO_NAME);
}

static int put_row(RowStore *store, const Write *write) {
    switch (write->kind) {
    case WRITE_LOG: return put_log(store, write->row);
    case WRITE_TABLE: return put_table(store, write->row);
    case WRITE_EVENT: return put_event(store, write->row);
    case WRITE_USER: return put_user(store, write->row);
    case WRITE_KEY: return put_key(store, write->row);
    case WRITE_KEY_END: return put_key_end(store, write->row);
    case WRITE_KEYS_END: return put_keys_end(store, write->row);
    case WRITE_CLUB: return put_club(store, write->row);
    case WRITE_MEMBER: return put_member(store, write->row);
    case WRITE_RULESET: return put_ruleset(store, write->row);
    case WRITE_RESULT: return put_result(store, write->row);
    case WRITE_BAN: return put_ban(store, write->row);
    case WRITE_PUSH: return put_push(store, write->row);
    case WRITE_PUSH_END: return put_push_end(store, write->row);
    case WRITE_PUSHES_END: return put_pushes_end(store, write->row);
    case WRITE_ANONYMOUS: return 0; /* when all else is done: put_anonymous() */
    case WRITE_NEWS:
    case WRITE_PRESENCE: return put_node_row(store, write);
    }
    return 1;
}

#endif
