/* play_table.c -- who sits where in a game on this machine, out of the command line. */
#define _GNU_SOURCE
#include "play_table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "../engine/text.h"
#include "command.h"

static const char *const usual_names[SEATS_MAX] = {"Ada",  "Ben", "Cleo", "Dan", "Eve",
                                                   "Finn", "Gus", "Hana", "Ida", "Jo"};
static const char usual_rules[] = "official", usual_bot[] = "medium";

/* The part before the next comma; *list moves behind it, NULL after the last. */
static size_t next_part(const char **list, const char **part) {
    size_t length = strcspn(*list, ",");
    *part = *list;
    *list = (*list)[length] ? *list + length + 1 : NULL;
    return length;
}

static unsigned count_parts(const char *list) {
    unsigned count = 1;
    for (; *list; list++) count += *list == ',';
    return count;
}

/* ---- names ---- */

static bool name_taken(const Record *record, const char *name, unsigned but) {
    for (unsigned seat = 0; seat < record->players; seat++)
        if (seat != but && strcasecmp(record->name[seat], name) == 0) return true;
    return false;
}

/* The seats that were given no name get the usual ones that nobody has. */
static void fill_names(Record *record) {
    for (unsigned seat = 0; seat < record->players; seat++) {
        unsigned usual = seat;
        if (record->name[seat][0]) continue;
        while (name_taken(record, usual_names[usual], seat)) usual = (usual + 1) % SEATS_MAX;
        snprintf(record->name[seat], RECORD_NAME_MAX, "%s", usual_names[usual]);
    }
}

/* Names for these seats, in order. */
static bool read_names(const OptionReader *reader, const char *what, const char *list, SeatMask seats, Record *record) {
    unsigned room = (unsigned)__builtin_popcount(seats);
    for (unsigned number = 1; list; number++, seats &= (SeatMask)(seats - 1)) {
        const char *name;
        size_t length = next_part(&list, &name);
        if (!seats) return complain(reader, "%s has more than %u names", what, room), false;
        if (length >= RECORD_NAME_MAX)
            return complain(reader, "%s: a name has at most %d bytes", what, RECORD_NAME_MAX - 1), false;
        char *out = record->name[mask_first(seats)];
        snprintf(out, RECORD_NAME_MAX, "%.*s", (int)length, name);
        if (!record_name_fits(out))
            return complain(reader, "%s: name %u is empty or has characters that cannot be shown", what, number), false;
        if (name_taken(record, out, mask_first(seats)))
            return complain(reader, "%s: two players cannot both be called '%s'", what, out), false;
    }
    return true;
}

/* ---- who sits where ---- */

static bool is_number(const char *text) { return *text && strspn(text, "0123456789") == strlen(text); }

/* How many people play: 0 where the line does not say. */
static bool count_people(const OptionReader *reader, const PlayWish *wish, unsigned *out) {
    long number = 0;
    *out = 0;
    if (wish->automatic && (wish->people || wish->seat)) {
        complain(reader, "--auto leaves no seat for people: leave out %s", wish->people ? "--people" : "--seat");
        return false;
    }
    if (wish->seat && !wish->people) *out = count_parts(wish->seat);
    if (!wish->people) return true;
    if (is_number(wish->people)) {
        if (!option_number(reader, "--people", wish->people, 1, SEATS_MAX, &number)) return false;
    } else {
        number = (long)count_parts(wish->people);
        if (number > SEATS_MAX) return complain(reader, "--people has more than %d names", SEATS_MAX), false;
        if (wish->names) return complain(reader, "--people gives names and --names too: give them once"), false;
    }
    *out = (unsigned)number;
    if (wish->seat && count_parts(wish->seat) != *out)
        return complain(reader, "--people has %u, but --seat has %u: a seat for each", *out, count_parts(wish->seat)),
               false;
    return true;
}

