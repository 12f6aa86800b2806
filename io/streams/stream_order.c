/*
 * One stream in several coroutines: which PHP functions take which turns, and closing while others use the stream.
 */
#include "io/streams/stream_order.h"

#include "engine/handlers.h"
#include "io/wait_fd.h"

#include "ext/standard/file.h"

#define READING 0
#define WRITING 1

/* Rounds of the run queue: more than a stock function needs to fail and leave. */
#define LEAVING_ROUNDS_MAX 100

static const char *const turn_names[] = { "turn to read from a stream", "turn to write to a stream" };

/* The turns of one call; NULL: not needed, or the coroutine had it before. */
typedef struct {
	async_call_lock_t *reading;
	async_call_lock_t *writing;
} turns_t;

/* Numbers of resources and objects grow one by one, so they fill the buckets of the table evenly. */
static zend_always_inline uintptr_t place_of(zend_long handle, int direction)
{
	ZEND_ASSERT((direction == READING || direction == WRITING) && "one direction");
	return ((uintptr_t) handle << 1) | (unsigned) direction;
}

static zend_always_inline zend_resource *resource_argument(zend_execute_data *execute_data, uint32_t number)
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

uint64_t async_stream_read_late_since(const php_stream *stream)
{
	return stream->res ? async_call_lock_late_since(stream->res, place_of(stream->res->handle, READING)) : 0;
}

/* ---- taking turns ---- */

/* False: the wait for the turn was cancelled, and that is thrown. */
static zend_always_inline bool take(const void *thing, zend_long handle, int direction, async_call_lock_t **turn)
{
	if (UNEXPECTED(!async_call_lock_take(thing, place_of(handle, direction), turn_names[direction], turn))) {
		/* Nothing was done (D34). */
		async_throw_cancellation();
		return false;
	}
	return true;
}

/* Always the reading turn first: with a fixed order, callers of this function never wait for each other in a circle. */
static bool take_both(const void *source, zend_long source_handle, const void *target, zend_long target_handle,
	turns_t *turns)
{
	turns->reading = turns->writing = NULL;
	if (source && !take(source, source_handle, READING, &turns->reading)) {
		return false;
	}
	if (target && !take(target, target_handle, WRITING, &turns->writing)) {
		async_call_lock_give_back(turns->reading);
		return false;
	}
	return true;
}

static void give_back_both(const turns_t *turns)
{
	async_call_lock_give_back(turns->writing);
	async_call_lock_give_back(turns->reading);
}

static zend_always_inline void run_in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const void *thing,
	zend_long handle, int direction)
{
	async_call_lock_t *turn;

	if (EXPECTED(take(thing, handle, direction, &turn))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		async_call_lock_give_back(turn);
	}
}

static zend_always_inline void argument_in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, uint32_t number,
	int direction)
{
	zend_resource *resource = resource_argument(execute_data, number);

	if (UNEXPECTED(resource == NULL)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	run_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, resource, resource->handle, direction);
}

/* ---- which argument is the stream, and which turns a call needs ---- */

static void reads_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	argument_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, 1, READING);
}

static void reads_second(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	argument_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, 2, READING);
}

static void writes_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	argument_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, 1, WRITING);
}

static void in_both_turns(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const zend_resource *source,
	const zend_resource *target)
{
	turns_t turns;

	if (take_both(source, source ? source->handle : 0, target, target ? target->handle : 0, &turns)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		give_back_both(&turns);
	}
}

static void copies_first_to_second(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	in_both_turns(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, resource_argument(execute_data, 1),
		resource_argument(execute_data, 2));
}

static void uses_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_resource *resource = resource_argument(execute_data, 1);

	in_both_turns(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, resource, resource);
}

static void reads_object(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	run_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, Z_OBJ_P(ZEND_THIS), Z_OBJ_HANDLE_P(ZEND_THIS), READING);
}

static void writes_object(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	run_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, Z_OBJ_P(ZEND_THIS), Z_OBJ_HANDLE_P(ZEND_THIS), WRITING);
}

static void uses_object(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_object *object = Z_OBJ_P(ZEND_THIS);
	turns_t turns;

	if (take_both(object, object->handle, object, object->handle, &turns)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		give_back_both(&turns);
	}
}

static bool is_stream(const zend_resource *resource)
{
	return resource->type == php_file_le_stream() || resource->type == php_file_le_pstream();
}

/* ---- filters: a call that changes a chain takes the turns of its directions, so no read or write is under way ---- */

/* The chains that the filter is added to, by the rule of the stock function: the mode of the stream is the default. */
static zend_long chains_of(const php_stream *stream, zend_long mode)
{
	if (mode & PHP_STREAM_FILTER_ALL) {
		return mode;
	}
	return (strpbrk(stream->mode, "r+") ? PHP_STREAM_FILTER_READ : 0)
		| (strpbrk(stream->mode, "wa+") ? PHP_STREAM_FILTER_WRITE : 0);
}

