/*
 * The run queue: intrusive, FIFO, hot. scheduler.c only.
 */
#ifndef ASYNC_SCHEDULER_RUN_QUEUE_H
#define ASYNC_SCHEDULER_RUN_QUEUE_H

#include "scheduler/globals.h"

static zend_always_inline void run_queue_push(async_coroutine_t *coroutine)
{
	coroutine->queue_next = NULL;
	if (ASYNC_G(queue_tail)) {
		ASYNC_G(queue_tail)->queue_next = coroutine;
	} else {
		ASYNC_G(queue_head) = coroutine;
	}
	ASYNC_G(queue_tail) = coroutine;
}

static zend_always_inline void run_queue_push_front(async_coroutine_t *coroutine)
{
	coroutine->queue_next = ASYNC_G(queue_head);
	ASYNC_G(queue_head) = coroutine;
	if (ASYNC_G(queue_tail) == NULL) {
		ASYNC_G(queue_tail) = coroutine;
	}
}

static zend_always_inline async_coroutine_t *run_queue_pop(void)
{
	async_coroutine_t *coroutine = ASYNC_G(queue_head);

	if (EXPECTED(coroutine != NULL)) {
		async_coroutine_t *next = coroutine->queue_next;
		ASYNC_G(queue_head) = next;
		if (next == NULL) {
			ASYNC_G(queue_tail) = NULL;
		} else {
			/* With thousands of coroutines each record and stack is a cache miss: fetch the next one's early. */
			__builtin_prefetch(next);
			__builtin_prefetch(next->context);
		}
	}
	return coroutine;
}

static inline void run_queue_remove(async_coroutine_t *coroutine)
{
	async_coroutine_t *previous = NULL;

	for (async_coroutine_t *at = ASYNC_G(queue_head); at; previous = at, at = at->queue_next) {
		if (at != coroutine) {
			continue;
		}
		if (previous) {
			previous->queue_next = at->queue_next;
		} else {
			ASYNC_G(queue_head) = at->queue_next;
		}
		if (ASYNC_G(queue_tail) == at) {
			ASYNC_G(queue_tail) = previous;
		}
		return;
	}
}

#endif
