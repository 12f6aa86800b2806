/*
 * The way of a failure: the router, which calls handlers, cancels scopes and offers the failure to their waiters.
 */
#include "scheduler/failure.h"

#include "scheduler/deferred_release.h"
#include "scheduler/end.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_end.h"
#include "scheduler/scope_wait.h"

#include "zend_exceptions.h"

#include "exceptions.h"

bool async_failure_is_open(const async_coroutine_t *coroutine)
{
	return coroutine->exception
		&& !(coroutine->flags & (ASYNC_COROUTINE_OBSERVED | ASYNC_COROUTINE_CANCELLED | ASYNC_COROUTINE_UNWIND))
		&& !async_is_unwinding();
}

/* A callable that declares at most one parameter gets the exception only (D12). */
static bool wants_exception_only(const zval *handler)
{
	zend_fcall_info_cache fcc;
	bool result;

	if (!zend_is_callable_ex((zval *) handler, NULL, 0, NULL, &fcc, NULL)) {
		return false;
	}
	result = fcc.function_handler->common.num_args <= 1
		&& !(fcc.function_handler->common.fn_flags & (ZEND_ACC_VARIADIC | ZEND_ACC_CALL_VIA_TRAMPOLINE));
	zend_release_fcall_info_cache(&fcc);
	return result;
}

/* An exception of the handler takes the place of the failure; a cancellation does not (f). */
static zend_object *take_thrown(zend_object *exception)
{
	zend_object *thrown;

	if (zend_is_unwind_exit(EG(exception))) {
		return exception;
	}
	thrown = async_exception_take();
	if (instanceof_function(thrown->ce, async_ce_cancellation)) {
		OBJ_RELEASE(thrown);
		return exception;
	}
	if (thrown != exception) {
		async_exception_set_previous(thrown, exception);
	} else {
		OBJ_RELEASE(exception);
	}
	return thrown;
}

/* Call the handler. NULL: handled; else the exception that goes on. Takes over the reference on `exception`. */
static zend_object *call_handler(zval *stored, async_scope_t *scope, async_coroutine_t *failed, zend_object *exception)
{
	zval handler, args[3], result;
	const bool exception_only = wants_exception_only(stored);

	/* The handler may replace itself. */
	ZVAL_COPY(&handler, stored);
	ZVAL_UNDEF(&result);
	ZVAL_OBJ(&args[0], async_class_ops->scope_object(scope));
	ZVAL_OBJ_COPY(&args[1], &failed->std);
	ZVAL_OBJ_COPY(&args[2], exception);
	if (exception_only) {
		call_user_function(NULL, NULL, &handler, &result, 1, &args[2]);
	} else {
		call_user_function(NULL, NULL, &handler, &result, 3, args);
	}
	zval_ptr_dtor(&result);
	for (size_t i = 0; i < 3; i++) {
		zval_ptr_dtor(&args[i]);
	}
	zval_ptr_dtor(&handler);
	if (UNEXPECTED(EG(exception) != NULL)) {
		return take_thrown(exception);
	}
	OBJ_RELEASE(exception);
	return NULL;
}

static void cancel_scope(async_scope_t *scope, zend_object *exception)
{
	zend_object *reason;

	if (scope->flags & ASYNC_SCOPE_CANCELLED) {
		return;
	}
	reason = async_exception_new(async_ce_cancellation, "The scope was cancelled by an uncaught %s",
		ZSTR_VAL(exception->ce->name));
	GC_ADDREF(exception);
	async_exception_set_previous(reason, exception);
	async_scope_cancel(scope, reason);
	async_deferred_schedule();
	OBJ_RELEASE(reason);
}

/* Offer the failure to the waiters of the scope, and wait until all have looked at it. True: one of them took it. */
static bool offer(async_scope_t *scope, zend_object *exception)
{
	async_offer_t *pending = async_scope_offer(scope, exception);
	bool taken;

	if (pending == NULL) {
		return false;
	}
	while (pending->refcount > 1 && !async_is_unwinding()) {
		async_offer_wait(pending);
		if (UNEXPECTED(EG(exception) != NULL)) {
			break;
		}
	}
	taken = pending->taken;
	async_offer_release(pending);
	return taken;
}

/* The scope's handler for a failure of its own coroutines (own), or of a child scope. NULL: none. */
static zval *handler_of(async_scope_t *scope, bool own)
{
	if (!own && Z_TYPE(scope->child_handler) != IS_UNDEF) {
		return &scope->child_handler;
	}
	return Z_TYPE(scope->exception_handler) != IS_UNDEF ? &scope->exception_handler : NULL;
}

/* Body of the router, with the failed coroutine and its exception as parameters. The steps are those of the picture in
 * failure.h. */
