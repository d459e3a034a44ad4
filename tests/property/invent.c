#include "invent.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "random.h"

enum { LINE = 150, PROGRAM = 900, SECONDS = 8 };

/* Where the program stands: what may be said follows from that, as in program_read.c. */
typedef struct {
    uint64_t *random;
    const char *moment; /* "": effects */
    bool second, answers, down;
    bool in_each, in_repeat, picked, asks;
    unsigned left; /* steps that may still come */
    char text[PROGRAM];
} Writer;

static unsigned below(Writer *w, unsigned n) { return random_below(w->random, n); }
static bool one_in(Writer *w, unsigned n) { return below(w, n) == 0; }

__attribute__((format(printf, 2, 3))) static void put(Writer *w, const char *format, ...) {
    size_t length = strlen(w->text);
    va_list values;
    va_start(values, format);
    vsnprintf(w->text + length, sizeof w->text - length, format, values);
    va_end(values);
}

static bool hit(const Writer *w) { return !strcmp(w->moment, "hit") || w->answers; }

static const char *who(Writer *w, bool several) {
    static const char *const always[] = {"me", "next", "previous", "most", "fewest", "doer", "random", "me", "doer"};
    static const char *const many[] = {"others", "everybody"};
    if (several && !w->in_each && one_in(w, 5)) return many[below(w, 2)];
    if (w->in_each && one_in(w, 2)) return "them";
    if (hit(w) && one_in(w, 3)) return "victim";
    bool aimed = !*w->moment && !w->answers, cast = !strcmp(w->moment, "cast");
    if ((aimed || cast) && one_in(w, 2)) return "target";
    if (*w->moment && w->second && one_in(w, 4)) return "holder";
    if (w->picked && one_in(w, 3)) return "chosen";
    return always[below(w, 9)];
}

static void put_amount(Writer *w, unsigned most) {
    static const char *const counters[] = {"mana", "luck"};
    if (one_in(w, 8)) put(w, one_in(w, 2) ? "half " : "double ");
    switch (below(w, 10)) {
    case 0: put(w, "cards of %s", who(w, false)); break;
    case 1: put(w, "%s of %s", counters[below(w, 2)], who(w, false)); break;
    case 2: put(w, "die"); break;
    case 3: put(w, "top"); break;
    case 4: put(w, hit(w) ? "pending" : "players"); break;
    case 5: put(w, "\"Magic 0\" of %s", who(w, false)); break;
    default: put(w, "%u", below(w, most + 1)); break;
    }
}

static void put_filter(Writer *w) {
    static const char *const colours[] = {"red ", "blue ", "matching ", "yellow "};
    static const char *const kinds[] = {"numbers ", "actions ", "alike ", "\"Skip\" ", "wilds "};
    unsigned way = below(w, 4);
    if (way == 1) put(w, "%s", colours[below(w, 4)]);
    if (way == 2) put(w, "%s", kinds[below(w, 5)]);
    if (way == 3) put(w, "%s%s", colours[below(w, 4)], kinds[below(w, 2)]);
}

static void put_test(Writer *w) {
    static const char *const compares[] = {"is", "is not", "at least", "at most"};
    switch (below(w, 3)) {
    case 0: put(w, "%s is%s %s", who(w, false), one_in(w, 2) ? " not" : "", who(w, false)); break;
    case 1: put(w, "card is %s", one_in(w, 2) ? "red" : "numbers"); break;
    default:
        put_amount(w, 12);
        put(w, " %s ", compares[below(w, 4)]);
        put_amount(w, 6);
        break;
    }
}

static void put_step(Writer *w);

static void put_block(Writer *w) {
    unsigned steps = 1 + (one_in(w, 4) ? 1 : 0);
    if (steps > 1) put(w, "(");
    for (unsigned i = 0; i < steps; i++) {
        if (i) put(w, ", ");
        put_step(w);
    }
    if (steps > 1) put(w, ")");
}

static void put_loop(Writer *w) {
    if (!w->in_each && one_in(w, 2)) {
        put(w, "each %s: ", one_in(w, 2) ? "others" : "everybody");
        w->in_each = true;
        put_block(w);
        w->in_each = false;
    } else if (!w->in_repeat) {
        put(w, "repeat %u: ", 2 + below(w, 5));
        w->in_repeat = true;
        put_block(w);
        w->in_repeat = false;
    } else {
        put(w, "nothing");
    }
}

static void put_branching(Writer *w) {
    bool picked = w->picked;
    switch (below(w, 5)) {
    case 0:
        put(w, "roll: 1-2 ");
        put_block(w);
        put(w, " or 4-6 ");
        put_block(w);
        break;
    case 1:
        if (!w->asks || w->in_each || w->in_repeat) {
            put(w, "nothing");
            break;
        }
        put(w, "choose by %s: ", who(w, false));
        put_block(w);
        put(w, " or ");
        put_block(w);
        break;
    case 2: put_loop(w); break;
    default:
        put(w, "if ");
        put_test(w);
        if (one_in(w, 3)) put(w, " and "), put_test(w);
        put(w, ": (");
        put_step(w);
        put(w, ")");
        if (one_in(w, 2)) put(w, " else "), put_block(w);
        break;
    }
    w->picked = picked; /* a player chosen in a branch may not have been */
}

