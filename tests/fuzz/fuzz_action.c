/* Any text as an action: what is read prints back to something that reads as
 * the same action. The first byte chooses the rules. */
#include "fuzz.h"

static void check_print(const Rules *rules, Action action) {
    char out[ACTION_TEXT_MAX];
    MUST(action_format(rules, action, out, sizeof out) < sizeof out);
    const char *at = out;
    Action back;
    MUST(action_parse(rules, &at, &back) && *at == 0 && back == action);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    const Rules *rules = &fuzz_ruleset(data[0])->rules;
    char *text = fuzz_text(data, size, 1);
    const char *at = text;
    Action action;
    bool read = action_parse(rules, &at, &action);
    MUST(at >= text + read && at <= text + size - 1);
    if (read) check_print(rules, action);
    free(text);
    return 0;
}
