/*
 * Isolated scopes: the begin and the end of an isolation, exit().
 */
#include "scheduler/isolated_scope.h"

#include "scheduler/end.h"
#include "scheduler/globals.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_end.h"

#include "exceptions.h"

void async_scope_isolate(async_scope_t *scope)
{
	async_isolation_t *inherited = scope->isolation;

	ZEND_ASSERT(scope->total == 0 && scope->first_child == NULL && "the scope is new");
	scope->isolation = async_isolation_new();
	scope->flags |= ASYNC_SCOPE_ISOLATED;
	if (inherited) {
		async_isolation_release(inherited);
	}
}

void async_scope_share_isolation(async_scope_t *scope, const async_scope_t *other)
{
	async_isolation_t *inherited = scope->isolation;

	ZEND_ASSERT(scope->total == 0 && scope->first_child == NULL && "the scope is new");
	scope->isolation = other->isolation;
	if (scope->isolation) {
		async_isolation_addref(scope->isolation);
	}
	if (inherited) {
		async_isolation_release(inherited);
	}
}

static void end_isolation(async_coroutine_t *self)
{
	async_isolation_end(self->scope->isolation);
}

void async_scope_end_isolation(async_scope_t *scope)
{
	if (EXPECTED(!(scope->flags & ASYNC_SCOPE_ISOLATED)) || async_is_unwinding() || !async_scheduler_start()) {
		return;
	}
	scope->flags &= ~ASYNC_SCOPE_ISOLATED;
	scope->flags |= ASYNC_SCOPE_ISOLATION_ENDS;
	async_scheduler_enqueue(async_coroutine_new_service(end_isolation, 0), scope, false);
}

bool async_isolated_scopes_end_all(void)
{
	async_scope_t *forest = &ASYNC_G(forest);

	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		async_scope_end_isolation(at);
	}
	return ASYNC_G(coroutines) > 0;
}

/* returns: an exception of the shutdown functions and destructors, which the caller owns; NULL: none */
static zend_object *end_here(async_scope_t *scope)
{
	zend_object *thrown;

	scope->flags &= ~ASYNC_SCOPE_ISOLATED;
	async_isolation_look();
	async_isolation_enter(scope->isolation);
	async_isolation_end(scope->isolation);
	async_isolation_look();
	async_isolation_enter(NULL);
	if (EXPECTED(EG(exception) == NULL)) {
		return NULL;
	}
	/* It has ended the functions of this isolation, not those of the next. */
	thrown = async_exception_take();
	if (async_is_exit(thrown)) {
		OBJ_RELEASE(thrown);
		return NULL;
	}
	return thrown;
}

void async_isolated_scopes_end_here(HashTable **exceptions)
{
	async_scope_t *forest = &ASYNC_G(forest);

	ZEND_ASSERT(!EG(exception) && "exceptions from before are kept elsewhere");
	for (async_scope_t *at = async_scope_walk_first_held(forest); at; at = async_scope_walk_next_held(at, forest)) {
		if (UNEXPECTED(at->flags & (ASYNC_SCOPE_ISOLATED | ASYNC_SCOPE_ISOLATION_ENDS))) {
			zend_object *thrown = end_here(at);

			if (UNEXPECTED(thrown != NULL)) {
				async_exception_append(exceptions, thrown);
				OBJ_RELEASE(thrown);
			}
		}
	}
}

/* ---- exit() ---- */

/* The innermost scope that catches exit() of this coroutine; NULL: none. */
static async_scope_t *catcher_of(const async_coroutine_t *coroutine)
{
	async_scope_t *scope = coroutine ? coroutine->scope : NULL;

	if (EXPECTED(ASYNC_ENGINE_G(isolation) == NULL) || async_is_unwinding()) {
		return NULL;
	}
	while (scope && !(scope->flags & ASYNC_SCOPE_CATCHES_EXIT)) {
		scope = scope->parent;
	}
	return scope;
}

bool async_scope_expects_exit(void)
{
	return UNEXPECTED(catcher_of(ASYNC_G(current)) != NULL);
}

void async_scope_note_exit(int status_before)
{
	async_scope_t *scope = catcher_of(ASYNC_G(current));

	ZEND_ASSERT(scope && "a scope expects the exit");
	if (!ASYNC_G(current)->exits) {
		ASYNC_G(current)->exits = true;
		if (scope->exits++ == 0) {
			scope->status_before_exit = status_before;
		}
	}
}

void async_scope_keep_output(const async_coroutine_t *coroutine)
{
	const async_scope_t *scope = catcher_of(coroutine);
	const bool is_exit = EG(exception) && zend_is_unwind_exit(EG(exception));

	if (UNEXPECTED(scope != NULL) && (is_exit || coroutine->exits) && scope->isolation == coroutine->scope->isolation) {
		async_isolation_keep_output();
	}
}

/* The status that the coroutine has ended with. The request's is as before. */
static int take_exit_status(async_scope_t *scope, async_coroutine_t *coroutine)
{
	const int status = EG(exit_status);

	if (!coroutine->exits) {
		/* exit() without a status, or of an extension. */
		return scope->exits > 0 ? scope->status_before_exit : status;
	}
	ZEND_ASSERT(scope->exits > 0 && "this exit was counted");
	coroutine->exits = false;
	scope->exits--;
	EG(exit_status) = scope->status_before_exit;
	return status;
}

bool async_scope_catch_exit(async_coroutine_t *coroutine)
{
	async_scope_t *scope = catcher_of(coroutine);
	zend_object *reason;
	bool contexts_below;
	int status;

	if (scope == NULL || UNEXPECTED(async_compat_is_out_of_memory())) {
		return false;
	}
	status = take_exit_status(scope, coroutine);
	/* The first one counts, and after it one in a shutdown function, as on stock PHP. */
	if (!(scope->flags & ASYNC_SCOPE_EXITED) || coroutine->entry == end_isolation) {
		scope->exit_status = status;
		scope->flags |= ASYNC_SCOPE_EXITED;
	}
	zval_ptr_dtor(&coroutine->result);
	ZVAL_NULL(&coroutine->result);
	reason = async_exception_new(async_ce_cancellation, "exit() has ended the scope");
	async_scope_cancel_coroutines(scope, reason);
	contexts_below = async_scope_close(scope);
	OBJ_RELEASE(reason);
	async_scope_release_data(scope, contexts_below);
	return true;
}
