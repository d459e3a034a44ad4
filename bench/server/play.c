/* play.c -- people at tables: each comes as a guest, the first of a party makes the
 * table, all sit down and play game after game. */
#include "load.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 256, SAID_SHOWN = 10 };

/* A message and its number: {"t":"ready","id":3}; `more` are further members. */
__attribute__((format(printf, 3, 4))) static void say(Player *player, const char *kind, const char *more, ...) {
    char text[TEXT_MAX];
    va_list arguments;
    int length = snprintf(text, sizeof text, "{\"t\":\"%s\",\"id\":%lu", kind, ++player->asked);
    va_start(arguments, more);
    length += vsnprintf(text + length, sizeof text - (size_t)length, more, arguments);
    va_end(arguments);
    text[length] = '}';
    load_say(player, text, (size_t)length + 1);
}

/* ---- acting ---- */

static void act(Party *party, Player *player, const char *action, int64_t since_ns) {
    party->actor = player;
    party->told = 0;
    party->owed_ns = 0;
    party->since_ns = since_ns;
    say(player, "do", ",\"do\":\"%s\",\"q\":%lu", action, player->q);
}

/* Whoever is asked acts, at once or when it is time. */
static void go_on(Load *load, Party *party) {
    char action[ACTION_MAX];
    if (party->actor || (load->rate && !party->owed_ns)) return;
    for (unsigned i = 0; i < party->seats; i++)
        if (hand_choose(&party->player[i]->hand, action))
            return act(party, party->player[i], action, party->owed_ns ? party->owed_ns : load->now_ns);
}

static int64_t due_ns(const Load *load) { return load->paced_from + load->paced * 1000000000 / load->rate; }

/* Each party has its moment in every round, so a slow answer does not put off what comes after it: it is late then,
 * and measured from when it should have been sent. */
void play_pace(Load *load) {
    for (int64_t due; (due = due_ns(load)) <= load->now_ns; load->paced++) {
        Party *party = &load->party[(uint64_t)load->paced % load->parties];
        if (!party->player[0]->hand.playing) continue;
        if (!party->owed_ns) party->owed_ns = due;
        go_on(load, party);
    }
}

int64_t play_pause(const Load *load) {
    int64_t pause = due_ns(load) - load->now_ns;
    return pause < 0 ? 0 : pause > 999999999 ? 999999999 : pause;
}

static void note_act(Load *load, Player *player, const Told *told) {
    Party *party = player->party;
    load->games += told->over && player == party->player[0];
    if (party->actor && told->of_itself && told->by == party->actor->hand.seat && ++party->told == party->seats) {
        load_note_delay(load, party->since_ns);
        party->actor = NULL;
    }
    if (told->over) say(player, "ready", ",\"yes\":true");
    else go_on(load, party);
}

/* ---- sitting down ---- */

static void join(Player *player) {
    const Party *party = player->party;
    if (player->joins || !party || !party->code[0] || player->step != STEP_OPEN) return;
    player->joins = true;
    say(player, "join", ",\"code\":\"%s\"", party->code);
}

static void note_start(Load *load, Player *player) {
    load->playing += !player->has_played;
    player->has_played = true;
    player->party->owed_ns = 0;
    if (load->mode == MODE_PLAY) go_on(load, player->party);
}

/* The rules of the table forbid nothing of what is sent here, so every refusal is a fault. */
static void note_refusal(Load *load, Player *player, const char *text, size_t length) {
    if (load->refused++ < SAID_SHOWN) fprintf(stderr, "load: refused: %.*s\n", (int)length, text);
    if (player->party && player->party->actor == player) player->party->actor = NULL;
}

static void hear_message(Player *player, const char *text, size_t length) {
    Load *load = player->load;
    Told told;
    if (!hand_hear(&player->hand, text, length, &told)) load_fail("cannot read %.*s", (int)length, text);
    if (told.q) player->q = told.q;
    switch (told.kind) {
    case TOLD_HELLO:
        load->open++;
        join(player);
        break;
    case TOLD_JOINED: /* the host has a seat already; the answer to sitting down is a change of the table */
        if (load->returning) load->back++;
        else if (player->hand.seat) say(player, "ready", ",\"yes\":true");
        else say(player, "sit", "%s", "");
        break;
    case TOLD_TABLE:
        if (told.id == 2 && player != player->party->player[0]) say(player, "ready", ",\"yes\":true");
        break;
    case TOLD_START: note_start(load, player); break;
    case TOLD_ACT: note_act(load, player, &told); break;
    case TOLD_NO: note_refusal(load, player, text, length); break;
    case TOLD_OTHER: break;
    }
}

/* ---- coming ---- */

static void ask(Player *player, Step step, const char *path, const char *body) {
    player->step = step;
    if (!line_request(&player->line, step == STEP_UPGRADE ? NULL : "POST", path, player->cookie, body))
        load_fail("a request could not be sent");
}

void play_begin(Player *player) {
    if (player->load->mode == MODE_ECHO) ask(player, STEP_UPGRADE, "/ws", "uno.1");
    else ask(player, STEP_GUEST, "/api/guest", "{}");
}

void play_return(Player *player) {
    player->joins = false;
    player->hand = (Hand){0};
    ask(player, STEP_UPGRADE, "/ws", "uno.1");
}

static void read_word(const char *answer, const char *before, const char *ends, char *out, size_t size) {
    const char *at = strstr(answer, before);
    size_t length = at ? strcspn(at + strlen(before), ends) : 0;
    if (!length || length >= size) load_fail("no %s in %.400s", before, answer);
    memcpy(out, at + strlen(before), length);
}

static void hear_answer(Player *player, const char *text) {
    Party *party = player->party;
    char settings[TEXT_MAX];
    if (player->step == STEP_GUEST) read_word(text, "Set-Cookie: ", ";\r", player->cookie, sizeof player->cookie);
    else read_word(text, "\"code\":\"", "\"", party->code, sizeof party->code);
    if (player->step == STEP_TABLE)
        for (unsigned i = 0; i < party->seats; i++)
            if (party->player[i]) join(party->player[i]);
    if (player->step == STEP_TABLE || !party || party->player[0] != player)
        return ask(player, STEP_UPGRADE, "/ws", "uno.1");
    snprintf(settings, sizeof settings,
             "{\"ruleset\":\"official\",\"seats\":%u,\"starts_alone\":true,\"think_s\":0,\"window_ms\":0,"
             "\"fill\":\"\",\"options\":{\"target\":0}}",
             party->seats);
    ask(player, STEP_TABLE, "/api/tables", settings);
}

static void echo(Player *player) {
    char text[1024];
    Load *load = player->load;
    memset(text, 'x', load->echo_bytes);
    player->party->since_ns = load->now_ns;
    load_say(player, text, load->echo_bytes);
}

void play_hear(void *context, const char *text, size_t length) {
    Player *player = context;
    Load *load = player->load;
    bool is_message = player->step == STEP_OPEN && text;
    if (!text) player->step = STEP_OPEN;
    if (is_message) {
        load->heard++;
        load->bytes += length;
    }
    if (load->mode == MODE_ECHO) {
        if (is_message) load_note_delay(load, player->party->since_ns);
        else load->open++;
        echo(player);
    } else if (is_message) hear_message(player, text, length);
    else if (text) hear_answer(player, text);
}
