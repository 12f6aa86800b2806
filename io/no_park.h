/*
 * Stock code in which no coroutine may park: other coroutines would meet its half-done state.
 */
#ifndef ASYNC_IO_NO_PARK_H
#define ASYNC_IO_NO_PARK_H

#include "engine/part.h"

/* Waits block in place, as in stock PHP, inside of
 *  - parse_ini_file(), highlight_file(), php_strip_whitespace(): the state of the scanners is global;
 *  - phar:// streams, Phar, PharData and PharFileInfo: all users of an archive share one file with one position;
 *  - SplDoublyLinkedList::serialize() and unserialize(), which serialize() and unserialize() do not call. */
extern const async_part_t async_no_park_part;

#endif
