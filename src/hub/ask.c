/* ask.c -- "what can I do now?", for clients without an engine: the question in words,
 * and every action with its words. Told from the asker's own View. */
#include <stdlib.h>
#include <string.h>

#include "../words/words.h"
#include "../wire/view_json.h"
#include "messages.h"

static cJSON *list_actions(const Teller *teller, const View *view) {
    cJSON *list = cJSON_CreateArray();
    Action action[ACTIONS_MAX];
    ActionSet set;
    view_actions(teller->rules, view, &set);
    unsigned count = action_set_list(teller->rules, &set, action);
    for (unsigned i = 0; i < count; i++) {
        char words[WORDS_ACTION_MAX];
        cJSON *json = cJSON_CreateObject();
        words_action(teller, view, action[i], words, sizeof words);
        cJSON_AddItemToObject(json, "do", json_action(teller->rules, action[i]));
        cJSON_AddStringToObject(json, "words", words);
        cJSON_AddItemToArray(list, json);
    }
    return list;
}

void ask_message(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    const Table *table = &socket->desk->table;
    char question[WORDS_QUESTION_MAX], besides[WORDS_BESIDES_MAX] = "", told[WORDS_EVENTS_MAX];
    View view;
    (void)message;
    if (!table->game_id) return socket_no(hub, socket, id, "not_playing", "%s", refusal_sentence(REFUSAL_not_playing));
    table_view(table, show_observer(socket->desk, socket), &view);
    Teller teller = {.rules = &table->settings.ruleset.rules, .reader = view.seat, .picks = true};
    for (unsigned i = 0; i < SEATS_MAX; i++) teller.name[i] = table->seat[i].name;
    words_question(&teller, &view, question, sizeof question);
    if (view.seat < SEATS_MAX) words_besides(&teller, &view, besides, sizeof besides);
    words_events(&teller, &table->witness, told, sizeof told);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "t", "actions");
    if (id) cJSON_AddRawToObject(json, "id", id);
    cJSON_AddNumberToObject(json, "q", (double)table->seq);
    cJSON_AddStringToObject(json, "told", told);
    cJSON_AddStringToObject(json, "question", question);
    cJSON_AddStringToObject(json, "besides", besides);
    cJSON_AddItemToObject(json, "actions", list_actions(&teller, &view));
    socket_say_json(hub, socket, json);
}
