/*
 * User error handlers of coroutines: moved out of the engine's stack of handlers at a park, and back afterwards.
 */
#include "engine/error_handlers.h"

#include "engine/flow.h"

#include "zend_observer.h"

/* A pointer that identifies a function and is the same in its closures and copies. */
static const void *code_of(const zend_function *function)
{
	return ZEND_USER_CODE(function->type) ? (const void *) function->op_array.opcodes
		: (const void *) function->internal_function.handler;
}

static const void *code_of_callable(zval *callable)
{
	zend_fcall_info_cache fcc;
	const void *code = NULL;

	if (zend_is_callable_ex(callable, NULL, IS_CALLABLE_SUPPRESS_DEPRECATIONS, NULL, &fcc, NULL)) {
		if (!(fcc.function_handler->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE)) {
			code = code_of(fcc.function_handler);
		}
		zend_release_fcall_info_cache(&fcc);
	}
	return code;
}

static uint32_t depth_now(void)
{
	return (uint32_t) EG(user_error_handlers).top;
}

/* Does the handler in the slot belong to the base? */
static bool is_of_base(void)
{
	return depth_now() <= ASYNC_ENGINE_G(base_error_handlers) || async_flow->is_main_flow();
}

/* While a user error handler runs, the engine keeps it in a C local and leaves EG(user_error_handler) empty. The engine
 * calls this function right before the handler: remember the handler, because other coroutines have to find it in its
 * slot if this one parks inside the handler. */
static void on_error(int type, zend_string *file, const uint32_t line, zend_string *message)
{
	(void) file;
	(void) line;
	(void) message;
	if (Z_TYPE(EG(user_error_handler)) != IS_UNDEF
		&& (EG(user_error_handler_error_reporting) & type)
		&& EG(error_handling) == EH_NORMAL
		&& EG(current_execute_data) && async_flow->is_coroutine() && is_of_base()) {
		ASYNC_ENGINE_G(error_handler_code) = code_of_callable(&EG(user_error_handler));
		ZVAL_COPY_VALUE(&ASYNC_ENGINE_G(error_handler), &EG(user_error_handler));
		ASYNC_ENGINE_G(error_raiser) = ASYNC_ENGINE_G(error_handler_code) ? EG(current_execute_data) : NULL;
	}
}

static void start(void)
{
	zend_observer_error_register(on_error);
}

const async_part_t async_error_handlers_part = { .startup = start };

int async_error_handlers_base_mask(void)
{
	const int *masks = zend_stack_base(&EG(user_error_handlers_error_reporting));
	const uint32_t base = ASYNC_ENGINE_G(base_error_handlers);

	return depth_now() > base ? masks[base] : EG(user_error_handler_error_reporting);
}

/* ---- handlers that the current coroutine has set ---- */

static void pop_level(void)
{
	ZEND_ASSERT(depth_now() > ASYNC_ENGINE_G(base_error_handlers) && "the base is not taken off");
	ZEND_ASSERT(EG(user_error_handlers).top == EG(user_error_handlers_error_reporting).top && "each has a mask");
	ZVAL_COPY_VALUE(&EG(user_error_handler), (zval *) zend_stack_top(&EG(user_error_handlers)));
	EG(user_error_handler_error_reporting) = *(int *) zend_stack_top(&EG(user_error_handlers_error_reporting));
	zend_stack_del_top(&EG(user_error_handlers));
	zend_stack_del_top(&EG(user_error_handlers_error_reporting));
}

static void push_level(const async_error_handler_level_t *level)
{
	ZEND_ASSERT(EG(user_error_handlers).top == EG(user_error_handlers_error_reporting).top && "each has a mask");
	zend_stack_push(&EG(user_error_handlers), &EG(user_error_handler));
	zend_stack_push(&EG(user_error_handlers_error_reporting), &EG(user_error_handler_error_reporting));
	ZVAL_COPY_VALUE(&EG(user_error_handler), &level->handler);
	EG(user_error_handler_error_reporting) = level->mask;
}