/* "C", "A,C" */
static bool read_seats(const OptionReader *reader, const char *list, unsigned players, SeatMask *out) {
    *out = 0;
    for (const char *left = list; left;) {
        const char *part;
        size_t length = next_part(&left, &part);
        unsigned seat = length == 1 ? (unsigned)((part[0] & ~0x20) - 'A') : SEATS_MAX;
        if (seat >= players || *out >> seat & 1) {
            complain(reader, "--seat must be a letter from A to %c%s, not '%s'", 'A' + (int)players - 1,
                     strchr(list, ',') ? ", or several with commas between them" : "", list);
            return false;
        }
        *out |= (SeatMask)(1u << seat);
    }
    return true;
}

static bool seat_people(const OptionReader *reader, const PlayWish *wish, unsigned people, Home *home) {
    Record *record = &home->record;
    if (people > record->players)
        return complain(reader, "--people has %u, but the table has %u seats", people, record->players), false;
    home->people = seats_all(people);
    if (wish->seat && !read_seats(reader, wish->seat, record->players, &home->people)) return false;
    if (!wish->people || is_number(wish->people)) return true;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (home->people >> seat & 1) record->name[seat][0] = 0;
    return read_names(reader, "--people", wish->people, home->people, record);
}

/* ---- players ---- */

/* A word for all free seats, or one for each, in the order of the seats. */
static bool read_bots(const OptionReader *reader, const char *list, SeatMask seats, char who[][SAVE_WHO_MAX]) {
    unsigned given = count_parts(list), needed = (unsigned)__builtin_popcount(seats);
    if (!needed) return complain(reader, "--bots: people play every seat, so there is no bot to choose"), false;
    if (given != 1 && given != needed) {
        complain(reader, "--bots names %u, but the seats without a person are %u: give one for all or one for each",
                 given, needed);
        return false;
    }
    for (const char *left = list; seats; seats &= (SeatMask)(seats - 1)) {
        const char *part;
        if (!left) left = list;
        size_t length = next_part(&left, &part);
        if (!length || length >= SAVE_WHO_MAX)
            return complain(reader, "--bots: each must have 1 to %d bytes", SAVE_WHO_MAX - 1), false;
        snprintf(who[mask_first(seats)], SAVE_WHO_MAX, "%.*s", (int)length, part);
    }
    return true;
}

/* A file that came from elsewhere must not start programs. */
static bool refuse_programs(const OptionReader *reader, const PlayWish *wish, const PlayTable *table) {
    for (unsigned seat = 0; seat < table->home.record.players; seat++) {
        const char *who = table_who(table, seat);
        if (!strchr(who, '/')) continue;
        complain(reader, "%s: seat %c was played by the program '%s'; start it, or another bot, with --bots",
                 wish->resume, 'A' + (int)seat, who);
        return false;
    }
    return true;
}

static bool choose_players(const OptionReader *reader, const PlayWish *wish, PlayTable *table) {
    Home *home = &table->home;
    SeatMask seats = seats_all(home->record.players) & (SeatMask)~home->people;
    for (unsigned seat = 0; seat < home->record.players; seat++) {
        char *who = table->save.who[seat];
        if (home->people >> seat & 1) who[0] = 0;
        else if (!who[0]) snprintf(who, SAVE_WHO_MAX, "%s", usual_bot);
    }
    if (wish->bots && !read_bots(reader, wish->bots, seats, table->save.who)) return false;
    if (!wish->bots && !refuse_programs(reader, wish, table)) return false;
    for (unsigned seat = 0; seat < home->record.players; seat++)
        record_set_bot(&home->record, seat, table_who(table, seat));
    for (; seats; seats &= (SeatMask)(seats - 1)) {
        Seat seat = mask_first(seats);
        BotWish bot = {.word = table_who(table, seat)};
        if (!choose_player(reader, &bot, &table->ruleset, &table->plan[seat], &table->program[seat])) return false;
    }
    return true;
}

static bool open_players(const OptionReader *reader, PlayTable *table) {
    Home *home = &table->home;
    for (unsigned seat = 0; seat < home->record.players; seat++) {
        home->plan[seat] = table->plan[seat];
        if (home->people >> seat & 1 || !table->plan[seat].program) continue;
        if (!player_open(&table->plan[seat], &table->player[seat]))
            return complain(reader, "cannot start %s", table_who(table, seat)), false;
        home->player[seat] = &table->player[seat];
    }
    return true;
}

