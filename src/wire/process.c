/* process.c -- a program of somebody else's: started, spoken to with a time limit, ended. */
#define _GNU_SOURCE /* pipe2 */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STDERR_TAIL = 512, TAKE_LEAVE_MS = 200, READ_AT_ONCE = 1 << 14 };

struct Process {
    char *command, *word[PROCESS_WORDS_MAX + 1];
    unsigned hello_ms, move_ms;
    int log;

    pid_t pid;           /* 0: nothing runs */
    int in, out, err;    /* its stdin, stdout and stderr; -1: closed */
    bool watches, ready; /* as it said */

    const Rules *rules; /* of the game under way, else NULL */
    char trouble[PROCESS_TROUBLE_MAX];

    char heard[PROTOCOL_BOT_LINE_MAX + 1]; /* read from its stdout, not yet taken */
    size_t heard_length;
    char tail[STDERR_TAIL]; /* the end of what it wrote to stderr */
    size_t tail_length;
};

static uint64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void close_one(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* ---- what to run ---- */

static bool is_program(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* A file's own path may have blanks; any other text is words. */
static void split_words(Process *process) {
    struct stat status;
    unsigned count = 0;
    if (stat(process->command, &status) == 0) process->word[count++] = process->command;
    else
        for (char *rest = process->command, *word; count < PROCESS_WORDS_MAX && (word = strtok_r(rest, " \t", &rest));)
            process->word[count++] = word;
    process->word[count] = NULL;
}

static bool can_run(const Process *process, char error[PROCESS_TROUBLE_MAX]) {
    const char *program = process->word[0];
    if (!program) return snprintf(error, PROCESS_TROUBLE_MAX, "a program to run is needed"), false;
    if (!strchr(program, '/') || is_program(program)) return true; /* PATH is searched when it is started */
    struct stat status;
    if (stat(program, &status) == 0 && S_ISDIR(status.st_mode))
        return snprintf(error, PROCESS_TROUBLE_MAX, "%.120s is a directory, not a program", program), false;
    if (access(program, F_OK) != 0)
        return snprintf(error, PROCESS_TROUBLE_MAX, "there is no program %.120s", program), false;
    snprintf(error, PROCESS_TROUBLE_MAX, "%.100s cannot be run as a program: try chmod +x", program);
    return false;
}

Process *process_init(const char *command, const ProcessLimits *limits, char error[PROCESS_TROUBLE_MAX]) {
    Process *process = calloc(1, sizeof *process);
    if (process) process->command = strdup(command);
    if (!process || !process->command) {
        snprintf(error, PROCESS_TROUBLE_MAX, "there is no memory");
        return free(process), NULL;
    }
    process->in = process->out = process->err = -1;
    process->hello_ms = limits && limits->hello_ms ? limits->hello_ms : PROCESS_HELLO_MS;
    process->move_ms = limits && limits->move_ms ? limits->move_ms : PROCESS_MOVE_MS;
    process->log = limits ? limits->log : -1;
    split_words(process);
    if (can_run(process, error)) return process;
    free(process->command);
    return free(process), NULL;
}

const char *process_trouble(const Process *process) { return process->trouble; }

/* ---- ending it ---- */

/* Looks whether it has ended, without letting go of its id. */
static bool has_ended(const Process *process) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == process->pid;
}

static bool ends_within(const Process *process, unsigned ms) {
    const struct timespec pause = {0, 2000000};
    for (uint64_t end = now_ms() + ms; !has_ended(process); nanosleep(&pause, NULL))
        if (now_ms() >= end) return false;
    return true;
}

/* Kills it and all that it started. While its id is not yet let go of, nobody else can have it. */
static int reap(Process *process) {
    int status = 0;
    kill(-process->pid, SIGKILL);
    kill(process->pid, SIGKILL);
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) {}
    process->pid = 0;
    close_one(&process->in);
    close_one(&process->out);
    close_one(&process->err);
    process->heard_length = process->tail_length = 0;
    process->ready = false;
    return status;
}

