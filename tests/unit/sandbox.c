/* sandbox.c -- in the sandbox a server reads and writes its data, and nothing else works: no program, process, socket, code in
 * memory or file elsewhere, in no thread. The clerk has not even files. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "net/sandbox.h"

static char folder[] = "/var/tmp/uno-sandbox-XXXXXX", elsewhere[] = "/run/uno-sandbox-XXXXXX";

/* Runs in a process of its own: 0 is well, anything else the number of the line that is not. */
#define DEMAND(condition) \
    do { \
        if (!(condition)) _exit(__LINE__ % 251 + 1); \
    } while (0)

static void run_apart(void (*body)(void)) {
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        body();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status)) print_message("the process ended with %#x\n", (unsigned)status);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static bool refused(long result, int reason) { return result < 0 && errno == reason; }

static int open_in(const char *place, const char *name, int flags) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", place, name);
    return open(path, flags | O_CLOEXEC, 0600);
}

static void demand_no_new_things(void) {
    char *const nothing[] = {"true", NULL};
    DEMAND(refused(execv("/bin/true", nothing), EPERM));
    DEMAND(refused(fork(), EPERM));
    DEMAND(refused(socket(AF_INET, SOCK_STREAM, 0), EPERM));
    DEMAND(refused(socket(AF_UNIX, SOCK_STREAM, 0), EPERM));
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    DEMAND(memory != MAP_FAILED);
    DEMAND(refused(mprotect(memory, 4096, PROT_READ | PROT_EXEC), EPERM));
    DEMAND(mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EPERM);
}

static void *look_from_a_thread(void *start) {
    while (!*(volatile bool *)start) usleep(1000);
    demand_no_new_things();
    return NULL;
}

static void live_as_a_server(void) {
    pthread_t thread;
    bool start = false;
    char data[256], byte;
    snprintf(data, sizeof data, "%s/uno.db", folder);
    DEMAND(sandbox_files(data));
    DEMAND(!pthread_create(&thread, NULL, look_from_a_thread, &start)); /* it is there before the calls are fenced */
    DEMAND(sandbox_calls(SANDBOX_SERVER));
    *(volatile bool *)&start = true;
    DEMAND(!pthread_join(thread, NULL));
    demand_no_new_things();

    int file = open_in(folder, "uno.db-wal", O_RDWR | O_CREAT);
    DEMAND(file >= 0 && write(file, "x", 1) == 1 && fdatasync(file) == 0);
    DEMAND(getrandom(&byte, 1, 0) == 1);
    DEMAND(open("/proc/self/statm", O_RDONLY) >= 0);
    DEMAND(refused(open_in(elsewhere, "secret", O_RDONLY), EACCES));
    DEMAND(refused(open_in(elsewhere, "new", O_RDWR | O_CREAT), EACCES));
    DEMAND(refused(open("/etc/passwd", O_RDONLY), EACCES));
}

static void live_as_the_clerk(void) {
    DEMAND(sandbox_calls(SANDBOX_CLERK));
    demand_no_new_things();
    DEMAND(refused(open_in(folder, "uno.db", O_RDONLY), EPERM));
    DEMAND(refused(open("/proc/self/statm", O_RDONLY), EPERM));
}

static void a_server_keeps_its_data_and_nothing_else(void **state) {
    (void)state;
    run_apart(live_as_a_server);
}

static void the_clerk_has_no_files(void **state) {
    (void)state;
    run_apart(live_as_the_clerk);
}

static int make_folders(void **state) {
    (void)state;
    if (!mkdtemp(folder) || !mkdtemp(elsewhere)) return -1;
    int file = open_in(elsewhere, "secret", O_RDWR | O_CREAT), data = open_in(folder, "uno.db", O_RDWR | O_CREAT);
    return file < 0 || data < 0 || close(file) || close(data) ? -1 : 0;
}

static int remove_folders(void **state) {
    (void)state;
    static const char *const names[] = {"uno.db", "uno.db-wal"};
    char path[256];
    for (unsigned i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/secret", elsewhere);
    unlink(path);
    return rmdir(folder) || rmdir(elsewhere) ? -1 : 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_server_keeps_its_data_and_nothing_else),
        cmocka_unit_test(the_clerk_has_no_files),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
