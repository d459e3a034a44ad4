/* online.c -- the table at a server: what is heard becomes story, question and answers;
 * what is picked is sent. */
#include "online.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../engine/offer.h"
#include "online_internal.h"

enum { TICK_MS = 1000 };

/* ---- what is heard ---- */

void online_say(Online *online, const char *text) {
    snprintf(online->note, sizeof online->note, "%.*s", (int)sizeof online->note - 1, text);
    if (online->framed) snprintf(online->frame.message, sizeof online->frame.message, "%s", text);
}

static const char *name_of(const Online *online, unsigned seat) {
    return seat == online->table->you ? "you" : online->table->player[seat];
}

/* A game is looked at from its beginning, or from where one came in. */
static void begin_game(Online *online) {
    ClientTable *table = online->table;
    Frame *frame = &online->frame;
    if (online->framed) frame_free(frame);
    frame_init(frame, table->ruleset, &table->ruleset->rules);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) frame->scene.teller.name[seat] = table->player[seat];
    frame->scene.teller.reader = frame->story.reader = table->view.seat;
    frame->scene.view = table->view;
    online->framed = true;
    online->awaits = false;
    online->let_be = 0;
}

static void note_joined(Online *online) {
    ClientTable *table = online->table;
    char out[CLIENT_MESSAGE_MAX];
    if (table->has_game) begin_game(online);
    else if (online->framed) frame_free(&online->frame), online->framed = false;
    online->seen = table->is_over;
    online->told = table->room;
    online->told_here = table->here;
    if (!online->came && client_may_sit(table) && client_say_seat(table, "sit", NO_SEAT, out)) online_send(online, out);
    online->came = true;
}

static void note_started(Online *online) {
    Witness witness;
    begin_game(online);
    client_witness(online->table, &witness);
    frame_tell(&online->frame, &witness, &online->table->view);
    online->seen = false;
}

/* "Ada: tell us a secret" */
static void tell_words(Online *online, unsigned seat, const char *words) {
    char line[RECORD_NAME_MAX + CHAT_BYTES_MAX + 8];
    snprintf(line, sizeof line, "%s: \"%.*s\"", online->table->player[seat], CHAT_BYTES_MAX - 1, words);
    story_add(&online->frame.story, line);
}

static void note_action(Online *online) {
    const ClientTable *table = online->table;
    Witness witness;
    client_witness(table, &witness);
    online->frame.message[0] = 0;
    online->frame.scene.story_up = 0;
    online->awaits = false;
    /* The next deal comes by the clock as well. */
    if (table->how == CLIENT_BY_CLOCK && online->frame.scene.view.board.phase != PHASE_DEAL) {
        char line[NOTE_MAX];
        snprintf(line, sizeof line, "(Time is up for %s: a bot decides)", name_of(online, table->by));
        story_add(&online->frame.story, line);
    }
    frame_tell(&online->frame, &witness, &table->view);
    if (table->words) tell_words(online, table->by, table->words);
}

/* ---- who comes and goes ---- */

static void tell(Online *online, const char *who, const char *what) {
    char line[NOTE_MAX];
    if (!online->framed) return;
    snprintf(line, sizeof line, "(%s %s)", who, what);
    story_add(&online->frame.story, line);
}

static void tell_room(Online *online) {
    const ClientTable *table = online->table;
    for (unsigned seat = 0; seat < table->room.seats && client_is_playing(table); seat++) {
        const ClientSeat *now = &table->room.seat[seat], *before = &online->told.seat[seat];
        bool you = seat == table->you;
        const char *who = you ? "You" : now->name;
        if (strcmp(now->name, before->name) != 0) tell(online, now->name, "sits down here");
        else if (now->left && !before->left) tell(online, who, you ? "have left the game" : "has left the game");
        else if (now->away && !before->away)
            tell(online, who, you ? "were too slow: a bot plays on" : "is away: a bot plays on");
        else if (!now->away && before->away) tell(online, who, you ? "play again" : "plays again");
    }
    if (table->room.paused && !online->told.paused) tell(online, "The game", "is paused");
    if (!table->room.paused && online->told.paused) tell(online, "The game", "goes on");
    if (table->room.prompt[0] && strcmp(table->room.prompt, online->told.prompt) != 0)
        tell(online, "It is asked:", table->room.prompt);
    if (table->room.reply[0] && strcmp(table->room.reply, online->told.reply) != 0)
        tell(online, "The answer:", table->room.reply);
    online->told = table->room;
}

