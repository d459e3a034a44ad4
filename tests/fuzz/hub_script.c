#include "hub_script.h"
#include "table_by_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "fuzz.h"
#include "lines.h"
#include "hub/people.h"

enum { WORDS_MAX = 1 << 17, TURNS_MAX = 60, SETTLE_MAX = 2000 };
#define TIME_MAX_MS (INT64_C(400) * 86400000)

/* ---- what must hold of what is said ---- */

static bool is_utf8(const char *text, size_t length) {
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)text, *end = at + length;
    while (at < end) {
        utf8proc_int32_t c;
        utf8proc_ssize_t bytes = utf8proc_iterate(at, end - at, &c);
        if (bytes <= 0) return false;
        at += bytes;
    }
    return true;
}

static bool copy_seq(void *context, const void *row) {
    *(uint64_t *)context = ((const StoreEntry *)row)->seq;
    return false;
}

/* What is told of a table is in its log. */
static void check_written(Script *script, const char *code, uint64_t q) {
    StoreTable row;
    uint64_t seq = 0;
    if (!q || script->hostile) return;
    MUST(table_by_code(script->store, code, &row));
    store_log(script->store, row.id, q, copy_seq, &seq);
    if (seq != q) fprintf(stderr, "%s: %llu was told\n", code, (unsigned long long)q);
    MUST(seq == q);
}

static const cJSON *member(const cJSON *json, const char *name) { return cJSON_GetObjectItemCaseSensitive(json, name); }

static void note(char *out, size_t size, const cJSON *text) {
    const char *words = cJSON_GetStringValue(text);
    if (words) snprintf(out, size, "%s", words);
}

static void hear(Script *script, HubLine line, const cJSON *json) {
    const cJSON *q = member(json, "q"), *table = member(json, "table");
    const char *kind = cJSON_GetStringValue(member(json, "t"));
    if (strcmp(kind, "joined") == 0 || strcmp(kind, "resumed") == 0 || strcmp(kind, "no") == 0)
        script->joining[line] = false;
    note(script->code[line], sizeof script->code[line], member(table, "code"));
    note(script->game, sizeof script->game, member(member(json, "game"), "id"));
    if (!cJSON_IsNumber(q)) return;
    script->person[script->who[line]].q = (uint64_t)q->valuedouble;
    if (!script->joining[line]) check_written(script, script->code[line], (uint64_t)q->valuedouble);
}

/* The other end of the wire makes sense of it, whatever it was told before. */
static void understand(Script *script, unsigned who, const char *text, size_t length) {
    ClientTable *table = &script->person[who].table;
    char error[JSON_ERROR_MAX] = "";
    table->now_ms = script->mono_ms;
    if (client_hear(table, text, length, error) != CLIENT_BAD || script->hostile) return;
    fprintf(stderr, "a client does not understand this: %s\n%.*s\n", error, (int)length, text);
    MUST(false);
}

static ScriptPerson *person_of(Script *script, HubLine line) {
    MUST(line && line <= script->lines && line >= script->first);
    return &script->person[script->who[line]];
}

/* ---- what the hub asks of the world ---- */

static void on_send(void *self, HubLine line, const char *text, size_t length) {
    Script *script = self;
    person_of(script, line);
    unsigned state = script->state[line];
    MUST(state == LINE_SOCKET || state == LINE_STREAM || state == LINE_GONE);
    if (script->trace) fprintf(stderr, "    to %u: %.*s\n", script->who[line], (int)length, text);
    MUST(script->hostile || is_utf8(text, length));
    if (state != LINE_SOCKET) return;
    cJSON *json = cJSON_ParseWithLength(text, length);
    MUST(cJSON_IsObject(json) && cJSON_IsString(member(json, "t")));
    hear(script, line, json);
    cJSON_Delete(json);
    if (script->person[script->who[line]].socket == line) understand(script, script->who[line], text, length);
    if (script->heard) script->heard(script->context, script->who[line], text, length);
}

