/*
 * Observed calls: a cancellation is thrown before observers see the end of the stock function that it leaves.
 *
 * Tracers such as OpenTelemetry call PHP code when an observed function ends, and drop what that code throws. Control
 * would be back in PHP code there, and the cancellation would be lost. So it is thrown when the function has returned
 * and its observers are about to be told. They see it as the exception of the function.
 */
#ifndef ASYNC_IO_OBSERVED_CALLS_H
#define ASYNC_IO_OBSERVED_CALLS_H

#include "engine/part.h"

/* A delivery is due when this call of a stock function from PHP code ends; NULL: there is no such call. When it is
 * observed, call async_delivery_throw() before its observers. suspends: no; runs PHP: no */
void async_observed_call_expect_end_slow(zend_execute_data *call);

static zend_always_inline void async_observed_call_expect_end(zend_execute_data *call)
{
	if (UNEXPECTED(ZEND_OBSERVER_ENABLED) && call != NULL) {
		async_observed_call_expect_end_slow(call);
	}
}

extern const async_part_t async_observed_calls_part;

#endif
