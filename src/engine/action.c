/* action.c -- sets of actions and their text. */
#include "action.h"

#include "family.h"

static bool play_fits(const Rules *rules, const ActionSet *set, Action action) {
    Face card = action_card(action);
    unsigned asks = rules->asks[card], choice = action_choice(action);
    if (asks & ASKS_COLOUR ? choice >= COLOURS : choice != NO_CHOICE) return false;
    SeatMask targets = action_set_targets(rules, set, card);
    Seat target = action_target(action);
    if (target == NO_SEAT ? targets && !(asks & TARGET_OPTIONAL) : !(targets >> target & 1)) return false;
    return (action & 0xF) <= (unsigned)set->call;
}

/* What a choice of this kind is made by: a bit for each name, where it has names. */
static bool has_names(const ActionSet *set, ActionKind kind) {
    return kind == ACT_NAME || (kind == ACT_CHOOSE && set->names);
}

static bool cast_fits(const Rules *rules, const ActionSet *set, Action action) {
    unsigned card = action_card(action) - SECOND_CODE;
    Seat target = action_target(action);
    if (card >= FACES || !(set->casts >> card & 1) || action_choice(action) != NO_CHOICE || action & 0xF) return false;
    return rules->second_code[card].target ? set->targets >> target & 1 : target == NO_SEAT;
}

bool action_set_has(const Rules *rules, const ActionSet *set, Action action) {
    ActionKind kind = action_kind(action);
    Face card = action_card(action);
    if (card < FACES) {
        if (kind == ACT_MISPLAY) return set->misplays >> card & 1 && action == action_card_of(kind, card);
        if (kind != set->card_kind || !(set->cards >> card & 1)) return false;
        return kind == ACT_PLAY ? play_fits(rules, set, action) : action == action_card_of(kind, card);
    }
    if (action == action_plain(kind)) return kind < ACT_KINDS && set->plain >> kind & 1;
    if (__builtin_expect(kind == ACT_CAST, 0)) return cast_fits(rules, set, action);
    if (kind != set->target_kind || kind == ACT_NONE) return false;
    Seat target = action_target(action);
    unsigned choice = action_choice(action);
    bool named = has_names(set, kind);
    if (named ? choice >= NAMES || !(set->names >> choice & 1) : choice != NO_CHOICE) return false;
    if (target == NO_SEAT ? !named || set->targets : !(set->targets >> target & 1)) return false;
    return action == action_full(kind, NO_FACE, choice, target, false);
}

typedef struct {
    Action *out;
    unsigned count;
} List;

static void list_add(List *list, const ActionSet *set, Face card, unsigned choice, unsigned target) {
    list->out[list->count++] = action_full(ACT_PLAY, card, choice, target, false);
    if (set->call) list->out[list->count++] = action_full(ACT_PLAY, card, choice, target, true);
}

static void list_play(const Rules *rules, const ActionSet *set, Face card, List *list) {
    unsigned asks = rules->asks[card];
    SeatMask targets = action_set_targets(rules, set, card);
    unsigned first = asks & ASKS_COLOUR ? 0 : NO_CHOICE, last = asks & ASKS_COLOUR ? COLOURS - 1 : NO_CHOICE;
    for (unsigned choice = first; choice <= last; choice++) {
        for (unsigned rest = targets; rest; rest &= rest - 1) list_add(list, set, card, choice, bits_first(rest));
        if (!targets || asks & TARGET_OPTIONAL) list_add(list, set, card, choice, NO_SEAT);
    }
}

static void list_casts(const Rules *rules, const ActionSet *set, List *list) {
    for (uint64_t casts = set->casts; casts; casts &= casts - 1) {
        unsigned card = bits_first(casts);
        unsigned targets = rules->second_code[card].target ? set->targets : 1u << NO_SEAT;
        for (; targets; targets &= targets - 1)
            list->out[list->count++] = action_full(ACT_CAST, SECOND_CODE + card, NO_CHOICE, bits_first(targets), false);
    }
}

static void list_aimed(const ActionSet *set, List *list) {
    ActionKind kind = set->target_kind;
    bool named = has_names(set, kind);
    unsigned names = named ? set->names : 1;
    for (; names; names &= names - 1) {
        unsigned choice = named ? bits_first(names) : NO_CHOICE;
        for (unsigned rest = set->targets; rest; rest &= rest - 1)
            list->out[list->count++] = action_full(kind, NO_FACE, choice, bits_first(rest), false);
        if (named && !set->targets) list->out[list->count++] = action_full(kind, NO_FACE, choice, NO_SEAT, false);
    }
}