/* Steps that move cards of hands. */
static void put_move(Writer *w) {
    static const char *const moves[] = {"drop", "steal", "discard", "give"};
    unsigned kind = below(w, w->asks && !w->in_repeat && !w->in_each ? 4 : 2);
    put(w, "%s ", moves[kind]);
    if (kind < 2 && one_in(w, 6)) put(w, "all ");
    else put(w, "%u ", 1 + below(w, 2));
    put_filter(w);
    put(w, "%s %s", kind == 1 ? "from" : kind == 3 ? "to" : "by", who(w, kind == 0));
}

static void put_plain(Writer *w) {
    static const char *const counters[] = {"mana", "luck"}, *const changes[] = {"gain", "lose", "set"};
    switch (below(w, 18)) {
    case 14:
        put(w, "recover %s", one_in(w, 5) ? "all " : one_in(w, 2) ? "2 " : "");
        put_filter(w);
        put(w, "by %s", who(w, true));
        break;
    case 15:
        put(w, "number ");
        put_amount(w, 12);
        break;
    case 16:
        put(w, "hunt ");
        put_filter(w);
        put(w, "by %s", who(w, true));
        break;
    case 17:
        put(w, "raise ");
        put_filter(w);
        break;
    case 0:
    case 1:
        put(w, "take ");
        put_amount(w, 3);
        put(w, " by %s", who(w, true));
        break;
    case 2: put(w, "fetch %u by %s", 1 + below(w, 2), who(w, true)); break;
    case 3:
    case 4: put_move(w); break;
    case 5:
    case 6:
        put(w, "%s ", changes[below(w, 3)]);
        put_amount(w, 4);
        put(w, " %s for %s", counters[below(w, 2)], who(w, true));
        break;
    case 7: put(w, one_in(w, 2) ? "reverse" : "rotate"); break;
    case 8: put(w, "%s with %s", one_in(w, 2) ? "swap" : "seats", who(w, false)); break;
    case 9:
        put(w, "colour %s", w->asks && !w->in_repeat && !w->in_each ? "named" : one_in(w, 2) ? "random" : "blue");
        break;
    case 10: put(w, "show of %s", who(w, true)); break;
    case 11:
        if (w->asks && !w->in_repeat && !w->in_each) put(w, "choose player"), w->picked = true;
        else put(w, "dispel from %s", who(w, true));
        break;
    case 12:
        if (one_in(w, 6)) put(w, "%s by %s", one_in(w, 3) ? "win" : "out", who(w, false));
        else put(w, "nothing");
        break;
    default:
        if (hit(w)) {
            unsigned way = below(w, 3);
            if (way == 2) put(w, "pending "), put_amount(w, 4);
            else if (way) put(w, "deflect to %s", who(w, false));
            else put(w, "negate");
        } else if (!strcmp(w->moment, "cast") && one_in(w, 2)) put(w, "deflect to %s", who(w, false));
        else if (!strcmp(w->moment, "cast") || !strcmp(w->moment, "played")) put(w, "negate");
        else if (!strcmp(w->moment, "turn") || (w->second && !*w->moment && !w->answers)) put(w, "end");
        else if (!w->second && !*w->moment)
            put(w, one_in(w, 3) ? "draw %u" : one_in(w, 2) ? "skip %u" : "again, skip %u", 1 + below(w, 2));
        else if (w->second && *w->moment) put(w, "leave");
        else put(w, "nothing");
        break;
    }
}

static void put_step(Writer *w) {
    if (!w->left || strlen(w->text) > PROGRAM / 3) {
        put(w, "take 1");
        return;
    }
    w->left--;
    if (one_in(w, 3)) put_branching(w);
    else put_plain(w);
}

static void program(Writer *w) {
    w->text[0] = 0;
    w->left = 1 + below(w, 5);
    w->asks = true;
    if (w->down) {
        put(w, "if ");
        put_test(w);
        put(w, ": (");
    }
    for (unsigned i = 0, steps = 1 + below(w, 3); i < steps; i++) {
        if (i) put(w, ", ");
        put_step(w);
        if (one_in(w, 2)) w->asks = false; /* not too many questions */
    }
    if (w->down) put(w, ")");
}

/* ---- files ---- */

typedef struct {
    char *out;
    size_t length;
} Page;

__attribute__((format(printf, 2, 3))) static void line(Page *page, const char *format, ...) {
    va_list values;
    va_start(values, format);
    page->length += (size_t)vsnprintf(page->out + page->length, INVENTED_MAX - page->length, format, values);
    va_end(values);
    if (page->length >= INVENTED_MAX) page->length = INVENTED_MAX - 1;
}

/* Over as many lines as it takes. */
static void put_lines(Page *page, const char *key, const char *text) {
    while (strlen(text) > LINE) {
        size_t cut = LINE;
        while (cut && text[cut] != ' ') cut--;
        line(page, "%s = %.*s\n", key, (int)cut, text);
        text += cut;
        key = "and";
    }
    line(page, "%s = %s\n", key, text);
}