static void tell_here(Online *online) {
    const ClientTable *table = online->table;
    SeatMask gone = online->told_here & (SeatMask)~table->here, back = table->here & (SeatMask)~online->told_here;
    for (unsigned seat = 0; seat < table->room.seats && client_is_playing(table); seat++) {
        if (seat == table->you) continue;
        if (gone >> seat & 1) tell(online, table->player[seat], "has lost the connection");
        if (back >> seat & 1) tell(online, table->player[seat], "is connected again");
    }
    online->told_here = table->here;
}

static void note_changed(Online *online) {
    ClientTable *table = online->table;
    /* Other rules: what was shown by the old ones is gone. */
    if (!table->has_game && online->framed) frame_free(&online->frame), online->framed = false;
    tell_room(online);
}

static void note_resumed(Online *online) {
    online->note[0] = 0;
    if (online->framed) online->frame.message[0] = 0;
    tell_room(online);
    tell_here(online);
}

static void note_chat(Online *online) {
    char line[CLIENT_LINE_MAX];
    if (!online->framed) return;
    client_line_text(client_line(online->table, 0), line);
    story_add(&online->frame.story, line);
}

static void heard(void *context, ClientHeard what) {
    Online *online = context;
    switch (what) {
    case CLIENT_JOINED: note_joined(online); break;
    case CLIENT_RESUMED: note_resumed(online); break;
    case CLIENT_STARTED: note_started(online); break;
    case CLIENT_ACTED: note_action(online); break;
    case CLIENT_CHANGED: note_changed(online); break;
    case CLIENT_HERE: tell_here(online); return;
    case CLIENT_CHAT: note_chat(online); return;
    case CLIENT_HELD: online_say(online, "It counts as soon as the others have had their chance."); return;
    case CLIENT_NO:
        online->awaits = false;
        online_say(online, online->table->said);
        break;
    case CLIENT_NOTICE: online_say(online, online->table->said); return;
    case CLIENT_CLOSED: online->closed = true; break;
    case CLIENT_BAD: online_say(online, client_trouble(online->client)); return;
    case CLIENT_GAP:
    case CLIENT_PASSED:
    case CLIENT_HELLO:
    case CLIENT_LOBBY:
    case CLIENT_OK: return;
    }
    online->changed = true;
}

void online_send(Online *online, const char *text) { client_send(online->client, text); }

/* ---- what is shown ---- */

static bool online_shows_game(const Online *online) {
    return online->framed && online->table->has_game && !online->seen;
}

static const char *banner_of_vote(Online *online) {
    static const char *const asks[] = {"", "send %s away", "pause, or go on", "break the game off"};
    const ClientTable *table = online->table;
    char what[RECORD_NAME_MAX + 32];
    unsigned target = table->room.vote.target;
    SeatMask voted = table->room.vote.yes | table->room.vote.no;
    bool asked = table->you != NO_SEAT && !(voted >> table->you & 1) && table->you != target;
    if (table->room.vote.kind == CLIENT_VOTE_KICK)
        snprintf(what, sizeof what, "send %s away", target < SEATS_MAX ? name_of(online, target) : "somebody");
    else snprintf(what, sizeof what, "%s", asks[table->room.vote.kind]);
    snprintf(online->banner, sizeof online->banner, "A vote: %s? %u yes, %u no.%s", what,
             (unsigned)__builtin_popcount(table->room.vote.yes), (unsigned)__builtin_popcount(table->room.vote.no),
             asked ? " v answers." : "");
    return online->banner;
}

/* I stood up during the game, and can take my seat back. */
static bool has_left_a_seat(const ClientTable *table) {
    for (unsigned seat = 0; seat < table->room.seats; seat++) {
        const ClientSeat *at = &table->room.seat[seat];
        if (at->left && table->user[0] && strcmp(at->user, table->user) == 0) return true;
    }
    return false;
}

