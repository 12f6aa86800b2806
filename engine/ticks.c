/*
 * Tick functions that suspend: a coroutine calls them from a copy of the engine's list.
 */
#include "engine/ticks.h"

#include "engine/flow.h"

#include "php_globals.h"
#include "zend_llist.h"

/* An element of the engine's list, field for field (main/php_ticks.c). */
typedef struct {
	void (*call)(int count, void *argument);
	void *argument;
} tick_function_t;

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

static ASYNC_ALWAYS_RUNS void chain(void)
{
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

const async_part_t async_ticks_part = { .startup = chain, .shutdown = unchain };
