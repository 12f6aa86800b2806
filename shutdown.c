/*
 * Async\gracefulShutdown() (D21).
 */
#include "async_classes.h"

#include "scheduler/end.h"
#include "scheduler/scheduler.h"

#include "zend_exceptions.h"

#include "exceptions.h"

ZEND_FUNCTION(Async_gracefulShutdown)
{
	zend_object *throwable = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(throwable, zend_ce_throwable)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_require_scheduler("start the graceful shutdown")) {
		RETURN_THROWS();
	}
	if (throwable && !instanceof_function(throwable->ce, async_ce_cancellation)) {
		async_end_uncaught(throwable);
	} else {
		async_end_shut_down(throwable);
	}
}
