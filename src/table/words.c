#include "words.h"

#include <string.h>

#include "../engine/text.h"

static const char *const duty_words[NAMES] = {"red",           "yellow", "green", "blue", "an even number",
                                              "an odd number", "0 to 4", "5 to 9"};

const char *words_duty(unsigned duty) { return duty_words[duty]; }

const char *words_name(const Teller *teller, unsigned seat) {
    if (seat == teller->reader) return "you";
    return seat < SEATS_MAX && teller->name[seat] ? teller->name[seat] : "?";
}

static bool starts_with(const char *text, const char *start) { return scan_word(&text, start); }

/* ---- cards ---- */

bool words_is_coloured(const Rules *rules, Face face) {
    if (rules->family == FAMILY_SPLIT) return !(SPLIT_ACTIONS >> face & 1);
    return !(rules->wilds >> face & 1);
}

static void put_face(Text *text, const Rules *rules, Face face) {
    if (words_is_coloured(rules, face)) {
        text_put(text, colour_names[face_colour(face)]);
        text_char(text, ' ');
    }
    text_put(text, rules->card[face].name);
}

unsigned words_face(const Rules *rules, Face face, char *out, unsigned size) {
    Text text = text_in(out, size);
    put_face(&text, rules, face);
    return text.length;
}

unsigned words_cards(const Rules *rules, const Cards *cards, char *out, unsigned size) {
    Text text = text_in(out, size);
    for (uint64_t faces = cards_faces(cards); faces; faces &= faces - 1)
        for (unsigned copies = cards_copies(cards, (Face)bits_first(faces)); copies; copies--) {
            if (text.length) text_put(&text, ", ");
            put_face(&text, rules, (Face)bits_first(faces));
        }
    return text.length;
}

/* ---- events ---- */

/* "draws" -> "draw", after "You". */
static void put_agreeing(Text *text, const char *verb, unsigned length) {
    static const struct {
        const char *third, *second;
    } odd[] = {{"is", "are"}, {"has", "have"}, {"passes", "pass"}, {"catches", "catch"}, {"complies", "comply"}};
    for (unsigned i = 0; i < sizeof odd / sizeof odd[0]; i++)
        if (text_length(odd[i].third) == length && starts_with(verb, odd[i].third)) {
            text_put(text, odd[i].second);
            return;
        }
    if (length > 1 && verb[length - 1] == 's') length--;
    for (unsigned i = 0; i < length; i++) text_char(text, verb[i]);
}

/* Turns every mark of the reader (\1) into you, your, and agreeing verbs. */
static void put_addressed(Text *text, const char *words) {
    bool subject = words[0] == '\1' && words[1] == ' ';
    for (const char *at = words; *at; at++) {
        if (subject && starts_with(at, " and claims ")) { /* the one sentence with two verbs */
            text_put(text, " and claim");
            at += text_length(" and claims") - 1;
            continue;
        }
        if (*at != '\1') {
            text_char(text, *at);
            continue;
        }
        bool owns = at[1] == '\'' && at[2] == 's';
        text_put(text, text->length ? "you" : "You");
        if (owns) text_char(text, 'r');
        if (owns) at += 2;
        if (owns && !at[1]) text_char(text, 's'); /* "... meets yours" */
        if (subject && at == words) {
            unsigned length = 0;
            while (at[2 + length] && at[2 + length] != ' ' && at[2 + length] != ',') length++;
            text_char(text, ' ');
            put_agreeing(text, at + 2, length);
            at += 1 + length;
        }
    }
}

/* "the call of \1 ..." is "Your call ..." */
static bool put_owned(Text *text, const char *words) {
    static const char link[] = " of \1";
    const char *owner = words;
    if (!starts_with(words, "the ")) return false;
    while (*owner && !starts_with(owner, link)) owner++;
    if (!*owner) return false;
    text_put(text, "Your ");
    for (const char *at = words + 4; at < owner; at++) text_char(text, *at);
    text_put(text, owner + sizeof link - 1);
    return true;
}

static const char *const event_words[EVENT_KINDS] = {
#define EVENT(name, words) words,
#include "../engine/event.def"
#undef EVENT
};

/* The reader is marked, not named. */
static void put_seat(Text *text, const Teller *teller, Seat seat) {
    text_put(text, seat == teller->reader ? "\1" : words_name(teller, seat));
}

/* Who types reads what can be typed. */
static void put_event_card(Text *text, const Teller *teller, Face card) {
    char code[CARD_CODE_MAX + 2];
    if (card >= FACES) text_put(text, "a card");
    else if (teller->picks) put_face(text, teller->rules, card);
    else face_format(teller->rules, card, code, sizeof code), text_put(text, code);
}

