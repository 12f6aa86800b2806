/*
 * The PHP-facing classes and what they share.
 */
#ifndef ASYNC_CLASSES_H
#define ASYNC_CLASSES_H

#include "php_async.h"
#include "scheduler/context.h"

extern zend_class_entry *async_ce_awaitable;
extern zend_class_entry *async_ce_completable;
extern zend_class_entry *async_ce_coroutine;
extern zend_class_entry *async_ce_timeout;
extern zend_class_entry *async_ce_context;
extern zend_class_entry *async_ce_key;
extern zend_class_entry *async_ce_scope;

/* Register interfaces and classes, once at module start. */
void async_awaitable_register(void);
void async_coroutine_register(void);
void async_timeout_register(void);
void async_context_register(void);

/* Start the scheduler for a call that needs it; throws an AsyncException when that is impossible, naming what was
 * attempted ("wait", "make a timeout"). */
bool async_require_scheduler(const char *what);

/* The coroutine's own context, made when first asked for. Borrowed. */
zend_object *async_coroutine_context(async_coroutine_t *coroutine);

/* Request end: let go of the global scope's context. Destructors have run before. */
void async_context_request_end(void);

/* Wait for an awaitable, limited by a token (D3, D24).
 * suspends: yes; runs PHP: no
 * cancel:   throws the cancellation
 * errors:   false with the exception thrown; else *result is the value */
bool async_await(zend_object *awaitable, zend_object *token, zval *result);

#endif
