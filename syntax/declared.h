/*
 * Functions and constants that are called spawn, await or suspend. Where such a name is declared, a word that could be
 * the name or a keyword is the name.
 */
#ifndef ASYNC_SYNTAX_DECLARED_H
#define ASYNC_SYNTAX_DECLARED_H

#include "syntax/names.h"

/* A bit (1 << async_word_t) for each word. */
typedef struct {
	uint8_t functions;
	uint8_t constants;
} async_declared_t;

/* What the source declares or imports, and the constants of the running program. Call async_names_mark() before. */
async_declared_t async_declared_in(const async_tokens_t *tokens);

/* Has the running program a constant of this name, in any namespace? */
bool async_declared_by_program(async_word_t constant);

#endif
