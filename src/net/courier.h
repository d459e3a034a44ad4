/* courier.h -- messages to push services are sent by a process of their own (RFC 8030): the server itself opens no connection, and
 * what a stranger's push service does to a connection happens outside of it.
 *
 * The process calls only what push_url.h lets through, at an address of the internet that it has looked up itself, and reads
 * nothing of the answer but its status. One message at a time; whoever is too slow is given up. */
#ifndef UNO_NET_COURIER_H
#define UNO_NET_COURIER_H

#include <sys/types.h>

#include "../hub/job.h"
#include "push_seal.h"

enum { COURIER_CONTACT_MAX = 160 };

typedef struct {
    pid_t process; /* 0: none */
    int line;      /* to the process */
} Courier;

/* What the process knows of the server. */
typedef struct {
    uint8_t private_key[SEAL_SCALAR];
    char contact[COURIER_CONTACT_MAX]; /* "https://..." or "mailto:...": for the push service's people */
    char allow[64];                    /* as in HubConfig */
    bool fenced;                       /* it gives up what it does not need (sandbox.h) */
} CourierOrders;

/* Called before there are threads. False: the system gives no process. It ends with this one. */
bool courier_start(Courier *courier, const CourierOrders *orders);

/* Sends a JOB_PUSH and waits for what became of it; from one thread only. */
void courier_run(Courier *courier, HubJob *job);

void courier_stop(Courier *courier);

/* The server's own keys out of the store, made and kept where there are none; the public one as text. False: the store failed. */
bool courier_keys(Store *store, int64_t now_ms, uint8_t private_key[SEAL_SCALAR], char public_text[STORE_PUSH_KEY_MAX]);

#endif
