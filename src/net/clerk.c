/* clerk.c -- one note to the process for each password, and the same note back with the answer. */
#define _GNU_SOURCE
#include "clerk.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sodium.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox.h"

enum { CLERK_NICE = 5 };

typedef struct {
    JobKind kind;
    bool good;
    char password[PASSWORD_MAX];
    char stored[STORE_PASSWORD_MAX];
} Note;

/* False: the other side is gone. */
static bool read_note(int line, Note *note) {
    ssize_t got;
    do got = recv(line, note, sizeof *note, 0);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof *note;
}

static bool send_note(int line, const Note *note) {
    ssize_t sent;
    do sent = send(line, note, sizeof *note, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof *note;
}

static void fill_note(Note *note, const HubJob *job) {
    *note = (Note){.kind = job->kind};
    memcpy(note->password, job->password.password, sizeof note->password);
    memcpy(note->stored, job->password.stored, sizeof note->stored);
}

/* A terminal's Ctrl-C is for the server, which may still have passwords to ask for. */
static _Noreturn void serve_notes(int line, pid_t server, bool fenced) {
    HubJob job = {0};
    Note note;
    struct sched_param parameter = {0};
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpriority(PRIO_PROCESS, 0, CLERK_NICE); /* nobody who plays waits for a password */
    sched_setscheduler(0, SCHED_BATCH, &parameter);
    close(STDIN_FILENO);
    close(STDOUT_FILENO); /* whoever reads what the server prints does not wait for the clerk */
    if (fenced) sandbox_calls(SANDBOX_CLERK);
    while (getppid() == server && read_note(line, &note)) {
        job.kind = note.kind;
        memcpy(job.password.password, note.password, sizeof note.password);
        memcpy(job.password.stored, note.stored, sizeof note.stored);
        hub_job_run(&job);
        fill_note(&note, &job); /* the password is wiped by now */
        note.good = job.password.good;
        if (!send_note(line, &note)) break;
    }
    _exit(0);
}

bool clerk_start(Clerk *clerk, bool fenced) {
    int pair[2];
    pid_t server = getpid();
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) return false;
    clerk->process = fork();
    if (clerk->process == 0) {
        close(pair[0]);
        serve_notes(pair[1], server, fenced);
    }
    close(pair[1]);
    clerk->line = pair[0];
    if (clerk->process > 0) return true;
    clerk->process = 0;
    close(pair[0]);
    return false;
}

void clerk_run(Clerk *clerk, HubJob *job) {
    Note note;
    fill_note(&note, job);
    bool answered = clerk->process && send_note(clerk->line, &note) && read_note(clerk->line, &note);
    if (!answered) hub_job_run(job);
    else {
        job->password.good = note.good;
        memcpy(job->password.stored, note.stored, sizeof note.stored);
        sodium_memzero(job->password.password, sizeof job->password.password);
    }
    sodium_memzero(&note, sizeof note);
}

/* What it is at it does to the end: a tenth of a second. */
void clerk_stop(Clerk *clerk) {
    if (!clerk->process) return;
    close(clerk->line);
    while (waitpid(clerk->process, NULL, 0) < 0 && errno == EINTR) {}
    clerk->process = 0;
}
