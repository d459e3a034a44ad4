/* clerk.h -- passwords are hashed in a process of their own.
 *
 * Argon2 maps 64 MB for each password and unmaps them again. Inside the server every thread would wait for the kernel's
 * lock on the address space meanwhile, and so would people who play; a process of its own has a lock of its own. */
#ifndef UNO_NET_CLERK_H
#define UNO_NET_CLERK_H

#include <sys/types.h>

#include "../hub/job.h"

typedef struct {
    pid_t process; /* 0: none */
    int line;      /* to the process */
} Clerk;

/* Called before there are threads. False: the system gives no process. It ends with this one, however that ends.
 * `fenced`: it may do little else than its work (sandbox.h), where the kernel can see to that. */
bool clerk_start(Clerk *clerk, bool fenced);

/* Does the job, a password's, and waits for it; from one thread only. Should the process be gone, this one does it. */
void clerk_run(Clerk *clerk, HubJob *job);

void clerk_stop(Clerk *clerk);

#endif
