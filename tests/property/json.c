#include <string.h>

#include "wire/view_json.h"
#include "trial.h"

static bool same_view(Trial *trial, unsigned observer, const View *view, const cJSON *json) {
    View back;
    char error[JSON_ERROR_MAX] = "";
    memset(&back, 0xA5, sizeof back);
    if (!view_from_json(trial->rules, json, &back, error))
        return trial_fault(trial, "observer %u: the view is not read back: %s", observer, error);
    if (memcmp(view, &back, sizeof back) != 0)
        return trial_fault(trial, "observer %u: the view is read back as another one", observer);
    return true;
}

bool check_json(Trial *trial) {
    unsigned players = trial->game.board.players, observer = random_below(&trial->random, players + 1);
    if (observer == players) observer = SPECTATOR;
    View view;
    memset(&view, 0x5A, sizeof view);
    view_of(trial->rules, &trial->game, &trial->witness, observer, &view);
    cJSON *json = view_to_json(trial->rules, &view);
    char *text = cJSON_PrintUnformatted(json);
    cJSON *parsed = cJSON_Parse(text);
    bool good = parsed ? same_view(trial, observer, &view, parsed)
                       : trial_fault(trial, "observer %u: the view is no JSON", observer);
    cJSON_Delete(parsed);
    cJSON_free(text);
    cJSON_Delete(json);
    return good;
}
