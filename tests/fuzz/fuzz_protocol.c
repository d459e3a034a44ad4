/* Any bytes as a conversation in the bot protocol, heard by a bot; and as the lines
 * of a bot, heard by a host. The first byte chooses the rules; the second whether the
 * rest is lines as they are, or edits to messages of a real game. A view that is read
 * is one that a bot can play, and prints back to itself. */
#include "wire/talk.h"
#include "fuzz.h"

enum { LINE_ROOM = 1 << 16, LINES_MAX = 8, REAL_BYTES = 5 };

static void check_view(const Rules *rules, const cJSON *json) {
    View view, back;
    char error[JSON_ERROR_MAX];
    Rng rng;
    Seed seed = {{0}};
    Game world;
    memset(error, 0, sizeof error);
    if (!view_from_json(rules, json, &view, error)) {
        MUST(error[0] && memchr(error, 0, sizeof error));
        return;
    }
    cJSON *again = view_to_json(rules, &view);
    MUST(view_from_json(rules, again, &back, error) && memcmp(&view, &back, sizeof view) == 0);
    cJSON_Delete(again);
    rng_init(&rng, &seed);
    MUST(view_sample(rules, &view, &rng, &world, NULL) && game_sound(rules, &world));
}

/* A bot answers what is asked, and its answer is legal. */
static void check_bot(const BotKind *kind, const Rules *rules, const View *view) {
    static Bot bot;
    BotBudget budget = {.worlds = 1};
    ActionSet set;
    Action action;
    view_actions(rules, view, &set);
    if (action_set_empty(&set) || !(kind->families >> rules->family & 1)) return;
    bot_init(&bot, kind, rules, 1, &budget);
    bot_watch(&bot, view);
    if (bot_act(&bot, view, &action)) MUST(action_set_has(rules, &set, action));
    else MUST(!(board_awaited(rules, &view->board) >> view->seat & 1));
}

static void hear(Talk *talk, const Rules *rules, const char *line) {
    char *reply, error[JSON_ERROR_MAX];
    Reply read;
    size_t length = strlen(line);
    if (protocol_read_reply(line, length, &read, error)) MUST(memchr(read.text, 0, sizeof read.text));
    cJSON *message = protocol_parse(line, length);
    const cJSON *json = cJSON_GetObjectItemCaseSensitive(message, "view");
    View view;
    if (json) {
        check_view(rules, json);
        if (view_from_json(rules, json, &view, error)) check_bot(talk->kind, rules, &view);
    }
    cJSON_Delete(message);
    TalkState state = talk_hear(talk, line, length, &reply);
    if (state == TALK_FAILS) MUST(reply && strstr(reply, "\"error\""));
    free(reply);
}

static void hear_lines(Talk *talk, const Rules *rules, char *text) {
    char *rest = text;
    for (unsigned i = 0; i < LINES_MAX && *rest; i++) {
        char *end = strchr(rest, '\n');
        if (end) *end = 0;
        hear(talk, rules, rest);
        if (!end) return;
        rest = end + 1;
    }
}

/* The opening of a game, and a view after some actions in the message in which it would come; to be freed. */
static void real_lines(const Rules *rules, const uint8_t *data, char **opening, char **line) {
    static Witness witness;
    Game game;
    View view;
    Seed seed = {{data[2]}};
    uint64_t random = data[2];
    unsigned players = (unsigned)rules->option.min_players + data[0] / 16;
    if (!rules_allow_players(rules, players, NULL)) players = (unsigned)rules->option.min_players;
    witness_init(&witness);
    game_init(rules, &game, players, &seed, NULL, &witness);
    for (unsigned i = data[3]; i && board_awaited(rules, &game.board); i--) {
        Seat seat;
        Action action = fuzz_choose(rules, &game, &random, &seat);
        MUST(game_apply(rules, &game, seat, action, &witness) == VERDICT_ok);
    }
    unsigned observer = data[4] % (players + 1);
    view_of(rules, &game, &witness, observer < players ? observer : SPECTATOR, &view);
    ProtocolGame told = {NULL, rules, players, (Seat)(observer % players), 1, {.worlds = 1}};
    *opening = protocol_game(&told);
    *line = data[1] % 2 || observer == players ? protocol_see(rules, &view) : protocol_act(rules, &view, 1);
    MUST(*opening && strlen(*opening) < LINE_ROOM && *line && strlen(*line) + 64 < LINE_ROOM);
}

static void hear_edited(Talk *talk, const Rules *rules, const uint8_t *data, size_t size) {
    static char text[LINE_ROOM];
    char *opening, *line;
    real_lines(rules, data, &opening, &line);
    hear(talk, rules, opening);
    memcpy(text, line, strlen(line) + 1);
    free(opening);
    free(line);
    fuzz_edit(text, LINE_ROOM, data + REAL_BYTES, size - REAL_BYTES);
    hear(talk, rules, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Talk talk;
    if (size < REAL_BYTES) return 0;
    const Rules *rules = &fuzz_ruleset(data[0])->rules;
    BotBudget budget = {.worlds = 1};
    talk_init(&talk, bot_kinds[data[1] / 4 % bot_kind_count], &budget);
    if (data[1] % 4) {
        hear_edited(&talk, rules, data, size);
        return 0;
    }
    char *text = fuzz_text(data, size, 2);
    hear_lines(&talk, rules, text);
    free(text);
    return 0;
}

/* ---- seeds: conversations of each ruleset, and what bots say ---- */

static void write_seeds(void) {
    static char text[3 * LINE_ROOM];
    static const char bot[] =
        "{\"type\":\"ready\",\"name\":\"a bot\",\"watch\":true}\n{\"type\":\"do\",\"action\":\"R5!\"}\n"
        "{\"type\":\"do\",\"action\":\"draw\",\"text\":\"well\"}\n{\"type\":\"wait\"}\n"
        "{\"type\":\"error\",\"message\":\"what?\"}\n";
    const uint8_t plain[] = {1, 0};
    fuzz_seed_text(plain, sizeof plain, bot);
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        for (unsigned k = 0; k < 3; k++) {
            const uint8_t data[] = {(uint8_t)(i % 16 + 16 * k), (uint8_t)(1 + k), (uint8_t)k, (uint8_t)(25 * k), 0};
            const uint8_t head[] = {(uint8_t)i, (uint8_t)(4 * (i + k))};
            char *opening, *line;
            real_lines(&fuzz_ruleset(i)->rules, data, &opening, &line);
            snprintf(
                text, sizeof text,
                "{\"type\":\"hello\",\"protocol\":\"uno-bot 1\"}\n%s\n%s\n{\"type\":\"end\"}\n{\"type\":\"bye\"}\n",
                opening, line);
            fuzz_seed_text(head, sizeof head, text);
            fuzz_seed(data, sizeof data);
            free(opening);
            free(line);
        }
}
FUZZ_SEEDS(write_seeds)
