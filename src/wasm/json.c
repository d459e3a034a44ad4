/* json.c -- JSON read as cJSON gives it. One block of memory holds a whole text: first its items, then its
 * strings. Strict: what RFC 8259 does not allow is no JSON. */
#include <cjson/cJSON.h>

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 200, EXPONENT_MAX = 400 };

typedef struct {
    const char *at;
    cJSON *item;  /* the next free one */
    char *string; /* where the next string goes */
    unsigned depth;
} Reader;

static void skip_blanks(Reader *r) {
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r') r->at++;
}

/* Goes on behind this character, and never behind the zero at the end. */
static bool take(Reader *r, char c) { return *r->at == c && (r->at++, true); }

/* ---- strings ---- */

static bool read_hex(const char *at, unsigned *out) {
    *out = 0;
    for (unsigned i = 0; i < 4; i++) {
        char c = at[i];
        unsigned digit;
        if (c >= '0' && c <= '9') digit = (unsigned)(c - '0');
        else if (c >= 'a' && c <= 'f') digit = (unsigned)(c - 'a') + 10;
        else if (c >= 'A' && c <= 'F') digit = (unsigned)(c - 'A') + 10;
        else return false;
        *out = *out << 4 | digit;
    }
    return true;
}

static void put_character(Reader *r, unsigned c) {
    char *out = r->string;
    if (c < 0x80) {
        *out++ = (char)c;
    } else if (c < 0x800) {
        *out++ = (char)(0xC0 | c >> 6);
        *out++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *out++ = (char)(0xE0 | c >> 12);
        *out++ = (char)(0x80 | (c >> 6 & 0x3F));
        *out++ = (char)(0x80 | (c & 0x3F));
    } else {
        *out++ = (char)(0xF0 | c >> 18);
        *out++ = (char)(0x80 | (c >> 12 & 0x3F));
        *out++ = (char)(0x80 | (c >> 6 & 0x3F));
        *out++ = (char)(0x80 | (c & 0x3F));
    }
    r->string = out;
}

/* Behind "\u". A character beyond the first 65,536 comes as two halves. */
static bool read_escaped(Reader *r) {
    unsigned c, low;
    if (!read_hex(r->at, &c)) return false;
    r->at += 4;
    if (c >= 0xDC00 && c < 0xE000) return false;
    if (c >= 0xD800 && c < 0xDC00) {
        if (r->at[0] != '\\' || r->at[1] != 'u' || !read_hex(r->at + 2, &low) || low < 0xDC00 || low >= 0xE000)
            return false;
        r->at += 6;
        c = 0x10000 + ((c & 0x3FF) << 10 | (low & 0x3FF));
    }
    return c && (put_character(r, c), true); /* a zero would close the text */
}

static bool read_escape(Reader *r) {
    static const char names[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    const char *name = *r->at ? strchr(names, *r->at) : NULL;
    if (take(r, 'u')) return read_escaped(r);
    if (name) r->at++, *r->string++ = means[name - names];
    return name;
}

/* NULL: it is no string. What it is made of is never longer than how it is written. */
static char *read_string(Reader *r) {
    char *start = r->string;
    if (!take(r, '"')) return NULL;
    while (*r->at != '"') {
        if ((unsigned char)*r->at < ' ') return NULL;
        if (*r->at != '\\') *r->string++ = *r->at++;
        else if (r->at++, !read_escape(r)) return NULL;
    }
    r->at++;
    *r->string++ = 0;
    return start;
}

/* ---- numbers ---- */

static bool read_digits(Reader *r, double *number, int *places) {
    if (!isdigit(*r->at)) return false;
    for (; isdigit(*r->at); r->at++, ++*places) *number = *number * 10 + (*r->at - '0');
    return true;
}

static bool read_exponent(Reader *r, int *out) {
    double number = 0;
    int places = 0, sign = 1;
    r->at++;
    if (*r->at == '-' || *r->at == '+') sign = *r->at++ == '-' ? -1 : 1;
    if (!read_digits(r, &number, &places)) return false;
    *out = sign * (number > EXPONENT_MAX ? EXPONENT_MAX : (int)number);
    return true;
}

/* Whole numbers up to 2^53 are exact; others are off by a rounding or two. */
static bool read_number(Reader *r, cJSON *item) {
    double number = 0;
    int places = 0, fraction = 0, exponent = 0;
    bool negative = *r->at == '-';
    if (negative) r->at++;
    if (*r->at == '0' && isdigit(r->at[1])) return false;
    if (!read_digits(r, &number, &places)) return false;
    if (*r->at == '.' && (r->at++, !read_digits(r, &number, &fraction))) return false;
    if ((*r->at == 'e' || *r->at == 'E') && !read_exponent(r, &exponent)) return false;
    for (exponent -= fraction; exponent > 0 && number != 0 && number - number == 0; exponent--) number *= 10;
    for (; exponent < 0 && number != 0; exponent++) number /= 10;
    item->type = cJSON_Number;
    item->valuedouble = negative ? -number : number;
    item->valueint = number < INT32_MAX ? (int)item->valuedouble : negative ? INT32_MIN : INT32_MAX;
    return true;
}

/* ---- values ---- */

static bool read_word(Reader *r, const char *word, int type, cJSON *item) {
    size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0) return false;
    r->at += length;
    item->type = type;
    return true;
}

