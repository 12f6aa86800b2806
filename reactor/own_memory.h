/*
 * Reading memory of this process that may not be there: an address that is wrong ends nothing.
 *
 * One thread uses it at a time.
 */
#ifndef ASYNC_REACTOR_OWN_MEMORY_H
#define ASYNC_REACTOR_OWN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#define ASYNC_OWN_MEMORY_READ_MAX 4096

/* Copy `size` bytes, at most ASYNC_OWN_MEMORY_READ_MAX and not 0.
 * errors: false, a part of them is not there; or the system refuses each way of reading, also memory that is there */
bool async_own_memory_read(const void *address, void *to, size_t size);

/* Close what the reads have opened. A fork must not come in between. */
void async_own_memory_done(void);

#endif