/* ---- how it fails ---- */

/* The last line of stderr that is not empty. */
static void last_words(const Process *process, char *out, size_t size) {
    const char *end = process->tail + process->tail_length, *start;
    while (end > process->tail && (end[-1] == '\n' || end[-1] == '\r' || end[-1] == ' ')) end--;
    for (start = end; start > process->tail && start[-1] != '\n'; start--) {}
    while (start < end && *start == ' ') start++;
    protocol_printable(start, (size_t)(end - start), out, size);
}

static void forfeit(Process *process, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void forfeit(Process *process, const char *format, ...) {
    va_list arguments;
    if (process->trouble[0]) return; /* the first trouble is the cause of what follows */
    va_start(arguments, format);
    vsnprintf(process->trouble, sizeof process->trouble, format, arguments);
    va_end(arguments);
    if (process->pid) reap(process);
}

static void drain(Process *process);

/* One of its pipes has ended: why? */
static void forfeit_ended(Process *process, const char *which) {
    char words[100];
    bool ended = ends_within(process, TAKE_LEAVE_MS);
    drain(process);
    last_words(process, words, sizeof words);
    if (!ended) {
        forfeit(process, "closed its %s%s%s", which, words[0] ? ": " : "", words);
        return;
    }
    int status = reap(process);
    if (WIFSIGNALED(status))
        forfeit(process, "was ended by signal %d (%s)%s%s", WTERMSIG(status), strsignal(WTERMSIG(status)),
                words[0] ? ": " : "", words);
    else forfeit(process, "ended with status %d%s%s", WEXITSTATUS(status), words[0] ? ": " : "", words);
}

/* ---- starting it ---- */

/* In the child: only what is allowed between fork() and exec(). */
static _Noreturn void become(char *const word[], const int in[2], const int out[2], const int err[2], int report) {
    sigset_t none;
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(in[0], STDIN_FILENO) >= 0 && dup2(out[1], STDOUT_FILENO) >= 0 && dup2(err[1], STDERR_FILENO) >= 0)
        execvp(word[0], word);
    int wrong = errno;
    if (write(report, &wrong, sizeof wrong) < 0) _exit(126);
    _exit(127);
}

static bool open_pipes(int pipes[4][2]) {
    for (unsigned i = 0; i < 4; i++) pipes[i][0] = pipes[i][1] = -1;
    for (unsigned i = 0; i < 4; i++)
        if (pipe2(pipes[i], O_CLOEXEC) != 0) return false;
    /* dup2() onto itself would leave a pipe to be closed by exec(). */
    for (unsigned i = 0; i < 4; i++)
        if (pipes[i][0] <= STDERR_FILENO || pipes[i][1] <= STDERR_FILENO) return errno = EBADF, false;
    return true;
}

static void keep_ends(Process *process, int pipes[4][2]) {
    process->in = pipes[0][1], pipes[0][1] = -1;
    process->out = pipes[1][0], pipes[1][0] = -1;
    process->err = pipes[2][0], pipes[2][0] = -1;
    fcntl(process->in, F_SETFL, O_NONBLOCK);
    fcntl(process->out, F_SETFL, O_NONBLOCK);
    fcntl(process->err, F_SETFL, O_NONBLOCK);
}

/* 0, or the error number of what went wrong. */
static int launch(Process *process) {
    enum { IN, OUT, ERR, REPORT, PIPES };
    int pipes[PIPES][2], wrong = 0;
    if (!open_pipes(pipes)) wrong = errno;
    pid_t pid = wrong ? -1 : fork();
    if (pid == 0) become(process->word, pipes[IN], pipes[OUT], pipes[ERR], pipes[REPORT][1]);
    if (pid > 0) {
        setpgid(pid, pid); /* both sides do it: one of them comes first */
        process->pid = pid;
        keep_ends(process, pipes);
        close_one(&pipes[REPORT][1]);
        if (read(pipes[REPORT][0], &wrong, sizeof wrong) != sizeof wrong) wrong = 0;
    } else if (!wrong) wrong = errno;
    for (unsigned i = 0; i < PIPES; i++) close_one(&pipes[i][0]), close_one(&pipes[i][1]);
    return wrong;
}

