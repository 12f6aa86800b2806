/*
 * Persistent streams and databases: one coroutine at a time opens that of an address or path.
 *
 * PHP puts such a stream into its list before it connects. A second caller would find it there without a connection,
 * take it for a dead one, and free it, while the first caller still waits in it. So the second caller waits until the
 * first one has returned, and gets the same stream then, as on stock PHP.
 * ext/dba puts a database into this list when it is open, after the wait for the lock of its file. A second database of
 * the same arguments would replace the first one there, and free it, while the first caller uses it.
 */
#include "io/streams/persistent.h"

#include "engine/handlers.h"
#include "io/call_locks.h"

#include "ext/standard/file.h"
#include "ext/standard/streamsfuncs.h"

/* Key of the turns; only its address is used. */
static const char opening;

static const zval *argument_of(const zend_execute_data *call, uint32_t number)
{
	const zval *value = ZEND_CALL_NUM_ARGS(call) >= number ? ZEND_CALL_ARG(call, number) : &EG(uninitialized_zval);

	ZVAL_DEREF(value);
	return value;
}

/* Addresses that share a number wait for each other without need. Objects have one number, because their conversion
 * runs PHP code. */
static uintptr_t number_of(const zval *address)
{
	return Z_TYPE_P(address) == IS_STRING ? (uintptr_t) zend_string_hash_val(Z_STR_P(address)) : 0;
}

static void open_in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, uintptr_t place)
{
	async_call_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, &opening, place, "turn to open a persistent stream");
}

static zif_handler original_dba_popen;
static zif_handler original_pfsockopen;
static zif_handler original_stream_socket_client;

/* The ports of a host share a number: the port may be of any type that PHP converts. */
static ZEND_NAMED_FUNCTION(ordered_pfsockopen)
{
	open_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_pfsockopen, number_of(argument_of(execute_data, 1)));
}

static ZEND_NAMED_FUNCTION(ordered_stream_socket_client)
{
	const zval *flags = argument_of(execute_data, 5);

	/* Numbers of other types are rare, and a turn without need does no harm. */
	if (EXPECTED(Z_TYPE_P(flags) <= IS_NULL)
		|| (Z_TYPE_P(flags) == IS_LONG && !(Z_LVAL_P(flags) & PHP_STREAM_CLIENT_PERSISTENT))) {
		original_stream_socket_client(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		open_in_turn(
			INTERNAL_FUNCTION_PARAM_PASSTHRU, original_stream_socket_client, number_of(argument_of(execute_data, 1)));
	}
}

/* All modes of a path share a number: a database and its lock may be in one persistent stream. */
static ZEND_NAMED_FUNCTION(ordered_dba_popen)
{
	open_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_dba_popen, number_of(argument_of(execute_data, 1)));
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "dba_popen", ordered_dba_popen, &original_dba_popen },
	{ NULL, "pfsockopen", ordered_pfsockopen, &original_pfsockopen },
	{ NULL, "stream_socket_client", ordered_stream_socket_client, &original_stream_socket_client },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_persistent_streams_part = { .startup = start };
