/*
 * ext/curl: each easy handle and each multi handle is a connection of its own.
 */
#include "clients/curl_select.h"
#include "clients/library.h"

#include "engine/handlers.h"
#include "io/streams/stream_turns.h"
#include "scheduler/reap.h"

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

/* ---- curl_exec(), curl_multi_exec(), curl_setopt(): streams ---- */

/* CURLOPT_FILE, CURLOPT_WRITEHEADER, CURLOPT_INFILE, CURLOPT_STDERR, and perhaps CURLOPT_PRIVATE. */
#define STREAMS_OF_ONE 5

typedef struct {
	zend_resource *stream;       /* counted */
	async_stream_user_t *user;
} used_t;

/* The streams of a call. In its frame. */
typedef struct {
	used_t *streams;             /* `own`, or more in PHP's heap */
	size_t count;
	size_t entered;
	size_t room;
	used_t own[STREAMS_OF_ONE];
} transfer_t;

static void add_stream(transfer_t *transfer, zend_resource *stream)
{
	if (UNEXPECTED(transfer->count == transfer->room)) {
		used_t *more = safe_emalloc(2 * transfer->room, sizeof(*more), 0);
		memcpy(more, transfer->streams, transfer->count * sizeof(*more));
		if (transfer->streams != transfer->own) {
			efree(transfer->streams);
		}
		transfer->streams = more;
		transfer->room *= 2;
	}
	GC_ADDREF(stream);
	transfer->streams[transfer->count++].stream = stream;
}

static void add_if_stream(transfer_t *transfer, zval *value)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_RESOURCE && async_stream_is(Z_RES_P(value))) {
		add_stream(transfer, Z_RES_P(value));
	}
}

/* What ext/curl shows to the collector of cycles are all values that a handle has, in any version. */
static void find_streams(transfer_t *transfer, zend_object *handle, zend_execute_data *call)
{
	zval *values = NULL;
	int count = 0;

	(void) call;
	(void) handle->handlers->get_gc(handle, &values, &count);
	for (int i = 0; i < count; i++) {
		add_if_stream(transfer, &values[i]);
	}
}

/* Those of all handles that were added. The collector's list is in one place for all objects. */
static void find_streams_of_all(transfer_t *transfer, zend_object *multi_handle, zend_execute_data *call)
{
	zval *values = NULL, *handles;
	int count = 0;

	(void) multi_handle->handlers->get_gc(multi_handle, &values, &count);
	if (count == 0) {
		return;
	}
	handles = safe_emalloc((size_t) count, sizeof(*handles), 0);
	memcpy(handles, values, (size_t) count * sizeof(*handles));
	for (int i = 0; i < count; i++) {
		if (Z_TYPE(handles[i]) == IS_OBJECT && zend_string_equals_literal(Z_OBJCE(handles[i])->name, "CurlHandle")) {
			find_streams(transfer, Z_OBJ(handles[i]), call);
		}
	}
	efree(handles);
}

/* ext/curl makes a FILE of the stream of an option, for which it asks a user wrapper. */
static void find_stream_of_option(transfer_t *transfer, zend_object *handle, zend_execute_data *call)
{
	(void) handle;
	add_if_stream(transfer, ZEND_CALL_ARG(call, 3));
}

static void find_streams_of_options(transfer_t *transfer, zend_object *handle, zend_execute_data *call)
{
	zval *options = ZEND_CALL_NUM_ARGS(call) > 1 ? ZEND_CALL_ARG(call, 2) : NULL, *value;

	(void) handle;
	if (options && Z_TYPE_P(options) == IS_ARRAY) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(options), value) {
			add_if_stream(transfer, value);
		} ZEND_HASH_FOREACH_END();
	}
}

/* The list of the collector is made at the first question, and stays to the end of the request. */
static void drop_new_list(bool was_there)
{
	zend_get_gc_buffer *list = &EG(get_gc_buffer);

	if (!was_there && list->start) {
		efree(list->start);
		*list = (zend_get_gc_buffer) { NULL, NULL, NULL };
	}
}

