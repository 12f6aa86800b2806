/*
 * Guards where PHP calls no function: objects whose release talks to a server, and foreach over rows that come from a
 * server.
 */
#ifndef ASYNC_CLIENTS_GUARD_OBJECTS_H
#define ASYNC_CLIENTS_GUARD_OBJECTS_H

#include "clients/guard.h"

/* A class whose instances talk to a server when they are released. dtor_obj and free_obj of its handlers are replaced
 * in place, the original handlers are copied. */
typedef struct {
	const char *class_name;                            /* lower case */
	const async_client_t *client;
	const void *(*connection)(zend_object *object);    /* of this object; NULL: it has none */
	bool is_connection;                                /* the connection ends with its last such object */
	/* As in async_guard_kind_t. */
	async_guard_survives_fn survives;
	/* For a connection's object that is about to be released: does the connection stay? NULL: it does not. */
	bool (*stays)(zend_object *object);
	/* The destructor of an object has run; connection() had found its connection before. Leaves the object to the owner
	 * of the connection, if that is another coroutine. Neither suspends nor runs PHP code. NULL: the release of such an
	 * object never waits, dtor_obj is not replaced. */
	void (*dropped)(zend_object *object, const void *connection);
	zend_object_free_obj_t free_obj;                   /* NULL: async_guarded_free(); any other one calls that */
	zend_object_get_method_t get_method;               /* NULL: not replaced */

	/* Set by async_guard_objects(). */
	const zend_object_handlers *table;                 /* in use; NULL: not patched */
	zend_object_handlers original;
	const zend_class_entry *ce;
} async_guarded_objects_t;

/* Patch the handlers of a class, once per process. They are found by an instance, so PHP can run already. A class that
 * does not exist is skipped. Neither suspends nor runs PHP code. */
void async_guard_objects(async_guarded_objects_t *objects);

/* Patch the table of a class once more: the extension has filled it anew. */
void async_guard_objects_again(const async_guarded_objects_t *objects);

/* Is the class named in the setting disable_classes? Its objects are plain ones then, with the handlers that all plain
 * objects share, and making one raises a warning. The setting does not exist any more from PHP 8.5 on. */
bool async_class_is_disabled(const char *class_name);

/* The main flow of a request has become a coroutine: transactions and results that it has open stay its own.
 * suspends: no; runs PHP: no */
void async_guard_adopt(void);

/* `dropped` of most classes: the owner releases the object when its call has returned. */
void async_guarded_dropped(zend_object *object, const void *connection);

/* The replacement of free_obj. suspends: while the original talks to the server; runs PHP: as the original */
void async_guarded_free(zend_object *object);

/* Steps of an iterator of such a class. */
typedef struct {
	const async_client_t *client;
	/* As in async_guard_kind_t, for the object that is iterated over. */
	const void *(*find)(zend_object *object, zend_object **handle);
	bool (*touches)(zend_object *object);
	zend_object_iterator *(*get_iterator)(zend_class_entry *, zval *, int);   /* of the class, before it was replaced */
	zend_object_iterator_funcs original;               /* a copy, made of the first iterator … */
	zend_object_iterator_funcs guarded;                /* … and the same with our steps */
	bool is_known;                                     /* both are set */
} async_guarded_iterator_t;

/* Bodies of get_iterator, move_forward and rewind.
 * suspend: while another coroutine has the connection, and as the original; run PHP: destructors */
zend_object_iterator *async_guarded_get_iterator(async_guarded_iterator_t *guard, zval *object, int by_ref,
	void (*move_forward)(zend_object_iterator *), void (*rewind)(zend_object_iterator *));
void async_guarded_step(const async_guarded_iterator_t *guard, zend_object_iterator *iterator,
	void (*step)(zend_object_iterator *));

/* Call `fn` for each step in progress that no coroutine owns, because it began before the first async call, and that
 * uses a connection. `fn` neither suspends nor runs PHP code. */
void async_guard_each_plain_step(async_guarded_call_fn fn);

#endif
