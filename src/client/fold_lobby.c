/* fold_lobby.c -- the list of public tables, as it was told last. */
#include "fold_internal.h"

bool fold_hear_lobby(ClientTable *table, const cJSON *list) {
    cJSON *copy = cJSON_IsArray(list) ? cJSON_Duplicate(list, true) : NULL;
    if (!copy) return false;
    foreign_clean_json(copy, false);
    cJSON_Delete(table->lobby);
    table->lobby = copy;
    return true;
}