static void adds_filter_to_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_resource *resource = resource_argument(execute_data, 1);
	const zval *mode = ZEND_NUM_ARGS() >= 3 ? ZEND_CALL_ARG(execute_data, 3) : NULL;
	zend_long chains = 0;

	if (EXPECTED(resource != NULL) && is_stream(resource)) {
		chains = chains_of(resource->ptr, mode && Z_TYPE_P(mode) == IS_LONG ? Z_LVAL_P(mode) : 0);
	}
	in_both_turns(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, chains & PHP_STREAM_FILTER_READ ? resource : NULL,
		chains & PHP_STREAM_FILTER_WRITE ? resource : NULL);
}

static void removes_filter(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_resource *resource = resource_argument(execute_data, 1);
	const php_stream_filter *filter = resource && resource->type == php_file_le_stream_filter() ? resource->ptr : NULL;
	const php_stream *stream = filter ? filter->chain->stream : NULL;

	if (UNEXPECTED(stream == NULL) || UNEXPECTED(stream->res == NULL)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	run_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, stream->res, stream->res->handle,
		filter->chain == &stream->readfilters ? READING : WRITING);
}

/* ---- closing ---- */

/* Is a call of another coroutine on this stream under way? */
static bool is_used_by_others(const zend_resource *resource)
{
	for (int direction = READING; direction <= WRITING; direction++) {
		const async_call_lock_t *turn = async_call_lock_find(resource, place_of(resource->handle, direction));
		if (turn && turn->lock.owner != ASYNC_G(current)) {
			return true;
		}
	}
	return false;
}

/* The descriptor whose waits have to fail before the stream can be closed; -1: the stream has none, or stays open. */
static int descriptor_of(const zend_resource *resource)
{
	php_stream *stream = resource->ptr;
	int fd;

	if (!is_stream(resource) || (stream->flags & PHP_STREAM_FLAG_NO_FCLOSE)
		|| php_stream_is(stream, PHP_STREAM_IS_USERSPACE)
		|| php_stream_cast(stream, PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL, (void **) &fd, 0)
			!= SUCCESS) {
		return -1;
	}
	return fd;
}

static void give_back(async_call_lock_t *turns[2])
{
	async_call_lock_give_back(turns[WRITING]);
	async_call_lock_give_back(turns[READING]);
	turns[READING] = turns[WRITING] = NULL;
}

/* In the forced phase of the end no coroutine may wait for a turn. The users of the stream were woken and are on their
 * way out, because their further waits fail: let them run. */
static ZEND_COLD void let_others_leave(const zend_resource *resource)
{
	for (unsigned round = 0; round < LEAVING_ROUNDS_MAX && is_used_by_others(resource); round++) {
		(void) async_yield();
	}
}

/* Make all coroutines that use the stream leave it, and take its turns: it must not be freed while they use it.
 * Coroutines that wait for a turn get it after the close, and find the stream closed. */
static ZEND_COLD void expel_others(const zend_resource *resource, int fd, async_call_lock_t *turns[2])
{
	static const char name[] = "turn to close a stream";
	async_coroutine_t *self = ASYNC_G(current);
	async_call_lock_t *refusal = fd >= 0 ? async_wait_fd_refuse(fd) : NULL;

	/* Shielded: a cancelled coroutine closes its streams all the same. */
	self->protect_depth++;
	for (int direction = READING; direction <= WRITING; direction++) {
		turns[direction] = async_call_lock_reserve(resource, place_of(resource->handle, direction), name);
	}
	for (int direction = READING; direction <= WRITING; direction++) {
		/* When another coroutine is closing the stream already, this one waits behind it. */
		const bool is_there = turns[direction] ? async_call_lock_await(turns[direction])
			: async_call_lock_take(resource, place_of(resource->handle, direction), name, &turns[direction]);
		if (UNEXPECTED(!is_there)) {
			turns[direction] = NULL;
		}
	}
	if (UNEXPECTED(ASYNC_G(phase) == ASYNC_PHASE_FORCED)) {
		give_back(turns);
		let_others_leave(resource);
	}
	self->protect_depth--;
	async_wait_fd_allow(refusal);
}

/* Close the stream when no other coroutine uses it. False: it stays open. */
static bool closes(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_resource *resource = resource_argument(execute_data, 1);
	async_call_lock_t *turns[2] = { NULL, NULL };
	bool may_close;

	if (UNEXPECTED(resource != NULL) && UNEXPECTED(is_used_by_others(resource)) && async_can_park()) {
		expel_others(resource, descriptor_of(resource), turns);
	}
	may_close = resource == NULL || !is_used_by_others(resource);
	if (EXPECTED(may_close)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		/* Other coroutines use it, and this one cannot wait: it releases frames, or runs in an output handler. */
		php_error_docref(NULL, E_WARNING, "The stream is in use by another coroutine and stays open");
	}
	give_back(turns);
	return may_close;
}

