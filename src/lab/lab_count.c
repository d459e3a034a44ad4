/* lab_count.c -- counts add up; and the names of what is counted. */
#include "lab.h"

#include <stdio.h>
#include <string.h>

const MetricRow metric_rows[METRICS] = {
#define ALL false
#define WATCHED true
#define METRIC(name, part, scale, unit, title, meaning) {#name, part, scale, unit, title, meaning},
#include "metric.def"
#undef METRIC
#undef ALL
#undef WATCHED
};

/* ALL is false and WATCHED true: so many are of every game, and none of them stands behind one that is not. */
#define ALL 0
#define WATCHED 1
#define METRIC(name, part, ...) \
    _Static_assert((METRIC_##name >= METRICS_ALL) == (part), #name " stands among the others of its part");
#include "metric.def"
#undef METRIC
#undef ALL
#undef WATCHED

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Every member is a number of 64 bits and is added to its like; of the largest of all, the larger one stays. */
void lab_merge(LabCount *whole, const LabCount *part) {
    _Static_assert(sizeof(LabCount) % sizeof(uint64_t) == 0, "a LabCount is 64-bit numbers and nothing else");
    uint64_t hand = larger(whole->hand_max, part->hand_max), draw = larger(whole->draw_max, part->draw_max);
    uint64_t turns = larger(whole->turns_max, part->turns_max);
    uint64_t *to = (uint64_t *)whole;
    const uint64_t *from = (const uint64_t *)part;
    for (size_t i = 0; i < sizeof *whole / sizeof *to; i++) to[i] += from[i];
    whole->hand_max = hand;
    whole->draw_max = draw;
    whole->turns_max = turns;
}

/* ---- as text ---- */

enum { PLACES = sizeof(LabCount) / sizeof(uint64_t) };

void lab_counts_write(const LabCount *count, const Printer *printer) {
    const uint64_t *number = (const uint64_t *)count;
    const char *gap = "";
    for (unsigned i = 0; i < PLACES; i++) {
        char text[48];
        if (!number[i]) continue;
        snprintf(text, sizeof text, "%s%u=%llu", gap, i, (unsigned long long)number[i]);
        printer->put(printer->sink, text);
        gap = " ";
    }
}

/* Digits without zeros in front; false: there are none, or too many. */
static bool read_number(const char **text, uint64_t *out) {
    const char *at = *text;
    *out = 0;
    if (*at == '0') return *text = at + 1, true;
    for (; *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (*out > (UINT64_MAX - digit) / 10) return false;
        *out = 10 * *out + digit;
    }
    if (at == *text) return false;
    return *text = at, true;
}

/* Places ascend, numbers are above 0. */
bool lab_counts_read(const char *text, LabCount *count) {
    uint64_t *number = (uint64_t *)count;
    memset(count, 0, sizeof *count);
    for (uint64_t next = 0, place; *text; next = place + 1) {
        if (next && *text++ != ' ') return false;
        if (!read_number(&text, &place) || place < next || place >= PLACES || *text++ != '=') return false;
        if (!read_number(&text, &number[place]) || !number[place]) return false;
    }
    return true;
}

/* ---- names ---- */

unsigned lab_fire_of_card(const Rules *rules, Face face) {
    if (face >= SECOND_CODE) return FIRE_SECONDS + face - (unsigned)SECOND_CODE;
    bool wild = rules->wilds >> face & 1 || (!face_is_coloured(rules, face) && face_value(face) == VALUE_WILD);
    return FIRE_CARDS + (wild ? VALUES + face_colour(face) : face_value(face));
}

static unsigned copy(const char *text, char *out, unsigned size) {
    unsigned length = (unsigned)strlen(text);
    if (size) {
        unsigned kept = length < size ? length : size - 1;
        memcpy(out, text, kept);
        out[kept] = 0;
    }
    return length;
}

unsigned lab_fire_name(const Rules *rules, unsigned fire, char *out, unsigned size) {
    if (fire < FIRE_EVENTS) return copy(deed_name((Deed)fire), out, size);
    if (fire < FIRE_CARDS) return copy(event_name((EventKind)(fire - FIRE_EVENTS)), out, size);
    if (fire >= FIRE_RULES)
        return copy(fire - FIRE_RULES < rules->clubs ? rules->club[fire - FIRE_RULES].name : "", out, size);
    if (fire >= FIRE_SECONDS)
        return copy(fire - FIRE_SECONDS < rules->seconds ? rules->second[fire - FIRE_SECONDS].name : "", out, size);
    for (Face face = 0; face < FACES; face++)
        if (rules->faces >> face & 1 && lab_fire_of_card(rules, face) == fire)
            return copy(rules->card[face].name, out, size);
    return copy("", out, size);
}
