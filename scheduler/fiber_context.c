/*
 * Fiber contexts: making them on stacks of ours, the pool of idle ones, trimming.
 */
#include "scheduler/fiber_context.h"

#include "engine/globals.h"
#include "engine/isolation/isolation.h"
#include "reactor/debug_assert.h"
#include "scheduler/coroutine.h"
#include "scheduler/first_frame.h"
#include "scheduler/globals.h"
#include "scheduler/scheduler.h"
#include "scheduler/stack_overflow.h"

#include "zend_exceptions.h"
#include "zend_vm.h"

/* The engine's assembly switch. In builds that hide it, first_frame.h begins a stack; in those that use ucontext the
 * engine makes the contexts. */
typedef struct {
	void *handle;
	zend_fiber_transfer *transfer;
} jump_t;

#ifndef ZEND_FIBER_UCONTEXT
extern void *make_fcontext(void *top, size_t size, void (*entry)(jump_t)) __attribute__((weak));
#endif

/* So much of the first VM stack page shares a page of memory with the record and the first C frames. */
#define VM_BYTES_IN_MIDDLE 1280
/* Sizes of VM stack pages: the first one is a little smaller, because of guard pages; further ones are taken from PHP's
 * heap. The large size is that of the main flow's pages. */
#define VM_PAGE_BYTES_LARGE (256 * 1024)
#define VM_PAGE_BYTES_SMALL (64 * 1024)
/* The VM stack pages of engine-made contexts, as for the engine's Fibers. */
#define ENGINE_MADE_VM_PAGE_BYTES (1024 * sizeof(zval))

/* The first contexts get stacks of fiber.stack_size. Later ones get small stacks, because a large one costs 4 KiB of
 * page tables and a small one, which has 256 KiB for both kinds of frames, 0.5 KiB. */
#define LARGE_STACKS_MAX 4000
#define SMALL_STACK_BYTES (256 * 1024 - VM_PAGE_BYTES_SMALL)
/* C stacks of at least this size come with large VM stack pages. */
#define LARGE_STACK_BYTES (1024 * 1024)

/* Lower limit for fiber.stack_size, which may be 0; async.stack_size is refused below it. */
#define STACK_BYTES_MIN (64 * 1024)

/* Trimming keeps this number of idle contexts. */
#define IDLE_KEEP 64

char async_fiber_context_kind[] = "async coroutine";

static zend_internal_function bottom_function = { .type = ZEND_INTERNAL_FUNCTION };

static ASYNC_ALWAYS_RUNS void start(void)
{
	/* Not NULL: the engine reads the name for messages, and treats an empty one as none. */
	bottom_function.function_name = ZSTR_EMPTY_ALLOC();
}

void async_fiber_context_bottom_frame(zend_execute_data *frame)
{
	memset(frame, 0, sizeof(*frame));
	frame->func = (zend_function *) &bottom_function;
}

/* ---- observers ----
 *
 * Those that use ext/ffi run PHP code. The scheduler is in the middle of its own steps meanwhile, so no coroutine parks
 * in that code: what waits there blocks. Switches are not protected like that, because each would cost more. An
 * observer of switches must not wait. */

static void tell_of_begin(void *context)
{
	ASYNC_ENGINE_G(unparked_calls)++;
	zend_observer_fiber_init_notify(context);
	ASYNC_ENGINE_G(unparked_calls)--;
}

static void tell_of_end(void *context)
{
	ASYNC_ENGINE_G(unparked_calls)++;
	zend_observer_fiber_destroy_notify(context);
	ASYNC_ENGINE_G(unparked_calls)--;
}

/* ---- running ---- */

/* Begin an empty VM stack. Its bottom frame ends every backtrace. */
static void begin_vm_stack(async_fiber_context_t *context)
{
	zend_vm_stack page = context->vm_stack;
	zend_execute_data *bottom = (zend_execute_data *) ZEND_VM_STACK_ELEMENTS(page);

	ZEND_ASSERT(page && "context_main() has made the first page");
	async_fiber_context_bottom_frame(bottom);
	page->top = (zval *) bottom + ZEND_CALL_FRAME_SLOT;
	EG(vm_stack) = page;
	EG(vm_stack_top) = page->top;
	EG(vm_stack_end) = page->end;
	EG(vm_stack_page_size) = context->vm_page_bytes;
	EG(current_execute_data) = bottom;
	EG(jit_trace_num) = 0;
	EG(active_fiber) = NULL;
}

