/* frame_help.c -- texts to look up: what can be done now and why not the rest; the rulebook. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame.h"

enum { BOOK_COLUMNS = 76 };

static void print_choices(const Scene *scene, FILE *out) {
    const Pick *pick = scene->pick;
    if (!pick || !pick->choices) return;
    fprintf(out, "What you can do now\n");
    for (unsigned i = 0; i < pick->choices; i++) {
        const Choice *choice = &pick->choice[i];
        if (choice->key) fprintf(out, "  %c  %s\n", choice->key, choice->text);
        else fprintf(out, "     %s\n", choice->text);
    }
    if (pick->may_call) fprintf(out, "  !  call UNO with the card (now: %s)\n", pick->call ? "yes" : "no");
    fprintf(out, "\n");
}

/* Why the rules do not let that card be used now; VERDICT_ok: they do. */
static Verdict refusal_of(const Scene *scene, const ActionSet *set, Face face) {
    const Rules *rules = scene->teller.rules;
    const View *view = &scene->view;
    ActionKind kind = set->card_kind == ACT_NONE ? ACT_PLAY : set->card_kind;
    if (face_is_second(rules, face))
        return board_refusal(rules, &view->board, &view->own, view->seat, action_card_of(ACT_CAST, face));
    unsigned choice = rules->asks[face] & ASKS_COLOUR && kind == ACT_PLAY ? RED : NO_CHOICE;
    return board_refusal(rules, &view->board, &view->own, view->seat, action_full(kind, face, choice, NO_SEAT, false));
}

/* The cards that one rule stands against, after its sentence. */
static void print_refused(const Scene *scene, const ActionSet *set, uint64_t faces, Verdict verdict, FILE *out) {
    char text[WORDS_REFUSAL_MAX];
    bool first = true;
    for (; faces; faces &= faces - 1) {
        Face face = (Face)bits_first(faces);
        if (refusal_of(scene, set, face) != verdict) continue;
        if (first) words_refusal(&scene->teller, &scene->view, action_plain(ACT_NONE), verdict, text, sizeof text);
        if (first) fprintf(out, "  %s\n     ", text);
        words_face(&scene->teller, face, text, sizeof text);
        fprintf(out, "%s%s", first ? "" : ", ", text);
        first = false;
    }
    if (!first) fprintf(out, "\n");
}

static void print_why(const Scene *scene, FILE *out) {
    ActionSet set;
    if (scene->view.seat >= SEATS_MAX) return;
    view_actions(scene->teller.rules, &scene->view, &set);
    uint64_t wrong = cards_faces(&scene->view.own.hand) & ~set.cards;
    if (!wrong) return;
    fprintf(out, "Cards that you cannot use now, and why\n");
    for (Verdict verdict = VERDICT_ok + 1; verdict < VERDICTS; verdict++)
        print_refused(scene, &set, wrong, verdict, out);
    fprintf(out, "\n");
}

static bool knows_hand(const Scene *scene, unsigned seat) {
    return seat != scene->view.seat && cards_faces(&scene->view.known[seat]);
}

bool help_knows_hands(const Scene *scene) {
    for (unsigned seat = 0; seat < scene->view.board.players && scene->view.seat < SEATS_MAX; seat++)
        if (knows_hand(scene, seat)) return true;
    return false;
}

/* What the seat has seen of other hands. */
static void print_known(const Scene *scene, FILE *out) {
    const View *view = &scene->view;
    for (unsigned seat = 0; seat < view->board.players; seat++) {
        char cards[WORDS_CARDS_MAX];
        if (!knows_hand(scene, seat)) continue;
        unsigned all = view->board.count[seat] + view->board.actions[seat], known = cards_total(&view->known[seat]);
        words_cards(&scene->teller, &view->known[seat], cards, sizeof cards);
        fprintf(out, "  %s holds: %s%s\n", scene->teller.name[seat], cards,
                known < all ? ", and what you do not know" : "");
    }
}

void help_why(const Scene *scene, Face face, char *out, unsigned size) {
    ActionSet set;
    view_actions(scene->teller.rules, &scene->view, &set);
    Verdict verdict = refusal_of(scene, &set, face);
    ActionKind kind = face < FACES ? ACT_PLAY : ACT_CAST;
    if (verdict == VERDICT_ok) return;
    words_refusal(&scene->teller, &scene->view, action_card_of(kind, face), verdict, out, size);
}

static const char keys_text[] =
    "Keys\n"
    "  Arrows or Tab move along what you can do, Enter does it. The key before an answer, or the digit at a card, does "
    "it at once. With the mouse: click a card or an answer, the wheel scrolls the story.\n"
    "  d  draw, or done, or deal          k  keep the drawn card\n"
    "  p  pass                            a  accept a draw\n"
    "  c  challenge                       !  call UNO\n"
    "  x  catch a player who did not call n  let it be, no, none\n"
    "  l  the whole story                 r  the rulebook\n"
    "  0 to 9 in Split UNO go to the next card of that rank.\n";

static const char signs_text[] =
    "Colours and shapes\n"
    "  " SYMBOL_RED " red    " SYMBOL_YELLOW " yellow    " SYMBOL_GREEN " green    " SYMBOL_BLUE " blue    " SYMBOL_WILD
    " no colour\n"
    "  A card that you can play is raised, or stands in brackets.\n"
    "\n"
    "Ids in brackets such as [O5] name the rulings behind a refusal; docs/rulings.md explains them.\n";

char *help_text(const Scene *scene, const char *keys) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return NULL;
    fprintf(out, "%s\n\n", scene->question);
    print_choices(scene, out);
    print_why(scene, out);
    if (help_knows_hands(scene)) {
        fprintf(out, "What you have seen of other hands\n");
        print_known(scene, out);
        fprintf(out, "\n");
    }
    fprintf(out, "%s%s\n%s", keys_text, keys, signs_text);
    return fclose(out) == 0 ? text : (free(text), NULL);
}

char *hands_text(const Scene *scene) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return NULL;
    print_known(scene, out);
    return fclose(out) == 0 ? text : (free(text), NULL);
}

static void put_to_stream(void *sink, const char *text) { fputs(text, sink); }

char *rules_text(const Ruleset *ruleset) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return NULL;
    Printer printer = {put_to_stream, out};
    ruleset_book(ruleset, NULL, BOOK_TERMINAL, BOOK_COLUMNS, &printer);
    return fclose(out) == 0 ? text : (free(text), NULL);
}
