/* hall_games.c -- the games of an event: the tables it opens, who did not come, bots among themselves, the next round.
 *
 * A table belongs to its event: nobody is its host, its seats are reserved, and one game is played there. Games among
 * bots alone need no table. Nobody watches them, a table would stand still without anybody there, and at the pace that
 * people can follow they would take minutes: so a worker thread plays them, a few moves at a time, in turn with
 * everything else that waits for one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/blake2b.h"
#include "../rating/outcome.h"
#include "gathered.h"
#include "hall.h"
#include "ratings.h"
#include "rules_api.h"

enum {
    BOT_GAMES_AT_ONCE = 4,
    AGAIN_MS = 2000, /* a game that could not be begun is tried again */
    ARENA_MS = 5000, /* how often those who are free are paired: bots would play hundreds of games a second */
};

static bool is_playable(const TourneyGame *game) { return game->state == GAME_READY || game->state == GAME_OPEN; }

/* ---- who sits where ---- */

/* Those who come to the game, in the order of a table's seats: there partners sit opposite each other. */
static unsigned seating(const TourneyGame *game, Entrant who[SEATS_MAX]) {
    static const uint8_t opposite[4] = {0, 2, 1, 3};
    unsigned count = 0;
    bool partners = game->teams && game->seats == 4 && !game->absent;
    for (unsigned i = 0; i < game->seats; i++) {
        unsigned seat = partners ? opposite[i] : i;
        if (game->who[seat] && !(game->absent >> seat & 1)) who[count++] = game->who[seat];
    }
    return count;
}

static bool has_moved(const HallGame *at, const TourneyGame *game) {
    Entrant who[SEATS_MAX] = {0};
    seating(game, who);
    return memcmp(who, at->who, sizeof who) != 0;
}

static unsigned seat_in_game(const TourneyGame *game, Entrant who) {
    unsigned seat = 0;
    while (seat < game->seats && game->who[seat] != who) seat++;
    return seat;
}

/* H107 */
static void give_cards(const Hall *hall, uint32_t number, const Entrant *who, unsigned count, Face given[SEATS_MAX]) {
    for (unsigned i = 0; i < count; i++) {
        Face card = tourney_gift(&hall->tourney, number, seat_in_game(&hall->tourney.game[number], who[i]));
        given[i] = card == NO_FACE ? 0 : card;
    }
}

/* ---- results ---- */

/* From first to last; those who share a place are marked as level with the one before. */
static void put_places(const HallGame *at, const Outcome *outcome, TourneyEntry *entry) {
    for (unsigned place = 1; place <= outcome->players; place++) {
        bool first = true;
        for (unsigned seat = 0; seat < outcome->players; seat++) {
            if (outcome->seat[seat].place != place) continue;
            if (!first) entry->level |= 1u << entry->count;
            first = false;
            entry->score[entry->count] = outcome->seat[seat].points;
            entry->scored |= outcome->seat[seat].points > 0;
            entry->who[entry->count++] = at->who[seat];
        }
    }
}

static void enter_result(Hub *hub, Hall *hall, uint32_t number, const Record *record, TourneyBy by) {
    HallGame *at = &hall->game[number];
    TourneyEntry entry;
    TourneyAnswer answer;
    Outcome outcome;
    RecordError error;
    tourney_entry_init(&entry, TOURNEY_result);
    entry.number = number;
    entry.by = (uint8_t)by;
    snprintf(answer.why, sizeof answer.why, "its record cannot be replayed");
    if (outcome_of_record(record, &outcome, &error)) {
        put_places(at, &outcome, &entry);
        if (hall_enter(hub, hall, &entry, SEEN_NOT_ASKED, 0, &answer)) return;
    }
    hub_log_trouble(hub, "event_result", hall->row.code, answer.why);
    hall_get_stuck(hub, hall, number);
}

/* ---- tables ---- */

static Hall *hall_of(Hub *hub, const Desk *desk, HallGame **out) {
    const TableSettings *settings = &desk->table.settings;
    Hall *hall = halls_find(hub, settings->event);
    if (!hall || !settings->event_game || settings->event_game >= hall->game_room) return NULL;
    *out = &hall->game[settings->event_game];
    return hall;
}

static bool is_played(const Desk *desk) {
    return desk->table.games && desk->table.stage != TABLE_PLAYING && desk->table.game.board.phase == PHASE_OVER;
}

