/*
 * The loaded objects whose import slots are ours to replace: the php binary, PHP extensions, and the client libraries
 * that those bring. Nothing else is touched: neither libc nor libuv, no sanitizer, nor this extension.
 */
#ifndef ASYNC_IO_HOOKS_HOOKED_OBJECTS_H
#define ASYNC_IO_HOOKS_HOOKED_OBJECTS_H

#include "io/hooks/client_libraries.h"

typedef struct {
	const void *address;               /* lies in it */
	const char *name;                  /* file name of the binary or extension, SONAME of a library */
	async_client_library_t *library;   /* NULL: the php binary or an extension */
	const char *left_alone;            /* why nothing of it is hooked; NULL: it is */
	bool is_engine;
} async_hooked_object_t;

typedef void (*async_hooked_object_fn)(const async_hooked_object_t *object, void *context);

/* Call fn for each of them that is loaded; fn must not load or unload any. */
void async_hooked_objects_each(async_hooked_object_fn fn, void *context);

/* The same for an object that dlopen() has just returned, if it is a PHP extension, and for the client libraries:
 * some may have come with it. */
void async_hooked_objects_arrived(void *handle, async_hooked_object_fn fn, void *context);

#endif
