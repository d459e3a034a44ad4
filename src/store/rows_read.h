/* rows_read.h -- rows out of a database that speaks SQL: for each kind of reading a query and what its row is. The values of
 * every query have the same places: ?1 first, ?2 second, ?3 text, ?4 hash, ?5 before, ?6 most (see StoreRead).
 *
 * A store that includes this has defined its RowStore, its Columns with next_number(), next_bytes(), next_real() and
 * next_hash(), and LOG_QUERY, which gives LOG_COLUMNS of a log and whether the row is of another table. */
#ifndef UNO_STORE_ROWS_READ_H
#define UNO_STORE_ROWS_READ_H

#include <stdlib.h>

#include "../engine/rules.h"
#include "happened.h"

static uint64_t next_id(Columns *columns) { return (uint64_t)next_number(columns); } /* NULL is 0 */
static unsigned next_unsigned(Columns *columns) { return (unsigned)next_number(columns); }

/* One of 0 to `last`. Whatever else a damaged file has there is taken for `least`, which allows least. */
static unsigned next_choice(Columns *columns, unsigned last, unsigned least) {
    int64_t number = next_number(columns);
    return number >= 0 && number <= last ? (unsigned)number : least;
}

static void next_text(Columns *columns, char *out, size_t size) {
    size_t length;
    const char *text = next_bytes(columns, &length);
    snprintf(out, size, "%s", text);
}

/* ---- a row each: false ends the reading ---- */

typedef bool (*ShowRow)(RowStore *store, Columns columns, StoreVisit visit, void *context);

#define USER_COLUMNS "id, kind, owner, name, key, password, made_at, seen_at, unlisted"
static bool show_user(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreUser user = {.id = next_id(&columns)};
    user.kind = (UserKind)next_choice(&columns, USER_BOT, USER_GUEST);
    user.owner = next_id(&columns);
    next_text(&columns, user.name, sizeof user.name);
    next_text(&columns, user.key, sizeof user.key);
    next_text(&columns, user.password, sizeof user.password);
    user.made_at = next_number(&columns);
    user.seen_at = next_number(&columns);
    user.unlisted = next_number(&columns) != 0;
    return visit(context, &user);
}

#define KEY_COLUMNS "hash, kind, user, label, made_at, expires_at"
static bool show_key(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreKey key = {0};
    next_hash(&columns, key.hash);
    key.kind = (KeyKind)next_choice(&columns, KEY_KNOWN, KEY_KNOWN);
    key.user = next_id(&columns);
    next_text(&columns, key.label, sizeof key.label);
    key.made_at = next_number(&columns);
    key.expires_at = next_number(&columns);
    return visit(context, &key);
}

#define TABLE_COLUMNS "id, code, state, club, made_at, closed_at, trouble"
static bool show_table(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreTable table = {.id = next_id(&columns)};
    next_text(&columns, table.code, sizeof table.code);
    table.state = (TableRowState)next_choice(&columns, TABLE_ROW_QUARANTINED, TABLE_ROW_QUARANTINED);
    table.club = next_id(&columns);
    table.made_at = next_number(&columns);
    table.closed_at = next_number(&columns);
    next_text(&columns, table.trouble, sizeof table.trouble);
    return visit(context, &table);
}

#define EVENT_COLUMNS "id, code, state, owner, title, made_at, closed_at, trouble"
static bool show_event(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreEvent event = {.id = next_id(&columns)};
    next_text(&columns, event.code, sizeof event.code);
    event.state = (TableRowState)next_choice(&columns, TABLE_ROW_QUARANTINED, TABLE_ROW_QUARANTINED);
    event.owner = next_id(&columns);
    next_text(&columns, event.title, sizeof event.title);
    event.made_at = next_number(&columns);
    event.closed_at = next_number(&columns);
    next_text(&columns, event.trouble, sizeof event.trouble);
    return visit(context, &event);
}

