/* page_table.c -- tables as this page knows them: the messages of docs/protocol.md, of a server or of a game on this
 * device, folded by the terminal's own client (src/client/fold.h), and what follows from them as JSON. */
#include <string.h>

#include "../client/fold.h"
#include "../engine/text.h"
#include "page_internal.h"

static struct {
    bool open;
    ClientTable table;
} places[PAGE_TABLES];

static ClientTable *table_in(unsigned place) {
    return place < PAGE_TABLES && places[place].open ? &places[place].table : NULL;
}

static const char *no_table(void) { return reply_error("no_table", "No table is open in this place."); }

void page_table_close(unsigned place) {
    if (!table_in(place)) return;
    client_table_free(&places[place].table);
    places[place].open = false;
}

const char *page_table_open(unsigned place) {
    if (place >= PAGE_TABLES) return no_table();
    page_table_close(place);
    client_table_init(&places[place].table);
    places[place].open = true;
    reply_begin();
    reply_open('{');
    reply_close('}');
    return reply_end();
}

static Teller teller_of(const ClientTable *table) {
    Teller teller = page_teller(&table->ruleset->rules, NULL, table->you);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (table->named >> seat & 1) teller.name[seat] = table->player[seat];
    return teller;
}

/* ---- the room ---- */

static void put_word(const char *word) { reply_text(*word ? word : NULL); }

static void put_seat(const ClientSeat *seat, unsigned number) {
    reply_open('{');
    reply_name("seat"), reply_seat(number);
    reply_name("kind"), reply_text(client_seat_words[seat->kind]);
    reply_name("name"), reply_text(seat->name);
    reply_name("user"), put_word(seat->user);
    reply_name("bot"), reply_text(seat->bot);
    reply_name("ready"), reply_flag(seat->ready);
    reply_name("away"), reply_flag(seat->away);
    reply_name("left"), reply_flag(seat->left);
    reply_name("reserve_ms"), reply_number(seat->reserve_ms);
    if (seat->commit[0]) {
        reply_name("commit"), reply_text(seat->commit);
        reply_name("revealed"), reply_flag(seat->revealed);
    }
    reply_close('}');
}

static void put_settings(const ClientRoom *room) {
    reply_open('{');
    reply_name("title"), reply_text(room->title);
    reply_name("seats"), reply_number(room->seats_set);
    reply_name("is_public"), reply_flag(room->is_public);
    reply_name("chat"), reply_flag(room->chat);
    reply_name("spectators"), reply_flag(room->spectators);
    reply_name("starts_alone"), reply_flag(room->starts_alone);
    reply_name("think_s"), reply_number(room->think_s);
    reply_name("reserve_s"), reply_number(room->reserve_s);
    reply_name("window_ms"), reply_number(room->window_ms);
    reply_name("jump_ms"), reply_number(room->jump_ms);
    reply_name("pace_ms"), reply_number(room->pace_ms);
    reply_name("fill"), reply_text(room->fill);
    reply_name("ruleset"), reply_text(room->ruleset);
    reply_name("rules_title"), reply_text(room->rules_title);
    reply_name("rules_hash"), reply_text(room->rules_hash);
    reply_close('}');
}

static void put_people(const ClientRoom *room) {
    reply_name("seats"), reply_open('[');
    for (unsigned seat = 0; seat < room->seats; seat++) put_seat(&room->seat[seat], seat);
    reply_close(']');
    reply_name("waiting"), reply_open('[');
    for (unsigned i = 0; i < room->waiting; i++) {
        reply_open('{');
        reply_name("user"), reply_text(room->waits[i].user);
        reply_name("name"), reply_text(room->waits[i].name);
        reply_close('}');
    }
    reply_close(']');
}

static void put_vote(const ClientRoom *room) {
    if (!room->vote.kind) {
        reply_text(NULL);
        return;
    }
    reply_open('{');
    reply_name("what"), reply_text(client_vote_words[room->vote.kind]);
    reply_name("seat"), reply_seat(room->vote.target);
    reply_name("yes"), reply_seats(room->vote.yes);
    reply_name("no"), reply_seats(room->vote.no);
    reply_close('}');
}

static void put_room(const ClientRoom *room) {
    reply_open('{');
    reply_name("code"), reply_text(room->code);
    reply_name("link"), reply_text(room->link);
    reply_name("stage"), reply_text(client_stage_words[room->stage]);
    reply_name("paused"), put_word(client_pause_words[room->paused]);
    reply_name("host"), reply_seat(room->host);
    reply_name("settings"), put_settings(room);
    put_people(room);
    reply_name("vote"), put_vote(room);
    reply_name("games"), reply_number(room->games);
    reply_name("commitment"), put_word(room->commitment);
    reply_name("sealed"), reply_flag(room->sealed);
    reply_name("prompt"), reply_text(room->prompt);
    reply_name("reply"), reply_text(room->reply);
    reply_close('}');
}

