/* result_file.h -- results that go into a file: whole or not at all, and trouble is heard of before hours of play. */
#ifndef UNO_RESULT_FILE_H
#define UNO_RESULT_FILE_H

#include <stdio.h>

#include "options.h"

/* True when the file could be written; nothing stays of the attempt. Else said why on stderr. */
bool result_can_write(const OptionReader *reader, const char *path);

/* Lets `write` fill the file. STATUS_GOOD, or STATUS_FAILED and said why on stderr. */
int result_write(const OptionReader *reader, const char *path, void (*write)(const void *self, FILE *file),
                 const void *self);

#endif
