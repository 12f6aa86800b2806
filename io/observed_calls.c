/*
 * Observed calls: a cancellation is thrown before observers see the end of the stock function that it leaves.
 *
 * The engine keeps the end handlers of a function behind its begin handlers. While a delivery is due, a handler of ours
 * stands in for the first end handler of the function, which runs first. No other coroutine runs meanwhile, because the
 * one whose delivery is due does not park again.
 */
#include "io/observed_calls.h"

#include "io/delivery.h"
#include "io/globals.h"

#include <pthread.h>

/* The engine writes such small numbers for "not observed". */
#define HANDLERS_MIN 16

/* More than there are observers. */
#define OBSERVERS_MAX 256

static pthread_once_t learned = PTHREAD_ONCE_INIT;
static size_t observer_count;   /* 0: unknown */

static void on_end(zend_execute_data *frame, zval *result)
{
	void *const stored = ASYNC_IO_G(observed_end_original);
	const zend_observer_fcall_end_handler original = (zend_observer_fcall_end_handler) stored;

	if (frame == ASYNC_IO_G(delivery_call)) {
		*ASYNC_IO_G(observed_end) = stored;
		ASYNC_IO_G(observed_end) = NULL;
		async_delivery_throw();
	}
	original(frame, EG(exception) ? NULL : result);
}

static void **handlers_of(const zend_function *function)
{
	return (void **) RUN_TIME_CACHE(&function->common) + ASYNC_COMPAT_OBSERVER_HANDLE(function);
}

/* The engine adds an end handler to a function that has none: it goes behind the room for begin handlers, one for each
 * observer. */
static void learn(void)
{
	const size_t first = (size_t) ASYNC_COMPAT_OBSERVER_HANDLE(&(zend_function) { .type = ZEND_INTERNAL_FUNCTION });
	const size_t size = first + 2 * OBSERVERS_MAX;
	void **cache = malloc(size * sizeof(*cache));
	zend_function function;

	if (cache == NULL) {
		return;
	}
	for (size_t i = 0; i < size; i++) {
		cache[i] = (void *) ASYNC_COMPAT_NOT_OBSERVED;
	}
	memset(&function, 0, sizeof(function));
	function.type = ZEND_INTERNAL_FUNCTION;
	ZEND_MAP_PTR_INIT(function.common.run_time_cache, cache);
	zend_observer_add_end_handler(&function, on_end);
	for (size_t i = first; i < size; i++) {
		if (cache[i] == (void *) on_end) {
			observer_count = i - first;
			break;
		}
	}
	free(cache);
}

/* Where the function's first end handler is; NULL: it has none, or ours stands there already. */
static void **end_handler_of(const zend_function *function)
{
	void **end;

	if (function->type != ZEND_INTERNAL_FUNCTION || (function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE)
		|| !ZEND_MAP_PTR(function->common.run_time_cache) || !RUN_TIME_CACHE(&function->common)) {
		return NULL;
	}
	pthread_once(&learned, learn);
	end = handlers_of(function) + observer_count;
	return observer_count == 0 || (uintptr_t) *end < HANDLERS_MIN || *end == (void *) on_end ? NULL : end;
}

void async_observed_call_expect_end_slow(zend_execute_data *call)
{
	void **end = end_handler_of(call->func);

	if (end == NULL) {
		return;
	}
	if (ASYNC_IO_G(observed_end) != NULL) {
		*ASYNC_IO_G(observed_end) = ASYNC_IO_G(observed_end_original);
	}
	ASYNC_IO_G(observed_end) = end;
	ASYNC_IO_G(observed_end_original) = *end;
	*end = (void *) on_end;
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	ASYNC_IO_G(observed_end) = NULL;
}

const async_part_t async_observed_calls_part = { .request_end = end_request };
