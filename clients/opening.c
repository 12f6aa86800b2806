#include "clients/opening.h"

const char async_making[ASYNC_MAKING_PLACES];

const void *async_made_or_making(zend_string *key)
{
	const zend_resource *entry = zend_hash_find_ptr(&EG(persistent_list), key);
	const void *connection = entry && entry->ptr
		? entry->ptr : &async_making[zend_string_hash_val(key) % ASYNC_MAKING_PLACES];

	zend_string_release(key);
	return connection;
}
