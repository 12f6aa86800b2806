/*
 * Owners: a connection belongs to one coroutine at a time (D28).
 *
 * A call of the client library takes the connection and gives it back when it returns, unless the library says that it
 * has to stay with its owner: a transaction is open, or a result is not yet read. Others wait in FIFO order, or get an
 * exception (async.shared_connection). An owner that ends inside a transaction has it rolled back, with a warning.
 *
 * A connection that no other coroutine wants costs a look into a hash table (scheduler/records.h).
 */
#ifndef ASYNC_CLIENTS_OWNER_H
#define ASYNC_CLIENTS_OWNER_H

#include "clients/globals.h"
#include "scheduler/lock.h"
#include "scheduler/scheduler.h"

typedef struct async_owner async_owner_t;

/* Why a connection stays with its owner between two calls. */
typedef enum {
	ASYNC_KEEP_NOT,
	ASYNC_KEEP_FOR_RESULT,       /* the answer of a call is not read to its end */
	ASYNC_KEEP_FOR_TRANSACTION
} async_keep_t;

/* What the lock has to know of a kind of connection. */
typedef struct {
	const char *name;            /* for messages: "PDO connection" */
	/* Why does the connection stay with its owner? Asked after the outermost call of the owner, which may have failed
	 * with an exception. suspends: no; runs PHP: no */
	async_keep_t (*keeps)(const void *connection, const async_owner_t *owner);
	/* async_owner_t.detail where `keeps` has said so without an owner: the main flow has begun it before. */
	uint32_t adopted_detail;
	/* Roll back an open transaction. May suspend; its exceptions are dropped. NULL: there are no transactions. */
	void (*roll_back)(const void *connection, zend_object *handle);
	/* The owner has ended before an answer was read to its end: bring the connection into a state in which it takes the
	 * next command, if the library itself does not. is_wanted: there is a waiter, or the connection is about to be
	 * closed. May suspend. NULL: nothing to do. */
	void (*finish)(const void *connection, bool is_wanted);
	/* Keep the connection alive during a roll back. NULL: a reference on the handle does that. */
	void (*hold)(const void *connection);
	void (*release)(const void *connection);
	/* A fatal error ends the request, and a parked call with the connection never returns. Freeing the connection must
	 * not wait for the answer, and the next request must not find half of the answer. is_parked_in: the call is parked
	 * in a function of the library itself, not in PHP code that the library has called.
	 * suspends: no; runs PHP: no. NULL: neither can happen with this library. */
	void (*leave)(const void *connection, bool is_parked_in);
	/* In a forked child: the call of another coroutine goes on in the parent, so the objects of the connection must not
	 * talk to the server when the child releases them. suspends: no; runs PHP: no. NULL: as on stock PHP. */
	void (*leave_to_parent)(const void *connection);
} async_client_t;

/* State of the owner. */
typedef enum {
	ASYNC_OWNER_IN_CALL,         /* in a call that has not returned */
	ASYNC_OWNER_WOKEN,           /* got the connection by a hand-over, and has not run since */
	ASYNC_OWNER_HAS_CLOSED,      /* in a call that has closed the connection */
	ASYNC_OWNER_BETWEEN_CALLS,   /* keeps the connection */
	ASYNC_OWNER_IS_GONE          /* there is none; the transaction of the main flow is still open */
} async_owner_state_t;

/* Fields for owner.c and owner_end.c only, where nothing else is said. */
struct async_owner {
	async_record_t record;
	const void *connection;       /* key: a pointer that all handles of the connection lead to */
	const async_client_t *client;
	async_lock_t lock;
	uint32_t depth;               /* calls of the owner that have not returned: callbacks may make more */
	uint8_t state;                /* async_owner_state_t */
	uint8_t kept;                 /* async_keep_t; between calls, and since when the current one began */
	bool is_dropped;              /* its last object is about to be released */
	bool is_releasing;            /* deferred objects, which may hold the last references on others */
	bool is_shared;               /* while kept: it outlives its object */
	bool is_held;                 /* by `hold` of the client, for a coroutine that cleans up and has not begun */
	uint32_t detail;              /* the client's own; 0 when the connection was taken */
	zend_object *handle;          /* while kept: an object of the connection; borrowed, see async_owner_gone() */
	async_wait_node_t owner_end;  /* while kept: tells when the owner ends */
	HashTable *deferred_objects;  /* dropped by other coroutines, released by the owner; NULL: none */
	HashTable *deferred_to_end;   /* the same, released when it gives the connection back */
	zend_string *kept_file;       /* place of the call since which it is kept; counted */
	uint32_t kept_line;
};

