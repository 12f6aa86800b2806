/*
 * The list of edits of a source: collected in any order, sorted by offset, applied in one pass.
 */
#include "syntax/edits.h"

#include "zend_smart_str.h"
#include "zend_sort.h"

static void add_text(async_edits_t *edits, uint32_t offset, uint32_t length, const char *text, uint32_t text_length,
	int64_t order)
{
	ZEND_ASSERT(edits->count <= edits->room && "edits have room");
	if (edits->count == edits->room) {
		edits->room = edits->room ? edits->room * 2 : 32;
		edits->list = safe_erealloc(edits->list, edits->room, sizeof(async_edit_t), 0);
	}
	edits->list[edits->count] = (async_edit_t) {offset, length, text, text_length, order, edits->count};
	edits->count++;
}

static void add(async_edits_t *edits, uint32_t offset, uint32_t length, const char *text, int64_t order)
{
	add_text(edits, offset, length, text, (uint32_t) strlen(text), order);
}

void async_edit_replace(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at, const char *text)
{
	add(edits, tokens->list[at].offset, tokens->list[at].length, text, (int64_t) at + 1);
}

/* Length of the gap between two neighbouring tokens if it is only blanks, else 0: comments and line breaks stay. */
static uint32_t blanks_between(const async_tokens_t *tokens, uint32_t left)
{
	const uint32_t start = tokens->list[left].offset + tokens->list[left].length;
	const uint32_t end = tokens->list[left + 1].offset;

	ZEND_ASSERT(left < tokens->last && start <= end && "tokens are in the order of the source");
	for (uint32_t offset = start; offset < end; offset++) {
		if (tokens->source[offset] != ' ' && tokens->source[offset] != '\t') {
			return 0;
		}
	}
	return end - start;
}

void async_edit_replace_and_blanks_behind(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at,
	const char *text)
{
	const async_token_t *token = &tokens->list[at];

	add(edits, token->offset, token->length + blanks_between(tokens, at), text, (int64_t) at + 1);
}

void async_edit_replace_and_blanks_before(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at,
	const char *text)
{
	const async_token_t *token = &tokens->list[at];
	const uint32_t blanks = blanks_between(tokens, at - 1);

	ZEND_ASSERT(at > 0 && blanks <= token->offset && "blanks before a token are of the source");
	add(edits, token->offset - blanks, token->length + blanks, text, (int64_t) at + 1);
}

void async_edit_before(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at, const char *text)
{
	add(edits, tokens->list[at].offset, 0, text, at);
}

void async_edit_copy_before(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at, uint32_t first,
	uint32_t end)
{
	ZEND_ASSERT(first <= end && end <= tokens->last && "the copied tokens are of the list");
	for (uint32_t i = first; i < end; i++) {
		const async_token_t *token = &tokens->list[i];
		add_text(edits, tokens->list[at].offset, 0, tokens->source + token->offset, token->length, at);
	}
}

void async_edit_after(async_edits_t *edits, const async_tokens_t *tokens, uint32_t at, const char *text, uint32_t form)
{
	add(edits, tokens->list[at].offset + tokens->list[at].length, 0, text, -(int64_t) form);
}

/* By offset, then by the order that edits.h describes; no two edits are equal. */
static int compare(const void *left, const void *right)
{
	const async_edit_t *a = left;
	const async_edit_t *b = right;

	if (a->offset != b->offset) {
		return a->offset < b->offset ? -1 : 1;
	}
	if (a->order != b->order) {
		return a->order < b->order ? -1 : 1;
	}
	return a->number < b->number ? -1 : 1;
}

static void swap(void *left, void *right)
{
	const async_edit_t kept = *(async_edit_t *) left;

	*(async_edit_t *) left = *(async_edit_t *) right;
	*(async_edit_t *) right = kept;
}

zend_string *async_edits_apply(async_edits_t *edits, const char *source, size_t length)
{
	smart_str text = {0};
	size_t done = 0;

	zend_sort(edits->list, edits->count, sizeof(async_edit_t), compare, swap);
	for (uint32_t i = 0; i < edits->count; i++) {
		const async_edit_t *edit = &edits->list[i];

		ZEND_ASSERT(edit->offset >= done && "changes do not overlap");
		smart_str_appendl(&text, source + done, edit->offset - done);
		smart_str_appendl(&text, edit->text, edit->text_length);
		done = edit->offset + edit->length;
	}
	ZEND_ASSERT(done <= length && "edits are of this source");
	smart_str_appendl(&text, source + done, length - done);
	if (edits->list) {
		efree(edits->list);
	}
	memset(edits, 0, sizeof(*edits));
	return smart_str_extract(&text);
}
