/* main.c -- `checksum classic|split|bots|arbiter GAMES` prints "classic GAMES NUMBER". */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checksum.h"

int main(int argc, char **argv) {
    const char *what = argc == 3 ? argv[1] : "";
    uint32_t games = argc == 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    bool bots = strcmp(what, "bots") == 0, arbiter = strcmp(what, "arbiter") == 0, split = strcmp(what, "split") == 0;
    if (!games || (!bots && !arbiter && !split && strcmp(what, "classic") != 0)) {
        fputs("usage: checksum classic|split|bots|arbiter GAMES\n", stderr);
        return 2;
    }
    uint64_t sum = bots ? checksum_bots(games) : arbiter ? checksum_arbiter(games) : checksum_games(split, games);
    printf("%s %" PRIu32 " %016" PRIx64 "\n", what, games, sum);
    return sum == 0;
}
