/*
 * What the sources of a trigger say by now: internal to await/trigger_outcome.c and await/trigger_result.c. No function
 * here suspends or runs PHP code.
 */
#ifndef ASYNC_AWAIT_TRIGGER_OUTCOME_H
#define ASYNC_AWAIT_TRIGGER_OUTCOME_H

#include "await/trigger.h"

typedef struct {
	async_source_t *until;      /* the last source that counts; NULL: no source is ready */
	zend_long successes;        /* of the sources up to it … */
	zend_long failures;
	async_source_t *error;      /* … and for a SOME that throws, the first of them with an error to deliver; or NULL */
} async_outcome_t;

/* The outcome of the sources that are ready. */
async_outcome_t async_trigger_outcome(const async_trigger_t *trigger);

/* Does the outcome of an ALL or SOME with so many successes stand? Or can it not be reached any more? */
bool async_trigger_has_enough(const async_trigger_t *trigger, zend_long successes);

/* The first source up to `until` (NULL: the last one) with an error that was not delivered yet; NULL: there is none. */
async_source_t *async_trigger_next_error(const async_trigger_t *trigger, const async_source_t *until);

/* Can any() give nothing more? The functions of the await family do not throw then: they return NULL. */
bool async_trigger_is_exhausted(const async_trigger_t *trigger);

/* May the source give another value after the one that was taken? Never a coroutine or a future, nor any other source
 * that has failed. */
bool async_source_may_fire_again(const async_source_t *source);

#endif
