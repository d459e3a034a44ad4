/* lab_book_json.c -- a lab's file, written and read. Counts are a text in it, since a number of JSON does not hold 64
 * bits. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab_book.h"

enum { FORMAT = 2, SEED_HEX = 2 * SEED_BYTES + 1 };

/* ---- writing ---- */

/* Gathers what is printed. */
typedef struct {
    char *text;
    size_t used, room;
} Gathered;

static void gather(void *sink, const char *text) {
    Gathered *to = sink;
    size_t length = strlen(text);
    if (to->used + length >= to->room) {
        size_t room = 2 * (to->room + length) + 64;
        char *grown = realloc(to->text, room);
        if (!grown) return; /* a file that lacks some is damaged, and refused when it is read */
        to->text = grown;
        to->room = room;
    }
    memcpy(to->text + to->used, text, length + 1);
    to->used += length;
}

static cJSON *cell_json(const LabCell *cell, const LabCount *count) {
    cJSON *json = cJSON_CreateObject();
    char rules[RULESET_TEXT_MAX];
    Gathered counts = {0};
    Printer printer = {gather, &counts};
    lab_counts_write(count, &printer);
    ruleset_format(cell->rules, rules, sizeof rules);
    cJSON_AddStringToObject(json, "label", cell->label);
    cJSON_AddStringToObject(json, "setting", cell->setting);
    cJSON_AddNumberToObject(json, "players", cell->players);
    cJSON_AddNumberToObject(json, "base", cell->base);
    cJSON_AddNumberToObject(json, "row", cell->axis[0]);
    cJSON_AddNumberToObject(json, "column", cell->axis[1]);
    cJSON_AddStringToObject(json, "rules", rules);
    cJSON_AddStringToObject(json, "counts", counts.text ? counts.text : "");
    free(counts.text);
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
        if (!counts || !lab_counts_read(counts, &book->count[at])) return false;
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
