/*
 * Mend: names of the methods that PDO's drivers add to a persistent connection.
 *
 * PDO allocates the names with the connection, outside of the request's memory, and frees them with it. A backtrace
 * shares a name. If the backtrace lives longer than the connection, it gives the last reference to the allocator of the
 * request, and the heap is corrupted. So such a method gets a name that lives as long as the process: one string for
 * each word.
 *
 * Upstream: php-src, ext/pdo/pdo_dbh.c, cls_method_pdtor(); seen in PHP 8.2.36. The state of later versions was not
 * checked, so no version switches it off. An interned name is left as it is, so a version that makes the names interned
 * ends the mend by itself.
 */
#include "clients/pdo.h"

#ifdef ASYNC_COMPAT_HAS_PDO

static HashTable names;
#ifdef ZTS
static MUTEX_T names_lock;
#endif

static void free_name(zval *name)
{
	pefree(Z_PTR_P(name), 1);
}

static bool startup(void)
{
	zend_hash_init(&names, 32, NULL, free_name, 1);
#ifdef ZTS
	names_lock = tsrm_mutex_alloc();
#endif
	return true;
}

static void shut_down(void)
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

void async_pdo_keep_method_name(zend_function *function)
{
	zend_string *name = function->common.function_name;

	ZEND_ASSERT(function->type == ZEND_INTERNAL_FUNCTION && "a driver is written in C");
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
	/* A backtrace from before the first async call may share the name: then the reference of the method stays, so that
	 * the backtrace does not release the last one. */
	if (EXPECTED(GC_REFCOUNT(name) == 1)) {
		zend_string_release(name);
	}
}

const async_library_t async_pdo_method_names_mend = { .extension = "pdo", .startup = startup, .shutdown = shut_down };

#endif
