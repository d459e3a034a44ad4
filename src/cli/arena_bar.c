/* arena_bar.c -- the bar that tells how far an arena is. */
#include "arena_bar.h"

#include "say.h"

enum { BAR_WIDTH = 24 };

static void format_left(double seconds, char *out, size_t size) {
    unsigned long left = (unsigned long)(seconds + 0.5);
    if (left >= 3600) snprintf(out, size, "%lu:%02lu h", left / 3600, left / 60 % 60);
    else snprintf(out, size, "%lu:%02lu min", left / 60, left % 60);
}

void arena_draw_bar(const ArenaHeading *heading, const ArenaProgress *progress, double seconds, FILE *file) {
    char bar[BAR_WIDTH + 1], left[32] = "-";
    double done = progress->all_games ? (double)progress->games / (double)progress->all_games : 0;
    double rate = seconds > 0 ? (double)progress->games / seconds : 0;
    for (unsigned i = 0; i < BAR_WIDTH; i++) bar[i] = (double)i < done * BAR_WIDTH ? '#' : '.';
    bar[BAR_WIDTH] = 0;
    if (rate > 0) format_left((double)(progress->all_games - progress->games) / rate, left, sizeof left);
    char line[256];
    snprintf(line, sizeof line, "[%s] %lu/%lu games, %.*f/s, %s left, %s %.1f %%", bar, progress->games,
             progress->all_games, rate < 10 ? 1 : 0, rate, left, heading->plan->bot[0].name, 100 * progress->share);
    fprintf(file, "\r%.*s\033[K", (int)say_width() - 1, line);
    fflush(file);
}

void arena_clear_bar(FILE *file) {
    fprintf(file, "\r\033[K");
    fflush(file);
}