static void put_event(Text *text, const Teller *teller, const Event *event) {
    for (const char *word = event_words[event->kind]; *word; word++) {
        if (*word != '$') {
            text_char(text, *word);
            continue;
        }
        switch (*++word) {
        case 'A': put_seat(text, teller, event->seat); break;
        case 'B': put_seat(text, teller, event->other); break;
        case 'C': put_event_card(text, teller, event->card); break;
        case 'N': text_number(text, event->amount); break;
        case 'K': text_put(text, event->amount < NAMES ? duty_words[event->amount] : "?"); break;
        case 'X': text_put(text, event->amount == 1 ? "" : "s"); break;
        }
    }
}

unsigned words_event(const Teller *teller, const Event *event, char *out, unsigned size) {
    char words[WORDS_EVENT_MAX];
    Text marked = text_in(words, sizeof words), text = text_in(out, size);
    put_event(&marked, teller, event);
    if (!put_owned(&text, words)) put_addressed(&text, words);
    if (size && out[0] >= 'a' && out[0] <= 'z') out[0] = (char)(out[0] - 'a' + 'A');
    return text.length;
}

unsigned words_deed(const Teller *teller, const Event *event, char *out, unsigned size) {
    char words[WORDS_EVENT_MAX];
    Teller nameless = *teller;
    if (size) out[0] = 0;
    if (event->seat >= SEATS_MAX || event->kind == EVENT_bid_made || event->kind == EVENT_lead) return 0;
    nameless.name[event->seat] = "";
    words_event(&nameless, event, words, sizeof words);
    const char *deed = words;
    if (event->seat == teller->reader ? !scan_word(&deed, "You ") : !scan_word(&deed, " ")) return 0;
    Text text = text_in(out, size);
    text_put(&text, deed);
    return text.length;
}

bool words_is_told(const Event *events, unsigned index) {
    return index && events[index].kind == EVENT_played && events[index - 1].kind == EVENT_jumped;
}

unsigned words_events(const Teller *teller, const Witness *witness, char *out, unsigned size) {
    Text text = text_in(out, size);
    for (unsigned i = 0; i < witness->events; i++) {
        const Event *event = &witness->event[i];
        char words[WORDS_EVENT_MAX];
        if (words_is_told(witness->event, i)) continue;
        if (event->kind == EVENT_bid_made && event->seat != teller->reader) continue;
        unsigned length = words_event(teller, event, words, sizeof words);
        if (text.length) text_char(&text, ' ');
        text_put(&text, words);
        if (!length || words[length - 1] != '!') text_char(&text, '.');
    }
    return text.length;
}

unsigned words_result(const Teller *teller, const Board *board, char *out, unsigned size) {
    Text text = text_in(out, size);
    unsigned winners = 0;
    for (unsigned seat = 0; seat < board->players; seat++) {
        if (!(board->winners >> seat & 1)) continue;
        if (winners++) text_put(&text, " and ");
        text_put(&text, seat != teller->reader ? words_name(teller, seat) : winners == 1 ? "You" : "you");
    }
    bool you = teller->reader < SEATS_MAX && board->winners >> teller->reader & 1;
    text_put(&text, !winners               ? "The game is over. Nobody wins."
                    : winners == 1 && !you ? " wins the game."
                                           : " win the game.");
    return text.length;
}

/* ---- actions ---- */

static const char *const plain_words[ACT_KINDS] = {
    [ACT_DRAW] = "draw a card",
    [ACT_KEEP] = "keep the card",
    [ACT_PASS] = "pass",
    [ACT_ACCEPT] = "draw what you are to draw",
    [ACT_DONE] = "lay no further card",
    [ACT_CALL] = "call UNO",
    [ACT_CATCH] = "catch who did not call UNO",
    [ACT_DEAL] = "deal",
    [ACT_ANSWER] = "answer",
    [ACT_REFUSE] = "refuse",
    [ACT_PENALTY_A] = "take 2 action cards; they draw 2 number cards",
    [ACT_PENALTY_B] = "let them draw 5 number cards",
    [ACT_BONUS_CARD] = "draw an action card",
    [ACT_BONUS_DRAW] = "let every opponent draw 2 number cards",
};

static void put_sized(Text *text, const char *before, unsigned number, const char *one, const char *many) {
    text_put(text, before);
    text_number(text, number);
    text_put(text, number == 1 ? one : many);
}

