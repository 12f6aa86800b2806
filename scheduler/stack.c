/*
 * Stacks in slabs: lending and taking back, guard pages, giving memory back to the system.
 */
#include "scheduler/stack.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "reactor/debug_assert.h"

#include "compat.h"

#ifndef RUNNING_ON_VALGRIND
# define RUNNING_ON_VALGRIND 0
#endif

#ifndef MAP_STACK
# define MAP_STACK 0
#endif
#ifndef MAP_NORESERVE
# define MAP_NORESERVE 0
#endif
#ifndef MADV_GUARD_INSTALL
# define MADV_GUARD_INSTALL 102
#endif

/* Size of a slab; smaller ones are tried when address space is short. */
#define SLAB_BYTES ((size_t) 1 << 30)
/* What one page of page tables describes, where pages have 4 KiB; a multiple of all units. */
#define SLAB_ALIGNMENT ((size_t) 2 << 20)
/* A slab leaves so much address space free for the heap. */
#define HEADROOM_BYTES ((size_t) 64 << 20)
/* mprotect guards cost two mappings each of the 65,530 a process may have by default. */
#define MPROTECT_GUARDS_MAX 8192
#define NO_SLOT UINT32_MAX

struct async_stack_slab {
	async_stack_slab_t *next;
	char *base;
	size_t stack_size;        /* one slot with its guard page */
	size_t up;                /* the part of a slot that lies above its middle page */
	uint32_t slots;
	uint32_t carved;          /* slots [0, carved) were lent at least once and have their guard */
	uint32_t in_use;
	uint32_t free_head;       /* released slots, linked through free_next */
	uint32_t dirty;           /* released slots whose memory was not given back yet */
	bool *is_dirty;
	bool *is_used;
	uint32_t free_next[];
};

static size_t page_size_of_system(void)
{
	static size_t page_size;
	if (page_size == 0) {
		long answer = sysconf(_SC_PAGESIZE);
		page_size = answer > 0 ? (size_t) answer : 4096;
	}
	return page_size;
}

/* Map memory for as many slots as there is address space for, up to the size of a slab.
 * errors: NULL with errno */
