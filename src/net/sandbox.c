/* sandbox.c -- the calls that are left, by name: what serving takes, and not one that starts, listens, connects, mounts or traces. */
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- calls ---- */

/* Memory, time, chance, threads that are there, and the end. */
static const int calls_of_all[] = {
    SCMP_SYS(read),
    SCMP_SYS(write),
    SCMP_SYS(recvfrom),
    SCMP_SYS(sendto),
    SCMP_SYS(close),
    SCMP_SYS(brk),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(futex),
    SCMP_SYS(sched_yield),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(nanosleep),
    SCMP_SYS(getpid),
    SCMP_SYS(getppid),
    SCMP_SYS(gettid),
    SCMP_SYS(getrandom),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(tgkill),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(restart_syscall),
};

static const int calls_of_server[] = {
    /* Connections that are open or come in. */
    SCMP_SYS(readv),
    SCMP_SYS(writev),
    SCMP_SYS(recvmsg),
    SCMP_SYS(sendmsg),
    SCMP_SYS(recvmmsg),
    SCMP_SYS(sendmmsg),
    SCMP_SYS(accept),
    SCMP_SYS(accept4),
    SCMP_SYS(shutdown),
    SCMP_SYS(getsockopt),
    SCMP_SYS(setsockopt),
    SCMP_SYS(getsockname),
    SCMP_SYS(getpeername),
    SCMP_SYS(epoll_ctl),
    SCMP_SYS(epoll_wait),
    SCMP_SYS(epoll_pwait),
    SCMP_SYS(epoll_pwait2),
    SCMP_SYS(epoll_create1),
    SCMP_SYS(eventfd2),
    SCMP_SYS(pipe2),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(ioctl),
    /* Files. */
    SCMP_SYS(open),
    SCMP_SYS(openat),
    SCMP_SYS(pread64),
    SCMP_SYS(pwrite64),
    SCMP_SYS(lseek),
    SCMP_SYS(fcntl),
    SCMP_SYS(flock),
    SCMP_SYS(stat),
    SCMP_SYS(fstat),
    SCMP_SYS(lstat),
    SCMP_SYS(newfstatat),
    SCMP_SYS(statx),
    SCMP_SYS(access),
    SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2),
    SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
    SCMP_SYS(getcwd),
    SCMP_SYS(ftruncate),
    SCMP_SYS(fallocate),
    SCMP_SYS(fsync),
    SCMP_SYS(fdatasync),
    SCMP_SYS(unlink),
    SCMP_SYS(unlinkat),
    SCMP_SYS(fchmod),
    SCMP_SYS(fchown),
    SCMP_SYS(fadvise64),
    /* Threads that step back, and the clerk's end. */
    SCMP_SYS(setpriority),
    SCMP_SYS(sched_setscheduler),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(rseq),
    SCMP_SYS(wait4),
    SCMP_SYS(waitid),
    SCMP_SYS(getuid),
    SCMP_SYS(geteuid),
    SCMP_SYS(getgid),
    SCMP_SYS(getegid),
    SCMP_SYS(prlimit64),
    SCMP_SYS(getrusage),
    SCMP_SYS(sysinfo),
    SCMP_SYS(uname),
};

/* A database that is connected to again. */
static const int calls_of_node[] = {SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(sendfile),
                                    SCMP_SYS(getdents64)};

/* A call that this architecture does not have is none to allow. */
static bool allow(scmp_filter_ctx filter, const int *calls, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0);
        if (code && code != -EDOM) return false;
    }
    return true;
}

/* Memory that can be written never becomes code. */
static bool allow_plain_memory(scmp_filter_ctx filter) {
    struct scmp_arg_cmp no_code = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    return !seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, no_code) &&
           !seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, no_code);
}

bool sandbox_calls(SandboxKind kind) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return false;
    bool good = !seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) && allow_plain_memory(filter) &&
                allow(filter, calls_of_all, sizeof calls_of_all / sizeof calls_of_all[0]);
    if (kind != SANDBOX_CLERK)
        good = good && allow(filter, calls_of_server, sizeof calls_of_server / sizeof calls_of_server[0]);
    if (kind == SANDBOX_NODE)
        good = good && allow(filter, calls_of_node, sizeof calls_of_node / sizeof calls_of_node[0]);
    good = good && !seccomp_load(filter);
    seccomp_release(filter);
    return good;
}

/* ---- files ---- */

enum { EVERYTHING = LANDLOCK_ACCESS_FS_MAKE_SYM * 2 - 1 }; /* of the first version of Landlock */
enum { READING = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR };
enum {
    KEEPING = READING | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE |
              LANDLOCK_ACCESS_FS_MAKE_SOCK
};

/* A folder that is not there needs no way to it. */
static bool open_way(int rules, const char *folder, uint64_t access) {
    struct landlock_path_beneath_attr way = {.allowed_access = access,
                                             .parent_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC)};
    if (way.parent_fd < 0) return errno == ENOENT;
    bool good = !syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &way, 0);
    close(way.parent_fd);
    return good;
}

/* To the folder that a file is in. */
static bool open_way_to(int rules, const char *file) {
    char folder[PATH_MAX];
    if (snprintf(folder, sizeof folder, "%s", file) >= (int)sizeof folder) return false;
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = 0;
    return open_way(rules, slash ? folder : ".", KEEPING);
}

/* The database itself may lie elsewhere than its name. SQLite sorts what is too much for memory in files of its own. */
static bool open_ways(int rules, const char *data) {
    char real[PATH_MAX];
    if (!open_way(rules, "/proc", READING)) return false; /* how much memory it takes, for /metrics */
    if (!data) return true;
    return open_way(rules, "/tmp", KEEPING) && open_way(rules, "/var/tmp", KEEPING) && open_way_to(rules, data) &&
           (!realpath(data, real) || open_way_to(rules, real));
}

static bool open_nothing_but_reading(int rules, const char *unused) {
    (void)unused;
    return open_way(rules, "/", READING);
}

static bool restrict_to(bool (*open_them)(int rules, const char *data), const char *data) {
    struct landlock_ruleset_attr handled = {.handled_access_fs = EVERYTHING};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    if (rules < 0) return false;
    bool good = open_them(rules, data) && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
                !syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return good;
}

bool sandbox_files(const char *data) { return restrict_to(open_ways, data); }
bool sandbox_reading(void) { return restrict_to(open_nothing_but_reading, NULL); }
