/* question.c -- what the arbiter asks next, and how it can be answered. */
#include "../engine/text.h"
#include "tell.h"
#include "vocabulary.h"

typedef struct {
    const Sheet *sheet;
    const Tally *tally;
    const Board *board;
    Text *out;
} Asking;

static const char *name_of(const Asking *a, Seat seat) { return a->sheet->names.name[seat]; }
static Seat asked_seat(const Asking *a) { return mask_first(a->board->split.awaited); }
static void put(const Asking *a, const char *words) { text_put(a->out, words); }
static void put_name(const Asking *a, Seat seat) { text_put(a->out, name_of(a, seat)); }
static void put_names(const Asking *a, unsigned seats) { tell_names(a->sheet, seats, " and ", a->out); }
static bool several(unsigned seats) { return seats & (seats - 1); }

static bool anybody_may_play(const Asking *a) {
    return a->board->phase == PHASE_OFFER || a->board->phase == PHASE_WINDOW;
}

/* Who could still challenge the claim. */
static unsigned challengers(const Asking *a) {
    Entry choice[TALLY_CHOICES_MAX];
    unsigned count = tally_choices(a->tally, choice), seats = 0;
    for (unsigned i = 0; i < count; i++)
        if (choice[i].kind == ENTRY_CHALLENGE) seats |= 1u << choice[i].seat;
    return seats;
}

/* ---- questions ---- */

static void ask_round(const Asking *a) {
    bool shows;
    unsigned bidders = tally_bidders(a->tally, &shows), blocked = a->board->split.blocked;
    if (blocked) {
        put_names(a, blocked);
        put(a, several(blocked) ? " are blocked. " : " is blocked. ");
    }
    if (!bidders) put(a, "The number round is void.");
    else if (!shows) {
        put(a, "In the number round ");
        put_names(a, bidders);
        put(a, " sheds a number card.");
    } else {
        put(a, several(bidders) ? "Number round: what do " : "Number round: what does ");
        put_names(a, bidders);
        put(a, " show?");
    }
    if (anybody_may_play(a)) put(a, " Or does somebody play an action card?");
}

static void ask_counter(const Asking *a) {
    put_name(a, asked_seat(a));
    put(a, " may counter with a ");
    put(a, a->board->split.card == FACE_BLOCK ? "Block" : "+2 or +4");
    put(a, ". Did they?");
}

static void ask_reply(const Asking *a) {
    put(a, "Does ");
    put_name(a, asked_seat(a));
    put(a, a->board->split.card == FACE_TRUTH ? " tell the truth, or refuse?"
                                              : " do the dare? Who refuses it loses the game.");
}

static void ask_penalty(const Asking *a) {
    Seat actor = a->board->split.actor, target = a->board->split.target;
    put_name(a, target);
    put(a, " has refused. What does ");
    put_name(a, actor);
    put(a, " choose: 2 action cards for ");
    put_name(a, actor);
    put(a, " and 2 number cards for ");
    put_name(a, target);
    put(a, ", or 5 number cards for ");
    put_name(a, target);
    put(a, "?");
}

static void ask_shed(const Asking *a) {
    unsigned seats = a->board->split.awaited;
    put_names(a, seats);
    put(a, " may shed a number card. Who does?");
}

static void ask_name(const Asking *a) {
    unsigned wild_rule = (unsigned)a->tally->rules.option.wild_rule;
    put(a, "What does ");
    put_name(a, asked_seat(a));
    if (wild_rule == WILD_NOMINEE) put(a, " name: which colour, and who must show it next?");
    else if (wild_rule == WILD_OPPONENT) put(a, " name: which colour must the opponent show in the next round?");
    else put(a, " name: a colour, even, odd, low (0-4) or high (5-9), for both in the next round?");
}

static void ask_steal(const Asking *a) {
    SeatMask victims = tally_victims(a->tally);
    bool either = a->tally->rules.option.zero_pool == POOL_HAND;
    put(a, "The 0 of ");
    put_name(a, a->board->turn);
    put(a, a->tally->may_spare ? " may take a card from " : " takes a card from ");
    if (several(victims))
        put(a, either ? "an opponent: from whom, and is it a number or an action card?" : "an opponent: from whom?");
    else {
        put_name(a, mask_first(victims));
        put(a, either ? ": is it a number or an action card?" : ". Does it?");
    }
}

static void ask_seven(const Asking *a) {
    put(a, "Whom does the 7 of ");
    put_name(a, a->board->turn);
    put(a, " hit?");
}

static void ask_bonus(const Asking *a) {
    put_name(a, asked_seat(a));
    put(a, " has won ");
    text_number(a->out, a->tally->rules.option.bonus_wins);
    put(a, " rounds in a row. The bonus: an action card, or 2 number cards for every opponent?");
}

static void ask_claim(const Asking *a) {
    put_name(a, a->board->split.claimant);
    put(a, " has no number cards left and claims the win. ");
    if (tally_may_be_stuck(a->tally)) {
        put(a, "The only card of ");
        put_name(a, asked_seat(a));
        put(a, " cannot be played if it is a +2 or +4. Is it one?");
        return;
    }
    put(a, "Does ");
    tell_names(a->sheet, challengers(a), " or ", a->out);
    put(a, " challenge with a +2 or +4?");
}

