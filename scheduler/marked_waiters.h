/*
 * Marked waiters: parked coroutines that have recursion marks and wait for other coroutines.
 *
 * A recursion may lead through both: a coroutine in __get('x') awaits another one, which reads the same property. So
 * the marks of all coroutines that wait for the running one, directly or through others, are shown to it (D43).
 */
#ifndef ASYNC_SCHEDULER_MARKED_WAITERS_H
#define ASYNC_SCHEDULER_MARKED_WAITERS_H

#include "engine/recursion_marks.h"
#include "scheduler/globals.h"

/* In the frame that parks, while it is parked. */
struct async_marked_waiter {
	async_recursion_marks_t marks;
	async_coroutine_t *coroutine;
	async_marked_waiter_t *next;
	async_marked_waiter_t *prev;
	bool is_linked;
};

/* The coroutine is about to switch away, and `marks` are detached; it was resumed, and they are not attached yet. */
void async_marked_waiters_add(async_marked_waiter_t *waiter, async_coroutine_t *coroutine);
void async_marked_waiters_remove(async_marked_waiter_t *waiter);

/* Show the marks of the coroutines that wait for this one. */
void async_marked_waiters_show_slow(async_coroutine_t *coroutine);

static zend_always_inline void async_marked_waiters_show(async_coroutine_t *coroutine)
{
	if (UNEXPECTED(ASYNC_G(marked_waiters) != NULL)) {
		async_marked_waiters_show_slow(coroutine);
	}
}

extern const async_part_t async_marked_waiters_part;

#endif
