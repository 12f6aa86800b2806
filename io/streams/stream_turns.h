/*
 * Turns of streams (D28): reading from a stream, writing to it, and closing it.
 *
 * Where a stream has a position, reads and writes go by it and by one buffer: a write drops what was read ahead. Then
 * each of them needs the reading turn, and no call needs the other one. The reading turn is always taken first, and of
 * two streams those of the lower handle: callers never wait for each other in a circle. Functions here are called
 * inside a coroutine.
 */
#ifndef ASYNC_IO_STREAMS_STREAM_TURNS_H
#define ASYNC_IO_STREAMS_STREAM_TURNS_H

#include "io/call_locks.h"
#include "io/delivery.h"

#include "ext/standard/file.h"

#define ASYNC_READING 0
#define ASYNC_WRITING 1

/* Sets of turns. */
#define ASYNC_READ_TURN (1u << ASYNC_READING)
#define ASYNC_WRITE_TURN (1u << ASYNC_WRITING)
#define ASYNC_BOTH_TURNS (ASYNC_READ_TURN | ASYNC_WRITE_TURN)

/* Types of the resources of streams: usual and persistent ones. */
extern int async_stream_types[2];

/* By direction, for reports. */
extern const char *const async_stream_turn_names[2];

/* Numbers of resources and objects grow one by one, so they fill the buckets of the table evenly. */
static zend_always_inline uintptr_t async_stream_place_of(zend_long handle, int direction)
{
	ZEND_ASSERT((direction == ASYNC_READING || direction == ASYNC_WRITING) && "one direction");
	return ((uintptr_t) handle << 1) | (unsigned) direction;
}

static zend_always_inline zend_resource *async_stream_argument(zend_execute_data *execute_data, uint32_t number)
{
	zval *arg;

	ZEND_ASSERT(number > 0 && "arguments are counted from 1");
	if (UNEXPECTED(ZEND_NUM_ARGS() < number)) {
		return NULL;
	}
	arg = ZEND_CALL_ARG(execute_data, number);
	ZVAL_DEREF(arg);
	/* The call holds a reference: the resource stays, even when the stream is closed meanwhile. */
	return EXPECTED(Z_TYPE_P(arg) == IS_RESOURCE) ? Z_RES_P(arg) : NULL;
}

/* False: the wait for the turn was cancelled, and that is thrown. */
static zend_always_inline bool async_stream_take_turn(const void *thing, zend_long handle, int direction,
	async_call_lock_t **turn)
{
	const uintptr_t place = async_stream_place_of(handle, direction);

	if (UNEXPECTED(!async_call_lock_take(thing, place, async_stream_turn_names[direction], turn))) {
		/* Nothing was done (D34). */
		async_throw_cancellation();
		return false;
	}
	return true;
}

/* Take the turns of this set, and wait for them. False: cancelled, that is thrown, and nothing is taken.
 * turns: by direction, to be given back; NULL: not needed, or the coroutine had it before */
bool async_stream_take(const void *thing, zend_long handle, unsigned set, async_call_lock_t *turns[2]);
void async_stream_give_back(async_call_lock_t *turns[2]);

/* Call the original function of PHP when these turns are taken, and give them back. */
void async_stream_call(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const void *thing, zend_long handle,
	unsigned set);

/* The same for one turn. */
static zend_always_inline void async_stream_call_in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original,
	const void *thing, zend_long handle, int direction)
{
	async_call_lock_t *turn;

	if (EXPECTED(async_stream_take_turn(thing, handle, direction, &turn))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		async_call_lock_give_back(turn);
	}
}

/* Is it the resource of an open stream? */
static zend_always_inline bool async_stream_is(const zend_resource *resource)
{
	return resource->type == async_stream_types[0] || resource->type == async_stream_types[1];
}

/* Do reads and writes of this stream share a position? Not for sockets, pipes, and user wrappers whose class has no
 * stream_seek(). */
bool async_stream_wrapper_can_seek(const php_stream *stream);

static zend_always_inline bool async_stream_has_position(const php_stream *stream)
{
	return stream->ops->seek != NULL && !(stream->flags & PHP_STREAM_FLAG_NO_SEEK)
		&& (!php_stream_is(stream, PHP_STREAM_IS_USERSPACE) || async_stream_wrapper_can_seek(stream));
}

/* The turns that a call needs which reads or writes. */
static zend_always_inline unsigned async_stream_set_of(const zend_resource *resource, unsigned set)
{
	return set != 0 && async_stream_is(resource) && async_stream_has_position(resource->ptr) ? ASYNC_READ_TURN : set;
}

/* Call a function that reads from the stream in this argument, or writes to it. */
static zend_always_inline void async_stream_argument_in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original,
	uint32_t number, int direction)
{
	zend_resource *resource = async_stream_argument(execute_data, number);

	if (UNEXPECTED(resource == NULL)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		direction = direction == ASYNC_WRITING && async_stream_set_of(resource, ASYNC_WRITE_TURN) != ASYNC_WRITE_TURN
			? ASYNC_READING : direction;
		async_stream_call_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, resource, resource->handle, direction);
	}
}

/* Close the stream by the original function, as soon as no other coroutine uses it. NULL: there is no stream.
 * returns:  false: it stays open, because other coroutines use it and this one cannot wait; that was warned of
 * suspends: yes
 * cancel:   not cancelled: a cancelled coroutine closes its streams all the same */
bool async_stream_close_in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const zend_resource *resource);

/* A call that needs no turn, because it neither reads nor writes, but may wait in the middle of using the stream: for a
 * lock, or in a method of a user wrapper. The stream must not be closed then. */
typedef struct async_stream_user async_stream_user_t;

/* From here on, until async_stream_leave(), other coroutines wait before they close the stream.
 * owns:     the caller keeps a reference on the resource, and passes the result to async_stream_leave()
 * suspends: while another coroutine is closing the stream, which is closed afterwards; runs PHP: no
 * cancel:   NULL, and that is thrown */
async_stream_user_t *async_stream_enter(const zend_resource *resource);
void async_stream_leave(async_stream_user_t *user);

/* Call a function without a turn whose first argument is a stream. The stream is not closed before its end. */
void async_stream_stays_in(INTERNAL_FUNCTION_PARAMETERS, zif_handler original);

/* What stands in front of a function or method of PHP: outside of coroutines no turn is needed. */
#define ASYNC_STREAM_TRAMPOLINE(prefix, name, in_turn) \
	static zif_handler original_##prefix##_##name; \
	static ZEND_NAMED_FUNCTION(ordered_##prefix##_##name) \
	{ \
		if (ASYNC_G(current) == NULL) { \
			original_##prefix##_##name(INTERNAL_FUNCTION_PARAM_PASSTHRU); \
		} else { \
			in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##prefix##_##name); \
		} \
	}

#endif
