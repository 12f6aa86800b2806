/*
 * What the scheduler knows of Async\Context: scopes and coroutines own one each, made when somebody asks for it.
 * (Implemented by the class, context.c.)
 */
#ifndef ASYNC_SCHEDULER_CONTEXT_H
#define ASYNC_SCHEDULER_CONTEXT_H

#include "php.h"
#include "compat.h"

typedef struct async_scope async_scope_t;

/* New empty context that inherits from `parent`.
 * owns: the caller owns the reference; the context holds one on `parent`, which may be NULL (inherits from nobody) */
zend_object *async_context_new(zend_object *parent);

/* Drop all values: whose context it is, is over. On return it is empty, whatever destructors stored in it meanwhile;
 * who still holds the object can go on using it.
 * suspends: in destructors; runs PHP: destructors
 * errors:   what they throw is in EG(exception), linked to an exception that is pending already */
void async_context_dispose(zend_object *context);

/* The scope's context, made when first asked for together with those of its ancestors. Iterative.
 * owns: borrowed from the scope
 * suspends: no; runs PHP: no */
zend_object *async_scope_context(async_scope_t *scope);

/* Does it hold no value? */
bool async_context_is_empty(const zend_object *context);

#endif
