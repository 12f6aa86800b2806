/*
 * Stock code in which no coroutine may park: other coroutines would meet its half-done state.
 */
#ifndef ASYNC_IO_NO_PARK_H
#define ASYNC_IO_NO_PARK_H

/* Module start: from now on waits block in place, as in stock PHP, inside of
 *  - parse_ini_file(), highlight_file(), php_strip_whitespace(): the state of the scanners is global;
 *  - phar:// streams, Phar, PharData and PharFileInfo: all users of an archive share one file with one position. */
void async_no_park_startup(void);

#endif
