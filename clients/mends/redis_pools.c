/*
 * Mend: persistent connections of phpredis without its pools.
 *
 * phpredis gives one stream to all objects that connect with the same parameters. It frees the stream when one object
 * finds it lost, and the other objects use freed memory. With coroutines the objects also read each other's answers. So
 * a request has pools, from its first coroutine to its end. In a pool each stream belongs to one object.
 *
 * A stream that was opened without pools may still belong to several objects, and be found by the next request. When
 * one of these objects gives the stream up, it must not be put into a pool: the pool could have it twice, or after it
 * was freed.
 *
 * A fatal error may stop a call with such a stream. The next request would take the answer for its own, so all streams
 * of this kind are shut down: that request opens them again.
 *
 * Upstream: phpredis; seen in 5.3.7, present in the source after 6.1.0 (2024-10-17). No version is known to be without
 * the bug. With redis.pconnect.pooling_enabled=1, the default, stock phpredis has no such streams, and nothing is
 * changed.
 */
#include "clients/mends/redis_pools.h"

#include "clients/library.h"
#include "io/hooks/hooks.h"

#include <sys/socket.h>

#define HAS_POOLS "redis.pconnect.pooling_enabled"

/* The beginning of the name of a persistent stream that does not belong to a pool. */
#define SHARED "phpredis:"

static void request_start(void)
{
	zend_string *entry;

	if (async_hooks_wants("poll") && zend_hash_str_exists(EG(ini_directives), ZEND_STRL(HAS_POOLS))
		&& !zend_ini_long((char *) ZEND_STRL(HAS_POOLS), 0)) {
		entry = zend_string_init(ZEND_STRL(HAS_POOLS), false);
		zend_alter_ini_entry_chars(entry, "1", 1, ZEND_INI_SYSTEM, ZEND_INI_STAGE_RUNTIME);
		zend_string_release(entry);
	}
}

static bool is_shared(const zend_string *name, const zend_resource *resource)
{
	return name && zend_string_starts_with_literal(name, SHARED) && resource->type == php_file_le_pstream();
}

void async_redis_shut_down_shared(void)
{
	const zend_resource *resource;
	zend_string *name;

	ZEND_HASH_FOREACH_STR_KEY_PTR(&EG(persistent_list), name, resource) {
		php_socket_t descriptor = -1;

		if (is_shared(name, resource) && resource->ptr && php_stream_cast(resource->ptr,
				PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL, (void *) &descriptor, 0) == SUCCESS
			&& descriptor >= 0) {
			shutdown(descriptor, SHUT_RDWR);
		}
	} ZEND_HASH_FOREACH_END();
}

/* `thing` is only compared: it may be no stream at all, because other libraries have such lists, too. */
static bool is_shared_stream(const void *thing)
{
	const zend_resource *resource;
	zend_string *name;

	ZEND_HASH_FOREACH_STR_KEY_PTR(&EG(persistent_list), name, resource) {
		if (resource->ptr == thing && is_shared(name, resource)) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

static void (*original_zend_llist_prepend_element)(zend_llist *list, const void *element);

static void hooked_zend_llist_prepend_element(zend_llist *list, const void *element)
{
	if (list->persistent && list->size == sizeof(void *) && is_shared_stream(*(void *const *) element)) {
		return;
	}
	original_zend_llist_prepend_element(list, element);
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(zend_llist_prepend_element),
};
/* phpredis waits in poll(). */
static ASYNC_HOOK_TABLE(redis, "poll", hooks);

const async_library_t async_redis_pools_mend = {
	.extension = "redis", .hooks = { &async_redis_hooks }, .request_start = request_start,
};