static zend_always_inline uintptr_t async_owner_place(const void *connection)
{
	const uintptr_t address = (uintptr_t) connection;

	return (address >> 4) ^ (address >> 11);
}

/* Take the connection for the current coroutine, or wait for it. False: an exception is thrown, nothing was done.
 * connection: the caller keeps it alive, up to async_owner_leave()
 * owner:      to be given back by async_owner_leave(), also after an exception of the call. NULL: nothing to give back
 * suspends:   while another coroutine has it; runs PHP: destructors of deferred objects
 * cancel:     the cancellation is thrown, the place in the queue is gone
 * errors:     AsyncException when the wait would close a cycle or is impossible, and always under
 *             async.shared_connection = throw */
bool async_owner_take_slow(const void *connection, const async_client_t *client, async_owner_t **owner);

static zend_always_inline bool async_owner_take(const void *connection, const async_client_t *client,
	async_owner_t **result)
{
	async_owner_t *owner = EXPECTED(EG(active_fiber) == NULL)
		? (async_owner_t *) async_records_add_first(ASYNC_CLIENTS_G(owners), async_owner_place(connection)) : NULL;

	if (UNEXPECTED(owner == NULL)) {
		return async_owner_take_slow(connection, client, result);
	}
	owner->connection = connection;
	owner->client = client;
	owner->lock.owner = ASYNC_G(current);
	owner->lock.name = client->name;
	owner->depth = 1;
	*result = owner;
	return true;
}

/* The call has returned: keep the connection or hand it to the longest waiter.
 * connection: what the handle leads to now; another one, or NULL, when the call has closed it
 * handle:     an object that keeps it alive, for a rollback; NULL: as before
 * suspends:   when it releases deferred objects; runs PHP: destructors then */
void async_owner_leave(async_owner_t *owner, const void *connection, zend_object *handle);

/* The main flow has become a coroutine: it owns a connection that it has used before, if the client keeps it. */
void async_owner_adopt(const void *connection, const async_client_t *client, zend_object *handle);

/* This object of the connection is released, and the connection stays open. */
void async_owner_forget_handle(const void *connection, const zend_object *handle);

/* Take the connection without waiting; NULL when another coroutine has it. For the release of a handle, which cannot be
 * deferred. */
async_owner_t *async_owner_try(const void *connection, const async_client_t *client);

/* A call that cannot wait has not got the connection: throw an AsyncException that names the owner, except while frames
 * are being released. suspends: no; runs PHP: no */
void async_owner_refuse(const void *connection);

/* An object is about to be destroyed whose release talks to the server. When another coroutine owns the connection,
 * the owner releases the object, after its call or at its next one.
 * at_end:   the owner does so only when it gives the connection back, because the release rolls back an open
 *           transaction
 * returns:  true when the release is deferred: the object got a reference
 * suspends: no; runs PHP: no */
bool async_owner_defer_release(const void *connection, zend_object *object, bool at_end);

/* The "detail" that the client has noted in the record; 0 when the connection has no owner. */
uint32_t async_owner_detail(const void *connection);

/* Does the connection stay with an owner, or is it in a call that began so? */
bool async_owner_is_kept(const void *connection);

/* Is another coroutine in a call with the connection? */
bool async_owner_is_calling(const void *connection);

/* The last object of a connection is about to be destroyed. Its release would wait for unread answers: if there are
 * any, a service coroutine waits for them, by finish(), and releases the object. If another coroutine is in a call with
 * the connection, that coroutine releases the object.
 * returns:  true in both cases: the object got a reference
 * suspends: no; runs PHP: no */
bool async_owner_close_later(const void *connection, const async_client_t *client, zend_object *object);

/* The connection is freed, and its address may be used again. No call with it is under way. */
void async_owner_gone(const void *connection);

/* In a forked child only the current coroutine owns connections, and there are no waiters: forget the other owners. */
void async_owners_forget_others(void);
void async_owners_request_end(void);

/* For the snapshot: a row for each connection that has an owner. */
void async_owners_add_rows(zval *rows);

/* After a fatal error: calls of abandoned coroutines never return. suspends: no; runs PHP: no */
void async_owners_leave_calls(void);

#endif
