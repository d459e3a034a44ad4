/* lab_book.c -- writing, reading and merging. Counts are written as "place=number" for all that are not 0, since a
 * number of JSON does not hold 64 bits. */
#include "lab_book.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1, PLACES = sizeof(LabCount) / sizeof(uint64_t), SEED_HEX = 2 * SEED_BYTES + 1 };

/* ---- memory ---- */

bool lab_book_init(LabBook *book) {
    memset(book, 0, sizeof *book);
    book->shards = 1;
    book->rules = calloc(LAB_CELLS_MAX, sizeof *book->rules);
    return book->rules;
}

void lab_book_free(LabBook *book) {
    free(book->rules);
    free(book->count);
    book->rules = NULL;
    book->count = NULL;
}

LabCell *lab_book_add(LabBook *book, const Rules *rules, unsigned players, const char *label, const char *setting) {
    if (book->plan.cells == LAB_CELLS_MAX) return NULL;
    unsigned at = book->plan.cells++;
    LabCell *cell = &book->plan.cell[at];
    *cell = (LabCell){.players = players, .base = at};
    book->rules[at] = *rules;
    cell->rules = &book->rules[at];
    snprintf(cell->label, sizeof cell->label, "%s", label);
    snprintf(cell->setting, sizeof cell->setting, "%s", setting);
    for (unsigned i = at; i-- > 0;)
        if (book->plan.cell[i].players == players && book->rules[i].family == rules->family) cell->base = i;
    return cell;
}

bool lab_book_open(LabBook *book) {
    free(book->count);
    book->count = calloc(book->plan.cells ? book->plan.cells : 1, sizeof *book->count);
    return book->count;
}

LabFindings lab_book_findings(const LabBook *book) {
    return (LabFindings){.plan = &book->plan,
                         .count = book->count,
                         .title = book->title,
                         .again = book->again,
                         .axis = {book->axis[0][0] ? book->axis[0] : NULL, book->axis[1][0] ? book->axis[1] : NULL},
                         .matches = book->matches};
}

/* ---- writing ---- */

static char *counts_text(const LabCount *count) {
    const uint64_t *number = (const uint64_t *)count;
    size_t room = 64, used = 0;
    for (unsigned i = 0; i < PLACES; i++)
        if (number[i]) room += 32;
    char *text = malloc(room);
    if (!text) return NULL;
    text[0] = 0;
    for (unsigned i = 0; i < PLACES; i++)
        if (number[i])
            used += (size_t)snprintf(text + used, room - used, "%s%u=%llu", used ? " " : "", i,
                                     (unsigned long long)number[i]);
    return text;
}

static cJSON *cell_json(const LabCell *cell, const LabCount *count) {
    cJSON *json = cJSON_CreateObject();
    char rules[RULESET_TEXT_MAX];
    char *counts = counts_text(count);
    ruleset_format(cell->rules, rules, sizeof rules);
    cJSON_AddStringToObject(json, "label", cell->label);
    cJSON_AddStringToObject(json, "setting", cell->setting);
    cJSON_AddNumberToObject(json, "players", cell->players);
    cJSON_AddNumberToObject(json, "base", cell->base);
    cJSON_AddNumberToObject(json, "row", cell->axis[0]);
    cJSON_AddNumberToObject(json, "column", cell->axis[1]);
    cJSON_AddStringToObject(json, "rules", rules);
    cJSON_AddStringToObject(json, "counts", counts ? counts : "");
    free(counts);
    return json;
}

static cJSON *figures_json(const LabBook *book, unsigned cell) {
    cJSON *json = cJSON_CreateObject();
    for (unsigned i = 0; i < METRICS; i++) {
        LabFigure figure = lab_mean(&book->count[cell], (Metric)i, lab_z(book->plan.cells));
        cJSON *range = cJSON_CreateArray();
        cJSON_AddItemToArray(range, cJSON_CreateNumber(figure.value));
        if (figure.sure) {
            cJSON_AddItemToArray(range, cJSON_CreateNumber(figure.low));
            cJSON_AddItemToArray(range, cJSON_CreateNumber(figure.high));
        }
        cJSON_AddItemToObject(json, metric_rows[i].name, range);
    }
    return json;
}

