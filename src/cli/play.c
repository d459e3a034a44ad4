/* play.c -- `uno play`: reads what is wanted, has the table set, plays, says good-bye. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tui/play.h"
#include "../tui/screen.h"
#include "command.h"
#include "play_online.h"
#include "play_table.h"
#include "session.h"

enum { TROUBLE_MAX = 200 };

enum {
    OPT_PLAYERS,
    OPT_OPTION,
    OPT_SEED,
    OPT_PEOPLE,
    OPT_SEAT,
    OPT_NAMES,
    OPT_BOTS,
    OPT_AUTO,
    OPT_NO_UNDO,
    OPT_SAVE,
    OPT_RESUME,
    OPT_PLAIN,
    OPT_PAUSE,
    OPT_CONNECT,
    OPT_NAME,
    OPT_CODE,
    OPT_QUICK,
    OPT_INSECURE
};
static const OptionRow options[] = {
    {"players", 'p', "N", "players at the table (default: as few as the ruleset allows)"},
    {"option", 'o', "KEY=VALUE", "change a rule; may be given again"},
    {"seed", 's', "TEXT", "any text: the same text gives the same cards"},
    {"people", 'P', "N|A,B,...", "people who share this keyboard: how many, or their names (default: 1)"},
    {"seat", 'S', "LETTER,...", "where they sit (default: the first seats)"},
    {"names", 'n', "A,B,...", "names of all players, in seat order"},
    {"bots", 'b', "BOT,...",
     "who plays the other seats, one for all or one for each: easy, medium (default), hard, expert, any bot of "
     "`uno arena --list`, search:200 with a budget, ./a-program"},
    {"auto", 'a', NULL, "let bots play every seat"},
    {"no-undo", 'U', NULL, "nothing can be taken back"},
    {"save", 'f', "FILE", "keep the game in a new file, up to date after every move"},
    {"resume", 'r', "FILE", "continue a saved game, and keep saving it"},
    {"plain", 't', NULL, "line by line, even on a terminal: for screen readers and logs"},
    {"pause", 'w', "MS", "milliseconds for which each move by others stays on the screen (default: 700)"},
    {"connect", 'c', "URL", "play at a server (`uno serve`), or at a table whose link that is"},
    {"name", 'N', "NAME", "at a server: your name there; each name is a different person"},
    {"code", 'C', "CODE", "at a server: the table with that code"},
    {"quick", 'q', NULL, "at a server: a game with anybody who comes"},
    {"insecure", 0, NULL, "at a server: accept any certificate"},
    {NULL, 0, NULL, NULL},
};

static bool read_option(OptionReader *reader, int option, PlayWish *wish) {
    long number;
    switch (option) {
    case OPT_PLAYERS:
        if (!option_number(reader, "--players", reader->value, 2, SEATS_MAX, &number)) return false;
        return wish->players = (unsigned)number, true;
    case OPT_OPTION:
        if (wish->changes == CHANGES_MAX) return complain(reader, "at most %d options", CHANGES_MAX), false;
        return wish->change[wish->changes++] = reader->value, true;
    case OPT_SEED: return wish->seed = reader->value, true;
    case OPT_PEOPLE: return wish->people = reader->value, true;
    case OPT_SEAT: return wish->seat = reader->value, true;
    case OPT_NAMES: return wish->names = reader->value, true;
    case OPT_BOTS: return wish->bots = reader->value, true;
    case OPT_AUTO: return wish->automatic = true;
    case OPT_NO_UNDO: return wish->no_undo = true;
    case OPT_SAVE: return wish->save = reader->value, true;
    case OPT_RESUME: return wish->resume = reader->value, true;
    case OPT_PLAIN: return wish->plain = true;
    case OPT_PAUSE:
        if (!option_number(reader, "--pause", reader->value, 0, PLAY_PAUSE_MAX_MS, &number)) return false;
        return wish->pause_ms = (unsigned)number, true;
    case OPT_CONNECT: return wish->connect = reader->value, true;
    case OPT_NAME: return wish->name = reader->value, true;
    case OPT_CODE: return wish->code = reader->value, true;
    case OPT_QUICK: return wish->quick = true;
    case OPT_INSECURE: return wish->insecure = true;
    case OPTION_WORD:
        if (wish->ruleset) return complain(reader, "one ruleset at a time: '%s' is too much", reader->value), false;
        return wish->ruleset = reader->value, true;
    }
    return false; /* the reader has complained */
}

/* ---- the greeting ---- */

static void greet_rules(const PlayTable *table) {
    const Ruleset *ruleset = &table->ruleset;
    char line[TABLE_CHANGES_MAX + RULESET_TITLE_MAX + 16];
    snprintf(line, sizeof line, "%s%s%s", ruleset->title[0] ? ruleset->title : ruleset->name,
             table->changes[0] ? ", changed: " : "", table->changes);
    say_wrapped_at(0, 2, line);
    if (ruleset->about[0]) say_wrapped(ruleset->about);
}

