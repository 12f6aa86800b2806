/*
 * Tick functions that suspend: a coroutine calls them from a copy of the engine's list.
 */
#include "engine/ticks.h"

#include "engine/flow.h"
#include "engine/handlers.h"

#include "php_globals.h"
#include "zend_llist.h"
#include "ext/standard/basic_functions.h"

/* An element of the engine's list, field for field (main/php_ticks.c). */
typedef struct {
	void (*call)(int count, void *argument);
	void *argument;
} tick_function_t;

static zif_handler original_register, original_unregister;
static void (*original_ticks_function)(int count);

/* The engine empties its list when the main script has ended, before the drain. A coroutine that is parked in a tick
 * function at that time would return to an element that is gone, so a coroutine walks over a copy. */
static void run_ticks(int count)
{
	zend_llist copy;
	zend_llist_element *at;

	if (EXPECTED(!async_flow->is_coroutine()) || PG(tick_functions).size != sizeof(tick_function_t)) {
		original_ticks_function(count);
		return;
	}
	/* In request memory: after a fatal error in a tick function the engine frees it. */
	zend_llist_init(&copy, sizeof(tick_function_t), NULL, 0);
	for (at = PG(tick_functions).head; at; at = at->next) {
		zend_llist_add_element(&copy, at->data);
	}
	for (at = copy.head; at; at = at->next) {
		const tick_function_t *function = (const tick_function_t *) at->data;
		ZEND_ASSERT(function->call && "every element has a function");
		function->call(count, function->argument);
	}
	zend_llist_destroy(&copy);
}

/* ---- marks of functions that run ---- */

static zend_llist *user_functions(void)
{
	zend_llist *list = BG(user_tick_functions);

	return list && list->size == sizeof(async_tick_function_t) ? list : NULL;
}

bool async_ticks_are_dirty_slow(void)
{
	const zend_llist *list = user_functions();

	for (const zend_llist_element *at = list ? list->head : NULL; at; at = at->next) {
		if (((const async_tick_function_t *) at->data)->is_running) {
			return true;
		}
	}
	return false;
}

void async_ticks_detach(async_ticks_t *ticks)
{
	const zend_llist *list = (ASYNC_ENGINE_G(used_extensions) & ASYNC_USED_TICKS) ? user_functions() : NULL;

	ticks->count = 0;
	for (zend_llist_element *at = list ? list->head : NULL; at && ticks->count < ASYNC_TICK_DEPTH; at = at->next) {
		async_tick_function_t *function = (async_tick_function_t *) at->data;
		if (function->is_running) {
			ticks->marks[ticks->count].function = function;
			ticks->marks[ticks->count++].result = ASYNC_COMPAT_TICK_RESULT(function);
			function->is_running = false;
		}
	}
	if (ticks->count > 0) {
		ticks->prev = NULL;
		ticks->next = ASYNC_ENGINE_G(parked_ticks);
		if (ticks->next) {
			ticks->next->prev = ticks;
		}
		ASYNC_ENGINE_G(parked_ticks) = ticks;
	}
}

void async_ticks_attach(async_ticks_t *ticks)
{
	if (EXPECTED(ticks->count == 0)) {
		return;
	}
	if (ticks->next) {
		ticks->next->prev = ticks->prev;
	}
	if (ticks->prev) {
		ticks->prev->next = ticks->next;
	} else {
		ASYNC_ENGINE_G(parked_ticks) = ticks->next;
	}
	for (unsigned i = 0; i < ticks->count; i++) {
		ZEND_ASSERT(!ticks->marks[i].function->is_running && "others have taken their marks off");
		ASYNC_COMPAT_SET_TICK_RESULT(ticks->marks[i].function, ticks->marks[i].result);
		ticks->marks[i].function->is_running = true;
	}
	ticks->count = 0;
}

/* ---- the functions ---- */

static ZEND_NAMED_FUNCTION(registers_tick_function)
{
	original_register(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	ASYNC_ENGINE_G(used_extensions) |= ASYNC_USED_TICKS;
}

static void mark_parked(bool is_running)
{
	for (const async_ticks_t *ticks = ASYNC_ENGINE_G(parked_ticks); ticks; ticks = ticks->next) {
		for (unsigned i = 0; i < ticks->count; i++) {
			ticks->marks[i].function->is_running = is_running;
		}
	}
}

/* PHP refuses for a function that is running, whose element must stay. So this has to see the marks of all. */
static ZEND_NAMED_FUNCTION(unregisters_tick_function)
{
	async_ticks_t own;

	if (EXPECTED(ASYNC_ENGINE_G(parked_ticks) == NULL)) {
		original_unregister(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	async_ticks_detach(&own);
	mark_parked(true);
	ASYNC_ENGINE_G(unparked_calls)++;
	original_unregister(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	ASYNC_ENGINE_G(unparked_calls)--;
	mark_parked(false);
	async_ticks_attach(&own);
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "register_tick_function", registers_tick_function, &original_register },
	{ NULL, "unregister_tick_function", unregisters_tick_function, &original_unregister },
};

/* ---- life cycle ---- */

static ASYNC_ALWAYS_RUNS void chain(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	original_ticks_function = zend_ticks_function;
	if (original_ticks_function) {
		zend_ticks_function = run_ticks;
	}
}

static ASYNC_ALWAYS_RUNS void unchain(void)
{
	if (zend_ticks_function == run_ticks) {
		zend_ticks_function = original_ticks_function;
	}
}

/* The marks lie in frames that are never resumed. Their functions stay marked, so that they are not called again. */
static ASYNC_ALWAYS_RUNS void forget_abandoned(void)
{
	mark_parked(true);
	ASYNC_ENGINE_G(parked_ticks) = NULL;
}

/* The list is gone when the request ends; a forked child has dropped the parked coroutines. */
static ASYNC_ALWAYS_RUNS void forget_parked(void)
{
	ASYNC_ENGINE_G(parked_ticks) = NULL;
}

const async_part_t async_ticks_part = {
	.startup = chain,
	.shutdown = unchain,
	.after_fork = forget_parked,
	.frames_abandoned = forget_abandoned,
	.request_end = forget_parked,
};
