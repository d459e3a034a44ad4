/* words_question.c -- what is asked of a seat, one small function a phase, and what is open to it besides. */
#include "../engine/offer.h"
#include "phrase.h"

enum { FITS_MAX = 80, WAYS_MAX = 256 };

typedef struct {
    const Teller *teller;
    const Rules *rules;
    const View *view;
    ActionSet set;
    Text *text;
} Asker;

static bool may(const Asker *asker, ActionKind kind) { return action_set_may(&asker->set, kind); }

static void put_parts(const Asker *asker, Phrase phrase, const Parts *parts) {
    phrase_put(asker->text, asker->teller, phrase, parts);
}

static void put(const Asker *asker, Phrase phrase) { put_parts(asker, phrase, &(Parts){.a = NO_SEAT}); }

static void put_about(const Asker *asker, Phrase phrase, unsigned seat) {
    put_parts(asker, phrase, &(Parts){.a = seat});
}

/* With the letter of a seat, for an example. */
static void put_with_letter(const Asker *asker, Phrase phrase) {
    Seat seat = asker->set.targets ? mask_first(asker->set.targets) : 1;
    put_parts(asker, phrase, &(Parts){.what = (char[]){(char)('A' + seat), 0}});
}

/* ---- classic ---- */

/* "red or 7": what fits on the top card. */
static void write_fitting(const Asker *asker, char out[FITS_MAX]) {
    const ClassicBoard *c = &asker->view->board.classic;
    Text text = text_in(out, FITS_MAX);
    Parts parts = {.name = c->colour, .what = words_card_name(asker->teller, c->top)};
    Phrase phrase = c->colour >= COLOURS                      ? PHRASE_fits_any
                    : !face_is_coloured(asker->rules, c->top) ? PHRASE_fits_colour
                    : face_value(c->top) <= 9                 ? PHRASE_fits_number
                                                              : PHRASE_fits_card;
    phrase_put(&text, asker->teller, phrase, &parts);
}

static void ask_turn(const Asker *asker) {
    char fits[FITS_MAX];
    bool draw = may(asker, ACT_DRAW);
    uint64_t wilds = asker->set.cards & asker->rules->wilds;
    write_fitting(asker, fits);
    Parts parts = {.fits = fits, .what = wilds ? asker->rules->card[bits_first(wilds)].code : ""};
    if (!asker->set.cards) {
        put_parts(asker, draw ? PHRASE_ask_turn_none : PHRASE_ask_turn_pass, &parts);
    } else {
        put_parts(asker, wilds ? PHRASE_ask_turn_wild : PHRASE_ask_turn, &parts);
        if (draw) put(asker, PHRASE_ask_or_draw);
    }
    if (asker->set.casts)
        put_parts(asker, PHRASE_ask_or_cast, &(Parts){.what = asker->rules->second[bits_first(asker->set.casts)].code});
}

static void ask_drawn(const Asker *asker) {
    Phrase phrase = !asker->set.cards      ? PHRASE_ask_drawn_none
                    : may(asker, ACT_KEEP) ? PHRASE_ask_drawn
                                           : PHRASE_ask_drawn_must;
    put_parts(asker, phrase, &(Parts){.card = asker->view->own.drawn});
}

/* "add a draw card, reflect it, or accept" */
static void write_ways(const Asker *asker, char out[WAYS_MAX]) {
    const Rules *rules = asker->rules;
    uint64_t cards = asker->set.cards;
    const struct {
        bool open;
        Phrase phrase;
    } ways[] = {
        {cards & rules->draw_faces, PHRASE_way_add},
        {cards & VALUE_MASK(VALUE_REVERSE) && rules->option.trap_card, PHRASE_way_trap},
        {cards & VALUE_MASK(VALUE_SKIP), PHRASE_way_chance},
        {cards & rules->reflectors, PHRASE_way_reflect},
        {may(asker, ACT_CHALLENGE), PHRASE_way_challenge},
    };
    Text text = text_in(out, WAYS_MAX);
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (!ways[i].open) continue;
        if (text.length) text_put(&text, ", ");
        text_put(&text, phrase_of(asker->teller, ways[i].phrase));
    }
    text_put(&text, phrase_of(asker->teller, text.length ? PHRASE_way_or_accept : PHRASE_way_accept));
}

static void ask_answer(const Asker *asker) {
    const Board *board = &asker->view->board;
    char ways[WAYS_MAX];
    write_ways(asker, ways);
    put_parts(asker, board->phase == PHASE_RETURNED ? PHRASE_ask_returned : PHRASE_ask_answer,
              &(Parts){.number = board->classic.pending, .list = ways});
}

