/*
 * Keys of persistent connections that are being opened.
 */
#include "clients/opening.h"

const char async_opening[ASYNC_OPENING_PLACES];

const void *async_open_or_opening(zend_string *key)
{
	const zend_resource *entry = zend_hash_find_ptr(&EG(persistent_list), key);
	const void *connection = entry && entry->ptr
		? entry->ptr : &async_opening[zend_string_hash_val(key) % ASYNC_OPENING_PLACES];

	zend_string_release(key);
	return connection;
}
