/* Any bytes as a file of scenarios: run, with a place and words for every fault. */
#include "fuzz.h"
#include "scenario/scenario.h"

static void on_fault(void *faults, const ScenarioFault *fault) {
    MUST(fault->message && fault->message[0] && fault->line);
    ++*(unsigned *)faults;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned faults = 0;
    const ScenarioReport report = {.fault = on_fault, .self = &faults};
    ScenarioCounts counts = {0};
    char *text = fuzz_text(data, size, 0);
    bool good = scenario_run(text, size, "fuzz", NULL, &report, &counts);
    MUST(good == (faults == 0));
    MUST(faults == counts.bad_text + counts.bad_play);
    free(text);
    return 0;
}
