/*
 * One stream in several coroutines: which PHP functions take which turns.
 */
#include "io/streams/stream_order.h"

#include "engine/handlers.h"
#include "io/streams/put_back.h"
#include "io/streams/stream_turns.h"
#include "io/streams/taken.h"
#include "io/streams/unmapped.h"

uint64_t async_stream_read_late_since(const php_stream *stream)
{
	const zend_resource *resource = stream->res;

	return resource
		? async_call_lock_late_since(resource, async_stream_place_of(resource->handle, ASYNC_READING)) : 0;
}

/* ---- which argument is the stream, and which turns a call needs ---- */

static void reads_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_stream_argument_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, 1, ASYNC_READING);
}

/* The result is a string of the bytes that the call has taken from the stream. */
static void takes_from_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_resource *resource = async_stream_argument(execute_data, 1);
	async_call_lock_t *turn;

	if (UNEXPECTED(resource == NULL)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else if (EXPECTED(async_stream_take_turn(resource, resource->handle, ASYNC_READING, &turn))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		if (UNEXPECTED(async_stream_result_is_dropped())) {
			async_stream_put_back(async_stream_is(resource) ? resource->ptr : NULL, return_value);
		}
		async_call_lock_give_back(turn);
	}
}

/* The same for stream_get_line(): its delimiter, the third argument, is taken as well, and is not in the result. With a
 * filter, it may find its delimiter in data that came before the wait that was cancelled. */
static void takes_record_from_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_resource *resource = async_stream_argument(execute_data, 1);
	async_call_lock_t *turn;
	zend_off_t before;

	if (UNEXPECTED(resource == NULL)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else if (EXPECTED(async_stream_take_turn(resource, resource->handle, ASYNC_READING, &turn))) {
		before = async_stream_is(resource) ? ((const php_stream *) resource->ptr)->position : 0;
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		if (UNEXPECTED(async_stream_result_is_dropped()) && async_stream_is(resource)) {
			async_stream_put_back_record(resource->ptr, return_value, before,
				ZEND_NUM_ARGS() >= 3 ? ZEND_CALL_ARG(execute_data, 3) : NULL);
		}
		async_call_lock_give_back(turn);
	}
}

/* The result is made of the bytes of a line. */
static void takes_line_from_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_resource *resource = async_stream_argument(execute_data, 1);
	async_call_lock_t *turn;
	async_taken_t taken;

	if (UNEXPECTED(resource == NULL)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else if (EXPECTED(async_stream_take_turn(resource, resource->handle, ASYNC_READING, &turn))) {
		async_taken_begin(&taken, async_stream_is(resource) ? resource->ptr : NULL);
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		if (UNEXPECTED(async_taken_end(&taken, async_taken_is_dropped() && async_stream_is(resource)))) {
			zval_ptr_dtor(return_value);
			RETVAL_FALSE;
		}
		async_call_lock_give_back(turn);
	}
}

static void reads_second(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_stream_argument_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, 2, ASYNC_READING);
}

static void writes_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_stream_argument_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, 1, ASYNC_WRITING);
}

static void in_set(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const zend_resource *resource, unsigned set)
{
	if (resource == NULL || set == 0) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		async_stream_call(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, resource, resource->handle, set);
	}
}

/* The turns of a call with two streams. */
typedef struct {
	async_call_lock_t *of_first[2];
	async_call_lock_t *of_second[2];
} turns_t;

/* In the order of the handles. */
static bool take_turns(const zend_resource *first, unsigned first_set, const zend_resource *second,
	unsigned second_set, turns_t *turns)
{
	if (first->handle > second->handle) {
		return take_turns(second, second_set, first, first_set, turns);
	}
	if (!async_stream_take(first, first->handle, first_set, turns->of_first)) {
		return false;
	}
	if (!async_stream_take(second, second->handle, second_set, turns->of_second)) {
		async_stream_give_back(turns->of_first);
		return false;
	}
	return true;
}