static void put_when(Page *page, uint64_t *random, bool second, bool down) {
    static const char *const moments[] = {"turn", "played", "drawn", "hit", "cast"};
    Writer w = {.random = random, .moment = moments[random_below(random, 5)], .second = second, .down = down};
    char key[24];
    program(&w);
    snprintf(key, sizeof key, "when %s", w.moment);
    put_lines(page, key, w.text);
}

static void put_second_card(Page *page, uint64_t *random, unsigned number) {
    static const char *const stays[] = {"me", "target", "table", "down"};
    line(page, "[card Magic %u]\ndeck = Second\ncode = M%c\ncount = %u\n", number, 'a' + (int)number,
         5 + random_below(random, 4));
    if (random_below(random, 2)) line(page, "cost = %u mana\n", 1 + random_below(random, 3));
    if (random_below(random, 2)) {
        unsigned where = random_below(random, 4);
        line(page, "stays = %s%s\n", stays[where], random_below(random, 2) ? " for 2 turns" : "");
        if (where != 3 && !random_below(random, 3))
            line(page, "bans = %s\n", random_below(random, 2) ? "red" : "actions");
        if (where != 3 && !random_below(random, 3))
            line(page, "frees = %s\n", random_below(random, 2) ? "numbers" : "\"Skip\"");
        put_when(page, random, true, where == 3);
        if (where == 3) return;
        if (random_below(random, 2)) return;
    }
    Writer w = {.random = random, .moment = "", .second = true};
    program(&w);
    put_lines(page, "effects", w.text);
}

static void put_answer(Page *page, uint64_t *random) {
    Writer w = {.random = random, .moment = "", .second = true, .answers = true};
    program(&w);
    line(page, "[card Reply]\ndeck = Second\ncode = Rep\ncount = 6\nanswers = on\n");
    put_lines(page, "effects", w.text);
}

static void put_main_cards(Page *page, uint64_t *random) {
    static const char *const cards[] = {"3", "Skip", "Wild", "Draw Two"};
    for (unsigned i = 0; i < 4; i++) {
        Writer w = {.random = random, .moment = ""};
        if (random_below(random, 2)) continue;
        line(page, "[card %s]\n", cards[i]);
        if (!random_below(random, 4)) line(page, "cost = 1 mana\n");
        if (i < 2 && !random_below(random, 3)) line(page, "wild = %s\n", random_below(random, 2) ? "on" : "fits");
        program(&w);
        put_lines(page, "effects", w.text);
    }
    if (random_below(random, 2)) {
        Writer w = {.random = random, .moment = "", .second = true};
        line(page, "[card Bomb]\ncode = Qb\ncolours = red green\ncount = 3\n");
        program(&w);
        for (char *at = w.text; (at = strstr(at, "target")) != NULL;) memcpy(at, "next  ", 6); /* nobody was named */
        put_lines(page, "when drawn", w.text);
    }
}

void invent_text(uint64_t *random, char out[INVENTED_MAX]) {
    Page page = {out, 0};
    out[0] = 0;
    line(&page, "[ruleset]\nfamily = classic\n[rules]\nmax_players = 6\nturn_limit = %u\n",
         60 + random_below(random, 200));
    line(&page, "stack_draws = %s\n", random_below(random, 2) ? "any" : "off");
    if (!random_below(random, 4)) line(&page, "draw_to_match = on\n");
    if (!random_below(random, 4)) line(&page, "jump_in = on\n");
    if (!random_below(random, 4)) line(&page, "seven_swap = on\nzero_rotate = on\n");
    if (!random_below(random, 4)) line(&page, "trap_card = on\ntake_a_chance = on\n");
    if (!random_below(random, 4)) line(&page, "must_play = on\nforce_play = on\n");
    if (!random_below(random, 4)) line(&page, "hand_limit = 15\n");
    line(&page, "[counter mana]\nstart = %u\nmost = 9\n[counter luck]\nmost = 5\n%s", random_below(random, 5),
         random_below(random, 3) ? "" : "hidden = on\n");
    line(&page, "[deck Second]\ndealt = %u\nhand = %u\nplays = %u\n", random_below(random, 3),
         2 + random_below(random, 5), 1 + random_below(random, 2));
    for (unsigned i = 0; i < SECONDS; i++) put_second_card(&page, random, i);
    if (random_below(random, 2)) put_answer(&page, random);
    put_main_cards(&page, random);
    line(&page, "[rule Income]\nwhen turn = gain 1 mana\n");
    for (unsigned i = 0, rules = random_below(random, 3); i < rules; i++) {
        line(&page, "[rule Invented %u]\n", i);
        put_when(&page, random, false, random_below(random, 2));
    }
}

bool invent_rules(uint64_t *random, Ruleset *out, RulesetError *error) {
    static char text[INVENTED_MAX];
    invent_text(random, text);
    return ruleset_parse("invented", text, strlen(text), NULL, out, error);
}
