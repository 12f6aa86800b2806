/*
 * Changes of a source, made all at once: replaced tokens and inserted text.
 */
#ifndef ASYNC_SYNTAX_EDITS_H
#define ASYNC_SYNTAX_EDITS_H

#include "syntax/tokens.h"

typedef struct {
	uint32_t offset;
	uint32_t length;           /* of what is replaced, 0 for an insertion */
	const char *text;          /* static, or in the source */
	uint32_t text_length;
	int64_t order;             /* among those at the same offset: closing brackets of inner forms first */
	uint32_t number;
} async_edit_t;

typedef struct {
	async_edit_t *list;
	uint32_t count;
	uint32_t room;
} async_edits_t;

/* Each replaces one token, or inserts text. */
void async_edit_replace(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at, const char *text);

/* The same together with the blanks on one side of the token, as far as nothing else is there. */
void async_edit_replace_and_blanks_behind(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at,
	const char *text);
void async_edit_replace_and_blanks_before(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at,
	const char *text);

/* In front of a token. */
void async_edit_before(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at, const char *text);

/* In front of a token, once more what some other tokens are, without what lies between them. */
void async_edit_copy_before(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at, uint32_t first,
	uint32_t end);

/* Behind a token; `form` is the word of the form that ends there, 0 when it goes on. */
void async_edit_after(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at, const char *text, uint32_t form);

/* The changed source, a new string; frees the list. */
zend_string *async_edits_apply(async_edits_t *edits, const char *source, size_t length);

#endif
