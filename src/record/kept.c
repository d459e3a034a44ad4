/* kept.c -- what was kept, read, written and compared. */
#include "kept.h"

#include <stdio.h>
#include <string.h>

#include "../engine/text.h"

static const char *const codes[DIFFERENCES] = {
#define DIFFERENCE(code, sentence) #code,
#include "kept.def"
#undef DIFFERENCE
};
static const char *const sentences[DIFFERENCES] = {
#define DIFFERENCE(code, sentence) sentence,
#include "kept.def"
#undef DIFFERENCE
};

const char *difference_code(unsigned difference) { return codes[difference]; }
const char *difference_sentence(unsigned difference) { return sentences[difference]; }

/* ---- reading ---- */

static bool scan_seat(const char **at, Seat *out) {
    if (**at < 'A' || **at >= 'A' + SEATS_MAX) return false;
    *out = (Seat)(*(*at)++ - 'A');
    return true;
}

static bool read_commit(const char **at, Kept *out) {
    Seat seat;
    if (!scan_seat(at, &seat) || !scan_word(at, " ") || out->committed >> seat & 1) return false;
    out->committed |= (SeatMask)(1u << seat);
    return scan_hex(at, out->commit[seat].bytes, SEED_BYTES);
}

static bool read_rest(const char **at, char *out, size_t size) {
    size_t length = strlen(*at);
    if (length >= size) return false;
    memcpy(out, *at, length + 1);
    *at += length;
    return true;
}

/* A line without its line end; *seen has a bit for each kind of line that must be there. */
static bool read_line(const char *at, Kept *out, unsigned *seen) {
    long long players;
    bool good;
    if (!*at || *at == '#') return true;
    if (scan_word(&at, "players ")) {
        good = scan_number(&at, 2, SEATS_MAX, &players);
        out->players = good ? (unsigned)players : 0;
        *seen |= 1;
    } else if (scan_word(&at, "seat ")) good = scan_seat(&at, &out->seat), *seen |= 2;
    else if (scan_word(&at, "commitment ")) good = scan_hex(&at, out->commitment.bytes, SEED_BYTES), *seen |= 4;
    else if (scan_word(&at, "commit ")) good = read_commit(&at, out);
    else if (scan_word(&at, "seed ")) good = out->has_seed = scan_hex(&at, out->seed.bytes, SEED_BYTES);
    else if (scan_word(&at, "game ")) good = read_rest(&at, out->game, sizeof out->game);
    else good = scan_word(&at, "hand ") && read_rest(&at, out->hand, sizeof out->hand);
    return good && !*at;
}

static bool fail(RecordError *error, unsigned line, const char *text) {
    *error = (RecordError){.line = line};
    snprintf(error->text, sizeof error->text, "%s", text);
    return false;
}

bool kept_parse(const char *text, size_t length, Kept *out, RecordError *error) {
    unsigned number = 0, seen = 0;
    memset(out, 0, sizeof *out);
    for (const char *at = text, *end = text + length; at < end; number++) {
        char line[KEPT_HAND_MAX + 16];
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t used = (size_t)((stop ? stop : end) - at);
        if (used >= sizeof line || memchr(at, 0, used)) return fail(error, number + 1, "this line is too long");
        memcpy(line, at, used);
        line[used] = 0;
        line[strcspn(line, "\r")] = 0;
        at += used + 1;
        if (number == 0 && strcmp(line, "uno-kept 1") != 0)
            return fail(error, 1, "expected 'uno-kept 1': this is not what a client keeps of a table");
        if (number && !read_line(line, out, &seen))
            return fail(error, number + 1,
                        "expected game, players, seat, commitment, commit, seed or hand with what belongs to it");
    }
    if (seen != 7 || out->seat >= out->players)
        return fail(error, 0, "the lines 'players', 'seat' and 'commitment' must be there, and fit together");
    return true;
}

/* ---- writing ---- */

static void put_seed(Text *text, const Seed *seed) {
    text_hex(text, seed->bytes, SEED_BYTES);
    text_char(text, '\n');
}

static void put_line(Text *text, const char *word, const char *rest) {
    if (rest[0]) text_put(text, word), text_put(text, rest), text_char(text, '\n');
}

unsigned kept_format(const Kept *kept, char *out, unsigned size) {
    Text text = text_in(out, size);
    text_put(&text, "uno-kept 1\n");
    put_line(&text, "game ", kept->game);
    text_put(&text, "players "), text_number(&text, (int)kept->players);
    text_put(&text, "\nseat "), text_char(&text, (char)('A' + kept->seat));
    text_put(&text, "\ncommitment "), put_seed(&text, &kept->commitment);
    for (unsigned seat = 0; seat < kept->players; seat++)
        if (kept->committed >> seat & 1) {
            text_put(&text, "commit "), text_char(&text, (char)('A' + seat)), text_char(&text, ' ');
            put_seed(&text, &kept->commit[seat]);
        }
    if (kept->has_seed) text_put(&text, "seed "), put_seed(&text, &kept->seed);
    put_line(&text, "hand ", kept->hand);
    return text.length;
}

/* ---- comparing ---- */

static bool read_hand(const Rules *rules, const char *at, Cards *out) {
    memset(out, 0, sizeof *out);
    for (scan_blanks(&at); *at; scan_blanks(&at)) {
        Face face;
        if (!face_parse(rules, &at, &face) || (*at && *at != ' ')) return false;
        cards_add(out, face);
    }
    return true;
}

static bool stop_at_deal(void *context, size_t number, Seat seat, Action action, const Game *game,
                         const Witness *witness) {
    (void)context, (void)number, (void)seat, (void)action, (void)game, (void)witness;
    return false;
}

static bool same_hand(const Kept *kept, const Record *record) {
    Cards hand;
    Game game;
    RecordError error;
    return read_hand(&record->rules, kept->hand, &hand) && record_replay(record, stop_at_deal, NULL, &game, &error) &&
           cards_equal(&hand, &game.own[kept->seat].hand);
}

static bool same_commits(const Kept *kept, const RecordChance *chance) {
    for (unsigned seat = 0; seat < kept->players; seat++) {
        const FairPart *part = &chance->part[seat];
        if (part->committed != (kept->committed >> seat & 1)) return false;
        if (part->committed && !fair_equal(&part->commit, &kept->commit[seat])) return false;
    }
    return true;
}

unsigned kept_differences(const Kept *kept, const Record *record) {
    const RecordChance *chance = &record->chance;
    unsigned found = 0;
    if (chance->way != FAIR_COMMITTED) return 1u << DIFFERENCE_open;
    if (record->players != kept->players) return 1u << DIFFERENCE_players;
    const FairPart *own = &chance->part[kept->seat];
    if (!chance->has_commitment || !fair_equal(&chance->commitment, &kept->commitment))
        found |= 1u << DIFFERENCE_commitment;
    if (!same_commits(kept, chance)) found |= 1u << DIFFERENCE_commits;
    if (kept->has_seed && !own->added) found |= 1u << DIFFERENCE_unrevealed;
    else if (kept->has_seed && !fair_equal(&own->seed, &kept->seed)) found |= 1u << DIFFERENCE_seed;
    if (kept->hand[0] && !same_hand(kept, record)) found |= 1u << DIFFERENCE_hand;
    return found;
}
