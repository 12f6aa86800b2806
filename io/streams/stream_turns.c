/*
 * Turns of streams: taking them and giving them back.
 */
#include "io/streams/stream_turns.h"

#include "io/delivery.h"

int async_stream_types[2];

const char *const async_stream_turn_names[2] = { "turn to read from a stream", "turn to write to a stream" };

void async_stream_give_back(async_call_lock_t *turns[2])
{
	async_call_lock_give_back(turns[ASYNC_WRITING]);
	async_call_lock_give_back(turns[ASYNC_READING]);
	turns[ASYNC_READING] = turns[ASYNC_WRITING] = NULL;
}

bool async_stream_take(const void *thing, zend_long handle, unsigned set, async_call_lock_t *turns[2])
{
	turns[ASYNC_READING] = turns[ASYNC_WRITING] = NULL;
	if ((set & ASYNC_READ_TURN) && !async_stream_take_turn(thing, handle, ASYNC_READING, &turns[ASYNC_READING])) {
		return false;
	}
	if ((set & ASYNC_WRITE_TURN) && !async_stream_take_turn(thing, handle, ASYNC_WRITING, &turns[ASYNC_WRITING])) {
		async_stream_give_back(turns);
		return false;
	}
	return true;
}

void async_stream_call(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const void *thing, zend_long handle,
	unsigned set)
{
	async_call_lock_t *turns[2];

	if (async_stream_take(thing, handle, set, turns)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		async_delivery_lead();
		async_stream_give_back(turns);
	}
}

bool async_stream_wrapper_can_seek(const php_stream *stream)
{
	return Z_TYPE(stream->wrapperdata) != IS_OBJECT
		|| zend_hash_str_exists(&Z_OBJCE(stream->wrapperdata)->function_table, ZEND_STRL("stream_seek"));
}
