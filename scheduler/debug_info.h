/*
 * What var_dump(), print_r() and debuggers show of the objects of the extension: their state, where they were made, how
 * many wait. For get_debug_info handlers; other casts give the properties, as for any object.
 */
#ifndef ASYNC_SCHEDULER_DEBUG_INFO_H
#define ASYNC_SCHEDULER_DEBUG_INFO_H

#include "scheduler/classes.h"
#include "scheduler/scheduler.h"

/* New table with the properties of the object. The caller returns it from its handler.
 * owns: the caller owns the table, *is_temp says so */
HashTable *async_debug_begin(zend_object *object, int *is_temp);

/* Add an entry. A property of the same name stays. */
void async_debug_add(HashTable *info, const char *key, zval *value);
void async_debug_add_text(HashTable *info, const char *key, const char *text);
void async_debug_add_long(HashTable *info, const char *key, zend_long number);
/* "FILE:LINE"; nothing when the file is NULL. */
void async_debug_add_place(HashTable *info, const char *key, const zend_string *file, uint32_t line);
/* "CLASS: message"; nothing for NULL. */
void async_debug_add_exception(HashTable *info, const char *key, zend_object *exception);
/* The number of coroutines and others in the list. */
void async_debug_add_waiters(HashTable *info, const char *key, const async_wait_list_t *list);

#endif
