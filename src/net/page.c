/* page.c -- finds a file of the page, in the best encoding that the browser takes. */
#include "page.h"

#include <string.h>

/* Whether a header such as "gzip, deflate;q=0.5, br;q=0" has the word, and not with a weight of nothing. */
static bool accepts(const char *header, const char *encoding) {
    size_t length = strlen(encoding);
    while (*header) {
        size_t part = strcspn(header, ",");
        const char *at = header;
        while (*at == ' ' || *at == '\t') at++;
        bool named = strncmp(at, encoding, length) == 0 && strchr(";, \t", at[length]);
        const char *weight = named ? memchr(at, '=', (size_t)(header + part - at)) : NULL;
        if (named) return !weight || strspn(weight + 1, "0.") < strcspn(weight + 1, ", \t");
        header += part + (header[part] == ',');
    }
    return false;
}

static const PageAsset *find_file(const char *path, const char *accepted) {
    for (const PageAsset *asset = page_assets; asset->path; asset++)
        if (strcmp(asset->path, path) == 0 && (!*asset->encoding || accepts(accepted, asset->encoding))) return asset;
    return NULL;
}

const PageAsset *page_find(const char *path, const char *accepted) {
    const PageAsset *asset = find_file(path, accepted);
    return asset || strchr(path, '.') ? asset : find_file("/index.html", accepted);
}
