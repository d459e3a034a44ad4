/* rows.h -- what the stores that speak SQL have in common: the kinds of their statements. */
#ifndef UNO_STORE_ROWS_H
#define UNO_STORE_ROWS_H

#include "batch_internal.h"
#include "store_internal.h"

/* Each store goes on with kinds of its own. */
enum {
    PUT_LOG,
    PUT_TABLE,
    PUT_EVENT,
    PUT_USER,
    PUT_KEY,
    PUT_KEY_END,
    PUT_KEYS_END,
    PUT_CLUB,
    PUT_MEMBER,
    PUT_MEMBER_END,
    PUT_RULESET,
    PUT_RESULT,
    PUT_RESULT_SEAT,
    PUT_BAN,
    PUT_BAN_END,
    PUT_PUSH,
    PUT_PUSH_END,
    PUT_PUSHES_END,
    PUT_NO_RECORD_NAME,
    PUT_NO_NAME,
    PUT_OLD_KEYS,
    PUT_OLD_BANS,
    ROW_PUTS,
};

enum { READ_SEATS = READ_KINDS, READ_STATEMENTS };

/* The checksum of a row of a log. It finds what a disk or a careless hand has changed, not a forger. */
uint64_t log_checksum(uint64_t table, uint64_t seq, int64_t at, const char *text, size_t length);

#endif
