/*
 * Delivery of a cancellation out of a stock function: the VM interrupt throws it when PHP code goes on (D11).
 */
#include "io/delivery.h"

#include "engine/interrupted_operands.h"
#include "engine/throw_hook.h"
#include "io/globals.h"
#include "io/observed_calls.h"
#include "io/streams/socket_ops.h"
#include "scheduler/end.h"

#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_observer.h"

#include "exceptions.h"

/* A function that goes on after this number of refused waits in a row is in a loop that ends only with its
 * connection. */
#define REFUSALS_MAX 16

/* Throw the cancellation when the outermost stock function has returned: stock functions call each other, and that one
 * is what PHP code waits for. */
static void make_due(async_coroutine_t *self)
{
	zend_execute_data *frame = EG(current_execute_data);
	zend_execute_data *call = NULL;

	self->flags |= ASYNC_COROUTINE_DELIVERY;
	while (frame && !(frame->func && ZEND_USER_CODE(frame->func->type))) {
		call = frame;
		frame = frame->prev_execute_data;
	}
	ASYNC_IO_G(delivery_call) = call;
	async_observed_call_expect_end(call);
	zend_atomic_bool_store_ex(&EG(vm_interrupt), true);
}

void async_delivery_request(void)
{
	async_coroutine_t *self = ASYNC_G(current);

	ZEND_ASSERT(self != NULL && "only a coroutine's wait can be cancelled");
	if (!(self->flags & ASYNC_COROUTINE_CANCEL_PENDING)) {
		if (ASYNC_G(phase) != ASYNC_PHASE_FORCED) {
			/* The frames are being unwound, the engine's own exception is pending. */
			return;
		}
		/* In the forced phase every wait is cancelled, also when a cancellation was delivered before (GS-05). */
		if (self->cancellation == NULL) {
			self->cancellation = async_cancellation_new_here();
		}
	}
	ZEND_ASSERT(self->cancellation != NULL && "a pending cancellation has a reason");
	ASYNC_IO_G(delivery_refusals) = (self->flags & ASYNC_COROUTINE_DELIVERY) ? ASYNC_IO_G(delivery_refusals) + 1 : 0;
	make_due(self);
}

bool async_delivery_runs_handler(void)
{
	return Z_TYPE(ASYNC_IO_G(delivery_error_handler)) != IS_UNDEF;
}

bool async_delivery_is_ignored(void)
{
	return ASYNC_IO_G(delivery_refusals) > REFUSALS_MAX;
}

bool async_delivery_is_unwinding(void)
{
	return UNEXPECTED(async_is_unwinding()) && EG(exception) && zend_is_unwind_exit(EG(exception));
}

/* Does another call lie above this one on the VM stack? Slots that this call reserved and does not use may lie there as
 * well, but they are fewer than the slots of a frame. */
static bool has_call_above(const zend_execute_data *call)
{
	const zval *end = ZEND_CALL_VAR_NUM(call, ZEND_CALL_NUM_ARGS(call) + call->func->common.T);

	return (const void *) call < (const void *) EG(vm_stack) || end > EG(vm_stack_end)
		|| EG(vm_stack_top) - end >= (ptrdiff_t) ZEND_CALL_FRAME_SLOT;
}

/* From 8.4 on the engine handles interrupts before it leaves the frame of a finished call. It also does so after calls
 * that a stock function makes: `frame` is the same then, and the frame of the inner call is still above it. A backtrace
 * calls the constructor of SensitiveParameterValue this way. When an instruction of PHP code waited (it released a
 * value) there is no call to wait for: the first call from PHP code that ends will do. */
static bool has_call_to_return(const zend_execute_data *frame)
{
	const zend_execute_data *waited = ASYNC_IO_G(delivery_call);
	const zend_execute_data *caller = frame->prev_execute_data;

	if (waited == NULL && caller && caller->func && ZEND_USER_CODE(caller->func->type)) {
		waited = frame;
	}
	return frame != waited || has_call_above(frame);
}

/* Has the stock function not returned yet? The engine also handles interrupts after calls that the function makes. */
static bool is_inside_stock_function(const zend_execute_data *frame)
{
	if (frame == NULL || frame->func == NULL) {
		return true;
	}
	return !ZEND_USER_CODE(frame->func->type) && (ASYNC_COMPAT_INTERRUPT_AFTER_CALL || has_call_to_return(frame));
}

/* Make an exception that is thrown, or about to be, a previous one of the cancellation. Returns the cancellation. */
static zend_object *supersede(zend_object *exception)
{
	async_coroutine_t *self = ASYNC_G(current);
	zend_object *cancellation = self->cancellation;

	ZEND_ASSERT(cancellation != NULL && "a delivery that is due has its cancellation");
	self->flags &= ~(ASYNC_COROUTINE_DELIVERY | ASYNC_COROUTINE_CANCEL_PENDING);
	GC_ADDREF(cancellation);
	/* The cancellation may have a previous one already: the failure for which the whole scope was cancelled. */
	async_exception_insert_previous(cancellation, exception);
	EG(exception) = cancellation;
	return cancellation;
}

