/* main.c -- `checksum classic|split|bots|arbiter|ratings GAMES` prints "classic GAMES NUMBER". */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checksum.h"

static uint64_t checksum_classic(uint32_t games) { return checksum_games(0, games); }
static uint64_t checksum_split(uint32_t games) { return checksum_games(1, games); }

static const struct {
    const char *name;
    uint64_t (*sum)(uint32_t games);
} kinds[] = {
    {"classic", checksum_classic}, {"split", checksum_split},     {"bots", checksum_bots},
    {"arbiter", checksum_arbiter}, {"ratings", checksum_ratings},
};

int main(int argc, char **argv) {
    const char *what = argc == 3 ? argv[1] : "";
    uint32_t games = argc == 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && games; i++) {
        if (strcmp(what, kinds[i].name) != 0) continue;
        uint64_t sum = kinds[i].sum(games);
        printf("%s %" PRIu32 " %016" PRIx64 "\n", what, games, sum);
        return sum == 0;
    }
    fputs("usage: checksum classic|split|bots|arbiter|ratings GAMES\n", stderr);
    return 2;
}