static void write_plan(const LabBook *book, cJSON *json) {
    char seed[SEED_HEX];
    for (unsigned i = 0; i < SEED_BYTES; i++) snprintf(seed + 2 * i, 3, "%02x", book->plan.seed.bytes[i]);
    cJSON_AddStringToObject(json, "title", book->title);
    cJSON_AddStringToObject(json, "again", book->again);
    cJSON_AddStringToObject(json, "rows", book->axis[0]);
    cJSON_AddStringToObject(json, "columns", book->axis[1]);
    cJSON_AddBoolToObject(json, "matches", book->matches);
    cJSON_AddStringToObject(json, "seed", seed);
    cJSON_AddNumberToObject(json, "skill", book->plan.skill);
    cJSON_AddNumberToObject(json, "searches", book->plan.searches);
    cJSON_AddNumberToObject(json, "shard", book->shard);
    cJSON_AddNumberToObject(json, "shards", book->shards);
    cJSON_AddNumberToObject(json, "games", (double)book->games);
    cJSON_AddNumberToObject(json, "reached", (double)book->reached);
    cJSON *bots = cJSON_AddArrayToObject(json, "bots");
    for (unsigned i = 0; i < book->plan.bots; i++) {
        cJSON *bot = cJSON_CreateObject();
        cJSON_AddStringToObject(bot, "bot", book->plan.bot[i].kind->name);
        cJSON_AddNumberToObject(bot, "worlds", book->plan.bot[i].worlds);
        cJSON_AddItemToArray(bots, bot);
    }
}

void lab_book_write(const LabBook *book, const Printer *printer) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "uno_lab", FORMAT);
    write_plan(book, json);
    cJSON *cells = cJSON_AddArrayToObject(json, "cells");
    for (unsigned i = 0; i < book->plan.cells; i++) {
        cJSON *cell = cell_json(&book->plan.cell[i], &book->count[i]);
        cJSON_AddItemToObject(cell, "figures", figures_json(book, i));
        cJSON_AddItemToArray(cells, cell);
    }
    char *text = cJSON_Print(json);
    if (text) printer->put(printer->sink, text);
    printer->put(printer->sink, "\n");
    cJSON_free(text);
    cJSON_Delete(json);
}

/* ---- reading ---- */

static bool bad(LabBookError *error, const char *what) {
    snprintf(error->text, sizeof error->text, "%s", what);
    return false;
}

static bool read_number(const cJSON *json, const char *name, double high, double *out) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) || !(item->valuedouble <= high)) return false;
    if (item->valuedouble != (double)(uint64_t)item->valuedouble) return false;
    return *out = item->valuedouble, true;
}

static bool read_unsigned(const cJSON *json, const char *name, unsigned high, unsigned *out) {
    double number;
    if (!read_number(json, name, high, &number)) return false;
    return *out = (unsigned)number, true;
}

static const char *read_text(const cJSON *json, const char *name, size_t room) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(item) && strlen(item->valuestring) < room ? item->valuestring : NULL;
}

static bool copy_text(const cJSON *json, const char *name, char *out, size_t room) {
    const char *text = read_text(json, name, room);
    if (!text) return false;
    return memcpy(out, text, strlen(text) + 1), true;
}

/* "12=345 13=6": places ascend, numbers are above 0. */
static bool read_counts(const char *text, LabCount *count) {
    uint64_t *number = (uint64_t *)count;
    for (unsigned long next = 0; *text;) {
        char *end;
        if (*text < '0' || *text > '9') return false;
        unsigned long place = strtoul(text, &end, 10);
        if (*end != '=' || place < next || place >= PLACES || end[1] < '1' || end[1] > '9') return false;
        number[place] = strtoull(end + 1, &end, 10);
        if (*end && *end != ' ') return false;
        text = *end ? end + 1 : end;
        next = place + 1;
    }
    return true;
}

