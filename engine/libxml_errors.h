/*
 * libxml_use_internal_errors(), the errors collected and the last one, per coroutine.
 *
 * The setting of the main flow is the base, seen by all. A coroutine takes its own setting and its collected errors
 * along at a park. Neither libxml nor its headers are needed to build: the extension's globals are found through the
 * module registry, libxml's own through the dynamic linker.
 */
#ifndef ASYNC_ENGINE_LIBXML_ERRORS_H
#define ASYNC_ENGINE_LIBXML_ERRORS_H

#include "engine/globals.h"

#include "zend_llist.h"

/* libxml's own xmlError, whose fields are part of its ABI. */
typedef struct {
	int domain, code;
	char *message;
	int level;
	char *file;
	int line;
	char *strings[3];
	int numbers[2];
	void *parser, *node;
} async_libxml_error_t;

/* What one coroutine took along. */
typedef struct {
	bool taken;
	zend_llist *errors;    /* NULL: errors are raised as warnings */
	async_libxml_error_t last;   /* libxml_get_last_error(); code 0: none */
} async_libxml_errors_t;

bool async_libxml_errors_are_dirty_slow(void);

/* Is anything to be taken along? Nothing before libxml_use_internal_errors() was turned on in this request. */
static zend_always_inline bool async_libxml_errors_are_dirty(void)
{
	return (ASYNC_ENGINE_G(used_extensions) & ASYNC_USED_LIBXML_ERRORS) && async_libxml_errors_are_dirty_slow();
}

/* Take the state along and leave the base with nothing collected; put it back; or drop it at the coroutine's end.
 * Neither suspends nor runs PHP code. */
void async_libxml_errors_detach(async_libxml_errors_t *state);
void async_libxml_errors_attach(async_libxml_errors_t *state);
void async_libxml_errors_drop(async_libxml_errors_t *state);

extern const async_part_t async_libxml_errors_part;

#endif
