/*
 * Edits of a source, applied all at once: replaced tokens and inserted text.
 *
 *     async_edits_t edits = {0};
 *     async_edit_replace(&edits, tokens, at, "f(");
 *     async_edit_after(&edits, tokens, end - 1, ")", at);
 *     text = async_edits_apply(&edits, source, length);      frees the list
 *
 * No function here suspends or runs PHP; none fails.
 */
#ifndef ASYNC_SYNTAX_EDITS_H
#define ASYNC_SYNTAX_EDITS_H

#include "syntax/tokens.h"

typedef struct {
	uint32_t offset;
	uint32_t length;           /* of the replaced text, 0 for an insertion */
	const char *text;          /* static, or in the source */
	uint32_t text_length;
	int64_t order;             /* among edits at the same offset: the closing brackets of inner forms come first */
	uint32_t number;           /* of the edit: earlier ones come first among equals */
} async_edit_t;

typedef struct {
	async_edit_t *list;
	uint32_t count;
	uint32_t room;
} async_edits_t;

/* Replace one token. */
void async_edit_replace(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at, const char *text);

/* Replace a token together with the blanks on one side of it, if nothing else is between it and its neighbour. */
void async_edit_replace_and_blanks_behind(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at,
	const char *text);
void async_edit_replace_and_blanks_before(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at,
	const char *text);

/* Insert text in front of a token. */
void async_edit_before(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at, const char *text);

/* Insert a copy of the tokens from `first` to before `end` in front of a token, without the space between them. */
void async_edit_copy_before(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at, uint32_t first,
	uint32_t end);

/* Insert text behind a token. `form` is the token of the word whose form ends there, 0 when the form goes on. Of two
 * forms that end at one place, the inner one began later and is closed first. */
void async_edit_after(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at, const char *text, uint32_t form);

/* Apply the edits and free the list.
 * owns: the caller owns the result */
zend_string *async_edits_apply(async_edits_t *edits, const char *source, size_t length);

#endif
