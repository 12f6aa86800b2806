/*
 * Slots: the static properties of classes and the static variables of functions, one number for each in a request.
 *
 * A slot is found when its class or function is there (places.c). Its place never moves: the tables of static members
 * and of static variables are made once and keep their size. An isolation that has not seen a slot yet has its initial
 * value there (I4).
 */
#ifndef ASYNC_ENGINE_ISOLATION_SLOTS_H
#define ASYNC_ENGINE_ISOLATION_SLOTS_H

#include "engine/isolation/copy.h"

/* The slots of one isolation. */
typedef struct {
	zval *values;        /* while it is parked: of slots 0 to count - 1 */
	uint32_t count;
	uint32_t capacity;
} async_isolation_slots_t;

/* Make room for all slots, so that the isolation, which has these slots, can be parked once it is the current one.
 * errors: memory_limit is PHP's fatal error */
void async_isolation_slots_reserve(async_isolation_slots_t *slots, uint32_t count);

/* A new isolation: copies of the values of the current one. All places have been found. */
void async_isolation_slots_copy(async_isolation_copy_t *copy, async_isolation_slots_t *slots);

/* Move the current values to *from and those of *to into their places. Allocates nothing. */
void async_isolation_slots_exchange(async_isolation_slots_t *from, async_isolation_slots_t *to);

/* Call the destructors of objects that only slots hold.
 * returns: one was called; suspends, runs PHP: the destructors */
bool async_isolation_slots_destruct(void);

/* Release the current values, or only those that may hold objects, and leave the initial ones.
 * returns: there was one; suspends, runs PHP: destructors, which see what is not released yet and may fill slots */
bool async_isolation_slots_end(bool only_holders);

/* Objects that only slots hold are released without their destructors from here on. */
void async_isolation_slots_mark_destructed(void);

/* Release the parked values. runs PHP: destructors, unless the engine has marked all objects as destructed */
void async_isolation_slots_forget(async_isolation_slots_t *slots);

/* The class of these slots has its constant expressions evaluated: parked values that are still expressions become the
 * initial values. */
void async_isolation_slots_evaluated(async_isolation_slots_t *slots, uint32_t first, uint32_t count);

#endif