static void ask_more(const Asker *asker) {
    put_parts(asker, asker->set.cards ? PHRASE_ask_more : PHRASE_ask_more_none,
              &(Parts){.number = face_value(asker->view->board.classic.top)});
}

static void ask_opening(const Asker *asker) { put(asker, PHRASE_ask_opening); }

static void ask_deal(const Asker *asker) { put(asker, PHRASE_ask_deal); }

/* ---- split ---- */

static void ask_offer(const Asker *asker) { put(asker, asker->set.cards ? PHRASE_ask_offer : PHRASE_ask_offer_none); }

static void ask_window(const Asker *asker) { put(asker, asker->set.cards ? PHRASE_ask_window : PHRASE_ask_offer_none); }

static void ask_counter(const Asker *asker) {
    const SplitBoard *s = &asker->view->board.split;
    put_parts(asker, asker->set.cards ? PHRASE_ask_counter : PHRASE_ask_counter_none,
              &(Parts){.a = s->actor, .card = s->card});
}

static void ask_reply(const Asker *asker) {
    const SplitBoard *s = &asker->view->board.split;
    put_about(asker, s->card == FACE_TRUTH ? PHRASE_ask_reply_truth : PHRASE_ask_reply_dare, s->actor);
}

static void ask_penalty(const Asker *asker) { put_about(asker, PHRASE_ask_penalty, asker->view->board.split.target); }

static void ask_shed(const Asker *asker) {
    put(asker, PHRASE_ask_shed);
    if (may(asker, ACT_SHED)) put(asker, PHRASE_ask_or_shed_none);
}

/* A program asks. */
static void ask_choice(const Asker *asker) {
    if (asker->set.card_kind == ACT_CHOOSE) put(asker, PHRASE_ask_choose_card);
    else if (asker->set.target_kind == ACT_NAME) put(asker, PHRASE_ask_choose_colour);
    else if (asker->set.targets) put_with_letter(asker, PHRASE_ask_choose_seat);
    else put(asker, PHRASE_ask_option);
}

static void ask_discard(const Asker *asker) { put(asker, PHRASE_ask_discard); }

static void ask_name(const Asker *asker) {
    put(asker, asker->set.names >> NAME_EVEN & 1 ? PHRASE_ask_name_rule : PHRASE_ask_name);
    put_with_letter(asker, asker->set.targets ? PHRASE_ask_name_whom : PHRASE_ask_name_this);
    if (asker->rules->option.wild_rule == WILD_BOTH) put(asker, PHRASE_ask_name_both);
}

static void ask_bid(const Asker *asker) {
    unsigned seat = asker->view->seat, duty = seat < SPLIT_SEATS_MAX ? asker->view->board.split.duty[seat] : NAMES;
    put_parts(asker, duty < NAMES ? PHRASE_ask_bid_duty : PHRASE_ask_bid, &(Parts){.name = duty});
}

static void ask_steal(const Asker *asker) {
    put_with_letter(asker, may(asker, ACT_STEAL) ? PHRASE_ask_steal_may : PHRASE_ask_steal);
}

static void ask_seven(const Asker *asker) { put_with_letter(asker, PHRASE_ask_seven); }

static void ask_bonus(const Asker *asker) { put(asker, PHRASE_ask_bonus); }

static void ask_claim(const Asker *asker) {
    put_about(asker, asker->set.cards ? PHRASE_ask_claim : PHRASE_ask_claim_none, asker->view->board.split.claimant);
}

static void ask_stuck(const Asker *asker) { put_about(asker, PHRASE_ask_stuck, asker->view->board.split.claimant); }

/* What a phase asks of those who are to act, and what others are told they are waited for to do. */
static const struct {
    void (*ask)(const Asker *asker);
    Phrase waiting;
} phases[PHASES] = {
    [PHASE_OVER] = {NULL, PHRASE_wait_over},
    [PHASE_DEAL] = {ask_deal, PHRASE_wait_deal},
    [PHASE_OPENING] = {ask_opening, PHRASE_wait_opening},
    [PHASE_TURN] = {ask_turn, PHRASE_wait_turn},
    [PHASE_DRAWN] = {ask_drawn, PHRASE_wait_drawn},
    [PHASE_MORE] = {ask_more, PHRASE_wait_more},
    [PHASE_ANSWER] = {ask_answer, PHRASE_wait_answer},
    [PHASE_RETURNED] = {ask_answer, PHRASE_wait_returned},
    [PHASE_OFFER] = {ask_offer, PHRASE_wait_offer},
    [PHASE_WINDOW] = {ask_window, PHRASE_wait_window},
    [PHASE_COUNTER] = {ask_counter, PHRASE_wait_counter},
    [PHASE_REPLY] = {ask_reply, PHRASE_wait_reply},
    [PHASE_PENALTY] = {ask_penalty, PHRASE_wait_penalty},
    [PHASE_SHED] = {ask_shed, PHRASE_wait_shed},
    [PHASE_DISCARD] = {ask_discard, PHRASE_wait_discard},
    [PHASE_NAME] = {ask_name, PHRASE_wait_name},
    [PHASE_BID] = {ask_bid, PHRASE_wait_bid},
    [PHASE_STEAL] = {ask_steal, PHRASE_wait_steal},
    [PHASE_SEVEN] = {ask_seven, PHRASE_wait_seven},
    [PHASE_BONUS] = {ask_bonus, PHRASE_wait_bonus},
    [PHASE_CLAIM] = {ask_claim, PHRASE_wait_claim},
    [PHASE_STUCK] = {ask_stuck, PHRASE_wait_stuck},
    [PHASE_CHOICE] = {ask_choice, PHRASE_wait_choice},
};

