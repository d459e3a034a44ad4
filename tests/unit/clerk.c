/* clerk.c -- passwords are hashed and compared in another process, and nobody notices when it is gone. */
#include <setjmp.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "net/clerk.h"

static HubJob password_job(JobKind kind, const char *password, const char *stored) {
    HubJob job = {.kind = kind};
    strcpy(job.password.password, password);
    strcpy(job.password.stored, stored);
    return job;
}

static bool is_wiped(const HubJob *job) { return sodium_is_zero((const void *)job->password.password, PASSWORD_MAX); }

static void hash_and_compare(Clerk *clerk) {
    HubJob hash = password_job(JOB_HASH, "correct horse", "");
    clerk_run(clerk, &hash);
    assert_true(hash.password.good);
    assert_memory_equal(hash.password.stored, "$argon2id$", 10);
    assert_true(is_wiped(&hash));
    HubJob right = password_job(JOB_VERIFY, "correct horse", hash.password.stored);
    clerk_run(clerk, &right);
    assert_true(right.password.good);
    assert_true(is_wiped(&right));
    HubJob wrong = password_job(JOB_VERIFY, "battery staple", hash.password.stored);
    clerk_run(clerk, &wrong);
    assert_false(wrong.password.good);
    HubJob unreadable = password_job(JOB_VERIFY, "correct horse", "no hash at all");
    clerk_run(clerk, &unreadable);
    assert_false(unreadable.password.good);
}

static void the_clerk_hashes_and_compares(void **state) {
    (void)state;
    Clerk clerk;
    assert_true(clerk_start(&clerk, true));
    hash_and_compare(&clerk);
    clerk_stop(&clerk);
    assert_int_equal(clerk.process, 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nobody is left behind */
}

static void the_work_is_done_without_the_clerk(void **state) {
    (void)state;
    Clerk clerk;
    assert_true(clerk_start(&clerk, true));
    kill(clerk.process, SIGKILL);
    hash_and_compare(&clerk);
    clerk_stop(&clerk);
}

/* The server ends in its own time, and asks until then. */
static void the_clerk_stays_when_the_terminal_says_stop(void **state) {
    (void)state;
    Clerk clerk;
    assert_true(clerk_start(&clerk, true));
    hash_and_compare(&clerk); /* it is up */
    kill(clerk.process, SIGINT);
    kill(clerk.process, SIGTERM);
    hash_and_compare(&clerk);
    assert_int_equal(waitpid(clerk.process, NULL, WNOHANG), 0);
    clerk_stop(&clerk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clerk_hashes_and_compares),
        cmocka_unit_test(the_work_is_done_without_the_clerk),
        cmocka_unit_test(the_clerk_stays_when_the_terminal_says_stop),
    };
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
