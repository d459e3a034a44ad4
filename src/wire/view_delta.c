/* view_delta.c -- a view and a change of one are written by the same walk over the same fields: a
 * whole view is all that changed from nothing. */
#include "view_delta.h"

#include "json_text.h"
#include "view_fields.h"

typedef struct {
    JsonText json;
    const View *before; /* NULL: everything is written */
    const View *after;
} Writer;

/* ---- fields ---- */

static void put_word(JsonText *json, const BoardField *field, long value) {
    Words words = field_words(field);
    json_put_word(json, value < (long)words.count ? words.list[value] : NULL);
}

static void put_value(JsonText *json, const BoardField *field, long value) {
    switch (field->type) {
    case BOARD_FLAG: json_put_flag(json, value != 0); return;
    case BOARD_SEAT: json_put_seat(json, (unsigned)value); return;
    case BOARD_SEATS:
    case BOARD_MASK: json_put_seats(json, (unsigned)value); return;
    case BOARD_CARD: json_put_card(json, (Face)value); return;
    case BOARD_COLOUR: json_put_letter(json, value < COLOURS ? colour_letters[value] : 0); return;
    case BOARD_RETURN:
    case BOARD_SHED:
    case BOARD_DUTY: put_word(json, field, value); return;
    case BOARD_PHASE:
    case BOARD_TARGETS: return; /* not among the rows of a view */
    case BOARD_NUMBER:
    case BOARD_SIGN: json_put_number(json, value);
    }
}

static void put_fields(Writer *w, FieldList list, unsigned seat) {
    const char *group = NULL; /* the one that is open; its name is one text for all its rows */
    for (unsigned f = 0; f < list.count; f++) {
        const BoardField *field = &list.field[f];
        long value = (long)board_get(&w->after->board, field, seat);
        if (w->before && board_get(&w->before->board, field, seat) == value) continue;
        if (group && (!field->group || !text_equal(group, field->group))) json_put_close(&w->json, '}'), group = NULL;
        if (field->group && !group) {
            group = field->group;
            json_put_name(&w->json, group);
            json_put_open(&w->json, '{');
        }
        json_put_name(&w->json, field->key);
        put_value(&w->json, field, value);
    }
    if (group) json_put_close(&w->json, '}');
}

/* ---- lists of cards ---- */

/* The copies of `a` that `b` has not. */
static Cards cards_beyond(const Cards *a, const Cards *b) {
    Cards beyond = {{0}};
    uint64_t differ = 0;
    for (unsigned i = 0; i < PLANES; i++) differ |= a->plane[i] ^ b->plane[i];
    for (; differ; differ &= differ - 1) {
        Face face = (Face)bits_first(differ);
        unsigned of_a = cards_copies(a, face), of_b = cards_copies(b, face);
        if (of_a > of_b) cards_set(&beyond, face, of_a - of_b);
    }
    return beyond;
}

static void put_part(JsonText *json, const char *sign, const Cards *cards) {
    if (!cards_faces(cards)) return;
    json_put_name(json, sign);
    json_put_cards(json, cards);
}

/* A sign and its brackets are about as long as a card: so is found what is shorter. */
static void put_cards(Writer *w, const char *name, const Cards *before, const Cards *after) {
    if (before && cards_equal(before, after)) return;
    json_put_name(&w->json, name);
    if (before) {
        Cards gone = cards_beyond(before, after), come = cards_beyond(after, before);
        unsigned signs = (cards_faces(&gone) ? 1u : 0u) + (cards_faces(&come) ? 1u : 0u);
        if (cards_total(&gone) + cards_total(&come) + signs < cards_total(after)) {
            json_put_open(&w->json, '{');
            put_part(&w->json, "-", &gone);
            put_part(&w->json, "+", &come);
            json_put_close(&w->json, '}');
            return;
        }
    }
    json_put_cards(&w->json, after);
}

/* ---- players ---- */

static bool player_changed(const Writer *w, FieldList list, unsigned seat) {
    const View *before = w->before, *after = w->after;
    if ((before->board.out ^ after->board.out) >> seat & 1) return true;
    for (unsigned f = 0; f < list.count; f++)
        if (board_get(&before->board, &list.field[f], seat) != board_get(&after->board, &list.field[f], seat))
            return true;
    return !cards_equal(&before->known[seat], &after->known[seat]);
}

static void put_player(Writer *w, FieldList list, unsigned seat) {
    const View *before = w->before, *after = w->after;
    bool out = after->board.out >> seat & 1;
    json_put_open(&w->json, '{');
    if (!before) {
        json_put_name(&w->json, "seat");
        json_put_seat(&w->json, seat);
    }
    put_fields(w, list, seat);
    if (view_family(w->json.rules)->out && (!before || out != (before->board.out >> seat & 1))) {
        json_put_name(&w->json, "out");
        json_put_flag(&w->json, out);
    }
    put_cards(w, "known", before ? &before->known[seat] : NULL, &after->known[seat]);
    json_put_close(&w->json, '}');
}

