/* program_legal.c -- what may be done under rules that a club has written, from what a seat may know; and a program
 * under way as numbers. */
#include "program_internal.h"

uint64_t program_castable(const Rules *rules, const Board *board, const Private *own, Seat seat, bool answering) {
    const Extra *x = &board->extra;
    uint64_t casts = 0;
    if (!answering && x->casts >= rules->second_deck.plays) return 0;
    for (unsigned i = 0, value; i < SECOND_HAND_MAX && (value = own_second(own, i)) != 0; i++) {
        if (value & SECOND_SET) continue;
        const CardMore *more = &rules->second[value - 1].more;
        if (more->answers != answering || (more->stays && x->lying == LAID_MAX)) continue;
        if (!more->price || x->counter[more->counter][seat] >= more->price) casts |= FACE_BIT(value - 1);
    }
    return casts;
}

/* What lies on the table bans some cards and frees others; and a card that costs too much cannot be laid. */
uint64_t program_layable(const Rules *rules, const Board *board, Seat seat, uint64_t faces, uint64_t fitting) {
    const Extra *x = &board->extra;
    uint64_t banned = 0, freed = 0;
    for (unsigned slot = 0; slot < x->lying; slot++) {
        const Laid *laid = &x->laid[slot];
        if (laid->card == CARD_DOWN || (laid->at != NO_SEAT && laid->at != seat)) continue;
        const CardCode *code = &rules->second_code[laid->card - SECOND_CODE];
        if (code->bans) banned |= program_filter(rules, board, code->bans);
        if (code->fits) freed |= program_filter(rules, board, code->fits);
    }
    for (uint64_t left = faces & rules->priced; left; left &= left - 1) {
        const CardMore *more = &rules->card[bits_first(left)].more;
        if (x->counter[more->counter][seat] < more->price) banned |= left & (~left + 1);
    }
    return faces & (fitting | freed) & ~banned;
}

void program_choices(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out) {
    const Extra *x = &board->extra;
    const Code *code = &rules->code[x->at];
    switch ((AskKind)x->ask) {
    case ASK_OPTION:
        out->target_kind = ACT_CHOOSE;
        out->names = (uint8_t)((1u << code->filter) - 1);
        break;
    case ASK_SEAT:
        out->target_kind = ACT_CHOOSE;
        out->targets = (SeatMask)(seats_all(board->players) & ~(unsigned)board->out & ~(1u << seat));
        break;
    case ASK_COLOUR:
        out->target_kind = ACT_NAME;
        out->names = (1 << COLOURS) - 1;
        break;
    case ASK_CARD:
        out->card_kind = ACT_CHOOSE;
        out->cards = cards_faces(&own->hand) & program_filter(rules, board, code->filter);
        break;
    case ASK_NOTHING:
    case ASKS: break;
    }
}

bool program_stands(const Rules *rules, const Board *board) {
    const Extra *x = &board->extra;
    const Code *code = &rules->code[x->at];
    unsigned loops = 0, most = x->at;
    for (unsigned at = 1; at < most; at++) { /* the loops that it stands in */
        unsigned kind = rules->code[at].code;
        if ((kind == CODE_EACH || kind == CODE_REPEAT) && rules->code[at].jump > most) {
            bool each = kind == CODE_EACH;
            if (loops == LOOPS_MAX || loops >= x->loops) return false;
            if (each ? x->loop[loops].them >= board->players || x->loop[loops].left & ~seats_all(board->players)
                     : x->loop[loops].them != NO_SEAT || x->loop[loops].left >= REPEAT_MOST)
                return false;
            loops++;
        }
    }
    if (loops != x->loops) return false;
    switch ((AskKind)x->ask) {
    case ASK_OPTION: return code->code == CODE_CHOOSE;
    case ASK_SEAT: return code->code == CODE_PICK;
    case ASK_COLOUR: return code->code == CODE_COLOUR && code->arg == COLOUR_NAMED;
    case ASK_CARD: return (code->code == CODE_DISCARD || code->code == CODE_GIVE) && x->left;
    case ASK_NOTHING:
    case ASKS: break;
    }
    return false;
}

unsigned program_option(const Rules *rules, const Board *board, unsigned option) {
    unsigned at = board->extra.at + 1u;
    if (board->phase != PHASE_CHOICE || board->extra.ask != ASK_OPTION) return 0;
    while (option-- && rules->code[at].code == CODE_OPTION) at = rules->code[at].jump;
    return rules->code[at].code == CODE_OPTION ? at + 1 : 0;
}

/* ---- as numbers ---- */

void extra_run(const Extra *extra, uint32_t out[RUN_NUMBERS]) {
    unsigned i = 0;
#define RUN(member) out[i++] = extra->member;
#include "program.def"
#undef RUN
}

bool extra_set_run(Extra *extra, const uint32_t in[RUN_NUMBERS]) {
    unsigned i = 0;
#define RUN(member) \
    extra->member = (__typeof__(extra->member))in[i]; \
    if (extra->member != in[i++]) return false;
#include "program.def"
#undef RUN
    return true;
}
