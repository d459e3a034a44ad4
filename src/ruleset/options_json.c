/* options_json.c -- the rows of rules.def as JSON, from which forms are made: the same for the server and the page. */
#include <stdio.h>
#include <string.h>

#include "ruleset_internal.h"

static void put(const Printer *printer, const char *text) { printer->put(printer->sink, text); }

/* A piece of a row: words of ours, which have nothing to be escaped but quotation marks and backslashes. */
static void put_text(const Printer *printer, const char *text, size_t length) {
    put(printer, "\"");
    for (size_t i = 0; i < length;) {
        char piece[128];
        size_t used = 0;
        for (; i < length && used + 3 < sizeof piece; i++) {
            if (text[i] == '"' || text[i] == '\\') piece[used++] = '\\';
            piece[used++] = text[i];
        }
        piece[used] = 0;
        put(printer, piece);
    }
    put(printer, "\"");
}

/* "name":"value" */
static void put_member(const Printer *printer, const char *name, const char *value) {
    put_text(printer, name, strlen(name));
    put(printer, ":");
    put_text(printer, value, strlen(value));
}

/* "a|b||d" as ["a","b","","d"]. */
static void put_split(const Printer *printer, const char *text, char mark) {
    const char marks[] = {mark, 0};
    put(printer, "[");
    for (;; text++) {
        size_t length = strcspn(text, marks);
        put_text(printer, text, length);
        text += length;
        if (!*text) break;
        put(printer, ",");
    }
    put(printer, "]");
}

/* A family's defaults differ in places: {"classic":"10","split":"6"}. */
static void put_defaults(const Printer *printer, const RuleRow *row) {
    const char *comma = "";
    put(printer, ",\"default\":{");
    for (unsigned i = 0; i < FAMILIES; i++) {
        Family family = (Family)i;
        Rules rules;
        char value[128];
        if (!(row->families >> family & 1)) continue;
        rules_init(&rules, family);
        rules_get(&rules, row, value, sizeof value);
        put(printer, comma);
        put_member(printer, family_name(family), value);
        comma = ",";
    }
    put(printer, "}");
}

static void put_sentences(const Printer *printer, const BookLanguage *language, const RuleRow *row) {
    unsigned place = (unsigned)BOOK_OPTIONS + 2 * (unsigned)(row - rule_rows);
    put(printer, ",\"sentences\":");
    if (row->choices) return put_split(printer, book_phrase(language, (BookPhrase)place), '|');
    for (unsigned i = 0; i < 2; i++) {
        const char *sentence = book_phrase(language, (BookPhrase)(place + i));
        put(printer, i ? "," : "[");
        put_text(printer, sentence, strlen(sentence));
    }
    put(printer, "]");
}

/* An option is of one family or of all. */
static const char *families_name(Families families) {
    return families == FOR_ALL ? "both" : family_name((Family)bits_first((uint64_t)families));
}

static void put_row(const Printer *printer, const BookLanguage *language, const RuleRow *row) {
    static const char *const types[] = {"flag", "number", "choice", "list"};
    static const char *const sections[] = {"setup", "turn", "draws", "cards", "actions", "uno", "end"};
    _Static_assert(sizeof sections / sizeof *sections == SECTIONS, "every section has a name");
    char range[64];
    put(printer, "{");
    put_member(printer, "name", row->name), put(printer, ",");
    put_member(printer, "type", types[row->type]), put(printer, ",");
    put_member(printer, "family", families_name(row->families)), put(printer, ",");
    put_member(printer, "section", sections[row->section]);
    snprintf(range, sizeof range, ",\"low\":%d,\"high\":%d", (int)row->low, (int)row->high);
    put(printer, range);
    put_defaults(printer, row);
    if (row->choices) put(printer, ",\"choices\":"), put_split(printer, row->choices, '|');
    put_sentences(printer, language, row);
    put(printer, ",\"sources\":"), put_split(printer, row->sources, ' ');
    put(printer, "}");
}

void ruleset_options_json(const BookLanguage *language, const Printer *printer) {
    put(printer, "{\"options\":[");
    for (unsigned i = 0; i < rule_row_count; i++) {
        if (i) put(printer, ",");
        put_row(printer, language, &rule_rows[i]);
    }
    put(printer, "]}");
}
