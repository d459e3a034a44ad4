/* fold_fair.c -- the own part of a fair deal: a seed is committed to, revealed only once
 * the table is sealed and shows the same commitment of the server as before; all that was
 * shown is kept, and compared with the record after the game. */
#include <stdio.h>
#include <string.h>

#include "../engine/text.h"
#include "fold_internal.h"
#include "foreign.h"

static bool read_hex(const char *text, Seed *out) { return scan_hex(&text, out->bytes, SEED_BYTES) && !*text; }

static bool is_hex(const char *text, const Seed *seed) {
    Seed read;
    return read_hex(text, &read) && fair_equal(&read, seed);
}

const Seed *client_commit(ClientTable *table, const char *seed) {
    ClientFair *fair = &table->fair;
    fair->committed = seed && read_hex(seed, &fair->seed);
    fair->shown = fair->told = fair->doubtful = fair->sealed = false;
    if (!fair->committed) return NULL;
    fair_commit(&fair->seed, &fair->commit);
    memcpy(fair->before, table->room.commitment, sizeof fair->before);
    return &fair->commit;
}

bool client_owes_commitment(const ClientTable *table) {
    const ClientRoom *room = &table->room;
    if (table->you >= room->seats || room->stage != CLIENT_GATHERING || room->sealed || table->fair.committed)
        return false;
    const ClientSeat *seat = &room->seat[table->you];
    return seat->ready && !seat->commit[0] && room->commitment[0];
}

/* ---- the seal ---- */

/* What is kept: the server's commitment as it was before, everybody else's as they are now. */
static bool keep(const ClientTable *table, Kept *out) {
    const ClientRoom *room = &table->room;
    const ClientFair *fair = &table->fair;
    memset(out, 0, sizeof *out);
    out->players = room->seats;
    out->seat = table->you;
    out->has_seed = true;
    out->seed = fair->seed;
    if (!read_hex(fair->before[0] ? fair->before : room->commitment, &out->commitment)) return false;
    for (unsigned seat = 0; seat < room->seats; seat++)
        if (read_hex(room->seat[seat].commit, &out->commit[seat])) out->committed |= (SeatMask)(1u << seat);
    return true;
}

/* The table shows the own commitment. */
static bool shows_own(const ClientTable *table) {
    const ClientRoom *room = &table->room;
    return table->you < room->seats && is_hex(room->seat[table->you].commit, &table->fair.commit);
}

void fold_note_seal(ClientTable *table) {
    ClientFair *fair = &table->fair;
    const ClientRoom *room = &table->room;
    if (!fair->committed || table->you >= room->seats || room->stage != CLIENT_GATHERING) return;
    bool own = shows_own(table);
    /* Other settings ask for another commitment: then the table shows none any more. */
    if (!room->sealed && fair->shown && !own) fair->committed = fair->sealed = false;
    if (own) fair->shown = true;
    if (!room->sealed || !own) return; /* not yet, or an older one, or of another window */
    if (!fair->sealed) {
        fair->sealed = keep(table, &fair->kept);
        fair->dealt = false;
    }
    fair->doubtful = fair->sealed && !is_hex(room->commitment, &fair->kept.commitment);
}

const Seed *client_reveal(ClientTable *table) {
    ClientFair *fair = &table->fair;
    bool asked = table->room.sealed && table->you < table->room.seats && !table->room.seat[table->you].revealed;
    if (!asked || !fair->sealed || fair->doubtful || fair->told) return NULL;
    fair->told = true;
    return &fair->seed;
}

/* ---- the deal ---- */

static void keep_hand(const Rules *rules, const Cards *hand, char *out, unsigned size) {
    Text text = text_in(out, size);
    for (uint64_t faces = cards_faces(hand); faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        char code[CARD_CODE_MAX + 2];
        face_format(rules, face, code, sizeof code);
        for (unsigned copies = cards_copies(hand, face); copies; copies--) {
            if (text.length) text_char(&text, ' ');
            text_put(&text, code);
        }
    }
    if (text.length >= size) out[0] = 0;
}

