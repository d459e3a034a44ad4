/* tell.c -- what an entry brought about, as sentences: who did the same is named together. */
#include "tell.h"

#include <stddef.h>

#include "vocabulary.h"

static const char *name_of(const Sheet *sheet, Seat seat) { return seat == NO_SEAT ? "?" : sheet->names.name[seat]; }

void tell_names(const Sheet *sheet, unsigned seats, const char *last, Text *out) {
    for (unsigned left = seats; left; left &= left - 1) {
        if (left != seats) text_put(out, left & (left - 1) ? ", " : last);
        text_put(out, name_of(sheet, mask_first(left)));
    }
}

static void begin_sentence(Text *out) {
    if (out->length) text_char(out, ' ');
}

/* ---- events ---- */

static void put_cards(Text *out, unsigned amount, const char *sort) {
    text_number(out, amount);
    text_char(out, ' ');
    text_put(out, sort);
    text_put(out, amount == 1 ? " card" : " cards");
}

/* What somebody does with cards, of one ("draws") or of several ("draw"). */
static bool is_deed(const Event *event) {
    return event->kind == EVENT_drew || event->kind == EVENT_drew_action || event->kind == EVENT_shed ||
           event->kind == EVENT_took_back || event->kind == EVENT_tied || event->kind == EVENT_round_won;
}

static void put_verb(Text *out, const char *verb, bool one) {
    text_put(out, verb);
    if (one) text_char(out, 's');
}

static void tell_draw(const Event *event, bool one, bool drew_before, Text *out) {
    const char *sort = event->kind == EVENT_drew ? "number" : "action";
    if (!event->amount) { /* V63, V64 */
        put_verb(out, "draw", one);
        text_put(out, " nothing: the ");
        text_put(out, sort);
        text_put(out, " deck is empty");
        return;
    }
    if (!drew_before) put_verb(out, "draw", one);
    if (!drew_before) text_char(out, ' ');
    put_cards(out, event->amount, sort);
}

static void tell_deed(const Event *event, bool one, bool drew_before, Text *out) {
    switch (event->kind) {
    case EVENT_drew:
    case EVENT_drew_action: tell_draw(event, one, drew_before, out); return;
    case EVENT_shed:
        put_verb(out, "shed", one);
        text_put(out, event->amount == SORT_ACTION ? " an action card" : " a number card");
        return;
    case EVENT_took_back:
        put_verb(out, "take", one);
        text_put(out, " a number card back");
        return;
    case EVENT_tied:
        put_verb(out, "tie", one);
        text_put(out, " for the highest");
        return;
    case EVENT_round_won:
        put_verb(out, "win", one);
        text_put(out, " the round");
        return;
    }
}

/* All that one seat does in a row: "takes a number card back and draws 1 number card". Returns how many events. */
static unsigned tell_deeds(const TallyEvents *events, unsigned first, bool one, Text *out) {
    unsigned i = first, repeated = 1;
    bool drew = false;
    for (; i < events->count; i++) {
        const Event *event = &events->event[i];
        if (!is_deed(event) || event->seat != events->event[first].seat) break;
        const Event *before = i > first ? event - 1 : NULL;
        if (before && before->kind == EVENT_took_back && event->kind == EVENT_took_back) {
            repeated++;
            continue;
        }
        if (before) text_put(out, " and ");
        tell_deed(event, one, drew, out);
        drew = (event->kind == EVENT_drew || event->kind == EVENT_drew_action) && event->amount;
    }
    if (repeated > 1) { /* P7: several shed cards come back */
        text_put(out, ", ");
        text_number(out, repeated);
        text_put(out, " in all");
    }
    return i - first;
}

/* "Ben and Cleo each take a number card back and draw 1 number card." Returns how many events. */
static unsigned tell_group(const Sheet *sheet, const TallyEvents *events, unsigned first, Text *out) {
    char words[320], others[320];
    Text own = text_in(words, sizeof words);
    unsigned used = tell_deeds(events, first, true, &own), seats = 1u << events->event[first].seat;
    for (unsigned next = first + used; next < events->count && is_deed(&events->event[next]); next = first + used) {
        Text other = text_in(others, sizeof others);
        unsigned more = tell_deeds(events, next, true, &other);
        if (!text_equal(words, others)) break;
        seats |= 1u << events->event[next].seat;
        used += more;
    }
    begin_sentence(out);
    tell_names(sheet, seats, " and ", out);
    text_char(out, ' ');
    if (seats & (seats - 1)) {
        text_put(out, "each ");
        tell_deeds(events, first, false, out);
    } else text_put(out, words);
    text_char(out, '.');
    return used;
}

/* "Ada shows 7, Ben 4", in the order of the seats. Returns how many events. */
static unsigned tell_numbers(const Sheet *sheet, const TallyEvents *events, unsigned first, Text *out) {
    unsigned end = first, shown = 0;
    begin_sentence(out);
    while (end < events->count && events->event[end].kind == EVENT_revealed) end++;
    for (Seat seat = 0; seat < sheet->names.count; seat++)
        for (unsigned i = first; i < end; i++) {
            if (events->event[i].seat != seat) continue;
            text_put(out, shown ? ", " : "");
            text_put(out, name_of(sheet, seat));
            text_put(out, shown++ ? " " : " shows ");
            text_number(out, face_value(events->event[i].card));
        }
    text_char(out, '.');
    return end - first;
}

