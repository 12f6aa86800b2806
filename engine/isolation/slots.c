/*
 * The values of slots: copied for a new isolation, exchanged at a switch, released at its end.
 */
#include "engine/isolation/slots.h"

#include "engine/globals.h"
#include "engine/isolation/places.h"

#define PLACES() ASYNC_ENGINE_G(isolation_places)

void async_isolation_slots_reserve(async_isolation_slots_t *slots, uint32_t count)
{
	if (slots->capacity < count) {
		const uint32_t capacity = MAX(count, slots->capacity + slots->capacity / 4);
		slots->values = safe_erealloc(slots->values, capacity, sizeof(*slots->values), 0);
		slots->capacity = capacity;
	}
}

void async_isolation_slots_copy(async_isolation_copy_t *copy, async_isolation_slots_t *slots)
{
	const async_isolation_places_t *places = PLACES();

	async_isolation_slots_reserve(slots, places->count);
	for (uint32_t i = 0; i < places->count; i++) {
		zval *value = &slots->values[i];
		async_isolation_copy_value(copy, value, places->at[i]);
		if (UNEXPECTED(Z_ISREF_P(value)) && places->rows[i].type) {
			ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(value), places->rows[i].type);
		}
	}
	slots->count = places->count;
}

/* The second word of a bucket's value belongs to the table: ZVAL_COPY_VALUE() leaves it. */
static zend_always_inline void exchange_in_buckets(Bucket *bucket, uint32_t count, zval *leaving, const zval *coming)
{
	for (uint32_t i = 0; i < count; i++) {
		ZVAL_COPY_VALUE(&leaving[i], &bucket[i].val);
		ZVAL_COPY_VALUE(&bucket[i].val, &coming[i]);
	}
}

static zend_always_inline void exchange_properties(zval *at, uint32_t count, zval *leaving, const zval *coming)
{
	for (uint32_t i = 0; i < count; i++) {
		const zval value = at[i];
		at[i] = coming[i];
		leaving[i] = value;
	}
}

/* The slots that the coming isolation has, in whole runs. returns: how many these are */
static uint32_t exchange_known(
	const async_isolation_places_t *places, zval *leaving, const zval *coming, uint32_t known)
{
	const async_isolation_run_t *run = places->runs;
	uint32_t slot = 0;

	for (; slot < known && slot + run->count <= known; run++) {
		if (run->is_in_buckets) {
			exchange_in_buckets((Bucket *) (void *) run->at, run->count, leaving + slot, coming + slot);
		} else {
			exchange_properties(run->at, run->count, leaving + slot, coming + slot);
		}
		slot += run->count;
	}
	return slot;
}

void async_isolation_slots_exchange(async_isolation_slots_t *from, async_isolation_slots_t *to)
{
	const async_isolation_places_t *places = PLACES();
	/* Without room the rest stays in place: after a fatal error only. */
	const uint32_t count = MIN(places->count, from->capacity);
	const uint32_t known = MIN(count, to->count);

	for (uint32_t i = exchange_known(places, from->values, to->values, known); i < count; i++) {
		zval *place = places->at[i];
		ZVAL_COPY_VALUE(&from->values[i], place);
		if (i < known) {
			ZVAL_COPY_VALUE(place, &to->values[i]);
		} else {
			ZVAL_COPY(place, &places->rows[i].initial);
		}
	}
	from->count = count;
	to->count = 0;
}

static void release(zval *value, zend_property_info *type)
{
	if (UNEXPECTED(type != NULL) && Z_ISREF_P(value)) {
		ZEND_REF_DEL_TYPE_SOURCE(Z_REF_P(value), type);
	}
	zval_ptr_dtor(value);
}

/* ---- the end ---- */

static bool is_initial(const zval *value, const zval *initial)
{
	return Z_TYPE_P(value) == Z_TYPE_P(initial)
		&& (Z_TYPE_P(value) <= IS_TRUE || Z_COUNTED_P(value) == Z_COUNTED_P(initial));
}

bool async_isolation_slots_destruct(void)
{
	const async_isolation_places_t *places = PLACES();
	bool is_called = false;

	for (uint32_t i = 0; i < places->count; i++) {
		is_called |= async_isolation_destruct_value(places->at[i]);
	}
	return is_called;
}

bool async_isolation_slots_end(bool only_holders)
{
	const async_isolation_places_t *places = PLACES();
	bool is_changed = false;

	for (uint32_t i = 0; i < places->count; i++) {
		zval value;
		ZVAL_COPY_VALUE(&value, places->at[i]);
		if (!is_initial(&value, &places->rows[i].initial) && (!only_holders || async_isolation_is_holder(&value))) {
			ZVAL_COPY(places->at[i], &places->rows[i].initial);
			is_changed = true;
			release(&value, places->rows[i].type);
		}
	}
	return is_changed;
}

void async_isolation_slots_mark_destructed(void)
{
	const async_isolation_places_t *places = PLACES();

	for (uint32_t i = 0; i < places->count; i++) {
		async_isolation_mark_destructed(places->at[i]);
	}
}

void async_isolation_slots_forget(async_isolation_slots_t *slots)
{
	const async_isolation_places_t *places = PLACES();
	const uint32_t count = slots->count;

	slots->count = 0;
	for (uint32_t i = 0; i < count; i++) {
		release(&slots->values[i], places->rows[i].type);
	}
	if (slots->values) {
		efree(slots->values);
		slots->values = NULL;
		slots->capacity = 0;
	}
}

void async_isolation_slots_evaluated(async_isolation_slots_t *slots, uint32_t first, uint32_t count)
{
	const async_isolation_places_t *places = PLACES();
	const uint32_t end = MIN(first + count, slots->count);

	for (uint32_t i = first; i < end; i++) {
		zval *value = &slots->values[i];
		if (Z_TYPE_P(value) == IS_CONSTANT_AST) {
			zval_ptr_dtor_nogc(value);
			ZVAL_COPY(value, &places->rows[i].initial);
		}
	}
}
