/*
 * The keywords on stock PHP (D20): a source that cannot be parsed is rewritten and compiled once more.
 */
#ifndef ASYNC_SYNTAX_COMPILE_H
#define ASYNC_SYNTAX_COMPILE_H

#include "php.h"

/* Chain into the engine's compiler, once in a process, at module start; and unchain at its end. */
void async_syntax_startup(void);
void async_syntax_shutdown(void);

/* Rewrite the keyword forms of a whole source, opening tag included.
 * owns:     the caller owns the result, which is the given string when there is nothing to rewrite
 * suspends: no; runs PHP: no
 * errors:   NULL with a ParseError thrown for a malformed form */
zend_string *async_syntax_transform(zend_string *code);

#endif
