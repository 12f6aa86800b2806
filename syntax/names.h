/*
 * Tokens that name something: the words stay usable as identifiers. Functions, methods, constants, classes, types,
 * properties, labels and named arguments may be called spawn, await and suspend.
 *
 * No function here suspends, runs PHP or throws.
 */
#ifndef ASYNC_SYNTAX_NAMES_H
#define ASYNC_SYNTAX_NAMES_H

#include "syntax/tokens.h"

typedef enum {
	ASYNC_WORD_NONE,
	ASYNC_WORD_SPAWN,
	ASYNC_WORD_AWAIT,
	ASYNC_WORD_SUSPEND
} async_word_t;

/* Set the flags of the tokens, and the purpose of each bracket. */
void async_names_mark(async_tokens_t *tokens);

/* Which of the words is it, in upper or lower case? */
async_word_t async_word_of(const char *text, size_t length);

/* Which of the words is the token, in the place where it stands? ASYNC_WORD_NONE when it names something there. */
async_word_t async_word_at(const async_tokens_t *tokens, uint32_t at);

/* Does a statement start with this token? */
bool async_starts_statement(const async_tokens_t *tokens, uint32_t at);

/* The token behind a type that starts here, `at` when there is none. */
uint32_t async_end_of_type(const async_tokens_t *tokens, uint32_t at);

/* The token behind "use (…)", which may follow the parameters of a closure. `at` when it does not. */
uint32_t async_end_of_captures(const async_tokens_t *tokens, uint32_t at);

/* The token that ends imports, or the use of traits: the semicolon, or the } of the traits' rules. It starts behind the
 * word "use". */
uint32_t async_end_of_use(const async_tokens_t *tokens, uint32_t at);

/* The { of a class, interface, trait or enum, 0 when there is none. It starts at that word. */
uint32_t async_class_body(const async_tokens_t *tokens, uint32_t at);

#endif
