/*
 * curl_multi_select(): the wait of a coroutine for the transfers of a multi handle, which other coroutines serve, too.
 */
#include "clients/curl_select.h"

#include "clients/library.h"
#include "engine/handlers.h"
#include "io/hooks/put_off.h"

#include <errno.h>

static zif_handler original_select;

/* A call that waits. In its frame; a fatal error forgets the list. */
typedef struct {
	async_ring_t node;              /* in ASYNC_CLIENTS_G(curl_selects) */
	const zend_object *handle;      /* the multi handle; the call holds it */
	async_coroutine_t *coroutine;
	async_put_off_t *wait;
	uint32_t number;
	uint32_t news;                  /* when it began */
	zend_long running;              /* transfers when it began; -1: not known */
	bool is_overtaken;              /* curl_multi_exec() of another coroutine takes what this one waits for */
} select_t;

/* The waiting call with the handle that follows `node` in the list, or NULL. Calls of this coroutine are left out. */
static select_t *next_select(const zend_object *handle, async_ring_t *node)
{
	async_ring_t *ring = &ASYNC_CLIENTS_G(curl_selects);

	for (async_ring_t *at = node->next; at && at != ring; at = at->next) {
		select_t *call = async_container_of(at, select_t, node);
		if (call->handle == handle && call->coroutine != ASYNC_G(current)) {
			return call;
		}
	}
	return NULL;
}

static select_t *first_select(const zend_object *handle)
{
	return next_select(handle, &ASYNC_CLIENTS_G(curl_selects));
}

static int wait_for_transfers(const zend_object *handle, async_put_off_t *wait)
{
	async_ring_t *ring = &ASYNC_CLIENTS_G(curl_selects);
	select_t call = {
		.handle = handle,
		.coroutine = ASYNC_G(current),
		.wait = wait,
		.number = ++ASYNC_CLIENTS_G(curl_selects_begun),
		.news = ASYNC_CLIENTS_G(curl_news),
		.running = handle->handle == ASYNC_CLIENTS_G(curl_performed) ? ASYNC_CLIENTS_G(curl_running) : -1,
	};
	int ready;

	if (ring->next == NULL) {
		async_ring_init(ring);
	}
	async_ring_insert_tail(ring, &call.node);
	ready = async_put_off_wait(wait);
	async_ring_remove(&call.node);
	/* The number of descriptors that are ready is not told here: libcurl says anew what to wait for. */
	return ready < 0 && wait->is_over && !call.is_overtaken && errno == EINTR ? 1 : ready;
}

/* curl_multi_exec() serves all transfers of the handle. Other coroutines that wait for one of them in
 * curl_multi_select() would go on to wait, because their descriptors are not ready any more, up to their time limit.
 * Mark those for which there is something to do: an event was seen since they began, or is there now. The others only
 * ask libcurl again what to wait for: if they returned, coroutines would wake each other for ever. */
static void mark_overtaken(const zend_object *handle)
{
	for (select_t *call = first_select(handle); call; call = next_select(handle, &call->node)) {
		call->is_overtaken |= call->news != ASYNC_CLIENTS_G(curl_news)
			|| (call->wait->count > 0 && async_poll_now(call->wait->fds, (int) call->wait->count) > 0);
	}
}

/* End these waits, and those that began while a callback of curl_multi_exec() waited: the calls return that nothing is
 * ready, as after their time, and their callers look for what has been done. The rest watches new descriptors. */
static void wake_overtaken(const zend_object *handle, uint32_t last_before)
{
	for (select_t *call = first_select(handle); call; call = next_select(handle, &call->node)) {
		call->is_overtaken |= (int32_t) (call->number - last_before) > 0
			|| call->running != ASYNC_CLIENTS_G(curl_running);
		call->wait->is_over = true;
		(void) async_wake(call->coroutine, call->coroutine->ticket, ASYNC_WAIT_SIGNALLED);
	}
}

uint32_t async_curl_select_exec_begins(const zend_object *handle)
{
	mark_overtaken(handle);
	return ASYNC_CLIENTS_G(curl_selects_begun);
}

void async_curl_select_exec_ended(const zend_object *handle, zval *running, uint32_t begun)
{
	ZVAL_DEREF(running);
	ASYNC_CLIENTS_G(curl_performed) = handle->handle;
	ASYNC_CLIENTS_G(curl_running) = Z_TYPE_P(running) == IS_LONG ? Z_LVAL_P(running) : -1;
	wake_overtaken(handle, begun);
}

void async_curl_select_added(void)
{
	ASYNC_CLIENTS_G(curl_news)++;
}

ASYNC_ALWAYS_RUNS void async_curl_select_forget(void)
{
	ASYNC_CLIENTS_G(curl_selects) = (async_ring_t) { NULL, NULL };
}

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
			if (Z_TYPE_P(return_value) == IS_LONG && Z_LVAL_P(return_value) > 0) {
				ASYNC_CLIENTS_G(curl_news)++;
			}
			return;
		}
		deadline = wait.deadline = MIN(wait.deadline, deadline);
		ready = wait_for_transfers(async_guard_object_argument(execute_data), &wait);
	} while (ready > 0 || (ready < 0 && errno != ECANCELED && errno != EINTR));
	/* The call has told that nothing was ready. */
	if (ready < 0 && errno == ECANCELED) {
		ZVAL_LONG(return_value, -1);
	}
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "curl_multi_select", select_outside, &original_select },
};

void async_curl_select_replace(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}