static bool read_value(Reader *r, cJSON *item);

static bool read_entry(Reader *r, cJSON *list, bool named) {
    cJSON *item = r->item++;
    memset(item, 0, sizeof *item);
    if (list->child) {
        item->prev = list->child->prev;
        item->prev->next = item;
    } else {
        list->child = item;
    }
    list->child->prev = item;
    skip_blanks(r);
    if (named) {
        if (!(item->string = read_string(r))) return false;
        skip_blanks(r);
        if (!take(r, ':')) return false;
        skip_blanks(r);
    }
    return read_value(r, item);
}

static bool read_list(Reader *r, cJSON *list, char close) {
    list->type = close == ']' ? cJSON_Array : cJSON_Object;
    r->at++;
    skip_blanks(r);
    if (*r->at == close) return r->at++, true;
    if (++r->depth > DEPTH_MAX) return false;
    for (;; r->at++) {
        if (!read_entry(r, list, close == '}')) return false;
        skip_blanks(r);
        if (*r->at != ',') break;
    }
    r->depth--;
    return take(r, close);
}

static bool read_value(Reader *r, cJSON *item) {
    switch (*r->at) {
    case '{': return read_list(r, item, '}');
    case '[': return read_list(r, item, ']');
    case '"': item->type = cJSON_String; return (item->valuestring = read_string(r));
    case 't': return read_word(r, "true", cJSON_True, item);
    case 'f': return read_word(r, "false", cJSON_False, item);
    case 'n': return read_word(r, "null", cJSON_NULL, item);
    default: return read_number(r, item); /* foreign: any other character */
    }
}

/* Every item but the first stands behind one of these. */
static size_t count_items(const char *text) {
    size_t count = 1;
    for (; *text; text++) count += *text == '[' || *text == '{' || *text == ',';
    return count;
}

cJSON *cJSON_ParseWithOpts(const char *text, const char **end, cJSON_bool whole) {
    size_t items = count_items(text);
    if (items > SIZE_MAX / 2 / sizeof(cJSON)) return NULL;
    cJSON *root = malloc(items * sizeof *root + strlen(text) + 1);
    if (!root) return NULL;
    Reader r = {text, root + 1, (char *)(root + items), 0};
    memset(root, 0, sizeof *root);
    skip_blanks(&r);
    bool good = read_value(&r, root);
    skip_blanks(&r);
    if (end) *end = r.at;
    if (good && (!whole || !*r.at)) return root;
    free(root);
    return NULL;
}

/* Every text here ends with a zero. */
cJSON *cJSON_ParseWithLength(const char *text, size_t length) {
    return text[length] ? NULL : cJSON_ParseWithOpts(text, NULL, 1);
}

void cJSON_Delete(cJSON *root) { free(root); }

/* ---- asking ---- */

int cJSON_GetArraySize(const cJSON *list) {
    int size = 0;
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next) size++;
    return size;
}

cJSON *cJSON_GetArrayItem(const cJSON *list, int index) {
    cJSON *item = list && index >= 0 ? list->child : NULL;
    while (item && index--) item = item->next;
    return item;
}

cJSON *cJSON_GetObjectItemCaseSensitive(const cJSON *object, const char *name) {
    cJSON *item = object ? object->child : NULL;
    while (item && !(item->string && !strcmp(item->string, name))) item = item->next;
    return item;
}

char *cJSON_GetStringValue(const cJSON *item) { return item && item->type == cJSON_String ? item->valuestring : NULL; }

static cJSON_bool is(const cJSON *item, int types) { return item && item->type & types; }

cJSON_bool cJSON_IsTrue(const cJSON *item) { return is(item, cJSON_True); }
cJSON_bool cJSON_IsBool(const cJSON *item) { return is(item, cJSON_True | cJSON_False); }
cJSON_bool cJSON_IsNull(const cJSON *item) { return is(item, cJSON_NULL); }
cJSON_bool cJSON_IsNumber(const cJSON *item) { return is(item, cJSON_Number); }
cJSON_bool cJSON_IsArray(const cJSON *item) { return is(item, cJSON_Array); }
cJSON_bool cJSON_IsObject(const cJSON *item) { return is(item, cJSON_Object); }