static char *map_slots(size_t stack_size, uint32_t *slots)
{
	const size_t page = page_size_of_system();
	size_t bytes = MAX(SLAB_BYTES, stack_size);
	char *mapped;

	for (;; bytes /= 2) {
		mapped = mmap(NULL, bytes + HEADROOM_BYTES, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
		if (mapped != MAP_FAILED || bytes / 2 < stack_size) {
			break;
		}
	}
	if (mapped == MAP_FAILED) {
		return NULL;
	}
	*slots = (uint32_t) (bytes / stack_size);
	ASYNC_ASSERT(*slots > 0 && "a slab holds one stack at least");
	/* A unit ends with the guard page of the next slot: so the second page of the slab is aligned, not the first. */
	char *base = (char *) (((uintptr_t) mapped + page + SLAB_ALIGNMENT - 1) & ~(SLAB_ALIGNMENT - 1)) - page;
	char *end = base + *slots * stack_size;
	if (base > mapped) {
		munmap(mapped, base - mapped);
	}
	munmap(end, mapped + bytes + HEADROOM_BYTES - end);
	return base;
}

static async_stack_slab_t *slab_new(async_stack_allocator_t *allocator, size_t stack_size, size_t up)
{
	uint32_t slots;
	char *base = map_slots(stack_size, &slots);

	if (base == NULL) {
		return NULL;
	}
	const size_t bytes = slots * stack_size;
	async_stack_slab_t *slab = malloc(sizeof(*slab) + slots * (sizeof(uint32_t) + 2 * sizeof(bool)));
	if (slab == NULL) {
		munmap(base, bytes);
		errno = ENOMEM;
		return NULL;
	}
#ifdef MADV_NOHUGEPAGE
	/* With a huge page the first touch of one stack would cost 2 MiB. Kernels without huge pages answer EINVAL, which
	 * does no harm. */
	(void) madvise(base, bytes, MADV_NOHUGEPAGE);
#endif
	slab->base = base;
	slab->stack_size = stack_size;
	slab->up = up;
	slab->slots = slots;
	slab->carved = 0;
	slab->in_use = 0;
	slab->free_head = NO_SLOT;
	slab->dirty = 0;
	slab->is_dirty = (bool *) (slab->free_next + slots);
	slab->is_used = slab->is_dirty + slots;
	slab->next = allocator->slabs;
	allocator->slabs = slab;
	return slab;
}

static void slab_free(async_stack_allocator_t *allocator, async_stack_slab_t *slab)
{
	async_stack_slab_t **link = &allocator->slabs;
	while (*link != slab) {
		link = &(*link)->next;
	}
	*link = slab->next;
	munmap(slab->base, (size_t) slab->slots * slab->stack_size);
	free(slab);
}

static char *slot_address(const async_stack_slab_t *slab, uint32_t index)
{
	return slab->base + (size_t) index * slab->stack_size;
}

/* Does the kernel refuse to read from the page? It takes a set of signals to block from there: a page without a guard
 * holds zeros, an empty set. */
static bool is_guarded(const char *page)
{
	return syscall(SYS_rt_sigprocmask, SIG_BLOCK, page, NULL, (size_t) _NSIG / 8) != 0 && errno == EFAULT;
}

/* A guard without a mapping. qemu answers 0 to any advice and does nothing, so the first guard is tried. */
static bool install_cheap_guard(async_stack_allocator_t *allocator, char *slot)
{
	/* Valgrind does not know this kind of guard and crashes itself when it walks a stack that ends at one. */
	if (RUNNING_ON_VALGRIND || (allocator->cheap_asked && !allocator->cheap_works)) {
		return false;
	}
	if (madvise(slot, page_size_of_system(), MADV_GUARD_INSTALL) != 0) {
		return false;
	}
	if (!allocator->cheap_asked) {
		allocator->cheap_asked = true;
		allocator->cheap_works = is_guarded(slot);
	}
	return allocator->cheap_works;
}

/* Guard the lowest page of a slot. Cannot fail: where guards cost mappings, later stacks go without one. */
static void install_guard(async_stack_allocator_t *allocator, char *slot)
{
	if (install_cheap_guard(allocator, slot)) {
		return;
	}
	if (allocator->guards < MPROTECT_GUARDS_MAX && mprotect(slot, page_size_of_system(), PROT_NONE) == 0) {
		allocator->guards++;
		return;
	}
	allocator->unguarded = true;
}

static async_stack_slab_t *slab_with_room(async_stack_allocator_t *allocator, size_t stack_size, size_t up)
{
	for (async_stack_slab_t *slab = allocator->slabs; slab; slab = slab->next) {
		if (slab->stack_size == stack_size && slab->up == up
			&& (slab->free_head != NO_SLOT || slab->carved < slab->slots)) {
			return slab;
		}
	}
	return slab_new(allocator, stack_size, up);
}

static void describe(async_stack_slab_t *slab, uint32_t index, async_stack_t *stack)
{
	stack->base = slot_address(slab, index) + page_size_of_system();
	stack->down = slab->stack_size - slab->up - page_size_of_system();
	stack->up = slab->up;
	stack->slab = slab;
	stack->index = index;
}

bool async_stack_acquire(async_stack_allocator_t *allocator, size_t down, size_t unit, async_stack_t *stack)
{
	const size_t page = page_size_of_system();
	const int kept_errno = errno;

	unit = MAX(unit, 4 * page);
	ASYNC_ASSERT((unit & (unit - 1)) == 0 && SLAB_ALIGNMENT % unit == 0 && "units are aligned");
	async_stack_slab_t *slab = slab_with_room(allocator, (down + unit - 1) / unit * unit + unit, unit - 2 * page);

	if (slab == NULL) {
		return false;
	}
	uint32_t index = slab->free_head;
	if (index != NO_SLOT) {
		ASYNC_ASSERT(!slab->is_used[index] && "a released slot is free");
		slab->free_head = slab->free_next[index];
		if (slab->is_dirty[index]) {
			slab->is_dirty[index] = false;
			slab->dirty--;
		}
	} else {
		index = slab->carved++;
		slab->is_dirty[index] = false;
		install_guard(allocator, slot_address(slab, index));
	}
	ASYNC_ASSERT(index < slab->carved && slab->carved <= slab->slots && "only carved slots are lent");
	slab->is_used[index] = true;
	slab->in_use++;
	allocator->in_use++;
	describe(slab, index, stack);
	errno = kept_errno;    /* advice and the look at the first guard may have failed */
	return true;
}

void async_stack_release(async_stack_allocator_t *allocator, const async_stack_t *stack)
{
	async_stack_slab_t *slab = stack->slab;

	assert(slab->in_use > 0 && "a released stack was in use");
	assert(slab->is_used[stack->index] && "a stack is released once");
	ASYNC_ASSERT(allocator->in_use >= slab->in_use && "the allocator counts the stacks of all slabs");
	ASYNC_ASSERT(!slab->is_dirty[stack->index] && "a lent stack is not to be discarded");
	slab->is_used[stack->index] = false;
	slab->is_dirty[stack->index] = true;
	slab->dirty++;
	slab->free_next[stack->index] = slab->free_head;
	slab->free_head = stack->index;
	slab->in_use--;
	allocator->in_use--;
}

void async_stack_discard_up(const async_stack_t *stack)
{
	if (stack->up > 0) {
		(void) madvise(stack->base + stack->down, stack->up, MADV_DONTNEED);
	}
}

/* Discard the memory of released slots, neighbours in one call. Both kinds of guards stay. */
static void slab_discard_dirty(async_stack_slab_t *slab)
{
	for (uint32_t index = 0; index < slab->carved && slab->dirty > 0; index++) {
		uint32_t first = index;
		while (index < slab->carved && slab->is_dirty[index]) {
			slab->is_dirty[index++] = false;
			slab->dirty--;
		}
		if (index > first) {
			(void) madvise(slot_address(slab, first), (size_t) (index - first) * slab->stack_size, MADV_DONTNEED);
		}
	}
	ASYNC_ASSERT(slab->dirty == 0 && "every dirty slot was carved");
}

void async_stack_trim(async_stack_allocator_t *allocator)
{
	async_stack_slab_t *next;

	for (async_stack_slab_t *slab = allocator->slabs; slab; slab = next) {
		next = slab->next;
		if (slab->in_use == 0) {
			slab_free(allocator, slab);
		} else {
			slab_discard_dirty(slab);
		}
	}
}

void async_stack_each(async_stack_allocator_t *allocator, void (*callback)(const async_stack_t *stack, void *data),
	void *data)
{
	async_stack_t stack;

	for (async_stack_slab_t *slab = allocator->slabs; slab; slab = slab->next) {
		for (uint32_t index = 0; index < slab->carved; index++) {
			if (slab->is_used[index]) {
				describe(slab, index, &stack);
				callback(&stack, data);
			}
		}
	}
}

void async_stack_destroy(async_stack_allocator_t *allocator)
{
	ASYNC_ASSERT(allocator->in_use == 0 && "no stack is lent any more");
	while (allocator->slabs) {
		slab_free(allocator, allocator->slabs);
	}
	allocator->in_use = 0;
	allocator->guards = 0;
	allocator->unguarded = false;
	allocator->cheap_asked = allocator->cheap_works = false;
}

bool async_stack_is_guard(const async_stack_allocator_t *allocator, const void *address)
{
	const char *at = address;

	for (const async_stack_slab_t *slab = allocator->slabs; slab; slab = slab->next) {
		if (at >= slab->base && at < slab->base + (size_t) slab->slots * slab->stack_size) {
			return (size_t) (at - slab->base) % slab->stack_size < page_size_of_system();
		}
	}
	return false;
}
