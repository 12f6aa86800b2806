/*
 * Functions of Async\Scope and Async\Context, the PHP classes above the scheduler, that the scheduler calls.
 */
#ifndef ASYNC_SCHEDULER_CLASSES_H
#define ASYNC_SCHEDULER_CLASSES_H

#include "php.h"

typedef struct async_scope async_scope_t;

typedef struct {
	/* The handle of the scope with a new reference; made anew when there is none. suspends, runs PHP: no */
	zend_object *(*scope_object)(async_scope_t *scope);

	/* Empty the context: its scope or coroutine has ended. On return it is empty, whatever destructors stored in it
	 * meanwhile; code that holds the object can still use it.
	 * suspends: in destructors; runs PHP: destructors
	 * errors:   what they throw is in EG(exception), linked to an exception that is pending already */
	void (*empty_context)(zend_object *context);

	bool (*is_context_empty)(const zend_object *context);
} async_class_ops_t;

/* Set at module start, when the classes are registered. */
extern const async_class_ops_t *async_class_ops;

#endif