static void take_result(Hub *hub, Desk *desk) {
    HallGame *at;
    Record record;
    Hall *hall = hall_of(hub, desk, &at);
    uint32_t number = desk->table.settings.event_game;
    if (!hall || at->desk != desk || desk->table.game.board.phase != PHASE_OVER) return;
    if (number > hall->tourney.games) return;
    at->desk = NULL; /* they look at how it ended; the table closes when they are gone */
    if (!is_playable(&hall->tourney.game[number]) || has_moved(at, &hall->tourney.game[number])) return;
    if (!table_record(&desk->table, &record)) return hub_wrote(hub, false);
    enter_result(hub, hall, number, &record, BY_TABLE);
    record_free(&record);
    hall_due(hub, hall, hub->mono_ms);
}

/* Among other nodes that is not known before it is on the disk (settle_game). */
void halls_table_over(Hub *hub, Desk *desk) {
    if (!hub->node) take_result(hub, desk);
}

bool halls_need(Hub *hub, const Desk *desk) {
    HallGame *at;
    Hall *hall = hall_of(hub, desk, &at);
    return hall && hall->shared.leads && at->desk == desk;
}

void halls_table_settled(Hub *hub, const Desk *desk) {
    const TableSettings *settings = &desk->table.settings;
    if (settings->event && halls_need(hub, desk)) halls_settled(hub, settings->event);
}

void halls_table_gone(Hub *hub, Desk *desk) {
    HallGame *at;
    Hall *hall = hall_of(hub, desk, &at);
    if (!hall || at->desk != desk) return;
    at->desk = NULL;
    hall_due(hub, hall, hub->mono_ms);
}

void halls_table_loaded(Hub *hub, Desk *desk) {
    HallGame *at;
    Hall *hall = hall_of(hub, desk, &at);
    uint32_t number = desk->table.settings.event_game;
    bool played = desk->table.games && desk->table.stage != TABLE_PLAYING;
    if (!hall || at->desk || number > hall->tourney.games) return;
    if (played && !(hub->node && is_played(desk))) return; /* only from another node a result may be missing */
    at->desk = desk;
    at->opened_at = hub->mono_ms;
    memset(at->who, 0, sizeof at->who);
    if (played) seating(&hall->tourney.game[number], at->who); /* some may have left since */
    for (unsigned seat = 0; seat < desk->table.settings.seats; seat++) {
        const TableSeat *sits = &desk->table.seat[seat];
        if (sits->kind == SEAT_BOT) at->who[seat] = tourney_find(&hall->tourney, sits->name);
        else if (!played || sits->user) at->who[seat] = hall_entrant(hall, sits->user);
    }
}

void halls_skip_time(Hub *hub, int64_t ms) {
    size_t place = 0;
    for (Hall *hall; (hall = map_next(&hub->halls, &place));) {
        for (uint32_t i = 1; i <= hall->tourney.games && i < hall->game_room; i++) hall->game[i].opened_at += ms;
        hall->round_at += ms;
        hall_due(hub, hall, hub->mono_ms);
    }
}

/* Everybody in the game has a seat at this server. */
static bool all_are_here(const Hall *hall, const Entrant *who, unsigned count, bool *bots_only) {
    *bots_only = true;
    for (unsigned i = 0; i < count; i++) {
        const HallEntrant *entrant = &hall->entrant[who[i]];
        if (!entrant->user && !entrant->bot[0]) return false;
        *bots_only = *bots_only && entrant->bot[0];
    }
    return count > 1;
}

/* New deals, but those that were settled before: its own, and where all tables of a round play the same, theirs. */
static void settle_seed(Hub *hub, const Hall *hall, uint32_t number, Seed *out) {
    const TourneyGame *game = &hall->tourney.game[number];
    const Seed *theirs = tourney_round_seed(&hall->tourney, number);
    if (game->seeded) *out = game->seed;
    else if (theirs) *out = *theirs;
    else hub->world.random(hub->world.self, out, sizeof *out);
}

static bool all_play_the_same(const Hall *hall) { return hall->tourney.settings.number[NUMBER_duplicate]; }