static Asker asker_for(const Teller *teller, const View *view, Text *text) {
    Asker asker = {.teller = teller, .rules = teller->rules, .view = view, .text = text};
    view_actions(teller->rules, view, &asker.set);
    return asker;
}

static SeatMask awaited_of(const Asker *asker) { return board_awaited(asker->rules, &asker->view->board); }

static bool is_asked(const Asker *asker) {
    return asker->view->seat < SEATS_MAX && awaited_of(asker) >> asker->view->seat & 1;
}

static void put_waiting(const Asker *asker) {
    char names[WORDS_QUESTION_MAX];
    Text list = text_in(names, sizeof names);
    SeatMask awaited = awaited_of(asker);
    if (!awaited) {
        put(asker, PHRASE_wait_over);
        return;
    }
    for (unsigned seat = 0; seat < asker->view->board.players; seat++) {
        if (!(awaited >> seat & 1)) continue;
        if (list.length) text_put(&list, phrase_of(asker->teller, PHRASE_list_and));
        phrase_fill(&list, asker->teller, "{aAcc}", &(Parts){.a = seat});
    }
    put_parts(asker, PHRASE_waiting,
              &(Parts){.list = names, .what = phrase_of(asker->teller, phases[asker->view->board.phase].waiting)});
}

unsigned words_question(const Teller *teller, const View *view, char *out, unsigned size) {
    Text text = text_in(out, size);
    Asker asker = asker_for(teller, view, &text);
    if (is_asked(&asker)) phases[view->board.phase].ask(&asker);
    else put_waiting(&asker);
    if (!text.length || text.length >= size || out[text.length - 1] != '?') text_char(&text, '.');
    return text.length;
}

/* ---- beside the question ---- */

static void put_swap(const Asker *asker) {
    uint64_t cards = asker->set.cards & asker->rules->aimed;
    while (cards && aim_of(asker->rules, action_card_of(ACT_PLAY, (Face)bits_first(cards))) != AIM_SWAP)
        cards &= cards - 1;
    if (!cards || !asker->set.targets) return;
    Seat whom = mask_first(asker->set.targets);
    put_parts(asker, PHRASE_beside_swap,
              &(Parts){.b = whom, .card = (Face)bits_first(cards), .what = (char[]){(char)('A' + whom), 0}});
}

static void put_beside(const Asker *asker, Beside beside) {
    const ClassicBoard *c = &asker->view->board.classic;
    bool asked = is_asked(asker);
    switch (beside) {
    case BESIDE_call:
        if (may(asker, ACT_CALL)) put(asker, PHRASE_beside_call);
        break;
    case BESIDE_catch:
        if (may(asker, ACT_CATCH) && !c->uno_called) put_about(asker, PHRASE_beside_catch, c->uno_seat);
        break;
    case BESIDE_jump:
        if (!asked && asker->set.cards) put_parts(asker, PHRASE_beside_jump, &(Parts){.card = c->top});
        break;
    case BESIDE_swap:
        if (asked) put_swap(asker);
        break;
    case BESIDE_uno:
        if (asked && asker->set.call && asker->set.cards) put(asker, PHRASE_beside_uno);
        break;
    case BESIDES: break;
    }
}

unsigned words_beside(const Teller *teller, const View *view, Beside beside, char *out, unsigned size) {
    Text text = text_in(out, size);
    Asker asker = asker_for(teller, view, &text);
    put_beside(&asker, beside);
    return text.length;
}

unsigned words_besides(const Teller *teller, const View *view, char *out, unsigned size) {
    Text text = text_in(out, size);
    for (unsigned i = 0; i < BESIDES; i++) {
        char line[WORDS_BESIDES_MAX];
        if (!words_beside(teller, view, (Beside)i, line, sizeof line)) continue;
        if (text.length) text_char(&text, '\n');
        text_put(&text, line);
    }
    return text.length;
}
