/* play.c -- `uno play`: reads what is wanted, sets the table, plays, saves. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "../engine/text.h"
#include "bot_choice.h"
#include "command.h"
#include "session.h"

enum { RANDOM_BYTES = 8, CHANGES_TEXT = 2048 };

/* What the greeting says beside the session itself. */
typedef struct {
    char seed[2 * RANDOM_BYTES + 1];
    char changes[CHANGES_TEXT]; /* of the ruleset, by --option */
} Greeting;

static const char *const usual_names[SEATS_MAX] = {"Ada",  "Ben", "Cleo", "Dan", "Eve",
                                                   "Finn", "Gus", "Hana", "Ida", "Jo"};

typedef struct {
    const char *ruleset;
    const char *change[CHANGES_MAX];
    unsigned changes, players; /* players 0: as few as the ruleset allows */
    const char *seed, *seat, *save, *names, *bots;
    bool automatic;
} Wish;

enum { OPT_PLAYERS, OPT_OPTION, OPT_SEED, OPT_SEAT, OPT_NAMES, OPT_SAVE, OPT_BOTS, OPT_AUTO };
static const OptionRow options[] = {
    {"players", 'p', "N", "players at the table (default: as few as the ruleset allows)"},
    {"option", 'o', "KEY=VALUE", "change a rule; may be given again"},
    {"seed", 's', "TEXT", "any text: the same text gives the same cards"},
    {"seat", 'S', "LETTER", "where you sit (default: A)"},
    {"names", 'n', "A,B,...", "names of the players, in seat order"},
    {"save", 'f', "FILE", "write a record of the game to a new file"},
    {"bots", 'b', "LEVEL", "your opponents: easy, medium (default), hard, expert, or any bot of `uno arena --list`"},
    {"auto", 'a', NULL, "let a bot play your seat too"},
    {NULL, 0, NULL, NULL},
};

static int read_wish(OptionReader *reader, Wish *wish) {
    for (int option; (option = option_next(reader)) != OPTION_END;) {
        long number;
        switch (option) {
        case OPT_PLAYERS:
            if (!option_number(reader, "--players", reader->value, 2, SEATS_MAX, &number)) return STATUS_BAD_INPUT;
            wish->players = (unsigned)number;
            break;
        case OPT_OPTION:
            if (wish->changes == CHANGES_MAX) return complain(reader, "at most %d options", CHANGES_MAX);
            wish->change[wish->changes++] = reader->value;
            break;
        case OPT_SEED: wish->seed = reader->value; break;
        case OPT_SEAT: wish->seat = reader->value; break;
        case OPT_NAMES: wish->names = reader->value; break;
        case OPT_SAVE: wish->save = reader->value; break;
        case OPT_BOTS: wish->bots = reader->value; break;
        case OPT_AUTO: wish->automatic = true; break;
        case OPTION_WORD:
            if (wish->ruleset) return complain(reader, "one ruleset at a time: '%s' is too much", reader->value);
            wish->ruleset = reader->value;
            break;
        default: return STATUS_BAD_INPUT;
        }
    }
    return STATUS_GOOD;
}

/* ---- setting the table ---- */

static bool load_rules(const OptionReader *reader, const Wish *wish, Ruleset *ruleset, char changes[CHANGES_TEXT]) {
    if (!load_ruleset(reader, wish->ruleset ? wish->ruleset : "official", ruleset)) return false;
    Rules before = ruleset->rules;
    if (!change_ruleset(reader, wish->change, wish->changes, ruleset)) return false;
    list_changes(&before, &ruleset->rules, changes, CHANGES_TEXT);
    return true;
}

static bool name_taken(const Record *record, const char *name, unsigned seats) {
    for (unsigned seat = 0; seat < seats; seat++)
        if (strcasecmp(record->name[seat], name) == 0) return true;
    return false;
}

/* The seats that were given no name get the usual ones that nobody has. */
static void fill_names(Record *record, unsigned given) {
    for (unsigned seat = given; seat < record->players; seat++) {
        unsigned usual = seat;
        while (name_taken(record, usual_names[usual], seat)) usual = (usual + 1) % SEATS_MAX;
        snprintf(record->name[seat], RECORD_NAME_MAX, "%s", usual_names[usual]);
    }
}

