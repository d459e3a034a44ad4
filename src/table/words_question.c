/* words_question.c -- what is asked of a seat, one small function a phase. */
#include "../engine/text.h"
#include "words.h"

typedef struct {
    const Teller *teller;
    const Rules *rules;
    const View *view;
    ActionSet set;
    Text *text;
} Asker;

static void put(const Asker *asker, const char *words) { text_put(asker->text, words); }

static void put_three(const Asker *asker, const char *before, const char *middle, const char *after) {
    put(asker, before);
    put(asker, middle);
    put(asker, after);
}

static void put_letter(const Asker *asker, Seat seat) { text_char(asker->text, (char)('A' + seat)); }

static void put_code(const Asker *asker, Face face) {
    char code[WORDS_FACE_MAX];
    if (asker->teller->picks) words_face(asker->rules, face, code, sizeof code);
    else face_format(asker->rules, face, code, sizeof code);
    put(asker, code);
}

/* How an answer would be typed, for those who type. */
static void put_example(const Asker *asker, const char *example) {
    if (!asker->teller->picks) put(asker, example);
}

/* "such as \"steal B\"" */
static void put_example_at(const Asker *asker, const char *before, Seat seat, const char *after) {
    if (asker->teller->picks) return;
    put(asker, before);
    put_letter(asker, seat);
    put(asker, after);
}

static bool may(const Asker *asker, ActionKind kind) { return action_set_may(&asker->set, kind); }

static const char *name_of(const Asker *asker, unsigned seat) { return words_name(asker->teller, seat); }

/* A seat for an example. */
static Seat somebody(const Asker *asker) { return asker->set.targets ? mask_first(asker->set.targets) : 1; }

/* ---- classic ---- */

/* "red or 7": what fits on the top card. */
static void put_fitting(const Asker *asker) {
    const ClassicBoard *c = &asker->view->board.classic;
    put(asker, c->colour < COLOURS ? colour_names[c->colour] : "any colour");
    if (!words_is_coloured(asker->rules, c->top)) return;
    put_three(asker, face_value(c->top) <= 9 ? " or " : " or a ", asker->rules->card[c->top].name, "");
}

static void ask_turn(const Asker *asker) {
    bool draw = may(asker, ACT_DRAW);
    uint64_t wilds = asker->set.cards & asker->rules->wilds;
    if (!asker->set.cards) {
        put(asker, draw ? "Nothing you hold fits (" : "Nothing you hold fits and there is nothing to draw (");
        put_fitting(asker);
        put(asker, draw ? "): draw" : "): pass");
        return;
    }
    put(asker, "Play ");
    put_fitting(asker);
    if (wilds) put(asker, " or a card without colour");
    if (wilds && !asker->teller->picks)
        put_three(asker, " (", asker->rules->card[bits_first(wilds)].code, ":B names blue)");
    if (draw) put(asker, ", or draw");
}

static void ask_drawn(const Asker *asker) {
    put(asker, "You drew ");
    put_code(asker, asker->view->own.drawn);
    if (!asker->set.cards) put(asker, ", which does not fit: keep");
    else put(asker, may(asker, ACT_KEEP) ? ": play it, or keep" : ": it fits and must be played");
}

static void ask_answer(const Asker *asker) {
    const Rules *rules = asker->rules;
    uint64_t cards = asker->set.cards;
    bool returned = asker->view->board.phase == PHASE_RETURNED;
    put(asker, returned ? "The draw of " : "You are to draw ");
    text_number(asker->text, asker->view->board.classic.pending);
    put(asker, returned ? " has come back to you: " : ": ");
    if (cards & rules->draw_faces) put(asker, "add a draw card, ");
    if (cards & VALUE_MASK(VALUE_REVERSE) && rules->option.trap_card) put(asker, "set a trap with a Reverse, ");
    if (cards & VALUE_MASK(VALUE_SKIP)) put(asker, "take a chance with a Skip, ");
    if (cards & rules->reflectors) put(asker, "reflect it, ");
    if (may(asker, ACT_CHALLENGE)) put(asker, "challenge the Wild +4, ");
    put(asker, cards || may(asker, ACT_CHALLENGE) ? "or accept" : "accept");
}

static void ask_more(const Asker *asker) {
    put(asker, asker->set.cards ? "Lay another " : "You have no further ");
    text_number(asker->text, face_value(asker->view->board.classic.top));
    put(asker, !asker->set.cards ? ": done" : asker->teller->picks ? ", or be done" : ", or say done");
}

static void ask_opening(const Asker *asker) {
    put(asker, "A Wild opens the game: name its colour");
    put_example(asker, " (name R, name Y, name G, name B)");
}

static void ask_deal(const Asker *asker) { put(asker, "You are the dealer: deal"); }