/* ---- the game ---- */

static void put_result(const ClientTable *table) {
    const ClientResult *result = &table->result;
    if (!table->is_over) {
        reply_text(NULL);
        return;
    }
    reply_open('{');
    reply_name("winners"), reply_seats(result->winners);
    reply_name("scores"), reply_open('[');
    for (unsigned i = 0; i < result->scores; i++) reply_number(result->score[i]);
    reply_close(']');
    reply_name("game"), reply_text(result->game);
    reply_name("secret"), reply_text(result->secret);
    reply_close('}');
}

/* In a pause no clock is shown. */
static void put_clocks(const ClientTable *table) {
    reply_open('[');
    for (unsigned seat = 0; seat < SEATS_MAX && !table->room.paused; seat++) {
        if (client_time_left(table, (Seat)seat, table->now_ms) < 0) continue;
        reply_open('{');
        reply_name("seat"), reply_seat(seat);
        reply_name("ends"), reply_number(table->clock[seat].ends_at);
        reply_name("total"), reply_number(table->clock[seat].had_ms);
        reply_close('}');
    }
    reply_close(']');
}

/* Who plays, or played; null where nobody has a name. */
static void put_names(const ClientTable *table) {
    unsigned players = table->has_game ? table->view.board.players : 0;
    if (players < table->room.seats) players = table->room.seats;
    reply_open('[');
    for (unsigned seat = 0; seat < players; seat++) reply_text(table->named >> seat & 1 ? table->player[seat] : NULL);
    reply_close(']');
}

static void put_happening(const ClientTable *table) {
    static const char *const hows[] = {[CLIENT_BY_SELF] = NULL, [CLIENT_BY_CLOCK] = "clock", [CLIENT_BY_BOT] = "bot"};
    Teller teller = teller_of(table);
    Witness witness;
    client_witness(table, &witness);
    reply_open('{');
    reply_name("q"), reply_number((long long)table->q);
    reply_name("by"), reply_seat(table->by);
    reply_name("how"), reply_text(hows[table->how]);
    reply_name("do"), reply_action(teller.rules, table->done);
    reply_name("say"), reply_text(table->words);
    reply_name("events"), page_put_events(&teller, &witness);
    reply_close('}');
}

/* ---- the own part of fair deals ---- */

static void put_pledge(const ClientTable *table) {
    char text[CLIENT_PLEDGE_MAX];
    client_pledge_format(table, text);
    reply_text(text);
}

static void put_kept(const ClientTable *table) {
    char text[KEPT_TEXT_MAX];
    const ClientFair *fair = &table->fair;
    bool of_this = fair->dealt && strcmp(fair->kept.game, table->game) == 0;
    if (of_this) kept_format(&fair->kept, text, sizeof text);
    reply_text(of_this ? text : NULL);
}

static void put_fair(ClientTable *table) {
    reply_open('{');
    reply_name("reveal"), reply_seed(client_reveal(table));
    reply_name("owes"), reply_flag(client_owes_commitment(table));
    reply_name("doubtful"), reply_flag(table->fair.doubtful);
    reply_name("pledge"), put_pledge(table);
    reply_name("kept"), put_kept(table);
    reply_close('}');
}

const char *page_table_commit(unsigned place, const char *seed) {
    ClientTable *table = table_in(place);
    if (!table) return no_table();
    const Seed *commit = client_commit(table, seed);
    if (*seed && !commit) return reply_error("bad_seed", "A seed has 64 hexadecimal digits.");
    reply_begin();
    reply_open('{');
    reply_name("commit"), reply_seed(commit);
    reply_name("pledge"), put_pledge(table);
    reply_close('}');
    return reply_end();
}

const char *page_table_pledge(unsigned place, const char *text) {
    ClientTable *table = table_in(place);
    if (!table) return no_table();
    if (!client_pledge_parse(table, text))
        return reply_error("bad_pledge", "This is not what a page keeps of its part in a deal.");
    reply_begin();
    reply_open('{');
    reply_close('}');
    return reply_end();
}

/* ---- hearing ---- */