/* Ids and secrets that later lines can name. */
static void learn(Script *script, ScriptPerson *person, const cJSON *json) {
    const cJSON *key = member(json, "key"), *club = member(json, "club"), *bot = member(json, "bot");
    const char *link = cJSON_GetStringValue(member(json, "link"));
    note(key ? script->follow : script->table, SCRIPT_WORD, member(json, "code"));
    note(script->follow_key, SCRIPT_WORD, key);
    note(script->club, SCRIPT_WORD, member(club, "id"));
    note(script->invite, SCRIPT_WORD, member(club, "invite"));
    note(script->bot, SCRIPT_WORD, member(bot, "id"));
    note(script->game, SCRIPT_WORD, member(cJSON_GetArrayItem(member(json, "games"), 0), "id"));
    note(person->bearer, SCRIPT_WORD, member(json, "token"));
    note(person->user, sizeof person->user, member(member(json, "user"), "id"));
    const char *token = link ? strstr(link, "/l/") : NULL;
    if (token) snprintf(script->link, SCRIPT_WORD, "%s", token + 3);
}

/* A secret that is given away opens a door already. */
static void check_session(Script *script, const char *session) {
    uint8_t hash[STORE_HASH_BYTES];
    StoreKey key;
    MUST(token_hash(session, hash) && store_key(script->store, hash, &key));
}

static void on_respond(void *self, HubLine line, const HubResponse *response) {
    Script *script = self;
    ScriptPerson *person = person_of(script, line);
    unsigned state = script->state[line];
    MUST(state == LINE_ASKED || state == LINE_GONE);
    if (script->trace)
        fprintf(stderr, "    %u for %u: %.*s\n", response->status, script->who[line], (int)response->length,
                response->body);
    MUST(response->status >= 200 && response->status < 600 && response->type);
    MUST(script->hostile || is_utf8(response->body, response->length));
    bool nobody = person == &script->person[SCRIPT_PEOPLE];
    if (response->session && response->session[0] && !script->hostile) check_session(script, response->session);
    if (response->session && !nobody) snprintf(person->session, SCRIPT_WORD, "%s", response->session);
    if (strcmp(response->type, "application/json") == 0) {
        cJSON *json = cJSON_ParseWithLength(response->body, response->length);
        MUST(cJSON_IsObject(json));
        MUST((response->status >= 400) == (member(json, "error") != NULL));
        learn(script, person, json);
        cJSON_Delete(json);
    }
    if (state == LINE_GONE) return;
    script->state[line] = response->stream ? LINE_STREAM : LINE_ANSWERED;
    if (response->stream) person->stream = line;
}

static void forget_line(Script *script, HubLine line) {
    ScriptPerson *person = person_of(script, line);
    script->state[line] = LINE_GONE;
    if (person->socket == line) person->socket = 0;
    if (person->stream == line) person->stream = 0;
}

static void on_close(void *self, HubLine line, unsigned code, const char *reason) {
    Script *script = self;
    person_of(script, line);
    unsigned state = script->state[line];
    MUST(state == LINE_SOCKET || state == LINE_STREAM || state == LINE_GONE);
    MUST(code >= 1000 && code < 5000 && strlen(reason) <= 123 && is_utf8(reason, strlen(reason)));
    forget_line(script, line);
}

static bool on_run(void *self, HubJob *job) {
    Script *script = self;
    if (script->jobs == SCRIPT_JOBS) return false;
    script->job[script->jobs++] = job;
    return true;
}

static void on_commit(void *self, const StoreBatch *batch) {
    Script *script = self;
    MUST(!script->batch);
    script->batch = batch;
}

static void on_read(void *self, StoreFact *fact) {
    Script *script = self;
    MUST(script->facts < SCRIPT_FACTS);
    script->fact[script->facts++] = fact;
}

static void on_opened(void *self, HubLine line, unsigned status) {
    Script *script = self;
    ScriptPerson *person = person_of(script, line);
    MUST(script->state[line] == LINE_ASKED && (!status || (status >= 400 && status < 600)));
    script->state[line] = status ? LINE_GONE : LINE_SOCKET;
    if (status) return;
    person->socket = line;
    client_table_free(&person->table);
}