static bool can_be_superseded(const zend_object *exception)
{
	return EG(exception) == exception && exception != ASYNC_G(current)->cancellation && !async_is_exit(exception);
}

/* ext/soap throws it and jumps out of its call. There it looks whether this is the exception that is on its way, and
 * ends the program if not. */
static bool is_looked_at(const zend_object *exception)
{
	return zend_string_equals_literal(exception->ce->name, "SoapFault");
}

static void supersede_inside(async_coroutine_t *self, zend_object **exception)
{
	*exception = supersede(*exception);
	/* Look again when the function has returned. */
	self->thrown_inside = true;
	zend_atomic_bool_store_ex(&EG(vm_interrupt), true);
}

void async_delivery_supersede(void)
{
	zend_object *exception = EG(exception);

	if (exception && async_delivery_is_pending() && can_be_superseded(exception)) {
		supersede_inside(ASYNC_G(current), &exception);
	}
}

/* True: the cancellation was thrown anew. */
static bool throw_due(void)
{
	if (ASYNC_IO_G(expired_socket)) {
		async_socket_ops_unexpire();
	}
	if (UNEXPECTED(EG(exception) != NULL)) {
		/* The engine is on its way to a catch block. A destructor that it called on the way has waited. */
		if (can_be_superseded(EG(exception))) {
			(void) supersede(EG(exception));
		}
		return false;
	}
	async_throw_cancellation();
	return true;
}

void async_delivery_throw(void)
{
	if (async_delivery_is_pending()) {
		(void) throw_due();
	}
}

static void on_interrupt(zend_execute_data *frame, const zend_op *next)
{
	const bool thrown = ASYNC_G(current) && ASYNC_G(current)->thrown_inside;

	if (!async_delivery_is_pending() && !thrown) {
		return;
	}
	if (is_inside_stock_function(frame)) {
		/* Try again later. The engine handles one interrupt after each such call, so this cannot become a loop. */
		zend_atomic_bool_store_ex(&EG(vm_interrupt), true);
		return;
	}
	if (UNEXPECTED(thrown)) {
		async_delivery_lead_thrown(frame, next);
		if (!async_delivery_is_pending()) {
			return;
		}
	}
	if (throw_due() && next) {
		async_interrupt_release_operands(frame, next);
	}
}

static const zend_execute_data *next_frame(const zend_execute_data *frame, bool is_code)
{
	while (frame && !(frame->func && !!ZEND_USER_CODE(frame->func->type) == is_code)) {
		frame = frame->prev_execute_data;
	}
	return frame;
}

/* Has PHP code called a stock function, which has called the PHP code that throws here? */
static bool is_called_back(void)
{
	const zend_execute_data *code = next_frame(EG(current_execute_data), true);

	return next_frame(next_frame(code, false), true) != NULL;
}

/* An exception is thrown, none is on its way, and no cancellation is due. When it is the cancellation, in code that a
 * stock function has called, that function may throw an exception of its own over it. The engine does not call
 * on_throw() for that one. When it is another exception, code of the program has decided what comes in front. */
static void note_thrown(async_coroutine_t *self, const zend_object *exception)
{
	self->thrown_back = exception == self->cancellation && is_called_back();
}

/* An exception of the failing function becomes a previous one of the cancellation: so catch (\Exception) takes
 * neither. */
static zend_object *on_throw(zend_object *exception)
{
	async_coroutine_t *self = ASYNC_G(current);

	if (exception && async_delivery_is_pending() && can_be_superseded(exception)) {
		if (!is_looked_at(exception)) {
			supersede_inside(self, &exception);
		}
	} else if (exception && self && UNEXPECTED(self->cancellation != NULL)) {
		note_thrown(self, exception);
	}
	return exception;
}

/* Stands in for the user's error handler while a delivery is due. The interrupt flag is off while the handler runs:
 * otherwise the cancellation would be thrown at the handler's first instruction, inside the stock function. */
static ZEND_NAMED_FUNCTION(error_handler_shim)
{
	zval handler = ASYNC_IO_G(delivery_error_handler);
	zval args[5];
	uint32_t count = MIN(ZEND_NUM_ARGS(), 5);

	for (uint32_t i = 0; i < count; i++) {
		ZVAL_COPY_VALUE(&args[i], ZEND_CALL_ARG(execute_data, i + 1));
	}
	call_user_function(CG(function_table), NULL, &handler, return_value, count, args);
	ZVAL_UNDEF(&ASYNC_IO_G(delivery_error_handler));
	if (Z_TYPE(EG(user_error_handler)) == IS_UNDEF) {
		/* The engine took the shim out of this slot. It puts the shim back into an empty slot only, and drops it
		 * otherwise: so fill the slot with the user's handler. */
		ZVAL_COPY_VALUE(&EG(user_error_handler), &handler);
	} else {
		zval_ptr_dtor(&handler);
	}
	if (async_delivery_is_pending()) {
		zend_atomic_bool_store_ex(&EG(vm_interrupt), true);
	}
}