void fold_note_deal(ClientTable *table, bool seen) {
    ClientFair *fair = &table->fair;
    if (!fair->committed) return;
    /* Dealt without a seal: the own seed cannot have counted, and the record will show that. */
    if (seen && !fair->sealed && fair->shown && table->you < table->room.seats) fair->sealed = keep(table, &fair->kept);
    fair->dealt = fair->sealed && table->you == fair->kept.seat && (seen || shows_own(table));
    fair->committed = fair->sealed = fair->checked = false;
    if (!fair->dealt) return;
    snprintf(fair->kept.game, sizeof fair->kept.game, "%s", table->game);
    if (seen) keep_hand(fold_rules(table), &table->view.own.hand, fair->kept.hand, sizeof fair->kept.hand);
}

/* ---- over a restart ---- */

static const char pledge_first[] = "uno-pledge 1\n";

unsigned client_pledge_format(const ClientTable *table, char out[CLIENT_PLEDGE_MAX]) {
    const ClientFair *fair = &table->fair;
    Text text = text_in(out, CLIENT_PLEDGE_MAX);
    out[0] = 0;
    if (!fair->committed) return 0;
    text_put(&text, pledge_first);
    text_put(&text, "seed "), text_hex(&text, fair->seed.bytes, SEED_BYTES);
    if (fair->before[0]) text_put(&text, "\nbefore "), text_put(&text, fair->before);
    text_put(&text, fair->shown ? "\nshown\n" : "\n");
    if (!fair->sealed) return text.length;
    return text.length + kept_format(&fair->kept, out + text.length, CLIENT_PLEDGE_MAX - text.length);
}

bool client_pledge_parse(ClientTable *table, const char *text) {
    ClientFair fair = {.committed = true};
    RecordError error;
    Seed before;
    if (!scan_word(&text, pledge_first) || !scan_word(&text, "seed ") || !scan_hex(&text, fair.seed.bytes, SEED_BYTES))
        return false;
    fair_commit(&fair.seed, &fair.commit);
    if (scan_word(&text, "\nbefore ")) {
        const char *from = text;
        if (!scan_hex(&text, before.bytes, SEED_BYTES)) return false;
        memcpy(fair.before, from, CLIENT_HEX_MAX - 1);
    }
    fair.shown = scan_word(&text, "\nshown");
    if (!scan_word(&text, "\n")) return false;
    fair.sealed = *text && kept_parse(text, strlen(text), &fair.kept, &error);
    if (*text && !fair.sealed) return false;
    table->fair = fair;
    return true;
}

/* ---- afterwards ---- */

bool client_may_check(const ClientTable *table) {
    const ClientFair *fair = &table->fair;
    return fair->dealt && !fair->checked && table->is_over && strcmp(table->result.game, fair->kept.game) == 0;
}

/* "Ben and Cleo did not reveal their seeds." */
static void put_unrevealed(const ClientTable *table, const Record *record, Text *text) {
    unsigned seats = 0;
    for (unsigned seat = 0; seat < record->players; seat++) {
        const FairPart *part = &record->chance.part[seat];
        if (!part->committed || part->added) continue;
        text_put(text, seats++ ? ", " : " ");
        text_put(text, table->player[seat]);
    }
    if (seats) text_put(text, " did not reveal: whoever runs the server could choose among ");
    if (seats) text_number(text, 1 << seats), text_put(text, " deals.");
}

bool client_check(ClientTable *table, const char *text, size_t length, char out[CLIENT_CHECK_MAX]) {
    Record record;
    RecordReport report;
    RecordError error;
    Text said = text_in(out, CLIENT_CHECK_MAX);
    table->fair.checked = true;
    bool read = record_parse(text, length, &record, &error);
    unsigned found = read ? kept_differences(&table->fair.kept, &record) : 0;
    bool good = read && record_verify(&record, &report, &error) && !found;
    text_put(&said,
             good ? "Fair deal: checked. The commitments are those that were shown before, your seed counted, and "
                    "the cards follow from all of them."
                  : "WARNING: this deal is not what was promised.");
    if (good) put_unrevealed(table, &record, &said);
    for (unsigned i = 0; i < DIFFERENCES; i++)
        if (found >> i & 1) text_char(&said, ' '), text_put(&said, difference_sentence(i));
    if (!good && !found) text_put(&said, " The record does not hold: "), text_put(&said, error.text);
    if (read) record_free(&record);
    foreign_clean(out); /* what is wrong may quote the record */
    return table->fair.good = good;
}
