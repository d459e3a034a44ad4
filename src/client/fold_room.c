/* fold_room.c -- the table but for its game, out of JSON. */
#include <stdio.h>
#include <string.h>

#include "fold_internal.h"

const char *const client_seat_words[4] = {"free", "person", "program", "bot"};
const char *const client_stage_words[3] = {"gathering", "playing", "closed"};
const char *const client_pause_words[4] = {"", "self", "vote", "nobody"};
const char *const client_vote_words[4] = {"", "kick", "pause", "end"};

/* ---- pieces ---- */

bool fold_fail(char error[JSON_ERROR_MAX], const char *where, const char *expected) {
    snprintf(error, JSON_ERROR_MAX, "%s: %s", where, expected);
    return false;
}

/* Never in the middle of a character. */
static void cut(char *text, size_t length) {
    while (length && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
    text[length] = 0;
}

bool fold_text(const cJSON *json, char *out, size_t size) {
    const char *text = cJSON_GetStringValue(json);
    if (!text) return false;
    size_t length = strlen(text);
    bool fits = length < size;
    memcpy(out, text, fits ? length + 1 : size);
    if (!fits) cut(out, size - 1);
    foreign_clean(out);
    return true;
}

bool fold_seat(const cJSON *json, Seat *out) {
    const char *text = cJSON_GetStringValue(json);
    *out = NO_SEAT;
    if (cJSON_IsNull(json)) return true;
    if (!text || text[0] < 'A' || text[0] >= 'A' + SEATS_MAX || text[1]) return false;
    *out = (Seat)(text[0] - 'A');
    return true;
}

bool fold_seats(const cJSON *json, SeatMask *out) {
    const cJSON *item;
    *out = 0;
    if (!cJSON_IsArray(json)) return false;
    cJSON_ArrayForEach(item, json) {
        Seat seat;
        if (!fold_seat(item, &seat) || seat == NO_SEAT) return false;
        *out |= (SeatMask)(1u << seat);
    }
    return true;
}

/* The place of a text in a list; false: it is none of them. */
static bool read_word(const cJSON *json, const char *const *words, unsigned count, uint8_t *out) {
    const char *text = cJSON_GetStringValue(json);
    for (unsigned i = 0; text && i < count; i++)
        if (strcmp(text, words[i]) == 0) return *out = (uint8_t)i, true;
    return false;
}

static bool is_true(const cJSON *json, const char *name) { return cJSON_IsTrue(fold_member(json, name)); }

static unsigned number_of(const cJSON *json, const char *name) {
    long number;
    return json_is_whole(fold_member(json, name), 0, INT32_MAX, &number) ? (unsigned)number : 0;
}

/* ---- seats ---- */

static bool read_seat(const cJSON *json, ClientSeat *out, char error[JSON_ERROR_MAX]) {
    memset(out, 0, sizeof *out);
    if (!read_word(fold_member(json, "kind"), client_seat_words, 4, &out->kind))
        return fold_fail(error, "seats", "\"free\", \"person\", \"program\" or \"bot\" was expected as kind");
    if (out->kind == CLIENT_SEAT_FREE) return true;
    if (!fold_text(fold_member(json, "name"), out->name, sizeof out->name))
        return fold_fail(error, "seats", "a name was expected");
    fold_text(fold_member(json, "user"), out->user, sizeof out->user);
    fold_text(fold_member(json, "bot"), out->bot, sizeof out->bot);
    out->ready = is_true(json, "ready");
    out->away = is_true(json, "away");
    out->left = is_true(json, "left");
    out->reserve_ms = (int32_t)number_of(json, "reserve_ms");
    fold_text(fold_member(json, "commit"), out->commit, sizeof out->commit);
    out->revealed = is_true(json, "revealed");
    return true;
}

static bool read_seats(const cJSON *list, ClientRoom *out, char error[JSON_ERROR_MAX]) {
    const cJSON *item;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > SEATS_MAX)
        return fold_fail(error, "seats", "a list of at most 10 seats was expected");
    out->seats = 0;
    cJSON_ArrayForEach(item, list) if (!read_seat(item, &out->seat[out->seats++], error)) return false;
    for (unsigned seat = out->seats; seat < SEATS_MAX; seat++) memset(&out->seat[seat], 0, sizeof out->seat[seat]);
    return true;
}

/* ---- the rest ---- */

