/*
 * Lineage records: chains of spawners, counted, and cut before they grow without bound.
 */
#include "scheduler/lineage.h"

/* A chain of this length is cut … */
#define DEPTH_MAX 16
/* … to copies of this number of its newest records. So coroutines that spawn their successors without end hold a
 * bounded number of records. */
#define DEPTH_KEPT 8

static async_lineage_t *new_record(zend_string *file, uint32_t line, uint64_t id)
{
	async_lineage_t *lineage = ecalloc(1, sizeof(*lineage));

	lineage->refcount = 1;
	lineage->file = file ? zend_string_copy(file) : NULL;
	lineage->line = line;
	lineage->id = id;
	return lineage;
}

/* Copy of the first `count` records of a chain. */
static async_lineage_t *copy_chain(const async_lineage_t *from, uint32_t count)
{
	async_lineage_t *first = NULL;
	async_lineage_t **end = &first;

	for (uint32_t left = count; left > 0 && from; left--, from = from->parent) {
		*end = new_record(from->file, from->line, from->id);
		(*end)->depth = left - 1;
		end = &(*end)->parent;
	}
	return first;
}

async_lineage_t *async_lineage_new(const async_coroutine_t *coroutine)
{
	async_lineage_t *lineage = new_record(
		coroutine->flags & ASYNC_COROUTINE_MAIN ? NULL : coroutine->spawn_file, coroutine->spawn_line, coroutine->id);
	async_lineage_t *parent = coroutine->spawner;

	if (parent == NULL) {
		return lineage;
	}
	ZEND_ASSERT(parent->refcount > 0 && parent->depth < DEPTH_MAX && "a coroutine holds a chain of bounded length");
	if (parent->depth + 1 < DEPTH_MAX) {
		parent->refcount++;
	} else {
		parent = copy_chain(parent, DEPTH_KEPT);
	}
	lineage->parent = parent;
	lineage->depth = parent->depth + 1;
	return lineage;
}

void async_lineage_release(async_lineage_t *lineage)
{
	ZEND_ASSERT((lineage == NULL || lineage->refcount > 0) && "a reference is dropped once");
	while (lineage && --lineage->refcount == 0) {
		async_lineage_t *parent = lineage->parent;

		if (lineage->file) {
			zend_string_release(lineage->file);
		}
		efree(lineage);
		lineage = parent;
	}
}
