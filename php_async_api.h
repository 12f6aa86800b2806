/*
 * The C interface of async for other extensions: their C code waits, and other coroutines run meanwhile.
 *
 * An extension needs only this header. It links to nothing of async, works where async is not loaded, and may be loaded
 * before async or after it:
 *
 *     const php_async_api *api = php_async_get_api(PHP_ASYNC_API_VERSION);     in MINIT or later; NULL: no async
 *     php_async_ticket *ticket = api ? api->wait_begin("grpc call", drop_reply) : NULL;
 *     if (ticket == NULL) {
 *         … block, as without async …
 *     }
 *     api->ticket_addref(ticket);            for the other thread, which calls wake(ticket, reply) once it has a
 *     start_call(ticket);                    reply, and then ticket_release(ticket)
 *     result = api->park(ticket, 5000, &reply);
 *     api->wait_end(ticket);                 always, whatever the result
 *
 * Words: a coroutine *parks*, and others run until it is *woken*. What the wake-up brings is the *prize*. docs/c-api.md
 * in the sources of async has a complete extension.
 *
 * Rules for all functions:
 * - Only wake(), ticket_addref() and ticket_release() may be called from any thread. All others belong to the thread
 *   that runs PHP code.
 * - What parks may run any other PHP code before it returns, as a call of a PHP function does. The caller holds what it
 *   needs afterwards, and keeps nothing in static variables over the call.
 * - PHP_ASYNC_CANCELLED: an exception is set. The caller cleans up and returns, as after any exception of the engine.
 * - A fatal error (zend_bailout()) may leave the frames of C code that is parked, as those of any other C code.
 * - pcntl_fork(): the child has the calling coroutine only. Tickets that were begun before are over in the child, and
 *   their prizes are not dropped there: they are the parent's.
 */
#ifndef PHP_ASYNC_API_H
#define PHP_ASYNC_API_H

#include "php.h"

/* Another number: a function has another meaning or another place. New functions come at the end, under the same
 * number: PHP_ASYNC_API_HAS() tells whether the async that is loaded has them. */
#define PHP_ASYNC_API_VERSION 1

#define PHP_ASYNC_API_HAS(api, function) \
	((api)->size >= offsetof(php_async_api, function) + sizeof((api)->function))

BEGIN_EXTERN_C()

/* One wait of one coroutine, and the right to end it. The memory is counted; the wait belongs to the coroutine that has
 * begun it. */
typedef struct php_async_ticket_s php_async_ticket;

typedef enum {
	PHP_ASYNC_READY = 0,        /* what was waited for is there */
	PHP_ASYNC_TIMEOUT = 1,      /* the time limit has passed before */
	PHP_ASYNC_CANCELLED = 2,    /* the coroutine was cancelled; an exception is set */
	PHP_ASYNC_FAILED = 3,       /* errno says why */
	PHP_ASYNC_UNAVAILABLE = 4   /* no coroutine can park here: make the call that blocks. Nothing was done */
} php_async_result;

/* Events of descriptors. Errors and hang-ups end each wait. */
#define PHP_ASYNC_READABLE 1u
#define PHP_ASYNC_WRITABLE 2u
#define PHP_ASYNC_PRIORITY 4u