/* ---- split ---- */

static void ask_offer(const Asker *asker) {
    put(asker, asker->set.cards ? "Play an action card, or pass" : "You have no action card to play: pass");
}

static void ask_window(const Asker *asker) {
    put(asker, asker->set.cards ? "Choose an action card in secret, or pass" : "You have no action card to play: pass");
}

static void ask_counter(const Asker *asker) {
    const SplitBoard *s = &asker->view->board.split;
    put_three(asker, name_of(asker, s->actor), " plays ", "");
    put_code(asker, s->card);
    put(asker, asker->set.cards ? " on you: counter it, or pass" : " on you: you cannot counter it, so pass");
}

static void ask_reply(const Asker *asker) {
    const SplitBoard *s = &asker->view->board.split;
    bool truth = s->card == FACE_TRUTH;
    put(asker, name_of(asker, s->actor));
    if (asker->teller->picks) {
        put(asker, truth ? " asks you for a truth: tell it, or refuse and pay for it"
                         : " dares you: do it, or refuse and lose the game");
        return;
    }
    put(asker, truth ? " asks you for a truth: answer, or refuse and pay for it"
                     : " dares you: answer means that you do it; refuse and the game is lost");
}

static void ask_penalty(const Asker *asker) {
    put(asker, name_of(asker, asker->view->board.split.target));
    if (asker->teller->picks) {
        put(asker, " refuses the truth: choose the price");
        return;
    }
    put(asker, " refuses the truth. penalty A: you take 2 action cards and they draw 2 number cards; "
               "penalty B: they draw 5");
}

static void ask_shed(const Asker *asker) {
    put(asker, "Shed a number card");
    put_example(asker, " (such as \"shed R3\")");
    if (may(asker, ACT_SHED)) put(asker, ", or shed none");
}

static void ask_discard(const Asker *asker) {
    put(asker, "Pay for the Reverse with an action card of your new hand");
    put_example(asker, " (such as \"discard block\")");
}

static void ask_name(const Asker *asker) {
    bool rule = asker->set.names >> NAME_EVEN & 1;
    put_three(asker, "Name the ", rule ? "colour or rule (even, odd, low, high)" : "colour", " that must be bid next");
    if (asker->set.targets) {
        put(asker, ", and by whom");
        put_example_at(asker, " (such as \"name R>", somebody(asker), "\")");
    } else put_example(asker, " (such as \"name R\")");
    if (asker->rules->option.wild_rule == WILD_BOTH) put(asker, "; it binds you too");
}

static void ask_bid(const Asker *asker) {
    unsigned seat = asker->view->seat, duty = seat < SPLIT_SEATS_MAX ? asker->view->board.split.duty[seat] : NAMES;
    put(asker, "Bid a number card in secret; the single highest wins and is shed");
    if (duty < NAMES) put_three(asker, " (you must bid ", words_duty(duty), " if you can)");
}

static void ask_steal(const Asker *asker) {
    put(asker, "Your 0 lets you steal a card: from whom?");
    put_example_at(asker, " (such as \"steal ", somebody(asker),
                   may(asker, ACT_STEAL) ? "\", or \"steal none\")" : "\")");
}

static void ask_seven(const Asker *asker) {
    put(asker, "Your 7 makes an opponent draw 2 number cards and an action card: whom?");
    put_example_at(asker, " (such as \"hit ", somebody(asker), "\")");
}

static void ask_bonus(const Asker *asker) {
    if (asker->teller->picks) {
        put(asker, "You have earned a bonus: draw an action card, or let every opponent draw 2 number cards");
        return;
    }
    put(asker, "You have earned a bonus. bonus card: draw an action card; "
               "bonus draw: every opponent draws 2 number cards");
}

static void ask_claim(const Asker *asker) {
    put_three(asker, name_of(asker, asker->view->board.split.claimant), " claims the win: ", "");
    if (!asker->set.cards) {
        put(asker, "you cannot challenge, so pass");
        return;
    }
    put(asker, "challenge with a +2 or +4");
    put_example(asker, " (such as \"challenge +2\")");
    put(asker, ", or pass");
}

static void ask_stuck(const Asker *asker) {
    const char *name = name_of(asker, asker->view->board.split.claimant);
    put_three(asker, "Play the number card you drew, and ", name, " wins, or your +2 or +4 on ");
    put(asker, name);
}