static bool read_settings(const cJSON *json, ClientRoom *out, char error[JSON_ERROR_MAX]) {
    if (!cJSON_IsObject(json)) return fold_fail(error, "settings", "an object was expected");
    if (!fold_text(fold_member(json, "rules_hash"), out->rules_hash, sizeof out->rules_hash))
        return fold_fail(error, "settings.rules_hash", "a text was expected");
    fold_text(fold_member(json, "title"), out->title, sizeof out->title);
    fold_text(fold_member(json, "ruleset"), out->ruleset, sizeof out->ruleset);
    fold_text(fold_member(json, "rules_title"), out->rules_title, sizeof out->rules_title);
    fold_text(fold_member(json, "fill"), out->fill, sizeof out->fill);
    out->is_public = is_true(json, "is_public");
    out->chat = is_true(json, "chat");
    out->spectators = is_true(json, "spectators");
    out->starts_alone = is_true(json, "starts_alone");
    out->seats_set = number_of(json, "seats");
    out->think_s = number_of(json, "think_s");
    out->reserve_s = number_of(json, "reserve_s");
    out->window_ms = number_of(json, "window_ms");
    out->jump_ms = number_of(json, "jump_ms");
    out->pace_ms = number_of(json, "pace_ms");
    return true;
}

static bool read_vote(const cJSON *json, ClientRoom *out, char error[JSON_ERROR_MAX]) {
    memset(&out->vote, 0, sizeof out->vote);
    out->vote.target = NO_SEAT;
    if (!json || cJSON_IsNull(json)) return true;
    return (read_word(fold_member(json, "what"), client_vote_words, 4, &out->vote.kind) &&
            fold_seat(fold_member(json, "seat"), &out->vote.target) &&
            fold_seats(fold_member(json, "yes"), &out->vote.yes) &&
            fold_seats(fold_member(json, "no"), &out->vote.no)) ||
           fold_fail(error, "vote", "what, seat, yes and no were expected");
}

static void read_waiting(const cJSON *list, const char *user, ClientRoom *out) {
    const cJSON *item;
    out->waiting = 0;
    out->i_wait = false;
    cJSON_ArrayForEach(item, list) {
        const char *who = cJSON_GetStringValue(fold_member(item, "user"));
        if (out->waiting < TABLE_WAITING_MAX) {
            fold_text(fold_member(item, "user"), out->waits[out->waiting].user, CLIENT_ID_MAX);
            fold_text(fold_member(item, "name"), out->waits[out->waiting++].name, RECORD_NAME_MAX);
        }
        out->i_wait |= who && user[0] && strcmp(who, user) == 0;
    }
}

static bool read_stage(const cJSON *json, ClientRoom *out, char error[JSON_ERROR_MAX]) {
    const cJSON *paused = fold_member(json, "paused");
    out->paused = CLIENT_GOES;
    if (!read_word(fold_member(json, "stage"), client_stage_words, 3, &out->stage))
        return fold_fail(error, "stage", "\"gathering\", \"playing\" or \"closed\" was expected");
    return !paused || cJSON_IsNull(paused) || read_word(paused, client_pause_words, 4, &out->paused) ||
           fold_fail(error, "paused", "null, \"self\", \"vote\" or \"nobody\" was expected");
}

bool fold_read_room(const cJSON *json, const char *user, ClientRoom *out, char error[JSON_ERROR_MAX]) {
    if (!cJSON_IsObject(json)) return fold_fail(error, "table", "an object was expected");
    if (!fold_text(fold_member(json, "code"), out->code, sizeof out->code))
        return fold_fail(error, "table.code", "a text was expected");
    fold_text(fold_member(json, "link"), out->link, sizeof out->link);
    if (!fold_seat(fold_member(json, "host"), &out->host))
        return fold_fail(error, "table.host", "a seat, or null, was expected");
    if (!read_stage(json, out, error) || !read_settings(fold_member(json, "settings"), out, error) ||
        !read_seats(fold_member(json, "seats"), out, error) || !read_vote(fold_member(json, "vote"), out, error))
        return false;
    read_waiting(fold_member(json, "waiting"), user, out);
    if (!fold_text(fold_member(json, "prompt"), out->prompt, sizeof out->prompt)) out->prompt[0] = 0;
    if (!fold_text(fold_member(json, "reply"), out->reply, sizeof out->reply)) out->reply[0] = 0;
    out->games = number_of(json, "games");
    if (!fold_text(fold_member(json, "commitment"), out->commitment, sizeof out->commitment)) out->commitment[0] = 0;
    out->sealed = is_true(json, "sealed");
    return true;
}