static void detach_levels(async_error_handlers_t *state)
{
	const uint32_t depth = depth_now();

	state->count = 0;
	state->levels = NULL;
	if (depth == ASYNC_ENGINE_G(base_error_handlers)) {
		return;
	}
	if (async_flow->is_main_flow() || depth < ASYNC_ENGINE_G(base_error_handlers)) {
		ASYNC_ENGINE_G(base_error_handlers) = depth;
		return;
	}
	state->count = depth - ASYNC_ENGINE_G(base_error_handlers);
	state->levels = safe_emalloc(state->count, sizeof(*state->levels), 0);
	for (uint32_t i = state->count; i > 0; i--) {
		ZVAL_COPY_VALUE(&state->levels[i - 1].handler, &EG(user_error_handler));
		state->levels[i - 1].mask = EG(user_error_handler_error_reporting);
		pop_level();
	}
}

static void attach_levels(async_error_handlers_t *state)
{
	ZEND_ASSERT((state->count > 0) == (state->levels != NULL) && "the array is NULL when there are no levels");
	for (uint32_t i = 0; i < state->count; i++) {
		push_level(&state->levels[i]);
	}
	if (state->levels) {
		efree(state->levels);
		state->levels = NULL;
	}
	state->count = 0;
}

/* ---- the handler that runs ---- */

/* Is the noted handler still running, called for an error of the frame `raiser`? Then the engine still holds it. */
static bool is_running(const zend_execute_data *raiser)
{
	for (const zend_execute_data *at = EG(current_execute_data); at; at = at->prev_execute_data) {
		if (at->prev_execute_data == raiser && at->func && code_of(at->func) == ASYNC_ENGINE_G(error_handler_code)
			&& (ZEND_CALL_INFO(at) & ZEND_CALL_TOP)) {
			return true;
		}
	}
	return false;
}

const zval *async_error_handlers_current(void)
{
	const bool is_called = Z_TYPE(EG(user_error_handler)) == IS_UNDEF && ASYNC_ENGINE_G(error_raiser) != NULL
		&& is_running(ASYNC_ENGINE_G(error_raiser));

	return is_called ? &ASYNC_ENGINE_G(error_handler) : &EG(user_error_handler);
}

void async_error_handlers_detach(async_error_handlers_t *state)
{
	state->reinstated = false;
	state->raiser = ASYNC_ENGINE_G(error_raiser);
	state->code = ASYNC_ENGINE_G(error_handler_code);
	ASYNC_ENGINE_G(error_raiser) = NULL;
	detach_levels(state);
	if (state->raiser == NULL) {
		return;
	}
	if (!is_running(state->raiser)) {
		/* The handler has returned. */
		state->raiser = NULL;
		return;
	}
	if (Z_TYPE(EG(user_error_handler)) == IS_UNDEF) {
		/* Other coroutines have to find it in its slot. */
		ZVAL_COPY(&state->handler, &ASYNC_ENGINE_G(error_handler));
		ZVAL_COPY_VALUE(&EG(user_error_handler), &state->handler);
		state->reinstated = true;
	}
}

void async_error_handlers_attach(async_error_handlers_t *state)
{
	ASYNC_ENGINE_G(error_raiser) = state->raiser;
	ASYNC_ENGINE_G(error_handler_code) = state->code;
	if (state->reinstated) {
		ZEND_ASSERT(state->raiser && Z_TYPE(state->handler) != IS_UNDEF && "a reinstated handler runs");
		ZVAL_COPY_VALUE(&ASYNC_ENGINE_G(error_handler), &state->handler);
		if (Z_TYPE(EG(user_error_handler)) == Z_TYPE(state->handler)
			&& Z_COUNTED(EG(user_error_handler)) == Z_COUNTED(state->handler)) {
			ZVAL_UNDEF(&EG(user_error_handler));
			zval_ptr_dtor(&state->handler);
		}
		/* Else: another handler was set meanwhile, and stays. Setting it has released our reference on the old one. */
	}
	attach_levels(state);
}

void async_error_handlers_drop(async_error_handlers_t *state)
{
	for (uint32_t i = 0; i < state->count; i++) {
		zval_ptr_dtor(&state->levels[i].handler);
	}
	if (state->levels) {
		efree(state->levels);
	}
}
