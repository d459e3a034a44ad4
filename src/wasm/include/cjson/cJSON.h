/* cJSON.h -- the part of cJSON that reads, as far as src/wire asks for it (src/wasm/json.c). What writes is
 * only declared: views and events are written without it. */
#ifndef UNO_WASM_CJSON_H
#define UNO_WASM_CJSON_H

#include <stddef.h>

typedef int cJSON_bool;

enum {
    cJSON_False = 1 << 0,
    cJSON_True = 1 << 1,
    cJSON_NULL = 1 << 2,
    cJSON_Number = 1 << 3,
    cJSON_String = 1 << 4,
    cJSON_Array = 1 << 5,
    cJSON_Object = 1 << 6
};

typedef struct cJSON {
    struct cJSON *next, *prev; /* in the same list; the first one's prev is the last */
    struct cJSON *child;       /* the first of a list or object */
    int type;
    char *valuestring;
    int valueint;
    double valuedouble;
    char *string; /* its name in an object */
} cJSON;

/* Reads a whole text. NULL: it is no JSON, or there is no memory. One cJSON_Delete() of what it returns gives
 * everything back. */
cJSON *cJSON_ParseWithOpts(const char *text, const char **end, cJSON_bool whole);
cJSON *cJSON_ParseWithLength(const char *text, size_t length);
void cJSON_Delete(cJSON *root);

int cJSON_GetArraySize(const cJSON *list);
cJSON *cJSON_GetArrayItem(const cJSON *list, int index);
cJSON *cJSON_GetObjectItemCaseSensitive(const cJSON *object, const char *name);
char *cJSON_GetStringValue(const cJSON *item);

cJSON_bool cJSON_IsTrue(const cJSON *item);
cJSON_bool cJSON_IsBool(const cJSON *item);
cJSON_bool cJSON_IsNull(const cJSON *item);
cJSON_bool cJSON_IsNumber(const cJSON *item);
cJSON_bool cJSON_IsArray(const cJSON *item);
cJSON_bool cJSON_IsObject(const cJSON *item);

#define cJSON_ArrayForEach(item, list) \
    for ((item) = (list) != NULL ? (list)->child : NULL; (item) != NULL; (item) = (item)->next)

cJSON *cJSON_Parse(const char *text);
cJSON *cJSON_CreateNull(void);
cJSON *cJSON_CreateString(const char *text);
cJSON *cJSON_CreateArray(void);
cJSON_bool cJSON_AddItemToArray(cJSON *list, cJSON *item);

#endif
