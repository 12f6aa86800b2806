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

/* opcache looks for the name in an include_path that is not that of the configuration; NULL: in that.
 * suspends: while another coroutine's search waits; runs PHP: no
 * errors:   false: the wait was cancelled, that is thrown */
bool async_opcache_key_take(const zend_string *name, const zend_string *include_path, async_opcache_turn_t *turn);

/* opcache compiles, or finds, a file: as above. */
bool async_opcache_key_take_to_compile(async_opcache_turn_t *turn);

/* The search, or the compilation, is over. */
void async_opcache_key_give_back(async_opcache_turn_t *turn);

/* Looks for opcache, when all extensions have been loaded. */
void async_opcache_key_find_opcache(void);

/* Forgets searches of frames that are never resumed. */
extern const async_part_t async_opcache_key_part;

#endif
