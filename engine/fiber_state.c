/*
 * Engine state of calls that a PHP Fiber leaves in the middle: it stays with the Fiber.
 *
 * Stock PHP leaves such state in globals while the Fiber is suspended, and finds it there again. With coroutines the
 * globals belong to the current coroutine, and the Fiber may go on in another one. So each switch of a Fiber puts aside
 * the state of the code that it leaves, until that code goes on: Fiber::suspend() that of the Fiber, and start(),
 * resume(), throw() and the destruction that of the code that runs the Fiber. Where there is none, nothing is done.
 *
 * The count of calls in which no coroutine may park is that of all Fibers that run each other: the calls of the code
 * that runs a Fiber are under way below it, and stay. A suspended Fiber takes its own ones along.
 */
#include "engine/fiber_state.h"

#include "engine/call_state.h"
#include "engine/flow.h"
#include "engine/globals.h"
#include "engine/handlers.h"
#include "engine/isolation/session.h"
#include "engine/libxml_settings.h"

#include "compat.h"
#include "zend_fibers.h"

typedef struct {
	async_call_state_t call;
	bool was_loading;                 /* classes */
	bool has_loading;                 /* their table was put aside, too: */
	async_compat_loading_t loading;
} fiber_state_t;

static bool has_state(void)
{
	return UNEXPECTED(async_call_state_bits() != 0) || async_is_loading_classes()
		|| UNEXPECTED(ASYNC_ENGINE_G(unparked_calls) != 0);
}

static void put_aside(fiber_state_t *state)
{
	async_call_state_take(&state->call);
	state->was_loading = async_is_loading_classes();
	/* Before the scheduler starts, one flow of code loads classes: each class once at a time, as on stock PHP. */
	state->has_loading = async_flow->has_started();
	if (state->has_loading) {
		async_compat_loading_take(&state->loading);
	}
}

static void bring_back_loading(const fiber_state_t *state)
{
	if (EXPECTED(state->has_loading)) {
		/* The other side may have made a table, and puts a table with entries aside when it leaves. */
		async_compat_loading_put_back(&state->loading);
	} else if (state->was_loading) {
		/* The scheduler may have started meanwhile, and this be another coroutine. The engine relies on the table. */
		async_compat_loading_need();
	}
}

static void bring_back(const fiber_state_t *state)
{
	bring_back_loading(state);
	async_call_state_put_back(&state->call);
}

/* The code that runs the Fiber has not counted these. */
static uint32_t take_own_unparked_calls(void)
{
	const uint32_t base = ASYNC_ENGINE_G(unparked_calls_base), all = ASYNC_ENGINE_G(unparked_calls);

	ASYNC_ENGINE_G(unparked_calls) = base;
	return all > base ? all - base : 0;
}

/* ---- switches ---- */

static zif_handler original_suspend, original_start, original_resume, original_throw;
static zend_object_handlers *fiber_handlers;                  /* NULL: no Fiber has been started yet */
static zend_object_dtor_obj_t original_destroy;
static bool is_destroy_replaced;

/* The code that runs a Fiber. Returns the base of the code that runs this one. */
static uint32_t put_aside_below(fiber_state_t *state)
{
	const uint32_t base = ASYNC_ENGINE_G(unparked_calls_base);

	put_aside(state);
	ASYNC_ENGINE_G(unparked_calls_base) = ASYNC_ENGINE_G(unparked_calls);
	return base;
}

static void bring_back_below(const fiber_state_t *state, uint32_t base)
{
	ASYNC_ENGINE_G(unparked_calls_base) = base;
	bring_back(state);
}

static void run_fiber(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	fiber_state_t state;
	uint32_t base;

	if (EXPECTED(!has_state())) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	base = put_aside_below(&state);
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	bring_back_below(&state, base);
}

/* A suspended Fiber that is destroyed goes on, to leave its frames. */
static void destroy_fiber(zend_object *object)
{
	fiber_state_t state;
	uint32_t base;

	if (EXPECTED(!has_state())) {
		original_destroy(object);
		return;
	}
	base = put_aside_below(&state);
	original_destroy(object);
	bring_back_below(&state, base);
}

static ZEND_NAMED_FUNCTION(on_suspend)
{
	fiber_state_t state;
	async_libxml_fiber_loans_t loans;
	uint32_t own_calls;

	if (UNEXPECTED(async_isolation_session_is_in_fiber())) {
		/* The engine's own error, as in other places where no Fiber is switched. */
		zend_fiber_switch_block();
		original_suspend(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		zend_fiber_switch_unblock();
		return;
	}
	if (EXPECTED(!has_state()) && EXPECTED(ASYNC_ENGINE_G(libxml_loans) == NULL)) {
		original_suspend(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	put_aside(&state);
	own_calls = take_own_unparked_calls();
	async_libxml_fiber_loans_take(&loans);
	original_suspend(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	async_libxml_fiber_loans_put_back(&loans);
	ASYNC_ENGINE_G(unparked_calls) += own_calls;
	bring_back(&state);
}

/* All Fibers have one table of handlers. */
static void replace_destroy(void *table)
{
	fiber_handlers = table;
	original_destroy = fiber_handlers->dtor_obj;
	async_table_originals_kept();
	fiber_handlers->dtor_obj = destroy_fiber;
}

static ZEND_NAMED_FUNCTION(on_start)
{
	async_table_once(&is_destroy_replaced, replace_destroy, (void *) (uintptr_t) Z_OBJ_P(ZEND_THIS)->handlers);
	run_fiber(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_start);
}

static ZEND_NAMED_FUNCTION(on_resume)
{
	run_fiber(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_resume);
}

static ZEND_NAMED_FUNCTION(on_throw)
{
	run_fiber(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_throw);
}

/* ---- life cycle ---- */

static const async_handler_swap_t swaps[] = {
	{ "fiber", "suspend", on_suspend, &original_suspend },
	{ "fiber", "start", on_start, &original_start },
	{ "fiber", "resume", on_resume, &original_resume },
	{ "fiber", "throw", on_throw, &original_throw },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

static ASYNC_ALWAYS_RUNS void stop(void)
{
	if (fiber_handlers && fiber_handlers->dtor_obj == destroy_fiber) {
		fiber_handlers->dtor_obj = original_destroy;
		fiber_handlers = NULL;
	}
	is_destroy_replaced = false;
}

const async_part_t async_fiber_state_part = { .startup = start, .shutdown = stop };
