/*
 * Snapshot: what the program does now, as an array of numbers, strings and arrays.
 *
 * Async\snapshot() returns it, Async\dump() and async.dump_signal print it. The layers above add what they own, such as
 * connections and pools, by sections.
 */
#ifndef ASYNC_SCHEDULER_SNAPSHOT_H
#define ASYNC_SCHEDULER_SNAPSHOT_H

#include "scheduler/lock.h"

#include "zend_smart_str.h"

/* A section of the snapshot: `fill` adds rows to the array with this key. It neither suspends nor runs PHP code. */
typedef struct {
	const char *key;
	void (*fill)(zval *rows);
} async_snapshot_section_t;

#define ASYNC_SNAPSHOT_SECTIONS_MAX 16

/* Add a section, once per process, at module start. Sections with the same key fill the same array. */
void async_snapshot_add_section(const async_snapshot_section_t *section);

/* Rows of a section for the objects of one class, which are found by their handlers in the table of all objects. `fill`
 * adds its keys to a row. False: this object has no row. It neither suspends nor runs PHP code. */
typedef struct {
	const char *key;
	const zend_object_handlers *handlers;
	bool (*fill)(zend_object *object, zval *row);
} async_snapshot_class_t;

#define ASYNC_SNAPSHOT_CLASSES_MAX 16

/* Add a class, once per process, at module start. */
void async_snapshot_add_class(const async_snapshot_class_t *of);

/* Helpers for rows. A row has its numbers by key, and the key "text" has all of it in words. */
void async_snapshot_add_text(zval *row, const char *key, smart_str *text);
/* "FILE:LINE", or NULL. */
void async_snapshot_add_place(zval *row, const char *key, const zend_string *file, uint32_t line);
/* "awaited_by": the ids of the first coroutines in the list; "awaited_at": the place of the first one, or NULL. */
void async_snapshot_add_awaiters(zval *row, const async_wait_list_t *waiters);
/* "owner": the id, or NULL; "waiters": how many coroutines wait for the lock. */
void async_snapshot_add_lock(zval *row, const async_lock_t *lock);
/* ", held by coroutine #12, 3 waiters" */
void async_snapshot_append_lock(smart_str *text, const async_lock_t *lock);

/* Make the snapshot, of this thread. It has no objects, so that it can be encoded without running PHP code. It may be
 * called at any time between the start and the end of a request: from PHP code, at an interrupt, by a completion
 * function of the reactor (through async_scheduler_shield()).
 * suspends: no; runs PHP: no; errors: memory_limit is PHP's fatal error */
void async_snapshot(zval *result);

#endif
