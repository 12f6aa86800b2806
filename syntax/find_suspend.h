/*
 * Search a source for what may be the statement "suspend;" (or "Suspend;").
 *
 * Every source that PHP compiles is searched, so the search must cost next to nothing beside compiling.
 */
#ifndef ASYNC_SYNTAX_FIND_SUSPEND_H
#define ASYNC_SYNTAX_FIND_SUSPEND_H

#include <stdbool.h>
#include <stddef.h>

/* May the source contain the statement? False is certain. True also comes for the word in a comment or a string, so
 * the caller looks at the syntax tree next. Only the first letter may be in upper case.
 * suspends: no; runs PHP: no; errors: none */
bool async_find_suspend(const char *source, size_t length);

#endif
