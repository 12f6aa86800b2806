/*
 * The run queue: intrusive and FIFO. Inline, because every switch pushes and pops.
 */
#ifndef ASYNC_SCHEDULER_RUN_QUEUE_H
#define ASYNC_SCHEDULER_RUN_QUEUE_H

#include "scheduler/globals.h"

/* Queued, or failed and here until the failure is routed. */
static zend_always_inline bool run_queue_may_hold(const async_coroutine_t *coroutine)
{
	return coroutine->state == ASYNC_COROUTINE_QUEUED
		|| (coroutine->state == ASYNC_COROUTINE_COMPLETED && (coroutine->flags & ASYNC_COROUTINE_FAILURE_QUEUED));
}

static zend_always_inline void run_queue_push(async_coroutine_t *coroutine)
{
	ZEND_ASSERT((ASYNC_G(queue_head) == NULL) == (ASYNC_G(queue_tail) == NULL) && "both ends or neither");
	ZEND_ASSERT(run_queue_may_hold(coroutine) && "a coroutine in the run queue is ready or has failed");
	ZEND_ASSERT(coroutine != ASYNC_G(queue_tail) && "a coroutine is queued once");
	coroutine->queue_next = NULL;
	if (ASYNC_G(queue_tail)) {
		ZEND_ASSERT(ASYNC_G(queue_tail)->queue_next == NULL && "the last coroutine has no next one");
		ASYNC_G(queue_tail)->queue_next = coroutine;
		coroutine->queue_prev = ASYNC_G(queue_tail);
	} else {
		ASYNC_G(queue_head) = coroutine;
	}
	ASYNC_G(queue_tail) = coroutine;
}

static zend_always_inline void run_queue_push_front(async_coroutine_t *coroutine)
{
	ZEND_ASSERT((ASYNC_G(queue_head) == NULL) == (ASYNC_G(queue_tail) == NULL) && "both ends or neither");
	ZEND_ASSERT(coroutine != ASYNC_G(queue_head) && "a coroutine is queued once");
	coroutine->queue_next = ASYNC_G(queue_head);
	if (ASYNC_G(queue_head)) {
		ASYNC_G(queue_head)->queue_prev = coroutine;
	} else {
		ASYNC_G(queue_tail) = coroutine;
	}
	ASYNC_G(queue_head) = coroutine;
}

/* With thousands of coroutines every record, context and stack is a cache miss, and each is needed to find the next.
 * Fetch them ahead, one step of the chain for each coroutine that runs: record, then context and PHP frame, then C
 * stack. */
static zend_always_inline void run_queue_prefetch(const async_coroutine_t *first)
{
	const async_coroutine_t *second;
	const zend_fiber_context *context;

	if (first == NULL || (second = first->queue_next) == NULL) {
		return;
	}
	context = first->context;
	if (EXPECTED(context != NULL)) {
		const char *stack = context->handle;
		__builtin_prefetch(stack);
		__builtin_prefetch(stack + 64);
		__builtin_prefetch(stack + 128);
		__builtin_prefetch(stack + 192);
		__builtin_prefetch(stack + 256);
		__builtin_prefetch(stack + 320);
	}
	if (EXPECTED(second->context != NULL) && EXPECTED(second->frame != NULL)) {
		__builtin_prefetch(second->context);
		__builtin_prefetch(second->frame);
		__builtin_prefetch((const char *) second->frame - 64);
	}
	__builtin_prefetch(second->queue_next);
}

static zend_always_inline async_coroutine_t *run_queue_pop(void)
{
	async_coroutine_t *coroutine = ASYNC_G(queue_head);

	ZEND_ASSERT((ASYNC_G(queue_head) == NULL) == (ASYNC_G(queue_tail) == NULL) && "both ends or neither");
	if (EXPECTED(coroutine != NULL)) {
		async_coroutine_t *next = coroutine->queue_next;
		ASYNC_G(queue_head) = next;
		if (next == NULL) {
			ZEND_ASSERT(ASYNC_G(queue_tail) == coroutine && "only the last coroutine has no next one");
			ASYNC_G(queue_tail) = NULL;
		} else {
			run_queue_prefetch(next);
		}
	}
	return coroutine;
}

/* Remove a coroutine that is in the queue, wherever it stands. */
static inline void run_queue_remove(async_coroutine_t *coroutine)
{
	async_coroutine_t *next = coroutine->queue_next;
	async_coroutine_t *previous = coroutine == ASYNC_G(queue_head) ? NULL : coroutine->queue_prev;

	ZEND_ASSERT(run_queue_may_hold(coroutine) && (previous == NULL || previous->queue_next == coroutine)
		&& "only a coroutine of the run queue is removed");
	if (previous) {
		previous->queue_next = next;
	} else {
		ASYNC_G(queue_head) = next;
	}
	if (next) {
		next->queue_prev = previous;
	} else {
		ASYNC_G(queue_tail) = previous;
	}
}

#endif
