/*
 * Records of things in use, in a hash table: taking a thing that no other coroutine uses costs a look at one bucket.
 *
 * Records are recycled, and released at the end of the request only, so that a fatal error that skips our frames does
 * no harm. A record begins with an async_record_t. The rest of a new record is zero; the rest of a recycled record is
 * as its last user has left it.
 */
#ifndef ASYNC_SCHEDULER_RECORDS_H
#define ASYNC_SCHEDULER_RECORDS_H

#include "php.h"

/* Fields for records.c and this file only. */
typedef struct async_record {
	struct async_record *next;    /* in the bucket, or in the list of idle records */
	uintptr_t place;              /* a hash of the thing */
} async_record_t;

/* The table, for one thread. Pointers to it are NULL until the first record is added. */
typedef struct async_records {
	async_record_t **buckets;
	uint32_t mask;                /* number of buckets - 1 */
	uint32_t count;               /* records in the buckets */
	async_record_t *idle;
} async_records_t;

/* None of these functions suspends or runs PHP code, unless a callback does. */

/* The first record that may be of the thing; the others follow by `next`. */
static zend_always_inline async_record_t *async_records_at(const async_records_t *records, uintptr_t place)
{
	return EXPECTED(records != NULL) ? records->buckets[place & records->mask] : NULL;
}

/* Add a record. The table is made when it is needed. */
async_record_t *async_records_add(async_records_t **records, uintptr_t place, size_t size);

/* Add a record if the bucket is empty and a record is idle; else NULL. */
static zend_always_inline async_record_t *async_records_add_first(async_records_t *records, uintptr_t place)
{
	async_record_t **bucket, *record;

	if (UNEXPECTED(records == NULL) || UNEXPECTED((record = records->idle) == NULL)) {
		return NULL;
	}
	ZEND_ASSERT(record != record->next && "a record is idle once");
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

/* Put the record on the idle list for reuse. Also one that async_records_forget() has taken out in a forked child: its
 * user was the main script, which has left its frames since. */
void async_records_retire(async_records_t *records, async_record_t *record);

/* Put the record on the idle list if it is the first of its bucket; else false. */
static zend_always_inline bool async_records_retire_first(async_records_t *records, async_record_t *record)
{
	async_record_t **bucket = &records->buckets[record->place & records->mask];

	if (UNEXPECTED(*bucket != record)) {
		return false;
	}
	ZEND_ASSERT(records->count > 0 && "a record in the table was counted");
	*bucket = record->next;
	records->count--;
	record->next = records->idle;
	records->idle = record;
	return true;
}

/* Call fn for all records in use; fn adds and retires none. */
void async_records_each(const async_records_t *records, void (*fn)(async_record_t *record));
void async_records_each_with(const async_records_t *records, void (*fn)(async_record_t *record, void *context),
	void *context);

/* In a forked child: take the records that do not stay out of the table. They do not become idle either. */
void async_records_forget(async_records_t *records, bool (*stays)(async_record_t *record));

/* The end of a request: release the table. forget: NULL, or releases what a record holds. */
void async_records_release(async_records_t **records, void (*forget)(async_record_t *record));

#endif