#define LOG_COLUMNS "table_id, seq, at, text, sum"
static bool show_entry(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreEntry entry = {.table = next_id(&columns)};
    entry.seq = next_id(&columns);
    entry.at = next_number(&columns);
    entry.text = next_bytes(&columns, &entry.length);
    entry.corrupt = next_id(&columns) != log_checksum(entry.table, entry.seq, entry.at, entry.text, entry.length);
    entry.corrupt |= next_number(&columns) != 0; /* it is of another table */
    return visit(context, &entry);
}

#define CLUB_COLUMNS "id, name, key, invite, owner, made_at"
static bool show_club(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreClub club = {.id = next_id(&columns)};
    next_text(&columns, club.name, sizeof club.name);
    next_text(&columns, club.key, sizeof club.key);
    next_text(&columns, club.invite, sizeof club.invite);
    club.owner = next_id(&columns);
    club.made_at = next_number(&columns);
    return visit(context, &club);
}

#define MEMBER_COLUMNS "m.club, m.user, m.role, n.name, m.since"
static bool show_member(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreMember member = {.club = next_id(&columns)};
    member.user = next_id(&columns);
    member.role = (MemberRole)next_choice(&columns, MEMBER_OWNER, MEMBER_NONE);
    next_text(&columns, member.name, sizeof member.name);
    member.since = next_number(&columns);
    return visit(context, &member);
}

#define RULESET_COLUMNS "club, name, version, hash, author, at, withdrawn, "
static bool show_ruleset(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreRuleset ruleset = {.club = next_id(&columns)};
    next_text(&columns, ruleset.name, sizeof ruleset.name);
    ruleset.version = next_unsigned(&columns);
    next_text(&columns, ruleset.hash, sizeof ruleset.hash);
    ruleset.author = next_id(&columns);
    ruleset.at = next_number(&columns);
    ruleset.withdrawn = next_number(&columns) != 0;
    ruleset.text = next_bytes(&columns, &ruleset.length);
    return visit(context, &ruleset);
}

#define PUSH_COLUMNS "hash, user, endpoint, key, secret, language, made_at"
static bool show_push(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StorePush push = {0};
    next_hash(&columns, push.hash);
    push.user = next_id(&columns);
    next_text(&columns, push.endpoint, sizeof push.endpoint);
    next_text(&columns, push.key, sizeof push.key);
    next_text(&columns, push.secret, sizeof push.secret);
    next_text(&columns, push.language, sizeof push.language);
    push.made_at = next_number(&columns);
    return visit(context, &push);
}

#define BAN_COLUMNS "what, why, at, until"
static bool show_ban(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreBan ban = {0};
    next_text(&columns, ban.what, sizeof ban.what);
    next_text(&columns, ban.why, sizeof ban.why);
    ban.at = next_number(&columns);
    ban.until = next_number(&columns);
    return visit(context, &ban);
}

static bool show_anything(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    int64_t number = next_number(&columns);
    return visit(context, &number);
}

static bool read_rows(RowStore *store, int which, const StoreRead *what, StoreVisit visit, void *context);

static bool keep_seat(void *context, const void *row) {
    StoreResult *result = context;
    result->seat[result->players++] = *(const StoreResultSeat *)row;
    return result->players < STORE_SEATS_MAX;
}

static bool show_seat(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreResultSeat seat = {.user = next_id(&columns)};
    next_text(&columns, seat.name, sizeof seat.name);
    seat.score = next_unsigned(&columns);
    seat.won = next_number(&columns) != 0;
    next_text(&columns, seat.bot, sizeof seat.bot);
    seat.team = (uint8_t)next_choice(&columns, STORE_SEATS_MAX - 1, 0);
    seat.place = (uint8_t)next_choice(&columns, STORE_SEATS_MAX, 0);
    seat.mu = next_real(&columns);
    seat.sigma = next_real(&columns);
    seat.duel = next_real(&columns);
    for (int i = 0; i < SEAT_COUNTS; i++) seat.count[i] = (uint32_t)next_number(&columns);
    return visit(context, &seat);
}

#define RESULT_COLUMNS \
    "r.id, r.table_id, r.club, r.code, r.ruleset, r.hash, r.started_at, r.finished_at, r.finished, r.family," \
    " r.event, r.deals, r.actions, r.happened, "
