#include "scheduler/failure.h"

#include "scheduler/end.h"

bool async_failure_is_open(const async_coroutine_t *coroutine)
{
	return coroutine->exception
		&& !(coroutine->flags & (ASYNC_COROUTINE_OBSERVED | ASYNC_COROUTINE_CANCELLED | ASYNC_COROUTINE_UNWIND))
		&& !async_is_unwinding();
}

void async_failure_route(async_coroutine_t *coroutine)
{
	if (async_failure_is_open(coroutine)) {
		coroutine->flags |= ASYNC_COROUTINE_OBSERVED;
		async_end_uncaught(coroutine->exception);
	}
}