static bool read_seed(const cJSON *json, Seed *out) {
    const char *text = read_text(json, "seed", SEED_HEX);
    if (!text || strlen(text) != SEED_HEX - 1 || strspn(text, "0123456789abcdef") != SEED_HEX - 1) return false;
    for (unsigned i = 0; i < SEED_BYTES; i++) {
        char two[3] = {text[2 * i], text[2 * i + 1], 0};
        out->bytes[i] = (uint8_t)strtoul(two, NULL, 16);
    }
    return true;
}

static bool read_bots(const cJSON *json, LabPlan *plan) {
    const cJSON *bots = cJSON_GetObjectItemCaseSensitive(json, "bots"), *bot;
    cJSON_ArrayForEach(bot, bots) {
        const char *name = read_text(bot, "bot", 64);
        if (plan->bots == SEATS_MAX || !name) return false;
        LabBot *to = &plan->bot[plan->bots++];
        to->kind = bot_find(name);
        if (!to->kind || !read_unsigned(bot, "worlds", 1000000, &to->worlds)) return false;
    }
    return plan->bots;
}

static bool read_plan(const cJSON *json, LabBook *book) {
    double games, reached;
    const cJSON *matches = cJSON_GetObjectItemCaseSensitive(json, "matches");
    if (!copy_text(json, "title", book->title, sizeof book->title) ||
        !copy_text(json, "again", book->again, sizeof book->again) ||
        !copy_text(json, "rows", book->axis[0], LAB_AXIS_MAX) ||
        !copy_text(json, "columns", book->axis[1], LAB_AXIS_MAX))
        return false;
    if (!cJSON_IsBool(matches) || !read_seed(json, &book->plan.seed) || !read_bots(json, &book->plan)) return false;
    if (!read_unsigned(json, "skill", 1u << 30, &book->plan.skill) ||
        !read_unsigned(json, "searches", 1u << 30, &book->plan.searches) ||
        !read_unsigned(json, "shards", 1000000, &book->shards) || !book->shards ||
        !read_unsigned(json, "shard", book->shards - 1, &book->shard))
        return false;
    if (!read_number(json, "games", 1e15, &games) || !read_number(json, "reached", games, &reached)) return false;
    book->games = (uint64_t)games;
    book->reached = (uint64_t)reached;
    book->matches = cJSON_IsTrue(matches);
    return true;
}

static bool read_cell(const cJSON *json, LabBook *book) {
    Ruleset ruleset;
    RulesetError problem;
    char label[LAB_LABEL_MAX], setting[LAB_LABEL_MAX];
    const char *rules = read_text(json, "rules", RULESET_TEXT_MAX);
    unsigned players, base, row, column;
    if (!rules || !copy_text(json, "label", label, sizeof label) ||
        !copy_text(json, "setting", setting, sizeof setting) || !read_unsigned(json, "players", SEATS_MAX, &players) ||
        !read_unsigned(json, "base", book->plan.cells, &base) || !read_unsigned(json, "row", LAB_CELLS_MAX, &row) ||
        !read_unsigned(json, "column", LAB_CELLS_MAX, &column))
        return false;
    if (!ruleset_parse("cell", rules, strlen(rules), NULL, &ruleset, &problem) ||
        !rules_allow_players(&ruleset.rules, players, NULL))
        return false;
    for (unsigned i = 0; i < book->plan.bots; i++)
        if (!(book->plan.bot[i].kind->families >> ruleset.rules.family & 1)) return false;
    LabCell *cell = lab_book_add(book, &ruleset.rules, players, label, setting);
    if (!cell || cell->base != base) return false;
    cell->axis[0] = row;
    cell->axis[1] = column;
    return true;
}

static bool read_cells(const cJSON *json, LabBook *book) {
    const cJSON *cells = cJSON_GetObjectItemCaseSensitive(json, "cells"), *cell;
    unsigned at = 0;
    cJSON_ArrayForEach(cell, cells) if (!read_cell(cell, book)) return false;
    if (!book->plan.cells || !lab_book_open(book)) return false;
    cJSON_ArrayForEach(cell, cells) {
        const char *counts = read_text(cell, "counts", LAB_BOOK_BYTES_MAX);
        if (!counts || !read_counts(counts, &book->count[at])) return false;
        if (book->count[at].games > book->games || book->count[at].watched > book->count[at].games) return false;
        at++;
    }
    return true;
}