static void greet_seats(const Home *home) {
    const Record *record = &home->record;
    char line[SEATS_MAX * (RECORD_NAME_MAX + 32)] = "";
    const char *mark = home_is_shared(home) ? " (at this keyboard)" : " (you)";
    for (unsigned seat = 0, used = 0; seat < record->players; seat++)
        used += (unsigned)snprintf(line + used, sizeof line - used, "%s%c %s%s", seat ? ", " : "", 'A' + (int)seat,
                                   record->name[seat], home->people >> seat & 1 ? mark : "");
    say_wrapped(line);
}

static void greet_player(const PlayTable *table, const char *whom, unsigned seat) {
    char line[RECORD_NAME_MAX + SAVE_WHO_MAX + 400];
    const PlayerPlan *plan = &table->plan[seat];
    const char *who = table_who(table, seat);
    if (plan->program) snprintf(line, sizeof line, "%s played by the program \"%s\".", whom, who);
    else snprintf(line, sizeof line, "%s played by the bot \"%s\": %s.", whom, who, plan->kind->about);
    say_wrapped(line);
}

/* One line where all are alike, else one for each. */
static void greet_players(const PlayTable *table) {
    const Home *home = &table->home;
    SeatMask seats = seats_all(home->record.players) & (SeatMask)~home->people;
    unsigned count = (unsigned)__builtin_popcount(seats), alike = 0;
    for (SeatMask left = seats; left; left &= (SeatMask)(left - 1))
        alike += strcmp(table_who(table, mask_first(left)), table_who(table, mask_first(seats))) == 0;
    if (count && alike == count) {
        bool shared = home_is_shared(home);
        const char *whom = !home->people ? "All are"
                           : count > 1   ? (shared ? "The others are" : "Your opponents are")
                                         : (shared ? "The other is" : "Your opponent is");
        greet_player(table, whom, mask_first(seats));
        return;
    }
    for (; seats; seats &= (SeatMask)(seats - 1)) {
        char whom[RECORD_NAME_MAX + 4];
        snprintf(whom, sizeof whom, "%s is", home->record.name[mask_first(seats)]);
        greet_player(table, whom, mask_first(seats));
    }
}

static void greet(const PlayWish *wish, const PlayTable *table) {
    const Home *home = &table->home;
    greet_rules(table);
    greet_seats(home);
    greet_players(table);
    if (!table->resumed) printf("  Seed: %s\n", wish->seed ? wish->seed : table->seed);
    else printf("  The game goes on after %zu action%s.\n", home->record.actions, home->record.actions == 1 ? "" : "s");
    if (home->people) say_wrapped("Type ? to see what you can do, help for more, quit to leave.");
    printf("\n");
}

/* ---- playing ---- */

static SessionEnd play_lines(const PlayWish *wish, PlayTable *table) {
    Session session = {.ruleset = &table->ruleset, .home = &table->home, .save = &table->save};
    greet(wish, table);
    SessionEnd end = session_run(&session);
    session_free(&session);
    return end;
}

/* What stays on the terminal of a game on the full screen: who won, and with what. */
static void tell_result(const Home *home) {
    const Board *board = &home->table.game.board;
    unsigned points = 0, reader = home_is_shared(home) || !home->people ? SPECTATOR : mask_first(home->people);
    Teller teller = {.rules = &home->record.rules, .reader = reader};
    char line[WORDS_RESULT_MAX + SEATS_MAX * (RECORD_NAME_MAX + 16)];
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) teller.name[seat] = home->record.name[seat];
    for (unsigned seat = 0; seat < board->players; seat++) points += board->score[seat];
    unsigned used = words_result(&teller, board, line, WORDS_RESULT_MAX);
    for (unsigned seat = 0; seat < board->players; seat++)
        used +=
            (unsigned)snprintf(line + used, sizeof line - used, "%s%s %u",
                               seat     ? ", "
                               : points ? " Points: "
                                        : " Cards left: ",
                               words_name(&teller, seat), (unsigned)(points ? board->score[seat] : board->count[seat]));
    snprintf(line + used, sizeof line - used, ".");
    say_wrapped(line);
}

