/*
 * The table of global variables of an isolation: its copy and its end.
 */
#include "engine/isolation/symbols.h"

#include "zend_compile.h"

void async_isolation_symbols_prepare(void)
{
	zend_string *name;

	ZEND_HASH_MAP_FOREACH_STR_KEY(CG(auto_globals), name) {
		(void) zend_is_auto_global(name);
	} ZEND_HASH_FOREACH_END();
}

void async_isolation_symbols_copy(async_isolation_copy_t *copy, HashTable *symbols)
{
	zend_string *name;
	zval *value;

	zend_hash_init(symbols, zend_hash_num_elements(&EG(symbol_table)), NULL, ZVAL_PTR_DTOR, false);
	/* Those of the main script lie in its frame: the table leads there. */
	ZEND_HASH_MAP_FOREACH_STR_KEY_VAL_IND(&EG(symbol_table), name, value) {
		zval own;
		async_isolation_copy_value(copy, &own, value);
		zend_hash_add_new(symbols, name, &own);
	} ZEND_HASH_FOREACH_END();
}

/* An object that only its variable holds goes now, in reverse order; others wait for the rest. */
static int release_sole_object(zval *value)
{
	ZEND_ASSERT(Z_TYPE_P(value) != IS_INDIRECT && "only the main script has variables in its frame");
	return Z_TYPE_P(value) == IS_OBJECT && Z_REFCOUNT_P(value) == 1 ? ZEND_HASH_APPLY_REMOVE : ZEND_HASH_APPLY_KEEP;
}

bool async_isolation_symbols_destruct(void)
{
	const HashTable *symbols = &EG(symbol_table);
	const uint32_t before = zend_hash_num_elements(symbols);
	bool is_called;
	uint32_t count;

	do {
		count = zend_hash_num_elements(symbols);
		zend_hash_reverse_apply(&EG(symbol_table), release_sole_object);
	} while (zend_hash_num_elements(symbols) < count);
	is_called = count != before;
	/* A destructor may make the table larger: it lies elsewhere then. */
	for (uint32_t i = symbols->nNumUsed; i-- > 0; ) {
		if (i < symbols->nNumUsed) {
			is_called |= async_isolation_destruct_value(&symbols->arData[i].val);
		}
	}
	return is_called;
}

static int release_holder(zval *value)
{
	return async_isolation_is_holder(value) ? ZEND_HASH_APPLY_REMOVE : ZEND_HASH_APPLY_KEEP;
}

static int release_any(zval *value)
{
	(void) value;
	return ZEND_HASH_APPLY_REMOVE;
}

bool async_isolation_symbols_end(bool only_holders)
{
	const uint32_t before = zend_hash_num_elements(&EG(symbol_table));

	/* Element by element: a destructor finds a table that is whole. */
	zend_hash_reverse_apply(&EG(symbol_table), only_holders ? release_holder : release_any);
	return only_holders ? zend_hash_num_elements(&EG(symbol_table)) != before : before > 0;
}

void async_isolation_symbols_mark_destructed(void)
{
	zval *value;

	ZEND_HASH_MAP_FOREACH_VAL(&EG(symbol_table), value) {
		async_isolation_mark_destructed(value);
	} ZEND_HASH_FOREACH_END();
}