static const char *const heard_words[] = {
    [CLIENT_BAD] = "bad",       [CLIENT_GAP] = "gap",         [CLIENT_PASSED] = "passed", [CLIENT_HELLO] = "hello",
    [CLIENT_JOINED] = "joined", [CLIENT_RESUMED] = "resumed", [CLIENT_STARTED] = "start", [CLIENT_ACTED] = "act",
    [CLIENT_CHANGED] = "table", [CLIENT_HERE] = "here",       [CLIENT_CHAT] = "chat",     [CLIENT_LOBBY] = "lobby",
    [CLIENT_OK] = "ok",         [CLIENT_HELD] = "held",       [CLIENT_NO] = "no",         [CLIENT_CLOSED] = "closed",
    [CLIENT_NOTICE] = "notice",
};

static void put_lines(const ClientTable *table, unsigned count) {
    static const char *const kinds[] = {"text", "phrase", "emote"};
    reply_open('[');
    while (count-- > 0) {
        const ClientLine *line = client_line(table, count);
        reply_open('{');
        reply_name("user"), put_word(line->user);
        reply_name("name"), reply_text(line->name);
        reply_name(kinds[line->kind]), reply_text(line->text);
        reply_close('}');
    }
    reply_close(']');
}

static void put_rules(const ClientTable *table) {
    char text[RULESET_TEXT_MAX];
    ruleset_format(&table->ruleset->rules, text, sizeof text);
    reply_text(text);
}

static void put_table(ClientTable *table, ClientHeard heard, bool new_rules) {
    bool happens = heard == CLIENT_JOINED || heard == CLIENT_STARTED || heard == CLIENT_ACTED;
    if (new_rules) reply_name("rules"), put_rules(table);
    reply_name("table"), put_room(&table->room);
    reply_name("names"), put_names(table);
    reply_name("game"), reply_text(table->game);
    reply_name("over"), put_result(table);
    reply_name("clocks"), put_clocks(table);
    reply_name("fair"), put_fair(table);
    if (!table->has_game) {
        reply_name("view"), reply_text(NULL);
    } else if (happens) {
        reply_name("view"), reply_view(&table->ruleset->rules, &table->view);
        reply_name("happening"), put_happening(table);
    }
}

const char *page_table_hear(unsigned place, unsigned now_ms, const char *message) {
    ClientTable *table = table_in(place);
    char error[JSON_ERROR_MAX];
    if (!table) return no_table();
    const Ruleset *before = table->ruleset;
    unsigned lines = table->chat_count;
    table->now_ms = now_ms;
    ClientHeard heard = client_hear(table, message, strlen(message), error);
    lines = table->chat_count - lines;
    reply_begin();
    reply_open('{');
    reply_name("heard"), reply_text(heard_words[heard]);
    if (heard == CLIENT_BAD) reply_name("why"), reply_text(error);
    reply_name("q"), reply_number((long long)table->q);
    reply_name("you"), reply_seat(table->you);
    reply_name("held"), reply_flag(table->held);
    reply_name("here"), reply_seats(table->here);
    reply_name("spectators"), reply_number(table->onlookers);
    reply_name("chat"), put_lines(table, lines < CLIENT_CHAT_KEPT ? lines : CLIENT_CHAT_KEPT);
    if (heard >= CLIENT_JOINED && heard <= CLIENT_CHANGED) put_table(table, heard, table->ruleset != before);
    reply_close('}');
    return reply_end();
}

const char *page_table_resumes(unsigned place, const char *code) {
    ClientTable *table = table_in(place);
    if (!table) return no_table();
    reply_begin();
    reply_open('{');
    if (client_resumes(table, code)) reply_name("since"), reply_number((long long)table->q);
    reply_close('}');
    return reply_end();
}

/* ---- what may be done ---- */

const char *page_table_options(unsigned place) {
    const ClientTable *table = table_in(place);
    if (!table || !table->has_game) return no_table();
    Teller teller = teller_of(table);
    return page_answer_options(&teller, &table->view);
}

const char *page_table_refusal(unsigned place, const char *action) {
    const ClientTable *table = table_in(place);
    if (!table || !table->has_game) return no_table();
    return page_answer_refusal(&table->ruleset->rules, &table->view, action);
}

const char *page_table_hint(unsigned place, const char *notation, const char *why) {
    const ClientTable *table = table_in(place);
    Action action = ACT_NONE;
    char words[WORDS_HINT_MAX];
    if (!table || !table->has_game) return no_table();
    if (*notation && (!action_parse(&table->ruleset->rules, &notation, &action) || *notation))
        return reply_error("bad_action", "This is no action of these rules.");
    Teller teller = teller_of(table);
    words_hint(&teller, &table->view, action, page_why(why), words, sizeof words);
    reply_begin();
    reply_open('{');
    reply_name("text"), reply_text(words);
    reply_close('}');
    return reply_end();
}