static void on_random(void *self, void *out, size_t bytes) {
    Script *script = self;
    for (size_t i = 0; i < bytes; i++) ((uint8_t *)out)[i] = (uint8_t)(random_next(&script->chance) >> 32);
}

static void on_log(void *self, const char *level, const char *event, const char *detail) {
    Script *script = self;
    char text[2000];
    bool expected = strcmp(event, "storage_full") == 0 || strcmp(event, "storage_failed") == 0;
    snprintf(text, sizeof text, "{%s}", detail);
    cJSON *json = cJSON_Parse(text);
    if (!json || (strcmp(level, "error") == 0 && !expected && !script->hostile))
        fprintf(stderr, "log: %s %s %s\n", level, event, detail);
    MUST(json);
    MUST(strcmp(level, "error") != 0 || expected || script->hostile);
    cJSON_Delete(json);
}

/* ---- turns ---- */

static void begin_turn(Script *script) { hub_begin_turn(script->hub, script->mono_ms, script->wall_ms); }

static void end_turn(Script *script) {
    script->wait_ms = hub_end_turn(script->hub);
    MUST(script->wait_ms >= 0 && script->wait_ms <= 60000);
}

static void commit(Script *script, StoreVerdict fault) {
    char trouble[STORE_TROUBLE_MAX] = "\"no\\room\n";
    if (!script->batch) return;
    const StoreBatch *batch = script->batch;
    StoreVerdict verdict = fault == STORE_DONE ? store_commit(script->store, batch, trouble) : fault;
    MUST(verdict == fault || script->hostile);
    script->batch = NULL;
    begin_turn(script);
    hub_committed(script->hub, verdict, trouble);
    end_turn(script);
}

static void read_fact(Script *script, bool good) {
    if (!script->facts) return;
    StoreFact *fact = script->fact[0];
    script->facts--;
    for (unsigned i = 0; i < script->facts; i++) script->fact[i] = script->fact[i + 1];
    store_fact_read(script->store, fact);
    MUST(fact->good || script->hostile);
    fact->good = fact->good && good;
    begin_turn(script);
    hub_read_done(script->hub, fact);
    end_turn(script);
}

/* As hub_job_run(), but bots and passwords are quick and always the same. */
static void run_job(HubJob *job) {
    if (job->kind == JOB_BOT) {
        job->bot.bot.rules = &job->bot.rules;
        job->bot.bot.budget = (BotBudget){.worlds = 1};
        job->bot.acts = bot_act(&job->bot.bot, &job->bot.view, &job->bot.action);
        return;
    }
    if (job->kind != JOB_HASH && job->kind != JOB_VERIFY) return hub_job_run(job);
    char hash[STORE_PASSWORD_MAX];
    snprintf(hash, sizeof hash, "hash of %.100s", job->password.password);
    job->password.good = job->kind == JOB_HASH || strcmp(hash, job->password.stored) == 0;
    if (job->kind == JOB_HASH) memcpy(job->password.stored, hash, sizeof hash);
}

static void do_job(Script *script) {
    if (!script->jobs) return;
    HubJob *job = script->job[0];
    script->jobs--;
    for (unsigned i = 0; i < script->jobs; i++) script->job[i] = script->job[i + 1];
    run_job(job);
    begin_turn(script);
    hub_job_done(script->hub, job);
    end_turn(script);
}

static void settle(Script *script) {
    for (unsigned i = 0; script->facts || script->batch || script->jobs; i++) {
        MUST(i < SETTLE_MAX);
        if (script->facts) read_fact(script, true);
        else if (script->batch) commit(script, STORE_DONE);
        else do_job(script);
    }
}

static void pass_time(Script *script, int64_t ms, bool settles) {
    int64_t until = script->mono_ms + (ms < 0 ? 0 : ms > TIME_MAX_MS ? TIME_MAX_MS : ms);
    for (unsigned turn = 0; turn <= TURNS_MAX && script->mono_ms < until; turn++) {
        int64_t step = script->wait_ms < 1 ? 1 : script->wait_ms;
        if (turn == TURNS_MAX || step > until - script->mono_ms) step = until - script->mono_ms;
        script->mono_ms += step;
        script->wall_ms += step;
        begin_turn(script);
        end_turn(script);
        if (settles) settle(script);
    }
}

