/*
 * The loaded objects that are hooked: the php binary, PHP extensions and the client libraries of the table.
 */
#include "io/hooks/hooked_objects.h"

#include "io/hooks/import_slots.h"

#include "php.h"
#include "zend_extensions.h"

#include <dlfcn.h>

/* Is this a Zend extension? In these no coroutine may park: a debugger that waits for its user has to stop the whole
 * program, and opcache waits for locks that another coroutine of this process may hold. */
static bool is_part_of_engine(void *handle)
{
	return dlsym(handle, "zend_extension_entry") != NULL || dlsym(handle, "extension_version_info") != NULL;
}

static void call_for_extension(void *handle, async_hooked_object_fn fn, void *context)
{
	async_hooked_object_t object = {
		.address = dlsym(handle, "get_module"),
		.left_alone = is_part_of_engine(handle) ? "works inside the engine" : NULL,
	};

	if (object.address) {
		object.name = async_import_slots_object(object.address);
		fn(&object, context);
	}
}

static void call_for_engine(async_hooked_object_fn fn, void *context)
{
	/* The engine may be in the binary or in a shared library: the address of any of its functions tells. */
	async_hooked_object_t object = { .address = (const void *) &zend_get_executed_lineno, .is_engine = true };

	object.name = async_import_slots_object(object.address);
	ZEND_ASSERT(object.name != NULL && object.library == NULL && "the engine is no client library");
	fn(&object, context);
}

typedef struct {
	async_hooked_object_fn fn;
	void *context;
} call_t;

static void call_for_library(const char *soname, const void *address, void *data)
{
	const call_t *call = data;
	async_hooked_object_t object = {
		.address = address,
		.name = soname,
		.library = async_client_library_find(soname),
	};

	if (object.library) {
		object.left_alone = object.library->functions ? NULL : object.library->left_alone;
		call->fn(&object, call->context);
	}
}

static void each_library(async_hooked_object_fn fn, void *context)
{
	call_t call = { fn, context };

	async_import_slots_each_library(call_for_library, &call);
}

void async_hooked_objects_each(async_hooked_object_fn fn, void *context)
{
	zend_module_entry *module;

	call_for_engine(fn, context);
	ZEND_HASH_FOREACH_PTR(&module_registry, module) {
		if (module->handle && module->name && strcmp(module->name, "async") != 0) {
			call_for_extension(module->handle, fn, context);
		}
	} ZEND_HASH_FOREACH_END();
	each_library(fn, context);
}

void async_hooked_objects_arrived(void *handle, async_hooked_object_fn fn, void *context)
{
	ZEND_ASSERT(handle != NULL && "dlopen() succeeded");
	call_for_extension(handle, fn, context);
	each_library(fn, context);
}
