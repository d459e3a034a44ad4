/* Any path and any Accept-Encoding header, a line each, as what a browser asks of the page: a file of that path that the
 * browser accepts, the page itself for paths of the program that runs in it, or nothing. */
#include "net/page.c"
#include "lines.h"

static const char *const stock[] = {"/",           "/index.html",       "/app.js",
                                    "/t/K7QD2M4P", "gzip, deflate, br", "br;q=0, gzip;q=0.5"};
FUZZ_LINES(stock)

const PageAsset page_assets[] = {
    {"/index.html", "text/html", "br", "\"1\"", NULL, 0, 0}, {"/index.html", "text/html", "gzip", "\"2\"", NULL, 0, 0},
    {"/index.html", "text/html", "", "\"3\"", NULL, 0, 0},   {"/app.js", "text/javascript", "br", "\"4\"", NULL, 0, 1},
    {"/app.js", "text/javascript", "", "\"5\"", NULL, 0, 1}, {0},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size, 0), *rest = text, *line = fuzz_line(&rest);
    char *path = strdup(line ? line : ""), *accepted = strdup((line = fuzz_line(&rest)) ? line : "");
    MUST(path && accepted);
    const PageAsset *asset = page_find(path, accepted), *plain = page_find(path, "");
    MUST(!asset == !plain);
    MUST(!plain || !plain->encoding[0]);
    if (asset && strcmp(asset->path, path) != 0) MUST(strcmp(asset->path, "/index.html") == 0 && !strchr(path, '.'));
    if (asset && asset->encoding[0]) MUST(strstr(accepted, asset->encoding));
    free(path);
    free(accepted);
    free(text);
    return 0;
}