static void settle_table(Hub *hub, const Hall *hall, uint32_t number, unsigned seats, TableSettings *settings) {
    tourney_game_title(&hall->tourney, number, settings->title, sizeof settings->title);
    settings->event = hall->row.id;
    settings->club = hall->club;
    settings->event_game = number;
    settings->seats = (uint8_t)seats;
    settings->starts_alone = true;
    settings->think_s = hall->option[HALL_think_s];
    settings->reserve_s = hall->option[HALL_reserve_s];
    settings->pace_ms = (uint16_t)hub->config.pace_ms;
    settings->seeded = all_play_the_same(hall);
    if (settings->seeded) settle_seed(hub, hall, number, &settings->seed);
}

static bool sit_down(Hub *hub, Hall *hall, Desk *desk, const Entrant *who, unsigned count) {
    for (Seat seat = 0; seat < count; seat++) {
        const HallEntrant *entrant = &hall->entrant[who[seat]];
        const char *name = tourney_name(&hall->tourney, who[seat]);
        Wish wish = {.kind = WISH_SIT, .user = entrant->user, .name = name, .seat = seat, .reserved = true};
        if (entrant->bot[0]) wish = (Wish){.kind = WISH_SEAT_BOT, .name = entrant->bot, .words = name, .seat = seat};
        if (!desk_arrange(hub, desk, &wish)) return false;
    }
    return true;
}

static void open_table(Hub *hub, Hall *hall, uint32_t number, const Entrant *who, unsigned count,
                       const Ruleset *ruleset) {
    TableSettings settings;
    TourneyEntry entry;
    TourneyAnswer answer;
    HallGame *at = &hall->game[number];
    at->opened_at = hub->mono_ms;
    hall->opens_at = hub->mono_ms + HALL_BREATH_MS;
    settings_init(&settings, ruleset);
    settle_table(hub, hall, number, count, &settings);
    give_cards(hall, number, who, count, settings.given);
    Desk *desk = tables_make(hub, &settings);
    if (!desk) return;
    tourney_entry_init(&entry, TOURNEY_open);
    entry.number = number;
    entry.seeded = settings.seeded;
    entry.seed = settings.seed;
    snprintf(entry.words, sizeof entry.words, "%s", desk->row.code);
    memset(at->who, 0, sizeof at->who);
    memcpy(at->who, who, count * sizeof *who);
    at->desk = desk;
    if (sit_down(hub, hall, desk, who, count) && hall_enter(hub, hall, &entry, SEEN_NOT_ASKED, 0, &answer))
        hall_call_players(hub, hall, number);
    else desk_close(hub, desk, "its event could not open it");
}

/* ---- those who do not come ---- */

/* True when the time to be there is over and somebody is not. */
static bool note_absent(const Hall *hall, uint32_t number, TourneyEntry *out) {
    const HallGame *at = &hall->game[number];
    const Table *table = &at->desk->table;
    tourney_entry_init(out, TOURNEY_noshow);
    out->number = number;
    for (unsigned seat = 0; seat < table->settings.seats; seat++)
        if (table->seat[seat].kind == SEAT_PERSON && !table->seat[seat].ready) out->who[out->count++] = at->who[seat];
    return out->count;
}

static void end_waiting(Hub *hub, Hall *hall, uint32_t number) {
    TourneyEntry entry;
    TourneyAnswer answer;
    HallGame *at = &hall->game[number];
    Desk *desk = at->desk;
    if (!note_absent(hall, number, &entry)) return;
    bool entered = hall_enter(hub, hall, &entry, SEEN_NOT_ASKED, 0, &answer);
    if (!entered) hall_get_stuck(hub, hall, number); /* nobody came */
    if (hub->node && entered) return;                /* the table is closed once that is on the disk */
    at->desk = NULL;
    desk_close(hub, desk, "somebody did not come");
}

/* ---- bots among themselves ---- */

/* The deals that the other tables of the round have to play as well. */
static bool note_deals(Hub *hub, Hall *hall, uint32_t number, const Seed *seed) {
    TourneyEntry entry;
    TourneyAnswer answer;
    if (!all_play_the_same(hall) || hall->tourney.game[number].seeded) return true;
    tourney_entry_init(&entry, TOURNEY_open);
    entry.number = number;
    entry.seeded = true;
    entry.seed = *seed;
    return hall_enter(hub, hall, &entry, SEEN_NOT_ASKED, 0, &answer);
}

