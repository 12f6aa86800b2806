/*
 * Who spawned whom.
 *
 * A coroutine that spawns gets a lineage record, shared by all that it spawned: how many of them live (awaitSpawned()),
 * where it was spawned itself, and the same of its ancestors (the spawn chains of rule D36). The records of ancestors
 * that are gone stay for the chain; a chain is cut before it grows without end.
 */
#ifndef ASYNC_SCHEDULER_LINEAGE_H
#define ASYNC_SCHEDULER_LINEAGE_H

#include "scheduler/globals.h"

struct async_lineage {
	uint32_t refcount;
	uint32_t depth;            /* ancestors behind it */
	size_t living;             /* spawned by this coroutine and not over */
	async_wait_list_t waiters; /* the coroutine itself, in awaitSpawned() */
	async_lineage_t *parent;   /* counted; of whoever spawned this coroutine, NULL at the end of the chain */
	zend_string *file;         /* where it was spawned; NULL for main */
	uint32_t line;
	uint64_t id;
};

async_lineage_t *async_lineage_new(const async_coroutine_t *coroutine);
void async_lineage_release(async_lineage_t *lineage);

/* The coroutine is handed to the scheduler: it is the child of the current one. */
static zend_always_inline void async_lineage_join(async_coroutine_t *coroutine)
{
	async_coroutine_t *spawner = ASYNC_G(current);

	if (UNEXPECTED(spawner->lineage == NULL)) {
		spawner->lineage = async_lineage_new(spawner);
	}
	coroutine->spawner = spawner->lineage;
	spawner->lineage->refcount++;
	spawner->lineage->living++;
}

/* It is over. */
static zend_always_inline void async_lineage_leave(async_coroutine_t *coroutine)
{
	async_lineage_t *spawner = coroutine->spawner;

	if (spawner && --spawner->living == 0 && UNEXPECTED(spawner->waiters.head != NULL)) {
		async_wait_list_wake_all(&spawner->waiters);
	}
}

#endif
