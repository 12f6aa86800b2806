/*
 * What calls have taken from their streams so far: kept before each read of such a stream.
 */
#include "io/streams/taken.h"

#include "io/streams/put_back.h"

static async_taken_t *find(const php_stream *stream)
{
	return zend_hash_index_find_ptr(ASYNC_IO_G(taken), (zend_ulong) (uintptr_t) stream);
}

void async_taken_begin(async_taken_t *taken, php_stream *stream)
{
	zend_ulong key = (zend_ulong) (uintptr_t) stream;

	memset(taken, 0, sizeof(*taken));
	if (UNEXPECTED(stream == NULL)) {
		return;
	}
	if (UNEXPECTED(ASYNC_IO_G(taken) == NULL)) {
		ASYNC_IO_G(taken) = pemalloc(sizeof(HashTable), true);
		zend_hash_init(ASYNC_IO_G(taken), 8, NULL, NULL, true);
	}
	taken->stream = stream;
	taken->kept_to = stream->position;
	taken->end = stream->writepos;
	taken->outer = find(stream);
	taken->is_followed = true;
	ASYNC_IO_G(taken_calls)++;
	zend_hash_index_update_ptr(ASYNC_IO_G(taken), key, taken);
}

/* Keep the bytes that end at this offset of the buffer. */
static void keep(async_taken_t *taken, zend_off_t end)
{
	const zend_off_t count = taken->stream->position - taken->kept_to;

	if (count == 0) {
		return;
	}
	if (count < 0 || count > end) {
		taken->is_lost = true;
		return;
	}
	if (taken->length + (size_t) count > taken->room) {
		taken->room = 2 * taken->room + (size_t) count;
		taken->kept = erealloc(taken->kept, taken->room);
	}
	memcpy(taken->kept + taken->length, taken->stream->readbuf + end - count, (size_t) count);
	taken->length += (size_t) count;
	taken->kept_to = taken->stream->position;
}

static void keep_before_read(php_stream *stream)
{
	async_taken_t *taken = find(stream);

	if (taken == NULL) {
		return;
	}
	/* PHP begins its empty buffer anew, and leaves the bytes where they were. */
	keep(taken, stream->readpos == 0 && stream->writepos == 0 ? taken->end : stream->readpos);
}

static void note_read(php_stream *stream, ssize_t result)
{
	async_taken_t *taken = find(stream);

	if (taken) {
		/* The caller adds the result. */
		taken->end = stream->writepos + (result > 0 && stream->readfilters.head == NULL ? (zend_off_t) result : 0);
	}
}

ssize_t async_taken_read_slow(php_stream *stream, char *buffer, size_t size, async_stream_read_t read)
{
	ssize_t result;

	keep_before_read(stream);
	result = read(stream, buffer, size);
	note_read(stream, result);
	return result;
}

/* Reads tell the outer call again, which does not know what this one has taken. False: a forked child has forgotten the
 * record. */
static bool unlink_record(async_taken_t *taken)
{
	const zend_ulong key = (zend_ulong) (uintptr_t) taken->stream;
	async_taken_t *inner = find(taken->stream);

	if (EXPECTED(inner == taken)) {
		if (EXPECTED(taken->outer == NULL)) {
			zend_hash_index_del(ASYNC_IO_G(taken), key);
		} else {
			zend_hash_index_update_ptr(ASYNC_IO_G(taken), key, taken->outer);
		}
		return true;
	}
	/* Fibers of a coroutine may end their calls in another order. */
	while (inner && inner->outer != taken) {
		inner = inner->outer;
	}
	if (inner) {
		inner->outer = taken->outer;
	}
	return inner != NULL;
}

bool async_taken_end(async_taken_t *taken, bool puts_back)
{
	bool result = false;

	if (EXPECTED(taken->is_followed) && EXPECTED(ASYNC_IO_G(taken) != NULL) && EXPECTED(unlink_record(taken))) {
		ZEND_ASSERT(ASYNC_IO_G(taken_calls) > 0 && "this call was counted");
		ASYNC_IO_G(taken_calls)--;
		if (UNEXPECTED(puts_back)) {
			keep(taken, taken->stream->readpos);
			result = !taken->is_lost;
		}
	}
	if (result && taken->length > 0) {
		async_stream_put_back_bytes(taken->stream, taken->kept, taken->length);
	}
	if (UNEXPECTED(taken->outer != NULL)) {
		/* Only after a call that has put all back. */
		taken->outer->is_lost = taken->outer->is_lost || !result;
		taken->outer->end = result ? taken->stream->writepos : 0;
	}
	if (taken->kept) {
		efree(taken->kept);
	}
	return result;
}

/* The calls lie in frames that are never resumed, or were dropped in a forked child. */
static ASYNC_ALWAYS_RUNS void forget(void)
{
	if (ASYNC_IO_G(taken)) {
		zend_hash_destroy(ASYNC_IO_G(taken));
		pefree(ASYNC_IO_G(taken), true);
		ASYNC_IO_G(taken) = NULL;
	}
	ASYNC_IO_G(taken_calls) = 0;
}

const async_part_t async_taken_part = {
	.after_fork = forget,
	.frames_abandoned = forget,
	.request_end = forget,
};