/* Main function of a context: run a coroutine to its end, then the next one, without end. */
static void context_main(zend_fiber_transfer *transfer)
{
	async_fiber_context_t *context = async_fiber_context_from_engine(EG(current_fiber_context));

	(void) transfer;
	if (context->vm_stack == NULL) {
		context->vm_stack = zend_vm_stack_new_page(context->vm_page_bytes, NULL);
	}
	async_compat_set_stack_limit(context->stack.pointer, context->stack.size);
	EG(bailout) = NULL;
	zend_try {
		async_coroutine_t *coroutine = ASYNC_G(current);
		for (;;) {
			begin_vm_stack(context);
			async_coroutine_run(coroutine);
			coroutine = async_scheduler_continue(context);
		}
	} zend_catch {
		/* A fatal error: abandon this context as it is; PHP goes on in the main flow. */
		async_isolation_leave_failed();
		async_scheduler_end_in_main(ASYNC_END_BAILOUT);
	} zend_end_try();
}

#ifndef ZEND_FIBER_UCONTEXT
/* First C function on a stack of ours. Does what the engine's trampoline does: store the handle of the context that
 * switched here. */
static ZEND_NORETURN void context_entry(jump_t jump)
{
	zend_fiber_transfer transfer = *jump.transfer;
	zend_fiber_context *from = transfer.context;

#ifdef __SANITIZE_ADDRESS__
	async_engine_stack_t *from_stack = (async_engine_stack_t *) from->stack;
	__sanitizer_finish_switch_fiber(NULL, &from_stack->asan_pointer, &from_stack->asan_size);
#endif
	from->handle = jump.handle;
	if (from->status == ZEND_FIBER_STATUS_DEAD) {
		zend_fiber_destroy_context(from);
	}
	EG(current_fiber_context)->function(&transfer);
	ZEND_UNREACHABLE();
}
#endif

static void register_with_tools(async_fiber_context_t *context)
{
#ifdef HAVE_VALGRIND
	context->stack.valgrind_stack_id = 0;
#endif
#ifdef ASYNC_HAVE_VALGRIND
	context->valgrind_id = VALGRIND_STACK_REGISTER(context->memory.base, context->memory.base + context->stack.size);
#endif
#ifdef __SANITIZE_ADDRESS__
	context->stack.asan_pointer = context->stack.pointer;
	context->stack.asan_size = context->stack.size;
#endif
}

static size_t next_stack_size(const async_fiber_context_pool_t *pool)
{
	if (ASYNC_G(stack_size) > 0) {
		return (size_t) ASYNC_G(stack_size);
	}
	return pool->count < LARGE_STACKS_MAX ? MAX((size_t) EG(fiber_stack_size), STACK_BYTES_MIN) : SMALL_STACK_BYTES;
}

#ifndef ZEND_FIBER_UCONTEXT
/* The first VM stack page begins near the end of the middle page … */
static zend_vm_stack vm_page_at(const async_stack_t *memory)
{
	return (zend_vm_stack) (((uintptr_t) memory->base + memory->down - VM_BYTES_IN_MIDDLE) & ~(uintptr_t) 15);
}

/* … and the record lies below it, on top of the C stack. */
static async_fiber_context_t *context_at(const async_stack_t *memory)
{
	uintptr_t top = (uintptr_t) vm_page_at(memory);

	return (async_fiber_context_t *) ((top - sizeof(async_fiber_context_t)) & ~(uintptr_t) 63);
}