/* ---- life and death ---- */

static bool start(Script *script, char trouble[STORE_TROUBLE_MAX]) {
    HubConfig config = {.url = "http://uno.example:8080", .unlimited = true};
    HubConfig low = {.url = "http://uno.example:8080",
                     .sockets_per_address = 3,
                     .sockets_per_user = 2,
                     .tables_max = 3,
                     .tables_per_user = 2,
                     .spectators_max = 1,
                     .messages_per_s = 3,
                     .requests_per_s = 3,
                     .guests_per_hour = 3,
                     .idle_minutes = 1};
    HubWorld calls = {script, on_send, on_respond, on_close, on_run, on_commit, on_read, on_opened, on_random, on_log};
    script->first = script->lines + 1;
    script->wait_ms = 0;
    script->hub = hub_new(script->limits ? &low : &config, &calls, script->store, script->wall_ms, trouble);
    if (script->hub) {
        begin_turn(script);
        end_turn(script);
    }
    return script->hub;
}

static void stop(Script *script) {
    hub_free(script->hub);
    for (unsigned i = 0; i < script->jobs; i++) hub_job_drop(script->job[i]);
    for (unsigned i = 0; i <= SCRIPT_PEOPLE; i++) {
        script->person[i].socket = script->person[i].stream = 0;
        client_table_free(&script->person[i].table);
    }
    script->jobs = script->facts = 0;
    script->batch = NULL;
    script->hub = NULL;
}

static void crash(Script *script, bool written) {
    char trouble[STORE_TROUBLE_MAX] = "";
    if (written && script->batch) store_commit(script->store, script->batch, trouble);
    stop(script);
    if (!start(script, trouble)) fprintf(stderr, "%s\n", trouble);
    MUST(script->hub);
}

bool script_begin(Script *script, Store *store, bool limits, bool hostile, char trouble[STORE_TROUBLE_MAX]) {
    void (*heard)(void *, unsigned, const char *, size_t) = script->heard;
    void *context = script->context;
    memset(script, 0, sizeof *script);
    script->heard = heard;
    script->context = context;
    script->store = store;
    script->limits = limits;
    script->hostile = hostile;
    script->trace = getenv("FUZZ_TRACE");
    for (unsigned i = 0; i <= SCRIPT_PEOPLE; i++) client_table_init(&script->person[i].table);
    script->chance = 1;
    script->mono_ms = 1000;
    script->wall_ms = INT64_C(1800000000000);
    return start(script, trouble);
}

void script_end(Script *script) {
    settle(script);
    pass_time(script, 2000, true); /* a disk that was full is tried again */
    settle(script);
    if (!hub_has_failed(script->hub) && !script->hostile) {
        MUST(hub_is_settled(script->hub));
        for (HubLine line = script->first; line <= script->lines; line++) MUST(script->state[line] != LINE_ASKED);
    }
    if (script->hostile) return stop(script);
    size_t tables = script->hub->desks.count;
    bool failed = hub_has_failed(script->hub);
    crash(script, false);
    MUST(failed || script->hub->desks.count == tables);
    settle(script);
    stop(script);
}

/* ---- lines ---- */

/* Something that the person's seat may do. */
static void put_action(Script *script, const ScriptPerson *person, unsigned choice, char *out, size_t size) {
    static Action actions[ACTIONS_MAX];
    const char *code = script->code[person->socket];
    const Desk *desk = code[0] ? tables_find(script->hub, code) : NULL;
    uint64_t user = 0;
    if (!desk || desk->table.stage != TABLE_PLAYING || !id_parse(person->user, &user)) return;
    const Table *table = &desk->table;
    Seat seat = table_seat_of(table, user);
    if (seat == NO_SEAT || seat >= table->players) return;
    unsigned count = game_actions(&table->settings.ruleset.rules, &table->game, seat, actions);
    if (count) action_format(&table->settings.ruleset.rules, actions[choice * count / 10 % count], out, (unsigned)size);
}

