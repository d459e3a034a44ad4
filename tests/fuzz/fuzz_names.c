/* Any text as a name, and as something that is said: refused with a reason, or tidied into something that is UTF-8,
 * fits, shows, and stays as it is when it is tidied again. A text that was cut anywhere is mended. */
#include "hub/names.h"
#include "fuzz.h"
#include "record/record.h"

enum { SAID_MAX = 600, SAID_CHARACTERS = 200 };

static void check_name(const char *text) {
    char name[STORE_NAME_MAX], again[STORE_NAME_MAX], key[STORE_NAME_MAX], key_again[STORE_NAME_MAX];
    const char *why = NULL;
    if (!name_tidy(text, name, &why)) {
        MUST(why && why[0] && !name[0]);
        return;
    }
    MUST(name[0] && strlen(name) < sizeof name && !text_hidden_line(name, strlen(name)) && record_name_fits(name));
    MUST(name_tidy(name, again, &why) && strcmp(name, again) == 0);
    name_key(name, key);
    MUST(key[0]);
    name_key(key, key_again);
    MUST(strcmp(key, key_again) == 0);
}

static void check_said(const char *text) {
    char said[SAID_MAX], again[SAID_MAX];
    const char *why = NULL;
    if (!text_tidy(text, SAID_CHARACTERS, said, sizeof said, &why)) {
        MUST(why && why[0]);
        return;
    }
    MUST(said[0] && strlen(said) < sizeof said && !strpbrk(said, "\n\r\t"));
    MUST(!text_hidden_line(said, strlen(said)));
    MUST(text_tidy(said, SAID_CHARACTERS, again, sizeof again, &why) && strcmp(said, again) == 0);
}

static void check_lines(char *text, size_t length) {
    unsigned lines = 1, hidden = text_hidden_line(text, length);
    for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
    MUST(hidden <= lines);
    size_t before = strlen(text);
    char *mended = strdup(text);
    MUST(mended);
    text_mend(text);
    MUST(strlen(text) == before);
    memcpy(mended, text, before + 1);
    text_mend(mended);
    MUST(strcmp(mended, text) == 0);
    free(mended);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size, 0);
    check_name(text);
    check_said(text);
    check_lines(text, size);
    free(text);
    return 0;
}
