/* Any bytes as the file of a lab: refused with a reason, or read, and what is written of it reads as the same. */
#include "lab/lab_book.h"

#include <stdlib.h>

#include "fuzz.h"

static void gather(void *sink, const char *text) {
    char **out = sink;
    size_t used = *out ? strlen(*out) : 0, length = strlen(text);
    *out = realloc(*out, used + length + 1);
    MUST(*out);
    memcpy(*out + used, text, length + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char *one, *two;
    LabBook book, again;
    LabBookError error = {""};
    Printer to_one = {gather, &one}, to_two = {gather, &two};
    one = two = NULL;
    if (!lab_book_read((const char *)data, size, &book, &error)) {
        MUST(error.text[0]);
        return 0;
    }
    lab_book_write(&book, &to_one);
    MUST(lab_book_read(one, strlen(one), &again, &error));
    lab_book_write(&again, &to_two);
    MUST(strcmp(one, two) == 0);
    lab_book_free(&book);
    lab_book_free(&again);
    free(one);
    free(two);
    return 0;
}