const char *online_banner(Online *online) {
    const ClientTable *table = online->table;
    const ClientSeat *you = table->you < SEATS_MAX ? &table->room.seat[table->you] : NULL;
    const char *why = client_trouble(online->client);
    if (client_link(online->client) != LINK_OPEN) {
        snprintf(online->banner, sizeof online->banner, "%.200s%sTrying again; nothing is lost.", why,
                 why[0] ? " " : "");
        return online->banner;
    }
    if (table->room.vote.kind) return banner_of_vote(online);
    if (!client_is_playing(table)) return "";
    if (table->room.paused == CLIENT_PAUSED_FOR_NOBODY) return "The game is paused until a player is back.";
    if (table->room.paused) return client_is_host(table) ? "The game is paused; P goes on." : "The game is paused.";
    if (has_left_a_seat(table)) return "You have left this game: a bot plays for you. b takes your seat again.";
    if (you && you->away) return "A bot plays for you: b plays on yourself.";
    if (table->you == NO_SEAT)
        return table->room.i_wait ? "You watch, and wait for a seat." : "You watch. w waits for a seat.";
    return "";
}

static void write_corner(Online *online) {
    const ClientTable *table = online->table;
    Frame *frame = &online->frame;
    int64_t now = client_now_ms(), left = client_time_left(table, table->you, now);
    Seat seat = table->you;
    for (Seat other = 0; left < 0 && other < SEATS_MAX; other++)
        if ((left = client_time_left(table, other, now)) >= 0) seat = other;
    if (client_link(online->client) != LINK_OPEN) snprintf(frame->corner, sizeof frame->corner, "no connection");
    else if (left < 0) snprintf(frame->corner, sizeof frame->corner, "%s", table->room.code);
    else {
        long seconds = (long)((left + 999) / 1000);
        snprintf(frame->corner, sizeof frame->corner, "%s %ld:%02ld", name_of(online, seat), seconds / 60,
                 seconds % 60);
    }
}

static void write_keys(Online *online) {
    Frame *frame = &online->frame;
    const ClientTable *table = online->table;
    bool over = table->is_over, sits = table->you != NO_SEAT;
    snprintf(frame->keys, sizeof frame->keys, "%s ",
             over                ? "The game is over  Enter: the room"
             : frame->scene.pick ? "Arrows and Enter"
                                 : "Wait");
    if (over && sits) frame_add_key(frame, 'n', "again");
    if (!over) frame_add_key(frame, '?', "help");
    frame_add_key(frame, 'l', "log");
    frame_add_key(frame, 'r', "rules");
    if (help_knows_hands(&frame->scene)) frame_add_key(frame, 'h', "hands");
    if (table->room.chat) frame_add_key(frame, 't', "talk");
    if (!over && sits) frame_add_key(frame, 'v', "vote");
    frame_add_key(frame, 'q', "leave");
}

/* A player who is asked picks an answer; one who could break in may let it be, which is what Enter does then. */
static void ask(Online *online) {
    Frame *frame = &online->frame;
    const ClientTable *table = online->table;
    Scene *scene = &frame->scene;
    char besides[WORDS_BESIDES_MAX];
    bool asked = client_is_asked(table), may = !online->awaits && !table->room.paused;
    bool open = !asked && table->q > online->let_be && client_may_act(table) &&
                words_besides(&scene->teller, &scene->view, besides, sizeof besides);
    online->changed = false;
    scene->pick = NULL;
    if (table->is_over) words_result(&scene->teller, &scene->view.board, frame->question, sizeof frame->question);
    else frame_write_question(frame);
    if (!may || (!asked && !open)) return;
    pick_begin(&frame->pick, &scene->teller, &scene->view, !asked);
    if (!asked) frame->pick.chosen = frame->pick.choices - 1;
    scene->pick = &frame->pick;
}

static void draw_game(Online *online) {
    Frame *frame = &online->frame;
    if (online->changed) ask(online);
    write_keys(online);
    write_corner(online);
    frame->scene.message = frame->message[0] ? frame->message : online_banner(online);
    scene_draw(&frame->scene);
}

