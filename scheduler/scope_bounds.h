/*
 * Bounds of a scope: time limits and awaitables that end it without a call of cancel().
 *
 * A scope owns its bounds, and drops them when it ends; a scope that has ended takes no more. A bound does not keep the
 * request alive, but there is no deadlock while one may still end its scope.
 */
#ifndef ASYNC_SCHEDULER_SCOPE_BOUNDS_H
#define ASYNC_SCHEDULER_SCOPE_BOUNDS_H

#include "scheduler/scope.h"

/* Cancel the coroutines that are left in the scope after `ms` milliseconds.
 * errors: false with errno when no timer can be made */
bool async_scope_bind_deadline(async_scope_t *scope, zend_long ms);

/* End the scope when the awaitable has ended or fires: cancel the scope if others are at work there, else close it.
 * owns: takes a reference of its own on the object */
void async_scope_bind_awaitable(async_scope_t *scope, zend_object *awaitable);

/* The scope has ended: disarm its bounds. The awaitables that they hold are released with the record and not here,
 * because that may run destructors. suspends: no; runs PHP: no */
void async_scope_unbind(async_scope_t *scope);

/* Free bounds of a scope that has ended, up to one that holds an awaitable, which the caller gets; NULL when there is
 * none. owns: the caller; suspends: no; runs PHP: no */
zend_object *async_scope_take_bound(async_scope_t *scope);

/* For get_gc: name the awaitables that the bounds hold. */
void async_scope_bounds_gc(const async_scope_t *scope, zend_get_gc_buffer *buffer);

/* For the snapshot: add a row for each bound that may still end the scope. suspends: no; runs PHP: no */
void async_scope_add_bounds(const async_scope_t *scope, zval *rows);

/* Free the bounds and release what they hold. runs PHP: destructors */
void async_scope_free_bounds(async_scope_t *scope);

#endif