static bool read_names(const OptionReader *reader, const char *list, Record *record) {
    unsigned seat = 0;
    for (; list; seat++) {
        size_t length = strcspn(list, ",");
        if (seat == record->players) return complain(reader, "--names has more than %u names", record->players), false;
        if (length >= RECORD_NAME_MAX)
            return complain(reader, "--names: a name has at most %d bytes", RECORD_NAME_MAX - 1), false;
        snprintf(record->name[seat], RECORD_NAME_MAX, "%.*s", (int)length, list);
        if (!record_name_fits(record->name[seat]))
            return complain(reader, "--names: name %u is empty or has characters that cannot be shown", seat + 1),
                   false;
        if (name_taken(record, record->name[seat], seat))
            return complain(reader, "--names: two players cannot both be called '%s'", record->name[seat]), false;
        list = list[length] ? list + length + 1 : NULL;
    }
    fill_names(record, seat);
    return true;
}

static bool read_seat(const OptionReader *reader, const Wish *wish, unsigned players, Seat *out) {
    *out = 0;
    if (!wish->seat) return true;
    unsigned seat = (unsigned)((wish->seat[0] & ~0x20) - 'A');
    if (wish->seat[0] && !wish->seat[1] && seat < players) return *out = (Seat)seat, true;
    complain(reader, "--seat must be a letter from A to %c, not '%s'", 'A' + (int)players - 1, wish->seat);
    return false;
}

/* Settles all chance: the cards by the seed, the bots by a number that goes with it. */
static bool settle_chance(const OptionReader *reader, const Wish *wish, Session *session,
                          char text[2 * RANDOM_BYTES + 1]) {
    uint8_t bytes[RANDOM_BYTES];
    if (!wish->seed) {
        if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
            complain(reader, "the system gives no random numbers: %s", strerror(errno));
            return false;
        }
        Text hex = text_in(text, 2 * RANDOM_BYTES + 1);
        text_hex(&hex, bytes, sizeof bytes);
    }
    RecordChance *chance = &session->record.chance;
    Seed mixed;
    chance->has_seed = true;
    fair_seed_of_text(wish->seed ? wish->seed : text, &chance->seed);
    fair_commitment(&chance->seed, &mixed);
    session->chance = 0;
    for (unsigned i = 0; i < 8; i++) session->chance |= (uint64_t)mixed.bytes[i] << 8 * i;
    return true;
}

/* A game that can be repeated carries no date, so that its record can be repeated too. */
static void set_date(const Wish *wish, Record *record) {
    time_t now = time(NULL);
    struct tm utc;
    if (wish->seed || !gmtime_r(&now, &utc)) return;
    strftime(record->date, sizeof record->date, "%Y-%m-%dT%H:%MZ", &utc);
}

/* STATUS_GOOD, or what to leave with; nothing has been written yet. */
static int set_table(const OptionReader *reader, const Wish *wish, Session *session, Greeting *greeting) {
    RulesError reason;
    if (!load_rules(reader, wish, &session->ruleset, greeting->changes)) return STATUS_BAD_INPUT;
    const Rules *rules = &session->ruleset.rules;
    unsigned players = wish->players ? wish->players : (unsigned)rules->option.min_players;
    for (unsigned more = players; !wish->players && more <= SEATS_MAX; more++)
        if (rules_allow_players(rules, more, NULL)) {
            players = more;
            break;
        }
    if (!rules_allow_players(rules, players, &reason)) return complain(reader, "%s", reason.text);
    record_init(&session->record, &session->ruleset, players);
    session->automatic = wish->automatic;
    session->kind = choose_bot(reader, wish->bots ? wish->bots : "medium", (Families)(1 << rules->family));
    if (!session->kind) return STATUS_BAD_INPUT;
    if (!read_names(reader, wish->names, &session->record)) return STATUS_BAD_INPUT;
    if (!read_seat(reader, wish, players, &session->seat)) return STATUS_BAD_INPUT;
    set_date(wish, &session->record);
    return settle_chance(reader, wish, session, greeting->seed) ? STATUS_GOOD : STATUS_FAILED;
}

/* ---- the record ---- */

