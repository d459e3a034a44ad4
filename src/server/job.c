#include "job.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "../wire/player.h"

/* A move may take a bot no longer, however much there is to think about. */
enum { THINK_US_MAX = 2000000 };

HubJob *job_new(JobKind kind) {
    HubJob *job = calloc(1, sizeof *job);
    if (job) job->kind = kind;
    return job;
}

static void run_bot(BotJob *job) {
    job->bot.rules = &job->rules;
    if (job->bot.kind->worlds) job->bot.budget = (BotBudget){.think_us = THINK_US_MAX, .clock_us = player_clock_us};
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

void hub_job_run(HubJob *job) {
    if (job->kind == JOB_BOT) run_bot(&job->bot);
    else run_password(job->kind, &job->password);
}

void hub_job_drop(HubJob *job) {
    if (job->kind != JOB_BOT) sodium_memzero(&job->password, sizeof job->password);
    free(job);
}
