/*
 * Guards: functions and methods of a client library take the connection before they are called (owner.h).
 *
 * One handler replaces internal_function.handler of them all. What it needs for a function lies behind the slot that
 * the engine reserves for extensions in each function. Name, arguments and reflection stay. Handlers are replaced at
 * start-up: compiled code remembers the handler.
 */
#ifndef ASYNC_CLIENTS_GUARD_H
#define ASYNC_CLIENTS_GUARD_H

#include "clients/owner.h"

typedef bool (*async_guard_survives_fn)(const void *connection);

/* What guarded functions of one kind have in common. Only `client` and `find` are needed. */
typedef struct async_guard_kind {
	const async_client_t *client;
	/* The connection that the call uses; NULL: none. *handle: receives an object of the connection, see async_client_t.
	 * Asked before the call and after it: the arguments are the same then, the connection may have been closed. */
	const void *(*find)(zend_execute_data *call, zend_object **handle);
	/* Does this call talk to the server at all? Asked before the call, if it has a connection. NULL: it does. */
	bool (*touches)(zend_execute_data *call, const void *connection);
	/* The handle shares the connection with other objects, and the call may close the last share. So the connection is
	 * held around the call (async_client_t.hold). Does another share exist? find() is not asked again after the call.
	 * Another coroutine may close the last share while the caller waits: `moves` is set. NULL: the connection is not
	 * held. */
	async_guard_survives_fn survives;
	/* The call has returned, an exception may be pending, the caller still owns the connection. NULL: nothing to do. */
	void (*after)(zend_execute_data *call, zval *result, async_owner_t *owner);
	/* The call has returned, and there were no coroutines. suspends: no; runs PHP: no. NULL: nothing to do */
	void (*after_alone)(zend_execute_data *call, const zval *result);
	/* The caller owns the connection, the call comes next. May suspend. NULL: nothing to do; else `moves` is set. */
	void (*before)(const void *connection);
	/* The connection may end while the caller waits for it: find() is asked again after the wait. */
	bool moves;
	/* Functions of PHP itself, which rarely have to do with a connection. */
	bool is_general;
} async_guard_kind_t;

/* find() where an object is the connection: $this, or the first argument. */
const void *async_guard_find_this(zend_execute_data *call, zend_object **handle);
const void *async_guard_find_argument(zend_execute_data *call, zend_object **handle);

/* The first argument, if it is an object; NULL: it is not. */
zend_object *async_guard_object_argument(zend_execute_data *call);

/* keeps() of connections that have no transactions and leave no answer unread. */
async_keep_t async_guard_keeps_nothing(const void *connection, const async_owner_t *owner);

typedef void (*async_guarded_call_fn)(const void *connection, const async_client_t *client);

/* Call `fn` for each guarded call that uses a connection, in this frame and its callers, the innermost first. NULL:
 * there is none. `fn` neither suspends nor runs PHP code. */
void async_guard_each_call(zend_execute_data *frame, async_guarded_call_fn fn);

/* How many guarded calls in this frame and its callers use this connection? suspends: no; runs PHP: no */
uint32_t async_guard_count_calls_about(zend_execute_data *frame, const void *connection);

/* Is this the frame of a guarded function that uses this connection? call may be NULL: it is not. */
bool async_guard_is_call_about(zend_execute_data *call, const void *connection);

/* Release a connection that was held around a call. Returns the connection; NULL: it was the last share, all is closed.
 * suspends: while the connection is closed; the current coroutine owns it; runs PHP: no */
const void *async_guard_release(const async_client_t *client, async_guard_survives_fn survives, const void *connection);

/* Name of a function or method, lower case. "" stands for all methods of the class that no row before it names. */
typedef struct {
	const char *name;
	const async_guard_kind_t *kind;   /* NULL: not guarded */
} async_guard_row_t;

/* Guard methods of a class and of its internal subclasses, or functions. The last row has no name. Names that do not
 * exist are skipped. Called at start-up, when all classes exist. */
void async_guard_class(const char *class_name, const async_guard_row_t *rows);
void async_guard_functions(const async_guard_row_t *rows);

/* Guard one function that was made later: PDO makes methods for each connection. */
void async_guard_function(zend_function *function, const async_guard_kind_t *kind);

/* Module start and end. False: the engine has no slot left, nothing can be guarded. */
bool async_guards_startup(void);
void async_guards_shutdown(void);

/* How many functions are guarded. */
uint32_t async_guards_count(void);

#endif
