/*
 * The keywords on stock PHP (D20): what cannot be parsed is rewritten and compiled once more.
 */
#ifndef ASYNC_SYNTAX_COMPILE_H
#define ASYNC_SYNTAX_COMPILE_H

#include "php.h"

/* Chain into the engine's compiler; once per process, at module start. */
void async_syntax_startup(void);
void async_syntax_shutdown(void);

/* A whole source, opening tag included, with its keyword forms rewritten; a new string, the same one where there is
 * nothing to rewrite.
 * suspends: no; runs PHP: no
 * errors:   NULL with a ParseError thrown for a malformed form */
zend_string *async_syntax_transform(zend_string *code);

#endif
