/* schedule.c -- a binary heap of desks, the one that is due first on top. */
#include <stdlib.h>

#include "tables.h"

static void set(Hub *hub, size_t place, Desk *desk) {
    hub->due[place - 1] = desk;
    desk->place = place;
}

static Desk *at(const Hub *hub, size_t place) { return hub->due[place - 1]; }

static void rise(Hub *hub, Desk *desk) {
    size_t place = desk->place;
    for (; place > 1 && at(hub, place / 2)->due_at > desk->due_at; place /= 2) set(hub, place, at(hub, place / 2));
    set(hub, place, desk);
}

static void sink(Hub *hub, Desk *desk) {
    size_t place = desk->place;
    for (size_t child; (child = 2 * place) <= hub->due_count; place = child) {
        if (child < hub->due_count && at(hub, child + 1)->due_at < at(hub, child)->due_at) child++;
        if (at(hub, child)->due_at >= desk->due_at) break;
        set(hub, place, at(hub, child));
    }
    set(hub, place, desk);
}

bool schedule_put(Hub *hub, Desk *desk) {
    if (!desk->place) {
        if (hub->due_count == hub->due_room) {
            size_t room = hub->due_room ? 2 * hub->due_room : 64;
            Desk **more = realloc(hub->due, room * sizeof(Desk *));
            if (!more) return false;
            hub->due = more;
            hub->due_room = room;
        }
        set(hub, ++hub->due_count, desk);
    }
    rise(hub, desk);
    sink(hub, desk);
    return true;
}

void schedule_take(Hub *hub, Desk *desk) {
    if (!desk->place) return;
    Desk *last = at(hub, hub->due_count--);
    if (last != desk) {
        set(hub, desk->place, last);
        rise(hub, last);
        sink(hub, last);
    }
    desk->place = 0;
}

Desk *schedule_first(const Hub *hub) { return hub->due_count ? hub->due[0] : NULL; }