static async_fiber_context_t *context_new_on_own_stack(async_fiber_context_pool_t *pool)
{
	const size_t size = next_stack_size(pool);
	const size_t vm_page_bytes = size < LARGE_STACK_BYTES ? VM_PAGE_BYTES_SMALL : VM_PAGE_BYTES_LARGE;
	async_stack_t memory;

	if (!async_stack_acquire(&pool->stacks, size, vm_page_bytes, &memory)) {
		return NULL;
	}
	async_fiber_context_t *context = context_at(&memory);
	zend_vm_stack page = vm_page_at(&memory);
	char *end = memory.base + memory.down + memory.up;

	ZEND_ASSERT((char *) context > memory.base && "the records leave room for frames");
	memset(context, 0, sizeof(*context));
	context->memory = memory;
	context->stack.pointer = memory.base;
	context->stack.size = (char *) context - memory.base;
	register_with_tools(context);

	page->top = ZEND_VM_STACK_ELEMENTS(page);
	page->end = (zval *) page + (end - (char *) page) / sizeof(zval);
	page->prev = NULL;
	context->vm_stack = page;
	context->vm_page_bytes = vm_page_bytes;
#ifdef ASYNC_HAVE_VALGRIND
	VALGRIND_MAKE_MEM_UNDEFINED(page->top, end - (char *) page->top);
#endif

	context->engine.stack = (zend_fiber_stack *) &context->stack;
	context->engine.handle = make_fcontext != NULL
		? make_fcontext((void *) context, context->stack.size, context_entry) : async_first_frame_put((char *) context);
	context->engine.kind = async_fiber_context_kind;
	context->engine.function = context_main;
	context->engine.status = ZEND_FIBER_STATUS_INIT;
	async_scheduler_shield(tell_of_begin, &context->engine);
	return context;
}
#endif

/* For builds without the assembly: the engine makes stack and handle, the record is ours. */
static async_fiber_context_t *context_new_by_engine(async_fiber_context_pool_t *pool)
{
	async_fiber_context_t *context = pecalloc(1, sizeof(*context), true);

	if (!async_compat_init_context(&context->engine, async_fiber_context_kind, context_main, next_stack_size(pool))) {
		zend_clear_exception();
		pefree(context, true);
		errno = ENOMEM;
		return NULL;
	}
	context->next = pool->engine_made;
	pool->engine_made = context;
	context->stack.pointer = ((async_engine_stack_t *) context->engine.stack)->pointer;
	context->stack.size = ((async_engine_stack_t *) context->engine.stack)->size;
	context->vm_page_bytes = ENGINE_MADE_VM_PAGE_BYTES;
	return context;
}

static bool is_engine_made(const async_fiber_context_t *context)
{
	return context->memory.slab == NULL;
}

/* Give the memory of an idle or abandoned context back. */
static void context_free(async_fiber_context_pool_t *pool, async_fiber_context_t *context)
{
	ZEND_ASSERT(pool->count > 0 && "every context was counted");
	ZEND_ASSERT(context->engine.status != ZEND_FIBER_STATUS_DEAD && "a context never returns from its main function");
	pool->count--;
	if (is_engine_made(context)) {
		async_fiber_context_t **link = &pool->engine_made;
		while (*link != context) {
			link = &(*link)->next;
		}
		*link = context->next;
		zend_fiber_destroy_context(&context->engine);
		pefree(context, true);
		return;
	}
	if (EXPECTED(!pool->is_end_told)) {
		async_scheduler_shield(tell_of_end, &context->engine);
	}
#ifdef ASYNC_HAVE_VALGRIND
	VALGRIND_STACK_DEREGISTER(context->valgrind_id);
#endif
#ifdef __SANITIZE_ADDRESS__
	ASAN_UNPOISON_MEMORY_REGION(context->stack.pointer, context->stack.size);
#endif
	/* The record lies in the memory that is given back. */
	async_stack_t memory = context->memory;
	async_stack_release(&pool->stacks, &memory);
}

static async_fiber_context_t *context_new(async_fiber_context_pool_t *pool)
{
	async_fiber_context_t *context;

	if (pool->count == pool->idle_capacity) {
		size_t capacity = MAX(pool->idle_capacity * 2, 64);
		async_fiber_context_t **idle = realloc(pool->idle, capacity * sizeof(*idle));
		if (idle == NULL) {
			return NULL;
		}
		pool->idle = idle;
		pool->idle_capacity = capacity;
	}
#ifndef ZEND_FIBER_UCONTEXT
	if (make_fcontext != NULL || async_first_frame_is_known()) {
		context = context_new_on_own_stack(pool);
	} else
#endif
	{
		context = context_new_by_engine(pool);
	}
	if (context == NULL) {
		return NULL;
	}
	if (pool->count++ == 0) {
		async_stack_overflow_handler_install();
	}
	return context;
}

