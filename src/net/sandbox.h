/* sandbox.h -- what the server gives up once it has started, so that a hole in it opens no more than it needs itself.
 *
 * Two fences of Linux, each where the kernel has it. Landlock: of all files the server reaches only its data, and starts no
 * program. seccomp: only the calls that serving takes; any other fails with EPERM, in every thread. The process that hashes
 * passwords (clerk.h) is left nothing but memory and its line to the server. */
#ifndef UNO_NET_SANDBOX_H
#define UNO_NET_SANDBOX_H

#include <stdbool.h>

typedef enum {
    SANDBOX_SERVER, /* sockets that are open, files, memory; no new process, socket or program */
    SANDBOX_NODE,   /* the same, and connections to a database elsewhere */
    SANDBOX_CLERK,  /* what is left of it without files and new connections */
} SandboxKind;

/* This thread and those it starts from here on reach only the folder of `data` (NULL: none) and those for scratch files,
 * to read and write, and /proc, to read. False: the kernel has no Landlock, and nothing has changed. */
bool sandbox_files(const char *data);

/* The same for a server whose database is elsewhere: it reads what it may (names of machines, certificates), and writes no file. */
bool sandbox_reading(void);

/* All threads of this process. False: the kernel has no seccomp, and nothing has changed. */
bool sandbox_calls(SandboxKind kind);

#endif
