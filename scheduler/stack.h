/*
 * C stacks for fiber contexts, carved from large slabs, each with a guard page below it.
 *
 * A slab is one mapping of up to 1 GiB without reservation, so that a million stacks need a few hundred mappings.
 * Guard pages are installed with MADV_GUARD_INSTALL, which makes no mapping; where the kernel lacks it, mprotect
 * guards the first several thousand stacks and later ones go without (see docs).
 */
#ifndef ASYNC_SCHEDULER_STACK_H
#define ASYNC_SCHEDULER_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct async_stack_slab async_stack_slab_t;

typedef struct {
	char *base;               /* lowest usable byte; the guard page lies below */
	size_t size;              /* usable bytes */
	async_stack_slab_t *slab;
	uint32_t index;           /* slot within the slab */
} async_stack_t;

typedef struct {
	async_stack_slab_t *slabs;
	size_t in_use;            /* stacks lent out */
	size_t guards;            /* guards that cost a mapping (mprotect) */
	bool unguarded;           /* some stack had to go without a guard */
} async_stack_allocator_t;

/* Lend a stack of at least `size` bytes.
 * errors: false with errno (ENOMEM: address space, RLIMIT_AS or vm.max_map_count exhausted) */
bool async_stack_acquire(async_stack_allocator_t *allocator, size_t size, async_stack_t *stack);

/* Take a stack back. Its memory is given to the system by the next async_stack_trim(). */
void async_stack_release(async_stack_allocator_t *allocator, const async_stack_t *stack);

/* Give the memory of all released stacks back: whole slabs are unmapped, single stacks discarded. */
void async_stack_trim(async_stack_allocator_t *allocator);

/* Call back for every stack in use; the callback may release that stack. */
void async_stack_each(async_stack_allocator_t *allocator, void (*callback)(const async_stack_t *stack, void *data),
	void *data);

/* Unmap everything; no stack may be in use any more. */
void async_stack_destroy(async_stack_allocator_t *allocator);

/* Does the address lie in a guard page? Async-signal-safe. */
bool async_stack_is_guard(const async_stack_allocator_t *allocator, const void *address);

#endif
