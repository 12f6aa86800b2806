/*
 * An exception in flight that is put aside while other PHP code runs, as at the end of a request.
 */
#ifndef ASYNC_ENGINE_PUT_ASIDE_H
#define ASYNC_ENGINE_PUT_ASIDE_H

#include "compat.h"

#include "zend_exceptions.h"

typedef struct {
	zend_object *exception;
	const zend_op *opline_before;   /* of EG(opline_before_exception) */
	const zend_op *catching;        /* the catch block that was about to get it, when an interrupt came first */
} async_put_aside_t;

/* The frame of PHP code that runs, or that destroys values. NULL: a function of PHP or of an extension runs. */
static inline zend_execute_data *async_put_aside_frame(void)
{
	zend_execute_data *frame = EG(current_execute_data);

	return frame && frame->func && ZEND_USER_CODE(frame->func->type) ? frame : NULL;
}

/* Take the exception in flight away, if there is one, so that other PHP code can run. When the exception leaves a
 * function, the variables of the function are destroyed in the frame of its caller, which does not know the exception
 * yet. The frame gets the exception first, as in zend_objects_destroy_object(): what throws or clears an exception
 * meanwhile would give the frame a place in the code of another function, and pass over the catch blocks of the
 * frame. */
static inline async_put_aside_t async_put_aside(void)
{
	async_put_aside_t kept = { NULL, NULL, NULL };
	zend_execute_data *frame;

	if (EXPECTED(EG(exception) == NULL)) {
		return kept;
	}
	frame = async_put_aside_frame();
	if (frame && frame->opline->opcode == ZEND_CATCH) {
		kept.catching = frame->opline;
	} else if (frame) {
		zend_rethrow_exception(frame);
	}
	kept.exception = EG(exception);
	kept.opline_before = EG(opline_before_exception);
	EG(exception) = NULL;
	return kept;
}

/* The frame has an exception again, at the place that it had before: the code that ran meanwhile may have cleared one,
 * which sets the frame going, and what it threw last has a place in another function. */
static inline void async_put_back_place(async_put_aside_t kept)
{
	zend_execute_data *frame = async_put_aside_frame();

	if (frame) {
		frame->opline = kept.catching && !EG(exception) ? kept.catching : EG(exception_op);
	}
	EG(opline_before_exception) = kept.opline_before;
}

/* What was thrown meanwhile comes first, with this one as its previous. An exit comes before all, the later one before
 * the earlier one. */
static inline void async_put_back(async_put_aside_t kept)
{
	zend_object *thrown = EG(exception);

	if (EXPECTED(kept.exception == NULL)) {
		return;
	}
	async_put_back_place(kept);
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
}

#endif