static bool show_result(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    StoreResult result = {.id = next_id(&columns)};
    result.table = next_id(&columns);
    result.club = next_id(&columns);
    next_text(&columns, result.code, sizeof result.code);
    next_text(&columns, result.ruleset, sizeof result.ruleset);
    next_text(&columns, result.hash, sizeof result.hash);
    result.started_at = next_number(&columns);
    result.finished_at = next_number(&columns);
    result.finished = next_number(&columns) != 0;
    result.family = (uint8_t)next_choice(&columns, FAMILIES - 1, 0);
    result.event = next_id(&columns);
    result.deals = next_unsigned(&columns);
    result.actions = next_unsigned(&columns);
    happened_read(next_bytes(&columns, &result.record_length), result.happened);
    result.record = next_bytes(&columns, &result.record_length);
    StoreRead seats = {.first = result.id};
    return read_rows(store, READ_SEATS, &seats, keep_seat, &result) && visit(context, &result);
}

#ifdef SHARED_READINGS
static bool show_life(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreLife life = {.node = next_id(&columns)};
    life.until = next_number(&columns);
    life.alive = next_unsigned(&columns);
    return visit(context, &life);
}

static bool show_hold(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreHold hold = {.holder = 0};
    next_text(&columns, hold.name, sizeof hold.name);
    hold.holder = next_id(&columns);
    hold.until = next_number(&columns);
    return visit(context, &hold);
}

static bool show_lease(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreLease lease = {.table = next_id(&columns)};
    lease.node = next_id(&columns);
    lease.epoch = next_id(&columns);
    return visit(context, &lease);
}

static bool show_presence(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StorePresence presence = {.table = next_id(&columns)};
    char people[STORE_SEATS_MAX * 21 + 1], *at = people;
    presence.node = next_id(&columns);
    presence.spectators = next_unsigned(&columns);
    next_text(&columns, people, sizeof people);
    for (uint64_t user; presence.players < STORE_SEATS_MAX && (user = strtoull(at, &at, 10));)
        presence.player[presence.players++] = user;
    return visit(context, &presence);
}

static bool show_news(RowStore *store, Columns columns, StoreVisit visit, void *context) {
    (void)store;
    StoreNews news = {.position = next_id(&columns)};
    news.node = next_id(&columns);
    news.text = next_bytes(&columns, &news.length);
    return visit(context, &news);
}

/* By the database's own clock, in milliseconds. */
#define NOW_MS "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
/* A table or an event that is not over. */
#define RUNS "h.id IN (SELECT id FROM tables WHERE state = 0 UNION ALL SELECT id FROM events WHERE state = 0)"
#define LIVES(node) "EXISTS (SELECT 1 FROM lives l WHERE l.node = " node " AND l.until > " NOW_MS ")"
#endif

/* ---- the queries ---- */

/* Of one person in one club: somebody with a hundred thousand games elsewhere does not hold the server up by asking. */
#define LAST_GAMES "5000"

#define NEWEST_FIRST " ORDER BY r.finished_at DESC, r.id DESC LIMIT ?6"

