/* table_wish.c -- what a table says to a wish: the entry that it becomes, or why not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

static const char *const codes[REFUSALS] = {
#define REFUSAL(code, sentence) #code,
#include "refusal.def"
#undef REFUSAL
};
static const char *const sentences[REFUSALS] = {
#define REFUSAL(code, sentence) sentence,
#include "refusal.def"
#undef REFUSAL
};

const char *refusal_code(Refusal refusal) { return codes[refusal]; }
const char *refusal_sentence(Refusal refusal) { return sentences[refusal]; }

static TableAnswer answer(Refusal refusal) { return (TableAnswer){.refusal = refusal}; }

static TableAnswer accept(LogEntry *out, LogKind kind, Seat seat) {
    log_entry_init(out, kind);
    out->seat = seat;
    return answer(REFUSAL_ok);
}

static bool is_host(const Table *table, const Wish *wish) {
    return !wish->user || (table->host < SEATS_MAX && table_seat_of(table, wish->user) == table->host);
}

static void put_words(LogEntry *out, const char *words) {
    snprintf(out->words, sizeof out->words, "%s", words ? words : "");
}

/* ---- sitting ---- */

static bool was_kicked(const Table *table, uint64_t user) {
    for (unsigned i = 0; i < table->kicked_count && i < TABLE_KICKED_MAX; i++)
        if (table->kicked[i] == user) return true;
    return false;
}

static bool is_waiting(const Table *table, uint64_t user) {
    for (unsigned i = 0; i < table->waiting_count; i++)
        if (table->waiting[i].user == user) return true;
    return false;
}

static bool is_free(const Table *table, Seat seat) {
    const TableSeat *at = &table->seat[seat];
    return at->kind == SEAT_FREE || (at->left && table->stage == TABLE_GATHERING);
}

/* The seat wished for, or the first free one. */
static Refusal find_seat(const Table *table, Seat wanted, Seat *out) {
    if (wanted != NO_SEAT) {
        if (wanted >= table_seats(table)) return REFUSAL_no_such_seat;
        if (!is_free(table, wanted)) return REFUSAL_seat_taken;
        return *out = wanted, REFUSAL_ok;
    }
    for (*out = 0; *out < table_seats(table); ++*out)
        if (is_free(table, *out)) return REFUSAL_ok;
    return REFUSAL_full;
}

static TableAnswer wish_sit(const Table *table, const Wish *wish, LogEntry *out) {
    Seat seat = table_seat_of(table, wish->user);
    if (was_kicked(table, wish->user)) return answer(REFUSAL_kicked);
    if (seat != NO_SEAT) return table->seat[seat].left ? accept(out, LOG_back, seat) : answer(REFUSAL_seated_already);
    if (table->settings.event && !wish->reserved) return answer(REFUSAL_event_table);
    if (table->sealed) return answer(REFUSAL_sealed);
    if (table->stage != TABLE_GATHERING) return answer(REFUSAL_not_gathering);
    Refusal refusal = find_seat(table, wish->seat, &seat);
    if (refusal != REFUSAL_ok) return answer(refusal);
    accept(out, LOG_sit, seat);
    out->id = wish->user;
    out->remote = wish->remote;
    put_words(out, wish->name);
    return answer(REFUSAL_ok);
}

static TableAnswer wish_wait(const Table *table, const Wish *wish, LogEntry *out) {
    bool waiting = is_waiting(table, wish->user);
    if (was_kicked(table, wish->user)) return answer(REFUSAL_kicked);
    if (table_seat_of(table, wish->user) != NO_SEAT) return answer(REFUSAL_seated_already);
    if (table->settings.event) return answer(REFUSAL_event_table);
    if (wish->yes == waiting) return answer(waiting ? REFUSAL_waiting_already : REFUSAL_not_seated);
    if (wish->yes && table->waiting_count == TABLE_WAITING_MAX) return answer(REFUSAL_no_queue);
    accept(out, wish->yes ? LOG_wait : LOG_unwait, NO_SEAT);
    out->id = wish->user;
    out->remote = wish->remote;
    if (wish->yes) put_words(out, wish->name);
    return answer(REFUSAL_ok);
}

static TableAnswer wish_ready(const Table *table, const Wish *wish, Seat seat, LogEntry *out) {
    if (table->sealed) return answer(REFUSAL_sealed);
    if (table->stage != TABLE_GATHERING) return answer(REFUSAL_not_gathering);
    if (table->seat[seat].left) return answer(REFUSAL_not_seated);
    if (table_has_had_its_game(table)) return answer(REFUSAL_event_table);
    if (!wish->yes) return accept(out, LOG_unready, seat);
    if (!wish->has_seed) return accept(out, LOG_ready, seat);
    accept(out, LOG_commit, seat);
    out->seed = wish->seed;
    return answer(REFUSAL_ok);
}

