/*
 * Memory for the two stacks of a fiber context, carved from large slabs, with a guard page below each.
 *
 * The C stack grows down and the VM stack grows up from one page, the middle page: a context that uses little of both
 * touches that page alone. The guard is for the C stack; PHP checks the end of a VM stack itself.
 *
 * A slab is one mapping of up to 1 GiB without reservation, so that a million stacks need a few hundred mappings.
 * Guard pages are installed with MADV_GUARD_INSTALL, which makes no mapping; where the kernel lacks it, or an emulator
 * only says that it has it, mprotect guards the first several thousand stacks and later ones go without (see docs).
 */
#ifndef ASYNC_SCHEDULER_STACK_H
#define ASYNC_SCHEDULER_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct async_stack_slab async_stack_slab_t;

typedef struct {
	char *base;               /* lowest usable byte; the guard page lies below */
	size_t down;              /* usable bytes up to the end of the middle page */
	size_t up;                /* bytes above the middle page */
	async_stack_slab_t *slab;
	uint32_t index;           /* slot within the slab */
} async_stack_t;

typedef struct {
	async_stack_slab_t *slabs;
	size_t in_use;            /* stacks lent out */
	size_t guards;            /* guards that cost a mapping (mprotect) */
	bool cheap_asked;         /* has the first guard without a mapping been tried? … */
	bool cheap_works;         /* … and does it stop an access? */
	bool unguarded;           /* some stack had to go without a guard */
} async_stack_allocator_t;

/* Lend a stack with at least `down` bytes for the C stack. `unit` is a power of two: the memory for the VM stack is a
 * little less. (The middle page, what lies above it and the guard page of the next stack fill one aligned unit. So the
 * pages that a trivial context touches need one page of page tables.)
 * errors: false with errno (ENOMEM: address space, RLIMIT_AS or vm.max_map_count exhausted); else errno is kept */
bool async_stack_acquire(async_stack_allocator_t *allocator, size_t down, size_t unit, async_stack_t *stack);

/* Take a stack back. Its memory is given to the system by the next async_stack_trim(). */
void async_stack_release(async_stack_allocator_t *allocator, const async_stack_t *stack);

/* Give the memory above the middle page back to the system. The stack stays lent; what was there is lost. */
void async_stack_discard_up(const async_stack_t *stack);

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
