/* job.c -- runs a job: a bot thinks, or a password is hashed. */
#include "job.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "../table/home.h"
#include "../wire/player.h"
#include "reviews.h"

/* A move may take a bot no longer, however much there is to think about: its answer counts at a time of its own. While
 * many wait, each thinks less; at the least it still looks ahead a little. */
enum { THINK_US_MAX = 1000 * TABLE_THINK_BUDGET_MS, THINK_US_MIN = 20000 };

HubJob *job_new(JobKind kind, uint64_t owner) {
    HubJob *job = calloc(1, sizeof *job);
    if (!job) return NULL;
    job->kind = kind;
    job->owner = owner;
    return job;
}

static uint32_t think_us(unsigned share) {
    uint32_t us = share > 1 ? THINK_US_MAX / share : THINK_US_MAX;
    return us > THINK_US_MIN ? us : THINK_US_MIN;
}

static void run_bot(BotJob *job, unsigned share) {
    job->bot.rules = &job->rules;
    if (job->bot.kind->worlds) job->bot.budget = (BotBudget){.think_us = think_us(share), .clock_us = player_clock_us};
    job->acts = bot_act(&job->bot, &job->view, &job->action);
}

static void run_password(JobKind kind, PasswordJob *job) {
    size_t length = strnlen(job->password, PASSWORD_MAX);
    if (kind == JOB_VERIFY) job->good = crypto_pwhash_str_verify(job->stored, job->password, length) == 0;
    else
        job->good = crypto_pwhash_str(job->stored, job->password, length, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                      crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    sodium_memzero(job->password, sizeof job->password);
}

static void run_game(GameJob *job) {
    HomeStep came = HOME_ACTED;
    if (!job->begun) job->failed = !home_begin(job->home);
    job->begun = true;
    for (unsigned i = 0; i < GAME_JOB_STEPS && came == HOME_ACTED && !job->failed; i++) came = home_step(job->home);
    job->over = came == HOME_OVER;
    job->failed |= came == HOME_FAILED || came == HOME_ASKS || job->home->record.actions > TABLE_STEPS_MAX;
}

void hub_job_run(HubJob *job) {
    switch (job->kind) {
    case JOB_BOT: return run_bot(&job->bot, job->share);
    case JOB_GAME: return run_game(&job->game);
    case JOB_REVIEW: return review_run(&job->review);
    case JOB_PUSH: return; /* what leaves the machine is the world's */
    case JOB_HASH:
    case JOB_VERIFY: return run_password(job->kind, &job->password);
    }
}

void hub_job_drop(HubJob *job) {
    switch (job->kind) {
    case JOB_BOT:
    case JOB_PUSH: break;
    case JOB_GAME:
        home_free(job->game.home);
        free(job->game.home);
        break;
    case JOB_REVIEW: review_drop(&job->review); break;
    case JOB_HASH:
    case JOB_VERIFY: sodium_memzero(&job->password, sizeof job->password);
    }
    free(job);
}