async_fiber_context_t *async_fiber_context_acquire(void)
{
	async_fiber_context_pool_t *pool = &ASYNC_G(contexts);

	ASYNC_ASSERT(pool->idle_count <= pool->count && "idle contexts are counted");
	ASYNC_ASSERT(pool->count <= pool->idle_capacity && "there is room for every context");
	if (UNEXPECTED(pool->idle_count == 0)) {
		pool->idle_low = 0;
		return context_new(pool);
	}
	async_fiber_context_t *context = pool->idle[--pool->idle_count];
	ZEND_ASSERT(context->engine.status == ZEND_FIBER_STATUS_SUSPENDED && "an idle context has switched away");
	if (pool->idle_count < pool->idle_low) {
		pool->idle_low = pool->idle_count;
	}
	return context;
}

void async_fiber_context_park_idle(async_fiber_context_t *context)
{
	async_fiber_context_pool_t *pool = &ASYNC_G(contexts);

	ZEND_ASSERT(pool->idle_count < pool->idle_capacity && "there is room for every context");
	ZEND_ASSERT(&context->engine == EG(current_fiber_context) && "a context parks itself");
	ZEND_ASSERT(pool->idle_low <= pool->idle_count && "idle_low is the smallest count since the last trim");
	pool->idle[pool->idle_count++] = context;
}

bool async_fiber_context_trim(void)
{
	async_fiber_context_pool_t *pool = &ASYNC_G(contexts);
	size_t spare = MIN(pool->idle_low, pool->idle_count);
	size_t drop = spare > IDLE_KEEP ? spare - IDLE_KEEP : 0;

	/* Last in, first out: the contexts at the beginning have been idle longest. */
	for (size_t i = 0; i < drop; i++) {
		ZEND_ASSERT(&pool->idle[i]->engine != EG(current_fiber_context) && "no coroutine runs on an idle context");
		context_free(pool, pool->idle[i]);
	}
	/* The ones that stay may have had deep calls. */
	for (size_t i = drop; i < spare; i++) {
		async_stack_discard_up(&pool->idle[i]->memory);
	}
	if (drop > 0) {
		pool->idle_count -= drop;
		memmove(pool->idle, pool->idle + drop, pool->idle_count * sizeof(*pool->idle));
		async_stack_trim(&pool->stacks);
	}
	pool->idle_low = pool->idle_count;
	return pool->idle_count > IDLE_KEEP;
}

/* ---- the end of a request ---- */

#ifndef ZEND_FIBER_UCONTEXT
static void tell_on_stack(const async_stack_t *memory, void *pool)
{
	(void) pool;
	async_scheduler_shield(tell_of_end, &context_at(memory)->engine);
}

static void free_on_stack(const async_stack_t *memory, void *pool)
{
	context_free(pool, context_at(memory));
}
#endif

/* After the objects: after a fatal error their lists of waiters still lead to the stacks of the waiters. */
static ASYNC_ALWAYS_RUNS void destroy_contexts(void)
{
	async_fiber_context_pool_t *pool = &ASYNC_G(contexts);

	if (pool->count == 0 && pool->stacks.slabs == NULL) {
		return;
	}
	while (pool->engine_made) {
		context_free(pool, pool->engine_made);
	}
#ifndef ZEND_FIBER_UCONTEXT
	async_stack_each(&pool->stacks, free_on_stack, pool);
#endif
	ZEND_ASSERT(pool->count == 0 && "every context was found");
	async_stack_destroy(&pool->stacks);
	if (pool->idle) {
		free(pool->idle);
		async_stack_overflow_handler_remove();
	}
	memset(pool, 0, sizeof(*pool));
}

void async_fiber_contexts_end(void)
{
	async_fiber_context_pool_t *pool = &ASYNC_G(contexts);

	if (EXPECTED(pool->idle_count == pool->count)) {
		destroy_contexts();
		return;
	}
#ifndef ZEND_FIBER_UCONTEXT
	if (!pool->is_end_told) {
		async_stack_each(&pool->stacks, tell_on_stack, pool);
		pool->is_end_told = true;
	}
#endif
}

const async_part_t async_fiber_contexts_part = { .startup = start, .request_over = destroy_contexts };