unsigned action_set_list(const Rules *rules, const ActionSet *set, Action out[ACTIONS_MAX]) {
    List list = {out, 0};
    for (ActionKind kind = ACT_NONE + 1; kind < ACT_KINDS; kind++) {
        uint64_t cards = kind == set->card_kind ? set->cards : kind == ACT_MISPLAY ? set->misplays : 0;
        for (; cards; cards &= cards - 1) {
            Face card = (Face)bits_first(cards);
            if (kind == ACT_PLAY) list_play(rules, set, card, &list);
            else out[list.count++] = action_card_of(kind, card);
        }
        if (kind == ACT_CAST) list_casts(rules, set, &list);
        if (kind == set->target_kind) list_aimed(set, &list);
        if (set->plain >> kind & 1) out[list.count++] = action_plain(kind);
    }
    return list.count;
}

/* ---- text ---- */

/* The word that opens an action. A kind without a word (ACT_PLAY) is told by its card. */
// clang-format off
static const struct {
    ActionKind kind;
    const char *word;
} words[] = {
    {ACT_MISPLAY, "misplay"},      {ACT_SHED, "shed"},           {ACT_DISCARD, "discard"},       {ACT_CHALLENGE, "challenge"},
    {ACT_NAME, "name"},            {ACT_STEAL, "steal"},         {ACT_HIT, "hit"},               {ACT_DRAW, "draw"},
    {ACT_KEEP, "keep"},            {ACT_PASS, "pass"},           {ACT_ACCEPT, "accept"},         {ACT_DONE, "done"},
    {ACT_CALL, "call"},            {ACT_CATCH, "catch"},         {ACT_DEAL, "deal"},             {ACT_ANSWER, "answer"},
    {ACT_REFUSE, "refuse"},        {ACT_PENALTY_A, "penalty A"}, {ACT_PENALTY_B, "penalty B"},   {ACT_BONUS_CARD, "bonus card"},
    {ACT_BONUS_DRAW, "bonus draw"}, {ACT_CAST, "cast"},           {ACT_CHOOSE, "choose"},
};
// clang-format on
enum { WORDS = sizeof words / sizeof words[0] };

static const char *const rule_words[NAMES] = {"R", "Y", "G", "B", "even", "odd", "low", "high"};

static void put_seat(Text *text, const char *before, Seat seat) {
    if (seat == NO_SEAT) return;
    text_put(text, before);
    text_char(text, (char)('A' + seat));
}

static void put_face(Text *text, const Rules *rules, Face card) {
    char code[CARD_CODE_MAX + 2];
    face_format(rules, card, code, sizeof code);
    text_put(text, code);
}

unsigned action_format(const Rules *rules, Action action, char *out, unsigned size) {
    Text text = text_in(out, size);
    ActionKind kind = action_kind(action);
    Face card = action_card(action);
    unsigned choice = action_choice(action);
    for (unsigned i = 0; i < WORDS; i++)
        if (words[i].kind == kind) text_put(&text, words[i].word);
    if (kind == ACT_PLAY) {
        put_face(&text, rules, card);
        if (choice < COLOURS) {
            text_char(&text, ':');
            text_char(&text, colour_letters[choice]);
        }
        put_seat(&text, ">", action_target(action));
        if (action_calls(action)) text_char(&text, '!');
    } else if (card < FACES || kind == ACT_CAST) {
        text_char(&text, ' ');
        put_face(&text, rules, card);
        if (kind == ACT_CAST) put_seat(&text, ">", action_target(action));
    } else if (kind == ACT_CHOOSE) {
        if (choice < NAMES) {
            text_put(&text, " option ");
            text_number(&text, choice + 1);
        } else put_seat(&text, " ", action_target(action));
    } else if (kind == ACT_NAME) {
        text_char(&text, ' ');
        text_put(&text, choice < NAMES ? rule_words[choice] : "nothing");
        put_seat(&text, ">", action_target(action));
    } else if (kind == ACT_STEAL || kind == ACT_HIT) {
        put_seat(&text, " ", action_target(action));
    }
    if (action == action_plain(ACT_SHED) || action == action_plain(ACT_STEAL)) text_put(&text, " none");
    return text.length;
}

static bool at_end(const char *at) {
    char c = *at;
    return !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && c != '+' && c != '>' &&
           c != ':' && c != '!' && c != '-' && c != '_';
}

