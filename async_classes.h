/*
 * The PHP-facing classes and what they share.
 */
#ifndef ASYNC_CLASSES_H
#define ASYNC_CLASSES_H

#include "compat.h"
#include "php_async.h"
#include "scheduler/globals.h"

ZEND_BEGIN_MODULE_GLOBALS(async)
	/* channel/select.c */
	uint32_t select_state;             /* of the sequence that chooses among sources that are ready */

	/* future/chain.c */
	HashTable *kept_futures;           /* states that C code will settle and links wait for; NULL: none so far */

	/* ini */
	bool syntax;                       /* the keywords are compiled */
ZEND_END_MODULE_GLOBALS(async)

ZEND_EXTERN_MODULE_GLOBALS(async)
#define ASYNC_MODULE_G(field) ZEND_MODULE_GLOBALS_ACCESSOR(async, field)

extern zend_class_entry *async_ce_awaitable;
extern zend_class_entry *async_ce_completable;
extern zend_class_entry *async_ce_coroutine;
extern zend_class_entry *async_ce_scope_provider;
extern zend_class_entry *async_ce_spawn_strategy;
extern zend_class_entry *async_ce_scope;
extern zend_class_entry *async_ce_channel;
extern zend_class_entry *async_ce_channel_exception;

/* Register interfaces and classes, once at module start. */
void async_awaitable_register(void);
void async_coroutine_register(void);
void async_timeout_register(void);
void async_future_register(void);
void async_trigger_register(void);
void async_spawn_register(void);
void async_scope_register(void);
void async_context_register(void);
void async_channel_register(void);
void async_mutex_register(void);
void async_semaphore_register(void);
void async_once_register(void);
void async_pool_register(void);
void async_task_group_register(void);

extern const async_part_t async_futures_part;
extern const async_part_t async_select_part;
extern const async_part_t async_pooled_pdo_part;

/* See async_class_ops_t. */
zend_object *async_scope_object(async_scope_t *scope);
void async_context_dispose(zend_object *context);
bool async_context_is_empty(const zend_object *context);

/* The scope's context, made when first asked for together with those of its ancestors. Iterative.
 * owns: borrowed from the scope
 * suspends: no; runs PHP: no */
zend_object *async_scope_context(async_scope_t *scope);

/* The coroutine's own context, made when first asked for. Borrowed. */
zend_object *async_coroutine_context(async_coroutine_t *coroutine);

/* The record behind an Async\Scope object. */
async_scope_t *async_scope_from_obj(zend_object *object);

/* New object for a new child scope of an open one. */
zend_object *async_scope_make(async_scope_t *parent);

/* Append the unfinished coroutines of a scope that PHP code may see to a list. */
void async_scope_list_coroutines(const async_scope_t *scope, zval *list);

/* Make a coroutine in a scope from parsed parameters; its object is the return value.
 * errors: an AsyncException is thrown when the scope is closed; late in the request a warning and a cancelled one */
void async_spawn(zval *return_value, async_scope_t *scope, zend_fcall_info *fci, zend_fcall_info_cache *fcc);

/* A coroutine object with its body, not handed to the scheduler yet; one reference. */
async_coroutine_t *async_spawn_prepare(zend_fcall_info *fci, zend_fcall_info_cache *fcc);

/* Hand it to the scheduler as a child of the current coroutine. Takes a reference of its own. */
void async_spawn_enqueue(async_coroutine_t *coroutine, async_scope_t *scope);

/* In shutdown functions nothing starts any more (D14): a warning, and the coroutine is cancelled. */
ZEND_COLD void async_spawn_refuse_late(async_coroutine_t *coroutine);

/* What to keep of a parsed callable that is called later: a method as a closure, because a private one or parent::f
 * cannot be called by name from elsewhere. owns: *kept is a new reference */
void async_callable_keep(zval *kept, const zend_fcall_info *fci, const zend_fcall_info_cache *fcc);

/* Call what was kept, without arguments. *result is undefined after an exception. suspends and runs PHP: yes */
void async_call_kept(zval *kept, zval *result);

/* Start the scheduler for a call that needs it; throws an AsyncException when that is impossible, naming what was
 * attempted ("wait", "make a timeout"). */
bool async_require_scheduler(const char *what);

/* Wait for an awaitable, limited by a token (D3, D24): the usual way, for an `await` operation of an awaitable.
 * suspends: yes; runs PHP: no
 * cancel:   throws the cancellation
 * errors:   false with the exception thrown; else *result is the value */
bool async_await_ready(zend_object *awaitable, zend_object *token, zval *result);

/* The same for a function that PHP code calls: also where nothing can be waited for any more. */
void async_await_call(zend_object *awaitable, zend_object *token, zval *return_value);

/* The parts of it, for other waits that a token may limit. */

/* Is the value an awaitable that this extension can wait for? Else a TypeError about that argument. */
bool async_awaitable_check(zval *value, uint32_t arg_num);

/* A token that a user class pretends to be is refused with a TypeError (D27). NULL passes. */
bool async_token_check(zend_object *token, uint32_t arg_num);
bool async_token_fired(zend_object *token);
/* Throw what the token says: AwaitCancelledException, or its own failure (D3). */
ZEND_COLD void async_token_throw(zend_object *token);

/* A coroutine that waits for its own end would never wake (DE-03): true, and an AsyncException thrown, when the object
 * is the current one. */
bool async_refuse_self(zend_object *object);

/* May the current coroutine begin to wait? Throws its cancellation, or that waiting is impossible here. */
bool async_wait_allowed(void);

/* The same for a wait that a token may limit: throws what it says when it has fired, too. */
bool async_limited_wait_allowed(zend_object *token);

#endif