static void copies_first_to_second(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_resource *source = async_stream_argument(execute_data, 1);
	const zend_resource *target = async_stream_argument(execute_data, 2);
	unsigned source_set, target_set;
	async_unmapped_t unmapped;
	turns_t turns;

	if (source == NULL || target == NULL || source == target) {
		in_set(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, source ? source : target, ASYNC_BOTH_TURNS);
		return;
	}
	source_set = async_stream_set_of(source, ASYNC_READ_TURN);
	target_set = async_stream_set_of(target, ASYNC_WRITE_TURN);
	if (take_turns(source, source_set, target, target_set, &turns)) {
		async_unmapped_begin(&unmapped, source->handle < target->handle
			? turns.of_first[ASYNC_READING] : turns.of_second[ASYNC_READING]);
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		async_unmapped_end(&unmapped, source);
		async_stream_give_back(turns.of_second);
		async_stream_give_back(turns.of_first);
	}
}

/* The second argument may be a stream to be copied. */
static void copies_second(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_resource *source = async_stream_argument(execute_data, 2);
	async_unmapped_t unmapped;
	async_call_lock_t *turn;

	if (EXPECTED(source == NULL)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else if (EXPECTED(async_stream_take_turn(source, source->handle, ASYNC_READING, &turn))) {
		async_unmapped_begin(&unmapped, turn);
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		async_unmapped_end(&unmapped, source);
		async_call_lock_give_back(turn);
	}
}

/* Of the streams that proc_open() hands to a process, in the order of their handles. */
#define STREAMS_PASSED_MAX 16

typedef struct {
	const zend_resource *streams[STREAMS_PASSED_MAX];
	async_call_lock_t *turns[STREAMS_PASSED_MAX];
	unsigned count;
} passed_t;

static void add_passed(passed_t *passed, const zend_resource *resource)
{
	unsigned at = passed->count;

	for (unsigned i = 0; i < passed->count; i++) {
		if (passed->streams[i] == resource) {
			return;
		}
	}
	if (at == STREAMS_PASSED_MAX) {
		return;
	}
	for (; at > 0 && passed->streams[at - 1]->handle > resource->handle; at--) {
		passed->streams[at] = passed->streams[at - 1];
	}
	passed->streams[at] = resource;
	passed->count++;
}

/* A stream with a position is flushed, and its position set, before the process gets it. */
static void passes_on_in_second(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zval *streams = ZEND_NUM_ARGS() >= 2 ? ZEND_CALL_ARG(execute_data, 2) : NULL, *stream;
	passed_t passed;
	unsigned taken = 0;

	passed.count = 0;
	if (EXPECTED(streams != NULL) && Z_TYPE_P(streams) == IS_ARRAY) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(streams), stream) {
			ZVAL_DEREF(stream);
			if (Z_TYPE_P(stream) == IS_RESOURCE && async_stream_is(Z_RES_P(stream))
				&& async_stream_has_position(Z_RES_P(stream)->ptr)) {
				add_passed(&passed, Z_RES_P(stream));
			}
		} ZEND_HASH_FOREACH_END();
	}
	while (taken < passed.count
		&& async_stream_take_turn(
			passed.streams[taken], passed.streams[taken]->handle, ASYNC_READING, &passed.turns[taken])) {
		taken++;
	}
	if (EXPECTED(taken == passed.count)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
	while (taken > 0) {
		async_call_lock_give_back(passed.turns[--taken]);
	}
}

static void uses_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_resource *resource = async_stream_argument(execute_data, 1);

	in_set(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, resource,
		resource ? async_stream_set_of(resource, ASYNC_BOTH_TURNS) : 0);
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
	const zend_resource *resource = async_stream_argument(execute_data, 1);
	const zval *mode = ZEND_NUM_ARGS() >= 3 ? ZEND_CALL_ARG(execute_data, 3) : NULL;
	zend_long chains = 0;

	if (EXPECTED(resource != NULL) && async_stream_is(resource)) {
		chains = chains_of(resource->ptr, mode && Z_TYPE_P(mode) == IS_LONG ? Z_LVAL_P(mode) : 0);
	}
	in_set(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, resource,
		chains == 0 ? 0 : async_stream_set_of(resource, (chains & PHP_STREAM_FILTER_READ ? ASYNC_READ_TURN : 0)
			| (chains & PHP_STREAM_FILTER_WRITE ? ASYNC_WRITE_TURN : 0)));
}

