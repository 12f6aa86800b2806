#include "clients/driver_names.h"

static HashTable names;
#ifdef ZTS
static MUTEX_T names_lock;
#endif

static void free_name(zval *name)
{
	pefree(Z_PTR_P(name), 1);
}

void async_driver_names_startup(void)
{
	zend_hash_init(&names, 32, NULL, free_name, 1);
#ifdef ZTS
	names_lock = tsrm_mutex_alloc();
#endif
}

void async_driver_names_shutdown(void)
{
	zend_hash_destroy(&names);
#ifdef ZTS
	tsrm_mutex_free(names_lock);
#endif
}

static zend_string *find_or_add(const zend_string *name)
{
	zend_string *known = zend_hash_str_find_ptr(&names, ZSTR_VAL(name), ZSTR_LEN(name));

	if (known == NULL) {
		known = zend_string_init(ZSTR_VAL(name), ZSTR_LEN(name), 1);
		(void) zend_string_hash_val(known);
		GC_ADD_FLAGS(known, IS_STR_INTERNED | IS_STR_PERMANENT);
		zend_hash_str_add_new_ptr(&names, ZSTR_VAL(name), ZSTR_LEN(name), known);
	}
	return known;
}

void async_driver_name_keep(zend_function *function)
{
	zend_string *name = function->common.function_name;

	if (EXPECTED(ZSTR_IS_INTERNED(name)) || !(GC_FLAGS(name) & IS_STR_PERSISTENT)) {
		return;
	}
#ifdef ZTS
	tsrm_mutex_lock(names_lock);
#endif
	function->common.function_name = find_or_add(name);
#ifdef ZTS
	tsrm_mutex_unlock(names_lock);
#endif
	/* A backtrace from before the first async call has it: then our reference stays, so that it is not the last one. */
	if (EXPECTED(GC_REFCOUNT(name) == 1)) {
		zend_string_release(name);
	}
}
