/* page_words.c -- the language spoken, and who speaks it. */
#include <stdlib.h>
#include <string.h>

#include "page_internal.h"

static Language language;
static char *templates; /* of the language; NULL: English is spoken */

const char *page_language(const char *text) {
    const char *wrong = page_take_lines(text, &templates, language.phrase, PHRASES);
    return wrong ? wrong : page_done();
}

Teller page_teller(const Rules *rules, char *names, unsigned reader) {
    static const char letters[SEATS_MAX][2] = {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J"};
    Teller teller = {.language = templates ? &language : NULL, .rules = rules, .reader = reader, .picks = true};
    page_lines(names, teller.name);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (!teller.name[seat]) teller.name[seat] = letters[seat];
    return teller;
}

static const char *verdict_words(Verdict verdict) {
    Teller teller = page_teller(NULL, NULL, SPECTATOR);
    return words_verdict(&teller, verdict);
}

const char *page_verdict(const char *code) {
    unsigned verdict = 0;
    while (verdict < VERDICTS && strcmp(verdict_name((Verdict)verdict), code) != 0) verdict++;
    reply_begin();
    reply_open('{');
    reply_name("message"), reply_text(verdict < VERDICTS ? verdict_words((Verdict)verdict) : NULL);
    reply_close('}');
    return reply_end();
}

void page_put_refusal(Verdict verdict) {
    const char *ids = verdict_rules(verdict);
    reply_name("code"), reply_text(verdict_name(verdict));
    reply_name("message"), reply_text(verdict_words(verdict));
    reply_name("rules"), reply_split(*ids ? ids : NULL, ' ');
}

MoveWhy page_why(const char *name) {
    MoveWhy why = (MoveWhy)0;
    while (why < WHYS && strcmp(move_why_name(why), name) != 0) why++;
    return why;
}
