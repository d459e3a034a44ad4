/* event_json.c -- events as JSON lists, a name and what it uses. */
#include "event_json.h"

#include <stdio.h>
#include <string.h>

#include "json_text.h"
#include "view_fields.h"

/* ---- writing ---- */

static void put_event(JsonText *json, const Event *event) {
    unsigned fields = event_fields((EventKind)event->kind);
    json_put_open(json, '[');
    json_put_word(json, event_name((EventKind)event->kind));
    if (fields & HAS_SEAT) json_put_seat(json, event->seat);
    if (fields & HAS_OTHER) json_put_seat(json, event->other);
    if (fields & HAS_CARD) json_put_card(json, event->card);
    if (fields & HAS_AMOUNT) json_put_number(json, event->amount);
    json_put_close(json, ']');
}

unsigned events_format(const Rules *rules, const Witness *witness, char *out, unsigned size) {
    JsonText json = json_text_in(rules, out, size);
    json_put_open(&json, '[');
    for (unsigned i = 0; i < witness->events; i++) put_event(&json, &witness->event[i]);
    json_put_close(&json, ']');
    return json.text.length;
}

/* ---- reading ---- */

static bool read_kind(const cJSON *item, uint8_t *kind) {
    const char *name = cJSON_GetStringValue(item);
    for (unsigned i = 0; name && i < EVENT_KINDS; i++)
        if (strcmp(name, event_name((EventKind)i)) == 0) return *kind = (uint8_t)i, true;
    return false;
}

static bool read_seat_or_none(const cJSON *item, uint8_t *seat) {
    long value = NO_SEAT;
    if (!cJSON_IsNull(item) && !json_is_seat(item, &value)) return false;
    *seat = (uint8_t)value;
    return true;
}

static bool read_card_or_none(const Rules *rules, const cJSON *item, Face *card) {
    *card = NO_FACE;
    if (cJSON_IsNull(item) || json_is_card(rules, item, card)) return true;
    const char *code = cJSON_GetStringValue(item);
    return code && second_parse(rules, &code, card) && !*code;
}

/* NULL, or what was expected. */
static const char *read_event(const Rules *rules, const cJSON *json, Event *event) {
    int at = 0;
    long amount = 0;
    *event = (Event){0, NO_SEAT, NO_SEAT, NO_FACE, 0};
    if (!cJSON_IsArray(json) || !read_kind(cJSON_GetArrayItem(json, at++), &event->kind))
        return "a list that begins with the name of an event was expected";
    unsigned fields = event_fields((EventKind)event->kind);
    if (fields & HAS_SEAT && !read_seat_or_none(cJSON_GetArrayItem(json, at++), &event->seat))
        return "a seat such as \"A\", or null, was expected";
    if (fields & HAS_OTHER && !read_seat_or_none(cJSON_GetArrayItem(json, at++), &event->other))
        return "the letter of the other seat, or null, was expected";
    if (fields & HAS_CARD && !read_card_or_none(rules, cJSON_GetArrayItem(json, at++), &event->card))
        return "a card of these rules, or null, was expected";
    if (fields & HAS_AMOUNT && !json_is_whole(cJSON_GetArrayItem(json, at++), 0, UINT16_MAX, &amount))
        return "a whole number in range was expected";
    event->amount = (uint16_t)amount;
    return cJSON_GetArraySize(json) > at ? "no more was expected in this event" : NULL;
}

bool events_parse(const Rules *rules, const cJSON *json, Witness *out, char error[JSON_ERROR_MAX]) {
    Event events[EVENTS_MAX];
    const cJSON *item;
    unsigned count = 0;
    if (!cJSON_IsArray(json) || cJSON_GetArraySize(json) > EVENTS_MAX) {
        snprintf(error, JSON_ERROR_MAX, "events: a list of at most %d events was expected", EVENTS_MAX);
        return false;
    }
    cJSON_ArrayForEach(item, json) {
        const char *expected = read_event(rules, item, &events[count]);
        if (expected) return snprintf(error, JSON_ERROR_MAX, "events[%u]: %s", count, expected), false;
        count++;
    }
    memcpy(out->event, events, count * sizeof *events);
    out->events = count;
    return true;
}
