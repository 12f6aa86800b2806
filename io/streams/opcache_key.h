/*
 * The turn for the key that opcache has for a file that it looks for.
 */
#ifndef ASYNC_IO_STREAMS_OPCACHE_KEY_H
#define ASYNC_IO_STREAMS_OPCACHE_KEY_H

#include "io/call_locks.h"

typedef struct {
	async_call_lock_t *lock;   /* NULL: the search has none, or had it before */
	bool is_counted;
} async_opcache_turn_t;

/* For the inline functions below. */
bool async_opcache_key_take_slow(const zend_string *name, const zend_string *include_path, async_opcache_turn_t *turn);
bool async_opcache_key_take_to_compile_slow(async_opcache_turn_t *turn);
void async_opcache_key_give_back_slow(async_opcache_turn_t *turn);

/* opcache looks for the name in an include_path that is not that of the configuration; NULL: in that.
 * suspends: while another coroutine's search waits; runs PHP: no
 * errors:   false: the wait was cancelled, that is thrown */
static zend_always_inline bool async_opcache_key_take(const zend_string *name, const zend_string *include_path,
	async_opcache_turn_t *turn)
{
	*turn = (async_opcache_turn_t) { 0 };
	return EXPECTED(include_path == NULL && ASYNC_IO_G(path_searches) == 0)
		|| async_opcache_key_take_slow(name, include_path, turn);
}

/* opcache compiles a file, or finds it compiled: as above. */
static zend_always_inline bool async_opcache_key_take_to_compile(async_opcache_turn_t *turn)
{
	*turn = (async_opcache_turn_t) { 0 };
	return EXPECTED(ASYNC_IO_G(path_searches) == 0) || async_opcache_key_take_to_compile_slow(turn);
}

/* The search, or the compilation, is over. */
static zend_always_inline void async_opcache_key_give_back(async_opcache_turn_t *turn)
{
	if (UNEXPECTED(turn->lock != NULL) || UNEXPECTED(turn->is_counted)) {
		async_opcache_key_give_back_slow(turn);
	}
}

/* Looks for opcache, when all extensions have been loaded. */
void async_opcache_key_find_opcache(void);

/* Forgets searches of frames that are never resumed. */
extern const async_part_t async_opcache_key_part;

#endif