static zend_internal_function shim_function = {
	.type = ZEND_INTERNAL_FUNCTION,
	.handler = error_handler_shim,
};

static void (*previous_error_cb)(int type, zend_string *file, const uint32_t line, zend_string *message);

/* Is this a warning of the stock function whose wait was cancelled? The exception says why it failed, so the warning
 * would be noise, at each graceful shutdown for instance. Warnings of PHP code that the function has called are not
 * meant, nor those that the engine turns into exceptions. */
static bool is_noise(int type)
{
	const zend_execute_data *frame = EG(current_execute_data);

	return async_delivery_is_pending() && !(type & ~(E_WARNING | E_NOTICE)) && EG(error_handling) == EH_NORMAL
		&& frame && frame->func && !ZEND_USER_CODE(frame->func->type);
}

static void error_cb(int type, zend_string *file, const uint32_t line, zend_string *message)
{
	if (UNEXPECTED(ASYNC_IO_G(delivery_drops_error))) {
		ASYNC_IO_G(delivery_drops_error) = false;
		EG(user_error_handler_error_reporting) = ASYNC_IO_G(delivery_handler_mask);
		return;
	}
	previous_error_cb(type, file, line, message);
}

#ifndef ZTS
static void (*displaced_error_cb)(int type, zend_string *file, const uint32_t line, zend_string *message);

static void drop_once(int type, zend_string *file, const uint32_t line, zend_string *message)
{
	zend_error_cb = displaced_error_cb;
	error_cb(type, file, line, message);
}
#endif

/* Make error_cb() the function that gets the error which is about to be displayed. Xdebug puts its own in front at the
 * start of each request, and passes nothing on. With threads the function is that of all of them, and is left alone.
 * False: another function displays the error. */
static bool take_display(void)
{
	if (EXPECTED(zend_error_cb == error_cb)) {
		return true;
	}
#ifdef ZTS
	return false;
#else
	displaced_error_cb = zend_error_cb;
	zend_error_cb = drop_once;
	return true;
#endif
}

/* A cancellation has left PHP code that a stock function has called, and the engine has dropped it for a fatal error of
 * that function, with a warning. ext/soap makes an exception of the error, and goes on. */
static void deliver_dropped(int type, const zend_string *message)
{
	async_coroutine_t *self = ASYNC_G(current);

	if ((type & E_WARNING) && self && self->thrown_back && self->cancellation && EG(exception) == NULL
		&& zend_string_starts_with_literal(message, "Uncaught ")) {
		self->thrown_back = false;
		self->flags |= ASYNC_COROUTINE_CANCEL_PENDING;
		make_due(self);
	}
}

/* An error is about to be reported, possibly to the user's error handler: put the shim in front. The conditions are
 * those under which the engine calls the handler. */
static void on_error(int type, zend_string *file, const uint32_t line, zend_string *message)
{
	(void) file;
	(void) line;
	deliver_dropped(type, message);
	if (UNEXPECTED(async_delivery_is_pending()) && is_noise(type) && take_display()) {
		/* Without a handler for it the engine passes the error on to error_cb(). */
		ASYNC_IO_G(delivery_drops_error) = true;
		ASYNC_IO_G(delivery_handler_mask) = EG(user_error_handler_error_reporting);
		EG(user_error_handler_error_reporting) = 0;
		return;
	}
	if (!async_delivery_is_pending() || Z_TYPE(EG(user_error_handler)) == IS_UNDEF
		|| !(EG(user_error_handler_error_reporting) & type) || EG(error_handling) != EH_NORMAL
		|| Z_TYPE(ASYNC_IO_G(delivery_error_handler)) != IS_UNDEF) {
		return;
	}
	zend_atomic_bool_store_ex(&EG(vm_interrupt), false);
	ZVAL_COPY_VALUE(&ASYNC_IO_G(delivery_error_handler), &EG(user_error_handler));
	zend_create_fake_closure(&EG(user_error_handler), (zend_function *) &shim_function, NULL, NULL, NULL);
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	/* Here, because all threads of the process share the function. */
	shim_function.function_name = ZSTR_CHAR('e');
	zend_observer_error_register(on_error);
}

/* After all extensions: the outermost function that displays errors drops them. */
static ASYNC_ALWAYS_RUNS void chain_error_cb(void)
{
	previous_error_cb = zend_error_cb;
	zend_error_cb = error_cb;
}

static ASYNC_ALWAYS_RUNS void unchain_error_cb(void)
{
	if (zend_error_cb == error_cb) {
		zend_error_cb = previous_error_cb;
	}
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	ZVAL_UNDEF(&ASYNC_IO_G(delivery_error_handler));
	ASYNC_IO_G(delivery_call) = NULL;
	ASYNC_IO_G(delivery_drops_error) = false;
	ASYNC_IO_G(expired_socket) = NULL;
}

const async_part_t async_delivery_part = {
	.startup = start,
	.all_loaded = chain_error_cb,
	.shutdown = unchain_error_cb,
	.request_end = end_request,
	.on_throw = on_throw,
	.before_interrupt = on_interrupt,
};