static void (*const questions[PHASES])(const Asker *asker) = {
    [PHASE_DEAL] = ask_deal,       [PHASE_OPENING] = ask_opening, [PHASE_TURN] = ask_turn,
    [PHASE_DRAWN] = ask_drawn,     [PHASE_MORE] = ask_more,       [PHASE_ANSWER] = ask_answer,
    [PHASE_RETURNED] = ask_answer, [PHASE_OFFER] = ask_offer,     [PHASE_WINDOW] = ask_window,
    [PHASE_COUNTER] = ask_counter, [PHASE_REPLY] = ask_reply,     [PHASE_PENALTY] = ask_penalty,
    [PHASE_SHED] = ask_shed,       [PHASE_DISCARD] = ask_discard, [PHASE_NAME] = ask_name,
    [PHASE_BID] = ask_bid,         [PHASE_STEAL] = ask_steal,     [PHASE_SEVEN] = ask_seven,
    [PHASE_BONUS] = ask_bonus,     [PHASE_CLAIM] = ask_claim,     [PHASE_STUCK] = ask_stuck,
};

/* What a phase asks, for those who only watch. */
static const char *const waiting_words[PHASES] = {
    [PHASE_DEAL] = "deal the next hand",
    [PHASE_OPENING] = "name the colour of the opening Wild",
    [PHASE_TURN] = "play or draw",
    [PHASE_DRAWN] = "play the drawn card or keep it",
    [PHASE_MORE] = "lay another card of the number",
    [PHASE_ANSWER] = "answer the pending draw",
    [PHASE_RETURNED] = "answer the draw that came back",
    [PHASE_OFFER] = "play an action card or pass",
    [PHASE_WINDOW] = "choose an action card or none, in secret",
    [PHASE_COUNTER] = "counter or pass",
    [PHASE_REPLY] = "answer or refuse",
    [PHASE_PENALTY] = "choose the price of the refused truth",
    [PHASE_SHED] = "shed a number card",
    [PHASE_DISCARD] = "pay for the Reverse",
    [PHASE_NAME] = "name what must be bid",
    [PHASE_BID] = "bid a number card",
    [PHASE_STEAL] = "choose whom to steal from",
    [PHASE_SEVEN] = "choose whom the 7 hits",
    [PHASE_BONUS] = "choose a bonus",
    [PHASE_CLAIM] = "challenge the claim or pass",
    [PHASE_STUCK] = "play the drawn card, or the +2 or +4",
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
    SeatMask awaited = awaited_of(asker);
    if (!awaited) {
        put(asker, "The game is over");
        return;
    }
    put(asker, "Waiting for");
    for (unsigned seat = 0, said = 0; seat < asker->view->board.players; seat++)
        if (awaited >> seat & 1) put_three(asker, said++ ? " and " : " ", name_of(asker, seat), "");
    put_three(asker, " to ", waiting_words[asker->view->board.phase], "");
}

unsigned words_question(const Teller *teller, const View *view, char *out, unsigned size) {
    Text text = text_in(out, size);
    Asker asker = asker_for(teller, view, &text);
    if (is_asked(&asker) && questions[view->board.phase]) questions[view->board.phase](&asker);
    else put_waiting(&asker);
    if (!text.length || text.length >= size || out[text.length - 1] != '?') text_char(&text, '.');
    return text.length;
}

/* ---- beside the question ---- */

static void begin_line(const Asker *asker) {
    if (asker->text->length) text_char(asker->text, '\n');
}

static void put_swap(const Asker *asker) {
    uint64_t cards = asker->set.cards & asker->rules->aimed;
    if (asker->teller->picks) return;
    while (cards && !(asker->rules->asks[bits_first(cards)] & ASKS_TARGET)) cards &= cards - 1;
    if (!cards) return;
    begin_line(asker);
    put_code(asker, (Face)bits_first(cards));
    put(asker, ">");
    put_letter(asker, mask_first(asker->set.targets));
    put_three(asker, " swaps hands with ", name_of(asker, mask_first(asker->set.targets)), "");
}

unsigned words_besides(const Teller *teller, const View *view, char *out, unsigned size) {
    Text text = text_in(out, size);
    if (teller->rules->family != FAMILY_CLASSIC) return 0;
    Asker asker = asker_for(teller, view, &text);
    const ClassicBoard *c = &view->board.classic;
    bool asked = is_asked(&asker);
    if (may(&asker, ACT_CALL)) put(&asker, "You have one card left and have not called: call");
    if (may(&asker, ACT_CATCH) && !c->uno_called) {
        begin_line(&asker);
        put_three(&asker, name_of(&asker, c->uno_seat), " has one card left and has not called: catch", "");
    }
    if (!asked && asker.set.cards) {
        begin_line(&asker);
        put(&asker, "You can jump in with ");
        put_code(&asker, c->top);
    }
    if (asked && asker.set.targets) put_swap(&asker);
    if (asked && asker.set.call && asker.set.cards) {
        begin_line(&asker);
        put(&asker, teller->picks ? "This leaves you one card: ! calls UNO with it"
                                  : "This leaves you one card: add ! to call UNO with it");
    }
    return text.length;
}
