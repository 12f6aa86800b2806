/*
 * Lineage: which coroutine spawned which.
 *
 * A coroutine that spawns gets a lineage record, which all coroutines that it spawned share. The record knows how many
 * of them live (awaitSpawned()), where the spawner was spawned itself, and the record of the spawner's own spawner: the
 * spawn chain (D36). Records of ancestors that have ended stay for the chain, and a chain is cut at a bounded length.
 */
#ifndef ASYNC_SCHEDULER_LINEAGE_H
#define ASYNC_SCHEDULER_LINEAGE_H

#include "scheduler/globals.h"

struct async_lineage {
	uint32_t refcount;
	uint32_t depth;            /* number of ancestors in the chain */
	size_t living;             /* coroutines that this one spawned and that have not ended */
	async_wait_list_t waiters; /* the coroutine itself, in awaitSpawned() */
	async_lineage_t *parent;   /* counted; record of its spawner, NULL at the end of the chain */
	zend_string *file;         /* place where this coroutine was spawned; NULL for main */
	uint32_t line;
	uint64_t id;
};

/* The record of a coroutine, which holds that of its spawner. A chain that gets too long is cut.
 * owns: the caller owns one reference; errors: none (memory_limit is PHP's fatal error) */
async_lineage_t *async_lineage_new(const async_coroutine_t *coroutine);

/* Drop a reference. NULL: nothing happens. suspends: no; runs PHP: no */
void async_lineage_release(async_lineage_t *lineage);

/* The coroutine is handed to the scheduler: the current coroutine is its spawner. */
static zend_always_inline void async_lineage_join(async_coroutine_t *coroutine)
{
	async_coroutine_t *spawner = ASYNC_G(current);

	ZEND_ASSERT(spawner && spawner != coroutine && "a coroutine is spawned by another one");
	ZEND_ASSERT(coroutine->spawner == NULL && "a coroutine is spawned once");
	if (UNEXPECTED(spawner->lineage == NULL)) {
		spawner->lineage = async_lineage_new(spawner);
	}
	coroutine->spawner = spawner->lineage;
	spawner->lineage->refcount++;
	spawner->lineage->living++;
}

/* The coroutine has ended: wake its spawner if that is in awaitSpawned() and this was the last coroutine it waited
 * for. */
static zend_always_inline void async_lineage_leave(async_coroutine_t *coroutine)
{
	async_lineage_t *spawner = coroutine->spawner;

	ZEND_ASSERT((spawner == NULL || spawner->living > 0) && "a coroutine that ends was counted");
	if (spawner && --spawner->living == 0 && UNEXPECTED(spawner->waiters.head != NULL)) {
		async_wait_list_wake_all(&spawner->waiters);
	}
}

#endif
