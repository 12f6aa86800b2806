/*
 * Recycled records of things in use, in a hash table.
 */
#include "scheduler/records.h"

#include "compat.h"

#define BUCKETS_FIRST 64

/* Outside of PHP's heap: a script that compares memory_get_usage() around its first call does not see them. */
static async_record_t **new_buckets(size_t count)
{
	return pecalloc(count, sizeof(async_record_t *), true);
}

static async_records_t *new_records(void)
{
	async_records_t *records = emalloc(sizeof(*records));

	records->buckets = new_buckets(BUCKETS_FIRST);
	records->mask = BUCKETS_FIRST - 1;
	records->count = 0;
	records->idle = NULL;
	return records;
}

static void insert(async_records_t *records, async_record_t *record)
{
	async_record_t **bucket = &records->buckets[record->place & records->mask];

	record->next = *bucket;
	*bucket = record;
}

static ZEND_COLD void grow(async_records_t *records)
{
	async_record_t **old = records->buckets;
	const uint32_t old_mask = records->mask;

	records->buckets = new_buckets(2 * ((size_t) old_mask + 1));
	records->mask = 2 * old_mask + 1;
	for (uint32_t i = 0; i <= old_mask; i++) {
		async_record_t *next;
		for (async_record_t *record = old[i]; record; record = next) {
			next = record->next;
			insert(records, record);
		}
	}
	pefree(old, true);
}

async_record_t *async_records_add(async_records_t **records, uintptr_t place, size_t size)
{
	async_records_t *table = EXPECTED(*records != NULL) ? *records : (*records = new_records());
	async_record_t *record = table->idle;

	ZEND_ASSERT(size >= sizeof(async_record_t) && "a record begins with the fields of this file");
	ZEND_ASSERT((table->mask & (table->mask + 1)) == 0 && "the number of buckets is a power of two");
	if (UNEXPECTED(table->count > table->mask)) {
		grow(table);
	}
	if (EXPECTED(record != NULL)) {
		table->idle = record->next;
	} else {
		record = ecalloc(1, size);
	}
	record->place = place;
	insert(table, record);
	table->count++;
	return record;
}

void async_records_retire(async_records_t *records, async_record_t *record)
{
	async_record_t **link = &records->buckets[record->place & records->mask];

	while (*link && *link != record) {
		link = &(*link)->next;
	}
	if (EXPECTED(*link != NULL)) {
		ZEND_ASSERT(records->count > 0 && "a record in the table was counted");
		*link = record->next;
		records->count--;
	}
	record->next = records->idle;
	records->idle = record;
}

void async_records_each(const async_records_t *records, void (*fn)(async_record_t *record))
{
	for (uint32_t i = 0; records && i <= records->mask; i++) {
		for (async_record_t *record = records->buckets[i]; record; record = record->next) {
			fn(record);
		}
	}
}

void async_records_each_with(const async_records_t *records, void (*fn)(async_record_t *record, void *context),
	void *context)
{
	for (uint32_t i = 0; records && i <= records->mask; i++) {
		for (async_record_t *record = records->buckets[i]; record; record = record->next) {
			fn(record, context);
		}
	}
}

void async_records_forget(async_records_t *records, bool (*stays)(async_record_t *record))
{
	for (uint32_t i = 0; records && i <= records->mask; i++) {
		async_record_t **link = &records->buckets[i];
		while (*link) {
			if (stays(*link)) {
				link = &(*link)->next;
			} else {
				ZEND_ASSERT(records->count > 0 && "a record in the table was counted");
				*link = (*link)->next;
				records->count--;
			}
		}
	}
}

static void release_chain(async_record_t *record, void (*forget)(async_record_t *record))
{
	async_record_t *next;

	for (; record; record = next) {
		next = record->next;
		if (forget) {
			forget(record);
		}
		efree(record);
	}
}

ASYNC_ALWAYS_RUNS void async_records_release(async_records_t **records, void (*forget)(async_record_t *record))
{
	async_records_t *table = *records;

	if (table == NULL) {
		return;
	}
	*records = NULL;
	/* Records that a fatal error has left in use. */
	for (uint32_t i = 0; i <= table->mask; i++) {
		release_chain(table->buckets[i], forget);
	}
	release_chain(table->idle, forget);
	pefree(table->buckets, true);
	efree(table);
}
