/*
 * Plain text: text in memory of the caller, made without an allocation and without stdio, for signal handlers and
 * helper threads; and what may be shown of bytes that a program chose.
 *
 * Nothing here touches memory of PHP.
 */
#ifndef ASYNC_SCHEDULER_PLAIN_TEXT_H
#define ASYNC_SCHEDULER_PLAIN_TEXT_H

#include "php.h"

typedef struct {
	char *bytes;       /* of the caller */
	size_t size;
	size_t length;     /* what does not fit is cut */
} async_plain_text_t;

void async_plain_add_bytes(async_plain_text_t *text, const char *bytes, size_t length);
void async_plain_add_number(async_plain_text_t *text, uint64_t number);

/* Inside of the quotes of a JSON string: bytes that may not be shown become question marks. */
void async_plain_add_quoted(async_plain_text_t *text, const char *bytes, size_t length);

static inline void async_plain_add(async_plain_text_t *text, const char *words)
{
	async_plain_add_bytes(text, words, strlen(words));
}

/* How many bytes at the beginning may be shown as they are. The byte behind them is no UTF-8, or it begins a character
 * that a terminal would obey. */
size_t async_plain_shown_length(const char *bytes, size_t length);

#endif
