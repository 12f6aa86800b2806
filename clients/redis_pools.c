/*
 * Persistent connections of Redis: without its pools phpredis gives one stream to all objects that ask for the same,
 * and frees it when one of them finds it lost. Answers would reach the wrong ones. So from its first coroutine to its
 * end a request has pools, in which each stream is for one object.
 *
 * A stream that was made without pools may still belong to several then, and be found by the next request: it must not
 * go into a pool when one of them leaves it, or it would be in there twice, or after its end.
 */
#include "clients/clients.h"
#include "clients/guards.h"

#include "io/hooks/hooks.h"

#define HAS_POOLS "redis.pconnect.pooling_enabled"

/* How phpredis begins the name of a persistent stream that is not for a pool. */
#define SHARED "phpredis:"

void async_redis_request_start(void)
{
	zend_string *entry;

	if (async_hooks_wants("poll") && zend_hash_str_exists(EG(ini_directives), ZEND_STRL(HAS_POOLS))
		&& !zend_ini_long((char *) ZEND_STRL(HAS_POOLS), 0)) {
		entry = zend_string_init(ZEND_STRL(HAS_POOLS), false);
		zend_alter_ini_entry_chars(entry, "1", 1, ZEND_INI_SYSTEM, ZEND_INI_STAGE_RUNTIME);
		zend_string_release(entry);
	}
}

/* Only compared: lists of others have other things in them. */
static bool is_shared_stream(const void *thing)
{
	const zend_resource *resource;
	zend_string *name;

	ZEND_HASH_FOREACH_STR_KEY_PTR(&EG(persistent_list), name, resource) {
		if (resource->ptr == thing && name && zend_string_starts_with_literal(name, SHARED)
			&& resource->type == php_file_le_pstream()) {
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
ASYNC_HOOK_TABLE(redis, "poll", hooks);