static const struct {
    const char *sql;
    ShowRow show;
} readings[READ_STATEMENTS] = {
    [READ_USER] = {"SELECT " USER_COLUMNS " FROM users WHERE id = ?1", show_user},
    [READ_USER_BY_KEY] = {"SELECT " USER_COLUMNS " FROM users WHERE key = ?3", show_user},
    [READ_KEY] = {"SELECT " KEY_COLUMNS " FROM keys WHERE hash = ?4", show_key},
    [READ_HOLDER] = {"SELECT " USER_COLUMNS " FROM users WHERE id = (SELECT user FROM keys WHERE hash = ?4)",
                     show_user},
    [READ_CLUB] = {"SELECT " CLUB_COLUMNS " FROM clubs WHERE id = ?1", show_club},
    [READ_CLUB_BY_KEY] = {"SELECT " CLUB_COLUMNS " FROM clubs WHERE key = ?3", show_club},
    [READ_CLUB_BY_INVITE] = {"SELECT " CLUB_COLUMNS " FROM clubs WHERE invite = ?3", show_club},
    [READ_MEMBER] = {"SELECT " MEMBER_COLUMNS
                     " FROM members m JOIN users n ON n.id = m.user WHERE m.club = ?1 AND m.user = ?2",
                     show_member},
    [READ_TABLES] = {"SELECT " TABLE_COLUMNS " FROM tables WHERE state = ?1 ORDER BY made_at, id", show_table},
    [READ_TABLE] = {"SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1", show_table},
    [READ_TABLE_BY_CODE] = {"SELECT " TABLE_COLUMNS " FROM tables WHERE code = ?3", show_table},
    [READ_EVENTS] = {"SELECT " EVENT_COLUMNS " FROM events WHERE state = ?1 ORDER BY made_at DESC, id DESC LIMIT ?6",
                     show_event},
    [READ_EVENT] = {"SELECT " EVENT_COLUMNS " FROM events WHERE id = ?1", show_event},
    [READ_EVENT_BY_CODE] = {"SELECT " EVENT_COLUMNS " FROM events WHERE code = ?3", show_event},
    [READ_LOG] = {LOG_QUERY, show_entry},
    [READ_KEYS_OF] = {"SELECT " KEY_COLUMNS " FROM keys WHERE user = ?1 AND kind = ?2 ORDER BY made_at, hash",
                      show_key},
    [READ_BOTS_OF] = {"SELECT " USER_COLUMNS " FROM users WHERE owner = ?1 ORDER BY made_at, id", show_user},
    [READ_MEMBERS] = {"SELECT " MEMBER_COLUMNS
                      " FROM members m JOIN users n ON n.id = m.user WHERE m.club = ?1 ORDER BY m.since, m.user",
                      show_member},
    [READ_CLUBS_OF] = {"SELECT " MEMBER_COLUMNS
                       " FROM members m JOIN clubs n ON n.id = m.club WHERE m.user = ?1 ORDER BY m.since, m.club",
                       show_member},
    [READ_RULESETS] = {"SELECT " RULESET_COLUMNS "text FROM rulesets a WHERE club = ?1 AND withdrawn = 0 AND version ="
                       " (SELECT max(version) FROM rulesets b WHERE b.club = a.club AND b.name = a.name) ORDER BY name",
                       show_ruleset},
    [READ_VERSION] = {"SELECT " RULESET_COLUMNS "text FROM rulesets WHERE club = ?1 AND name = ?3"
                      " AND (?2 = 0 OR version = ?2) ORDER BY version DESC LIMIT 1",
                      show_ruleset},
    [READ_VERSIONS] = {"SELECT " RULESET_COLUMNS
                       "NULL FROM rulesets WHERE club = ?1 AND name = ?3 ORDER BY version DESC",
                       show_ruleset},
    [READ_PUSHES] = {"SELECT " PUSH_COLUMNS " FROM pushes ORDER BY made_at, hash", show_push},
    [READ_BANS] = {"SELECT " BAN_COLUMNS " FROM bans ORDER BY at, what", show_ban},
    [READ_RESULTS] = {"SELECT " RESULT_COLUMNS "NULL FROM results r WHERE r.finished_at < ?5" NEWEST_FIRST,
                      show_result},
    [READ_RESULTS_OF_CLUB] = {"SELECT " RESULT_COLUMNS
                              "NULL FROM results r WHERE r.club = ?2 AND r.finished_at < ?5" NEWEST_FIRST,
                              show_result},
    [READ_RESULTS_OF_USER] = {"SELECT " RESULT_COLUMNS "NULL FROM (SELECT result, finished_at FROM result_seats"
                              " WHERE user = ?1 AND user <> 0 AND finished_at < ?5 GROUP BY finished_at, result"
                              " ORDER BY finished_at DESC, result DESC"
                              " LIMIT CASE WHEN ?2 = 0 THEN ?6 ELSE " LAST_GAMES " END) s"
                              " JOIN results r ON r.id = s.result"
                              " WHERE ?2 = 0 OR r.club = ?2 ORDER BY s.finished_at DESC, s.result DESC LIMIT ?6",
                              show_result},
    [READ_RESULT] = {"SELECT " RESULT_COLUMNS "r.record FROM results r WHERE r.id = ?1", show_result},
    [READ_OLD] = {"SELECT 1 WHERE EXISTS (SELECT 1 FROM tables WHERE state = 1 AND closed_at < ?5)"
                  " OR EXISTS (SELECT 1 FROM keys WHERE expires_at <> 0 AND expires_at < ?1)"
                  " OR EXISTS (SELECT 1 FROM bans WHERE until <> 0 AND until < ?1)",
                  show_anything},
#ifdef SHARED_READINGS
    [READ_LIFE] = {"WITH old AS (DELETE FROM news WHERE at < now() - interval '2 minutes'),"
                   " dead AS (DELETE FROM lives WHERE until < " NOW_MS " - 3600000 AND node <> ?1),"
                   " mine AS (INSERT INTO lives (node, until) VALUES (?1, " NOW_MS " + ?6)"
                   " ON CONFLICT (node) DO UPDATE SET until = excluded.until RETURNING until)"
                   " SELECT ?1, mine.until, (SELECT count(*) FROM lives WHERE node <> ?1 AND until > " NOW_MS ")"
                   " + (?6 > 0)::int FROM mine",
                   show_life},
    [READ_LEASES] =
        {"WITH free AS (SELECT h.id FROM heads h WHERE " RUNS " AND h.node <> ?1 AND NOT " LIVES(
             "h.node") " LIMIT ?6 FOR UPDATE OF h SKIP LOCKED),"
                       " taken AS (UPDATE heads SET node = ?1, epoch = epoch + 1 FROM free WHERE heads.id = free.id"
                       " RETURNING heads.id, heads.node, heads.epoch)"
                       " SELECT id, node, epoch FROM taken UNION ALL SELECT h.id, h.node, h.epoch FROM heads h"
                       " WHERE ?2 <> 0 AND h.node = ?1 AND " RUNS,
         show_lease},
    [READ_LEASE] = {"SELECT id, node, epoch FROM heads WHERE id = ?1", show_lease},
    [READ_HOLD] = {"WITH old AS (DELETE FROM holds WHERE until < " NOW_MS " - 60000 AND name <> ?3)"
                   " INSERT INTO holds (name, holder, until) VALUES (?3, ?1, " NOW_MS " + ?6) ON CONFLICT (name)"
                   " DO UPDATE SET holder = excluded.holder, until = excluded.until"
                   " WHERE holds.holder = excluded.holder OR holds.until < " NOW_MS " RETURNING name, holder, until",
                   show_hold},
    [READ_PRESENT] = {"SELECT p.table_id, p.node, p.spectators, p.people FROM presence p WHERE p.table_id = ?1"
                      " AND " LIVES("p.node"),
                      show_presence},
    /* Only of transactions before which none is still under way: so nothing is ever overlooked, and nothing read twice. */
    [READ_NEWS] = {"SELECT s.least, n.node, n.text FROM"
                   " (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS least) s"
                   " LEFT JOIN news n ON ?2 > 0 AND n.xid >= ?2 AND n.xid < s.least ORDER BY n.xid, n.id",
                   show_news},
#endif
    [READ_USERS] = {"SELECT " USER_COLUMNS " FROM users WHERE kind = ?1 ORDER BY made_at, id", show_user},
    [READ_OUTCOMES] = {"SELECT " RESULT_COLUMNS
                       "NULL FROM results r WHERE r.finished <> 0 ORDER BY r.finished_at, r.id",
                       show_result},
    [READ_SEATS] = {"SELECT user, name, score, won, bot, team, place, mu, sigma, duel"
#define COUNT(name, heading, words) ", " #name
#include "../rating/seat_count.def"
#undef COUNT
                    " FROM result_seats WHERE result = ?1 ORDER BY seat",
                    show_seat},
};

#endif