static void removes_filter(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_resource *resource = async_stream_argument(execute_data, 1);
	const php_stream_filter *filter = resource && resource->type == php_file_le_stream_filter() ? resource->ptr : NULL;
	const php_stream *stream = filter ? filter->chain->stream : NULL;

	if (UNEXPECTED(stream == NULL) || UNEXPECTED(stream->res == NULL)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	in_set(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, stream->res,
		async_stream_set_of(stream->res, filter->chain == &stream->readfilters ? ASYNC_READ_TURN : ASYNC_WRITE_TURN));
}

/* ---- closing ---- */

static void closes_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_resource *resource = async_stream_argument(execute_data, 1);

	if (!async_stream_close_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, resource)) {
		RETVAL_FALSE;
	}
}

static void closes_process_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_resource *resource = async_stream_argument(execute_data, 1);

	if (!async_stream_close_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, resource)) {
		RETVAL_LONG(-1);
	}
}

/* ---- the functions ---- */

#define FUNCTIONS(X) \
	X(fread, takes_from_first) \
	X(fgets, takes_from_first) \
	X(fgetc, takes_from_first) \
	X(fgetcsv, takes_line_from_first) \
	X(fscanf, takes_line_from_first) \
	X(fpassthru, reads_first) \
	X(feof, reads_first) \
	X(stream_get_contents, takes_from_first) \
	X(stream_get_line, takes_record_from_first) \
	X(stream_socket_recvfrom, reads_first) \
	X(file_put_contents, copies_second) \
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
	X(fstat, async_stream_stays_in) \
	X(flock, async_stream_stays_in) \
	X(fsync, writes_first) \
	X(fdatasync, writes_first) \
	X(stream_get_meta_data, async_stream_stays_in) \
	X(proc_open, passes_on_in_second) \
	X(stream_set_blocking, async_stream_stays_in) \
	X(stream_set_timeout, async_stream_stays_in) \
	X(stream_set_write_buffer, async_stream_stays_in) \
	X(stream_set_read_buffer, async_stream_stays_in) \
	X(stream_set_chunk_size, async_stream_stays_in) \
	X(socket_get_status, async_stream_stays_in) \
	X(socket_set_blocking, async_stream_stays_in) \
	X(socket_set_timeout, async_stream_stays_in) \
	X(set_file_buffer, async_stream_stays_in) \
	X(stream_supports_lock, async_stream_stays_in) \
	X(stream_isatty, async_stream_stays_in) \
	X(posix_isatty, async_stream_stays_in) \
	X(fclose, closes_first) \
	X(pclose, closes_process_first) \
	X(gzread, takes_from_first) \
	X(gzgets, takes_from_first) \
	X(gzgetc, reads_first) \
	X(gzpassthru, reads_first) \
	X(gzeof, reads_first) \
	X(gzwrite, writes_first) \
	X(gzputs, writes_first) \
	X(gzseek, uses_first) \
	X(gzrewind, uses_first) \
	X(gzclose, closes_first) \
	X(bzread, takes_from_first) \
	X(bzwrite, writes_first) \
	X(bzflush, writes_first) \
	X(bzclose, closes_first)

#define TRAMPOLINE(name, in_turn) ASYNC_STREAM_TRAMPOLINE(function, name, in_turn)
#define ROW(name, in_turn) { NULL, #name, ordered_function_##name, &original_function_##name },

FUNCTIONS(TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	FUNCTIONS(ROW)
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_stream_types[0] = php_file_le_stream();
	async_stream_types[1] = php_file_le_pstream();
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_stream_order_part = { .startup = start };
