/*
 * Fiber contexts: what a coroutine runs on.
 *
 * A context is the engine's zend_fiber_context with its C stack and its first VM stack page. It is lent to a
 * coroutine when that first runs and goes on with the next not-started coroutine, without a switch, when the
 * coroutine ends. Idle contexts wait in a pool. A context never ends: it is abandoned, and its memory given back.
 *
 * Layout of a stack, top to bottom: context record, first VM stack page, C frames, …, guard page. Record, VM page
 * and the first frames share one page of memory: that page is all that a trivial suspended coroutine costs.
 */
#ifndef ASYNC_SCHEDULER_FIBER_CONTEXT_H
#define ASYNC_SCHEDULER_FIBER_CONTEXT_H

#include "php.h"
#include "compat.h"
#include "scheduler/stack.h"

typedef struct async_fiber_context async_fiber_context_t;

struct async_fiber_context {
	zend_fiber_context engine;      /* what the engine switches; status is never DEAD */
	async_engine_stack_t stack;     /* what engine.stack points to */
	async_stack_t memory;
	async_fiber_context_t *next;    /* list of engine-made contexts */
	zend_vm_stack vm_stack;         /* first VM stack page, NULL until the first run for engine-made contexts */
	unsigned int valgrind_id;
};

typedef struct {
	async_fiber_context_t **idle;   /* last in, first out: warm memory first. An array, so that trimming looks at no
	                                 * memory of those that stay */
	size_t idle_count;
	size_t idle_low;                /* smallest idle_count since the last trim */
	size_t idle_capacity;           /* room for every context there is: parking one idle never allocates */
	size_t count;
	async_fiber_context_t *engine_made;
	async_stack_allocator_t stacks;
	bool trim_armed;
} async_fiber_context_pool_t;

/* Ready context for a coroutine's first run: from the pool, else a new one.
 * errors: NULL with errno when there is no address space for another stack */
async_fiber_context_t *async_fiber_context_acquire(void);

/* The context has nothing to do; its owner is about to switch away from it. */
void async_fiber_context_park_idle(async_fiber_context_t *context);

/* Give back the memory of contexts that were idle for a whole period. True: some are left that may follow. */
bool async_fiber_context_trim(void);

/* End of the request: abandon all contexts, unmap all stacks. The caller runs on none of them. */
void async_fiber_contexts_destroy(void);

/* Our contexts carry this mark in zend_fiber_context.kind. */
extern char async_fiber_context_kind[];

/* Module start. */
void async_fiber_contexts_startup(void);

/* Fill a frame for C code that no function of PHP has called. Nothing comes before it; traces leave it out, and
 * messages of functions name nobody (a stream that is closed says what it could not write). */
void async_fiber_context_bottom_frame(zend_execute_data *frame);

static zend_always_inline async_fiber_context_t *async_fiber_context_from_engine(zend_fiber_context *engine)
{
	ZEND_ASSERT(engine->kind == (void *) async_fiber_context_kind && "not one of our contexts");
	return (async_fiber_context_t *) engine;
}

#endif
