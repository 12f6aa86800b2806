/*
 * An exception in flight that is put aside while other PHP code runs, as at the end of a request.
 */
#ifndef ASYNC_ENGINE_PUT_ASIDE_H
#define ASYNC_ENGINE_PUT_ASIDE_H

#include "compat.h"

#include "zend_exceptions.h"

typedef struct {
	zend_object *exception;
	const zend_op *opline_before;
} async_put_aside_t;

/* Called before an exception in flight is put aside in a destructor or a free handler, as zend_objects_destroy_object()
 * does it. When a function is left by the exception, its variables are destroyed in the frame of its caller, which does
 * not know the exception yet: what clears an exception meanwhile would give it a place in the code of the function that
 * was left, and its catch blocks would be passed over. */
static inline void async_put_aside_begin(void)
{
	zend_execute_data *frame = EG(current_execute_data);

	if (EG(exception) && frame && frame->func && ZEND_USER_CODE(frame->func->type)
		&& frame->opline->opcode != ZEND_HANDLE_EXCEPTION) {
		zend_rethrow_exception(frame);
	}
}

static inline async_put_aside_t async_put_aside(void)
{
	const async_put_aside_t kept = { EG(exception), EG(opline_before_exception) };

	EG(exception) = NULL;
	return kept;
}

/* What was thrown meanwhile comes first, with this one as its previous. An exit comes before all, the later one before
 * the earlier one. */
static inline void async_put_back(async_put_aside_t kept)
{
	zend_object *thrown = EG(exception);

	if (EXPECTED(kept.exception == NULL)) {
		return;
	}
	if (thrown && async_is_exit(thrown)) {
		OBJ_RELEASE(kept.exception);
		return;
	}
	if (thrown && !async_is_exit(kept.exception)) {
		zend_exception_set_previous(thrown, kept.exception);
		return;
	}
	if (thrown) {
		OBJ_RELEASE(thrown);
	}
	EG(exception) = kept.exception;
	EG(opline_before_exception) = kept.opline_before;
}

#endif