/* What stands for "$X", whose letter is *at; *at goes behind it. */
static void put_word(Script *script, const ScriptPerson *person, const char **at, char *out, size_t size) {
    char letter = *(*at)++;
    unsigned digit = (letter == 'U' || letter == 'A') && **at >= '0' && **at <= '9' ? (unsigned)(*(*at)++ - '0') : 0;
    const char *word = "";
    switch (letter) {
    case 'T': word = script->table; break;
    case 'C': word = script->club; break;
    case 'I': word = script->invite; break;
    case 'B': word = script->bot; break;
    case 'K': word = script->link; break;
    case 'G': word = script->game; break;
    case 'F': word = script->follow; break;
    case 'S': word = script->follow_key; break;
    case 'U': word = script->person[digit % SCRIPT_PEOPLE].user; break;
    case 'Q': snprintf(out, size, "%llu", (unsigned long long)person->q); return;
    case 'A': put_action(script, person, digit, out, size); return;
    case 0: (*at)--; return;
    default: return;
    }
    snprintf(out, size, "%s", word);
}

static const char *expand(Script *script, const ScriptPerson *person, const char *line) {
    static char out[WORDS_MAX];
    size_t used = 0;
    while (*line && used + SCRIPT_WORD + 1 < sizeof out) {
        char word[SCRIPT_WORD] = "";
        if (*line != '$') {
            out[used++] = *line++;
            continue;
        }
        line++;
        put_word(script, person, &line, word, sizeof word);
        size_t length = strlen(word);
        memcpy(out + used, word, length);
        used += length;
    }
    out[used] = 0;
    return out;
}

static HubLine new_line(Script *script, unsigned who, LineState state) {
    if (script->lines + 1 >= SCRIPT_LINES) return 0;
    script->who[++script->lines] = (uint8_t)who;
    script->state[script->lines] = (uint8_t)state;
    return script->lines;
}

typedef struct {
    unsigned who;
    bool program, foreign;
    char address[HUB_ADDRESS_MAX];
} Asker;

static HubRequest request_of(const Script *script, const Asker *asker, const char *method, const char *path,
                             const char *query, const char *body) {
    const ScriptPerson *person = &script->person[asker->who];
    return (HubRequest){.method = method,
                        .path = path,
                        .query = query,
                        .session = asker->program ? "" : person->session,
                        .bearer = asker->program ? person->bearer : "",
                        .address = asker->address,
                        .foreign = asker->foreign,
                        .body = body,
                        .length = strlen(body)};
}

/* "POST /api/tables?x=y {...}"; false: it is none. */
static bool ask(Script *script, const Asker *asker, char *words) {
    char *target = strchr(words, ' ');
    if (words[0] < 'A' || words[0] > 'Z' || !target || target[1] != '/') return false;
    *target++ = 0;
    char *body = strchr(target, ' '), *query = NULL;
    if (body) *body++ = 0;
    if ((query = strchr(target, '?'))) *query++ = 0;
    if (body && strlen(body) > HUB_BODY_MAX) return true;
    HubLine line = new_line(script, asker->who, LINE_ASKED);
    HubRequest request = request_of(script, asker, words, target, query ? query : "", body ? body : "");
    if (line) hub_request(script->hub, line, &request);
    return true;
}

static void open_socket(Script *script, const Asker *asker) {
    HubRequest request = request_of(script, asker, "GET", "/ws", "", "");
    HubLine line = new_line(script, asker->who, LINE_ASKED);
    if (line) hub_socket_asked(script->hub, line, &request);
}