static void start_bots(Hub *hub, Hall *hall, uint32_t number, const Entrant *who, unsigned count,
                       const Ruleset *ruleset) {
    HallGame *at = &hall->game[number];
    HubJob *job = job_new(JOB_GAME, hall->row.owner);
    Home *home = job ? calloc(1, sizeof *home) : NULL;
    at->opened_at = hub->mono_ms;
    if (!home) return free(job);
    record_init(&home->record, ruleset, count);
    wall_date(hub, home->record.date);
    home->record.chance.has_seed = true;
    settle_seed(hub, hall, number, &home->record.chance.seed);
    give_cards(hall, number, who, count, home->record.given);
    for (unsigned seat = 0; seat < count; seat++) {
        const BotKind *kind = bot_find(hall->entrant[who[seat]].bot);
        if (!(kind->families >> ruleset->rules.family & 1)) kind = &bot_greedy;
        home->plan[seat] = (PlayerPlan){.kind = kind, .budget = {.worlds = kind->worlds ? GAME_JOB_WORLDS : 0}};
        snprintf(home->record.name[seat], RECORD_NAME_MAX, "%s", tourney_name(&hall->tourney, who[seat]));
        record_set_bot(&home->record, seat, kind->name);
    }
    job->game = (GameJob){.event = hall->row.id, .number = number, .home = home};
    memset(at->who, 0, sizeof at->who);
    memcpy(at->who, who, count * sizeof *who);
    if (!note_deals(hub, hall, number, &home->record.chance.seed)) return hub_job_drop(job);
    at->bots = hub_start_job(hub, job);
}

static void keep_bots_result(Hub *hub, const Hall *hall, const Home *home) {
    const Record *record = &home->record;
    StoreResult result = {.id = hub_new_id(hub),
                          .event = hall->row.id,
                          .club = hall->club,
                          .finished = true,
                          .started_at = hub->wall_ms,
                          .finished_at = ratings_now(hub),
                          .family = (uint8_t)record->rules.family,
                          .actions = (unsigned)record->actions,
                          .players = record->players};
    Outcome outcome;
    RecordError error;
    Gathered text;
    Printer printer = gather_start(&text);
    if (!text.file) return hub_wrote(hub, false);
    record_format(record, &printer);
    bool whole = gather_end(&text);
    snprintf(result.ruleset, sizeof result.ruleset, "%s", record->ruleset);
    memcpy(result.hash, record->hash, sizeof result.hash);
    for (unsigned seat = 0; seat < record->players; seat++) {
        snprintf(result.seat[seat].name, sizeof result.seat[seat].name, "%s", record->name[seat]);
        result.seat[seat].score = record->result.score[seat];
        result.seat[seat].won = record->result.winners >> seat & 1;
        result.seat[seat].team = (uint8_t)rules_team(&record->rules, (Seat)seat);
        snprintf(result.seat[seat].bot, sizeof result.seat[seat].bot, "%s", home->plan[seat].kind->name);
    }
    if (outcome_of_record(record, &outcome, &error)) whole = ratings_keep(hub, &outcome, &result) && whole;
    result.record = text.text;
    result.record_length = text.length;
    hub_wrote(hub, whole && batch_result(hub_write(hub), &result));
    free(text.text);
    hub->count.games++;
}

void halls_bots_played(Hub *hub, HubJob *job) {
    GameJob *played = &job->game;
    Hall *hall = halls_find(hub, played->event);
    HallGame *at = hall && played->number <= hall->tourney.games ? &hall->game[played->number] : NULL;
    const TourneyGame *game = at ? &hall->tourney.game[played->number] : NULL;
    bool wanted = at && at->bots && hall->shared.leads && is_playable(game) && !has_moved(at, game) && !hub->draining;
    if (wanted && !at->done && log_is_busy(&hall->shared)) {
        at->done = job; /* until it is known how the event stands */
        return;
    }
    if (wanted && !played->over && !played->failed) {
        if (!hub_start_job(hub, job)) at->bots = false, hall_due(hub, hall, hub->mono_ms + AGAIN_MS);
        return;
    }
    if (at) at->bots = false;
    if (wanted && played->over) {
        if (hub->node) nodes_begin_entry(hub, &hall->shared); /* both or neither */
        keep_bots_result(hub, hall, played->home);
        enter_result(hub, hall, played->number, &played->home->record, BY_BOTS);
        if (hub->node) nodes_end_entry(hub);
    }
    if (wanted && played->failed) hall_get_stuck(hub, hall, played->number);
    if (hall) hall_due(hub, hall, hub->mono_ms);
    hub_job_drop(job);
}

