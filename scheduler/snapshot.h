/*
 * Snapshot: what the program does now, as an array of numbers, strings and arrays.
 *
 * Async\snapshot() returns it, Async\dump() and async.dump_signal print it. The layers above add what they own, such as
 * connections and pools, by sections.
 */
#ifndef ASYNC_SCHEDULER_SNAPSHOT_H
#define ASYNC_SCHEDULER_SNAPSHOT_H

#include "engine/part.h"

/* A section of the snapshot: `fill` adds rows to the array with this key. It neither suspends nor runs PHP code. */
typedef struct {
	const char *key;
	void (*fill)(zval *rows);
} async_snapshot_section_t;

#define ASYNC_SNAPSHOT_SECTIONS_MAX 16

/* Add a section, once per process, at module start. Sections with the same key fill the same array. */
void async_snapshot_add_section(const async_snapshot_section_t *section);

/* Make the snapshot, of this thread. It has no objects, so that it can be encoded without running PHP code. It may be
 * called at any time between the start and the end of a request: from PHP code, at an interrupt, by a completion
 * function of the reactor (through async_scheduler_shield()).
 * suspends: no; runs PHP: no; errors: memory_limit is PHP's fatal error */
void async_snapshot(zval *result);

#endif