static void route(async_coroutine_t *self)
{
	async_coroutine_t *failed = async_coroutine_from_obj(Z_OBJ(self->params[0]));
	zend_object *exception = Z_OBJ(self->params[1]);
	async_scope_t *from = self->scope;

	ZEND_ASSERT((self->flags & ASYNC_COROUTINE_ROUTER) && self->param_count == 2 && "a router carries a failure");
	GC_ADDREF(exception);
	async_scope_addref(from);
	for (;;) {
		async_scope_t *scope = self->scope;
		zval *handler = handler_of(scope, from == scope);

		if (UNEXPECTED(scope->flags & ASYNC_SCOPE_WARNS)) {
			GC_ADDREF(exception);
			zend_exception_error(exception, E_WARNING);
			break;
		}
		if (handler) {
			exception = call_handler(handler, from, failed, exception);
			if (exception == NULL || EG(exception)) {
				break;
			}
		} else if (!(scope->flags & ASYNC_SCOPE_GLOBAL)) {
			cancel_scope(scope, exception);
			if (offer(scope, exception) || EG(exception)) {
				break;
			}
		}
		if (scope->parent == &ASYNC_G(forest)) {
			async_end_uncaught(exception, failed);
			break;
		}
		ZEND_ASSERT(scope->parent && "a scope with coroutines has a parent");
		async_scope_addref(scope);
		async_scope_release(from);
		from = scope;
		async_scope_move(self, scope->parent);
		if (scope->object == NULL && !async_scope_is_alive(scope)) {
			/* The reason leads to the exception, which may lead to a coroutine of the scope: a cycle. */
			async_scope_drop_data(scope);
		}
	}
	async_scope_release(from);
	if (exception) {
		OBJ_RELEASE(exception);
	}
}

static async_coroutine_t *router_new(async_coroutine_entry_t entry, async_coroutine_t *failed)
{
	async_coroutine_t *router = async_coroutine_new_service(entry, 2);

	ZEND_ASSERT(failed->exception && failed->scope && "a failure belongs to a scope");
	router->flags |= ASYNC_COROUTINE_ROUTER;
	ZVAL_OBJ_COPY(&router->params[0], &failed->std);
	ZVAL_OBJ_COPY(&router->params[1], failed->exception);
	return router;
}

void async_failure_route(async_coroutine_t *coroutine)
{
	if (!async_failure_is_open(coroutine) || coroutine->holds > 0) {
		return;
	}
	ZEND_ASSERT(async_coroutine_is_completed(coroutine) && "only a coroutine that has ended has failed");
	coroutine->flags |= ASYNC_COROUTINE_OBSERVED;
	if (coroutine->scope->flags & ASYNC_SCOPE_GLOBAL) {
		async_end_uncaught(coroutine->exception, coroutine);
		return;
	}
	/* The router runs first: the coroutines that were ready when this one failed have run by now. */
	async_scheduler_enqueue(router_new(route, coroutine), coroutine->scope, true);
}

void async_failure_hold(async_coroutine_t *coroutine)
{
	coroutine->holds++;
}

/* Body of the coroutine that routes at its next turn: coroutines that are about to await the failed one run first
 * (D10). */
static void route_late(async_coroutine_t *self)
{
	async_failure_route(async_coroutine_from_obj(Z_OBJ(self->params[0])));
}

/* Drop a hold. True: it was the last one, and the failure is to be routed. */
static bool drop_hold(async_coroutine_t *coroutine)
{
	ZEND_ASSERT(coroutine->holds > 0 && "a hold is released once");
	coroutine->holds--;
	return coroutine->holds == 0 && !(coroutine->flags & ASYNC_COROUTINE_FAILURE_QUEUED)
		&& async_coroutine_is_completed(coroutine) && async_failure_is_open(coroutine);
}

void async_failure_release(async_coroutine_t *coroutine)
{
	if (drop_hold(coroutine)) {
		async_scheduler_enqueue(router_new(route_late, coroutine), coroutine->scope, false);
	}
}

void async_failure_release_now(async_coroutine_t *coroutine)
{
	if (drop_hold(coroutine)) {
		async_failure_route(coroutine);
	}
}

static void link_once(async_ring_t *list, async_ring_t *node, bool *linked)
{
	if (!*linked) {
		*linked = true;
		async_ring_insert_tail(list, node);
	}
}

static void unlink_once(async_ring_t *node, bool *linked)
{
	if (*linked) {
		*linked = false;
		async_ring_remove(node);
	}
}

void async_failure_link_keeper(async_failure_keeper_t *keeper)
{
	link_once(&ASYNC_G(failure_keepers), &keeper->node, &keeper->linked);
}

void async_failure_unlink_keeper(async_failure_keeper_t *keeper)
{
	unlink_once(&keeper->node, &keeper->linked);
}

bool async_failure_let_go(void)
{
	async_ring_t *keepers = &ASYNC_G(failure_keepers);
	const bool any = !async_ring_is_empty(keepers);

	while (!async_ring_is_empty(keepers)) {
		async_failure_keeper_t *keeper = async_container_of(keepers->prev, async_failure_keeper_t, node);
		keeper->let_go(keeper);
		ZEND_ASSERT(!keeper->linked && "a keeper that has let go keeps nothing");
	}
	return any;
}

void async_failure_link_debt(async_failure_debt_t *debt)
{
	link_once(&ASYNC_G(failure_debts), &debt->node, &debt->linked);
}

void async_failure_unlink_debt(async_failure_debt_t *debt)
{
	unlink_once(&debt->node, &debt->linked);
}

void async_failure_settle_all(void)
{
	async_ring_t *debts = &ASYNC_G(failure_debts);

	while (!async_ring_is_empty(debts)) {
		async_failure_debt_t *debt = async_container_of(async_ring_first(debts), async_failure_debt_t, node);
		async_failure_unlink_debt(debt);
		debt->settle(debt);
	}
}

void async_failure_give_up(async_coroutine_t *router)
{
	ZEND_ASSERT((router->flags & ASYNC_COROUTINE_ROUTER) && router->param_count == 2 && "a router carries a failure");
	async_end_uncaught(Z_OBJ(router->params[1]), async_coroutine_from_obj(Z_OBJ(router->params[0])));
}
