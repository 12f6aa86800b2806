/*
 * Bounds of a scope: what cancels it without anybody calling cancel(). A time limit or an awaitable that ends.
 *
 * A bound is owned by its scope and dropped when the scope is over. It keeps the request alive in the sense of the
 * deadlock detection only: something that may still happen.
 */
#ifndef ASYNC_SCHEDULER_SCOPE_BOUNDS_H
#define ASYNC_SCHEDULER_SCOPE_BOUNDS_H

#include "scheduler/scope.h"

/* Cancel what is left in the scope after `ms` milliseconds.
 * errors: false with errno when there is no timer to be had */
bool async_scope_bind_deadline(async_scope_t *scope, zend_long ms);

/* End the scope when the awaitable has ended (or fires): cancel it if others are left there, else close it.
 * owns: a reference of its own on the object */
void async_scope_bind_awaitable(async_scope_t *scope, zend_object *awaitable);

/* The scope is over: nothing bounds it any more. What the bounds hold is released with the record, because that may run
 * destructors. runs PHP: no */
void async_scope_unbind(async_scope_t *scope);

/* Take an awaitable that the bounds hold out of them; NULL when there is none. owns: the caller */
zend_object *async_scope_take_bound(async_scope_t *scope);

/* For get_gc: name the awaitables that the bounds hold. */
void async_scope_bounds_gc(const async_scope_t *scope, zend_get_gc_buffer *buffer);

/* Release them. runs PHP: destructors */
void async_scope_free_bounds(async_scope_t *scope);

#endif