static void closes_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	if (!closes(INTERNAL_FUNCTION_PARAM_PASSTHRU, original)) {
		RETVAL_FALSE;
	}
}

static void closes_process_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	if (!closes(INTERNAL_FUNCTION_PARAM_PASSTHRU, original)) {
		RETVAL_LONG(-1);
	}
}

void async_stream_closing(const php_stream *stream, int fd)
{
	async_call_lock_t *turns[2];

	if (ASYNC_G(current) == NULL) {
		return;
	}
	if (UNEXPECTED(stream->res != NULL && is_used_by_others(stream->res)) && async_can_park()) {
		expel_others(stream->res, fd, turns);
		give_back(turns);
	} else if (fd >= 0 && ASYNC_G(reactor) && UNEXPECTED(async_fd_has_waiters(ASYNC_G(reactor), fd))) {
		/* Only functions without a turn wait for the descriptor, such as stream_select(). */
		async_fd_forget(ASYNC_G(reactor), fd);
		if (async_io_may_park()) {
			/* The waiters are in the run queue now, in front of this coroutine: let them run first. A cancellation
			 * stays pending for the caller. */
			(void) async_yield();
		}
	}
}

/* ---- the functions ---- */

#define FUNCTIONS(X) \
	X(fread, reads_first) \
	X(fgets, reads_first) \
	X(fgetc, reads_first) \
	X(fgetcsv, reads_first) \
	X(fscanf, reads_first) \
	X(fpassthru, reads_first) \
	X(feof, reads_first) \
	X(stream_get_contents, reads_first) \
	X(stream_get_line, reads_first) \
	X(stream_socket_recvfrom, reads_first) \
	X(file_put_contents, reads_second) \
	X(hash_update_stream, reads_second) \
	X(fwrite, writes_first) \
	X(fputs, writes_first) \
	X(fputcsv, writes_first) \
	X(fprintf, writes_first) \
	X(vfprintf, writes_first) \
	X(stream_socket_sendto, writes_first) \
	X(fflush, writes_first) \
	X(ftruncate, writes_first) \
	X(stream_copy_to_stream, copies_first_to_second) \
	X(stream_socket_enable_crypto, uses_first) \
	X(fseek, uses_first) \
	X(rewind, uses_first) \
	X(stream_filter_append, adds_filter_to_first) \
	X(stream_filter_prepend, adds_filter_to_first) \
	X(stream_filter_remove, removes_filter) \
	X(fclose, closes_first) \
	X(pclose, closes_process_first) \
	X(gzread, reads_first) \
	X(gzgets, reads_first) \
	X(gzgetc, reads_first) \
	X(gzpassthru, reads_first) \
	X(gzeof, reads_first) \
	X(gzwrite, writes_first) \
	X(gzputs, writes_first) \
	X(gzseek, uses_first) \
	X(gzrewind, uses_first) \
	X(gzclose, closes_first) \
	X(bzread, reads_first) \
	X(bzwrite, writes_first) \
	X(bzflush, writes_first) \
	X(bzclose, closes_first)

/* The stream of a file object is no resource for PHP code: the object is the key instead. */
#define METHODS(X) \
	X(fgets, reads_object) \
	X(getcurrentline, reads_object) \
	X(__tostring, reads_object) \
	X(fread, reads_object) \
	X(fgetc, reads_object) \
	X(fgetcsv, reads_object) \
	X(fscanf, reads_object) \
	X(fpassthru, reads_object) \
	X(eof, reads_object) \
	X(valid, reads_object) \
	X(current, reads_object) \
	X(next, reads_object) \
	X(seek, uses_object) \
	X(fseek, uses_object) \
	X(rewind, uses_object) \
	X(fwrite, writes_object) \
	X(fputcsv, writes_object) \
	X(fflush, writes_object) \
	X(ftruncate, writes_object)

/* Outside of coroutines no turn is needed. */
#define TRAMPOLINE(prefix, name, in_turn) \
	static zif_handler original_##prefix##_##name; \
	static ZEND_NAMED_FUNCTION(ordered_##prefix##_##name) \
	{ \
		if (ASYNC_G(current) == NULL) { \
			original_##prefix##_##name(INTERNAL_FUNCTION_PARAM_PASSTHRU); \
		} else { \
			in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##prefix##_##name); \
		} \
	}
#define FUNCTION_TRAMPOLINE(name, in_turn) TRAMPOLINE(function, name, in_turn)
#define METHOD_TRAMPOLINE(name, in_turn) TRAMPOLINE(file_object, name, in_turn)
#define FUNCTION_ROW(name, in_turn) { NULL, #name, ordered_function_##name, &original_function_##name },
#define METHOD_ROW(name, in_turn) \
	{ "splfileobject", #name, ordered_file_object_##name, &original_file_object_##name },

FUNCTIONS(FUNCTION_TRAMPOLINE)
METHODS(METHOD_TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	FUNCTIONS(FUNCTION_ROW)
	METHODS(METHOD_ROW)
};

static void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_stream_order_part = { .startup = start };
