/*
 * Isolated scopes: who begins and ends an isolation.
 */
#include "scheduler/isolated_scope.h"

#include "scheduler/end.h"
#include "scheduler/globals.h"
#include "scheduler/scheduler.h"

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
	return async_scope_is_alive(forest);
}

void async_isolated_scopes_end_here(void)
{
	async_scope_t *forest = &ASYNC_G(forest);
	zend_object *first = NULL;

	for (async_scope_t *at = async_scope_walk_first_held(forest); at; at = async_scope_walk_next_held(at, forest)) {
		if (UNEXPECTED(at->flags & (ASYNC_SCOPE_ISOLATED | ASYNC_SCOPE_ISOLATION_ENDS))) {
			at->flags &= ~ASYNC_SCOPE_ISOLATED;
			async_isolation_look();
			async_isolation_enter(at->isolation);
			async_isolation_end(at->isolation);
			async_isolation_look();
			async_isolation_enter(NULL);
			if (UNEXPECTED(EG(exception) != NULL)) {
				/* It has ended the functions of this isolation, not those of the next. */
				if (first == NULL && !async_is_exit(EG(exception))) {
					first = EG(exception);
					GC_ADDREF(first);
				}
				zend_clear_exception();
			}
		}
	}
	EG(exception) = first;
}
