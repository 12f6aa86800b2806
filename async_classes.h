/*
 * The PHP classes of the extension, and the C functions that they share.
 */
#ifndef ASYNC_CLASSES_H
#define ASYNC_CLASSES_H

#include "compat.h"
#include "php_async.h"
#include "scheduler/globals.h"

ZEND_BEGIN_MODULE_GLOBALS(async)
	/* testing/opened.c */
	HashTable *opened;                 /* places where things were opened while a test ran, by handle; or NULL */
	uint32_t opened_limit;             /* above this number, old ones are dropped */

	/* channel/select.c */
	uint32_t select_state;             /* random numbers that choose among the sources that are ready; never 0 */

	/* await/trigger_outcome.c */
	uint64_t trigger_question;         /* number of the latest question that triggers pass on to their sources */
	bool trigger_is_asked;             /* that question is being answered */
	bool trigger_answers_hold;         /* nothing has changed since: another question would get the same answers */

	/* future/chain.c */
	HashTable *kept_futures;           /* states with links that C code will settle, by handle; NULL: none so far */

	/* spawn_hooks.c */
	HashTable *spawn_hooks;            /* callbacks of onSpawn() in order; NULL: none */

	/* pool/plain_pdo_pools.c */
	HashTable *named_pdo_pools;        /* pools of PDO objects that share one by its name; NULL: none so far */
	/* parallel/pool.c */
	async_ring_t process_pools;        /* all pools of the request; zero until needed */
	uint64_t last_output_until;        /* at the end of the script: of the idle workers of all pools; 0: not begun */

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
void async_value_loop_register(void);
void async_channel_register(void);
void async_mutex_register(void);
void async_semaphore_register(void);
void async_once_register(void);
void async_pool_register(void);
void async_process_pool_register(void);
void async_task_group_register(void);
void async_signals_register(void);
void async_watch_register(void);
void async_test_classes_register(void);

extern const async_part_t async_futures_part;
extern const async_part_t async_select_part;
extern const async_part_t async_opened_part;
extern const async_part_t async_plain_pdo_part;
extern const async_part_t async_pooled_pdo_part;
extern const async_part_t async_process_pools_part;
extern const async_part_t async_spawn_hooks_part;

/* See async_class_ops_t. */
zend_object *async_scope_object(async_scope_t *scope);
void async_context_dispose(zend_object *context);
bool async_context_is_empty(const zend_object *context);

/* The scope's context, made at the first call together with those of its ancestors.
 * owns:     borrowed from the scope
 * suspends: no; runs PHP: no */
zend_object *async_scope_context(async_scope_t *scope);

/* The coroutine's own context, made at the first call.
 * owns:     borrowed from the coroutine
 * suspends: no; runs PHP: no */
zend_object *async_coroutine_context(async_coroutine_t *coroutine);

/* The record behind an Async\Scope object. Borrowed from the object. */
async_scope_t *async_scope_from_obj(zend_object *object);

/* New object for a new child scope of `parent`, which is open.
 * owns:     the caller owns the reference
 * suspends: no; runs PHP: no */
zend_object *async_scope_make(async_scope_t *parent);

/* Close a scope with ASYNC_SCOPE_KEEPS_HANDLE, and drop the handle that was kept, if PHP code has asked for one.
 * suspends: in destructors; runs PHP: destructors of what is in its context */
void async_scope_close_with_handle(async_scope_t *scope);

/* Append the unfinished coroutines of a scope to an array, hidden ones left out.
 * owns:     the array takes its own references
 * suspends: no; runs PHP: no */
void async_scope_list_coroutines(const async_scope_t *scope, zval *list);

/* Make a coroutine in a scope from parsed parameters; its object is the return value.
 * owns:     copies the callable and the arguments
 * suspends: no
 * runs PHP: no, but for a warning
 * errors:   an AsyncException is thrown when the scope is closed; in shutdown functions (D14) a warning is raised, and
 *           the coroutine is cancelled */
void async_spawn(zval *return_value, async_scope_t *scope, zend_fcall_info *fci, zend_fcall_info_cache *fcc);

/* Is there an event loop, or can one be made? Without it each wait of the new coroutine would fail.
 * errors: false: an AsyncException is thrown */
ZEND_COLD bool async_spawn_open_loop(void);

static zend_always_inline bool async_spawn_has_loop(void)
{
	return EXPECTED(ASYNC_G(reactor) != NULL) || async_spawn_open_loop();
}

/* New coroutine with its body, in state CREATED.
 * owns:     the caller owns the reference; the callable and the arguments are copied
 * suspends: no; runs PHP: no */
async_coroutine_t *async_spawn_prepare(zend_fcall_info *fci, zend_fcall_info_cache *fcc);

/* Hand a coroutine in state CREATED to the scheduler, in an open scope and as a child of the current coroutine.
 * owns:     takes its own reference
 * suspends: no; runs PHP: no */
