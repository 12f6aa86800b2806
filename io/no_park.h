/*
 * Stock code that must not be left in the middle: others would meet its half-done state.
 */
#ifndef ASYNC_IO_NO_PARK_H
#define ASYNC_IO_NO_PARK_H

#include "engine/part.h"

/* Nothing parks inside of
 *  - parse_ini_file(), highlight_file(), php_strip_whitespace(): the scanners are global;
 *  - phar:// streams, Phar, PharData and PharFileInfo: an archive is one file with one position, for all its users.
 * They block in place. */
extern const async_part_t async_no_park_part;

#endif