/* H61: noted, not judged. */
static void tell_undutiful(const Sheet *sheet, const Entry *entry, Text *out) {
    unsigned seats = entry->kind == ENTRY_ROUND ? sheet->tally.undutiful : 0;
    for (; seats; seats &= seats - 1) {
        begin_sentence(out);
        text_put(out, "The ");
        text_number(out, entry->number[mask_first(seats)]);
        text_put(out, " of ");
        text_put(out, name_of(sheet, mask_first(seats)));
        text_put(out, " is not what the Wild named: right only without a number that is.");
    }
}

static bool goes_without_saying(const Event *event) {
    return event->kind == EVENT_bid_made || event->kind == EVENT_passed || event->kind == EVENT_met;
}

static void tell_other(const Sheet *sheet, const Event *event, Text *out) {
    const char *names[SEATS_MAX];
    char words[EVENT_TEXT_MAX];
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) names[seat] = sheet->names.name[seat];
    event_format(sheet_rules(sheet), event, names, words, sizeof words);
    if (words[0] >= 'a' && words[0] <= 'z' && event->seat == NO_SEAT) words[0] -= 'a' - 'A';
    begin_sentence(out);
    text_put(out, words);
    text_char(out, '.');
}

void tell_events(const Sheet *sheet, const Entry *entry, const TallyEvents *events, Text *out) {
    for (unsigned i = 0; i < events->count;) {
        const Event *event = &events->event[i];
        if (is_deed(event)) i += tell_group(sheet, events, i, out);
        else if (event->kind == EVENT_revealed) {
            i += tell_numbers(sheet, events, i, out);
            tell_undutiful(sheet, entry, out);
        } else {
            if (!goes_without_saying(event)) tell_other(sheet, event, out);
            i++;
        }
    }
}

void tell_correction(const Sheet *sheet, const Entry *entry, Text *out) {
    char words[256];
    entry_format(sheet, entry, words, sizeof words);
    begin_sentence(out);
    text_put(out, "Corrected: ");
    text_put(out, words);
    text_char(out, '.');
}

/* ---- refusals ---- */

/* Some verdicts of the engine speak to the player; the arbiter speaks about one. */
static const char *verdict_words(Verdict verdict) {
    if (verdict == VERDICT_only_card) return "A +2 or +4 that is the only card in a hand cannot be played.";
    if (verdict == VERDICT_already_blocked) return "That player is already blocked.";
    if (verdict == VERDICT_target_needed) return "Say whom it is meant for.";
    return verdict_sentence(verdict);
}

void tell_objection(const Sheet *sheet, const Objection *objection, Text *out) {
    static const char *const sentences[OBJECTIONS] = {
#define OBJECTION(name, ids, sentence) sentence,
#include "objection.def"
#undef OBJECTION
    };
    for (const char *at = sentences[objection->kind]; *at; at++) {
        if (*at != '$') text_char(out, *at);
        else if (*++at == 'A') text_put(out, name_of(sheet, objection->seat));
        else if (*at == 'B') text_put(out, name_of(sheet, objection->other));
        else if (*at == 'N') text_number(out, objection->amount);
        else text_put(out, verdict_words((Verdict)objection->verdict));
    }
    const char *ids = objection_ids(objection);
    if (!ids[0]) return;
    text_put(out, " [");
    text_put(out, ids);
    text_char(out, ']');
}

void tell_part(const Sheet *sheet, const Entry *entry, Text *out) {
    char words[256];
    entry_format(sheet, entry, words, sizeof words);
    text_put(out, "At '");
    text_put(out, words);
    text_put(out, "': ");
}

void tell_possible(const Sheet *sheet, Text *out) {
    char words[1024];
    if (sheet_over(sheet)) return;
    begin_sentence(out);
    sheet_question(sheet, words, sizeof words);
    text_put(out, words);
    sheet_answers(sheet, words, sizeof words);
    begin_sentence(out);
    text_put(out, words);
}

/* ---- points ---- */

static void tell_winners(const Sheet *sheet, Text *out) {
    SeatMask winners = sheet_winners(sheet);
    if (!winners) return;
    begin_sentence(out);
    tell_names(sheet, winners, " and ", out);
    text_put(out, winners & (winners - 1) ? " win the game." : " wins the game.");
}

void tell_points(const Sheet *sheet, const ScoreEntry *entry, Text *out) {
    const Score *score = &sheet->score;
    if (entry->seat == NO_SEAT) {
        text_put(out, "Nobody wins the deal.");
        return;
    }
    tell_names(sheet, score_team(score, entry->seat), " and ", out);
    bool one = score_team(score, entry->seat) == 1u << entry->seat;
    if (entry->kind == SCORE_DEAL) {
        text_put(out, one ? " scores " : " score ");
        text_number(out, entry->points);
        text_put(out, " and now ");
        text_put(out, one ? "has " : "have ");
    } else text_put(out, one ? " has " : " have ");
    text_number(out, score->score[entry->seat]);
    text_put(out, ".");
    tell_winners(sheet, out);
}

void tell_score_refusal(const Sheet *sheet, ScoreVerdict verdict, Text *out) {
    (void)sheet;
    switch (verdict) {
    case SCORE_IS_OVER:
        text_put(out, "The game is over. undo takes the last entry back, new starts another game.");
        break;
    case SCORE_TOO_MANY: text_put(out, "No deal is worth so many points. Say the points of one deal."); break;
    case SCORE_TAKEN:
    case SCORE_NOT_A_PLAYER: text_put(out, "Say who wins the deal, and how many points: Ada 85.");
    }
}
