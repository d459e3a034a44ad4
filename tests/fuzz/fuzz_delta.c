/* Any bytes as what changed in a view, and as the events of an action. The first byte
 * chooses the rules and players; the second whether the rest is JSON as it is, or edits
 * to what a seat of a real game was sent; the next three the game, the moment and the
 * observer. A change that is taken leaves a view that some game can have, and that the
 * change from the old view leads to again; one that is refused leaves the old one. */
#include "wire/event_json.h"
#include "wire/view_delta.h"
#include "fuzz.h"

enum { HEAD_BYTES = 5 };

static void check_delta(const Rules *rules, const View *before, const char *text) {
    static char again[VIEW_DELTA_MAX];
    char error[JSON_ERROR_MAX];
    View view = *before, back = *before;
    cJSON *delta = cJSON_Parse(text);
    memset(error, 0, sizeof error);
    if (!view_delta_apply(rules, &view, delta, error)) {
        MUST(error[0] && memchr(error, 0, sizeof error));
        MUST(memcmp(&view, before, sizeof view) == 0);
    } else {
        MUST(view_holds(rules, &view));
        MUST(view_delta_format(rules, before, &view, again, sizeof again) < sizeof again);
        cJSON *same = cJSON_Parse(again);
        MUST(view_delta_apply(rules, &back, same, error) && memcmp(&back, &view, sizeof back) == 0);
        cJSON_Delete(same);
    }
    cJSON_Delete(delta);
}

static void check_events(const Rules *rules, const char *text) {
    static Witness witness, back;
    char out[EVENTS_TEXT_MAX], again[EVENTS_TEXT_MAX], error[JSON_ERROR_MAX];
    cJSON *json = cJSON_Parse(text);
    memset(error, 0, sizeof error);
    if (!events_parse(rules, json, &witness, error)) {
        MUST(error[0] && memchr(error, 0, sizeof error));
    } else {
        MUST(events_format(rules, &witness, out, sizeof out) < sizeof out);
        cJSON *same = cJSON_Parse(out);
        MUST(events_parse(rules, same, &back, error));
        events_format(rules, &back, again, sizeof again);
        MUST(strcmp(again, out) == 0);
        cJSON_Delete(same);
    }
    cJSON_Delete(json);
}

/* A view after some actions, and what the next one changed in it. */
static void real_delta(const Rules *rules, const uint8_t *data, View *before, char *delta, char *events) {
    static Witness witness;
    Game game;
    View after;
    Seed seed = {{data[2]}};
    uint64_t random = data[2];
    unsigned players = (unsigned)rules->option.min_players + data[0] / 16;
    if (!rules_allow_players(rules, players, NULL)) players = (unsigned)rules->option.min_players;
    unsigned observer = data[4] % (players + 1);
    if (observer == players) observer = SPECTATOR;
    witness_init(&witness);
    game_init(rules, &game, players, &seed, NULL, &witness);
    view_of(rules, &game, &witness, observer, &after);
    *before = after;
    for (unsigned i = 0; i <= data[3] && board_awaited(rules, &game.board); i++) {
        Seat seat;
        Action action = fuzz_choose(rules, &game, &random, &seat);
        MUST(game_apply(rules, &game, seat, action, &witness) == VERDICT_ok);
        *before = after;
        view_of(rules, &game, &witness, observer, &after);
    }
    MUST(view_delta_format(rules, before, &after, delta, VIEW_DELTA_MAX) < VIEW_DELTA_MAX);
    MUST(events_format(rules, &witness, events, EVENTS_TEXT_MAX) < EVENTS_TEXT_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char delta[VIEW_DELTA_MAX], events[EVENTS_TEXT_MAX];
    View before;
    if (size < HEAD_BYTES) return 0;
    const Rules *rules = &fuzz_ruleset(data[0])->rules;
    real_delta(rules, data, &before, delta, events);
    if (data[1] % 4) {
        bool of_events = data[1] % 4 == 3;
        if (of_events) fuzz_edit(events, sizeof events, data + HEAD_BYTES, size - HEAD_BYTES);
        else fuzz_edit(delta, sizeof delta, data + HEAD_BYTES, size - HEAD_BYTES);
        check_delta(rules, &before, delta);
        check_events(rules, events);
        return 0;
    }
    char *text = fuzz_text(data, size, HEAD_BYTES);
    check_delta(rules, &before, text);
    check_events(rules, text);
    free(text);
    return 0;
}

/* ---- seeds: what was sent at some moment of a game of each ruleset ---- */

static void write_seeds(void) {
    static char delta[VIEW_DELTA_MAX], events[EVENTS_TEXT_MAX];
    static const uint8_t played[] = {0, 7, 30, 120};
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        for (unsigned k = 0; k < sizeof played; k++) {
            const uint8_t head[] = {(uint8_t)i, 0, (uint8_t)k, played[k], (uint8_t)k};
            const uint8_t edits[] = {(uint8_t)i, (uint8_t)(k % 2 ? 3 : 1), (uint8_t)k, played[k], (uint8_t)k, 20, 0, 3,
                                     '9'};
            View before;
            real_delta(&fuzz_ruleset(i)->rules, head, &before, delta, events);
            fuzz_seed_text(head, sizeof head, delta);
            fuzz_seed_text(head, sizeof head, events);
            fuzz_seed(edits, sizeof edits);
        }
}
FUZZ_SEEDS(write_seeds)