/* ---- a new game ---- */

static bool load_rules(const OptionReader *reader, const PlayWish *wish, PlayTable *table) {
    Ruleset *ruleset = &table->ruleset;
    if (!load_ruleset(reader, wish->ruleset ? wish->ruleset : usual_rules, ruleset)) return false;
    Rules before = ruleset->rules;
    if (!change_ruleset(reader, "--option", wish->change, wish->changes, ruleset)) return false;
    list_changes(&before, &ruleset->rules, table->changes, sizeof table->changes);
    return true;
}

/* Without --players: as few as the rules and the people allow. */
static unsigned usual_players(const Rules *rules, unsigned people) {
    unsigned least = (unsigned)rules->option.min_players;
    if (people > least) least = people;
    for (unsigned players = least; players <= SEATS_MAX; players++)
        if (rules_allow_players(rules, players, NULL)) return players;
    return least;
}

static bool settle_chance(const OptionReader *reader, const PlayWish *wish, PlayTable *table) {
    uint8_t bytes[TABLE_RANDOM_BYTES];
    RecordChance *chance = &table->home.record.chance;
    if (!wish->seed) {
        if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
            complain(reader, "the system gives no random numbers: %s", strerror(errno));
            return false;
        }
        Text hex = text_in(table->seed, sizeof table->seed);
        text_hex(&hex, bytes, sizeof bytes);
    }
    chance->has_seed = true;
    fair_seed_of_text(wish->seed ? wish->seed : table->seed, &chance->seed);
    return true;
}

/* A game that can be repeated carries no date, so that its record can be repeated too. */
static void set_date(const PlayWish *wish, Record *record) {
    time_t now = time(NULL);
    struct tm utc;
    if (wish->seed || !gmtime_r(&now, &utc)) return;
    strftime(record->date, sizeof record->date, "%Y-%m-%dT%H:%MZ", &utc);
}

static int set_new(const OptionReader *reader, const PlayWish *wish, unsigned people, PlayTable *table) {
    RulesError reason;
    Record *record = &table->home.record;
    const Rules *rules = &table->ruleset.rules;
    if (!load_rules(reader, wish, table)) return STATUS_BAD_INPUT;
    if (!people && !wish->automatic) people = 1;
    unsigned players = wish->players ? wish->players : usual_players(rules, wish->people ? people : 1);
    if (!rules_allow_players(rules, players, &reason)) return complain(reader, "%s", reason.text);
    record_init(record, &table->ruleset, players);
    if (wish->names && !read_names(reader, "--names", wish->names, seats_all(players), record)) return STATUS_BAD_INPUT;
    if (!seat_people(reader, wish, people, &table->home)) return STATUS_BAD_INPUT;
    fill_names(record);
    if (!choose_players(reader, wish, table)) return STATUS_BAD_INPUT;
    set_date(wish, record);
    return settle_chance(reader, wish, table) ? STATUS_GOOD : STATUS_FAILED;
}

/* ---- a saved game ---- */

static const char *settled_option(const PlayWish *wish) {
    if (wish->ruleset) return "a RULESET";
    if (wish->changes) return "--option";
    if (wish->players) return "--players";
    if (wish->seed) return "--seed";
    if (wish->names) return "--names";
    return NULL;
}

static bool check_record(const OptionReader *reader, const char *path, const Record *record) {
    RecordError error;
    RecordReport report;
    if (!record_verify(record, &report, &error))
        return complain(reader, "%s:%u:%u: %s", path, error.line, error.column, error.text), false;
    if (report.finished) return complain(reader, "%s: this game is over; uno replay %s tells it", path, path), false;
    if (!report.replayed)
        return complain(reader, "%s: the cards of this game are not known here, so it cannot go on", path), false;
    return true;
}

