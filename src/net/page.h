/* page.h -- the page that people open in their browser, as bytes inside the program.
 *
 * tools/embed-page writes the table out of a folder of files. Each field is as wide as
 * a pointer, because the table is written by an assembler. A file may be there several
 * times, plain and compressed; all rows of a path follow each other, the plain one last. */
#ifndef UNO_NET_PAGE_H
#define UNO_NET_PAGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *path;     /* "/index.html"; NULL ends the table */
    const char *type;     /* "text/html; charset=utf-8" */
    const char *encoding; /* "gzip", "br", or "" for the plain file */
    const char *tag;      /* the ETag with its quotes */
    const unsigned char *bytes;
    size_t length;
    size_t immutable; /* 1: its name has a hash of what is in it, so it may be kept for good */
} PageAsset;

extern const PageAsset page_assets[];

/* What to show for a path to a browser that accepts these encodings (as its header says). A path of
 * the program that runs in the page ("/", "/t/K7QD2M4P") has no dot and is shown index.html.
 * NULL: there is no such file. */
const PageAsset *page_find(const char *path, const char *accepted);

#endif