bool lab_book_read(const char *text, size_t length, LabBook *out, LabBookError *error) {
    double format;
    if (!lab_book_init(out)) return bad(error, "there is not enough memory");
    cJSON *json = cJSON_ParseWithLength(text, length);
    bool good = json && read_number(json, "uno_lab", 1e6, &format);
    if (!good) bad(error, "it is not a file of uno lab; `uno lab ... --json FILE` writes one");
    else if (format != FORMAT) good = bad(error, "it was written by another version of uno lab");
    else if (!read_plan(json, out)) good = bad(error, "its plan is damaged");
    else if (!read_cells(json, out)) good = bad(error, "its rules or counts are damaged");
    cJSON_Delete(json);
    if (!good) lab_book_free(out);
    return good;
}

/* ---- merging ---- */

static bool same_bots(const LabPlan *a, const LabPlan *b) {
    if (a->bots != b->bots) return false;
    for (unsigned i = 0; i < a->bots; i++)
        if (a->bot[i].kind != b->bot[i].kind || a->bot[i].worlds != b->bot[i].worlds) return false;
    return true;
}

bool lab_book_same(const LabBook *a, const LabBook *b) {
    const LabPlan *x = &a->plan, *y = &b->plan;
    if (x->cells != y->cells || !same_bots(x, y) || x->skill != y->skill || x->searches != y->searches ||
        memcmp(&x->seed, &y->seed, sizeof x->seed) != 0 || a->games != b->games)
        return false;
    for (unsigned i = 0; i < x->cells; i++) {
        char one[RULESET_HASH_HEX], other[RULESET_HASH_HEX];
        ruleset_hash(x->cell[i].rules, one);
        ruleset_hash(y->cell[i].rules, other);
        if (strcmp(one, other) != 0 || x->cell[i].players != y->cell[i].players) return false;
    }
    return true;
}

static bool check_parts(const LabBook *parts, unsigned count, LabBookError *error) {
    for (unsigned i = 0; i < count; i++) {
        if (!lab_book_same(&parts[0], &parts[i]) || parts[i].shards != parts[0].shards)
            return snprintf(
                       error->text, sizeof error->text,
                       "file %u is of another plan than the first: rules, players, bots, seed, games and number of shards must be the same",
                       i + 1),
                   false;
        if (parts[i].reached < parts[i].games)
            return snprintf(error->text, sizeof error->text, "file %u is not finished: go on with --resume first",
                            i + 1),
                   false;
        for (unsigned j = 0; j < i; j++)
            if (parts[i].shard == parts[j].shard)
                return snprintf(error->text, sizeof error->text, "files %u and %u are both shard %u of %u", j + 1,
                                i + 1, parts[i].shard + 1, parts[i].shards),
                       false;
    }
    if (count == parts[0].shards) return true;
    for (unsigned shard = 0; shard < parts[0].shards; shard++) {
        unsigned i = 0;
        while (i < count && parts[i].shard != shard) i++;
        if (i == count)
            return snprintf(error->text, sizeof error->text, "shard %u of %u is missing", shard + 1, parts[0].shards),
                   false;
    }
    return true;
}

bool lab_book_merge(const LabBook *parts, unsigned count, LabBook *out, LabBookError *error) {
    if (!check_parts(parts, count, error)) return false;
    Rules *rules;
    if (!lab_book_init(out)) return bad(error, "there is not enough memory");
    rules = out->rules;
    *out = parts[0];
    out->rules = rules;
    out->count = NULL;
    memcpy(rules, parts[0].rules, LAB_CELLS_MAX * sizeof *rules);
    for (unsigned i = 0; i < out->plan.cells; i++) out->plan.cell[i].rules = &rules[i];
    out->shard = 0;
    out->shards = 1;
    out->reached = out->games;
    if (!lab_book_open(out)) return lab_book_free(out), bad(error, "there is not enough memory");
    for (unsigned i = 0; i < count; i++)
        for (unsigned cell = 0; cell < out->plan.cells; cell++) lab_merge(&out->count[cell], &parts[i].count[cell]);
    return true;
}