static void draw_waiting(Online *online) {
    int row = (int)screen_rows() / 2;
    screen_clear();
    screen_format(row - 1, 4, (int)screen_columns() - 8, PAINT_TEXT | PAINT_BOLD, "Connecting to %s ...",
                  client_address(online->client)->base);
    screen_text(row + 1, 4, (int)screen_columns() - 8, PAINT_WARNING, client_trouble(online->client));
    screen_text((int)screen_rows() - 1, 1, (int)screen_columns() - 2, PAINT_QUIET, "q leave");
    screen_show();
}

void online_draw(void *context) {
    Online *online = context;
    if (!online->table->joined && !online->closed) draw_waiting(online);
    else if (online_shows_game(online)) draw_game(online);
    else room_draw(online);
}

/* ---- what is done ---- */

static const char help_of_keys[] = "  h  the hands you have seen         t  say something to all\n"
                                   "  v  vote: somebody has to leave, a pause, the end\n"
                                   "  P  pause, or go on (the host)      b  play on yourself again\n"
                                   "  q  leave the table\n";

/* What may be said with it, as people at one table would. */
static bool is_spoken(const Online *online, Action action) {
    const Rules *rules = online->frame.scene.teller.rules;
    if (action_kind(action) == ACT_ANSWER) return true;
    return aim_of(rules, action) == AIM_ACTION &&
           (action_card(action) == FACE_TRUTH || action_card(action) == FACE_DARE);
}

static OnlineStep act(Online *online, Action action) {
    char words[CHAT_BYTES_MAX] = "", out[CLIENT_MESSAGE_MAX];
    TypeWindow window = {.title = "What do you say?",
                         .about = "A question, a task or an answer, for all to read; empty: nothing.",
                         .trouble = "",
                         .text = words,
                         .size = sizeof words,
                         .backdrop = online_draw,
                         .context = online};
    online->changed = true;
    if (!frame_is_sure(&online->frame, action)) return STEP_STAY;
    Typed typed = is_spoken(online, action) ? screen_type(&window) : TYPED;
    if (typed == TYPED_STOP) return STEP_STOP;
    if (typed == TYPED_BACK || !client_is_playing(online->table)) return STEP_STAY;
    if (!client_say_do(online->table, action, words, out)) return STEP_STAY;
    online_send(online, out);
    online->awaits = true;
    return STEP_STAY;
}

static OnlineStep say_plain(Online *online, const char *what) {
    char out[CLIENT_MESSAGE_MAX];
    if (client_say(online->table, what, out)) online_send(online, out);
    return STEP_STAY;
}

static OnlineStep other_key(Online *online, uint32_t key) {
    const ClientTable *table = online->table;
    char out[CLIENT_MESSAGE_MAX];
    switch (key) {
    case 'q': return online_ask_leave(online);
    case 't': return online_talk(online);
    case 'v': return online_vote(online);
    case 'b': return say_plain(online, "back");
    case 'P': return say_plain(online, table->room.paused ? "resume" : "pause");
    case 'w':
        if (client_say_yes(online->table, "wait", !table->room.i_wait, out)) online_send(online, out);
        return STEP_STAY;
    }
    frame_say_useless(&online->frame, key);
    return STEP_STAY;
}

/* The result stays until it was looked at. */
static bool result_key(Online *online, const Input *input) {
    char out[CLIENT_MESSAGE_MAX], seed[CLIENT_SEED_MAX];
    bool again = input->kind == INPUT_CHARACTER && input->character == 'n' && online->table->you != NO_SEAT;
    if (!again && input->kind != INPUT_ENTER && input->kind != INPUT_ESCAPE) return false;
    if (again && client_say_ready(online->table, true, client_new_seed(seed), out)) online_send(online, out);
    return online->seen = true;
}

static OnlineStep game_key(Online *online, const Input *input) {
    Frame *frame = &online->frame;
    Seat seat;
    Action action;
    if (input->kind >= INPUT_CHARACTER && input->kind <= INPUT_CLICK) frame->message[0] = 0;
    if (online->table->is_over && result_key(online, input)) return STEP_STAY;
    FrameAnswer answer = frame->scene.pick ? frame_answer(frame, input, &seat, &action) : ANSWER_NO;
    if (answer == ANSWER_ACTS) return act(online, action);
    if (answer == ANSWER_LETS_BE) online->let_be = online->table->q, online->changed = true;
    if (answer != ANSWER_NO) return STEP_STAY;
    FrameLook look = frame_look_up(frame, input, help_of_keys);
    if (look == LOOK_STOP) return STEP_STOP;
    if (look == LOOK_DONE || input->kind != INPUT_CHARACTER) return STEP_STAY;
    return other_key(online, input->character);
}

