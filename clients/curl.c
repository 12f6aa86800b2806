/*
 * ext/curl: each easy handle and each multi handle is a connection of its own.
 */
#include "clients/library.h"

#include "engine/handlers.h"
#include "io/hooks/put_off.h"
#include "io/streams/stream_turns.h"

#include <errno.h>

static const async_client_t easy = { .name = "cURL handle", .keeps = async_guard_keeps_nothing };
static const async_client_t multi = { .name = "cURL multi handle", .keeps = async_guard_keeps_nothing };
static const async_guard_kind_t on_easy = { .client = &easy, .find = async_guard_find_argument };
static const async_guard_kind_t on_multi = { .client = &multi, .find = async_guard_find_argument };

/* The easy handle that is added to a multi handle. */
static const void *find_added(zend_execute_data *call, zend_object **handle)
{
	zval *value = ZEND_CALL_NUM_ARGS(call) > 1 ? ZEND_CALL_ARG(call, 2) : NULL;

	if (value) {
		ZVAL_DEREF(value);
	}
	return *handle = value && Z_TYPE_P(value) == IS_OBJECT ? Z_OBJ_P(value) : NULL;
}

static const async_guard_kind_t on_added = { .client = &easy, .find = find_added };

/* curl_getinfo() is left out: it only reads. So is curl_multi_select(), which other coroutines may add transfers
 * beside. */
static const async_guard_row_t functions[] = {
	{ "curl_copy_handle", &on_easy },
	{ "curl_exec", &on_easy },
	{ "curl_pause", &on_easy },
	{ "curl_reset", &on_easy },
	{ "curl_setopt", &on_easy },
	{ "curl_setopt_array", &on_easy },
	{ "curl_upkeep", &on_easy },
	{ "curl_multi_add_handle", &on_added },
	{ "curl_multi_close", &on_multi },
	{ "curl_multi_exec", &on_multi },
	{ "curl_multi_info_read", &on_multi },
	{ "curl_multi_remove_handle", &on_multi },
	{ "curl_multi_setopt", &on_multi },
	{ NULL, NULL }
};

/* ---- curl_multi_select() ---- */

static zif_handler original_select;

/* From 8.22 on libcurl refuses all other calls with a multi handle while a call with it has not returned. So the call
 * returns, and the wait comes after it. When something is ready, the call is made again and finds it. */
static ZEND_NAMED_FUNCTION(select_outside)
{
	async_put_off_t wait;
	uint64_t deadline = ASYNC_WAIT_FOREVER;
	int ready;

	if (ASYNC_G(current) == NULL) {
		original_select(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	do {
		async_put_off_begin(&wait);
		original_select(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		if (!async_put_off_end(&wait)) {
			return;
		}
		deadline = wait.deadline = MIN(wait.deadline, deadline);
		ready = async_put_off_wait(&wait);
	} while (ready > 0 || (ready < 0 && errno != ECANCELED && errno != EINTR));
	/* The call has told that nothing was ready. */
	if (ready < 0 && errno == ECANCELED) {
		ZVAL_LONG(return_value, -1);
	}
}

/* ---- curl_exec() ---- */

/* CURLOPT_FILE, CURLOPT_WRITEHEADER, CURLOPT_INFILE, CURLOPT_STDERR, and perhaps CURLOPT_PRIVATE. */
#define STREAMS_MAX 5

/* The streams of a transfer. In the frame of the call. */
typedef struct {
	zend_resource *streams[STREAMS_MAX];      /* counted */
	async_stream_user_t *users[STREAMS_MAX];
	unsigned count;
	unsigned entered;
} transfer_t;

/* What ext/curl shows to the collector of cycles are all values that a handle has, in any version. */
static void find_streams(transfer_t *transfer, zend_object *handle)
{
	zval *values = NULL;
	int count = 0;

	transfer->count = transfer->entered = 0;
	(void) handle->handlers->get_gc(handle, &values, &count);
	for (int i = 0; i < count && transfer->count < STREAMS_MAX; i++) {
		if (Z_TYPE(values[i]) == IS_RESOURCE && async_stream_is(Z_RES(values[i]))) {
			GC_ADDREF(Z_RES(values[i]));
			transfer->streams[transfer->count++] = Z_RES(values[i]);
		}
	}
}

static zif_handler original_exec;

/* libcurl uses the FILEs of these streams to its end, and ext/curl looks only at the start whether they are open. So
 * another coroutine that closes one waits for the end of the transfer. */
static ZEND_NAMED_FUNCTION(exec_with_streams)
{
	zend_object *handle = ASYNC_G(current) ? async_guard_object_argument(execute_data) : NULL;
	transfer_t transfer;

	if (handle == NULL) {
		original_exec(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	find_streams(&transfer, handle);
	while (transfer.entered < transfer.count
		&& (transfer.users[transfer.entered] = async_stream_enter(transfer.streams[transfer.entered])) != NULL) {
		transfer.entered++;
	}
	if (EXPECTED(transfer.entered == transfer.count)) {
		original_exec(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
	while (transfer.entered > 0) {
		async_stream_leave(transfer.users[--transfer.entered]);
	}
	while (transfer.count > 0) {
		zend_list_delete(transfer.streams[--transfer.count]);
	}
}

/* ---- curl_multi_add_handle() ---- */

static zif_handler original_add;

/* The extension forgets what the easy handle has received, also when it cannot be added because it is in use. So the
 * guard takes the easy handle, and here the multi handle is taken: the other way round all others would wait for a
 * transfer that has nothing to do with the multi handle. */
static ZEND_NAMED_FUNCTION(add_in_turn)
{
	zend_object *handle = ASYNC_G(current) ? async_guard_object_argument(execute_data) : NULL;
	async_owner_t *owner = NULL;

	if (handle && !async_owner_take(handle, &multi, &owner)) {
		return;
	}
	original_add(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (owner) {
		async_owner_leave(owner, handle, handle);
	}
}

/* ---- start-up ---- */

static const async_handler_swap_t swaps[] = {
	{ NULL, "curl_multi_select", select_outside, &original_select },
	{ NULL, "curl_multi_add_handle", add_in_turn, &original_add },
	{ NULL, "curl_exec", exec_with_streams, &original_exec },
};

static bool startup(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	return true;
}

const async_library_t async_curl_library = {
	.extension = "curl", .startup = startup, .tables = { { NULL, functions } },
};
