/*
 * Scope record: who owns which coroutine.
 *
 * Every coroutine belongs to exactly one scope from the moment it is handed to the scheduler until it ends.
 * The record is counted by its coroutines, not by PHP objects (SC-11).
 */
#ifndef ASYNC_SCHEDULER_SCOPE_H
#define ASYNC_SCHEDULER_SCOPE_H

#include "scheduler/coroutine.h"

struct async_scope {
	async_coroutine_t *first;   /* unfinished coroutines in spawn order; the list owns a reference on each */
	async_coroutine_t *last;
	size_t active;              /* those that keep the scope (and the request) going: all but hidden ones … */
	size_t total;               /* … and the length of the list */
	async_scope_t *parent;      /* NULL: the global scope; &ASYNC_G(forest): an independent root */
	zend_object *context;       /* NULL until somebody asks for it, see context.h */
};

/* Hand a coroutine to its scope. Takes over the caller's additional reference. */
void async_scope_add(async_scope_t *scope, async_coroutine_t *coroutine, bool active);

/* The coroutine ended. Releases the list's reference last, so the record may be gone afterwards. */
void async_scope_remove(async_coroutine_t *coroutine);

/* Cancel every coroutine of the scope with the same reason. Linear, no recursion.
 * suspends: no; runs PHP: no */
void async_scope_cancel(async_scope_t *scope, zend_object *reason);

#endif
