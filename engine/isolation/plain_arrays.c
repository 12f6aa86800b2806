/*
 * Large arrays of plain values, which all isolations share: known by their address.
 */
#include "engine/isolation/plain_arrays.h"

#include "engine/globals.h"

/* From the address of each, which is held, to the number of the isolation that has met it last. */
#define KNOWN() ASYNC_ENGINE_G(isolation_plain_arrays)
#define ROUND() ASYNC_ENGINE_G(isolation_plain_round)

void async_isolation_plain_arrays_begin(void)
{
	ROUND()++;
}

bool async_isolation_plain_array_is_known(const zend_array *array)
{
	zval *met = KNOWN() ? zend_hash_index_find(KNOWN(), (zend_ulong) (uintptr_t) array) : NULL;

	if (met) {
		ZVAL_LONG(met, ROUND());
	}
	return met != NULL;
}

void async_isolation_plain_array_add(zend_array *array)
{
	zval met;

	ZEND_ASSERT(!(GC_FLAGS(array) & GC_IMMUTABLE) && "an immutable array needs no search");
	if (KNOWN() == NULL) {
		KNOWN() = zend_new_array(8);
	}
	ZVAL_LONG(&met, ROUND());
	if (zend_hash_index_add(KNOWN(), (zend_ulong) (uintptr_t) array, &met)) {
		GC_ADDREF(array);
	}
}

static void let_go(zend_long last_round)
{
	zend_ulong address;
	zval *met;

	ZEND_HASH_FOREACH_NUM_KEY_VAL(KNOWN(), address, met) {
		if (Z_LVAL_P(met) != last_round) {
			zend_hash_index_del(KNOWN(), address);
			zend_array_release((zend_array *) (uintptr_t) address);
		}
	} ZEND_HASH_FOREACH_END();
}

void async_isolation_plain_arrays_end(void)
{
	if (UNEXPECTED(KNOWN() != NULL)) {
		let_go(ROUND());
	}
}

void async_isolation_plain_arrays_free(void)
{
	if (KNOWN()) {
		let_go(-1);
		zend_array_release(KNOWN());
		KNOWN() = NULL;
	}
}