typedef struct {
	uint32_t version;
	uint32_t reserved;
	size_t size;                /* of this struct in the async that is loaded */

	/* ---- where the caller is ---- */

	/* The coroutine that runs: an object of the class Async\Coroutine. NULL: there is none, because the script has made
	 * no async call so far.
	 * owns: nothing; GC_ADDREF() and OBJ_RELEASE() keep the object */
	zend_object *(*current)(void);

	/* May the caller park here? False in scripts without coroutines, on threads that run no PHP code, while a class is
	 * compiled or linked, in output handlers, at the end of a request, and inside of a call of another extension which
	 * does not use this interface. Then the caller makes the call that blocks. Ask before each call that may block: the
	 * answers "no" are counted (blocked_in_place in Async\stats()). */
	bool (*may_park)(void);

	/* ---- simple waits ---- */

	/* Let the other coroutines that are ready run, in the middle of long work. READY, CANCELLED or UNAVAILABLE. */
	php_async_result (*yield)(void);

	/* Wait for a time. READY: it has passed; else CANCELLED, FAILED or UNAVAILABLE. */
	php_async_result (*sleep)(int64_t ms);

	/* Wait until a descriptor is ready for one of the events (PHP_ASYNC_READABLE …), has failed, or was hung up; at
	 * most for so many milliseconds (negative: without end). Any result. Try first, and wait only if the call would
	 * block (EAGAIN). READY may come too often: try again then. The blocking mode of the descriptor does not change.
	 * Before the descriptor is closed: fd_closing().
	 * owns: nothing; FAILED with EBADF: another coroutine has closed the descriptor meanwhile */
	php_async_result (*wait_fd)(int fd, unsigned events, int64_t timeout_ms);

	/* The descriptor is about to be closed. Waits for it fail (EBADF), and async forgets it. Call it before close() for
	 * each descriptor that wait_fd() has seen: the next file may get the same number. Parks: no. In scripts without
	 * coroutines it does nothing. */
	void (*fd_closing)(int fd);

	/* ---- waits that any thread may end ---- */

	/* Begin a wait. From now on wake() may end it, also before park().
	 * what: for reports, "waits for job WHAT": a static string, such as "grpc call"
	 * drop: disposes of a prize that no park() takes, because the wait was cancelled, or ended without a park. NULL:
	 *       there is nothing to do. On the thread of the waiter, or at the end of the request. Neither parks nor runs
	 *       PHP code
	 * owns: the caller has the wait until wait_end(), which it calls always
	 * errors: NULL: the caller may not park here, or there is no memory: make the call that blocks */
	php_async_ticket *(*wait_begin)(const char *what, void (*drop)(void *prize));

	/* Park until wake(), at most for so many milliseconds (negative: without end). Once for each ticket. Such a wait is
	 * no deadlock: it keeps the script running.
	 * READY:     *prize is what wake() has brought; the caller owns it now. Also when the limit has passed meanwhile
	 * TIMEOUT:   a wake() from now on is refused
	 * CANCELLED: the same; a prize that was there is dropped
	 * FAILED:    ECANCELED: the ticket is over: it was begun before a fork, or is parked on for the second time. Or the
	 *            errno of the event loop */
	php_async_result (*park)(php_async_ticket *ticket, int64_t timeout_ms, void **prize);

	/* The wait is over, parked on or not. A prize that was not taken is dropped, and a wake() from now on is refused.
	 * Gives the caller's ticket back. */
	void (*wait_end)(php_async_ticket *ticket);

	/* Keep the memory of a ticket, and let it go: for the thread that may wake it, before the thread of the waiter
	 * hands it over. From any thread. */
	void (*ticket_addref)(php_async_ticket *ticket);
	void (*ticket_release)(php_async_ticket *ticket);

	/* End the wait, with a prize for the waiter (NULL if there is nothing to hand over). From any thread, also while
	 * the waiter's thread runs other code; not from a signal handler. Takes no lock of the engine, calls nothing of the
	 * caller.
	 * returns: true: the ticket has the prize now. False: the wait is over, or was woken before: the caller keeps the
	 *          prize. Harmless at any time before the caller's ticket_release(), also after the end of the request */
	bool (*wake)(php_async_ticket *ticket, void *prize);

	/* ---- calls that block ---- */

	/* "This call blocks": have a worker thread make it, while the coroutine is parked. Where no coroutine can park, or
	 * there is no thread, the call is made in place.
	 * what: for reports: a static string
	 * call: on the worker; uses nothing of the engine (no emalloc(), no zval), and of the caller only `data`, which is
	 *       malloc()ed memory: the caller may leave before the call returns. Calls of one function share
	 *       UV_THREADPOOL_SIZE (4) threads
	 * drop: disposes of `data` when the caller was cancelled, after the call has returned, on any thread; the end of
	 *       the process does not wait for that. NULL: there is nothing to do
	 * READY:     the call has returned; the caller has `data` again
	 * CANCELLED: the call goes on, or is not begun; `data` is the caller's no longer */
	php_async_result (*blocking)(const char *what, void (*call)(void *data), void *data, void (*drop)(void *data));

	/* ---- coroutines of C code ---- */

	/* Start a coroutine in the current scope, as Async\spawn() does. It runs when the caller parks or ends.
	 * name: for reports; NULL: none. Copied
	 * run:  the body; may park, run PHP code and throw. *result is null, and is what await() returns; a reference that
	 *       the body writes there is the coroutine's
	 * drop: called once, when the body has ended or will not begin. May run PHP code. Not in a forked child: there
	 *       `data` is the parent's. NULL: there is nothing to do
	 * returns: the object of the class Async\Coroutine, which the caller owns. NULL: an exception is set, and `drop`
	 *          was called: the scope is closed, or there is no event loop */
	zend_object *(*spawn)(const char *name, void (*run)(void *data, zval *result), void *data,
		void (*drop)(void *data));
} php_async_api;

/* The interface of the async that is loaded. NULL: none is loaded, or not with this version. The answer is good until
 * the process ends, except for an async that dl() has loaded: it goes with the request. */
static inline const php_async_api *php_async_get_api(uint32_t version)
{
	typedef const php_async_api *(*php_async_api_getter)(uint32_t version);
	const zend_module_entry *module = (const zend_module_entry *) zend_hash_str_find_ptr(&module_registry, "async",
		sizeof("async") - 1);
	php_async_api_getter get;

	if (module == NULL) {
		return NULL;
	}
	/* An async that PHP was built with has no handle: then PHP itself has the symbol. */
	get = (php_async_api_getter) DL_FETCH_SYMBOL(module->handle, "php_async_api_get");
	return get ? get(version) : NULL;
}

END_EXTERN_C()

#endif