static void put_players(Writer *w) {
    FieldList list = view_family(w->json.rules)->seat_fields;
    json_put_name(&w->json, "players");
    json_put_open(&w->json, '[');
    for (unsigned seat = 0; seat < w->after->board.players; seat++) put_player(w, list, seat);
    json_put_close(&w->json, ']');
}

static void put_changed_players(Writer *w) {
    FieldList list = view_family(w->json.rules)->seat_fields;
    bool open = false;
    for (unsigned seat = 0; seat < w->after->board.players; seat++) {
        char letter[] = {(char)('A' + seat), 0};
        if (!player_changed(w, list, seat)) continue;
        if (!open) {
            json_put_name(&w->json, "players");
            json_put_open(&w->json, '{');
            open = true;
        }
        json_put_name(&w->json, letter);
        put_player(w, list, seat);
    }
    if (open) json_put_close(&w->json, '}');
}

/* ---- the rest of a view ---- */

static void put_head(Writer *w) {
    const View *before = w->before, *after = w->after;
    const Rules *rules = w->json.rules;
    if (!before) {
        json_put_name(&w->json, "family");
        json_put_word(&w->json, family_name(rules->family));
    }
    if (!before || before->board.phase != after->board.phase) {
        json_put_name(&w->json, "phase");
        json_put_word(&w->json, phase_name(after->board.phase));
    }
    if (!before) {
        json_put_name(&w->json, "seat");
        json_put_seat(&w->json, after->seat);
    }
    unsigned awaited = board_awaited(rules, &after->board);
    if (view_family(rules)->asks_one && (!before || board_awaited(rules, &before->board) != awaited)) {
        json_put_name(&w->json, "awaited");
        json_put_seats(&w->json, awaited);
    }
}

/* A spectator's card drawn is none, whatever its byte is. */
static Face drawn_of(const View *view) { return view->seat < SEATS_MAX ? view->own.drawn : NO_FACE; }

static void put_own(Writer *w) {
    const Private *before = w->before ? &w->before->own : NULL, *after = &w->after->own;
    put_cards(w, "hand", before ? &before->hand : NULL, &after->hand);
    bool commits = !w->json.rules->programs; /* else its place is the second hand's */
    if (!before || (commits && before->commit != after->commit)) {
        json_put_name(&w->json, "choice");
        json_put_action(&w->json, commits ? after->commit : 0);
    }
    if (!view_family(w->json.rules)->drawn) return;
    if (!before || before->drawn != after->drawn) {
        json_put_name(&w->json, "drawn");
        json_put_card(&w->json, drawn_of(w->after));
    }
    if (!before || before->guilty != after->guilty) {
        json_put_name(&w->json, "bluffed");
        json_put_flag(&w->json, after->guilty);
    }
}

/* Four bits a card laid, the first lowest. */
static void put_laid(Writer *w) {
    const ClassicBoard *before = w->before ? &w->before->board.classic : NULL, *after = &w->after->board.classic;
    if (before && before->laid == after->laid && before->swaps == after->swaps) return;
    json_put_name(&w->json, "laid");
    json_put_number(&w->json, after->laid);
    json_put_name(&w->json, "swaps");
    json_put_open(&w->json, '[');
    for (unsigned i = 0; i < after->laid && i < 16; i++)
        json_put_seat(&w->json, (unsigned)(after->swaps >> (4 * i) & 0xF));
    json_put_close(&w->json, ']');
}

/* ---- what a club's rules keep on the table ---- */

static void put_second_hand(Writer *w, const char *name, bool set) {
    json_put_name(&w->json, name);
    json_put_open(&w->json, '[');
    for (unsigned i = 0, value; i < SECOND_HAND_MAX && (value = own_second(&w->after->own, i)) != 0; i++)
        if (!(value & SECOND_SET) != set)
            json_put_card(&w->json, (Face)(SECOND_CODE + (value & ~(unsigned)SECOND_SET) - 1));
    json_put_close(&w->json, ']');
}

static void put_lying(Writer *w, const Extra *x) {
    json_put_name(&w->json, "lying");
    json_put_open(&w->json, '[');
    for (unsigned i = 0; i < x->lying; i++) {
        json_put_open(&w->json, '{');
        json_put_name(&w->json, "card"), json_put_card(&w->json, x->laid[i].card);
        json_put_name(&w->json, "owner"), json_put_seat(&w->json, x->laid[i].owner);
        json_put_name(&w->json, "at"), json_put_seat(&w->json, x->laid[i].at);
        json_put_name(&w->json, "turns"), json_put_number(&w->json, x->laid[i].turns);
        json_put_close(&w->json, '}');
    }
    json_put_close(&w->json, ']');
}

