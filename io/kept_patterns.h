/*
 * Compiled patterns of mbstring, kept while a callback waits.
 */
#ifndef ASYNC_IO_KEPT_PATTERNS_H
#define ASYNC_IO_KEPT_PATTERNS_H

#include "engine/part.h"

/* Replaces mb_ereg_replace_callback(). */
extern const async_part_t async_kept_patterns_part;

#endif