static bool scan_seat(const char **at, Seat *out) {
    if (**at < 'A' || **at >= 'A' + SEATS_MAX) return false;
    *out = (Seat)(*(*at)++ - 'A');
    return true;
}

static bool parse_play(const Rules *rules, const char **at, Action *out) {
    Face card;
    Seat target = NO_SEAT;
    unsigned choice = NO_CHOICE;
    if (!face_parse(rules, at, &card)) return false;
    if (**at == ':') {
        for (choice = 0; choice < COLOURS && (*at)[1] != colour_letters[choice]; choice++) {}
        if (choice == COLOURS) return false;
        *at += 2;
    }
    if (**at == '>' && (++*at, !scan_seat(at, &target))) return false;
    bool call = scan_word(at, "!");
    *out = action_full(ACT_PLAY, card, choice, target, call);
    return true;
}

/* "option 2", "B", "R5": a letter that no card begins with alone is a seat. */
static bool parse_chosen(const Rules *rules, const char **at, Action *out) {
    long long option;
    Face card;
    Seat target;
    if (scan_word(at, "option ")) {
        if (!scan_number(at, 1, NAMES, &option)) return false;
        *out = action_full(ACT_CHOOSE, NO_FACE, (unsigned)option - 1, NO_SEAT, false);
        return true;
    }
    if (face_parse(rules, at, &card)) {
        *out = action_card_of(ACT_CHOOSE, card);
        return true;
    }
    if (!scan_seat(at, &target)) return false;
    *out = action_full(ACT_CHOOSE, NO_FACE, NO_CHOICE, target, false);
    return true;
}

/* What stands behind the word of `kind`. */
static bool parse_rest(const Rules *rules, ActionKind kind, const char **at, Action *out) {
    Face card;
    Seat target = NO_SEAT;
    unsigned choice = NO_CHOICE;
    const char *before = *at;
    scan_blanks(at);
    bool argument = *at != before;
    *out = action_plain(kind);
    switch (kind) {
    case ACT_SHED:
    case ACT_STEAL:
        if (argument && scan_word(at, "none")) return true;
        if (kind == ACT_STEAL) break;
        /* fall through */
    case ACT_MISPLAY:
    case ACT_DISCARD:
        if (!argument || !face_parse(rules, at, &card)) return false;
        *out = action_card_of(kind, card);
        return true;
    case ACT_CHALLENGE:
        if (family_of(rules)->challenge_card && argument && face_parse(rules, at, &card))
            *out = action_card_of(kind, card);
        else *at = before;
        return true;
    case ACT_NAME:
        if (!argument) return false;
        for (choice = 0; choice < NAMES && !scan_word(at, rule_words[choice]); choice++) {}
        if (choice == NAMES) return false;
        if (**at == '>' && (++*at, !scan_seat(at, &target))) return false;
        *out = action_full(kind, NO_FACE, choice, target, false);
        return true;
    case ACT_CAST:
        if (!argument || !second_parse(rules, at, &card)) return false;
        if (**at == '>' && (++*at, !scan_seat(at, &target))) return false;
        *out = action_full(kind, card, NO_CHOICE, target, false);
        return true;
    case ACT_CHOOSE: return argument && parse_chosen(rules, at, out);
    case ACT_HIT: break;
    case ACT_NONE:
    case ACT_PLAY:
    case ACT_DRAW:
    case ACT_KEEP:
    case ACT_PASS:
    case ACT_ACCEPT:
    case ACT_DONE:
    case ACT_CALL:
    case ACT_CATCH:
    case ACT_DEAL:
    case ACT_ANSWER:
    case ACT_REFUSE:
    case ACT_PENALTY_A:
    case ACT_PENALTY_B:
    case ACT_BONUS_CARD:
    case ACT_BONUS_DRAW: *at = before; return true;
    }
    if (!argument || !scan_seat(at, &target)) return false;
    *out = action_full(kind, NO_FACE, NO_CHOICE, target, false);
    return true;
}

bool action_parse(const Rules *rules, const char **text, Action *out) {
    for (unsigned i = 0; i < WORDS; i++) {
        const char *at = *text;
        if (!scan_word(&at, words[i].word) || !at_end(at)) continue;
        bool read = parse_rest(rules, words[i].kind, &at, out) && at_end(at);
        *text = at;
        return read;
    }
    return parse_play(rules, text, out) && at_end(*text);
}
