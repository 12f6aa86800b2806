/*
 * Turns for opcache's key of a file. opcache keeps that key in one place for all searches, also while it asks a stream
 * wrapper. It would note the path that it finds under the key of another file, and run the wrong one. So while such a
 * search waits, other coroutines wait before they include.
 */
#include "io/streams/opcache_key.h"

#include "zend_extensions.h"

static bool has_opcache;          /* of the process */

static const char opcache_key;    /* names the turn: only the address is used */

void async_opcache_key_find_opcache(void)
{
	has_opcache = zend_get_extension("Zend OPcache") != NULL;
}

static bool take(async_opcache_turn_t *turn)
{
	if (!async_call_lock_take_within(&opcache_key, 0, "turn to include a file", &turn->lock)) {
		async_throw_cancellation();
		return false;
	}
	return true;
}

static bool has_address(const zend_string *text)
{
	return text && strstr(ZSTR_VAL(text), "://");
}

/* Only a search that asks wrappers waits. A name that is an address is not looked for. */
static bool is_needed(const zend_string *name, const zend_string *include_path)
{
	return UNEXPECTED(has_opcache) && ASYNC_G(current) && (ASYNC_IO_G(path_searches) > 0 || has_address(include_path))
		&& !has_address(name);
}

bool async_opcache_key_take_slow(const zend_string *name, const zend_string *include_path, async_opcache_turn_t *turn)
{
	if (EXPECTED(!is_needed(name, include_path))) {
		return true;
	}
	if (!take(turn)) {
		return false;
	}
	turn->is_counted = true;
	ASYNC_IO_G(path_searches)++;
	return true;
}

/* opcache looks for a file with functions that it has kept before ours came. */
bool async_opcache_key_take_to_compile_slow(async_opcache_turn_t *turn)
{
	return ASYNC_G(current) == NULL || take(turn);
}

void async_opcache_key_give_back_slow(async_opcache_turn_t *turn)
{
	/* A forked child has forgotten it. */
	ASYNC_IO_G(path_searches) -= turn->is_counted && ASYNC_IO_G(path_searches) > 0;
	async_call_lock_give_back(turn->lock);
}

static ASYNC_ALWAYS_RUNS void forget(void)
{
	ASYNC_IO_G(path_searches) = 0;
}

const async_part_t async_opcache_key_part = {
	.after_fork = forget,
	.frames_abandoned = forget,
	.request_end = forget,
};