/* The kinds that say more where the table is known. */
static bool put_plain(Text *text, const Teller *teller, const View *view, ActionKind kind) {
    const Board *board = &view->board;
    bool classic = teller->rules->family == FAMILY_CLASSIC;
    switch (kind) {
    case ACT_ACCEPT:
        if (!classic || !board->classic.pending) return false;
        put_sized(text, "draw ", board->classic.pending, " card", " cards");
        return true;
    case ACT_CATCH:
        if (!classic || board->classic.uno_seat == NO_SEAT) return false;
        text_put(text, "catch ");
        text_put(text, words_name(teller, board->classic.uno_seat));
        return true;
    case ACT_ANSWER:
        if (classic) return false;
        text_put(text, board->split.card == FACE_TRUTH ? "tell the truth" : "do the dare");
        return true;
    case ACT_PASS:
        if (board->phase == PHASE_CLAIM) return text_put(text, "let the claim stand"), true;
        if (board->phase == PHASE_COUNTER) return text_put(text, "do not counter"), true;
        return false;
    case ACT_CHALLENGE: return text_put(text, "challenge the Wild +4"), true;
    case ACT_SHED: return text_put(text, "shed no card"), true;
    case ACT_STEAL: return text_put(text, "steal nothing"), true;
    default: return false;
    }
}

static void put_card_verb(Text *text, const View *view, ActionKind kind) {
    switch (kind) {
    case ACT_MISPLAY: text_put(text, "lay (although it does not fit) "); break;
    case ACT_SHED: text_put(text, "shed "); break;
    case ACT_DISCARD: text_put(text, "pay with "); break;
    case ACT_CHALLENGE: text_put(text, "challenge with "); break;
    default: text_put(text, view->board.phase == PHASE_BID ? "bid " : "play "); break;
    }
}

/* What is done with a card to a seat, or without one. */
static void put_target(Text *text, const Teller *teller, Action action) {
    Seat target = action_target(action);
    Face card = action_card(action);
    if (target == NO_SEAT) return;
    if (card < FACES && teller->rules->family == FAMILY_CLASSIC) text_put(text, " and swap hands with ");
    else if (card < FACES) text_put(text, " on ");
    else if (action_kind(action) == ACT_NAME) text_put(text, " for ");
    text_put(text, words_name(teller, target));
}

unsigned words_action(const Teller *teller, const View *view, Action action, char *out, unsigned size) {
    Text text = text_in(out, size);
    ActionKind kind = action_kind(action);
    Face card = action_card(action);
    unsigned choice = action_choice(action);
    if (card < FACES) {
        put_card_verb(&text, view, kind);
        put_face(&text, teller->rules, card);
        if (choice < COLOURS) text_put(&text, " and name "), text_put(&text, duty_words[choice]);
    } else if (kind == ACT_NAME) {
        text_put(&text, "name ");
        text_put(&text, choice < NAMES ? duty_words[choice] : "?");
    } else if (action_target(action) != NO_SEAT) {
        text_put(&text, kind == ACT_HIT ? "hit " : "steal from ");
    } else if (!put_plain(&text, teller, view, kind)) {
        text_put(&text, kind < ACT_KINDS && plain_words[kind] ? plain_words[kind] : "?");
    }
    put_target(&text, teller, action);
    if (action_calls(action)) text_put(&text, " and call UNO");
    return text.length;
}

/* ---- refusals ---- */

/* ", such as W:B": how the card would have been played; nothing where no example helps. */
static void put_example(Text *text, const Teller *teller, const View *view, Action action, Verdict verdict) {
    const Rules *rules = teller->rules;
    Face card = action_card(action);
    char code[CARD_CODE_MAX + 2];
    ActionSet set;
    if (teller->picks || card >= FACES || (verdict != VERDICT_colour_needed && verdict != VERDICT_target_needed))
        return;
    face_format(rules, card, code, sizeof code);
    view_actions(rules, view, &set);
    SeatMask targets = card == FACE_BLOCK && rules->family == FAMILY_SPLIT ? set.block_targets : set.targets;
    char whom = targets ? (char)('A' + mask_first(targets)) : view->seat ? 'A' : 'B';
    text_put(text, ", such as ");
    text_put(text, code);
    text_put(text, verdict == VERDICT_colour_needed ? ":B" : ">");
    if (verdict == VERDICT_target_needed) text_char(text, whom);
}

unsigned words_refusal(const Teller *teller, const View *view, Action action, Verdict verdict, char *out,
                       unsigned size) {
    const char *ids = verdict_rules(verdict), *sentence = verdict_sentence(verdict);
    Text text = text_in(out, size);
    for (; sentence[0] && sentence[1]; sentence++) text_char(&text, sentence[0]); /* all but its full stop */
    put_example(&text, teller, view, action, verdict);
    text_put(&text, sentence);
    if (ids[0]) {
        text_put(&text, " [");
        text_put(&text, ids);
        text_char(&text, ']');
    }
    return text.length;
}