/* ---- talking ---- */

/* Writing to a program that is gone must not end this one: for the moment of the
 * write this thread takes no SIGPIPE, and takes back the one it caused. */
static ssize_t write_safely(int fd, const char *bytes, size_t length) {
    const struct timespec at_once = {0, 0};
    sigset_t pipe_only, before, pending;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
    ssize_t wrote = write(fd, bytes, length);
    int wrong = errno;
    if (wrote < 0 && wrong == EPIPE && !was_pending) sigtimedwait(&pipe_only, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = wrong;
    return wrote;
}

/* Keeps the end of what goes to stderr, and hands it on if somebody wants it. */
static void hear_stderr(Process *process) {
    char bytes[STDERR_TAIL];
    ssize_t got = read(process->err, bytes, sizeof bytes);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
        close_one(&process->err);
        return;
    }
    if (process->log >= 0 && write_safely(process->log, bytes, (size_t)got) < 0) process->log = -1;
    size_t keep = STDERR_TAIL - (size_t)got;
    if (process->tail_length > keep) {
        memmove(process->tail, process->tail + process->tail_length - keep, keep);
        process->tail_length = keep;
    }
    memcpy(process->tail + process->tail_length, bytes, (size_t)got);
    process->tail_length += (size_t)got;
}

/* What is left on stderr, but no flood of it. */
static void drain(Process *process) {
    for (unsigned i = 0; i < 64 && process->err >= 0; i++) {
        struct pollfd ready = {process->err, POLLIN, 0};
        if (poll(&ready, 1, 0) <= 0) return;
        hear_stderr(process);
    }
}

/* False: its output has ended, or it says too much; it has forfeited. */
static bool hear_stdout(Process *process) {
    size_t room = PROTOCOL_BOT_LINE_MAX - process->heard_length;
    if (!room) {
        bool line = memchr(process->heard, '\n', process->heard_length);
        forfeit(process,
                line ? "flooded: more than %d bytes that nobody asked for" : "said a line of more than %d bytes",
                PROTOCOL_BOT_LINE_MAX);
        return false;
    }
    ssize_t got = read(process->out, process->heard + process->heard_length, room < READ_AT_ONCE ? room : READ_AT_ONCE);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (got > 0) return process->heard_length += (size_t)got, true;
    forfeit_ended(process, "output");
    return false;
}

typedef enum { WAIT_DONE, WAIT_LATE, WAIT_FAILED } WaitEnd;

/* Waits until a pipe is ready, hearing all it has to say meanwhile. `events` is for its
 * stdin: POLLOUT, or 0 where only its words are waited for. */
static WaitEnd wait_once(Process *process, short events, uint64_t deadline, bool *writable) {
    struct pollfd ready[3] = {
        {process->out, POLLIN, 0}, {process->err, POLLIN, 0}, {events ? process->in : -1, events, 0}};
    uint64_t now = now_ms();
    if (now >= deadline) return WAIT_LATE;
    if (poll(ready, 3, (int)(deadline - now)) < 0 && errno != EINTR) {
        forfeit(process, "cannot be heard: %s", strerror(errno));
        return WAIT_FAILED;
    }
    if (ready[1].revents) hear_stderr(process);
    if (ready[0].revents && !hear_stdout(process)) return WAIT_FAILED;
    *writable = ready[2].revents != 0;
    return WAIT_DONE;
}

