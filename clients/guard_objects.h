/*
 * Guards where no function is called: objects whose release talks to a server, and foreach over what is read from one.
 */
#ifndef ASYNC_CLIENTS_GUARD_OBJECTS_H
#define ASYNC_CLIENTS_GUARD_OBJECTS_H

#include "clients/owner.h"

/* The object handlers of a class whose instances talk to a server when they are released: dtor_obj and free_obj are
 * replaced in place, and what was there is copied. */
typedef struct {
	const char *class_name;                                         /* lower case */
	const zend_object_handlers *table;                              /* in use; set by async_guard_objects() */
	zend_object_handlers original;
	const void *(*connection)(zend_object *object);                 /* NULL: none */
	const async_client_t *client;
	bool is_patched;
	bool is_connection;                                             /* without it there is no connection */
	bool (*survives)(const void *connection);                       /* as async_guard_kind_t has it */
	/* The object of a connection is about to be released: does the connection stay? NULL: no. */
	bool (*stays)(zend_object *object);
} async_guarded_objects_t;

/* Patch the table that an instance leads to, and return it; NULL: impossible, or there is no such class. Where PHP can
 * run; once per process for each. dtor_obj: NULL when releasing it can wait for nobody. */
zend_object_handlers *async_guard_objects(async_guarded_objects_t *objects, zend_object_dtor_obj_t dtor_obj,
	zend_object_free_obj_t free_obj);

/* A request's main flow has become a coroutine: transactions and results that it has open stay its own.
 * suspends: no; runs PHP: no */
void async_guard_adopt(void);

/* Bodies of the replacements. suspends: while the original talks to the server; runs PHP: as the original */
void async_guarded_dtor(const async_guarded_objects_t *objects, zend_object *object);
void async_guarded_free(const async_guarded_objects_t *objects, zend_object *object);

/* Steps of an iterator of such a class. */
typedef struct {
	const async_client_t *client;
	/* As async_guard_kind_t has them, for the object that is iterated over. */
	const void *(*find)(zend_object *object, zend_object **handle);
	bool (*touches)(zend_object *object);
	zend_object_iterator *(*get_iterator)(zend_class_entry *, zval *, int);  /* of the class; set before ours is */
	zend_object_iterator_funcs original;                            /* copies, made of the first iterator … */
	zend_object_iterator_funcs guarded;                             /* … this one with steps of ours */
	bool is_known;
} async_guarded_iterator_t;

/* Bodies of get_iterator, move_forward and rewind.
 * suspend: for their turn, and as the original; run PHP: destructors */
zend_object_iterator *async_guarded_get_iterator(async_guarded_iterator_t *guard, zval *object, int by_ref,
	void (*move_forward)(zend_object_iterator *), void (*rewind)(zend_object_iterator *));
void async_guarded_step(const async_guarded_iterator_t *guard, zend_object_iterator *iterator,
	void (*step)(zend_object_iterator *));

#endif
