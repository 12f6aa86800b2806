/*
 * What the kernel watches for us. Two files implement this, and one of them is compiled: kernel_epoll.c on Linux,
 * kernel_libuv.c elsewhere. poll.c and turn.c call them; they call back async__descriptor_event().
 */
#ifndef ASYNC_REACTOR_KERNEL_H
#define ASYNC_REACTOR_KERNEL_H

#include "internal.h"

#if defined(__linux__) && !defined(ASYNC_WITHOUT_EPOLL)
# define ASYNC_KERNEL_EPOLL
#endif

/* Begin and end. Ending with descriptors that are still watched is fine: removing them afterwards says nothing to the
 * kernel, so a forked child can let go of a set that it shares with its parent.
 * errors: -errno, nothing is left behind */
int async__kernel_open(async_reactor_t *reactor);
void async__kernel_close(async_reactor_t *reactor);

/* Watch a descriptor that is not watched yet for events (ASYNC_FD_READABLE | …), which are reported from now on.
 * owns:   the caller owns *result until async__kernel_remove(); fd and what the kernel needs is set, the rest is 0
 * errors: -errno (EPERM: always ready; EBADF; ENOMEM; ENOSPC), nothing is left behind */
int async__kernel_add(async_reactor_t *reactor, int fd, unsigned events, async__descriptor_t **result);

/* Watch for these events from now on, possibly none. What is ready now will be reported, again if need be.
 * errors: -errno: the number belongs to another file, or none; remove it then */
int async__kernel_change(async__descriptor_t *entry, unsigned events);

/* Stop watching and free the entry, from inside this call or later. */
void async__kernel_remove(async__descriptor_t *entry);

/* Report what there is, without sleeping. */
void async__kernel_look(async_reactor_t *reactor);

/* Report what there is; while that is nothing, sleep until there is something or a number of milliseconds has passed
 * (-1: no limit). May come back early without anything. */
void async__kernel_sleep(async_reactor_t *reactor, int milliseconds);

/* A descriptor that is readable when something could be reported, for sleeping in other ways. Look first, when
 * async__kernel_must_look() says so: there may be something that it does not know yet. */
int async__kernel_descriptor(const async_reactor_t *reactor);
bool async__kernel_must_look(const async_reactor_t *reactor);

/* poll.c: called in a turn. An event may be one that nobody waits for any more. The entry may be gone afterwards.
 * `once`: what was reported now is not reported again before async__kernel_change(). */
void async__descriptor_event(async__descriptor_t *entry, unsigned events, bool once);

#endif
