/*
 * What nobody but a given set of owners holds is not destructed when the request ends.
 *
 * For a forked child: objects that only coroutines of the parent hold are the parent's to destruct. References are
 * counted from the owners on; whatever has no others is theirs. Circles, and what somebody else holds too, are not.
 */
#ifndef ASYNC_SCHEDULER_DISOWN_H
#define ASYNC_SCHEDULER_DISOWN_H

#include "scheduler/coroutine.h"

/* How often each value was met, and values that are theirs and have not been looked into. */
typedef struct {
	HashTable counts;
	zval *found;
	size_t count;
	size_t capacity;
} async_disown_t;

void async_disown_begin(async_disown_t *self);

/* What the coroutine's record and its frames hold. */
void async_disown_coroutine(async_disown_t *self, const async_coroutine_t *coroutine);

/* Look into all that was found. Destructors of the objects among it will not run; nothing is released.
 * runs PHP: no */
void async_disown_end(async_disown_t *self);

#endif
