/* ini.h -- the one call of inih that rulesets are read with (src/wasm/ini.c). */
#ifndef UNO_WASM_INI_H
#define UNO_WASM_INI_H

typedef int (*ini_handler)(void *user, const char *section, const char *name, const char *value);
typedef char *(*ini_reader)(char *out, int size, void *stream);

/* 0, or the number of the first line that is wrong. */
int ini_parse_stream(ini_reader reader, void *stream, ini_handler handler, void *user);

#endif
