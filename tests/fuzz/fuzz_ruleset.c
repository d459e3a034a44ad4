/* Any bytes as a ruleset file: refused with a reason and a place, or read into
 * rules whose canonical text means the same. */
#include "fuzz.h"

static void check_canonical(const Ruleset *ruleset) {
    static char text[RULESET_TEXT_MAX], again[RULESET_TEXT_MAX];
    static Ruleset back;
    RulesetError error;
    unsigned length = ruleset_format(&ruleset->rules, text, sizeof text);
    MUST(length < sizeof text);
    MUST(ruleset_parse("canonical", text, length, NULL, &back, &error));
    ruleset_format(&back.rules, again, sizeof again);
    MUST(strcmp(text, again) == 0);
    char hash[RULESET_HASH_HEX], hash_again[RULESET_HASH_HEX];
    ruleset_hash(&ruleset->rules, hash);
    ruleset_hash(&back.rules, hash_again);
    MUST(strcmp(hash, hash_again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Ruleset ruleset;
    RulesetError error;
    memset(&error, 0, sizeof error);
    char *text = fuzz_text(data, size, 0);
    if (ruleset_parse("fuzz", text, size, NULL, &ruleset, &error)) check_canonical(&ruleset);
    else MUST(error.text[0] && memchr(error.text, 0, sizeof error.text));
    free(text);
    return 0;
}
