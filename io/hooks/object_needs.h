/*
 * Which loaded object needs which library, as their dynamic sections say.
 */
#ifndef ASYNC_IO_HOOKS_OBJECT_NEEDS_H
#define ASYNC_IO_HOOKS_OBJECT_NEEDS_H

#include <stdbool.h>

typedef struct async_object_needs async_object_needs_t;

/* All objects that are loaded now. owns: the caller frees the result; no object may be unloaded before */
async_object_needs_t *async_object_needs_new(void);
void async_object_needs_free(async_object_needs_t *needs);

/* Mark all libraries that the object with this address needs, directly or through others, with a bit. */
void async_object_needs_mark(async_object_needs_t *needs, const void *address, unsigned bit);

/* The marks of the library with this address. */
unsigned async_object_needs_marks(const async_object_needs_t *needs, const void *address);

#endif
