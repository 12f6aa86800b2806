/*
 * The C libraries that PHP extensions bring: which of their functions may be hooked, which are left alone, and why.
 *
 * A library is known by its SONAME. A library that is not in the table is not touched.
 */
#ifndef ASYNC_IO_HOOKS_CLIENT_LIBRARIES_H
#define ASYNC_IO_HOOKS_CLIENT_LIBRARIES_H

#include <stdbool.h>

/* What a cancellation means for a call of the library, beyond that the wait fails. */
typedef enum {
	ASYNC_CANCEL_PLAIN,       /* nothing */
	ASYNC_CANCEL_HANGS_UP,    /* after a failed wait the library takes the late answer to one request for the answer to
	                           * the next one: the connection ends */
	ASYNC_CANCEL_ENDS_WAITS   /* the library calls PHP code, and goes on when an exception has left that code: the waits
	                           * after a cancellation fail, too */
} async_library_cancel_t;

typedef struct {
	const char *soname;
	const char *functions;    /* may be hooked, separated by spaces; NULL: none */
	const char *left_alone;   /* what is not hooked, and why; for phpinfo() */
	async_library_cancel_t cancel;
	bool is_hooked;           /* slots of it were replaced in this process; written by hooks.c */
} async_client_library_t;

/* The row of this library. errors: NULL: it is not in the table */
async_client_library_t *async_client_library_find(const char *soname);

/* May this function of libc be hooked in that library? */
bool async_client_library_allows(const async_client_library_t *library, const char *function);

void async_client_libraries_restored(void);

#endif
