/*
 * Records of what is in use, in a hash table: whoever wants what nobody else wants looks at one bucket.
 *
 * They are recycled, and released at the end of the request only, so that a fatal error that skips our frames does no
 * harm. A record begins with an async_record_t; what follows is zero in a new one, and in a recycled one what its user
 * has left there.
 */
#ifndef ASYNC_SCHEDULER_RECORDS_H
#define ASYNC_SCHEDULER_RECORDS_H

#include "php.h"

/* Fields for records.* only. */
typedef struct async_record {
	struct async_record *next;    /* in the bucket, or among the idle ones */
	uintptr_t place;              /* a hash of what it is about */
} async_record_t;

/* Of one thread; NULL until the first one is added. */
typedef struct async_records {
	async_record_t **buckets;
	uint32_t mask;                /* number of buckets - 1 */
	uint32_t count;               /* records in the buckets */
	async_record_t *idle;
} async_records_t;

/* None of these suspends or runs PHP code, but for what the callbacks do. */

/* All records that may be about it, by `next`. */
static zend_always_inline async_record_t *async_records_at(const async_records_t *records, uintptr_t place)
{
	return EXPECTED(records != NULL) ? records->buckets[place & records->mask] : NULL;
}

/* A record that belongs to nobody so far; the table is made when it is needed. */
async_record_t *async_records_add(async_records_t **records, uintptr_t place, size_t size);

/* The same where nothing else is and one is idle; NULL: it is not so. */
static zend_always_inline async_record_t *async_records_add_first(async_records_t *records, uintptr_t place)
{
	async_record_t **bucket, *record;

	if (UNEXPECTED(records == NULL) || UNEXPECTED((record = records->idle) == NULL)) {
		return NULL;
	}
	bucket = &records->buckets[place & records->mask];
	if (UNEXPECTED(*bucket != NULL)) {
		return NULL;
	}
	records->idle = record->next;
	records->count++;
	record->next = NULL;
	record->place = place;
	return *bucket = record;
}

/* It waits for something else to be about. One that was forgotten in a forked child is taken back, too: its user was
 * the main script, which leaves its frames there. */
void async_records_retire(async_records_t *records, async_record_t *record);

/* The same for the first one in its bucket; false: it is not. */
static zend_always_inline bool async_records_retire_first(async_records_t *records, async_record_t *record)
{
	async_record_t **bucket = &records->buckets[record->place & records->mask];

	if (UNEXPECTED(*bucket != record)) {
		return false;
	}
	*bucket = record->next;
	records->count--;
	record->next = records->idle;
	records->idle = record;
	return true;
}

/* Call fn for all that are in use; it adds and retires none. */
void async_records_each(const async_records_t *records, void (*fn)(async_record_t *record));

/* In a forked child: those that do not stay are in no bucket any more, and not idle either. */
void async_records_forget(async_records_t *records, bool (*stays)(async_record_t *record));

/* The end of a request. forget: NULL, or what one of them has besides its own memory. */
void async_records_release(async_records_t **records, void (*forget)(async_record_t *record));

#endif
