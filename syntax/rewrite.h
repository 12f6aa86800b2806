/*
 * Keyword forms rewritten to calls (D20). Everything else stays as it is, byte for byte, and on its line.
 */
#ifndef ASYNC_SYNTAX_REWRITE_H
#define ASYNC_SYNTAX_REWRITE_H

#include "php.h"

typedef struct {
	zend_string *text;         /* the rewritten source, owned; NULL when there was nothing to rewrite, or an error */
	uint32_t forms;            /* keyword forms found */
	const char *error;         /* a malformed form: what is wrong … */
	uint32_t error_line;       /* … and where */
	zend_object *scan_error;   /* ParseError of the lexer, owned, or NULL */
} async_rewrite_t;

/* What is looked for. */
typedef enum {
	ASYNC_REWRITE_ALL,
	ASYNC_REWRITE_SUSPEND      /* in a source that parses: lone statements "suspend;" alone */
} async_rewrite_mode_t;

/* Does the source contain one of the words, in whatever case? */
bool async_rewrite_is_worth_it(const char *source, size_t length);

/* Rewrite a source. is_code: it starts as PHP code, not before an opening tag. The caller releases what it is given.
 * suspends: no; runs PHP: no
 * errors:   none are thrown, those found are part of the result */
async_rewrite_t async_rewrite(zend_string *source, zend_string *filename, bool is_code, async_rewrite_mode_t mode);
void async_rewrite_release(async_rewrite_t *rewrite);

#endif
