/*
 * How streams and sockets of a message are described in plain values, between the files of passed.h.
 *
 *     message: [value with NULL in their places, words of each descriptor, places]
 *     words:   [kind, …] as passed_kinds.c writes and passed_make.c reads them
 *     place:   [number of the descriptor, key in the outermost array, …]
 */
#ifndef ASYNC_IO_WORKERS_PASSED_INTERNAL_H
#define ASYNC_IO_WORKERS_PASSED_INTERNAL_H

#include "io/workers/passed.h"

typedef enum {
	ASYNC_PASSED_FILE,    /* [kind, mode, path or NULL]: files, pipes, terminals */
	ASYNC_PASSED_TCP,     /* [kind, is_blocked, seconds, microseconds, options of the context or NULL] */
	ASYNC_PASSED_UDP,
	ASYNC_PASSED_UNIX,
	ASYNC_PASSED_UDG,
	ASYNC_PASSED_PAIR,    /* as stream_socket_pair() makes them */
	ASYNC_PASSED_SOCKET   /* [kind]: an object of ext/sockets */
} async_passed_kind_t;

/* No descriptor is passed yet. owns: the caller owns the result until async_passed_free() */
async_passed_t *async_passed_new(void);

/* Is it a resource of any type, or an object of ext/sockets? */
bool async_passed_is_one(const zval *value);

/* Describe one, and duplicate its descriptor.
 * words:    owned by the caller
 * returns:  the duplicate, owned by the caller
 * suspends: while another coroutine reads from the same file; runs PHP: no
 * errors:   -1 with an exception, *words is not set */
int async_passed_describe(zval *value, zval *words);

/* Make one of these words. owns: takes over the descriptor in each case; the caller owns *value
 * suspends: no; runs PHP: no
 * errors:   false with an exception */
bool async_passed_make(int fd, const zval *words, zval *value);

#endif