/* Sends a line and frees it. False: it has forfeited. */
static bool say(Process *process, char *line, unsigned ms) {
    uint64_t deadline = now_ms() + ms;
    size_t length = line ? strlen(line) : 0, done = 0;
    if (!line) forfeit(process, "cannot be told anything: there is no memory");
    else line[length++] = '\n'; /* in place of the zero */
    while (done < length && !process->trouble[0]) {
        bool writable = false;
        ssize_t wrote = write_safely(process->in, line + done, length - done);
        if (wrote > 0) done += (size_t)wrote;
        else if (wrote < 0 && errno == EPIPE) forfeit_ended(process, "input");
        else if (wrote < 0 && errno != EAGAIN && errno != EINTR)
            forfeit(process, "cannot be told: %s", strerror(errno));
        else if (wait_once(process, POLLOUT, deadline, &writable) == WAIT_LATE)
            forfeit(process, "did not read what it was sent within %u ms", ms);
    }
    free(line);
    return !process->trouble[0];
}

/* Takes one line out of what was heard; false: there is no whole one. */
static bool take_line(Process *process, char *out, size_t *length) {
    char *end = memchr(process->heard, '\n', process->heard_length);
    if (!end) return false;
    size_t used = (size_t)(end - process->heard) + 1;
    *length = used - 1;
    memcpy(out, process->heard, *length);
    process->heard_length -= used;
    memmove(process->heard, end + 1, process->heard_length);
    if (*length && out[*length - 1] == '\r') --*length;
    return true;
}

/* Waits for its answer. False: it has forfeited. */
static bool hear(Process *process, unsigned ms, const char *late, Reply *out) {
    uint64_t deadline = now_ms() + ms;
    char *line = malloc(PROTOCOL_BOT_LINE_MAX), error[JSON_ERROR_MAX];
    size_t length = 0;
    bool unused, good = false;
    if (!line) return forfeit(process, "cannot be heard: there is no memory"), false;
    while (!process->trouble[0] && !(good = take_line(process, line, &length)))
        if (wait_once(process, 0, deadline, &unused) == WAIT_LATE) forfeit(process, "%s within %u ms", late, ms);
    if (good && !protocol_read_reply(line, length, out, error)) forfeit(process, "%s", error), good = false;
    free(line);
    return good;
}

/* Whatever it said before it is asked was said out of turn. */
static bool is_silent(Process *process) {
    char shown[80];
    bool unused;
    while (!process->trouble[0]) {
        struct pollfd ready = {process->out, POLLIN, 0};
        if (poll(&ready, 1, 0) <= 0) {
            if (process->heard_length) break;
            return true;
        }
        wait_once(process, 0, now_ms() + 1, &unused);
    }
    if (process->trouble[0]) return false;
    const char *end = memchr(process->heard, '\n', process->heard_length);
    protocol_printable(process->heard, end ? (size_t)(end - process->heard) : process->heard_length, shown,
                       sizeof shown);
    forfeit(process, "spoke without being asked: '%s'", shown);
    return false;
}

/* ---- a game ---- */

static bool greet(Process *process) {
    Reply reply;
    if (!say(process, protocol_hello(), process->hello_ms)) return false;
    if (!hear(process, process->hello_ms, "was not ready", &reply)) return false;
    if (reply.kind == REPLY_ERROR) forfeit(process, "gave up: %.150s", reply.text);
    else if (reply.kind != REPLY_READY) forfeit(process, "answered \"hello\" without \"ready\"");
    if (process->trouble[0]) return false;
    process->watches = reply.watch;
    process->ready = true;
    return true;
}

/* Of a script whose interpreter is missing the system says only that there is no such file. */
static bool lacks_interpreter(const char *program) {
    char start[2];
    int file = strchr(program, '/') ? open(program, O_RDONLY | O_CLOEXEC) : -1;
    bool script = file >= 0 && read(file, start, sizeof start) == sizeof start && memcmp(start, "#!", 2) == 0;
    close_one(&file);
    return script;
}