static void put_counters(Writer *w, const Extra *x) {
    json_put_name(&w->json, "counters");
    json_put_open(&w->json, '{');
    for (unsigned i = 0; i < w->json.rules->counters; i++) {
        json_put_name(&w->json, w->json.rules->counter[i].name);
        json_put_open(&w->json, '[');
        for (unsigned seat = 0; seat < w->after->board.players; seat++)
            if (x->counter[i][seat] == COUNTER_UNSEEN) json_put_word(&w->json, NULL);
            else json_put_number(&w->json, x->counter[i][seat]);
        json_put_close(&w->json, ']');
    }
    json_put_close(&w->json, '}');
}

static void put_run(Writer *w, const Extra *x) {
    uint32_t run[RUN_NUMBERS];
    extra_run(x, run);
    json_put_name(&w->json, "run");
    if (!x->after) {
        json_put_word(&w->json, NULL);
        return;
    }
    json_put_open(&w->json, '[');
    for (unsigned i = 0; i < RUN_NUMBERS; i++) json_put_number(&w->json, run[i]);
    json_put_close(&w->json, ']');
}

static bool run_differs(const Extra *a, const Extra *b) {
    uint32_t of_a[RUN_NUMBERS], of_b[RUN_NUMBERS];
    extra_run(a, of_a);
    extra_run(b, of_b);
    return memcmp(of_a, of_b, sizeof of_a) != 0;
}

static bool second_differs(const Private *a, const Private *b) {
    return memcmp(a->second, b->second, sizeof a->second) ||
           memcmp(a->second_more, b->second_more, sizeof a->second_more);
}

static void put_order(Writer *w, const View *view) {
    json_put_name(&w->json, "order");
    if (!view->board.classic.reseated) {
        json_put_word(&w->json, NULL);
        return;
    }
    json_put_open(&w->json, '[');
    for (unsigned place = 0; place < view->board.players; place++)
        json_put_seat(&w->json, board_at_place(&view->board, place));
    json_put_close(&w->json, ']');
}

static void put_extra(Writer *w) {
    const View *before = w->before, *after = w->after;
    const Extra *x = &after->board.extra, *old = before ? &before->board.extra : NULL;
    if (!old || memcmp(old->counter, x->counter, sizeof x->counter)) put_counters(w, x);
    if (!old || old->lying != x->lying || memcmp(old->laid, x->laid, sizeof x->laid)) put_lying(w, x);
    if (!old || run_differs(old, x)) put_run(w, x);
    if (!before || memcmp(before->board.actions, after->board.actions, sizeof after->board.actions)) {
        json_put_name(&w->json, "seconds");
        json_put_open(&w->json, '[');
        for (unsigned seat = 0; seat < after->board.players; seat++)
            json_put_number(&w->json, after->board.actions[seat]);
        json_put_close(&w->json, ']');
    }
    if (!old || old->second_pile != x->second_pile)
        json_put_name(&w->json, "second_deck"), json_put_number(&w->json, x->second_pile);
    if (!old || old->casts != x->casts) json_put_name(&w->json, "casts"), json_put_number(&w->json, x->casts);
    if (!old || memcmp(old->order, x->order, sizeof x->order)) put_order(w, after);
    if (!old || old->number != x->number) json_put_name(&w->json, "counts_as"), json_put_number(&w->json, x->number);
    if (before && !second_differs(&before->own, &after->own)) return;
    put_second_hand(w, "second", false);
    put_second_hand(w, "set", true);
}

static unsigned write_view(const Rules *rules, const View *before, const View *after, char *out, unsigned size) {
    Writer w = {json_text_in(rules, out, size), before, after};
    const ViewFamily *family = view_family(rules);
    json_put_open(&w.json, '{');
    put_head(&w);
    put_fields(&w, common_fields(), 0);
    put_own(&w);
    put_fields(&w, family->fields, 0);
    if (family->laid) put_laid(&w);
    put_cards(&w, family->open, before ? &before->board.open : NULL, &after->board.open);
    if (before) put_changed_players(&w);
    else put_players(&w);
    if (rules->programs) put_extra(&w);
    json_put_close(&w.json, '}');
    return w.json.text.length;
}

unsigned view_format(const Rules *rules, const View *view, char *out, unsigned size) {
    return write_view(rules, NULL, view, out, size);
}

unsigned view_delta_format(const Rules *rules, const View *before, const View *after, char *out, unsigned size) {
    return write_view(rules, before, after, out, size);
}

bool view_delta_apply(const Rules *rules, View *view, const cJSON *delta, char error[JSON_ERROR_MAX]) {
    return view_read(rules, delta, true, view, error);
}
