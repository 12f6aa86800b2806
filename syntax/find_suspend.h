/*
 * Looks for the word "suspend" (or "Suspend") in a source. Every source that PHP compiles is searched, so this must cost
 * next to nothing beside compiling.
 */
#ifndef ASYNC_SYNTAX_FIND_SUSPEND_H
#define ASYNC_SYNTAX_FIND_SUSPEND_H

#include <stdbool.h>
#include <stddef.h>

/* The source must be followed by 32 readable bytes, as the engine's lexer wants it, too. */
typedef bool (*async_find_suspend_t)(const char *source, size_t length);

/* The fastest one that this processor knows. */
async_find_suspend_t async_find_suspend_function(void);

/* find_suspend_x86_64.c: NULL on other processors, and without AVX2. */
async_find_suspend_t async_find_suspend_avx2(void);

#endif