static SessionEnd play(const PlayWish *wish, PlayTable *table) {
    static const SessionEnd ends[] = {[PLAY_OVER] = SESSION_OVER,
                                      [PLAY_AGAIN] = SESSION_AGAIN,
                                      [PLAY_QUIT] = SESSION_QUIT,
                                      [PLAY_INTERRUPTED] = SESSION_INTERRUPTED,
                                      [PLAY_FAILED] = SESSION_FAILED};
    char trouble[TROUBLE_MAX];
    if (wish->plain || !screen_possible()) return play_lines(wish, table);
    PlaySetup setup = {.ruleset = &table->ruleset,
                       .save = table->save.path,
                       .save_trouble = table->save.trouble,
                       .keep_in = save_begin,
                       .resume = "uno play --resume",
                       .pause_ms = wish->pause_ms,
                       .again = !table->save.path[0] && !wish->seed};
    PlayEnd end = play_screen(&table->home, &setup, trouble, sizeof trouble);
    if (end == PLAY_OVER || end == PLAY_AGAIN) tell_result(&table->home);
    if (end != PLAY_NO_SCREEN) return ends[end];
    printf("  %s\n", trouble);
    return play_lines(wish, table);
}

static void part(const PlayTable *table, SessionEnd end) {
    const Record *record = &table->home.record;
    if (end == SESSION_OVER || end == SESSION_AGAIN) return;
    if (end == SESSION_FAILED) printf("\n  The game cannot go on: %s\n", table->home.trouble);
    else
        printf("\n  The game stops here after %zu action%s; it is not finished. Goodbye.\n", record->actions,
               record->actions == 1 ? "" : "s");
}

/* Writes what the bots did since the last move of a person, and says where all is. */
static int close_save(const OptionReader *reader, PlayTable *table) {
    SaveFile *save = &table->save;
    if (!save->path[0]) return STATUS_GOOD;
    save_keep(save, &table->home);
    if (save->trouble[0]) {
        complain(reader, "cannot write %s: %s", save->path, save->trouble);
        return STATUS_FAILED;
    }
    char line[2 * SAVE_PATH_MAX + 64];
    if (table->home.record.finished)
        snprintf(line, sizeof line, "The record is in %s; see uno replay and uno verify.", save->path);
    else
        snprintf(line, sizeof line, "It is kept in %s; uno play --resume %s picks it up again.", save->path,
                 save->path);
    say_wrapped(line);
    return STATUS_GOOD;
}

static int play_once(const OptionReader *reader, const PlayWish *wish, PlayTable *table, bool *again) {
    memset(table, 0, sizeof *table);
    int status = table_set(reader, wish, table);
    *again = false;
    if (status == STATUS_GOOD) {
        SessionEnd end = play(wish, table);
        part(table, end);
        status = close_save(reader, table);
        *again = end == SESSION_AGAIN;
        if (end == SESSION_INTERRUPTED) status = STATUS_INTERRUPTED;
        if (end == SESSION_FAILED) status = STATUS_FAILED;
    }
    table_clear(table);
    return status;
}

static int run(OptionReader *reader) {
    PlayWish wish = {.pause_ms = PLAY_PAUSE_USUAL_MS};
    for (int option; (option = option_next(reader)) != OPTION_END;)
        if (!read_option(reader, option, &wish)) return STATUS_BAD_INPUT;
    if (wish.connect) return play_online(reader, &wish);
    if (wish.name || wish.code || wish.quick || wish.insecure)
        return complain(reader, "--name, --code, --quick and --insecure go with --connect");
    PlayTable *table = malloc(sizeof *table);
    if (!table) return STATUS_FAILED;
    int status = STATUS_GOOD;
    for (bool again = true; again;) status = play_once(reader, &wish, table, &again);
    free(table);
    return status;
}

const Command command_play = {
    "play",
    "play a game in this terminal against bots, or each other",
    "[RULESET] [OPTION]...\n--resume FILE [OPTION]...\n--connect URL [RULESET] [OPTION]...",
    "Without a RULESET the official rules are played; `uno rules list` names the others, and the\n"
    "path of an .ini file will do as well. On a terminal the game takes the whole screen; in a pipe,\n"
    "or with --plain, it goes line by line: ? lists what you can do, help explains the rest. End of\n"
    "input, or Ctrl-C, leaves the game; what was saved stays saved.\n\n"
    "Several people take turns at one keyboard, and no hand is shown to anybody else. undo takes back\n"
    "your last action, until somebody else has seen what came of it.\n\n"
    "A saved game is a record without a result. --resume takes rules, cards and moves from it, and who\n"
    "plays which seat, unless --people, --seat, --auto or --bots say otherwise. A program is not started\n"
    "again by itself: name it with --bots.\n\n"
    "--connect plays at a server. Its URL may be the link of a table; otherwise you choose a table there,\n"
    "unless --code or --quick chooses it, or a RULESET, --players, --bots or --option makes a new one. The\n"
    "program remembers who you are, so you find your seat when you come back.\n\n"
    "  uno play ultimate --players 4 --bots easy,hard,search:200 --save evening.uno\n"
    "  uno play --people Ada,Ben --players 3\n"
    "  uno play --resume evening.uno\n"
    "  uno play official --option target=0 --option jump_in=on\n"
    "  uno play --connect http://localhost:8080 --name Ada ultimate --players 3\n",
    options,
    run,
};