/* libcurl uses the FILEs of these streams to the end of the call, and ext/curl looks only at the start whether they are
 * open. So another coroutine that closes one waits for that end. */
static void call_with_streams(INTERNAL_FUNCTION_PARAMETERS, zif_handler original,
	void (*find)(transfer_t *transfer, zend_object *handle, zend_execute_data *call))
{
	zend_object *handle = ASYNC_G(current) ? async_guard_object_argument(execute_data) : NULL;
	transfer_t transfer = { .streams = transfer.own, .room = STREAMS_OF_ONE };
	const bool has_list = EG(get_gc_buffer).start != NULL;

	if (handle == NULL) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	find(&transfer, handle, execute_data);
	drop_new_list(has_list);
	while (transfer.entered < transfer.count) {
		used_t *used = &transfer.streams[transfer.entered];
		used->user = async_stream_enter(used->stream);
		if (UNEXPECTED(used->user == NULL)) {
			break;
		}
		transfer.entered++;
	}
	if (EXPECTED(transfer.entered == transfer.count)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
	while (transfer.entered > 0) {
		async_stream_leave(transfer.streams[--transfer.entered].user);
	}
	while (transfer.count > 0) {
		zend_list_delete(transfer.streams[--transfer.count].stream);
	}
	if (UNEXPECTED(transfer.streams != transfer.own)) {
		efree(transfer.streams);
	}
}

static zif_handler original_exec, original_multi_exec, original_setopt, original_setopt_array;

static ZEND_NAMED_FUNCTION(exec_with_streams)
{
	call_with_streams(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_exec, find_streams);
}

/* The call serves the transfers of other coroutines, too. After an exception has left a callback, ext/curl drops the
 * data of all of them without an error, until the call returns. So a cancellation waits for that. */
static ZEND_NAMED_FUNCTION(multi_exec_with_streams)
{
	async_coroutine_t *self = NULL;
	const zend_object *handle = ASYNC_G(current) ? async_guard_object_argument(execute_data) : NULL;
	zval *running = ZEND_CALL_NUM_ARGS(execute_data) > 1 ? ZEND_CALL_ARG(execute_data, 2) : NULL;
	uint32_t begun = 0;

	if (handle) {
		begun = async_curl_select_exec_begins(handle);
		self = async_self_shield();
	}
	call_with_streams(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_multi_exec, find_streams_of_all);
	async_self_unshield(self);
	if (handle && running) {
		async_curl_select_exec_ended(handle, running, begun);
	}
}

static ZEND_NAMED_FUNCTION(setopt_with_stream)
{
	/* Most options are no streams. */
	if (ZEND_NUM_ARGS() < 3 || EXPECTED(Z_TYPE_P(ZEND_CALL_ARG(execute_data, 3)) != IS_RESOURCE)) {
		original_setopt(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	call_with_streams(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_setopt, find_stream_of_option);
}

static ZEND_NAMED_FUNCTION(setopt_array_with_streams)
{
	call_with_streams(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_setopt_array, find_streams_of_options);
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
	async_curl_select_added();
	if (owner) {
		async_owner_leave(owner, handle, handle);
	}
}

/* ---- start-up ---- */

static const async_handler_swap_t swaps[] = {
	{ NULL, "curl_multi_add_handle", add_in_turn, &original_add },
	{ NULL, "curl_exec", exec_with_streams, &original_exec },
	{ NULL, "curl_multi_exec", multi_exec_with_streams, &original_multi_exec },
	{ NULL, "curl_setopt", setopt_with_stream, &original_setopt },
	{ NULL, "curl_setopt_array", setopt_array_with_streams, &original_setopt_array },
};

static bool startup(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	async_curl_select_replace();
	return true;
}

const async_library_t async_curl_library = {
	.extension = "curl", .startup = startup, .tables = { { NULL, functions } },
	.after_fork = async_curl_select_forget, .leave = async_curl_select_forget,
	.request_end = async_curl_select_forget,
};
