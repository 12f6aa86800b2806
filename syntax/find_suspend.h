/*
 * Looks for what may be the statement "suspend;" (or "Suspend;") in a source. Every source that PHP compiles is
 * searched, so this must cost next to nothing beside compiling.
 */
#ifndef ASYNC_SYNTAX_FIND_SUSPEND_H
#define ASYNC_SYNTAX_FIND_SUSPEND_H

#include <stdbool.h>
#include <stddef.h>

/* The source must be followed by 32 readable bytes, as the engine's lexer wants it, too. */
typedef bool (*async_find_suspend_t)(const char *source, size_t length);

/* The fastest one that this processor knows. */
async_find_suspend_t async_find_suspend_function(void);

/* Behind the word: can the statement end here, after blanks and comments? */
static inline bool async_may_end_statement(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) {
		at++;
	}
	return at >= end || *at == ';' || *at == '?' || *at == '/' || *at == '#';
}

/* find_suspend_x86_64.c: NULL on other processors, and without AVX2. */
async_find_suspend_t async_find_suspend_avx2(void);

#endif
