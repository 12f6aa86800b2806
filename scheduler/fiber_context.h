/*
 * Fiber contexts: what a coroutine runs on.
 *
 * A context is the engine's zend_fiber_context with its C stack and its first VM stack page. A coroutine gets one when
 * it first runs. When the coroutine ends, the context goes on with the next not-started coroutine without a switch.
 * Idle contexts wait in a pool. A context never returns from its main function: it is abandoned, and its memory given
 * back.
 *
 * Layout of a stack, top to bottom: the rest of the first VM stack page; its beginning, the context record and the
 * first C frames, which share one page of memory; the rest of the C frames; guard page. VM frames go up from that page,
 * C frames go down from it. It is all that a trivial suspended coroutine costs. The VM stack page is so large that
 * usual depths of calls never leave it: a call that leaves it, and returns, makes and frees another one.
 */
#ifndef ASYNC_SCHEDULER_FIBER_CONTEXT_H
#define ASYNC_SCHEDULER_FIBER_CONTEXT_H

#include "engine/part.h"
#include "php.h"
#include "compat.h"
#include "scheduler/stack.h"

typedef struct async_fiber_context async_fiber_context_t;

struct async_fiber_context {
	zend_fiber_context engine;      /* what the engine switches; status is never DEAD */
	async_engine_stack_t stack;     /* the C stack; engine.stack points here when the stack is ours */
	async_stack_t memory;           /* all zero for engine-made contexts */
	async_fiber_context_t *next;    /* list of engine-made contexts */
	zend_vm_stack vm_stack;         /* first VM stack page, NULL until the first run for engine-made contexts */
	size_t vm_page_bytes;           /* size of further VM stack pages */
	unsigned int valgrind_id;
};

typedef struct {
	async_fiber_context_t **idle;   /* last in, first out: warm memory first. An array, so that trimming touches
	                                 * the memory of few contexts that stay */
	size_t idle_count;
	size_t idle_low;                /* smallest idle_count since the last trim */
	size_t idle_capacity;           /* room for every context there is: parking one idle never allocates */
	size_t count;
	async_fiber_context_t *engine_made;
	async_stack_allocator_t stacks;
	bool trim_armed;
	bool is_end_told;               /* observers know that all contexts have ended, which still have their memory */
} async_fiber_context_pool_t;

/* A context for the first run of a coroutine: an idle one, else a new one.
 * errors: NULL with errno when there is no address space for another stack */
async_fiber_context_t *async_fiber_context_acquire(void);

/* The context has no coroutine to run: put it on the idle list. The caller runs on it and is about to switch away. */
void async_fiber_context_park_idle(async_fiber_context_t *context);

/* Give back the memory of contexts that were idle since the last call: all of it, except for a few, which keep what a
 * trivial coroutine needs.
 * returns: true when enough idle contexts are left for another call to be useful */
bool async_fiber_context_trim(void);

/* No coroutine will run any more in this request. Observers learn of it now, while those that are PHP code still can,
 * and before other modules end theirs. What no coroutine has abandoned is given back as well.
 * suspends: no; runs PHP: observers that use ext/ffi; errors: a fatal error there has been reported */
void async_fiber_contexts_end(void);

/* Our contexts carry this mark in zend_fiber_context.kind. */
extern char async_fiber_context_kind[];

extern const async_part_t async_fiber_contexts_part;

/* Fill a frame for C code that no PHP function has called. It is the outermost frame, backtraces leave it out, and
 * messages name no function for it (as when closing a stream fails to write). */
void async_fiber_context_bottom_frame(zend_execute_data *frame);

static zend_always_inline async_fiber_context_t *async_fiber_context_from_engine(zend_fiber_context *engine)
{
	ZEND_ASSERT(engine->kind == (void *) async_fiber_context_kind && "not one of our contexts");
	return (async_fiber_context_t *) engine;
}

#endif