static void ask_stuck(const Asking *a) {
    put(a, "Does ");
    put_name(a, asked_seat(a));
    put(a, " shed the number card just drawn, or play the +2 or +4 on ");
    put_name(a, a->board->split.claimant);
    put(a, "?");
}

static void tell_end(const Asking *a) {
    SeatMask winners = a->board->winners;
    put_names(a, winners);
    put(a, several(winners) ? " win the game." : " wins the game.");
}

static void ask_points(const Sheet *sheet, Text *out) {
    SeatMask winners = sheet_winners(sheet);
    if (winners) {
        tell_names(sheet, winners, " and ", out);
        text_put(out, winners & (winners - 1) ? " win the game." : " wins the game.");
    } else {
        text_put(out, "Deal ");
        text_number(out, sheet->score.deals + 1);
        text_put(out, ": who wins, and how many points?");
    }
}

unsigned sheet_question(const Sheet *sheet, char *out, unsigned size) {
    Text text = text_in(out, size);
    Asking asking = {sheet, &sheet->tally, &sheet->tally.game.board, &text};
    if (sheet->points) return ask_points(sheet, &text), text.length;
    switch ((Phase)asking.board->phase) {
    case PHASE_OVER: tell_end(&asking); break;
    case PHASE_COUNTER: ask_counter(&asking); break;
    case PHASE_REPLY: ask_reply(&asking); break;
    case PHASE_PENALTY: ask_penalty(&asking); break;
    case PHASE_NAME: ask_name(&asking); break;
    case PHASE_STEAL: ask_steal(&asking); break;
    case PHASE_SEVEN: ask_seven(&asking); break;
    case PHASE_BONUS: ask_bonus(&asking); break;
    case PHASE_CLAIM: ask_claim(&asking); break;
    case PHASE_STUCK: ask_stuck(&asking); break;
    case PHASE_OFFER:
    case PHASE_WINDOW:
    case PHASE_SHED:
    case PHASE_DISCARD:
    case PHASE_BID:
    CASE_CLASSIC_PHASES:
        if (tally_between_steps(asking.tally)) ask_round(&asking);
        else ask_shed(&asking);
    }
    return text.length;
}

/* ---- answers ---- */

/* An example of whom a card could be meant for: no partner (H95). */
static Seat some_opponent(const Asking *a, Seat seat) {
    Seat other = 0;
    while (rules_team(&a->tally->rules, other) == rules_team(&a->tally->rules, seat)) other++;
    return other;
}

static void show_round(const Asking *a) {
    static const uint8_t sample[SPLIT_SEATS_MAX] = {7, 4, 9, 2, 5, 8};
    bool shows;
    unsigned bidders = tally_bidders(a->tally, &shows), actors = 0;
    if (!shows || !bidders) put(a, " round");
    for (unsigned left = shows ? bidders : 0; left; left &= left - 1) {
        put(a, " ");
        put_name(a, mask_first(left));
        put(a, " ");
        text_number(a->out, sample[mask_first(left)]);
    }
    for (unsigned seat = 0; seat < a->board->players; seat++) actors |= (unsigned)(a->board->actions[seat] > 0) << seat;
    if (!anybody_may_play(a) || !actors) return;
    put(a, "; or +2 ");
    put_name(a, mask_first(actors));
    put(a, " on ");
    put_name(a, some_opponent(a, mask_first(actors)));
}

/* All that can be entered, where it is a short list. */
static void show_choices(const Asking *a) {
    Entry choice[TALLY_CHOICES_MAX];
    unsigned count = tally_choices(a->tally, choice);
    for (unsigned i = 0; i < count; i++) {
        char words[256];
        entry_format(a->sheet, &choice[i], words, sizeof words);
        put(a, i ? "; " : " ");
        put(a, words);
    }
}

static void show_name(const Asking *a) {
    unsigned wild_rule = (unsigned)a->tally->rules.option.wild_rule;
    put(a, " name blue");
    if (wild_rule == WILD_NOMINEE) {
        put(a, " ");
        put_name(a, some_opponent(a, asked_seat(a)));
    } else if (wild_rule == WILD_BOTH) put(a, "; name even");
}

unsigned sheet_answers(const Sheet *sheet, char *out, unsigned size) {
    Text text = text_in(out, size);
    Asking asking = {sheet, &sheet->tally, &sheet->tally.game.board, &text};
    if (sheet_over(sheet)) return 0;
    text_put(&text, "Enter:");
    if (sheet->points) {
        text_char(&text, ' ');
        text_put(&text, sheet->names.name[0]);
        text_put(&text, " 85; or the cards left: ");
        text_put(&text, sheet->names.name[0]);
        text_put(&text, " wins ");
        text_put(&text, sheet->names.name[1]);
        text_put(&text, " r5 skip +4");
    } else if (tally_between_steps(asking.tally)) show_round(&asking);
    else if (asking.board->phase == PHASE_NAME) show_name(&asking);
    else show_choices(&asking);
    text_char(&text, '.');
    return text.length;
}
