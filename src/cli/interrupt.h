/* interrupt.h -- long work that ends early and still reports: Ctrl-C, or an end asked for from outside. */
#ifndef UNO_INTERRUPT_H
#define UNO_INTERRUPT_H

#include <stdbool.h>

/* From now on the first SIGINT or SIGTERM is only noted; a second one stops at once, without results. */
void interrupt_catch(void);
bool interrupt_seen(void);

#endif