/* ---- one game ---- */

typedef struct {
    unsigned bots; /* that may still begin to play */
    int64_t next;
    bool has_looked, has_rules;
    Ruleset ruleset; /* of the event, once somebody has looked */
} Turn;

static void soon(Turn *turn, int64_t at) {
    if (at < turn->next) turn->next = at;
}

/* NULL: nobody here can play by them. */
static const Ruleset *rules_of(const Hall *hall, Turn *turn) {
    RulesetError error;
    const TourneySettings *settings = &hall->tourney.settings;
    if (!turn->has_looked) {
        turn->has_rules = hall->ruleset ||
                          (rules_is_builtin(settings->rules) && ruleset_load(settings->rules, &turn->ruleset, &error));
        if (hall->ruleset) turn->ruleset = *hall->ruleset;
        if (turn->has_rules) tourney_settings_fit(settings, &turn->ruleset);
    }
    turn->has_looked = true;
    return turn->has_rules ? &turn->ruleset : NULL;
}

const char *hall_table(const Hall *hall, uint32_t number) {
    const HallGame *at = &hall->game[number];
    if (at->desk) return at->desk->row.code;
    bool elsewhere = !hall->shared.leads && hall->tourney.game[number].state == GAME_OPEN && at->table[0];
    return elsewhere ? at->table : NULL;
}

bool hall_is_for_bots(const Hall *hall, uint32_t number) {
    Entrant who[SEATS_MAX];
    bool bots;
    unsigned count = seating(&hall->tourney.game[number], who);
    return all_are_here(hall, who, count, &bots) && bots;
}

static void begin_game(Hub *hub, Hall *hall, uint32_t number, Turn *turn) {
    HallGame *at = &hall->game[number];
    const TourneyGame *game = &hall->tourney.game[number];
    Entrant who[SEATS_MAX];
    bool bots;
    unsigned count = seating(game, who);
    if (at->stuck == game->seq + 1 || !all_are_here(hall, who, count, &bots)) return;
    if (!bots && !hall->option[HALL_online]) return;
    bool full = !bots && hub->desks.count >= hub->config.tables_max;
    if (full || (at->opened_at && hub->mono_ms - at->opened_at < AGAIN_MS)) return soon(turn, hub->mono_ms + AGAIN_MS);
    if (bots && !turn->bots) return; /* when one of their games is over */
    if (!bots && hall->opens_at > hub->mono_ms) return soon(turn, hall->opens_at);
    const Ruleset *ruleset = rules_of(hall, turn);
    if (!ruleset || !rules_allow_players(&ruleset->rules, count, NULL)) return;
    if (bots) start_bots(hub, hall, number, who, count, ruleset), turn->bots--;
    else open_table(hub, hall, number, who, count, ruleset);
    soon(turn, bots ? hub->mono_ms + 1 : hall->opens_at); /* it goes on then */
}

/* Among other nodes it is looked at until it is gone: its end may be lost. */
static void close_table(Hub *hub, HallGame *at, const char *why) {
    Desk *desk = at->desk;
    if (!hub->node) at->desk = NULL;
    at->opened_at = 0;
    desk_close(hub, desk, why);
}

/* A table that is there, but in no log of the event: another node was faster with something else. */
static bool note_open(Hub *hub, Hall *hall, uint32_t number) {
    const HallGame *at = &hall->game[number];
    const TableSettings *settings = &at->desk->table.settings;
    TourneyEntry entry;
    TourneyAnswer answer;
    if (strcmp(at->table, at->desk->row.code) == 0) return false;
    tourney_entry_init(&entry, TOURNEY_open);
    entry.number = number;
    entry.seeded = settings->seeded;
    entry.seed = settings->seed;
    snprintf(entry.words, sizeof entry.words, "%s", at->desk->row.code);
    if (!hall_enter(hub, hall, &entry, SEEN_NOT_ASKED, 0, &answer)) return false;
    hall_call_players(hub, hall, number);
    return true;
}