static OnlineStep waiting_key(const Online *online, const Input *input) {
    (void)online;
    bool leaves = input->kind == INPUT_ESCAPE || (input->kind == INPUT_CHARACTER && input->character == 'q');
    return leaves ? STEP_LEAVE : STEP_STAY;
}

/* ---- the whole ---- */

static bool listen(void *context, int timeout_ms) {
    return client_poll(((Online *)context)->client, timeout_ms, STDIN_FILENO);
}

static OnlineEnd end_because(const Online *online, char *trouble, size_t size) {
    bool failed = client_link(online->client) == LINK_ENDED && !online->closed;
    snprintf(trouble, size, "%s", failed ? client_trouble(online->client) : online->table->said);
    return failed ? ONLINE_FAILED : ONLINE_CLOSED;
}

/* Whether the deal was fair stands in the story; what is wrong with it, at the bottom too. */
static void tell_checked(Online *online, const char *checked) {
    if (online->framed) story_add(&online->frame.story, checked);
    if (!online->table->fair.good) online_say(online, checked);
}

static OnlineEnd run(Online *online, char *trouble, size_t size) {
    static const OnlineEnd ends[] = {
        [STEP_LEAVE] = ONLINE_LEFT, [STEP_STAND_UP] = ONLINE_STOOD_UP, [STEP_STOP] = ONLINE_INTERRUPTED};
    char checked[CLIENT_CHECK_MAX];
    for (;;) {
        if (online->closed || client_link(online->client) == LINK_ENDED) return end_because(online, trouble, size);
        if (client_check_deal(online->client, checked)) tell_checked(online, checked);
        online_draw(online);
        Input input = screen_read(TICK_MS);
        if (input.kind == INPUT_STOP) return ONLINE_INTERRUPTED;
        if (input.kind == INPUT_NONE || input.kind == INPUT_RESIZE) continue;
        OnlineStep step = !online->table->joined      ? waiting_key(online, &input)
                          : online_shows_game(online) ? game_key(online, &input)
                                                      : room_key(online, &input);
        if (step != STEP_STAY) return ends[step];
    }
}

/* Gives the seat up, and waits a moment until the server knows. */
static void stand_up(Online *online) {
    char out[CLIENT_MESSAGE_MAX];
    if (client_say(online->table, "stand", out)) online_send(online, out);
    int64_t until = client_now_ms() + TICK_MS;
    while (client_waiting(online->client) && client_now_ms() < until) client_poll(online->client, 100, -1);
}

static OnlineEnd play(Online *online, char code[CLIENT_CODE_MAX], char *trouble, size_t size) {
    if (!code[0]) {
        LobbyEnd chosen = lobby_choose(online->client, code, trouble, size);
        if (chosen != LOBBY_CHOSEN)
            return chosen == LOBBY_LEFT ? ONLINE_STOOD_UP : chosen == LOBBY_STOP ? ONLINE_INTERRUPTED : ONLINE_FAILED;
    }
    client_set_ears(online->client, (ClientEars){online, heard, NULL});
    screen_listen(listen, online);
    client_join(online->client, code);
    OnlineEnd end = run(online, trouble, size);
    screen_listen(NULL, NULL);
    if (end == ONLINE_STOOD_UP) stand_up(online);
    client_set_ears(online->client, (ClientEars){0});
    return end;
}

OnlineEnd online_screen(Client *client, const char *name, char code[CLIENT_CODE_MAX], char *trouble, size_t size) {
    Online *online = calloc(1, sizeof *online);
    OnlineEnd end = ONLINE_NO_SCREEN;
    if (!online) return snprintf(trouble, size, "there is no memory left"), end;
    online->client = client;
    online->name = name;
    online->table = client_table(client);
    if (screen_start(trouble, size)) {
        end = play(online, code, trouble, size);
        screen_stop();
    }
    if (online->framed) frame_free(&online->frame);
    free(online);
    return end;
}