static void person_line(Script *script, char *line) {
    Asker asker = {.who = line[0] == '-' ? SCRIPT_PEOPLE : (unsigned)(line[0] - '0') % SCRIPT_PEOPLE};
    ScriptPerson *person = &script->person[asker.who];
    snprintf(asker.address, sizeof asker.address, asker.who % 2 ? "2001:db8::%u" : "192.0.2.%u", asker.who);
    for (line++; *line == 'b' || *line == '!'; line++) *(*line == 'b' ? &asker.program : &asker.foreign) = true;
    if (*line == '@') {
        size_t length = strcspn(++line, " ");
        snprintf(asker.address, sizeof asker.address, "%.*s", (int)length, line);
        line += length;
    }
    if (*line == ' ') line++;
    char *words = strdup(expand(script, person, line));
    MUST(words);
    begin_turn(script);
    if (strcmp(words, "open") == 0) open_socket(script, &asker);
    else if (strcmp(words, "close") == 0) {
        if (person->socket) hub_socket_closed(script->hub, person->socket);
        if (person->socket) forget_line(script, person->socket);
    } else if (strcmp(words, "gone") == 0) {
        HubLine gone = person->stream ? person->stream : script->lines;
        if (gone >= script->first && script->state[gone] != LINE_SOCKET && script->state[gone] != LINE_GONE) {
            hub_request_gone(script->hub, gone);
            forget_line(script, gone);
        }
    } else if (!ask(script, &asker, words) && person->socket && is_utf8(words, strlen(words))) {
        if (strstr(words, "join")) script->joining[person->socket] = true;
        hub_socket_message(script->hub, person->socket, words, strlen(words));
    }
    end_turn(script);
    free(words);
}

static void put_nowhere(void *sink, const char *words) { *(size_t *)sink += strlen(words); }

static void operator_line(Script *script, const char *line) {
    begin_turn(script);
    char *answer = hub_admin(script->hub, expand(script, &script->person[SCRIPT_PEOPLE], line));
    cJSON *json = cJSON_Parse(answer);
    MUST(cJSON_IsObject(json) && (script->hostile || is_utf8(answer, strlen(answer))));
    cJSON_Delete(json);
    free(answer);
    end_turn(script);
}

void script_line(Script *script, char *line) {
    size_t bytes = 0;
    const Printer nowhere = {put_nowhere, &bytes};
    bool waits = *line == '~';
    if (script->hostile && hub_has_failed(script->hub)) return;
    if (script->trace) fprintf(stderr, "%s\n", line);
    line += waits;
    if (*line == '+') pass_time(script, strtoll(line + 1, NULL, 10), !waits);
    else if (*line == '-' || (*line >= '0' && *line <= '9')) person_line(script, line);
    else if (strcmp(line, "commit") == 0) commit(script, STORE_DONE);
    else if (strcmp(line, "full") == 0) commit(script, STORE_FULL);
    else if (strcmp(line, "fail") == 0) commit(script, STORE_FAILED);
    else if (strcmp(line, "read") == 0) read_fact(script, true);
    else if (strcmp(line, "unread") == 0) read_fact(script, false);
    else if (strcmp(line, "job") == 0) do_job(script);
    else if (strcmp(line, "drain") == 0) hub_drain(script->hub);
    else if (strcmp(line, "crash") == 0) crash(script, false);
    else if (strcmp(line, "crash written") == 0) crash(script, true);
    else if (strncmp(line, "admin ", 6) == 0) operator_line(script, line + 6);
    else if (strcmp(line, "metrics") == 0) hub_metrics(script->hub, &nowhere);
    if (!waits) settle(script);
    if (hub_has_failed(script->hub) && !script->hostile) crash(script, false);
}

void script_lines(Script *script, char *text) {
    for (char *line; (line = fuzz_line(&text));) script_line(script, line);
}

/* ---- files ---- */

const char *const script_files[] = {
    "tests/fuzz/seeds/hub/game.txt",   "tests/fuzz/seeds/hub/split.txt", "tests/fuzz/seeds/hub/program.txt",
    "tests/fuzz/seeds/hub/people.txt", "tests/fuzz/seeds/hub/club.txt",  NULL,
};

char *script_read(const char *path) {
    enum { FILE_MAX = 1 << 16 };
    FILE *file = fopen(path, "r");
    char *text = calloc(1, FILE_MAX);
    if (!file) fprintf(stderr, "%s is missing: run this from the folder of the project\n", path);
    MUST(file && text && fread(text, 1, FILE_MAX - 1, file) > 0 && feof(file));
    fclose(file);
    return text;
}