static void settle_game(Hub *hub, Hall *hall, uint32_t number, Turn *turn) {
    HallGame *at = &hall->game[number];
    const TourneyGame *game = &hall->tourney.game[number];
    bool playable = is_playable(game);
    if (at->done) {
        HubJob *done = at->done;
        at->done = NULL;
        return halls_bots_played(hub, done);
    }
    if (at->desk && desk_is_busy(at->desk)) return; /* halls_table_settled() */
    if (at->desk && (!playable || has_moved(at, game))) close_table(hub, at, "its event has moved on");
    if (!playable || at->bots || (hub->node && at->desk && !at->opened_at)) return;
    if (!at->desk) return begin_game(hub, hall, number, turn);
    if (hub->node && is_played(at->desk)) return take_result(hub, at->desk);
    if (hub->node && note_open(hub, hall, number)) return;
    if (at->desk->table.stage != TABLE_GATHERING || at->desk->table.sealed) return;
    int64_t until = at->opened_at + 1000 * (int64_t)hall->option[HALL_noshow_s];
    if (until <= hub->mono_ms) end_waiting(hub, hall, number);
    else soon(turn, until);
}

/* ---- the next round ---- */

static bool enter_plain(Hub *hub, Hall *hall, TourneyEntryKind kind, uint32_t number) {
    TourneyEntry entry;
    TourneyAnswer answer;
    tourney_entry_init(&entry, kind);
    entry.number = number;
    return hall_enter(hub, hall, &entry, SEEN_NOT_ASKED, 0, &answer);
}

static void settle_round(Hub *hub, Hall *hall, Turn *turn) {
    const Tourney *tourney = &hall->tourney;
    bool arena = tourney->settings.form == FORM_arena, split = tourney->settings.form == FORM_split;
    if (tourney_due(tourney, hub->wall_ms / 1000)) enter_plain(hub, hall, TOURNEY_finish, 0);
    if (arena) soon(turn, hub->mono_ms + ARENA_MS);
    if (!hall->option[HALL_automatic] || tourney->state != TOURNEY_RUNNING || (tourney->open && !arena)) return;
    if (hall->round_seq != tourney->seq) {
        hall->round_seq = tourney->seq;
        if (!arena) hall->round_at = hub->mono_ms + 1000 * (int64_t)hall->option[HALL_break_s];
    }
    if (hall->round_at > hub->mono_ms) return soon(turn, hall->round_at);
    uint32_t number = (split ? tourney->split.rounds : tourney->round) + 1u;
    bool done = enter_plain(hub, hall, TOURNEY_round, number) || (!arena && enter_plain(hub, hall, TOURNEY_finish, 0));
    hall->round_at = hub->mono_ms + (arena ? ARENA_MS : done ? 0 : HALL_IDLE_MS);
    soon(turn, hub->mono_ms + 1);
}

void hall_settle(Hub *hub, Hall *hall) {
    const Tourney *tourney = &hall->tourney;
    Turn turn = {.bots = BOT_GAMES_AT_ONCE, .next = hub->mono_ms + HALL_IDLE_MS};
    if (!hall->shared.leads) return hall_due(hub, hall, turn.next);
    bool plays = tourney->state == TOURNEY_RUNNING && !tourney->paused;
    hall->shown_old = true; /* tables come and go here, and bots begin */
    for (uint32_t i = 1; i <= tourney->games && turn.bots; i++) turn.bots -= hall->game[i].bots;
    for (uint32_t i = 1; i <= tourney->games; i++) {
        HallGame *at = &hall->game[i];
        if (plays || (at->desk && !is_playable(&tourney->game[i]))) settle_game(hub, hall, i, &turn);
        else if (at->desk) at->opened_at = hub->mono_ms; /* the clock for those who have to come stands still, too */
    }
    for (uint32_t i = tourney->games + 1; i < hall->game_room; i++) /* games that an undo has taken back */
        if (hall->game[i].desk && !desk_is_busy(hall->game[i].desk))
            desk_close(hub, hall->game[i].desk, "its game is not played");
    if (plays) settle_round(hub, hall, &turn);
    hall_due(hub, hall, turn.next);
}

void hall_game_key(const Hall *hall, uint32_t game, char out[HALL_GAME_KEY]) {
    char words[64];
    uint8_t digest[HALL_GAME_KEY - 1];
    Blake2b hash;
    int length = snprintf(words, sizeof words, "%s %s %u", hall->key, hall->row.code, game);
    blake2b_init(&hash, sizeof digest);
    blake2b_update(&hash, words, (size_t)length);
    blake2b_final(&hash, digest);
    code_format(digest, out, HALL_GAME_KEY - 1);
}
