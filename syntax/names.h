/*
 * Which tokens name something, so that the words stay usable as identifiers: functions, methods, constants, classes,
 * types, properties, labels and named arguments may be called spawn, await and suspend.
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

/* What the source itself declares or imports: a bit (1 << async_word_t) for each word. */
typedef struct {
	uint8_t functions;
	uint8_t constants;
} async_known_names_t;

/* Set the flags of the tokens and what their brackets are for. */
void async_names_mark(async_tokens_t *tokens);

/* What the source declares under these names. Marks must be set. */
async_known_names_t async_names_known(const async_tokens_t *tokens);

/* Is a constant of this name defined, in whatever namespace? The word is given in lower case. */
bool async_constant_exists(const char *word);

/* Which of the words may the token be, where it stands? */
async_word_t async_word_at(const async_tokens_t *tokens, uint32_t at);

/* Does a statement start with this token? */
bool async_starts_statement(const async_tokens_t *tokens, uint32_t at);

/* The token behind a type that starts here, `at` when there is none. */
uint32_t async_end_of_type(const async_tokens_t *tokens, uint32_t at);

#endif