/* The file is made before the game begins: better to hear of trouble now. */
static int open_save(const OptionReader *reader, const char *path, FILE **out) {
    *out = NULL;
    if (!path) return STATUS_GOOD;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) return complain(reader, "%s exists already: --save writes a new file only", path);
    if (file < 0) return complain(reader, "cannot write %s: %s", path, strerror(errno));
    *out = fdopen(file, "w");
    return *out ? STATUS_GOOD : STATUS_FAILED;
}

static int save(const OptionReader *reader, const Session *session, const char *path, FILE *file) {
    Printer printer = printer_on(file);
    record_format(&session->record, &printer);
    bool failed = ferror(file) != 0;
    failed |= fclose(file) != 0;
    if (failed) {
        complain(reader, "cannot write %s: %s", path, strerror(errno));
        return STATUS_FAILED;
    }
    printf("  The record is in %s; see uno replay and uno verify.\n", path);
    return STATUS_GOOD;
}

/* ---- the command ---- */

static void greet(const Session *session, const char *seed, const char *changes) {
    const Record *record = &session->record;
    const Ruleset *ruleset = &session->ruleset;
    char heading[CHANGES_TEXT + RULESET_TITLE_MAX + 16];
    snprintf(heading, sizeof heading, "%s%s%s", ruleset->title[0] ? ruleset->title : ruleset->name,
             changes[0] ? ", changed: " : "", changes);
    say_wrapped_at(0, 2, heading);
    if (ruleset->about[0]) say_wrapped(ruleset->about);
    heading[0] = 0;
    for (unsigned seat = 0, used = 0; seat < record->players; seat++)
        used +=
            (unsigned)snprintf(heading + used, sizeof heading - used, "%s%c %s%s", seat ? ", " : "", 'A' + (int)seat,
                               record->name[seat], seat == session->seat && !session->automatic ? " (you)" : "");
    say_wrapped(heading);
    const char *others = session->automatic    ? "All are"
                         : record->players > 2 ? "Your opponents are"
                                               : "Your opponent is";
    snprintf(heading, sizeof heading, "%s played by the bot \"%s\": %s.", others, session->kind->name,
             session->kind->about);
    say_wrapped(heading);
    printf("  Seed: %s\n", seed);
    if (!session->automatic) say_wrapped("Type ? to see what you can do, help for more, quit to leave.");
    printf("\n");
}

static void part(const Session *session, SessionEnd end) {
    switch (end) {
    case SESSION_OVER: return;
    case SESSION_NO_MEMORY: printf("\n  The game cannot go on: there is no memory left.\n"); return;
    default:
        printf("\n  The game stops here after %zu action%s; it is not finished. Goodbye.\n", session->record.actions,
               session->record.actions == 1 ? "" : "s");
    }
}

static int run(OptionReader *reader) {
    Wish wish = {.ruleset = NULL};
    Greeting greeting = {.seed = ""};
    FILE *file = NULL;
    int status = read_wish(reader, &wish);
    if (status != STATUS_GOOD) return status;
    Session *session = calloc(1, sizeof *session);
    if (!session) return STATUS_FAILED;
    status = set_table(reader, &wish, session, &greeting);
    if (status == STATUS_GOOD) status = open_save(reader, wish.save, &file);
    if (status == STATUS_GOOD) {
        greet(session, wish.seed ? wish.seed : greeting.seed, greeting.changes);
        SessionEnd end = session_run(session);
        part(session, end);
        if (file) status = save(reader, session, wish.save, file);
        if (end == SESSION_INTERRUPTED) status = STATUS_INTERRUPTED;
        if (end == SESSION_NO_MEMORY) status = STATUS_FAILED;
    }
    session_free(session);
    free(session);
    return status;
}

const Command command_play = {
    "play",
    "play a game in this terminal against bots",
    "[RULESET] [OPTION]...",
    "Without a RULESET the official rules are played; `uno rules list` names the others, and the\n"
    "path of an .ini file will do as well. During the game ? lists what you can do, help explains\n"
    "the rest. End of input, or Ctrl-C, leaves the game; the record is saved all the same.\n\n"
    "  uno play ultimate --players 4 --save evening.uno\n"
    "  uno play official --option target=0 --option jump_in=on\n",
    options,
    run,
};
