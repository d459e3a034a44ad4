/* main.c -- `checksum FAMILY GAMES` prints "FAMILY GAMES NUMBER". */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checksum.h"

int main(int argc, char **argv) {
    uint32_t family = argc == 3 && strcmp(argv[1], "split") == 0;
    uint32_t games = argc == 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    if (!games || (!family && strcmp(argv[1], "classic") != 0)) {
        fputs("usage: checksum classic|split GAMES\n", stderr);
        return 2;
    }
    uint64_t sum = checksum_games(family, games);
    printf("%s %" PRIu32 " %016" PRIx64 "\n", argv[1], games, sum);
    return sum == 0;
}
