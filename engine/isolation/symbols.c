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

void async_isolation_symbols_destruct(void)
{
	const HashTable *symbols = &EG(symbol_table);
	uint32_t count;

	do {
		count = zend_hash_num_elements(&EG(symbol_table));
		zend_hash_reverse_apply(&EG(symbol_table), release_sole_object);
	} while (zend_hash_num_elements(&EG(symbol_table)) != count);
	/* A destructor may make the table larger: it lies elsewhere then. */
	for (uint32_t i = symbols->nNumUsed; i-- > 0; ) {
		if (i < symbols->nNumUsed) {
			async_isolation_destruct_value(&symbols->arData[i].val);
		}
	}
}

void async_isolation_symbols_end(void)
{
	zend_hash_graceful_reverse_destroy(&EG(symbol_table));
	zend_hash_init(&EG(symbol_table), 8, NULL, ZVAL_PTR_DTOR, false);
}
