/*
 * Exception classes of the extension and the exceptions it makes itself.
 */
#ifndef ASYNC_EXCEPTIONS_H
#define ASYNC_EXCEPTIONS_H

#include "php.h"

extern zend_class_entry *async_ce_cancellation;       /* Async\AsyncCancellation */
extern zend_class_entry *async_ce_exception;          /* Async\AsyncException */
extern zend_class_entry *async_ce_await_cancelled;    /* Async\AwaitCancelledException */
extern zend_class_entry *async_ce_timeout_exception;  /* Async\TimeoutException */
extern zend_class_entry *async_ce_deadlock_error;     /* Async\DeadlockError */

void async_exceptions_register(void);

/* New exception object with a message, not thrown. The caller owns the reference. */
zend_object *async_exception_new(zend_class_entry *ce, const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

/* Cancellation with the default message "cancelled at FILE:LINE" of the running PHP code. */
zend_object *async_cancellation_new_here(void);

/* For a coroutine for whose first run no stack could be had; names the limit to raise. Reads errno. */
zend_object *async_exception_no_stack(void);

/* Add one more exception to what was collected: the first stays as it is, more make a CompositeException.
 * owns: takes over `collected` (NULL at first), adds a reference to `exception`; returns the new collection */
zend_object *async_exception_collect(zend_object *collected, zend_object *exception);

/* New CompositeException of all in a list of exception objects, at least one. The caller owns the reference. */
zend_object *async_exception_compose(HashTable *exceptions);

/* Make `previous` the previous exception of `exception`, unless it has one or that would close a circle.
 * owns: takes over `previous` */
void async_exception_set_previous(zend_object *exception, zend_object *previous);

/* The same, but in front of the previous exceptions that it has: they come after those of `previous`, and are not
 * written to.
 * owns: takes over `previous` */
void async_exception_insert_previous(zend_object *exception, zend_object *previous);

/* Put an exception in front of the chain that starts with `first`, if it is further down there.
 * owns:    takes over `first`; the caller owns what is returned, the new first one */
zend_object *async_exception_lead(zend_object *first, zend_object *leader);

/* Throw Async\AsyncException. */
ZEND_COLD void async_throw(const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 1, 2);

#endif
