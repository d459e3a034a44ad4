/* Any lines as what a server says, heard by a client: each is refused with a reason and nothing has changed, or leaves a
 * table whose view a player can be shown and asked about. A hostile server breaks nothing. */
#include "client/fold.h"
#include "hub_script.h"
#include "lines.h"
#include "words/words.h"
#include "wire/view_delta.h"

static const char *const stock[] = {
    "{\"t\":\"hello\",\"protocol\":\"uno.1\",\"user\":{\"id\":\"07b67fec487750f6\",\"name\":\"Ada\",\"kind\":\"guest\"}}",
    "{\"t\":\"ok\",\"id\":1}",
    "{\"t\":\"held\",\"id\":2}",
    "{\"t\":\"no\",\"id\":3,\"code\":\"stale\",\"message\":\"The table has moved on since then: look again.\"}",
    "{\"t\":\"here\",\"seats\":[\"A\",\"C\"],\"spectators\":2}",
    "{\"t\":\"chat\",\"user\":\"07b67fec487750f6\",\"name\":\"Ada\",\"text\":\"hello\"}",
    "{\"t\":\"chat\",\"user\":\"07b67fec487750f6\",\"name\":\"Ada\",\"phrase\":\"hello\"}",
    "{\"t\":\"lobby\",\"tables\":[]}",
    "{\"t\":\"closed\",\"message\":\"This table is closed.\"}",
    "{\"t\":\"notice\",\"code\":\"going_down\",\"message\":\"The server restarts.\"}",
};
FUZZ_LINES(stock)

/* Whatever is shown of a table is asked for. */
static void look(ClientTable *table) {
    static Witness witness;
    char text[CLIENT_MESSAGE_MAX], words[WORDS_QUESTION_MAX], told[WORDS_EVENTS_MAX];
    client_is_asked(table);
    client_may_act(table);
    client_may_sit(table);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) client_time_left(table, (Seat)seat, table->now_ms);
    MUST(client_say_join(table, table->room.code[0] ? table->room.code : "K7QD2M4P", text));
    MUST(client_say_chat(table, "hello", text));
    if (!table->has_game) return;
    const Rules *rules = &table->ruleset->rules;
    ActionSet set;
    MUST(view_holds(rules, &table->view));
    view_actions(rules, &table->view, &set);
    Teller teller = {.rules = rules, .reader = table->view.seat, .picks = true};
    for (unsigned i = 0; i < SEATS_MAX; i++) teller.name[i] = table->player[i];
    words_question(&teller, &table->view, words, sizeof words);
    client_witness(table, &witness);
    words_events(&teller, &witness, told, sizeof told);
}

static void hear(ClientTable *table, const char *line) {
    static ClientTable before;
    char error[JSON_ERROR_MAX];
    memset(error, 0, sizeof error);
    before = *table;
    if (client_hear(table, line, strlen(line), error) != CLIENT_BAD) return look(table);
    MUST(error[0] && memchr(error, 0, sizeof error));
    MUST(before.joined == table->joined && before.q == table->q && before.you == table->you &&
         before.has_game == table->has_game && before.is_over == table->is_over && before.ruleset == table->ruleset &&
         before.chat_count == table->chat_count && before.words == table->words);
    MUST(memcmp(&before.room, &table->room, sizeof before.room) == 0);
    MUST(memcmp(&before.view, &table->view, sizeof before.view) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ClientTable table;
    char *text = fuzz_text(data, size, 0), *rest = text;
    client_table_init(&table);
    for (char *line; (line = fuzz_line(&rest)); table.now_ms += 1000) hear(&table, line);
    client_table_free(&table);
    free(text);
    return 0;
}

/* ---- seeds: what each person hears in the server's scripts ---- */

enum { HEARD_MAX = 24000 };

typedef struct {
    char text[SCRIPT_PEOPLE + 1][HEARD_MAX];
    size_t length[SCRIPT_PEOPLE + 1];
} Heard;

static void keep(void *context, unsigned who, const char *text, size_t length) {
    Heard *heard = context;
    size_t *used = &heard->length[who];
    if (*used + length + 1 > HEARD_MAX) return;
    memcpy(heard->text[who] + *used, text, length);
    *used += length;
    heard->text[who][(*used)++] = '\n';
}

static void write_seeds(void) {
    static Heard heard;
    static Script script;
    char trouble[STORE_TROUBLE_MAX];
    for (unsigned i = 0; script_files[i]; i++) {
        char *text = script_read(script_files[i]);
        Store *store = store_open_memory();
        memset(&heard, 0, sizeof heard);
        script.heard = keep;
        script.context = &heard;
        MUST(store && script_begin(&script, store, false, false, trouble));
        script_lines(&script, text);
        script_end(&script);
        store_close(store);
        free(text);
        for (unsigned who = 0; who < SCRIPT_PEOPLE; who++)
            if (heard.length[who]) fuzz_seed(heard.text[who], heard.length[who]);
    }
}
FUZZ_SEEDS(write_seeds)
