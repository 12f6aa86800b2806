/*
 * Exception classes of the extension, and functions that make and link exceptions. None of them suspends or runs PHP
 * code.
 */
#ifndef ASYNC_EXCEPTIONS_H
#define ASYNC_EXCEPTIONS_H

#include "php.h"
#include "zend_exceptions.h"

extern zend_class_entry *async_ce_cancellation;       /* Async\AsyncCancellation */
extern zend_class_entry *async_ce_exception;          /* Async\AsyncException */
extern zend_class_entry *async_ce_await_cancelled;    /* Async\AwaitCancelledException */
extern zend_class_entry *async_ce_timeout_exception;  /* Async\TimeoutException */
extern zend_class_entry *async_ce_deadlock_error;     /* Async\DeadlockError */

/* Register the classes, once at module start. */
void async_exceptions_register(void);

/* The innermost frame of PHP code; NULL: there is none. */
static zend_always_inline const zend_execute_data *async_user_frame(void)
{
	const zend_execute_data *frame = EG(current_execute_data);

	while (frame && (!frame->func || !ZEND_USER_CODE(frame->func->type))) {
		frame = frame->prev_execute_data;
	}
	return frame;
}

/* The line at which a frame of PHP code is. While an exception leaves the frame, and its values are destroyed, the
 * instruction of the frame has no line: the one that was left counts. */
static zend_always_inline uint32_t async_frame_line(const zend_execute_data *frame)
{
	const zend_op *opline = frame->opline;

	if (UNEXPECTED(opline->opcode == ZEND_HANDLE_EXCEPTION)) {
		const zend_op_array *code = &frame->func->op_array;
		const zend_op *left = EG(opline_before_exception);

		return left >= code->opcodes && left < code->opcodes + code->last ? left->lineno : code->line_end;
	}
	return opline->lineno;
}

/* Take the exception in flight away, for good. There is one, and the frame that runs knows of it. A destructor may run
 * before the frame does: see engine/put_aside.h.
 * owns: the caller owns the reference */
static zend_always_inline zend_object *async_exception_take(void)
{
	zend_object *exception = EG(exception);

	GC_ADDREF(exception);
	zend_clear_exception();
	return exception;
}

/* New exception object with a message, not thrown.
 * owns: the caller owns the reference */
zend_object *async_exception_new(zend_class_entry *ce, const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

/* New cancellation with the default message "cancelled at FILE:LINE" of the running PHP code.
 * owns: the caller owns the reference */
zend_object *async_cancellation_new_here(void);

/* New exception for a coroutine that could not start because no stack could be mapped. The message has the text of
 * errno, and names the limits to raise.
 * owns: the caller owns the reference */
zend_object *async_exception_no_stack(void);

/* The file that an exception names as its place, and its line.
 * owns: the caller owns the string */
zend_string *async_exception_place(zend_object *exception, zend_long *line);

/* The words that the engine has noted in an exception when it displayed it as uncaught; NULL: none. Borrowed. */
const zend_string *async_exception_words(zend_object *exception);

/* The message of an exception, "" when it is no string. owns: the caller owns the string */
zend_string *async_exception_message(zend_object *exception);

/* Append an exception to a list, which is made for the first one. Borrows the exception. */
void async_exception_append(HashTable **list, zend_object *exception);

/* What to throw for a list of exceptions: the only one itself, a CompositeException of several.
 * owns: takes over the list; the caller owns the reference */
zend_object *async_exception_of_list(HashTable *list);

/* New CompositeException of all exceptions in an array, which has at least one. It keeps their keys.
 * owns: the caller owns the reference */
zend_object *async_exception_compose(HashTable *exceptions);

/* Is an exception without a handler silent (D10 f)? A cancellation is, unless it was made loud: as the failure of a
 * test, it must be seen. */
bool async_exception_is_silent(const zend_object *exception);
void async_exception_make_loud(zend_object *exception);

/* Append `previous` to the end of the chain of previous exceptions of `exception`. Nothing happens when it is in the
 * chain already, or when that would close a circle.
 * owns: takes over `previous` */
void async_exception_set_previous(zend_object *exception, zend_object *previous);

/* Insert `previous`, with its own chain, between `exception` and the previous exceptions that it has. Those come last,
 * and are not written to.
 * owns: takes over `previous` */
void async_exception_insert_previous(zend_object *exception, zend_object *previous);

/* Move `leader` to the front of the chain that starts with `first`. Nothing happens when it is not in the chain.
 * owns: takes over `first`; the caller owns what is returned, the first exception of the chain now */
zend_object *async_exception_lead(zend_object *first, zend_object *leader);

/* Throw again what was put aside: an exception, or what the engine destroys a Fiber with. No exception is pending.
 * owns: takes over the reference */
void async_exception_throw_again(zend_object *exception);

/* Throw an Async\AsyncException with a message. */
ZEND_COLD void async_throw(const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 1, 2);

/* The event loop, or what is needed of it, cannot be made: throw an AsyncException "Cannot WISH: …" that gives the
 * cause, which is in errno, and names the limit to be raised. */
ZEND_COLD void async_throw_no_loop(const char *wish);

#endif
