/* online_internal.h -- what the screens of a game at a server share. */
#ifndef UNO_ONLINE_INTERNAL_H
#define UNO_ONLINE_INTERNAL_H

#include "frame.h"
#include "online.h"

enum { NOTE_MAX = 300, CHAT_BYTES_MAX = 801 /* 200 characters */ };

typedef struct {
    Client *client;
    const char *name;   /* that the session is remembered by */
    ClientTable *table; /* of the client */
    Frame frame;        /* of the game, once there was one */
    bool framed;        /* it is set up */
    bool seen;          /* the result was looked at: the room is shown */
    bool changed;       /* question and answers must be worked out again */
    bool awaits;        /* an action is on its way */
    bool came;          /* sat down once by itself */
    bool closed;        /* the table is no more */
    uint64_t let_be;    /* the number of the log up to which nothing is done out of turn */
    ClientRoom told;    /* what was told of the room last */
    SeatMask told_here;
    char note[NOTE_MAX];   /* in the room: a refusal, a notice; "" */
    char banner[NOTE_MAX]; /* what is so for a while: no connection, a pause, a vote */
} Online;

typedef enum { STEP_STAY, STEP_LEAVE, STEP_STAND_UP, STEP_STOP } OnlineStep;

/* ---- online.c ---- */

void online_draw(void *online); /* whatever is to be seen now */

/* Sends what a client_say...() has written. */
void online_send(Online *online, const char *text);

/* The one line that says what is so for a while; "" for nothing. */
const char *online_banner(Online *online);

/* Says it in the room or at the table, whichever is shown. */
void online_say(Online *online, const char *text);

/* ---- online_keys.c: windows that both screens open ---- */
OnlineStep online_talk(Online *online);
OnlineStep online_vote(Online *online);
OnlineStep online_ask_leave(const Online *online);

/* Which of the others, people and bots: their seat, NO_SEAT for none; false: INPUT_STOP. */
bool online_choose_person(const Online *online, const char *title, Seat *out);

/* ---- online_room.c: before and after a game ---- */
void room_draw(Online *online);
OnlineStep room_key(Online *online, const Input *input);

/* ---- online_lobby.c ---- */

/* Lets the person choose a table: LOBBY_CHOSEN, and its code. */
typedef enum { LOBBY_CHOSEN, LOBBY_LEFT, LOBBY_STOP, LOBBY_FAILED } LobbyEnd;
LobbyEnd lobby_choose(Client *client, char code[CLIENT_CODE_MAX], char *trouble, size_t size);

#endif
