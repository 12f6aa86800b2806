/*
 * Disowning: objects that only a given set of coroutines holds are not destructed when the request ends.
 *
 * For a forked child: the parent destructs objects that only its own coroutines hold. References are counted from these
 * coroutines on; a value all of whose references were met belongs to them. Values in cycles, and values that other
 * code holds as well, do not.
 */
#ifndef ASYNC_SCHEDULER_DISOWN_H
#define ASYNC_SCHEDULER_DISOWN_H

#include "scheduler/coroutine.h"

/* How often each value was met, and the values of the set whose members have not been counted yet. */
typedef struct {
	HashTable counts;
	zval *found;
	size_t count;
	size_t capacity;
} async_disown_t;

/* Nothing is counted yet. owns: the caller calls async_disown_end(), which frees the counts */
void async_disown_begin(async_disown_t *self);

/* Count what the coroutine's record and its frames hold. runs PHP: no */
void async_disown_coroutine(async_disown_t *self, const async_coroutine_t *coroutine);

/* Count the members of all values that were found. Destructors of the objects among them will not run; nothing is
 * released.
 * runs PHP: no */
void async_disown_end(async_disown_t *self);

#endif
