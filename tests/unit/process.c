/* Programs that were never meant to play: what becomes of a host that runs them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "wire/process.h"

static const Rules *official(void) {
    static Ruleset ruleset;
    RulesetError error;
    if (!ruleset.name[0]) assert_true(ruleset_load("official", &ruleset, &error));
    return &ruleset.rules;
}

static void no_child_is_left(void) { assert_true(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD); }

/* Twice: the second game begins with a fresh start. */
static void forfeits(const char *command, const ProcessLimits *limits, const char *trouble) {
    char error[PROCESS_TROUBLE_MAX] = "";
    ProtocolGame game = {"official", official(), 2, 0, 1, {0}};
    Process *process = process_init(command, limits, error);
    if (!process) fail_msg("%s: %s", command, error);
    for (unsigned i = 0; i < 2; i++) {
        assert_false(process_begin(process, &game));
        if (strncmp(process_trouble(process), trouble, strlen(trouble)) != 0)
            fail_msg("%s: '%s' was expected, not '%s'", command, trouble, process_trouble(process));
        no_child_is_left();
    }
    process_free(process);
}

static void programs_that_never_get_ready(void **state) {
    (void)state;
    ProcessLimits hasty = {100, 100, -1};
    forfeits("/bin/false", NULL, "ended with status 1");
    forfeits("true", NULL, "ended with status 0");
    forfeits("sleep 60", &hasty, "was not ready within 100 ms");
    forfeits("cat", NULL, "said \"hello\", which is no type of message for a bot");
    forfeits("yes", NULL, "said what is no JSON object");
    forfeits("cat /dev/zero", NULL, "said a line of more than 65536 bytes");
    forfeits("no-such-program-anywhere", NULL, "cannot be started: No such file or directory");
    forfeits("head -c 9 /no/such/file", NULL, "ended with status 1: head: ");
}

static void programs_that_are_none(void **state) {
    (void)state;
    char error[PROCESS_TROUBLE_MAX] = "";
    assert_null(process_init("", NULL, error));
    assert_true(error[0] != 0);
    assert_null(process_init("  ", NULL, error));
    assert_null(process_init("./no-such-program with words", NULL, error));
    assert_non_null(strstr(error, "there is no program ./no-such-program"));
    assert_null(process_init("/etc/passwd", NULL, error));
    assert_non_null(strstr(error, "chmod"));
}

/* `tail -f` of a file: it says "ready", and never hears anything. */
typedef struct {
    char path[32];
    Process *process;
    Game game;
    View view;
} Deaf;

static void deaf_begin(Deaf *deaf) {
    char command[80], error[PROCESS_TROUBLE_MAX];
    ProcessLimits limits = {0, 100, -1};
    ProtocolGame game = {"official", official(), 2, 0, 1, {0}};
    Seed seed = {{3}};
    snprintf(deaf->path, sizeof deaf->path, "/tmp/uno-process-XXXXXX");
    FILE *words = fdopen(mkstemp(deaf->path), "w");
    assert_non_null(words);
    fputs("{\"type\":\"ready\",\"name\":\"deaf\",\"watch\":true}\n", words);
    fclose(words);
    snprintf(command, sizeof command, "tail -n 1 -f %s", deaf->path);
    deaf->process = process_init(command, &limits, error);
    assert_non_null(deaf->process);
    assert_true(process_begin(deaf->process, &game));
    game_init(official(), &deaf->game, 2, &seed, NULL, NULL);
    view_of(official(), &deaf->game, NULL, 0, &deaf->view);
}

static void deaf_end(Deaf *deaf) {
    process_end(deaf->process, &deaf->game.board);
    process_free(deaf->process);
    remove(deaf->path);
    no_child_is_left();
}

static void who_does_not_hear_does_not_answer(void **state) {
    (void)state;
    Deaf deaf = {0};
    Action action;
    deaf_begin(&deaf);
    process_watch(deaf.process, &deaf.view);
    assert_int_equal(process_act(deaf.process, &deaf.view, &action), PROCESS_FORFEITS);
    assert_string_equal(process_trouble(deaf.process), "did not answer within 100 ms");
    no_child_is_left();
    process_watch(deaf.process, &deaf.view); /* nobody is there any more */
    assert_int_equal(process_act(deaf.process, &deaf.view, &action), PROCESS_FORFEITS);
    deaf_end(&deaf);
}

static void who_does_not_hear_is_not_waited_for(void **state) {
    (void)state;
    Deaf deaf = {0};
    deaf_begin(&deaf);
    for (unsigned i = 0; i < 1000; i++) process_watch(deaf.process, &deaf.view);
    assert_string_equal(process_trouble(deaf.process), "did not read what it was sent within 100 ms");
    deaf_end(&deaf);
}

static void it_may_be_left_in_the_middle(void **state) {
    (void)state;
    Deaf deaf = {0};
    deaf_begin(&deaf);
    deaf_end(&deaf);
    process_free(NULL);
}

/* A write to a program that is gone must not end the host: SIGPIPE stays as it was. */
static void a_broken_pipe_is_no_end(void **state) {
    (void)state;
    struct sigaction action;
    sigset_t pending;
    forfeits("head -c 0", NULL, "ended with status 0");
    assert_int_equal(sigaction(SIGPIPE, NULL, &action), 0);
    assert_true(action.sa_handler == SIG_DFL);
    sigpending(&pending);
    assert_int_equal(sigismember(&pending, SIGPIPE), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_that_never_get_ready),     cmocka_unit_test(programs_that_are_none),
        cmocka_unit_test(who_does_not_hear_does_not_answer), cmocka_unit_test(who_does_not_hear_is_not_waited_for),
        cmocka_unit_test(it_may_be_left_in_the_middle),      cmocka_unit_test(a_broken_pipe_is_no_end),
    };
    return cmocka_run_group_tests_name("process", tests, NULL, NULL);
}
