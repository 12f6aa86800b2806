/*
 * Values of isolations: copied as PHP assigns them, but references are made anew.
 *
 * Handles of isolated scopes are left out, in variables and in arrays that variables hold; deeper and in objects they
 * stay. The copy of a global variable that holds the scope made before would keep that scope and its state; a loop that
 * makes one scope after the other would keep them all.
 */
#ifndef ASYNC_ENGINE_ISOLATION_COPY_H
#define ASYNC_ENGINE_ISOLATION_COPY_H

#include "php.h"

/* One copy of a whole isolation. Names that share a reference share its copy. */
typedef struct {
	HashTable references;  /* from the address of a reference to its copy; borrowed */
} async_isolation_copy_t;

/* Begin with an empty table, and free the table. What was copied stays. suspends: no; runs PHP: no */
void async_isolation_copy_begin(async_isolation_copy_t *copy);
void async_isolation_copy_end(async_isolation_copy_t *copy);

/* *to becomes a copy of *from: arrays are separated when written, objects are shared by handle. References are made
 * anew, in arrays where they have other holders. They have no type sources; the caller adds its own.
 * owns: *to is the caller's; suspends: no; runs PHP: no */
void async_isolation_copy_counted(async_isolation_copy_t *copy, zval *to, const zval *from);

/* The same for any value. */
static zend_always_inline void async_isolation_copy_value(async_isolation_copy_t *copy, zval *to, const zval *from)
{
	if (EXPECTED(!Z_REFCOUNTED_P(from))) {
		ZVAL_COPY_VALUE(to, from);
	} else {
		async_isolation_copy_counted(copy, to, from);
	}
}

/* Call the destructors of the objects that only this value holds, also in arrays and in objects, before any of them is
 * released: they still find the whole state.
 * returns: one was called; suspends, runs PHP: the destructors */
bool async_isolation_destruct_value(zval *value);

/* The same for an object that so many places of the isolation hold, if no other does. */
bool async_isolation_destruct_object(zend_object *object, uint32_t holders);

/* May the release of this value run a destructor? */
static inline bool async_isolation_is_holder(const zval *value)
{
	ZVAL_DEREF(value);
	return Z_TYPE_P(value) == IS_OBJECT || (Z_TYPE_P(value) == IS_ARRAY && Z_REFCOUNTED_P(value));
}

/* The object, where only this value holds it, is released without its destructor from here on. */
static inline void async_isolation_mark_destructed(zval *value)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_OBJECT && Z_REFCOUNT_P(value) == 1) {
		GC_ADD_FLAGS(Z_OBJ_P(value), IS_OBJ_DESTRUCTOR_CALLED);
	}
}

/* Set once, at module start: which objects are not copied; NULL takes their place. */
extern bool (*async_isolation_leaves_out)(const zend_object *object);

#endif
