/*
 * Async\Testing: what its source files share.
 */
#ifndef ASYNC_TESTING_TESTING_H
#define ASYNC_TESTING_TESTING_H

#include "async_classes.h"
#include "scheduler/test_run.h"

#include "zend_smart_str.h"

/* What exists before a test, to be compared with what it leaves. */
typedef struct {
	zend_long next_resource;       /* handle of the next resource */
	HashTable objects;             /* of classes that stand for a connection: address by handle */
} async_left_t;

/* Note what there is. runs PHP: no; suspends: no */
void async_left_before(async_left_t *before);
void async_left_forget(async_left_t *before);

/* Append a line for all that the test has left to an array: coroutines, scopes, timers, descriptors, connections. What
 * the test has returned is not left.
 * runs PHP: no; suspends: no */
void async_left_list(const async_test_run_t *run, const async_left_t *before, const zval *result, zval *lines);

/* Append ", opened at FILE:LINE" if it is known where a resource or an object was opened while a test ran. */
void async_opened_append(smart_str *text, zend_ulong handle, bool is_object);
/* Forget all places: no test runs any more. */
void async_opened_forget(void);

/* Is the object a timeout that was made while a test ran, after the coroutine with the id `since`, and that has not
 * passed? The file where it was made then, borrowed; else NULL (await/timeout.c). */
const zend_string *async_timeout_left(const zend_object *object, uint64_t since, uint32_t *line, zend_long *ms);

#endif