static bool load_record(const OptionReader *reader, const char *path, PlayTable *table, SeatMask *mentioned) {
    RecordError error;
    size_t length;
    Record *record = &table->home.record;
    char *text = read_file(reader, path, RECORD_BYTES_MAX, &length);
    if (!text) return false;
    bool read = record_parse(text, length, record, &error);
    if (read) *mentioned = save_read_who(text, record->players, table->save.who);
    else complain(reader, "%s:%u:%u: %s", path, error.line, error.column, error.text);
    free(text);
    return read && check_record(reader, path, record);
}

/* The rules are the record's; title and text come from the ruleset of that name, if it is still there. */
static void name_rules(PlayTable *table) {
    const Record *record = &table->home.record;
    Ruleset *ruleset = &table->ruleset;
    RulesetError error;
    if (ruleset_load(record->ruleset, ruleset, &error))
        list_changes(&ruleset->rules, &record->rules, table->changes, sizeof table->changes);
    else memset(ruleset, 0, sizeof *ruleset);
    memcpy(ruleset->name, record->ruleset, sizeof ruleset->name);
    ruleset->rules = record->rules;
}

/* The seats that were people's, unless the line says otherwise. */
static SeatMask people_of(const PlayTable *table, SeatMask mentioned) {
    SeatMask people = 0;
    if (!mentioned) return 1;
    for (unsigned seat = 0; seat < table->home.record.players; seat++)
        if (mentioned >> seat & 1 && !table_who(table, seat)[0]) people |= (SeatMask)(1u << seat);
    return people;
}

static int set_saved(const OptionReader *reader, const PlayWish *wish, unsigned people, PlayTable *table) {
    SeatMask mentioned = 0;
    const char *settled = settled_option(wish);
    if (settled) return complain(reader, "%s cannot go with --resume: the saved game has settled it", settled);
    if (wish->save) return complain(reader, "--resume goes on keeping the game in its own file: leave out --save");
    if (strcmp(wish->resume, "-") == 0) return complain(reader, "--resume needs a file, not the standard input");
    if (!load_record(reader, wish->resume, table, &mentioned)) return STATUS_BAD_INPUT;
    if (!save_reopen(&table->save, wish->resume))
        return complain(reader, "cannot go on writing %s: %s", wish->resume, strerror(errno));
    table->resumed = true;
    name_rules(table);
    table->home.people = people_of(table, mentioned);
    if (wish->automatic) table->home.people = 0;
    if (people && !seat_people(reader, wish, people, &table->home)) return STATUS_BAD_INPUT;
    fill_names(&table->home.record);
    return choose_players(reader, wish, table) ? STATUS_GOOD : STATUS_BAD_INPUT;
}

/* ---- both ---- */

/* The file is made before the game begins: better to hear of trouble now. */
static int open_save(const OptionReader *reader, const PlayWish *wish, PlayTable *table) {
    if (!wish->save) return STATUS_GOOD;
    table->created = save_create(&table->save, wish->save);
    if (table->created) return STATUS_GOOD;
    if (errno == EEXIST)
        return complain(reader, "%s exists already: --save writes a new file only; --resume picks up a saved game",
                        wish->save);
    return complain(reader, "cannot write %s: %s", wish->save, strerror(errno));
}

static int begin(const OptionReader *reader, const PlayWish *wish, PlayTable *table) {
    Home *home = &table->home;
    home->undo_allowed = !wish->no_undo;
    home->keep = save_keep;
    home->keeper = &table->save;
    if (home_begin(home)) return STATUS_GOOD;
    complain(reader, "%s", home->trouble);
    if (table->created) unlink(table->save.path);
    return STATUS_FAILED;
}

int table_set(const OptionReader *reader, const PlayWish *wish, PlayTable *table) {
    unsigned people;
    if (!count_people(reader, wish, &people)) return STATUS_BAD_INPUT;
    int status = wish->resume ? set_saved(reader, wish, people, table) : set_new(reader, wish, people, table);
    if (status != STATUS_GOOD) return status;
    if (!open_players(reader, table)) return STATUS_FAILED;
    status = open_save(reader, wish, table);
    return status == STATUS_GOOD ? begin(reader, wish, table) : status;
}

void table_clear(PlayTable *table) {
    home_free(&table->home);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) player_close(&table->player[seat]);
}