void async_spawn_enqueue(async_coroutine_t *coroutine, async_scope_t *scope);

/* Call the callbacks of onSpawn() for a coroutine in state CREATED, before it is queued in `scope`.
 * suspends: as the callbacks do; runs PHP: yes
 * errors:   false with an exception: a callback has thrown, or the coroutine or its scope has ended meanwhile. Then the
 *           coroutine is completed, and the caller gives its reference back */
ZEND_COLD bool async_spawn_call_hooks(async_coroutine_t *coroutine, async_scope_t *scope);

/* Complete a coroutine in state CREATED that will not be queued: a callback of onSpawn() may have passed it to another
 * one, which awaits it. Nothing happens if it has ended, or if the caller is its only holder.
 * suspends: in destructors; runs PHP: destructors of what the coroutine would have run
 * errors:   a pending exception is kept, as the previous one of what a destructor throws */
ZEND_COLD void async_spawn_end_unstarted(async_coroutine_t *coroutine);

static zend_always_inline bool async_spawn_has_hooks(void)
{
	return UNEXPECTED(ASYNC_MODULE_G(spawn_hooks) != NULL);
}

/* Cancel a coroutine in state CREATED with a warning: in shutdown functions no coroutine starts any more (D14).
 * runs PHP: the user's error handler */
ZEND_COLD void async_spawn_refuse_late(async_coroutine_t *coroutine);

/* Make a value from a parsed callable that can be called later, from anywhere, and then means what it means now. A
 * method becomes a closure, because a private one or parent::f cannot be called by name from other code. So does what
 * __call() or __callStatic() stands for: which of the two it is depends on the function that names it.
 * owns:     *kept is a new reference
 * suspends: no; runs PHP: no */
void async_callable_keep(zval *kept, const zend_fcall_info *fci, const zend_fcall_info_cache *fcc);

bool async_callable_borrows_slow(const zend_fcall_info *fci);

/* Is there an object that the callable itself does not hold? It is $this of the calling function, or behind a
 * reference. Or is it a trampoline that is found by the name of a class, such as `parent`? Then only what
 * async_callable_keep() makes can be called later. */
static zend_always_inline bool async_callable_borrows(const zend_fcall_info *fci, const zend_fcall_info_cache *fcc)
{
	return (fcc->object || fcc->function_handler == NULL) && Z_TYPE(fci->function_name) != IS_OBJECT
		&& async_callable_borrows_slow(fci);
}

/* Call the value that async_callable_keep() made, without arguments. *result is undefined after an exception.
 * owns:     the caller owns *result
 * suspends: as the callable does; runs PHP: yes */
void async_call_kept(zval *kept, zval *result);

/* Start the scheduler for a call that needs it. `what` is the call in words, for the message ("wait").
 * suspends: no; runs PHP: no
 * errors:   false with an AsyncException: the request is past its asynchronous part (D14) */
bool async_require_scheduler(const char *what);

/* Wait for an awaitable, limited by a token (D3, D24): the usual way, for an `await` operation of an awaitable.
 * suspends: yes; runs PHP: no
 * cancel:   throws the cancellation
 * errors:   false with the exception thrown; else *result is the value */
bool async_await_ready(zend_object *awaitable, zend_object *token, zval *result);

/* Await for a function that PHP code calls: by the `await` operation of the awaitable, if it has one. In shutdown
 * functions, where no wait is possible, it gives the value of an awaitable that is ready, and throws an AsyncException
 * for all others. */
void async_await_call(zend_object *awaitable, zend_object *token, zval *return_value);

/* The checks of async_await_ready(), for other waits that a token may limit. None of them suspends. */

/* Is the value an awaitable that an internal class implements (D27)?
 * errors: false with a TypeError about that argument */
bool async_awaitable_check(zval *value, uint32_t arg_num);

/* Is the token NULL, or an object of an internal class (D27)?
 * errors: false with a TypeError about that argument */
bool async_token_check(zend_object *token, uint32_t arg_num);

/* Has the token fired? NULL never does. */
bool async_token_fired(zend_object *token);

/* Throw for a token that has fired: an AwaitCancelledException, or the failure of the token itself (D3). */
ZEND_COLD void async_token_throw(zend_object *token);

/* Refuse a wait of the current coroutine for its own end, which would never wake (DE-03).
 * errors: true with an AsyncException when the object is the current coroutine */
bool async_refuse_self(zend_object *object);

/* May the current coroutine begin to wait?
 * cancel: false with the cancellation thrown, when it is due
 * errors: false with an AsyncException, when the calling code cannot be parked */
bool async_wait_allowed(void);

/* The same for a wait that a token may limit. Starts the scheduler. `token` may be NULL.
 * errors: false also when the token has fired or is the current coroutine, or in shutdown functions */
bool async_limited_wait_allowed(zend_object *token);

#endif
