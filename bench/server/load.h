/* load.h -- what the parts of the load client share.
 *
 *     load.c   opens everything, waits, measures, prints
 *     play.c   people at tables
 *     hand.c   what each of them knows of the game
 *     line.c   their connections */
#ifndef UNO_BENCH_LOAD_H
#define UNO_BENCH_LOAD_H

#include "hand.h"
#include "line.h"

typedef struct Load Load;
typedef struct Player Player;

enum { PLAYERS_MAX = 4, COOKIE_MAX = 128, CODE_MAX = 16 };

/* People who play together. One action is on the way at a time. */
typedef struct {
    unsigned seats;
    Player *player[PLAYERS_MAX];
    char code[CODE_MAX]; /* "": it is still to be made */
    Player *actor;       /* whose action is on the way; NULL: none */
    unsigned told;       /* how many have heard of it */
    int64_t since_ns;    /* when it was sent, or should have been */
    int64_t owed_ns;     /* since when an action is overdue; 0: none is */
} Party;

typedef enum { STEP_NEW, STEP_GUEST, STEP_TABLE, STEP_UPGRADE, STEP_OPEN } Step;

struct Player {
    Load *load;
    Line line;
    Step step;
    Party *party; /* NULL: sits nowhere */
    bool joins, has_played;
    char cookie[COOKIE_MAX];
    unsigned long q, asked; /* the last number heard; messages sent */
    Hand hand;
};

typedef enum { MODE_PLAY, MODE_ECHO, MODE_IDLE, MODE_RETURN } Mode;

struct Load {
    Mode mode;
    unsigned port, sockets, seats, seconds, rate, echo_bytes;
    long server; /* its process, 0: unknown */

    int epoll;
    Player *player;
    Party *party;
    unsigned parties, open, playing; /* how many are connected, and have begun their first game */
    bool returning;                  /* MODE_RETURN: the server is back, and everybody wants to be */
    unsigned back;                   /* how many have been shown their table again */
    int64_t now_ns;
    int64_t paced_from, paced; /* when the pace began; actions that were due since */

    bool measuring;
    uint64_t sent, heard, bytes, actions, games, refused;
    uint32_t *delay_us;
    size_t delays, delays_room;
};

/* Ends the program: a load that does not run as it should measures nothing. */
__attribute__((noreturn, format(printf, 1, 2))) void load_fail(const char *format, ...);

void load_say(Player *player, const char *text, size_t length);
void load_note_delay(Load *load, int64_t since_ns);

/* ---- play.c ---- */

/* Something was heard: an answer (before STEP_OPEN), a message; or NULL: the WebSocket is open. */
void play_hear(void *player, const char *text, size_t length);
void play_begin(Player *player);
void play_return(Player *player); /* on a new line, with what was given before */

/* At a given pace: those whose turn has come by now act; and how long it is until the next one's. */
void play_pace(Load *load);
int64_t play_pause(const Load *load);

#endif
