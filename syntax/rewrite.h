/*
 * Keyword forms rewritten to calls (D20). All other text stays as it is, byte for byte, and on its line.
 */
#ifndef ASYNC_SYNTAX_REWRITE_H
#define ASYNC_SYNTAX_REWRITE_H

#include "php.h"

typedef struct {
	zend_string *text;         /* the rewritten source, owned; NULL when there was nothing to rewrite, or an error */
	uint32_t forms;            /* number of keyword forms */
	const char *error;         /* message for the first malformed form, static, or NULL */
	uint32_t error_line;       /* its line */
	zend_object *scan_error;   /* ParseError of the lexer, owned, or NULL */
} async_rewrite_t;

/* The forms that are looked for. */
typedef enum {
	ASYNC_REWRITE_ALL,
	ASYNC_REWRITE_SUSPEND      /* in a source that parses: lone statements "suspend;" alone */
} async_rewrite_mode_t;

/* Does the source contain one of the words, in upper or lower case? Without one, rewriting cannot help. */
bool async_rewrite_is_worth_it(const char *source, size_t length);

/* Rewrite a source. is_code: it starts as PHP code, not before an opening tag.
 * owns:     the caller releases the result with async_rewrite_release()
 * suspends: no; runs PHP: no
 * errors:   none are thrown, those found are part of the result */
async_rewrite_t async_rewrite(zend_string *source, zend_string *filename, bool is_code, async_rewrite_mode_t mode);
void async_rewrite_release(async_rewrite_t *rewrite);

#endif
