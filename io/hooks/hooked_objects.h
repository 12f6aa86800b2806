/*
 * The loaded objects whose import slots may be replaced: the php binary, PHP extensions, and the client libraries that
 * extensions bring. All others are left alone: libc, libuv, runtimes of sanitizers, and this extension.
 */
#ifndef ASYNC_IO_HOOKS_HOOKED_OBJECTS_H
#define ASYNC_IO_HOOKS_HOOKED_OBJECTS_H

#include "io/hooks/client_libraries.h"

typedef struct {
	const void *address;               /* any address in it */
	const char *name;                  /* file name of the binary or extension, SONAME of a library */
	async_client_library_t *library;   /* NULL: the php binary or an extension */
	const char *left_alone;            /* why nothing of it is hooked; NULL: its slots may be replaced */
	bool is_unknown;                   /* an extension whose waits block in place (extensions.h) */
	bool is_tracer;                    /* an extension that is one (tracers.h) */
	bool is_engine;                    /* the php binary, or the library that holds the engine */
} async_hooked_object_t;

typedef void (*async_hooked_object_fn)(const async_hooked_object_t *object, void *context);

/* Call fn for each such object that is loaded. fn must not load or unload objects. */
void async_hooked_objects_each(async_hooked_object_fn fn, void *context);

#endif
