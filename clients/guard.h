/*
 * Guards: the functions and methods of a client library take the connection before they are called (owner.h).
 *
 * internal_function.handler is replaced by one that serves them all; what it has to know lies behind a slot that the
 * engine reserves for extensions in each function. Name, arguments, reflection stay. It happens at start-up, before any
 * code is compiled that could have remembered the old handler.
 */
#ifndef ASYNC_CLIENTS_GUARD_H
#define ASYNC_CLIENTS_GUARD_H

#include "clients/owner.h"

typedef bool (*async_guard_survives_fn)(const void *connection);

/* What the guarded functions of one kind have in common. */
typedef struct async_guard_kind {
	const async_client_t *client;
	/* The connection that the call is about; NULL: it touches none. *handle: an object of it, see async_client_t. Asked
	 * before the call and after it, when arguments are what they were and the connection may have been closed. */
	const void *(*find)(zend_execute_data *call, zend_object **handle);
	/* NULL, or: does this call talk to the server at all? Asked before it, when there is a connection. */
	bool (*touches)(zend_execute_data *call, const void *connection);
	/* NULL, or: the handle has shares in the connection, one or more, and who closes it may close the last one. So the
	 * connection is held around the call: does anybody else have it, too? Then find() is not asked again. */
	async_guard_survives_fn survives;
	/* NULL, or: the call has returned, an exception may be pending, the connection is still ours. */
	void (*after)(zend_execute_data *call, zval *result, async_owner_t *owner);
	/* NULL, or: the connection is ours, the call is about to be made. May suspend. Needs "moves". */
	void (*before)(const void *connection);
	/* Another connection, or none, may be found after waiting for the first, which does not exist any more then. */
	bool moves;
	/* Functions of PHP, which as a rule have nothing to do with a connection. */
	bool is_general;
} async_guard_kind_t;

/* find() for classes whose object is the connection: $this, or the first argument. */
const void *async_guard_find_this(zend_execute_data *call, zend_object **handle);
const void *async_guard_find_argument(zend_execute_data *call, zend_object **handle);

/* The first argument, if it is an object; NULL: it is not. */
zend_object *async_guard_object_argument(zend_execute_data *call);

/* keeps() for connections that know no transaction and leave no answer unread. */
async_keep_t async_guard_keeps_nothing(const void *connection, const async_owner_t *owner);

/* Is this frame that of a guarded function which is about this connection? NULL: no. */
bool async_guard_is_call_about(zend_execute_data *call, const void *connection);

/* Let go of a connection that was held around a call. Returns it, or NULL: it is gone now.
 * suspends: when it is closed, the current coroutine is its owner; runs PHP: no */
const void *async_guard_release(const async_client_t *client, async_guard_survives_fn survives, const void *connection);

/* A name of a function, lower case; "" stands for all methods of a class that no row before it names. */
typedef struct {
	const char *name;
	const async_guard_kind_t *kind;   /* NULL: to be left alone */
} async_guard_row_t;

/* Guard methods of a class and of its internal subclasses, or functions. The last row has no name. What does not exist
 * is passed over. Called at start-up, when all classes are there. */
void async_guard_class(const char *class_name, const async_guard_row_t *rows);
void async_guard_functions(const async_guard_row_t *rows);

/* Guard one function that came later (PDO makes some for each connection). */
void async_guard_function(zend_function *function, const async_guard_kind_t *kind);

/* Module start and end. False: there is no slot to be had, nothing can be guarded. */
bool async_guards_startup(void);
void async_guards_shutdown(void);

/* How many functions are guarded. */
uint32_t async_guards_count(void);

#endif
