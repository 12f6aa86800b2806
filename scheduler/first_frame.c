/*
 * First frames of stacks in builds that hide the engine's make_fcontext(): copies of the one that the engine makes.
 *
 * Such a frame lies at the top of the stack. It has the control words of the processor, the function that the engine
 * starts with, and two places in its assembly: nothing in it depends on where the stack lies.
 */
#include "scheduler/first_frame.h"

#include <pthread.h>
#include <string.h>

#if defined(__x86_64__)
# define FRAME_BYTES 0x48
#elif defined(__aarch64__)
# define FRAME_BYTES 0xb0
#else
# define FRAME_BYTES 0      /* unknown */
#endif
/* The smallest stack that the engine makes where pages have 64 KiB: a page, and one for the guard. */
#define STACK_BYTES (128 * 1024)

enum { NOT_TRIED, KNOWN, NONE };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state;                                          /* written under the lock, after the frame */
static _Alignas(16) char frame[FRAME_BYTES + 1];

static void never_runs(zend_fiber_transfer *transfer)
{
	(void) transfer;
	ZEND_UNREACHABLE();
}

/* Has the engine left a frame of the known size at the top of this stack? With a shadow stack it is larger. */
static bool is_expected(const zend_fiber_context *context, const async_engine_stack_t *stack)
{
	const uintptr_t top = (uintptr_t) stack->pointer + stack->size;
	const uintptr_t *words = context->handle;

	if (FRAME_BYTES == 0 || (top & 15) != 0 || (uintptr_t) context->handle != top - FRAME_BYTES) {
		return false;
	}
	for (size_t i = FRAME_BYTES / sizeof(*words); i-- > 0; ) {
		if (words[i] >= (uintptr_t) stack->pointer && words[i] <= top) {
			return false;   /* a place on the stack */
		}
	}
	return true;
}

static int learn(void)
{
	static char kind[] = "async first frame";
	zend_fiber_context context;
	int result = NONE;

	memset(&context, 0, sizeof(context));
	if (!async_compat_init_context(&context, kind, never_runs, STACK_BYTES)) {
		zend_clear_exception();
		return NOT_TRIED;
	}
	if (is_expected(&context, (const async_engine_stack_t *) context.stack)) {
		memcpy(frame, context.handle, FRAME_BYTES);
		result = KNOWN;
	}
	zend_fiber_destroy_context(&context);
	return result;
}

bool async_first_frame_is_known(void)
{
	int seen = __atomic_load_n(&state, __ATOMIC_ACQUIRE);

	if (UNEXPECTED(seen == NOT_TRIED)) {
		pthread_mutex_lock(&lock);
		if (state == NOT_TRIED) {
			__atomic_store_n(&state, learn(), __ATOMIC_RELEASE);
		}
		seen = state;
		pthread_mutex_unlock(&lock);
	}
	return seen == KNOWN;
}

void *async_first_frame_put(char *top)
{
	ZEND_ASSERT(__atomic_load_n(&state, __ATOMIC_ACQUIRE) == KNOWN && "the caller has asked");
	ZEND_ASSERT(((uintptr_t) top & 15) == 0 && "the switch wants an aligned stack");
	return memcpy(top - FRAME_BYTES, frame, FRAME_BYTES);
}
