/* Any lines as what an operator asks of a server with some people and a table: each is answered by a JSON object, and
 * the server goes on. Words such as $T stand for what is there (hub_script.h). */
#include "hub_script.h"
#include "lines.h"

static const char *const stock[] = {
    "tables",
    "close $T",
    "ban user $U0 for 2 noise",
    "ban user $U1 noise",
    "ban address 192.0.2.0 for 1 noise",
    "ban address 2001:db8::1 noise",
    "ban address 2001:db8::/64 noise",
    "ban address ::ffff:192.0.2.7 for 2147483647 x",
    "unban user $U0",
    "unban address 192.0.2.0",
    "unban address 2001:db8::/64",
    "bans",
    "quarantine",
    "stats",
};
FUZZ_LINES(stock)

static const char *const before[] = {
    "0 POST /api/guest {\"name\":\"Ada\"}",
    "1 POST /api/guest {\"name\":\"Ben\"}",
    "0 POST /api/tables {\"ruleset\":\"official\",\"seats\":2}",
    "0 open",
    "1 open",
    "0 {\"t\":\"join\",\"code\":\"$T\"}",
    "1 {\"t\":\"join\",\"code\":\"$T\"}",
};

static void tell(Script *script, const char *kind, const char *words) {
    char line[1100]; /* LIMIT_ADMIN_LINE, and what stands before it */
    snprintf(line, sizeof line, "%s%s", kind, words);
    script_line(script, line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Script script;
    char trouble[STORE_TROUBLE_MAX], *text = fuzz_text(data, size, 0), *rest = text;
    Store *store = store_open_memory();
    MUST(store && script_begin(&script, store, false, false, trouble));
    for (unsigned i = 0; i < sizeof before / sizeof *before; i++) tell(&script, "", before[i]);
    for (char *line; (line = fuzz_line(&rest));) tell(&script, "admin ", line);
    tell(&script, "", "0 open");
    tell(&script, "", "+3600001");
    tell(&script, "", "1 GET /api/me");
    script_end(&script);
    store_close(store);
    free(text);
    return 0;
}