static TableAnswer wish_reveal(const Table *table, const Wish *wish, Seat seat, LogEntry *out) {
    Seed commit;
    if (!(table_unrevealed(table) >> seat & 1)) return answer(REFUSAL_nothing_to_reveal);
    fair_commit(&wish->seed, &commit);
    if (!fair_equal(&commit, &table->seat[seat].part.commit)) return answer(REFUSAL_bad_reveal);
    accept(out, LOG_reveal, seat);
    out->seed = wish->seed;
    return answer(REFUSAL_ok);
}

static TableAnswer wish_stand(const Table *table, Seat seat, LogEntry *out) {
    if (table->settings.event && !table_is_settled(table)) return answer(REFUSAL_event_table);
    return table->seat[seat].left ? answer(REFUSAL_not_seated) : accept(out, LOG_stand, seat);
}

static TableAnswer wish_back(const Table *table, Seat seat, LogEntry *out) {
    const TableSeat *at = &table->seat[seat];
    return at->left || at->away || at->lapses ? accept(out, LOG_back, seat) : answer(REFUSAL_seated_already);
}

/* ---- the host ---- */

static TableAnswer wish_bot(const Table *table, const Wish *wish, LogEntry *out) {
    const BotKind *kind = bot_find(wish->name ? wish->name : table->settings.fill);
    Seat seat;
    if (!kind || !(kind->families >> table_rules(table)->family & 1)) return answer(REFUSAL_no_such_bot);
    Refusal refusal = find_seat(table, wish->seat, &seat);
    if (refusal != REFUSAL_ok) return answer(refusal);
    accept(out, LOG_bot, seat);
    if (wish->words) snprintf(out->words, sizeof out->words, "%s %s", kind->name, wish->words);
    else put_words(out, kind->name);
    return answer(REFUSAL_ok);
}

static TableAnswer wish_start(const Table *table, const Wish *wish, LogEntry *out) {
    unsigned players = 0;
    RulesError error;
    for (Seat seat = 0; seat < table->settings.seats; seat++) {
        const TableSeat *at = &table->seat[seat];
        bool there = at->kind != SEAT_FREE && !at->left;
        if (there && !at->ready && seat != table->host) return answer(REFUSAL_not_ready);
        players += there || table->settings.fill[0];
    }
    if (!rules_allow_players(table_rules(table), players, &error))
        return answer(players < table->settings.seats ? REFUSAL_too_few : REFUSAL_too_many);
    if (!table->has_secret) return answer(REFUSAL_not_ready);
    accept(out, LOG_seal, NO_SEAT);
    out->id = wish->game_id;
    put_words(out, wish->date);
    return answer(REFUSAL_ok);
}

static Refusal between_games(const Table *table) {
    if (table->stage != TABLE_GATHERING) return REFUSAL_not_gathering;
    return table->sealed ? REFUSAL_sealed : REFUSAL_ok;
}

static TableAnswer wish_settings(const Table *table, const Wish *wish, LogEntry *out) {
    TableAnswer said = answer(REFUSAL_bad_settings);
    Refusal refusal = between_games(table);
    if (refusal != REFUSAL_ok && !settings_differ_lightly(&table->settings, wish->settings)) return answer(refusal);
    if (!settings_check(wish->settings, &said.fault)) return said;
    accept(out, LOG_set, NO_SEAT);
    out->settings = wish->settings;
    return answer(REFUSAL_ok);
}

static TableAnswer wish_host(const Table *table, const Wish *wish, LogEntry *out) {
    bool there = wish->seat < SEATS_MAX && table_people(table) >> wish->seat & 1;
    return there ? accept(out, LOG_host, wish->seat) : answer(REFUSAL_no_such_seat);
}

static TableAnswer wish_clear(const Table *table, const Wish *wish, LogEntry *out) {
    if (wish->seat >= table_seats(table) || table->seat[wish->seat].kind == SEAT_FREE)
        return answer(REFUSAL_no_such_seat);
    return accept(out, LOG_kick, wish->seat);
}

/* ---- acting ---- */

/* What somebody wants to do about a table that is not there any more. */
static bool is_stale(const Table *table, Seat seat, uint64_t seen) {
    bool awaited = table_awaited(table) >> seat & 1;
    return seen > table->seq || seen < table->last_seq[seat] ||
           seen < (awaited ? table->asked_seq[seat] : table->started_seq);
}