static void forfeit_unstarted(Process *process, int wrong) {
    if (wrong == ENOENT && lacks_interpreter(process->word[0]))
        forfeit(process, "cannot be started: its first line names an interpreter that is not there");
    else forfeit(process, "cannot be started: %s", strerror(wrong));
}

bool process_begin(Process *process, const ProtocolGame *game) {
    process->trouble[0] = 0;
    process->rules = game->rules;
    if (!process->pid) {
        int wrong = launch(process);
        if (wrong) return forfeit_unstarted(process, wrong), false;
    }
    if (!process->ready && !greet(process)) return false;
    return is_silent(process) && say(process, protocol_game(game), process->move_ms);
}

void process_watch(Process *process, const View *view) {
    if (process->watches && !process->trouble[0]) say(process, protocol_see(process->rules, view), process->move_ms);
}

/* What it could have done instead, as far as there is room. */
static void forfeit_illegal(Process *process, const View *view, const char *text, Verdict verdict) {
    static _Thread_local Action actions[ACTIONS_MAX];
    char legal[80] = "", word[ACTION_TEXT_MAX];
    ActionSet set;
    size_t used = 0;
    view_actions(process->rules, view, &set);
    unsigned count = action_set_list(process->rules, &set, actions), i = 0;
    for (; i < count; i++) {
        size_t length = action_format(process->rules, actions[i], word, sizeof word);
        if (used + length + 8 > sizeof legal) break;
        used += (size_t)snprintf(legal + used, sizeof legal - used, "%s%s", i ? ", " : "", word);
    }
    if (i < count) snprintf(legal + used, sizeof legal - used, ", ...");
    forfeit(process, "did \"%.20s\": %.90s Legal: %s", text, verdict_sentence(verdict), legal);
}

static ProcessAnswer judge(Process *process, const View *view, const Reply *reply, Action *out) {
    const char *at = reply->text;
    bool awaited = board_awaited(process->rules, &view->board) >> view->seat & 1;
    Verdict verdict = VERDICT_malformed;
    if (reply->kind == REPLY_WAIT && !awaited) return PROCESS_LETS_BE;
    if (reply->kind == REPLY_WAIT) forfeit(process, "said \"wait\" although the table waits for it");
    else if (reply->kind == REPLY_ERROR) forfeit(process, "gave up: %.150s", reply->text);
    else if (reply->kind == REPLY_READY) forfeit(process, "answered \"act\" with \"ready\"");
    if (process->trouble[0]) return PROCESS_FORFEITS;
    if (action_parse(process->rules, &at, out) && !*at)
        verdict = board_refusal(process->rules, &view->board, &view->own, view->seat, *out);
    if (verdict == VERDICT_ok) return PROCESS_ACTS;
    forfeit_illegal(process, view, reply->text, verdict);
    return PROCESS_FORFEITS;
}

ProcessAnswer process_act(Process *process, const View *view, Action *out) {
    Reply reply;
    if (process->trouble[0] || !is_silent(process)) return PROCESS_FORFEITS;
    if (!say(process, protocol_act(process->rules, view, process->move_ms), process->move_ms)) return PROCESS_FORFEITS;
    if (!hear(process, process->move_ms, "did not answer", &reply)) return PROCESS_FORFEITS;
    return judge(process, view, &reply, out);
}

void process_end(Process *process, const Board *board) {
    if (process->pid && process->ready && !process->trouble[0])
        say(process, protocol_end(process->rules, board), process->move_ms);
    process->rules = NULL;
}

void process_free(Process *process) {
    if (!process) return;
    if (process->pid) {
        process->trouble[0] = 0;
        if (process->ready) say(process, protocol_bye(), PROCESS_BYE_MS);
        close_one(&process->in);
        if (process->pid && !ends_within(process, PROCESS_BYE_MS)) {
            kill(-process->pid, SIGTERM);
            ends_within(process, TAKE_LEAVE_MS);
        }
        if (process->pid) reap(process);
    }
    free(process->command);
    free(process);
}