/* Mashing "catch" does not pay: every press that finds nothing costs some time. */
static bool is_too_eager(Table *table, Seat seat, int64_t now_ms) {
    bool early = now_ms < table->eager_until[seat];
    if (table->window_at < 0) table->eager_until[seat] = now_ms + TABLE_EAGER_MS;
    return early;
}

static TableAnswer hold(Table *table, int64_t now_ms, Seat seat, const Wish *wish) {
    table_drop_held(table, seat);
    table->held[seat] = wish->action;
    table->held_at[seat] = table_clock(table, now_ms);
    if (wish->how != HOW_SELF) table->thinking &= (SeatMask)~seat_bit(seat);
    table->held_how[seat] = wish->how;
    if (wish->words && wish->words[0]) table->held_words[seat] = strdup(wish->words);
    return answer(REFUSAL_held);
}

static TableAnswer act(Table *table, int64_t now_ms, Seat seat, const Wish *wish, LogEntry *out) {
    bool catches = action_kind(wish->action) == ACT_CATCH;
    if (wish->how == HOW_SELF && catches && is_too_eager(table, seat, now_ms)) return answer(REFUSAL_too_eager);
    Verdict verdict = table_refusal(table, seat, wish->action);
    if (verdict != VERDICT_ok) return (TableAnswer){.refusal = REFUSAL_against_rules, .verdict = verdict};
    bool by_bot = wish->how != HOW_SELF; /* its time has nothing to do with now */
    if (by_bot || table_hold_until(table, seat, wish->action) > table_clock(table, now_ms))
        return hold(table, now_ms, seat, wish);
    accept(out, LOG_act, seat);
    out->how = wish->how;
    out->action = wish->action;
    put_words(out, wish->words);
    return answer(REFUSAL_ok);
}

static bool is_bots_own(const Table *table, const Wish *wish) {
    Seat seat = wish->seat;
    if (seat >= table->players || !table->brain[seat] || table->held[seat]) return false;
    if (table_chooses_together(table) && table_awaited(table) >> seat & 1)
        return wish->seen >= table->asked_seq[seat] && wish->seen >= table->last_seq[seat];
    return wish->seen >= table->acted_seq;
}

static TableAnswer wish_act(Table *table, int64_t now_ms, const Wish *wish, LogEntry *out) {
    bool by_server = !wish->user;
    Seat seat = by_server ? wish->seat : table_seat_of(table, wish->user);
    if (seat == NO_SEAT) return answer(REFUSAL_not_seated);
    if (!table_is_playing(table)) return answer(REFUSAL_not_playing);
    if (seat >= table->players || (!by_server && table->seat[seat].left)) return answer(REFUSAL_not_seated);
    if (table->paused) return answer(REFUSAL_paused);
    if (by_server ? !is_bots_own(table, wish) : is_stale(table, seat, wish->seen)) return answer(REFUSAL_stale);
    Wish asked = *wish;
    if (!by_server) asked.how = HOW_SELF;
    else asked.how = table->seat[seat].kind == SEAT_BOT ? HOW_BOT : HOW_CLOCK;
    return act(table, now_ms, seat, &asked, out);
}

/* ---- pauses and votes ---- */

static TableAnswer wish_pause(const Table *table, const Wish *wish, LogEntry *out) {
    bool pause = wish->kind == WISH_PAUSE;
    if (!table_is_playing(table)) return answer(REFUSAL_not_playing);
    if (table->paused == pause) return answer(pause ? REFUSAL_paused : REFUSAL_not_paused);
    if (!is_host(table, wish)) return answer(REFUSAL_not_host);
    accept(out, pause ? LOG_pause : LOG_resume, NO_SEAT);
    out->how = wish->user ? HOW_SELF : HOW_NOBODY;
    return answer(REFUSAL_ok);
}

static Refusal check_new_vote(const Table *table, const Wish *wish, Seat seat) {
    if (table->vote.kind) return REFUSAL_vote_running;
    if (table->settings.event && wish->vote != VOTE_PAUSE) return REFUSAL_event_table;
    if (wish->vote != VOTE_KICK) return REFUSAL_ok;
    if (wish->seat >= table->players || table->seat[wish->seat].kind != SEAT_PERSON) return REFUSAL_no_such_seat;
    if (wish->seat == seat) return REFUSAL_not_yourself;
    /* One person alone cannot send another away who is playing. */
    bool alone = bits_count(table_voters(table, VOTE_KICK, wish->seat)) < 2;
    return alone && !table->seat[wish->seat].away && !table->seat[wish->seat].left ? REFUSAL_too_few : REFUSAL_ok;
}

static TableAnswer wish_vote(const Table *table, const Wish *wish, Seat seat, LogEntry *out) {
    bool opens = wish->vote != VOTE_NONE;
    if (table->seat[seat].left) return answer(REFUSAL_not_seated);
    if (!table_is_playing(table)) return answer(REFUSAL_not_playing);
    Refusal refusal = opens ? check_new_vote(table, wish, seat) : table->vote.kind ? REFUSAL_ok : REFUSAL_no_vote;
    if (refusal != REFUSAL_ok) return answer(refusal);
    VoteKind kind = opens ? wish->vote : (VoteKind)table->vote.kind;
    Seat target = opens ? (wish->vote == VOTE_KICK ? wish->seat : NO_SEAT) : table->vote.target;
    if (!(table_voters(table, kind, target) >> seat & 1)) return answer(REFUSAL_not_yourself);
    if ((table->vote.yes | table->vote.no) >> seat & 1) return answer(REFUSAL_voted);
    accept(out, LOG_vote, seat);
    out->vote = (uint8_t)kind;
    out->other = target;
    out->yes = opens || wish->yes;
    return answer(REFUSAL_ok);
}

static TableAnswer wish_tell(const Table *table, const Wish *wish, Seat seat, LogEntry *out) {
    bool asks;
    if (table->seat[seat].left) return answer(REFUSAL_not_seated);
    if (seat >= table->players || !wish->words || !table_is_telling(table, seat, &asks))
        return answer(REFUSAL_nothing_to_tell);
    accept(out, LOG_tell, seat);
    put_words(out, wish->words);
    return answer(REFUSAL_ok);
}

/* ---- every wish ---- */

typedef enum { ANYBODY, SEATED, HOST, BETWEEN } Who;

static const Who who_may[] = {
#define WISH(name, who) [WISH_##name] = who,
#include "wish.def"
#undef WISH
};

static Refusal check_who(const Table *table, const Wish *wish, Seat seat) {
    switch (who_may[wish->kind]) {
    case ANYBODY: return REFUSAL_ok;
    case SEATED: return seat == NO_SEAT ? REFUSAL_not_seated : REFUSAL_ok;
    case HOST: return is_host(table, wish) ? REFUSAL_ok : REFUSAL_not_host;
    case BETWEEN: return is_host(table, wish) ? between_games(table) : REFUSAL_not_host;
    }
    return REFUSAL_not_host;
}

static TableAnswer wish_any(Table *table, int64_t now_ms, const Wish *wish, LogEntry *out) {
    Seat seat = table_seat_of(table, wish->user);
    Refusal refusal = check_who(table, wish, seat);
    if (refusal != REFUSAL_ok) return answer(refusal);
    switch (wish->kind) {
    case WISH_SIT: return wish_sit(table, wish, out);
    case WISH_WAIT: return wish_wait(table, wish, out);
    case WISH_STAND: return wish_stand(table, seat, out);
    case WISH_BACK: return wish_back(table, seat, out);
    case WISH_READY: return wish_ready(table, wish, seat, out);
    case WISH_REVEAL: return wish_reveal(table, wish, seat, out);
    case WISH_SEAT_BOT: return wish_bot(table, wish, out);
    case WISH_CLEAR: return wish_clear(table, wish, out);
    case WISH_HOST: return wish_host(table, wish, out);
    case WISH_SET: return wish_settings(table, wish, out);
    case WISH_START: return wish_start(table, wish, out);
    case WISH_ACT: return wish_act(table, now_ms, wish, out);
    case WISH_TELL: return wish_tell(table, wish, seat, out);
    case WISH_PAUSE:
    case WISH_RESUME: return wish_pause(table, wish, out);
    case WISH_VOTE: return wish_vote(table, wish, seat, out);
    case WISH_CLOSE: return accept(out, LOG_close, NO_SEAT);
    }
    return answer(REFUSAL_not_host);
}

TableAnswer table_wish(Table *table, int64_t now_ms, const Wish *wish, LogEntry *out) {
    if (table->stage == TABLE_CLOSED) return answer(REFUSAL_closed);
    if (now_ms < table->at_ms) now_ms = table->at_ms;
    TableAnswer said = wish_any(table, now_ms, wish, out);
    if (said.refusal == REFUSAL_ok) {
        out->seq = table->seq + 1;
        out->at_ms = now_ms;
    }
    return said;
}
